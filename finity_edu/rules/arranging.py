"""Where a board of one's own goes if nobody says it: hexagons for stations that arrows join, slots for arrows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import repeat

from boardkit.hexes import Hex
from finity_edu.rules.errors import BoardError, message

TRIES = 200_000


def find_places(
    stations: Sequence[str], joined: Iterable[tuple[str, str]]
) -> dict[str, Hex]:
    """A hexagon for each station such that joined stations are neighbours, by search.

    Raises
    ------
    BoardError
        If a station has more than six neighbours, or no arrangement is found.

    Examples
    --------
    >>> find_places("ABC", ["AB", "BC"])
    {'A': Hex(x=-1, y=0), 'B': Hex(x=0, y=0), 'C': Hex(x=-1, y=1)}
    """
    near: dict[str, set[str]] = {station: set() for station in stations}
    for tail, head in joined:
        near[tail].add(head)
        near[head].add(tail)
    for station, around in near.items():
        if len(around) > 6:
            raise BoardError(
                message("board.seven_neighbours", station=station, number=len(around))
            )
    budget = [TRIES]
    placed = _place(_connected_order(stations, near), 0, {}, near, budget)
    if placed is None:
        raise BoardError(message("board.not_flat" if budget[0] else "board.too_hard"))
    return {station: placed[station] for station in stations}


def _connected_order(
    stations: Sequence[str], near: Mapping[str, set[str]]
) -> list[str]:
    """The stations so that each has as many placed neighbours as possible when its turn comes."""
    order: list[str] = []
    rest = list(stations)
    while rest:
        best = max(
            rest,
            key=lambda s: (len(near[s] & set(order)), len(near[s]), -rest.index(s)),
        )
        order.append(best)
        rest.remove(best)
    return order


def _place(
    order: Sequence[str],
    i: int,
    placed: dict[str, Hex],
    near: Mapping[str, set[str]],
    budget: list[int],
) -> dict[str, Hex] | None:
    if i == len(order):
        return placed
    taken = set(placed.values())
    for place in _options(order[i], placed, near):
        budget[0] -= 1
        if budget[0] <= 0:
            return None
        if place not in taken:
            found = _place(order, i + 1, {**placed, order[i]: place}, near, budget)
            if found is not None:
                return found
    return None


def _options(
    station: str, placed: Mapping[str, Hex], near: Mapping[str, set[str]]
) -> Iterator[Hex]:
    """The hexagons that touch all placed neighbours, compact ones first."""
    if not placed:
        yield Hex(0, 0)
        return
    around = [placed[other] for other in near[station] if other in placed]
    source = around[:1] or list(placed.values())
    options: set[Hex] = set()
    for there in source:
        options.update(there.neighbours())
    for there in around:
        options.intersection_update(there.neighbours())
    middle = placed[next(iter(placed))]
    yield from sorted(options, key=lambda p: (p.distance(middle), p))


def slot_choices(
    wanted: Sequence[Sequence[int]], corner_mates: Sequence[Sequence[int]]
) -> Iterator[tuple[int, ...]]:
    """The ways to take one slot for each arrow out of those that it may have, no two in one slot or at one corner.

    The search ends after so many tries.
    """
    tries = repeat(None, TRIES)

    def onward(chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(chosen) == len(wanted):
            yield chosen
            return
        for slot, _ in zip(wanted[len(chosen)], tries, strict=False):
            if slot not in chosen and not any(
                mate in chosen for mate in corner_mates[slot]
            ):
                yield from onward((*chosen, slot))

    return onward(())
