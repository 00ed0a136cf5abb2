"""A position of Finity: everything that decides which moves are legal next, and how they end.

Immutable and hashable, so that it can be a node of a graph, a key of a table, a thing to keep. What needs the
past (undo, agreement) belongs to `boardkit.game.Game`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from finity_edu.rules import notation, paths, validity
from finity_edu.rules.board import Board
from finity_edu.rules.candidates import move_table
from finity_edu.rules.effects import effect, next_ban, next_clock
from finity_edu.rules.errors import (
    AmbiguousMoveError,
    FinityError,
    IllegalMoveError,
    InvalidPositionError,
    Problem,
    Reason,
    message,
)
from finity_edu.rules.facts import Facts
from finity_edu.rules.layout import Layout
from finity_edu.rules.legality import legal_moves, why_illegal
from finity_edu.rules.pieces import Move, MoveBlocker
from finity_edu.rules.ruleset import Rules, load_rules
from finity_edu.rules.situation import Result, Situation

__all__ = ["Position", "Result"]


class Position(Situation):
    """A position: rules, word, side to move, pieces, and what the last moves left behind.

    Usually made by `Position.start` or `Position.parse`, and changed by `play`.

    Examples
    --------
    >>> p = Position.start(players=2, word="bbwwbwbw", rules="bga")
    >>> len(p.legal_moves()), p.to_move
    (214, 1)
    >>> print(p.play("+bN>C.m"))
    bga/2 bbwwbwbw y; posts c@N y@S; bridges bN>C.m; blockers c@C-N.l c@C-N.r y@C-S.l y@C-S.r;
        ban +bN>C.m; clock 1; ply 1
    >>> print(p.why_illegal("+oC.s"))
    no ring may lie on C, and no post: the accepting state can only end a path
    """

    # --- making positions ----------------------------------------------------------------------------------

    @staticmethod
    def start(
        players: int = 2,
        *,
        word: str,
        rules: str | Rules = "bga",
        board: Board | str | None = None,
    ) -> Position:
        """The set-up: posts on the start stations, two blockers beside each way to the end.

        Parameters
        ----------
        players : int
            2, 3 or 4; a custom board brings its own number.
        word : str
            The tower from the bottom, for instance ``"bbwwbwbw"``.
        rules : str or Rules
            A rule set or its name.
        board : Board or str, optional
            A custom board or the name of a shipped one; the board of the box otherwise.

        Raises
        ------
        InvalidPositionError
            If the word has other letters or a length that the rules do not allow.
        RuleSetError, BoardError
            If there is no such rule set or board.
        """
        if not isinstance(rules, Rules):
            rules = load_rules(rules)
        if board is None:
            board = Board.standard(players, rules.seat_order)
        elif not isinstance(board, Board):
            board = Board.named(board)
        position = Position(rules, word, 1, Layout.start(board))
        position.require_valid()
        return position

    @staticmethod
    def parse(text: str, check: bool = True) -> Position:
        """Read a position from its text form.

        Parameters
        ----------
        text : str
            See docs/finity.md, section 7; white space is free.
        check : bool
            False lets impossible layouts pass, for editors; `problems` tells what is wrong.

        Raises
        ------
        NotationError
            With a caret, if the text is malformed.
        InvalidPositionError
            With all problems, if the position cannot exist.
        """
        position = notation.parse_position(text, Position)
        if check:
            position.require_valid()
        return position

    def require_valid(self) -> None:
        """Raise `InvalidPositionError` with all problems that make the position impossible."""
        grave = tuple(problem for problem in self.problems() if problem.grave)
        if grave:
            raise InvalidPositionError(grave)

    def __str__(self) -> str:
        return notation.format_position(self)

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"

    # --- what can be read off ------------------------------------------------------------------------------

    @property
    def to_move(self) -> int | None:
        """Seat to move, or None when the game is over."""
        return None if self.result is not None else self.turn

    def reachable(self, seat: int) -> frozenset[str]:
        """Stations that a seat reaches by partial paths, its start included (docs/finity.md, section 2)."""
        self._require_seat(seat)
        mask = paths.reach_mask(self.layout, seat, self.word)
        return frozenset(self.board.names[i] for i in paths.bits(mask))

    def full_path(self, seat: int) -> tuple[str, ...] | None:
        """Stations of a full path of a seat (one with the most distinct stations), or None."""
        self._require_seat(seat)
        path = paths.full_path(self.layout, seat, self.word)
        return None if path is None else tuple(self.board.names[i] for i in path)

    def _require_seat(self, seat: int) -> None:
        if seat not in range(1, self.players + 1):
            raise FinityError(message("problem.no_seat", seat=repr(seat)))

    def problems(self) -> tuple[Problem, ...]:
        """All that is wrong with the position; a ring that would be orphaned is listed, but not grave.

        >>> Position.start(word="bbwwbwbw").problems()
        ()
        """
        return validity.problems(self)

    # --- moves ---------------------------------------------------------------------------------------------

    @cached_property
    def facts(self) -> Facts:
        """The tables that legality reads."""
        return Facts(self)

    @cached_property
    def _legal_moves(self) -> tuple[Move, ...]:
        return legal_moves(self.facts)

    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves in canonical order: by kind, slot or station, colour, direction, size."""
        return self._legal_moves

    def resolve(self, move: Move | str) -> Move:
        """The move that a text or object means here.

        Raises
        ------
        NotationError
            If the text is malformed, or names a station or slot that the board does not have.
        AmbiguousMoveError
            If a blocker's source is left open and several are possible.
        """
        if not isinstance(move, str):
            try:
                known = move_table(self.board).canonical.get(move)
            except TypeError:  # a list, for instance: nothing that could be a move
                known = None
            if known is not None:
                return known
            # Another name of a slot, or no move of this board: let the text decide
            move = str(move)
        parsed = notation.parse_move(move, self.board)
        if isinstance(parsed, MoveBlocker) and parsed.source is None:
            return self._with_source(parsed, move)
        return parsed

    def _with_source(self, move: MoveBlocker, text: str) -> MoveBlocker:
        """Fill in which own blocker moves, if only one can."""
        sources = [b.slot for b in self.layout.blockers if b.seat == self.turn]
        options = [MoveBlocker(source, move.target) for source in sources]
        legal = [
            option for option in options if why_illegal(self.facts, option) is None
        ]
        if len(legal) > 1:
            raise AmbiguousMoveError(text, tuple(map(str, legal)))
        # Without a source there is no blocker: the reason says so
        return (*legal, *options, move)[0]

    def why_illegal(self, move: Move | str) -> Reason | None:
        """Why a move is not legal here; None if it is.

        Raises
        ------
        NotationError, AmbiguousMoveError
            As `resolve`.
        """
        return why_illegal(self.facts, self.resolve(move))

    def play(self, move: Move | str) -> Position:
        """The position after a legal move.

        Raises
        ------
        IllegalMoveError
            With the reason.
        NotationError, AmbiguousMoveError
            As `resolve`.
        """
        resolved, layout, orphans = self._carried_out(move)
        return Position(
            self.rules,
            self.word,
            self.turn % self.players + 1,
            layout,
            next_ban(self.ban, resolved, orphans, self.rules),
            next_clock(self.clock, resolved, orphans, self.rules),
            min(self.ply + 1, self.players),
        )

    def orphans_of(self, move: Move | str) -> Mapping[int, int]:
        """How many rings of each seat a legal move would orphan (seats without any are left out).

        Raises
        ------
        IllegalMoveError, NotationError, AmbiguousMoveError
            As `play`.
        """
        return dict(self._carried_out(move)[2])

    def _carried_out(self, move: Move | str) -> tuple[Move, Layout, Mapping[int, int]]:
        """A legal move as an object, and what it does: see `effect`."""
        resolved = self.resolve(move)
        reason = why_illegal(self.facts, resolved)
        if reason is not None:
            raise IllegalMoveError(str(move), reason)
        return resolved, *effect(
            self.layout, self.turn, self.word, self.rules, resolved
        )

    def with_turn(self, seat: int) -> Position:
        """The same position with another seat to move (for analysis; the ban stays)."""
        self._require_seat(seat)
        return replace(self, turn=seat)
