# %% [markdown] slide_type="slide"
# # Appendix to unit 9: Counting by symmetry
#
# **10 minutes to read.**
# *[Auf Deutsch](de/09a-counting-by-symmetry.ipynb) · [En español](es/09a-counting-by-symmetry.ipynb).*
# This appendix shows what else symmetry gives, after section 6 of
# [unit 9](09-amakta-a-game-is-a-transition-system.ipynb): the stones without the theorem, half the states for nothing, and a
# proof about all boards. At the end there is a bunker.

# %% slide_type="skip"
import amakta
from amakta.draw import board
from boardkit.plots import Line, plot

# %% [markdown] slide_type="slide"
# ## The stones, without the theorem
#
# Go through all $10^6$ codes and mark the orbit of each code that is not marked yet. How large are the orbits? A stone
# without any symmetry has 12 codes.

# %%
sizes = amakta.stones.orbit_sizes()
print(sizes, "together", sum(sizes.values()))

# %% [markdown]
# Each size divides 12, as the proof says: $|G| / |\text{orbit of } x|$ is a whole number. Most stones have no symmetry, so a
# million divided by twelve is not far off. And with fewer contents for a direction?

# %% slide_type="subslide"
contents = range(1, 11)
counts = [amakta.stones.count(contents=n) for n in contents]
plot([Line("stones", contents, counts, style="dots"), Line("a twelfth of the codes", contents, [n**6 / 12 for n in contents])],
     title="Stones by the contents of a direction", x_label="contents", y_label="stones", log=True)

# %%
print(*counts)

# %% [markdown] slide_type="slide"
# ## States have symmetries too
#
# Turning the board upside down maps games to games. The group has two elements, the identity and the mirror, so the number
# of orbits is the mean of all states and of those that are their own image.

# %%
diamond = amakta.State.start(board="raute4", stones="duo")
raute = amakta.graph.explore(diamond)
fixed = amakta.structure.fixed_states(raute)
print(f"({len(raute)} + {fixed}) / 2 = {(len(raute) + fixed) // 2} orbits,", "found:", len(amakta.structure.orbits(raute)))
print("with left and right, and the colours, exchanged:", len(amakta.structure.orbits(raute, full=True)))

# %% [markdown] slide_type="subslide"
# The exchange of colours also proves something without any computer: with equal stones and perfect play **White never
# loses** from the start. *Proof.* If Black had a win there, White could pass. Then Black stands where White stood, with the
# colours exchanged; so White would have the win. They cannot both have it. ∎
#
# The argument gives no winning move, and in unit 9 passing was the worst of four.

# %% [markdown] slide_type="slide"
# ## A bunker
#
# The rulebook of Amakta Infinit admits a gap: with enough points one can build a bunker that nobody can storm.

# %%
fort = amakta.bunker.built(amakta.InfinitBoard.at_distance(6))
print("cost:", amakta.bunker.cost(), "points")
board.board(fort, centre=(0, 0), radius=2, arrows=[(2, 0)])
