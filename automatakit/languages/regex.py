"""Regular expressions to automata without ε (Glushkov's positions).

Syntax: letters, ``|`` union, ``*`` ``+`` ``?``, parentheses, ``()`` or ``ε`` the empty word, ``∅`` the empty
language; white space does not count.  As in automata-lib, ``+`` means "once or more".

References
----------
V. M. Glushkov, The abstract theory of automata, Russian Mathematical Surveys 16 (1961).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from automatakit.languages.cycles import useful_states
from automatakit.languages.fa import FA

__all__ = ["RegexError", "regex_fa", "regex_of"]

MAX_LENGTH = 2_000
MAX_DEPTH = 60


class RegexError(Exception):
    """A regular expression that cannot be read: `column` (0-based) and what was found there."""

    def __init__(self, column: int, found: str) -> None:
        super().__init__(f"column {column}: {found}")
        self.column = column
        self.found = found


@dataclass(frozen=True)
class _Part:
    """What Glushkov's construction knows of a subexpression: ε inside?, first and last positions."""

    empty: bool
    first: frozenset[int]
    last: frozenset[int]


class _Reader:
    def __init__(self, text: str, alphabet: Collection[str]) -> None:
        self.text, self.alphabet, self.i, self.depth = text, alphabet, 0, 0
        self.letters: list[str] = []
        self.follow: list[set[int]] = []

    def peek(self) -> str:
        while self.i < len(self.text) and self.text[self.i].isspace():
            self.i += 1
        return self.text[self.i] if self.i < len(self.text) else ""

    def union(self) -> _Part:
        part = self.sequence()
        while self.peek() == "|":
            self.i += 1
            other = self.sequence()
            part = _Part(part.empty or other.empty, part.first | other.first, part.last | other.last)
        return part

    def sequence(self) -> _Part:
        part: _Part | None = None
        while (c := self.peek()) and c not in "|)":
            other = self.repeated()
            part = other if part is None else self.joined(part, other)
        if part is None:
            raise RegexError(self.i, self.peek())
        return part

    def joined(self, a: _Part, b: _Part) -> _Part:
        self.link(a.last, b.first)
        if (not a.empty and not a.first) or (not b.empty and not b.first):  # ∅ in a product
            return _Part(False, frozenset(), frozenset())
        return _Part(a.empty and b.empty, a.first | b.first if a.empty else a.first,
                     a.last | b.last if b.empty else b.last)

    def link(self, last: frozenset[int], first: frozenset[int]) -> None:
        for p in last:
            self.follow[p] |= first

    def repeated(self) -> _Part:
        part = self.atom()
        while (c := self.peek()) and c in "*+?":
            self.i += 1
            if c in "*+":
                self.link(part.last, part.first)
            part = _Part(part.empty or c in "*?", part.first, part.last)
        return part

    def atom(self) -> _Part:
        c = self.peek()
        if c == "(":
            start = self.i
            self.i += 1
            if self.peek() == ")":
                self.i += 1
                return _Part(True, frozenset(), frozenset())
            self.depth += 1
            if self.depth > MAX_DEPTH:
                raise RegexError(self.i, "…")
            part = self.union()
            self.depth -= 1
            if self.peek() != ")":
                raise RegexError(start, "(")
            self.i += 1
            return part
        if c in "ε∅":
            self.i += 1
            return _Part(c == "ε", frozenset(), frozenset())
        if c not in self.alphabet:
            raise RegexError(self.i, c)
        self.i += 1
        self.letters.append(c)
        self.follow.append(set())
        here = frozenset({len(self.letters) - 1})
        return _Part(False, here, here)


def regex_fa(text: str, alphabet: Collection[str] = "bw") -> FA:
    """Turn a regular expression into an automaton.

    Parameters
    ----------
    text : str
        The expression, at most 2000 characters.
    alphabet : collection of str
        The letters that may occur.

    Returns
    -------
    FA
        One state more than the expression has letters, no ε.

    Raises
    ------
    RegexError
        With the column at which reading failed.

    Examples
    --------
    >>> regex_fa("b(w|bb)*").words(3)
    ['bbb', 'bww']
    """
    if len(text) > MAX_LENGTH:
        raise RegexError(MAX_LENGTH, "…")
    reader = _Reader(text, alphabet)
    part = reader.union()
    if reader.peek():
        raise RegexError(reader.i, reader.peek())
    name = [str(i + 1) for i in range(len(reader.letters))]
    edges = {("0", reader.letters[i], name[i]) for i in part.first}
    edges |= {(name[p], reader.letters[q], name[q]) for p, row in enumerate(reader.follow) for q in row}
    final = {name[i] for i in part.last} | ({"0"} if part.empty else set())
    return FA.make(("0", *name), "0", frozenset(final), frozenset(edges), alphabet)


def regex_of(fa: FA) -> str:
    """A regular expression for an automaton, by eliminating states (those with few ways through them first).

    Parameters
    ----------
    fa : FA
        Useless states are dropped first.

    Returns
    -------
    str
        ``∅`` if nothing is accepted.

    Examples
    --------
    >>> regex_of(FA.of("A B C", "A", "C", "AbB BwA BbC"))
    'b(wb)*b'
    """
    useful = useful_states(fa)
    ways: dict[tuple[str, str], set[str]] = {}
    for p, a, q in sorted(fa.edges):
        if p in useful and q in useful:
            ways.setdefault((p, q), set()).add(a)
    ways[("⊢", fa.start)] = {""}
    for q in fa.accepting & useful:
        ways[(q, "⊣")] = {""}
    left = [q for q in fa.states if q in useful]
    while left:
        def cost(q: str) -> tuple[int, int]:
            ins = [k for k in ways if k[1] == q != k[0]]
            outs = [k for k in ways if k[0] == q != k[1]]
            return len(ins) * len(outs), sum(len(t) for k in (*ins, *outs) for t in ways[k])
        q = min(left, key=cost)
        left.remove(q)
        loop = _star(ways.pop((q, q), set()))
        ins = [(p, ways.pop((p, t))) for p, t in list(ways) if t == q]
        outs = [(t, ways.pop((p, t))) for p, t in list(ways) if p == q]
        for p, before in ins:
            for t, after in outs:
                ways.setdefault((p, t), set()).add(_either(before, True) + loop + _either(after, True))
    return _either(ways.get(("⊢", "⊣"), set()), False)


def _either(terms: set[str], inside: bool) -> str:
    """The union of some terms; in brackets if it stands inside a product."""
    if not terms:
        return "∅"
    words = sorted(terms - {""}, key=lambda t: (len(t), t))
    if not words:
        return "" if inside else "()"
    if "" in terms:
        text = "|".join(words)
        return f"({text})?" if len(words) > 1 or len(text) > 1 else f"{text}?"
    return words[0] if len(words) == 1 and ("|" not in words[0] or _grouped(words[0]) or not inside) else (
        "(" + "|".join(words) + ")" if inside else "|".join(words))


def _grouped(text: str) -> bool:
    """Whether every ``|`` stands inside brackets."""
    depth = 0
    for c in text:
        depth += (c == "(") - (c == ")")
        if c == "|" and depth == 0:
            return False
    return True


def _star(terms: set[str]) -> str:
    words = terms - {""}
    if not words:
        return ""
    text = "|".join(sorted(words, key=lambda t: (len(t), t)))
    return f"{text}*" if len(text) == 1 else f"({text})*"
