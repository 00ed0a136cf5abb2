"""The command line: answers, JSON, languages, exit codes."""

import json

import pytest
from click.testing import CliRunner

from amakta.cli import main
from tests.boardkit.commands import check_mistake
from tests.cases import every


def run(*arguments, **options):
    """The result of a call of the command."""
    return CliRunner().invoke(main, list(arguments), prog_name="amakta", **options)


def answer(*arguments):
    """The JSON that a call prints."""
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_perft_and_its_division():
    assert answer("perft", "--board", "zeile3", "--set", "solo", "--depth", "6")["perft"] == [1, 2, 4, 9, 19, 42, 89]
    divided = answer("perft", "--depth", "3", "--divide")
    assert divided["total"] == sum(divided["divide"].values()) == 42


def test_graph_with_structure_and_picture(tmp_path):
    file = tmp_path / "graph.svg"
    facts = answer("graph", "--board", "zeile3", "--set", "solo", "--structure", "--svg", str(file))
    assert (facts["states"], facts["levels"], facts["orbits_with_colours"]) == (14, [1, 2, 3, 3, 2, 2, 1], 7)
    assert file.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.slow
def test_solve_answers_with_winner_moves_and_layers():
    facts = answer("solve")
    assert (facts["winner"], facts["plies"], facts["best_moves"]) == ("W", 5, ["place -1,0 111111"])
    assert facts["layers"]["W"] == [722, 352, 330, 395, 365, 225, 100, 36, 6]
    assert answer("solve", "--board", "kaefer9", "--set", "kreuz", "--circles", "B:442442G")["winner"] == "W"


def test_stones_are_counted_and_described():
    assert answer("stones")["count"] == 86_185
    assert answer("stones", "--contents", "4", "--enumerate")["count"] == 430
    assert answer("stones", "140000")["140000"]["value"] == {"none": 20, "G": 13, "V": 34}


def test_a_mirror_with_one_cycle_is_said_in_the_singular():
    assert "mirror with 1 cycle:" in run("stones", "--contents", "1", "--directions", "1").output


def test_programs_make_no_more_moves_than_they_may():
    assert len(answer("play", "--white", "random", "--black", "random", "--cap", "2")["moves"]) == 2


@pytest.mark.slow
def test_players_play_and_the_game_can_be_saved_and_continued(tmp_path):
    file = tmp_path / "game.txt"
    first = answer("play", "--white", "perfect", "--black", "random", "--cap", "2", "--save", str(file))
    assert len(first["moves"]) == 2
    assert first["ending"] is None
    again = answer("play", "--white", "perfect", "--black", "random", "--load", str(file))
    assert again["moves"][:2] == first["moves"]
    assert again["winners"] == ["W"]


def test_the_unbounded_board_is_explored_to_a_level_and_refused_without_one():
    facts = answer("graph", "--board", "infinit", "--set", "solo", "--max-level", "2")
    same = answer("graph", "--board", "infinit(0,0/6,0)", "--set", "solo", "--max-level", "2")
    assert facts == same
    assert len(facts["levels"]) == 3  # distances 0, 1 and 2
    for command in ("graph", "solve"):
        result = run(command, "--board", "infinit", "--set", "solo")
        assert result.exit_code == 2
        assert "--max-level" in result.stderr
    assert "infinit" in run("graph", "--board", "nowhere").stderr
    assert "--board infinit" in " ".join(run("graph", "--help").output.split())


def test_a_person_saves_loads_takes_back_and_finds_the_moves_at_the_end(tmp_path):
    file = tmp_path / "game.amakta"
    start = ("play", "--board", "zeile3", "--set", "solo", "--black", "random")
    typed = f"place -2,0 444444\nsave {file}\nundo\nredo\nboard\nwhy place -2,0 444444\nwhy pass\nmoves x\npass\nq\n"
    result = run(*start, input=typed)
    assert f"Saved in {file}" in result.output
    assert "There is already a stone on -2,0" in result.output
    assert "pass is legal" in result.output
    assert "No legal move begins with 'x'" in result.output
    assert "1. place -2,0 444444" in result.output  # after the end: no file holds the last state
    loaded = run(*start, input=f"load {file}\nload {tmp_path}\nload\nsave {tmp_path}\nquit\n")
    assert loaded.exit_code == 0
    assert loaded.output.count(f"{tmp_path}: this is a folder") == 2
    assert "Name a file" in loaded.output
    assert "W444444" in loaded.output


def test_undo_takes_back_one_move_of_two_persons_and_two_against_the_computer():
    people = answer_to("place -2,0 444444\nplace 2,0 444444\nundo\nquit\n", "--black", "human")
    assert people["moves"] == ["place -2,0 444444"]
    assert answer_to("place -2,0 444444\nundo\nquit\n", "--black", "random")["moves"] == []


def answer_to(typed, *arguments):
    """The JSON of a game on three fields into which a person types."""
    result = run("play", "--board", "zeile3", "--set", "solo", *arguments, "--json", input=typed)
    return json.loads(result.stdout)


def test_ctrl_c_ends_a_game_of_computers_and_keeps_it(tmp_path, monkeypatch):
    file = tmp_path / "game.amakta"

    def interrupted(self, game):
        if game.moves:
            raise KeyboardInterrupt
        return game.legal_moves()[0]

    monkeypatch.setattr("amakta.players.opponents.RandomPlayer.choose", interrupted)
    result = run("play", "--white", "random", "--black", "random", "--save", str(file))
    assert result.exit_code == 0
    assert "No result" in result.output
    assert "1. pass *" in file.read_text(encoding="utf-8")


def test_a_person_plays_by_typing_and_is_told_what_is_wrong():
    typed = "help\nmoves\nnonsense\nplace 0,0 444444\nplace -2,0 444444\nundo\nresign\n"
    result = run("play", "--board", "zeile3", "--set", "solo", "--black", "random", input=typed)
    assert result.exit_code == 0
    assert "A move begins with" in result.output
    assert "You do not control 0,0" in result.output
    assert "Black has won" in result.output


def test_agreement_and_leaving():
    assert "Draw by agreement" in run("play", input="draw\n").output
    assert "No result" in run("play", input="quit\n").output
    assert "No result" in run("play", input="").output


@every(("arguments", "message"), [
    (("perft", "--board", "nowhere"), "no board 'nowhere'"),
    (("perft", "--set", "nothing"), "no set of stones 'nothing'"),
    (("solve", "--limit", "100"), "More than 100 states"),
    (("solve", "--position", "raute4"), "A position begins with"),
    (("stones", "12345"), "six digits"),
    (("play", "--white", "nobody"), "no player 'nobody'"),
    (("perft", "--circles", "W:1"), "Circles are written"),
    (("graph", "--svg", "x.svg"), "no readable picture"),
    (("play", "--white", "nobody"), "human, random, greedy, search, perfect"),
    (("play", "--white", "search:0"), "no player 'search:0'"),
    (("play", "--white", "search:"), "no player 'search:'"),
    (("play", "--save", "nowhere/x"), "nowhere"),
    (("play", "--load", "nowhere"), "nowhere: there is no such file"),
    (("perft", "--position", ""), "A position begins with"),
    (("perft", "--position", "raute4 W", "--board", "zeile3"), "--board has no effect together with --position"),
    (("play", "--load", "x", "--set", "duo"), "--set has no effect together with --load"),
    (("stones", "111111", "--contents", "3"), "--contents has no effect together with codes"),
    (("perft", "--depth", "1000", "--board", "zeile3", "--set", "solo", "--divide"), "from 1 to 300"),
    (("graph", "--board", "zeile3", "--set", "solo", "--max-level", "2", "--structure"), "explored only to level 2"),
    (("perft", "--circles", "W:111111V,W:111111G"), "The stone 111111 is given a circle twice"),
])
def test_mistakes_of_the_user_end_with_code_2_and_a_message(arguments, message):
    check_mistake(run(*arguments), message)


def test_a_file_that_is_no_game_is_named(tmp_path):
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\xff\x00")
    assert f"{file}: this is not a text file" in run("play", "--load", str(file)).stderr
    file.write_text("hello")
    assert f"{file}: Line 1, column 1:" in run("play", "--load", str(file)).stderr


def test_messages_speak_the_language_that_is_asked_for():
    assert "Es gibt kein Brett" in run("perft", "--board", "nix", "--lang", "de").stderr
    assert "No hay ningún tablero" in run("perft", "--board", "nix", "--lang", "es").stderr


@pytest.mark.parametrize("command", ["play", "perft", "graph", "solve", "stones"])
def test_every_command_has_help_and_json(command):
    text = run(command, "--help").output
    assert "--json" in text
    assert "--lang" in text
