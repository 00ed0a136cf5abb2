"""Cells without a record: any literal is judged or named, kept as JSON, and shown, for any kind of question."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from coursekit.book.feedback import page
from coursekit.book.scores import as_it_counts
from coursekit.marking import ledger
from coursekit.marking.autograded import autograded
from coursekit.marking.marking import Marking, grade
from tests.cases import sampled
from tests.coursekit.hostile.files import LITERALS, code, plain
from tests.coursekit.workshop import (
    answer,
    hand_in,
    key,
    make_course,
    perfect,
    run,
    run_mark,
)

TYPES = {
    "set of words": "accepted", "names": "losing_fields", "fraction": "win_probability", "table": "token_sets",
    "machine": "machine_update", "list of moves": "unlearn_trace", "number": "count_arrows", "automaton": "five_tuple",
    "path": "accepting_path", "word": "shortest_word", "partition": "nerode_classes", "regex": "regex_of_board",
    "board": "board_for_tower", "function": "write_accepts",
}
SOURCE = "\n".join(f'# %% question="{q.replace(" ", "-")}" type="{type}" points=2' for q, type in TYPES.items())


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """A course with a question of every kind."""
    return make_course(tmp_path_factory.mktemp("kinds"), ("ada",), SOURCE, own_questions="")


@pytest.fixture(scope="module")
def shop(asked):
    hand_in(asked, "ada", plain())
    return Marking(asked, "hw")


@pytest.mark.parametrize("literal", sampled(LITERALS, lambda text: text[:40].encode("unicode_escape").decode(), 12))
def test_any_literal_is_judged_or_named_kept_and_shown_for_every_kind_of_question(asked, shop, tmp_path, literal):
    book = plain(*[code(f"# Your answer to hw.{q}\nanswer = {literal}") for q in shop.problems.questions])
    result = grade(replace(shop.job("ada"), content=book))
    unread = {r.where for r in result.remarks if r.id == "not_literal"}
    for q, verdict in result.questions.items():
        assert (verdict.manual, q in unread) in ((False, False), (True, True)), verdict.message
        assert verdict.message
    ledger.append(tmp_path / "ada.jsonl", result.to_json())
    assert ledger.read(tmp_path / "ada.jsonl") == [result], "what is kept says the same when it is read again"
    issued = asked.issued("hw", "ada")
    shown = [json.dumps(autograded(shop.released, issued, result, {}), ensure_ascii=False),
             page(as_it_counts(result, None), issued)]
    assert all(text.encode() for text in shown)
    assert [grade(replace(shop.job("ada"), content=book)).questions[q].answer for q in result.questions] == [
        verdict.answer for verdict in result.questions.values()], "the same answer is always named the same"


def test_every_kind_of_answer_is_asked_and_the_table_is_long_enough(shop):
    kinds = {one.kind for one in shop.problems.questions.values()}
    assert len(LITERALS) == len({*LITERALS}) >= 49
    assert kinds >= {*TYPES} - {"names"}


@pytest.mark.slow
def test_a_set_of_python_is_an_honest_answer_and_reaches_every_place(course):
    right = key(course, "ada", "q2")
    assert len(right) > 1
    for student, given in (("ada", set(right)), ("bob", right), ("eve", b"x")):
        book = perfect(course, student)
        del book["metadata"]["finity"]
        answer(book, "q2", f"answer = {given!r}")
        answer(book, "q1", "answer = {('A', 'b'): 1e999}")
        hand_in(course, student, book)
    told = run_mark(course)
    assert not told["failed"]
    assert {s: one["questions"]["q2"] for s, one in told["students"].items()}["ada"] == 3
    kept = {s: ledger.read(course.results("hw") / f"{s}.jsonl")[-1].questions for s in ("ada", "eve")}
    assert kept["ada"]["q2"].answer == right, "in the canonical form of its kind"
    assert kept["eve"]["q2"].answer == "b'x'", "or as it was typed"
    assert kept["ada"]["q1"].answer == "{('A', 'b'): 1e999}"
    assert run(course, "feedback", "hw").exit_code == 0
    assert "1e999" in (course.folder("feedback", "hw", "ada") / "hw.html").read_text(encoding="utf-8")
    assert "1e999" in (course.folder("autograded", "hw", "ada") / "hw.ipynb").read_text(encoding="utf-8")
    done = run(course, "export", "hw", "--to", str(course.root / "out"))
    assert done.exit_code == 0
    assert {line.split(",")[0] for line in (course.root / "out" / "hw.csv").read_text().splitlines()} >= {
        "ada", "bob", "eve"}
