"""An automaton while it is being drawn: a value with places on a grid, and what can be done to it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import dist
from typing import TypeAlias

from automatakit.automaton.errors import AutomatonError, TooLargeError
from automatakit.automaton.reading import Source
from automatakit.automaton.states import EPSILON, EPSILON_WORDS, Arrow, Point, label
from automatakit.automaton.value import Automaton
from automatakit.draw.layout import Places, layout, places_of

STEP: Point = 112.0, 96.0
"""How far the places of the grid are from one another."""
STATES, ARROWS = 100, 400
"""Of a drawing: a browser without a server would draw more of them for minutes."""
MARGIN = 80.0
LEAST = 4
"""Columns and rows of an empty canvas."""
MOST = 14
NEAR = 70.0
"""A state takes the places of the grid that are nearer than this."""
CATCH = 22.0
"""A click as near as this to a place of the grid means that place; to the row or column of a state, this one."""
LONGEST_RANGE = 64
"""Symbols that a range such as 0-9 can have; longer ones are a mistake."""

Pair: TypeAlias = tuple[str, str]
"""The states that an arrow leads from and to; all symbols on it are one arrow of the picture."""

_NAMES = re.compile(r"\{[^{}]*\}|\([^()]*\)|[^\s,;]+")
_NOTHING = {"∅", "-", "–", "{}"}


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
    def of(cls, source: Source, alphabet: Iterable[str] = ()) -> Draft:
        """A draft to go on from: an automaton, or what `Automaton.of` reads, with its places or with a layout."""
        # Names as text: that is what somebody can type.
        one = Automaton.of(source).single_start().renamed(label).over(alphabet)
        states, arrows = len(one.states), len(one.edges)
        if states > STATES or arrows > ARROWS:
            raise TooLargeError.of(
                "too_large_to_draw",
                states=states,
                arrows=arrows,
                most=STATES,
                at_most=ARROWS,
            )
        return cls(
            one.alphabet,
            one.states,
            one.start,
            one.accepting,
            one.edges,
            _in_frame(places_of(one)),
        )

    def automaton(self) -> Automaton:
        """What is drawn, as an automaton; without a start state it accepts nothing."""
        if not self.states:
            return Automaton((), self.alphabet, dict.fromkeys(self.alphabet, ()), 0, 0)
        start = self.states[0] if self.start is None else self.start
        made = Automaton.make(
            self.states,
            start,
            self.accepting,
            self.arrows,
            self.alphabet,
            self.places,
        )
        if self.start is None:
            return replace(made, starts=0)
        return made

    # --- reading it ----------------------------------------------------------------------------------------

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the canvas: one of each is always free at its right and at its end."""
        across, down = zip((0, 0), *self.places.values(), *self.notes, strict=True)
        columns = _number_of_places(max(across), STEP[0])
        rows = _number_of_places(max(down), STEP[1])
        return columns, rows

    def free(self) -> list[Point]:
        """The places of the grid on which there is room for a state, row by row."""
        columns, rows = self.size
        taken = (*self.places.values(), *self.notes)
        found = []
        for row in range(rows):
            for column in range(columns):
                place = MARGIN + column * STEP[0], MARGIN + row * STEP[1]
                if all(dist(place, other) >= NEAR for other in taken):
                    found.append(place)
        return found

    @property
    def _ways(self) -> Mapping[Arrow, Sequence[Point]]:
        """The ways of arrows that a layout has found."""
        if isinstance(self.places, Places):
            return self.places.ways
        return {}

    def spot(self, wish: Point) -> Point | None:
        """Where a state put at a point stands: softly in line with others; None on another one, and outside."""
        for place in self.free():
            if dist(place, wish) <= CATCH:
                return place
        x, y = wish
        columns, rows = self.size
        if x > MARGIN + columns * STEP[0] or y > MARGIN + rows * STEP[1]:
            return None
        for across, down in self.places.values():
            if abs(across - x) <= CATCH / 2:
                x = across
            if abs(down - y) <= CATCH / 2:
                y = down
        x = max(x, MARGIN / 2)
        y = max(y, MARGIN / 2)
        for other in (*self.places.values(), *self.notes):
            far = dist((x, y), other)
            if far < NEAR / 2:
                return None
            if far < NEAR:  # beside it, where there is room
                x = other[0] + (x - other[0]) * NEAR / far
                y = other[1] + (y - other[1]) * NEAR / far
        return float(round(x)), float(round(y))

    def symbols(self, tail: str, head: str) -> tuple[str, ...]:
        """What stands on the arrow between two states, ε last."""
        found = [symbol for p, symbol, q in self.arrows if (p, q) == (tail, head)]
        return tuple(sorted(found, key=lambda symbol: (symbol == EPSILON, symbol)))

    def heads(self, tail: str, symbol: str) -> tuple[str, ...]:
        """δ(tail, symbol), in the order of the states."""
        return tuple(
            head for head in self.states if (tail, symbol, head) in self.arrows
        )

    # --- changing it ---------------------------------------------------------------------------------------

    def added(self, place: Point | None = None, name: str | None = None) -> Draft:
        """With one state more; the first one is the start state."""
        if place is None:
            # So that the canvas does not become a strip
            place = min(self.free(), key=sum, default=None)
        if place is None:
            raise AutomatonError.of("canvas_full")
        if name is None:
            # States may have gone, or have such names already
            number = len(self.states)
            while f"q{number}" in self.states:
                number += 1
            name = f"q{number}"
        start = self.start if self.states else name
        places = _kept({**self.places, name: place}, self._ways, name)
        return replace(self, states=(*self.states, name), start=start, places=places)

    def copied(self, part: Collection[str], place: Point) -> Draft:
        """With a copy of some states and the arrows among them, from a place on, as near as there is room."""
        originals = [state for state in self.states if state in part]
        first = self.places[originals[0]]
        made = self
        copies: dict[str, str] = {}
        for state in originals:
            x, y = self.places[state]
            # As far from the first copy as it was before
            wish = (
                x + place[0] - first[0],
                y + place[1] - first[1],
            )
            made = made.added(min(made.free(), key=partial(dist, wish), default=None))
            copies[state] = made.states[-1]
        arrows = set(made.arrows)
        for tail, symbol, head in self.arrows:
            if tail in copies and head in copies:
                arrows.add((copies[tail], symbol, copies[head]))
        accepting = {copies[state] for state in self.accepting if state in copies}
        return replace(
            made, arrows=frozenset(arrows), accepting=made.accepting | accepting
        )

    def noted(self, place: Point, text: str) -> Draft:
        """With a note at a place; without one if there is no text."""
        notes = dict(self.notes)
        notes.pop(place, None)
        if text:
            notes[place] = text
        return replace(self, notes=notes)

    def moved(self, state: str, place: Point) -> Draft:
        """With a state at another place."""
        places = _kept({**self.places, state: place}, self._ways, state)
        return replace(self, places=places)

    def started(self, state: str) -> Draft:
        """With another start state."""
        return replace(self, start=state)

    def switched(self, state: str) -> Draft:
        """With a state accepting, or no longer."""
        return replace(self, accepting=self.accepting ^ {state})

    def renamed(self, old: str, new: str) -> Draft:
        """With another name for a state."""
        if new != old and new in self.states:
            raise AutomatonError.of("name_taken", name=new)
        if new != old and names_in(new) != [new]:
            raise AutomatonError.of("name", name=new)

        names = dict(zip(self.states, self.states, strict=True))
        names[old] = new
        arrows = set()
        for tail, symbol, head in self.arrows:
            arrows.add((names[tail], symbol, names[head]))
        places = {names[state]: place for state, place in self.places.items()}
        ways = {}
        for (tail, head), way in self._ways.items():
            ways[names[tail], names[head]] = way
        return Draft(
            self.alphabet,
            tuple(names[state] for state in self.states),
            None if self.start is None else names[self.start],
            frozenset(names[state] for state in self.accepting),
            frozenset(arrows),
            Places(places, ways),
            self.notes,
        )

    def without(self, state: str) -> Draft:
        """Without a state and its arrows."""
        stay = {other: at for other, at in self.places.items() if other != state}
        ways = {arrow: way for arrow, way in self._ways.items() if state not in arrow}
        places = Places(stay, ways)
        return Draft(
            self.alphabet,
            tuple(other for other in self.states if other != state),
            None if self.start == state else self.start,
            self.accepting - {state},
            frozenset(
                arrow for arrow in self.arrows if state not in (arrow[0], arrow[2])
            ),
            places,
            self.notes,
        )

    def toggled(self, tail: str, symbols: Collection[str], head: str) -> Draft:
        """With symbols more on an arrow, or without them if all of them stand there."""
        arrows = {(tail, symbol, head) for symbol in symbols}
        if arrows <= self.arrows:
            return replace(self, arrows=self.arrows - arrows)
        return replace(self, arrows=self.arrows | arrows)

    def labelled(self, tail: str, symbols: Collection[str], head: str) -> Draft:
        """With exactly these symbols on an arrow."""
        others = {arrow for arrow in self.arrows if arrow[::2] != (tail, head)}
        arrows = others | {(tail, symbol, head) for symbol in symbols}
        alphabet = {*self.alphabet, *symbols} - {EPSILON}
        return replace(self, arrows=frozenset(arrows), alphabet=tuple(sorted(alphabet)))

    def led(self, tail: str, symbol: str, heads: Sequence[str]) -> Draft:
        """With δ(tail, symbol) as given; states that there are not yet are added."""
        made = self
        for name in heads:
            if name not in made.states:
                made = made.added(name=name)
        others = {arrow for arrow in self.arrows if arrow[:2] != (tail, symbol)}
        arrows = others | {(tail, symbol, head) for head in heads}
        return replace(made, arrows=frozenset(arrows))

    def bent(self, tail: str, head: str, other: str) -> Draft:
        """With the end of an arrow at another state."""
        symbols = {*self.symbols(tail, head), *self.symbols(tail, other)}
        return self.labelled(tail, (), head).labelled(tail, symbols, other)

    def tidied(self) -> Draft:
        """With the places of a layout."""
        if not self.states:
            return self
        return replace(self, places=_in_frame(layout(self.automaton())))


def _number_of_places(farthest: float, step: float) -> int:
    """How many places of the grid are beside each other, or below, if the farthest thing stands there."""
    # One more than is needed: there is always room to go on.
    wanted = int((farthest - MARGIN) // step) + 2
    return min(MOST, max(LEAST, wanted))


def _kept(
    places: Mapping[str, Point], known: Mapping[Arrow, Sequence[Point]], changed: str
) -> Places:
    """Places with the ways that were known before, but for those of one state, and those on which it stands now."""
    ways = {}
    for arrow, way in known.items():
        clear = all(dist(point, places[changed]) >= NEAR for point in way)
        if changed not in arrow and clear:
            ways[arrow] = way
    return Places(places, ways)


def _in_frame(places: Mapping[str, Point]) -> Places:
    """Places, and the ways of arrows that a layout knows, moved so that they begin at the margin."""
    ways = places.ways if isinstance(places, Places) else {}
    points = list(places.values())
    for way in ways.values():
        points += way
    left = min([x for x, _ in points], default=0) - MARGIN
    top = min([y for _, y in points], default=0) - MARGIN

    def moved(point: Point) -> Point:
        return point[0] - left, point[1] - top

    moved_ways: dict[Arrow, list[Point]] = {}
    for arrow, way in ways.items():
        moved_ways[arrow] = list(map(moved, way))
    return Places({state: moved(place) for state, place in places.items()}, moved_ways)


def names_in(text: str) -> list[str]:
    """The names of states in a text: separated by commas or blanks, sets and pairs in brackets.

    Examples
    --------
    >>> names_in("q0, {A, B} q1"), names_in("∅")
    (['q0', '{A, B}', 'q1'], [])
    """
    if text.strip() in _NOTHING:
        return []
    return list(dict.fromkeys(_NAMES.findall(text)))


def symbols_in(
    text: str, alphabet: Collection[str], *, epsilon: bool, open: bool
) -> tuple[str, ...]:
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
        if part.casefold() in EPSILON_WORDS:
            found.append(EPSILON)
        elif (
            len(part) == 3
            and part[1] in "-–…"
            and 0 <= ord(part[2]) - ord(part[0]) < LONGEST_RANGE
        ):
            found += map(chr, range(ord(part[0]), ord(part[2]) + 1))
        else:
            found += part
    symbols = tuple(dict.fromkeys(symbol.replace("ε", EPSILON) for symbol in found))
    for symbol in symbols:
        allowed = epsilon if symbol == EPSILON else open or symbol in alphabet
        if not allowed:
            known = [*alphabet, "ε"] if epsilon else alphabet
            raise AutomatonError.of(
                "symbol_here", symbol=symbol or "ε", alphabet=", ".join(known)
            )
    return symbols
