"""Feedback in stages: what is said grows with the attempts, and the first two stages never determine the key."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from copy import deepcopy
from fractions import Fraction
from itertools import islice
from typing import Any
from unittest import mock

import pytest

from automatakit import Automaton
from boardkit.messages import LANGUAGES
from coursekit.judging.stages import GIVES_AWAY, ONE_OFF, POLICIES, policy
from coursekit.judging.verdict import Verdict
from coursekit.questions import Instance, QuestionType, all_types, question
from coursekit.questions.say import show
from tests.cases import sampled
from tests.coursekit.questions.mutation import all_sorts, slips, well_formed
from tests.coursekit.questions.sample import instance

TYPES = [kind.id for kind in all_types() if kind.kind != "function"]


def told(made: Instance, answer: Any, stage: int, lang: str = "en", hint: int = 1) -> Verdict:
    with mock.patch.object(QuestionType, "language_credit", return_value=0.0):  # it takes long, and is not told
        return made.asked_by.judge(made.data, answer, 100, lang, stage, hint)


def near_keys(made: Instance, answer: Any) -> Iterator[Any]:
    """What else could be the key, as far as the form says: the key with a slip, the answer with one, both together."""
    rng = random.Random(f"{made.type} {answer}")
    sources = [made.key, answer]
    if made.kind in ("set of words", "list of moves"):
        sources.append(sorted({*made.key, *answer}))
    if made.kind == "fraction":
        yield str(Fraction(answer) + Fraction(1, 7919))
    for n in range(240):
        with suppress(IndexError, ValueError, KeyError, TypeError):
            yield from well_formed(made, slips(rng, made, deepcopy(sources[n % len(sources)]), 1 + n // 80))


@contextmanager
def public_parts_stay(made: Instance) -> Iterator[None]:
    """What follows from what the question shows does not depend on which key is right: reasons, likely mistakes."""
    kind, cls = made.asked_by, type(made.asked_by)
    wrong, misread = list(kind.wrong(made.data)), []
    with suppress(NotImplementedError):  # whose languages are not compared
        misread = list(kind.misread(made.data))
    with ExitStack() as stack:
        for name, value in (("wrong", wrong), ("misread", misread), ("reason", ""), ("row_reason", "")):
            stack.enter_context(mock.patch.object(cls, name, lambda self, *args, value=value: value))
        yield


def same_words_under_another_key(made: Instance, answer: Any) -> bool:
    """Whether the judge would have said the same of the answer if another key were the right one."""
    kind, cls = made.asked_by, type(made.asked_by)
    with public_parts_stay(made):
        message = told(made, answer, 2).message
        for other in near_keys(made, answer):
            if other in (made.key, answer):
                continue
            with ExitStack() as stack:
                stack.enter_context(suppress(Exception))  # a key that this question cannot have
                stack.enter_context(mock.patch.object(cls, "key", lambda self, data, other=other: other))
                if made.kind in ("automaton", "regex"):
                    fa = (Automaton.from_json(other) if made.kind == "automaton"
                          else Automaton.of(other, symbols=kind.target(made.data).alphabet))
                    stack.enter_context(mock.patch.object(cls, "target", lambda self, data, fa=fa: fa))
                verdict = told(made, answer, 2)
                if verdict.message == message and not verdict.right:
                    return True
    return False


def wrong_answers(made: Instance, number: int) -> Iterator[tuple[Any, Verdict]]:
    verdicts = ((answer, told(made, answer, 2)) for answer in all_sorts(made, 3 * number))
    return islice(((a, v) for a, v in verdicts if not v.right and not v.malformed), number)


@pytest.mark.slow
@pytest.mark.parametrize("type_id", TYPES)
def test_two_keys_at_least_fit_what_the_second_stage_says(type_id):
    made = instance(type_id, 3)
    for answer, verdict in wrong_answers(made, 3):
        assert same_words_under_another_key(made, answer), (answer, made.key, verdict.message)


@pytest.mark.parametrize("type_id", sampled(TYPES))
def test_no_stage_says_what_a_later_one_may(type_id):
    made = instance(type_id, 3)
    for answer, verdict in wrong_answers(made, 1):
        first, second, third, fourth = (told(made, answer, stage) for stage in (1, 2, 3, 4))
        assert first.witness is first.picture is None
        assert verdict.message not in first.message
        everything = told(made, answer, None).message
        assert second.message.splitlines()[0] == everything.splitlines()[0]
        hint = made.hints[0]
        assert hint in third.message
        assert hint not in second.message
        assert made.solution in fourth.message
        assert hint not in fourth.message.replace(made.solution, ""), "who reads the solution needs no hint"
        assert "It begins like this" not in second.message
        assert not re.search(r"Right: \d+, wrong|Rows that are right", second.message)
        if len(show(made.key)) > 12:
            assert show(made.key) not in first.message + second.message
        assert len({v.points for v in (first, second, third, fourth)}) == 1, "a stage costs nothing"


@pytest.mark.slow
def test_what_a_number_lacks_by_a_fixed_step_is_not_named_early():
    steps: dict[str, set[int]] = {}
    for kind in all_types():
        for seed in range(15) if kind.kind == "number" else ():
            data = kind.drawn(seed, 1 + seed % 5)
            for id, value in kind.wrong(data):
                steps.setdefault(id, set()).add(kind.key(data) - value)
    assert {id for id, found in steps.items() if len(found) == 1} == set(ONE_OFF)


def test_names_that_turn_the_answer_round_come_with_the_third_stage():
    made = question("tower_automaton").instance(1, 2)
    opposite = Automaton.from_json(made.key)
    opposite = opposite.with_(accepting=frozenset(opposite.states) - opposite.accepting).to_json()
    verdict = told(made, opposite, 2)
    assert verdict.misconception in GIVES_AWAY
    name = "exactly the opposite"
    assert [name in told(made, opposite, stage).message for stage in (1, 2, 3)] == [False, False, True]


def test_the_third_hint_begins_a_table_and_leaves_the_rest_to_whoever_asked():
    made = instance("vending_machine", 3)
    assert made.hints[2].count("\n| ") == 3  # the head and two rows


@pytest.mark.parametrize("lang", LANGUAGES)
def test_stages_speak_every_language(lang):
    made = question("winning_towers").instance(4, 2, lang)
    texts = [told(made, [], stage, lang, hint).message for stage, hint in ((1, 1), (2, 1), (3, 1), (3, 2), (4, 1))]
    assert len(set(texts)) == 5
    assert made.hints[1] in texts[3]
    assert {"en": "Not right.", "de": "Das ist nicht richtig.", "es": "No es correcto."}[lang] in texts[0]


@pytest.mark.parametrize(("name", "stages", "hints"), [
    ("practice", [1, 2, 3, 3, 3, 4, 4], [0, 0, 1, 2, 3, 3, 3]),
    ("graded", [2, 3, 3, 3, 3], [0, 1, 2, 3, 3]),
    ("exam", [0, 0, 0], [0, 0, 0]),
])
def test_policies_grow_with_the_attempts_and_end(name, stages, hints):
    chosen = POLICIES[name]
    assert [chosen.stage(n) for n in range(1, len(stages) + 1)] == stages
    assert [chosen.hint(n) for n in range(1, len(stages) + 1)] == hints


def test_a_lecturer_chooses_a_policy_by_name_or_by_its_stages():
    assert policy("exam") is POLICIES["exam"]
    assert policy([1, 2, 4]).steps == (1, 2, 4)
    for wrong in ("strict", [], [2, 1], [5], [True], 3, None):
        assert policy(wrong) is None
