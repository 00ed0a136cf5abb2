"""Where a label may stand, and what it is said to lie on."""

from __future__ import annotations

from automatakit.draw.arrows import Curve
from automatakit.draw.labels import Box, _Piece, _spot, label_spots
from tests.cases import every

FAR = (60.0, 900.0)


def straight(x: float, y: float, to_x: float, to_y: float) -> Curve:
    """An arrow without a bend."""
    third = ((to_x - x) / 3, (to_y - y) / 3)
    return Curve(((x, y), (x + third[0], y + third[1]), (to_x - third[0], to_y - third[1]), (to_x, to_y)))


def placed(others: dict[tuple[str, str], Curve], *fixed: Box):
    """The spot of the label of an arrow from left to right, beside other ones that have no text."""
    curves = {("p", "q"): straight(0, 0, 120, 0), **others}
    return label_spots(dict.fromkeys(curves, "") | {("p", "q"): "a"}, curves, fixed, FAR)["p", "q"]


def test_alone_a_label_stands_beside_the_middle_of_its_arrow_on_the_outside_at_no_cost():
    spot = placed({})
    assert (spot.at[0], spot.at[1] < 0, spot.cost, spot.clashes) == (60, True, 0, 0)


def test_an_arrow_that_comes_near_drives_a_label_to_the_other_side_unless_it_leads_back():
    side = placed({}).at[1]
    above = straight(120, 2.2 * side, 0, 2.2 * side)
    assert placed({("r", "s"): above}).at[1] > 0
    assert placed({("q", "p"): above}).at[1] < 0
    assert placed({("q", "p"): above}).cost == 0


def test_what_lies_under_a_label_is_counted_once_for_each_thing():
    wall = Box(-500, -500, 500, 500)
    beside = placed({})
    blocked = placed({}, wall)
    assert (blocked.clashes, blocked.cost, blocked.at) == (1, beside.cost + 12, beside.at)
    assert placed({}, wall, wall).clashes == 2


def test_of_two_arrows_that_come_near_the_one_back_does_not_hide_the_other():
    side = placed({}).at[1]
    above = straight(120, 2.2 * side, 0, 2.2 * side)
    assert placed({("q", "p"): above, ("r", "s"): above}).at[1] > 0


IN, NEAR, AWAY = ((0, 0), (5, 5)), ((0, 15), (5, 15)), ((0, 90), (5, 90))
OWN = ("pq", ((0, 10), (5, 10)))


@every(("pieces", "cost", "clashes"), [
    ([("pq", IN)], 8, 0), ([("rs", IN)], 28, 1), ([("rs", IN[:1]), ("rs", IN[1:])], 28, 1),
    ([("rs", IN), ("tu", IN)], 56, 2), ([("qp", IN)], 28, 1), ([("pq", NEAR)], 0, 0), ([("rs", NEAR)], 11, 0),
    ([OWN, ("rs", NEAR)], 5, 0), ([OWN, ("qp", NEAR)], 0, 0), ([OWN, ("rs", (*NEAR, *AWAY))], 5, 0),
    ([OWN, ("rs", NEAR), ("rs", NEAR)], 5, 0), ([OWN, ("rs", AWAY), ("tu", IN)], 28, 1)])
def test_what_lies_on_an_arrow_costs_by_its_points_and_each_foreign_arrow_once_on_it_or_near(pieces, cost, clashes):
    beside = [_Piece(tuple(arrow), points, Box.around(points)) for arrow, points in pieces]
    spot = _spot(("p", "q"), (0, 0), 12, beside, (), 0)
    assert (spot.cost, spot.clashes) == (cost, clashes)
