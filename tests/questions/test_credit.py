"""Partial credit: the published formulas against brute force, and tables of graded mutants for towers."""

import itertools
import math
import random

import pytest

from finity_edu.grading.credit import (
    alur_loss,
    board_edits,
    density_difference,
    density_loss,
    difference_share,
    edit_distance,
    edit_loss,
    points_for,
    tower_bits,
    tower_credit,
    youden,
)
from finity_edu.grading.languages import FA
from finity_edu.grading.pairs import equal
from finity_edu.questions import judge, question
from finity_edu.questions.boards import station_fa
from finity_edu.questions.laying import words_of_bits
from tests.questions.second.naive import Board, words

EVEN = FA.of("E O", "E", "E", "EbO ObE EwE OwO")  # an even number of b
NOTHING = FA(("q",), "q", frozenset(), frozenset({("q", "b", "q"), ("q", "w", "q")}))
EVERYTHING = NOTHING.with_(accepting=frozenset("q"))


def random_dfa(rng, size):
    names = tuple(map(str, range(size)))
    edges = frozenset((q, a, rng.choice(names)) for q in names for a in "bw")
    return FA(names, "0", frozenset(rng.sample(names, rng.randint(1, max(1, size - 1)))), edges)


def brute_density(reference, answer):
    """The formula word by word."""
    k = min(13, 3 * len(reference.minimal().states))
    terms = []
    for n in range(k + 1):
        wanted = [reference.accepts(w) for w in words(n)]
        delta = sum(x != answer.accepts(w) for x, w in zip(wanted, words(n), strict=True))
        d = min(sum(wanted), 2**n - sum(wanted))
        if d:
            terms.append(delta / d)
        elif delta:
            terms.append(delta)
    return sum(terms) / len(terms) if terms else 0


@pytest.mark.parametrize("seed", range(12))
def test_the_density_formula_agrees_with_counting_words(seed):
    rng = random.Random(seed)
    reference, answer = random_dfa(rng, 3), random_dfa(rng, 3)
    x = density_difference(reference, answer)
    assert x == pytest.approx(brute_density(reference, answer))
    few = max(0, len(reference.minimal().states) - len(answer.minimal().states)) / len(reference.minimal().states)
    assert density_loss(reference, answer) == pytest.approx((1 + (x + 0.2 * math.sqrt(few)) / 2) ** 2 - 1)


def brute_edits(reference, answer, limit):
    """All scripts of redirections, flips and at most one new state."""
    goal, given = reference.minimal(), answer.minimal()
    best = None
    for added in (0, 1):
        states = list(given.states) + ["new"] * added
        slots = [(p, a) for p in states for a in "bw"]
        delta = {(p, a): q for p, a, q in given.edges}
        delta |= {s: "new" for s in slots if s[0] == "new"}  # a new state begins with loops
        for changes in range(limit + 1 - added):
            for where in itertools.combinations(slots, changes):
                for targets in itertools.product(states, repeat=changes):
                    new = delta | dict(zip(where, targets, strict=True))
                    edges = frozenset((p, a, q) for (p, a), q in new.items())
                    for flips in itertools.product((0, 1), repeat=len(states)):
                        final = {q for q, f in zip(states, flips, strict=True) if (q in given.accepting) != f}
                        cost = added + changes + min(2, sum(flips))
                        if cost <= limit and (best is None or cost < best) and equal(
                                goal, FA(tuple(states), given.start, frozenset(final), edges)):
                            best = cost
    return best


@pytest.mark.parametrize("seed", range(10))
def test_the_edit_distance_agrees_with_trying_all_scripts(seed):
    rng = random.Random(seed)
    reference = random_dfa(rng, 2 + seed % 2)
    answer = random_dfa(rng, 2)
    found = brute_edits(reference, answer, 3)
    assert edit_distance(reference, answer, 3) == found


def test_single_edits_cost_one_and_many_flips_cost_two():
    three = FA.of("0 1 2", "0", "0", "0b1 1b2 2b0 0w0 1w1 2w2")  # number of b divisible by three
    assert edit_distance(three, three) == 0
    assert edit_distance(three, three.with_(accepting=frozenset("02"))) == 1
    assert edit_distance(three, three.with_(edges=(three.edges - {("1", "w", "1")}) | {("1", "w", "2")})) == 1
    assert edit_distance(three, three.complement()) == 2
    assert edit_loss(three, three.with_(accepting=frozenset("02"))) == pytest.approx((1.03 + 1 / 8) ** 2 - 1.03**2)


def test_grades_of_automata_tutor():
    assert alur_loss(EVEN, EVEN) == 0
    odd = EVEN.with_(accepting=frozenset("O"))
    loss = (1.03 + 2 / 6) ** 2 - 1.03**2  # both final states flipped: cost 2 of (2 + 1)·2
    assert alur_loss(EVEN, odd) == pytest.approx(loss)
    nearly = FA.of("E O P", "E", "E", "EbO ObE EwP OwO PwE PbO")
    assert not equal(EVEN, nearly)


def test_a_wrong_answer_never_earns_everything():
    assert [points_for(1, m) for m in (0, 0.01, 1, 4, 1000)] == [0, 0, 0.99, 3.96, 990]
    assert [points_for(c, 4) for c in (float("nan"), float("-inf"), -1, 0, float("inf"))] == [0, 0, 0, 0, 3.96]


def test_the_variant_of_theorielearn_fails_on_one_tower_as_the_specification_says():
    tower = FA(tuple(map(str, range(9))), "0", frozenset("8"),
               frozenset((str(i), a, str(i + 1)) for i, a in enumerate("bbwwbwbw")))
    assert 1 - difference_share(tower, NOTHING) == pytest.approx(0.952, abs=0.0005)
    assert tower_credit({"bbwwbwbw"}, set(), 256, None, 8) == 0


def test_the_variant_of_theorielearn_counts_the_share_of_wrong_words():
    k = 2 * 2
    shares = [sum(EVEN.accepts(w) for w in words(n)) for n in range(k + 1)]
    delta = [2**n - s for n, s in enumerate(shares)]
    expected = min(1, sum(d / max(s, 1) for d, s in zip(delta, shares, strict=True)) / (k + 1))
    assert difference_share(EVEN, EVERYTHING) == pytest.approx(expected)


# ------------------------------------------------------------------------------------- towers


def test_youden_is_recall_plus_specificity_minus_one():
    assert youden({"a", "b"}, {"a", "b"}, 4) == 1
    assert youden({"a", "b"}, {"a", "c"}, 4) == 0
    assert youden({"a", "b"}, {"a"}, 4) == 0.5
    assert youden({"a"}, {"c"}, 4) == 0  # never below 0
    assert youden(set(), set(), 4) == 1
    assert youden(set(), {"a"}, 4) == 0


@pytest.mark.parametrize("seed", range(8))
def test_tower_bits_agree_with_runs_with_and_without_rings(seed):
    made = question("lost_by_rings").instance(seed, 3)
    board = Board(made.data["board"])
    for length in (2, 4, 6):
        plain = words_of_bits(tower_bits(board.arrows, board.start, board.end, length), length)
        assert plain == {w for w in words(length) if board.wins(w)}
        ringed = words_of_bits(tower_bits(board.arrows, board.start, board.end, length, board.rings), length)
        assert ringed == {w for w in words(length) if board.ring_wins(w)}


def test_edits_of_a_board_are_fewest():
    possible = [(p, a, q) for p in "AB" for q in "ABC" for a in "bw" if p != q]
    right = {("A", "b", "B"), ("B", "w", "C")}
    assert board_edits(right, possible, lambda s: s == right) == 0
    assert board_edits(right - {("A", "b", "B")}, possible, lambda s: s == right) == 1
    assert board_edits(right ^ {("A", "b", "B"), ("A", "w", "B")}, possible, lambda s: s == right) == 2
    assert board_edits(set(), possible, lambda s: len(s) == 4) is None  # three or more are not looked for


def mutants(made):
    """Answers to "exactly one tower" by name."""
    key = list(made.key)
    arrows = [k for k in key if k[0] != "o"]
    pos = made.data["board"]
    names = station_fa(pos).states
    spare = [f"{a}{p}>{q}" for p in names[:-1] for q in names for a in "bw"]
    other = {"b": "w", "w": "b"}
    one_more = next(t for t in spare if judge(made.type, made.data, [*key, t], 100).status == "partial")
    return {
        "right": key,
        "one missing": [k for k in key if k != arrows[0]],
        "two missing": [k for k in key if k not in arrows[:2]],
        "one colour": [other[arrows[0][0]] + arrows[0][1:], *(k for k in key if k != arrows[0])],
        "one too many": [*key, one_more],
        "empty": [],
    }


@pytest.mark.parametrize("difficulty", [1, 2, 3])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_graded_mutants_of_a_board_for_one_tower(seed, difficulty):
    made = question("board_for_tower").instance(seed, difficulty)
    n = len(made.key)
    points = {name: judge(made.type, made.data, answer, 100).points for name, answer in mutants(made).items()}
    assert points["right"] == 100
    assert points["empty"] == 0
    assert points["one missing"] == pytest.approx(100 * (1 - 1 / n), abs=0.01)
    assert points["two missing"] == pytest.approx(100 * (1 - 2 / n), abs=0.01)  # two mistakes cost twice one
    assert points["one colour"] == pytest.approx(100 * (1 - 2 / n), abs=0.01)  # one deletion and one insertion
    assert points["one too many"] >= 100 * (1 - 1 / n) - 0.01


def test_nothing_and_everything_earn_nothing_and_one_extra_tower_nearly_all():
    towers = {"bbwwbwbw"}
    everything = set(words(8))
    assert tower_credit(towers, everything, 256, 1, 8) == 0  # by definition, even if one edit would do
    assert tower_credit(towers, set(), 256, 8, 8) == 0
    assert tower_credit(towers, towers | {"bbbbbbbb"}, 256, None, 8) == pytest.approx(1 - 1 / 255)
    many = set(words(8)[:10])
    lost = [1 - tower_credit(many, many - set(sorted(many)[:k]), 256, None, 8) for k in (1, 2)]
    assert lost[1] == pytest.approx(2 * lost[0])


def test_graded_mutants_of_a_finite_automaton_and_of_an_infinite_one():
    finite = question("tower_automaton").instance(1, 3)
    fa = FA.from_json(finite.key)

    def points(answer, made):
        return judge(made.type, made.data, answer.to_json(), 10).points

    assert points(fa, finite) == 10
    assert points(NOTHING, finite) == points(EVERYTHING, finite) == 0
    flipped = fa.with_(accepting=fa.accepting | {"q0"})
    assert 8 <= points(flipped, finite) < 10
    infinite = question("losing_towers").instance(1, 2)
    right = FA.from_json(infinite.key)
    assert points(right, infinite) == 10
    assert points(right.complement(), infinite) < 8  # the formula charges two flips at most
    state = sorted(right.accepting)[0]
    once = right.with_(accepting=right.accepting - {state})
    assert points(right.complement(), infinite) <= points(once, infinite) <= 9


def test_a_type_may_use_another_formula():
    kind = type(question("losing_towers"))

    class Lenient(kind):
        def language_credit(self, target, answer):
            return 1 - difference_share(target, answer)

    made = question("losing_towers").instance(1, 2)
    right = FA.from_json(made.key)
    wrong = right.with_(accepting=right.accepting - {sorted(right.accepting)[0]})
    share = 1 - difference_share(right, wrong)
    assert 0 < share < 1
    assert Lenient().judge(made.data, wrong.to_json(), 100).points == pytest.approx(100 * share, abs=0.01)
    assert judge(made.type, made.data, wrong.to_json(), 100).points == round(100 * (1 - alur_loss(right, wrong)), 2)


def test_a_verdict_is_quick_enough_for_a_class():
    """Not a timed test: the search is bounded by a number of steps, whatever the answer."""
    made = question("board_for_tower").instance(3, 5)
    names = station_fa(made.data["board"]).states
    spare = [f"{a}{p}>{q}" for p in names for q in names for a in "bw"]
    rng = random.Random(1)
    fitting = []
    for text in rng.sample(spare, len(spare)):
        verdict = judge(made.type, made.data, [*fitting, text], 10)
        if verdict.witness or verdict.points:
            fitting.append(text)
        if len(fitting) > 12:
            break
    assert 0 <= judge(made.type, made.data, fitting, 10).points < 10
