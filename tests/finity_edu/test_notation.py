"""Text forms: round trips, helpful errors, and no garbage that raises anything but the named errors."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardkit.messages import LANGUAGES, using_language
from finity_edu import (
    AmbiguousMoveError,
    Board,
    FinityError,
    IllegalMoveError,
    InvalidPositionError,
    NotationError,
    Position,
)
from finity_edu.rules.candidates import move_table
from finity_edu.rules.errors import CATALOGUE
from finity_edu.rules.notation import parse_move
from finity_edu.rules.pieces import MoveBlocker, Slot
from tests.cases import every
from tests.finity_edu.boards import RULE_SETS, played, strewn
from tests.finity_edu.reasons import problems_of_the_code

START = "bga/2 bbwwbwbw c; posts c@N y@S; blockers c@C-N.l c@C-N.r y@C-S.l y@C-S.r; ply 0"


@pytest.mark.parametrize("board", [Board.standard(2), Board.standard(4), Board.named("abcd")], ids=str)
def test_every_move_is_read_back_from_its_text(board: Board) -> None:
    for move in move_table(board):
        assert parse_move(str(move), board) == move


@given(seed=st.integers(0, 10_000), players=st.integers(2, 4), rules=st.sampled_from(RULE_SETS))
@settings(max_examples=60, deadline=None)
def test_positions_are_read_back_from_their_text(seed: int, players: int, rules: str) -> None:
    for position in (strewn(seed, players, rules), played(seed, seed % 40, players, rules)):
        again = Position.parse(str(position))
        assert again == position == eval(repr(position))
        assert hash(again) == hash(position)
        assert str(again) == str(position)


@pytest.mark.parametrize("name", ["abcd", "row", "triangle", "hexring"])
def test_custom_boards_are_read_back_by_name_and_in_full(name: str) -> None:
    position = Position.start(word="bbwwb", board=name)
    assert f"bga/{name} bbwwb c" in str(position)
    full = Board.custom({n: (p.x, p.y) for n, p in position.board.stations}, position.board.end)
    assert Position.parse(str(position)) == position
    other = Board.custom({"Q": (0, 0), "R7": (1, 0), "Tower": (2, 0)}, end="Tower", players=3, starts=["Q"])
    there = Position.start(word="b", board=other)
    assert str(there) == "bga/[Q:0,0 R7:1,0 Tower*:2,0]/3 b c; posts c@Q; ply 0"
    assert Position.parse(str(there)) == there
    assert full == position.board


def test_input_is_generous_where_the_meaning_is_clear() -> None:
    free = "  bga/2\n bbwwbwbw\tc ;ply 0; blockers y@S-C.l y@C-S.l  c@N-C.l c@C-N.l;\nposts y@S c@N ; "
    assert str(Position.parse(free)) == START


def test_a_missing_ply_means_that_the_opening_is_over() -> None:
    assert Position.parse("bga/2 bbwwbwbw c; posts c@N y@S").ply == 2


def test_changed_rules_are_part_of_the_text() -> None:
    position = Position.parse("bga{teleport=false,ring_size=largest}/2 bbwwbwbw c; posts c@N y@S")
    assert str(position).startswith("bga{ring_size=largest,teleport=false}/2 ")
    assert Position.parse(str(position)) == position


def test_a_ban_that_bars_nothing_is_not_kept() -> None:
    text = "{}/2 bbwwbwbw c; posts c@N y@S; ban -bNE>N.m#; clock 1"
    assert Position.parse(text.format("bga")).ban is None
    assert Position.parse(text.format("piglab")).ban is not None


@every(
    ("text", "column", "expected"),
    [
        ("bga/2 bbwwbwbx c", 7, "symbols b and w"),
        ("bga/2 bbwwbwbw q", 16, "a seat (c y)"),
        ("bga/5 bbwwbwbw c", 5, "a board"),
        ("chess/2 bbwwbwbw c", 1, "no rule set 'chess'"),
        ("bga 2 bbwwbwbw c", 4, "'/'"),
        ("bga/2 bbwwbwbw c; posts c@Q", 27, "a station"),
        ("bga/2 bbwwbwbw c; posts c@N; bridges bN>W.m", 41, "a neighbour of N"),
        ("bga/2 bbwwbwbw c; posts c@N; bridges bN>NE.x", 44, "a lane"),
        ("bga/2 bbwwbwbw c; posts c@N; bridges gN>NE.m", 38, "a colour"),
        ("bga/2 bbwwbwbw c; posts c@N; hats 3", 30, "a section"),
        ("bga/2 bbwwbwbw c; posts c@N; posts y@S", 30, "a section"),
        ("bga/2 bbwwbwbw c; clock soon", 25, "a number"),
        ("bga/2 bbwwbwbw c posts", 18, "';'"),
        ("bga/2 bbwwbwbw c; rings NE:cx.", 29, "an owner"),
        ("bga/[A:0,0 B:1,0] b c", 5, "exactly one station"),
        ("bga/nowhere b c", 5, "no board 'nowhere'"),
        ("", 1, "a rule set"),
    ],
)
def test_malformed_positions_show_the_place_and_what_was_expected(text: str, column: int, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        Position.parse(text)
    assert caught.value.column + 1 == column
    assert expected in str(caught.value)
    line, caret = str(caught.value).splitlines()[-2:]
    assert caret.index("^") - 2 == column - 1
    assert text in line


def test_a_caret_stays_in_sight_on_a_long_line() -> None:
    with pytest.raises(NotationError) as caught:
        Position.parse(str(played(3, 60)) + "; hats")
    lines = str(caught.value).splitlines()
    assert max(map(len, lines[1:])) <= 110
    assert lines[1][lines[2].index("^") :] == "hats"


@every(
    ("move", "column", "expected"),
    [
        ("", 1, "a move"),
        ("hello", 1, "-- pass (column"),
        ("+bN-C.m", 4, "'>'"),
        ("+bN>C", 6, "'.'"),
        ("+bN>C.m!", 8, "the end of the text"),
        ("+oQ.s", 3, "a station"),
        ("+oSE.x", 6, "a ring size"),
        ("xC-N.l", 7, "'/'"),
        ("^", 2, "a station"),
        ("+bN>S.m", 5, "a neighbour of N"),
    ],
)
def test_malformed_moves_show_the_place(move: str, column: int, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        Position.parse(START).play(move)
    assert caught.value.column + 1 == column
    assert expected in str(caught.value)


def test_a_ban_names_a_move_of_an_arrow() -> None:
    with pytest.raises(NotationError, match=r"expected a move of an arrow: \+ place, ~ reverse, - remove \(column"):
        Position.parse(f"{START}; ban ^SE")


def test_who_asks_for_a_seat_that_is_none_is_told_so_and_the_position_is_not_blamed() -> None:
    for seat in (0, 3, "1"):
        with pytest.raises(FinityError) as caught:
            Position.parse(START).full_path(seat)
        assert str(caught.value) == f"there is no seat {seat!r} on this board"
    with pytest.raises(FinityError, match="not '2'"):
        Position.start("2", word="bw")


def test_a_blocker_without_a_source_is_ambiguous_unless_one_is_legal() -> None:
    two = Position.parse("bga/2 bbwwbwbw c; posts c@N y@S; blockers c@C-N.l c@C-N.r")
    with pytest.raises(AmbiguousMoveError) as caught:
        two.play("x?/SE-E.r")
    assert caught.value.candidates == ("xC-N.l/SE-E.r", "xC-N.r/SE-E.r")
    assert all(candidate in str(caught.value) for candidate in caught.value.candidates)
    one = Position.parse("bga/2 bbwwbwbw c; posts c@N y@S; blockers c@C-N.l")
    assert one.play("x?/SE-E.r") == one.play("xC-N.l/SE-E.r")
    none = Position.parse("bga/2 bbwwbwbw c; posts c@N y@S")
    with pytest.raises(IllegalMoveError):
        none.play("x?/SE-E.r")
    with pytest.raises(IllegalMoveError) as full:
        one.play("x?/C-N.l")
    assert full.value.reason.id == "slot_full"


def test_a_move_object_under_another_name_of_its_slot_is_the_same_move() -> None:
    position = Position.parse("bga/2 bbwwbwbw c; posts c@N y@S; blockers c@C-N.l")
    other = MoveBlocker(Slot("N", "C", "r"), Slot("E", "SE", "l"))
    assert position.play(other) == position.play("xC-N.l/SE-E.r")


IMPOSSIBLE = {
    "word_length": "bga/2 bw c; posts c@N y@S",
    "post_missing": "bga/2 bbwwbwbw c; posts c@N",
    "post_on_end": "bga/2 bbwwbwbw c; posts c@C y@S",
    "posts_together": "bga/2 bbwwbwbw c; posts c@N y@N",
    "place_twice": "bga/2 bbwwbwbw c; posts c@N y@S; bridges bN>NE.m wNE>N.m",
    "post_twice": "bga/2 bbwwbwbw c; posts c@N c@S",
    "rings_twice": "bga/2 bbwwbwbw c; posts c@N y@S; rings NE:c.. NE:.c.",
    "ring_on_end": "bga/2 bbwwbwbw c; posts c@N y@S; rings C:c..",
    "ring_supply": "bga/2 bbwwbwbw c; posts c@N y@S; rings N:..c NE:..c SE:..c S:..c SW:..c NW:..c W:..c E:..c",
    "blocker_supply": "bga/2 bbwwbwbw c; posts c@N y@S; blockers c@C-N.l c@C-N.r c@C-N.m",
    "corner": "bga/2 bbwwbwbw c; posts c@N y@S; bridges bC>NE.l bNE>N.l bN>C.l",
    "duplicate": "bga/2 bbwwbwbw c; posts c@N y@S; bridges bN>NE.m bN>NE.l",
    "ban": "bga/2 bbwwbwbw c; posts c@N y@S; ban +bN>NE.m",
    "clock": "bga/2 bbwwbwbw c; posts c@N y@S; clock 21",
}


@every(("problem", "text"), IMPOSSIBLE.items())
def test_an_impossible_position_is_refused_with_its_problem(problem: str, text: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        Position.parse(text)
    assert problem in {p.id for p in caught.value.problems}


def test_all_problems_are_listed_at_once() -> None:
    text = "bga/2 bbww c; posts c@C y@C; rings C:c..; bridges bC>NE.l bN>C.l bN>NE.m bN>NE.l; clock 99"
    position = Position.parse(text, check=False)
    found = {p.id for p in position.problems()}
    expected = {"word_length", "post_on_end", "posts_together", "ring_on_end", "corner", "duplicate", "clock"}
    assert expected <= found
    with pytest.raises(InvalidPositionError) as caught:
        position.require_valid()
    assert {p.id for p in caught.value.problems} == found


def test_an_orphaned_ring_is_listed_but_no_obstacle_and_the_next_move_sweeps_it() -> None:
    position = Position.parse("bga/2 bbwwbwbw c; posts c@N y@S; rings E:.c.")
    assert [(p.id, p.grave) for p in position.problems()] == [("orphan", False)]
    move = "+bN>NE.m"
    assert position.orphans_of(move) == {1: 1}
    assert position.play(move).layout.rings == ()


@pytest.mark.parametrize("word", ["", "xyz", "bbwwbwb", "bbwwbwbwb", "BBWWBWBW", "bbww bwb"])
def test_a_bad_word_is_an_invalid_position(word: str) -> None:
    with pytest.raises(InvalidPositionError):
        Position.start(2, word=word)


def test_a_custom_board_takes_any_word_of_one_symbol_or_more() -> None:
    for word in ("b", "w" * 40):
        assert Position.start(word=word, board="abcd").word == word


@pytest.mark.slow
def test_problems_have_texts_in_every_language() -> None:
    assert len(problems_of_the_code()) > 15
    texts = "word lengths rules seat other station place colour size a b corner ban ring"
    numbers = "length number most clock limit ply players"
    values = dict.fromkeys(texts.split(), "x") | dict.fromkeys(numbers.split(), 2)
    for language in LANGUAGES:
        with using_language(language):
            for problem in problems_of_the_code():
                assert CATALOGUE.text(f"problem.{problem}", **values)


ALPHABET = "bwcyrpxo+~-^/.;:>@#?*[]{}=, \n\tCNESWFlmsABD0123456789äé\x00"


@given(text=st.text(alphabet=ALPHABET, max_size=60) | st.text(max_size=40))
@settings(max_examples=300, deadline=None)
def test_garbage_raises_only_the_named_errors(text: str) -> None:
    position = Position.parse(START)
    for read in (Position.parse, position.play, position.why_illegal, position.orphans_of):
        try:
            read(text)
        except FinityError as error:
            assert str(error)


@given(seed=st.integers(0, 500), place=st.integers(0, 400), letter=st.sampled_from(ALPHABET))
@settings(max_examples=200, deadline=None)
def test_a_damaged_position_is_read_or_refused_by_a_named_error(seed: int, place: int, letter: str) -> None:
    text = str(strewn(seed, 2 + seed % 3))
    place %= len(text)
    for damaged in (text[:place] + letter + text[place + 1 :], text[:place] + letter + text[place:], text[:place]):
        try:
            position = Position.parse(damaged)
        except FinityError as error:
            assert str(error)
        else:
            assert Position.parse(str(position)) == position
