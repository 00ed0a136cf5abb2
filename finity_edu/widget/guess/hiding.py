"""What is hidden: a board or an automaton, given or drawn by lot."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Literal, TypeAlias

from automatakit.automaton.reading import Source
from automatakit.automaton.value import Automaton
from automatakit.draw.automata import automaton_picture
from automatakit.guessing import par
from automatakit.languages.lots import random_dfa
from boardkit.messages import get_language
from boardkit.svg import Picture
from finity_edu.analysis.seats import seat_view
from finity_edu.draw.board import draw_board
from finity_edu.questions.sketches import Sketch
from finity_edu.rules.board import Board
from finity_edu.rules.errors import BoardError, message
from finity_edu.rules.layout import Layout
from finity_edu.rules.position import Position

Skin: TypeAlias = Literal["board", "textbook"]
LETTERS = "bw"
MOST_LETTERS = 4
BOARDS = ((0, range(4, 5)), (0, range(5, 6)), (1, range(6, 7)), (1, range(7, 9)), (2, range(9, 12)))  # fmt: skip
"""For each level the shape of the board, and how many states the answer has."""
STATES = (3, 4, 5, 6, 8)
"""For each level, in the skin of textbooks."""
LEVELS = len(STATES)


@dataclass(frozen=True)
class Secret:
    """Something that is hidden.

    Attributes
    ----------
    automaton : Automaton
        What is asked.
    position : Position or None
        The board, if it is one.
    """

    automaton: Automaton
    position: Position | None = None

    @classmethod
    def of(cls, source: Source | Board | Position) -> Secret:
        """Hide something that is given.

        >>> secret = Secret.of(Board("bA>B wB>C", start="A", end="C"))
        >>> secret.automaton.accepts("bw"), secret.empty.automaton.accepts("bw")
        (True, False)
        """
        if isinstance(source, Board):
            plain = Board.custom(dict(source.stations), source.end)
            source = Sketch(plain, source.starts[:1], source.laid).position()
        if isinstance(source, Position):
            automaton = Automaton.of(seat_view(source, 1))
            return cls(automaton.over(LETTERS), source)
        automaton = Automaton.of(source)
        if len(automaton.alphabet) > MOST_LETTERS:
            raise too_many(automaton.alphabet)
        return cls(automaton)

    @property
    def empty(self) -> Secret | None:
        """The board without its arrows."""
        if self.position is None:
            return None
        layout = Layout.of(self.position.board, self.position.layout.posts)
        return Secret.of(replace(self.position, layout=layout))

    @property
    def place(self) -> tuple[Board, str] | None:
        """The stations, and where the post stands."""
        if self.position is None:
            return None
        post = self.position.layout.posts[0]
        return None if post is None else (self.position.board, post)

    def picture(self) -> Picture:
        """What is hidden, as a picture."""
        if self.position is None:
            return automaton_picture(self.automaton)
        return draw_board(self.position.layout, lang=get_language())


def too_many(letters: Sequence[str]) -> BoardError:
    """The error that says how many letters there may be."""
    listed = ", ".join(letters)
    return BoardError(
        message("widget.guess.alphabet", most=MOST_LETTERS, letters=listed)
    )


def by_lot(
    seed: int, level: int, skin: Skin, alphabet: str, like: Secret | None = None
) -> Secret:
    """Hide something by lot; the answer has more states on a higher level.

    If another board is given that it should be `like`, it lies on the same stations, and may be of any level.

    >>> len(par(by_lot(1, 3, "textbook", "ab").automaton).conjecture.states)
    5
    """
    lots = Random(seed)
    if skin == "board":
        shape, sizes = BOARDS[level - 1]
        place = None if like is None else like.place
        secrets = _boards(lots, shape, place)
        if place is not None:
            sizes = range(2, sys.maxsize)
    else:
        sizes = range(STATES[level - 1], STATES[level - 1] + 1)
        secrets = _automata(lots, sizes.start, alphabet)
    return next(one for one in secrets if _states(one) in sizes)


def _boards(
    lots: Random, shape: int, place: tuple[Board, str] | None
) -> Iterator[Secret]:
    while True:
        arrows = lots.randint(shape + 4, 2 * shape + 7)
        sketch = Sketch.random(lots, shape, arrows, place=place)
        yield Secret.of(sketch.position())


def _automata(lots: Random, states: int, alphabet: str) -> Iterator[Secret]:
    while True:
        yield Secret(random_dfa(lots, states, alphabet))


def _states(secret: Secret) -> int:
    found = par(secret.automaton).conjecture
    return 0 if found is None else len(found.states)
