"""What `submit` writes is taken as it is by ``nbgrader autograde`` and by otter-grader."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from coursekit import open_set
from coursekit.book.collecting import collect
from coursekit.sets.course import Course
from coursekit.sets.release import release

SOURCE = '''# %% [markdown]
# # Four questions

# %% question="q1" type="count_arrows" points=1 difficulty=1

# %% question="q2" type="accepted" points=3 difficulty=1

# %% question="q3" type="write_accepts" points=4 difficulty=1

# %% [markdown] question="q4" type="manual" points=2
# A model answer.
'''
WORDS = "Because <b>nothing</b> leaves the tower."


def accepts(arrows, start, end, tower):
    tokens = {start}
    for cone in tower:
        tokens = {a.split(">")[1] for a in arrows if a[0] == cone and a[1:].split(">")[0] in tokens}
    return end in tokens


@pytest.fixture
def four(course: Course) -> Course:
    """A course with the set ``four``, in which everybody has the common questions."""
    folder = course.folder("source", "four")
    folder.mkdir()
    (folder / "four.py").write_text(SOURCE, encoding="utf-8")
    release(course, "four")
    return course


def hand_in(course: Course, folder: Path, wrong: Callable[[Any], Any]) -> Path:
    """Answer the questions in a folder, one of them wrongly, and hand in."""
    keys = {q: one["key"] for q, one in course.issued("four", "")["questions"].items()}
    _, check, _, submit = open_set("four", folder)
    assert check("q1", keys["q1"]).fine
    assert check("q2", wrong(keys["q2"])).fine
    assert check("q3", accepts).fine
    assert check("q4", WORDS).fine
    return folder / submit(recorded=True).path


# nbgrader links a new submission to its assignment before it adds it to the database session; SQLAlchemy warns.
@pytest.mark.filterwarnings("ignore:Object of type <Submitted\\w+> not in session")
@pytest.mark.slow
def test_nbgraders_autograde_takes_what_submit_wrote(four, tmp_path):
    from nbgrader.apps import NbGraderAPI
    from traitlets.config import Config

    (tmp_path / "in").mkdir()
    for student, wrong in (("ada", lambda key: key), ("bob", lambda key: key[:-1])):
        desk = shutil.copytree(four.folder("release", "four"), tmp_path / student)
        shutil.copy(hand_in(four, desk, wrong), tmp_path / "in" / f"{student}.ipynb")
    assert set(collect(four, "four", tmp_path / "in").filed) == {"ada", "bob"}
    api = NbGraderAPI(config=Config({"CourseDirectory": {"root": str(four.root), "course_id": "test"}}))
    for student in ("ada", "bob"):
        assert api.autograde("four", student)["success"]
    with four.gradebook() as book:
        ada, bob = ({g.name: (g.auto_score, g.needs_manual_grade)
                     for g in book.find_submission_notebook("four", "four", s).grades} for s in ("ada", "bob"))
    assert ada == {"q1": (1, False), "q2": (3, False), "q3": (4, False), "q4": (None, True)}
    assert 0 <= bob.pop("q2")[0] < 3
    assert bob == {q: points for q, points in ada.items() if q != "q2"}
    text = (four.folder("autograded", "four", "ada") / "four.ipynb").read_text(encoding="utf-8")
    assert WORDS in text
    cells = [c["metadata"]["nbgrader"]["grade_id"] for c in json.loads(text)["cells"] if "nbgrader" in c["metadata"]]
    assert cells == ["setup", "q1-answer", "q1", "q2-answer", "q2", "q3-answer", "q3", "q4"]


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("otter"), reason="otter-grader is not installed: pip install otter-grader")
def test_otter_takes_what_submit_wrote(four, tmp_path):
    shutil.copytree(four.root / "otter" / "four", tmp_path / "master")
    _otter(tmp_path / "master", "assign", "four.ipynb", "dist", "--no-run-tests")
    desk = tmp_path / "master" / "dist" / "student"
    handed_in = hand_in(four, desk, lambda key: key[:-1])
    (zipped,) = (tmp_path / "master" / "dist" / "autograder").glob("*.zip")
    _otter(tmp_path, "run", "-a", str(zipped), str(handed_in))
    tests = json.loads((tmp_path / "results.json").read_text())["tests"]
    points = {q: sum(t.get("score", 0) for t in tests if q in t["name"]) for q in ("q1", "q2", "q3")}
    assert (points["q1"], points["q3"]) == (1, 4)
    assert 0 <= points["q2"] < 3


def _otter(folder: Path, *words: str) -> None:
    done = subprocess.run([str(shutil.which("otter")), *words], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2_000:] + done.stderr[-2_000:]
