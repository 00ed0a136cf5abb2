"""Whatever a question, a hint, a solution or a verdict asserts is so, in every language.

`second.claims` and `second.misread` assert the values behind every text of a verdict, `second.worked` every line of a
solution; here a small fixed sample goes through them, `python -m benchmarks.measures feedback` runs the bulk.
"""

import re
from itertools import cycle, islice

import pytest

from boardkit.messages import LANGUAGES, using_language
from coursekit.questions import all_types, judge, question
from tests.cases import sampled
from tests.coursekit.questions.hearing import hear_type
from tests.coursekit.questions.mutation import all_sorts
from tests.coursekit.questions.sample import instance
from tests.coursekit.questions.second.claims import CLAIMS
from tests.coursekit.questions.second.worked import check_text, check_work
from tests.texts import texts

TYPES = [t.id for t in all_types()]


@pytest.mark.parametrize("type_id", [t for t in TYPES if t != "evaluation_function"])
def test_what_a_verdict_says_of_a_wrong_answer_is_so(type_id):
    skins = question(type_id).skins or (None,)
    for skin in skins:
        heard = hear_type(type_id, 1, each=4 // len(skins), difficulties=(2,), skin=skin, by_turns=True)
        assert heard.false == []
        assert heard.answers


@pytest.mark.parametrize("type_id", sampled(TYPES))
def test_what_a_question_and_its_solution_say_is_so(type_id):
    skins = cycle(question(type_id).skins or (None,))
    for difficulty, lang, skin in zip((1, 2, 3), LANGUAGES, skins, strict=False):
        made = instance(type_id, difficulty, lang, skin)
        assert check_work(made, lang)
        check_text(made, lang)


def test_every_text_of_a_verdict_has_an_assertion():
    def part_of_a_verdict(id):
        return (id.startswith(("verdict.", "v.", "misconception."))
                and not id.startswith(("v.machine.", "v.training", "v.stones.", "v.game.")) and id not in PARTS)

    packages = ("coursekit", "finity_edu", "matchbox", "amakta")
    known = {id for package in packages for id in texts(package)}
    missing = {id for id in known if part_of_a_verdict(id)} - set(CLAIMS)
    assert missing == set()
    assert set(CLAIMS) <= known


PARTS = {*(f"v.monotonicity.change{i}" for i in range(4)), "v.built.with_rings", "v.built.without_rings"}
"""Texts that stand in questions only, as those of machines and stones do; `v.game` is asserted by `v.unlearn.bad`."""


def test_a_false_text_is_noticed(monkeypatch):
    """The assertions are not empty: a set of stations taken for another one, a run that is none."""
    from coursekit.questions import intro

    monkeypatch.setattr(intro, "sets_text", lambda fa, word: intro.run_text("A" * (len(word) + 1), word))
    assert hear_type("delta_hat", 12).false
    monkeypatch.undo()
    assert hear_type("delta_hat", 12).false == []


NOWHERE = "bga/2 bbwwbwbw c; posts c@N y@N; rings C:c.."
"""A position with several problems: whoever reads it says so in sentences of its own."""


@pytest.mark.parametrize("type_id", sampled([t for t in TYPES if t not in ("evaluation_function", "fastest_teacher")]))
def test_a_verdict_speaks_its_own_language_and_not_that_of_the_process(type_id):
    made = instance(type_id, 2)
    answers = [*islice(all_sorts(made, 2), 4), NOWHERE, [NOWHERE], ["+bA>E.m"], ["^^A"], ["place 9,9 111111"], "((b"]

    def verdicts(lang):
        with using_language(lang):
            return [judge(made.type, made.data, answer, 1, "de").to_json() for answer in answers]

    assert verdicts("en") == verdicts("es")


def test_a_move_that_is_not_legal_is_told_in_whole_sentences():
    for type_id, move in (("winning_move", "^^A"), ("orphaning_moves", "^A"), ("shortest_cycle", "take 9,9")):
        made = instance(type_id, 2)
        for lang in LANGUAGES:
            message = judge(type_id, made.data, [move], 1, lang).message
            assert move in message
            assert re.search(r"[^.]\.$", message), message
