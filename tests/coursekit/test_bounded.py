"""A stranger's file that stalls its reader, or brings it down, costs nobody else anything, wherever it is read."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from coursekit.book import collecting
from coursekit.marking import autograded
from coursekit.marking.marking import Marking, grade
from coursekit.marking.sandboxes import imported
from coursekit.practice import handin, prose
from tests.coursekit.hostile.files import book, cases, entry
from tests.coursekit.hostile.readers import brought_down, markdown_that_stalls, stalled
from tests.coursekit.workshop import hand_in, perfect, remarks, run, run_mark
from tests.needs import needs

BLANK = cases()["a function behind 190,000 blank lines"][0]


@pytest.mark.parametrize("source", [
    "\n" * 190_000, " " * 190_000, "\n \n" * 60_000, "from" * 40_000, "from " * 40_000, "from\n" * 40_000,
    "import " + "," * 190_000, "import " + "a," * 90_000, "import a\n" * 20_000, "import " + "a" * 190_000])
def test_what_a_source_imports_is_found_in_time_that_grows_with_its_length(source):
    began = time.process_time()
    named = imported(source, source + "\nimport os")
    assert time.process_time() - began < 2
    assert len(named) <= 100
    assert all(len(name) <= 100 for name in named)


@needs("sandbox")
def test_mark_looks_at_a_function_behind_blank_lines_and_goes_on(course):
    hand_in(course, "eve", BLANK)
    began = time.process_time()
    assert Marking(course, "hw").foreseen(["eve"])[1] == {}
    assert time.process_time() - began < 5


@pytest.fixture
def inbox(tmp_path):
    folder = tmp_path / "in"
    for student in ("ada", "bob", "eve"):
        (folder / student).mkdir(parents=True)
        (folder / student / "hw.ipynb").write_bytes(
            book(entry(text="EVIL" if student == "bob" else ""), student=student))
    return folder


def test_collect_names_a_file_that_stalls_its_reader_files_it_and_goes_on(course, inbox, monkeypatch):
    monkeypatch.setattr(handin, "at_a_glance", stalled)
    monkeypatch.setattr(collecting, "PROCESSOR", 0)
    done = collecting.collect(course, "hw", inbox)
    assert {s: (one.answered, one.remarks) for s, one in done.filed.items()} == {"ada": (1, ()), "eve": (1, ())}
    assert [(path, "too much time" in why) for path, why in done.unreadable] == [("bob/hw.ipynb", True)]
    assert {*course.submissions("hw")} == {"ada", "bob", "eve"}


def test_of_one_student_a_few_files_may_do_so_and_the_others_are_only_named(course, inbox, monkeypatch):
    glance, read = collecting._glance, []
    monkeypatch.setattr(handin, "at_a_glance", brought_down)
    monkeypatch.setattr(collecting, "_glance", lambda content, record: read.append(content) or glance(content, record))
    for i in range(5):
        (inbox / "bob" / f"{i}.ipynb").write_bytes(book(entry(text="EVIL"), student="bob"))
    done = collecting.collect(course, "hw", inbox)
    assert sum(b"EVIL" in content for content in read) == collecting.COSTLY
    assert [path.partition("/")[0] for path, _ in done.unreadable] == ["bob"]
    assert len([f for f, _ in done.passed_over if f.startswith("bob/")]) == 5


@pytest.mark.slow
@needs("sandbox")
def test_mark_names_a_file_that_stalls_its_reader_and_marks_the_others(course):
    hand_in(course, "ada", perfect(course, "ada"))
    hand_in(course, "eve", BLANK)
    shop = Marking(course, "hw")
    result = grade(replace(shop.job("eve"), given_up={"": "time"}))
    assert remarks(result) == {"too_costly"}
    assert all(v.manual for v in result.questions.values())
    shop.note(result)
    told = run_mark(course, "--again")
    assert told["students"]["ada"]["points"] == 6
    assert run(course, "feedback", "hw").exit_code == 0


def test_an_open_answer_that_stalls_the_parser_of_markdown_is_shown_as_it_was_typed(monkeypatch):
    text = "EVIL <b> " + "[" * autograded.SHORT
    assert autograded.long_html(text) == prose.student_html(text)
    monkeypatch.setattr(autograded, "student_html", markdown_that_stalls)
    assert autograded.long_html(text).endswith(f"<pre>EVIL &lt;b&gt; {'[' * autograded.SHORT}</pre></div>")
