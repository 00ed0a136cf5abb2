"""JSON that strangers wrote: size, depth and number of items are bounded before anything is parsed."""

import json
import math
import re
from datetime import datetime
from typing import Any, TypeAlias

Json: TypeAlias = Any
"""What JSON holds: text, number, truth value, nothing, list, object by names; whoever reads it looks."""

LARGEST = 20 << 20  # bytes of one file
MAX_DEPTH = 64
MAX_ITEMS = 500_000
# Possessive, and without a need for the closing quote: linear whatever the file holds.
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.S)
_YEARS = (1980, 2900)
_TIME = re.compile(
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)?", re.ASCII
)


class Refused(ValueError):
    """A file that is not read: ``problem`` says why (``too_large``, ``not_json``, …), ``what`` says more."""

    def __init__(self, problem: str, what: str = "") -> None:
        super().__init__(problem)
        self.problem, self.what = problem, what


def parse(content: bytes) -> Json:
    """Parse a stranger's JSON: bounded before it is parsed, each name once, texts that can be written down again.

    Parameters
    ----------
    content : bytes

    Raises
    ------
    Refused
        If it is too large, too deep, has too many parts, or is no JSON.

    Examples
    --------
    >>> parse(b'{"a": [1, NaN]}')
    {'a': [1, 'NaN']}
    >>> parse(b"[" * 99)
    Traceback (most recent call last):
    boardkit.foreign_json.Refused: too_deep
    """
    if len(content) > LARGEST:
        raise Refused("too_large")
    try:
        text = content.decode(json.detect_encoding(content))
        if text.count('"') - text.count('\\"') > 4 * MAX_ITEMS:
            raise Refused("too_many")
        bare = _STRING.sub("", text)
        if sum(map(bare.count, "[{,")) > MAX_ITEMS:
            raise Refused("too_many")
        depth = 0
        for part in re.finditer(r"[\[{]+|[\]}]+", bare):
            depth += len(part[0]) if part[0][0] in "[{" else -len(part[0])
            if depth > MAX_DEPTH:
                raise Refused("too_deep")
        # Outputs of an honest notebook may hold NaN; as a text it is no number to any judge.
        value = json.loads(
            text, parse_constant=str, parse_float=_finite, object_pairs_hook=_unique
        )
    except Refused:
        raise
    except (ValueError, RecursionError):
        raise Refused("not_json") from None
    return writable(value) if re.search(r"\\u[dD][89a-fA-F]", text) else value


def _finite(text: str) -> float | str:
    value = float(text)
    return value if math.isfinite(value) else text


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs):
        # It would say one thing to us and another to other readers
        raise Refused("not_json")
    return found


def is_time(text: str) -> bool:
    """Whether a text is a time of our age as ISO 8601 writes it, and nothing besides: it can be shown and compared.

    Examples
    --------
    >>> is_time("2026-10-12T10:00:00.123+00:00"), is_time("2026-10-12 10:00"), is_time("2026-10-12 10:00 on time")
    (True, True, False)
    >>> is_time("0001-01-01T00:00:00+14:00")
    False
    """
    if _TIME.fullmatch(text) is None:
        return False
    try:
        when = datetime.fromisoformat(text)
    except ValueError:  # the 31st of February
        return False
    # Others lie outside of what every zone and every file system can say
    return _YEARS[0] <= when.year <= _YEARS[1]


def writable(value: Json) -> Json:
    """Without lone surrogates: they are valid JSON, and can be written to no file."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, list):
        return list(map(writable, value))
    if isinstance(value, dict):
        return {writable(k): writable(v) for k, v in value.items()}
    return value
