# %% [markdown] slide_type="slide"
# # Unit 10: Guess my board
#
# **68 minutes, 45 of them the core.**
# *[Auf Deutsch](de/10-guess-my-board.ipynb) · [En español](es/10-guess-my-board.ipynb).*
# After this unit you can
#
# 1. learn a hidden automaton by asking: "does this tower win?" and "is it this one?",
# 2. fill an observation table, and say whether it is closed and consistent,
# 3. use a counterexample in three ways,
# 4. prove that the learner comes to an end, and bound the number of its questions,
# 5. say why neither kind of question is enough by itself.
#
# You need: [unit 2](02-determinise-and-minimise.ipynb) (Myhill and Nerode), [unit 4](04-closure-and-comparison.ipynb) (shortest counterexamples)
# and the proofs of [unit 5](05-what-no-automaton-can-do.ipynb). Rings do not matter.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Begin with two people and a board behind a screen. Let the room ask, and write every answer where all can see it: the
# room will invent the table by itself. If time is short, leave out what is marked *more*; with all of it, the unit
# fills a double lecture.
# </details>

# %% slide_type="skip"
from itertools import product

import finity_edu.course as fe

# %% [markdown] slide_type="slide"
# ## 1 A game of questions (core, 8 min)
#
# Anna has built a board and hides it. Berta may ask two kinds of questions:
#
# * **Does this tower win?** Anna says yes or no.
# * **Is it this one?** Berta builds a board of her own (or draws an automaton). Anna says yes; or she says no, and
#   names a tower on which the two differ.
#
# Berta wants to find Anna's *language*: any automaton for it will do. What should she ask first?

# %%
board = fe.Board("bA>B wB>C bC>D bB>A", start="A", end="D")
hidden = board.automaton()
teacher = fe.AutomatonTeacher(hidden)
for tower in ["", "b", "w", "bb", "bw", "bwb"]:
    print(f"{tower or 'ε':4} {'wins' if teacher.wins(tower) else 'does not win'}")

# %%
nothing = fe.Automaton.of({"p": {"b": {"p"}, "w": {"p"}}}, start="p", accepting=[])
print("Is it the automaton that accepts nothing? No:", teacher.differs(nothing))

# %% [markdown] slide_type="subslide"
# Play Berta. Build towers from cones, by mouse or with the keys `b` and `w`. The answers appear in a table, which the next
# section explains. How many questions do you need? "Par" is the number that a machine needs.

# %%
fe.GuessWidget(seed=10, level=1)

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Play it on the table first, with towers of up to four cones; then in the widget, where the room decides what to ask.
# Expect the class to ask about towers at random: ask what they have learned about a tower that nobody has tried. With
# *Two players*, two people can hide boards from each other on one screen. (8 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 2 The observation table (core, 9 min)
#
# Put the same cones on top of two towers. If exactly one of them then wins, the two must be told apart: that is Myhill
# and Nerode (unit 2). So Berta keeps a table of towers and of suffixes to put on top.
#
# **Definition.** An *observation table* has an upper row for each word of a set $S$ that contains all prefixes of its
# words, and a column for each word of a set $E$ that contains ε. There is a lower row for each word $sa$ with
# $s \in S$, $a \in \Sigma$ that is not in $S$. The cell in row $u$ and column $e$ says whether $ue$ wins. The table is
# **closed** if each lower row is equal to some upper row. (In Angluin's own tables $E$ also contains all suffixes of its
# words; those below do without, see section 4.)
#
# If a lower row equals no upper row, it stands for a new state: it moves up.

# %% slide_type="subslide"
steps = list(fe.learn(teacher, variant="rivest-schapire"))
print(steps[0].text)
fe.observation_table(steps[0].table)

# %% [markdown] slide_type="subslide"
# All rows are equal: the table is closed, and gives an automaton with one state. Anna says no, and one column is added (section 4 says which):

# %%
taught = next(step for step in steps if step.kind == "counterexample")
print(taught.text)
fe.observation_table(taught.table, states=False)

# %% slide_type="subslide"
moved = next(step for step in steps if step.kind == "unclosed")
shown = "\n".join(str(fe.observation_table(moved.table)).splitlines()[1:])
fe.ask("learn-closed", moved.table.prefixes[-1], asked=", ".join(moved.asked), shown=shown)

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Fill the first table with the room before the cell runs. Expect "equal rows, so the two words are equivalent"; but the rows
# are equal only so far. (9 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 3 A conjecture (core, 11 min)
#
# When two upper rows are equal, Berta takes them for the same state. That makes sense only if they stay equal after
# each symbol:
#
# **Definition.** The table is **consistent** if equal upper rows $s, t$ have equal rows $sa, ta$ for each symbol $a$. If not, some column $e$ tells $sa$ from $ta$; then
# $ae$ tells $s$ from $t$ and becomes a column.
#
# From a closed and consistent table Berta reads an automaton: the states are the different upper rows, the start is the row of ε, the symbol $a$ leads from the
# row of $s$ to the row of $sa$, and a row accepts iff its cell under ε says so. This is her **conjecture**.

# %% slide_type="subslide"
guesses = [step for step in steps if step.kind == "conjecture"]
fe.ask("learn-first-guess", len(guesses[0].conjecture.states), picture=fe.automaton_picture(guesses[0].conjecture))

# %% slide_type="subslide"
fe.ask("learn-guesses", len(guesses), picture=fe.automaton_picture(guesses[-1].conjecture),
       steps="\n".join(f"{step.questions:2} {step.text}" for step in steps if step.kind != "unclosed"))

# %% [markdown] slide_type="subslide"
# ### How few questions can do? (more, 5 min)

# %%
most, languages = 0, 0
for one, other, three, four in product("pq", repeat=4):
    delta = {"p": {"b": {one}, "w": {other}}, "q": {"b": {three}, "w": {four}}}
    for accepting in "pq":
        small = fe.Automaton.of(delta, start="p", accepting=[accepting])
        if len(fe.nerode_classes(small)) == 2:
            *_, last = fe.learn(fe.AutomatonTeacher(small))
            most, languages = max(most, last.questions), languages + 1
fe.ask("learn-least", most, languages=languages)

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Let the room draw the conjecture from the table on paper. Where it goes wrong: somebody takes a lower row for a state
# of its own. Then go back to the widget: whose table is closed by now? (15 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 4 What a counterexample teaches (core, 2 min)
#
# Anna says no, and names a word $w$ on which the conjecture is wrong. What should be done with it?
#
# | who | adds | consequence |
# |---|---|---|
# | Angluin (1987) | all prefixes of $w$ as upper rows | the table may become inconsistent, and must be mended |
# | Maler and Pnueli (1995) | all suffixes of $w$ as columns | upper rows stay different from each other, so it is always consistent |
# | Rivest and Schapire (1993) | one suffix of $w$ as a column | the same, with fewer questions on average; but $E$ need no longer contain all suffixes of its words |
#
# Here is the third in detail. Let $s_i$ be the upper row for the state that the conjecture reaches after the first $i$
# symbols of $w$. Replace these symbols by $s_i$, and ask whether the result wins. For $i = 0$ that is $w$ itself; for
# $i = |w|$ only $s_{|w|}$ is left, and the table says about it what the conjecture says about $w$. The two answers
# differ, so between some $i$ and $i + 1$ the answer changes. Let $a$ be symbol $i + 1$: the rest of $w$ after it tells
# $s_i a$ from the row that Berta took it for. Halving finds such an $i$ with about $\log_2 |w|$ questions.

# %% [markdown] slide_type="subslide"
# ### Who asks least? (more, 2 min)

# %%
for variant in ("angluin", "maler-pnueli", "rivest-schapire"):
    *_, last = fe.learn(teacher, variant)
    print(f"{variant:16} {last.questions:3} words, {last.conjectures} conjectures")

# %% [markdown] slide_type="subslide"
# ### Watch the machine (core, 5 min)
#
# On the same board the machine now plays Berta's part, one question at a time, and says why it asks. Choose how it
# learns from a mistake:

# %%
fe.GuessWidget(hidden=board, mode="watch")

# %% [markdown] slide_type="subslide"
# ### A long counterexample (more, 6 min)
#
# What if Anna does not name the shortest tower? This Anna names a tower of eleven cones whenever she can:

# %%
class LongWinded(fe.AutomatonTeacher):
    def differs(self, guess):
        words = map("".join, product("wb", repeat=11))
        return next((w for w in words if guess.accepts(w) != self.wins(w)), super().differs(guess))

# %% slide_type="subslide"
asked = {}
for name, anna in (("shortest", teacher), ("eleven", LongWinded(hidden))):
    *_, last = fe.learn(anna, "angluin")
    *_, halved = fe.learn(anna, "rivest-schapire")
    asked[name] = last.questions, last.conjectures, halved.questions
changed = "more" if asked["eleven"][0] > 1.5 * asked["shortest"][0] else "same"
fe.ask("learn-longer", changed, short=asked["shortest"], long=asked["eleven"])

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Halve one counterexample by hand on the blackboard. Expect "the longer, the better": ask which part of it was new.
# Those who have finished early can build a board of their own under *Yours*, and let the machine ask. (14 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 5 Why it ends (core, 5 min)
#
# **Theorem** (Angluin, 1987). If the minimal DFA of the hidden language has $n$ states, the learner names it after at most $n - 1$ wrong conjectures.
#
# *Proof.* Words with different rows are inequivalent (Myhill and Nerode): some column tells them apart. So there are
# never more than $n$ different rows. It remains to show that after a wrong conjecture with $m$ states the table gets at
# least $m + 1$ different rows.
#
# *Rivest and Schapire:* the new column tells $s_i a$ from the only upper row that it was equal to, so now it equals
# none.
#
# *The others:* their $E$ contains all suffixes of its words, so a conjecture agrees with every cell of its table. For
# $u \in S$ the conjecture goes to the row of $u$, symbol by symbol, because all prefixes of $u$ are in the table, too.
# From there a suffix $ae$ is accepted iff $e$ is accepted from the row of $ua$, and by induction on the suffix that is
# the answer for $uae$. Now the new table has $w$ in a cell. If it still had only $m$ different rows, no state would have
# been split, and every arrow would lead where it led before; so the conjecture would be the old one. But the old one is
# wrong about $w$. ∎
#
# And how many words must Berta ask about? With Rivest and Schapire there are at most $n$ upper rows, $n |\Sigma|$ lower ones and
# $n$ columns: about $|\Sigma| n^2$ words, and for each counterexample $\log_2$ of its length. That is *polynomial* in
# the size of the answer and the length of Anna's words.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# The sentence to remember: every wrong conjecture costs the teacher a state. Expect "what if Anna always names very
# long words?": then Angluin's table grows with them, but halving hardly suffers. (5 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 6 Why two kinds of questions (more, 8 min)
#
# **Towers alone are not enough.** A lock opens for one secret word of $k$ symbols and for no other. Over two symbols
# there are $2^k - 1$ other words of this length, and in the worst case Berta must ask about all of them; yet the
# automaton has only $k + 2$ states.
#
# **Conjectures alone are not enough either.** Let Anna hide such a lock, and try one lock after another as a
# conjecture. Each time Anna may name the word that opens your lock, and that rules out only one secret. For locks there
# is a better conjecture: `nothing` from section 1, since Anna must then name the secret. But Angluin showed in 1990 that
# for automata in general no strategy gets by with polynomially many conjectures alone.

# %% slide_type="subslide"
print("length of the secret, states, words of this length:")
for length in (2, 4, 8):
    lock = fe.minimise(fe.from_regex("bw" * (length // 2)))
    print(length, len(lock.states), 2**length)

# %% slide_type="subslide"
fooled = []
for longest in range(1, 9):
    lock = fe.from_regex("b" * (longest + 1))
    fooled.append(len(fe.counterexample(nothing, lock)) > longest)
fe.ask("learn-short", "each" if all(fooled) else "none", bounds=len(fooled))

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask somebody to think of a word of four cones, and let the room guess it. (8 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 7 Ask the libraries (more, 2 min)
#
# [AALpy](https://github.com/DES-Lab/AALpy) is the library of this field. It talks to a *system under learning* symbol
# by symbol, and gets counterexamples from an *oracle*; here our Anna plays both.
# [automata-lib](https://github.com/caleb531/automata) checks whether AALpy has found Anna's language.

# %%
from automata.fa.dfa import DFA

try:
    from aalpy import SUL, run_Lstar
    from aalpy.base import Oracle
except ModuleNotFoundError as missing:
    print(missing)
    SUL = Oracle = object


def as_dfa(guess):
    rows = {p.state_id: {a: q.state_id for a, q in p.transitions.items()} for p in guess.states}
    final = {state.state_id for state in guess.states if state.is_accepting}
    start = guess.initial_state.state_id
    return DFA(states={*rows}, input_symbols={*"bw"}, transitions=rows, initial_state=start, final_states=final)

# %%
class Hidden(SUL):
    def pre(self):
        self.word = ""

    def post(self):
        pass

    def step(self, letter):
        self.word += letter or ""
        return teacher.wins(self.word)

class Anna(Oracle):
    def find_cex(self, guess):
        word = teacher.differs(as_dfa(guess))
        return None if word is None else list(word)

# %%
if SUL is not object:
    system = Hidden()
    model, counts = run_Lstar(["b", "w"], system, Anna(["b", "w"], system), "dfa", return_data=True, print_level=0)
    same = DFA.from_nfa(fe.station_nfa(board, 1)) == as_dfa(model)
    *_, last = fe.learn(teacher, "rivest-schapire")
    print("states:", len(model.states), "· the same language:", same)
    print("words:", counts["queries_learning"], "· ours:", last.questions)

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask what AALpy sees of Anna's board: it sees for each prefix of a word whether it wins. So it never asks about a
# prefix again, and counts fewer words than we do. (2 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## Recap and check (core, 5 min)
#
# * Rows are words, columns are suffixes; equal rows are the same state, so far.
# * In a closed table each lower row equals some upper row, so every arrow has a state to lead to. In a consistent table equal
#   rows stay equal after each symbol.
# * Each wrong conjecture leads, by its counterexample, to a new state; so there are at most $n - 1$ wrong ones.
# * The machine of [unit 8](08-intelligenz-gegen-automat.ipynb) learns by chance, from its losses; this learner chooses
#   its questions, and is certain to finish.
#
# Learning of this kind finds models of devices and network protocols, and the models show the faults of these devices
# and protocols. A test then takes the place of the second kind of question.
#
# ## Check yourself
#
# 1. The first table has only the column ε, and all its cells say no. What is the first conjecture?
# 2. Two upper rows are equal. Are the words equivalent?
# 3. The hidden automaton is an NFA with 3 states, drawn on paper. How many states can the answer have?
# 4. May the learner forget a column that it no longer seems to need?
# 5. A coffee machine has hidden states and two buttons; after each press you see whether coffee comes. Which of the two
#    kinds of questions can you ask it, and what could replace the other?
#
# <details><summary>Answers</summary>
# (1) One state that accepts nothing. (2) Not necessarily: no column tells them apart so far. (3) Up to 8: it is the
# minimal DFA. (4) Better not: the proof counts different rows, and without the column two of them could be equal again.
# (5) Only whether a word wins: press and look. To replace the other, try many words, random or systematically chosen;
# but then you are never certain.
# </details>

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Question 5 applies the idea elsewhere: this is how models of real devices are learned. (5 minutes)
# </details>

# %% [markdown] slide_type="skip"
# ## Further reading
#
# * D. Angluin, "Learning regular sets from queries and counterexamples", *Information and Computation* 75 (1987), 87–106.
# * D. Angluin, "Negative results for equivalence queries", *Machine Learning* 5 (1990), 121–150.
# * R. L. Rivest, R. E. Schapire, "Inference of finite automata using homing sequences", *Information and Computation* 103 (1993), 299–347.
# * O. Maler, A. Pnueli, "On the learnability of infinitary regular sets", *Information and Computation* 118 (1995), 316–326.
