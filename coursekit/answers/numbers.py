"""Numbers: of Python, or written as in English, German or Spanish."""

import re
import unicodedata
from fractions import Fraction

from coursekit.answers.form import Form
from coursekit.answers.spelling import Misspelt, literal, shown, tidy

MAX_BITS = 4_096


def number(obj: object, form: Form) -> int:
    """An integer."""
    return whole(obj)


def fraction(obj: object, form: Form) -> str:
    """An exact fraction."""
    obj = obj if isinstance(obj, str) and "/" in obj else literal(obj)
    if isinstance(obj, (list, tuple)) and len(obj) == 2:
        below = whole(obj[1])
        if below == 0:
            raise Misspelt("not_number", found=shown(obj))
        value = Fraction(whole(obj[0]), below)
    else:
        value = rational(obj)
    return f"{value.numerator}/{value.denominator}"


_N = r"(?:\d{1,3}(?:[ _']\d{3})+|\d+)"
_VALUE = (
    rf"[+-]?(?:{_N}(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d{{1,3}})?"
    r"|[+-]?\d{1,3}(?:,\d{3})+\.\d+|[+-]?\d{1,3}(?:\.\d{3})+,\d+"
)
_GROUPS = re.compile(r"[+-]?\d{1,3}(?:,\d{3}){2,}|[+-]?\d{1,3}(?:\.\d{3}){2,}")
_TWO_WAYS = re.compile(r"[+-]?[1-9]\d{0,2}[.,]\d{3}")


def rational(obj: object, integer: bool = False) -> Fraction:
    """A number exactly: of Python, or written as in English, German or Spanish, as a fraction or in per cent.

    ``"1,234"`` is 1234 for some readers and 1.234 for others: it is refused.

    Examples
    --------
    >>> [str(rational(x)) for x in ("0,375", "3 / 8", "37.5 %", "1½", "1 234", "1.234,5", "1e3")]
    ['3/8', '3/8', '3/8', '3/2', '1234', '2469/2', '1000']
    """
    wrong = Misspelt("not_whole" if integer else "not_number", found=shown(obj))
    if isinstance(obj, bool) or not isinstance(obj, (int, float, Fraction, str)):
        raise wrong
    if isinstance(obj, str):
        value = _read(obj, integer)
    elif isinstance(obj, float):
        # Above, a float is not exact
        value = Fraction(repr(obj)) if obj == obj and abs(obj) < 2**53 else None
    else:
        value = Fraction(obj)
    if value is None or (integer and value.denominator != 1):
        raise wrong
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > MAX_BITS:
        raise Misspelt("too_large", limit=MAX_BITS)
    return value


def whole(obj: object) -> int:
    """A whole number."""
    return int(rational(obj, integer=True))


def _read(text: str, integer: bool) -> Fraction | None:
    shape = tidy(text)
    if len(shape) > 1_300:
        raise Misspelt("too_large", limit=MAX_BITS)
    shape = (
        "".join(f" {_vulgar(c)}" if _vulgar(c) else c for c in shape)
        .lower()
        .strip()
        .removeprefix("=")
        .strip()
    )
    shape = re.sub(r"^([+-])\s+", r"\1", shape)
    if found := re.fullmatch(r"fraction\((.*),(.*)\)", shape):
        shape = f"{found[1]}/{found[2]}"
    per_cent = shape.endswith("%")
    shape = shape.removesuffix("%").strip()
    if found := re.fullmatch(r"([+-]?)(\d+)\s+(\d+)\s*/\s*(\d+)", shape):  # 1 1/2
        sign, n, a, b = found.groups()
        if int(b) == 0:
            return None
        size = int(n) + Fraction(int(a), int(b))
        value: Fraction | None = -size if sign == "-" else size
    elif found := re.fullmatch(rf"({_VALUE})\s*[/:]\s*({_VALUE})", shape):
        one, two = _decimal(found[1], integer), _decimal(found[2], integer)
        value = None if one is None or not two else one / two
    else:
        value = _decimal(shape, integer)
    return value / 100 if per_cent and value is not None else value


def _vulgar(c: str) -> str:
    """``½`` as ``1/2``; nothing for any other sign."""
    parts = unicodedata.normalize("NFKC", c).replace("⁄", "/")
    return parts if re.fullmatch(r"\d+/\d+", parts) else ""


def _decimal(text: str, integer: bool) -> Fraction | None:
    if not re.fullmatch(_VALUE, text) and not _GROUPS.fullmatch(text):
        return None
    if _TWO_WAYS.fullmatch(text) and ("," in text or integer):
        digits = text.replace(",", "").replace(".", "")
        raise Misspelt("two_ways", found=text, one=digits, other=text.replace(",", "."))
    text = re.sub(r"[ _']", "", text)
    if _GROUPS.fullmatch(text):
        text = re.sub(r"[.,]", "", text)
    elif "," in text and "." in text:
        text = text.replace("," if text.rindex(".") > text.rindex(",") else ".", "")
    return Fraction(text.replace(",", ".").removesuffix("."))
