"""The inputs of the shipped kinds of answers, each made from the form that a question expects."""

import sys
from collections.abc import Mapping, Sequence
from types import EllipsisType

from automatakit.automaton.value import Automaton
from automatakit.widget.canvas import Editor
from automatakit.widget.draft import Draft
from boardkit.errors import UserError
from boardkit.foreign_json import Json
from boardkit.svg import Element, el
from boardkit.widget.actions import action
from boardkit.widget.markup import bar, button, table
from coursekit.answers.form import Form, alphabet_of
from coursekit.answers.tables import cell_kind
from coursekit.inputs.base import TEXTS, Input
from coursekit.inputs.pieces import Choices, Collected, Keys, Picker, spoken

text = TEXTS.text

DIGITS = tuple("0123456789")


def word(form: Form) -> Input:
    """A word, symbol by symbol."""
    return Keys(alphabet_of(form), empty=True, none=bool(form.get("none")))


def words(form: Form) -> Input:
    """Some of the given things, or words that are collected."""
    if "tokens" in form:
        return Choices(form["tokens"])
    return Collected(word({**form, "none": False}))


def number(form: Form) -> Input:
    """A number, digit by digit."""
    return Keys((*DIGITS, "-"))


def fraction(form: Form) -> Input:
    """A fraction, digit by digit."""
    return Keys((*DIGITS, "/", "-"))


def regex(form: Form) -> Input:
    """A regular expression, sign by sign."""
    return Keys((*alphabet_of(form), "(", ")", "|", "*", "?", "+", "ε", "∅"))


def path(form: Form) -> Input:
    """States, one after the other."""
    return Choices(
        form.get("stations", ()), ordered=True, empty=bool(form.get("empty"))
    )


def moves(form: Form) -> Input:
    """Arrows: some of those that there are, or such as are put together."""
    if "among" in form:
        return Choices(form["among"], empty=bool(form.get("empty")))
    return Collected(
        Picker(arrow_lists(form), "{}{}>{}".format), empty=bool(form.get("empty"))
    )


def arrow_lists(form: Form) -> list[tuple[str, Sequence[tuple[str, str]]]]:
    """The lists from which an arrow is put together: its symbol, its ends."""
    states = [(name, name) for name in map(str, form.get("stations", ()))]
    return [
        ("symbol", [(a, a) for a in alphabet_of(form)]),
        ("from", states),
        ("to", states),
    ]


def partition(form: Form) -> Input:
    """Blocks into which elements are put."""
    return Blocks([str(element) or "ε" for element in form.get("elements", ())])


def machine(form: Form) -> Input:
    """What is left in each box."""
    return Table({"rows": form.get("fields", ()), "columns": 1, "cells": "markers"})


class Defined(Input):
    """A function of the notebook: it is looked up there under the name that the question gives."""

    typed = False

    def __init__(self, form: Form) -> None:
        self.name = form.get("name", "answer")
        self.signature = form.get("signature", self.name)

    @action
    def look(self) -> None:
        """See what stands in the notebook now."""
        found = getattr(sys.modules["__main__"], self.name, None)
        if not callable(found):
            raise UserError(TEXTS.message("no_function", name=self.name))
        self.value = found

    def render(self) -> Sequence[Element]:
        return [
            el("p", text("function"), " ", el("code", self.signature)),
            bar(text("keys"), button(text("look"), "look")),
        ]


class Blocks(Input):
    """A partition: an element is dragged into a block, or taken in hand and put there.

    Examples
    --------
    >>> blocks = Blocks(["p", "q"])
    >>> for do, n in (("take", "0"), ("put", "0"), ("take", "1"), ("put", "0")):
    ...     done = blocks.answer(do, {"n": n})
    >>> blocks.value
    [['p', 'q']]
    """

    def __init__(self, elements: Sequence[str]) -> None:
        self.elements = elements
        self.load(...)

    def load(self, answer: Json) -> None:
        self.blocks = [] if answer is ... else list(map(list, answer))
        self.hand: str | None = None

    @property
    def value(self) -> list[list[str]] | EllipsisType:
        """The answer so far, ``...`` if there is none."""
        return list(map(list, self.blocks)) or ...

    @action
    def drag(self, source: str, target: str) -> None:
        """An element into a block."""
        self.hand = self.elements[int(source)]
        self.put(int(target))

    @action
    def hit(self, place: str) -> None:
        """Take an element in hand, in the picture."""
        self.take(self.elements.index(place))

    def names(self) -> Sequence[str]:
        return self.elements

    def offered(self) -> Mapping[str, str]:
        at = {x: str(n) for n, block in enumerate(self.blocks, 1) for x in block}
        return {x: "✋" if x == self.hand else at.get(x, "") for x in self.elements}

    @action
    def take(self, n: int) -> None:
        """Take an element in hand, or put it back."""
        self.hand = None if self.hand == self.elements[n] else self.elements[n]

    @action
    def put(self, n: int) -> None:
        """Put it into a block, or into a new one; with nothing in the hand, take the block apart."""
        if self.hand is not None:
            moved = {self.hand}
        elif n < len(self.blocks):
            moved = {*self.blocks[n]}
        else:
            moved = set()
        blocks = [[x for x in block if x not in moved] for block in [*self.blocks, []]]
        if self.hand is not None:
            blocks[n] = [x for x in self.elements if x in {*blocks[n], self.hand}]
        self.blocks, self.hand = [block for block in blocks if block], None

    def render(self) -> Sequence[Element]:
        placed = {x for block in self.blocks for x in block}
        loose = [
            button(
                x,
                "take",
                n=n,
                pressed=x == self.hand,
                cls="gk-placed" if x in placed else "",
                drag=str(n),
                to=map(str, range(len(self.blocks) + 1)),
            )
            for n, x in enumerate(self.elements)
        ]
        blocks = [
            button(f"{n + 1}: {{{', '.join(block)}}}", "put", n=n, drop=n)
            for n, block in enumerate(self.blocks)
        ]
        last = len(self.blocks)
        blocks.append(
            button(
                text("new_block"), "put", n=last, drop=last, disabled=self.hand is None
            )
        )
        left = len(self.elements) - len(placed)
        return [
            bar(text("elements"), *loose),
            bar(text("blocks"), *blocks),
            *([el("p", text("left", n=left))] if left else []),
        ]


class Table(Input):
    """A table: one cell after the other is filled in, each by an input of its own.

    Parameters
    ----------
    form : mapping
        As `coursekit.answers.tables.table` reads it.
    """

    def __init__(self, form: Form) -> None:
        self.form = form
        self.fixed = form.get("rows") is not None
        self.columns = int(form.get("columns") or 1)
        self.load(...)

    def load(self, answer: Json) -> None:
        known: dict[str, list[Json]] = {}
        if isinstance(answer, Mapping):  # a machine: what is left in a box is one cell
            known = {
                str(label): [" ".join(map(str, box))] for label, box in answer.items()
            }
        elif answer is not ...:
            known = {str(row[0]): row[1:] for row in answer}
        labels = list(map(str, self.form["rows"])) if self.fixed else list(known)
        self.rows: list[list[Json]] = [
            [label, *self._filled(known.get(label))] for label in labels
        ]
        self.at = (0, 1 if self.fixed else 0)
        if not self.fixed and not self.rows:
            self.rows = [[...] * (1 + self.columns)]
        self._open()

    def _filled(self, cells: list[Json] | None) -> list[Json]:
        if cells is None:
            return [...] * self.columns
        return [" ".join(cells)] if self.form.get("columns") is None else cells

    @property
    def value(self) -> Json:
        """The answer so far, ``...`` if there is none."""
        filled = {
            row[0]: ["" if cell is ... else cell for cell in row[1:]]
            for row in self.rows
            if row[0] is not ... and any(cell is not ... for cell in row[1:])
        }
        one = self.columns == 1
        return {
            label: cells[0] if one else cells for label, cells in filled.items()
        } or ...

    def names(self) -> Sequence[str]:
        return self.form.get("members", ())

    def offered(self) -> Mapping[str, str]:
        if set(self.cell.names()) <= set(self.names()):
            return self.cell.offered()
        return {}

    def _kind(self, row: int) -> str | Sequence[str]:
        return cell_kind(self.rows[row][0], self.form)

    def _open(self) -> None:
        """The input of the cell that is filled in now."""
        row, column = self.at
        self.cell = _cell(self._kind(row) if column else "set", self.form)
        found = self.rows[row][column]
        split = (
            isinstance(self.cell, Choices)
            and not self.cell.one
            and isinstance(found, str)
        )
        self.cell.load(found.split() if split else found)

    def answer(self, do: str, data: Mapping[str, object]) -> bool:
        if super().answer(do, data):
            return True
        done = self.cell.answer(do, data)
        value = self.cell.value
        if isinstance(value, list):
            value = " ".join(value)
        self.rows[self.at[0]][self.at[1]] = value
        return done

    @action
    def open(self, row: int, column: int) -> None:
        """Go to a cell."""
        if (
            row < len(self.rows)
            and (0 if not self.fixed else 1) <= column <= self.columns
        ):
            self.at = row, column
            self._open()

    @action
    def next(self) -> None:
        """Go to the next cell; below the last one of a table whose rows are to be found, a row begins."""
        row, column = self.at
        if column < self.columns:
            self.at = row, column + 1
        elif row + 1 < len(self.rows) or not self.fixed:
            if row + 1 == len(self.rows):
                self.rows.append([...] * (1 + self.columns))
            self.at = row + 1, 1 if self.fixed else 0
        self._open()

    @action
    def drop_row(self) -> None:
        """Take a row away."""
        if not self.fixed and len(self.rows) > 1:
            del self.rows[self.at[0]]
            self.at = (0, 0)
            self._open()

    def render(self) -> Sequence[Element]:
        numbers = [text("answer")] if self.columns == 1 else range(1, self.columns + 1)
        heads = [text("row"), *map(str, self.form.get("heads") or numbers)]
        rows: list[list[Element | str]] = []
        for n, row in enumerate(self.rows):
            first = spoken(row[0]) if self.fixed else self._shown(n, 0)
            rows.append(
                [first, *(self._shown(n, m) for m in range(1, 1 + self.columns))]
            )
        last = self.fixed and self.at == (len(self.rows) - 1, self.columns)
        more = [button(text("next"), "next", disabled=last)]
        if not self.fixed:
            more.append(
                button(text("drop_row"), "drop_row", disabled=len(self.rows) == 1)
            )
        return [
            el("p", text("table"), class_="gk-name"),
            table(text("answer"), heads, rows),
            el(
                "div", *self.cell.render(), bar(text("table"), *more), class_="gk-piece"
            ),
        ]

    def _shown(self, row: int, column: int) -> Element:
        value = self.rows[row][column]
        is_set = not column or self._kind(row) == "set"
        if value is ...:
            shown = "…"
        elif value == "":
            shown = "∅" if is_set else "ε"
        else:
            shown = str(value)
        if is_set and value not in (..., ""):
            shown = "{" + ", ".join(str(value).split()) + "}"
        chosen = (row, column) == self.at
        label = text(
            "cell", row=row + 1, column=column + (0 if self.fixed else 1), value=shown
        )
        return el(
            "button",
            shown,
            type="button",
            data_do="open",
            data_row=row,
            data_column=column,
            aria_label=label,
            aria_pressed=chosen,
            data_key=f"cell-{row}-{column}",
            class_="gk-cell",
        )


def _cell(kind: str | Sequence[str], form: Form) -> Input:
    """The input of a cell."""
    if not isinstance(kind, str):
        return Choices(kind, one=True)
    kind, _, missing = kind.partition("|")
    if kind in ("set", "letters"):
        return Choices(form.get("members", ()) if kind == "set" else alphabet_of(form))
    if kind == "player":
        return Choices(("W", "B", "draw"), one=True)
    if kind == "word":
        return Keys(alphabet_of(form), empty=True)
    signs = {
        "number": ("-",),
        "fraction": ("/", "-"),
        "decimal": (".", "-"),
        "markers": (" ",),
    }.get(kind, ("/", " "))
    if form.get("columns") is None and kind != "markers":
        signs = (*signs, " ")  # several stand in one cell
    return Keys(
        (*DIGITS, *signs, *((missing,) if missing else ())), empty=kind == "markers"
    )


class Drawn(Input):
    """An automaton, drawn on a canvas."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self.load(...)

    def load(self, answer: Json) -> None:
        letters = tuple(alphabet_of(self.form))
        draft = Draft(letters)
        if answer is not ...:
            draft = Draft.of(Automaton.from_json(answer), letters)
        self.editor = Editor(draft, epsilon=self.form.get("epsilon") is not False)

    @property
    def value(self) -> Json:
        """The answer so far, ``...`` if there is none."""
        draft = self.editor.draft
        if not draft.states:
            return ...
        return {
            "states": list(draft.states),
            "alphabet": list(draft.alphabet),
            "accepting": sorted(draft.accepting),
            "start": ... if draft.start is None else draft.start,
            "transitions": sorted(map(list, draft.arrows)),
        }

    def answer(self, do: str, data: Mapping[str, object]) -> bool:
        return self.editor.answer(do, data)

    def parts(self) -> Mapping[str, Sequence[Element]]:
        chosen, editor = self.editor.chosen_bar(), self.editor
        board = [
            editor.canvas(),
            el("p", editor.hint(), class_="gk-hint"),
            *([chosen] if chosen else []),
        ]
        return {
            "bar": editor.tools(),
            "board": [el("div", *board, class_="gk-input")],
            "side": [editor.delta()],
        }
