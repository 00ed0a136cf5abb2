"""The start of a standard game: board and set, assignment of circles, choice of colour.

The two people are called *host* and *guest*: the host proposes board and set and gives circles to the stones
of both colours; the guest then chooses the colour (A14).  In an Infinit game they bid for Black instead; see
:mod:`amakta.analysis.infinit`.

References
----------
.. [1] Rulebook, "Start"; docs/amakta.md, section 9, rulings A14, A15.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product

from amakta.rules.board import OPPONENT, PLAYERS, AnyBoard, Player
from amakta.rules.errors import SetupError
from amakta.rules.situation import CIRCLES, Circle
from amakta.rules.state import State, as_board, as_circle, as_mapping, as_player, parse_set
from amakta.rules.stones import canonical
from amakta.rules.texts import CATALOGUE

PEOPLE = ("host", "guest")


@dataclass(frozen=True)
class Setup:
    """A game that is being prepared; every step returns a new value.

    Parameters
    ----------
    board : Board
    stones : tuple of str
        Canonical codes.
    circles : tuple of (player, code, circle)
        The circles given so far; the other stones have none.
    guest : {"W", "B"} or None
        The colour that the guest has chosen.

    Examples
    --------
    >>> setup = Setup.propose("kaefer9", "kreuz").give("W", "442442", "V").choose("B")
    >>> setup.person("W"), str(setup.start())
    ('host', 'kaefer9 W; white 442442V; black 442442')
    """

    board: AnyBoard
    stones: tuple[str, ...]
    circles: tuple[tuple[Player, str, Circle], ...] = ()
    guest: Player | None = None

    @classmethod
    def propose(cls, board: AnyBoard | str, stones: str | tuple[str, ...]) -> Setup:
        """Agree on a board and a set."""
        return cls(as_board(board), parse_set(stones))

    def circle(self, player: str, code: str) -> Circle:
        """The circle that a stone has got so far."""
        given = {(p, c): circle for p, c, circle in self.circles}
        return given.get((as_player(player), canonical(code)), "")

    def give(self, player: str, code: str, circle: str) -> Setup:
        """The host gives a circle (or takes it away with ``""``).

        Raises
        ------
        SetupError
            If the colour is chosen already, or the stone does not belong to the set.
        """
        shape, owner, new = canonical(code), as_player(player), as_circle(circle)
        if self.guest is not None:
            raise SetupError(CATALOGUE.message("setup.colour_chosen"))
        if shape not in self.stones:
            raise SetupError(CATALOGUE.message("setup.circle", code=shape, circle=circle))
        others = tuple(entry for entry in self.circles if entry[:2] != (owner, shape))
        return replace(self, circles=tuple(sorted((*others, (owner, shape, new)))) if new else others)

    def choose(self, player: str) -> Setup:
        """The guest chooses a colour; this ends the assignment.

        Raises
        ------
        SetupError
            If it was chosen before.
        """
        if self.guest is not None:
            raise SetupError(CATALOGUE.message("setup.colour_chosen"))
        return replace(self, guest=as_player(player))

    def person(self, player: Player) -> str:
        """Who plays that colour, ``"host"`` or ``"guest"``.

        Raises
        ------
        SetupError
            If the colour has not been chosen yet.
        """
        if self.guest is None:
            raise SetupError(CATALOGUE.message("setup.no_colour"))
        return "guest" if player == self.guest else "host"

    def start(self) -> State:
        """The first state of the game: White moves.

        Raises
        ------
        SetupError
            If the colour has not been chosen yet.
        """
        self.person("W")
        return State.start(self.board, self.stones, self.circle_map())

    def circle_map(self) -> dict[str, dict[str, str]]:
        """The circles as :meth:`amakta.rules.state.State.start` takes them."""
        return {p: {code: circle for q, code, circle in self.circles if q == p} for p in PLAYERS}

    def assignments(self) -> Iterator[Setup]:
        """All ways to give circles: ``3 ** (2 * n)`` for a set of n stones.

        Examples
        --------
        >>> len(list(Setup.propose("kaefer9", "kreuz").assignments()))
        9
        """
        slots = [(p, code) for p in PLAYERS for code in self.stones]
        for circles in product(CIRCLES, repeat=len(slots)):
            given = tuple((p, code, c) for (p, code), c in zip(slots, circles, strict=True) if c)
            yield replace(self, circles=tuple(sorted(given)), guest=None)


def value_of_procedure(values: Mapping[str, str]) -> str:
    """Who gets the better of the procedure, if both play it perfectly.

    Parameters
    ----------
    values : mapping
        For every assignment who wins the game after it: ``"W"``, ``"B"`` or ``"draw"``.

    Returns
    -------
    str
        ``"draw"`` if the host has an assignment that leaves no colour winning, else ``"guest"``: the guest
        chooses second, takes the winning colour, and so never does worse than a draw.

    Examples
    --------
    >>> value_of_procedure({"./.": "draw", "./G": "W"}), value_of_procedure({"./G": "W"})
    ('draw', 'guest')
    """
    return "draw" if any(v not in OPPONENT for v in as_mapping(values).values()) else "guest"
