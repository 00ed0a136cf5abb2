"""Pictures of stones, boards and positions; `amakta.draw.chart` draws state graphs.

Nothing is told by colour alone.  An arrow has as many chevrons as it reaches fields: blue one, green two, red
three.  White stones are light and Black's dark; an expropriated stone shows its first colour as a square in
the middle; a circle is violet with a plus (reinforcement) or green with a minus (damage), solid while it counts.
A field shows the number of arrows of both sides, and is tinted light for White and grey for Black.
"""

from collections.abc import Callable, Collection, Iterable
from math import ceil

from amakta.draw import shapes
from amakta.draw.shapes import RADIUS, stone_elements, stone_words, translation
from amakta.rules.board import OPPONENT, PLAYERS, AnyBoard, Board, Player
from amakta.rules.lattice import Field, field_text
from amakta.rules.situation import Hand, Situation, Stone
from amakta.rules.state import State, as_circle
from amakta.rules.stones import parse
from amakta.rules.texts import CATALOGUE, message
from boardkit.svg import Picture, above, el, label
from boardkit.theme import style


def stone(
    code: str, player: Player = "W", circle: str = "", expropriated: bool = False
) -> Picture:
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
    colour = OPPONENT[player] if expropriated else player
    made = Stone(parse(code), colour, player, as_circle(circle))
    words = stone_words(made)
    owner = message(f"player.{player}")
    text = CATALOGUE.text("draw.stone", player=owner, code=made.code, words=words)
    side = 2 * RADIUS + 6
    drawn = el("g", stone_elements(made), transform=translation(side / 2, side / 2))
    return Picture(side, side, drawn, title=made.code, desc=text)


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
    if isinstance(s, State):
        situation = s.situation
    elif isinstance(s, Situation):
        situation = s
    else:
        situation = Situation(s)
    frame = shapes.window(situation.board, centre, radius)
    layers = [shapes.field_elements(situation, frame, coordinates)]
    if arrows:
        layers.append(
            shapes.arrows_element(situation, frame, None if arrows is True else arrows)
        )
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


def describe(
    situation: Situation, words_for: Callable[[Field], str] | None = None
) -> str:
    """A situation in words, for those who cannot see the picture.

    By default with coordinates and codes, in which moves are written; with `words_for` fields, without any code.
    """
    board = situation.board
    size = len(board.fields) if isinstance(board, Board) else "∞"
    sentences = [CATALOGUE.text("draw.board", name=board_name(board), number=size)]
    named = words_for or field_text
    for field, lying in situation.stones:
        sentence = CATALOGUE.text(
            "draw.lies" if words_for is None else "draw.lies_there",
            field=named(field),
            player=message(f"player.{lying.owner}"),
            code=lying.code,
            words=stone_words(lying),
        )
        sentences.append(sentence)
    held: dict[Player, list[str]] = {player: [] for player in PLAYERS}
    for field, player in sorted(situation.control.items()):
        held[player].append(named(field))
    separator = " " if words_for is None else "; "
    white, black = (separator.join(held[player]) or "–" for player in PLAYERS)
    sentences.append(CATALOGUE.text("draw.control", white=white, black=black))
    return " ".join(sentences)


def inventory(hand: Hand, player: Player) -> Picture:
    """The inventory of a player as a row of stones.

    Examples
    --------
    >>> inventory((("111111", "V"),), "B").desc
    'Inventory of Black: 111111 (E blue, NE blue, ..., reinforcement).'
    """
    side = 2 * RADIUS + 10
    start = 96  # behind the name
    drawn = []
    words = []
    for i, (code, circle) in enumerate(hand):
        held = Stone(code, player, player, circle)
        place = translation(start + side * (i + 0.5), side / 2)
        drawn.append(el("g", stone_elements(held), transform=place))
        words.append(f"{code} ({stone_words(held)})")
    # An empty row would look like a picture that is missing.
    if not hand:
        empty = CATALOGUE.text("draw.empty")
        drawn.append(label(start, side / 2, empty, text_anchor="start"))
        words.append(empty)
    name = CATALOGUE.text(f"player.{player}")
    return Picture(
        start + side * len(drawn),
        side,
        label(4, side / 2, name, style.head, text_anchor="start", font_weight="bold"),
        *drawn,
        title=name,
        desc=CATALOGUE.text("draw.inventory", player=name, items="; ".join(words)),
    )


def position(
    state: State, *, arrows: bool = False, coordinates: bool = True
) -> Picture:
    """Board, inventories and side to move in one picture.

    Examples
    --------
    >>> position(State.start("raute4", "duo")).desc.split(". ")[0]
    'White to move'
    """
    result = state.result
    if result is None:
        head = CATALOGUE.text("draw.to_move", player=message(f"player.{state.turn}"))
    elif result.winners:
        (winner,) = result.winners
        head = CATALOGUE.text("draw.won", player=message(f"player.{winner}"))
    else:
        head = CATALOGUE.text("draw.drawn")
    middle = board(state, arrows=arrows, coordinates=coordinates)
    white, black = (
        inventory(state.situation.hand(player), player) for player in PLAYERS
    )
    width = max(black.width, middle.width, white.width)
    top = Picture(
        width,
        26,
        label(4, 14, head, style.head, text_anchor="start", font_weight="bold"),
        desc=f"{head}.",
    )
    # As wide as the board, so that they begin at its left.
    black = Picture(width, black.height, *black.children, desc=black.desc)
    white = Picture(width, white.height, *white.children, desc=white.desc)
    return above(top, black, middle, white, gap=4).titled(head)


def gallery(codes: Iterable[str]) -> Picture:
    """Stones side by side with their codes.

    Examples
    --------
    >>> gallery(["111111", "101010"]).width
    156.0
    """
    columns = 8
    cell = 2 * RADIUS + 18
    stones = [Stone(code, "W", "W") for code in codes]
    placed = []
    for i, lying in enumerate(stones):
        row, column = divmod(i, columns)
        place = translation((column + 0.5) * cell, row * (cell + 16) + cell / 2)
        code = label(0, RADIUS + 14, lying.code, style.small)
        placed.append(el("g", stone_elements(lying), code, transform=place))
    rows = ceil(len(stones) / columns)
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
    width = 72 + 9.6 * max(map(len, texts))
    placed = []
    for i, (sample, text) in enumerate(zip(samples, texts, strict=True)):
        row, column = divmod(i, columns)
        x = column * width + 36
        y = row * 70 + 36
        place = f"{translation(x, y)} scale(0.9)"
        placed.append(el("g", stone_elements(sample), transform=place))
        placed.append(label(x + 34, y, text, style.head, text_anchor="start"))
    rows = ceil(len(samples) / columns)
    return Picture(
        columns * width,
        70 * rows + 2,
        *placed,
        title=CATALOGUE.text("draw.key.title"),
        desc=CATALOGUE.text("draw.key.desc"),
    )


def bundle(value: State | Situation | AnyBoard | Stone) -> dict[str, str]:
    """What a notebook shows of a value; the front door registers it."""
    if isinstance(value, Stone):
        picture = stone(value.code, value.owner, value.circle, value.expropriated)
    elif isinstance(value, State):
        picture = position(value)
    else:
        picture = board(value)
    shown = picture._repr_mimebundle_()
    shown["text/plain"] = repr(value)
    return shown
