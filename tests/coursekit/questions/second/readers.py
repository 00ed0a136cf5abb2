"""Automata read letter by letter with plain sets: boards, ring boards, automata in JSON, expressions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, reduce
from itertools import product
from math import inf
from re import _parser  # type: ignore[attr-defined]
from typing import Any, TypeAlias

from tests.coursekit.questions.second.naive import Board, arrow_set


@dataclass(frozen=True)
class Reader:
    """Where a run starts, where a letter leads, and where it may end."""

    start: frozenset[str]
    step: Callable[[str, str], Iterable[str]]
    accepts: Callable[[str], bool]

    def sets(self, word: str) -> list[set[str]]:
        """The active states after every prefix."""
        rows = [set(self.start)]
        for a in word:
            rows.append({t for q in rows[-1] for t in self.step(q, a)})
        return rows

    def wins(self, word: str) -> bool:
        return any(map(self.accepts, self.sets(word)[-1]))

    def lives(self, prefix: str, letters: Iterable[str]) -> bool:
        """Whether some way leads on from a prefix to a state where a run may end."""
        todo = list(self.sets(prefix)[-1])
        seen = set(todo)
        while todo:
            here = todo.pop()
            new = {q for a in letters for q in self.step(here, a)} - seen
            seen |= new
            todo += new
        return any(map(self.accepts, seen))

    def is_run(self, stations: list[str], word: str) -> bool:
        """Whether stations are a run over a whole word, accepting or not."""
        return len(stations) == len(word) + 1 and stations[0] in self.start and all(
            q in self.step(p, a) for p, a, q in zip(stations, word, stations[1:], strict=False))


def of_arrows(arrows: Iterable[tuple[str, str, str]], start: str, end: Iterable[str]) -> Reader:
    """Arrows without ε."""
    edges, ends = set(arrows), set(end)
    step = cache(lambda p, a: {q for s, c, q in edges if (s, c) == (p, a)})
    return Reader(frozenset({start}), step, ends.__contains__)


def of_board(text: str | dict[str, Any], seat: int = 1) -> Reader:
    board = Board(text, seat)
    return of_arrows(board.arrows, board.start, board.ends)


def of_json(fa: dict[str, Any]) -> Reader:
    """An automaton in canonical JSON, ε-moves closed after every letter."""
    edges = {tuple(t) for t in fa["transitions"]}

    def closed(states: set[str]) -> set[str]:
        while (more := states | {q for p, a, q in edges if a == "" and p in states}) != states:
            states = more
        return states

    step = cache(lambda p, a: closed({q for s, c, q in edges if (s, c) == (p, a)}))
    return Reader(frozenset(closed({fa["start"]})), step, set(fa["accepting"]).__contains__)


def with_rings(board: Board, start_free: bool = True) -> Reader:
    """Every departure but the first costs a ring; ``(B − A C2)`` is B, after a ring of A and two of C."""
    def written(station: str, cost: dict[str, int]) -> str:
        told = " ".join(f"{q}{cost[q] if cost[q] > 1 else ''}" for q in board.names if cost.get(q))
        return station if station == board.end or not told else f"({station} − {told})"

    first = board.start

    def step(state: str, a: str) -> set[str]:
        station, _, told = state.strip("()").partition(" − ")
        cost = {c.rstrip("23"): int(c[-1]) if c[-1] in "23" else 1 for c in told.split()}
        free = start_free and state == first
        if station == board.end or (not free and cost.get(station, 0) == board.rings.get(station, 0)):
            return set()
        then = cost if free else {**cost, station: cost.get(station, 0) + 1}
        return {written(q, then) for p, c, q in board.arrows if (p, c) == (station, a)}

    return Reader(frozenset({first}), step, board.end.__eq__)


def of_rings(text: str) -> Reader:
    return with_rings(Board(text))


def after(reader: Reader, prefix: str) -> Reader:
    """The left quotient: it starts where the prefix leads."""
    return Reader(frozenset(reader.sets(prefix)[-1]), reader.step, reader.accepts)


def expression(text: str) -> Callable[[str], bool]:
    """A regular expression as Python's `re` understands it, in which two signs in a row mean something else.

    It is not matched by `re`, which tries the ways through nested stars one after the other, in ``(((c*|d*)c*)*d)*``
    more than anybody can wait for.
    """
    text = text.replace("∅", "(?!)").replace("ε", "()").replace(" ", "")
    while (shorter := re.sub(r"\+\+", "+", re.sub(r"\?\?", "?", re.sub(r"[*+?](?=[*+?])(?!(?<=\+)\+|(?<=\?)\?)[*+?]",
                                                                  "*", text)))) != text:
        text = shorter
    first = frozenset({_unfolded(_parser.parse(text))})
    step = cache(lambda parts, a: frozenset(rest for part in parts for rest in _rests(part, a)))
    return lambda word: any(map(_may_be_empty, reduce(step, word, first)))


Part: TypeAlias = tuple[Any, ...]
"""What is still to be read: letters, choices (with their parts), and repetitions (from, to, of what)."""


def _unfolded(parsed: Any) -> Part:
    """What `re` has parsed as plain tuples, without the groups."""
    part: list[Any] = []
    for kind, told in parsed:
        match str(kind):
            case "LITERAL":
                part.append(chr(told))
            case "IN":
                part.append(("or", *((chr(code),) for _, code in told)))
            case "BRANCH":
                part.append(("or", *map(_unfolded, told[1])))
            case "SUBPATTERN":
                part += _unfolded(told[-1])
            case "MAX_REPEAT":
                most = inf if told[1] == _parser.MAXREPEAT else told[1]
                part.append(("repeat", told[0], most, _unfolded(told[2])))
            case "ASSERT_NOT" | "FAILURE":  # of nothing, which is how ∅ is written; newer versions call it a failure
                assert not told or not list(told[1])
                part.append(("or",))
            case other:
                raise AssertionError(f"{other} in an expression")
    return tuple(part)


def _may_be_empty(part: Part) -> bool:
    def one(item: Any) -> bool:
        if item[0] == "or":
            return any(map(_may_be_empty, item[1:]))
        return item[0] == "repeat" and (item[1] == 0 or _may_be_empty(item[3]))

    return all(map(one, part))


def _rests(part: Part, a: str) -> Iterator[Part]:
    """What may remain to be read after a letter (Antimirov's partial derivatives)."""
    if not part:
        return
    item, rest = part[0], part[1:]
    if item[0] == "or":
        for choice in item[1:]:
            yield from _rests(choice + rest, a)
    elif item[0] == "repeat":
        _, least, most, what = item
        once_less = ("repeat", max(least - 1, 0), most - 1, what)
        then = (once_less, *rest) if most > 1 else rest
        yield from (left + then for left in _rests(what, a))
        if _may_be_empty((item,)):
            yield from _rests(rest, a)
    elif item == a:
        yield rest


def changed(board: Board, change: str) -> set[tuple[str, str, str]]:
    """Arrows after ``+bA>B`` (added), ``-`` (removed), ``~`` (turned) or ``*`` (another letter)."""
    [(p, a, q)] = arrow_set([change[1:]])
    other = board.alphabet[(board.alphabet.index(a) + 1) % len(board.alphabet)]
    new = {"+": (p, a, q), "-": None, "~": (q, a, p) if q != board.end else None, "*": (p, other, q)}[change[0]]
    return (board.arrows if change[0] == "+" else board.arrows - {(p, a, q)}) | ({new} if new else set())


def words_to(longest: int, alphabet: str = "bw") -> list[str]:
    return ["".join(w) for n in range(longest + 1) for w in product(alphabet, repeat=n)]
