"""Wrong automata are recognised by the language that a misconception gives."""


from automatakit.automaton.value import Automaton
from automatakit.languages.compare import counterexample
from automatakit.languages.elimination import to_regex
from automatakit.languages.runs import accepting_runs
from boardkit.messages import LANGUAGES
from coursekit.judging.misconceptions import (
    all_runs,
    early_arrival,
    eps_stay,
    one_arrow,
    recognise,
    variants,
)
from coursekit.questions import judge, question
from coursekit.questions.base import Say
from finity_edu.automata.views import ring_automaton
from tests.cases import every
from tests.coursekit.questions.second.naive import words
from tests.texts import MISCONCEPTIONS

BOARD = Automaton.of("bA>B bA>C wB>D bC>D wC>B bB>A", start="A", accepting="D")


def test_every_misconception_has_a_text_in_every_language():
    """Each skin in its own words: on a board, and in general."""
    for lang in LANGUAGES:
        assert len({Say(lang, ("finity_edu", "coursekit"))(f"misconception.{id}") for id in MISCONCEPTIONS}) \
            == len(MISCONCEPTIONS)


def test_every_variant_is_recognised_under_its_own_name_or_an_equal_one_before_it():
    found = set()
    for id, fa in variants(BOARD):
        assert id in MISCONCEPTIONS
        if counterexample(BOARD, fa) is None:
            continue
        name = recognise(fa, variants(BOARD))
        assert name is not None
        found.add(name)
    assert found >= {"early_arrival", "eps_stay", "complement", "swap_accepting", "reversed_arrows", "reversal",
                     "prefix_closure", "colours_exchanged"}
    hidden = {id for id, _ in variants(BOARD, shown=False)}
    assert hidden == {"early_arrival", "complement", "reversal", "prefix_closure", "colours_exchanged"}


def test_one_slip_is_seen_in_what_was_drawn_and_in_what_was_read():
    """An automaton in which one arrow is wrong, and an expression for a board on which one arrow was misread."""
    assert {id for id, _ in one_arrow(BOARD)} == {"arrow_reversed", "colour_swapped"}
    assert list(one_arrow(BOARD, most=3)) == []
    made = question("product").instance(2, 2)
    right = Automaton.from_json(made.key)
    slips = {judge(made.type, made.data, fa.to_json(), 4).misconception for _, fa in one_arrow(right)}
    assert slips >= {"arrow_reversed", "colour_swapped"}
    made = question("regex_of_board").instance(4, 2)
    found = {judge(made.type, made.data, to_regex(fa), 4).misconception for _, fa in one_arrow(_station(made))}
    assert found >= {"arrow_reversed", "colour_swapped"}


def test_variants_read_as_the_misconception_says():
    for word in (w for n in range(6) for w in words(n)):
        assert early_arrival(BOARD).accepts(word) == any(BOARD.accepts(word[:i]) for i in range(len(word) + 1))
        runs = list(accepting_runs(BOARD.with_(accepting=frozenset("ABCD")), word))
        assert all_runs(BOARD).accepts(word) == (bool(runs) and all(r[-1] == "D" for r in runs))
        tokens = {"A"}
        for a in word:
            tokens = {t for q in tokens for t in (BOARD.successors(q, a) or (q,))}
        assert eps_stay(BOARD).accepts(word) == ("D" in tokens)


def test_something_else_is_not_given_a_name():
    assert recognise(Automaton.of("bA>B bB>A", start="A", accepting="B", symbols="bw"), variants(BOARD)) is None


CASES = [
    ("losing_towers", lambda made: _station(made).to_json(), "complement"),
    ("losing_towers", lambda made: _swapped(made).to_json(), "swap_accepting"),
    ("reverse", lambda made: _station(made).to_json(), "not_reversed"),
    ("product", lambda made: _station(made).to_json(), "forgets_other"),
    ("determinise", lambda made: [[r[0], *r[1:]] for r in made.key if r[0]], "no_empty_set"),
    ("where_ring", lambda made: dict(question("where_ring").wrong(made.data))["ignores_rings"], "ignores_rings"),
    ("count_words", lambda made: dict(question("count_words").wrong(made.data))["counts_runs"], "counts_runs"),
    ("chance", lambda made: dict(question("chance").wrong(made.data))["independent_cones"], "independent_cones"),
    ("stone_count", lambda made: made.data["contents"] ** made.data["directions"], "ignores_symmetry"),
    ("machine_update", lambda made: dict(question("machine_update").wrong(made.data))["rewarded"], "rewarded"),
    ("unlearn_trace", lambda made: ["m1 h3 m1 h2"], "worse_after_loss"),
]


def _station(made):
    from finity_edu.questions.boards import station_fa

    return station_fa(made.data["board"])


def _swapped(made):
    fa = _station(made)
    return fa.with_(accepting=frozenset(fa.states) - fa.accepting)


@every(("type_id", "wrong", "name"), CASES)
def test_typical_wrong_answers_are_told_so_by_name(type_id, wrong, name):
    """On some instance among the first ones the misconception shows, and then it is named in every language."""
    for seed in range(40):
        made = question(type_id).instance(seed, 2 if type_id != "machine_update" else 4)
        try:
            answer = wrong(made)
        except (KeyError, ValueError):
            continue
        verdict = judge(type_id, made.data, answer, 4)
        if verdict.right or verdict.malformed or verdict.misconception != name:
            continue
        for lang in LANGUAGES:
            other = judge(type_id, made.data, answer, 4, lang)
            assert made.asked_by.say(lang)(f"misconception.{name}") in other.message
            assert other.points < 4
        return
    raise AssertionError(f"{name} was never recognised")


def test_the_start_does_not_need_a_ring():
    fa = Automaton.of("bA>B wB>C", start="A", accepting="C")
    assert ring_automaton(fa, {"B": 1}).accepts("bw")
    assert not ring_automaton(fa, {"B": 1}, start_free=False).accepts("bw")
