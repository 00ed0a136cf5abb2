"""A term with simulated students: sixty, of every kind, and all problem sets, by ``finity-edu rehearse``.

Every automatic point is compared with how its answer was made.  The set of unit 7 is a term of its own: its
`evaluation_function` plays 200 games to judge an answer.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks import bench_grading
from benchmarks.measures import Table
from coursekit.book.new import new_course
from coursekit.book.rehearsal import STEPS, Rehearsed, rehearse

STUDENTS = 60
TERM, GAMES = "0-6,8-10", "7"
LIMIT = 300
"""Seconds for `TERM`, on two cores that do nothing else; more on a slower machine."""


def _played(units: str) -> Rehearsed:
    with tempfile.TemporaryDirectory() as place:
        course = new_course(Path(place) / "mine", units).course
        return rehearse(course, Path(place) / "work", STUDENTS, 1)


def measure() -> Table:
    """Play the term, and that of unit 7."""
    slower = bench_grading.slower()
    term, games = _played(TERM), _played(GAMES)
    both = (term, games)
    limit = LIMIT * slower
    seconds = sum(term.seconds.values())
    missed = [*term.wrong, *games.wrong]
    if seconds > limit:
        missed.append(f"{seconds:.0f} s instead of {limit:.0f}")
    rows: list[tuple[object, ...]] = []
    for step in STEPS:
        rows.append((f"{step}, s", *(round(one.seconds[step], 1) for one in both)))
    for what in term.sizes:
        rows.append((f"size of the {what}, MB", *(round(one.sizes[what] / 1e6, 1) for one in both)))
    for what in term.by_hand:
        rows.append((f"by hand: {what}", *(one.by_hand[what] for one in both)))
    for why in ("harder", "everybody", "nobody"):
        rows.append((f"odd: {why}", *(_odd(one, why) for one in both)))
    checked = term.checked + games.checked
    return Table(("what", f"units {TERM}", f"unit {GAMES}"), rows, missed,
                 f"{STUDENTS} students, {len(term.sets)} sets, {seconds:.0f} s (at most {limit:.0f}, "
                 f"{slower:.1f} times the usual limit, by nbgrader's own time here); unit {GAMES}, which plays games, "
                 f"{sum(games.seconds.values()):.0f} s; {checked} points compared, "
                 f"{len(term.wrong) + len(games.wrong)} differ.")


def _odd(one: Rehearsed, why: str) -> str:
    return ", ".join(f"{which} ({number})" for which, reason, number in one.odd if reason == why)
