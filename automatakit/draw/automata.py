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
from automatakit.draw.layout import Places, Point, layout
from automatakit.draw.tables import DeltaTable, delta_table
from boardkit.messages import Message
from boardkit.svg import Picture, el, number

__all__ = ["DeltaTable", "automaton_picture", "bundle", "delta_table", "describe", "framed", "places_for"]

MANY = 60
PAGE = 940.0
"""What fits beside each other on a slide without becoming smaller."""
"""Arrows beyond this number are not listed one by one in the text alternative."""


def automaton_picture(
    automaton: Any, *, active: Iterable[State] = (), dead: Iterable[State] = (), early: Iterable[State] = (),
    new: Iterable[State] = (), path: Iterable[State] = (), arrows: Iterable[tuple[State, State]] = (),
    faint: Iterable[State] = (), places: Mapping[Any, Point] | None = None, title: str | Message = "",
    note: str | Message = "",
) -> Picture:
    """Return the state diagram of an automaton.

    An arrow from a dot marks the start state, a double line the accepting ones; symbols of parallel transitions
    share an arrow.

    Parameters
    ----------
    automaton
        Any automaton.
    active, dead, early, new, faint
        States that are marked: by a token, a cross, a warning, a diamond, or by receding.
    path
        A run: its arrows are emphasised.
    arrows
        Further arrows (from, to) to be emphasised.
    places
        Where the states stand, in pixels (right, down); by default as the automaton says, else a layout.
    title, note
        The picture's name, and what is added to its text alternative.

    Returns
    -------
    boardkit.svg.Picture

    Examples
    --------
    >>> automaton_picture("bw", active=["1"]).width > 200
    True
    """
    table = Automaton.of(automaton).drawn
    run = list(path)
    marks = Marks(
        states={s: mark for mark, states in (("faint", faint), ("new", new), ("active", active), ("dead", dead),
                                             ("early", early)) for s in states},
        arrows={*arrows, *pairwise(run)},
    )
    drawn = clear_diagram(table, places, marks)
    lines = [str(describe(table)), *(str(t) for t in (_marked(marks), note) if str(t))]
    return framed(drawn, title=title or message("draw.automaton"), desc=" ".join(lines))


def clear_diagram(table: Automaton, places: Mapping[Any, Point] | None = None, marks: Marks | None = None) -> Diagram:
    """Return a state diagram; where the places are free, so large that no label lies on anything else."""
    for scale in (1.0, 1.15, 1.3, 1.5, 1.8, 2.2):
        drawn = diagram(table, places_for(table, places, scale), marks)
        if not drawn.clashes or places is not None or table.places:
            break
    return drawn


def places_for(table: Automaton, places: Mapping[Any, Point] | None = None, scale: float = 1.0) -> Places:
    """Return where the states stand: as asked, as the automaton says, or by a layout; never too close together."""
    given = table.places if places is None else places
    if not all(state in given for state in table.states):
        return layout(table, given if places is not None else None, scale=scale)
    return _roomy({state: given[state] for state in table.states})


def _roomy(places: dict[State, Point]) -> Places:
    """Return places scaled up so that no two states come closer than 92 pixels."""
    points = list(places.values())
    closest = min(
        (abs(complex(*p) - complex(*q)) for i, p in enumerate(points) for q in points[:i]), default=92.0
    )
    scale = max(1.0, 92.0 / closest) if closest > 1 else 1.0
    return Places({state: (x * scale, y * scale) for state, (x, y) in places.items()})


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


def _marked(marks: Marks) -> str:
    lines = []
    for mark in ("active", "dead", "early", "new"):
        states = [label(s) for s, m in marks.states.items() if m == mark]
        if states:
            lines.append(str(message(f"draw.{mark}", states=", ".join(states))))
    return " ".join(lines)
