"""What the modes of the widget have in common: the board, the inventories, the graph beside them."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import TYPE_CHECKING

from amakta.analysis.graph import Graph, explore
from amakta.draw import board as draw
from amakta.draw import chart
from amakta.rules import shapes
from amakta.rules.board import PLAYERS, Player
from amakta.rules.errors import LimitExceededError
from amakta.rules.lattice import Field, field_text
from amakta.rules.situation import Circle, Stone
from amakta.rules.state import State
from amakta.rules.texts import CATALOGUE
from amakta.widget.texts import text
from boardkit.svg import Element, Picture, el, hexagon, number
from boardkit.widget.markup import bar, button, details, hit, picture, stage

if TYPE_CHECKING:
    from amakta.widget.app import AmaktaWidget

WIDEST = 760
"""Boards are scaled down to this width, in pixels."""


@lru_cache(maxsize=16)
def small_graph(start: State) -> Graph | None:
    """The state graph of a game, if it is small enough to be drawn."""
    if not start.board.is_finite:
        return None
    try:
        return explore(start, limit=chart.LARGEST)
    except LimitExceededError:
        return None


class Mode:
    """A way to use the widget; actions that it answers are methods ``on_<action>``."""

    name = ""

    def __init__(self, widget: AmaktaWidget) -> None:
        self.widget = widget

    @property
    def state(self) -> State:
        """The state that is shown."""
        return self.widget.value

    def board(self) -> Element | None:
        """The board; nothing in modes that have none."""
        return None

    def controls(self) -> list[Element]:
        """What stands in the bar."""
        return []

    def panels(self) -> list[Element]:
        """What stands beside the board."""
        return []

    def status(self) -> tuple[str, str]:
        """Kind and text of the message below the board where nothing else was said."""
        return "", ""

    def hit(self, place: str) -> None:
        """Answer a click on a field; nothing by default."""

    def drag(self, source: str, target: str) -> None:
        """Answer a drag onto a field; nothing by default."""

    def drop(self) -> None:
        """Forget what was chosen; nothing by default."""

    # -- the board ---------------------------------------------------------------------------------------------

    def draw_board(self, targets: Collection[Field] = (), chosen: Field | None = None,
                   draggable: Collection[Field] = ()) -> Element:
        """The board with its places."""
        situation, widget = self.state.situation, self.widget
        frame = shapes.window(situation.board, situation, widget.centre, widget.radius)
        layers = [shapes.field_elements(situation, frame)]
        if widget.arrows:
            layers.append(shapes.arrows_element(situation, frame))
        elif chosen is not None:
            layers.append(shapes.arrows_element(situation, frame, {chosen}))
        layers.append(shapes.stones_element(situation, frame))
        scale = min(1.35, WIDEST / frame.width) * (1.25 if widget.large else 1)
        places = [f for f in frame.fields if f in situation.board]
        hits = [hit(field_text(f), self._label(f), scale * frame.at(f)[0], scale * frame.at(f)[1],
                    hexagon(scale * frame.at(f)[0], scale * frame.at(f)[1], scale * (shapes.SIZE - 4), flat=False),
                    target=f in targets, selected=f == chosen, first=i == 0, drag=f in draggable)
                for i, f in enumerate(places)]
        scaled = el("g", *layers, transform=f"scale({number(scale)})")
        return stage(scale * frame.width, scale * frame.height, [scaled], hits,
                     label=draw.board_name(situation.board), description=draw.describe(situation))

    def _label(self, f: Field) -> str:
        """A field in words: stone, arrows, control."""
        s = self.state.situation
        lying = s.at.get(f)
        white, black = s.count(f)
        there = text("empty")
        if lying is not None:
            owner = CATALOGUE.text(f"player.{lying.owner}")
            free = text("free" if s.is_free(f) else "bound")
            there = f"{owner} {lying.code} ({shapes.stone_words(lying)}), {free}"
        holder = s.control.get(f)
        held = CATALOGUE.text(f"player.{holder}") if holder else text("tie" if white else "unpointed")
        bases = "".join(f" {text('base', player=CATALOGUE.text(f'player.{p}'))}" for p in PLAYERS
                        if s.board.base(p) == f)
        return text("field", field=field_text(f), there=there, white=white, black=black, held=held) + bases

    def window_controls(self) -> list[Element]:
        """Panning and zooming, on the unbounded board."""
        if self.state.board.is_finite:
            return []
        ways = [("◀", -2, 0, "west"), ("▲", 0, -2, "north"), ("▼", 0, 2, "south"), ("▶", 2, 0, "east")]
        return [bar(text("group.window"),
                    *(button(sign, "pan", title=text(f"pan.{name}"), dx=dx, dy=dy) for sign, dx, dy, name in ways),
                    button("+", "zoom", title=text("zoom.in"), key="+", by=-1),
                    button("−", "zoom", title=text("zoom.out"), key="-", by=1),
                    button(text("pan.home"), "pan", dx=0, dy=0, key="h"))]

    def pan(self, dx: int, dy: int) -> None:
        """Move the window of the unbounded board; by nothing: back to both bases."""
        if not dx and not dy:
            self.widget.centre = None
            return
        x, y = self._window()
        self.widget.centre = x + dx, y + dy

    def zoom(self, by: int) -> None:
        """Show so many steps more to each side of the unbounded board."""
        self.widget.centre = self._window()
        self.widget.radius = max(2, min(9, self.widget.radius + by))

    def _window(self) -> Field:
        """The middle of the window; from now on it is kept, with its radius."""
        if self.widget.centre is None:
            self.widget.centre, least = shapes.home(self.state.board)
            self.widget.radius = max(self.widget.radius, least)
        return self.widget.centre

    # -- beside the board ----------------------------------------------------------------------------------------

    def hands(self, chosen: str | None = None, active: bool = False) -> Element:
        """Both inventories; those of the side to move can be taken in hand."""
        rows = []
        for player in ("B", "W"):
            own = active and player == self.state.to_move
            name = CATALOGUE.text(f"player.{player}")
            stones = [stone_button(code, player, circle, own, own and code == chosen)
                      for code, circle in self.state.situation.hand(player)]
            rows.append(bar(text("inventory", player=name), el("strong", name),
                            *(stones or [el("span", CATALOGUE.text("draw.empty"))])))
        return details(text("inventories"), *rows, key="hands")

    def graph_panel(self) -> Element | None:
        """The state graph with the present state marked, where it is small."""
        if not self.widget.graph:
            return None
        graph = small_graph(self.widget.game.start)
        if graph is None:
            id = "graph_large" if self.state.board.is_finite else "graph_infinite"
            return details(text("graph"), el("p", text(id, largest=chart.LARGEST)), key="graph")
        drawn: Picture = chart.state_graph(graph, self.state)
        return details(text("graph"), picture(drawn, 1.0 if self.widget.large else 0.8, least=0.6), key="graph")


def stone_icon(stone: Stone, side: int = 46) -> Element:
    """A stone as an icon of a button."""
    return el("svg", shapes.stone_elements(stone), viewBox="-32 -32 64 64", width=side, height=side, aria_hidden="true",
              class_="gk-keep")


def stone_button(code: str, player: Player, circle: Circle, active: bool, chosen: bool) -> Element:
    """A stone of an inventory."""
    stone = Stone(code, player, player, circle)
    words = f"{code}: {shapes.stone_words(stone)}"
    if not active:
        return el("span", stone_icon(stone), role="img", aria_label=words, title=words)
    return button("", "hand", pressed=chosen, icon=stone_icon(stone), title=words, drag=f"hand:{code}", code=code)
