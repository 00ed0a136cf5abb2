"""Thirty-six automata by which pictures are judged: the twenty of ``docs/pictures.py``, and sixteen awkward ones."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from itertools import permutations
from pathlib import Path

from automatakit import Automaton, from_regex, minimise

PAGE = Path(__file__).resolve().parents[2] / "docs" / "pictures.py"
STAR = "a0>1 b0>2 c0>3 d0>4 e0>5 f0>6 a1>0 b2>0 c3>0"
LADDER = "a0>1 b0>4 a1>2 b1>5 a2>3 b2>6 a4>5 a5>6 c5>1 c6>2 b3>7 a6>7"
THOMPSON = "ε0>1 ε0>4 ε1>2 a2>3 ε3>2 ε3>6 ε1>6 b4>5 ε5>6 ε6>7 c7>8 ε8>7 ε8>9 ε6>9"
CHAIN = " ".join(f"a{i}>{i + 1}" for i in range(7))
GRID = "aA>B aB>C aD>E aE>F aG>H aH>I bA>D bB>E bC>F bD>G bE>H bF>I"
TRAP = "aA>B bB>C cC>D bA>T cA>T aB>T cB>T aC>T bC>T aD>T bD>T cD>T aT>T bT>T cT>T"


def gallery() -> dict[str, Automaton]:
    """All thirty-six, by what they are."""
    page = runpy.run_path(str(PAGE))
    twenty: dict[str, Automaton] = page["sample"]()
    return twenty | awkward(page["by_lot"])


def awkward(by_lot: Callable[[int, int, str, int], Automaton]) -> dict[str, Automaton]:
    """Hubs, grids, long chains with jumps, and what has few arrows or many."""
    pairs = [(str(p), "ab"[(p + q) % 2], str(q)) for p, q in permutations(range(4), 2)]
    return {
        "parallel arrows": drawn("aA>B bA>B cA>B aB>C bB>C aC>A bC>A cC>C", "C"),
        "each of four to each": Automaton.make("0123", "0", "3", pairs, "ab"),
        "a star": drawn(STAR, "456"),
        "a ladder": drawn(LADDER, "7"),
        "a search for abaab": search("abaab"),
        "a search for abcabd": search("abcabd"),
        "binary numbers divisible by 5": divisible(5),
        "Thompson's automaton of (a*|b)c*": drawn(THOMPSON, "9"),
        "fifteen states, few arrows": by_lot(4, 15, "ab", 20),
        "fifteen states, many arrows": by_lot(5, 15, "ab", 30),
        "long names": long_names(),
        "a chain with jumps ahead": drawn(f"{CHAIN} b0>3 b2>5 b4>7", "7"),
        "a chain with jumps back": drawn(f"{CHAIN} b3>0 b5>2 b7>4", "7"),
        "a grid": drawn(GRID, "I"),
        "a trap below": drawn(TRAP, "D"),
        "two rings that touch": drawn("a0>1 a1>2 a2>0 b0>3 b3>4 b4>0 a4>2", "2"),
    }


def drawn(arrows: str, accepting: str) -> Automaton:
    """An automaton from its arrows; the first one leaves the start."""
    return Automaton.of(arrows, start=arrows[1], accepting=set(accepting))


def search(word: str) -> Automaton:
    """The complete automaton for texts that end in a word: after each symbol, how much of the word stands there."""
    edges = []
    for n in range(len(word) + 1):
        for symbol in sorted(set(word)):
            text = word[:n] + symbol
            kept = max(k for k in range(len(word) + 1) if text.endswith(word[:k]))
            edges.append((f"q{n}", symbol, f"q{kept}"))
    states = [f"q{n}" for n in range(len(word) + 1)]
    return Automaton.make(states, "q0", states[-1:], edges, sorted(set(word)))


def divisible(number: int) -> Automaton:
    """Binary numbers divisible by another one: the states are remainders."""
    edges = []
    for rest in range(number):
        for bit in (0, 1):
            edges.append((str(rest), str(bit), str((2 * rest + bit) % number)))
    return Automaton.make(map(str, range(number)), "0", "0", edges, "01")


def long_names() -> Automaton:
    """A small automaton whose states tell what they remember."""
    small = minimise(from_regex("(a|b)*ab(a|b)"))
    return small.renamed(lambda state: f"remembers {state}")
