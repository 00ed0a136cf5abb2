"""What the pages of the course say, computed anew: unit 8, Intelligenz gegen Automat.

Each test is named by the words that it stands for.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from matchbox import Match, Rules
from matchbox.analysis import exact
from matchbox.analysis.optimal import best_response
from matchbox.automata import readings, subsets
from tests.course_notebooks.claims import says


@says("predictions", "each of k markers is chosen with probability 1/k")
@says("08", "with its 24 markers? $2^{24}$ is 16,777,216.", "Nine moves and 24 circles are a reconstruction",
      "9 markers per colour in the rule book and from a sister game with nine squares")
def test_dice_and_markers():
    throws = list(product(range(1, 7), repeat=3))
    highest = [[i for i in range(3) if t[i] == max(t)] for t in throws]
    assert Fraction(sum(len(h) == 1 for h in highest), len(throws)) == Fraction(55, 72)
    assert all(sum(h == [i] for h in highest) * 3 == sum(len(h) == 1 for h in highest) for i in range(3))
    sizes = [len(Rules().box(d)) for d in range(1, 10)]
    assert sum(sizes) == 24
    assert 2 ** 24 == 16_777_216
    assert max(sum(k in Rules().box(d) for d in range(1, 10)) for k in (1, 2, 3)) == 9


@says("08", "the longest path has 17 steps", "at most 17 instructive games in its life",
      "A **winning marker is never removed**",
      de="der längste Weg hat 17 Schritte",
      es="el camino más largo tiene 17 pasos")
def test_configurations():
    configurations = exact.configurations(Rules())
    winning = exact.mask_of(Rules(), Rules().winning)
    assert 24 - min(c.bit_count() for c in configurations) == 17
    assert all(c & winning == winning for c in configurations)


@says("predictions",
      "The trained machine is deterministic: a set contains a state in which it moves, or the state to which its move "
      "leads, or both, and never two different runs.")
def test_the_subsets_of_the_trained_machine():
    for subset in subsets(Rules().winning):
        assert sum(state[0] == "M" for state in subset) <= 1
        assert sum(state[0] != "M" for state in subset) <= 1


@says("predictions", "Against a perfect opponent no loss ever makes the machine win less often.")
@says("08", "Against a perfect opponent it has not", "Against others it may win less often")
def test_what_a_loss_costs():
    rules = Rules(length=6)
    known = exact.configurations(rules)
    losses = [(c, d) for c in known for d in known if c & d == d and (c ^ d).bit_count() == 1]
    chance = {(who, start, c): exact.win_probability(who, start, config=c, rules=rules)
              for who in ("perfect", "random") for start in ("machine", "human") for c in known}
    falls = {who: sum(chance[who, start, d] < chance[who, start, c]
                      for c, d in losses for start in ("machine", "human")) for who in ("perfect", "random")}
    assert falls["perfect"] == 0 < falls["random"]


@says("predictions", "Against this tester, learning hurts at first.")
@says("08", "is best in the middle of its life; then it gets worse and stays worse",
      "wins on average 26 of 27 games against random play")
def test_curves_that_fall():
    both = exact.curve("perfect", games=20, tester="random").both
    assert both[8] == min(both) < both[0]
    replies = exact.curve("random", games=150).human_starts
    best = max(range(len(replies)), key=replies.__getitem__)
    # The teacher's games change roles in turn, so the curve is a saw: each value is compared with the next but one.
    assert 0 < best < 100
    assert all(replies[i + 2] < replies[i] for i in range(best, 148))
    assert best_response("random", "human") == Fraction(26, 27)


@says("predictions", "A rigid teacher is worst", "A slightly fallible teacher is best among these")
@says("08", "a rigid teacher is worst; a slightly fallible one is best")
@says("ps8", "a perfect teacher who chooses at random in lost positions needs fewer games than the rigid `perfect-1`",
      "`epsilon:0.3`, three moves in ten at random, needs fewer than the perfect one",
      de="Noch weniger braucht `epsilon:0.3`, der drei von zehn Zügen zufällig macht.",
      es="`epsilon:0.3`, con tres de cada diez jugadas al azar, necesita menos que la perfecta.")
def test_teachers():
    games = {t: exact.expected_games(t) for t in ("random", "perfect", "perfect-1", "epsilon:0.3")}
    assert sorted(games, key=games.get) == ["epsilon:0.3", "perfect", "random", "perfect-1"]
    assert games["perfect-1"] == float("inf")


@says("08a", "The pupil of a random player is best against random players, but not against good ones.")
@says("predictions", "Early losses empty the box of the lost position with 4 to go",
      "Only then does blame travel further back.")
def test_who_learns_what_from_whom():
    left = exact.marker_survival("perfect", games=[8])[8]
    boxes = {d: max(left[d, k] for k in Rules().box(d) if (d, k) not in Rules().winning) for d in range(4, 10)}
    assert min(boxes, key=boxes.get) == 4
    won = {(teacher, opponent): exact.curve(teacher, games=60, tester=opponent).both[-1]
           for teacher in ("random", "perfect", "perfect-1", "epsilon:0.3") for opponent in ("random", "perfect")}
    assert max((t for t, o in won if o == "random"), key=lambda t: won[t, "random"]) == "random"
    assert max((t for t, o in won if o == "perfect"), key=lambda t: won[t, "perfect"]) != "random"


@says("08a", "**Two machines** that learn from each other soon have nothing left to learn",
      "only few of them are perfect by then: whoever knows nothing teaches little",
      es="**Dos máquinas** que aprenden la una de la otra se quedan pronto sin nada que aprender")
def test_two_machines():
    ends = []
    for seed in range(40):
        match = Match(Rules(), teacher="machine", seed=seed)
        match.train(60)
        before = [machine.configuration for machine in (match.machine, match.teacher)]
        match.train(40)
        assert before == [machine.configuration for machine in (match.machine, match.teacher)]
        ends += [machine.is_perfect for machine in (match.machine, match.teacher)]
    assert 0 < sum(ends) < 0.3 * len(ends)


@says("08", "\"Some run wins on 31\" and \"the machine wins on 31 with probability 5/18\"")
def test_the_angel():
    fresh = readings("31", None)
    assert (fresh.some, fresh.probability) == (True, Fraction(5, 18))


@says("08a", "The markers forget for good whatever has lost once, and in the end they win every game.",
      "Now the board has 8 fields. "
      "There, whoever starts loses against perfect play", "The markers win no game at all",
      "the machine resigns on its first turn", de="Jetzt hat das Brett 8 Felder.")
def test_markers_win_every_game_or_none():
    lost = Rules(length=8)
    assert best_response("perfect", "machine", lost) == 0
    ends = [exact.curve("random", 400, "machine", rules=rules).machine_starts[-1] for rules in (Rules(), lost)]
    assert ends == pytest.approx([1, 0], abs=1e-3)
