"""The strongest player's matches with a clock: what the committed games show, and how they are kept."""

import json

import pytest
from click.testing import CliRunner

from benchmarks import finity_arena, matches

AGAIN = "play the matches on a quiet machine: python -m benchmarks.finity_arena"


@pytest.mark.slow
def test_the_committed_games_are_complete_and_belong_to_the_present_settings_and_players():
    assert finity_arena.stale() == {}, AGAIN


def test_the_strongest_player_beats_greedy_in_at_least_ninety_of_a_hundred_games():
    wins, draws, losses = finity_arena.counts("greedy")
    assert wins + draws + losses == 100, AGAIN
    assert wins >= 90


def test_the_strongest_player_loses_none_of_a_hundred_games_to_random():
    wins, draws, losses = finity_arena.counts("random")
    assert (wins + draws + losses, losses) == (100, 0), AGAIN


def test_the_strongest_player_keeps_to_its_time_in_nearly_all_moves():
    kept, moves = finity_arena.in_time()
    assert moves > 0, AGAIN
    assert kept >= 0.95 * moves


def test_words_are_played_with_both_colours():
    for against in finity_arena.AGAINST:
        rows = matches.played(finity_arena.RESULTS, finity_arena.match(against))
        assert rows, AGAIN
        for first, second in zip(rows[::2], rows[1::2], strict=True):
            assert first["word"] == second["word"]
            assert first["players"] == second["players"][::-1] == [finity_arena.STRONG, against]


@pytest.fixture
def results(tmp_path, monkeypatch):
    """A file of results of our own, and games that are over at once: the strongest player wins the even ones."""

    def one_game(against, number):
        winner = finity_arena.STRONG if number % 2 == 0 else None
        return {"winner": winner, "moves": 10, "late": number % 2, "slowest": 0.3, "busy": 0.9}

    path = tmp_path / "arena.jsonl"
    monkeypatch.setattr(finity_arena, "RESULTS", path)
    monkeypatch.setattr(finity_arena, "one_game", one_game)
    monkeypatch.setattr(matches, "program_hash", lambda names: "this")  # a test of its own asks what it sees
    return path


def run(*arguments):
    return CliRunner().invoke(finity_arena.main, arguments)


def test_a_stopped_run_goes_on_and_reports_scores_with_intervals_and_the_moves_in_time(results):
    first = run("--against", "greedy", "--games", "2")
    assert "1 wins (9.5% to 90.5%), 1 draws (9.5% to 90.5%), 0 losses (0.0% to 65.8%) of 2" in first.output
    run("--against", "greedy", "--games", "4")
    assert [json.loads(line)["game"] for line in results.read_text().splitlines()] == [0, 1, 2, 3]
    assert "95.00% of 40 moves within 0.350 s" in run("--report").output
    assert len(results.read_text().splitlines()) == 4


@pytest.mark.slow
def test_games_of_other_players_are_named_as_stale_and_played_anew(results, monkeypatch):
    assert run("--stale").exit_code == 1
    run()
    assert (run("--stale").exit_code, run("--stale").output) == (0, "")
    monkeypatch.setattr(matches, "program_hash", lambda names: "other")
    stale = run("--stale")
    assert stale.exit_code == 1
    assert "strong against greedy: 100 games differ in code" in stale.output
    assert "no games yet" in run("--report").output
    run("--games", "1")
    assert {json.loads(line)["code"] for line in results.read_text().splitlines()} == {"other"}


def test_the_hash_of_a_program_sees_what_it_does_and_not_how_it_is_explained(tmp_path, monkeypatch):
    package = tmp_path / "players_of_a_test"
    package.mkdir()
    part = package / "part.py"
    (package / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))

    def hash_of(text):
        part.write_text(text)
        return matches.program_hash([package.name])

    before = hash_of('"""One."""\nx = 1  # why\n"""Of x."""\n\n\ndef f():\n    """Text."""\n    return x\n')
    assert hash_of("x = 1\ndef f():\n    return x\n") == before
    assert hash_of("x = 2\ndef f():\n    return x\n") != before
    with pytest.raises(ValueError, match="no module 'nothing_of_that_name'"):
        matches.program_hash(["nothing_of_that_name"])


@pytest.mark.slow
def test_a_short_game_of_the_match_is_written_down_with_its_times():
    row = finity_arena.one_game("random", 1)
    assert row["players"] == ("random", "strong")
    assert row["moves"] == row["plies"] // 2
    assert 0 <= row["late"] <= row["moves"]
    assert row["winner"] == "strong"
