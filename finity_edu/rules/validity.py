"""What is wrong with a position: all of it, not only the first thing.

A problem is *grave* if the position cannot exist. A ring that the next sweep would take off is a problem too,
but not a grave one: such positions can be written down, and the sweep puts them right.
"""

from collections.abc import Iterator

from finity_edu.rules import paths
from finity_edu.rules.board import EMPTY, FIRST_BLOCKER, PLAYERS, reversed_code
from finity_edu.rules.errors import Problem
from finity_edu.rules.layout import Layout
from finity_edu.rules.options import ARROWS_PER_COLOUR, BLOCKERS_PER_SEAT
from finity_edu.rules.pieces import COLOURS, SIZES, PlaceArrow, RemoveArrow, seat_letter
from finity_edu.rules.situation import Situation


def problems(position: Situation) -> tuple[Problem, ...]:
    """All problems of a position, in a fixed order."""
    found = [
        *_word(position),
        *_counters(position),
        *_posts(position.layout),
        *_rings(position),
    ]
    found += [*_slots(position.layout), *_ban(position)]
    if not any(problem.grave for problem in found):
        found += _orphans(position)
    return tuple(found)


def _word(position: Situation) -> Iterator[Problem]:
    word, rules = position.word, position.rules
    if not isinstance(word, str) or not word or set(word) - set(COLOURS):
        yield Problem("word_letters", {"word": str(word)})
    elif (
        position.board.is_standard and not rules.word_min <= len(word) <= rules.word_max
    ):
        lengths = str(rules.word_min) + (
            f"–{rules.word_max}" if rules.word_max > rules.word_min else ""
        )
        yield Problem(
            "word_length",
            {
                "word": word,
                "length": len(word),
                "lengths": lengths,
                "rules": rules.name,
            },
        )


def _counters(position: Situation) -> Iterator[Problem]:
    if position.turn not in range(1, position.players + 1):
        yield Problem("no_seat", {"seat": str(position.turn)})
    limit = position.rules.idle_limit(position.players)
    if not 0 <= position.clock <= limit:
        yield Problem("clock", {"clock": position.clock, "limit": limit})
    if not 0 <= position.ply <= position.players:
        yield Problem("ply", {"ply": position.ply, "players": position.players})


def _posts(layout: Layout) -> Iterator[Problem]:
    for seat, station in enumerate(layout.posts, start=1):
        if station is None:
            if layout.board.is_standard:
                yield Problem("post_missing", {"seat": seat_letter(seat)})
            continue
        if station == layout.board.end:
            yield Problem(
                "post_on_end", {"seat": seat_letter(seat), "station": station}
            )
        earlier = layout.posts[: seat - 1]
        if station in earlier:
            other = seat_letter(1 + earlier.index(station))
            yield Problem(
                "posts_together",
                {"seat": seat_letter(seat), "other": other, "station": station},
            )


def _rings(position: Situation) -> Iterator[Problem]:
    layout, rules = position.layout, position.rules
    for ring in layout.rings:
        if ring.seat > layout.board.players:
            yield Problem(
                "ring_owner", {"seat": str(ring.seat), "station": ring.station}
            )
        if ring.station == layout.board.end:
            yield Problem(
                "ring_on_end", {"seat": seat_letter(ring.seat), "station": ring.station}
            )
    for seat in range(1, layout.board.players + 1):
        for size in SIZES:
            number, most = layout.ring_count(seat, size), rules.ring_supply(size)
            if number > most:
                values = {
                    "seat": seat_letter(seat),
                    "size": size,
                    "number": number,
                    "most": most,
                }
                yield Problem("ring_supply", values)


def _slots(layout: Layout) -> Iterator[Problem]:
    board, codes = layout.board, layout.slot_codes
    for colour in COLOURS:
        number = layout.arrow_count(colour)
        if number > ARROWS_PER_COLOUR:
            yield Problem(
                "arrow_supply",
                {"colour": colour, "number": number, "most": ARROWS_PER_COLOUR},
            )
    for seat in range(1, max(PLAYERS) + 1):
        number = codes.count(FIRST_BLOCKER + seat - 1)
        if number > (BLOCKERS_PER_SEAT if seat <= board.players else 0):
            values = {
                "seat": seat_letter(seat),
                "number": number,
                "most": BLOCKERS_PER_SEAT,
            }
            yield Problem("blocker_supply", values)
    for slot, code in layout.lying:
        here = str(board.arrow(slot, code))
        for mate in board.corner_mates[slot]:
            if mate > slot and EMPTY < codes[mate] < FIRST_BLOCKER:
                corner = "–".join(board.corner_of(board.slots[slot]) or ())
                there = str(board.arrow(mate, codes[mate]))
                yield Problem("corner", {"a": here, "b": there, "corner": corner})
        # Only the slots after this one of the same pair: each pair of twins is named once.
        for twin in range(slot + 1, slot - slot % 3 + 3):
            if codes[twin] == code:
                yield Problem(
                    "duplicate", {"a": here, "b": str(board.arrow(twin, code))}
                )


def _ban(position: Situation) -> Iterator[Problem]:
    if position.ban is None:
        return
    slot, code = position.board.arrow_code[position.ban.move.arrow]
    match position.ban.move:
        case PlaceArrow():
            left_behind = code
        case RemoveArrow(arrow):
            # Nothing is ever removed there: no board shows what such a move would have left.
            left_behind = -1 if arrow.head == position.board.end else EMPTY
        case _:
            left_behind = reversed_code(code)
    if position.layout.slot_codes[slot] != left_behind:
        yield Problem("ban", {"ban": str(position.ban)})


def _orphans(position: Situation) -> Iterator[Problem]:
    swept, _ = paths.without_orphans(
        position.layout, position.word, position.rules.sweep
    )
    for ring in position.layout.rings:
        if ring not in swept.rings:
            yield Problem(
                "orphan",
                {"seat": seat_letter(ring.seat), "ring": f"{ring.station}.{ring.size}"},
                False,
            )
