"""The widget: its traits, its modes, and what they share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import traitlets

from amakta.analysis.solve import Solution
from amakta.draw import board as draw
from amakta.players.opponents import Opponent
from amakta.rules.board import AnyBoard, Player
from amakta.rules.errors import AmaktaError
from amakta.rules.games import new_game, read_game
from amakta.rules.lattice import Field
from amakta.rules.state import Circles, State
from amakta.rules.texts import CATALOGUE
from amakta.widget.mode import Mode
from amakta.widget.playing import PlayMode, ReplayMode
from amakta.widget.preparing import InfinitMode, SetupMode
from amakta.widget.texts import text
from boardkit.game import Game
from boardkit.messages import using_language
from boardkit.svg import Element, Picture
from boardkit.widget import GameWidget
from boardkit.widget.controls import key_help, view
from boardkit.widget.markup import bar, button

MODES = ("setup", "infinit", "play", "replay")


class AmaktaWidget(GameWidget):
    """An Amakta board to be touched.

    Parameters
    ----------
    position : State, Game or str, optional
        Where it begins: a state, a game with its moves, a position text or a game file.  By default the start
        on `board` with `stones` and `circles`.
    board, stones, circles
        As for :meth:`amakta.state.State.start`.
    mode : {"setup", "infinit", "play", "replay"}
        Prepare a standard game, prepare an Infinit game, play, or replay.
    players : mapping, optional
        Seats ``"W"`` or ``"B"`` that a program plays: anything with ``choose(game)``.
    solution : Solution, optional
        If given, legal moves are listed with their value.
    arrows : bool
        Whether lines show what every stone points at.
    graph : bool
        Whether the state graph stands beside the board (where it has at most 60 states).
    lang : {"en", "de", "es"}, optional
    large : bool
        Large print for a lecture hall.

    Attributes
    ----------
    position, moves : str
        The position on the board, and the moves so far (separated by semicolons).  Both can be observed and
        assigned: a position begins a new game, moves are played from the start of the game.
    ply : int
        How many moves are shown in mode "replay".

    Examples
    --------
    >>> w = AmaktaWidget(board="zeile3", stones="solo")
    >>> w.act("hand", code="444444")
    >>> w.act("hit", place="-2,0")
    >>> w.moves, w.value.turn
    ('place -2,0 444444', 'B')
    """

    credited = CATALOGUE

    mode = traitlets.Enum(MODES, default_value="play").tag(sync=True)
    position = traitlets.Unicode("").tag(sync=True)
    moves = traitlets.Unicode("").tag(sync=True)
    ply = traitlets.Int(0, min=0).tag(sync=True)
    arrows = traitlets.Bool(False).tag(sync=True)
    graph = traitlets.Bool(True).tag(sync=True)

    redraw_on = ("lang", "large", "ply", "arrows", "graph")

    def __init__(self, position: State | Game[State] | str | None = None, *, board: AnyBoard | str = "raute4",
                 stones: str | tuple[str, ...] = "duo", circles: Circles | None = None, mode: str = "play",
                 players: Mapping[Player, Opponent] | None = None, solution: Solution | None = None,
                 arrows: bool = False, graph: bool = True, lang: str | None = None, large: bool = False) -> None:
        self._internal = True
        super().__init__(lang=lang, large=large)
        self.game = _game(position if position is not None else State.start(board, stones, circles))
        self.players = dict(players or {})
        self.solution = solution
        self.centre: Field | None = None  # of the window on the unbounded board; None: both bases in sight
        self.radius = 4
        with using_language(self.lang):
            self.modes: dict[str, Mode] = {
                m.name: m for m in (SetupMode(self), InfinitMode(self), PlayMode(self), ReplayMode(self))}
            self.set_trait("mode", mode)
            self.set_trait("arrows", arrows)
            self.set_trait("graph", graph)
            self.ply = 0 if mode == "replay" else len(self.game.moves)
            self._synchronise()
            self._internal = False
        self.observe(self._on_mode, names=["mode"])
        self.observe(self._on_position, names=["position"])
        self.observe(self._on_moves, names=["moves"])
        self.refresh()

    # -- reading it back -------------------------------------------------------------------------------------

    @property
    def mode_now(self) -> Mode:
        """The mode that answers now."""
        return self.modes[self.mode]

    @property
    def value(self) -> State:
        """The state on the board."""
        return self.game.states[min(self.ply, len(self.game.moves))]

    # -- validation and assignment -----------------------------------------------------------------------------

    @traitlets.validate("position")
    def _valid_position(self, proposal: Any) -> str:
        return str(proposal["value"]) if self._internal else str(State.parse(proposal["value"]))

    @traitlets.validate("moves")
    def _valid_moves(self, proposal: Any) -> str:
        if self._internal:
            return str(proposal["value"])
        return _joined(new_game(self.game.start, _split(proposal["value"])))

    @traitlets.validate("ply")
    def _valid_ply(self, proposal: Any) -> int:
        return max(0, min(int(proposal["value"]), len(self.game.moves)))

    def _on_position(self, change: Any) -> None:
        if not self._internal:
            self.note = None
            self.set_game(new_game(State.parse(change["new"])))
            self.refresh()

    def _on_moves(self, change: Any) -> None:
        if not self._internal:
            self.note = None
            self.set_game(new_game(self.game.start, _split(change["new"])))
            self.refresh()

    def _on_mode(self, change: Any) -> None:
        self.note = None
        if change["new"] == "play":
            self.to_last()
        self.refresh()

    def _changed(self, change: Any) -> None:
        if not self._internal:
            if change["name"] == "ply":
                self._synchronise()
            self.refresh()

    # -- what modes ask for ------------------------------------------------------------------------------------

    def set_game(self, game: Game[State]) -> None:
        """Go to another state of the game, or to another game."""
        self.game = game
        self.modes["play"].drop()
        self.to_last()

    def to_last(self) -> None:
        """Show the last position of the game."""
        before, self._internal = self._internal, True
        self.set_trait("ply", len(self.game.moves))
        self._internal = before
        self._synchronise()

    def _synchronise(self) -> None:
        before, self._internal = self._internal, True
        self.set_trait("position", str(self.value))
        self.set_trait("moves", _joined(self.game))
        self._internal = before

    # -- drawing -----------------------------------------------------------------------------------------------

    def heading(self) -> str:
        return text("title", mode=text(f"mode.{self.mode}"))

    def status(self) -> tuple[str, str]:
        return self.mode_now.status()

    def fallback(self) -> Picture | None:
        with using_language(self.lang):
            return draw.position(self.value, arrows=self.arrows)

    def render_parts(self) -> Mapping[str, Element | str | None]:
        mode = self.mode_now
        graph = mode.graph_panel() if mode.name in ("play", "replay") else None
        return {
            "bar": "".join(map(str, [*self._tabs(), *mode.controls(), self._view()])),
            "board": mode.board(),
            "side": "".join(map(str, mode.panels())),
            "status": f"{self.message_line()}{graph or ''}",
            "help": _help(mode.name, bounded=self.value.board.is_finite),
        }

    def _tabs(self) -> list[Element]:
        tabs = [button(text(f"mode.{name}"), "mode", pressed=name == self.mode, name=name) for name in MODES]
        return [bar(text("group.mode"), *tabs)]

    def _view(self) -> Element:
        return view(self.lang,
                    button(text("arrows"), "toggle", pressed=self.arrows, key="p", name="arrows"),
                    button(text("graph"), "toggle", pressed=self.graph, key="g", name="graph"),
                    button(text("large"), "toggle", pressed=self.large, name="large"))

    # -- what the reader does ----------------------------------------------------------------------------------

    def act(self, do: str, **data: Any) -> None:
        """Do what the reader asked for; a message of before is forgotten."""
        self.note = None
        super().act(do, **data)

    def do_mode(self, name: str) -> None:
        """Switch to another mode."""
        self.mode = name

    def do_toggle(self, name: str) -> None:
        """Switch arrow lines, the state graph or large print."""
        if name not in ("arrows", "graph", "large"):
            raise AmaktaError(text("no_toggle", name=name))
        setattr(self, name, not getattr(self, name))

    def do_lang(self, value: str) -> None:
        """Speak another language."""
        self.lang = value

    def do_escape(self) -> None:
        self.mode_now.drop()

    def do_hit(self, place: str) -> None:
        """Answer a click on a field."""
        self.mode_now.hit(place)

    def do_drag(self, source: str, target: str) -> None:
        """Answer a drag onto a field."""
        self.mode_now.drag(source, target)

    def do_pan(self, dx: str, dy: str) -> None:
        """Move the window of the unbounded board."""
        self.mode_now.pan(int(dx), int(dy))

    def do_zoom(self, by: str) -> None:
        """Show more or less of the unbounded board."""
        self.mode_now.zoom(int(by))

    def __getattr__(self, name: str) -> Any:
        # Every further action is answered by the present mode, which names it on_<action>.
        if name.startswith("do_"):
            answer = getattr(self.mode_now, "on_" + name[3:], None)
            if answer is not None:
                return answer
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


def _game(source: State | Game[State] | str) -> Game[State]:
    if isinstance(source, Game):
        return source
    if isinstance(source, State):
        return new_game(source)
    return read_game(source) if source.lstrip().startswith("[") and "\n" in source else new_game(State.parse(source))


def _split(moves: str) -> tuple[str, ...]:
    return tuple(move.strip() for move in moves.split(";") if move.strip())


def _joined(game: Game[State]) -> str:
    return "; ".join(map(str, game.moves))


def _help(mode: str, bounded: bool) -> Element | None:
    keys = {"play": [("←↑↓→", "arrows"), ("Enter", "enter"), ("t m", "turn"), ("u r", "undo"), ("Esc", "escape"),
                     ("p g", "view"), ("0", "pass")],
            "replay": [("k n", "step"), ("x", "run")]}.get(mode)
    if keys is None:
        return None
    keys += [] if bounded else [("+ - h", "window")]
    return key_help((key, text(f"help.{id}")) for key, id in keys)
