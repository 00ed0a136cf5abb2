"""Text forms of moves and positions, read with a caret at the place of an error, printed canonically.

Input is generous where meaning is clear: any white space, sections in any order, the stations of a slot in
either order. Printing is canonical, so equal positions have equal texts.
"""

import re
from collections.abc import Sequence
from typing import TypeVar, cast, get_args

from finity_edu.rules import pieces
from finity_edu.rules.board import FIRST_BLOCKER, LABEL, PLAYERS, Board, named_boards
from finity_edu.rules.effects import Ban
from finity_edu.rules.errors import (
    BoardError,
    InvalidPositionError,
    NotationError,
    Problem,
    RuleSetError,
    message,
)
from finity_edu.rules.layout import Layout
from finity_edu.rules.pieces import (
    COLOURS,
    LANES,
    SEATS,
    SIZES,
    Lane,
    Move,
    seat_letter,
)
from finity_edu.rules.ruleset import Rules, load_rules
from finity_edu.rules.situation import Situation

L = TypeVar("L", bound=str)
S = TypeVar("S", bound=Situation)
COUNTS = tuple(map(str, PLAYERS))
SECTIONS = ("posts", "rings", "bridges", "blockers", "ban", "clock", "ply")
_NUMBER = r"[0-9]{1,9}"


class _Reader:
    """A text and a place in it."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise NotationError(repr(text), 0, message("expected.text"))
        self.text = text
        self.at = 0

    def fail(self, expected: str, /, **values: object) -> NotationError:
        """The error that something else was expected here."""
        return self.fail_at(self.at, expected, **values)

    def fail_at(self, place: int, expected: str, /, **values: object) -> NotationError:
        """The error that something else was expected at an earlier place."""
        return NotationError(
            self.text, place, message(f"expected.{expected}", **values)
        )

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

    def one_of(self, letters: Sequence[L], expected: str) -> L:
        """Read one of some letters."""
        letter = self.peek()
        if not letter or letter not in letters:
            raise self.fail(expected, letters=" ".join(letters))
        self.at += 1
        return letters[letters.index(cast("L", letter))]

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
        return self.one_of(LANES, "lane")

    def slot(self, board: Board) -> pieces.Slot:
        a = self.station(board)
        self.literal("-")
        b = self.neighbour(board, a)
        return board.slots[board.slot_index[pieces.Slot(a, b, self.lane())]]

    def arrow(self, board: Board) -> pieces.Arrow:
        colour = self.one_of(COLOURS, "colour")
        tail = self.station(board)
        self.literal(">")
        head = self.neighbour(board, tail)
        return pieces.Arrow(colour, tail, head, self.lane())

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
        return pieces.Pass()
    if reader.accept("^^"):
        return pieces.Teleport(reader.station(board))
    if reader.accept("^"):
        return pieces.MovePost(reader.station(board))
    if reader.accept("+o"):
        station = reader.station(board)
        reader.literal(".")
        return pieces.PlaceRing(station, reader.one_of(SIZES, "size"))
    if reader.accept("-x"):
        return pieces.RemoveBlocker(reader.slot(board))
    if reader.accept("x"):
        source = None if reader.accept("?") else reader.slot(board)
        reader.literal("/")
        return pieces.MoveBlocker(source, reader.slot(board))
    return _read_arrow_move(reader, board, "move")


def _read_arrow_move(
    reader: _Reader, board: Board, expected: str = "arrow_move"
) -> pieces.ArrowMove:
    kinds: dict[str, type[pieces.ArrowMove]] = {
        kind.sign: kind for kind in get_args(pieces.ArrowMove)
    }
    return kinds[reader.one_of(tuple(kinds), expected)](reader.arrow(board))


# --- positions: printing -----------------------------------------------------------------------------------


def format_position(position: Situation) -> str:
    """The canonical line; empty parts are left out."""
    layout = position.layout
    parts = [
        f"{position.rules}/{position.board} {position.word} {seat_letter(position.turn)}"
    ]
    posts = []
    for seat, station in enumerate(layout.posts, start=1):
        if station:
            posts.append(f"{seat_letter(seat)}@{station}")
    rings = []
    for station in layout.board.names:
        letters = layout.ring_letters(station)
        if letters != "...":
            rings.append(f"{station}:{letters}")
    sections = {
        "posts": posts,
        "rings": rings,
        "bridges": list(map(str, layout.arrows)),
        "blockers": [
            f"{seat_letter(blocker.seat)}@{blocker.slot}" for blocker in layout.blockers
        ],
        "ban": [str(position.ban)] if position.ban else [],
        "clock": [str(position.clock)] if position.clock else [],
        "ply": [str(position.ply)] if position.ply < position.players else [],
    }
    parts += [f"{name} {' '.join(words)}" for name, words in sections.items() if words]
    return "; ".join(parts)


# --- positions: reading ------------------------------------------------------------------------------------


def parse_position(text: str, kind: type[S]) -> S:
    """Read a position as an object of a class; its rules, board and pieces are known afterwards, but not yet checked.

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
    ply = min(body.numbers["ply"], board.players)
    if body.clashes:
        raise InvalidPositionError(tuple(body.clashes))
    return kind(rules, word, turn, body.layout, ban, body.numbers["clock"], ply)


def _read_rules(reader: _Reader) -> Rules:
    start = reader.at
    name = reader.match(r"[A-Za-z][\w-]*(\{[^{}]*\})?", "rules")
    try:
        return load_rules("".join(name.split()))
    except RuleSetError as error:
        raise reader.fail_at(start, "rules_known", problem=error.message) from None


def _read_board(reader: _Reader, rules: Rules) -> Board:
    start = reader.at
    try:
        if reader.peek() in COUNTS:
            return Board.standard(int(reader.one_of(COUNTS, "board")), rules.seat_order)
        if reader.peek() == "[":
            stations = reader.match(r"\[[^\]]*\]", "bracket")
            players = int(reader.one_of(COUNTS, "players")) if reader.accept("/") else 2
            return Board.parse(stations, players)
        return Board.named(
            reader.match(r"[a-z][a-z0-9-]*", "board", names=", ".join(named_boards()))
        )
    except BoardError as error:
        raise reader.fail_at(start, "board_known", problem=error.message) from None


class _Body:
    """The sections of a position after its head."""

    def __init__(self, reader: _Reader, board: Board) -> None:
        self.reader = reader
        self.board = board
        self.layout = Layout.empty(board)
        self.clashes: list[Problem] = []
        self.ban: Ban | None = None
        self.numbers = {"clock": 0, "ply": board.players}

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
        reader.skip_space()
        if name in ("clock", "ply"):
            self.numbers[name] = int(reader.match(_NUMBER, "number"))
        elif name == "ban":
            move = _read_arrow_move(reader, self.board)
            self.ban = Ban(move, reader.accept("#"))
        else:
            while not reader.done() and reader.peek() != ";":
                getattr(self, f"_{name}")()
                if (
                    reader.peek()
                    and reader.peek() != ";"
                    and not reader.peek().isspace()
                ):
                    raise reader.fail("separator")

    def _posts(self) -> None:
        seat = self.reader.seat(self.board)
        self.reader.literal("@")
        if self.layout.post(seat) is not None:
            self.clashes.append(Problem("post_twice", {"seat": seat_letter(seat)}))
        self.layout = self.layout.with_post(seat, self.reader.station(self.board))

    def _rings(self) -> None:
        reader = self.reader
        station = reader.station(self.board)
        reader.literal(":")
        if self.layout.ring_letters(station) != "...":
            self.clashes.append(Problem("rings_twice", {"station": station}))
        for size in SIZES:
            letter = reader.one_of("." + SEATS[: self.board.players], "rings")
            if letter != ".":
                self.layout = self.layout.with_ring(
                    station, size, 1 + SEATS.index(letter)
                )

    def _bridges(self) -> None:
        self._fill(*self.board.arrow_code[self.reader.arrow(self.board)])

    def _blockers(self) -> None:
        seat = self.reader.seat(self.board)
        self.reader.literal("@")
        self._fill(
            self.board.slot_index[self.reader.slot(self.board)],
            FIRST_BLOCKER + seat - 1,
        )

    def _fill(self, slot: int, code: int) -> None:
        if self.layout.slot_codes[slot]:
            self.clashes.append(
                Problem("place_twice", {"place": str(self.board.slots[slot])})
            )
        self.layout = self.layout.with_slot(slot, code)
