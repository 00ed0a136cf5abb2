"""Alpha-beta and Monte Carlo tree search, written to be read.

Both work for every game of two sides whose states follow :class:`boardkit.protocol.State`.  They are meant
for lessons and for small boards; a strong player needs an engine of its own.

All values are seen from one seat: +1 is a win for that seat, −1 a loss, 0 a draw.

References
----------
.. [1] D. E. Knuth, R. W. Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6
   (1975), 293-326.
.. [2] L. Kocsis, C. Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006, 282-293.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf, log, sqrt

from boardkit.errors import whole_number
from boardkit.explore import playout
from boardkit.protocol import AnyMove, AnyState

Evaluation = Callable[[AnyState, Hashable], float]


def value_for(state: AnyState, seat: Hashable) -> float:
    """The value of a position for a seat: of its result, or 0 while the game goes on."""
    if state.result is None or not state.result.winners:
        return 0.0
    if seat not in state.result.winners:
        return -1.0
    return 1.0 if len(state.result.winners) == 1 else 0.0


@dataclass(frozen=True)
class Searched:
    """What a search found.

    Attributes
    ----------
    value : float
        For the seat to move at the root, between −1 and 1 if the evaluation keeps to that.
    line : tuple
        The best move and the expected answers; empty if the game is over.
    nodes : int
        Number of positions that were looked at.
    values : dict
        The value of each move at the root that was looked at (alpha-beta: a bound unless it is the best).
    tree : Node, optional
        The root of the tree, of a search by random games; `boardkit.search_picture` draws it.
    """

    value: float
    line: tuple[AnyMove, ...]
    nodes: int
    values: dict[AnyMove, float]
    tree: Node | None = field(default=None, compare=False, repr=False)

    @property
    def move(self) -> AnyMove:
        """The best move; None if the game is over."""
        return self.line[0] if self.line else None


def alpha_beta(
    state: AnyState, depth: int, evaluate: Evaluation = value_for
) -> Searched:
    """Search all sequences of ``depth`` moves that can matter.

    Parameters
    ----------
    state : State
        The root.
    depth : int
        How many moves to look ahead.
    evaluate : callable
        Takes a position at the horizon and the seat at the root; by default 0 unless the game is over.

    Returns
    -------
    Searched
        Of moves of equal value the first one in the order of ``legal_moves`` is taken.
    """
    seat = state.to_move
    nodes = 0
    values: dict[AnyMove, float] = {}

    whole_number("depth", depth)

    def search(
        here: AnyState, left: int, alpha: float, beta: float
    ) -> tuple[float, tuple[AnyMove, ...]]:
        nonlocal nodes
        nodes += 1
        if here.result is not None:
            return value_for(here, seat), ()
        if left == 0:
            return evaluate(here, seat), ()
        mine = here.to_move == seat
        best, line = (-inf, ()) if mine else (inf, ())  # type: tuple[float, tuple[AnyMove, ...]]
        for move in here.legal_moves():
            value, rest = search(here.play(move), left - 1, alpha, beta)
            if left == depth:  # at the root
                values[move] = value
            if value > best if mine else value < best:
                best, line = value, (move, *rest)
            if mine:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            # The other side has something better earlier: it will not come to this
            if alpha >= beta:
                break
        return best, line

    value, line = search(state, depth, -inf, inf)
    return Searched(value, line, nodes, values)


@dataclass(eq=False)
class Node:
    """A position in the tree: its visits, and what the seat that moved into it got out of them.

    Attributes
    ----------
    state : State
    visits : int
        The random games that went through it.
    total : float
        The sum of their results, for the seat that moved into it.
    children : dict
        Move → node, of the moves that were tried.
    untried : list
        The moves that were not tried yet.
    """

    state: AnyState
    visits: int = 0
    total: float = 0.0
    children: dict[AnyMove, Node] = field(default_factory=dict)
    untried: list[AnyMove] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.untried = list(self.state.legal_moves())

    def mean(self) -> float:
        """The mean result, for the seat that moved into it."""
        return self.total / self.visits if self.visits else 0.0


def monte_carlo(
    state: AnyState,
    playouts: int,
    seed: int | random.Random,
    *,
    exploration: float = sqrt(2),
    cap: int = 1000,
) -> Searched:
    """Search by random games: Monte Carlo tree search with the UCB1 rule (UCT).

    Parameters
    ----------
    state : State
        The root.
    playouts : int
        Number of random games.
    seed : int or random.Random
        The source of randomness; the same seed gives the same result.
    exploration : float
        Weight of curiosity in UCB1.
    cap : int
        A random game is cut off after this many moves and counts as a draw.

    Returns
    -------
    Searched
        The best move is the one that was tried most often.
    """
    whole_number("playouts", playouts, 1)
    dice = seed if isinstance(seed, random.Random) else random.Random(seed)
    root = Node(state)
    for _ in range(playouts):
        path = _descend(root, dice, exploration)
        end = playout(path[-1].state, dice, cap).state
        for parent, node in pairwise(path):
            node.total += value_for(end, parent.state.to_move)
        for node in path:
            node.visits += 1
    line, here = [], root
    while here.children:
        move, here = max(here.children.items(), key=lambda item: item[1].visits)
        line.append(move)
    values = {move: child.mean() for move, child in root.children.items()}
    value = values[line[0]] if line else value_for(state, state.to_move)
    return Searched(value, tuple(line), root.visits, values, root)


def _descend(root: Node, dice: random.Random, exploration: float) -> list[Node]:
    """Walk down by UCB1 until a new position is added to the tree, or the game ends."""
    path = [root]
    while not path[-1].untried and path[-1].children:
        node = path[-1]
        curiosity = log(node.visits)
        path.append(
            max(
                node.children.values(),
                key=lambda child: (
                    child.mean() + exploration * sqrt(curiosity / child.visits)
                ),
            )
        )
    node = path[-1]
    if node.untried:
        move = node.untried.pop(dice.randrange(len(node.untried)))
        node.children[move] = Node(node.state.play(move))
        path.append(node.children[move])
    return path
