"""Text that strangers wrote, made harmless for whoever looks at it: on a terminal, on a page, in a table.

Names, file names, answers, free text, error messages and output of other people's programs all go through here on their
way to a screen or a file.  What cannot be seen is written out: control characters (they move the cursor, erase lines
and set the title of a terminal), marks that reverse the direction of text, characters without width, halves of
surrogate pairs (they can be written to no file).
"""

import csv
import io
import json
import re
import unicodedata
from collections.abc import Iterable
from html import escape
from itertools import groupby

_FORMULA = "=+-@\t\r\n＝＋－＠"


def visible(text: object, lines: bool = False) -> str:
    """Return a text in which every character shows.

    Parameters
    ----------
    text : object
        Whatever `str` makes a text of.
    lines : bool
        Keep line ends and tabs; without, the text is one line, and can forge no other.

    Examples
    --------
    >>> visible("ada\\x1b[2Jöß\\n  eve  6 / 6")
    'ada\\\\x1b[2Jöß\\\\n  eve  6 / 6'
    >>> visible("a\\u202eb\\nc", lines=True)
    'a\\\\u202eb\\nc'
    """
    text = str(text)
    if text.isprintable():
        return text
    if lines:
        text = text.replace("\r\n", "\n")
    return "".join(c if c.isprintable() or unicodedata.category(c) == "Zs" or (lines and c in "\n\t") else
                   c.encode("unicode_escape").decode("ascii") for c in text)


def in_short(text: str, length: int) -> str:
    """Return the beginning of a text that is longer than so many characters, with the sign that it goes on.

    Examples
    --------
    >>> in_short("A –b→ B", 4), in_short("bwb", 4)
    ('A –…', 'bwb')
    """
    return text if len(text) <= length else text[: length - 1] + "…"


def as_html(text: object) -> str:
    """Return a text as HTML: for the content of an element, or for an attribute in quotation marks.

    Examples
    --------
    >>> as_html("<b>\\x00 & '")
    '&lt;b&gt;\\\\x00 &amp; &#x27;'
    """
    return escape(visible(text, lines=True))


def as_lines(text: object) -> str:
    """Return a text of several lines as HTML, with what feedback uses of Markdown: tables, code, bold type.

    Lines that begin with a blank stay under each other, sign by sign: errors point at a place with a caret below it,
    in a proportional font it would point elsewhere.

    Examples
    --------
    >>> as_lines("expected '>'\\n  +bN-C.m\\n     ^\\nTry **again**.\\nNow.")
    'expected &#x27;&gt;&#x27;<pre>  +bN-C.m\\n     ^</pre>Try <strong>again</strong>.<br>Now.'
    >>> as_lines("| | `b` |\\n|---|---|\\n| A | ∅ |")
    '<table><tr><td></td><td><code>b</code></td></tr><tr><td>A</td><td>∅</td></tr></table>'
    """
    plain, *blocks = re.split(r"```\w*\n(.*?)\n```", as_html(text), flags=re.DOTALL)
    html = _lines(plain)
    for block, after in zip(blocks[::2], blocks[1::2], strict=True):
        html += f"<pre>{block}</pre>{_lines(after)}"
    return html


def _lines(text: str) -> str:
    html = ""
    for first, lines in groupby(text.split("\n"), key=lambda line: line[:1] if line[:1] in " |" else ""):
        if first == "|":
            rows = [re.split(r" *\| *", line)[1:-1] for line in lines if not line.startswith("|---")]
            cells = ("".join(f"<td>{_marked(cell)}</td>" for cell in row) for row in rows)
            html += f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"
        else:
            part = "\n".join(lines)
            html += f"<pre>{part}</pre>" if first == " " else _marked(part).replace("\n", "<br>")
    return html


def _marked(text: str) -> str:
    """Put code and bold type into a text that is HTML; a star inside code is a star."""
    return re.sub(r"`([^`\n]+)`|\*\*(\w[^*\n]*)\*\*",
                  lambda m: f"<code>{m[1]}</code>" if m[1] else f"<strong>{m[2]}</strong>", text)


def as_json(data: object) -> str:
    """Return data as JSON for people and programs: letters as they are, what cannot be seen as ``\\u…``, days as text.

    Examples
    --------
    >>> as_json({"ä": "\\u202e"})
    '{\\n  "ä": "\\\\u202e"\\n}'
    """
    text = json.dumps(data, ensure_ascii=False, indent=2, default=str)
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)


def as_csv(rows: Iterable[Iterable[object]]) -> str:
    """Return a table as CSV in which a spreadsheet program finds no formula, and every row is one line.

    Examples
    --------
    >>> as_csv([["=1+1", " @x", "fine", "-", 2.5, "a\\nb"]])
    "'=1+1,' @x,fine,-,2.5,a\\\\nb\\n"
    """
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def _cell(cell: object) -> str:
    if isinstance(cell, (int, float)):
        return str(cell)
    text = str(cell)
    formula = len(text) > 1 and text.lstrip(" ")[:1] in tuple(_FORMULA)
    return ("'" if formula else "") + visible(text)
