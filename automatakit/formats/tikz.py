"""TikZ pictures of automata as text (library ``automata``), written and read.

References
----------
.. [1] T. Tantau: The TikZ and PGF Packages, manual, section "Automata Drawing Library".
"""

from __future__ import annotations

import re
from typing import Any

from automatakit.automaton.library import NFA, guarded
from automatakit.automaton.value import State
from automatakit.errors import AutomatonError, place_in, text_in
from automatakit.formats.naming import places_of, text_names

UNIT = 48.0
"""Picture units in one centimetre."""

_SPECIAL = {"\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "_": r"\_", "#": r"\#", "%": r"\%", "&": r"\&",
            "$": r"\$", "∅": r"$\emptyset$", "ε": r"$\varepsilon$", "|": r"$\mid$"}
_PLAIN = {latex: char for char, latex in _SPECIAL.items()}
_NODE = re.compile(r"\\node\s*\[(?P<options>[^\]]*)\]\s*\((?P<id>[^)]+)\)\s*"
                   r"(?:at\s*\(\s*(?P<x>-?[\d.]+)\s*,\s*(?P<y>-?[\d.]+)\s*\)\s*)?\{(?P<text>(?:[^{}\\]|\\.|\{\})*)\}\s*;")
_EDGE = re.compile(r"\((?P<tail>[^)]+)\)\s*edge\s*(?:\[(?P<options>[^\]]*)\])?\s*node\s*(?:\[[^\]]*\])?\s*"
                   r"\{(?P<label>(?:[^{}\\]|\\.|\{\})*)\}\s*\((?P<head>[^)]*)\)")


def to_tikz(automaton: Any) -> str:
    """Return an automaton as a ``tikzpicture`` (it needs ``\\usetikzlibrary{automata}``).

    Examples
    --------
    >>> from finity_edu.automata.bridge import tower_nfa
    >>> print(to_tikz(tower_nfa("b")))
    % alphabet: bw
    \\begin{tikzpicture}[->, auto, initial text={}]
      \\node[state, initial] (q0) at (0, 0) {0};
      \\node[state, accepting] (q1) at (2.5, 0) {1};
      \\path
        (q0) edge node {b} (q1);
    \\end{tikzpicture}
    """
    nfa = guarded(automaton)
    names, places = text_names(nfa), places_of(nfa)
    ids = {state: f"q{i}" for i, state in enumerate(names)}
    lines = [
        f"% alphabet: {''.join(sorted(nfa.input_symbols))}",
        r"\begin{tikzpicture}[->, auto, initial text={}]",
    ]
    for state, name in names.items():
        options = ["state"] + ["initial"] * (state == nfa.initial_state) + ["accepting"] * (state in nfa.final_states)
        x, y = places[state]
        at = f"({_short(x / UNIT)}, {_short(-y / UNIT)})"
        lines.append(f"  \\node[{', '.join(options)}] ({ids[state]}) at {at} {{{_escape(name)}}};")
    edges = _edges(nfa, ids)
    if edges:
        lines += [r"  \path", "\n".join(f"    {edge}" for edge in edges) + ";"]
    return "\n".join([*lines, r"\end{tikzpicture}"])


def _edges(nfa: Any, ids: dict[State, str]) -> list[str]:
    labels: dict[tuple[State, State], list[str]] = {}
    for tail, head, symbol in nfa.iter_transitions():
        labels.setdefault((tail, head), []).append(symbol or "ε")
    lines = []
    for (tail, head), symbols in sorted(labels.items(), key=lambda e: (int(ids[e[0][0]][1:]), int(ids[e[0][1]][1:]))):
        bend = " [loop above]" if tail == head else " [bend left=15]" if (head, tail) in labels else ""
        text = ", ".join(_escape(symbol) for symbol in sorted(symbols))
        target = "" if tail == head else ids[head]
        lines.append(f"({ids[tail]}) edge{bend} node {{{text}}} ({target})")
    return lines


def _short(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _escape(text: str) -> str:
    return "".join(_SPECIAL.get(char, char) for char in text)


def _unescape(text: str) -> str:
    pattern = "|".join(re.escape(latex) for latex in sorted(_PLAIN, key=len, reverse=True))
    plain = re.sub(pattern, lambda found: _PLAIN[found[0]], text)
    return plain.replace("$", "").strip() if plain != "$" else plain


def from_tikz(text: str, symbols: str = "") -> NFA:
    """Return the automaton of a TikZ picture made of ``\\node[state, …]`` and ``edge`` with ``node {symbols}``.

    Raises
    ------
    AutomatonError
        If there are no states, not exactly one is initial, or an edge starts or ends nowhere.

    Examples
    --------
    >>> from finity_edu.automata.bridge import tower_nfa
    >>> from_tikz(to_tikz(tower_nfa("bw"))).accepts_input("bw")
    True
    """
    names: dict[str, str] = {}
    places: dict[Any, tuple[float, float]] = {}
    initial, final = [], set()
    for node in _NODE.finditer(text_in(text)):
        options = {part.strip().split("=")[0] for part in node["options"].split(",")}
        if "state" not in options:
            continue
        name = _unescape(node["text"]) or node["id"]
        names[node["id"]] = name
        if (x := place_in(node["x"] or "")) is not None and (y := place_in(node["y"])) is not None:
            places[name] = (x * UNIT, -y * UNIT)
        if "initial" in options:
            initial.append(name)
        if "accepting" in options:
            final.add(name)
    if len(initial) != 1:
        raise AutomatonError.of("tikz_initial", number=len(initial), states=len(names))
    transitions: dict[Any, dict[str, set[str]]] = {}
    for edge in _EDGE.finditer(text):
        line = text.count("\n", 0, edge.start()) + 1
        tail, head = edge["tail"], edge["head"] or edge["tail"]
        for end in (tail, head):
            if end not in names:
                raise AutomatonError.of("tikz_node", node=end, line=line)
        for part in _unescape(edge["label"]).split(","):
            symbol = part.strip()
            plain = "" if symbol == "ε" else symbol
            if len(symbol) != 1:
                raise AutomatonError.of("tikz_symbol", symbol=symbol or "–", line=line)
            transitions.setdefault(names[tail], {}).setdefault(plain, set()).add(names[head])
    alphabet = {s for row in transitions.values() for s in row if s} | set(symbols)
    noted = re.search(r"^% alphabet: (\S*)$", text, re.MULTILINE)
    return NFA(
        states=set(names.values()), input_symbols=alphabet | set(noted[1] if noted else ""), transitions=transitions,
        initial_state=initial[0], final_states=final, places=places,
    )
