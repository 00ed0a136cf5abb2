# %% [markdown] slide_type="slide"
# # Appendix to unit 9: Counting by symmetry
#
# **15 minutes to read.**
# *[Auf Deutsch](de/09a-counting-by-symmetry.ipynb) · [En español](es/09a-counting-by-symmetry.ipynb).*
# This appendix shows what else symmetry gives, after section 2 of
# [appendix 9b](09b-one-way-streets-and-symmetry.ipynb):
#
# 1. a proof of the theorem on orbits, and a second count of the stones without it,
# 2. why half of the states are enough,
# 3. a proof about all boards on which the two sides can be exchanged,
# 4. and, at the end, a bunker.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Intended as reading; in a longer lecture it follows section 2 of appendix 9b. If there is time for one thing only,
# take the proof that White never loses: it needs no computer. (15 minutes for everything)
# </details>

# %% slide_type="skip"
import amakta.course as am

# %% [markdown] slide_type="slide"
# ## The theorem
#
# **Theorem (orbit counting, "Burnside's lemma").** If a group $G$ acts on finitely many things, the number of their orbits is the
# mean number of fixed points, $\frac{1}{|G|} \sum_{g \in G} |\mathrm{Fix}(g)|$.
#
# *Proof.* Count the pairs $(g, x)$ with $gx = x$ in two ways. Counted by $g$, there are $\sum_g |\mathrm{Fix}(g)|$. Now
# count by $x$. The elements of $G$ are shared equally among the places to which they take $x$ (if $h$ takes it to $y$,
# then exactly the $hg$ with $gx = x$ do), so $|G| / |\text{orbit of } x|$ of them leave it where it is. The sum over an
# orbit is $|G|$. So there are $|G|$ pairs for each orbit. ∎

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Draw a table with a row for each symmetry and a column for each thing, and a cross where the symmetry leaves the thing
# as it is: the proof counts the crosses by rows and by columns. Try it with the four codes of a stone with two
# directions and two contents. Expect "why do all columns of an orbit have equally many crosses?": send one thing to the
# other and back. (4 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## The stones, without the theorem
#
# Go through all $10^6$ codes, and for each code that is not marked yet, mark its whole orbit. How large are the orbits?
# A stone without any symmetry has 12 codes.

# %%
sizes = am.stones.orbit_sizes()
print(sizes, "together", sum(sizes.values()))

# %% [markdown]
# Each size divides 12, as the proof says: $|G| / |\text{orbit of } x|$ is a whole number. Most stones have no symmetry,
# so a million divided by twelve is a good estimate of their number.

# %% [markdown] slide_type="subslide"
# What if a direction had fewer possible contents? The fewer there are, the larger is the share of stones with a
# symmetry.

# %%
contents = range(1, 11)
counts = [am.stones.count(contents=n) for n in contents]
print(*counts)
am.plot([am.Line("stones", contents, counts, style="dots"),
         am.Line("a twelfth of the codes", contents, [n**6 / 12 for n in contents])],
        title="Stones by the contents of a direction", x_label="contents", y_label="stones", log=True)

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask for a stone whose orbit has 1 code, then 2, then 3; draw them. Expect "4 must occur, too, it divides 12": but a
# stone that looks the same after a third of a turn also looks the same in a mirror. Where it goes wrong: the room
# counts stones by their symmetries, and not codes by the symmetries that leave them as they are. (4 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## States have symmetries too
#
# Turning the board of unit 9 upside down maps games to games. The group has two elements, the identity and this mirror,
# so by the theorem the number of orbits is the mean of two numbers: the number of all states, and the number of those
# that are their own mirror image.

# %%
diamond = am.State.start(board="raute4", stones="duo")
raute = am.graph.explore(diamond)
fixed = am.structure.fixed_states(raute)
print(f"({len(raute)} + {fixed}) / 2 = {(len(raute) + fixed) // 2} orbits,", "found:", len(am.structure.orbits(raute)))
print("with left and right, and the colours, exchanged:", len(am.structure.orbits(raute, full=True)))

# %% [markdown] slide_type="subslide"
# The exchange of colours also proves something without any computer. If both sides have equal stones, if the board is
# symmetric under exchanging the two sides, and if both play perfectly, then **White never loses** from the start.
# *Proof.* First leave out the repetition rule. Suppose that Black could force a win from the start, whatever White
# does. Then Black could do so even if White passed. But after the pass Black is in White's place, with the colours
# exchanged; so White could force a win from the start, too. They cannot both win.
#
# And with the rule? After the pass the start situation has occurred twice already, so the position is not quite the
# mirrored one. But by section 4 of unit 9 the rule does not change who can force a win from the start. So Black cannot
# force one with the rule either. ∎
#
# The argument does not tell White how to play: in unit 9 passing was the worst of four first moves.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask why White may begin with a pass in the proof, although passing is bad: if Black wins whatever White does, then
# Black also wins after a pass. Expect "so White passes, and wins": no, the proof only shows that something is
# impossible. (4 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## A bunker
#
# The rulebook of Amakta Infinit admits a gap: with enough points one can build a bunker that nobody can storm.

# %%
fort = am.bunker.built(am.InfinitBoard.at_distance(6))
print("cost:", am.bunker.cost(), "points")
am.board.board(fort, centre=(0, 0), radius=2, arrows=[(2, 0)])

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask what an attacker would have to do at one of the six fields, and let the room count: six arrows of the owner point
# there. A player who is shut in has not lost, and can no longer lose: so how does such a game end? (2 minutes)
# </details>
