"""The widget: its traits, its modes, and what they share."""

from collections.abc import Mapping, Sequence

from amakta.draw import board as draw
from amakta.rules.state import State
from amakta.widget.mode import AmaktaMode
from amakta.widget.playing import PlayMode, ReplayMode
from amakta.widget.preparing import InfinitMode, SetupMode
from amakta.widget.state import AmaktaState
from boardkit.messages import using_language
from boardkit.svg import Picture
from boardkit.widget.history import UNDO_HELP
from boardkit.widget.markup import Shortcut

KEYS: Mapping[str, Sequence[Shortcut]] = {
    "play": (
        ("←↑↓→", "arrows"),
        ("Enter", "enter"),
        ("t m", "turn"),
        UNDO_HELP,
        ("Esc", "escape"),
        ("p c", "view"),
        ("0", "pass"),
    ),
    "replay": (ReplayMode.help(),),
}
"""The keys of each mode and what they do."""


class AmaktaWidget(AmaktaState):
    """An Amakta board to be touched.

    Parameters
    ----------
    position : State, Game, Record, str or AmaktaWidget, optional
        Where it begins: a state, a game with its moves, a position text, a game file or a link.  By default the start
        on `board` with `stones` and `circles`.  Given another widget, this one shows its game, and what is done in one
        is done in both.
    board, stones, circles
        As for :meth:`amakta.rules.state.State.start`.
    mode : {"setup", "infinit", "play", "replay"}
        Prepare a standard game, prepare an Infinit game, play, or replay.
    players : mapping, optional
        Seats ``"W"`` or ``"B"`` that a program plays: the name of an opponent (`amakta.players`), or anything with
        ``choose(game)``.
    solution : Solution, optional
        If given, legal moves are listed with their value.
    arrows : bool
        Whether lines show what every stone points at.
    coordinates : bool
        Whether the fields show their coordinates.
    graph : bool
        Whether the lens offers the state graph (where it has at most 60 states).
    lang : {"en", "de", "es"}, optional
    large : bool
        Large print for a lecture hall.
    theme : str
        The name of a theme of `boardkit.theme`, or "auto": as the page is.

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

    def make_modes(self) -> Sequence[AmaktaMode]:
        return SetupMode(self), InfinitMode(self), PlayMode(self), ReplayMode(self)

    # -- drawing -----------------------------------------------------------------------------------------------

    def drawn(self, state: State) -> Picture:
        with using_language(self.lang):
            return draw.position(
                state, arrows=self.arrows, coordinates=self.coordinates
            )

    def fallback(self) -> Picture:
        return self.drawn(self.value)

    def shortcuts(self) -> Sequence[Shortcut]:
        keys = KEYS.get(self.mode, ())
        if keys and not self.value.board.is_finite:
            return (*keys, ("+ - h", "window"))
        return keys
