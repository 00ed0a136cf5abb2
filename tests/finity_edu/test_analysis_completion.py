"""What to add to win: plans are legal, win, and are as short as search over the rules finds; rings to be bought."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from automatakit import accepting_runs
from finity_edu import Position
from finity_edu.analysis import ring_purchases, seat_view, to_win
from finity_edu.analysis.boards import find_path
from finity_edu.analysis.placing import Workshop
from finity_edu.examples import example
from finity_edu.rules.board import Board
from finity_edu.rules.paths import without_orphans
from finity_edu.rules.pieces import PlaceArrow, PlaceRing
from tests.automatakit.automata import random_board
from tests.finity_edu.boards import strewn


def settled(position: Position) -> Position:
    """The position without the rings that are orphaned already: in play there are none."""
    layout, _ = without_orphans(position.layout, position.word, position.rules.sweep)
    return Position(position.rules, position.word, position.turn, layout, position.ban, position.clock, position.ply)


def play_plan(position: Position, seat: int, plan: tuple[PlaceArrow | PlaceRing, ...]) -> Position:
    """Play a plan while the others do nothing."""
    for move in plan:
        assert position.result is None
        q = position.with_turn(seat).play(move)
        position = Position(q.rules, q.word, seat, q.layout, q.ban, q.clock, q.players)  # the others passed
    return position


def fewest_by_search(position: Position, seat: int, limit: int) -> int | None:
    """The fewest placings that win, by trying every legal placing of the rules, breadth first."""
    level = {position.with_turn(seat)}
    for number in range(limit + 1):
        if any(p.full_path(seat) for p in level):
            return number
        following = set()
        for p in level:
            if p.result is None:
                for move in p.legal_moves():
                    if isinstance(move, PlaceArrow | PlaceRing):
                        q = p.play(move)
                        following.add(Position(q.rules, q.word, seat, q.layout, None, 0, q.players))
        level = following
    return None


@pytest.mark.parametrize("rules", ["bga", "english", "piglab", "express"])
def test_a_plan_is_legal_at_every_step_and_wins_with_its_last_move(rules):
    lengths = []
    for seed in range(25):
        position = settled(strewn(seed, 2 + seed % 3, rules))
        for seat in range(1, position.players + 1):
            plan = to_win(position, seat)
            if plan:
                end = play_plan(position, seat, plan.moves)
                assert end.full_path(seat) is not None
                assert end.result is not None
                assert end.result.winners == {seat}
                lengths.append(len(plan))
                assert len(plan.arrows) + len(plan.rings) == len(plan)
    assert len(set(lengths)) > 3


@pytest.mark.slow
def test_the_first_move_of_a_plan_may_connect_rings_that_lie_orphaned():
    shorter = 0
    for seed in range(60):
        position = strewn(seed, board=Board.named(("abcd", "row", "triangle", "hexring")[seed % 4]))
        _, orphans = without_orphans(position.layout, position.word, position.rules.sweep)
        for seat in orphans if position.result is None else ():
            plan = to_win(position, seat)
            if plan:
                assert play_plan(position, seat, plan.moves).full_path(seat)
            searched = fewest_by_search(position, seat, 1)
            assert searched == (None if plan is None or len(plan) > 1 else len(plan)), str(position)
            swept = to_win(settled(position), seat)
            shorter += plan is not None and (swept is None or len(plan) < len(swept))
    assert shorter > 2


@pytest.mark.parametrize(("text", "seat", "moves"), [
    ("bga/abcd wb c; posts c@C y@B; rings B:c.. C:..y; bridges wB>A.r bA>B.m bC>A.r wD>C.l; clock 6", 2, 2),
    ("bga/hexring ww c; posts c@E y@F; rings A:..c B:.cc C:.c. E:y.. F:yy.; clock 9", 2, 2),
    ("bga/row bw y; posts c@C y@B; rings A:.y. B:.c. C:cyc; bridges wB>A.m bC>B.l; clock 1", 2, 2),
])  # fmt: skip
def test_a_plan_that_connects_an_orphaned_ring_need_not_buy_another(text, seat, moves):
    position = Position.parse(text)
    assert len(to_win(position, seat)) == moves == fewest_by_search(position, seat, moves)
    assert len(to_win(settled(position), seat)) == moves + 1


@pytest.mark.parametrize("rules", ["bga", "piglab"])
def test_a_plan_from_the_start_obeys_the_opening(rules):
    for word in ("bbwwbwbw", "bbbbbbbb"):
        start = Position.start(players=3, word=word, rules=rules)
        plan = to_win(start, 1)
        assert plan is not None
        assert start.why_illegal(plan[0]) is None
        assert play_plan(start, 1, plan.moves).result is not None


def test_the_empty_board_needs_twelve_or_thirteen_moves():
    words = ["bbwwbwbw", "bwbwbwbw", "bbbbwwww", "wwbwbbwb"]
    assert {len(to_win(Position.start(word=word), 1)) for word in words} <= {12, 13}


@pytest.mark.slow
def test_plans_are_as_short_as_exhaustive_search_over_the_rules_finds():
    boards = {
        "bga/triangle bwb c; posts c@A y@B; rings A:.c.; bridges bA>B.m": 3,
        "bga/row bwb c; posts c@B; bridges bB>A.m": 2,
        "bga/abcd bbb c; posts c@A; rings B:c..; bridges bA>B.m bC>B.m bB>C.l": 2,
        "bga/triangle bb c; posts c@A; rings B:.y.; bridges bB>C.m wA>B.m": 3,
        "bga/triangle bbb c; posts c@A; bridges bA>B.m bB>A.l": 3,
        "piglab/triangle bbb c; posts c@A; bridges bA>B.m bB>A.l": 3,
    }
    answers = []
    for text, limit in boards.items():
        position = Position.parse(text)
        plan = to_win(position, 1)
        by_search = fewest_by_search(position, 1, limit)
        assert (None if plan is None or len(plan) > limit else len(plan)) == by_search
        answers.append(by_search)
    assert len(set(answers)) > 2


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("piglab/abcd wwb c; posts c@C y@A; rings A:c..; bridges wC>A.l bC>D.l; blockers y@A-C.l; ply 0", 2),
        ("piglab/[A:0,0 B:1,0 D*:2,0] bb c; posts c@A; bridges bA>B.m; blockers y@B-D.l y@B-D.m; "
         "ban -wD>B.l; clock 1", 2),
        ("bga/[A:0,0 B:1,0 D*:2,0] bb c; posts c@A; bridges bA>B.m; blockers y@B-D.l y@B-D.m; "
         "ban -bD>B.l; clock 1", 2),
        ("bga/triangle www c; posts c@B y@A; rings A:yc. B:..c; bridges bA>B.l wB>A.l wB>C.l wC>B.m; "
         "blockers c@B-C.r; ply 0", 2),
        ("bga/[A:0,0 B:1,0 D*:2,0] bb c; posts c@A; rings B:c..; bridges bA>B.m; blockers y@B-D.l y@B-D.m; "
         "ban -bD>B.l; clock 1", 2),
    ],
)
def test_another_placing_comes_first_where_every_arrow_must_wait_for_a_move(text, moves):
    """The opening, or the ban on a slot, keeps the arrows of the shortest plan off the board for one move."""
    position = Position.parse(text)
    plan = to_win(position, 1)
    assert plan is not None
    assert len(plan) == moves == fewest_by_search(position, 1, 3)
    assert play_plan(position, 1, plan.moves).result.winners == {1}


def test_a_seat_that_has_won_needs_nothing():
    plan = to_win(example("worked-example"), 1)
    assert plan is not None
    assert (len(plan), plan.path) == (0, ("A", "B", "C", "A", "B", "C", "D"))


def test_a_plan_does_not_hand_the_game_to_somebody_else():
    """The cheapest arrow would complete the neighbour's path at once."""
    position = Position.parse("bga/triangle bw c; posts c@A y@B; rings A:.y. B:c..; bridges bB>A.m bA>B.l")
    plan = to_win(position, 1)
    assert plan is not None
    assert play_plan(position, 1, plan.moves).result.winners == {1}
    assert all(str(move) != "+wA>C.m" for move in plan)


# --- rings -----------------------------------------------------------------------------------------------------


def test_ring_purchases_are_exactly_the_minimal_ones():
    """Every purchase wins, one ring less does not, and every way to walk the board is paid by one of them."""
    checked = 0
    for seed in range(400):
        position, word = random_board(seed)
        if not 2 <= len(word) <= 6:
            continue
        view = seat_view(position, 1)

        def accepts(extra, view=view, word=word):
            rings = tuple(own + extra.get(name, 0) for own, name in zip(view.rings, view.names, strict=True))
            richer = type(view)(view.names, view.moves, view.start, view.end, rings)
            return find_path(richer, word) is not None if max(rings) <= 3 else None

        bought = ring_purchases(position, 1, word)
        assert bool(bought) == view.table.accepts(word)
        for purchase in bought:
            assert accepts(purchase) is not False
            for name in purchase:
                less = {k: v - (k == name) for k, v in purchase.items()}
                assert accepts(less) is not True
            checked += bool(purchase)
        for run in accepting_runs(view.table, word):
            missing = Counter(run[1:-1]) - Counter(dict(zip(view.names, view.rings, strict=True)))
            assert any(all(number <= missing[name] for name, number in purchase.items()) for purchase in bought)
        for one, other in combinations(bought, 2):
            assert not all(number <= other.get(name, 0) for name, number in one.items())
            assert not all(number <= one.get(name, 0) for name, number in other.items())
    assert checked > 20


def test_between_two_stations_there_is_room_for_as_many_arrows_as_slots_are_free():
    workshop = Workshop(Position.start(word="bbwwbwbw").play("+bN>NE.m"), 1)
    north, east, south = (workshop.board.index[name] for name in ("N", "NE", "S"))
    assert [workshop.take("b", north, east) for _ in range(3)] == [True, True, False]
    assert not workshop.take("w", east, north), "whatever its colour and direction"
    assert workshop.take("w", south, workshop.board.index["C"])
    workshop.give_back("b", north, east)
    assert workshop.take("w", east, north)


def test_the_table_of_a_full_path_asks_for_a_ring_on_every_station_that_is_left_again():
    ways = "bridges bN>NE.m bNE>C.m"
    without, with_one = (Position.parse(f"bga/2 bbwwbwbw c; posts c@N y@S; rings {rings}:c..; {ways}")
                         for rings in ("SE", "NE"))
    assert seat_view(without, 1).layers("bb") is None
    assert seat_view(with_one, 1).layers("bb") is not None
