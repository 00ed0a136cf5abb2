"""Cheap strategies: what answers earn that copy, take the first or the longest, or never look at the question."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from benchmarks.measures import Table
from coursekit.questions import Instance, all_types, judge, question
from coursekit.questions.sampling import of_length
from tests.coursekit.questions.mutation import blind
from tests.coursekit.questions.wild import letters

MOST = 0.25
"""What a strategy may earn on average."""
DOUBTFUL = 0.15
"""From here on a few instances do not say whether it earns less than that."""
LEVELS = range(1, 6)


def first_choice(made: Instance, cell: Any) -> str:
    """A cell without a thought: the first of what there is to choose from, or the smallest."""
    if isinstance(cell, list):
        return str(cell[0])
    return {"number": "1", "decimal": "1", "fraction": "1/2", "player": "W", "word": letters(made)[:1]}.get(cell, "")


def filled(made: Instance, choose: Callable[[list[Any]], Any]) -> list[list[str]]:
    """A table in which every cell takes the same place of its choices."""
    form = question(made.type).full_form(made.data)
    kinds = form.get("cells", "text")
    rows = []
    for row in form["rows"]:
        cell = kinds.get(row, "text") if isinstance(kinds, dict) else kinds
        one = choose(list(cell)) if isinstance(cell, (list, tuple)) else first_choice(made, cell)
        rows.append([row, *[one] * int(form.get("columns") or 1)])
    return rows


def by_kind(made: Instance) -> Iterator[tuple[str, Any]]:
    """Strategies that fit an answer's kind, beside those that `blind` knows."""
    form = question(made.type).full_form(made.data)
    tokens = list(form.get("tokens", ()))
    if made.kind == "set of words" and tokens:
        yield "the first half", tokens[: len(tokens) // 2]
        yield "the longest", sorted(tokens, key=len)[-1:]
    elif made.kind in ("word", "number", "fraction"):
        # Right or wrong: what is never the key earns nothing
        yield f"always {made.key}", made.key
        if made.kind == "word":
            yield "none", None
            for n in range(1, 6):
                yield f"the first symbol {n} times", letters(made)[:1] * n
    elif made.kind == "table" and form.get("rows"):
        yield "the first choice", filled(made, lambda choices: choices[0])
        yield "the last choice", filled(made, lambda choices: choices[-1])
        yield "the longest choice", filled(made, lambda choices: max(choices, key=len))
    elif made.kind == "regex":
        yield "any symbol once", "|".join(letters(made))


def by_type(made: Instance) -> Iterator[tuple[str, Any]]:
    """A shortcut that only one type invites."""
    if made.type == "inequivalent_prefixes":
        kind: Any = question(made.type)
        fa, words = kind.fa(made.data), kind.prefixes(made.data)
        dead = [w for w in words if not fa.active(w)[-1]]
        live = [w for w in words if fa.active(w)[-1]]
        for word in islice(live, 1):
            rests = (z for n in range(8) for z in of_length(n, fa.alphabet))
            rest = next((z for z in rests if fa.accepts(word + z)), "")
            yield "a dead word", [["u", (dead or live)[0]], ["v", word], ["z", rest]]
    elif made.type == "pumping":
        word = str(question(made.type).word(made.data))  # type: ignore[attr-defined]
        yield "the first symbol", [["x", ""], ["y", word[:1]], ["z", word[1:]]]
        yield "all of it", [["x", ""], ["y", word], ["z", ""]]


def strategies(made: Instance) -> Iterator[tuple[str, Any]]:
    """All cheap answers to an instance, by name."""
    if made.kind == "function":
        return
    yield from blind(made)
    yield from by_kind(made)
    yield from by_type(made)


def earned(type_id: str, number: int, skin: str | None = None) -> dict[str, float]:
    """What each strategy earns on average, by name, over instances of all levels in turn.

    Examples
    --------
    >>> earned("five_tuple", 2)["everything"]
    0.0
    """
    kind = question(type_id)
    shares: dict[str, list[float]] = {}
    for seed in range(number):
        made = kind.instance(seed, LEVELS[seed % len(LEVELS)], "en", skin)
        tried: dict[str, float] = {}
        for name, answer in strategies(made):
            points = judge(type_id, made.data, answer, stage=1).points  # draws no picture
            tried[name] = max(points, tried.get(name, 0.0))
        for name, points in tried.items():
            shares.setdefault(name, []).append(points)
    # Where a strategy has nothing to say it earns nothing
    return {name: sum(found) / number for name, found in shares.items()}


def measure() -> Table:
    """60 instances of every type in every skin; where a strategy may earn too much, 300, as many of each level."""
    rows, missed = [], []
    for kind in all_types():
        for skin in kind.skins or (None,):
            number, found = 60, earned(kind.id, 60, skin)
            if not found:
                continue
            if max(found.values()) > DOUBTFUL:
                number, found = 300, earned(kind.id, 300, skin)
            best = max(found, key=lambda name: found[name])
            rows.append((f"`{kind.id}`", skin or "", number, len(found), best, f"{found[best]:.1%}"))
            if found[best] > MOST:
                missed.append(f"{kind.id} {skin or ''}: {best} earns {found[best]:.1%}")
    head = ("type", "skin", "instances", "strategies", "the best one", "earns")
    said = f"{len(rows)} types and skins; a shortcut earns more than {MOST:.0%} in {len(missed)} of them."
    return Table(head, rows, missed, said)
