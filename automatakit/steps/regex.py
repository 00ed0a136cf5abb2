"""Regular expressions as values, simplified as they are built.

The text form is that of automata-lib: ``|`` union, ``*`` star, ``+`` one or more, ``?`` optional, ``()`` the empty
word; ``∅`` stands for the empty language and never occurs inside a larger expression.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["none", "empty", "symbol", "union", "concat", "star", "plus", "maybe"]


@dataclass(frozen=True)
class Regex:
    """A regular expression; build it with :func:`symbol`, :func:`union`, :func:`concat`, :func:`star`.

    Examples
    --------
    >>> b, w = symbol("b"), symbol("w")
    >>> print(union(concat(b, star(b)), w)), print(star(union(EMPTY, b)))
    b+|w
    b*
    (None, None)
    """

    kind: Kind
    parts: tuple[Regex, ...] = ()
    letter: str = ""

    def __str__(self) -> str:
        match self.kind:
            case "none":
                return "∅"
            case "empty":
                return "()"
            case "symbol":
                return self.letter
            case "union":
                return "|".join(map(str, self.parts))
            case "concat":
                return "".join(f"({p})" if p.kind == "union" else str(p) for p in self.parts)
        mark = {"star": "*", "plus": "+", "maybe": "?"}[self.kind]
        inner = self.parts[0]
        return f"{inner}{mark}" if inner.kind == "symbol" else f"({inner}){mark}"

    def __len__(self) -> int:
        """The number of symbols in the expression."""
        return len(self.letter) + sum(map(len, self.parts))

    @property
    def nullable(self) -> bool:
        """Whether the empty word belongs to the language."""
        match self.kind:
            case "empty" | "star" | "maybe":
                return True
            case "union":
                return any(p.nullable for p in self.parts)
            case "concat" | "plus":
                return all(p.nullable for p in self.parts)
        return False


NONE = Regex("none")
EMPTY = Regex("empty")


def symbol(letter: str) -> Regex:
    """Return the expression of one symbol."""
    return Regex("symbol", (), letter)


def union(*parts: Regex) -> Regex:
    """Return the union, without duplicates and without parts that others contain for a plain reason."""
    flat: list[Regex] = []
    for part in parts:
        flat += part.parts if part.kind == "union" else [part]
    flat = [part for part in dict.fromkeys(flat) if part.kind != "none"]
    if EMPTY in flat:
        flat.remove(EMPTY)
        if not any(part.nullable for part in flat):
            if len(flat) == 1:
                return maybe(flat[0])
            if not flat:
                return EMPTY
            return maybe(union(*flat))
    flat = [p for p in flat if not any(_contains(q, p) for q in flat if q != p)]
    if not flat:
        return NONE
    flat.sort(key=lambda part: (len(part), str(part)))
    return flat[0] if len(flat) == 1 else Regex("union", tuple(flat))


def _contains(large: Regex, small: Regex) -> bool:
    """Whether a language obviously contains another: x in x*, x+, x?; x in xy* and y*x."""
    if large.kind in ("star", "plus", "maybe"):
        inner = large.parts[0]
        return small == inner or (large.kind == "star" and small in (plus(inner), maybe(inner)))
    if large.kind == "concat":
        needed = tuple(p for p in large.parts if p.kind not in ("star", "maybe"))
        return len(needed) < len(large.parts) and concat(*needed) == small
    return False


def concat(*parts: Regex) -> Regex:
    """Return the concatenation; ``x·x*`` becomes ``x+``."""
    flat: list[Regex] = []
    for part in parts:
        if part.kind == "none":
            return NONE
        for piece in part.parts if part.kind == "concat" else (part,):
            if piece.kind == "empty":
                continue
            _append(flat, piece)
    if not flat:
        return EMPTY
    return flat[0] if len(flat) == 1 else Regex("concat", tuple(flat))


def _append(flat: list[Regex], piece: Regex) -> None:
    """Append to a concatenation, joining a star with an equal neighbour."""
    if piece.kind == "star":
        body = piece.parts[0]
        inner = body.parts if body.kind == "concat" else (body,)
        if flat and flat[-1] in (piece, plus(body)):
            return
        if tuple(flat[-len(inner) :]) == inner:
            del flat[-len(inner) :]
            flat.append(plus(body))
            return
    elif flat and flat[-1].kind == "star" and flat[-1].parts[0] == piece:
        flat[-1] = plus(piece)
        return
    flat.append(piece)


def star(inner: Regex) -> Regex:
    """Return the Kleene star."""
    if inner.kind in ("none", "empty"):
        return EMPTY
    if inner.kind in ("star", "plus", "maybe"):
        return star(inner.parts[0])
    return Regex("star", (inner,))


def plus(inner: Regex) -> Regex:
    """Return one or more repetitions."""
    if inner.kind in ("none", "empty"):
        return inner
    if inner.kind in ("star", "maybe"):
        return star(inner.parts[0])
    return inner if inner.kind == "plus" else Regex("plus", (inner,))


def maybe(inner: Regex) -> Regex:
    """Return the union with the empty word."""
    if inner.nullable:
        return inner
    if inner.kind == "none":
        return EMPTY
    return star(inner.parts[0]) if inner.kind == "plus" else Regex("maybe", (inner,))
