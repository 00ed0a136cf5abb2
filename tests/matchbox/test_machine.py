from collections import Counter
from fractions import Fraction
from itertools import pairwise, product
from math import sqrt
from random import Random

import pytest

from boardkit.errors import UserError
from boardkit.messages import LANGUAGES, using_language
from matchbox import Machine, Match, Rules, Seat, Trace
from matchbox.players.match import play_game
from matchbox.rules.dice import throw, unique_maximum


def machine_with(text: str) -> Machine:
    return Machine.load(text)


def kinds(machine: Machine) -> list[str]:
    return [f"{e.rule} {e.kind}" for e in machine.events]


# -- the rules one by one ------------------------------------------------------------------------------------------


def test_s1_every_circle_holds_a_marker_at_the_beginning():
    assert str(Machine()) == "length=9 | 9:123 8:123 7:123 6:123 5:123 4:123 3:123 2:12 1:1"
    assert Machine().configuration == 2**24 - 1


def test_a1_a2_before_an_empty_box_the_machine_has_lost_and_the_token_stays():
    machine = machine_with("length=9 | 9:- 8:123")
    machine.start_game("machine")
    assert machine.choose(9, Random(1)) is None
    assert kinds(machine) == ["A1 look_empty", "A2 resign"]


def test_a3_one_die_for_each_marker_in_its_colour():
    machine = machine_with("length=9 | 9:13")
    machine.start_game("machine")
    machine.choose(9, Random(1))
    first = next(e.dice for e in machine.events if e.rule == "A4")
    assert [move for move, _ in first.dice] == [1, 3]


def test_a5_ties_are_thrown_again_until_one_die_alone_is_highest():
    for seed in range(200):
        throws = throw((1, 2, 3), 2, Random(seed))
        assert all(t.is_tie for t in throws[:-1])
        assert not throws[-1].is_tie


def test_a6_the_colour_of_the_highest_die_is_the_move():
    for seed in range(50):
        machine = Machine()
        machine.start_game("machine")
        move = machine.choose(9, Random(seed))
        last = [e.dice for e in machine.events if e.dice][-1]
        assert max(last.dice, key=lambda die: die[1])[0] == move


def test_a7_a8_the_marker_goes_to_the_current_move_of_the_same_field():
    machine = machine_with("length=9 | 9:2")
    machine.start_game("machine")
    assert machine.choose(9, Random(1)) == 2
    assert [str(m) for m in machine.current] == ["9.2"]
    assert machine.boxes[9] == []
    assert kinds(machine)[-2:] == ["A7 current", "A8 move"]


def test_w_after_a_win_all_current_markers_go_back_and_nothing_is_added():
    machine = Machine()
    before = str(machine)
    machine.start_game("machine")
    machine.choose(9, Random(1))
    machine.choose(5, Random(2))
    machine.finish(won=True)
    assert str(machine) == before
    assert machine.gone == []


def test_v1_v2_after_a_loss_the_last_current_marker_leaves_and_the_others_go_back():
    machine = machine_with("length=9 | 9:2 5:3")
    machine.start_game("machine")
    machine.choose(9, Random(1))
    machine.choose(5, Random(1))
    machine.finish(won=False)
    assert str(machine).startswith("length=9 | 9:2 8:- 7:- 6:- 5:-")
    assert [str(m) for m in machine.gone if m.field == 5 and m.move == 3] == ["5.3"]


def test_e1_resigning_at_the_first_move_removes_nothing():
    machine = machine_with("length=9 | 9:- 8:12")
    before = str(machine)
    game = play_game(machine, "random", "machine")
    assert (game.won, game.trace.moves, game.trace.resigned) == (False, (), 9)
    assert str(machine) == before


def test_e2_resigning_later_removes_the_previous_marker():
    machine = machine_with("length=9 | 9:2 4:-")
    game = play_game(machine, teacher=lambda d: 3, starter="machine")  # 9 -2-> 7 -3-> 4: empty
    assert game.trace == Trace(((9, 2),), False, 4)
    assert "9:-" in str(machine)


def test_both_kinds_of_loss_remove_the_same_marker():
    beaten, resigned = (machine_with("length=9 | 9:123 5:2 2:-") for _ in range(2))
    play_game(beaten, teacher=lambda d: 3 if d == 3 else 1, starter="human", seed=1)
    assert beaten.counts[5, 2] == 1  # 9-1-> 8: empty, nothing to blame
    for machine, reply in ((beaten, 3), (resigned, 1)):
        machine.start_game("human")
        machine.choose(5, Random(1))  # 5.2 leads to 3
        if reply == 1:
            assert machine.choose(2, Random(1)) is None
        machine.finish(won=False)
        assert machine.counts[5, 2] == 0


def test_a_match_that_cannot_begin_has_not_begun():
    teacher = machine_with("length=4 | 4:13 3:123 2:12 1:1 | current 4.2 machine")
    match = Match(Rules(length=4), teacher=teacher)
    with pytest.raises(UserError, match="still going on"):
        match.start()
    assert match.track is None


def test_s2_the_starter_changes_with_every_game():
    match = Match(Rules(first="human"))
    match.train(6)
    assert [g.starter for g in match.played] == [Seat.HUMAN, Seat.MACHINE] * 3


@pytest.mark.parametrize(("starter", "after_win", "after_loss"), [
    ("machine", "machine", "machine"), ("human", "human", "human"), ("loser", "human", "machine"),
    ("winner", "machine", "human"),
])
def test_the_other_ways_to_choose_who_starts(starter, after_win, after_loss):
    match = Match(Rules(starter=starter, seed=5))
    match.train(60)
    assert {g.won for g in match.played} == {True, False}
    for before, game in zip(match.played, match.played[1:], strict=False):
        assert game.starter == (after_win if before.won else after_loss)


def test_a_random_starter_is_about_fair():
    match = Match(Rules(starter="random", seed=2))
    match.train(400)
    assert 150 < sum(g.starter is Seat.MACHINE for g in match.played) < 250


# -- variants ------------------------------------------------------------------------------------------------------


def test_keep_last_takes_the_previous_marker_instead_of_the_last_one_of_a_box():
    machine = machine_with("length=9 empty=keep_last | 9:12 5:3")
    machine.start_game("machine")
    rng = Random(3)
    first = machine.choose(9, rng)
    machine.choose(5, rng)
    machine.finish(won=False)
    assert machine.counts[5, 3] == 1
    assert machine.counts[9, first] == 0


def test_refill_puts_all_markers_of_a_box_back_when_it_becomes_empty():
    machine = machine_with("length=9 empty=refill | 9:2")
    machine.start_game("machine")
    machine.choose(9, Random(1))
    machine.finish(won=False)
    assert "9:123" in str(machine)


def test_several_markers_on_a_circle_leave_one_at_a_time():
    machine = Machine(Rules(markers=3))
    assert len(machine.boxes[9]) == 9
    machine.start_game("machine")
    move = machine.choose(9, Random(1))
    machine.finish(won=False)
    assert machine.counts[9, move] == 2


def test_remove_all_takes_every_current_marker():
    machine = Machine(Rules(learner="remove-all"))
    machine.start_game("machine")
    machine.choose(9, Random(1))
    machine.choose(5, Random(1))
    machine.finish(won=False)
    assert sum(machine.counts.values()) == 22


# -- dice ----------------------------------------------------------------------------------------------------------


def close(count: int, total: int, p: float) -> bool:
    """Within five standard deviations; fails by chance once in a million times, and the seed is fixed anyway."""
    return abs(count - total * p) <= 5 * sqrt(total * p * (1 - p))


@pytest.mark.parametrize("rethrow", ["all", "tied"])
@pytest.mark.parametrize("sides", [2, 6])
def test_every_present_colour_is_equally_likely(rethrow, sides):
    rng = Random(f"{rethrow} {sides}")
    total = 20_000
    wins = Counter(throw((1, 2, 3), sides, rng, rethrow)[-1].highest[0] for _ in range(total))
    assert all(close(wins[i], total, 1 / 3) for i in range(3))


@pytest.mark.parametrize("sides", [2, 3, 6])
@pytest.mark.parametrize("dice", [1, 2, 3])
def test_the_probability_of_a_decision_is_that_of_counting_all_throws(dice, sides):
    decided = sum(values.count(max(values)) == 1 for values in product(range(sides), repeat=dice))
    assert unique_maximum(dice, sides) == Fraction(decided, sides**dice)


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_the_number_of_throws_is_geometric(dice):
    rng, total, p = Random(dice), 20_000, float(unique_maximum(dice))
    lengths = Counter(len(throw(range(dice), 6, rng)) for _ in range(total))
    for n in (1, 2, 3):
        assert close(lengths[n], total, p * (1 - p) ** (n - 1))


def test_dice_of_a_box_with_very_many_markers_come_to_an_end():
    assert len(throw(range(60), 2, Random(1))) > 1


# -- texts ---------------------------------------------------------------------------------------------------------


def test_a_machine_is_saved_and_loaded_in_the_middle_of_a_game():
    machine = Machine(Rules(markers=2, seed=3))
    machine.start_game("human")
    machine.choose(8, Random(1))
    again = eval(repr(machine))
    assert str(again) == str(machine)
    assert again.counts == machine.counts
    assert again.starter is Seat.HUMAN
    machine.finish(won=False)
    again.finish(won=False)
    assert str(again) == str(machine)


@pytest.mark.parametrize("text", [
    "length=9 | 9:4", "length=9 | 10:1", "length=9 | 9:11", "length=9 | x:1", "length=9 | 9",
    "length=9 | 9:1 | current 9.1", "size=1 | 9:1",
])
def test_an_unreadable_machine_is_refused(text):
    with pytest.raises(UserError):
        Machine.load(text)


def test_a_learner_without_markers_is_no_machine():
    with pytest.raises(UserError, match="remove-last"):
        Machine(Rules(learner="menace"))


def test_the_protocol_is_printed_with_rule_ids_in_every_language():
    match = Match(Rules(seed=3))
    match.play_game()
    texts = {}
    for code in LANGUAGES:
        with using_language(code):
            texts[code] = match.protocol()
    assert len(set(texts.values())) == 3
    for text in texts.values():
        ids = [line.split()[0] for line in text.splitlines()]
        assert ids[0] == "S2"
        assert {"A1", "A4", "A7", "A8"} <= set(ids)
        assert {"W", "V1", "E1"} & set(ids)


# -- matches -------------------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_match():
    first, second = Match(Rules(seed=9)), Match(Rules(seed=9))
    first.train(50)
    second.train(50)
    assert first.played == second.played
    assert str(first.machine) == str(second.machine)


def test_undo_goes_back_to_the_very_same_dice():
    match = Match(Rules(seed=9))
    match.train(20)
    before, told = str(match.machine), match.events[:]
    match.snapshot()
    game = match.play_game()
    assert match.events != told
    match.undo()
    assert (str(match.machine), match.events) == (before, told)
    assert match.play_game() == game
    match.undo()
    assert match.played == []
    with pytest.raises(UserError, match="undo"):
        match.undo()


def test_a_human_plays_turn_by_turn():
    match = Match(Rules(length=4, first="human"), teacher="human")
    match.start()
    with pytest.raises(UserError, match="your turn"):
        match.turn()
    with pytest.raises(UserError, match="possible"):
        match.turn(4)
    assert [e.rule for e in match.turn(3)] == ["I1"]
    assert [e.rule for e in match.turn()] == ["A1", "A4", "A7", "A8", "A9", "W"]
    assert match.played[0].won
    assert match.played[0].moves == (3, 1)


@pytest.mark.parametrize("answer", [None, 4, 2.0, "", "two"])
def test_intelligenz_can_neither_pass_nor_resign_nor_overshoot(answer):
    match = Match(Rules(length=3, first="human"), teacher=lambda d: answer)
    with pytest.raises(UserError, match="possible: 1, 2, 3"):
        match.play_game()
    assert match.played == []


def test_any_learner_can_teach_another_of_its_kind():
    match = Match(Rules(length=5, learner="menace", teacher="machine"))
    match.train(30)
    assert match.machine.beads != match.teacher.beads
    assert match.machine is not match.teacher


def test_a_second_machine_teaches_and_learns():
    match = Match(Rules(seed=1), teacher="machine")
    match.train(200)
    for machine in (match.machine, match.teacher):
        assert sum(machine.counts.values()) < 24
        assert not machine.current


@pytest.mark.parametrize("rethrow", ["all", "tied"])
def test_after_a_tie_all_dice_are_thrown_again_or_only_the_tied_ones(rethrow):
    again = 0
    for seed in range(200):
        throws = throw((1, 2, 3), 3, Random(seed), rethrow)
        assert throws[0].thrown == (0, 1, 2)
        for before, after in pairwise(throws):
            tied = before.highest
            assert after.thrown == (tied if rethrow == "tied" else (0, 1, 2))
            left = {0, 1, 2} - set(after.thrown)
            assert all(after.dice[i] == before.dice[i] for i in left)
            again += 1
        assert len(throws[-1].highest) == 1
    assert again > 50


def test_the_protocol_of_a_new_game_is_empty():
    machine = Machine(Rules(length=4))
    play_game(machine, seed=2)
    assert machine.protocol()
    machine.start_game("machine")
    assert machine.protocol() == ""


def test_who_names_no_seed_plays_the_game_of_seed_0():
    first, named, other = (play_game(Machine(Rules()), **seed) for seed in ({}, {"seed": 0}, {"seed": 1}))
    assert first == named != other
