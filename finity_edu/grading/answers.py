"""Answers are data: thirteen kinds, each with one canonical JSON form.

`validate` turns what a student wrote into the canonical form, or raises `MalformedAnswer`, which says what was
expected.  It never says whether an answer is right: a malformed answer and a wrong one are different things.
Sizes are bounded, so that no answer can stall the judge.

=================  =============================================  ==========================================
kind               what a student may write                       canonical JSON
=================  =============================================  ==========================================
word               ``"bwb"``, ``""`` or ``"ε"``; None if allowed  string, or null for "there is none"
set of words       list, set, or words separated by blanks        sorted list without repetition
number             integer                                        integer
fraction           ``Fraction``, ``"3/8"``, ``"0.375"``           string in lowest terms, ``"3/8"``
table              dict row → cells, or list of rows              list of rows ``[label, cell, …]`` of strings
path               list of stations, or ``"A B C"``               list of strings
automaton          dict with the five parts, automata-lib object  dict (see `automaton`)
board              position text, position, or list of arrows     string (position) or list of arrows
regex              string                                         string
list of moves      list of moves or of move texts                 list of strings
partition          list of blocks, or ``"A B / C"``               sorted list of sorted lists
machine            dict field → markers left in its box           dict of sorted lists, keys are strings
function           a Python function; here: what it returned      ``{"seed": …, "results": [...]}``
=================  =============================================  ==========================================
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from boardkit.errors import UserError
from finity_edu.errors import CATALOGUE
from finity_edu.grading.regex import RegexError, regex_fa

__all__ = ["KINDS", "MalformedAnswer", "arrow", "validate"]

MAX_ITEMS = 5_000
MAX_TEXT = 20_000
MAX_STATES = 200
MAX_EDGES = 2_000
MAX_BITS = 4_096
_ARROW = re.compile(r"\+?([a-z])([A-Za-z0-9]+)>([A-Za-z0-9]+)(?:\.([lmr]))?")
_EMPTY = {"", "ε", "()"}


class MalformedAnswer(UserError):
    """An answer that is not of the kind that was asked for.

    Parameters
    ----------
    kind : str
        The kind of answer that was expected.
    problem : str
        Id of the text that says what is wrong (below ``answers.problem``).
    **values
        What stands in that text.
    """

    def __init__(self, kind: str, problem: str, **values: object) -> None:
        self.kind = kind
        self.problem = problem
        self.values = values
        slug = kind.replace(" ", "_")
        super().__init__(CATALOGUE.message(
            "answers.malformed", problem=CATALOGUE.message(f"answers.problem.{problem}", **values),
            expected=CATALOGUE.message(f"answers.expected.{slug}")))


def _show(obj: object) -> str:
    """A short, printable form of anything, for messages."""
    try:
        text = obj if isinstance(obj, str) else repr(obj)
    except Exception:  # a student's object may fail to print itself
        text = type(obj).__name__
    text = "".join(c if c.isprintable() else "·" for c in text[:61])
    return text if len(text) <= 60 else text[:59] + "…"


def _items(kind: str, obj: object) -> list[object]:
    """A list, tuple or set as a list; anything else is malformed."""
    if not isinstance(obj, (list, tuple, set, frozenset)):
        raise MalformedAnswer(kind, "not_list", found=_show(obj))
    if len(obj) > MAX_ITEMS:
        raise MalformedAnswer(kind, "too_long", limit=MAX_ITEMS)
    return sorted(obj, key=str) if isinstance(obj, (set, frozenset)) else list(obj)


def _text(kind: str, obj: object) -> str:
    if not isinstance(obj, str):
        raise MalformedAnswer(kind, "not_text", found=_show(obj))
    if len(obj) > MAX_TEXT:
        raise MalformedAnswer(kind, "too_long", limit=MAX_TEXT)
    return obj.strip()


def _split(text: str) -> list[str]:
    """``"{A, B}"``, ``"A B"``, ``"A,B"`` → parts; ``"∅"`` and ``"{}"`` → none."""
    return [t for t in re.split(r"[\s,;]+", text.strip().strip("{}[]").replace("∅", "")) if t]


def _known(kind: str, name: str, allowed: Iterable[str] | None) -> str:
    if allowed is not None and name not in set(allowed):
        raise MalformedAnswer(kind, "unknown_name", name=_show(name), allowed=", ".join(map(str, allowed)))
    return name


def word(obj: object, form: Mapping[str, Any]) -> str | None:
    """A word; form: ``alphabet`` ("bw"), ``none`` (may be missing)."""
    kind = "word"
    if form.get("none") and (obj is None or (isinstance(obj, str) and obj.strip().lower() == "none")):
        return None
    if isinstance(obj, (list, tuple)) and all(isinstance(a, str) for a in obj):
        obj = "".join(obj)
    text = _text(kind, obj).replace(" ", "")
    if text in _EMPTY:
        return ""
    alphabet = str(form.get("alphabet", "bw"))
    for i, letter in enumerate(text):
        if letter not in alphabet:
            raise MalformedAnswer(kind, "letter", letter=_show(letter), place=i + 1, alphabet=", ".join(alphabet))
    return text


def set_of_words(obj: object, form: Mapping[str, Any]) -> list[str]:
    """A set of words, or of names if the form lists them as ``tokens``."""
    kind = "set of words"
    if isinstance(obj, str):
        obj = _split(_text(kind, obj))
    items = _items(kind, obj)
    tokens = form.get("tokens")
    if tokens is not None:
        names = [_known(kind, str(t).strip(), tokens) for t in items]
        rank = {t: i for i, t in enumerate(tokens)}
        return sorted(set(names), key=rank.__getitem__)
    words = {word(t, {"alphabet": form.get("alphabet", "bw")}) or "" for t in items}
    return sorted(words, key=lambda w: (len(w), w))


def number(obj: Any, form: Mapping[str, Any]) -> int:
    """An integer."""
    kind = "number"
    if isinstance(obj, str) and re.fullmatch(r"\s*[+-]?\d{1,1000}\s*", obj):
        obj = int(obj)
    if isinstance(obj, Fraction) or (isinstance(obj, float) and abs(obj) < 1e15):  # nan and inf are not below
        obj = int(obj) if obj == int(obj) else obj
    if isinstance(obj, bool) or not isinstance(obj, int):
        raise MalformedAnswer(kind, "not_number", found=_show(obj))
    if obj.bit_length() > MAX_BITS:
        raise MalformedAnswer(kind, "too_long", limit=MAX_BITS)
    return obj


def fraction(obj: object, form: Mapping[str, Any]) -> str:
    """An exact fraction."""
    kind = "fraction"
    try:
        if isinstance(obj, (list, tuple)) and len(obj) == 2:
            value = Fraction(number(obj[0], {}), number(obj[1], {}))
        elif isinstance(obj, str) and len(obj) <= 1_000 and "e" not in obj.lower():
            value = Fraction(obj.replace(" ", ""))
        elif isinstance(obj, (int, Fraction)) and not isinstance(obj, bool):
            value = Fraction(obj)
        elif isinstance(obj, float) and obj == obj and abs(obj) < 1e15:
            value = Fraction(repr(obj))
        else:
            raise MalformedAnswer(kind, "not_number", found=_show(obj))
    except (ValueError, ZeroDivisionError, MalformedAnswer):
        raise MalformedAnswer(kind, "not_number", found=_show(obj)) from None
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > MAX_BITS:
        raise MalformedAnswer(kind, "too_long", limit=MAX_BITS)
    return f"{value.numerator}/{value.denominator}"


def table(obj: object, form: Mapping[str, Any]) -> list[list[str]]:
    """A table; form: ``rows`` (labels, in order), ``columns`` (number of cells), ``sets`` (cells are sets).

    Row labels and cells that are sets may be written ``"A B"``, ``"{A, B}"`` or as a Python set; ``∅`` is "".
    """
    kind = "table"
    sets = bool(form.get("sets"))
    if isinstance(obj, Mapping):
        if len(obj) > MAX_ITEMS:
            raise MalformedAnswer(kind, "too_long", limit=MAX_ITEMS)
        obj = [[k, *(v if isinstance(v, (list, tuple)) else [v])] for k, v in obj.items()]
    rows: list[list[str]] = []
    for row in _items(kind, obj):
        cells = _items(kind, row)
        if not cells:
            raise MalformedAnswer(kind, "empty_row")
        rows.append([_cell(c, sets or (i == 0 and bool(form.get("set_rows")))) for i, c in enumerate(cells)])
    labels = [r[0] for r in rows]
    if len(set(labels)) < len(labels):
        raise MalformedAnswer(kind, "twice", name=_show(next(x for x in labels if labels.count(x) > 1)))
    expected = form.get("rows")
    if expected is not None:
        order = [str(x) for x in expected]
        for label in labels:
            _known(kind, label, order)
        rows.sort(key=lambda r: order.index(r[0]))
    columns = form.get("columns")
    for row in rows:
        if columns is not None and len(row) != int(str(columns)) + 1:
            raise MalformedAnswer(kind, "columns", row=_show(row[0]), columns=columns)
    return rows


def _cell(obj: object, is_set: bool) -> str:
    if isinstance(obj, (set, frozenset)) or (is_set and isinstance(obj, (list, tuple))):
        return " ".join(sorted({str(x) for x in _items("table", obj)}))
    if isinstance(obj, (list, tuple)):
        return " ".join(str(x) for x in _items("table", obj))
    if obj is None:
        return ""
    if not isinstance(obj, (str, int, float, Fraction)) or isinstance(obj, bool):
        raise MalformedAnswer("table", "cell", found=_show(obj))
    text = _text("table", obj if isinstance(obj, str) else str(number(obj, {}) if obj == int(obj) else obj))
    return " ".join(sorted(set(_split(text)))) if is_set else ("" if text in ("ε", "∅") else text)


def path(obj: object, form: Mapping[str, Any]) -> list[str]:
    """A sequence of stations; form: ``stations`` (their names)."""
    kind = "path"
    if isinstance(obj, str):
        obj = [t for t in re.split(r"[\s,>→⇒-]+", _text(kind, obj).strip("[]()")) if t]
    return [_known(kind, str(s).strip(), form.get("stations")) for s in _items(kind, obj)]


def automaton(obj: Any, form: Mapping[str, Any]) -> dict[str, object]:
    """An automaton; form: ``alphabet`` ("bw"), ``epsilon`` (ε-moves allowed, yes by default).

    Canonical: ``{"states": [...], "alphabet": [...], "start": q, "accepting": [...], "transitions": [[p, a, q], …]}``.
    ``transitions`` may also be nested as in automata-lib, and an automata-lib DFA or NFA may be given itself.
    """
    kind = "automaton"
    if not isinstance(obj, Mapping) and hasattr(obj, "initial_state") and hasattr(obj, "transitions"):
        obj = {"states": set(obj.states), "alphabet": set(obj.input_symbols), "start": obj.initial_state,
               "accepting": set(obj.final_states), "transitions": obj.transitions}
    if not isinstance(obj, Mapping):
        raise MalformedAnswer(kind, "not_automaton", found=_show(obj))
    other = {"initial_state": "start", "final_states": "accepting", "input_symbols": "alphabet"}
    parts = {other.get(str(k), str(k)): v for k, v in obj.items()}
    for name in ("start", "accepting", "transitions"):
        if name not in parts:
            raise MalformedAnswer(kind, "missing", name=name)
    edges = _edges(kind, parts["transitions"])
    accepting = [_state(q) for q in _names(kind, parts["accepting"])]
    start = _state(parts["start"])
    given = parts.get("states")
    states = list(dict.fromkeys([_state(q) for q in _names(kind, given)] if given is not None else
                                [start, *(q for e in edges for q in (e[0], e[2])), *accepting]))
    letters = sorted({str(a) for a in _names(kind, parts["alphabet"])} if "alphabet" in parts
                     else set(str(form.get("alphabet", "bw"))))
    if len(states) > MAX_STATES or len(edges) > MAX_EDGES:
        raise MalformedAnswer(kind, "too_long", limit=MAX_STATES)
    for q in (start, *accepting, *(q for e in edges for q in (e[0], e[2]))):
        _known(kind, q, states)
    for a in letters:
        if len(a) != 1 or a not in str(form.get("alphabet", "bw")):
            raise MalformedAnswer(kind, "symbol", symbol=_show(a), alphabet=", ".join(str(form.get("alphabet", "bw"))))
    for _, a, _ in edges:
        if a and a not in letters:
            raise MalformedAnswer(kind, "symbol", symbol=_show(a), alphabet=", ".join(letters))
        if not a and form.get("epsilon") is False:
            raise MalformedAnswer(kind, "epsilon")
    rank = {q: i for i, q in enumerate(states)}
    return {"states": states, "alphabet": letters, "start": start,
            "accepting": sorted(set(accepting), key=rank.__getitem__),
            "transitions": [list(e) for e in sorted(set(edges), key=lambda e: (rank[e[0]], e[1], rank[e[2]]))]}


def _names(kind: str, obj: object) -> list[object]:
    return [*_split(obj)] if isinstance(obj, str) else _items(kind, obj)


def _state(obj: object) -> str:
    """A state's name; a set of states is named by its members, a class of such sets with strokes in between."""
    if isinstance(obj, (set, frozenset)):
        nested = any(isinstance(x, (set, frozenset)) for x in obj)
        return (" / " if nested else " ").join(sorted(_state(x) for x in obj)) or "∅"
    if isinstance(obj, tuple):
        return "|".join(_state(x) for x in obj)
    if obj is None or isinstance(obj, (list, dict, float)) or len(str(obj)) > 200:
        raise MalformedAnswer("automaton", "state", found=_show(obj))
    return str(obj).strip()


def _edges(kind: str, obj: object) -> list[tuple[str, str, str]]:
    edges: list[tuple[str, str, str]] = []
    if isinstance(obj, Mapping):
        for p, row in obj.items():
            if not isinstance(row, Mapping):
                raise MalformedAnswer(kind, "transition", found=_show(row))
            for a, targets in row.items():
                many = targets if isinstance(targets, (list, set, frozenset)) else [targets]
                edges += [(_state(p), _letter(a), _state(q)) for q in many]
                if len(edges) > MAX_EDGES:
                    raise MalformedAnswer(kind, "too_long", limit=MAX_EDGES)
        return edges
    for item in _items(kind, obj):
        if isinstance(item, str) and (found := _ARROW.fullmatch(item.strip())):
            item = (found[2], found[1], found[3])
        if not isinstance(item, (list, tuple)) or len(item) != 3:
            raise MalformedAnswer(kind, "transition", found=_show(item))
        p, a, targets = item
        many = targets if isinstance(targets, (list, set, frozenset)) else [targets]
        edges += [(_state(p), _letter(a), _state(q)) for q in many]
    return edges


def _letter(obj: object) -> str:
    return "" if str(obj).strip() in _EMPTY else str(obj).strip()


def arrow(text: str) -> tuple[str, str, str] | None:
    """Read ``bA>B`` or ``+bA>B.m`` as (A, b, B); None if it is no arrow."""
    found = _ARROW.fullmatch(text.strip())
    return (found[2], found[1], found[3]) if found else None


def board(obj: object, form: Mapping[str, Any]) -> str | list[str]:
    """A board: a position (or its text), or the list of arrows and rings to lay on the given board.

    Form: ``stations`` (names that arrows may use).
    """
    kind = "board"
    if isinstance(obj, (list, tuple, set, frozenset)):
        out = []
        for item in _items(kind, obj):
            text = str(item).strip().removeprefix("+")
            if (found := arrow(text)) is None and not re.fullmatch(r"o[A-Za-z0-9]+\.[sml]", text):
                raise MalformedAnswer(kind, "not_arrow", found=_show(item))
            for name in (found[0], found[2]) if found else (text[1:].split(".")[0],):
                _known(kind, name, form.get("stations"))
            out.append(text)
        return sorted(set(out))
    from finity_edu import NotationError, Position

    text = _text(kind, obj if isinstance(obj, str) else str(obj))
    try:
        return str(Position.parse(text))
    except (NotationError, ValueError) as error:
        raise MalformedAnswer(kind, "not_board", found=str(error)) from None


def regex(obj: object, form: Mapping[str, Any]) -> str:
    """A regular expression; form: ``alphabet`` ("bw")."""
    kind = "regex"
    text = "".join(_text(kind, obj).split())
    try:
        regex_fa(text, str(form.get("alphabet", "bw")))
    except RegexError as error:
        raise MalformedAnswer(kind, "regex", place=error.column + 1, found=error.found or "∎") from None
    return text


def list_of_moves(obj: object, form: Mapping[str, Any]) -> list[str]:
    """A list of moves or of move texts; a string is split at ``;`` and line ends."""
    kind = "list of moves"
    if isinstance(obj, str):
        obj = [t for t in re.split(r"[;\n]+", _text(kind, obj)) if t.strip()]
    moves = []
    for item in _items(kind, obj):
        if item is None or isinstance(item, (bool, int, float, list, tuple, set, dict)):
            raise MalformedAnswer(kind, "not_move", found=_show(item))
        text = " ".join(str(item).split())
        if not text or len(text) > 200:
            raise MalformedAnswer(kind, "not_move", found=_show(item))
        moves.append(text)
    return moves


def partition(obj: object, form: Mapping[str, Any]) -> list[list[str]]:
    """A partition; form: ``elements`` (every one must be in exactly one block)."""
    kind = "partition"
    if isinstance(obj, str):
        obj = [_split(block) for block in re.split(r"[/|]", _text(kind, obj))]
    blocks = [[("ε" if str(x).strip() == "" else str(x).strip())
               for x in (_split(b) if isinstance(b, str) else _items(kind, b))] for b in _items(kind, obj)]
    flat = [x for block in blocks for x in block]
    elements = form.get("elements")
    names = [str(e) or "ε" for e in elements] if elements is not None else None
    for x in flat:
        _known(kind, x, names)
        if flat.count(x) > 1:
            raise MalformedAnswer(kind, "twice", name=_show(x))
    for x in names or ():
        if x not in flat:
            raise MalformedAnswer(kind, "left_out", name=x)
    order = {x: i for i, x in enumerate(names or sorted(flat))}
    return sorted((sorted(b, key=order.__getitem__) for b in blocks if b), key=lambda b: order[b[0]])


def machine(obj: object, form: Mapping[str, Any]) -> dict[str, list[int]]:
    """The boxes of a learning machine: field (distance d to the goal) → moves whose marker is left."""
    kind = "machine"
    if not isinstance(obj, Mapping):
        raise MalformedAnswer(kind, "not_machine", found=_show(obj))
    if len(obj) > 100:
        raise MalformedAnswer(kind, "too_long", limit=100)
    boxes = {number(k, {}): sorted(number(m, {}) for m in (_split(v) if isinstance(v, str) else _items(kind, v)))
             for k, v in obj.items()}
    fields = form.get("fields")
    for d in boxes:
        _known(kind, str(d), [str(f) for f in fields] if fields is not None else None)
    for d in fields or ():
        if int(d) not in boxes:
            raise MalformedAnswer(kind, "left_out", name=d)
    return {str(d): boxes[d] for d in sorted(boxes, reverse=True)}


def function(obj: object, form: Mapping[str, Any]) -> dict[str, object]:
    """What a function returned for the judge's inputs: ``{"seed": …, "results": [...]}``.

    The function itself never reaches the judge: whoever runs it (the sandbox, or the student's own notebook)
    calls ``question(type).interview(data, seed, call)`` and hands over what that returns.
    """
    kind = "function"
    if not isinstance(obj, Mapping) or not {"seed", "results"} <= set(obj):
        raise MalformedAnswer(kind, "not_function", found=_show(obj))
    if not isinstance(obj["results"], list) or len(obj["results"]) > MAX_ITEMS:
        raise MalformedAnswer(kind, "not_list", found=_show(obj["results"]))
    try:
        copy = json.loads(json.dumps({"seed": obj["seed"], "results": obj["results"]}, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        raise MalformedAnswer(kind, "not_data") from None
    return dict(copy)


KINDS: dict[str, Callable[[Any, Mapping[str, Any]], object]] = {
    "word": word, "set of words": set_of_words, "number": number, "fraction": fraction, "table": table,
    "path": path, "automaton": automaton, "board": board, "regex": regex, "list of moves": list_of_moves,
    "partition": partition, "machine": machine, "function": function,
}


def validate(kind: str, obj: object, **form: object) -> object:
    """Bring an answer into the canonical form of its kind.

    Parameters
    ----------
    kind : str
        A key of `KINDS`.
    obj : object
        What the student wrote, or its canonical form (which stays as it is).
    **form
        What the question expects in detail (alphabet, stations, rows, …; see the function of the kind).

    Returns
    -------
    object
        A value that JSON can carry.

    Raises
    ------
    MalformedAnswer
        With a text that says what is wrong and what was expected.

    Examples
    --------
    >>> validate("set of words", "wb b")
    ['b', 'wb']
    >>> validate("fraction", "6/16")
    '3/8'
    >>> validate("word", "bwx")
    Traceback (most recent call last):
    finity_edu.grading.answers.MalformedAnswer: Letter 3 is 'x'; the letters are b, w. Expected is a word ...
    """
    if kind not in KINDS:
        raise KeyError(f"no kind of answer is called {kind!r}; there are {', '.join(KINDS)}")
    if obj is None and not form.get("none"):
        raise MalformedAnswer(kind, "nothing")
    try:
        return KINDS[kind](obj, form)
    except MalformedAnswer as error:
        if error.kind == kind:
            raise
        raise MalformedAnswer(kind, error.problem, **error.values) from None  # a part of it was malformed
    except RecursionError:
        raise MalformedAnswer(kind, "not_data") from None
