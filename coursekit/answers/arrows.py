"""How arrows, and moves with arrows, are written: ``bA>B``, ``+b A -> B.m``, ``A –b→ B``, ``δ(A, b) = B``, ``oB.s``."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from coursekit.answers.spelling import (
    COLOURS,
    Misspelt,
    items,
    name,
    shown,
    text_of,
    tidy,
)

_ARROWS = re.compile(r"\s*[-=~]*\s*[>→⇒⟶⟹↦➔➜]\s*")
_NAME = r"[A-Za-z][A-Za-z0-9]*"
_INK = "|".join(
    sorted(
        (w for w, code in COLOURS.items() if code != "draw" and len(w) > 1),
        key=len,
        reverse=True,
    )
)
_LANE = r"(?:\s*\.\s*(?P<lane>[lmrLMR])\b)?"
_FORMS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?P<sign>[+~-]?)\s*(?:(?P<ink>{_INK})\s*|(?P<colour>[a-z0-9ε])\s*)(?P<tail>{_NAME})>(?P<head>{_NAME}){_LANE}",
        rf"(?P<sign>[+~-]?)\s*\(?(?P<tail>{_NAME})\s*(?:[-,]+\s*|\s)(?:(?P<ink>{_INK})|(?P<colour>[a-z0-9ε]))"
        rf"(?:>|\s*,\s*|\s+)(?P<head>{_NAME})\)?{_LANE}",
        rf"δ\((?P<tail>{_NAME})\s*,\s*(?:(?P<ink>{_INK})|(?P<colour>[a-z0-9ε]))\)\s*(?P<sign>)=\s*(?P<head>{_NAME}){_LANE}",
    )
)
_RING = re.compile(
    rf"\+?\s*(?:o|ring\s+|anillo\s+)\s*(?P<name>{_NAME})(?:\s*\.\s*(?P<size>[sml])\b)?",
    re.IGNORECASE,
)
_OTHER = re.compile(rf"--|\^\^?\s*{_NAME}|-?x[^\s,;]+")
_BETWEEN = re.compile(r"[\s,;]+|$")


class Arrow(NamedTuple):
    """An arrow as it was written; sign and lane are ``""`` where they were left out."""

    sign: str
    colour: str
    tail: str
    head: str
    lane: str

    @property
    def edge(self) -> tuple[str, str, str]:
        """(tail, colour, head)."""
        return self.tail, self.colour, self.head

    @property
    def spoken(self) -> str:
        """As in a run: ``A –b→ B``."""
        return f"{self.tail} –{self.colour or 'ε'}→ {self.head}"

    def __str__(self) -> str:
        return f"{self.sign}{self.colour}{self.tail}>{self.head}" + (
            f".{self.lane}" if self.lane else ""
        )


def arrow(text: str, allowed: Iterable[str] | None = None) -> Arrow | None:
    """Read ``bA>B``, ``+b A -> B.m``, ``A –b→ B``, ``black A⇒B`` or ``δ(A, b) = B``; None if it is no arrow.

    Examples
    --------
    >>> str(arrow("b A -> B")), str(arrow("A –b→ B")), str(arrow("+schwarz a⇒b . M", "AB"))
    ('bA>B', 'bA>B', '+bA>B.m')
    """
    found = next((m for form in _FORMS if (m := form.fullmatch(_arrowed(text)))), None)
    return None if found is None else _arrow(found, allowed)


def _arrowed(text: str) -> str:
    return _ARROWS.sub(">", tidy(text))


def _arrow(found: re.Match[str], allowed: Iterable[str] | None) -> Arrow:
    ink = COLOURS[found["ink"].lower()] if found["ink"] else found["colour"].lower()
    tail, head = (name(found[end], allowed) for end in ("tail", "head"))
    return Arrow(
        found["sign"],
        "" if ink == "ε" else ink,
        tail,
        head,
        (found["lane"] or "").lower(),
    )


def moves(obj: object, allowed: Iterable[str] | None = None) -> list[str | Arrow]:
    """Arrows, rings and other moves on a board, from a list or one text, in the order in which they stand.

    Rings come back as ``oB.s`` (``oB`` where the size is left out), everything else that is no arrow as it is.

    Examples
    --------
    >>> [str(m) for m in moves("bA->B, w B > C.l; +oB.S ^C")]
    ['bA>B', 'wB>C.l', 'oB.s', '^C']
    """
    if (
        isinstance(obj, (list, tuple))
        and len(obj) == 3
        and all(isinstance(x, str) for x in obj)
        and arrow(" ".join(obj))
    ):
        obj = " ".join(obj)  # (A, b, B), [A, b, B]
    if not isinstance(obj, str):
        return [
            m
            for part in items(obj)
            for m in moves(
                part if isinstance(part, (str, tuple, list)) else text_of(part), allowed
            )
        ]
    text = _arrowed(obj).strip("[](){} ")
    at = 0
    found = list[str | Arrow]()
    while at < len(text):
        for form in (_OTHER, _RING, *_FORMS):
            if (m := form.match(text, at)) and _BETWEEN.match(text, m.end()):
                break
        else:
            raise Misspelt("not_move", found=shown(text[at:]))
        at = _BETWEEN.match(text, m.end()).end()  # type: ignore[union-attr]
        if form is _OTHER:
            found.append(re.sub(r"\s", "", m[0]))
        elif form is _RING:
            found.append(
                f"o{name(m['name'], allowed)}"
                + (f".{m['size'].lower()}" if m["size"] else "")
            )
        else:
            found.append(_arrow(m, allowed))
    return found
