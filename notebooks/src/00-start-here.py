# %% [markdown] slide_type="slide"
# # Start here: finite automata you can touch
#
# **15 minutes.**
# *[Auf Deutsch](de/00-start-here.ipynb) · [En español](es/00-start-here.ipynb).*
# After this page you will be able to
#
# * run a cell, and undo a change,
# * say what each piece of the game *Finity* stands for in the language of automata,
# * predict, and only then look,
# * find the unit you need.
#
# To run a cell, click into it and press **Shift + Enter**. You cannot break anything: **Ctrl + Z** in a cell
# undoes what you typed there, and *Kernel → Restart Kernel and Run All Cells* starts afresh.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# If you own the game, put a real board on the table and let somebody place an arrow before you say the word
# <i>transition</i>. Run the page once before the lecture: the first run after an installation takes longest. Three minutes
# for a board, three for the prediction, two for the table of pieces, four for the game, three for the course and the
# recap. In class, <b>Alt + P</b> enlarges the page, and restores it; <i>Projector</i>, in the ⋯ menu of a board, makes
# the board fill the screen.
# </details>

# %% slide_type="skip"
import finity_edu.course as fe

# %% [markdown] slide_type="slide"
# ## One board
#
# A board has stations, and arrows in two colours. `bA>B` is a **b**lack arrow from A to B; `w` stands for **w**hite.
# Your post stands on A; the tower stands on D.

# %% slide_type="-"
board = fe.Board("bA>B bB>C wC>A wA>B bC>D", start="A", end="D")
board

# %% [markdown]
# Change a letter in the cell and run it again. If an arrow cannot lie there, it is refused, and you are told why.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask what each of the five codes in the cell means, and let somebody find its arrow on the board. Then change
# <code>wC>A</code> to <code>wC>C</code> and run the cell: the message says why this arrow cannot lie there. Where it
# goes wrong: some take the first letter for a station, but it is the colour. (3 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## The tower
#
# The tower is a stack of black and white cones. It tells you in which order to follow arrows, **from the bottom up**: one
# arrow for each cone, in its colour. You arrive if the arrow for the last cone leads to the station with the tower.

# %% slide_type="-"
tower = fe.Position.start(board=board, word="bbwb")
tower

# %%
run = fe.RunSteps(board, tower.word).last()
fe.ask("start-read", run.accepted, picture=fe.draw_board(tower, word_read=4, active=run.active))

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask for a show of hands before anybody commits. Expect some to walk A, B, C, D and forget the tower.
# Walk it with a finger: black to B, black to C, white to A, black to B. (3 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## The same board in a textbook
#
# What lies on the table *is* a finite automaton. In a book it is drawn like this:

# %% slide_type="-"
board.automaton()

# %% [markdown] slide_type="subslide"
# | on the table | in the book |
# |---|---|
# | station (hexagon) | state (circle) |
# | black or white arrow | transition on the symbol `b` or `w` |
# | your own post | start state |
# | the station with the tower | the only accepting state (double circle); nothing leaves it: an arrow that points away from it is not a transition |
# | tower of cones, read from the bottom | input word |
# | a choice between arrows of one colour | nondeterminism |
# | ring (unit 6) | permission to leave a state one more time |
# | another player's post (unit 4) | another start state: a second automaton on the same arrows |
# | a move (unit 7) | a small change of the automaton |
#
# The units on Finity move back and forth between the two pictures. In units 1 to 5 rings do not matter; unit 6 is about
# them.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Point at a piece and let the room say its name in the book, then the other way round. Expect somebody to ask why
# nothing leaves the station with the tower: that is a rule of the game; textbooks have no such rule. (2 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## The game
#
# In the game nobody owns an arrow. Two players take turns, and a turn is one small change of the board: you place, turn
# or remove an arrow, place a ring, or move a post. Whoever can walk the whole tower first wins.
#
# Click a station, or a gap between two, to see what you can do there; you can also reach the board with the *Tab* key.
# A simple program plays yellow.

# %%
fe.BoardWidget(fe.Position.start(word="bbwwbwbw"), players={2: "greedy"})

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Play three moves against the program and let the room dictate them. Where it goes wrong: somebody asks whose arrow it is.
# Nobody's: both players walk on the same automaton. (4 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## The course
#
# | unit | you will see |
# |---|---|
# | [1 A board is an NFA](01-a-board-is-an-nfa.ipynb) | words, languages, five-tuple, runs, acceptance, counting |
# | [2 Determinise and minimise](02-determinise-and-minimise.ipynb) | subset construction, its explosion, minimal automata |
# | [3 Regular expressions](03-regular-expressions.ipynb) | from boards to expressions and back |
# | [4 Closure and comparison](04-closure-and-comparison.ipynb) | ε, product, complement, equivalence, witnesses |
# | [5 What no automaton can do](05-what-no-automaton-can-do.ipynb) | proofs that a language has no automaton |
# | [6 Rings](06-rings.ipynb) | a limit on leaving states: hard in general, yet fast in play |
# | [7 Playing Finity](07-playing-finity.ipynb) | game trees, search, evaluation |
# | [8 Intelligenz gegen Automat](08-intelligenz-gegen-automat.ipynb) | a machine that learns by forgetting |
# | [9 Amakta](09-amakta-a-game-is-a-transition-system.ipynb) | a game as a transition system, solved |
# | [10 Guess my board](10-guess-my-board.ipynb) | learning an automaton by asking |
#
# Each of the units 1 to 10 has a problem set, which your lecturer hands out. It is marked automatically, except for one
# open question; if an answer is wrong, the feedback shows a word, a run or a position that proves it. If you study on
# your own, look at the [gallery](11-gallery-of-questions.ipynb): it shows a question of every type, and what feedback
# looks like.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Do not read the table out: say which units you will do, and when. Units 8 and 9 need only units 1 and 2. Expect
# somebody to ask who does the marking: in each set a program marks all but one question; you mark that one. (2 minutes)
# </details>

# %% [markdown] slide_type="skip"
# ## Exercises and your work
#
# Practice problem sets, the same for everybody, are included: begin with
# [problem set 0](../course/exercises/ps0/ps0.ipynb); the others are next to it. Answer by clicking or by typing;
# `submit()`, the last cell, writes the file to hand in. On Binder a session is deleted after some minutes without
# activity. Run the next cell: one button downloads your work, the other lets you continue it in a new session.

# %% slide_type="skip"
from IPython.display import display

display(fe.my_work())

# %% [markdown] slide_type="slide"
# ## Recap
#
# * A cell runs with **Shift + Enter**.
# * Stations are states, arrows are transitions, the tower is the word, your post is the start state.
# * A move changes the automaton.
#
# **Check yourself.** (1) In which order is the tower read? (2) Which station accepts? (3) You stand on D, and a cone is
# left. Have you arrived?
#
# <details><summary>Answers</summary>
# (1) From the bottom upwards. (2) The one with the tower, and no other. (3) No: a cone is left, and nothing leaves D.
# </details>

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask the third question aloud, and expect "yes, I am on D". The same mistake comes back in unit 1, section 4. (1 minute)
# </details>

# %% [markdown] slide_type="skip"
# ## Where the games come from
#
# * Finity is a game by Tony Mullen ([finitygame.com](https://finitygame.com); also on [Board Game Arena](https://boardgamearena.com/gamepanel?game=finity)). The German edition is by Peter Purgathofer (redesign and translation; [piglab.org/brettspiele](https://piglab.org/brettspiele)). The rules are told here in our own words.
# * Intelligenz gegen Automat: author not known to us. The game comes from a two-page rulebook without author, date or licence; its rules are told here in our own words.
# * The rules of Amakta are published at [huth-fehre.de/amakta](https://huth-fehre.de/amakta), without a name or a licence. They are told here in our own words.

# %% [markdown] slide_type="skip"
# ## Further reading
#
# * M. Sipser, *Introduction to the Theory of Computation*, 3rd ed., Cengage 2013, chapter 1.
# * J. E. Hopcroft, R. Motwani, J. D. Ullman, *Introduction to Automata Theory, Languages, and Computation*, 3rd ed.,
#   Pearson 2006, chapter 2.
# * The rules as this course plays them: `docs/finity.md` in the project.
