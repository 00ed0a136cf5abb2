"""Boards and their text pictures (docs/amakta.md, sections 2 and 13)."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amakta.rules.board import (
    Board,
    InfinitBoard,
    board,
    board_names,
    set_names,
    stone_set,
)
from amakta.rules.errors import InvalidPositionError, NotationError, UnknownNameError
from amakta.rules.lattice import distance, step
from amakta.rules.notation import parse_board, parse_field
from amakta.rules.stones import canonical

LATTICE = st.integers(-6, 6).flatmap(lambda y: st.integers(-6, 6).map(lambda k: (2 * k + y % 2, y)))


@st.composite
def symmetric_fields(draw):
    """Fields of a random board, with gaps and holes."""
    shift = draw(st.integers(0, 1))
    quarter = draw(st.sets(LATTICE, max_size=8)) | {(2 * draw(st.integers(1, 4)), 0)}
    quarter = {(x + shift, y) for x, y in quarter if x + shift}
    return frozenset((sx * x, sy * y) for x, y in quarter for sx in (1, -1) for sy in (1, -1))


@pytest.mark.parametrize("name", board_names())
def test_pictures_of_the_boards_print_and_parse_back(name):
    made = board(name)
    assert Board.parse(made.text) == made == Board.from_spec(Board(made.fields).spec) == Board.from_spec(made.spec)
    assert made.base("W")[0] == -made.base("B")[0] < 0


@given(symmetric_fields())
def test_pictures_of_random_boards_print_and_parse_back(fields):
    made = Board(fields)
    assert Board.parse(made.text) == made == Board.from_spec(made.spec) == parse_board(made.spec)
    assert made.base("W") == min(f for f in fields if f[1] == 0)


def test_the_boards_of_the_specification_have_their_fields_and_holes():
    assert sorted(board("zeile3").fields) == [(-2, 0), (0, 0), (2, 0)]
    assert sorted(board("raute4").fields) == [(-1, 0), (0, -1), (0, 1), (1, 0)]
    assert sorted(board("ring6").fields) == [(-2, 0), (-1, -1), (-1, 1), (1, -1), (1, 1), (2, 0)]
    assert {f for f in board("kaefer9").fields if f[1] == 0} == {(x, 0) for x in range(-4, 5, 2)}
    hexagon = {(x, y) for y in range(-4, 5) for x in range(-8, 9) if (x + y) % 2 == 0 and distance((0, 0), (x, y)) <= 4}
    assert len(hexagon) == 61
    assert hexagon - board("wabe56").fields == {(0, 0), (4, 2), (-4, 2), (4, -2), (-4, -2)}


def test_the_sets_are_canonical_and_pairwise_different():
    for name in set_names():
        codes = stone_set(name)
        assert len(set(codes)) == len(codes) >= 1
        assert [canonical(c) for c in codes] == list(codes)


@pytest.mark.parametrize(("picture", "problem"), [
    ("W o B\n o\n", "no middle"),
    (" o\nW B\no o\n", "two different lattices"),
    ("W o o B\n o o\nooo\n", "mirror image"),
    ("o\n\no\n", "axis needs at least two"),
    ("", "needs fields"),
    ("W x B", "and spaces, not"),
    ("B o W", "bases are the two ends"),
    ("o W B", "bases are the two ends"),
])
def test_what_makes_no_board_is_refused_with_the_reason(picture, problem):
    with pytest.raises(ValueError, match=problem):
        Board.parse(picture)


def test_all_problems_of_a_set_of_fields_are_listed():
    with pytest.raises(InvalidPositionError) as caught:
        Board(frozenset({(0, 0), (3, 1)}))
    assert len(caught.value.problems) >= 3


def test_unknown_names_are_answered_with_the_names_that_exist():
    with pytest.raises(UnknownNameError, match="raute4"):
        board("raute5")
    with pytest.raises(UnknownNameError, match="duo"):
        stone_set("trio")


@given(st.text(max_size=12))
def test_garbage_for_a_field_is_refused_or_is_a_field(text):
    try:
        x, y = parse_field(text)
    except NotationError:
        return
    assert parse_field(f"{x},{y}") == (x, y)


def test_an_arrow_behind_a_hole_or_out_of_the_board_aims_at_nothing():
    ring = board("ring6")
    assert ring.aims((-2, 0), "700000") == (), "the hole in the middle blocks"
    assert [a.target for a in ring.aims((-2, 0), "100000")] == []
    assert [a.target for a in ring.aims((-1, -1), "200000")] == []
    assert [a.target for a in ring.aims((-1, -1), "100000")] == [(1, -1)]
    # The field behind an outer gap exists, but the gap blocks (A2).
    gapped = Board.parse("o o   o o\n W     B\no o   o o")
    assert (-3, 0) in gapped
    assert [a.target for a in gapped.aims((-3, 0), "300000")] == []


def test_on_the_unbounded_board_every_arrow_has_a_target_and_far_is_like_near():
    plane = InfinitBoard.at_distance(2)
    near = plane.aims((0, 0), "123459")
    far = 2 * 10**12, 0
    assert [(a.target[0] - far[0], a.target[1]) for a in plane.aims(far, "123459")] == [a.target for a in near]
    assert sum(a.weight for a in near) == 9


@pytest.mark.parametrize(("white", "black"), [((0, 0), (0, 0)), ((0, 0), (1, 1)), ((0, 0), (3, 0))])
def test_bases_of_the_unbounded_board_are_two_fields_of_one_row(white, black):
    with pytest.raises(InvalidPositionError, match="two different fields in one row"):
        InfinitBoard(white, black)


def test_a_distance_below_one_step_is_refused():
    with pytest.raises(InvalidPositionError, match="at least 1"):
        InfinitBoard.at_distance(0)


@given(LATTICE, st.integers(0, 5), st.integers(0, 9))
def test_steps_and_distances_agree(start, direction, length):
    assert distance(start, step(start, direction, length)) == length


@pytest.mark.parametrize("page", ["docs/amakta.md", "docs/de/amakta.md", "docs/es/amakta.md"])
def test_the_document_lists_all_boards_and_sets(page):
    chapter = Path(page).read_text(encoding="utf-8").partition("\n## 13.")[2]
    for name in (*board_names(), *set_names()):
        assert f"`{name}`" in chapter
