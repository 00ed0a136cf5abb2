from math import hypot, isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardkit.hexes import DIRECTIONS, Hex, corner_pixel, direction_between

HEX = st.builds(Hex, st.integers(-9, 9), st.integers(-9, 9))


@given(HEX)
def test_the_six_neighbours_are_the_hexagons_at_distance_one(h):
    near = {Hex(h.x + dx, h.y + dy) for dx in (-2, -1, 0, 1, 2) for dy in (-2, -1, 0, 1, 2)}
    assert {other for other in near if h.distance(other) == 1} == set(h.neighbours())


@given(HEX, HEX)
def test_the_distance_is_symmetric_and_bounded_below_by_the_one_on_the_screen(a, b):
    assert a.distance(b) == b.distance(a)
    (ax, ay), (bx, by) = a.pixel(1), b.pixel(1)
    assert hypot(ax - bx, ay - by) <= a.distance(b) * sqrt(3) + 1e-9


@given(HEX)
def test_neighbours_touch_on_the_screen_and_run_clockwise_from_the_one_above(h):
    x, y = h.pixel(10)
    for n, other in enumerate(h.neighbours()):
        ox, oy = other.pixel(10)
        assert isclose(hypot(ox - x, oy - y), 10 * sqrt(3))
        # the shared side ends in the corners n - 1 and n: both are equally far from both centres
        for number in (n - 1, n):
            cx, cy = corner_pixel(10, number)
            assert isclose(hypot(x + cx - ox, y + cy - oy), 10)
    up = h.neighbours()[0].pixel(10)
    assert up[0] == x
    assert up[1] < y


@given(HEX, st.integers(0, 5))
def test_the_direction_of_a_step_is_found(h, n):
    assert direction_between(h, h.plus(DIRECTIONS[n])) == n
    assert direction_between(h.plus(DIRECTIONS[n]), h) == (n + 3) % 6


def test_hexagons_that_do_not_touch_have_no_direction():
    with pytest.raises(ValueError, match="not neighbours"):
        direction_between((0, 0), (1, 1))


def test_arithmetic_of_vectors():
    assert Hex(1, 2).plus((3, 4)).minus((3, 4)) == (1, 2)
