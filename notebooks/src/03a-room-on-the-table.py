# %% [markdown] slide_type="slide"
# # Appendix to unit 3: Room on the table
#
# **10 minutes to read.**
# *[Auf Deutsch](de/03a-room-on-the-table.ipynb) · [En español](es/03a-room-on-the-table.ipynb).*
# Every regular language without ε has an automaton of the form of a board
# ([unit 3](03-regular-expressions.ipynb)). Does every such automaton find room on hexagons? And when does a board need a
# choice?

# %% slide_type="skip"
import finity_edu.course as fe

# %% [markdown] slide_type="slide"
# ## The form, by program
#
# One new end, and two copies of the states that lead on: the proof of unit 3, as a function.

# %%
def in_form(automaton):
    """The same language without the empty word, in the form of a board."""
    nfa, delta = automaton.nfa(), {"end": {}}
    for p, row in nfa.transitions.items():
        for here, there in ("xy", "yx"):
            delta[f"{p}{here}"] = {
                letter: {f"{q}{there}" for q in heads if nfa.transitions[q]} | {"end" for q in heads & nfa.final_states}
                for letter, heads in row.items()}
    return fe.Automaton.of(delta, start=f"{nfa.initial_state}x", accepting={"end"}, symbols="bw")

# %% [markdown] slide_type="subslide"
# Two expressions whose usual automaton is not a board; the message says what is in the way. In the new form they are.

# %%
for text in ["b*w", "b|bw"]:
    try:
        fe.board_from_nfa(fe.from_regex(text))
    except ValueError as error:
        print(f"{text:5}", error)
    laid = fe.board_from_nfa(in_form(fe.from_regex(text)))
    print(f"{text:5}", *laid.layout.arrows, "· the same language:", fe.equivalent(fe.station_nfa(laid), text))

# %% [markdown] slide_type="slide"
# ## No room
#
# After $n$ arrows one is at most $n$ steps away from the post, and so near lie $3n^2 + 3n + 1$ hexagons: 217 for
# $n = 8$. Take the 256 towers of sixteen cones that read the same from the top as from the bottom. After eight cones an
# automaton for them must have a state for each of the $2^8$ lower halves: if two of them shared one, a half of the one
# could go on with the upper half of the other. So this finite language has an automaton of the form, and no board.

# %% [markdown] slide_type="slide"
# ## Choice
#
# On a board where no station has a choice, no winning tower is the beginning of another: the only run stops
# on the end station. So `b|bw` needs two arrows of one colour.

# %%
laid = fe.board_from_nfa(in_form(fe.from_regex("b|bw")))
for state, row in sorted(fe.station_nfa(laid).transitions.items()):
    print(*(f"{state} has a choice on {colour}: {sorted(heads)}" for colour, heads in row.items() if len(heads) > 1))
