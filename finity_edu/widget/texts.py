"""Texts of the widgets, and moves and places in words."""

from dataclasses import replace
from functools import lru_cache

from boardkit.messages import Catalogue, Message, get_language
from finity_edu.draw.describe import slot_name
from finity_edu.rules.board import EMPTY, FIRST_BLOCKER, Board
from finity_edu.rules.errors import FinityError, Problem, Reason
from finity_edu.rules.layout import Layout
from finity_edu.rules.pieces import (
    Arrow,
    Move,
    MoveBlocker,
    MovePost,
    PlaceArrow,
    PlaceRing,
    RemoveArrow,
    RemoveBlocker,
    ReverseArrow,
    Slot,
    Teleport,
    seat_letter,
)

TEXTS = Catalogue("finity_edu", "widget")
text = TEXTS.text


def seat_words(seat: int) -> str:
    """A player by colour.

    >>> seat_words(2)
    'Yellow'
    """
    return text(f"colour_of.{seat_letter(seat)}")


def seat_sign(seat: int) -> str:
    """A player by shape.

    >>> seat_sign(2)
    '■'
    """
    return text(f"seat.{seat_letter(seat)}")[-1]


def reason_words(reason: Reason | None) -> str:
    """Why a move is not legal, in words for somebody who sees the place.

    >>> from finity_edu.rules.position import Position
    >>> reason_words(Position.start(word="bbwwbwbw").why_illegal("+bN>C.l"))
    'this slot is taken'
    """
    if reason is None:
        return ""
    id = f"reason.{reason.id}"
    return text(id, None, **reason.values) if id in TEXTS else str(reason)


def problem_words(problem: Problem) -> str:
    """What is wrong with a position, in words for somebody who sees the board."""
    id = f"problem.{problem.id}"
    if id not in TEXTS:
        return str(problem)
    values = {name: _in_words(name, value) for name, value in problem.values.items()}
    if problem.id == "orphan":
        values["station"] = str(problem.values["ring"]).split(".")[0]
    return text(id, None, **values)


def spoken(message: Message) -> Message:
    """A message about moves and seats that names them in words, not in notation.

    >>> from finity_edu.rules.errors import CATALOGUE
    >>> message = CATALOGUE.message("players.why.allows", seat="y", move=PlaceRing("SE", "m"))
    >>> print(message, spoken(message), sep=chr(10))
    lets y win (+oSE.m)
    lets Yellow win (place a medium ring on SE)
    """
    values = {name: _in_words(name, value) for name, value in message.values.items()}
    return replace(message, values=values)


def _in_words(name: str, value: object) -> object:
    kinds = {
        "seat": "colour_of",
        "other": "colour_of",
        "size": "size",
        "colour": "colour",
    }
    if name in kinds:
        return text(f"{kinds[name]}.{value}")
    if isinstance(value, Arrow):
        return arrow_words(value)
    if isinstance(value, Move):
        words = move_words(value)
        return words[:1].lower() + words[1:]
    return value


def checked_word(value: str) -> str:
    """A word without its spaces.

    Raises
    ------
    FinityError
        If it holds another symbol than b and w.
    """
    word = "".join(str(value).split())
    if set(word) - {"b", "w"}:
        raise FinityError(TEXTS.message("bad_word", word=word))
    return word


def arrow_words(arrow: Arrow) -> str:
    """An arrow in words.

    >>> arrow_words(Arrow("b", "N", "C", "l"))
    'black arrow N → C (left lane)'
    """
    lane = text(f"lane.{arrow.lane}")
    return text(
        "arrow",
        colour=text(f"colour.{arrow.colour}"),
        tail=arrow.tail,
        head=arrow.head,
        lane=lane,
    )


def move_words(move: Move) -> str:
    """A move in words.

    >>> move_words(PlaceRing("SE", "m"))
    'Place a medium ring on SE'
    """
    return _told("move", move)


def deed_words(move: Move) -> str:
    """What a move has done.

    >>> deed_words(PlaceRing("SE", "m"))
    'medium ring placed on SE'
    """
    return _told("did", move)


def _told(how: str, move: Move) -> str:
    match move:
        case PlaceArrow(arrow):
            return text(f"{how}.place", arrow=arrow_words(arrow))
        case ReverseArrow(arrow):
            return text(f"{how}.reverse", arrow=arrow_words(arrow))
        case RemoveArrow(arrow):
            return text(f"{how}.remove", arrow=arrow_words(arrow))
        case PlaceRing(station, size):
            return text(f"{how}.ring", size=text(f"size.{size}"), station=station)
        case MoveBlocker(source, target):
            return text(
                f"{how}.blocker",
                source=slot_name(source) if source else "?",
                target=slot_name(target),
            )
        case RemoveBlocker(slot):
            return text(f"{how}.unblock", slot=slot_name(slot))
        case MovePost(station):
            return text(f"{how}.post", station=station)
        case Teleport(station):
            return text(f"{how}.teleport", station=station)
    return text(f"{how}.pass")


def place_words(layout: Layout, place: str) -> str:
    """A place of the board and what lies there, in words, for screen readers.

    >>> from finity_edu.rules.board import Board
    >>> place_words(Layout.start(Board.standard(2)), "C-N.l")
    'C to N, left lane: blocker of Blue'
    >>> place_words(Layout.start(Board.standard(2)), "N")
    'Station N: post of Blue'
    """
    if place in layout.board.index:
        return _station_words(layout, place)
    number = layout.board.slot_index[parse_slot(place)]
    return _slot_words(layout.board, number, layout.slot_codes[number], get_language())


@lru_cache(maxsize=4096)
def _slot_words(board: Board, number: int, code: int, lang: str) -> str:
    content = text("place.empty")
    if code >= FIRST_BLOCKER:
        content = text("place.blocker", seat=seat_words(code - FIRST_BLOCKER + 1))
    elif code != EMPTY:
        content = arrow_words(board.arrow(number, code))
    return f"{slot_name(board.slots[number])}: {content}"


def _station_words(layout: Layout, name: str) -> str:
    what = [
        text("place.post", seat=seat_words(s))
        for s, at in enumerate(layout.posts, start=1)
        if at == name
    ]
    what += [
        text("place.ring", size=text(f"size.{ring.size}"), seat=seat_words(ring.seat))
        for ring in layout.rings
        if ring.station == name
    ]
    if name == layout.board.end:
        what.append(text("place.tower"))
    head = text("place.station", station=name)
    return f"{head}: {', '.join(what)}" if what else f"{head}: {text('place.empty')}"


def parse_slot(place: str) -> Slot:
    """The slot that an id of the page means.

    >>> parse_slot("C-N.l")
    Slot(a='C', b='N', lane='l')
    """
    stations, lane = place.split(".")
    a, b = stations.split("-")
    return Slot(a, b, lane)  # type: ignore[arg-type]
