"""What holds whoever plays: the opponent's moves are chosen by the test machinery."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from matchbox import Match, Rules

RULES = st.builds(
    Rules, length=st.integers(3, 12), step=st.integers(1, 4), overshoot=st.sampled_from(["exact", "cap", "illegal"]),
    starter=st.sampled_from(["alternate", "machine", "human", "loser", "winner", "random"]),
    first=st.sampled_from(["machine", "human"]), seed=st.integers(0, 10**6))


class Adversary:
    """Its habits change with every game."""

    def __init__(self, seed):
        self.rng = Random(seed)
        self.habits = {}

    def start_game(self, starter):
        if self.rng.random() < 0.3:
            self.habits = {d: self.rng.randint(1, 4) for d in range(17)}

    def choose(self, d, rng):
        return min(self.habits.get(d, 1), d, 3) if self.rng.random() < 0.9 else 1


def losses(match):
    return sum(not g.won and bool(g.trace.moves) for g in match.played)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_never_more_than_17_instructive_losses(seed):
    match = Match(Rules(seed=seed), teacher=Adversary(seed))
    match.train(150)
    assert losses(match) == len(match.machine.gone) <= 17


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_only_the_boxes_4_and_8_can_become_empty(seed):
    match = Match(Rules(seed=seed), teacher=Adversary(seed))
    for _ in range(150):
        match.play_game()
        assert {d for d, box in match.machine.boxes.items() if not box} <= {4, 8}


@settings(max_examples=60, deadline=None)
@given(RULES, st.integers(0, 10**6))
def test_winning_markers_never_vanish_whoever_plays(rules, seed):
    class Fair(Adversary):
        def choose(self, d, rng):
            return min(super().choose(d, rng), rules.step)

    match = Match(rules, teacher=Fair(seed))
    match.train(80)
    counts = match.machine.counts
    assert all(counts[c] == rules.markers for c in rules.winning)


@settings(max_examples=40, deadline=None)
@given(RULES, st.integers(1, 3), st.sampled_from(["resign", "keep_last", "refill"]))
def test_markers_are_neither_made_nor_lost_from_sight(rules, markers, empty):
    from dataclasses import replace

    match = Match(replace(rules, markers=markers, empty=empty))
    for _ in range(40):
        match.play_game()
        machine = match.machine
        everywhere = [m for box in machine.boxes.values() for m in box] + machine.current + machine.gone
        assert len(everywhere) == len(set(everywhere)) == markers * len(rules.circles)
        assert not machine.current


@settings(max_examples=40, deadline=None)
@given(RULES)
def test_a_field_is_visited_at_most_once_per_game(rules):
    match = Match(rules)
    match.train(40)
    for game in match.played:
        fields = [d for d, _ in game.trace.moves]
        assert fields == sorted(set(fields), reverse=True)
        assert len(game.moves) <= rules.length
