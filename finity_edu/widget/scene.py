"""The board of the widget: the picture of `finity_edu.draw`, with places that can be used on top."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from math import atan2, degrees

from boardkit.messages import get_language
from boardkit.svg import Element, el
from boardkit.theme import style
from boardkit.widget.markup import hit, ready, stage
from finity_edu.draw.board import BoardDrawing, Marks
from finity_edu.draw.describe import describe
from finity_edu.draw.geometry import REACH
from finity_edu.draw.pieces import PIECES, cone, half_size, lying
from finity_edu.rules.board import Board
from finity_edu.rules.layout import Layout
from finity_edu.rules.pieces import Move
from finity_edu.rules.position import Position
from finity_edu.widget.meanings import place_of
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
    targets : collection of str
        Places that are offered.
    drags : mapping of str to collection of str
        Places that can be dragged from, and the places where that has a meaning.
    selected : str, optional
        The place that is chosen.
    last : str, optional
        The place of the last move, to be outlined (`.gk-last-move` in `boardkit/widget/frame.css`).
    advised : Move, optional
        A move to be shown as advice, pale, where it would be made.
    hand : str
        What is in the hand, in words: it could be put on a target.
    seat : int, optional
        Whose pieces are put on the board.
    lines : bool
        Whether a line is dragged from a station, and not the post that stands there.
    slots : bool
        Whether the places between stations can be used.
    """

    position: Position
    shown: Layout
    word: str
    marks: Marks = field(default_factory=Marks)
    read: int = 0
    targets: Collection[str] = ()
    drags: Mapping[str, Collection[str]] = field(default_factory=dict)
    selected: str | None = None
    last: str | None = None
    advised: Move | None = None
    hand: str = ""
    seat: int | None = None
    lines: bool = True
    slots: bool = True


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


@dataclass(frozen=True)
class _Place:
    """A place of a board, as `boardkit.widget.markup.hit` wants it."""

    name: str
    x: float
    y: float
    shape: Element
    turn: float | None = None
    lamp: Element | None = None


@cache
def _places(board: Board, large: bool) -> tuple[_Place, ...]:
    """Stations and slots with their middles and outlines; what is lit is their middle, and the notch of a slot."""
    drawn = drawing(board, large)
    geometry = drawn.geometry
    places = []
    for name in board.names:
        x, y = geometry.centre(name)
        points = geometry.outline(name, 0.93 * geometry.size)
        shape = ready(el("polygon", points=points))
        lamp = el(
            "circle",
            cx=round(x, 1),
            cy=round(y, 1),
            r=round(0.49 * geometry.size, 1),
            fill_opacity=0.2,
            stroke_width=style.medium,
            class_="gk-lamp",
        )
        middle = round(x, 1), round(y, 1)
        places.append(_Place(name, *middle, shape, lamp=ready(lamp)))
    for slot in board.slots:
        pose = geometry.slot(slot)
        points = pose.box(REACH * geometry.size, 0.125 * geometry.size)
        place = _Place(
            str(slot),
            round(pose.x, 1),
            round(pose.y, 1),
            ready(el("polygon", points=points)),
            round(degrees(atan2(pose.uy, pose.ux)), 1),
            ready(drawn.notch(slot, class_="gk-lamp")),
        )
        places.append(place)
    return tuple(places)


@cache
def _lying(board: Board, seat: int, large: bool) -> Mapping[str, tuple[float, Element]]:
    """How the pieces of a seat lie on the board, by the names under which they are dragged."""
    size = drawing(board, large).geometry.size
    return {
        f"tool:{kind}": (half_size(kind, size), ready(lying(kind, seat, size)))
        for kind in PIECES
    }


@lru_cache(maxsize=16)
def _labels(layout: Layout, lang: str) -> Mapping[str, str]:
    """Every place in words, in the language in force."""
    return {
        place: place_words(layout, place)
        for place in (*layout.board.names, *map(str, layout.board.slots))
    }


def draw_scene(scene: Scene, large: bool, over: Element | None = None) -> Element:
    """The stage with its layers and places; a menu may stand `over` it."""
    board = scene.shown.board
    drawn = drawing(board, large)
    shapes = {place.name: place.shape for place in _places(board, large)}
    last = None
    if scene.last is not None:
        look = {"stroke_width": style.firm, "class_": "gk-last-move"}
        last = el("g", shapes[scene.last], **look)
    layers = [
        _ground(board, large),
        el(
            "g",
            drawn.below(scene.shown, scene.marks, scene.word),
            last,  # pieces lie over it
            drawn.names(scene.marks.active),
        ),
        _pieces(scene.shown, scene.word, large),
        drawn.above(scene.shown, scene.marks, scene.word),
    ]
    if (
        scene.advised is not None
        and (place := place_of(scene.advised, board)) is not None
    ):
        layers.append(
            el(
                "g",
                shapes[place],
                *drawn.ghost(scene.advised, scene.position.turn),
                class_="gk-advised",
            )
        )
    description = describe(
        scene.shown, scene.position, scene.read, scene.marks.path, scene.marks.active
    )
    return stage(
        round(drawn.geometry.width),
        round(drawn.geometry.height),
        layers,
        _hits(scene, large),
        label=text("board.label"),
        description=description,
        over=over,
        pieces=None if scene.seat is None else _lying(board, scene.seat, large),
    )


def _hits(scene: Scene, large: bool) -> list[Element]:
    board = scene.shown.board
    labels = _labels(scene.shown, get_language())
    entry = scene.selected or next(
        (n for n in board.names if n in scene.targets), board.end
    )

    def said(name: str) -> str:
        if name in scene.targets:
            return text("place.target", place=labels[name], piece=scene.hand)
        return labels[name]

    hits = []
    for place in _places(board, large):
        name, slot = place.name, place.name not in board.index
        if slot and not scene.slots:
            continue
        made = hit(
            name,
            said(name),
            place.x,
            place.y,
            place.shape,
            target=name in scene.targets,
            selected=name == scene.selected,
            first=name == entry,
            drag=name in scene.drags,
            to=scene.drags.get(name, ()),
            line=scene.lines and not slot and name in scene.drags,
            turn=place.turn,
            lamp=place.lamp,
            piece=None if name not in scene.drags else "tool:x" if slot else "tool:^",
        )
        hits.append(made)
    return hits


@lru_cache(maxsize=64)
def tower(word: str, read: int) -> Element:
    """The word as a tower beside the board, lowest cone first; what is read is dim, what comes next is marked."""
    cones = []
    for i, symbol in enumerate(word):
        cones.append(
            el(
                "li",
                el(
                    "svg",
                    *cone(symbol),
                    viewBox="-24 -16 56 32",
                    width=56,
                    height=32,
                    opacity=0.4 if i < read else None,
                ),
                class_="gk-next" if i == read else None,
                data_follow=True if i == read else None,
                data_key=f"cone-{i}",
            )
        )
    return ready(
        el(
            "ol",
            *cones,
            class_="gk-strip gk-scroll",
            style=f"--gk-many:{len(word)}",
            aria_hidden="true",
            data_key="tower",
        )
    )
