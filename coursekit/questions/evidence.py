"""What is counted in a word to see whether a condition holds of it: of each family the sentence that decides."""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from coursekit.questions.assessing import word_text
from coursekit.questions.conditions import Condition
from coursekit.questions.say import Say

Seen: TypeAlias = tuple[str, Mapping[str, Any]]
"""A text ``seen.…`` and its values, which may be such sentences themselves."""


def evidence(condition: Condition, word: str, say: Say) -> str:
    """What is seen in a word, whether a condition of one family or its denial holds of it or not.

    Examples
    --------
    >>> evidence(["number_of_blocks_modulo", {"x": "a", "m": 2, "r": 0}], "abaa", Say("en"))
    "there are 2 maximal blocks of a's: a, aa (2 mod 2 = 0)"
    """
    family, parameters = condition[1] if condition[0] == "not" else condition
    return _told(SEEN[family](word, **parameters) if word else length(word), say)


def _told(seen: Seen, say: Say) -> str:
    id, values = seen
    told = {
        name: _told(value, say) if isinstance(value, tuple) else value
        for name, value in values.items()
    }
    return say(f"seen.{id}", **told)


# ---------------------------------------------------------------- sentences
def both(one: Seen, two: Seen) -> Seen:
    """Two of them."""
    return "and", {"one": one, "two": two}


def modulo(told: Seen, m: int) -> Seen:
    """One, and the remainder of the number in it, which is 0 if there is none."""
    n = told[1].get("n", 0)
    return "rest", {"told": told, "n": n, "m": m, "r": n % m}


def length(w: str) -> Seen:
    """How long the word is."""
    return "length", {"n": len(w)}


def begin(w: str, n: int) -> Seen:
    """The first symbols, as far as there are so many."""
    return "begin", {"part": w[:n]}


def end(w: str, n: int) -> Seen:
    """The last symbols, as far as there are so many."""
    return "end", {"part": w[-n:]}


def at(w: str, k: int) -> Seen:
    """The symbol at a position, if the word is so long."""
    return ("at", {"k": k, "x": w[k - 1]}) if len(w) >= k else length(w)


def spans(w: str, u: str) -> list[str]:
    """Where u stands, from the first to the last symbol of it."""
    starts = (i + 1 for i in range(len(w)) if w.startswith(u, i))
    return [f"{i}–{i + len(u) - 1}" if len(u) > 1 else str(i) for i in starts]


def stands(w: str, u: str) -> Seen:
    """All places where u stands."""
    found = spans(w, u)
    if not found:
        return "none", {"u": u}
    return "places", {"u": u, "places": ", ".join(found), "n": len(found)}


def first(w: str, u: str) -> Seen:
    """The first place where u stands."""
    return ("first", {"u": u, "place": spans(w, u)[0]}) if u in w else stands(w, u)


def last(w: str, u: str) -> Seen:
    """The last place where u stands."""
    return ("last", {"u": u, "place": spans(w, u)[-1]}) if u in w else stands(w, u)


def subsequence(w: str, u: str) -> Seen:
    """Where the symbols of u are found one after the other."""
    places: list[str] = []
    for i, symbol in enumerate(w, 1):
        if len(places) < len(u) and u[len(places)] == symbol:
            places.append(str(i))
    part = u[: len(places)]
    if not part:
        return stands(w, u)
    return "found", {"part": part, "places": ", ".join(places), "n": len(places)}


def blocks(w: str, x: str) -> Seen:
    """The maximal blocks of a symbol."""
    found = re.findall(f"{x}+", w)
    if not found:
        return "none", {"u": x}
    return "blocks", {"x": x, "blocks": ", ".join(found), "n": len(found)}


def all_blocks(w: str) -> Seen:
    """The maximal blocks of all symbols; between them neighbours differ."""
    found = [block[0] for block in re.finditer(r"(.)\1*", w)]
    return "changes", {"blocks": ", ".join(found), "n": len(found) - 1}


def after_last(w: str, x: str, m: int) -> Seen:
    """What follows the last x."""
    if x not in w:
        return "none", {"u": x}
    part = w.rpartition(x)[2]
    told = "after_last", {"x": x, "part": word_text(part), "n": len(part)}
    return modulo(told, m)


def gaps(w: str, x: str) -> Seen:
    """What stands between one x and the next."""
    found = w.split(x)[1:-1]
    if not found:
        return stands(w, x)
    return "gaps", {"x": x, "gaps": ", ".join(map(word_text, found))}


def ahead(w: str, x: str, y: str) -> Seen:
    """The first prefix in which the numbers of x and y differ most."""
    prefixes = (w[:n] for n in range(1, len(w) + 1))
    part = max(prefixes, key=lambda p: abs(p.count(x) - p.count(y)))
    n, k = part.count(x), part.count(y)
    return "ahead", {"part": part, "x": x, "y": y, "n": n, "k": k, "d": abs(n - k)}


def listed(w: str, words: list[str]) -> Seen:
    """Whether the word is one of some."""
    id = "listed" if w in words else "unlisted"
    return id, {"words": ", ".join(map(word_text, words))}


def cut(w: str, n: int) -> Seen:
    """The word in pieces of the same length, and what is left of it."""
    pieces = (w[i : i + n] for i in range(0, len(w), n))
    return "cut", {"n": n, "pieces": " · ".join(pieces)}


def alternate(w: str, x: str, rest: int) -> Seen:
    """The symbols at the odd or the even positions."""
    part = w[1 - rest :: 2]
    id = "odd" if rest else "even"
    return (id, {"part": part, "x": x, "n": part.count(x)}) if part else length(w)


def value(bits: str, m: int, id: str = "value") -> Seen:
    """A binary number."""
    return modulo((id, {"bits": bits, "n": int(bits, 2)}), m)


# ---------------------------------------------------------------- families
SEEN: dict[str, Callable[..., Seen]] = {
    "contains": stands,
    "begins_with": lambda w, u: begin(w, len(u)),
    "ends_in": lambda w, u: end(w, len(u)),
    "scattered": subsequence,
    "occurs_exactly": lambda w, u, k: stands(w, u),
    "occurs_at_least": lambda w, u, k: stands(w, u),
    "one_before_other": lambda w, u, v: both(first(w, u), last(w, v)),
    "beginning_of": lambda w, u: listed(w, [u[:n] for n in range(len(u) + 1)]),
    "repeats": lambda w, u: cut(w, len(u)),
    "exactly": lambda w, x, k: stands(w, x),
    "at_least": lambda w, x, k: stands(w, x),
    "at_most": lambda w, x, k: stands(w, x),
    "number_modulo": lambda w, x, m, r: modulo(stands(w, x), m),
    "same_remainder": lambda w, x, y, m: both(
        modulo(stands(w, x), m), modulo(stands(w, y), m)
    ),
    "never_ahead": lambda w, x, y, k: ahead(w, x, y),
    "both_occur": lambda w, x, y: both(first(w, x), first(w, y)),
    "length_modulo": lambda w, m, r: modulo(length(w), m),
    "length_exactly": lambda w, k: length(w),
    "length_at_least": lambda w, k: length(w),
    "length_at_most": lambda w, k: length(w),
    "symbol_at": lambda w, k, x: at(w, k),
    "symbol_from_end": lambda w, k, x: end(w, k),
    "same_ends": lambda w: both(begin(w, 1), end(w, 1)),
    "symbol_equals_last": lambda w, k: (
        both(at(w, k), end(w, 1)) if len(w) >= k else length(w)
    ),
    "first_at_even": lambda w, x: first(w, x),
    "every_odd": lambda w, x: alternate(w, x, 1),
    "every_even": lambda w, x: alternate(w, x, 0),
    "number_at_odd_modulo": lambda w, x, m, r: modulo(alternate(w, x, 1), m),
    "after_last_modulo": lambda w, x, m, r: after_last(w, x, m),
    "followed_at_once": lambda w, x, y: both(stands(w, x), stands(w, x + y)),
    "preceded_at_once": lambda w, x, y: both(stands(w, x), stands(w, y + x)),
    "followed_later": lambda w, x, y: both(last(w, x), last(w, y)),
    "preceded_earlier": lambda w, x, y: both(first(w, x), first(w, y)),
    "all_before": lambda w, x, y: both(last(w, x), first(w, y)),
    "no_equal_neighbours": all_blocks,
    "changes_modulo": lambda w, m, r: modulo(all_blocks(w), m),
    "spaced": lambda w, x, k: gaps(w, x),
    "gaps_modulo": lambda w, x, m: gaps(w, x),
    "blocks_at_least": lambda w, x, k: blocks(w, x),
    "blocks_at_most": lambda w, x, k: blocks(w, x),
    "blocks_divisible": lambda w, x, m: blocks(w, x),
    "number_of_blocks_exactly": lambda w, x, k: blocks(w, x),
    "number_of_blocks_modulo": lambda w, x, m, r: modulo(blocks(w, x), m),
    "ends_in_block": lambda w, x, k: end(w, len(w) - len(w.rstrip(x)) + 1),
    "begins_with_block": lambda w, x, k: begin(w, len(w) - len(w.lstrip(x)) + 1),
    "binary_modulo": lambda w, m, r: value(w, m),
    "binary_backwards_modulo": lambda w, m, r: value(w[::-1], m, "value_backwards"),
    "one_of": listed,
}
"""For each family: from a word that is not empty, and the family's parameters, what decides."""
