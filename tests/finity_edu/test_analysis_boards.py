"""Boards: the fast answers, the ring automaton, automata-lib, the rules and brute force agree."""

from __future__ import annotations

import os
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from finity_edu import Position
from finity_edu.analysis import (
    AutomatonError,
    accepting_runs,
    chance_to_win,
    count_paths,
    cut,
    favoured,
    full_paths,
    losing_towers,
    reach,
    ring_purchases,
    runs_lost,
    seat_view,
    to_win,
    tower_chance,
    towers,
    winning_towers,
    wins,
    witness,
)
from finity_edu.analysis.boards import find_path
from finity_edu.analysis.cuts import without
from finity_edu.automaton import ring_nfa, station_nfa
from finity_edu.board import Board
from finity_edu.corpus import read_corpus, replay
from finity_edu.examples import example
from finity_edu.paths import without_orphans
from finity_edu.pieces import PlaceBridge, PlaceRing
from finity_edu.position import Position as Pos
from tests.finity_edu.automata import library, library_dfa, partial_paths, random_board
from tests.finity_edu.boards import played, strewn

CORPUS = os.environ.get("FINITY_GAMES")
RING_STATES = 20_000
"""Ring automata up to this size are compared; a few boards in a hundred have larger ones."""


def check_agreement(position: Position, seat: int, word: str, *, automata: bool = True) -> None:
    """Everything that answers the same question must give the same answer."""
    end = position.board.end
    partial = list(partial_paths(position, seat, word))
    full = sorted(path for path in partial if len(path) == len(word) + 1 and path[-1] == end)
    assert sorted(full_paths(position, seat, word)) == full
    assert count_paths(position, seat, word) == len(full)
    assert wins(position, seat, word) == bool(full)
    assert (witness(position, seat, word) in full) if full else witness(position, seat, word) is None
    expected = {}
    for path in sorted(partial, key=len):
        expected.setdefault(path[-1], word[: len(path) - 1])
    assert reach(position, seat, word) == expected
    if not automata:
        return
    station = station_nfa(position, seat)
    plain_runs = count_paths(position, seat, word, rings=False)
    assert (plain_runs > 0) == library(station).accepts_input(word) == station.accepts_input(word)
    rings = ring_nfa(position, seat, limit=RING_STATES)
    assert library(rings).accepts_input(word) == bool(full) == rings.accepts_input(word)


def check_board(seed: int) -> bool:
    """Check a random board; say whether its ring automaton was small enough to take part."""
    position, word = random_board(seed)
    try:
        ring_nfa(position, 1, limit=RING_STATES)
        small = True
    except AutomatonError:
        small = False
    check_agreement(position, 1, word, automata=small)
    if word:
        assert position.reachable(1) == frozenset(reach(position, 1))
        assert (position.full_path(1) is not None) == wins(position, 1)
    return small


def test_all_answers_agree_on_random_boards():
    for seed in range(250):
        check_board(seed)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_all_answers_agree_on_ten_thousand_random_boards(part):
    assert sum(check_board(seed) for seed in range(250 + part * 1050, 1300 + part * 1050)) >= 1000


def test_all_answers_agree_on_positions_of_play_for_every_seat():
    for seed in range(12):
        position = played(seed, 40, players=2 + seed % 3)
        for seat in range(1, position.players + 1):
            check_agreement(position, seat, position.word)


def test_the_automata_compute_the_same_languages_as_automata_lib():
    """The determinised ring automaton of automata-lib accepts exactly the towers that brute force wins."""
    seen = set()
    for seed in range(60):
        position, _ = random_board(seed)
        if seat_view(position, 1).total <= 6:
            dfa = library_dfa(ring_nfa(position, 1))
            won = {word for n in range(1, 6) for word in winning_towers(position, 1, n)}
            assert won == {word for n in range(1, 6) for word in dfa.words_of_length(n)}
            seen |= won
    assert len(seen) > 5


@pytest.mark.slow
@pytest.mark.skipif(not CORPUS, reason="FINITY_GAMES names no folder with the recorded games")
def test_all_answers_agree_on_every_position_of_the_real_games():
    """Every position of the corpus; what its rings refuse although the arrows accept is counted too."""
    plain = refused = positions = 0
    for game in read_corpus(CORPUS or ""):
        for position in replay(game).positions:
            positions += 1
            for seat in range(1, position.players + 1):
                found = witness(position, seat)
                assert (found is None) == (position.full_path(seat) is None)
                assert frozenset(reach(position, seat)) == position.reachable(seat)
                if seat_view(position, seat).table.accepts(position.word):
                    plain += 1
                    refused += found is None
                assert (count_paths(position, seat) > 0) == (found is not None)
                check_agreement(position, seat, position.word)
    assert positions > 10_000
    assert refused / plain > 0.95  # unit 4: more than nineteen in twenty


# --- single facts ----------------------------------------------------------------------------------------------


def test_a_seat_without_a_post_reaches_nothing_and_wins_nothing():
    position = Position.parse("bga/row bb c; posts c@A; rings B:c..; bridges bA>B.m")
    assert reach(position, 2) == {}
    assert not wins(position, 2)
    assert to_win(position, 2) is None
    assert count_paths(position, 2) == 0
    assert not station_nfa(position, 2).accepts_input("bb")
    assert not ring_nfa(position, 2).accepts_input("bb")


def test_nothing_leaves_the_end_station_even_if_an_arrow_does():
    position = Position.parse("bga/[A:0,0 B*:1,0 D:2,0] bbb c; posts c@A; rings A:ccc; bridges bA>B.m bB>A.l")
    assert witness(position, 1, "b") == ("A", "B")
    assert witness(position, 1, "bbb") is None
    assert not station_nfa(position, 1).accepts_input("bbb")
    assert "B" not in reach(position, 1)


def test_a_seat_that_does_not_exist_is_an_error():
    with pytest.raises(AutomatonError, match="no seat 3"):
        wins(Position.start(word="bbwwbwbw"), 3)
    with pytest.raises(AutomatonError, match="no seat c"):
        wins(Position.start(word="bbwwbwbw"), "c")


@pytest.mark.parametrize("ask", [witness, count_paths, reach, to_win, ring_purchases, cut])
def test_a_tower_with_other_letters_is_an_error_that_names_the_letter(ask):
    position = Position.parse("bga/row bbb c; posts c@A; rings B:ccc; bridges bA>B.m bB>C.m bC>D.m")
    with pytest.raises(AutomatonError, match="bxb: symbol 2 is x"):
        ask(position, 1, "bxb")


# --- what to add -----------------------------------------------------------------------------------------------


def settled(position: Position) -> Position:
    """The position without the rings that are orphaned already: in play there are none."""
    layout, _ = without_orphans(position.layout, position.word, position.rules.sweep)
    return Pos(position.rules, position.word, position.turn, layout, position.ban, position.clock, position.ply)


def play_plan(position: Position, seat: int, plan: tuple[PlaceBridge | PlaceRing, ...]) -> Position:
    """Play a plan while the others do nothing."""
    for move in plan:
        assert position.result is None
        q = position.with_turn(seat).play(move)
        position = Pos(q.rules, q.word, seat, q.layout, q.ban, q.clock, q.players)  # the others passed
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
                    if isinstance(move, PlaceBridge | PlaceRing):
                        q = p.play(move)
                        following.add(Pos(q.rules, q.word, seat, q.layout, None, 0, q.players))
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
                assert len(plan.bridges) + len(plan.rings) == len(plan)
    assert len(set(lengths)) > 3


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


# --- rings and arrows ------------------------------------------------------------------------------------------


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


def test_the_least_set_of_arrows_stops_the_tower_and_nothing_smaller_does():
    sizes = set()
    for seed in range(150):
        position, word = random_board(seed)
        if not word:
            continue
        view, found = seat_view(position, 1), cut(position, 1, word)
        sizes.add(len(found))
        arrows = [(c, view.names.index(p), view.names.index(q)) for c, p, q in found]
        left = view
        for arrow in arrows:
            left = without(left, arrow)
        assert find_path(left, word) is None
        if len(found) == 2:
            every = [(c, p, q) for c, row in view.moves.items() for p, m in enumerate(row)
                     for q in range(len(view.names)) if m >> q & 1]
            assert all(find_path(without(view, arrow), word) is not None for arrow in every)
    assert {0, 1, 2} <= sizes


def test_removing_an_arrow_costs_the_paths_that_take_it():
    position = example("worked-example")
    lost = dict(runs_lost(position, 1))
    for arrow, number in lost.items():
        taking = [p for p in full_paths(position, 1) if arrow in zip(position.word, p, p[1:], strict=False)]
        assert len(taking) == number
    assert max(lost.values()) == count_paths(position, 1)


# --- chances ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cones", "length"), [(6, 8), (8, 8), (8, 10), (6, 6), (4, 8)])
def test_the_chances_of_all_towers_add_up_to_one(cones, length):
    assert sum(tower_chance(word, cones) for word in towers(length)) == 1


def test_a_tower_needs_enough_cones():
    assert tower_chance("bbb", cones=2) == 0
    assert tower_chance("bw", cones=1) == Fraction(1, 2)


def test_the_chance_of_the_rule_set_is_that_of_its_bag():
    """Against the drawing of cones, one after another, without formula."""

    def draw(black, white, word):
        if not word:
            return Fraction(1)
        number = black if word[0] == "b" else white
        if not number:
            return Fraction(0)
        return Fraction(number, black + white) * draw(black - (word[0] == "b"), white - (word[0] == "w"), word[1:])

    for rules, cones in (("bga", 6), ("piglab", 8)):
        position = strewn(3, 2, rules)
        won = winning_towers(position, 1, 4)
        assert chance_to_win(position, 1, 4) == sum((draw(cones, cones, word) for word in won), Fraction(0))
        assert sorted(won + losing_towers(position, 1, 4)) == list(towers(4))


def test_without_rings_more_towers_win():
    position = strewn(5, 2)
    for seat, chance in favoured(position, 5).items():
        assert chance <= favoured(position, 5, rings=False)[seat]
        assert set(winning_towers(position, seat, 5)) <= set(winning_towers(position, seat, 5, rings=False))
    assert sum(favoured(position, 5, rings=False).values()) > 0


def test_a_tower_that_the_bag_cannot_give_has_no_chance_at_all():
    board = "[A:0,0 B:0,1 D*:1,0]"
    position = Position.parse(f"bga/{board} {'b' * 13} c; posts c@A; rings A:ccc B:ccc; bridges bA>B.m bB>A.l bB>D.m")
    assert chance_to_win(position, 1, 12, rings=False) == 0  # six black cones only
    with pytest.raises(AutomatonError, match="12 cones does not give a tower of 13"):
        chance_to_win(position, 1, rings=False)


def test_very_long_towers_are_refused_with_a_reason():
    with pytest.raises(AutomatonError, match="at most 16"):
        winning_towers(Position.start(word="bbwwbwbw"), 1, 17)


def test_without_rings_the_cut_stops_the_station_automaton_whatever_the_length_of_the_tower():
    for seed in range(120):
        position, _ = random_board(seed)
        for word in ("bw", "bbw", "bwbw", "bbwwbwbw"):
            nfa = station_nfa(position, 1)
            arrows = cut(position, 1, word, rings=False)
            assert bool(arrows) == nfa.accepts_input(word)
            view = seat_view(position, 1)
            for colour, tail, head in arrows:
                view = without(view, (colour, view.names.index(tail), view.names.index(head)))
            assert not view.table.accepts(word)
