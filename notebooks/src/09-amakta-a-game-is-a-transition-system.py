# %% [markdown] slide_type="slide"
# # Unit 9: Amakta, a game is a transition system
#
# **65 minutes, 44 of them the core.**
# *[Auf Deutsch](de/09-amakta-a-game-is-a-transition-system.ipynb) · [En español](es/09-amakta-a-game-is-a-transition-system.ipynb).*
# After this unit you can
#
# 1. read a game as a deterministic transition system $(S, \Sigma, \delta, s_0)$ and count its words,
# 2. say how the repetition rule changes the language of games,
# 3. compute backwards from the end, by an attractor, who wins, and prove that this is right.
#
# You need: [unit 2](02-determinise-and-minimise.ipynb) (minimal automata, Myhill and Nerode). [Appendix
# 9b](09b-one-way-streets-and-symmetry.ipynb) asks more about the same games: one-way streets, symmetry, and what can be
# seen.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Sections 1 and 2 introduce the game: play the first moves on the projector and let two students decide. Section 4
# (backwards from the end) is the heart; everything before it may be shortened. Appendix 9b is a lecture of its own. If
# time is short, leave out what is marked *more*, then section 3. Section 4 must stay whole.
# </details>

# %% slide_type="skip"
from random import Random

import amakta.course as am

# %% [markdown] slide_type="slide"
# ## 1 The game in six minutes (core, 9 min)
#
# Two players, White and Black, lay stones on hexagonal fields. A stone carries **arrows** and points at other fields: a
# blue arrow points one field away, a green one two, a red one three. The player with **more arrows** pointing at a
# field **controls** it, and may lay a stone there. Each player has a *base*; one arrow of their own always points at
# it.
#
# You win by occupying the other side's base.

# %%
am.board.arrow_key()

# %% [markdown] slide_type="subslide"
# This tiny board has three fields in a row; each player has one stone, with a pair of blue arrows in every direction.
# White has just laid its stone on the white base. The numbers count arrows, White : Black; blocked arrows and arrows
# into the void are dashed.

# %%
start = am.State.start(board="zeile3", stones="solo")
lying = start.play("place -2,0 444444")
am.board.position(lying, arrows=True)

# %% [markdown] slide_type="subslide"
# It is Black's turn. Black may pass or lay the black stone on the black base.

# %%
both = lying.play("place 2,0 444444")
am.ask("amakta-middle", 3 - len(both.control()),
       control=", ".join(f"{field}: {who}" for field, who in both.control().items()),
       picture=am.board.board(both, arrows=True))

# %% [markdown]
# A field at which equally many arrows of both point is a *stalemate*: nobody controls it. When may a stone on a field
# be turned, taken back or moved? Only when it is **free**: when its owner controls the field, or nothing points there.
# Here are White's legal moves in the usual notation, and the reason why Black could not lay the stone in the middle:

# %%
print(*both.legal_moves(), sep="\n")
print(lying.why_illegal("place 0,0 444444"))

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Play it with two volunteers while the room counts aloud the arrows that point at the middle. Expect "White was there
# first". But nobody was there: what counts is pointing, and at two against two nobody controls the field. (9 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 2 A game is a transition system (core, 3 min)
#
# What do a game and an automaton have in common? A **labelled deterministic transition system** is
# $(S, \Sigma, \delta, s_0)$: states, labels, a *partial* function
# $\delta : S \times \Sigma \rightharpoonup S$, a start.
#
# | symbol | meaning | in Amakta |
# |---|---|---|
# | $S$ | states | the *situation* (what lies on the board and in the inventories) **and the side to move** |
# | $\Sigma$ | labels | moves |
# | $\delta(s, a)$ | successor | `s.play(a)`, where it is legal |
# | $s_0$ | start | empty board, White to move |
#
# If the states in which White has won are accepting, it is a DFA without its trap.

# %% slide_type="subslide"
solo = am.graph.explore(start)
print(len(solo), "states; at distance 0, 1, 2, … from the start:", *solo.level_sizes)
am.chart.state_graph(solo, current=lying)

# %% [markdown]
# Circles: White moves. Squares: Black moves. Double outline: somebody has won. State 2, marked, is the position with
# White's stone on its base. From there a game can still go in circles, as the blue arrows back show.

# %% [markdown] slide_type="subslide"
# ### Try it (more, 8 min)
#
# Play a game that walks through this graph: click a stone in the inventory, then a field.

# %%
am.AmaktaWidget(start)

# %% [markdown] slide_type="subslide"
# **Words.** How many sequences of $n$ moves are there? As many as there are words of length $n$ that can be read from
# $s_0$. Let the matrix $A$ have a row and a column for each state; its entries say how many moves lead from the state
# of the row to that of the column. Then the row of $s_0$ in $A^n$ adds up to the number of sequences (unit 1). Chess
# programmers call this number *perft* and test their programs with it.

# %%
for n in (1, 2, 3, 6, 12):
    print(f"n = {n:2}: by the matrix {solo.words(n):5}, by playing them all {am.perft(start, n):5}")

# %% [markdown] slide_type="subslide"
# **Ask the libraries.** automata-lib counts the words with which White wins. networkx measures how far the states are
# from the start.

# %%
import networkx as nx

dfa, graph = solo.to_dfa(), solo.to_networkx()
print("won by White in n = 1, 2, ... moves:", *(dfa.count_words_of_length(n) for n in range(1, 13)))
print("the farthest state lies at distance", max(nx.single_source_shortest_path_length(graph, 0).values()))

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask what a state has to remember; expect "the board" and wait for "whose turn it is". Then ask for the alphabet: a move is
# one symbol, however long its name is. (11 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 3 Cycles and the repetition rule (core, 5 min)
#
# A game that goes in circles never ends. So the rulebook says: if the same situation is on the board for the third time
# at the beginning of a turn (**no matter who is to move**), the game is a draw.
#
# If both players pass, the game is back in the same state. Suppose that from the start both do nothing but pass.

# %%
game = am.new_game(start)
while game.result is None:
    game = game.play("pass")
am.ask("amakta-passes", len(game.moves), kind_of_end=game.result.kind)

# %% [markdown] slide_type="subslide"
# ### Other cycles (more, 5 min)
#
# Two passes form a cycle, the shortest there is. networkx finds all cycles that visit no state twice.

# %%
cycles = [cycle for cycle in nx.simple_cycles(graph) if 0 in cycle and len(cycle) > 2]
shortest = min(cycles, key=len)
am.ask("amakta-circle", len(shortest), cycles=len(cycles), moves=", ".join(
    graph.edges[edge]["move"] for edge in zip(shortest, [*shortest[1:], shortest[0]], strict=True)))

# %% [markdown] slide_type="subslide"
# ### Every game ends (core, 2 min)
#
# This is a rule about *paths*, not about states: to notice the third visit you must remember the earlier ones. It makes
# the language of complete games finite. Here we count all of them, for three fields:

# %%
def complete_games(game):
    if game.result is not None:
        yield game
    for move in game.legal_moves():
        yield from complete_games(game.play(move))


games = list(complete_games(am.new_game(start)))
wins = {side: sum(g.result.winners == {side} for g in games) for side in "WB"}
print(len(games), "games, won:", wins, "longest:", max(len(g.moves) for g in games), "moves")

# %% [markdown]
# **In general** a game has at most $2m$ moves if there are $m$ unfinished situations: each turn that is played begins
# with one of them, and no situation begins more than two such turns, because its third occurrence ends the game. Here
# $m = 6$, and the longest games have 12 moves.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask whether a DFA could enforce the repetition rule. (It could, if its states had a counter for each situation:
# finitely many states, but far more.) Expect the room to forget the first occurrence: it is the start itself, before
# anybody has moved. (11 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 4 Who wins? Backwards from the end (core, 12 min)
#
# Now the board is a diamond of four fields, and each side has two stones, a blue star and a blue triangle. The graph is
# too large to draw.

# %%
diamond = am.State.start(board="raute4", stones="duo")
raute = am.graph.explore(diamond)
print(raute)
am.board.position(diamond)

# %% [markdown] slide_type="subslide"
# From which states can White force the game into a set $T$ of states? The **attractor** of $T$ for White is the least
# set $A \supseteq T$ such that
#
# * a state where White moves is in $A$ if **some** move leads into $A$,
# * a state where Black moves is in $A$ if **all** moves lead into $A$ (and there is one).
#
# Begin with $A_0 = T$. $A_{k+1}$ is $A_k$ with all states that the rules add if $A$ is $A_k$; stop when none is new. *Layer*
# $k$ consists of the states that are new in $A_k$. If we count, for each state of Black, the moves that do not lead
# into $A$ yet, we need to look at each transition only once: the time is linear.

# %% [markdown] slide_type="subslide"
# **Theorem.** White can force the game into $T$ within $k$ moves from the states in $A_k$, and from no others. From a state
# outside $A$ White cannot force it at all.
#
# *Proof.* By induction on $k$; nothing is to be shown for $k = 0$. Outside $T$, $k$ moves suffice iff, with White to
# move, *some* move leads to a state from which $k - 1$ suffice, or, with Black to move, there is a move and *every*
# move does. The states from which $k - 1$ suffice are those of $A_{k-1}$, so the rules add the right ones. Outside $A$
# no move of White leads into $A$, and Black, if the game is not over, has a move that stays outside, since otherwise
# the state would be in $A$. So Black can stay outside for ever. ∎
#
# Here $T$ is "White has won". In the same way we get the states won for Black; all others are *drawn*.

# %% slide_type="subslide"
solution = am.solve.retrograde(raute)
state, line = diamond, []
for move in solution.line(diamond):
    line.append(f"{state.turn}: {move}")
    state = state.play(move)
am.ask("amakta-winner", solution.winner(diamond), moves=solution.distance(diamond), line="; ".join(line),
       picture=am.board.board(state, arrows=True), **{who: am.numeral(n, ",") for who, n in solution.counts.items()})

# %% [markdown] slide_type="subslide"
# ### How the attractor grows (more, 3 min)

# %%
layers = solution.layers("W")
am.plot([am.Line("states", range(len(layers)), layers, style="dots")], title="The attractor grows by layers",
        x_label="moves until White has won", y_label="states", y_range=(0, 800))

# %% [markdown] slide_type="subslide"
# **Ask the libraries.** networkx finds the states from which White can win *with Black's help*: those from which some
# path leads to a win. The attractor demands more.

# %%
print("states in layer 0, 1, 2, …:", *layers)
paths = raute.to_networkx()
won = {i for i, winner in enumerate(raute.winners) if winner == "W"}
helped = nx.multi_source_dijkstra_path_length(paths.reverse(), won)
print(f"with Black's help White wins from {len(helped):,} states, by force from {solution.counts['W']:,}")

# %% [markdown] slide_type="subslide"
# ### What is passing worth? (core, 5 min)
#
# White has four first moves: to pass, to lay the star on the base, or to lay the triangle there in one of two
# orientations. What is passing worth?

# %%
values = {str(move): (winner, n) for move, winner, n in solution.judged_moves(diamond)}
am.ask("amakta-pass", values["pass"][0], rows="\n".join(
    f"{move}: {winner}, {n}" if winner else f"{move}: =" for move, (winner, n) in values.items()))

# %% [markdown] slide_type="subslide"
# ### Try it (more, 5 min)
#
# White plays perfectly, from the table of all states, and you are Black. *Perfect play*, beside the board, shows the
# value of every move.

# %%
white = am.TablePlayer(solution, Random(1))
am.AmaktaWidget(diamond, players={"W": white}, solution=solution)

# %% [markdown] slide_type="subslide"
# ### But the repetition rule? (core, 2 min)
#
# The repetition rule depends on the history of a game, and the attractor knows no history. Why may we ignore the rule
# *from the start*?
#
# <details><summary>Think first</summary>
# If the winner plays perfectly, every move brings the win closer, so no <i>state</i> occurs twice, and no
# <i>situation</i> occurs more than twice (once for each side to move): the third time never comes. And where nobody can
# force a win, the rule only ends a game that would go on for ever. In the middle of a game, when some situations have
# occurred already, this argument fails.
# </details>

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Write layer 0 on the blackboard and let the room find a state of layer 1: White to move, one move from a win. Then one
# of layer 2: Black to move, and no move helps. Expect "some" for both sides; ask who chooses. For passing expect "it
# does no harm". (26 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## Recap and check (core, 6 min)
#
# * A game has states, moves as labels, a partial δ and a start. Perft counts words of length $n$, by powers of a
#   matrix.
# * The repetition rule is about paths; it makes the set of games finite.
# * Attractor: some move for me, all moves for you. Linear time, exact distances.

# %% [markdown] slide_type="subslide"
# ## Check yourself
#
# 1. In some state Black has two moves: one leads to a state won by White, the other to a drawn one. Is the state won by
#    White, won by Black, or drawn?
# 2. Why does the state need the side to move, although the repetition rule ignores it?
# 3. A sender and a network take turns: the sender sends a message, the network delivers it or loses it, but never loses
#    two in a row. From which states can the sender *force* a delivery, and which algorithm tells you?
#
# <details><summary>Answers</summary>
# (1) Drawn: Black chooses. (2) The legal moves depend on it; the rule merely compares what lies on the board. (3) From
# those in the attractor of "delivered", with the sender as White and the network as Black. Here the attractor contains
# every state, because the state remembers whether a message was just lost.
# </details>

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Question 3 applies the idea elsewhere; give it as homework. Expect "from none", because the network might lose every
# message; but it may not lose two in a row. (6 minutes)
# </details>

# %% [markdown] slide_type="skip"
# ## Further reading
#
# * C. Baier, J.-P. Katoen, *Principles of Model Checking*, MIT Press 2008, chapters 2 and 7: transition systems,
#   bisimulation.
# * E. Grädel, W. Thomas, T. Wilke (eds.), *Automata, Logics, and Infinite Games*, LNCS 2500, Springer 2002, chapter 2:
#   attractors.
# * K. Thompson, "Retrograde analysis of certain endgames", *ICCA Journal* 9 (1986), 131–139.
