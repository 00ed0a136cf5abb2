"""Structure of the state graph: components, bisimulation, the minimal automaton, symmetry orbits.

References
----------
.. [1] R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1 (1972), 146-160.
.. [2] P. Kanellakis, S. Smolka, "CCS expressions, finite state processes, and three problems of equivalence",
   Information and Computation 86 (1990), 43-68.
.. [3] E. F. Moore, "Gedanken-experiments on sequential machines", Automata Studies, Princeton, 1956, 129-153.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
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
        for i, number in enumerate(self.of):
            members[number].append(i)
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
    # networkx finds components without recursion, which a long chain of states would exhaust.
    arrows = networkx.DiGraph()
    for i in range(len(graph)):
        arrows.add_edges_from([(i, successor) for successor in graph.successors(i)])
    return _grouped(graph, networkx.strongly_connected_components(arrows))


def _grouped(graph: Graph, groups: Iterable[Iterable[int]]) -> Partition:
    """The states that some groups put together; one that is in none stands alone."""
    group_of: dict[int, Hashable] = {}
    for number, group in enumerate(groups):
        group_of.update(dict.fromkeys(group, number))
    return partition(group_of.get(i, ("alone", i)) for i in range(len(graph)))


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
        # The states of the second graph are numbered behind those of the first.
        offset = len(observed)
        observed += list(zip(graph.turn_of, graph.winners, strict=True))
        for i in range(len(graph)):
            successors.append([offset + successor for successor in graph.successors(i)])

    def seen(class_of: tuple[int, ...]) -> Iterator[Hashable]:
        for row in successors:
            yield frozenset([class_of[state] for state in row])

    return _refine(partition(observed), seen)


def _refine(
    start: Partition, seen: Callable[[tuple[int, ...]], Iterable[Hashable]]
) -> Partition:
    """Split classes by what their members see, until nothing splits."""
    now = start
    while True:
        finer = partition(zip(now.of, seen(now.of), strict=True))
        # A refinement that splits nothing has found the coarsest partition.
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
    accepting = [i for i, winner in enumerate(graph.winners) if winner == "W"]
    alive = _can_reach(graph, accepting)
    # What is seen at first: nothing accepted any more, something, or the state itself accepts.
    observed = [1 if i in alive else 0 for i in range(len(graph))]
    for i in accepting:
        observed[i] = 2
    rows = []
    for i in range(len(graph)):
        transitions = range(graph.first[i], graph.first[i + 1])
        read = [(graph.label[number], graph.target[number]) for number in transitions]
        rows.append([(label, target) for label, target in read if target in alive])
    # The sink: one more state, for the words that lead nowhere.
    observed.append(0)
    rows.append([])

    def seen(class_of: tuple[int, ...]) -> Iterator[Hashable]:
        for row in rows:
            yield frozenset([(label, class_of[target]) for label, target in row])

    return _refine(partition(observed), seen)


def _can_reach(graph: Graph, targets: list[int]) -> set[int]:
    """The states from which one of the targets can be reached."""
    reached = set(targets)
    queue = list(targets)
    for i in queue:  # which grows on the way
        for before in graph.predecessors[i]:
            if before not in reached:
                reached.add(before)
                queue.append(before)
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
    # Orbits are what the images connect: an axis is its own inverse.
    images = networkx.Graph()
    for i, state in enumerate(graph.states()):
        images.add_edge(i, graph.index(state.mirrored()))
        if full:
            images.add_edge(i, graph.index(state.mirrored(vertical=True)))
    return _grouped(graph, networkx.connected_components(images))


def fixed_states(graph: Graph) -> int:
    """How many states are their own image under the reflection in the horizontal axis."""
    check_graph(graph)
    fixed = 0
    for i, state in enumerate(graph.states()):
        if graph.index(state.mirrored()) == i:
            fixed += 1
    return fixed
