"""Guessing a hidden automaton by asking: the rules of the game, for one player, for two, and for a machine.

A player asks words, and writes the answers into an observation table; whoever believes to know the language draws an
automaton, and learns a word on which it errs.  How many questions the machine needs is par.

>>> guess = Guess("(b|w)*b").ask("").ask("b").ask("w")
>>> guess.restless, guess.like("w")
('b', '')
>>> guess = guess.moved_up("b").filled()
>>> guess.proposed(guess.drawn()).solved
True
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, TypeAlias

from automatakit.automaton.errors import AutomatonError
from automatakit.automaton.reading import Source
from automatakit.automaton.value import Automaton
from automatakit.languages.compare import counterexample
from automatakit.learning import (
    AutomatonTeacher,
    ObservationTable,
    Step,
    Variant,
    beginnings_of,
    check_variant,
    ending_that_matters,
    endings_of,
    learn,
    shown,
)

Next: TypeAlias = Literal[
    "ask", "move_up", "add_column", "draw", "propose", "use", "over"
]
PAR: Variant = "rivest-schapire"
"""On average it needs the fewest questions of the three."""


@dataclass(frozen=True)
class Guess:
    """What one player knows of a hidden language; every method returns what is known afterwards.

    Parameters
    ----------
    hidden : automaton
        Anything that `Automaton.of` reads.
    prefixes, endings : tuple of str
        The upper rows and the columns of the table.
    asked : tuple of str
        The words that were asked, in this order.
    conjectures : int
        How often somebody asked "is this it?".
    conjecture : Automaton or None
        The latest one, asked or not.
    from_table : bool
        Whether it was read off the table: then its states are rows.
    wrong : str or None
        A word on which it errs, as long as nothing has been learned from it.
    solved : bool
    """

    hidden: Source
    prefixes: tuple[str, ...] = ("",)
    endings: tuple[str, ...] = ("",)
    asked: tuple[str, ...] = ()
    conjectures: int = 0
    conjecture: Automaton | None = None
    from_table: bool = False
    wrong: str | None = None
    solved: bool = False

    # --- reading it ----------------------------------------------------------------------------------------

    @cached_property
    def automaton(self) -> Automaton:
        """What is hidden."""
        return Automaton.of(self.hidden)

    @cached_property
    def answers(self) -> Mapping[str, bool]:
        """Whether a word wins, for every word that was asked."""
        return {word: self.automaton.accepts(word) for word in self.asked}

    @cached_property
    def table(self) -> ObservationTable:
        """The table, in which cells may be open."""
        return ObservationTable(
            self.automaton.alphabet, self.prefixes, self.endings, self.answers
        )

    @cached_property
    def open_cells(self) -> tuple[str, ...]:
        """The words of the table that nobody has asked, each once."""
        words: dict[str, None] = {}
        for prefix in (*self.table.prefixes, *self.table.borders):
            for ending in self.endings:
                words.setdefault(prefix + ending)
        return tuple(word for word in words if word not in self.answers)

    @cached_property
    def beside(self) -> tuple[str, ...]:
        """The words that were asked, but stand in no cell."""
        rows = (*self.table.prefixes, *self.table.borders)
        inside = {prefix + ending for prefix in rows for ending in self.endings}
        return tuple(word for word in self.asked if word not in inside)

    def row(self, prefix: str) -> tuple[bool | None, ...]:
        """The answers of a row; None where a cell is open."""
        return tuple(self.answers.get(prefix + ending) for ending in self.endings)

    def like(self, prefix: str) -> str | None:
        """The first upper row that is equal to a row; None if there is none, or if a cell of it is open."""
        row = self.row(prefix)
        if None in row:
            return None
        return next((one for one in self.prefixes if self.row(one) == row), None)

    def unlike_all(self, prefix: str) -> bool:
        """Whether answers tell a row from every upper row; cells may be open."""
        row = self.row(prefix)
        return all(_differ(row, self.row(one)) for one in self.prefixes)

    @cached_property
    def restless(self) -> str | None:
        """The first lower row that is like no row above: it asks to be moved up."""
        return next(filter(self.unlike_all, self.table.borders), None)

    @cached_property
    def apart(self) -> tuple[str, str, str] | None:
        """Two equal upper rows of a full table, and the ending that tells them apart after a letter."""
        return None if self.open_cells else self.table.inconsistent()

    @property
    def next(self) -> Next:
        """What the table wants next."""
        if self.solved:
            return "over"
        if self.wrong is not None:
            return "use"
        if self.conjecture is not None:
            return "propose"
        if self.restless is not None:
            return "move_up"
        if self.open_cells:
            return "ask"
        return "draw" if self.apart is None else "add_column"

    # --- playing -------------------------------------------------------------------------------------------

    def ask(self, word: str) -> Guess:
        """Ask whether a word wins; what is known already is not counted again."""
        self.automaton.read(word)
        if word in self.answers:
            return self
        return replace(self, asked=(*self.asked, word))

    def filled(self) -> Guess:
        """Ask every open cell."""
        return replace(self, asked=self.asked + self.open_cells)

    def moved_up(self, row: str) -> Guess:
        """Move a lower row up that is like no row above.

        Raises
        ------
        AutomatonError
            If it is no lower row, or no answer tells it from some upper row.
        """
        if row not in self.table.borders or not self.unlike_all(row):
            raise AutomatonError.of("guess_row", row=shown(row))
        return self._changed(prefixes=(*self.prefixes, row))

    def with_column(self, ending: str) -> Guess:
        """Add an ending as a column; one that stands there stays."""
        self.automaton.read(ending)
        return self._changed(endings=_more(self.endings, ending))

    def drawn(self) -> Automaton:
        """The automaton of the table.

        Raises
        ------
        AutomatonError
            If a cell is open, or the table is not closed and consistent.
        """
        if self.open_cells or self.restless is not None or self.apart is not None:
            raise AutomatonError.of("guess_table")
        return self.table.conjecture()

    def with_conjecture(self, drawn: Source | None = None) -> Guess:
        """Draw a conjecture: an automaton of one's own, or that of the table."""
        made = self.drawn() if drawn is None else Automaton.of(drawn)
        return replace(self, conjecture=made, from_table=drawn is None)

    def proposed(self, drawn: Source | None = None) -> Guess:
        """Ask "is this it?" about the conjecture, or about an automaton.

        If it is not, `wrong` is the shortest word on which the two differ; its answer is counted as a question.
        """
        guess = self if drawn is None else self.with_conjecture(drawn)
        if guess.conjecture is None:
            guess = guess.with_conjecture()
        assert guess.conjecture is not None
        wrong = counterexample(guess.conjecture, self.automaton)
        guess = replace(
            guess, conjectures=self.conjectures + 1, wrong=wrong, solved=wrong is None
        )
        return guess if wrong is None else guess.ask(wrong)

    def used(self, variant: Variant) -> Guess:
        """Learn from the word on which the conjecture errs, as `automatakit.learning.learn` does."""
        check_variant(variant)
        word, guess = self.wrong, self
        if word is None or self.conjecture is None:
            raise AutomatonError.of("guess_nothing_wrong")
        if variant == "angluin":
            return self._changed(prefixes=_more(self.prefixes, *beginnings_of(word)))
        if variant == "maler-pnueli":
            return self._changed(endings=_more(self.endings, *endings_of(word)))
        if not self.from_table:
            raise AutomatonError.of("guess_no_rows")

        def wins(asked: str) -> bool:
            nonlocal guess
            guess = guess.ask(asked)
            return guess.answers[asked]

        ending = ending_that_matters(word, self.conjecture, wins)
        return guess.with_column(ending)

    def _changed(
        self,
        *,
        prefixes: tuple[str, ...] | None = None,
        endings: tuple[str, ...] | None = None,
    ) -> Guess:
        """Another table: an old conjecture is not that of it."""
        return replace(
            self,
            prefixes=prefixes or self.prefixes,
            endings=endings or self.endings,
            conjecture=None,
            wrong=None,
        )


def _differ(one: tuple[bool | None, ...], other: tuple[bool | None, ...]) -> bool:
    """Whether two rows have different answers in a column in which both have one."""
    pairs = zip(one, other, strict=True)
    return any(None not in pair and pair[0] != pair[1] for pair in pairs)


def _more(words: tuple[str, ...], *new: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*words, *new)))


# --- the machine -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Moment:
    """A moment of a machine that learns: its step, and the word that it asks now, if it asks one."""

    step: Step
    known: int
    word: str | None = None

    def guess(self, hidden: Automaton) -> Guess:
        """What the machine knows now."""
        table = self.step.table
        return Guess(
            hidden,
            table.prefixes,
            table.endings,
            tuple(table.answers)[: self.known],
            self.step.conjectures,
            self.step.conjecture,
            solved=self.step.kind == "learned",
        )


def moments(hidden: Source, variant: Variant = PAR) -> Iterator[Moment]:
    """Yield every question and every decision of a machine that learns an automaton.

    Examples
    --------
    >>> [moment.word for moment in moments("(b|w)*b")]
    ['', 'b', 'w', 'bb', 'bw', None, None]
    """
    known = 0
    for step in learn(AutomatonTeacher(hidden), variant):
        for word in step.asked:
            yield Moment(step, known, word)
            known += 1
        if not step.asked:
            yield Moment(step, known)


def par(hidden: Source, variant: Variant = PAR) -> Step:
    """Return the last step of the machine: its questions and conjectures are par.

    Examples
    --------
    >>> last = par("b(b|w)*")
    >>> last.questions, last.conjectures
    (11, 2)
    """
    *_, last = learn(AutomatonTeacher(hidden), variant)
    return last


# --- two players -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Duel:
    """Two players who guess what the other one hides, one question a turn; whoever knows it in fewer rounds wins.

    Examples
    --------
    >>> duel = Duel((Guess("b"), Guess("w")))
    >>> duel = duel.played(duel.hand.ask("b"))
    >>> duel.turn, duel.played(duel.hand.proposed("w")).winners
    (1, (1,))
    """

    hands: tuple[Guess, Guess]
    turn: int = 0

    @property
    def hand(self) -> Guess:
        """What the player knows whose turn it is."""
        return self.hands[self.turn]

    def played(self, hand: Guess) -> Duel:
        """The player whose turn it is knows something else now; after a question it is the other's turn."""
        hands = (hand, self.hands[1]) if self.turn == 0 else (self.hands[0], hand)
        cost = _cost(hand) - _cost(self.hand)
        return Duel(hands, self.turn if cost == 0 else 1 - self.turn)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who knows it, as soon as both have had equally many turns; both of them, or nobody as long as it goes on."""
        if self.turn != 0:
            return ()
        return tuple(player for player in (0, 1) if self.hands[player].solved)


def _cost(guess: Guess) -> int:
    return len(guess.asked) + guess.conjectures
