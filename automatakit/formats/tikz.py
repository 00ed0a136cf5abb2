"""TikZ pictures of automata as text (library ``automata``), written and read.

References
----------
.. [1] T. Tantau: The TikZ and PGF Packages, manual, section "Automata Drawing Library".
"""

import re
import sys

from automatakit.automaton.errors import AutomatonError, text_in
from automatakit.automaton.reading import Source
from automatakit.automaton.states import EPSILON, Edge, Point, State
from automatakit.automaton.value import Automaton
from automatakit.draw.layout import places_of
from automatakit.formats.naming import assembled, labels_in_order, place_of, text_names
from boardkit.svg import number

UNIT = 48.0
"""Picture units in one centimetre."""

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "_": r"\_",
    "#": r"\#",
    "%": r"\%",
    "&": r"\&",
    "$": r"\$",
    "∅": r"$\emptyset$",
    "ε": r"$\varepsilon$",
    "|": r"$\mid$",
}
_PLAIN = {latex: char for char, latex in _SPECIAL.items()}
_READ = re.compile(
    r"\\char(?P<number>\d+)\{\}|"
    # The longest first: some begin as others do
    + "|".join(map(re.escape, sorted(_PLAIN, key=len, reverse=True)))
    + r"|\$"
)
# What is in brackets ends at the next one, and blanks stand in one place of a pattern: so a text is read but once.
_NODE = re.compile(
    r"\\node\s*\[(?P<options>[^\[\]]*)\]\s*\((?P<id>[^()]+)\)\s*"
    r"(?:at\s*\((?P<at>[^()]*)\)\s*)?\{(?P<text>(?:[^{}\\]|\\.|\{\})*)\}\s*;"
)
_EDGE = re.compile(
    r"\((?P<tail>[^()]+)\)\s*edge(?:\s*\[(?P<options>[^\[\]]*)\])?"
    r"\s*node(?:\s*\[[^\[\]]*\])?\s*"
    r"\{(?P<label>(?:[^{}\\]|\\.|\{\})*)\}\s*\((?P<head>[^()]*)\)"
)


def to_tikz(automaton: Source) -> str:
    """Return an automaton as a ``tikzpicture`` (it needs ``\\usetikzlibrary{automata}``).

    Examples
    --------
    >>> print(to_tikz(Automaton.of("b")))
    % alphabet: b
    \\begin{tikzpicture}[->, auto, initial text={}]
      \\node[state, initial] (q0) at (0, 0) {0};
      \\node[state, accepting] (q1) at (2.54, 0) {1};
      \\path
        (q0) edge node {b} (q1);
    \\end{tikzpicture}
    """
    nfa = Automaton.of(automaton).single_start()
    names = text_names(nfa)
    places = places_of(nfa)
    ids = {state: f"q{i}" for i, state in enumerate(names)}
    lines = [
        f"% alphabet: {''.join(map(_symbol_text, nfa.alphabet))}",
        r"\begin{tikzpicture}[->, auto, initial text={}]",
    ]
    for state, name in names.items():
        options = ["state"]
        if state == nfa.start:
            options.append("initial")
        if state in nfa.accepting:
            options.append("accepting")
        x, y = places[state]
        at = f"({number(x / UNIT)}, {number(-y / UNIT)})"
        lines.append(
            f"  \\node[{', '.join(options)}] ({ids[state]}) at {at} {{{_escape(name)}}};"
        )
    edges = _edges(nfa, ids)
    if edges:
        lines += [r"  \path", "\n".join(f"    {edge}" for edge in edges) + ";"]
    return "\n".join([*lines, r"\end{tikzpicture}"])


def _edges(nfa: Automaton, ids: dict[State, str]) -> list[str]:
    labels = labels_in_order(nfa)
    lines = []
    for (tail, head), symbols in labels.items():
        bend, target = "", ids[head]
        if tail == head:
            bend, target = " [loop above]", ""
        elif (head, tail) in labels:
            bend = " [bend left=15]"
        text = ", ".join(map(_symbol_text, symbols))
        lines.append(f"({ids[tail]}) edge{bend} node {{{text}}} ({target})")
    return lines


def _escape(text: str) -> str:
    return "".join(_SPECIAL.get(char, char) for char in text)


def _symbol_text(symbol: str) -> str:
    """A symbol in a label: by its number, if it would separate others, would be ε or not be seen."""
    if symbol == EPSILON:
        return _SPECIAL["ε"]
    if symbol in ",ε~^()[]" or symbol.isspace():
        return rf"\char{ord(symbol)}{{}}"
    return _escape(symbol)


def _unescape(text: str) -> str:
    def plain(found: re.Match[str]) -> str:
        if found["number"]:
            return chr(min(int(found["number"]), sys.maxunicode))
        # A dollar alone begins or ends a formula
        return _PLAIN.get(found[0], "")

    return _READ.sub(plain, text.strip())


def from_tikz(text: str, symbols: str = "") -> Automaton:
    """Return the automaton of a TikZ picture made of ``\\node[state, …]`` and ``edge`` with ``node {symbols}``.

    Raises
    ------
    AutomatonError
        If there are no states, not exactly one is initial, or an edge starts or ends nowhere.

    Examples
    --------
    >>> from_tikz(to_tikz("bw")).accepts("bw")
    True
    """
    names: dict[str, str] = {}
    places: dict[str, Point] = {}
    initial, final = [], set()
    for node in _NODE.finditer(text_in(text)):
        options = {part.strip().split("=")[0] for part in node["options"].split(",")}
        if "state" not in options:  # a picture may have other nodes
            continue
        name = _unescape(node["text"]) or node["id"]
        names[node["id"]] = name
        if node["at"] is not None:
            places[name] = place_of(name, node["at"], UNIT)
        if "initial" in options:
            initial.append(name)
        if "accepting" in options:
            final.add(name)
    if len(initial) != 1:
        raise AutomatonError.of("tikz_initial", number=len(initial), states=len(names))
    edges: list[Edge] = []
    for edge in _EDGE.finditer(text):
        line = text.count("\n", 0, edge.start()) + 1
        tail = edge["tail"]
        head = edge["head"] or tail
        for end in (tail, head):
            if end not in names:
                raise AutomatonError.of("tikz_node", node=end, line=line)
        for part in edge["label"].split(","):
            symbol = _unescape(part)
            if len(symbol) != 1:
                raise AutomatonError.of("tikz_symbol", symbol=symbol or "–", line=line)
            if symbol == "ε" and "char" not in part:
                symbol = EPSILON
            edges.append((names[tail], symbol, names[head]))
    noted = re.search(r"^% alphabet: (.*)$", text, re.MULTILINE)
    if noted is not None:
        symbols += _unescape(noted[1])
    return assembled(names.values(), initial[0], final, edges, symbols, places)
