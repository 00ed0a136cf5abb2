"""Pictures: everything is shown, nothing by colour alone, text alternatives, three languages."""

import re
import xml.etree.ElementTree as ET

import pytest

from amakta.analysis import bunker
from amakta.analysis.graph import explore
from amakta.draw import board as draw
from amakta.draw import chart, shapes
from amakta.rules.board import InfinitBoard, board, board_names
from amakta.rules.errors import AmaktaError
from amakta.rules.state import State
from boardkit.messages import LANGUAGES, using_language

BUSY = State.parse("wabe7 W; stones -2,0:W111111 -1,-1:W740000V 0,0:B600200G 1,1:W010101* 2,0:B000400;"
                   " white 101010; black 300300 321000V")


def texts(picture):
    """What is written in a picture."""
    return [e.text for e in ET.fromstring(picture.markup).iter("{http://www.w3.org/2000/svg}text")]


def test_a_hole_is_a_rim_and_a_pit():
    for name, holes in (("raute4", 0), ("ring6", 1), ("wabe56", 5)):
        drawn = draw.board(board(name)).markup
        for colour in (f'stroke="{shapes.style.pit_rim}"', f'fill="{shapes.style.pit}"'):
            assert drawn.count(colour) == holes


@pytest.mark.parametrize("name", board_names())
def test_every_field_is_drawn_with_its_coordinates(name):
    where = board(name)
    written = texts(draw.board(where))
    for x, y in where.fields:
        assert f"{x},{y}" in written
    assert written.count("W") == written.count("B") == 1, "the bases carry letters"


def test_pictures_are_deterministic_small_and_have_alternatives():
    picture = draw.position(BUSY, arrows=True)
    assert picture.markup == draw.position(BUSY, arrows=True).markup
    assert len(picture.markup) < 15_000
    for part in ("White to move", "-1,-1: White 740000", "reinforcement", "expropriated", "Inventory of Black"):
        assert part in picture.desc


def test_arrow_counts_are_written_into_the_fields():
    written = texts(draw.board(BUSY))
    for f in BUSY.board.fields:
        white, black = BUSY.situation.count(f)
        if white or black:
            assert f"{white}:{black}" in written


CHEVRONS = [("100000", 1), ("200000", 2), ("300000", 3), ("400000", 2), ("800000", 5)]


@pytest.mark.parametrize(("code", "chevrons"), CHEVRONS)
def test_an_arrow_has_as_many_chevrons_as_it_reaches_fields(code, chevrons):
    paths = re.findall(r' d="([^"]*)"', draw.stone(code).markup)
    assert sum(path.count("M") for path in paths) == chevrons


def test_blocked_arrows_look_different_from_pointing_ones():
    free = draw.board(State.parse("zeile5 W; stones -4,0:W200000"), arrows=True).markup
    blocked = draw.board(State.parse("zeile5 W; stones -4,0:W200000 -2,0:B000000"), arrows=True).markup
    assert 'stroke-dasharray="4 5"' in blocked
    assert 'stroke-dasharray="4 5"' not in free
    assert blocked.count('stroke-dasharray="1.5 2"') == 1
    assert free.count('stroke-dasharray="1.5 2"') == 0


def test_circles_carry_signs_and_are_hollow_while_they_do_not_count():
    quiet = draw.board(State.parse("zeile5 W; stones 0,0:W000000V")).markup
    counting = draw.board(State.parse("zeile5 W; stones 0,0:W000000V 2,0:B000100")).markup
    for markup in (quiet, counting):
        assert ">+<" in markup
    violet = shapes.CIRCLE["V"][0]
    assert f'r="8.5" fill="{violet}"' in counting
    assert f'r="8.5" fill="{violet}"' not in quiet
    assert ">−<" in draw.stone("000000", circle="G").markup


def test_the_window_of_the_unbounded_board_may_lie_anywhere():
    far = 2 * 10**9, 0
    home = draw.board(bunker.built(InfinitBoard.at_distance(4)), centre=(0, 0), radius=2)
    empty = draw.board(bunker.built(InfinitBoard.at_distance(4)), centre=far, radius=2)
    assert (home.width, home.height) == (empty.width, empty.height)
    assert "2000000000,0" in texts(empty)
    assert {"W", "B"} <= set(texts(draw.board(InfinitBoard.at_distance(4)))), "by default both bases are in sight"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_alternatives_speak_the_current_language(lang):
    with using_language(lang):
        picture = draw.position(BUSY)
        assert {"en": "White to move", "de": "Weiß ist am Zug", "es": "Turno: Blancas"}[lang] in picture.desc
        assert picture.lang == lang
        assert draw.arrow_key().desc


def test_the_state_graph_marks_the_present_state_and_says_so():
    graph = explore(State.start("zeile3", "solo"))
    picture = chart.state_graph(graph, graph.state(4))
    assert "Now in state 4" in picture.desc
    assert texts(picture).count("4") == 1
    assert len(set(chart.layout(graph).values())) == 14, "no two states at one place"


def test_a_graph_that_is_too_large_to_read_is_refused():
    with pytest.raises(AmaktaError, match="no readable picture"):
        chart.state_graph(explore(State.start("zeile3", "doppelachse")))


def test_a_gallery_is_a_table_of_stones_that_lie_inside_of_it_each_above_its_code():
    from amakta.draw.board import gallery

    picture = gallery(["111111"] * 19)
    places = [tuple(map(float, pair)) for pair in re.findall(r"translate\(([\d.-]+) ([\d.-]+)\)", str(picture))]
    assert len(set(places)) == 19
    assert all(0 < x < picture.width and 0 < y < picture.height for x, y in places)
    assert [len([1 for _, y in places if y == row]) for row in sorted({y for _, y in places})] == [8, 8, 3]
    assert str(picture).count(">111111<") >= 19
