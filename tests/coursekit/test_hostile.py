"""None of the hostile functions gains a point, reads what is private, harms another answer, or stalls the batch."""

from __future__ import annotations

import json
import os
import time
from dataclasses import replace
from pathlib import Path

import pytest

from coursekit.book.feedback import page
from coursekit.book.scores import as_it_counts
from coursekit.marking.jobs import Job
from coursekit.marking.marking import Marking, grade
from coursekit.marking.pool import run_jobs
from coursekit.marking.sandbox import MEGA, Limits
from coursekit.practice.handin import Entry, compose
from tests.coursekit import ordinary
from tests.coursekit.hostile.functions import SAMPLES, TIME, Sample, reader
from tests.needs import needs

pytestmark = needs("sandbox")
# Small limits, so that a bomb explodes early; each sample stays harmless without them.
LIMITS = Limits(memory=400 * MEGA, disk=32 * MEGA)
QUICK = ("flood_past_python", "message_of_control_characters", "nested_folders", "fork_bomb", "exit_at_once",
         "patched_program", "reply_instead_of_the_program", "close_all_files", "search_of_the_whole_disk",
         "equal_to_everything", "huge_number_without_a_limit", "memory_outside_any_process",
         "memory_that_nobody_holds", "a_disk_of_its_own", "a_child_with_a_disk_of_its_own",
         "no_death_signal", "the_answers_of_the_package", "where_things_lie_outside")
# What succeeds or fails by whose processes and files those of the sandbox are.
PERSONAL = ("code_in_the_first_process", "no_death_signal", "files_behind_a_closed_door", "fork_bomb",
            "writing_wherever_it_can", "a_disk_of_its_own", "memory_of_others")
MARK = "from coursekit.marking.marking import grade as main"


def job(course, samples: list[Sample], student: str = "ada") -> Job:
    """One hand-in with a hostile answer to each of many questions of the same type, and honest ones between them."""
    made = Marking(course, "hw", LIMITS).job(student)
    asked, own = made.questions["q3"], made.questions["q1"]
    key = course.issued("hw", student)["questions"]["q1"]["key"]
    entries, questions = {}, {}
    for n, sample in enumerate(samples):
        entries[f"f{n}"] = Entry("function", None, source=sample.source, n=2 * n + 1)
        entries[f"h{n}"] = Entry("data", key, n=2 * n + 2)
        # What something else ends has time for it on a busy machine, too
        seconds = 1.0 if TIME[0] in sample.told else 5.0
        questions |= {f"f{n}": replace(asked, seconds=seconds), f"h{n}": own}
    shown = {q: vars(one) for q, one in questions.items()}
    content = json.dumps(compose("hw", shown, entries, student=student, signature="", lang="en", written=""))
    paper = replace(made.paper, questions=questions)
    return replace(made, content=content.encode(), paper=paper, seeds=dict.fromkeys(questions, 5))


def hold(result: dict, samples: list[Sample]) -> list[str]:
    """What is wrong with the verdicts; nothing, if all is as it must be."""
    problems = []
    for n, sample in enumerate(samples):
        verdict, honest = result.questions[f"f{n}"], result.questions[f"h{n}"]
        said = verdict.message
        if verdict.points or honest.points != honest.maximum:
            problems.append(f"{sample.name}: points {verdict.points}, the honest answer after it {honest.points}")
        if not any(part in said for part in sample.told):
            problems.append(f"{sample.name}: {said[:200]!r}")
        if not said.replace("\n", "").isprintable() or len(said) > 3000:
            problems.append(f"{sample.name}: the message is not inert")
        quoted = said.replace("CANARY?", "")
        for line in sample.source.splitlines():  # the line that raised is shown to its author
            quoted = quoted.replace(f": {line.strip()[:100]})", "")
        if "CANARY" in quoted:
            problems.append(f"{sample.name}: {said[:200]!r}")
    return problems


def test_there_is_a_sample_for_every_way_and_no_two_have_one_name():
    assert len({s.name for s in SAMPLES}) == len(SAMPLES) >= 70
    assert {s.name for s in SAMPLES} >= set(QUICK)


@pytest.mark.slow
def test_hostile_functions_gain_nothing(course):
    samples = [s for s in SAMPLES if s.name in QUICK]
    result = grade(job(course, samples))
    assert hold(result, samples) == []
    html = page(as_it_counts(result, None), course.issued("hw", "ada"))
    assert "<script" not in html
    assert "\x1b" not in html


@pytest.mark.slow
@pytest.mark.skipif(not ordinary.program(), reason=ordinary.WAY)
def test_hostile_functions_gain_nothing_where_the_marker_is_an_ordinary_user(course):
    samples = [s for s in SAMPLES if s.name in PERSONAL]
    assert hold(ordinary.result_of(MARK, job(course, samples)), samples) == []
    assert not strangers()


@pytest.fixture
def canary():
    """Secrets outside that nobody may see."""
    os.environ["FINITY_TEST_CANARY"] = "CANARY"
    place = Path("/tmp/finity-canary")
    place.write_text("CANARY")
    yield place
    place.unlink()
    del os.environ["FINITY_TEST_CANARY"]


def spies(course, canary: Path) -> list[Sample]:
    """Functions that read one file after the other."""
    root = course.root
    return [Sample(f"reads_{paths[0]}", reader(*paths), ("FileNotFoundError: nothing",)) for paths in (
        (f"{root}/source/hw/hw.py", f"{root}/source/questions.py"), (f"{root}/private/secret", str(canary)),
        (f"{root}/submitted/bob/hw/hw.ipynb", f"{root}/gradebook.db"), ("/etc/passwd", "/etc/hostname"),
        (str(Path(__file__)), str(Path.home() / ".bashrc")))]


@pytest.mark.slow
@pytest.mark.skipif(not ordinary.program(), reason=ordinary.WAY)
def test_the_whole_corpus_where_the_marker_is_an_ordinary_user(course, canary):
    samples = [*SAMPLES, *spies(course, canary)]
    found = ordinary.result_of(MARK, job(course, samples))
    assert hold(found, samples) == []
    assert {verdict.sandbox for verdict in found.questions.values() if verdict.sandbox} == {"bubblewrap"}
    assert not [p for p in ("/finity-owned", "/usr/finity-owned", "/tmp/owned") if os.path.exists(p)]
    assert not strangers()


@pytest.mark.slow
def test_the_whole_corpus_in_one_batch_with_honest_answers_between(course, canary):
    root, half = course.root, len(SAMPLES) // 2
    parts = {"ada": SAMPLES[:half], "bob": SAMPLES[half:] + spies(course, canary)}
    private = {p: p.read_bytes() for p in root.rglob("*") if p.is_file()}
    began = time.monotonic()
    found = {r.student: r for r in run_jobs((job(course, s, who) for who, s in parts.items()), workers=2)}
    assert time.monotonic() - began < 10 * len(SAMPLES), "the batch stalled"
    problems = [line for who, samples in parts.items() for line in hold(found[who], samples)]
    assert not problems, "\n".join(problems)
    assert {p: p.read_bytes() for p in private} == private
    assert not [p for p in ("/finity-owned", "/usr/finity-owned", "/tmp/owned") if os.path.exists(p)]
    assert not strangers()


def strangers() -> list[str]:
    """Processes of a sandbox that outlived whoever made it."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            command = (place / "cmdline").read_bytes()
            parent = (place / "stat").read_text(encoding="latin-1").rpartition(")")[2].split()[1]
        except OSError:
            continue
        if b"/packages/coursekit/practice/handover.py" in command and parent == "1":
            found.append(command.decode("latin-1"))
    return found
