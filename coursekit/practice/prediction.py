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
from string import ascii_uppercase

from boardkit.errors import UserError
from boardkit.foreign_json import Json
from boardkit.messages import Catalogue, get_language, using_language
from boardkit.plots import figure
from boardkit.svg import Element, Picture, el
from boardkit.theme import style
from boardkit.widget import GameWidget
from boardkit.widget.actions import Actor, action
from boardkit.widget.base import Bundle, Part
from boardkit.widget.markup import Ready, bar, button, field
from coursekit.answers import validate
from coursekit.answers.form import Form
from coursekit.inputs.base import input_of
from coursekit.inputs.pieces import Choices
from coursekit.inputs.widget import written
from coursekit.practice.handin import Entry
from coursekit.practice.hands import TEXTS as HANDS
from coursekit.practice.hands import Hands
from coursekit.practice.recording import Record

TEXTS = Catalogue("coursekit", "prediction")
text = TEXTS.text
_SENTENCE = re.compile(r"(.+?[.!?:])(\s.*)?", re.DOTALL)


def named(why: str) -> tuple[str, str]:
    """Of what is said to a wrong answer the first sentence, by which one remembers the error, and the rest.

    >>> named("Choices multiply. They do not add up.")
    ('Choices multiply.', ' They do not add up.')
    """
    found = _SENTENCE.fullmatch(why)
    return (found[1], found[2] or "") if found else (why, "")


_COLOURS = ("signal", "on_signal", "good", "bad", "orange")


@cache
def _part(ending: str) -> str:
    """What the page without a kernel needs: its script, its look."""
    file = resources.files("coursekit.practice").joinpath(f"prediction.{ending}")
    return file.read_text(encoding="utf-8")


def predict(
    id: str,
    question: str,
    right: object,
    *,
    choices: Sequence[str] = (),
    kind: str = "choice",
    form: Form | None = None,
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
        form: Form,
        reveal: str,
        picture: Picture | None,
        why: Mapping[str, str],
        record: Record,
        lang: str | None = None,
    ) -> None:
        super().__init__(lang=lang)
        self.id = id
        self.question = question
        self.kind = kind
        self.form = form
        self.reveal = reveal
        self.why = why
        self.record = record
        self.picture = figure(picture) if picture else None
        self.choices = tuple(map(str, choices))
        self.right = self._read(right)
        if kind != "choice":
            self.input = input_of(kind, form)
        else:
            self.input = Choices(self.choices, one=True)
        self.hands = Hands(self.choices)
        self.committed = False
        self.said: Json = ...
        known = record.entries().get(id)
        if known is not None:  # committed before, in this tab or in another kernel
            self.committed, self.said = True, known.answer
        self.refresh()

    def _read(self, answer: object) -> Json:
        if self.kind == "choice":
            return str(answer)
        return validate(self.kind, answer, **self.form)

    @property
    def is_right(self) -> bool:
        """Whether it was predicted right."""
        return bool(self.committed and self.said == self.right)

    # --- what the page asks for ----------------------------------------------------------------------------

    def actors(self) -> Sequence[Actor]:
        if self.committed or self.input is None:
            return self.hands, self
        return self.input, self.hands, self

    def settle(self) -> None:
        self.large = self.hands.counting  # for the whole room

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
        self.say(self._outcome())

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
        if self.committed:
            return "good" if self.is_right else "partly", self._outcome()
        return "", text("open")

    def render_parts(self) -> Mapping[str, Part]:
        kicker = text("committed") if self.committed else text("title")
        asked = [
            el("p", kicker, class_="gk-kicker"),
            el("p", self.question, class_="gk-question"),
        ]
        if self.committed:
            shown = [self.message_line(), *self._options(), *self._revealed()]
            return {
                "board": el("div", *asked, *shown, class_="gk-card"),
                "status": self._counting(),
            }
        parts = dict(self.input.parts()) if self.input is not None else {}
        own = self._options() or parts.get("board", ())
        line = []
        if self.kind != "choice":
            shown_text = "" if self.said is ... else written(self.said)
            line.append(field(text("typed"), "typed", shown_text, size=32))
        commit = button(text("commit"), "commit", cls="gk-primary")
        return {
            **parts,
            "board": el("div", *asked, *own, class_="gk-card"),
            "status": [
                el(
                    "div",
                    bar(text("title"), *line, commit, self.message_line()),
                    data_key="open",
                ),
                *self._counting(),
            ],
        }

    def _counting(self) -> list[Element]:
        """The show of hands, where there is something to choose from."""
        if not self.choices:
            return []
        return [bar(HANDS.text("begin"), *self.hands.controls())]

    def _options(self) -> list[Element]:
        """What there is to choose from, by letters; afterwards with what was said and what is right."""
        rows = []
        for n, choice in enumerate(self.choices):
            rows.append(el("li", self._option(n, choice), *self.hands.row(n)))
        if not rows:
            return []
        held = "" if self.hands.shown else " gk-held"
        return [el("ul", *rows, aria_label=text("choices"), class_=f"gk-options{held}")]

    def _option(self, n: int, choice: str) -> Element:
        letter = ascii_uppercase[n]
        badge = el("b", letter, class_="gk-letter", aria_hidden="true")
        if not self.committed:
            counting = self.hands.counting
            chosen = self.input.value if self.input is not None else ...
            return button(
                choice,
                "count" if counting else "pick",
                pressed=None if counting else chosen == choice,
                key=letter.lower(),
                icon=badge,
                cls="gk-option",
                n=n,
            )
        sign = ""
        if choice == self.said:
            sign = "gk-no"
        if choice == self.right:
            sign = "gk-yes"
        yours = None
        if choice == self.said:
            yours = el("small", text("yours"))
        return el("span", badge, choice, yours, class_=f"gk-option {sign}".strip())

    def _revealed(self) -> list[Element]:
        """The result: the misconception of this answer by its name, why it is so, the picture."""
        shown: list[Element] = []
        if why := self.why.get(written(self.said), ""):
            name, rest = named(why)
            shown.append(el("p", el("strong", name), rest, class_="gk-why"))
        if self.reveal:
            shown.append(el("p", self.reveal, style="white-space:pre-line"))
        if self.picture is not None:
            drawn = Ready("svg", markup=self.picture.markup)
            shown.append(el("div", drawn, class_="gk-picture"))
        return shown

    # --- without a kernel ----------------------------------------------------------------------------------

    @property
    def html(self) -> str:
        """The same for a page without a kernel, to be written into any HTML."""
        with using_language(self.lang):
            return self._html()

    def _html(self) -> str:
        right = written(self.right)
        asked = f"<strong>{escape(text('title'))}</strong> {escape(self.question)}"
        shown = "" if self.picture is None else self.picture.markup
        look = {name: getattr(style, name) for name in _COLOURS}
        colours = "".join(
            f"--{name.replace('_', '-')}:{c};" for name, c in look.items()
        )
        said = escape(text("said", said="{said}"))
        details = [
            f"<summary>{escape(text('result'))}</summary>",
            f'<p class="said" role="status" data-text="{said}"></p>',
            f'<p class="answer">{escape(text("right", right=right))}</p>',
        ]
        for answer, why in self.why.items():
            name, rest = map(escape, named(why))
            key = escape(answer)
            details.append(
                f'<p data-why="{key}" hidden><strong>{name}</strong>{rest}</p>'
            )
        if self.reveal:
            reveal = escape(self.reveal)
            details.append(f'<p style="white-space:pre-line">{reveal}</p>')
        if shown:
            details.append(f'<div style="overflow-x:auto" tabindex="0">{shown}</div>')
        return (
            f'<section data-prediction="{escape(self.id)}" data-right="{escape(json.dumps([right]))}" '
            f'lang="{self.lang}" style="{colours}"><style>{_part("css")}</style><p>{asked}</p>'
            f'<form hidden><fieldset aria-label="{escape(self.question)}">{self._fields()}'
            f"</fieldset><button>{escape(text('commit'))}</button></form>"
            f"<details>{''.join(details)}</details></section>"
            f"<script>{_part('js')}</script>"
        )

    def _fields(self) -> str:
        """What there is to choose from, or a line to write on."""
        if not self.choices:
            name = escape(text("typed"))
            return f'<label>{name} <input name="said" type="text" required size="32"></label>'
        fields = []
        for choice in map(escape, self.choices):
            radio = f'<input type="radio" name="said" required value="{choice}">'
            fields.append(f'<label class="option">{radio} {choice}</label>')
        return "".join(fields)

    def _repr_mimebundle_(self, **kwargs: object) -> Bundle:
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        return {**data, "text/html": self.html, "text/plain": self.question}, metadata
