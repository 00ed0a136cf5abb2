"""The printed rule sheet says what the machine does, for every variant."""

from __future__ import annotations

import re
from itertools import pairwise, product

import pytest

from boardkit.errors import UserError
from boardkit.messages import LANGUAGES
from matchbox import Rules
from matchbox.draw.printout import PAPERS, instructions, sheet
from matchbox.players.match import Match
from matchbox.rules.machine import MARKER_LEARNERS, Machine
from matchbox.rules.ruleset import Empty, Overshoot, Rethrow, Seat, Starter

VARIANTS = [Rules(length=5, empty=empty, overshoot=overshoot, learner=learner, starter=starter, rethrow=rethrow,
                  markers=markers)
            for empty, overshoot, learner, (starter, rethrow, markers) in product(
                Empty, Overshoot, MARKER_LEARNERS,
                zip(Starter, [*Rethrow] * 3, (1, 2, 3, 1, 2, 1), strict=True))]


def played(rules: Rules, games: int = 40) -> Match:
    match = Match(rules, Machine(rules), "random", seed=3)
    for _ in range(games):
        match.play_game()
    return match


@pytest.mark.parametrize("starter", Starter)
def test_who_starts_is_what_the_sheet_says(starter):
    rules = Rules(length=5, starter=starter, first="human")
    said = [id for id in instructions(rules)["setup"] if id.startswith("S2_")]
    assert said == [f"S2_{starter}"]
    games = played(rules).played
    follows = {
        "S2_alternate": lambda a, b: b.starter is a.starter.other, "S2_machine": lambda a, b: b.starter is Seat.MACHINE,
        "S2_human": lambda a, b: b.starter is Seat.HUMAN, "S2_random": lambda a, b: True,
        "S2_loser": lambda a, b: (b.starter is Seat.HUMAN) == a.won,
        "S2_winner": lambda a, b: (b.starter is Seat.MACHINE) == a.won,
    }[said[0]]
    assert all(follows(a, b) for a, b in pairwise(games))
    if starter == Starter.RANDOM:
        assert {game.starter for game in games} == set(Seat)


@pytest.mark.parametrize("empty", Empty)
@pytest.mark.parametrize("learner", MARKER_LEARNERS)
def test_what_leaves_after_a_loss_is_what_the_sheet_says(learner, empty):
    rules = Machine(Rules(length=5, learner=learner, empty=empty)).rules
    said = instructions(rules)
    machine = Machine(rules)
    match = Match(rules, machine, "random", seed=5)
    seen = set()
    for _ in range(60):
        before = {d: len(box) for d, box in machine.boxes.items()}
        match.play_game()
        last = match.played[-1]
        after = {d: len(box) for d, box in machine.boxes.items()}
        gone = sum(before.values()) - sum(after.values())
        if last.won:
            assert gone == 0
            continue
        full = {d: len(rules.box(d)) * rules.markers for d in before}
        refilled = any(after[d] > before[d] for d in before)
        assert refilled <= ("V3" in said["lost"])
        if "V3" in said["lost"]:
            assert all(after[d] == full[d] for d in before if after[d] > before[d])
        elif "V1" in said["lost"] or "V1_keep" in said["lost"]:
            assert gone <= 1
        if "A2_never" in said["machine"]:
            assert all(after.values())
        seen.add(min(gone, 2))
    assert (2 in seen) <= any("all" in id for id in said["lost"])


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_variant_prints_and_no_line_leaves_the_page(lang):
    for rules in VARIANTS:
        for paper in PAPERS:
            page = sheet("rules", rules, paper, lang)
            lines = re.findall(r'<text[^>]* y="([\d.]+)" (?![^>]*font-size="7.5")', page.markup)  # without the credit
            *body, source = map(float, lines)
            assert max(body) < source - 8, (rules, paper)


def test_the_counts_of_markers_are_those_of_the_circles():
    text = " ".join(re.findall(r">([^<>]+)</text>", sheet("rules", Rules(markers=2)).markup))
    assert "18 for move 1, 16 for move 2, 14 for move 3" in text


def test_a_learner_without_markers_has_no_rule_sheet():
    with pytest.raises(UserError, match="q-learning"):
        sheet("rules", Rules(learner="q-learning"))
