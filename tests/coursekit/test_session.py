"""The student's side: show, check, hint, the record, and what is clicked together."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from click.testing import CliRunner

from boardkit.errors import UserError
from coursekit import open_set
from coursekit.inputs.widget import answer_widget
from coursekit.judging.verdict import Verdict
from coursekit.practice import handin, recording
from coursekit.practice.handin import Entry
from coursekit.practice.recording import Record
from coursekit.questions import question
from tests.coursekit.desk import cell, entries, q1
from tests.coursekit.workshop import main

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
    assert "at the second attempt you are told where your answer fails" in first.message
    assert check("q2", wrong[0], practice=5) == first, "the same answer is no new attempt"
    second = check("q2", wrong[1], practice=5)
    assert second.witness
    assert second.message == one.judge(wrong[1], 3, 2).message
    assert one.solution in check("q2", wrong[1], practice=5, stage=4).message, "for the asking"
    assert check("q2", one.key, practice=5).right
    with pytest.raises(UserError, match="not 5"):
        check("q2", [], practice=5, stage=5)


@pytest.mark.parametrize(("lang", "more"), [
    ("en", "at the second attempt you are told where your answer fails"),
    ("de", "Beim zweiten Versuch erfährst du, woran deine Antwort scheitert"),
    ("es", "en el segundo intento se te dice dónde falla tu respuesta"),
])
def test_a_first_attempt_that_is_partly_right_says_in_every_language_when_its_reason_comes(desk, lang, more):
    path = desk / "hw.instances.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "lang": lang}))
    _, check, _, _ = open_set("hw", desk)
    one = question("accepted").instance(5, 1, lang)
    first = check("q2", one.key[1:], practice=5)
    assert 0 < first.points < first.maximum
    assert more in first.message
    assert more not in check("q2", one.key[2:], practice=5).message, "it has come"


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
    check("q2", [])
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
    assert "answered elsewhere" in shown.part_status
    shown.act("key", n="1")
    assert json.loads((desk / "hw.answers.json").read_text())["entries"][-1]["answer"] == 71


def test_no_cell_says_not_answered_below_an_answer_that_was_clicked(desk: Path) -> None:
    """Neither one that is run after the click, nor what stands on the page since before it."""
    class Shown:
        said = ""

        def update(self, checked: object) -> None:
            self.said = str(checked)

    mine, page = open_set("hw", desk), Shown()
    missing = mine.check("q1", ...)
    assert "not answered yet" in missing.message
    missing.wait(page)
    mine.show("q1").input.act("key", n="4")
    assert page.said.startswith("✎")
    assert "Recorded: 4" in page.said
    again = mine.check("q1", ...)
    assert again.fine
    assert "Recorded: 4" in again.message
    assert "not answered" not in again.message


def test_an_answer_that_is_no_plain_text_is_typed_behind_a_fold() -> None:
    seen = set()
    for id in ("count_arrows", "delta_hat", "accepting_path", "shortest_word"):
        made = question(id).instance(1)
        widget = answer_widget(made.kind, made.asked_by.full_form(made.data), judge=made.judge)
        assert widget is not None
        widget.act("typed", value=json.dumps(made.key))
        before, _, folded = widget.part_status.partition("<details")
        assert ("As text" in folded) is isinstance(made.key, list), id
        assert ("As text" in before) is not isinstance(made.key, list), id
        assert before.count("gk-primary") == 1
        seen.add(type(made.key))
    assert len(seen) > 1


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
    assert "gk-partly" in widget.part_status
    assert "gk-error" not in widget.part_status
    assert list(entries(desk)) == ["q1-practice-2"]


def test_practice_is_stepped_through_where_its_solution_may_be_told_and_a_graded_question_never(desk: Path) -> None:
    show = open_set("hw", desk).show
    widget, graded = show("q2", practice=2).input, show("q2").input
    widget.below = graded.below = lambda shown: None
    right = question("accepted").instance(2, 1).key
    wrong = [[], *([item] for item in widget.input.items if [item] != right)]
    offered = []
    for answer in (*wrong[:6], right):
        for one in (widget, graded):
            one.act("typed", value=json.dumps(answer))
            one.act("check")
        offered.append('data-do="steps"' in widget.part_status)
        assert 'data-do="steps"' not in graded.part_status
    assert offered == [False] * 5 + [True, True]
    fresh = show("q2", practice=3).input
    fresh.below = print
    fresh.act("typed", value=json.dumps(question("accepted").instance(3, 1).key))
    fresh.act("check")
    assert 'data-do="steps"' in fresh.part_status
