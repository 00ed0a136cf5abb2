"""Partial credit: the published formulas against brute force, and tables of graded mutants for towers."""

import contextlib
import itertools
import math
import random
from collections import Counter

import pytest

from automatakit.automaton.errors import TooLargeError
from automatakit.automaton.expressions import RegexError
from automatakit.automaton.value import Automaton
from automatakit.languages.compare import equivalent
from automatakit.languages.minimal import complement, minimise
from coursekit.judging.credit import (
    knows_nothing,
    language_credit,
    nearness,
    partition_credit,
    points_for,
    set_credit,
)
from coursekit.judging.distance import density_difference, density_loss, tower_share
from coursekit.judging.edits import (
    board_edits,
    edit_distance,
    edit_loss,
    one_symbol_off,
    path_slips,
)
from coursekit.questions import judge, question
from finity_edu.questions.boards import station_fa
from finity_edu.questions.towers import tower_bits, words_of_bits
from tests.cases import every
from tests.coursekit.questions.second.naive import Board, words

EVEN = Automaton.of("bE>O bO>E wE>E wO>O", start="E", accepting="E")  # an even number of b
NOTHING = Automaton.make(("q",), "q", frozenset(), frozenset({("q", "b", "q"), ("q", "w", "q")}), "bw")
EVERYTHING = NOTHING.with_(accepting=frozenset("q"))


def random_dfa(rng, size):
    names = tuple(map(str, range(size)))
    edges = frozenset((q, a, rng.choice(names)) for q in names for a in "bw")
    return Automaton.make(names, "0", frozenset(rng.sample(names, rng.randint(1, max(1, size - 1)))), edges, "bw")


def brute_density(reference, answer):
    """The formula word by word."""
    k = min(13, 3 * len(minimise(reference).states))
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


@every("seed", range(12))
def test_the_density_formula_agrees_with_counting_words(seed):
    rng = random.Random(seed)
    reference, answer = random_dfa(rng, 3), random_dfa(rng, 3)
    x = density_difference(reference, answer)
    assert x == pytest.approx(brute_density(reference, answer))
    few = max(0, len(minimise(reference).states) - len(minimise(answer).states)) / len(minimise(reference).states)
    assert density_loss(reference, answer) == pytest.approx((1 + (x + 0.2 * math.sqrt(few)) / 2) ** 2 - 1)


def brute_edits(reference, answer, limit):
    """All scripts of redirections, flips and at most one new state, on the automaton as it is drawn."""
    goal, given = minimise(reference), answer
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
                        cost = added + changes + sum(flips)
                        if cost <= limit and (best is None or cost < best) and equivalent(
                                goal, Automaton.make(tuple(states), given.start, frozenset(final), edges, "bw")):
                            best = cost
    return best


@every("seed", range(10))
def test_the_edit_distance_agrees_with_trying_all_scripts(seed):
    rng = random.Random(seed)
    reference = random_dfa(rng, 2 + seed % 2)
    answer = random_dfa(rng, 2)
    found = brute_edits(reference, answer, 3)
    assert edit_distance(reference, answer, 3) == found


def test_single_edits_cost_one_and_many_flips_cost_two():
    three = Automaton.of("b0>1 b1>2 b2>0 w0>0 w1>1 w2>2", start="0", accepting="0")  # number of b divisible by three
    assert edit_distance(three, three) == 0
    assert edit_distance(three, three.with_(accepting=frozenset("02"))) == 1
    assert edit_distance(three, three.with_(edges=(three.edges - {("1", "w", "1")}) | {("1", "w", "2")})) == 1
    assert edit_distance(three, complement(three)) == 3
    assert edit_distance(three, three.with_(edges=three.edges | {("1", "w", "0")})) == 1  # nondeterministic
    third = Automaton.of("b0>0 w0>0 b0>1 b1>2 w1>2 b2>3 w2>3", start="0", accepting="3")  # a b third from the end
    assert edit_distance(third, third.with_(edges=third.edges | {("3", "w", "3")})) == 1  # many, once determinised
    assert edit_loss(three, three.with_(accepting=frozenset("02"))) == pytest.approx((1.03 + 1 / 8) ** 2 - 1.03**2)


def test_losses_of_automata_tutor():
    nearly = Automaton.of("bE>O bO>E wE>P wO>O wP>E bP>O", start="E", accepting="E")
    assert edit_distance(EVEN, nearly) == 1  # PbO for PbE
    assert edit_loss(EVEN, nearly) == pytest.approx((1.03 + 1 / 6) ** 2 - 1.03**2)
    assert edit_loss(EVEN, complement(EVERYTHING)) is None or edit_loss(EVEN, complement(EVERYTHING)) > 1
    assert language_credit(EVEN, nearly) == pytest.approx(1 - edit_loss(EVEN, nearly))
    assert max(language_credit(EVEN, NOTHING), language_credit(EVEN, EVERYTHING)) <= 0


def test_a_wrong_answer_never_earns_everything():
    assert [points_for(1, m) for m in (0, 0.01, 1, 4, 1000)] == [0, 0, 0.99, 3.96, 990]
    assert [points_for(c, 4) for c in (float("nan"), float("-inf"), -1, 0, float("inf"))] == [0, 0, 0, 0, 3.96]


# ------------------------------------------------------------------------------------- towers


def test_sets_earn_recall_plus_specificity_minus_one_or_what_the_slips_leave():
    assert set_credit(4, 12, 0, 0) == 1
    assert [set_credit(4, 12, *errors) for errors in ((4, 0), (0, 12), (4, 12), (2, 6))] == [0, 0, 0, 0]
    assert set_credit(4, 100, 0, 1) == 0.99
    assert set_credit(0, 5, 0, 1) == 0  # nothing was to be chosen
    assert set_credit(2, 6, 1, 0) == pytest.approx(2 / 3)  # the slips: 1 of 2 is all that nothing would lack


def test_partitions_earn_by_pairs_and_by_elements_that_are_elsewhere():
    key = [list("abc"), list("def"), list("gh")]
    assert partition_credit(key, key) == 1
    assert partition_credit(key, [[x] for x in "abcdefgh"]) == partition_credit(key, [list("abcdefgh")]) == 0
    moved, two = [list("ab"), list("cdef"), list("gh")], [list("ab"), list("cde"), list("fgh")]
    assert 1 > partition_credit(key, moved) > partition_credit(key, two) > 0
    assert partition_credit(key, moved) == pytest.approx(1 - 1 / 6)  # five moves make each alone


def test_paths_are_as_far_off_as_stations_must_change():
    ways = {"A": "BC", "B": "CD", "C": "D", "D": ""}
    after = lambda i, q: ways[q]  # noqa: E731
    for path, slips in [("ABCD", 0), ("ABBD", 1), ("AACD", 1), ("BBCD", 1), ("ABC", 1), ("ABCDD", 1), ("DDDD", 3),
                        ("", 4)]:
        assert path_slips(path, 3, "A", after, "D") == slips, path


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
    assert board_edits(right ^ {("A", "b", "B"), ("A", "w", "B")}, possible, lambda s: s == right) == 1  # a colour
    assert board_edits(right | {("A", "w", "C"), ("A", "w", "B")}, possible, lambda s: s == right) == 2
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
    assert points["one missing"] == pytest.approx(100 * nearness(1, n), abs=0.01)
    assert points["two missing"] == pytest.approx(100 * nearness(2, n), abs=0.01)  # two mistakes cost twice one
    assert points["one colour"] == pytest.approx(100 * nearness(1, n), abs=0.01)
    assert points["one too many"] >= 100 * nearness(1, n) - 0.01


def chain(word):
    return Automaton.make(tuple(map(str, range(len(word) + 1))), "0", frozenset({str(len(word))}),
              frozenset((str(i), a, str(i + 1)) for i, a in enumerate(word)), "bw")


def test_finite_languages_are_compared_length_by_length():
    tower = chain("bbwwbwbw")
    assert tower_share(tower, NOTHING) == 0
    assert tower_share(tower, EVERYTHING) <= 0
    every = tower.with_(edges=frozenset((p, a, q) for p, _, q in tower.edges for a in "bw"))
    assert tower_share(tower, every) == 0  # all towers of that height
    assert tower_share(tower, Automaton.of("bbwwbwbw|bbbbbbbb", symbols="bw")) == pytest.approx(1 - 1 / 255)
    two = Automaton.of("bb|ww", symbols="bw")
    lost = [1 - tower_share(two, Automaton.of(text, symbols="bw")) for text in ("bb", "bb|bw")]
    assert lost == pytest.approx([0.5, 1])


def test_graded_mutants_of_a_finite_automaton_and_of_an_infinite_one():
    finite = question("tower_automaton").instance(1, 3)
    fa = Automaton.from_json(finite.key)

    def points(answer, made):
        return judge(made.type, made.data, answer.to_json(), 10).points

    assert points(fa, finite) == 10
    assert points(NOTHING, finite) == points(EVERYTHING, finite) == 0
    assert 8 <= points(fa.with_(accepting=fa.accepting | {"q0"}), finite) < 10
    arrow = min(fa.edges)
    assert 8 <= points(fa.with_(edges=fa.edges - {arrow} | {(*arrow[:2], "q0")}), finite) < 10  # accepts nothing
    infinite = question("losing_towers").instance(1, 2)
    right = Automaton.from_json(infinite.key)
    assert points(right, infinite) == 10
    assert points(complement(right), infinite) == 0
    state = sorted(right.accepting)[0]
    assert 6 <= points(right.with_(accepting=right.accepting - {state}), infinite) < 10


def test_a_type_may_use_another_formula():
    class Flat(type(question("losing_towers"))):
        def language_credit(self, data, target, answer):
            return 0.25

    made = question("losing_towers").instance(1, 2)
    right = Automaton.from_json(made.key)
    wrong = right.with_(accepting=right.accepting - {sorted(right.accepting)[0]})
    assert Flat().judge(made.data, wrong.to_json(), 100).points == 25
    assert Flat().judge(made.data, complement(right).to_json(), 100).points == 0  # what takes no knowledge


@pytest.mark.slow
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


def test_what_has_too_many_sets_of_states_is_not_measured():
    """The n-th letter from the end: few states, 2ⁿ sets; to measure that took minutes."""
    def from_the_end(n):
        chain = {(str(i), a, str(i + 1)) for i in range(1, n) for a in "bw"}
        guess = {("0", "b", "0"), ("0", "w", "0"), ("0", "b", "1")}
        return Automaton.make(map(str, range(n + 1)), "0", [str(n)], chain | guess, "bw")

    assert language_credit(from_the_end(3), from_the_end(4)) < 1
    with pytest.raises(TooLargeError):
        language_credit(from_the_end(3), from_the_end(14))


def test_what_takes_no_knowledge_is_nothing_everything_the_complement_and_what_is_shown():
    """By its words and by its states; where wrong arrows alone make a language empty, the edits say how near it is."""
    rng = random.Random(2)
    longest = [w for n in range(7) for w in words(n)]
    seen = Counter()
    for _ in range(150):
        target, answer, shown = (random_dfa(rng, rng.randint(1, 3)) for _ in range(3))
        if rng.random() < 0.3:
            answer = rng.choice([complement(target), shown, answer.with_(edges=frozenset())])
        read = {w for w in longest if answer.accepts(w)}
        reachable = {answer.read(w) for w in longest}
        everything = set(answer.states) == set(answer.accepting) and len(read) == len(longest) and bool(reachable)
        alike = [read == {w for w in longest if fa.accepts(w)} for fa in (complement(target), shown)]
        wanted = not answer.accepting or not answer.edges or everything or any(alike)
        assert knows_nothing(target, answer, [shown]) == wanted
        seen[wanted] += 1
    assert min(seen.values()) > 20


def test_a_tower_of_another_height_costs_its_share_of_all_towers_of_that_height():
    two = Automaton.of("bb", symbols="bw")  # other heights: 0, 1, 3, 4, 5
    assert tower_share(two, Automaton.of("bb|b", symbols="bw")) == pytest.approx(1 - 1 / 2 / 5)
    assert tower_share(two, Automaton.of("bb|bbb", symbols="bw")) == pytest.approx(1 - 1 / 8 / 5)
    assert tower_share(two, Automaton.of("bb|bbbb|bbb|www", symbols="bw")) == pytest.approx(1 - (1 / 16 + 2 / 8) / 5)


def test_one_symbol_off_is_what_trying_all_single_changes_finds():
    target = Automaton.of("b(w|bb)*", symbols="bw")
    for expression in ("b(w|bb)", "b(w|b)*", "b(w|bb)*w", "(w|bb)*", "b(w|wb)*", "b(b|bb)*", "w(w|bb)*", "bw", "b*w|b"):
        tried = set()
        for at, sign in itertools.product(range(len(expression) + 1), ("", *"bw*+?|()")):
            tried |= {expression[:at] + sign + expression[at:], expression[:at] + sign + expression[at + 1 :]}
        right = False
        for other in tried:
            with contextlib.suppress(RegexError):
                right |= equivalent(target, Automaton.of(other, symbols="bw"))
        assert one_symbol_off(target, expression) == right, expression
