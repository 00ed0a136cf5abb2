"""What lies on a board, packed for hashing, with look-ups by piece.

A layout may be impossible (two posts on a station, clashing arrows): the editor works on such layouts, and
`validity.problems` says what is wrong. Text order is canonical: posts by seat, rings by station and size,
arrows and blockers by slot.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from boardkit.remembered import hashed_once
from finity_edu.rules.board import ARROW_CODES, EMPTY, FIRST_BLOCKER, Board
from finity_edu.rules.pieces import SEATS, SIZES, Arrow, Blocker, Ring, Size, Slot

NO_POST = 0
"""Post code of a seat without a post; otherwise 1 + the number of its station."""


@hashed_once
@dataclass(frozen=True)
class Layout:
    """The pieces on a board.

    Parameters
    ----------
    board : Board
    slot_codes : bytes
        One number for each slot: `board.EMPTY`, an arrow code, or `board.FIRST_BLOCKER` + seat − 1.
    ring_codes : bytes
        Three numbers for each station (small, medium, large): 0 or the owner's seat.
    post_codes : bytes
        One number for each seat: `NO_POST`, or 1 + the number of its station.

    Examples
    --------
    >>> start = Layout.start(Board.standard(2))
    >>> start.posts, len(start.arrows), [str(b.slot) for b in start.blockers]
    (('N', 'S'), 0, ['C-N.l', 'C-N.r', 'C-S.l', 'C-S.r'])
    """

    board: Board
    slot_codes: bytes
    ring_codes: bytes
    post_codes: bytes

    @staticmethod
    def empty(board: Board) -> Layout:
        """Nothing but the tower."""
        return Layout(
            board.bare,
            bytes(len(board.slots)),
            bytes(3 * len(board.stations)),
            bytes(board.players),
        )

    @staticmethod
    def start(board: Board) -> Layout:
        """Posts on the start stations, the arrows of the board, two blockers each where start and end are adjacent."""
        layout = Layout.of(board, arrows=board.laid)
        for seat, station in enumerate(board.starts, start=1):
            if station is None:
                continue
            layout = layout.with_post(seat, station)
            for lane in ("l", "r"):
                slot = board.slot_index.get(Slot(station, board.end, lane))
                if slot is not None and not layout.slot_codes[slot]:
                    layout = layout.with_slot(slot, FIRST_BLOCKER + seat - 1)
        return layout

    @staticmethod
    def of(
        board: Board,
        posts: Iterable[str | None] = (),
        rings: Iterable[Ring] = (),
        arrows: Iterable[Arrow] = (),
        blockers: Iterable[Blocker] = (),
    ) -> Layout:
        """A layout from pieces; of two pieces in one place the later one stays.

        Raises
        ------
        KeyError
            If a piece names a station or slot that the board does not have.
        """
        slots, laid = bytearray(len(board.slots)), bytearray(3 * len(board.stations))
        standing = bytearray(board.players)
        for i, station in enumerate(posts):
            standing[i] = NO_POST if station is None else 1 + board.index[station]
        for ring in rings:
            laid[3 * board.index[ring.station] + SIZES.index(ring.size)] = ring.seat
        for arrow in arrows:
            slot, code = board.arrow_code[arrow]
            slots[slot] = code
        for blocker in blockers:
            slots[board.slot_index[blocker.slot]] = FIRST_BLOCKER + blocker.seat - 1
        return Layout(board.bare, bytes(slots), bytes(laid), bytes(standing))

    # --- one piece changed ---------------------------------------------------------------------------------

    def with_slot(self, slot: int, code: int) -> Layout:
        """The layout with another content of a slot."""
        codes = self.slot_codes
        return replace(
            self, slot_codes=codes[:slot] + bytes((code,)) + codes[slot + 1 :]
        )

    def with_ring(self, station: str, size: Size, seat: int) -> Layout:
        """The layout with a ring of `seat` (0 takes the ring away)."""
        i = 3 * self.board.index[station] + SIZES.index(size)
        return replace(
            self,
            ring_codes=self.ring_codes[:i] + bytes((seat,)) + self.ring_codes[i + 1 :],
        )

    def with_post(self, seat: int, station: str | None) -> Layout:
        """The layout with the post of `seat` elsewhere, or nowhere."""
        code = NO_POST if station is None else 1 + self.board.index[station]
        codes = self.post_codes
        return replace(
            self, post_codes=codes[: seat - 1] + bytes((code,)) + codes[seat:]
        )

    # --- look-ups ------------------------------------------------------------------------------------------

    @cached_property
    def posts(self) -> tuple[str | None, ...]:
        """Station of each seat's post."""
        names = self.board.names
        return tuple(names[code - 1] if code else None for code in self.post_codes)

    def post(self, seat: int) -> int | None:
        """Number of the station of a seat's post."""
        code = self.post_codes[seat - 1]
        return code - 1 if code else None

    @cached_property
    def lying(self) -> tuple[tuple[int, int], ...]:
        """Slot and code of each arrow, by slot."""
        return tuple(
            (slot, code)
            for slot, code in enumerate(self.slot_codes)
            if EMPTY < code < FIRST_BLOCKER
        )

    @cached_property
    def arrows(self) -> tuple[Arrow, ...]:
        """All arrows, by slot."""
        return tuple(self.board.arrow(slot, code) for slot, code in self.lying)

    @cached_property
    def blockers(self) -> tuple[Blocker, ...]:
        """All blockers, by slot."""
        return tuple(
            Blocker(code - FIRST_BLOCKER + 1, self.board.slots[slot])
            for slot, code in enumerate(self.slot_codes)
            if code >= FIRST_BLOCKER
        )

    @cached_property
    def rings(self) -> tuple[Ring, ...]:
        """All rings, by station and size."""
        return tuple(
            Ring(seat, self.board.names[i // 3], SIZES[i % 3])
            for i, seat in enumerate(self.ring_codes)
            if seat
        )

    def rings_on(self, station: int, seat: int) -> int:
        """Number of rings of a seat on a station (by number)."""
        return self.ring_codes[3 * station : 3 * station + 3].count(seat)

    def ring_letters(self, station: str) -> str:
        """The rings on a station as letters of their owners, small first: ``c.y``."""
        first = 3 * self.board.index[station]
        return "".join(f".{SEATS}"[seat] for seat in self.ring_codes[first : first + 3])

    def top_seat(self, station: int) -> int:
        """Seat with the highest place on a station: the post, else the smallest ring; 0 if there is none."""
        if 1 + station in self.post_codes:
            return 1 + self.post_codes.index(1 + station)
        return next(
            (seat for seat in self.ring_codes[3 * station : 3 * station + 3] if seat), 0
        )

    def arrow_count(self, colour: str) -> int:
        """Number of arrows of a colour on the board."""
        first = ARROW_CODES[2 * "bw".index(colour)]
        return self.slot_codes.count(first) + self.slot_codes.count(first + 1)

    def ring_count(self, seat: int, size: Size) -> int:
        """Number of rings of a seat and size on the board (the one on the end station is not counted)."""
        return self.ring_codes[SIZES.index(size) :: 3].count(seat)

    @cached_property
    def successors(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """δ as bit masks: ``successors[colour][station]`` has bit h set iff an arrow leads to station h."""
        masks = ([0] * len(self.board.stations), [0] * len(self.board.stations))
        for slot, code in self.lying:
            colour, tail, head = self.board.transitions[slot][code]
            masks[colour][tail] |= 1 << head
        return tuple(masks[0]), tuple(masks[1])
