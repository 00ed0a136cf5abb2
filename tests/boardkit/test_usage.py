"""click's own words: every kind of usage error and the frame of the help, in every language."""

import ast
import pkgutil
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from boardkit.console import Group, json_option
from boardkit.messages import get_language
from tests.texts import entries


@pytest.fixture
def run():
    """A toy command line, made anew, as click keeps the option --help that it made first."""
    @click.group(cls=Group)
    @click.version_option("1.0")
    def main():
        """A toy."""

    @main.command()
    @click.argument("depth", type=click.IntRange(1, 4))
    @click.option("--colour", type=click.Choice(["red", "blue"]), default="red", show_default=True)
    @click.option("--width", type=float)
    @click.option("--seed", type=int, required=True)
    @click.option("--quick", is_flag=True)
    @click.option("--file", type=click.Path(exists=True, dir_okay=False))
    @click.option("--folder", type=click.Path(file_okay=False))
    @json_option
    def work(**options):
        """Work."""
        click.echo("worked")

    return lambda *arguments: CliRunner().invoke(main, arguments, prog_name="toy")


KINDS = {
    "no option": (("work", "1", "--nonsense"), "'--nonsense'"),
    "no option, with a suggestion": (("work", "1", "--colours", "red"), "'--colour'"),
    "no command": (("play",), "'play'"),
    "no command, with a suggestion": (("worc",), "'work'"),
    "missing command": ((), "toy"),
    "missing argument": (("work", "--seed", "1"), "'DEPTH'"),
    "missing option": (("work", "1"), "'--seed'"),
    "missing value": (("work", "1", "--seed"), "'--seed'"),
    "value too many": (("work", "1", "--quick=yes"), "'--quick'"),
    "argument too many": (("work", "1", "2", "--seed", "1"), "2"),
    "arguments too many": (("work", "1", "2", "3", "--seed", "1"), "2 3"),
    "no number": (("work", "1", "--width", "wide"), "'wide'"),
    "out of range": (("work", "5", "--seed", "1"), "1<=x<=4"),
    "wrong choice": (("work", "1", "--colour", "green"), "'red', 'blue'"),
    "no file": (("work", "1", "--file", "absent.txt"), "'absent.txt'"),
    "folder for a file": (("work", "1", "--file", "."), "'.'"),
    "file for a folder": (("work", "1", "--folder", __file__), __file__),
}
ENGLISH = ("Usage", "Try ", "No such", "Missing", "Invalid", "does not", "is not", "is a ", "requires", "Got ", "mean")


@pytest.mark.parametrize("lang", ["de", "es"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_usage_error_names_the_thing_in_the_language_asked_for_and_ends_with_2(run, kind, lang):
    arguments, thing = KINDS[kind]
    said = {code: run("--lang", code, *arguments) for code in ("en", lang)}
    for code, result in said.items():
        assert (result.exit_code, result.stdout) == (2, "")
        assert (thing if code == "en" else thing.strip("'")) in result.stderr
    assert [word for word in ENGLISH if word in said[lang].stderr] == []
    assert any(word in said["en"].stderr for word in ENGLISH)
    hint, start = {"de": ("Hilfe gibt es mit „toy", "Aufruf: toy"), "es": ("Para ver la ayuda: «toy", "Uso: toy")}[lang]
    if "value" not in kind:  # click does not say there which command it is about
        assert said[lang].stderr.startswith(start)
        assert hint in said[lang].stderr


@pytest.mark.parametrize(("lang", "message"), [
    ("en", "Error: Missing argument 'DEPTH'."),
    ("de", "Fehler: Es fehlt das Argument 'DEPTH'."),
    ("es", "Error: Falta el argumento 'DEPTH'."),
])
@pytest.mark.parametrize("place", ["before", "after", "=", "environment"])
def test_the_mistake_is_told_in_the_language_asked_for_wherever_the_option_stands(run, monkeypatch, place, lang,
                                                                                  message):
    if place == "environment":
        monkeypatch.setenv("FINITY_LANG", lang)
    words = {"before": ("--lang", lang, "work", "--seed", "1"), "after": ("work", "--seed", "1", "--lang", lang),
             "=": ("work", f"--lang={lang}", "--seed", "1"), "environment": ("work", "--seed", "1")}[place]
    result = run(*words)
    assert (result.exit_code, result.stderr.splitlines()[-1]) == (2, message)


@pytest.mark.parametrize(("lang", "words"), [
    ("en", ["Usage:", "Options:", "Commands:", "Show this message and exit.", "Show the version", "Language of"]),
    ("de", ["Aufruf:", "Optionen:", "Befehle:", "Diese Hilfe zeigen", "Die Version zeigen", "Sprache der Texte"]),
    ("es", ["Uso:", "Opciones:", "Órdenes:", "Mostrar esta ayuda", "Mostrar la versión", "Idioma de los textos"]),
])
def test_the_frame_of_the_help_is_in_the_language_asked_for_each_time_anew(run, lang, words):
    for code in ("es", "de", "en", lang):
        result = run("--lang", code, "--help")
    assert result.exit_code == 0
    assert [word for word in words if word not in result.stdout] == []


@pytest.mark.parametrize(("lang", "words"), [
    ("de", ["Aufruf:", "Optionen:", "Vorgabe: red", "notwendig", "JSON ausgeben", "Diese Hilfe zeigen"]),
    ("es", ["Uso:", "Opciones:", "por defecto: red", "obligatorio", "Imprimir JSON", "Mostrar esta ayuda"]),
])
def test_the_help_of_a_command_is_framed_likewise(run, lang, words):
    shown = run("work", "--help", "--lang", lang).stdout
    assert [word for word in words if word not in shown] == []


def test_an_unknown_language_is_refused_in_the_usual_one_and_what_follows_two_dashes_is_no_option(run):
    assert "'fr' is not one of" in run("work", "--lang", "fr").stderr
    assert "„fr“ ist keines von" in run("--lang", "de", "work", "--lang", "fr").stderr
    assert run("work", "--", "--lang", "de").stderr.startswith("Usage:")
    assert get_language() == "en"


def test_an_unknown_language_in_the_environment_does_not_hide_a_usage_error(run, monkeypatch):
    monkeypatch.setenv("FINITY_LANG", "fr")
    result = run("--nonsense", "work")
    assert result.exit_code == 2
    assert "No such option '--nonsense'." in result.stderr


def test_every_text_is_one_that_the_installed_click_asks_for():
    places = [Path(click.__path__[0]) / f"{module.name}.py" for module in pkgutil.iter_modules(click.__path__)]
    known = {node.value for place in places for node in ast.walk(ast.parse(place.read_text(encoding="utf-8")))
             if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    own = {"Print JSON.", "Language of the texts (default: the variable FINITY_LANG, else en)."}
    ours = {text for e in entries("boardkit") if not e.context for text in (e.text, e.plural) if text}
    assert own < ours
    assert ours - known == own
