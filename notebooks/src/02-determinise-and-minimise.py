# %% [markdown] slide_type="slide"
# # Unit 2: Determinise and minimise
#
# **76 minutes, 45 of them the core.**
# *[Auf Deutsch](de/02-determinise-and-minimise.ipynb) · [En español](es/02-determinise-and-minimise.ipynb).*
# After this unit you can
#
# 1. turn any board into a deterministic automaton, set by set,
# 2. say what becomes of runs that die, and why nothing is lost,
# 3. show boards on which determinising costs exponentially many states,
# 4. find the smallest deterministic automaton, and a word that proves that two states must stay apart,
# 5. group words into Myhill–Nerode classes.
#
# You need: runs and active sets from [unit 1](01-a-board-is-an-nfa.ipynb). Rings do not matter: a tower wins if the
# automaton accepts it.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Put as many tokens on a real board as there are active stations, and let the room call out the next set before you
# move them. If there are two hours for the unit, break after section 3. If you are late, leave out what is marked
# *more*, then the proof in section 4, which students can read on the page. Section 5 must stay, because unit 5 is built
# on it.
# </details>

# %% slide_type="skip"
import finity_edu.course as fe

# %% [markdown] slide_type="slide"
# ## 1 Many tokens, one set (core, 6 min)
#
# Anna plays with a strange friend. Where two black arrows leave a station, he does not choose: he puts down a second
# token and walks both ways. Where no arrow leads on, he removes the token. Anna watches and notes only one thing:
# **on which stations tokens lie**.

# %%
board = fe.Board("bA>B bA>C bB>C bC>B bC>D wB>A", start="A", end="D")
board

# %%
run = fe.RunSteps(board, "bbwbb").last()
fe.ask("dfa-tokens", fe.label(frozenset(run.sets[3])), picture=fe.trellis_picture(run),
       sets=", ".join(fe.label(frozenset(active)) for active in run.sets))

# %% [markdown]
# Anna's observation: to know the next *set*, she needs only the present *set* and the next cone. There is never a
# choice. She is watching a **deterministic** automaton. (In a DFA $\hat\delta(q, w)$ also contains exactly one state;
# we omit its braces.)

# %% [markdown] slide_type="subslide"
# ### Try it (more, 5 min)
#
# Read other towers, one cone at a time. Can you find a tower after which *no* token is left? One after
# which tokens lie on three stations?

# %%
fe.BoardWidget(fe.Position.start(board=board, word="bbwbb"), mode="run")

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Let one half of the room be the friend and the other half Anna: the friend moves tokens, Anna only writes down sets. Expect
# Anna to write D even when the tower goes on. She is right: the token on D counts; it dies only at the next cone. (11
# minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 2 The subset construction (core, 6 min)
#
# **Definition.** For an NFA $M = (Q, \Sigma, \delta, q_0, F)$ the *subset construction* builds the *powerset automaton*, the DFA
# $M' = (\mathcal{P}(Q), \Sigma, \delta', \{q_0\}, F')$ with
#
# $$\delta'(S, a) = \bigcup_{q \in S} \delta(q, a), \qquad F' = \{\, S \subseteq Q \mid S \cap F \neq \emptyset \,\}.$$
#
# We build only the sets that can be reached. A **worklist** lists the sets whose rows are not filled in yet.

# %%
steps = fe.SubsetSteps(board)
steps.next().picture()

# %% slide_type="subslide"
second = steps.next()
fe.ask("dfa-second", fe.label(second.state(second.upcoming.targets[0])), picture=second.next().picture())

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Expect the first row to be easy and the second to split the room: "there is no white arrow, so there is no entry". Let
# them argue. The entry is ∅, and ∅ is a state: it is where Anna is when all tokens are gone. Ask where the arrows from
# ∅ lead. (6 minutes)
# </details>

# %% [markdown] slide_type="subslide"
# ### Nothing is lost (core, 5 min)
#
# **Theorem (Rabin and Scott, 1959).** $L(M') = L(M)$: every regular language has a DFA.
#
# *Proof.* By induction on the word, $\hat\delta'(\{q_0\}, w) = \hat\delta(q_0, w)$. For ε both sides are $\{q_0\}$.
# For $wa$: $\hat\delta'(\{q_0\}, wa) = \delta'(\hat\delta'(\{q_0\}, w), a) = \bigcup_{q \in \hat\delta(q_0, w)}
# \delta(q, a) = \hat\delta(q_0, wa)$. And $w$ is accepted on both sides iff this set meets $F$. ∎
#
# **So "more states" does not mean "more languages".** Nondeterminism saves states; it adds no power. And since a DFA
# has exactly one complete run for each word, its matrix counts words, whereas that of an NFA counts runs. A state that
# does not accept and is never left, such as ∅, is called a *trap*.

# %% [markdown] slide_type="subslide"
# ### Your turn (more, 11 min)
#
# Here is the same construction from the beginning. It waits until you have named the next set: choose its states (there
# may be none) and press *Check*. If you are wrong, you are told what you forgot.

# %%
fe.StepWidget.subset(board.automaton(), predict=True)

# %% slide_type="subslide"
last = steps.last()
fe.ask("dfa-rows", len(fe.subsets(board).states), picture=last.picture(), subsets=2 ** len(board.automaton().states))

# %% [markdown] slide_type="subslide"
# **Ask the libraries.** *automata-lib* has the construction, too:

# %%
from automata.fa.dfa import DFA

nfa = board.automaton().nfa()
theirs = DFA.from_nfa(nfa, minify=False)
print("the same language:", fe.equivalent(nfa, theirs))

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Write the induction beside the table: each line of the proof is a row. Ask which states of the powerset automaton accept
# before you uncover F'. (15 minutes, with the widget)
# </details>

# %% [markdown] slide_type="slide"
# ## 3 What it costs (more, 9 min)
#
# With $n$ stations there are $2^n$ sets. Do we ever need exponentially many? Consider a family of boards: three
# stations in a circle keep one token running for ever; from A and from B a black cone sends a *second* token down a
# corridor of $k$ arrows to the tower.

# %% slide_type="skip"
from itertools import pairwise


def corridor(k):
    """The board with a corridor of k arrows."""
    cells = [f"X{i}" for i in range(1, k)] + ["Z"]
    arrows = [f"{c}{p}>{q}" for p, q in [*pairwise("ABDA"), *pairwise(cells)] for c in "bw"]
    places = {"A": (0, 0), "B": (0, 1), "D": (-1, 1)} | {cell: (i, 0) for i, cell in enumerate(cells, start=1)}
    return fe.Board(" ".join([*arrows, f"bA>{cells[0]}", f"bB>{cells[0]}"]), start="A", end="Z", places=places)

# %%
corridor(2)

# %% [markdown] slide_type="subslide"
# A tower is accepted iff its $k$-th cone from the top is black and was read while the running token stood on A or B.
# An automaton that reads from the bottom does not know where the top will be. It must remember the last cones.

# %%
table = [(k, len(corridor(k).stations), len(fe.subsets(corridor(k)).states), len(fe.minimise(corridor(k)).states))
         for k in range(1, 13)]
ks, stations, sets, small = zip(*table, strict=True)
fe.ask("dfa-growth", round(sets[-1] / sets[-4]), rows="\n".join(", ".join(map(str, row)) for row in table[2::3]),
       picture=fe.line_chart([fe.Line("stations", ks, stations), fe.Line("sets", ks, sets)],
                             title="What determinising costs", x_label="length k of the corridor", y_label="states",
                             width=640, height=280))

# %% [markdown] slide_type="subslide"
# *No* cleverer construction helps: the last column of the revealed table is the size of the smallest DFA there is.
#
# <details><summary>Why none can be smaller</summary>
# Take two towers of k cones that differ in a cone that is read while the running token stands on A or B. Put the same
# cones on top of both, until this cone is the k-th from the top. Then one tower is accepted and the other is not, so
# the two must lead to different states. Two of every three cones are of this kind, so at least 4 to the power of ⌊k/3⌋
# states are needed. The corridor is a memory, and a DFA has nothing but its states to remember with.
# </details>

# %% [markdown] slide_type="subslide"
# **On paper.** Books show the same with the language "the $k$-th symbol from the end is `b`" and a state that has a loop
# for each symbol. No board has an arrow from a station to itself, and two stations that take turns would need four
# arrows between them, but there are only three slots: hence the circle of three.

# %%
def from_the_end(k):
    """Words whose k-th symbol from the end is b."""
    arrows = ["b0>0", "w0>0", "b0>1", *(f"{symbol}{i}>{i + 1}" for i in range(1, k) for symbol in "bw")]
    return fe.Automaton.of(" ".join(arrows), start="0", accepting={str(k)})


family = [from_the_end(k) for k in range(1, 9)]
for name, row in {"k": range(1, 9), "NFA": [len(nfa.states) for nfa in family],
                  "smallest DFA": [len(fe.minimise(nfa).states) for nfa in family]}.items():
    print(f"{name:12}", *(f"{number:3}" for number in row))
from_the_end(3)

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask for the growth before the figure: expect "it doubles". It does not double at every step, because D is not an
# entrance. The sentence to take home: a DFA has nothing but its states to remember with. (9 minutes, 3 of them for the folded text)
# </details>

# %% [markdown] slide_type="slide"
# ## 4 Minimise (core, 14 min)
#
# Now the other direction: which states of a DFA are superfluous? Two states may be merged unless some word tells them apart.
#
# **Definition.** In a DFA a word $z$ *separates* $p$ and $q$ if exactly one of $\hat\delta(p, z)$, $\hat\delta(q, z)$ is
# accepting. States that no word separates are *equivalent*, $p \sim q$.
#
# Moore's algorithm starts with one *block* of all states. First ε *splits* it: accepting states are separated from the
# others. Then it works in rounds: each round splits every block from which some symbol leads into different blocks of
# the round before. It stops after a round that splits nothing. Each block has a number and a colour. Here is another
# board, with a choice at A:

# %%
other = fe.Board("wA>B wA>C wB>C wC>A bC>D", start="A", end="D")
other

# %% slide_type="subslide"
dfa = fe.subsets(other)
dfa

# %% slide_type="subslide"
moment = fe.MinimiseSteps(dfa)
moment.next().picture()

# %% slide_type="subslide"
minimal, last = fe.minimise(dfa), moment.last()
fe.ask("dfa-minimal", len(minimal.states), picture=fe.automaton_picture(minimal),
       words=", ".join(split.word or "ε" for split in last.entries),
       together=", ".join(map(fe.label, max(last.blocks, key=len))))

# %% [markdown]
# The words that split the blocks are *witnesses*. They are as short as possible: two states that round $k$ takes apart
# are separated by a word of $k$ symbols and by no shorter one (ε belongs to round 0). A verdict such as "these two
# states are different" should always come with a witness.

# %% [markdown] slide_type="subslide"
# **Definition.** The *quotient* of a DFA by $\sim$ merges equivalent states: its states are the classes $[q]$ of
# $\sim$, its start is $[q_0]$, $\delta_\sim([q], a) = [\delta(q, a)]$, and $[q]$ accepts iff $q$ does.
#
# **Theorem.** If every state of a DFA is reachable, its quotient accepts the same language, and no DFA for it has fewer states:
# it is the *minimal DFA* of the language.
#
# *Proof.* The definition makes sense: if $z$ separates $\delta(p, a)$ from $\delta(q, a)$, then $az$ separates $p$ from $q$; and ε
# separates accepting states from others. So a word $w$ leads from the class of $q_0$ to the class of $\hat\delta(q_0, w)$, which
# accepts iff that state does. *Fewest:* take for each class a word $u_i$ that leads into it. In a DFA with fewer states two
# of these words, $u_i$ and $u_j$, would lead to the same state, so for every $z$ both or neither of
# $u_i z$, $u_j z$ would be accepted. But some $z$ separates their classes. ∎

# %% [markdown] slide_type="skip"
# **To read.** Moore's blocks are the classes of $\sim$. A word separates any two states that are split: ε, or $az$ if
# $z$ separates their successors by $a$. When no symbol splits a block any more, states of one block stay together after
# each symbol, hence after each word. The refinement takes at most $n - 1$ rounds, since ε leaves two blocks and each
# round but the last adds at least one; Hopcroft's algorithm, which works with the smaller half, takes $O(n \log n)$ steps for a fixed alphabet.

# %% [markdown] slide_type="subslide"
# ### Your turn (more, 6 min)
#
# Here is the automaton on paper from unit 1 again. Which block is split next, and into which parts? Choose the states of one of
# the two parts. Which two states can be merged?

# %%
paper = fe.Automaton.of("aq0>q0 bq0>q1 aq1>q1 bq1>q2 aq2>q2 bq2>q1", start="q0", accepting=["q1", "q2"])
fe.StepWidget.minimise(paper, predict=True)

# %% [markdown] slide_type="subslide"
# **Ask the libraries.** networkx finds the useless states, those from which no path leads to an accepting one:

# %%
import networkx as nx

graph = fe.minimise(other).graph()
ends = [state for state, data in graph.nodes(data=True) if data["accepting"]]
useless = set(graph) - set().union(*(nx.ancestors(graph, end) | {end} for end in ends))
print("useless states of the minimal DFA:", len(useless), "· it stands for ∅")

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Let the room name a separating word for each split before you show it. Expect two non-accepting states to be called
# equal because "both say no": ask what happens after one more cone. The proof is short; do it with two fingers on two
# states. (20 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 5 Prefixes: Myhill and Nerode (core, 9 min)
#
# Forget automata and look at words that are still being written. For a language $L$, two words $u, v$ are *equivalent*
# if no continuation tells them apart:
#
# $$u \equiv_L v \quad:\iff\quad \forall z \in \Sigma^*:\ uz \in L \Leftrightarrow vz \in L.$$
#
# This is an equivalence relation, the *Myhill–Nerode relation* of $L$.

# %% slide_type="subslide"
fe.ask("dfa-suffix", fe.separating_suffix(board, "b", "bb") or "ε", picture=fe.automaton_picture(fe.minimise(board)),
       classes="\n".join(" ".join(word or "ε" for word in members)
                         for members in fe.nerode_classes(board, ["", "b", "w", "bb", "bw", "wb", "bbb", "bbw"])))

# %% [markdown]
# **Theorem (Myhill, Nerode).** $L$ is regular iff $\equiv_L$ has finitely many classes; and their number is the number of
# states of the minimal DFA.
#
# *Proof.* In a DFA for $L$, words that lead to the same state are equivalent, so there are at most as many classes as
# states. Conversely, take the classes as states: $a$ leads from $[u]$ to $[ua]$ (this is well defined: if
# $u \equiv_L v$, then $ua \equiv_L va$, since $z$ after $ua$ is $az$ after $u$), the start is $[\varepsilon]$, and
# $[u]$ accepts iff $u \in L$ (well defined, too: take $z = \varepsilon$). A word $u$ leads from $[\varepsilon]$ to
# $[u]$, symbol by symbol, so this DFA accepts $u$ iff $u \in L$. It has as many states as there are classes. ∎
#
# Up to the names of states it is the only DFA of this size: in a DFA with only as many states as classes, the words
# that lead to each state form exactly one class, so $[ua]$ determines where $a$ leads.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# The link to section 4: the blocks of the minimal DFA are the classes, seen from the other side. Expect "but I do not
# know the automaton". That is the point: the classes do not need one. Unit 5 uses the theorem to prove that some
# languages have no automaton. (9 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## Recap and check (core, 5 min)
#
# * Track **sets** of states: that is the subset construction, and ∅ is one of the sets.
# * NFAs and DFAs accept the same languages; the price can be exponential, and for some languages it must be.
# * Minimising = splitting blocks until no word separates two states of one block; every split has a word as its witness.
# * States of the minimal DFA = classes of words.
#
# ## Check yourself
#
# 1. An NFA has 5 states. How many does the powerset automaton have by definition, and which of them must be built?
# 2. You determinise a DFA. What happens?
# 3. Must the empty set be drawn?
# 4. In a DFA each symbol leads from $p$ and from $q$ to the same state. Are $p$ and $q$ equivalent? Always?
# 5. A vending machine takes coins of 1 and 2 and opens at a sum of exactly 4; beyond that it keeps the money and stays
#    shut. Into how many classes do the sequences of coins fall?
#
# <details><summary>Answers</summary>
# (1) 32, ∅ included; only those that can be reached. (2) Its states become sets of one state each. (3) Yes, if it is
# reached: in a DFA each state has a successor for every symbol. (4) Not always: only if both of them accept or neither does. (5) 6: the sums 0, 1, 2, 3, 4,
# and everything above.
# </details>
#
# Next: [regular expressions](03-regular-expressions.ipynb).

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Question 5 tests transfer: states are sums, because the future depends only on the sum. Expect the answer 5: the
# trap is forgotten, like ∅. (5 minutes)
# </details>

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
