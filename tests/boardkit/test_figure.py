"""Pictures as files for papers and slides."""

import re
import struct
import subprocess
import sys

import pytest

from boardkit.svg import Picture, arrow, el, hexagon, label, plate
from tests.needs import needed

PICTURE = Picture(
    72, 36, hexagon(18, 18, 14, fill="#EE0000", stroke="none"), arrow(40, 5, 60, 30, bend=4), plate(55, 12, "ε"),
    el("path", d="M 36 18 A 5 5 0 0 1 46 18 Q 50 10 54 18", fill="none", stroke="#000000", stroke_dasharray=(2, 1)),
    title="T",
)


def pixels(png):
    """Width, height and the value of a pixel of a PNG, decoded by Pillow."""
    image = needed("PIL.Image").open(png).convert("RGB")
    return image.size, image.getpixel


def test_a_png_has_two_dots_to_a_pixel_and_the_colours_of_the_picture(tmp_path):
    needed("resvg_py")
    one, two = PICTURE.save(tmp_path / "1.png"), PICTURE.save(tmp_path / "2.PNG")
    assert one.read_bytes() == two.read_bytes()
    assert struct.unpack(">II", one.read_bytes()[16:24]) == (144, 72)
    size, at = pixels(one)
    assert size == (144, 72)
    assert at((36, 36)) == (0xEE, 0, 0)  # inside the hexagon
    assert at((1, 1)) == (255, 255, 255)


def test_a_pdf_is_a_page_of_true_size_whose_letters_stay_letters(tmp_path):
    needed("vl_convert")
    pdf = PICTURE.save(tmp_path / "p.pdf").read_bytes()
    box = re.search(rb"/MediaBox \[([^\]]*)\]", pdf)
    assert box is not None
    assert list(map(float, box[1].split())) == [0, 0, 72, 36]
    assert b"/ToUnicode" in pdf
    assert b"/ToUnicode" not in Picture(5, 5, el("circle", r=2)).save(tmp_path / "q.pdf").read_bytes()


def test_a_text_stands_where_the_browser_puts_it(tmp_path):
    """Centred on its point both ways: the ink of an "H" lies symmetrically about it."""
    needed("resvg_py")
    _, at = pixels(Picture(60, 60, label(30, 30, "H", 40)).save(tmp_path / "h.png"))
    ink = [(x, y) for x in range(120) for y in range(120) if at((x, y))[0] < 128]
    xs, ys = [x for x, _ in ink], [y for _, y in ink]
    assert (min(xs) + max(xs)) / 2 == pytest.approx(60, abs=2)
    assert (min(ys) + max(ys)) / 2 == pytest.approx(60, abs=4)


def test_without_the_converter_the_message_says_how_to_install_it():
    code = (
        "import sys; sys.modules['resvg_py'] = None\n"
        "from boardkit.svg import Picture\n"
        "try: Picture(1, 1).save('never.png')\n"
        "except ValueError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert 'pip install "finity-edu[figures]"' in done.stdout
