"""Advice: what a strong player would do in the position on the board, and why."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from boardkit.choosing import finish
from boardkit.svg import Element, el
from boardkit.widget.markup import button
from finity_edu.rules.errors import CATALOGUE
from finity_edu.rules.pieces import seat_letter
from finity_edu.rules.position import Position
from finity_edu.widget.texts import move_words, text

if TYPE_CHECKING:
    from finity_edu.players import Advice, Stop


class Adviser:
    """Finds the best moves and the reasons; it thinks like a player, but nobody plays what it finds."""

    def __init__(self, seconds: float = 1.5) -> None:
        self.seconds = seconds
        self._stop: Stop | None = None

    def choose(self, position: Position) -> Advice:
        """The best moves of a position, and why."""
        return finish(self.choosing(position))

    def choosing(self, position: Position) -> Generator[None, None, Advice]:
        """The same in pieces."""
        from finity_edu.players.advice import advising  # loads the compiled engine
        from finity_edu.players.thinking import Stop

        self._stop = Stop()
        return (yield from advising(position, seconds=self.seconds, stop=self._stop))

    def stop(self) -> None:
        """End the search."""
        if self._stop is not None:
            self._stop.now()


def advice_panel(advice: Advice) -> Element:
    """The best moves, each with its value, the reason and what is expected to follow; a click plays it."""
    thought = advice.thought
    head = CATALOGUE.text(
        "players.advice.head",
        seat=seat_letter(thought.position.turn),
        depth=thought.depth,
        nodes=thought.nodes,
    )
    items = []
    for one in advice.suggestions:
        items.append(
            el(
                "li",
                button(move_words(one.move), "choose", move=str(one.move)),
                el(
                    "p",
                    text(
                        "advice.why",
                        value=one.outcome,
                        why=one.why,
                        line=" ".join(map(str, one.line)),
                    ),
                ),
            )
        )
    return el("div", el("p", head), el("ol", *items, class_="gk-problems"))
