"""Play and replay."""

from __future__ import annotations

from amakta.rules.board import OPPONENT
from amakta.rules.errors import AmaktaError
from amakta.rules.lattice import Field, parse_field
from amakta.rules.moves import PASS, Move
from amakta.rules.shapes import stone_words
from amakta.rules.situation import Stone
from amakta.rules.stones import mirror, rotate
from amakta.rules.texts import CATALOGUE
from amakta.widget.mode import Mode, stone_icon
from amakta.widget.texts import move_words, text
from boardkit.choosing import PlayerFault, chosen
from boardkit.svg import Element, el
from boardkit.widget.controls import transport
from boardkit.widget.markup import bar, button, details, slider, table

SPEED = 1200
"""Milliseconds for a move while a game plays by itself."""


def ending(mode: Mode) -> str:
    """Whose turn it is, or how the game ended."""
    result = mode.widget.game.result if mode.state == mode.widget.game.state else mode.state.result
    if result is None:
        return CATALOGUE.text("draw.to_move", player=CATALOGUE.text(f"player.{mode.state.turn}")) + "."
    how = CATALOGUE.text(f"cli.ending.{result.kind}")
    winner = next(iter(result.winners), None)
    if winner is None:
        return how
    return CATALOGUE.text("draw.won", player=CATALOGUE.text(f"player.{winner}")) + f". {how}"


class PlayMode(Mode):
    """The game.  A stone is chosen on the board or in the inventory, turned, and laid by a click on a field."""

    name = "play"
    field: Field | None = None  # the chosen stone on the board
    shape: str | None = None  # the chosen stone of the inventory
    code = ""  # how the chosen stone would lie

    def drop(self) -> None:
        self.field = self.shape = None
        self.code = ""

    # -- what can be done ------------------------------------------------------------------------------------------

    def here(self, f: Field) -> list[Move]:
        """What can be done with the stone on a field without another one, legal or not."""
        lying = self.state.situation.at[f]
        if lying.owner == self.state.turn:
            return [Move("rotate", f, None, self.code), Move("take", f)]
        if lying.expropriated:
            return [Move("release", f)]
        return [Move("expropriate", f), Move("appropriate", f, None, self.code), Move("remove", f)]

    def meaning(self, f: Field) -> Move | None:
        """What a click on a field means with the chosen stone."""
        lying = self.state.situation.at.get(f)
        if self.shape is not None:
            kind = "place" if lying is None else "replace" if lying.owner == self.state.turn else "detach"
            return Move(kind, f, None, self.code)  # type: ignore[arg-type]
        if self.field is not None and f != self.field and lying is None:
            return Move("relocate", self.field, f, self.code)
        return None

    def targets(self) -> set[Field]:
        """Fields on which the chosen stone may be laid as it is turned now."""
        legal = set(self.widget.game.legal_moves())
        found = {f for m in legal for f in (m.to or m.field,) if f is not None and self.meaning(f) == m}
        if self.shape is None and self.field is None:
            found = set()
        return found

    # -- what is shown ---------------------------------------------------------------------------------------------

    def board(self) -> Element:
        own = {f for f, lying in self.state.situation.stones if lying.owner == self.state.turn}
        return self.draw_board(self.targets(), self.field, own)

    def controls(self) -> list[Element]:
        game = self.widget.game
        over = game.result is not None
        row = [button(text("undo"), "undo", key="u", disabled=not game.moves and game.ended is None),
               button(text("redo"), "redo", key="r", disabled=not game.undone),
               button(text("kind.pass"), "pass", key="0", disabled=over),
               button(text("draw"), "draw", disabled=over), button(text("resign"), "resign", disabled=over)]
        parts = [bar(text("group.game"), *row), *self.window_controls()]
        if not over and self.state.turn in self.widget.players:  # let the page draw first, then think
            parts.append(el("span", hidden="hidden", data_do="reply", data_wait=60,
                            data_key=f"reply-{len(game.moves)}"))
        return parts

    def status(self) -> tuple[str, str]:
        over = self.widget.game.result is not None
        hint = "" if over else " " + text("hint.lay" if self.shape or self.field else "hint.choose")
        return "good" if over else "", ending(self) + hint

    def panels(self) -> list[Element]:
        panels = [self.hands(self.shape, active=self.widget.game.result is None)]
        if self.code:
            panels.insert(0, self._chosen())
        return [*panels, *self._judged(), self._moves()]

    def _chosen(self) -> Element:
        lying = self.state.situation.at.get(self.field) if self.field else None
        me = self.state.turn
        circle = dict(self.state.situation.hand(me)).get(self.shape or "", "")
        shown = lying._replace(code=self.code) if lying else Stone(self.code, me, me, circle)
        turns = bar(text("group.turn"), stone_icon(shown, 84),
                    button(text("turn_left"), "turn", key="t", by=1), button(text("turn_right"), "turn", by=-1),
                    button(text("mirror"), "mirror", key="m"))
        actions = []
        for move in self.here(self.field) if self.field else []:
            reason = self.state.why_illegal(move)
            actions.append(button(text(f"kind.{move.kind}"), "move", disabled=reason is not None,
                                  title=str(reason) if reason else str(move), move=str(move)))
        words = f"{self.code}: {stone_words(shown)}"
        below = [bar(text("group.actions"), *actions)] if actions else []
        return details(text("chosen"), turns, el("p", words), *below, key="chosen")

    def _judged(self) -> list[Element]:
        solution = self.widget.solution
        if solution is None or self.state not in solution.graph or self.widget.game.result is not None:
            return []
        rows = []
        for move, winner, plies in solution.judged_moves(self.state):
            value = CATALOGUE.text(f"player.{winner}") if winner else "="
            rows.append([str(move), value if plies is None else f"{value} ({plies})"])
        good = set(map(str, solution.best_moves(self.state)))
        best = [i for i, (name, _) in enumerate(rows) if name in good]
        head = [text("judged.move"), text("judged.value")]
        return [details(text("judged.title"), table(text("judged.caption"), head, rows, current=best), open=False,
                        key="judged")]

    def _moves(self) -> Element:
        items = [el("li", str(move)) for move in self.widget.game.moves]
        listing = el("ol", *items, class_="gk-problems")
        return details(text("moves", number=len(items)), listing, open=False, key="moves")

    # -- what is done ----------------------------------------------------------------------------------------------

    def hit(self, place: str) -> None:
        f = parse_field(place)
        move = self.meaning(f)
        lying = self.state.situation.at.get(f)
        if move is not None:
            self.play(move)
        elif lying is not None and f != self.field:
            self.drop()
            self.field, self.code = f, lying.code
            self.widget.say(self._label(f))
        else:
            self.drop()
            self.widget.tell(self._label(f))

    def drag(self, source: str, target: str) -> None:
        if source.startswith("hand:"):
            self.on_hand(source.removeprefix("hand:"), toggle=False)
        else:
            f = parse_field(source)
            lying = self.state.situation.at.get(f)
            if lying is not None and f != self.field:
                self.drop()
                self.field, self.code = f, lying.code
        self.hit(target)

    def on_hand(self, code: str, toggle: bool = True) -> None:
        """Take a stone of the inventory in hand, or put it back."""
        if code not in dict(self.state.situation.hand(self.state.turn)):
            raise AmaktaError(text("not_in_hand", code=code))
        again = toggle and code == self.shape
        lying = self.code if code == self.shape else code
        self.drop()
        if not again:
            self.shape, self.code = code, lying
            self.widget.say(text("in_hand", words=stone_words(Stone(code, "W", "W"))))

    def on_turn(self, by: str) -> None:
        """Turn the chosen stone by sixty degrees, to the next code that differs."""
        if self.code:
            self._lay_in_hand(rotate(self.code, int(by)))

    def on_mirror(self) -> None:
        """Reflect the chosen stone."""
        if self.code:
            self._lay_in_hand(mirror(self.code))

    def _lay_in_hand(self, code: str) -> None:
        self.code = code
        self.widget.say(f"{code}: {stone_words(Stone(code, 'W', 'W'))}")

    def on_move(self, move: str) -> None:
        """Play a move by its text."""
        self.play(Move.parse(move))

    def on_pass(self) -> None:
        """Pass."""
        self.play(PASS)

    def play(self, move: Move) -> None:
        """Play a move; an illegal one is answered with the reason and the chosen stone stays in hand."""
        game = self.widget.game
        if game.result is None:
            reason = self.state.why_illegal(move)
            if reason is not None:
                self.widget.tell(f"{move_words(move)}: {reason}", "error")
                return
        self.widget.set_game(game.play(move))
        self.widget.tell(f"{move_words(move)}. {ending(self)}", "good" if self.widget.game.result else "")

    def on_reply(self) -> None:
        """Let the program whose turn it is make its move."""
        opponent = self.widget.players.get(self.state.turn)
        if opponent is not None and self.widget.game.result is None:
            try:
                self.play(chosen(opponent, self.state, lambda: opponent.choose(self.widget.game)))
            except PlayerFault as fault:
                self.widget.tell(str(fault), "error")

    def on_undo(self) -> None:
        """Take back a move; those of programs as well, back to a person's turn."""
        game = self.widget.game.undo()
        while game.moves and game.state.turn in self.widget.players and len(self.widget.players) < 2:
            game = game.undo()
        self.widget.set_game(game)

    def on_redo(self) -> None:
        """Play again what was taken back."""
        game = self.widget.game.redo()
        while game.undone and game.state.turn in self.widget.players:
            game = game.redo()
        self.widget.set_game(game)

    def on_draw(self) -> None:
        """Both agree on a draw."""
        self.widget.set_game(self.widget.game.agree_draw())

    def on_resign(self) -> None:
        """The side to move resigns."""
        self.widget.set_game(self.widget.game.resign(self.state.turn))
        self.widget.tell(CATALOGUE.text("draw.won", player=CATALOGUE.text(f"player.{OPPONENT[self.state.turn]}")) + ".",
                         "good")


class ReplayMode(Mode):
    """A game that has been played, move by move."""

    name = "replay"
    running = False

    @property
    def total(self) -> int:
        """Number of moves."""
        return len(self.widget.game.moves)

    def board(self) -> Element:
        last = self._last()
        return self.draw_board(chosen=(last.to or last.field) if last else None)

    def _last(self) -> Move | None:
        """The move that led to the position on the board; a game may hold moves as texts."""
        return Move.parse(str(self.widget.game.moves[self.widget.ply - 1])) if self.widget.ply else None

    def controls(self) -> list[Element]:
        at, total = self.widget.ply, self.total
        said = text("ply", at=at, total=total)
        parts = [transport(self.running, at, total, key="x"),
                 slider(said, "goto", at, total), *self.window_controls()]
        if self.running:
            parts.append(el("span", hidden="hidden", data_do="step", data_by=1, data_wait=SPEED, data_key=f"wait-{at}"))
        return parts

    def status(self) -> tuple[str, str]:
        move = self._last()
        if move is None:
            return "", text("start")
        return "", f"{self.widget.ply}. {move_words(move)}. {ending(self)}"

    def panels(self) -> list[Element]:
        items = [button(f"{n}. {move}", "goto", pressed=n == self.widget.ply, value=n, cls="gk-move")
                 for n, move in enumerate(self.widget.game.moves, 1)]
        return [self.hands(),
                details(text("moves", number=self.total), el("div", *items, class_="gk-moves"), key="moves")]

    def hit(self, place: str) -> None:
        self.widget.tell(self._label(parse_field(place)))

    def on_goto(self, value: str) -> None:
        """Show the position after so many moves."""
        self.widget.ply = int(value)

    def on_step(self, by: str) -> None:
        """Go on or back."""
        self.widget.ply = max(0, min(self.total, self.widget.ply + int(by)))
        self.running = self.running and self.widget.ply < self.total

    def on_run(self) -> None:
        """Let the game play by itself, or halt it."""
        self.running = not self.running and self.total > 0
        if self.running and self.widget.ply == self.total:
            self.widget.ply = 0


