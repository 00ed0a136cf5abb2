# %% [markdown] slide_type="slide"
# # Unit 6: Rings: bounded use
#
# **67 minutes, 38 of them the core.**
# *[Auf Deutsch](de/06-rings.ipynb) · [En español](es/06-rings.ipynb).*
# After this unit you can
#
# 1. say why a board's automaton accepts towers that no player can walk,
# 2. count the rings a path needs, and prove that a language with rings is finite,
# 3. unfold a board into its ring automaton, and say how large it gets,
# 4. say what rings do to the pump of unit 5,
# 5. explain why "does this player win?" is NP-complete in general, and easy for a tower of eight cones.
#
# You need: [unit 5](05-what-no-automaton-can-do.ipynb) and the units before it; for section 5, what polynomial time is.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Begin with the position from a real game and give the room two minutes to find the path. Expect somebody to find it;
# then the referee says no. The whole unit rests on that "no". Section 5 can be played with string and six chairs. If
# time is short, leave out what is marked *more*, then section 4. Section 1 must have its two minutes of silence.
# </details>

# %% slide_type="skip"
import finity_edu.course as fe

# %% [markdown] slide_type="slide"
# ## 1 Ask the referee (core, 8 min)
#
# This position comes from a real game that two people played on Board Game Arena. The tower reads, from the bottom:
# black, black, white, white, black, white, white, black. Blue's post stands on N. Is there a path that has the colours of the
# tower and ends on C with the last cone? And who has won?

# %%
real = fe.Position.parse("bga/2 bbwwbwwb y; posts c@N y@SW; rings NE:..c SE:.cc S:..c SW:..y E:.cc; "
                         "bridges bNE>C.m bN>NE.l bNE>E.l wE>NE.m wSE>S.l bS>SE.l wSE>E.m wE>SE.l bSW>S.m; "
                         "blockers c@C-N.l c@C-N.r y@C-S.l y@C-S.r")

# %% slide_type="subslide"
real

# %%
automaton = fe.station_automaton(real, seat=1)
run = fe.first_run(automaton, real.word)
fe.ask("ring-referee", automaton.accepts(real.word) and real.result is not None,
       picture=fe.draw_board(real, path=run, word_read=8), run=" ".join(run))

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Give the room two minutes and no hint. Expect "c has won" from those who find the path, and "there is none" from the
# others. Both learn the same thing: the rings decide. (8 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 2 The price of a path (core, 11 min)
#
# A ring is *permission to leave a station once more*. Which paths can a player pay for?
#
# **Definition.** Let $r(q)$ be the number of the player's rings on station $q$. A run $q_0 q_1 \dots q_m$ on the tower,
# complete or not, is a **partial path** if for every station $q$ the number of $i$ with $1 \le i \le m - 1$ and $q_i = q$ is
# at most $r(q)$. It is a **full path** if it reads the whole tower and ends on the station of the tower. (Unlike a
# *partial* run in unit 1, a partial path may read the whole tower: every full path is a partial path, too.)
#
# The first departure, from the post, is free, and so is the arrival. Every departure in between costs a ring.

# %%
departures = run[1:-1]
own = [ring.station for ring in real.layout.rings if ring.seat == 1]
for station in sorted(set(departures)):
    print(f"{station:3} departures to pay: {departures.count(station)}, rings of c: {own.count(station)}")

# %% [markdown] slide_type="subslide"
# **Lemma 1.** A path of $L \ge 1$ arrows spends $L - 1$ rings, whatever its route. *Proof.* It departs $L$ times, and
# every departure but the first costs a ring. ∎
#
# **Lemma 2.** The language of a board with rings, that is, the set of towers for which the player has a full path, is
# **finite**, however many cycles the arrows have. *Proof.* By Lemma 1 the number of rings on the board bounds the length
# of a path, and there are only finitely many words up to that length. ∎

# %%
exact = fe.ring_nfa(real, seat=1)
print("arrows alone:", "finite" if fe.is_finite(automaton) else "infinite",
      "· with rings:", "finite, longest word", fe.longest_length(exact))
print(*fe.words(exact))

# %% [markdown] slide_type="subslide"
# Which rings does c lack? Here are the smallest sets of rings that would complete its path, a shortest plan for c, and
# how the game ends if c follows it:

# %%
print(fe.ring_purchases(real, seat=1))
plan = fe.to_win(real, seat=1)
print(*plan.moves)
won = real.with_turn(1).play(plan.moves[0])
print(won.result, "·", " ".join(won.full_path(1)))

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Let the room count departures with their fingers on the path. Expect to hear 8; it is 7, because the first departure
# is free. Write L and L − 1 on the board. (11 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 3 Unfolding: rings as states (core, 8 min)
#
# Can an automaton know about rings? Yes: put them into the state. The **ring automaton** has the states
# *(station, rings still left)*, and every departure but the first spends one.

# %%
small = fe.Position.parse("bga/abcd bbwb c; posts c@A; rings B:cc. C:cc.; bridges bA>B.m bB>C.m wC>B.l bC>D.m")
small

# %% slide_type="subslide"
import networkx as nx

unfolded = fe.ring_nfa(small, seat=1)
diagram = fe.Automaton.of(unfolded).graph()
fe.ask("ring-cycle", nx.is_directed_acyclic_graph(diagram), picture=fe.RunSteps(unfolded, "bbwbb").goto(3).picture(),
       states=len(unfolded.states))

# %% [markdown]
# The state `B | B2 C2` means: the run is on B, with two rings left on B and two on C. The automaton is exact: it
# accepts a word iff the player has a full path for it.

# %% slide_type="subslide"
fewer = fe.ring_nfa(fe.Position.parse(str(small).replace("cc.", "c..")), seat=1)
for word in ["bbb", "bbwbb"]:
    plain = fe.station_automaton(small).accepts(word)
    print(f"{word:6} arrows alone: {plain!s:6} with one ring on B and on C: {fewer.accepts_input(word)!s:6}",
          "with two:", unfolded.accepts_input(word))

# %% [markdown] slide_type="subslide"
# ### Try it (more, 6 min)
#
# Step through `bbwbb`: beside the board you see the rings being used up. What happens to them when you press *Rings
# count* again?

# %%
fe.BoardWidget(small, mode="run", word="bbwbb", rings=True)

# %% [markdown] slide_type="subslide"
# How large does it get? At most $|Q| \cdot \prod_q (r(q) + 1)$ states. For the real position, in which four of the 9
# stations hold 1, 2, 1 and 2 rings, that is 324.

# %%
sizes = []
for extra in range(4):
    crowded = real.layout
    for station, size in [("NE", "s"), ("NE", "m"), ("S", "s"), ("S", "m"), ("E", "s"), ("SE", "s")][: 2 * extra]:
        crowded = crowded.with_ring(station, size, 1)
    more = fe.Position(real.rules, real.word, 1, crowded, ply=2)
    sizes.append(f"{len(crowded.rings) - 1}: {len(fe.ring_nfa(more, 1).states)}")
print(len(exact.states), "of 324 can be reached; by rings of c:", *sizes, sep="\n")

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask what must be remembered besides the station. Expect "the way so far", and ask whether less is enough: the rings
# that are left. At the first prediction expect "there is a cycle": there is one on the board, but in the automaton time
# runs in one direction only. (14 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 4 The pump and the rings (core, 6 min)
#
# By the pumping lemma (unit 5) a long word of a regular language has a part $y$ that can be read zero times, once, or
# as often as you like. On the small board, if only arrows count, `bbwbb` = $xyz$ is such a word: take $x =$ `b`, $y =$
# `bw`, $z =$ `bb`. And if rings count?

# %%
from automata.fa.dfa import DFA

one = fe.Pumping("b", "bw", "bb")
reads = [unfolded.accepts_input(one.pumped(i)) for i in range(6)]
theirs = DFA.from_nfa(unfolded)
alone, ringed = ("✗✓"[fe.can_pump(nfa, one)] for nfa in (fe.station_automaton(small), unfolded))
fe.ask("ring-pump", reads.count(True), alone=alone, ringed=ringed, longest=fe.longest_length(unfolded),
       p=fe.pumping_length(unfolded), theirs=theirs.maximum_word_length(), table="\n".join(
           f"i = {i}: {one.pumped(i)} {'✓' if read else '✗'}" for i, read in enumerate(reads)))

# %% [markdown] slide_type="subslide"
# This does **not contradict** the lemma: a finite language satisfies it with any $p$ larger than the length of its
# longest word, because then there is nothing to show. And every finite language is regular: join its words by $\cup$.
# So the language of a board with rings is always regular.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask whether we have just refuted the pumping lemma. Expect a pause before somebody says "p". (6 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 5 How hard is it to see a win? (more, 14 min)
#
# Reading a word with an NFA is easy: keep the set of active states, and take one step for each symbol. With rings a set
# of stations is not enough, because it also matters *how you got there*. How hard does it get?
#
# **Definition.** A problem with the answers yes and no is *in NP* if every yes has a certificate of polynomial length
# that can be checked in polynomial time. It is *NP-hard* if every problem in NP can be translated into it in polynomial
# time, with the same answer (a *reduction*), and *NP-complete* if it is both. Nobody knows a polynomial algorithm for
# any such problem, and an algorithm for one of them would solve them all. One of them is **Hamiltonian path** (Garey
# and Johnson, 1979): does a graph have a path from a given start to a given goal that visits every vertex exactly once?
#
# **Theorem.** "Given a board with rings and a tower: does the player have a full path?" is NP-complete.

# %% [markdown] slide_type="subslide"
# *Proof.* *In NP:* a path is as long as the tower, and counting its departures checks it quickly. *NP-hard:* by
# reduction from Hamiltonian path. Given a graph with $n$ vertices, build a board: vertices become stations, every edge
# becomes two black arrows, one in each direction. One more black arrow leads from the goal to the tower. **One ring on
# every vertex but the start.** The tower is $b^n$. A full path has $n$ arrows and spends $n - 1$ rings: **all** of
# them, one on each station. So it visits every vertex exactly once. Conversely, every such path of the graph, with the
# last arrow added, is a full path. ∎

# %%
def hamilton(edges):
    """The board of a graph: from A, over all six vertices, to F and the tower."""
    places = {"A": (0, 0), "B": (0, 1), "C": (1, 0), "D": (1, 1), "E": (2, 0), "F": (2, -1), "Z": (3, -1)}
    arrows = " ".join(f"b{p}>{q} b{q}>{p}" for p, q in edges)
    board = fe.Position.start(board=fe.Board(f"{arrows} bF>Z", start="A", end="Z", places=places), word="b" * 6)
    layout = board.layout
    for station in "BCDEF":
        layout = layout.with_ring(station, "s", 1)
    return fe.Position(board.rules, board.word, 1, layout, ply=2)


graph = [("A", "B"), ("A", "C"), ("B", "C"), ("B", "D"), ("C", "D"), ("C", "F"), ("D", "E"), ("E", "F")]

# %% slide_type="subslide"
fe.draw_board(hamilton(graph))

# %%
whole, cut = hamilton(graph), hamilton([edge for edge in graph if edge != ("D", "E")])
path = fe.witness(whole, seat=1)
fe.ask("ring-hamilton", fe.witness(cut, seat=1) is not None, path=" ".join(path),
       picture=fe.draw_board(whole, path=path, word_read=6))

# %% [markdown] slide_type="subslide"
# **Ask the libraries.** networkx lists the simple paths of the graph (those that visit no vertex twice); some of them
# are Hamiltonian. For this graph, and for each that lacks one of its edges, the board has as many full paths as the
# graph has Hamiltonian ones:

# %%
for gone in [None, *graph]:
    rest = [edge for edge in graph if edge != gone]
    simple = nx.all_simple_paths(nx.Graph(rest), "A", "F")
    assert sum(len(way) == 6 for way in simple) == fe.count_paths(hamilton(rest), seat=1)
print("the board and networkx agree on", len(graph) + 1, "graphs")

# %% [markdown] slide_type="subslide"
# Does the theorem hold for boards as they lie on a table? The search for a Hamiltonian *cycle* is NP-complete even for
# pieces of square grids (Itai, Papadimitriou and Szwarcfiter, 1982), and such a piece can be laid on hexagons: use two
# of the three directions. Let $v$ be the lowest of its leftmost vertices. Only the vertex above it and the vertex $r$
# to its right can be neighbours of $v$, so a Hamiltonian cycle passes through both. Such a cycle exists iff a
# Hamiltonian path leads from $r$ to $v$ (the edge between them closes the cycle). So take $r$ as the start and $v$ as
# the goal: to the left of $v$ a hexagon is free for the tower. So the theorem holds on the table, too, if boards may be
# as large as we like.
#
# **And the game?** For a tower of *fixed* length $k$ there are at most $|Q|^k$ paths, a polynomial in the number of
# stations: a program can try them all. "NP-complete" speaks of towers that grow with the board.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# With string and chairs, the rings are coats, one on each chair; whoever leaves a chair takes its coat. If P and NP are
# new to the class, say only that nobody knows a fast method for finding such paths. Expect some to read the reduction
# in the wrong direction: ask who would be glad to have a fast program for rings. (14 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 6 Orphans (more, 9 min)
#
# What happens to a ring to which no path leads any more? A ring must lie on a **reachable** station: one at which some
# partial path ends. If a move cuts the last path to a station, its rings are *orphans* and go back to the supply.

# %%
for station, prefix in fe.reach(real, seat=1).items():
    print(f"{station:3} reached by {prefix or 'ε'}")

# %%
lost = {move: real.orphans_of(move).get(1, 0) for move in ["~wSE>S.l", "~bNE>E.l"]}
fe.ask("ring-orphans", max(lost, key=lost.__getitem__), lost=", ".join(f"{move}: {n}" for move, n in lost.items()))

# %% [markdown] slide_type="subslide"
# **Try it.** Continue the game as y. Which move costs c the most rings? The board counts the orphans of every move.

# %%
fe.BoardWidget(real, mode="play")

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Let the room propose moves, and try each of them: the board counts its orphans. (9 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## Recap and check (core, 5 min)
#
# * Rings bound how often a station is left: $L$ arrows cost $L - 1$ rings, so the language is finite.
# * The ring automaton has the states (station, rings left); it is exact and acyclic, and can be large.
# * Pumping needs a cycle; each turn of the cycle costs rings, until none are left.
# * Deciding a win is NP-complete if towers grow with the board, and polynomial for a fixed tower.
#
# ## Check yourself
#
# 1. A path has 11 arrows. How many rings does it spend?
# 2. A player has 4 rings. Can there be a full path for a tower of 6 cones?
# 3. You return to your own start station and leave it again. Does that cost a ring?
# 4. Is the language of a board with rings regular?
# 5. A service lets a customer call each of its functions at most three times. Is the set of allowed sequences of calls
#    regular? What are the states?
#
# <details><summary>Answers</summary>
# (1) 10. (2) No: 4 rings allow at most 5 arrows. (3) Yes; only the first departure is free. (4) Yes, like every finite
# language. (5) Yes: a state says how often each function may still be called, 0 to 3 times; there is also a trap for a
# call too many.
# </details>
#
# Next: [playing the game](07-playing-finity.ipynb).

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Question 5 applies the idea elsewhere: rings are quotas. Ask how many states five functions need, and let the room
# guess before anybody calculates. (5 minutes)
# </details>

# %% [markdown] slide_type="skip"
# ## Further reading
#
# * R. M. Karp, "Reducibility among combinatorial problems", *Complexity of Computer Computations*, Plenum 1972,
#   85–103.
# * A. Itai, C. H. Papadimitriou, J. L. Szwarcfiter, "Hamilton paths in grid graphs", *SIAM Journal on Computing* 11
#   (1982), 676–686.
# * M. R. Garey, D. S. Johnson, *Computers and Intractability*, Freeman 1979, problem GT39.
# * R. Bellman, "Dynamic programming treatment of the travelling salesman problem", *Journal of the ACM* 9 (1962),
#   61–63: states (place, what is used up), as in the ring automaton.
