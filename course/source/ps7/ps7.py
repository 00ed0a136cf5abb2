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
# # Problem set 7 · Playing Finity
#
# **You learn** to look for wins and threats as edits of automata, and to tell a better player from a lucky one.
# **Time** about 87 minutes. **Points** 38, of which 5 are given by hand.
#
# Everybody works on questions of their own. `show("q1")` brings the question and, below it, what you click to give
# your answer; it is recorded at once. `show("q1", practice=1)` asks a similar question that is judged at once;
# `hint("q1", 1)` helps, in three levels. Typing works as well: `check("q1", answer)` looks at the form only, and records
# the answer for `submit()`.

# %% [markdown]
# ## 1 · One move to go (2 points, 5 min)
#
# A move edits δ, or the permissions. One edit is enough here: which one makes the tower accepted?

# %% question="q1" type="winning_move" points=2 difficulty=2

# %% [markdown]
# ## 2 · One move to go, on a larger board (4 points, 8 min)
#
# The same again, on a board with too many moves to try them all. Work from both ends: where can you stand after each
# prefix, and from where is the rest of the tower readable?

# %% question="q2" type="winning_move" points=4 difficulty=4

# %% [markdown]
# ## 3 · Attack (3 points, 6 min)
#
# A ring that no partial path reaches any more goes back to its owner. List *all* moves that cost the other player a ring:
# you lose points for each move that is missing, and for each one too many.

# %% question="q3" type="orphaning_moves" points=3 difficulty=2

# %% [markdown]
# ## 4 · Attack, with more on the board (4 points, 8 min)
#
# Rings that hang on a single arrow are easy prey; a second path of the right colours protects them. More arrows mean
# more paths, and turning an arrow may do what removing it does not.

# %% question="q4" type="orphaning_moves" points=4 difficulty=3

# %% [markdown]
# ## 5 · Defend (3 points, 8 min)
#
# The other player threatens to walk this tower. Which arrows must go so that no accepting run is left? Remove as few
# as possible, because each costs you a move. You are looking for a cut through all runs at once.

# %% question="q5" type="stop_tower" points=3 difficulty=3

# %% [markdown]
# ## 6 · A firewall (3 points, 8 min)
#
# The same cut on paper. States are machines, symbols are kinds of requests, and the word is an attack that was seen.
# Which connections does a firewall have to close so that the attack leads nowhere? Close as few as possible: somebody
# will miss each of them.

# %% question="q6" type="stop_tower" points=3 difficulty=3 skin="textbook"

# %% [markdown]
# ## 7 · How far away am I? (4 points, 7 min)
#
# How many arrows and rings are you away from a full path? Much of what a position is worth lies in this number. The strong
# player's evaluation is built on it, and yours in the next question may be, too.

# %% question="q7" type="moves_to_win" points=4 difficulty=3

# %% [markdown]
# ## 8 · Beat the greedy player (10 points, 25 min)
#
# The greedy player shortens its own path and never looks at yours: brave, quick, and blind. Write a function that
# says how good a position is for you. Looking one move ahead, it has to score at least 60 % in 200 games. The
# functions of `finity_edu.analysis` are yours to use; `to_win(position, seat)` gives a shortest plan with arrows and
# rings.

# %% question="q8" type="evaluation_function" points=10 difficulty=5 seconds=240

# %%
# A place to try your evaluation: 10 games against the greedy player (this cell is not marked)
def trial(evaluate, games=10):
    from finity_edu import Position
    from finity_edu.players import Arena, Custom, player

    own = Custom(lambda position, seat: evaluate(str(position), seat), "mine")
    return Arena([own, player("greedy")], games=games, seed=1).run()

# %% [markdown]
# ## 9 · Is it really better? (5 points, 12 min)
#
# You changed your evaluation. The old one won 112 of 200 games against the greedy player, the new one 121 of 200 other
# games; there were no draws.
#
# 1. Compute the 95 % interval for each probability (Wilson's, or p ± 1.96·√(p(1−p)/n)) and say what follows, and what
#    does not.
# 2. Roughly how many games would show a true difference of 4.5 percentage points?
# 3. Design a better experiment with the same number of games, and say why it is better.
#
# `finity_edu.players.wilson(wins, games)` computes the interval. Marked by hand: intervals 2, number 1, design 2.

# %% [markdown] question="q9" type="manual" points=5
# **Model answer.** 112/200 = 0.560, Wilson interval about 0.49 to 0.63; 121/200 = 0.605, about 0.54 to 0.67. The new
# one very probably wins more than half of its games against the greedy player; that cannot be said of the old one. It
# does not follow that the new one is better than the old one: the difference is 0.045 with a standard error of about
# √(2·0.24/200) ≈ 0.049. For 0.045 to be about two standard errors, 2·0.24/n ≈ 0.0225², so n ≈ 950 games each: about
# 1,000, rather more for good power. Better: let both versions play *the same* words from both seats against the
# greedy player and compare game by game (pairs: the luck of the word cancels), or let old and new play each other
# with exchanged seats. Fix the number of games beforehand.
#
# | points | for |
# |---|---|
# | 1 | both intervals, within a percentage point or two of Wilson's or the normal ones |
# | 1 | the conclusion: the new one wins more than half, but there is no proof that it is better than the old one |
# | 1 | a number of games of the right size (500 to 2,500 each) with a calculation |
# | 1 | pairing: same words, seats exchanged, or a direct match |
# | 1 | why: variance that both share cancels, or no peeking and a fixed number of games |

# %% [markdown]
# ## Hand in
#
# Save the notebook, run the last cell, and upload the file that it names.
