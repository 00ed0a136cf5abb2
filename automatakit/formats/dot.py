"""DOT (graphviz) as text: written and read here, without graphviz.

References
----------
.. [1] E. Gansner, S. North: An open graph visualization system. Softw. Pract. Exp. 30 (2000) 1203–1233.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from automatakit.automaton.library import NFA, guarded
from automatakit.errors import AutomatonError, place_in, text_in
from automatakit.formats.naming import places_of, text_names

_TOKEN = re.compile(
    r'(?P<skip>\s+|//[^\n]*|\#[^\n]*|/\*.*?\*/)|(?P<text>"(?:[^"\\]|\\.)*")|(?P<arrow>->|--)'
    r"|(?P<mark>[{}\[\]=;,:])|(?P<word>[^\s\"{}\[\]=;,:\-]+|-?\d+(?:\.\d+)?)",
    re.DOTALL,
)
_ENTRY = ("point", "none", "plaintext")


def to_dot(automaton: Any) -> str:
    """Return an automaton in the language of graphviz.

    Accepting states are double circles, an arrow from a point marks the initial state, symbols of parallel
    transitions share one edge, and ``pos`` holds the places (for ``neato -n``; inches are 72 units).

    Examples
    --------
    >>> from finity_edu.automata.bridge import tower_nfa
    >>> print(to_dot(tower_nfa("b")))
    digraph automaton {
      rankdir=LR;
      alphabet="bw";
      "0" [shape=circle, pos="0,0"];
      "1" [shape=doublecircle, pos="120,0"];
      "" [shape=point];
      "" -> "0";
      "0" -> "1" [label="b"];
    }
    """
    nfa = guarded(automaton)
    names, places = text_names(nfa), places_of(nfa)
    lines = ["digraph automaton {", "  rankdir=LR;", f"  alphabet={_quote(''.join(sorted(nfa.input_symbols)))};"]
    for state, name in names.items():
        shape = "doublecircle" if state in nfa.final_states else "circle"
        x, y = places[state]
        lines.append(f'  {_quote(name)} [shape={shape}, pos="{_short(x)},{_short(-y)}"];')
    lines += ['  "" [shape=point];', f'  "" -> {_quote(names[nfa.initial_state])};']
    labels: dict[tuple[str, str], list[str]] = {}
    for tail, head, symbol in nfa.iter_transitions():
        labels.setdefault((names[tail], names[head]), []).append(symbol or "ε")
    rank = {name: i for i, name in enumerate(names.values())}
    for (tail, head), symbols in sorted(labels.items(), key=lambda entry: (rank[entry[0][0]], rank[entry[0][1]])):
        lines.append(f"  {_quote(tail)} -> {_quote(head)} [label={_quote(','.join(sorted(symbols)))}];")
    return "\n".join([*lines, "}"])


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _short(value: float) -> str:
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@dataclass
class _Graph:
    nodes: dict[str, dict[str, str]] = field(default_factory=dict)
    edges: list[tuple[str, str, dict[str, str], int]] = field(default_factory=list)
    about: dict[str, str] = field(default_factory=dict)


def from_dot(text: str, symbols: str = "") -> NFA:
    """Return the automaton of a DOT text.

    An edge from a node of shape point, none or plaintext (or from a node without a name) marks the initial state; shape
    doublecircle marks accepting states; an edge's label holds its symbols, separated by commas, ``ε`` for none.

    Raises
    ------
    AutomatonError
        Naming the line that cannot be read, or the edge without a symbol.

    Examples
    --------
    >>> text = 'digraph { s [shape=point]; s -> A; A -> B [label="b,w"]; B [shape=doublecircle] }'
    >>> from_dot(text).accepts_input("w")
    True
    """
    graph = _read(text)
    for node, about in list(graph.nodes.items()):
        if node == "":
            about.setdefault("shape", "point")
    entries = {node for node, about in graph.nodes.items() if about.get("shape") in _ENTRY}
    states = [node for node in graph.nodes if node not in entries]
    initial = [head for tail, head, _, _ in graph.edges if tail in entries]
    if len(initial) != 1:
        raise AutomatonError.of("dot_initial", number=len(initial))
    transitions: dict[Any, dict[str, set[str]]] = {}
    for tail, head, about, line in graph.edges:
        if tail in entries:
            continue
        if not about.get("label", "").strip():
            raise AutomatonError.of("dot_label", tail=tail, head=head, line=line)
        for symbol in (part.strip() for part in about["label"].split(",")):
            plain = "" if symbol in ("ε", "") else symbol
            if len(plain) > 1:
                raise AutomatonError.of("dot_symbol", symbol=symbol, tail=tail, head=head, line=line)
            transitions.setdefault(tail, {}).setdefault(plain, set()).add(head)
    alphabet = {s for row in transitions.values() for s in row if s}
    alphabet |= set(graph.about.get("alphabet", "")) | set(symbols)
    places: dict[Any, tuple[float, float]] = {}
    for node in states:
        x, _, y = graph.nodes[node].get("pos", "").removesuffix("!").partition(",")
        if (across := place_in(x)) is not None and (up := place_in(y)) is not None:
            places[node] = (across, -up)
    return NFA(
        states=set(states), input_symbols=alphabet, transitions=transitions, initial_state=initial[0],
        final_states={n for n in states if graph.nodes[n].get("shape") == "doublecircle"}, places=places,
    )


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    place, line = 0, 1
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:
            raise AutomatonError.of("dot_syntax", line=line, found=text[place])
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
    """A reader of the statements that automata use: nodes, edges (also in chains), attributes."""

    def __init__(self, text: str) -> None:
        self.tokens = list(_tokens(text_in(text)))
        self.at = 0
        self.defaults: dict[str, dict[str, str]] = {"node": {}, "edge": {}}
        self.graph = _Graph()

    def next(self, *wanted: str) -> tuple[str, str, int]:
        kind, value, line = self.tokens[self.at]
        if wanted and kind not in wanted:
            raise AutomatonError.of("dot_syntax", line=line, found=value or "–")
        self.at += kind != "end"
        return kind, value, line

    def peek(self) -> str:
        return self.tokens[self.at][0]

    def read(self) -> _Graph:
        _, value, line = self.next("name")
        if value == "strict":
            _, value, line = self.next("name")
        if value != "digraph":
            raise AutomatonError.of("dot_syntax", line=line, found=value)
        if self.peek() == "name":
            self.next()
        self.next("{")
        while self.peek() != "}":
            self.statement()
        return self.graph

    def statement(self) -> None:
        if self.peek() == ";":
            self.next()
            return
        _, name, line = self.next("name")
        if self.peek() == "=":
            self.next()
            self.graph.about[name] = self.next("name")[1]
            return
        if name in ("graph", "node", "edge") and self.peek() == "[":
            self.defaults.setdefault(name, {}).update(self.attributes())
            return
        chain = [name]
        while self.peek() == "->":
            self.next()
            chain.append(self.next("name")[1])
        about = self.attributes()
        for node in chain:
            self.graph.nodes.setdefault(node, dict(self.defaults["node"]))
        if len(chain) == 1:
            self.graph.nodes[name].update(about)
        for tail, head in pairwise(chain):
            self.graph.edges.append((tail, head, {**self.defaults["edge"], **about}, line))

    def attributes(self) -> dict[str, str]:
        found: dict[str, str] = {}
        while self.peek() == "[":
            self.next()
            while self.peek() != "]":
                _, key, _ = self.next("name")
                self.next("=")
                found[key] = self.next("name")[1]
                if self.peek() in (",", ";"):
                    self.next()
            self.next("]")
        return found


def _read(text: str) -> _Graph:
    return _Reader(text).read()
