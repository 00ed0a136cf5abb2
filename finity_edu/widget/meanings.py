"""What a click or a drag can mean: moves, legal or not, from the place on the board and the tool in hand.

The tools are the hand, the two colours of arrows, the three sizes of rings, the blocker (``x``) and the post (``^``).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from finity_edu.rules.board import EMPTY, FIRST_BLOCKER
from finity_edu.rules.pieces import (
    COLOURS,
    SIZES,
    Bridge,
    Lane,
    Move,
    MoveBlocker,
    MovePost,
    PlaceBridge,
    PlaceRing,
    RemoveBlocker,
    RemoveBridge,
    ReverseBridge,
    Slot,
    Teleport,
)
from finity_edu.rules.position import Position


def place_of(move: Move) -> str | None:
    """The place that is clicked for a move: its slot or station (of a blocker: where it goes)."""
    match move:
        case PlaceBridge(bridge) | ReverseBridge(bridge) | RemoveBridge(bridge):
            return str(bridge.slot)
        case PlaceRing(station, _) | MovePost(station) | Teleport(station):
            return station
        case MoveBlocker(_, target):
            return str(target)
        case RemoveBlocker(slot):
            return str(slot)
    return None


def tool_of(move: Move) -> str:
    """The tool that makes a move."""
    match move:
        case PlaceBridge(bridge):
            return bridge.colour
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
    return moves if tool == "hand" else [move for move in moves if tool_of(move) == tool]


def _slot_meanings(position: Position, slot: Slot, tool: str) -> list[Move]:
    board, layout = position.board, position.layout
    number = board.slot_index[slot]
    code = layout.slot_codes[number]
    placed: list[Move] = [PlaceBridge(bridge) for bridge in board.bridges[number]]
    own = [blocker.slot for blocker in layout.blockers if blocker.seat == position.turn]
    moved: list[Move] = [MoveBlocker(source, slot) for source in own if source != slot]
    if code == EMPTY:
        return placed + moved
    if tool != "hand":
        return placed + moved  # not legal, but there is a reason to be told
    if code >= FIRST_BLOCKER:
        return [RemoveBlocker(slot)]
    bridge = board.bridge(number, code)
    return [ReverseBridge(bridge), RemoveBridge(bridge)]


def drag_meanings(position: Position, tail: str, head: str, tool: str) -> list[Move]:
    """All moves that a drag from a station to another can mean."""
    moves: list[Move] = []
    if position.layout.posts[position.turn - 1] == tail and tool in ("hand", "^"):
        moves.append(MovePost(head))
    if head in position.board.neighbours[tail] and tool not in ("x", "^", *SIZES):
        moves += arrow_meanings(tail, head, ("l", "m", "r"), tool)
    return moves


def arrow_meanings(tail: str, head: str, lanes: Iterable[Lane], tool: str) -> list[Move]:
    """The arrows from a station to its neighbour, of the colour in hand or of both."""
    colours = [tool] if tool in COLOURS else COLOURS
    return [PlaceBridge(Bridge(c, tail, head, lane)) for c in COLOURS if c in colours for lane in lanes]
