"""Legal moves: the known numbers, and brute force over everything that can be spelled."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys

import pytest

from boardkit.explore import divide, perft
from finity_edu import IllegalMoveError, Position, load_rules
from finity_edu.rules.board import Board
from finity_edu.rules.candidates import PASS, move_table
from finity_edu.rules.errors import CATALOGUE
from finity_edu.rules.pieces import (
    Move,
    MoveBlocker,
    MovePost,
    PlaceArrow,
    PlaceRing,
    RemoveArrow,
    RemoveBlocker,
    ReverseArrow,
    Teleport,
    seat_letter,
)
from tests.finity_edu.boards import RULE_SETS, played, strewn
from tests.finity_edu.reasons import REASONS, holds

KINDS = (
    PlaceArrow, ReverseArrow, RemoveArrow, PlaceRing, MoveBlocker, RemoveBlocker, MovePost, Teleport,
)  # fmt: skip


@pytest.mark.parametrize(("players", "number"), [(2, 214), (3, 144), (4, 140)])
def test_legal_moves_at_the_start(players: int, number: int) -> None:
    assert len(Position.start(players, word="bbwwbwbw").legal_moves()) == number


def test_perft_of_the_two_player_start() -> None:
    start = Position.start(2, word="bbwwbwbw", rules="bga")
    assert [perft(start, depth) for depth in (0, 1, 2)] == [1, 214, 55_076]
    assert sum(divide(start, 2).values()) == 55_076


@pytest.mark.bulk
def test_perft_of_depth_three() -> None:
    assert perft(Position.start(2, word="bbwwbwbw", rules="bga"), 3) == 13_840_640


def positions(number: int) -> list[Position]:
    """Positions of play and strewn ones, of all rule sets and numbers of players."""
    found = []
    for seed in range(number):
        rules, players = RULE_SETS[seed % 4], 2 + seed // 4 % 3
        found.append(played(seed, seed * 7 % 120, players, rules))
        found.append(strewn(seed, players, rules))
        found.append(strewn(seed, board=Board.named(("abcd", "row", "triangle", "hexring")[seed % 4])))
    return found


def agree(position: Position) -> set[str]:
    """Check list against explanation over every spellable move; return the reasons that occurred."""
    listed = position.legal_moves()
    table = move_table(position.board)
    reasons = {move: position.why_illegal(move) for move in table}
    assert list(listed) == [move for move in table if reasons[move] is None], str(position)
    assert len(set(listed)) == len(listed)
    seen = {reason.id for reason in reasons.values() if reason is not None}
    assert seen <= set(REASONS)
    return seen


def test_the_list_is_exactly_what_the_explanation_allows_in_canonical_order() -> None:
    seen: set[str] = set()
    for position in positions(8):
        seen |= agree(position)
    assert len(seen) > 20


@pytest.mark.bulk
def test_list_and_explanation_agree_on_many_positions() -> None:
    for position in positions(100):
        agree(position)


def test_every_reason_says_something_with_the_pieces_named() -> None:
    start = Position.start(word="bbwwbwbw")
    assert str(start.why_illegal("-bN>C.m")) == "there is no arrow bN>C.m on the board"
    for position in [start, *positions(4)]:
        for move in move_table(position.board):
            reason = position.why_illegal(move)
            if reason is not None:
                text = str(reason)
                assert text
                assert "{" not in text
                assert "()" not in text
                assert "(–)" not in text
                assert all(piece in text for piece in reason.pieces)


@pytest.mark.slow
def test_what_a_reason_says_of_a_position_is_so() -> None:
    assert all(f"reason.{reason}" in CATALOGUE for reason in REASONS)
    for position in positions(8):
        first = {reason.id: (move, reason) for move in move_table(position.board)
                 if (reason := position.why_illegal(move)) is not None}
        for move, reason in first.values():
            assert holds(position, str(move), reason), f"{position}: {move}: {reason}"


def test_moves_come_in_canonical_order_of_kinds() -> None:
    order = {kind: i for i, kind in enumerate(KINDS)}
    for position in positions(6):
        kinds = [order.get(type(move), 99) for move in position.legal_moves()]
        assert kinds == sorted(kinds)


def test_an_illegal_move_is_never_played_and_a_legal_one_always() -> None:
    for position in positions(1):
        legal = set(position.legal_moves())
        for move in list(move_table(position.board))[::7]:
            if move in legal:
                assert position.play(move).ply >= position.ply
            else:
                with pytest.raises(IllegalMoveError) as caught:
                    position.play(move)
                assert caught.value.reason == position.why_illegal(move)


def test_after_a_move_nothing_is_orphaned_and_nothing_is_wrong() -> None:
    for position in positions(6):
        for move in position.legal_moves()[::9]:
            after = position.play(move)
            assert after.problems() == ()


def test_orphans_are_what_the_rings_on_the_board_have_lost() -> None:
    def rings(p: Position) -> dict[int, int]:
        return {seat: sum(r.seat == seat for r in p.layout.rings) for seat in range(1, p.players + 1)}

    for position in positions(6):
        for move in position.legal_moves()[::5]:
            before, after = rings(position), rings(position.play(move))
            if isinstance(move, PlaceRing):
                before[position.turn] += 1
            lost = {s: before[s] - after[s] for s in before if before[s] != after[s]}
            assert lost == position.orphans_of(move)


def test_the_supply_of_arrows_ends() -> None:
    position = _crowded()
    assert position.layout.arrow_count("b") == 32
    placing: list[Move] = [m for m in position.legal_moves() if isinstance(m, PlaceArrow)]
    assert placing
    assert all(str(move).startswith("+w") for move in placing)
    reasons = {
        r.id for m in move_table(position.board) if isinstance(m, PlaceArrow) and (r := position.why_illegal(m))
    }
    assert "arrow_supply" in reasons


def _crowded() -> Position:
    """All 32 black arrows on the board for four, by legal placing."""
    position = Position.start(4, word="bbwwbwbw")
    for _ in range(32):
        move = next(m for m in position.legal_moves() if str(m).startswith("+b"))
        position = position.play(move)
        if position.result is not None:  # only the clock can have run out
            position = Position(position.rules, position.word, position.turn, position.layout)
    return position


def test_the_supply_of_rings_ends() -> None:
    rules = load_rules("bga{rings_large=2}")
    text = "2 bbwwbwbw c; posts c@N y@S; rings NE:..c; bridges bN>NE.m bN>NW.m"
    reason = Position.parse(f"{rules}/{text}").why_illegal("+oNW.l")
    assert reason is not None
    assert reason.id == "ring_supply"


def test_the_pass_is_legal_alone_or_not_at_all() -> None:
    for position in positions(6):
        moves = position.legal_moves()
        assert (PASS in moves) == (moves == (PASS,))
        assert bool(moves) == (position.result is None)


@pytest.mark.parametrize("wrong", ["+bN>C.l", "nonsense"])
def test_an_error_travels_between_processes_as_it_is(wrong: str) -> None:
    with pytest.raises(ValueError) as caught:
        Position.start(word="bbwwbwbw").play(wrong)
    there = pickle.loads(pickle.dumps(caught.value))
    assert type(there) is type(caught.value)
    assert str(there) == str(caught.value)


def test_a_position_that_comes_from_another_process_is_found_in_a_table() -> None:
    """Hashes of texts are others there, and positions remember theirs."""
    code = "from finity_edu import Position; import pickle, sys; p = Position.start(word='bbwwbwbw'); hash(p); " \
           "sys.stdout.buffer.write(pickle.dumps(p))"
    sent = subprocess.run([sys.executable, "-c", code], env=os.environ | {"PYTHONHASHSEED": "7"}, check=True,
                          capture_output=True).stdout
    assert pickle.loads(sent) in {Position.start(word="bbwwbwbw")}


def test_whose_ring_lies_highest_is_named_where_that_is_the_reason_and_nowhere_else() -> None:
    """Of all arrows that somebody could wish to take away."""
    seen = set()
    for seed in range(40):
        position = strewn(seed, 2 + seed % 3, RULE_SETS[seed % 4])
        for arrow in position.layout.arrows:
            reason = position.why_illegal(RemoveArrow(arrow))
            if reason is None or reason.id in ("ban_slot", "ban_colour", "undo"):
                continue
            codes = position.layout.ring_codes[3 * position.board.index[arrow.head] :][:3]
            posts = [seat for seat, post in enumerate(position.layout.posts, 1) if post == arrow.head]
            top = next((seat for seat in (*posts, *codes) if seat), 0)  # a post highest of all, then the smaller ring
            named = (f"{seat_letter(top)}@{arrow.head}",) if top and reason.id == "not_highest" else ()
            assert reason.pieces == named, (str(position), str(arrow), reason)
            seen.add((reason.id, bool(top)))
    assert len(seen) > 2
