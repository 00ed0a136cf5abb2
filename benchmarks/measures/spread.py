"""Equal work: how far the measure of difficulty spreads within one level of one type, in every skin."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

from benchmarks.measures import Table
from coursekit.questions import all_types, question

AIM = 1.5
"""The 90th percentile, in units of the 10th, at most."""
LEVELS = range(1, 6)


@dataclass(frozen=True)
class Spread:
    """The tenth, the half and nine tenths of what instances of one level measure."""

    low: float
    middle: float
    high: float

    @property
    def ratio(self) -> float:
        """How much more work one student may have than another."""
        return self.high / max(self.low, 1e-9)


def spread(type_id: str, level: int, skin: str | None = None, number: int = 60) -> Spread:
    """Draw so many instances of one level and measure them.

    Examples
    --------
    >>> spread("five_tuple", 1, number=10).ratio < 1.5
    True
    """
    kind = question(type_id)
    found = sorted(kind.measure(kind.drawn(seed, level, skin)) for seed in range(number))
    tenth = number // 10
    return Spread(found[tenth], median(found), found[-1 - tenth])


def measure() -> Table:
    """60 instances of every level of every type in every skin."""
    rows, missed = [], []
    for kind in all_types():
        for skin in kind.skins or (None,):
            found = [spread(kind.id, level, skin) for level in LEVELS]
            name = f"{kind.id} {skin or ''}".strip()
            cells = (f"{one.low:g}–{one.high:g} ({one.ratio:.2f})" for one in found)
            rows.append((f"`{kind.id}`", skin or "", *cells))
            missed += [f"{name}, level {level}: {one.ratio:.2f}"
                       for level, one in zip(LEVELS, found, strict=True) if one.ratio > AIM]
            if [one.middle for one in found] != sorted(one.middle for one in found):
                missed.append(f"{name}: a higher level is less work")
    head = ("type", "skin", *(f"level {level}" for level in LEVELS))
    return Table(head, rows, missed, f"{len(rows)} types and skins at five levels, {len(missed)} over {AIM}.")
