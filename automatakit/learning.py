"""Learning an automaton by asking: does this word win, and is this automaton the one?

Rows are prefixes, columns are endings, and each cell says whether prefix and ending together win.  Rows that are equal
so far are taken for one state; what is asked next is what could show that they are not (Angluin 1987).

>>> teacher = AutomatonTeacher("b(b|w)*")
>>> *_, last = learn(teacher)
>>> last.kind, last.conjecture.accepts("bw"), last.questions, last.conjectures
('learned', True, 14, 2)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, Protocol, TypeAlias, get_args

from automatakit.automaton.errors import AutomatonError, message
from automatakit.automaton.reading import Source
from automatakit.automaton.value import Automaton
from automatakit.languages.compare import counterexample
from boardkit.messages import Message

Variant: TypeAlias = Literal["angluin", "maler-pnueli", "rivest-schapire"]
Kind: TypeAlias = Literal[
    "start", "unclosed", "inconsistent", "conjecture", "counterexample", "learned"
]


class Teacher(Protocol):
    """Who answers: anything with an alphabet and these two questions."""

    @property
    def alphabet(self) -> Sequence[str]:
        """The letters of its words."""

    def wins(self, word: str) -> bool:
        """Whether the word belongs to the language."""

    def differs(self, automaton: Automaton) -> str | None:
        """Return a word that exactly one of the two accepts, or None if there is none."""


class AutomatonTeacher:
    """A teacher who knows an automaton, and answers with the shortest counterexample."""

    def __init__(self, automaton: Source) -> None:
        self.automaton = Automaton.of(automaton)
        self.alphabet = self.automaton.alphabet

    def wins(self, word: str) -> bool:
        """Whether the automaton accepts the word."""
        return self.automaton.accepts(word)

    def differs(self, automaton: Automaton) -> str | None:
        """Return the shortest word that exactly one of the two accepts, or None."""
        return counterexample(automaton, self.automaton)


@dataclass(frozen=True)
class ObservationTable:
    """What has been asked so far.

    Attributes
    ----------
    alphabet : tuple of str
    prefixes : tuple of str
        The upper rows; each of them may become a state.
    endings : tuple of str
        The columns.
    answers : mapping of str to bool
        Whether a word wins, for every word that was asked.
    """

    alphabet: tuple[str, ...]
    prefixes: tuple[str, ...]
    endings: tuple[str, ...]
    answers: Mapping[str, bool]

    @property
    def borders(self) -> tuple[str, ...]:
        """The lower rows: each upper row with one letter more, where that is no upper row itself."""
        above = set(self.prefixes)
        longer = (
            prefix + letter for prefix in self.prefixes for letter in self.alphabet
        )
        return tuple(word for word in longer if word not in above)

    def row(self, prefix: str) -> tuple[bool, ...]:
        """The answers for a prefix with each ending."""
        return tuple(self.answers[prefix + ending] for ending in self.endings)

    def unclosed(self) -> str | None:
        """The first lower row that is like no upper row; None if the table is *closed*."""
        above = set(map(self.row, self.prefixes))
        return next(
            (word for word in self.borders if self.row(word) not in above), None
        )

    def inconsistent(self) -> tuple[str, str, str] | None:
        """Two equal upper rows and the ending that tells them apart after a letter; None if *consistent*."""
        first: dict[tuple[bool, ...], str] = {}
        for prefix in self.prefixes:
            other = first.setdefault(self.row(prefix), prefix)
            for letter in self.alphabet:
                for ending in self.endings:
                    longer = letter + ending
                    if self.answers[other + longer] != self.answers[prefix + longer]:
                        return other, prefix, longer
        return None

    def conjecture(self) -> Automaton:
        """The automaton of a closed and consistent table: different rows are states, named by their first prefix."""
        names: dict[tuple[bool, ...], str] = {}
        for prefix in self.prefixes:
            names.setdefault(self.row(prefix), prefix or "ε")
        delta: dict[str, dict[str, set[str]]] = {}
        for prefix in self.prefixes:
            row = delta.setdefault(names[self.row(prefix)], {})
            for letter in self.alphabet:
                row.setdefault(letter, {names[self.row(prefix + letter)]})
        accepting = {name for row, name in names.items() if row[self.endings.index("")]}
        return Automaton.of(
            delta, start="ε", accepting=accepting, symbols=self.alphabet
        )


@dataclass(frozen=True)
class Step:
    """One step of learning.

    Attributes
    ----------
    kind : str
        ``start``, ``unclosed`` (a row moves up), ``inconsistent`` (a column is added), ``conjecture``,
        ``counterexample`` or ``learned``.
    table : ObservationTable
        As it is after the step.
    asked : tuple of str
        The words that were asked in this step.
    text : Message
        What was done, and why.
    conjecture : Automaton or None
        The latest one.
    questions, conjectures : int
        How many different words, and how many automata, were asked so far.
    """

    kind: Kind
    table: ObservationTable
    asked: tuple[str, ...]
    text: Message
    conjecture: Automaton | None
    questions: int
    conjectures: int


def learn(teacher: Teacher, variant: Variant = "angluin") -> Iterator[Step]:
    """Learn the teacher's language, one step at a time.

    Parameters
    ----------
    teacher : Teacher
    variant : str
        What is done with a counterexample: ``angluin`` adds its beginnings as rows (and mends consistency);
        ``maler-pnueli`` adds its endings as columns; ``rivest-schapire`` finds by halving the one ending that matters.

    Yields
    ------
    Step
        The last one is ``learned``: its conjecture is the minimal automaton of the language.

    Raises
    ------
    AutomatonError
        If there is no such variant, or a counterexample is none.

    Examples
    --------
    >>> [step.kind for step in learn(AutomatonTeacher("b(b|w)*"), variant="rivest-schapire")]
    ['start', 'unclosed', 'conjecture', 'counterexample', 'unclosed', 'conjecture', 'learned']
    """
    check_variant(variant)
    yield from _Learner(teacher, _USE[variant]).steps()


def check_variant(variant: Variant) -> None:
    """Refuse what is none, as somebody may have typed it."""
    known = get_args(Variant)
    if variant not in known:
        raise AutomatonError.of("variant", found=variant, known=", ".join(known))


class _Learner:
    """The state of a learner: its rows, its columns, and what has been answered."""

    def __init__(self, teacher: Teacher, use: Callable[[_Learner, str], str]) -> None:
        self.teacher = teacher
        self.use = use
        self.prefixes = [""]
        self.endings = [""]
        self.answers: dict[str, bool] = {}
        self.told = 0
        self.conjecture: Automaton | None = None
        self.conjectures = 0

    def steps(self) -> Iterator[Step]:
        yield self.step("start")
        while True:
            yield from self.mended()
            self.conjecture = self.table().conjecture()
            self.conjectures += 1
            yield self.step("conjecture", states=len(self.conjecture.states))
            word = self.teacher.differs(self.conjecture)
            if word is None:
                yield self.step("learned", states=len(self.conjecture.states))
                return
            if self.wins(word) == self.conjecture.accepts(word):
                raise AutomatonError.of("no_counterexample", word=shown(word))
            added = self.use(self, word)
            yield self.step("counterexample", word=shown(word), added=added)

    def mended(self) -> Iterator[Step]:
        """Add rows and columns until the table is closed and consistent."""
        while True:
            table = self.table()
            if (apart := table.inconsistent()) is not None:
                one, other, ending = apart
                self.endings.append(ending)
                yield self.step(
                    "inconsistent",
                    one=shown(one),
                    other=shown(other),
                    ending=shown(ending),
                )
            elif (row := table.unclosed()) is not None:
                self.prefixes.append(row)
                yield self.step("unclosed", row=shown(row))
            else:
                return

    def wins(self, word: str) -> bool:
        if word not in self.answers:
            self.answers[word] = self.teacher.wins(word)
        return self.answers[word]

    def table(self) -> ObservationTable:
        """The table with every cell filled."""
        table = ObservationTable(
            tuple(self.teacher.alphabet),
            tuple(self.prefixes),
            tuple(self.endings),
            MappingProxyType(self.answers),
        )
        for prefix in (*table.prefixes, *table.borders):
            for ending in table.endings:
                self.wins(prefix + ending)
        return table

    def step(self, kind: Kind, **values: object) -> Step:
        table = self.table()
        asked = tuple(self.answers)[self.told :]
        self.told = len(self.answers)
        text = message(f"learning.{kind}", **values)
        return Step(
            kind, table, asked, text, self.conjecture, self.told, self.conjectures
        )


def shown(word: str) -> str:
    """A word as texts show it."""
    return word or "ε"


def beginnings_of(word: str) -> list[str]:
    """The beginnings of a word, without the empty one."""
    return [word[:end] for end in range(1, len(word) + 1)]


def endings_of(word: str) -> list[str]:
    """The endings of a word, without the empty one; the shortest first."""
    return [word[start:] for start in reversed(range(len(word)))]


def ending_that_matters(
    word: str, conjecture: Automaton, wins: Callable[[str], bool]
) -> str:
    """Return the ending of a counterexample that tells a row from its state, found by halving.

    Its beginnings are replaced by the rows that stand for the states which the conjecture of a table reaches. Between
    two neighbouring places the answer changes: behind them the ending begins.
    """
    states = conjecture.active(word)
    right = wins(word)
    low, high = 0, len(word)
    while high - low > 1:
        middle = (low + high) // 2
        (state,) = states[middle]
        row = "" if state == "ε" else str(state)
        if wins(row + word[middle:]) == right:
            low = middle
        else:
            high = middle
    return word[high:]


def _add_beginnings(learner: _Learner, word: str) -> str:
    return _add(learner.prefixes, beginnings_of(word))


def _add_endings(learner: _Learner, word: str) -> str:
    return _add(learner.endings, endings_of(word))


def _add_the_ending_that_matters(learner: _Learner, word: str) -> str:
    assert learner.conjecture is not None
    ending = ending_that_matters(word, learner.conjecture, learner.wins)
    learner.endings.append(ending)
    return shown(ending)


def _add(words: list[str], more: list[str]) -> str:
    new = [word for word in more if word not in words]
    words += new
    return ", ".join(new)


_USE: Mapping[Variant, Callable[[_Learner, str], str]] = {
    "angluin": _add_beginnings,
    "maler-pnueli": _add_endings,
    "rivest-schapire": _add_the_ending_that_matters,
}
