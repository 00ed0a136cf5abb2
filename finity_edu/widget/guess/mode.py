"""What the modes of the guessing game have in common."""

from __future__ import annotations

from collections.abc import Sequence

import traitlets

from automatakit.draw.automata import automaton_picture
from automatakit.guessing import Guess, par
from automatakit.learning import Step, shown
from boardkit.svg import Element, Picture, el, label
from boardkit.theme import style
from boardkit.widget.actions import Actor
from boardkit.widget.frame import FramedWidget, View
from boardkit.widget.markup import ALWAYS, LEGIBLE, bar, picture
from boardkit.widget.modes import Mode
from finity_edu.draw.pieces import cone
from finity_edu.widget.guess.drawing import BoardDrawing, CanvasDrawing, Drawing
from finity_edu.widget.guess.hiding import Secret, Skin
from finity_edu.widget.guess.table import Sheet, letters
from finity_edu.widget.texts import TEXTS, text


class GuessState(FramedWidget):
    """What the widget knows, for its modes."""

    mode = traitlets.Enum(("ask", "watch", "yours", "duel"), default_value="ask").tag(
        sync=True
    )
    texts = TEXTS

    skin: Skin
    seed: int
    secret: Secret
    mine: Secret | None
    par: Step
    """What the machine needs."""

    def hide(self, secret: Secret) -> None:
        """Begin anew with something that is hidden."""
        self.secret = secret
        self.par = par(secret.automaton)

    def said(self, id: str, **values: object) -> str:
        """A text that each skin says in its own words."""
        return TEXTS.text(f"guess.{id}.{self.skin}", None, **values)

    def told(self, word: str, wins: bool) -> str:
        """Whether a word wins, in words."""
        return self.said("wins" if wins else "loses", word=shown(word))

    def drawing(self) -> Drawing:
        """Something to draw with: an empty board like the hidden one, where boards are hidden."""
        empty = self.secret.empty
        if empty is not None and empty.position is not None:
            return BoardDrawing(empty.position)
        return CanvasDrawing(self.secret.automaton.alphabet, self.say)

    def by_lot(self, seed: int, like: Secret | None = None) -> Secret:
        """Something that is hidden by lot, as difficult as the level says; on the stations of another board."""
        raise NotImplementedError

    def choices(self) -> list[Element]:
        """Another one to guess, on another level."""
        raise NotImplementedError


class GuessMode(Mode[GuessState]):
    """A way to play: a table on the stage, the conjecture in the lens; or something is drawn on the stage."""

    beside_par = False
    drawing: Drawing | None = None
    """What is being drawn."""

    def actors(self) -> Sequence[Actor]:
        """Who answers besides the widget."""
        return (self,) if self.drawing is None else (self.drawing, self)

    def board(self) -> list[Element]:
        if self.drawing is not None:
            return list(self.drawing.stage(self.widget.large))
        return self.answers()

    def seen(self) -> Secret | None:
        """What of that which is hidden may be seen: the stations, if it is a board."""
        return self.widget.secret.empty

    def answers(self) -> list[Element]:
        """What has been asked and answered."""
        raise NotImplementedError

    def sheet(self, sheet: Sheet, word: str | None = None) -> list[Element]:
        """The table below the counts; beside it a word that is being built."""
        lines = [el("span", line) for line in self.counts(sheet.guess)]
        counts = el("p", *lines, class_="gk-counts", data_key="counts")
        strip = None if word is None else built(word, self.widget.skin)
        made = el("div", counts, sheet.render(), class_="gk-answers")
        return [el("div", strip, made, class_="gk-guess", data_key="guess")]

    def counts(self, guess: Guess) -> Sequence[str]:
        """How many words were asked, and how many conjectures there were; beside par, where there is one."""
        widget, asked, drawn = self.widget, len(guess.asked), guess.conjectures
        if not self.beside_par:
            return (
                widget.said("asked_only", n=asked),
                text("guess.drawn_only", n=drawn),
            )
        return (
            widget.said("asked", n=asked, par=widget.par.questions),
            text("guess.drawn", n=drawn, par=widget.par.conjectures),
        )

    def after(self) -> list[Element]:
        chosen = None if self.drawing is None else self.drawing.chosen()
        return [] if chosen is None else [chosen]

    def record(self) -> list[Element]:
        if self.drawing is not None:
            return [el("div", *self.drawing.changes(), class_="gk-quiet")]
        return self.widget.choices()


def conjecture_view(guess: Guess, room: tuple[float, float] = (0, 0)) -> View:
    """The latest conjecture; where it errs, with the states that its word reaches.

    Where a machine draws one after the other, they all have the same `room`.
    """

    def content() -> list[Element]:
        made = guess.conjecture
        if made is not None:
            active = made.active(guess.wrong)[-1] if guess.wrong is not None else ()
            drawn = automaton_picture(made, active=active, accepted=True)
        elif any(room):
            unknown = label(
                room[0] / 2, room[1] / 2, "?", style.letter, fill=style.aside
            )
            drawn = Picture(room[0], room[1], unknown, desc=text("guess.none_yet"))
        else:
            return [el("p", text("guess.none"), class_="gk-aside")]
        return [picture(drawn, least=LEGIBLE, room=room)]

    return View("conjecture", text("guess.view.conjecture"), content)


def asked_view(guess: Guess, skin: Skin) -> View:
    """Every word that was asked, with its answer."""

    def content() -> list[Element]:
        lines = []
        for word, wins in guess.answers.items():
            id, sign = ("yes", "✓") if wins else ("no", "✗")
            said = text(f"guess.cell.{id}.{skin}")
            mark = el("span", sign, role="img", aria_label=said, class_=f"gk-{id}")
            lines.append(el("li", letters(word, skin), mark))
        return [el("ol", *lines, class_="gk-asked")]

    return View("asked", text("guess.view.asked"), content)


def secret_view(secret: Secret, title: str, id: str = "hidden") -> View:
    """What is hidden, or was."""
    return View(id, title, lambda: [picture(secret.picture(), least=LEGIBLE)])


def built(word: str, skin: Skin) -> Element:
    """The word that is being built: a tower of cones, or letters on tiles; pieces can be dropped here."""
    parts = []
    for n, symbol in enumerate(word):
        drawn = el(
            "svg", *icon(symbol, skin), viewBox="-24 -16 48 32", width=48, height=32
        )
        last = True if n == len(word) - 1 else None
        key = f"part-{n}"
        part = el("li", drawn, class_="gk-come", data_follow=last, data_key=key)
        parts.append(part)
    strip = None
    if parts:
        strip = el(
            "ol",
            *parts,
            class_="gk-strip gk-scroll",
            style=f"--gk-many:{max(len(word), 6)}",
            aria_hidden="true",
            data_key="strip",
        )
    said = text(f"guess.built.{skin}", word=shown(word))
    foot = el("p", letters(word, skin), aria_label=said, role="img")
    return el(
        "div", strip, foot, data_drop="tower", class_="gk-built", data_key="built"
    )


def icon(symbol: str, skin: Skin) -> list[Element]:
    """A letter as a piece, its middle at the origin."""
    if skin == "board":
        return cone(symbol)
    tile = el(
        "rect",
        x=-16,
        y=-14,
        width=32,
        height=28,
        rx=6,
        fill=style.signal_ground,
        stroke=style.signal,
        stroke_width=style.medium,
    )
    return [
        tile,
        label(0, 0, symbol, size=style.head, font_weight="bold", fill=style.ink),
    ]


def tools_bar(drawing: Drawing, *more: Element) -> list[Element]:
    """What something is drawn with, and what is done with it."""
    return [*drawing.tools(), bar(text("guess.done"), *more), ALWAYS]
