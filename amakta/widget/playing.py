"""Play and replay."""

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any

from amakta.draw.shapes import stone_words
from amakta.players.opponents import player
from amakta.rules.board import OPPONENT, PLAYERS, Player
from amakta.rules.errors import AmaktaError
from amakta.rules.lattice import Field
from amakta.rules.moves import PASS, Move
from amakta.rules.notation import parse_field
from amakta.rules.situation import Stone
from amakta.rules.state import State
from amakta.rules.stones import canonical, mirror, rotate
from amakta.rules.texts import CATALOGUE
from amakta.rules.textual import ending
from amakta.widget.mode import AmaktaMode, stone_icon, stone_tray
from amakta.widget.state import AmaktaState
from amakta.widget.texts import move_words, text
from boardkit.game import Game
from boardkit.svg import Element, el
from boardkit.widget.actions import action
from boardkit.widget.frame import View
from boardkit.widget.markup import ALWAYS, bar, button, choice, rows, table
from boardkit.widget.playing import PlayMode as Play
from boardkit.widget.playing import ReplayMode as Replay

PERSON = "person"
LEVELS = ("random", "greedy", "search", "perfect")
"""The opponents that the menu offers."""
MAY = {
    "lay": ("place",),
    "own": ("rotate", "take", "relocate", "replace"),
    "capture": ("expropriate", "appropriate", "remove"),
    "release": ("release", "detach"),
}
"""What may be done, in four groups of moves."""


class PlayMode(Play[AmaktaState], AmaktaMode):
    """The game.  A stone is chosen on the board or in the inventory, turned, and laid by a click on a field."""

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
            kind = (
                "place"
                if lying is None
                else "replace"
                if lying.owner == self.state.turn
                else "detach"
            )
            return Move(kind, f, None, self.code)  # type: ignore[arg-type]
        if self.field is not None and f != self.field and lying is None:
            return Move("relocate", self.field, f, self.code)
        return None

    def targets(self) -> set[Field]:
        """Fields on which the chosen stone may be laid as it is turned now."""
        return {
            f
            for move in self._legal()
            for f in (move.to or move.field,)
            if f is not None and self.meaning(f) == move
        }

    # -- what is shown ---------------------------------------------------------------------------------------------

    def board(self) -> list[Element]:
        own = {
            f: lying.code if f != self.field else self.code
            for f, lying in self.state.situation.stones
            if lying.owner == self.state.turn
        }
        drags = {
            f: [m.to for m in self._legal() if m.field == f and m.to and m.code == code]
            for f, code in own.items()
        }
        return [self.draw_board(self.targets(), self.field, drags)]

    def _hand_places(self) -> Mapping[str, Collection[Field]] | None:
        """Where a stone of the inventory may be laid as it is turned now; None if the game is over."""
        if self.widget.game.result is not None:
            return None
        places: dict[str, list[Field]] = {}
        for move in self._legal():
            if move.kind in ("place", "replace", "detach") and move.field and move.code:
                places.setdefault(move.code, []).append(move.field)
        return places

    def _legal(self) -> tuple[Move, ...]:
        return self.widget.game.legal_moves()

    def controls(self) -> list[Element]:
        over = self.widget.game.result is not None
        passing = button(
            text("kind.pass"), "pass", key="0", disabled=over, title=text("explain.pass")
        )
        if self.field is not None:
            return [
                rows(*self._turns(), bar(text("group.actions"), *self._actions(self.field))),
                ALWAYS,
            ]
        me = self.state.turn
        own = stone_tray(self.state, me, self._hand_places(), self.shape, self.code)
        return [
            rows(
                bar(text("inventories"), *self._turns(), own, passing),
                stone_tray(self.state, OPPONENT[me]),
            ),
            *self.window_controls(),
            ALWAYS,
        ]

    def _turns(self) -> list[Element]:
        """The chosen stone as it would lie, and what turns it."""
        if not self.code:
            return []
        turns = [
            button("↺", "turn", key="t", by=1, title=text("turn_left"), said=text("turn_left")),
            button("↻", "turn", by=-1, title=text("turn_right"), said=text("turn_right")),
            button("⇋", "mirror", key="m", title=text("mirror"), said=text("mirror")),
        ]
        return [bar(text("group.turn"), stone_icon(self._in_hand(), 36), *turns)]

    def _actions(self, f: Field) -> list[Element]:
        """What can be done with the chosen stone where it lies, each with what it means or why it is not allowed."""
        found = []
        for move in self.here(f):
            reason = self.state.why_illegal(move)
            found.append(
                el(
                    "button",
                    el("strong", text(f"kind.{move.kind}")),
                    el("small", text(f"explain.{move.kind}") if reason is None else str(reason)),
                    type="button",
                    data_do="move",
                    data_move=str(move),
                    class_="gk-button gk-told",
                    aria_disabled=None if reason is None else "true",
                )
            )
        return found

    def _in_hand(self) -> Stone:
        """The chosen stone as it would lie."""
        me = self.state.turn
        if self.field is not None:
            return self.state.situation.at[self.field]._replace(code=self.code)
        return Stone(self.code, me, me, dict(self.state.situation.hand(me))[self.shape or ""])

    def rare(self) -> list[Element]:
        over = self.widget.game.result is not None
        return [
            bar(text("group.players"), *map(self._seat, PLAYERS)),
            bar(
                text("group.end"),
                button(text("again"), "again"),
                button(text("draw"), "draw", disabled=over),
                button(text("resign"), "resign", disabled=over),
            ),
        ]

    def _seat(self, seat: Player) -> Element:
        """Who plays a colour: a person, an opponent of some strength, or what the notebook has given."""
        playing = self.widget.players.get(seat)
        name = PERSON if playing is None else Play.level(self, playing)
        options = {PERSON: text("person"), **{level: text(f"level.{level}") for level in LEVELS}}
        return choice(
            self.colour(seat),
            "player",
            (options | {name: options.get(name, name)}).items(),
            name,
            seat=seat,
        )

    def mark(self, seat: Player) -> Element:
        return stone_icon(Stone("000000", seat, seat), 22)

    def colour(self, seat: Player) -> str:
        return CATALOGUE.text(f"player.{seat}")

    def level(self, player: Any) -> str:
        name = super().level(player)
        return text(f"level.{name}") if name in LEVELS else name

    # -- what is said ----------------------------------------------------------------------------------------------

    def status(self) -> tuple[str, str]:
        result, who = self.widget.game.result, self.who(self.state.turn)
        if self.thinking.busy:
            return "", self.thought()
        if result is not None:
            return "good", self.ending(text(f"end.{result.kind}"))
        if self.code:
            return "", self._meant()
        kinds = {move.kind for move in self._legal()}
        may = [text(f"may.{id}") for id, group in MAY.items() if kinds.intersection(group)]
        return "", text("may", player=who, what=", ".join(may)) if may else text(
            "only_pass", player=who
        )

    def _meant(self) -> str:
        """What may be done with the chosen stone."""
        if self.targets():
            return text("hint.lay" if self.shape or not self.field else "hint.move")
        if self.shape is not None:
            could = any(
                m.code and m.field and not m.to and canonical(m.code) == self.shape
                for m in self._legal()
            )
            return text("hint.turn" if could else "hint.nowhere")
        reasons = (
            [self.state.why_illegal(move) for move in self.here(self.field)] if self.field else []
        )
        return text("hint.here") if None in reasons else str(reasons[0])

    def aside(self) -> str:
        if self.widget.game.result is not None or self.thinking.busy:
            return ""
        if self.code:
            circle = self._in_hand().circle
            return text(f"circle.{circle}") if circle else text("hint.back")
        return text("hint.choose" if len(self._legal()) > 1 else "hint.pass")

    def views(self) -> Sequence[View]:
        solved = self.widget.solution is not None and self.state in self.widget.solution.graph
        return [
            *([View("chosen", text("chosen"), self._chosen)] if self.code else []),
            *super().views(),
            *([View("judged", text("judged.title"), self._judged)] if solved else []),
            View("moves", text("moves", number=len(self.widget.game.moves)), self._moves),
        ]

    def _chosen(self) -> list[Element]:
        """The chosen stone, what its circle does, and what laying it means."""
        shown = self._in_hand()
        kinds = {
            move.kind: move for f in sorted(self.targets()) if (move := self.meaning(f)) is not None
        }
        told = [text(f"explain.{kind}") for kind in kinds]
        return [
            stone_icon(shown, 120),
            el("p", f"{self.code}: {stone_words(shown)}."),
            *([el("p", text(f"circle.{shown.circle}"))] if shown.circle else []),
            *(
                el("p", el("strong", text(f"kind.{kind}")), f": {said}.")
                for kind, said in zip(kinds, told, strict=True)
            ),
        ]

    def _judged(self) -> list[Element]:
        solution = self.widget.solution
        assert solution is not None
        rows = []
        for move, winner, plies in (
            solution.judged_moves(self.state) if self.widget.game.result is None else []
        ):
            value = CATALOGUE.text(f"player.{winner}") if winner else "="
            rows.append([str(move), value if plies is None else f"{value} ({plies})"])
        good = set(map(str, solution.best_moves(self.state))) if rows else set()
        best = [i for i, (name, _) in enumerate(rows) if name in good]
        head = [text("judged.move"), text("judged.value")]
        return [table(text("judged.caption"), head, rows, current=best)]

    def _moves(self) -> list[Element]:
        return [
            el(
                "ol",
                *(el("li", str(move)) for move in self.widget.game.moves),
                class_="gk-problems",
            )
        ]

    # -- what is done ----------------------------------------------------------------------------------------------

    def hit(self, place: str) -> None:
        f = parse_field(place)
        move = self.meaning(f)
        if move is not None:
            self.play(move)
        elif self._pick(f):
            self.widget.say(self._label(f))
        else:
            self.drop()
            self.widget.tell(self._label(f))

    def drag(self, source: str, target: str) -> None:
        if source.startswith("hand:"):
            self.take(source.removeprefix("hand:"), toggle=False)
        else:
            self._pick(parse_field(source))
        self.hit(target)

    def _pick(self, f: Field) -> bool:
        """Choose the stone on a field, if one lies there that is not chosen yet."""
        lying = self.state.situation.at.get(f)
        if lying is None or f == self.field:
            return False
        self.drop()
        self.field, self.code = f, lying.code
        return True

    @action("hand")
    def take(self, code: str, toggle: bool = True) -> None:
        """Take a stone of the inventory in hand, or put it back."""
        if code not in dict(self.state.situation.hand(self.state.turn)):
            raise AmaktaError(text("not_in_hand", code=code))
        again = toggle and code == self.shape
        lying = self.code if code == self.shape else code
        self.drop()
        if not again:
            self.shape, self.code = code, lying
            self.widget.say(text("in_hand", words=stone_words(Stone(code, "W", "W"))))

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
        self.widget.say(f"{code}: {stone_words(Stone(code, 'W', 'W'))}")

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
                self.widget.tell(f"{move_words(move)}: {reason}", "error")
                return
        who = self.who(self.state.turn)
        self.widget.set_game(game.play(move))
        self.widget.say(f"{who}: {move_words(move)}. {self.status()[1]}")
        self.go_on()

    play_chosen = play

    def asked(self) -> Game[State]:
        return self.widget.game

    @action("player")
    def choose_player(self, seat: Player, value: str) -> None:
        """Let a person or a program of some strength play a colour."""
        self.stop()
        if value == PERSON:
            self.widget.players.pop(seat, None)
        else:
            self.widget.players[seat] = player(value, Random())
        self.go_on()

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
        move, game = self.last_move(), self.widget.game
        result = game.result if self.at == self.total else self.state.result
        told = f"{self.at}. {move_words(move)}. " if move else f"{text('start')} "
        turn = (
            CATALOGUE.text("draw.to_move", player=CATALOGUE.text(f"player.{self.state.turn}")) + "."
        )
        return "", told + (ending(result) if result is not None else turn)

    def views(self) -> Sequence[View]:
        return [*super().views(), *AmaktaMode.views(self)]

    def hit(self, place: str) -> None:
        self.widget.tell(self._label(parse_field(place)))
