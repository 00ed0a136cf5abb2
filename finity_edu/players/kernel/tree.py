"""Search with packed positions: alpha-beta for two players, max-n for three and four.

In max-n everybody maximises the own value.  The "paranoid" search (all others together against the seat at the root)
would prune better, but in this game it sees each of its plans destroyed at once and ends by waiting: it lost to a
greedy player at tables of four.

Below the root only moves that have to do with somebody's plan are tried.  The caller stops a search by setting a
flag, and lets it pause by counting steps; both are looked at in every node.

References
----------
.. [1] D. E. Knuth, R. W. Moore: An analysis of alpha-beta pruning. Artificial Intelligence 6 (1975) 293–326.
.. [2] C. Luckhardt, K. Irani: An algorithmic solution of N-person games. AAAI (1986) 158–162.
.. [3] J. Schaeffer: The history heuristic and alpha-beta search enhancements. IEEE PAMI 11 (1989) 1203–1212.
"""

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from boardkit.engine import Ints, copy
from finity_edu.players.kernel import at, kind
from finity_edu.players.kernel.apply import apply, ring_total
from finity_edu.players.kernel.at import RULE
from finity_edu.players.kernel.cost import NO_PLAN, plan_cost
from finity_edu.players.kernel.evaluate import (
    DRAW,
    WIN,
    evaluate,
    lead,
    mark_plan,
    plan_worth,
    value_seats,
)
from finity_edu.players.kernel.moves import legal
from finity_edu.players.kernel.play import Lists, States

MOST_DEPTH = 24
LONGEST = MOST_DEPTH + 4
"""Room for positions, lists and lines of a search."""
WIDEST = 40
"""So many moves are tried below the root."""
WIDEST_EACH = 12
"""The same for max-n, which has to try them all."""
MOST_HISTORY = 2000
"""Success in other branches counts so much at most."""
SCORES = kind.MOST_MOVES - WIDEST
"""Where their scores stand in the same row, behind the longest list."""

Lines: TypeAlias = Annotated[Sequence[Ints], LONGEST]
"""Expected moves, each line ended by −1."""
Frames: TypeAlias = Annotated[Sequence[Ints], at.FRAME_SIZE]
"""How far the search has come at each ply."""


def final_value(s: Ints, root: int, ply: int) -> int:
    """Value of a finished game."""
    if s[at.RESULT] == root + 1:
        return WIN - ply
    return ply - WIN if s[at.RESULT] <= 4 else DRAW


def _interesting(t: Ints, s: Ints, out: Ints, history: Ints, work: Ints) -> int:
    """Reduce a list of moves to those that have to do with a plan, the most promising first; returns the number."""
    number = legal(t, s, out)
    work[at.MARKS] += 64
    if work[at.MARKS] > 1 << 30:
        work[at.MARKS] = 64
        for move in range(kind.MOVES):
            work[at.INTEREST + move] = 0
    for seat in range(t[at.PLAYERS]):
        if plan_worth(t, s, seat, work) < NO_PLAN:
            mark_plan(t, s, seat, work)
    kept = 0
    # Then any ring may be wanted, to set the clock back
    pressed = 2 * s[at.CLOCK] >= t[RULE.deadlock_at]
    for i in range(number):
        move = out[i]
        interest = max(0, work[at.INTEREST + move] - work[at.MARKS])
        if interest == 0 and (
            move >= kind.MOVE_POST or (pressed and kind.RING <= move < kind.BLOCKER)
        ):
            interest = 5
        if interest != 0:
            score = 64 * interest + history[move]
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


def begin(frames: Frames, ply: int, depth: int) -> None:
    """Let ``states[ply]`` be looked at next, to this depth."""
    frame = frames[ply]
    frame[at.DEEP] = depth
    frame[at.ALPHA] = frames[ply - 1][at.ALPHA]
    frame[at.BETA] = frames[ply - 1][at.BETA]
    frame[at.NUMBER] = -1


def search(
    t: Ints,
    states: States,
    lists: Lists,
    lines: Lines,
    frames: Frames,
    root: int,
    history: Ints,
    work: Ints,
    control: Ints,
) -> bool:
    """Find what ``states[1]`` is worth, after `begin`; call it again as long as it returns False, which is a pause.

    ``frames[ply]`` has what a recursive function would keep in its variables: so the search can pause anywhere.  At
    the end ``frames[1][at.BEST]`` has the value for the seat `root`, at least correct between alpha and beta; for more
    than two players the value for each seat, if each plays for itself.  ``lines[1]`` has the expected moves, ended by
    −1.  After a stop all that means nothing.
    """
    two = t[at.PLAYERS] == 2
    ply = control[at.DOWN]
    while True:
        frame = frames[ply]
        if frame[at.NUMBER] < 0:
            if control[at.STEPS] == 0:
                control[at.DOWN] = ply
                return False
            _arrive(
                t,
                states[ply],
                lists[ply],
                lines[ply],
                frame,
                ply,
                root,
                history,
                work,
                control,
            )
            if control[at.STOP]:
                return True
        if frame[at.TRIED] < frame[at.NUMBER]:
            copy(states[ply], states[ply + 1], at.STATE_SIZE)
            apply(t, states[ply + 1], lists[ply][frame[at.TRIED]], work)
            # Late moves are looked at less deeply first, and again if they surprise.
            frame[at.LESS] = (
                1 if two and frame[at.TRIED] >= 6 and frame[at.DEEP] >= 3 else 0
            )
            ply += 1
            begin(frames, ply, frame[at.DEEP] - 1 - frame[at.LESS])
        elif ply == 1:
            return True
        elif frames[ply - 1][at.LESS] and _surprises(
            frame, frames[ply - 1], states[ply - 1][at.TURN] == root
        ):
            frames[ply - 1][at.LESS] = 0
            begin(frames, ply, frames[ply - 1][at.DEEP] - 1)
        else:
            ply -= 1
            _hand_up(t, states[ply], lists[ply], lines, frames, ply, root, history)


def _arrive(
    t: Ints,
    s: Ints,
    out: Ints,
    line: Ints,
    frame: Ints,
    ply: int,
    root: int,
    history: Ints,
    work: Ints,
    control: Ints,
) -> None:
    """List the moves that matter in a position; where there are none, or it lies too deep, say what it is worth."""
    line[0] = -1
    frame[at.NUMBER] = 0
    frame[at.TRIED] = 0
    control[at.STEPS] -= 1
    control[at.NODES] += 1
    if control[at.LIMIT] and control[at.NODES] >= control[at.LIMIT]:
        control[at.STOP] = 1
    if control[at.STOP]:
        return
    number = 0
    if s[at.RESULT] == 0 and frame[at.DEEP] > 0:
        number = _interesting(t, s, out, history, work)
    if t[at.PLAYERS] == 2:
        if number > 0:
            frame[at.BEST] = -WIN if s[at.TURN] == root else WIN
        else:
            frame[at.BEST] = (
                final_value(s, root, ply)
                if s[at.RESULT] != 0
                else evaluate(t, s, root, work)
            )
    else:
        number = min(number, WIDEST_EACH)
        if number == 0 and s[at.RESULT] == 0:
            value_seats(t, s, work)
        for seat in range(t[at.PLAYERS]):
            frame[at.BEST + seat] = -2 * WIN
            if number == 0:
                frame[at.BEST + seat] = (
                    final_value(s, seat, ply)
                    if s[at.RESULT] != 0
                    else lead(t, s, seat, work)
                )
    frame[at.NUMBER] = number


def _surprises(frame: Ints, above: Ints, mine: bool) -> bool:
    """Whether a move that was looked at less deeply is better than it has to be."""
    return frame[at.BEST] > above[at.ALPHA] if mine else frame[at.BEST] < above[at.BETA]


def _hand_up(
    t: Ints,
    s: Ints,
    out: Ints,
    lines: Lines,
    frames: Frames,
    ply: int,
    root: int,
    history: Ints,
) -> None:
    """Take over what a move has turned out to be worth, if it is the best one so far."""
    frame = frames[ply]
    below = frames[ply + 1]
    turn = s[at.TURN]
    move = out[frame[at.TRIED]]
    frame[at.TRIED] += 1
    if t[at.PLAYERS] > 2:
        if below[at.BEST + turn] <= frame[at.BEST + turn]:
            return
        for seat in range(t[at.PLAYERS]):
            frame[at.BEST + seat] = below[at.BEST + seat]
        if frame[at.BEST + turn] >= WIN - ply - 1:
            frame[at.NUMBER] = 0
    else:
        value = below[at.BEST]
        if value <= frame[at.BEST] if turn == root else value >= frame[at.BEST]:
            return
        frame[at.BEST] = value
        if turn == root:
            frame[at.ALPHA] = max(frame[at.ALPHA], value)
        else:
            frame[at.BETA] = min(frame[at.BETA], value)
        if frame[at.ALPHA] >= frame[at.BETA]:
            history[move] = min(
                history[move] + frame[at.DEEP] * frame[at.DEEP], MOST_HISTORY
            )
            frame[at.NUMBER] = 0
    lines[ply][0] = move
    j = 0
    while lines[ply + 1][j] >= 0:
        lines[ply][j + 1] = lines[ply + 1][j]
        j += 1
    lines[ply][j + 1] = -1


def can_complete(
    t: Ints, s: Ints, scratch: Ints, out: Ints, seat: int, work: Ints
) -> int:
    """The number of a move with which a seat would win, if it were to move now; −1 if there is none."""
    if s[at.RESULT] != 0 or ring_total(s, seat) < t[at.LENGTH] - 2:
        return -1  # a full path spends one ring less than it has arrows, and one move adds at most one
    turn = s[at.TURN]
    s[at.TURN] = seat
    number = legal(t, s, out)
    found = -1
    for i in range(number):
        copy(s, scratch, at.STATE_SIZE)
        apply(t, scratch, out[i], work)
        if scratch[at.RESULT] == seat + 1:
            found = out[i]
            break
    s[at.TURN] = turn
    return found


def own_costs(
    t: Ints, states: States, moves: Ints, number: int, costs: Ints, work: Ints
) -> None:
    """How many moves the side to move at ``states[0]`` would still be away from a full path, after each move."""
    seat = states[0][at.TURN]
    for i in range(number):
        copy(states[0], states[1], at.STATE_SIZE)
        apply(t, states[1], moves[i], work)
        costs[i] = plan_cost(t, states[1], seat, 4, False, work)
        if states[1][at.RESULT] != 0 and states[1][at.RESULT] != seat + 1:
            costs[i] = NO_PLAN + 1  # over, and not won


def answer_that_wins(t: Ints, states: States, out: Ints, move: int, work: Ints) -> int:
    """After a move from ``states[0]``: a move with which another seat would win at once; −1 if there is none."""
    seat = states[0][at.TURN]
    copy(states[0], states[1], at.STATE_SIZE)
    apply(t, states[1], move, work)
    for other in range(t[at.PLAYERS]):
        if other != seat:
            found = can_complete(t, states[1], states[2], out, other, work)
            if found >= 0:
                return found
    return -1


def most_lost(t: Ints, states: States, out: Ints, seat: int, work: Ints) -> int:
    """How many rings a seat would lose at most by a move from ``states[0]``."""
    most = 0
    for i in range(legal(t, states[0], out)):
        copy(states[0], states[1], at.STATE_SIZE)
        most = max(most, apply(t, states[1], out[i], work) >> 5 * seat & 31)
    return most
