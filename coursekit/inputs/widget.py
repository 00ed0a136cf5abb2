"""The widget below a question: an input, the answer as text that can be typed over, and what has been recorded."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from automatakit.steps.base import Steps
from automatakit.widget.steps import StepWidget
from boardkit.foreign import in_short
from boardkit.foreign_json import Json
from boardkit.messages import using_language
from boardkit.svg import Element, Picture, el
from boardkit.widget import GameWidget
from boardkit.widget.actions import Actor, action
from boardkit.widget.base import Part
from boardkit.widget.markup import Ready, bar, button, details, field
from coursekit.answers import MalformedAnswer, validate
from coursekit.answers.form import Form
from coursekit.inputs.base import TEXTS, Input, input_of
from coursekit.inputs.pictured import Pictured
from coursekit.judging.verdict import Verdict

text = TEXTS.text

LINES = {"right": "good", "partial": "partly", "wrong": "partly", "malformed": "error"}
"""How the message line looks: an answer that is not right yet is no error of the page."""


def written(answer: object) -> str:
    """An answer in canonical form as one would type it.

    >>> written(["b", "bw"]), written(""), written(None), written(3)
    ('["b", "bw"]', 'ε', 'none', '3')
    """
    if isinstance(answer, str):
        return answer or "ε"
    return "none" if answer is None else json.dumps(answer, ensure_ascii=False)


def answer_widget(kind: str, form: Form, **options: Any) -> AnswerWidget | None:
    """The widget for an answer of a kind, with the options of `AnswerWidget`; None where answers can only be typed."""
    made = input_of(kind, form)
    return None if made is None else AnswerWidget(kind, form, made, **options)


class AnswerWidget(GameWidget):
    """An input for the answer to one question.

    Parameters
    ----------
    kind : str
        The kind of answer.
    form : mapping
        What the question expects in detail.
    made : Input
        What the answer is built with.
    keep : callable, optional
        Called with every complete answer, in canonical form; returns what is said about it, and may refuse by a
        `boardkit.errors.UserError`.
    kept : callable, optional
        Returns what is kept: its number and the answer, or None.  Somebody else may have kept another one meanwhile.
    judge : callable, optional
        Judges an answer when it is asked to: for practice.
    steps : callable, optional
        Returns what can be stepped through after a verdict, or None.
    picture : str, optional
        The picture of the question, as an SVG document: what stands in it can be clicked there.
    lang, large, theme
        As for every widget.

    Attributes
    ----------
    value : object
        The answer in canonical form; ``...`` while it is incomplete.
    another : callable or None
        Puts another question in the place of this one, once it has been judged.
    below : callable or None
        Shows a widget below this one; None for nothing any more.

    Examples
    --------
    >>> w = answer_widget("word", {"alphabet": "ab"})
    >>> w.act("key", n="1"); w.act("key", n="0")
    >>> w.value
    'ba'
    >>> w.act("typed", value="aab")
    >>> w.value
    'aab'
    """

    texts = TEXTS

    def __init__(
        self,
        kind: str,
        form: Form,
        made: Input,
        *,
        keep: Callable[[Json], str] | None = None,
        kept: Callable[[], tuple[int, Json] | None] = lambda: None,
        judge: Callable[[Json], Verdict] | None = None,
        steps: Callable[[Verdict], Steps[object] | None] = lambda verdict: None,
        picture: str | None = None,
        lang: str | None = None,
        large: bool = False,
        theme: str = "auto",
    ) -> None:
        super().__init__(lang=lang, large=large, theme=theme)
        self.kind = kind
        self.form = form
        self._keep = keep
        self._kept = kept
        self._judge = judge
        self.input = made
        self.value: Json = ...
        self.pictured = Pictured.of(picture, made.names()) if picture else None
        self.another: Callable[[], None] | None = None
        self.below: Callable[[StepWidget | None], None] | None = None
        self._steps_after, self._stepping = steps, False
        self._steps: Steps[object] | None = None
        self._number = 0
        self._verdict: Verdict | None = None
        with using_language(self.lang):
            self._state = text("nothing")
            self._show(...)
            self._adopt()
        self.refresh()

    def _adopt(self) -> bool:
        """Show what is kept, if it is newer than what is shown."""
        found = self._kept()
        if found is None or found[0] <= self._number:
            return False
        self._number, answer = found
        self._show(answer)
        self._state = text("recorded", answer=in_short(written(answer), 400))
        return True

    def _show(self, answer: Json) -> None:
        self.input.load(answer)
        self.value, self._seen = answer, self.input.value
        self._forget_verdict()

    def _forget_verdict(self) -> None:
        self._verdict = self._steps = self.input.verdict = None
        if self._stepping and self.below is not None:
            self._stepping = False
            self.below(None)

    def _record(self, answer: Json) -> None:
        self.value = answer
        self._state = text("ready") if self._keep is None else self._keep(answer)
        found = self._kept()
        self._number = self._number if found is None else found[0]

    # --- what the page asks for ----------------------------------------------------------------------------

    def actors(self) -> Sequence[Actor]:
        return self.input, self

    def act(self, do: str, **data: object) -> None:
        if self._adopt():  # in another tab, or by running a cell: nothing that was recorded is lost by a click
            self.tell(text("elsewhere"))
            self.refresh()
        else:
            super().act(do, **data)

    @action
    def typed(self, value: str) -> None:
        """An answer as text."""
        answer = validate(self.kind, value, **self.form)
        self._show(answer)
        self._record(answer)

    @action
    def clear(self) -> None:
        """Begin anew; what has been recorded stays."""
        self._show(...)
        self._state = text("nothing")

    @action
    def check(self) -> None:
        """Judge the answer."""
        if self._judge is not None and self.value is not ...:
            self._verdict = self.input.verdict = self._judge(self.value)
            self._steps = self._steps_after(self._verdict)
            self.say(str(self._verdict))

    @action("steps")
    def step_through(self) -> None:
        """Open below what the question is about, step by step, or close it."""
        if self._steps is not None and self.below is not None:
            self._stepping = not self._stepping
            self.below(StepWidget(self._steps) if self._stepping else None)

    @action("another")
    def go_on(self) -> None:
        """Another question like this one."""
        if self.another is not None:
            self.another()

    def take(self, other: AnswerWidget) -> None:
        """Ask what another one asks."""
        self.kind = other.kind
        self.form = other.form
        self.input = other.input
        self._judge, self._steps_after = other._judge, other._steps_after
        self.pictured = other.pictured
        self.clear()

    def settle(self) -> None:
        """Record the answer if it has been changed by hand."""
        value = self.input.value
        if value == self._seen:
            return
        self._seen = value
        self.value = ...
        self._state = text("nothing")
        self._forget_verdict()
        if value is not ...:
            try:
                self._record(
                    value
                    if callable(value)
                    else validate(self.kind, value, **self.form)
                )
            except MalformedAnswer as error:
                self._state = text("unfinished", problem=error)

    # --- drawing -------------------------------------------------------------------------------------------

    def heading(self) -> str:
        return text("title")

    def status(self) -> tuple[str, str]:
        if self._verdict is not None:
            return LINES[self._verdict.status], str(self._verdict)
        return "", self._state

    def render_parts(self) -> Mapping[str, Part]:
        parts = self.input.parts()
        if self.pictured is not None:
            parts = {
                **parts,
                "board": [self.pictured.stage(self.input.offered()), *parts["board"]],
            }
        return {
            **parts,
            "status": [self.message_line(), *self._controls(), *self._witness()],
        }

    def _controls(self) -> list[Element]:
        """One button that counts, what begins anew, and a line to type on: behind a fold where it is no plain text."""
        controls = []
        if self.another is not None and self._verdict is not None:
            controls.append(button(text("another"), "another", cls="gk-primary"))
        elif self._judge is not None:
            judged = button(
                text("check"), "check", disabled=self.value is ..., cls="gk-primary"
            )
            controls.append(judged)
        if self._steps is not None and self.below is not None:
            controls.append(button(text("steps"), "steps", pressed=self._stepping))
        clear = button(text("clear"), "clear", disabled=self.input.value is ...)
        if not self.input.typed:
            return [bar(text("answer"), *controls, clear)]
        shown = "" if self.value is ... else written(self.value)
        typed = field(text("typed"), "typed", shown, size=48)
        if self.input.plain:
            return [bar(text("answer"), typed, *controls, clear)]
        fold = details(text("instead"), typed, open=False, key="instead")
        return [bar(text("answer"), *controls, clear), fold]

    def _witness(self) -> list[Element]:
        """The picture of the verdict."""
        if self._verdict is None or not self._verdict.picture:
            return []
        drawn = Ready("svg", markup=self._verdict.picture)
        return [el("div", drawn, class_="gk-picture")]

    def fallback(self) -> Picture | None:
        return None if self.pictured is None else self.pictured.picture()
