"""None of the hostile submissions gains a point, reads what is private, harms another one, or stalls the batch."""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from html import unescape
from pathlib import Path

import pytest

from finity_edu.errors import CATALOGUE
from finity_edu.grading.book import book_results, scores
from finity_edu.grading.course import Course
from finity_edu.grading.feedback import page
from finity_edu.grading.marking import Marking, grade
from finity_edu.grading.pool import run_jobs
from finity_edu.grading.release import release
from finity_edu.grading.sandbox import MEGA, Limits
from tests.grading.hostile import Sample, Stage, forging, notebooks, resources, spying
from tests.grading.workshop import hand_in, perfect

SAMPLES: tuple[Sample, ...] = tuple(s for m in (resources, forging, notebooks, spying) for s in m.CORPUS.samples)
# Small limits, so that a bomb explodes early; each sample stays harmless without them.
LIMITS = Limits(memory=500 * MEGA, processes=60, file=8 * MEGA, cpu=60)
QUICK = ("exit_at_once", "patched_judge", "duplicated_answers", "reads_the_private_source", "writes_outside",
         "function_that_looks_into_its_callers", "points_raised", "hook_before_each_cell", "recorded_points",
         "background_thread_that_changes_the_answer", "set_of_long_words")
VICTIMS = ("victim1", "victim2", "victim3")


def marking(course: Course, students: list[str]) -> Marking:
    with course.gradebook() as book:
        for student in students:
            book.update_or_create_student(student)
    release(course, "hw")
    return Marking(course, "hw", LIMITS)


def told(course: Course, result: dict) -> dict[str, str]:
    """What lecturer and student are told, by the names that samples use, with the words of the feedback page."""
    remarks = {r["id"]: CATALOGUE.text(f"remark.{r['id']}", where=r["where"], what=r["what"]).strip()
               for r in result["remarks"]}
    silent = CATALOGUE.text("remark.not_answered")
    for q, verdict in result["questions"].items():
        reason = ("malformed" if verdict["malformed"] else "not_answered" if verdict["message"] == silent else
                  "wrong" if verdict["answer"] is not None else None)
        remarks |= {f"{q} {reason}": verdict["message"]} if reason else {}
    return remarks


def hold(course: Course, sample: Sample, result: dict) -> None:
    """What must be true of every hostile submission."""
    points = tuple(q["points"] for q in result["questions"].values())
    assert points == sample.points, (sample.name, points, result["remarks"])
    found = told(course, result)
    named = sorted(set(found) & set(sample.remarks))
    assert named, (sample.name, sorted(found))
    shown = unescape(re.sub("<[^>]*>", "", page(result, course.issued("hw", result["student"]), None)))
    for line in found[named[0]].splitlines():
        assert line.removeprefix("- ") in shown, (sample.name, line)
    answers = json.dumps([q["answer"] for q in result["questions"].values()])
    # An answer that was cut shows its own beginning; what was found would follow the word.
    assert not re.search(r"CANARY[^?']", answers), (sample.name, answers[:500])


def test_the_corpus_has_at_least_forty_samples_of_different_names():
    assert len({s.name for s in SAMPLES}) == len(SAMPLES) >= 40


@pytest.mark.parametrize("name", QUICK)
def test_a_hostile_submission_gains_nothing(course, name):
    sample = next(s for s in SAMPLES if s.name == name)
    shop = marking(course, ["mallory", "victim1"])
    hand_in(course, "mallory", sample.make(Stage(course, "mallory")))
    hold(course, sample, grade(shop.job("mallory")))


@pytest.fixture
def canary():
    """Files outside that nobody may see."""
    os.environ["FINITY_TEST_CANARY"] = "CANARY"
    place = Path("/tmp/finity-canary")
    place.write_text("CANARY")
    yield place
    place.unlink()
    del os.environ["FINITY_TEST_CANARY"]


@pytest.mark.slow
def test_the_whole_corpus_in_one_batch_with_honest_students_between(course, canary):
    names = [s.name for s in SAMPLES]
    shop = marking(course, [*names, *VICTIMS])
    for sample in SAMPLES:
        hand_in(course, sample.name, sample.make(Stage(course, sample.name)))
    for victim in VICTIMS:
        hand_in(course, victim, perfect(course, victim))
    private = {p: p.read_bytes() for p in course.root.rglob("*") if (p.is_file() and "private" in p.parts) or
               p.name in ("hw.py", "questions.py", "gradebook.db")}
    before = set(Path("/tmp").glob("finity-run-*"))
    began = time.monotonic()
    order = [*VICTIMS[:1], *names[::2], *VICTIMS[1:2], *names[1::2], *VICTIMS[2:]]
    found = {r["student"]: r for r in run_jobs((shop.job(s) for s in order), workers=2)}
    seconds = time.monotonic() - began
    assert set(found) == set(order)
    assert [r for r in found.values() if "failed" in r] == []
    assert {p: p.read_bytes() for p in private} == private
    problems = []
    for sample in SAMPLES:
        try:
            hold(course, sample, found[sample.name])
        except AssertionError as error:
            problems.append(str(error).splitlines()[0])
    assert not problems, "\n".join(problems)
    for victim in VICTIMS:
        assert found[victim]["points"] == 6
        assert found[victim]["remarks"] == []
    assert seconds < 5 * len(order), "the batch stalled"
    assert set(Path("/tmp").glob("finity-run-*")) <= before
    assert not [p for p in ("/finity-owned", "/usr/finity-owned", "/tmp/finity-owned") if os.path.exists(p)]
    assert not strangers()
    for result in list(found.values()):
        shop.note(result)
    book_results(course, "hw", found)
    booked = scores(course, "hw")
    assert {s: booked[s]["score"] for s in order} == {s: found[s]["points"] for s in order}
    for name in ("script_in_an_output", "script_in_a_text"):
        html = shown_to_the_lecturer(course, name)
        assert "owned()" in html
        assert not re.search(r"<[^>]*owned\(\)|<script[^>]*>\s*owned", html)
    html = page(found["markup_in_an_answer"], course.issued("hw", "markup_in_an_answer"), None)
    assert "<script" not in html
    assert "<img src=x" not in html


def shown_to_the_lecturer(course: Course, student: str) -> str:
    """What the formgrader makes of a notebook."""
    from nbconvert.exporters import HTMLExporter

    path = course.folder("autograded", "hw", student) / "hw.ipynb"
    html, _ = HTMLExporter(template_name="basic").from_filename(str(path))
    return html


def strangers() -> list[str]:
    """Processes of a sandbox that outlived it."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            command = (place / "cmdline").read_bytes()
        except OSError:
            continue
        if b"/tmp/connection.json" in command and b"bwrap" not in command.split(b"\0")[0]:
            found.append(command.decode("latin-1"))
    return found


@pytest.mark.skipif(shutil.which("bwrap") is None, reason="no bubblewrap")
def test_reading_is_possible_without_a_sandbox_so_the_tests_above_can_fail(course):
    shop = marking(course, ["mallory"])
    sample = next(s for s in SAMPLES if s.name == "reads_the_private_source")
    hand_in(course, "mallory", sample.make(Stage(course, "mallory")))
    job = {**shop.job("mallory"), "protected": False}
    assert "CANARY" in json.dumps(grade(job)["questions"]["q1"]["answer"])
