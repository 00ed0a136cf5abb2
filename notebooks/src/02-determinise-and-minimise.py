# %% [markdown] slide_type="slide"
# # Unit 2: Determinise and minimise
#
# **42 minutes.** After this unit you can
#
# 1. turn any board into a deterministic automaton, set by set,
# 2. say why the empty set is a state, and why nothing is lost,
# 3. show boards on which determinising costs exponentially many states,
# 4. find the smallest deterministic automaton, and a word that proves why two states must stay apart,
# 5. group tower prefixes into Myhill–Nerode classes.
#
# You need: runs and active sets from [unit 1](01-a-board-is-an-nfa.ipynb). Rings do not matter: a tower wins if the
# automaton accepts it.

# %% [markdown] slide_type="notes"
# <details><summary>For the lecturer</summary>
# Put as many tokens on a real board as there are active stations, and let the room call the next set before you move
# them. Expect some to forget the empty set: let them, and come back to it in section 2. If there are two hours for
# the unit, break after section 3 (27 minutes). If time is short, leave out section 3's lower bound.
# </details>

# %% slide_type="skip"
from itertools import pairwise

from finity_edu import Position
from automatakit import label, minimal_size, nerode_classes, separating_suffix, subset_table
from automatakit import NFA, determinise, minimise
from finity_edu.automata import board_from_nfa, station_nfa
from finity_edu.draw import draw_board
from automatakit.draw.automata import automaton_picture, delta_table
from automatakit.draw.runs import trellis_picture
from automatakit.steps import MinimiseSteps, RunSteps, SubsetSteps
from finity_edu.widget import BoardWidget
from automatakit.widget import StepWidget

# %% [markdown] slide_type="slide"
# ## 1 Many tokens, one set (6 min)
#
# Anna plays with a strange friend. Where two black arrows leave a station, he does not choose: he puts down a second
# token and walks both ways. Where no arrow goes on, he takes the token away. Anna watches and notes only one thing:
# **on which stations tokens lie**.

# %%
board = Position.parse("bga/abcd bbwbb c; posts c@A; bridges wB>A.r bA>B.m bA>C.m bB>C.m bC>B.l bC>D.m")
draw_board(board)

# %% [markdown] slide_type="subslide"
# **Predict.** Post on A, tower `bbwbb`. Write down the five sets of stations that Anna notes.

# %% slide_type="fragment"
nfa = station_nfa(board, seat=1)
run = RunSteps(nfa, "bbwbb").last()
for read, active in enumerate(run.sets):
    print(f"after {run.word[:read] or 'ε':6}", label(frozenset(active)))

# %% slide_type="subslide"
trellis_picture(run)

# %% [markdown]
# Columns are moments, arrows are single steps of single tokens. The crossed-out tokens find no arrow. A warning
# marks a token on D before the tower is read: too early, it does not count, and nothing leaves D.
#
# Anna's observation: to know the next *set*, she needs the present *set* and the next cone, nothing else. There is
# never a choice. She is watching a **deterministic** automaton.

# %% [markdown] slide_type="subslide"
# **Try it.** Read other towers, one cone at a time. Can you find a tower after which *no* token is left? One after
# which tokens lie on three stations?

# %%
BoardWidget(board, mode="run")

# %% [markdown] slide_type="slide"
# ## 2 The subset construction (12 min)
#
# **Definition.** For an NFA $M = (Q, \Sigma, \delta, q_0, F)$ the *powerset automaton* is the DFA
# $M' = (\mathcal{P}(Q), \Sigma, \delta', \{q_0\}, F')$ with
#
# $$\delta'(S, a) = \bigcup_{q \in S} \delta(q, a), \qquad F' = \{\, S \subseteq Q \mid S \cap F \neq \emptyset \,\}.$$
#
# We build only the sets that can be reached. A **worklist** holds the sets whose rows are still open.

# %%
steps = SubsetSteps(nfa)
print(steps.text)

# %% [markdown] slide_type="subslide"
# **Predict** δ′({A}, b) and δ′({A}, w) from the picture of the board before you go on.

# %% slide_type="fragment"
steps = steps.next()
print(steps.text)
steps.picture()

# %% slide_type="subslide"
steps = steps.next()
print(steps.text)
steps.picture()

# %% [markdown]
# The row comes out empty, and still it counts: **∅ is a state.** It is where Anna is when all tokens are gone. From
# there every cone leads back to ∅: it is a trap.

# %% [markdown] slide_type="subslide"
# **Predict the next one and be judged.** No token stays where it is for want of an arrow:

# %%
entry = steps.upcoming
print("next: from", steps.table.set_label(entry.source), "on", entry.symbol)
for guess in (["C"], ["C", "D"], ["B", "C", "D"]):
    print(f"{', '.join(guess):8}", steps.predict(guess))

# %% [markdown] slide_type="subslide"
# **Your turn.** Here is the same construction from its beginning. It does not go on before you have named the next
# set: choose its states (none for ∅) and press *Check*. A wrong answer is told what it forgot.

# %%
StepWidget.subset(nfa, predict=True)

# %% [markdown] slide_type="subslide"
# The worklist is empty: done.

# %%
steps = steps.last()
print(steps.text)
steps.picture()

# %% [markdown] slide_type="subslide"
# Every set that contains D is accepting (double line). The finished table:

# %%
dfa = determinise(nfa)
delta_table(dfa, sets=False)

# %% [markdown] slide_type="subslide"
# **Theorem (Rabin and Scott, 1959).** $L(M') = L(M)$: every NFA has a DFA for the same language.
#
# *Proof.* By induction on the word, $\hat\delta'(\{q_0\}, w) = \hat\delta(q_0, w)$. For ε both sides are $\{q_0\}$.
# For $wa$: $\hat\delta'(\{q_0\}, wa) = \delta'(\hat\delta'(\{q_0\}, w), a) = \bigcup_{q \in \hat\delta(q_0, w)}
# \delta(q, a) = \hat\delta(q_0, wa)$. And $w$ is accepted on both sides iff this set meets $F$. ∎
#
# **So "more states" does not mean "more languages".** Nondeterminism saves states, it adds no power.

# %%
print("the same language:", dfa == nfa)
print("states:", len(nfa.states), "and", len(dfa.states))

# %% [markdown] slide_type="slide"
# ## 3 What it costs (9 min)
#
# With $n$ stations there are $2^n$ sets. Do we ever need so many? A family of boards: three stations in a ring keep
# one token running for ever; at A and at B a black cone sends a *second* token down a corridor of $k$ arrows to the
# tower.

# %%
def corridor(k):
    """The board with a corridor of k arrows."""
    cells = [f"X{i}" for i in range(1, k)] + ["Z"]
    arrows = {"A": "B", "B": "D", "D": "A"} | dict(pairwise(cells))
    delta = {here: {"b": {there}, "w": {there}} for here, there in arrows.items()}
    for entrance in "AB":
        delta[entrance]["b"] = delta[entrance]["b"] | {cells[0]}
    automaton = NFA(states=set("ABD") | set(cells), input_symbols={"b", "w"}, transitions=delta,
                    initial_state="A", final_states={"Z"})
    places = {"A": (0, 0), "B": (0, 1), "D": (-1, 1)} | {cell: (i, 0) for i, cell in enumerate(cells, start=1)}
    return board_from_nfa(automaton, places=places)


draw_board(corridor(4))

# %% [markdown] slide_type="subslide"
# A tower is accepted iff its $k$-th cone from the top is black and was read while the running token stood on A or B.
# An automaton that reads from the bottom does not know where the top will be. It must remember the last cones.
#
# **Predict.** Stations grow by one with every $k$. How do the sets grow?

# %% slide_type="fragment"
print("  k  stations   sets  minimal")
for k in range(1, 13):
    automaton = station_nfa(corridor(k))
    print(f"{k:3}{len(automaton.states):9}{len(subset_table(automaton).states):8}{minimal_size(automaton):8}")

# %% [markdown] slide_type="subslide"
# From each line to the third one below, the number grows fourfold: like $2^{2k/3}$, with two entrances in each round
# of three. And *no* cleverer construction helps: the last column is the size of the smallest DFA there is.
#
# <details><summary>Why none can be smaller</summary>
# Take two towers of k cones that differ in a cone that is read while the running token stands on A or B. Lay more
# cones on both, until this cone is the k-th from the top. Then one tower is accepted and the other is not, so the
# two must lead to different states. Two of three cones are such: at least 4 to the power of ⌊k/3⌋ states. The
# corridor is a memory, and a DFA has nothing but its states to remember with.
# </details>
#
# The textbook's example, "the $k$-th symbol from the end is b", has a state with a loop for each letter. No board has an
# arrow from a station to itself, and two stations that take turns would need four arrows between them, where three slots
# are: hence the ring of three.

# %%
from automatakit import from_regex

for k in range(1, 9):
    textbook = from_regex("(b|w)*b" + "(b|w)" * (k - 1))
    print(f"k = {k}: NFA {len(textbook.states):2} states, smallest DFA {minimal_size(textbook):3}")

# %% [markdown] slide_type="slide"
# ## 4 Minimise (8 min)
#
# The other direction: which states of a DFA are superfluous? Two states may be joined unless some word tells them
# apart.
#
# **Definition.** A word $z$ *separates* $p$ and $q$ if exactly one of $\hat\delta(p, z)$, $\hat\delta(q, z)$ is
# accepting. States that no word separates are *equivalent*.
#
# Moore's algorithm starts with one block of all states and splits as long as a word separates. Blocks have a number
# and a colour. Another board, with a choice at A; its powerset automaton has six states:

# %%
other = Position.parse("bga/abcd wwb c; posts c@A; bridges wA>B.m wA>C.m wB>C.m wC>A.l bC>D.m")
draw_board(other)

# %% slide_type="subslide"
toy = station_nfa(other)
moment = MinimiseSteps(determinise(toy))
print(moment.text)

# %% slide_type="fragment"
moment = moment.next()
print(moment.text)
moment.picture()

# %% [markdown] slide_type="subslide"
# **Predict.** Which states of a block does the next cone lead into *different* blocks?

# %% slide_type="fragment"
while not moment.done:
    moment = moment.next()
    print(moment.text)

# %% slide_type="subslide"
moment.picture()

# %% [markdown]
# The words in the table are *witnesses*. They are as short as possible, because the algorithm tries words in order of
# their length. A verdict such as "these two states are different" should always come with one.

# %% [markdown] slide_type="subslide"
# **Your turn.** Now the automaton of section 2. Which block is split next, and into which parts? Choose the states of
# one of the two parts.

# %%
StepWidget.minimise(determinise(nfa), predict=True)

# %% slide_type="subslide"
minimise(toy)

# %% [markdown]
# Six sets, four states, and the smallest automaton shows what nobody saw on the board: the towers that win are one or
# more white cones with a black one on top.
#
# **Theorem.** If all states of a DFA can be reached, joining the equivalent ones gives the complete DFA with the fewest
# states for the language, and it is unique up to names. Moore's refinement takes at most $n - 1$ rounds; Hopcroft's
# splitting of the smaller half takes $O(n \log n)$ steps for a fixed alphabet.

# %% [markdown] slide_type="slide"
# ## 5 Tower prefixes: Myhill and Nerode (5 min)
#
# Forget automata and look at towers under construction. For a language $L$, two prefixes $u, v$ are *equivalent* if no
# rest tells them apart:
#
# $$u \equiv_L v \quad:\iff\quad \forall z \in \Sigma^*:\ uz \in L \Leftrightarrow vz \in L.$$
#
# **Theorem (Myhill, Nerode).** $L$ is regular iff $\equiv_L$ has finitely many classes, and their number is the number of
# states of the minimal complete DFA.

# %%
prefixes = ["", "b", "w", "bb", "bw", "wb", "bbb", "bbw", "bwb"]
for members in nerode_classes(nfa, prefixes):
    print("class:", ", ".join(word or "ε" for word in members))
print("classes in all:", len(nerode_classes(nfa)), "· states of the minimal DFA:", len(minimise(nfa).states))

# %% [markdown] slide_type="subslide"
# **Predict** a rest that tells `b` from `bb`, then one that tells `w` from `bbw`.

# %% slide_type="fragment"
for one, other in [("b", "bb"), ("w", "bbw"), ("b", "bwb")]:
    rest = separating_suffix(nfa, one, other)
    print(f"{one:4}{other:5}", "equivalent" if rest is None else f"told apart by {rest or 'ε'}")

# %% [markdown] slide_type="slide"
# ## 6 Check yourself (2 min)
#
# 1. An NFA has 5 states. How many has the powerset automaton at most, ∅ included?
# 2. You determinise a DFA. What happens?
# 3. Must the empty set be drawn?
# 4. Two stations have the same arrows to the same stations. Are they equivalent states? Always?
# 5. For $L = \{ b^n w^n \mid n \ge 0 \}$: name infinitely many prefixes that are pairwise inequivalent.
#
# <details><summary>Answers</summary>
# (1) 32. (2) Its states become sets of one state each; if it was not complete, ∅ is added. (3) Yes, if it is
# reached: a complete DFA has a successor for every symbol. (4) Yes, if both or neither is accepting. (5) b, bb, bbb, …:
# the rest wⁿ separates bⁿ from all others. So L is not regular.
# </details>

# %%
answer = 32  # question 1: change it and run the cell
print("right" if answer == 2 ** 5 else "count the subsets of a set with five elements")

# %% [markdown] slide_type="slide"
# ## Recap
#
# * Track **sets** of states: that is the subset construction, and ∅ is one of the sets.
# * NFAs and DFAs accept the same languages; the price can be exponential, and for some languages it must be.
# * Minimising = splitting blocks until no word separates; every split has a word as its witness.
# * States of the minimal complete DFA = classes of prefixes.
#
# Next: [languages, expressions, products](03-languages.ipynb).

# %% slide_type="subslide"
automaton_picture(minimise(nfa), title="The minimal automaton of the first board")

# %% [markdown] slide_type="skip"
# ## Further reading
#
# * M. O. Rabin, D. Scott, "Finite automata and their decision problems", *IBM Journal of Research and Development* 3
#   (1959), 114–125.
# * A. R. Meyer, M. J. Fischer, "Economy of description by automata, grammars, and formal systems", *Proc. 12th Symp.
#   on Switching and Automata Theory* (1971), 188–191: automata that need exponentially many sets.
# * E. F. Moore, "Gedanken-experiments on sequential machines", *Automata Studies*, Princeton 1956, 129–153.
# * J. E. Hopcroft, "An n log n algorithm for minimizing states in a finite automaton", *Theory of Machines and
#   Computations*, Academic Press 1971, 189–196.
# * A. Nerode, "Linear automaton transformations", *Proc. Amer. Math. Soc.* 9 (1958), 541–544.
# * M. Sipser, *Introduction to the Theory of Computation*, 3rd ed., Cengage 2013, section 1.2 and problem 1.52.
