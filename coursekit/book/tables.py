"""Tables as they come: from learning platforms and spreadsheets, in whatever encoding and with whatever separator."""

import codecs
import csv
import io
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path

_SEPARATORS = ",;\t"


def read_table(file: Path) -> list[list[str]]:
    """Return the rows of a table of text, the first of which has the headings.

    UTF-8 and UTF-16 are known by their beginning; what is neither is taken for what Excel writes in Europe.

    Raises
    ------
    ValueError
        If it is no table.
    """
    content = file.read_bytes()
    text = _decoded(content)
    if "\0" in text or not text.strip():
        raise ValueError("no text")
    first = text.splitlines()[0]
    separator = max(_SEPARATORS, key=first.count)
    # An answer may stand in a cell
    csv.field_size_limit(max(csv.field_size_limit(), len(text)))
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    except csv.Error as error:
        raise ValueError(str(error)) from None
    return [row for row in rows if any(cell.strip() for cell in row)]


def _decoded(content: bytes) -> str:
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252")


def folded(text: str) -> str:
    """A text as it is compared: neither case nor width nor blanks matter.

    Examples
    --------
    >>> folded("  E-Mail  Adresse ")
    'e-mail adresse'
    """
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def places(heads: Sequence[str], names: Iterable[str]) -> list[int]:
    """Where columns of these names stand."""
    wanted = set(map(folded, names))
    return [place for place, head in enumerate(heads) if folded(head) in wanted]
