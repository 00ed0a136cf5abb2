"""The machine guesses: what is hidden here, or what you have laid yourself."""

from __future__ import annotations

from collections.abc import Sequence

from automatakit.draw.automata import automaton_picture
from automatakit.guessing import PAR, Guess, Moment, moments
from automatakit.learning import Variant, shown
from boardkit.svg import Element, el
from boardkit.widget.actions import action
from boardkit.widget.frame import View
from boardkit.widget.markup import bar, button, choice, rows
from boardkit.widget.walk import Walk
from finity_edu.widget.guess.ask import USES
from finity_edu.widget.guess.hiding import Secret
from finity_edu.widget.guess.mode import (
    GuessMode,
    GuessState,
    conjecture_view,
    secret_view,
    tools_bar,
)
from finity_edu.widget.guess.table import Sheet
from finity_edu.widget.texts import text

SPEED = 1200
"""Milliseconds for a question, while the machine goes on by itself."""


class WatchMode(Walk, GuessMode):
    """The machine guesses what is hidden, step by step."""

    name = "watch"

    def __init__(self, widget: GuessState) -> None:
        super().__init__(widget)
        self.variant: Variant = PAR
        self._at = 0
        self.guessing: Secret | None = widget.secret

    # --- going through it ----------------------------------------------------------------------------------

    @property
    def guessing(self) -> Secret | None:
        """What it guesses."""
        return self._guessing

    @guessing.setter
    def guessing(self, secret: Secret | None) -> None:
        self._guessing, self._at = secret, 0
        self._moments: Sequence[Moment] = ()
        self._room = 0.0, 0.0

    @property
    def moments(self) -> Sequence[Moment]:
        """All that it will ask and decide."""
        if self.guessing is not None and not self._moments:
            self._moments = list(moments(self.guessing.automaton, self.variant))
            self._room = room_of(self._moments)
        return self._moments

    @property
    def at(self) -> int:
        return self._at

    @property
    def total(self) -> int:
        return max(len(self.moments) - 1, 0)

    @property
    def moment(self) -> Moment:
        """What it asks or decides now."""
        return self.moments[self.at]

    def goto(self, at: int) -> None:
        self._at = max(0, min(at, self.total))

    def leave(self) -> None:
        self.playing = False

    @action("variant")
    def choose_variant(self, value: Variant) -> None:
        """Another way to learn from a mistake; it begins anew."""
        self.variant = value
        self.guessing = self.guessing

    # --- what is shown -------------------------------------------------------------------------------------

    def known(self) -> Guess:
        """What the machine knows now."""
        assert self.guessing is not None
        return self.moment.guess(self.guessing.automaton)

    def seen(self) -> Secret | None:
        return self.guessing or super().seen()

    def answers(self) -> list[Element]:
        sheet = Sheet(
            self.known(), self.widget.skin, live=False, asking=self.moment.word
        )
        return self.sheet(sheet)

    def status(self) -> tuple[str, str]:
        step = self.moment.step
        return "good" if step.kind == "learned" else "", str(step.text)

    def aside(self) -> str:
        if self.moment.word is None:
            return ""
        return self.widget.said("question", word=shown(self.moment.word))

    def views(self) -> Sequence[View]:
        assert self.guessing is not None
        return [
            conjecture_view(self.known(), self._room),
            secret_view(self.guessing, self.widget.said("view")),
            View("story", text("guess.view.story"), self._story),
        ]

    def _story(self) -> list[Element]:
        """What it has done so far, and why."""
        lines: dict[int, Element] = {}
        for moment in self.moments[: self.at + 1]:
            lines.setdefault(id(moment.step), el("li", str(moment.step.text)))
        return [el("ol", *lines.values(), class_="gk-story")]

    def controls(self) -> list[Element]:
        names = [(variant, text(f"guess.who.{variant}")) for variant, _ in USES]
        variants = choice(text("guess.variant"), "variant", names, self.variant)
        another = button(text("guess.another"), "another")
        return [rows(*self.walking(SPEED, variants, another))]

    def record(self) -> list[Element]:
        """Nothing but what takes a drawing back: the sentences are long."""
        return super().record() if self.drawing is not None else []


def room_of(seen: Sequence[Moment]) -> tuple[float, float]:
    """The room that all conjectures of a machine have in common."""
    drawn = [
        automaton_picture(moment.step.conjecture)
        for moment in seen
        if moment.step.kind == "conjecture" and moment.step.conjecture is not None
    ]
    return max(one.width for one in drawn), max(one.height for one in drawn)


class YoursMode(WatchMode):
    """The machine guesses what you have laid, and asks you."""

    name = "yours"

    def __init__(self, widget: GuessState) -> None:
        super().__init__(widget)
        self.guessing = widget.mine
        if widget.mine is None:
            self.drawing = widget.drawing()

    def status(self) -> tuple[str, str]:
        if self.drawing is not None:
            return "", self.widget.said("yours")
        return super().status()

    def aside(self) -> str:
        return super().aside() if self.drawing is None else self.drawing.hint()

    def views(self) -> Sequence[View]:
        if self.drawing is not None:
            return ()
        conjecture, mine, story = super().views()
        return mine, conjecture, story

    def controls(self) -> list[Element]:
        if self.drawing is not None:
            begin = button(text("guess.begin"), "begin", cls="gk-primary")
            return tools_bar(self.drawing, begin)
        answers = []
        if self.moment.word is not None:
            answers = [bar(text("guess.answers"), *self._replies())]
        another = button(self.widget.said("lay_another"), "lay_another")
        return [rows(*answers, *self.walking(SPEED, another))]

    def _replies(self) -> list[Element]:
        replies = []
        for id, wins, key in (("yes", 1, "y"), ("no", 0, "o")):
            sign = "✓" if wins else "✗"
            name = f"{sign} {self.widget.said(f'cell.{id}')}"
            cls = f"gk-say-{id}"
            replies.append(button(name, "reply", key=key, wins=wins, cls=cls))
        return replies

    @action
    def begin(self) -> None:
        """Let the machine guess what is drawn."""
        assert self.drawing is not None
        self.guessing, self.drawing = self.drawing.secret(), None

    @action
    def lay_another(self) -> None:
        """Draw something else."""
        self.playing = False
        self.guessing, self.drawing = None, self.widget.drawing()

    @action
    def reply(self, wins: int) -> None:
        """Answer the machine; a wrong answer is not taken."""
        word = self.moment.word
        if word is None or self.guessing is None:
            return
        right = self.guessing.automaton.accepts(word)
        if right == bool(wins):
            self.goto(self.at + 1)
        else:
            said = self.widget.told(word, right)
            self.widget.tell(text("guess.look_again", said=said), "error")
