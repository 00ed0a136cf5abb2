"""The frame of a question: what a type must say, and what it then can do.

A type of question is a class with a few short methods::

    class CountArrows(QuestionType):
        id, unit, kind = "count_arrows", 0, "number"
        texts = {"title": "Count", "text": "How many arrows are in {arrows}?", "hint1": "…", "hint2": "…",
                 "solution": "Count them."}

        def draw(self, rng, difficulty):          # public data, plain JSON, enough to judge
            return {"arrows": ["bA>B"] * (difficulty + rng.randrange(3))}

        def key(self, data):                      # the right answer, computed
            return len(data["arrows"])

    register(CountArrows())

Texts come from the catalogue (``q.<id>.title`` and so on) unless the class brings its own `texts`: title, text, hint1,
hint2, solution, and hint3 if the third hint is not to be the first lines of the `work`.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from traceback import extract_tb
from typing import Any, ClassVar

from automatakit.automaton.errors import TooLargeError
from automatakit.steps.base import Steps
from boardkit.errors import UserError
from boardkit.foreign_json import Json
from boardkit.messages import get_language, using_language
from boardkit.svg import Picture
from coursekit.answers import MalformedAnswer, validate
from coursekit.answers.form import Form, samples
from coursekit.formats import IssuedQuestion
from coursekit.judging.credit import points_for
from coursekit.judging.stages import HINT, SOLUTION, WITNESS, named_from
from coursekit.judging.verdict import Verdict
from coursekit.questions.assessing import Answered
from coursekit.questions.say import (
    Data,
    Judged,
    Misreadings,
    Mistakes,
    Right,
    Rows,
    Say,
    Values,
    Wrong,
    show,
    size,
)
from coursekit.texts import CATALOGUE

__all__ = [
    "Data",
    "Form",
    "Instance",
    "Judged",
    "Misreadings",
    "Mistakes",
    "NothingFits",
    "QuestionError",
    "QuestionType",
    "Right",
    "Rows",
    "Say",
    "Values",
    "Wrong",
]

DIFFICULTIES = range(1, 6)
ATTEMPTS = 240
"""How often a draw may begin: until it can be completed, and is as much work as its level asks for."""

Bands = Sequence[tuple[float, float]]
"""What an instance may measure, from least to most, by level."""


def for_symbols(number: float, alphabet: str) -> float:
    """How much there is over an alphabet of what there is so much of over two symbols: in proportion.

    Examples
    --------
    >>> for_symbols(6, "ab"), for_symbols(6, "abc"), for_symbols(6, "")
    (6.0, 9.0, 6.0)
    """
    return number * max(2, len(alphabet)) / 2


class QuestionError(UserError):
    """An unknown type of question or skin, or a difficulty or a seed that does not exist."""


class NothingFits(Exception):
    """What was drawn first cannot be completed to a question: the next numbers of the generator are to be tried."""


@contextmanager
def blaming(type: str) -> Iterator[None]:
    """Name the type of question, and the line, where a program of its author's raises an error.

    Raises
    ------
    QuestionError
        In place of that error.
    """
    try:
        yield
    except (UserError, NothingFits):
        raise
    except Exception as error:  # it may be anything
        last = extract_tb(error.__traceback__)[-1]
        raise QuestionError(
            CATALOGUE.message(
                "question.fails",
                type=type,
                problem=f"{error.__class__.__name__}: {error}",
                place=f"{last.filename}, {last.lineno}",
            )
        ) from error


@dataclass(frozen=True)
class Instance:
    """One question, ready to be asked.

    Parameters
    ----------
    type : str
        Id of the type of question.
    seed, difficulty, lang
        What it was made from.
    text : str
        The question in Markdown.
    kind : str
        Kind of answer (see `coursekit.answers`).
    data : dict
        Public, plain JSON, enough to judge.
    key : object
        A right answer in canonical form.
    """

    type: str
    seed: int | None
    difficulty: int
    lang: str
    text: str
    kind: str
    data: Data
    key: Json
    asked_by: QuestionType = field(repr=False, compare=False)

    @property
    def title(self) -> str:
        """Title of the type of question."""
        return self.asked_by.title(self.lang, self.data)

    @cached_property
    def picture(self) -> Picture | None:
        """What is to be seen; drawn when it is first asked for, which takes longer than all the rest."""
        return self.asked_by.picture(self.data, self.asked_by.say(self.lang, self.data))

    @cached_property
    def solution(self) -> str:
        """The worked solution in Markdown."""
        return self.asked_by.solution(self.data, self.lang, self.key)

    @property
    def hints(self) -> tuple[str, str, str]:
        """Three hints: which notion is meant, how to go about it, how the work begins."""
        return self.asked_by.hints(self.data, self.lang)

    def judge(
        self, answer: object, points: float = 1, stage: int | None = None, hint: int = 1
    ) -> Verdict:
        """Judge an answer to this question; say what a stage of feedback allows, or all about the answer."""
        return self.asked_by.judge(self.data, answer, points, self.lang, stage, hint)

    def steps(self, verdict: Verdict) -> Steps[object] | None:
        """What the question is about, step by step, once an answer has been judged; None where it has no steps."""
        if verdict.malformed:
            return None
        steps = self.asked_by.steps(self.data, verdict.witness)
        return steps if steps is not None and steps.total else None

    def to_json(self) -> IssuedQuestion:
        """Return the public part (no key, no solution), for a file."""
        return {
            "type": self.type,
            "difficulty": self.difficulty,
            "lang": self.lang,
            "title": self.title,
            "text": self.text,
            "picture": None if self.picture is None else self.picture.following,
            "kind": self.kind,
            "data": self.data,
        }

    def _ipython_display_(self) -> None:
        """Show the text and the picture below it, in a notebook."""
        from IPython.display import Markdown, display

        display(Markdown(f"**{self.title}**\n\n{self.text}"))
        if self.picture is not None:
            display(self.picture)

    def __str__(self) -> str:
        return f"{self.title}\n\n{self.text}"


class QuestionType(Answered):
    """Base of all types of questions; see the module's text for a complete example."""

    unit: ClassVar[int]
    texts: ClassVar[Mapping[str, Any]] = {}
    example: ClassVar[str | None] = None
    """An answer's form, where that of its kind would mislead."""
    same: ClassVar[bool] = False
    """Whether everybody is asked the same in substance."""
    small: ClassVar[Sequence[int] | Mapping[str, Sequence[int]]] = ()
    """Levels of few instances, or with an answer that comes too often (see `benchmarks/measures/instances.py`).

    Where the skins differ, those of each.  A problem set asks none of them, unless everybody is asked the same.
    """
    bands: ClassVar[Bands | Mapping[str, Bands]] = ()
    """What `measure` may say by level, as much for one student as for another; by skin where these differ."""
    programmers: ClassVar[bool] = False
    """Whether a few lines of code find the answer, and nobody does by thinking: for practice only."""

    # ---------------------------------------------------------------- a type says
    def draw(self, rng: random.Random, difficulty: int) -> Data:
        """Draw the public data of an instance; the same generator state gives the same data everywhere.

        Raises
        ------
        NothingFits
            Where no question has what was drawn first; the draw begins again with the next numbers.
        """
        raise NotImplementedError

    # ---------------------------------------------------------------- a type may say
    def measure(self, data: Data) -> float:
        """Say how difficult an instance is; its median grows with the difficulty asked for."""
        return size(self.key(data))

    def values(self, data: Data, say: Say) -> Values:
        """What the placeholders of the texts stand for; the entries of `data` by default."""
        return data

    def rules(self, data: Data, say: Say) -> str:
        """What counts in this question, said below its text."""
        return say("question.dfa") if "complete" in self.demands else ""

    def how_to_answer(self, data: Data, say: Say) -> str:
        """How an answer is written, with an example that fits this question."""
        form = self.full_form(data)
        if example := form.get("example"):
            return (
                say("answers.format.set_of_words", words=example)
                if "tokens" in form
                else say("answers.format.example", example=example)
            )
        if form.get("none"):
            return say("answers.format.word_or_none", **samples(form))
        if form.get("sets") and form.get("columns") == 1:
            return say("answers.format.sets", row=form["rows"][0], **samples(form))
        return say(
            f"answers.format.{self.kind_of(data).replace(' ', '_')}", **samples(form)
        )

    def full_form(self, data: Data) -> Form:
        """Details of the answer's form, with an example if that of its kind would mislead."""
        form, example = self.form(data), self.example
        if example is None and "tokens" in form:
            some = (json.dumps(x, ensure_ascii=False) for x in form["tokens"][:2])
            example = f"[{', '.join(some)}, …]"
        if (
            example is None
            and form.get("columns")
            and not form.get("sets")
            and "rows" in form
        ):
            cells = (
                "…"
                if form["columns"] == 1
                else str(["…"] * form["columns"]).replace("'", "")
            )
            example = f"{{{', '.join(f'{json.dumps(row)}: {cells}' for row in form['rows'])}}}"
        return form if example is None else {**form, "example": example}

    def picture(self, data: Data, say: Say) -> Picture | None:
        """A picture of the question."""
        return None

    def show(self, data: Data, witness: str, say: Say) -> Picture | None:
        """A picture of the witness of a wrong answer."""
        return None

    def steps(self, data: Data, witness: str | None) -> Steps[object] | None:
        """The construction or the run that the question is about; the run of the witness of a wrong answer."""
        return None

    def probes(self, data: Data, secret_seed: int) -> list[object]:
        """Inputs on which a function is called (kind ``function``)."""
        raise NotImplementedError

    def interview(
        self, data: Data, secret_seed: int, call: Callable[[list[object]], list[object]]
    ) -> dict[str, object]:
        """Question a function and return the answer of kind ``function``.

        Parameters
        ----------
        data : dict
            Public data of the instance.
        secret_seed : int
            Chosen by whoever judges, after the student's code was handed in.
        call : callable
            Calls the student's function on a list of inputs, outside the judge's process, and returns one entry
            for each: ``{"value": …}`` or ``{"error": "…"}``.  It may be called several times.
        """
        return {"seed": secret_seed, "results": call(self.probes(data, secret_seed))}

    # ---------------------------------------------------------------- what follows
    @property
    def skins(self) -> tuple[str, ...]:
        """The skins in which the question can be told; none where it is not about automata."""
        return ()

    def told_in(self, skin: str | None) -> str | None:
        """The name of a skin, if the question can be told in it; None where nobody chose one.

        Raises
        ------
        QuestionError
            If it cannot; the ones that are possible are named.
        """
        if skin is not None and not self.skins:
            raise QuestionError(CATALOGUE.message("question.one_skin", type=self.id))
        if skin is not None and skin not in self.skins:
            raise QuestionError(
                CATALOGUE.message(
                    "question.no_skin",
                    type=self.id,
                    skin=skin,
                    skins=", ".join(self.skins),
                )
            )
        return skin

    def wording(self, data: Data, lang: str = "en") -> str:
        """The question itself in words, without how it is answered."""
        say = self.say(lang, data)
        return self._text("text", say, dict(self.values(data, say)))

    def _text(self, part: str, say: Say, values: Mapping[str, object]) -> str:
        own = self.own_texts(say)
        if part not in own:
            return say(f"q.{self.id}.{part}", **values)
        try:
            return own[part].format(**values)
        except (LookupError, ValueError) as error:
            raise QuestionError(
                CATALOGUE.message(
                    "question.bad_text",
                    type=self.id,
                    part=part,
                    problem=str(error).strip("'"),
                    fields=", ".join(values) or "–",
                )
            ) from None

    def own_texts(self, say: Say) -> Mapping[str, str]:
        """The texts that the class brings."""
        return self.texts

    def say(self, lang: str = "en", data: Data | None = None) -> Say:
        """Texts of the packages from which a type and what it is derived from come, as an instance needs them."""
        mro = type(self).__mro__
        modules = [base.__module__ for base in mro[: mro.index(QuestionType) + 1]]
        return Say(
            lang,
            tuple(
                dict.fromkeys(
                    module.split(".")[0] for module in modules if "." in module
                )
            ),
        )

    def reservation(
        self, difficulty: int, own: bool = True, skin: str | None = None
    ) -> str | None:
        """Why a graded question says little about one student: ``same`` for everybody, or ``small``; None if it does.

        `own` says whether each student gets an instance of its own.
        """
        if self.same or not own:
            return "same"
        small = (
            self.small.get(skin or self.skins[0], ())
            if isinstance(self.small, Mapping)
            else self.small
        )
        return "small" if difficulty in small else None

    def title(self, lang: str | None = None, data: Data | None = None) -> str:
        """The title in a language, the user's by default."""
        return self._text("title", self.say(lang or get_language(), data), {})

    def instance(
        self,
        seed: int,
        difficulty: int = 2,
        lang: str | None = None,
        skin: str | None = None,
        alphabet: str | None = None,
    ) -> Instance:
        """Make one question.

        Parameters
        ----------
        seed : int
            Any integer; the same seed gives the same instance on every machine.
        difficulty : int
            1 (easy) to 5 (hard).
        lang : str, optional
            ``en``, ``de`` or ``es``, the user's language by default; it changes the texts only.
        skin : str, optional
            One of `skins`, the first one by default.
        alphabet : str, optional
            The symbols of an automaton, such as ``ab``, where the skin leaves a choice.

        Raises
        ------
        QuestionError
            If the difficulty is not 1 to 5 or the seed is no integer; if there is no such skin, or the skin has other
            symbols.

        Examples
        --------
        >>> from coursekit.questions import question
        >>> one, two = (question("count_paths").instance(7, 2, lang) for lang in ("en", "de"))
        >>> one.data == two.data, one.text == two.text
        (True, False)
        """
        with blaming(self.id):
            return self.render(
                self.drawn(seed, difficulty, skin, alphabet),
                lang or get_language(),
                seed,
                difficulty,
            )

    def drawn(
        self,
        seed: int,
        difficulty: int,
        skin: str | None = None,
        alphabet: str | None = None,
    ) -> Data:
        """The public data of an instance, not yet in words; parameters and errors as for `instance`."""
        if alphabet is not None:
            raise QuestionError(CATALOGUE.message("question.one_skin", type=self.id))
        self.told_in(skin)
        return self._tried(seed, difficulty, lambda rng: self.draw(rng, difficulty))

    def _tried(
        self,
        seed: int,
        difficulty: int,
        draw: Callable[[random.Random], Data],
        told: str = "",
    ) -> Data:
        """What is drawn with the generator of a seed, in plain JSON."""
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise QuestionError(CATALOGUE.message("question.seed", seed=seed))
        if difficulty not in DIFFICULTIES:
            raise QuestionError(
                CATALOGUE.message("question.difficulty", difficulty=difficulty)
            )
        digest = hashlib.sha256(
            f"{self.id}/{difficulty}/{seed}{told}".encode()
        ).digest()
        rng = random.Random(int.from_bytes(digest, "big"))
        for _ in range(ATTEMPTS):
            with suppress(NothingFits):
                data = dict(json.loads(json.dumps(draw(rng))))
                if self.fair(data, difficulty):
                    return data
        raise NothingFits(f"{self.id}, difficulty {difficulty}, seed {seed}")

    def fair(self, data: Data, difficulty: int) -> bool:
        """Whether an instance is about as much work as others of its level."""
        bands = self.bands
        if isinstance(bands, Mapping):
            bands = bands.get(data.get("skin", self.skins[0]), ())
        if not bands:
            return True
        low, high = bands[difficulty - 1]
        # With more symbols tables and trees are wider
        most = for_symbols(high, data.get("alphabet", ""))
        return low <= self.measure(data) <= most

    def render(
        self, data: Data, lang: str = "en", seed: int | None = None, difficulty: int = 2
    ) -> Instance:
        """Put public data into words."""
        say = self.say(lang, data)
        said = (
            self.wording(data, lang),
            say("question.programmers") if self.programmers else "",
            self.rules(data, say),
            self.how_to_answer(data, say),
        )
        text = "\n\n".join(part for part in said if part)
        return Instance(
            self.id,
            seed,
            difficulty,
            lang,
            text,
            self.kind_of(data),
            data,
            self.key(data),
            self,
        )

    def solution(self, data: Data, lang: str = "en", key: object = None) -> str:
        """The worked solution in Markdown; the key is computed unless it is at hand."""
        say = self.say(lang, data)
        # Of a function its source is the work
        answer = ""
        if self.kind != "function":
            right = self.ends_with(data, self.key(data) if key is None else key)
            shown = show(right, self.kind_of(data), self.form(data))
            answer = say("question.key", key=shown)
        parts = (
            self._text("solution", say, dict(self.values(data, say))),
            "\n".join(self.work(data, say)),
            answer,
        )
        return "\n\n".join(part for part in parts if part)

    def ends_with(self, data: Data, key: Json) -> Json:
        """The right answer that the worked solution ends with: the key, unless its method leads to another one."""
        return key

    def hints(self, data: Data, lang: str = "en") -> tuple[str, str, str]:
        """Three hints: which notion is meant, how to go about it, how the work begins."""
        say = self.say(lang, data)
        values = dict(self.values(data, say))
        lines = self.beginning(data, say)
        third = (
            self._text("hint3", say, values)
            if "hint3" in self.own_texts(say)
            else say("question.begin", lines=lines)
            if lines
            else say("question.no_begin")
        )
        return self._text("hint1", say, values), self._text("hint2", say, values), third

    def judge(
        self,
        data: Data,
        answer: object,
        points: float = 1,
        lang: str = "en",
        stage: int | None = None,
        hint: int = 1,
    ) -> Verdict:
        """Judge an answer: form first, then what it says; parameters as for `coursekit.questions.judge`.

        Of a wrong answer it says by default all that is known about it, without hints; `hint` is the number of the one
        that belongs to the third stage.
        """
        # Errors of readers and rules become part of what is said: they too must speak the language of the verdict.
        with using_language(lang):
            return self._verdict(
                data, answer, points, self.say(lang, data), stage, hint
            )

    def _verdict(
        self,
        data: Data,
        answer: object,
        points: float,
        say: Say,
        stage: int | None,
        hint: int,
    ) -> Verdict:
        try:
            judged = self.assess(
                data, validate(self.kind_of(data), answer, **self.full_form(data)), say
            )
        except MalformedAnswer as error:
            return Verdict(0, points, str(error), malformed=True)
        except TooLargeError:
            return Verdict(0, points, say("verdict.too_large"))
        if isinstance(judged, Right):
            return Verdict(
                points,
                points,
                judged.message,
                right=True,
                certificate=judged.certificate,
            )
        earned, witness, picture = (
            points_for(judged.credit, points),
            judged.witness,
            judged.picture,
        )
        if stage is not None and stage < WITNESS:
            witness = picture = None
        elif picture is None and witness:
            picture = self.show(data, witness, say)
        return Verdict(
            earned,
            points,
            self._told(data, judged, say, stage, hint, earned > 0),
            witness,
            None if picture is None else picture.markup,
            judged.misconception,
        )

    def _told(
        self,
        data: Data,
        judged: Wrong,
        say: Say,
        stage: int | None,
        hint: int,
        partly: bool,
    ) -> str:
        """What is said about a wrong answer at a stage."""
        found = judged.misconception
        named = found and (
            stage is None or stage >= named_from(found, self.kind_of(data))
        )
        kind = say(f"misconception.{found}") if named else ""
        if stage is None:
            return "\n".join(filter(None, [judged.message, judged.more, kind]))
        lines = [
            say("stages.partly" if partly else "stages.wrong")
            if stage < WITNESS
            else judged.message,
            kind,
        ]
        if stage >= HINT:
            lines[1:1] = [judged.more]
            lines.append(say("stages.hint", hint=self.hints(data, say.lang)[hint - 1]))
        if stage >= SOLUTION:
            lines[-1] = say("stages.solution", solution=self.solution(data, say.lang))
        return "\n".join(filter(None, lines))
