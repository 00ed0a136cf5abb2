"""Derivatives of regular expressions: what may follow a word, as an expression again.

Brzozowski's derivatives are the states of a deterministic automaton, Antimirov's partial derivatives those of a
nondeterministic one, and a word is accepted if the empty word is in the derivative that it leads to: so one gets from
an expression to an automaton without looking at positions, and from Myhill and Nerode to expressions.
"""

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from automatakit.automaton.errors import text_in, whole
from automatakit.automaton.expressions import built, escaped, letters_of
from automatakit.automaton.reading import checked_alphabet
from automatakit.automaton.value import Automaton
from automatakit.languages.search import LIMIT, entries, tabulated

T = TypeVar("T")

Kind: TypeAlias = Literal["∅", "ε", "letter", "|", "·", "*"]

NOTHING, EMPTY = 0, 1


class _Node(NamedTuple):
    """An expression: a letter, or what it is made of, by number; the first factor of a product is none itself."""

    kind: Kind
    symbol: str = ""
    parts: tuple[int, ...] = ()


class _Expressions:
    """Expressions by number, each of them once; parts have smaller numbers than what is made of them.

    Unions know no order and nothing twice, and ∅ and ε disappear in products: so there are finitely many derivatives.
    """

    nothing, empty = NOTHING, EMPTY

    def __init__(self) -> None:
        self.nodes = [_Node("∅"), _Node("ε")]
        self.numbers = {node: i for i, node in enumerate(self.nodes)}
        self.nullable = [False, True]
        self.texts: dict[int, str] = {}

    def node(self, node: _Node, nullable: bool) -> int:
        number = self.numbers.setdefault(node, len(self.nodes))
        if number == len(self.nodes):
            self.nodes.append(node)
            self.nullable.append(nullable)
        return number

    def letter(self, symbol: str) -> int:
        return self.node(_Node("letter", symbol), False)

    def union(self, alternatives: Iterable[int]) -> int:
        parts: set[int] = set()
        for part in alternatives:
            node = self.nodes[part]
            parts.update(node.parts if node.kind == "|" else (part,))
        parts.discard(NOTHING)
        # The empty word is not said where another alternative has it
        if EMPTY in parts and any(self.nullable[part] for part in parts - {EMPTY}):
            parts.discard(EMPTY)
        if len(parts) < 2:
            return parts.pop() if parts else NOTHING
        nullable = any(self.nullable[part] for part in parts)
        return self.node(_Node("|", parts=tuple(sorted(parts))), nullable)

    def product(self, factors: list[int]) -> int:
        made = EMPTY
        for factor in reversed(factors):
            made = self.joined(factor, made)
        return made

    def joined(self, first: int, rest: int) -> int:
        """The product of two, of which only the first has to be taken apart."""
        flat = []
        while self.nodes[first].kind == "·":
            factor, first = self.nodes[first].parts
            flat.append(factor)
        made = rest
        for factor in (first, *reversed(flat)):
            if NOTHING in (factor, made):
                return NOTHING
            if EMPTY in (factor, made):
                made = max(factor, made)
                continue
            nullable = self.nullable[factor] and self.nullable[made]
            made = self.node(_Node("·", parts=(factor, made)), nullable)
        return made

    def star(self, part: int) -> int:
        if part in (NOTHING, EMPTY):
            return EMPTY
        if self.nodes[part].kind == "*":
            return part
        return self.node(_Node("*", parts=(part,)), True)

    def repeated(self, part: int, sign: str) -> int:
        if sign == "?":
            return self.union((part, EMPTY))
        star = self.star(part)
        return star if sign == "*" else self.joined(part, star)

    def computed(
        self, number: int, known: dict[int, T], value: Callable[[_Node], T]
    ) -> T:
        """What is computed for an expression from its parts', which ``known`` remembers."""
        unknown = [] if number in known else [number]
        met = set(unknown)
        for one in unknown:  # which grows meanwhile
            new = [part for part in self.nodes[one].parts if part not in known]
            unknown += [part for part in new if part not in met]
            met.update(new)
        # Parts have smaller numbers
        for one in sorted(met):
            known[one] = value(self.nodes[one])
        return known[number]

    def written(self, number: int) -> str:
        """An expression as `from_regex` reads it."""
        texts = self.texts

        def bracketed(part: int, kinds: str) -> str:
            text = texts[part]
            return f"({text})" if self.nodes[part].kind in kinds else text

        def text(node: _Node) -> str:
            if node.kind == "letter":
                return escaped(node.symbol)
            if node.kind == "|":
                return "|".join(texts[part] for part in node.parts)
            if node.kind == "·":
                return "".join(bracketed(part, "|") for part in node.parts)
            if node.kind == "*":
                return bracketed(node.parts[0], "|·*") + "*"
            return node.kind

        return self.computed(number, texts, text)


class _Derived:
    """Derivatives by one letter, remembered."""

    def __init__(self, all_of_them: _Expressions, letter: str) -> None:
        self.all = all_of_them
        self.letter = letter
        self.known: dict[int, int] = {}
        self.parts: dict[int, tuple[int, ...]] = {}

    def __call__(self, number: int) -> int:
        return self.all.computed(number, self.known, self._derivative)

    def _derivative(self, node: _Node) -> int:
        make, parts = self.all, node.parts
        if node.kind == "letter":
            return EMPTY if node.symbol == self.letter else NOTHING
        if node.kind == "|":
            return make.union([self.known[part] for part in parts])
        if node.kind == "·":
            first, rest = parts
            made = make.joined(self.known[first], rest)
            return (
                make.union((made, self.known[rest])) if make.nullable[first] else made
            )
        if node.kind == "*":
            return make.joined(self.known[parts[0]], make.star(parts[0]))
        return NOTHING

    def partial(self, number: int) -> tuple[int, ...]:
        """The partial derivatives, of which the derivative is the union."""
        return self.all.computed(number, self.parts, self._partial)

    def _partial(self, node: _Node) -> tuple[int, ...]:
        make, parts = self.all, node.parts
        found: list[int] = []
        if node.kind == "letter" and node.symbol == self.letter:
            found.append(EMPTY)
        elif node.kind == "|":
            for part in parts:
                found += self.parts[part]
        elif node.kind == "·":
            first, rest = parts
            found += [make.joined(one, rest) for one in self.parts[first]]
            if make.nullable[first]:
                found += self.parts[rest]
        elif node.kind == "*":
            star = make.star(parts[0])
            found += [make.joined(one, star) for one in self.parts[parts[0]]]
        return tuple(dict.fromkeys(found))


def _read(
    expression: str, symbols: Iterable[str] | None
) -> tuple[_Expressions, int, tuple[str, ...]]:
    """Return what is made of an expression, its number, and the alphabet."""
    text = text_in(expression)
    letters = letters_of(text) if symbols is None else checked_alphabet(symbols)
    make = _Expressions()
    return make, built(text, letters, make), tuple(sorted(letters))


def derivative(expression: str, word: str, symbols: Iterable[str] | None = None) -> str:
    """Return an expression for what may follow a word, after Brzozowski: the words z with word·z in the language.

    Parameters
    ----------
    expression
        A regular expression (see `from_regex`).
    word
        What has been read.
    symbols
        The alphabet; by default the letters of the expression.

    Examples
    --------
    >>> derivative("(a|b)*ab", "a"), derivative("(a|b)*ab", "ab"), derivative("ab", "b")
    ('b|(a|b)*ab', 'ε|(a|b)*ab', '∅')
    """
    make, number, _ = _read(expression, symbols)
    derived: dict[str, _Derived] = {}
    for letter in text_in(word):
        number = derived.setdefault(letter, _Derived(make, letter))(number)
    return make.written(number)


def derivatives(
    expression: str, symbols: Iterable[str] | None = None, limit: int = LIMIT
) -> Automaton:
    """Return the deterministic automaton whose states are the derivatives of an expression, after Brzozowski.

    Parameters
    ----------
    expression, symbols
        As for `derivative`.
    limit
        Largest number of states.

    Raises
    ------
    TooLargeError
        If there are more.

    Examples
    --------
    >>> derivatives("(a|b)*ab").states
    ('(a|b)*ab', 'b|(a|b)*ab', 'ε|(a|b)*ab')
    """
    return _automaton(
        expression, symbols, limit, lambda derived, number: (derived(number),)
    )


def partial_derivatives(
    expression: str, symbols: Iterable[str] | None = None, limit: int = LIMIT
) -> Automaton:
    """Return the automaton whose states are the partial derivatives of an expression, after Antimirov.

    It has at most one state more than the expression has letters, and no ε.  Parameters and errors are those of
    `derivatives`.

    Examples
    --------
    >>> partial_derivatives("(a|b)*ab").states
    ('(a|b)*ab', 'b', 'ε')
    """
    return _automaton(expression, symbols, limit, _Derived.partial)


def _automaton(
    expression: str,
    symbols: Iterable[str] | None,
    limit: int,
    heads: Callable[[_Derived, int], tuple[int, ...]],
) -> Automaton:
    make, start, alphabet = _read(expression, symbols)
    derived = {letter: _Derived(make, letter) for letter in alphabet}
    found = entries(
        [start],
        alphabet,
        lambda number, letter: heads(derived[letter], number),
        whole("limit", limit, 1),
    )
    return tabulated(
        [start], alphabet, list(found), make.written, make.nullable.__getitem__
    )
