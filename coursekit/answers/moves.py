"""Lists of moves of the three games."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from boardkit.errors import UserError
from coursekit.answers.arrows import Arrow, moves
from coursekit.answers.form import Form, is_empty
from coursekit.answers.spelling import Misspelt, items, literal, shown, text_of, tidy

__all__ = ["list_of_moves"]

MAX_MOVES = 200


def list_of_moves(obj: object, form: Form) -> list[str]:
    """A list of moves or of move texts; a string is split.

    Form: ``moves`` (``arrows``, ``finity`` on the board of the position ``board``, ``amakta`` or ``track``; without it
    any texts), ``stations``, ``empty`` (there may be none).
    """
    obj = literal(obj)
    if is_empty(obj, form):
        return []
    if not isinstance(obj, (str, list, tuple, frozenset)):
        obj = [text_of(obj)] if type(obj).__module__.split(".")[0] in ("finity_edu", "amakta") else obj
    found = MOVES[form.get("moves", "")](obj, form)
    if len(found) > MAX_MOVES:
        raise Misspelt("too_long", limit=MAX_MOVES)
    return found


def _any_moves(obj: object, form: Form) -> list[str]:
    if isinstance(obj, str):
        obj = [t for t in re.split(r"[;\n]+", tidy(obj)) if t.strip()]
    out = []
    for item in items(obj):
        if item is None or item is ... or isinstance(item, (bool, int, float, list, tuple, frozenset, dict)):
            raise Misspelt("not_move", found=shown(item))
        text = " ".join(tidy(text_of(item)).split())
        if not text or len(text) > 200:
            raise Misspelt("not_move", found=shown(item))
        out.append(text)
    return out


def _arrows(obj: object, form: Form) -> list[str]:
    found = moves(obj, form.get("stations"))
    for one in found:
        if not isinstance(one, Arrow):
            raise Misspelt("not_arrow", found=shown(one))
    return list(dict.fromkeys(str(one._replace(sign="", lane="")) for one in found if isinstance(one, Arrow)))


def _finity(obj: object, form: Form) -> list[str]:
    """Moves of Finity; the slot of an arrow and the size of a ring may be left out."""
    from finity_edu.rules.notation import parse_move
    from finity_edu.rules.position import Position

    place, out = Position.parse(form["board"]).board, list[str]()
    for one in moves(obj, place.names):
        if isinstance(one, Arrow):
            one = one._replace(sign=one.sign or "+")
            full = one._replace(lane=one.lane or "m")
        else:
            one = f"+{one}" if one.startswith("o") else one
            full = f"{one}.s" if one.startswith("+o") and "." not in one else one  # type: ignore[assignment]
        try:
            parsed = str(parse_move(str(full), place))
        except UserError as error:
            raise Misspelt("not_move_here", move=shown(str(one)), reason=error.message) from None
        out.append(parsed if str(full) == str(one) else str(one))
    return out


def _amakta(obj: object, form: Form) -> list[str]:
    from amakta.rules.errors import NotationError
    from amakta.rules.moves import KINDS as VERBS
    from amakta.rules.moves import Move

    if isinstance(obj, str):
        obj = [t for t in re.split(rf"[\s,;]+(?=(?:{'|'.join(VERBS)})\b)", tidy(obj).lower()) if t.strip()]
    out = []
    for text in _any_moves(obj, form):
        text = re.sub(r"[()\[\];]", " ", text.lower()).strip(" ,")
        text = re.sub(r"(-?\d)\s*,\s*(-?\d)", r"\1,\2", text)
        try:
            out.append(str(Move.parse(text)))
        except NotationError as error:
            raise Misspelt("not_move_here", move=shown(text), reason=error.message) from None
    return out


def _track(obj: object, form: Form) -> list[str]:
    """Games of *Intelligenz gegen Automat*, such as ``m1 h3 m-``."""
    if isinstance(obj, str):
        obj = [t for t in re.split(r"[;,\n]+", tidy(obj)) if t.strip()]
    out = []
    for game in items(obj):
        text = " ".join(map(str, game)) if isinstance(game, (list, tuple)) else game
        text = re.sub(r"\s*[:=]\s*|(?<=[mh])\s+(?=[0-9-])", "", tidy(text).lower())
        for one in re.split(r"[\s,]+", text):
            if not re.fullmatch(r"[mh][0-9]{1,3}|m-", one):
                raise Misspelt("not_track_move", found=shown(one), game=shown(text))
        out.append(" ".join(re.split(r"[\s,]+", text)))
    return out


MOVES: dict[str, Callable[[Any, Form], list[str]]] = {
    "": _any_moves, "arrows": _arrows, "finity": _finity, "amakta": _amakta, "track": _track}
