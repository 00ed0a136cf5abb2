import subprocess
import sys
from math import cos, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("matplotlib")

from matplotlib.patches import PathPatch
from matplotlib.transforms import Affine2D

from boardkit.svg import Picture, arrow, el, hexagon, label


def patches(*elements):
    """The patches that a picture with these elements gives."""
    axes = Picture(100, 100, *elements).to_matplotlib().axes[0]
    return [child for child in axes.get_children() if isinstance(child, PathPatch)]


def outline(element):
    """The one outline of an element, flattened to points."""
    [patch] = patches(element)
    fine = Affine2D().scale(200)  # curves are flattened to the precision of a pixel
    [points] = patch.get_path().to_polygons(fine, closed_only=False)
    return points / 200


def test_the_figure_has_the_size_of_the_picture_in_points():
    figure = Picture(144, 72).to_matplotlib()
    assert tuple(figure.get_size_inches()) == (2, 1)
    assert figure.axes[0].get_ylim() == (72, 0)  # as in SVG, down is positive


def test_later_elements_lie_on_top():
    first, second = patches(el("circle", r=5), el("g", el("rect", width=5, height=5)))
    assert first.get_zorder() < second.get_zorder()


@given(st.floats(-180, 180), st.floats(1, 40), st.floats(1, 40), st.booleans(), st.booleans())
def test_every_point_of_an_arc_lies_on_its_ellipse(turn, rx, ry, large, sweep):
    """Both ends are taken from an ellipse about (50, 50); the arc is one of the four through them."""
    def at(angle):
        c, s = cos(radians(turn)), sin(radians(turn))
        u, v = rx * cos(angle), ry * sin(angle)
        return 50 + c * u - s * v, 50 + s * u + c * v

    (x1, y1), (x2, y2) = at(0.3), at(2.0)
    d = f"M {x1} {y1} A {rx} {ry} {turn} {int(large)} {int(sweep)} {x2} {y2}"
    points = outline(el("path", d=d))
    assert points[0] == pytest.approx((x1, y1), abs=1e-6)
    assert points[-1] == pytest.approx((x2, y2), abs=1e-6)
    if large == (not sweep):  # of the four arcs these two belong to the ellipse about (50, 50)
        c, s = cos(radians(turn)), sin(radians(turn))
        for x, y in points:
            u, v = c * (x - 50) + s * (y - 50), c * (y - 50) - s * (x - 50)
            assert (u / rx) ** 2 + (v / ry) ** 2 == pytest.approx(1, abs=0.01)


def test_the_flags_of_an_arc_choose_its_side_and_length():
    def spread(large, sweep):
        points = outline(el("path", d=f"M 40 50 A 20 20 0 {large} {sweep} 60 50"))
        return points[:, 1].min(), points[:, 1].max()

    assert spread(0, 1)[0] == pytest.approx(50 - (20 - 300**0.5), abs=0.1)  # short, clockwise: above
    assert spread(0, 0)[1] == pytest.approx(50 + (20 - 300**0.5), abs=0.1)
    assert spread(1, 1)[0] == pytest.approx(50 - (20 + 300**0.5), abs=0.1)
    assert spread(1, 0)[1] == pytest.approx(50 + (20 + 300**0.5), abs=0.1)


def test_radii_that_are_too_small_grow_and_radii_of_zero_give_a_line():
    assert outline(el("path", d="M 0 50 A 1 1 0 0 1 40 50"))[:, 1].min() == pytest.approx(30, abs=0.1)
    assert len(outline(el("path", d="M 0 50 A 0 5 0 0 1 40 50"))) == 2


def test_all_path_commands_arrive_where_they_should():
    points = outline(el("path", d="M 1 2 L 3 4 H 10 V 20 Q 15 30 20 20 C 21 10 29 10 30 20 Z"))
    for corner in [(1, 2), (3, 4), (10, 4), (10, 20), (20, 20), (30, 20)]:
        assert any(tuple(p) == pytest.approx(corner) for p in points)
    assert points[:, 1].max() == pytest.approx(25, abs=0.2)  # the quadratic curve reaches half way out


def test_transformations_are_applied_from_the_inside_out():
    group = el("g", el("line", x1=0, y1=0, x2=10, y2=0), transform="translate(50 50) rotate(90) scale(2)")
    assert outline(group)[1] == pytest.approx((50, 70))
    about = el("line", x1=0, y1=0, x2=10, y2=0, transform="rotate(180 10 10)")
    assert outline(about)[0] == pytest.approx((20, 20))
    assert outline(el("line", x2=3, y2=3, transform="scale(2 -1)"))[1] == pytest.approx((6, -3))
    assert outline(el("line", x2=3, transform="translate(4)"))[1] == pytest.approx((7, 0))


def test_styles_are_inherited_and_opacities_multiply():
    [patch] = patches(el("g", el("circle", r=5, opacity=0.5), fill="#FF0000", stroke="#00FF00", stroke_width=3,
                         opacity=0.5, fill_opacity=0.5))
    assert patch.get_facecolor() == (1, 0, 0, 0.125)
    assert patch.get_edgecolor() == (0, 1, 0, 0.25)
    assert patch.get_linewidth() == 3


def test_without_a_stroke_nothing_is_stroked_and_a_line_is_never_filled():
    circle, line = patches(el("circle", r=5), el("line", x2=5, stroke="#000000"))
    assert circle.get_linewidth() == 0
    assert line.get_facecolor()[3] == 0


def test_a_rounded_rectangle_stays_inside_its_corners():
    points = outline(el("rect", x=10, y=10, width=40, height=20, rx=50))  # the radius is cut to half the height
    assert points.min(axis=0) == pytest.approx((10, 10), abs=0.05)
    assert points.max(axis=0) == pytest.approx((50, 30), abs=0.05)
    assert len(outline(el("rect", width=4, height=3))) == 5


def test_texts_keep_their_letters_their_size_and_their_angle():
    picture = Picture(100, 100, el("g", label(10, 20, "$q_0$", 15), transform="rotate(30) scale(2)"))
    [text] = [t for t in picture.to_matplotlib().axes[0].texts if t.get_text()]
    assert text.get_text() == "$q_0$"
    assert text.get_fontsize() == pytest.approx(30)
    assert text.get_rotation() == pytest.approx(330)


def test_what_is_not_in_the_vocabulary_is_refused_by_name():
    for element, name in [
        (el("image"), "image"), (el("path", d="M 0 0 S 1 1 2 2"), "S"),
        (el("circle", r=1, transform="skewX(3)"), "skewX"),
    ]:
        with pytest.raises(ValueError, match=f"'{name}' is not in the vocabulary"):
            patches(element)


def test_titles_and_empty_paths_draw_nothing():
    assert patches(el("title", "x"), el("path", d="")) == []


@pytest.mark.parametrize("suffix", ["png", "pdf"])
def test_saving_twice_gives_the_same_file(tmp_path, suffix):
    picture = Picture(60, 60, hexagon(30, 30, 20, fill="#EEEEEE"), arrow(5, 5, 55, 55, bend=9), title="T")
    one, two = picture.save(tmp_path / f"1.{suffix}"), picture.save(tmp_path / f"2.{suffix}")
    assert one.read_bytes() == two.read_bytes()
    assert one.read_bytes()[:4] in (b"\x89PNG", b"%PDF")


def test_without_matplotlib_the_message_says_how_to_install_it():
    code = (
        "import sys; sys.modules['matplotlib.figure'] = None\n"
        "from boardkit.svg import Picture\n"
        "try: Picture(1, 1).to_matplotlib()\n"
        "except ValueError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert 'pip install "finity-edu[figures]"' in done.stdout
