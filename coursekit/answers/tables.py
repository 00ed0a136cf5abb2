"""Tables: rows and the cells in them."""

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from coursekit.answers import spelling
from coursekit.answers.form import Form, alphabet_of, is_missing
from coursekit.answers.numbers import rational, whole
from coursekit.answers.spelling import (
    EMPTY_WORDS,
    Misspelt,
    colour,
    items,
    literal,
    name,
    names,
    pairs,
    shown,
    tidy,
)
from coursekit.answers.words import word


def table(obj: object, form: Form) -> list[list[str]]:
    """A table.

    Form: ``rows`` (labels, in order), ``columns`` (number of cells), ``heads`` (what stands above the columns),
    ``cells`` (what a cell is, for all rows or row by row: a key of `CELLS`, or a list of the names that it may
    hold; ``"decimal|never"`` is written ``never`` where there is none), ``members`` (names that a set may hold).
    ``sets`` says that all cells are sets, and the labels too if no rows are given; ``pairs`` that a label is two names,
    in any order; ``function`` may stand around a label: ``ε(q0)``.
    """
    rows: dict[str, list[str]] = {}
    for head, value in _rows(literal(obj), form):
        label = _label(head, form)
        cells = _cells(label, value, form)
        if label in rows:
            if cell_kind(label, form) != "letters":
                raise Misspelt("twice", name=shown(label))
            cells = [" ".join(sorted({*rows[label][0].split(), *cells[0].split()}))]
        rows[label] = cells
    expected = form.get("rows")
    if expected is None:
        order = list(rows)
    else:
        order = [str(x) for x in expected if str(x) in rows]
    return [[label, *rows[label]] for label in order]


def _rows(obj: object, form: Form) -> list[tuple[Any, Any]]:
    """Labels with cells, from a dict, from rows with or without labels, or from a text."""
    if isinstance(obj, str):
        found = pairs(obj)
        if found is None:
            raise Misspelt("not_table", found=shown(obj))
        obj = found
    if isinstance(obj, dict):
        return list(obj.items())
    found_rows = items(obj)
    expected = form.get("rows")
    if (
        expected is not None
        and len(found_rows) == len(expected)
        and not all(_labelled(r, form) for r in found_rows)
    ):
        return list(zip(expected, found_rows, strict=True))
    for r in found_rows:
        if not isinstance(r, (list, tuple)):
            raise Misspelt("not_table", found=shown(r))
        if not r:
            raise Misspelt("empty_row")
    return [(r[0], r[1] if len(r) == 2 else r[1:]) for r in found_rows]


def _labelled(row: object, form: Form) -> bool:
    if not isinstance(row, (list, tuple)) or not row:
        return False
    try:
        return bool(_label(row[0], form) is not None)
    except Misspelt:
        return False


def _label(obj: object, form: Form) -> str:
    expected = form.get("rows")
    if expected is not None:
        if isinstance(obj, (list, tuple)):
            obj = "".join(map(str, obj))
        if (function := form.get("function")) and isinstance(obj, str):
            obj = re.sub(rf"^{function}\s*\((.*)\)$", r"\1", tidy(obj))
        if form.get("pairs") and isinstance(obj, str):
            turned = " ".join(reversed(spelling.words(obj)))
            obj = turned if turned in expected else obj
        return name(obj, expected)
    if form.get("sets") or form.get("set_rows"):
        return _set(obj, form)
    return name("" if obj is None else obj)


def cell_kind(label: object, form: Form) -> str | Sequence[str]:
    """The kind of the cells of a row: a name of `CELLS`, or what there is to choose from."""
    kinds = form.get("cells", "set" if form.get("sets") else "text")
    return kinds.get(str(label), "text") if isinstance(kinds, Mapping) else kinds


def _cells(label: str, value: Any, form: Form) -> list[str]:
    """The cells of a row, which may stand in one value."""
    kind, columns = cell_kind(label, form), form.get("columns")
    if kind != "text" and isinstance(one := literal(value), (list, tuple)):
        value = one
    if isinstance(value, dict) and (heads := form.get("heads")):
        by_head = {name(k, heads): v for k, v in value.items()}
        cells = [by_head.get(h, "") for h in heads]
    elif isinstance(value, (list, tuple)):
        if columns == 1 and len(value) != 1 and kind in ("set", "letters", "word"):
            cells = [value]
        else:
            cells = list(value)
    elif columns == 1 or kind in ("text", "set"):
        cells = [value]
    else:
        if isinstance(value, str):
            cells = _split(value)
            together = tidy(value)
            if len(cells) == 1 and len(together) == columns and {*together} <= {*kind}:
                cells = list(together)  # 01
        elif isinstance(value, frozenset):
            cells = items(value)
        else:
            cells = [value]
    if columns is not None and len(cells) != int(str(columns)):
        raise Misspelt(
            "columns", row=shown(label or "ε"), columns=columns, found=len(cells)
        )
    return [_cell(c, kind, form) for c in cells]


def _split(text: str) -> list[str]:
    """Cells that stand in one text; a comma separates only where nothing else does."""
    if ";" in text:
        separator = ";"
    elif re.search(r"\S\s+\S", text.strip()):
        separator = r"\s"
    else:
        separator = ","
    parts = (tidy(part).strip(",") for part in re.split(separator, text))
    return list(filter(None, parts))


def _cell(obj: object, kind: str | Sequence[str], form: Form) -> str:
    if obj is ...:
        raise Misspelt("nothing")
    if not isinstance(kind, str):
        return name(obj, kind)
    kind, _, missing = kind.partition("|")
    if missing and (is_missing(obj) or obj == ""):
        return missing
    return CELLS[kind](obj, form)


def _text(obj: object, form: Form) -> str:
    """Any text or number; several in one cell are separated by blanks."""
    if isinstance(obj, (list, tuple, frozenset)):
        return " ".join(_text(x, form) for x in items(obj))
    if obj is None:
        return ""
    if isinstance(obj, bool) or not isinstance(obj, (str, int, float, Fraction)):
        raise Misspelt("cell", found=shown(obj))
    if not isinstance(obj, str):
        obj = str(int(obj) if rational(obj).denominator == 1 else obj)
    text = tidy(obj)
    return "" if text in EMPTY_WORDS or text == "∅" else text


def _set(obj: object, form: Form) -> str:
    if isinstance(obj, bool) or not isinstance(
        obj, (str, int, list, tuple, frozenset, type(None))
    ):
        raise Misspelt("cell", found=shown(obj))
    members = form.get("members")
    found = " ".join(sorted(set(names(obj, members))))
    if not found and members and "ε" in members:
        return "∅"  # an empty cell would be read as ε
    return found


def _letters(obj: object, form: Form) -> str:
    if obj is None:
        return ""
    if isinstance(obj, str):
        obj = spelling.words(obj)
    return " ".join(sorted({a for part in items(obj) for a in word(part, form) or ""}))


def _player(obj: object, form: Form) -> str:
    """``W``, ``B`` or ``draw``; nobody wins a draw."""
    found = "draw" if is_missing(obj) or obj == "=" else colour(obj)
    if found is None:
        raise Misspelt("unknown_name", name=shown(obj), allowed="W, B, draw")
    return found if found == "draw" else found.upper()


def _decimal(obj: object, form: Form) -> str:
    """A number with two decimals."""
    hundredths = round(rational(obj) * 100)
    return (
        f"{'-' * (hundredths < 0)}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"
    )


CELLS: dict[str, Callable[[Any, Form], str]] = {
    "text": _text,
    "set": _set,
    "letters": _letters,
    "player": _player,
    "decimal": _decimal,
    "word": lambda obj, form: word(obj, {"alphabet": alphabet_of(form)}) or "",
    "number": lambda obj, form: str(whole(obj)),
    "fraction": lambda obj, form: str(rational(obj)),
}
