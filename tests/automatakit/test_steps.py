"""Step objects: forwards, backwards, and every moment checked against the finished answer."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, pairwise

import pytest

from automatakit import (
    Automaton,
    AutomatonError,
    accepting_runs,
    count_runs,
    counterexample,
    equivalent,
    from_regex,
    intersection,
    minimise,
    product,
    separating_word,
    subsets,
    to_regex,
    union,
)
from automatakit.automaton.masks import SubsetNode
from automatakit.languages.compare import ACCEPT
from automatakit.languages.elimination import eliminations
from automatakit.steps import (
    EliminationSteps,
    MinimiseSteps,
    ProductSteps,
    RunSteps,
    SubsetSteps,
)
from boardkit.messages import using_language
from finity_edu import Position
from finity_edu.automata import product_steps, run_steps, station_automaton
from finity_edu.examples import example
from tests.automatakit.automata import all_words, random_nfa
from tests.cases import IN_LANGUAGES

FORK = Automaton.of(
    {"A": {"b": {"A", "C"}, "w": {"B"}}, "B": {"b": {"C"}}, "D": {"b": {"D"}}}, start="A", accepting={"C"}, symbols="bw"
)


@cache
def all_steps():
    nfa, other = random_nfa(1), random_nfa(2)
    return [
        RunSteps(nfa, "bwbb"), SubsetSteps(nfa), MinimiseSteps(nfa), EliminationSteps(nfa), ProductSteps(nfa, other),
        ProductSteps(nfa, other, "left only"),
    ]


@pytest.mark.parametrize("steps", all_steps(), ids=lambda steps: type(steps).__name__)
def test_every_algorithm_goes_forwards_and_backwards_and_stops_at_both_ends(steps):
    seen = [repr(moment) for moment in steps.moments()]
    assert len(seen) == steps.total + 1
    assert len(set(seen)) == len(seen) > 1
    moment = steps
    for text in seen[1:]:
        moment = moment.next()
        assert repr(moment) == text
    assert moment.done
    assert moment.next().at == moment.at
    for text in reversed(seen[:-1]):
        moment = moment.back()
        assert repr(moment) == text
    assert moment.at == moment.back().at == 0
    assert steps.at == 0  # nothing changed the object that we began with
    assert steps.goto(10_000).done
    assert steps.last().first().at == 0
    with pytest.raises(AttributeError, match="immutable"):
        steps.at = 3


@pytest.mark.slow
@pytest.mark.parametrize("language", IN_LANGUAGES)
def test_every_moment_is_told_and_drawn_in_every_language(language):
    moments = [moment for steps in all_steps() for moment in (steps, steps.next(), steps.last())]
    english = [str(moment.text) for moment in moments]
    with using_language(language):
        texts = [str(moment.text) for moment in moments]
        assert all((text == plain) == (language == "en") for text, plain in zip(texts, english, strict=True))
        assert all(steps.last().picture().desc for steps in all_steps())


# --- run -------------------------------------------------------------------------------------------------------


def test_a_run_knows_active_dead_and_early_states():
    run = RunSteps(FORK, "bwb")
    assert run.sets == (("A",),)
    assert run.next().sets == (("A",), ("A", "C"))
    assert run.next().early == ("C",)
    assert run.next().accepted is None
    assert run.goto(2).died == ("C",)
    assert run.goto(2).arrows == (("A", "w", "B"),)
    assert run.last().accepted is True
    assert run.last().early == ()
    assert "early" in str(run.next().text)
    assert (run.goto(2).read, run.goto(2).rest) == ("bw", "b")
    assert run.witness == ("A", "A", "B", "C")
    assert RunSteps(FORK, "ww").last().accepted is False
    assert RunSteps(FORK, "ww").last().active == ()


def test_the_hopeful_states_are_those_from_which_the_rest_is_accepted():
    for seed in range(15):
        nfa = random_nfa(seed)
        for word in all_words(4):
            run = RunSteps(nfa, word)
            for moment in run.moments():
                through = {path[moment.at] for path in accepting_runs(nfa, word)}
                assert set(moment.hopeful) == through


def test_the_tree_holds_every_run_with_its_fate():
    for seed in range(15):
        nfa = random_nfa(seed, density=0.35)
        for word in ("", "bw", "bbw", "wbwb"):
            run = RunSteps(nfa, word)
            tree = run.last().tree(limit=10_000)
            assert tree.complete
            accepting = sorted(tree.path(node) for node in tree.nodes if node.fate == "accepting")
            assert accepting == sorted(run.runs())
            assert len(accepting) == count_runs(nfa, word)
            for node in tree.nodes:
                goes_on = bool(tree.children(node))
                assert goes_on == (node.fate == "open")
                if node.fate == "early":
                    assert node.state in nfa.accepting
                    assert node.depth < len(word)
                if node.fate in ("accepting", "rejecting"):
                    assert node.depth == len(word)


def test_a_tree_that_is_too_large_says_so():
    run = RunSteps(Automaton.of({"A": {"b": {"A", "B"}}, "B": {"b": {"A", "B"}}}, start="A", accepting={"B"}), "b" * 20)
    tree = run.last().tree(limit=50)
    assert (len(tree.nodes), tree.complete) == (50, False)


def test_predictions_of_a_run_are_judged_with_the_misconception_behind_them():
    run = RunSteps(FORK, "bw").next()
    assert run.predict(["B"])
    assert "dies" in str(run.predict(["B", "C"]))  # C has no arrow with w: it does not stay
    assert "B" in str(run.predict([]))
    assert "does not belong here" in str(run.predict(["B", "D"]))
    assert "∅" in str(RunSteps(FORK, "wwb").goto(1).predict(["A"]))
    assert not run.last().predict(["B"])
    with pytest.raises(AutomatonError, match="Z is not a state"):
        run.predict(["Z"])


def test_the_run_of_a_player_with_and_without_rings():
    position = Position.parse(
        "bga/abcd bbwwbb c; posts c@A; rings A:c.. B:c.. C:cc.; bridges bA>B.m bB>C.m wC>A.m wA>B.r bC>D.m"
    )
    assert run_steps(position, 1).last().accepted is True
    assert run_steps(position, 1, rings=True).last().accepted is False
    assert run_steps(example("worked-example"), 1, rings=True).last().accepted is True


def test_a_foreign_symbol_is_refused():
    with pytest.raises(AutomatonError, match="x is not in the alphabet b, w"):
        RunSteps(FORK, "bx")


# --- subset construction ---------------------------------------------------------------------------------------


def test_the_subset_construction_ends_with_the_automaton_of_the_analysis():
    for seed in range(20):
        nfa = random_nfa(seed, epsilon=seed % 2 == 0)
        steps = SubsetSteps(nfa)
        end = steps.last()
        assert end.worklist == ()
        assert end.partial.states == subsets(nfa).states
        assert end.partial.moves == subsets(nfa).moves
        assert steps.total == len(end.known) * 2
        for moment in steps.moments():
            complete = [mask for mask, row in moment.rows if None not in row]
            assert moment.known == (*complete, *moment.worklist)
            if moment.current is not None:
                entry = moment.current
                assert entry.targets == (nfa.step(entry.source, entry.symbol),)
                assert bool(entry.new) == (entry.targets[0] not in moment.back().known)


def test_predictions_of_the_subset_construction():
    steps = SubsetSteps(FORK)  # δ({A}, b) = {A, C}
    assert steps.predict(["A", "C"])
    assert not steps.predict(["A"])
    stuck = steps.goto(steps.total - 1)
    assert str(stuck.predict(["A"])).endswith("∅.") or "dies" in str(stuck.predict(["A"]))
    assert not steps.last().predict(["A"])


def test_the_empty_set_is_announced_as_a_state():
    texts = [str(moment.text) for moment in SubsetSteps(FORK).moments()]
    assert any("empty set is a state" in text for text in texts)


# --- minimisation ----------------------------------------------------------------------------------------------


def test_minimisation_ends_with_the_classes_and_splits_by_shortest_words():
    for seed in range(25):
        dfa = subsets(random_nfa(seed))
        steps = MinimiseSteps(dfa)
        assert len(steps.last().blocks) == len(minimise(dfa).states)
        assert equivalent(steps.last().quotient, dfa)
        assert steps.last().quotient.is_deterministic
        for moment in steps.moments():
            assert len(moment.blocks) == moment.at + 1
            split = moment.current
            if split is not None:
                assert split.inside | split.outside == split.block
                assert split.block in moment.back().partition
                for i in range(len(steps.table.states)):
                    if split.block >> i & 1:
                        node = SubsetNode(steps.table, 1 << i)
                        for letter in split.word:
                            node = node[letter]
                        assert node.accepting == bool(split.inside >> i & 1)
                p, q = steps.table.names(split.inside)[0], steps.table.names(split.outside)[0]
                assert len(split.word) == len(separating_word(steps.table, p, q))


def test_states_that_nothing_reaches_are_left_out():
    table = Automaton.of({0: {"b": {0}}, 1: {"b": {0}}}, start=0, accepting={0, 1})
    assert MinimiseSteps(table).table.states == (0,)


def test_predictions_of_a_split():
    steps = MinimiseSteps(subsets(from_regex("(b|w)*b(b|w)")))
    first = steps.upcoming
    inside, outside = steps.table.names(first.inside), steps.table.names(first.outside)
    assert steps.predict(inside)
    assert steps.predict(outside)
    assert not steps.predict(inside[:1] + outside[:1])
    second = steps.next()
    assert second.predict(second.table.names(second.upcoming.inside))
    assert "does not lie within one block" in str(second.predict(inside[:1] + outside[:1]))
    assert not steps.last().predict(inside)


def test_any_half_that_a_letter_tells_from_the_rest_of_its_block_is_a_right_prediction_and_a_whole_block_is_none():
    for seed in range(12):
        for moment in list(MinimiseSteps(subsets(random_nfa(seed))).moments())[1:-1]:
            table = moment.table
            home = {q: block for block in moment.blocks for q in block}
            for block in moment.blocks:
                assert not moment.predict(block)
                for size in range(1, min(len(block), 4)):
                    for part in combinations(block, size):
                        rest = [q for q in block if q not in part]
                        told = False
                        for a in table.alphabet:
                            here, there = ({home[r] for q in half for r in table.successors(q, a)}
                                           for half in (part, rest))
                            told = told or not here & there
                        assert bool(moment.predict(part)) == told


# --- elimination -----------------------------------------------------------------------------------------------


def test_elimination_keeps_the_language_at_every_moment():
    for seed in range(12):
        nfa = random_nfa(seed, states=3, density=0.3)
        steps = EliminationSteps(nfa)
        assert len(steps.left) == steps.total
        assert [len(moment.left) for moment in steps.moments()] == list(range(steps.total, -1, -1))
        assert counterexample(from_regex(steps.last().regex), nfa) is None
        assert steps.last().regex == to_regex(nfa)


def test_without_a_wish_the_state_with_the_fewest_ways_through_it_goes_first():
    for seed in range(20):
        moments = list(eliminations(random_nfa(seed, states=5, density=0.3)))
        for (_, labels), (gone, _) in pairwise(moments):
            ways = Counter()
            for p, through in labels:
                ways[through] += sum(other == through != q and p != through for other, q in labels)
            left = {state for state, _ in moments[1:] if state in {q for _, q in labels}}
            assert ways[gone] == min(ways[state] for state in left)


def test_states_can_be_eliminated_in_any_order():
    nfa = Automaton.of({0: {"b": {1}}, 1: {"b": {0}, "w": {2}}, 2: {"w": {0}}}, start=0, accepting={0})
    names = EliminationSteps(nfa).left
    regexes = set()
    for first in names:
        steps = EliminationSteps(nfa).eliminate(first)
        assert steps.current == first
        regexes.add(steps.last().regex)
        assert equivalent(from_regex(steps.last().regex), nfa)
    assert len(regexes) > 1
    with pytest.raises(AutomatonError, match="Z is not a state"):
        EliminationSteps(nfa, order=["Z"])
    with pytest.raises(AutomatonError, match="is not a state"):
        EliminationSteps(nfa).eliminate(names[0]).eliminate(names[0])


def test_predictions_of_a_label_are_compared_as_languages():
    steps = EliminationSteps(
        Automaton.of({"A": {"b": {"A"}, "w": {"B"}}, "B": {"w": {"A"}}}, start="A", accepting={"B"}), order=["A", "B"]
    )
    assert steps.predict("B", "B", "wb*w")
    assert steps.predict("B", "B", "ww|wb(b)*w")
    verdict = steps.predict("B", "B", "ww")
    assert not verdict
    assert "wbw" in str(verdict)
    assert {(p, q): new for p, q, _, new in steps.detours("A")}["B", "B"] == "wb*w"


def test_the_empty_language_has_its_own_sign():
    nothing = Automaton.of({"A": {"b": {"A"}}}, start="A", accepting=set())
    assert str(EliminationSteps(nothing).last().regex) == "∅"
    assert equivalent(from_regex("∅"), nothing)


# --- product ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("accept", list(ACCEPT))
def test_the_product_accepts_by_both_verdicts(accept):
    for seed in range(8):
        one, two = random_nfa(seed, states=3), random_nfa(seed + 100, states=3)
        steps = ProductSteps(one, two, accept)
        whole = product(one, two, accept)
        for word in all_words(5):
            expected = ACCEPT[accept](one.accepts(word), two.accepts(word))
            assert steps.last().partial.accepts(word) == expected
            assert whole.accepts(word) == expected
        assert steps.last().worklist == ()
        known = [moment.known for moment in steps.moments()]
        assert all(after[: len(before)] == before for before, after in pairwise(known))


def test_the_product_of_two_players_reads_one_tower_for_both():
    position = Position.parse("bga/triangle b c; posts c@A y@B; bridges bA>C.m bB>C.m wB>A.m wA>B.r")
    steps = product_steps(position)
    both = intersection(station_automaton(position, 1), station_automaton(position, 2))
    assert equivalent(steps.last().partial, both)
    assert steps.known == ((steps.left.index["A"], steps.right.index["B"]),)
    assert steps.predict([("C", "C")])
    assert "C" in str(steps.predict([]))
    with pytest.raises(AutomatonError, match="not a way to accept"):
        product_steps(position, accept="sometimes")


def test_union_with_epsilon_accepts_what_either_accepts():
    one, two = from_regex("b*"), from_regex("wb")
    assert [w for w in all_words(3) if union(one, two).accepts(w)] == ["", "b", "bb", "wb", "bbb"]
    assert union(one, two).has_epsilon
