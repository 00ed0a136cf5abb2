"""nbgrader's own autograde executes nothing in a course of ours, unless its lecturer says so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from coursekit.book.scores import scores
from coursekit.sets.course import find_course
from tests.coursekit.workshop import blank, by_hand, hand_in, marked, run

SHIPPED = Path(__file__).parents[2] / "course" / "nbgrader_config.py"
ALLOWED = '\nc.Autograde.exporter_class = "nbconvert.exporters.NotebookExporter"\n'
NEW_SUBMISSION = pytest.mark.filterwarnings("ignore:Object of type <Submitted\\w+> not in session")
"""nbgrader links a new submission to its assignment before it adds it to the database session; SQLAlchemy warns."""


def with_a_marker(course, student: str) -> Path:
    """Hand in a notebook that leaves a file behind when somebody executes it."""
    marker = course.root / "executed"
    book = blank(course)
    book["cells"][0] = {"cell_type": "code", "id": "x", "metadata": {}, "execution_count": None, "outputs": [],
                        "source": f"open({str(marker)!r}, 'w').close()"}
    hand_in(course, student, book)
    return marker


def everything(course) -> dict[Path, bytes]:
    """All files of the course but the data base, whose content is asked for by `scores`."""
    return {path: path.read_bytes() for path in course.root.rglob("*") if path.is_file() and path.suffix != ".db"}


def button(course, student: str) -> dict:
    """What the formgrader's button does."""
    from nbgrader.apps import NbGraderAPI

    config = find_course(course.root).config
    config.CourseDirectory.root = str(course.root)
    return NbGraderAPI(config=config).autograde("hw", student)


def pressed(course, student: str) -> list[str]:
    """Press the button for a student whose notebook leaves a file behind; what did not hold."""
    marker = with_a_marker(course, student)
    files, marks = everything(course), scores(course, "hw")
    done = button(course, student)
    said = done.get("log", "")
    wrong = {"it went through": done["success"], f"it said {said!r}": "Mark with: finity-edu mark SET" not in said,
             "the notebook was executed": marker.exists(), "files were changed": everything(course) != files,
             "marks were changed": scores(course, "hw") != marks}
    return [what for what, is_so in wrong.items() if is_so]


@pytest.mark.slow
def test_the_button_of_the_formgrader_executes_and_changes_nothing(course):
    marked(course)
    by_hand(course, "bob", "q2", 1.5, "Well argued.")
    assert pressed(course, "bob") == []
    assert pressed(course, "eve") == []


@pytest.mark.slow
def test_the_command_executes_and_changes_nothing_in_a_course_as_it_is_shipped(course):
    (course.root / "nbgrader_config.py").write_text(SHIPPED.read_text(encoding="utf-8"), encoding="utf-8")
    marker = with_a_marker(course, "eve")
    files = everything(course)
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run([sys.executable, "-m", "nbgrader", "autograde", "hw", "--student", "eve"], cwd=course.root,
                          env={**os.environ, "PATH": programs}, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "Mark with: finity-edu mark SET" in done.stderr
    assert "Traceback" not in done.stderr
    assert not marker.exists()
    assert everything(course) == files


@NEW_SUBMISSION
@pytest.mark.slow
def test_whoever_writes_the_line_has_nbgraders_own(course):
    with (course.root / "nbgrader_config.py").open("a", encoding="utf-8") as settings:
        settings.write(ALLOWED)
    assert ALLOWED.split('"')[1] in SHIPPED.read_text(encoding="utf-8"), "the shipped settings name it"
    marker = with_a_marker(course, "eve")
    button(course, "eve")
    assert marker.exists()


@pytest.mark.parametrize("command", ["mark hw", "status"])
def test_a_course_that_does_not_refuse_yet_is_told_the_line(course, command):
    file = course.root / "nbgrader_config.py"
    line = next(line for line in SHIPPED.read_text(encoding="utf-8").splitlines() if line.startswith("c.Autograde"))
    file.write_text(file.read_text().replace(line, ""))
    told = run(course, *command.split())
    assert told.exit_code == 0, told.output
    assert f"Add this line to {file}, and it refuses: {line}" in told.output
    for decided in (line, ALLOWED):
        with file.open("a", encoding="utf-8") as settings:
            settings.write(decided)
        assert "Add this line" not in run(course, *command.split()).output
