"""Which arrows and rings a seat can still put on a board: slots, corners, supplies, sizes."""

from collections.abc import Sequence
from dataclasses import replace

from finity_edu.rules.arranging import slot_choices
from finity_edu.rules.board import EMPTY, FIRST_BLOCKER
from finity_edu.rules.candidates import move_table
from finity_edu.rules.options import ARROWS_PER_COLOUR, RING_SIZE
from finity_edu.rules.pieces import COLOURS, SIZES, PlaceArrow, PlaceRing, Size
from finity_edu.rules.position import Position


def wins(position: Position, moves: Sequence[PlaceArrow | PlaceRing]) -> bool:
    """Whether moves of the seat to move are legal one after the other, and win, if the others leave the board alone."""
    seat = position.turn
    for move in moves:
        if position.why_illegal(move) is not None:
            break
        after = position.play(move)
        position = replace(after, turn=seat, ban=None, clock=0, ply=after.players)
    return position.result is not None and position.result.winners == {seat}


class Workshop:
    """Room for arrows and rings on one position; counts what a search has taken for the moment.

    Attributes
    ----------
    adjacent : list of int
        For each station the mask of the neighbours with at least one free slot between.
    ring_room : list of int
        For each station how many more of its rings the rules and the sizes that are free allow; unless rings are
        ``scarce``, the supply does not count.
    """

    def __init__(self, position: Position, seat: int, scarce: bool = True) -> None:
        self.board = position.board
        self.position = position.with_turn(seat)
        self.facts = self.position.facts
        self.stations = len(self.board.names)
        self.pair = {
            (self.board.index[a], self.board.index[b]): i
            for i, (a, b) in enumerate(self.board.pairs)
        }
        self.free = self._free_slots()
        self.room = list(map(len, self.free))
        self.supply: dict[str, int] = {
            c: ARROWS_PER_COLOUR - position.layout.arrow_count(c) for c in COLOURS
        }
        self.adjacent = [0] * self.stations
        for (a, b), i in self.pair.items():
            if self.room[i]:
                self.adjacent[a] |= 1 << b
                self.adjacent[b] |= 1 << a
        rules, layout = position.rules, position.layout
        self.sizes_left: dict[str, int] = {
            s: rules.ring_supply(s) - layout.ring_count(seat, s) for s in SIZES
        }
        if not scarce:
            self.sizes_left = dict.fromkeys(SIZES, 3 * self.stations)
        self.sizes_free: list[list[Size]] = []
        self.ring_room = []
        for i in range(self.stations):
            owners = layout.ring_codes[3 * i : 3 * i + 3]
            sizes = [s for s, owner in zip(SIZES, owners, strict=True) if not owner]
            room = 0
            # What cannot be reached yet can be once the arrows of a plan lie.
            if self.facts.ring_barrier(i) in (None, "unreachable"):
                room = sum(self.sizes_left[size] > 0 for size in sizes)
            self.sizes_free.append(sizes)
            self.ring_room.append(room)

    def _free_slots(self) -> list[list[int]]:
        codes, mates = self.facts.codes, self.board.corner_mates
        arrow = [EMPTY < code < FIRST_BLOCKER for code in codes]
        free: list[list[int]] = [[] for _ in self.board.pairs]
        for slot, code in enumerate(codes):
            if code == EMPTY and not any(arrow[mate] for mate in mates[slot]):
                free[slot // 3].append(slot)
        return free

    @property
    def delayed(self) -> bool:
        """Whether the opening or the previous move bars slots, which it does for the next move only."""
        return bool(self.facts.protected or self.facts.barred)

    def moves(
        self,
        edges: Sequence[tuple[str, int, int]],
        departures: Sequence[int],
        own: Sequence[int],
        now: bool,
    ) -> tuple[PlaceArrow | PlaceRing, ...] | None:
        """Return placements in an order in which each is legal, None if there are none.

        Arrows come before rings, unless every arrow has to wait: then a ring that is legal at once comes first.
        Without ``now`` somebody has made a move in between, and nothing is delayed any more.
        """
        rings = self.buy(departures, own)
        if rings is None:
            return None
        arrows = self.place(edges, now)
        if arrows is not None:
            return (*arrows, *rings)
        arrows = self.place(edges, now=False)
        if arrows is None:
            return None
        for first in rings:
            if self.position.why_illegal(first) is None:
                return (first, *arrows, *(ring for ring in rings if ring is not first))
        return None

    def waiting_move(
        self, moves: Sequence[PlaceArrow | PlaceRing]
    ) -> PlaceArrow | PlaceRing | None:
        """Return a ring or an arrow after which the moves are legal one after the other and win; None if none is."""
        here = self.position
        placings = [
            move
            for move in here.legal_moves()
            if isinstance(move, PlaceArrow | PlaceRing)
        ]
        placings.sort(key=lambda move: isinstance(move, PlaceArrow))
        for first in placings:
            if wins(here, (first, *moves)):
                return first
        return None

    # --- arrows --------------------------------------------------------------------------------------------

    def arrow_number(self, colour: str, tail: int, head: int) -> int:
        """Return a number for an arrow, for bit sets of arrows."""
        return ((colour == "w") * self.stations + tail) * self.stations + head

    def _pair(self, tail: int, head: int) -> int:
        return self.pair[(tail, head) if tail < head else (head, tail)]

    def take(self, colour: str, tail: int, head: int) -> bool:
        """Reserve room for an arrow; False if there is none."""
        pair = self._pair(tail, head)
        if not self.room[pair] or not self.supply[colour]:
            return False
        self.room[pair] -= 1
        self.supply[colour] -= 1
        return True

    def give_back(self, colour: str, tail: int, head: int) -> None:
        """Undo :meth:`take`."""
        self.room[self._pair(tail, head)] += 1
        self.supply[colour] += 1

    def place(
        self, arrows: Sequence[tuple[str, int, int]], now: bool
    ) -> list[PlaceArrow] | None:
        """Return placements for arrows, none in another's way and with ``now`` the first one legal at once."""
        wanted = [self.free[self._pair(tail, head)] for _, tail, head in arrows]
        for slots in slot_choices(wanted, self.board.corner_mates):
            moves = list(map(self._move, arrows, slots))
            if not now:
                return moves
            for first, slot in zip(moves, slots, strict=True):
                if self._legal_now(first, slot):
                    return [first, *(move for move in moves if move is not first)]
            if not (arrows and self.delayed):
                return moves
        return None

    def _move(self, arrow: tuple[str, int, int], slot: int) -> PlaceArrow:
        colour, tail, head = arrow
        return move_table(self.board).place[slot][2 * (colour == "w") + (tail > head)]

    def _legal_now(self, move: PlaceArrow, slot: int) -> bool:
        return self.facts.closed(slot) is None and move not in self.facts.barred

    # --- rings ---------------------------------------------------------------------------------------------

    def buy(
        self, departures: Sequence[int], own: Sequence[int]
    ) -> list[PlaceRing] | None:
        """Return the rings that departures, in this order, need beyond those there; None if they cannot be had."""
        left = list(own)
        wanted = []
        for station in departures:
            left[station] -= 1
            if left[station] < 0:
                wanted.append(station)
        return self._sizes(wanted, [], dict(self.sizes_left))

    def _sizes(
        self, wanted: list[int], moves: list[PlaceRing], supply: dict[str, int]
    ) -> list[PlaceRing] | None:
        if len(moves) == len(wanted):
            return list(moves)
        station = wanted[len(moves)]
        used = {
            move.size for move, at in zip(moves, wanted, strict=False) if at == station
        }
        sizes = [s for s in self.sizes_free[station] if s not in used and supply[s]]
        for size in RING_SIZE[self.facts.rules.ring_size](tuple(sizes)):
            move = move_table(self.board).ring[station][SIZES.index(size)]
            found = self._sizes(
                wanted, [*moves, move], {**supply, size: supply[size] - 1}
            )
            if found is not None:
                return found
        return None
