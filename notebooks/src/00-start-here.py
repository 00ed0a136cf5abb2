# %% [markdown] slide_type="slide"
# # Start here: finite automata you can touch
#
# **15 minutes.** *[Diese Seite auf Deutsch](de/00-start-here.ipynb).* After this page you can
#
# * run a cell, and undo what you broke,
# * say what each piece of the game *Finity* is in the language of automata,
# * find the unit that you came for.
#
# To run a cell, click into it and press **Shift + Enter**. Nothing on this page can be damaged: *Kernel → Restart
# Kernel and Run All Cells* puts everything back.

# %% [markdown] slide_type="notes"
# <details><summary>For the lecturer</summary>
# Have a physical board on the table if you own one, and let somebody place an arrow before you say the word
# <i>transition</i>. Everything on this page runs in under a second; the first cell takes a moment longer.
# </details>

# %% [markdown] slide_type="slide"
# ## One board
#
# Black arrows, white arrows, and a tower of cones that says in which order they must be walked: that is the whole game.
# The next cell sets it up for two players.

# %% slide_type="-"
from finity_edu import Position
from finity_edu.draw import draw_board

start = Position.start(players=2, word="bbwwbwbw", rules="bga")
draw_board(start)

# %% [markdown] slide_type="subslide"
# Player **c** (cyan, round) starts at the top, player **y** (yellow, square) at the bottom. Both want to walk to the
# tower in the middle, over arrows in the colours of the tower, read **from the bottom**. Nobody owns an arrow. Each
# turn is one small change of the board:

# %% slide_type="-"
board = start
for move in ["+bN>NE.m", "+wS>SE.m", "+oNE.l"]:
    board = board.play(move)
draw_board(board)

# %% [markdown]
# The text `+bN>NE.m` says: place (`+`) a black (`b`) arrow from N to NE in the middle lane (`m`). `+oNE.l` places a
# large ring on NE. Change one of the texts and run the cell again. A mistake is explained, not punished:

# %%
print(start.why_illegal("+bS>SE.m"))

# %% [markdown] slide_type="subslide"
# Or play with the mouse (or the keyboard: press *Tab* until the board is outlined, then *?* for help). Click a station or
# a slot to see what is possible there. The second seat is taken by a simple computer player.

# %%
from finity_edu.widget import BoardWidget

BoardWidget(start, mode="play", players={2: "greedy"})

# %% [markdown] slide_type="slide"
# ## The same board, as a mathematician sees it
#
# | piece | formal object |
# |---|---|
# | station (hexagon) | state |
# | black or white arrow | transition on the symbol `b` or `w` |
# | own base post | start state |
# | the station with the tower | the only accepting state; nothing leaves it |
# | tower of cones, read from the bottom | input word |
# | a choice between arrows of one colour | nondeterminism |
# | ring | permission to leave a state once more |
# | two players on one board | two automata that share everything but the start state |
# | a move | an edit of the automaton |
#
# Nothing else is hidden in the game. What a player builds *is* a nondeterministic finite automaton.

# %% slide_type="subslide"
from finity_edu.automaton import station_nfa

station_nfa(board, seat=1)

# %% [markdown]
# Both pictures show the same object. The first is what lies on the table, the second is what stands in the textbook.
# Every unit moves back and forth between the two.

# %% [markdown] slide_type="slide"
# ## A smoke question
#
# *Player c has one black arrow and one ring on NE. Which stations does c reach?* Decide before you run the cell.

# %% slide_type="fragment"
sorted(board.reachable(1))

# %% [markdown]
# The start N is reached without any symbol. NE is reached with the first `b`. From NE no black arrow leads on, so that
# is all, and white arrows do not matter yet: the tower begins with `b`.
#
# <details><summary>What would change if the tower began with w?</summary>
# Then no arrow of the right colour leaves N. Only N itself is reached, and the ring on NE would be <i>orphaned</i>:
# it goes back to its owner.
# </details>

# %% [markdown] slide_type="slide"
# ## The course
#
# | unit | you will see |
# |---|---|
# | [1 A board is an NFA](01-a-board-is-an-nfa.ipynb) | five-tuple, runs, acceptance, counting words |
# | [2 Determinise and minimise](02-determinise-and-minimise.ipynb) | subset construction, its explosion, minimal automata |
# | [3 Languages](03-languages.ipynb) | regular expressions, complement, product, equivalence |
# | [4 Rings](04-rings.ipynb) | bounded use, pumping, why it is hard and fast anyway |
# | [5 Playing Finity](05-playing-finity.ipynb) | game trees, search, evaluation |
# | [6 Intelligenz gegen Automat](06-intelligenz-gegen-automat.ipynb) | a machine that learns by forgetting |
# | [7 Amakta](07-amakta-a-game-is-a-transition-system.ipynb) | a game as a transition system, solved |
#
# Each unit has a problem set, which your lecturer hands out and which is marked automatically; the feedback shows the word
# on which an answer goes wrong. On your own, look into the [gallery](08-gallery-of-questions.ipynb): it shows all types of
# questions, with their feedback.

# %% [markdown] slide_type="slide"
# ## Recap
#
# * A cell runs with **Shift + Enter**.
# * Stations are states, arrows are transitions, the tower is the word, your post is the start.
# * A move edits the automaton.
#
# **Check yourself.** (1) Where does a player's automaton differ from the opponent's? (2) Which station accepts?
# (3) In which order is the tower read?
#
# <details><summary>Answers</summary>
# (1) Only in the start state. (2) The one with the tower, and no other. (3) From the bottom upwards.
# </details>

# %% [markdown] slide_type="skip"
# ## Further reading
#
# * M. Sipser, *Introduction to the Theory of Computation*, 3rd ed., Cengage 2013, chapter 1.
# * J. E. Hopcroft, R. Motwani, J. D. Ullman, *Introduction to Automata Theory, Languages, and Computation*, 3rd ed.,
#   Pearson 2006, chapter 2.
# * The rules as this course plays them: `docs/finity.md` in the project.
