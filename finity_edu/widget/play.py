"""Play: click or drag pieces; every meaning of a click is offered, what is not legal says why.

All legality comes from the position: its legal moves are the targets, `why_illegal` gives the reasons.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from boardkit.choosing import PlayerFault, chosen
from boardkit.svg import Element
from boardkit.widget.markup import bar, button, choice, details
from finity_edu.draw.board import Marks
from finity_edu.rules.board import FIRST_BLOCKER
from finity_edu.rules.errors import CATALOGUE
from finity_edu.rules.pieces import Bridge, Move, MoveBlocker, Pass, PlaceBridge, RemoveBridge, Slot, seat_letter
from finity_edu.rules.position import Position
from finity_edu.widget.advice import Adviser, advice_panel
from finity_edu.widget.meanings import arrow_meanings, click_meanings, drag_meanings, legal_set, place_of, tool_of
from finity_edu.widget.mode import Choice, Mode, tool_button, tool_name, turn_words
from finity_edu.widget.scene import Scene
from finity_edu.widget.texts import move_words, parse_slot, text
from finity_edu.widget.thinking import Thinking

if TYPE_CHECKING:
    from finity_edu.players import Advice

LEVEL = "players.level."
"""The strengths of `finity_edu.players` have their names under these ids (so that they need not be loaded)."""
PERSON = "person"
TOOLS = ("hand", "b", "w", "s", "m", "l", "x", "^")


class PlayMode(Mode):
    """The game, for people and for players that a program gives."""

    name = "play"

    def __init__(self, widget: object) -> None:
        super().__init__(widget)  # type: ignore[arg-type]
        self.tool = "hand"
        self.source: Slot | None = None
        self.menu_place = ""
        self.thinking = Thinking()
        self.advising = Thinking()
        self.adviser = Adviser()
        self.advice: Advice | None = None

    @property
    def position(self) -> Position:
        return self.widget.game.state

    def enter(self) -> None:
        self.widget.to_last()
        self.go_on()

    def leave(self) -> None:
        self.stop()
        self._drop()

    def stop(self) -> None:
        """Interrupt what a program thinks."""
        self.thinking.stop()
        self.advising.stop()

    def escape(self) -> None:
        self._drop()

    def _drop(self) -> None:
        self.tool, self.source = "hand", None

    # --- what is shown -------------------------------------------------------------------------------------

    def scene(self) -> Scene:
        position = self.position
        path: tuple[str, ...] = ()
        if position.result is not None and len(position.result.winners) == 1:
            path = position.full_path(next(iter(position.result.winners))) or ()
        return Scene(
            position, position.layout, position.word, Marks(path), targets=self.targets(),
            draggable=self._draggable(), selected=str(self.source) if self.source else None, turn=position.to_move,
        )

    def targets(self) -> frozenset[str]:
        """Places where the tool in hand has a legal move."""
        if self.tool == "hand" or self.thinking.busy:
            return frozenset()
        moves = (m for m in self.position.legal_moves() if tool_of(m) == self.tool and self._from_source(m))
        slots = self.position.board.slot_index
        board = self.position.board
        places = set()
        for move in moves:
            place = place_of(move) or ""
            places.add(place if place in board.index else str(board.slots[slots[parse_slot(place)]]))
        return frozenset(places)

    def _from_source(self, move: Move) -> bool:
        return self.source is None or not isinstance(move, MoveBlocker) or move.source == self.source

    def _draggable(self) -> frozenset[str]:
        layout = self.position.layout
        own = {str(blocker.slot) for blocker in layout.blockers if blocker.seat == self.position.turn}
        return frozenset(own | set(layout.board.names))

    def controls(self) -> list[Element]:
        seat, game = self.position.turn, self.widget.game
        tools = [tool_button(tool, self.tool, seat) for tool in TOOLS]
        history = [
            button(text("undo"), "undo", key="u", disabled=not game.moves),
            button(text("redo"), "redo", key="r", disabled=not game.undone),
        ]
        if self.position.legal_moves() == (Pass(),):
            history.append(button(text("pass"), "choose", move="--"))
        if self.thinking.busy or self.advising.busy:
            history.append(button(text("stop"), "stop"))
        elif self._computer() is not None:
            history.append(button(text("go"), "go"))
        else:
            history.append(button(text("advice.ask"), "advise", key="a", disabled=self.position.result is not None))
        return [bar(text("group.tools"), *tools), bar(text("group.game"), *history)]

    def panels(self) -> list[Element]:
        advice = [advice_panel(self.advice)] if self.advice and self.advice.thought.position == self.position else []
        return [*advice, details(text("players.name"), *self._seats(), key="players", open=False)]

    def _seats(self) -> list[Element]:
        """Who plays which seat: a person, an opponent of some strength, or what the notebook has given."""
        texts = CATALOGUE.texts()
        levels = [(id.removeprefix(LEVEL), name) for id, name in texts.items() if id.startswith(LEVEL)]
        chosen = []
        for seat in range(1, self.position.players + 1):
            player = self.widget.players.get(seat)
            name = PERSON if player is None else str(getattr(player, "name", type(player).__name__))
            options = [(PERSON, text("players.person")), *levels]
            if name not in dict(options):
                options.append((name, name))
            chosen.append(choice(text(f"seat.{seat_letter(seat)}"), "player", options, name, seat=seat))
        return [bar(text("players.name"), *chosen)]

    def status(self) -> tuple[str, str]:
        if self.thinking.busy:
            return "", text("thinking", player=text(f"seat.{seat_letter(self.position.turn)}"))
        if self.advising.busy:
            return "", text("advice.search")
        if self.position.result is not None:
            return "good", turn_words(self.position)
        return "", f"{turn_words(self.position)} {self._hint()}"

    def _hint(self) -> str:
        if self.tool == "hand":
            return text("hint.hand")
        return text("hint.tool", tool=tool_name(self.tool), number=len(self.targets()))

    # --- what is done --------------------------------------------------------------------------------------

    def take_tool(self, tool: str) -> None:
        """Take a tool in hand; the same one again puts it down."""
        self.tool = "hand" if tool == self.tool or tool not in TOOLS else tool
        self.source = None

    def hit(self, place: str) -> None:
        if self._cannot_move():
            return
        position = self.position
        slot = None if place in position.board.index else parse_slot(place)
        if self.tool == "hand" and slot is not None and self._owner(slot) == position.turn:
            self.tool, self.source = "x", slot
            self.widget.tell(text("blocker_taken", slot=slot))
            return
        moves = [move for move in click_meanings(position, slot or place, self.tool) if self._from_source(move)]
        if not moves:
            self.widget.tell(text("not_here.station" if slot is None else "not_here.slot"), "error")
            return
        self._offer(place, moves, at_once=self.tool != "hand")

    def _cannot_move(self) -> bool:
        if self.thinking.busy:
            self.widget.tell(text("busy"), "error")
        elif self.position.result is not None:
            self.widget.tell(turn_words(self.position), "good")
        else:
            return False
        return True

    def _owner(self, slot: Slot) -> int:
        code = self.position.layout.slot_codes[self.position.board.slot_index[slot]]
        return max(0, code - FIRST_BLOCKER + 1)

    def drag(self, source: str, target: str) -> None:
        if source.startswith("tool:"):
            self.tool, self.source = source.removeprefix("tool:"), None
            self.hit(target)
            return
        if self._cannot_move():
            return
        board = self.position.board
        if source not in board.index:
            self.tool, self.source = "x", parse_slot(source)
            self.hit(target)
        elif target in board.index:
            self._offer(target, drag_meanings(self.position, source, target, self.tool), at_once=True)
        else:
            slot = parse_slot(target)
            if source in (slot.a, slot.b):
                towards = slot if slot.a == source else slot.turned()
                self._offer(target, arrow_meanings(towards.a, towards.b, (towards.lane,), self.tool), at_once=True)
            else:
                self.widget.tell(text("not_here.slot"), "error")

    def _offer(self, place: str, moves: list[Move], at_once: bool) -> None:
        """Play the only legal meaning, let the reader choose among several, or say why there is none."""
        position = self.position
        moves = list(dict.fromkeys(position.resolve(move) for move in moves))
        legal = [move for move in moves if move in legal_set(position)]
        if at_once and len(legal) == 1:
            self.play(legal[0])
        elif legal:
            illegal = [move for move in moves if move not in legal_set(position)]
            items: list[Choice] = [(move_words(m), None, {"move": str(m)}) for m in legal]
            items += [(move_words(m), str(position.why_illegal(m)), {"move": str(m)}) for m in illegal]
            self.widget.open_menu(place, items)
        elif not moves:
            self.widget.tell(text("not_here.drag"), "error")
        else:
            reasons = dict.fromkeys(str(position.why_illegal(move)) for move in moves)
            self.widget.tell(text("illegal", reasons="; ".join(list(reasons)[:3])), "error")

    def choose(self, move: str) -> None:
        reason = self.position.why_illegal(move)
        if reason is not None:
            self.widget.tell(text("illegal", reasons=str(reason)), "error")
        elif not self._cannot_move():
            self.play(self.position.resolve(move))

    def play(self, move: Move, why: str = "") -> None:
        """Play a legal move, and let the next player think if it is a program; `why` is told with it."""
        self.advising.stop()
        told = [text("played", move=move_words(move))]
        if orphans := sum(self.position.orphans_of(move).values()):
            told.append(text("orphaned", number=orphans))
        if why:
            told.append(why)
        self._drop()
        self.widget.play_move(move)
        self.widget.tell(" ".join((*told, turn_words(self.position))), "good" if self.position.result else "")
        self.go_on()

    # --- players that are programs -------------------------------------------------------------------------

    def _computer(self) -> object | None:
        return None if self.position.to_move is None else self.widget.players.get(self.position.turn)

    def go_on(self) -> None:
        """Let a program move if it is its turn."""
        player = self._computer()
        if player is not None and not self.thinking.busy:
            self.thinking.start(player, self.position, self._thought, self._stumbled)  # type: ignore[arg-type]

    def _stumbled(self, error: Exception) -> None:
        def again() -> Move:
            raise error

        self._judged(again)

    def _thought(self, move: Move | str) -> None:
        self._judged(lambda: move)

    def _judged(self, ask: Callable[[], Move | str]) -> None:
        """Play what a program has chosen; if it has done something wrong, say so."""
        try:
            move = chosen(self._computer(), self.position, ask)
        except PlayerFault as fault:
            self._failed(fault)
            return
        explain = getattr(self._computer(), "why", None)

        def answer() -> None:
            resolved = self.position.resolve(move)
            self.play(resolved, str(explain(self.position, resolved)) if callable(explain) else "")

        self.widget.in_answer(answer)

    def _failed(self, error: Exception) -> None:
        seat = text(f"seat.{seat_letter(self.position.turn)}")
        told = text("failed", player=seat, error=str(error))
        self.widget.in_answer(lambda: self.widget.tell(told, "error"))

    # --- advice --------------------------------------------------------------------------------------------

    def advise(self) -> None:
        """Look for the best moves; they are shown beside the board as soon as they are found."""
        if not self._cannot_move():
            self.advising.start(self.adviser, self.position, self._advised_now, self._failed)

    def _advised_now(self, advice: Advice) -> None:
        self.advice = advice
        best = advice.suggestions[0]
        said = f"{move_words(best.move)}. {best.why}"
        self.widget.in_answer(lambda: self.widget.tell(text("advice.found", best=said)))

    def undo(self) -> None:
        """Take back the last move; moves of programs as well, up to the last move of a person."""
        self.stop()
        self._drop()
        game = self.widget.game.undo()
        while game.moves and game.state.turn in self.widget.players and len(self.widget.players) < game.state.players:
            game = game.undo()
        self.widget.set_game(game)

    def redo(self) -> None:
        """Play again what was taken back."""
        self.stop()
        self._drop()
        game = self.widget.game.redo()
        while game.undone and game.state.to_move in self.widget.players:
            game = game.redo()
        self.widget.set_game(game)

    @property
    def edits_table(self) -> bool:
        return True

    def toggle_arrow(self, colour: str, tail: str, head: str) -> None:
        """A change of δ is a move: the first free lane that the rules allow, or the reason why there is none."""
        if self._cannot_move():
            return
        lying = [b for b in self.position.layout.bridges if (b.colour, b.tail, b.head) == (colour, tail, head)]
        if lying:
            moves: list[Move] = [RemoveBridge(lying[0])]
        else:
            moves = [PlaceBridge(Bridge(colour, tail, head, lane)) for lane in ("l", "m", "r")]  # type: ignore[arg-type]
        legal = [move for move in map(self.position.resolve, moves) if move in legal_set(self.position)]
        if legal:
            self.play(legal[0])
        else:
            self._offer(tail, moves, at_once=True)
