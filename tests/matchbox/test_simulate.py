from math import isnan, sqrt

import pytest

import matchbox
from boardkit.errors import UserError
from boardkit.intervals import wilson
from matchbox import Rules
from matchbox.analysis import exact, kernel

SIZES = {"masks": 60_000, "objects": 60}


def scores(run, curve):
    """Standardised differences between a simulation and the exact curve, one per game."""
    result = []
    for wins, played, probability in ((run.count_starting, run.played_starting, curve.machine_starts),
                                      (run.count_replying, run.played_replying, curve.human_starts)):
        for w, n, p in zip(wins, played, probability, strict=False):
            if n and 0 < p < 1:
                result.append((w - n * p) / sqrt(n * p * (1 - p)))
            elif n:
                assert w == n * p
    return result


@pytest.mark.parametrize("engine", SIZES)
@pytest.mark.parametrize(("teacher", "rules"), [
    ("random", Rules()), ("perfect", Rules()), ("epsilon:0.3", Rules(first="human")),
    ("random", Rules(length=6, overshoot="illegal")), ("random", Rules(length=5, overshoot="cap")),
    ("random", Rules(length=6, empty="keep_last")), ("random", Rules(length=6, empty="refill")),
    ("random", Rules(length=7, step=2, starter="human")), ({4: (0.7, 0.2, 0.1)}, Rules(length=5, starter="machine")),
], ids=str)
def test_every_engine_agrees_with_the_exact_curve(engine, teacher, rules):
    """z-test at every game: none beyond 4.5 standard deviations, and their mean square is that of chance.

    Games of the same machines depend on each other, so the mean square scatters more than it would otherwise (by
    about 0.3 around 1; a wrong rule gives tens).
    """
    games = 40
    run = matchbox.simulate(SIZES[engine], games, teacher, rules=rules, engine=engine, seed=11)
    curve = exact.curve(teacher, games, rules=rules)
    z = scores(run, curve)
    assert run.engine == engine
    assert max(map(abs, z)) < 4.5
    assert 0.2 < sum(v * v for v in z) / len(z) < 2.2
    for rate, p in zip(run.perfect, curve.perfect, strict=True):
        assert abs(rate - p) <= 5 * sqrt(max(p * (1 - p), 1e-4) / run.machines)


@pytest.mark.parametrize("engine", SIZES)
def test_the_same_seed_gives_the_same_result_and_another_seed_another_one(engine):
    size = SIZES[engine] // 5
    first, second, other = (matchbox.simulate(size, 20, seed=s, engine=engine) for s in (3, 3, 4))
    assert first.to_dict() == second.to_dict()
    assert [list(map(int, row)) for row in first.markers] == [list(map(int, row)) for row in second.markers]
    assert first.count_starting != other.count_starting


def test_the_result_does_not_depend_on_more_machines_or_games_being_there(monkeypatch):
    one, more = (matchbox.simulate(n, 50, seed=8) for n in (2000, 3000))
    assert more.markers[:2000] == one.markers
    monkeypatch.setattr("matchbox.players.simulate.PIECE", 7)
    monkeypatch.setattr("matchbox.players.simulate.MOST", 300)
    assert matchbox.simulate(2000, 50, seed=8).to_dict() == one.to_dict()


@pytest.mark.parametrize("teacher", ["random", "epsilon:0.3"])
@pytest.mark.parametrize("rules", [
    Rules(), Rules(first="human", starter="random"), Rules(starter="loser", overshoot="illegal"),
    Rules(starter="winner", empty="refill"), Rules(starter="human", overshoot="cap"), Rules(learner="remove-all"),
    Rules(length=16, step=4, empty="keep_last"),
], ids=str)
def test_compiled_and_interpreted_machines_have_the_same_fate(rules, teacher, interpreted):
    compiled = matchbox.simulate(200, 40, teacher, rules=rules, seed=2**63 - 1)
    with interpreted():
        plain = matchbox.simulate(200, 40, teacher, rules=rules, seed=2**63 - 1)
    assert (plain.to_dict(), plain.final) == (compiled.to_dict(), compiled.final)


@pytest.mark.parametrize("starter", ["loser", "winner", "random"])
def test_starters_outside_the_exact_scope_agree_between_the_engines(starter):
    rules = Rules(starter=starter)
    runs = [matchbox.simulate(n, 12, rules=rules, engine=e, seed=5) for e, n in
            (("masks", 20_000), ("objects", 100))]
    for run in runs[1:]:
        for a, b, na, nb in zip(run.wins_starting, runs[0].wins_starting, run.played_starting,
                                runs[0].played_starting, strict=True):
            assert isnan(a) == isnan(b)
            assert isnan(a) or abs(a - b) < 4.5 * sqrt(0.25 / na + 0.25 / nb)
        share = [n / run.machines for n in run.played_starting]
        expected = [n / runs[0].machines for n in runs[0].played_starting]
        assert share == pytest.approx(expected, abs=4.5 * sqrt(0.5 / run.machines))


@pytest.mark.parametrize("size", [40_000, pytest.param(400_000, marks=pytest.mark.bulk)])
def test_remove_all_destroys_the_winning_opening_and_remove_last_never_does(size):
    """The opening 9.1 survives the rule "remove all" with 0.18 %."""
    last = matchbox.simulate(2_000, 600, "random", learner="remove-last", seed=2, until=[(9, 1)])
    every = matchbox.simulate(size, 600, "random", learner="remove-all", seed=2, until=[(9, 1)])
    assert set(last.perfect) == {0}
    assert 1 - every.perfect[-1] == pytest.approx(0.0018, abs=4.5 * sqrt(0.0018 / size) + 5e-5)


@pytest.mark.slow
@pytest.mark.parametrize("engine", SIZES)
@pytest.mark.parametrize("until", ["clean", [(2, 1)]])
def test_other_goals_than_perfect_play_are_counted_by_every_engine(engine, until):
    run = matchbox.simulate(SIZES[engine], 50, seed=4, engine=engine, until=until)
    curve = exact.curve(games=50)
    survival = exact.marker_survival("random", range(51))
    expected = curve.clean if until == "clean" else [1 - survival[n][2, 1] for n in range(51)]
    for rate, p in zip(run.perfect, expected, strict=True):
        assert abs(rate - p) <= 5 * sqrt(max(p * (1 - p), 1e-4) / run.machines)
    if not isinstance(until, str):
        left = [row[Rules().circles.index((2, 1))] for row in run.markers]
        assert sum(map(int, left)) == round((1 - run.perfect[-1]) * run.machines)


@pytest.mark.parametrize("learner", ["remove-all", "never-empty"])
def test_marker_learners_agree_between_the_engines(learner):
    runs = [matchbox.simulate(n, 40, "random", learner=learner, engine=e, seed=5) for e, n in
            (("masks", 40_000), ("objects", 60))]
    for run in runs[1:]:
        for a, b in zip(run.wins_starting + run.wins_replying, runs[0].wins_starting + runs[0].wins_replying,
                        strict=True):
            assert isnan(a) == isnan(b)
            assert isnan(a) or abs(a - b) < 4.5 * sqrt(0.25 / run.machines)


@pytest.mark.slow
def test_winning_markers_never_vanish_and_only_the_boxes_4_and_8_become_empty():
    rules = Rules()
    for teacher in ("random", "perfect", "perfect-1", "epsilon:0.3", {d: (1, 0, 0)[:min(3, d)] for d in range(1, 10)}):
        run = matchbox.simulate(4_000, 400, teacher, seed=1)
        for i, circle in enumerate(rules.circles):
            if circle in rules.winning:
                assert all(row[i] for row in run.markers)
        for d in set(range(1, 10)) - {4, 8}:
            box = [i for i, (field, _) in enumerate(rules.circles) if field == d]
            assert all(any(row[i] for i in box) for row in run.markers)


def test_engines_that_cannot_do_a_job_say_so():
    with pytest.raises(UserError, match="objects"):
        matchbox.simulate(10, 10, "clairvoyant", engine="masks")
    with pytest.raises(UserError, match="objects"):
        matchbox.simulate(10, 10, learner="menace", engine="masks")
    with pytest.raises(UserError, match="masks, objects"):
        matchbox.simulate(10, 10, engine="fortran")
    with pytest.raises(UserError, match="machines"):
        matchbox.simulate(0, 10)
    assert matchbox.simulate(3, 3, rules=Rules(markers=2)).engine == "objects"


@pytest.mark.parametrize("engine", SIZES)
def test_progress_is_reported_and_interruption_keeps_what_is_done(engine, monkeypatch):
    monkeypatch.setattr("matchbox.players.simulate.MOST", 1000)
    seen = []

    def stop_soon(done, total):
        seen.append((done, total))
        if len(seen) == 2:
            raise KeyboardInterrupt

    run = matchbox.simulate(3000, 50, engine=engine, progress=stop_soon, seed=1)
    assert run.interrupted
    assert run.machines == seen[-1][0] < 3000
    assert run.played_starting == [run.machines, 0] * 25


def test_wilson_intervals_surround_the_rate():
    run = matchbox.simulate(500, 10, seed=1)
    for rate, (low, high) in zip(run.wins_starting, run.band("starting"), strict=True):
        assert isnan(rate) or 0 <= low < rate < high <= 1
    assert wilson(0, 10)[0] == pytest.approx(0, abs=1e-12)
    assert wilson(0, 0) == (0.0, 1.0)


def test_random_numbers_are_those_of_splitmix64():
    """Its first two for the seed 0, as the generator's own reference program prints them."""
    step = 0x9E3779B97F4A7C15
    assert [kernel.mixed(step), kernel.mixed(2 * step % 2**64)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4]
