"""The observation table as a part of the page: rows that are equal so far are joined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from automatakit.guessing import Guess
from automatakit.learning import shown
from boardkit.svg import Element, el
from boardkit.widget.markup import button
from finity_edu.widget.guess.hiding import Skin
from finity_edu.widget.texts import text

LANE = 12
"""Width of a line that joins equal rows."""
HIGH = 30
LOOKS = 6
"""So many looks the lines have, before they begin again."""


@dataclass(frozen=True)
class Lane:
    """Rows that are equal: the state that they stand for, and where they are."""

    state: str
    rows: tuple[int, ...]
    look: int


@dataclass(frozen=True)
class Sheet:
    """The table of a player, or of a machine.

    Attributes
    ----------
    guess : Guess
        What it shows.
    skin : str
    live : bool
        Whether open cells can be asked, and rows moved up.
    asking : str or None
        The word that is asked now.
    """

    guess: Guess
    skin: Skin
    live: bool = True
    asking: str | None = None

    def render(self) -> Element:
        """The table."""
        guess = self.guess
        lanes = self._lanes()
        head = [
            el("th", text(f"guess.word.{self.skin}"), scope="col"),
            *(el("th", letters(one, self.skin), scope="col") for one in guess.endings),
            el("th", text("guess.state"), scope="col", colspan=2),
        ]
        bodies, number = list[Element](), 0
        for kind, words in (
            ("upper", guess.prefixes),
            ("lower", guess.table.borders),
            ("beside", guess.beside),
        ):
            rows = []
            for word in words:
                rows.append(self._row(kind, word, number, lanes))
                number += 1
            if rows:
                bodies.append(el("tbody", *rows, class_=f"gk-{kind}", data_key=kind))
        caption = el("caption", text("guess.table"), class_="gk-hidden")
        made = el("table", caption, el("thead", el("tr", *head)), *bodies)
        return el(
            "div",
            made,
            class_="gk-observed gk-scroll",
            tabindex="0",
            role="region",
            aria_label=text("guess.table"),
            data_key="observed",
        )

    def _row(self, kind: str, word: str, number: int, lanes: Sequence[Lane]) -> Element:
        cells = [el("th", letters(word, self.skin), scope="row")]
        for ending in self.guess.endings:
            cells.append(self._cell(word + ending, kind))
        if kind == "beside":
            cells.append(el("td", colspan=2))
        else:
            cells.append(el("td", joined(number, lanes), class_="gk-lanes"))
            cells.append(el("td", *self._state(kind, word, lanes)))
        return el("tr", *cells, data_key=f"row-{word}")

    def _cell(self, word: str, kind: str) -> Element:
        answers = self.guess.answers
        key = f"cell-{word}"
        if word in answers:
            id, sign = ("yes", "✓") if answers[word] else ("no", "✗")
            said = text(f"guess.cell.{id}.{self.skin}")
            classes = f"gk-{id}"
            latest = word == self.guess.asked[-1]
            if latest:
                classes += " gk-latest"
            # A cell that is answered comes anew, so that it is seen to come.
            mark = el("span", sign, role="img", aria_label=said, class_="gk-come")
            return el(
                "td",
                mark,
                class_=classes,
                data_key=f"{key}-{id}",
                data_follow=True if latest else None,
            )
        if word == self.asking:
            return el("td", "?", class_="gk-asking", data_follow="", data_key=key)
        if kind == "beside" or not self.live:
            return el("td", "·", class_="gk-open", data_key=key)
        said = text("guess.ask_word", word=shown(word))
        made = button("?", "ask", said=said, title=said, word=word, cls="gk-small")
        return el("td", made, class_="gk-open", data_key=key)

    def _state(self, kind: str, word: str, lanes: Sequence[Lane]) -> Iterator[Element]:
        """The state that a row stands for, or what it asks."""
        like = self.guess.like(word)
        if like is not None:
            look = next(lane.look for lane in lanes if lane.state == like)
            same = " gk-first" if like == word else ""
            yield el("span", shown(like), class_=f"gk-home gk-look-{look}{same}")
        elif kind == "lower" and self.guess.unlike_all(word):
            name = text("guess.up")
            if self.live:
                said = text("guess.up_row", row=shown(word))
                arrow = el("span", "↑", el("span", f" {name}", class_="gk-spare"))
                yield button("", "up", row=word, said=said, icon=arrow, cls="gk-up")
            else:
                yield el("span", text("guess.new"), class_="gk-new")

    def _lanes(self) -> list[Lane]:
        guess = self.guess
        words = (*guess.prefixes, *guess.table.borders)
        found: dict[str, list[int]] = {}
        for number, word in enumerate(words):
            like = guess.like(word)
            if like is not None:
                found.setdefault(like, []).append(number)
        return [
            Lane(state, tuple(rows), look % LOOKS)
            for look, (state, rows) in enumerate(found.items())
        ]


def joined(number: int, lanes: Sequence[Lane]) -> Element:
    """The lines that pass a row, with a stop for the state that it stands for."""
    lanes = [lane for lane in lanes if len(lane.rows) > 1]
    wide = LANE * len(lanes)
    lines = []
    for column, lane in enumerate(lanes):
        first, last = lane.rows[0], lane.rows[-1]
        if not first <= number <= last:
            continue
        x = LANE * column + LANE / 2
        top = HIGH / 2 if number == first else 0
        bottom = HIGH / 2 if number == last else HIGH
        drawn = [el("path", d=f"M{x} {top}V{bottom}")]
        if number in lane.rows:
            drawn.append(el("path", d=f"M{x} {HIGH / 2}H{wide}"))
        lines.append(el("g", *drawn, class_=f"gk-look-{lane.look}"))
    return el(
        "svg",
        *lines,
        viewBox=f"0 0 {max(wide, 1)} {HIGH}",
        preserveAspectRatio="none",
        style=f"width:{wide}px",
        aria_hidden="true",
    )


def letters(word: str, skin: Skin) -> Element:
    """A word; on a board its letters look like cones seen from above."""
    if skin == "textbook" or not word:
        return el("span", shown(word), class_="gk-word")
    cones = [el("span", one, class_=f"gk-cone gk-cone-{one}") for one in word]
    return el("span", *cones, class_="gk-word")
