"""The automaton editor: a canvas, the table of δ beside it, and words that are read on what is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict, Unpack

import traitlets

from automatakit.automaton.reading import Source
from automatakit.automaton.states import State
from automatakit.automaton.value import Automaton
from automatakit.draw.automata import automaton_picture
from automatakit.draw.runs import run_animation
from automatakit.formats import FORMATS, read_text
from automatakit.widget.canvas import Editor
from automatakit.widget.draft import Draft
from automatakit.widget.words import TEXTS, text
from boardkit.svg import Element, Picture, el
from boardkit.widget import GameWidget
from boardkit.widget.actions import Actor, action
from boardkit.widget.base import Part
from boardkit.widget.history import UNDO_HELP
from boardkit.widget.markup import Shortcut, button, choice, details, field
from boardkit.widget.walk import Walk

SPEED = 1000
"""Milliseconds for a symbol while a word reads itself."""
KEYS = (
    ("←↑↓→", "arrows"),
    ("Enter", "enter"),
    ("Esc", "escape"),
    ("d m c w x", "tools"),
    ("q", "state"),
    ("s f", "roles"),
    UNDO_HELP,
    ("t", "tidy"),
)


class Options(TypedDict, total=False):
    """What an `AutomatonEditor` can be told; see there."""

    alphabet: str
    epsilon: bool
    open: bool
    lang: str | None
    large: bool
    theme: str


def edit(source: Source | None = None, **options: Unpack[Options]) -> AutomatonEditor:
    """Draw an automaton in a notebook.

    Parameters
    ----------
    source : optional
        What to begin with: an automaton, anything that `Automaton.of` reads, a regular expression; by default an empty
        canvas.
    **options
        As for `AutomatonEditor`.

    Returns
    -------
    AutomatonEditor
        Its ``value`` is the automaton as it is drawn.

    Examples
    --------
    >>> from automatakit import edit
    >>> edit("(a|b)*a").value.accepts("ba")
    True
    """
    return AutomatonEditor(source, **options)


class AutomatonEditor(Walk, GameWidget):
    """An automaton to be drawn: by mouse, finger or keyboard, on a canvas or in its table.

    Parameters
    ----------
    source : optional
        What to begin with; see `edit`.
    alphabet : str
        The symbols at the beginning.
    epsilon : bool
        Whether ε may stand on an arrow.
    open : bool
        Whether further symbols may be typed.
    lang : {"en", "de", "es"}, optional
    large : bool
        Large print for a lecture hall.
    theme : str
        The name of a theme of `boardkit.theme`, or "auto": as the page is.

    Attributes
    ----------
    value : Automaton
        What is drawn now; can be assigned.
    word : str
        The word that is read on it.
    at : int
        How many symbols of it have been read.

    Examples
    --------
    >>> w = AutomatonEditor(alphabet="ab")
    >>> for place in ("p80,80", "p192,80", "s0", "s1"):  # two states, and an arrow from the one to the other
    ...     w.act("hit", place=place)
    >>> w.act("final", value="q1")
    >>> w.value.accepts("a"), w.value.accepts("b")
    (True, False)
    """

    word = traitlets.Unicode("").tag(sync=True)
    at = traitlets.Int(0, min=0).tag(sync=True)

    texts = TEXTS
    redraw_on = ("lang", "large", "at", "word")

    def __init__(
        self,
        source: Source | None = None,
        *,
        alphabet: str = "ab",
        epsilon: bool = True,
        open: bool = True,
        lang: str | None = None,
        large: bool = False,
        theme: str = "auto",
    ) -> None:
        super().__init__(lang=lang, large=large, theme=theme)
        draft = (
            Draft(tuple(sorted({*alphabet}))) if source is None else Draft.of(source)
        )
        self.format = ""
        self.editor = Editor(draft, epsilon=epsilon, open=open, say=self.say)
        self.refresh()

    # --- reading it back -----------------------------------------------------------------------------------

    @property
    def value(self) -> Automaton:
        """What is drawn now."""
        return self.editor.draft.automaton()

    @value.setter
    def value(self, source: Source) -> None:
        self.editor.begin(Draft.of(source))
        self.at = 0
        self.refresh()

    @property
    def total(self) -> int:
        """How many symbols the word has."""
        return len(self.word)

    def goto(self, at: int) -> None:
        self.at = max(0, min(at, self.total))

    @traitlets.validate("word")
    def _valid_word(self, proposal: Mapping[str, str]) -> str:
        # An error names the symbol that there is not
        self.value.read(proposal["value"])
        return proposal["value"]

    # --- what the page asks for ----------------------------------------------------------------------------

    def actors(self) -> Sequence[Actor]:
        return self.editor, self

    @action("word")
    def read_word(self, value: str) -> None:
        """A word to be read, from its beginning."""
        word = value.strip()
        self.at = 0
        self.word = "" if word in ("ε", "λ") else word

    @action
    def begin_with(self, value: str) -> None:
        """Draw the automaton of an expression, or of a file, instead; one step back brings the old one again."""
        source = value.strip()
        automaton = read_text(source) or source
        self.editor.become(Draft.of(automaton, self.editor.draft.alphabet))
        self.at = 0

    @action("format")
    def show_as(self, value: str) -> None:
        """The drawing as the text of a file, in one of the formats; nothing for any other name."""
        self.format = value

    @action
    def save(self, kind: str) -> None:
        """Let the page save the drawing as a file; or a word's run, as a picture that moves."""
        if kind in FORMATS:
            chosen = FORMATS[kind]
            self.send(
                {
                    "file": f"automaton.{chosen.endings[0]}",
                    "text": chosen.write(self.value),
                }
            )
        else:
            self.send({"file": "run.svg", "text": run_animation(self.value, self.word)})

    # --- drawing -------------------------------------------------------------------------------------------

    def heading(self) -> str:
        return text("edit.title")

    def status(self) -> tuple[str, str]:
        return "", self.editor.hint()

    def shortcuts(self) -> Sequence[Shortcut]:
        return KEYS

    def render_parts(self) -> Mapping[str, Part]:
        editor = self.editor
        automaton = self.value
        # A symbol of the word may have been taken away since it was written.
        known = self.word if {*self.word} <= {*automaton.alphabet} else ""
        active: tuple[State, ...] = ()
        if known:
            active = automaton.active(known)[min(self.at, len(known))]
        status = [self.message_line()]
        chosen = editor.chosen_bar()
        if chosen is not None:
            status.append(chosen)
        return {
            "bar": [*editor.tools(), self.view()],
            "board": editor.canvas(self.large, active),
            "status": status,
            "side": [editor.delta(), self._run(automaton, known), self._beginning()],
        }

    def _run(self, automaton: Automaton, word: str) -> Element:
        """A word, and how it is read."""
        parts = [field(text("edit.word"), "word", self.word, size=14)]
        # Without a word there is nothing to walk through, but the empty word has its verdict.
        if word:
            read = word[: self.at]
            rest = word[self.at :]
            states = automaton.set_label(automaton.read(read))
            said = text("edit.reads", read=read or "ε", rest=rest or "ε", states=states)
            parts += [*self.walking(SPEED), el("p", said, class_="gk-reading")]
        # Of nothing there is nothing to be said.
        if automaton.states or word:
            accepts = bool(automaton.states) and automaton.accepts(word)
            said = text(
                "edit.accepted" if accepts else "edit.rejected", word=word or "ε"
            )
            sign = "gk-yes" if accepts else "gk-no"
            parts.append(el("p", said, class_=f"gk-verdict {sign}"))
        if word:
            parts.append(button(text("edit.animation"), "save", kind="run"))
        return details(text("edit.run"), *parts, key="run")

    def _beginning(self) -> Element:
        """What else can be drawn: an expression, or a file; and the drawing as a file."""
        kinds = [f".{ending}" for one in FORMATS.values() for ending in one.endings]
        upload = el(
            "input",
            type="file",
            data_do="begin_with",
            accept=",".join([*kinds, "text/*"]),
        )
        offers = [("", "–"), *zip(FORMATS, FORMATS, strict=True)]
        parts = [
            field(text("edit.expression"), "begin_with", "", size=20),
            el("label", text("edit.file"), upload, class_="gk-field"),
            choice(text("edit.export"), "format", offers, self.format),
        ]
        if self.format in FORMATS and self.editor.draft.states:
            written = FORMATS[self.format].write(self.value)
            parts.append(button(text("edit.save"), "save", kind=self.format))
            parts.append(el("pre", written, class_="gk-lines", tabindex="0"))
        return details(text("edit.begin"), *parts, open=False, key="begin")

    def fallback(self) -> Picture | None:
        return automaton_picture(self.value) if self.editor.draft.states else None
