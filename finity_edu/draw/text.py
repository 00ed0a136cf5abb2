"""A position in plain characters, for terminals of 80 columns.

Stations are hexagons of characters with name, post and rings; under the map stand the arrows by station, the
blockers, and the word with what is read.
"""

from collections.abc import Iterator
from textwrap import wrap

from boardkit.messages import using_language
from finity_edu.draw.describe import player
from finity_edu.rules.errors import CATALOGUE
from finity_edu.rules.layout import Layout
from finity_edu.rules.pieces import seat_letter
from finity_edu.rules.position import Position

COLUMN, HALF_ROW = 12, 2
"""Distance of neighbouring columns, and half the distance of neighbours in a column, in characters."""
SIGN = {"b": "■", "w": "□"}
WIDTH = 78


def draw_text(
    position: Position | Layout, *, word_read: int = 0, lang: str | None = None
) -> str:
    r"""Draw a position with characters.

    Parameters
    ----------
    position : Position or Layout
    word_read : int
        Number of symbols of the word that are read already; they stand in brackets.
    lang : {"en", "de", "es"}, optional
        Language of the words; the current one by default.

    Returns
    -------
    str
        Lines of at most 80 characters on the standard boards. Rings are written small, medium, large; a post as
        ``@c``; ``■→`` is a black arrow, ``□→`` a white one.

    Examples
    --------
    >>> from finity_edu.rules.position import Position
    >>> print(draw_text(Position.parse("bga/[A:0,0 B:0,1 D*:1,0] bw c; posts c@A; rings B:c..; bridges bA>B.m")))
                  __________
                 /          \
      __________/   B    c.. \
     /          \            /
    /   A @c     \__________/
    \            /          \
     \__________/     *D*    \
                \            /
                 \__________/
    A   ■→B.m
    word (from the bottom): b w   c to move
    """
    layout = position.layout if isinstance(position, Position) else position
    with using_language(lang):
        lines = [*_map(layout), *_arrows(layout), *_blockers(layout)]
        if isinstance(position, Position):
            lines += _state(position, word_read)
        return "\n".join(lines)


def _map(layout: Layout) -> list[str]:
    """The stations as hexagons that share their sides."""
    places = {
        name: (place.x + place.y, place.x - place.y)
        for name, place in layout.board.stations
    }
    left = min(across for across, _ in places.values())
    top = min(down for _, down in places.values())
    canvas: dict[tuple[int, int], str] = {}
    for name, (across, down) in places.items():
        _hexagon(
            canvas,
            COLUMN * (across - left),
            HALF_ROW * (down - top),
            _content(layout, name),
        )
    height = 1 + max(y for _, y in canvas)
    width = 1 + max(x for x, _ in canvas)
    rows = (
        "".join(canvas.get((x, y), " ") for x in range(width)).rstrip()
        for y in range(height)
    )
    return list(rows)


def _hexagon(canvas: dict[tuple[int, int], str], x: int, y: int, text: str) -> None:
    for i in range(2, 12):
        canvas.setdefault((x + i, y), "_")
        canvas[x + i, y + 4] = "_"
    for row, (before, after) in enumerate(
        (("/", "\\"), ("/", "\\"), ("\\", "/"), ("\\", "/")), start=1
    ):
        inset = 1 if row in (1, 4) else 0
        canvas[x + inset, y + row] = before
        canvas[x + 13 - inset, y + row] = after
    for i, character in enumerate(text):
        canvas[x + 2 + i, y + 2] = character


def _content(layout: Layout, name: str) -> str:
    """Name, post and rings of a station in ten characters."""
    if name == layout.board.end:
        return f" *{name}*".center(9)
    post = "".join(
        f"@{seat_letter(seat)}" for seat, at in enumerate(layout.posts, 1) if at == name
    )
    rings = layout.ring_letters(name)
    return f"{name:>3} {post:2} {rings if rings != '...' else '':3}"


def _arrows(layout: Layout) -> Iterator[str]:
    """The arrows that leave each station, a line for each (more where they do not fit)."""
    if not layout.arrows:
        yield CATALOGUE.text("draw.no_arrows")
    for name in layout.board.names:
        words = [
            f"{SIGN[piece.colour]}→{piece.head}.{piece.lane}"
            for colour in "bw"
            for piece in layout.arrows
            if piece.tail == name and piece.colour == colour
        ]
        line = f"{name:4}"
        for word in words:
            if len(line) + len(word) > WIDTH:
                yield line.rstrip()
                line = "    "
            line += word + " "
        if words:
            yield line.rstrip()


def _blockers(layout: Layout) -> Iterator[str]:
    words = [f"{seat_letter(piece.seat)}@{piece.slot}" for piece in layout.blockers]
    if words:
        yield from wrap(
            CATALOGUE.text("draw.text.blockers", blockers=" ".join(words)),
            WIDTH,
            subsequent_indent="    ",
            break_on_hyphens=False,
        )


def _state(position: Position, read: int) -> Iterator[str]:
    word = " ".join(position.word[read:])
    if read:
        word = f"[{' '.join(position.word[:read])}] {word}".rstrip()
    line = CATALOGUE.text("draw.text.word", word=word)
    if position.result is None:
        yield f"{line}   " + CATALOGUE.text(
            "draw.text.turn", seat=seat_letter(position.turn)
        )
    else:
        yield line
        yield from wrap(
            str(position.result), WIDTH, break_long_words=False, break_on_hyphens=False
        )


def legend(layout: Layout) -> str:
    """What the signs mean, in one paragraph.

    Examples
    --------
    >>> from finity_edu.rules.board import Board
    >>> legend(Layout.empty(Board.standard(2))).splitlines()[0]
    '@c post, c.. rings (small, medium, large), ■→N.m black arrow to N in the middle lane, □→ white arrow'
    """
    seats = range(1, layout.board.players + 1)
    players = ", ".join(f"{seat_letter(seat)}: {player(seat)}" for seat in seats)
    return CATALOGUE.text("draw.text.legend") + "\n" + players
