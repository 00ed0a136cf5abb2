"""TikZ pictures of automata as text (library ``automata``), written and read.

References
----------
.. [1] T. Tantau: The TikZ and PGF Packages, manual, section "Automata Drawing Library".
"""

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from automatakit.automaton.errors import AutomatonError, text_in
from automatakit.automaton.reading import Source
from automatakit.automaton.states import EPSILON, Edge, Point, State
from automatakit.automaton.value import Automaton
from automatakit.draw.layout import places_of
from automatakit.formats.naming import (
    assembled,
    distinct,
    labels_in_order,
    place_of,
    text_names,
)
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
    + r"|\\(?:var)?epsilon(?![a-zA-Z])|\{(?P<group>\w+)\}|\$"
)
# Possessive throughout: what has been read once is never read another way, so a long text costs no more than once.
_OPTIONS = r"\[(?:[^\[\]]|\[[^\[\]]*+\])*+\]"
_TEXT = r"\{(?:[^{}\\]|\\.|\{[^{}]*+\})*+\}"
_TOKEN = re.compile(
    rf"\\?\bnode\b(?P<parts>(?:\s|\bat\b|{_OPTIONS}|\([^()]*+\))*+)(?P<text>{_TEXT})"
    rf"|(?P<line>\bedge\b|\bto\b|--|\|-|-\||\.\.)\s*+(?P<options>{_OPTIONS})?"
    rf"|\((?P<place>[^()]*+)\)|(?P<end>;)|{_OPTIONS}|\\[a-zA-Z]++",
    re.DOTALL,
)
_PARTS = re.compile(
    rf"(?P<options>{_OPTIONS})|\bat\s*+\((?P<at>[^()]*+)\)|\((?P<id>[^()]*+)\)",
    re.DOTALL,
)
_STATE = {"state", "state with output", "state without output"}
_SIDES = ("above", "below", "left", "right", "by arrow", "by diamond", "by double")
_INITIAL = {"initial", *(f"initial {side}" for side in _SIDES)}
_ACCEPTING = {"accepting", *(f"accepting {side}" for side in _SIDES)}


@dataclass
class _Drawn:
    """The states of a picture: what each is called by its id, where it lies, which are initial, which accept."""

    names: dict[str, str]
    places: dict[str, Point]
    initial: list[str]
    final: set[str]

    def at(self, place: str) -> str | None:
        """The id of the state that a coordinate names, with an anchor or not: ``q`` in ``(q.north)``."""
        place = place.strip()
        for found in (place, place.partition(".")[0]):
            if found in self.names:
                return found
        return None


@dataclass
class _Way:
    """A way that is drawn from one place to another; its labels are read before or after its end."""

    kind: str
    tail: str
    labels: list[str]
    line: int
    head: str | None = None


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
        if found["group"]:
            return found["group"]
        if "epsilon" in found[0]:
            return "ε"
        # A dollar alone begins or ends a formula
        return _PLAIN.get(found[0], "")

    return _READ.sub(plain, text.strip())


def from_tikz(text: str, symbols: str = "") -> Automaton:
    """Return the automaton of a TikZ picture: ``\\node[state, …]``, and ways with ``node {symbols}`` between them.

    A way is an ``edge``, a ``to`` or a line; several edges may follow one another, as the manual writes them.  What
    else a picture holds is left out.

    Raises
    ------
    AutomatonError
        If there are no states, not exactly one is initial, an edge starts or ends nowhere, or one has no symbol.

    Examples
    --------
    >>> from_tikz(to_tikz("bw")).accepts("bw")
    True
    >>> states = r"\\node[state, initial] (p) {$p$}; \\node[state, accepting] (q) [right=of p] {$q$};"
    >>> from_tikz(states + r"\\path (p) edge node {0, 1} (q) edge [loop above] node {0} ();").accepts("001")
    True
    """
    # What is commented out is not there; lines keep their numbers.
    plain = re.sub(
        r"(\\.)|%[^\n]*+", lambda found: found[1] or "", text_in(text), flags=re.DOTALL
    )
    tokens = list(_TOKEN.finditer(plain))
    drawn = _states(tokens)
    if len(drawn.initial) != 1:
        raise AutomatonError.of(
            "tikz_initial", number=len(drawn.initial), states=len(drawn.names)
        )
    edges: list[Edge] = []
    for way in _ways(tokens, plain, drawn):
        edges += _arrows(way, drawn)
    noted = re.search(r"^% alphabet: (.*)$", text, re.MULTILINE)
    if noted is not None:
        symbols += _unescape(noted[1])
    return assembled(
        drawn.names.values(),
        drawn.initial[0],
        drawn.final,
        edges,
        symbols,
        drawn.places,
    )


def _states(tokens: Iterable[re.Match[str]]) -> _Drawn:
    drawn = _Drawn({}, {}, [], set())
    for token in tokens:
        if token["text"] is None:
            continue
        parts = _parts(token)
        options = _options(parts["options"])
        if not options & _STATE:  # a label, or another node
            continue
        name = _unescape(token["text"][1:-1]) or parts["id"]
        # TikZ tells states apart by id, we do by name
        name = distinct(name, drawn.names.values())
        drawn.names[parts["id"]] = name
        if parts["at"]:
            drawn.places[name] = place_of(name, parts["at"], UNIT)
        if options & _INITIAL:
            drawn.initial.append(name)
        if options & _ACCEPTING:
            drawn.final.add(name)
    return drawn


def _parts(node: re.Match[str]) -> dict[str, str]:
    """What stands between the word node and its text, in any order: id, place, and all options."""
    parts = {"id": "", "at": "", "options": ""}
    for part in _PARTS.finditer(node["parts"]):
        if part["options"]:
            parts["options"] += part["options"][1:-1] + ","
        elif part["at"] is not None:
            parts["at"] = part["at"]
        else:
            parts["id"] = part["id"].strip()
    return parts


def _options(text: str) -> set[str]:
    return {" ".join(part.split("=")[0].split()) for part in text.split(",")}


def _ways(tokens: Iterable[re.Match[str]], plain: str, drawn: _Drawn) -> Iterator[_Way]:
    """Yield what is drawn from place to place, in the order of the text."""
    here = ""
    way: _Way | None = None
    for token in tokens:
        if token["end"]:
            if way is not None:
                yield way
            here, way = "", None
        elif token["line"]:
            if way is not None and way.head is None:  # the second .. of a curve
                continue
            if way is not None:
                yield way
            line = plain.count("\n", 0, token.start()) + 1
            labels = re.findall('"([^"]*)"', token["options"] or "")
            way = _Way(token["line"], here, labels, line)
        elif token["text"] is not None:
            options = _options(_parts(token)["options"])
            if way is not None and not options & _STATE:
                way.labels.append(token["text"][1:-1])
        elif token["place"] is not None:
            place = token["place"] or here
            if way is None or way.head is not None:
                if way is not None:
                    yield way
                here, way = place, None
            elif way.kind != ".." or drawn.at(place):  # a curve has other points
                way.head = place
                # After an edge the next one begins where it did
                here = here if way.kind == "edge" else place
    if way is not None:
        yield way


def _arrows(way: _Way, drawn: _Drawn) -> Iterator[Edge]:
    ends = [drawn.at(way.tail), drawn.at(way.head or "")]
    if None in ends and way.kind != "edge" and not way.labels:
        return  # a line that belongs to no automaton
    for end, place in zip(ends, (way.tail, way.head), strict=True):
        if end is None:
            raise AutomatonError.of("tikz_node", node=place or "–", line=way.line)
    tail, head = (drawn.names[str(end)] for end in ends)
    for part in ",".join(way.labels).split(","):
        symbol = _unescape(part)
        if len(symbol) != 1:
            raise AutomatonError.of("tikz_symbol", symbol=symbol or "–", line=way.line)
        if symbol == "ε" and "char" not in part:
            symbol = EPSILON
        yield tail, symbol, head
