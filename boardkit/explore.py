"""Exploring a game from any position: counting, listing, and playing at random.

Everything here uses the :class:`boardkit.protocol.State` protocol only, so it works for every game.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Generic, TypeVar

from boardkit.errors import UserError, whole_number
from boardkit.messages import CATALOGUE, numeral
from boardkit.protocol import AnyMove, AnyState

S = TypeVar("S", bound=AnyState)

DEEPEST = 300
"""The longest sequences that are counted: each move is a level of recursion."""


def perft(state: AnyState, depth: int) -> int:
    """Count the sequences of exactly ``depth`` legal moves.

    A finished position has no continuation.  The sequences of one move are not played out but counted in the
    list of legal moves, which is empty in a finished position.

    Parameters
    ----------
    state : State
        Where the sequences begin.
    depth : int
        Their length; there is one sequence of length 0.

    Returns
    -------
    int

    Raises
    ------
    UserError
        If the depth is negative or beyond `DEEPEST`.

    References
    ----------
    .. [1] "Perft", Chess Programming Wiki.
    """
    whole_number("depth", depth, 0, DEEPEST)
    return _perft(state, depth)


def _perft(state: AnyState, depth: int) -> int:
    if depth == 0:
        return 1
    moves = state.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(_perft(state.play(move), depth - 1) for move in moves)


def divide(state: AnyState, depth: int) -> dict[AnyMove, int]:
    """Split :func:`perft` by the first move: where two engines disagree, this shows the move to look at.

    Parameters
    ----------
    state : State
    depth : int
        Length of the sequences, at least 1.

    Returns
    -------
    dict
        For each legal move the number of sequences that begin with it.
    """
    whole_number("depth", depth, 1, DEEPEST)
    return {move: _perft(state.play(move), depth - 1) for move in state.legal_moves()}


class ExplorationLimitError(UserError):
    """More positions can be reached than the limit allows."""


def reachable_graph(state: S, limit: int = 1_000_000) -> dict[S, dict[AnyMove, S]]:
    """Find all positions that can be reached, breadth first: each with where its legal moves lead.

    Parameters
    ----------
    state : State
        The start; it comes first.
    limit : int
        The largest number of positions that is accepted.

    Raises
    ------
    ExplorationLimitError
        If there are more than ``limit`` positions.
    """
    whole_number("limit", limit, 1)
    graph: dict[S, dict[AnyMove, S]] = {state: {}}
    for here in (queue := [state]):
        for move in here.legal_moves():
            there = graph[here][move] = here.play(move)
            if there not in graph:
                if len(graph) >= limit:
                    raise ExplorationLimitError(
                        CATALOGUE.message("explore.limit", limit=numeral(limit, ","))
                    )
                graph[there] = {}
                queue.append(there)
    return graph


@dataclass(frozen=True)
class Playout(Generic[S]):
    """A game of random moves: the moves, the position where it stopped, and whether it was cut off there."""

    moves: tuple[AnyMove, ...]
    state: S
    cut: bool


def playout(state: S, seed: int | random.Random, cap: int = 10_000) -> Playout[S]:
    """Play uniformly random moves to the end of the game.

    Parameters
    ----------
    state : State
        The start.
    seed : int or random.Random
        The source of randomness; the same seed gives the same game.
    cap : int
        The game is cut off after this many moves.

    Returns
    -------
    Playout
    """
    dice = seed if isinstance(seed, random.Random) else random.Random(seed)
    moves: list[AnyMove] = []
    while len(moves) < cap and (legal := state.legal_moves()):
        moves.append(dice.choice(legal))
        state = state.play(moves[-1])
    return Playout(tuple(moves), state, cut=state.result is None)
