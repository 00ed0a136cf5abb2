"""Whatever a question, a hint, a solution or a verdict asserts is so, in every language.

`second.claims` and `second.misread` assert the values behind every text of a verdict, `second.worked` every line of a
solution; here a small fixed sample goes through them, `python -m benchmarks.measures feedback` runs the bulk.
"""

import pytest

from boardkit.messages import LANGUAGES, Catalogue
from coursekit.judging.misconceptions import IDS
from coursekit.questions import all_types, judge, question
from tests.coursekit.questions.hearing import hear_type
from tests.coursekit.questions.second.claims import CLAIMS
from tests.coursekit.questions.second.worked import check_text, check_work

TYPES = [t.id for t in all_types()]


@pytest.mark.parametrize("type_id", [t for t in TYPES if t != "evaluation_function"])
def test_what_a_verdict_says_of_a_wrong_answer_is_so(type_id):
    heard = hear_type(type_id, 2, each=5, difficulties=(2,))
    assert heard.false == []
    assert heard.answers


@pytest.mark.parametrize("type_id", TYPES)
def test_what_a_question_and_its_solution_say_is_so(type_id):
    for seed, lang in enumerate(LANGUAGES):
        made = question(type_id).instance(seed, 1 + 2 * seed, lang)
        assert check_work(made, lang)
        check_text(made, lang)


def test_every_text_of_a_verdict_has_an_assertion():
    def part_of_a_verdict(id):
        return (id.startswith(("verdict.", "v.", "misconception."))
                and not id.startswith(("v.machine.", "v.training.", "v.stones.", "v.game.")) and id not in PARTS)

    packages = ("coursekit", "finity_edu", "matchbox", "amakta")
    known = {id for package in packages for id in Catalogue(package).texts("en")}
    missing = {id for id in known if part_of_a_verdict(id)} - set(CLAIMS)
    assert missing == set()
    assert set(CLAIMS) <= known
    assert {id.split(".")[1] for id in CLAIMS if id.startswith("misconception.")} == set(IDS)


PARTS = {*(f"v.monotonicity.change{i}" for i in range(4)), "v.built.with_rings", "v.built.without_rings"}
"""Texts that stand in questions only, as those of machines and stones do; `v.game` is asserted by `v.unlearn.bad`."""


def test_a_false_text_is_noticed(monkeypatch):
    """The assertions are not empty: a set of stations taken for another one, a run that is none."""
    from coursekit.questions import intro

    monkeypatch.setattr(intro, "sets_text", lambda fa, word: intro.run_text("A" * (len(word) + 1), word))
    assert hear_type("delta_hat", 12).false
    monkeypatch.undo()
    assert hear_type("delta_hat", 12).false == []


def test_why_a_move_is_not_possible_is_told_in_the_language_of_the_verdict():
    made = question("moves_to_win").instance(1, 2)
    for lang, word in (("en", "expected"), ("de", "erwartet"), ("es", "espera")):
        assert word in judge(made.type, made.data, ["+bA>E.m"], 1, lang).message
