"""Which arrows stop a tower."""

from collections.abc import Callable, Sequence

from automatakit.languages.runs import accepting_runs
from finity_edu.analysis.boards import find_path, view_and_word
from finity_edu.analysis.seats import SeatView
from finity_edu.rules.position import Position

Arrow = tuple[str, int, int]


def cut(
    position: Position, seat: int, word: str | None = None, rings: bool = True
) -> tuple[tuple[str, str, str], ...]:
    """Return a least set of arrows (colour, tail, head) whose removal leaves a seat without a full path.

    Parameters
    ----------
    rings
        False asks for the station automaton: then every accepting run must be hit.

    Notes
    -----
    A minimum hitting set of the paths, by branching over the arrows of one path that is still there.

    Examples
    --------
    >>> from finity_edu.rules.position import Position
    >>> p = Position.parse("bga/[A:0,0 B:0,1 C:1,0 D*:1,1] bw c; posts c@A; rings B:c.. C:c..; "
    ...                    "bridges bA>B.m bA>C.m wB>D.m wC>D.m")
    >>> len(cut(p, 1))
    2
    """
    view, word = view_and_word(position, seat, word)
    if view.start is None or not word:
        return ()
    find = find_path if rings else _plain_path
    # Smallest first: the first size that suffices is the least.
    for size in range(len(word) * len(view.names) * 2):
        arrows = _hit(view, word, size, find)
        if arrows is not None:
            return tuple(sorted((colour, view.names[p], view.names[q]) for colour, p, q in arrows))
    raise AssertionError("without arrows there is no path")


def _plain_path(view: SeatView, word: str) -> Sequence[int] | None:
    """Return the stations of a run that needs no rings, by number."""
    run = next(accepting_runs(view.table, word), None)
    return None if run is None else [view.names.index(state) for state in run]


def _hit(
    view: SeatView, word: str, size: int, find: Callable[[SeatView, str], Sequence[int] | None]
) -> list[Arrow] | None:
    """Return at most ``size`` arrows that hit every path that `find` finds, None if there are none."""
    path = find(view, word)
    if path is None:
        return []
    if size == 0:
        return None
    # Every cut hits this path, so one of its arrows is in the cut: trying these is complete.
    for arrow in dict.fromkeys(zip(word, path, path[1:], strict=False)):
        rest = _hit(without(view, arrow), word, size - 1, find)
        if rest is not None:
            return [*rest, arrow]
    return None


def without(view: SeatView, arrow: Arrow) -> SeatView:
    """Return the view of the same board without one arrow."""
    colour, tail, head = arrow
    row = list(view.moves[colour])
    row[tail] &= ~(1 << head)
    return SeatView(view.names, {**view.moves, colour: tuple(row)}, view.start, view.end, view.rings)
