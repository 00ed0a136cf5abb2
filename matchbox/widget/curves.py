"""The live pictures of the widget: win rate per role with band and exact curve, and the heat map of markers."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import suppress
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING

from boardkit.chart import Line, heat_map, line_chart
from boardkit.choosing import finish
from boardkit.errors import UserError
from boardkit.intervals import wilson
from boardkit.svg import Picture
from boardkit.theme import style
from matchbox.analysis import exact, kernel
from matchbox.rules.ruleset import CATALOGUE, Rules, Seat

if TYPE_CHECKING:
    from matchbox.players.match import Match

Task = tuple[str, int, str, Rules]
"""Teacher, number of games, who starts, rules: what an exact curve is computed for."""


def exact_task(match: Match, teacher: str) -> Task | None:
    """The exact curve that belongs to a match; None where there is none."""
    # None of these plays by a law.
    if not match.played or teacher in ("human", "machine", "clairvoyant"):
        return None
    span = 400 if kernel.is_compiled() else 60
    # In steps of fifty games, so that not every game begins a new curve.
    games = min(span, 50 * ceil(len(match.played) / 50))
    return teacher, games, str(match.rules.first), match.rules


class ExactCurve:
    """Computes an exact curve as a program thinks: beside the page, and it can be stopped."""

    stopped = False

    def choosing(self, task: Task) -> Generator[None, None, exact.Curve | None]:
        """The exact curve in pieces; None if the rules allow none, or if it is stopped."""
        teacher, games, first, rules = task
        pieces = exact.curving(teacher, games, first, rules=rules)
        with suppress(UserError):
            # Between two pieces it can be given up.
            while not self.stopped:
                try:
                    yield next(pieces)
                except StopIteration as end:
                    curve: exact.Curve = end.value
                    return curve
        return None

    def choose(self, task: Task) -> exact.Curve | None:
        """The same at once."""
        return finish(self.choosing(task))

    def stop(self) -> None:
        """It is not wanted any more."""
        self.stopped = True


def learning(match: Match, curve: exact.Curve | None) -> Picture:
    """Won games per role in about twelve groups, each with its 95 % interval, and the exact curve on top.

    At least one game must have been played.
    """
    played = match.played
    total = len(played)
    # A few games at least, or the intervals would say nothing.
    width = max(4, ceil(total / 12))
    lines = []
    for seat, id, color, dash in (
        (Seat.MACHINE, "machine_starts", style.blue, None),
        (Seat.HUMAN, "human_starts", style.vermillion, (10.0, 5.0)),
    ):
        xs = []
        rates = []
        bands = []
        for start in range(0, total, width):
            games = played[start : start + width]
            won = [game.won for game in games if game.starter is seat]
            if won:
                xs.append(start + len(games) / 2)
                rates.append(sum(won) / len(won))
                bands.append(wilson(sum(won), len(won)))
        name = CATALOGUE.text(f"figure.{id}")
        lines.append(Line(name, xs, rates, band=bands, color=color, dash=dash))
    if curve is not None:
        numbers = range(min(total + 1, len(curve.machine_starts)))
        for id, values, color in (
            ("exact_start", curve.machine_starts, style.sky),
            ("exact_reply", curve.human_starts, style.orange),
        ):
            name = CATALOGUE.text(f"widget.{id}")
            lines.append(
                Line(name, numbers, values[: len(numbers)], color=color, dash=(2, 3))
            )
    return line_chart(
        lines,
        title=CATALOGUE.text("widget.curves"),
        x_label=CATALOGUE.text("figure.games_axis"),
        y_label=CATALOGUE.text("figure.won_axis"),
        y_range=(0, 1),
        x_range=(0, max(total, 1)),
        width=400,
        height=260,
        below=True,
    )


def heat(rules: Rules, masks: Sequence[int]) -> Picture:
    """Share of the time that each marker was there, in up to eight groups of games."""
    groups = min(8, len(masks))
    bounds = [round(i * len(masks) / groups) for i in range(groups + 1)]
    rows = []
    names = []
    for d in range(rules.length, 0, -1):
        for k in rules.box(d):
            bit = rules.circles.index((d, k))
            shares = []
            for start, end in pairwise(bounds):
                there = sum(mask >> bit & 1 for mask in masks[start:end])
                shares.append(there / (end - start))
            rows.append(shares)
            star = "★" if (d, k) in rules.winning else " "
            names.append(f"{d}.{k}{star}")
    return heat_map(
        rows,
        names,
        [str(end - 1) for end in bounds[1:]],
        title=CATALOGUE.text("widget.heat"),
        x_label=CATALOGUE.text("figure.games_axis"),
        value_range=(0, 1),
        cell=(56, 20),
    )
