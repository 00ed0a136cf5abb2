"""Pictures: whether a label lies on another one, on a state or on an arrow that is not its own.

The places and curves are read from the SVG, by `tests/automatakit/overlaps.py`, which knows nothing of how they were
found.
"""

from __future__ import annotations

from automatakit.draw.automata import automaton_picture
from benchmarks.measures import Table
from tests.automatakit.overlaps import drawn_by_lot, overlaps

AUTOMATA = 1000


def measure() -> Table:
    """Draw automata by lot and look at each picture."""
    rows, missed = {}, []
    for seed in range(AUTOMATA):
        automaton = drawn_by_lot(seed)
        picture = automaton_picture(automaton)
        found = overlaps(picture)
        missed += [f"automaton {seed}: {what}" for what in found]
        number, arrows, bad, wide, high = rows.get(len(automaton.states), (0, 0, 0, 0.0, 0.0))
        rows[len(automaton.states)] = (number + 1, max(arrows, len(automaton.edges)), bad + bool(found),
                                       max(wide, picture.width), max(high, picture.height))
    columns = ("states", "pictures", "most transitions", "with a collision", "widest", "highest")
    return Table(columns, [(size, *rows[size]) for size in sorted(rows)], missed,
                 f"{AUTOMATA} automata of 2 to 12 states; {len(missed)} labels lie on something.")
