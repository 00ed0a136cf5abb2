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
# # Problem set 3 · Regular expressions
#
# **You learn** to go from boards and automata to expressions and back, and to see when two expressions mean the same.
# Rings do not matter: a tower wins if the automaton accepts it.
# **Time** about 74 minutes. **Points** 33, of which 5 are given by hand.
#
# Everybody works on questions of their own. `show("q1")` brings the question and, below it, what you click to give
# your answer; it is recorded at once. `show("q1", practice=1)` asks a similar question that is judged at once;
# `hint("q1", 1)` helps, in three levels. Typing works as well: `check("q1", answer)` looks at the form only, and records
# the answer for `submit()`.

# %% [markdown]
# ## 1 · Say it in one line (4 points, 8 min)
#
# Describe a board over the telephone: you may use symbols, brackets, `|`, `*`, `+` and `?`, and nothing else. Take the
# stations out one by one, as in the lecture; a loop becomes a star.

# %% question="q1" type="regex_of_board" points=4 difficulty=2

# %% [markdown]
# ## 2 · From the line back to the board (5 points, 10 min)
#
# Kleene's theorem has two directions. Lay arrows that accept exactly this language. Nothing leaves the tower's
# station, so every star has to be read before the last step.

# %% question="q2" type="board_for_regex" points=5 difficulty=2

# %% [markdown]
# ## 3 · Which words belong? (2 points, 5 min)
#
# Now as on paper, over another alphabet. Read the expression from the outside in: what is the last operation that is
# carried out? Then take the words one by one.

# %% question="q3" type="words_of_regex" points=2 difficulty=3

# %% [markdown]
# ## 4 · Equations (3 points, 7 min)
#
# Here is something new, in a few lines. Write an equation for each state: X = a Y | b Z says that a leads from X to Y
# and b to Z, and ε is added where X accepts. Arden's rule solves one equation: if A does not contain the empty word,
# X = A X | B has exactly one solution, X = A* B. (Read some A's, then a B.) Put the solution into the other
# equations, and go on.

# %% question="q4" type="arden" points=3 difficulty=3

# %% [markdown]
# ## 5 · One state fewer (3 points, 8 min)
#
# The other way to an expression removes states one by one. A path that went through the state now goes past it, and
# the expression on the new arrow says what was read on the detour.

# %% question="q5" type="eliminate_state" points=3 difficulty=3

# %% [markdown]
# ## 6 · From the line to the diagram (4 points, 9 min)
#
# Now without a board's limits: any number of states, loops, several accepting states. Draw an automaton for the
# expression; it need not be the smallest.

# %% question="q6" type="automaton_of_regex" points=4 difficulty=3

# %% [markdown]
# ## 7 · The same or not? (3 points, 7 min)
#
# Two expressions may look different and mean the same, or look alike and differ on one word. Find that word, or say
# that there is none.

# %% question="q7" type="regex_equal" points=3 difficulty=3

# %% [markdown]
# ## 8 · A lexer (4 points, 10 min)
#
# A lexer cuts a program into numbers, identifiers, strings and comments, and an expression tells it what each kind
# looks like. Write the expression for one of them.

# %% question="q8" type="lexer" points=4 difficulty=4

# %% [markdown]
# ## 9 · Two stars (5 points, 10 min)
#
# A friend writes `(b|w)*` as `(b*|w*)` "because the star may go to each part", and `(b*w)*` as `(b|w)*`.
#
# 1. For each of the two: a word that belongs to one expression and not to the other, and why.
# 2. Repair the second one: give an expression that begins with `(b*w)*` and describes all words over b and w, and say
#    in one sentence why it is right.
#
# Marked by hand: first expression 2, second expression 2, repair 1.

# %% [markdown] question="q9" type="manual" points=5
# **Model answer.** `bw` belongs to `(b|w)*` and not to `(b*|w*)`: there one symbol is chosen once and for all.
# `b` belongs to `(b|w)*` and not to `(b*w)*`: every round of that star ends with a `w`, so a word of it is empty or
# ends with `w`. Repair: `(b*w)*b*`. Cut any word after each `w`; every piece has the form b…bw, and what is left at the
# end has the form b…b.
#
# | points | for |
# |---|---|
# | 1 | a word with both symbols for the first pair |
# | 1 | the reason: the choice is made once, before the star |
# | 1 | a word that ends with b for the second pair |
# | 1 | the reason: every round ends with w |
# | 1 | a right repair with a reason |

# %% [markdown]
# ## Hand in
#
# Save the notebook, run the last cell, and upload the file that it names.
