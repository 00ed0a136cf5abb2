"""What counts: which of two files, whose instance, which attempt; and what a file may not name."""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from boardkit.errors import UserError
from coursekit.book.archive import open_archive, write_archive
from coursekit.book.collecting import collect
from coursekit.book.scores import standings, tell
from coursekit.judging.stages import AGAIN, FEW, earned
from coursekit.marking.jobs import AskedQuestion
from coursekit.marking.marking import Marking, grade
from coursekit.marking.runner import Answer
from coursekit.marking.verdicts import named, verdict_on
from coursekit.practice.handin import Cell, Entry, compose
from coursekit.practice.saved import Saved
from coursekit.questions import QuestionType, judge, question, register, registry
from coursekit.sets.course import Course
from coursekit.sets.source import read_source
from coursekit.sets.variants import issue
from tests.coursekit.hostile.files import book, entry
from tests.coursekit.workshop import hand_in

# ---------------------------------------------------------------------- whose instance


def issued(folder: Path, variants: str, student: str) -> dict[str, Any]:
    source = folder / "small.py"
    source.write_text(f'# %% question="q1" type="accepted" points=1 difficulty=3{variants}\n', encoding="utf-8")
    questions = read_source(source).questions.values()
    return dict(issue(b"secret", "small", questions, student, "en")["questions"]["q1"]["data"])


@pytest.mark.parametrize(("variants", "alike"), [("", False), (" variants=true", False), (" variants=false", True),
                                                 (" seed=5", True)])
def test_a_question_is_the_same_for_everybody_exactly_where_the_source_says_so(tmp_path, variants, alike):
    ada, bob, nobody = (issued(tmp_path, variants, student) for student in ("ada", "bob", ""))
    assert (ada == bob) == alike
    assert (ada == nobody) == alike
    assert issued(tmp_path, variants, "ada") == ada


# ---------------------------------------------------------------------- which attempt


def hand_in_both(course: Course, first: object, second: object, written: str) -> dict[str, Any]:
    """Hand in answers to q1 and q2, mark them, and tell; returns the verdicts."""
    one = course.issued("hw", "ada")
    entries = {"q1": Entry("number", first, n=1), "q2": Entry("set of words", second, n=1)}
    hand_in(course, "ada", compose("hw", one["questions"], entries, student="ada", signature=one["signature"],
                                   lang="en", written=written))
    shop = Marking(course, "hw")
    result = grade(shop.job("ada"))
    shop.note(result)
    tell(course, "hw", standings(course, "hw")["ada"])
    return dict(result.questions)


@pytest.mark.parametrize(("before", "attempt"), [((), 1), ((1,), 1), ((2,), 2), ((1, 2, 3, 3), 3)])
def test_only_other_answers_that_were_told_before_count_as_attempts(before, attempt):
    kind = question("count_words")
    one = AskedQuestion(kind.id, "number", 2, 1, {}, kind.drawn(1, 1), stages=(2, 3), before=tuple(map(named, before)))
    assert verdict_on("q1", one, Answer(value=1), [], lambda: None).attempt == attempt


@pytest.mark.slow
def test_the_same_wrong_answer_in_another_file_is_no_further_attempt(course):
    right = course.issued("hw", "ada")["questions"]["q2"]["key"]
    first = hand_in_both(course, 0, right[:1], "2026-01-01")["q2"]
    again = hand_in_both(course, 1, right[:1], "2026-01-02")["q2"]
    assert [(v.attempt, v.stage, v.points) for v in (first, again)] == [(1, 2, first.points)] * 2
    assert again.message == first.message
    other = hand_in_both(course, 1, [], "2026-01-03")["q2"]
    back = hand_in_both(course, 0, right[:1], "2026-01-04")["q2"]
    assert [other.attempt, back.attempt] == [2, 2]


@pytest.mark.parametrize("possible", [0, 2, FEW - 1, FEW, FEW + 1, 1000])
def test_a_later_attempt_earns_nothing_more_exactly_where_fewer_answers_are_possible_than_few(possible):
    assert earned(4, 1, 1, possible) == 4
    assert earned(4, 1, 2, possible) == (1 if possible < FEW else 1 + AGAIN * 3)
    assert earned(0, 1, 2, possible) == 1


# ---------------------------------------------------------------------- what is nearly right


class Share(QuestionType):
    """A fraction that is given."""

    id, unit, kind = "share_of_test", 1, "fraction"
    texts = {"title": "A share", "text": "Which share?", "hint1": "Divide.", "hint2": "Shorten.", "solution": "Divide."}

    def draw(self, rng, difficulty):
        return {"share": "1/3"}

    def key(self, data):
        return data["share"]

    def measure(self, data):
        return 1


@pytest.mark.parametrize(("share", "answer", "rounded"), [
    ("1/3", "333/1000", True), ("1/3", "334/1000", True), ("1/3", "3/10", False), ("1/2", "5009/10000", True),
    ("1/2", "5011/10000", False), ("1/20", "1/21", False), ("1/20", "501/10000", True), ("1/20", "506/10000", False),
    ("19/20", "9499/10000", True), ("19/20", "9494/10000", False),
    ("2499/2500", "1", False), ("2499/2500", "9995/10000", False), ("1/2500", "0", False), ("1/2500", "1/2000", False),
])
def test_a_rounded_fraction_is_told_so_but_neither_0_nor_1_nor_their_neighbours_are_rounded_chances(
        monkeypatch, share, answer, rounded):
    monkeypatch.setattr(registry.TYPES, "known", dict(registry.TYPES))
    register(Share())
    assert Fraction(share) != Fraction(answer)
    verdict = judge("share_of_test", {"share": share, "difficulty": 1}, answer)
    assert not verdict.right
    assert ("nearly right" in verdict.message) == rounded


# ---------------------------------------------------------------------- which file


def test_of_two_files_the_one_that_submit_wrote_counts_even_if_the_other_one_is_newer(course, tmp_path):
    record = {"format": "finity-edu/answers", "version": 1, "set": "hw", "student": "ada", "entries": [entry()]}
    folder = tmp_path / "in" / "ada"
    folder.mkdir(parents=True)
    written = book(entry(text="by submit"), set="hw", student="ada")
    opened = json.dumps({"cells": [], "metadata": {"finity": {"set": "hw"}}, "nbformat": 4}).encode()
    for n, (name, content) in enumerate([("hw.answers.json", json.dumps(record).encode()), ("z.ipynb", written),
                                         ("a.ipynb", opened)]):
        (folder / name).write_bytes(content)
        os.utime(folder / name, (10**9 + n, 10**9 + n))
    done = collect(course, "hw", tmp_path / "in")
    assert done.filed["ada"].path == "ada/z.ipynb"
    assert [name for name, _ in done.passed_over] == ["ada/a.ipynb"]


# ---------------------------------------------------------------------- what a file may not name


@pytest.mark.parametrize("name", ["../escaped.txt", "private/../../escaped.txt", "/tmp/escaped-of-a-test.txt",
                                  "..\\escaped.txt"])
def test_an_archive_that_is_whole_but_names_a_file_outside_of_its_folder_is_refused(course, tmp_path, name):
    write_archive(course, tmp_path / "term.zip")
    with zipfile.ZipFile(tmp_path / "term.zip") as archive:
        content = {one: archive.read(one) for one in archive.namelist()}
    manifest, = (one for one in content if one not in json.loads(content["archive.json"])["files"])
    head = json.loads(content[manifest])
    head["files"][name] = hashlib.sha256(b"out").hexdigest()
    content |= {manifest: json.dumps(head).encode(), name: b"out"}
    with zipfile.ZipFile(tmp_path / "hostile.zip", "w") as archive:
        for one, what in content.items():
            archive.writestr(one, what)
    with pytest.raises(UserError):
        open_archive(tmp_path / "hostile.zip", tmp_path / "inner" / "later")
    assert not list(tmp_path.rglob("escaped*"))
    assert not Path("/tmp/escaped-of-a-test.txt").exists()
    assert not (tmp_path / "inner" / "later" / "private").exists()


# ---------------------------------------------------------------------- which cell


@pytest.mark.parametrize(("answers", "stops"), [
    ((7,), False), ((8,), True), ((7, 8), False), ((8, 7), False), ((8, 9), True), ((), False)])
def test_a_saved_notebook_says_something_else_only_if_none_of_the_cells_says_what_was_recorded(answers, stops):
    one = {"kind": "number", "type": "count_arrows", "form": {}, "cell": "# Your answer to hw.q1\nanswer = ..."}
    cells = tuple(Cell("code", f"# Your answer to hw.q1  (number)\nanswer = {n}", marked=("hw", "q1")) for n in answers)
    entry_of_7 = Entry("number", 7, n=1, time="2026-01-01T00:00:00+00:00", source="answer = 7")
    assert Saved("hw", cells, time=2e9).differs("q1", one, entry_of_7) == stops
    assert not Saved("hw", cells, time=1e9).differs("q1", one, entry_of_7), "an older one cannot know better"


def test_a_record_without_a_notebook_is_filed_under_its_own_name_and_time(course, tmp_path):
    record = {"format": "finity-edu/answers", "version": 1, "set": "hw", "student": "ada", "entries": [entry()]}
    folder = tmp_path / "in" / "ada"
    folder.mkdir(parents=True)
    (folder / "hw.answers.json").write_text(json.dumps(record), encoding="utf-8")
    os.utime(folder / "hw.answers.json", (10**9, 10**9))
    done = collect(course, "hw", tmp_path / "in").filed["ada"]
    assert done.path == "ada/hw.answers.json"
    assert done.written == "2001-09-09T01:46:40+00:00"


# ---------------------------------------------------------------------- what a wrong answer earns, and on what it errs


@pytest.mark.parametrize("seed", range(3))
def test_a_recurrence_earns_the_less_the_more_of_it_is_wrong(seed):
    made = question("count_recurrence").instance(seed, 4)
    counts, steps = (row[1:] for row in made.key)

    def earned_by(wrong: int) -> float:
        changed = [str(int(c) + 3) if n < wrong else c for n, c in enumerate(steps)]
        verdict = judge("count_recurrence", made.data, [["a", *counts], ["c", *changed]], 10)
        assert verdict.right == (wrong == 0)
        return verdict.points

    points = [earned_by(wrong) for wrong in range(len(steps) + 1)]
    assert points[0] == 10
    assert points == sorted(points, reverse=True)
    assert len(set(points)) == len(points)


def test_a_path_that_begins_elsewhere_errs_at_its_first_station():
    made = question("accepting_path").instance(1, 2)
    other = next(q for q in made.asked_by.full_form(made.data)["stations"] if q != made.key[0])
    assert judge("accepting_path", made.data, [other, *made.key[1:]], 1).witness == other


def test_a_split_that_forgets_zero_differs_from_the_key_and_is_called_so():
    found = 0
    for seed in range(6):
        made = question("pumping_defence").instance(seed, 3)
        for name, wrong in made.asked_by.wrong(made.data):
            if wrong != made.key:
                assert name == "forgets_zero"
                assert judge("pumping_defence", made.data, wrong, 1).misconception == "forgets_zero"
                found += 1
    assert found
