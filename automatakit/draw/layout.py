"""Where the states of an automaton stand, and which way its arrows take: layout without graphviz.

States start in columns by their distance from the initial state.  A deterministic local search then moves and swaps
them on a grid, so that arrows are short, cross little and do not run through other states.

References
----------
.. [1] K. Sugiyama, S. Tagawa, M. Toda: Methods for visual understanding of hierarchical system structures.
   IEEE Trans. Syst. Man Cybern. 11 (1981) 109–125.
.. [2] R. Davidson, D. Harel: Drawing graphs nicely using simulated annealing. ACM Trans. Graph. 15 (1996) 301–331.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import hypot
from typing import Any

from automatakit.automaton.value import Automaton, State, bits, label

Point = tuple[float, float]
ROW = 104.0
"""Distance of two rows in pixels."""
RADIUS = 24.0
GLYPH = 9.4
"""Average width of a letter of 16 pixels."""
WORK = 300_000
"""How many elementary comparisons the local search may make."""


def node_width(text: str) -> float:
    """Return the width of a state with a label: a circle for short labels, a capsule for long ones."""
    return max(2 * RADIUS, len(text) * GLYPH + 26)


def layout(table: Automaton, places: Mapping[Any, Point] | None = None) -> dict[State, Point]:
    """Return a place (right, down) for each state, in pixels.

    Parameters
    ----------
    table
        An automaton as a table.
    places
        Places that are given; if they are given for all states they are returned as they are.

    Examples
    --------
    >>> from automatakit.automaton.reading import table_of
    >>> layout(table_of({"A": {"b": {"B"}}}, start="A", final={"B"}))
    {'A': (0.0, 0.0), 'B': (122.0, 0.0)}
    """
    if places and all(state in places for state in table.states):
        return {state: places[state] for state in table.states}
    size = len(table.states)
    edges = sorted({(min(i, j), max(i, j)) for i in range(size) for j in _targets(table, i) if i != j})
    depth = _depths(table)
    cells = _columns(size, edges, depth)
    if size <= 60:
        cells = _Search(cells, edges, depth, table.start_mask).run()
    columns = _column_places(table, cells)
    top = min((y for _, y in cells), default=0.0)
    return {
        state: (round(columns[x], 1), round((y - top) * ROW, 1))
        for state, (x, y) in zip(table.states, cells, strict=True)
    }


def _column_places(table: Automaton, cells: list[Point]) -> dict[float, float]:
    """Return where each column stands: as far apart as the widest labels need."""
    widths: dict[float, float] = {}
    for state, (x, _) in zip(table.states, cells, strict=True):
        widths[x] = max(widths.get(x, 0.0), node_width(label(state)))
    places: dict[float, float] = {}
    right, before = 0.0, None
    for x in sorted(widths):
        if before is not None:
            right += max(120.0, (widths[before] + widths[x]) / 2 + 74)
        places[x], before = right, x
    return places


def _targets(table: Automaton, i: int) -> Iterable[int]:
    mask = 0
    for row in table.moves.values():
        mask |= row[i]
    return bits(mask)


def _depths(table: Automaton) -> list[int]:
    """Return the distance of each state from the initial one; what nothing reaches stands in the last column."""
    depth = [-1] * len(table.states)
    queue = list(bits(table.start_mask)) or [0] if table.states else []
    for i in queue:
        depth[i] = 0
    for i in queue:
        for j in _targets(table, i):
            if depth[j] < 0:
                depth[j] = depth[i] + 1
                queue.append(j)
    last = max(depth, default=0) + 1
    return [last if d < 0 else d for d in depth]


def _columns(size: int, edges: Iterable[tuple[int, int]], depth: list[int]) -> list[Point]:
    """Return columns by depth, ordered by the middle of the neighbours, centred."""
    columns: dict[int, list[int]] = {}
    for i in range(size):
        columns.setdefault(depth[i], []).append(i)
    near: list[list[int]] = [[] for _ in range(size)]
    for i, j in edges:
        near[i].append(j)
        near[j].append(i)
    height = [0.0] * size

    def spread(column: list[int]) -> None:
        for rank, i in enumerate(column):
            height[i] = rank - (len(column) - 1) / 2

    for column in columns.values():
        spread(column)
    for sweep in range(6):
        for d in sorted(columns, reverse=bool(sweep % 2)):
            middle = {i: sum(height[j] for j in near[i]) / len(near[i]) if near[i] else height[i] for i in columns[d]}
            columns[d].sort(key=lambda i, m=middle: (m[i], i))  # type: ignore[misc]
            spread(columns[d])
    return [(float(depth[i]), height[i]) for i in range(size)]


class _Search:
    """Hill climbing over moves and swaps; lives for one layout."""

    def __init__(self, cells: list[Point], edges: list[tuple[int, int]], depth: list[int], start: int) -> None:
        self.cells, self.edges, self.depth = list(cells), edges, depth
        self.start = next(bits(start), 0)
        self.at: list[list[tuple[int, int]]] = [[] for _ in cells]
        for edge in edges:
            self.at[edge[0]].append(edge)
            self.at[edge[1]].append(edge)
        self.work = 0

    def run(self) -> list[Point]:
        size = len(self.cells)
        for _ in range(8):
            better = False
            for i in range(size):
                better |= self._improve(i)
                if self.work > WORK:
                    return self.cells
            if not better:
                break
        return self.cells

    def _improve(self, i: int) -> bool:
        """Move a state to the best free cell nearby, or swap it with the best partner."""
        x, y = self.cells[i]
        best, choice = self._cost((i,)), None
        steps = [(dx, dy) for dx in (0, -1, 1) for dy in (0, -1, 1, -0.5, 0.5) if dx or dy]
        for dx, dy in steps:
            place = (x + dx, y + dy)
            if any(abs(place[0] - a) < 1 and abs(place[1] - b) < 0.8 for a, b in self.cells if (a, b) != (x, y)):
                continue
            self.cells[i] = place
            cost = self._cost((i,))
            if cost < best - 1e-9:
                best, choice = cost, place
        self.cells[i] = choice or (x, y)
        if choice is not None:
            return True
        for j in range(len(self.cells)):
            if j != i and abs(self.cells[j][0] - x) <= 2:
                before = self._cost((i, j))
                self.cells[i], self.cells[j] = self.cells[j], self.cells[i]
                if self._cost((i, j)) < before - 1e-9:
                    return True
                self.cells[i], self.cells[j] = self.cells[j], self.cells[i]
        return False

    def _cost(self, moved: tuple[int, ...]) -> float:
        """Return what the arrows at some states cost: length, crossings, arrows through states, direction."""
        cells, total = self.cells, 0.0
        own = {edge for i in moved for edge in self.at[i]}
        self.work += (len(own) + 1) * (len(self.edges) + len(cells))
        for edge in own:
            (x1, y1), (x2, y2) = cells[edge[0]], cells[edge[1]]
            total += ((x1 - x2) ** 2 + (y1 - y2) ** 2) * 0.6
            if abs(self.depth[edge[0]] - self.depth[edge[1]]) == 1:
                forward = (x2 - x1) if self.depth[edge[0]] < self.depth[edge[1]] else (x1 - x2)
                total += 1.5 * max(0.0, 1 - forward)
            for other in self.edges:
                if other not in own or other > edge:
                    total += 2.2 * _cross(cells, edge, other)
            for k, cell in enumerate(cells):
                if k not in edge and _near(cell, cells[edge[0]], cells[edge[1]]):
                    total += 5
        for i in moved:
            for edge in self.edges:
                if edge not in own and _near(cells[i], cells[edge[0]], cells[edge[1]]):
                    total += 5
            total += 0.15 * abs(cells[i][1])
        total += 1.5 * max(0.0, cells[self.start][0] - min(x for x, _ in cells))
        return total


def _cross(cells: list[Point], one: tuple[int, int], two: tuple[int, int]) -> bool:
    """Whether two straight arrows cross away from their ends."""
    if set(one) & set(two):
        return False
    (ax, ay), (bx, by) = cells[one[0]], cells[one[1]]
    (cx, cy), (dx, dy) = cells[two[0]], cells[two[1]]
    d1 = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    d2 = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
    d3 = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
    d4 = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
    return d1 * d2 < 0 and d3 * d4 < 0


def _near(point: Point, start: Point, end: Point) -> bool:
    """Whether a straight arrow runs through a state (in units of the grid)."""
    return segment_distance(point, start, end) < 0.33


def segment_distance(point: Point, start: Point, end: Point) -> float:
    """Return the distance of a point from a segment."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    t = 0.0 if not length else max(0.0, min(1.0, ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length))
    return hypot(point[0] - start[0] - t * dx, point[1] - start[1] - t * dy)
