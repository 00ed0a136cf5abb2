"""The textbook skin: states q0, q1, …, any alphabet, several accepting states, loops; a diagram and a table δ."""

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Self

from automatakit.automaton.states import Edge
from automatakit.automaton.value import Automaton
from automatakit.draw.automata import automaton_picture
from automatakit.draw.tables import markdown
from automatakit.languages.runs import first_run
from boardkit.foreign_json import Json
from boardkit.svg import Picture
from coursekit.questions.base import QuestionError, Say
from coursekit.questions.skins import Skin, Space, add_skin
from coursekit.texts import CATALOGUE

STATES = (4, 5, 6, 7, 8)
"""Numbers of states, by size."""
ALPHABETS = ("ab", "01", "cd")
"""What is drawn where nobody chooses; most types count words, and do so over two symbols."""


@dataclass(frozen=True)
class Sketched:
    """An automaton as it was drawn, with one start or two."""

    automaton: Automaton
    starts: tuple[str, ...]

    def fa(self, start: int = 1) -> Automaton:
        return self.automaton.with_(start=self.starts[start - 1])

    def room(self) -> list[Edge]:
        states, alphabet = self.automaton.states, self.automaton.alphabet
        return list(product(states, alphabet, states))

    def changed(self, rng: random.Random) -> Self:
        """The same with one arrow removed or led elsewhere."""
        edges = sorted(self.automaton.edges)
        p, a, _ = old = edges.pop(rng.randrange(len(edges)))
        other = (p, a, rng.choice(self.automaton.states))
        if rng.random() < 0.6 and other not in edges and other != old:
            edges.append(other)
        return replace(self, automaton=self.automaton.with_(edges=edges))

    def written(self) -> Json:
        data = self.fa().to_json()
        return data if len(self.starts) == 1 else {**data, "starts": self.starts}


class TextbookSkin(Skin):
    """Automata as textbooks draw them."""

    id, rank, alphabet, moves = "textbook", 1, "ab", "transitions"
    sample = ("q0", "q1", "q2", "q3")
    shows_delta = True

    def symbols(self, rng: random.Random, alphabet: str | None) -> str:
        if alphabet is None:
            return rng.choice(ALPHABETS)
        if not re.fullmatch(r"[a-z0-9]{2,4}", alphabet) or len(set(alphabet)) < len(
            alphabet
        ):
            raise QuestionError(CATALOGUE.message("question.alphabet", found=alphabet))
        return "".join(sorted(alphabet))

    def some_names(self, space: Space, size: int) -> tuple[str, ...]:
        return self.numbered(STATES[size])

    def numbered(self, number: int) -> tuple[str, ...]:
        return tuple(f"q{i}" for i in range(number))

    def by_lot(self, space: Space, size: int, arrows: int, starts: int = 1) -> Sketched:
        states = self.numbered(STATES[size])
        room = list(product(states, space.alphabet, states))
        accepting = space.rng.sample(states[1:], space.rng.choice((1, 1, 2)))
        return self._drawn(
            space,
            states,
            accepting,
            space.rng.sample(room, min(arrows, len(room))),
            starts,
        )

    def planted(
        self, space: Space, size: int, word: str, arrows: int, starts: int = 1
    ) -> Sketched:
        """The way q0, q1, … spells the word; with one start, no other arrow is a short cut on it."""
        states = self.numbered(max(STATES[size], len(word) + 1))
        way = list(zip(states, word, states[1:], strict=False))
        room = [
            (p, a, q)
            for (i, p), a, (j, q) in product(
                enumerate(states), space.alphabet, enumerate(states)
            )
            if (j <= i + 1 or starts == 2) and (p, a, q) not in way
        ]
        more = space.rng.sample(room, min(len(room), max(0, arrows - len(way))))
        return self._drawn(space, states, [states[len(word)]], [*way, *more], starts)

    def _drawn(
        self,
        space: Space,
        states: Sequence[str],
        accepting: Iterable[str],
        edges: Iterable[Edge],
        starts: int,
    ) -> Sketched:
        second = (space.rng.choice(states[1:]),) if starts == 2 else ()
        return Sketched(
            Automaton.make(states, states[0], accepting, edges, space.alphabet),
            (states[0], *second),
        )

    def read(self, written: Json, start: int = 1) -> Automaton:
        fa = Automaton.from_json(written)
        return fa if start == 1 else fa.with_(start=written["starts"][start - 1])

    def arrow(self, edge: Edge) -> str:
        tail, symbol, head = edge
        return f"{tail} –{symbol or 'ε'}→ {head}"

    def words(self, written: Json, say: Say) -> str:
        """The table δ; where there are two starts, they are numbered."""
        table = markdown(self.read(written))
        if "starts" in written:
            second = written["starts"][1]
            table = re.sub(
                rf"^\| (\*?{second}) ",
                r"| →₂\1 ",
                table.replace("| →", "| →₁"),
                flags=re.MULTILINE,
            )
        return table

    def picture(self, written: Json, word: str, say: Say) -> Picture:
        return self._picture(written)

    def _picture(self, written: Json, **marks: Any) -> Picture:
        fa = self.read(written)
        starts = written.get("starts", ())
        return automaton_picture(
            replace(fa, starts=fa.mask(starts or [fa.start])), starts=starts, **marks
        )

    def run_picture(self, written: Json, word: str, say: Say) -> Picture:
        fa = self.read(written)
        run = None if fa.has_epsilon else first_run(fa, word)
        if run is not None:
            return self._picture(written, path=run, active=run[-1:])
        return self._picture(written, active=[s for s in fa.active(word) if s][-1])


add_skin(TextbookSkin())
