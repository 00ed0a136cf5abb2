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
# # Problem set 3 · Expressions, complement, product
#
# **You learn** to go from boards to expressions and back, to build complement and intersection, and to settle with one
# word whether two boards are the same. Rings do not matter: a tower wins if the automaton accepts it.
# **Time** about 74 minutes. **Points** 32, of which 5 are given by hand.
#
# Everybody works on boards of their own. `show("q1", practice=1)` asks a similar question whose answer is judged at once
# with `check("q1", your_answer, practice=1)`; `hint("q1", 1)` helps, in three levels. Run the cell of an
# answer: `check("q1", answer)` at its end looks at the form only, and records the answer for `submit()`.

# %% [markdown]
# ## 1 · Say it in one line (4 points, 8 min)
#
# A board on the telephone: you may use letters, brackets, `|`, `*`, `+` and `?`, and nothing else. Write one equation for
# each station and solve them backwards from the tower; a loop becomes a star.

# %% question="q1" type="regex_of_board" points=4 difficulty=2

# %% [markdown]
# ## 2 · From the line back to the board (5 points, 10 min)
#
# Kleene's theorem has two directions. Lay arrows that accept exactly this language. Nothing leaves the tower's station, so
# a star has to be read before the last step.

# %% question="q2" type="board_for_regex" points=5 difficulty=2

# %% [markdown]
# ## 3 · All towers that lose (4 points, 10 min)
#
# A referee wants an automaton that says yes when a tower *loses*. Careful: exchanging accepting and other stations on
# the board does not do it. Why not, is the question at the end of this set.

# %% question="q3" type="losing_towers" points=4 difficulty=2

# %% [markdown]
# ## 4 · Both win (5 points, 12 min)
#
# Two players, one set of arrows, two posts. With which towers do both have a way to the end? Run the two automata side
# by side and remember a pair of states, or a pair of sets.

# %% question="q4" type="product" points=5 difficulty=2

# %% [markdown]
# ## 5 · Only you (3 points, 8 min)
#
# What a player really wants: a tower that wins for player 1 and not for player 2. The shortest one is found in the
# product, with another condition for acceptance.

# %% question="q5" type="shortest_only_one" points=3 difficulty=4

# %% [markdown]
# ## 6 · The same or not? (3 points, 8 min)
#
# Two boards with different arrows may accept the same words; looking does not help. Either you find a word that tells
# them apart, or there is none, and then `None` is the answer. No arrow is exempt from suspicion.

# %% question="q6" type="equivalence" points=3 difficulty=3

# %% [markdown]
# ## 7 · Free rides (3 points, 8 min)
#
# Union is easiest with steps that read nothing. Such steps are convenient on paper and useless on a board: take them out
# without changing the language. States from which a free ride leads to acceptance accept as well.

# %% question="q7" type="remove_epsilon" points=3 difficulty=2

# %% [markdown]
# ## 8 · The referee's mistake (5 points, 10 min)
#
# Somebody builds the complement of a board by making every station accepting that was not, and the other way round.
#
# 1. Give a board of at most three stations for which the result is *not* the complement, and a word that proves it.
# 2. Say for which automata the exchange is right, and where your board violates this. There are two different ways to
#    violate it: name both.
# 3. Give the right construction in one sentence.
#
# Marked by hand: counterexample 2, conditions 2, construction 1.

# %% [markdown] question="q8" type="manual" points=5
# **Model answer.** Board `bA>B bA>C`, start A, tower on C; `b` is accepted by the run A, C. After the exchange A and B
# accept, and `b` is accepted again, by the run A, B: a word and its complement would both contain `b`. The exchange is
# right for automata with *exactly one* complete run on every word, as deterministic and complete ones have. The board is
# nondeterministic (two black arrows leave A: with several complete runs on a word, some may accept and others not), and it
# is incomplete (no white arrow leaves A: the word `w` has no complete run, is rejected before and after the exchange).
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
