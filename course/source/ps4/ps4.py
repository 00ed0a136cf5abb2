# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Problem set 4 · Closure and comparison
#
# **You learn** to build complement, intersection and union, and to settle with one word whether two automata accept the
# same. Rings do not matter: a tower wins if the automaton accepts it.
# **Time** about 80 minutes. **Points** 33, of which 5 are given by hand.
#
# Everybody works on questions of their own. `show("q1")` brings the question and, below it, what you click to give
# your answer; it is recorded at once. `show("q1", practice=1)` asks a similar question that is judged at once;
# `hint("q1", 1)` helps, in three levels. Typing works as well: `check("q1", answer)` looks at the form only, and records
# the answer for `submit()`.

# %% [markdown]
# ## 1 · All towers that lose (4 points, 10 min)
#
# A referee wants an automaton that says yes when a tower *loses*. Careful: swapping accepting and other stations on
# the board is not enough. The last question of this set asks why.

# %% question="q1" type="losing_towers" points=4 difficulty=2

# %% [markdown]
# ## 2 · Either of them (4 points, 9 min)
#
# On paper, union takes one new state and two ε-arrows. Build it from the two automata as they stand.

# %% question="q2" type="union_construct" points=4 difficulty=2

# %% [markdown]
# ## 3 · Both win (5 points, 12 min)
#
# Two players, one set of arrows, two posts. With which towers do both have a path to the end? Run the two automata side
# by side and remember a pair of states, or a pair of sets.

# %% question="q3" type="product" points=5 difficulty=2

# %% [markdown]
# ## 4 · Free rides (3 points, 8 min)
#
# Union is easiest with ε-arrows: free rides that read nothing. They are convenient on paper and useless on a board,
# so remove them without changing the language. A state from which free rides lead to an accepting state accepts as
# well.

# %% question="q4" type="remove_epsilon" points=3 difficulty=2 skin="textbook"

# %% [markdown]
# ## 5 · Only you (3 points, 8 min)
#
# What a player really wants: a tower that wins for player 1 and not for player 2. The shortest one is found in the
# product, with a different condition for acceptance.

# %% question="q5" type="shortest_only_one" points=3 difficulty=4

# %% [markdown]
# ## 6 · The same or not? (3 points, 8 min)
#
# Two automata with different arrows may accept the same words; looking does not help. Either you find a word that tells
# them apart, or there is none, and then `None` is the answer. Suspect every arrow.

# %% question="q6" type="equivalence" points=3 difficulty=3 skin="textbook"

# %% [markdown]
# ## 7 · All of one in the other (3 points, 8 min)
#
# People ask about inclusion more often than about equality: does the second automaton allow everything that the first one lets
# through? A word that it does not allow is a proof; if there is none, the product has to show it.

# %% question="q7" type="inclusion" points=3 difficulty=5

# %% [markdown]
# ## 8 · A URL router (3 points, 7 min)
#
# If two patterns of a web server match the same address, that is a mistake that shows up late. Each pattern is an
# automaton: is there a path that both accept?

# %% question="q8" type="router" points=3 difficulty=3

# %% [markdown]
# ## 9 · The referee's mistake (5 points, 10 min)
#
# Somebody builds the complement of a board by exchanging accepting and other stations.
#
# 1. Give a board of at most three stations for which the result is *not* the complement, and a word that proves it.
# 2. Say for which automata the exchange is right, and where your board violates this. There are two different ways to
#    violate it: name both.
# 3. Give the right construction in one sentence.
#
# Marked by hand: counterexample 2, conditions 2, construction 1.

# %% [markdown] question="q9" type="manual" points=5
# **Model answer.** Board `bA>B bA>C`, start A, tower on C; `b` is accepted by the run A, C. After the exchange A and B
# accept, and `b` is accepted again, by the run A, B: the language and its complement would both contain `b`. The exchange is
# right for automata with *exactly one* complete run on every word, as deterministic and complete ones have. The board is
# nondeterministic (two black arrows leave A: with several complete runs on a word, some may accept and others not), and it
# is incomplete (no white arrow leaves A: the word `w` has no complete run and is rejected both before and after).
# Right: make it deterministic and complete by the subset construction, with the empty set as a state, and exchange there.
#
# | points | for |
# |---|---|
# | 1 | a board of at most three stations that is a counterexample |
# | 1 | a word accepted (or rejected) by both, with runs or their absence |
# | 1 | nondeterminism: a word may have an accepting and a rejecting run |
# | 1 | incompleteness: a word without any complete run is rejected by both |
# | 1 | the right construction: determinise with the empty set, then exchange |

# %% [markdown]
# ## Hand in
#
# Save the notebook, run the last cell, and upload the file that it names.
