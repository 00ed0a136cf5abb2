"""How individual the questions of the problem sets are: instances, what practice meets, commonest keys, blind guesses.

A problem set asks what has many instances and no answer that comes often, or asks everybody the same and says so.
Missed is what goes over a limit, and a level of a type that says it is small without need.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, fields
from pathlib import Path
from typing import NamedTuple

from benchmarks.measures import Table, commit
from benchmarks.measures._individuality import LIMITS, Individuality, individuality
from boardkit.console import progress
from coursekit.questions import question
from coursekit.sets.source import read_source

ROOT = Path(__file__).parents[2]
SETS = ROOT / "course" / "source"
KEPT = ROOT / "benchmarks" / "instances.json"
"""What was measured of each level and when; it is measured again only when the level draws or answers otherwise.

Level by level: hours of work that can be stopped and go on.
"""


class Level(NamedTuple):
    """A type as questions of the sets ask it; a skin where it is not the type's first."""

    type: str
    difficulty: int
    skin: str | None = None
    alphabet: str | None = None

    def __str__(self) -> str:
        return " ".join(str(part) for part in self if part)


def levels() -> dict[Level, list[str]]:
    """What the graded questions ask that are not meant to be the same for everybody, with the questions."""
    used: dict[Level, list[str]] = {}
    for path in sorted(SETS.glob("ps*/ps*.py")):
        for q in read_source(path).questions.values():
            if not q.manual and q.variants:
                skin = None if q.skin in question(q.type).skins[:1] else q.skin
                used.setdefault(Level(q.type, q.difficulty, skin, q.alphabet), []).append(f"{path.stem}.{q.id}")
    return used


def one(level: Level, graded: int = 1000, practice: int = 2000, judged: int = 400) -> Individuality:
    """Measure one type at one level."""
    return individuality(question(level.type), level.difficulty, graded, practice, judged, level.skin, level.alphabet)


def fingerprint(level: Level) -> str:
    """What twenty seeds give: questions and keys that stay the same need not be measured again."""
    kind = question(level.type)
    drawn = [kind.drawn(seed, *level[1:]) for seed in range(1, 21)]
    asked = [[data, kind.key(data)] for data in drawn]
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:16]


def reserved(level: Level) -> str | None:
    """What a type says of the level."""
    return question(level.type).reservation(level.difficulty, skin=level.skin)


def misjudged(level: Level, found: Individuality) -> str | None:
    """What is wrong with what a type says about itself."""
    reservation, name = reserved(level), f"{level.type} at level {' '.join(map(str, filter(None, level[1:])))}"
    if found.missed and reservation == "small":
        return f"{name} is small, and a set asks it"
    if found.missed and reservation is None:
        over = ", ".join(f"{limit} {getattr(found, limit):.3g} (limit {LIMITS[limit]:g})" for limit in found.missed)
        return f"{name}: {over}"
    return f"{name}: says {reservation} and keeps all limits" if reservation and not found.missed else None


def measure(chosen: Iterable[Level] | None = None) -> Table:
    """1,000 graded instances of each type and level of the sets against 2,000 of practice."""
    used = levels()
    todo = list(chosen or used)
    at = commit()
    known = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        prints = dict(zip(todo, pool.map(fingerprint, todo), strict=True))
        waiting = [level for level in todo if known.get(str(level), {}).get("fingerprint") != prints[level]]
        running = {pool.submit(one, level): level for level in waiting}
        for future in progress(as_completed(running), "levels", len(waiting)):
            level = running[future]
            known[str(level)] = {"fingerprint": prints[level], "commit": at, **asdict(future.result())}
            KEPT.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    results = {level: Individuality(**{f.name: known[str(level)][f.name] for f in fields(Individuality)})
               for level in todo}
    rows = [(f"`{level.type}`", level.difficulty, level.skin or "", " ".join(used.get(level, ["–"])),
             f"{found.instances:,}", f"{found.met:.1%}", f"{found.commonest:.1%}", f"{found.blind:.1%}",
             reserved(level) or "", known[str(level)]["commit"])
            for level, found in sorted(results.items(), key=lambda item: str(item[0]))]
    missed = [text for level, found in results.items() if (text := misjudged(level, found))]
    same = sum(reserved(level) is not None for level in todo)
    head = ("type", "level", "skin", "questions", "different", "met by practice", "commonest key", "blind guess",
            "the set says", "measured at")
    return Table(head, rows, missed,
                 f"{len(todo)} types and levels, of which {same} are the same for everybody.")
