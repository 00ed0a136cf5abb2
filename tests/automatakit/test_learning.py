"""Learning by asking, held to its definitions, to published numbers, and to another library."""

import random
from itertools import pairwise, product

import pytest

from automatakit import Automaton, AutomatonError, equivalent, minimise
from automatakit.learning import AutomatonTeacher, ObservationTable, learn

VARIANTS = ("angluin", "maler-pnueli", "rivest-schapire")


def some_minimal(states, seed, letters="ab"):
    """Minimal automata with this many states, drawn at random."""
    dice = random.Random(seed)
    while True:
        delta = {str(p): {a: {str(dice.randrange(states))} for a in letters} for p in range(states)}
        accepting = {str(p) for p in range(states) if dice.random() < 0.5}
        found = minimise(Automaton.of(delta, start="0", accepting=accepting, symbols=letters))
        if len(found.states) == states:
            yield found


def some(number, states, seed):
    return [found for _, found in zip(range(number), some_minimal(states, seed), strict=False)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_minimal_automaton_is_found_and_every_step_is_what_it_says(variant):
    for states in range(2, 7):
        for hidden in some(12, states, seed=states):
            steps = list(learn(AutomatonTeacher(hidden), variant))
            assert equivalent(steps[-1].conjecture, hidden)
            assert len(steps[-1].conjecture.states) == states
            assert steps[-1].conjectures <= states  # at most n - 1 of them were wrong
            assert sum(len(step.asked) for step in steps) == steps[-1].questions == len(steps[-1].table.answers)
            for before, step in pairwise(steps):
                if step.kind == "unclosed":
                    assert before.table.unclosed() == step.table.prefixes[-1]
                elif step.kind == "inconsistent":
                    assert before.table.inconsistent()[2] == step.table.endings[-1]
                elif step.kind == "conjecture":
                    assert before.table.unclosed() is None
                    assert before.table.inconsistent() is None
                for word in step.asked:
                    assert step.table.answers[word] == hidden.accepts(word)


def test_closed_and_consistent_mean_what_the_definitions_say():
    """Another reading of both definitions, over small tables filled by chance."""
    dice = random.Random(3)
    closed = consistent = 0
    for _ in range(400):
        prefixes = ("", *(dice.sample(["a", "b"], dice.randint(0, 2))))
        endings = ("", *(dice.sample(["a", "b"], dice.randint(0, 1))))
        rows = {}
        for prefix in [*prefixes, *(p + a for p in prefixes for a in "ab")]:
            rows[prefix] = {ending: dice.random() < 0.5 for ending in endings}
        answers = {prefix + ending: won for prefix, row in rows.items() for ending, won in row.items()}
        rows = {prefix: [answers[prefix + ending] for ending in endings] for prefix in rows}
        table = ObservationTable(("a", "b"), prefixes, endings, answers)
        is_closed = all(any(rows[p + a] == rows[q] for q in prefixes) for p in prefixes for a in "ab")
        equal = [(p, q) for p, q in product(prefixes, repeat=2) if rows[p] == rows[q]]
        is_consistent = all(rows[p + a] == rows[q + a] for p, q in equal for a in "ab")
        assert (table.unclosed() is None) == is_closed
        assert (table.inconsistent() is None) == is_consistent
        closed += is_closed
        consistent += is_consistent
    assert 20 < closed < 380  # both happen
    assert 20 < consistent < 380


def test_as_many_questions_as_a_simulation_by_others_found():
    """Questions and conjectures, on average over 300 minimal automata with five states; here 60, so within a tenth."""
    published = {"angluin": (34.9, 3.0), "maler-pnueli": (38.3, 2.6), "rivest-schapire": (26.1, 3.5)}
    hidden = some(60, states=5, seed=5)
    for variant, (questions, conjectures) in published.items():
        ends = [list(learn(AutomatonTeacher(one), variant))[-1] for one in hidden]
        assert sum(end.questions for end in ends) / len(ends) == pytest.approx(questions, rel=0.1)
        assert sum(end.conjectures for end in ends) / len(ends) == pytest.approx(conjectures, rel=0.1)


def aalpy_learns(hidden, closing):
    """What AALpy finds, from the same teacher: its automaton accepts or not, and how many words it asked."""
    from aalpy.base import SUL, Oracle
    from aalpy.learning_algs import run_Lstar

    asked = set()

    class Hidden(SUL):
        def pre(self):
            self.word = ""

        def post(self):
            pass

        def step(self, letter):
            self.word += letter or ""
            asked.add(self.word)  # it learns from every beginning of a word that it reads
            return hidden.accepts(self.word)

    class Shortest(Oracle):
        def find_cex(self, hypothesis):
            teacher = AutomatonTeacher(hidden)
            names = {state: str(number) for number, state in enumerate(hypothesis.states)}
            delta = {names[p]: {a: {names[q]} for a, q in p.transitions.items()} for p in hypothesis.states}
            accepting = {names[state] for state in hypothesis.states if state.is_accepting}
            found = Automaton.of(delta, start=names[hypothesis.initial_state], accepting=accepting, symbols="ab")
            word = teacher.differs(found)
            return None if word is None else list(word)

    sul = Hidden()
    model = run_Lstar(["a", "b"], sul, Shortest(["a", "b"], sul), automaton_type="dfa", cex_processing=closing,
                      print_level=0, cache_and_non_det_check=True)
    return len(model.states), len(asked)


def test_another_library_learns_the_same_and_asks_no_less():
    asked = {"ours": 0, "theirs": 0}
    for states in (3, 5, 8):
        for hidden in some(10, states, seed=10 + states):
            *_, ours = learn(AutomatonTeacher(hidden), "rivest-schapire")
            found, theirs = aalpy_learns(hidden, "rs")
            assert found == len(ours.conjecture.states)
            asked = {"ours": asked["ours"] + ours.questions, "theirs": asked["theirs"] + theirs}
    assert asked["ours"] <= asked["theirs"], asked


def test_large_automata_need_no_more_questions_than_the_theorem_says():
    """Rivest and Schapire: |Σ| n² cells at most, and a logarithm of its length for each counterexample."""
    dice = random.Random(7)
    delta = {str(p): {a: {str(dice.randrange(99))} for a in "ab"} for p in range(99)}
    hidden = minimise(Automaton.of(delta, start="0", accepting={str(p) for p in range(0, 99, 2)}, symbols="ab"))
    states = len(hidden.states)
    assert states > 60
    steps = list(learn(AutomatonTeacher(hidden), "rivest-schapire"))
    longest = max(len(word) for step in steps for word in step.asked)
    assert equivalent(steps[-1].conjecture, hidden)
    assert steps[-1].questions <= 3 * states**2 + states * (longest.bit_length() + 1)


def test_what_is_no_teacher_or_no_variant_is_named():
    with pytest.raises(AutomatonError, match=r"moore.*angluin"):
        next(learn(AutomatonTeacher("b"), "moore"))

    class Liar(AutomatonTeacher):
        def differs(self, automaton):
            return "bb"

    with pytest.raises(AutomatonError, match="bb"):
        list(learn(Liar("b")))
