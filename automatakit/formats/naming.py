"""Names and places of states for the text formats."""

from __future__ import annotations

from typing import Any

from automatakit.automaton.library import DFA, NFA, Point
from automatakit.automaton.value import State, label


def text_names(automaton: NFA | DFA) -> dict[State, str]:
    """Return a name for each state, in the order of the table; equal labels get a stroke."""
    names: dict[State, str] = {}
    taken: set[str] = set()
    for state in automaton.table.states:
        name = label(state)
        while name in taken:
            name += "′"
        taken.add(name)
        names[state] = name
    return names


def places_of(automaton: NFA | DFA) -> dict[State, Point]:
    """Return where the states stand: as given, otherwise as pictures lay them out."""
    places: dict[Any, Point] = dict(automaton.places)
    if all(state in places for state in automaton.states):
        return places
    from automatakit.draw.layout import layout

    return layout(automaton.table, places)
