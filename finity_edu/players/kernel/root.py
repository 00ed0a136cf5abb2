"""The search at the root: iterative deepening over all legal moves, kept in notes so that it can pause.

Every legal move is looked at, and a move after which another seat could win at once is only chosen if there is no
other: this holds for all moves, not only for those that the search below finds interesting.
"""

from boardkit.engine import Ints, copy
from finity_edu.players.kernel import at
from finity_edu.players.kernel.apply import apply
from finity_edu.players.kernel.evaluate import WIN, evaluate
from finity_edu.players.kernel.play import Lists, States
from finity_edu.players.kernel.tree import (
    LONGEST,
    Frames,
    Lines,
    answer_that_wins,
    begin,
    final_value,
    search,
)

BROAD_DEPTH, BREADTH = 2, 48
"""All moves are searched to this depth, deeper only so many of the best."""
PROGRESS = 4
"""This part of how far a move brings its player, by itself, is added to its value: where every gain helps both sides
or can be undone, a move that makes progress is still better than one that waits."""
DECIDED = WIN - 1000
"""Values beyond this mean that the game is won, or lost, within the horizon."""


def sort(notes: Ints, first: int, count: int) -> None:
    """Sort places of moves by their values, the best first; equals stay as they are."""
    for i in range(first + 1, first + count):
        place = notes[i]
        value = notes[at.VALUE + place]
        j = i
        while j > first and notes[at.VALUE + notes[j - 1]] < value:
            notes[j] = notes[j - 1]
            j -= 1
        notes[j] = place


def _look(
    t: Ints, states: States, answers: Ints, notes: Ints, work: Ints, control: Ints
) -> bool:
    """Value all moves by what the position is worth right after them; returns False at a pause."""
    count = notes[at.COUNT]
    while notes[at.NEXT] < count and control[at.STOP] == 0:
        if control[at.STEPS] == 0:
            return False
        _look_at(t, states, notes, notes[at.NEXT], work)
        control[at.STEPS] -= 1
        control[at.NODES] += 1
        notes[at.NEXT] += 1
    done = notes[at.NEXT]
    worst = notes[at.VALUE]
    for i in range(done):
        worst = min(worst, notes[at.VALUE + i])
    for i in range(count):
        notes[at.ORDER + i] = i
        answers[LONGEST * i] = -1
        if i >= done:
            notes[at.VALUE + i] = worst - 1
    sort(notes, at.ORDER, count)
    return True


def _look_at(t: Ints, states: States, notes: Ints, place: int, work: Ints) -> None:
    """Value one move by itself."""
    seat = states[0][at.TURN]
    copy(states[0], states[1], at.STATE_SIZE)
    apply(t, states[1], notes[at.MOVE + place], work)
    if states[1][at.RESULT] != 0:
        notes[at.VALUE + place] = final_value(states[1], seat, 1)
        notes[at.GAIN + place] = 0
    else:
        notes[at.VALUE + place] = evaluate(t, states[1], seat, work)
        notes[at.GAIN + place] = work[at.VALUES + seat] // PROGRESS


def _guard(
    t: Ints,
    states: States,
    lists: Lists,
    answers: Ints,
    notes: Ints,
    work: Ints,
    control: Ints,
) -> bool:
    """Find the moves after which nobody else wins at once; returns False at a pause."""
    count = notes[at.COUNT]
    settled = notes[at.VALUE + notes[at.ORDER]] >= DECIDED or count == 1
    while notes[at.NEXT] < count:
        if control[at.STEPS] == 0:
            return False
        control[at.STEPS] -= 1
        place = notes[at.ORDER + notes[at.NEXT]]
        notes[at.NEXT] += 1
        answer = -1
        # One safe move must be found in any case
        if not settled and (control[at.STOP] == 0 or notes[at.SAFE] == 0):
            answer = answer_that_wins(t, states, lists[0], notes[at.MOVE + place], work)
        if answer >= 0:
            notes[at.VALUE + place] = 2 - WIN
            answers[LONGEST * place] = answer
            answers[LONGEST * place + 1] = -1
        else:
            notes[at.RANKED + notes[at.SAFE]] = place
            notes[at.SAFE] += 1
    sort(notes, at.ORDER, count)
    return True


def deepen(
    t: Ints,
    states: States,
    lists: Lists,
    lines: Lines,
    frames: Frames,
    answers: Ints,
    notes: Ints,
    history: Ints,
    work: Ints,
    control: Ints,
) -> bool:
    """Value all moves, find those that are safe, then search one move deeper again and again.

    Call it as long as it returns False: that it does after each of the first two stages, and at a pause.
    """
    if notes[at.DEPTH] < 2:
        if notes[at.DEPTH] == 0:
            over = _look(t, states, answers, notes, work, control)
        else:
            over = _guard(t, states, lists, answers, notes, work, control)
        if over:
            notes[at.DEPTH] += 1
            notes[at.NEXT] = 0
        return False
    while notes[at.DEPTH] <= notes[at.MOST]:
        if notes[at.NEXT] == 0 and control[at.DOWN] == 0:
            sort(notes, at.RANKED, notes[at.SAFE])
            best = notes[at.VALUE + notes[at.RANKED]]
            if (
                notes[at.SAFE] == 0
                or control[at.STOP] != 0
                or best >= DECIDED
                or best <= -DECIDED
            ):
                return True
            if notes[at.DEPTH] > BROAD_DEPTH:
                notes[at.SAFE] = min(notes[at.SAFE], BREADTH)
        while notes[at.NEXT] < notes[at.SAFE]:
            if control[at.DOWN] == 0:
                _begin_next(t, states, frames, notes, work, control)
            if not search(
                t,
                states,
                lists,
                lines,
                frames,
                states[0][at.TURN],
                history,
                work,
                control,
            ):
                return False
            control[at.DOWN] = 0
            if control[at.STOP] != 0:
                break
            _note(t, states, lines, frames, answers, notes)
        if not _take_over(notes):
            return True
    return True


def _least(notes: Ints) -> int:
    """The value that the next move must surpass to count."""
    exactly = notes[at.EXACTLY]
    return notes[at.EXACT + exactly - 1] if notes[at.NEXT] >= exactly else -WIN


def _begin_next(
    t: Ints, states: States, frames: Frames, notes: Ints, work: Ints, control: Ints
) -> None:
    """Let the next move be searched to the present depth."""
    place = notes[at.RANKED + notes[at.NEXT]]
    copy(states[0], states[1], at.STATE_SIZE)
    apply(t, states[1], notes[at.MOVE + place], work)
    frames[0][at.ALPHA] = _least(notes) - notes[at.GAIN + place]
    frames[0][at.BETA] = WIN
    begin(frames, 1, notes[at.DEPTH] - 1)
    control[at.DOWN] = 1


def _note(
    t: Ints, states: States, lines: Lines, frames: Frames, answers: Ints, notes: Ints
) -> None:
    """Note what the search of a move has found; its value is at least correct above that of the best ones."""
    number = notes[at.NEXT]
    place = notes[at.RANKED + number]
    value = (
        frames[1][at.BEST]
        if t[at.PLAYERS] == 2
        else frames[1][at.BEST + states[0][at.TURN]]
    )
    if -DECIDED < value < DECIDED:
        value += notes[at.GAIN + place]
    if value > _least(notes):
        j = 0
        while lines[1][j] >= 0:
            answers[LONGEST * place + j] = lines[1][j]
            j += 1
        answers[LONGEST * place + j] = -1
    notes[at.FRESH + number] = value
    notes[at.NEXT] += 1
    j = min(number, notes[at.EXACTLY])
    while j > 0 and notes[at.EXACT + j - 1] < value:
        notes[at.EXACT + j] = notes[at.EXACT + j - 1]
        j -= 1
    notes[at.EXACT + j] = value


def _take_over(notes: Ints) -> bool:
    """Make the values of an iteration those that count; returns whether it was complete.

    After a stop the moves that were finished count.  What was not searched so deeply (or left out as too bad) stands
    behind what was, unless that is lost.
    """
    found = notes[at.NEXT]
    depth = notes[at.DEPTH]
    floor = WIN
    for i in range(found):
        place = notes[at.RANKED + i]
        value = notes[at.FRESH + i]
        notes[at.VALUE + place] = value
        notes[at.SEEN + place] = depth
        if value > -DECIDED:
            floor = min(floor, value)
    for place in range(notes[at.COUNT]):
        if notes[at.SEEN + place] != depth:
            notes[at.VALUE + place] = min(notes[at.VALUE + place], floor - 1)
    if found < notes[at.SAFE]:
        return False
    notes[at.DONE] = depth
    notes[at.DEPTH] += 1
    notes[at.NEXT] = 0
    return True
