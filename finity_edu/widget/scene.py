"""The board of the widget: the picture of `finity_edu.draw`, with places that can be used on top."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache

from boardkit.messages import get_language
from boardkit.svg import Element, el
from boardkit.widget.markup import hit, ready, stage
from finity_edu.draw import pieces
from finity_edu.draw.board import BoardDrawing, Marks
from finity_edu.draw.describe import describe
from finity_edu.draw.geometry import REACH
from finity_edu.draw.style import INK
from finity_edu.rules.board import Board
from finity_edu.rules.layout import Layout
from finity_edu.rules.position import Position
from finity_edu.widget.texts import place_words, text


@dataclass(frozen=True)
class Scene:
    """What is to be seen on the board now.

    Attributes
    ----------
    position : Position
        Its layout may be impossible (in the editor).
    shown : Layout
        What lies on the board; less than the position's pieces where rings are used up.
    marks : Marks
    read : int
        Symbols of the word that are marked as read.
    word : str
        The tower.
    targets, draggable : collection of str
        Places that are offered, and places that can be dragged from.
    selected : str, optional
        The place that is chosen.
    turn : int, optional
        The seat to be underlined.
    """

    position: Position
    shown: Layout
    word: str
    marks: Marks = field(default_factory=Marks)
    read: int = 0
    targets: Collection[str] = ()
    draggable: Collection[str] = ()
    selected: str | None = None
    turn: int | None = None


@cache
def drawing(board: Board, large: bool) -> BoardDrawing:
    """The drawing of a board, made once."""
    return BoardDrawing(board, large)


@cache
def _ground(board: Board, large: bool) -> Element:
    return ready(drawing(board, large).ground())


@lru_cache(maxsize=64)
def _pieces(layout: Layout, word: str, large: bool) -> Element:
    return ready(drawing(layout.board, large).pieces(layout, word))


@cache
def _places(board: Board, large: bool) -> tuple[tuple[str, float, float, Element], ...]:
    """Stations and slots with their middles and outlines."""
    geometry = drawing(board, large).geometry
    places: list[tuple[str, float, float, Element]] = []
    for name in board.names:
        x, y = geometry.centre(name)
        places.append((name, x, y, el("polygon", points=geometry.outline(name, 0.93 * geometry.size))))
    for slot in board.slots:
        pose = geometry.slot(slot)
        shape = el("polygon", points=pose.box(REACH * geometry.size, 0.125 * geometry.size))
        places.append((str(slot), pose.x, pose.y, shape))
    return tuple((name, round(x, 1), round(y, 1), ready(shape)) for name, x, y, shape in places)


@lru_cache(maxsize=16)
def _labels(layout: Layout, lang: str) -> Mapping[str, str]:
    """Every place in words, in the language in force."""
    return {place: place_words(layout, place) for place in (*layout.board.names, *map(str, layout.board.slots))}


def size(scene: Scene, large: bool) -> tuple[float, float]:
    """Width and height of the picture."""
    drawn = drawing(scene.shown.board, large)
    return drawn.geometry.width + _tower_width(drawn), max(drawn.geometry.height, _tower_height(drawn, scene.word))


def draw_scene(scene: Scene, large: bool) -> Element:
    """The stage with its layers and places."""
    board = scene.shown.board
    drawn = drawing(board, large)
    width, height = size(scene, large)
    layers = [
        _ground(board, large), drawn.below(scene.shown, scene.marks, scene.word),
        _pieces(scene.shown, scene.word, large), drawn.above(scene.shown, scene.marks, scene.word),
        _tower(drawn, scene, height),
    ]
    description = describe(scene.shown, scene.position, scene.read, scene.marks.path, scene.marks.active)
    return stage(round(width), round(height), layers, _hits(scene, large), label=text("board.label"),
                 description=description)


def _hits(scene: Scene, large: bool) -> list[Element]:
    board = scene.shown.board
    labels = _labels(scene.shown, get_language())
    entry = scene.selected or next((n for n in board.names if n in scene.targets), board.end)
    return [
        hit(name, labels[name], x, y, shape, target=name in scene.targets, selected=name == scene.selected,
            first=name == entry, drag=name in scene.draggable)
        for name, x, y, shape in _places(board, large)
    ]


# --- the tower and the players ---------------------------------------------------------------------------------


def _tower_width(drawn: BoardDrawing) -> float:
    return max(50.0 * drawn.board.players, 120.0) * drawn.scale + 10


def _unit(drawn: BoardDrawing, word: str) -> float:
    room = drawn.geometry.height - 90 * drawn.scale
    return min(34 * drawn.scale, max(24 * drawn.scale, room / max(len(word), 1)))


def _tower_height(drawn: BoardDrawing, word: str) -> float:
    return len(word) * _unit(drawn, word) + 90 * drawn.scale


def _tower(drawn: BoardDrawing, scene: Scene, height: float) -> Element:
    """The word as a tower beside the board, and the players below it."""
    unit, width = _unit(drawn, scene.word), _tower_width(drawn)
    x, foot = drawn.geometry.width + width / 2, height - 68 * drawn.scale
    seats = 50 * drawn.scale * drawn.board.players
    return el(
        "g",
        *pieces.tower(round(x, 1), round(foot, 1), scene.word, scene.read, round(unit, 1)),
        el("line", x1=round(x - 1.5 * unit, 1), y1=round(foot + 1, 1), x2=round(x + 1.5 * unit, 1),
           y2=round(foot + 1, 1), stroke=INK, stroke_width=3),
        drawn.legend(drawn.board.players, scene.turn, x - seats / 2, height - 34 * drawn.scale),
    )
