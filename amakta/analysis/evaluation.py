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
def _weight(f: Field, enemy: Field, own: Field) -> float:
    """What it is worth to control a field: more near the enemy base, and around one's own."""
    return 0.15 + 1.2 / (1 + distance(f, enemy)) + 0.4 / (1 + distance(f, own))


def evaluate(s: Situation, turn: Player) -> float:
    """How good a situation is for White, in units of about one arrow; no moves are looked at.

    Material (stones of one's own, taken over, or still in the inventory), control of fields weighted by where
    they lie, the balance of arrows at both bases, and stones that lie on fields which the enemy controls.

    Parameters
    ----------
    s : Situation
    turn : {"W", "B"}
        Who is on the move: he can capture at once.

    Examples
    --------
    >>> from amakta.rules.state import State
    >>> abs(evaluate(State.start("raute4", "duo").situation, "W")) < 1e-9
    True
    """
    board = s.board
    white, black = s.arrows
    goal, home = board.base("B"), board.base("W")
    score = 0.0
    for f, player in s.control.items():
        score += _weight(f, goal, home) if player == "W" else -_weight(f, home, goal)
    score += 1.5 * max(-3, min(2, white.get(goal, 0) - black.get(goal, 0)))
    score -= 1.5 * max(-3, min(2, black.get(home, 0) - white.get(home, 0)))
    for f, stone in s.stones:
        code, colour, owner, _ = stone
        value = _strength(code) if colour == owner else 0.8 * _strength(code)
        mine, theirs = (white, black) if owner == "W" else (black, white)
        if theirs.get(f, 0) > mine.get(f, 0):  # it can be captured
            value *= 0.6 if turn == owner else 0.1
        score += value if owner == "W" else -value
    for hand, sign in zip(s.hands, (1, -1), strict=True):
        for code, _ in hand:
            score += sign * 0.85 * _strength(code)
    return score


def can_win_at_once(s: Situation, me: Player) -> bool:
    """Whether `me`, being on the move, has a move that wins.

    The same as looking through the legal moves, only faster: the enemy base must be controlled, and there must
    be something to lay on it or to take over there.
    """
    goal = s.board.base(OPPONENT[me])
    mine, theirs = s.arrows if me == "W" else s.arrows[::-1]
    if mine.get(goal, 0) <= theirs.get(goal, 0):
        return False
    there = s.at.get(goal)
    if there is None:
        return bool(s.hand(me)) or any(stone.owner == me and s.is_free(f) for f, stone in s.stones)
    return not there.expropriated or bool(s.hand(me))
