"""How good a position looks, without searching.

References
----------
.. [1] docs/amakta.md, sections 4 to 8: arrows, control, freedom, the win.
"""

from functools import cache, lru_cache

from amakta.rules.board import OPPONENT, Player
from amakta.rules.lattice import Field, distance
from amakta.rules.situation import Situation
from amakta.rules.stones import arrows

WIN = 10_000.0
"""Value of a won position; a win that takes one move longer is worth one less."""


@cache
def _strength(code: str) -> float:
    """What a stone is worth: its arrows, the far ones a little less because they can be blocked."""
    return 1.0 + sum(1.1 - 0.1 * length for _, length in arrows(code))


@lru_cache(1 << 16)
def _weight(field: Field, enemy: Field, own: Field) -> float:
    """What it is worth to control a field: more near the enemy base, and around one's own."""
    attack = 1.2 / (1 + distance(field, enemy))
    defence = 0.4 / (1 + distance(field, own))
    return 0.15 + attack + defence


def evaluate(situation: Situation, turn: Player) -> float:
    """How good a situation is for White, in units of about one arrow; no moves are looked at.

    Material (stones of one's own, taken over, or still in the inventory), control of fields weighted by where
    they lie, the balance of arrows at both bases, and stones that lie on fields which the enemy controls.

    Parameters
    ----------
    situation : Situation
    turn : {"W", "B"}
        Who is on the move: he can capture at once.

    Examples
    --------
    >>> from amakta.rules.state import State
    >>> abs(evaluate(State.start("raute4", "duo").situation, "W")) < 1e-9
    True
    """
    board = situation.board
    white, black = situation.arrows
    goal, home = board.base("B"), board.base("W")
    score = 0.0
    for field, player in situation.control.items():
        if player == "W":
            score += _weight(field, goal, home)
        else:
            score -= _weight(field, home, goal)
    # Beyond a few arrows more of them change nothing: the base is controlled or lost.
    attack = white.get(goal, 0) - black.get(goal, 0)
    counterattack = black.get(home, 0) - white.get(home, 0)
    score += 1.5 * max(-3, min(2, attack))
    score -= 1.5 * max(-3, min(2, counterattack))
    for field, stone in situation.stones:
        code, colour, owner, _ = stone
        value = _strength(code)
        if colour != owner:
            value *= 0.8
        # From the view of whoever owns the stone.
        mine, theirs = (white, black) if owner == "W" else (black, white)
        if theirs.get(field, 0) > mine.get(field, 0):  # it can be captured
            value *= 0.6 if turn == owner else 0.1
        score += value if owner == "W" else -value
    # A stone in the inventory is worth a little less than one that already points.
    for hand, sign in zip(situation.hands, (1, -1), strict=True):
        for code, _ in hand:
            score += sign * 0.85 * _strength(code)
    return score


def can_win_at_once(situation: Situation, me: Player) -> bool:
    """Whether `me`, being on the move, has a move that wins.

    The same as looking through the legal moves, only faster: the enemy base must be controlled, and there must
    be something to lay on it or to take over there.
    """
    goal = situation.board.base(OPPONENT[me])
    white, black = situation.arrows
    mine, theirs = (white, black) if me == "W" else (black, white)
    if mine.get(goal, 0) <= theirs.get(goal, 0):
        return False
    there = situation.at.get(goal)
    # Any stone of the inventory can be laid there, on the empty field or in place of what lies there.
    if situation.hand(me):
        return True
    if there is not None:
        return not there.expropriated
    # Or a stone is relocated there.
    return any(
        stone.owner == me and situation.is_free(field)
        for field, stone in situation.stones
    )
