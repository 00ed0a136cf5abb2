"""What a click or a drag can mean, against the list of legal moves: each can be made by hand, wherever it lies."""

from __future__ import annotations

from finity_edu import Position
from finity_edu.rules.pieces import (
    COLOURS,
    SIZES,
    MoveBlocker,
    MovePost,
    Pass,
    PlaceArrow,
    Slot,
)
from finity_edu.widget.meanings import (
    click_meanings,
    drag_meanings,
    drop_places,
    place_of,
    tool_of,
)
from finity_edu.widget.texts import parse_slot
from tests.finity_edu.boards import RULE_SETS, played, strewn

TOOLS = (*COLOURS, *SIZES, "x", "^")
POSITIONS = [strewn(seed, 2 + seed % 3, RULE_SETS[seed % 4]) for seed in (1, 2, 3)] + [played(4, 30), played(9, 12, 3)]


def pointed_at(position: Position, place: str) -> str | Slot:
    return place if place in position.board.index else parse_slot(place)


def test_each_legal_move_can_be_clicked_where_it_lies_with_the_hand_and_with_its_tool() -> None:
    for position in POSITIONS:
        for move in position.legal_moves():
            place = place_of(move, position.board)
            assert (place is None) == isinstance(move, Pass)
            if place is None:
                continue
            at = pointed_at(position, place)
            for tool in ("hand", tool_of(move)):
                assert move in click_meanings(position, at, tool), (str(position), move, tool)
            others = [tool for tool in TOOLS if tool != tool_of(move)]
            assert not [tool for tool in others if move in click_meanings(position, at, tool)], (str(position), move)


def test_a_drag_from_station_to_station_means_arrows_and_from_the_own_post_its_move_too() -> None:
    for position in POSITIONS:
        post = position.layout.posts[position.turn - 1]
        for tail in position.board.names:
            for head in position.board.names:
                for tool in ("hand", *TOOLS):
                    found = drag_meanings(position, tail, head, tool)
                    arrows = [move for move in found if isinstance(move, PlaceArrow)]
                    rest = [move for move in found if not isinstance(move, PlaceArrow)]
                    colours = [colour for colour in COLOURS if tool in ("hand", colour)]
                    near = head in position.board.neighbours[tail]
                    laid = [move.arrow for move in position.legal_moves() if isinstance(move, PlaceArrow)]
                    free = {arrow.colour for arrow in laid if (arrow.tail, arrow.head) == (tail, head)} & {*colours}
                    # One arrow of a colour that finds a lane; of one that finds none all three, so that each says why.
                    assert len(arrows) == (len(free) + 3 * len({*colours} - free) if near else 0)
                    assert {move.arrow.colour for move in arrows} == set(colours if near else ())
                    assert {(move.arrow.tail, move.arrow.head) for move in arrows} <= {(tail, head)}
                    assert rest == ([MovePost(head)] if tail == post and tool in ("hand", "^") else [])


def test_a_piece_may_be_dropped_exactly_where_a_legal_move_puts_it() -> None:
    for position in POSITIONS:
        moves = [move for move in position.legal_moves() if place_of(move, position.board)]
        for tool in TOOLS:
            wanted = {place_of(move, position.board) for move in moves if tool_of(move) == tool}
            assert set(drop_places(position, tool).get(f"tool:{tool}", ())) == wanted
        post = position.layout.posts[position.turn - 1]
        if post is not None:
            steps = {move.station for move in moves if isinstance(move, MovePost)}
            arrows = {move.arrow.head for move in moves if isinstance(move, PlaceArrow) and move.arrow.tail == post}
            stations = {place for place in drop_places(position, "hand").get(post, ()) if place in position.board.index}
            assert stations == steps | arrows


def test_a_blocker_may_be_dragged_to_every_slot_to_which_it_may_move() -> None:
    seen = 0
    for position in POSITIONS:
        targets: dict[str, set[str | None]] = {}
        for move in position.legal_moves():
            if isinstance(move, MoveBlocker):
                source = position.board.slots[position.board.slot_index[move.source]]
                targets.setdefault(str(source), set()).add(place_of(move, position.board))
        for source, wanted in targets.items():
            assert set(drop_places(position, "hand")[source]) == wanted
        seen += len(targets)
    assert seen > 2
