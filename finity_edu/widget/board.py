"""The board widget: play, edit, run and replay, with the automaton beside the board."""

from collections.abc import Sequence
from dataclasses import replace

from boardkit.svg import Picture
from boardkit.widget.actions import action
from boardkit.widget.history import UNDO_HELP
from boardkit.widget.markup import Shortcut
from boardkit.widget.walk import Walk
from finity_edu.draw.board import draw_board
from finity_edu.rules.errors import BoardError
from finity_edu.rules.position import Position
from finity_edu.widget.edit import EditMode
from finity_edu.widget.meanings import NEITHER
from finity_edu.widget.mode import BoardMode
from finity_edu.widget.play import PlayMode
from finity_edu.widget.replay import ReplayMode
from finity_edu.widget.run import RunMode
from finity_edu.widget.state import BoardState, Choice
from finity_edu.widget.texts import parse_slot, text

KEYS = (
    ("←↑↓→", "arrows"),
    ("Enter", "enter"),
    ("Esc", "escape"),
    ("b w", "arrow"),
    ("1 2 3", "ring"),
    ("x p", "pieces"),
    UNDO_HELP,
    ("a", "advice"),
    Walk.help(),
)
"""The keys and what they do, for the help line."""


class BoardWidget(BoardState):
    """A Finity board to be touched.

    Parameters
    ----------
    position : Position, str, Game, Record or BoardWidget
        Where it begins; a game, a record and a link bring their moves along. By default the two-player start with
        a tower of ``bbwwbwbw``. A `Game` is a value: two widgets on it go their own ways. Given another widget, this
        one shows its game, and what is done in one is done in both.
    mode : {"play", "edit", "run", "replay"}
    modes : sequence of str, optional
        The modes that the reader may switch to; all of them by default.
    players : mapping of int to object or str, optional
        Seats that a program plays: the name of a level of `finity_edu.players`, or anything with
        ``choose(position)`` that returns a move or its text (and, if it can be interrupted, ``stop()``).
    word : str, optional
        The word that is read in mode "run"; the position's tower by default.
    seat : int
        Whose automaton is shown.
    formal : bool
        Whether the lens with the automaton stands open beside the board.
    rings : bool
        Whether the run respects rings, and the ring automaton is shown.
    lang : {"en", "de", "es"}, optional
    large : bool
        For a lecture hall: the board fills the page.
    theme : str
        The name of a theme of `boardkit.theme`, or "auto": as the page is.

    Attributes
    ----------
    position, moves : str
        Texts; both can be observed and assigned. Assigning a position begins a new game there, assigning moves
        plays them from the start of the game.
    ply, read : int
        Moves shown in mode "replay"; symbols read in mode "run".
    lens : str
        The view of the automaton beside the board: "picture", "delta", "tuple", "rings" or "verdict"; "" folds it away.
    word, seat, mode, formal, rings, lang, large
        As above; all of them can be observed and assigned, and are checked.

    Raises
    ------
    TypeError
        For unknown keywords.
    FinityError, traitlets.TraitError
        If a value is not possible: the error says why.

    Examples
    --------
    >>> w = BoardWidget("bga/abcd bb c; posts c@A; bridges bA>B.m", mode="edit")
    >>> w.act("cell", state="B", symbol="b")
    >>> w.act("choose", colour="b", tail="B", head="C")
    >>> [str(arrow) for arrow in w.value.layout.arrows]
    ['bA>B.m', 'bB>C.l']
    """

    def make_modes(self) -> Sequence[BoardMode]:
        return PlayMode(self), EditMode(self), RunMode(self), ReplayMode(self)

    @property
    def mode_now(self) -> BoardMode:
        """The mode that answers now."""
        mode: BoardMode = super().mode_now  # type: ignore[assignment]
        return mode

    # --- drawing -------------------------------------------------------------------------------------------

    def shortcuts(self) -> Sequence[Shortcut]:
        return KEYS

    def drawn(self, state: Position) -> Picture:
        return draw_board(state, lang=self.lang)

    def fallback(self) -> Picture:
        scene = self.mode_now.scene()
        # A run may read another word than the tower's, and spend rings.
        shown = replace(self.shown, layout=scene.shown, word=scene.word)
        return draw_board(
            shown,
            word_read=scene.read,
            path=scene.marks.path,
            active=scene.marks.active,
            lang=self.lang,
        )

    # --- answers -------------------------------------------------------------------------------------------

    def act(self, do: str, **data: object) -> None:
        """Do what the reader asked for; any answer but the menu's own closes the menu."""
        if do not in ("choose", "escape"):
            self.choices = None
        super().act(do, **data)

    @action
    def hit(self, place: str, end: int = NEITHER) -> None:
        """A click on a station or slot, of which one end may be meant."""
        self.mode_now.hit(self._place(place), end)

    @action
    def drag(self, source: str, target: str, end: int = NEITHER) -> None:
        """A drag from a tool or place to a place."""
        if not source.startswith("tool:"):
            source = self._place(source)
        self.mode_now.drag(source, self._place(target), end)

    def _place(self, place: str) -> str:
        """A station, or a slot under its canonical name."""
        board = self.shown.board
        if place in board.index:
            return place
        try:
            return str(board.slots[board.slot_index[parse_slot(place)]])
        except (KeyError, ValueError):
            raise BoardError(text("no_place", place=place)) from None

    @action
    def escape(self) -> None:
        """Close the menu, or put the tool down."""
        if self.choices is not None:
            self.choices = None
        else:
            super().escape()

    @action
    def choose(
        self, move: str = "", colour: str = "", tail: str = "", head: str = ""
    ) -> None:
        """An item of the menu: a move, or an arrow of δ."""
        self.choices = None
        if move:
            self.mode_now.choose(move)
        else:
            self.mode_now.toggle_arrow(colour, tail, head)

    @action("seat")
    def show_seat(self, seat: int) -> None:
        """The automaton of another player."""
        self.seat = seat

    @action("rings")
    def count_rings(self) -> None:
        """Count rings in a run, or not."""
        self.rings = not self.rings

    @action("cell")
    def offer_cell(self, state: str, symbol: str) -> None:
        """A cell of δ: offer its possible targets."""
        board = self.shown.board
        lying = {
            (b.colour, b.tail, b.head) for b in self.mode_now.position.layout.arrows
        }
        items: list[Choice] = []
        for head in board.neighbours.get(state, ()):
            sign = "formal.take" if (symbol, state, head) in lying else "formal.add"
            items.append(
                (
                    text(sign, colour=text(f"colour.{symbol}"), tail=state, head=head),
                    None,
                    {"colour": symbol, "tail": state, "head": head},
                )
            )
        self.open_menu(state, items)
