# %% [markdown] slide_type="slide"
# # Unit 3: Languages: expressions, closure, products
#
# **45 minutes.** After this unit you can
#
# 1. read a regular expression off a board, build a board for an expression, and say which languages have a board,
# 2. join two automata with ε, and take the ε away again,
# 3. complement a language, and say why swapping accepting states of an NFA fails,
# 4. build the product of two players and read off who wins which tower,
# 5. decide whether two automata are equivalent, with the shortest counterexample as a witness.
#
# You need: [unit 2](02-determinise-and-minimise.ipynb), above all that sets of states make a board deterministic. Rings do
# not matter: a tower wins if the automaton accepts it.

# %% [markdown] slide_type="notes"
# <details><summary>For the lecturer</summary>
# Section 3 is the heart: let the room vote on "swap the double circles" before the counterexample appears. In
# section 4 two volunteers walk two tokens while a third reads the tower aloud. The library writes union as | and
# one-or-more as +; many textbooks write union as +. Say it once, loudly, in section 1.
# </details>

# %% slide_type="skip"
from finity_edu import Position
from finity_edu.analysis import chance_to_win
from automatakit import counterexample, difference, first_word, missing, words
from automatakit import (
    DFA, NFA, complement, determinise, from_regex, minimise, remove_epsilon, reverse, to_regex, union,
)
from finity_edu.automata import board_from_nfa, players_nfa, product_steps, station_nfa
from finity_edu.draw import draw_board
from automatakit.draw.automata import automaton_picture
from automatakit.draw.runs import counterexample_picture
from finity_edu.examples import example
from automatakit.steps import EliminationSteps
from finity_edu.widget import BoardWidget
from automatakit.widget import StepWidget

# %% [markdown] slide_type="slide"
# ## 1 Shorthand for languages (6 min)
#
# Berta phones Anna and describes a board: "white as long as you like, then two black". Anna writes `w*bb`. A **regular
# expression** over $\Sigma$ is built from
#
# | expression | language | here |
# |---|---|---|
# | $\emptyset$, $\varepsilon$, $a$ | no word, the empty word, the word $a$ | `∅`, `()`, `b` |
# | $r \cup s$ | $L(r) \cup L(s)$ | <code>r&#124;s</code> |
# | $r s$ | $\{uv : u \in L(r), v \in L(s)\}$ | `rs` |
# | $r^*$ | any number of words of $L(r)$, one after the other | `r*` |
# | $r^+ = rr^*$, $r?$ | at least one; one or none | `r+`, `r?` |
#
# Many books write union as $+$. Here, as in most programs, `+` means *one or more*.

# %%
for text in ["b|w", "b+w", "(bw)*", "(b|w)*bb"]:
    print(f"{text:10}", [word or "ε" for word in words(from_regex(text), max_length=3)])

# %% [markdown] slide_type="subslide"
# **Predict** an expression for the towers that this board accepts:

# %%
board = Position.parse("bga/abcd wbb c; posts c@A; bridges wA>B.m wB>A.r bA>C.m bC>D.m")
draw_board(board)

# %% slide_type="fragment"
to_regex(station_nfa(board))

# %% [markdown] slide_type="slide"
# ## 2 From board to expression and back (11 min)
#
# **Theorem (Kleene, 1956).** A language is accepted by a finite automaton iff it is described by a regular expression.
#
# *From automaton to expression: eliminate one state after the other.* Give the automaton a new start ▸ and a new end
# ◂. Whoever removes a state $s$ must leave a note on every detour $p \to s \to q$:
#
# $$r_{pq} \;:=\; r_{pq} \cup r_{ps}\, r_{ss}^*\, r_{sq}.$$

# %%
steps = EliminationSteps(station_nfa(board), order=["B", "C", "A", "D"])
steps.picture()

# %% [markdown] slide_type="subslide"
# **Predict.** B goes first. Which arrow gets which label?

# %%
for guess in ["ww", "w*", "b"]:
    print(f"{guess:3}", steps.predict("A", "A", guess))

# %% slide_type="fragment"
steps = steps.next()
steps.picture()

# %% slide_type="subslide"
for moment in list(steps.moments())[2:]:
    print(moment.text)
steps.last().picture()

# %% [markdown] slide_type="subslide"
# The order is free; the language is not touched, but the length of the expression is:

# %%
large = station_nfa(example("choice"))
for order in (["A", "B", "C", "D"], ["D", "C", "B", "A"]):
    regex = EliminationSteps(large, order=order).last().regex
    print(" ".join(order), "→", regex, "· the same language:", from_regex(str(regex)) == large)

# %% [markdown] slide_type="subslide"
# **Your turn.** Eliminate the states in an order of your own. Whose expression is the shortest? (*Predict first* asks
# you for a label before each step.)

# %%
StepWidget.eliminate(large)

# %% [markdown] slide_type="subslide"
# *From expression to automaton*: build small automata and glue them with ε; the next section takes the ε away. An
# automaton over {b, w} without ε and self-loops, with one accepting state, which nothing leaves and which is not the
# start, is a board if there is room: places are searched such that every arrow joins neighbours.

# %%
wish = from_regex("b(bw)*ww")
wish

# %% slide_type="fragment"
draw_board(board_from_nfa(wish, word="bbwww"))

# %% [markdown]
# Not every automaton has this form. The message says what is in the way:

# %% slide_type="subslide"
for text in ["b*w", "b|bw", "(b|w)?"]:
    try:
        board_from_nfa(from_regex(text))
    except ValueError as error:
        print(f"{text:7}", error)

# %% [markdown] slide_type="subslide"
# That is the fault of the automaton, not of the language. **Theorem.** A language has an automaton of this form iff it is
# regular and does not contain ε.
#
# *Proof.* The start is not the end, so ε is not accepted. Conversely, take an automaton without ε-arrows. A new end alone
# accepts; for each arrow into an old accepting state there is one of the same letter to the new end. And each state is
# there twice: every other arrow leads from one copy to the other, so none is a loop. ∎

# %%
def in_form(nfa):
    """The same language without the empty word: one new end, and two copies of the states that lead on."""
    delta = {"end": {}}
    for p, row in nfa.transitions.items():
        for here, there in ("xy", "yx"):
            delta[f"{p}{here}"] = {
                letter: {f"{q}{there}" for q in heads if nfa.transitions[q]} | {"end" for q in heads & nfa.final_states}
                for letter, heads in row.items()}
    return NFA(states=set(delta), input_symbols={"b", "w"}, transitions=delta,
               initial_state=f"{nfa.initial_state}x", final_states={"end"})


for text in ["b*w", "b|bw"]:
    laid = board_from_nfa(in_form(from_regex(text)))
    print(f"{text:5}", *laid.layout.bridges, "· the same language:", station_nfa(laid) == from_regex(text))

# %% [markdown] slide_type="subslide"
# *And room?* After $n$ arrows one is at most $n$ steps away from the post, and so near lie $3n^2 + 3n + 1$ hexagons: 217 for
# $n = 8$. Take the 256 towers of sixteen cones that read the same from the top as from the bottom. After eight cones an
# automaton for them must have a state for each of the $2^8$ lower halves: if two of them shared one, a half of the one
# could go on with the upper half of the other. So this finite language has an automaton of the form, and no board.
#
# *And choice?* On a board where no station has a choice, no winning tower is the beginning of another: the only run stops
# on the end station. So `b|bw` needs two arrows of one colour.

# %% [markdown] slide_type="subslide"
# **Build it.** Lay arrows until this board accepts exactly `w(bw)*b`, then run the cell below it. Four arrows do; at one
# station you will need a choice.

# %%
mine = BoardWidget("bga/abcd wbwb c; posts c@A", mode="edit")
mine

# %% slide_type="subslide"
word = counterexample(station_nfa(mine.value), from_regex("w(bw)*b"))
print("Yes, this is the language." if word is None else f"Not yet: judge the tower {word} once more.")

# %% [markdown] slide_type="slide"
# ## 3 Closure: union, reversal, complement (10 min)
#
# Regular languages stay regular under ∪, ∩, complement, concatenation, star, reversal, quotient. Two constructions are
# worth doing by hand. **Union with ε**: a new start that jumps to either automaton without reading.

# %%
either = union(from_regex("bb"), from_regex("w"))
either

# %% [markdown] slide_type="subslide"
# ε-arrows can be removed: let $E(q)$ be the states that ε reaches from $q$; then
# $\delta'(q, a) = \bigcup_{p \in E(q)} E(\delta(p, a))$, and $q$ accepts if $E(q)$ meets $F$. Boards have no ε, so this
# step is needed on the way to a board. Afterwards nothing reaches the two old starts; they may go.

# %%
plain = remove_epsilon(either)
print("ε left:", plain.has_epsilon, "· the same language:", plain == either)
automaton_picture(plain)

# %% [markdown] slide_type="subslide"
# **Reversal**: turn every arrow, exchange start and end. What was deterministic may have choices now:

# %%
forwards = minimise(from_regex("(b|w)*bb"))
backwards = minimise(reverse(forwards))
print("forwards", len(forwards.states), "states, backwards", len(backwards.states))
print(*words(backwards, max_length=3))

# %% [markdown] slide_type="slide"
# **Complement.** Which towers does the board of unit 1 *not* accept? Claim: "swap accepting and other states." Vote!

# %%
nfa = station_nfa(example("choice"))
swapped = NFA(states=nfa.states, input_symbols=nfa.input_symbols, transitions=nfa.transitions,
              initial_state=nfa.initial_state, final_states=nfa.states - nfa.final_states, places=nfa.places)
print("complement after swapping:", swapped == complement(nfa))

# %% slide_type="fragment"
case = difference(swapped, complement(nfa))
counterexample_picture(case, names=("swapped", "the complement"))

# %% [markdown] slide_type="subslide"
# Two reasons, and the shortest counterexample shows the first:
#
# * where a run dies, it dies in both automata: nothing was swapped for words that find no arrow;
# * a word may have an accepting *and* another complete run; after swapping it is still accepted.
#
# **Determinise first** (with ∅!). Then each word has exactly one complete run, and swapping is right:

# %%
dfa = determinise(nfa)
swapped = DFA(states=dfa.states, input_symbols=dfa.input_symbols, transitions=dfa.transitions,
              initial_state=dfa.initial_state, final_states=dfa.states - dfa.final_states)
print("determinised, then swapped:", swapped == complement(nfa))

# %% [markdown] slide_type="slide"
# ## 4 Two players, one tower: the product (10 min)
#
# Two players share the board: same $Q$, Σ, δ, F, different posts. They read the *same* tower at the same time. The
# **product automaton** runs both: states are pairs,
#
# $$\delta_\times((p, q), a) = \delta(p, a) \times \delta(q, a), \qquad F_\times = F \times F \text{ for "both win"}.$$

# %%
duel = Position.parse("bga/[A:0,0 B:0,1 C:1,0 D*:1,1] bwb c; posts c@A y@B; "
                      "bridges wA>B.m bA>C.m bB>C.m bB>D.m wC>B.l")
draw_board(duel)

# %% [markdown] slide_type="subslide"
# Both start: (A, B). **Predict** where this pair goes with a black cone, and with a white one.

# %% slide_type="fragment"
steps = product_steps(duel, seats=(1, 2)).goto(2)
print(steps.back().text)
print(steps.text)
steps.picture()

# %% [markdown] slide_type="subslide"
# **Your turn.** The whole product, pair by pair: name the states of both players before the pair is shown.

# %%
StepWidget.product(station_nfa(duel, 1), station_nfa(duel, 2), predict=True)

# %% slide_type="subslide"
steps = steps.last()
print(steps.text)
steps.picture()

# %% [markdown] slide_type="subslide"
# Only (D, D) is accepting: there are towers on which both have a path. To say "c wins and y does *not*", we must know
# that *no* run of y accepts. So y's automaton has to be determinised; here both are, and the pairs are pairs of sets:

# %%
c_wins, y_wins = station_nfa(duel, 1), station_nfa(duel, 2)
print("shortest tower for both:", first_word(c_wins, y_wins, lambda c, y: c and y))
print("c, not y:", missing(c_wins, y_wins), "· y, not c:", missing(y_wins, c_wins))
print("neither:", first_word(c_wins, y_wins, lambda c, y: not c and not y) or "ε")
only_c = product_steps(duel, (1, 2), accept="left only").last()
print("pairs of sets:", len(only_c.known), "· pairs of stations:", len(players_nfa(duel).states))

# %% [markdown]
# Who is favoured when the tower is drawn from the bag, six black and six white cones? Exact fractions, for towers of
# one to four cones; rings are left out.

# %%
for length in (1, 2, 3, 4):
    print(length, "cones:", *(f"{name} {chance_to_win(duel, seat, length, rings=False)}"
                              for seat, name in ((1, "c"), (2, "y"))))

# %% [markdown] slide_type="slide"
# ## 5 Equal or not? (6 min)
#
# $L(A) = L(B)$ iff no pair of sets, reached by the same word, has exactly one accepting member. Search all pairs
# breadth first: the first bad pair gives the **shortest counterexample**, and of equally short ones the first in the
# alphabet.
#
# **Predict.** Are these equivalent: `(b|w)*` and `(b*w*)*`? `(bw)*b` and `b(wb)*`? `(b|w)*b` and `b*(wb)*`?

# %% slide_type="fragment"
for left, right in [("(b|w)*", "(b*w*)*"), ("(bw)*b", "b(wb)*"), ("(b|w)*b", "b*(wb)*")]:
    word = counterexample(from_regex(left), from_regex(right))
    print(f"{left:9}{right:9}", "equivalent" if word is None else f"differ on {word or 'ε'}")

# %% [markdown] slide_type="subslide"
# This is how answers to exercises are judged: not by comparing pictures, but languages; and instead of "wrong" you get
# the word, with both runs. Say somebody forgot one arrow of a board:

# %%
forgot = Position.parse("bga/abcd bbb c; posts c@A; bridges bA>B.m bA>C.m bB>C.m bC>D.m wB>A.r")
counterexample_picture(difference(station_nfa(forgot), nfa), names=("yours", "the solution"))

# %% [markdown] slide_type="slide"
# ## 6 Check yourself (2 min)
#
# 1. Is `(b|w)*` the same as `b*|w*`? Give a witness.
# 2. An NFA accepts everything. Does the one with swapped states accept nothing?
# 3. How many states has the product of automata with 4 and 5 states at most?
# 4. Why can no board accept the empty tower?
#
# <details><summary>Answers</summary>
# (1) No: bw. (2) Not necessarily: a word may have several complete runs. (3) 20. (4) The post never stands on the end
# station, so start and accepting state differ.
# </details>

# %%
answer = "bw"  # question 1: a word on which they differ
left, right = from_regex("(b|w)*"), from_regex("b*|w*")
print("right" if (answer in left) != (answer in right) else f"they agree on {answer}")

# %% [markdown] slide_type="slide"
# ## Recap
#
# * Board → expression: eliminate states. Expression → board: ε-arrows, loops and extra ends can be avoided; what remains
#   is room.
# * Union is easy with ε; **complement needs determinism**.
# * Two players = a product; "one but not the other" is an intersection with a complement.
# * Equivalence is decidable, and a "no" comes with a shortest word.
#
# Next: [rings](04-rings.ipynb), and why the game is harder than the automaton.

# %% [markdown] slide_type="skip"
# ## Further reading
#
# * S. C. Kleene, "Representation of events in nerve nets and finite automata", *Automata Studies*, Princeton 1956,
#   3–41.
# * J. A. Brzozowski, E. J. McCluskey, "Signal flow graph techniques for sequential circuit state diagrams", *IEEE
#   Transactions on Electronic Computers* 12 (1963), 67–76: state elimination.
# * K. Thompson, "Regular expression search algorithm", *Communications of the ACM* 11 (1968), 419–422: from an
#   expression to an automaton with ε.
# * V. M. Glushkov, "The abstract theory of automata", *Russian Mathematical Surveys* 16 (1961), 1–53: without ε.
# * J. E. Hopcroft, R. M. Karp, "A linear algorithm for testing equivalence of finite automata", Cornell University,
#   TR 71-114 (1971).
# * F. Bonchi, D. Pous, "Checking NFA equivalence with bisimulations up to congruence", *POPL 2013*, 457–468.
# * R. Alur, L. D'Antoni, S. Gulwani, D. Kini, M. Viswanathan, "Automated grading of DFA constructions", *IJCAI 2013*,
#   1976–1982: marks from three distances between an answer and the task: edits of the automaton, edits of the description,
#   and the share of words on which the two differ.
