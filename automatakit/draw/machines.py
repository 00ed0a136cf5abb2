"""Machines that write, as pictures: a Mealy machine's outputs on its arrows, a Moore machine's in its states."""

from __future__ import annotations

from automatakit.automaton.states import label
from automatakit.automaton.value import Automaton
from automatakit.draw.automata import automaton_picture
from automatakit.languages.transducers import Mealy, Moore
from boardkit.svg import Picture


def machine_picture(machine: Mealy | Moore) -> Picture:
    """Draw a machine that writes: behind each slash stands what is written.

    Examples
    --------
    >>> gate = Mealy("shut", {"shut": {"c": ("open", "click")}, "open": {"p": ("shut", "clunk")}})
    >>> "c / click" in machine_picture(gate).markup
    True
    >>> parity = Moore("e", {"e": {"a": "o"}, "o": {"a": "e"}}, {"e": "0", "o": "1"})
    >>> "e / 0" in machine_picture(parity).markup
    True
    """
    written = _told_in_states(machine) if isinstance(machine, Moore) else _told(machine)
    return automaton_picture(written)


def _told(machine: Mealy) -> Automaton:
    edges = []
    for state, row in machine.table.items():
        for symbol, (head, out) in row.items():
            edges.append((label(state), f"{symbol} / {out or 'ε'}", label(head)))
    return _shown(label(machine.start), edges)


def _told_in_states(machine: Moore) -> Automaton:
    names = {
        state: f"{label(state)} / {out or 'ε'}"
        for state, out in machine.outputs.items()
    }
    edges = []
    for state, row in machine.table.items():
        for symbol, head in row.items():
            edges.append((names[state], symbol, names[head]))
    return _shown(names[machine.start], edges)


def _shown(start: str, edges: list[tuple[str, str, str]]) -> Automaton:
    ends = [end for tail, _, head in edges for end in (tail, head)]
    symbols = dict.fromkeys(symbol for _, symbol, _ in edges)
    return Automaton.make(dict.fromkeys([start, *ends]), start, [], edges, symbols)
