"""Structure of the state graph: components, bisimulation, the minimal automaton, symmetry orbits.

References
----------
.. [1] R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1 (1972), 146-160.
.. [2] P. Kanellakis, S. Smolka, "CCS expressions, finite state processes, and three problems of equivalence",
   Information and Computation 86 (1990), 43-68.
.. [3] E. F. Moore, "Gedanken-experiments on sequential machines", Automata Studies, Princeton, 1956, 129-153.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass

from amakta.analysis.graph import Graph, check_graph


@dataclass(frozen=True)
class Partition:
    """A partition of 0..n-1: `of[i]` is the number of the class of i; classes are numbered by their first element."""

    of: tuple[int, ...]

    def __len__(self) -> int:
        return max(self.of, default=-1) + 1

    @property
    def classes(self) -> tuple[tuple[int, ...], ...]:
        """The classes, each in ascending order."""
        members: list[list[int]] = [[] for _ in range(len(self))]
        for i, c in enumerate(self.of):
            members[c].append(i)
        return tuple(map(tuple, members))

    @property
    def sizes(self) -> tuple[int, ...]:
        """Sizes of the classes, largest first."""
        return tuple(sorted(map(len, self.classes), reverse=True))


def partition(signatures: Iterable[Hashable]) -> Partition:
    """Put together what has equal signatures.

    Examples
    --------
    >>> partition("abca").of
    (0, 1, 2, 0)
    """
    numbers: dict[Hashable, int] = {}
    return Partition(tuple(numbers.setdefault(s, len(numbers)) for s in signatures))


def components(graph: Graph) -> Partition:
    """Strongly connected components.

    Captures cannot be undone, so material is constant on every component (docs/amakta.md, F4).

    Examples
    --------
    >>> from amakta.rules.state import State
    >>> from amakta.analysis import graph
    >>> components(graph.explore(State.start("zeile3", "solo"))).sizes
    (12, 1, 1)
    """
    import networkx

    check_graph(graph)
    arrows = ((i, t) for i in range(len(graph)) for t in graph.successors(i))
    return _grouped(graph, networkx.strongly_connected_components(networkx.DiGraph(arrows)))


def _grouped(graph: Graph, groups: Iterable[Iterable[int]]) -> Partition:
    """The states that some groups put together; one that is in none stands alone."""
    of: dict[int, Hashable] = {i: number for number, group in enumerate(groups) for i in group}
    return partition(of.get(i, (i,)) for i in range(len(graph)))


def has_cycle(graph: Graph, members: Sequence[int]) -> bool:
    """Whether a component is non-trivial: more than one state, or a state with a transition to itself."""
    return len(members) > 1 or members[0] in graph.successors(members[0])


def bisimulation(*graphs: Graph) -> Partition:
    """The coarsest bisimulation on the disjoint union of graphs, move texts being unobservable.

    Two states are bisimilar if the same side is to move, the same side (or none) has won, and every state
    that one reaches in a move is bisimilar to one that the other reaches.  What only the texts of moves tell
    apart, such as arrows into the void, does not count.

    Examples
    --------
    >>> from amakta.rules.state import State
    >>> from amakta.analysis import graph
    >>> len(bisimulation(graph.explore(State.start("zeile3", "solo"))))
    12
    """
    observed: list[Hashable] = []
    successors: list[list[int]] = []
    for graph in graphs:
        check_graph(graph)
        offset = len(observed)
        observed += list(zip(graph.turn_of, graph.winners, strict=True))
        successors += [[offset + t for t in graph.successors(i)] for i in range(len(graph))]
    return _refine(
        partition(observed), lambda of: [frozenset([of[t] for t in row]) for row in successors]
    )


def _refine(start: Partition, look: Callable[[tuple[int, ...]], Iterable[Hashable]]) -> Partition:
    """Split classes by what their members see, until nothing splits."""
    now = start
    while True:
        finer = partition(zip(now.of, look(now.of), strict=True))
        if len(finer) == len(now):
            return finer
        now = finer


def minimal_dfa(graph: Graph) -> Partition:
    """The states of the minimal complete DFA of the words that end with a win of White (Moore's refinement).

    They are the Nerode classes of the states of the graph, and of a sink behind the last one.  States from which White
    cannot win any more read no accepted word and are one with the sink.

    Examples
    --------
    >>> from amakta.rules.state import State
    >>> from amakta.analysis import graph
    >>> len(minimal_dfa(graph.explore(State.start("zeile3", "solo"))))
    14
    """
    check_graph(graph)
    alive = _can_reach(graph, [i for i, w in enumerate(graph.winners) if w == "W"])
    sink = len(graph)  # one more state, for the words that lead nowhere
    rows = [
        [
            (graph.label[e], graph.target[e])
            for e in range(graph.first[i], graph.first[i + 1])
            if graph.target[e] in alive
        ]
        for i in range(sink)
    ]
    observed = [0 if i not in alive else 2 if graph.winners[i] == "W" else 1 for i in range(sink)]
    return _refine(
        partition([*observed, 0]),
        lambda of: [frozenset([(a, of[t]) for a, t in row]) for row in rows] + [frozenset()],
    )


def _can_reach(graph: Graph, targets: list[int]) -> set[int]:
    """The states from which one of the targets can be reached."""
    reached, queue = set(targets), list(targets)
    for i in queue:
        new = [p for p in graph.predecessors[i] if p not in reached]
        reached.update(new)
        queue += new
    return reached


def orbits(graph: Graph, full: bool = False) -> Partition:
    """Orbits of the states under the symmetries of the board.

    Parameters
    ----------
    graph : Graph
    full : bool
        False: only the reflection in the horizontal axis.  True: also the reflection in the vertical axis
        together with the exchange of the colours.

    Raises
    ------
    KeyError
        If the image of a state is not in the graph (unequal circles break the exchange of colours).

    Examples
    --------
    >>> from amakta.rules.state import State
    >>> from amakta.analysis import graph
    >>> len(orbits(graph.explore(State.start("zeile3", "solo")), full=True))
    7
    """
    import networkx

    check_graph(graph)
    flips = [False, True] if full else [False]
    images = (
        (i, graph.index(state.mirrored(flip)))
        for i, state in enumerate(graph.states())
        for flip in flips
    )
    return _grouped(graph, networkx.connected_components(networkx.Graph(images)))


def fixed_states(graph: Graph) -> int:
    """How many states are their own image under the reflection in the horizontal axis."""
    check_graph(graph)
    return sum(graph.index(state.mirrored()) == i for i, state in enumerate(graph.states()))
