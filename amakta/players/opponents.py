"""Opponents: at random, greedy for one move, searching within a budget of nodes, perfect from tables.

A player chooses a move for the side to move of a game; the game's history matters because a third repetition
is a draw.  Nothing here decides what is legal: the players look at the moves that the rules list.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from amakta.analysis.evaluation import WIN, can_win_at_once, evaluate
from amakta.analysis.search import SearchPlayer
from amakta.analysis.solve import Solution
from amakta.rules.board import OPPONENT
from amakta.rules.errors import UnknownNameError
from amakta.rules.moves import Move, after, legal_moves
from amakta.rules.situation import Situation
from amakta.rules.state import State
from amakta.rules.texts import CATALOGUE
from boardkit.game import Game


class Opponent(Protocol):
    """Whatever can choose a move."""

    def choose(self, game: Game[State]) -> Move:
        """A legal move for the side to move; the game must not be over."""


@dataclass
class RandomPlayer:
    """Every legal move with equal probability."""

    dice: random.Random

    def choose(self, game: Game[State]) -> Move:
        """A legal move."""
        return self.dice.choice(game.legal_moves())


@dataclass
class GreedyPlayer:
    """Looks one move ahead: wins if it can, else takes the move with the best evaluation (ties at random)."""

    dice: random.Random

    def choose(self, game: Game[State]) -> Move:
        """A legal move."""
        s, me = game.state.situation, game.state.turn
        sign = 1 if me == "W" else -1
        scored = []
        for move in legal_moves(s, me):
            child = Situation(s.board, *after(s, me, move))
            won = child.winner() == me
            scored.append((WIN if won else sign * evaluate(child, OPPONENT[me]), self.dice.random(), move))
        return max(scored)[2]


@dataclass
class TablePlayer:
    """Plays perfectly from a solution: wins as fast as possible, loses as slowly as possible, keeps a draw."""

    solution: Solution
    dice: random.Random

    def choose(self, game: Game[State]) -> Move:
        """One of the best moves; where nobody can win, one that does not end the game if there is such a move."""
        moves = self.solution.best_moves(game.state)
        if self.solution.winner(game.state) is None:
            moves = tuple(m for m in moves if game.play(m).result is None) or moves
        return self.dice.choice(moves)


PLAYERS_BY_NAME: Mapping[str, Callable[[random.Random], Opponent]] = {
    "random": RandomPlayer, "greedy": GreedyPlayer, "search": SearchPlayer}


def player(name: str, seed: int | random.Random = 0, also: tuple[str, ...] = ()) -> Opponent:
    """A player by name: ``random``, ``greedy``, ``search``, or ``search:5000`` with a budget of nodes.

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
    if isinstance(name, str) and (search := re.fullmatch("search:0*([1-9][0-9]{0,11})", name)):
        return SearchPlayer(dice, nodes=int(search[1]))
    if not isinstance(name, str) or name not in PLAYERS_BY_NAME:
        names = ", ".join((*also, *PLAYERS_BY_NAME))
        raise UnknownNameError(CATALOGUE.message("error.player_name", name=name, names=names))
    return PLAYERS_BY_NAME[name](dice)


__all__ = [
    "GreedyPlayer", "Opponent", "RandomPlayer", "SearchPlayer", "TablePlayer", "can_win_at_once", "evaluate", "player",
]
