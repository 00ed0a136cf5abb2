# %% [markdown] slide_type="slide"
# # Appendix to unit 3: How a search in text works
#
# **15 minutes to read.**
# *[Auf Deutsch](de/03b-how-a-search-in-text-works.ipynb) · [En español](es/03b-how-a-search-in-text-works.ipynb).*
# Editors, web servers and spam filters look for regular expressions all day. There are two common ways to build an
# engine for this, and a third that needs ten lines. After this appendix you can
#
# * say how an engine backtracks, and write down an expression on which it takes exponentially long,
# * say why an automaton does not take that long,
# * match a word by derivatives, without any automaton.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Intended as reading; with more time, teach it after section 3 of the unit. If there is time for one thing only, run
# the first table and ask what happens at n = 40. (15 minutes for everything)
# </details>

# %% slide_type="skip"
import finity_edu.course as fe

# %% [markdown] slide_type="slide"
# ## Try, and go back
#
# An expression is a tree. Here it is a tuple: a symbol, a union of parts, a concatenation of parts, or a star. A union
# of no parts is ∅, a concatenation of no parts is ε. The expression $(a \cup a)^*b$ is silly, but nothing forbids it:

# %%
a, b = ("symbol", "a"), ("symbol", "b")
silly = ("concat", ("star", ("union", a, a)), b)
looks = []

# %% [markdown] slide_type="subslide"
# The first kind of engine *tries*: at a union the first part, at a star one more round; when it gets stuck, it goes
# back to its last choice and tries the next possibility. `then` matches what comes after this part.

# %%
def attempt(expression, word, at, then):
    """Whether some way through the expression leads from `at` to the end; each look at a symbol is noted."""
    kind, *parts = expression
    if kind == "symbol":
        looks.append(at)
        return word[at:at + 1] == parts[0] and then(at + 1)
    if kind == "union":
        return any(attempt(part, word, at, then) for part in parts)
    if kind == "star":
        again = attempt(parts[0], word, at, lambda on: on > at and attempt(expression, word, on, then))
        return again or then(at)
    if not parts:
        return then(at)
    rest = ("concat", *parts[1:])
    return attempt(parts[0], word, at, lambda on: attempt(rest, word, on, then))

# %%
def found(word):
    looks.clear()
    return attempt(silly, word, 0, lambda on: on == len(word))


automaton = fe.from_regex("(a|a)*b", symbols="ab")
print("  n  backtracking  sets of states")
for n in (1, 2, 4, 8, 12, 16):
    assert found("a" * n) == automaton.accepts("a" * n)
    print(f"{n:3} {len(looks):13} {sum(len(active) for active in automaton.active('a' * n)):15}")

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Let the class walk through `aa` by hand and count the looks. Expect "it reads each symbol once": in fact it reads a
# symbol again for every way through the symbols before it. (5 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## Keep a set instead
#
# Each `a` can be read in two ways, so there are $2^n$ ways through `aa…a`, and every one of them fails, because no `b`
# comes: the engine tries them all. The automaton keeps the *set* of states in which it may be. However many runs there
# are, a set has at most as many members as there are states. So $n$ symbols take about $n$ steps for each state.
#
# Python's `re`, and most engines in programming languages, backtrack. They do so because they offer more than regular
# expressions (unit 5 shows an example, `\1`), and because backtracking is usually fast. Where strangers may type the text or even
# the expression, "usually" is not enough: a few dozen characters can bring a server to a halt. Engines such as RE2 and
# `grep` keep sets of states, as we do.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask who has ever waited for a search. Where it goes wrong: the class blames Python; the method and the expression are
# to blame. (4 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## Derivatives
#
# The third way needs neither backtracking nor sets of states. Read one symbol, and ask what may still follow: for a
# language $L$ that is the quotient $a^{-1}L$ (the words $z$ with $az \in L$). An expression for it can be written down
# directly. Two questions are enough: does the expression describe ε, and what is left of it after the symbol $a$?

# %%
NOTHING, EMPTY = ("union",), ("concat",)


def has_empty(expression):
    kind, *parts = expression
    enough = {"symbol": lambda found: False, "union": any, "concat": all, "star": lambda found: True}[kind]
    return enough(has_empty(part) for part in parts if kind != "symbol")

# %%
def derivative(expression, symbol):
    kind, *parts = expression
    if kind == "symbol":
        return EMPTY if parts == [symbol] else NOTHING
    if kind == "union":
        return ("union", *(derivative(part, symbol) for part in parts))
    if kind == "star":
        return ("concat", derivative(parts[0], symbol), expression)
    if not parts:
        return NOTHING
    rest = ("concat", *parts[1:])
    first = ("concat", derivative(parts[0], symbol), rest)
    return ("union", first, derivative(rest, symbol)) if has_empty(parts[0]) else first

# %%
from itertools import product


def accepts(expression, word):
    for symbol in word:
        expression = derivative(expression, symbol)
    return has_empty(expression)


endings = ("concat", ("star", ("union", a, b)), b, b)  # (a|b)*bb
print(*("".join(word) for n in range(5) for word in product("ab", repeat=n) if accepts(endings, word)))

# %% [markdown] slide_type="subslide"
# Each line of the function is a law about languages: $a^{-1}(K \cup L) = a^{-1}K \cup a^{-1}L$; $a^{-1}(KL)$ is
# $(a^{-1}K)L$, together with $a^{-1}L$ if $\varepsilon \in K$; $a^{-1}(L^*) = (a^{-1}L)L^*$. So whoever reads the
# function reads its proof.
#
# How many different languages can come out? As many as there are Myhill–Nerode classes (unit 2): words $u$ and $v$ are
# equivalent iff $u^{-1}L = v^{-1}L$. A regular language has finitely many classes; so derivatives, compared as
# languages, *are* the states of the minimal DFA. Brzozowski (1964) showed that even the *expressions* are finitely many
# if unions are tidied up.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Write the derivative of $(a \cup b)^*bb$ by $b$ on the board, one law at a time, before the function is shown. Expect the second part of the law for concatenation to be
# forgotten. (6 minutes)
# </details>

# %% [markdown] slide_type="skip"
# ## Further reading
#
# * J. A. Brzozowski, "Derivatives of regular expressions", *Journal of the ACM* 11 (1964), 481–494.
# * K. Thompson, "Regular expression search algorithm", *Communications of the ACM* 11 (1968), 419–422: sets of states, in a text editor.
