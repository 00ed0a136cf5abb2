import base64
import re
import xml.etree.ElementTree as ET
from math import inf, isclose, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardkit.errors import UserError
from boardkit.messages import using_language
from boardkit.svg import Picture, above, arrow, beside, el, hexagon, label, number
from boardkit.theme import DARK, LIGHT, style, using_theme, variables
from tests.needs import needs

SVG = "{http://www.w3.org/2000/svg}"
TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"), max_size=20)


def parsed(picture):
    return ET.fromstring(picture.markup)


@given(TEXT, TEXT)
def test_whatever_a_text_contains_it_arrives_unchanged(text, attribute):
    element = ET.fromstring(str(el("text", text, data_x=attribute)))
    assert (element.text or "") == text
    assert element.get("data-x") == attribute


def test_names_numbers_and_missing_values_of_attributes():
    element = el("g", class_="a b", stroke_width=1.0, aria_hidden=True, x=None, y=-0.0001, d=[1, 2.555])
    assert str(element) == '<g class="a b" stroke-width="1" aria-hidden="true" y="0" d="1 2.56"/>'
    assert el("a", None, "b").children == ("b",)
    with pytest.raises(TypeError, match="cannot be an attribute"):
        el("g", x=object())


@pytest.mark.parametrize("value", [nan, inf])
def test_a_number_that_is_none_is_refused(value):
    with pytest.raises(ValueError, match="cannot hold the number"):
        number(value)


@given(st.floats(-1e6, 1e6))
def test_numbers_are_rounded_to_hundredths_and_never_written_with_an_exponent(value):
    assert abs(float(number(value)) - value) <= 0.005 + 1e-9
    assert set(number(value)) <= set("-.0123456789")


def test_a_picture_has_a_role_and_is_labelled_by_its_title_and_description():
    root = parsed(Picture(10, 20, title="A & B", desc="Two <letters>", lang="de"))
    assert (root.get("role"), root.get("lang"), root.get("viewBox")) == ("img", "de", "0 0 10 20")
    texts = {child.get("id"): child.text for child in root if child.get("id")}
    assert [texts[id] for id in root.get("aria-labelledby").split()] == ["A & B", "Two <letters>"]


def test_a_picture_without_texts_is_not_labelled():
    assert parsed(Picture(10, 20)).get("aria-labelledby") is None


def test_equal_pictures_print_the_same_text_and_others_have_other_ids():
    def make(r):
        return Picture(10, 10, el("circle", r=r), desc="A dot.")

    def ids(picture):
        return parsed(picture).get("aria-labelledby")

    assert str(make(1)) == str(make(1.0))
    assert hash(make(1)) == hash(make(1.0))
    assert ids(make(1)) != ids(make(2))


def test_a_picture_remembers_the_language_it_was_made_in():
    with using_language("es"):
        picture = Picture(1, 1)
    assert parsed(picture).get("lang") == "es"


def test_a_notebook_gets_an_image_with_alternative_text_the_svg_and_a_text():
    picture = Picture(30, 20, label(5, 5, "<&>"), desc='Says "<&>".')
    bundle = picture._repr_mimebundle_()
    _, image = ET.fromstring(f"<div>{bundle['text/html']}</div>")
    assert image.get("alt") == 'Says "<&>".'
    kind, data = image.get("src").split(",")
    assert kind == "data:image/svg+xml;base64"
    drawn = re.sub("<style>.*?</style>", "", base64.b64decode(data).decode(), count=1)
    light = dict(one.split(":") for one in variables(LIGHT).split(";") if one)
    assert re.sub(r"var\((--[a-z-]+)\)", lambda found: light[found[1]], drawn) == picture.markup
    assert bundle["image/svg+xml"] == picture.markup
    assert bundle["text/plain"] == 'Says "<&>".'


def test_a_picture_of_a_chosen_theme_does_not_follow_the_page():
    picture = Picture(30, 20, label(5, 5, "A"))
    with using_theme(DARK):
        _, image = ET.fromstring(f"<div>{picture._repr_mimebundle_()['text/html']}</div>")
        assert base64.b64decode(image.get("src").split(",")[1]).decode() == picture.markup


PIXEL = """async (shot) => {
  const image = new Image(), canvas = document.createElement("canvas"), pen = canvas.getContext("2d");
  image.src = `data:image/png;base64,${shot}`;
  await image.decode();
  pen.drawImage(image, 0, 0);
  return [...pen.getImageData(20, 20, 1, 1).data].slice(0, 3);
}"""


@pytest.mark.browser
@needs("chromium")
def test_pictures_are_dark_where_the_notebook_or_the_book_is_dark(browser):
    page = browser.new_page(viewport={"width": 100, "height": 100})
    html = Picture(60, 60, el("rect", width=60, height=60, fill=style.paper))._repr_mimebundle_()["text/html"]
    for place, theme in (("data-jp-theme-light=true", LIGHT), ("data-jp-theme-light=false", DARK),
                         ("data-theme=light", LIGHT), ("data-theme=dark", DARK), ("", LIGHT)):
        page.set_content(f"<div {place}>{html}</div>")
        page.wait_for_function("document.images[0].complete")
        shot = base64.b64encode(page.screenshot()).decode()
        assert page.evaluate(PIXEL, shot) == list(bytes.fromhex(theme.paper[1:])), place
    page.close()


def test_the_background_can_be_left_out():
    assert parsed(Picture(9, 9)).find(f"{SVG}g/{SVG}rect").get("fill") == "#FFFFFF"
    assert parsed(Picture(9, 9, background=None)).find(f"{SVG}g/{SVG}rect") is None


def test_pictures_side_by_side_and_one_above_the_other_are_centred():
    small, large = Picture(10, 10, el("g", class_="s"), desc="s."), Picture(30, 50, desc="l.", title="L")
    row, column = beside(small, large, gap=5), above(small, large, gap=5)
    assert (row.width, row.height) == (45, 50)
    assert (column.width, column.height) == (30, 65)
    assert row.children[0].get("transform") == "translate(0 20)"
    assert column.children[0].get("transform") == "translate(10 0)"
    assert column.children[1].get("transform") == "translate(0 15)"
    assert (row.title, row.desc) == ("L", "s. l.")
    assert beside().width == 0


def test_a_hexagon_is_regular_either_way_up():
    for flat in (True, False):
        points = [tuple(map(float, p.split(","))) for p in hexagon(7, 8, 10, flat).get("points").split()]
        assert len(points) == 6
        assert all(isclose((x - 7) ** 2 + (y - 8) ** 2, 100, abs_tol=0.2) for x, y in points)
        assert isclose(max(y for _, y in points) - 8, 8.66 if flat else 10, abs_tol=0.01)


def test_an_arrow_ends_at_its_tip_and_bends_to_the_left():
    straight, bent = arrow(0, 0, 100, 0), arrow(0, 0, 100, 0, bend=20)
    assert straight.children[1].get("transform") == "translate(100 0) rotate(0)"
    assert "Q" not in straight.children[0].get("d")
    assert "Q 50 -40" in bent.children[0].get("d")  # left of an arrow to the right is up
    assert arrow(5, 5, 5, 5).tag == "g"  # no length is no error


def test_an_unknown_suffix_is_refused_before_anything_is_written(tmp_path):
    with pytest.raises(UserError, match=r"picture\.gif; use \.svg, \.png or \.pdf"):
        Picture(1, 1).save(tmp_path / "picture.gif")
    assert not list(tmp_path.iterdir())


def test_saving_svg_writes_the_markup(tmp_path):
    picture = Picture(5, 5, label(1, 1, "ä"))
    assert picture.save(tmp_path / "p.svg").read_text(encoding="utf-8") == picture.markup + "\n"
