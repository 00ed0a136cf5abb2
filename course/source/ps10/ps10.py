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
# # Problem set 10 · Guess my board
#
# **You learn** to keep an observation table, to read a conjecture from it, and to use what a counterexample teaches.
# Rings do not matter: a tower wins if the automaton accepts it.
# **Time** about 81 minutes. **Points** 32, of which 6 are given by hand.
#
# Everybody works on questions of their own. `show("q1")` brings the question and, below it, what you click to give
# your answer; it is recorded at once. `show("q1", practice=1)` asks a similar question that is judged at once;
# `hint("q1", 1)` helps, in three levels. Typing works as well: `check("q1", answer)` looks at the form only, and records
# the answer for `submit()`.

# %% [markdown]
# ## 1 · You are the teacher (3 points, 6 min)
#
# Somebody wants to learn your automaton and asks about words. Each cell is one word: what is written at its row, then
# what is written above its column. Read each prefix once, and continue from there.

# %% question="q1" type="fill_table" points=3 difficulty=2 skin="textbook"

# %% [markdown]
# ## 2 · Who has no partner? (3 points, 7 min)
#
# Now you are the learner. Each arrow of the conjecture has to lead to an existing state, and the states are the upper
# rows. So for each row below, look for an equal one above.

# %% question="q2" type="unclosed_rows" points=3 difficulty=4 skin="textbook" variants=false

# %% [markdown]
# ## 3 · What do you ask next? (3 points, 8 min)
#
# A row without a partner moves up. Below it new rows begin, and their cells are words that somebody has to answer. If
# you ask about a word a second time, you waste a question.

# %% question="q3" type="new_questions" points=3 difficulty=4

# %% [markdown]
# ## 4 · Make a guess (4 points, 10 min)
#
# This table is complete, closed and consistent. It tells you everything you need for an automaton: the states, the
# start, the arrows and the accepting states.

# %% question="q4" type="conjecture_of_table" points=4 difficulty=3

# %% [markdown]
# ## 5 · Equal so far (3 points, 8 min)
#
# Two words with equal rows are taken for one state. That is rash if the same symbol leads them to different rows.
# One more column then tells them apart.

# %% question="q5" type="new_column" points=3 difficulty=4 skin="textbook"

# %% [markdown]
# ## 6 · No, and here is why (3 points, 8 min)
#
# You are the teacher again, with a conjecture before you. Just saying "no" teaches little. Name a word on which it is
# wrong, as short as possible.

# %% question="q6" type="fooled_conjecture" points=3 difficulty=4 skin="textbook"

# %% [markdown]
# ## 7 · The part that teaches (4 points, 10 min)
#
# A counterexample may be long, but one of its suffixes is all that the table needs (Rivest and Schapire). Find the
# place where the answer changes; if you halve the range each time, you need not ask everywhere.

# %% question="q7" type="ending_that_matters" points=4 difficulty=4 skin="textbook"

# %% [markdown]
# ## 8 · How far can you get? (3 points, 9 min)
#
# The table gets no more different rows than the language has classes: that is why the learner finishes. Sort these
# prefixes of towers as a learner would who has asked about all suffixes.

# %% question="q8" type="nerode_classes" points=3 difficulty=4

# %% [markdown]
# ## 9 · A thing with hidden states (6 points, 15 min)
#
# Find a thing with buttons that can be reset: a coffee machine, a bicycle lamp, a kitchen timer. Its buttons are the
# symbols. A word is accepted if, after its last symbol, you see what you have decided to look for, such as coffee.
# Learn it by hand, without opening it. Somebody else may play the part of the thing.
#
# 1. Say what the symbols are, which words are accepted, and how you reset the thing before each word.
# 2. Keep a table until it is closed and consistent, and draw its conjecture.
# 3. Nobody tells you whether the conjecture is right. Say how you looked for a counterexample; give one, or the words that
#    you tried in vain; and say what it adds to the table, or would add.
# 4. Why can words alone never make you certain? Name something that, if you knew it about the thing, would make you
#    certain.
#
# Marked by hand: words 1, table 2, counterexample 2, certainty 1.

# %% [markdown] question="q9" type="manual" points=6
# **Model answer.** A coffee machine takes coins (m) and has a button (b). A word is accepted if coffee comes with its
# last symbol. Before each word I press the lever that gives coins back. None of ε, m and b brings coffee: the table
# with the column ε is closed, and the first conjecture is one state that accepts nothing. I try all words, short ones
# first, and mmb brings coffee. Halving gives the column mb; it tells m from ε, so m moves up. The second conjecture
# has 2 states and takes mm for m. It is wrong about mmb, too; this time the column b follows, and mm and mmb move up.
# Now I have asked about 19 words. The columns are ε, mb, b, and the upper rows are ε 000, m 010, mm 011 and mmb 100;
# each lower row equals one of them. The states are: no coin, one coin, two coins (more fall through), and coffee has
# just come. I tried all words of up to 6 symbols in vain. That does not make me certain: a machine that swallows its
# 100th coin agrees with mine on all words of fewer than 100 symbols. If I knew that it has at most 4 states, I could
# be certain: two complete deterministic automata with m and n states that accept different languages differ on a word
# of at most m + n − 2 symbols.
#
# | points | for |
# |---|---|
# | 1 | symbols, accepted words, and the way to reset it |
# | 1 | a table with a cell for each row and column, closed and consistent |
# | 1 | the conjecture is that of the table: different rows are states, and arrows lead where the rows say |
# | 1 | a counterexample, or words tried in vain, and how they were chosen |
# | 1 | what a counterexample adds: which column or which rows, and why that makes a new state |
# | 1 | no certainty from finitely many words; a bound on the states, or another piece of knowledge that gives it |

# %%
# A place to let the machine learn a thing that you play (this cell is not marked)
def lesson(wins, letters, longest=6):
    from itertools import product

    from automatakit.learning import learn

    class Thing:
        alphabet = tuple(letters)

        def wins(self, word):
            return wins(word)

        def differs(self, guess):  # nobody knows: it tries all words that are not too long
            words = ("".join(word) for n in range(longest + 1) for word in product(letters, repeat=n))
            return next((word for word in words if guess.accepts(word) != wins(word)), None)

    return list(learn(Thing(), "rivest-schapire"))

# %% [markdown]
# ## Hand in
#
# Save the notebook, run the last cell, and upload the file that it names.
