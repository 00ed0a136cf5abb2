"""Moves: which there are, how they are written, and what they do; which are legal stands in `legality`.

Control, freedom and arrows are those of the situation *before* the whole move; only possession and emptiness
are taken after the first part of a combined move (A7).  Two moves are equal if and only if they lead to the
same situation, so doing nothing is called ``pass`` only (A8).

References
----------
.. [1] Rulebook, "Spielzug"; docs/amakta.md, section 7 and rulings A7, A8, A10, A13, A16, A19.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias, get_args

from amakta.rules.board import Player
from amakta.rules.errors import NotationError, no_text
from amakta.rules.lattice import Field, field_text
from amakta.rules.notation import parse_field
from amakta.rules.situation import Hand, Layout, Situation, Stone
from amakta.rules.stones import is_code, orientations
from amakta.rules.texts import message

Kind: TypeAlias = Literal[
    "pass",
    "rotate",
    "take",
    "place",
    "expropriate",
    "release",
    "replace",
    "relocate",
    "appropriate",
    "remove",
    "detach",
]

SHAPE_OF_MOVES: Mapping[str, tuple[int, bool]] = {
    "pass": (0, False),
    # simple moves
    "rotate": (1, True),
    "take": (1, False),
    "place": (1, True),
    "expropriate": (1, False),
    "release": (1, False),
    # combined moves
    "replace": (1, True),
    "relocate": (2, True),
    "appropriate": (1, True),
    "remove": (1, False),
    "detach": (1, True),
}
"""For every kind of move: how many fields its text names, and whether it names a code."""

KINDS: tuple[Kind, ...] = get_args(Kind)
FROM_HAND: frozenset[str] = frozenset({"place", "replace", "detach"})
"""The moves that lay a stone of the inventory."""

CAPTURES: frozenset[str] = frozenset(
    {"expropriate", "appropriate", "remove", "release", "detach"}
)
"""The moves that expropriate or release; they reset the counter of Amakta Infinit (B4)."""


class Move(NamedTuple):
    """A move; its text is the kind, the fields and the code of the stone as it comes to lie.

    Examples
    --------
    >>> str(Move("relocate", (-4, 0), (2, 0), "300000"))
    'relocate -4,0 2,0 300000'
    """

    kind: Kind
    field: Field | None = None
    to: Field | None = None
    code: str | None = None

    def __str__(self) -> str:
        words: list[str] = [self.kind]
        for field in (self.field, self.to):
            if field is not None:
                words.append(field_text(field))
        if self.code is not None:
            words.append(self.code)
        return " ".join(words)

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read a move text; blanks do not matter.

        Raises
        ------
        NotationError
            With the column at which reading stopped.

        Examples
        --------
        >>> Move.parse(" place  -1,0 111111").code
        '111111'
        """
        if not isinstance(text, str):
            raise no_text(text)
        words = []
        columns = []
        for match in re.finditer(r"\S+", text):
            words.append(match.group())
            columns.append(match.start())
        columns.append(len(text))  # where a missing word would stand

        if not words or words[0] not in KINDS:
            column = columns[0] if words else 0
            raise NotationError(
                message("move.kind", kinds=", ".join(KINDS)), text, column
            )
        kind = words[0]
        number_of_fields, names_code = SHAPE_OF_MOVES[kind]
        wanted = 1 + number_of_fields + names_code
        if len(words) != wanted:
            column = columns[min(wanted, len(words))]
            raise NotationError(message(f"move.words.{kind}"), text, column)

        fields: list[Field | None] = []
        for i in range(1, 1 + number_of_fields):
            try:
                fields.append(parse_field(words[i]))
            except NotationError as error:
                raise NotationError(error.message, text, columns[i]) from None
        # So that there are always two, named or not.
        fields += [None, None]
        code = words[-1] if names_code else None
        if code is not None and not is_code(code):
            raise NotationError(
                message("error.code", text=code), text, columns[wanted - 1]
            )
        return cls(kind, fields[0], fields[1], code)


PASS = Move("pass")


def after(
    situation: Situation, me: Player, move: Move
) -> tuple[Layout, tuple[Hand, Hand]]:
    """Stones and inventories after a legal move of `me`."""
    kind, field, to, code = move
    # A pass.
    if field is None:
        return situation.stones, situation.hands
    at = dict(situation.at)
    hand = situation.hand(me)
    old = at.pop(field, None)
    if kind in FROM_HAND and code is not None:
        shape = orientations(code)[0]
        at[field] = Stone(code, me, me, dict(hand)[shape])
        hand = tuple([held for held in hand if held[0] != shape])
    if old is not None:
        # Without its circle: a stone that has changed hands has none.
        if kind in ("expropriate", "appropriate"):
            at[field] = Stone(code or old.code, old.colour, me)
        # It stays the same stone, with its circle and the colour that it was made in.
        elif kind in ("rotate", "relocate"):
            at[to or field] = old._replace(code=code or old.code)
        # The others leave the game (A13)
        elif kind in ("take", "replace") and not old.expropriated:
            back = (orientations(old.code)[0], old.circle)
            hand = tuple(sorted((*hand, back), reverse=True))
    white, black = situation.hands
    hands = (hand, black) if me == "W" else (white, hand)
    return tuple(sorted(at.items())), hands
