# %% [markdown] slide_type="slide"
# # Unit 1: A board is an NFA
#
# **64 minutes, 45 of them the core.**
# *[Auf Deutsch](de/01-a-board-is-an-nfa.ipynb) · [En español](es/01-a-board-is-an-nfa.ipynb).*
# After this unit you can
#
# 1. say what words and languages are, and write down the five-tuple of a board and of a drawing in a textbook,
# 2. follow all runs of an automaton on a word at the same time,
# 3. say why a word is accepted or not, with a run as witness,
# 4. put the same questions to two Python libraries,
# 5. count the accepted words of length $n$.
#
# You need: sets, functions, proofs by induction, products of matrices (in section 7 only), and the fifteen minutes of
# [Start here](00-start-here.ipynb).

# %% [markdown] slide_type="subslide"
# **Why should you care?** Anything that works step by step and has finitely many situations is a finite automaton: a
# network connection being set up, the buttons of a lift, the part of a compiler that cuts a text into words, the search
# for a pattern in a file. If you can read such a machine, you can say what it will never do.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Build the first board on the table while the cells run. Each "Predict" box waits until somebody commits: let the room
# vote first. If you have two hours, break after section 4. If you are late, leave out what is marked *more*, then the
# part "On paper" of section 3. Section 5 must stay whole.
# </details>

# %% slide_type="skip"
import finity_edu.course as fe

# %% slide_type="slide"
fe.opening()

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Say nothing yet. Drag one arrow and let the class see what happens beside it; then press the space bar and let the tokens walk. Ask what the two pictures have in
# common, and begin.
# </details>

# %% [markdown] slide_type="slide"
# ## 1 Build it (core, 11 min)
#
# Four stations. Your post stands on A, the tower on D. Five arrows lie between them.

# %% slide_type="-"
board = fe.Board("bA>B bB>C wC>A wA>B bC>D", start="A", end="D")
board

# %% [markdown] slide_type="subslide"
# The tower is drawn beside the board. Read it from the bottom up; arrows may be used again and again. Trace your path
# with a finger before you commit.

# %%
tower = fe.Position.start(board=board, word="bbwwbb")
tower

# %%
run = fe.RunSteps(board, tower.word).last()
fe.ask("nfa-way", run.accepted, picture=fe.draw_board(tower, path=run.witness, word_read=6))

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask for a show of hands, then let one person walk it aloud. Expect some to think that a station or an arrow can be used
# only once: say that walking wears nothing out (in the game it does: unit 6). Ask how tall a tower can get. (11 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 2 Words and languages (core, 2 min)
#
# We need names for all this that do not depend on cones.
#
# An **alphabet** $\Sigma$ is a finite, non-empty set; its members are *symbols*. A **word** over $\Sigma$ is a finite
# sequence of symbols. Its *length* $|w|$ is the number of its symbols. The **empty word** ε has length 0. $uv$ is the
# word $u$ followed by the word $v$; it has $u$ as a *prefix* and $v$ as a *suffix*. $w^n$ is $n$ copies of $w$, so
# $w^0 = \varepsilon$. $\Sigma^*$ is the set of all words over $\Sigma$, and a **language** over $\Sigma$ is any subset
# of $\Sigma^*$.
#
# | on the table | in general |
# |---|---|
# | the colours black and white | $\Sigma = \{b, w\}$ |
# | a tower, read from the bottom | a word $w \in \Sigma^*$ |
# | no tower at all | ε |
# | the towers that lead to D | a language $L \subseteq \Sigma^*$ |
#
# A language may be infinite. A word never is.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask: is ε a symbol? Is it in every language? (No; and no.) Some will mix up the empty word and the empty set: the
# language that contains only ε has one member. (2 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 3 The five-tuple (core, 3 min)
#
# **Definition.** A *nondeterministic finite automaton* (*NFA*) is a five-tuple $M = (Q, \Sigma, \delta, q_0, F)$:
#
# | symbol | meaning | on the board |
# |---|---|---|
# | $Q$ | finite set of *states* | the stations |
# | $\Sigma$ | *alphabet* | $\{b, w\}$ |
# | $\delta : Q \times \Sigma \to \mathcal{P}(Q)$ | *transition function* | arrows of colour $c$ lead from $q$ to the stations $\delta(q, c)$ |
# | $q_0 \in Q$ | *start state* | the station with your own post |
# | $F \subseteq Q$ | *accepting states* | the station with the tower, and no other |
#
# $\mathcal{P}(Q)$ is the set of all subsets of $Q$: any number of arrows of one colour may leave a station, even none.
# If there is exactly one for every state and symbol, the automaton is *deterministic* (a **DFA**), and we write
# $\delta(q, a) = p$ for $\delta(q, a) = \{p\}$. Many books call it a *complete* DFA, and also allow *partial* ones,
# with at most one arrow.
#
# Nothing leaves the station with the tower: an arrow that points away from it is not a transition.

# %% slide_type="subslide"
automaton = board.automaton()
print("Q  =", *automaton.states)
print("Σ  =", *automaton.alphabet)
print("q0 =", automaton.start)
print("F  =", *automaton.accepting)
automaton

# %% [markdown]
# That is how a book draws it: circles for states, a double circle for an accepting one, an arrow from nowhere for the
# start. Here is δ as a table, one row for each state. ∅ means that there is no transition.

# %%
fe.delta_table(automaton)

# %% [markdown] slide_type="subslide"
# ### On paper (core, 6 min)
#
# On paper there are no stations: any alphabet is allowed, and so are several accepting states, and arrows from a state to itself.
# The loop at $q_0$ reads `a` and stays there.

# %%
paper = fe.Automaton.of("aq0>q0 bq0>q1 aq1>q1 bq1>q2 aq2>q2 bq2>q1", start="q0", accepting=["q1", "q2"])
paper

# %% slide_type="subslide"
complete = paper.is_deterministic and paper.is_complete
fe.ask("nfa-paper", "dfa" if complete else "missing", words=", ".join(fe.words(paper, max_length=2)))

# %% [markdown] slide_type="subslide"
# ### Try it (more, 5 min)
#
# Place and remove arrows with the mouse, a finger or the keyboard: five-tuple, table and picture follow at once.

# %%
fe.BoardWidget(tower, mode="edit")

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Have the class call out δ(C, b) and δ(B, w) before the table is shown. Expect "there is none" for the second: right,
# and it is written ∅, a value like any other. Where it goes wrong: δ(q, c) is a set, so the answer is {D}, not D. (14
# minutes; the editing board can wait until after the hour)
# </details>

# %% [markdown] slide_type="slide"
# ## 4 Runs and acceptance (core, 6 min)
#
# **Definition.** A **run** on a word $w = a_1 \dots a_n$ is a sequence of states $q_0, q_1, \dots, q_m$ with $m \le n$ that
# begins in the start state and follows the word: $q_i \in \delta(q_{i-1}, a_i)$ for $1 \le i \le m$. It is **complete** if it
# has read everything ($m = n$), and **partial** otherwise. A partial run that finds no arrow for the next symbol *dies*.
#
# $M$ **accepts** $w$ if *some* complete run on $w$ ends in an accepting state, and **rejects** it otherwise. The **language of** $M$ is
# $L(M) = \{\, w \in \Sigma^* \mid M \text{ accepts } w \,\}$, and a language is **regular** if it is $L(M)$ for some NFA $M$.
#
# In units 1 to 5 a tower *wins* if the automaton accepts it.

# %% [markdown] slide_type="subslide"
# Walk `bbbw` on the board of section 1, one cone at a time.

# %%
early = fe.Position.start(board=board, word="bbbw")
early

# %%
run = fe.RunSteps(board, early.word)
fe.ask("nfa-after", fe.label(frozenset(run.last().active)),
       picture=fe.draw_board(early, word_read=3, active=run.goto(3).active),
       sets="; ".join(f"{m.read or 'ε'}: {fe.label(frozenset(m.active))}" for m in run.moments()))

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Let somebody be the run and say aloud where they stand. On this board there is never a choice, so no question about
# choice should come yet; if one does, it belongs to the next section. Where it goes wrong: a run that reaches D early
# is taken for accepting. (6 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 5 Choice (core, 6 min)
#
# The same stations with other arrows: **two** black arrows leave A. A walker must choose. An automaton need not: it
# follows all paths at once.

# %%
choice = fe.Board("bA>B bA>C bB>C bC>B bC>D wB>A", start="A", end="D")
choice

# %%
run = fe.RunSteps(choice, "bbb").last()
fe.ask("nfa-choice", not run.accepted, picture=fe.tree_picture(run),
       sets="; ".join(f"{'b' * n or 'ε'}: {', '.join(active)}" for n, active in enumerate(run.sets)))

# %% [markdown] slide_type="subslide"
# Three sentences that sound right. Which of them are right?
#
# * "The automaton must make the right choice straight away."
# * "If it finds no arrow, it stays where it is."
# * "It is enough to reach D early."
#
# <details><summary>Answer</summary>
# None of them. The automaton accepts if some complete run ends in F. A run that finds no arrow dies. And the whole word must
# be read; nothing leaves D.
# </details>

# %% [markdown] slide_type="subslide"
# ### Try it (more, 5 min)
#
# Step through `bbb`, forwards and backwards; then type another word.

# %%
fe.BoardWidget(fe.Position.start(board=choice, word="bbb"), mode="run")

# %% [markdown] slide_type="subslide"
# ### The extended transition function (core, 6 min)
#
# All paths at once, as a formula. The **extended transition function**
# $\hat\delta : Q \times \Sigma^* \to \mathcal{P}(Q)$ gives the states in which the complete runs on $w$ can end if they
# begin in $q$ instead of the start state:
#
# $$\hat\delta(q, \varepsilon) = \{q\}, \qquad \hat\delta(q, wa) = \bigcup_{p \in \hat\delta(q, w)} \delta(p, a).$$
#
# **Lemma.** $p \in \hat\delta(q, w)$ iff some complete run on $w$ leads from $q$ to $p$. So $M$ accepts $w$ iff
# the **active set** after $w$, $\hat\delta(q_0, w)$, has a state in common with $F$.
#
# *Proof* by induction on $|w|$. The only complete run on ε is $q$ itself. A complete run on $wa$ from $q$ to $p'$ is a
# complete run on $w$ to some $p$ and then one step to $p' \in \delta(p, a)$. By the induction hypothesis the possible
# $p$ are exactly the elements of $\hat\delta(q, w)$, and $\bigcup$ ranges over these. ∎

# %% slide_type="subslide"
for word in ["", "b", "bb", "bbbb", "bbw"]:
    active = choice.automaton().active(word)[-1]
    print(f"δ^(A, {word or 'ε':4}) = {fe.label(frozenset(active)):10} accepted: {'D' in active}")

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Put one token on each active station of a real board and move them all at every cone. Expect votes for "yes": one run on bbb
# dies on the way, and it is tempting to let that run decide. Do not correct them: ask for a run that arrives. Write the three false
# sentences on the board only after somebody has said one of them. (17 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 6 Ask the libraries (more, 3 min)
#
# [automata-lib](https://caleb531.github.io/automata/) stores an automaton as its five-tuple. We ask it the same
# question about the same automaton:

# %%
nfa = choice.automaton().nfa()
print("bbbb:", nfa.accepts_input("bbbb"), "· bbw:", nfa.accepts_input("bbw"))

# %% [markdown] slide_type="subslide"
# [networkx](https://networkx.org) sees a graph, and answers questions about paths:

# %%
import networkx as nx

graph = choice.automaton().graph()
print("shortest way from A to D:", *nx.shortest_path(graph, "A", "D"))

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# One question is enough: does a cycle mean that the language is infinite? (Only if the start leads to the cycle and the
# cycle leads to D; here that is true of all cycles.) (3 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 7 Counting words (more, 6 min)
#
# How many words of length $n$ are accepted? Let $T_{pq}$ be the number of symbols $a$ with $q \in \delta(p, a)$. By
# induction the entry $(T^n)_{pq}$ counts the complete runs from $p$ to $q$ on all words of length $n$ together. So the
# entries in row $q_0$ and the columns of $F$ add up to the number of accepting **runs**. There are fewer **words** if
# some word has several accepting runs.

# %%
T = fe.transition_matrix(choice)
print("    ", *choice.automaton().states)
for state, row in zip(choice.automaton().states, T, strict=True):
    print(f"{state:>3}  ", *row)

# %% slide_type="subslide"
counts = [fe.count_words(choice, n) for n in range(9)]
fe.ask("nfa-count", counts[7], counts=", ".join(map(str, counts)), shown=", ".join(fe.words(choice, max_length=5)))

# %% [markdown]
# **Why do the numbers grow like this?** A word is accepted iff it begins with `b`, ends with `bb`, and has no two `w`
# side by side: the active set is {A} at the start and after each `w`, {B, C} after one `b`, {B, C, D} after two or more
# in a row, and only a `w` that is read from {A} leads to ∅. Now look at the third symbol from the end of an accepted
# word.
#
# <details><summary>Answer</summary>
# If it is <code>b</code>, leave it out: an accepted word of length n − 1 remains. If it is <code>w</code>, a
# <code>b</code> stands before it; leave out both: an accepted word of length n − 2 remains. Both steps can be undone, so
# a(n) = a(n − 1) + a(n − 2).
# </details>

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Write the first numbers down one by one and let the room guess the next. Somebody will say "Fibonacci"; ask why. If
# nobody finds the argument, point at the third symbol from the end. The numbers of runs and of words agree here because
# no word has two accepting runs; say that unit 2 counts words in general. (6 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## Recap and check (core, 5 min)
#
# * A board with a post and a tower is an NFA $(Q, \Sigma, \delta, q_0, F)$; δ gives *sets*.
# * A word is accepted iff **some** run is complete, that is, reads **all** of it, and ends in $F$.
# * All runs at once: $\hat\delta(q_0, w)$, the set of active states.
# * Powers of the transition matrix count runs.
#
# ## Check yourself
#
# 1. No arrow at all leaves a station. What is δ there?
# 2. After `bb` the active set is empty. What about `bbw`?
# 3. A run reaches D two cones too early. Does that help?
# 4. Can an accepted word have a thousand runs that die?
# 5. A router matches the parts of an address such as `/shop/cart/7` one after the other. What are its symbols, its states,
#    its accepting states, and when is it nondeterministic?
#
# <details><summary>Answers</summary>
# (1) The empty set for both symbols. (2) Empty too: nothing comes from nothing. (3) No: the word has not been read, and
# nothing leaves D. (4) Yes. One accepting run is enough. (5) The symbols are the parts between slashes (all numbers can
# count as one symbol). A state is what has been matched so far, and it accepts if it names a page. The automaton is
# nondeterministic where two patterns fit the same part, such as <i>cart</i> and <i>any name</i>.
# </details>

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# End with question 5: the automaton there has no board, and the answer shows whether the class sees a state as
# what has to be remembered. (5 minutes)
# </details>

# %% [markdown] slide_type="skip"
# ## Further reading
#
# * M. O. Rabin, D. Scott, "Finite automata and their decision problems", *IBM Journal of Research and Development*
#   3 (1959), 114–125: where nondeterministic automata come from.
# * M. Sipser, *Introduction to the Theory of Computation*, 3rd ed., Cengage 2013, section 1.2.
# * J. E. Hopcroft, R. Motwani, J. D. Ullman, *Introduction to Automata Theory, Languages, and Computation*, 3rd ed.,
#   Pearson 2006, section 2.3.
# * S. H. Rodger, T. W. Finley, *JFLAP: An Interactive Formal Languages and Automata Package*, Jones & Bartlett 2006.
