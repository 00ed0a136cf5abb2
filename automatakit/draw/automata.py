"""Pictures of automata: state diagrams without graphviz, in words as well, and δ as a table.

>>> from automatakit.automaton.reading import table_of
>>> picture = automaton_picture(table_of({"A": {"b": {"A", "B"}}}, start="A", final={"B"}))
>>> print(picture.desc)
Automaton with the states A, B; initial A; accepting B. Arrows: A on b to A, B.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from automatakit.automaton.reading import raw_table
from automatakit.automaton.value import Automaton, State, label
from automatakit.draw.diagram import Diagram, Marks, diagram
from automatakit.draw.layout import Point, layout
from automatakit.draw.tables import DeltaTable, delta_table
from automatakit.errors import CATALOGUE, message
from boardkit.messages import Message
from boardkit.svg import Element, Picture, el, number

__all__ = ["DeltaTable", "automaton_picture", "delta_table", "describe", "framed", "places_for"]

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

    An arrow from a dot marks the initial state, a double line the accepting ones; symbols of parallel transitions
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
    >>> from finity_edu.automata.bridge import tower_nfa
    >>> automaton_picture(tower_nfa("bw"), active=[1]).width > 200
    True
    """
    table = raw_table(automaton)
    run = list(path)
    marks = Marks(
        states={s: mark for mark, states in (("faint", faint), ("new", new), ("active", active), ("dead", dead),
                                             ("early", early)) for s in states},
        arrows={*arrows, *pairwise(run)},
    )
    drawn = diagram(table, places_for(automaton, table, places), marks)
    lines = [str(describe(table)), *(str(t) for t in (_marked(marks), note) if str(t))]
    return framed(drawn, title=title or message("draw.automaton"), desc=" ".join(lines))


def places_for(automaton: Any, table: Automaton, places: Mapping[Any, Point] | None = None) -> dict[State, Point]:
    """Return where the states stand: as asked, as the automaton says, or by a layout; never too close together."""
    given = dict(places if places is not None else getattr(automaton, "places", {}) or {})
    if not all(state in given for state in table.states):
        return layout(table, given if places is not None else None)
    return _roomy({state: given[state] for state in table.states})


def _roomy(places: dict[State, Point]) -> dict[State, Point]:
    """Return places scaled up so that no two states come closer than 92 pixels."""
    points = list(places.values())
    closest = min(
        (abs(complex(*p) - complex(*q)) for i, p in enumerate(points) for q in points[:i]), default=92.0
    )
    scale = max(1.0, 92.0 / closest) if closest > 1 else 1.0
    return {state: (x * scale, y * scale) for state, (x, y) in places.items()}


def framed(drawn: Diagram, *, title: str | Message, desc: str, below: Iterable[Element] = ()) -> Picture:
    """Return a diagram as a picture of its own, moved so that everything is visible."""
    left, top, right, bottom = drawn.bounds()
    group = el("g", *drawn.elements, transform=f"translate({number(-left)} {number(-top)})")
    return Picture(round(right - left), round(bottom - top), group, *below, title=str(title), desc=desc)


def describe(automaton: Any) -> str:
    """Return an automaton in words: the text alternative of its picture."""
    table = raw_table(automaton)
    rows: dict[tuple[int, str], tuple[State, ...]] = {}
    for i in range(len(table.states)):
        for symbol in table.alphabet:
            if table.moves[symbol][i]:
                rows[i, symbol] = table.names(table.moves[symbol][i])
    parts = [
        str(message("draw.row", state=label(table.states[i]), symbol=symbol, targets=", ".join(map(label, targets))))
        for (i, symbol), targets in rows.items()
    ]
    if len(parts) > MANY:
        parts = [*parts[:MANY], str(message("draw.more", number=len(parts) - MANY))]
    return str(message(
        "draw.describe", states=", ".join(map(label, table.states)),
        start=", ".join(map(label, table.names(table.start_mask))) or "∅",
        final=", ".join(map(label, table.names(table.final_mask))) or "∅",
        arrows="; ".join(parts) if parts else CATALOGUE.text("automata.draw.no_arrows"),
    ))


def _marked(marks: Marks) -> str:
    lines = []
    for mark in ("active", "dead", "early", "new"):
        states = [label(s) for s, m in marks.states.items() if m == mark]
        if states:
            lines.append(str(message(f"draw.{mark}", states=", ".join(states))))
    return " ".join(lines)
