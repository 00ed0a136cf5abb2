"""Pictures of the machine: track, token, boxes, markers (coloured *and* numbered), dice; learning as a diagram."""

from collections import Counter
from collections.abc import Mapping

from boardkit.errors import UserError, whole_number
from boardkit.messages import numeral
from boardkit.svg import Element, Picture, arrow, el, label
from boardkit.theme import PALETTE, style
from matchbox.analysis.chain import Chain, full
from matchbox.analysis.configurations import configuration_text
from matchbox.players.teachers import LawLike, law
from matchbox.rules.dice import Throw
from matchbox.rules.machine import Machine
from matchbox.rules.ruleset import CATALOGUE, Circle, Rules, message
from matchbox.rules.track import Track

COLUMN = 58
"""Width of one field of the board in pixels."""

TRACK = 90
"""Height of the middle of the track."""

TOP = 142

MOST = 40
"""Configurations that a learning diagram has room for."""

_PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}


def colour(rules: Rules, move: int) -> str:
    """The colour of a move, from the palette (or as given, if it is no name of the palette)."""
    name = rules.colours[whole_number("move", move, 1, rules.step) - 1]
    return PALETTE.get(name, name)


def field_name(rules: Rules, d: int) -> str:
    """What the field with d to go is called."""
    if d in (0, rules.length):
        return CATALOGUE.text("draw.start" if d else "draw.goal")
    return CATALOGUE.text("draw.field", n=rules.length - d)


def marker(
    rules: Rules, x: float, y: float, move: int, r: float = 15, **attributes: object
) -> Element:
    """A marker: the colour of its move, and its number."""
    return el(
        "g",
        el(
            "circle",
            cx=x,
            cy=y,
            r=r,
            fill=colour(rules, move),
            stroke=style.rim,
            stroke_width=style.medium,
        ),
        label(x, y, move, 1.25 * r, font_weight="bold", fill=style.piece_black),
        **attributes,
    )


def die(
    rules: Rules,
    x: float,
    y: float,
    move: int,
    value: int,
    size: float = 44,
    chosen: bool = False,
) -> Element:
    """A die of the colour of a move; pips up to six, a numeral beyond; the highest one has a thick frame."""
    half = size / 2
    parts = [
        el(
            "rect",
            x=x - half,
            y=y - half,
            width=size,
            height=size,
            rx=size / 6,
            fill=colour(rules, move),
            stroke=style.rim,
            stroke_width=style.heavy if chosen else style.thin,
        )
    ]
    if value in _PIPS:
        for right, down in _PIPS[value]:
            pip_x = x + right * size / 3.8
            pip_y = y + down * size / 3.8
            parts.append(
                el("circle", cx=pip_x, cy=pip_y, r=size / 11, fill=style.piece_black)
            )
    elif value:
        parts.append(
            label(x, y, value, size / 2, font_weight="bold", fill=style.piece_black)
        )
    return el("g", *parts)


def dice(rules: Rules, throw: Throw) -> Picture:
    """One throw, each die with the number of its move below.

    Examples
    --------
    >>> from random import Random
    >>> from matchbox.rules.dice import throw
    >>> dice(Rules(), throw((1, 2, 3), 6, Random(7))[-1]).desc
    'Dice: 1 shows 3, 2 shows 2, 3 shows 4 (highest).'
    """
    parts = []
    told = []
    for i, (move, value) in enumerate(throw.dice):
        x = 36 + 62 * i
        chosen = i in throw.highest
        parts.append(die(rules, x, 36, move, value, chosen=chosen))
        parts.append(label(x, 76, f"→{move}"))
        words = "draw.die_high" if chosen else "draw.die"
        told.append(CATALOGUE.text(words, move=move, value=value))
    return Picture(
        62 * len(throw.dice) + 10,
        92,
        *parts,
        title=CATALOGUE.text("draw.dice_title"),
        desc=CATALOGUE.text("draw.dice", dice=", ".join(told)),
    )


def column(rules: Rules, d: int) -> float:
    """Horizontal position of the field with d to go."""
    return 36 + COLUMN * (rules.length - d)


def _track(rules: Rules, token: int | None, came: int | None = None) -> list[Element]:
    parts = [
        el(
            "line",
            x1=column(rules, rules.length),
            x2=column(rules, 0),
            y1=TRACK,
            y2=TRACK,
            stroke=style.edge,
            stroke_width=style.heavy,
        )
    ]
    for d in range(rules.length, -1, -1):
        x = column(rules, d)
        spot = {"cx": x, "cy": TRACK}
        if d in (0, rules.length):
            look = {
                "fill": style.cream,
                "stroke": style.ink,
                "stroke_width": style.firm,
            }
            parts.append(el("circle", **spot, r=28, **look))
            parts.append(label(x, TRACK, field_name(rules, d), style.head))
        else:
            look = {
                "fill": style.paper,
                "stroke": style.ink,
                "stroke_width": style.medium,
            }
            parts.append(el("circle", **spot, r=24, **look))
            parts.append(label(x, TRACK, rules.length - d, style.head))
        if came is not None and d in (came, token):  # the last move
            parts.append(
                el(
                    "circle",
                    cx=x,
                    cy=TRACK,
                    r=31,
                    fill="none",
                    stroke=style.signal,
                    stroke_width=style.medium,
                    stroke_dasharray=(4, 5) if d == came else None,
                )
            )
    if token is not None:
        pawn = el(
            "g",
            el("path", d="M -15 62 L 0 20 L 15 62 Z"),
            el("circle", cy=24, r=11),
            fill=style.ink,
            stroke=style.paper,
            stroke_width=style.medium,
            data_key="token",
            class_="gk-slide",
            transform=f"translate({column(rules, token):.2f} 0)",
        )
        parts.append(pawn)
    return parts


def _box(rules: Rules, d: int, lit: bool) -> list[Element]:
    """The box of a field, and below it the place of the current move."""
    x = column(rules, d)
    most = rules.step
    return [
        el(
            "rect",
            x=x - 25,
            y=TOP,
            width=50,
            height=40 * most + 14,
            rx=8,
            fill=style.cream if lit else style.tint,
            stroke=style.ink,
            stroke_width=style.heavy if lit else style.medium,
        ),
        el(
            "rect",
            x=x - 25,
            y=TOP + 40 * most + 28,
            width=50,
            height=48,
            rx=8,
            fill=style.paper,
            stroke=style.ink,
            stroke_width=style.medium,
            stroke_dasharray=(6, 4),
        ),
    ]


def _markers(
    rules: Rules,
    d: int,
    counts: Mapping[Circle, int],
    current: int | None,
    leaving: int | None,
) -> Element:
    """The markers of a field: each is one thing that moves from its circle to the current move and back."""
    x = column(rules, d)
    low = TOP + 40 * rules.step + 52  # the middle of the current move
    parts = []
    for row, k in enumerate(rules.box(d)):
        y = TOP + 27 + 40 * row
        number = counts.get((d, k), 0)
        # An empty circle, so that it is seen what has left.
        if number == 0:
            look = {
                "fill": style.paper,
                "stroke": style.edge,
                "stroke_width": style.thin,
            }
            parts.append(
                el("circle", cx=x, cy=y, r=15, **look, stroke_dasharray=(3, 3))
            )
        if number > 0:
            # Of several markers on a circle one is drawn, and how many there are.
            left = x - 8 if number > 1 else x
            parts.append(_sliding(rules, k, left, y, f"{d}.{k}", data_flies=""))
        if k == current:
            # Another marker of the same circle still lies in the box, and has the plain key.
            key = f"{d}.{k}+" if number else f"{d}.{k}"
            parts.append(_sliding(rules, k, x, low, key))
        if number > 1:
            parts.append(label(x + 17, y, f"×{number}", style.small))
    if leaving is not None:
        # Crossed out around its number, which stays legible.
        cross = "M -9 -9 L -20 -20 M -9 9 L -20 20 M 9 -9 L 20 -20 M 9 9 L 20 20"
        crossed = el(
            "g",
            marker(rules, 0, 0, leaving, opacity=0.7),
            el(
                "path",
                d=cross,
                stroke=style.vermillion,
                stroke_width=style.heavy,
                fill="none",
            ),
            data_key="leaving",
            transform=f"translate({x:.2f} {low:.2f})",
        )
        parts.append(crossed)
    return el("g", *parts, data_key=f"markers-{d}")


def _sliding(
    rules: Rules, move: int, x: float, y: float, key: str, **attributes: object
) -> Element:
    """A marker that a page sees move, by its key."""
    place = f"translate({x:.2f} {y:.2f})"
    attributes |= {"class_": "gk-slide", "data_key": key, "transform": place}
    return marker(rules, 0, 0, move, 15, **attributes)


def scene_size(rules: Rules) -> tuple[float, float]:
    """Width and height of the board."""
    return COLUMN * rules.length + 84, TOP + 40 * rules.step + 92


def scene(
    rules: Rules,
    counts: Mapping[Circle, int],
    current: Mapping[int, int],
    token: int | None = None,
    leaving: Circle | None = None,
    lit: int | None = None,
    came: int | None = None,
) -> list[Element]:
    """What lies on the board: markers in the boxes, current moves (field to move), token, a leaving marker, the box
    that is being looked at, the field that the token came from."""
    parts = [el("g", *_track(rules, token, came))]
    for d in range(rules.length, 0, -1):
        # Only the field of the leaving marker shows it.
        gone = None
        if leaving is not None and leaving[0] == d:
            gone = leaving[1]
        parts += _box(rules, d, lit == d)
        parts.append(_markers(rules, d, counts, current.get(d), gone))
    captions = [
        (TOP + 20, CATALOGUE.text("draw.possible")),
        (TOP + 40 * rules.step + 44, CATALOGUE.text("draw.current_moves")),
    ]
    for y, caption in captions:
        for line, word in enumerate(caption.split()):
            parts.append(
                label(
                    column(rules, 0) + 8,
                    y + 20 * line,
                    word,
                    style.head,
                    fill=style.line,
                )
            )
    return parts


def board(machine: Machine | None = None, token: int | None = None) -> Picture:
    """The playing board: track and token, the box of each field, and below it the place of the current move.

    Parameters
    ----------
    machine : Machine
    token : int, optional
        Fields to go of the token.

    Examples
    --------
    >>> board(Machine(Rules(length=3)), token=3).desc
    'Board with the token on Start. Boxes from Start on: Start: 1 2 3; field 1: 1 2; field 2: 1.'
    """
    machine = Machine() if machine is None else machine
    if not isinstance(machine, Machine):
        raise UserError(message("error.machine", value=repr(machine)))
    rules = machine.rules
    if token is not None:
        whole_number("token", token, 0, rules.length)
    current = {marker.field: marker.move for marker in machine.current}
    in_box: Counter[Circle] = Counter()
    said = []
    for d in range(rules.length, 0, -1):
        box = machine.boxes[d]
        in_box.update(marker.circle for marker in box)
        here = " ".join(str(marker.move) for marker in box) or CATALOGUE.text(
            "draw.empty"
        )
        if d in current:
            here += f" ({CATALOGUE.text('draw.current')} {current[d]})"
        said.append(f"{field_name(rules, d)}: {here}")
    boxes = "; ".join(said)
    if token is None:
        desc = CATALOGUE.text("draw.board_bare", boxes=boxes)
    else:
        desc = CATALOGUE.text("draw.board", where=field_name(rules, token), boxes=boxes)
    return Picture(
        *scene_size(rules),
        *scene(rules, in_box, current, token),
        title=CATALOGUE.text("draw.title"),
        desc=desc,
    )


def learning_diagram(
    rules: Rules | None = None, teacher: LawLike | None = None
) -> Picture:
    """All configurations of a small layout, row by row as markers are lost; the last row is the trained machine.

    Edges carry the lost marker and, with a teacher, the probabilities that a game does it if the machine / the
    teacher starts.

    Examples
    --------
    >>> learning_diagram(Rules(length=3)).desc
    'Learning with 3 fields: 8 configurations, 12 ways to lose a marker, 4 rows from 6 down to 3 markers.'
    """
    rules = Rules(length=3) if rules is None else Rules.of(rules)
    chain = Chain(rules, law(teacher or "random", rules))
    configs = chain.configs
    if len(configs) > MOST:
        problem = message("error.too_many_to_draw", count=len(configs), limit=MOST)
        raise UserError(problem)
    most = full(rules).bit_count()
    least = configs[-1].bit_count()
    rows: list[list[int]] = [[] for _ in range(most, least - 1, -1)]
    for i, config in enumerate(configs):
        rows[most - config.bit_count()].append(i)
    width = _ACROSS * max(map(len, rows)) + 20
    height = _DOWN * (len(rows) - 1) + _HIGH + 12
    place: dict[int, tuple[float, float]] = {}
    for down, row in enumerate(rows):
        for across, i in enumerate(row):
            x = width / 2 + _ACROSS * (across - (len(row) - 1) / 2)
            place[i] = x, _HIGH / 2 + 6 + _DOWN * down

    chances: dict[tuple[int, int], list[float]] = {}
    for side in (0, 1):
        for i, edges in enumerate(chain.edges[side]):
            for child, probability in edges:
                chances.setdefault((i, child), [0.0, 0.0])[side] = probability
    lines = []
    notes = []
    for (i, child), both in chances.items():
        d, k = rules.circles[(configs[i] & ~configs[child]).bit_length() - 1]
        text = [f"−{d}.{k}"]
        # Without one there are ways to lose a marker, but no probabilities.
        if teacher:
            text.append(" / ".join(numeral(chance, ".2f") for chance in both))
        line, note = _lost_marker(place[i], place[child], text)
        lines.append(line)
        notes += note
    nodes = []
    for i, (x, y) in place.items():
        is_end = not chain.edges[0][i] and not chain.edges[1][i]
        box = el(
            "rect",
            x=x - _WIDE / 2,
            y=y - _HIGH / 2,
            width=_WIDE,
            height=_HIGH,
            rx=10,
            fill=style.taken if is_end else style.paper,
            stroke=style.ink,
            stroke_width=style.bold if is_end else style.medium,
        )
        nodes += [box, label(x, y, configuration_text(rules, configs[i]))]
    if teacher:
        notes.append(
            label(
                width / 2, height + 10, CATALOGUE.text("draw.learning_key"), style.text
            )
        )
        height += 22
    return Picture(
        width,
        height,
        *lines,
        *notes,
        *nodes,
        title=CATALOGUE.text("draw.learning_title"),
        desc=CATALOGUE.text(
            "draw.learning",
            length=rules.length,
            count=len(configs),
            edges=len(chances),
            rows=len(rows),
            most=most,
            least=least,
        ),
    )


_ACROSS, _DOWN = 300.0, 146.0
"""From a configuration to the next in its row, and from a row to the one below it."""
_WIDE, _HIGH = 184.0, 40.0
"""Size of a configuration."""


def _lost_marker(
    start: tuple[float, float], end: tuple[float, float], text: list[str]
) -> tuple[Element, list[Element]]:
    """The arrow between two configurations, and what is written on it."""
    x1, y1 = start
    x2, y2 = end
    # Edges leave and arrive on the side they lean to.
    lean = max(-1.0, min(1.0, (x2 - x1) / _ACROSS))
    x1 += 0.35 * _WIDE * lean
    x2 -= 0.35 * _WIDE * lean
    y1 += _HIGH / 2
    y2 -= _HIGH / 2 + 2
    x = x1 + 0.23 * (x2 - x1)
    y = y1 + 0.23 * (y2 - y1)
    half = 3.8 * max(map(len, text))
    high = 9.5 * len(text)
    plate = {"x": x - half, "y": y - high, "width": 2 * half, "height": 2 * high}
    note = [el("rect", **plate, fill=style.paper, opacity=0.9)]
    for i, line in enumerate(text):
        note.append(label(x, y + 19 * (i - (len(text) - 1) / 2), line, style.text))
    return arrow(x1, y1, x2, y2, color=style.line), note


def track(value: Track) -> Picture:
    """The track with its token."""
    width, _ = scene_size(value.rules)
    return Picture(
        width,
        TRACK + 40,
        *_track(value.rules, value.togo),
        title=CATALOGUE.text("draw.title"),
        desc=str(value),
    )


def bundle(value: Machine | Track) -> dict[str, str]:
    """What a notebook shows of a machine, or of the track with the token; the front door registers it."""
    picture = board(value) if isinstance(value, Machine) else track(value)
    shown = picture._repr_mimebundle_()
    shown["text/plain"] = repr(value)
    return shown
