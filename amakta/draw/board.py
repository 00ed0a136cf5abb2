"""Pictures of stones, boards and positions; :mod:`amakta.draw.chart` draws state graphs.

Nothing is told by colour alone.  An arrow has as many chevrons as it reaches fields: blue one, green two, red
three.  White stones are light and Black's dark; an expropriated stone shows its first colour as a square in
the middle; a circle is violet with a plus (reinforcement) or green with a minus (damage), solid while it counts.
A field shows the number of arrows of both sides, and is tinted light for White and grey for Black.
"""

from collections.abc import Collection, Iterable

from amakta.draw import shapes
from amakta.draw.shapes import RADIUS, stone_elements, stone_words
from amakta.rules.board import OPPONENT, PLAYERS, AnyBoard, Board, Player
from amakta.rules.lattice import Field, field_text
from amakta.rules.situation import Hand, Situation, Stone
from amakta.rules.state import State, as_circle
from amakta.rules.stones import parse
from amakta.rules.texts import CATALOGUE
from boardkit.svg import Picture, above, el, label, number
from boardkit.theme import style


def stone(code: str, player: Player = "W", circle: str = "", expropriated: bool = False) -> Picture:
    """The picture of one stone.

    Parameters
    ----------
    code : str
        As it lies.
    player : {"W", "B"}
        Whose it is.
    circle : {"", "V", "G"}
    expropriated : bool

    Examples
    --------
    >>> stone("450000").desc
    'White stone 450000: E blue pair, NE blue and green.'
    """
    made = Stone(
        parse(code), OPPONENT[player] if expropriated else player, player, as_circle(circle)
    )
    text = CATALOGUE.text(
        "draw.stone",
        player=CATALOGUE.message(f"player.{player}"),
        code=made.code,
        words=stone_words(made),
    )
    side = 2 * RADIUS + 6
    middle = f"translate({number(side / 2)} {number(side / 2)})"
    return Picture(
        side, side, el("g", stone_elements(made), transform=middle), title=made.code, desc=text
    )


def board(
    s: State | Situation | AnyBoard,
    *,
    arrows: bool | Collection[Field] = False,
    coordinates: bool = True,
    centre: Field | None = None,
    radius: int = 4,
) -> Picture:
    """The picture of a board with what lies on it.

    Parameters
    ----------
    s : State, Situation, Board or InfinitBoard
    arrows : bool or collection of Field
        Also draw lines from the stones (all, or these) to what they point at, blocked ones with a cross.
    coordinates : bool
        Write the coordinates into the fields, beside the arrow counts (White : Black).
    centre, radius : Field, int
        The window on the unbounded board.

    Examples
    --------
    >>> board(State.parse("zeile3 W; stones -2,0:W444444")).desc
    'Board zeile3, 3 fields. -2,0: White 444444 (E blue pair, ...). Controlled by White: -2,0 0,0. By Black: 2,0.'
    """
    situation = (
        s.situation if isinstance(s, State) else s if isinstance(s, Situation) else Situation(s)
    )
    frame = shapes.window(situation.board, centre, radius)
    layers = [shapes.field_elements(situation, frame, coordinates)]
    if arrows:
        layers.append(shapes.arrows_element(situation, frame, None if arrows is True else arrows))
    layers.append(shapes.stones_element(situation, frame))
    return Picture(
        frame.width,
        frame.height,
        *layers,
        title=board_name(situation.board),
        desc=describe(situation),
    )


def board_name(where: AnyBoard) -> str:
    """What a board is called in texts."""
    return where.name or CATALOGUE.text("draw.own_board")


def describe(s: Situation) -> str:
    """A situation in words, for those who cannot see the picture."""
    number_of = len(s.board.fields) if isinstance(s.board, Board) else "∞"
    parts = [CATALOGUE.text("draw.board", name=board_name(s.board), number=number_of)]
    parts += [
        CATALOGUE.text(
            "draw.lies",
            field=field_text(f),
            player=CATALOGUE.message(f"player.{lying.owner}"),
            code=lying.code,
            words=stone_words(lying),
        )
        for f, lying in s.stones
    ]
    held = {
        p: " ".join(field_text(f) for f, q in sorted(s.control.items()) if p == q) for p in PLAYERS
    }
    parts.append(CATALOGUE.text("draw.control", white=held["W"] or "–", black=held["B"] or "–"))
    return " ".join(parts)


def inventory(hand: Hand, player: Player) -> Picture:
    """The inventory of a player as a row of stones.

    Examples
    --------
    >>> inventory((("111111", "V"),), "B").desc
    'Inventory of Black: 111111 (E blue, NE blue, ..., reinforcement).'
    """
    side = 2 * RADIUS + 10
    stones = [
        el(
            "g",
            stone_elements(Stone(code, player, player, circle)),
            transform=f"translate({number(96 + side * (i + 0.5))} {number(side / 2)})",
        )
        for i, (code, circle) in enumerate(hand)
    ]
    name = CATALOGUE.text(f"player.{player}")
    items = "; ".join(
        f"{code} ({stone_words(Stone(code, player, player, circle))})" for code, circle in hand
    )
    empty = CATALOGUE.text("draw.empty")
    return Picture(
        96 + side * max(1, len(hand)),
        side,
        label(4, side / 2, name, style.head, text_anchor="start", font_weight="bold"),
        *(stones or [label(96, side / 2, empty, text_anchor="start")]),
        title=name,
        desc=CATALOGUE.text("draw.inventory", player=name, items=items or empty),
    )


def position(state: State, *, arrows: bool = False, coordinates: bool = True) -> Picture:
    """Board, inventories and side to move in one picture.

    Examples
    --------
    >>> position(State.start("raute4", "duo")).desc.split(". ")[0]
    'White to move'
    """
    result = state.result
    id = "draw.to_move" if result is None else "draw.won" if result.winners else "draw.drawn"
    who = next(iter(result.winners), "W") if result else state.turn
    head = CATALOGUE.text(id, player=CATALOGUE.message(f"player.{who}"))
    middle = board(state, arrows=arrows, coordinates=coordinates)
    black, white = (
        inventory(state.situation.hands[1], "B"),
        inventory(state.situation.hands[0], "W"),
    )
    width = max(black.width, middle.width, white.width)
    top = Picture(
        width,
        26,
        label(4, 14, head, style.head, text_anchor="start", font_weight="bold"),
        desc=f"{head}.",
    )
    black, white = (
        Picture(width, p.height, *p.children, desc=p.desc) for p in (black, white)
    )  # from the left
    return above(top, black, middle, white, gap=4).titled(head)


def gallery(codes: Iterable[str]) -> Picture:
    """Stones side by side with their codes.

    Examples
    --------
    >>> gallery(["111111", "101010"]).width
    156.0
    """
    columns, cell = 8, 2 * RADIUS + 18
    stones = [Stone(code, "W", "W") for code in codes]
    placed = []
    for i, lying in enumerate(stones):
        x, y = (i % columns + 0.5) * cell, (i // columns) * (cell + 16) + cell / 2
        placed.append(
            el(
                "g",
                stone_elements(lying),
                label(0, RADIUS + 14, lying.code, style.small),
                transform=f"translate({number(x)} {number(y)})",
            )
        )
    rows = -(-len(stones) // columns)
    words = "; ".join(f"{lying.code} ({stone_words(lying)})" for lying in stones)
    return Picture(
        cell * min(columns, len(stones)),
        rows * (cell + 16),
        *placed,
        title=CATALOGUE.text("draw.stones"),
        desc=CATALOGUE.text("draw.gallery", items=words),
    )


def arrow_key(columns: int = 4) -> Picture:
    """A legend: what the chevrons, the middles and the tints mean."""
    samples = [
        Stone("100000", "W", "W"),
        Stone("200000", "W", "W"),
        Stone("300000", "W", "W"),
        Stone("700000", "W", "W"),
        Stone("000000", "W", "W", "V"),
        Stone("000000", "W", "W", "G"),
        Stone("000000", "W", "B"),
        Stone("111111", "B", "B"),
    ]
    texts = [CATALOGUE.text(f"draw.key.{i}") for i in range(len(samples))]
    column = 82 + 8.4 * max(map(len, texts))
    placed = []
    for i, (sample, text) in enumerate(zip(samples, texts, strict=True)):
        x, y = (i % columns) * column + 36, (i // columns) * 70 + 36
        placed.append(
            el(
                "g",
                stone_elements(sample),
                transform=f"translate({number(x)} {number(y)}) scale(0.9)",
            )
        )
        placed.append(label(x + 34, y, text, style.small, text_anchor="start"))
    height = 70 * -(-len(samples) // columns) + 2
    return Picture(
        columns * column,
        height,
        *placed,
        title=CATALOGUE.text("draw.key.title"),
        desc=CATALOGUE.text("draw.key.desc"),
    )


def bundle(value: State | Situation | AnyBoard | Stone) -> dict[str, str]:
    """What a notebook shows of a value; the front door registers it."""
    if isinstance(value, Stone):
        picture = stone(value.code, value.owner, value.circle, value.expropriated)
    else:
        picture = position(value) if isinstance(value, State) else board(value)
    return picture._repr_mimebundle_() | {"text/plain": repr(value)}
