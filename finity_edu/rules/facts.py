"""What legality needs to know about a position: small questions, answered once and kept.

Each question gives the id of the reason that stands in the way, or None. `legality.legal_moves` and
`legality.why_illegal` ask the same questions, so they cannot disagree.
"""

from collections.abc import Mapping
from functools import cached_property

from finity_edu.rules import paths
from finity_edu.rules.board import EMPTY, FIRST_BLOCKER
from finity_edu.rules.candidates import move_table
from finity_edu.rules.options import (
    ARROWS_BEFORE_BLOCKERS_GO,
    ARROWS_PER_COLOUR,
    OPENING,
    RING_BARRED_BY_POST,
    RING_SIZE,
)
from finity_edu.rules.pieces import COLOURS, SIZES, Move, Size
from finity_edu.rules.situation import Situation


class Facts:
    """What legality needs to know about one position, computed on demand and kept."""

    def __init__(self, position: Situation) -> None:
        self.position = position
        self.layout = position.layout
        self.board = position.board
        self.rules = position.rules
        self.seat = position.turn
        self.codes = position.layout.slot_codes
        self.table = move_table(position.board)

    @cached_property
    def lying(self) -> tuple[int, ...]:
        """For each pair of stations the bit mask of arrow codes that lie in its three slots."""
        # Slots stand in threes, pair of stations by pair; the codes 1 to 4 are arrows, no others.
        lanes = zip(self.codes[::3], self.codes[1::3], self.codes[2::3], strict=True)
        return tuple(
            (1 << left | 1 << middle | 1 << right) & 0b11110
            for left, middle, right in lanes
        )

    @cached_property
    def protected(self) -> frozenset[int]:
        """Slots at opponents' posts, while the opening lasts (empty afterwards)."""
        if self.position.ply >= OPENING[self.rules.opening](self.board.players):
            return frozenset()
        slots: set[int] = set()
        for seat in range(1, self.board.players + 1):
            post = self.layout.post(seat)
            if seat != self.seat and post is not None:
                slots |= self.board.slots_at[post]
        return frozenset(slots)

    def corner_arrow(self, slot: int) -> int | None:
        """The slot of an arrow that lies beside the same corner."""
        for mate in self.board.corner_mates[slot]:
            if EMPTY < self.codes[mate] < FIRST_BLOCKER:
                return mate
        return None

    def closed(self, slot: int) -> str | None:
        """Reason id that keeps every arrow out of a slot."""
        if self.codes[slot]:
            return "slot_full"
        if self.corner_arrow(slot) is not None:
            return "corner"
        if self.protected:
            if slot in self.protected:
                return "opening_fills"
            if any(mate in self.protected for mate in self.board.corner_mates[slot]):
                return "opening_obstructs"
        return None

    def duplicate(self, slot: int, code: int) -> bool:
        """Whether an arrow of this colour and direction already lies between the two stations."""
        return bool(self.lying[slot // 3] >> code & 1)

    @cached_property
    def colours_left(self) -> tuple[bool, bool]:
        """Whether black and white arrows are left in the supply."""
        black, white = (
            self.layout.arrow_count(colour) < ARROWS_PER_COLOUR for colour in COLOURS
        )
        return black, white

    @cached_property
    def barred(self) -> Mapping[Move, str]:
        """Moves that the previous move bars, with the reason id."""
        ban = self.position.ban
        return {} if ban is None else ban.bars(self.board, self.rules)

    @cached_property
    def barred_slot(self) -> int | None:
        """The one slot that barred moves concern: looked at first, since comparing moves is dear."""
        ban = self.position.ban
        return None if ban is None else self.board.arrow_code[ban.move.arrow][0]

    @cached_property
    def reached(self) -> int:
        """Bit mask of the stations that the side to move reaches."""
        return paths.reach_mask(self.layout, self.seat, self.position.word)

    def ring_barrier(self, station: int) -> str | None:
        """Reason id that keeps every ring off a station."""
        if self.layout.post(self.seat) is None:
            return "no_post"
        if station == self.board.end_index:
            return "end_station"
        post = 1 + station
        own = self.layout.post_codes[self.seat - 1] == post
        barred = RING_BARRED_BY_POST[self.rules.ring_barred_by_post](
            own, not own and post in self.layout.post_codes
        )
        if barred is not None:
            return barred
        if not self.reached >> station & 1:
            return "unreachable"
        return None

    def size_barrier(self, station: int, size: Size) -> str | None:
        """Reason id that keeps a ring of one size off a station."""
        if self.layout.ring_codes[3 * station + SIZES.index(size)]:
            return "size_taken"
        if not self.sizes_left[size]:
            return "ring_supply"
        return None if size in self.choice(station) else "not_largest"

    @cached_property
    def sizes_left(self) -> Mapping[Size, bool]:
        """Whether the side to move has rings of each size in supply."""
        return {
            s: self.layout.ring_count(self.seat, s) < self.rules.ring_supply(s)
            for s in SIZES
        }

    def fitting(self, station: int) -> tuple[Size, ...]:
        """The sizes that are free on a station and in supply, small first."""
        taken = self.layout.ring_codes[3 * station : 3 * station + 3]
        return tuple(
            size
            for size, owner in zip(SIZES, taken, strict=True)
            if not owner and self.sizes_left[size]
        )

    def choice(self, station: int) -> tuple[Size, ...]:
        """The sizes that a player may take there, small first."""
        return RING_SIZE[self.rules.ring_size](self.fitting(station))

    @cached_property
    def arrow_total(self) -> int:
        """Number of arrows on the board."""
        return sum(map(self.layout.arrow_count, COLOURS))

    arrows_needed = ARROWS_BEFORE_BLOCKERS_GO
    """Number of arrows on the board from which opponents' blockers may be removed."""

    @cached_property
    def blocker_barrier(self) -> str | None:
        """Reason id that keeps all opponents' blockers from being removed."""
        return "too_few_arrows" if self.arrow_total < self.arrows_needed else None

    def removal_barrier(self, slot: int, code: int) -> str | None:
        """Reason id that keeps a lying arrow from being removed."""
        head = self.board.transitions[slot][code][2]
        if head == self.board.end_index:
            return "into_end"
        if self.layout.top_seat(head) != self.seat:
            return "not_highest"
        return None

    def post_barrier(self, station: int) -> str | None:
        """Reason id that keeps the post from moving to a station."""
        if self.layout.post(self.seat) is None:
            return "no_post"
        if station == self.board.end_index:
            return "end_station"
        if 1 + station in self.layout.post_codes:
            return "post_taken"
        own = self.own_ring_mask
        if own >> station & 1:
            return None  # a ring on the new start is reached by the empty path
        if not own:
            return "no_ring_left"
        word, sweep = self.position.word, self.rules.sweep
        if own & paths.kept_mask(self.layout, self.seat, word, sweep, station):
            return None
        return "no_ring_left"

    @cached_property
    def own_ring_mask(self) -> int:
        """Bit mask of the stations with own rings, the end station apart."""
        rings = paths.packed_rings(self.layout, self.seat)
        mask = 0
        for station in range(len(self.board.names)):
            if rings >> 2 * station & 3:
                mask |= 1 << station
        return mask

    @cached_property
    def teleport_barrier(self) -> str | None:
        """Reason id that keeps the post from teleporting at all."""
        if not self.rules.teleport:
            return "no_teleport"
        post = self.layout.post(self.seat)
        if post is None:
            return "no_post"
        around = set(self.board.neighbours[self.board.names[post]]) - {self.board.end}
        for name in around:
            first = 3 * self.board.index[name]
            owners = self.layout.ring_codes[first : first + 3]
            if 0 in owners or self.seat in owners:
                return "not_enclosed"
        return None if around else "not_enclosed"

    def landing_barrier(self, station: int) -> str | None:
        """Reason id that keeps a teleporting post off a station."""
        if station == self.board.end_index:
            return "end_station"
        if 1 + station in self.layout.post_codes:
            return "post_taken"
        if any(self.layout.ring_codes[3 * station : 3 * station + 3]):
            return "station_not_empty"
        return None
