"""Text forms of moves and positions, read with a caret at the place of an error, printed canonically.

Input is generous where meaning is clear: any white space, sections in any order, the stations of a slot in
either order. Printing is canonical, so equal positions have equal texts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from finity_edu.rules.board import LABEL, Board, BoardError, named_boards
from finity_edu.rules.effects import Ban
from finity_edu.rules.errors import CATALOGUE, InvalidPositionError, NotationError, RuleSetError
from finity_edu.rules.layout import Layout
from finity_edu.rules.pieces import (
    COLOURS,
    LANES,
    SEATS,
    SIZES,
    Blocker,
    Bridge,
    Lane,
    Move,
    MoveBlocker,
    MovePost,
    Pass,
    PlaceBridge,
    PlaceRing,
    RemoveBlocker,
    RemoveBridge,
    ReverseBridge,
    Ring,
    Slot,
    Teleport,
    seat_letter,
)
from finity_edu.rules.ruleset import Rules, load_rules
from finity_edu.rules.validity import Problem

if TYPE_CHECKING:
    from finity_edu.rules.position import Position

SECTIONS = ("posts", "rings", "bridges", "blockers", "ban", "clock", "ply")
_NUMBER = r"[0-9]{1,9}"


class _Reader:
    """A text and a place in it."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise NotationError(repr(text), 0, CATALOGUE.message("expected.text"))
        self.text = text
        self.at = 0

    def fail(self, expected: str, /, **values: object) -> NotationError:
        """The error that something else was expected here."""
        return self.fail_at(self.at, expected, **values)

    def fail_at(self, place: int, expected: str, /, **values: object) -> NotationError:
        """The error that something else was expected at an earlier place."""
        return NotationError(self.text, place, CATALOGUE.message(f"expected.{expected}", **values))

    def skip_space(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def done(self) -> bool:
        self.skip_space()
        return self.at == len(self.text)

    def accept(self, literal: str) -> bool:
        """Read a literal text, if it stands here."""
        if self.text.startswith(literal, self.at):
            self.at += len(literal)
            return True
        return False

    def literal(self, literal: str) -> None:
        if not self.accept(literal):
            raise self.fail("literal", literal=literal)

    def match(self, pattern: str, expected: str, **values: object) -> str:
        """Read what a regular expression matches."""
        found = re.compile(pattern).match(self.text, self.at)
        if found is None:
            raise self.fail(expected, **values)
        self.at = found.end()
        return found.group()

    def one_of(self, letters: Sequence[str], expected: str) -> Any:
        """Read one of some letters."""
        letter = self.peek()
        if not letter or letter not in letters:
            raise self.fail(expected, letters=" ".join(letters))
        self.at += 1
        return letter

    # --- parts of moves and positions ----------------------------------------------------------------------

    def station(self, board: Board) -> str:
        start = self.at
        names = " ".join(board.names)
        name = self.match(LABEL, "station", names=names)
        if name not in board.index:
            raise self.fail_at(start, "station", names=names)
        return name

    def neighbour(self, board: Board, station: str) -> str:
        start = self.at
        name = self.station(board)
        if name not in board.neighbours[station]:
            near = " ".join(board.neighbours[station])
            raise self.fail_at(start, "neighbour", station=station, names=near)
        return name

    def lane(self) -> Lane:
        self.literal(".")
        return LANES[LANES.index(self.one_of(LANES, "lane"))]

    def slot(self, board: Board) -> Slot:
        a = self.station(board)
        self.literal("-")
        b = self.neighbour(board, a)
        return board.slots[board.slot_index[Slot(a, b, self.lane())]]

    def bridge(self, board: Board) -> Bridge:
        colour = self.one_of(COLOURS, "colour")
        tail = self.station(board)
        self.literal(">")
        head = self.neighbour(board, tail)
        return Bridge(colour, tail, head, self.lane())

    def seat(self, board: Board) -> int:
        return 1 + SEATS.index(self.one_of(SEATS[: board.players], "seat"))


# --- moves -------------------------------------------------------------------------------------------------


def parse_move(text: str, board: Board) -> Move:
    """Read a move; slots come back under their canonical names.

    Raises
    ------
    NotationError
        If the text is no move of this board, with the place and what was expected there.

    Examples
    --------
    >>> str(parse_move(" xN-C.r/SE-E.l ", Board.standard(2)))
    'xC-N.l/SE-E.l'
    """
    reader = _Reader(text)
    reader.skip_space()
    move = _read_move(reader, board)
    if not reader.done():
        raise reader.fail("end")
    return move


def _read_move(reader: _Reader, board: Board) -> Move:
    if reader.accept("--"):
        return Pass()
    if reader.accept("^^"):
        return Teleport(reader.station(board))
    if reader.accept("^"):
        return MovePost(reader.station(board))
    if reader.accept("+o"):
        station = reader.station(board)
        reader.literal(".")
        size = reader.one_of(SIZES, "size")
        return PlaceRing(station, SIZES[SIZES.index(size)])
    if reader.accept("-x"):
        return RemoveBlocker(reader.slot(board))
    if reader.accept("x"):
        source = None if reader.accept("?") else reader.slot(board)
        reader.literal("/")
        return MoveBlocker(source, reader.slot(board))
    return _read_bridge_move(reader, board)


def _read_bridge_move(reader: _Reader, board: Board) -> PlaceBridge | ReverseBridge | RemoveBridge:
    kinds: dict[str, type[PlaceBridge | ReverseBridge | RemoveBridge]] = {
        "+": PlaceBridge,
        "~": ReverseBridge,
        "-": RemoveBridge,
    }
    kind = kinds[reader.one_of(tuple(kinds), "move")]
    return kind(reader.bridge(board))


# --- positions: printing -----------------------------------------------------------------------------------


def format_position(position: Position) -> str:
    """The canonical line; empty parts are left out."""
    layout = position.layout
    parts = [f"{position.rules}/{position.board} {position.word} {seat_letter(position.turn)}"]
    posts = [f"{seat_letter(seat)}@{name}" for seat, name in enumerate(layout.posts, start=1) if name]
    sections = {
        "posts": posts,
        "rings": _format_rings(layout),
        "bridges": [str(bridge) for bridge in layout.bridges],
        "blockers": [f"{seat_letter(blocker.seat)}@{blocker.slot}" for blocker in layout.blockers],
        "ban": [str(position.ban)] if position.ban else [],
        "clock": [str(position.clock)] if position.clock else [],
        "ply": [str(position.ply)] if position.ply < position.players else [],
    }
    parts += [f"{name} {' '.join(words)}" for name, words in sections.items() if words]
    return "; ".join(parts)


def _format_rings(layout: Layout) -> list[str]:
    words = []
    for station, name in enumerate(layout.board.names):
        codes = layout.ring_codes[3 * station : 3 * station + 3]
        if any(codes):
            words.append(f"{name}:" + "".join(SEATS[code - 1] if code else "." for code in codes))
    return words


# --- positions: reading ------------------------------------------------------------------------------------


class Fields(NamedTuple):
    """What a position is made of, in the order of its constructor."""

    rules: Rules
    word: str
    turn: int
    layout: Layout
    ban: Ban | None
    clock: int
    ply: int


def parse_position(text: str) -> Fields:
    """Read a position; its rules, board and pieces are known afterwards, but not yet checked.

    Raises
    ------
    NotationError
        With the place.
    InvalidPositionError
        If two pieces stand in one place: such a layout cannot even be written down.
    """
    reader = _Reader(text)
    reader.skip_space()
    rules = _read_rules(reader)
    reader.literal("/")
    board = _read_board(reader, rules)
    reader.skip_space()
    word = reader.match("[bw]+(?![^\\s;])", "word")
    reader.skip_space()
    turn = reader.seat(board)
    body = _Body(reader, board)
    body.read()
    ban = body.ban if body.ban is not None and body.ban.bites(rules) else None
    ply = board.players if body.ply is None else min(body.ply, board.players)
    if body.clashes:
        raise InvalidPositionError(tuple(body.clashes))
    return Fields(rules, word, turn, body.layout, ban, body.clock, ply)


def _read_rules(reader: _Reader) -> Rules:
    start = reader.at
    name = reader.match(r"[A-Za-z][\w-]*(\{[^{}]*\})?", "rules")
    try:
        return load_rules("".join(name.split()))
    except RuleSetError as error:
        raise NotationError(
            reader.text, start, CATALOGUE.message("expected.rules_known", problem=error.message)
        ) from None


def _read_board(reader: _Reader, rules: Rules) -> Board:
    start = reader.at
    try:
        if reader.peek() in ("2", "3", "4"):
            return Board.standard(int(reader.match("[234]", "board", names="")), rules.seat_order)
        if reader.peek() == "[":
            stations = reader.match(r"\[[^\]]*\]", "bracket")
            players = int(reader.match("[234]", "players")) if reader.accept("/") else 2
            return Board.parse(stations, players)
        return Board.named(reader.match(r"[a-z][a-z0-9-]*", "board", names=", ".join(named_boards())))
    except BoardError as error:
        raise NotationError(
            reader.text, start, CATALOGUE.message("expected.board_known", problem=error.message)
        ) from None


class _Body:
    """The sections of a position after its head."""

    def __init__(self, reader: _Reader, board: Board) -> None:
        self.reader = reader
        self.board = board
        self.layout = Layout.empty(board)
        self.clashes: list[Problem] = []
        self.ban: Ban | None = None
        self.clock = 0
        self.ply: int | None = None

    def read(self) -> None:
        reader = self.reader
        seen: set[str] = set()
        while not reader.done():
            reader.literal(";")
            if reader.done():
                return
            start = reader.at
            left = [name for name in SECTIONS if name not in seen]
            name = reader.match("[a-z]+", "section", names=" ".join(left))
            if name not in left:
                raise reader.fail_at(start, "section", names=" ".join(left))
            seen.add(name)
            self.section(name)

    def section(self, name: str) -> None:
        reader = self.reader
        if name in ("clock", "ply"):
            reader.skip_space()
            number = int(reader.match(_NUMBER, "number"))
            if name == "clock":
                self.clock = number
            else:
                self.ply = number
        elif name == "ban":
            reader.skip_space()
            move = _read_bridge_move(reader, self.board)
            self.ban = Ban(move, reader.accept("#"))
        else:
            while not reader.done() and reader.peek() != ";":
                getattr(self, f"_{name}")()
                if reader.peek() and reader.peek() != ";" and not reader.peek().isspace():
                    raise reader.fail("separator")

    def _clash(self, place: str) -> None:
        self.clashes.append(Problem("place_twice", {"place": place}))

    def _posts(self) -> None:
        seat = self.reader.seat(self.board)
        self.reader.literal("@")
        if self.layout.post(seat) is not None:
            self._clash(f"{seat_letter(seat)}@")
        self.layout = self.layout.with_post(seat, self.reader.station(self.board))

    def _rings(self) -> None:
        reader = self.reader
        station = reader.station(self.board)
        reader.literal(":")
        if any(ring.station == station for ring in self.layout.rings):
            self._clash(station)
        for size in SIZES:
            letter = reader.one_of("." + SEATS[: self.board.players], "rings")
            if letter != ".":
                ring = Ring(1 + SEATS.index(letter), station, size)
                self.layout = self.layout.with_ring(ring.station, ring.size, ring.seat)

    def _bridges(self) -> None:
        bridge = self.reader.bridge(self.board)
        slot, code = self.board.bridge_code[bridge]
        self._fill(slot, code)

    def _blockers(self) -> None:
        seat = self.reader.seat(self.board)
        self.reader.literal("@")
        blocker = Blocker(seat, self.reader.slot(self.board))
        filled = Layout.of(self.board, blockers=[blocker]).slot_codes
        slot = self.board.slot_index[blocker.slot]
        self._fill(slot, filled[slot])

    def _fill(self, slot: int, code: int) -> None:
        if self.layout.slot_codes[slot]:
            self._clash(str(self.board.slots[slot]))
        self.layout = self.layout.with_slot(slot, code)
