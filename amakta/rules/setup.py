"""The start of a standard game: board and set, assignment of circles, choice of colour.

The two people are called *host* and *guest*: the host proposes board and set and gives circles to the stones
of both colours; the guest then chooses the colour (A14).  In an Infinit game they bid for Black instead; see
:mod:`amakta.analysis.infinit`.

References
----------
.. [1] Rulebook, "Start"; docs/amakta.md, section 9, rulings A14, A15.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from amakta.rules.board import PLAYERS, AnyBoard, Player
from amakta.rules.errors import SetupError
from amakta.rules.situation import Circle
from amakta.rules.state import State, as_board, as_circle, as_player, parse_set
from amakta.rules.stones import canonical
from amakta.rules.texts import message

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
        wanted = (as_player(player), canonical(code))
        for owner, shape, circle in self.circles:
            if (owner, shape) == wanted:
                return circle
        return ""

    def give(self, player: str, code: str, circle: str) -> Setup:
        """The host gives a circle (or takes it away with ``""``).

        Raises
        ------
        SetupError
            If the colour is chosen already, or the stone does not belong to the set.
        """
        shape = canonical(code)
        owner = as_player(player)
        new = as_circle(circle)
        if self.guest is not None:
            raise SetupError(message("setup.colour_chosen"))
        if shape not in self.stones:
            raise SetupError(message("setup.circle", code=shape, circle=circle))
        # A new circle takes the place of an old one.
        circles = [entry for entry in self.circles if entry[:2] != (owner, shape)]
        if new:
            circles.append((owner, shape, new))
        return replace(self, circles=tuple(sorted(circles)))

    def choose(self, player: str) -> Setup:
        """The guest chooses a colour; this ends the assignment.

        Raises
        ------
        SetupError
            If it was chosen before.
        """
        if self.guest is not None:
            raise SetupError(message("setup.colour_chosen"))
        return replace(self, guest=as_player(player))

    def person(self, player: Player) -> str:
        """Who plays that colour, ``"host"`` or ``"guest"``.

        Raises
        ------
        SetupError
            If the colour has not been chosen yet.
        """
        if self.guest is None:
            raise SetupError(message("setup.no_colour"))
        return "guest" if player == self.guest else "host"

    def start(self) -> State:
        """The first state of the game: White moves.

        Raises
        ------
        SetupError
            If the colour has not been chosen yet.
        """
        self.person("W")  # refuses as long as nobody has chosen
        # `State.start` reads it by player, as people write it.
        given: dict[str, dict[str, str]] = {player: {} for player in PLAYERS}
        for owner, shape, circle in self.circles:
            given[owner][shape] = circle
        return State.start(self.board, self.stones, given)
