"""Each set through the whole machinery: released, handed in solved, untouched and with wrong answers, marked."""

from __future__ import annotations

import copy
import json
from dataclasses import replace

import pytest

from coursekit.marking.marking import Marking, grade
from coursekit.marking.pool import run_jobs
from coursekit.sets.build import solved
from coursekit.sets.release import release
from tests.course.workshop import SETS, copy_of_course, problem_set
from tests.needs import needs


def hand_in(course, name, student, book):
    folder = course.folder("submitted", name, student)
    folder.mkdir(parents=True)
    (folder / f"{name}.ipynb").write_text(json.dumps(book), encoding="utf-8")


@needs("sandbox")
@pytest.mark.slow
@pytest.mark.parametrize("name", SETS)
def test_a_solved_copy_earns_everything_and_an_untouched_one_nothing(name, tmp_path):
    course = copy_of_course(tmp_path, name)
    release(course, name, students=["ada"])
    problems = problem_set(name)
    untouched = json.loads((course.folder("release", name) / f"{name}.ipynb").read_text(encoding="utf-8"))
    assert "Model answer" not in str(untouched)
    hand_in(course, name, "ada", copy.deepcopy(solved(problems, course.issued(name, "ada"))))
    hand_in(course, name, "bob", untouched)
    hand_in(course, name, "eve", copy.deepcopy(solved(problems, course.issued(name, "ada"))))  # somebody else's answers
    shop = Marking(course, name)
    ada, bob, eve = (grade(shop.job(student)) for student in ("ada", "bob", "eve"))
    if any(q.variants and not q.manual for q in problems.questions.values()):
        assert eve.points < ada.points
    # Another process, with other hashes of texts, says the same, byte by byte.
    job = shop.job("eve")
    data = {q: one for q, one in job.questions.items() if one.kind != "function"}
    job = replace(job, paper=replace(job.paper, questions=data))
    assert json.dumps(next(run_jobs([job])).to_json()) == json.dumps(grade(job).to_json())
    by_hand = {q.id for q in problems.questions.values() if q.manual}
    assert {i: (v.points, v.maximum) for i, v in ada.questions.items() if i not in by_hand} == {
        q.id: (q.points, q.points) for q in problems.questions.values() if not q.manual}
    assert {v.points for v in bob.questions.values()} == {0}
    for result in (ada, bob, eve):
        assert {i for i, v in result.questions.items() if v.manual} == by_hand
        assert not [r for r in result.remarks if r.where not in by_hand]
