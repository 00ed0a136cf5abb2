"""How individual the questions of the problem sets are: instances, what practice meets, commonest keys, blind guesses.

A type says of some levels that they are small or the same for everybody; students and lecturers read that.  Missed is
what goes over a limit without saying so, and what says so without need.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from benchmarks.measures import Table
from finity_edu.grading.source import read_source
from finity_edu.questions import question
from finity_edu.questions.individual import LIMITS, Individuality, individuality

SETS = Path(__file__).parents[2] / "course" / "source"


def levels() -> dict[tuple[str, int], list[str]]:
    """Types and levels of the graded questions, with the questions that use them."""
    used: dict[tuple[str, int], list[str]] = {}
    for path in sorted(SETS.glob("ps*/ps*.py")):
        for q in read_source(path).questions.values():
            if not q.manual:
                used.setdefault((q.type, q.difficulty), []).append(f"{path.stem}.{q.id}")
    return used


def one(level: tuple[str, int], graded: int = 1000, practice: int = 10_000, judged: int = 400) -> Individuality:
    """Measure one type at one level."""
    return individuality(question(level[0]), level[1], graded, practice, judged)


def misjudged(level: tuple[str, int], found: Individuality) -> str | None:
    """What is wrong with what a type says about itself."""
    reservation = question(level[0]).reservation(level[1])
    name = f"{level[0]} at level {level[1]}"
    if found.missed and reservation is None:
        over = ", ".join(f"{limit} {getattr(found, limit):.3g} (limit {LIMITS[limit]:g})" for limit in found.missed)
        return f"{name}: {over}"
    return f"{name}: says {reservation} and keeps all limits" if reservation and not found.missed else None


def measure(chosen: Iterable[tuple[str, int]] | None = None) -> Table:
    """1,000 graded instances of each type and level of the sets against 10,000 of practice."""
    used = levels()
    todo = list(chosen or used)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        results = dict(zip(todo, pool.map(one, todo), strict=True))
    rows = [(f"`{type_id}`", level, " ".join(used.get((type_id, level), ["–"])), f"{found.instances:,}",
             f"{found.met:.1%}", f"{found.commonest:.1%}", f"{found.blind:.1%}",
             question(type_id).reservation(level) or "")
            for (type_id, level), found in sorted(results.items())]
    missed = [text for level, found in results.items() if (text := misjudged(level, found))]
    small = sum(question(t).reservation(d) is not None for t, d in todo)
    return Table(("type", "level", "questions", "different", "met by practice", "commonest key", "blind guess",
                  "the set says"), rows, missed,
                 f"{len(todo)} types and levels, of which {small} say that they are small or the same for everybody.")
