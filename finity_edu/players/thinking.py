"""Looking ahead: iterative deepening over the compiled search, with a limit, a way to stop, and what was found.

At the root every legal move is looked at, and a move after which another seat could win at once is only chosen if
there is no other: this holds for all moves, not only for those that the search below finds interesting.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from threading import Timer

from finity_edu.players.kernel import COMPILED, Kernel
from finity_edu.players.kernel.accel import ints, rows, short_rows
from finity_edu.players.kernel.apply import apply
from finity_edu.players.kernel.evaluate import WIN
from finity_edu.players.kernel.play import copy_state
from finity_edu.players.kernel.tables import AT_TURN, MOST_MOVES, MOVES, STATE_SIZE, move_list
from finity_edu.players.kernel.tree import (
    LIMIT,
    MOST_DEPTH,
    NODES,
    STOP,
    answer_that_wins,
    first_look,
    search,
    search_each,
)
from finity_edu.rules.errors import CATALOGUE, FinityError
from finity_edu.rules.pieces import Move
from finity_edu.rules.position import Position

__all__ = ["DEFAULT_NODES", "Scored", "Stop", "Thought", "think", "warm_up"]

DEFAULT_NODES = 20_000 if COMPILED else 400
"""How many positions are looked at if neither time nor nodes are given: about a second's work."""
BROAD_DEPTH, BREADTH = 2, 48
"""All moves are searched to this depth, deeper only so many of the best."""
PROGRESS = 4
"""This part of how far a move brings its player, by itself, is added to its value: where every gain helps both sides
or can be undone, a move that makes progress is still better than one that waits."""
DECIDED = WIN - 1000
"""Values beyond this mean that the game is won, or lost, within the horizon."""


class Stop:
    """A switch that ends a search from outside, for instance from another thread.

    Examples
    --------
    >>> stop = Stop()
    >>> stop.now()
    >>> think(Position.start(word="bbwwbwbw"), seconds=60, stop=stop).nodes < 1000
    True
    """

    def __init__(self) -> None:
        self.control = ints([0, 0, 0])
        self.called = False

    def now(self) -> None:
        """Stop as soon as possible, this search and later ones; what has been found so far is used."""
        self.called = True
        self.control[STOP] = 1


@dataclass(frozen=True)
class Scored:
    """A move with what the search thinks of it.

    Attributes
    ----------
    move : Move
    value : int
        For the side to move, in hundredths of a usual move; `WIN` minus the number of plies for a forced win.
        For all but the best few moves it is only known that it is not larger.
    line : tuple of Move
        The move and the expected answers.
    """

    move: Move
    value: int
    line: tuple[Move, ...]

    @property
    def wins_in(self) -> int | None:
        """Number of plies to a forced win (of anyone; see the sign of `value`), or None."""
        return WIN - abs(self.value) if abs(self.value) > DECIDED else None


@dataclass(frozen=True)
class Thought:
    """What a search has found.

    Attributes
    ----------
    position : Position
    scored : tuple of Scored
        All legal moves, the best first.
    depth : int
        How many moves were looked ahead in full.
    nodes : int
        How many positions were looked at.
    seconds : float
    """

    position: Position
    scored: tuple[Scored, ...]
    depth: int
    nodes: int
    seconds: float = field(compare=False)

    @property
    def best(self) -> Scored:
        """The move of choice."""
        return self.scored[0]


def think(
    position: Position,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    seed: int = 0,
    lines: int = 1,
    stop: Stop | None = None,
) -> Thought:
    """Look ahead.

    Parameters
    ----------
    position : Position
        Not over.
    seconds, nodes, depth : number, optional
        Limits; the first one that is reached ends the search.  Without time and nodes: `DEFAULT_NODES`.  The time
        for compiling, in the first call of a process, does not count; where there are no threads, seconds are
        turned into nodes.
    seed : int
        Decides between moves of equal value.
    lines : int
        Of how many moves the values and expected answers are wanted exactly.
    stop : Stop, optional
        A way to end the search early.

    Raises
    ------
    FinityError
        If the game is over, or the board is too large for the compiled engine.

    Examples
    --------
    >>> start = Position.start(word="bbwwbwbw")
    >>> think(start, nodes=2000, seed=1) == think(start, nodes=2000, seed=1)
    True
    """
    if position.to_move is None:
        raise FinityError(CATALOGUE.message("players.over", result=str(position.result)))
    if seconds is not None and COMPILED:
        warm_up(2 if position.players == 2 else 3)
    return _Search(position, seed, lines, stop or Stop()).run(seconds, nodes, depth)


@cache
def warm_up(players: int = 2) -> None:
    """Compile what a search needs, once in a process, before a clock runs (seconds at first, then from the disk)."""
    think(Position.start(players, word="bbwwbwbw"), nodes=2 * BREADTH)


class _Search:
    """One search; lives for one call of `think`."""

    def __init__(self, position: Position, seed: int, lines: int, stop: Stop) -> None:
        self.position, self.lines, self.stop, self.control = position, lines, stop, stop.control
        kernel = Kernel(position)
        self.tables, self.work = kernel.tables, kernel.work
        order = [int(number) for number in kernel.move_numbers()]
        Random(seed).shuffle(order)
        self.order = order
        self.states = rows(MOST_DEPTH + 4, STATE_SIZE)
        self.states[0][:] = kernel.state
        self.lists = short_rows(MOST_DEPTH + 4, MOST_MOVES)
        self.tails = rows(MOST_DEPTH + 4, MOST_DEPTH + 4)
        self.history = ints([0] * MOVES)
        self.root = int(kernel.state[AT_TURN])
        self.each = rows(MOST_DEPTH + 4, 4)
        self.values: dict[int, int] = {}
        self.progress: dict[int, int] = {}
        self.answers: dict[int, tuple[int, ...]] = {}
        self.done = 0

    def run(self, seconds: float | None, nodes: int | None, depth: int | None) -> Thought:
        begin = time.perf_counter()
        if seconds is None and nodes is None:
            nodes = DEFAULT_NODES
        self.control[NODES] = 0
        self.control[LIMIT] = nodes or 0
        self.control[STOP] = int(self.stop.called)  # an earlier search may have run into its own limit
        timer = None if seconds is None else self._clock(seconds)
        try:
            self._look()
            safe = self._safe()
            self._deepen(safe, min(depth or MOST_DEPTH, MOST_DEPTH))
        finally:
            if timer is not None:
                timer.cancel()
        return self._thought(time.perf_counter() - begin)

    def _clock(self, seconds: float) -> Timer | None:
        """Ring after so many seconds; without threads, as in a browser without a server, count positions instead."""
        timer = Timer(seconds, self._ring)
        timer.daemon = True
        try:
            timer.start()
        except RuntimeError:
            self.control[LIMIT] = self.control[LIMIT] or max(1, round(seconds * DEFAULT_NODES))
            return None
        return timer

    def _ring(self) -> None:
        self.control[STOP] = 1

    def _look(self) -> None:
        """Value all moves by what the position is worth right after them."""
        moves = ints(self.order)
        values, own = ints([0] * len(moves)), ints([0] * len(moves))
        done = first_look(self.tables, self.states, moves, values, own, self.root, self.work, self.control)
        worst = min(values[:done], default=0)
        for i, move in enumerate(self.order):
            self.values[move] = int(values[i] if i < done else worst - 1)
            self.progress[move] = int(own[i]) // PROGRESS
        self.order.sort(key=self.values.__getitem__, reverse=True)

    def _safe(self) -> list[int]:
        """Moves after which nobody else can win at once; all others get the value of a loss."""
        if self.values[self.order[0]] >= DECIDED or len(self.order) == 1:
            return self.order
        safe: list[int] = []
        for move in self.order:
            answer = -1
            if not self.control[STOP] or not safe:  # one safe move must be found in any case
                answer = int(answer_that_wins(self.tables, self.states, self.lists[0], move, self.work))
            if answer >= 0:
                self.values[move] = 2 - WIN
                self.answers[move] = (answer,)
            else:
                safe.append(move)
        self.order.sort(key=self.values.__getitem__, reverse=True)
        return safe

    def _deepen(self, moves: Sequence[int], most: int) -> None:
        for depth in range(2, most + 1):
            ranked = sorted(moves, key=self.values.__getitem__, reverse=True)
            if not ranked or self.control[STOP] or abs(self.values[ranked[0]]) >= DECIDED:
                break
            if depth > BROAD_DEPTH:
                ranked = ranked[:BREADTH]
            if not self._iteration(ranked, depth):
                break
            self.done = depth
            moves = ranked if depth >= BROAD_DEPTH else moves

    def _iteration(self, ranked: Sequence[int], depth: int) -> bool:
        """Search all moves to a depth; after a stop the moves that were finished count, if the first one was."""
        found: dict[int, int] = {}
        for move in ranked:
            exact = sorted(found.values(), reverse=True)[: self.lines]
            alpha = exact[-1] if len(exact) == self.lines else -WIN
            value = self._one(move, depth, alpha)
            if value is None:
                break
            found[move] = value
        self.values.update(found)
        # What was not searched so deeply (or left out as too bad) stands behind what was, unless that is lost.
        floor = min((value for value in found.values() if value > -DECIDED), default=WIN)
        for move in self.values.keys() - found.keys():
            self.values[move] = min(self.values[move], floor - 1)
        return len(found) == len(ranked)

    def _one(self, move: int, depth: int, alpha: int) -> int | None:
        """The value of a move, at least correct above `alpha`; None after a stop."""
        copy_state(self.states[0], self.states[1])
        apply(self.tables, self.states[1], move, self.work)
        bonus = self.progress[move]
        space = (self.history, self.work, self.control)
        boards = (self.states, self.lists, self.tails)
        if self.position.players == 2:
            value = int(search(self.tables, *boards, 1, depth - 1, alpha - bonus, WIN, self.root, *space))
        else:
            search_each(self.tables, *boards, self.each, 1, depth - 1, *space)
            value = int(self.each[1][self.root])
        if self.control[STOP]:
            return None
        if abs(value) < DECIDED:
            value += bonus
        if value > alpha:
            tail = [int(number) for number in self.tails[1]]
            self.answers[move] = tuple(tail[: tail.index(-1)])
        return value

    def _thought(self, seconds: float) -> Thought:
        names = move_list(self.position.board)
        self.order.sort(key=self.values.__getitem__, reverse=True)
        scored = []
        for number in self.order:
            line = [names[n] for n in (number, *self.answers.get(number, ()))]
            moves = tuple(move for move in line if move is not None)
            scored.append(Scored(moves[0], self.values[number], moves))
        return Thought(self.position, tuple(scored), max(1, self.done), int(self.control[NODES]), seconds)
