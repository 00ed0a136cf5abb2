"""The arena: fair schedule, resumable, the same on every number of processes, a table with intervals."""

import json
import sys
from math import isclose, log, log10, sqrt

import pytest
from click.testing import CliRunner

from finity_edu.cli import main
from finity_edu.players import Arena, Custom, PlayerError, elo_ratings, player, wilson
from tests.needs import needed

PAIR = (player("greedy"), player("random"))


def opening(position, seat):
    """An evaluation that processes can share, since it belongs to a module."""
    return -len(position.layout.arrows)


def test_every_word_is_played_with_both_seatings():
    schedule = Arena(PAIR, games=6, seed=2).schedule()
    assert [number for number, _, _ in schedule] == list(range(6))
    for (_, word, turn), (_, again, back) in zip(schedule[::2], schedule[1::2], strict=True):
        assert word == again
        assert turn == back[::-1]
    assert len({word for _, word, _ in schedule}) > 1


def test_every_pair_meets_equally_often():
    three = Arena([*PAIR, player("beginner")], games=4)
    turns = [frozenset(turn) for _, _, turn in three.schedule()]
    assert {turns.count(pair) for pair in turns} == {4}


def test_at_larger_tables_everybody_sits_everywhere():
    arena = Arena([*PAIR, player("beginner")], games=6, seats=3)
    for seat in range(3):
        assert sorted(turn[seat] for _, _, turn in arena.schedule()) == [0, 0, 1, 1, 2, 2]


def test_an_interrupted_run_goes_on_and_ends_as_an_uninterrupted_one(tmp_path):
    file = tmp_path / "games.jsonl"
    whole = Arena(PAIR, games=4, seed=1).run()
    Arena(PAIR, games=2, seed=1).run(file=file)
    with file.open("a") as out:
        out.write('{"number": 2, "wo')  # cut off while writing
    played = []
    standings = Arena(PAIR, games=4, seed=1).run(
        file=file, progress=lambda games, total: (played.append(game.number) or game for game in games)
    )
    assert played == [2, 3]
    assert standings.games == whole.games
    assert len(file.read_text().splitlines()) == 5


def pressing_ctrl_c_at_line(number, arena, file):
    """Run the arena, and interrupt it as the loop over the games begins its line of this number, counted as it goes."""
    lines = 0

    def trace(frame, event, _):
        nonlocal lines
        if frame.f_code is not Arena.run.__code__:
            return None
        if event == "line" and "finished" in frame.f_locals:
            lines += 1
            if lines == number:
                sys.settrace(None)
                raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        return arena.run(file=file), lines
    finally:
        sys.settrace(before)


@pytest.mark.slow
def test_at_whatever_line_it_is_interrupted_it_counts_the_games_of_the_file(tmp_path):
    counts = set()
    for number in range(4, 100):
        file = tmp_path / f"{number}.jsonl"
        try:
            standings, lines = pressing_ctrl_c_at_line(number, Arena(PAIR, games=3, seed=1), file)
        except KeyboardInterrupt:
            games = len(file.read_text().splitlines()) - 1
            assert games in (0, 3)  # before the first game there is nothing to show; after the last nothing is lost
            counts.add(games)
            continue
        assert len(standings.games) == len(file.read_text().splitlines()) - 1
        counts.add(len(standings.games))
        if lines < number:
            break
    assert counts == {0, 1, 2, 3}


def test_several_processes_play_the_same_games():
    assert Arena(PAIR, games=3, seed=1).run(processes=2).games == Arena(PAIR, games=3, seed=1).run().games


def test_a_file_of_another_arena_is_refused(tmp_path):
    file = tmp_path / "games.jsonl"
    Arena(PAIR, games=1, seed=1).run(file=file)
    with pytest.raises(PlayerError, match=r"another arena \(seed"):
        Arena(PAIR, games=1, seed=2).run(file=file)
    file.write_text("no json\n{}\n")
    with pytest.raises(PlayerError, match="line 1"):
        Arena(PAIR, games=1).run(file=file)


@pytest.mark.parametrize(
    ("players", "options", "words"),
    [
        ([player("greedy")], {}, "at least two"),
        ([player("greedy"), player("greedy")], {}, "different names"),
        (PAIR, {"games": 0}, "at least 1"),
        (PAIR, {"seconds": 0.0}, "more than 0"),
        (PAIR, {"seats": 5}, "2, 3 or 4"),
    ],
)
def test_bad_settings_are_refused_by_name(players, options, words):
    with pytest.raises(ValueError, match=words):
        Arena(players, **options)


def test_an_own_evaluation_enters_the_arena_in_three_lines():
    mine = Custom(opening, "mine")
    standings = Arena([mine, player("random")], games=2, cap=20).run(processes=2)
    assert sum(standings.counts("mine", "random")) == 2


def test_a_player_that_cannot_be_sent_is_named():
    with pytest.raises(PlayerError, match="'mine' cannot be sent"):
        Arena([Custom(lambda position, seat: 0.0), player("random")], games=2).run(processes=2)


def test_ratings_follow_the_elo_formula():
    encounters = [("a", "b", 1.0)] * 75 + [("a", "b", 0.0)] * 25
    rating = elo_ratings(["a", "b"], encounters)
    p = (75 + 0.125) / 100.25  # half a virtual draw is split between wins and losses
    assert isclose(rating["a"].elo - rating["b"].elo, 400 * log10(p / (1 - p)), rel_tol=0.01)
    assert isclose(rating["a"].elo, -rating["b"].elo, abs_tol=1e-6)


def test_more_games_make_narrower_intervals_and_unbeaten_players_have_a_rating():
    few = elo_ratings(["a", "b"], [("a", "b", 1.0)] * 10)
    many = elo_ratings(["a", "b"], [("a", "b", 1.0), ("a", "b", 0.0)] * 50)
    assert 0 < few["a"].elo < 2000
    assert many["a"].plus_minus < few["a"].plus_minus
    chain = elo_ratings(["a", "b", "c"], [("a", "b", 1.0), ("b", "c", 1.0)] * 5)
    assert chain["a"].elo > chain["b"].elo > chain["c"].elo


def test_wilson_intervals_contain_the_share_and_never_leave_the_unit_interval():
    for successes in range(21):
        low, high = wilson(successes, 20)
        assert 0 <= low <= successes / 20 <= high <= 1
    assert wilson(20, 20)[0] > 0.8
    with pytest.raises(ValueError, match="trials"):
        wilson(1, 0)


def test_the_command_prints_the_table_or_json(tmp_path):
    arguments = ["arena", "greedy", "random", "--games", "2", "--processes", "1", "--seed", "1"]
    text = CliRunner().invoke(main, arguments)
    assert text.exit_code == 0, text.output
    assert "greedy" in text.output
    assert "±" in text.output
    data = CliRunner().invoke(main, [*arguments, "--json", "--file", str(tmp_path / "g.jsonl")])
    parsed = json.loads(data.output)
    assert parsed["pairs"][0]["wins"] == 2
    german = CliRunner().invoke(main, [*arguments, "--lang", "de"])
    assert "gewonnen" in german.output


@pytest.mark.parametrize("arguments", [["arena", "greedy"], ["arena", "greedy", "nobody"]])
def test_mistakes_at_the_command_line_end_with_code_2_and_no_traceback(arguments):
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 2
    assert "Traceback" not in done.output


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", "not the address of a scheduler"), ("de", "keine Adresse eines Schedulers"), ("es", "no es la dirección")],
)
def test_an_address_that_is_none_is_a_mistake_at_the_command_line_too(lang, words):
    needed("distributed")
    arguments = ["arena", "greedy", "random", "--games", "1", "--scheduler", "nonsense", "--lang", lang]
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 2
    assert "nonsense" in done.output
    assert words in done.output
    assert "tls://192.0.2.7:8786" in done.output
    assert "Traceback" not in done.output


def test_a_scheduler_elsewhere_that_asks_nobody_for_a_certificate_is_refused():
    needed("distributed")
    done = CliRunner().invoke(main, ["arena", "greedy", "random", "--games", "1", "--scheduler", "tcp://192.0.2.7:8786"])
    assert done.exit_code == 2
    assert "Dask asks for no password" in done.output
    assert "Traceback" not in done.output


@pytest.mark.slow
def test_workers_of_a_dask_scheduler_play_the_same_games():
    distributed = needed("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        there = Arena(PAIR, games=2, seed=1).run(scheduler=cluster.scheduler_address)
    assert there.games == Arena(PAIR, games=2, seed=1).run().games


def test_the_interval_of_a_rating_is_that_of_two_players_around_their_mean():
    """Of two players: the difference is a logit of binomial trials, and each lies half of it from the mean."""
    encounters = [("a", "b", 1.0)] * 60 + [("a", "b", 0.0)] * 40
    rating = elo_ratings(["a", "b"], encounters)
    won, games = 60.25, 100.5  # half a draw more than was played
    share = won / games
    unit = 400 / log(10)
    assert rating["a"].elo == pytest.approx(unit * log(share / (1 - share)) / 2)
    deviation = unit / sqrt(games * share * (1 - share))
    assert rating["a"].plus_minus == pytest.approx(1.959964 * deviation / 2, rel=1e-4)
    assert rating["a"].plus_minus == pytest.approx(rating["b"].plus_minus)
