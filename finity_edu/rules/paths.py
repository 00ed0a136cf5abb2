"""Partial paths, reachable stations, full paths and orphans: what rings and the word allow.

A partial path starts at the post and follows the word from the bottom of the tower. Departing from the post
for the first time is free, every later departure costs one own ring on the station that is left; the end
station may only be entered with the last symbol (docs/finity.md, section 2). Pure functions of a layout; stations
are numbers here.

The search runs over pairs (station, rings still left); the rings are packed into one integer, two bits a
station, since a station holds at most three. Exact, and small on real boards: rings are few and the word is
short.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from finity_edu.rules.layout import Layout

State = tuple[int, int]
"""A station, and the rings that are left."""


def packed_rings(layout: Layout, seat: int) -> int:
    """Own rings on all stations but the end, two bits a station."""
    if seat not in layout.ring_codes:
        return 0
    packed = 0
    for i, owner in enumerate(layout.ring_codes):
        if owner == seat:
            packed += 1 << 2 * (i // 3)
    return packed & ~(3 << 2 * layout.board.end_index)


def ring_total(layout: Layout, seat: int) -> int:
    """Own rings on the board, the end station apart."""
    end = 3 * layout.board.end_index
    return layout.ring_codes.count(seat) - layout.ring_codes[end : end + 3].count(seat)


def bits(mask: int) -> Iterator[int]:
    """Numbers of the set bits, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def partial_paths(
    layout: Layout, seat: int, word: str, start: int
) -> Iterator[dict[State, State]]:
    """Where partial paths of 0, 1, … symbols end: each state with one state before it, up to the last that has any.

    One predecessor is enough: which stations a path has visited is told by the rings that it has spent.
    """
    end = 1 << layout.board.end_index
    first = (start, packed_rings(layout, seat))
    layer = {first: first}
    for i, symbol in enumerate(word):
        yield layer
        successors = layout.successors[symbol == "w"]
        allowed = -1 if i == len(word) - 1 else ~end
        following: dict[State, State] = {}
        for station, left in layer:
            price = 1 << 2 * station if i else 0
            if price and not left >> 2 * station & 3:
                continue
            for head in bits(successors[station] & allowed):
                following.setdefault((head, left - price), (station, left))
        if not following:
            return
        layer = following
    yield layer


def reach_mask(layout: Layout, seat: int, word: str, start: int | None = None) -> int:
    """Bit mask of the stations that a seat reaches: its start, and the last station of every partial path.

    `start` asks what would be reached if the post stood there; by default it is where the post stands.
    """
    if start is None:
        start = layout.post(seat)
    if start is None:
        return 0
    reached = 0
    for layer in partial_paths(layout, seat, word, start):
        for station, _ in layer:
            reached |= 1 << station
    return reached


def way_mask(layout: Layout, seat: int, word: str, start: int | None = None) -> int:
    """Bit mask of the stations to which any way along arrows leads from the post, never entering the end.

    The word does not count; it is asked for so that `SWEEPS` can call either function.
    """
    if start is None:
        start = layout.post(seat)
    if start is None:
        return 0
    black, white = layout.successors
    allowed = ~(1 << layout.board.end_index)
    reached = frontier = 1 << start
    while frontier:
        following = 0
        for station in bits(frontier):
            following |= black[station] | white[station]
        frontier = following & allowed & ~reached
        reached |= frontier
    return reached


def full_path(layout: Layout, seat: int, word: str) -> tuple[int, ...] | None:
    """A full path with the most distinct stations, as station numbers; None if there is none.

    The number of distinct stations follows from the rings that were spent, so the last layer of the search
    decides.
    """
    start, end = layout.post(seat), layout.board.end_index
    # K arrows spend exactly k − 1 rings
    if start is None or ring_total(layout, seat) < len(word) - 1:
        return None
    layers = list(partial_paths(layout, seat, word, start))
    arrived = [state for state in layers[-1] if state[0] == end]
    if len(layers) <= len(word) or not arrived:
        return None
    rings = packed_rings(layout, seat)
    # The second part of the key only settles ties, so that the path shown does not hang on the order of a search.
    path = [
        max(arrived, key=lambda state: (_distinct(rings, state[1], start), -state[1]))
    ]
    for layer in reversed(layers[1:]):
        path.append(layer[path[-1]])
    return tuple(station for station, _ in reversed(path))


def claim(layout: Layout, seat: int, word: str) -> tuple[int, int] | None:
    """What a seat's full path is worth if several players have one; None without a full path.

    More distinct stations come first, then more rings on the board (docs/finity.md, section 4).  The compiled engine
    says the same in `_winner` (`finity_edu/players/kernel/apply.py`); tests hold both to each other.
    """
    path = full_path(layout, seat, word)
    return None if path is None else (len(set(path)), ring_total(layout, seat))


def _distinct(rings: int, left: int, start: int) -> int:
    """Number of different stations on a full path, start and end included, from the rings it has spent."""
    return len({start, *(bit // 2 for bit in bits(rings - left))}) + 1


SWEEPS: dict[str, Callable[[Layout, int, str, int | None], int]] = {
    "path": reach_mask,
    "way": way_mask,
}
"""Stations on which a seat's rings stay, by the value of the rule `sweep`."""


def kept_mask(
    layout: Layout, seat: int, word: str, sweep: str, start: int | None = None
) -> int:
    """Stations on which a seat's rings stay, under the rule set's sweep condition (`SWEEPS`)."""
    return SWEEPS[sweep](layout, seat, word, start)


def without_orphans(
    layout: Layout, word: str, sweep: str
) -> tuple[Layout, dict[int, int]]:
    """The layout after the sweep, and how many rings of each seat it took.

    One pass is enough: a ring that goes supported no path, since its station was not reachable at all.
    """
    swept: dict[int, int] = {}
    codes = bytearray(layout.ring_codes)
    for seat in range(1, layout.board.players + 1):
        if seat not in layout.ring_codes:
            continue
        kept = kept_mask(layout, seat, word, sweep) | 1 << layout.board.end_index
        gone = 0
        for i, owner in enumerate(layout.ring_codes):
            if owner == seat and not kept >> i // 3 & 1:
                codes[i] = 0
                gone += 1
        if gone:
            swept[seat] = gone
    return (replace(layout, ring_codes=bytes(codes)) if swept else layout), swept
