"""Columns from left to right: their order, so that arrows cross little, and how far down everything in them stands.

An arrow over several columns passes a point in each of them; states and points are numbers, the states first.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import inf
from random import Random
from typing import TypeAlias

Link: TypeAlias = tuple[int, int]
"""An arrow, by the numbers of its states."""

Sides: TypeAlias = tuple[list[int], list[int]]
"""Neighbours on the left, and on the right."""

Weighted: TypeAlias = tuple[float, float]
"""A value, and how much it matters."""

ROW = 92.0
"""Distance of two states in a column, in pixels."""
LOOP = 46.0
"""What a loop and its label need above a state."""
WAY = 15.0
"""Half of what an arrow with a label needs in a column that it passes."""
FIRM = 1e6
"""How much it matters that a longest chain is straight, in arrows."""
LARGE = 400
"""With more states and points than this, only one order of the columns is tried."""
ORDERS = 8
"""How many orders are tried otherwise: as given, reversed, and by lot."""
BOTH_WAYS = (1, -1)
"""The steps of a slice from left to right, and from right to left."""


class Layers:
    """Columns of states and of the points that long arrows pass; lives for one layout.

    Parameters
    ----------
    ranks
        The column of each state.
    links
        The arrows between different states.
    loops
        The states with an arrow to themselves.
    starts
        The start states.

    Attributes
    ----------
    ranks
        The column of each state, then of each point.
    ways
        The points that each long arrow passes.
    tangle
        How many arrows cross in the best order that was found, or run past states of their own column.
    spine
        The states of the longest chains from a start to the next column, and the next; those of each column.
    """

    def __init__(
        self,
        ranks: Sequence[int],
        links: Sequence[Link],
        loops: set[int],
        starts: set[int],
    ) -> None:
        self.size = len(ranks)
        self.ranks = list(ranks)
        self.loops = loops
        self.ways: dict[Link, list[int]] = {}
        # Of each state and point: its neighbours on the left and on the right, and those in its own column.
        self.sides: list[Sides] = [([], []) for _ in ranks]
        self.peers: list[list[int]] = [[] for _ in ranks]
        for link in links:
            self._connect(link)
        number = max(self.ranks, default=-1) + 1
        self.columns: list[list[int]] = [[] for _ in range(number)]
        for v, rank in enumerate(self.ranks):
            self.columns[rank].append(v)
        self.place = [0] * len(self.ranks)
        self.spine = self._chains(links, starts)
        self.tangle = self._order()

    def _chains(self, links: Sequence[Link], starts: set[int]) -> list[list[int]]:
        """Return the states of all longest chains, column by column."""
        onward = [(i, j) for i, j in links if self.ranks[j] == self.ranks[i] + 1]
        here = {v for v in starts if self.ranks[v] == 0}
        reached: list[set[int]] = []
        while here:
            reached.append(here)
            here = {j for i, j in onward if i in here}
        # And back: only what leads on to the last column
        spine: list[list[int]] = []
        for column in reversed(reached):
            if spine:
                column = {i for i, j in onward if i in column and j in spine[-1]}
            spine.append(sorted(column))
        return spine[::-1]

    def _connect(self, link: Link) -> None:
        """Make an arrow's ends neighbours, or put points into the columns between them."""
        i, j = link
        first, last = self.ranks[i], self.ranks[j]
        if first == last:
            self.peers[i].append(j)
            self.peers[j].append(i)
            return
        step = 1 if first < last else -1
        points = []
        for rank in range(first + step, last, step):
            points.append(len(self.ranks))
            self.ranks.append(rank)
            self.sides.append(([], []))
            self.peers.append([])
        if points:
            self.ways[link] = points
        chain = [i, *points, j]
        # From left to right, whichever way the arrow points.
        for left, right in pairwise(chain[::step]):
            self.sides[left][1].append(right)
            self.sides[right][0].append(left)

    # --- order ---------------------------------------------------------------------------------------------

    def _order(self) -> float:
        """Order the columns so that arrows cross little: the best of several beginnings; return how much is left."""
        small = len(self.ranks) <= LARGE
        best: list[list[int]] = []
        least = inf
        for columns in self._beginnings(ORDERS if small else 1):
            self.columns = columns
            self._number()
            for sweep in range(6):  # from the left, from the right, and so on
                self._by_neighbours(sweep % 2)
            if small:
                self._swap()
            tangle = self._tangle()
            if tangle < least:
                best, least = columns, tangle
        self.columns = best
        self._number()
        return self._rerouted(least) if small else least

    def _rerouted(self, tangle: float) -> float:
        """Lead each long arrow anew through the columns, where that is better; return how much is left."""
        for (i, j), way in self.ways.items():
            if not tangle:
                break
            before = [column[:] for column in self.columns]
            for v in way:
                self.columns[self.ranks[v]].remove(v)
            self._number()
            for v, n in zip(way, self._least_crossed([i, *way, j]), strict=True):
                self.columns[self.ranks[v]].insert(n, v)
            self._number()
            now = self._tangle()
            if now >= tangle:
                self.columns = before
                self._number()
            tangle = min(now, tangle)
        return tangle

    def _least_crossed(self, chain: Sequence[int]) -> list[int]:
        """Return above which place of its column each inner point of a way crosses least: a shortest way.

        The points themselves stand in no column meanwhile; one at `n` lies above all whose places are `n` or more.
        """
        first, *_, last = chain
        step = 1 if self.ranks[first] < self.ranks[last] else -1
        # Least crossings up to a place, and the places before it
        known: dict[int, tuple[int, list[int]]] = {self.place[first]: (0, [])}
        for u, v in pairwise(chain):
            here = self.columns[self.ranks[u]]
            edges: list[Link] = []
            for w in here:
                if w != first:
                    others = self.sides[w][step > 0]
                    edges += [(w, x) for x in others if x not in chain]
            ends = range(len(self.columns[self.ranks[v]]) + 1)
            if v == last:
                ends = range(self.place[v], self.place[v] + 1)
            reached: dict[int, tuple[int, list[int]]] = {}
            for end in ends:
                options = []
                for begin, (crossed, places) in known.items():
                    for w, x in edges:
                        crossed += (self.place[w] < begin) != (self.place[x] < end)
                    options.append((crossed, [*places, end]))
                reached[end] = min(options)
            known = reached
        (_, places), *_ = known.values()
        return places[:-1]

    def _beginnings(self, number: int) -> Iterator[list[list[int]]]:
        """Yield the columns as they are, each reversed, and by lot; by the same lot every time."""
        first = self.columns
        # With a seed: the same automaton has to have the same picture.
        random = Random(0)
        for attempt in range(number):
            if attempt == 0:
                yield [column[:] for column in first]
            elif attempt == 1:
                yield [column[::-1] for column in first]
            else:
                yield [random.sample(column, len(column)) for column in first]

    def _number(self) -> None:
        for column in self.columns:
            self._number_column(column)

    def _number_column(self, column: Sequence[int]) -> None:
        for n, v in enumerate(column):
            self.place[v] = n

    def _by_neighbours(self, side: int) -> None:
        """Order each column by the middle of the neighbours on one side, beginning at that side."""
        for column in self.columns[:: BOTH_WAYS[side]]:
            middle: dict[int, float] = {}
            for v in column:
                middle[v] = self.place[v]
                near = [self.place[u] for u in self.sides[v][side]]
                if near:
                    middle[v] = sum(near) / len(near)
            column.sort(key=middle.__getitem__)
            self._number_column(column)

    def _crossed(self, u: int, v: int) -> int:
        """Return how many arrows of two points of a column cross if u stands above v."""
        place = self.place
        crossed = 0
        for of_u, of_v in zip(self.sides[u], self.sides[v], strict=True):
            for a in of_u:
                for b in of_v:
                    crossed += place[a] > place[b]
        return crossed

    def _apart(self, *points: int) -> int:
        """Return how far from their neighbours in the same column some points stand."""
        apart = 0
        for v in points:
            for u in self.peers[v]:
                apart += abs(self.place[v] - self.place[u]) - 1
        return apart

    def _swap(self) -> None:
        """Exchange neighbours in a column as long as that helps."""
        for _ in range(20):
            better = False
            for column in self.columns:
                for n in range(len(column) - 1):
                    if self._swapped(column, n):
                        better = True
            if not better:
                break

    def _swapped(self, column: list[int], n: int) -> bool:
        """Exchange two neighbours if that is better; return whether it is."""
        u, v = column[n], column[n + 1]
        gain = self._crossed(u, v) - self._crossed(v, u)
        gain += 2 * self._apart(u, v)
        self.place[u], self.place[v] = n + 1, n
        gain -= 2 * self._apart(u, v)
        if gain > 0:
            column[n], column[n + 1] = v, u
        else:
            self.place[u], self.place[v] = n, n + 1
        return gain > 0

    def _tangle(self) -> float:
        """Return how many arrows cross, or run past states of their own column."""
        crossed = 0
        for column in self.columns:
            for u, v in combinations(column, 2):
                crossed += self._crossed(u, v)
        # Each crossing is seen from both columns
        return crossed / 2 + self._apart(*range(self.size))

    # --- height --------------------------------------------------------------------------------------------

    def heights(self, scale: float) -> list[float]:
        """Return how far down each point stands: in the middle of its neighbours, as far as there is room."""
        heights = [0.0] * len(self.ranks)
        straight = {column[0] for column in self.spine if len(column) == 1}
        columns = []
        for column in self.columns:
            gaps = [
                self._gap(upper, lower) * scale for upper, lower in pairwise(column)
            ]
            columns.append((column, gaps))
        for sweep in range(24):  # after so many nothing moves that could be seen
            for column, gaps in columns[:: BOTH_WAYS[sweep % 2]]:
                wishes = [self._wish(v, heights, sweep) for v in column]
                for n, v in enumerate(column):
                    if v in straight:
                        wishes[n] = 0.0, FIRM
                for v, height in zip(column, _spread(wishes, gaps), strict=True):
                    heights[v] = height
        return heights

    def _gap(self, upper: int, lower: int) -> float:
        """Return how far apart two neighbours in a column have to stand."""
        gap = LOOP if lower in self.loops else 0.0
        for v in (upper, lower):
            gap += ROW / 2 if v < self.size else WAY
        return gap

    def _wish(self, v: int, heights: Sequence[float], sweep: int) -> Weighted:
        """Return where a point would stand best, and how much that matters: its long arrows shall be straight."""
        # From point to point most of all: that is where a long arrow would have its bends.
        to_state, to_point = (1.0, 0.5) if v < self.size else (0.5, 8.0)
        near: tuple[list[Weighted], list[Weighted]] = ([], [])
        for side, neighbours in zip(near, self.sides[v], strict=True):
            for u in neighbours:
                side.append((heights[u], to_state if u < self.size else to_point))
        for u in self.peers[v]:
            row = ROW if self.place[v] > self.place[u] else -ROW
            near[0].append((heights[u] + row, 1.0))
        turn = near[sweep % 2]
        # First roughly, from side to side
        here = turn if sweep < 4 else near[0] + near[1]
        if not here:  # it gives way to all that have a wish
            return heights[v], 0.1
        low, high = _middle(here)
        wish = sum(_middle(turn or here)) / 2
        return max(low, min(high, wish)), sum(weight for _, weight in here)


def _middle(weighted: Sequence[Weighted]) -> tuple[float, float]:
    """Return between which values the weighted median lies.

    >>> _middle([(3, 1), (1, 1), (2, 1)]), _middle([(3, 1), (1, 1)])
    ((2, 2), (1, 3))
    """
    half = sum(weight for _, weight in weighted) / 2
    seen = 0.0
    values = []
    for value, weight in sorted(weighted):
        if seen <= half <= seen + weight:
            values.append(value)
        seen += weight
    return values[0], values[-1]


def _spread(wishes: Sequence[Weighted], gaps: Sequence[float]) -> list[float]:
    """Return the places nearest to the wishes that keep the gaps: isotonic regression, neighbours joined in blocks.

    >>> _spread([(0, 1), (0, 1), (50, 1)], [20, 20])
    [-10.0, 10.0, 50.0]
    """
    # Less the gaps above it, each place only has to be no smaller than the one before.
    offsets = [sum(gaps[:n]) for n in range(len(wishes))]
    blocks: list[tuple[float, float, int]] = []  # value, weight, number of places
    for (wish, weight), offset in zip(wishes, offsets, strict=True):
        value = wish - offset
        number = 1
        while blocks and blocks[-1][0] > value:
            other, mass, count = blocks.pop()
            value = (other * mass + value * weight) / (mass + weight)
            weight += mass
            number += count
        blocks.append((value, weight, number))
    values: list[float] = []
    for value, _, number in blocks:
        values += [value] * number
    return [
        float(value + offset) for value, offset in zip(values, offsets, strict=True)
    ]
