"""What the text formats have in common: names, places and labels of what is written; what is read, put together."""

from collections.abc import Iterable, Mapping

from automatakit.automaton.errors import AutomatonError, place_in
from automatakit.automaton.states import EPSILON, Point, State, label
from automatakit.automaton.value import Automaton
from automatakit.draw.layout import merged_labels


def text_names(automaton: Automaton) -> dict[State, str]:
    """Return a name for each state, in their order; equal labels get a stroke."""
    names: dict[str, State] = {}
    for state in automaton.states:
        name = label(state)
        while name in names:
            name += "′"
        names[name] = state
    return {state: name for name, state in names.items()}


def place_of(state: str, text: str, unit: float = 1.0) -> Point:
    """Return the place of a state from a text that names two coordinates, up being positive; refuse any other.

    Examples
    --------
    >>> place_of("A", "72, 36"), place_of("A", "1cm,2cm", 48.0)
    ((72.0, -36.0), (48.0, -96.0))
    """
    across, up = (place_in(part.strip().removesuffix("cm")) for part in f"{text},,".split(",")[:2])
    if across is None or up is None:
        raise AutomatonError.of("place", state=state, value=text)
    return across * unit, -up * unit


def labels_in_order(automaton: Automaton) -> dict[tuple[State, State], list[str]]:
    """Return the symbols of each arrow that is drawn, in the order of the states; ε is a symbol."""
    labels, index = merged_labels(automaton.drawn), automaton.index
    return {pair: labels[pair] for pair in sorted(labels, key=lambda pair: (index[pair[0]], index[pair[1]]))}


def assembled(states: Iterable[str], start: str, accepting: Iterable[str], edges: Iterable[tuple[str, str, str]],
              symbols: str, places: Mapping[State, Point]) -> Automaton:
    """Return the automaton that a text describes; ``symbols`` are letters that need not occur on an edge."""
    table: dict[State, dict[str, set[State]]] = {state: {} for state in states}
    for tail, symbol, head in edges:
        table[tail].setdefault(symbol, set()).add(head)
    alphabet = {symbol for row in table.values() for symbol in row} - {EPSILON} | set(symbols)
    return Automaton.of(table, start=start, accepting=accepting, symbols=alphabet, places=places)
