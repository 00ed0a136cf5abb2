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
from amakta.rules.lattice import Field, field_text
from amakta.rules.stones import canonical, is_code, mirror, mirror_vertical, orientations
from amakta.rules.texts import CATALOGUE
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

    def count(self, f: Field) -> tuple[int, int]:
        """Arrows of White and of Black at a field.

        Examples
        --------
        >>> from amakta.rules.board import board
        >>> Situation(board("zeile3")).count((-2, 0))
        (1, 0)
        """
        white, black = self.arrows
        return white.get(f, 0), black.get(f, 0)

    @cached_property
    def control(self) -> dict[Field, Player]:
        """Who controls which field; fields in stalemate and unpointed fields are left out."""
        white, black = self.arrows
        control: dict[Field, Player] = {f: "W" for f, n in white.items() if n > black.get(f, 0)}
        for f, n in black.items():
            if n > white.get(f, 0):
                control[f] = "B"
        return control

    def is_free(self, f: Field) -> bool:
        """Whether the stone on `f` is free: its owner controls the field, or nothing points there (A9)."""
        owner = self.control.get(f)
        return owner == self.at[f].owner or (owner is None and self.count(f) == (0, 0))

    def pointings(self) -> Iterator[Pointing]:
        """All arrows of stones that have a target field, blocked ones with what blocks them."""
        for f, stone in self.stones:
            for aim in self.board.aims(f, stone.code):
                blockers = tuple(b for b in aim.between if b in self.at)
                yield Pointing(f, aim.target, stone.owner, aim.weight, blockers)

    def active_circle(self, f: Field) -> bool:
        """Whether the circle of the stone on `f` counts: an enemy arrow really points at `f` (section 5)."""
        stone = self.at[f]
        return bool(stone.circle) and any(
            p.target == f and p.owner != stone.owner and not p.blockers for p in self.pointings()
        )

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
        stones = sorted(
            (mirror_field(f, vertical), mirror_stone(s, vertical)) for f, s in self.stones
        )
        return replace(
            self, stones=tuple(stones), hands=self.hands[::-1] if vertical else self.hands
        )


def mirror_field(f: Field, vertical: bool) -> Field:
    """The mirror image of a field of a centred board."""
    return (-f[0], f[1]) if vertical else (f[0], -f[1])


def mirror_stone(stone: Stone, vertical: bool) -> Stone:
    """The mirror image of a stone; the vertical axis exchanges the players as well."""
    if vertical:
        return Stone(
            mirror_vertical(stone.code), OPPONENT[stone.colour], OPPONENT[stone.owner], stone.circle
        )
    return stone._replace(code=mirror(stone.code))


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
    counts: dict[Player, dict[Field, int]] = {
        p: {board.base(p): 1} for p in PLAYERS
    }  # permanent base arrows
    circled = []
    for f, stone in at.items():
        mine = counts[stone.owner]
        for target, between, weight in board.aims(f, stone.code):
            for b in between:
                if b in at:  # any stone blocks, one's own included (A4)
                    break
            else:
                mine[target] = mine.get(target, 0) + weight
        if stone.circle:
            circled.append((f, stone))
    for f, stone in circled:  # a circle acts on its own field only and triggers nothing (A5)
        enemy = OPPONENT[stone.owner]
        if counts[enemy].get(f, 0):
            favoured = counts[stone.owner if stone.circle == "V" else enemy]
            favoured[f] = favoured.get(f, 0) + 1
    return counts["W"], counts["B"]


def make_hand(circles: Mapping[str, Circle]) -> Hand:
    """The inventory that holds these shapes with these circles.

    Examples
    --------
    >>> make_hand({"101010": "", "111111": "V"})
    (('111111', 'V'), ('101010', ''))
    """
    return tuple(
        sorted(((canonical(code), circle) for code, circle in circles.items()), reverse=True)
    )


def _problems(s: Situation) -> Iterator[Message]:
    say = CATALOGUE.message
    seen: set[Field] = set()
    for f, stone in s.stones:
        if f not in s.board:
            yield say("position.no_field", field=field_text(f))
        if f in seen:
            yield say("position.two_stones", field=field_text(f))
        seen.add(f)
        if stone.circle and stone.expropriated:
            yield say("position.circle_of_expropriated", field=field_text(f))
    made: set[tuple[Player, str]] = set()
    lying = [(stone.colour, stone.code, stone.circle, field_text(f)) for f, stone in s.stones]
    held = [(player, shape, circle, "") for player in PLAYERS for shape, circle in s.hand(player)]
    for player, code, circle, where in (*lying, *held):
        if not is_code(code):
            yield say("error.code", text=code)
            continue
        shape = orientations(code)[0]
        if not where and shape != code:
            yield say("position.not_canonical", code=code, canonical=shape)
        if circle not in CIRCLES:
            yield say("position.circle", circle=circle, where=where or code)
        if (player, shape) in made:
            yield say("position.shape_twice", code=shape, player=say(f"player.{player}"))
        made.add((player, shape))
    bases = [s.at.get(s.board.base(OPPONENT[p])) for p in PLAYERS]
    if all(stone is not None and stone.owner == p for p, stone in zip(PLAYERS, bases, strict=True)):
        yield say("position.both_won")
