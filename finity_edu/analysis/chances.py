"""Over all towers: who is favoured, and the exact chance that a random tower wins.

A random tower is drawn from a bag without putting cones back (``Rules.cones`` of each colour), so words with
equally many black cones are equally likely: a hypergeometric distribution.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import perm

from automatakit.automaton.errors import AutomatonError, whole
from automatakit.languages.words import words_of_length
from finity_edu.analysis.boards import find_path
from finity_edu.analysis.seats import check_word, seat_view
from finity_edu.rules.position import Position

LONGEST = 16


def towers(length: int) -> Iterator[str]:
    """Yield all towers of a length in alphabetical order.

    Examples
    --------
    >>> list(towers(2))
    ['bb', 'bw', 'wb', 'ww']
    """
    return (
        "".join(letters) for letters in product("bw", repeat=whole("length", length))
    )


def tower_chance(word: str, cones: int) -> Fraction:
    """Return the chance that a bag with so many cones of each colour gives exactly this tower.

    Raises
    ------
    AutomatonError
        If the tower has more cones than the bag: none can be drawn then, not even another one. Also if it is no
        tower, or the number of cones no number.

    Examples
    --------
    >>> tower_chance("bw", cones=1), sum(tower_chance(w, 6) for w in towers(8))
    (Fraction(1, 2), Fraction(1, 1))
    """
    check_word(word)
    if len(word) > 2 * whole("cones", cones):
        raise AutomatonError.of("bag_too_small", length=len(word), number=2 * cones)
    black = word.count("b")
    return Fraction(
        perm(cones, black) * perm(cones, len(word) - black), perm(2 * cones, len(word))
    )


def winning_towers(
    position: Position, seat: int, length: int | None = None, rings: bool = True
) -> list[str]:
    """Return the towers of a length (default: that of the position) with which a seat has a full path.

    Parameters
    ----------
    rings
        False asks the station automaton, which knows no rings.

    Raises
    ------
    AutomatonError
        For lengths above 16 with rings: they are tried one by one.
    """
    view = seat_view(position, seat)
    length = len(position.word) if length is None else whole("length", length)
    if not rings:
        return [] if view.start is None else words_of_length(view.table, length)
    if length > LONGEST:
        raise AutomatonError.of("long_towers", length=length, limit=LONGEST)
    return [word for word in towers(length) if find_path(view, word) is not None]


def chance_to_win(
    position: Position, seat: int, length: int | None = None, rings: bool = True
) -> Fraction:
    """Return the exact chance that a tower drawn by the rule set's bag gives a seat a full path.

    Raises
    ------
    AutomatonError
        For lengths beyond the bag, and as `winning_towers`.

    Examples
    --------
    >>> from finity_edu.rules.position import Position
    >>> p = Position.parse("bga/abcd bw c; posts c@A; rings C:c..; bridges bA>C.m wC>D.m")
    >>> chance_to_win(p, 1)
    Fraction(3, 11)
    """
    # No position, or no such seat, is an error before anything is counted
    seat_view(position, seat)
    cones = position.rules.cones
    length = len(position.word) if length is None else whole("length", length)
    # A tower that no bag gives is an error even if none wins
    tower_chance("b" * length, cones)
    won = winning_towers(position, seat, length, rings)
    return sum((tower_chance(word, cones) for word in won), Fraction(0))


def favoured(
    position: Position, length: int | None = None, rings: bool = True
) -> dict[int, Fraction]:
    """Return, for each seat, the chance that a random tower gives it a full path on the board as it lies."""
    seat_view(position, 1)
    return {
        seat: chance_to_win(position, seat, length, rings)
        for seat in range(1, position.players + 1)
    }
