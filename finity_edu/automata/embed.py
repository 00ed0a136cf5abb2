"""From automata back to boards: stations for states, arrows for transitions, on hexagons that touch.

Not every automaton is a board.  A board has the alphabet {b, w}, no ε, one accepting state that nothing leaves,
no arrow from a station to itself, at most six neighbours and three arrows between two of them.
"""

import re
from collections.abc import Mapping
from typing import Any

from automatakit.automaton.errors import AutomatonError
from automatakit.automaton.states import State, label
from automatakit.automaton.value import Automaton
from automatakit.languages.words import words
from boardkit.hexes import Hex
from finity_edu.rules.arranging import find_places
from finity_edu.rules.board import Board
from finity_edu.rules.errors import BoardError
from finity_edu.rules.layout import Layout
from finity_edu.rules.position import Position
from finity_edu.rules.ruleset import load_rules

NAME = "[A-Z][A-Za-z0-9]*"  # numbers and small letters would read like counts and colours in the texts of a board
Transition = tuple[str, str, str]


def board_from_nfa(
    automaton: Any,
    *,
    seat: int = 1,
    word: str | None = None,
    rules: str = "bga",
    players: int = 2,
    places: Mapping[Any, tuple[int, int]] | Board | None = None,
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
        Axial coordinates for the states, or a board with stations of their names.  By default places are searched such
        that every arrow joins neighbours.

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
    >>> from finity_edu.automata.views import station_automaton
    >>> automaton = Automaton.of("bA>B wB>A wB>D", start="A", accepting="D")
    >>> position = board_from_nfa(automaton)
    >>> station_automaton(position, 1) == automaton, position.word
    (True, 'bw')
    """
    table = Automaton.of(automaton)
    check_board(table)
    names = station_names(table)
    end = names[table.names(table.accepting_mask)[0]]
    transitions = [(colour, names[p], names[q]) for p, colour, q in table.arrows()]
    try:
        hexes = _hexes(table, names, transitions, places)
        at = {name: (place.x, place.y) for name, place in hexes.items()}
        laid = Board(
            " ".join(f"{colour}{tail}>{head}" for colour, tail, head in transitions),
            end=end,
            places=at,
        ).laid
    except BoardError as error:
        raise AutomatonError(error.message) from None
    start = names[table.names(table.start_mask)[0]]
    chosen = load_rules(rules)
    board = Board.custom(at, end, players)
    if board.is_standard:
        board = Board.standard(players, chosen.seat_order)
    posts = _posts(board, seat, start)
    if word is None:
        shortest, longest = 1, len(table.states) + 1
        if board.is_standard:
            shortest = longest = chosen.word_length
        word = next(words(table, longest, shortest), "b" * shortest)
    position = Position(chosen, word, 1, Layout.of(board, posts, (), laid), ply=players)
    position.require_valid()
    return position


def _posts(board: Board, seat: int, start: str) -> list[str | None]:
    """Return where the posts stand: on a board of the box every seat has one, on others only the seat in question."""
    posts: list[str | None] = [
        start if s == seat else None for s in range(1, board.players + 1)
    ]
    if board.is_standard:
        # Dealt out in this order: each other seat takes the first that nobody has.
        for station in (*board.starts, *board.names):
            if None in posts and station not in (*posts, start, board.end, None):
                posts[posts.index(None)] = station
    return posts


def check_board(table: Automaton) -> None:
    """Raise an error that says why an automaton is no board, if it is none."""
    foreign = [symbol for symbol in table.alphabet if symbol not in ("b", "w")]
    if foreign:
        raise AutomatonError.of("board_alphabet", symbol=foreign[0])
    silent = [state for state in table.states if table.successors(state, "")]
    if silent:
        raise AutomatonError.of("board_epsilon", state=label(silent[0]))
    finals = table.names(table.accepting_mask)
    if len(finals) != 1:
        raise AutomatonError.of(
            "board_finals",
            number=len(finals),
            states=", ".join(map(label, finals)) or "–",
        )
    if table.start_mask & table.accepting_mask:
        raise AutomatonError.of("board_start_is_end", state=label(finals[0]))
    between: dict[frozenset[State], int] = {}
    for p, symbol, q in table.arrows():
        if p == q:
            raise AutomatonError.of("board_loop", state=label(p), symbol=symbol)
        if p == finals[0]:
            raise AutomatonError.of(
                "board_leaves_end", state=label(p), symbol=symbol, target=label(q)
            )
        pair = frozenset((p, q))
        between[pair] = between.get(pair, 0) + 1
        if between[pair] > 3:
            raise AutomatonError.of("board_four_arrows", a=label(p), b=label(q))


def station_names(automaton: Any) -> dict[State, str]:
    """Return the station name of each state: its own label where that can name a station, else Q0, Q1, …"""
    table = Automaton.of(automaton)
    taken = set(map(label, table.states))
    names: dict[State, str] = {}
    for i, state in enumerate(table.states):
        name = label(state)
        if not re.fullmatch(NAME, name) or name in names.values():
            name = f"Q{i}"
            while name in taken or name in names.values():
                name += "x"
        names[state] = name
    return names


def _hexes(
    table: Automaton,
    names: Mapping[State, str],
    arrows: list[Transition],
    places: Mapping[Any, tuple[int, int]] | Board | None,
) -> dict[str, Hex]:
    if places is None:
        return find_places(
            [names[state] for state in table.states], [arrow[1:] for arrow in arrows]
        )
    if isinstance(places, Board):
        given = dict(places.stations)
    else:
        given = {
            names[state]: Hex(*places[state])
            for state in table.states
            if state in places
        }
    lost = [state for state in table.states if names[state] not in given]
    if lost:
        raise AutomatonError.of("board_no_place", state=label(lost[0]))
    for colour, tail, head in arrows:
        if given[tail].distance(given[head]) != 1:
            raise AutomatonError.of("board_far", state=tail, symbol=colour, target=head)
    return given
