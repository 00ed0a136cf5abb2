"""What the modes share: the board and the labels of its fields, the inventories, the graph beside them."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from amakta.analysis.graph import Graph, explore
from amakta.draw import board as draw
from amakta.draw import chart, shapes
from amakta.rules.board import PLAYERS, Player
from amakta.rules.errors import LimitExceededError
from amakta.rules.lattice import Field, field_text
from amakta.rules.moves import Move
from amakta.rules.situation import Circle, Stone
from amakta.rules.state import State
from amakta.rules.texts import CATALOGUE
from amakta.widget.state import AmaktaState
from amakta.widget.texts import field_words, text
from boardkit.svg import Element, el, hexagon
from boardkit.widget.actions import action
from boardkit.widget.frame import View, piece
from boardkit.widget.markup import LEGIBLE, bar, button, hit, picture, stage
from boardkit.widget.modes import Mode

LEAST = 0.48
"""Boards are not scaled below this: a field stays wide enough for a finger."""


@lru_cache(maxsize=16)
def small_graph(start: State) -> Graph | None:
    """The state graph of a game, if it is small enough to be drawn."""
    if not start.board.is_finite:
        return None
    try:
        # Given up as soon as it is too large to be drawn.
        return explore(start, limit=chart.LARGEST)
    except LimitExceededError:
        return None


class AmaktaMode(Mode[AmaktaState]):
    """A way to use the widget."""

    @property
    def state(self) -> State:
        """The state that is shown."""
        return self.widget.in_game

    def last_move(self) -> Move | None:
        """The move that led to the position on the board; a game may hold moves as texts."""
        moves = self.widget.game.moves[: self.widget.ply]
        return Move.parse(str(moves[-1])) if moves else None

    # -- the board ---------------------------------------------------------------------------------------------

    def draw_board(
        self,
        targets: Collection[Field] = (),
        chosen: Field | None = None,
        drags: Mapping[Field, Collection[Field]] | None = None,
    ) -> Element:
        """The board with its places; `drags` says what can be dragged, and where it has a legal move."""
        situation = self.state.situation
        widget = self.widget
        frame = shapes.window(situation.board, widget.centre, widget.radius)
        layers = [shapes.field_elements(situation, frame, widget.coordinates)]
        last = self.last_move()
        if last is not None:
            layers.append(shapes.last_element(frame, last.field, last.to))
        if widget.arrows:
            layers.append(shapes.arrows_element(situation, frame))
        elif chosen is not None:
            layers.append(shapes.arrows_element(situation, frame, {chosen}))
        layers.append(shapes.stones_element(situation, frame))
        drags = drags or {}
        hits: list[Element] = []
        for field in frame.fields:
            if field not in situation.board:
                continue
            x, y = frame.at(field)
            place = hit(
                field_text(field),
                self._label(field),
                x,
                y,
                hexagon(x, y, shapes.SIZE - 4, flat=False),
                target=field in targets,
                selected=field == chosen,
                first=not hits,
                drag=field in drags,
                to=map(field_text, drags.get(field, ())),
            )
            hits.append(place)
        return stage(
            frame.width,
            frame.height,
            layers,
            hits,
            label=draw.board_name(situation.board),
            description=draw.describe(
                situation, None if widget.coordinates else self.named
            ),
            least=LEAST,
        )

    @property
    def home(self) -> Field:
        """The base of White, from which fields are named."""
        return self.state.board.base("W")

    def named(self, field: Field) -> str:
        """A field in words, or by the coordinates that the reader has asked for."""
        if self.widget.coordinates:
            return field_text(field)
        return field_words(field, self.home)

    def _label(self, field: Field) -> str:
        """A field in words: stone, arrows, control."""
        situation = self.state.situation
        there = text("empty")
        lying = situation.at.get(field)
        if lying is not None:
            owner = CATALOGUE.text(f"player.{lying.owner}")
            words = shapes.stone_words(lying)
            free = text("free" if situation.is_free(field) else "bound")
            there = f"{owner} ({words}), {free}"
        white, black = situation.count(field)
        if field in situation.control:
            held = CATALOGUE.text(f"player.{situation.control[field]}")
        else:
            held = text("tie" if white else "unpointed")
        told = [
            text(
                "field",
                field=self.named(field),
                there=there,
                white=white,
                black=black,
                held=held,
            )
        ]
        for player in PLAYERS:
            if situation.board.base(player) == field:
                told.append(text("base", player=CATALOGUE.text(f"player.{player}")))
        return " ".join(told)

    def window_controls(self) -> list[Element]:
        """Panning and zooming, on the unbounded board."""
        if self.state.board.is_finite:
            return []
        return [
            bar(
                text("group.window"),
                button("◀", "pan", title=text("pan.west"), dx=-2, dy=0),
                button("▲", "pan", title=text("pan.north"), dx=0, dy=-2),
                button("▼", "pan", title=text("pan.south"), dx=0, dy=2),
                button("▶", "pan", title=text("pan.east"), dx=2, dy=0),
                button("+", "zoom", title=text("zoom.in"), key="+", by=-1),
                button("−", "zoom", title=text("zoom.out"), key="-", by=1),
                button(text("pan.home"), "pan", dx=0, dy=0, key="h"),
            )
        ]

    @action
    def pan(self, dx: int, dy: int) -> None:
        """Move the window of the unbounded board; by nothing: back to both bases."""
        # The way back, which is no move of the window.
        if not dx and not dy:
            self.widget.centre = None
            return
        x, y = self._window()
        self.widget.centre = x + dx, y + dy

    @action
    def zoom(self, by: int) -> None:
        """Show so many steps more to each side of the unbounded board."""
        self.widget.centre = self._window()
        self.widget.radius = max(2, min(9, self.widget.radius + by))

    def _window(self) -> Field:
        """The middle of the window; from now on it is kept, with its radius."""
        # From the first step on the window stays where the reader has put it.
        if self.widget.centre is None:
            self.widget.centre, least = shapes.home(self.state.board)
            self.widget.radius = max(self.widget.radius, least)
        return self.widget.centre

    # -- beside the board ----------------------------------------------------------------------------------------

    def views(self) -> Sequence[View]:
        views = [View("control", text("control"), self._control)]
        if self.widget.graph:
            views.append(View("graph", text("graph"), self._graph))
        views.append(View("key", text("key"), self._key))
        return views

    def _control(self) -> list[Element]:
        """Who points where, and who controls what."""
        drawn = draw.board(
            self.state,
            arrows=True,
            coordinates=self.widget.coordinates,
            centre=self.widget.centre,
            radius=self.widget.radius,
        )
        return [picture(drawn, least=LEGIBLE), el("p", text("control.how"))]

    def _graph(self) -> list[Element]:
        """The state graph with the present state marked, where it is small."""
        graph = small_graph(self.widget.game.start)
        if graph is None:
            id = "graph_large" if self.state.board.is_finite else "graph_infinite"
            return [el("p", text(id, largest=chart.LARGEST))]
        return [picture(chart.state_graph(graph, self.state), least=LEGIBLE)]

    def _key(self) -> list[Element]:
        """What the marks on stones and fields mean."""
        return [
            picture(draw.arrow_key(columns=2), least=LEGIBLE),
            el("p", text("circle.V")),
            el("p", text("circle.G")),
        ]


def stone_icon(stone: Stone, side: int = 46) -> Element:
    """A stone as an icon of a button."""
    return el(
        "svg",
        shapes.stone_elements(stone),
        viewBox="-32 -32 64 64",
        width=side,
        height=side,
        aria_hidden="true",
        class_="gk-keep",
    )


def stone_tray(
    state: State,
    player: Player,
    places: Mapping[str, Collection[Field]] | None = None,
    chosen: str | None = None,
    turned: str = "",
) -> Element:
    """The inventory of a player; if there are `places` where its stones may be laid, they can be taken in hand."""
    name = CATALOGUE.text(f"player.{player}")
    stones = []
    for code, circle in state.situation.hand(player):
        # The other player's stones, or the game is over: nothing can be taken.
        if places is None:
            stones.append(stone_image(code, player, circle, 26))
            continue
        lies = Stone(turned if code == chosen else code, player, player, circle)
        stone = piece(
            stone_icon(lies),
            shapes.stone_words(lies),
            "hand",
            code=code,
            pressed=code == chosen,
            drag=f"hand:{code}",
            to=map(field_text, places.get(lies.code, ())),
        )
        stones.append(stone)
    if not stones:
        stones.append(el("span", CATALOGUE.text("draw.empty")))
    return bar(text("inventory", player=name), el("span", name), *stones)


def stone_image(code: str, player: Player, circle: Circle, side: int = 46) -> Element:
    """A stone that is only looked at."""
    stone = Stone(code, player, player, circle)
    words = shapes.stone_words(stone)
    return el(
        "span", stone_icon(stone, side), role="img", aria_label=words, title=words
    )
