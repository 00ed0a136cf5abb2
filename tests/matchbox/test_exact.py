"""Every number of the specification of the learning machine, reproduced by computing."""

import subprocess
import sys
from fractions import Fraction
from math import isfinite, sqrt
from statistics import fmean, stdev

import pytest

import matchbox
from boardkit.errors import UserError
from matchbox import Rules
from matchbox.analysis import exact
from matchbox.analysis.chain import _search, full, mask_of
from matchbox.analysis.gamelaw import GameTable
from matchbox.analysis.optimal import (
    best_law,
    best_memoryless,
    best_response,
    clairvoyant,
)
from matchbox.players.teachers import law
from tests.cases import sampled

# -- configurations ------------------------------------------------------------------------------------------------


def test_16832_configurations_can_be_reached_and_116800_removals_join_them():
    chain = exact.chain("random")
    assert len(chain.configs) == 16_832
    edges = {(i, child) for side in chain.edges for i, row in enumerate(side) for child, _ in row}
    assert len(edges) == 116_800


def test_the_number_of_configurations_follows_its_recurrence():
    count = {n: exact.count_configurations(Rules(length=n)) for n in range(4, 17)}
    assert [count[n] for n in (4, 5, 6, 7)] == [64, 256, 576, 960]
    assert all(count[n] == 448 + 64 * count[n - 4] for n in range(8, 17))


def test_the_longest_removal_path_has_17_steps():
    chain = exact.chain("random")
    longest = [0] * len(chain.configs)
    for i in range(len(chain.configs) - 1, -1, -1):
        longest[i] = max((1 + longest[c] for side in chain.edges for c, _ in side[i]), default=0)
    assert longest[chain.index[full(Rules())]] == 17


@pytest.mark.parametrize("rules", [
    Rules(length=3), Rules(length=6), Rules(length=7, step=2), Rules(length=5, overshoot="illegal"),
    Rules(length=5, overshoot="cap"), Rules(length=7, starter="machine"), Rules(length=7, starter="human"),
    Rules(length=6, step=4), Rules(length=9, step=1),
])
def test_configurations_built_box_by_box_are_those_found_by_search(rules):
    assert set(exact.configurations(rules)) == _search(rules)
    assert exact.count_configurations(rules) == len(_search(rules))


def test_layouts_that_are_too_large_are_refused_with_their_number_and_the_way_out():
    with pytest.raises(UserError, match=r"291264.*matchbox\.simulate"):
        exact.curve(rules=Rules(length=12))
    with pytest.raises(UserError, match=r"one marker per circle.*simulate"):
        exact.curve(rules=Rules(markers=2))
    with pytest.raises(UserError, match="loser"):
        exact.curve(rules=Rules(starter="loser"))
    with pytest.raises(UserError, match="remove-all"):
        exact.curve(rules=Rules(learner="remove-all"))
    for teacher in ("machine", "human"):
        with pytest.raises(UserError, match=r"not a law.*simulate"):
            exact.curve(teacher=teacher)
    with pytest.raises(UserError, match="winnable, clean"):
        exact.expected_games(until="tomorrow")


# -- probabilities as fractions ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("opponent", "starter", "value"), [
    ("random", "machine", Fraction(359, 729)), ("random", "human", Fraction(370, 729)),
    ("perfect", "machine", Fraction(11, 162)), ("perfect", "human", Fraction(0)),
])
def test_the_win_probability_of_the_first_game(opponent, starter, value):
    assert exact.win_probability(opponent, starter) == value
    start = exact.curve(opponent, games=0)
    series = {"machine": start.machine_starts, "human": start.human_starts}[starter]
    assert series == pytest.approx((float(value),))


def test_a_fully_trained_machine_against_random_play_and_the_best_response():
    trained = mask_of(Rules(), Rules().winning)
    assert exact.win_probability("random", "machine", trained) == 1
    assert exact.win_probability("random", "human", trained) == Fraction(2, 3)
    assert best_response("random", "human") == Fraction(26, 27)
    assert best_response("random", "machine") == 1


# -- how long learning takes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("teacher", "until", "value"), [
    ("random", "winnable", 75.9528), ("perfect", "winnable", 48.7120), ("epsilon:0.3", "winnable", 45.6283),
    ("random", "clean", 91.9698),
])
def test_expected_games(teacher, until, value):
    assert exact.expected_games(teacher, until=until) == pytest.approx(value, abs=5e-5)


@pytest.mark.parametrize("length", [7, pytest.param(9, marks=pytest.mark.slow)])
def test_the_expected_number_of_games_as_a_fraction(length):
    rules = Rules(length=length)
    value = exact.expected_games("random", exact=True, rules=rules)
    assert isinstance(value, Fraction)
    assert float(value) == pytest.approx(exact.expected_games("random", rules=rules), rel=1e-12)


def test_the_clairvoyant_teacher_needs_17_63_games():
    assert clairvoyant().expected("machine") == pytest.approx(17.63, abs=5e-3)


@pytest.mark.bulk
def test_the_exact_engine_finds_the_same_number_for_the_clairvoyant_teacher():
    assert exact.expected_games("clairvoyant") == pytest.approx(clairvoyant().expected("machine"), abs=1e-6)
    replying = exact.expected_games("clairvoyant", first="human")
    assert replying == pytest.approx(clairvoyant().expected("human"), abs=1e-6)


@pytest.mark.parametrize("rules", [
    Rules(length=6), Rules(length=5, empty="keep_last"),
    Rules(length=5, overshoot="cap")])
@pytest.mark.slow
def test_the_exact_curve_of_the_clairvoyant_teacher_is_that_of_simulated_machines(rules):
    curve = exact.curve("clairvoyant", games=12, rules=rules, first="machine")
    run = matchbox.simulate(500, 12, "clairvoyant", first="machine", seed=5, rules=rules)
    for n in range(12):
        rate, expected = ((run.wins_starting[n], curve.machine_starts[n]) if n % 2 == 0 else
                          (run.wins_replying[n], curve.human_starts[n]))
        assert rate == pytest.approx(expected, abs=0.09)
    assert run.perfect[12] == pytest.approx(curve.perfect[12], abs=0.09)
    fractions = exact.curve("clairvoyant", games=3, rules=rules, exact=True)
    assert [float(p) for p in fractions.machine_starts] == pytest.approx(curve.machine_starts[:4])
    assert float(exact.win_probability("clairvoyant", rules=rules)) == pytest.approx(curve.machine_starts[0])


@pytest.mark.bulk
def test_an_exact_number_with_more_digits_than_python_prints_shows_its_value_and_its_length():
    games = exact.expected_games("random", until="clean", exact=True)
    assert isinstance(games, Fraction)
    digits = games.numerator.bit_length() * 0.30103
    assert digits > 4300
    assert repr(games).startswith("<LongFraction 91.9698")
    assert f", {int(digits) + 1} over " in str(games)
    assert float(games) == pytest.approx(exact.expected_games("random", until="clean"))
    assert repr(exact.expected_games("random", rules=Rules(length=4), exact=True)).startswith("LongFraction(")


def test_results_show_themselves_in_one_line():
    rules = Rules(length=4)
    for result in (exact.curve(games=100, rules=rules), exact.hitting_times(rules=rules),
                   matchbox.simulate(100, 100, rules=rules, seed=1),
                   matchbox.simulate(3, 5, rules=rules, learner="ucb1", seed=1)):
        assert repr(result).startswith(f"<{type(result).__name__}: ")
        assert len(repr(result)) < 200


def test_without_scipy_the_search_for_the_best_law_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    with pytest.raises(ModuleNotFoundError, match=r'pip install "finity-edu\[rl\]"'):
        best_law(Rules(length=4))


@pytest.mark.parametrize("rules", [Rules(length=3), Rules(length=5), Rules(length=6, step=2)], ids=str)
def test_no_law_teaches_faster_than_the_clairvoyant_teacher_who_plays_as_well_as_promised(rules):
    games = exact.expected_games("clairvoyant", rules=rules)
    assert games == pytest.approx(clairvoyant(rules).expected(), abs=1e-9)
    assert games < min(exact.expected_games(name, rules=rules) for name in ("random", "perfect", "epsilon:0.3"))


@pytest.mark.slow
def test_the_search_for_the_best_law_reports_its_progress_and_runs_once():
    rules, seen = Rules(length=4, seed=77), []
    best = best_memoryless(rules, lambda step, games: seen.append(games))
    assert len(seen) > 2
    assert min(seen) == pytest.approx(best.value, abs=1e-3)
    before = len(seen)
    assert best_memoryless(rules, lambda step, games: seen.append(games)) is best
    assert len(seen) == before


def test_no_teacher_can_do_it_in_fewer_than_14_losses():
    """At least 14 markers must go before play is perfect on winnable fields, and a loss takes one."""
    rules, goal = Rules(), mask_of(Rules(), Rules().bad_on_winnable)
    assert min(24 - c.bit_count() for c in exact.configurations(rules) if not c & goal) == 14


@pytest.mark.bulk
@pytest.mark.parametrize(("first", "value"), [("machine", 23.311), ("human", 23.404)])
def test_the_best_memoryless_teacher_to_a_thousandth(first, value):
    """The optimum depends on who starts game 1, and a simulation of the law agrees with its value."""
    best = best_law(first=first)
    assert best.value == pytest.approx(exact.expected_games(best.law, first=first), abs=1e-9)
    assert best.value == pytest.approx(value, abs=1e-3)
    run = matchbox.simulate(machines=400_000, games=150, teacher=best.law, first=first, seed=1)
    assert sum(1 - p for p in run.perfect) == pytest.approx(best.value, abs=0.06)


def test_the_best_memoryless_teacher_of_a_small_board():
    rules = Rules(length=5)
    best = best_law(rules)
    assert best.value == pytest.approx(exact.expected_games(best.law, rules=rules), rel=1e-9)
    assert clairvoyant(rules).expected() < best.value < exact.expected_games("epsilon:0.3", rules=rules)
    for d in (4, 5):  # no small change is better
        for shift in (0.02, -0.02):
            row = [min(1.0, max(0.0, q + s)) for q, s in zip(best.law[d], (shift, -shift, 0), strict=True)]
            other = (*best.law[:d], tuple(q / sum(row) for q in row), *best.law[d + 1:])
            assert exact.expected_games(other, rules=rules) >= best.value - 1e-4


# -- curves --------------------------------------------------------------------------------------------------------


def test_learning_hurts_first():
    both = exact.curve("perfect", games=1000, tester="random").both
    assert both[0] == pytest.approx(0.500, abs=1e-12)
    assert min(both) == both[8] == pytest.approx(0.424, abs=5e-4)
    assert both[-1] == pytest.approx(0.833, abs=5e-4)


def test_random_training_makes_the_machine_too_cautious_as_second_player():
    replies = exact.curve("random", games=1000).human_starts
    assert max(replies) == replies[43] == pytest.approx(0.782, abs=5e-4)
    assert replies[-1] == pytest.approx(2 / 3, abs=1e-9)


def test_a_curve_has_one_entry_more_than_games_and_learning_is_never_undone():
    curve = exact.curve("epsilon:0.2", games=60, first="human")
    assert len(curve.machine_starts) == len(curve.human_starts) == len(curve.perfect) == 61
    assert curve.perfect[0] == 0
    assert all(a <= b + 1e-15 for a, b in zip(curve.perfect, curve.perfect[1:], strict=False))
    assert all(c <= p + 1e-15 for c, p in zip(curve.clean, curve.perfect, strict=True))


@pytest.mark.parametrize("games", [60, 120, 300])
def test_leaving_improbable_configurations_behind_costs_less_than_a_billionth_of_a_thousandth(games, monkeypatch):
    """All values lie between 0 and 1, so they are wrong by no more than the distribution is."""
    chain, found = exact.chain("random"), []
    for worth in ("WORTH", 0.0):
        with monkeypatch.context() as patch, chain.walk((0, 1)) as walk:
            if worth == 0:
                patch.setattr("matchbox.analysis.chain.WORTH", worth)
            walk.skip(games)
            found.append(walk.now[:])
    assert 0 < sum(abs(p - q) for p, q in zip(*found, strict=True)) < 1e-12


def test_one_game_of_every_configuration_is_computed_once_for_a_teacher():
    assert exact.chain("epsilon:0", Rules(seed=5, length=5)) is exact.chain("perfect", Rules(first="human", length=5))


def test_the_starter_of_the_first_game_matters():
    assert exact.curve(games=1, first="human").perfect == exact.curve(games=1, first="machine").perfect
    assert exact.curve(games=1, first="human").both != exact.curve(games=1, first="machine").both


SERIES = ("machine_starts", "human_starts", "perfect", "clean")


@pytest.mark.parametrize("case", sampled([
    ("epsilon:0.3", Rules(length=8)), ("perfect", Rules(length=7, first="human")), ("perfect-2", Rules(length=6)),
    ("random", Rules(length=5, overshoot="cap")), ("random", Rules(length=5, overshoot="illegal")),
    ("random", Rules(length=6, empty="keep_last")), ("random", Rules(length=6, empty="refill")),
    ("random", Rules(length=6, starter="human")), ("random", Rules(length=8, step=2)),
    ("clairvoyant", Rules(length=6)),
], name=lambda case: "-".join(map(str, case)), of=3))
def test_the_compiled_engine_the_interpreted_one_and_fractions_agree(case, interpreted):
    """The first two to the last bit."""
    teacher, rules = case

    def found():
        games = None if rules.empty == "refill" else exact.expected_games(teacher, rules=rules)
        return exact.chain(teacher, rules).edges, exact.curve(teacher, games=25, rules=rules), games

    compiled = found()
    with interpreted():
        assert found() == compiled
    fractions = exact.curve(teacher, games=6, rules=rules, exact=True)
    assert all(isinstance(v, Fraction) for v in fractions.machine_starts)
    for name in SERIES:
        assert getattr(compiled[1], name)[:7] == pytest.approx([float(v) for v in getattr(fractions, name)], abs=1e-12)


@pytest.mark.bulk
@pytest.mark.parametrize("teacher", ["random", "perfect", "perfect-1", "epsilon:0.3"])
def test_on_the_big_board_too_they_agree_to_the_last_bit(teacher, interpreted):
    def found():
        return (exact.chain(teacher).edges, exact.curve(teacher, games=300), exact.expected_games(teacher),
                clairvoyant().values)

    compiled = found()
    with interpreted():
        assert found() == compiled


def test_where_markers_come_back_no_expected_number_of_games_is_computed():
    """The configurations are not partially ordered then: one backward pass would be wrong."""
    rules = Rules(length=4, empty="refill")
    with pytest.raises(UserError, match=r"refill.*matchbox\.simulate"):
        exact.expected_games(rules=rules)
    assert exact.curve(games=200, rules=rules).perfect[-1] > 0.99


def test_probabilities_of_one_game_add_up():
    table = GameTable(Rules(), law("random"), Fraction)
    for config in exact.configurations(Rules())[::997]:
        for starter in ("machine", "human"):
            game = table.play(config, starter)
            assert 0 <= game.win <= 1 - sum(game.removed.values())


# -- absorbing configurations and hitting times --------------------------------------------------------------------


def test_against_random_play_exactly_one_absorbing_configuration_is_reached_almost_surely():
    assert exact.absorbing("random") == pytest.approx({mask_of(Rules(), Rules().winning): 1})
    for small in (Rules(length=4), Rules(length=6), Rules(length=7, step=2)):
        assert exact.absorbing("random", rules=small, exact=True) == {mask_of(small, small.winning): 1}
        uneven = {d: [Fraction(1, 1000)] * (n - 1) + [1 - Fraction(n - 1, 1000)]
                  for d in range(1, small.length + 1) for n in [len(small.human_moves(d))]}
        assert exact.absorbing(uneven, rules=small, exact=True) == {mask_of(small, small.winning): 1}


@pytest.mark.parametrize("reply", [1, 2, 3])
def test_a_rigid_teacher_leaves_bad_markers_behind(reply):
    ends = exact.absorbing(f"perfect-{reply}")
    assert sum(ends.values()) == pytest.approx(1)
    assert all(c & mask_of(Rules(), Rules().bad_on_winnable) for c in ends)
    assert exact.expected_games(f"perfect-{reply}") == float("inf")


@pytest.mark.parametrize("starter", ["machine", "human"])
def test_with_a_fixed_role_some_bad_markers_are_never_met(starter):
    ends = exact.absorbing("random", rules=Rules(starter=starter))
    assert all(c & mask_of(Rules(), Rules().bad) for c in ends)


def test_hitting_times_have_the_right_mean_and_quantiles():
    times = exact.hitting_times("perfect")
    mean = sum(n * p for n, p in enumerate(times.probability)) / times.cumulative[-1]
    assert times.mean == pytest.approx(48.7120, abs=5e-5)
    assert mean == pytest.approx(times.mean, abs=0.1)  # the tail above 99.9 % is cut off
    for q, n in times.quantiles.items():
        assert times.cumulative[n] >= q > times.cumulative[n - 1]


def test_a_goal_that_is_never_reached_has_no_quantiles():
    assert exact.hitting_times("perfect-1").quantiles == {}


def test_a_goal_that_is_reached_late_is_awaited_as_long_as_the_limit_says():
    """Two hundred games without progress say nothing where the goal is reached at last."""
    rules = Rules(length=5)
    rows = zip(law("perfect-1", rules), law("random", rules), strict=True)
    hardly_ever = [[a + (b - a) / 10**9 for a, b in zip(*row, strict=True)] for row in rows]
    times = exact.hitting_times(hardly_ever, rules=rules, quantiles=(1e-7, 0.5), limit=2000)
    assert isfinite(times.mean)
    assert len(times.cumulative) == 2001
    assert list(times.quantiles) == [1e-7]


def test_expected_games_is_the_sum_of_the_survival_probabilities():
    times = exact.hitting_times("random", quantiles=(0.999999999,))
    assert sum(1 - p for p in times.cumulative) == pytest.approx(75.9528, abs=1e-3)


def test_marker_survival_matches_the_distribution():
    rows = exact.marker_survival("random", games=[0, 5, 9])
    assert set(rows[0].values()) == {1.0}
    chain, bit = exact.chain("random"), Rules().circles.index((3, 2))
    with chain.walk((0, 1)) as walk:
        walk.skip(9)
        there = sum(p for p, c in zip(walk.now, chain.configs, strict=True) if c >> bit & 1)
        assert sum(walk.now) == pytest.approx(1)
    assert rows[9][3, 2] == pytest.approx(there)


# -- two machines --------------------------------------------------------------------------------------------------


@pytest.mark.bulk
def test_two_machines_learn_for_33_11_games_and_17_16_percent_become_perfect():
    runs, goal, last, perfect = 2000, mask_of(Rules(), Rules().bad_on_winnable), [], 0
    for seed in range(runs):
        match = matchbox.Match(Rules(), teacher="machine", seed=seed)
        learned, markers = 0, 48
        for n in range(1, 151):
            match.play_game()
            left = sum(sum(m.counts.values()) for m in (match.machine, match.teacher))
            learned, markers = (n if left < markers else learned), left
        last.append(learned)
        perfect += sum(not m.configuration & goal for m in (match.machine, match.teacher))
    assert fmean(last) == pytest.approx(33.11, abs=4 * stdev(last) / sqrt(runs))
    assert perfect / (2 * runs) == pytest.approx(0.1716, abs=4 * sqrt(0.1716 * 0.8284 / (2 * runs)))


ALONE = """
from matchbox.analysis.laws import TEACHERS, law
from matchbox.rules.ruleset import Rules
assert {"memoryless", "didactic"} <= set(TEACHERS)
rules = Rules(length=4)
print(law("didactic", rules) != law("random", rules))
"""


def test_every_law_of_the_table_is_known_whatever_else_has_been_imported():
    done = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
