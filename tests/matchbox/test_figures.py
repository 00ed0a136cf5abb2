"""Every figure and picture is drawn small, and checked as a picture."""

import re
import xml.etree.ElementTree as ET
from math import isnan
from random import Random

import pytest

from boardkit.errors import UserError
from boardkit.messages import LANGUAGES, using_language
from boardkit.theme import style
from matchbox import Machine, Rules
from matchbox.analysis import exact
from matchbox.draw import figures
from matchbox.draw import machine as draw
from matchbox.players.match import Match
from matchbox.rules.dice import Throw, throw
from matchbox.widget.curves import ExactCurve, learning
from tests.cases import every
from tests.drawn import shapes

SMALL = Rules(length=5)
FIGURES = {
    "curves": lambda: figures.learning_curves("random", 10, machines=30, rules=SMALL),
    "tested": lambda: figures.learning_curves("perfect", 10, tester="random", rules=SMALL),
    "teachers": lambda: figures.teachers_compared(("random", "perfect-1"), 10, SMALL),
    "epsilon": lambda: figures.epsilon_curve(SMALL, [0, 0.25, 0.5, 1]),
    "markers": lambda: figures.marker_map("random", (0, 5, 10), SMALL),
    "matrix": lambda: figures.teacher_tester_matrix(("random", "perfect"), ("random",), 5, SMALL),
    "learners": lambda: figures.learners_compared(("remove-last", "ucb1"), games=30, machines=5, rules=SMALL),
    "credit": lambda: figures.credit_assignment(30, 50, rules=SMALL),
    "hitting": lambda: figures.hitting_times(("random", "perfect"), SMALL),
    "self_play": lambda: figures.self_play(5, 20, rules=SMALL),
    "dice": lambda: figures.dice(200),
    "board": lambda: draw.board(Machine(SMALL), token=5),
    "throw": lambda: draw.dice(Rules(), throw((1, 2, 3), 20, Random(1))[-1]),
    "learning": lambda: draw.learning_diagram(Rules(length=3), "random"),
}


@every("name", FIGURES)
def test_a_figure_is_accessible_deterministic_and_legible(name):
    picture = FIGURES[name]()
    assert str(picture) == str(FIGURES[name]())
    assert picture.title
    assert len(picture.alternative) > 20
    for node in ET.fromstring(str(picture)).iter():
        if node.tag.endswith("}text") and node.get("font-size"):
            assert float(node.get("font-size")) >= 14


@every("name", FIGURES)
def test_a_figure_speaks_every_language(name):
    told = set()
    for code in LANGUAGES:
        with using_language(code):
            picture = FIGURES[name]()
            told.add(picture.title + picture.alternative)
    assert len(told) == len(LANGUAGES)


@every("code", ["de", "es"])
@every("name", ["curves", "tested", "teachers", "epsilon", "markers", "matrix", "learners", "credit",
                                  "hitting", "self_play", "dice", "learning"])
def test_a_figure_writes_numbers_with_the_decimal_comma_where_that_is_the_sign(name, code):
    with using_language(code):
        picture = FIGURES[name]()
    circles = {f"{d}.{k}" for d, k in Rules().circles}  # the names of markers: no numbers
    texts = [node.text for node in ET.fromstring(str(picture)).iter() if node.tag.endswith("}text") and node.text]
    words = [word.strip("★−:") for text in texts for word in text.split()]
    assert any(re.fullmatch(r"\d+,\d+", word) for word in words)
    assert [word for word in words if re.fullmatch(r"\d+\.\d+", word) and word not in circles] == []
    assert not re.search(r"\d\.\d\d", picture.alternative)


def test_the_values_of_epsilon_can_be_chosen():
    picture = figures.epsilon_curve(rules=SMALL, values=[1, 0.5, 0.25])
    expected = [exact.expected_games(f"epsilon:{v}", rules=SMALL) for v in (0.25, 1)]
    assert f"from {expected[0]:.3g} to {expected[1]:.3g}" in picture.desc


def test_the_slightly_fallible_teacher_is_the_best_of_the_epsilon_teachers():
    times = [exact.expected_games(f"epsilon:{e / 10}") for e in range(11)]
    assert times.index(min(times)) == 3
    assert times[0] == pytest.approx(48.7120, abs=5e-5)
    assert times[-1] == pytest.approx(75.9528, abs=5e-5)


def test_a_marker_is_coloured_and_numbered():
    text = str(draw.board(Machine(SMALL)))
    for k in (1, 2, 3):
        assert text.count(draw.colour(SMALL, k)) == sum(c[1] == k for c in SMALL.circles)
        assert f">{k}</text>" in text


def test_the_learning_of_three_fields_is_drawn_completely():
    picture = draw.learning_diagram(Rules(length=3))
    boxes = [r for r in ET.fromstring(str(picture)).iter() if r.tag.endswith("}rect") and r.get("rx")]
    assert len(boxes) == 8
    with pytest.raises(UserError, match="256"):
        draw.learning_diagram(Rules(length=5))


def test_the_quantile_table_says_never_for_a_rigid_teacher():
    rows = figures.quantile_table(("random", "perfect-1"))
    assert rows[0][2] == 71
    assert rows[1][1:] == (float("inf"), None)


def test_a_moving_average_ignores_gaps():
    nan = float("nan")
    assert figures.moving_average([1, nan, 3], 3) == [1, 2, 3]
    assert isnan(figures.moving_average([nan], 3)[0])


def test_below_each_die_stands_its_move():
    from random import Random

    from matchbox import Rules
    from matchbox.draw.machine import dice
    from matchbox.rules.dice import throw

    picture = str(dice(Rules(), throw((1, 3), 6, Random(7))[-1]))
    assert "→1" in picture
    assert "→3" in picture
    assert "→2" not in picture


def test_a_die_shows_as_many_pips_as_it_says_all_of_them_on_its_face_and_its_move_below():
    drawn = shapes(draw.dice(Rules(), Throw(((1, 1), (2, 5), (3, 6)), frozenset({2}))))
    faces = [s for s in drawn if s.tag == "rect"][1:]
    assert len(faces) == 3
    for face, move, value in zip(faces, (1, 2, 3), (1, 5, 6), strict=True):
        across, down = (face.left + face.right) / 2, (face.top + face.bottom) / 2
        inside = [s for s in drawn if s.tag == "circle" and face.left < s.left and s.right < face.right]
        assert len(inside) == value
        assert all(face.top < s.top and s.bottom < face.bottom for s in inside)
        middles = {((s.left + s.right) / 2 - across, (s.top + s.bottom) / 2 - down) for s in inside}
        assert {(round(-x, 3), round(-y, 3)) for x, y in middles} == {(round(x, 3), round(y, 3)) for x, y in middles}
        below = [s.text for s in drawn if s.tag == "text" and abs(s.middle[0] - across) < 1 and s.top > face.bottom]
        assert below == [f"→{move}"]


def test_the_machines_that_have_learnt_stand_in_the_last_row_and_are_shaded():
    root = ET.fromstring(str(draw.learning_diagram(Rules(length=3), "random")))
    boxes = [node for node in root.iter() if node.tag.endswith("}rect") and node.get("rx") == "10"]
    last = max(float(box.get("y")) for box in boxes)
    assert len(boxes) == 8
    assert [box.get("fill") == style.taken for box in boxes] == [float(box.get("y")) == last for box in boxes]


def low_curve():
    """The picture beside a game, in which there is the least room for the name of its axis."""
    match = Match(Rules())
    return learning(match, ExactCurve().choose(("random", 60, str(match.rules.first), match.rules)))


STANDING = re.compile(r'translate\([\d.]+ ([\d.]+)\) rotate\(-90\)"[^>]*>([^<]+)<')


@every("code", LANGUAGES)
@every("name", ["low_curve", *FIGURES])
def test_a_name_that_stands_beside_a_figure_is_whole(name, code):
    with using_language(code):
        picture = low_curve() if name == "low_curve" else FIGURES[name]()
    wide = 9  # a letter of a wide font; what is higher than the picture is cut off
    for middle, text in STANDING.findall(str(picture.root)):
        assert len(text) * wide < 2 * float(middle), text
