"""Boards are derived from hexagons; the derived numbers are those of the box."""

from __future__ import annotations

from gc import collect
from weakref import ref

import pytest

from finity_edu import Board, BoardError, Layout
from finity_edu.rules.board import START_ORDERS, named_boards
from finity_edu.rules.pieces import Slot


@pytest.mark.parametrize(
    ("players", "stations", "pairs", "slots", "corners"), [(2, 9, 16, 48, 8), (3, 10, 18, 54, 9), (4, 13, 24, 72, 12)]
)
def test_the_boards_of_the_box_have_the_numbers_of_the_specification(
    players: int, stations: int, pairs: int, slots: int, corners: int
) -> None:
    board = Board.standard(players)
    found = (len(board.stations), len(board.pairs), len(board.slots), len(board.corners))
    assert found == (stations, pairs, slots, corners)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_corner_has_three_slots_one_of_each_pair(players: int) -> None:
    board = Board.standard(players)
    for corner in board.corners:
        slots = [slot for slot in board.slots if board.corner_of(slot) == corner]
        assert len(slots) == 3
        assert {frozenset((s.a, s.b)) for s in slots} == {
            frozenset(p) for p in ((corner[0], corner[1]), (corner[0], corner[2]), (corner[1], corner[2]))
        }


def test_the_left_of_one_station_is_the_right_of_the_other() -> None:
    board = Board.standard(4)
    for number, slot in enumerate(board.slots):
        assert board.slot_index[slot.turned()] == number
        assert board.corner_of(slot) == board.corner_of(slot.turned())


def test_left_is_left_as_one_looks_along_the_direction() -> None:
    board = Board.standard(2)
    # Looking from C up to N, north-west is on the left and north-east on the right.
    assert board.corner_of(Slot("C", "N", "l")) == ("C", "N", "NW")
    assert board.corner_of(Slot("C", "N", "r")) == ("C", "N", "NE")


@pytest.mark.parametrize("order", START_ORDERS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_blockers_stand_beside_each_way_to_the_end(players: int, order: str) -> None:
    board = Board.standard(players, order)
    layout = Layout.start(board)
    assert layout.posts == board.starts
    for seat, start in enumerate(board.starts, start=1):
        assert start is not None
        mine = {b.slot for b in layout.blockers if b.seat == seat}
        expected = {board.slots[board.slot_index[Slot(start, "C", lane)]] for lane in ("l", "r")}
        assert mine == expected


@pytest.mark.parametrize("players", [3, 4])
def test_clockwise_starts_run_clockwise(players: int) -> None:
    board = Board.standard(players, "clockwise")
    around = ["N", "NE", "SE", "S", "SW", "NW"]
    steps = [around.index(s) for s in board.starts if s]
    turns = [(b - a) % 6 for a, b in zip(steps, steps[1:] + steps[:1], strict=True)]
    assert sum(turns) == 6


@pytest.mark.parametrize("board", [*named_boards().values(), *(Board.standard(n) for n in (2, 3, 4))], ids=str)
def test_a_board_can_be_written_down_and_read_back(board: Board) -> None:
    assert eval(repr(board)) == board
    full = "[" + " ".join(f"{n}{'*' if n == board.end else ''}:{p.x},{p.y}" for n, p in board.stations) + "]"
    assert Board.parse(full, board.players) == board


@pytest.mark.parametrize(
    ("text", "mentions"),
    [
        ("A:0,0 B:1,0", "exactly one station"),
        ("A*:0,0 B*:1,0", "exactly one station"),
        ("A:0,0 A*:1,0", "twice"),
        ("A:0,0 B*:0,0", "same coordinates"),
        ("A-:0,0 B*:1,0", "'A-:0,0' is not a station"),
        ("A:0;0 B*:1,0", "'A:0;0' is not a station"),
        ("", "exactly one station"),
    ],
)
def test_a_board_that_cannot_be_is_refused_with_the_place(text: str, mentions: str) -> None:
    with pytest.raises(BoardError, match=mentions):
        Board.parse(text)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Board.standard(5),
        lambda: Board.named("nowhere"),
        lambda: Board.custom({"A": (0, 0)}, end="B"),
        lambda: Board.custom({"A": (0, 0), "B": (1, 0)}, end="B", starts=["B"]),
        lambda: Board.custom({"A": (0, 0), "B": (1, 0)}, end="B", starts=["Q"]),
        lambda: Board.custom({"A": (0, 0), "B": (1, 0)}, end="B", players=1),
        lambda: Board.custom({"A": (0, 0), "B": (1, 0)}, end="B", starts=["A", None, "A"]),
        lambda: Board.custom({"a b": (0, 0), "B": (1, 0)}, end="B"),
    ],
)
def test_impossible_boards_raise_only_board_errors(make: object) -> None:
    with pytest.raises(BoardError):
        make()  # type: ignore[operator]


def test_blockers_stand_only_where_start_and_end_are_adjacent() -> None:
    assert Layout.start(Board.named("row")).blockers == ()
    assert len(Layout.start(Board.named("triangle")).blockers) == 4


def test_a_board_is_made_once_while_it_is_used_and_let_go_afterwards() -> None:
    def board(number: int) -> Board:
        return Board.custom({"A": (0, 0), f"B{number}": (1, 0)}, end="A")

    assert board(0) is board(0)
    first = ref(board(0))
    for number in range(1, 1000):
        board(number)
    collect()
    assert first() is None
