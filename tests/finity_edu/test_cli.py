"""The command line: what it prints, and that mistakes end with exit code 2 and no traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from finity_edu import Position
from finity_edu.cli import LAZY, main
from finity_edu.rules.corpus import Replay
from finity_edu.rules.record import Record, new_game
from tests.boardkit.commands import check_mistake
from tests.cases import every
from tests.finity_edu.make_goldens import FOLDER


def run(*words: str, stdin: str = "") -> Result:
    return CliRunner().invoke(main, [*words], input=stdin, catch_exceptions=False)


def test_the_help_lists_every_command_without_loading_it() -> None:
    text = run("--help").output
    for name in ("play", "rules", "perft", "replay", *LAZY):
        assert name in text


def test_the_rules_are_a_table_of_differences() -> None:
    short, full = run("rules").output, run("rules", "--all", "--sources").output
    assert "sweep" in short
    assert "rings_medium" not in short
    assert "rings_medium" in full
    data = json.loads(run("rules", "--json").output)
    assert data["piglab"]["sweep"]["value"] == "way"
    assert data["piglab"]["sweep"]["source"]


def test_perft_counts_and_divides() -> None:
    assert run("perft", "2", "--word", "bbwwbwbw").output.strip() == "55,076"
    data = json.loads(run("perft", "1", "--players", "3", "--divide", "--json").output)
    assert sum(data.values()) == 144


def test_replay_reads_game_files() -> None:
    result = run("replay", *map(str, sorted(FOLDER.glob("*.finity"))))
    assert result.exit_code == 0
    assert "10 of 10 games" in result.output


def test_replay_goes_on_after_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    bad = tmp_path / "bad.finity"
    bad.write_text("x", encoding="utf-8")
    games = sorted(FOLDER.glob("*.finity"))[:2]
    result = run("replay", str(games[0]), str(bad), str(games[1]))
    assert result.exit_code == 1
    lines = result.output.splitlines()
    assert f"{bad}: Line 1, column 1: the move number 1." in lines[-2]
    assert "2 of 3 games" in lines[-1]


def test_a_game_is_played_saved_and_loaded(tmp_path: Path) -> None:
    file = tmp_path / "game.finity"
    stdin = f"+bN>NE.m\nmoves +oNE\nwhy +bS>SE.l\nundo\nredo\n+bS>SE.m\nsave {file}\nquit\n"
    result = run("play", "--word", "bbwwbwbw", stdin=stdin)
    assert result.exit_code == 0
    assert [str(move) for move in Record.parse(file.read_text(encoding="utf-8")).game.moves] == ["+bN>NE.m", "+bS>SE.m"]
    again = run("play", "--load", str(file), stdin="+oNE.q\n+oNE.s\nresign\n")
    assert "expected a ring size" in again.output
    assert "won by c" in again.output
    assert "[Start " in again.output  # the moves that no file holds are printed, so nothing is lost


def test_every_move_is_saved_when_a_file_is_given(tmp_path: Path) -> None:
    file = tmp_path / "auto.finity"
    played = run("play", "--word", "bbwwbwbw", "--save", str(file), "--json", stdin="+bN>NE.m\n")
    assert json.loads(played.stdout)["moves"] == ["+bN>NE.m"]
    assert "+bN>NE.m" in file.read_text(encoding="utf-8")


def test_playing_on_keeps_the_tags_and_comments_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "game.finity"
    start = Position.start(word="bbwwbwbw")
    file.write_text(str(Record(new_game(start, ["+bN>NE.m"]), {"Event": "club"}, {1: "bold"})), encoding="utf-8")
    run("play", "--load", str(file), "--save", str(file), stdin="+bS>SE.m\n")
    record = Record.parse(file.read_text(encoding="utf-8"))
    assert (len(record.game.moves), record.tags, record.comments) == (2, {"Event": "club"}, {1: "bold"})


def test_a_broken_file_leaves_the_game_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "broken.finity"
    file.write_text("[Game", encoding="utf-8")
    result = run("play", "--word", "bbwwbwbw", stdin=f"+bN>NE.m\nload {file}\nsave {tmp_path / 'kept'}\nquit\n")
    assert str(file) in result.output
    assert "+bN>NE.m" in (tmp_path / "kept").read_text(encoding="utf-8")


def test_the_computer_takes_a_seat_and_undo_goes_back_to_the_human(tmp_path: Path) -> None:
    file = tmp_path / "game.finity"
    result = run("play", "--word", "bbwwbwbw", "--computer", "y=greedy", stdin=f"+bN>NE.m\nundo\nsave {file}\nquit\n")
    assert "y plays " in result.output
    assert Record.parse(file.read_text(encoding="utf-8")).game.moves == ()


@pytest.mark.slow
def test_advice_names_moves_and_reasons() -> None:
    output = run("play", "--word", "bbwwbwbw", stdin="advice\nquit\n").output
    assert "+" in output.split("1 (c) to move> ")[1]


def test_the_terminal_speaks_three_languages() -> None:
    assert "erlaubte Züge" in run("play", "--lang", "de", "--word", "bbwwbwbw", stdin="moves\n").output
    assert "jugadas legales" in run("play", "--word", "bbwwbwbw", stdin="language es\nmoves\n").output


@every(
    ("words", "mentions"),
    [
        (("play", "--word", "xyz"), "symbols b and w"),
        (("play", "--word", "bb"), "2 symbols"),
        (("play", "--players", "7"), "2, 3 or 4"),
        (("play", "--rules", "chess"), "no rule set"),
        (("play", "--board", "nowhere"), "no board"),
        (("play", "--load", "absent.finity"), "absent.finity"),
        (("perft", "1", "--position", "bga/2 x c"), "^"),
        (("perft", "--", "-1"), "from 0 to 300"),
        (("perft", "0", "--divide"), "from 1 to 300"),
        (("perft", "99999999999999999999", "--board", "abcd"), "from 0 to 300"),
        (("perft", "1", "--board", "abcd", "--players", "3"), "--players has no effect together with --board"),
        (("perft", "1", "--position", "bga/2 bbwwbwbw c; posts c@N y@S", "--word", "bb"), "--word has no effect"),
        (("perft", "1", "--word", "bbwwbwbw", "--seed", "3"), "--seed has no effect together with --word"),
        (("play", "--load", "x.finity", "--rules", "bga"), "--rules has no effect together with --load"),
        (("play", "--save", "nowhere/x.finity"), "nowhere"),
        (("play", "--computer", "=random"), "'=random' is not a seat"),
        (("play", "--computer", "cy=random"), "'cy=random' is not a seat"),
        (("play", "--computer", "c=random", "--computer", "c=greedy"), "seat c is given to the computer twice"),
        (("play", "--board", "[A:0,0 D*:0,1]"), "written in a position"),
        (("replay", "absent"), "absent"),
        (("rules", "--file", "absent.toml"), "absent.toml"),
        (("nonsense",), "nonsense"),
        (("play", "--computer", "z=strong"), "z=strong"),
        (("play", "--computer", "y=clever"), "clever"),
    ],
)
def test_a_mistake_is_explained_and_ends_with_code_two(words: tuple[str, ...], mentions: str) -> None:
    check_mistake(run(*words), mentions)


def test_perft_draws_a_tower_only_if_a_seed_is_given() -> None:
    start = {seed: json.loads(run("perft", "0", "--json", *seed).output)["position"]
             for seed in ((), ("--seed", "3"), ("--seed", "4"))}
    assert start[()].startswith("bga/2 bbwwbwbw c")
    assert len(set(start.values())) == 3


def test_perft_of_several_moves_is_the_sum_of_its_parts() -> None:
    parts = json.loads(run("perft", "2", "--board", "abcd", "--divide", "--json").output)
    assert json.loads(run("perft", "2", "--board", "abcd", "--json").output)["perft"] == sum(parts.values())


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\xff\x00")
    for words in (("play", "--load", str(file)), ("replay", str(file))):
        result = run(*words)
        assert result.exit_code == 2
        assert f"{file}: this is not a text file" in result.output


def test_ctrl_c_tells_how_many_games_were_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    files = [str(file) for file in sorted(FOLDER.glob("*.finity"))]

    def interrupted(file: Path) -> Replay:
        if str(file) == files[2]:
            raise KeyboardInterrupt
        return Replay(str(file), 1, None, ())

    monkeypatch.setattr("finity_edu.cli._replay_one", interrupted)
    result = run("replay", *files)
    assert f"interrupted after 2 of {len(files)} games" in result.stderr
    assert "2 of 2 games agree" in result.stdout


def test_replay_without_a_folder_says_how_to_name_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FINITY_GAMES", raising=False)
    result = run("replay")
    assert result.exit_code == 2
    assert "FINITY_GAMES" in result.output
