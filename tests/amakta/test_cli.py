"""The command line: answers, JSON, languages, exit codes."""

import json

import pytest
from click.testing import CliRunner

from amakta.cli import main


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


def test_solve_answers_with_winner_moves_and_layers():
    facts = answer("solve")
    assert (facts["winner"], facts["plies"], facts["best_moves"]) == ("W", 5, ["place -1,0 111111"])
    assert facts["layers"]["W"] == [722, 352, 330, 395, 365, 225, 100, 36, 6]
    assert answer("solve", "--board", "kaefer9", "--set", "kreuz", "--circles", "B:442442G")["winner"] == "W"


def test_stones_are_counted_and_described():
    assert answer("stones")["count"] == 86_185
    assert answer("stones", "--contents", "4", "--enumerate")["count"] == 430
    assert answer("stones", "140000")["140000"]["value"] == {"none": 20, "G": 13, "V": 34}


def test_players_play_and_the_game_can_be_saved_and_continued(tmp_path):
    file = tmp_path / "game.txt"
    first = answer("play", "--white", "perfect", "--black", "random", "--cap", "2", "--save", str(file))
    assert len(first["moves"]) == 2
    assert first["ending"] is None
    again = answer("play", "--white", "perfect", "--black", "random", "--load", str(file))
    assert again["moves"][:2] == first["moves"]
    assert again["winners"] == ["W"]


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


@pytest.mark.parametrize(("arguments", "message"), [
    (("perft", "--board", "nowhere"), "no board 'nowhere'"),
    (("perft", "--set", "nothing"), "no set of stones 'nothing'"),
    (("solve", "--limit", "100"), "More than 100 states"),
    (("solve", "--position", "raute4"), "A position begins with"),
    (("stones", "12345"), "six digits"),
    (("play", "--white", "nobody"), "no player 'nobody'"),
    (("perft", "--circles", "W:1"), "Circles are written"),
    (("graph", "--svg", "x.svg"), "no readable picture"),
])
def test_mistakes_of_the_user_end_with_code_2_and_a_message(arguments, message):
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.output


def test_messages_speak_the_language_that_is_asked_for():
    assert "Es gibt kein Spielfeld" in run("perft", "--board", "nix", "--lang", "de").stderr
    assert "No hay ningún tablero" in run("perft", "--board", "nix", "--lang", "es").stderr


@pytest.mark.parametrize("command", ["play", "perft", "graph", "solve", "stones"])
def test_every_command_has_help_and_json(command):
    text = run(command, "--help").output
    assert "--json" in text
    assert "--lang" in text
