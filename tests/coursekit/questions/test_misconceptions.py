"""Wrong automata are recognised by the language that a misconception gives."""

import pytest

from automatakit.automaton.value import Automaton
from automatakit.languages.compare import counterexample
from automatakit.languages.elimination import to_regex
from automatakit.languages.runs import accepting_runs
from benchmarks.measures.misconceptions import MOST, named
from boardkit.messages import LANGUAGES
from coursekit.judging.misread import (
    all_runs,
    early_arrival,
    eps_stay,
    one_arrow,
    recognise,
    says_nothing,
    slips,
    variants,
)
from coursekit.questions import judge, question
from coursekit.questions.assessing import one_slip
from coursekit.questions.base import Say
from finity_edu.automata.views import ring_automaton
from tests.cases import every
from tests.coursekit.questions.sample import instance
from tests.coursekit.questions.second.naive import words
from tests.texts import MISCONCEPTIONS

BOARD = Automaton.of("bA>B bA>C wB>D bC>D wC>B bB>A", start="A", accepting="D")


def test_every_misconception_has_a_text_in_every_language():
    """Each skin in its own words: on a board, and in general."""
    for lang in LANGUAGES:
        assert len({Say(lang, ("finity_edu", "coursekit"))(f"misconception.{id}") for id in MISCONCEPTIONS}) \
            == len(MISCONCEPTIONS)


def test_every_variant_is_recognised_under_its_own_name_unless_another_one_has_its_language():
    found = set()
    for id, fa in variants(BOARD):
        assert id in MISCONCEPTIONS
        if counterexample(BOARD, fa) is None:
            continue
        alone = all(counterexample(fa, other) is not None for name, other in variants(BOARD) if name != id)
        name = recognise(fa, variants(BOARD))
        assert name == (id if alone and not says_nothing(fa) else None)
        found.add(name)
    assert found >= {"early_arrival", "eps_stay", "complement", "swap_accepting", "reversal",
                     "prefix_closure", "colours_exchanged"}
    hidden = {id for id, _ in variants(BOARD, shown=False)}
    assert hidden == {"early_arrival", "complement", "reversal", "prefix_closure", "colours_exchanged"}


@pytest.mark.slow
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


@pytest.mark.slow
def test_what_accepts_everything_or_nothing_is_given_no_name():
    """Where the start accepts, "arriving early is enough" gives all words; who gives all words need not think so."""
    for type_id in ("dfa_of_description", "union_construct", "star_construct", "minimise"):
        for seed in range(6):
            made = instance(type_id, 1, skin="textbook", seed=seed)
            symbols = made.data.get("alphabet", "bw")
            for accepting in (["q0"], []):
                given = {"states": ["q0"], "alphabet": [*symbols], "start": "q0", "accepting": accepting,
                         "transitions": [["q0", a, "q0"] for a in symbols]}
                assert judge(type_id, made.data, given, 4).misconception is None


def test_where_a_slip_or_another_misconception_explains_an_answer_it_is_given_no_name():
    """One arrow of an automaton, one item of a set, one row of a table, one letter of a word."""
    even = Automaton.of("bE>O bO>E wE>E wO>O", start="E", accepting="E")
    turned = [("arrow_reversed", even.with_(edges=even.edges - {("E", "w", "E")}))]
    assert recognise(turned[0][1], turned) == "arrow_reversed"
    assert recognise(turned[0][1], turned, slips(even)) is None
    assert recognise(turned[0][1], [*turned, ("complement", turned[0][1])]) is None
    assert one_slip("set of words", ["b", "bw"], ["b"])
    assert one_slip("table", [["1", "A"], ["2", "B"], ["3", "C"]], [["1", "A"], ["2", "B"], ["3", "B"]])
    assert one_slip("word", "bwb", "bb")
    assert one_slip("partition", [["a", "b"], ["c"]], [["a"], ["b", "c"]])
    assert not one_slip("partition", [["a"], ["b"], ["c"], ["d"]], [["a", "b"], ["c", "d"]])
    assert one_slip("number", 7, 8)
    assert not one_slip("number", 6, 8)


def test_rows_left_empty_and_a_single_wrong_station_are_given_no_name():
    """Both can come of arrows read against their direction, and of anything else."""
    table = instance("token_sets", 1, skin="textbook", seed=2)
    empty = [[row, cell if n == 0 else ""] for n, (row, cell) in enumerate(table.key)]
    assert judge("token_sets", table.data, empty, 4).misconception is None
    path = instance("accepting_path", 1, skin="board", seed=1)
    back = [*path.key[:-1], path.key[-3]]
    assert judge("accepting_path", path.data, back, 4).misconception is None


SEVERAL = ("winning_towers", "minimise", "dfa_of_description", "determinise", "epsilon_closure", "inclusion",
           "where_nondeterministic", "remove_epsilon")


@pytest.mark.slow
def test_of_those_told_a_misconception_hardly_any_made_another_simple_error():
    """A sample; `python -m benchmarks.measures misconceptions` judges 300 wrong answers a type."""
    doubtful, told_so = [], 0
    for type_id in SEVERAL:
        for skin in question(type_id).skins:
            _, number, other = named(type_id, skin, 6)
            told_so += number
            doubtful += other
    assert told_so > 20
    assert len(doubtful) <= MOST * told_so, doubtful


def test_something_else_is_not_given_a_name():
    assert recognise(Automaton.of("bA>B bB>A", start="A", accepting="B", symbols="bw"), variants(BOARD)) is None


def test_an_answer_of_many_states_is_compared_with_no_misconception():
    def never():
        raise AssertionError("compared")
        yield

    assert recognise(Automaton.of("b" * 2_000), never()) is None
    with pytest.raises(AssertionError, match="compared"):
        recognise(Automaton.of("b" * 200), never())


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
    ("unlearn_trace", lambda made: [" ".join(next(made.asked_by.lost_games(made.data), ()))], "worse_after_loss"),
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
