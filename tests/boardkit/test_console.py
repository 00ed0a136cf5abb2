import json

import click
import pytest
from click.testing import CliRunner

from boardkit.console import Group, emit, json_option, progress
from boardkit.errors import UserError
from boardkit.messages import Catalogue, get_language

TEXTS = Catalogue("boardkit")


@click.group(cls=Group)
def main():
    """A toy command line."""


@main.command()
@click.option("--file")
@json_option
def show(file, as_json):
    """Show something."""
    if file:
        with open(file) as stream:
            stream.read()
    emit({"language": get_language()}, f"language: {get_language()}", as_json)


@main.command()
def fail():
    """Fail."""
    raise UserError(TEXTS.message("game.over"))


@main.command()
def crash():
    """A bug, not a user's mistake."""
    raise RuntimeError("bug")


@pytest.fixture
def run():
    return lambda *arguments: CliRunner().invoke(main, arguments, prog_name="toy")


def test_a_users_mistake_is_one_line_on_the_error_stream_and_exit_code_2(run):
    result = run("fail")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "toy: The game is over; undo a move to play on.\n"


@pytest.mark.parametrize("arguments", [("--lang", "de", "fail"), ("fail", "--lang", "de")])
def test_the_language_option_works_before_and_after_the_command_for_errors_too(run, arguments):
    assert run(*arguments).stderr.startswith("toy: Die Partie ist zu Ende")
    assert get_language() == "en"


def test_the_option_of_the_command_beats_that_of_the_group(run):
    assert run("--lang", "de", "show", "--lang", "es").stdout == "language: es\n"


def test_json_and_text_are_printed_on_request(run):
    assert json.loads(run("show", "--json").stdout) == {"language": "en"}
    assert run("show").stdout == "language: en\n"


def test_an_unreadable_file_is_named(run, tmp_path):
    result = run("show", "--file", str(tmp_path / "nothing"))
    assert result.exit_code == 2
    assert result.stderr == f"toy: {tmp_path / 'nothing'}: No such file or directory\n"


def test_an_unknown_language_in_the_environment_is_a_users_mistake(run, monkeypatch):
    monkeypatch.setenv("FINITY_LANG", "fr")
    result = run("show")
    assert result.exit_code == 2
    assert result.stderr == "toy: FINITY_LANG: no texts in language 'fr'; there are en, de, es\n"


def test_unknown_options_and_languages_are_usage_errors(run):
    assert run("show", "--nonsense").exit_code == 2
    assert run("show", "--lang", "fr").exit_code == 2


def test_a_bug_is_not_hidden(run):
    assert isinstance(run("crash").exception, RuntimeError)


def test_the_progress_bar_passes_everything_on_and_is_silent_without_a_terminal(capsys):
    assert list(progress([1, 2, 3], "working")) == [1, 2, 3]
    assert list(progress(iter("ab"), "working", total=2)) == ["a", "b"]
    assert capsys.readouterr() == ("", "")
