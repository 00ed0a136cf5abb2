"""The student's side: show, check, hint, submit."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from boardkit.errors import UserError
from boardkit.messages import using_language
from finity_edu.grading import handin, open_set
from finity_edu.grading.verdict import Verdict
from finity_edu.questions import question


@pytest.fixture
def desk(course, tmp_path) -> Path:
    """A student's folder: notebook and questions as they were handed out."""
    folder = course.root / "handout" / "hw" / "ada"
    assert sorted(p.name for p in folder.iterdir()) == ["hw.instances.json", "hw.ipynb"]
    return folder


def test_what_is_handed_out_holds_neither_key_nor_seed_nor_data(course, desk):
    text = (desk / "hw.instances.json").read_text()
    record = json.loads(text)
    for one in record["questions"].values():
        assert not {"key", "solution", "data", "seed"} & set(one)
    assert course.secret().hex() not in text
    for path in desk.iterdir():
        content = path.read_text()
        assert "CANARY" not in content
        assert "HIDDEN" not in content
        assert "BEGIN SOLUTION" not in content


def test_check_says_of_a_graded_question_only_whether_the_form_is_right(course, desk):
    _, check, _, _ = open_set("hw", desk)
    key = course.issued("hw", "ada")["questions"]["q1"]["key"]
    right, wrong = check("hw.q1", key), check("hw.q1", key + 1)
    assert right.fine
    assert wrong.fine
    assert str(right).replace(str(key), "n") == str(wrong).replace(str(key + 1), "n")
    assert not check("q1", "many").fine
    assert not check("q1", ...).fine


def test_a_practice_question_is_judged_in_full_at_once(desk):
    show, check, _, _ = open_set("hw", desk)
    one = question("accepted").instance(5, 1)
    assert str(show("q2", practice=5)).endswith(one.text)
    assert check("q2", one.key, practice=5).right
    verdict = check("q2", [], practice=5)
    assert isinstance(verdict, Verdict)
    assert not verdict.right
    assert verdict.message


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


def test_submit_writes_one_notebook_with_the_answers_as_data_and_without_outputs(course, desk):
    book = json.loads((desk / "hw.ipynb").read_text())
    book["cells"][2]["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "x"}]
    (desk / "hw.ipynb").write_text(json.dumps(book))
    _, check, _, submit = open_set("hw", desk)
    check("q1", "7")
    check("q2", "")
    receipt = submit()
    assert dict(receipt.lines) == {"q1": "✎ 7", "q2": "✎ []", "q3": "not answered yet"}
    read = handin.read((desk / receipt.path).read_bytes())
    assert read.answers == {"q1": 7, "q2": []}
    assert read.variant == {"student": "ada", "signature": course.issued("hw", "ada")["signature"]}
    assert [c.source for c in read.cells] == ["".join(c["source"]) for c in book["cells"]]
    assert '"text": "x"' not in (desk / receipt.path).read_text()
    assert "data:application" in receipt._repr_html_()


def test_submit_twice_takes_the_notebook_and_not_the_file_it_wrote(desk):
    _, _, _, submit = open_set("hw", desk)
    assert submit().path == submit().path == "hw-handin.ipynb"


def test_a_malformed_answer_takes_the_place_of_an_earlier_one(desk):
    _, check, _, submit = open_set("hw", desk)
    check("q1", 7)
    check("q1", "many")
    assert dict(submit().lines)["q1"] == "not answered yet"


def test_submit_says_when_the_notebook_on_disk_is_older_than_what_ran(desk):
    _, check, _, submit = open_set("hw", desk)
    check("q3", test_a_malformed_answer_takes_the_place_of_an_earlier_one)
    assert any("Save the notebook" in text for text in submit().remarks)


def test_a_front_end_that_hides_its_file_still_hands_in_what_ran(desk, monkeypatch):
    for path in desk.glob("*.ipynb"):
        path.unlink()
    ran = ["", "x = 1", "# Your answer to hw.q1\nanswer = 1", "# Your answer to hw.q1\nanswer = 2", "submit()"]
    monkeypatch.setattr(sys.modules["__main__"], "In", ran, raising=False)
    _, _, _, submit = open_set("hw", desk)
    read = handin.read((desk / submit().path).read_bytes())
    assert [c.source for c in read.cells] == ["x = 1", "# Your answer to hw.q1\nanswer = 2"]
    assert read.cells[1].marked == ("hw", "q1")


def test_mistakes_are_named_with_the_way_out(desk, tmp_path):
    with pytest.raises(UserError, match=r"ps9\.instances\.json"):
        open_set("ps9", desk)
    (tmp_path / "bad.instances.json").write_text("{")
    with pytest.raises(UserError, match="fetch it again"):
        open_set("bad", tmp_path)
    show, _, _, submit = open_set("hw", desk)
    with pytest.raises(UserError, match="q1, q2, q3"):
        show("q7")
    with pytest.raises(UserError, match="nowhere"):
        submit("nowhere.ipynb")


@pytest.mark.parametrize("lang", ["en", "de", "es"])
def test_the_student_is_spoken_to_in_each_language(desk, lang):
    _, check, _, submit = open_set("hw", desk)
    with using_language(lang):
        texts = {str(check("q1", 7)), str(check("q1", ...)), str(submit())}
    assert len(texts) == 3


def test_the_students_side_needs_the_standard_library_only(desk):
    code = (f"from finity_edu.grading import open_set\nshow, check, hint, submit = open_set('hw', {str(desk)!r})\n"
            "check('q1', 7); check('q2', [], practice=1); hint('q2'); show('q2'); submit()\n"
            "import sys\nprint(sorted({m.split('.')[0] for m in sys.modules} & set(sys.argv[1:])))")
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
    assert read.answers == {"q2": key}
    assert "answer = " in next(c.source for c in read.cells if c.id == "q2-answer")
