"""Every kind of answer: what is read, what is malformed, and that nothing is too large.

The corpus is `spellings.toml`; here it is read, and tried against the questions themselves.
"""

import json

import pytest

from boardkit.messages import LANGUAGES, using_language
from coursekit.answers import KINDS, MalformedAnswer, validate
from coursekit.answers.spelling import Misspelt, plain
from coursekit.questions import all_types

pytest.importorskip("numpy", reason="NumPy is not installed: pip install numpy")

from automata.fa.dfa import DFA
from automata.fa.nfa import NFA

from benchmarks.measures.spellings import CORPUS, NAMES, refused_later, unread
from tests.cases import every

READ = [(type_id, typed, case["means"]) for type_id, one in CORPUS.items() for case in one.get("read", ())
        for typed in case["typed"]]
REFUSED = [(type_id, typed, problem) for type_id, one in CORPUS.items() for problem, many in one["refused"].items()
           for typed in many]


def written(type_id, typed):
    """Kind, form and what was typed, anew (a generator can be read once)."""
    one = CORPUS[type_id]
    return one["kind"], one["form"], eval(typed, dict(NAMES))


@every("type_id", CORPUS)
def test_what_a_student_writes_becomes_canonical_json(type_id):
    for _, typed, means in (case for case in READ if case[0] == type_id):
        kind, form, answer = written(type_id, typed)
        value = validate(kind, answer, **form)
        assert value == eval(means), typed
        assert json.loads(json.dumps(value)) == value
        assert validate(kind, value, **form) == value, typed


@every("type_id", CORPUS)
def test_a_malformed_answer_says_what_is_wrong_and_what_was_expected(type_id):
    for _, typed, problem in (case for case in REFUSED if case[0] == type_id):
        kind, form, answer = written(type_id, typed)
        with pytest.raises(MalformedAnswer) as caught:
            validate(kind, answer, **form)
        assert (caught.value.kind, caught.value.problem) == (kind, problem), typed
        texts = set()
        for lang in LANGUAGES:
            with using_language(lang):
                texts.add(str(caught.value))
        assert len(texts) == 3
        assert all(len(t) < 1500 for t in texts)


def test_the_corpus_holds_every_kind_and_every_form_that_a_type_of_question_asks_for():
    assert len(READ) + len(REFUSED) > 800
    assert {one["kind"] for one in CORPUS.values()} == set(KINDS)
    assert {CORPUS[t]["kind"] for t, _, _ in READ} == {CORPUS[t]["kind"] for t, _, _ in REFUSED} == set(KINDS)

    def shape(kind, form):
        cells = form.get("cells")
        if isinstance(cells, dict):
            cells = sorted({c for c in cells.values() if isinstance(c, str)})
        return kind, frozenset(k for k, v in form.items() if v is not False), json.dumps([cells, form.get("moves")])

    known = {shape(one["kind"], one["form"]) for one in CORPUS.values()}
    for kind in all_types():
        form = json.loads(json.dumps(dict(kind.form(kind.instance(1, 2).data))))
        assert shape(kind.kind, form) in known, (kind.id, form)


@every("kind", [t for t in all_types() if t.kind != "function"], ids=lambda t: t.id)
def test_a_right_answer_is_right_in_every_spelling_and_what_the_form_check_takes_is_judged(kind):
    assert unread(kind, 1, 2) == []
    assert refused_later(kind, 6)[1] == []


def test_automata_of_automata_lib_keep_states_that_are_sets_of_states():
    nfa = NFA(states={"A", "B"}, input_symbols={"b", "w"}, transitions={"A": {"b": {"A", "B"}}}, initial_state="A",
              final_states={"B"})
    value = validate("automaton", DFA.from_nfa(nfa, retain_names=True))
    assert value["accepting"] == ["A B"]
    assert ["A", "b", "A B"] in value["transitions"]


def test_nesting_and_endless_iterators_are_bounded():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    loop = []
    loop.append(loop)
    for nested in (deep, loop):
        with pytest.raises(Misspelt, match="too_deep"):
            plain(nested)
    with pytest.raises(Misspelt, match="too_long"):
        plain(iter(int, 1))


def test_an_unknown_kind_is_a_mistake_of_the_caller():
    with pytest.raises(KeyError, match="poem"):
        validate("poem", "roses")


def test_one_accepting_state_may_be_named_alone_even_if_its_name_has_a_blank():
    arrow = {"states": ["A B", "C"], "alphabet": ["b", "w"], "start": "C", "transitions": [["C", "b", "A B"]]}
    alone, listed = (validate("automaton", arrow | {"accepting": accepting}) for accepting in ("A B", ["A B"]))
    assert alone == listed
    assert alone["accepting"] == ["A B"]
