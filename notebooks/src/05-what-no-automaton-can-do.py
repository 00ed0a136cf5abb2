# %% [markdown] slide_type="slide"
# # Unit 5: What no automaton can do
#
# **64 minutes, 42 of them the core.**
# *[Auf Deutsch](de/05-what-no-automaton-can-do.ipynb) · [En español](es/05-what-no-automaton-can-do.ipynb).*
# After this unit you can
#
# 1. prove that a language is not regular, with words that must lead to different states,
# 2. prove the same in the pumping game, and say what the lemma does not say,
# 3. prove it by closure, from another language that is not regular,
# 4. tell whether a language described in words is regular, and be ready for surprises.
#
# You need: [unit 4](04-closure-and-comparison.ipynb) and the units before it, above all Myhill and Nerode from unit 2.
# Rings do not matter.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# A unit without boards to build: here we build proofs. Play the pumping game of section 3 aloud, one half of the room
# against the other. If time is short, leave out what is marked *more*, then section 4. The proof in section 2 must
# stay.
# </details>

# %% slide_type="skip"
import finity_edu.course as fe

# %% [markdown] slide_type="slide"
# ## 1 One board for all of them? (core, 8 min)
#
# Take the towers with some black cones and as many white ones on top: `bw`, `bbww`, `bbbwww`, … The first $k$ of
# them form the language $L_k = \{ b^n w^n \mid 1 \le n \le k \}$. An automaton for it is easy to find:

# %%
def up_to(k):
    """An expression for the first k of these words."""
    return "|".join("b" * n + "w" * n for n in range(1, k + 1))


fe.minimise(up_to(3))

# %% [markdown] slide_type="subslide"
# How large do these automata become? The answer will be only a hint, not a proof: each $L_k$ is finite, hence regular,
# and even a simple language such as $b^*w^*$ contains them all. What about $L = \{ b^n w^n \mid n \ge 1 \}$ itself?

# %%
sizes = [len(fe.minimise(up_to(k)).states) for k in range(1, 11)]
chart = fe.line_chart([fe.Line("minimal DFA", range(1, 11), sizes, style="dots")], title="More words, more states",
                      x_label="k", y_label="states", y_range=(0, 24))
fe.ask("no-growth", sizes[5] - sizes[4], sizes=", ".join(map(str, sizes)), picture=chart)

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask somebody to explain L over the phone to a friend who can remember only "which of ten boxes I am in". Expect "but n
# is finite!": each n is, but there is no largest one. (8 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 2 Words that must stay apart (core, 11 min)
#
# By Myhill and Nerode $L$ is regular iff $\equiv_L$ has finitely many classes. So:
#
# **Recipe.** Find infinitely many words $u_1, u_2, u_3, \dots$ and, for each pair $i \neq j$, a suffix $z$ with exactly
# one of $u_i z$, $u_j z$ in $L$. Then $L$ is not regular. (If there are only $n$ such words, they still prove that
# every DFA for $L$ has at least $n$ states.)
#
# For $L = \{ b^n w^n \mid n \ge 1 \}$ take $u_i = b^i$.

# %% slide_type="subslide"
def in_l(word):
    """Whether a word is b…bw…w with equally many of each."""
    n = len(word) // 2
    return n > 0 and word == "b" * n + "w" * n


suffixes = {"w to the i": lambda i, j: "w" * i, "w to the j - i": lambda i, j: "w" * (j - i), "bw": lambda i, j: "bw"}
works = {name: all(in_l("b" * i + z(i, j)) != in_l("b" * j + z(i, j)) for j in range(2, 20) for i in range(1, j))
         for name, z in suffixes.items()}
fe.ask("no-suffix", next(name for name in works if works[name]))

# %% [markdown] slide_type="subslide"
# **Theorem.** $\{ b^n w^n \mid n \ge 1 \}$ is not regular.
#
# *Proof.* For $1 \le i < j$ let $z = w^i$. Then $b^i z = b^i w^i$ is in $L$, and $b^j z = b^j w^i$ is not, because it has
# more `b` than `w`. So $b^1, b^2, b^3, \dots$ are pairwise inequivalent, and $\equiv_L$ has infinitely many classes. ∎
#
# In a DFA with $n$ states two of $b^1, \dots, b^{n+1}$ would lead to the same state: the automaton would have forgotten
# how many there were. (The cell with the prediction checks the pattern for $i < j < 20$; the proof covers all words.)

# %% [markdown] slide_type="subslide"
# ### And an NFA? (more, 9 min)
#
# An NFA may need fewer states than there are classes (unit 2), so the number of classes is not a lower bound for its
# size; only its binary logarithm is, because $n$ states have at most $2^n$ active sets. For another lower bound we look
# at the states in which accepting runs stand in the middle of a word. So we use pairs: what has been read, and what is
# still to come.
#
# **Definition.** A *fooling set* for $L$ consists of pairs $(x_1, y_1), \dots, (x_n, y_n)$ such that $x_i y_i \in L$ for all $i$, and for
# any $i \neq j$ at least one of $x_i y_j$, $x_j y_i$ is not in $L$.
#
# **Theorem.** If $L$ has a fooling set of $n$ pairs, every NFA for $L$ has at least $n$ states. *Proof.* Take for each
# $i$ the state in which an accepting run on $x_i y_i$ stands after $x_i$. If it were the same for $i$ and $j$, both
# $x_i y_j$ and $x_j y_i$ would be accepted. ∎ For our $L$, cut its words in the middle: that gives as many pairs as you
# like.

# %% [markdown] slide_type="subslide"
# **On paper.** Prove that the *palindromes*, the words over {a, b} that read the same from both ends, form no regular
# language. Which words $u_i$ do you choose?

# %%
from itertools import combinations


def separated(words, belongs, suffix):
    """Whether in every pair the suffix leads exactly one of the two into the language."""
    return all(belongs(u + suffix(u)) != belongs(v + suffix(u)) for u, v in combinations(words, 2))


def palindrome(word):
    return word == word[::-1]


offers = {"powers": ["a" * i for i in range(1, 12)], "marked": ["a" * i + "b" for i in range(1, 12)]}
good = [name for name, words in offers.items() if separated(words, palindrome, lambda u: u[::-1])]
fe.ask("no-palindrome", "marked" if good == ["marked"] else "powers" if good == ["powers"] else "both")

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask for u, then for z; write them under each other in two columns. Where it goes wrong: the class chooses one z for
# all pairs, or shows only that the words differ, and not that a suffix tells them apart. For palindromes expect `a`, `aa`,
# `aaa`; but with $z = a$ both `a` and `aa` become palindromes. Let the room find out. (20 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 3 The pumping game (core, 5 min)
#
# **Pumping lemma.** For every regular language $L$ there **is** a $p \ge 1$ such that **each** $w \in L$ with $|w| \ge p$
# **has** a decomposition $w = xyz$ with $|xy| \le p$ and $y \neq \varepsilon$ such that $xy^iz \in L$ for **all** $i \ge 0$.
#
# *Proof.* Let $p$ be the number of states of a DFA for $L$. The first $p$ symbols of $w$ lead its run through $p + 1$
# states, so it visits one of them twice. The part of $w$ between the two visits is $y$. It is not empty and ends within
# the first $p$ symbols; and since it leads from a state back to the same state, it can be read zero times, once, or as
# often as you like. ∎

# %% [markdown] slide_type="subslide"
# ### A pump on a board (more, 5 min)
#
# On this board the run on `bbwbb` comes back to a station:

# %%
board = fe.Board("bA>B bB>C wC>B bC>D", start="A", end="D")
tower = fe.Position.start(board=board, word="bbwbb")
fe.draw_board(tower, path=fe.first_run(board, tower.word), word_read=5)

# %%
found = fe.pumpings(board, tower.word)
fe.ask("no-pump", found[0].y, p=fe.pumping_length(board), x=found[0].x or "ε", z=found[0].z or "ε",
       pumped=", ".join(found[0].pumped(i) for i in range(4)))

# %% [markdown] slide_type="subslide"
# ### The game (core, 11 min)
#
# To prove that $L$ is **not** regular, play the lemma as a game against an opponent who claims that it is. You make the
# moves for *each* and *all* in the lemma, the opponent those for *is* and *has*:
#
# | move | who | what |
# |---|---|---|
# | 1 | opponent | chooses $p$ |
# | 2 | you | choose $w \in L$ with $\lvert w \rvert \ge p$ |
# | 3 | opponent | splits $w = xyz$ with $\lvert xy \rvert \le p$, $y \neq \varepsilon$ |
# | 4 | you | choose $i$; you win if $xy^iz \notin L$ |
#
# If you can win whatever the opponent does, $L$ is not regular.

# %%
def wins(word, p, belongs):
    """Whether we win with this word against every split."""
    splits = [(word[:m], word[m:n], word[n:]) for n in range(1, p + 1) for m in range(n)]
    return all(any(not belongs(x + y * i + z) for i in (0, 2)) for x, y, z in splits)


print("b^p w^p wins for all p from 1 to 12:", all(wins("b" * p + "w" * p, p, in_l) for p in range(1, 13)))

# %% [markdown]
# *As a proof:* in $w = b^p w^p$ the part $xy$ lies within the first $p$ symbols, so $y$ is $b^k$ with $k \ge 1$. With $i = 0$
# there are fewer `b` than `w`. ∎

# %% [markdown] slide_type="subslide"
# Everything depends on the choice of $w$. Let $E$ be the language of the words with as many `b` as `w`, in any order.

# %%
def in_e(word):
    return word.count("b") == word.count("w")


alternating = all(wins("bw" * p, p, in_e) for p in range(2, 13))
in_order = all(wins("b" * p + "w" * p, p, in_e) for p in range(2, 13))
fe.ask("no-choice", ["neither", "one", "both"][alternating + in_order])

# %% [markdown] slide_type="subslide"
# **Play it.** Here the program is your opponent. You give two numbers that determine the word, and then $i$; all of
# them may depend on $p$. If your strategy fails, you see the $p$ and the split that beat it.

# %%
fe.practise("pumping_game", seed=7, difficulty=1)

# %% [markdown] slide_type="subslide"
# ### What the lemma does not say (more, 2 min)
#
# It does not say that every language with this property is regular. Let
# $G = \{ a^k b^m c^n \mid \text{if } k = 1 \text{ then } m = n \}$. The opponent chooses $p = 2$, and splits off a
# beginning of your word: $y = aa$ if it begins with exactly two `a`, otherwise $y$ is the first symbol. For $i = 1$ the
# word stays as it is; otherwise $xy^iz$ does not have exactly one `a`. So it belongs to $G$, and the opponent wins. And
# yet $G$ is not regular, as section 4 will show.

# %%
def in_g(word):
    a, b, c = (word.count(letter) for letter in "abc")
    return word == "a" * a + "b" * b + "c" * c and (a != 1 or b == c)


def split_off(word):
    return 2 if word.startswith("aa") and not word.startswith("aaa") else 1


words = [w for w in fe.words(fe.from_regex("a*b*c*", symbols="abc"), max_length=7) if w and in_g(w)]
print(len(words), "words; each can be pumped:",
      all(in_g(w[:split_off(w)] * i + w[split_off(w):]) for w in words for i in range(6)))

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Play it: the left half of the room is the opponent. Let the right half lose once with the alternating word, and ask
# why the split was so easy to find. Where it goes wrong: the class chooses the split for the opponent, or pumps in move 2.
# Write the four moves on the blackboard, and point to the one whose turn it is. (21 minutes; the last example can go)
# </details>

# %% [markdown] slide_type="slide"
# ## 4 By closure (core, 2 min)
#
# Once we know one language that is not regular, *closure* gives us more: the intersection of two regular languages is
# regular (unit 4). If $E$ were regular, $E \cap L(b^*w^*)$ would be regular, too; but that is
# $\{ b^n w^n \mid n \ge 0 \}$, which is not regular, by the proof in section 2. So $E$ is not regular. Likewise
# $G \cap L(ab^*c^*) = \{ ab^nc^n \mid n \ge 0 \}$ is not regular, because the suffixes $c^i$ tell the words $ab^i$
# apart. So $G$ is not regular either.
#
# The argument works in one direction only: if the intersection is regular, nothing follows.

# %%
print("E and b*w*, up to length 8:", *(w or "ε" for w in fe.words("b*w*", max_length=8) if in_e(w)))
print("G and ab*c*, up to length 7:", *(w for w in words if fe.accepts(fe.from_regex("ab*c*", symbols="abc"), w)))

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Expect "L is contained in a regular language, so it is regular". Every language is contained in Σ*. (2 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## 5 Which of these? (more, 6 min)
#
# Two languages sound alike. $E$ contains the words with as many `b` as `w`; $S$ contains those in which `bw` occurs as
# often as `wb`. Which of them are regular?

# %%
def in_s(word):
    return word.count("bw") == word.count("wb")


def told_apart(n):
    """The number of classes of words of at most n symbols that suffixes of at most n symbols can tell apart."""
    words = list(fe.words("(b|w)*", max_length=n))
    return len({tuple(in_s(u + z) for z in words) for u in words})


fe.ask("no-places", told_apart(3) == told_apart(6), states=told_apart(6))

# %% [markdown] slide_type="subslide"
# **Ask the libraries.** What programs call a regular expression can describe more than regular languages. No automaton
# accepts exactly the words $b^n w b^n$ with $n \ge 1$, for the same reason as in section 2; yet an expression of
# Python's `re` describes them, because `\1` stands for whatever the first parentheses have read. automata-lib finds the
# lengths of the longest words of $L_1, \dots, L_{10}$. What can be pumped is a cycle, and networkx finds none in the
# automata of these languages.

# %%
import re

import networkx as nx
from automata.fa.dfa import DFA

print("re:", [word for word in ["bwb", "bbwbb", "bbwbbb"] if re.fullmatch(r"(b+)w\1", word)])
finite = [fe.from_regex(up_to(k)) for k in range(1, 11)]
theirs = [DFA.from_nfa(one.nfa()) for one in finite]
print("automata-lib: longest words", *(dfa.maximum_word_length() for dfa in theirs))
graphs = [one.graph() for one in finite] + [board.automaton().graph()]
print("networkx: cycles in those of L_1, …, L_10 and in the board of section 3:",
      *(len(list(nx.simple_cycles(graph))) for graph in graphs))

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Let them vote on S; expect "not regular, it has to count, too". Between two `bw` there is always a `wb`, and vice versa.
# So the two numbers differ by at most one, and a finite automaton can remember that. (6 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## Recap and check (core, 5 min)
#
# * To prove that a language is not regular, find infinitely many words that suffixes tell apart pairwise.
# * In the pumping game you choose the word and $i$, the opponent chooses $p$ and the split.
# * If an operation preserves regularity and its result is not regular, then its operand was not regular.
#
# ## Check yourself
#
# 1. Is every finite language regular?
# 2. Is a union of infinitely many regular languages always regular?
# 3. In the pumping game you find an $i$ for one split. Have you won?
# 4. In a protocol every message *open* is later answered by one *close*, and no *close* comes without an *open* before
#    it. Can a finite automaton check this? And what if at most three may be open at once?
#
# <details><summary>Answers</summary>
# (1) Yes: the union of its words is an expression for it. (2) No: L is a union of languages with one word each. (3) No,
# the opponent chooses the split; you need an i for every split. (4) No: open, open open, … must be told apart, since
# each needs a different number of close. With at most three open it can: the states are the numbers 0, 1, 2 and 3 of open
# messages, and the trap.
# </details>

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Question 4 leads to unit 6: a bounded resource makes the language regular again. (5 minutes)
# </details>

# %% [markdown] slide_type="skip"
# ## Further reading
#
# * M. O. Rabin, D. Scott, "Finite automata and their decision problems", *IBM Journal of Research and Development* 3
#   (1959), 114–125: the pumping lemma for automata.
# * Y. Bar-Hillel, M. Perles, E. Shamir, "On formal properties of simple phrase structure grammars", *Zeitschrift für
#   Phonetik, Sprachwissenschaft und Kommunikationsforschung* 14 (1961), 143–172: again, and for grammars.
# * M. Sipser, *Introduction to the Theory of Computation*, 3rd ed., Cengage 2013, section 1.4.
# * J. E. Hopcroft, R. Motwani, J. D. Ullman, *Introduction to Automata Theory, Languages, and Computation*, 3rd ed.,
#   Pearson 2006, section 4.1.
