"""Amakta Infinit: values, bidding, creation, the counter, the bunker (docs/amakta.md, section 10, exercise X11)."""

import random
from collections import Counter
from fractions import Fraction
from itertools import accumulate, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amakta.analysis import bunker
from amakta.analysis.graph import explore
from amakta.analysis.infinit import (
    Bidding,
    Creation,
    creatable,
    start,
    value,
)
from amakta.rules.board import InfinitBoard
from amakta.rules.errors import AmaktaError, SetupError
from amakta.rules.games import new_game
from amakta.rules.lattice import step
from amakta.rules.moves import CAPTURES, PASS, Move
from amakta.rules.situation import CIRCLES, Situation, Stone
from amakta.rules.state import QUIET_LIMIT, State
from amakta.rules.stones import CONTENTS, enumerate_orbits, orientations

VALUES = {  # code: (a, b, none, damage, reinforcement)
    "000000": (0, 0, 2, 1, 4), "100000": (1, 0, 4, 2, 8), "500000": (2, 0, 8, 5, 14), "400000": (0, 1, 12, 6, 24),
    "140000": (1, 1, 20, 13, 34), "321000": (3, 0, 14, 10, 22), "111111": (6, 0, 44, 37, 58),
    "555555": (12, 0, 158, 145, 184), "444444": (0, 6, 212, 181, 274),
}


@pytest.mark.parametrize("code", VALUES)
def test_values_of_the_table(code):
    assert (*content(code), value(code), value(code, "G"), value(code, "V")) == VALUES[code]


def content(code):
    """Single arrows and pairs of one colour."""
    singles = Counter({"": 0, "B": 1, "G": 1, "R": 1, "BG": 2, "BR": 2, "GR": 2})
    held = [CONTENTS[int(digit)] for digit in code]
    return sum(singles[c] for c in held), sum(c in ("BB", "GG", "RR") for c in held)


@given(st.text("0123456789", min_size=6, max_size=6), st.sampled_from(CIRCLES))
def test_the_short_form_of_the_value_is_the_formula_of_the_rulebook_and_whole(code, circle):
    a, b = content(code)
    s = {"": Fraction(1), "G": Fraction(1, 2), "V": Fraction(2)}[circle]
    formula = 2 * a * (Fraction(a - 1, 2) + s) + 10 * b * (Fraction(b - 1, 2) + s) + 6 * a * b + 2 * s
    assert formula.denominator == 1
    assert value(code, circle) == formula


@pytest.fixture(scope="module")
def price_list():
    """For every circle how many of all stones have a content and a value."""
    codes = [f"{number:06d}" for number, _ in enumerate_orbits()]
    return {circle: Counter((content(code), value(code, circle)) for code in codes) for circle in CIRCLES}


@pytest.mark.slow
def test_extremes_over_all_stones(price_list):
    dearest = {circle: max(price for _, price in found) for circle, found in price_list.items()}
    assert dearest == {"": 218, "G": 193, "V": 274}
    assert {c for c, price in price_list[""] if price == 218} == {(2, 5), (4, 4)}
    assert {c for c, price in price_list["G"] if price == 193} == {(4, 4)}
    assert min(price for found in price_list.values() for _, price in found) == 1
    assert sum(price_list[""].values()) == 86_185


@pytest.mark.slow
def test_x11_how_many_stones_are_cheap(price_list):
    cheap = {circle: sum(n for (_, price), n in found.items() if price <= 20) for circle, found in price_list.items()}
    assert sum(cheap.values()) == 587
    assert len(list(creatable(20))) == cheap["G"]


def test_x11_the_largest_set_of_a_hundred_points():
    costs = accumulate(sorted(value(code, "G") for code in creatable(20)))
    assert sum(cost <= 100 for cost in costs) == 22


def test_x11_the_state_graph_has_no_end():
    s = start(4, {"111111": ""}, {"111111": ""})
    assert explore(s, max_level=6).level_sizes == (1, 2, 3, 14, 60, 143, 327)


def test_a_lone_stone_with_one_blue_arrow_walks_for_ever():
    state = start(2, {"100000": ""}, {}).play("place 0,0 001000").play("pass")
    seen = {state.situation}
    for _ in range(50):
        here = state.situation.stones[0][0]
        state = state.play(f"relocate {here[0]},{here[1]} {here[0] - 1},{here[1] - 1} 001000").play("pass")
        assert state.situation not in seen
        seen.add(state.situation)


# -- bidding -----------------------------------------------------------------------------------------------


def test_the_one_who_accepts_plays_black_with_the_points_of_the_last_offer():
    bids = Bidding().offer(10).offer(11).offer(30)
    assert bids.bidder == "guest"
    assert bids.black is None
    done = bids.accept()
    assert (done.black, done.points) == ("guest", 30)
    assert Bidding("guest").offer(0).accept().black == "host"


@pytest.mark.parametrize("offers", [(-1,), (5, 5), (5, 4)])
def test_offers_rise_strictly_from_zero(offers):
    bids = Bidding()
    for points in offers[:-1]:
        bids = bids.offer(points)
    with pytest.raises(SetupError, match="must be higher"):
        bids.offer(offers[-1])


def test_nobody_accepts_his_own_offer_or_none():
    with pytest.raises(SetupError, match="not made an offer"):
        Bidding().accept()
    over = Bidding().offer(1).accept()
    for late in (over.accept, lambda: over.offer(2)):
        with pytest.raises(SetupError, match="over"):
            late()


# -- creation ----------------------------------------------------------------------------------------------


def test_players_create_in_turn_and_pay():
    c = Creation.begin(100, 50).create("111111")
    assert (c.points, c.turn) == ((56, 50), "B")
    c = c.create("001000", "V")
    assert (c.points, c.turn, c.sets[1]) == ((56, 42), "W", (("100000", "V"),))


def test_a_set_in_which_a_shape_is_named_twice_is_no_start():
    with pytest.raises(AmaktaError, match="The stone 100000 is in the set twice"):
        start(3, {"100000": "V", "000001": ""}, {})
    with pytest.raises(AmaktaError, match="The stone 101010 is given a circle twice"):
        State.start("raute4", "duo", {"W": {"101010": "V", "010101": "G"}})


def test_a_shape_occurs_once_in_a_set_whatever_its_circle_but_the_sets_are_independent():
    c = Creation.begin(100, 100).create("100000").create("100000", "G")
    with pytest.raises(SetupError, match="already"):
        c.create("000100", "V")


def test_a_stone_that_costs_too_much_is_refused():
    with pytest.raises(SetupError, match="costs 274 points, but only 273 are left"):
        Creation.begin(273, 0).create("444444", "V")


def test_who_closes_is_out_for_good_and_the_other_goes_on_alone():
    c = Creation.begin(50, 50).close()
    assert c.turn == "B"
    c = c.create("100000").create("200000")
    assert c.turn == "B"
    c = c.close()
    assert c.done
    for late in (c.close, lambda: c.create("300000")):
        with pytest.raises(SetupError, match="closed"):
            late()
    assert c.start(2).turn == "W"


def test_who_cannot_create_is_closed_automatically():
    assert Creation.begin(0, 0).done
    c = Creation.begin(1, 10)
    c = c.create("000000", "G")
    assert (c.closed, c.turn) == ((True, False), "B")
    # With one point left and the blank stone in the set nothing can be created any more.
    c = Creation.begin(2, 0).create("000000", "G")
    assert (c.points, c.done) == ((1, 0), True)
    with pytest.raises(SetupError, match="begins only when both"):
        Creation.begin(10, 10).start(2)


# -- play --------------------------------------------------------------------------------------------------


def test_the_counter_counts_every_move_and_captures_reset_it():
    s = State.parse("infinit(0,0/8,0) W; stones 0,0:W400000 2,0:B000000; quiet 7")
    assert s.play("pass").quiet == 8
    assert s.play("rotate 0,0 040000").quiet == 8
    for text in ("expropriate 2,0", "remove 2,0"):
        assert s.play(text).quiet == 0
    s = State.parse("infinit(0,0/8,0) W; stones 0,0:W400000 2,0:B100000 ; quiet 7")
    assert s.play("appropriate 2,0 010000").quiet == 0
    s = State.parse("infinit(0,0/8,0) W; stones 0,0:W400000 2,0:B100000*; white 111111; quiet 7")
    assert s.play("release 2,0").quiet == s.play("detach 2,0 111111").quiet == 0
    assert {m.kind for m in s.legal_moves()} & CAPTURES == {"release", "detach"}


def test_the_counter_draws_the_game_and_a_win_by_the_last_move_takes_precedence():
    s = State.parse(f"infinit(0,0/6,0) W; stones 0,0:W900000; white 111111; quiet {QUIET_LIMIT - 1}")
    drawn = s.play("pass")
    assert (drawn.result.kind, drawn.result.winners, drawn.legal_moves()) == ("quiet", frozenset(), ())
    assert s.play("place 6,0 111111").result.winners == {"W"}
    assert s.play("pass").quiet == QUIET_LIMIT
    assert State.parse(f"infinit(0,0/6,0) W; quiet {QUIET_LIMIT - 1}").result is None


@pytest.mark.slow
def test_many_quiet_moves_end_the_game_at_the_limit_and_not_before():
    state, moves = start(2, {"100000": ""}, {}), 0
    while state.result is None:
        state = state.play(PASS)
        moves += 1
    assert moves == QUIET_LIMIT


def test_repetition_stays_in_force():
    assert new_game(start(2, {"100000": ""}, {}), ("pass", "pass")).result.kind == "repetition"


def test_the_standard_game_has_no_counter():
    assert State.start("zeile3", "solo").play("pass").quiet == 0


@given(st.integers(-10**15, 10**15), st.integers(-10**15, 10**15))
@settings(deadline=None, max_examples=30)
def test_far_from_the_origin_everything_is_the_same(x, y):
    dx, dy = 2 * x + y % 2, y
    near = State.parse("infinit(0,0/6,0) W; stones 0,0:W450100 2,0:B010000V; white 111111; black 321000")
    shifted = tuple(((fx + dx, fy + dy), stone) for (fx, fy), stone in near.situation.stones)
    far = State(Situation(InfinitBoard((dx, dy), (dx + 6, dy)), shifted, near.situation.hands))

    def home(f):
        return None if f is None else (f[0] - dx, f[1] - dy)

    assert [Move(m.kind, home(m.field), home(m.to), m.code) for m in far.legal_moves()] == list(near.legal_moves())
    assert State.parse(str(far)) == far


# -- the bunker --------------------------------------------------------------------------------------------


def test_the_bunker_costs_472_points_and_consists_of_six_different_stones():
    assert bunker.cost() == 62 + 5 * 82 == 472
    assert len(bunker.stone_set()) == 6
    assert sorted(value(code) for code in bunker.stone_set()) == [62] + [82] * 5


def test_the_bunker_is_built_in_seven_own_moves():
    s = start(6, bunker.stone_set(), {})
    moves = bunker.plan(s)
    assert len(moves) == 7
    for move in moves:
        s = s.play(move).play("pass")
    assert s.situation.stones == bunker.built(s.board).stones


def most_enemy_arrows(situation, f, owner):
    """An upper bound on the enemy arrows at a field, whatever the enemy lays outside these stones.

    From each direction only the nearest stone can point at a field, with at most two arrows; where that is a
    stone of the owner, nothing comes from there.  (The field between is the base, and there the enemy cannot
    lay anything: this bound is 0 for it.)
    """
    number = 0
    for d in range(6):
        line = (situation.at.get(step(f, d, n)) for n in (1, 2, 3))
        nearest = next((stone for stone in line if stone is not None), None)
        if nearest is None or nearest.owner != owner:
            number += 2
    return number


def test_every_stone_of_the_bunker_has_six_arrows_against_at_most_six():
    finished = bunker.built(InfinitBoard.at_distance(5))
    for f in bunker.ring((0, 0)):
        assert finished.count(f)[0] == 6
        assert most_enemy_arrows(finished, f, "W") == 6
    assert most_enemy_arrows(finished, (0, 0), "W") == 0
    assert finished.count((0, 0)) == (1, 0), "the green arrows pass over the base"


@pytest.mark.slow
@given(st.integers(0, 2**32))
@settings(deadline=None, max_examples=60)
def test_nothing_that_the_enemy_lays_around_the_bunker_captures_a_stone_of_it(seed):
    dice = random.Random(seed)
    board = InfinitBoard.at_distance(8)
    home = bunker.built(board)
    around = {step(step((0, 0), d, n), e, m) for d, n, e, m in product(range(6), range(1, 4), range(6), range(3))}
    around -= set(home.at) | {(0, 0)}
    codes = ["999999", "888888", "777777", "444444", "666666", "555555"]
    stones = [(f, Stone(dice.choice(orientations(dice.choice(codes))), "B", "B"))
              for f in sorted(around) if dice.random() < 0.5]
    s = Situation(board, tuple(sorted((*home.stones, *stones))))
    assert all(f in home.at or f != (0, 0) for f in s.at)
    for f in (*home.at, (0, 0)):
        assert s.control.get(f) != "B"
    assert not [m for m in State(s, "B").legal_moves() if m.field in home.at or m.field == (0, 0) or m.to == (0, 0)]
