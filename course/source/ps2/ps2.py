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
# # Problem set 2 · Determinise and minimise
#
# **You learn** to make a board deterministic by following sets, to find the smallest number of states, and to prove that
# fewer will not do. Rings do not matter: a tower wins if the automaton accepts it.
# **Time** about 77 minutes. **Points** 32, of which 5 are given by hand.
#
# Everybody works on questions of their own. `show("q1")` brings the question and, below it, what you click to give
# your answer; it is recorded at once. `show("q1", practice=1)` asks a similar question that is judged at once;
# `hint("q1", 1)` helps, in three levels. Typing works as well: `check("q1", answer)` looks at the form only, and records
# the answer for `submit()`.

# %% [markdown]
# ## 1 · Sets of tokens become states (5 points, 10 min)
#
# Put a token on every station where somebody could stand. Each *set* of tokens is one state of a deterministic
# automaton. Give only the sets that can occur; if the set without any token occurs, it is one of them.

# %% question="q1" type="determinise" points=5 difficulty=2

# %% [markdown]
# ## 2 · What one can do, the other can answer (2 points, 6 min)
#
# Here is something new, which unit 9 will take further: some stations are, in effect, duplicates. Sort the stations
# into as few groups as possible, so that this holds for any two stations of a group: every arrow that leaves one of
# them is matched by an arrow of the same colour that leaves the other, and the two arrows lead into the same group.
# The station with the tower is a group of its own.

# %% question="q2" type="bisimilar" points=2 difficulty=3

# %% [markdown]
# ## 3 · Merge what nobody can tell apart (4 points, 10 min)
#
# Start with two blocks, the accepting states and the others, and split a block whenever a symbol leads two of its
# states into different blocks. What can no longer be split is one state.

# %% question="q3" type="minimise" points=4 difficulty=3 skin="textbook"

# %% [markdown]
# ## 4 · Prefixes with the same future (4 points, 8 min)
#
# Myhill and Nerode need no automaton at all. Take the lower parts of two towers: if the same upper parts make both of
# them win, the difference between them will never matter again.

# %% question="q4" type="nerode_classes" points=4 difficulty=2

# %% [markdown]
# ## 5 · The word that tells (2 points, 6 min)
#
# Two prefixes look alike to you, but not to the automaton. Find the shortest suffix with which exactly one of them is
# accepted. It is a certificate: nobody can argue with it.

# %% question="q5" type="separating_suffix" points=2 difficulty=3 skin="textbook"

# %% [markdown]
# ## 6 · Find a pair yourself (3 points, 8 min)
#
# Now choose the two prefixes yourself. Any such pair proves that every deterministic automaton for this language
# needs two different states for them, however cleverly it is built.

# %% question="q6" type="inequivalent_prefixes" points=3 difficulty=3

# %% [markdown]
# ## 7 · A vending machine (4 points, 9 min)
#
# The machine must know at any moment whether its flap is open. It has no paper, only states: what must it remember
# about the coins so far? Draw the automaton for the rules below.

# %% question="q7" type="vending_machine" points=4 difficulty=4

# %% [markdown]
# ## 8 · Lost, and found again (3 points, 8 min)
#
# Something new again: you wake up in an unknown state and see nothing. Some automata can be brought into a known
# state all the same, by a word that works from everywhere. How long the shortest such word can get is still an open
# problem (Černý's conjecture).

# %% question="q8" type="synchronising_word" points=3 difficulty=3

# %% [markdown]
# ## 9 · Why it must explode (5 points, 12 min)
#
# For every n ≥ 1 let Lₙ be the language of all words over {b, w} whose n-th symbol *from the end* is b.
#
# 1. Give an NFA for Lₙ with n + 1 states (a drawing in words is enough).
# 2. Prove that no complete DFA for Lₙ has fewer than 2ⁿ states.
#
# Use prefixes with different futures, as in questions 4 to 6. Marked by hand: NFA 1, proof 4.

# %% [markdown] question="q9" type="manual" points=5
# **Model answer.** NFA: state 0 with loops on b and w and an arrow b to 1; arrows on b and w from i to i + 1 for 1 ≤
# i < n; n accepts. It guesses which symbol is the n-th from the end. Lower bound: let u ≠ v be words of length n, and
# let them differ at position i (counted from 1), say u has b there and v has w. Let z be any word of length i − 1. In
# uz and vz the n-th symbol from the end is the one at position i, so uz ∈ Lₙ and vz ∉ Lₙ. If a DFA were in the same
# state after u and after v, it would be in the same state after uz and vz, and would accept both or neither. So the
# 2ⁿ words of length n lead to 2ⁿ different states.
#
# | points | for |
# |---|---|
# | 1 | an NFA with n + 1 states that accepts exactly Lₙ |
# | 1 | the idea: inequivalent prefixes lead to different states of any DFA |
# | 1 | a suitable family: all 2ⁿ words of length n |
# | 2 | a separating suffix for *any* two of them, of the right length, with the reason (1 if only for an example) |

# %% [markdown]
# ## Hand in
#
# Save the notebook, run the last cell, and upload the file that it names.
