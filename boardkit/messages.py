"""Texts by id and language.

A package keeps its texts in ``<package>/data/messages.<language>.toml``; further files
``messages.<topic>.<language>.toml`` in the same folder are merged, so that each topic can live in a file of
its own.  Nested tables flatten to dotted ids::

    [reason]
    slot_full = "The slot {slot} is taken."        # id "reason.slot_full"

The current language comes from the environment variable ``FINITY_LANG`` (English if it is not set).
:func:`set_language` sets that variable: a setting must reach callbacks, threads and child processes alike.
:func:`using_language` changes the language for a block only.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from importlib import resources

__all__ = ["LANGUAGES", "Catalogue", "Message", "get_language", "numeral", "set_language", "using_language"]

LANGUAGES = ("en", "de", "es")
_VARIABLE = "FINITY_LANG"
_override: ContextVar[str | None] = ContextVar("boardkit_language", default=None)


def _checked(code: str, source: str) -> str:
    """Reduce ``de_AT.UTF-8`` to ``de``; refuse what there are no texts for."""
    if not isinstance(code, str):
        raise ValueError(f"{source}: no texts in language {code!r}; there are {', '.join(LANGUAGES)}")
    short = code.lower().replace("-", "_").split("_")[0].split(".")[0]
    if short not in LANGUAGES:
        raise ValueError(f"{source}: no texts in language {code!r}; there are {', '.join(LANGUAGES)}")
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
    return code if code is not None else _checked(os.environ.get(_VARIABLE) or "en", _VARIABLE)


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
    token = _override.set(_override.get() if code is None else _checked(code, "using_language"))
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
        Import name of the package whose folder ``data`` holds the files.

    Examples
    --------
    >>> texts = Catalogue("boardkit")
    >>> texts.text("game.over")
    'The game is over; undo a move to play on.'
    >>> str(texts.message("game.over")) == texts.text("game.over")
    True
    """

    package: str

    def texts(self, lang: str | None = None) -> Mapping[str, str]:
        """Return all texts of one language by id (the current language by default)."""
        return _load(self.package, get_language() if lang is None else _checked(lang, self.package))

    def text(self, id: str, /, lang: str | None = None, **values: object) -> str:
        """Render a text.

        Parameters
        ----------
        id : str
            The dotted id.
        lang : str, optional
            The language; the current one by default.
        **values
            What the placeholders stand for; a :class:`Message` is rendered in the same language.

        Returns
        -------
        str

        Raises
        ------
        KeyError
            If the id does not exist in that language, or a placeholder has no value.
        """
        try:
            template = self.texts(lang)[id]
        except KeyError:
            raise KeyError(f"catalogue {self.package!r} has no text {id!r}") from None
        with using_language(lang):
            return template.format(**values)

    def message(self, id: str, /, **values: object) -> Message:
        """Return a text that is rendered when it is shown, in the language of that moment."""
        return Message(self, id, values)


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


_TEXTS = Catalogue("boardkit")


def numeral(value: float, spec: str = "g") -> str:
    """Write a number for people: with the decimal sign of the current language.

    What programs read (JSON, CSV, the text form of a machine, the attributes of a picture) keeps the point.

    Parameters
    ----------
    value : float
    spec : str
        How `format` is to write it, as in ``.2f``.

    Examples
    --------
    >>> with using_language("de"):
    ...     numeral(26 / 27, ".4f"), numeral(0.5)
    ('0,9630', '0,5')
    """
    return format(value, spec).replace(".", _TEXTS.text("number.decimal"))


@cache
def _load(package: str, lang: str) -> Mapping[str, str]:
    """Read and merge the files of one package and language; an id may stand in one file only."""
    texts: dict[str, str] = {}
    folder = resources.files(package) / "data"
    files = [f for f in (folder.iterdir() if folder.is_dir() else ())
             if f.name.startswith("messages.") and f.name.endswith(f".{lang}.toml")]
    for file in sorted(files, key=lambda f: f.name):
        for id, text in _flatten(tomllib.loads(file.read_text(encoding="utf-8")), ""):
            if id in texts:
                raise ValueError(f"{package}/data/{file.name}: the id {id!r} stands in another file too")
            texts[id] = text
    return texts


def _flatten(table: Mapping[str, object], prefix: str) -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from _flatten(value, f"{prefix}{name}.")
        else:
            yield prefix + name, str(value)
