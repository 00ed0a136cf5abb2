"""Answers are data: thirteen kinds, each with one canonical JSON form.

`validate` turns what a student wrote into the canonical form, or raises `MalformedAnswer`, which says what was
found and what was expected.  It never says whether an answer is right: a malformed answer and a wrong one are
different things.  The canonical form is read as itself, and the judge reads whatever stands in one.  Sizes are
bounded, so that no answer can stall the judge.

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

Spelling is generous everywhere and the same for all kinds: `finity_edu.grading.spelling`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from boardkit.errors import UserError
from finity_edu.errors import CATALOGUE
from finity_edu.grading import spelling
from finity_edu.grading.regex import RegexError, regex_fa
from finity_edu.grading.spelling import (
    EMPTY_SETS,
    EMPTY_WORDS,
    MISSING,
    Misspelt,
    items,
    literal,
    name,
    names,
    shown,
    tidy,
)

__all__ = ["KINDS", "MalformedAnswer", "validate"]

Form = Mapping[str, Any]

MAX_WORD = 1_000
MAX_STATES = 200
MAX_EDGES = 2_000
MAX_RESULTS = 5_000
MAX_MOVES = 200


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


def _alphabet(form: Form) -> str:
    return str(form.get("alphabet", "bw"))


def _is_missing(obj: object) -> bool:
    """Whether an answer says that there is none, or that it is infinite."""
    if isinstance(obj, float):
        return obj == float("inf")
    return obj is None or (isinstance(obj, str) and tidy(obj).casefold() in MISSING)


def word(obj: object, form: Form) -> str | None:
    """A word; form: ``alphabet`` ("bw"), ``none`` (may be missing)."""
    if form.get("none") and _is_missing(obj):
        return None
    if isinstance(obj, str):
        obj = literal(obj)
    if isinstance(obj, (list, tuple)) and all(isinstance(a, str) for a in obj):
        obj = "".join(spelling.colour(a) or a for a in obj)
    text = tidy(obj)
    if text.casefold() in EMPTY_WORDS:
        return ""
    text = re.sub(r"[A-Za-zÀ-ÿ]{4,}", lambda found: spelling.colour(found[0]) or found[0], text)
    text, alphabet = re.sub(r"[\s,;.·_-]", "", text), _alphabet(form)
    if alphabet.islower():
        text = text.lower()
    if len(text) > MAX_WORD:
        raise Misspelt("too_long", limit=MAX_WORD)
    for i, letter in enumerate(text):
        if letter not in alphabet:
            power = letter in "^*{}0123456789²³⁴⁵⁶⁷⁸⁹ⁿ"
            raise Misspelt("power" if power else "letter", letter=shown(letter), place=i + 1,
                           alphabet=", ".join(alphabet))
    return text


def set_of_words(obj: object, form: Form) -> list[str]:
    """A set of words, or of names if the form lists them as ``tokens``."""
    obj = literal(obj)
    if isinstance(obj, dict) and all(isinstance(v, bool) for v in obj.values()):  # {"bw": True, "wb": False}
        obj = [k for k, v in obj.items() if v]
    tokens = form.get("tokens")
    if tokens is not None:
        if isinstance(obj, (int, float)):
            obj = [obj]
        if not isinstance(obj, (str, list, tuple, frozenset)):
            raise Misspelt("not_list", found=shown(obj))
        rank = {str(t): i for i, t in enumerate(tokens)}
        return sorted(set(names(obj, tokens)), key=rank.__getitem__)
    found = spelling.words(obj) if isinstance(obj, str) else items(obj)
    return sorted({word(w, {"alphabet": _alphabet(form)}) or "" for w in found}, key=lambda w: (len(w), w))


def number(obj: object, form: Form) -> int:
    """An integer."""
    return spelling.whole(obj)


def fraction(obj: object, form: Form) -> str:
    """An exact fraction."""
    obj = obj if isinstance(obj, str) and "/" in obj else literal(obj)
    if isinstance(obj, (list, tuple)) and len(obj) == 2:
        below = spelling.whole(obj[1])
        if below == 0:
            raise Misspelt("not_number", found=shown(obj))
        value = Fraction(spelling.whole(obj[0]), below)
    else:
        value = spelling.rational(obj)
    return f"{value.numerator}/{value.denominator}"


# ---------------------------------------------------------------------- tables

def table(obj: object, form: Form) -> list[list[str]]:
    """A table.

    Form: ``rows`` (labels, in order), ``columns`` (number of cells), ``heads`` (what stands above the columns),
    ``cells`` (what a cell is, for all rows or row by row: a key of `CELLS`, or a list of the names that it may
    hold; ``"decimal|never"`` is written ``never`` where there is none), ``members`` (names that a set may hold).
    ``sets`` says that all cells are sets, and the labels too if no rows are given.
    """
    rows: dict[str, list[str]] = {}
    for head, value in _rows(literal(obj), form):
        label = _label(head, form)
        cells = _cells(label, value, form)
        if label in rows:
            if _cell_kind(label, form) != "letters":
                raise Misspelt("twice", name=shown(label))
            cells = [" ".join(sorted({*rows[label][0].split(), *cells[0].split()}))]
        rows[label] = cells
    expected = form.get("rows")
    order = list(rows) if expected is None else [str(x) for x in expected if str(x) in rows]
    return [[label, *rows[label]] for label in order]


def _rows(obj: object, form: Form) -> list[tuple[Any, Any]]:
    """Labels with cells, from a dict, from rows with or without labels, or from a text."""
    if isinstance(obj, str):
        found = spelling.pairs(obj)
        if found is None:
            raise Misspelt("not_table", found=shown(obj))
        obj = found
    if isinstance(obj, dict):
        return list(obj.items())
    found_rows = items(obj)
    expected = form.get("rows")
    if expected is not None and len(found_rows) == len(expected) and not all(_labelled(r, form) for r in found_rows):
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
        return name(obj if not isinstance(obj, (list, tuple)) else "".join(map(str, obj)), expected)
    if form.get("sets") or form.get("set_rows"):
        return _set(obj, form)
    return name("" if obj is None else obj)


def _cell_kind(label: object, form: Form) -> Any:
    kinds = form.get("cells", "set" if form.get("sets") else "text")
    return kinds.get(str(label), "text") if isinstance(kinds, Mapping) else kinds


def _cells(label: str, value: Any, form: Form) -> list[str]:
    """The cells of a row, which may stand in one value."""
    kind, columns = _cell_kind(label, form), form.get("columns")
    if kind != "text" and isinstance(one := literal(value), (list, tuple)):
        value = one
    if isinstance(value, dict) and (heads := form.get("heads")):
        by_head = {name(k, heads): v for k, v in value.items()}
        cells = [by_head.get(h, "") for h in heads]
    elif isinstance(value, (list, tuple)):
        cells = [value] if columns == 1 and len(value) != 1 and kind in ("set", "letters", "word") else list(value)
    elif columns == 1 or kind in ("text", "set"):
        cells = [value]
    else:
        cells = _split(value) if isinstance(value, str) else items(value) if isinstance(value, frozenset) else [value]
    if columns is not None and len(cells) != int(str(columns)):
        raise Misspelt("columns", row=shown(label or "ε"), columns=columns, found=len(cells))
    return [_cell(c, kind, form) for c in cells]


def _split(text: str) -> list[str]:
    """Cells that stand in one text; a comma separates only where nothing else does."""
    separator = ";" if ";" in text else r"\s" if re.search(r"\S\s+\S", text.strip()) else ","
    return [t for t in (tidy(p).strip(",") for p in re.split(separator, text)) if t]


def _cell(obj: object, kind: Any, form: Form) -> str:
    if obj is ...:
        raise Misspelt("nothing")
    if not isinstance(kind, str):
        return name(obj, kind)
    kind, _, missing = kind.partition("|")
    if missing and (_is_missing(obj) or obj == ""):
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
    text = tidy(obj) if isinstance(obj, str) else str(int(obj) if spelling.rational(obj).denominator == 1 else obj)
    return "" if text in ("ε", "∅") else text


def _set(obj: object, form: Form) -> str:
    if isinstance(obj, bool) or not isinstance(obj, (str, int, list, tuple, frozenset, type(None))):
        raise Misspelt("cell", found=shown(obj))
    return " ".join(sorted(set(names(obj, form.get("members")))))


def _letters(obj: object, form: Form) -> str:
    parts = spelling.words(obj) if isinstance(obj, str) else [] if obj is None else items(obj)
    return " ".join(sorted({a for part in parts for a in word(part, form) or ""}))


def _player(obj: object, form: Form) -> str:
    """``W``, ``B`` or ``draw``; nobody wins a draw."""
    found = "draw" if _is_missing(obj) else spelling.colour(obj)
    if found is None:
        raise Misspelt("unknown_name", name=shown(obj), allowed="W, B, draw")
    return found if found == "draw" else found.upper()


def _decimal(obj: object, form: Form) -> str:
    """A number with two decimals."""
    hundredths = round(spelling.rational(obj) * 100)
    return f"{'-' * (hundredths < 0)}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"


CELLS: dict[str, Callable[[Any, Form], str]] = {
    "text": _text, "set": _set, "letters": _letters, "player": _player, "decimal": _decimal,
    "word": lambda obj, form: word(obj, {"alphabet": _alphabet(form)}) or "",
    "number": lambda obj, form: str(spelling.whole(obj)),
    "fraction": lambda obj, form: str(spelling.rational(obj)),
}


# ---------------------------------------------------------------------- paths and automata

def path(obj: object, form: Form) -> list[str]:
    """A sequence of stations; form: ``stations`` (their names), ``empty`` (there may be none)."""
    stations, obj = form.get("stations"), literal(obj)
    if form.get("empty") and (_is_missing(obj) or (isinstance(obj, str) and tidy(obj) in EMPTY_SETS)):
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


PARTS = {spelt: part for part, many in {
    "states": "states q zustände zustaende estados", "alphabet": "alphabet input_symbols symbols sigma σ Σ alfabeto",
    "start": "start initial_state initial q0 q₀ q_0 s anfang startzustand inicial estado_inicial",
    "accepting": "accepting final_states final finals accept f akzeptierend endzustände finales aceptación",
    "transitions": "transitions delta δ edges übergänge transiciones"}.items() for spelt in many.split()}


def automaton(obj: Any, form: Form) -> dict[str, object]:
    """An automaton; form: ``alphabet`` ("bw"), ``epsilon`` (ε-moves allowed, yes by default).

    Canonical: ``{"states": [...], "alphabet": [...], "start": q, "accepting": [...], "transitions": [[p, a, q], …]}``.
    ``transitions`` may also be nested as in automata-lib, or a dict (state, symbol) → state or states; the five
    parts may come as a tuple (Q, Σ, δ, q0, F), and an automata-lib DFA or NFA may be given itself.
    """
    obj = literal(obj)
    if hasattr(obj, "initial_state") and hasattr(obj, "transitions") and not isinstance(obj, (Mapping, type)):
        obj = spelling.plain({"states": obj.states, "alphabet": obj.input_symbols, "start": obj.initial_state,
                              "accepting": obj.final_states, "transitions": obj.transitions})
    if isinstance(obj, (list, tuple)) and len(obj) == 5:
        obj = dict(zip(("states", "alphabet", "transitions", "start", "accepting"), obj, strict=True))
    if not isinstance(obj, dict):
        raise Misspelt("not_automaton", found=shown(obj))
    parts = {PARTS.get(str(k).strip().casefold(), str(k)): v for k, v in obj.items()}
    for part in ("start", "accepting", "transitions"):
        if part not in parts or parts[part] is ...:
            raise Misspelt("missing", name=part)
    given = None if parts.get("states") is None else _states(parts["states"], None)
    edges = _edges(parts["transitions"], given)
    accepting = _states(parts["accepting"], given)
    starts = _states(parts["start"], given) if isinstance(parts["start"], (str, list, frozenset)) else []
    start = starts[0] if len(starts) == 1 else _state(parts["start"])
    states = list(dict.fromkeys(given if given is not None else
                                [start, *(q for e in edges for q in (e[0], e[2])), *accepting]))
    allowed = _alphabet(form)
    letters = sorted({_letter(a) for a in _symbols(parts["alphabet"])} - {""} if "alphabet" in parts else set(allowed))
    if len(states) > MAX_STATES or len(edges) > MAX_EDGES:
        raise Misspelt("too_long", limit=MAX_STATES if len(states) > MAX_STATES else MAX_EDGES)
    for q in (start, *accepting, *(q for e in edges for q in (e[0], e[2]))):
        if q not in states:
            raise Misspelt("unknown_name", name=shown(q), allowed=", ".join(states))
    for a in letters:
        if len(a) != 1 or a not in allowed:
            raise Misspelt("symbol", symbol=shown(a), alphabet=", ".join(allowed))
    for _, a, _ in edges:
        if a and a not in letters:
            raise Misspelt("symbol", symbol=shown(a), alphabet=", ".join(letters))
        if not a and form.get("epsilon") is False:
            raise Misspelt("epsilon")
    rank = {q: i for i, q in enumerate(states)}
    return {"states": states, "alphabet": letters, "start": start,
            "accepting": sorted(set(accepting), key=rank.__getitem__),
            "transitions": [list(e) for e in sorted(set(edges), key=lambda e: (rank[e[0]], e[1], rank[e[2]]))]}


def _symbols(obj: object) -> list[object]:
    """The letters of an alphabet; in a text they may stand together."""
    return [*"".join(spelling.words(obj))] if isinstance(obj, str) else items(obj)


def _states(obj: object, known: list[str] | None) -> list[str]:
    """Several states, or one; a text is split where it is not the name of a state itself."""
    if known is not None and not isinstance(obj, list) and (one := _known_state(obj, known)) is not None:
        return [one]
    if isinstance(obj, str):
        return [_state(q) for q in spelling.words(obj)]
    if isinstance(obj, int) and not isinstance(obj, bool):
        return [_state(obj)]
    return [_state(q) for q in items(obj)]


def _known_state(obj: object, known: list[str]) -> str | None:
    """The known state that an object names, None if it names none (or several)."""
    if obj is None or isinstance(obj, (list, dict, float)):
        return None
    found = _state(obj)
    return found if found in known and (found != "∅" or isinstance(obj, str)) else None


def _state(obj: object) -> str:
    """A state's name; a set of states is named by its members, a class of such sets with strokes in between."""
    if isinstance(obj, frozenset):
        nested = any(isinstance(x, frozenset) for x in obj)
        return (" / " if nested else " ").join(sorted(_state(x) for x in obj)) or "∅"
    if isinstance(obj, tuple):
        return "|".join(_state(x) for x in obj)
    if obj is None or obj is ... or isinstance(obj, (list, dict, float)) or len(spelling.text_of(obj)) > 200:
        raise Misspelt("state", found=shown(obj))
    return tidy(spelling.text_of(obj))


def _edges(obj: object, known: list[str] | None) -> list[tuple[str, str, str]]:
    edges: list[tuple[str, str, str]] = []
    rows: list[Any] = []
    if isinstance(obj, str):
        obj = spelling.moves(obj)
    if isinstance(obj, dict):
        for p, row in obj.items():
            if isinstance(row, dict):
                rows += [(p, a, targets) for a, targets in row.items()]
            elif isinstance(p, tuple) and len(p) == 2:  # {("A", "b"): "B"}
                rows.append((*p, row))
            else:
                raise Misspelt("transition", found=shown(row))
    else:
        rows = items(obj)
    for item in rows:
        if isinstance(item, str) and (found := spelling.arrow(item)):
            item = found
        if isinstance(item, spelling.Arrow):
            item = (item.tail, item.colour, item.head)
        if not isinstance(item, (list, tuple)) or len(item) != 3:
            raise Misspelt("transition", found=shown(item))
        p, a, targets = item
        edges += [(_state(p), _letter(a), q) for q in _targets(targets, known)]
        if len(edges) > MAX_EDGES:
            raise Misspelt("too_long", limit=MAX_EDGES)
    return edges


def _targets(obj: object, known: list[str] | None) -> list[str]:
    """Where a transition leads: one state, or several of them; a set that is a state itself is one."""
    if known is not None and (one := _known_state(obj, known)) is not None:
        return [one]
    if isinstance(obj, str) and known is not None and all(q in known for q in spelling.words(obj)):
        return spelling.words(obj)
    return [_state(q) for q in (items(obj) if isinstance(obj, (list, frozenset)) else [obj])]


def _letter(obj: object) -> str:
    text = tidy(spelling.text_of(obj))
    return "" if text in EMPTY_WORDS else spelling.colour(text) or (text.lower() if len(text) == 1 else text)


# ---------------------------------------------------------------------- boards, expressions, moves

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
            pieces = spelling.moves(obj, form.get("stations"))
        except Misspelt as error:
            raise error if error.problem != "not_move" else Misspelt("not_arrow", **error.values) from None
        for piece in pieces:
            if isinstance(piece, str) and not piece.startswith("o"):
                raise Misspelt("not_arrow", found=shown(piece))
            if isinstance(piece, spelling.Arrow):
                if piece.sign in ("-", "~"):
                    raise Misspelt("not_arrow", found=shown(str(piece)))
                piece = str(piece._replace(sign=""))
            if piece not in out or re.fullmatch(r"o[^.]+", piece):  # two rings of any sizes may lie on a station
                out.append(piece)
        return sorted(out)
    from finity_edu import FinityError, Position

    text = spelling.text_of(obj)
    try:
        return str(Position.parse(text))
    except FinityError as error:
        raise Misspelt("not_board", found=error.message) from None


def regex(obj: object, form: Form) -> str:
    """A regular expression; form: ``alphabet`` ("bw")."""
    if isinstance(obj, re.Pattern):
        obj = obj.pattern
    if not isinstance(obj, str):
        raise Misspelt("not_text", found=shown(obj))
    text, alphabet = spelling.expression(obj), _alphabet(form)
    if alphabet.islower():
        text = text.lower()
    try:
        regex_fa(text, alphabet)
    except RegexError as error:
        at = error.column
        raise Misspelt("regex", place=at + 1, found=error.found or "∎",
                       text=shown(text[max(0, at - 25):at] + "▸" + text[at:at + 25])) from None
    return text


def list_of_moves(obj: object, form: Form) -> list[str]:
    """A list of moves or of move texts; a string is split.

    Form: ``moves`` (``arrows``, ``finity`` on the board of the position ``board``, ``amakta`` or ``track``; without it
    any texts), ``stations``, ``empty`` (there may be none).
    """
    obj = literal(obj)
    if form.get("empty") and (_is_missing(obj) or (isinstance(obj, str) and tidy(obj) in EMPTY_SETS)):
        return []
    if not isinstance(obj, (str, list, tuple, frozenset)):
        obj = [spelling.text_of(obj)] if type(obj).__module__.split(".")[0] in ("finity_edu", "amakta") else obj
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
        text = " ".join(tidy(spelling.text_of(item)).split())
        if not text or len(text) > 200:
            raise Misspelt("not_move", found=shown(item))
        out.append(text)
    return out


def _arrows(obj: object, form: Form) -> list[str]:
    found = spelling.moves(obj, form.get("stations"))
    for one in found:
        if not isinstance(one, spelling.Arrow):
            raise Misspelt("not_arrow", found=shown(one))
    return list(dict.fromkeys(str(one._replace(sign="", lane="")) for one in found if isinstance(one, spelling.Arrow)))


def _finity(obj: object, form: Form) -> list[str]:
    """Moves of Finity; the slot of an arrow and the size of a ring may be left out."""
    from finity_edu import FinityError, Position
    from finity_edu.notation import parse_move

    place, out = Position.parse(form["board"]).board, list[str]()
    for one in spelling.moves(obj, place.names):
        if isinstance(one, spelling.Arrow):
            one = one._replace(sign=one.sign or "+")
            full = one._replace(lane=one.lane or "m")
        else:
            one = f"+{one}" if one.startswith("o") else one
            full = f"{one}.s" if one.startswith("+o") and "." not in one else one  # type: ignore[assignment]
        try:
            parsed = str(parse_move(str(full), place))
        except FinityError as error:
            raise Misspelt("not_move_here", move=shown(str(one)), reason=error.message) from None
        out.append(parsed if str(full) == str(one) else str(one))
    return out


def _amakta(obj: object, form: Form) -> list[str]:
    from amakta.errors import NotationError
    from amakta.moves import KINDS as VERBS
    from amakta.moves import Move

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


# ---------------------------------------------------------------------- partitions, machines, functions

def partition(obj: object, form: Form) -> list[list[str]]:
    """A partition; form: ``elements`` (every one must be in exactly one block)."""
    obj, elements = literal(obj), form.get("elements")
    known = [str(e) or "ε" for e in elements] if elements is not None else None
    if isinstance(obj, dict):  # element → number of its block
        blocks: dict[Any, list[Any]] = {}
        for x, block in obj.items():
            blocks.setdefault(spelling.text_of(block), []).append(x)
        obj = list(blocks.values())
    if isinstance(obj, str):
        text = tidy(obj)
        inner = re.findall(r"[{\[(]([^{}\[\]()]*)[}\])]", text)
        parts = inner if inner else re.split(r"[/|;]", text)
        obj = [p for p in parts if p.strip()]
    found = [[x or "ε" for x in names(block, known)] for block in items(obj)]
    flat = [x for block in found for x in block]
    for x in flat:
        if flat.count(x) > 1:
            raise Misspelt("twice", name=shown(x))
    for x in known or ():
        if x not in flat:
            raise Misspelt("left_out", name=x)
    order = {x: i for i, x in enumerate(known or sorted(flat))}
    return sorted((sorted(b, key=order.__getitem__) for b in found if b), key=lambda b: order[b[0]])


def machine(obj: object, form: Form) -> dict[str, list[int]]:
    """The boxes of a learning machine: field (distance d to the goal) → moves whose marker is left."""
    obj = literal(obj)
    if isinstance(obj, str):
        obj = spelling.pairs(obj)
    if isinstance(obj, (list, tuple)) and all(isinstance(row, (list, tuple)) and len(row) == 2 for row in obj):
        obj = dict(obj)
    if isinstance(boxes := getattr(obj, "boxes", None), Mapping):  # a machine of matchbox
        obj = {d: [m.move for m in box] for d, box in boxes.items()}
    if not isinstance(obj, dict):
        raise Misspelt("not_machine", found=shown(obj))
    if len(obj) > 100:
        raise Misspelt("too_long", limit=100)
    fields = form.get("fields")
    out: dict[int, list[int]] = {}
    for k, v in obj.items():
        d = int(name(k, fields)) if fields is not None else spelling.whole(k)
        box = spelling.words(v) if isinstance(v, str) else [v] if isinstance(v, int) else [] if v is None else items(v)
        out[d] = sorted(spelling.whole(m) for m in box)
    for d in fields or ():
        if int(d) not in out:
            raise Misspelt("left_out", name=d)
    return {str(d): out[d] for d in sorted(out, reverse=True)}


def function(obj: object, form: Form) -> dict[str, object]:
    """What a function returned for the judge's inputs: ``{"seed": …, "results": [...]}``.

    The function itself never reaches the judge: whoever runs it (the sandbox, or the student's own notebook)
    calls ``question(type).interview(data, seed, call)`` and hands over what that returns.
    """
    if not isinstance(obj, Mapping) or not {"seed", "results"} <= set(obj):
        raise Misspelt("not_function", found=shown(obj))
    if not isinstance(obj["results"], list) or len(obj["results"]) > MAX_RESULTS:
        raise Misspelt("not_list", found=shown(obj["results"]))
    try:
        copy = json.loads(json.dumps({"seed": obj["seed"], "results": obj["results"]}, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        raise Misspelt("not_data") from None
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
    if obj is ... or (obj is None and not (form.get("none") or form.get("empty"))):
        raise MalformedAnswer(kind, "nothing")
    try:
        return KINDS[kind](obj if kind == "function" else spelling.plain(obj), form)
    except Misspelt as error:
        raise MalformedAnswer(kind, error.problem, **error.values) from None
