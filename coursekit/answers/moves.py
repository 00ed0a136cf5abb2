"""Lists of moves: arrows here, the moves of a game as its package reads them."""

import re
from collections.abc import Callable
from typing import Any

from boardkit.registry import Registry
from coursekit.answers.arrows import Arrow, moves
from coursekit.answers.form import Form, is_empty
from coursekit.answers.spelling import Misspelt, items, literal, shown, text_of, tidy

MAX_MOVES = 200


def list_of_moves(obj: object, form: Form) -> list[str]:
    """A list of moves or of move texts; a string is split.

    Form: ``moves`` (an id in `MOVES`: ``arrows``, ``transitions``, or what a game's package added; without it any
    texts), ``stations``, ``empty`` (there may be none).
    """
    obj = literal(obj)
    if is_empty(obj, form):
        return []
    found = MOVES[form.get("moves", "")](obj, form)
    if len(found) > MAX_MOVES:
        raise Misspelt("too_long", limit=MAX_MOVES)
    return found


def of_package(obj: object, package: str) -> object:
    """A single move, as an object of a game's package, in a list; anything else as it is."""
    return [text_of(obj)] if type(obj).__module__.split(".")[0] == package else obj


def any_moves(obj: object, form: Form) -> list[str]:
    """Moves as any texts; a string is split at semicolons and line ends."""
    if isinstance(obj, str):
        obj = [t for t in re.split(r"[;\n]+", tidy(obj)) if t.strip()]
    out = []
    for item in items(obj):
        if (
            item is None
            or item is ...
            or isinstance(item, (bool, int, float, list, tuple, frozenset, dict))
        ):
            raise Misspelt("not_move", found=shown(item))
        text = " ".join(tidy(text_of(item)).split())
        if not text or len(text) > 200:
            raise Misspelt("not_move", found=shown(item))
        out.append(text)
    return out


def _arrows(obj: object, form: Form, spelt: Callable[[Arrow], str] = str) -> list[str]:
    found = moves(obj, form.get("stations"))
    for one in found:
        if not isinstance(one, Arrow):
            raise Misspelt("not_arrow", found=shown(one))
    return list(
        dict.fromkeys(
            spelt(one._replace(sign="", lane=""))
            for one in found
            if isinstance(one, Arrow)
        )
    )


MOVES: Registry[Callable[[Any, Form], list[str]]] = Registry("coursekit.answers")
"""How lists of moves are read, by id."""
MOVES.add("", any_moves)
MOVES.add("arrows", _arrows)
MOVES.add(
    "transitions", lambda obj, form: _arrows(obj, form, lambda arrow: arrow.spoken)
)
