"""Each sentence of `coursekit.questions.conditions` as a predicate, written without a thought of automata."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby, pairwise
from typing import Any


def places(w: str, u: str) -> list[int]:
    return [i for i in range(len(w)) if w.startswith(u, i)]


def runs(w: str, x: str) -> list[int]:
    return [len(list(g)) for s, g in groupby(w) if s == x]


def beginnings(w: str) -> list[str]:
    return [w[:i] for i in range(len(w) + 1)]


PREDICATES: dict[str, Callable[..., bool]] = {
    "contains": lambda w, u: u in w,
    "begins_with": lambda w, u: w.startswith(u),
    "ends_in": lambda w, u: w.endswith(u),
    "scattered": lambda w, u: re.search(".*".join(u), w) is not None,
    "occurs_exactly": lambda w, u, k: len(places(w, u)) == k,
    "occurs_at_least": lambda w, u, k: len(places(w, u)) >= k,
    "one_before_other": lambda w, u, v: re.search(f"{u}.*{v}", w) is not None,
    "beginning_of": lambda w, u: u.startswith(w),
    "repeats": lambda w, u: w.replace(u, "") == "" and len(w) % len(u) == 0 and w == u * (len(w) // len(u)),
    "exactly": lambda w, x, k: w.count(x) == k,
    "at_least": lambda w, x, k: w.count(x) >= k,
    "at_most": lambda w, x, k: w.count(x) <= k,
    "number_modulo": lambda w, x, m, r: w.count(x) % m == r,
    "same_remainder": lambda w, x, y, m: w.count(x) % m == w.count(y) % m,
    "never_ahead": lambda w, x, y, k: all(abs(p.count(x) - p.count(y)) <= k for p in beginnings(w)),
    "both_occur": lambda w, x, y: x in w and y in w,
    "length_modulo": lambda w, m, r: len(w) % m == r,
    "length_exactly": lambda w, k: len(w) == k,
    "length_at_least": lambda w, k: len(w) >= k,
    "length_at_most": lambda w, k: len(w) <= k,
    "symbol_at": lambda w, k, x: w[k - 1:k] == x,
    "symbol_from_end": lambda w, k, x: len(w) >= k and w[-k] == x,
    "same_ends": lambda w: w != "" and w[0] == w[-1],
    "symbol_equals_last": lambda w, k: len(w) >= k and w[k - 1] == w[-1],
    "first_at_even": lambda w, x: w.find(x) % 2 == 1 and x in w,
    "every_odd": lambda w, x: set(w[::2]) <= {x},
    "every_even": lambda w, x: set(w[1::2]) <= {x},
    "number_at_odd_modulo": lambda w, x, m, r: w[::2].count(x) % m == r,
    "after_last_modulo": lambda w, x, m, r: x in w and len(w.rpartition(x)[2]) % m == r,
    "followed_at_once": lambda w, x, y: all(w[i + 1:i + 2] == y for i in places(w, x)),
    "preceded_at_once": lambda w, x, y: all(i > 0 and w[i - 1] == y for i in places(w, x)),
    "followed_later": lambda w, x, y: all(y in w[i:] for i in places(w, x)),
    "preceded_earlier": lambda w, x, y: all(y in w[:i] for i in places(w, x)),
    "all_before": lambda w, x, y: re.search(f"{y}.*{x}", w) is None,
    "no_equal_neighbours": lambda w: all(a != b for a, b in pairwise(w)),
    "changes_modulo": lambda w, m, r: sum(a != b for a, b in pairwise(w)) % m == r,
    "spaced": lambda w, x, k: all(len(gap) >= k for gap in w.split(x)[1:-1]),
    "gaps_modulo": lambda w, x, m: all(len(gap) % m == 0 for gap in w.split(x)[1:-1]),
    "blocks_at_least": lambda w, x, k: all(n >= k for n in runs(w, x)),
    "blocks_at_most": lambda w, x, k: all(n <= k for n in runs(w, x)),
    "blocks_divisible": lambda w, x, m: all(n % m == 0 for n in runs(w, x)),
    "number_of_blocks_exactly": lambda w, x, k: len(runs(w, x)) == k,
    "number_of_blocks_modulo": lambda w, x, m, r: len(runs(w, x)) % m == r,
    "ends_in_block": lambda w, x, k: len(w) - len(w.rstrip(x)) == k,
    "begins_with_block": lambda w, x, k: len(w) - len(w.lstrip(x)) == k,
    "binary_modulo": lambda w, m, r: int(w or "0", 2) % m == r,
    "binary_backwards_modulo": lambda w, m, r: int(w[::-1] or "0", 2) % m == r,
    "one_of": lambda w, words: w in words,
}


def holds(condition: Any, word: str) -> bool:
    """Whether a condition holds of a word."""
    name, *rest = condition
    if name == "not":
        return not holds(rest[0], word)
    if name in ("and", "or"):
        one, two = (holds(c, word) for c in rest)
        return one and two if name == "and" else one or two
    return PREDICATES[name](word, **rest[0])
