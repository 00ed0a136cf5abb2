"""Advice: what a strong player would do in the position on the board, and why."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import TYPE_CHECKING

from boardkit.choosing import finish
from boardkit.messages import Message
from boardkit.svg import Element, el
from boardkit.widget.markup import button
from finity_edu.rules.position import Position
from finity_edu.widget.texts import move_words, seat_words, spoken, text

if TYPE_CHECKING:
    from finity_edu.players import Advice, Stop

SECONDS = 1.5


class Adviser:
    """Finds the best moves and the reasons; it thinks like a player, but nobody plays what it finds."""

    def __init__(self) -> None:
        self._stop: Stop | None = None

    def choose(self, position: Position) -> Advice:
        """The best moves of a position, and why."""
        return finish(self.choosing(position))

    def choosing(self, position: Position) -> Generator[None, None, Advice]:
        """The same in pieces."""
        from finity_edu.players.advice import advising  # loads the compiled engine
        from finity_edu.players.thinking import Stop

        self._stop = Stop()
        return (yield from advising(position, seconds=SECONDS, stop=self._stop))

    def stop(self) -> None:
        """End the search."""
        if self._stop is not None:
            self._stop.now()


EXPECTED = 3
"""So many of the moves that are expected to follow are told."""


def why_words(messages: Iterable[Message]) -> str:
    """Reasons as one sentence that names moves and seats in words."""
    from finity_edu.players.advice import sentence  # loads the compiled engine

    return sentence(map(spoken, messages))


def advice_panel(advice: Advice) -> Element:
    """The best moves, each with the reason and what is expected to follow; a click plays it."""
    items = []
    for one in advice.suggestions:
        certain = one.outcome.id != "players.outcome.score"
        why = why_words((one.outcome, *one.reasons) if certain else one.reasons)
        line = " · ".join(map(move_words, one.line[1 : EXPECTED + 1]))
        told = text("advice.why", why=why, line=line) if line else why
        play = button(move_words(one.move), "choose", move=str(one.move))
        items.append(el("li", play, el("p", told)))
    head = text("advice.best", seat=seat_words(advice.thought.position.turn))
    return el("div", el("p", head), el("ol", *items, class_="gk-problems"))
