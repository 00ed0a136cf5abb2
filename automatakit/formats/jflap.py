"""JFLAP files (.jff): reading and writing finite automata with the places of their states.

References
----------
.. [1] S. H. Rodger, T. W. Finley: JFLAP – An Interactive Formal Languages and Automata Package.
   Jones & Bartlett (2006).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from automatakit.automaton.library import NFA, guarded
from automatakit.automaton.value import EPSILON
from automatakit.errors import AutomatonError, place_in, text_in
from automatakit.formats.naming import places_of, text_names


@dataclass
class _Node:
    """An element of the file with the line where it starts."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: list[_Node] = field(default_factory=list)
    text: str = ""

    def all(self, tag: str) -> list[_Node]:
        """All elements of a kind below this one, in order."""
        found, todo = [], self.children[::-1]
        while todo:
            node = todo.pop()
            if node.tag == tag:
                found.append(node)
            todo += node.children[::-1]
        return found

    def child(self, tag: str) -> _Node | None:
        """The first direct child of a kind."""
        return next((c for c in self.children if c.tag == tag), None)


def to_jff(automaton: Any) -> str:
    """Return an automaton as the text of a JFLAP file.

    States are numbered; names, places, initial and accepting states, and one transition for each symbol are written.

    Examples
    --------
    >>> from finity_edu.automata.bridge import tower_nfa
    >>> text = to_jff(tower_nfa("bw"))
    >>> text.count("<state "), text.count("<transition>"), "<initial/>" in text
    (3, 2, True)
    """
    nfa = guarded(automaton)
    names = text_names(nfa)
    places = places_of(nfa)
    number = {state: i for i, state in enumerate(names)}
    lines = [
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>', "<structure>", "\t<type>fa</type>", "\t<automaton>"
    ]
    for state, name in names.items():
        x, y = places[state]
        lines.append(f"\t\t<state id={quoteattr(str(number[state]))} name={quoteattr(name)}>")
        lines += [f"\t\t\t<x>{x:.1f}</x>", f"\t\t\t<y>{y:.1f}</y>"]
        lines += ["\t\t\t<initial/>"] * (state == nfa.initial_state) + ["\t\t\t<final/>"] * (state in nfa.final_states)
        lines.append("\t\t</state>")
    arrows = sorted((number[p], number[q], symbol) for p, q, symbol in nfa.iter_transitions())
    for tail, head, symbol in arrows:
        read = f"<read>{escape(symbol)}</read>" if symbol else "<read/>"
        lines += [
            "\t\t<transition>", f"\t\t\t<from>{tail}</from>", f"\t\t\t<to>{head}</to>", f"\t\t\t{read}",
            "\t\t</transition>",
        ]
    return "\n".join([*lines, "\t</automaton>", "</structure>", ""])


def from_jff(text: str | bytes, symbols: str = "") -> NFA:
    """Return the automaton of a JFLAP file.

    Parameters
    ----------
    text
        The contents of the file; of its bytes, the first line may say how they are encoded.
    symbols
        Letters of the alphabet that no transition reads (JFLAP does not store the alphabet).

    Raises
    ------
    AutomatonError
        Naming the line, state or transition that cannot be read.

    Examples
    --------
    >>> from finity_edu.automata.bridge import tower_nfa
    >>> from_jff(to_jff(tower_nfa("bw"))).accepts_input("bw")
    True
    """
    root = _parse(text)
    kind = root.child("type") if root.tag == "structure" else None
    if root.tag != "structure" or kind is None or kind.text.strip() != "fa":
        found = kind.text.strip() if kind is not None else f"<{root.tag}>"
        raise AutomatonError.of("jff_kind", kind=found, line=root.line if kind is None else kind.line)
    names: dict[str, str] = {}
    places: dict[Any, tuple[float, float]] = {}
    initial, final = [], set()
    for node in [*root.all("state"), *root.all("block")]:
        key = node.attributes.get("id")
        if key is None:
            raise AutomatonError.of("jff_no_id", line=node.line)
        if key in names:
            raise AutomatonError.of("jff_same_id", id=key, line=node.line)
        name = node.attributes.get("name") or f"q{key}"
        names[key] = name if name not in names.values() else f"{name} ({key})"
        places[names[key]] = (_number(node, "x", names[key]), _number(node, "y", names[key]))
        if node.child("initial"):
            initial.append(names[key])
        if node.child("final"):
            final.add(names[key])
    if len(initial) != 1:
        raise AutomatonError.of("jff_initial", number=len(initial), states=", ".join(initial) or "–")
    transitions: dict[Any, dict[str, set[str]]] = {}
    for node in root.all("transition"):
        tail, head, symbol = _transition(node, names)
        transitions.setdefault(tail, {}).setdefault(symbol, set()).add(head)
    alphabet = {s for row in transitions.values() for s in row} - {EPSILON} | set(symbols)
    return NFA(
        states=set(names.values()), input_symbols=alphabet, transitions=transitions, initial_state=initial[0],
        final_states=final, places=places,
    )


def _transition(node: _Node, names: dict[str, str]) -> tuple[str, str, str]:
    ends = []
    for tag in ("from", "to"):
        child = node.child(tag)
        key = child.text.strip() if child is not None else ""
        if key not in names:
            raise AutomatonError.of("jff_end", tag=tag, id=key or "–", line=node.line)
        ends.append(names[key])
    read = node.child("read")
    symbol = read.text.strip() if read is not None else ""
    if len(symbol) > 1:
        raise AutomatonError.of("jff_symbol", symbol=symbol, tail=ends[0], head=ends[1], line=node.line)
    return ends[0], ends[1], symbol


def _number(node: _Node, tag: str, state: str) -> float:
    child = node.child(tag)
    if child is None:
        return 0.0
    number = place_in(child.text)
    if number is None:
        raise AutomatonError.of("jff_number", tag=tag, value=child.text.strip(), state=state, line=child.line)
    return number


def _parse(text: str | bytes) -> _Node:
    """Read XML into nodes that know their lines; entities that a file defines itself are refused."""
    content = text if isinstance(text, bytes) else text_in(text).encode(errors="surrogatepass")
    parser = expat.ParserCreate(None if isinstance(text, bytes) else "utf-8")  # a text is decoded, whatever it says
    top = _Node("", {}, 0)
    stack = [top]

    def start(tag: str, attributes: dict[str, str]) -> None:
        node = _Node(tag, attributes, parser.CurrentLineNumber)
        stack[-1].children.append(node)
        stack.append(node)

    def end(tag: str) -> None:
        stack.pop()

    def data(part: str) -> None:
        stack[-1].text += part

    def refuse(*_: Any) -> None:
        raise AutomatonError.of("jff_doctype", line=parser.CurrentLineNumber)

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, data
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(content, True)
    except LookupError as error:
        raise AutomatonError.of("jff_xml", line=1, problem=error) from None
    except expat.ExpatError as error:
        raise AutomatonError.of("jff_xml", line=error.lineno, problem=expat.ErrorString(error.code)) from None
    return top.children[0]


def save_jff(automaton: Any, path: str | Path) -> None:
    """Write an automaton to a JFLAP file."""
    Path(path).write_text(to_jff(automaton), encoding="utf-8")


def load_jff(path: str | Path, symbols: str = "") -> NFA:
    """Read an automaton from a JFLAP file."""
    return from_jff(Path(path).read_bytes(), symbols)


__all__ = ["from_jff", "load_jff", "save_jff", "to_jff"]
