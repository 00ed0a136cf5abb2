"""From a submission to points: what counts, what is remarked, what survives a crash."""

from __future__ import annotations

import json
import pickle

import pytest

from finity_edu.grading import handin, results
from finity_edu.grading.book import book_results, scores
from finity_edu.grading.judging import Judge
from finity_edu.grading.marking import Marking, grade
from finity_edu.grading.pool import run_jobs
from tests.grading.workshop import answer, blank, cell, hand_in, perfect


@pytest.fixture(scope="module")
def mark(template):
    """Mark one submission; all tests share one judge, as all submissions of a worker do."""
    with Judge(str(template / "source" / "questions.py")) as judge:
        yield lambda course, student: grade(Marking(course, "hw").job(student), judge)


def remarks(result: dict) -> set[str]:
    return {r["id"] for r in result["remarks"]}


def points(result: dict) -> list[float]:
    return [q["points"] for q in result["questions"].values()]


def test_a_perfect_notebook_gets_everything_and_no_remark(course, mark):
    hand_in(course, "ada", perfect(course, "ada"))
    result = mark(course, "ada")
    assert points(result) == [1, 3, 2]
    assert result["remarks"] == []


def test_an_untouched_notebook_gets_nothing_and_still_runs(course, mark):
    hand_in(course, "ada", blank(course))
    result = mark(course, "ada")
    assert points(result) == [0, 0, 0]
    assert result["questions"]["q1"]["message"] == "No answer was given."
    assert result["remarks"] == []


HONEST = (
    "%matplotlib inline\nimport matplotlib.pyplot as plt\nplt.plot([1, 4, 2])\nplt.show()",
    "%load_ext autoreload\n%autoreload 2",
    "from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor() as pool:\n    pool.submit(abs, -1)",
    "from finity_edu.questions import QuestionType\nclass Own(QuestionType):\n    id = 'own'",
    "import finity_edu\nfinity_edu.Position.start(word='bbwwbwbw')",
    "%reset -f\nfrom finity_edu.grading import open_set\nshow, check, hint, submit = open_set('hw')",
)


def test_what_honest_notebooks_do_is_no_reason_for_a_remark(course, mark):
    book = perfect(course, "ada")
    book["cells"][2:2] = [{"cell_type": "code", "metadata": {}, "source": code, "outputs": []} for code in HONEST]
    hand_in(course, "ada", book)
    result = mark(course, "ada")
    assert result["remarks"] == []
    assert points(result) == [1, 3, 2]


def test_a_cell_that_takes_too_long_is_told_so_and_nothing_else(course, mark):
    book = perfect(course, "ada")
    answer(book, "q1", "import time\ntime.sleep(60)")
    hand_in(course, "ada", book)
    result = mark(course, "ada")
    assert [(r["id"], r["where"]) for r in result["remarks"]] == [("time", "q1")]
    assert points(result) == [0, 3, 2]


@pytest.mark.parametrize("drawing", [
    "plt.plot(range(50), [i % 7 for i in range(50)])\nplt.show()",
    "for _ in range(3):\n    display(draw_board(Position.start(word='bbwwbwbw')))",
])
def test_an_answer_counts_even_if_its_cell_draws(course, mark, drawing):
    book = perfect(course, "ada")
    imports = ("from finity_edu import Position\nfrom finity_edu.draw import draw_board\n"
               "%matplotlib inline\nimport matplotlib.pyplot as plt\nplt.plot()")  # may take longer than q2
    book["cells"].insert(2, {"cell_type": "code", "metadata": {}, "source": imports, "outputs": []})
    cell(book, "q2-answer")["source"] += f"\n{drawing}"
    hand_in(course, "ada", book)
    result = mark(course, "ada")
    assert result["remarks"] == []
    assert points(result) == [1, 3, 2]


def test_grading_is_a_pure_function_of_plain_data(course):
    hand_in(course, "ada", perfect(course, "ada"))
    job = Marking(course, "hw").job("ada")
    first = grade(job)
    again = grade(pickle.loads(pickle.dumps(job)))
    assert first == again
    json.dumps(first)


def test_right_answers_to_somebody_elses_questions_are_wrong(course, mark):
    hand_in(course, "bob", perfect(course, "ada"))
    assert points(mark(course, "bob"))[1] < 3


def test_partial_credit_and_a_witness_arrive(course, mark):
    book = perfect(course, "ada")
    answer(book, "q3", "def answer(word):\n    return len(word) if word.startswith('b') else word.count('b')")
    hand_in(course, "ada", book)
    verdict = mark(course, "ada")["questions"]["q3"]
    assert 0 < verdict["points"] < 2
    assert verdict["witness"].startswith("b")


def test_a_malformed_answer_is_told_apart_from_a_wrong_one(course, mark):
    book = perfect(course, "ada")
    answer(book, "q1", "answer = 'many'")
    hand_in(course, "ada", book)
    verdict = mark(course, "ada")["questions"]["q1"]
    assert verdict["malformed"]
    assert "many" in verdict["message"]
    assert verdict["points"] == 0


def test_a_crash_in_one_cell_does_not_cost_the_others(course, mark):
    book = perfect(course, "ada")
    answer(book, "q1", "import os\nos._exit(1)")
    hand_in(course, "ada", book)
    result = mark(course, "ada")
    assert points(result) == [0, 3, 2]
    assert {"id": "died", "where": "q1", "what": ""} in result["remarks"]


def test_after_a_restart_the_students_helpers_are_there_again(course, mark):
    book = perfect(course, "ada")
    answer(book, "q1", "import os\nos._exit(1)")
    book["cells"].insert(1, {"cell_type": "code", "metadata": {}, "source": "def b(word): return word.count('b')"})
    answer(book, "q3", "def answer(word):\n    return b(word)")
    hand_in(course, "ada", book)
    assert points(mark(course, "ada")) == [0, 3, 2]


def test_an_endless_loop_costs_its_own_question_only(course, mark):
    book = perfect(course, "ada")
    answer(book, "q1", "import time\nend = time.time() + 60\nwhile time.time() < end: pass")
    hand_in(course, "ada", book)
    result = mark(course, "ada")
    assert points(result) == [0, 3, 2]
    assert "time" in remarks(result)


def test_an_answer_of_an_earlier_question_does_not_leak_into_the_next(course, mark):
    book = perfect(course, "ada")
    answer(book, "q2", "pass")
    hand_in(course, "ada", book)
    assert mark(course, "ada")["questions"]["q2"]["message"] == "No answer was given."


def test_what_was_recorded_by_submit_counts_and_a_difference_is_remarked(course, mark):
    right = course.issued("hw", "ada")["questions"]["q1"]["key"]
    book = json.loads(handin.pack(blank(course), "hw", {"q1": right}, {}))
    hand_in(course, "ada", book)
    assert points(mark(course, "ada")) == [1, 0, 0]
    answer(book, "q1", f"answer = {right + 1}")
    hand_in(course, "ada", book)
    result = mark(course, "ada")
    assert points(result) == [1, 0, 0]
    assert "differs" in remarks(result)


def test_a_recorded_answer_can_never_stand_for_a_function(course, mark):
    book = perfect(course, "ada")
    answer(book, "q3", "answer = {'seed': 1, 'results': [{'value': 0}] * 10}")
    full = json.loads(handin.pack(book, "hw", {"q3": course.issued("hw", "ada")["questions"]["q3"]["key"]}, {}))
    hand_in(course, "ada", full)
    assert points(mark(course, "ada"))[2] == 0


def test_working_on_somebody_elses_variant_is_named(course, mark):
    claimed = {"student": "bob", "signature": course.issued("hw", "bob")["signature"]}
    hand_in(course, "ada", json.loads(handin.pack(perfect(course, "bob"), "hw", {}, claimed)))
    result = mark(course, "ada")
    assert {"id": "other_variant", "where": "", "what": "bob"} in result["remarks"]


def test_cells_are_found_by_their_first_line_where_metadata_got_lost(course, mark):
    book = perfect(course, "ada")
    for one in book["cells"]:
        one["metadata"] = {}
    hand_in(course, "ada", book)
    result = mark(course, "ada")
    assert points(result) == [1, 3, 2]
    assert remarks(result) == {"metadata_lost"}


def test_limits_that_change_or_a_new_file_mean_marking_again(course):
    hand_in(course, "ada", perfect(course, "ada"))
    marking = Marking(course, "hw")
    assert marking.open_students() == ["ada"]
    for result in run_jobs([marking.job("ada")]):
        marking.note(result)
    assert marking.open_students() == []
    hand_in(course, "ada", blank(course))
    assert marking.open_students() == ["ada"]


def test_a_torn_line_is_as_if_never_written_and_swallows_nothing(tmp_path):
    path = tmp_path / "ada.jsonl"
    results.append(path, {"key": "a", "points": 1})
    whole = path.read_bytes()
    for cut in range(1, len(whole)):
        path.write_bytes(whole + whole[:cut])
        assert [r["points"] for r in results.history(path)] in ([1], [1, 1])
        results.append(path, {"key": "b", "points": 2})
        assert results.latest(path)["points"] == 2
        assert results.latest(path, "a")["points"] == 1


def test_a_line_that_was_changed_is_not_believed(tmp_path):
    path = tmp_path / "ada.jsonl"
    results.append(path, {"key": "a", "points": 1})
    path.write_text(path.read_text().replace('"points": 1', '"points": 9'))
    assert results.history(path) == []


def test_booking_twice_changes_nothing_and_marks_by_hand_stay(course, mark):
    hand_in(course, "ada", perfect(course, "ada"))
    result = mark(course, "ada")
    assert book_results(course, "hw", {"ada": result}) == 1
    with course.gradebook() as book:
        book.find_grade("q1", "hw", "hw", "ada").manual_score = 0.5
        book.db.commit()
    assert book_results(course, "hw", {"ada": result}) == 0
    assert scores(course, "hw")["ada"]["score"] == 5.5


def test_two_workers_give_the_same_results_as_one(course):
    for student in ("ada", "bob", "eve"):
        hand_in(course, student, perfect(course, "ada"))
    marking = Marking(course, "hw")
    def run(workers: int) -> dict:
        found = run_jobs([marking.job(s) for s in ("ada", "bob", "eve")], workers=workers)
        return {r["student"]: points(r) for r in found}
    assert run(1) == run(2)


def test_a_function_is_asked_about_words_that_nobody_could_know(course):
    marking = Marking(course, "hw")
    hand_in(course, "ada", blank(course))
    hand_in(course, "bob", blank(course))
    assert marking.job("ada")["seeds"]["q3"] != marking.job("bob")["seeds"]["q3"]


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"[]", b"{}", b'{"cells": 3}', b"[" * 100_000,
                                     b'{"cells": [' + b"1" * 5000 + b"]}", b'{"cells": [NaN]}', b"\xff\xfe"])
def test_what_is_no_notebook_is_named_and_gets_nothing(course, mark, content):
    hand_in(course, "ada", content)
    result = mark(course, "ada")
    assert points(result) == [0, 0, 0]
    assert remarks(result) <= {"not_json", "not_notebook", "foreign"}
    assert remarks(result)


def test_the_sheet_for_the_formgrader_has_each_released_cell_once(course, mark):
    book = perfect(course, "ada")
    book["cells"] = [c for c in book["cells"] if c is not cell(book, "q1")] + [cell(book, "q2-answer")]
    hand_in(course, "ada", book)
    made = mark(course, "ada")["notebook"]
    ids = [c["metadata"]["nbgrader"]["grade_id"] for c in made["cells"] if "nbgrader" in c["metadata"]]
    assert sorted(ids) == sorted(Marking(course, "hw").release)
