"""Automata, as their five parts or as an object of automata-lib."""

from collections.abc import Mapping
from typing import Any

from coursekit.answers import spelling
from coursekit.answers.arrows import Arrow, arrow, moves
from coursekit.answers.form import Form, alphabet_of
from coursekit.answers.spelling import EMPTY_WORDS, Misspelt, colour, items, literal, plain, shown, text_of, tidy

MAX_STATES = 200
MAX_EDGES = 2_000
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
        obj = plain({"states": obj.states, "alphabet": obj.input_symbols, "start": obj.initial_state,
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
    allowed = alphabet_of(form)
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
    # A letter that was left out has no arrow: whoever judges asks about words over all letters of the question.
    return {"states": states, "alphabet": sorted(set(allowed)), "start": start,
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
    if obj is None or obj is ... or isinstance(obj, (list, dict, float)) or len(text_of(obj)) > 200:
        raise Misspelt("state", found=shown(obj))
    return tidy(text_of(obj))


def _edges(obj: object, known: list[str] | None) -> list[tuple[str, str, str]]:
    edges: list[tuple[str, str, str]] = []
    rows: list[Any] = []
    if isinstance(obj, str):
        obj = moves(obj)
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
        if isinstance(item, str) and (found := arrow(item)):
            item = found
        if isinstance(item, Arrow):
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
    text = tidy(text_of(obj))
    return "" if text in EMPTY_WORDS else colour(text) or (text.lower() if len(text) == 1 else text)
