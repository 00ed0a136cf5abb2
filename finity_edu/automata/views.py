"""Boards as automata: station automaton, ring automaton."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from automatakit.automaton.errors import AutomatonError
from automatakit.automaton.states import Edge
from automatakit.automaton.value import Automaton
from finity_edu.analysis.seats import seat_view
from finity_edu.rules.board import Board
from finity_edu.rules.position import Position

if TYPE_CHECKING:
    from automata.fa.nfa import NFA

RING_LIMIT = 200_000
NO_POST = "·"
"""Start state of a seat without a post: no arrow leaves it."""


class RingState(NamedTuple):
    """A state of the ring automaton: a station, and the player's rings that are left.

    Attributes
    ----------
    station
        Name of the station.
    rings
        (station, number) for the stations where rings are left, in the order of the board.
    """

    station: str
    rings: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        if not self.rings:
            return self.station
        left = " ".join(
            f"{name}{number}" if number > 1 else name for name, number in self.rings
        )
        return f"{self.station} | {left}"


def station_automaton(position: Position | Board, seat: int = 1) -> Automaton:
    """Return the station automaton of a seat, with its states where the stations lie.

    States are the stations, the alphabet is {b, w}, the start state is the station of the post, the only accepting
    state is the end station, and the transitions are the arrows that lie on the board; nothing leaves the end
    station.  All seats share everything but the start state.

    Parameters
    ----------
    position, seat
        Seats count from 1; a board counts as it lies, with the post of seat 1.

    Examples
    --------
    >>> from finity_edu.rules.position import Position
    >>> a = station_automaton(Position.start(word="bbwwbwbw").play("+bN>C.m"), seat=1)
    >>> a.accepts("b"), sorted(a.accepting), len(a.states)
    (True, ['C'], 9)
    """
    return seat_view(position, seat).automaton().single_start(NO_POST)


def station_nfa(position: Position | Board, seat: int = 1) -> NFA:
    """Return the station automaton of a seat as an NFA of automata-lib.

    Examples
    --------
    >>> from finity_edu.rules.position import Position
    >>> nfa = station_nfa(Position.start(word="bbwwbwbw").play("+bN>C.m"), seat=1)
    >>> nfa.accepts_input("b"), nfa.initial_state
    (True, 'N')
    >>> from finity_edu import Board
    >>> station_nfa(Board("bA>B wB>C", start="A", end="C")).accepts_input("bw")
    True
    """
    return station_automaton(position, seat).nfa()


def ring_automaton(
    station: Automaton,
    rings: Mapping[str, int],
    start_free: bool = True,
    limit: int = RING_LIMIT,
) -> Automaton:
    """Return the ring automaton of a station automaton: exact for the game.

    A state is a station together with the rings that are left.  Every departure spends one ring of the station
    that is left, except the first one, from the post.  The automaton has no cycle, so its language is finite: a word
    of k symbols spends k − 1 rings.  The end station appears once, without rings.

    Parameters
    ----------
    station
        Nothing leaves its accepting states.
    rings
        The player's rings by station.
    start_free
        False is the misconception that even the first departure needs a ring.
    limit
        Largest number of states.

    Raises
    ------
    AutomatonError
        If more states would be needed.

    Examples
    --------
    >>> station = Automaton.of("bA>B bB>A wB>C", start="A", accepting="C")
    >>> ring_automaton(station, {"A": 1, "B": 2}).accepts("bbbw"), ring_automaton(station, {"B": 2}).accepts("bbbw")
    (True, False)
    """

    def state(name: str, left: Mapping[str, int]) -> RingState:
        if name in station.accepting:
            return RingState(name, ())
        held = tuple((q, left[q]) for q in station.states if left.get(q))
        return RingState(name, held)

    queue = [state(start, rings) for start in station.names(station.starts)]
    starts, edges = len(queue), list[Edge]()
    seen = set(queue)
    for number, (name, held) in enumerate(queue):
        left = dict(held)
        if name in station.accepting:
            continue
        if number >= starts or not start_free:
            if not left.get(name):
                continue
            left[name] -= 1
        for symbol in station.alphabet:
            for head in station.successors(name, symbol):
                target = state(head, left)
                edges.append((queue[number], symbol, target))
                if target not in seen:
                    if len(queue) >= limit:
                        raise AutomatonError.of("large_ring_automaton", limit=limit)
                    seen.add(target)
                    queue.append(target)
    final = [RingState(name, ()) for name in station.accepting]
    states = [*queue, *(end for end in final if end not in seen)]
    return Automaton.make(states, queue[0], final, edges, station.alphabet)


def ring_nfa(position: Position | Board, seat: int = 1, limit: int = RING_LIMIT) -> NFA:
    """Return the ring automaton of a seat (see `ring_automaton`) as an NFA of automata-lib.

    Examples
    --------
    >>> from finity_edu.rules.position import Position
    >>> p = Position.parse("bga/abcd bbb c; posts c@A; rings B:c.. C:c..; bridges bA>B.m bB>C.m bC>D.m bC>B.l")
    >>> nfa = ring_nfa(p, 1)
    >>> sorted(map(str, nfa.states))
    ['A | B C', 'B', 'B | B C', 'C | C', 'D']
    >>> nfa.accepts_input("bbb"), station_nfa(p, 1).accepts_input("bbbbb"), nfa.accepts_input("bbbbb")
    (True, True, False)
    """
    return rings_of_seat(position, seat, limit).nfa()


def rings_of_seat(
    position: Position | Board, seat: int = 1, limit: int = RING_LIMIT
) -> Automaton:
    """Return the ring automaton of a seat."""
    view = seat_view(position, seat)
    rings = dict(zip(view.names, view.rings, strict=True))
    return ring_automaton(station_automaton(position, seat), rings, limit=limit)
