"""How individual the questions of the problem sets are: instances, what practice meets, commonest keys, blind guesses.

A type says of some levels that they are small or the same for everybody; students and lecturers read that.  Missed is
what goes over a limit without saying so, and what says so without need.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from pathlib import Path

from benchmarks.measures import Table, commit
from boardkit.console import progress
from finity_edu.grading.source import read_source
from finity_edu.questions import question
from finity_edu.questions.individual import LIMITS, Individuality, individuality

ROOT = Path(__file__).parents[2]
SETS = ROOT / "course" / "source"
KEPT = ROOT / "build" / "measures"
"""What is measured of a commit is kept here, level by level: hours of work that can be stopped and go on."""


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


def kept(at: str, level: tuple[str, int]) -> Individuality | None:
    """What an earlier run at the same commit found."""
    place = KEPT / f"{at}-{level[0]}-{level[1]}.json"
    return Individuality(**json.loads(place.read_text())) if place.exists() else None


def keep(at: str, level: tuple[str, int], found: Individuality) -> None:
    """Keep what was found, unless there are changes that no commit names."""
    if not at.endswith("+"):
        KEPT.mkdir(parents=True, exist_ok=True)
        (KEPT / f"{at}-{level[0]}-{level[1]}.json").write_text(json.dumps(asdict(found)))


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
    at = commit()
    results = {level: found for level in todo if (found := kept(at, level))}
    waiting = [level for level in todo if level not in results]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        running = {pool.submit(one, level): level for level in waiting}
        for future in progress(as_completed(running), "levels", len(waiting)):
            results[running[future]] = future.result()
            keep(at, running[future], future.result())
    rows = [(f"`{type_id}`", level, " ".join(used.get((type_id, level), ["–"])), f"{found.instances:,}",
             f"{found.met:.1%}", f"{found.commonest:.1%}", f"{found.blind:.1%}",
             question(type_id).reservation(level) or "")
            for (type_id, level), found in sorted(results.items())]
    missed = [text for level, found in results.items() if (text := misjudged(level, found))]
    small = sum(question(t).reservation(d) is not None for t, d in todo)
    return Table(("type", "level", "questions", "different", "met by practice", "commonest key", "blind guess",
                  "the set says"), rows, missed,
                 f"{len(todo)} types and levels, of which {small} say that they are small or the same for everybody.")
