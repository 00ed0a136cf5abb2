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
# # Problem set 0 · Does handing in work?
#
# **You learn** how to answer, how to check the form of an answer, how to practise, how to hand in, and what feedback
# looks like, from the computer and from a person.
# **Time** about 22 minutes. **Points** 8, of which 2 are given by hand.
#
# Run the cells from top to bottom. `show("q1")` brings the question and, below it, what you click to give your answer.
# It is recorded at once, in a file beside the notebook, where no reload or restart can lose it; it is not a mark yet.
# Practise for as long as you like: `show("q1", practice=1)` asks a similar question that is judged at once, and
# `hint("q1", 1)` helps, in three levels. If you would rather type, replace the three dots in the cell below the
# question and run it: `check` tells you whether your answer has the right form, and records it as well.

# %% [markdown]
# ## 1 · Count (1 point, 2 min)
#
# An answer can be a number. This one only shows you how to give an answer: look at the picture, count, and enter the
# number below it.

# %% question="q1" type="count_arrows" points=1 difficulty=1 variants=false

# %% [markdown]
# ## 2 · Read (2 points, 4 min)
#
# An answer can be a set of words. A tower is accepted if some path from your post reads all of it, from the bottom,
# and ends on the station with the tower.

# %% question="q2" type="accepted" points=2 difficulty=1

# %% [markdown]
# ## 3 · Walk (1 point, 3 min)
#
# An answer can be a path: the stations in the order in which you pass them, from your post to the end. Every accepted
# word has such a witness, and the feedback will often show you one.

# %% question="q3" type="accepting_path" points=1 difficulty=1

# %% [markdown]
# ## 4 · Where could you be? (1 point, 3 min)
#
# You have walked a few cones up the tower, and somebody asks where you stand. If there was a choice on the way, there
# may be several answers; if no arrow fitted, there is none. The question calls the set of these stations δ̂(q0, w);
# unit 1 explains the name.

# %% question="q4" type="delta_hat" points=1 difficulty=1

# %% [markdown]
# ## 5 · Choose the word (1 point, 4 min)
#
# An answer can be a single word. This question is set as on paper: states instead of stations, an arrow at the start,
# a second line around each accepting state. If you get stuck, call `hint("q5", 1)`, then `hint("q5", 2)`, and see
# whether you need the third one.

# %% question="q5" type="shortest_word" points=1 difficulty=2 skin="textbook"

# %% [markdown]
# ## 6 · An automaton at home (2 points, 6 min)
#
# Some questions, like this one, are read by a person. Name something from everyday life that behaves like a finite
# automaton (a ticket machine, a traffic light, a door …). Say in three to five sentences what its states are, which
# symbols it reads, and give one transition. Marked by hand: states and symbols 1, transition 1.

# %% [markdown] question="q6" type="manual" points=2
# **Model answer.** A turnstile at a swimming pool. States: locked and unlocked; it starts locked. It reads two symbols,
# *coin* and *push*. In the state locked the symbol coin leads to unlocked; push leads back to locked: nothing happens.
# In unlocked, push leads to locked.
#
# | points | for |
# |---|---|
# | 1 | states and symbols are both named, finitely many of each, and not mixed up |
# | 1 | a transition that names state, symbol and next state |

# %% [markdown]
# ## Hand in
#
# Save the notebook, run the last cell, and upload the file that it names. It lists what it found for each question;
# if a cell says something other than what was recorded, it stops and names the question.
