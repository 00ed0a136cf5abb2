"""Attacks: hostile hand-ins, functions, texts, archives, names, links, addresses, as root and as an ordinary user.

The samples are those of the tests (``tests/coursekit/hostile`` and beside), all of them.  Where root starts this, each
is tried as root and once more as the user nobody, in a process of its own; anybody else tries it as who they are.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from benchmarks.measures import Table
from boardkit.console import progress
from boardkit.foreign import as_csv, as_html, visible
from coursekit.marking.cluster import SchedulerError, connected
from coursekit.marking.marking import Marking, grade
from coursekit.marking.pool import run_jobs
from coursekit.marking.result import Failed
from coursekit.practice import handin
from coursekit.practice.prose import own_html, still, student_html
from tests.coursekit import ordinary
from tests.coursekit.hostile import archives, names
from tests.coursekit.hostile.files import cases
from tests.coursekit.hostile.functions import SAMPLES
from tests.coursekit.hostile.texts import (
    TEXTS,
    alive_on_a_page,
    inert_in_a_table,
    inert_on_a_screen,
)
from tests.coursekit.test_cluster import OPEN
from tests.coursekit.test_hostile import hold, job, strangers
from tests.coursekit.test_nbgraders_autograde import pressed
from tests.coursekit.workshop import hand_in, make_course, perfect
from tests.delivery.test_hub_rights import LINKS, hub_and_home, linked

__all__ = ["CORPORA", "measure", "tried"]

Found = dict[str, list[str]]
"""What did not hold, by the name of the sample; an empty list where all held."""


def _each(samples: Iterable[Any], name: Callable[[Any], str], trial: Callable[[Any], list[str]]) -> Found:
    """Try sample by sample; whatever a trial raises did not hold either."""
    found = {}
    for sample in samples:
        try:
            found[name(sample)] = trial(sample)
        except Exception as error:
            found[name(sample)] = [f"{type(error).__name__}: {error}"]
    return found


def files(folder: Path) -> Found:
    """Files that are handed in."""
    def trial(name: str) -> list[str]:
        content, problem, remarks = cases()[name]
        found = handin.read(content)
        said = (found.problem, {remark.id for remark in found.remarks})
        return ([] if said == (problem, remarks) else [f"said {said}"]) + [f"left {path}" for path in folder.iterdir()]

    return _each(cases(), str, trial)


def functions(folder: Path) -> Found:
    """Functions that a question asks for, with an honest answer after each."""
    course, canary = make_course(folder / "course"), Path("/tmp/finity-canary")
    canary.write_text("CANARY")
    os.environ["FINITY_TEST_CANARY"] = "CANARY"
    try:
        problems = hold(grade(job(course, SAMPLES)), SAMPLES)
    finally:
        canary.unlink()
        del os.environ["FINITY_TEST_CANARY"]
    found = {sample.name: [line for line in problems if line.startswith(f"{sample.name}: ")] for sample in SAMPLES}
    return found | {"a process that goes on": strangers()}


def texts(folder: Path) -> Found:
    """Texts on screens, on pages and in tables."""
    def trial(name: str) -> list[str]:
        text = TEXTS[name]
        wrong = [] if inert_on_a_screen(visible(text), 0) else ["not inert on a screen"]
        wrong += [] if inert_in_a_table(as_csv([["a", text], [text, "b"]]), 2) else ["not inert in a table"]
        pages = (as_html(text), student_html(text), own_html(text), still(text, text))
        return wrong + [f"alive on a page: {page}" for page in pages if alive_on_a_page(page)]

    return _each(TEXTS, str, trial)


def _archives(folder: Path) -> Found:
    """Archives of a stranger that a lecturer opens."""
    return _each(archives.SAMPLES, lambda sample: sample.name, lambda sample: archives.trial(sample, folder))


def _names(folder: Path) -> Found:
    """Names of people, sets, files and questions."""
    return _each(names.SAMPLES, lambda sample: sample.name, lambda sample: names.trial(sample, folder))


def autograde(folder: Path) -> Found:
    """The button of nbgrader's formgrader that would execute a notebook."""
    course = make_course(folder / "course")
    return _each(("ada", "eve"), str, lambda student: pressed(course, student))


SHADOWS = ("coursekit", "boardkit", "finity_edu", "pickle", "json", "queue", "threading", "sitecustomize", "encodings")


def imports(folder: Path) -> Found:
    """Modules that lie where the lecturer calls the command."""
    course = make_course(folder / "course")
    hand_in(course, "ada", perfect(course, "ada"))
    job_of_ada = Marking(course, "hw").job("ada")

    def trial(name: str) -> list[str]:
        downloads, marker = folder / "downloads" / name, folder / f"{name} was executed"
        downloads.mkdir(parents=True)
        (downloads / f"{name}.py").write_text(f"open({str(marker)!r}, 'w').close()\n")
        with contextlib.chdir(downloads):
            [result] = run_jobs([job_of_ada])
        said = [result.problem] if isinstance(result, Failed) else []
        return [*said, marker.name] if marker.exists() else said

    return _each(SHADOWS, str, trial)


def links(folder: Path) -> Found:
    """Links in a home that lead to what is root's; nobody else could harm more than themselves."""
    def trial(link: str) -> list[str]:
        with hub_and_home() as place:
            return linked(place, link)

    return _each(LINKS if os.geteuid() == 0 else (), str, trial)


def addresses(folder: Path) -> Found:
    """Schedulers and workers of dask that strangers could use."""
    def trial(address: str) -> list[str]:
        try:
            with connected(address, within=0.1):
                return ["it was used"]
        except SchedulerError as error:
            return [] if "Dask asks for no password" in str(error) else [f"it was asked: {error}"]

    return _each(OPEN, str, trial)


CORPORA: dict[str, Callable[[Path], Found]] = {
    "files": files, "functions": functions, "texts": texts,
    "archives": _archives, "names": _names,
    "nbgrader's autograde": autograde, "imports from where one stands": imports,
    "links in a home, seen by the hub": links, "addresses of dask": addresses,
}


def tried(name: str) -> Found:
    """Try a corpus as whoever this process is, in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="attacks-") as folder, contextlib.chdir(folder):
        return CORPORA[name](Path(folder))


def tried_by_nobody(name: str) -> Found:
    """The same in a process of the user nobody, whose Python may be another one than ours."""
    with tempfile.TemporaryDirectory(prefix="attacks-") as programs:
        alembic = Path(programs) / "alembic"  # nbgrader calls it
        alembic.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m alembic "$@"\n')
        alembic.chmod(0o755)
        os.environ["PATH"] = os.pathsep.join([programs, os.environ["PATH"]])
        return tried(name)


def _as_nobody(name: str) -> Found:
    found: Found = ordinary.result_of("from benchmarks.measures.attacks import tried_by_nobody as main", name)
    return found


def measure(corpora: Iterable[str] = CORPORA) -> Table:
    """Try all samples, or those of some corpora."""
    people: dict[str, Callable[[str], Found]] = {"an ordinary user": tried}
    missed = []
    if os.geteuid() == 0:
        people = {"root": tried, "an ordinary user": _as_nobody}
        if not ordinary.program():
            del people["an ordinary user"]
            missed.append(f"nothing was tried as an ordinary user: {ordinary.WAY}")
    rows = []
    for name, whom in progress([(name, whom) for name in corpora for whom in people], "attacks"):
        try:
            found = people[whom](name)
        except Exception as error:
            missed.append(f"{name}, as {whom}, could not be tried: {error}")
            continue
        broken = {sample: problems for sample, problems in found.items() if problems}
        missed += [f"{name}, as {whom}: {sample}: {'; '.join(map(str, what))[:500]}" for sample, what in broken.items()]
        if found:
            rows.append((name, len(found), whom, len(found) - len(broken), len(broken)))
    return Table(("what", "samples", "as", "held", "broken"), rows, missed,
                 f"{sum(row[1] for row in rows)} attacks as {' and as '.join(people)}, "
                 f"{sum(row[4] for row in rows)} of which broke something.")
