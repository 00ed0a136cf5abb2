"""The file that is handed in: whatever it holds, reading it never fails, never runs anything, and says what it saw."""

from __future__ import annotations

import json
import time
import tracemalloc

import pytest

from coursekit.practice import handin
from coursekit.practice.needed import needed, without_verbs
from tests.coursekit.hostile.files import answered, book, cases, code, entry, plain


@pytest.mark.parametrize("name", list(cases()))
def test_a_hostile_file_gets_its_remark_and_nothing_else_happens(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    content, problem, remarks = cases()[name]
    began = time.process_time()
    found = handin.read(content)
    assert time.process_time() - began < 5, "some of them took minutes"
    assert (found.problem, {r.id for r in found.remarks}) == (problem, remarks)
    assert not list(tmp_path.iterdir())
    # What was read can be written down again, and is plain data.
    json.dumps(handin.as_json(found.entries), allow_nan=False).encode()
    for one in (*found.remarks, *found.entries.values()):
        str(vars(one)).encode()


def test_reading_stays_within_bounds():
    content = cases()["a million items"][0]
    tracemalloc.start()
    handin.read(content)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 12 * len(content)


def test_what_is_odd_but_honest_is_read():
    for name in ("UTF-8 with a mark", "UTF-16", "UTF-32", "lone surrogates", "NUL and escapes", "brackets in a text"):
        assert handin.read(cases()[name][0]).entries["q1"].answer == 7, name
    for name in ("NaN", "1e999"):
        assert handin.read(cases()[name][0]).entries["q1"].answer == name
    assert handin.read(cases()["set and student of other types"][0]).student == ""


def test_a_later_entry_replaces_an_earlier_one_wherever_it_stands():
    found = handin.read(book(entry(n=3, answer=3), entry(n=9, answer=9), entry(n=4, answer=4)))
    assert found.entries["q1"].answer == 9
    assert (found.name, found.student, found.recorded) == ("hw", "ada", True)


def test_a_source_that_came_along_as_a_function_is_no_answer():
    assert handin.read(book(entry(kind="function", answer={"results": [1]}))).entries["q1"].answer is None


def test_a_notebook_without_a_record_is_read_cell_by_cell():
    manual = {"cell_type": "markdown", "source": "Because.", "metadata": {
        "nbgrader": {"grade_id": "q5", "grade": True, "solution": True}}}
    found = handin.read(plain(
        code("# Your answer to hw.q1\nanswer = {'bw': [1, (2, 3)]}\ncheck('hw.q1', answer)"),
        code("# Your answer to hw.q2\nanswer = ..."), code("STEP = 1"), code("unused = 3"),
        code("# Your answer to hw.q3\ndef accepts(n):\n    return n + STEP\n\ncheck('hw.q3', accepts)"),
        code("# Your answer to hw.q4\nanswer = max(1, 2)"), manual,
        code("# Your answer to hw.q1\nanswer = 5"), code("# Your answer to hw.q6\nanswer = []\nanswer.append(1)")))
    assert {q: (e.kind, e.answer) for q, e in found.entries.items()} == {
        "q1": ("literal", 5), "q3": ("function", None), "q5": ("manual", "Because.")}
    assert found.entries["q3"].source == "STEP = 1\n\n# Your answer to hw.q3\ndef accepts(n):\n    return n + STEP"
    assert [(r.id, r.where) for r in found.remarks] == [
        ("not_literal", "q4"), ("answered_twice", "q1"), ("not_literal", "q6")], "of two cells the last one counts"
    assert not found.recorded
    one = "# Your answer to hw.q1\nanswer = "
    twice = handin.read(plain(code(one + "5"), code(one + "1 + 4"), code(one + "...")))
    assert ({*twice.entries}, [r.id for r in twice.remarks]) == (set(), ["answered_twice", "not_literal"])


def test_the_record_that_came_along_counts_where_the_notebook_has_none():
    record = {"format": "finity-edu/answers", "version": 1, "set": "hw", "student": "eve", "entries": [entry(answer=8)]}
    notebook = answered("1")
    found = handin.read(notebook, record=json.dumps(record).encode())
    assert (found.entries["q1"].answer, found.student, found.recorded) == (8, "eve", True)
    assert handin.read(book(entry()), record=json.dumps(record).encode()).entries["q1"].answer == 7
    for changed, remark in ((record | {"version": 2}, "record_newer"), ("no record", "record_foreign_format"),
                            (record | {"format": "x"}, "record_foreign_format")):
        found = handin.read(notebook, record=json.dumps(changed).encode())
        assert [r.id for r in found.remarks] == [remark]
        assert found.entries["q1"].answer == 1
    assert [r.id for r in handin.read(notebook, record=b"{").remarks] == ["record_damaged"]


def test_what_is_composed_is_read_back_and_reads_as_literals_without_its_record():
    questions = {"q1": {"kind": "number", "text": "How many?", "points": 2}, "q2": {"kind": "table"},
                 "q3": {"kind": "function", "form": {"name": "accepts"}}, "q4": {"kind": "manual"},
                 "q5": {"kind": "word"}}
    entries = {"q1": handin.Entry("number", 7, "7", "answer = 3 + 4", 4, "ab" * 8, "2026-01-01T00:00:00Z"),
               "q2": handin.Entry("table", [["A", "bw"]] * 30, n=2),
               "q3": handin.Entry("function", None, source="def accepts(w):\n    return True", n=3),
               "q4": handin.Entry("manual", "<b>Because</b> ε", n=1)}
    now = "2026-01-01T00:00:00.123+00:00"
    made = handin.compose("hw", questions, entries, student="ada", signature="5", lang="de", written=now)
    content = json.dumps(made).encode()
    found = handin.read(content)
    assert found.entries == entries
    assert (found.name, found.student, found.signature, found.written) == ("hw", "ada", "5", now)
    assert not found.remarks
    del made["metadata"]["finity"]
    bare = handin.read(json.dumps(made).encode())
    assert {q: e.answer for q, e in bare.entries.items()} == {q: e.answer for q, e in entries.items()}
    assert not bare.remarks
    assert [c.id for c in found.cells if c.id] == ["setup", "q1-answer", "q1", "q2-answer", "q2", "q3-answer", "q3",
                                                   "q4", "q5-answer", "q5"]


@pytest.mark.parametrize("written", [
    "yesterday", "2026-10-12 10:00:00 on time (checked)", "2026-02-31T00:00:00Z", "2026-01-01", "20260101T000000",
    "2026-01-01\x1b10:00:00",
    "２０２６-01-01T00:00:00Z", " 2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z\nbob  9 answers"])
def test_what_says_no_time_is_not_shown_as_one(written):
    found = handin.read(book(entry(), written=written))
    assert (found.written, [r.id for r in found.remarks], len(found.entries)) == ("", ["odd_time"], 1)


@pytest.mark.parametrize("written", ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.123+00:00", "2026-01-01 10:00", ""])
def test_a_time_is_shown_as_it_was_written(written):
    found = handin.read(book(entry(), written=written))
    assert (found.written, found.remarks) == (written, ())


@pytest.mark.parametrize("stage", [5, 9999, -1])
def test_practice_at_a_stage_that_there_is_not_is_no_entry(stage):
    found = handin.read(book(entry(), entry(question="q1-practice-1", attempts=1, stage=stage)))
    assert (set(found.entries), [r.id for r in found.remarks]) == ({"q1"}, ["entry_ignored"])


def test_a_function_that_needs_more_than_a_source_may_hold_is_named():
    cells = [f"x{i} = {'1' * 4_000}" for i in range(60)]
    needs = ", ".join(f"x{i}" for i in range(60))
    found = handin.read(plain(*map(code, cells), code(f"# Your answer to hw.q1\ndef f():\n    return [{needs}]")))
    assert (found.entries, [r.id for r in found.remarks]) == ({}, ["not_literal"])


@pytest.mark.parametrize(("cells", "expected"), [
    (["a = 1", "a = 2", "def f(): return a"], ["a = 2", "def f(): return a"]),
    (["a = []", "a.append(1)", "a[0] = 3", "a += [4]", "def f(): return a"],
     ["a = []", "a.append(1)", "a[0] = 3", "a += [4]", "def f(): return a"]),
    (["from math import pi", "import os", "def g(): return pi", "def f(): return [g() for _ in range(3)]"],
     ["from math import pi", "def g(): return pi", "def f(): return [g() for _ in range(3)]"]),
    (["def f(): return old", "old = 1", "def f(n): return n"], ["def f(n): return n"]),
    (["%matplotlib inline\nk = 2", "this is no Python", "def f(): return k"], ["k = 2", "def f(): return k"]),
    (["x = 1", "def f(x): return lambda y: x + y"], ["def f(x): return lambda y: x + y"]),
    (["B = 2", "class A:\n    n = B", "def f(): return A.n"], ["B = 2", "class A:\n    n = B", "def f(): return A.n"]),
])
def test_a_function_brings_the_cells_that_it_needs_and_no_others(cells, expected):
    assert needed(cells, "f") == "\n\n".join(expected)


def test_calls_that_only_ask_are_left_out():
    assert without_verbs("check('q1',\n   f)\nx = 1; check('q2', x)\n!ls\nshow('q1')") == "x = 1; check('q2', x)"
