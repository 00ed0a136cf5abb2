"""Guess my board: a hidden language is found by asking about words, and by asking "is this it?"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import resources
from random import SystemRandom

from automatakit.automaton.reading import Source, checked_alphabet
from automatakit.guessing import Guess
from boardkit.svg import Element, Picture
from boardkit.widget.actions import Actor, action
from boardkit.widget.base import stylesheet
from boardkit.widget.frame import Screen
from boardkit.widget.markup import Shortcut, bar, button, choice
from boardkit.widget.walk import Walk
from finity_edu.rules.board import Board
from finity_edu.rules.errors import BoardError, message
from finity_edu.rules.position import Position
from finity_edu.widget.guess.ask import AskMode
from finity_edu.widget.guess.duel import DuelMode
from finity_edu.widget.guess.hiding import (
    LETTERS,
    LEVELS,
    MOST_LETTERS,
    Secret,
    Skin,
    by_lot,
    too_many,
)
from finity_edu.widget.guess.machine import WatchMode, YoursMode
from finity_edu.widget.guess.mode import GuessMode, GuessState
from finity_edu.widget.texts import text

KEYS = (
    ("Backspace", "guess_word"),
    ("q t", "guess_ask"),
    ("m v i", "guess_table"),
    ("h", "guess_hand"),
    ("1 2 3", "guess_use"),
    Walk.help(),
)


class GuessWidget(GuessState):
    """A hidden board to be found by asking; or a machine that finds one; or two players.

    Parameters
    ----------
    seed : int, optional
        What is hidden by lot; another one every time, if there is none.
    level : int
        From 1 to 5: how many states the answer has.
    skin : {"board", "textbook"}
        Towers and boards, or words and automata.
    alphabet : str
        Up to four letters, in the skin of textbooks.
    hidden : Board, Position, Automaton or str, optional
        What is hidden, in place of a lot.
    mine : Board, Position, Automaton or str, optional
        What the machine is to guess; it begins at once.
    mode : {"ask", "watch", "yours", "duel"}, optional
        You guess; the machine guesses; it guesses yours; two players.
    lang : {"en", "de", "es"}, optional
    large : bool
        For a lecture hall.
    theme : str
        The name of a theme of `boardkit.theme`, or "auto": as the page is.

    Attributes
    ----------
    mode : str
        Can be observed and assigned.

    Examples
    --------
    >>> game = GuessWidget(hidden="(b|w)*b")
    >>> for word in ("", "b", "w"):
    ...     game.act("ask", word=word)
    >>> game.act("up", row="b"); game.act("fill"); game.act("draw"); game.act("propose")
    >>> game.guess.solved, len(game.guess.asked), game.par.questions
    (True, 5, 5)
    """

    _css = stylesheet() + resources.files(__name__).joinpath("guess.css").read_text(
        encoding="utf-8"
    )
    redraw_on = ("lang", "large", "lens", "mode")

    def __init__(
        self,
        *,
        seed: int | None = None,
        level: int = 2,
        skin: Skin = "board",
        alphabet: str = "",
        hidden: Source | Board | Position | None = None,
        mine: Source | Board | Position | None = None,
        mode: str | None = None,
        lang: str | None = None,
        large: bool = False,
        theme: str = "auto",
    ) -> None:
        super().__init__(lang=lang, large=large, theme=theme)
        self.skin, self.level = checked(skin, level)
        self.alphabet = letters_of(alphabet, self.skin)
        self.seed = SystemRandom().randrange(10_000) if seed is None else seed
        self.mine = None if mine is None else Secret.of(mine)
        given = hidden if hidden is not None else mine
        self._begin(self.by_lot(self.seed) if given is None else Secret.of(given))
        self.mode = mode or ("ask" if mine is None else "yours")
        self.refresh()

    def _begin(self, secret: Secret) -> None:
        self.hide(secret)
        self.asking = AskMode(self)
        self.duel = DuelMode(self)
        modes = (self.asking, WatchMode(self), YoursMode(self), self.duel)
        self.all_modes: Mapping[str, GuessMode] = {one.name: one for one in modes}

    @property
    def mode_now(self) -> GuessMode:
        """The mode that answers now."""
        return self.all_modes[self.mode]

    @property
    def guess(self) -> Guess:
        """What the player has asked, and knows."""
        return self.asking.guess

    # --- what is shown -------------------------------------------------------------------------------------

    def heading(self) -> str:
        return self.said("title")

    def status(self) -> tuple[str, str]:
        return self.mode_now.status()

    def aside(self) -> str:
        return self.mode_now.aside()

    def shortcuts(self) -> Sequence[Shortcut]:
        return KEYS

    def screen(self) -> Screen:
        mode = self.mode_now
        tabs = []
        for name in self.all_modes:
            tabs.append(
                button(
                    text(f"guess.mode.{name}"),
                    "mode",
                    pressed=name == self.mode,
                    name=name,
                )
            )
        return Screen(
            mode.board(),
            name=self.heading(),
            modes=tabs,
            stage=text("guess.table") if mode.drawing is None else self.said("view"),
            players=mode.chips(),
            tray=mode.controls(),
            views=mode.views(),
            record=mode.record(),
            after=mode.after(),
        )

    def choices(self) -> list[Element]:
        levels = [(str(n), str(n)) for n in range(1, LEVELS + 1)]
        level = choice(text("guess.level"), "level", levels, str(self.level))
        return [
            bar(text("guess.level"), level, button(text("guess.another"), "another"))
        ]

    def fallback(self) -> Picture | None:
        """What may be seen: where the machine guesses, what is hidden from it; else the stations."""
        seen = self.mode_now.seen()
        return None if seen is None else seen.picture()

    # --- what is done --------------------------------------------------------------------------------------

    def actors(self) -> Sequence[Actor]:
        """The drawing first: it has an escape of its own."""
        *drawing, mode = self.mode_now.actors()
        return (*drawing, self, mode)

    def unknown(self, do: str) -> None:
        """What only another mode knows was meant for it, and comes too late."""
        if not any(do in mode.actions for mode in self.all_modes.values()):
            super().unknown(do)

    @action("mode")
    def change_mode(self, name: str) -> None:
        """Switch to another mode."""
        self.mode_now.leave()
        self.mode = name

    @action
    def escape(self) -> None:
        """Put the word down."""
        self.mode_now.drop()

    @action("level")
    def choose_level(self, value: int) -> None:
        """Hide something of another level."""
        self.skin, self.level = checked(self.skin, value)
        self._begin(self.by_lot(self.seed))

    @action
    def another(self) -> None:
        """Hide something else."""
        self.seed += 1
        self._begin(self.by_lot(self.seed))

    def by_lot(self, seed: int, like: Secret | None = None) -> Secret:
        return by_lot(seed, self.level, self.skin, self.alphabet, like)


def checked(skin: Skin, level: int) -> tuple[Skin, int]:
    """The skin and the level, if there are such."""
    if skin not in ("board", "textbook"):
        raise BoardError(message("widget.guess.no_skin", skin=skin))
    if level not in range(1, LEVELS + 1):
        raise BoardError(message("widget.guess.no_level", level=level, most=LEVELS))
    return skin, level


def letters_of(alphabet: str, skin: Skin) -> str:
    """The alphabet of what is drawn by lot; boards have black and white."""
    if skin == "board":
        return LETTERS
    letters = "".join(sorted(checked_alphabet(alphabet or "ab")))
    if not 1 <= len(letters) <= MOST_LETTERS:
        raise too_many(letters)
    return letters
