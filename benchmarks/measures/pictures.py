"""Pictures: whether a label lies on anything, stands nearer to an arrow of others, and how often arrows cross.

The places and curves are read from the SVG, by `tests/automatakit/overlaps.py`, which knows nothing of how they were
found.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from time import process_time

from automatakit import Automaton
from automatakit.draw.automata import automaton_picture
from benchmarks.measures import Table
from tests.automatakit.gallery import gallery
from tests.automatakit.overlaps import ambiguous, crossings, drawn_by_lot, overlaps

AUTOMATA = 1000
AMBIGUOUS, CROSSINGS = 8, 10  # at most, in the 36


@dataclass
class Row:
    """What was found in pictures of one kind."""

    pictures: int = 0
    arrows: int = 0
    collisions: int = 0
    ambiguous: int = 0
    crossings: int = 0
    widest: float = 0.0
    highest: float = 0.0
    slowest: float = 0.0

    def add(self, automaton: Automaton) -> list[str]:
        """Draw one more; return which labels lie on something."""
        begin = process_time()
        picture = automaton_picture(automaton)
        self.slowest = max(self.slowest, process_time() - begin)
        found = overlaps(picture)
        self.pictures += 1
        self.arrows += len({(tail, head) for tail, _, head in automaton.edges})
        self.collisions += len(found)
        self.ambiguous += len(ambiguous(picture))
        self.crossings += len(crossings(picture))
        self.widest = max(self.widest, picture.width)
        self.highest = max(self.highest, picture.height)
        return found

    def cells(self) -> tuple[object, ...]:
        """The row of the table."""
        counted = self.pictures, self.arrows, self.collisions, self.ambiguous, self.crossings
        return *counted, round(self.widest), round(self.highest), f"{1000 * self.slowest:.0f}"


def measure() -> Table:
    """Draw the gallery and automata by lot, and look at each picture."""
    fixed = Row()
    missed = []
    for name, automaton in gallery().items():
        missed += [f"{name}: {what}" for what in fixed.add(automaton)]
    rows: defaultdict[int, Row] = defaultdict(Row)
    for seed in range(AUTOMATA):
        automaton = drawn_by_lot(seed)
        missed += [f"automaton {seed}: {what}" for what in rows[len(automaton.states)].add(automaton)]
    columns = ("states", "pictures", "arrows", "collisions", "ambiguous labels", "crossings", "widest", "highest",
               "slowest, ms")
    table = [("the 36", *fixed.cells())]
    for size in sorted(rows):
        table.append((str(size), *rows[size].cells()))
    if fixed.ambiguous > AMBIGUOUS or fixed.crossings > CROSSINGS:
        missed.append(f"of the 36: {fixed.ambiguous} labels ambiguous, {fixed.crossings} crossings")
    return Table(columns, table, missed,
                 f"36 automata: {fixed.ambiguous} of {fixed.arrows} labels ambiguous, {fixed.crossings} crossings; "
                 f"{AUTOMATA} of 2 to 12 states by lot; {len(missed)} faults.")
