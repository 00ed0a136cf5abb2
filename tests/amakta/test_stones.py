"""Codes, symmetries and counts of stones (docs/amakta.md, section 3, exercise X1)."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amakta.rules import stones
from amakta.rules.errors import NotationError
from tests.cases import every

CODES = st.text("0123456789", min_size=6, max_size=6)


@given(CODES)
def test_all_images_of_a_code_have_one_canonical_form(code):
    assert {stones.canonical(image) for image in stones.images(code)} == {max(stones.images(code))}
    assert len(stones.images(code)) == 12


@given(CODES)
def test_six_turns_and_two_reflections_lead_back(code):
    assert stones.rotate(code, 6) == code == stones.mirror(stones.mirror(code))
    assert stones.mirror(stones.rotate(code)) == stones.rotate(stones.mirror(code), -1), "the relation of D6"


@given(CODES)
def test_the_number_of_orientations_divides_twelve(code):
    assert 12 % len(stones.orientations(code)) == 0


@given(CODES)
def test_a_stone_is_chiral_if_its_turns_do_not_reach_its_mirror_image(code):
    turns = {stones.rotate(code, k) for k in range(6)}
    mirrored = {stones.rotate(stones.mirror(code), k) for k in range(6)}
    assert stones.is_chiral(code) == turns.isdisjoint(mirrored)


def test_the_arrows_of_every_content_are_its_colours():
    for digit, colours in enumerate(stones.CONTENTS):
        assert [n for _, n in stones.arrows(f"{digit}00000")] == [" BGR".index(c) for c in colours]


def test_every_symmetry_class_fixes_as_many_codes_as_the_table_says():
    rows = [(r.elements, r.fixed, r.total) for r in stones.burnside_table()]
    assert rows == [(1, 10**6, 1_000_000), (2, 10, 20), (2, 100, 200), (1, 1000, 1000),
                    (3, 10**4, 30_000), (3, 1000, 3000)]
    assert sum(total for *_, total in rows) == 1_034_220


def test_there_are_86185_stones_by_orbit_counting_and_other_numbers_without_mirrors_or_with_less_content():
    assert stones.count() == 86_185
    assert stones.count(mirrors=False) == 166_870
    assert stones.count(contents=4) == 430


def test_enumeration_finds_the_same_number_and_the_orbit_sizes_of_the_specification():
    sizes = stones.orbit_sizes()
    assert sizes == {1: 10, 2: 45, 3: 90, 6: 5475, 12: 80_565}
    assert sum(sizes.values()) == 86_185
    assert sum(size * number for size, number in sizes.items()) == 10**6


@every("directions", range(1, 8))
@every("contents", [1, 2, 3, 4])
@every("mirrors", [True, False])
def test_orbit_counting_agrees_with_enumeration_for_other_stones(contents, directions, mirrors):
    sizes = stones.orbit_sizes(contents, directions, mirrors)
    assert stones.count(contents, directions, mirrors) == sum(sizes.values())


@pytest.mark.slow
def test_the_enumerated_orbits_are_those_of_the_code_strings():
    by_code = Counter(len(stones.orientations(f"{n:06d}")) for n in range(0, 10**6, 997))
    assert set(by_code) <= {1, 2, 3, 6, 12}
    sizes = {f"{number:06d}": size for number, size in stones.enumerate_orbits(contents=10)}
    for code in list(sizes)[::501]:
        assert sizes[code] == len(stones.orientations(code))
        assert code == min(stones.images(code))


@pytest.mark.parametrize("bad", ["", "12345", "1234567", "12345x", "１２３４５６", None, 123456])
def test_what_is_not_six_digits_is_refused_by_name(bad):
    with pytest.raises(NotationError, match="six digits"):
        stones.canonical(bad)


def test_a_stone_without_directions_is_refused():
    with pytest.raises(ValueError, match="at least one"):
        stones.count(directions=0)
