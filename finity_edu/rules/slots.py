"""What follows from where the stations of a board lie: neighbours, slots, corners, and what each slot can hold."""

from functools import cached_property
from itertools import product

from boardkit.hexes import DIRECTIONS, Hex, direction_between
from finity_edu.rules.errors import BoardError, message
from finity_edu.rules.pieces import COLOURS, LANES, NEAREST, Arrow, Slot


class Slots:
    """Stations by number and place, and the slots between neighbours; nothing is typed in but the places."""

    stations: tuple[tuple[str, Hex], ...]
    end: str

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Station names in text order."""
        return tuple(name for name, _ in self.stations)

    @cached_property
    def index(self) -> dict[str, int]:
        """Number of each station."""
        return {name: i for i, (name, _) in enumerate(self.stations)}

    @cached_property
    def end_index(self) -> int:
        """Number of the end station."""
        return self.index[self.end]

    def place(self, station: str) -> Hex:
        """Coordinates of a station."""
        try:
            return self.stations[self.index[station]][1]
        except (KeyError, TypeError):
            raise BoardError(
                message("board.unknown", name=station, names=" ".join(self.names))
            ) from None

    @cached_property
    def at(self) -> dict[Hex, str]:
        """Station at each place."""
        return {place: name for name, place in self.stations}

    @cached_property
    def neighbours(self) -> dict[str, tuple[str, ...]]:
        """Adjacent stations of each station, in text order."""
        near = {}
        for name, place in self.stations:
            touching = [
                other for other, there in self.stations if place.distance(there) == 1
            ]
            near[name] = tuple(touching)
        return near

    @cached_property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Adjacent pairs, first station first in text order."""
        found = []
        for a in self.names:
            for b in self.neighbours[a]:
                if self.index[a] < self.index[b]:
                    found.append((a, b))
        return tuple(found)

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """All slots in canonical order: by pair, then left, middle, right."""
        return tuple(Slot(a, b, lane) for a, b in self.pairs for lane in LANES)

    @cached_property
    def slot_index(self) -> dict[Slot, int]:
        """Number of each slot, under both of its names."""
        numbers = {slot: i for i, slot in enumerate(self.slots)}
        return numbers | {slot.turned(): i for slot, i in numbers.items()}

    @cached_property
    def slot_named(self) -> dict[str, Slot]:
        """Each slot under the texts of both of its names."""
        return {str(slot): self.slots[i] for slot, i in self.slot_index.items()}

    def corner_of(self, slot: Slot) -> tuple[str, str, str] | None:
        """The corner of three stations beside which a slot lies; None in the middle and at the rim.

        >>> from finity_edu import Board
        >>> Board.standard(2).corner_of(Slot("C", "N", "l"))
        ('C', 'N', 'NW')
        """
        if slot.lane == "m":
            return None
        a, b = self.place(slot.a), self.place(slot.b)
        turn = -1 if slot.lane == "l" else 1  # directions run clockwise
        direction = direction_between(a, b)
        third = self.at.get(a.plus(DIRECTIONS[(direction + turn) % 6]))
        if third is None:
            return None
        a_name, b_name, c_name = sorted(
            (slot.a, slot.b, third), key=self.index.__getitem__
        )
        return a_name, b_name, c_name

    @cached_property
    def corners(self) -> dict[tuple[str, str, str], list[int]]:
        """Triples of stations that meet in a point, each in text order, with the slots beside the point."""
        found: dict[tuple[str, str, str], list[int]] = {}
        for i, slot in enumerate(self.slots):
            corner = self.corner_of(slot)
            if corner is not None:
                found.setdefault(corner, []).append(i)
        return found

    @cached_property
    def corner_mates(self) -> tuple[tuple[int, ...], ...]:
        """For each slot the (none or two) others beside its corner: only one of the three holds an arrow."""
        mates: list[tuple[int, ...]] = [()] * len(self.slots)
        for slots in self.corners.values():
            for slot in slots:
                mates[slot] = tuple(other for other in slots if other != slot)
        return tuple(mates)

    @cached_property
    def slots_at(self) -> tuple[frozenset[int], ...]:
        """Numbers of the slots at each station."""
        found: dict[str, set[int]] = {name: set() for name in self.names}
        for i, slot in enumerate(self.slots):
            found[slot.a].add(i)
            found[slot.b].add(i)
        return tuple(map(frozenset, found.values()))

    # --- arrows as codes ----------------------------------------------------------------------------------

    def arrow(self, slot: int, code: int) -> Arrow:
        """The arrow that `code` means in a slot."""
        return self.arrows[slot][code - 1]

    @cached_property
    def arrows(self) -> tuple[tuple[Arrow, ...], ...]:
        """The four arrows that can fill each slot, by code."""
        rows = []
        for slot in self.slots:
            turned = slot.turned()
            four = (
                Arrow("b", slot.a, slot.b, slot.lane),
                Arrow("b", turned.a, turned.b, turned.lane),
                Arrow("w", slot.a, slot.b, slot.lane),
                Arrow("w", turned.a, turned.b, turned.lane),
            )
            rows.append(four)
        return tuple(rows)

    @cached_property
    def arrow_code(self) -> dict[Arrow, tuple[int, int]]:
        """Slot number and code of every possible arrow."""
        codes = {}
        for slot, four in enumerate(self.arrows):
            for code, arrow in enumerate(four, start=1):
                codes[arrow] = (slot, code)
        return codes

    @cached_property
    def lanes(self) -> dict[tuple[str, str, str], list[tuple[Arrow, int, int]]]:
        """Arrows by tail, colour and head, in the middle first: what slot each fills and takes, as bit sets."""
        found: dict[tuple[str, str, str], list[tuple[Arrow, int, int]]] = {}
        steps = [(p, q) for p in self.names for q in self.neighbours[p]]
        for (p, q), colour, lane in product(steps, COLOURS, NEAREST):
            slot = self.slot_index[Slot(p, q, lane)]
            taken = sum(1 << i for i in (slot, *self.corner_mates[slot]))
            arrow = Arrow(colour, p, q, lane)
            found.setdefault((p, colour, q), []).append((arrow, 1 << slot, taken))
        return found

    @cached_property
    def possible(self) -> tuple[tuple[str, str, str], ...]:
        """What can be laid anew, by tail, colour and head: nothing leaves the tower."""
        return tuple(edge for edge in self.lanes if edge[0] != self.end)

    @cached_property
    def transitions(self) -> tuple[tuple[tuple[int, int, int], ...], ...]:
        """(colour number, tail, head) of what a code means in each slot; index 0 is unused."""
        rows = []
        for four in self.arrows:
            row = [(0, 0, 0)]
            for arrow in four:
                tail, head = self.index[arrow.tail], self.index[arrow.head]
                row.append(("bw".index(arrow.colour), tail, head))
            rows.append(tuple(row))
        return tuple(rows)
