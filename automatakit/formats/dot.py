"""DOT (graphviz) as text: written and read here, without graphviz.

References
----------
.. [1] E. Gansner, S. North: An open graph visualization system. Softw. Pract. Exp. 30 (2000) 1203–1233.
"""

import re
from collections import deque
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, TypeAlias

from automatakit.automaton.errors import AutomatonError, text_in
from automatakit.automaton.states import EPSILON
from automatakit.automaton.value import Automaton
from automatakit.draw.layout import places_of
from automatakit.formats.naming import assembled, labels_in_order, place_of, text_names
from boardkit.svg import number

Attributes: TypeAlias = dict[str, str]

_TOKEN = re.compile(
    r'(?P<skip>\s+|//[^\n]*|\#[^\n]*|/\*.*?\*/)|(?P<unclosed>/\*)|(?P<text>"(?:[^"\\]|\\.)*")|(?P<arrow>->|--)'
    r"|(?P<mark>[{}\[\]=;,:])|(?P<word>[^\s\"{}\[\]=;,:\-]+|-?\d+(?:\.\d+)?)",
    re.DOTALL,
)
_ENTRY = ("point", "none", "plaintext")


def to_dot(automaton: Any) -> str:
    """Return an automaton in the language of graphviz.

    Accepting states are double circles, an arrow from a point marks the start state, symbols of parallel
    transitions share one edge, and ``pos`` holds the places (for ``neato -n``; inches are 72 units).

    Examples
    --------
    >>> print(to_dot(Automaton.of("b")))
    digraph automaton {
      rankdir=LR;
      alphabet="bw";
      "0" [shape=circle, pos="0,0"];
      "1" [shape=doublecircle, pos="122,0"];
      "" [shape=point];
      "" -> "0";
      "0" -> "1" [label="b"];
    }
    """
    nfa = Automaton.of(automaton).single_start()
    names, places = text_names(nfa), places_of(nfa)
    lines = ["digraph automaton {", "  rankdir=LR;", f"  alphabet={_quote(''.join(nfa.alphabet))};"]
    for state, name in names.items():
        shape = "doublecircle" if state in nfa.accepting else "circle"
        x, y = places[state]
        lines.append(f'  {_quote(name)} [shape={shape}, pos="{number(round(x, 1))},{number(round(-y, 1))}"];')
    lines += ['  "" [shape=point];', f'  "" -> {_quote(names[nfa.start])};']
    for (tail, head), symbols in labels_in_order(nfa).items():
        lines.append(f"  {_quote(names[tail])} -> {_quote(names[head])} [label={_quote(','.join(symbols))}];")
    return "\n".join([*lines, "}"])


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def from_dot(text: str, symbols: str = "") -> Automaton:
    """Return the automaton of a DOT text.

    An edge from a node of shape point, none or plaintext (or from a node without a name) marks the start state; shape
    doublecircle marks accepting states; an edge's label holds its symbols, separated by commas, ``ε`` for none.

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
    entries = {node for node, said in nodes.items() if not node or said.get("shape") in _ENTRY}
    states = [node for node in nodes if node not in entries]
    initial = [head for tail, head, _, _ in edges if tail in entries]
    if len(initial) != 1:
        raise AutomatonError.of("dot_initial", number=len(initial))
    arrows = []
    for tail, head, said, line in edges:
        if tail in entries:
            continue
        if not said.get("label", "").strip():
            raise AutomatonError.of("dot_label", tail=tail, head=head, line=line)
        for symbol in (part.strip() for part in said["label"].split(",")):
            if len(symbol) > 1:
                raise AutomatonError.of("dot_symbol", symbol=symbol, tail=tail, head=head, line=line)
            arrows.append((tail, symbol.replace("ε", EPSILON), head))
    places = {node: place_of(node, nodes[node]["pos"].removesuffix("!")) for node in states if "pos" in nodes[node]}
    final = {node for node in states if nodes[node].get("shape") == "doublecircle"}
    return assembled(states, initial[0], final, arrows, symbols + about.get("alphabet", ""), places)


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    place, line = 0, 1
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None or found["unclosed"]:  # going on would look for the end of a comment again and again
            raise AutomatonError.of("dot_syntax", line=line, found=text[place] if found is None else found[0])
        place, kind = found.end(), found.lastgroup or ""
        if kind == "text":
            yield "name", re.sub(r"\\(.)", r"\1", found[0][1:-1]), line
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

    def skip(self, kind: str) -> bool:
        """Take a token of this kind, if it is the next one."""
        here = self.rest[0][0] == kind
        if here:
            self.take(kind)
        return here

    def attributes(self) -> Attributes:
        found: Attributes = {}
        while self.skip("["):
            while not self.skip("]"):
                key = self.take("name")
                self.take("=")
                found[key] = self.take("name")
                self.skip(",") or self.skip(";")
        return found


def _read(text: str) -> tuple[dict[str, Attributes], list[tuple[str, str, Attributes, int]], Attributes]:
    """Read the statements that automata use: nodes, edges (also in chains) with their lines, what the graph has."""
    reader, about = _Reader(text), Attributes()
    defaults: dict[str, Attributes] = {"graph": about, "node": {}, "edge": {}}
    nodes: dict[str, Attributes] = {}
    edges = []
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
        chain = [reader.take("name")]
        line = reader.line
        if reader.skip("="):
            about[chain[0]] = reader.take("name")
            continue
        while reader.skip("->"):
            chain.append(reader.take("name"))
        said = reader.attributes()
        if len(chain) == 1 and chain[0] in defaults:
            defaults[chain[0]] |= said
            continue
        for node in chain:
            nodes.setdefault(node, dict(defaults["node"]))
        if len(chain) == 1:
            nodes[chain[0]] |= said
        edges += [(tail, head, defaults["edge"] | said, line) for tail, head in pairwise(chain)]
    return nodes, edges, about
