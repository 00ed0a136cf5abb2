"""The options of a rule set, each in one place: its name, the values it may have, and what a value does.

A table maps each value of an option to the function behind it.  The list of moves, the reasons and the effects of moves
all ask the function, and so does `ENGINE` for the compiled engine; nobody else compares values.  What a rule set may
say follows from the fields of `Options`, and so do the texts that name keys and values.  Tests name an option that the
engine forgets.  What is the same in all rulebooks is a constant.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, fields
from typing import Any, TypeAlias

from finity_edu.rules import paths
from finity_edu.rules.board import ARROW_CODES, START_ORDERS, reversed_code
from finity_edu.rules.pieces import SIZES, Size

ARROWS_PER_COLOUR = 32
BLOCKERS_PER_SEAT = 2
ARROWS_BEFORE_BLOCKERS_GO = 20
"""Number of arrows on the board from which an opponent's blocker may be removed."""
IDLE_ROUNDS = 10
"""The game is a draw after this many rounds of idle moves."""

RING_BARRED_BY_POST: dict[str, Callable[[bool, bool], str | None]] = {
    "own": lambda own, other: "own_post" if own else None,
    "opponent": lambda own, other: "opponent_post" if other else None,
}
"""Whose post keeps a ring off its station: (own post there, another's post there) -> reason id."""

RING_SIZE: dict[str, Callable[[tuple[Size, ...]], tuple[Size, ...]]] = {
    "any": lambda fitting: fitting,
    "largest": lambda fitting: fitting[-1:],
}
"""Which of the sizes that fit and are in supply (small first) a player may take."""

SLOT_BAN: dict[str, Callable[[int, bool], dict[int, str]]] = {
    "colour": lambda code, orphaned: (
        {} if orphaned else {code: "undo", reversed_code(code): "undo"}
    ),
    "slot": lambda code, orphaned: {
        other: "undo" if other == code else "slot_ban"
        for other in ARROW_CODES
        if not (orphaned and other == code)
    },
}
"""What may not come into a slot after a removal: (code of the arrow, rings orphaned) -> codes with reason ids."""

Value: TypeAlias = Any
"""What a rule set may say under a key; `VALUES` names it."""

OPENING: dict[str, Callable[[int], int]] = {
    "first_move": lambda players: 1,
    "first_round": lambda players: players,
}
"""Number of plies during which slots at opponents' posts are protected, by number of players."""

CLOCK_RESET: dict[str, Callable[[bool, bool], bool]] = {
    "placing_or_orphans": lambda placed, orphaned: placed or orphaned,
    "placing": lambda placed, orphaned: placed,
}
"""Whether a move sets the deadlock clock back: (a ring was placed, rings were orphaned) -> bool."""

END_RING: dict[str, str] = {"s": "rings_small", "m": "rings_medium", "l": "rings_large"}
"""The key that counts the rings of each size."""


def _one_of(values: Collection[Value]) -> Value:
    """An option that has one of these values."""
    return field(metadata={"values": values})


@dataclass(frozen=True, kw_only=True)
class Options:
    """The values of one rule set.

    Attributes
    ----------
    seat_order : {"listed", "clockwise"}
        Which order of start stations three and four players take (`board.START_ORDERS`).
    word_min, word_max, word_length : int
        Shortest, longest and default number of cones in the tower.
    cones : int
        Cones of each colour in the bag from which a random word is drawn.
    ring_barred_by_post : {"own", "opponent"}
        Whose post keeps a player from placing a ring on its station.
    ring_size : {"any", "largest"}
        Whether a player chooses the size of a ring, or must take the largest that fits and is in supply.
    rings_small, rings_medium, rings_large : int
        Rings of each player, the one on the end station included.
    end_ring : {"s", "m", "l"}
        Size of the ring of each player that lies on the end station from the start.
    sweep : {"path", "way"}
        A ring stays while its station is reached by a partial path (word and rings count), or by any way
        along arrows (only directions count).
    slot_ban : {"colour", "slot"}
        After an arrow was removed: bar its colour from the slot, or every arrow.
    opening : {"first_move", "first_round"}
        For how long slots at opponents' posts are protected.
    teleport : bool
        Whether an enclosed post may jump.
    clock_reset : {"placing_or_orphans", "placing"}
        What sets the deadlock clock back.
    """

    seat_order: str = _one_of(START_ORDERS)
    word_min: int = _one_of(range(1, 65))
    word_max: int = _one_of(range(1, 65))
    word_length: int = _one_of(range(1, 65))
    cones: int = _one_of(range(1, 65))
    ring_barred_by_post: str = _one_of(RING_BARRED_BY_POST)
    ring_size: str = _one_of(RING_SIZE)
    rings_small: int = _one_of(range(14))
    rings_medium: int = _one_of(range(14))
    rings_large: int = _one_of(range(14))
    end_ring: str = _one_of(END_RING)
    sweep: str = _one_of(paths.SWEEPS)
    slot_ban: str = _one_of(SLOT_BAN)
    opening: str = _one_of(OPENING)
    teleport: bool = _one_of((True, False))
    clock_reset: str = _one_of(CLOCK_RESET)

    def ring_supply(self, size: Size) -> int:
        """Rings of one size that a player can have on the board: all but the one on the end station."""
        return int(getattr(self, END_RING[size])) - (size == self.end_ring)

    def idle_limit(self, players: int) -> int:
        """Number of idle moves in a row that end the game in a draw."""
        return IDLE_ROUNDS * players


VALUES: dict[str, Collection[Value]] = {
    option.name: option.metadata["values"] for option in fields(Options)
}
"""What each key of a rule set may say, in the order of the documentation."""

ENGINE: dict[str, Callable[[Options, int], int]] = {
    "supply_small": lambda rules, players: rules.ring_supply("s"),
    "supply_medium": lambda rules, players: rules.ring_supply("m"),
    "supply_large": lambda rules, players: rules.ring_supply("l"),
    "own_post_bars": lambda rules, players: (
        RING_BARRED_BY_POST[rules.ring_barred_by_post](True, False) is not None
    ),
    "largest_only": lambda rules, players: (
        RING_SIZE[rules.ring_size](SIZES) == SIZES[-1:]
    ),
    "sweep_ways": lambda rules, players: paths.SWEEPS[rules.sweep] is paths.way_mask,
    # Other arrows, too, and after orphans
    "slot_ban": lambda rules, players: bool(
        SLOT_BAN[rules.slot_ban](ARROW_CODES[0], True)
    ),
    "opening": lambda rules, players: OPENING[rules.opening](players),
    "teleports": lambda rules, players: rules.teleport,
    # Orphans alone set the clock back
    "orphans_reset": lambda rules, players: CLOCK_RESET[rules.clock_reset](False, True),
    "deadlock_at": lambda rules, players: rules.idle_limit(players),
}
"""What the compiled engine must know of the rules: numbers under the names that `RULE` has there (`kernel/at.py`)."""
