"""What click itself says, in the languages of our catalogues: usage errors and the frame of ``--help``.

click looks its texts up with the functions ``gettext`` and ``ngettext`` of the standard library, which each of its
modules has bound by name. Importing this module puts our own look-up into their place. A text of click that the
catalogue does not know (section ``click``; another version may word it differently) goes on to the standard
library, and so stays English.
"""

from __future__ import annotations

import gettext
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import click

from boardkit.messages import LANGUAGES, Catalogue, Message

__all__ = ["Option", "in_our_language", "language_asked_for"]

_TEXTS = Catalogue("boardkit")


@cache
def _ids() -> Mapping[str, str]:
    """The ids of click's texts, by what click asks for: the English text."""
    return {text: id for id, text in _TEXTS.texts("en").items() if id.startswith("click.")}


def in_our_language(text: str) -> str:
    """A text of click in the current language, with its placeholders still open.

    Examples
    --------
    >>> from boardkit.messages import using_language
    >>> with using_language("de"):
    ...     in_our_language("No such option {name!r}."), in_our_language("something else")
    ('Eine Option {name!r} gibt es nicht.', 'something else')
    """
    if text not in _ids():
        return gettext.gettext(text)
    try:
        return _TEXTS.texts()[_ids()[text]]
    except ValueError:  # FINITY_LANG names an unknown language: refused when a command runs, harmless before
        return text


def _one_or_many(one: str, many: str, number: int) -> str:
    """The text for a number of things: English, German and Spanish all set one apart from the rest."""
    return in_our_language(one if number == 1 else many)


def _speak() -> None:
    """Let click ask here instead of the standard library."""
    ours = {gettext.gettext: in_our_language, gettext.ngettext: _one_or_many}
    for module in [module for name, module in sys.modules.items() if name.startswith("click.")]:
        for name, value in list(vars(module).items()):
            if value in (gettext.gettext, gettext.ngettext):
                setattr(module, name, ours[value])


_speak()


def language_asked_for(args: Sequence[str]) -> str | None:
    """The language that a command line names with ``--lang``, the last one if there are several.

    It has to be known before click reads the line, as the reading itself may find the mistake.

    Examples
    --------
    >>> language_asked_for(["play", "--lang", "de", "--nonsense"]), language_asked_for(["play", "--lang=fr"])
    ('de', None)
    """
    options = args[:args.index("--")] if "--" in args else args
    asked = [after if word == "--lang" else word.removeprefix("--lang=")
             for word, after in zip(options, [*options[1:], ""], strict=True) if word.partition("=")[0] == "--lang"]
    return next((code for code in reversed(asked) if code in LANGUAGES), None)


class Option(click.Option):
    """An option whose help is a text of a catalogue: looked up when it is shown, not when it is declared."""

    def __init__(self, param_decls: Sequence[str], *, help: Message, **kwargs: Any) -> None:
        super().__init__(param_decls, help=help.text("en"), **kwargs)
        self._text = help

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option and its help in the current language."""
        self.help = str(self._text)
        return super().get_help_record(ctx)
