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
# # Problem set 5 · What no automaton can do
#
# **You learn** to prove that states are needed: by prefixes that must not be confused, and by the pump. What needs infinitely many states is beyond every finite automaton.
# **Time** about 86 minutes. **Points** 37, of which 6 are given by hand.
#
# Everybody works on questions of their own. `show("q1")` brings the question and, below it, what you click to give
# your answer; it is recorded at once. `show("q1", practice=1)` asks a similar question that is judged at once;
# `hint("q1", 1)` helps, in three levels. Typing works as well: `check("q1", answer)` looks at the form only, and records
# the answer for `submit()`.

# %% [markdown]
# ## 1 · Two that must not be confused (3 points, 8 min)
#
# Here is a board. Find two prefixes of towers that it must not confuse, and a suffix that shows this: with these
# three words anybody can check that the two need different states.

# %% question="q1" type="inequivalent_prefixes" points=3 difficulty=4

# %% [markdown]
# ## 2 · A bound for NFAs too (4 points, 10 min)
#
# On paper there is no board, only a rule for the words. How many states must an NFA for this language have? A table of
# pairs proves a bound that no clever choice of transitions can get round.

# %% question="q2" type="fooling_set" points=4 difficulty=4 skin="textbook"

# %% [markdown]
# ## 3 · Round and round (3 points, 7 min)
#
# A finite board with infinitely many winning towers has a path that comes back to a station it has visited before.
# Find such a cycle that is of use (it can be reached from the start, and the tower can be reached from it), or say
# that there is none.

# %% question="q3" type="infinite_cycle" points=3 difficulty=3

# %% [markdown]
# ## 4 · A proof from parts (4 points, 9 min)
#
# No finite automaton accepts exactly this language. The proof follows the recipe of the lecture: infinitely many
# prefixes, and suffixes that tell them apart. The parts you need are mixed with others that prove nothing.

# %% question="q4" type="nonregular_proof" points=4 difficulty=3 skin="textbook"

# %% [markdown]
# ## 5 · Take it apart (4 points, 8 min)
#
# This tower wins, and its path over the board comes to some station twice. Take it apart as x, y and z so that it still
# wins with any number of y's in the middle.

# %% question="q5" type="pumping" points=4 difficulty=2

# %% [markdown]
# ## 6 · Against the pump (4 points, 9 min)
#
# Now the opponent claims that a language is regular. Your plan has to win whatever p is named and however the word is
# split; then it is a proof.

# %% question="q6" type="pumping_game" points=4 difficulty=3 skin="textbook" variants=false

# %% [markdown]
# ## 7 · What may be confused (4 points, 9 min)
#
# Not everything has to be remembered. Which of these prefixes of towers may a board confuse, because every suffix
# that wins after one also wins after the other? Put prefixes that it may confuse with each other into the same block.

# %% question="q7" type="nerode_classes" points=4 difficulty=3

# %% [markdown]
# ## 8 · Which of these? (5 points, 12 min)
#
# Here are languages that sound alike. Some have finitely many classes, some infinitely many; say which, and give the
# reason that applies.

# %% question="q8" type="regular_or_not" points=5 difficulty=4 skin="textbook"

# %% [markdown]
# ## 9 · Brackets in a protocol (6 points, 14 min)
#
# A protocol has two messages: `o` opens a file, `c` closes the one that was opened last. A session is legal if nothing is
# closed that is not open, and nothing is open at its end.
#
# 1. Prove that no finite automaton accepts exactly the legal sessions. Name infinitely many prefixes, and for any two of
#    them a suffix that tells them apart.
# 2. The server allows at most three open files. Give an automaton for the legal sessions now, with the meaning of each
#    state, and say what becomes of your proof.
#
# Marked by hand: prefixes 2, suffixes 2, automaton 1, what becomes of the proof 1.

# %% [markdown] question="q9" type="manual" points=6
# **Model answer.** Prefixes: oⁱ for i = 0, 1, 2, … For i ≠ j the suffix cⁱ tells oⁱ and oʲ apart: oⁱcⁱ is legal; oʲcⁱ
# is not: if j < i something is closed that is not open, if j > i files stay open. So all these prefixes are in
# different classes of the Myhill–Nerode relation, and an automaton would need a state for each. With three files at
# most: states 0, 1, 2, 3, for the number of open files, start and accepting state 0, `o` from n to n + 1 for n < 3,
# `c` from n to n − 1 for n > 0 (and a trap, if the automaton is to be complete). The proof now gives four
# prefixes, ε, o, oo, ooo, and any word with four files open leads to the trap: finitely many classes.
#
# | points | for |
# |---|---|
# | 1 | infinitely many prefixes are named |
# | 1 | they are given by a pattern that makes clear which they are |
# | 1 | a suffix for any two of them |
# | 1 | both halves of the reason: one word is legal, the other is not |
# | 1 | the automaton for three files, with the meaning of its states |
# | 1 | what becomes of the proof: only so many prefixes are still told apart |

# %% [markdown]
# ## Hand in
#
# Save the notebook, run the last cell, and upload the file that it names.
