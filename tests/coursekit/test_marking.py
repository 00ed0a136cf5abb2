"""From a submission to points: what counts, and what is remarked."""

from __future__ import annotations

import json
import pickle
import shutil
from dataclasses import replace

import pytest

from boardkit.aside import Aside, Unfinished
from coursekit.book.report import summarise
from coursekit.book.scores import book_results
from coursekit.formats import ANSWERS
from coursekit.marking.jobs import AskedQuestion
from coursekit.marking.marking import Marking, grade
from coursekit.marking.pool import _Worker, run_jobs
from coursekit.marking.result import Failed
from coursekit.marking.sandbox import Limits
from coursekit.practice import handin
from coursekit.practice.handin import Entry, Remark, compose
from coursekit.practice.handover import asker
from coursekit.questions import question
from coursekit.sets.source import read_source
from coursekit.sets.variants import issue
from tests.cases import sampled
from tests.coursekit.workshop import (
    SOURCE,
    answer,
    blank,
    cell,
    hand_in,
    key,
    make_course,
    mark,
    perfect,
    points,
    remarks,
    run_mark,
    submitted,
)
from tests.needs import needs

needs_sandbox = needs("sandbox")


# ---------------------------------------------------------------------- what counts


@needs_sandbox
@pytest.mark.parametrize("metadata", ["kept", "lost"])
def test_a_perfect_notebook_gets_everything_and_no_remark(course, metadata):
    book = perfect(course, "ada")
    if metadata == "lost":
        for one in book["cells"]:
            one["metadata"] = {}
    hand_in(course, "ada", book)
    result = mark(course, "ada")
    assert points(result) == [1, 3, 2]
    assert result.remarks == ()


@needs_sandbox
def test_an_untouched_notebook_gets_nothing(course):
    hand_in(course, "ada", blank(course))
    result = mark(course, "ada")
    assert points(result) == [0, 0, 0]
    assert result.questions["q1"].message == "No answer was given."
    assert result.remarks == ()


def test_data_need_no_kernel_no_sandbox_and_no_operating_system(course, monkeypatch):
    submitted(course, "ada", {q: Entry("data", key(course, "ada", q), n=n) for n, q in enumerate(("q1", "q2"), 1)})
    job = Marking(course, "hw").job("ada")
    for gone in ("subprocess.Popen", "os.fork", "signal.signal", "coursekit.marking.sandboxes.available"):
        monkeypatch.setattr(gone, None)
    assert points(grade(job)) == [1, 3, 0]


def test_grading_is_a_pure_function_of_plain_data(course):
    """Same program, same source: the same bytes."""
    submitted(course, "ada", {"q1": Entry("data", 77, n=1), "q2": Entry("data", ["b", "wwb"], n=2)})
    job = Marking(course, "hw").job("ada")
    first = json.dumps(grade(job).to_json())
    assert first == json.dumps(grade(pickle.loads(pickle.dumps(job))).to_json())
    assert first == json.dumps(next(run_jobs([Marking(course, "hw").job("ada")])).to_json())


def test_what_submit_recorded_counts_and_nothing_that_the_cells_say(course):
    submitted(course, "ada", {"q1": Entry("data", key(course, "ada", "q1"), n=1)})
    path = course.folder("submitted", "hw", "ada") / "hw.ipynb"
    book = json.loads(path.read_text())
    cell(book, "q1-answer")["source"] = "# Your answer to hw.q1\nanswer = -1\nimport os; os._exit(1)"
    hand_in(course, "ada", book)
    assert points(mark(course, "ada")) == [1, 0, 0]


def test_a_record_beside_the_notebook_counts_where_the_notebook_has_none(course):
    path = hand_in(course, "ada", blank(course))
    record = {**ANSWERS.head, "set": "hw",
              "entries": handin.as_json({"q1": Entry("data", key(course, "ada", "q1"), n=1)})}
    path.with_suffix(".answers.json").write_text(json.dumps(record))
    assert points(mark(course, "ada")) == [1, 0, 0]


@pytest.mark.parametrize("entry", [Entry("function", None, n=1), Entry("data", {"seed": 1, "results": []}, n=1)])
def test_only_a_function_stands_for_a_function(course, entry):
    submitted(course, "ada", {"q3": entry})
    result = mark(course, "ada")
    assert points(result) == [0, 0, 0]
    assert remarks(result) == {"no_function"}


def test_right_answers_to_somebody_elses_questions_are_wrong_and_named(course):
    hand_in(course, "bob", perfect(course, "ada"))
    assert points(mark(course, "bob"))[1] < 3
    submitted(course, "ada", {"q2": Entry("data", key(course, "ada", "q2"), n=1)})
    shutil.copytree(course.folder("submitted", "hw", "ada"), course.folder("submitted", "hw", "eve"))
    assert Remark("other_variant", what="ada") in mark(course, "eve").remarks


def test_an_answer_to_another_instance_is_named_and_not_judged(course):
    submitted(course, "ada", {"q1": Entry("data", key(course, "ada", "q1"), n=1, instance="0" * 16),
                              "q2": Entry("data", key(course, "ada", "q2"), n=2, instance="1" * 16)})
    job = Marking(course, "hw").job("ada")
    asked = {**job.questions, "q1": replace(job.questions["q1"], digest="0" * 16),
             "q2": replace(job.questions["q2"], digest="2" * 16)}
    result = grade(replace(job, paper=replace(job.paper, questions=asked)))
    assert points(result) == [1, 0, 0]
    assert [(r.id, r.where) for r in result.remarks] == [("other_instance", "q2")]
    assert result.questions["q2"].manual
    assert not result.questions["q1"].manual


def test_a_malformed_answer_is_told_apart_from_a_wrong_one(course):
    submitted(course, "ada", {"q1": Entry("data", "many", n=1)})
    verdict = mark(course, "ada").questions["q1"]
    assert verdict.malformed
    assert "many" in verdict.message


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"[]", b"{}", b'{"cells": 3}', b"[" * 100_000,
                                     b'{"cells": [' + b"1" * 5000 + b"]}", b"\xff\xfe",
                                     json.dumps({"cells": [{"cell_type": "code", "source": "answer = 1"}]}).encode()])
def test_what_is_no_notebook_of_this_set_is_named_and_waits_for_a_person(course, content):
    hand_in(course, "ada", content)
    result = mark(course, "ada")
    assert points(result) == [0, 0, 0]
    assert len(remarks(result)) == 1
    assert all(v.manual for v in result.questions.values())


@pytest.mark.slow
def test_a_file_that_may_not_be_read_is_named_and_keeps_back_nobody_else(course, monkeypatch):
    for student in ("ada", "bob"):
        submitted(course, student, {"q1": Entry("data", key(course, student, "q1"), n=1)})

    def guarded(path, *more):
        if path == course.submissions("hw")["ada"]:
            raise PermissionError
        return open(path, *more)

    monkeypatch.setattr("coursekit.sets.course.open", guarded, raising=False)
    found = run_mark(course)
    assert {s: (one["points"], [r["id"] for r in one["remarks"]]) for s, one in found["students"].items()} == {
        "ada": (0, ["unreadable"]), "bob": (1, [])}
    assert found["waiting"] == ["ada"]
    monkeypatch.undo()
    assert run_mark(course)["marked"] == ["ada"]


# ---------------------------------------------------------------------- functions


@needs_sandbox
def test_partial_credit_and_a_witness_arrive(course):
    submitted(course, "ada", {"q3": Entry("function", None, n=1, source="def answer(word):\n"
                                          "    return len(word) if word.startswith('b') else word.count('b')")})
    verdict = mark(course, "ada").questions["q3"]
    assert 0 < verdict.points < 2
    assert verdict.witness.startswith("b")


RAISING = {
    "def answer(word):\n    return 1 / word.count('x')": ("ZeroDivisionError: division by zero", "line 2: return 1 /"),
    "import nothing_of_the_kind\ndef answer(word): pass": ("ModuleNotFoundError", "line 1: import nothing"),
    "def answer(word):\n    return word.count('b'\n": ("SyntaxError", "line 2"),
    "answer = 7": ("NameError: answer", ""),
    "raise SystemExit(3)": ("SystemExit: 3", "line 1"),
    "def answer(word):\n    raise ValueError('\\x1b[2J<b>\\u202e')": (r"ValueError: \x1b[2J<b>\u202e", "line 2"),
}


@needs_sandbox
@pytest.mark.parametrize("source", RAISING)
def test_what_a_function_raises_reaches_its_author_and_is_inert(course, source):
    submitted(course, "ada", {"q3": Entry("function", None, n=1, source=source)})
    verdict = mark(course, "ada").questions["q3"]
    assert verdict.points == 0
    for part in RAISING[source]:
        assert part in verdict.message
    assert verdict.message.replace("\n", "").isprintable()


@pytest.mark.parametrize(("function", "told"), [
    (lambda text, seat: None, "it returned None"), (lambda text, seat: "7", "it returned '7'"),
    (lambda text, seat: {}[seat], "it returned KeyError: "), (lambda text, seat: 10 ** 400, "it returned 1000"),
])
def test_an_evaluation_that_gives_no_number_is_told_so(function, told):
    made = question("evaluation_function").instance(1, 1)
    data = {**made.data, "games": 2}
    answer = question(made.type).interview(data, 3, asker(function))
    verdict = question(made.type).judge(data, answer, 10)
    assert verdict.points < 10
    assert told in verdict.message
    assert "For ('" in verdict.message


@needs_sandbox
def test_the_sets_own_code_runs_before_a_function_and_the_name_that_the_text_asks_for_works(course):
    submitted(course, "ada", {"q3": Entry("function", None, n=1, source="check('q3', None)\ndef count(word):\n"
                                          "    return word.count(LETTERS[0])")})
    job = Marking(course, "hw").job("ada")
    assert grade(job).points == 0
    asked = {**job.questions, "q3": replace(job.questions["q3"], form={"name": "count"})}
    assert grade(replace(job, paper=replace(job.paper, questions=asked))).points == 2


@needs_sandbox
def test_a_function_that_never_returns_costs_its_own_question_only(course):
    submitted(course, "ada", {"q1": Entry("data", key(course, "ada", "q1"), n=1), "q3": Entry(
        "function", None, n=2, source="def answer(word):\n    while True: pass")})
    result = mark(course, "ada")
    assert points(result) == [1, 0, 0]
    assert [(r.id, r.where) for r in result.remarks] == [("time", "q3")]


def test_a_function_is_asked_about_words_that_nobody_could_know(course):
    marking = Marking(course, "hw")
    hand_in(course, "ada", blank(course))
    hand_in(course, "bob", blank(course))
    assert marking.job("ada").seeds["q3"] != marking.job("bob").seeds["q3"]


@needs_sandbox
def test_what_was_told_about_one_attempt_is_worth_nothing_for_the_next(course):
    def first_word(source):
        submitted(course, "ada", {"q3": Entry("function", None, n=1, source=source)})
        return mark(course, "ada").questions["q3"].witness

    source = "def answer(word): return -1"
    assert first_word(source) == first_word(source)
    assert len({first_word(source + f"  # attempt {n}") for n in range(4)}) > 1


def test_where_no_sandbox_can_be_made_functions_stay_unmarked_by_name_and_data_are_marked(course, monkeypatch):
    submitted(course, "ada", {"q1": Entry("data", key(course, "ada", "q1"), n=1),
                              "q3": Entry("function", None, n=2, source="def answer(word): return 0")})
    monkeypatch.setattr("coursekit.marking.sandboxes.available", lambda hidden: (None, "no such namespace"))
    result = mark(course, "ada")
    assert result.unmarked == ("q3",)
    assert result.questions["q3"].manual
    assert "no such namespace" in result.questions["q3"].message
    marking = Marking(course, "hw")
    marking.note(result)
    assert marking.open_students() == ["ada"], "the next machine may be able to"
    book_results(course, "hw", marking.marked())
    with course.gradebook() as book:
        assert book.find_grade("q3", "hw", "hw", "ada").needs_manual_grade
        assert book.find_grade("q1", "hw", "hw", "ada").auto_score == 1


# ---------------------------------------------------------------------- a notebook without a record


COMPUTED = {
    "q1": "import time\nanswer = 40 + 2",
    "q2": "%matplotlib inline\nimport asyncio\nawait asyncio.sleep(0)\nanswer = sorted({word for word in WORDS})",
    "q3": "def answer(word):\n    return word.count(LETTERS[0])",
}


def computing(course, **codes: str) -> None:
    book = blank(course)
    book["cells"].insert(2, {"cell_type": "code", "metadata": {}, "source": f"WORDS = {key(course, 'ada', 'q2')!r}"})
    for q, code in codes.items():
        answer(book, q, code)
    hand_in(course, "ada", book)


@pytest.mark.slow
@needs_sandbox
def test_an_answer_that_a_cell_computes_is_named_and_executed_only_on_request(course):
    computing(course, **COMPUTED)
    shop = Marking(course, "hw")
    result = grade(shop.job("ada"))
    assert points(result) == [0, 0, 2]
    assert {(r.id, r.where) for r in result.remarks} == {("not_literal", "q1"), ("not_literal", "q2")}
    assert result.questions["q1"].manual
    shop.note(result)
    executed = mark(course, "ada", execute=("ada",))
    assert points(executed) == [key(course, "ada", "q1") == 42, 3, 2]
    assert executed.remarks == ()
    assert executed.questions["q1"].answer == 42
    shop.note(executed)
    assert points(mark(course, "ada")) == points(executed), "marked again it is executed again"
    course.own_questions.write_text(course.own_questions.read_text() + "\n# another key")
    assert points(mark(course, "ada")) == points(executed), "and so it is after a change of the set"


@needs_sandbox
@pytest.mark.parametrize("code", sampled([
    "def counts(word):\n    return word.count('b')", "counts = lambda word: word.count('b')",
    "def helper(word):\n    return word.count('b')\n\ncounts = helper"]))
def test_executing_a_notebook_takes_no_points_of_a_function_by_whatever_name_it_is_asked_for(tmp_path, code):
    source = SOURCE.replace("def answer(word)", "def counts(word)")
    course = make_course(tmp_path / "course", ("ada",), source)
    book = blank(course)
    answer(book, "q1", "answer = 6 * 7")
    answer(book, "q3", code)
    hand_in(course, "ada", book)
    assert points(mark(course, "ada", execute=("ada",)))[2] == 2


@pytest.mark.slow
@needs_sandbox
def test_a_cell_that_takes_too_long_or_fails_costs_its_own_question_only(course):
    computing(course, **COMPUTED | {"q1": "import time\ntime.sleep(60)"})
    result = mark(course, "ada", execute=("ada",))
    assert points(result) == [0, 3, 2]
    assert [(r.id, r.where) for r in result.remarks] == [("time", "q1")]
    computing(course, **COMPUTED | {"q1": "print('x' * 10_000_000)\nraise ValueError('y' * 10_000_000)"})
    result = mark(course, "ada", execute=("ada",))
    assert points(result) == [0, 3, 2]
    assert result.questions["q1"].message.startswith("The program ended with an error. ValueError: yyy")
    assert len(json.dumps(result.to_json()["questions"])) < 5000


@needs_sandbox
def test_a_notebook_that_ends_the_program_loses_what_follows_and_nothing_else(course):
    computing(course, **COMPUTED | {"q2": "import os\nos._exit(1)"})
    result = mark(course, "ada", execute=("ada",))
    assert points(result) == [key(course, "ada", "q1") == 42, 0, 2], "a function is asked for itself"
    assert {(r.id, r.where) for r in result.remarks} == {("died", "q2")}


@needs_sandbox
@pytest.mark.parametrize(("source", "named"), [
    ("from coursekit.questions.functions import ACCEPTS", "coursekit"), ("import os, boardkit.svg as s", "boardkit"),
    ("def f():\n    from finity_edu import course\nimport matchbox", "finity_edu, matchbox"),
    ("__import__('automatakit.languages')", "automatakit"), ("import json  # as coursekit does", "")])
def test_a_function_that_uses_our_own_packages_is_named_and_earns_what_the_judge_says(course, source, named):
    entry = Entry("function", None, n=1, source=f"{source}\ndef answer(word):\n    return word.count('b')")
    submitted(course, "ada", {"q3": entry})
    result = mark(course, "ada")
    earns = 0 if "coursekit.questions" in source else 2  # what knows right answers is not there
    assert points(result)[2] == earns
    assert [(r.where, r.what) for r in result.remarks if r.id == "imports_ours"] == (
        [("q3", named)] if named else [])


@pytest.mark.parametrize(("student", "signature", "said"), [
    (None, None, set()), ("", None, {"unsigned"}), (None, "", {"unsigned"}), ("", "", {"unsigned"}),
    ("bob", None, {"other_variant"}), (None, "5" * 64, {"forged_variant"})])
def test_a_record_that_does_not_say_whose_it_is_is_named(course, student, signature, said):
    submitted(course, "ada", {"q1": Entry("data", key(course, "ada", "q1"), n=1)})
    book = json.loads(course.submissions("hw")["ada"].read_text())
    meta = book["metadata"]["finity"]
    meta |= {"student": meta["student"] if student is None else student,
             "signature": meta["signature"] if signature is None else signature}
    hand_in(course, "ada", book)
    result = mark(course, "ada")
    assert (remarks(result), points(result)) == (said, [1, 0, 0])


def test_the_report_counts_no_practice_that_there_cannot_be(course):
    entries = {"q1": Entry("data", key(course, "ada", "q1"), n=1)}
    for n, (id, stage) in enumerate([("q1-practice-1", 2), ("q1-practice-x", 4), ("q9-practice-1", 4), ("q1", 3)], 2):
        entries[id] = Entry("number", entries["q1"].answer, n=n, attempts=1, stage=stage)
    submitted(course, "ada", entries)
    result = mark(course, "ada")
    assert result.practice == {"q1-practice-1": 2}
    assert summarise({"ada": result})[0].practice == {2: (1, 1)}
    earlier = replace(result, practice={"q1-practice-1": 9999})
    assert summarise({"ada": earlier})[0].practice == {0: (1, 1)}, "what an earlier version took down"


# ---------------------------------------------------------------------- a judge that fails


TRAP = '''
import os, time
from coursekit.questions import QuestionType, Right, Wrong, register

class Trap(QuestionType):
    id, unit, kind = "trap", 0, "number"
    texts = dict.fromkeys(("title", "text", "hint1", "hint2", "solution"), "")
    def draw(self, rng, difficulty): return {}
    def measure(self, data): return 0
    def key(self, data): return 0
    def assess(self, data, answer, say):
        if answer == 1:
            while True: pass
        if answer == 2: os._exit(1)
        if answer == 3: return Wrong(0.5, "x" * (20 << 30))
        if answer == 4: raise KeyError("\\x1b[2J")
        if answer == 7: return Wrong(float("nan"), "no number")
        if answer == 5: return Wrong(7.0, "more than everything")
        return Right("Right.")

register(Trap())
'''


@pytest.mark.slow
def test_a_verdict_that_never_comes_costs_its_own_question_only(course):
    submitted(course, "ada", {})
    job = Marking(course, "hw", Limits(judge=5)).job("ada")
    one = AskedQuestion("trap", "number", 2, 1, {}, {}, stages=(2,))
    answers = {f"t{n}": Entry("data", n, n=n) for n in range(8)}
    content = compose("hw", dict.fromkeys(answers, vars(one)), answers, student="", signature="", lang="en", written="")
    job = replace(job, content=json.dumps(content).encode(), seeds=dict.fromkeys(answers, 1),
                  paper=replace(job.paper, questions=dict.fromkeys(answers, one)),
                  own_questions={"file": "trap.py", "source": TRAP.encode()})
    first, second = run_jobs([job, replace(job, student="bob")], workers=2)
    assert {first.student, second.student} == {"ada", "bob"}
    assert first.questions == second.questions
    assert points(first) == [2, 0, 0, 0, 0, 1.98, 2, 0], [v.message for v in first.questions.values()]
    assert {(r.id, r.where) for r in first.remarks} == {
        ("unsigned", ""), ("judge_time", "t1"), ("judge_error", "t2"), ("judge_error", "t3"), ("judge_error", "t4")}
    assert all(first.questions[q].manual for q in ("t1", "t2", "t3", "t4"))


class Dying(Aside):
    """A process that dies so many times before it comes to any step."""

    deaths = 0

    def call(self, *args, **more):
        if self.deaths:
            self.deaths -= 1
            raise Unfinished("error")
        return super().call(*args, **more)


@pytest.mark.parametrize("deaths", [1, 2])
def test_a_worker_that_dies_before_its_first_step_gets_a_second_try(course, deaths):
    submitted(course, "ada", {})
    worker = _Worker()
    worker.aside = Dying("coursekit.marking.pool")
    worker.aside.deaths = deaths
    try:
        result = worker.mark(Marking(course, "hw").job("ada"))
    finally:
        worker.close()
    assert result.student == "ada"
    assert isinstance(result, Failed) == (deaths == 2)


def test_a_job_has_the_sets_own_setup_and_no_other_cell(course):
    hand_in(course, "ada", perfect(course, "ada"))
    shop = Marking(course, "hw")
    cells = shop.problems.cells
    setup = [cell.text for cell in cells if cell.kind == "setup"]
    other = replace(next(cell for cell in cells if cell.kind == "setup"), kind="code", text="1 / 0")
    shop.problems = replace(shop.problems, cells=(other, *cells, other))
    assert shop.job("ada").setup == setup == ['LETTERS = "bw"']


def test_questions_for_a_person_keep_no_other_from_being_drawn(tmp_path):
    source = tmp_path / "hw.py"
    asked = ('[markdown] question="q{}" type="manual" points=1', 'question="q{}" type="count_arrows" points=1')
    source.write_text("\n\n".join("# %% " + asked[n % 2].format(n + 1) for n in range(5)), encoding="utf-8")
    problems = read_source(source)
    assert [q.manual for q in problems.questions.values()] == [True, False] * 2 + [True]
    assert [*issue(b"s", "hw", problems.questions.values(), "ada", "en")["questions"]] == ["q2", "q4"]
