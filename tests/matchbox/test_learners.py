import subprocess
import sys
from random import Random

import pytest

import matchbox
from boardkit.errors import UserError
from matchbox import Machine, Match, Rules, Trace
from matchbox.players import learners
from matchbox.players.learners import LEARNERS, QLearning, Reinforce, make_learner
from matchbox.players.teachers import law, make_teacher


@pytest.mark.parametrize("name", LEARNERS)
def test_every_learner_plays_legal_moves_and_learns_to_win_more_often(name):
    rules = Rules(length=5, seed=1)
    result = matchbox.simulate(machines=25, games=120, rules=rules, learner=name, engine="objects", seed=3)
    first, last = slice(0, 20), slice(100, 120)
    won = [a + b for a, b in zip(result.count_starting, result.count_replying, strict=True)]
    if name != "remove-all":  # this one destroys itself
        assert sum(won[last]) > sum(won[first])


def test_an_own_learner_takes_ten_lines():
    class Stubborn:
        def __init__(self, rules):
            self.rules = rules

        def choose(self, d, rng):
            return 1

        def learn(self, trace):
            self.last = trace

    result = matchbox.simulate(machines=5, games=10, learner=Stubborn, seed=1)
    assert result.engine == "objects"
    assert result.perfect[-1] == 0


PLAIN = """
import sys
sys.modules["numpy"] = sys.modules["numba"] = None  # as if they were not installed
import matchbox
from matchbox.players.learners import LEARNERS
rules = matchbox.Rules(length=5)
for name in LEARNERS:
    run = matchbox.simulate(3, 20, "perfect", rules=rules, learner=name, seed=1)
    assert len(list(run.markers)) == 3, name
    assert sum(run.played_starting) == 30, name
print(matchbox.simulate(3, 20, rules=rules, seed=1).engine)
"""


def test_every_learner_works_in_plain_python():
    done = subprocess.run([sys.executable, "-c", PLAIN], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["masks"]


def test_an_unknown_learner_or_teacher_is_refused_with_the_known_names():
    with pytest.raises(UserError, match="menace-floor"):
        make_learner("magic", Rules())
    with pytest.raises(UserError, match="clairvoyant"):
        law("magic")
    with pytest.raises(UserError, match="0 and 1"):
        law("epsilon:2")
    with pytest.raises(UserError, match="add up to 1"):
        law({4: (1, 1, 1)})
    with pytest.raises(UserError, match="not a law"):
        law("clairvoyant")


def test_a_law_may_name_moves_and_a_wrong_one_is_refused_with_field_and_way_out():
    assert law({4: {3: 1}, 2: {1: 0.5, 2: 0.5}})[1:5] == law({4: (0, 0, 1), 2: (0.5, 0.5)})[1:5]
    for wrong, problem in (({4: {5: 1}}, "move 5 is not possible with 4 to go; possible: 1, 2, 3"),
                           ({4: {3: 0.5}}, r"with 4 to go is \{3: 0\.5\}; it must give one probability per move"),
                           ({40: (1,)}, r"names 40 fields to go.*between 1 and 9"),
                           ({"4": (0, 0, 1)}, "names '4' fields"),
                           ({4: "abc"}, "with 4 to go is 'abc'"), ({4: (float("nan"), 0, 1)}, "with 4 to go"),
                           ({4: (2, 0, -1)}, "add up to 1"), ({4: None}, "with 4 to go is None"),
                           ({4: 3}, "with 4 to go is 3"), (7, "do not know the teacher 7"),
                           (lambda d: 1, "do not know the teacher")):
        with pytest.raises(UserError, match=problem):
            law(wrong)


def test_nobody_plays_training_games_by_hand():
    for train in (lambda: matchbox.simulate(2, 2, "human"), lambda: Match(Rules(), teacher="human").train(2)):
        with pytest.raises(UserError, match="cannot play the training games"):
            train()


def test_a_seed_that_no_engine_can_hold_is_refused():
    with pytest.raises(UserError, match="9223372036854775807"):
        matchbox.simulate(2, 2, seed=2**63)




@pytest.mark.parametrize("teacher", ["random", "perfect", "epsilon:0.3", "perfect-2"])
@pytest.mark.parametrize("rules", [Rules(), Rules(length=6, step=2), Rules(overshoot="cap"), Rules(length=8, step=4)])
def test_the_machine_is_q_learning_with_alpha_one_step_by_step(teacher, rules):
    """Coupled runs: the same draws lead to the same moves, and a marker lies exactly where the value is 1."""
    for seed in range(8):
        opponent = make_teacher(teacher, rules)
        markers = set(rules.circles)
        q = QLearning(rules, alpha=1.0, epsilon=0.0, resign=True)
        rng = Random(f"{teacher} {seed}")
        for game in range(150):
            d, human = rules.length, game % 2 == 1
            moves, won, resigned = [], False, None
            while True:
                if human:
                    d -= opponent.choose(d, rng)
                    if d == 0:
                        break
                human = True
                draw = rng.random()
                box = [k for k in rules.box(d) if (d, k) in markers]
                greedy = q.choose(d, Random(draw))
                # the machine draws from its box exactly as the learner draws from its greedy set
                assert greedy == (Random(draw).choice(box) if box else None)
                if not box:
                    resigned = d
                    break
                moves.append((d, greedy))
                d = rules.arrival(d, greedy)
                if d == 0:
                    won = True
                    break
            q.learn(Trace(tuple(moves), won, resigned))
            if not won and moves:
                markers.discard(moves[-1])
            assert {c: float(c in markers) for c in rules.circles} == q.q


def test_menace_with_a_floor_never_resigns():
    result = matchbox.simulate(machines=10, games=200, learner="menace-floor", teacher="perfect", seed=1)
    match = Match(Rules(), make_learner("menace-floor", Rules()), "perfect", seed=1)
    match.train(300)
    assert min(match.machine.beads.values()) >= 1
    assert all(g.trace.resigned is None for g in match.played)
    assert result.machines == 10


def test_menace_gives_and_takes_beads_for_all_moves_of_a_game():
    menace = make_learner("menace", Rules())
    menace.learn(Trace(((9, 1), (5, 1)), True))
    assert (menace.beads[9, 1], menace.beads[5, 1], menace.beads[9, 2]) == (6, 6, 3)
    menace.learn(Trace(((9, 1), (5, 2)), False))
    assert (menace.beads[9, 1], menace.beads[5, 2]) == (5, 2)


def test_reinforce_follows_the_gradient_of_a_softmax_policy():
    learner = Reinforce(Rules(length=3), rate=1.0, memory=0.0)
    learner.learn(Trace(((3, 3),), True))
    assert [round(learner.preference[3, k], 6) for k in (1, 2, 3)] == [-0.166667, -0.166667, 0.333333]
    assert sum(learner.policy(3)) == pytest.approx(1)


def test_never_emptying_a_box_is_the_rule_keep_last():
    machine = make_learner("never-empty", Rules())
    assert machine.rules.empty == "keep_last"
    Match(machine.rules, machine, "perfect", seed=1).train(300)
    assert all(any(machine.counts[d, k] for k in machine.rules.box(d)) for d in range(1, 10))


def test_the_clairvoyant_teacher_is_faster_than_the_perfect_one():
    def games_until_perfect(teacher, seed):
        machine = Machine()
        match = Match(Rules(), machine, teacher, seed=seed)
        while not machine.is_perfect:
            match.play_game()
        return len(match.played)

    fast = sum(games_until_perfect("clairvoyant", s) for s in range(20)) / 20
    slow = sum(games_until_perfect("perfect", s) for s in range(20)) / 20
    assert fast < 21 < 40 < slow


def test_the_baseline_of_reinforce_follows_what_the_games_bring():
    """After a long row of wins a win is no surprise any more: the policy hardly moves."""
    rules = Rules(length=4, seed=1)
    learner = Reinforce(rules, rate=0.01, memory=0.2)
    won = Trace(((2, 1),), 1)
    assert learner.baseline == 0.5
    for _ in range(30):
        learner.learn(won)
    assert 0.99 < learner.baseline < 1
    before = learner.policy(2)
    learner.learn(won)
    assert learner.policy(2) == pytest.approx(before, abs=1e-4)
    learner.learn(Trace(((2, 1),), 0))
    assert learner.policy(2)[0] < before[0]
    assert learner.baseline < 0.85


def test_who_explores_takes_any_move_and_who_does_not_the_best_one():
    def taken(epsilon):
        rng = Random(1)
        return {learners._greedy(epsilon, (1, 2, 3), float, rng) for _ in range(100)}

    assert (taken(0), taken(1.0)) == ({3}, {1, 2, 3})
