# %% [markdown] slide_type="slide"
# # Unit 4: Rings: bounded use
#
# **40 minutes.** After this unit you can
#
# 1. say why a board's automaton accepts towers that no player can walk,
# 2. count the rings a path needs, and prove that a language with rings is finite,
# 3. unfold a board into its ring automaton, and say how large it gets,
# 4. state the pumping lemma, decompose a word, and say what rings do to the pump,
# 5. explain why "does this player win?" is NP-complete in general, and easy for a tower of eight cones.
#
# You need: [unit 3](03-languages.ipynb), and what it builds on.

# %% [markdown] slide_type="notes"
# <details><summary>For the lecturer</summary>
# Begin with the position from a real game and give the room two minutes to find the path. Expect somebody to find it;
# then the referee says no. That "no" carries the whole unit. Section 5 can be done with string and six chairs. For a
# short lecture leave out section 6.
# </details>

# %% slide_type="skip"
from itertools import combinations, pairwise, permutations

from finity_edu import Position
from automatakit import Pumping, accepting_runs, can_pump, is_finite, longest_length, pumping_length, pumpings, words
from finity_edu.analysis import count_paths, reach, ring_purchases, to_win, witness
from automatakit import NFA
from finity_edu.automata import board_from_nfa, ring_nfa, station_nfa
from finity_edu.draw import draw_board
from automatakit.draw.automata import automaton_picture
from automatakit.steps import RunSteps
from finity_edu.widget import BoardWidget

# %% [markdown] slide_type="slide"
# ## 1 The referee says no (6 min)
#
# A position from a real game that two people played on Board Game Arena. The tower, from the bottom: black, black,
# white, white, black, white, white, black.

# %%
real = Position.parse("bga/2 bbwwbwwb y; posts c@N y@SW; rings NE:..c SE:.cc S:..c SW:..y E:.cc; "
                      "bridges bNE>C.m bN>NE.l bNE>E.l wE>NE.m wSE>S.l bS>SE.l wSE>E.m wE>SE.l bSW>S.m; "
                      "blockers c@C-N.l c@C-N.r y@C-S.l y@C-S.r")
draw_board(real)

# %% [markdown] slide_type="subslide"
# **Predict.** Player c stands on N. Is there a path with the colours of the tower that ends on C, with the last cone?

# %% slide_type="fragment"
nfa = station_nfa(real, seat=1)
run = next(accepting_runs(nfa, real.word))
print("the automaton:", "accepted" if nfa.accepts_input(real.word) else "rejected", "by", " ".join(run))
print("the game:     ", real.result or "nobody has won")

# %% slide_type="subslide"
draw_board(real, path=run, word_read=8)

# %% [markdown]
# The automaton accepts, and still the game goes on. The path leaves NE twice, but player c has only **one** ring
# there. A ring is *permission to leave a station once more*; an automaton leaves as often as it likes.
#
# This is no rare accident. In the 215 games from there with which this project is tested, of all positions in which a
# player's plain automaton accepts the tower, more than nineteen in twenty are not won by that player.

# %% [markdown] slide_type="slide"
# ## 2 The price of a path (6 min)
#
# **Definition.** Let $r(q)$ be the number of own rings on station $q$. A run $q_0 q_1 \dots q_m$ on the tower, complete or
# not, is a **partial path** if for every station $q$ the number of $i$ with $1 \le i \le m - 1$ and $q_i = q$ is at most
# $r(q)$. It is a **full path** if it reads the whole tower and ends on the station of the tower.
#
# The first departure, from the post, is free, and so is the arrival. Everything in between is paid.
#
# **Predict.** How many rings does a path of 8 arrows need in all? On how many stations at least, if no station holds
# more than three?

# %% slide_type="fragment"
departures = run[1:-1]
for station in sorted(set(departures)):
    own = sum(ring.seat == 1 and ring.station == station for ring in real.layout.rings)
    need = departures.count(station)
    print(f"{station:3} left {need} times, rings there: {own}", "← missing" if need > own else "")
print("departures to be paid:", len(departures))

# %% [markdown] slide_type="subslide"
# **Lemma 1.** A path of $L \ge 1$ arrows spends exactly $L - 1$ rings. *Proof.* It has $L - 1$ stations between the first
# and the last, with repetitions, and each departure costs one. ∎ (So 8 arrows need 7 rings, on 3 stations at least.)
#
# **Lemma 2.** With $R$ rings on the board, no word longer than $R + 1$ is accepted. So the language of a board with
# rings is **finite**, however many cycles its arrows have.

# %%
exact = ring_nfa(real, seat=1)
print("arrows alone:", "finite" if is_finite(nfa) else "infinite",
      "· with rings:", "finite, longest word", longest_length(exact))
print(*words(exact))

# %% [markdown] slide_type="subslide"
# Which rings are missing? The smallest sets that help, and what to do about it in the game:

# %%
print(ring_purchases(real, seat=1))
plan = to_win(real, seat=1)
print(*plan.moves)
won = real.with_turn(1).play(plan.moves[0])
print(won.result, "·", " ".join(won.full_path(1)))

# %% [markdown] slide_type="slide"
# ## 3 Unfolding: rings as states (8 min)
#
# Can an automaton know about rings? Yes: put them into the state. The **ring automaton** has the states
# *(station, rings still left)*, and every departure from an intermediate station spends one.

# %%
small = Position.parse("bga/abcd bbwb c; posts c@A; rings B:cc. C:cc.; bridges bA>B.m bB>C.m wC>B.l bC>D.m")
draw_board(small)

# %% [markdown] slide_type="subslide"
# **Predict.** The arrows form a cycle B, C, B. Will there be a cycle in the ring automaton?

# %% slide_type="fragment"
unfolded = ring_nfa(small, seat=1)
unfolded

# %% [markdown]
# `B | B2 C2` reads: on B, two rings left on B and two on C. No cycle: every arrow but the first lowers the number of
# rings. The automaton is exact. It accepts a word iff the player has a full path for it.

# %% slide_type="subslide"
for word in ["bbb", "bbwbb", "bbwbwbb"]:
    plain = station_nfa(small).accepts_input(word)
    print(f"{word:8} arrows alone: {plain!s:6} with rings: {unfolded.accepts_input(word)}")
RunSteps(unfolded, "bbwbb").goto(3).picture()

# %% [markdown] slide_type="subslide"
# **Try it.** Step through `bbwbb` and watch the rings being used up beside the board. Then `bbwbwbb`: at which cone
# does the run die? Press *Rings count* once more, and it lives on.

# %%
BoardWidget(small, mode="run", word="bbwbb", rings=True)

# %% [markdown] slide_type="subslide"
# How large does it get? At most $|Q| \cdot \prod_q (r(q) + 1)$ states. **Predict** the number for the real position
# (9 stations; rings 1, 2, 1, 2), and how many of them can be reached.

# %% slide_type="fragment"
print("bound:", 9 * 2 * 3 * 2 * 3, "· reached:", len(exact.states))
for extra in range(4):
    crowded = real.layout
    for station, size in [("NE", "s"), ("NE", "m"), ("S", "s"), ("S", "m"), ("E", "s"), ("SE", "s")][: 2 * extra]:
        crowded = crowded.with_ring(station, size, 1)
    more = Position(real.rules, real.word, 1, crowded, ply=2)
    print(len(crowded.rings) - 1, "rings:", len(ring_nfa(more, 1).states), "states")

# %% [markdown] slide_type="slide"
# ## 4 The pump and the rings (8 min)
#
# **Pumping lemma.** For every regular language $L$ there is a $p$ such that each $w \in L$ with $|w| \ge p$ can be
# written as $w = xyz$ with $|xy| \le p$, $y \neq \varepsilon$, and $x y^i z \in L$ for all $i \ge 0$.
#
# *Proof.* The first $p = |Q|$ symbols of $w$ lead an accepting run through $|Q| + 1$ states, so through one of them twice. The
# part between the two visits is $y$: it can be walked never, once, or as often as you like. ∎
#
# On the small board, arrows alone. **Predict** $x$, $y$ and $z$ for `bbwbb`.

# %%
plain = station_nfa(small)
print("p =", pumping_length(plain), "(states of the minimal automaton)")
for one in pumpings(plain, "bbwbb"):
    print("x =", one.x or "ε", " y =", one.y, " z =", one.z or "ε", "   pumped:",
          *(one.pumped(i) for i in range(4)))

# %% [markdown] slide_type="subslide"
# **And with rings?** The same words, the same decompositions, asked of the exact automaton:

# %%
one = Pumping("b", "bw", "bb")
for i in range(5):
    word = one.pumped(i)
    print(f"i = {i}: {word:10} arrows: {plain.accepts_input(word)!s:6} rings: {unfolded.accepts_input(word)}")
print("can be pumped, arrows:", can_pump(plain, one), "· rings:", can_pump(unfolded, one))

# %% [markdown] slide_type="subslide"
# Rings stop the pump: every turn of $y$ costs rings. **No contradiction** to the lemma: a finite language satisfies it
# with a $p$ larger than its longest word, because then there is nothing to show.
#
# The lemma is a tool for the opposite direction: if *no* $p$ works, the language is not regular. A ring language is
# always regular, since it is finite.

# %%
print("words of the ring automaton that can be pumped:",
      sum(bool(pumpings(unfolded, word)) for word in words(unfolded)))
print("longest word:", longest_length(unfolded), "· its p:", pumping_length(unfolded))

# %% [markdown] slide_type="slide"
# ## 5 How hard is it to see a win? (8 min)
#
# Reading a word with an NFA is easy: sets of states, one step a symbol. With rings a set of stations does not suffice,
# for what counts is also *how one came there*. How hard does it get?
#
# **Theorem.** "Given a board with rings and a tower: does the player have a full path?" is **NP-complete**.
#
# *In NP:* guess the path; it is as long as the tower, and checking it is quick. *NP-hard:* from **Hamiltonian path**. Given a graph $G$ with $n$
# vertices, a start and a goal, build a board: vertices become stations, every edge becomes two black arrows, there and
# back. An arrow leads from the goal to the tower. **One ring on every vertex but the start.** The tower is $b^n$.

# %%
places = {"A": (0, 0), "B": (0, 1), "C": (1, 0), "D": (1, 1), "E": (2, 0), "F": (2, -1), "Z": (3, -1)}


def hamilton(edges):
    """The board of a graph: from A, over all six vertices, to F and the tower."""
    arrows = [*edges, *((q, p) for p, q in edges), ("F", "Z")]
    delta = {p: {"b": {q for tail, q in arrows if tail == p}} for p in places}
    nfa = NFA(states=set(places), input_symbols={"b", "w"}, transitions=delta, initial_state="A", final_states={"Z"})
    board = board_from_nfa(nfa, places=places, word="b" * 6)
    layout = board.layout
    for station in "BCDEF":
        layout = layout.with_ring(station, "s", 1)
    return Position(board.rules, board.word, 1, layout, ply=2)


graph = [("A", "B"), ("A", "C"), ("B", "C"), ("B", "D"), ("C", "D"), ("C", "F"), ("D", "E"), ("E", "F")]
draw_board(hamilton(graph))

# %% [markdown] slide_type="subslide"
# A full path has 6 arrows and spends 5 rings: **all** of them, one on each station. So it visits every vertex exactly
# once; and every such path of the graph, with the last arrow added, is a full path. **Predict.** Is there one? Is there still one if the edge between D and E is missing?

# %% slide_type="fragment"
yes, no = hamilton(graph), hamilton([edge for edge in graph if edge != ("D", "E")])
for board in (yes, no):
    path = witness(board, seat=1)
    plain = station_nfa(board).accepts_input(board.word)
    print("arrows alone:", plain, "· with rings:", " ".join(path) if path else None)
draw_board(yes, path=witness(yes, 1), word_read=6)

# %% [markdown] slide_type="subslide"
# The other method agrees: try all orders of the vertices between A and F.

# %%
def ways(edges):
    """Hamiltonian paths from A to F by brute force."""
    joined = {*edges, *((q, p) for p, q in edges)}
    return [path for inner in permutations("BCDE") for path in [("A", *inner, "F")]
            if all(step in joined for step in pairwise(path))]


for gone in [(), *combinations(graph, 1)]:
    rest = [edge for edge in graph if edge not in gone]
    assert len(ways(rest)) == count_paths(hamilton(rest), seat=1)
print("the board and the search agree on", len(graph) + 1, "graphs")

# %% [markdown] slide_type="subslide"
# Hamiltonian path is NP-complete even for pieces of square grids (Itai, Papadimitriou and Szwarcfiter, 1982), and
# such a piece can be laid on hexagons: use two of the three directions. So the theorem holds for boards as they lie
# on a table, if only they may be large.
#
# **And the game?** For a tower of *fixed* length $k$ there are at most $|Q|^k$ paths: a polynomial. "NP-complete"
# speaks of towers that grow with the board.

# %% [markdown] slide_type="slide"
# ## 6 Orphans (3 min)
#
# A ring must lie on a **reachable** station: one where some partial path ends. If a move cuts the last path, rings
# behind it are *orphans* and go back to the supply.

# %%
for station, prefix in reach(real, seat=1).items():
    print(f"{station:3} reached by {prefix or 'ε'}")

# %% [markdown] slide_type="subslide"
# **Predict.** Player y may turn round one arrow: the white one from SE to S, or the black one from NE to E. Which
# rings of c become orphans?

# %% slide_type="fragment"
for move in ["~wSE>S.l", "~bNE>E.l"]:
    left = set(real.play(move).layout.rings)
    lost = [f"{ring.station}.{ring.size}" for ring in real.layout.rings if ring not in left]
    print(f"{move:9} orphans of c: {real.orphans_of(move)[1]}, namely", *lost)

# %% [markdown] slide_type="subslide"
# **Try it.** Play on as y. Which move takes most of c's rings? The board counts the orphans of every move.

# %%
BoardWidget(real, mode="play")

# %% [markdown] slide_type="slide"
# ## 7 Check yourself (1 min)
#
# 1. A path has 11 arrows. How many rings does it spend?
# 2. A player has 4 rings. Can the board accept a tower of 6 cones?
# 3. Does returning to one's own start station and leaving it again cost a ring?
# 4. Is the language of a board with rings regular?
#
# <details><summary>Answers</summary>
# (1) 10. (2) No: 4 rings allow at most 5 arrows. (3) Yes; only the first departure is free. (4) Yes, every finite
# language is.
# </details>

# %%
answer = 10  # question 1
print("right" if answer == 11 - 1 else "every departure but the first is paid")

# %% [markdown] slide_type="slide"
# ## Recap
#
# * Rings bound how often a station is left: $L$ arrows cost $L - 1$ rings, so the language is finite.
# * The ring automaton has states (station, rings left); it is exact, acyclic, and can be large.
# * Pumping needs a cycle; rings pay for each turn until they are gone.
# * Deciding a win is NP-complete if towers grow, polynomial for a fixed tower.
#
# Next: [playing the game](05-playing-finity.ipynb).

# %%
automaton_picture(unfolded, path=next(accepting_runs(unfolded, "bbwbb")),
                  title="The ring automaton and its path for bbwbb")

# %% [markdown] slide_type="skip"
# ## Further reading
#
# * M. O. Rabin, D. Scott, "Finite automata and their decision problems", *IBM Journal of Research and Development* 3
#   (1959), 114–125: the pumping lemma for automata.
# * Y. Bar-Hillel, M. Perles, E. Shamir, "On formal properties of simple phrase structure grammars", *Zeitschrift für
#   Phonetik, Sprachwissenschaft und Kommunikationsforschung* 14 (1961), 143–172: again, and for grammars.
# * R. M. Karp, "Reducibility among combinatorial problems", *Complexity of Computer Computations*, Plenum 1972,
#   85–103.
# * A. Itai, C. H. Papadimitriou, J. L. Szwarcfiter, "Hamilton paths in grid graphs", *SIAM Journal on Computing* 11
#   (1982), 676–686.
# * M. R. Garey, D. S. Johnson, *Computers and Intractability*, Freeman 1979, problem GT39.
# * R. Bellman, "Dynamic programming treatment of the travelling salesman problem", *Journal of the ACM* 9 (1962),
#   61–63: states (place, what is used up), as in the ring automaton.
