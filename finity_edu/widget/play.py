"""Play: click or drag pieces; every meaning of a click is offered, what is not legal says why.

All legality comes from the position: its legal moves are the targets, `why_illegal` gives the reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, cast

from boardkit.messages import Catalogue
from boardkit.svg import Element
from boardkit.thinking import Thinking
from boardkit.widget.actions import action
from boardkit.widget.frame import View, page_button
from boardkit.widget.markup import bar, button, field, group
from boardkit.widget.playing import PlayMode as Play
from finity_edu.draw.pieces import PIECES
from finity_edu.rules.board import FIRST_BLOCKER
from finity_edu.rules.errors import CATALOGUE
from finity_edu.rules.options import ARROWS_PER_COLOUR
from finity_edu.rules.pieces import (
    LANES,
    Arrow,
    Colour,
    Move,
    MoveBlocker,
    Pass,
    PlaceArrow,
    RemoveArrow,
    Slot,
    seat_letter,
)
from finity_edu.rules.position import Position
from finity_edu.widget.advice import Adviser, advice_panel, why_words
from finity_edu.widget.meanings import (
    NEITHER,
    Drops,
    arrow_meanings,
    click_meanings,
    drag_meanings,
    drop_places,
    legal_set,
    listed,
    meant,
    place_of,
)
from finity_edu.widget.mode import (
    BoardMode,
    icon,
    tool_button,
    tool_name,
    way_of_winner,
    won_path,
)
from finity_edu.widget.scene import Scene
from finity_edu.widget.state import BoardState, Choice
from finity_edu.widget.texts import (
    checked_word,
    deed_words,
    move_words,
    parse_slot,
    reason_words,
    text,
)

if TYPE_CHECKING:
    from finity_edu.players import Advice

FRAME = Catalogue("boardkit", "frame")
LEVELS = ("random", "beginner", "greedy", "club", "advanced", "strong")
"""The strengths of `finity_edu.players`, which need not be loaded to be offered."""


class PlayMode(Play[BoardState], BoardMode):
    """The game, for people and for players that a program gives."""

    levels = LEVELS
    edits_table = True

    def __init__(self, widget: BoardState) -> None:
        super().__init__(widget)
        self.tool = "hand"
        self.source: Slot | None = None
        self.advising = Thinking()
        self.adviser = Adviser()
        self.advice: Advice | None = None

    @action
    def stop(self) -> None:
        """Interrupt what a program thinks."""
        super().stop()
        self.advising.stop()

    def is_thinking(self) -> bool:
        return super().is_thinking() or self.advising.busy

    def drop(self) -> None:
        self.tool, self.source = "hand", None

    # --- what is shown -------------------------------------------------------------------------------------

    def scene(self) -> Scene:
        position, moves = self.position, self.widget.game.moves
        won = won_path(position)
        return Scene(
            position,
            position.layout,
            position.word,
            won,
            targets=self.targets(),
            drags=self._drags(),
            selected=str(self.source) if self.source else None,
            read=len(position.word) if won.path else 0,
            last=place_of(moves[-1], position.board)
            if moves and not won.path
            else None,
            advised=self._advised(),
            hand="" if self.tool == "hand" else tool_name(self.tool),
            seat=position.turn,
            lines=self.tool != "^",
        )

    def _advised(self) -> Move | None:
        """The best move of the advice about this position."""
        advice = self.advice
        if advice is None or advice.thought.position != self.position:
            return None
        return advice.suggestions[0].move

    def targets(self) -> Collection[str]:
        """Places where the tool in hand has a legal move."""
        if self.tool == "hand" or self.thinking.busy:
            return ()
        source = f"tool:{self.tool}"
        if self.source:
            source = str(self.source)
        return self._drops().get(source, {})

    def _drops(self) -> Drops:
        return drop_places(self.position, self.tool)

    def _from_source(self, move: Move) -> bool:
        return (
            self.source is None
            or not isinstance(move, MoveBlocker)
            or move.source == self.source
        )

    def _drags(self) -> Mapping[str, Collection[str]]:
        """What can be dragged, and where it has a legal move."""
        layout, drops = self.position.layout, self._drops()
        own = []
        for blocker in layout.blockers:
            if blocker.seat == self.position.turn:
                own.append(str(blocker.slot))
        return {
            place: listed(drops.get(place, {})) for place in (*own, *layout.board.names)
        }

    def controls(self) -> list[Element]:
        if self.position.result is not None:
            return []
        drops, seat = self._drops(), self.position.turn
        tools = []
        for tool in PIECES:
            tools.append(
                tool_button(
                    tool,
                    self.tool,
                    seat,
                    listed(drops.get(f"tool:{tool}", {})),
                    left=self._supply(tool),
                    idle=self.idle(tool),
                )
            )
        passing = []
        if self.position.legal_moves() == (Pass(),):
            passing = [button(text("pass"), "choose", move="--")]
        return [bar(text("group.tools"), *tools, *passing)]

    def _supply(self, tool: str) -> int | None:
        """How many pieces of a kind the side to move can still put on the board; of blockers, how many it can move."""
        layout, seat = self.position.layout, self.position.turn
        match tool:
            case "b" | "w":
                return ARROWS_PER_COLOUR - layout.arrow_count(tool)
            case "s" | "m" | "l":
                return self.position.rules.ring_supply(tool) - layout.ring_count(
                    seat, tool
                )
            case "x":
                return sum(blocker.seat == seat for blocker in layout.blockers)
        return None

    def idle(self, tool: str) -> str:
        """Why a piece cannot be played now; nothing if it can."""
        if f"tool:{tool}" in self._drops():
            return ""
        if self._supply(tool) == 0:
            return text("idle.none_left")
        kind = {"b": "arrow", "w": "arrow", "x": "blocker", "^": "post"}.get(
            tool, "ring"
        )
        return text(f"idle.{kind}")

    def history(self) -> list[Element]:
        if self.advising.busy:
            return [*super().history(), button(text("advice.stop"), "stop")]
        if self.program() is not None:
            return super().history()
        return [
            *super().history(),
            button(
                text("advice.ask"),
                "advise",
                key="a",
                disabled=self.position.result is not None,
            ),
        ]

    @property
    def way(self) -> Sequence[str]:
        """The way of the winner, where its automaton is shown."""
        return way_of_winner(self.position, self.widget.seat)

    def enter(self) -> None:
        super().enter()
        self._show_winner()

    def _show_winner(self) -> None:
        """Let the lens show the automaton that has won."""
        result = self.position.result
        if result is not None and len(result.winners) == 1:
            with self.widget.quietly():
                (self.widget.seat,) = result.winners

    def views(self) -> Sequence[View]:
        advice = self.advice
        if advice is None or self._advised() is None:
            return super().views()
        return [
            View("advice", text("advice.title"), lambda: [advice_panel(advice)]),
            *super().views(),
        ]

    def rare(self) -> list[Element]:
        word = [
            field(text("word"), "new_word", self.position.word),
            button(text("draw_word"), "new_word"),
            button(text("new_game"), "again"),
        ]
        return [
            group(
                FRAME.text("group.new"),
                bar(text("players.name"), *self.seats()),
                bar(text("word"), *word),
            )
        ]

    def mark(self, seat: int) -> Element:
        return icon("^", seat, 24)

    def colour(self, seat: int) -> str:
        return text(f"colour_of.{seat_letter(seat)}")

    def offered(self, level: str) -> str:
        return CATALOGUE.text(f"players.level.{level}")

    def status(self) -> tuple[str, str]:
        if self.thinking.busy:
            return "", self.thought()
        if self.advising.busy:
            return "", text("advice.search")
        if self.position.result is not None:
            return "good", self._ended()
        if self.tool != "hand":
            return "", text(f"take.{self.tool.replace('^', 'post')}")
        return "", text("hint.hand", player=self.who(self.position.turn))

    def next_game(self) -> list[Element]:
        shown = []
        if won_path(self.position).path:
            shown = [page_button(text("replay"), "replay", text("replay"))]
        return [*super().next_game(), *shown]

    def _ended(self) -> str:
        """How the game ended; the result of a draw says that it is one."""
        result = self.position.result
        if result is None or result.kind != "win":
            return text("over", result=str(result))
        (seat,) = result.winners
        path = " → ".join(self.position.full_path(seat) or ())
        return self.ending(text("walked", path=path))

    def aside(self) -> str:
        if self.position.result is not None or self.thinking.busy:
            return ""
        if self.tool == "hand":
            return text("hint.aside")
        return text("hint.lit", n=len(self.targets()))

    # --- what is done --------------------------------------------------------------------------------------

    @action("tool")
    def take_tool(self, tool: str) -> None:
        """Take a tool in hand; the same one again puts it down, and one that cannot be played says why."""
        same = tool == self.tool
        self.drop()
        if same or tool not in PIECES:
            return
        if why := self.idle(tool):
            self.widget.tell(why)
        else:
            self.tool = tool

    def hit(self, place: str, end: int = NEITHER) -> None:
        if self._cannot_move():
            return
        position = self.position
        at = place if place in position.board.index else parse_slot(place)
        if (
            self.tool == "hand"
            and isinstance(at, Slot)
            and self._owner(at) == position.turn
        ):
            self.tool, self.source = "x", at
            self.widget.tell(text("blocker_taken"))
            return
        meanings = click_meanings(position, at, self.tool)
        moves = list(filter(self._from_source, meanings))
        if not moves:
            kind = "slot" if isinstance(at, Slot) else "station"
            self.widget.tell(text(f"not_here.{kind}"), "error")
            return
        if self.tool == "hand" and not isinstance(at, Slot) and not self._any(moves):
            self.widget.tell(self._what_here(at))
            return
        near = meant(moves, at, end)
        moves = near if self._any(near) else moves
        self._offer(place, moves, at_once=self.tool != "hand", refused=end == NEITHER)

    def _any(self, moves: Sequence[Move]) -> bool:
        """Whether one of some moves is legal."""
        position = self.position
        return any(position.resolve(move) in legal_set(position) for move in moves)

    def _what_here(self, station: str) -> str:
        """What can be done at a station on which nothing can be put."""
        drops = self._drops()
        reached = any(station in places for places in drops.values())
        if not reached and station not in drops:
            return text("here.nothing", station=station)
        kind = "end" if station == self.position.board.end else "arrows"
        return text(f"here.{kind}", station=station)

    def _cannot_move(self) -> bool:
        over = self.position.result is not None
        if over:
            self.widget.tell(self.status()[1], "good")
        return over or self.busy()

    def _owner(self, slot: Slot) -> int:
        code = self.position.layout.slot_codes[self.position.board.slot_index[slot]]
        return max(0, code - FIRST_BLOCKER + 1)

    def drag(self, source: str, target: str, end: int = NEITHER) -> None:
        if source.startswith("tool:"):
            self.tool, self.source = source.removeprefix("tool:"), None
            self.hit(target, end)
            return
        if self._cannot_move():
            return
        board = self.position.board
        if source not in board.index:
            self.tool, self.source = "x", parse_slot(source)
            self.hit(target)
        elif target in board.index:
            self._offer(
                target,
                drag_meanings(self.position, source, target, self.tool),
                at_once=True,
                refused=False,
            )
        else:
            slot = parse_slot(target)
            if source in (slot.a, slot.b):
                towards = slot if slot.a == source else slot.turned()
                self._offer(
                    target,
                    arrow_meanings(towards.a, towards.b, (towards.lane,), self.tool),
                    at_once=True,
                    refused=False,
                )
            else:
                self.widget.tell(text("not_here.slot"), "error")

    def _offer(
        self, place: str, moves: list[Move], at_once: bool, refused: bool = True
    ) -> None:
        """Play the only legal meaning, let the reader choose among several, or say why there is none; if `refused`, the
        choice has what is not legal as well."""
        position = self.position
        moves = list(dict.fromkeys(map(position.resolve, moves)))
        legal = [move for move in moves if move in legal_set(position)]
        if at_once and len(legal) == 1:
            self.play(legal[0])
        elif legal:
            items: list[Choice] = []
            for move in legal:
                items.append((move_words(move), None, {"move": str(move)}))
            for move in moves:
                if refused and move not in legal:
                    why = reason_words(position.why_illegal(move))
                    items.append((move_words(move), why, {"move": str(move)}))
            self.widget.open_menu(place, items)
        elif not moves:
            self.widget.tell(text("not_here.drag"), "error")
        else:
            reasons = dict.fromkeys(
                reason_words(position.why_illegal(m)) for m in moves
            )
            self.widget.tell(
                text("illegal", reasons="; ".join(list(reasons)[:3])), "error"
            )

    def choose(self, move: str) -> None:
        reason = self.position.why_illegal(move)
        if reason is not None:
            self.widget.tell(text("illegal", reasons=reason_words(reason)), "error")
        elif not self._cannot_move():
            self.play(self.position.resolve(move))

    def play(self, move: Move, why: str = "") -> None:
        """Play a legal move, and let the next player think if it is a program; `why` is told with it."""
        self.advising.stop()
        told = [
            text("played", player=self.who(self.position.turn), did=deed_words(move))
        ]
        if orphans := sum(self.position.orphans_of(move).values()):
            told.append(text("orphaned", number=orphans))
        if why:
            told.append(why)
        self.drop()
        self.widget.set_game(self.widget.game.play(move))
        if self.position.result is None:
            self.widget.tell(" ".join(told))
        else:  # the end takes the place of the sentence
            self._show_winner()
            self.widget.say(" ".join((*told, self.status()[1])))
        self.go_on()

    # --- players that are programs -------------------------------------------------------------------------

    @action
    def new_word(self, value: str = "") -> None:
        """A new game with another tower; by default it is drawn by lot."""
        start = self.widget.game.start
        word = checked_word(value) or start.rules.draw_word(Random())
        self.stop()
        self.drop()
        self.widget.begin_at(
            Position.start(
                start.players, word=word, rules=start.rules, board=start.board
            )
        )
        self.go_on()

    def play_chosen(self, move: Move | str) -> None:
        player, resolved = self.program(), self.position.resolve(move)
        reasons = getattr(player, "reasons", None)
        explain = getattr(player, "why", None)
        why = ""
        if callable(reasons):
            why = why_words(reasons(self.position, resolved))
        elif callable(explain):
            why = str(explain(self.position, resolved))
        self.play(resolved, why)

    # --- advice --------------------------------------------------------------------------------------------

    @action
    def advise(self) -> None:
        """Look for the best moves; they are shown beside the board as soon as they are found."""
        if not self._cannot_move():
            self.advising.start(self.adviser, self.position, self._advised_now)

    def _advised_now(self, ask: Callable[[], Advice]) -> None:
        try:
            advice = self.advice = ask()
        except Exception as error:  # the board may be too large for the engine
            self.failed(error)
            return
        best = advice.suggestions[0]
        said = f"{move_words(best.move)}. {why_words(best.reasons)}"
        self.widget.lens = "advice"
        self.widget.in_answer(lambda: self.widget.tell(text("advice.found", best=said)))

    def toggle_arrow(self, colour: str, tail: str, head: str) -> None:
        """A change of δ is a move: the first free lane that the rules allow, or the reason why there is none."""
        if self._cannot_move():
            return
        lying = []
        for one in self.position.layout.arrows:
            if (one.colour, one.tail, one.head) == (colour, tail, head):
                lying.append(one)
        if lying:
            moves: list[Move] = [RemoveArrow(lying[0])]
        else:
            moves = [
                PlaceArrow(Arrow(cast(Colour, colour), tail, head, lane))
                for lane in LANES
            ]
        legal = [
            move
            for move in map(self.position.resolve, moves)
            if move in legal_set(self.position)
        ]
        if legal:
            self.play(legal[0])
        else:
            self._offer(tail, moves, at_once=True)
