"""Wrong words: too short, too long, of another language."""

from __future__ import annotations

from typing import Any

from finity_edu import Position
from finity_edu.questions import question
from tests.course.mutants.rubric import Mutants, arrows, post_and_end, rule, words


@rule("shortest_word", "separating_suffix", "shortest_only_one", "equivalence", "lost_by_rings")
def shortest(id: str, data: dict[str, Any], key: str | None) -> Mutants:
    """A right word that is too long earns half, a wrong word nothing."""
    accepts = question(id).machine(data).accepts  # type: ignore[attr-defined]
    if key is None:
        yield "a word", "bw", 0.0
        return
    yield "too short", key[:-1], 0.0
    longer = next((w for n in range(len(key) + 1, len(key) + 4) for w in words(n) if accepts(w)), None)
    if longer is not None:
        yield "too long", longer, 0.5
    wrong = next((w for w in words(len(key)) if not accepts(w)), None)
    if wrong is not None:
        yield "another of that length", wrong, 0.0
    if id == "equivalence":
        yield "there is none", None, 0.0


@rule("most_tokens", "longest_readable")
def best(id: str, data: dict[str, Any], key: str) -> Mutants:
    """Three quarters of the share that is reached beyond what the empty word has."""
    if Position.parse(data["board"]).layout.rings:
        yield "one letter less", key[:-1], 0.75 * (len(key) - 1) / len(key)
        yield "nothing", "", 0.0
        return
    edges, (start, _) = arrows(data["board"]), post_and_end(data["board"])

    def tokens(word: str) -> int:
        now = {start}
        for cone in word:
            now = {q for p, a, q in edges if p in now and a == cone}
        return len(now)

    fewer = next(w for n in range(len(key) + 1) for w in words(n) if 0 < tokens(w) < tokens(key))
    yield "fewer tokens", fewer, 0.75 * (tokens(fewer) - 1) / (tokens(key) - 1)
    yield "nothing", "", 0.0
    dead = next((w for n in range(5) for w in words(n) if tokens(w) == 0), None)
    if dead is not None:
        yield "no tokens", dead, 0.0


@rule("synchronising_word")
def synchronising(id: str, data: dict[str, Any], key: str) -> Mutants:
    """Half of the share of states that are merged; 0.6 for a word that works and is too long."""
    fa = data["automaton"]
    to = {(p, a): q for p, a, q in fa["transitions"]}
    now = set(fa["states"])
    for a in key[:-1]:
        now = {to[q, a] for q in now}
    n = len(fa["states"])
    yield "one letter less", key[:-1], 0.5 * (n - len(now)) / n
    yield "nothing", "", 0.0
    yield "too long", key + "b", 0.6
