"""Step through a construction: subsets, minimisation, state elimination, product, a run, Thompson's.

The algorithm is a step object of `automatakit.steps`. This widget shows its picture and its words, beside the automata
that it is about, and lets the student predict what comes next before it is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product, zip_longest
from typing import Protocol, TypeAlias, TypedDict, Unpack, cast

import traitlets

from automatakit.automaton.reading import Source
from automatakit.automaton.states import State, label, set_text
from automatakit.automaton.value import Automaton
from automatakit.draw.algorithms import construction_picture
from automatakit.draw.automata import automaton_picture
from automatakit.draw.runs import trellis_picture
from automatakit.steps.base import Prediction, Steps
from automatakit.steps.eliminate import EliminationSteps
from automatakit.steps.minimise import MinimiseSteps
from automatakit.steps.product import ProductSteps
from automatakit.steps.run import RunSteps
from automatakit.steps.subset import SubsetSteps
from automatakit.steps.thompson import ThompsonSteps
from automatakit.steps.worklist import Construction
from automatakit.widget.words import TEXTS, text
from boardkit.messages import Catalogue
from boardkit.svg import Element, Picture, el
from boardkit.widget.actions import action
from boardkit.widget.frame import FramedWidget, Screen, View
from boardkit.widget.markup import LEGIBLE, Shortcut, bar, button, field, picture, rows
from boardkit.widget.walk import Walk

SPEED = 1500
"""Milliseconds for a step while the algorithm goes on by itself."""

PAGE = 640.0
"""So wide a picture is legible beside its source in the column of a notebook."""

KEYS = (Walk.help(), ("q", "predict"), ("c s", "judge"))

Meaning: TypeAlias = tuple[str, Callable[[str], bool]]
"""A sentence about the word read so far, and whether it is true of a word."""


class Options(TypedDict, total=False):
    """How a `StepWidget` shows its steps."""

    predict: bool
    lang: str | None
    large: bool
    theme: str
    meanings: Mapping[State, Meaning] | None


class _OfStates(Protocol):
    """Steps of which somebody predicts a set of states."""

    table: Automaton

    def predict(self, states: Iterable[State]) -> Prediction: ...


def _of_states(steps: Steps[object]) -> _OfStates:
    """What asks neither for an expression nor for pairs asks for states; so do steps that others write."""
    return cast(_OfStates, steps)


def _source(steps: Steps[object]) -> list[Element]:
    """What an algorithm is about: automata, or an expression."""
    if isinstance(steps, ThompsonSteps):
        return [el("p", steps.expression, style="font-size: 1.6em")]
    return [
        picture(one, cls="gk-source", least=LEGIBLE, filling=True)
        for one in _automata(steps)
    ]


def _automata(steps: Steps[object]) -> list[Picture]:
    """The automata that an algorithm is about, with the states that the next step starts from."""
    if isinstance(steps, RunSteps):
        return [steps.picture()]
    if isinstance(steps, ProductSteps):
        pair = steps.upcoming.source if steps.upcoming is not None else ()
        factors = zip_longest((steps.left, steps.right), pair)
        return [automaton_picture(one, active=_one(state)) for one, state in factors]
    active: Iterable[State] = ()
    if isinstance(steps, SubsetSteps) and steps.upcoming is not None:
        active = steps.table.names(steps.upcoming.source)
    return [automaton_picture(_of_states(steps).table, active=active)]


def _one(state: State | None) -> tuple[State, ...]:
    return () if state is None else (state,)


def _picture(steps: Steps[object]) -> Picture:
    """What an algorithm makes; of a run, whose picture is the automaton, all sets of active states."""
    if isinstance(steps, RunSteps):
        return trellis_picture(steps)
    if isinstance(steps, Construction):
        return construction_picture(steps, PAGE)
    return steps.picture()


@lru_cache(maxsize=16)
def _final_size(steps: Steps[object], lang: str) -> tuple[float, float]:
    """The room that all pictures of an algorithm have in common."""
    moments: Iterable[Steps[object]] = (steps.first(), steps.last())
    # Only there expressions grow while states become fewer.
    if isinstance(steps, EliminationSteps):
        moments = steps.moments()
    pictures = list(map(_picture, moments))
    return max(one.width for one in pictures), max(one.height for one in pictures)


def _game_of(*automata: object) -> Catalogue | None:
    """The texts of the game on whose board one of the automata lies."""
    for automaton in automata:
        package = type(automaton).__module__.split(".")[0]
        if hasattr(automaton, "automaton") and package != "automatakit":
            return Catalogue(package)
    return None


class StepWidget(Walk, FramedWidget):
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
    theme : str
        The name of a theme of `boardkit.theme`, or "auto": as the page is.
    credited : Catalogue, optional
        Texts of the game that the automaton comes from: they say whose it is.
    meanings : mapping, optional
        State → a sentence about the word read so far, and a function that says of a word whether it is true (an
        invariant); beside a run stands whether those of the active states hold.

    Attributes
    ----------
    at : int
        Number of steps done; can be observed and assigned.
    asked, right : int
        How many predictions were made, and how many of them were right.

    Examples
    --------
    >>> from automatakit.automaton.value import Automaton
    >>> w = StepWidget.subset(Automaton.of({"A": {"b": {"A", "B"}}}, start="A", accepting={"B"}), predict=True)
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

    texts = TEXTS
    redraw_on = ("lang", "large", "lens", "at", "predict")

    def __init__(
        self,
        steps: Steps[object],
        *,
        predict: bool = False,
        lang: str | None = None,
        large: bool = False,
        theme: str = "auto",
        credited: Catalogue | None = None,
        meanings: Mapping[State, Meaning] | None = None,
    ) -> None:
        self.credited = credited
        self.meanings = meanings or {}
        super().__init__(lang=lang, large=large, theme=theme)
        self._begin = steps
        self._forget_answer()
        self.at = steps.at
        self.predict = predict
        self.refresh()

    # --- making them ---------------------------------------------------------------------------------------

    @classmethod
    def subset(cls, automaton: Source, **options: Unpack[Options]) -> StepWidget:
        """The subset construction of an automaton."""
        return cls(SubsetSteps(automaton), credited=_game_of(automaton), **options)

    @classmethod
    def minimise(cls, automaton: Source, **options: Unpack[Options]) -> StepWidget:
        """Minimisation by partition refinement."""
        return cls(MinimiseSteps(automaton), credited=_game_of(automaton), **options)

    @classmethod
    def eliminate(cls, automaton: Source, **options: Unpack[Options]) -> StepWidget:
        """State elimination: from an automaton to a regular expression."""
        return cls(EliminationSteps(automaton), credited=_game_of(automaton), **options)

    @classmethod
    def product(
        cls,
        left: Source,
        right: Source,
        accept: str = "both",
        **options: Unpack[Options],
    ) -> StepWidget:
        """The product of two automata."""
        return cls(
            ProductSteps(left, right, accept), credited=_game_of(left, right), **options
        )

    @classmethod
    def run(
        cls, automaton: Source, word: str, **options: Unpack[Options]
    ) -> StepWidget:
        """A run of an automaton on a word."""
        return cls(RunSteps(automaton, word), credited=_game_of(automaton), **options)

    @classmethod
    def thompson(cls, expression: str, **options: Unpack[Options]) -> StepWidget:
        """Thompson's construction: from a regular expression to an automaton with ε."""
        return cls(ThompsonSteps(expression), **options)

    # --- reading it back -----------------------------------------------------------------------------------

    @property
    def value(self) -> Steps[object]:
        """The step object at the present moment."""
        return self._begin.goto(self.at)

    @traitlets.validate("at")
    def _valid_at(self, proposal: Mapping[str, int]) -> int:
        return max(0, min(int(proposal["value"]), self._begin.total))

    # --- drawing -------------------------------------------------------------------------------------------

    def heading(self) -> str:
        return text(f"steps.{self.value.kind}")

    def status(self) -> tuple[str, str]:
        return "", str(self.value.text)

    def shortcuts(self) -> Sequence[Shortcut]:
        return KEYS

    def screen(self) -> Screen:
        steps = self.value
        score = ""
        if self.asked:
            score = text("steps.score", right=self.right, asked=self.asked)
        return Screen(
            el("div", *_source(steps), class_="gk-sources"),
            name=self.heading(),
            stage=text("steps.about"),
            facts=score,
            views=[View("made", text("steps.made"), self._made)],
            tray=[rows(*self._walk(steps), *self._answers(steps))],
            after=[*self._held(steps), *self._question(steps)],
        )

    def _made(self) -> list[Element]:
        """What the algorithm has made so far, in the room that it will take in the end."""
        steps = self.value
        room = _final_size(self._begin, self.lang)
        return [picture(_picture(steps), least=LEGIBLE, room=room)]

    def _held(self, steps: Steps[object]) -> Iterator[Element]:
        """Whether what the active states stand for is true of the word read so far."""
        if not isinstance(steps, RunSteps):
            return
        for state in steps.active:
            if state in self.meanings:
                sentence, true_of = self.meanings[state]
                true = true_of(steps.read)
                id = "steps.true" if true else "steps.false"
                said = text(
                    id, state=label(state), sentence=sentence, word=steps.read or "ε"
                )
                yield el("p", said, class_=f"gk-verdict gk-{'yes' if true else 'no'}")

    def _walk(self, steps: Steps[object]) -> list[Element]:
        """What goes through the steps, and whether they are predicted."""
        # Where something is to be predicted, nothing goes on by itself.
        hidden_next = self.predict and not steps.done
        at = text("steps.at", at=steps.at, total=steps.total)
        predicting = button(
            text("steps.predict"), "predicting", pressed=self.predict, key="q"
        )
        # As wide as the longest of them, so that the buttons beside it stay
        widest = len(text("steps.at", at=steps.total, total=steps.total))
        count = el("span", at, style=f"min-width:{widest}ch", data_key="at")
        return self.walking(SPEED, count, predicting, next_too=not hidden_next)

    def _question(self, steps: Steps[object]) -> Iterator[Element]:
        """What is asked before the next step."""
        if steps.done:
            return
        if self.predict:
            yield el("h4", self._asked_in_words(steps), class_="gk-question")
        elif isinstance(steps, EliminationSteps):
            yield el("h4", text("steps.which"), class_="gk-question")

    def _answers(self, steps: Steps[object]) -> Iterator[Element]:
        """What the question is answered with, or the choices that the algorithm leaves open."""
        if steps.done:
            return
        if not self.predict:
            if isinstance(steps, EliminationSteps):
                choices = []
                for n, state in enumerate(steps.left):
                    choices.append(button(label(state), "eliminate", state=str(n)))
                yield bar(text("steps.which"), *choices)
            return
        judge = (
            button(text("steps.check"), "predict", key="c", cls="gk-primary"),
            button(text("steps.show"), "show", key="s"),
        )
        answers = []
        if isinstance(steps, EliminationSteps):
            answers = [field(text("steps.expression"), "typed", self._typed, size=24)]
        elif isinstance(steps, ThompsonSteps):
            answers = [field(text("steps.arrows"), "typed", self._typed, size=4)]
        elif isinstance(steps, ProductSteps):
            answers = [
                self._toggles(text("steps.left"), steps.left, "left"),
                self._toggles(text("steps.right"), steps.right, "right"),
            ]
        else:
            table = _of_states(steps).table
            answers = [self._toggles(text("steps.states"), table, "left")]
        yield bar(text("steps.answer"), *answers, *judge)

    def _toggles(self, name: str, table: Automaton, side: str) -> Element:
        buttons = []
        for i, state in enumerate(table.states):
            pressed = i in self._chosen[side]
            buttons.append(
                button(label(state), "toggle", pressed=pressed, side=side, state=str(i))
            )
        shown = set_text(self._states(table, side))
        return bar(
            name,
            el("span", name, class_="gk-name"),
            *buttons,
            el("span", f"= {shown}", class_="gk-chosen"),
        )

    def _asked_in_words(self, steps: Steps[object]) -> str:
        if isinstance(steps, Construction) and steps.upcoming is not None:
            source = steps.show(steps.upcoming.source)
            return text(
                f"steps.ask.{steps.kind}", source=source, symbol=steps.upcoming.symbol
            )
        if isinstance(steps, RunSteps):
            return text("steps.ask.run", symbol=steps.word[steps.at])
        if isinstance(steps, EliminationSteps):
            tail, head = self._arrow(steps)
            return text(
                "steps.ask.eliminate",
                state=label(steps.upcoming),
                tail=label(tail),
                head=label(head),
            )
        if isinstance(steps, ThompsonSteps):
            return text("steps.ask.thompson", text=steps.next().made.whole.text)
        return text("steps.ask.minimise")

    def _arrow(self, steps: EliminationSteps) -> tuple[State, State]:
        """The arrow whose label is asked for: the first one that the next step changes, if it changes any."""
        for tail, head, _, _ in steps.detours(steps.upcoming):
            return tail, head
        return next(iter(steps.labels))

    def fallback(self) -> Picture:
        return self.value.picture()

    # --- answers -------------------------------------------------------------------------------------------

    @property
    def total(self) -> int:
        """How many steps there are."""
        return self._begin.total

    def goto(self, at: int) -> None:
        """Show a step; what was answered is forgotten."""
        self.at = max(0, at)
        self._forget_answer()

    def _forget_answer(self) -> None:
        self._chosen: dict[str, set[int]] = {"left": set(), "right": set()}
        self._typed = ""

    @action("goto")
    def choose_step(self, value: int) -> None:
        """To one step; forwards only if nothing is to be predicted."""
        self.playing = False
        # Whoever predicts may go back and look, but not ahead.
        if self.predict and value > self.at:
            self.tell(text("steps.first"), "error")
        else:
            self.goto(value)

    @action("run")
    def go_or_halt(self) -> None:
        """Go on by itself, or halt."""
        if self.predict:
            self.choose_step(self.at + 1)
        else:
            super().go_or_halt()

    @action
    def predicting(self) -> None:
        """Predict first, or not."""
        self.predict = not self.predict
        self.playing = False

    @action
    def toggle(self, side: str, state: str) -> None:
        """A state more or less in the prediction."""
        self._chosen[side] ^= {int(state)}

    @action
    def typed(self, value: str) -> None:
        """The expression that is predicted."""
        self._typed = value

    @action
    def show(self) -> None:
        """Give up, and see the next step."""
        self.goto(self.at + 1)

    @action("predict")
    def judge(self) -> None:
        """Judge the prediction; the right one goes on."""
        verdict = self._judged(self.value)
        self.asked += 1
        if verdict.right:
            self.right += 1
            self.goto(self.at + 1)
            self.tell(verdict.message, "good")
        else:
            self.tell(f"{text('steps.wrong')} {verdict.message}", "error")

    def _judged(self, steps: Steps[object]) -> Prediction:
        if isinstance(steps, EliminationSteps):
            return steps.predict(*self._arrow(steps), self._typed)
        if isinstance(steps, ThompsonSteps):
            return steps.predict(self._typed)
        if isinstance(steps, ProductSteps):
            left = self._states(steps.left, "left")
            right = self._states(steps.right, "right")
            return steps.predict(product(left, right))
        asked = _of_states(steps)
        return asked.predict(self._states(asked.table, "left"))

    def _states(self, table: Automaton, side: str) -> list[State]:
        return [
            state for i, state in enumerate(table.states) if i in self._chosen[side]
        ]

    @action("eliminate")
    def eliminate_next(self, state: str) -> None:
        """Eliminate a state of one's choice next."""
        steps = self.value
        if isinstance(steps, EliminationSteps):
            after = steps.eliminate(steps.left[int(state)])
            self._begin = after
            self.goto(after.at)
