"""Pictures of automata: state diagrams without graphviz, in words as well, and δ as a table.

>>> from automatakit.automaton.value import Automaton
>>> picture = automaton_picture(Automaton.of({"A": {"b": {"A", "B"}}}, start="A", accepting={"B"}))
>>> print(picture.desc)
Automaton with the states A, B; start A; accepting B. Arrows: A on b to A, B.
"""

from collections.abc import Iterable, Mapping
from itertools import combinations, pairwise
from math import dist

from automatakit.automaton.errors import text
from automatakit.automaton.reading import Source
from automatakit.automaton.states import Point, State, label
from automatakit.automaton.value import Automaton
from automatakit.draw.diagram import Diagram, Marks, diagram
from automatakit.draw.layout import places_of
from boardkit.svg import Picture, el, number

MANY = 60
"""Arrows beyond this number are not listed one by one in the text alternative."""
APART = 92.0
"""How far states stand from one another at least, in pixels."""
PAGE = 940.0
"""What fits beside each other on a slide without becoming smaller."""


def automaton_picture(
    automaton: Source,
    *,
    active: Iterable[State] = (),
    accepted: bool = False,
    path: Iterable[State] = (),
    starts: Iterable[State] = (),
    close: bool = False,
) -> Picture:
    """Return the state diagram of an automaton.

    An arrow from nowhere marks the start state, a double line the accepting ones; symbols of parallel transitions
    share an arrow.

    Parameters
    ----------
    automaton
        Any automaton.
    active
        States that are marked by a token.
    accepted
        Whether the word has been read: tokens in accepting states have arrived.
    path
        A run: its arrows are emphasised.
    starts
        Start states that are numbered, in this order.
    close
        Whether states whose places are given stand no farther apart than need be, for a small room.

    Returns
    -------
    boardkit.svg.Picture

    Examples
    --------
    >>> automaton_picture("bw", active=["1"]).width > 200
    True
    """
    table = Automaton.of(automaton).drawn
    active = tuple(active)
    numbers = {state: str(number) for number, state in enumerate(starts, 1)}
    arrived = table.accepting if accepted else ()
    tokens = {state: "accepting" if state in arrived else "active" for state in active}
    marks = Marks(tokens, set(pairwise(path)), starts=numbers)
    desc = describe(table)
    if active:
        desc += " " + text("draw.active", states=", ".join(map(label, active)))
    return framed(
        clear_diagram(table, marks, close), title=text("draw.automaton"), desc=desc
    )


def clear_diagram(table: Automaton, marks: Marks, close: bool = False) -> Diagram:
    """Return a state diagram; where the places are free, so large that no label lies on anything else."""
    for scale in (1.0, 1.15, 1.3, 1.5, 1.8, 2.2):
        drawn = diagram(table, places_for(table, scale, close), marks)
        if not drawn.clashes or table.places:  # places that are given are meant
            break
    return drawn


def places_for(
    table: Automaton, scale: float = 1.0, close: bool = False
) -> Mapping[State, Point]:
    """Return where the states stand; so far apart as given that no two come closer than 92 pixels.

    If they are to be `close`, the nearest two are just so far apart.
    """
    places = places_of(table, scale)
    if places is not table.places:
        return places
    points = [table.places[state] for state in table.states]
    closest = min([dist(p, q) for p, q in combinations(points, 2)], default=APART)
    roomy = 1.0
    if closest > 1:  # else two stand in the same place, and no room would help
        roomy = APART / closest if close else max(1.0, APART / closest)
    return {state: (x * roomy, y * roomy) for state, (x, y) in places.items()}


def framed(drawn: Diagram, *, title: str, desc: str) -> Picture:
    """Return a diagram as a picture of its own, moved so that everything is visible."""
    left, top, right, bottom = drawn.bounds()
    group = el(
        "g", *drawn.elements, transform=f"translate({number(-left)} {number(-top)})"
    )
    width = round(right - left)
    height = round(bottom - top)
    return Picture(width, height, group, title=title, desc=desc)


def describe(automaton: Source) -> str:
    """Return an automaton in words: the text alternative of its picture."""
    table = Automaton.of(automaton).drawn

    def listed(states: Iterable[State]) -> str:
        return ", ".join(map(label, states))

    arrows = []
    for (i, symbol), heads in table.cells.items():
        state = label(table.states[i])
        arrows.append(
            text("draw.row", state=state, symbol=symbol, targets=listed(heads))
        )
    if len(arrows) > MANY:
        arrows[MANY:] = [text("draw.more", number=len(arrows) - MANY)]
    accepting = listed(table.names(table.accepting_mask))
    return text(
        "draw.describe" if accepting else "draw.describe.none",
        states=listed(table.states),
        start=listed(table.names(table.start_mask)) or "∅",
        accepting=accepting,
        arrows="; ".join(arrows) or text("draw.no_arrows"),
    )


def bundle(automaton: Source) -> dict[str, str]:
    """Return what a notebook shows of an automaton."""
    return automaton_picture(automaton)._repr_mimebundle_()
