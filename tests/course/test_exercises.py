"""What lies in ``course/exercises`` is what the sets' sources say, and it works with the students' package alone."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from course.build import HERE, SECRET, exercises
from coursekit import open_set

FOLDER = HERE / "exercises"
FILES = sorted(p for p in FOLDER.rglob("*.*") if p.suffix in (".ipynb", ".json"))
SETS = sorted({p.parent for p in FILES})


@pytest.mark.slow
def test_the_exercises_are_built_from_their_sources_all_of_them_and_no_others():
    made = exercises([])
    assert sorted(made) == FILES, "run  make exercises"
    stale = [str(file) for file, text in made.items() if file.read_text(encoding="utf-8") != text]
    assert not stale, "run  make exercises"
    assert {p.parent.name for p in made} == {p.parent.name for p in (HERE / "source").glob("*/*.py")}


@pytest.mark.parametrize("folder", SETS, ids=lambda f: str(f.relative_to(FOLDER)))
def test_an_exercise_holds_no_key_and_opens_and_asks_every_question(folder: Path, tmp_path: Path):
    name = folder.name
    text = (folder / f"{name}.ipynb").read_text(encoding="utf-8")
    record = json.loads((folder / f"{name}.instances.json").read_text(encoding="utf-8"))
    assert not any(word in text for word in ("BEGIN SOLUTION", "HIDDEN TESTS", SECRET))
    assert not [q for q, one in record["questions"].items() if {"key", "data"} & set(one)]
    cells = json.loads(text)["cells"]
    assert len({cell["id"] for cell in cells}) == len(cells)
    shutil.copytree(folder, tmp_path / name)
    show, _, _, submit = open_set(name, tmp_path / name)
    shown = "".join("".join(c["source"]) for c in cells)
    for q, one in record["questions"].items():
        assert f"{name}.{q}" in str(show(q))
        assert one["kind"] == "manual" or f'show("{name}.{q}")' in shown
        assert one["kind"] == "manual" or f"# Your answer to {name}.{q}" in shown
    assert submit().path == f"{name}-handin.ipynb"


@pytest.mark.slow
def test_a_student_needs_neither_nbgrader_nor_jupytext_for_them(tmp_path: Path):
    shutil.copytree(FOLDER / "ps0", tmp_path / "ps0")
    code = ("import sys\nfor name in ('nbgrader', 'jupytext', 'nbformat', 'nbclient'): sys.modules[name] = None\n"
            "from coursekit import open_set\nshow, check, hint, submit = open_set('ps0')\n"
            "print(show('q1'), show('q1', practice=1), hint('q1'), submit())")
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, cwd=tmp_path / "ps0", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "ps0" / "ps0-handin.ipynb").is_file()
