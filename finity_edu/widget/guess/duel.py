"""Two players hide something from each other, and ask in turns on one screen."""

from __future__ import annotations

from collections.abc import Sequence

from automatakit.guessing import Duel, Guess
from boardkit.svg import Element, el
from boardkit.widget.actions import action
from boardkit.widget.frame import Chip, View
from boardkit.widget.markup import button
from finity_edu.widget.guess.ask import AskMode
from finity_edu.widget.guess.hiding import Secret
from finity_edu.widget.guess.mode import GuessState, secret_view, tools_bar
from finity_edu.widget.texts import text


class DuelMode(AskMode):
    """First each player hides something; then they ask in turns. Between two turns the screen is covered."""

    name = "duel"
    beside_par = False
    halving = False

    def __init__(self, widget: GuessState) -> None:
        super().__init__(widget)
        self.again()

    @action
    def again(self) -> None:
        """Hide something else."""
        self.hidden: tuple[Secret, ...] = ()
        self.duel: Duel | None = None
        self.covered = True

    @property
    def guess(self) -> Guess:
        """What the player knows whose turn it is."""
        return super().guess if self.duel is None else self.duel.hand

    @property
    def turn(self) -> int:
        """Whose turn it is: 0 or 1."""
        return len(self.hidden) if self.duel is None else self.duel.turn

    @property
    def over(self) -> bool:
        """Whether somebody knows it."""
        return self.duel is not None and bool(self.duel.winners)

    def keep(self, guess: Guess) -> None:
        if self.duel is not None:
            before = self.turn
            self.duel = self.duel.played(guess)
            self.covered = self.turn != before and not self.over

    # --- what is shown -------------------------------------------------------------------------------------

    def chips(self) -> Sequence[Chip]:
        chips = []
        for n in (0, 1):
            won = self.duel is not None and n in self.duel.winners
            turn = n == self.turn and not self.over
            chips.append(Chip(player(n), turn=turn, won=won))
        return chips

    def board(self) -> list[Element]:
        if self.covered:
            name = el("strong", player(self.turn))
            ready = button(text("guess.ready"), "ready", key="Space", cls="gk-primary")
            away = el("span", text("guess.look_away", player=player(1 - self.turn)))
            return [el("div", name, away, ready, class_="gk-cover", data_key="cover")]
        return super().board()

    def status(self) -> tuple[str, str]:
        if self.over:
            return "good", self.verdict()
        if self.covered:
            return "", self.widget.said("duel")
        if self.duel is None:
            return "", self.widget.said("hide")
        return super().status()

    def verdict(self) -> str:
        assert self.duel is not None
        winners = self.duel.winners
        if len(winners) == 2:
            return text("guess.both")
        return text("guess.won", player=player(winners[0]))

    def aside(self) -> str:
        return "" if self.covered or self.duel is None or self.over else super().aside()

    def views(self) -> Sequence[View]:
        if self.over:
            return [
                secret_view(secret, player(n), f"hidden-{n}")
                for n, secret in enumerate(self.hidden)
            ]
        if self.covered or self.duel is None:
            return ()
        return super().views()

    def record(self) -> list[Element]:
        return super().record() if self.drawing is not None else []

    def controls(self) -> list[Element]:
        if self.over:
            return [button(text("guess.again"), "again", cls="gk-primary")]
        if self.covered:
            return []
        if self.duel is None and self.drawing is not None:
            lots = button(text("guess.lots"), "lots")
            hide = button(text("guess.conceal"), "hide", cls="gk-primary")
            return tools_bar(self.drawing, lots, hide)
        return super().controls()

    def _fills(self) -> list[Element]:
        """One question a turn: the table is filled cell by cell."""
        return super()._fills()[1:]

    # --- what is done --------------------------------------------------------------------------------------

    @action
    def ready(self) -> None:
        """The player whose turn it is sits before the screen."""
        self.covered = False
        if self.duel is None:
            self.drawing = self.widget.drawing()

    @action
    def hide(self) -> None:
        """Hide what is drawn."""
        if self.drawing is not None:
            self._hide(self.drawing.secret())

    @action
    def lots(self) -> None:
        """Hide something by lot, which not even its owner sees."""
        seed = self.widget.seed + 101 + len(self.hidden)
        self._hide(self.widget.by_lot(seed, self.widget.secret))

    def _hide(self, secret: Secret) -> None:
        self.hidden = (*self.hidden, secret)
        self.drawing = None
        self.covered = True
        if len(self.hidden) == 2:
            one, other = self.hidden
            self.duel = Duel((Guess(other.automaton), Guess(one.automaton)))


def player(number: int) -> str:
    """The name of a player."""
    return text("guess.player", n=number + 1)
