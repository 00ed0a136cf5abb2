"""Computer opponents: from one that moves at random to one that is as strong as its time allows.

All of them choose in the same way: ``player.choose(position, seconds=…)`` returns a legal move.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from random import Random
from typing import Protocol, Unpack

from boardkit.choosing import finish
from boardkit.messages import Message
from boardkit.registry import Registry, check_class, refusal
from finity_edu.players.advice import reasons, sentence
from finity_edu.players.kernel import Kernel
from finity_edu.players.thinking import Limits, Stop, thinking
from finity_edu.rules.errors import FinityError, message
from finity_edu.rules.pieces import Move
from finity_edu.rules.position import Position


class PlayerError(FinityError):
    """A player that cannot be found, or that does not play."""


class Player(Protocol):
    """Somebody who chooses moves."""

    @property
    def name(self) -> str:
        """Short name for tables."""

    def choose(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        seed: int = 0,
        stop: Stop | None = None,
    ) -> Move:
        """Choose a legal move.

        Parameters
        ----------
        position : Position
            Not over.
        seconds : float, optional
            Time limit.
        nodes : int, optional
            Limit on the number of positions looked at; with it the choice depends on `seed` only, not on the clock.
        seed : int
            The source of randomness.
        stop : Stop, optional
            Ends the thinking when somebody calls its method ``now``.

        Raises
        ------
        PlayerError
            If the game is over.
        """


def _require_running(position: Position) -> None:
    if position.to_move is None:
        raise PlayerError(message("players.over", result=str(position.result)))


class _Quick:
    """A player that needs no time, and so no limits."""

    def choose(self, position: Position, *, seed: int = 0, **limits: object) -> Move:
        """Choose a legal move; see `Player`."""
        _require_running(position)
        return self.pick(position, Random(seed))

    def pick(self, position: Position, dice: Random) -> Move:
        """Choose a legal move of a position that is not over."""
        raise NotImplementedError


@dataclass(frozen=True)
class Uniform(_Quick):
    """Chooses every legal move with the same probability.

    >>> start = Position.start(word="bbwwbwbw")
    >>> Uniform().choose(start, seed=1) in start.legal_moves()
    True
    """

    name: str = "random"

    def pick(self, position: Position, dice: Random) -> Move:
        """Choose any legal move."""
        return dice.choice(position.legal_moves())


@dataclass(frozen=True)
class Greedy(_Quick):
    """Makes its own way to the end as short as possible and never looks at the others.

    Parameters
    ----------
    name : str
    noise : float
        Probability of a random move instead.
    """

    name: str = "greedy"
    noise: float = 0.0

    def pick(self, position: Position, dice: Random) -> Move:
        """Choose a move after which the completion cost is least, at random among equals."""
        if dice.random() < self.noise:
            return dice.choice(position.legal_moves())
        costs = Kernel(position).costs_after()
        least = min(costs.values())
        return dice.choice([move for move, cost in costs.items() if cost == least])


@dataclass(frozen=True)
class Searcher:
    """Looks ahead by alpha-beta search (see `thinking.think`).

    Parameters
    ----------
    name : str
    depth : int, optional
        How many moves it looks ahead at most; as far as time or nodes allow if it is missing.
    noise : float
        Probability of a greedy move instead.
    """

    name: str = "strong"
    depth: int | None = None
    noise: float = 0.0

    def choose(self, position: Position, **limits: Unpack[Limits]) -> Move:
        """Choose the move that looks best when the limit is reached; see `Player`."""
        return finish(self.choosing(position, **limits))

    def choosing(
        self, position: Position, **limits: Unpack[Limits]
    ) -> Generator[None, None, Move]:
        """The same in pieces (see `thinking.thinking`)."""
        _require_running(position)
        seed = limits.get("seed", 0)
        if Random(seed).random() < self.noise:
            return Greedy().choose(position, seed=seed)
        thought = yield from thinking(position, depth=self.depth, **limits)
        return thought.best.move


@dataclass(frozen=True)
class Custom(_Quick):
    """Looks one move ahead with an evaluation of one's own.

    Parameters
    ----------
    evaluate : callable
        Takes the position after the move and the seat that made it; larger is better.  A finished game need not be
        valued: a win is always best, a loss always worst.
    name : str

    Examples
    --------
    >>> shy = Custom(lambda position, seat: -len(position.layout.arrows), "shy")
    >>> str(shy.choose(Position.start(word="bbwwbwbw")))[0]
    'x'
    """

    evaluate: Callable[[Position, int], float]
    name: str = "mine"

    def pick(self, position: Position, dice: Random) -> Move:
        """Choose the move after which the evaluation is largest, at random among equals."""
        values = {
            move: self._value(position.play(move), position.turn)
            for move in position.legal_moves()
        }
        most = max(values.values())
        return dice.choice([move for move, value in values.items() if value == most])

    def _value(self, position: Position, seat: int) -> tuple[int, float]:
        if position.result is not None:
            return (
                1
                if seat in position.result.winners
                else -1
                if position.result.winners
                else 0
            ), 0.0
        return 0, float(self.evaluate(position, seat))


def _check(name: str, who: Player) -> None:
    check_class(
        who, Player, [("name",), ("choose",)], refusal(PlayerError, "player", name)
    )


LEVELS: Registry[Player] = Registry(
    "finity_edu.players",
    {
        "random": Uniform(),
        "beginner": Greedy("beginner", noise=0.5),
        "greedy": Greedy(),
        "club": Searcher("club", depth=1, noise=0.2),
        "advanced": Searcher("advanced", depth=2),
        "strong": Searcher(),
    },
    _check,
)
"""The opponents by name, from the weakest to the strongest; then those that other packages add."""


def player(name: str) -> Player:
    """An opponent by name.

    Raises
    ------
    PlayerError
        If there is none of that name.

    Examples
    --------
    >>> player("greedy").name
    'greedy'
    """
    if not isinstance(name, str) or name not in LEVELS:
        raise PlayerError(
            message("players.no_such", name=name, names=", ".join(LEVELS))
        )
    return LEVELS[name]


class Seat:
    """A player with its limits, ready to take a seat at a board widget: ``choose(position)`` and ``stop()``.

    Parameters
    ----------
    who : Player or str
        A player or the name of a level.
    seconds : float, optional
        Time for each move.
    nodes : int, optional
        Positions looked at for each move.
    seed : int
        Decides between equals; games with the same seed are alike only if `nodes` limits the search.

    Examples
    --------
    >>> seat = Seat("greedy", seed=1)
    >>> seat.choose(Position.start(word="bbwwbwbw")) in Position.start(word="bbwwbwbw").legal_moves()
    True
    """

    def __init__(
        self,
        who: Player | str = "strong",
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        seed: int = 0,
    ) -> None:
        self.who = player(who) if isinstance(who, str) else who
        self.seconds, self.nodes = seconds, nodes
        self._dice = Random(seed)
        self._stop = Stop()

    @property
    def name(self) -> str:
        """The name of the player."""
        return self.who.name

    def choose(self, position: Position) -> Move:
        """Choose a move; a call of `stop` from another thread ends the thinking."""
        return finish(self.choosing(position))

    def choosing(self, position: Position) -> Generator[None, None, Move]:
        """The same in pieces, if the player thinks so; a call of `stop` between two of them ends the thinking."""
        self._stop = Stop()
        limits: Limits = {
            "seconds": self.seconds,
            "nodes": self.nodes,
            "stop": self._stop,
        }
        limits["seed"] = self._dice.getrandbits(32)
        if isinstance(self.who, Searcher):
            return (yield from self.who.choosing(position, **limits))
        return self.who.choose(position, **limits)

    def why(self, position: Position, move: Move) -> str:
        """What a move achieves, in one sentence in the language of the moment.

        >>> p = Position.parse("bga/abcd bbw c; posts c@A; rings B:c.. C:...; bridges bA>B.m bB>C.m wC>D.m")
        >>> Seat("greedy").why(p, p.resolve("+oC.s"))
        'Completes the path A–B–C–D.'
        """
        return sentence(self.reasons(position, move))

    def reasons(self, position: Position, move: Move) -> tuple[Message, ...]:
        """What a move achieves, the weightiest first, for whoever wants to say it in words of their own."""
        return reasons(position, move)

    def stop(self) -> None:
        """End the thinking of the present move."""
        self._stop.now()
