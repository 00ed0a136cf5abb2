"""Questions about automata, told by a skin (see `coursekit.questions.skins`)."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from automatakit.automaton.states import Edge
from automatakit.automaton.value import Automaton
from automatakit.draw.tables import markdown
from automatakit.steps.base import Steps
from automatakit.steps.product import ProductSteps
from automatakit.steps.run import RunSteps
from boardkit.foreign_json import Json
from boardkit.messages import Catalogue
from boardkit.svg import Picture, beside
from coursekit.questions.assessing import why_word
from coursekit.questions.base import Data, Form, QuestionType, Say, Values
from coursekit.questions.skins import Skin, Space, skins, told_in

AUTOMATA = ("automaton", "other")
"""What of the data is an automaton that is shown."""
IN_WORDS = ("word", "set of words", "automaton", "regex")
"""Kinds of answers that err on a word."""
SETTLINGS = 20
"""How often what the draw left open may be settled anew."""


class AutomatonQuestion(QuestionType):
    """A question about the automaton that is drawn; its texts may use ``{automaton}``, as the skin calls it.

    A class that brings its own `texts` says by their keys in which skins it is told: ``{"textbook": {"title": …}}``.
    """

    accept: ClassVar[str] = ""
    """Which words are sought where two automata read them side by side (see `ProductSteps`)."""

    # ---------------------------------------------------------------- a type says
    def task(self, space: Space, difficulty: int) -> Data:
        """Draw what is asked: an ``automaton`` (see `Space`), perhaps an ``other``, a ``word``, a ``length`` …

        The same generator state gives the same task everywhere; `NothingFits` as in `QuestionType.draw`.
        """
        return self.draw(space.rng, difficulty)

    def solvable(self, data: Data) -> bool:
        """Whether the key can be found: a search may depend on the order of the names, which comes by lot."""
        return True

    def followed(self, data: Data) -> Sequence[Automaton]:
        """The automata that read a word side by side in the solution; none where it is not about a word."""
        return [
            told_in(data).read(written) for written in self._shown_in(data).values()
        ]

    # ---------------------------------------------------------------- what a type reads
    def name(self, data: Data, part: str) -> str:
        """What the skin calls a part of the data."""
        return told_in(data).names.get(part, part)

    def part(self, data: Data, part: str) -> Json:
        """A part of what was drawn."""
        return data[self.name(data, part)]

    def word(self, data: Data) -> str:
        """The word that is read."""
        return str(self.part(data, "word"))

    def length(self, data: Data) -> int:
        """The length of the words in question."""
        return int(self.part(data, "length"))

    def alphabet(self, data: Data) -> str:
        """The symbols."""
        return str(data.get("alphabet", told_in(data).alphabet))

    def fa(self, data: Data, part: str = "automaton") -> Automaton:
        """The automaton that is shown, or the other one."""
        return told_in(data).read(self.part(data, part))

    def both(self, data: Data) -> tuple[Automaton, Automaton]:
        """The automaton with its first and with its second start: two players, who share the arrows."""
        read, written = told_in(data).read, self.part(data, "automaton")
        return read(written, 1), read(written, 2)

    def why_both(self, data: Data, word: str, say: Say) -> str:
        """Why each of the two accepts a word or does not."""
        one, two = (why_word(fa, word, say) for fa in self.both(data))
        return say("v.two.players", one=one, two=two)

    def arrows(self, data: Data, edges: Iterable[Edge]) -> list[str]:
        """Arrows as answers name them, by tail in the order of the states."""
        rank = self.fa(data).index
        return [
            told_in(data).arrow(e)
            for e in sorted(edges, key=lambda e: (rank[e[0]], e[1], rank[e[2]]))
        ]

    # ---------------------------------------------------------------- what follows
    @property
    def skins(self) -> tuple[str, ...]:
        """The skins that have texts for this type; one that brings its own is told in the first."""
        return tuple(skin.id for skin in skins() if self._told_by(skin)) or (
            skins()[0].id,
        )

    def _told_by(self, skin: Skin) -> bool:
        return (
            skin.id in self.texts
            if self.texts
            else f"q.{self.id}.text" in Catalogue(skin.package)
        )

    def own_texts(self, say: Say) -> Mapping[str, str]:
        told = (skin.id for skin in skins() if skin.package == say.packages[0])
        return next(
            (self.texts[skin] for skin in told if skin in self.texts), self.texts
        )

    def say(self, lang: str = "en", data: Data | None = None) -> Say:
        """Texts of the package of the skin first, then as for other types."""
        skin = told_in({"skin": self.skins[0]} if data is None else data)
        return Say(
            lang, tuple(dict.fromkeys((skin.package, *super().say(lang).packages)))
        )

    def drawn(
        self,
        seed: int,
        difficulty: int,
        skin: str | None = None,
        alphabet: str | None = None,
    ) -> Data:
        told = told_in({"skin": self.told_in(skin) or self.skins[0]})
        usual = told is skins()[0]
        place = "" if usual else f"/{told.id}/{''.join(sorted(alphabet or ''))}"

        def draw(rng: random.Random) -> Data:
            space = Space(told, rng, told.symbols(rng, alphabet))
            named = {} if usual else {"skin": told.id, "alphabet": space.alphabet}
            return named | told.written(self.task(space, difficulty))

        data = self._tried(seed, difficulty, draw, place)
        rng = random.Random(f"{self.id}/{difficulty}/{seed}{place}/names")
        return next(
            filter(self.solvable, (told.settled(data, rng) for _ in range(SETTLINGS))),
            data,
        )

    def _shown_in(self, data: Data) -> dict[str, Json]:
        """The automata that are shown, by the names that they have in the data."""
        names = (self.name(data, part) for part in AUTOMATA)
        return {name: data[name] for name in names if name in data}

    def values(self, data: Data, say: Say) -> Values:
        words = told_in(data).words
        return {
            **data,
            **{
                name: words(written, say)
                for name, written in self._shown_in(data).items()
            },
        }

    def rules(self, data: Data, say: Say) -> str:
        shown = self.unit and self._shown_in(data)
        rules = told_in(data).rules(data, say) if shown else ""
        return "\n\n".join(filter(None, (rules, super().rules(data, say))))

    def full_form(self, data: Data) -> Form:
        form = super().full_form(data)
        return (
            {"alphabet": data["alphabet"], "names": told_in(data).sample, **form}
            if "alphabet" in data
            else form
        )

    def measure(self, data: Data) -> float:
        """The size of the answer, and the arrows of all that is shown."""
        read = told_in(data).read
        return super().measure(data) + sum(
            len(read(written).edges) for written in self._shown_in(data).values()
        )

    def picture(self, data: Data, say: Say) -> Picture | None:
        """The automaton, or both side by side, with the word if there is one."""
        word, draw = str(data.get(self.name(data, "word"), "")), told_in(data).picture
        pictures = [
            draw(written, word, say) for written in self._shown_in(data).values()
        ]
        return (
            beside(*pictures)
            if len(pictures) > 1
            else pictures[0]
            if pictures
            else None
        )

    def show(self, data: Data, witness: str, say: Say) -> Picture | None:
        """The run of a word, or how far it gets, on every automaton that is shown."""
        word, shown = witness.replace("ε", ""), self._shown_in(data).values()
        if not shown or not word or not set(word) <= set(self.alphabet(data)):
            return None
        pictures = [told_in(data).run_picture(written, word, say) for written in shown]
        return beside(*pictures) if len(pictures) > 1 else pictures[0]

    def steps(self, data: Data, witness: str | None) -> Steps[object] | None:
        """The run of a word; where two automata read it side by side, their product."""
        read = self.followed(data)
        if len(read) == 2 and self.accept:
            left, right = read
            return ProductSteps(left, right, self.accept)
        word = next(self._words(data, witness), None)
        if len(read) != 1 or word is None:
            return None
        return RunSteps(read[0], word)

    def _words(self, data: Data, witness: str | None) -> Iterator[str]:
        """The word on which an answer errs, those that are right, the one that is given: as far as they are words."""
        kind = self.kind_of(data)
        found: list[Json] = [witness] if kind in IN_WORDS else []
        if kind in ("word", "set of words"):
            key: Json = self.key(data)
            found += [key] if kind == "word" else key
        found.append(data.get(self.name(data, "word")))
        for word in found:
            if isinstance(word, str) and {*word} <= {*self.alphabet(data), "ε"}:
                yield word.replace("ε", "")


class TableQuestion(AutomatonQuestion):
    """A question about an automaton that is given as a table, ``{table}``."""

    def fa(self, data: Data, part: str = "table") -> Automaton:
        return Automaton.from_json(self.part(data, part))

    def followed(self, data: Data) -> Sequence[Automaton]:
        return [self.fa(data)]

    def values(self, data: Data, say: Say) -> Values:
        return {**data, "table": markdown(self.fa(data))}

    def measure(self, data: Data) -> float:
        return super().measure(data) + len(self.fa(data).edges)
