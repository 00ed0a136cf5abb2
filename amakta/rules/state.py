"""The state of a game: a situation and the side to move (and, in Amakta Infinit, the quiet moves so far).

A state holds exactly what decides which moves are legal and what they lead to.  Threefold repetition, agreement
and resignation need the past or a person; they belong to :mod:`amakta.rules.games`.

References
----------
.. [1] Rulebook, "Start", "Ziel"; docs/amakta.md, sections 6, 8, 9 and 10.6, rulings A10 to A12, B4.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from amakta.rules.board import (
    INFINIT,
    OPPONENT,
    PLAYERS,
    AnyBoard,
    Board,
    InfinitBoard,
    Player,
    stone_set,
)
from amakta.rules.errors import (
    AmaktaError,
    IllegalMoveError,
    InvalidPositionError,
    NotationError,
    Reason,
)
from amakta.rules.lattice import field_text
from amakta.rules.legality import legal_moves, why_illegal
from amakta.rules.moves import CAPTURES, Move, after
from amakta.rules.notation import (
    parse_board,
    parse_field,
    parse_position,
    position_text,
)
from amakta.rules.situation import CIRCLES, Circle, Hand, Situation, Stone, make_hand
from amakta.rules.stones import canonical, is_code
from amakta.rules.stones import parse as parse_code
from amakta.rules.texts import message
from boardkit.foreign_json import Json
from boardkit.protocol import Outcome

QUIET_LIMIT = 86185
"""Moves without a capture after which a game of Amakta Infinit is drawn (docs/amakta.md, 10.6)."""

Circles: TypeAlias = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class State:
    """A node of the transition system that a board and its stones span.

    Parameters
    ----------
    situation : Situation
        Board, stones and inventories.
    turn : {"W", "B"}
        Whose turn it is (or would be, if the game were not over).
    quiet : int
        Moves in a row without a capture; counted in Amakta Infinit only, 0 otherwise.

    Examples
    --------
    >>> s = State.start("zeile3", "solo")
    >>> [str(m) for m in s.legal_moves()]
    ['pass', 'place -2,0 444444']
    >>> s.play("place -2,0 444444").control()
    {'-2,0': 'W', '0,0': 'W', '2,0': 'B'}
    >>> eval(repr(s)) == s == State.parse(str(s)) == State.from_dict(s.to_dict(), board="zeile3")
    True
    """

    situation: Situation
    turn: Player = "W"
    quiet: int = 0

    # -- making states ---------------------------------------------------------------------------------

    @classmethod
    def start(
        cls,
        board: AnyBoard | str = "raute4",
        stones: Iterable[str] | str = "duo",
        circles: Circles | None = None,
    ) -> State:
        """The start of a standard game: empty board, all stones in the inventories, White to move.

        Parameters
        ----------
        board : Board or str
            A board, the name of one, or a text picture.
        stones : str or iterable of str
            The name of a set, or the codes of pairwise different stones.
        circles : mapping, optional
            ``{"W": {code: "V" or "G"}, "B": {...}}``; stones that are not named get no circle.

        Raises
        ------
        AmaktaError
            If a name is unknown (also that of a player), the set is empty or holds a stone twice, or a circle is
            given to a stone that is not in the set.
        """
        codes = parse_set(stones)
        circles_of = as_mapping(circles or {})
        # A misspelt player would silently be a player without circles.
        for player in circles_of:
            as_player(player)
        white, black = (_started(codes, circles_of.get(player)) for player in PLAYERS)
        return cls(Situation(as_board(board), (), (white, black)))

    @classmethod
    def parse(cls, text: str) -> State:
        """Read a position text; see :mod:`amakta.rules.notation`.

        Raises
        ------
        NotationError, InvalidPositionError
            If it does not parse, or the position cannot be.
        """
        return cls(*parse_position(text))

    @classmethod
    def from_dict(
        cls, d: Mapping[str, Json], board: AnyBoard | str = "raute4"
    ) -> State:
        """Build a state from plain data; inverse of :meth:`to_dict`.

        Parameters
        ----------
        d : mapping
            ``{"board": {"x,y": {"o": code, "orig": player, "owner": player, "circle": circle}},
            "inv": {player: {code: circle}}, "to_move": player}``; for ``board="infinit"`` also
            ``"bases": {"W": "x,y", "B": "x,y"}`` and, if not 0, ``"quiet"``.
        board : Board or str
            A board, the name of one, a text picture, or ``"infinit"``.

        Raises
        ------
        NotationError
            If a field, a code or a name is malformed.
        InvalidPositionError
            If the position cannot be; with all problems.
        """
        bases = as_mapping(d).get("bases")
        # The unbounded board is no board by itself: where its bases lie makes it one.
        if board == INFINIT and bases:
            white, black = (
                parse_field(str(bases.get(player, ""))) for player in PLAYERS
            )
            board = InfinitBoard(white, black)
        stones = []
        for place, data in as_mapping(d.get("board") or {}).items():
            stones.append((parse_field(place), _stone_of(as_mapping(data))))
        inventories = as_mapping(d.get("inv") or {})
        hands = []
        for player in PLAYERS:
            held = as_mapping(inventories.get(player) or {})
            hands.append(
                make_hand(
                    {code: as_circle(circle or "") for code, circle in held.items()}
                )
            )
        quiet = d.get("quiet", 0)
        # It comes from a file, which may say anything.
        if not isinstance(quiet, int) or quiet < 0:
            raise NotationError(message("position.quiet"), str(quiet))
        lying = tuple(sorted(stones))
        situation = Situation(as_board(board), lying, (hands[0], hands[1]))
        made = cls(situation, as_player(d.get("to_move", "W")), quiet)
        problems = situation.problems()
        if problems:
            raise InvalidPositionError(problems)
        return made

    def to_dict(self) -> dict[str, object]:
        """The state as plain data (JSON); :meth:`from_dict` takes it back.

        Examples
        --------
        >>> State.start("zeile3", "solo").to_dict()
        {'board': {}, 'inv': {'W': {'444444': ''}, 'B': {'444444': ''}}, 'to_move': 'W'}
        """
        stones = {}
        for field, (code, colour, owner, circle) in self.situation.stones:
            stones[field_text(field)] = {
                "o": code,
                "orig": colour,
                "owner": owner,
                "circle": circle,
            }
        data = {
            "board": stones,
            "inv": {player: dict(self.situation.hand(player)) for player in PLAYERS},
            "to_move": self.turn,
        }
        if not self.board.is_finite:
            data["bases"] = {
                player: field_text(self.board.base(player)) for player in PLAYERS
            }
            if self.quiet:
                data["quiet"] = self.quiet
        return data

    # -- reading ---------------------------------------------------------------------------------------

    def __str__(self) -> str:
        return position_text(self.situation, self.turn, self.quiet)

    def __repr__(self) -> str:
        return f"State.parse({str(self)!r})"

    @property
    def board(self) -> AnyBoard:
        """The board."""
        return self.situation.board

    @property
    def to_move(self) -> Player | None:
        """Who moves next; None when the game is over."""
        return None if self.result else self.turn

    @cached_property
    def result(self) -> Outcome | None:
        """How the game ended, None while it goes on: a win (checked first), or in Infinit the quiet-move draw."""
        winner = self.situation.winner()
        # The win comes first, also if the counter runs out with the same move.
        if winner is not None:
            return Outcome(frozenset({winner}), "win")
        # On a finite board the repetition rule ends every game sooner or later.
        if self.quiet >= QUIET_LIMIT and not self.board.is_finite:
            return Outcome(frozenset(), "quiet")
        return None

    def control(self) -> dict[str, Player]:
        """Who controls which field, ``{"x,y": player}``, occupied fields included.

        Fields in stalemate (equally many arrows of both) and unpointed fields are left out.
        """
        control = sorted(self.situation.control.items())
        return {field_text(field): player for field, player in control}

    # -- moving ----------------------------------------------------------------------------------------

    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves in canonical order; empty exactly when the game is over."""
        return self._moves

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        return () if self.result else legal_moves(self.situation, self.turn)

    @cached_property
    def _move_set(self) -> frozenset[Move]:
        # A state has hundreds of moves, and each of them may be played.
        return frozenset(self._moves)

    def why_illegal(self, move: Move | str) -> Reason | None:
        """The first rule that a move would break, None if it is legal.

        Examples
        --------
        >>> print(State.start("zeile3", "solo").why_illegal("place 0,0 444444"))
        You do not control 0,0: 0 arrows of yours against 0 of the opponent's.
        """
        if not isinstance(move, Move):
            move = Move.parse(move)
        if self.result:
            return Reason("game_over")
        return why_illegal(self.situation, self.turn, move)

    def play(self, move: Move | str) -> State:
        """The state after a move, given as a :class:`~amakta.rules.moves.Move` or as its text.

        Raises
        ------
        NotationError
            If the text is no move text.
        IllegalMoveError
            If the move is not legal here; its ``reason`` says why.
        """
        if not isinstance(move, Move):
            move = Move.parse(move)
        if move not in self._move_set:
            reason = self.why_illegal(move)
            assert reason is not None  # since the list of moves asks the same questions
            raise IllegalMoveError(str(move), reason)
        situation = self.situation
        if move.kind != "pass":  # so that what is known of this situation stays known
            situation = Situation(self.board, *after(situation, self.turn, move))
        quiet = 0
        if not self.board.is_finite and move.kind not in CAPTURES:
            quiet = self.quiet + 1
        return State(situation, OPPONENT[self.turn], quiet)

    def mirrored(self, vertical: bool = False) -> State:
        """The image under a mirror axis; the vertical axis exchanges the colours and the side to move."""
        turn = OPPONENT[self.turn] if vertical else self.turn
        return State(self.situation.mirrored(vertical), turn, self.quiet)


def _started(codes: tuple[str, ...], circles: Mapping[str, str] | None) -> Hand:
    """The inventory of a player at the start."""
    given: dict[str, Circle] = dict.fromkeys(codes, "")
    named: set[str] = set()
    for code, circle in as_mapping(circles or {}).items():
        shape = canonical(code)
        if shape in named:
            raise AmaktaError(message("setup.circle_twice", code=shape))
        named.add(shape)
        if shape not in given or circle not in CIRCLES:
            raise AmaktaError(message("setup.circle", code=shape, circle=circle))
        given[shape] = circle
    return make_hand(given)


def _stone_of(data: Mapping[str, Json]) -> Stone:
    """A stone from plain data; without an owner it is whose it was made."""
    owner = as_player(data.get("owner", data.get("orig")))
    colour = as_player(data.get("orig", owner))
    code = parse_code(data.get("o"))
    circle = as_circle(data.get("circle") or "")
    return Stone(code, colour, owner, circle)


def as_board(board: AnyBoard | str) -> AnyBoard:
    """A board from itself, its name or its text picture."""
    return board if isinstance(board, (Board, InfinitBoard)) else parse_board(board)


def as_mapping(value: object) -> Mapping[str, Json]:
    """What is given by name, such as circles by code.

    Raises
    ------
    AmaktaError
        If it is no mapping.
    """
    if not isinstance(value, Mapping):
        raise AmaktaError(message("error.no_mapping", value=repr(value)))
    return value


def as_player(value: object) -> Player:
    """One of the two players.

    Raises
    ------
    NotationError
        If it is not ``"W"`` or ``"B"``.
    """
    for player in PLAYERS:
        if value == player:
            return player
    raise NotationError(message("error.player", text=str(value)), str(value))


def as_circle(value: object) -> Circle:
    """One of the three possibilities of a circle.

    Raises
    ------
    NotationError
        If it is not ``""``, ``"V"`` or ``"G"``.
    """
    for circle in CIRCLES:
        if value == circle:
            return circle
    raise NotationError(message("error.circle", text=str(value)), str(value))


def parse_set(stones: Iterable[str] | str) -> tuple[str, ...]:
    """The canonical codes of a set given by name, as codes in one text, or as codes.

    Raises
    ------
    UnknownNameError, NotationError, InvalidPositionError
        If the name is unknown, a code malformed, the set empty, or a stone in it twice (A15).

    Examples
    --------
    >>> parse_set("duo"), parse_set("000004"), parse_set(["101010"])
    (('111111', '101010'), ('400000',), ('101010',))
    """
    if isinstance(stones, str):
        words: Iterable[str] = stones.split()
        # One word decides: a text that begins with a code lists codes.
        by_name = not all(map(is_code, stones.split()[:1]))
    else:
        words = stones
        by_name = not isinstance(stones, Iterable)
    if by_name:
        return stone_set(stones)
    codes = tuple(map(canonical, words))
    if not codes:
        raise InvalidPositionError((message("setup.empty_set"),))
    for code in codes:
        if codes.count(code) > 1:
            raise InvalidPositionError((message("setup.twice", code=code),))
    return codes
