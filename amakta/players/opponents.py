"""Opponents: at random, greedy for one move, searching within a budget of nodes, perfect from tables.

A player chooses a move for the side to move of a game; the game's history matters because a third repetition
is a draw.  Nothing here decides what is legal: the players look at the moves that the rules list.
"""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Protocol

from amakta.analysis.evaluation import WIN, evaluate
from amakta.analysis.graph import explore
from amakta.analysis.search import SearchPlayer
from amakta.analysis.solve import Solution, retrograde
from amakta.rules.board import OPPONENT
from amakta.rules.errors import AmaktaError, UnknownNameError
from amakta.rules.legality import legal_moves
from amakta.rules.moves import Move, after
from amakta.rules.situation import Situation
from amakta.rules.state import State
from amakta.rules.texts import message
from boardkit.game import Game
from boardkit.registry import Registry, check_class, refusal


class Opponent(Protocol):
    """Whatever can choose a move."""

    def choose(self, game: Game[State]) -> Move:
        """A legal move for the side to move; the game must not be over."""


@dataclass
class RandomPlayer:
    """Every legal move with equal probability."""

    name: ClassVar[str] = "random"
    dice: random.Random

    def choose(self, game: Game[State]) -> Move:
        """A legal move."""
        return self.dice.choice(game.legal_moves())


@dataclass
class GreedyPlayer:
    """Looks one move ahead: wins if it can, else takes the move with the best evaluation (ties at random)."""

    name: ClassVar[str] = "greedy"
    dice: random.Random

    def choose(self, game: Game[State]) -> Move:
        """A legal move."""
        situation = game.state.situation
        me = game.state.turn
        scored = []
        for move in legal_moves(situation, me):
            child = Situation(situation.board, *after(situation, me, move))
            if child.winner() == me:
                value = WIN
            elif me == "W":
                value = evaluate(child, OPPONENT[me])
            else:
                value = -evaluate(child, OPPONENT[me])
            # The random number decides between equal values.
            scored.append((value, self.dice.random(), move))
        _, _, best = max(scored)
        return best


@dataclass
class TablePlayer:
    """Plays perfectly from a solution: wins as fast as possible, loses as slowly as possible, keeps a draw."""

    name: ClassVar[str] = "perfect"
    solution: Solution
    dice: random.Random

    def choose(self, game: Game[State]) -> Move:
        """One of the best moves; where nobody can win, one that does not end the game if there is such a move."""
        moves = self.solution.best_moves(game.state)
        if self.solution.winner(game.state) is None:
            # A third repetition, or a second pass, would end a game that can still be won by a mistake.
            lasting = tuple(move for move in moves if game.play(move).result is None)
            moves = lasting or moves
        return self.dice.choice(moves)


@dataclass
class Perfect:
    """The same for a game that it solves first, when it is asked: one that has at most `LARGEST` states.

    >>> from amakta.rules.games import new_game
    >>> str(Perfect(random.Random(1)).choose(new_game(State.start("raute4", "duo"))))
    'place -1,0 111111'
    """

    name: ClassVar[str] = "perfect"
    dice: random.Random

    def choose(self, game: Game[State]) -> Move:
        """One of the best moves."""
        return TablePlayer(_solved(game.start), self.dice).choose(game)


LARGEST = 25_000
"""The most states that are solved while a person waits: that takes a few seconds."""


@lru_cache(maxsize=4)
def _solved(start: State) -> Solution:
    return retrograde(explore(start, limit=LARGEST))


def _check(name: str, make: Callable[[random.Random], Opponent]) -> None:
    made = make(random.Random(0))
    check_class(made, Opponent, [("choose",)], refusal(AmaktaError, "player", name))


PLAYERS_BY_NAME: Registry[Callable[[random.Random], Opponent]] = Registry(
    "amakta.players",
    {
        "random": RandomPlayer,
        "greedy": GreedyPlayer,
        "search": SearchPlayer,
        "perfect": Perfect,
    },
    _check,
)
"""What makes a player from a source of chance, by name; other packages add theirs."""


def player(
    name: str, seed: int | random.Random = 0, also: tuple[str, ...] = ()
) -> Opponent:
    """A player by name: ``random``, ``greedy``, ``perfect``, ``search``, or ``search:5000`` with a budget of nodes.

    Parameters
    ----------
    name : str
    seed : int or random.Random
    also : tuple of str
        Further names that the caller takes; the message of an error lists them as well.

    Raises
    ------
    UnknownNameError
        If there is none of that name.

    Examples
    --------
    >>> player("search:500").nodes
    500
    """
    dice = seed if isinstance(seed, random.Random) else random.Random(seed)
    if isinstance(name, str):
        search = re.fullmatch("search:0*([1-9][0-9]{0,11})", name)
        if search:
            return SearchPlayer(dice, nodes=int(search[1]))
        if name in PLAYERS_BY_NAME:
            return PLAYERS_BY_NAME[name](dice)
    names = ", ".join((*also, *PLAYERS_BY_NAME))
    raise UnknownNameError(message("error.player_name", name=name, names=names))
