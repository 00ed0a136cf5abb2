# %% [markdown] slide_type="slide"
# # Unit 3: Regular expressions
#
# **79 minutes, 45 of them the core.**
# *[Auf Deutsch](de/03-regular-expressions.ipynb) · [En español](es/03-regular-expressions.ipynb).*
# After this unit you can
#
# 1. read a regular expression, and write one for a language described in words,
# 2. turn any automaton into an expression by eliminating states,
# 3. turn any expression into an automaton, symbol by symbol,
# 4. say which languages have a board.
#
# You need: [unit 2](02-determinise-and-minimise.ipynb), and proofs by induction. Rings do not matter: a tower wins if the
# automaton accepts it.

# %% [markdown] slide_type="subslide"
# **Why should you care?** You write regular expressions when you search in an editor, check what somebody typed into a
# form, or describe the words of a programming language. A program can turn what you wrote into an automaton. This unit
# shows how, and why it works in both directions.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# The two halves of Kleene's theorem are sections 2 and 3; each needs one picture, which changes step by step. The
# library writes union as | and one-or-more as +; many textbooks write union as +. Say so once, loudly, in section 1. If
# you are late, leave out what is marked *more*, then one of the two proofs; say which one is to be read at home.
# </details>

# %% slide_type="skip"
import finity_edu.course as fe

# %% [markdown] slide_type="slide"
# ## 1 Shorthand for languages (core, 11 min)
#
# Berta phones Anna and describes a board: "white as long as you like, then two black". Anna writes `w*bb`.
#
# **Definition.** The *regular expressions* over $\Sigma$, and their languages, are built from smaller ones:
#
# | expression $r$ | its language $L(r)$ | typed here |
# |---|---|---|
# | $\emptyset$, $\varepsilon$, and $a$ for $a \in \Sigma$ | no word; the empty word only; the word $a$ only | `∅`, `()`, `b` |
# | $(s \cup t)$, *union* | $L(s) \cup L(t)$ | <code>s&#124;t</code> |
# | $(st)$, *concatenation* | $\{uv : u \in L(s), v \in L(t)\}$ | `st` |
# | $(s^*)$, *star* | $\{u_1 \dots u_k : k \ge 0, \text{ all } u_i \in L(s)\}$ | `s*` |
#
# Star binds more tightly than concatenation, concatenation more tightly than union;
# parentheses that this makes unnecessary are left out. Two abbreviations:
# $s^+ = ss^*$ and $s? = s \cup \varepsilon$. Many books write union as $+$; here, as in most programs, `+` means *one or more*.

# %% slide_type="subslide"
for text in ["b|w", "b+w", "(bw)*", "(b|w)*bb"]:
    print(f"{text:10}", *(word or "ε" for word in fe.words(text, max_length=3)))

# %% slide_type="subslide"
candidates = {"all": "(b|w)*b(b|w)*b(b|w)*", "some": "w*bw*bw*", "end": "(b|w)*bb", "none": "(w*b)*"}
words = [word for word in fe.words("(b|w)*", max_length=6) if word.count("b") == 2]
fe.ask("re-two", next(name for name, text in candidates.items() if list(fe.words(text, max_length=6)) == words))

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Let pairs write an expression for "exactly two blacks" before you show the choices. Expect a choice that says "at
# least two". Where it goes wrong: a star repeats the pattern, not the word that was found first. (11 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 2 From automaton to expression (core, 17 min)
#
# **Theorem (Kleene, 1956).** A language is accepted by a finite automaton iff it is described by a regular expression.
#
# *From automaton to expression.* Let arrows carry expressions: such an automaton accepts a word if the word can be cut
# into pieces $u_1 \dots u_k$, one for each arrow on some way from the start to an accepting state, and each in the
# language of its arrow: $u_i \in L(r_i)$. First merge parallel arrows into one, by $\cup$. Then give the automaton a
# new start ▸ and a new accepting state ◂: an arrow with ε leads from ▸ to the old start, and one from each old
# accepting state to ◂; from now on only ▸ starts and only ◂ accepts. Then remove the old states one after the other.
# When you remove $s$, you must record every detour $p \to s \to q$, for all $p, q \neq s$ ($p = q$ is allowed):
#
# $$r_{pq} \;:=\; r_{pq} \cup r_{ps}\, r_{ss}^*\, r_{sq} \qquad \text{(a missing arrow carries } \emptyset).$$

# %%
board = fe.Board("wA>B wB>A bA>C bC>D", start="A", end="D")
board

# %% slide_type="subslide"
steps = fe.EliminationSteps(board, order=["B", "C", "A", "D"])
steps.picture()

# %% slide_type="subslide"
fe.ask("re-detour", steps.next().labels["A", "A"], picture=steps.next().picture())

# %% slide_type="subslide"
fe.ask("re-board", steps.last().regex, picture=steps.goto(3).picture())

# %% [markdown] slide_type="subslide"
# *Proof of this half.* One removal does not change the language. A way through $s$ comes from some $p \neq s$, takes
# the loop at $s$ any number of times, and goes on to some $q \neq s$. The pieces that it reads there make up a word of
# $L(r_{ps} r_{ss}^* r_{sq})$, which the new arrow from $p$ to $q$ reads in one step. Conversely, every word of the new
# arrow can be read on the old detour. In the end only ▸, ◂ and one arrow are left, and its expression describes the
# language. ∎

# %% [markdown] slide_type="subslide"
# ### In which order? (more, 9 min)
#
# You are free to choose the order in which states are removed. Does it matter?

# %%
large = fe.Board("bA>B bA>C bB>C bC>B bC>D wB>A", start="A", end="D")
found = [fe.EliminationSteps(large, order=order).last().regex for order in ("ABCD", "DCBA")]
kinds = {(True, True): "nothing", (True, False): "length", (False, False): "language"}
fe.ask("re-order", kinds[fe.equivalent(*map(fe.from_regex, found)), len(found[0]) == len(found[1])],
       one=found[0], other=found[1])

# %% [markdown] slide_type="subslide"
# **Your turn.** Eliminate the states in an order of your own, and compare the result with your neighbour's.
# (*Predict first* asks you for a label before each step.)

# %%
fe.StepWidget.eliminate(large.automaton())

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Draw the automaton on the board and rub states out. Expect the loop at A to be forgotten, because B has none: say that
# p and q may be the same state. Have the class say at each removal: "from p through s to q". (26 minutes; the widget
# can wait)
# </details>

# %% [markdown] slide_type="slide"
# ## 3 From expression to automaton (core, 12 min)
#
# Number the symbols of an expression from left to right: $b(bw)^*ww$ has the symbols $b_1, b_2, w_3, w_4, w_5$. The
# numbers become states: state $i$ means that the symbol with this number was read last. Three sets say everything:
#
# | set | meaning |
# |---|---|
# | $\mathrm{First}$ | the symbols with which a word of the expression can begin |
# | $\mathrm{Last}$ | the symbols with which a word can end |
# | $\mathrm{Follow}(i)$ | the symbols that can stand right after symbol $i$ |

# %% [markdown] slide_type="subslide"
# **Construction** (Glushkov, 1961). States: a start 0 and the numbers. For each $i \in \mathrm{First}$ an arrow leads
# from 0 to $i$, and for each $j \in \mathrm{Follow}(i)$ one leads from $i$ to $j$; each carries the symbol with the
# number of its target. Accepting: $\mathrm{Last}$, and 0 if the expression describes ε. There is one more state than
# there are symbols.

# %% slide_type="skip"
from itertools import pairwise

symbol_of = dict(zip("12345", "bbwww", strict=True))
marked = list(fe.words(fe.from_regex("1(23)*45", symbols="12345"), max_length=8))
follow = sorted({pair for word in marked for pair in pairwise(word)})
firsts = sorted({word[0] for word in marked})
arrows = [f"{symbol_of[i]}0>{i}" for i in firsts] + [f"{symbol_of[j]}{i}>{j}" for i, j in follow]
glushkov = fe.Automaton.of(" ".join(arrows), start="0", accepting={word[-1] for word in marked})

# %% slide_type="subslide"
fe.ask("re-follow", " ".join(j for i, j in follow if i == "3"), marked=", ".join(marked),
       pairs=", ".join(f"{i} → {j}" for i, j in follow), picture=fe.automaton_picture(glushkov))

# %% [markdown] slide_type="subslide"
# *Proof of this half.* **Lemma.** If every symbol occurs only once in $r$, then a word that is not empty is in $L(r)$
# iff it begins with a symbol of First, ends with one of Last, and each symbol $j$ that stands right after a symbol $i$
# in it is in $\mathrm{Follow}(i)$.
#
# By induction on $r$. ∅, ε, a single symbol: clear. $s \cup t$: the two have no symbols in common, and no symbol of one
# follows a symbol of the other, so a word that obeys the rule lies within $s$ or within $t$. $st$: no symbol of $s$
# follows one of $t$; cut where the symbols of $t$ begin (a part may be empty if its expression describes ε). $s^*$: cut
# wherever a symbol of First stands right after one of Last; the pieces obey the rule for $s$. ∎
#
# So the numbered words on the complete runs from 0 to Last are exactly the numbered words of the expression; erase the
# numbers, and both sides become $L(r)$. ∎

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Let the room write First, Last and Follow for b(bw)*ww on paper, then build the automaton from their lists, mistakes
# included, and find a word that betrays them. Expect Follow(3) to lack 2: the star leads back. (12 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 4 Which languages have a board? (more, 11 min)
#
# A board has no arrow from a station to itself; its one accepting state is not the start, and nothing leaves it.
# This limits the automaton; the language loses nothing but ε.
#
# **Theorem.** A language has an automaton of this form iff it is regular and does not contain ε.
#
# *Proof.* The start does not accept, so ε is not in the language. Conversely, take any NFA. Add a new end, the only
# state that accepts; for each arrow into an old accepting state add one with the same symbol to the new end. Then take
# two copies of each old state, and let every arrow between old states lead from one copy to the other, so that none is
# a loop. ∎
#
# Whether the stations also fit on hexagons and their arrows into the slots (a pair of copies may need four, and there
# are three: unit 2) is another question. The [appendix](03a-room-on-the-table.ipynb) shows that some automata fit and some do not.

# %% [markdown] slide_type="subslide"
# **Build it.** Lay arrows until this board accepts exactly `w(bw)*b`, then run the cell below it. Four arrows are enough; at one
# station you will need a choice.

# %%
mine = fe.BoardWidget("bga/abcd wbwb c; posts c@A", mode="edit")
mine

# %% slide_type="subslide"
word = fe.counterexample(fe.station_nfa(mine.value), fe.from_regex("w(bw)*b"))
print("Yes, this is the language." if word is None else f"Not yet: your board is wrong about {word or 'ε'}.")

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Show one of the new arrows of the proof on the first board of the unit. Building takes the rest of the time; whoever
# finishes early can look for a board with fewer stations. (11 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 5 Ask the libraries (more, 2 min)
#
# automata-lib, too, turns an expression into an automaton; its automata have ε (unit 4). Is the language the same?

# %%
from automata.fa.nfa import NFA

theirs = NFA.from_regex("b(bw)*ww")
print("states:", len(theirs.states), "in automata-lib,", len(glushkov.states), "by Glushkov; the same language:",
      fe.equivalent(theirs, glushkov))

# %% [markdown]
# And networkx: a language is infinite iff the start leads to some *cycle* (a way back to where it began) and the cycle
# leads to an accepting state. For an expression without ∅ this means that some starred subexpression describes a word
# other than ε.

# %%
import networkx as nx

for text in ["b?w?", "b(w|bw)", "(b|w)*bb"]:
    cycles = list(nx.simple_cycles(fe.from_regex(text).graph()))
    print(f"{text:9} cycles: {len(cycles)}, infinite: {not fe.is_finite(text)}")

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask why theirs has more states before you say ε: the library glues automata together with arrows that read nothing, as unit 4
# will. How programs search is explained in the [appendix](03b-how-a-search-in-text-works.ipynb). Where it goes wrong:
# one cycle is enough for "infinite", but the start has to lead to it, and it to an accepting state. Let the room draw
# an automaton with a cycle and a finite language. (2 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 6 Equations (more, 6 min)
#
# This is a second way from an automaton to an expression. Let $X_q$ be the language of the words that are accepted from
# $q$. Reading one symbol gives an equation for each state: one term $a X_p$ for each arrow with $a$ from $q$ to $p$,
# and ε if $q$ accepts. For the board of section 2:
#
# $$A = wB \cup bC, \qquad B = wA, \qquad C = bD, \qquad D = \varepsilon.$$
#
# Substitute $B$, $C$ and $D$ in the first: $A = wwA \cup bb$. An equation like this has one solution:
#
# **Lemma** (Arden, 1961). If ε is not in $L(r)$, the equation $X = rX \cup s$ has exactly one solution, $X = r^*s$.

# %% [markdown] slide_type="subslide"
# *Proof.* It is a solution: $r(r^*s) \cup s = (rr^* \cup \varepsilon)s = r^*s$. It is the only one: let $X$ be any
# solution. Substituting the equation into itself $n$ times gives
#
# $$X = r^{n+1}X \cup (r^n \cup \dots \cup r \cup \varepsilon)\,s.$$
#
# So each word of $r^k s$ is in $X$ (take $n = k$), hence all of $r^*s$. Conversely, take a word of $X$, and let $n$ be
# its length. It is not in $r^{n+1}X$: each of the $n + 1$ pieces from $r$ would have at least one symbol. So it is in
# $(r^n \cup \dots \cup \varepsilon)\,s$, a subset of $r^*s$. ∎
#
# Here $r = ww$ and $s = bb$: the language of the board is $(ww)^*bb$, as in section 2. Without the condition on ε the lemma is false: *every*
# language is a solution of $X = \varepsilon X \cup \emptyset$.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Let the class write the equations from the picture; expect the term ε of the accepting state to be forgotten, and ask what is accepted if
# nothing is left to read. Substitution goes backwards from the end. (6 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 7 Grammars (more, 6 min)
#
# Read the equations as rules: instead of "the words accepted from $A$" say "what $A$ may become".
#
# $$A \to wB \mid bC, \qquad B \to wA, \qquad C \to bD, \qquad D \to \varepsilon.$$
#
# **Definition.** A **right-linear grammar** has *variables*, one of them the start, and rules of the forms $A \to aB$,
# $A \to a$ and $A \to \varepsilon$, with variables $A$, $B$ and a symbol $a$. A *derivation* begins with the start and,
# step by step, replaces the variable by the right side of one of its rules, until no variable is left:
# $A \Rightarrow wB \Rightarrow wwA \Rightarrow wwbC \Rightarrow wwbbD \Rightarrow wwbb$. The words that can be derived
# make up the language of the grammar.

# %% [markdown] slide_type="subslide"
# **Theorem.** A language is regular iff it is the language of a right-linear grammar.
#
# *Proof.* From an NFA: its states are the variables, its start state the start. Each arrow with $a$ from $q$ to $p$
# gives a rule $q \to ap$, and each accepting state gives a rule $q \to \varepsilon$. A derivation of $w$ is a complete
# run on $w$ that ends in an accepting state, written down symbol by symbol. From a grammar: first replace each rule
# $A \to a$ by $A \to aE$, with one new variable $E$ and the rule $E \to \varepsilon$; then do the same backwards. ∎
#
# Languages such as $\{b^n w^n\}$ (unit 5) need rules that put symbols on both sides of a variable: $S \to bSw \mid bw$.
# Such a grammar is *context-free*, but not right-linear.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Write the derivation of wwbb and the run on wwbb one below the other, step by step: they are the same. Ask what a
# left-linear grammar (rules $A \to Ba$) would be: it writes words from the end, which leads to the reversal in unit 4.
# (6 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## Recap and check (core, 5 min)
#
# * Automaton → expression: eliminate states, and record every detour.
# * Expression → automaton: one state for each symbol; First, Last, Follow.
# * Every regular language without ε has an automaton in the form of a board; whether it fits on hexagons is another question.
#
# ## Check yourself
#
# 1. Is `(b|w)*` the same as `b*|w*`? Give a witness.
# 2. What are the words of $\emptyset^*$?
# 3. How many states does Glushkov's automaton for `(b|w)*bb` have?
# 4. A lexer reads numbers: digits, at most one point, with digits on both sides of it. Write an expression, with $d$ for a
#    digit and $p$ for the point.
#
# <details><summary>Answers</summary>
# (1) No: bw. (2) The empty word only: it is made of no pieces at all. (3) 5: four symbols and the start.
# (4) dd*(pdd*)?
# </details>

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Question 4 tests transfer. Ask what the expression does with `.5` and `1.`: it rejects both, as the task
# demands. (5 minutes)
# </details>

# %% [markdown] slide_type="skip"
# ## Further reading
#
# * S. C. Kleene, "Representation of events in nerve nets and finite automata", *Automata Studies*, Princeton 1956,
#   3–41.
# * J. A. Brzozowski, E. J. McCluskey, "Signal flow graph techniques for sequential circuit state diagrams", *IEEE
#   Transactions on Electronic Computers* 12 (1963), 67–76: state elimination.
# * V. M. Glushkov, "The abstract theory of automata", *Russian Mathematical Surveys* 16 (1961), 1–53: without ε.
# * D. N. Arden, "Delayed logic and finite-state machines", *Proc. 2nd Symp. on Switching Circuit Theory and Logical Design* (1961), 133–151.
# * M. Sipser, *Introduction to the Theory of Computation*, 3rd ed., Cengage 2013, section 1.3.
