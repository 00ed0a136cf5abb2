"""How an automaton is told: on a board, as in a textbook, or as a lecturer's own package tells it.

A type of question about automata draws an automaton, a word, a task, and knows nothing of stations and towers.  A
*skin* knows what can be drawn (a board has no ε and no loops), how it is drawn by lot, how it stands in the data of an
instance, and how it is shown: in words, as a picture, with a run.  The texts of a type come from the package of the
skin first, so that each skin asks in its own words: the text ``q.ID.text`` of `coursekit` is the textbook's, that of a
game's package the game's.

A package adds a skin with an entry point in the group ``coursekit.skins`` that names a module; the module calls
`add_skin`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, log2
from typing import Any, ClassVar, Protocol, Self, TypeVar

from automatakit.automaton.states import Edge
from automatakit.automaton.value import Automaton
from boardkit.foreign_json import Json
from boardkit.registry import Registry, check_class, refusal
from boardkit.svg import Picture
from coursekit.questions.base import Data, QuestionError, Say
from coursekit.questions.sampling import of_length, random_word, search
from coursekit.texts import CATALOGUE

T = TypeVar("T")
LARGEST = 4
"""Sizes of automata are 0, a handful of states, to 4, as many as a skin shows at most."""
ARROWS = (5, 7, 9, 12, 16)


class Drawing(Protocol):
    """An automaton that was drawn by lot: cheap to throw away until one suits a question."""

    def fa(self, start: int = 1) -> Automaton:
        """The automaton with its first or its second start."""

    def room(self) -> Sequence[Edge]:
        """Every arrow that could be there, in canonical order."""

    def changed(self, rng: random.Random) -> Self:
        """The same with one arrow changed or removed."""

    def written(self) -> object:
        """As it stands in the data of an instance: plain JSON."""


class Skin(Protocol):
    """What a skin says; one object of each is enough."""

    id: ClassVar[str]
    rank: ClassVar[int]
    """Its place among the skins.  The first one is the skin of data that name none."""
    alphabet: ClassVar[str]
    """Symbols if nobody chooses any."""
    shows_delta: ClassVar[bool] = False
    """Whether it shows the table δ, so that nobody need write it down."""
    moves: ClassVar[str] = "arrows"
    """How arrows are written where they are an answer (see `coursekit.answers.moves`)."""
    sample: ClassVar[tuple[str, ...]] = ("A", "B", "C", "D")
    """Names of states in examples of answers."""
    names: ClassVar[Mapping[str, str]] = {}
    """What it calls what stands in the data (``automaton``, ``other``, ``word``, ``length``, …), where otherwise."""

    # ---------------------------------------------------------------- drawing
    def symbols(self, rng: random.Random, alphabet: str | None) -> str:
        """The alphabet of an instance: the one that is asked for, if the skin can tell it, or one by lot."""
        if alphabet is not None and sorted(alphabet) != sorted(self.alphabet):
            raise QuestionError(
                CATALOGUE.message(
                    "question.symbols", skin=self.id, symbols=", ".join(self.alphabet)
                )
            )
        return self.alphabet

    def by_lot(self, space: Space, size: int, arrows: int, starts: int = 1) -> Drawing:
        """Draw an automaton with so many arrows, and one or two starts."""

    def planted(
        self, space: Space, size: int, word: str, arrows: int, starts: int = 1
    ) -> Drawing:
        """Draw one in which a way without a detour spells a word from the first start."""

    def some_names(self, space: Space, size: int) -> Sequence[str]:
        """Names of the states of an automaton of a size."""

    def numbered(self, number: int) -> tuple[str, ...]:
        """Names of the states of an automaton that is given as a table."""

    # ---------------------------------------------------------------- reading
    def read(self, written: Json, start: int = 1) -> Automaton:
        """The automaton that stands in the data."""

    def takes(self, fa: Automaton, edge: Edge) -> bool:
        """Whether an arrow counts in an automaton, wherever it comes from."""
        return True

    # ---------------------------------------------------------------- telling
    def arrow(self, edge: Edge) -> str:
        """An arrow as an answer names it."""

    def words(self, written: Json, say: Say) -> str:
        """An automaton in words, for those who do not see the picture."""

    def picture(self, written: Json, word: str, say: Say) -> Picture:
        """A picture of an automaton, with the word that is read if there is one."""

    def run_picture(self, written: Json, word: str, say: Say) -> Picture:
        """The automaton with an accepting run of a word, or with the last states that were still active."""

    def rules(self, data: Data, say: Say) -> str:
        """What counts in a question, said below its text."""
        return ""

    def settled(self, data: Data, rng: random.Random) -> Data:
        """What was drawn, with everything by lot that the draw itself did not need to choose."""
        return data

    # ---------------------------------------------------------------- what follows
    @property
    def package(self) -> str:
        """The package whose texts speak for it."""
        return type(self).__module__.split(".")[0]

    def written(self, task: Data) -> Data:
        """What a type of question drew, as it stands in the data."""

        def plain(value: object) -> object:
            return value.to_json() if isinstance(value, Automaton) else value

        return {
            self.names.get(k, k): v.written() if hasattr(v, "written") else plain(v)
            for k, v in task.items()
        }


@dataclass(frozen=True)
class Space:
    """Where an instance is drawn: in a skin, over an alphabet, by a generator.

    Examples
    --------
    >>> space = Space(told_in({}), random.Random(1), "bw")
    >>> space.all_words(2)
    ('bb', 'bw', 'wb', 'ww')
    """

    skin: Skin
    rng: random.Random
    alphabet: str

    def word(self, length: int) -> str:
        """Any word of a length, each as likely."""
        return random_word(self.rng, length, self.alphabet)

    def all_words(self, length: int) -> tuple[str, ...]:
        """All words of a length, in the order of the alphabet."""
        return of_length(length, self.alphabet)

    def some_words(self, length: int) -> Sequence[str]:
        """As many words of a length as there are over two symbols, by lot if there are more."""
        words, number = self.all_words(length), 2**length
        return words if len(words) <= number else self.rng.sample(words, number)

    def length(self, over_two: int) -> int:
        """How long words are of which there are about as many as over two symbols; two symbols stay.

        Examples
        --------
        >>> three = Space(told_in({}), random.Random(1), "abc")
        >>> [three.length(n) for n in (1, 2, 7)]
        [1, 2, 5]
        """
        return max(min(2, over_two), ceil(over_two / log2(len(self.alphabet))))

    def by_lot(self, size: int, arrows: int, starts: int = 1) -> Drawing:
        """See `Skin.by_lot`."""
        return self.skin.by_lot(self, size, arrows, starts)

    def some_names(self, size: int) -> Sequence[str]:
        """See `Skin.some_names`."""
        return self.skin.some_names(self, size)

    def planted(self, size: int, word: str, arrows: int, starts: int = 1) -> Drawing:
        """See `Skin.planted`."""
        return self.skin.planted(self, size, word, arrows, starts)

    def drawn(
        self,
        difficulty: int,
        good: Callable[[Drawing], object] = bool,
        *,
        arrows: int | None = None,
        more: int = 0,
        starts: int = 1,
        size: int | None = None,
    ) -> Drawing:
        """Draw an automaton of the usual size for a difficulty that satisfies `good`.

        Parameters
        ----------
        difficulty : int
            1 to 5: decides size and number of arrows.
        good : callable
            Takes a `Drawing`; anything true is good.
        arrows, more, starts, size : int
            Number of arrows, arrows on top of the usual number, starts, and size, if not the usual ones.
        """
        number = (ARROWS[difficulty - 1] if arrows is None else arrows) + more
        how_large = difficulty - 1 if size is None else size
        return search(
            lambda: self.by_lot(how_large, number, starts),
            lambda drawing: bool(good(drawing)),
        )

    def with_word(
        self, difficulty: int, fitting: Callable[[Automaton], list[str]], **how: Any
    ) -> Data:
        """Draw an automaton for which some words fit, and one of these."""
        drawing = self.drawn(difficulty, lambda d: fitting(d.fa()), **how)
        return {"automaton": drawing, "word": self.rng.choice(fitting(drawing.fa()))}


_SKINS: Registry[Skin] = Registry("coursekit.skins")


def add_skin(skin: Skin) -> Skin:
    """Make a skin known.

    Raises
    ------
    QuestionError
        If its class lacks or misspells something, or takes other arguments than are given; it is named.
    """
    needs = [
        (n,)
        for n in (
            "by_lot",
            "planted",
            "some_names",
            "numbered",
            "read",
            "arrow",
            "words",
            "picture",
            "run_picture",
        )
    ]
    check_class(
        skin,
        Skin,
        needs,
        refusal(QuestionError, "skin", getattr(skin, "id", type(skin).__name__)),
    )
    return _SKINS.add(skin.id, skin)


def skins() -> tuple[Skin, ...]:
    """All skins, the first one that of data that name none."""
    return tuple(sorted(_SKINS.values(), key=lambda skin: (skin.rank, skin.id)))


def told_in(data: Data) -> Skin:
    """The skin in which an instance is told."""
    return _SKINS[data["skin"]] if "skin" in data else skins()[0]
