"""A prediction: choose, commit, and only then the result opens, beside what was said.

Where a kernel runs it is a widget with the input of its kind of answer, and remembers in a file beside the notebook.
Where none does (a saved notebook on the web, a book) it is HTML with a few lines of JavaScript, and remembers in the
browser.  Without JavaScript the result stands in a fold.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from importlib import resources
from pathlib import Path
from typing import Any

from boardkit.errors import UserError
from boardkit.messages import Catalogue, get_language, using_language
from boardkit.plots import figure
from boardkit.svg import Picture, el
from boardkit.theme import style
from boardkit.widget import GameWidget
from boardkit.widget.actions import Actor, action
from boardkit.widget.base import Part
from boardkit.widget.markup import Ready, bar, button, field
from coursekit.answers import validate
from coursekit.inputs.base import input_of
from coursekit.inputs.pieces import Choices
from coursekit.inputs.widget import written
from coursekit.practice.handin import Entry
from coursekit.practice.recording import Record

TEXTS = Catalogue("coursekit", "prediction")
text = TEXTS.text


@cache
def _script() -> str:
    return (
        resources.files("coursekit.practice")
        .joinpath("prediction.js")
        .read_text(encoding="utf-8")
    )


def predict(
    id: str,
    question: str,
    right: object,
    *,
    choices: Sequence[str] = (),
    kind: str = "choice",
    form: Mapping[str, Any] | None = None,
    reveal: str = "",
    picture: Picture | None = None,
    why: Mapping[str, str] | None = None,
    folder: str | os.PathLike[str] = ".",
    lang: str | None = None,
) -> Prediction:
    """Ask for a prediction before the result is shown.

    Parameters
    ----------
    id : str
        Letters, digits, ``-`` and ``_``; under it the prediction is remembered.
    question : str
        What is asked.
    right : object
        What will turn out to be right.
    choices : sequence of str
        What there is to choose from.
    kind, form
        Another kind of answer (see `coursekit.answers`) and its details, instead of choices.
    reveal : str
        What is said afterwards: why it is so, where to go on.
    picture : Picture, optional
        What is shown afterwards; a chart as matplotlib draws it, where that is there.
    why : mapping of str to str
        What is said to somebody who chose a certain answer: the misconception by its name.
    folder : path
        Where it is remembered: ``predictions.answers.json``.
    lang : str, optional

    Returns
    -------
    Prediction

    Examples
    --------
    >>> asked = predict("first", "Is bw accepted?", "no", choices=["yes", "no"], reveal="The run ends in A.")
    >>> asked.committed
    False
    >>> "<details>" in asked.html, "yes" in asked.html
    (True, True)
    """
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,100}", id):
        raise UserError(TEXTS.message("bad_id", id=id))
    if kind == "choice" and str(right) not in map(str, choices):
        raise UserError(
            TEXTS.message(
                "no_choice", right=right, choices=", ".join(map(str, choices))
            )
        )
    record = Record(
        Path(folder) / "predictions.answers.json",
        {
            "set": "predictions",
            "student": "",
            "signature": "",
            "lang": lang or get_language(),
        },
    )
    return Prediction(
        id,
        question,
        right,
        choices,
        kind,
        form or {},
        reveal,
        picture,
        why or {},
        record,
        lang,
    )


class Prediction(GameWidget):
    """A question with an input, a button to commit, and then the result; made by `predict`.

    Attributes
    ----------
    said : object
        What was chosen so far, in canonical form; ``...`` while nothing was.
    committed : bool
        Whether it cannot be changed any more.
    """

    texts = TEXTS

    def __init__(
        self,
        id: str,
        question: str,
        right: object,
        choices: Sequence[str],
        kind: str,
        form: Mapping[str, Any],
        reveal: str,
        picture: Picture | None,
        why: Mapping[str, str],
        record: Record,
        lang: str | None = None,
    ) -> None:
        super().__init__(lang=lang)
        self.id, self.question, self.kind, self.form = id, question, kind, form
        self.reveal, self.why, self.record = reveal, why, record
        self.picture = figure(picture) if picture else None
        self.choices = tuple(map(str, choices))
        self.right = self._read(right)
        self.input = (
            Choices(self.choices, one=True)
            if kind == "choice"
            else input_of(kind, form)
        )
        self.committed = False
        self.said: Any = ...
        known = record.entries().get(id)
        if known is not None:  # committed before, in this tab or in another kernel
            self.committed, self.said = True, known.answer
        self.refresh()

    def _read(self, answer: Any) -> Any:
        return (
            str(answer)
            if self.kind == "choice"
            else validate(self.kind, answer, **self.form)
        )

    @property
    def is_right(self) -> bool:
        """Whether it was predicted right."""
        return bool(self.committed and self.said == self.right)

    # --- what the page asks for ----------------------------------------------------------------------------

    def actors(self) -> Sequence[Actor]:
        return (self,) if self.committed or self.input is None else (self.input, self)

    @action
    def typed(self, value: str) -> None:
        """A prediction as text."""
        if not self.committed:
            self.said = self._read(value)
            if self.input is not None:
                self.input.load(self.said)

    @action
    def commit(self) -> None:
        """Commit: from now on it stays, and the result opens."""
        if self.committed:
            return
        if self.input is not None and self.input.value is not ...:
            self.said = self._read(self.input.value)
        if self.said is ...:
            self.tell(text("nothing"), "error")
            return
        self.record.note(self.id, Entry(self.kind, self.said, written(self.said)))
        self.committed = True
        self.tell(self._outcome(), "good" if self.is_right else "")

    # --- drawing -------------------------------------------------------------------------------------------

    def heading(self) -> str:
        return text("title")

    def _outcome(self) -> str:
        """What was said and what it is, in one line."""
        said = text("said", said=written(self.said))
        if self.is_right:
            return f"✓ {said}"
        return f"✗ {said} {text('right', right=written(self.right))}"

    def status(self) -> tuple[str, str]:
        return ("", self._outcome()) if self.committed else ("", text("open"))

    def render_parts(self) -> Mapping[str, Part]:
        asked = el("p", self.question, class_="gk-question")
        if self.committed:
            return {"board": [asked, *self._revealed()]}
        shown = "" if self.said is ... else written(self.said)
        line = (
            []
            if self.kind == "choice"
            else [field(text("typed"), "typed", shown, size=32)]
        )
        parts = dict(self.input.parts()) if self.input is not None else {}
        return {
            **parts,
            "board": [asked, *parts.get("board", ())],
            "status": [
                self.message_line(),
                bar(text("title"), *line, button(text("commit"), "commit")),
            ],
        }

    def _revealed(self) -> list[Any]:
        """The result: the misconception of this answer, why it is so, the picture."""
        texts = [self.why.get(written(self.said), ""), self.reveal]
        shown: list[Any] = [
            el("p", said, style="white-space:pre-line") for said in texts if said
        ]
        if self.picture is not None:
            shown.append(
                el("div", Ready("svg", markup=self.picture.markup), class_="gk-picture")
            )
        return shown

    # --- without a kernel ----------------------------------------------------------------------------------

    @property
    def html(self) -> str:
        """The same for a page without a kernel, to be written into any HTML."""
        with using_language(self.lang):
            return self._html()

    def _html(self) -> str:
        right = [written(self.right)]
        if self.choices:
            fields = "".join(
                f'<label style="display:block"><input type="radio" name="said" required '
                f'value="{escape(c)}"> {escape(c)}</label>'
                for c in self.choices
            )
        else:
            fields = f'<label>{escape(text("typed"))} <input name="said" type="text" required size="32"></label>'
        why = "".join(
            f'<p data-why="{escape(answer)}" hidden>{escape(said)}</p>'
            for answer, said in self.why.items()
        )
        shown = "" if self.picture is None else self.picture.markup
        picture = shown and f'<div style="overflow-x:auto" tabindex="0">{shown}</div>'
        reveal = (
            f'<p style="white-space:pre-line">{escape(self.reveal)}</p>'
            if self.reveal
            else ""
        )
        return (
            f'<section data-prediction="{escape(self.id)}" data-right="{escape(json.dumps(right))}" lang="{self.lang}" '
            f'style="border-left:6px solid {style.sky};padding:.4em .8em">'
            f"<p><strong>{escape(text('title'))}</strong> {escape(self.question)}</p>"
            f'<form hidden><fieldset style="border:0;padding:0" aria-label="{escape(self.question)}">{fields}'
            f"</fieldset><button>{escape(text('commit'))}</button></form>"
            f"<details><summary>{escape(text('result'))}</summary>"
            f'<p class="said" role="status" data-text="{escape(text("said", said="{said}"))}"></p>'
            f"<p>{escape(text('right', right=right[0]))}</p>{why}{reveal}{picture}</details></section>"
            f"<script>{_script()}</script>"
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return {"text/html": self.html, "text/plain": self.question}
        data, metadata = bundle
        return {**data, "text/html": self.html, "text/plain": self.question}, metadata
