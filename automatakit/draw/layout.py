"""Where the states of an automaton stand, and which way its long arrows take: layers from left to right.

Each state gets a column, so that most arrows lead to the next one; an arrow over several columns gets a point in each
column between.  Then every column is ordered so that arrows cross little, and moved up and down so that they are
straight.

References
----------
.. [1] K. Sugiyama, S. Tagawa, M. Toda: Methods for visual understanding of hierarchical system structures.
   IEEE Trans. Syst. Man Cybern. 11 (1981) 109–125.
.. [2] E. R. Gansner, E. Koutsofios, S. C. North, K.-P. Vo: A technique for drawing directed graphs. IEEE Trans.
   Softw. Eng. 19 (1993) 214–230.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random

from automatakit.automaton.states import State, bits, label
from automatakit.automaton.value import Automaton

Point = tuple[float, float]
Arrow = tuple[State, State]
Link = tuple[int, int]

RADIUS = 24.0
GLYPH = 9.4
"""Average width of a letter of 16 pixels."""
ROW = 92.0
"""Distance of two states in a column, in pixels."""
LOOP = 46.0
"""What a loop and its label need above a state."""
WAY = 15.0
"""Half of what an arrow with a label needs in a column that it passes."""
CROSSING = 1.5
"""What two arrows that cross cost, in arrows to the next column."""
LARGE = 400
"""With more states and points than this, only one order of the columns is tried."""


class Places(dict[State, Point]):
    """Where states stand (right, down), in pixels, and which points arrows over several columns pass."""

    def __init__(self, places: Mapping[State, Point], ways: Mapping[Arrow, Sequence[Point]] | None = None) -> None:
        super().__init__(places)
        self.ways = ways or {}

    def of(self, states: Iterable[State]) -> Places:
        """Return the places of some of the states."""
        return Places({state: self[state] for state in states}, self.ways)


def node_width(text: str) -> float:
    """Return the width of a state with a label: a circle for short labels, a capsule for long ones."""
    return max(2 * RADIUS, len(text) * GLYPH + 26)


def merged_labels(table: Automaton) -> dict[Arrow, list[str]]:
    """Return the symbols of each arrow: those of parallel transitions together.

    Examples
    --------
    >>> from automatakit.automaton.value import Automaton
    >>> merged_labels(Automaton.of({"A": {"b": {"B"}, "w": {"B"}}}, start="A", accepting={"B"}))
    {('A', 'B'): ['b', 'w']}
    """
    texts: dict[Arrow, list[str]] = {}
    for tail, symbol, head in table.arrows():
        texts.setdefault((tail, head), []).append(symbol)
    return texts


def layout(table: Automaton, labels: Mapping[Arrow, str] | None = None, scale: float = 1.0) -> Places:
    """Return a place (right, down) for each state, in pixels.

    Parameters
    ----------
    table
        An automaton as a table.
    labels
        The texts of the arrows, if they are not their symbols.
    scale
        How much farther apart than usual everything stands.

    Examples
    --------
    >>> from automatakit.automaton.value import Automaton
    >>> layout(Automaton.of({"A": {"b": {"B"}}}, start="A", accepting={"B"}))
    {'A': (0.0, 0.0), 'B': (122.0, 0.0)}
    """
    texts = labels or {arrow: ", ".join(symbols) for arrow, symbols in merged_labels(table.drawn).items()}
    index = table.index
    links = [(index[p], index[q]) for p, q in texts if p != q]
    loops = {index[p] for p, q in texts if p == q}
    layers = min((_Layers(ranks, links, loops) for ranks in _rankings(table, links)), key=lambda layers: layers.cost)
    heights, ranks = layers.heights(scale), layers.ranks[: layers.size]
    widths = [node_width(label(state)) for state in table.states]
    wide = {(index[p], index[q]): len(text) * GLYPH for (p, q), text in texts.items()}
    across = _across(ranks, widths, wide, scale)
    top = min(heights[: len(ranks)], default=0.0)
    spots = [(round(across[r], 1), round(h - top, 1)) for r, h in zip(layers.ranks, heights, strict=True)]
    return Places(
        {state: spots[i] for i, state in enumerate(table.states)},
        {(table.states[i], table.states[j]): [spots[k] for k in points] for (i, j), points in layers.ways.items()},
    )


def places_of(table: Automaton, scale: float = 1.0) -> Mapping[State, Point]:
    """Return where the states stand: as the automaton says if it says so of all of them, else by a layout."""
    return table.places if all(state in table.places for state in table.states) else layout(table, scale=scale)


def _across(ranks: Sequence[int], widths: Sequence[float], texts: Mapping[Link, float], scale: float) -> list[float]:
    """Return where each column stands: as far apart as the widest states and labels need."""
    last = max(ranks, default=0)
    half = [max((w for r, w in zip(ranks, widths, strict=True) if r == rank), default=0.0) / 2
            for rank in range(last + 1)]
    room = [74.0] * (last + 1)
    for (i, j), wide in texts.items():
        span = abs(ranks[i] - ranks[j])
        if span == 1:
            room[min(ranks[i], ranks[j])] = max(room[min(ranks[i], ranks[j])], wide + 44)
    places = [0.0]
    for rank in range(last):
        places.append(places[-1] + (half[rank] + room[rank] + half[rank + 1]) * scale)
    return places


# --- columns -------------------------------------------------------------------------------------------------------


def _rankings(table: Automaton, links: Sequence[Link]) -> Iterator[list[int]]:
    """Yield ways to give each state a column: by distance and by depth, both as they are and improved one by one."""
    starts = set(bits(table.starts)) or ({0} if table.states else set())
    onward: list[list[int]] = [[] for _ in table.states]
    for i, j in links:
        onward[i].append(j)
    for ranks in (_by_distance(onward, starts), _by_depth(onward, starts)):
        for found in (ranks, _settled(list(ranks), links, starts)):
            used = sorted(set(found))
            yield [used.index(rank) for rank in found]


def _by_distance(onward: Sequence[Sequence[int]], starts: set[int]) -> list[int]:
    """Return the distance of each state from the start; what nothing reaches follows as if it were another start."""
    ranks: dict[int, int] = {}
    for root in [*sorted(starts), *range(len(onward))]:
        if root not in ranks:
            ranks[root] = 0 if root in starts else 1
            queue = [root, *(s for s in starts if root in starts and s not in ranks)]
            ranks |= dict.fromkeys(queue, ranks[root])
            for i in queue:
                new = [j for j in onward[i] if j not in ranks]
                ranks |= dict.fromkeys(new, ranks[i] + 1)
                queue += new
    return [ranks[i] for i in range(len(onward))]


def _by_depth(onward: Sequence[Sequence[int]], starts: set[int]) -> list[int]:
    """Return the length of a longest way to each state, along arrows that do not close a circle in a deep search."""
    done: list[int] = []
    seen: set[int] = set()
    for root in [*sorted(starts), *range(len(onward))]:
        stack = [] if root in seen else [(root, iter(onward[root]))]
        seen.add(root)
        while stack:
            i, rest = stack[-1]
            j = next((j for j in rest if j not in seen), None)
            if j is None:
                done.append(i)
                stack.pop()
            else:
                seen.add(j)
                stack.append((j, iter(onward[j])))
    place = {i: n for n, i in enumerate(reversed(done))}
    ranks = [0 if i in starts else 1 for i in range(len(onward))]
    for i in place:
        for j in onward[i]:
            if place[i] < place[j] and j not in starts:
                ranks[j] = max(ranks[j], ranks[i] + 1)
    return ranks


def _span(ranks: Sequence[int], link: Link) -> float:
    """Return what an arrow costs: least to the next column, more within one, most backwards."""
    span = ranks[link[1]] - ranks[link[0]]
    return 2.5 if span == 0 else (1 if span > 0 else 3) + 0.5 * (abs(span) - 1)


def _cost(ranks: Sequence[int], links: Iterable[Link]) -> float:
    """Return what columns cost: the arrows, and a picture that becomes too wide."""
    return sum(_span(ranks, link) for link in links) + 0.5 * max(0, len(set(ranks)) - 9)


def _settled(ranks: list[int], links: Sequence[Link], starts: set[int]) -> list[int]:
    """Return columns in which no state would stand better in another one."""
    own: list[list[Link]] = [[] for _ in ranks]
    for i, j in links:
        own[i].append((i, j))
        own[j].append((i, j))

    def cost(i: int, rank: int) -> float:
        ranks[i] = rank
        return sum(_span(ranks, link) for link in own[i])

    for _ in range(10):
        before = list(ranks)
        for i in range(len(ranks)):
            if i not in starts:
                rank = ranks[i]
                ranks[i] = min([rank, *range(1, max(ranks) + 2)], key=lambda other, i=i: cost(i, other))  # type: ignore[misc]
        if ranks == before:
            break
    return ranks


# --- order and height ----------------------------------------------------------------------------------------------


class _Layers:
    """Columns of states and of the points that long arrows pass; lives for one layout."""

    def __init__(self, ranks: Sequence[int], links: Sequence[Link], loops: set[int]) -> None:
        self.size, self.ranks, self.loops = len(ranks), list(ranks), loops
        self.ways: dict[Link, list[int]] = {}
        self.within: list[Link] = []
        self.sides: list[tuple[list[int], list[int]]] = [([], []) for _ in ranks]
        for i, j in links:
            step = 1 if ranks[i] < ranks[j] else -1
            between = range(ranks[i] + step, ranks[j], step) if ranks[i] != ranks[j] else range(0)
            points = [*range(len(self.ranks), len(self.ranks) + len(between))]
            self.ranks += between
            self.sides += [([], []) for _ in between]
            if points:
                self.ways[i, j] = points
            if ranks[i] == ranks[j]:
                self.within.append((i, j))
            for a, b in pairwise([i, *points, j]):
                low, high = (a, b) if self.ranks[a] < self.ranks[b] else (b, a)
                if self.ranks[low] < self.ranks[high]:
                    self.sides[low][1].append(high)
                    self.sides[high][0].append(low)
        self.columns: list[list[int]] = [[] for _ in range(max(self.ranks, default=-1) + 1)]
        for v, rank in enumerate(self.ranks):
            self.columns[rank].append(v)
        self.peers: list[list[int]] = [[] for _ in self.ranks]
        for i, j in self.within:
            self.peers[i].append(j)
            self.peers[j].append(i)
        self.place = [0] * len(self.ranks)
        self.cost = _cost(ranks, links) + CROSSING * self._order()

    def _order(self) -> float:
        """Order the columns so that arrows cross little: the best of several beginnings; return how much is left."""
        rng, best = Random(0), None  # evenly, and the same every time
        first = [list(column) for column in self.columns]
        for attempt in range(8 if len(self.ranks) <= LARGE else 1):
            self.columns = [rng.sample(column, len(column)) if attempt > 1 else column[:: (1, -1)[attempt]]
                            for column in first]
            self._number()
            for sweep in range(6):
                self._by_neighbours(sweep % 2)
            if len(self.ranks) <= LARGE:
                self._swap()
            found = self._tangle()
            if best is None or found < best[0]:
                best = found, [list(column) for column in self.columns]
        tangle, self.columns = best or (0.0, [])
        self._number()
        return tangle

    def _number(self) -> None:
        for column in self.columns:
            for n, v in enumerate(column):
                self.place[v] = n

    def _by_neighbours(self, side: int) -> None:
        """Order each column by the middle of the neighbours on one side."""
        for column in self.columns[:: (1, -1)[side]]:
            middle = {}
            for v in column:
                near = self.sides[v][side]
                middle[v] = sum(self.place[u] for u in near) / len(near) if near else float(self.place[v])
            column.sort(key=lambda v, m=middle: m[v])  # type: ignore[misc]
            for n, v in enumerate(column):
                self.place[v] = n

    def _crossed(self, u: int, v: int) -> int:
        """Return how many arrows of two points of a column cross if u stands above v."""
        return sum(self.place[a] > self.place[b] for side in (0, 1)
                   for a in self.sides[u][side] for b in self.sides[v][side])

    def _apart(self, *points: int) -> int:
        """Return how far from their neighbours in the same column some points stand."""
        return sum(abs(self.place[v] - self.place[u]) - 1 for v in points for u in self.peers[v])

    def _swap(self) -> None:
        """Exchange neighbours in a column as long as that helps."""
        better, rounds = True, 0
        while better and rounds < 20:
            better, rounds = False, rounds + 1
            for column in self.columns:
                for n in range(len(column) - 1):
                    u, v = column[n], column[n + 1]
                    gain = self._crossed(u, v) - self._crossed(v, u) + 2 * self._apart(u, v)
                    self.place[u], self.place[v] = n + 1, n
                    gain -= 2 * self._apart(u, v)
                    if gain > 0:
                        column[n], column[n + 1], better = v, u, True
                    else:
                        self.place[u], self.place[v] = n, n + 1

    def _tangle(self) -> float:
        """Return how many arrows cross, or run past states of their own column."""
        crossed = sum(self._crossed(u, v) for column in self.columns for n, v in enumerate(column)
                      for u in column[:n]) / 2
        return crossed + self._apart(*range(self.size))

    def heights(self, scale: float) -> list[float]:
        """Return how far down each point stands: in the middle of its neighbours, as far as there is room."""
        heights = [0.0] * len(self.ranks)
        gaps = [[self._gap(u, v) * scale for u, v in pairwise(column)] for column in self.columns]
        for sweep in range(24):
            for column, gap in list(zip(self.columns, gaps, strict=True))[:: (1, -1)[sweep % 2]]:
                wishes = [self._wish(v, heights, sweep) for v in column]
                for v, height in zip(column, _spread(wishes, gap), strict=True):
                    heights[v] = height
        return heights

    def _gap(self, upper: int, lower: int) -> float:
        """Return how far apart two neighbours in a column have to stand."""
        half = [ROW / 2 if v < self.size else WAY for v in (upper, lower)]
        return sum(half) + LOOP * (lower in self.loops)

    def _wish(self, v: int, heights: Sequence[float], sweep: int) -> tuple[float, float]:
        """Return where a point would stand best, and how much that matters: its long arrows shall be straight."""
        weight = [(1, 0.5), (0.5, 8)][v >= self.size]
        near = [[(heights[u], weight[u >= self.size]) for u in side] for side in self.sides[v]]
        near[0] += [(heights[u] + ROW * (1 if self.place[v] > self.place[u] else -1), 1) for u in self.peers[v]]
        here = near[sweep % 2] if sweep < 4 else near[0] + near[1]
        if not here:
            return heights[v], 0.1
        low, high = _middle(here)
        wish = sum(_middle(near[sweep % 2] or here)) / 2
        return max(low, min(high, wish)), sum(weight for _, weight in here)


def _middle(weighted: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return between which values the weighted median lies.

    >>> _middle([(3, 1), (1, 1), (2, 1)]), _middle([(3, 1), (1, 1)])
    ((2, 2), (1, 3))
    """
    half, seen = sum(weight for _, weight in weighted) / 2, 0.0
    values = []
    for value, weight in sorted(weighted):
        if seen <= half <= seen + weight:
            values.append(value)
        seen += weight
    return values[0], values[-1]


def _spread(wishes: Sequence[tuple[float, float]], gaps: Sequence[float]) -> list[float]:
    """Return the places nearest to the wishes that keep the gaps: isotonic regression, neighbours joined in blocks.

    >>> _spread([(0, 1), (0, 1), (50, 1)], [20, 20])
    [-10.0, 10.0, 50.0]
    """
    offsets = [sum(gaps[:n]) for n in range(len(wishes))]
    blocks: list[tuple[float, float, int]] = []
    for (wish, weight), offset in zip(wishes, offsets, strict=True):
        value, count = wish - offset, 1
        while blocks and blocks[-1][0] > value:
            other, mass, number = blocks.pop()
            value, weight, count = (other * mass + value * weight) / (mass + weight), mass + weight, count + number
        blocks.append((value, weight, count))
    values = [value for value, _, count in blocks for _ in range(count)]
    return [float(value + offset) for value, offset in zip(values, offsets, strict=True)]

