"""The texts of a package as they stand in its files."""

from functools import cache
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.pofile import read_po

from boardkit.messages import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("boardkit", "automatakit", "coursekit", "finity_edu", "matchbox", "amakta")
OTHERS = LANGUAGES[1:]


class Entry(NamedTuple):
    """A text: its id, its English wording for one and for many, its translation in all forms."""

    context: str
    text: str
    plural: str
    forms: tuple[str, ...]
    fuzzy: bool


def file_of(package, lang="en"):
    folder = ROOT / package / "locale"
    return folder / f"{package}.pot" if lang == "en" else folder / lang / "LC_MESSAGES" / f"{package}.po"


def read(text):
    """The entries of a file without its head."""
    def whole(value):
        return value if isinstance(value, (tuple, list)) else (value,)

    return [Entry(m.context or "", whole(m.id)[0], "".join(whole(m.id)[1:]), tuple(whole(m.string)), m.fuzzy)
            for m in read_po(StringIO(text), abort_invalid=True) if m.id]


@cache
def entries(package, lang="en"):
    return read(file_of(package, lang).read_text(encoding="utf-8"))


@cache
def texts(package, lang="en"):
    """The texts with an id: what it says for one thing, or for all numbers."""
    return {e.context: e.text if lang == "en" else e.forms[0] for e in entries(package, lang) if e.context}


@cache
def said_by_code(package, lang="en"):
    """The texts that the code says in English, and their translations."""
    return {e.text: e.text if lang == "en" else e.forms[0] for e in entries(package, lang) if not e.context}


MISCONCEPTIONS = frozenset(id.removeprefix("misconception.") for package in PACKAGES for id in texts(package)
                           if id.startswith("misconception."))
