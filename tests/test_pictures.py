"""Every picture: what is drawn lies inside of it, and comes near each of its sides."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations
from math import dist
from random import Random

from amakta.analysis.graph import explore
from amakta.draw import board as amakta_draw
from amakta.draw.chart import state_graph
from amakta.rules.board import InfinitBoard, board
from amakta.rules.state import State
from automatakit import Automaton
from automatakit.draw.automata import automaton_picture
from automatakit.draw.runs import (
    run_picture,
    tape_picture,
    tree_picture,
    trellis_picture,
)
from automatakit.steps import RunSteps
from boardkit.chart import Line, bar_chart, heat_map, line_chart
from boardkit.svg import Picture
from finity_edu import Position
from finity_edu.draw import draw_board
from finity_edu.rules.board import Board
from finity_edu.rules.layout import Layout
from matchbox import Machine, Rules
from matchbox.draw import machine as matchbox_draw
from matchbox.rules.dice import throw
from tests.cases import every
from tests.drawn import shapes
from tests.finity_edu.boards import strewn

BUSY = State.parse("wabe7 W; stones -2,0:W111111 -1,-1:W740000V 0,0:B600200G 1,1:W010101* 2,0:B000400;"
                   " white 101010; black 300300 321000V")
ENDS_IN_B = Automaton.of({"A": {"b": {"A", "B"}, "w": {"A"}}}, start="A", accepting={"B"})
LONG = "bw" * 12


def read(word: str) -> RunSteps:
    """A run that has read its word."""
    return RunSteps(ENDS_IN_B, word).goto(len(word))


PICTURES: dict[str, Callable[[], Picture]] = {
    "Finity at the start": lambda: draw_board(Position.start(word="bbwwbwbw")),
    "Finity, a tower higher than the board": lambda: draw_board(Position.start(word=LONG, board="row")),
    "Finity for three": lambda: draw_board(strewn(3, 3), labels=False),
    "Finity for four": lambda: draw_board(strewn(4, 4), large=True),
    "Finity, a board alone": lambda: draw_board(Board.named("hexring")),
    "Finity, a layout alone": lambda: draw_board(Layout.start(Board.standard(2))),
    "Amakta with arrows": lambda: amakta_draw.position(BUSY, arrows=True),
    "Amakta without an end": lambda: amakta_draw.board(InfinitBoard.at_distance(3)),
    "Amakta, a row": lambda: amakta_draw.board(board("zeile5")),
    "Amakta, stones": lambda: amakta_draw.gallery(["111111"] * 19),
    "Amakta, states": lambda: state_graph(explore(State.start("zeile3", "solo"))),
    "a machine": lambda: matchbox_draw.board(Machine(Rules(length=5)), token=5),
    "a die": lambda: matchbox_draw.dice(Rules(), throw((1, 2, 3), 20, Random(1))[-1]),
    "what a machine learns": lambda: matchbox_draw.learning_diagram(Rules(length=3), "random"),
    "a table of shades": lambda: heat_map([[0, 1], [1, 0]], ["a", "twenty characters it"], ["c", "d"], title="T"),
    "bars": lambda: bar_chart(["a", "b"], [1, 2.5], title="Two", x_label="x", y_label="y"),
    "lines": lambda: line_chart([Line("rising", [0, 1, 2], [0, 1, 4])], title="T", x_label="x", y_label="y"),
    "an automaton": lambda: automaton_picture(ENDS_IN_B),
    "a run": lambda: run_picture(RunSteps(ENDS_IN_B, "bwbb")),
    "a word": lambda: tape_picture("bwbb", 2),
    "a tree": lambda: tree_picture(read("bbb")),
    "a trellis": lambda: trellis_picture(read("bbb")),
}


@cache
def picture(name: str) -> Picture:
    """Each is drawn once."""
    return PICTURES[name]()


@every("name", PICTURES)
def test_what_is_drawn_lies_inside_of_its_picture_and_comes_near_each_side(name: str) -> None:
    made = picture(name)
    _, *drawn = shapes(made)  # the first one is the paper
    margins = (min(s.left for s in drawn), min(s.top for s in drawn),
               made.width - max(s.right for s in drawn), made.height - max(s.bottom for s in drawn))
    assert min(margins) >= 4
    assert max(margins) < 70


@every("name", PICTURES)
def test_no_two_texts_stand_in_one_place(name: str) -> None:
    texts = [shape for shape in shapes(picture(name)) if shape.tag == "text" and shape.text]
    closest = min((dist(a.middle, b.middle) for a, b in combinations(texts, 2)), default=99)
    assert closest > 9
