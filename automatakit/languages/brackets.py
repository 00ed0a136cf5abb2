"""Regular expressions with no more brackets than they need."""

from __future__ import annotations

from dataclasses import dataclass

EMPTY = "()"
"""The empty word, as an expression."""

UNION, PRODUCT, SIGNED, ATOM = range(4)
"""How tightly an expression holds together: a union the least."""


@dataclass(frozen=True)
class _Text:
    """An expression, and how tightly it holds together."""

    text: str
    tightness: int

    def within(self, tightness: int) -> str:
        """The text where something of that tightness is needed."""
        return self.text if self.tightness >= tightness else f"({self.text})"


class _Reader:
    """Reads an expression that is known to be one, and writes it again; `tidies` what changes nothing, too."""

    def __init__(self, text: str, tidies: bool) -> None:
        self.text = "".join(text.split()).replace("ε", EMPTY)
        self.place = 0
        self.tidies = tidies

    def peek(self) -> str:
        return self.text[self.place : self.place + 1]

    def union(self) -> _Text:
        parts = [self.product()]
        while self.peek() == "|":
            self.place += 1
            parts.append(self.product())
        texts = [part.text for part in parts]
        if self.tidies:
            texts = list(dict.fromkeys(texts))
        if len(texts) == 1:
            return parts[0]
        return _Text("|".join(texts), UNION)

    def product(self) -> _Text:
        factors = []
        while self.peek() not in ("", "|", ")"):
            factors.append(self.signed())
        others = factors
        if self.tidies:
            # The empty word changes nothing beside others
            others = [factor for factor in factors if factor.text != EMPTY]
        if not others:
            return _Text(EMPTY, ATOM)
        if len(others) == 1:
            return others[0]
        return _Text("".join(one.within(PRODUCT) for one in others), PRODUCT)

    def signed(self) -> _Text:
        inner = self.atom()
        while self.peek() in ("*", "+", "?"):
            sign = self.peek()
            self.place += 1
            if not (self.tidies and _is_idle(inner, sign)):
                inner = _Text(inner.within(ATOM) + sign, SIGNED)
        return inner

    def atom(self) -> _Text:
        found = self.peek()
        self.place += 1
        if found != "(":
            return _Text(found, ATOM)
        inner = self.union()
        self.place += 1
        return inner


def _is_idle(inner: _Text, sign: str) -> bool:
    """Whether a sign changes nothing after an expression."""
    signed = inner.text[-1] if inner.tightness == SIGNED else ""
    return inner.text == EMPTY or signed == "*" or (sign == "?" and signed == "?")


def fewer_brackets(expression: str) -> str:
    """Return the same expression without needless brackets, and otherwise as it is written.

    Parameters
    ----------
    expression
        A regular expression (see `automatakit.from_regex`).

    Examples
    --------
    >>> fewer_brackets("(((dc*)(cd))*)(dc)*d"), fewer_brackets("(a|a)((b*)*)")
    ('(dc*cd)*(dc)*d', '(a|a)(b*)*')
    """
    return _Reader(expression, tidies=False).union().text


def plain(expression: str) -> str:
    """Return the same expression without needless brackets, factors ε, parts that occur twice and stars of stars.

    Parameters
    ----------
    expression
        A regular expression (see `automatakit.from_regex`).

    Examples
    --------
    >>> plain("((c|d))?"), plain("(01)(1(01))*"), plain("(a|b)|(ab)(c*)*"), plain("ε(a)|()")
    ('(c|d)?', '01(101)*', 'a|b|abc*', 'a|()')
    """
    return _Reader(expression, tidies=True).union().text
