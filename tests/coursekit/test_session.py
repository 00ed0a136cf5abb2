"""The student's side: show, check, hint; recording and handing in."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from boardkit.errors import UserError
from boardkit.messages import using_language
from coursekit import notebooks, open_set
from coursekit.judging.verdict import Verdict
from coursekit.practice import handin, recording
from coursekit.practice.display import Receipt
from coursekit.practice.handin import Entry
from coursekit.practice.recording import Record
from coursekit.practice.session import SubmitError
from coursekit.questions import question
from tests.coursekit.workshop import main

STUB = "*Write your answer here.*"


@pytest.fixture
def desk(course) -> Path:
    """A student's folder: notebook and questions as they were handed out, and a question that a person marks."""
    folder = course.root / "handout" / "hw" / "ada"
    assert sorted(p.name for p in folder.iterdir()) == ["hw.instances.json", "hw.ipynb"]
    record = json.loads((folder / "hw.instances.json").read_text())
    record["questions"]["q4"] = {"type": "manual", "kind": "manual", "points": 2, "cell": STUB}
    (folder / "hw.instances.json").write_text(json.dumps(record))
    book = json.loads((folder / "hw.ipynb").read_text())
    book["cells"].insert(-1, notebooks.cell("markdown", STUB, notebooks.grader("q4", solution=True, points=2)))
    (folder / "hw.ipynb").write_text(json.dumps(book))
    return folder


class Kernel:
    """A notebook's kernel, as far as the student's side looks at it: names, and what was run."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.patch = folder, monkeypatch
        self.restart()

    def restart(self) -> None:
        """A new kernel: everything is forgotten."""
        self.ran: list[str] = [""]
        self.names: dict[str, Any] = {}
        self.patch.setattr(sys.modules["__main__"], "In", self.ran, raising=False)
        self.names.update(open_set("hw", self.folder)._asdict())

    def run(self, source: str) -> Any:
        """Run a cell; return the value of its last line."""
        self.ran.append(source)
        body = ast.parse(source).body
        last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
        exec(compile(ast.Module(body, []), "<cell>", "exec"), self.names)
        return eval(compile(ast.Expression(last.value), "<cell>", "eval"), self.names) if last else None

    def save(self, id: str, source: str, name: str = "hw.ipynb") -> None:
        """Write a cell of the notebook and save it, a moment after whatever ran."""
        path = self.folder / name
        book = json.loads(path.read_text())
        cell(book, id)["source"] = source
        path.write_text(json.dumps(book))
        os.utime(path, (time.time() + 5,) * 2)

    def work(self, id: str, source: str) -> Any:
        """Save a cell and run it."""
        self.save(id, source)
        return self.run(source)

    def handed_in(self, *args: Any, **more: Any) -> tuple[Receipt, handin.Submission]:
        """Hand in, and read what was written."""
        receipt = self.names["submit"](*args, **more)
        return receipt, handin.read((self.folder / receipt.path).read_bytes())


def cell(book: dict[str, Any], id: str) -> dict[str, Any]:
    return next(c for c in book["cells"] if c["metadata"].get("nbgrader", {}).get("grade_id") == id)


@pytest.fixture
def kernel(desk, monkeypatch) -> Kernel:
    return Kernel(desk, monkeypatch)


def q1(answer: object) -> str:
    return f"# Your answer to hw.q1  (number)\nanswer = {answer}\n\ncheck('hw.q1', answer)"


def q3(body: str, argument: str = "answer") -> str:
    return f"# Your answer to hw.q3  (function)\n{body}\n\ncheck('hw.q3', {argument})"


def entries(desk: Path) -> dict[str, Any]:
    return {e["question"]: e for e in json.loads((desk / "hw.answers.json").read_text())["entries"]}


# ---------------------------------------------------------------------- what is handed out, and said at once


def test_what_is_handed_out_holds_neither_key_nor_seed_nor_data(course, desk):
    text = (desk / "hw.instances.json").read_text()
    record = json.loads(text)
    assert (record["format"], record["version"]) == ("finity-edu/instances", 1)
    for one in record["questions"].values():
        assert not {"key", "solution", "data", "seed"} & set(one)
    assert course.secret().hex() not in text
    for path in desk.iterdir():
        content = path.read_text()
        assert "CANARY" not in content
        assert "HIDDEN" not in content
        assert "BEGIN SOLUTION" not in content


def test_an_instance_is_named_without_a_way_to_try_out_guesses(course):
    from coursekit.sets.variants import digest

    ada, bob = (course.issued("hw", who)["questions"]["q2"] for who in ("ada", "bob"))
    assert ada["digest"] == digest(course.secret(), "accepted", ada["data"])
    assert ada["digest"] != bob["digest"]
    assert ada["digest"] != digest(b"another secret", "accepted", ada["data"])


def test_the_cell_as_handed_out_is_known_to_the_file_with_the_questions(course, desk):
    record = json.loads((desk / "hw.instances.json").read_text())
    book = json.loads((course.folder("release", "hw") / "hw.ipynb").read_text())
    for id in ("q1", "q2", "q3"):
        lines = [line for line in "".join(cell(book, f"{id}-answer")["source"]).splitlines() if line.strip()]
        assert [line for line in record["questions"][id]["cell"].splitlines() if line.strip()] == lines


def test_check_says_of_a_graded_question_only_whether_the_form_is_right(course, desk):
    _, check, _, _ = open_set("hw", desk)
    key = course.issued("hw", "ada")["questions"]["q1"]["key"]
    right, wrong = check("hw.q1", key), check("hw.q1", key + 1)
    assert right.fine
    assert wrong.fine
    assert str(right).replace(str(key), "n") == str(wrong).replace(str(key + 1), "n")
    assert not check("q1", "many").fine
    assert not check("q1", ...).fine


def test_a_practice_question_is_judged_at_once_and_more_is_told_with_every_attempt(desk):
    show, check, _, _ = open_set("hw", desk)
    one = question("accepted").instance(5, 1)
    assert str(show("q2", practice=5)).endswith(one.text)
    wrong = [list(one.key[:n]) for n in range(len(one.key))]
    assert len(wrong) > 1
    first = check("q2", wrong[0], practice=5)
    assert isinstance(first, Verdict)
    assert first.witness is None
    assert check("q2", wrong[0], practice=5) == first, "the same answer is no new attempt"
    second = check("q2", wrong[1], practice=5)
    assert second.witness
    assert second.message == one.judge(wrong[1], 3, 2).message
    assert one.solution in check("q2", wrong[1], practice=5, stage=4).message, "for the asking"
    assert check("q2", one.key, practice=5).right
    with pytest.raises(UserError, match="not 5"):
        check("q2", [], practice=5, stage=5)


def test_one_command_deletes_what_a_student_has_stored_and_nothing_else(kernel):
    kernel.work("q1", "answer = 7\ncheck('hw.q1', answer)")
    kernel.handed_in()
    before = {path.name for path in kernel.folder.iterdir()}
    assert {"hw.answers.json", "hw-handin.ipynb"} <= before
    refused = CliRunner().invoke(main, ["forget", str(kernel.folder)], input="n\n")
    assert "hw.answers.json" in refused.output
    assert {path.name for path in kernel.folder.iterdir()} == before
    CliRunner().invoke(main, ["forget", str(kernel.folder), "--yes"])
    assert {path.name for path in kernel.folder.iterdir()} == before - {"hw.answers.json", "hw-handin.ipynb"}
    assert CliRunner().invoke(main, ["forget", str(kernel.folder), "--yes"]).exit_code == 2


def test_attempts_at_practice_questions_are_kept_and_handed_in_with_their_stage(desk):
    _, check, _, submit = open_set("hw", desk)
    one = question("accepted").instance(2, 1)
    check("q2", [], practice=2)
    open_set("hw", desk)[1]("q2", [*one.key, *one.key][:1], practice=2)  # another kernel goes on counting
    known = entries(desk)["q2-practice-2"]
    assert (known["attempts"], known["stage"]) == (2, 2)
    check("q2", one.key)
    submit()
    record = handin.read((desk / "hw-handin.ipynb").read_bytes())
    assert record.entries["q2-practice-2"].attempts == 2
    assert record.entries["q2"].attempts == 0


def test_hints_come_in_three_levels_and_speak_of_practice_questions(course, desk):
    _, _, hint, _ = open_set("hw", desk)
    one = question("accepted").instance(1, 1)
    texts = [str(hint("q2", level)) for level in (1, 2, 3)]
    assert len(set(texts)) == 3
    for text, expected in zip(texts, one.hints, strict=True):
        assert expected in text
    own = course.issued("hw", "ada")["questions"]["q2"]["data"]["towers"]
    assert not any(repr(own) in text for text in texts)
    with pytest.raises(UserError, match="1, 2 and 3"):
        hint("q2", 4)


def test_a_lecturers_own_type_brings_one_practice_question_with_its_solution(desk):
    show, check, hint, _ = open_set("hw", desk)
    assert "Practice 1" in str(show("q3", practice=1))
    assert "count" in str(check("q3", lambda w: 0, practice=1))
    assert "Go through" in str(hint("q3", 2))


# ---------------------------------------------------------------------- the record


def test_running_the_cell_records_the_answer_and_nothing_makes_it_vanish(kernel, desk):
    assert kernel.run(q1(7)).fine
    one = entries(desk)["q1"]
    assert (one["n"], one["kind"], one["answer"], one["text"], one["source"]) == (1, "number", 7, "7", q1(7))
    assert one["instance"] == json.loads((desk / "hw.instances.json").read_text())["questions"]["q1"]["digest"]
    head = json.loads((desk / "hw.answers.json").read_text())
    assert {k: head[k] for k in ("format", "version", "set", "student", "lang")} == {
        "format": "finity-edu/answers", "version": 1, "set": "hw", "student": "ada", "lang": "en"}
    kernel.restart()  # a reload, a new kernel, a crash: the answer is there
    kernel.run("check('q2', '')")
    assert {q: (e["n"], e["answer"]) for q, e in entries(desk).items()} == {"q1": (1, 7), "q2": (2, [])}
    kernel.run(q1(8))
    assert {q: (e["n"], e["answer"]) for q, e in entries(desk).items()} == {"q1": (3, 8), "q2": (2, [])}


def test_an_empty_or_unreadable_answer_does_not_take_the_place_of_the_recorded_one(kernel, desk):
    kernel.run(q1(7))
    assert str(kernel.run(q1("..."))).endswith("still there: 7")
    assert "still there: 7" in str(kernel.run(q1("'many'")))
    assert entries(desk)["q1"]["answer"] == 7


def test_two_tabs_lose_nothing(desk):
    tabs = [open_set("hw", desk) for _ in range(2)]
    tabs[0].check("q1", 1)
    tabs[1].check("q2", "")
    tabs[0].check("q1", 2)
    assert {q: e["answer"] for q, e in entries(desk).items()} == {"q1": 2, "q2": []}
    assert dict(tabs[1].submit(recorded=True).lines)["q1"] == "✎ 2 (recorded before; its cell is empty now)"


def test_many_at_once_lose_nothing(tmp_path):
    head = {"set": "x", "student": "ada", "signature": "", "lang": "en"}

    def work(name: str) -> None:
        record = Record(tmp_path / "x.answers.json", head)
        for i in range(12):
            record.note(f"{name}{i}", Entry("number", i))

    threads = [threading.Thread(target=work, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = Record(tmp_path / "x.answers.json", head).entries()
    assert len(found) == 48
    assert sorted(e.n for e in found.values()) == list(range(1, 49))
    assert [p.name for p in tmp_path.iterdir()] == ["x.answers.json"]


@pytest.mark.parametrize("where", ["write", "fsync", "replace"])
def test_a_crash_while_writing_leaves_the_last_record(desk, where, monkeypatch):
    open_set("hw", desk).check("q1", 7)
    code = f"""
import os
from coursekit import open_set
def end(*args, **more): os._exit(9)
if {where!r} == "write":
    import coursekit.practice.recording as r
    r.json.dumps = end
else:
    setattr(os, {where!r}, end)
open_set("hw", {str(desk)!r}).check("q1", 8)
"""
    done = subprocess.run([sys.executable, "-c", code], check=False, cwd=Path(__file__).parents[2])
    assert done.returncode == 9
    monkeypatch.setattr(recording, "_PATIENCE", 0.1)  # the lock that the crash left behind is taken over
    assert entries(desk)["q1"]["answer"] == 7
    open_set("hw", desk).check("q2", "")
    assert {q: e["answer"] for q, e in entries(desk).items()} == {"q1": 7, "q2": []}


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"[" * 10**5, b'{"format": "other"}', b"\xff\xfe", bytes(100)])
def test_a_damaged_record_is_kept_aside_and_told(desk, content):
    (desk / "hw.answers.json").write_bytes(content)
    said = str(open_set("hw", desk).check("q1", 7))
    assert "hw.answers.kept-1.json" in said
    assert (desk / "hw.answers.kept-1.json").read_bytes() == content
    assert entries(desk)["q1"]["answer"] == 7
    (desk / "hw.answers.json").write_bytes(b"x")
    receipt = open_set("hw", desk).submit()
    assert (desk / "hw.answers.kept-1.json").read_bytes() == content
    assert (desk / "hw.answers.kept-2.json").read_bytes() == b"x"
    assert any("hw.answers.kept-2.json" in text for text in receipt.remarks)


def test_what_can_be_read_of_a_damaged_record_stays(desk):
    open_set("hw", desk).check("q1", 7)
    data = json.loads((desk / "hw.answers.json").read_text())
    data["entries"].append({"question": 7})
    (desk / "hw.answers.json").write_text(json.dumps(data))
    assert "kept-1" in str(open_set("hw", desk).check("q2", ""))
    assert set(entries(desk)) == {"q1", "q2"}


def test_a_record_of_a_newer_version_is_refused_and_left_alone(desk):
    text = json.dumps({"format": "finity-edu/answers", "version": 2, "entries": 7})
    (desk / "hw.answers.json").write_text(text)
    _, check, _, submit = open_set("hw", desk)
    for action in (lambda: check("q1", 7), submit):
        with pytest.raises(UserError, match=r"hw\.answers\.json was written by a newer version.*answers, version 2"):
            action()
    assert (desk / "hw.answers.json").read_text() == text
    record = json.loads((desk / "hw.instances.json").read_text()) | {"version": 2}
    (desk / "hw.instances.json").write_text(json.dumps(record))
    with pytest.raises(UserError, match=r"hw\.instances\.json was written by a newer version"):
        open_set("hw", desk)


def test_somebody_elses_record_is_kept_aside_and_not_handed_in(course, desk):
    bob = course.root / "handout" / "hw" / "bob"
    open_set("hw", bob).check("q1", 5)
    (bob / "hw.answers.json").rename(desk / "hw.answers.json")
    receipt = open_set("hw", desk).submit()
    assert any("bob" in text and "kept-1" in text for text in receipt.remarks)
    assert dict(receipt.lines)["q1"] == "not answered yet"


def test_an_answer_to_another_version_of_the_question_is_named_and_not_handed_in(desk):
    _, check, _, _ = open_set("hw", desk)
    check("q1", 7)
    check("q2", "")
    record = json.loads((desk / "hw.instances.json").read_text())
    record["questions"]["q1"]["digest"] = "f" * 16
    (desk / "hw.instances.json").write_text(json.dumps(record))
    receipt = open_set("hw", desk).submit()
    assert dict(receipt.lines)["q1"] == "recorded for another version of this question: answer it again"
    assert set(handin.read(receipt.content.encode()).entries) == {"q2"}


def test_where_nothing_can_be_written_the_answers_live_as_long_as_the_session_and_that_is_told(kernel, monkeypatch):
    def full(*args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(recording.os, "replace", full)
    said = str(kernel.run(q1(7)))
    assert "No space left on device" in said
    receipt = kernel.names["submit"]()
    assert handin.read(receipt.content.encode()).entries["q1"].answer == 7
    assert any("hw-handin.ipynb cannot be written" in text for text in receipt.remarks)
    assert "data:application" in receipt._repr_html_()
    monkeypatch.undo()
    kernel.run("check('q2', '')")
    assert set(entries(kernel.folder)) == {"q1", "q2"}


def test_a_record_in_a_folder_that_is_read_only_is_handed_in(kernel, monkeypatch):
    def read_only(*args):
        raise OSError(30, "Read-only file system")

    kernel.run(q1(7))
    kernel.restart()
    monkeypatch.setattr(recording.os, "open", read_only)
    kernel.run("check('q2', '')")
    monkeypatch.setattr(recording.os, "replace", read_only)
    receipt = kernel.names["submit"]()
    assert {q: e.answer for q, e in handin.read(receipt.content.encode()).entries.items()} == {"q1": 7, "q2": []}


def test_what_could_not_be_read_back_is_not_recorded(kernel, desk):
    kernel.run(q1(7))
    with pytest.raises(UserError, match="q4 is too long"):
        kernel.run("check('q4', 'x' * 200_000)")
    assert kernel.run("check('q4', 'half \\ud800 a pair')").fine
    assert {q: e["answer"] for q, e in entries(desk).items()} == {"q1": 7, "q4": "half ? a pair"}
    assert handin.read(kernel.names["submit"]().content.encode()).remarks == ()


# ---------------------------------------------------------------------- handing in


def test_submit_writes_one_notebook_composed_from_the_record(course, kernel):
    kernel.work("q1-answer", q1("'7'"))
    kernel.work("q3-answer", q3("STEP = 1\ndef answer(word):\n    return STEP"))
    kernel.save("q4", "Because *ε*.")
    receipt, read = kernel.handed_in()
    assert dict(receipt.lines) == {
        "q1": "✎ 7", "q2": "not answered yet", "q3": "✎ a function answer(…); it is called when it is marked",
        "q4": "✎ Because *ε*."}
    assert receipt.remarks == ()
    assert {q: (e.kind, e.answer) for q, e in read.entries.items()} == {
        "q1": ("number", 7), "q3": ("function", None), "q4": ("manual", "Because *ε*.")}
    assert read.entries["q3"].source.endswith("(function)\nSTEP = 1\ndef answer(word):\n    return STEP")
    assert (read.student, read.signature) == ("ada", course.issued("hw", "ada")["signature"])
    assert read.written
    cells = {c.id: c.source for c in read.cells if c.id}
    assert cells["q1-answer"] == "# Your answer to hw.q1  (number)\nanswer = 7"
    assert cells["q2-answer"].endswith("answer = ...")
    assert cells["q4"] == "Because *ε*."
    assert "data:application" in receipt._repr_html_()
    assert kernel.handed_in()[0].path == "hw-handin.ipynb"  # again, in spite of the file that was written


def test_submit_stops_where_a_saved_cell_says_something_else(kernel, desk):
    kernel.work("q1-answer", q1(7))
    kernel.save("q1-answer", q1(8))
    kernel.save("q2-answer", "# Your answer to hw.q2  (set of words)\nanswer = 'bw'")
    with pytest.raises(SubmitError) as stopped:
        kernel.names["submit"]()
    assert [line.strip() for line in str(stopped.value).splitlines()[1:-1]] == [
        "q1: its cell now says something other than what was recorded: 7",
        "q2: there is an answer in its cell that was never recorded: run the cell."]
    assert "submit(recorded=True)" in stopped.value._render_traceback_()[-1]
    assert not (desk / "hw-handin.ipynb").exists()
    receipt, read = kernel.handed_in(recorded=True)
    assert read.entries["q1"].answer == 7
    assert [text.split(":")[0] for text in receipt.remarks] == ["q1", "q2"]


def test_an_answer_that_was_given_elsewhere_than_in_its_cell_does_not_pass_for_it(kernel):
    kernel.work("q1-answer", q1(8))
    kernel.run("check('hw.q1', 7)")
    kernel.save("q1-answer", q1(8))
    with pytest.raises(SubmitError, match=r"q1: .*: 7"):
        kernel.names["submit"]()


def test_submit_stops_where_the_last_answer_could_not_be_read(kernel):
    kernel.work("q1-answer", q1(7))
    kernel.run(q1("'many'"))
    with pytest.raises(SubmitError, match=r"(?s)q1: the answer that you gave last .*still there: 7"):
        kernel.names["submit"]()


@pytest.mark.parametrize("text", [
    "answer = 7", "# a thought\nanswer = '7'\n\n\ncheck('hw.q1', answer)", "answer = ...\nanswer = 7.0 and 7"])
def test_another_text_of_the_same_answer_is_no_reason_to_stop(kernel, text):
    kernel.run(f"# Your answer to hw.q1\n{text}\ncheck('hw.q1', answer)")
    kernel.save("q1-answer", f"# Your answer to hw.q1\n{text}\ncheck('hw.q1', answer)\n")
    assert kernel.handed_in()[1].entries["q1"].answer == 7


def test_a_notebook_that_was_saved_before_the_answer_ran_cannot_know_better(kernel):
    kernel.save("q1-answer", q1("8 - 3"))
    os.utime(kernel.folder / "hw.ipynb", (time.time() - 60,) * 2)
    kernel.run(q1("8 - 1"))
    assert kernel.handed_in()[1].entries["q1"].answer == 7


def test_a_cell_that_is_empty_now_keeps_its_recorded_answer_and_says_so(kernel):
    kernel.run(q1(7))
    kernel.save("q1-answer", q1("..."))
    assert dict(kernel.handed_in()[0].lines)["q1"] == "✎ 7 (recorded before; its cell is empty now)"


def test_a_function_is_taken_by_a_click_and_what_would_be_handed_in_is_shown(kernel, monkeypatch):
    shown = kernel.run("show('hw.q3')").input
    assert "answer(word)" in shown.part_board
    assert "typed" not in shown.part_status
    shown.act("look")
    assert "no function answer yet" in shown.part_status
    kernel.run("STEP = 1\ndef answer(word):\n    return STEP")
    monkeypatch.setattr(sys.modules["__main__"], "answer", kernel.names["answer"], raising=False)
    shown.act("look")
    assert "This would be handed in:" in shown.part_status
    assert "return STEP" in shown.part_status
    assert kernel.handed_in(recorded=True)[1].entries["q3"].source.endswith("def answer(word):\n    return STEP")


def test_a_function_is_handed_in_with_the_cells_that_it_needs(kernel):
    kernel.run("from collections import Counter\nLETTER = 'b'")
    kernel.run("unused = 1")
    kernel.work("q3-answer", q3("def answer(word):\n    return Counter(word)[LETTER]"))
    source = kernel.handed_in()[1].entries["q3"].source
    assert "unused" not in source
    assert "check" not in source
    names: dict[str, Any] = {}
    exec(source, names)
    assert names["answer"]("bbw") == 2


@pytest.mark.parametrize(("body", "argument"), [
    ("count = lambda word: word.count('b')", "count"), ("", "lambda word: word.count('b')"),
    ("import functools\n@functools.cache\ndef mine(word):\n    return word.count('b')", "mine"),
    ("class Count:\n    def __call__(self, word):\n        return word.count('b')", "Count()"),
    ("def mine(word):\n    return word.count('b')\nanswer = mine", "answer")])
def test_a_function_of_any_name_is_handed_in_under_the_one_that_was_asked_for(kernel, body, argument):
    kernel.work("q3-answer", q3(body, argument))
    names: dict[str, Any] = {}
    exec(kernel.handed_in()[1].entries["q3"].source, names)
    assert names["answer"]("bbw") == 2
    kernel.save("q3-answer", q3(body, argument).replace("'b'", "'w'"))
    with pytest.raises(SubmitError, match="q3: its cell"):
        kernel.names["submit"]()


def test_submit_stops_where_a_function_would_not_run_by_itself(kernel):
    kernel.names["LETTER"] = "b"  # from a cell that is gone
    kernel.work("q3-answer", q3("def answer(word):\n    return word.count(LETTER)"))
    with pytest.raises(SubmitError, match="q3: the function needs LETTER"):
        kernel.names["submit"]()


def test_submit_names_the_error_with_which_a_function_does_not_run(kernel):
    kernel.run("ready = False")
    kernel.names["ready"] = True  # changed by a cell that reading does not understand
    kernel.work("q3-answer", q3("assert ready, 'not yet'\ndef answer(word):\n    return 1"))
    with pytest.raises(SubmitError, match=r"q3: .*AssertionError: not yet"):
        kernel.names["submit"]()
    assert kernel.handed_in(recorded=True)[1].entries["q3"].kind == "function"


def test_a_helper_that_was_changed_after_it_ran_is_noticed(kernel, desk):
    helper = "def twice(n):\n    return n + n"
    book = json.loads((desk / "hw.ipynb").read_text())
    book["cells"].insert(1, notebooks.cell("code", helper, {"grade_id": "mine"}))
    (desk / "hw.ipynb").write_text(json.dumps(book))
    kernel.run(helper)
    kernel.work("q3-answer", q3("def answer(word):\n    return twice(len(word))"))
    kernel.handed_in()
    kernel.save("mine", helper.replace("n + n", "2 * n"))
    with pytest.raises(SubmitError, match="q3: its cell"):
        kernel.names["submit"]()
    kernel.restart()
    kernel.work("mine", helper)
    assert kernel.handed_in()[1].entries["q3"].source.startswith(helper)


def test_free_text_comes_from_the_saved_notebook_or_from_a_cell_with_a_string(kernel, desk):
    assert "person" in str(kernel.names["show"]("q4"))
    assert not kernel.run("check('q4', 7)").fine
    with pytest.raises(UserError, match="marked by a person"):
        kernel.names["hint"]("q4")
    kernel.restart()
    assert "save the notebook" in dict(kernel.handed_in()[0].lines)["q4"]
    kernel.save("q4", "First.")
    assert kernel.handed_in()[1].entries["q4"].answer == "First."
    kernel.save("q4", "Second.")
    assert kernel.handed_in()[1].entries["q4"].answer == "Second."
    kernel.run("check('hw.q4', 'From a cell.')")
    kernel.save("q4", "Second.")
    with pytest.raises(SubmitError, match=r"q4: .*From a cell"):
        kernel.names["submit"]()
    (desk / "hw.ipynb").unlink()
    assert kernel.handed_in()[1].entries["q4"].answer == "From a cell."


def test_where_the_notebook_cannot_be_found_that_is_said_and_what_ran_is_handed_in(kernel, desk):
    (desk / "hw.ipynb").unlink()
    kernel.run(q1(7))
    receipt, read = kernel.handed_in()
    assert read.entries["q1"].answer == 7
    assert "cannot be read from here" in receipt.remarks[0]
    assert 'check("q4"' in dict(receipt.lines)["q4"]
    with pytest.raises(UserError, match=r"nowhere\.ipynb"):
        kernel.names["submit"]("nowhere.ipynb")


def test_of_several_notebooks_the_one_that_is_open_counts_and_else_they_are_named(kernel, desk, monkeypatch):
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    (desk / "copy.ipynb").write_text((desk / "hw.ipynb").read_text())
    kernel.work("q1-answer", q1(7))
    kernel.save("q1-answer", q1(8), "copy.ipynb")
    receipt, _ = kernel.handed_in()
    assert "copy.ipynb, hw.ipynb" in receipt.remarks[0]
    for place in ("hw.ipynb", "/somewhere/hw.ipynb"):
        monkeypatch.setenv("JPY_SESSION_NAME", place)
        assert kernel.handed_in()[0].remarks == ()
    monkeypatch.setenv("JPY_SESSION_NAME", "copy.ipynb")
    with pytest.raises(SubmitError, match=r"q1: .*: 7"):
        kernel.names["submit"]()
    monkeypatch.delenv("JPY_SESSION_NAME")
    assert kernel.handed_in(str(desk / "hw.ipynb"))[0].remarks == ()
    monkeypatch.setattr(sys.modules["__main__"], "__vsc_ipynb_file__", str(desk / "hw.ipynb"), raising=False)
    assert kernel.handed_in()[0].remarks == ()


def test_a_renamed_notebook_without_metadata_is_still_found(kernel, desk, monkeypatch):
    monkeypatch.setenv("JPY_SESSION_NAME", "hw.ipynb")  # as the kernel was told when it began
    kernel.work("q1-answer", q1(7))
    book = json.loads((desk / "hw.ipynb").read_text())
    del book["metadata"]["finity"]
    (desk / "hw.ipynb").unlink()
    (desk / "Über mich (1).ipynb").write_text(json.dumps(book))
    assert kernel.handed_in()[0].remarks == ()


def test_mistakes_are_named_with_the_way_out(desk, tmp_path):
    with pytest.raises(UserError, match=r"ps9\.instances\.json"):
        open_set("ps9", desk)
    for content in ("{", "[]", "{}", '{"questions": {}}', '{"questions": 7, "format": "finity-edu/instances"}'):
        (tmp_path / "bad.instances.json").write_text(content)
        with pytest.raises(UserError, match="fetch it again"):
            open_set("bad", tmp_path)
    show, _, _, _ = open_set("hw", desk)
    with pytest.raises(UserError, match="q1, q2, q3, q4"):
        show("q7")


def test_a_slip_of_the_keyboard_is_told_in_words(kernel):
    show, check, hint = (kernel.names[verb] for verb in ("show", "check", "hint"))
    assert show(" hw.q1 ").title == show("q1").title
    for slip, said in ((lambda: show(3), "no question 3"), (lambda: show("q1", practice="x"), "practice='x'"),
                       (lambda: check("q1", 1, practice=1.5), "practice=1.5"), (lambda: hint("q1", "2"), "not '2'"),
                       (lambda: hint("q1", 2, "a"), "practice='a'"), (lambda: hint("q1", [1]), r"not \[1\]")):
        with pytest.raises(UserError, match=said):
            slip()


@pytest.mark.parametrize("lang", ["en", "de", "es"])
def test_the_student_is_spoken_to_in_each_language(kernel, lang):
    _, check, _, submit = open_set("hw", kernel.folder)
    kernel.save("q2-answer", "answer = 7")
    with using_language(lang):
        with pytest.raises(SubmitError) as stopped:
            submit()
        texts = {str(check("q1", 7)), str(check("q1", ...)), str(submit(recorded=True)), str(stopped.value)}
    assert len(texts) == 4


def test_the_students_side_needs_the_standard_library_only(desk):
    nowhere = ["fcntl", "resource", "pwd", "grp", "termios", "multiprocessing", "_posixsubprocess", "sqlite3"]
    code = (f"import sys\nsys.modules.update(dict.fromkeys({nowhere!r}))\n"  # what Windows or a browser lacks
            f"from coursekit import open_set\nshow, check, hint, submit = open_set('hw', {str(desk)!r})\n"
            "check('q1', 7); check('q2', [], practice=1); hint('q2'); show('q2'); submit()\n"
            "print(sorted({m.split('.')[0] for m in sys.modules} & set(sys.argv[1:])))")
    heavy = ["numpy", "matplotlib", "IPython", "nbformat", "jupytext", "nbgrader", "zmq", "click", "rich", "networkx"]
    done = subprocess.run([sys.executable, "-c", code, *heavy], capture_output=True, text=True, check=False,
                          cwd=Path(__file__).parents[2])
    assert done.stdout.strip() == "[]", done.stderr


@pytest.mark.filterwarnings("ignore")
def test_the_notebook_as_handed_out_runs_from_top_to_bottom_and_hands_in(course, desk):
    import nbformat
    from nbclient import NotebookClient

    book = nbformat.read(desk / "hw.ipynb", as_version=4)
    key = course.issued("hw", "ada")["questions"]["q2"]["key"]
    one = next(c for c in book.cells if c.metadata.get("nbgrader", {}).get("grade_id") == "q2-answer")
    one.source = one.source.replace("answer = ...", f"answer = {key!r}")
    nbformat.write(book, desk / "hw.ipynb")
    NotebookClient(book, timeout=60, kernel_name="python3", resources={"metadata": {"path": str(desk)}}).execute()
    assert "hw-handin.ipynb" in book.cells[-1].outputs[0]["data"]["text/html"]
    read = handin.read((desk / "hw-handin.ipynb").read_bytes())
    assert {q: e.answer for q, e in read.entries.items()} == {"q2": key}
    assert "answer = " in next(c.source for c in read.cells if c.id == "q2-answer")


# ---------------------------------------------------------------------- clicked together


def test_what_is_clicked_is_recorded_and_handed_in(desk: Path) -> None:
    verbs = open_set("hw", desk)
    asked = verbs.show("q1")
    assert "Nothing is recorded yet" in asked.input.part_status
    for sign in "12":
        asked.input.act("key", n=sign)
    assert "Recorded: 12" in asked.input.part_status
    assert (entries(desk)["q1"]["answer"], entries(desk)["q1"]["text"]) == (12, "12")
    receipt = verbs.submit(recorded=True)
    assert dict(receipt.lines)["q1"] == "✎ 12"
    assert handin.read((desk / receipt.path).read_bytes()).entries["q1"].answer == 12


def test_a_new_kernel_a_second_tab_and_a_cell_show_what_was_recorded_last(desk: Path) -> None:
    first = open_set("hw", desk)
    first.show("q1").input.act("key", n="4")
    second = open_set("hw", desk).show("q1").input
    assert second.value == 4
    second.act("key", n="2")
    mine = open_set("hw", desk)
    shown = mine.show("q1").input
    assert shown.value == 42
    mine.check("q1", 7)
    shown.act("key", n="1")
    assert shown.value == 7
    assert "answered in another place" in shown.part_status
    shown.act("key", n="1")
    assert json.loads((desk / "hw.answers.json").read_text())["entries"][-1]["answer"] == 71


def test_what_cannot_be_read_or_written_is_said(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    widget = open_set("hw", desk).show("q1").input
    widget.act("key", n="3")
    widget.act("typed", value="three")
    assert "whole number" in widget.part_status
    assert widget.value == 3

    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("coursekit.practice.recording.write_whole", full)
    widget.act("key", n="3")
    assert "No space left" in widget.part_status
    assert widget.value == 33


def test_practice_is_judged_below_its_input_and_recorded_as_practice_only(desk: Path) -> None:
    widget = open_set("hw", desk).show("q1", practice=2).input
    widget.act("key", n="9")
    widget.act("check")
    assert "gk-error" in widget.part_status
    assert list(entries(desk)) == ["q1-practice-2"]
