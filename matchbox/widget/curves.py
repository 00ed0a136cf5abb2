"""The live pictures of the widget: win rate per role with band and exact curve, and the heat map of markers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from boardkit.chart import Line, heat_map, line_chart
from boardkit.errors import UserError
from boardkit.intervals import wilson
from boardkit.messages import get_language
from boardkit.svg import PALETTE, Element, Picture
from boardkit.widget.markup import picture, ready
from matchbox.analysis import exact
from matchbox.analysis.simulate import available_engines
from matchbox.rules.ruleset import CATALOGUE, Rules, Seat

if TYPE_CHECKING:
    from matchbox.players.match import Match

__all__ = ["Pictures", "Task", "exact_curve", "exact_task", "heat", "learning"]

Task = tuple[str, int, str, Rules]
"""Teacher, number of games, who starts, rules: what an exact curve is computed for."""


def exact_task(match: Match, teacher: str) -> Task | None:
    """The exact curve that belongs to a match; None where there is none."""
    if not match.played or teacher in ("human", "machine", "clairvoyant"):
        return None
    span = 400 if "numba" in available_engines() else 60
    return teacher, min(span, 50 * -(-len(match.played) // 50)), str(match.rules.first), match.rules


@lru_cache(maxsize=16)
def exact_curve(task: Task) -> exact.Curve | None:
    """The exact curve, if the rules allow one; the first one of all may take seconds (it is being compiled)."""
    teacher, games, first, rules = task
    try:
        return exact.curve(teacher, games, first, rules=rules)
    except UserError:
        return None


def learning(match: Match, curve: exact.Curve | None) -> Picture:
    """Won games per role in about twelve groups, each with its 95 % interval, and the exact curve on top.

    At least one game must have been played.
    """
    played = match.played
    total = len(played)
    width = max(4, -(-total // 12))
    lines = []
    for seat, id, color, dash in ((Seat.MACHINE, "machine_starts", "blue", None),
                                  (Seat.HUMAN, "human_starts", "vermillion", (10.0, 5.0))):
        xs, rates, bands = [], [], []
        for start in range(0, total, width):
            group = [g.won for g in played[start:start + width] if g.starter is seat]
            if group:
                xs.append(start + min(width, total - start) / 2)
                rates.append(sum(group) / len(group))
                bands.append(wilson(sum(group), len(group)))
        lines.append(Line(CATALOGUE.text(f"figure.{id}"), xs, rates, band=bands, color=PALETTE[color], dash=dash))
    if curve is not None:
        n = range(min(total + 1, len(curve.machine_starts)))
        for name, values in (("exact_start", curve.machine_starts), ("exact_reply", curve.human_starts)):
            color = PALETTE["sky" if name == "exact_start" else "orange"]
            lines.append(Line(CATALOGUE.text(f"widget.{name}"), n, values[:len(n)], color=color, dash=(2, 3)))
    return line_chart(lines, title=CATALOGUE.text("widget.curves"), x_label=CATALOGUE.text("figure.games_axis"),
                      y_label=CATALOGUE.text("figure.won_axis"), y_range=(0, 1), x_range=(0, max(total, 1)),
                      width=640, height=340)


def heat(rules: Rules, masks: Sequence[int]) -> Picture:
    """Share of the time that each marker was there, in up to eight groups of games."""
    groups = min(8, len(masks))
    bounds = [round(i * len(masks) / groups) for i in range(groups + 1)]
    circles = sorted(rules.circles, key=lambda c: (-c[0], c[1]))
    bits = {c: rules.circles.index(c) for c in circles}
    rows = []
    for c in circles:
        rows.append([sum(m >> bits[c] & 1 for m in masks[a:b]) / (b - a)
                     for a, b in pairwise(bounds)])
    names = [f"{d}.{k}" + ("★" if (d, k) in rules.winning else " ") for d, k in circles]
    return heat_map(rows, names, [str(b - 1) for b in bounds[1:]], title=CATALOGUE.text("widget.heat"),
                    x_label=CATALOGUE.text("figure.games_axis"), value_range=(0, 1), cell=(56, 20))


class Pictures:
    """The pictures of the games so far, as markup; each is drawn again only when it shows something new.

    Whoever changes the past (undo, another machine) begins with fresh ones.
    """

    def __init__(self) -> None:
        self._drawn: dict[str, tuple[object, Element]] = {}
        self._exact: dict[Task, exact.Curve | None] = {}

    def exact_missing(self, match: Match, teacher: str) -> bool:
        """True if there may be an exact curve that has not been computed yet."""
        task = exact_task(match, teacher)
        return task is not None and task not in self._exact

    def compute_exact(self, match: Match, teacher: str) -> None:
        """Compute the exact curve for the games so far."""
        task = exact_task(match, teacher)
        if task is not None:
            self._exact[task] = exact_curve(task)

    def curves(self, match: Match, teacher: str) -> Element:
        """Win rate per role, with the exact curve if it has been computed."""
        task = exact_task(match, teacher)
        curve = self._exact.get(task) if task else None
        return self._once("curves", (len(match.played), teacher, curve is not None), lambda: learning(match, curve))

    def heat(self, rules: Rules, masks: Sequence[int]) -> Element:
        """Which markers were there, over time."""
        return self._once("heat", len(masks), lambda: heat(rules, masks))

    def _once(self, name: str, shows: object, draw: Callable[[], Picture]) -> Element:
        key = shows, get_language()
        if self._drawn.get(name, (None,))[0] != key:
            self._drawn[name] = key, ready(picture(draw()))
        return self._drawn[name][1]
