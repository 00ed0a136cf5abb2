"""Appendix to unit 4: machines that write while they read."""

from collections.abc import Sequence
from itertools import product
from typing import ClassVar

from automatakit.automaton.states import Edge, State, label
from automatakit.automaton.value import Automaton
from automatakit.draw.machines import machine_picture
from automatakit.languages.transducers import Mealy, Moore
from automatakit.languages.words import word_counts
from boardkit.svg import Picture, beside
from coursekit.questions.assessing import word_text
from coursekit.questions.automata import TableQuestion
from coursekit.questions.base import Data, Form, Mistakes, Rows, Say, Values
from coursekit.questions.patterns import ShortestIn
from coursekit.questions.sampling import search
from coursekit.questions.skins import Space
from coursekit.questions.solved import reached

OUTPUTS = ("xy", "01", "uv")
"""What is written: the first two symbols of which none is read."""
Written = tuple[str, str, str, str]
"""An arrow and what it writes: tail, symbol, head, output."""


class Writing(TableQuestion):
    """A question about ``arrows``, which write; or about states that do, where ``outputs`` are given."""

    unit = 4

    def mealy(self, data: Data, part: str = "arrows") -> Mealy:
        """The machine whose arrows write."""
        return mealy_of(data["start"], data[part])

    def machine_shown(self, data: Data) -> Mealy | Moore:
        """The machine as it is shown."""
        mealy = self.mealy(data)
        if "outputs" not in data:
            return mealy
        table = {}
        for state, row in mealy.table.items():
            table[state] = {a: head for a, (head, _) in row.items()}
        return Moore(mealy.start, table, dict(data["outputs"]))

    def fa(self, data: Data, part: str = "arrows") -> Automaton:
        return self.mealy(data, part).automaton()

    def followed(self, data: Data) -> tuple[Automaton, ...]:
        return ()  # what they write is no run

    def values(self, data: Data, say: Say) -> Values:
        machine = self.machine_shown(data)
        values = {**data, "table": table_of(machine), "name": type(machine).__name__}
        if isinstance(machine, Moore):
            return {**values, "legend": say("writing.moore")}
        _, _, head, output = data["arrows"][0]
        cell = f"{head} / {output}"
        legend = say("writing.mealy", cell=cell, head=head, output=output)
        return {**values, "legend": legend}

    def picture(self, data: Data, say: Say) -> Picture | None:
        return machine_picture(self.machine_shown(data))

    def measure(self, data: Data) -> float:
        return len(data["arrows"])


def mealy_of(start: str, arrows: Sequence[Written]) -> Mealy:
    """The machine of some arrows."""
    table: dict[State, dict[str, tuple[State, str]]] = {}
    for tail, symbol, head, output in arrows:
        table.setdefault(tail, {})[symbol] = head, output
    return Mealy(start, table)


def table_of(machine: Mealy | Moore) -> str:
    """The machine as a table in Markdown: ``q1 / x`` leads to q1 and writes x, λ is what a state writes."""
    heads = list(machine.alphabet)
    rows = []
    for state, row in machine.table.items():
        cells = [f"→{label(state)}" if state == machine.start else label(state)]
        if isinstance(machine, Moore):
            cells += [machine.outputs[state], *(label(row[a]) for a in heads)]
        else:
            cells += [" / ".join(map(label, machine.step(state, a))) for a in heads]
        rows.append(cells)
    if isinstance(machine, Moore):
        heads = ["λ", *heads]
    lines = [["", *heads], ["---"] * (len(heads) + 1), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def outputs_for(alphabet: str) -> str:
    """Two symbols to write."""
    return next(two for two in OUTPUTS if not {*two} & {*alphabet})


def by_lot(space: Space, size: int) -> list[Written]:
    """A complete machine with arrows by lot; every state is reached, and both outputs are written."""
    states, outputs = space.skin.numbered(size), outputs_for(space.alphabet)

    def make() -> list[Written]:
        return [
            (p, a, space.rng.choice(states), space.rng.choice(outputs))
            for p, a in product(states, space.alphabet)
        ]

    def good(arrows: list[Written]) -> bool:
        seen = {states[0]}
        for _ in states:
            seen |= {q for p, _, q, _ in arrows if p in seen}
        return len(seen) == size and len({arrow[3] for arrow in arrows}) == 2

    return search(make, good)


class WhatIsWritten(Writing):
    """What a Mealy or a Moore machine has written after each prefix of a word."""

    id, kind = "what_is_written", "table"

    def task(self, space: Space, difficulty: int) -> Data:
        moore = space.rng.random() < 0.5
        size, length = (3, 3, 4, 5, 6)[difficulty - 1], (3, 4, 5, 6, 8)[difficulty - 1]
        outputs = outputs_for(space.alphabet)

        def make() -> Data:
            arrows = by_lot(space, size)
            data: Data = {"start": arrows[0][0], "alphabet": space.alphabet}
            if moore:
                of = {p: space.rng.choice(outputs) for p, _, _, _ in arrows}
                arrows = [(p, a, q, of[q]) for p, a, q, _ in arrows]
                data["outputs"] = sorted(of.items())
            return {**data, "arrows": arrows, "word": space.word(length)}

        def good(data: Data) -> bool:
            """Both outputs occur, every symbol does, and most states do."""
            read = data["word"]
            mealy = self.mealy(data)
            many = len({*mealy.path(read)}) >= min(size, difficulty + 1, 4)
            return many and len({*mealy.output(read)}) == len({*read}) == 2

        return search(make, good)

    def prefixes(self, data: Data) -> list[str]:
        return [self.word(data)[:i] for i in range(len(self.word(data)) + 1)]

    def form(self, data: Data) -> Form:
        return {
            "rows": self.prefixes(data),
            "columns": 1,
            "cells": "word",
            "alphabet": outputs_for(data["alphabet"]),
        }

    def full_form(self, data: Data) -> Form:
        return {**super().full_form(data), "example": self.sample(data)}

    def sample(self, data: Data) -> str:
        """How an answer is written."""
        return f'{{"": "…", "{self.word(data)[0]}": "…", …}}'

    def key(self, data: Data) -> Rows:
        machine = self.machine_shown(data)
        return [[read, machine.output(read)] for read in self.prefixes(data)]

    def wrong(self, data: Data) -> Mistakes:
        mealy = self.mealy(data)
        if "outputs" in data:
            rows = [[read, mealy.output(read)] for read in self.prefixes(data)]
            yield "start_silent", rows
        yield "last_output", [[read, out[-1:]] for read, out in self.key(data)]

    def row_reason(self, data: Data, label: str, cells: Sequence[str], say: Say) -> str:
        return say("v.written.run", run=self.run(data, label))

    def run(self, data: Data, word: str) -> str:
        """A run with what is written on it: behind a slash, on arrows or in states."""
        mealy, outputs = self.mealy(data), dict(data.get("outputs", ()))
        path = [f"{q}/{outputs[q]}" if outputs else str(q) for q in mealy.path(word)]
        written = mealy.outputs(word)
        arrows = [
            a if outputs else f"{a}/{o}" for a, o in zip(word, written, strict=True)
        ]
        steps = (f" –{a}→ {q}" for a, q in zip(arrows, path[1:], strict=True))
        return path[0] + "".join(steps)

    def work(self, data: Data, say: Say) -> list[str]:
        return [
            f"- {word_text(read)}: {self.run(data, read)}: {word_text(written)}"
            for read, written in self.key(data)
        ]

    def measure(self, data: Data) -> float:
        """What is read, and the states that are to be remembered."""
        return len(self.word(data)) + len(self.mealy(data).table)


class MooreOfMealy(Writing):
    """The Moore machine that writes what a Mealy machine does: a state for each state and output that lead into it."""

    id, kind = "moore_of_mealy", "table"

    def task(self, space: Space, difficulty: int) -> Data:
        size = (3, 3, 3, 4, 5)[difficulty - 1]
        number = (4, 5, 6, 7, 9)[difficulty - 1]

        def make() -> Data:
            arrows = by_lot(space, size)
            start = arrows[0][0]
            return {"start": start, "alphabet": space.alphabet, "arrows": arrows}

        return search(make, lambda data: len(self.key(data)) == number)

    def form(self, data: Data) -> Form:
        names = [p + out for p in self.mealy(data).table for out in self.outputs(data)]
        heads = list(data["alphabet"])
        return {"columns": len(heads), "heads": heads, "cells": names}

    def outputs(self, data: Data) -> str:
        """What is written."""
        return outputs_for(data["alphabet"])

    def full_form(self, data: Data) -> Form:
        form = super().full_form(data)
        cells = [f'"{form["cells"][-1]}"'] * int(form["columns"])
        return {**form, "example": f'{{"{data["start"]}": [{", ".join(cells)}], …}}'}

    def values(self, data: Data, say: Say) -> Values:
        _, _, head, output = data["arrows"][-1]
        pair = {"pair": head + output, "head": head, "output": output}
        return {**super().values(data, say), **pair}

    def key(self, data: Data) -> Rows:
        moore = self.mealy(data).moore()
        return [
            ["".join(pair), *("".join(row[a]) for a in data["alphabet"])]
            for pair, row in moore.table.items()
        ]

    def measure(self, data: Data) -> float:
        return len(self.key(data))

    def reason(self, data: Data, item: str, say: Say) -> str:
        """Why a row is needed or not."""
        if item == data["start"]:
            return say("v.moore.start", state=item)
        into = (arrow for arrow in data["arrows"] if arrow[2] + arrow[3] == item)
        first = next(into, None)
        if first is None:
            return say("v.moore.none", row=item)
        return say("v.moore.into", arrow=written_arrow(first), row=item)

    def row_reason(self, data: Data, label: str, cells: Sequence[str], say: Say) -> str:
        """The first cell that is wrong, with the arrow that it comes from."""
        row = {first: rest for first, *rest in self.key(data)}[label]
        place = next(i for i, cell in enumerate(row) if cells[i] != cell)
        letter = data["alphabet"][place]
        state = next(p for p, *_ in data["arrows"] if label in self.of(data, p))
        arrow = next(e for e in data["arrows"] if [*e[:2]] == [state, letter])
        return say(
            "v.moore.cell", arrow=written_arrow(arrow), letter=letter, cell=row[place]
        )

    def of(self, data: Data, state: str) -> list[str]:
        """The names of all pairs of a state."""
        return [state + out for out in ("", *self.outputs(data))]

    def work(self, data: Data, say: Say) -> list[str]:
        rows = [" | ".join(["", *row, ""]).strip() for row in self.key(data)]
        heads = " | ".join(data["alphabet"])
        return [f"| | {heads} |", "|---" * (1 + len(data["alphabet"])) + "|", *rows]


def written_arrow(arrow: Sequence[str]) -> str:
    """An arrow with what it writes, as ``q0 –a/x→ q1``."""
    tail, symbol, head, output = arrow
    return f"{tail} –{symbol}/{output}→ {head}"


APART = "≠"
"""Where one is when two machines have written different things."""


class WrittenApart(Writing, ShortestIn):
    """The shortest word for which two Mealy machines write different things."""

    id, kind = "written_apart", "word"
    small: ClassVar = {"board": (1, 2, 3), "textbook": (1, 2)}

    def task(self, space: Space, difficulty: int) -> Data:
        size = (3, 3, 4, 5, 6)[difficulty - 1]
        length = space.length((3, 4, 5, 5, 6)[difficulty - 1])
        outputs, rng = outputs_for(space.alphabet), space.rng

        def make() -> Data:
            arrows = by_lot(space, size)
            states = [p for p, *_ in arrows]
            others = list(arrows)
            for place in rng.sample(range(len(arrows)), 2):
                tail, symbol, _, _ = arrows[place]
                head, output = rng.choice(states), rng.choice(outputs)
                others[place] = tail, symbol, head, output
            data = {"start": states[0], "alphabet": space.alphabet}
            return {**data, "arrows": arrows, "others": others}

        def good(data: Data) -> bool:
            key = self.mealy(data).difference(self.mealy(data, "others"))
            if key is None or len(key) != length:
                return False
            return word_counts(self.machine(data), length)[-1] == 1

        return search(make, good)

    def machine(self, data: Data) -> Automaton:
        """Pairs of states, and one more that is reached where different things are written."""
        one, two = self.mealy(data), self.mealy(data, "others")
        start = f"{one.start} {two.start}"
        edges: list[Edge] = [(APART, a, APART) for a in data["alphabet"]]
        for p, q, a in product(one.table, two.table, data["alphabet"]):
            (head, wrote), (other, too) = one.step(p, a), two.step(q, a)
            there = f"{head} {other}" if wrote == too else APART
            edges.append((f"{p} {q}", a, there))
        states = dict.fromkeys([start, *(edge[0] for edge in edges)])
        return Automaton.make(states, start, [APART], edges, data["alphabet"])

    def values(self, data: Data, say: Say) -> Values:
        other = table_of(self.mealy(data, "others"))
        return {**super().values(data, say), "other": other}

    def picture(self, data: Data, say: Say) -> Picture | None:
        two = (self.mealy(data, part) for part in ("arrows", "others"))
        return beside(*map(machine_picture, two))

    def explain(self, data: Data, word: str, say: Say) -> str:
        one, two = (self.mealy(data, part) for part in ("arrows", "others"))
        return say(
            "v.apart.written",
            one=word_text(one.output(word)),
            two=word_text(two.output(word)),
        )

    def work(self, data: Data, say: Say) -> list[str]:
        return [*reached(self.machine(data)), "", self.found(data, say)]

    def measure(self, data: Data) -> float:
        return super().measure(data) + len(self.key(data) or "")
