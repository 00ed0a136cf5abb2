"""The folder in which a lecturer stands may hold what students handed in: nothing in it is run."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from coursekit.sets.course import find_course
from tests.coursekit.workshop import hand_in, perfect

ROOT = Path(__file__).parents[2]
PACKAGES = ("boardkit", "automatakit", "coursekit", "finity_edu", "matchbox", "amakta")
NAMES = (*PACKAGES, "pickle", "json", "queue", "threading", "subprocess", "resource", "sqlite3", "nbgrader", "jupytext",
         "click", "rich", "alembic", "sqlalchemy", "traitlets", "encodings", "sitecustomize", "usercustomize")
COMMANDS = (["mark", "hw", "--workers", "2"], ["collect", "hw", "in"], ["feedback", "hw"], ["export", "hw"],
            ["status"], ["status", "hw"], ["release", "hw", "--student", "new"])


@pytest.fixture
def evil(tmp_path) -> Path:
    """A folder full of programs, each of which leaves a file behind."""
    folder = tmp_path / "evil"
    (folder / "versions").mkdir(parents=True)
    (folder / "in" / "ada").mkdir(parents=True)
    for name in (*NAMES, "versions/x1_"):
        leave = f"open({str(folder / 'owned')!r}, 'a').write({name!r})"
        (folder / f"{name}.py").write_text(f"{leave}\nrevision, down_revision = 'x1', None\n")
    (folder / "pyproject.toml").write_text(
        f"[tool.alembic]\nprepend_sys_path = ['.']\nversion_locations = [{str(folder / 'versions')!r}]\n")
    return folder


def run(folder: Path, *args: object) -> subprocess.CompletedProcess[str]:
    """Run a command as its console script does, whose folder alone is the first that is looked through."""
    program = "import sys; sys.path.pop(0); from finity_edu.command import main; main()"
    path = os.pathsep.join(p for p in sys.path if p)
    return subprocess.run([sys.executable, "-c", program, *map(str, args)], cwd=folder, capture_output=True, text=True,
                          env=os.environ | {"PYTHONPATH": path})


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_command_runs_what_lies_in_the_current_folder(course, evil, command):
    hand_in(course, "ada", perfect(course, "ada"))
    (evil / "in" / "ada" / "hw.ipynb").write_bytes(course.submissions("hw")["ada"].read_bytes())
    if command[0] in ("feedback", "export", "status"):
        assert run(course.root, "mark", "hw").returncode == 0
    done = run(evil, *command, "--course", course.root)
    assert done.returncode == 0, done.stderr
    assert not (evil / "owned").exists(), (evil / "owned").read_text()


@pytest.mark.slow
def test_a_new_grade_book_is_made_by_nobodys_program(course, evil, monkeypatch):
    """nbgrader asks alembic, which takes settings from the current folder unless it is told of others."""
    (course.root / "gradebook.db").unlink()
    monkeypatch.chdir(evil)
    monkeypatch.setattr("nbgrader.api.get_alembic_version", _asked)
    with find_course(course.root).gradebook() as book:
        assert book.students == []
    assert not (evil / "owned").exists(), (evil / "owned").read_text()


def _asked() -> str:
    """What nbgrader does; the tests ask it once only."""
    from nbgrader.api import _temp_alembic_ini

    with _temp_alembic_ini("sqlite://") as settings:
        return subprocess.check_output(["alembic", "-c", settings, "heads"], text=True).split()[0]


@pytest.mark.slow
def test_every_python_that_is_started_is_told_not_to_look_into_the_current_folder():
    found = []
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.List) and node.elts and ast.unparse(node.elts[0]) == "sys.executable":
                    found.append((path.name, ast.unparse(node.elts[1])))
    assert found, "the search finds nothing"
    assert [one for one in found if one[1] not in ("'-P'", "'-I'")] == []
