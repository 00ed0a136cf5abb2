"""Exploring a game from any position: counting, listing, and playing at random.

Everything here uses the :class:`boardkit.protocol.State` protocol only, so it works for every game.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from boardkit.errors import UserError, whole_number
from boardkit.messages import CATALOGUE
from boardkit.protocol import State

if TYPE_CHECKING:
    import networkx

S = TypeVar("S", bound=State[Any])

DEEPEST = 300
"""The longest sequences that are counted: each move is a level of recursion."""


def perft(state: State[Any], depth: int) -> int:
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


def _perft(state: State[Any], depth: int) -> int:
    if depth == 0:
        return 1
    moves = state.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(_perft(state.play(move), depth - 1) for move in moves)


def divide(state: State[Any], depth: int) -> dict[Any, int]:
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


@dataclass(frozen=True)
class StateGraph(Generic[S]):
    """The positions that can be reached from a start, as a labelled deterministic transition system.

    Attributes
    ----------
    states : tuple of State
        In the order of a breadth-first search; the first one is the start.
    moves : tuple of tuple of (move, int)
        For each state its legal moves, each with the index of the position after it.
    """

    states: tuple[S, ...]
    moves: tuple[tuple[tuple[Any, int], ...], ...]

    def __len__(self) -> int:
        return len(self.states)

    def to_networkx(self) -> networkx.MultiDiGraph:
        """The same as a networkx graph: the nodes are the states, the edges carry ``move``."""
        import networkx

        graph = networkx.MultiDiGraph()
        graph.add_nodes_from(self.states)
        for state, moves in zip(self.states, self.moves, strict=True):
            graph.add_edges_from((state, self.states[target], {"move": move}) for move, target in moves)
        return graph


def reachable_graph(
    state: S, limit: int = 1_000_000, progress: Callable[[int], None] | None = None
) -> StateGraph[S]:
    """Find all positions that can be reached, breadth first.

    Parameters
    ----------
    state : State
        The start.
    limit : int
        The largest number of positions that is accepted.
    progress : callable, optional
        Called with the number of positions found so far, once for each thousand positions expanded.

    Returns
    -------
    StateGraph

    Raises
    ------
    ExplorationLimitError
        If there are more than ``limit`` positions.
    """
    whole_number("limit", limit, 1)
    index = {state: 0}
    waiting = deque([state])
    moves: list[tuple[tuple[Any, int], ...]] = []
    while waiting:
        here = waiting.popleft()
        row = []
        for move in here.legal_moves():
            there = here.play(move)
            if there not in index:
                if len(index) >= limit:
                    raise ExplorationLimitError(CATALOGUE.message("explore.limit", limit=f"{limit:,}"))
                index[there] = len(index)
                waiting.append(there)
            row.append((move, index[there]))
        moves.append(tuple(row))
        if progress is not None and len(moves) % 1000 == 0:
            progress(len(index))
    return StateGraph(tuple(index), tuple(moves))


@dataclass(frozen=True)
class Playout(Generic[S]):
    """A game of random moves: the moves, the position where it stopped, and whether it was cut off there."""

    moves: tuple[Any, ...]
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
    moves: list[Any] = []
    while len(moves) < cap and (legal := state.legal_moves()):
        moves.append(dice.choice(legal))
        state = state.play(moves[-1])
    return Playout(tuple(moves), state, cut=state.result is None)
