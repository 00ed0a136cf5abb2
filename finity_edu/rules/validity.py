"""What is wrong with a position: all of it, not only the first thing.

A problem is *grave* if the position cannot exist. A ring that the next sweep would take off is a problem too,
but not a grave one: such positions can be written down, and the sweep puts them right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from boardkit.messages import Message
from finity_edu.rules import paths
from finity_edu.rules.board import EMPTY, FIRST_BLOCKER, reversed_code
from finity_edu.rules.errors import CATALOGUE
from finity_edu.rules.layout import Layout
from finity_edu.rules.pieces import COLOURS, SIZES, PlaceBridge, RemoveBridge, seat_letter
from finity_edu.rules.ruleset import BLOCKERS_PER_SEAT, BRIDGES_PER_COLOUR, IDLE_ROUNDS

if TYPE_CHECKING:
    from finity_edu.rules.position import Position


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a position.

    Attributes
    ----------
    id : str
        Stable name; its text is ``problem.<id>`` in the catalogues.
    values : mapping
        What the text mentions.
    grave : bool
        Whether the position cannot exist.
    """

    id: str
    values: Mapping[str, str] = field(default_factory=dict, hash=False)
    grave: bool = True

    @property
    def message(self) -> Message:
        """The text, rendered in the current language when it is shown."""
        return CATALOGUE.message(f"problem.{self.id}", **self.values)

    def __str__(self) -> str:
        return str(self.message)


PROBLEMS = (
    "word_letters",
    "word_length",
    "no_seat",
    "post_missing",
    "post_on_end",
    "posts_together",
    "place_twice",
    "ring_on_end",
    "ring_owner",
    "ring_supply",
    "bridge_supply",
    "blocker_supply",
    "corner",
    "duplicate",
    "ban",
    "clock",
    "ply",
    "orphan",
)
"""All problem ids."""


def problems(position: Position) -> tuple[Problem, ...]:
    """All problems of a position, in a fixed order."""
    found = [*_word(position), *_counters(position), *_posts(position.layout), *_rings(position)]
    found += [*_slots(position.layout), *_ban(position)]
    if not any(problem.grave for problem in found):
        found += _orphans(position)
    return tuple(found)


def _word(position: Position) -> Iterator[Problem]:
    word, rules = position.word, position.rules
    if not isinstance(word, str) or not word or set(word) - set(COLOURS):
        yield Problem("word_letters", {"word": str(word)})
    elif position.board.is_standard and not rules.word_min <= len(word) <= rules.word_max:
        lengths = str(rules.word_min) + (f"–{rules.word_max}" if rules.word_max > rules.word_min else "")
        yield Problem(
            "word_length", {"word": word, "length": str(len(word)), "lengths": lengths, "rules": rules.name}
        )


def _counters(position: Position) -> Iterator[Problem]:
    if position.turn not in range(1, position.players + 1):
        yield Problem("no_seat", {"seat": str(position.turn)})
    limit = IDLE_ROUNDS * position.players
    if not 0 <= position.clock <= limit:
        yield Problem("clock", {"clock": str(position.clock), "limit": str(limit)})
    if not 0 <= position.ply <= position.players:
        yield Problem("ply", {"ply": str(position.ply), "players": str(position.players)})


def _posts(layout: Layout) -> Iterator[Problem]:
    for seat, station in enumerate(layout.posts, start=1):
        if station is None:
            if layout.board.is_standard:
                yield Problem("post_missing", {"seat": seat_letter(seat)})
            continue
        if station == layout.board.end:
            yield Problem("post_on_end", {"seat": seat_letter(seat), "station": station})
        earlier = layout.posts[: seat - 1]
        if station in earlier:
            other = seat_letter(1 + earlier.index(station))
            yield Problem("posts_together", {"seat": seat_letter(seat), "other": other, "station": station})


def _rings(position: Position) -> Iterator[Problem]:
    layout, rules = position.layout, position.rules
    for ring in layout.rings:
        if ring.seat > layout.board.players:
            yield Problem("ring_owner", {"seat": str(ring.seat), "station": ring.station})
        if ring.station == layout.board.end:
            yield Problem("ring_on_end", {"seat": seat_letter(ring.seat), "station": ring.station})
    for seat in range(1, layout.board.players + 1):
        for size in SIZES:
            number, most = layout.ring_count(seat, size), rules.ring_supply(size)
            if number > most:
                values = {"seat": seat_letter(seat), "size": size, "number": str(number), "most": str(most)}
                yield Problem("ring_supply", values)


def _slots(layout: Layout) -> Iterator[Problem]:
    board, codes = layout.board, layout.slot_codes
    for colour in COLOURS:
        number = layout.bridge_count(colour)
        if number > BRIDGES_PER_COLOUR:
            yield Problem(
                "bridge_supply", {"colour": colour, "number": str(number), "most": str(BRIDGES_PER_COLOUR)}
            )
    for seat in range(1, 5):
        number = codes.count(FIRST_BLOCKER + seat - 1)
        if number > (BLOCKERS_PER_SEAT if seat <= board.players else 0):
            values = {"seat": seat_letter(seat), "number": str(number), "most": str(BLOCKERS_PER_SEAT)}
            yield Problem("blocker_supply", values)
    for slot, code in enumerate(codes):
        if not EMPTY < code < FIRST_BLOCKER:
            continue
        here = str(board.bridge(slot, code))
        for mate in board.corner_mates[slot]:
            if mate > slot and EMPTY < codes[mate] < FIRST_BLOCKER:
                corner = "–".join(board.corner_of(board.slots[slot]) or ())
                there = str(board.bridge(mate, codes[mate]))
                yield Problem("corner", {"a": here, "b": there, "corner": corner})
        for twin in range(slot + 1, slot - slot % 3 + 3):
            if codes[twin] == code:
                yield Problem("duplicate", {"a": here, "b": str(board.bridge(twin, code))})


def _ban(position: Position) -> Iterator[Problem]:
    if position.ban is None:
        return
    slot, code = position.board.bridge_code[position.ban.move.bridge]
    match position.ban.move:
        case PlaceBridge():
            left_behind = code
        case RemoveBridge(bridge):
            left_behind = -1 if bridge.head == position.board.end else EMPTY
        case _:
            left_behind = reversed_code(code)
    if position.layout.slot_codes[slot] != left_behind:
        yield Problem("ban", {"ban": str(position.ban)})


def _orphans(position: Position) -> Iterator[Problem]:
    for seat in range(1, position.players + 1):
        kept = paths.kept_mask(position.layout, seat, position.word, position.rules.sweep)
        for ring in position.layout.rings:
            if ring.seat == seat and not kept >> position.board.index[ring.station] & 1:
                yield Problem(
                    "orphan", {"seat": seat_letter(seat), "ring": f"{ring.station}.{ring.size}"}, grave=False
                )
