"""Boards: the fast answers, the ring automaton, automata-lib, the rules and brute force agree."""

from __future__ import annotations

import os
from fractions import Fraction

import pytest

from automatakit import AutomatonError
from finity_edu import Position
from finity_edu.analysis import (
    chance_to_win,
    count_paths,
    cut,
    favoured,
    reach,
    ring_purchases,
    seat_view,
    to_win,
    tower_chance,
    towers,
    winning_towers,
    wins,
    witness,
)
from finity_edu.analysis.boards import find_path
from finity_edu.analysis.cuts import without
from finity_edu.automata import ring_nfa, station_nfa
from finity_edu.rules.corpus import read_corpus, replay
from tests.automatakit.automata import library, library_dfa, partial_paths, random_board
from tests.finity_edu.boards import played, strewn
from tests.needs import WAYS

CORPUS = os.environ.get("FINITY_GAMES")
RING_STATES = 20_000
"""Ring automata up to this size are compared; a few boards in a hundred have larger ones."""


def check_agreement(position: Position, seat: int, word: str, *, automata: bool = True) -> None:
    """Everything that answers the same question must give the same answer."""
    end = position.board.end
    partial = list(partial_paths(position, seat, word))
    full = sorted(path for path in partial if len(path) == len(word) + 1 and path[-1] == end)
    assert count_paths(position, seat, word) == len(full)
    assert wins(position, seat, word) == bool(full)
    assert (witness(position, seat, word) in full) if full else witness(position, seat, word) is None
    expected = {}
    for path in sorted(partial, key=len):
        expected.setdefault(path[-1], word[: len(path) - 1])
    assert reach(position, seat, word) == expected
    if not automata:
        return
    station = station_nfa(position, seat)
    plain_runs = count_paths(position, seat, word, rings=False)
    assert (plain_runs > 0) == library(station).accepts_input(word) == station.accepts_input(word)
    rings = ring_nfa(position, seat, limit=RING_STATES)
    assert library(rings).accepts_input(word) == bool(full) == rings.accepts_input(word)


def check_board(seed: int) -> bool:
    """Check a random board; say whether its ring automaton was small enough to take part."""
    position, word = random_board(seed)
    try:
        ring_nfa(position, 1, limit=RING_STATES)
        small = True
    except AutomatonError:
        small = False
    check_agreement(position, 1, word, automata=small)
    if word:
        assert position.reachable(1) == frozenset(reach(position, 1))
        assert (position.full_path(1) is not None) == wins(position, 1)
    return small


@pytest.mark.slow
def test_all_answers_agree_on_random_boards():
    for seed in range(80):
        check_board(seed)


@pytest.mark.bulk
@pytest.mark.parametrize("part", range(10))
def test_all_answers_agree_on_ten_thousand_random_boards(part):
    assert sum(check_board(seed) for seed in range(80 + part * 1070, 1150 + part * 1070)) >= 1000


def test_all_answers_agree_on_positions_of_play_for_every_seat():
    for seed in range(12):
        position = played(seed, 40, players=2 + seed % 3)
        for seat in range(1, position.players + 1):
            check_agreement(position, seat, position.word)


def test_the_automata_compute_the_same_languages_as_automata_lib():
    """The determinised ring automaton of automata-lib accepts exactly the towers that brute force wins."""
    seen = set()
    for seed in range(60):
        position, _ = random_board(seed)
        if seat_view(position, 1).total <= 6:
            dfa = library_dfa(ring_nfa(position, 1))
            won = {word for n in range(1, 6) for word in winning_towers(position, 1, n)}
            assert won == {word for n in range(1, 6) for word in dfa.words_of_length(n)}
            seen |= won
    assert len(seen) > 5


@pytest.mark.bulk
@pytest.mark.skipif(not CORPUS, reason=WAYS["games"])
def test_all_answers_agree_on_every_position_of_the_real_games():
    """Every position of the corpus; what its rings refuse although the arrows accept is counted too."""
    plain = refused = positions = 0
    for game in read_corpus(CORPUS or ""):
        for position in replay(game).positions:
            positions += 1
            for seat in range(1, position.players + 1):
                found = witness(position, seat)
                assert (found is None) == (position.full_path(seat) is None)
                assert frozenset(reach(position, seat)) == position.reachable(seat)
                if seat_view(position, seat).table.accepts(position.word):
                    plain += 1
                    refused += found is None
                assert (count_paths(position, seat) > 0) == (found is not None)
                check_agreement(position, seat, position.word)
    assert positions > 10_000
    assert refused / plain > 0.95  # unit 6: more than 95 %


# --- single facts ----------------------------------------------------------------------------------------------


def test_a_seat_without_a_post_reaches_nothing_and_wins_nothing():
    position = Position.parse("bga/row bb c; posts c@A; rings B:c..; bridges bA>B.m")
    assert reach(position, 2) == {}
    assert not wins(position, 2)
    assert to_win(position, 2) is None
    assert count_paths(position, 2) == 0
    assert not station_nfa(position, 2).accepts_input("bb")
    assert not ring_nfa(position, 2).accepts_input("bb")


def test_nothing_leaves_the_end_station_even_if_an_arrow_does():
    position = Position.parse("bga/[A:0,0 B*:1,0 D:2,0] bbb c; posts c@A; rings A:ccc; bridges bA>B.m bB>A.l")
    assert witness(position, 1, "b") == ("A", "B")
    assert witness(position, 1, "bbb") is None
    assert not station_nfa(position, 1).accepts_input("bbb")
    assert "B" not in reach(position, 1)


def test_a_seat_that_does_not_exist_is_an_error():
    with pytest.raises(AutomatonError, match="no seat 3"):
        wins(Position.start(word="bbwwbwbw"), 3)
    with pytest.raises(AutomatonError, match="no seat c"):
        wins(Position.start(word="bbwwbwbw"), "c")


@pytest.mark.parametrize("ask", [witness, count_paths, reach, to_win, ring_purchases, cut])
def test_a_tower_with_other_letters_is_an_error_that_names_the_letter(ask):
    position = Position.parse("bga/row bbb c; posts c@A; rings B:ccc; bridges bA>B.m bB>C.m bC>D.m")
    with pytest.raises(AutomatonError, match="bxb: symbol 2 is x"):
        ask(position, 1, "bxb")


# --- arrows ----------------------------------------------------------------------------------------------------


def test_the_least_set_of_arrows_stops_the_tower_and_nothing_smaller_does():
    sizes = set()
    for seed in range(150):
        position, word = random_board(seed)
        if not word:
            continue
        view, found = seat_view(position, 1), cut(position, 1, word)
        sizes.add(len(found))
        arrows = [(c, view.names.index(p), view.names.index(q)) for c, p, q in found]
        left = view
        for arrow in arrows:
            left = without(left, arrow)
        assert find_path(left, word) is None
        if len(found) == 2:
            every = [(c, p, q) for c, row in view.moves.items() for p, m in enumerate(row)
                     for q in range(len(view.names)) if m >> q & 1]
            assert all(find_path(without(view, arrow), word) is not None for arrow in every)
    assert {0, 1, 2} <= sizes


# --- chances ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cones", "length"), [(6, 8), (8, 8), (8, 10), (6, 6), (4, 8)])
def test_the_chances_of_all_towers_add_up_to_one(cones, length):
    assert sum(tower_chance(word, cones) for word in towers(length)) == 1


def test_a_tower_needs_enough_cones():
    assert tower_chance("bbb", cones=2) == 0
    assert tower_chance("bw", cones=1) == Fraction(1, 2)


def test_the_chance_of_the_rule_set_is_that_of_its_bag():
    """Against the drawing of cones, one after another, without formula."""

    def draw(black, white, word):
        if not word:
            return Fraction(1)
        number = black if word[0] == "b" else white
        if not number:
            return Fraction(0)
        return Fraction(number, black + white) * draw(black - (word[0] == "b"), white - (word[0] == "w"), word[1:])

    for rules, cones in (("bga", 6), ("piglab", 8)):
        position = strewn(3, 2, rules)
        won = winning_towers(position, 1, 4)
        assert chance_to_win(position, 1, 4) == sum((draw(cones, cones, word) for word in won), Fraction(0))


def test_without_rings_more_towers_win():
    position = strewn(5, 2)
    for seat, chance in favoured(position, 5).items():
        assert chance <= favoured(position, 5, rings=False)[seat]
        assert set(winning_towers(position, seat, 5)) <= set(winning_towers(position, seat, 5, rings=False))
    assert sum(favoured(position, 5, rings=False).values()) > 0


def test_a_tower_that_the_bag_cannot_give_has_no_chance_at_all():
    board = "[A:0,0 B:0,1 D*:1,0]"
    position = Position.parse(f"bga/{board} {'b' * 13} c; posts c@A; rings A:ccc B:ccc; bridges bA>B.m bB>A.l bB>D.m")
    assert chance_to_win(position, 1, 12, rings=False) == 0  # six black cones only
    with pytest.raises(AutomatonError, match="12 cones is too small for a tower of 13"):
        chance_to_win(position, 1, rings=False)


def test_very_long_towers_are_refused_with_a_reason():
    with pytest.raises(AutomatonError, match="at most 16"):
        winning_towers(Position.start(word="bbwwbwbw"), 1, 17)


def test_without_rings_the_cut_stops_the_station_automaton_whatever_the_length_of_the_tower():
    for seed in range(120):
        position, _ = random_board(seed)
        for word in ("bw", "bbw", "bwbw", "bbwwbwbw"):
            nfa = station_nfa(position, 1)
            arrows = cut(position, 1, word, rings=False)
            assert bool(arrows) == nfa.accepts_input(word)
            view = seat_view(position, 1)
            for colour, tail, head in arrows:
                view = without(view, (colour, view.names.index(tail), view.names.index(head)))
            assert not view.table.accepts(word)
