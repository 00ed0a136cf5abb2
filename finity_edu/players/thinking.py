"""Looking ahead: iterative deepening over the compiled search, with a limit, a way to stop, and what was found.

At the root every legal move is looked at, and a move after which another seat could win at once is only chosen if
there is no other: this holds for all moves, not only for those that the search below finds interesting.
"""

import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from threading import Timer
from typing import TypedDict, Unpack

from boardkit.choosing import THREADS, finish
from boardkit.engine import Ints
from finity_edu.players.kernel import Kernel, at, kind, root
from finity_edu.players.kernel.evaluate import WIN
from finity_edu.players.kernel.root import DECIDED
from finity_edu.players.kernel.tables import move_list
from finity_edu.players.kernel.tree import LONGEST, MOST_DEPTH
from finity_edu.rules.errors import FinityError, message
from finity_edu.rules.pieces import Move
from finity_edu.rules.position import Position

__all__ = [
    "DEFAULT_NODES",
    "DEFAULT_SECONDS",
    "Limits",
    "Scored",
    "Stop",
    "Thought",
    "finish",
    "think",
    "thinking",
]

DEFAULT_NODES = {"wasmtime": 20_000, "browser": 20_000, "python": 400}
"""How many positions are looked at on each host if neither time nor nodes are given: about a second's work."""
DEFAULT_SECONDS = 2.0
"""Without threads that takes no longer than this, however slow the computer is: the page waits."""
PIECE, FEW = 0.015, 2
"""Without threads the search pauses after about so many seconds; how many steps it dares to make before it knows."""


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
        self.called = False
        self._controls: list[Ints] = []

    def now(self) -> None:
        """Stop as soon as possible, this search and later ones; what has been found so far is used."""
        self.called = True
        for control in self._controls:
            control[at.STOP] = 1

    def watch(self, control: Ints) -> None:
        """Stop the search of this control too."""
        self._controls.append(control)
        if self.called:
            control[at.STOP] = 1


class Limits(TypedDict, total=False):
    """What a player may spend on a move; see `think`."""

    seconds: float | None
    nodes: int | None
    seed: int
    stop: Stop | None


class SearchLimits(Limits, total=False):
    """How far and how broadly a search goes; see `think`."""

    depth: int | None
    lines: int


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
        Limits; the first one that is reached ends the search.  Without time and nodes: `DEFAULT_NODES`, and in a
        browser without a server `DEFAULT_SECONDS`.  The time for starting the engine does not count.
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
    return finish(
        thinking(
            position,
            seconds=seconds,
            nodes=nodes,
            depth=depth,
            seed=seed,
            lines=lines,
            stop=stop,
        )
    )


def thinking(
    position: Position, **limits: Unpack[SearchLimits]
) -> Generator[None, None, Thought]:
    """The same in pieces, for an event loop that must go on meanwhile; takes what `think` takes.

    Where another thread can ring when the time is over they are few, elsewhere there is one every `PIECE` seconds.
    """
    if position.to_move is None:
        raise FinityError(message("players.over", result=str(position.result)))
    search = _Search(position, **limits)
    with search.clock():
        while not search.go_on():
            yield
    return search.thought()


class _Search:
    """One search: call `go_on` until it returns True, then `thought`."""

    def __init__(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        seed: int = 0,
        lines: int = 1,
        stop: Stop | None = None,
    ) -> None:
        self.position, self.seconds = position, seconds
        self.kernel = kernel = Kernel(position)
        moves = kernel.move_numbers()
        Random(seed).shuffle(moves)
        self.states = kernel.engine.rows(Ints, LONGEST, at.STATE_SIZE)
        self.states[0][:] = kernel.state[:]
        self.lists = kernel.engine.rows(Ints, LONGEST, kind.MOST_MOVES)
        self.lines = kernel.engine.rows(Ints, LONGEST, LONGEST)
        self.frames = kernel.engine.rows(Ints, LONGEST, at.FRAME_SIZE)
        self.answers = kernel.zeros(len(moves) * LONGEST)
        self.notes, self.history = kernel.zeros(at.NOTES_SIZE), kernel.zeros(kind.MOVES)
        self.notes[at.MOVE : at.MOVE + len(moves)] = moves
        self.notes[at.COUNT], self.notes[at.EXACTLY] = (
            len(moves),
            min(lines, len(moves)),
        )
        self.notes[at.MOST] = min(depth or MOST_DEPTH, MOST_DEPTH)
        if seconds is None and nodes is None:
            nodes = DEFAULT_NODES[kernel.engine.name]
            self.seconds = None if THREADS else DEFAULT_SECONDS
        self.steps = -1 if THREADS else FEW
        self.control = kernel.zeros(at.CONTROL_SIZE)
        self.control[at.LIMIT], self.control[at.STEPS] = nodes or 0, self.steps
        self.begin = time.perf_counter()
        (stop or Stop()).watch(self.control)

    @contextmanager
    def clock(self) -> Iterator[None]:
        """Ring when the time is over; without threads, as in a browser without a server, `go_on` looks at the clock."""
        timer = Timer(self.seconds or 0, self._ring)
        if self.seconds is not None and THREADS:
            timer.daemon = True
            timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _ring(self) -> None:
        self.control[at.STOP] = 1

    def go_on(self) -> bool:
        """Search on: for one stage or, without threads, for one piece; True at the end."""
        begin, stage = time.perf_counter(), self.notes[at.DEPTH]
        over = self.kernel.engine.call(
            root.deepen,
            self.kernel.tables,
            self.states,
            self.lists,
            self.lines,
            self.frames,
            self.answers,
            self.notes,
            self.history,
            self.kernel.work,
            self.control,
        )
        if not THREADS:
            self._measure_out(
                time.perf_counter() - begin, stage != self.notes[at.DEPTH] < 3
            )
        return bool(over)

    def _measure_out(self, took: float, other: bool) -> None:
        """Allow so many steps before the next pause as take a `PIECE`; those of another stage take another time."""
        if (
            self.seconds is not None
            and time.perf_counter() - self.begin >= self.seconds
        ):
            self._ring()
        wanted = round((self.steps - self.control[at.STEPS]) * PIECE / max(took, 1e-6))
        self.steps = self.control[at.STEPS] = (
            FEW if other else max(1, min(wanted, 4 * self.steps))
        )

    def thought(self) -> Thought:
        """What has been found so far."""
        names = move_list(self.position.board)
        notes, answers, count = (
            list(self.notes),
            list(self.answers),
            self.notes[at.COUNT],
        )
        order = sorted(
            notes[at.ORDER : at.ORDER + count],
            key=lambda place: -notes[at.VALUE + place],
        )
        scored = []
        for place in order:
            first = LONGEST * place
            line = [
                names[n]
                for n in (
                    notes[at.MOVE + place],
                    *answers[first : answers.index(-1, first)],
                )
            ]
            moves = tuple(move for move in line if move is not None)
            scored.append(Scored(moves[0], notes[at.VALUE + place], moves))
        seconds = time.perf_counter() - self.begin
        return Thought(
            self.position,
            tuple(scored),
            max(1, notes[at.DONE]),
            self.control[at.NODES],
            seconds,
        )
