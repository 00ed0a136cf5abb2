"""Who wins, by which path, in how many ways, and what is reached: fast answers for the game with its rings.

The searches know where a full path can possibly be after each symbol (bit masks from both ends), and spend rings
only where they can run out.  In general the question is NP-complete (one letter and one ring a station:
Hamiltonian path); for a word of fixed length it is polynomial, and on real boards it takes microseconds.
"""

from automatakit.automaton.states import bits
from automatakit.languages.runs import count_runs
from finity_edu.analysis.seats import SeatView, check_word, seat_view
from finity_edu.rules.layout import Layout
from finity_edu.rules.paths import partial_paths
from finity_edu.rules.position import Position


def view_and_word(
    position: Position, seat: int, word: str | None
) -> tuple[SeatView, str]:
    """Return a seat's view of the board, and the word that is asked about: the tower, if no other is given.

    The searches look at a word only as far as they must; it is therefore checked here.
    """
    view = seat_view(position, seat)
    return view, check_word(position.word if word is None else word)


def wins(position: Position, seat: int, word: str | None = None) -> bool:
    """Say whether a seat has a full path for the tower (or for another word).

    Examples
    --------
    >>> from finity_edu.rules.position import Position
    >>> p = Position.start(word="bwbwbwbw").play("+bN>C.m")
    >>> wins(p, 1), wins(p, 1, "b")
    (False, True)
    """
    return witness(position, seat, word) is not None


def witness(
    position: Position, seat: int, word: str | None = None
) -> tuple[str, ...] | None:
    """Return a full path as station names, None if there is none.

    Depth first, with the rings spent on the way; states that failed once are not tried again.
    """
    view, word = view_and_word(position, seat, word)
    path = find_path(view, word)
    return None if path is None else tuple(view.names[i] for i in path)


def find_path(view: SeatView, word: str) -> list[int] | None:
    """Return a full path as station numbers, None if there is none."""
    layers = view.layers(word)
    if layers is None or view.start is None:
        return None
    shift, price = view.shift, view.price
    targets = [view.moves[symbol] for symbol in word]
    last = len(word) - 1
    failed: set[tuple[int, int]] = set()

    def onward(i: int, station: int, left: int) -> list[int] | None:
        """Go on from a station after i symbols; its departure is paid for already."""
        if i == last:
            return [view.end, station]
        heads = targets[i][station] & layers[i + 1]
        while heads:
            low = heads & -heads
            heads ^= low
            head = low.bit_length() - 1
            if left >> shift + 2 * head & 3:
                state = (i, left - price[head] | head)
                if state not in failed:
                    rest = onward(i + 1, head, left - price[head])
                    if rest is not None:
                        rest.append(station)
                        return rest
                    failed.add(state)
        return None

    path = onward(0, view.start, view.packed)
    return None if path is None else path[::-1]


def count_paths(
    position: Position, seat: int, word: str | None = None, rings: bool = True
) -> int:
    """Return the number of full paths, exactly; without rings, the number of accepting runs of the station automaton.

    A layered dynamic programme over (station, rings left), both packed into one integer.
    """
    view, word = view_and_word(position, seat, word)
    if rings:
        return number_of_paths(view, word)
    return count_runs(view.table, word)


def number_of_paths(view: SeatView, word: str) -> int:
    """Return the number of full paths of a seat."""
    layers = view.layers(word)
    if layers is None or view.start is None:
        return 0
    shift, price = view.shift, view.price
    station_bits = (1 << shift) - 1
    level = {view.packed | view.start: 1}
    for i in range(len(word) - 1):
        row, live = view.moves[word[i]], layers[i + 1]
        following: dict[int, int] = {}
        for state, number in level.items():
            station = state & station_bits
            left = state ^ station
            for head in bits(row[station] & live):
                if left >> shift + 2 * head & 3:
                    target = left - price[head] | head
                    following[target] = following.get(target, 0) + number
        level = following
    return sum(level.values())


def reach(position: Position, seat: int, word: str | None = None) -> dict[str, str]:
    """Return every reachable station with the shortest prefix of the tower that leads there.

    A ring may be placed on a reachable station, and stays while it is one.  The post's own station is reached by
    the empty prefix, the end station only by the whole tower.

    Examples
    --------
    >>> from finity_edu.rules.position import Position
    >>> p = Position.parse("bga/abcd bbwwbb c; posts c@A; rings B:c..; bridges bA>B.m bB>C.m wC>A.m")
    >>> reach(p, 1)
    {'A': '', 'B': 'b', 'C': 'bb'}
    """
    view, word = view_and_word(position, seat, word)
    found = first_reached(position.layout, seat, view, word)
    return {view.names[i]: word[:length] for i, length in sorted(found.items())}


def first_reached(
    layout: Layout, seat: int, view: SeatView, word: str
) -> dict[int, int]:
    """Return, for each reachable station (by number), the number of symbols after which it is first reached."""
    if view.start is None:
        return {}
    found: dict[int, int] = {}
    for length, layer in enumerate(partial_paths(layout, seat, word, view.start)):
        for station, _ in layer:
            found.setdefault(station, length)
        # All but the end, which is reached by the whole word or never
        if len(found) >= len(view.names) - 1:
            break
    if find_path(view, word) is not None:
        found[view.end] = len(word)
    return found
