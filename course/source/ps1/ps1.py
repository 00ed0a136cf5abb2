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
# # Problem set 1 · A board is an NFA
#
# **You learn** to write a board as a five-tuple, to follow all runs at once, to count words, and to build a board that
# reads what you want it to read. Rings do not matter here: a tower wins if the automaton accepts it.
# **Time** about 71 minutes. **Points** 32, of which 4 are given by hand.
#
# Everybody works on questions of their own. `show("q1")` brings the question and, below it, what you click to give
# your answer; it is recorded at once. `show("q1", practice=1)` asks a similar question that is judged at once;
# `hint("q1", 1)` helps, in three levels. Typing works as well: `check("q1", answer)` looks at the form only, and records
# the answer for `submit()`.

# %% [markdown]
# ## 1 · The five parts (3 points, 6 min)
#
# Before a theory can say anything about a board, the board must be written down without a picture. Two people who
# write down the same five parts play on the same board, whatever the cardboard looks like.

# %% question="q1" type="five_tuple" points=3 difficulty=2

# %% [markdown]
# ## 2 · Where may the token stand? (2 points, 4 min)
#
# A player walks one path. The automaton walks all of them: after a word it knows every station on which a player
# could be standing by now. Where no arrow of the right colour leads on, the token is taken away.

# %% question="q2" type="delta_hat" points=2 difficulty=2

# %% [markdown]
# ## 3 · The shortest word (2 points, 5 min)
#
# On paper, stations are states and a board is a diagram. Which is the shortest word that is accepted? You find it by
# breadth-first search, the search that your opponent does in their head when looking for a threat.

# %% question="q3" type="shortest_word" points=2 difficulty=2 skin="textbook"

# %% [markdown]
# ## 4 · How likely is a good tower? (3 points, 8 min)
#
# Before the tower is drawn, a player would like to know how many towers are good. Words are counted here, not
# runs: a tower with three accepting runs counts once.

# %% question="q4" type="count_words" points=3 difficulty=4

# %% [markdown]
# ## 5 · Build it (5 points, 10 min)
#
# Now the other way round: you are given the language and build the board. Lay arrows so that the good towers win and
# no others of this height do. Every arrow that serves one word may let in another.

# %% question="q5" type="board_for_words" points=5 difficulty=2

# %% [markdown]
# ## 6 · Arrows for nothing (4 points, 8 min)
#
# Two players have laid arrows for an hour. Some of these arrows will never be used by any winning tower, however
# high: their tail is never reached, or no path from their head leads to the tower. Find them all.

# %% question="q6" type="useless_arrows" points=4 difficulty=3

# %% [markdown]
# ## 7 · Teach it to the computer (5 points, 12 min)
#
# Write ten lines of Python that decide whether a tower wins. Your function is called with boards that you have not
# seen. A function that tries only one path will be caught.

# %% question="q7" type="write_accepts" points=5 difficulty=3 seconds=20

# %% [markdown]
# ## 8 · Sets, on paper (4 points, 8 min)
#
# The same question as on the board, drawn as textbooks do. Read the word from the left and write down after each
# symbol the set of states in which the automaton may be. A slip in one row does not ruin the rest: what follows
# correctly from it still earns something.

# %% question="q8" type="token_sets" points=4 difficulty=3 skin="textbook"

# %% [markdown]
# ## 9 · In your own words (4 points, 10 min)
#
# A friend says: *"An automaton with a choice is unfair. It has to guess right at the first station, and if it guesses
# wrong, the tower is lost."*
#
# Answer in about eight sentences. Say what acceptance by an NFA means, give a board of at most four stations (a list of
# arrows is enough) and a word on which one run dies and another accepts, and say which words of your board would still
# be accepted if your friend were right. Marked by hand: definition 1, example 2, consequence 1.

# %% [markdown] question="q9" type="manual" points=4
# **Model answer.** A word is accepted if *some* complete run on it ends in an accepting state; runs that die, or that
# end elsewhere, do no harm. Board: `bA>B bA>C wB>D` with start A and tower on D. On `bw` the run A, C is partial: it
# dies, because no white arrow leaves C. The run A, B, D is complete and ends on D, so `bw` is accepted. Nobody
# guesses: the set of active stations goes {A}, {B, C}, {D}, and the last one contains D. If no run were allowed to
# die, the language would be a different one: here it would be empty, because `bw` is the only word that is accepted
# now.
#
# | points | for |
# |---|---|
# | 1 | acceptance means that some complete run accepts (0.5 if it is not said that the whole word is read) |
# | 1 | a board with a real choice: two arrows of one colour leave a station |
# | 1 | a word with one accepting run and one that dies or ends elsewhere, both given |
# | 1 | your friend's reading gives a different language, with a word that is lost |

# %% [markdown]
# ## Hand in
#
# Save the notebook, run the last cell, and upload the file that it names.
