"""Play and replay."""

from collections.abc import Collection, Mapping, Sequence

from amakta.draw.shapes import stone_words
from amakta.rules.board import OPPONENT, Player
from amakta.rules.diagram import ending
from amakta.rules.errors import AmaktaError
from amakta.rules.lattice import Field
from amakta.rules.moves import FROM_HAND, PASS, Move
from amakta.rules.notation import parse_field
from amakta.rules.situation import Stone
from amakta.rules.stones import canonical, mirror, rotate
from amakta.rules.texts import CATALOGUE
from amakta.widget.mode import AmaktaMode, stone_icon, stone_tray
from amakta.widget.state import AmaktaState
from amakta.widget.texts import move_words, reason_words, text
from boardkit.messages import Catalogue
from boardkit.svg import Element, el
from boardkit.widget.actions import action
from boardkit.widget.frame import View
from boardkit.widget.markup import ALWAYS, bar, button, group, rows, table
from boardkit.widget.playing import PlayMode as Play
from boardkit.widget.playing import ReplayMode as Replay

FRAME = Catalogue("boardkit", "frame").text
MAY = {
    "lay": ("place",),
    "own": ("rotate", "take", "relocate", "replace"),
    "capture": ("expropriate", "appropriate", "remove"),
    "release": ("release", "detach"),
}
"""What may be done, in four groups of moves."""


class PlayMode(Play[AmaktaState], AmaktaMode):
    """The game.  A stone is chosen on the board or in the inventory, turned, and laid by a click on a field."""

    levels = ("random", "greedy", "search", "perfect")
    field: Field | None = None  # the chosen stone on the board
    shape: str | None = None  # the chosen stone of the inventory
    code = ""  # how the chosen stone would lie

    def drop(self) -> None:
        self.field = self.shape = None
        self.code = ""

    # -- what can be done ------------------------------------------------------------------------------------------

    def here(self, field: Field) -> list[Move]:
        """What can be done with the stone on a field without another one, legal or not."""
        lying = self.state.situation.at[field]
        if lying.owner == self.state.turn:
            return [Move("rotate", field, None, self.code), Move("take", field)]
        if lying.expropriated:
            return [Move("release", field)]
        appropriate = Move("appropriate", field, None, self.code)
        return [Move("expropriate", field), appropriate, Move("remove", field)]

    def meaning(self, field: Field) -> Move | None:
        """What a click on a field means with the chosen stone."""
        lying = self.state.situation.at.get(field)
        if self.shape is not None:
            if lying is None:
                return Move("place", field, None, self.code)
            if lying.owner == self.state.turn:
                return Move("replace", field, None, self.code)
            return Move("detach", field, None, self.code)
        if self.field is not None and field != self.field and lying is None:
            return Move("relocate", self.field, field, self.code)
        return None

    def targets(self) -> set[Field]:
        """Fields on which the chosen stone may be laid as it is turned now."""
        found = set()
        for move in self._legal():
            field = move.to or move.field
            if field is not None and self.meaning(field) == move:
                found.add(field)
        return found

    # -- what is shown ---------------------------------------------------------------------------------------------

    def board(self) -> list[Element]:
        drags: dict[Field, list[Field]] = {}
        lies = {}  # the codes of one's own stones; the chosen one may be turned
        for field, stone in self.state.situation.stones:
            if stone.owner == self.state.turn:
                lies[field] = self.code if field == self.field else stone.code
                drags[field] = []
        for move in self._legal():
            if move.field is None or move.to is None:
                continue
            if move.code == lies[move.field]:
                drags[move.field].append(move.to)
        return [self.draw_board(self.targets(), self.field, drags)]

    def _hand_places(self) -> Mapping[str, Collection[Field]] | None:
        """Where a stone of the inventory may be laid as it is turned now; None if the game is over."""
        if self.widget.game.result is not None:
            return None
        places: dict[str, list[Field]] = {}
        for move in self._legal():
            if move.kind in FROM_HAND and move.field and move.code:
                places.setdefault(move.code, []).append(move.field)
        return places

    def _legal(self) -> tuple[Move, ...]:
        return self.widget.game.legal_moves()

    def controls(self) -> list[Element]:
        if self.field is not None:
            actions = bar(text("group.actions"), *self._actions(self.field))
            return [rows(*self._turns(), actions), ALWAYS]
        over = self.widget.game.result is not None
        passing = button(
            text("kind.pass"),
            "pass",
            key="0",
            disabled=over,
            title=text("explain.pass"),
        )
        me = self.state.turn
        own = stone_tray(self.state, me, self._hand_places(), self.shape, self.code)
        hand = bar(text("inventories"), *self._turns(), own, passing)
        theirs = stone_tray(self.state, OPPONENT[me])
        return [rows(hand, theirs), *self.window_controls(), ALWAYS]

    def _turns(self) -> list[Element]:
        """The chosen stone as it would lie, and what turns it."""
        if not self.code:
            return []
        left = text("turn_left")
        right = text("turn_right")
        mirrored = text("mirror")
        return [
            bar(
                text("group.turn"),
                stone_icon(self._in_hand(), 36),
                button("↺", "turn", key="t", by=1, title=left, said=left),
                button("↻", "turn", by=-1, title=right, said=right),
                button("⇋", "mirror", key="m", title=mirrored, said=mirrored),
            )
        ]

    def _actions(self, field: Field) -> list[Element]:
        """What can be done with the chosen stone where it lies, each with what it means or why it is not allowed."""
        found = []
        for move in self.here(field):
            reason = self.state.why_illegal(move)
            if reason is None:
                told = text(f"explain.{move.kind}")
            else:
                told = reason_words(reason, self.home)
            way = el(
                "button",
                el("strong", text(f"kind.{move.kind}")),
                el("small", told),
                type="button",
                data_do="move",
                data_move=str(move),
                class_="gk-button gk-told",
                aria_disabled=None if reason is None else "true",
            )
            found.append(way)
        return found

    def _in_hand(self) -> Stone:
        """The chosen stone as it would lie."""
        situation = self.state.situation
        if self.field is not None:
            return situation.at[self.field]._replace(code=self.code)
        me = self.state.turn
        circles = dict(situation.hand(me))
        return Stone(self.code, me, me, circles[self.shape or ""])

    def rare(self) -> list[Element]:
        over = self.widget.game.result is not None
        ends = bar(
            text("group.end"),
            button(text("again"), "again"),
            button(text("draw"), "draw", disabled=over),
            button(text("resign"), "resign", disabled=over),
        )
        seats = bar(text("group.players"), *self.seats())
        return [group(FRAME("group.new"), seats, ends)]

    def mark(self, seat: Player) -> Element:
        return stone_icon(Stone("000000", seat, seat), 22)

    def colour(self, seat: Player) -> str:
        return CATALOGUE.text(f"player.{seat}")

    # -- what is said ----------------------------------------------------------------------------------------------

    def status(self) -> tuple[str, str]:
        if self.thinking.busy:
            return "", self.thought()
        result = self.widget.game.result
        if result is not None:
            return "good", self.ending(text(f"end.{result.kind}"))
        if self.code:
            return "", self._meant()
        who = self.who(self.state.turn)
        kinds = {move.kind for move in self._legal()}
        may = [
            text(f"may.{id}") for id, group in MAY.items() if kinds.intersection(group)
        ]
        if not may:
            return "", text("only_pass", player=who)
        return "", text("may", player=who, what=", ".join(may))

    def _meant(self) -> str:
        """What may be done with the chosen stone."""
        if self.targets():
            return text("hint.move" if self.field else "hint.lay")
        if self.field is None:
            for move in self._legal():
                if (
                    move.kind in FROM_HAND
                    and move.code
                    and canonical(move.code) == self.shape
                ):
                    return text("hint.turn")
            return text("hint.nowhere")
        reasons = list(map(self.state.why_illegal, self.here(self.field)))
        if None in reasons:
            return text("hint.here")
        return reason_words(reasons[0], self.home)

    def aside(self) -> str:
        if self.widget.game.result is not None or self.thinking.busy:
            return ""
        # What is in hand is what the reader thinks of; what could be done instead comes later.
        if self.code:
            circle = self._in_hand().circle
            return text(f"circle.{circle}") if circle else text("hint.back")
        return text("hint.choose" if len(self._legal()) > 1 else "hint.pass")

    def views(self) -> Sequence[View]:
        views = []
        if self.code:
            views.append(View("chosen", text("chosen"), self._chosen))
        views += super().views()
        if (
            self.widget.solution is not None
            and self.state in self.widget.solution.graph
        ):
            views.append(View("judged", text("judged.title"), self._judged))
        views.append(View("moves", text("moves"), self._moves))
        return views

    def _chosen(self) -> list[Element]:
        """The chosen stone, what its circle does, and what laying it means."""
        shown = self._in_hand()
        found = [stone_icon(shown, 120), el("p", f"{stone_words(shown)}.")]
        if shown.circle:
            found.append(el("p", text(f"circle.{shown.circle}")))
        moves = list(map(self.meaning, sorted(self.targets())))
        # Each kind once, in the order of the fields.
        for kind in dict.fromkeys(move.kind for move in moves if move is not None):
            name = el("strong", text(f"kind.{kind}"))
            found.append(el("p", name, f": {text(f'explain.{kind}')}."))
        return found

    def _judged(self) -> list[Element]:
        solution = self.widget.solution
        assert solution is not None
        rows: list[list[str]] = []
        best = []
        if self.widget.game.result is None:
            best_moves = solution.best_moves(self.state)
            for move, winner, plies in solution.judged_moves(self.state):
                if move in best_moves:
                    best.append(len(rows))
                value = "="
                if winner:
                    value = f"{self.colour(winner)} ({plies})"
                rows.append([str(move), value])
        head = [text("judged.move"), text("judged.value")]
        return [table(text("judged.caption"), head, rows, current=best)]

    def _moves(self) -> list[Element]:
        moves = [el("li", str(move)) for move in self.widget.game.moves]
        return [el("ol", *moves, class_="gk-problems")]

    # -- what is done ----------------------------------------------------------------------------------------------

    def hit(self, place: str) -> None:
        field = parse_field(place)
        move = self.meaning(field)
        if move is not None:
            self.play(move)
        # Otherwise a click chooses what lies there, or lets go of what was chosen.
        elif self._pick(field):
            self.widget.say(self._label(field))
        else:
            self.drop()
            self.widget.tell(self._label(field))

    def drag(self, source: str, target: str) -> None:
        if source.startswith("hand:"):
            self.take(source.removeprefix("hand:"), toggle=False)
        else:
            self._pick(parse_field(source))
        self.hit(target)

    def _pick(self, field: Field) -> bool:
        """Choose the stone on a field, if one lies there that is not chosen yet."""
        lying = self.state.situation.at.get(field)
        if lying is None or field == self.field:
            return False
        self.drop()
        self.field = field
        self.code = lying.code
        return True

    @action("hand")
    def take(self, code: str, toggle: bool = True) -> None:
        """Take a stone of the inventory in hand, or put it back."""
        if code not in dict(self.state.situation.hand(self.state.turn)):
            raise AmaktaError(text("not_in_hand", code=code))
        # A second click puts it back; a drag always takes it.
        again = toggle and code == self.shape
        lying = self.code if code == self.shape else code
        self.drop()
        if not again:
            self.shape = code
            self.code = lying
            words = stone_words(Stone(code, "W", "W"))
            self.widget.say(text("in_hand", words=words))

    @action
    def turn(self, by: int) -> None:
        """Turn the chosen stone by sixty degrees, to the next code that differs."""
        if self.code:
            self._lay_in_hand(rotate(self.code, by))

    @action("mirror")
    def reflect(self) -> None:
        """Reflect the chosen stone."""
        if self.code:
            self._lay_in_hand(mirror(self.code))

    def _lay_in_hand(self, code: str) -> None:
        self.code = code
        self.widget.say(stone_words(Stone(code, "W", "W")))

    @action("move")
    def play_text(self, move: str) -> None:
        """Play a move by its text."""
        self.play(Move.parse(move))

    @action("pass")
    def pass_turn(self) -> None:
        """Pass."""
        self.play(PASS)

    def play(self, move: Move) -> None:
        """Play a move; an illegal one is answered with the reason and the chosen stone stays in hand."""
        if self.busy():
            return
        game = self.widget.game
        if game.result is None:
            reason = self.state.why_illegal(move)
            if reason is not None:
                self.widget.tell(
                    f"{move_words(move, self.home)}: {reason_words(reason, self.home)}",
                    "error",
                )
                return
        who = self.who(self.state.turn)
        self.widget.set_game(game.play(move))
        self.widget.say(f"{who}: {move_words(move, self.home)}. {self.status()[1]}")
        # A program may be next.
        self.go_on()

    play_chosen = play

    @action("draw")
    def agree_draw(self) -> None:
        """Both agree on a draw."""
        self.stop()
        self.widget.set_game(self.widget.game.agree_draw())

    @action
    def resign(self) -> None:
        """The side to move resigns."""
        self.stop()
        self.widget.set_game(self.widget.game.resign(self.state.turn))


class ReplayMode(Replay[AmaktaState], AmaktaMode):
    """A game that has been played, move by move."""

    key = "x"  # "g" shows the graph

    def board(self) -> list[Element]:
        return [self.draw_board()]

    def controls(self) -> list[Element]:
        return [*super().controls(), *self.window_controls()]

    def status(self) -> tuple[str, str]:
        move = self.last_move()
        if move is None:
            told = text("start")
        else:
            told = f"{self.at}. {move_words(move, self.home)}."
        # The game may have ended by what its last state does not know: repetition, agreement.
        shown = self.widget.game if self.at == self.total else self.state
        if shown.result is not None:
            return "", f"{told} {ending(shown.result)}"
        player = CATALOGUE.text(f"player.{self.state.turn}")
        return "", f"{told} {CATALOGUE.text('draw.to_move', player=player)}."

    def views(self) -> Sequence[View]:
        return [*super().views(), *AmaktaMode.views(self)]

    def hit(self, place: str) -> None:
        self.widget.tell(self._label(parse_field(place)))
