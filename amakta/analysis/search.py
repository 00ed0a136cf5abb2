"""A searching opponent for boards that are too large to be solved.

The work for one move is counted in *nodes*: situations that are looked at.  Three questions share the budget:

1. Is there a threat that the enemy cannot parry?  Then play it: the win follows.
2. Which move is best after the enemy's best reply (alpha-beta, deepened while nodes are left)?
3. Does the best move leave the enemy a threat that cannot be parried?  Then try the next best.

References
----------
.. [1] D. E. Knuth, R. W. Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6 (1975), 293-326.
.. [2] R. E. Korf, "Depth-first iterative-deepening", Artificial Intelligence 27 (1985), 97-109.
.. [3] L. V. Allis, H. J. van den Herik, M. P. H. Huntjens, "Go-Moku solved by new search techniques",
   Computational Intelligence 12 (1996), 7-23 (threat-space search).
"""

import random
import sys
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from typing import ClassVar, NamedTuple, TypeAlias, TypeVar

from amakta.analysis.evaluation import WIN, can_win_at_once, evaluate
from amakta.rules.board import OPPONENT, Player
from amakta.rules.games import REPETITION
from amakta.rules.legality import legal_moves
from amakta.rules.moves import CAPTURES, Move, after
from amakta.rules.situation import Situation
from amakta.rules.state import State
from boardkit.choosing import finish
from boardkit.game import Game

T = TypeVar("T")
Pieces: TypeAlias = Generator[None, None, T]
"""What is found, with pauses on the way."""


class Child(NamedTuple):
    """A move, the situation after it, and its value for the one who moves."""

    value: float
    move: Move
    situation: Situation


class _OutOfBudget(Exception):
    """The nodes of this part of the work are used up."""


@dataclass
class SearchPlayer:
    """Alpha-beta with iterative deepening, and threats seen beyond its horizon, within a budget of nodes.

    Parameters
    ----------
    dice : random.Random
        For choosing among moves of (almost) equal value.
    nodes : int
        Situations to look at for one move.
    width : int
        Moves that are followed below the first two levels.
    noise : float
        Values at the root are varied by at most this much, so that games differ.
    contempt : float
        What a draw by repetition counts less than an even position.

    Examples
    --------
    >>> from amakta.rules.games import new_game
    >>> game = new_game(State.parse("zeile3 W; stones -2,0:W700000; white 300000"))
    >>> str(SearchPlayer(random.Random(1)).choose(game).to)
    '(2, 0)'
    """

    name: ClassVar[str] = "search"
    dice: random.Random
    nodes: int = 10_000
    width: int = 12
    noise: float = 0.05
    contempt: float = 2.5
    used: int = field(default=0, init=False)
    _limit: float = field(default=inf, init=False, repr=False)
    _me: Player = field(default="W", init=False, repr=False)
    _visits: Counter[Situation] = field(default_factory=Counter, init=False, repr=False)
    _killer: dict[Player, Move | None] = field(
        default_factory=dict, init=False, repr=False
    )

    def choose(self, game: Game[State]) -> Move:
        """A legal move; the nodes that it took are counted in `used`."""
        return finish(self.choosing(game))

    def stop(self) -> None:
        """End the search of another thread, or between two pieces: the nodes count as used."""
        self.used = sys.maxsize

    def choosing(self, game: Game[State]) -> Pieces[Move]:
        """The same in pieces, for an event loop that must go on meanwhile."""
        self._me = game.state.turn
        self._visits = Counter(past.situation for past in game.states)
        self.used = 0
        self._limit = inf
        self._killer = {"W": None, "B": None}
        root = list(self._children(game.state.situation, self._me))
        # Drawn once for a move, so that deeper searches compare the same moves alike.
        jitter = {child.move: self.dice.random() * self.noise for child in root}
        root = [
            child._replace(value=child.value + jitter[child.move]) for child in root
        ]
        root.sort(key=_by_value)
        if root[0].value >= WIN:
            return root[0].move
        # A quarter for threats, most for depth, the rest to look whether the best move is safe.
        winning = yield from self._forced(root, 0.25 * self.nodes)
        if winning:
            return winning.move
        ranked = yield from self._searched(root, jitter, 0.7 * self.nodes)
        return (yield from self._safe(ranked))

    # -- threats -------------------------------------------------------------------------------------------------

    def _forced(self, root: list[Child], limit: float) -> Pieces[Child | None]:
        """A move after which the enemy cannot prevent a win at the next move."""
        self._limit = limit
        with suppress(_OutOfBudget):
            for child in root:
                yield
                if child.value > -WIN / 2 and self._cannot_be_parried(
                    child.situation, self._me
                ):
                    return child
        return None

    def _safe(self, ranked: list[Child]) -> Pieces[Move]:
        """The best move that leaves the enemy no threat that cannot be parried, as far as the nodes last."""
        self._limit = self.nodes
        try:
            for child in ranked:
                if child.value < -WIN / 2:
                    break
                if not (
                    yield from self._has_winning_threat(
                        child.situation, OPPONENT[self._me]
                    )
                ):
                    return child.move
        except _OutOfBudget:
            return child.move
        return ranked[0].move

    def _has_winning_threat(
        self, situation: Situation, attacker: Player
    ) -> Pieces[bool]:
        for _, threat in self._after(situation, attacker):
            yield
            if self._cannot_be_parried(threat, attacker):
                return True
        return False

    def _cannot_be_parried(self, situation: Situation, attacker: Player) -> bool:
        """Whether the attacker, who has just moved there, wins at his next move whatever the enemy does."""
        defender = OPPONENT[attacker]
        # No threat at all, or the enemy is faster.
        if not can_win_at_once(situation, attacker) or can_win_at_once(
            situation, defender
        ):
            return False
        return all(
            can_win_at_once(reply, attacker)
            for _, reply in self._after(situation, defender)
        )

    # -- alpha-beta ----------------------------------------------------------------------------------------------

    def _searched(
        self, root: list[Child], jitter: dict[Move, float], limit: float
    ) -> Pieces[list[Child]]:
        """The root moves, best first, as deep as the nodes last."""
        self._limit = limit
        for depth in range(2, 9):
            ranked: list[Child] = []
            try:
                yield from self._deepen(root, jitter, depth, ranked)
            except _OutOfBudget:
                # What was searched before the nodes ran out still counts, if it is not a refutation only.
                ranked.sort(key=_by_value)
                found_better = ranked and (depth == 2 or ranked[0].move != root[0].move)
                if found_better and ranked[0].value > -WIN / 2:
                    seen = {child.move for child in ranked}
                    root = ranked + [child for child in root if child.move not in seen]
                break
            root = sorted(ranked, key=_by_value)
            # Won or lost for certain: depth finds nothing new.
            if abs(root[0].value) > WIN / 2:
                break
        return root

    def _deepen(
        self,
        root: list[Child],
        jitter: dict[Move, float],
        depth: int,
        ranked: list[Child],
    ) -> Pieces[None]:
        """Search the root moves to a depth; `ranked` collects them as far as the budget goes."""
        alpha = -inf
        for rank, (_, move, situation) in enumerate(root):
            if depth > 3 and rank >= 2 * self.width:
                # Behind everything that was searched, and not lost.
                ranked += [child._replace(value=-WIN / 3) for child in root[rank:]]
                return
            value = yield from self._search(
                situation, OPPONENT[self._me], depth - 1, -inf, -alpha, 1
            )
            value = jitter[move] - value
            # The last but one occurrence: the enemy can pass for the last
            if self._visits[situation] >= REPETITION - 2:
                value = min(value, -self.contempt)
            ranked.append(Child(value, move, situation))
            alpha = max(alpha, value)

    def _search(
        self,
        situation: Situation,
        me: Player,
        depth: int,
        alpha: float,
        beta: float,
        ply: int,
    ) -> Pieces[float]:
        """Value of a situation for `me`, who is on the move."""
        yield
        if self._visits[situation] >= REPETITION - 1:
            return self._draw(me)
        # Seen without a look at the moves, which are many.
        if can_win_at_once(situation, me):
            return WIN - ply
        # A side always has a move: it can pass.
        best = -inf
        if depth == 1:
            # Looked at one by one, those that are likely to refute first.
            for child in self._children(situation, me, self._killer[me]):
                if child.value > best:
                    best = child.value
                    if best >= beta:
                        self._killer[me] = child.move
                        break
            return best + ply if best < -WIN / 2 else best
        children = sorted(self._children(situation, me), key=_by_value)[: self.width]
        for child in children:
            below = yield from self._search(
                child.situation,
                OPPONENT[me],
                depth - 1,
                -beta,
                -max(alpha, best),
                ply + 1,
            )
            best = max(best, -below)
            if best >= beta:
                break
        return best

    def _children(
        self, situation: Situation, me: Player, killer: Move | None = None
    ) -> Iterator[Child]:
        """All moves with what is seen after them without looking further."""
        other = OPPONENT[me]
        for move, child in self._after(situation, me, killer):
            if child.winner() == me:
                value = WIN
            elif self._visits[child] >= REPETITION - 1:
                value = self._draw(me)
            elif can_win_at_once(child, other):
                value = -WIN + 1
            elif me == "W":
                value = evaluate(child, other)
            else:
                value = -evaluate(child, other)
            yield Child(value, move, child)

    def _after(
        self, situation: Situation, me: Player, killer: Move | None = None
    ) -> Iterator[tuple[Move, Situation]]:
        """The moves of a player, captures first, and the situations after them; each is a node."""

        def rank(move: Move) -> int:
            if move == killer:
                return 0
            return 1 if move.kind in CAPTURES else 2

        for move in sorted(legal_moves(situation, me), key=rank):
            # Before the work, so that no more is done than was allowed.
            self.used += 1
            if self.used > self._limit:
                raise _OutOfBudget
            yield move, Situation(situation.board, *after(situation, me, move))

    def _draw(self, me: Player) -> float:
        """The value of a draw for a side: the searcher does not like it."""
        return -self.contempt if me == self._me else self.contempt


def _by_value(child: Child) -> float:
    return -child.value
