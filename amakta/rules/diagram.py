"""A position as text for a terminal: the board in rows, then stones and inventories."""

from amakta.rules.board import PLAYERS, Board
from amakta.rules.lattice import Field, field_text
from amakta.rules.notation import stone_text
from amakta.rules.situation import Situation
from amakta.rules.state import State
from amakta.rules.texts import message, text
from boardkit.protocol import Result


def diagram(state: State) -> str:
    """Rows of the board, a list of the stones, both inventories, the side to move.

    Stones carry the letter of their owner and a number of the list; an empty field shows who controls it
    (``w``, ``b``), ``=`` for a stalemate, ``·`` if nothing points there; ``#`` is a hole.  Bases stand in
    brackets.

    Examples
    --------
    >>> print(diagram(State.parse("zeile3 W; stones -2,0:W400000")))
    [W1]  w  [b]
      W1  -2,0  W400000  1:0
    White: –
    Black: –
    White to move
    """
    situation = state.situation
    # A field has room for two signs only, so stones are numbered and listed below.
    names: dict[Field, str] = {}
    for number, (field, stone) in enumerate(situation.stones, start=1):
        names[field] = f"{stone.owner}{number}"
    lines = [situation.board.spec]
    if isinstance(situation.board, Board):
        lines = _rows(situation, situation.board, names)
    for field, stone in situation.stones:
        white, black = situation.count(field)
        place = field_text(field)
        lines.append(
            f"  {names[field]:<3} {place:<5} {stone_text(stone):<8} {white}:{black}"
        )
    for player in PLAYERS:
        held = " ".join(code + circle for code, circle in situation.hand(player))
        lines.append(f"{text('player.' + player)}: {held or '–'}")
    if state.result is None:
        turn = message(f"player.{state.turn}")
        lines.append(text("draw.to_move", player=turn))
    # Blanks at the end of a line are a nuisance in files and tests.
    return "\n".join(line.rstrip() for line in lines)


def _rows(situation: Situation, board: Board, names: dict[Field, str]) -> list[str]:
    left = min(x for x, _ in board.fields)
    top = min(y for _, y in board.fields)
    bases = list(map(board.base, PLAYERS))
    lines = []
    for y, row in enumerate(board.rows, start=top):
        line = ""
        for column, sign in enumerate(row):
            if sign == " ":
                continue
            field = (left + column, y)
            cell = "#" if sign == "." else names.get(field) or _empty(situation, field)
            # A column is half a field, so two and a half letters: fields of neighbouring rows lie between each other.
            line = line.ljust(5 * column // 2)
            line += f"[{cell}]" if field in bases else f" {cell} "
        lines.append(line)
    return lines


def _empty(situation: Situation, field: Field) -> str:
    """How an empty field is shown."""
    if field in situation.control:
        return situation.control[field].lower()
    return "=" if situation.count(field)[0] else "·"


def ending(result: Result) -> str:
    """How a game ended, in words of the current language."""
    sentences = []
    for winner in result.winners:
        player = message(f"player.{winner}")
        sentences.append(text("draw.won", player=player))
    sentences.append(text(f"cli.ending.{result.kind}"))
    return ". ".join(sentences)
