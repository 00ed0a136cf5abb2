"""Boards as automata: station automaton, ring automaton, tower, players together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from automatakit.automaton.library import NFA
from automatakit.automaton.value import bits
from automatakit.errors import AutomatonError
from finity_edu.analysis.seats import SeatView, seat_view

if TYPE_CHECKING:
    from finity_edu.rules.board import Board
    from finity_edu.rules.position import Position

RING_LIMIT = 200_000
NO_POST = "·"
"""Initial state of a seat without a post: no arrow leaves it."""


class RingState(NamedTuple):
    """A state of the ring automaton: a station, and the own rings that are left.

    Attributes
    ----------
    station
        Name of the station.
    rings
        (station, number) for the stations where own rings are left, in the order of the board.
    """

    station: str
    rings: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        if not self.rings:
            return self.station
        left = " ".join(f"{name}{number}" if number > 1 else name for name, number in self.rings)
        return f"{self.station} | {left}"


def board_places(board: Board) -> dict[Any, tuple[float, float]]:
    """Return where pictures of automata put the stations: as they lie on the board."""
    return {name: place.pixel(78.0) for name, place in board.stations}


def station_nfa(position: Position, seat: int = 1) -> NFA:
    """Return the station automaton of a seat.

    States are the stations, the alphabet is {b, w}, the initial state is the station of the post, the only accepting
    state is the end station, and the transitions are the arrows that lie on the board; nothing leaves the end
    station.  All seats share everything but the initial state.

    Parameters
    ----------
    position, seat
        Seats count from 1.

    Returns
    -------
    NFA
        An automaton of automata-lib (a subclass), which shows itself as a picture.

    Examples
    --------
    >>> from finity_edu.rules.position import Position
    >>> nfa = station_nfa(Position.start(word="bbwwbwbw").play("+bN>C.m"), seat=1)
    >>> nfa.accepts_input("b"), sorted(nfa.final_states), len(nfa.states)
    (True, ['C'], 9)
    """
    view = seat_view(position, seat)
    transitions: dict[Any, dict[str, set[str]]] = {name: {} for name in view.names}
    for colour, row in view.moves.items():
        for i, mask in enumerate(row):
            if mask:
                transitions[view.names[i]][colour] = set(view.names_of(mask))
    places = board_places(position.board)
    start = NO_POST if view.start is None else view.names[view.start]
    if view.start is None:
        transitions[NO_POST] = {}
    return NFA(
        states=set(transitions), input_symbols={"b", "w"}, transitions=transitions, initial_state=start,
        final_states={view.names[view.end]}, places=places, board=position.board,
    )


def ring_nfa(position: Position, seat: int = 1, limit: int = RING_LIMIT) -> NFA:
    """Return the ring automaton of a seat: exact for the game.

    A state is a station together with the own rings that are left.  Every departure spends one ring of the station
    that is left, except the first one, from the post.  The automaton has no cycle, so its language is finite: a word
    of k symbols spends k − 1 rings.  The end station appears once, without rings.

    Parameters
    ----------
    limit
        Largest number of states.

    Raises
    ------
    AutomatonError
        If more states would be needed.

    Examples
    --------
    >>> from finity_edu.rules.position import Position
    >>> p = Position.parse("bga/abcd bbb c; posts c@A; rings B:c.. C:c..; bridges bA>B.m bB>C.m bC>D.m bC>B.l")
    >>> nfa = ring_nfa(p, 1)
    >>> [str(state) for state in nfa.table.states]
    ['A | B C', 'B | B C', 'C | C', 'B', 'D']
    >>> nfa.accepts_input("bbb"), station_nfa(p, 1).accepts_input("bbbbb"), nfa.accepts_input("bbbbb")
    (True, True, False)
    """
    view = seat_view(position, seat)
    if view.start is None:
        return station_nfa(position, seat)
    first = _ring_state(view, view.start, view.rings)
    queue = [(first, view.start, view.rings)]
    transitions: dict[Any, dict[str, set[RingState]]] = {first: {}}
    for state, station, rings in queue:
        left = rings
        if state != first:
            if not rings[station]:
                continue
            left = (*rings[:station], rings[station] - 1, *rings[station + 1 :])
        for colour, row in view.moves.items():
            for head in bits(row[station]):
                target = _ring_state(view, head, left)
                transitions[state].setdefault(colour, set()).add(target)
                if target not in transitions:
                    if len(queue) >= limit:
                        raise AutomatonError.of("large_ring_automaton", limit=limit)
                    transitions[target] = {}
                    queue.append((target, head, left))
    end = RingState(position.board.end, ())
    transitions.setdefault(end, {})
    return NFA(
        states=set(transitions), input_symbols={"b", "w"}, transitions=transitions, initial_state=first,
        final_states={end},
    )


def _ring_state(view: SeatView, station: int, rings: Sequence[int]) -> RingState:
    if station == view.end:
        return RingState(view.names[station], ())
    return RingState(view.names[station], tuple((view.names[i], n) for i, n in enumerate(rings) if n))


def tower_nfa(word: str) -> NFA:
    """Return the automaton that accepts exactly one tower: a row of states 0, 1, …, k.

    Examples
    --------
    >>> tower_nfa("bw").accepts_input("bw"), tower_nfa("bw").accepts_input("b")
    (True, False)
    """
    return NFA(
        states=set(range(len(word) + 1)), input_symbols={"b", "w"} | set(word),
        transitions={i: {symbol: {i + 1}} for i, symbol in enumerate(word)}, initial_state=0,
        final_states={len(word)}, places={i: (120.0 * i, 0.0) for i in range(len(word) + 1)},
    )


def players_nfa(position: Position, seats: Sequence[int] = (1, 2)) -> NFA:
    """Return the product of the station automata of two seats: it accepts the towers that both could read.

    Its states are pairs of stations.  For other combinations (only one of the two, either) see
    :func:`automatakit.product`.

    Examples
    --------
    >>> from finity_edu.rules.position import Position
    >>> p = Position.parse("bga/triangle b c; posts c@A y@B; bridges bA>C.m bB>C.m wB>A.m")
    >>> players_nfa(p).accepts_input("b"), players_nfa(p).accepts_input("wb")
    (True, False)
    """
    from automatakit.languages.operations import intersection

    first, second = (station_nfa(position, seat) for seat in seats)
    return intersection(first, second)
