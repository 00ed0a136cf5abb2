"""Classes of 300 and of 1,000 and one set: what `release` and `mark` cost, and what somebody costs who comes later.

Everybody hands in a notebook in whose cells everything is right, functions among it, and of which no record was kept:
that is what takes most.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks import bench_grading
from benchmarks.measures import Table
from coursekit.book.new import new_course
from coursekit.sets.build import solved
from coursekit.sets.course import find_course

CLASSES = (300, 1_000)
SET = "ps1"
SECONDS = {"release": 60, "mark": 60, "mark, nothing to do": 15, "release for one more": 15}
"""Of processor time, for each step and 300 students; in proportion for more, and on a slower machine."""
MEGABYTES = 200


def _run(*words: str) -> tuple[float, float]:
    """Processor time and largest memory (MB) of a command, its own processes included."""
    program = Path(sys.executable).with_name("finity-edu")
    child = subprocess.Popen([program, *words], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    if status:
        raise RuntimeError(" ".join(words))
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def _hand_in(root: Path) -> None:
    course = find_course(root)
    problems = course.problem_set(SET)
    for student in course.students():
        folder = course.folder("submitted", SET, student)
        folder.mkdir(parents=True)
        (folder / f"{SET}.ipynb").write_text(json.dumps(solved(problems, course.issued(SET, student))))


def _class(number: int) -> str:
    return "\n".join(["id,first_name,last_name", *(f"s{n},First{n},Last{n}" for n in range(number))])


def _steps(students: int) -> dict[str, tuple[float, float]]:
    """Release, mark, mark again, and release for one more: processor time and memory."""
    with tempfile.TemporaryDirectory() as place:
        root, people = Path(place) / "mine", Path(place) / "class.csv"
        people.write_text(_class(students))
        new_course(root, units="1", students=people)
        found = {"release": _run("release", SET, "--course", str(root))}
        _hand_in(root)
        found["mark"] = _run("mark", SET, "--course", str(root))
        found["mark, nothing to do"] = _run("mark", SET, "--course", str(root))
        late = Path(place) / "late.csv"
        late.write_text("id,first_name,last_name\nlate,Late,Comer")
        _run("new", str(root), "--units", "1", "--students", str(late))
        found["release for one more"] = _run("release", SET, "--course", str(root))
    return found


def measure() -> Table:
    """Every step for every class."""
    rows, missed, said = [], [], []
    slower = bench_grading.slower()
    for students in CLASSES:
        found = _steps(students)
        for what, (seconds, memory) in found.items():
            rows.append((f"{students:,}", what, f"{seconds:.1f}", f"{memory:.0f}"))
            limit = SECONDS[what] * slower * students / CLASSES[0]
            if seconds > limit or memory > MEGABYTES:
                missed.append(f"{students} students, {what}: {seconds:.0f} s, {memory:.0f} MB")
        told = ", ".join(f"{what} {seconds:.0f} s" for what, (seconds, _) in found.items())
        said.append(f"{students:,} students: {told}.")
    said.append(f"The limits are {slower:.1f} times the usual ones, by nbgrader's own time here.")
    return Table(("students", "step", "processor time, s", "largest process, MB"), rows, missed, " ".join(said))
