"""Each command killed at three of its changes, twice at once, on a full disk: a sample of what `make measure` does."""

from __future__ import annotations

import subprocess
import sys
from textwrap import dedent

import pytest

from benchmarks.measures import kills

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("command", [name for name in kills.COMMANDS if name != "rehearse"])
def test_what_a_second_run_leaves_is_what_one_whole_run_leaves(command):
    wrong = [one for at in kills.points(command, 3) for one in kills.killed(command, at)]
    assert wrong + kills.at_once(command) == []


@pytest.mark.skipif(not kills.mountable(), reason="no small disk can be mounted: run it as root, on Linux")
@pytest.mark.parametrize("command", ["new", "release", "mark"])
def test_a_full_disk_ends_a_command_with_a_sentence(command):
    assert kills.disk_full(command, 40) == []


def test_a_disk_that_is_full_while_the_grade_book_is_open_ends_in_a_sentence_alone(course):
    """Nothing can be taken back then, either, and SQLAlchemy wrote a traceback when it cleared away."""
    program = dedent(f"""
        import gc, sqlite3
        from boardkit.errors import UserError
        from coursekit.sets.course import find_course
        from sqlalchemy.engine.default import DefaultDialect
        from sqlalchemy.exc import OperationalError

        def full(*args):
            raise sqlite3.OperationalError("database or disk is full")

        try:
            with find_course({str(course.root)!r}).gradebook() as book:
                book.students
                DefaultDialect.do_rollback = full
                raise OperationalError("", None, sqlite3.OperationalError("database or disk is full"))
        except UserError as error:
            print(error)
        gc.collect()
    """)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "disk is full" in done.stdout
    assert done.stderr == ""
