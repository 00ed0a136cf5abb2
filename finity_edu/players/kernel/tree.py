"""Search with packed positions: alpha-beta for two players, max-n for three and four.

In max-n everybody maximises the own value.  The "paranoid" search (all others together against the seat at the root)
would prune better, but in this game it sees each of its plans destroyed at once and ends by waiting: it lost to a
greedy player at tables of four.

Below the root only moves that have to do with somebody's plan are tried.  The caller stops a search by setting a
flag; it is looked at in every node.

References
----------
.. [1] D. E. Knuth, R. W. Moore: An analysis of alpha-beta pruning. Artificial Intelligence 6 (1975) 293–326.
.. [2] C. Luckhardt, K. Irani: An algorithmic solution of N-person games. AAAI (1986) 158–162.
.. [3] J. Schaeffer: The history heuristic and alpha-beta search enhancements. IEEE PAMI 11 (1989) 1203–1212.
"""

from __future__ import annotations

from typing import Any

from finity_edu.players.kernel.accel import Ints, compiled
from finity_edu.players.kernel.apply import apply, ring_total
from finity_edu.players.kernel.cost import NO_PLAN, plan_cost
from finity_edu.players.kernel.evaluate import DRAW, WIN, evaluate, lead, mark_plan, plan_worth, value_seats
from finity_edu.players.kernel.moves import legal
from finity_edu.players.kernel.play import copy_state
from finity_edu.players.kernel.tables import (
    AT_CLOCK,
    AT_INTEREST,
    AT_LENGTH,
    AT_MARKS,
    AT_RESULT,
    AT_TURN,
    AT_VALUES,
    BLOCKER,
    DEADLOCK_AT,
    MOST_MOVES,
    MOVE_POST,
    PLAYERS,
    RING,
    Tables,
)

STOP, NODES, LIMIT = 0, 1, 2
"""What stands where in the control of a search: the flag, positions seen, and how many may be seen (0: any number)."""
MOST_DEPTH = 24
WIDEST = 40
"""So many moves are tried below the root."""
WIDEST_EACH = 12
"""The same for max-n, which has to try them all."""
SCORES = MOST_MOVES - WIDEST
"""Where their scores stand in the same row, behind the longest list."""


@compiled
def final_value(s: Ints, root: int, ply: int) -> int:
    """Value of a finished game."""
    if s[AT_RESULT] == root + 1:
        return WIN - ply
    return ply - WIN if s[AT_RESULT] <= 4 else DRAW


@compiled
def _interesting(t: Tables, s: Ints, out: Ints, history: Ints, work: Ints) -> int:
    """Reduce a list of moves to those that have to do with a plan, the most promising first; returns the number."""
    number = legal(t, s, out)
    work[AT_MARKS] += 64
    for seat in range(t.numbers[PLAYERS]):
        if plan_worth(t, s, seat, work) < NO_PLAN:
            mark_plan(t, s, seat, work)
    kept = 0
    pressed = 2 * s[AT_CLOCK] >= t.numbers[DEADLOCK_AT]  # then any ring may be wanted, to set the clock back
    for i in range(number):
        move = out[i]
        interest = max(0, work[AT_INTEREST + move] - work[AT_MARKS])
        if interest == 0 and (move >= MOVE_POST or (pressed and RING <= move < BLOCKER)):
            interest = 5
        if interest != 0:
            score = 64 * interest + min(history[move], 2000)
            j = kept if kept < WIDEST else WIDEST - 1
            if kept < WIDEST or score > out[SCORES + j]:
                while j > 0 and out[SCORES + j - 1] < score:
                    out[j] = out[j - 1]
                    out[SCORES + j] = out[SCORES + j - 1]
                    j -= 1
                out[j] = move
                out[SCORES + j] = score
                kept = min(kept + 1, WIDEST)
    return kept


@compiled
def search(
    t: Tables,
    states: Any,
    lists: Any,
    lines: Any,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
    root: int,
    history: Ints,
    work: Ints,
    control: Ints,
) -> int:
    """Value of ``states[ply]`` for the seat `root`, at least correct between `alpha` and `beta`.

    ``lines[ply]`` receives the expected moves from there, ended by −1.  After a stop the value means nothing.
    """
    s = states[ply]
    lines[ply][0] = -1
    control[NODES] += 1
    if control[LIMIT] and control[NODES] >= control[LIMIT]:
        control[STOP] = 1
    if control[STOP]:
        return 0
    if s[AT_RESULT] != 0:
        return final_value(s, root, ply)
    if depth == 0:
        return evaluate(t, s, root, work)
    out = lists[ply]
    number = _interesting(t, s, out, history, work)
    if number == 0:
        return evaluate(t, s, root, work)
    mine = s[AT_TURN] == root
    best = -WIN if mine else WIN
    for i in range(number):
        copy_state(s, states[ply + 1])
        apply(t, states[ply + 1], out[i], work)
        # Late moves are looked at less deeply first, and again if they surprise.
        less = 1 if i >= 6 and depth >= 3 else 0
        value = search(t, states, lists, lines, ply + 1, depth - 1 - less, alpha, beta, root, history, work, control)
        if less and (value > alpha if mine else value < beta):
            value = search(t, states, lists, lines, ply + 1, depth - 1, alpha, beta, root, history, work, control)
        if control[STOP]:
            return 0
        if value > best if mine else value < best:
            best = value
            lines[ply][0] = out[i]
            j = 0
            while lines[ply + 1][j] >= 0:
                lines[ply][j + 1] = lines[ply + 1][j]
                j += 1
            lines[ply][j + 1] = -1
            if mine:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                history[out[i]] += depth * depth
                break
    return best


@compiled
def search_each(
    t: Tables,
    states: Any,
    lists: Any,
    lines: Any,
    values: Any,
    ply: int,
    depth: int,
    history: Ints,
    work: Ints,
    control: Ints,
) -> None:
    """Write to ``values[ply]`` what ``states[ply]`` is worth to every seat if each plays for itself (max-n)."""
    s = states[ply]
    lines[ply][0] = -1
    control[NODES] += 1
    if control[LIMIT] and control[NODES] >= control[LIMIT]:
        control[STOP] = 1
    if control[STOP]:
        return
    out = lists[ply]
    number = 0
    if s[AT_RESULT] == 0 and depth > 0:
        number = min(_interesting(t, s, out, history, work), WIDEST_EACH)
    if number == 0:
        if s[AT_RESULT] == 0:
            value_seats(t, s, work)
        for seat in range(t.numbers[PLAYERS]):
            values[ply][seat] = final_value(s, seat, ply) if s[AT_RESULT] != 0 else lead(t, s, seat, work)
        return
    turn = s[AT_TURN]
    values[ply][turn] = -2 * WIN
    for i in range(number):
        copy_state(s, states[ply + 1])
        apply(t, states[ply + 1], out[i], work)
        search_each(t, states, lists, lines, values, ply + 1, depth - 1, history, work, control)
        if control[STOP]:
            return
        if values[ply + 1][turn] > values[ply][turn]:
            for seat in range(t.numbers[PLAYERS]):
                values[ply][seat] = values[ply + 1][seat]
            lines[ply][0] = out[i]
            j = 0
            while lines[ply + 1][j] >= 0:
                lines[ply][j + 1] = lines[ply + 1][j]
                j += 1
            lines[ply][j + 1] = -1
            if values[ply][turn] >= WIN - ply - 1:
                break


@compiled
def can_complete(t: Tables, s: Ints, scratch: Ints, out: Ints, seat: int, work: Ints) -> int:
    """The number of a move with which a seat would win, if it were to move now; −1 if there is none."""
    if s[AT_RESULT] != 0 or ring_total(s, seat) < s[AT_LENGTH] - 2:
        return -1  # a full path spends one ring less than it has arrows, and one move adds at most one
    turn = s[AT_TURN]
    s[AT_TURN] = seat
    number = legal(t, s, out)
    found = -1
    for i in range(number):
        copy_state(s, scratch)
        apply(t, scratch, out[i], work)
        if scratch[AT_RESULT] == seat + 1:
            found = out[i]
            break
    s[AT_TURN] = turn
    return found


@compiled
def first_look(
    t: Tables, states: Any, moves: Ints, values: Ints, own: Ints, root: int, work: Ints, control: Ints
) -> int:
    """Value the positions right after each move of ``states[0]``, and how far the mover has come by itself.

    Returns how many were done before a stop.
    """
    for i in range(len(moves)):
        if control[STOP]:
            return i
        control[NODES] += 1
        copy_state(states[0], states[1])
        apply(t, states[1], moves[i], work)
        if states[1][AT_RESULT] != 0:
            values[i] = final_value(states[1], root, 1)
            own[i] = 0
        else:
            values[i] = evaluate(t, states[1], root, work)
            own[i] = work[AT_VALUES + root]
    return len(moves)


@compiled
def own_costs(t: Tables, states: Any, moves: Ints, costs: Ints, work: Ints) -> None:
    """How many moves the side to move at ``states[0]`` would still be away from a full path, after each move."""
    seat = states[0][AT_TURN]
    for i in range(len(moves)):
        copy_state(states[0], states[1])
        apply(t, states[1], moves[i], work)
        costs[i] = plan_cost(t, states[1], seat, 4, False, work)
        if states[1][AT_RESULT] != 0 and states[1][AT_RESULT] != seat + 1:
            costs[i] = NO_PLAN + 1  # over, and not won


@compiled
def answer_that_wins(t: Tables, states: Any, out: Ints, move: int, work: Ints) -> int:
    """After a move from ``states[0]``: a move with which another seat would win at once; −1 if there is none."""
    seat = states[0][AT_TURN]
    copy_state(states[0], states[1])
    apply(t, states[1], move, work)
    for other in range(t.numbers[PLAYERS]):
        if other != seat:
            found = can_complete(t, states[1], states[2], out, other, work)
            if found >= 0:
                return found
    return -1
