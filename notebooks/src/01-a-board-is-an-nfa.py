# %% [markdown] slide_type="slide"
# # Unit 1: A board is an NFA
#
# **44 minutes.** *[Diese Einheit auf Deutsch](de/01-a-board-is-an-nfa.ipynb).* After this unit you can
#
# 1. write down the five-tuple of a board, and δ as a table,
# 2. follow all runs of an automaton on a word at once,
# 3. say why a word is accepted or not, with a run as witness,
# 4. count the accepted words of length $n$,
# 5. say which arrows are missing for a given tower.
#
# You need: sets, functions, and ten minutes with [Start here](00-start-here.ipynb).

# %% [markdown] slide_type="notes"
# <details><summary>For the lecturer</summary>
# Build the example on the table while the cells run. Ask for the prediction <i>before</i> each run of a word and let
# the room vote. Expect votes for the two classic errors: that the machine must choose right at once, and that it stays
# where it is for want of an arrow. Minutes per section are in the headings.
# </details>

# %% slide_type="skip"
from finity_edu import Position
from finity_edu.automata import position_graph, station_nfa
from automatakit import to_networkx
from finity_edu.draw import draw_board
from automatakit.draw.tables import delta_table
from finity_edu.examples import example, example_game
from automatakit.steps import RunSteps
from finity_edu.widget import BoardWidget

# %% [markdown] slide_type="slide"
# ## 1 Build it (6 min)
#
# Four stations. A carries our post, D carries the tower. The tower says, from the bottom: black, black, white, white,
# black, black. We place five arrows, one a turn; the opponent watches.
#
# (This is the worked example of the German rulebook, so it is played by the rules of that edition, `piglab`. There a ring
# may lie where your own post stands, which section 7 needs. From section 4 on, and in all other units, the rules are `bga`,
# those of Board Game Arena: no ring is placed where your own post stands.)

# %%
board = Position.start(word="bbwwbb", board="abcd", rules="piglab")
for arrow in ["bA>B.m", "bB>C.m", "wC>A.m", "wA>B.r", "bC>D.m"]:
    board = board.play("+" + arrow).with_turn(1)
draw_board(board)

# %% [markdown] slide_type="subslide"
# **Predict.** Is there a way from A to D whose arrows have the colours of the tower, in order? Stations and arrows may
# be used again and again. Trace it with a finger before you go on.

# %% slide_type="fragment"
draw_board(board, path=["A", "B", "C", "A", "B", "C", "D"], word_read=6)

# %% [markdown]
# The way is A, B, C, A, B, C, D. It passes the same three stations twice: with finitely many stations one can read
# words of any length, because one may return.

# %% [markdown] slide_type="slide"
# ## 2 The five-tuple (6 min)
#
# A **nondeterministic finite automaton** is a five-tuple $M = (Q, \Sigma, \delta, q_0, F)$:
#
# | symbol | meaning | on the board |
# |---|---|---|
# | $Q$ | finite set of *states* | the stations |
# | $\Sigma$ | *alphabet* | $\{b, w\}$, the colours |
# | $\delta : Q \times \Sigma \to \mathcal{P}(Q)$ | *transition function* | from station $q \neq D$, arrows of colour $c$ lead to the stations $\delta(q, c)$; $\delta(D, c) = \emptyset$ |
# | $q_0 \in Q$ | *start state* | the station with the own post |
# | $F \subseteq Q$ | *accepting states* | $\{D\}$, the station with the tower |
#
# Note that $\delta$ gives a *set*: none, one or several arrows of one colour may leave a station. Nothing leaves the station
# with the tower: an arrow that points away from it is no transition.

# %% slide_type="subslide"
nfa = station_nfa(board, seat=1)
print("Q  =", sorted(nfa.states))
print("Σ  =", sorted(nfa.input_symbols))
print("q0 =", nfa.initial_state)
print("F  =", sorted(nfa.final_states))

# %% [markdown]
# And δ, one row for each state. The empty set ∅ says that no transition of that colour leaves.

# %%
delta_table(nfa)

# %% [markdown] slide_type="subslide"
# The textbook's picture of the same automaton: circles for states, a double circle for the accepting one, and an arrow
# out of nowhere for the start.

# %%
nfa

# %% [markdown] slide_type="subslide"
# **Try it.** Place and remove arrows with the mouse or the keyboard: five-tuple, table and picture follow at once. Or
# change the table, and see where the board puts the arrow.

# %%
BoardWidget(board, mode="edit")

# %% [markdown] slide_type="slide"
# ## 3 Reading a word (8 min)
#
# A **run** on a word $w_1 \dots w_n$ follows its letters: it is a sequence of states $q_0, q_1, \dots, q_m$ with $m \le n$
# and $q_i \in \delta(q_{i-1}, w_i)$ for $1 \le i \le m$. It is **complete** if it has read the whole word ($m = n$), and
# **partial** otherwise. A partial run that finds no arrow of the next colour gets stuck: it *dies*.
#
# A word is **accepted** if *some* complete run on it ends in an accepting state. In units 1 to 3 a tower *wins* if the
# automaton accepts it: rings do not matter yet.
#
# **Predict.** Which stations can be reached after the first, second, third symbol of the tower `bbwwbb`?

# %% slide_type="fragment"
run = RunSteps(nfa, board.word)
for moment in run.moments():
    print(f"{moment.read or 'ε':8}", *moment.active)

# %% [markdown] slide_type="subslide"
# On this board there is never a choice: each of these sets holds one state. Halfway through, the board looks like this;
# the cones that were read are marked off, and the active station is outlined.

# %%
halfway = run.goto(3)
draw_board(board, word_read=3, active=halfway.active)

# %% [markdown] slide_type="slide"
# ## 4 Choice (8 min)
#
# Now the same stations with other arrows: **two** black arrows leave A. Somebody who walks has to choose; an automaton
# does not. It follows all ways at once.

# %%
choice = example("choice")
draw_board(choice)

# %% [markdown] slide_type="subslide"
# **Predict.** The tower is `bbb`. After the first black cone the active stations are B and C. What are they after the
# second, and after the third? Is `bbb` accepted?

# %% slide_type="fragment"
run = RunSteps(station_nfa(choice, seat=1), "bbb")
for moment in run.moments():
    print(moment.text)

# %% slide_type="subslide"
from automatakit.draw.runs import tree_picture

tree_picture(run.last())

# %% [markdown]
# All runs as a tree. A branch that ends early is *dead*: no arrow of the next colour leaves that station. Dead branches
# do no harm. One accepting leaf is enough.
#
# * "The automaton must choose right at once": no. Acceptance asks whether **some** complete run accepts.
# * "No arrow means that it stays": no. It means that this run **dies**.
# * "Reaching D early is enough": no. The **whole** word must be read, and nothing leaves D.

# %% [markdown] slide_type="subslide"
# **Try it.** Step through `bbb`, forwards and back; then type another word.

# %%
BoardWidget(choice, mode="run")

# %% [markdown] slide_type="subslide"
# The extended transition function $\hat\delta(q, w)$ is the set of states in which the complete runs on $w$ from $q$ end:
# $\hat\delta(q, \varepsilon) = \{q\}$ and $\hat\delta(q, wc) = \bigcup_{p \in \hat\delta(q, w)} \delta(p, c)$.
# A word is accepted iff $\hat\delta(q_0, w) \cap F \neq \emptyset$.

# %%
for word in ["b", "bb", "bbb", "bbbb", "w"]:
    active = RunSteps(station_nfa(choice, 1), word).last().active
    print(f"{word:5} {' '.join(active) or '∅':8} {'accepted' if 'D' in active else 'rejected'}")

# %% [markdown] slide_type="slide"
# ## 5 A library's verdict (3 min)
#
# `station_nfa` returns an automaton of the library *automata-lib*, with the methods of that library. Here it reads the
# tower of the first board, step by step:

# %%
for active in nfa.read_input_stepwise("bbwwbb"):
    print(sorted(active))
print("accepted:", nfa.accepts_input("bbwwbb"), "· without the last cone:", nfa.accepts_input("bbwwb"))

# %% [markdown]
# And as a graph of *networkx*: every arrow is an edge with its colour and its slot.

# %%
graph = position_graph(board)
print(graph)
for tail, head, data in graph.edges(data=True):
    print(tail, "→", head, {key: data[key] for key in sorted(data)})

# %% [markdown] slide_type="subslide"
# The automaton is a graph, too; its nodes remember where the stations lie, so it can be drawn and read back:

# %%
from automatakit import nfa_from_networkx

nfa_from_networkx(to_networkx(nfa))

# %% [markdown] slide_type="slide"
# ## 6 Counting words (5 min)
#
# How many words of length $n$ does a board accept? Put the arrows into a matrix: $T_{pq}$ counts the symbols that lead
# from $p$ to $q$. The accepting *runs* (complete, and with an end in $F$) on words of length $n$ are then counted by $T^n$:
# take the entries in row $q_0$ and the columns of $F$. There are fewer *words*, where several runs read the same word.

# %%
from itertools import islice

from automatakit import count_words, transition_matrix, words

automaton = station_nfa(choice, seat=1)
T = transition_matrix(automaton)
print("    ", *automaton.order)
for state, row in zip(automaton.order, T, strict=True):
    print(f"{state:>3}  ", *row)

# %% slide_type="subslide"
counts = [1, 0, 0, 0]  # the row of A in the power 0 of T
for n in range(9):
    print(f"n = {n}: {counts[3]:2} accepting runs, {count_words(automaton, n):2} words")
    counts = [sum(counts[p] * T[p][q] for p in range(4)) for q in range(4)]
print("the first accepted words:", *islice(words(automaton), 8))

# %% [markdown]
# Runs and words agree here, since no word has two accepting runs: the automaton is *unambiguous*. In general words are
# counted with the matrix of the sets of active states, where each word has just one complete run (unit 2).
#
# 1, 1, 2, 3, 5, 8, 13: the Fibonacci numbers. **Why?** Look at the words: they begin with `b`, end with `bb`, and no
# two `w` stand side by side. Now look at the third symbol from the end.
#
# <details><summary>Answer</summary>
# If it is <code>b</code>, leave it out: an accepted word of length n − 1 remains. If it is <code>w</code>, a
# <code>b</code> stands before it; leave out both: an accepted word of length n − 2 remains. Both ways can be undone, so
# a(n) = a(n − 1) + a(n − 2).
# </details>

# %% [markdown] slide_type="slide"
# ## 7 What is missing? (3 min)
#
# The other way round: given a tower, which arrows must be added? Under the rules of the game every departure after the
# first costs a ring, too, so a plan holds arrows *and* rings, in an order in which each move is legal.

# %%
from finity_edu.analysis import to_win

plan = to_win(board, seat=1)
print("The arrows are there; the rings are not:", *plan.moves)
complete = board
for move in plan.moves:
    complete = complete.play(move).with_turn(1)
print(complete.result)

# %% slide_type="subslide"
draw_board(complete, path=complete.full_path(1), word_read=6)

# %% [markdown]
# Two rings on B, two on C, one on A besides the post: exactly as many as there are departures after the first. Unit 4 is
# about this price.

# %% [markdown] slide_type="slide"
# ## 8 A whole game (5 min)
#
# A game is a sequence of edits of one automaton that two players share. This one took 27 moves. At the start no arrow
# and no ring lies on the board; player c completes the tower `bwwbbwbw` first.

# %%
record = example_game("first-game")
game = record.game
for ply in (0, 9, 20, 27):
    position = game.states[ply]
    arrows, stations = len(position.layout.bridges), len(position.reachable(1))
    print(f"after {ply:2} moves: {arrows:2} arrows, c reaches {stations} stations")

# %% slide_type="subslide"
draw_board(game.states[20])

# %% [markdown]
# Move 20 turned an arrow round, and a ring of player c became an *orphan*: its station was no longer reached, so the
# ring went back. Step through the whole game:

# %%
BoardWidget(record, mode="replay")

# %% [markdown] slide_type="subslide"
# The last position, with the full path of player c:

# %%
draw_board(game.state, path=game.state.full_path(1), word_read=8)

# %% [markdown] slide_type="slide"
# ## Recap
#
# * A board with a post is an NFA $(Q, \Sigma, \delta, q_0, F)$; δ gives *sets*.
# * A word is accepted iff **some** run is complete, that is, reads **all** of it, and ends in $F$.
# * All runs at once: the set of active states after each symbol.
# * Runs are counted by powers of a matrix; words by those of the deterministic automaton.
#
# ## Check yourself
#
# 1. A station has no arrow at all. What is δ there?
# 2. After `bb` the active set is empty. What about `bbw`?
# 3. A run reaches D two cones too early. Does that help?
# 4. May an accepted word have a thousand runs that die?
#
# <details><summary>Answers</summary>
# (1) The empty set for both symbols. (2) Empty too: nothing comes from nothing. (3) No: the word has not been read,
# and nothing leaves D. (4) Yes. One accepting run is enough.
# </details>

# %% [markdown] slide_type="skip"
# ## Further reading
#
# * M. O. Rabin, D. Scott, "Finite automata and their decision problems", *IBM Journal of Research and Development*
#   3 (1959), 114–125: where nondeterministic automata come from.
# * M. Sipser, *Introduction to the Theory of Computation*, 3rd ed., Cengage 2013, section 1.2.
# * J. E. Hopcroft, R. Motwani, J. D. Ullman, *Introduction to Automata Theory, Languages, and Computation*, 3rd ed.,
#   Pearson 2006, section 2.3.
# * S. H. Rodger, T. W. Finley, *JFLAP: An Interactive Formal Languages and Automata Package*, Jones & Bartlett 2006.
