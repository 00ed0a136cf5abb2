"""What a click or a drag can mean: moves, legal or not, from the place on the board and the tool in hand.

The tools are the hand, the two colours of arrows, the three sizes of rings, the blocker (``x``) and the post (``^``).
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

from finity_edu.rules.board import EMPTY, FIRST_BLOCKER, Board
from finity_edu.rules.errors import FinityError
from finity_edu.rules.facts import Facts
from finity_edu.rules.legality import why_illegal
from finity_edu.rules.pieces import (
    COLOURS,
    NEAREST,
    SIZES,
    Arrow,
    Lane,
    Move,
    MoveBlocker,
    MovePost,
    PlaceArrow,
    PlaceRing,
    RemoveArrow,
    RemoveBlocker,
    ReverseArrow,
    Slot,
    Teleport,
)
from finity_edu.rules.position import Position
from finity_edu.widget.texts import reason_words, text


def place_of(move: Move, board: Board) -> str | None:
    """The place that is clicked for a move: its station, or its slot as the board names it (of a blocker: where it
    goes)."""
    match move:
        case PlaceArrow(arrow) | ReverseArrow(arrow) | RemoveArrow(arrow):
            slot = arrow.slot
        case MoveBlocker(_, slot) | RemoveBlocker(slot):
            pass
        case PlaceRing(station, _) | MovePost(station) | Teleport(station):
            return station
        case _:
            return None
    return str(board.slots[board.slot_index[slot]])


def tool_of(move: Move) -> str:
    """The tool that makes a move."""
    match move:
        case PlaceArrow(arrow):
            return arrow.colour
        case PlaceRing(_, size):
            return size
        case MoveBlocker():
            return "x"
        case MovePost() | Teleport():
            return "^"
    return "hand"


@lru_cache(maxsize=8)
def legal_set(position: Position) -> frozenset[Move]:
    """The legal moves, to be looked up in."""
    return frozenset(position.legal_moves())


NEITHER = -1
"""No end of a slot is meant: the keyboard has no pointer."""

Drops: TypeAlias = Mapping[str, Mapping[str, Collection[int]]]
"""Where what is dragged has a legal move: by what is dragged, then by the place, with the ends of a slot at which the
tail may lie."""


def end_of(arrow: Arrow, board: Board) -> int:
    """Which end of its slot is the tail of an arrow: 0, where the board's name of the slot begins, or 1."""
    slot = board.slots[board.slot_index[arrow.slot]]
    return 0 if slot.a == arrow.tail else 1


@lru_cache(maxsize=16)
def drop_places(position: Position, tool: str) -> Drops:
    """Where what is dragged has a legal move: by the tool that is dragged (``tool:b``), or by the place that it is
    dragged from with a tool in hand."""
    board = position.board
    drops = defaultdict[str, defaultdict[str, set[int]]](lambda: defaultdict(set))
    post = position.layout.posts[position.turn - 1] or ""
    for move in position.legal_moves():
        place = place_of(move, board)
        if place is None:
            continue
        ends = drops[f"tool:{tool_of(move)}"][place]
        match move:
            case PlaceArrow(arrow):
                ends.add(end_of(arrow, board))
                if tool in ("hand", arrow.colour):
                    drops[arrow.tail] |= {arrow.head: set(), place: set()}
            case MovePost() if tool in ("hand", "^"):
                drops[post][place] = set()
            case MoveBlocker(Slot() as source, _):
                drops[str(board.slots[board.slot_index[source]])][place] = set()
    return drops


def listed(places: Mapping[str, Collection[int]]) -> list[str]:
    """Places as the page reads them: with the end that the tail must have, where there is only one."""
    return [
        f"{place}:{next(iter(ends))}" if len(ends) == 1 else place
        for place, ends in places.items()
    ]


def meant(moves: list[Move], place: Slot | str, end: int) -> list[Move]:
    """The moves that are left when the pointer has said where the tail lies."""
    if end == NEITHER or not isinstance(place, Slot):
        return moves
    tail = (place.a, place.b)[end]
    return [m for m in moves if not isinstance(m, PlaceArrow) or m.arrow.tail == tail]


def click_meanings(position: Position, place: str | Slot, tool: str) -> list[Move]:
    """All moves that a click on a station or a slot can mean."""
    if isinstance(place, Slot):
        moves = _slot_meanings(position, place, tool)
    else:
        moves = [PlaceRing(place, size) for size in SIZES]
        jump = Teleport(place)
        if place not in position.layout.posts:
            moves.append(MovePost(place))
        if jump in legal_set(position):
            moves.append(jump)
    if tool == "hand":
        return moves
    return [move for move in moves if tool_of(move) == tool]


def _slot_meanings(position: Position, slot: Slot, tool: str) -> list[Move]:
    board, layout = position.board, position.layout
    number = board.slot_index[slot]
    code = layout.slot_codes[number]
    placed: list[Move] = list(map(PlaceArrow, board.arrows[number]))
    own = [blocker.slot for blocker in layout.blockers if blocker.seat == position.turn]
    moved: list[Move] = [MoveBlocker(source, slot) for source in own if source != slot]
    # Where something lies this is not legal, but there is a reason to be told
    if code == EMPTY or tool != "hand":
        return placed + moved
    if code >= FIRST_BLOCKER:
        return [RemoveBlocker(slot)]
    arrow = board.arrow(number, code)
    return [ReverseArrow(arrow), RemoveArrow(arrow)]


def drag_meanings(position: Position, tail: str, head: str, tool: str) -> list[Move]:
    """All moves that a drag from a station to another can mean; an arrow takes the nearest lane that is free."""
    moves: list[Move] = []
    if position.layout.posts[position.turn - 1] == tail and tool in ("hand", "^"):
        moves.append(MovePost(head))
    if head in position.board.neighbours[tail] and tool not in ("x", "^", *SIZES):
        for colour in [tool] if tool in COLOURS else COLOURS:
            lanes = arrow_meanings(tail, head, NEAREST, colour)
            free = [move for move in lanes if move in legal_set(position)]
            moves += free[:1] or lanes
    return moves


def arrow_meanings(
    tail: str, head: str, lanes: Iterable[Lane], tool: str
) -> list[Move]:
    """The arrows from a station to its neighbour, of the colour in hand or of both."""
    colours = [tool] if tool in COLOURS else COLOURS
    return [
        PlaceArrow(Arrow(c, tail, head, lane))
        for c in COLOURS
        if c in colours
        for lane in lanes
    ]


class NoLane(FinityError):
    """An arrow that finds no lane."""


def with_arrow_toggled(
    position: Position, colour: str, tail: str, head: str
) -> Position:
    """The position with an arrow more or less; a new one takes the first lane that the rules of placing allow.

    Raises
    ------
    NoLane
        With the reasons, if no lane is free.

    Examples
    --------
    >>> p = Position.start(word="bbwwbwbw")
    >>> [str(b) for b in with_arrow_toggled(p, "b", "N", "C").layout.arrows]
    ['bN>C.m']
    """
    layout = position.layout
    for arrow in layout.arrows:
        if (arrow.colour, arrow.tail, arrow.head) == (colour, tail, head):
            layout = layout.with_slot(layout.board.slot_index[arrow.slot], EMPTY)
            return replace(position, layout=layout, ban=None)
    # The rules of placing, without opening, turn, ban and result: those belong to a game, not to an exercise.
    facts = Facts(replace(position, ban=None, ply=position.players))
    reasons = []
    for lane in ("l", "m", "r"):
        arrow = Arrow(colour, tail, head, lane)  # type: ignore[arg-type]
        slot, code = layout.board.arrow_code[arrow]
        if (
            facts.closed(slot) is None
            and not facts.duplicate(slot, code)
            and facts.colours_left[colour == "w"]
        ):
            return replace(position, layout=layout.with_slot(slot, code), ban=None)
        reason = why_illegal(facts, PlaceArrow(arrow))
        reasons.append(reason_words(reason))
    raise NoLane(
        text(
            "no_lane",
            colour=text(f"colour.{colour}"),
            tail=tail,
            head=head,
            reasons="; ".join(dict.fromkeys(reasons)),
        )
    )
