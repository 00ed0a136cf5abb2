"""What the text formats have in common: names, places and labels of what is written; what is read, put together."""

from collections.abc import Container, Iterable, Mapping

from automatakit.automaton.errors import AutomatonError, place_in
from automatakit.automaton.states import EPSILON, Arrow, Edge, Point, State, label
from automatakit.automaton.value import Automaton


def text_names(automaton: Automaton) -> dict[State, str]:
    """Return a name for each state, in their order; equal labels get a stroke, and an empty one is ε."""
    names: dict[State, str] = {}
    taken: set[str] = set()
    for state in automaton.states:
        # Different states may have equal labels, such as 1 and "1".
        names[state] = distinct(label(state) or "ε", taken)
        taken.add(names[state])
    return names


def distinct(name: str, taken: Container[str]) -> str:
    """Return a name with as many strokes as make it different from those that are taken."""
    while name in taken:
        name += "′"
    return name


def place_of(state: str, text: str, unit: float = 1.0) -> Point:
    """Return the place of a state from a text that names two coordinates, up being positive; refuse any other.

    Examples
    --------
    >>> place_of("A", "72, 36"), place_of("A", "1cm,2cm", 48.0)
    ((72.0, -36.0), (48.0, -96.0))
    """
    first, _, rest = text.partition(",")
    # A third coordinate, as DOT may have it, is up out of the page
    second, _, _ = rest.partition(",")
    across = place_in(first.strip().removesuffix("cm"))
    up = place_in(second.strip().removesuffix("cm"))
    if across is None or up is None:
        raise AutomatonError.of("place", state=state, value=text)
    return across * unit, -up * unit


def labels_in_order(automaton: Automaton) -> dict[Arrow, list[str]]:
    """Return the symbols of each arrow that is drawn, in the order of the states; ``""``, which is ε, comes last."""
    labels: dict[Arrow, list[str]] = {}
    for tail, symbol, head in automaton.sorted_edges():
        labels.setdefault((tail, head), []).append(symbol)
    return {arrow: sorted(found, key=_epsilon_last) for arrow, found in labels.items()}


def _epsilon_last(symbol: str) -> tuple[bool, str]:
    return symbol == EPSILON, symbol


def assembled(
    states: Iterable[str],
    start: str,
    accepting: Iterable[str],
    edges: Iterable[Edge],
    symbols: str,
    places: Mapping[State, Point],
) -> Automaton:
    """Return the automaton that a text describes; ``symbols`` are letters that need not occur on an edge."""
    table: dict[State, dict[str, set[State]]] = {state: {} for state in states}
    alphabet = set(symbols)
    for tail, symbol, head in edges:
        table[tail].setdefault(symbol, set()).add(head)
        alphabet.add(symbol)
    return Automaton.of(
        table,
        start=start,
        accepting=accepting,
        symbols=alphabet - {EPSILON},
        places=places,
    )
