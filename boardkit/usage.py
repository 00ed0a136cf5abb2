"""What click itself says, and what ``--help`` says, in the languages of our catalogues.

click looks its texts up with the functions ``gettext`` and ``ngettext`` of the standard library, which each of its
modules has bound by name. Importing this module puts our own look-up into their place. A text of click that the
catalogue does not know (section ``click``; another version may word it differently) goes on to the standard
library, and so stays English.
"""

from __future__ import annotations

import gettext
import inspect
import re
import sys
from collections.abc import Mapping, Sequence
from copy import copy
from functools import cache
from typing import Any, Self

import click

from boardkit.messages import LANGUAGES, Catalogue

__all__ = ["Command", "in_our_language", "language_asked_for"]


@cache
def _ids(package: str) -> Mapping[str, str]:
    """The ids of a package's texts that are asked for by the English text."""
    texts = Catalogue(package).texts("en")
    return {text: id for id, text in texts.items() if id.startswith(("click.", "help."))}


def in_our_language(text: str, package: str = "boardkit") -> str:
    """A text of click, or of the help of a package's commands, in the current language.

    Parameters
    ----------
    text : str
        The English text.
    package : str
        Whose catalogue has it, if it is not one of those that all command lines share.

    Returns
    -------
    str
        With its placeholders still open; `text` itself, if the catalogues do not know it.

    Examples
    --------
    >>> from boardkit.messages import using_language
    >>> with using_language("de"):
    ...     in_our_language("No such option {name!r}."), in_our_language("something else")
    ('Eine Option {name!r} gibt es nicht.', 'something else')
    """
    for owner in dict.fromkeys(("boardkit", package)):
        id = _ids(owner).get(text)
        if id is not None:
            try:
                return Catalogue(owner).texts()[id]
            except ValueError:  # FINITY_LANG names an unknown language: refused when a command runs, harmless before
                return text
    return gettext.gettext(text)


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


class Command(click.Command):
    """A command whose help is shown in the current language: its own text, those of its options, and click's.

    The code says what a command does, in English; the other languages stand in the catalogue of the package that
    the command belongs to, in the section ``help``.
    """

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help."""
        super(Command, self._in_our_language()).format_help(ctx, formatter)

    def get_short_help_str(self, limit: int = 45) -> str:
        """What the list of commands says about this one."""
        return super(Command, self._in_our_language()).get_short_help_str(limit)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option ``--help``; click makes it once, and it would keep the language of that moment."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = in_our_language("Show this message and exit.")
        return option

    def _in_our_language(self) -> Self:
        """A copy of the command with its texts in the current language."""
        home = sys.modules[self.callback.__module__].__package__ if self.callback else None  # "" in a script
        package = (home or "boardkit").partition(".")[0]
        shown = copy(self)
        shown.params = [copy(param) for param in self.params]
        things: list[Any] = [shown, *shown.params]
        for thing in things:
            text = getattr(thing, "help", None)  # an argument may have none
            if text:  # lines are broken when they are shown
                thing.help = in_our_language(re.sub(r"(?<!\n)\n(?!\n)", " ", inspect.cleandoc(text)), package)
        return shown
