"""Step through a construction: subset construction, minimisation, state elimination, product, a run.

The algorithm is a step object of `automatakit.steps`; this widget shows its picture and its words, and lets the
student predict what comes next before it is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import traitlets

from automatakit.automaton.value import Automaton, State, label
from automatakit.errors import CATALOGUE
from automatakit.steps.base import Steps
from automatakit.steps.eliminate import EliminationSteps
from automatakit.steps.minimise import MinimiseSteps
from automatakit.steps.product import ProductSteps
from automatakit.steps.run import RunSteps
from automatakit.steps.subset import SubsetSteps
from boardkit.messages import Catalogue, Message
from boardkit.svg import Element, Picture, el
from boardkit.widget import GameWidget
from boardkit.widget.controls import key_help, transport, view
from boardkit.widget.markup import bar, button, field, picture

SPEED = 1500
"""Milliseconds for a step while the algorithm goes on by itself."""

KEYS = (("k n g", "steps"), ("q", "predict"), ("c s", "judge"))


def text(id: str, /, **values: object) -> str:
    """A text of the widget in the current language."""
    return str(CATALOGUE.message(f"widget.{id}", **values))


def _game_of(*automata: Any) -> Catalogue | None:
    """The texts of the game on whose board one of the automata lies."""
    boards = (board for automaton in automata if (board := getattr(automaton, "board", None)) is not None)
    return next((Catalogue(type(board).__module__.split(".")[0]) for board in boards), None)


class StepWidget(GameWidget):
    """An algorithm that is stepped forwards and backwards, with predictions.

    Parameters
    ----------
    steps : Steps
        Any step object; `subset`, `minimise`, `eliminate` and `product` make them from automata.
    predict : bool
        Whether the student names the next step before it is shown.
    lang : {"en", "de", "es"}, optional
    large : bool
        Large print for a lecture hall.
    credited : Catalogue, optional
        Texts of the game that the automaton comes from: they say whose it is.

    Attributes
    ----------
    at : int
        Number of steps done; can be observed and assigned.
    asked, right : int
        How many predictions were made, and how many of them were right.

    Examples
    --------
    >>> from automatakit.automaton.reading import table_of
    >>> w = StepWidget.subset(table_of({"A": {"b": {"A", "B"}}}, start="A", final={"B"}), predict=True)
    >>> w.act("toggle", side="left", state="0"); w.act("predict")
    >>> w.at, w.asked, w.right
    (0, 1, 0)
    >>> w.act("toggle", side="left", state="1"); w.act("predict")
    >>> w.at, w.asked, w.right
    (1, 2, 1)
    """

    at = traitlets.Int(0, min=0).tag(sync=True)
    predict = traitlets.Bool(False).tag(sync=True)
    asked = traitlets.Int(0).tag(sync=True)
    right = traitlets.Int(0).tag(sync=True)

    redraw_on = ("lang", "large", "at", "predict")

    def __init__(
        self, steps: Steps, *, predict: bool = False, lang: str | None = None, large: bool = False,
        credited: Catalogue | None = None,
    ) -> None:
        self.credited = credited
        super().__init__(lang=lang, large=large)
        self._begin = steps
        self.playing = False
        self._chosen: dict[str, set[int]] = {"left": set(), "right": set()}
        self._typed = ""
        self.at = steps.at
        self.predict = predict
        self.refresh()

    # --- making them ---------------------------------------------------------------------------------------

    @classmethod
    def subset(cls, automaton: Any, **options: Any) -> StepWidget:
        """The subset construction of an automaton."""
        return cls(SubsetSteps(automaton), credited=_game_of(automaton), **options)

    @classmethod
    def minimise(cls, automaton: Any, **options: Any) -> StepWidget:
        """Minimisation by partition refinement."""
        return cls(MinimiseSteps(automaton), credited=_game_of(automaton), **options)

    @classmethod
    def eliminate(cls, automaton: Any, **options: Any) -> StepWidget:
        """State elimination: from an automaton to a regular expression."""
        return cls(EliminationSteps(automaton), credited=_game_of(automaton), **options)

    @classmethod
    def product(cls, left: Any, right: Any, accept: str = "both", **options: Any) -> StepWidget:
        """The product of two automata."""
        return cls(ProductSteps(left, right, accept), credited=_game_of(left, right), **options)

    @classmethod
    def run(cls, automaton: Any, word: str, **options: Any) -> StepWidget:
        """A run of an automaton on a word."""
        return cls(RunSteps(automaton, word), credited=_game_of(automaton), **options)

    # --- reading it back -----------------------------------------------------------------------------------

    @property
    def value(self) -> Steps:
        """The step object at the present moment."""
        return self._begin.goto(self.at)

    @traitlets.validate("at")
    def _valid_at(self, proposal: Any) -> int:
        return max(0, min(int(proposal["value"]), self._begin.total))

    # --- drawing -------------------------------------------------------------------------------------------

    def heading(self) -> str:
        return text(f"steps.{self.kind}")

    def status(self) -> tuple[str, str]:
        return "", str(self.value.text)

    @property
    def kind(self) -> str:
        """Which algorithm it is."""
        return str(self.value.to_dict()["kind"])

    def render_parts(self) -> Mapping[str, Element | str | None]:
        steps = self.value
        question = list(self._question(steps))
        return {
            "bar": "".join(map(str, self._bar(steps))),
            "board": picture(steps.picture(), scale=1.4 if self.large else 1.0),
            "side": el("div", *question, class_="gk-ask") if question else None,
            "status": self.message_line(),
            "help": key_help((key, text(f"help.{id}")) for key, id in KEYS),
        }

    def _bar(self, steps: Steps) -> Iterator[Element]:
        yield el("strong", self.heading(), data_key="heading")
        hidden_next = self.predict and not steps.done
        yield transport(self.playing, steps.at, steps.total, next_too=not hidden_next)
        yield el("span", text("steps.at", at=steps.at, total=steps.total), data_key="at")
        yield button(text("steps.predict"), "predicting", pressed=self.predict, key="q")
        if self.asked:
            yield el("span", text("steps.score", right=self.right, asked=self.asked), data_key="score")
        yield view(self.lang, button(text("large"), "large", pressed=self.large))
        if self.playing:
            yield el("span", hidden="hidden", data_do="run_on", data_wait=SPEED, data_key=f"wait-{steps.at}")

    def _question(self, steps: Steps) -> Iterator[Element]:
        """What is asked before the next step, or the choices that the algorithm leaves open."""
        if isinstance(steps, EliminationSteps) and not steps.done and not self.predict:
            chosen = [button(label(state), "eliminate", state=str(n)) for n, state in enumerate(steps.left)]
            yield el("h4", text("steps.which"), class_="gk-question")
            yield bar(text("steps.which"), *chosen)
        if not self.predict or steps.done:
            return
        yield el("h4", self._asked_in_words(steps), class_="gk-question")
        if isinstance(steps, EliminationSteps):
            yield field(text("steps.expression"), "typed", self._typed, size=24)
        elif isinstance(steps, ProductSteps):
            yield self._toggles(text("steps.left"), steps.left, "left")
            yield self._toggles(text("steps.right"), steps.right, "right")
        else:
            yield self._toggles(text("steps.states"), _table(steps), "left")
        yield bar(text("steps.answer"), button(text("steps.check"), "predict", key="c"),
                  button(text("steps.show"), "show", key="s"))

    def _toggles(self, name: str, table: Automaton, side: str) -> Element:
        chosen = self._chosen[side]
        shown = "{" + ", ".join(label(s) for i, s in enumerate(table.states) if i in chosen) + "}" if chosen else "∅"
        buttons = [
            button(label(state), "toggle", pressed=i in chosen, side=side, state=str(i))
            for i, state in enumerate(table.states)
        ]
        return bar(name, el("span", name, class_="gk-name"), *buttons, el("span", f"= {shown}", class_="gk-chosen"))

    def _asked_in_words(self, steps: Steps) -> str:
        if isinstance(steps, SubsetSteps) and steps.upcoming is not None:
            source = steps.table.set_label(steps.upcoming.source)
            return text("steps.ask.subset", source=source, symbol=steps.upcoming.symbol)
        if isinstance(steps, ProductSteps) and steps.upcoming is not None:
            source = steps.show(steps.upcoming.source)
            return text("steps.ask.product", source=source, symbol=steps.upcoming.symbol)
        if isinstance(steps, RunSteps):
            return text("steps.ask.run", symbol=steps.word[steps.at])
        if isinstance(steps, EliminationSteps):
            tail, head = self._arrow(steps)
            return text("steps.ask.eliminate", state=label(steps.order[steps.at]), tail=label(tail), head=label(head))
        return text("steps.ask.minimise")

    def _arrow(self, steps: EliminationSteps) -> tuple[State, State]:
        """The arrow whose label is asked for: the first one that the next step changes."""
        changed = steps.detours(steps.order[steps.at])
        if changed:
            return changed[0][0], changed[0][1]
        return next(iter(steps.labels))

    def fallback(self) -> Picture:
        return self.value.picture()

    # --- answers -------------------------------------------------------------------------------------------

    def act(self, do: str, **data: Any) -> None:
        if do != "run_on":
            self.note = None
        super().act(do, **data)

    def _goto(self, at: int) -> None:
        self.at = max(0, at)
        self._chosen = {"left": set(), "right": set()}
        self._typed = ""

    def do_step(self, by: str) -> None:
        """Some steps forward or back."""
        self._walk_to(self.at + int(by))

    def do_goto(self, value: str) -> None:
        """To one moment."""
        self._walk_to(int(value))

    def _walk_to(self, at: int) -> None:
        """Go to a moment; forwards only if nothing is to be predicted."""
        self.playing = False
        if self.predict and at > self.at:
            self.tell(text("steps.first"), "error")
        else:
            self._goto(at)

    def do_run(self) -> None:
        """Go on by itself, or halt."""
        if self.predict:
            self._walk_to(self.at + 1)
            return
        self.playing = not self.playing
        if self.playing and self.value.done:
            self._goto(0)

    def do_run_on(self) -> None:
        """The next step of what goes on by itself."""
        if self.playing:
            self._goto(self.at + 1)
            self.playing = not self.value.done

    def do_predicting(self) -> None:
        """Predict first, or not."""
        self.predict, self.playing = not self.predict, False

    def do_large(self) -> None:
        """Large print, or not."""
        self.large = not self.large

    def do_lang(self, value: str) -> None:
        """Another language."""
        self.lang = value

    def do_toggle(self, side: str, state: str) -> None:
        """A state more or less in the prediction."""
        self._chosen[side] ^= {int(state)}

    def do_typed(self, value: str) -> None:
        """The expression that is predicted."""
        self._typed = value

    def do_show(self) -> None:
        """Give up, and see the next step."""
        self._goto(self.at + 1)

    def do_predict(self) -> None:
        """Judge the prediction; the right one goes on."""
        steps: Any = self.value
        if isinstance(steps, EliminationSteps):
            verdict = steps.predict(*self._arrow(steps), self._typed)
        elif isinstance(steps, ProductSteps):
            left, right = self._states(steps.left, "left"), self._states(steps.right, "right")
            verdict = steps.predict([(p, q) for p in left for q in right])
        else:
            verdict = steps.predict(self._states(_table(steps), "left"))
        self.asked += 1
        if verdict.right:
            self.right += 1
            self._goto(self.at + 1)
        self._judged(verdict.right, verdict.message)

    def _judged(self, right: bool, message: Message) -> None:
        if right:
            self.tell(message, "good")
        else:
            self.tell(f"{text('steps.wrong')} {message}", "error")

    def _states(self, table: Automaton, side: str) -> list[State]:
        return [state for i, state in enumerate(table.states) if i in self._chosen[side]]

    def do_eliminate(self, state: str) -> None:
        """Eliminate a state of one's choice next."""
        steps = self.value
        if isinstance(steps, EliminationSteps):
            after = steps.eliminate(steps.left[int(state)])
            self._begin = after
            self._goto(after.at)


def _table(steps: Any) -> Automaton:
    """The automaton whose states are predicted."""
    table: Automaton = steps.table
    return table
