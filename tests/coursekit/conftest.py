"""A course for all tests of marking, a fresh copy for each that changes it, and a student's desk in it."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine

from coursekit import notebooks
from coursekit.marking import pool
from coursekit.marking.marking import Job, Result
from coursekit.sets.course import Course, find_course
from tests.coursekit.desk import STUB, Kernel
from tests.coursekit.workshop import make_course


@event.listens_for(Engine, "connect")
def _wait_for_no_disk(connection: Any, record: object) -> None:
    """A grade book of a test need not survive a power cut, and waiting for the disk takes longer than the test."""
    connection.execute("PRAGMA synchronous = OFF")


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("course")
    make_course(root)
    return root


@pytest.fixture
def course(template: Path, tmp_path: Path) -> Course:
    root = tmp_path / "course"
    shutil.copytree(template, root)
    return find_course(root)


@pytest.fixture
def marked_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Marking in this process: a worker takes longer to begin than what is tested here, which is what follows."""

    def mark(worker: object, job: Job) -> Result:
        return pool._attempt(replace(job, given_up={}), lambda step, seconds: None)

    monkeypatch.setattr(pool._Worker, "mark", mark)


@pytest.fixture
def desk(course) -> Path:
    """A student's folder: notebook and questions as they were handed out, and a question that a person marks."""
    folder = course.root / "handout" / "hw" / "ada"
    assert sorted(p.name for p in folder.iterdir()) == ["hw.instances.json", "hw.ipynb"]
    record = json.loads((folder / "hw.instances.json").read_text())
    record["questions"]["q4"] = {"type": "manual", "kind": "manual", "points": 2, "cell": STUB}
    (folder / "hw.instances.json").write_text(json.dumps(record))
    book = json.loads((folder / "hw.ipynb").read_text())
    book["cells"].insert(-1, notebooks.cell("markdown", STUB, notebooks.grader("q4", solution=True, points=2)))
    (folder / "hw.ipynb").write_text(json.dumps(book))
    return folder


@pytest.fixture
def kernel(desk, monkeypatch) -> Kernel:
    return Kernel(desk, monkeypatch)
