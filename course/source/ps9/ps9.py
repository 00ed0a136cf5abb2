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
# # Problem set 9 · Amakta: a game is a transition system
#
# **You learn** to count up to symmetry, to explore all states of a small game, and to solve it backwards from the end.
# **Time** about 72 minutes. **Points** 27, of which 5 are given by hand.
#
# Everybody works on questions of their own. `show("q1")` brings the question and, below it, what you click to give
# your answer; it is recorded at once. `show("q1", practice=1)` asks a similar question that is judged at once;
# `hint("q1", 1)` helps, in three levels. Typing works as well: `check("q1", answer)` looks at the form only, and records
# the answer for `submit()`.

# %% [markdown]
# ## 1 · Stones for a smaller world (2 points, 6 min)
#
# The rulebook's 86,185 stones belong to six directions and ten contents. Begin with fewer, and list them. Note which
# stones the question calls the same, and which ones it asks for.

# %% question="q1" type="stone_count" points=2 difficulty=2 variants=false

# %% [markdown]
# ## 2 · Too many to list (4 points, 10 min)
#
# Nobody would list these by hand. Burnside's lemma helps: the number of stones is the *average* number of codes
# that a symmetry leaves unchanged. For every symmetry (rotations, and reflections if mirror images are the same stone)
# find the cycles in which it moves the directions.

# %% question="q2" type="stone_count" points=4 difficulty=5 variants=false

# %% [markdown]
# ## 3 · How large is the game? (3 points, 8 min)
#
# A state is the situation *and* who is to move. Breadth-first search finds them all: start, follow every legal move, and
# stop when nothing new turns up. But before you list anything, think about what can be reached at all.

# %% question="q3" type="reachable_positions" points=3 difficulty=4

# %% [markdown]
# ## 4 · There and back again (3 points, 8 min)
#
# A game that goes in circles never ends; that is what the repetition rule is for. Find the quickest way back to
# exactly the same state, without passing, and mind whose turn it is when you arrive.

# %% question="q4" type="shortest_cycle" points=3 difficulty=3

# %% [markdown]
# ## 5 · Who wins? (3 points, 8 min)
#
# With perfect play, every state of a finite game is won for White, won for Black, or drawn. Begin at the end: a state
# is won for the player to move if *some* move leads to one that this player wins, and lost if *all* moves lead to
# states that the other player wins.

# %% question="q5" type="mini_winner" points=3 difficulty=3

# %% [markdown]
# ## 6 · Who wins a larger game? (4 points, 12 min)
#
# The same again, with more states. Work layer by layer, as in the lecture: each layer of an attractor needs only the
# layers before it, and what is left when no state can be added is a draw.

# %% question="q6" type="mini_winner" points=4 difficulty=4

# %% [markdown]
# ## 7 · Buttons and a lamp (3 points, 8 min)
#
# A vending machine shows which of its buttons work, and has a lamp that is lit in accepting states. Which of its states
# would somebody who sees nothing else confuse, however long they watch? Two states go into one block if each step of
# one can be answered by a step of the other, and so on for ever. Careful: accepting the same words is not enough.

# %% question="q7" type="bisimilar" points=3 difficulty=3 skin="textbook"

# %% [markdown]
# ## 8 · No finite automaton (5 points, 12 min)
#
# On the unbounded plane of Amakta Infinit a lone stone can walk away for ever. Leave aside the rule that ends a game after 86,185 quiet moves, and
# describe each move as seen from the stone: "turn, pointing east", "one field to the west, pointing west", "pass". So there are finitely many moves.
#
# 1. Show that infinitely many situations can be reached from one start, although each state has only finitely many moves.
# 2. Does it follow that no finite automaton accepts the set of legal move sequences? Say what you would have to show in
#    addition (think of prefixes with different futures), and sketch it for the walk in 1.
# 3. On a finite board the third occurrence of a situation ends the game. Explain why every game is finite then, and give a
#    bound in terms of the number m of situations.
#
# Marked by hand: infinitely many 1, futures 2, bound 2.

# %% [markdown] question="q8" type="manual" points=5
# **Model answer.** Each step of the stone leads one field further from the start; the situations differ in the
# position of the stone, so there are at least as many of them as steps, without bound. From each state there are
# finitely many stones and fields within reach, so finitely many moves. Infinitely many situations are not enough: two
# of them might allow the same continuations. We need infinitely many prefixes that are pairwise inequivalent (Myhill and
# Nerode). After i steps to the west the stone points west. Next to its base it can still step east, because one arrow
# of its owner always points at the base; at any other field it cannot, because nothing points at the field behind it.
# So let it turn east, go back i − 1 fields, pointing west again at the last of these steps, and then step east once
# more (for i = 1 this step alone), while the opponent passes. After i steps that is legal, and after j ≠ i steps it
# is not: this continuation tells the prefixes for i and j apart, for all i ≠ j. Finite board: the third occurrence
# ends the game, so before the last move every situation has occurred at most twice. At most 2m turns begin without
# ending the game, so a game has at most 2m moves.
#
# | points | for |
# |---|---|
# | 1 | infinitely many situations from a walk, finitely many moves each |
# | 1 | what must be shown: infinitely many pairwise inequivalent prefixes, not merely different situations |
# | 1 | a separating continuation for two prefixes of the walk |
# | 1 | by the pigeonhole principle some situation occurs three times in a long game |
# | 1 | a bound such as 2m moves (2m + 1 is accepted) |

# %% [markdown]
# ## Hand in
#
# Save the notebook, run the last cell, and upload the file that it names.
