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
# **You learn** to prove that states are needed: by prefixes that must not be confused, and by the pump. What needs
# infinitely many of them no automaton can do.
# **Time** about 70 minutes. **Points** 29, of which 6 are given by hand.
#
# Everybody works on questions of their own. `show("q1")` brings the question and, below it, what the answer is clicked
# together with; it is recorded at once. `show("q1", practice=1)` asks a similar question that is judged at once;
# `hint("q1", 1)` helps, in three levels. Typing works as well: `check("q1", answer)` looks at the form only, and records
# the answer for `submit()`.

# %% [markdown]
# ## 1 · What must be told apart (4 points, 9 min)
#
# Before anything is proved, look at what a board has to remember. Which of these beginnings of towers may be confused,
# because every end that wins after one wins after the other? Put those into one block.

# %% question="q1" type="nerode_classes" points=4 difficulty=3

# %% [markdown]
# ## 2 · The end that tells (2 points, 6 min)
#
# As on paper: two beginnings that must not be confused. The proof is one word, and the shortest one is asked for.

# %% question="q2" type="separating_suffix" points=2 difficulty=4 skin="textbook"

# %% [markdown]
# ## 3 · Two that must not be confused (3 points, 8 min)
#
# Now find such a pair yourself. Two prefixes and a suffix: with these three words anybody can check that one state is
# not enough for both.

# %% question="q3" type="inequivalent_prefixes" points=3 difficulty=4

# %% [markdown]
# ## 4 · How many states? (3 points, 8 min)
#
# The number of classes of the Myhill–Nerode relation is the number of states of the smallest complete DFA. Here the whole
# automaton is given, so you can count them: take it as a DFA, and put together what no suffix tells apart.

# %% question="q4" type="minimal_states" points=3 difficulty=3 skin="textbook"

# %% [markdown]
# ## 5 · Round and round (3 points, 7 min)
#
# A finite board with infinitely many winning towers has a way that comes back to where it was. Find one that is of use:
# reached from the start, and with a way to the tower.

# %% question="q5" type="infinite_cycle" points=3 difficulty=3

# %% [markdown]
# ## 6 · Take it apart (4 points, 9 min)
#
# The pumping lemma takes a long word apart as u = xyz. On paper: choose x, y and z so that with any number of y's it stays in
# the language.

# %% question="q6" type="pumping" points=4 difficulty=4 skin="textbook"

# %% [markdown]
# ## 7 · A motif in a gene (4 points, 9 min)
#
# A program that looks for a motif in a DNA strand reads it once and must not go back. How much of what it has read must
# it remember? Here two of the four bases are left, and the rule is told in a sentence. Draw the automaton.

# %% question="q7" type="dfa_of_description" points=4 difficulty=5

# %% [markdown]
# ## 8 · Brackets in a protocol (6 points, 14 min)
#
# A protocol has two messages: `o` opens a file, `c` closes the one that was opened last. A session is legal if nothing is
# closed that is not open, and nothing is open at its end.
#
# 1. Prove that no finite automaton accepts exactly the legal sessions. Name infinitely many prefixes, and for any two of
#    them a suffix that tells them apart.
# 2. The server allows three open files at most. Give an automaton for the legal sessions now, with the meaning of each
#    state, and say what becomes of your proof.
#
# Marked by hand: prefixes 2, suffixes 2, automaton 1, what becomes of the proof 1.

# %% [markdown] question="q8" type="manual" points=6
# **Model answer.** Prefixes: oⁱ for i = 0, 1, 2, … For i ≠ j the suffix cⁱ tells oⁱ and oʲ apart: oⁱcⁱ is legal; oʲcⁱ is not:
# if j < i something is closed that is not open, if j > i files stay open. So all these prefixes are in different classes of
# the Myhill–Nerode relation, and an automaton would need a state for each. With three files at most: states 0, 1, 2, 3, for
# the number of open files, start and accepting state 0, `o` from n to n + 1 for n < 3, `c` from n to n − 1 for n > 0 (and a
# dead state, if the automaton is to be complete). The proof now gives four prefixes, ε, o, oo, ooo, and any word with four
# files open joins the dead ones: finitely many classes.
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
