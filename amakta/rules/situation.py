"""What lies where, who points where, and what follows: control, freedom, circles.

A *situation* is the board with its stones and both inventories, without the side to move: just what the
repetition rule compares (A11).  Everything derived here depends on nothing else.

References
----------
.. [1] Rulebook, "zeigen", "Verstärkung bzw. Schaden", "Kontrolle", "Freiheit"; docs/amakta.md, sections 4 to 6,
   rulings A3 to A6, A9, A11, A17.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from amakta.rules.board import OPPONENT, PLAYERS, AnyBoard, Player
from amakta.rules.errors import AmaktaError
from amakta.rules.lattice import Field, field_text
from amakta.rules.stones import (
    canonical,
    is_code,
    mirror,
    mirror_vertical,
    orientations,
)
from amakta.rules.texts import message
from boardkit.messages import Message

Circle: TypeAlias = Literal["", "V", "G"]
"""No circle, reinforcement (violet), damage (green)."""

CIRCLES: tuple[Circle, Circle, Circle] = ("", "V", "G")

Hand: TypeAlias = tuple[tuple[str, Circle], ...]
"""An inventory: (canonical code, circle) pairs, greatest code first; every shape at most once."""


class Stone(NamedTuple):
    """A stone on the board: its code as it lies, the colour it was made in, its present owner, its circle."""

    code: str
    colour: Player
    owner: Player
    circle: Circle = ""

    @property
    def expropriated(self) -> bool:
        """Whether it has changed hands; a stone does so at most once and then has no circle."""
        return self.owner != self.colour


class Pointing(NamedTuple):
    """One arrow (or one pair of equal arrows) on the board; `blockers` are what keeps it from pointing."""

    source: Field
    target: Field
    owner: Player
    weight: int
    blockers: tuple[Field, ...]


Layout: TypeAlias = tuple[tuple[Field, Stone], ...]


@dataclass(frozen=True)
class Situation:
    """A position without the side to move.

    Parameters
    ----------
    board : Board or InfinitBoard
    stones : tuple of (Field, Stone)
        What lies on the board, sorted by field.
    hands : tuple of Hand
        The inventories of White and of Black.
    """

    board: AnyBoard
    stones: Layout = ()
    hands: tuple[Hand, Hand] = ((), ())

    @cached_property
    def at(self) -> dict[Field, Stone]:
        """The stones by field."""
        return dict(self.stones)

    def hand(self, player: Player) -> Hand:
        """The inventory of a player."""
        return self.hands[0] if player == "W" else self.hands[1]

    @cached_property
    def arrows(self) -> tuple[dict[Field, int], dict[Field, int]]:
        """Arrows of White and of Black at every field that has any: stones, bases, active circles."""
        return count_arrows(self.board, self.at)

    def count(self, field: Field) -> tuple[int, int]:
        """Arrows of White and of Black at a field.

        Examples
        --------
        >>> from amakta.rules.board import board
        >>> Situation(board("zeile3")).count((-2, 0))
        (1, 0)
        """
        white, black = self.arrows
        return white.get(field, 0), black.get(field, 0)

    @cached_property
    def control(self) -> dict[Field, Player]:
        """Who controls which field; fields in stalemate and unpointed fields are left out."""
        white, black = self.arrows
        control: dict[Field, Player] = {}
        for field, number in white.items():
            if number > black.get(field, 0):
                control[field] = "W"
        for field, number in black.items():
            if number > white.get(field, 0):
                control[field] = "B"
        return control

    def is_free(self, field: Field) -> bool:
        """Whether the stone on `field` is free: its owner controls it, or nothing points there (A9)."""
        controller = self.control.get(field)
        if controller is None:
            return self.count(field) == (0, 0)
        return controller == self.at[field].owner

    def pointings(self) -> Iterator[Pointing]:
        """All arrows of stones that have a target field, blocked ones with what blocks them."""
        for field, stone in self.stones:
            for aim in self.board.aims(field, stone.code):
                blockers = tuple(passed for passed in aim.between if passed in self.at)
                yield Pointing(field, aim.target, stone.owner, aim.weight, blockers)

    def active_circle(self, field: Field) -> bool:
        """Whether the circle of the stone on `field` counts: an enemy arrow really points there (section 5)."""
        stone = self.at[field]
        if not stone.circle:
            return False
        for pointing in self.pointings():
            if (
                pointing.target == field
                and pointing.owner != stone.owner
                and not pointing.blockers
            ):
                return True
        return False

    def winner(self) -> Player | None:
        """Who has a stone on the enemy base (section 8, rule 1)."""
        for player in PLAYERS:
            stone = self.at.get(self.board.base(OPPONENT[player]))
            if stone is not None and stone.owner == player:
                return player
        return None

    def problems(self) -> tuple[Message, ...]:
        """Everything that keeps this from being a position of a game, those of places first."""
        return tuple(_problems(self))

    def mirrored(self, vertical: bool = False) -> Situation:
        """The mirror image in the horizontal axis, or in the vertical axis with the colours exchanged.

        Both are automorphisms of the game on a finite board (docs/amakta.md, F2): moves of the image are images
        of moves.

        Examples
        --------
        >>> from amakta.rules.board import board
        >>> s = Situation(board("zeile3"), (((-2, 0), Stone("100000", "W", "W")),))
        >>> s.mirrored(vertical=True).stones
        (((2, 0), Stone(code='000100', colour='B', owner='B', circle='')),)
        """
        stones = []
        for field, stone in self.stones:
            stones.append(
                (mirror_field(field, vertical), mirror_stone(stone, vertical))
            )
        hands = self.hands
        if vertical:
            # The vertical axis exchanges the players.
            hands = (hands[1], hands[0])
        return replace(self, stones=tuple(sorted(stones)), hands=hands)


def mirror_field(field: Field, vertical: bool) -> Field:
    """The mirror image of a field of a centred board."""
    x, y = field
    return (-x, y) if vertical else (x, -y)


def mirror_stone(stone: Stone, vertical: bool) -> Stone:
    """The mirror image of a stone; the vertical axis exchanges the players as well."""
    code, colour, owner, circle = stone
    if vertical:
        return Stone(mirror_vertical(code), OPPONENT[colour], OPPONENT[owner], circle)
    return Stone(mirror(code), colour, owner, circle)


def count_arrows(
    board: AnyBoard, at: Mapping[Field, Stone]
) -> tuple[dict[Field, int], dict[Field, int]]:
    """Arrows of White and of Black at every field (docs/amakta.md, section 6, ``n_p(f)``).

    Parameters
    ----------
    board : Board or InfinitBoard
    at : mapping of Field to Stone

    Returns
    -------
    tuple of dict
        Fields that no arrow of that player points at are left out.
    """
    # The base arrows, which are there for ever.
    counts: dict[Player, dict[Field, int]] = {
        "W": {board.base("W"): 1},
        "B": {board.base("B"): 1},
    }
    circled = []
    for field, stone in at.items():
        mine = counts[stone.owner]
        for target, between, weight in board.aims(field, stone.code):
            for passed in between:
                if passed in at:  # any stone blocks, one's own included (A4)
                    break
            else:
                mine[target] = mine.get(target, 0) + weight
        if stone.circle:
            circled.append((field, stone))
    # Afterwards, since a circle acts on its own field only and triggers nothing (A5).
    for field, stone in circled:
        enemy = OPPONENT[stone.owner]
        if field in counts[enemy]:
            # Reinforcement helps the owner, damage the enemy.
            favoured = counts[stone.owner if stone.circle == "V" else enemy]
            favoured[field] = favoured.get(field, 0) + 1
    return counts["W"], counts["B"]


def make_hand(circles: Mapping[str, Circle]) -> Hand:
    """The inventory that holds these shapes with these circles; no shape may be named twice.

    Examples
    --------
    >>> make_hand({"101010": "", "111111": "V"})
    (('111111', 'V'), ('101010', ''))
    """
    hand: dict[str, Circle] = {}
    for code, circle in circles.items():
        shape = canonical(code)
        if shape in hand:
            raise AmaktaError(message("setup.twice", code=shape))
        hand[shape] = circle
    return tuple(sorted(hand.items(), reverse=True))


def _problems(situation: Situation) -> Iterator[Message]:
    say = message
    seen: set[Field] = set()
    stones: list[
        tuple[Player, str, Circle, str]
    ] = []  # who made it, code, circle, where it lies
    for field, stone in situation.stones:
        where = field_text(field)
        if field not in situation.board:
            yield say("position.no_field", field=where)
        if field in seen:
            yield say("position.two_stones", field=where)
        seen.add(field)
        if stone.circle and stone.expropriated:
            yield say("position.circle_of_expropriated", field=where)
        stones.append((stone.colour, stone.code, stone.circle, where))
    for player in PLAYERS:
        for code, circle in situation.hand(player):
            stones.append((player, code, circle, ""))

    # Each player owns every shape once, wherever it is: a stone counts for whoever made it.
    made: set[tuple[Player, str]] = set()
    for player, code, circle, where in stones:
        if not is_code(code):
            yield say("error.code", text=code)
            continue
        shape = orientations(code)[0]
        if not where and shape != code:
            yield say("position.not_canonical", code=code, canonical=shape)
        if circle not in CIRCLES:
            yield say("position.circle", circle=circle, where=where or code)
        if (player, shape) in made:
            yield say(
                "position.shape_twice", code=shape, player=say(f"player.{player}")
            )
        made.add((player, shape))

    # Both bases taken: whoever was first would have ended the game.
    winners = 0
    for player in PLAYERS:
        on_enemy_base = situation.at.get(situation.board.base(OPPONENT[player]))
        if on_enemy_base is not None and on_enemy_base.owner == player:
            winners += 1
    if winners == len(PLAYERS):
        yield say("position.both_won")
