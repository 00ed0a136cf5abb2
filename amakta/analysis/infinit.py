"""Amakta Infinit: the value of a stone, bidding for Black, creating the sets, and the bunker.

The board is :class:`amakta.rules.board.InfinitBoard`; play itself follows the rules of the standard game, with the
quiet-move draw of :data:`amakta.rules.state.QUIET_LIMIT` beside the repetition rule (B5).

References
----------
.. [1] Rulebook, "Infinit"; docs/amakta.md, section 10, rulings B1 to B9.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from amakta.rules.board import OPPONENT, PLAYERS, InfinitBoard, Player
from amakta.rules.errors import AmaktaError, SetupError
from amakta.rules.setup import PEOPLE
from amakta.rules.situation import Circle, Hand, Situation, make_hand
from amakta.rules.state import State, as_circle, as_mapping, as_player
from amakta.rules.stones import CONTENTS, canonical, orientations, parse
from amakta.rules.texts import message
from boardkit.errors import whole_number
from boardkit.messages import Message

TWICE_S: Mapping[Circle, int] = {"": 2, "G": 1, "V": 4}
"""Twice the weight s of a circle: none 1, damage 1/2, reinforcement 2; doubled, so that all stays whole."""


def value(code: str, circle: str = "") -> int:
    """The value of a stone in points.

    For `a` single arrows and `b` one-coloured pairs (a pair of two colours is two single arrows, B7) the rule's
    ``2a[(a-1)/2+s] + 10b[(b-1)/2+s] + 6ab + 2s`` equals ``(a+5b)(a+b-1+2s) + 2s``, which is whole for all three
    weights s (B9).

    Parameters
    ----------
    code : str
        Any code of the stone.
    circle : {"", "V", "G"}
        No circle, reinforcement, damage.

    Raises
    ------
    NotationError
        If the code or the circle is malformed.

    Examples
    --------
    >>> value("140000", "G"), value("000000"), value("444444", "V")
    (13, 2, 274)
    """
    singles = 0
    pairs = 0
    for digit in parse(code):
        arrows = CONTENTS[int(digit)]
        if len(arrows) == 2 and arrows[0] == arrows[1]:
            pairs += 1
        else:
            singles += len(arrows)
    # With s doubled the formula stays within whole numbers (B9).
    twice_s = TWICE_S[as_circle(circle)]
    return (singles + 5 * pairs) * (singles + pairs - 1 + twice_s) + twice_s


def creatable(points: int) -> Iterator[str]:
    """Canonical codes of all stones that cost at most `points` with the damage circle, the cheapest.

    The stones are built digit by digit and given up as soon as they cost too much, so little is looked at when
    there are few points.
    """

    def build(prefix: str) -> Iterator[str]:
        if value(prefix.ljust(6, "0"), "G") > points:
            return  # another arrow never makes a stone cheaper
        if len(prefix) == 6:
            # Every stone once, by the greatest of its codes.
            if orientations(prefix)[0] == prefix:
                yield prefix
            return
        # A canonical code begins with its highest digit
        highest = int(prefix[0]) if prefix else 9
        for digit in range(highest + 1):
            yield from build(f"{prefix}{digit}")

    whole_number("points", points, 0, error=AmaktaError)
    return build("")


def start(steps: int, white: Mapping[str, str], black: Mapping[str, str]) -> State:
    """The first state of a game: bases `steps` steps apart (B1), the sets given as ``{code: circle}``.

    Examples
    --------
    >>> str(start(3, {"100000": ""}, {"111111": "G"}))
    'infinit(0,0/6,0) W; white 100000; black 111111G'
    """
    hands = []
    for made in (white, black):
        circles = {code: as_circle(circle) for code, circle in as_mapping(made).items()}
        hands.append(make_hand(circles))
    board = InfinitBoard.at_distance(steps)
    return State(Situation(board, (), (hands[0], hands[1])))


# -- bidding -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bidding:
    """The two people bid for Black: strictly rising whole numbers in turn, until one accepts (B2).

    Whoever accepts the last offer of the other plays Black with that many points.  Without a cap this need
    never end (docs/amakta.md, F6).

    Parameters
    ----------
    first : {"host", "guest"}
        Who makes the first offer.
    offers : tuple of int
    accepted : bool

    Examples
    --------
    >>> bids = Bidding().offer(40).offer(55).accept()
    >>> bids.black, bids.points
    ('host', 55)
    """

    first: str = "host"
    offers: tuple[int, ...] = ()
    accepted: bool = False

    @property
    def bidder(self) -> str:
        """Whose turn it is to offer or to accept."""
        return PEOPLE[(PEOPLE.index(self.first) + len(self.offers)) % 2]

    def offer(self, points: int) -> Bidding:
        """Offer the other person so many points for Black.

        Raises
        ------
        SetupError
            If the bidding is over, or the offer is not above the last one (the first: at least 0).
        """
        if self.accepted:
            raise SetupError(message("setup.bidding_over"))
        # Strictly rising, so that the bidding cannot go round in circles.
        least = self.offers[-1] + 1 if self.offers else 0
        if not hasattr(points, "__index__") or points < least:
            raise SetupError(message("setup.offer", points=points, least=least))
        return replace(self, offers=(*self.offers, points))

    def accept(self) -> Bidding:
        """Accept the last offer of the other person.

        Raises
        ------
        SetupError
            If there is none, or the bidding is over.
        """
        if self.accepted:
            raise SetupError(message("setup.bidding_over"))
        if not self.offers:
            raise SetupError(message("setup.no_offer"))
        return replace(self, accepted=True)

    @property
    def black(self) -> str | None:
        """Who plays Black: the one who accepted; None before."""
        return self.bidder if self.accepted else None

    @property
    def points(self) -> int | None:
        """Black's points; None before an offer was accepted."""
        return self.offers[-1] if self.accepted else None


# -- creation ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Creation:
    """The players create their sets, White first, one stone at a time (docs/amakta.md, 10.5).

    Whoever cannot create is closed automatically, the other goes on alone (B3).

    Parameters
    ----------
    points : tuple of int
        What White and Black have left.
    sets : tuple of Hand
    closed : tuple of bool
    turn : {"W", "B"}

    Examples
    --------
    >>> c = Creation.begin(4, 13).create("100000").create("140000", "G")
    >>> c.points, c.done, str(c.start(3))
    ((0, 0), True, 'infinit(0,0/6,0) W; white 100000; black 410000G')
    """

    points: tuple[int, int]
    sets: tuple[Hand, Hand] = ((), ())
    closed: tuple[bool, bool] = (False, False)
    turn: Player = "W"

    @classmethod
    def begin(cls, white: int, black: int) -> Creation:
        """The beginning: both sets empty."""
        white = whole_number("white", white, 0, error=AmaktaError)
        black = whole_number("black", black, 0, error=AmaktaError)
        return cls((white, black))._settled()

    @property
    def done(self) -> bool:
        """Whether both sets are closed."""
        return all(self.closed)

    def why_not(self, code: str, circle: str = "") -> Message | None:
        """Why the player whose turn it is cannot create this stone; None if he can."""
        if self.done:
            return message("setup.sets_closed")
        seat = PLAYERS.index(self.turn)
        left = self.points[seat]
        shape = canonical(code)
        price = value(code, circle)
        if shape in dict(self.sets[seat]):
            return message("setup.shape_again", code=shape)
        if price > left:
            return message("setup.too_dear", code=shape, price=price, left=left)
        return None

    def create(self, code: str, circle: str = "") -> Creation:
        """Create a stone for the player whose turn it is.

        Raises
        ------
        SetupError
            If it costs too much, its shape is in the set already, or both sets are closed.
        """
        objection = self.why_not(code, circle)
        if objection is not None:
            raise SetupError(objection)
        seat = PLAYERS.index(self.turn)
        points = list(self.points)
        points[seat] -= value(code, circle)
        sets = list(self.sets)
        held = dict(sets[seat])
        held[canonical(code)] = as_circle(circle)
        sets[seat] = make_hand(held)
        made = replace(
            self,
            points=(points[0], points[1]),
            sets=(sets[0], sets[1]),
            turn=OPPONENT[self.turn],
        )
        return made._settled()

    def close(self) -> Creation:
        """Close the set of the player whose turn it is, for good.

        Raises
        ------
        SetupError
            If both sets are closed.
        """
        if self.done:
            raise SetupError(message("setup.sets_closed"))
        return self._closed(self.turn)._settled()

    def can_create(self, player: str) -> bool:
        """Whether the points of a player still buy some stone that is not in his set."""
        seat = PLAYERS.index(as_player(player))
        held = dict(self.sets[seat])
        # The damage circle is the cheapest, so if that is too dear nothing can be created.
        return any(code not in held for code in creatable(self.points[seat]))

    def start(self, steps: int) -> State:
        """The first state of the game.

        Raises
        ------
        SetupError
            If a set is still open.
        """
        if not self.done:
            raise SetupError(message("setup.sets_open"))
        return State(Situation(InfinitBoard.at_distance(steps), (), self.sets))

    def _closed(self, player: Player) -> Creation:
        white, black = self.closed
        closed = (True, black) if player == "W" else (white, True)
        return replace(self, closed=closed, turn=OPPONENT[player])

    def _settled(self) -> Creation:
        """Close automatically, and pass the turn on from a closed player."""
        now = self
        # The one whose turn it is first: closing him may leave the other one alone.
        for player in (self.turn, OPPONENT[self.turn]):
            if not now.closed[PLAYERS.index(player)] and not now.can_create(player):
                now = now._closed(player)
        if now.done or not now.closed[PLAYERS.index(now.turn)]:
            return now
        return replace(now, turn=OPPONENT[now.turn])
