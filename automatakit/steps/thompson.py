"""Thompson's construction, one part of the expression at a time (see `automatakit.languages.thompson`)."""

from __future__ import annotations

from collections.abc import Iterable

from automatakit.automaton.errors import message
from automatakit.automaton.states import EPSILON
from automatakit.automaton.value import Automaton
from automatakit.languages.thompson import Made, Thompson
from automatakit.steps.base import Prediction, Steps
from boardkit.messages import Message

TOLD = {"|": "union", "·": "product", "*": "star", "+": "repeat", "?": "option"}


class ThompsonSteps(Steps[Made]):
    """Thompson's construction: each moment adds the automaton of one more part, inner parts first.

    Parameters
    ----------
    expression
        A regular expression (see `automatakit.from_regex`).
    symbols
        The alphabet; by default the letters of the expression.

    Examples
    --------
    >>> steps = ThompsonSteps("ab*")
    >>> [moment.made.whole.text for moment in steps.moments()]
    ['a', 'b', 'b*', 'ab*']
    >>> steps.last().partial.accepts("abb")
    True
    >>> print(ThompsonSteps("a?").last().text)
    a?: a new start 2 and a new end 3. ε leads from 2 into a, from the end of a to 3, and straight from 2 to 3.
    """

    kind = "thompson"
    expression: str
    construction: Thompson

    def __init__(self, expression: str, symbols: Iterable[str] | None = None) -> None:
        construction = Thompson(expression, symbols)
        # With nothing made there is nothing to be seen: the first part stands there from the beginning.
        self._begin(
            construction.steps[1:], expression=expression, construction=construction
        )

    @property
    def made(self) -> Made:
        """What was made last."""
        return self.construction.steps[self.at]

    @property
    def partial(self) -> Automaton:
        """What there is so far: it begins and ends where the last part does."""
        return self.construction.automaton(self.at)

    def predict(self, number: str) -> Prediction:
        """Judge a prediction of how many ε-arrows the next step adds.

        Examples
        --------
        >>> steps = ThompsonSteps("ab").next()
        >>> bool(steps.predict("1")), str(steps.predict("0"))
        (True, 'Not 0: the number of new ε-arrows is 1. ab: ε leads from the end of a to the start of b.')
        """
        if self.done:
            return Prediction(False, message("steps.over"))
        if not number.strip().isdecimal():
            return Prediction(False, message("thompson.no_number"))
        after = self.next()
        new = self.construction.edges[self.made.arrows : after.made.arrows]
        added = [symbol for _, symbol, _ in new].count(EPSILON)
        if int(number) == added:
            return Prediction(True, message("thompson.right", number=added))
        wrong = message(
            "thompson.wrong", said=int(number), number=added, why=after.text
        )
        return Prediction(False, wrong)

    @property
    def text(self) -> Message:
        made = self.made
        values = {
            "text": made.whole.text,
            "start": str(made.whole.start),
            "end": str(made.whole.end),
        }
        parts = [part.text for part in made.parts]
        if len(parts) == 2:
            return message(
                f"thompson.{TOLD[made.sign]}", one=parts[0], other=parts[1], **values
            )
        if parts:
            return message(f"thompson.{TOLD[made.sign]}", one=parts[0], **values)
        if made.sign == "∅":
            return message("thompson.nothing", **values)
        return message("thompson.sign", **values)
