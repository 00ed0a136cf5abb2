"""Thompson's construction: from a regular expression to an automaton with ε, one operator at a time.

Every part of the expression has one start and one end; ε joins the parts.
"""

from collections.abc import Iterable
from typing import NamedTuple

from automatakit.automaton.errors import text_in
from automatakit.automaton.expressions import SHOWN, built, letters_of
from automatakit.automaton.reading import checked_alphabet
from automatakit.automaton.states import EPSILON, Edge
from automatakit.automaton.value import Automaton


class Fragment(NamedTuple):
    """What has been made of a part of the expression: its start and its end, by number, and its text."""

    start: int
    end: int
    text: str


class Made(NamedTuple):
    """One step: the sign that was read, what has been made for it and of which parts, and all arrows so far."""

    sign: str
    whole: Fragment
    parts: tuple[Fragment, ...]
    arrows: int


def _short(text: str) -> str:
    """The text of a part, cut where it is long: each part has one."""
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


class Thompson:
    """What Thompson makes of an expression, with every step.

    Attributes
    ----------
    edges
        The arrows, in the order in which they are made; states are numbers.
    steps
        What was made for each sign.
    """

    def __init__(self, expression: str, symbols: Iterable[str] | None = None) -> None:
        text = text_in(expression)
        found = letters_of(text) if symbols is None else checked_alphabet(symbols)
        self.alphabet = tuple(sorted(found))
        self.edges: list[Edge] = []
        self.states = 0
        self.steps: list[Made] = []
        built(text, found, self)

    @property
    def empty(self) -> Fragment:
        return self.letter(EPSILON)

    @property
    def nothing(self) -> Fragment:
        return self._made("∅", "∅")

    def letter(self, symbol: str) -> Fragment:
        text = symbol or "ε"
        return self._made(text, text, edges=[(self.states, symbol, self.states + 1)])

    def union(self, alternatives: list[Fragment]) -> Fragment:
        whole = alternatives[0]
        for other in alternatives[1:]:
            joints = [(self.states, part.start) for part in (whole, other)]
            joints += [(part.end, self.states + 1) for part in (whole, other)]
            text = f"({whole.text}|{other.text})"
            whole = self._joined("|", text, (whole, other), joints)
        return whole

    def product(self, factors: list[Fragment]) -> Fragment:
        whole = factors[0]
        for after in factors[1:]:
            self.edges.append((whole.end, EPSILON, after.start))
            text = _short(whole.text + after.text)
            joined = Fragment(whole.start, after.end, text)
            self.steps.append(Made("·", joined, (whole, after), len(self.edges)))
            whole = joined
        return whole

    def repeated(self, part: Fragment, sign: str) -> Fragment:
        start, end = self.states, self.states + 1
        joints = [(start, part.start), (part.end, end)]
        if sign != "?":
            joints.append((part.end, part.start))
        if sign != "+":
            joints.append((start, end))
        # A union has its brackets already
        alone = len(part.text) == 1 or self.last_sign == "|"
        text = part.text if alone else f"({part.text})"
        return self._joined(sign, text + sign, (part,), joints)

    @property
    def last_sign(self) -> str:
        """What was made last."""
        return self.steps[-1].sign

    def _joined(
        self,
        sign: str,
        text: str,
        parts: tuple[Fragment, ...],
        joints: Iterable[tuple[int, int]],
    ) -> Fragment:
        edges = [(tail, EPSILON, head) for tail, head in joints]
        return self._made(sign, text, parts, edges)

    def _made(
        self,
        sign: str,
        text: str,
        parts: tuple[Fragment, ...] = (),
        edges: Iterable[Edge] = (),
    ) -> Fragment:
        """Return a fragment with a start and an end of its own."""
        whole = Fragment(self.states, self.states + 1, _short(text))
        self.states += 2
        self.edges += edges
        self.steps.append(Made(sign, whole, parts, len(self.edges)))
        return whole

    def automaton(self, at: int = -1) -> Automaton:
        """Return the automaton, or what there is of it after a step."""
        made = self.steps[at]
        parts = [one.whole for one in self.steps[: at % len(self.steps) + 1]]
        ends = {part.start for part in parts} | {part.end for part in parts}
        edges = self.edges[: made.arrows]
        whole = made.whole
        return Automaton.make(
            sorted(ends), whole.start, [whole.end], edges, self.alphabet
        )


def thompson(expression: str, symbols: Iterable[str] | None = None) -> Automaton:
    """Return the automaton of Thompson's construction: with ε, and two states for each letter and each operator.

    See `automatakit.steps.ThompsonSteps` for the single steps.

    Parameters
    ----------
    expression
        A regular expression (see `from_regex`).
    symbols
        The alphabet; by default the letters of the expression.

    Examples
    --------
    >>> made = thompson("ab*")
    >>> len(made.states), len(made.edges), made.accepts("abb"), made.accepts("b")
    (6, 7, True, False)
    """
    return Thompson(expression, symbols).automaton()
