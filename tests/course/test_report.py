"""The report on a class, and the lecturer's way from the release to the report."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from html import unescape
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from boardkit.errors import UserError
from boardkit.messages import LANGUAGES
from coursekit.book.report import (
    STATUSES,
    picture,
    points_picture,
    summarise,
    write_report,
)
from coursekit.marking import ledger
from coursekit.marking.result import Marked, Result
from coursekit.practice.handover import asker
from coursekit.questions import judge, question
from coursekit.sets.variants import issue
from tests.course.classroom import MISSING, STUDENTS, answers, cell
from tests.course.workshop import copy_of_course, problem_set
from tests.coursekit.workshop import main


def verdict(q, one, answer):
    """What `grade` writes down, without a sandbox."""
    if q.manual or answer is MISSING:
        return Marked(0.0, q.points, "", manual=q.manual)
    if q.kind == "function":
        space = {}
        exec(answer, space)
        answer = question(q.type).interview(one["data"], 5, asker(space["answer"]))
    return Marked(**vars(judge(q.type, one["data"], answer, q.points)), answer=answer)


CLASS = STUDENTS[::2]
"""Half of a class: from those who know little to those who know nearly everything."""


@pytest.fixture(scope="module")
def marked():
    """Results of problem set 1."""
    problems, found = problem_set("ps1"), {}
    for student in CLASS:
        issued = issue(b"s", "ps1", problems.questions.values(), student, "en")
        given = answers(problems, issued, student)
        verdicts = {q.id: verdict(q, issued["questions"].get(q.id), given.get(q.id))
                    for q in problems.questions.values()}
        points = sum(v.points for v in verdicts.values())
        found[student] = Result("ps1", student, "", verdicts, points, problems.maximum)
    return found


@pytest.mark.slow
def test_every_submission_is_counted_once_for_every_question(marked):
    rows = summarise(marked)
    assert [row.id for row in rows] == list(problem_set("ps1").questions)
    assert all(row.number == len(CLASS) for row in rows)
    assert rows[-1].counts["manual"] == len(CLASS)
    assert rows[-1].mean is None
    together = Counter()
    for row in rows:
        together.update({s: n for s, n in row.counts.items() if n})
    assert set(together) == set(STATUSES), "a class of mixed quality"
    for row in rows[:-1]:
        verdicts = [r.questions[row.id] for r in marked.values()]
        assert row.counts["right"] == sum(v.points == v.maximum for v in verdicts)
        assert row.mean == pytest.approx(sum(v.points for v in verdicts) / len(CLASS))


@pytest.mark.slow
def test_misconceptions_and_witnesses_are_counted_the_commonest_first(marked):
    for row in summarise(marked):
        wrong = [r.questions[row.id] for r in marked.values()]
        wrong = [v for v in wrong if not v.malformed and v.points < v.maximum]
        for shown, key in ((row.misconceptions, "misconception"), (row.witnesses, "witness")):
            assert dict(shown) == Counter(getattr(v, key) for v in wrong if getattr(v, key) is not None)
            assert [n for _, n in shown] == sorted((n for _, n in shown), reverse=True)
    assert any(row.misconceptions for row in summarise(marked))
    assert sum(bool(row.witnesses) for row in summarise(marked)) >= 5


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_picture_says_in_words_and_in_numbers_what_the_colours_say(marked, lang):
    rows = summarise(marked, {f"q{i}": f"Title {i}" for i in range(1, 9)})
    drawn = picture(rows, "ps1", lang)
    written = [e.text for e in ElementTree.fromstring(drawn.markup).iter() if e.tag.endswith("}text")]
    for row in rows:
        assert f"{row.id}:" in drawn.desc
        assert any(t and t.startswith(row.id) for t in written)
        if row.counts["right"] >= 3:
            assert f"✓ {row.counts['right']}" in written
    assert len(drawn.markup) < 25_000
    assert min(float(e.get("font-size", 15)) for e in ElementTree.fromstring(drawn.markup).iter()) >= 14
    totals = points_picture([r.points for r in marked.values()], 28, lang)
    assert totals.desc


def alone(one: Marked, practice: dict[str, int] | None = None) -> Result:
    """A result with one question."""
    return Result("ps1", "ada", "", {"q1": one}, one.points, one.maximum, practice=practice or {})


def test_a_report_says_what_attempts_and_practice_went_with():
    def one(attempt, right, **practice):
        return alone(Marked(4.0 * right, 4.0, "", answer="b", right=right, attempt=attempt), practice)

    found = {"ada": one(1, True, **{"q1-practice-2": 3, "q1-practice-1": 1}),
             "bob": one(1, False, **{"q10-practice-1": 4}), "eve": one(2, True, **{"q1-practice-7": 3})}
    (row,) = summarise(found)
    assert row.attempts == {1: (1, 2), 2: (1, 1)}
    assert row.practice == {0: (0, 1), 3: (2, 2)}


def test_who_was_not_asked_a_question_hides_nobody_who_was():
    """A set that changed between two releases: the first student has other questions, and the last one was asked it."""
    other = Result("ps1", "ada", "", {"q2": Marked(0.0, 1.0, "")}, 0.0, 1.0)
    rows = summarise({"ada": other, "bob": alone(Marked(4.0, 4.0, "", answer="b", right=True))})
    assert {row.id: sum(row.counts.values()) for row in rows} == {"q2": 1, "q1": 1}


def test_a_question_that_nobody_tried_is_drawn_as_well():
    rows = summarise({"ada": alone(Marked(0.0, 4.0, ""))})
    assert rows[0].counts["missing"] == 1
    assert "– 1" in picture(rows, "T").markup
    assert summarise({}) == ()


def test_harder_instances_that_fewer_solve_are_unfair_by_more_than_chance_alone():
    right, wrong = (alone(Marked(p, 4.0, "", answer="b")) for p in (4.0, 0.0))
    measured = {("q1", f"s{n}"): n for n in range(20)}

    def row(solved):
        return summarise({f"s{n}": right if n in solved else wrong for n in range(20)}, {}, measured)[0]

    apart, alike = row(range(10)), row(range(0, 20, 2))
    assert (apart.halves, apart.unfair) == (((10, 10), (0, 10)), True)
    assert (alike.halves, alike.unfair) == (((5, 10), (5, 10)), False)
    assert apart.share == alike.share
    by_chance = row([0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15])
    assert (by_chance.halves, by_chance.unfair) == (((8, 10), (6, 10)), False)
    assert summarise({"s1": right}, {}, measured)[0].halves == ()


@pytest.mark.slow
def test_the_page_names_misconceptions_in_words_and_hides_nothing_executable(marked, tmp_path):
    course = copy_of_course(tmp_path, "ps1")
    with pytest.raises(UserError, match="mark ps1"):
        write_report(course, "ps1", tmp_path / "page.html")
    (course.private / "variants" / "ps1").mkdir(parents=True)
    (course.private / "variants" / "ps1" / "_common.json").write_text(
        json.dumps(issue(b"s", "ps1", problem_set("ps1").questions.values(), "", "de")))
    evil = dict(marked)
    for student in CLASS[:5]:
        questions = dict(marked[student].questions)
        questions["q4"] = replace(questions["q4"], witness="<script>alert(1)</script>", answer="b", points=0.0,
                                  malformed=False)
        evil[student] = replace(marked[student], questions=questions)
    for student, result in evil.items():
        folder = course.folder("submitted", "ps1", student)
        folder.mkdir(parents=True)
        (folder / "ps1.ipynb").write_text("{}")
        ledger.write(course.results("ps1") / f"{student}.jsonl", result)
    page, drawing = write_report(course, "ps1", tmp_path / "export" / "page.html")
    text = page.read_text(encoding="utf-8")
    assert '<html lang="de">' in text
    assert f"{len(CLASS)} Abgaben" in text
    assert text.count("<svg") == 2, "answers by question, and points by student"
    for row in summarise(evil):  # the page is German, whoever asks for it in which language
        assert row.mean is None or f"{row.mean:.2f}".replace(".", ",") + " / " in text
    assert "<script" not in text
    assert "&lt;script&gt;" in text
    for row in summarise(evil):
        for witness, _ in row.witnesses[:1]:
            assert witness[:20] in unescape(text)
    assert ElementTree.fromstring(drawing.read_text(encoding="utf-8")).tag.endswith("svg")


# ---------------------------------------------------------------- the whole way


def run(course, *args):
    done = CliRunner().invoke(main, [*args, "--course", str(course.root)])
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.slow
def test_a_lecturer_releases_collects_marks_and_reports_for_a_class_of_thirty(tmp_path):
    course = copy_of_course(tmp_path / "c", "ps1")
    with course.gradebook() as book:
        for student in STUDENTS:
            book.add_student(student, first_name=student, last_name="Test")
    run(course, "release", "ps1")
    problems = problem_set("ps1")
    inbox = tmp_path / "inbox"
    for student in STUDENTS:
        handout = course.root / "handout" / "ps1" / student / "ps1.ipynb"
        notebook = json.loads(handout.read_text(encoding="utf-8"))
        given = answers(problems, course.issued("ps1", student), student)
        for c in notebook["cells"]:
            id = c["metadata"].get("nbgrader", {}).get("grade_id", "")
            if id.endswith("-answer"):
                c["source"] = cell("ps1", id.removesuffix("-answer"), given[id.removesuffix("-answer")])
        (inbox / student).mkdir(parents=True)
        (inbox / student / "ps1.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    run(course, "collect", "ps1", str(inbox))
    run(course, "mark", "ps1")
    run(course, "feedback", "ps1", "--solutions")
    run(course, "export")
    table = (course.root / "export" / "ps1.csv").read_text(encoding="utf-8").splitlines()
    assert len(table) == 1 + len(STUDENTS)
    pages = [course.folder("feedback", "ps1", s) / "ps1.html" for s in STUDENTS]
    assert all(page.is_file() for page in pages)
    write_report(course, "ps1", course.root / "export" / "page.html")
    found = {s: ledger.read(course.results("ps1") / f"{s}.jsonl")[-1] for s in STUDENTS}
    rows = summarise(found)
    assert all(row.number == len(STUDENTS) for row in rows)
    totals = [found[s].points for s in STUDENTS]
    assert sum(totals[20:]) > 1.5 * sum(totals[:10]), "who knows more earns more"
    # The sandbox and the commands say what the judge says on the same answers in this process.
    for student in STUDENTS[::6]:
        issued = course.issued("ps1", student)
        given = answers(problems, issued, student)
        for q in problems.questions.values():
            if not q.manual and q.kind != "function":
                expected = verdict(q, issued["questions"][q.id], given[q.id])
                assert found[student].questions[q.id].points == expected.points, (student, q.id)
