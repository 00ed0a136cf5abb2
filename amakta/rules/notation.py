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

from amakta.rules.board import INFINIT, OPPONENT, AnyBoard, Board, InfinitBoard, Player
from amakta.rules.errors import AmaktaError, InvalidPositionError, NotationError
from amakta.rules.lattice import Field, field_text
from amakta.rules.situation import Circle, Situation, Stone
from amakta.rules.stones import canonical
from amakta.rules.texts import CATALOGUE
from boardkit.messages import Message

_FIELD = re.compile(r"\s*(-?\d{1,18})\s*,\s*(-?\d{1,18})\s*", re.ASCII)
_INFINIT = re.compile(r"infinit\(([^/()]+)/([^/()]+)\)")
_STONE = re.compile(r"(?P<field>[^:]*):(?P<owner>[WB])(?P<code>[0-9]{6})(?P<mark>[VG*]?)", re.ASCII)
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
        raise NotationError(CATALOGUE.message("error.field", text=str(text)), str(text))
    return int(match[1]), int(match[2])


def stone_text(stone: Stone) -> str:
    """The text of a stone on the board: owner, code, circle or mark.

    Examples
    --------
    >>> stone_text(Stone("111111", "W", "W", "V")), stone_text(Stone("010101", "B", "W"))
    ('W111111V', 'W010101*')
    """
    return stone.owner + stone.code + ("*" if stone.expropriated else stone.circle)


def position_text(s: Situation, turn: Player, quiet: int = 0) -> str:
    """The canonical text of a position."""
    parts = [f"{s.board.spec} {turn}"]
    if s.stones:
        parts.append(
            "stones " + " ".join(f"{field_text(f)}:{stone_text(stone)}" for f, stone in s.stones)
        )
    for name, hand in zip(("white", "black"), s.hands, strict=True):
        if hand:
            parts.append(f"{name} " + " ".join(code + circle for code, circle in hand))
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
        raise NotationError(CATALOGUE.message("error.no_text", value=repr(spec)), repr(spec))
    if spec.strip() == INFINIT:
        return InfinitBoard.at_distance(3)
    match = _INFINIT.fullmatch(spec.strip())
    if match:
        return InfinitBoard(parse_field(match[1]), parse_field(match[2]))
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
        raise NotationError(CATALOGUE.message("error.no_text", value=repr(text)), repr(text))
    head, *rest = _split(text, ";")
    words = list(_split(head[1], None, head[0]))
    if len(words) != 2 or words[1][1] not in OPPONENT:
        raise NotationError(CATALOGUE.message("position.head"), text, words[-1][0] if words else 0)
    try:
        board = parse_board(words[0][1])
    except AmaktaError as error:
        raise NotationError(_plain(error), text, words[0][0]) from None
    parts: dict[str, list[tuple[int, str]]] = {}
    for column, part in rest:
        (start, name), *entries = [*_split(part, None, column)] or [(column, "")]
        if name not in _PARTS or name in parts:
            raise NotationError(
                CATALOGUE.message("position.part", parts=", ".join(_PARTS)), text, start
            )
        parts[name] = entries
    stones = tuple(sorted(_read_stone(text, c, w) for c, w in parts.get("stones", ())))
    white, black = (
        tuple(sorted((_read_held(text, c, w) for c, w in parts.get(name, ())), reverse=True))
        for name in ("white", "black")
    )
    situation = Situation(board, stones, (white, black))
    quiet = _read_quiet(text, parts.get("quiet"), board)
    problems = situation.problems()
    if problems:
        raise InvalidPositionError(problems)
    return situation, words[1][1], quiet


def _plain(error: AmaktaError) -> Message:
    return CATALOGUE.message("error.plain", text=error.message)


def _split(text: str, separator: str | None, offset: int = 0) -> Iterator[tuple[int, str]]:
    """Pieces of a text with their columns; separator None means white space."""
    pattern = r"[^\s]+" if separator is None else f"[^{separator}]*"
    for match in re.finditer(pattern, text):
        if separator is None or match.start() == 0 or text[match.start() - 1] == separator:
            yield offset + match.start(), match.group()


def _read_stone(text: str, column: int, word: str) -> tuple[Field, Stone]:
    match = _STONE.fullmatch(word)
    if match is None:
        raise NotationError(CATALOGUE.message("position.stone"), text, column)
    try:
        f = parse_field(match["field"])
    except NotationError as error:
        raise NotationError(_plain(error), text, column) from None
    owner: Player = "W" if match["owner"] == "W" else "B"
    if match["mark"] == "*":
        return f, Stone(match["code"], OPPONENT[owner], owner)
    return f, Stone(match["code"], owner, owner, _circle(match["mark"]))


def _read_held(text: str, column: int, word: str) -> tuple[str, Circle]:
    match = _HELD.fullmatch(word)
    if match is None:
        raise NotationError(CATALOGUE.message("position.held"), text, column)
    return canonical(match["code"]), _circle(match["circle"])


def _circle(mark: str) -> Circle:
    return "V" if mark == "V" else "G" if mark == "G" else ""


def _read_quiet(text: str, entries: list[tuple[int, str]] | None, board: AnyBoard) -> int:
    if entries is None:
        return 0
    word = entries[0][1] if len(entries) == 1 else ""
    if board.is_finite or not (word.isascii() and word.isdigit() and len(word) < 9):
        raise NotationError(
            CATALOGUE.message("position.quiet"), text, entries[0][0] if entries else len(text)
        )
    return int(word)
