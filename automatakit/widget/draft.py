"""An automaton while it is being drawn: a value with places on a grid, and what can be done to it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from math import dist
from typing import Any, TypeAlias

from automatakit.automaton.errors import AutomatonError
from automatakit.automaton.states import EPSILON, Point, label
from automatakit.automaton.value import Automaton
from automatakit.draw.layout import Places, layout, places_of

STEP: Point = 112.0, 96.0
"""How far the places of the grid are from one another."""
MARGIN = 80.0
LEAST = 4
"""Columns and rows of an empty canvas."""
MOST = 14
NEAR = 70.0
STATES, ARROWS = 100, 400
"""What can be drawn by hand and drawn again after every stroke; a link or a file may hold more."""
"""A state takes the places of the grid that are nearer than this."""

Pair: TypeAlias = tuple[str, str]
"""The states that an arrow leads from and to; all symbols on it are one arrow of the picture."""

_NAMES = re.compile(r"\{[^{}]*\}|\([^()]*\)|[^\s,;]+")
_NOTHING = {"∅", "-", "–", "{}"}
_EPSILONS = {"ε", "λ", "eps", "epsilon", "lambda"}


@dataclass(frozen=True)
class Draft:
    """An automaton in which anything may still be missing, the start state too.

    Parameters
    ----------
    alphabet : tuple of str
    states : tuple of str
    start : str or None
    accepting : frozenset of str
    arrows : frozenset of (str, str, str)
        From, symbol, to; the symbol ``""`` is ε.
    places : mapping of str to (x, y)
    notes : mapping of (x, y) to str
        What is written on the canvas.

    Examples
    --------
    >>> draft = Draft(("a", "b")).added((80, 80)).added((192, 80)).toggled("q0", {"a"}, "q1").switched("q1")
    >>> draft.automaton()
    <Automaton δ={'q0': {'a': {'q1'}}, 'q1': {}} start='q0' accepting={'q1'}>
    """

    alphabet: tuple[str, ...]
    states: tuple[str, ...] = ()
    start: str | None = None
    accepting: frozenset[str] = frozenset()
    arrows: frozenset[tuple[str, str, str]] = frozenset()
    places: Mapping[str, Point] = field(default_factory=dict)
    notes: Mapping[Point, str] = field(default_factory=dict)

    @classmethod
    def of(cls, source: Any, alphabet: Iterable[str] = ()) -> Draft:
        """A draft to go on from: an automaton, or what `Automaton.of` reads, with its places or with a layout."""
        one = Automaton.of(source).single_start()
        if len(one.states) > STATES or len(one.edges) > ARROWS:
            raise AutomatonError.of("too_large_to_draw", states=len(one.states), arrows=len(one.edges),
                                    most=STATES, at_most=ARROWS)
        named = {state: label(state) for state in one.states}
        one = Automaton.make(named.values(), named[one.start], (named[q] for q in one.accepting),
                             ((named[p], a, named[q]) for p, a, q in one.edges), {*one.alphabet, *alphabet},
                             {named[q]: place for q, place in one.places.items()})
        return cls(one.alphabet, one.states, one.start, one.accepting, one.edges, _in_frame(places_of(one)))

    def automaton(self) -> Automaton:
        """What is drawn, as an automaton; without a start state it accepts nothing."""
        if not self.states:
            return Automaton((), self.alphabet, dict.fromkeys(self.alphabet, ()), 0, 0)
        start = self.states[0] if self.start is None else self.start
        made = Automaton.make(self.states, start, self.accepting, self.arrows, self.alphabet, self.places)
        return made if self.start is not None else replace(made, starts=0)

    # --- reading it ----------------------------------------------------------------------------------------

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the canvas: one of each is always free at its right and at its end."""
        far = [max((place[axis] for place in (*self.places.values(), *self.notes)), default=0) for axis in (0, 1)]
        across, down = (min(MOST, max(LEAST, int((far[axis] - MARGIN) // STEP[axis]) + 2)) for axis in (0, 1))
        return across, down

    def free(self) -> list[Point]:
        """The places of the grid on which there is room for a state, row by row."""
        across, down = self.size
        grid = [(MARGIN + x * STEP[0], MARGIN + y * STEP[1]) for y in range(down) for x in range(across)]
        taken = (*self.places.values(), *self.notes)
        return [place for place in grid if all(dist(place, other) >= NEAR for other in taken)]

    def symbols(self, tail: str, head: str) -> tuple[str, ...]:
        """What stands on the arrow between two states, ε last."""
        found = sorted(a for p, a, q in self.arrows if (p, q) == (tail, head))
        return (*filter(None, found), *(a for a in found if not a))

    def heads(self, tail: str, symbol: str) -> tuple[str, ...]:
        """δ(tail, symbol), in the order of the states."""
        return tuple(q for q in self.states if (tail, symbol, q) in self.arrows)

    # --- changing it ---------------------------------------------------------------------------------------

    def added(self, place: Point | None = None, name: str | None = None) -> Draft:
        """With one state more; the first one is the start state."""
        taken = {*self.states}
        named = name or next(f"q{n}" for n in count(len(taken)) if f"q{n}" not in taken)
        if place is None:
            place = min(self.free(), key=sum, default=None)  # so that the canvas does not become a strip
        if place is None:
            raise AutomatonError.of("canvas_full")
        return replace(self, states=(*self.states, named), places={**self.places, named: place},
                       start=self.start if self.states else named)

    def copied(self, part: Collection[str], place: Point) -> Draft:
        """With a copy of some states and the arrows among them, from a place on, as near as there is room."""
        made, copies, old = self, dict[str, str](), [q for q in self.states if q in part]
        dx, dy = (place[axis] - self.places[old[0]][axis] for axis in (0, 1))
        for state in old:
            x, y = self.places[state]
            made = made.added(min(made.free(), key=lambda free: dist(free, (x + dx, y + dy)), default=None))
            copies[state] = made.states[-1]
        arrows = {(copies[p], a, copies[q]) for p, a, q in self.arrows if p in copies and q in copies}
        accepting = {copies[q] for q in self.accepting if q in copies}
        return replace(made, arrows=made.arrows | arrows, accepting=made.accepting | accepting)

    def noted(self, place: Point, text: str) -> Draft:
        """With a note at a place; without one if there is no text."""
        others = {at: note for at, note in self.notes.items() if at != place}
        return replace(self, notes={**others, place: text} if text else others)

    def moved(self, state: str, place: Point) -> Draft:
        """With a state at another place."""
        return replace(self, places={**self.places, state: place})

    def started(self, state: str) -> Draft:
        """With another start state."""
        return replace(self, start=state)

    def switched(self, state: str) -> Draft:
        """With a state accepting, or no longer."""
        return replace(self, accepting=self.accepting ^ {state})

    def renamed(self, old: str, new: str) -> Draft:
        """With another name for a state."""
        if new != old and (new in self.states or names_in(new) != [new]):
            raise AutomatonError.of("name_taken" if new in self.states else "name", name=new)

        def to(state: str) -> str:
            return new if state == old else state

        return replace(self, states=tuple(map(to, self.states)), start=self.start and to(self.start),
                       accepting=frozenset(map(to, self.accepting)),
                       arrows=frozenset((to(p), a, to(q)) for p, a, q in self.arrows),
                       places={to(state): place for state, place in self.places.items()})

    def without(self, state: str) -> Draft:
        """Without a state and its arrows."""
        return replace(self, states=tuple(q for q in self.states if q != state),
                       start=None if self.start == state else self.start, accepting=self.accepting - {state},
                       arrows=frozenset(e for e in self.arrows if state not in (e[0], e[2])),
                       places={q: place for q, place in self.places.items() if q != state})

    def toggled(self, tail: str, symbols: Collection[str], head: str) -> Draft:
        """With symbols more on an arrow, or without them if all of them stand there."""
        edges = {(tail, symbol, head) for symbol in symbols}
        return replace(self, arrows=self.arrows - edges if edges <= self.arrows else self.arrows | edges)

    def labelled(self, tail: str, symbols: Collection[str], head: str) -> Draft:
        """With exactly these symbols on an arrow."""
        others = {(p, a, q) for p, a, q in self.arrows if (p, q) != (tail, head)}
        return replace(self, arrows=frozenset(others | {(tail, symbol, head) for symbol in symbols}),
                       alphabet=tuple(sorted({*self.alphabet, *symbols} - {EPSILON})))

    def led(self, tail: str, symbol: str, heads: Sequence[str]) -> Draft:
        """With δ(tail, symbol) as given; states that there are not yet are added."""
        made = self
        for name in heads:
            made = made if name in made.states else made.added(name=name)
        others = {e for e in self.arrows if e[:2] != (tail, symbol)}
        return replace(made, arrows=frozenset(others | {(tail, symbol, head) for head in heads}))

    def bent(self, tail: str, head: str, other: str) -> Draft:
        """With the end of an arrow at another state."""
        symbols = {*self.symbols(tail, head), *self.symbols(tail, other)}
        return self.labelled(tail, (), head).labelled(tail, symbols, other)

    def tidied(self) -> Draft:
        """With the places of a layout."""
        return replace(self, places=_in_frame(layout(self.automaton()))) if self.states else self


def _in_frame(places: Mapping[str, Point]) -> Places:
    """Places, and the ways of arrows that a layout knows, moved so that they begin at the margin."""
    ways = places.ways if isinstance(places, Places) else {}
    points = [*places.values(), *(point for way in ways.values() for point in way)]
    left, top = (min((point[axis] for point in points), default=0) - MARGIN for axis in (0, 1))
    return Places({state: (x - left, y - top) for state, (x, y) in places.items()},
                  {arrow: [(x - left, y - top) for x, y in way] for arrow, way in ways.items()})


def names_in(text: str) -> list[str]:
    """The names of states in a text: separated by commas or blanks, sets and pairs in brackets.

    Examples
    --------
    >>> names_in("q0, {A, B} q1"), names_in("∅")
    (['q0', '{A, B}', 'q1'], [])
    """
    return [] if text.strip() in _NOTHING else list(dict.fromkeys(_NAMES.findall(text)))


def symbols_in(text: str, alphabet: Collection[str], *, epsilon: bool, open: bool) -> tuple[str, ...]:
    """The symbols in the label of an arrow: ``a, b``, ``ab``, ``0-9``, ``ε``.

    Parameters
    ----------
    text : str
    alphabet : collection of str
        The symbols that there are.
    epsilon : bool
        Whether ε is allowed.
    open : bool
        Whether other symbols are allowed as well.

    Raises
    ------
    AutomatonError
        If a symbol is not allowed.

    Examples
    --------
    >>> symbols_in("0-3, ε", "01", epsilon=True, open=True)
    ('0', '1', '2', '3', '')
    """
    found: list[str] = []
    for part in re.split(r"[\s,;]+", text.strip()):
        if part.casefold() in _EPSILONS:
            found.append(EPSILON)
        elif len(part) == 3 and part[1] in "-–…" and 0 <= ord(part[2]) - ord(part[0]) < 64:
            found += map(chr, range(ord(part[0]), ord(part[2]) + 1))
        else:
            found += part
    symbols = tuple(dict.fromkeys(EPSILON if symbol == "ε" else symbol for symbol in found))
    for symbol in symbols:
        if (not symbol and not epsilon) or (symbol and not open and symbol not in alphabet):
            allowed = ", ".join([*alphabet, *(["ε"] if epsilon else [])])
            raise AutomatonError.of("symbol_here", symbol=symbol or "ε", alphabet=allowed)
    return symbols
