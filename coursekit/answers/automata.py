"""Automata, as their five parts or as an object of automata-lib."""

from collections.abc import Mapping
from typing import Any

from coursekit.answers import spelling
from coursekit.answers.arrows import Arrow, arrow, moves
from coursekit.answers.form import Form, alphabet_of
from coursekit.answers.spelling import (
    EMPTY_WORDS,
    Misspelt,
    colour,
    items,
    literal,
    plain,
    shown,
    text_of,
    tidy,
)

MAX_STATES = 200
MAX_EDGES = 2_000
SPELLINGS = {
    "states": "states q zustände zustaende estados",
    "alphabet": "alphabet input_symbols symbols sigma σ Σ alfabeto",
    "start": "start initial_state initial q0 q₀ q_0 s anfang startzustand inicial estado_inicial",
    "accepting": "accepting final_states final finals accept f akzeptierend endzustände finales aceptación",
    "transitions": "transitions delta δ edges übergänge transiciones",
}
PARTS = {spelt: part for part, many in SPELLINGS.items() for spelt in many.split()}
TUPLE = ("states", "alphabet", "transitions", "start", "accepting")
AUTOMATA_LIB = {
    "states": "states",
    "alphabet": "input_symbols",
    "start": "initial_state",
    "accepting": "final_states",
    "transitions": "transitions",
}


def automaton(obj: Any, form: Form) -> dict[str, object]:
    """An automaton; form: ``alphabet`` ("bw"), ``epsilon`` (ε-moves allowed, yes by default).

    Canonical: ``{"states": [...], "alphabet": [...], "start": q, "accepting": [...], "transitions": [[p, a, q], …]}``.
    ``transitions`` may also be nested as in automata-lib, or a dict (state, symbol) → state or states; the five
    parts may come as a tuple (Q, Σ, δ, q0, F), and an automata-lib DFA or NFA may be given itself.
    """
    parts = _parts(obj)
    given = None
    if parts.get("states") is not None:
        given = _states(parts["states"], None)
    edges = _edges(parts["transitions"], given)
    accepting = _states(parts["accepting"], given)
    start = _start(parts["start"], given)
    named = [start]
    for tail, _, head in edges:
        named += [tail, head]
    named += accepting
    states = list(dict.fromkeys(named if given is None else given))
    if len(states) > MAX_STATES:
        raise Misspelt("too_long", limit=MAX_STATES)
    for state in named:
        if state not in states:
            raise Misspelt("unknown_name", name=shown(state), allowed=", ".join(states))
    letters = _alphabet(parts, alphabet_of(form))
    for _, letter, _ in edges:
        if letter:
            _must_be_among(letter, letters)
        elif form.get("epsilon") is False:
            raise Misspelt("epsilon")
    rank = {state: i for i, state in enumerate(states)}
    edges = sorted(set(edges), key=lambda e: (rank[e[0]], e[1], rank[e[2]]))
    return {
        "states": states,
        # A letter that was left out has no arrow: the judge asks about words over all letters of the question.
        "alphabet": sorted({*alphabet_of(form)}),
        "start": start,
        "accepting": sorted(set(accepting), key=rank.__getitem__),
        "transitions": list(map(list, edges)),
    }


def _parts(obj: Any) -> dict[str, Any]:
    """The five parts by our names, whatever the answer calls them; all but states and alphabet must be there."""
    obj = literal(obj)
    if _is_of_automata_lib(obj):
        obj = {part: getattr(obj, theirs) for part, theirs in AUTOMATA_LIB.items()}
        obj = plain(obj)
    if isinstance(obj, (list, tuple)) and len(obj) == 5:
        obj = dict(zip(TUPLE, obj, strict=True))
    if not isinstance(obj, dict):
        raise Misspelt("not_automaton", found=shown(obj))
    parts = {}
    for spelt, value in obj.items():
        spelt = str(spelt)
        parts[PARTS.get(spelt.strip().casefold(), spelt)] = value
    for part in ("start", "accepting", "transitions"):
        if part not in parts or parts[part] is ...:
            raise Misspelt("missing", name=part)
    return parts


def _is_of_automata_lib(obj: object) -> bool:
    if isinstance(obj, (Mapping, type)):
        return False
    return hasattr(obj, "initial_state") and hasattr(obj, "transitions")


def _start(obj: object, known: list[str] | None) -> str:
    """The start state, which may stand in a list or a set of its own."""
    if isinstance(obj, (str, list, frozenset)):
        starts = _states(obj, known)
        if len(starts) == 1:
            return starts[0]
    return _state(obj)


def _alphabet(parts: dict[str, Any], allowed: str) -> list[str]:
    """The letters that an answer names, without an ε among them; all that are allowed if it names none."""
    if "alphabet" not in parts:
        return sorted({*allowed})
    letters = set(map(_letter, _symbols(parts["alphabet"])))
    letters.discard("")
    for letter in sorted(letters):
        _must_be_among(letter, [*allowed])
    return sorted(letters)


def _must_be_among(letter: str, allowed: list[str]) -> None:
    if letter not in allowed:
        raise Misspelt("symbol", symbol=shown(letter), alphabet=", ".join(allowed))


def _symbols(obj: object) -> list[object]:
    """The letters of an alphabet; in a text they may stand together."""
    if isinstance(obj, str):
        return [*"".join(spelling.words(obj))]
    return items(obj)


def _states(obj: object, known: list[str] | None) -> list[str]:
    """Several states, or one; a text is split where it is not the name of a state itself."""
    if not isinstance(obj, list):
        one = _known_state(obj, known)
        if one is not None:
            return [one]
    if isinstance(obj, str):
        return list(map(_state, spelling.words(obj)))
    if isinstance(obj, int) and not isinstance(obj, bool):
        return [_state(obj)]
    return list(map(_state, items(obj)))


def _known_state(obj: object, known: list[str] | None) -> str | None:
    """The known state that an object names, None if it names none (or several)."""
    if known is None or obj is None or isinstance(obj, (list, dict, float)):
        return None
    found = _state(obj)
    if found == "∅" and not isinstance(obj, str):
        return None  # an empty set is no state, but none of them
    return found if found in known else None


def _state(obj: object) -> str:
    """A state's name; a set of states is named by its members, a class of such sets with strokes in between."""
    if isinstance(obj, frozenset):
        nested = any(isinstance(part, frozenset) for part in obj)
        between = " / " if nested else " "
        return between.join(sorted(map(_state, obj))) or "∅"
    if isinstance(obj, tuple):
        return "|".join(map(_state, obj))
    nameless = obj is None or obj is ... or isinstance(obj, (list, dict, float))
    if nameless or len(text_of(obj)) > 200:
        raise Misspelt("state", found=shown(obj))
    return tidy(text_of(obj))


def _edges(obj: object, known: list[str] | None) -> list[tuple[str, str, str]]:
    edges: list[tuple[str, str, str]] = []
    for tail, letter, targets in map(_triple, _rows(obj)):
        for head in _targets(targets, known):
            edges.append((_state(tail), _letter(letter), head))
        if len(edges) > MAX_EDGES:
            raise Misspelt("too_long", limit=MAX_EDGES)
    return edges


def _rows(obj: object) -> list[Any]:
    """Transitions one by one, of a list, a text, or a dict of either form."""
    if isinstance(obj, str):
        return [*moves(obj)]
    if not isinstance(obj, dict):
        return items(obj)
    rows: list[Any] = []
    for key, row in obj.items():
        if isinstance(row, dict):  # {"A": {"b": "B"}}
            rows += [(key, letter, targets) for letter, targets in row.items()]
        elif isinstance(key, tuple) and len(key) == 2:  # {("A", "b"): "B"}
            rows.append((*key, row))
        else:
            raise Misspelt("transition", found=shown(row))
    return rows


def _triple(row: Any) -> tuple[Any, Any, Any]:
    """State, letter, and one or several states of one transition."""
    if isinstance(row, str):
        row = arrow(row) or row
    if isinstance(row, Arrow):
        return row.tail, row.colour, row.head
    if not isinstance(row, (list, tuple)) or len(row) != 3:
        raise Misspelt("transition", found=shown(row))
    tail, letter, targets = row
    return tail, letter, targets


def _targets(obj: object, known: list[str] | None) -> list[str]:
    """Where a transition leads: one state, or several of them; a set that is a state itself is one."""
    one = _known_state(obj, known)
    if one is not None:
        return [one]
    if isinstance(obj, str) and known is not None:
        several = spelling.words(obj)
        if all(name in known for name in several):
            return several
    if isinstance(obj, (list, frozenset)):
        return list(map(_state, items(obj)))
    return [_state(obj)]


def _letter(obj: object) -> str:
    text = tidy(text_of(obj))
    if text in EMPTY_WORDS:
        return ""
    one_letter = text.lower() if len(text) == 1 else text
    return colour(text) or one_letter
