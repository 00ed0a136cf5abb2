"""A board in words: the text alternative of its picture, and what a screen reader says of a place."""

from collections.abc import Collection, Iterator, Sequence

from boardkit.messages import Catalogue
from finity_edu.rules.layout import Layout
from finity_edu.rules.pieces import Slot, seat_letter
from finity_edu.rules.position import Position

_text = Catalogue("finity_edu", "draw").text


def player(seat: int) -> str:
    """The name of a seat in words.

    >>> player(2)
    'Yellow (square)'
    """
    return _text(f"player.{seat_letter(seat)}")


def slot_name(slot: Slot) -> str:
    """The name of a slot in words.

    >>> slot_name(Slot("C", "N", "l"))
    'C to N, left lane'
    """
    return _text("slot", a=slot.a, b=slot.b, lane=_text(f"lane.{slot.lane}"))


def describe(
    layout: Layout,
    position: Position | None = None,
    word_read: int = 0,
    path: Sequence[str] = (),
    active: Collection[str] = (),
) -> str:
    """Say in words what lies on a board, who is to move, and what is marked.

    Examples
    --------
    >>> from finity_edu.rules.board import Board
    >>> describe(Layout.empty(Board.named("abcd")))
    'Finity board with 4 stations: A, B, C, D; D carries the tower. There are no arrows.'
    """
    return " ".join(_sentences(layout, position, word_read, path, active))


def _sentences(
    layout: Layout,
    position: Position | None,
    read: int,
    path: Sequence[str],
    active: Collection[str],
) -> Iterator[str]:
    board = layout.board
    yield _text(
        "board", number=len(board.names), names=", ".join(board.names), end=board.end
    )
    if position is not None:
        yield _text("word", word=" ".join(position.word), number=len(position.word))
        if read:
            yield _text("read", number=read)
    for seat in range(1, board.players + 1):
        what = "; ".join(_possessions(layout, seat))
        if what:
            yield _text("seat", player=player(seat), what=what)
    if not layout.arrows:
        yield _text("no_arrows")
    for colour in ("b", "w"):
        lying = ", ".join(_arrows(layout, colour))
        if lying:
            yield _text(f"arrows.{colour}", arrows=lying)
    if active:
        yield _text(
            "active", stations=", ".join(name for name in board.names if name in active)
        )
    if path:
        yield _text("path", stations=", ".join(path))
    if position is not None and position.result is not None:
        yield _text("over", result=str(position.result))
    elif position is not None:
        yield _text("turn", player=player(position.turn))


def _possessions(layout: Layout, seat: int) -> Iterator[str]:
    station = layout.posts[seat - 1]
    if station is not None:
        yield _text("post", station=station)
    rings: dict[str, list[str]] = {}
    for ring in layout.rings:
        if ring.seat == seat:
            rings.setdefault(ring.station, []).append(_text(f"size.{ring.size}"))
    if rings:
        yield _text(
            "rings",
            rings=", ".join(
                f"{name} ({', '.join(sizes)})" for name, sizes in rings.items()
            ),
        )
    blockers = [
        f"{b.slot.a}–{b.slot.b} {_text(f'lane.{b.slot.lane}')}"
        for b in layout.blockers
        if b.seat == seat
    ]
    if blockers:
        yield _text("blockers", slots=", ".join(blockers))


def _arrows(layout: Layout, colour: str) -> Iterator[str]:
    """Arrows of a colour by tail: ``N→C``."""
    order = layout.board.index
    lying = [
        (piece.tail, piece.head) for piece in layout.arrows if piece.colour == colour
    ]
    for tail, head in sorted(lying, key=lambda pair: (order[pair[0]], order[pair[1]])):
        yield f"{tail}→{head}"
