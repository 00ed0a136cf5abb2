"""No answer that the form check lets through keeps the judge; the bulk is in `benchmarks.measures.stalls`."""

import pytest

from automatakit.automaton.states import bits
from automatakit.automaton.value import Automaton
from automatakit.languages import runs
from automatakit.languages.runs import accepting_runs, count_runs
from benchmarks.measures.stalls import accepted, words, worst
from coursekit.answers import KINDS, MalformedAnswer, validate
from coursekit.answers.spelling import MAX_ALL
from coursekit.answers.words import MAX_WORD
from coursekit.questions import all_types
from tests.cases import every
from tests.coursekit.questions.sample import instance

EVERYWHERE = {"b": set("ABC"), "w": set("ABC")}
DENSE = Automaton.of(dict.fromkeys("ABC", EVERYWHERE), start="A", accepting={"D"})


def test_runs_enter_no_state_from_which_the_rest_of_the_word_is_not_accepted(monkeypatch):
    asked = []
    monkeypatch.setattr(runs, "bits", lambda mask: asked.append(mask) or bits(mask))
    assert list(accepting_runs(DENSE, "w" * 40)) == []
    loops = DENSE.with_(edges=DENSE.edges | {("C", "b", "D")})
    first = next(accepting_runs(loops, "w" * 2_000 + "b"))
    assert (len(first), first[-2:]) == (2_002, ("C", "D"))
    assert len(asked) <= 2 * (41 + 2_002)  # once forwards and once backwards for each letter


def test_runs_come_in_the_order_of_the_states_and_are_all_of_them():
    fa = Automaton.of("bA>A bA>B bB>A bB>C bA>C", start="A", accepting="C", symbols="bw")
    assert list(accepting_runs(fa, "bb")) == [("A", "A", "C"), ("A", "B", "C")]
    assert list(accepting_runs(Automaton.of("", start="A", accepting="A", symbols="bw"), "")) == [("A",)]
    for word in ("b", "bbb", "bbbbbb"):
        assert len(list(accepting_runs(fa, word))) == count_runs(fa, word)


@pytest.mark.parametrize("kind", [t for t in all_types() if t.kind in ("word", "table", "path")], ids=lambda t: t.id)
def test_long_words_and_large_tables_are_judged(kind):
    made = instance(kind.id, 2)
    *_, answer = made.key, *accepted(kind, made.data)
    assert 0 <= kind.judge(made.data, answer).points <= 1


@every("kind", KINDS)
def test_sizes_of_answers_are_bounded(kind):
    huge = ["b" * 20_000] * 5_000
    for answer in (huge, {"A": huge}, {str(i): ["b"] * 100 for i in range(5_000)}):
        if kind != "function":
            with pytest.raises(MalformedAnswer, match="too long"):
                validate(kind, answer)
    assert sum(map(len, huge)) > MAX_ALL


def test_the_worst_words_are_at_the_limit():
    assert {len(w) > MAX_WORD for w in words()} == {True, False}
    assert all(list(worst(kind, {})) for kind in KINDS if kind not in ("function", "table", "machine"))
