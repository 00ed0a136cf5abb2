"""Text that strangers wrote, made harmless for whoever looks at it: on a terminal, on a page, in a table.

Names, file names, answers, free text, error messages and output of other people's programs all go through here on their
way to a screen or a file.  What cannot be seen is written out: control characters (they move the cursor, erase lines
and set the title of a terminal), marks that reverse the direction of text, characters without width or without ink,
halves of surrogate pairs (they can be written to no file), and accents piled higher than any script piles them.

What honest text needs stays: accents of their own (é as e and ◌́), joiners between letters of scripts that join
(Arabic, Persian, those of India) and between the parts of an emoji, and the selector that makes a sign colourful or a
Chinese character, a Mongolian letter another variant.
"""

import csv
import io
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby

_FORMULA = "=+-@\t\r\n＝＋－＠"
_AFTER_SEPARATOR = re.compile(f'(;[\\s"]*)(?=[{re.escape(_FORMULA)}])')
_JOINERS = "\u200c\u200d"
# Letters and marks by Unicode's classes, but nothing is seen of them: fillers, blanks, ignorable marks.
_NO_INK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U00016fe4\U0001d159\U00013441\U00013442"
)
MARKS = 4
"""So many accents may stand on one letter: Vietnamese has 2, Tibetan 3, pointed and accented Hebrew 4."""
_DEVICE = re.compile(
    r"(con|prn|aux|nul|(com|lpt)[0-9¹²³]|conin\$|conout\$) *(\..*)?",
    re.IGNORECASE | re.DOTALL,
)
_PARTS_OF_MARKUP = str.maketrans('<>&"', "‹›＆”")


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
    text, kept = str(text), ""
    if lines:
        text, kept = text.replace("\r\n", "\n"), "\n\t"
    rest = text.translate(dict.fromkeys(map(ord, kept)))
    if rest.isascii() and rest.isprintable():
        return text  # what most texts are
    return "".join(
        c if shows or c in kept else c.encode("unicode_escape").decode("ascii")
        for c, shows in _seen(text)
    )


def _seen(text: str) -> Iterator[tuple[str, bool]]:
    """Every character of a text, and whether a reader sees that it is there."""
    marks = MARKS  # at the beginning there is no letter that could bear one
    for place, c in enumerate(text):
        before, after = text[place - 1 : place], text[place + 1 : place + 2]
        if c.isascii() or unicodedata.category(c) not in ("Mn", "Me"):
            marks = 0
            yield (
                c,
                (c.isprintable() and c not in _NO_INK)
                or _is_blank(c)
                or (c in _JOINERS and _joins(before, after)),
            )
        elif unicodedata.name(c, "").startswith(
            ("VARIATION SELECTOR", "MONGOLIAN FREE VARIATION")
        ):
            yield c, _has_variants(before) or after == "\u20e3"  # the frame of a key
        else:
            marks += 1
            yield c, marks <= MARKS and c not in _NO_INK


def _is_blank(c: str) -> bool:
    return unicodedata.category(c) == "Zs"


def _joins(before: str, after: str) -> bool:
    """Whether a joiner between these two changes what is seen."""
    if not (before and after):
        return False
    virama = unicodedata.combining(before) == 9
    arabic = (
        unicodedata.bidirectional(before) == unicodedata.bidirectional(after) == "AL"
    )
    emoji = (
        before == "\ufe0f" or unicodedata.category(before) in ("So", "Sk")
    ) and unicodedata.category(after) == "So"
    return virama or arabic or emoji


def _has_variants(c: str) -> bool:
    """Whether a selector after this character chooses how it looks."""
    return c != "" and (
        unicodedata.category(c)[0] == "S"
        or unicodedata.name(c, "").startswith(
            ("CJK UNIFIED", "CJK COMPATIBILITY", "MONGOLIAN LETTER")
        )
    )


def in_short(text: str, length: int) -> str:
    """Return the beginning of a text that is longer than so many characters, with the sign that it goes on.

    Examples
    --------
    >>> in_short("A –b→ B", 4), in_short("bwb", 4)
    ('A –…', 'bwb')
    """
    return text if len(text) <= length else text[: length - 1] + "…"


def in_line(text: object, length: int = 60) -> str:
    """Return a text for a place within a line: every character shows, several blanks are one, and it is not long.

    With blanks and length somebody could push the end of a text to where the terminal begins the next line.

    Examples
    --------
    >>> in_line("ada" + " " * 70 + "bob   32 / 32\\n", 20)
    'ada bob 32 / 32\\\\n'
    """
    return in_short(" ".join(visible(text).split()), length)


def in_list(texts: Sequence[object], most: int) -> str:
    """Return the first of some texts for a place within a line, and how many more there are.

    Examples
    --------
    >>> in_list(["ada", "bob\\n", "eve"], 2), in_list(["ada"], 2)
    ('ada, bob\\\\n, … (+1)', 'ada')
    """
    parts = list(map(in_line, texts[:most]))
    more = len(texts) - most
    if more > 0:
        parts.append(f"… (+{more})")
    return ", ".join(parts)


def as_name(text: object) -> str:
    """Return a person's name as it may be stored: a line that programs of others put into pages and tables as it is.

    Examples
    --------
    >>> as_name(" Zoë  O'Neil "), as_name("<img src=x onerror=alert(1)>\\n")
    ("Zoë O'Neil", '‹img src=x onerror=alert(1)›')
    """
    return in_line(str(text).strip().translate(_PARTS_OF_MARKUP), 100)


def safe_part(text: str) -> bool:
    r"""Whether a text can be the name of a file or a folder on every system, and is only that.

    Not on Windows: names of devices, a blank or a dot at the end, and signs with a meaning of their own, such as the
    colon of a drive or of a second stream of a file.

    Examples
    --------
    >>> [name for name in ("ps1.py", "Übung 1", "..", "a/b", "con.txt", "C:", "a.txt:x", "ada.") if safe_part(name)]
    ['ps1.py', 'Übung 1']
    """
    if visible(text) != text or any(c in '<>:"/\\|?*' for c in text):
        return False
    return (
        text != ""
        and text[-1] not in ". "
        and _DEVICE.fullmatch(text) is None
        and len(text.encode()) <= 255
    )


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
    for first, lines in groupby(
        text.split("\n"), key=lambda line: line[:1] if line[:1] in " |" else ""
    ):
        if first == "|":
            rows = [
                re.split(r" *\| *", line)[1:-1]
                for line in lines
                if not line.startswith("|---")
            ]
            cells = (
                "".join(f"<td>{_marked(cell)}</td>" for cell in row) for row in rows
            )
            html += f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"
        else:
            part = "\n".join(lines)
            if first == " ":
                html += f"<pre>{part}</pre>"
            else:
                html += _marked(part).replace("\n", "<br>")
    return html


def _marked(text: str) -> str:
    """Put code and bold type into a text that is HTML; a star inside code is a star."""
    return re.sub(
        r"`([^`\n]+)`|\*\*(\w[^*\n]*)\*\*",
        lambda m: f"<code>{m[1]}</code>" if m[1] else f"<strong>{m[2]}</strong>",
        text,
    )


def as_json(data: object) -> str:
    """Return data as JSON for people and programs: letters as they are, what cannot be seen as ``\\u…``, days as text.

    Examples
    --------
    >>> as_json({"ä": "\\u202e"})
    '{\\n  "ä": "\\\\u202e"\\n}'
    """
    text = json.dumps(data, ensure_ascii=False, indent=2, default=str)
    return "".join(
        c if shows or c == "\n" else json.dumps(c)[1:-1] for c, shows in _seen(text)
    )


def as_csv(rows: Iterable[Iterable[object]], separator: str = ",") -> str:
    """Return a table as CSV in which a spreadsheet program finds no formula, and every row is one line.

    Where it takes semicolons between cells, as with German or Spanish settings, there is none after one either.

    Examples
    --------
    >>> as_csv([["=1+1", " @x", "fine", "-", 2.5, "a\\nb", "x;=1;y"]])
    "'=1+1,' @x,fine,-,2.5,a\\\\nb,x;'=1;y\\n"
    """
    out = io.StringIO()
    csv.writer(out, delimiter=separator, lineterminator="\n").writerows(
        list(map(_cell, row)) for row in rows
    )
    return out.getvalue()


def _cell(cell: object) -> str:
    if isinstance(cell, (int, float)):
        return str(cell)
    text = str(cell)
    formula = len(text) > 1 and text.lstrip(" ")[:1] in tuple(_FORMULA)
    return ("'" if formula else "") + _AFTER_SEPARATOR.sub(r"\1'", visible(text))
