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
# # Problem set 8 · Intelligenz gegen Automat
#
# **You learn** to update the machine by hand, to compute its chances exactly, and to tell what it has learned from what was luck.
# **Time** about 85 minutes. **Points** 33, of which 5 are given by hand.
#
# Everybody works on questions of their own. `show("q1")` brings the question and, below it, what you click to give
# your answer; it is recorded at once. `show("q1", practice=1)` asks a similar question that is judged at once;
# `hint("q1", 1)` helps, in three levels. Typing works as well: `check("q1", answer)` looks at the form only, and records
# the answer for `submit()`.

# %% [markdown]
# ## 1 · One lost game (3 points, 6 min)
#
# The machine has no idea of the game. It draws a marker, plays it, and after a defeat one marker is removed for good.
# Which one? Do it once by hand, and nothing about it is mysterious any more.

# %% question="q1" type="machine_update" points=3 difficulty=2

# %% [markdown]
# ## 2 · Several games, won and lost (4 points, 10 min)
#
# A longer training session. Mind what happens after a game that the machine *wins*, and what an empty box means.

# %% question="q2" type="machine_update" points=4 difficulty=4

# %% [markdown]
# ## 3 · Where all is lost (3 points, 8 min)
#
# Before you can say what the machine should learn, you must know what perfect play is. Work backwards from the goal: a
# field is lost if every move from it leads to a field that is won for the other player.

# %% question="q3" type="losing_fields" points=3 difficulty=3

# %% [markdown]
# ## 4 · A fresh machine (3 points, 8 min)
#
# The answer is a fraction, and needs no simulation. The machine draws its markers with equal chances; the opponent
# moves as described. Add up the probabilities of all games that it wins.

# %% question="q4" type="win_probability" points=3 difficulty=2 variants=false

# %% [markdown]
# ## 5 · One lesson later (4 points, 12 min)
#
# Here is the same machine after one training game. Which markers may be gone then, and with which probabilities? Each
# outcome of the lesson is a state of a Markov chain; average over them.

# %% question="q5" type="win_probability" points=4 difficulty=3 variants=false

# %% [markdown]
# ## 6 · A tower from the bag (4 points, 10 min)
#
# A machine that draws its moves at random has a chance of winning; so does a tower that is drawn from the bag. The
# cones are not put back, so the words are not equally likely. Which words win, and how likely is each of them?

# %% question="q6" type="chance" points=4 difficulty=4

# %% [markdown]
# ## 7 · Can it unlearn? (4 points, 8 min)
#
# Can a good marker ever be lost again? It depends on who is blamed. A claim that it can happen needs a trace: games that
# could really be played, after which the marker is gone.

# %% question="q7" type="unlearn_trace" points=4 difficulty=5

# %% [markdown]
# ## 8 · A random packet (3 points, 8 min)
#
# Chance is met outside games, too. A packet takes its symbols at random from a buffer (the urn of the question), and an
# automaton says whether it gets through. How likely is that? Count words, not runs.

# %% question="q8" type="chance" points=3 difficulty=3 skin="textbook"

# %% [markdown]
# ## 9 · With evidence (5 points, 15 min)
#
# *"The best teacher is a perfect teacher."* Argue for or against, for the machine on nine fields, with evidence of your
# own:
#
# 1. one number or curve for a perfect teacher and one for another teacher, saying how you got them (exactly, or simulated
#    with how many machines and which seed),
# 2. the reason: which positions does one of them lead to that the other does not?
# 3. one sentence on why "the machine learns because it is rewarded" is wrong here.
#
# Marked by hand: evidence 2, reason 2, sentence 1.

# %% [markdown] question="q9" type="manual" points=5
# **Model answer.** Expected numbers of games until play is perfect on all winnable fields, from the Markov chain
# (`matchbox.exact.expected_games`): a perfect teacher who chooses at random in lost positions needs fewer games than
# the rigid `perfect-1`, for which the number is infinite; `epsilon:0.3`, three moves in ten at random, needs fewer than
# the perfect one. Reason: blame falls on the last marker only, so a bad marker is removed only when the machine plays it
# and loses before it moves again. A perfect opponent leads the machine to a position that is *won* for the machine only
# when the opponent's own field is lost; a fallible one does so by mistake as well, and there the machine has to find the
# winning move. A rigid one repeats the same few games. Nothing is rewarded: after a win nothing changes. It only
# forgets moves that lost, and what it has forgotten cannot come back.
#
# | points | for |
# |---|---|
# | 1 | numbers or curves for two teachers |
# | 1 | how they were obtained: exact, or number of machines, games and seed, with some measure of uncertainty |
# | 1 | a position or kind of position that one teacher never or seldom leads to |
# | 1 | why that matters: blame is local, so only visited positions are learned |
# | 1 | nothing changes after a win: it learns by removal after a loss |

# %%
# A place to look at exact curves (this cell is not marked)
def chances(teacher, games):
    from matchbox.analysis import exact

    return exact.curve(teacher, games=games, tester="random").both

# %% [markdown]
# ## Hand in
#
# Save the notebook, run the last cell, and upload the file that it names.
