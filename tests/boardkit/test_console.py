import json

import click
import pytest
from click.testing import CliRunner

from boardkit.console import (
    Group,
    OutputFile,
    emit,
    json_option,
    needs,
    no_effect,
    progress,
)
from boardkit.errors import MissingPartError, UserError, missing_part
from boardkit.files import read_file
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


@main.command()
@click.option("--load")
@click.option("--rules", default="usual")
@click.option("--train", type=int, default=0)
@click.option("--teacher", default="random")
@click.option("--out", type=OutputFile())
def work(load, rules, train, teacher, out):
    """Do something with options that depend on each other."""
    no_effect("--load", "--rules", "--train")
    needs("--teacher", "--train")
    click.echo("worked")


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
    assert result.stderr == f"toy: {tmp_path / 'nothing'}: there is no such file or folder\n"
    german = run("show", "--file", str(tmp_path), "--lang", "de")
    assert german.stderr == f"toy: {tmp_path}: Das ist ein Ordner, keine Datei\n"


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


@pytest.mark.parametrize(("arguments", "message"), [
    (("--load", "x", "--rules", "usual"), "--rules has no effect together with --load"),
    (("--train", "0", "--load", "x"), "--train has no effect together with --load"),
    (("--teacher", "random"), "--teacher has no effect without --train"),
])
def test_an_option_without_effect_is_refused_even_if_it_has_its_default_value(run, arguments, message):
    result = run("work", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.parametrize("arguments", [(), ("--load", "x"), ("--rules", "odd"), ("--teacher", "x", "--train", "0")])
def test_options_that_have_an_effect_are_taken(run, arguments):
    assert run("work", *arguments).stdout == "worked\n"


def test_a_file_that_cannot_be_written_is_refused_before_the_work(run, tmp_path):
    for path in (tmp_path, tmp_path / "nowhere" / "x.txt"):
        result = run("work", "--out", str(path))
        assert (result.exit_code, result.stdout) == (2, "")
        assert "'--out'" in result.stderr
        assert str(tmp_path) in result.stderr
    assert run("work", "--out", str(tmp_path / "x.txt")).exit_code == 0


def test_whatever_is_wrong_with_a_file_names_the_file(tmp_path):
    binary, text = tmp_path / "binary", tmp_path / "text"
    binary.write_bytes(b"\x89PNG\xff")
    text.write_text("seven", encoding="utf-8")

    def number(content):
        raise UserError(f"no number: {content}")

    for path, problem in ((binary, "not a text file"), (text, "no number: seven"), (tmp_path, "a folder, not a file"),
                          (text / "x", "not a folder"), (tmp_path / "absent", "no such file")):
        with pytest.raises(UserError, match=problem) as caught:
            read_file(path, number)
        assert str(caught.value).startswith(f"{path}: ")
    assert read_file(text, str.upper) == "SEVEN"


def test_a_missing_part_is_a_module_that_is_not_found_and_a_users_error():
    error = missing_part("rl", ModuleNotFoundError("No module named 'numpy'", name="numpy"))
    assert isinstance(error, MissingPartError)
    assert isinstance(error, ImportError)
    assert error.name == "numpy"
    assert 'pip install "finity-edu[rl]"' in str(error)
