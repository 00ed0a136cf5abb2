"""The compiled engine: positions as a few integers, for opponents that are strong within a second.

`finity_edu.rules.position` is the authority; this second implementation exists for speed and is held to the first one
by tests.  Its functions are written in the small typed Python that `boardkit.engine` compiles to WebAssembly; where
nothing can run that, they are interpreted: slower, with equal results.

`at` says what stands where in a position, `kind` how a move is one number; `reach`, `apply` and `moves` are the rules,
`play` counts and plays at random, `cost` and `evaluate` judge, `tree` and `root` search.
"""

from __future__ import annotations

from collections.abc import Mapping

from boardkit.engine import Ints, Program, Words
from finity_edu.players.kernel import (
    apply,
    at,
    cost,
    kind,
    moves,
    play,
    reach,
    root,
    tree,
)
from finity_edu.players.kernel.pack import TooLargeError, fits, pack, unpack
from finity_edu.players.kernel.tables import move_list, move_numbers
from finity_edu.rules.pieces import Move, seat_letter
from finity_edu.rules.position import Position, Result

__all__ = ["PROGRAM", "Kernel", "TooLargeError", "fits"]

PROGRAM = Program(
    apply.prepare, apply.apply, moves.legal, reach.most_stations, play.count_sequences, play.random_plies,
    play.random_game, play.list_many, cost.plan_cost, tree.own_costs, tree.can_complete, tree.most_lost,
    root.deepen, pages=32,
)  # fmt: skip
"""What is compiled, with 2 MiB of memory: a search needs half a megabyte."""


class Kernel:
    """A packed position that can be asked and changed.

    Parameters
    ----------
    position : Position
        On a board of at most 13 stations.
    host : str, optional
        Where it runs: ``"wasmtime"``, ``"browser"`` or ``"python"``; by default the best that there is.

    Raises
    ------
    TooLargeError
        If the board or the word is too large.

    Examples
    --------
    >>> kernel = Kernel(Position.start(word="bbwwbwbw"))
    >>> len(kernel.legal_moves()), kernel.perft(2)
    (214, 55076)
    >>> kernel.play(kernel.legal_moves()[0])
    {}
    >>> kernel.position.clock
    1
    """

    def __init__(self, position: Position, host: str | None = None) -> None:
        tables, state = pack(position)
        self.engine = PROGRAM.start(host)
        self.tables = self.engine.array(Ints, tables)
        self.states = self.engine.rows(Ints, 3, at.STATE_SIZE)
        self.state = self.states[0]
        self.state[:] = state
        self.work = self.zeros(at.WORK_SIZE)
        self.out = self.zeros(kind.MOST_MOVES)
        self.board, self.rules, self.word = (
            position.board,
            position.rules,
            position.word,
        )
        self.engine.call(apply.prepare, self.tables, self.state, self.work)

    def load(self, position: Position) -> Kernel:
        """Take another position into the same memory."""
        tables, state = pack(position)
        if (position.board, position.rules, position.word) != (
            self.board,
            self.rules,
            self.word,
        ):
            self.tables[:] = tables
            self.board, self.rules, self.word = (
                position.board,
                position.rules,
                position.word,
            )
        self.state[:] = state
        self.engine.call(apply.prepare, self.tables, self.state, self.work)
        return self

    def zeros(self, number: int) -> Ints:
        """More numbers in the memory of the engine."""
        return self.engine.zeros(Ints, number)

    @property
    def position(self) -> Position:
        """The same as the readable value."""
        return unpack(self.state, self.board, self.rules, self.word)

    def move_numbers(self) -> list[int]:
        """Numbers of the legal moves (see `kind`), ascending."""
        return self.out[
            : self.engine.call(moves.legal, self.tables, self.state, self.out)
        ]

    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves in canonical order."""
        names = move_list(self.board)
        listed = [names[number] for number in self.move_numbers()]
        return tuple(move for move in listed if move is not None)

    def play(self, move: Move) -> Mapping[int, int]:
        """Carry out a legal move in place (legality is not checked); returns the orphans of each seat."""
        number = move_numbers(self.board)[move]
        lost = self.engine.call(apply.apply, self.tables, self.state, number, self.work)
        return {
            seat + 1: lost >> 5 * seat & 31
            for seat in range(self.board.players)
            if lost >> 5 * seat & 31
        }

    @property
    def result(self) -> Result | None:
        """How the game has ended; None while it goes on."""
        return result_of(self.state[at.RESULT], self.rules.clock_reset)

    def reachable(self, seat: int) -> frozenset[str]:
        """Stations that a seat reaches by partial paths."""
        mask = self.state[at.REACH + seat - 1]
        return frozenset(
            name for i, name in enumerate(self.board.names) if mask >> i & 1
        )

    def stations_on_path(self, seat: int) -> int:
        """Number of distinct stations on the best full path of a seat; 0 if it has none."""
        if self.board.end not in self.reachable(seat):
            return 0
        return self.engine.call(
            reach.most_stations, self.tables, self.state, seat - 1, self.work
        )

    def perft(self, depth: int) -> int:
        """Number of sequences of exactly `depth` legal moves."""
        if depth == 0:
            return 1
        with self.engine.scratch():
            states = self.engine.rows(Ints, depth, at.STATE_SIZE)
            lists = self.engine.rows(Ints, depth, kind.MOST_MOVES)
            left = self.zeros(depth)
            states[0][:] = self.state[:]
            return self.engine.call(
                play.count_sequences, self.tables, states, lists, left, self.work, depth
            )

    def playout(self, seed: int, cap: int = 10_000) -> int:
        """Play at random in place to the end, at most `cap` moves; returns the number of moves."""
        with self.engine.scratch():
            dice = self.engine.array(Words, play.dice_of(seed))
            return self.engine.call(
                play.random_game,
                self.tables,
                self.state,
                self.out,
                self.work,
                dice,
                cap,
            )

    def random_plies(self, plies: int, seed: int) -> dict[str, int]:
        """Play so many random moves, game after game from this position, and count the endings.

        Returns
        -------
        dict
            Numbers of finished games by ending: seat letters for wins, ``tie``, ``deadlock``.
        """
        with self.engine.scratch():
            counts, dice = self.zeros(8), self.engine.array(Words, play.dice_of(seed))
            start, scratch = self.states[:2]
            self.engine.call(
                play.random_plies,
                self.tables,
                start,
                scratch,
                self.out,
                self.work,
                dice,
                plies,
                counts,
            )
            ends = counts[:]
        wins = {
            seat_letter(seat): ends[seat] for seat in range(1, self.board.players + 1)
        }
        return wins | {"tie": ends[at.TIE], "deadlock": ends[at.DEADLOCK]}

    def plan(self, seat: int, width: int) -> tuple[int, list[str]] | None:
        """How many own moves a seat is away from a full path (see `cost.plan_cost`), and its stations."""
        moves = self.engine.call(
            cost.plan_cost, self.tables, self.state, seat - 1, width, True, self.work
        )
        path = self.work[at.PATH : at.PATH + len(self.word) + 1]
        return (
            None
            if moves >= cost.NO_PLAN
            else (moves, [self.board.names[i] for i in path])
        )

    def costs_after(self) -> dict[Move, int]:
        """How many own moves the side to move is away from a full path after each of its moves."""
        listed = self.legal_moves()
        with self.engine.scratch():
            costs = self.zeros(len(listed))
            self.engine.call(
                tree.own_costs,
                self.tables,
                self.states,
                self.out,
                len(listed),
                costs,
                self.work,
            )
            return dict(zip(listed, costs, strict=True))

    def winning_move(self, seat: int) -> Move | None:
        """A move with which a seat wins if it is to move now."""
        state, scratch = self.states[:2]
        number = self.engine.call(
            tree.can_complete,
            self.tables,
            state,
            scratch,
            self.out,
            seat - 1,
            self.work,
        )
        return None if number < 0 else move_list(self.board)[number]

    def most_orphans(self, seat: int) -> int:
        """How many rings a seat loses at most by the next move."""
        return self.engine.call(
            tree.most_lost, self.tables, self.states, self.out, seat - 1, self.work
        )


def result_of(code: int, clock_reset: str) -> Result | None:
    """The result that a number of the packed form means."""
    if code == 0:
        return None
    if code == at.TIE:
        return Result(frozenset(), "tie")
    if code == at.DEADLOCK:
        return Result(frozenset(), "deadlock", clock_reset)
    return Result(frozenset({code}), "win")
