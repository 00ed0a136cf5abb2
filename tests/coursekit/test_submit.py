"""The student's side: handing in."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from boardkit.errors import UserError
from boardkit.messages import using_language
from coursekit import notebooks, open_set
from coursekit.practice import handin
from coursekit.practice.session import SubmitError
from tests.coursekit.desk import q1, q3


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
    with pytest.raises(SubmitError, match=r"(?s)q1: your last answer .*still there: 7"):
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


@pytest.mark.slow
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


@pytest.mark.slow
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
