"""From automata back to boards: stations for states, arrows for transitions, on hexagons that touch.

Not every automaton is a board.  A board has the alphabet {b, w}, no ε, one accepting state that nothing leaves,
no arrow from a station to itself, at most six neighbours and three arrows between two of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from automatakit.automaton.reading import table_of
from automatakit.automaton.value import Automaton, State, label
from automatakit.errors import AutomatonError
from automatakit.languages.words import words
from boardkit.hexes import Hex
from finity_edu.rules.board import LABEL, Board
from finity_edu.rules.layout import Layout
from finity_edu.rules.pieces import LANES, Bridge
from finity_edu.rules.position import Position
from finity_edu.rules.ruleset import load_rules

TRIES = 200_000
Arrow = tuple[str, str, str]


def board_from_nfa(
    automaton: Any, *, seat: int = 1, word: str | None = None, rules: str = "bga", players: int = 2,
    places: Mapping[Any, tuple[int, int]] | None = None,
) -> Position:
    """Return a position whose station automaton for a seat is the given automaton.

    Parameters
    ----------
    automaton
        An NFA or DFA over b and w.
    seat, word, rules, players
        Of the position; the tower is by default the shortest accepted word that is not empty, on a board of the box
        the first accepted one of the usual length (if there is none: ``b``, as often as needed).
    places
        Axial coordinates for the states.  By default those of the board that the automaton was read from; failing
        that, places are searched such that every arrow joins neighbours.

    Returns
    -------
    Position
        Without rings and blockers.  A state keeps its name if that can name a station, otherwise it is called
        ``Q0``, ``Q1``, … in the order of the automaton's table.

    Raises
    ------
    AutomatonError
        If the automaton is no board: the message names the state or transition that stands in the way.

    Examples
    --------
    >>> from automatakit.automaton.library import NFA
    >>> from finity_edu.automata.bridge import station_nfa
    >>> nfa = NFA(states={"A", "B", "D"}, input_symbols={"b", "w"},
    ...           transitions={"A": {"b": {"B"}}, "B": {"w": {"A", "D"}}}, initial_state="A", final_states={"D"})
    >>> position = board_from_nfa(nfa)
    >>> station_nfa(position, 1) == nfa, position.word
    (True, 'bw')
    """
    table = table_of(automaton)
    check_board(automaton, table)
    names = station_names(table)
    end = names[table.names(table.final_mask)[0]]
    arrows = [(colour, names[p], names[q]) for p, colour, q in table.arrows()]
    hexes = _hexes(automaton, table, names, arrows, places)
    known = getattr(automaton, "board", None)
    order = known.names if known is not None and set(known.names) == set(hexes) else tuple(hexes)
    start = names[table.names(table.start_mask)[0]]
    chosen = load_rules(rules)
    board = Board.custom({n: (hexes[n].x, hexes[n].y) for n in order}, end, players)
    if board.is_standard:
        board = Board.standard(players, chosen.seat_order)
    posts = _posts(board, seat, start)
    bridges = place_bridges(board, arrows)
    if word is None:
        shortest, longest = (chosen.word_length,) * 2 if board.is_standard else (1, len(table.states) + 1)
        word = next(words(table, longest, shortest), "b" * shortest)
    position = Position(chosen, word, 1, Layout.of(board, posts, (), bridges), ply=players)
    position.require_valid()
    return position


def _posts(board: Board, seat: int, start: str) -> list[str | None]:
    """Return where the posts stand: on a board of the box every seat has one, on others only the seat in question."""
    posts: list[str | None] = [start if s == seat else None for s in range(1, board.players + 1)]
    if board.is_standard:
        free = [name for name in (*board.starts, *board.names) if name not in (start, board.end, None)]
        spare = iter(dict.fromkeys(free))
        posts = [post or next(spare) for post in posts]
    return posts


def check_board(automaton: Any, table: Automaton) -> None:
    """Raise an error that says why an automaton is no board, if it is none."""
    foreign = [symbol for symbol in table.alphabet if symbol not in ("b", "w")]
    if foreign:
        raise AutomatonError.of("board_alphabet", symbol=foreign[0])
    for state, row in getattr(automaton, "transitions", {}).items():
        if row.get(""):
            raise AutomatonError.of("board_epsilon", state=label(state))
    finals = table.names(table.final_mask)
    if len(finals) != 1:
        raise AutomatonError.of("board_finals", number=len(finals), states=", ".join(map(label, finals)) or "–")
    if table.start_mask & table.final_mask:
        raise AutomatonError.of("board_start_is_end", state=label(finals[0]))
    between: dict[frozenset[State], int] = {}
    for p, symbol, q in table.arrows():
        if p == q:
            raise AutomatonError.of("board_loop", state=label(p), symbol=symbol)
        if p == finals[0]:
            raise AutomatonError.of("board_leaves_end", state=label(p), symbol=symbol, target=label(q))
        pair = frozenset((p, q))
        between[pair] = between.get(pair, 0) + 1
        if between[pair] > 3:
            raise AutomatonError.of("board_four_arrows", a=label(p), b=label(q))


def station_names(automaton: Any) -> dict[State, str]:
    """Return the station name of each state: its own label where that can name a station, else Q0, Q1, …"""
    table = table_of(automaton)
    taken = {label(state) for state in table.states}
    names: dict[State, str] = {}
    for i, state in enumerate(table.states):
        name = label(state)
        if not re.fullmatch(LABEL, name) or name in names.values():
            name = f"Q{i}"
            while name in taken or name in names.values():
                name += "x"
        names[state] = name
    return names


def _hexes(
    automaton: Any, table: Automaton, names: Mapping[State, str], arrows: list[Arrow],
    places: Mapping[Any, tuple[int, int]] | None,
) -> dict[str, Hex]:
    board = getattr(automaton, "board", None)
    if places is None and board is not None and set(board.names) >= set(names.values()):
        return {name: board.place(name) for name in board.names}
    if places is not None:
        lost = [state for state in table.states if state not in places]
        if lost:
            raise AutomatonError.of("board_no_place", state=label(lost[0]))
        hexes = {names[state]: Hex(*places[state]) for state in table.states}
        for colour, tail, head in arrows:
            if hexes[tail].distance(hexes[head]) != 1:
                raise AutomatonError.of("board_far", state=tail, symbol=colour, target=head)
        return hexes
    return find_places([names[state] for state in table.states], arrows)


def find_places(states: Sequence[str], arrows: Iterable[Arrow]) -> dict[str, Hex]:
    """Return a hexagon for each state such that arrows join neighbours, by search.

    Raises
    ------
    AutomatonError
        If a state has more than six neighbours, or no arrangement is found.
    """
    near: dict[str, set[str]] = {state: set() for state in states}
    for _, tail, head in arrows:
        near[tail].add(head)
        near[head].add(tail)
    for state, around in near.items():
        if len(around) > 6:
            raise AutomatonError.of("board_seven_neighbours", state=state, number=len(around))
    order = _connected_order(states, near)
    budget = [TRIES]
    placed = _place(order, 0, {}, near, budget)
    if placed is None:
        raise AutomatonError.of("board_not_flat" if budget[0] else "board_too_hard")
    return {state: placed[state] for state in states}


def _connected_order(states: Sequence[str], near: Mapping[str, set[str]]) -> list[str]:
    """Return the states so that each has as many placed neighbours as possible when its turn comes."""
    order: list[str] = []
    rest = list(states)
    while rest:
        best = max(rest, key=lambda s: (len(near[s] & set(order)), len(near[s]), -rest.index(s)))
        order.append(best)
        rest.remove(best)
    return order


def _place(
    order: Sequence[str], i: int, placed: dict[str, Hex], near: Mapping[str, set[str]], budget: list[int]
) -> dict[str, Hex] | None:
    if i == len(order):
        return placed
    taken = set(placed.values())
    for place in _options(order[i], placed, near):
        budget[0] -= 1
        if budget[0] <= 0:
            return None
        if place not in taken:
            found = _place(order, i + 1, {**placed, order[i]: place}, near, budget)
            if found is not None:
                return found
    return None


def _options(state: str, placed: Mapping[str, Hex], near: Mapping[str, set[str]]) -> Iterator[Hex]:
    """Yield the hexagons that touch all placed neighbours, compact ones first."""
    if not placed:
        yield Hex(0, 0)
        return
    around = [placed[other] for other in near[state] if other in placed]
    source = around[:1] or list(placed.values())
    options = {place for there in source for place in there.neighbours()}
    fitting = [p for p in options if all(p.distance(q) == 1 for q in around)]
    middle = placed[next(iter(placed))]
    yield from sorted(fitting, key=lambda p: (p.distance(middle), p))


def place_bridges(board: Board, arrows: Iterable[Arrow]) -> list[Bridge]:
    """Return bridges for arrows (colour, tail, head), in slots that do not clash at corners.

    Raises
    ------
    AutomatonError
        If the corner rule leaves no way to lay them all.
    """
    wanted = sorted(arrows, key=lambda a: (sorted((board.index[a[1]], board.index[a[2]])), a))
    middle_first = (LANES[1], LANES[0], LANES[2])
    chosen: list[int] = []
    budget = [TRIES]

    def onward() -> bool:
        if len(chosen) == len(wanted):
            return True
        colour, tail, head = wanted[len(chosen)]
        for lane in middle_first:
            budget[0] -= 1
            slot, _ = board.bridge_code[Bridge(colour, tail, head, lane)]  # type: ignore[arg-type]
            clash = slot in chosen or any(mate in chosen for mate in board.corner_mates[slot])
            if not clash and budget[0] > 0:
                chosen.append(slot)
                if onward():
                    return True
                chosen.pop()
        return False

    if not onward():
        raise AutomatonError.of("board_corners")
    laid = []
    for (colour, tail, head), slot in zip(wanted, chosen, strict=True):
        bridges = board.bridges[slot]
        laid.append(next(b for b in bridges if (b.colour, b.tail, b.head) == (colour, tail, head)))
    return laid


