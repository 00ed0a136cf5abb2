"""What a person marks, with nbgrader and its formgrader."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from coursekit.book.feedback import page
from coursekit.book.scores import as_it_counts, book_results, scores
from coursekit.marking.marking import Marking, grade
from coursekit.sets import build
from coursekit.sets.release import release
from tests.coursekit.workshop import (
    SOURCE,
    blank,
    by_hand,
    cell,
    hand_in,
    marked,
    perfect,
)
from tests.needs import needs


def test_points_of_a_person_are_looked_at_again_when_the_answer_below_them_is_another_one(course):
    def waiting() -> set[str]:
        return {q for q, one in scores(course, "hw")["ada"].questions.items() if one.waits}

    hand_in(course, "ada", perfect(course, "ada"))
    result = grade(Marking(course, "hw").job("ada"))
    book_results(course, "hw", {"ada": result})
    by_hand(course, "ada", "q1", 0.5)
    book_results(course, "hw", {"ada": result})
    before = waiting()  # where there is no sandbox, the function of q3
    assert "q1" not in before
    other = replace(result, questions={**result.questions, "q1": replace(result.questions["q1"], points=0.0)})
    book_results(course, "hw", {"ada": other})
    assert waiting() == before | {"q1"}


@pytest.mark.slow
@needs("sandbox")
def test_a_question_that_a_person_marks_waits_for_that_person(course):
    path = course.folder("source", "hw") / "hw.py"
    path.write_text(SOURCE + '\n# %% [markdown] question="q4" type="manual" points=5\n# A model answer.\n')
    with course.gradebook() as book:
        book.remove_assignment("hw")
    release(course, "hw")
    assert "model answer" not in (course.folder("release", "hw") / "hw.ipynb").read_text()
    notebook = perfect(course, "ada")
    cell(notebook, "q4")["source"] = "Because the word is not read to its end."
    hand_in(course, "ada", notebook)
    result = grade(Marking(course, "hw").job("ada"))
    assert result.points == 6
    book_results(course, "hw", {"ada": result})
    assert [q for q, one in scores(course, "hw")["ada"].questions.items() if one.waits] == ["q4"]

    hand_in(course, "bob", blank(course))
    assert not grade(Marking(course, "hw").job("bob")).questions["q4"].answer  # what was handed out is no answer

    def shown() -> str:
        return page(as_it_counts(result, scores(course, "hw")["ada"]), course.issued("hw", "ada"))

    assert "6 of 11 points (up to 5 more when a person has marked the rest)" in shown()
    assert "Waits for a person to mark it: up to 5 points" in shown()
    assert "✗" not in shown()
    by_hand(course, "ada", "q4", 3.5, "The *last* symbol matters.\n\n- <b>why?</b>")
    assert "Marked by a person: 3.5 of 5 points" in shown()
    assert "The <em>last</em> symbol matters" in shown()
    assert "<li>&lt;b&gt;why?&lt;/b&gt;</li>" in shown()
    assert "9.5 of 11 points" in shown()
    german = page(as_it_counts(result, scores(course, "hw")["ada"]), course.issued("hw", "ada") | {"lang": "de"})
    assert "9,5 von 11" in german
    assert "3,5 von 5" in german


@pytest.mark.slow
@pytest.mark.parametrize("lost", [False, True])
def test_the_rubric_stands_above_the_open_answer_in_the_formgrader_and_nowhere_else(course, lost):
    path = course.folder("source", "hw") / "hw.py"
    question = '\n# %% [markdown] question="q4" type="manual" points=5\n# RUBRIC | 2 | the word `a<b` |\n'
    path.write_text(SOURCE + question)
    with course.gradebook() as book:
        book.remove_assignment("hw")
    release(course, "hw")
    notebook = perfect(course, "ada")
    cell(notebook, "q4")["source"] = "My answer."
    if lost:
        notebook["cells"].remove(cell(notebook, "q4"))
    hand_in(course, "ada", notebook)
    shop = Marking(course, "hw")
    result = grade(shop.job("ada"))
    shop.note(result)
    read = json.loads((course.folder("autograded", "hw", "ada") / "hw.ipynb").read_text())
    sources = [c["source"] for c in read["cells"]]
    place = read["cells"].index(cell(read, "q4"))
    assert sources[place - 1] == "### For whoever marks q4\n\nRUBRIC | 2 | the word `a<b` |"
    assert "".join(sources).count("RUBRIC") == 1
    assert "<p>My answer&#46;</p>" in sources[place] or lost
    assert "RUBRIC" not in page(as_it_counts(result, None), course.issued("hw", "ada"), solutions=True)
    assert "RUBRIC" not in "".join(p.read_text() for p in course.folder("release", "hw").iterdir())



@pytest.mark.slow
def test_the_rubric_is_in_the_language_in_which_the_set_went_out(course):
    path = course.folder("source", "hw") / "hw.py"
    path.write_text(SOURCE + '\n# %% [markdown] question="q4" type="manual" points=5\n# RUBRIC: one word\n')
    words = {"RUBRIC: one word": "RASTER: ein Wort"}
    po = "\n\n".join(f"msgid {json.dumps(text)}\nmsgstr {json.dumps(words.get(text, text))}"
                     for text in course.problem_set("hw").texts)
    (course.root / "source" / "hw.de.po").write_text(po, encoding="utf-8")
    with course.gradebook() as book:
        book.remove_assignment("hw")
    release(course, "hw", lang="de", renew=True)
    notebook = perfect(course, "ada")
    cell(notebook, "q4")["source"] = "Eine Antwort."
    hand_in(course, "ada", notebook)
    shop = Marking(course, "hw")
    shop.note(grade(shop.job("ada")))
    read = json.loads((course.folder("autograded", "hw", "ada") / "hw.ipynb").read_text())
    sources = [c["source"] for c in read["cells"]]
    shown = sources[read["cells"].index(cell(read, "q4")) - 1]
    assert shown.endswith("\n\nRASTER: ein Wort")
    assert "RUBRIC" not in "".join(sources)


def test_no_picture_gets_the_red_frame_of_the_formgrader(course):
    hand_in(course, "ada", perfect(course, "ada"))
    shop = Marking(course, "hw")
    shop.note(grade(shop.job("ada")))
    shown = (course.folder("autograded", "hw", "ada") / "hw.ipynb").read_text(encoding="utf-8")
    pictures = re.findall(r"<img [^>]*>", shown)
    assert {"border:0" in picture for picture in pictures} == {True}


# ---------------------------------------------------------------- with nbgrader


@pytest.mark.slow
@needs("sandbox")
def test_nbgrader_sees_points_and_formgrader_sees_submissions(course):
    from nbgrader.apps import NbGraderAPI
    from traitlets.config import Config

    marked(course)
    api = NbGraderAPI(config=Config({"CourseDirectory": {"root": str(course.root), "course_id": "test"}}))
    listed = {s["student"]: (s["score"], s["max_score"], s["autograded"], s["needs_manual_grade"])
              for s in api.get_submissions("hw")}
    assert listed["ada"] == (6, 6, True, False)
    assert listed["bob"] == (5, 6, True, False)
    assert {n["student"] for n in api.get_notebook_submissions("hw", "hw")} == {"ada", "bob"}
    assert api.get_assignment("hw")["num_submissions"] == 2


# nbgrader links a new submission to its assignment before it adds it to the database session; SQLAlchemy warns.
@pytest.mark.filterwarnings("ignore:Object of type <Submitted\\w+> not in session")
@pytest.mark.slow
def test_nbgraders_own_feedback_and_autograde_still_work(course):
    from nbgrader.apps import NbGraderAPI
    from traitlets.config import Config

    shop = marked(course)
    # Without the course's own settings, which refuse autograde.
    api = NbGraderAPI(config=Config({"CourseDirectory": {"root": str(course.root), "course_id": "test"}}))
    assert api.generate_feedback("hw", "bob")["success"]
    html = (course.folder("feedback", "hw", "bob") / "hw.html").read_text()
    assert shop.marked()["bob"].questions["q1"].message.split(".")[0] in html
    # The hidden tests serve whoever stays with plain nbgrader; they judge the common questions.
    hand_in(course, "eve", build.solved(course.problem_set("hw"), course.issued("hw", "")))
    assert api.autograde("hw", "eve")["success"]
    assert scores(course, "hw")["eve"].score == 4, "all but the lecturer's own type, which only the course knows"
