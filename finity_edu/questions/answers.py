"""Boards and moves of Finity as answers."""

import re

from boardkit.errors import UserError
from coursekit.answers import INPUTS, add_kind
from coursekit.answers.arrows import Arrow, moves
from coursekit.answers.form import Form
from coursekit.answers.moves import MOVES, of_package
from coursekit.answers.spelling import Misspelt, literal, shown, text_of
from finity_edu.rules.notation import parse_move
from finity_edu.rules.position import Position


def board(obj: object, form: Form) -> str | list[str]:
    """A board: a position (or its text), or the list of arrows and rings to lay on the given board.

    Slots of arrows and sizes of rings may be left out.  Form: ``stations`` (names that arrows may use).
    """
    obj = literal(obj)
    if isinstance(obj, str) and "/" not in obj:
        return board([obj], form)
    if isinstance(obj, (list, tuple, frozenset)):
        out: list[str] = []
        try:
            pieces = moves(obj, form.get("stations"))
        except Misspelt as error:
            raise (
                error
                if error.problem != "not_move"
                else Misspelt("not_arrow", **error.values)
            ) from None
        for piece in pieces:
            if isinstance(piece, str) and not piece.startswith("o"):
                raise Misspelt("not_arrow", found=shown(piece))
            if isinstance(piece, Arrow):
                if piece.sign in ("-", "~"):
                    raise Misspelt("not_arrow", found=shown(str(piece)))
                piece = str(piece._replace(sign=""))
            # Two rings of any sizes may lie on a station
            if piece not in out or re.fullmatch(r"o[^.]+", piece):
                out.append(piece)
        return sorted(out)
    text = text_of(obj)
    try:
        return str(Position.parse(text))
    except UserError as error:
        raise Misspelt("not_board", found=error.message) from None


def finity_moves(obj: object, form: Form) -> list[str]:
    """Moves of Finity; the slot of an arrow and the size of a ring may be left out."""
    place, out = Position.parse(form["board"]).board, list[str]()
    for one in moves(of_package(obj, "finity_edu"), place.names):
        if isinstance(one, Arrow):
            one = one._replace(sign=one.sign or "+")
            full = one._replace(lane=one.lane or "m")
        else:
            one = f"+{one}" if one.startswith("o") else one
            full = f"{one}.s" if one.startswith("+o") and "." not in one else one  # type: ignore[assignment]
        try:
            parsed = str(parse_move(str(full), place))
        except UserError as error:
            raise Misspelt(
                "not_move_here", move=shown(str(one)), reason=error.message
            ) from None
        out.append(parsed if str(full) == str(one) else str(one))
    return out


add_kind("board", board, "finity_edu.widget.answer:BoardInput")
MOVES.add("finity", finity_moves)
INPUTS["list of moves/finity"] = "finity_edu.widget.moves:Moves"
