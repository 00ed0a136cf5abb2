"""Marking again: what is kept, what survives a crash, and what each further attempt is told and earns."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import replace

import pytest
from click.testing import CliRunner

from boardkit.errors import UserError
from coursekit.book.collecting import collect
from coursekit.book.feedback import write_feedback
from coursekit.book.scores import book_results, scores
from coursekit.formats import ANSWERS, RESULT
from coursekit.marking import ledger
from coursekit.marking.marking import Marking, changes, grade
from coursekit.marking.result import Marked, Result
from coursekit.marking.sandbox import Limits
from coursekit.practice.handin import Entry, as_json
from coursekit.questions import question
from coursekit.sets.release import release
from coursekit.sets.source import read_source
from tests.coursekit.workshop import (
    SOURCE,
    blank,
    hand_in,
    key,
    main,
    make_course,
    mark,
    marked,
    points,
    remarks,
    run,
    run_mark,
    submitted,
)
from tests.needs import needs

pytestmark = pytest.mark.usefixtures("marked_here")

needs_sandbox = needs("sandbox")


@pytest.mark.slow
@needs_sandbox
def test_a_corrected_key_marks_everything_anew_and_says_whose_points_changed(course):
    source = "def answer(word):\n    return word.count('w')"
    for student in ("ada", "bob"):
        entry = Entry("function", None, n=1, source=source if student == "ada" else source.replace("'w'", "'b'"))
        submitted(course, student, {"q3": entry})
    first = run_mark(course)
    assert (first["marked"], first["changed"]) == (["ada", "bob"], {})
    assert run_mark(course)["marked"] == []
    own = course.own_questions
    own.write_text(own.read_text().replace('count("b")', 'count("w")'))
    second = run_mark(course)
    assert second["marked"] == ["ada", "bob"]
    before, after = ({s: one["questions"]["q3"] for s, one in r["students"].items()} for r in (first, second))
    assert before["bob"] == after["ada"] == 2
    assert max(before["ada"], after["bob"]) < 2
    assert second["changed"] == {s: {"q3": [before[s], after[s]]} for s in ("ada", "bob")}
    assert {s: one.score for s, one in scores(course, "hw").items()} == after


def test_who_has_the_file_of_an_earlier_release_has_changed_nothing(course):
    submitted(course, "ada", {"q1": Entry("data", key(course, "ada", "q1"), n=1)})
    path = course.folder("source", "hw") / "hw.py"
    path.write_text(path.read_text().replace("points=1", "points=2"))
    for _ in range(2):
        release(course, "hw")
        assert (points(mark(course, "ada")), remarks(mark(course, "ada"))) == ([2, 0, 0], set())
    book = json.loads((course.submissions("hw")["ada"]).read_text())
    book["metadata"]["finity"]["signature"] = "0" * 64
    hand_in(course, "ada", book)
    assert remarks(mark(course, "ada")) == {"forged_variant"}


@needs_sandbox
def test_where_nothing_is_to_be_marked_no_place_to_run_functions_is_looked_for(course):
    submitted(course, "ada", {"q1": Entry("data", key(course, "ada", "q1"), n=1)})
    said = [run(course, "mark", "hw", "--workers", "1").output for _ in range(2)]
    assert ["Functions run in a sandbox" in text for text in said] == [True, False]


def test_a_new_file_is_no_change_of_the_judges_mind():
    old, new = (Result("hw", "ada", "", {"q1": Marked(n, 2, "")}, n, 2, "a") for n in (1, 2))
    assert changes(old, replace(new, content="b")) == {}
    assert changes(old, new) == {"q1": (1, 2)}


@pytest.mark.slow
def test_of_files_handed_in_one_after_the_other_the_last_one_counts_everywhere(course):
    right = key(course, "ada", "q1")
    for value, expected in ((right, 1), (right + 1, 0), (right, 1)):
        submitted(course, "ada", {"q1": Entry("data", value, n=1)})
        assert run_mark(course)["marked"] == ["ada"]
        assert ledger.read(course.results("hw") / "ada.jsonl")[-1].points == expected
        assert scores(course, "hw")["ada"].score == expected
    assert run_mark(course)["marked"] == []


@pytest.mark.slow
def test_what_an_earlier_version_left_behind_is_passed_over_with_a_word(course, tmp_path, monkeypatch):
    """Nested so deeply that no program could delete it the usual way."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    nest = tmp_path / "temporary" / "finity-run-999999999-x"
    nest.mkdir(parents=True)
    here = os.open(nest, os.O_RDONLY)
    for _ in range(2000):
        os.mkdir("d", dir_fd=here)
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    try:
        submitted(course, "ada", {"q1": Entry("data", key(course, "ada", "q1"), n=1)})
        done = CliRunner().invoke(main, ["mark", "hw", "--workers", "1", "--course", str(course.root)])
        assert done.exit_code == 0
        assert "Version 0.1 left 1 folder behind" in done.output
        assert run_mark(course)["students"]["ada"]["points"] == 1
    finally:
        subprocess.run(["rm", "-rf", nest], check=True)


def test_limits_that_change_or_a_new_file_mean_marking_again(course):
    submitted(course, "ada", {"q1": Entry("data", 1, n=1)})
    marking = Marking(course, "hw")
    assert marking.open_students() == ["ada"]
    marking.note(grade(marking.job("ada")))
    assert marking.open_students() == []
    assert Marking(course, "hw", Limits(judge=30)).open_students() == ["ada"]
    submitted(course, "ada", {"q1": Entry("data", 2, n=1)})
    assert marking.open_students() == ["ada"]


def test_a_torn_line_is_as_if_never_written_and_swallows_nothing(tmp_path):
    path = tmp_path / "ada.jsonl"
    ledger.append(path, {"key": "a", "points": 1})
    whole = path.read_bytes()
    for cut in range(1, len(whole)):
        path.write_bytes(whole + whole[:cut])
        assert [r["points"] for r in ledger.history(path)] in ([1], [1, 1])
        ledger.append(path, {"key": "b", "points": 2})
        assert ledger.history(path)[-1]["points"] == 2


@pytest.mark.parametrize("change", [('"points": 1', '"points": 9'), (RESULT.name, "another/format"),
                                    ('"version": 1', '"version": 0')])
def test_a_line_that_was_changed_or_is_of_another_format_is_not_believed(tmp_path, change):
    path = tmp_path / "ada.jsonl"
    ledger.append(path, {"key": "a", "points": 1})
    path.write_text(path.read_text().replace(*change))
    assert ledger.history(path) == []


def test_a_line_of_a_newer_version_is_refused_and_not_marked_anew(tmp_path):
    path = tmp_path / "ada.jsonl"
    ledger.append(path, {"key": "a", "points": 1})
    path.write_text(path.read_text().replace('"version": 1', '"version": 2'))
    with pytest.raises(UserError, match=r"ada\.jsonl was written by a newer version"):
        ledger.history(path)


def test_instances_that_a_course_has_handed_out_in_a_newer_version_are_refused_by_name(course):
    for student in ("ada", ""):
        path = course.variants("hw") / f"{student or '_common'}.json"
        path.write_text(json.dumps(json.loads(path.read_text()) | {"version": 2}))
        with pytest.raises(UserError, match=rf"{path.name} was written by a newer version"):
            course.issued("hw", student)


def test_booking_twice_changes_nothing_and_marks_by_hand_stay(course):
    submitted(course, "ada", {q: Entry("data", key(course, "ada", q), n=1) for q in ("q1", "q2")})
    result = mark(course, "ada")
    book_results(course, "hw", {"ada": result})
    with course.gradebook() as book:
        book.find_grade("q1", "hw", "hw", "ada").manual_score = 0.5
        book.db.commit()
    before = scores(course, "hw")["ada"]
    book_results(course, "hw", {"ada": result})
    assert scores(course, "hw")["ada"] == before
    assert before.score == 3.5


# ---------------------------------------------------------------------- stages


def staged(course, *answers: object) -> list[dict]:
    """What is said about one answer after the other to q2, each handed in, marked and given back."""
    shop, found = Marking(course, "hw"), []
    for value in answers:
        submitted(course, "ada", {"q2": Entry("set of words", value, n=1)})
        result = grade(shop.job("ada"))
        shop.note(result)
        write_feedback(course, "hw")
        found.append(result.questions["q2"])
    return found


def record_of(course, value: object) -> bytes:
    """What lies beside a notebook where submit() was forgotten."""
    issued = course.issued("hw", "ada")
    entries = {"q2": Entry("set of words", value, n=1, instance=issued["questions"]["q2"]["digest"])}
    head = {**ANSWERS.head, "set": "hw", "student": issued["student"], "signature": issued["signature"]}
    return json.dumps({**head, "entries": as_json(entries)}).encode()


@pytest.mark.slow
@pytest.mark.parametrize("beside_a_notebook", [True, False])
def test_answers_in_a_record_beside_the_same_notebook_are_further_attempts_as_in_the_notebook(
        course, tmp_path, beside_a_notebook):
    right = key(course, "ada", "q2")
    folder = tmp_path / "in" / "ada"
    folder.mkdir(parents=True)
    if beside_a_notebook:
        (folder / "hw.ipynb").write_text(json.dumps(blank(course)))
    marked = []
    for value in (right[:1], right):
        (folder / "hw.answers.json").write_bytes(record_of(course, value))
        collect(course, "hw", folder.parent)
        told = run_mark(course)
        assert told["changed"] == {}, "another hand-in is no change of the key"
        marked.append(ledger.read(course.results("hw") / "ada.jsonl")[-1].questions["q2"])
        write_feedback(course, "hw")
    first, second = marked
    assert [v.attempt for v in marked] == [1, 2]
    assert second.right
    assert second.points == pytest.approx(first.points + (3 - first.points) / 2)


@pytest.mark.slow
def test_where_the_first_answer_counts_it_counts_in_a_record_as_well(tmp_path):
    course = make_course(tmp_path / "course", ("ada",), SOURCE.replace('type="accepted"', 'type="orphaned_after"'))
    one = course.issued("hw", "ada")["questions"]["q2"]
    right = one["key"]
    hand_in(course, "ada", blank(course))
    shop = Marking(course, "hw")
    points = []
    for value in (sorted({*one["form"]["tokens"]} ^ {*right}), right):
        (course.folder("submitted", "hw", "ada") / "hw.answers.json").write_bytes(record_of(course, value))
        result = grade(shop.job("ada"))
        shop.note(result)
        write_feedback(course, "hw")
        points.append(result.questions["q2"].points)
    assert points == [0, 0]


def test_marking_early_costs_nothing_for_nobody_has_been_told_anything(course):
    right = key(course, "ada", "q2")
    shop = Marking(course, "hw")
    for value in (right[:1], [], right):
        submitted(course, "ada", {"q2": Entry("set of words", value, n=1)})
        result = grade(shop.job("ada"))
        shop.note(result)
    assert (result.questions["q2"].points, result.questions["q2"].attempt) == (3, 1)


@pytest.mark.slow
def test_feedback_tells_more_after_each_marked_hand_in_and_the_attempt_stands_with_the_answer(course):
    right = key(course, "ada", "q2")
    verdicts = staged(course, [], right[:1], right[:1], right)
    assert [(v.attempt, v.stage) for v in verdicts] == [(1, 2), (2, 3), (2, 3), (3, 3)]
    hint = question("accepted").hints(course.issued("hw", "ada")["questions"]["q2"]["data"])[0]
    assert hint not in verdicts[0].message
    assert hint in verdicts[1].message
    assert verdicts[3].right
    first, again, same, last = (v.points for v in verdicts)
    assert first < again == same < last == pytest.approx(first + (3 - first) / 2), "half of what was missing"
    assert "half of the points that the first one missed" in verdicts[3].message


@pytest.mark.slow
def test_where_few_answers_are_possible_the_first_marked_one_counts_and_the_question_says_so(tmp_path):
    source = SOURCE.replace('type="accepted"', 'type="orphaned_after"')
    course = make_course(tmp_path / "course", ("ada",), source)
    one = course.issued("hw", "ada")["questions"]["q2"]
    assert len(one["form"]["tokens"]) < 5
    assert "only the first answer that is marked counts" in one["text"]
    right = one["key"]
    wrong = sorted({*one["form"]["tokens"]} ^ {*right})
    verdicts = staged(course, wrong, right)
    assert [v.points for v in verdicts] == [0, 0]
    assert verdicts[1].right


@pytest.mark.slow
@pytest.mark.parametrize(("policy", "stages"), [('"exam"', [0, 0]), ("[1, 2]", [1, 2])])
def test_a_lecturer_chooses_in_the_source_how_much_feedback_tells(tmp_path, policy, stages):
    source = SOURCE.replace("# %% [markdown]", f"# %% [markdown] stages={policy}", 1)
    course = make_course(tmp_path / "course", ("ada",), source)
    verdicts = staged(course, [], key(course, "ada", "q2")[:1])
    assert [v.stage for v in verdicts] == stages
    assert all((v.witness is None) == (v.stage < 2) for v in verdicts)


def test_a_policy_stands_at_a_question_or_before_several_and_a_wrong_one_is_named(tmp_path):
    file = tmp_path / "hw.py"
    file.write_text(SOURCE.replace("# %% [markdown]", '# %% [markdown] stages="exam"', 1)
                    .replace('question="q2"', 'question="q2" stages="practice"'))
    assert [q.stages.name for q in read_source(file).questions.values()] == ["exam", "practice", "exam"]
    file.write_text(SOURCE.replace('question="q2"', 'question="q2" stages="strict"'))
    with pytest.raises(UserError, match=r"q2.*stages='strict'.*practice, graded, exam"):
        read_source(file)


def test_what_has_been_marked_has_been_told_to_nobody_before_there_is_feedback(course):
    marked(course)
    for student in ("ada", "bob"):
        records = ledger.read(course.results("hw") / f"{student}.jsonl")
        assert records
        assert ledger.told(records) == set()
