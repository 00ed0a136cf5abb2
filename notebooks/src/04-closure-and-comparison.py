# %% [markdown] slide_type="slide"
# # Unit 4: Closure and comparison
#
# **79 minutes, 45 of them the core.**
# *[Auf Deutsch](de/04-closure-and-comparison.ipynb) · [En español](es/04-closure-and-comparison.ipynb).*
# After this unit you can
#
# 1. work with ε-transitions, and eliminate them,
# 2. build union, concatenation, star and reversal of automata,
# 3. build the complement, and say what swapping accepting states does,
# 4. build the product of two automata, and use it for "both" and "one but not the other",
# 5. decide whether two automata are equivalent, and give a shortest counterexample if they are not.
#
# You need: [unit 3](03-regular-expressions.ipynb), and what it builds on. Rings do not matter: a tower wins if the
# automaton accepts it.
#
# Appendices: [machines that write](04a-machines-that-write.ipynb), [when the library surprises you](04b-when-the-library-surprises-you.ipynb).

# %% [markdown] slide_type="subslide"
# **Why should you care?** Big machines are made of small ones, and a machine is correct if it does nothing that is
# forbidden: that is a question about intersection and complement. Whether two versions of a filter let the same
# messages pass is a question about equality. A program can answer both, and give a shortest example.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Section 3 is the heart of the unit: let the room vote on "swap the double circles" before anything is shown. In section 4 two
# volunteers walk two tokens while a third reads the tower aloud.
# If you are late, leave out what is marked *more*, then the proof in section 1. Section 3 must stay whole.
# </details>

# %% slide_type="skip"
import finity_edu.course as fe

# %% [markdown] slide_type="slide"
# ## 1 Arrows that read nothing (core, 15 min)
#
# You have an automaton for each of two languages and want one for their union. If only it could start in both at once,
# without reading anything! On paper there are arrows for this: they carry ε, and a run that follows them reads nothing.
#
# **Definition.** An **ε-NFA** is like an NFA, but its transition function is
# $\delta : Q \times (\Sigma \cup \{\varepsilon\}) \to \mathcal{P}(Q)$. Its *runs* follow arrows, too, but an arrow with
# ε reads nothing; a run on $w$ is complete if its other arrows have read all of $w$, in order. The **ε-closure** $E(q)$
# is the set of states that arrows with ε reach from $q$, $q$ itself included, and $E(S) = \bigcup_{q \in S} E(q)$. So
# the complete runs on $w$ that begin in $q$ can end in these states:
#
# $$\hat\delta(q, \varepsilon) = E(q), \qquad \hat\delta(q, wa) = \bigcup_{p \in \hat\delta(q, w)} E(\delta(p, a)),$$
#
# and $w$ is accepted iff $\hat\delta(q_0, w)$ meets $F$. A board has no ε; on paper it is a convenience.

# %% slide_type="subslide"
loop = fe.Automaton.of("εs>p bp>q wq>t εt>p εt>u", start="s", accepting={"u"})
loop

# %%
sets = loop.active("bw")
fe.ask("cl-epsilon", fe.label(frozenset(sets[-1])), words=", ".join(fe.words(loop, max_length=6)),
       sets=", ".join(fe.label(frozenset(active)) for active in sets))

# %% [markdown] slide_type="subslide"
# **Theorem.** For every ε-NFA there is an NFA with the same language: take
# $\delta'(q, a) = \bigcup_{p \in E(q)} E(\delta(p, a))$, and let $q$ accept if $E(q)$ meets $F$.
#
# *Proof.* By induction on $|w| \ge 1$, $\hat\delta'(q_0, w) = \hat\delta(q_0, w)$: both begin with what $E(q_0)$
# reaches on the first symbol, and whatever $\hat\delta$ reaches later is already closed. Such a set contains a state
# with $E(q) \cap F \neq \emptyset$ iff it meets $F$. And ε is accepted iff $E(q_0)$ meets $F$. ∎

# %% slide_type="subslide"
union = fe.Automaton.of("εs>p εs>q bp>p wq>r br>q", start="s", accepting={"p", "r"})  # for b* and for w(bw)*
union

# %%
plain = fe.remove_epsilon(union)
print("has ε:", plain.has_epsilon, "· the same language:", fe.equivalent(plain, "b*|w(bw)*"))
plain

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Let somebody stand on t and say where else they stand at the same moment. Expect ε to be taken for a symbol that must be
# read: it is nothing, so following it costs nothing, and you may do so any number of times. (15 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 2 Gluing automata together (core, 5 min)
#
# | language | construction, from automata for $L$ and $K$ that share no states |
# |---|---|
# | $L \cup K$ | a new start, ε to both old starts |
# | $LK$ | ε from each accepting state of the first to the start of the second; only the second accepts |
# | $L^*$ | a new start that accepts; ε to the old start, and from the accepting states back to the new one |
# | $L^R$, the *reversal*: all words reversed | turn every arrow round; a new start, ε to the old accepting states; the old start accepts |
#
# **Theorem.** If $L$ and $K$ are regular, so are all of these: *the regular languages are closed* under union,
# concatenation, star and reversal. *Proof.* In each case an accepting run of the new automaton can be cut into
# accepting runs of the old ones, and such runs can be joined again.
#
# * *Union:* an accepting run begins with an arrow with ε to one of the old starts; what follows is an accepting run of that
#   automaton on the same word.
# * *Concatenation:* no arrow leads back from the second automaton to the first, so an accepting run takes exactly one
#   of the new arrows. The part before it reads a word of $L$, the part after it a word of $K$.
# * *Star:* cut an accepting run wherever it visits the new start. Each piece goes by ε to the old start and comes back
#   from an old accepting state: it reads a word of $L$. A run without any piece reads ε, which $L^*$ contains.
# * *Reversal:* a run from the new start to the old one, read backwards, is a run of the old automaton from its start to an accepting state.
#
# Section 1 then removes ε. ∎

# %% [markdown] slide_type="subslide"
# ### Ask the libraries, and reverse (more, 6 min)
#
# automata-lib has these constructions, too:

# %%
left, right = fe.from_regex("bb").nfa(), fe.from_regex("w|bw").nfa()
for text, glued in {"bb|w|bw": left | right, "bb(w|bw)": left + right, "(bb)*": left.kleene_star(),
                    "w|wb": right.reverse()}.items():
    print(f"{text:10} {len(glued.states)} states, the same language: {fe.equivalent(glued, text)}")

# %% slide_type="subslide"
forwards = fe.minimise("(b|w)*bw")
backwards = fe.minimise(fe.reverse(forwards))
sizes = len(forwards.states), len(backwards.states)
fe.ask("cl-reverse", "fewer" if sizes[1] < sizes[0] else "more" if sizes[1] > sizes[0] else "same",
       forwards=sizes[0], backwards=sizes[1], words=" ".join(fe.words(backwards, max_length=3)))

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# One picture for each construction is enough. Where it goes wrong: star without the new start, when arrows lead back into
# the old one. Ask for a word that is then accepted by mistake. (11 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 3 Complement (core, 8 min)
#
# The **complement** of $L$ is $\Sigma^* \setminus L$. Which towers does the first board of unit 2 *not* accept? Somebody says:
# "Swap accepting and other states." Here they are swapped:

# %%
board = fe.Board("bA>B bA>C bB>C bC>B bC>D wB>A", start="A", end="D").automaton()
swapped = board.with_(accepting=set(board.states) - board.accepting)
swapped

# %%
case = fe.difference(swapped, fe.complement(board))
fe.ask("cl-swap", fe.equivalent(swapped, fe.complement(board)), word=case.word,
       picture=fe.counterexample_picture(case, names=("swapped", "the complement")))

# %% [markdown]
# **Theorem.** The regular languages are closed under complement. *Proof.* Each has a DFA (unit 2). In a DFA each word has exactly
# one complete run; swap accepting and other states, and this run ends in an accepting state after the swap iff it did not before. ∎

# %% [markdown] slide_type="subslide"
# ### Swapped in the DFA (more, 2 min)

# %%
dfa = fe.subsets(board)
swapped = dfa.with_(accepting=set(dfa.states) - dfa.accepting)
print("the swapped DFA accepts the complement:", fe.equivalent(swapped, fe.complement(board)))

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Vote before the cell runs; expect a majority for swapping. Ask those who are against it for a word, not for a reason.
# Show the second problem with another word, for example bb. (9 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 4 Two players, one tower: the product (core, 6 min)
#
# Now a second player enters: two posts, c on A and y on B, the same arrows and the same tower. This makes two automata
# with the same $Q$, Σ, δ and $F$, which read the *same* word at the same time.
#
# **Definition.** The **product** of $M_i = (Q_i, \Sigma, \delta_i, q_i, F_i)$, $i = 1, 2$, has the states $Q_1 \times Q_2$, the start
# $(q_1, q_2)$, and
#
# $$\delta_\times((p, q), a) = \delta_1(p, a) \times \delta_2(q, a), \qquad F_\times = F_1 \times F_2.$$

# %%
duel = fe.Position.parse("bga/[A:0,0 B:0,1 C:1,0 D*:1,1] bwb c; posts c@A y@B; "
                         "bridges wA>B.m bA>C.m bB>C.m bB>D.m wC>B.l")
duel

# %%
steps = fe.product_steps(duel, seats=(1, 2))
steps.next().picture()

# %% [markdown] slide_type="subslide"
# **Theorem.** $L(M_1 \times M_2) = L(M_1) \cap L(M_2)$; so the regular languages are closed under *intersection*.
#
# *Proof.* By induction $\hat\delta_\times((q_1, q_2), w) = \hat\delta_1(q_1, w) \times \hat\delta_2(q_2, w)$: a complete run
# of the product is a pair of complete runs. It ends in $F_1 \times F_2$ iff both accept. ∎

# %% [markdown] slide_type="subslide"
# ### Your turn; and who wins alone? (more, 9 min)
#
# The whole product, pair by pair: name the states of both players before the pair is shown.

# %%
fe.StepWidget.product(fe.station_nfa(duel, 1), fe.station_nfa(duel, 2), predict=True)

# %% [markdown] slide_type="subslide"
# "c wins and y does **not**" is an intersection with a complement. Here is the board again:

# %%
duel

# %%
c, y = fe.station_nfa(duel, 1), fe.station_nfa(duel, 2)
only_c = fe.missing(c, y)
fe.ask("cl-only-one", only_c, both=fe.first_word(c, y, lambda c, y: c and y), other=fe.missing(y, c))

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Two volunteers with tokens, one reader. Expect "three pairs" after the first cone, one for each arrow: let them list
# the pairs. Where it goes wrong: somebody reads "c wins, y does not" off the product of the NFAs; but one losing run of
# y proves nothing. (15 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 5 Equal or not? (core, 6 min)
#
# Two automata are **equivalent** if $L(A) = L(B)$. Let both read the same word and follow their active sets: the
# automata are equivalent iff, in every pair of sets that some word reaches, both sets accept or neither does (a set
# accepts if it meets the $F$ of its automaton). There are finitely many pairs, so the question is **decidable**: search them breadth
# first, so that short words come before long ones. The first bad pair gives the **shortest counterexample**, and of
# equally short ones the first in alphabetical order.

# %% slide_type="subslide"
word = fe.counterexample(fe.from_regex("(b|w)*b"), fe.from_regex("b*(wb)*b*"))
fe.ask("cl-witness", word)

# %% [markdown] slide_type="subslide"
# ### How answers are judged (more, 8 min)
#
# This is how answers to exercises are judged: by comparing languages, not pictures; and instead of "wrong" you are told
# the word, with both runs. Suppose somebody forgot one arrow of a board:

# %%
forgot = fe.Board("bA>B bA>C bB>C bC>D wB>A", start="A", end="D")
fe.counterexample_picture(fe.difference(forgot, board), names=("yours", "the solution"))

# %% slide_type="subslide"
fe.ask("cl-equal", fe.equivalent(fe.from_regex("(bw)*b"), fe.from_regex("b(wb)*")),
       words=", ".join(fe.words("(bw)*b", max_length=5)))

# %% [markdown] slide_type="subslide"
# **Ask the libraries.** automata-lib takes the symmetric difference, $L(A) \setminus L(B) \cup L(B) \setminus L(A)$, and asks
# whether it is empty; networkx finds the shortest way to a bad pair in the graph of the pairs:

# %%
import networkx as nx

one, other = fe.subsets(forgot).dfa(), fe.subsets(board).dfa()
differ = one ^ other
print("automata-lib: the shortest word has length", differ.minimum_word_length())
graph = fe.Automaton.of(differ).graph()
bad = [state for state, data in graph.nodes(data=True) if data["accepting"]]
print("networkx: the shortest way has length", min(nx.shortest_path_length(graph, differ.initial_state, state) for state in bad))

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Before the second prediction, ask who would test words by hand, and for how long. The search is the product again, with
# another notion of accepting. (14 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 6 Symbols become words (more, 6 min)
#
# A **homomorphism** replaces each symbol by a word: $h : \Sigma \to \Delta^*$, and
# $h(a_1 \dots a_n) = h(a_1) \dots h(a_n)$. So $h(L)$ is the language of the words $h(w)$ with $w \in L$, and
# $h^{-1}(K)$ the language of the words $w$ with $h(w) \in K$. The **quotient** $u^{-1}L$ consists of the words $z$ with
# $uz \in L$: what may still follow $u$.
#
# **Theorem.** The regular languages are closed under homomorphisms, inverse homomorphisms and quotients.
#
# *Proof.* $h(L)$: in an expression for $L$ replace each symbol $a$ by $h(a)$. $h^{-1}(K)$: take a DFA for $K$ and let
# it read $h(a)$ wherever $a$ is read, $\delta'(q, a) = \hat\delta(q, h(a))$; by induction
# $\hat\delta'(q, w) = \hat\delta(q, h(w))$. $u^{-1}L$: take a DFA for $L$ and let it start in $\hat\delta(q_0, u)$. ∎

# %% [markdown] slide_type="subslide"
# **What it is good for.** A homomorphism that erases symbols, $h(c) = \varepsilon$, hides what an observer does not
# see. And a homomorphism carries non-regularity (unit 5) from one alphabet to another: if $h(L)$ is not regular,
# neither is $L$.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# For $h^{-1}$ let somebody read a word symbol by symbol while another walks the longer word on the DFA. Expect "turn
# the arrows round" for the inverse: nothing is turned round, the arrows get longer. (6 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 7 What a decision costs (more, 3 min)
#
# All these questions are decidable. What they cost depends on what is given; $n$ counts states, and the alphabet is fixed.
#
# | question | DFA | NFA, or an expression |
# |---|---|---|
# | is $w \in L$? | $\lvert w \rvert$ steps | at most $\lvert w \rvert \cdot n^2$ steps: active sets |
# | is $L = \emptyset$? is $L$ finite? | $O(n)$: search the graph | $O(n^2)$: search the graph |
# | do $L$ and $K$ have a word in common? | product: $n \cdot m$ pairs | product: $n \cdot m$ pairs |
# | is $L = \Sigma^*$? | $O(n)$: does every reachable state accept? | PSPACE-complete |
# | is $L \subseteq K$? is $L = K$? | $n \cdot m$ pairs; for $=$ nearly linear (Hopcroft and Karp) | PSPACE-complete |
# | how few states are enough? | $O(n \log n)$ (Hopcroft) | PSPACE-complete |

# %% [markdown] slide_type="subslide"
# PSPACE-complete means: decidable with memory (not time) of polynomial size, and as hard as every other such problem.
# Stockmeyer and Meyer (1973) showed it for $L = \Sigma^*$ and for $L = K$, Jiang and Ravikumar (1993) for the fewest
# states of an NFA. The reason in one sentence: to find a rejected word one has to search the sets of states, and there
# are $2^n$ of them; each single set is small, so little memory is enough, but nobody knows how to save time. In
# practice the search of section 5 often ends early; this course's own programs use it every time they judge an answer.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask which column the students would like to be in, and what it costs to move there (the subset construction). Expect
# "so NFAs are worse": they are smaller, and that is why questions about them are harder. (3 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## Recap and check (core, 5 min)
#
# * ε glues automata together, and can be removed again.
# * **Complement needs determinism.** Product = intersection; "one but not the other" = intersection with a complement.
# * Equivalence is decidable, and a "no" comes with a shortest word.
#
# ## Check yourself
#
# 1. An NFA accepts everything. Does it accept nothing after the swap?
# 2. At most how many states can the product of an automaton with 4 states and one with 5 have?
# 3. Why can no board accept the empty tower?
# 4. How would you decide whether $L(A) \subseteq L(B)$?
# 5. The authors of two programs say that both accept the same network messages. What do you build to check this, and
#    what do you show the authors if they are wrong?
#
# <details><summary>Answers</summary>
# (1) Not necessarily: besides an accepting run a word may have another complete one, which accepts after the swap.
# (2) 20. (3) The post never stands on the end station, so start and accepting state differ. (4) Intersect A with the
# complement of B, and ask whether anything is left. (5) Build automata for both, and run the search of section 5; show
# the shortest message that only one of them accepts.
# </details>

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Question 4 is the one to discuss: it uses the whole unit. (5 minutes)
# </details>

# %% [markdown] slide_type="skip"
# ## Further reading
#
# * K. Thompson, "Regular expression search algorithm", *Communications of the ACM* 11 (1968), 419–422: a compiler that
#   turns an expression into a search program.
# * J. E. Hopcroft, R. M. Karp, "A linear algorithm for testing equivalence of finite automata", Cornell University,
#   TR 71-114 (1971).
# * L. J. Stockmeyer, A. R. Meyer, "Word problems requiring exponential time", *STOC 1973*, 1–9.
# * T. Jiang, B. Ravikumar, "Minimal NFA problems are hard", *SIAM Journal on Computing* 22 (1993), 1117–1141.
# * F. Bonchi, D. Pous, "Checking NFA equivalence with bisimulations up to congruence", *POPL 2013*, 457–468.
# * R. Alur, L. D'Antoni, S. Gulwani, D. Kini, M. Viswanathan, "Automated grading of DFA constructions", *IJCAI 2013*,
#   1976–1982: marks from three distances between an answer and the task: edits of the automaton, edits of the description,
#   and the share of words on which the two differ.
# * M. Sipser, *Introduction to the Theory of Computation*, 3rd ed., Cengage 2013, sections 1.1 and 1.2.
