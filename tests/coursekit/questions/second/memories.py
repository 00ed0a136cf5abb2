"""What readers remember, as predicates that were written without a thought of automata."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from tests.coursekit.questions.second.said import Said, word
from tests.coursekit.questions.second.sentences import (
    PREDICATES,
    beginnings,
    holds,
    places,
    runs,
)


def either(others: str | list[str] | Said) -> list[str]:
    """Words that are listed with "or"; of a memory, as a list."""
    if not isinstance(others, Said):
        return [others] if isinstance(others, str) else others
    return [*either(others.values["one"]), *either(others.values["two"])]


def rest_of(w: str, u: str) -> str:
    """What follows the first u."""
    return w.partition(u)[2]


def found_in_order(w: str, u: str) -> str:
    """How much of u is found in a word, with gaps."""
    found = 0
    for symbol in w:
        found += found < len(u) and u[found] == symbol
    return u[:found]


def last_block(w: str, x: str) -> int:
    return len(w) - len(w.rstrip(x))


REMEMBERED: dict[str, Callable[..., bool]] = {
    "empty": lambda w: w == "",
    "only": lambda w, u: w == u,
    "at_end": lambda w, seen, others: w.endswith(seen) and not any(map(w.endswith, either(others))),
    "not_at_end": lambda w, others: not any(map(w.endswith, either(others))),
    "scattered_so_far": lambda w, u, seen: found_in_order(w, u) == seen,
    "after_first": lambda w, u, v, x: u in w and v not in rest_of(w, u) and rest_of(w, u)[-1:] == x,
    "nothing_after_first": lambda w, u, v, x: u in w and v not in rest_of(w, u) and rest_of(w, u)[-1:] != x,
    "repeats_and": lambda w, u, seen: w.endswith(seen) and PREDICATES["repeats"](w[: -len(seen)], u),
    "same_rest": lambda w, x, y, m: w.count(x) % m == w.count(y) % m,
    "lacking": lambda w, x, y, m, n: w.count(x) % m == (w.count(y) + n) % m,
    "as_many": lambda w, x, y: w.count(x) == w.count(y),
    "more": lambda w, x, y, n: w.count(x) - w.count(y) == n > 0,
    "since_last": lambda w, x, n: x in w and len(w) - w.rindex(x) - 1 == n,
    "none_of_last": lambda w, x, k: x not in w[-k:],
    "last_block_modulo": lambda w, x, m, r: w.endswith(x) and last_block(w, x) % m == r,
}


def true_of(condition: list[Any], word: str) -> bool:
    """Whether a condition, one of a family or one that only a memory has, is true of a word."""
    name, *rest = condition
    if name in REMEMBERED:
        return REMEMBERED[name](word, **rest[0])
    return holds(condition, word)


def clause_holds(said: Said, word: str) -> bool:
    """Whether a clause that was said is true of a word."""
    if said.id == "condition.and":
        return all(clause_holds(said.values[name], word) for name in ("one", "two"))
    kind, name, *denied = said.id.split(".")
    values = {key: value for key, value in said.values.items() if key != "rest"}
    if "words" in values:
        values["words"] = values["words"].split(", ")
    predicate = (REMEMBERED if kind == "memory" else PREDICATES)[name]
    if "rest" in said.values and said.values["rest"].id.endswith(".not"):
        denied = [] if denied else ["not"]
    return predicate(word, **values) != bool(denied)


def span_of(place: str) -> slice:
    """The part of a word that a position or "2–4" is."""
    start, _, end = place.partition("–")
    return slice(int(start) - 1, int(end or start))


def placed(w: str, u: str, found: str, n: int) -> bool:
    """Whether u stands at just these places."""
    spans = [span_of(place) for place in found.split(", ")]
    return [w[span] for span in spans] == [u] * n and [span.start for span in spans] == places(w, u)


def changing(w: str, blocks: str, n: int) -> bool:
    """Whether a word is cut wherever two neighbours differ."""
    cut = blocks.split(", ")
    return "".join(cut) == w and all(len({*b}) == 1 for b in cut) and n == sum(a != b for a, b in pairwise(w))


def in_order(w: str, part: str, found: str) -> bool:
    """Whether symbols stand at places from left to right, none of which could be earlier."""
    numbers = [int(n) for n in found.split(", ")]
    return all(w.find(s, before) == n - 1 for s, n, before in zip(part, numbers, [0, *numbers], strict=False))


def farthest(w: str, x: str, y: str) -> int:
    """How far the numbers of two symbols differ at most."""
    return max(abs(p.count(x) - p.count(y)) for p in beginnings(w))


SEEN: dict[str, Callable[..., bool]] = {
    "length": lambda w, n: len(w) == n,
    "begin": lambda w, part: w.startswith(part) and part != "",
    "end": lambda w, part: w.endswith(part) and part != "",
    "at": lambda w, k, x: w[k - 1] == x,
    "none": lambda w, u: u not in w,
    "places": lambda w, u, n, places: placed(w, u, places, n),
    "first": lambda w, u, place: w[span_of(place)] == u and w.find(u) == span_of(place).start,
    "last": lambda w, u, place: w[span_of(place)] == u and w.rfind(u) == span_of(place).start,
    "found": lambda w, part, places, n: in_order(w, part, places) and n == len(part),
    "blocks": lambda w, x, n, blocks: blocks == ", ".join(x * length for length in runs(w, x)) and n == len(runs(w, x)),
    "changes": changing,
    "after_last": lambda w, x, part, n: w.endswith(x + word(part)) and x not in part and n == len(word(part)),
    "gaps": lambda w, x, gaps: x + x.join(map(word, gaps.split(", "))) + x == w[w.find(x) : w.rfind(x) + 1],
    "ahead": lambda w, part, x, y, n, k, d: (
        w.startswith(part) and (part.count(x), part.count(y)) == (n, k) and abs(n - k) == d == farthest(w, x, y)),
    "listed": lambda w, words: w in map(word, words.split(", ")),
    "unlisted": lambda w, words: w not in map(word, words.split(", ")),
    "cut": lambda w, n, pieces: re.findall(f".{{1,{n}}}", w) == pieces.split(" · "),
    "odd": lambda w, part, x, n: w[::2] == part and part.count(x) == n,
    "even": lambda w, part, x, n: w[1::2] == part and part.count(x) == n,
    "value": lambda w, bits, n: bits == w and f"{n:b}" == (bits.lstrip("0") or "0"),
    "value_backwards": lambda w, bits, n: bits == w[::-1] and f"{n:b}" == (bits.lstrip("0") or "0"),
}


def seen_in(condition: list[Any], said: Said, w: str) -> bool:
    """Whether what is said to decide a condition is true of a word, and of the condition's symbols and numbers.

    That it decides is asserted for all families at once (`test_memories`).
    """
    name = said.id.removeprefix("seen.")
    values = said.values
    if name == "and":
        return all(seen_in(condition, values[part], w) for part in ("one", "two"))
    parameters = condition[1][1] if condition[0] == "not" else condition[1]
    if name == "rest":
        told, n, m, r = (values[key] for key in ("told", "n", "m", "r"))
        same = n == told.values.get("n", 0) and m == parameters["m"]
        return same and n % m == r and seen_in(condition, told, w)
    if name == "found" and found_in_order(w, parameters["u"]) != values["part"]:
        return False
    symbols = "".join(value for value in parameters.values() if isinstance(value, str))
    own = all({*values[key]} <= {*symbols} for key in ("u", "x", "y") if key in values and name != "at")
    return own and SEEN[name](w, **values)
