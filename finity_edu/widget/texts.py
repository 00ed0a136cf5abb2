"""Texts of the widgets, and moves and places in words."""

from __future__ import annotations

from finity_edu.draw.describe import slot_name
from finity_edu.rules.board import EMPTY, FIRST_BLOCKER
from finity_edu.rules.errors import CATALOGUE
from finity_edu.rules.layout import Layout
from finity_edu.rules.pieces import (
    Bridge,
    Move,
    MoveBlocker,
    MovePost,
    PlaceBridge,
    PlaceRing,
    RemoveBlocker,
    RemoveBridge,
    ReverseBridge,
    Slot,
    Teleport,
    seat_letter,
)


def text(id: str, /, **values: object) -> str:
    """A text of the widgets in the current language.

    >>> text("undo")
    'Undo'
    """
    return str(CATALOGUE.message(f"widget.{id}", **values))


def bridge_words(bridge: Bridge) -> str:
    """An arrow in words.

    >>> bridge_words(Bridge("b", "N", "C", "l"))
    'black arrow N → C (left lane)'
    """
    lane = text(f"lane.{bridge.lane}")
    return text("arrow", colour=text(f"colour.{bridge.colour}"), tail=bridge.tail, head=bridge.head, lane=lane)


def move_words(move: Move) -> str:
    """A move in words.

    >>> move_words(PlaceRing("SE", "m"))
    'Place a medium ring on SE'
    """
    match move:
        case PlaceBridge(bridge):
            return text("move.place", arrow=bridge_words(bridge))
        case ReverseBridge(bridge):
            return text("move.reverse", arrow=bridge_words(bridge))
        case RemoveBridge(bridge):
            return text("move.remove", arrow=bridge_words(bridge))
        case PlaceRing(station, size):
            return text("move.ring", size=text(f"size.{size}"), station=station)
        case MoveBlocker(source, target):
            return text("move.blocker", source=source or "?", target=target)
        case RemoveBlocker(slot):
            return text("move.unblock", slot=slot)
        case MovePost(station):
            return text("move.post", station=station)
        case Teleport(station):
            return text("move.teleport", station=station)
    return text("move.pass")


def place_words(layout: Layout, place: str) -> str:
    """A place of the board and what lies there, in words, for screen readers.

    >>> from finity_edu.rules.board import Board
    >>> place_words(Layout.start(Board.standard(2)), "C-N.l")
    'C to N, left lane: blocker of c'
    >>> place_words(Layout.start(Board.standard(2)), "N")
    'Station N: post of c'
    """
    if place in layout.board.index:
        return _station_words(layout, place)
    number = layout.board.slot_index[parse_slot(place)]
    code = layout.slot_codes[number]
    content = text("place.empty")
    if code >= FIRST_BLOCKER:
        content = text("place.blocker", seat=seat_letter(code - FIRST_BLOCKER + 1))
    elif code != EMPTY:
        content = bridge_words(layout.board.bridge(number, code))
    return f"{slot_name(layout.board.slots[number])}: {content}"


def _station_words(layout: Layout, name: str) -> str:
    what = [text("place.post", seat=seat_letter(s)) for s, at in enumerate(layout.posts, start=1) if at == name]
    what += [
        text("place.ring", size=text(f"size.{ring.size}"), seat=seat_letter(ring.seat))
        for ring in layout.rings if ring.station == name
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
