"""The bunker: six stones that can never be captured, so that a draw in Amakta Infinit can be forced.

The rulebook mentions this gap and asks for ways out; this is one such bunker, as a worked example.  Around
one's empty base lie six stones on its neighbours.  Each points with a blue pair at both its ring neighbours and
with a green pair through the empty base at the stone opposite, so every ring field gets six arrows of its
owner.  An enemy can point at a ring field from the three outward directions only, with at most two arrows
each: six against six is a stalemate, never control.  No enemy arrow reaches the base, because from each of its
six directions the nearest stone is one's own.  The owner passes for ever.

References
----------
.. [1] docs/amakta.md, sections 4 and 10.7.
"""

from collections.abc import Iterator, Mapping

from amakta.analysis.infinit import value
from amakta.rules.board import AnyBoard, Player
from amakta.rules.errors import AmaktaError
from amakta.rules.lattice import Field, step
from amakta.rules.moves import PASS, Move
from amakta.rules.situation import Situation, Stone
from amakta.rules.state import State, as_player
from amakta.rules.stones import canonical
from amakta.rules.texts import message

OUTWARD: tuple[tuple[int, int, int], ...] = (
    (0, 0, 0),
    (0, 1, 0),
    (0, 2, 0),
    (0, 3, 0),
    (0, 0, 1),
    (0, 0, 2),
)
"""What the six stones hold to the right, straight and to the left outwards: it only makes the shapes different."""


def ring(base: Field) -> dict[Field, str]:
    """The six stones around a base, as they lie.

    Examples
    --------
    >>> ring((0, 0))[(2, 0)]
    '004740'
    """
    stones = {}
    for i, (right, straight, left) in enumerate(OUTWARD):
        digits = [0] * 6
        digits[i] = straight
        digits[(i + 1) % 6] = left
        digits[(i - 1) % 6] = right
        digits[(i + 2) % 6] = digits[(i - 2) % 6] = 4  # BB to both ring neighbours
        digits[(i + 3) % 6] = 7  # GG through the base to the stone opposite
        stones[step(base, i)] = "".join(map(str, digits))
    return stones


def cost(circle: str = "") -> int:
    """Points that the six stones cost.

    Examples
    --------
    >>> cost()
    472
    """
    codes = ring((0, 0)).values()
    return sum(value(code, circle) for code in codes)


def stone_set() -> dict[str, str]:
    """The six shapes without circles, as a set to start with."""
    codes = ring((0, 0)).values()
    return {canonical(code): "" for code in codes}


def built(board: AnyBoard, owner: Player = "W") -> Situation:
    """The finished bunker of a player, nothing else on the board."""
    base = board.base(as_player(owner))
    stones = []
    for field, code in ring(base).items():
        stones.append((field, Stone(code, owner, owner)))
    return Situation(board, tuple(sorted(stones)))


def plan(state: State) -> tuple[Move, ...]:
    """Moves of the side to move that build the bunker from its inventory while the opponent passes.

    The first stone must go to the base, where it makes the first ring fields controlled; the last move takes
    it to its own place.  Seven moves are the least: six stones come out of the inventory, and the one on the
    base has to leave it.

    Raises
    ------
    AmaktaError
        If the inventory does not hold the six shapes, or the base is not free.

    Examples
    --------
    >>> from amakta.analysis import infinit
    >>> [str(m) for m in plan(infinit.start(4, stone_set(), {}))][:2]
    ['place 0,0 742004', 'place 1,-1 010474']
    """
    base = state.board.base(state.turn)
    # The first plan is as good as any: all have seven moves.
    for moves in _plans(state, ring(base), base):
        return moves
    raise AmaktaError(message("infinit.no_bunker"))


def _plans(
    state: State, goal: Mapping[Field, str], base: Field
) -> Iterator[tuple[Move, ...]]:
    """All ways to reach the goal; every move but the first lays a stone where it belongs."""
    lying = state.situation.at
    missing = [field for field in goal if field not in lying]
    if not missing and base not in lying:
        yield ()
        return
    for move in state.legal_moves():
        if move.kind == "place" and move.field == base:
            # The first stone goes to the base, where it makes ring fields controlled.
            useful = len(missing) == len(goal)
        elif move.kind == "place":
            useful = move.field in missing and goal[move.field] == move.code
        elif move.kind == "relocate" and move.field == base:
            useful = move.to is not None and goal.get(move.to) == move.code
        else:
            useful = False
        if useful:
            following = state.play(move)
            # The opponent passes, as the plan supposes.
            if following.turn != state.turn:
                following = following.play(PASS)
            for rest in _plans(following, goal, base):
                yield (move, *rest)
