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
from matchbox.analysis.laws import LAWLESS
from matchbox.rules.ruleset import Rules, Seat, text

if TYPE_CHECKING:
    from matchbox.players.match import Match

Task = tuple[str, int, str, Rules]
"""Teacher, number of games, who starts, rules: what an exact curve is computed for."""
FIRST = 100
"""How many games the exact curve has that is there before the first of them."""


def exact_task(match: Match, teacher: str, games: int = 0) -> Task | None:
    """The exact curve that belongs to a match of at least so many games; None where there is none."""
    if teacher in LAWLESS:
        return None
    span = 400 if kernel.is_compiled() else 60
    # In steps of fifty games, so that not every game begins a new curve; the first lesson is long.
    most = max(FIRST, games, len(match.played))
    return teacher, min(span, 50 * ceil(most / 50)), str(match.rules.first), match.rules


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


def learning(match: Match, curve: exact.Curve | None, games: int = 0) -> Picture:
    """The exact curve of each role, and on it as dots what the machine has won in about twelve groups of games.

    Where there is no exact curve, each dot has its 95 % interval. The picture has room for at least so many `games`.
    """
    played = match.played
    span = max(1, games, len(played))
    # A few games at least, or a dot would say nothing.
    width = max(4, ceil(span / 12))
    lines = []
    if curve is not None:
        span = max(span, min(FIRST, len(curve.machine_starts) - 1))
        numbers = range(min(span + 1, len(curve.machine_starts)))
        for id, values, color in (
            ("exact_start", curve.machine_starts, style.blue),
            ("exact_reply", curve.human_starts, style.vermillion),
        ):
            name = text(f"widget.{id}")
            lines.append(Line(name, numbers, values[: len(numbers)], color=color))
    for seat, id, color in (
        (Seat.MACHINE, "machine_starts", style.blue),
        (Seat.HUMAN, "human_starts", style.vermillion),
    ):
        xs = []
        rates = []
        bands = []
        for start in range(0, len(played), width):
            group = played[start : start + width]
            won = [game.won for game in group if game.starter is seat]
            if won:
                xs.append(start + len(group) / 2)
                rates.append(sum(won) / len(won))
                bands.append(wilson(sum(won), len(won)))
        name = text(f"figure.{id}")
        band = bands if curve is None else None
        lines.append(Line(name, xs, rates, band=band, style="dots", color=color))
    return line_chart(
        lines,
        title=text("widget.curves"),
        x_label=text("figure.games_axis"),
        y_label=text("figure.won_axis"),
        y_range=(0, 1),
        x_range=(0, span),
        width=400,
        height=260 if curve is None else 214,  # so that with four names it is no higher
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
        title=text("widget.heat"),
        x_label=text("figure.games_axis"),
        value_range=(0, 1),
        cell=(56, 20),
    )
