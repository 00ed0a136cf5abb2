"""Position text: one line that says what lies where, who holds what, and who is on the move.

``raute4 W; stones -1,0:W111111 1,0:W010101*; white 101010V; black 111111``

* head: the board (its name, or its rows in brackets, or ``infinit(base/base)``) and the side to move;
* ``stones``: field, owner, code as it lies, then ``V`` or ``G`` for a circle or ``*`` if it was expropriated;
* ``white``, ``black``: the inventories, canonical codes with their circles;
* ``quiet n``: moves since the last capture (Amakta Infinit only).

Parts that are empty are left out; their order does not matter when reading.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from amakta.rules.board import INFINIT, OPPONENT, AnyBoard, Board, InfinitBoard, Player
from amakta.rules.errors import (
    AmaktaError,
    InvalidPositionError,
    NotationError,
    no_text,
)
from amakta.rules.lattice import Field, field_text
from amakta.rules.situation import Circle, Hand, Situation, Stone
from amakta.rules.stones import canonical
from amakta.rules.texts import message

# Eighteen digits fit into 64 bits, and no game needs more.
_FIELD = re.compile(r"\s*(-?\d{1,18})\s*,\s*(-?\d{1,18})\s*", re.ASCII)
_INFINIT = re.compile(r"infinit\(([^/()]+)/([^/()]+)\)")
_STONE = re.compile(
    r"(?P<field>[^:]*):(?P<owner>[WB])(?P<code>[0-9]{6})(?P<mark>[VG*]?)", re.ASCII
)
_HELD = re.compile(r"(?P<code>[0-9]{6})(?P<circle>[VG]?)", re.ASCII)
_PARTS = ("stones", "white", "black", "quiet")


def parse_field(text: str) -> Field:
    """The field that ``x,y`` spells.

    Raises
    ------
    NotationError
        If it is not two whole numbers with a comma between.

    Examples
    --------
    >>> parse_field("-1,0"), parse_field(" 3 , 5 ")
    ((-1, 0), (3, 5))
    """
    match = _FIELD.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise NotationError(message("error.field", text=str(text)), str(text))
    return int(match[1]), int(match[2])


def stone_text(stone: Stone) -> str:
    """The text of a stone on the board: owner, code, circle or mark.

    Examples
    --------
    >>> stone_text(Stone("111111", "W", "W", "V")), stone_text(Stone("010101", "B", "W"))
    ('W111111V', 'W010101*')
    """
    return stone.owner + stone.code + ("*" if stone.expropriated else stone.circle)


def position_text(situation: Situation, turn: Player, quiet: int = 0) -> str:
    """The canonical text of a position."""
    parts = [f"{situation.board.spec} {turn}"]
    stones = [
        f"{field_text(field)}:{stone_text(stone)}" for field, stone in situation.stones
    ]
    if stones:
        parts.append(" ".join(["stones", *stones]))
    for name, hand in zip(("white", "black"), situation.hands, strict=True):
        held = [code + circle for code, circle in hand]
        if held:
            parts.append(" ".join([name, *held]))
    if quiet:
        parts.append(f"quiet {quiet}")
    return "; ".join(parts)


def parse_board(spec: str) -> AnyBoard:
    """The board that a word or a text picture describes; ``infinit`` alone is the one with bases 0,0 and 6,0.

    Raises
    ------
    NotationError, InvalidPositionError, UnknownNameError
        If it does not describe a board.

    Examples
    --------
    >>> parse_board("infinit(0,0/4,0)").base("B"), parse_board("W o B") == parse_board("zeile3")
    ((4, 0), True)
    """
    if not isinstance(spec, str):
        raise no_text(spec)
    # The word alone has to mean some distance.
    if spec.strip() == INFINIT:
        return InfinitBoard.at_distance(3)
    match = _INFINIT.fullmatch(spec.strip())
    if match:
        return InfinitBoard(parse_field(match[1]), parse_field(match[2]))
    # A picture, not a name: no board is called by these signs only.
    if "\n" in spec or re.fullmatch(r"[ .oWB]+", spec):
        return Board.parse(spec)
    return Board.from_spec(spec.strip())


def parse_position(text: str) -> tuple[Situation, Player, int]:
    """Read a position text.

    Returns
    -------
    tuple
        The situation, the side to move, the number of quiet moves.

    Raises
    ------
    NotationError
        If the text does not parse; with the column.
    InvalidPositionError
        If it parses but the position cannot be; with all problems.

    Examples
    --------
    >>> situation, turn, quiet = parse_position("zeile3 B; stones -2,0:W444444; black 444444")
    >>> turn, situation.count((0, 0))
    ('B', (2, 0))
    """
    if not isinstance(text, str):
        raise no_text(text)
    head, *rest = _parts(text)
    board_and_turn = _words(head)
    if len(board_and_turn) != 2 or board_and_turn[1].text not in OPPONENT:
        column = board_and_turn[-1].column if board_and_turn else 0
        raise NotationError(message("position.head"), text, column)
    board_word, turn_word = board_and_turn
    turn: Player = "W" if turn_word.text == "W" else "B"
    try:
        board = parse_board(board_word.text)
    except AmaktaError as error:
        raise NotationError(error.message, text, board_word.column) from None

    parts: dict[str, list[Piece]] = {}
    for part in rest:
        # An empty part, such as after a semicolon too many, is refused like an unknown one.
        name, *entries = _words(part) or [Piece(part.column, "")]
        if name.text not in _PARTS or name.text in parts:
            problem = message("position.part", parts=", ".join(_PARTS))
            raise NotationError(problem, text, name.column)
        parts[name.text] = entries
    stones = sorted(_read_stone(text, word) for word in parts.get("stones", ()))
    white = _read_hand(text, parts.get("white", []))
    black = _read_hand(text, parts.get("black", []))
    situation = Situation(board, tuple(stones), (white, black))
    quiet = 0
    if "quiet" in parts:
        quiet = _read_quiet(text, parts["quiet"], board)

    # Only now, so that all that is wrong with the position is said together.
    problems = situation.problems()
    if problems:
        raise InvalidPositionError(problems)
    return situation, turn, quiet


class Piece(NamedTuple):
    """A piece of a text and the column where it begins, so that an error can point at it."""

    column: int
    text: str


def _parts(text: str) -> Iterator[Piece]:
    column = 0
    for part in text.split(";"):
        yield Piece(column, part)
        column += len(part) + 1


def _words(piece: Piece) -> list[Piece]:
    words = re.finditer(r"\S+", piece.text)
    return [Piece(piece.column + word.start(), word.group()) for word in words]


def _read_stone(text: str, word: Piece) -> tuple[Field, Stone]:
    match = _STONE.fullmatch(word.text)
    if match is None:
        raise NotationError(message("position.stone"), text, word.column)
    try:
        field = parse_field(match["field"])
    except NotationError as error:
        raise NotationError(error.message, text, word.column) from None
    owner: Player = "W" if match["owner"] == "W" else "B"
    # Expropriated: it was made by the other one.
    if match["mark"] == "*":
        return field, Stone(match["code"], OPPONENT[owner], owner)
    return field, Stone(match["code"], owner, owner, _circle(match["mark"]))


def _read_hand(text: str, words: list[Piece]) -> Hand:
    hand = []
    for word in words:
        match = _HELD.fullmatch(word.text)
        if match is None:
            raise NotationError(message("position.held"), text, word.column)
        hand.append((canonical(match["code"]), _circle(match["circle"])))
    return tuple(sorted(hand, reverse=True))


def _circle(mark: str) -> Circle:
    if mark == "V":
        return "V"
    return "G" if mark == "G" else ""


def _read_quiet(text: str, words: list[Piece], board: AnyBoard) -> int:
    number = words[0].text if len(words) == 1 else ""
    # Nine digits would be far beyond the limit that ends the game.
    is_number = number.isascii() and number.isdigit() and len(number) < 9
    if board.is_finite or not is_number:
        column = words[0].column if words else len(text)
        raise NotationError(message("position.quiet"), text, column)
    return int(number)
