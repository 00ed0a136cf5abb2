"""Which arrows stop a tower."""

from collections.abc import Iterable, Sequence

from automatakit.languages.runs import accepting_runs, least_cut
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

    def arrows(gone: frozenset[Arrow]) -> Iterable[Arrow] | None:
        path = find(without(view, *gone), word)
        return None if path is None else zip(word, path, path[1:], strict=False)

    names = view.names
    found = [
        (colour, names[tail], names[head]) for colour, tail, head in least_cut(arrows)
    ]
    return tuple(sorted(found))


def _plain_path(view: SeatView, word: str) -> Sequence[int] | None:
    """Return the stations of a run that needs no rings, by number."""
    run = next(accepting_runs(view.table, word), None)
    return None if run is None else list(map(view.names.index, run))


def without(view: SeatView, *arrows: Arrow) -> SeatView:
    """Return the view of the same board without some arrows."""
    rows = {colour: list(row) for colour, row in view.moves.items()}
    for colour, tail, head in arrows:
        rows[colour][tail] &= ~(1 << head)
    moves = {colour: tuple(row) for colour, row in rows.items()}
    return SeatView(view.names, moves, view.start, view.end, view.rings)
