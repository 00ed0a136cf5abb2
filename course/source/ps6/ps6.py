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
# # Problem set 6 · Rings: bounded use
#
# **You learn** what it costs to come back, why a bound on visits makes every language finite, and what that does to the
# pumping lemma.
# **Time** about 69 minutes. **Points** 30, of which 5 are given by hand.
#
# Everybody works on questions of their own. `show("q1")` brings the question and, below it, what you click to give
# your answer; it is recorded at once. `show("q1", practice=1)` asks a similar question that is judged at once;
# `hint("q1", 1)` helps, in three levels. Typing works as well: `check("q1", answer)` looks at the form only, and records
# the answer for `submit()`.

# %% [markdown]
# ## 1 · The price of a tower (3 points, 8 min)
#
# Every station you *leave* costs you a ring there, except the very first departure from your post. Some paths cost
# less than others. Place as few rings as possible.

# %% question="q1" type="rings_needed" points=3 difficulty=3

# %% [markdown]
# ## 2 · Where may the next ring lie? (3 points, 6 min)
#
# A ring may be placed only where a partial path leads, and that path needs rings as well: every departure after the
# first costs a ring on the station that it leaves. Follow the tower from your post, and mind where the rings run out.

# %% question="q2" type="where_ring" points=3 difficulty=4

# %% [markdown]
# ## 3 · Accepted, and yet lost (3 points, 8 min)
#
# Some words are accepted by the arrows alone, but not with your rings. Find the shortest of them, and you know which
# ring to place next.

# %% question="q3" type="lost_by_rings" points=3 difficulty=3

# %% [markdown]
# ## 4 · From infinitely many to a handful (4 points, 8 min)
#
# Unfold the board: a state is now a station *together with* the rings that are left. This automaton has no cycles. How
# long is its longest word, and how many words are there?

# %% question="q4" type="ring_language_size" points=4 difficulty=2 variants=false

# %% [markdown]
# ## 5 · As far as the rings carry (3 points, 6 min)
#
# How much of a tower can you climb before the rings run out? The path need not win, but it must be legal to the last
# step, and the tower's station cannot be passed through.

# %% question="q5" type="longest_readable" points=3 difficulty=4

# %% [markdown]
# ## 6 · Pump it (3 points, 8 min)
#
# Leave the rings aside for a moment. A long word brings a small automaton into some state twice, and what is read in
# between can be repeated or left out. Find such a part.

# %% question="q6" type="pumping" points=3 difficulty=3 skin="textbook"

# %% [markdown]
# ## 7 · A train with a token (3 points, 7 min)
#
# On a single track a train may enter a section only with the token of that section: if the token is locked away,
# nobody gets through. Here the arrows are sections, and the symbols are the signals that a train obeys. Which tokens
# have to be locked away so that this sequence of signals leads no train to an accepting state? Lock away as few as
# possible.

# %% question="q7" type="stop_tower" points=3 difficulty=2 skin="textbook"

# %% [markdown]
# ## 8 · Every station once (3 points, 6 min)
#
# One colour, one ring on each station except those with your post and with the tower, and a tower with one cone fewer than
# the board has stations. Nothing else can pay for a departure, so a winning path visits every station exactly once: it is a
# Hamiltonian path. *Checking* a path takes seconds. *Finding* one is a problem for which nobody knows an algorithm that
# is fast in general.

# %% question="q8" type="hamilton" points=3 difficulty=4

# %% [markdown]
# ## 9 · Where the proof breaks (5 points, 12 min)
#
# Let a board have its post on A, and let r be the total number of rings of player 1 on it.
#
# 1. Prove: every word that player 1 wins with these rings has at most r + 1 symbols.
# 2. Conclude that the language with rings is regular.
# 3. Every regular language satisfies the pumping lemma. How can that be, although question 4 shows that ring words cannot
#    be pumped? Say precisely which part of the lemma's statement saves it.
#
# Marked by hand: bound 2, regular 1, lemma 2.

# %% [markdown] question="q9" type="manual" points=5
# **Model answer.** A path over n symbols makes n departures. The first one, from the post, is free; each of the other
# n − 1 uses up a ring on the station that it leaves, and a ring pays for only one departure. So n − 1 ≤ r. There are
# finitely many words of length at most r + 1, so the language is finite, and every finite language is regular (a
# union of single words). The pumping lemma says: there is a number p such that every word *of length at least p* in
# the language can be pumped. Take p = r + 2: there is no such word, and the statement holds vacuously. The proof of
# the lemma uses a repeated *state*; in the unfolded automaton a state contains the rings left, and no state occurs
# twice in a run, although a station may.
#
# | points | for |
# |---|---|
# | 1 | departures are counted: n symbols, n departures, the first one free |
# | 1 | every further departure uses a ring of its own, so n ≤ r + 1 |
# | 1 | finite, so regular, with a reason |
# | 1 | the lemma speaks only of words of length at least p; none is as long as p > r + 1 |
# | 1 | what repeats is a station, not a state of the unfolded automaton (or an equally precise remark) |

# %% [markdown]
# ## Hand in
#
# Save the notebook, run the last cell, and upload the file that it names.
