"""What click itself says, and what ``--help`` says, in the current language.

click asks the `gettext` of the process for its texts.  While one of our command lines runs, that answers with the
catalogue of boardkit; before and after, and for whoever only imports us, it is as it was.
"""

import gettext
import inspect
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from pathlib import Path
from typing import Self

import click

from boardkit.messages import LANGUAGES, Catalogue, get_language

_DOMAIN = "boardkit"
_VARIABLE = "LANGUAGE"  # what gettext looks at first to know the language


def in_our_language(text: str, package: str = _DOMAIN) -> str:
    """The help of a package's commands, or of options that all commands share, in the current language.

    Parameters
    ----------
    text : str
        The English text.
    package : str
        Whose catalogue has it, if it is not shared.

    Returns
    -------
    str
        `text` itself, if the catalogues do not know it.

    Examples
    --------
    >>> from boardkit.messages import using_language
    >>> with using_language("de"):
    ...     in_our_language("Print JSON."), in_our_language("something else")
    ('JSON ausgeben.', 'something else')
    """
    try:
        own = Catalogue(package).translated(text)
        return own if own != text else Catalogue(_DOMAIN).translated(text)
    except ValueError:  # FINITY_LANG names an unknown language: refused when a command runs, harmless before
        return text


@contextmanager
def speaking() -> Iterator[None]:
    """Let click speak the current language inside a ``with`` block."""
    in_our_language("")  # compiles the catalogue, if it was not
    gettext.bindtextdomain(_DOMAIN, str(Path(__file__).parent / "locale"))
    domain, variable = gettext.textdomain(), os.environ.get(_VARIABLE)
    try:
        gettext.textdomain(_DOMAIN)
        with suppress(ValueError):
            os.environ[_VARIABLE] = get_language()
        yield
    finally:
        gettext.textdomain(domain)
        os.environ.pop(_VARIABLE, None)
        if variable is not None:
            os.environ[_VARIABLE] = variable


def language_asked_for(args: Sequence[str]) -> str | None:
    """The language that a command line names with ``--lang``, the last one if there are several.

    It has to be known before click reads the line, as the reading itself may find the mistake.

    Examples
    --------
    >>> language_asked_for(["play", "--lang", "de", "--nonsense"]), language_asked_for(["play", "--lang=fr"])
    ('de', None)
    """
    options = args[: args.index("--")] if "--" in args else args
    asked = [
        after if word == "--lang" else word.removeprefix("--lang=")
        for word, after in zip(options, [*options[1:], ""], strict=True)
        if word.partition("=")[0] == "--lang"
    ]
    return next((code for code in reversed(asked) if code in LANGUAGES), None)


class Command(click.Command):
    """A command whose help is shown in the current language: its own text, those of its options, and click's.

    The code says what a command does, in English; the other languages stand in the catalogue of the package that
    the command belongs to, found by the English text.
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
        # "" in a script
        home = None
        if self.callback:
            home = sys.modules[self.callback.__module__].__package__
        package = (home or "boardkit").partition(".")[0]
        shown = copy(self)
        shown.params = list(map(copy, self.params))
        things: list[click.Command | click.Parameter] = [shown, *shown.params]
        for thing in things:
            text = getattr(thing, "help", None)  # an argument may have none
            if text:  # lines are broken when they are shown
                thing.help = in_our_language(
                    re.sub(r"(?<!\n)\n(?!\n)", " ", inspect.cleandoc(text)), package
                )
        return shown
