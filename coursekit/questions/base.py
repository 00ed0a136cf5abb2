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

        def measure(self, data):                  # how difficult, as a number
            return len(data["arrows"])

    register(CountArrows())

Texts come from the catalogue (``q.<id>.title`` and so on) unless the class brings its own `texts`: title, text, hint1,
hint2, solution, and hint3 if the third hint is not to be the first half of the `work`.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from automatakit.languages.certificate import Certificate
from automatakit.languages.fa import FA, TooLargeError
from boardkit.errors import UserError
from boardkit.messages import Catalogue
from boardkit.svg import Picture
from coursekit.answers import MalformedAnswer, validate
from coursekit.judging.credit import language_credit, points_for
from coursekit.judging.misconceptions import variants
from coursekit.judging.verdict import Verdict
from coursekit.questions.registry import QuestionError, question
from coursekit.texts import CATALOGUE

__all__ = ["Data", "Instance", "Judged", "NothingFits", "QuestionType", "Right", "Say", "Wrong"]

Data = dict[str, Any]
DIFFICULTIES = range(1, 6)
ATTEMPTS = 10
"""How often a draw may begin; every hundredth may begin twice."""


@dataclass(frozen=True)
class Say:
    """Texts in one language: ``say("verdict.right")``; of the first package that has the text."""

    lang: str = "en"
    packages: tuple[str, ...] = (CATALOGUE.package,)

    def __call__(self, id: str, /, **values: object) -> str:
        owners = (package for package in self.packages if id in Catalogue(package).texts(self.lang))
        return Catalogue(next(owners, self.packages[0])).text(id, self.lang, **values)

    def knows(self, id: str) -> bool:
        """Whether there is such a text."""
        return any(id in Catalogue(package).texts(self.lang) for package in self.packages)


@dataclass(frozen=True)
class Right:
    """What a type of question says about a right answer; `coursekit.questions.judging.right` makes it.

    Parameters
    ----------
    message : str
    certificate : list of pairs, optional
        Where languages were compared: why they are equal (see `automatakit.languages.certificate`).
    """

    message: str
    certificate: Certificate | None = None


@dataclass(frozen=True)
class Wrong:
    """What a type of question says about an answer that has the right form and is wrong.

    It has no way to say "right": whatever the credit is, the frame keeps it below everything.

    Parameters
    ----------
    credit : float
        Share of the points.
    message : str
        What is wrong, and why.
    witness : str, optional
        The word, run or row on which the answer errs.
    picture : Picture, optional
        The witness as a picture.
    misconception : str, optional
        Its id; the frame adds its explanation to the message.
    """

    credit: float
    message: str
    witness: str | None = None
    picture: Picture | None = None
    misconception: str | None = None


Judged: TypeAlias = Right | Wrong


class NothingFits(Exception):
    """What was drawn first cannot be completed to a question: the next numbers of the generator are to be tried."""


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
    picture : Picture or None
    kind : str
        Kind of answer (see `coursekit.answers`).
    data : dict
        Public, plain JSON, enough to judge.
    key : object
        A right answer in canonical form.
    solution : str
        The worked solution in Markdown.
    """

    type: str
    seed: int | None
    difficulty: int
    lang: str
    text: str
    picture: Picture | None
    kind: str
    data: Data
    key: object
    solution: str

    @property
    def title(self) -> str:
        """Title of the type of question."""
        return question(self.type).title(self.lang)

    @property
    def hints(self) -> tuple[str, str, str]:
        """Three hints: which notion is meant, how to go about it, how the work begins."""
        return question(self.type).hints(self.data, self.lang)

    def judge(self, answer: object, points: float = 1) -> Verdict:
        """Judge an answer to this question."""
        return question(self.type).judge(self.data, answer, points, self.lang)

    def to_json(self) -> dict[str, object]:
        """Return the public part (no key, no solution), for a file."""
        return {"type": self.type, "difficulty": self.difficulty, "lang": self.lang, "title": self.title,
                "text": self.text, "picture": None if self.picture is None else self.picture.markup,
                "kind": self.kind, "data": self.data}

    def _ipython_display_(self) -> None:
        """Show the text and the picture below it, in a notebook."""
        from IPython.display import Markdown, display

        display(Markdown(f"**{self.title}**\n\n{self.text}"))
        if self.picture is not None:
            display(self.picture)

    def __str__(self) -> str:
        return f"{self.title}\n\n{self.text}"


class QuestionType:
    """Base of all types of questions; see the module's text for a complete example."""

    id: ClassVar[str]
    unit: ClassVar[int]
    kind: ClassVar[str]
    texts: ClassVar[Mapping[str, str]] = {}
    example: ClassVar[str | None] = None
    """An answer's form, where that of its kind would mislead."""
    demands: ClassVar[tuple[str, ...]] = ()
    """What an automaton must be beside its language: "deterministic", "complete", "minimal", "no_epsilon"."""
    same: ClassVar[bool] = False
    """Whether everybody is asked the same in substance."""
    small: ClassVar[Sequence[int]] = ()
    """Levels at which practice meets graded instances or a guess gets far (see `coursekit.sets.individual`)."""

    # ---------------------------------------------------------------- a type says
    def draw(self, rng: random.Random, difficulty: int) -> Data:
        """Draw the public data of an instance; the same generator state gives the same data everywhere.

        Raises
        ------
        NothingFits
            Where no question has what was drawn first; the draw begins again with the next numbers.
        """
        raise NotImplementedError

    def key(self, data: Data) -> object:
        """Compute a right answer."""
        raise NotImplementedError

    def measure(self, data: Data) -> float:
        """Say how difficult an instance is; its median grows with the difficulty asked for."""
        raise NotImplementedError

    # ---------------------------------------------------------------- a type may say
    def values(self, data: Data, say: Say) -> Mapping[str, object]:
        """What the placeholders of the texts stand for; the entries of `data` by default."""
        return data

    def work(self, data: Data, say: Say) -> list[str]:
        """The lines of the worked solution; the first half serves as third hint."""
        return []

    def form(self, data: Data) -> Mapping[str, Any]:
        """Details of the answer's form, for `validate`."""
        return {}

    def rules(self, data: Data, say: Say) -> str:
        """What counts in this question, said below its text."""
        return ""

    def how_to_answer(self, data: Data, say: Say) -> str:
        """How an answer is written, with an example that fits this question."""
        form = self.full_form(data)
        if example := form.get("example"):
            return say("answers.format.names" if "tokens" in form else "answers.format.example", example=example)
        if form.get("none"):
            return say("answers.format.word_or_none")
        return say(f"answers.format.{self.kind.replace(' ', '_')}")

    def full_form(self, data: Data) -> Mapping[str, Any]:
        """Details of the answer's form, with an example if that of its kind would mislead."""
        form, example = self.form(data), self.example
        if example is None and "tokens" in form:
            example = json.dumps(list(form["tokens"])[:2], ensure_ascii=False)
        if example is None and form.get("columns") == 1 and not form.get("sets") and "rows" in form:
            example = f"{{{', '.join(f'{json.dumps(row)}: …' for row in form['rows'])}}}"
        return form if example is None else {**form, "example": example}

    def wrong(self, data: Data) -> Iterator[tuple[str, object]]:
        """Answers that misconceptions lead to, as (id, canonical answer)."""
        return iter(())

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
        """Judge a well-formed answer; by its kind unless the type does it itself."""
        from coursekit.questions.judging import assess_by_kind

        return assess_by_kind(self, data, answer, say)

    def target(self, data: Data) -> FA:
        """The automaton whose language is asked for (kinds automaton and regex must say it)."""
        raise NotImplementedError

    def shown(self, data: Data) -> Sequence[FA]:
        """Automata that the question shows; to hand one in as it is earns nothing."""
        return ()

    def misread(self, data: Data) -> Iterator[tuple[str, FA]]:
        """Automata for the languages that misconceptions lead to, as (id, automaton)."""
        return variants(self.target(data))

    def language_credit(self, data: Data, target: FA, answer: FA) -> float:
        """Partial credit (0 to 1) for an automaton or expression of the wrong language; a type may use another rule."""
        return language_credit(target, answer, self.shown(data))

    def universe(self, data: Data) -> int | None:
        """The number of items that a set could hold, if it can be said (kind set of words)."""
        tokens = self.form(data).get("tokens")
        return None if tokens is None else len(tokens)

    def reason(self, data: Data, item: str, say: Say) -> str:
        """Why an item, a row or a word belongs to the key or does not."""
        return ""

    def separator(self, data: Data, x: str, y: str) -> str | None:
        """What tells two elements of a partition apart, None if nothing does."""
        return None

    def picture(self, data: Data, say: Say) -> Picture | None:
        """A picture of the question; the board, if the data hold one."""
        from finity_edu.questions.boards import picture_of

        return picture_of(data, say)

    def show(self, data: Data, witness: str, say: Say) -> Picture | None:
        """A picture of the witness of a wrong answer; a word is shown on the board, if there is one."""
        return None

    def probes(self, data: Data, secret_seed: int) -> list[object]:
        """Inputs on which a function is called (kind ``function``)."""
        raise NotImplementedError

    def interview(self, data: Data, secret_seed: int,
                  call: Callable[[list[object]], list[object]]) -> dict[str, object]:
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
    def wording(self, data: Data, lang: str = "en") -> str:
        """The question itself in words, without how it is answered."""
        return self._text("text", lang, dict(self.values(data, self.say(lang))))

    def _text(self, part: str, lang: str, values: Mapping[str, object]) -> str:
        if part in self.texts:
            return self.texts[part].format(**values)
        return self.say(lang)(f"q.{self.id}.{part}", **values)

    @classmethod
    def say(cls, lang: str = "en") -> Say:
        """Texts of the packages from which a type and what it is derived from come."""
        modules = [base.__module__ for base in cls.__mro__[: cls.__mro__.index(QuestionType) + 1]]
        return Say(lang, tuple(dict.fromkeys(module.split(".")[0] for module in modules if "." in module)))

    def reservation(self, difficulty: int, own: bool = True) -> str | None:
        """Why a graded question says little about one student: ``same`` for everybody, or ``small``; None if it does.

        `own` says whether each student gets an instance of its own.
        """
        if self.same or not own:
            return "same"
        return "small" if difficulty in self.small else None

    def title(self, lang: str = "en") -> str:
        """The title in a language."""
        return self._text("title", lang, {})

    def instance(self, seed: int, difficulty: int = 2, lang: str = "en") -> Instance:
        """Make one question.

        Parameters
        ----------
        seed : int
            Any integer; the same seed gives the same instance on every machine.
        difficulty : int
            1 (easy) to 5 (hard).
        lang : str
            ``en``, ``de`` or ``es``; it changes the texts only.

        Raises
        ------
        QuestionError
            If the difficulty is not 1 to 5 or the seed is no integer.

        Examples
        --------
        >>> one, two = (question("count_paths").instance(7, 2, lang) for lang in ("en", "de"))
        >>> one.data == two.data, one.text == two.text
        (True, False)
        """
        return self.render(self.drawn(seed, difficulty), lang, seed, difficulty)

    def drawn(self, seed: int, difficulty: int) -> Data:
        """The public data of an instance, not yet in words; parameters and errors as for `instance`."""
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise QuestionError(CATALOGUE.message("question.seed", seed=seed))
        if difficulty not in DIFFICULTIES:
            raise QuestionError(CATALOGUE.message("question.difficulty", difficulty=difficulty))
        digest = hashlib.sha256(f"{self.id}/{difficulty}/{seed}".encode()).digest()
        rng = random.Random(int.from_bytes(digest, "big"))
        for _ in range(ATTEMPTS):
            with suppress(NothingFits):
                return dict(json.loads(json.dumps(self.draw(rng, difficulty))))
        raise NothingFits(f"{self.id}, difficulty {difficulty}, seed {seed}")

    def render(self, data: Data, lang: str = "en", seed: int | None = None, difficulty: int = 2) -> Instance:
        """Put public data into words: text, picture, key, solution."""
        say = self.say(lang)
        values = dict(self.values(data, say))
        key = self.key(data)
        work = "\n".join(self.work(data, say))
        answer = "" if self.kind == "function" else say("question.key", key=show(key))  # its source is the work
        solution = "\n\n".join(t for t in (self._text("solution", lang, values), work, answer) if t)
        said = (self._text("text", lang, values), self.rules(data, say), self.how_to_answer(data, say))
        text = "\n\n".join(part for part in said if part)
        return Instance(self.id, seed, difficulty, lang, text, self.picture(data, say), self.kind, data, key, solution)

    def hints(self, data: Data, lang: str = "en") -> tuple[str, str, str]:
        """Three hints: which notion is meant, how to go about it, how the work begins."""
        say = self.say(lang)
        values = dict(self.values(data, say))
        lines = self.beginning(data, say)
        third = (self._text("hint3", lang, values) if "hint3" in self.texts else
                 say("question.begin", lines=lines) if lines else say("question.no_begin"))
        return self._text("hint1", lang, values), self._text("hint2", lang, values), third

    def beginning(self, data: Data, say: Say) -> str:
        """The first half of the work."""
        lines = self.work(data, say)
        return "\n".join(lines[: max(1, len(lines) // 2)])

    def judge(self, data: Data, answer: object, points: float = 1, lang: str = "en") -> Verdict:
        """Judge an answer: form first, then what it says.

        Parameters
        ----------
        data : dict
            Public data of the instance; the key is computed from it again.
        answer : object
            What the student wrote, or its canonical JSON.
        points : float
            Points to be had.
        lang : str
            Language of the message.
        """
        say = self.say(lang)
        try:
            canonical = validate(self.kind, answer, **self.full_form(data))
        except MalformedAnswer as error:
            return Verdict(0, points, _in(error, lang), malformed=True)
        try:
            judged = self.assess(data, canonical, say)
        except TooLargeError:
            return Verdict(0, points, say("verdict.too_large"))
        if isinstance(judged, Right):
            return Verdict(points, points, judged.message, right=True, certificate=judged.certificate)
        message = judged.message
        if judged.misconception:
            message += "\n" + say(f"misconception.{judged.misconception}")
        picture = judged.picture
        if picture is None and judged.witness:
            picture = self.show(data, judged.witness, say)
        return Verdict(points_for(judged.credit, points), points, message, judged.witness,
                       None if picture is None else picture.markup, judged.misconception)


def _in(error: UserError, lang: str) -> str:
    return error.message if isinstance(error.message, str) else error.message.text(lang)


def show(value: object) -> str:
    """An answer as a student would write it."""
    return f"`{json.dumps(value, ensure_ascii=False)}`"
