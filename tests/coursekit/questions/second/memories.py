"""What readers remember, as predicates that were written without a thought of automata."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.coursekit.questions.second.said import Said
from tests.coursekit.questions.second.sentences import PREDICATES, holds


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
