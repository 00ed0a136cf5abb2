"""What the pages of the course say, computed anew: unit 9, Amakta.

Each test is named by the words that it stands for.
"""

from __future__ import annotations

from math import comb

import pytest

import amakta
from amakta.analysis.graph import explore
from amakta.analysis.solve import retrograde
from amakta.analysis.structure import components, has_cycle, minimal_dfa
from tests.course_notebooks.claims import printed, says


@pytest.fixture(scope="module")
def solo():
    return explore(amakta.State.start(board="zeile3", stones="solo"))


@pytest.fixture(scope="module")
def raute():
    return explore(amakta.State.start(board="raute4", stones="duo"))


@says("09", "a game has at most $2m$ moves if there are $m$ unfinished situations",
      "Here $m = 6$, and the longest games have 12 moves.",
     "State 2, marked, is the position with White's stone on its base. From there a game can still go in circles",
     de="Zustand 2, markiert, ist die Stellung mit dem weißen Stein auf der weißen Basis")
@says("09b", "On three fields only Black's win and the trap can be merged",
      de="Auf drei Feldern lassen sich nur der Sieg von Schwarz und der Fangzustand zusammenlegen")
def test_three_fields(solo):
    unfinished = {solo.situation_of[i] for i in range(len(solo)) if solo.winners[i] is None}
    assert len(unfinished) == 6
    assert "longest: 12 moves" in printed("09")
    assert sorted(filter(None, solo.winners)) == ["B", "W"]
    assert len(solo) == 14
    assert len(minimal_dfa(solo)) == 14
    assert len(solo.to_dfa().minify().states) == 13


@says("09", "Two passes form a cycle, the shortest there is.",
      es="Si los dos bandos pasan, uno tras otro, se forma un ciclo, el más corto que hay.")
@says("predictions", "A stone may be taken back in its owner's next turn, and the other side may pass.",
      "In the end the same side has to move again, so the number of moves is even.")
def test_the_shortest_cycle_through_the_start(solo):
    def returns(length):
        paths = [((), 0)]
        for _ in range(length):
            paths = [((*moves, str(move)), j) for moves, i in paths for move, j in solo.transitions(i)]
        return [moves for moves, i in paths if i == 0 and set(moves) != {"pass"}]

    assert [bool(returns(n)) for n in range(1, 5)] == [False, False, False, True]


@says("predictions", "Passing loses:", "And the triangle must be laid in the right orientation.",
      "so Black can lay no stone, not even at home. White's second stone makes it two to one.", "one arrow against one")
@says("09a", "in unit 9 passing was the worst of four",
      de="In Einheit 9 war Passen der schlechteste der vier möglichen ersten Züge",
      es="en la unidad 9, pasar era la peor de las cuatro jugadas con las que podían empezar")
@says("09", "White has four first moves: to pass, to lay the star on the base, or to lay the triangle there "
      "in one of two orientations.")
@says("09b", "(2) The finished ones, and no others", es="(2) Los terminados, y ningún otro")
def test_the_diamond(raute):
    start = amakta.State.start(board="raute4", stones="duo")
    solution = retrograde(raute)
    value = {str(move): winner for move, winner, _ in solution.judged_moves(start)}
    assert len(value) == 4
    assert value["pass"] == "B"
    assert value["place -1,0 101010"] == "W"
    assert value["place -1,0 010101"] is None
    star = start.play("place -1,0 111111")
    assert list(map(str, star.legal_moves())) == ["pass"]
    assert "1,0" not in star.control()
    assert star.play("pass").play("place 0,-1 010101").control()["1,0"] == "W"
    parts = components(raute)
    alone = [members[0] for members in parts.classes if not has_cycle(raute, members)]
    assert sorted(alone) == [i for i in range(len(raute)) if raute.winners[i] is not None]


@pytest.mark.slow
@says("09b", "The stones that each side owns never change inside one.")
def test_material_is_constant_inside_a_component(raute):
    def material(state):
        data = state.to_dict()
        lying = [(stone["owner"], stone["orig"], stone["o"]) for stone in data["board"].values()]
        lying += [(owner, owner, code) for owner, stones in data["inv"].items() for code in stones]
        return sorted((owner, colour, amakta.stones.canonical(code)) for owner, colour, code in lying)

    for members in components(raute).classes:
        if len(members) > 1:
            assert len({str(material(raute.state(i))) for i in members[:: max(1, len(members) // 20)]}) == 1


@says("predictions", "That would be a turn by 60°: one cycle of six",
      "That would be a turn by 180°: three cycles of two directions.",
      "a turn by 120° moves the directions in two cycles of three")
@says("09b",
      "one of the 12 elements of $D_6$",
      "that makes $1 + 3 + 6 = 10$ contents of a direction, and $10^6$ codes of stones",
      "The rulebook says that there are 86,185 stones.",
      "(1) 13: two contents instead of ten.")
@says("ps9", "The rulebook's 86,185 stones belong to six directions and ten contents.",
      de="Die 86\u202f185 Steine des Regelhefts ergeben sich aus sechs Richtungen und zehn Inhalten.",
      es="Las 86\u202f185 piedras del reglamento corresponden a seis direcciones y diez contenidos.")
def test_stones():
    assert 1 + 3 + comb(3 + 1, 2) == 10
    turn = {i: (i + 2) % 6 for i in range(6)}
    assert all(turn[turn[turn[i]]] == i != turn[i] for i in range(6))
    table = amakta.stones.burnside_table()
    assert {row.name: row.fixed for row in table if "turn" in row.name} == {
        "turn of order 6": 10, "turn of order 3": 10**2, "turn of order 2": 10**3}
    assert sum(row.elements for row in table) == 12
    assert amakta.stones.count() == 86185
    assert amakta.stones.count(contents=2) == 13


@says("ps9", "Next to its base it can still step east",
      "After i steps that is legal, and after j ≠ i steps it is not",
      de="Nach i Schritten ist diese Fortsetzung erlaubt, nach j ≠ i Schritten nicht",
      es="Después de i pasos eso es legal, y después de j ≠ i pasos no lo es")
def test_the_way_back_tells_walks_apart():
    west, east = "000100", "100000"

    def legal(steps, moves):
        state = amakta.infinit.start(4, {east: ""}, {}).play(f"place 0,0 {west}").play("pass")
        x = 0
        for move, code in [("west", west)] * steps + moves:
            there = x + {"west": -2, "east": 2, "turn": 0}[move]
            text = f"rotate {x},0 {code}" if move == "turn" else f"relocate {x},0 {there},0 {code}"
            if state.why_illegal(text):
                return False
            state, x = state.play(text).play("pass"), there
        return True

    def back(steps):
        if steps == 1:
            return [("east", west)]
        return [("turn", east), *[("east", east)] * (steps - 2), ("east", west), ("east", west)]

    walks = range(1, 7)
    assert [[legal(j, back(i)) for j in walks] for i in walks] == [[i == j for j in walks] for i in walks]
