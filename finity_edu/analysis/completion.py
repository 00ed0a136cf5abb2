"""What must be added to win, and which rings are missing.

A plan adds arrows and rings only.  Its cost depends on the path alone: one move for each arrow of the path that
is not there yet, and one for each departure from a station that exceeds the player's rings on it.  So the cheapest plan
is found by a search over paths with growing cost (iterative deepening A*), pruned by rings that must be bought anyway.

References
----------
.. [1] R. E. Korf: Depth-first iterative-deepening. Artificial Intelligence 27 (1985) 97–109.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from automatakit.automaton.errors import AutomatonError
from automatakit.automaton.states import bits
from automatakit.languages.runs import hopeful_sets
from finity_edu.analysis.boards import find_path, view_and_word
from finity_edu.analysis.placing import Workshop, wins
from finity_edu.analysis.seats import SeatView, seat_view
from finity_edu.rules.layout import Layout
from finity_edu.rules.paths import kept_mask, without_orphans
from finity_edu.rules.pieces import PlaceArrow, PlaceRing
from finity_edu.rules.position import Position

NODE_LIMIT = 500_000
Arrow = tuple[str, int, int]


@dataclass(frozen=True)
class Plan(Sequence["PlaceArrow | PlaceRing"]):
    """What a player adds to win: a sequence of moves of its own (so ``len`` is its cost), and the path they complete.

    Attributes
    ----------
    moves
        Moves in an order in which each is legal if the others leave the board alone in the meantime.
    path
        The full path, as station names.
    """

    moves: tuple[PlaceArrow | PlaceRing, ...]
    path: tuple[str, ...]

    def __getitem__(self, index: Any) -> Any:
        return self.moves[index]

    def __len__(self) -> int:
        return len(self.moves)

    @property
    def arrows(self) -> tuple[PlaceArrow, ...]:
        """The arrows that are added."""
        return tuple(move for move in self.moves if isinstance(move, PlaceArrow))

    @property
    def rings(self) -> tuple[PlaceRing, ...]:
        """The rings that are added."""
        return tuple(move for move in self.moves if isinstance(move, PlaceRing))


def to_win(position: Position, seat: int, word: str | None = None) -> Plan | None:
    """Return the fewest moves of a seat, placing arrows and rings, that give it a full path.

    Parameters
    ----------
    position, seat
        Whose plan.
    word
        Another tower than the one of the position.

    Returns
    -------
    Plan or None
        A plan without moves if the seat has a full path already; None if no addition of arrows and rings wins,
        or if the game is over.

    Raises
    ------
    AutomatonError
        If the search grows beyond half a million nodes (long words on large custom boards).

    Notes
    -----
    Slots, corners, supplies and the rules about rings at posts are observed.  A plan whose arrows would complete
    another player's path is not considered, nor are reversals, removals and moves of posts.  Rings that are orphaned
    already (in an edited position; play leaves none) go with the first move of the plan, unless it connects them.
    What the opening or the previous move bars is barred for the next move only: a plan may begin with a ring, or
    with a placing that does nothing but wait.

    Examples
    --------
    >>> from finity_edu.rules.position import Position
    >>> p = Position.parse("bga/abcd bbwwbb c; posts c@A; rings A:c.. B:c.. C:c..; bridges bA>B.m bB>C.m wC>A.m")
    >>> plan = to_win(p, 1)
    >>> plan.path, len(plan.arrows), len(plan.rings)
    (('A', 'B', 'C', 'A', 'B', 'C', 'D'), 2, 2)
    """
    view, word = view_and_word(position, seat, word)
    if word != position.word:
        position = replace(position, word=word)
    if view.start is None or not position.word:
        return None
    path = find_path(view, position.word)
    if path is not None:
        return Plan((), tuple(view.names[i] for i in path))
    if position.result is not None:
        return None
    layout, orphans = without_orphans(
        position.layout, position.word, position.rules.sweep
    )
    if orphans:
        return _past_orphans(position, replace(position, layout=layout), seat)
    return _search(position, seat)


def _search(position: Position, seat: int, most: int | None = None) -> Plan | None:
    """Search for a plan of at most so many moves, where no ring is orphaned."""
    return _Search(position, seat).run(most)


def _past_orphans(position: Position, swept: Position, seat: int) -> Plan | None:
    """Find the shortest plan where rings are orphaned: the first move takes them away, or connects some of them.

    A plan for a board on which its rings stay, whatever is done, costs no more than any other, and mostly connects
    what it uses.  If it does not: all first moves that take the orphans away lead on from one board, and need one
    search; the first moves that connect something are tried one by one.
    """
    here = position.with_turn(seat)
    before, after = position.layout.ring_codes, swept.layout.ring_codes
    orphans = [i for i, owner in enumerate(before) if owner != after[i]]

    def connects(layout: Layout) -> bool:
        return any(layout.ring_codes[i] == before[i] for i in orphans)

    own = bytes(owner if owner == seat else after[i] for i, owner in enumerate(before))
    cheapest = _generous(
        replace(position, layout=replace(position.layout, ring_codes=own)), seat
    )
    if cheapest is None:
        return None
    for first in cheapest:
        moves = (first, *(move for move in cheapest if move is not first))
        if wins(here, moves):
            return Plan(moves, cheapest.path)
    best = _search(swept, seat)
    unfit = best is not None and (
        here.why_illegal(best[0]) is not None or connects(here.play(best[0]).layout)
    )
    if unfit:
        best = None
    elif best is not None and len(best) == len(cheapest):
        return best
    supported = 0  # nothing gets longer paths by an arrow or a ring elsewhere
    for owner in {before[i] for i in orphans}:
        supported |= kept_mask(
            position.layout, owner, position.word, position.rules.sweep
        )
    for move in here.legal_moves():
        if isinstance(move, PlaceArrow | PlaceRing):
            origin = move.arrow.tail if isinstance(move, PlaceArrow) else move.station
            if not unfit and not supported >> position.board.index[origin] & 1:
                continue
            then = here.play(move)
            if unfit or connects(then.layout):
                rest = _continued(then, seat, None if best is None else len(best) - 2)
                best = best if rest is None else Plan((move, *rest.moves), rest.path)
                if best is not None and len(best) == len(cheapest):
                    break
    return best


def _generous(position: Position, seat: int) -> Plan | None:
    """Search for a plan where nothing is swept, nothing has to wait, and rings of every size are at hand."""
    return _Search(
        replace(position, ban=None, ply=position.players), seat, scarce=False
    ).run(None)


def _continued(position: Position, seat: int, most: int | None) -> Plan | None:
    """Return what is left of a plan after its first move, if the others leave the board alone."""
    if position.result is not None:
        path = position.full_path(seat)
        return Plan((), path) if position.result.winners == {seat} and path else None
    return _search(
        replace(position, turn=seat, ban=None, ply=position.players), seat, most
    )


class _Search:
    """One search for the cheapest plan; lives for one call of :func:`to_win`."""

    def __init__(self, position: Position, seat: int, scarce: bool = True) -> None:
        self.position, self.seat, self.word = position, seat, position.word
        self.view = view = seat_view(position, seat)
        self.shop = Workshop(position, seat, scarce)
        self.moves = {colour: list(row) for colour, row in view.moves.items()}
        self.start = view.start if view.start is not None else -1
        self.room = [
            min(3, own + more)
            for own, more in zip(view.rings, self.shop.ring_room, strict=True)
        ]
        self.added: list[Arrow] = []
        self.nodes = 0
        # A plan that costs one move more, since it must wait for one.
        self.late: Plan | None = None

    def run(self, most: int | None) -> Plan | None:
        inner = len(self.word) - 1
        arrivals = [row >> self.view.end & 1 for row in self.view.moves[self.word[-1]]]
        final = int(not any(arrivals))  # the last arrow costs a move if none is there
        lower = max(0, inner - self.view.total) + final
        upper = inner + len(self.word) if most is None else most
        for budget in range(lower, upper + 1):
            self.failed: set[tuple[int, int, int, int]] = set()
            self.cut = False
            late, self.late = self.late, None
            plan = (
                self._onward(0, self.start, 0, budget, self.view.total, final, 0)
                or late
            )
            if plan is not None:
                return plan
            # If nothing was left out for its price, more moves do not help.
            if not self.cut:
                break
        return self.late

    def _onward(
        self,
        i: int,
        station: int,
        visits: int,
        budget: int,
        own: int,
        final: int,
        chosen: int,
    ) -> Plan | None:
        """Go on from a station after i symbols; ``visits`` packs departures, two bits a station."""
        self.nodes += 1
        if self.nodes > NODE_LIMIT:
            raise AutomatonError.of("search_limit", limit=NODE_LIMIT)
        colour = self.word[i]
        there = self.moves[colour][station]
        if i == len(self.word) - 1:
            return self._arrive(station, colour, budget, visits)
        state = (i, station, visits, chosen)
        if state in self.failed:
            return None
        for head in bits(there & ~(1 << self.view.end)):
            plan = self._step(i, head, visits, budget, own, final, chosen)
            if plan is not None:
                return plan
        for head in bits(self.shop.adjacent[station] & ~there & ~(1 << self.view.end)):
            if budget - final < 1:
                self.cut = True
                break
            if not self.shop.take(colour, station, head):
                continue
            self.moves[colour][station] |= 1 << head
            self.added.append((colour, station, head))
            mark = chosen | 1 << self.shop.arrow_number(colour, station, head)
            plan = self._step(i, head, visits, budget - 1, own, final, mark)
            self.added.pop()
            self.moves[colour][station] ^= 1 << head
            self.shop.give_back(colour, station, head)
            if plan is not None:
                return plan
        self.failed.add(state)
        return None

    def _step(
        self,
        i: int,
        head: int,
        visits: int,
        budget: int,
        own: int,
        final: int,
        chosen: int,
    ) -> Plan | None:
        """Enter a station that will be left again: spend a ring of one's own, or buy one."""
        used = visits >> 2 * head & 3
        if used >= self.room[head]:
            return None
        if used < self.view.rings[head]:
            own -= 1
        else:
            budget -= 1
        if budget < final + max(0, len(self.word) - 2 - i - own):
            self.cut = True
            return None
        return self._onward(
            i + 1, head, visits + (1 << 2 * head), budget, own, final, chosen
        )

    def _arrive(
        self, station: int, colour: str, budget: int, visits: int
    ) -> Plan | None:
        end = self.view.end
        if self.moves[colour][station] >> end & 1:
            return self._plan(visits)
        if not self.shop.adjacent[station] >> end & 1:
            return None
        if budget < 1:
            self.cut = True
            return None
        if not self.shop.take(colour, station, end):
            return None
        self.added.append((colour, station, end))
        plan = self._plan(visits)
        self.added.pop()
        self.shop.give_back(colour, station, end)
        return plan

    def _plan(self, visits: int) -> Plan | None:
        """Turn the arrows and departures of a path into moves, or find that they cannot be made."""
        rows = {colour: list(row) for colour, row in self.view.moves.items()}
        for colour, tail, head in self.added:
            rows[colour][tail] |= 1 << head
        table = {colour: tuple(row) for colour, row in rows.items()}
        if self._helps_another(table):
            return None
        need = [max(visits >> 2 * i & 3, own) for i, own in enumerate(self.view.rings)]
        path = find_path(
            SeatView(self.view.names, table, self.start, self.view.end, tuple(need)),
            self.word,
        )
        if path is None:
            return None
        names = tuple(self.view.names[i] for i in path)
        moves = self.shop.moves(self.added, path[1:-1], self.view.rings, now=True)
        if moves is not None:
            return Plan(moves, names)
        if self.late is None and self.shop.delayed:
            later = self.shop.moves(self.added, path[1:-1], self.view.rings, now=False)
            waiting = None if later is None else self.shop.waiting_move(later)
            if later is not None and waiting is not None:
                self.late = Plan((waiting, *later), names)
        return None

    def _helps_another(self, table: dict[str, tuple[int, ...]]) -> bool:
        if not self.added:
            return False
        for other in range(1, self.position.players + 1):
            if other != self.seat:
                view = seat_view(self.position, other)
                if find_path(
                    SeatView(view.names, table, view.start, view.end, view.rings),
                    self.word,
                ):
                    return True
        return False


def ring_purchases(
    position: Position, seat: int, word: str | None = None
) -> list[dict[str, int]]:
    """Return the inclusion-minimal sets of rings that would complete a path over the arrows that lie there.

    Each set is given as station → number of further rings.  An empty dict means that none is missing; the list is
    empty if no run of the station automaton accepts the tower.  Whether the rings fit and are in supply is not asked.

    Examples
    --------
    >>> from finity_edu.rules.position import Position
    >>> p = Position.parse("bga/abcd bbwwbb c; posts c@A; rings B:c.. C:c..; "
    ...                    "bridges bA>B.m bB>C.m wC>A.m wA>B.r bC>D.m")
    >>> ring_purchases(p, 1)
    [{'A': 1, 'B': 1, 'C': 1}]
    """
    view, word = view_and_word(position, seat, word)
    purchases = []
    for deficit in _deficits(view, word):
        stations = zip(view.names, deficit, strict=True)
        purchases.append({name: number for name, number in stations if number})
    return purchases


def _deficits(view: SeatView, word: str) -> list[tuple[int, ...]]:
    """Return the Pareto-minimal vectors of missing rings over all plain runs."""
    if view.start is None or not word:
        return []
    hopeful = hopeful_sets(view.table, word)
    width = len(word).bit_length()
    shift = view.shift
    station_bits = (1 << shift) - 1
    one = [1 << shift + width * i for i in range(len(view.names))]
    level: set[int] = set()  # station, and above it how often each was left
    if hopeful[0] >> view.start & 1:
        level.add(view.start)
    for i in range(len(word) - 1):
        row, live = view.moves[word[i]], hopeful[i + 1]
        reached = set()
        for state in level:
            departures = state & ~station_bits
            for head in bits(row[state & station_bits] & live):
                reached.add(departures + one[head] | head)
        level = reached
    full = (1 << width) - 1
    missing = set()
    for visits in {state >> shift for state in level}:
        deficit = []
        for i, own in enumerate(view.rings):
            deficit.append(max(0, (visits >> width * i & full) - own))
        missing.add(tuple(deficit))
    best: list[tuple[int, ...]] = []
    for vector in sorted(missing, key=lambda v: (sum(v), tuple(-x for x in v))):
        if not any(_within(kept, vector) for kept in best):
            best.append(vector)
    return best


def _within(less: Sequence[int], more: Sequence[int]) -> bool:
    return all(x <= y for x, y in zip(less, more, strict=True))
