"""Wrong numbers, fractions, sets and partitions."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from finity_edu import Position
from tests.course.mutants.rubric import Mutants, rule, share


@rule("count_arrows", "count_words", "minimal_states", "no_pump_rings", "stone_count", "reachable_positions")
def number(id: str, data: dict[str, Any], key: int) -> Mutants:
    yield "one more", key + 1, 0.0
    yield "one less", key - 1, 0.0
    yield "zero", 0, 0.0


@rule("win_probability")
def fraction(id: str, data: dict[str, Any], key: str) -> Mutants:
    top, bottom = map(int, key.split("/"))
    yield "rounded", f"{top * 10_000 + (1 if top < bottom else -1)}/{bottom * 10_000}", 0.0
    yield "the other side", f"{bottom - top}/{bottom}" if 2 * top != bottom else "1/3", 0.0


def sets(items: list[Any], key: list[Any], universe: int) -> Mutants:
    """Mutants of a set: one item too few, one too many, both, nothing, everything."""
    right, rest = set(key), [x for x in items if x not in key]
    yield "nothing", [], 0.0
    if len(right) > 1:
        yield "one missing", key[1:], share(right, set(key[1:]), universe)
    if rest:
        yield "one too many", [*key, rest[0]], share(right, {*key, rest[0]}, universe)
        yield "one exchanged", [*key[1:], rest[0]], share(right, {*key[1:], rest[0]}, universe)
    if len(items) == universe and rest:
        yield "everything", items, 0.0


@rule("delta_hat")
def stations(id: str, data: dict[str, Any], key: list[str]) -> Mutants:
    names = list(Position.parse(data["board"]).board.names)
    yield from sets(names, key, len(names))


@rule("accepted")
def verdicts(id: str, data: dict[str, Any], key: list[str]) -> Mutants:
    yield from sets(data["towers"], key, len(data["towers"]))


@rule("orphaned_after")
def ringed(id: str, data: dict[str, Any], key: list[str]) -> Mutants:
    names = sorted({r.station for r in Position.parse(data["board"]).layout.rings if r.seat == 1})
    yield from sets(names, key, len(names))


@rule("losing_fields")
def fields(id: str, data: dict[str, Any], key: list[str]) -> Mutants:
    yield from sets([str(d) for d in range(1, data["length"] + 1)], key, data["length"])


@rule("orphaning_moves")
def moves(id: str, data: dict[str, Any], key: list[str]) -> Mutants:
    legal = [str(m) for m in Position.parse(data["board"]).legal_moves()]
    yield from sets(legal, key, len(legal))
    yield "an illegal move", [*key, "+bA>A.m"], 0.0


@rule("nerode_classes")
def partition(id: str, data: dict[str, Any], key: list[list[str]]) -> Mutants:
    def pairs(blocks: list[list[str]]) -> set[frozenset[str]]:
        return {frozenset(p) for block in blocks for p in combinations(block, 2)}

    all_ = [x for block in key for x in block]
    universe = len(all_) * (len(all_) - 1) // 2
    big = max(key, key=len)
    split = [[big[0]], big[1:], *(b for b in key if b is not big)]
    yield "each alone", [[x] for x in all_], 0.0
    yield "all together", [all_], 0.0
    yield "one split off", split, share(pairs(key), pairs(split), universe)
    merged = [[*key[0], *key[1]], *key[2:]]
    yield "two merged", merged, share(pairs(key), pairs(merged), universe)
