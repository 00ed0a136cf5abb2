"""What the analysis reads of a position: one player's arrows, post, end and rings, as small integers.

The rings that a player has left are packed into one integer, so that a state of a search is one number:
the low ``shift`` bits hold the station, above them two bits for each station count its rings.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from automatakit.automaton.errors import AutomatonError
from automatakit.automaton.value import Automaton
from finity_edu.rules.board import Board
from finity_edu.rules.layout import Layout
from finity_edu.rules.position import Position


@dataclass(frozen=True, eq=False)
class SeatView:
    """One player's view of a board.

    Attributes
    ----------
    names
        Stations in the order of the board; a station's number is its place here.
    moves
        ``moves[colour][i]`` = mask of the heads of the arrows that leave station *i*; none leaves the end.
    start, end
        Numbers of the station of the post (None without a post) and of the end station.
    rings
        Number of the seat's rings on each station (0 on the end station, where rings have no function).
    board
        The board, if the view was made from a position.
    """

    names: tuple[str, ...]
    moves: dict[str, tuple[int, ...]]
    start: int | None
    end: int
    rings: tuple[int, ...]
    board: Board | None = None

    @cached_property
    def table(self) -> Automaton:
        """The station automaton, as the stations lie; without a post it has no active state at all."""
        begin = 0 if self.start is None else 1 << self.start
        places = {}
        if self.board is not None:
            for name, place in self.board.stations:
                places[name] = place.pixel(78.0)
        return Automaton(
            self.names, ("b", "w"), self.moves, begin, 1 << self.end, places=places
        )

    def automaton(self) -> Automaton:
        """Return the station automaton."""
        return self.table

    @cached_property
    def shift(self) -> int:
        """Number of bits that hold a station."""
        return len(self.names).bit_length()

    @cached_property
    def price(self) -> tuple[int, ...]:
        """What one departure from each station takes from the packed rings."""
        return tuple(1 << self.shift + 2 * i for i in range(len(self.names)))

    @cached_property
    def packed(self) -> int:
        """All rings of the seat, packed."""
        return sum(
            number * price for number, price in zip(self.rings, self.price, strict=True)
        )

    @cached_property
    def ringed(self) -> int:
        """Mask of the stations with rings of the seat."""
        return sum(1 << i for i, number in enumerate(self.rings) if number)

    @cached_property
    def total(self) -> int:
        """Number of the seat's rings that lie on the board, the end station apart."""
        return sum(self.rings)

    def layers(self, word: str) -> list[int] | None:
        """Return where a full path can be after 0, 1, … symbols, as far as arrows and presence of rings say.

        Forward and backward search over masks; None as soon as it is clear that there is no full path
        (a full path of k arrows spends exactly k − 1 rings).
        """
        if self.start is None or not word or self.total < len(word) - 1:
            return None
        inner = self.ringed
        mask = 1 << self.end
        backward = self.table.backward
        # Backwards from the end, all letters but the first: every station on the way is left again, which takes a ring;
        # the post is left free of charge, so it is looked at last and without asking for rings.
        masks = [mask]
        for symbol in word[:0:-1]:
            column = backward[symbol]
            before = 0
            while mask:
                low = mask & -mask
                before |= column[low.bit_length() - 1]
                mask ^= low
            mask = before & inner
            if not mask:
                return None
            masks.append(mask)
        masks.append(1 << self.start)
        masks.reverse()
        return masks if self.moves[word[0]][self.start] & masks[1] else None


def check_word(word: str) -> str:
    """Return a tower; raise an error for what is none, as it has other letters than b and w."""
    if not isinstance(word, str):
        raise AutomatonError.of("no_word", value=repr(word))
    for place, symbol in enumerate(word, start=1):
        if symbol not in "bw":
            raise AutomatonError.of(
                "foreign_in_word",
                word=word,
                symbol=symbol,
                place=place,
                alphabet="b, w",
            )
    return word


@lru_cache(maxsize=128)
def _view(layout: Layout, seat: int) -> SeatView:
    end = layout.board.end_index
    moves = {
        colour: tuple(0 if i == end else mask for i, mask in enumerate(row))
        for colour, row in zip("bw", layout.successors, strict=True)
    }
    rings = tuple(
        0 if i == end else layout.rings_on(i, seat)
        for i in range(len(layout.board.names))
    )
    return SeatView(
        layout.board.names, moves, layout.post(seat), end, rings, layout.board
    )


def board_automaton(board: Board) -> Automaton:
    """Return the station automaton of a board as it lies, from the post of seat 1."""
    return seat_view(board, 1).table


def seat_view(position: Position | Board, seat: int) -> SeatView:
    """Return what the analysis reads of a position for one seat (made once for a layout).

    A board counts as it lies, with the post of seat 1.

    Raises
    ------
    AutomatonError
        If there is no such seat, or `position` is no position.
    """
    try:
        if isinstance(position, Board):
            layout, players = (
                Layout.of(position, position.starts[:1], arrows=position.laid),
                1,
            )
        else:
            layout, players = position.layout, position.players
    except AttributeError:
        raise AutomatonError.of("no_position", value=repr(position)) from None
    if seat not in range(1, players + 1):
        raise AutomatonError.of("no_seat", seat=seat, players=players)
    return _view(layout, seat)
