"""Partial paths, reachable stations, full paths and orphans: what rings and the word allow.

A partial path starts at the post and follows the word from the bottom of the tower. Departing from the post
for the first time is free, every later departure costs one own ring on the station that is left; the end
station may only be entered with the last symbol (docs/finity.md, section 2). Pure functions of a layout; stations
are numbers here.

The search runs over pairs (station, rings still left); the rings are packed into one integer, two bits a
station, since a station holds at most three. Exact, and small on real boards: rings are few and the word is
short.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from finity_edu.rules.layout import Layout


def packed_rings(layout: Layout, seat: int) -> int:
    """Own rings on all stations but the end, two bits a station."""
    packed = 0
    codes = layout.ring_codes
    if seat in codes:
        for i, owner in enumerate(codes):
            if owner == seat:
                packed += 1 << 2 * (i // 3)
        packed &= ~(3 << 2 * layout.board.end_index)
    return packed


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


def reach_mask(layout: Layout, seat: int, word: str, start: int | None = None) -> int:
    """Bit mask of the stations that a seat reaches: its start, and the last station of every partial path.

    `start` asks what would be reached if the post stood there; by default it is where the post stands.
    """
    if start is None:
        start = layout.post(seat)
    if start is None:
        return 0
    end_bit = 1 << layout.board.end_index
    rings = packed_rings(layout, seat)
    ring_mask = 0
    for station in range(len(layout.board.stations)):
        if rings >> 2 * station & 3:
            ring_mask |= 1 << station
    reached = 1 << start
    layer = {(start, rings)}
    last = len(word) - 1
    for i, symbol in enumerate(word):
        successors = layout.successors[symbol == "w"]
        following: set[tuple[int, int]] = set()
        for station, left in layer:
            heads = successors[station]
            if not heads:
                continue
            if i < last:
                heads &= ~end_bit
            if i:
                left -= 1 << 2 * station
            reached |= heads
            heads &= ring_mask
            while heads:
                low = heads & -heads
                heads ^= low
                head = low.bit_length() - 1
                if left >> 2 * head & 3:
                    following.add((head, left))
        if not following:
            break
        layer = following
    return reached


def way_mask(layout: Layout, seat: int, start: int | None = None) -> int:
    """Bit mask of the stations to which any way along bridges leads from the post, never entering the end."""
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


def _last_layer(layout: Layout, seat: int, word: str) -> list[dict[tuple[int, int], tuple[int, int]]] | None:
    """Layers of a full path as (station, rings left) -> one predecessor; None where there is none.

    A full path of k bridges spends exactly k − 1 rings, so fewer rings settle it at once.
    """
    start = layout.post(seat)
    if start is None or ring_total(layout, seat) < len(word) - 1:
        return None
    end = layout.board.end_index
    rings = packed_rings(layout, seat)
    layers: list[dict[tuple[int, int], tuple[int, int]]] = [{(start, rings): (start, rings)}]
    last = len(word) - 1
    for i, symbol in enumerate(word):
        successors = layout.successors[symbol == "w"]
        following: dict[tuple[int, int], tuple[int, int]] = {}
        for state in layers[-1]:
            station, left = state
            heads = successors[station]
            if i:
                left -= 1 << 2 * station
            if i == last:
                if heads >> end & 1:
                    following.setdefault((end, left), state)
                continue
            for head in bits(heads & ~(1 << end)):
                if left >> 2 * head & 3:
                    following.setdefault((head, left), state)
        if not following:
            return None
        layers.append(following)
    return layers


def full_path(layout: Layout, seat: int, word: str) -> tuple[int, ...] | None:
    """A full path with the most distinct stations, as station numbers; None if there is none.

    The number of distinct stations follows from the rings that were spent, so the last layer of the search
    decides.
    """
    layers = _last_layer(layout, seat, word)
    if layers is None:
        return None
    start = layers[0]
    (first, rings) = next(iter(start))
    best = max(layers[-1], key=lambda state: (_distinct(rings, state[1], first), -state[1]))
    path = [best]
    for layer in reversed(layers[1:]):
        path.append(layer[path[-1]])
    return tuple(station for station, _ in reversed(path))


def _distinct(rings: int, left: int, start: int) -> int:
    """Number of different stations on a full path, start and end included, from the rings it has spent."""
    spent = rings - left
    visited = {start}
    station = 0
    while spent:
        if spent & 3:
            visited.add(station)
        spent >>= 2
        station += 1
    return len(visited) + 1


def kept_mask(layout: Layout, seat: int, word: str, sweep: str, start: int | None = None) -> int:
    """Stations on which a seat's rings stay, under the rule set's sweep condition ("path" or "way")."""
    return reach_mask(layout, seat, word, start) if sweep == "path" else way_mask(layout, seat, start)


def orphans(layout: Layout, word: str, sweep: str) -> dict[int, int]:
    """Number of rings of each seat that the sweep takes off (seats without any are left out)."""
    swept, _ = _sweep(layout, word, sweep)
    return swept


def without_orphans(layout: Layout, word: str, sweep: str) -> tuple[Layout, dict[int, int]]:
    """The layout after the sweep, and how many rings of each seat it took.

    One pass is enough: a ring that goes supported no path, since its station was not reachable at all.
    """
    swept, codes = _sweep(layout, word, sweep)
    return (replace(layout, ring_codes=codes) if swept else layout), swept


def _sweep(layout: Layout, word: str, sweep: str) -> tuple[dict[int, int], bytes]:
    codes = layout.ring_codes
    swept: dict[int, int] = {}
    end = layout.board.end_index
    for seat in range(1, layout.board.players + 1):
        if seat not in codes:
            continue
        kept = kept_mask(layout, seat, word, sweep) | 1 << end
        gone = [i for i, owner in enumerate(layout.ring_codes) if owner == seat and not kept >> i // 3 & 1]
        if gone:
            swept[seat] = len(gone)
            changed = bytearray(codes)
            for i in gone:
                changed[i] = 0
            codes = bytes(changed)
    return swept, codes
