"""A whole class at once; killed at random moments; spread over several machines."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from coursekit.book.scores import scores
from coursekit.marking import ledger
from coursekit.marking.marking import Marking
from coursekit.marking.pool import run_jobs
from coursekit.sets.course import find_course
from coursekit.sets.release import release
from tests.coursekit.workshop import answer, blank, cell, hand_in, perfect

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-c", "from tests.coursekit.workshop import main; main()"]


def class_of(course, number: int) -> dict[str, float]:
    """Many students who know the answers to some of their questions; returns what each must get."""
    expected = {}
    with course.gradebook() as book:
        for i in range(number):
            book.add_student(f"s{i:03}")
    common = perfect(course, "nobody")
    # However fast the machine: time enough to be killed in.
    answer(common, "q3", f"import time\ntime.sleep(0.5)\n{cell(common, 'q3-answer')['source']}")
    for i in range(number):
        book = json.loads(json.dumps(common))
        if i % 3 == 1:
            answer(book, "q1", "answer = -5")
        if i % 5 == 2:
            answer(book, "q3", "def answer(word):\n    raise ValueError(word)")
        hand_in(course, f"s{i:03}", book)
        expected[f"s{i:03}"] = 6 - (i % 3 == 1) - 2 * (i % 5 == 2)
    return expected


def mark(course, *args: str, name: str = "hw") -> subprocess.Popen[str]:
    return subprocess.Popen([*COMMAND, "mark", name, "--course", str(course.root), "--json", *args], cwd=ROOT,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


@pytest.mark.slow
def test_a_hundred_submissions_of_a_shipped_set_in_one_run(tmp_path):
    """Each student has questions of their own; every third one leaves out the first question."""
    name = max(p.name for p in (ROOT / "course" / "source").glob("ps[01]"))
    (tmp_path / "source").mkdir()
    shutil.copytree(ROOT / "course" / "source" / name, tmp_path / "source" / name,
                    ignore=shutil.ignore_patterns("*.ipynb", "*.json"))
    shutil.copy(ROOT / "course" / "nbgrader_config.py", tmp_path)
    course = find_course(tmp_path)
    students = [f"s{i:03}" for i in range(100)]
    release(course, name, students=students)
    problems = course.problem_set(name)
    first = next(q for q in problems.questions.values() if not q.manual)
    by_machine = sum(q.points for q in problems.questions.values() if not q.manual)
    empty = cell(blank(course, name), f"{first.id}-answer")["source"]
    expected = {}
    for i, student in enumerate(students):
        book = perfect(course, student, name)
        if i % 3 == 1:
            cell(book, f"{first.id}-answer")["source"] = empty
        hand_in(course, student, book, name)
        expected[student] = by_machine - first.points * (i % 3 == 1)
    run = mark(course, "--workers", "2", name=name)
    out, err = run.communicate(timeout=500)
    assert run.returncode == 0, err
    assert {s: one["points"] for s, one in json.loads(out)["students"].items()} == expected
    assert {s: one.score for s, one in scores(course, name).items()} == expected


def written(course) -> int:
    """How many results are on the disk."""
    return len(list(course.results("hw").glob("*.jsonl")))


@pytest.mark.slow
def test_killed_at_random_moments_no_grade_is_lost_or_doubled(course):
    expected = class_of(course, 16)
    rng = random.Random(7)
    kills = 0
    while written(course) < len(expected):
        run = mark(course, "--workers", "2")
        goal = min(written(course) + rng.choice((0, 2, 4)), len(expected))
        while written(course) < goal and run.poll() is None:
            time.sleep(0.01)
        time.sleep(rng.random() * 0.7)  # between two results, in the middle of one, or while the book is written
        # The main process alone, or all that belong to its group.
        (os.kill if rng.random() < 0.7 else os.killpg)(run.pid, signal.SIGKILL)
        run.communicate()
        kills += 1
        assert max(len(ledger.history(course.results("hw") / f"{s}.jsonl")) for s in expected) <= 1
        assert kills < 60, "it never comes to an end"
    run = mark(course, "--workers", "2")
    out, err = run.communicate(timeout=200)
    assert run.returncode == 0, err
    assert kills >= 4
    assert {s: one["points"] for s, one in json.loads(out)["students"].items()} == expected
    assert {s: one.score for s, one in scores(course, "hw").items()} == expected
    for student in expected:
        assert len(ledger.history(course.results("hw") / f"{student}.jsonl")) == 1
    with course.gradebook() as book:
        assert len(book.assignment_submissions("hw")) == len(expected)


@pytest.mark.slow
def test_interrupted_by_the_user_everything_done_so_far_is_booked(course):
    expected = class_of(course, 30)
    run = mark(course, "--workers", "2")
    while len(list(course.results("hw").glob("*.jsonl"))) < 4:
        assert run.poll() is None, run.communicate()
        time.sleep(0.1)
    os.kill(run.pid, signal.SIGINT)
    run.communicate(timeout=60)
    assert run.returncode != 0
    booked = scores(course, "hw")
    done = {p.stem for p in course.results("hw").glob("*.jsonl")}
    assert set(booked) == done
    assert 4 <= len(done) < len(expected)
    assert all(booked[s].score == expected[s] for s in done)


@pytest.mark.slow
def test_a_worker_that_is_killed_costs_nobody_a_grade(course):
    expected = class_of(course, 8)
    run = mark(course, "--workers", "2")
    killed = set()
    while run.poll() is None and len(killed) < 2:
        for child in psutil.Process(run.pid).children():
            with suppress(psutil.NoSuchProcess):
                if "coursekit.marking.pool" in child.cmdline() and child.pid not in killed and written(course):
                    child.kill()
                    killed.add(child.pid)
                    break
        time.sleep(0.1)
    out, err = run.communicate(timeout=200)
    assert killed
    assert run.returncode == 0, (out, err)
    assert {s: one.score for s, one in scores(course, "hw").items()} == expected


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_dask_scheduler_spreads_the_work(course):
    from distributed import LocalCluster

    expected = class_of(course, 6)
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        shop = Marking(course, "hw")
        found = {r.student: r for r in run_jobs((shop.job(s) for s in expected),
                                                   scheduler=cluster.scheduler_address)}
    assert {s: getattr(r, "points", r) for s, r in found.items()} == expected
