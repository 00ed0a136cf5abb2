"""Set our pictures of twenty automata beside Graphviz's: ``python docs/pictures.py`` writes ``docs/pictures.md``.

Only this page needs ``dot`` (Graphviz, for example ``apt install graphviz``); no program of ours does.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from automatakit import Automaton, from_regex, minimise, product, subsets, to_dot, union  # noqa: E402
from automatakit.draw.automata import automaton_picture  # noqa: E402
from boardkit.messages import using_language  # noqa: E402

PAGE = ROOT / "docs" / "pictures.md"
IMAGES = ROOT / "docs" / "img" / "pictures"


def by_lot(seed: int, size: int, alphabet: str, arrows: int) -> Automaton:
    """A random automaton: a way through all its states, and further arrows."""
    rng, states = random.Random(seed), [f"q{i}" for i in range(size)]
    edges = {(p, rng.choice(alphabet), q) for p, q in pairwise(states)}
    while len(edges) < arrows:
        edges.add((rng.choice(states), rng.choice(alphabet), rng.choice(states)))
    edges = {(p, a.strip("ε"), q) for p, a, q in edges}
    return Automaton.make(states, states[0], rng.sample(states, 2), edges, alphabet.strip("ε"))


def sample() -> dict[str, Automaton]:
    """The twenty automata, by what they are: those of textbooks first, then larger and random ones."""
    third = from_regex("(a|b)*a(a|b)(a|b)")
    even = Automaton.of("a0>1 a1>0 b0>0 b1>1", start="0", accepting="0")
    thirds = Automaton.of("b0>1 b1>2 b2>0 a0>0 a1>1 a2>2", start="0", accepting="0")
    tokens = [*(f"{d}{p}>{q}" for d in "0123" for p, q in (("1", "2"), ("2", "2"), ("3", "4"), ("4", "4"))),
              "-0>1", "ε0>1", ".2>3", "ε2>4"]
    return {
        "an even number of a": even,
        "binary numbers divisible by 3": Automaton.of("0A>A 1A>B 0B>C 1B>A 0C>B 1C>C", start="A", accepting="A"),
        "contains aba, complete": minimise(from_regex("(a|b)*aba(a|b)*")),
        "the third symbol from the end is a": third,
        "the same, deterministic": subsets(third),
        "the same, with short names": minimise(third),
        "two loops by ε": Automaton.of("εS>P εS>Q aP>P aP>R bQ>Q bQ>R", start="S", accepting="R"),
        "Thompson's automaton of (a|b)*abb": Automaton.of(
            "ε0>1 ε1>2 ε1>4 a2>3 b4>5 ε3>6 ε5>6 ε6>1 ε6>7 ε0>7 a7>8 b8>9 b9>t", start="0", accepting="t"),
        "even a and b divisible by 3": product(even, thirds),
        "a counter modulo 6": Automaton.of(" ".join(f"a{i}>{(i + 1) % 6} b{i}>{(i - 1) % 6}" for i in range(6)),
                                           start="0", accepting="0"),
        "a finite language": minimise(from_regex("ab|abba|baab|bab|aaa")),
        "numbers with a decimal point": Automaton.of(" ".join(tokens), start="0", accepting="4"),
        "a table-filling example with eight states": Automaton.of(
            "0A>B 1A>F 0B>G 1B>C 0C>A 1C>C 0D>C 1D>G 0E>H 1E>F 0F>C 1F>G 0G>G 1G>E 0H>G 1H>C",
            start="A", accepting="C"),
        "a trap and three symbols": minimise(from_regex("(ab|bc)*ca?")),
        "one of two words within a text": from_regex("(a|b)*(abb|bab)(a|b)*"),
        "a union": union(from_regex("(ab)*"), from_regex("(ba|a)*b")),
        "eight states, at random": by_lot(1, 8, "ab", 14),
        "ten states with ε, at random": by_lot(2, 10, "abε", 17),
        "twelve states, at random": by_lot(3, 12, "ab", 20),
        "twelve states, complete": Automaton.make(
            [f"q{i}" for i in range(12)], "q0", ["q4", "q9"],
            [(f"q{i}", a, f"q{random.Random(f'{i}{a}').randrange(12)}") for i in range(12) for a in "ab"], "ab"),
    }


def graphviz(automaton: Automaton) -> str:
    """Return the picture that Graphviz's `dot` makes of an automaton, in our letters."""
    text = re.sub(r', pos="[^"]*"|  alphabet=.*\n', "", to_dot(automaton))
    letters = "".join(f'  {kind} [fontname="DejaVu Sans"];\n' for kind in ("edge", "node"))
    text = text.replace("{\n", "{\n" + letters, 1)
    made = subprocess.run(["dot", "-Tsvg"], input=text, capture_output=True, text=True, check=True).stdout
    return re.sub(r"<!--.*?-->\n?", "", made[made.index("<svg") :], flags=re.DOTALL)


def page(names: Iterable[str]) -> str:
    """Return the page that sets the pictures beside each other."""
    lines = ["# Pictures of automata, ours and Graphviz's", "",
             "Written by `python docs/pictures.py`. Only Graphviz's pictures need `dot`; ours are made without it.", "",
             "| | ours | Graphviz |", "|---|---|---|"]
    names = (re.sub(r"[|*]", r"\\\g<0>", name) for name in names)
    lines += [f"| {name} | ![{name}](img/pictures/{n:02}.svg) | ![{name}, by Graphviz](img/pictures/{n:02}-dot.svg) |"
              for n, name in enumerate(names, 1)]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    IMAGES.mkdir(parents=True, exist_ok=True)
    with using_language("en"):
        for n, automaton in enumerate(sample().values(), 1):
            automaton_picture(automaton).save(IMAGES / f"{n:02}.svg")
            (IMAGES / f"{n:02}-dot.svg").write_text(graphviz(automaton), encoding="utf-8")
    PAGE.write_text(page(sample()), encoding="utf-8")
    print(PAGE)
