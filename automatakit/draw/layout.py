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
from functools import partial

from automatakit.automaton.states import Arrow, Point, State, bits, label
from automatakit.automaton.value import Automaton
from automatakit.draw.labels import GLYPH
from automatakit.draw.layers import Layers, Link

RADIUS = 24.0
GAP = 74.0
"""Least distance of two columns, in pixels, from state to state."""
BESIDE_TEXT = 44.0
"""What an arrow needs beside its text from one column to the next."""
CROSSING = 1.5
"""What two arrows that cross cost, in arrows to the next column."""
BENT = 1.5
"""What it costs, in the same measure, that a longest path is a column shorter than it could be."""
TRIED = 2000
"""How many steps a search for a longest path takes: nobody knows a way that is always fast."""
WIDE = 9
"""Columns beyond which a picture becomes too wide."""


class Places(dict[State, Point]):
    """Where states stand (right, down), in pixels, and which points arrows over several columns pass."""

    def __init__(
        self,
        places: Mapping[State, Point],
        ways: Mapping[Arrow, Sequence[Point]] | None = None,
    ) -> None:
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


def arrow_texts(table: Automaton) -> dict[Arrow, str]:
    """Return what stands on each arrow: its symbols."""
    return {
        arrow: ", ".join(symbols) for arrow, symbols in merged_labels(table).items()
    }


def layout(
    table: Automaton, labels: Mapping[Arrow, str] | None = None, scale: float = 1.0
) -> Places:
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
    texts = labels or arrow_texts(table.drawn)
    index = table.index
    links: list[Link] = []
    loops: set[int] = set()
    text_widths: dict[Link, float] = {}
    for (tail, head), text in texts.items():
        link = index[tail], index[head]
        text_widths[link] = len(text) * GLYPH
        if tail == head:
            loops.add(index[tail])
        else:
            links.append(link)
    size = len(table.states)
    starts = set(bits(table.starts))
    if not starts and table.states:  # a drawing may have no start state yet
        starts = {0}
    onward: list[list[int]] = [[] for _ in table.states]
    for i, j in links:
        onward[i].append(j)
    path = longest_path(onward, sorted(starts))

    def cost(layers: Layers) -> float:
        bent = min(len(path), WIDE) - len(layers.spine)
        arrows = _cost(layers.ranks[:size], links)
        return arrows + CROSSING * layers.tangle + BENT * max(0, bent)

    # Which columns are best shows only when they are in order.
    tried = []
    for ranks in _rankings(onward, links, starts, path):
        tried.append(Layers(ranks, links, loops, starts))
    layers = min(tried, key=cost)
    state_widths = [node_width(label(state)) for state in table.states]
    across = _across(layers.ranks[:size], state_widths, text_widths, scale)
    down = layers.heights(scale)
    top = min(down[:size], default=0.0)
    spots = []
    for rank, height in zip(layers.ranks, down, strict=True):
        spots.append((round(across[rank], 1), round(height - top, 1)))
    # The states come first, then the points of arrows
    places = dict(zip(table.states, spots, strict=False))
    ways = {}
    for (i, j), points in layers.ways.items():
        arrow = table.states[i], table.states[j]
        ways[arrow] = [spots[point] for point in points]
    return Places(places, ways)


def places_of(table: Automaton, scale: float = 1.0) -> Mapping[State, Point]:
    """Return where the states stand: as the automaton says if it says so of all of them, else by a layout."""
    if all(state in table.places for state in table.states):
        return table.places
    return layout(table, scale=scale)


def _across(
    ranks: Sequence[int],
    state_widths: Sequence[float],
    text_widths: Mapping[Link, float],
    scale: float,
) -> list[float]:
    """Return where each column stands: as far apart as the widest states and labels need."""
    last = max(ranks, default=0)
    half = [0.0] * (last + 1)
    for rank, width in zip(ranks, state_widths, strict=True):
        half[rank] = max(half[rank], width / 2)
    room = [GAP] * (last + 1)
    for (i, j), width in text_widths.items():
        low, high = sorted((ranks[i], ranks[j]))
        if high - low == 1:  # a longer arrow has more than enough room
            room[low] = max(room[low], width + BESIDE_TEXT)
    places = [0.0]
    for rank in range(last):
        step = half[rank] + room[rank] + half[rank + 1]
        places.append(places[-1] + step * scale)
    return places


# --- columns -------------------------------------------------------------------------------------------------------


def _rankings(
    onward: Sequence[Sequence[int]],
    links: Sequence[Link],
    starts: set[int],
    path: Sequence[int],
) -> Iterator[list[int]]:
    """Yield ways to give each state a column: by distance and by depth, both as they are and improved one by one.

    And along a longest path, from which only the other states are moved away.
    """
    for ranks in (_by_distance(onward, starts), _by_depth(onward, starts)):
        # As they are, too: what is better state by state can be worse in order.
        yield _without_gaps(ranks)
        yield _without_gaps(_settled(list(ranks), links, starts))
        along = list(ranks)
        for rank, i in enumerate(path[:WIDE]):
            along[i] = rank
        yield _without_gaps(_settled(along, links, starts.union(path[:WIDE])))


def longest_path(onward: Sequence[Sequence[int]], starts: Sequence[int]) -> list[int]:
    """Return a longest path from a start that meets no state twice; of a large automaton, the longest that is found.

    Examples
    --------
    >>> longest_path([[2, 1], [2], [0]], [0])
    [0, 1, 2]
    """
    best: list[int] = []
    for start in starts:
        path = [start]
        rests = [iter(onward[start])]
        for _ in range(TRIED):
            if len(path) > len(best):
                best = path[:]
            # All states: none is longer
            if not rests or len(best) == len(onward):
                break
            new = next((j for j in rests[-1] if j not in path), None)
            if new is None:
                rests.pop()
                path.pop()
            else:
                path.append(new)
                rests.append(iter(onward[new]))
    return best


def _without_gaps(ranks: Sequence[int]) -> list[int]:
    used = sorted(set(ranks))
    return list(map(used.index, ranks))


def _by_distance(onward: Sequence[Sequence[int]], starts: set[int]) -> list[int]:
    """Return the distance of each state from the start; what nothing reaches follows as if it were another start."""
    ranks: dict[int, int] = {}

    def search(roots: Iterable[int], rank: int) -> None:
        queue = [root for root in roots if root not in ranks]
        ranks.update(dict.fromkeys(queue, rank))
        for i in queue:  # which grows meanwhile
            for j in onward[i]:
                if j not in ranks:
                    ranks[j] = ranks[i] + 1
                    queue.append(j)

    search(sorted(starts), 0)
    for i in range(len(onward)):
        search([i], 1)
    return [ranks[i] for i in range(len(onward))]


def _by_depth(onward: Sequence[Sequence[int]], starts: set[int]) -> list[int]:
    """Return the length of a longest way to each state, along arrows that do not close a circle in a deep search."""
    order = _topological(onward, [*sorted(starts), *range(len(onward))])
    place = {i: n for n, i in enumerate(order)}
    ranks = [0 if i in starts else 1 for i in range(len(onward))]
    for i in order:
        for j in onward[i]:
            if place[i] < place[j] and j not in starts:  # start states stay on the left
                ranks[j] = max(ranks[j], ranks[i] + 1)
    return ranks


def _topological(onward: Sequence[Sequence[int]], roots: Sequence[int]) -> list[int]:
    """Return the states so that all arrows lead onwards that do not close a circle in a search from the roots."""
    done: list[int] = []
    seen: set[int] = set()
    for root in roots:
        # Without recursion: there may be more states than Python allows calls.
        stack: list[tuple[int, Iterator[int]]] = []
        if root not in seen:
            seen.add(root)
            stack.append((root, iter(onward[root])))
        while stack:
            i, rest = stack[-1]
            new = next((j for j in rest if j not in seen), None)
            if new is None:
                done.append(i)
                stack.pop()
            else:
                seen.add(new)
                stack.append((new, iter(onward[new])))
    return done[::-1]


def _span(ranks: Sequence[int], link: Link) -> float:
    """Return what an arrow costs: least to the next column, more within one, most backwards."""
    span = ranks[link[1]] - ranks[link[0]]
    if span == 0:
        return 2.5
    least = 1 if span > 0 else 3
    return least + 0.5 * (abs(span) - 1)


def _cost(ranks: Sequence[int], links: Iterable[Link]) -> float:
    """Return what columns cost: the arrows, and a picture that becomes too wide."""
    arrows = sum(_span(ranks, link) for link in links)
    return arrows + 0.5 * max(0, len(set(ranks)) - WIDE)


def _settled(ranks: list[int], links: Sequence[Link], starts: set[int]) -> list[int]:
    """Return columns in which no state would stand better in another one."""
    own: list[list[Link]] = [[] for _ in ranks]
    for link in links:
        for end in link:
            own[end].append(link)

    def cost(i: int, rank: int) -> float:
        ranks[i] = rank  # for this question; the caller sets the best one afterwards
        return sum(_span(ranks, link) for link in own[i])

    for _ in range(10):  # states may move round in a circle
        before = list(ranks)
        for i, rank in enumerate(before):
            if i not in starts:
                others = range(1, max(ranks) + 2)
                ranks[i] = min([rank, *others], key=partial(cost, i))
        if ranks == before:
            break
    return ranks
