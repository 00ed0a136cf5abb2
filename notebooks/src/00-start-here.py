# %% [markdown] slide_type="slide"
# # Start here: finite automata you can touch
#
# **15 minutes.** *[Diese Seite auf Deutsch](de/00-start-here.ipynb).* After this page you can
#
# * run a cell, and undo what you broke,
# * say what each piece of the game *Finity* is in the language of automata,
# * find the unit that you came for.
#
# To run a cell, click into it and press **Shift + Enter**. Whatever goes wrong can be put right: **Ctrl + Z** in a cell
# takes back what you typed there, and *Kernel → Restart Kernel and Run All Cells* starts afresh.

# %% [markdown] slide_type="notes"
# <details><summary>For the lecturer</summary>
# Have a physical board on the table if you own one, and let somebody place an arrow before you say the word
# <i>transition</i>. Run the page once before the lecture: the first run after an installation takes longest.
# </details>

# %% [markdown] slide_type="slide"
# ## One board
#
# Black arrows, white arrows, and a tower of cones that says in which order they must be walked: that is what the game
# is about.
# The next cell sets it up for two players.

# %% slide_type="-"
from finity_edu import Position
from finity_edu.draw import draw_board

start = Position.start(players=2, word="bbwwbwbw", rules="bga")
draw_board(start)

# %% [markdown] slide_type="subslide"
# Player **c** (light blue, round) starts at the top, player **y** (yellow, square) at the bottom. Both want to walk to the
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
# Or play with the mouse, or with the keyboard (*Tab* leads to the board). Click a station or a slot to see what is
# possible there. The second seat is taken by a simple computer player.

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
# | the station with the tower | the only accepting state; nothing leaves it: an arrow that points away from it is no transition |
# | tower of cones, read from the bottom | input word |
# | a choice between arrows of one colour | nondeterminism |
# | ring | permission to leave a state once more |
# | two players on one board | two automata that share everything but the start state and the rings |
# | a move | an edit of the automaton |
#
# What lies on the table *is* a nondeterministic finite automaton, and its rings say how often a state may be left. The
# other pieces, the two blockers of each player, only decide which edits are possible.

# %% slide_type="subslide"
from finity_edu.automata import station_nfa

station_nfa(board, seat=1)

# %% [markdown]
# This is the automaton of player c. The board is what lies on the table, the automaton is what stands in the textbook,
# and the units on Finity move back and forth between the two. (In units 1 to 3 rings do not matter; unit 4 is about them.)

# %% [markdown] slide_type="slide"
# ## A smoke question
#
# *One black arrow leads from N to NE, and a ring of player c lies on NE. Which stations does c reach?* Decide before you
# run the cell.

# %% slide_type="fragment"
sorted(board.reachable(1))

# %% [markdown]
# The start N is reached without any symbol. NE is reached with the first `b`. From NE no black arrow leads on, so that
# is all. A white one would not help: the second symbol of the tower is a `b` as well.
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
# Each unit has a problem set, which your lecturer hands out. It is marked automatically, except for one open question; where
# an answer goes wrong, the feedback shows a word, a run or a position that proves it. On your own, look into the
# [gallery](08-gallery-of-questions.ipynb): it shows a question of every type, and what feedback looks like.

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
# (1) In the start state, and in the rings: each player has rings of their own. (2) The one with the tower, and no other.
# (3) From the bottom upwards.
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
