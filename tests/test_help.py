"""What --help says exists in every language: each text of the commands has its translations, and none is left over."""

import inspect
import re
from importlib import import_module
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from boardkit.messages import LANGUAGES
from tests.cases import every
from tests.texts import said_by_code

PACKAGES = {"finity_edu": "finity-edu", "matchbox": "matchbox", "amakta": "amakta"}
KITS = {"finity_edu": ["coursekit"]}
"""Whose commands a command line has beside its own."""


def main_of(package):
    return import_module(f"{package}.cli").main


def commands(command, path=()):
    """All commands of a command line with the words that call them, the command line itself among them."""
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from commands(command.get_command(context, name), (*path, name))


def texts(package):
    """The help texts of a command line in its catalogues."""
    return [text for owner in (package, *KITS.get(package, ())) for text in said_by_code(owner)]


def said(package):
    """The help texts in the code, one line a paragraph."""
    texts = {text for _, text in getattr(import_module(f"{package}.cli"), "LAZY", {}).values()}
    for _, command in commands(main_of(package)):
        texts |= {command.help, *(getattr(param, "help", None) for param in command.params)}
    return {re.sub(r"(?<!\n)\n(?!\n)", " ", inspect.cleandoc(text)) for text in texts if text}


@pytest.mark.parametrize("package", PACKAGES)
def test_every_help_text_stands_in_the_catalogue_word_for_word_and_none_is_left_over(package):
    assert sorted(said(package) - set(said_by_code("boardkit"))) == sorted(texts(package))


@every("package", [*PACKAGES, "boardkit", "coursekit"])
@every("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_a_translation_is_one_and_names_the_same_options(package, lang):
    for english, other in said_by_code(package, lang).items():
        assert other != english or english == "Error: {message}"
        assert re.findall(r"--\w+|FINITY_\w+", other) == re.findall(r"--\w+|FINITY_\w+", english)


@pytest.mark.parametrize("package", PACKAGES)
def test_the_help_of_every_command_is_shown_in_every_language_without_english_left(package):
    english = texts(package)
    for path, _ in commands(main_of(package)):
        shown = {}
        for lang in LANGUAGES:
            result = CliRunner().invoke(main_of(package), [*path, "--lang", lang, "--help"],
                                        prog_name=PACKAGES[package], terminal_width=10_000, max_content_width=10_000)
            assert result.exit_code == 0
            shown[lang] = result.stdout
        assert len(set(shown.values())) == len(LANGUAGES)
        for lang in ("de", "es"):
            left = [text for text in english if re.search(rf"(^|\s){re.escape(text)}(\s|$)", shown[lang])]
            assert left == [], (path, lang)


def test_the_map_of_the_house_says_which_module_declares_each_command():
    contributing = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    told = [(program, name, file)
            for file, program, listed in re.findall(r"^\| `(\S+\.py)` \| `([\w-]+)` \| (.+) \|$", contributing, re.M)
            for name in re.findall(r"`(\w+)`: `", listed)]
    found = [(PACKAGES[package], *path, command.callback.__module__.replace(".", "/") + ".py")
             for package in PACKAGES for path, command in commands(main_of(package)) if path]
    assert sorted(told) == sorted(found)


def test_every_command_speaks_json():
    without = [path for package in PACKAGES for path, command in commands(main_of(package))
               if not isinstance(command, click.Group) and all("--json" not in param.opts for param in command.params)]
    assert without == []
