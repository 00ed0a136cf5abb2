"""The benchmark of the searching opponent: intervals and resuming."""

import json

import pytest

from benchmarks import amakta_arena as arena


def test_the_interval_agrees_with_published_values():
    low, high = arena.wilson(36, 40)
    assert (round(low, 3), round(high, 3)) == (0.769, 0.96)
    assert arena.wilson(40, 40)[1] == pytest.approx(1)
    assert arena.wilson(0, 40)[0] == pytest.approx(0)


def test_a_run_goes_on_where_it_was_stopped(tmp_path, monkeypatch):
    from click.testing import CliRunner

    played = []
    monkeypatch.setattr(arena, "RESULTS", tmp_path / "arena.jsonl")
    monkeypatch.setattr(arena, "one_game", lambda nodes, against, number: played.append(number) or {
        "points": 1.0, "seconds_a_move": 0.1})
    options = ["--against", "greedy", "--nodes", "7"]
    CliRunner().invoke(arena.main, [*options, "--games", "3"])
    result = CliRunner().invoke(arena.main, [*options, "--games", "5"])
    assert played == [0, 1, 2, 3, 4]
    assert "5 of 5" in result.output
    assert "not reached yet" in result.output, "forty games are needed"
    assert "5 of 5" in CliRunner().invoke(arena.main, [*options, "--report"]).output


def test_results_of_another_program_are_found_by_playing_again(tmp_path, monkeypatch):
    game = {"moves": 12, "ending": "win", "seconds": 1, "seconds_a_move": 0.1}
    monkeypatch.setattr(arena, "RESULTS", tmp_path / "arena.jsonl")
    monkeypatch.setattr(arena, "one_game", lambda nodes, against, number: {"points": 1.0, **game})
    rows = [{"nodes": 7, "against": "greedy", "game": n, "points": p, **game} for n, p in enumerate((1, 0.5, 1))]
    arena.RESULTS.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert arena.differences(7, "greedy", 3) == [1]
    assert arena.differences(7, "greedy", 1) == []


def test_a_game_is_the_same_when_it_is_played_again():
    first, again = (arena.one_game(60, "random", 1) for _ in range(2))
    assert {k: v for k, v in first.items() if "seconds" not in k} == {
        k: v for k, v in again.items() if "seconds" not in k}
