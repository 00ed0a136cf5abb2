"""Pictures of automata: state diagrams without graphviz, in words as well, and δ as a table.

>>> from automatakit.automaton.value import Automaton
>>> picture = automaton_picture(Automaton.of({"A": {"b": {"A", "B"}}}, start="A", accepting={"B"}))
>>> print(picture.desc)
Automaton with the states A, B; start A; accepting B. Arrows: A on b to A, B.
"""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from automatakit.automaton.errors import CATALOGUE, message
from automatakit.automaton.states import State, label
from automatakit.automaton.value import Automaton
from automatakit.draw.diagram import Diagram, Marks, diagram
from automatakit.draw.layout import Point, places_of
from automatakit.draw.tables import delta_table
from boardkit.messages import Message
from boardkit.svg import Picture, el, number

__all__ = ["automaton_picture", "bundle", "delta_table", "describe", "framed", "places_for"]

MANY = 60
"""Arrows beyond this number are not listed one by one in the text alternative."""
PAGE = 940.0
"""What fits beside each other on a slide without becoming smaller."""


def automaton_picture(automaton: Any, *, active: Iterable[State] = (), path: Iterable[State] = (),
                      starts: Iterable[State] = ()) -> Picture:
    """Return the state diagram of an automaton.

    An arrow from nowhere marks the start state, a double line the accepting ones; symbols of parallel transitions
    share an arrow.

    Parameters
    ----------
    automaton
        Any automaton.
    active
        States that are marked by a token.
    path
        A run: its arrows are emphasised.
    starts
        Start states that are numbered, in this order.

    Returns
    -------
    boardkit.svg.Picture

    Examples
    --------
    >>> automaton_picture("bw", active=["1"]).width > 200
    True
    """
    table, active = Automaton.of(automaton).drawn, tuple(active)
    marks = Marks(dict.fromkeys(active, "active"), set(pairwise(path)),
                  starts={s: str(n) for n, s in enumerate(starts, 1)})
    drawn = clear_diagram(table, marks)
    desc = [describe(table)]
    if active:
        desc.append(str(message("draw.active", states=", ".join(map(label, active)))))
    return framed(drawn, title=message("draw.automaton"), desc=" ".join(desc))


def clear_diagram(table: Automaton, marks: Marks) -> Diagram:
    """Return a state diagram; where the places are free, so large that no label lies on anything else."""
    for scale in (1.0, 1.15, 1.3, 1.5, 1.8, 2.2):
        drawn = diagram(table, places_for(table, scale), marks)
        if not drawn.clashes or table.places:
            break
    return drawn


def places_for(table: Automaton, scale: float = 1.0) -> Mapping[State, Point]:
    """Return where the states stand; so far apart as given that no two come closer than 92 pixels."""
    places = places_of(table, scale)
    if places is not table.places:
        return places
    points = [complex(*places[state]) for state in table.states]
    closest = min((abs(p - q) for i, p in enumerate(points) for q in points[:i]), default=92.0)
    roomy = max(1.0, 92.0 / closest) if closest > 1 else 1.0
    return {state: (x * roomy, y * roomy) for state, (x, y) in places.items()}


def framed(drawn: Diagram, *, title: str | Message, desc: str) -> Picture:
    """Return a diagram as a picture of its own, moved so that everything is visible."""
    left, top, right, bottom = drawn.bounds()
    group = el("g", *drawn.elements, transform=f"translate({number(-left)} {number(-top)})")
    return Picture(round(right - left), round(bottom - top), group, title=str(title), desc=desc)


def describe(automaton: Any) -> str:
    """Return an automaton in words: the text alternative of its picture."""
    table = Automaton.of(automaton).drawn
    parts = [
        str(message("draw.row", state=label(table.states[i]), symbol=symbol, targets=", ".join(map(label, targets))))
        for (i, symbol), targets in table.cells.items()
    ]
    if len(parts) > MANY:
        parts = [*parts[:MANY], str(message("draw.more", number=len(parts) - MANY))]
    return str(message(
        "draw.describe", states=", ".join(map(label, table.states)),
        start=", ".join(map(label, table.names(table.start_mask))) or "∅",
        accepting=", ".join(map(label, table.names(table.accepting_mask))) or "∅",
        arrows="; ".join(parts) if parts else CATALOGUE.text("automata.draw.no_arrows"),
    ))


def bundle(automaton: Any) -> dict[str, str]:
    """Return what a notebook shows of an automaton."""
    return automaton_picture(automaton)._repr_mimebundle_()
