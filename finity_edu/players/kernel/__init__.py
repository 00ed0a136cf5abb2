"""The compiled engine: positions as a few integers, for opponents that are strong within a second.

`finity_edu.rules.position` is the authority; this second implementation exists for speed and is held to the first one
by tests.  With numba it is machine code, without it the same functions run interpreted, with equal results.

`Kernel` is the comfortable side; the functions below it (`legal`, `apply` and so on) work on packed positions and
may be called from other compiled code.
"""

from __future__ import annotations

from collections.abc import Mapping

from finity_edu.players.kernel.accel import COMPILED, Ints, dice_of, ints, rows, short_rows, shorts
from finity_edu.players.kernel.apply import apply
from finity_edu.players.kernel.moves import legal
from finity_edu.players.kernel.pack import TooLargeError, fits, new_work, pack, unpack
from finity_edu.players.kernel.play import copy_state, count_sequences, random_game, random_plies
from finity_edu.players.kernel.reach import most_stations
from finity_edu.players.kernel.tables import (
    AT_REACH,
    AT_RESULT,
    DEADLOCK,
    MOST_MOVES,
    STATE_SIZE,
    TIE,
    move_list,
    move_numbers,
)
from finity_edu.rules.pieces import Move, seat_letter
from finity_edu.rules.position import Position, Result

__all__ = ["COMPILED", "Kernel", "TooLargeError", "fits"]


class Kernel:
    """A packed position that can be asked and changed.

    Parameters
    ----------
    position : Position
        On a board of at most 13 stations.

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

    def __init__(self, position: Position) -> None:
        self.board, self.rules = position.board, position.rules
        self.work = new_work()
        self.tables, self.state = pack(position, self.work)
        self.out = shorts([0] * MOST_MOVES)

    @property
    def position(self) -> Position:
        """The same as the readable value."""
        return unpack(self.state, self.board, self.rules)

    def move_numbers(self) -> Ints:
        """Numbers of the legal moves (see `tables`), ascending."""
        return self.out[: legal(self.tables, self.state, self.out)]

    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves in canonical order."""
        names = move_list(self.board)
        moves = [names[number] for number in self.move_numbers()]
        return tuple(move for move in moves if move is not None)

    def play(self, move: Move) -> Mapping[int, int]:
        """Carry out a legal move in place (legality is not checked); returns the orphans of each seat."""
        lost = int(apply(self.tables, self.state, move_numbers(self.board)[move], self.work))
        return {seat + 1: lost >> 5 * seat & 31 for seat in range(self.board.players) if lost >> 5 * seat & 31}

    @property
    def result(self) -> Result | None:
        """How the game has ended; None while it goes on."""
        return result_of(int(self.state[AT_RESULT]), self.rules.clock_reset)

    def reachable(self, seat: int) -> frozenset[str]:
        """Stations that a seat reaches by partial paths."""
        mask = int(self.state[AT_REACH + seat - 1])
        return frozenset(name for i, name in enumerate(self.board.names) if mask >> i & 1)

    def stations_on_path(self, seat: int) -> int:
        """Number of distinct stations on the best full path of a seat; 0 if it has none."""
        if self.board.end not in self.reachable(seat):
            return 0
        return int(most_stations(self.tables, self.state, seat - 1, self.work))

    def perft(self, depth: int) -> int:
        """Number of sequences of exactly `depth` legal moves."""
        if depth == 0:
            return 1
        states, lists = rows(depth, STATE_SIZE), short_rows(depth, MOST_MOVES)
        copy_state(self.state, states[0])
        return int(count_sequences(self.tables, states, lists, ints([0] * depth), self.work, depth))

    def playout(self, seed: int, cap: int = 10_000) -> int:
        """Play at random in place to the end, at most `cap` moves; returns the number of moves."""
        return int(random_game(self.tables, self.state, self.out, self.work, dice_of(seed), cap))

    def random_plies(self, plies: int, seed: int) -> dict[str, int]:
        """Play so many random moves, game after game from this position, and count the endings.

        Returns
        -------
        dict
            Numbers of finished games by ending: seat letters for wins, ``tie``, ``deadlock``.
        """
        ends = ints([0] * 8)
        scratch = ints([0] * STATE_SIZE)
        random_plies(self.tables, self.state, scratch, self.out, self.work, dice_of(seed), plies, ends)
        names = [*(seat_letter(seat) for seat in range(1, self.board.players + 1))]
        counts = {name: int(ends[i + 1]) for i, name in enumerate(names)}
        return counts | {"tie": int(ends[TIE]), "deadlock": int(ends[DEADLOCK])}


def result_of(code: int, clock_reset: str) -> Result | None:
    """The result that a number of the packed form means."""
    if code == 0:
        return None
    if code == TIE:
        return Result(frozenset(), "tie")
    if code == DEADLOCK:
        return Result(frozenset(), "deadlock", clock_reset)
    return Result(frozenset({code}), "win")
