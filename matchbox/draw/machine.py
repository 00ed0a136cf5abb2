"""Pictures of the machine: track, token, boxes, markers (coloured *and* numbered), dice; learning as a diagram."""

from collections.abc import Mapping
from itertools import groupby

from boardkit.errors import UserError, whole_number
from boardkit.messages import numeral
from boardkit.svg import Element, Picture, arrow, el, label
from boardkit.theme import PALETTE, style
from matchbox.analysis.chain import Chain, full
from matchbox.analysis.configurations import configuration_text
from matchbox.players.teachers import LawLike, law
from matchbox.rules.dice import Throw
from matchbox.rules.machine import Machine
from matchbox.rules.ruleset import CATALOGUE, Circle, Rules
from matchbox.rules.track import Track

COLUMN = 92
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
        label(x, y, move, 1.15 * r, font_weight="bold", fill=style.piece_black),
        **attributes,
    )


def die(
    rules: Rules, x: float, y: float, move: int, value: int, size: float = 44, chosen: bool = False
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
        parts += [
            el(
                "circle",
                cx=x + a * size / 3.8,
                cy=y + b * size / 3.8,
                r=size / 11,
                fill=style.piece_black,
            )
            for a, b in _PIPS[value]
        ]
    elif value:
        parts.append(label(x, y, value, size / 2, font_weight="bold", fill=style.piece_black))
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
    parts, told = [], []
    for i, (move, value) in enumerate(throw.dice):
        chosen = i in throw.highest
        parts.append(die(rules, 36 + 62 * i, 36, move, value, chosen=chosen))
        parts.append(label(36 + 62 * i, 76, f"→{move}"))
        told.append(
            CATALOGUE.text("draw.die_high" if chosen else "draw.die", move=move, value=value)
        )
    return Picture(
        62 * len(throw.dice) + 10,
        92,
        *parts,
        title=CATALOGUE.text("draw.dice_title"),
        desc=CATALOGUE.text("draw.dice", dice=", ".join(told)),
    )


def column(rules: Rules, d: int) -> float:
    """Horizontal position of the field with d to go."""
    return 60 + COLUMN * (rules.length - d)


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
        end = d in (0, rules.length)
        parts.append(
            el(
                "circle",
                cx=x,
                cy=TRACK,
                r=32 if end else 27,
                fill=style.cream if end else style.paper,
                stroke=style.ink,
                stroke_width=style.firm if end else style.medium,
            )
        )
        text = field_name(rules, d) if end else str(rules.length - d)
        parts.append(label(x, TRACK, text, style.text if end else style.head))
        if came is not None and d in (came, token):  # the last move
            parts.append(
                el(
                    "circle",
                    cx=x,
                    cy=TRACK,
                    r=37,
                    fill="none",
                    stroke=style.signal,
                    stroke_width=style.medium,
                    stroke_dasharray=(4, 5) if d == came else None,
                )
            )
    if token is not None:
        shape = [el("path", d="M -15 62 L 0 20 L 15 62 Z"), el("circle", cy=24, r=11)]
        parts.append(
            el(
                "g",
                *shape,
                fill=style.ink,
                stroke=style.paper,
                stroke_width=style.medium,
                data_key="token",
                class_="gk-slide",
                transform=f"translate({column(rules, token):.2f} 0)",
            )
        )
    return parts


def _box(rules: Rules, d: int, lit: bool) -> list[Element]:
    """The box of a field, and below it the place of the current move."""
    x = column(rules, d)
    most = rules.step
    return [
        el(
            "rect",
            x=x - 34,
            y=TOP,
            width=68,
            height=40 * most + 14,
            rx=8,
            fill=style.cream if lit else style.tint,
            stroke=style.ink,
            stroke_width=style.heavy if lit else style.medium,
        ),
        el(
            "rect",
            x=x - 34,
            y=TOP + 40 * most + 28,
            width=68,
            height=48,
            rx=8,
            fill=style.paper,
            stroke=style.ink,
            stroke_width=style.medium,
            stroke_dasharray=(6, 4),
        ),
    ]


def _markers(
    rules: Rules, d: int, counts: Mapping[Circle, int], current: int | None, leaving: int | None
) -> Element:
    """The markers of a field: each is one thing that moves from its circle to the current move and back."""
    x, low = column(rules, d), TOP + 40 * rules.step + 52
    parts = []
    for row, k in enumerate(rules.box(d)):
        n, y = counts.get((d, k), 0), TOP + 27 + 40 * row
        if not n:
            parts.append(
                el(
                    "circle",
                    cx=x,
                    cy=y,
                    r=15,
                    fill=style.paper,
                    stroke=style.edge,
                    stroke_width=style.thin,
                    stroke_dasharray=(3, 3),
                )
            )
        for i, (there, at, high) in enumerate(
            ((n > 0, x - (11 if n > 1 else 0), y), (k == current, x, low))
        ):
            if there:  # of several markers on a circle one is drawn, and how many there are
                parts.append(
                    marker(
                        rules,
                        0,
                        0,
                        k,
                        class_="gk-slide",
                        data_key=f"{d}.{k}" + ("+" if i and n else ""),
                        transform=f"translate({at:.2f} {high:.2f})",
                    )
                )
        if n > 1:
            parts.append(label(x + 19, y, f"×{n}", style.text))
    if leaving is not None:
        # Crossed out around its number, which stays legible.
        cross = " ".join(f"M {a * 9} {b * 9} L {a * 20} {b * 20}" for a in (-1, 1) for b in (-1, 1))
        parts.append(
            el(
                "g",
                marker(rules, 0, 0, leaving, opacity=0.7),
                el("path", d=cross, stroke=style.vermillion, stroke_width=style.heavy, fill="none"),
                data_key="leaving",
                transform=f"translate({x:.2f} {low:.2f})",
            )
        )
    return el("g", *parts, data_key=f"markers-{d}")


def scene_size(rules: Rules) -> tuple[float, float]:
    """Width and height of the board."""
    return COLUMN * rules.length + 128, TOP + 40 * rules.step + 92


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
        gone = leaving[1] if leaving and leaving[0] == d else None
        parts += [*_box(rules, d, lit == d), _markers(rules, d, counts, current.get(d), gone)]
    x = column(rules, 0)
    for y, name in (
        (TOP + 20, "draw.possible"),
        (TOP + 40 * rules.step + 44, "draw.current_moves"),
    ):
        parts += [
            label(x, y + 18 * n, word, style.text, fill=style.line)
            for n, word in enumerate(CATALOGUE.text(name).split())
        ]
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
        raise UserError(CATALOGUE.message("error.machine", value=repr(machine)))
    rules = machine.rules
    if token is not None:
        whole_number("token", token, 0, rules.length)
    current = {m.field: m.move for m in machine.current}
    in_box = {c: sum(m.move == c[1] for m in machine.boxes[c[0]]) for c in rules.circles}
    said = []
    for d in range(rules.length, 0, -1):
        here = " ".join(str(m.move) for m in machine.boxes[d]) or CATALOGUE.text("draw.empty")
        now = f" ({CATALOGUE.text('draw.current')} {current[d]})" if d in current else ""
        said.append(f"{field_name(rules, d)}: {here}{now}")
    where = "" if token is None else field_name(rules, token)
    desc = CATALOGUE.text(
        "draw.board" if token is not None else "draw.board_bare", where=where, boxes="; ".join(said)
    )
    return Picture(
        *scene_size(rules),
        *scene(rules, in_box, current, token),
        title=CATALOGUE.text("draw.title"),
        desc=desc,
    )


def learning_diagram(rules: Rules | None = None, teacher: LawLike | None = None) -> Picture:
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
    if len(chain.configs) > MOST:
        raise UserError(
            CATALOGUE.message("error.too_many_to_draw", count=len(chain.configs), limit=MOST)
        )
    rows = [
        list(g)
        for _, g in groupby(range(len(chain.configs)), key=lambda i: chain.configs[i].bit_count())
    ]
    wide, tall, w, h = 300.0, 146.0, 184.0, 40.0
    width = wide * max(map(len, rows)) + 20
    place = {
        i: (width / 2 + wide * (n - (len(row) - 1) / 2), h / 2 + 6 + tall * r)
        for r, row in enumerate(rows)
        for n, i in enumerate(row)
    }
    edges: dict[tuple[int, int], list[float]] = {}
    for side in (0, 1):
        for i, row in enumerate(chain.edges[side]):
            for child, p in row:
                edges.setdefault((i, child), [0.0, 0.0])[side] = p
    lines, notes, nodes = [], [], []
    for (i, child), p in edges.items():
        (x1, y1), (x2, y2) = place[i], place[child]
        lean = max(
            -1.0, min(1.0, (x2 - x1) / wide)
        )  # edges leave and arrive on the side they lean to
        x1, x2, y1, y2 = x1 + 0.35 * w * lean, x2 - 0.35 * w * lean, y1 + h / 2, y2 - h / 2 - 2
        lines.append(arrow(x1, y1, x2, y2, color=style.line))
        d, k = rules.circles[(chain.configs[i] & ~chain.configs[child]).bit_length() - 1]
        text = [f"−{d}.{k}"] + ([" / ".join(numeral(q, ".2f") for q in p)] if teacher else [])
        x, y = x1 + 0.23 * (x2 - x1), y1 + 0.23 * (y2 - y1)
        half, high = 3.8 * max(map(len, text)), 9.5 * len(text)
        notes.append(
            el(
                "rect",
                x=x - half,
                y=y - high,
                width=2 * half,
                height=2 * high,
                fill=style.paper,
                opacity=0.9,
            )
        )
        notes += [
            label(x, y + 19 * (line - (len(text) - 1) / 2), t, style.text)
            for line, t in enumerate(text)
        ]
    for i, (x, y) in place.items():
        done = not chain.edges[0][i] and not chain.edges[1][i]
        nodes.append(
            el(
                "rect",
                x=x - w / 2,
                y=y - h / 2,
                width=w,
                height=h,
                rx=10,
                fill=style.taken if done else style.paper,
                stroke=style.ink,
                stroke_width=style.bold if done else style.medium,
            )
        )
        nodes.append(label(x, y, configuration_text(rules, chain.configs[i])))
    most = full(rules).bit_count()
    desc = CATALOGUE.text(
        "draw.learning",
        length=rules.length,
        count=len(chain.configs),
        edges=len(edges),
        rows=len(rows),
        most=most,
        least=chain.configs[-1].bit_count(),
    )
    height = tall * (len(rows) - 1) + h + 12
    if teacher:
        notes.append(label(width / 2, height + 10, CATALOGUE.text("draw.learning_key"), style.text))
        height += 22
    return Picture(
        width,
        height,
        *lines,
        *notes,
        *nodes,
        title=CATALOGUE.text("draw.learning_title"),
        desc=desc,
    )


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
    return picture._repr_mimebundle_() | {"text/plain": repr(value)}
