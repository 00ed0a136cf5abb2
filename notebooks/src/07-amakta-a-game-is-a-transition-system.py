# %% [markdown] slide_type="slide"
# # Unit 7: Amakta, a game is a transition system
#
# **45 minutes.** After this unit you can
#
# 1. read a game as a deterministic transition system $(S, \Sigma, \delta, s_0)$ and count its words,
# 2. say what the repetition rule does to the language of games,
# 3. compute who wins by an attractor, backwards from the end,
# 4. use symmetry: 86,185 stones by orbit counting, and half the states for nothing,
# 5. say when two states are bisimilar, and why Amakta Infinit is not finite-state.
#
# You need: [unit 2](02-determinise-and-minimise.ipynb) (minimal automata), and that a graph has strongly connected
# components.

# %% [markdown] slide_type="notes"
# <details><summary>For the lecturer</summary>
# Sections 1 and 2 are the story: play the first moves on the projector, let two students decide. Section 4 (backwards
# from the end) is the heart; everything before it may be shortened. Ask for every prediction before the next cell runs.
# Section 7 can be left to the students.
# </details>

# %% slide_type="skip"
import amakta
from amakta.draw import board as draw
from amakta.draw.chart import state_graph
from amakta.analysis.graph import explore
from amakta.analysis.solve import retrograde
from amakta.analysis.structure import bisimulation, components, fixed_states, has_cycle, minimal_dfa, orbits

# %% [markdown] slide_type="slide"
# ## 1 The game in six minutes (6 min)
#
# Two players, White and Black, lay stones on hexagonal fields. A stone carries **arrows** and points at other fields:
# a blue arrow one field far, a green two, a red three. Whoever has **more arrows** at a field **controls** it, and may
# lay a stone there. Each player has a *base*, at which one arrow of his own points for ever.
#
# You win by occupying the enemy base.

# %%
draw.arrow_key()

# %% [markdown] slide_type="subslide"
# A tiny board has three fields in a row; each player has one stone, with a pair of blue arrows in every
# direction. White has just laid it on his base. The numbers count arrows, White : Black; blocked arrows and arrows into
# the void are dashed.

# %%
start = amakta.State.start(board="zeile3", stones="solo")
lying = start.play("place -2,0 444444")
draw.position(lying, arrows=True)

# %% [markdown] slide_type="subslide"
# **Predict.** It is Black's turn. He may pass, or lay his stone on his own base. Which fields will nobody control after
# he has laid it?

# %% slide_type="fragment"
both = lying.play("place 2,0 444444")
print(both.control())
draw.board(both, arrows=True)

# %% [markdown]
# The middle gets two arrows of each: a *stalemate*, controlled by nobody. A rule for everything on a field follows:
# a stone is **free** (may be turned, taken, moved) only if its owner controls the field or nothing points there.

# %% [markdown] slide_type="subslide"
# All moves come in this form, and so does the reason why one is not allowed:

# %%
print(*both.legal_moves(), sep="\n")
print(both.why_illegal("place 0,0 444444"))
print(both.why_illegal("relocate -2,0 0,0 444444"))

# %% [markdown] slide_type="slide"
# ## 2 A game is a transition system (6 min)
#
# A **labelled deterministic transition system** is $(S, \Sigma, \delta, s_0)$: states, labels, a *partial* function
# $\delta : S \times \Sigma \rightharpoonup S$, a start.
#
# | symbol | meaning | in Amakta |
# |---|---|---|
# | $S$ | states | board, inventories, **and the side to move** |
# | $\Sigma$ | labels | move texts |
# | $\delta(s, a)$ | successor | `s.play(a)`, where it is legal |
# | $s_0$ | start | empty board, White to move |
#
# With "White has won" as accepting states it is a DFA without its sink.

# %% [markdown] slide_type="subslide"
# **Predict.** Three fields, two stones. How many states can be reached: about 10, about 100, about 1000?

# %% slide_type="fragment"
solo = explore(start)
print(solo)
print("states at distance 0, 1, 2, ... from the start:", *solo.level_sizes)

# %% slide_type="subslide"
state_graph(solo, current=lying)

# %% [markdown]
# Circles: White moves. Squares: Black moves. Double outline: somebody has won. State 2, marked, is the position with
# White's stone on its base; from it a game can still go in circles, as the blue arrows back show.

# %% [markdown] slide_type="subslide"
# Play on this graph: click a stone in the inventory, then a field. The mark moves along.

# %%
from amakta.widget import AmaktaWidget

AmaktaWidget(start)

# %% [markdown] slide_type="subslide"
# **Words.** The number of move sequences of length $n$ is the number of words that can be read: with the adjacency
# matrix $A$, it is $e_{s_0}^{T} A^{n} \mathbf{1}$, and it grows like $\lambda^n$ with the largest eigenvalue $\lambda$ of $A$.
# Chess programmers call it *perft* and test their programs with it.

# %%
from boardkit.explore import perft

for n in (1, 2, 3, 6, 12):
    print(f"n = {n:2}: by the matrix {solo.words(n):5}, by playing them all {perft(start, n):5}")
print("growth per move:", round((solo.words(400) / solo.words(398)) ** 0.5, 3))

# %% [markdown] slide_type="slide"
# ## 3 Cycles and the repetition rule (5 min)
#
# Games in circles never end. So the rulebook says: when the same situation (**whoever is to move**) lies on the board
# for the third time at the beginning of a turn, the game is a draw.
#
# **Predict.** Both players pass. How many passes does it take?

# %% slide_type="fragment"
game = amakta.new_game(start)
while game.result is None:
    game = game.play("pass")
    print(f"{len(game.moves)} moves, occurrence {game.visits()}, result:", game.result and game.result.kind)

# %% [markdown] slide_type="subslide"
# A rule about *paths*, not about states: the third visit is cycle detection with a memory. It makes the language of
# complete games finite. All of them, for three fields:

# %%
def complete_games(game):
    if game.result is not None:
        yield game
    for move in game.legal_moves():
        yield from complete_games(game.play(move))

games = list(complete_games(amakta.new_game(start)))
wins = {side: sum(g.result.winners == {side} for g in games) for side in "WB"}
print(len(games), "games, won:", wins, "longest:", max(len(g.moves) for g in games), "moves")

# %% [markdown]
# In general a game has at most $2m$ moves on $m$ unfinished situations: each may occur twice, the third time ends the
# game. Here $m = 6$, and 12 is attained.

# %% [markdown] slide_type="subslide"
# **Shortest cycle.** Two passes are a cycle. What is the quickest way back to the empty board on which a stone moves?

# %% slide_type="fragment"
circle = start
for move in ("place -2,0 444444", "pass", "take -2,0", "pass"):
    circle = circle.play(move)
    print(f"{move:18} -> state {solo.index(circle)}")

# %% [markdown] slide_type="slide"
# ## 4 Who wins? Backwards from the end (9 min)
#
# Now four fields in a diamond, and two stones each: a blue star and a blue triangle. Too large to draw.

# %%
diamond = amakta.State.start(board="raute4", stones="duo")
raute = explore(diamond)
print(raute)
draw.position(diamond)

# %% [markdown] slide_type="subslide"
# The **attractor** of a set $T$ for White: the least set $A \supseteq T$ such that
#
# * a state where White moves is in $A$ if **some** move leads into $A$,
# * a state where Black moves is in $A$ if **all** moves lead into $A$ (and there is one).
#
# $A_0 = T$, $A_{k+1} = A_k \cup \{$states that these rules add$\}$. Layer $k$: won in exactly $k$ moves.
# Every transition is looked at once: linear time.
#
# **Predict.** Four fields, symmetric. Is the start won for White, for Black, or drawn?

# %% slide_type="fragment"
solution = retrograde(raute)
print("winner:", solution.winner(diamond), "in", solution.distance(diamond), "moves")
print("layers for White:", *solution.layers("W"))
print(solution.counts)

# %% [markdown] slide_type="subslide"
# What is each first move worth? (Number of further moves in brackets.)

# %%
for move, winner, plies in solution.judged_moves(diamond):
    print(f"{move!s:20}", "drawn" if winner is None else f"{winner} wins ({plies})")

# %% [markdown]
# Doing nothing **loses**: Black is then in White's shoes. And the triangle must lie the right way round.

# %% slide_type="subslide"
state = diamond
for move in solution.line(diamond):
    print(f"{state.turn}: {move}")
    state = state.play(move)
draw.board(state, arrows=True)

# %% [markdown]
# Black passes all the time because nothing helps: White's star points at Black's base, one arrow against one. A
# stalemate, so Black can lay nothing, not even at home. The second stone makes it two to one.

# %% [markdown] slide_type="subslide"
# Beat it, if you can: White plays perfectly from the table, you are Black. The list beside the board tells the value of
# every move.

# %%
import random

from amakta.players.opponents import TablePlayer

perfect = TablePlayer(solution, random.Random(1))
AmaktaWidget(diamond, players={"W": perfect}, solution=solution)

# %% [markdown] slide_type="subslide"
# **But the repetition rule?** It needs history; the attractor has none. Why may we ignore it *from the start*?
#
# <details><summary>Think first</summary>
# The winner always lowers the distance, so no <i>state</i> occurs twice, so no <i>situation</i> occurs more than twice
# (once for each side to move): the third time never comes. And where nobody can force a win, the rule only ends a game
# that would go on for ever. In the middle of a game, with situations already visited, this argument fails.
# </details>

# %% [markdown] slide_type="slide"
# ## 5 One-way streets (3 min)
#
# Stones can be captured: control the field of an enemy stone, and it becomes yours (*expropriate*). That happens to a
# stone at most once, and it cannot be made as if it had not happened. In the graph: an edge that leads from one **strongly
# connected component** into another and never back.

# %%
parts = components(raute)
cyclic = sum(has_cycle(raute, members) for members in parts.classes)
print(len(parts), "components,", cyclic, "of them with cycles")
print("the component of the start has", len(parts.classes[parts.of[0]]), "states")

# %% [markdown]
# The quotient by components, the **condensation**, is acyclic: a game moves down through it and goes in circles only
# inside a component. Material never changes inside one.

# %% [markdown] slide_type="slide"
# ## 6 Symmetry: count orbits, not things (7 min)
#
# A stone gives each of six directions no arrow, one, or two, each in one of three colours: $1 + 3 + 6 = 10$ contents,
# $10^6$ codes. But
# stones can be turned and mirrored: two codes are the same stone if one of the 12 elements of $D_6$ takes one to the
# other. The rulebook claims 86185 stones. Is that right?
#
# **Orbit counting** (Burnside's lemma): the number of orbits is the *mean number of fixed points*,
# $\frac{1}{|G|} \sum_{g \in G} |\mathrm{Fix}(g)|$.

# %%
draw.gallery(amakta.stones.orientations("321000")[:8])

# %% [markdown] slide_type="subslide"
# **Predict.** A turn by 120° maps directions in two cycles of three. How many of the $10^6$ codes does it leave alone?

# %% slide_type="fragment"
table = amakta.stones.burnside_table()
for row in table:
    print(f"{row.name:22} {row.elements} × {row.fixed:9,} = {row.total:9,}")
print("sum", sum(row.total for row in table), "/ 12 =", amakta.stones.count())

# %% [markdown]
# A code is fixed iff it is constant on every cycle: $10^{\text{cycles}}$. The rulebook is right. And no theorem is
# needed to believe it: going through all codes and marking orbits gives the same.

# %% slide_type="subslide"
sizes = amakta.stones.orbit_sizes()
print(sizes, "together", sum(sizes.values()))

# %% [markdown] slide_type="subslide"
# **States have symmetries too.** Turning the board upside down maps games to games; so does left-right, if the colours
# change places. On the diamond, 500 states are their own upside-down image:

# %%
fixed = fixed_states(raute)
print(f"({len(raute)} + {fixed}) / 2 = {(len(raute) + fixed) // 2} orbits,", "found:", len(orbits(raute)))
print("with the exchange of colours:", len(orbits(raute, full=True)))

# %% [markdown]
# The exchange of colours also proves something without any computer: with equal stones and perfect play **White never
# loses** from the start. If Black had a win there, White could pass and then have it too.

# %% [markdown] slide_type="slide"
# ## 7 What can be seen: minimal and bisimilar (5 min)
#
# As a DFA over move texts, states with the same *future words* fall together (Myhill–Nerode). On three fields only
# Black's win and the sink do: the minimal complete automaton has 14 states (White's win, the sink, 12 others).

# %%
print(len(minimal_dfa(solo)), "of", len(solo) + 1, "states;", len(solo.alphabet), "letters")
print(len(minimal_dfa(raute)), "of", len(raute) + 1, "states;", len(raute.alphabet), "letters on the diamond")

# %% [markdown] slide_type="subslide"
# But texts say too much. A stone with one pair of arrows, and a stone with two opposite pairs, on a board of one row:
# most arrows point into the void. Forget the labels, keep only *who moves, who has won, what can follow*.
#
# **Definition.** A relation $R$ on states is a **bisimulation** if $s \mathrel{R} t$ implies: the same side moves in both,
# or the same side has won; for each $s \to s'$ there is a $t \to t'$ with $s' \mathrel{R} t'$; and for each $t \to t'$ an
# $s \to s'$ with $s' \mathrel{R} t'$. States are **bisimilar** ($s \sim t$) if some bisimulation relates them.

# %%
pair = explore(amakta.State.start(board="zeile3", stones="400000"))
axis = explore(amakta.State.start(board="zeile3", stones="400400"))
together = bisimulation(pair, axis)
print(len(pair), "and", len(axis), "states:", len(bisimulation(pair)), "and", len(bisimulation(axis)), "classes")
print("in the union:", len(together), "classes; starts bisimilar:", together.of[0] == together.of[len(pair)])

# %% [markdown]
# One game with 854 states, another with 266, and nobody who only watches can tell them apart.

# %% [markdown] slide_type="slide"
# ## 8 Amakta Infinit: not finite-state (4 min)
#
# The same rules on an unbounded plane. A lone stone with a single blue arrow:

# %%
plane = amakta.infinit.start(4, {"100000": ""}, {})
walk = plane.play("place 0,0 000100").play("pass")
for x in (-2, -4, -6):
    walk = walk.play(f"relocate {x + 2},0 {x},0 000100").play("pass")
    print(walk)

# %% [markdown]
# It can walk for ever and never meet a situation twice: **infinitely many states**, although each state has only
# finitely many moves. (Could a finite automaton accept the same games all the same? Many states may have equal futures:
# that is the open question of problem set 7.) What the breadth-first search meets, level by level:

# %% slide_type="subslide"
stars = amakta.infinit.start(4, {"111111": ""}, {"111111": ""})
print(*explore(stars, max_level=6).level_sizes, "...")

# %% [markdown]
# A rule makes the game finite again: 86185 moves in which no stone is expropriated or released are a draw (the number of
# stones once more). Each stone can be expropriated once and released once, so every game ends; the tree of all games is
# finitely branching and has no infinite path, so it is finite (Kőnig).
#
# And the rulebook admits a gap: with enough points one builds a bunker that nobody can storm.

# %%
fort = amakta.bunker.built(amakta.InfinitBoard.at_distance(6))
print("cost:", amakta.bunker.cost(), "points")
draw.board(fort, centre=(0, 0), radius=2, arrows=[(2, 0)])

# %% [markdown] slide_type="slide"
# ## Recap
#
# * A game = states, moves as labels, a partial δ, a start. Perft = words of length $n$ = powers of a matrix.
# * The repetition rule speaks about paths; it makes the set of games finite.
# * Attractor: some move for me, all moves for you. Linear time, exact distances.
# * Captures are one-way streets between strongly connected components.
# * Orbits = mean number of fixed points: 86185 stones, half the states.
# * Bisimilar = cannot be told apart by watching. Finite branching does not mean finitely many states.

# %% [markdown] slide_type="subslide"
# ## Check yourself
#
# 1. How many stones are there if a direction may hold no arrow or one blue arrow only?
# 2. A state where Black moves has two moves: one leads to a state won by White, the other to a drawn one. Which?
# 3. Why does the state need the side to move, although the repetition rule ignores it?
# 4. Which states of the diamond lie on no cycle at all?

# %% slide_type="skip"
print("1:", amakta.stones.count(contents=2), "stones")
alone = [members[0] for members in parts.classes if not has_cycle(raute, members)]
print("4:", len(alone), "states, all finished:", all(raute.winners[i] for i in alone))

# %% [markdown] slide_type="skip"
# <details><summary>Answers</summary>
# (1) 13: two contents instead of ten. (2) Drawn: Black chooses. (3) The moves that follow depend on it; the rule merely
# compares what lies there. (4) The finished ones, and no others: everywhere else two passes in a row make a cycle.
# </details>
#
# ## Further reading
#
# * C. Baier, J.-P. Katoen, *Principles of Model Checking*, MIT Press 2008, chapters 2 and 7: transition systems,
#   bisimulation.
# * E. Grädel, W. Thomas, T. Wilke (eds.), *Automata, Logics, and Infinite Games*, LNCS 2500, Springer 2002, chapter 2:
#   attractors.
# * K. Thompson, "Retrograde analysis of certain endgames", *ICCA Journal* 9 (1986), 131–139.
# * R. Tarjan, "Depth-first search and linear graph algorithms", *SIAM Journal on Computing* 1 (1972), 146–160.
# * P. C. Kanellakis, S. A. Smolka, "CCS expressions, finite state processes, and three problems of equivalence",
#   *Information and Computation* 86 (1990), 43–68.
# * P. M. Neumann, "A lemma that is not Burnside's", *The Mathematical Scientist* 4 (1979), 133–141.
