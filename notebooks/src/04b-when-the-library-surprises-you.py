# %% [markdown] slide_type="slide"
# # Appendix to unit 4: When the library surprises you
#
# **10 minutes to read.**
# *[Auf Deutsch](de/04b-when-the-library-surprises-you.ipynb) · [En español](es/04b-when-the-library-surprises-you.ipynb).*
# [automata-lib](https://caleb531.github.io/automata/) is a good library, but it decides some things differently from
# this course, or from what you may expect. After this appendix you can
#
# * say which of two correct answers a program gives,
# * ask the library so that no surprises remain.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Intended as reading for those who work with the library. In class, ask before each cell what it will print. (10
# minutes for everything)
# </details>

# %% slide_type="skip"
from automata.fa.dfa import DFA
from automata.fa.gnfa import GNFA
from automata.fa.nfa import NFA

import finity_edu.course as fe

board = fe.Board("bA>B bA>C bB>C bC>B bC>D wB>A", start="A", end="D")
nfa = board.automaton().nfa()

# %% [markdown] slide_type="slide"
# ## The trap is left out
#
# Here a DFA has exactly one arrow for each state and symbol, and a *trap* takes the words that can no longer be
# accepted. automata-lib allows partial DFAs: `from_nfa` and `minify` leave the trap out.

# %%
theirs = DFA.from_nfa(nfa)
print("minimal DFA:", len(fe.minimise(board).states), "states here,", len(theirs.states), "in automata-lib")

# %% [markdown]
# Both are right. Say *complete* or *partial* whenever you state a number of states.

# %% [markdown] slide_type="subslide"
# ## Equal is not equivalent
#
# `==` compares languages if both sides are of the same kind. Between an NFA and a DFA it is `False`, whatever they accept.

# %%
print("==", nfa == theirs, "· equivalent:", fe.equivalent(nfa, theirs))

# %% [markdown]
# Convert one of them into the kind of the other, or ask `fe.equivalent`. And give a result a name before you call a
# method on it: `(one ^ other).isempty()` raises a `RuntimeError` in the version this page was written with;
# `differ = one ^ other` and then `differ.isempty()` does not.

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Draw both minimal DFAs and let the room say which one is smaller. Expect "theirs": it leaves out what nobody needs to draw. (4 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## A symbol outside the alphabet
#
# Such a symbol raises no error: the word is rejected, as if it had been read.

# %%
print("bxb:", nfa.accepts_input("bxb"))

# %% [markdown] slide_type="subslide"
# ## No expression for nothing
#
# The library's expressions have no ∅. For the empty language `to_regex` returns `None`.

# %%
nothing = fe.Automaton.of("bA>A", start="A", accepting=[]).nfa()
print("automata-lib:", GNFA.from_nfa(nothing).to_regex(), "· here:", fe.to_regex(nothing))

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# Ask what a program should do with a symbol that it does not know. There is no right answer, but the library gives its
# answer silently. (3 minutes)
# </details>

# %% [markdown] slide_type="slide"
# ## A digit is a symbol
#
# In Python's `re`, `\1` refers back to the first pair of parentheses. automata-lib reads it as the symbol 1, without a
# warning. No automaton could do what `re` does (unit 5).

# %%
twice = NFA.from_regex(r"(b+)w\1")
print([word for word in ["bwb", "bbwbb", "bbw1"] if twice.accepts_input(word)])

# %% [markdown] slide_type="subslide"
# ## Symbols of more than one character
#
# For the library a word is a string, so symbols of several characters run together when it prints a word. It can also
# read a list of symbols.

# %%
door = DFA(states={"shut", "open"}, input_symbols={"coin", "push"}, initial_state="shut", final_states={"open"},
           transitions={"shut": {"coin": "open", "push": "shut"}, "open": {"coin": "open", "push": "shut"}})
print(sorted(door.words_of_length(2)), "·", door.accepts_input(["push", "coin"]))

# %% [markdown] slide_type="notes"
# <details><summary>For the speaker</summary>
# One question for all cells: is the library wrong here, or does it use another definition? Expect "wrong"; only one of
# the surprises is an error. (10 minutes)
# </details>
