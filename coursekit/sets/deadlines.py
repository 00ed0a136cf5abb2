"""Which hand-in counts, and what it costs to be late."""

from dataclasses import dataclass, fields
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from math import ceil
from typing import Any

COUNTS = ("last", "best", "first")
"""Which of several hand-ins counts."""


def moment(day: date | None) -> datetime | None:
    """Return the moment until which something is in time: a day ends at midnight, here where we are.

    Examples
    --------
    >>> moment(date(2026, 10, 19)).strftime("%d %H:%M"), moment(None)
    ('20 00:00', None)
    """
    if day is None:
        return None
    if isinstance(day, datetime):
        return day.astimezone()
    return datetime.combine(day + timedelta(days=1), time()).astimezone()


def _on_the_wall(when: datetime) -> datetime:
    """What a clock here shows at a moment."""
    return when.astimezone().replace(tzinfo=None)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What a lecturer may decide for all problem sets, or for one.

    Parameters
    ----------
    individual : bool
        Whether every student has questions of their own.
    groups : bool
        Whether the groups of the class list hand in together.
    counts : str
        Which hand-in counts: one of `COUNTS`.
    late : float or None
        The share of the points that each day costs that has begun; None if being late costs nothing.
    grace : float
        Minutes after the deadline in which nothing is late yet.
    """

    individual: bool = True
    groups: bool = True
    counts: str = "last"
    late: float | None = None
    grace: float = 0.0

    def settings(self) -> dict[str, Any]:
        """These alone, by their names."""
        return {one.name: getattr(self, one.name) for one in fields(Settings)}


@dataclass(frozen=True)
class Rule(Settings):
    """What holds for one student's hand-ins of a problem set: its settings, and ``due``, the deadline."""

    due: datetime | None = None

    def days(self, when: datetime | None) -> int:
        """How many days late a hand-in is: each counts that has begun, as the clock on the wall goes.

        The day on which it is set back has 25 hours, and is one day.

        Examples
        --------
        >>> rule = Rule(datetime.fromisoformat("2026-10-20T00:00Z"), grace=15)
        >>> [rule.days(datetime.fromisoformat(f"2026-10-{t}Z")) for t in ("20T00:14", "20T00:16", "21T00:01")]
        [0, 1, 2]
        """
        if self.due is None or when is None:
            return 0
        if when <= self.due + timedelta(minutes=self.grace):
            return 0
        late = _on_the_wall(when) - _on_the_wall(self.due)
        return max(1, ceil(late / timedelta(days=1)))

    def share(self, when: datetime | None) -> Decimal:
        """The share of the points that a hand-in keeps.

        Examples
        --------
        >>> rule = Rule(datetime.fromisoformat("2026-10-20T00:00Z"), late=0.4)
        >>> [str(rule.share(datetime.fromisoformat(f"2026-10-{day}T01:00Z"))) for day in (19, 20, 21, 22)]
        ['1.0', '0.6', '0.2', '0']
        """
        return max(Decimal(0), 1 - Decimal(str(self.late or 0)) * self.days(when))

    def order(self, when: datetime | None) -> tuple[bool, float]:
        """Sort by this: the greatest counts, and where being late costs points, one that came in time."""
        in_time = not (self.late and self.days(when))
        at = 0.0 if when is None else when.timestamp()
        return in_time, -at if self.counts == "first" else at
