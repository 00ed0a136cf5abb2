"""The picture of a board: what is on it, what it says in words, and what it does with bad input."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from math import dist

import pytest

from boardkit.messages import LANGUAGES
from boardkit.theme import style
from finity_edu import Board, Layout, Position
from finity_edu.draw import draw_board
from finity_edu.draw.board import BADGE, SIZE, TOKEN
from finity_edu.draw.geometry import REACH, Geometry
from finity_edu.draw.pieces import RING_RADIUS, RING_WIDTH, arrow_outline
from finity_edu.draw.style import LOOKS
from finity_edu.examples import example_game
from finity_edu.rules.board import FIRST_BLOCKER
from finity_edu.rules.pieces import Arrow, Slot

WORKED = "bga/abcd bbwwbb c; posts c@A; rings A:c.. B:cc. C:cc.; bridges bA>B.m bB>C.l wC>A.m wA>B.l bC>D.m"
BOARDS = [Board.standard(n) for n in (2, 3, 4)] + [Board.named(name) for name in ("abcd", "row", "hexring")]


def middle_position(players: int, plies: int, seed: int) -> Position:
    rng = random.Random(seed)
    position = Position.start(players, word="bbwwbwbw")
    for _ in range(plies):
        if position.result is None:
            position = position.play(rng.choice(position.legal_moves()))
    return position


def elements(picture: object, tag: str, **attributes: str) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(str(picture))
    found = root.iter(f"{{http://www.w3.org/2000/svg}}{tag}")
    return [e for e in found if all(e.get(k.replace("_", "-")) == v for k, v in attributes.items())]


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_slots_lie_on_the_common_side_and_both_names_of_a_slot_are_one_place(board: Board) -> None:
    geometry = Geometry(board, 100)
    for slot in board.slots:
        pose, turned = geometry.slot(slot), geometry.slot(slot.turned())
        assert (pose.x, pose.y) == pytest.approx((turned.x, turned.y))
        assert (pose.ux, pose.uy) == pytest.approx((-turned.ux, -turned.uy))
        assert 0 < pose.x < geometry.width
        assert 0 < pose.y < geometry.height


def test_left_is_left_when_one_looks_along_the_direction_that_is_named() -> None:
    geometry = Geometry(Board.standard(2), 100)
    up = {lane: geometry.slot(Slot("C", "N", lane)) for lane in ("l", "m", "r")}
    assert up["l"].x < up["m"].x < up["r"].x
    x, y = geometry.centre("C")
    assert geometry.centre("N")[0] == x
    assert geometry.centre("N")[1] < y


def test_arrows_touch_no_ring_and_no_other_lane() -> None:
    """A full station stays readable: the widest ring ends where the middle arrows begin."""
    ring = RING_RADIUS["l"] + RING_WIDTH / 2
    assert ring < 3**0.5 / 2 - REACH
    geometry = Geometry(Board.standard(2), 100)
    across = [geometry.slot(Slot("W", "NW", lane)) for lane in ("l", "m")]
    distance = ((across[0].x - across[1].x) ** 2 + (across[0].y - across[1].y) ** 2) ** 0.5
    broad = max(abs(y) for _, y in arrow_outline(across[0]._replace(x=0, y=0, ux=1, uy=0), 100))
    assert 2 * broad < distance


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_piece_of_a_position_is_drawn_once(players: int) -> None:
    position = middle_position(players, 40, players)
    picture = draw_board(position)
    layout = position.layout
    seven_corners = [p for p in elements(picture, "polygon") if len(p.get("points", "").split()) == 7]
    assert len(seven_corners) == len(layout.arrows) > 5
    groups = [g for g in elements(picture, "g") if g.get("class") == "finity-pieces"]
    assert len(groups) == 1
    assert not {t.text for t in elements(picture, "text")} & set("cyrp"), "a letter would be read as a station's name"
    for seat in range(1, players + 1):
        own = sum(b.seat == seat for b in layout.blockers) + (layout.posts[seat - 1] is not None)
        shapes = [e for tag in ("polygon", "circle") for e in elements(picture, tag, fill=LOOKS[seat - 1].colour)]
        assert len(shapes) == own + 1  # and once in the legend


def test_the_word_stands_bottom_to_top_and_read_symbols_are_ticked() -> None:
    picture = draw_board(Position.parse(WORKED), word_read=2)
    symbols = [t for t in elements(picture, "text") if t.text in ("b", "w")]
    heights = [float(t.get("y", "")) for t in symbols]
    assert "".join(t.text or "" for t in symbols) == "bbwwbb"
    assert heights == sorted(heights, reverse=True)
    assert len(elements(picture, "polyline", stroke=style.good)) == 2


def test_a_path_numbers_its_steps_at_the_arrows_it_uses() -> None:
    picture = draw_board(Position.parse(WORKED), path="ABCABCD")
    numbers = [t.text for t in elements(picture, "text", fill=style.signal)]
    assert numbers == ["1", "2", "3", "4", "5", "6"]
    whole = [p for p in elements(picture, "polyline") if p.get("stroke-dasharray") is None]
    assert len(whole) == 6


def test_numbers_cover_no_head_of_an_arrow_and_not_each_other_and_no_mark_touches_an_arrow() -> None:
    end = example_game().game.state
    way = end.full_path(1)
    picture = draw_board(end, path=way, active=end.board.names)
    circles = [tuple(float(e.get(k, "")) for k in ("cx", "cy", "r")) for e in elements(picture, "circle")]
    badges = [circle for circle in circles if circle[2] == round(BADGE * SIZE, 1)]
    outlines = [[tuple(map(float, point.split(","))) for point in e.get("points", "").split()]
                for e in elements(picture, "polygon") if len(e.get("points", "").split()) == 7]
    heads = [point for outline in outlines for point in (outline[0], outline[1], outline[6], outline[2], outline[5])]
    assert len(badges) == len(end.word)
    for n, (x, y, r) in enumerate(badges):
        assert min(dist((x, y), head) for head in heads) > r
        assert min(dist((x, y), other[:2]) for other in badges[:n] + badges[n + 1:]) > 2 * r
    rims = [circle for circle in circles if circle[2] == round(TOKEN * SIZE, 1)]
    assert len(rims) == len(end.board.names)
    corners = [point for outline in outlines for point in outline]
    assert min(dist((x, y), point) - r for x, y, r in rims for point in corners) > style.firm / 2


def test_a_step_without_an_arrow_is_dashed() -> None:
    picture = draw_board(Position.parse(WORKED), path="AC")
    assert len([p for p in elements(picture, "polyline") if p.get("stroke-dasharray")]) == 1


def test_players_differ_in_colour_shape_and_pattern() -> None:
    assert len({look.colour for look in LOOKS}) == 4
    assert len({(look.corners, look.turn) for look in LOOKS}) == 4
    assert len({look.pattern for look in LOOKS}) == 4


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_text_alternative_names_every_station_piece_and_symbol(lang: str) -> None:
    picture = draw_board(Position.parse(WORKED), lang=lang, active=["B"], path=["A", "B"], word_read=1)
    assert picture.lang == lang
    for part in ("A, B, C, D", "b b w w b b", "A→B", "B→C", "C→A", "C→D"):
        assert part in picture.desc
    assert "{" not in picture.desc


def test_the_text_alternative_differs_between_languages() -> None:
    assert len({draw_board(Position.parse(WORKED), lang=lang).desc for lang in LANGUAGES}) == 3


def test_a_finished_game_says_how_it_ended() -> None:
    assert "won by seat 1" in draw_board(Position.parse(WORKED)).desc


def test_full_boards_stay_small_and_letters_stay_large() -> None:
    for players in (2, 3, 4):
        picture = draw_board(middle_position(players, 60, 7))
        assert len(str(picture)) < 24_000
        sizes = re.findall(r'font-size="([\d.]+)"', str(picture))
        assert min(map(float, sizes)) >= 14


def test_large_print_is_larger_and_nothing_else() -> None:
    position = middle_position(2, 30, 3)
    small, large = draw_board(position), draw_board(position, large=True)
    assert large.width > 1.3 * small.width
    assert large.desc == small.desc


def test_the_same_position_gives_the_same_markup() -> None:
    assert str(draw_board(middle_position(3, 30, 5))) == str(draw_board(middle_position(3, 30, 5)))


def test_layouts_and_boards_are_drawn_without_a_word() -> None:
    assert draw_board(Layout.start(Board.standard(2))).desc.startswith("Finity board with 9 stations")
    assert not [t for t in elements(draw_board(Board.named("row")), "text") if t.text == "b"]


def test_labels_can_be_left_out() -> None:
    texts = [t.text for t in elements(draw_board(Position.start(word="bbwwbwbw"), labels=False), "text")]
    assert "NE" not in texts
    assert "NE" in [t.text for t in elements(draw_board(Position.start(word="bbwwbwbw")), "text")]


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"active": ["X"]}, "X"),
        ({"highlight": ["N-S.m"]}, "N-S.m"),
        ({"path": ["N", "S"]}, "from N to S"),
        ({"path": ["N", "Q"]}, "Q"),
    ],
)
def test_places_that_do_not_exist_are_named(options: dict[str, list[str]], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        draw_board(Position.start(word="bbwwbwbw"), **options)


def test_drawing_needs_only_the_standard_library() -> None:
    code = (
        "import sys; from finity_edu import Position; from finity_edu.draw import draw_board, draw_text;"
        "p = Position.start(word='bbwwbwbw'); str(draw_board(p)); draw_text(p);"
        "print([m for m in ('numpy', 'matplotlib', 'networkx', 'automata', 'IPython') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_players_stand_beside_a_board_as_soon_as_anything_of_theirs_lies_there() -> None:
    board = Board.named("row")
    empty = Layout.empty(board)
    pieces = {"arrow": Layout.of(board, arrows=[Arrow("b", "A", "B", "m")]), "post": empty.with_post(1, "A"),
              "ring": empty.with_ring("A", "s", 2), "blocker": empty.with_slot(0, FIRST_BLOCKER + 1)}
    shown = {name: bool(elements(draw_board(layout), "g", **{"class": "finity-legend"}))
             for name, layout in ({"nothing": empty} | pieces).items()}
    assert shown == {"nothing": False, "arrow": False, "post": True, "ring": True, "blocker": True}
