"""A term with simulated students: sixty, of every kind, and all problem sets, by ``finity-edu rehearse``.

Every automatic point is compared with how its answer was made; `evaluation_function`, which plays games to judge an
answer, is in it for those who hand in functions, and said apart.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.measures import Table
from coursekit.book.new import new_course
from coursekit.book.rehearsal import rehearse

STUDENTS = 60
LIMIT = 300
"""Seconds, on two cores that do nothing else."""


def measure() -> Table:
    """Play the term."""
    with tempfile.TemporaryDirectory() as place:
        course = new_course(Path(place) / "mine").course
        done = rehearse(course, Path(place) / "work", STUDENTS, 1)
    seconds = sum(done.seconds.values())
    missed = [*done.wrong, *([f"{seconds:.0f} s instead of {LIMIT}"] if seconds > LIMIT else [])]
    rows: list[tuple[str, object]] = [(f"{step}, s", round(time, 1)) for step, time in done.seconds.items()]
    rows += [(f"size of the {what}, MB", round(size / 1e6, 1)) for what, size in done.sizes.items()]
    rows += [(f"by hand: {what}", number) for what, number in done.by_hand.items()]
    for why in dict.fromkeys(why for _, why, _ in done.odd):
        rows.append((f"odd: {why}", ", ".join(f"{which} ({n})" for which, w, n in done.odd if w == why)))
    return Table(("what", "how much"), rows, missed,
                 f"{STUDENTS} students, {len(done.sets)} sets, {seconds:.0f} s; {done.checked} points compared, "
                 f"{len(done.wrong)} differ.")
