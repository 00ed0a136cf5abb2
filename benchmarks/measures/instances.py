"""How individual the questions of the problem sets are: instances, what practice meets, commonest keys, blind guesses.

A type says of some levels that they are small or the same for everybody; students and lecturers read that.  Missed is
what goes over a limit without saying so, and what says so without need.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, fields
from pathlib import Path

from benchmarks.measures import Table, commit
from boardkit.console import progress
from coursekit.questions import question
from coursekit.sets.individual import LIMITS, Individuality, individuality
from coursekit.sets.source import read_source

ROOT = Path(__file__).parents[2]
SETS = ROOT / "course" / "source"
KEPT = ROOT / "benchmarks" / "instances.json"
"""What was measured of each level and when; it is measured again only when the level draws or answers otherwise.

Level by level: hours of work that can be stopped and go on.
"""


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


def _name(level: tuple[str, int]) -> str:
    return f"{level[0]} {level[1]}"


def fingerprint(level: tuple[str, int]) -> str:
    """What twenty seeds give: questions and keys that stay the same need not be measured again."""
    kind = question(level[0])
    drawn = [kind.drawn(seed, level[1]) for seed in range(1, 21)]
    asked = [[data, kind.key(data)] for data in drawn]
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:16]


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
    known = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        prints = dict(zip(todo, pool.map(fingerprint, todo), strict=True))
        waiting = [level for level in todo if known.get(_name(level), {}).get("fingerprint") != prints[level]]
        running = {pool.submit(one, level): level for level in waiting}
        for future in progress(as_completed(running), "levels", len(waiting)):
            level = running[future]
            known[_name(level)] = {"fingerprint": prints[level], "commit": at, **asdict(future.result())}
            KEPT.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    results = {level: Individuality(**{f.name: known[_name(level)][f.name] for f in fields(Individuality)})
               for level in todo}
    rows = [(f"`{type_id}`", level, " ".join(used.get((type_id, level), ["–"])), f"{found.instances:,}",
             f"{found.met:.1%}", f"{found.commonest:.1%}", f"{found.blind:.1%}",
             question(type_id).reservation(level) or "", known[_name((type_id, level))]["commit"])
            for (type_id, level), found in sorted(results.items())]
    missed = [text for level, found in results.items() if (text := misjudged(level, found))]
    small = sum(question(t).reservation(d) is not None for t, d in todo)
    return Table(("type", "level", "questions", "different", "met by practice", "commonest key", "blind guess",
                  "the set says", "measured at"), rows, missed,
                 f"{len(todo)} types and levels, of which {small} say that they are small or the same for everybody.")
