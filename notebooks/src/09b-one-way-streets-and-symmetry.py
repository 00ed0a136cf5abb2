# %% [markdown] slide_type="slide"
# # Appendix to unit 9: One-way streets, symmetry, and what can be seen
#
# **25 minutes to read.**
# *[Auf Deutsch](de/09b-one-way-streets-and-symmetry.ipynb) · [En español](es/09b-one-way-streets-and-symmetry.ipynb).*
# Four more questions about the games of [unit 9](09-amakta-a-game-is-a-transition-system.ipynb). After this appendix you can
#
# 1. say from which states a game can come back, and from which it cannot,
# 2. count by symmetry: 86,185 stones,
# 3. say when two states are bisimilar,
# 4. say why Amakta Infinit has infinitely many states, and yet only finite games.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Intended as reading. It can also be a lecture of its own: each section stands alone, so begin with the one that your
# course needs most. (25 minutes for everything)
# </details>

# %% slide_type="skip"
import networkx as nx

import amakta.course as am

solo = am.graph.explore(am.State.start(board="zeile3", stones="solo"))
raute = am.graph.explore(am.State.start(board="raute4", stones="duo"))
paths = raute.to_networkx()

# %% [markdown] slide_type="slide"
# ## 1 One-way streets
#
# Stones can be captured: if you control the field of an enemy stone, you may make it yours (*expropriate* it). That
# happens to a stone at most once, and it cannot be undone: the player who lost the stone can only *release* it, that
# is, remove it from the game.
#
# From which states can a game come back? Two states are in the same **strongly connected component** if a path leads
# from each to the other. A capture leads from one component into another and never back.

# %%
parts = am.structure.components(raute)
cyclic = sum(am.structure.has_cycle(raute, members) for members in parts.classes)
print(len(parts), "components,", cyclic, "of them with cycles; that of the start has", len(parts.classes[parts.of[0]]), "states")
condensed = nx.condensation(paths)
print("networkx: acyclic:", nx.is_directed_acyclic_graph(condensed), "· longest way:", nx.dag_longest_path_length(condensed))

# %% [markdown]
# The quotient by components, the *condensation*, is acyclic: components on a cycle could all be reached from each
# other, and would be one component. A game moves down through the condensation, and goes in circles only inside a
# component. The stones that each side owns never change inside one.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Draw three blobs with arrows between them, and ask what an arrow back would change. (2 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 2 Symmetry: count orbits, not things
#
# In each of its six directions a stone has no arrow, one or two, each in one of three colours: that makes
# $1 + 3 + 6 = 10$ contents of a direction, and $10^6$ codes of stones. But stones can be turned and mirrored: two codes
# are the same stone if one of the 12 elements of $D_6$, the group of turns and mirrorings of a hexagon, takes one to
# the other. The codes of one stone form an *orbit*. The rulebook says that there are 86,185 stones. Is that right?

# %%
am.board.gallery(am.stones.orientations("321000")[:8])

# %% [markdown] slide_type="subslide"
# **Theorem (orbit counting, "Burnside's lemma").** The number of orbits is the *mean number of fixed points*,
# $\frac{1}{|G|} \sum_{g \in G} |\mathrm{Fix}(g)|$.
#
# Another [appendix](09a-counting-by-symmetry.ipynb) proves it, counts the stones again without it, and then counts the
# states of the diamond. Here $G$ is $D_6$, and $\mathrm{Fix}(g)$ is the set of the codes that $g$ leaves as they are.
#
# A symmetry $g$ permutes the directions in cycles. It leaves a code as it is iff the code is constant on every cycle,
# so it fixes $10^{\text{cycles}}$ codes.

# %%
table = am.stones.burnside_table()
turn = next(row for row in table if row.name == "turn of order 3")
rows = (f"{row.title}: {row.elements} × {am.numeral(row.fixed, ',')} = {am.numeral(row.total, ',')}" for row in table)
am.ask("amakta-turn", turn.fixed, rows="\n".join(rows), total=am.numeral(sum(row.total for row in table), ","),
       stones=am.numeral(am.stones.count(), ","))

# %% [markdown]
# The rulebook is right.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Hold up a paper stone and turn it by 60°, 120°, 180°. Ask for the cycles before the numbers. Expect "a million divided
# by twelve"; but stones that look the same from several sides have fewer codes. (4 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 3 What can be seen: minimal and bisimilar
#
# In a DFA whose symbols are moves, states with the same *future words* can be merged (Myhill–Nerode). On three fields
# only Black's win and the trap can be merged: from neither does any word lead to a win of White.

# %%
merged = len(solo) + 1 - len(am.structure.minimal_dfa(solo))
print("three fields:", merged, "fewer")
print(f"the diamond: {len(am.structure.minimal_dfa(raute)):,} of {len(raute) + 1:,} states")

# %% [markdown]
# But the names of the moves reveal too much. Take two games on a board of one row, where most arrows point into the
# void: in the first each stone has one pair of arrows, in the second two opposite pairs. Forget the labels, and keep
# only *who moves, who has won, what can follow*. Can we still tell the two games apart?

# %% [markdown] slide_type="subslide"
# A relation $R$ on states is a **bisimulation** if $s \mathrel{R} t$ implies: the same side moves in both, or the same
# side has won; for each $s \to s'$ there is a $t \to t'$ with $s' \mathrel{R} t'$; and for each $t \to t'$ an
# $s \to s'$ with $s' \mathrel{R} t'$. States are **bisimilar** ($s \approx t$) if some bisimulation relates them. (The
# $\sim$ of unit 2 compares the words that are accepted; here we forget the labels, and every step must be matched by a
# step.)

# %%
pair = am.graph.explore(am.State.start(board="zeile3", stones="400000"))
axis = am.graph.explore(am.State.start(board="zeile3", stones="400400"))
union = am.structure.bisimulation(pair, axis)
am.ask("amakta-bisimilar", union.of[0] == union.of[len(pair)], one=len(pair), other=len(axis), union=len(union),
       classes=len(am.structure.bisimulation(pair)), others=len(am.structure.bisimulation(axis)))

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Play it as a game: one student makes a step in either system, another must match it in the other system. Whoever
# cannot answer has lost. (4 minutes; can be left to the students)
# </details>

# %% [markdown] slide_type="slide"
# ## 4 Amakta Infinit: infinitely many states
#
# Now the same rules hold on an unbounded plane. How far can a lone stone with a single blue arrow get?

# %%
plane = am.infinit.start(4, {"100000": ""}, {})
walk = plane.play("place 0,0 000100").play("pass")
for x in (-2, -4, -6):
    walk = walk.play(f"relocate {x + 2},0 {x},0 000100").play("pass")
    print(walk)

# %% [markdown]
# It can walk for ever and never meet a situation twice: **infinitely many states**, although each state has only
# finitely many moves. (Could a finite automaton accept the same games nevertheless, since many states may have equal
# futures? Not as moves are written here: they name fields of an endless plane, so there are infinitely many moves, and
# an alphabet is finite. But if moves are described by directions, such as "one field to the west", the alphabet is
# finite, and the question makes sense: it is the last one of problem set 9.)
#
# A rule makes the game finite again: after 86,185 moves in a row in which no stone is expropriated or released (that is
# the number of stones once more), the game is drawn. Each stone can be expropriated once and released once, so every
# game ends. In the tree of all games each node has finitely many branches, and no path is infinite; so the tree is
# finite. (This is Kőnig's lemma: in an infinite tree infinitely many games begin with one and the same first move; of
# these, infinitely many continue with the same answer, and so on for ever.)

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask whether infinitely many states, each with finitely many moves, force an endless game. (Without the rule they do,
# by Kőnig's lemma.) (2 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## Check yourself
#
# 1. How many stones are there if each direction has either no arrow or one blue arrow?
# 2. Which states of the diamond are on no cycle at all?
# 3. Two traffic lights change in the same rhythm, but one of them counts its changes. Are their states bisimilar if
#    only the colours can be seen?
#
# <details><summary>Answers</summary>
# (1) 13: two contents instead of ten. (2) The finished ones, and no others: everywhere else two passes in a row make a cycle.
# (3) Yes, wherever they show the same colour: what can be seen next is the same. The count cannot be seen.
# </details>

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Put question 3 to the vote. Expect "no, one of them knows more"; ask what it can show that the other cannot. (3
# minutes)
# </details>

# %% [markdown] slide_type="skip"
# ## Further reading
#
# * C. Baier, J.-P. Katoen, *Principles of Model Checking*, MIT Press 2008, chapters 2 and 7: transition systems,
#   bisimulation.
# * R. Tarjan, "Depth-first search and linear graph algorithms", *SIAM Journal on Computing* 1 (1972), 146–160.
# * P. C. Kanellakis, S. A. Smolka, "CCS expressions, finite state processes, and three problems of equivalence",
#   *Information and Computation* 86 (1990), 43–68.
# * P. M. Neumann, "A lemma that is not Burnside's", *The Mathematical Scientist* 4 (1979), 133–141.
