"""How people spell: NumPy's objects, brackets, dashes, quotes, digits of other scripts, colours, the empty word.

Nothing here knows a kind of answer (see `coursekit.answers`).  Whatever cannot be read raises `Misspelt`
with the id of a text that says what was found; what can be read in two ways is refused, never guessed.
"""

import ast
import re
import unicodedata
from collections import deque
from collections.abc import ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from numbers import Rational
from operator import index
from typing import Any

from automatakit.automaton.states import EPSILON_WORDS

MAX_ITEMS = 5_000
MAX_TEXT = 20_000
MAX_ALL = 50_000
"""Items, characters and digits of a whole answer."""
MAX_DEPTH = 20
_SERIES = (
    *(list, tuple, set, frozenset, range, deque),
    *(Iterator, KeysView, ValuesView, ItemsView),
)

EMPTY_WORDS = EPSILON_WORDS | {"", "()"}
EMPTY_SETS = frozenset(
    {
        "",
        "∅",
        "Ø",
        "ø",
        "{}",
        "[]",
        "()",
        "-",
        "set()",
        "frozenset()",
        "none",
        "keine",
        "ninguna",
        "ninguno",
    }
)
AND = frozenset({"and", "und", "y"})
MISSING = frozenset(
    {
        "none",
        "null",
        "-",
        "∅",
        "∞",
        "+∞",
        "oo",
        "inf",
        "+inf",
        "math.inf",
        "np.inf",
        "infinity",
        "infinite",
        "never",
        "no",
        "keins",
        "keine",
        "keiner",
        "nie",
        "niemals",
        "unendlich",
        "ninguna",
        "ninguno",
        "nunca",
        "jamás",
        "infinito",
        "infinita",
    }
)
"""Words for "there is none", where an answer may be missing or infinite."""

_COLOURS = {
    "b": "b black schwarz schwarze schwarzer schwarzes negro negra negros negras",
    "w": "w white weiß weiss weiße weisse weißer weisser blanco blanca blancos blancas",
    "draw": "draw drawn tie remis unentschieden patt tablas empate",
}
COLOURS = {word: code for code, words in _COLOURS.items() for word in words.split()}
"""The colours, or players, and a draw, in full in every language; a first letter says nothing ("Blancas")."""

_SIGNS = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—―−﹣", "-"),
        **dict.fromkeys("“”„‟«»″", '"'),
        **dict.fromkeys("‘’‚‛′", "'"),
        **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad", ""),
        **dict.fromkeys("⋅∙•", "·"),
        **dict.fromkeys("∗⋆", "*"),
        **dict.fromkeys("∪∨", "|"),
        "∕": "/",
        "⁄": "/",
        "÷": ":",
        "´": "'",
        **{chr(c): chr(c - 0xFEE0) for c in range(0xFF01, 0xFF5F)},
    }
)
_QUOTED = re.compile(r"""(["'`])(.*)\1""", re.DOTALL)


class Misspelt(ValueError):
    """Something that cannot be read: id of the text that says why (below ``answers.problem``), and its values."""

    def __init__(self, problem: str, **values: object) -> None:
        super().__init__(problem)
        self.problem = problem
        self.values = values


def shown(obj: object) -> str:
    """A short, printable form of anything, for messages."""
    try:
        text = obj if isinstance(obj, str) else repr(obj)
    except Exception:  # a student's object may fail to print itself
        text = type(obj).__name__
    # A set was written
    if isinstance(obj, (list, tuple, dict, frozenset)) and "frozenset(" in text:
        text = (
            text.replace("frozenset()", "∅")
            .replace("frozenset(", "")
            .replace("})", "}")
        )
    text = "".join(c if c.isprintable() else "·" for c in text[:61])
    return text if len(text) <= 60 else text[:59] + "…"


# ---------------------------------------------------------------------- objects


def plain(obj: Any) -> Any:
    """Turn NumPy's and other libraries' numbers, arrays, views and generators into Python's own.

    Nothing is imported: what has ``item``, ``tolist`` or ``__index__`` is asked.  Objects of other kinds stay.

    Examples
    --------
    >>> plain({1: range(3), 2: (x for x in "ab")})
    {1: [0, 1, 2], 2: ['a', 'b']}
    """
    try:
        return _plain(obj, 0, [MAX_ALL])
    except Misspelt:
        raise
    except Exception:  # a foreign object may raise anything when it is asked
        raise Misspelt("not_data") from None


def _plain(obj: Any, depth: int, left: list[int]) -> Any:
    """The same for a part so deep in an answer, of which so much may be left to read."""
    if depth > MAX_DEPTH:
        raise Misspelt("too_deep", limit=MAX_DEPTH)
    left[0] -= 1 + _extent(obj)
    if left[0] < 0:
        raise Misspelt("too_long", limit=MAX_ALL)
    if obj is None or obj is ... or isinstance(obj, (bool, Fraction)):
        return obj
    if isinstance(obj, bytes):
        return _plain(obj.decode(errors="replace"), depth, left)
    if isinstance(obj, str):
        if len(obj) > MAX_TEXT:
            raise Misspelt("too_long", limit=MAX_TEXT)
        return str.__str__(obj)
    if hasattr(obj, "shape") and hasattr(obj, "tolist"):  # NumPy, pandas, torch
        size = getattr(obj, "size", 0)
        if isinstance(size, int) and size > MAX_ITEMS:
            raise Misspelt("too_long", limit=MAX_ITEMS)
        return _plain(obj.tolist(), depth + 1, left)
    number = _number(obj)
    if number is not None:
        return number
    if isinstance(obj, Mapping):
        if len(obj) > MAX_ITEMS:
            raise Misspelt("too_long", limit=MAX_ITEMS)
        found = {}
        for key, value in obj.items():
            found[_plain(key, depth + 1, left)] = _plain(value, depth + 1, left)
        return found
    if isinstance(obj, tuple) and type(obj).__str__ is not tuple.__str__:
        return str(obj)  # a move of a game, for instance
    if isinstance(obj, _SERIES):
        parts = [_plain(part, depth + 1, left) for part in islice(obj, MAX_ITEMS + 1)]
        if len(parts) > MAX_ITEMS:
            raise Misspelt("too_long", limit=MAX_ITEMS)
        if isinstance(obj, (set, frozenset)):
            return frozenset(parts)
        return tuple(parts) if isinstance(obj, tuple) else parts
    return obj


def _extent(obj: object) -> int:
    """Characters of a text, about as many digits as a number has."""
    if isinstance(obj, str):
        return len(obj)
    return obj.bit_length() // 4 if isinstance(obj, int) else 0


def _number(obj: Any) -> int | float | Fraction | None:
    """A number of Python's own for one of whatever kind, None for what is none."""
    if isinstance(obj, float):
        return float(obj)
    if isinstance(obj, Decimal) and obj.is_finite() and abs(obj.adjusted()) < 1_000:
        return Fraction(obj)
    if hasattr(obj, "__index__"):
        return index(obj)
    if isinstance(obj, Rational):
        return Fraction(int(obj.numerator), int(obj.denominator))
    return None


def text_of(obj: object) -> str:
    """What an object prints as; a foreign one may fail to."""
    try:
        return str(obj)
    except Exception:
        raise Misspelt("not_data") from None


def items(obj: object) -> list[Any]:
    """A list, tuple or set as a list; anything else is no list."""
    if not isinstance(obj, (list, tuple, frozenset)):
        raise Misspelt("not_list", found=shown(obj))
    return sorted(obj, key=text_of) if isinstance(obj, frozenset) else list(obj)


# ---------------------------------------------------------------------- text


def tidy(text: object) -> str:
    """A text with ASCII blanks, dashes, quotes, digits and Latin letters, without quotes around it.

    Superscripts and other signs stay as they are, so that ``10²`` does not become 102.

    Examples
    --------
    >>> tidy(" “ｂｗ” "), tidy("−３"), tidy("10²")
    ('bw', '-3', '10²')
    """
    if not isinstance(text, str):
        raise Misspelt("not_text", found=shown(text))
    if not text.isascii():
        text = "".join(map(_latin, text.translate(_SIGNS)))
    text = text.strip()
    while (
        len(text) > 1
        and (quoted := _QUOTED.fullmatch(text))
        and quoted[1] not in quoted[2]
    ):
        text = quoted[2].strip()
    return text


@lru_cache(maxsize=1_000)
def _latin(c: str) -> str:
    """The ASCII letter, digit or blank, or the ε or λ, that a letter, digit or blank of another style stands for."""
    other = unicodedata.normalize("NFKC", c)
    styled = unicodedata.category(c) in ("Ll", "Lu", "Nd", "Zs") and len(other) == 1
    if styled and (other.isascii() or other in "ελ"):
        return other
    return str(unicodedata.decimal(c)) if c.isdecimal() else c


def lowered(text: str, alphabet: str) -> str:
    """A text in which small letters of the alphabet may be written large; other signs stay, so that they are quoted.

    Examples
    --------
    >>> lowered("bWΣX", "bw"), lowered("aB", "aB")
    ('bwΣX', 'aB')
    """
    if not alphabet.islower():
        return text
    return "".join(c.lower() if c.lower() in alphabet else c for c in text)


def literal(text: object) -> Any:
    """What a text that holds a list, set, tuple or dict of Python says; any other text as it is."""
    if (
        not isinstance(text, str)
        or text.strip()[:1] not in ("[", "{", "(")
        or re.search(r"[-+~]{3}|not\s+not", text)
    ):
        return text
    # 000 is a word here, for Python it is 0
    if re.search(r"(?<![\w.])0\d", re.sub(r"'[^']*'|\"[^\"]*\"", "", text)):
        return text
    try:
        found = ast.literal_eval(tidy(text))
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return text
    return plain(found)


def pairs(text: str) -> dict[str, str] | None:
    """``"7: 1 2; 6: 1"`` or ``"x = ε, y = ww"`` as a dict; None if the text has no such form."""
    parts = re.split(
        r"\s*[;\n]\s*|\s*,\s*(?=[^,;:=\n]+[:=])", tidy(text).strip("{} \n;,")
    )
    split = [
        re.split(r"\s*(?:[:=]|->|→)\s*", part, maxsplit=1) for part in parts if part
    ]
    if not split or any(len(p) != 2 for p in split):
        return None
    return {tidy(p[0]): p[1] for p in split}


def words(text: str) -> list[str]:
    """``"{A, B}"``, ``"A B"``, ``"A;B"`` as parts; ``"∅"`` and ``"{}"`` as none."""
    text = tidy(text)
    if text in EMPTY_SETS:
        return []
    text = re.sub(r"[\[\]{}]", " ", text)
    return [t for t in map(tidy, re.split(r"""[\s,;|/]+""", text)) if t]


def names(obj: object, allowed: Iterable[str] | None = None) -> list[str]:
    """A set of names, from a list or a text; letters may stand together where every name is one letter.

    Examples
    --------
    >>> names("{B, a}", "ABC"), names("BC", "ABC"), names("∅"), names("{N, w}", ["N", "W", "NW"])
    (['B', 'A'], ['B', 'C'], [], ['N', 'W'])
    """
    known = None if allowed is None else list(map(str, allowed))
    if obj is None:
        return []
    if isinstance(obj, (list, tuple, frozenset, set)):
        return [x for part in items(plain(obj)) for x in names(part, known)]
    if not isinstance(obj, str):
        return [name(obj, known)]
    if known is not None:
        several, fold = words(obj), str.casefold
        if obj not in known and 1 < len(several) == len(
            {*map(fold, several)} & {*map(fold, known)}
        ):
            # "{N, W}" is two stations, not NW; "w w" may be ww
            return [name(x, known) for x in several]
        with suppress(Misspelt):  # "b b w" may be one name
            return [name(obj, known)]
    if tidy(obj) in EMPTY_SETS:
        return []
    obj = literal(obj)
    if not isinstance(obj, str):
        return names(obj, known)
    parts = [
        part
        for part in words(obj)
        if part not in AND or known is None or {part, part.upper()} & {*known}
    ]
    if known is not None and all(len(x) == 1 for x in known):
        parts = [
            x
            for part in parts
            for x in (part if len(part) > 1 and {*part.upper()} <= {*known} else [part])
        ]
    return [name(part, known) for part in parts]


def name(obj: object, allowed: Iterable[str] | None = None) -> str:
    """A name; if the known ones are given, one of them, whatever its case and blanks."""
    if (
        obj is None
        or obj is ...
        or isinstance(obj, (bool, float, dict, list, tuple, frozenset))
    ):
        if not (
            isinstance(obj, float)
            and obj == obj
            and abs(obj) < MAX_TEXT
            and obj == int(obj)
        ):
            raise Misspelt("not_name", found=shown(obj))
        obj = int(obj)
    text = tidy(obj if isinstance(obj, str) else text_of(obj))
    if allowed is None:
        return text
    known = list(map(str, allowed))
    if text in known:
        return text
    if text in EMPTY_WORDS and (empty := [x for x in known if x in EMPTY_WORDS]):
        return empty[0]
    near = [x for x in known if _bare(x) == _bare(text)] if _bare(text) else []
    if len(near) != 1:
        raise Misspelt(
            "unknown_name", name=shown(text), allowed=", ".join(x or "ε" for x in known)
        )
    return near[0]


def _bare(text: str) -> str:
    return re.sub(r"[\s_.,(){}\[\]-]", "", text).casefold()


def colour(text: object) -> str | None:
    """``b`` or ``w`` (or ``draw``) for the name of a colour in any of the three languages; None for other words.

    Examples
    --------
    >>> colour("Blancas"), colour("Schwarz"), colour("Remis"), colour("blue")
    ('w', 'b', 'draw', None)
    """
    if isinstance(text, str):
        return COLOURS.get(tidy(text).casefold().strip(" .!"))
    return None
