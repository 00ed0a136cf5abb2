"""DOT (graphviz) as text: written and read here, without graphviz.

References
----------
.. [1] E. Gansner, S. North: An open graph visualization system. Softw. Pract. Exp. 30 (2000) 1203–1233.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from automatakit.automaton.errors import AutomatonError, text_in
from automatakit.automaton.reading import Source
from automatakit.automaton.states import EPSILON, Edge
from automatakit.automaton.value import Automaton
from automatakit.draw.layout import places_of
from automatakit.formats.naming import assembled, labels_in_order, place_of, text_names
from boardkit.svg import number

Attributes: TypeAlias = dict[str, str]

_TOKEN = re.compile(
    r'(?P<skip>\s+|//[^\n]*|\#[^\n]*|/\*.*?(?:\*/|\Z))|(?P<text>"(?:[^"\\]|\\.)*")|(?P<arrow>->|--)'
    r"|(?P<mark>[{}\[\]=;,:])|(?P<word>[^\s\"{}\[\]=;,:\-]+|-?\d+(?:\.\d+)?)",
    re.DOTALL,
)
_CONTROL = {"\n": "n", "\t": "t", "\r": "r"}
_ENTRY = ("point", "none", "plaintext")
"""Shapes of nodes that are no states: an arrow from one of them marks the start state."""


_READ = {"\\" + letter: symbol for symbol, letter in _CONTROL.items()} | {"ε": EPSILON}
"""What stands for another symbol than its last character."""


class _Edge(NamedTuple):
    """An edge with its attributes and its line."""

    tail: str
    head: str
    said: Attributes
    line: int


def to_dot(automaton: Source) -> str:
    """Return an automaton in the language of graphviz.

    Accepting states are double circles, an arrow from a point marks the start state, symbols of parallel
    transitions share one edge, and ``pos`` holds the places (for ``neato -n``; inches are 72 units).

    Examples
    --------
    >>> print(to_dot(Automaton.of("b")))
    digraph automaton {
      rankdir=LR;
      alphabet="b";
      "0" [shape=circle, pos="0,0"];
      "1" [shape=doublecircle, pos="122,0"];
      "" [shape=point];
      "" -> "0";
      "0" -> "1" [label="b"];
    }
    """
    nfa = Automaton.of(automaton).single_start()
    names = text_names(nfa)
    places = places_of(nfa)
    lines = [
        "digraph automaton {",
        "  rankdir=LR;",
        f"  alphabet={_quote(''.join(nfa.alphabet))};",
    ]
    for state, name in names.items():
        shape = "doublecircle" if state in nfa.accepting else "circle"
        x, y = places[state]
        pos = f"{number(round(x, 1))},{number(round(-y, 1))}"
        lines.append(f'  {_quote(name)} [shape={shape}, pos="{pos}"];')
    lines += ['  "" [shape=point];', f'  "" -> {_quote(names[nfa.start])};']
    for (tail, head), symbols in labels_in_order(nfa).items():
        label = ",".join(map(_symbol_text, symbols))
        lines.append(
            f'  {_quote(names[tail])} -> {_quote(names[head])} [label="{label}"];'
        )
    return "\n".join([*lines, "}"])


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _unquote(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL)


def _symbol_text(symbol: str) -> str:
    """A symbol in a label.

    What would separate it from others, or would be ε, has a backslash before it: graphviz does not show it.
    """
    if symbol in _CONTROL:
        return "\\" + _CONTROL[symbol]
    if symbol in ',\\"ε' or symbol.isspace():
        return "\\" * (symbol != EPSILON) + (symbol or "ε")
    return symbol


def from_dot(text: str, symbols: str = "") -> Automaton:
    """Return the automaton of a DOT text.

    An edge from a node of shape point, none or plaintext (or from a node without a name) marks the start state; shape
    doublecircle marks accepting states; an edge's label holds its symbols, separated by commas, ``ε`` for none.  A
    comma, a blank, a backslash or ε that is a symbol has a backslash before it.

    Raises
    ------
    AutomatonError
        Naming the line that cannot be read, or the edge without a symbol.

    Examples
    --------
    >>> text = 'digraph { s [shape=point]; s -> A; A -> B [label="b,w"]; B [shape=doublecircle] }'
    >>> from_dot(text).accepts("w")
    True
    """
    nodes, edges, about = _read(text)
    entries = {
        node for node, said in nodes.items() if not node or said.get("shape") in _ENTRY
    }
    initial = [edge.head for edge in edges if edge.tail in entries]
    if len(initial) != 1:
        raise AutomatonError.of("dot_initial", number=len(initial))
    arrows: list[Edge] = []
    for edge in edges:
        if edge.tail not in entries:
            arrows += [(edge.tail, symbol, edge.head) for symbol in _symbols(edge)]
    states, final, places = [], set(), {}
    for node, said in nodes.items():
        if node in entries:
            continue
        states.append(node)
        if "pos" in said:
            places[node] = place_of(node, said["pos"].removesuffix("!"))
        if said.get("shape") == "doublecircle":
            final.add(node)
    symbols += _unquote(about.get("alphabet", ""))
    return assembled(states, initial[0], final, arrows, symbols, places)


def _symbols(edge: _Edge) -> Iterator[str]:
    """Yield the symbols in the label of an edge."""
    label = edge.said.get("label", "")
    if not label.strip():
        raise AutomatonError.of(
            "dot_label", tail=edge.tail, head=edge.head, line=edge.line
        )
    for part in re.findall(r"((?:[^,\\]|\\.)*)(?:,|$)", label + ",", re.DOTALL)[:-1]:
        # A blank at the end may be a symbol
        symbol = re.sub(r"((?:\\.)?)\s*\Z", r"\1", part.lstrip(), flags=re.DOTALL)
        if not re.fullmatch(r"\\?.", symbol, re.DOTALL):
            raise AutomatonError.of(
                "dot_symbol",
                symbol=symbol or "–",
                tail=edge.tail,
                head=edge.head,
                line=edge.line,
            )
        yield _READ.get(symbol, symbol[-1])


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield what a text consists of: kind, value, line."""
    place, line = 0, 1
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:
            raise AutomatonError.of("dot_syntax", line=line, found=text[place])
        place = found.end()
        kind = found.lastgroup
        if kind == "text":
            yield "name", found[0][1:-1], line
        elif kind == "word":
            yield "name", found[0], line
        elif kind != "skip":
            yield found[0], found[0], line
        line += found[0].count("\n")
    yield "end", "", line


class _Reader:
    """The tokens of a text that are still to be read; ``line`` is that of the last one."""

    def __init__(self, text: str) -> None:
        self.rest = deque(_tokens(text_in(text)))
        self.line = 1

    def take(self, kind: str) -> str:
        found, value, self.line = self.rest.popleft()
        if found != kind:
            raise AutomatonError.of("dot_syntax", line=self.line, found=value or "–")
        return value

    def name(self) -> str:
        """Take a name; of an attribute, what is quoted stays so until it is known what it means."""
        return _unquote(self.take("name"))

    def skip(self, kind: str) -> bool:
        """Take a token of this kind, if it is the next one."""
        if self.rest[0][0] != kind:
            return False
        self.take(kind)
        return True

    def attributes(self) -> Attributes:
        found: Attributes = {}
        while self.skip("["):
            while not self.skip("]"):
                key = self.take("name")
                self.take("=")
                found[key] = self.take("name")
                self.skip(",") or self.skip(";")
        return found


def _read(text: str) -> tuple[dict[str, Attributes], list[_Edge], Attributes]:
    """Read the statements that automata use: nodes, edges (also in chains) with their lines, what the graph has."""
    reader = _Reader(text)
    about: Attributes = {}
    defaults: dict[str, Attributes] = {"graph": about, "node": {}, "edge": {}}
    nodes: dict[str, Attributes] = {}
    edges: list[_Edge] = []
    kind = reader.take("name")
    if kind == "strict":
        kind = reader.take("name")
    if kind != "digraph":
        raise AutomatonError.of("dot_syntax", line=reader.line, found=kind)
    if not reader.skip("{"):
        reader.take("name")
        reader.take("{")
    while not reader.skip("}"):
        if reader.skip(";"):
            continue
        chain = [reader.name()]  # A -> B -> C stands for two edges
        line = reader.line
        if reader.skip("="):
            about[chain[0]] = reader.take("name")
            continue
        while reader.skip("->"):
            chain.append(reader.name())
        said = reader.attributes()
        if len(chain) == 1 and chain[0] in defaults:
            defaults[chain[0]] |= said
            continue
        for node in chain:
            # A node begins to be where it is first named, with the defaults that hold there.
            nodes.setdefault(node, dict(defaults["node"]))
        if len(chain) == 1:
            nodes[chain[0]] |= said
        for tail, head in pairwise(chain):
            edges.append(_Edge(tail, head, {**defaults["edge"], **said}, line))
    return nodes, edges, about
