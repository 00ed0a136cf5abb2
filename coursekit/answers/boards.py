"""Boards, and paths on them."""

from __future__ import annotations

import re

from boardkit.errors import UserError
from coursekit.answers.arrows import Arrow, moves
from coursekit.answers.form import Form, is_empty
from coursekit.answers.spelling import Misspelt, literal, name, shown, text_of, tidy

__all__ = ["board", "path"]


def path(obj: object, form: Form) -> list[str]:
    """A sequence of stations; form: ``stations`` (their names), ``empty`` (there may be none)."""
    stations, obj = form.get("stations"), literal(obj)
    if is_empty(obj, form):
        return []
    if isinstance(obj, str):
        text = re.sub(r"[-–—]+\s*[a-z]\s*[-–—]*[>→⇒]", " ", tidy(obj))  # A –b→ B, as runs are shown
        parts = [t for t in re.split(r"[\s,;>→⇒⟶=()\[\]-]+", text) if t]
        one = parts[0] if len(parts) == 1 else ""
        single = one and stations is not None and one not in stations and {*one.upper()} <= {*map(str, stations)}
        obj = list(one) if single else parts
    if not isinstance(obj, (list, tuple)):  # a set has no order
        raise Misspelt("not_sequence" if isinstance(obj, frozenset) else "not_list", found=shown(obj))
    return [name(s, stations) for s in obj]


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
            raise error if error.problem != "not_move" else Misspelt("not_arrow", **error.values) from None
        for piece in pieces:
            if isinstance(piece, str) and not piece.startswith("o"):
                raise Misspelt("not_arrow", found=shown(piece))
            if isinstance(piece, Arrow):
                if piece.sign in ("-", "~"):
                    raise Misspelt("not_arrow", found=shown(str(piece)))
                piece = str(piece._replace(sign=""))
            if piece not in out or re.fullmatch(r"o[^.]+", piece):  # two rings of any sizes may lie on a station
                out.append(piece)
        return sorted(out)
    from finity_edu.rules.position import Position

    text = text_of(obj)
    try:
        return str(Position.parse(text))
    except UserError as error:
        raise Misspelt("not_board", found=error.message) from None
