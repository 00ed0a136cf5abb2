# %% [markdown] slide_type="slide"
# # Appendix to unit 9: Counting by symmetry
#
# **15 minutes to read.**
# *[Auf Deutsch](de/09a-counting-by-symmetry.ipynb) · [En español](es/09a-counting-by-symmetry.ipynb).*
# This appendix shows what else symmetry gives, after section 2 of
# [appendix 9b](09b-one-way-streets-and-symmetry.ipynb):
#
# 1. the proof of the theorem, and the stones once more without it,
# 2. half the states for nothing,
# 3. a proof about all boards that are alike on both sides,
# 4. and at the end a bunker.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Meant to be read; in a longer hour, after section 2 of appendix 9b. If there is time for one thing only, take the proof that White
# never loses: nobody needs a computer for it. (15 minutes for all)
# </details>

# %% slide_type="skip"
import amakta.course as am

# %% [markdown] slide_type="slide"
# ## The theorem
#
# **Theorem (orbit counting, "Burnside's lemma").** If a group $G$ acts on finitely many things, the number of their orbits is the
# mean number of fixed points, $\frac{1}{|G|} \sum_{g \in G} |\mathrm{Fix}(g)|$.
#
# *Proof.* Count the pairs $(g, x)$ with $gx = x$ in two ways. By $g$ there are $\sum_g |\mathrm{Fix}(g)|$. By $x$:
# equally many elements of $G$ take $x$ to each member of its orbit (if $h$ takes it to $y$, those that do are the $hg$ with
# $gx = x$), so $|G| / |\text{orbit of } x|$ of them leave it where it is; summed over an orbit that is $|G|$. So there are $|G|$
# pairs for each orbit. ∎

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Draw a table with a row for each symmetry and a column for each thing, and a cross where the one leaves the other as it is: the
# proof counts the crosses by rows and by columns. Try it with the four codes of a stone with two directions and two contents.
# Expect "why does every column of an orbit have as many crosses?": send one thing to the other and back. (4 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## The stones, without the theorem
#
# Go through all $10^6$ codes and mark the orbit of each code that is not marked yet. How large are the orbits? A stone
# without any symmetry has 12 codes.

# %%
sizes = am.stones.orbit_sizes()
print(sizes, "together", sum(sizes.values()))

# %% [markdown]
# Each size divides 12, as the proof says: $|G| / |\text{orbit of } x|$ is a whole number. Most stones have no symmetry, so a
# million divided by twelve is not far off.

# %% [markdown] slide_type="subslide"
# And with fewer contents for a direction? The fewer there are, the larger the share of stones with a symmetry.

# %%
contents = range(1, 11)
counts = [am.stones.count(contents=n) for n in contents]
print(*counts)
am.plot([am.Line("stones", contents, counts, style="dots"),
         am.Line("a twelfth of the codes", contents, [n**6 / 12 for n in contents])],
        title="Stones by the contents of a direction", x_label="contents", y_label="stones", log=True)

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask for a stone whose orbit has 1 code, then 2, then 3; draw them. Expect "4 must occur as well, it divides 12": but what looks
# the same after a third of a turn looks the same in a mirror, too. Where it goes wrong: stones are counted by their symmetries, and not codes by what leaves them as they are.
# (4 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## States have symmetries too
#
# Turning the board of unit 9 upside down maps games to games. The group has two elements, the identity and this mirror, so by
# the theorem the number of orbits is the mean of two numbers: of all states, and of those that are their own image.

# %%
diamond = am.State.start(board="raute4", stones="duo")
raute = am.graph.explore(diamond)
fixed = am.structure.fixed_states(raute)
print(f"({len(raute)} + {fixed}) / 2 = {(len(raute) + fixed) // 2} orbits,", "found:", len(am.structure.orbits(raute)))
print("with left and right, and the colours, exchanged:", len(am.structure.orbits(raute, full=True)))

# %% [markdown] slide_type="subslide"
# The exchange of colours also proves something without any computer: with equal stones, on a board that is symmetric under exchanging the two sides,
# and with perfect play **White never loses** from the start. *Proof.* Leave out the repetition rule first. Suppose that Black could force a win there, whatever White
# does. So Black could if White passed. But then Black stands where White stood, with the colours exchanged; so White could force a
# win from the start. They cannot both win.
#
# And with the rule? After the pass the start situation has occurred twice already, so the position is not quite the mirrored one. But by
# section 4 of unit 9 the rule does not change who can force a win from the start: so Black cannot, with the rule either. ∎
#
# The argument gives no winning move, and in unit 9 passing was the worst of four.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask why White may begin with a pass in the proof, although passing is bad: it is enough that Black would have to win after it, too.
# Expect "so White passes, and wins": no, the proof shows that something is impossible. (4 minutes)
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
# Ask what an attacker would have to do at one of the six fields, and let the room count: six arrows of the owner point there. Who is
# shut in is not beaten, but cannot be beaten: so what does such a game end in? (2 minutes)
# </details>
