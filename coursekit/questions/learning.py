"""A language is learned by asking (Angluin's L*): its table, its conjecture, what a counterexample teaches."""

from collections.abc import Sequence
from typing import ClassVar, get_args

from automatakit.automaton.states import AutomatonJson
from automatakit.automaton.value import Automaton
from automatakit.draw.tables import markdown
from automatakit.languages.operations import product
from automatakit.languages.words import shortest_word
from automatakit.learning import (
    AutomatonTeacher,
    ObservationTable,
    Step,
    Variant,
    learn,
)
from coursekit.questions.assessing import right, why_word, word_text
from coursekit.questions.automata import AutomatonQuestion
from coursekit.questions.base import (
    Data,
    Form,
    Judged,
    Mistakes,
    NothingFits,
    Rows,
    Say,
    Values,
    Wrong,
    for_symbols,
)
from coursekit.questions.comparing import TwoBoards
from coursekit.questions.sampling import SELDOM, search
from coursekit.questions.skins import LARGEST, Drawing, Space

CELLS = ((6, 9), (10, 14), (14, 20), (20, 28), (28, 40))
"""How many cells a table over two symbols has, level by level."""
STATES = ((2, 4), (3, 5), (4, 6), (5, 7), (5, 9))
"""How many states the minimal automaton has."""
VARIANTS: tuple[Variant, ...] = get_args(Variant)


def signs(row: Sequence[bool]) -> str:
    """A row as ``011``."""
    return "".join("1" if won else "0" for won in row)


def in_markdown(table: ObservationTable) -> str:
    """The table in Markdown; an empty row divides the upper rows from the lower ones."""
    width = len(table.endings)
    lines = [
        "| | " + " | ".join(map(word_text, table.endings)) + " |",
        "|" + "---|" * (width + 1),
    ]
    for word in table.prefixes:
        lines.append(
            f"| **{word_text(word)}** | " + " | ".join(signs(table.row(word))) + " |"
        )
    lines.append("|" + " |" * (width + 1))
    for word in table.borders:
        lines.append(f"| {word} | " + " | ".join(signs(table.row(word))) + " |")
    return "\n".join(lines)


def cut(table: ObservationTable) -> ObservationTable:
    """The table with the answers that stand in it, and no others."""
    words = (
        prefix + ending
        for prefix in (*table.prefixes, *table.borders)
        for ending in table.endings
    )
    answers = {word: table.answers[word] for word in words}
    return ObservationTable(table.alphabet, table.prefixes, table.endings, answers)


class Observed(AutomatonQuestion):
    """A question about a table of observations, ``{table}``; the automaton behind it is not shown."""

    unit = 10
    cells = CELLS
    """How large its tables are."""
    nothing_from = 1
    """The first level at which the answer may be that there is nothing."""
    small: ClassVar = {"board": (1, 2), "textbook": (1,)}

    def suits(self, table: ObservationTable, seldom: bool) -> bool:
        """Whether a table makes a question; seldom one whose answer is that there is nothing."""
        return True

    def task(self, space: Space, difficulty: int) -> Data:
        seldom = space.rng.random() < SELDOM and difficulty >= self.nothing_from
        cells = wider(self.cells[difficulty - 1], space)

        def make() -> ObservationTable | None:
            found = [
                table
                for table in self.met(space, difficulty)
                if inside(len(table.answers), cells) and self.suits(table, seldom)
            ]
            return space.rng.choice(found) if found else None

        table = search(make, bool)
        return self.asked(table, space) | {
            "prefixes": list(table.prefixes),
            "endings": list(table.endings),
            "won": [word for word, won in table.answers.items() if won],
        }

    def asked(self, table: ObservationTable, space: Space) -> Data:
        """What is asked about a table, beside the table."""
        return {}

    def met(self, space: Space, difficulty: int) -> list[ObservationTable]:
        """The tables that a learner meets on an automaton by lot."""
        steps = lesson(space, difficulty)
        return [cut(step.table) for step in steps if step.kind != "learned"]

    def observed(self, data: Data) -> ObservationTable:
        """The table that is shown."""
        alphabet = tuple(self.alphabet(data))
        table = ObservationTable(
            alphabet, tuple(data["prefixes"]), tuple(data["endings"]), {}
        )
        words = (
            prefix + ending
            for prefix in (*table.prefixes, *table.borders)
            for ending in table.endings
        )
        won = {*data["won"]}
        answers = {word: word in won for word in words}
        return ObservationTable(alphabet, table.prefixes, table.endings, answers)

    def values(self, data: Data, say: Say) -> Values:
        return {**super().values(data, say), "table": in_markdown(self.observed(data))}

    def measure(self, data: Data) -> float:
        return len(self.observed(data).answers)


def inside(number: int, band: tuple[float, float]) -> bool:
    """Whether a number lies in a band, both ends included."""
    return band[0] <= number <= band[1]


def wider(cells: tuple[int, int], space: Space) -> tuple[float, float]:
    """How many cells a table has over this alphabet: with n upper rows and k symbols it has nk + 1 rows."""
    low, high = cells
    return for_symbols(low, space.alphabet), for_symbols(high, space.alphabet)


def hidden(space: Space, difficulty: int) -> Drawing:
    """An automaton by lot that somebody is to learn."""
    return space.by_lot(min(difficulty - 1, LARGEST), 3 + 2 * difficulty)


def lesson(space: Space, difficulty: int) -> list[Step]:
    """How an automaton by lot, as large as the level says, is learned; nothing if none comes."""
    drawing = hidden(space, difficulty)
    return steps_of(drawing.fa(), space, difficulty)


def steps_of(fa: Automaton, space: Space, difficulty: int) -> list[Step]:
    """The steps of a learner of this automaton; nothing if it is not as large as the level says."""
    if fa.alphabet != tuple(sorted(space.alphabet)):
        return []
    if not inside(len(fa.minimise().states), STATES[difficulty - 1]):
        return []
    return list(learn(AutomatonTeacher(fa), space.rng.choice(VARIANTS)))


class FillTable(AutomatonQuestion):
    """Fill a table of observations: does each beginning win with each ending?"""

    id, unit, kind = "fill_table", 10, "table"

    def task(self, space: Space, difficulty: int) -> Data:
        def make() -> Data | None:
            drawing = hidden(space, difficulty)
            steps = steps_of(drawing.fa(), space, difficulty)
            tables = [
                step.table
                for step in steps
                if self.suits(step.table, space, difficulty)
            ]
            if not tables:
                return None
            table = space.rng.choice(tables)
            rows = [*table.prefixes, *table.borders]
            return {
                "automaton": drawing,
                "prefixes": rows,
                "endings": list(table.endings),
            }

        return search(make, bool)

    def suits(self, table: ObservationTable, space: Space, difficulty: int) -> bool:
        """Whether a table is as large as the level says, and has rows of several kinds."""
        rows = [*table.prefixes, *table.borders]
        kinds = set(map(table.row, rows))
        size = len(rows) * len(table.endings)
        return len(kinds) > 1 and inside(size, wider(CELLS[difficulty - 1], space))

    def form(self, data: Data) -> Form:
        return {
            "rows": data["prefixes"],
            "columns": len(data["endings"]),
            "heads": list(map(word_text, data["endings"])),
            "cells": ["0", "1"],
        }

    def values(self, data: Data, say: Say) -> Values:
        return {
            **super().values(data, say),
            "prefixes": ", ".join(map(word_text, data["prefixes"])),
            "endings": ", ".join(map(word_text, data["endings"])),
        }

    def key(self, data: Data) -> Rows:
        fa = self.fa(data)
        rows = []
        for prefix in data["prefixes"]:
            won = [fa.accepts(prefix + ending) for ending in data["endings"]]
            rows.append([prefix, *signs(won)])
        return rows

    def row_reason(self, data: Data, label: str, cells: Sequence[str], say: Say) -> str:
        right_cells = {row[0]: row[1:] for row in self.key(data)}[label]
        for ending, cell, wanted in zip(
            data["endings"], cells, right_cells, strict=False
        ):
            if cell != wanted:
                word = label + ending
                why = why_word(self.fa(data), word, say)
                return say("reason.word", word=word_text(word), why=why)
        return ""

    def work(self, data: Data, say: Say) -> list[str]:
        fa = self.fa(data)
        lines = []
        for prefix, *cells in self.key(data):
            active = fa.set_label(fa.read(prefix))
            told = []
            for ending, cell in zip(data["endings"], cells, strict=True):
                after = fa.set_label(fa.read(prefix + ending))
                told.append(f"{word_text(ending)} → {after} {cell}")
            lines.append(f"- {word_text(prefix)}: {active}; {', '.join(told)}")
        return lines

    def measure(self, data: Data) -> float:
        return len(data["prefixes"]) * len(data["endings"])


class UnclosedRows(Observed):
    """Which lower rows are like no upper row?"""

    id, kind = "unclosed_rows", "set of words"

    def suits(self, table: ObservationTable, seldom: bool) -> bool:
        above = {*map(table.row, table.prefixes)}
        unlike = [word for word in table.borders if table.row(word) not in above]
        # A single one is mostly the last one
        enough = not unlike if seldom else unlike not in ([], [table.borders[-1]])
        return enough and len(above) > 1

    def form(self, data: Data) -> Form:
        return {"tokens": list(self.observed(data).borders)}

    def key(self, data: Data) -> list[str]:
        table = self.observed(data)
        above = set(map(table.row, table.prefixes))
        return [word for word in table.borders if table.row(word) not in above]

    def reason(self, data: Data, item: str, say: Say) -> str:
        table = self.observed(data)
        row = table.row(item)
        for prefix in table.prefixes:
            if table.row(prefix) == row:
                return say(
                    "v.row.like", row=item, cells=signs(row), other=word_text(prefix)
                )
        return say("v.row.unlike", row=item, cells=signs(row))

    def work(self, data: Data, say: Say) -> list[str]:
        return [
            f"- {self.reason(data, word, say)}" for word in self.observed(data).borders
        ]


class NewColumn(Observed):
    """An ending that tells two equal upper rows apart, or none: is the table consistent?"""

    id, kind = "new_column", "word"
    cells = ((7, 10), (14, 20), (20, 28), (28, 40), (38, 56))
    nothing_from = 3
    """Of automata as small as below, a consistent table with two equal upper rows has 23 cells or more."""

    def met(self, space: Space, difficulty: int) -> list[ObservationTable]:
        """Only a learner who takes beginnings for rows meets tables that are not consistent."""
        drawing = hidden(space, difficulty)
        if not steps_of(drawing.fa(), space, difficulty):
            return []
        return [cut(step.table) for step in learn(AutomatonTeacher(drawing.fa()))]

    def suits(self, table: ObservationTable, seldom: bool) -> bool:
        rows = list(map(table.row, table.prefixes))
        # Where no rows are equal there is nothing to look at
        equal = len(set(rows)) < len(rows)
        return equal and (table.inconsistent() is None) == seldom

    def form(self, data: Data) -> Form:
        return {"none": True}

    def key(self, data: Data) -> str | None:
        found = self.observed(data).inconsistent()
        return found[2] if found else None

    def telling(self, data: Data) -> dict[str, tuple[str, str]]:
        """Each letter with an ending that tells two equal upper rows apart, and the two."""
        found: dict[str, tuple[str, str]] = {}
        for pair in self.pairs(data):
            for ending in self.differing(data, *pair):
                found.setdefault(ending, pair)
        return found

    def differing(self, data: Data, one: str, other: str) -> list[str]:
        """The letters with endings that tell two upper rows apart."""
        table = self.observed(data)
        longer = (
            letter + ending for letter in table.alphabet for ending in table.endings
        )
        return [
            word
            for word in longer
            if table.answers[one + word] != table.answers[other + word]
        ]

    def pairs(self, data: Data) -> list[tuple[str, str]]:
        """The upper rows that are equal, two by two."""
        table = self.observed(data)
        return [
            (one, other)
            for i, one in enumerate(table.prefixes)
            for other in table.prefixes[i + 1 :]
            if table.row(one) == table.row(other)
        ]

    def assess(self, data: Data, answer: str | None, say: Say) -> Judged:
        telling = self.telling(data)
        if answer in telling or (answer is None and not telling):
            return right(say)
        if answer is None:
            ending, (one, other) = next(iter(telling.items()))
            why = self.why(data, one, other, ending, say)
            return Wrong(0.0, why, f"{word_text(one)}, {other}")
        # Another word may tell two rows apart and still give no column
        asked = answer[:1] and answer[1:] in data["endings"]
        no = "v.column.no" if asked else "v.column.form"
        return Wrong(0.0, say(no, ending=word_text(answer)), word_text(answer))

    def why(self, data: Data, one: str, other: str, ending: str, say: Say) -> str:
        """Two equal rows, and the letter after which they are not."""
        longer = self.longer(data, one, other, ending)
        rows = {"one": word_text(one), "other": word_text(other)}
        return say("v.column.apart", **rows, **longer)

    def longer(self, data: Data, one: str, other: str, ending: str) -> dict[str, str]:
        """The column that tells two longer rows apart, and which of them has 1 there."""
        answers = self.observed(data).answers
        won, lost = sorted((one, other), key=lambda row: not answers[row + ending])
        letter, column = ending[0], word_text(ending[1:])
        return {"column": column, "word": won + letter, "lost": lost + letter}

    def work(self, data: Data, say: Say) -> list[str]:
        """Pair by pair; the first one that does not stay equal settles it."""
        lines: list[str] = []
        for one, other in self.pairs(data):
            rows = {"one": word_text(one), "other": word_text(other)}
            apart = self.differing(data, one, other)
            if apart:
                longer = self.longer(data, one, other, apart[0])
                so = say("work.column", letter=apart[0][0], ending=apart[0], **longer)
                return [*lines, f"- {say('work.rows_equal', **rows)}", f"- {so}"]
            lines.append(f"- {say('v.column.same', **rows)}")
        return lines

    def beginning(self, data: Data, say: Say) -> str:
        """One pair of equal rows: what tells two apart may come next."""
        return self.work(data, say)[0]

    def ends_with(self, data: Data, key: str | None) -> str | None:
        return next(iter(self.telling(data)), None)


class ConjectureOfTable(Observed):
    """The automaton of a table that is closed and consistent."""

    id, kind = "conjecture_of_table", "automaton"
    demands = ("deterministic", "complete", "minimal")
    cells = ((14, 20), (18, 26), (24, 34), (30, 44), (38, 56))
    small: ClassVar = {"board": (1,)}

    def suits(self, table: ObservationTable, seldom: bool) -> bool:
        if table.unclosed() is not None or table.inconsistent() is not None:
            return False
        conjecture = table.conjecture()
        # Where an ending of a column is not a column, the conjecture may contradict the table
        agreed = all(
            conjecture.accepts(word) == won for word, won in table.answers.items()
        )
        return agreed and len(conjecture.states) > 1

    def target(self, data: Data) -> Automaton:
        """The conjecture; its states are numbered in the order of the rows that they come from."""
        numbers = {
            word_text(prefix): f"q{number}"
            for number, prefix in enumerate(self.first_rows(data))
        }
        found = self.observed(data).conjecture()
        ordered = sorted(found.states, key=lambda state: int(numbers[state][1:]))
        start = found.start
        return found.with_(states=ordered, start=start).renamed(
            lambda state: numbers[state]
        )

    def first_rows(self, data: Data) -> list[str]:
        """The first upper row of each kind."""
        table = self.observed(data)
        first: dict[tuple[bool, ...], str] = {}
        for prefix in table.prefixes:
            first.setdefault(table.row(prefix), prefix)
        return list(first.values())

    def key(self, data: Data) -> AutomatonJson:
        return self.target(data).to_json()

    def work(self, data: Data, say: Say) -> list[str]:
        table, target = self.observed(data), self.target(data)
        states, arrows = [], []
        for number, prefix in enumerate(self.first_rows(data)):
            row = signs(table.row(prefix))
            states.append(f"- q{number}: {word_text(prefix)}: {row}")
            for letter in target.alphabet:
                (head,) = target.successors(f"q{number}", letter)
                row = signs(table.row(prefix + letter))
                arrows.append(f"- q{number} –{letter}→ {head}: {prefix}{letter}: {row}")
        return [*states, "", *arrows, "", *markdown(target).split("\n")]


class Conjectured(AutomatonQuestion):
    """A question about an automaton and a learner's conjecture of it, given as a table ``{conjecture}``."""

    unit = 10

    def conjecture(self, data: Data) -> Automaton:
        """What the learner believes."""
        return Automaton.from_json(data["conjecture"])

    def followed(self, data: Data) -> tuple[Automaton, Automaton]:
        return self.fa(data), self.conjecture(data)

    def values(self, data: Data, say: Say) -> Values:
        shown = markdown(self.conjecture(data))
        return {**super().values(data, say), "conjecture": shown}

    def drawn_wrong(self, space: Space, difficulty: int) -> Data | None:
        """An automaton by lot with a wrong conjecture of a learner, not too simple for the level, if there is one."""
        drawing = hidden(space, difficulty)
        wrong = []
        for step in steps_of(drawing.fa(), space, difficulty):
            believed = step.conjecture
            if step.kind != "counterexample" or believed is None:
                continue
            if len(believed.states) >= min(difficulty, 3):
                wrong.append(believed)
        if not wrong:
            return None
        return {"automaton": drawing, "conjecture": space.rng.choice(wrong)}


class FooledConjecture(Conjectured, TwoBoards):
    """The shortest word on which a conjecture is wrong."""

    id = "fooled_conjecture"
    told = "v.learn.both"

    def task(self, space: Space, difficulty: int) -> Data:
        def good(task: Data) -> bool:
            both = product(task["automaton"].fa(), task["conjecture"], "one only")
            word = shortest_word(both) or ""
            return inside(len(word), (difficulty // 2 + 1, difficulty + 1))

        return search(lambda: self.drawn_wrong(space, difficulty), good)

    def wrong(self, data: Data) -> Mistakes:
        """A table is read as it stands: who misreads the automaton does not misread both in the same way."""
        return iter(())


class EndingThatMatters(Conjectured):
    """The ending of a counterexample that tells a row from the state which the conjecture takes it for."""

    id, kind = "ending_that_matters", "word"

    def task(self, space: Space, difficulty: int) -> Data:
        def make() -> Data | None:
            task = self.drawn_wrong(space, difficulty)
            if task is None:
                return None
            fa, conjecture = task["automaton"].fa(), task["conjecture"]
            fooled = [
                word
                for word in space.all_words(difficulty + 2)
                if fa.accepts(word) != conjecture.accepts(word)
            ]
            return task | {"word": space.rng.choice(fooled)} if fooled else None

        return search(make, bool)

    def trials(self, data: Data) -> list[str]:
        """The counterexample with its beginning replaced by the state that it reaches, longer and longer beginnings."""
        return [row + rest for row, rest in self.halves(data)]

    def halves(self, data: Data) -> list[tuple[str, str]]:
        """The words of `trials`, each as the state and the rest."""
        word = self.word(data)
        conjecture = self.conjecture(data)
        found = []
        for end in range(len(word) + 1):
            (state,) = conjecture.active(word[:end])[-1]
            row = "" if state == "ε" else str(state)
            found.append((row, word[end:]))
        return found

    def endings(self, data: Data) -> list[str]:
        """The endings behind which the answer changes."""
        word, fa = self.word(data), self.fa(data)
        won = list(map(fa.accepts, self.trials(data)))
        return [word[end + 1 :] for end in range(len(word)) if won[end] != won[end + 1]]

    def key(self, data: Data) -> str:
        found = self.endings(data)
        if not found:
            raise NothingFits
        return found[0]

    def assess(self, data: Data, answer: str, say: Say) -> Judged:
        if answer in self.endings(data):
            return right(say)
        word = self.word(data)
        if not word.endswith(answer) or answer == word:
            no = say("v.ending.none", ending=word_text(answer), word=word)
            return Wrong(0.0, no, word_text(answer))
        end = len(word) - len(answer)
        one, other = self.trials(data)[end - 1 : end + 1]
        if one == other:
            same = say("v.ending.one_word", ending=word_text(answer), word=one)
            return Wrong(0.0, same, word_text(answer))
        fa = self.fa(data)
        text = say(
            "v.ending.same",
            one=word_text(one),
            other=word_text(other),
            why=why_word(fa, one, say),
            why_other=why_word(fa, other, say),
        )
        return Wrong(0.0, text, word_text(answer))

    def work(self, data: Data, say: Say) -> list[str]:
        fa = self.fa(data)
        lines = []
        for row, rest in self.halves(data):
            active = fa.set_label(fa.read(row + rest))
            won = signs([fa.accepts(row + rest)])
            lines.append(f"- {word_text(row)}·{word_text(rest)}: {active}: {won}")
        return lines

    def beginning(self, data: Data, say: Say) -> str:
        """One word: two may show the change already."""
        return self.work(data, say)[0]


class NewQuestions(Observed):
    """Which words are asked when a row has moved up?"""

    id, kind = "new_questions", "set of words"

    def suits(self, table: ObservationTable, seldom: bool) -> bool:
        return table.unclosed() is not None

    def asked(self, table: ObservationTable, space: Space) -> Data:
        return {"row": table.unclosed()}

    def values(self, data: Data, say: Say) -> Values:
        return {**super().values(data, say), "row": data["row"]}

    def key(self, data: Data) -> list[str]:
        table = self.observed(data)
        words = (
            data["row"] + letter + ending
            for letter in table.alphabet
            for ending in table.endings
        )
        new = {word for word in words if word not in table.answers}
        return sorted(new, key=lambda word: (len(word), word))

    def reason(self, data: Data, item: str, say: Say) -> str:
        table, row = self.observed(data), data["row"]
        if item in table.answers:
            rows = [*table.prefixes, *table.borders]
            found = next(
                word
                for word in rows
                if item.startswith(word) and item[len(word) :] in table.endings
            )
            return say(
                "v.asked.known",
                word=word_text(item),
                row=word_text(found),
                ending=word_text(item[len(found) :]),
            )
        for letter in table.alphabet:
            for ending in table.endings:
                if item == row + letter + ending:
                    return say(
                        "v.asked.new",
                        word=item,
                        row=row + letter,
                        ending=word_text(ending),
                    )
        return say("v.asked.elsewhere", word=word_text(item), row=row)

    def work(self, data: Data, say: Say) -> list[str]:
        table, row = self.observed(data), data["row"]
        words = {
            row + letter + ending: None
            for letter in table.alphabet
            for ending in table.endings
        }
        return [f"- {self.reason(data, word, say)}" for word in words]
