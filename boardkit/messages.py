"""Texts by id and language, by gettext.

The template of a package, ``<package>/locale/<package>.pot``, holds its English texts; each has its id as context::

    msgctxt "reason.slot_full"
    msgid "The slot {slot} is taken."
    msgstr ""

The other languages stand in ``<package>/locale/<language>/LC_MESSAGES/<package>.po``, which any translator's tool
opens.  A text without context is one that the code itself says in English, as the help of a command; it is
found by its wording.

The current language comes from the environment variable ``FINITY_LANG`` (English if it is not set).
:func:`set_language` sets that variable: a setting must reach callbacks, threads and child processes alike.
:func:`using_language` changes the language for a block only.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from numbers import Real
from pathlib import Path
from string import Formatter

from boardkit import po

NATIVE = {"en": "English", "de": "Deutsch", "es": "Español"}
"""Each language by its own name: widgets, commands, notebooks, documents and the book all ask here."""
LANGUAGES = tuple(NATIVE)
_VARIABLE = "FINITY_LANG"
_override: ContextVar[str | None] = ContextVar("boardkit_language", default=None)


def _checked(code: str, source: str) -> str:
    """Reduce ``de_AT.UTF-8`` to ``de``; refuse what there are no texts for."""
    short = str(code).lower().replace("-", "_").split("_")[0].split(".")[0]
    if short not in LANGUAGES:
        raise ValueError(
            f"{source}: no texts in language {code!r}; there are {', '.join(LANGUAGES)}"
        )
    return short


def get_language() -> str:
    """Return the code of the current language.

    Returns
    -------
    str
        One of :data:`LANGUAGES`.

    Raises
    ------
    ValueError
        If the environment variable ``FINITY_LANG`` names a language that has no texts.

    Examples
    --------
    >>> with using_language("de"):
    ...     get_language()
    'de'
    """
    code = _override.get()
    if code is not None:
        return code
    return _checked(os.environ.get(_VARIABLE) or "en", _VARIABLE)


def language_is_chosen() -> bool:
    """Whether somebody has said which language to use, by a setting, an option or a ``with`` block.

    Examples
    --------
    >>> with using_language("de"):
    ...     language_is_chosen()
    True
    """
    return _override.get() is not None or bool(os.environ.get(_VARIABLE))


def set_language(code: str) -> None:
    """Use a language from now on, in this process and in those that it starts.

    Parameters
    ----------
    code : str
        One of :data:`LANGUAGES`; ``"de_AT"`` counts as ``"de"``.

    Raises
    ------
    ValueError
        If there are no texts in that language.

    Examples
    --------
    >>> set_language("en")
    >>> set_language("fr")
    Traceback (most recent call last):
    ValueError: set_language: no texts in language 'fr'; there are en, de, es
    """
    os.environ[_VARIABLE] = _checked(code, "set_language")


@contextmanager
def using_language(code: str | None) -> Iterator[None]:
    """Use a language inside a ``with`` block.

    Parameters
    ----------
    code : str or None
        One of :data:`LANGUAGES`; None changes nothing.

    Raises
    ------
    ValueError
        If there are no texts in that language.
    """
    token = _override.set(
        _override.get() if code is None else _checked(code, "using_language")
    )
    try:
        yield
    finally:
        _override.reset(token)


@dataclass(frozen=True)
class Catalogue:
    """The texts of one package.

    Parameters
    ----------
    package : str
        Import name of the package whose folder ``locale`` holds the files.
    section : str
        What all ids begin with that are asked for here: where ``text = Catalogue("boardkit", "widget").text`` is said,
        ``text("undo")`` is the text ``widget.undo``.

    Examples
    --------
    >>> texts = Catalogue("boardkit")
    >>> texts.text("game.over")
    'The game is over; undo a move to play on.'
    >>> str(texts.message("game.over")) == texts.text("game.over")
    True
    """

    package: str
    section: str = ""

    def __contains__(self, id: str) -> bool:
        id = self._whole(id)
        source = _translations(self.package, "en")
        return (source.gettext(id), source.ngettext(id, id, 1)) != (id, id)

    def text(self, id: str, /, lang: str | None = None, **values: object) -> str:
        """Render a text.

        Parameters
        ----------
        id : str
            The id.
        lang : str, optional
            The language; the current one by default.  What it has no text for is said in English.
        **values
            What the placeholders stand for; a :class:`Message` is rendered in the same language, and a number with a
            fraction has its decimal sign.  A text that is another one for one thing than for many takes the form for
            the number `n`, or for the first number that it shows.

        Returns
        -------
        str

        Raises
        ------
        KeyError
            If the id does not exist, or a placeholder has no value.

        Examples
        --------
        >>> [Catalogue("boardkit", "terminal").text("moves", number=n) for n in (1, 2)]
        ['1 legal move', '2 legal moves']
        """
        template = self._template(self._whole(id), self._other(lang), values)
        with using_language(lang):
            return _WORDS.vformat(template, (), values)

    def translated(self, text: str) -> str:
        """Return what the code says in English (the help of a command) in the current language."""
        other = self._other(None)
        found = other.gettext(text)
        # Python 3.11.2 (Debian 12) does not find without a number what has a plural.
        return other.ngettext(text, text, 1) if found == text else found

    def _whole(self, id: str) -> str:
        return f"{self.section}.{id}" if self.section else id

    def _other(self, lang: str | None) -> gettext.NullTranslations:
        return _translations(
            self.package,
            get_language() if lang is None else _checked(lang, self.package),
        )

    def _template(
        self, id: str, other: gettext.NullTranslations, values: Mapping[str, object]
    ) -> str:
        """The text with its placeholders: by way of its English wording, as translations are found by that."""
        source = _translations(self.package, "en")
        one, many = source.ngettext(id, id, 1), source.ngettext(id, id, 2)
        if many != id:
            return other.npgettext(id, one, many, _number(many, values))
        english = source.gettext(id)
        if english == id:
            raise KeyError(f"catalogue {self.package!r} has no text {id!r}")
        return other.pgettext(id, english)

    def message(self, id: str, /, **values: object) -> Message:
        """Return a text that is rendered when it is shown, in the language of that moment."""
        return Message(Catalogue(self.package), self._whole(id), values)


@dataclass(frozen=True)
class Message:
    """A text together with the values of its placeholders, rendered when it is shown.

    Examples
    --------
    >>> m = Catalogue("boardkit").message("gamefile.at", line=3, column=7, problem="?")
    >>> print(m)
    Line 3, column 7: ?
    >>> print(m.text("de"))
    Zeile 3, Spalte 7: ?
    """

    catalogue: Catalogue
    id: str
    values: Mapping[str, object] = field(default_factory=dict)

    def text(self, lang: str | None = None) -> str:
        """Render the message in a language, the current one by default."""
        return self.catalogue.text(self.id, lang, **self.values)

    def __str__(self) -> str:
        return self.text()

    def __format__(self, spec: str) -> str:
        return format(self.text(), spec)

    def __hash__(self) -> int:
        return hash((self.catalogue, self.id, tuple(sorted(self.values))))


CATALOGUE = Catalogue("boardkit")
"""What boardkit itself says."""


class _Words(Formatter):
    """Fills in a text: numbers with a fraction get the decimal sign of the current language."""

    def format_field(self, value: object, format_spec: str) -> str:
        if isinstance(value, int) and format_spec.endswith("%"):
            value = float(value)
        if isinstance(value, float):
            return numeral(value, format_spec)
        return format(value, format_spec)


_WORDS = _Words()


def _number(text: str, values: Mapping[str, object]) -> int:
    """The number `n`, or the first one that a text shows; what has a fraction counts as many."""
    shown = [
        values.get(name)
        for name in ("n", *(name for _, name, _, _ in _WORDS.parse(text) if name))
    ]
    numbers = [float(value) for value in shown if isinstance(value, Real)]
    if not numbers:
        raise KeyError(f"there is no number that {text!r} could be about")
    return int(numbers[0]) if numbers[0].is_integer() else 2


def numeral(value: float, spec: str = "g") -> str:
    """Write a number for people, with the decimal sign of the current language.

    Where that is a comma, thousands are set apart by a narrow space, and a number of four digits not at all.

    What programs read (JSON, CSV, the text form of a machine, the attributes of a picture) keeps the point.

    Parameters
    ----------
    value : float
    spec : str
        How `format` is to write it, as in ``.2f``.

    Examples
    --------
    >>> with using_language("de"):
    ...     numeral(26 / 27, ".4f"), numeral(0.5), numeral(5311, ","), numeral(0.14, ".0%")
    ('0,9630', '0,5', '5311', '14\\xa0%')
    """
    if (decimal := CATALOGUE.text("number.decimal")) == ".":
        return format(value, spec)
    between = "\N{NARROW NO-BREAK SPACE}" if abs(value) >= 10_000 else ""
    return format(value, spec).translate(
        {ord("."): decimal, ord(","): between, ord("%"): "\N{NO-BREAK SPACE}%"}
    )


@cache
def _translations(package: str, lang: str) -> gettext.NullTranslations:
    folder = Path(import_module(package).__path__[0]) / "locale"
    if lang == "en":
        return po.load(folder / f"{package}.pot")
    return po.load(folder / lang / "LC_MESSAGES" / f"{package}.po")
