"""Perfect play on a small board: retrograde analysis, distances, best moves.

The states from which a player can force a win are the *attractor* of the states he has won: the least set that
contains them, every state of his own with some move into the set, and every state of the opponent with all
moves into the set.  Working backwards from the end, layer by layer, gives the distance to the win as well.

The repetition rule does not enter: a winner who always lowers the distance never repeats a state, so no
situation can occur a third time; and where nobody can force a win, the rule only ends an endless game
(docs/amakta.md, F1).  For a position in the middle of a game, with a past, this need not be exact.

References
----------
.. [1] K. Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9 (1986), 131-139.
.. [2] E. Grädel, W. Thomas, T. Wilke (eds.), *Automata, Logics, and Infinite Games*, LNCS 2500, Springer, 2002,
   chapter 2 (attractors).
"""

from array import array
from collections import Counter
from collections.abc import MutableSequence
from dataclasses import dataclass, field
from functools import cached_property

from amakta.analysis.graph import Graph, check_graph
from amakta.rules.board import PLAYERS, Player
from amakta.rules.errors import AmaktaError
from amakta.rules.moves import Move
from amakta.rules.state import State, as_player
from amakta.rules.texts import message

DRAWN = 2


@dataclass(frozen=True, eq=False)
class Solution:
    """Who wins every state of a graph under perfect play, and how fast.

    Attributes
    ----------
    graph : Graph
    value : array
        For every state 0 (White wins), 1 (Black wins) or 2 (drawn).
    plies : array
        For every won state the number of moves (of both players) to the end; 0 for drawn states.

    Examples
    --------
    >>> from amakta.analysis.graph import explore
    >>> start = State.start("raute4", "duo")
    >>> solution = retrograde(explore(start))
    >>> solution.winner(start), solution.distance(start), [str(m) for m in solution.best_moves(start)]
    ('W', 5, ['place -1,0 111111'])
    """

    graph: Graph
    value: MutableSequence[int] = field(repr=False)
    plies: MutableSequence[int] = field(repr=False)

    def winner(self, state: State | int) -> Player | None:
        """Who wins a state under perfect play; None if it is drawn."""
        value = self.value[self._number(state)]
        return None if value == DRAWN else PLAYERS[value]

    def distance(self, state: State | int) -> int | None:
        """Moves of both players to the end of a won state; None if it is drawn.

        The winner takes the shortest way, the loser the longest.
        """
        number = self._number(state)
        return None if self.value[number] == DRAWN else self.plies[number]

    def best_moves(self, state: State | int) -> tuple[Move, ...]:
        """The moves that keep the value: fastest wins, slowest losses, or all moves that keep the draw."""
        number = self._number(state)
        mover = self.graph.turn_of[number]
        ranks = {}
        for move, to in self.graph.transitions(number):
            ranks[move] = self._rank(to, mover)
        # A finished state has no moves.
        best = max(ranks.values(), default=None)
        return tuple(move for move, rank in ranks.items() if rank == best)

    def judged_moves(
        self, state: State | int
    ) -> tuple[tuple[Move, Player | None, int | None], ...]:
        """Every legal move with the winner and the distance of the state it leads to."""
        judged = []
        for move, to in self.graph.transitions(self._number(state)):
            judged.append((move, self.winner(to), self.distance(to)))
        return tuple(judged)

    def line(self, state: State | int, cap: int = 300) -> tuple[Move, ...]:
        """Perfect play of both sides from a won state to the end (always the first of the best moves).

        From a drawn state the line stops at the first state that it visits twice, or after `cap` moves.
        """
        number = self._number(state)
        seen: set[int] = set()
        moves: list[Move] = []
        # Perfect play in a drawn state need never end.
        while number not in seen and len(moves) < cap:
            seen.add(number)
            best = self.best_moves(number)
            if not best:
                break
            moves.append(best[0])
            number = dict(self.graph.transitions(number))[best[0]]
        return tuple(moves)

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many states are won by ``"W"``, won by ``"B"`` and ``"drawn"`` (finished states included)."""
        tally = Counter(self.value)
        return {"W": tally[0], "B": tally[1], "drawn": tally[DRAWN]}

    def layers(self, player: Player) -> tuple[int, ...]:
        """How many states `player` wins in exactly 0, 1, 2, ... moves: the layers of the attractor.

        Examples
        --------
        >>> from amakta.analysis.graph import explore
        >>> retrograde(explore(State.start("zeile3", "solo"))).layers("W")
        (1, 1, 1, 1)
        """
        seat = PLAYERS.index(as_player(player))
        tally: Counter[int] = Counter()
        for value, plies in zip(self.value, self.plies, strict=True):
            if value == seat:
                tally[plies] += 1
        last = max(tally, default=-1)
        return tuple(tally[plies] for plies in range(last + 1))

    @property
    def longest(self) -> int:
        """Moves of the longest forced win of any state."""
        return max(self.plies, default=0)

    def _number(self, state: State | int) -> int:
        if isinstance(state, State):
            return self.graph.index(state)
        self.graph.check_number(state)
        return state

    def _rank(self, number: int, mover: int) -> tuple[int, int]:
        """How good a state is for the one who has just moved there; greater is better."""
        value = self.value[number]
        plies = self.plies[number]
        if value == DRAWN:
            return 1, 0
        if value == mover:
            return 2, -plies
        return 0, plies  # who cannot help losing makes it last


def retrograde(graph: Graph) -> Solution:
    """Solve all states of a graph, backwards from the finished ones.

    Every transition is looked at once, so the work is linear in the size of the graph.

    Parameters
    ----------
    graph : Graph
        Completely explored.

    Raises
    ------
    AmaktaError
        If the exploration was bounded.

    Examples
    --------
    >>> from amakta.analysis.graph import explore
    >>> retrograde(explore(State.start("zeile3", "solo"))).counts
    {'W': 4, 'B': 4, 'drawn': 6}
    """
    check_graph(graph)
    if graph.expanded < len(graph):
        raise AmaktaError(message("graph.bounded"))
    value = array("b", [DRAWN]) * len(graph)
    plies = array("i", [0]) * len(graph)
    # Moves that do not lead to a loss so far: where none is left, the side to move cannot help losing.
    open_moves = [graph.first[i + 1] - graph.first[i] for i in range(len(graph))]
    predecessors = graph.predecessors
    turn_of = graph.turn_of
    layer = []
    for i, winner in enumerate(graph.winners):
        if winner is not None:
            value[i] = PLAYERS.index(winner)
            layer.append(i)
    depth = 0
    # Layer by layer, so that the first visit is the distance: the winner's nearest, and the loser's farthest, since the
    # last open move is closed by the best defence.
    while layer:
        depth += 1
        following = []
        for i in layer:
            won_by = value[i]
            for before in predecessors[i]:
                # Decided in an earlier layer, so in fewer moves.
                if value[before] != DRAWN:
                    continue
                open_moves[before] -= 1
                if turn_of[before] == won_by or not open_moves[before]:
                    value[before] = won_by
                    plies[before] = depth
                    following.append(before)
        layer = following
    return Solution(graph, value, plies)
