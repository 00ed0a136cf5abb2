"""A fixed sample of what the measurements `judge` and `credit` do in bulk."""

import json
from pathlib import Path

import pytest

from automatakit.automaton.value import Automaton
from automatakit.languages.certificate import proves
from automatakit.languages.words import shortest_word
from benchmarks.measures.credit import (
    GUIDES,
    guide_table,
    ladder,
    paid_blind,
    unfair,
    written,
)
from benchmarks.measures.judge import SKIPPED, disagreements
from coursekit.questions import all_types, judge, question
from tests.cases import every, sampled
from tests.coursekit.questions.mutation import letters
from tests.coursekit.questions.sample import instance

ROOT = Path(__file__).parents[3]
TYPES = [t.id for t in all_types() if t.id not in SKIPPED]
HEAVY = ("minimise", "losing_towers", "product", "reverse", "remove_epsilon", "regex_of_board", "tower_automaton",
         "board_for_regex", "board_for_tower", "board_for_words", "no_pump_rings", "fastest_teacher")
LANGUAGES = [t.id for t in all_types() if t.kind in ("automaton", "regex") and t.id != "five_tuple"]


@pytest.mark.parametrize("type_id", TYPES)
def test_the_judge_and_a_second_method_agree_on_changed_right_answers(type_id):
    assert disagreements(type_id, [1], [3], 4 if type_id in HEAVY else 6) == []


@pytest.mark.parametrize("type_id", sampled(TYPES))
def test_what_takes_no_knowledge_earns_nothing(type_id):
    assert paid_blind(type_id, [1], [3]) == []


def test_a_needless_row_of_a_table_of_sets_must_follow_from_its_own_label():
    kind = question("determinise")
    made = instance("determinise", 2)
    fa = kind.fa(made.data)
    known = {row[0] for row in made.key}
    other = next(state for state in fa.states if state not in known)
    follows = [other, *kind.cells(fa, other)]
    differs = [other, *(" ".join(fa.states) if cell == "" else "" for cell in follows[1:])]
    needless = judge("determinise", made.data, [*made.key, follows])
    wrong = judge("determinise", made.data, [*made.key, differs])
    assert needless.status == wrong.status == "partial"
    assert wrong.points < needless.points


def test_a_recurrence_may_have_as_many_coefficients_as_there_are_numbers():
    made = instance("count_recurrence", 2)
    whole = [*made.key[:1], ["c", *["0"] * len(made.key[0][1:])]]
    more = [*made.key[:1], ["c", *["0"] * len(made.key[0])]]
    assert judge("count_recurrence", made.data, whole).message != judge("count_recurrence", made.data, more).message


def test_an_arrow_too_many_costs_something():
    cut = type(question("useless_arrows")).cut_credit
    assert cut(2, 1, 3) < cut(2, 1, 1)


def test_where_no_word_is_ambiguous_that_must_be_found_out():
    kind = question("ambiguity")
    without = [data for seed in range(1, 80) if kind.key(data := kind.drawn(seed, 2)) is None]
    assert without
    for data in without:
        assert not kind.fa(data).is_deterministic
        assert shortest_word(kind.fa(data)) is not None


def test_six_words_are_listed_whole_and_of_eight_it_is_said_that_there_are_more():
    met = set()
    for seed in range(1, 60):
        made = instance("count_recurrence", 2, seed=seed)
        counts = made.key[0][1:]
        for n, count in enumerate(counts):
            if count in {"6", "8"} - met:
                met.add(count)
                first = ["a", *counts[:n], "99"]
                said = judge("count_recurrence", made.data, [first, *made.key[1:]]).message
                assert ("…" in said) == (count == "8"), said
    assert met == {"6", "8"}


@pytest.mark.parametrize("kind", sorted({t.kind for t in all_types()} - {"word", "number", "fraction", "function"}))
@pytest.mark.slow
def test_credit_falls_with_every_slip_from_nearly_all_to_little(kind):
    """One walk for each of four instances of a type: the mean over all types of a kind of answer."""
    ladders = [ladder(t.id, [2] if t.id in HEAVY else [2, 3], [3, 4]) for t in all_types() if t.kind == kind]
    ladders = [means for means in ladders if means]
    means = [sum(column) / len(ladders) for column in zip(*ladders, strict=True)]
    assert unfair(kind, means) == []


@every("type_id", LANGUAGES)
def test_right_comes_with_a_proof_where_languages_are_compared(type_id):
    kind = question(type_id)
    made = instance(type_id, 3)
    answer = (Automaton.of(made.key, symbols=letters(made)) if kind.kind == "regex" else
              Automaton.from_json(made.key))
    proof = judge(type_id, made.data, made.key).certificate
    assert proves(proof, kind.target(made.data).to_json(), answer.to_json())
    assert judge(type_id, made.data, made.key).to_json()["certificate"] == proof


def test_the_table_of_the_guides_is_the_one_that_was_measured():
    """`python -m benchmarks.measures credit` writes both."""
    rows = json.loads((ROOT / "benchmarks" / "measured.json").read_text(encoding="utf-8"))["credit"]["rows"]
    assert {row[0] for row in rows} <= set(TYPES)  # a new type is there as soon as it has been measured
    for guide in GUIDES:
        assert guide.read_text(encoding="utf-8") == written(guide, guide_table(rows))


def test_words_listed_without_a_star_are_wrong_however_many():
    made = question("regex_of_board").instance(1, 2)
    listed = "|".join("b" * i + "w" for i in range(1, 18, 2))
    verdict = judge(made.type, made.data, listed, 4)
    assert not verdict.right
    assert verdict.points == 0
    assert verdict.certificate is None


def test_a_table_without_its_first_row_is_wrong():
    made = question("token_sets").instance(1, 2)
    for rows in (made.key[1:], [["", "B"], *made.key[1:]]):
        verdict = judge(made.type, made.data, rows, 4)
        assert verdict.status == "partial"
        assert 2 < verdict.points < 4
