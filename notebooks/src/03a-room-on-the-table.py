# %% [markdown] slide_type="slide"
# # Appendix to unit 3: Room on the table
#
# **10 minutes to read.**
# *[Auf Deutsch](de/03a-room-on-the-table.ipynb) · [En español](es/03a-room-on-the-table.ipynb).*
# Every regular language without ε has an automaton in the form of a board
# ([unit 3](03-regular-expressions.ipynb)). Does every such automaton fit on a hexagonal board? And when does a board need a
# choice? After this appendix you can
#
# * use a program to bring any automaton over black and white into the form of a board, and say what the program does not promise,
# * name a finite language that fits on no board, and prove it,
# * say when a board needs a choice.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Intended as reading, but it can also be taught after unit 3: four minutes for the form, four for the proof that there
# is no room, two for choice. Begin by asking whether every automaton fits on a table that is large enough. Expect yes.
# </details>

# %% slide_type="skip"
import finity_edu.course as fe

# %% [markdown] slide_type="slide"
# ## The form, by a program
#
# The proof of unit 3 as a function: one new end, and two copies of each state that can be both reached and left.

# %%
def in_form(automaton):
    """The same language without the empty word, in the form of a board."""
    nfa = automaton.nfa()
    copies, delta = [(nfa.initial_state, "x")], {"end": {}}
    for p, here in copies:  # the list grows
        there, row = {"x": "y", "y": "x"}[here], nfa.transitions[p]
        on = {q for heads in row.values() for q in heads if nfa.transitions[q]}
        copies += [(q, there) for q in sorted(on) if (q, there) not in copies]
        delta[f"{p}{here}"] = {
            a: {f"{q}{there}" for q in heads & on} | {"end" for _ in heads & nfa.final_states}
            for a, heads in row.items()}
    return fe.Automaton.of(delta, start=f"{nfa.initial_state}x", accepting={"end"}, symbols="bw")

# %% [markdown] slide_type="subslide"
# The automata of these two expressions do not have the form yet; a message says why:

# %%
from textwrap import wrap

for text in ["b*w", "b|bw"]:
    try:
        fe.board_from_nfa(fe.from_regex(text))
    except ValueError as error:
        print(text, *wrap(str(error), 60), sep="\n    ")

# %%
laid = fe.board_from_nfa(in_form(fe.from_regex("b*w")))
print("the same language:", fe.equivalent(fe.station_nfa(laid), "b*w"))
laid

# %% [markdown] slide_type="subslide"
# **A board that the program does not find.** What the program promises is the *form*. It does not promise that the
# stations fit on hexagons and the arrows into slots: it tries one automaton, and no other for the same language. The
# one for `(b|w)*b` does not fit. Yet the language has a board, with six stations in a circle and the tower in the
# middle:

# %%
try:
    fe.board_from_nfa(in_form(fe.from_regex("(b|w)*b")))
except ValueError as error:
    print(*wrap(str(error), 60), sep="\n")

# %%
ring = "ABCDEF"
arrows = [f"{colour}{p}>{q}" for p, q in zip(ring, ring[1:] + ring[0], strict=True) for colour in "bw"]
places = dict(zip(ring, [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)], strict=True)) | {"Z": (0, 0)}
wheel = fe.Board(" ".join([*arrows, *(f"b{p}>Z" for p in ring)]), start="A", end="Z", places=places)
print("the same language:", fe.equivalent(wheel.automaton(), "(b|w)*b"))
wheel

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask what to do with a loop before you show the code: a state and its copy can take turns. Where it goes wrong: the new
# end is taken for one more copy; it only accepts in place of the old states, and nothing leaves it. Let somebody read
# <code>bbw</code> on the board that was found. (4 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## No room
#
# After $n$ arrows you are at most $n$ steps away from the post, and only $3n^2 + 3n + 1$ hexagons are that close: 217
# for $n = 8$. Take the 256 towers of sixteen cones that read the same from the top as from the bottom. After eight
# cones an automaton for them needs a state of its own for each of the $2^8$ lower halves: if two lower halves shared a
# state, the lower half of one tower could be followed by the upper half of the other. But 256 stations do not fit on
# 217 hexagons. So this finite language has an automaton in the form of a board, but no board.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask how many hexagons lie within one step of the post (7), and within two (19): each circle has six more than the one
# before. Expect the objection that the table could be larger. It is endless; but eight arrows lead no further than
# eight steps. Take two lower halves, one all black and one all white, and let the room find the tower that would be
# accepted by mistake. (4 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## Choice
#
# On a board where no station has a choice, no winning tower is the beginning of another: the only run stops on the end
# station. So `b|bw` needs a station that two arrows of one colour leave.

# %%
laid = fe.board_from_nfa(in_form(fe.from_regex("b|bw")))
for state, row in sorted(fe.station_nfa(laid).transitions.items()):
    for colour, heads in row.items():
        if len(heads) > 1:
            print(f"{state} has a choice on {colour}: {sorted(heads)}")
laid

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Let the room try to lay <code>b|bw</code> without a choice. Expect a run that continues past the end station, although
# nothing leaves it. The sentence to take home: every regular language has a DFA, but not every language of a board has
# a board without a choice. (2 minutes)
# </details>
