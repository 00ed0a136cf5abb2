"""What takes long about many machines and many configurations, in the subset of Python that `boardkit.engine` compiles.

A *configuration* is a bit mask over the circles.  A board, a hash table, the terms of a simulation stand in one array
each; the constants below say what stands where.  A law stands in rows of `WIDTH` numbers: after the first, one for each
step.

Interpreted, `advance` and `hitting` compute with fractions as well: they name no number of their own.
"""

from functools import lru_cache
from math import inf

from boardkit.engine import Floats, Ints, Program, Word, Words, copy

ALL = 0xFFFFFFFFFFFFFFFF
GOLDEN = 0x9E3779B97F4A7C15
FRACTION = 60  # random fractions have so many bits: a fraction times a number of options up to 15 fits in 64
BELOW_ONE = (1 << FRACTION) - 1

STARTERS = ("alternate", "fixed", "loser", "winner", "random")
ALTERNATE, FIXED, LOSER, WINNER, RANDOM = range(5)
RESIGN, KEEP_LAST, REFILL = range(3)
NEVER = 1e9
"""What the loss of a marker that cannot be lost would cost: more than any teacher would pay."""

MAX_LENGTH, MAX_STEP = 16, 4
"""The largest board of `Rules.LIMITS`."""
WIDTH = MAX_STEP + 1

# --- in a board ------------------------------------------------------------------------------------------------
LENGTH, STEP, CIRCLES = range(3)
FIRST = 3  # the bit with which the box with d fields to go begins
FILL = FIRST + MAX_LENGTH + 1  # the bits that this box has, shifted to the right
# The fields to go after the marker of a bit, negative if it overshoots
REST = FILL + MAX_LENGTH + 1
# For every content of a box a row: how many markers, then their places
MARKERS = REST + MAX_LENGTH * MAX_STEP
BOARD_SIZE = MARKERS + (1 << MAX_STEP) * WIDTH

# --- in the terms of a simulation ------------------------------------------------------------------------------
# How many machines, how many games they have played, how many they shall play
MACHINES, BEGIN, GAMES = range(3)
STARTER, HUMAN_FIRST, EMPTY, ALL_LEAVE = range(3, 7)

# --- in the places of a hash table -----------------------------------------------------------------------------
COUNT, SIZE = range(2)  # how many configurations there are, and how many places
PLACE = 2  # the number of the configuration whose key stands there

# --- in the work space of a sweep, and in a teacher's plan; by the fields to go, the machine to move -----------
REACH = 0  # how likely the machine is to be there
LOST = MAX_LENGTH + 1  # how likely the marker of a bit is to be lost
WORK_SIZE = LOST + MAX_LENGTH * MAX_STEP
BASE = 0  # the cost is the base, and a share of what "nothing changed" costs
SHARE = MAX_LENGTH + 1
PLAN_SIZE = SHARE + MAX_LENGTH + 1


def mixed(x: Word) -> Word:
    """The finaliser of SplitMix64 (https://doi.org/10.1145/2660193.2660195)."""
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & ALL
    x = (x ^ x >> 27) * 0x94D049BB133111EB & ALL
    return x ^ x >> 31


def deal(words: Words, machines: int, number: Word, seed: Word) -> None:
    """Give every machine random numbers of its own, made from the seed and its number; the first is `number`."""
    for m in range(machines):
        words[m] = mixed(
            seed * GOLDEN + (number + m) * 0xD1342543DE82EF95 + GOLDEN & ALL
        )


def play(
    masks: Words,
    words: Words,
    states: Ints,
    terms: Ints,
    goal: Word,
    board: Ints,
    moves: Ints,
    upto: Words,
    counts: Ints,
) -> None:
    """Let machines play some games each, and learn.

    The digits of one fraction a game are the choices of a machine (where the teacher's moves are not equally likely,
    they take a fraction each).

    Parameters
    ----------
    masks, words, states
        Of each machine the configuration, where its random numbers are, and who started and won its last game.
    moves, upto
        The teacher's law in rows: how many moves are equally likely (0 if they are not), then the possible moves; the
        cumulated probabilities of these moves as 60-bit fractions.
    counts
        Counted here: games won ``[role, game]`` with role 0 = the machine started; games played, likewise; machines
        without a marker of ``goal`` before each game and after the last.
    """
    one: Word = 1
    games = terms[GAMES]
    begin = terms[BEGIN]
    starter = terms[STARTER]
    empty = terms[EMPTY]
    played = 2 * games
    perfect = 4 * games
    for m in range(terms[MACHINES]):
        mask = masks[m]
        word = words[m]
        human_starts = states[m] % 2 == 1
        won = states[m] > 1
        if begin == 0:
            counts[perfect] += mask & goal == 0
        for game in range(games):
            # SplitMix64: a step of the golden ratio, then mixing.
            word = word + GOLDEN & ALL
            x = mixed(word) >> 64 - FRACTION
            # The first game has no game before it.
            if starter == FIXED or begin + game == 0:
                human_starts = terms[HUMAN_FIRST] == 1
            elif starter == ALTERNATE:
                human_starts = not human_starts
            elif starter == RANDOM:
                # One more choice from the same fraction: who starts.
                x = x * 2
                human_starts = x >> FRACTION == 1
                x = x & BELOW_ONE
            else:
                human_starts = won if starter == LOSER else not won

            # One game: the token on Start.
            d = board[LENGTH]
            human = human_starts
            won = False
            last = -1
            free: Word = 0
            while True:
                if human:
                    row = d * WIDTH
                    equal = moves[row]
                    # Equally likely moves are a digit of the fraction, as markers are.
                    if equal > 0:
                        x = x * equal
                        d -= moves[row + 1 + int(x >> FRACTION)]
                        x = x & BELOW_ONE
                    else:
                        word = word + GOLDEN & ALL
                        y = mixed(word) >> 64 - FRACTION
                        while y >= upto[row]:
                            row += 1
                        d -= moves[row + 1]
                    # Intelligenz has reached Goal.
                    if d == 0:
                        break
                human = True
                here = MARKERS + content(mask, d, board) * WIDTH
                number = board[here]
                # An empty box: the machine resigns.
                if number == 0:
                    break
                x = x * number
                drawn = board[FIRST + d] + board[here + 1 + int(x >> FRACTION)]
                x = x & BELOW_ONE
                # The last marker of a box does not leave where boxes never become empty.
                if number > 1 or empty != KEEP_LAST:
                    last = drawn
                    free |= one << drawn
                d = board[REST + drawn]
                # On Goal the machine has won, behind it lost.
                if d <= 0:
                    won = d == 0
                    break

            role = games if human_starts else 0
            counts[played + role + game] += 1
            if won:
                counts[role + game] += 1
            # Before its first move the machine has nothing to lose.
            elif last >= 0:
                mask &= ~(free if terms[ALL_LEAVE] == 1 else one << last)
                if empty == REFILL:
                    mask = refilled(mask, board)
            counts[perfect + game + 1] += mask & goal == 0
        masks[m] = mask
        words[m] = word
        states[m] = int(human_starts) + 2 * int(won)


def content(config: Word, d: int, board: Ints) -> int:
    """What lies in the box with d fields to go, as a bit mask over its circles."""
    return int(config >> board[FIRST + d]) & board[FILL + d]


def refilled(config: Word, board: Ints) -> Word:
    """The configuration with a marker on each circle of the boxes that are empty."""
    one: Word = 1
    for d in range(1, board[LENGTH] + 1):
        if content(config, d, board) == 0:
            config |= (one * board[FILL + d]) << board[FIRST + d]
    return config


def slot_of(config: Word, keys: Words, places: Ints) -> int:
    """Where a configuration stands in a hash table, or the free slot where it would stand."""
    last = places[SIZE] - 1
    slot = int(config * GOLDEN >> 40) & last
    # Open addressing; the table is at most half full, so a free slot is near.
    while keys[slot] != config and keys[slot] != ALL:
        slot = slot + 1 & last
    return slot


def enter(configs: Words, keys: Words, places: Ints) -> None:
    """Fill a hash table with the numbers of all configurations."""
    for slot in range(places[SIZE]):
        keys[slot] = ALL
    for i in range(places[COUNT]):
        slot = slot_of(configs[i], keys, places)
        keys[slot] = configs[i]
        places[PLACE + slot] = i


def sweep(
    configs: Words,
    keys: Words,
    places: Ints,
    board: Ints,
    law: Floats,
    trains: Ints,
    work: Floats,
    win: Floats,
    start: Ints,
    child: Ints,
    prob: Floats,
) -> None:
    """One game of every configuration: the same numbers as `matchbox.analysis.gamelaw.GameTable.play`.

    Parameters
    ----------
    trains
        Whether games are played, and markers lost, in each role.
    win
        Probability of a win, ``[role, configuration]``.
    start, child, prob
        Removals, row by row: the one of configuration i in a role begins at ``start[role, i]``; which configuration
        comes next, and how likely.
    """
    enter(configs, keys, places)
    one: Word = 1
    count = places[COUNT]
    n = 0
    for role in range(2):
        start[role * (count + 1)] = n
        for i in range(count):
            config = configs[i]
            win[role * count + i] = play_out(config, role, board, law, work)
            # Where nobody trains nothing is lost, but the probability of a win is asked for all the same.
            if trains[role] > 0:
                for bit in range(board[CIRCLES]):
                    if work[LOST + bit] > 0:
                        slot = slot_of(config & ~(one << bit), keys, places)
                        child[n] = places[PLACE + slot]
                        prob[n] = work[LOST + bit]
                        n += 1
            start[role * (count + 1) + i + 1] = n


def play_out(config: Word, role: int, board: Ints, law: Floats, work: Floats) -> float:
    """The probability of a win in one game; that each marker is lost stands in ``work`` afterwards."""
    length = board[LENGTH]
    step = board[STEP]
    for d in range(length + 1):
        work[REACH + d] = 0.0
    for bit in range(board[CIRCLES]):
        work[LOST + bit] = 0.0
    if role == 0:
        work[REACH + length] = 1.0
    else:
        for j in range(1, min(step, length) + 1):
            work[REACH + length - j] = law[length * WIDTH + j]
    total = 0.0
    # From Start to Goal: all that leads to a field has been added up when it is looked at.
    for d in range(length, 0, -1):
        here = MARKERS + content(config, d, board) * WIDTH
        number = board[here]
        if work[REACH + d] == 0 or number == 0:
            continue
        flow = work[REACH + d] * (1.0 / number)
        for place in range(number):
            bit = board[FIRST + d] + board[here + 1 + place]
            to = board[REST + bit]
            if to == 0:
                total += flow
            elif to < 0:
                work[LOST + bit] += flow
            else:
                for j in range(1, min(step, to) + 1):
                    # The box of Goal is empty as well.
                    if content(config, to - j, board) == 0:
                        work[LOST + bit] += flow * law[to * WIDTH + j]
                    else:
                        work[REACH + to - j] += flow * law[to * WIDTH + j]
    return total


def advance(
    dist: Floats,
    new: Floats,
    count: int,
    games: int,
    role: int,
    other: int,
    start: Ints,
    child: Ints,
    prob: Floats,
    worth: float,
    values: Floats,
    number: int,
    out: Floats,
) -> None:
    """Play on with a distribution; before each game note the expected value of some functions of the configuration.

    Parameters
    ----------
    dist, new
        The distribution, and room for the next one; at the end the distribution is in ``dist`` again.
    role, other
        Who starts the first game, the second, the first again, …
    worth
        Configurations that are not more probable than this wait.
    values, number, out
        So many functions, ``[function, configuration]``; ``out[function, game]`` is added to.
    """
    for game in range(games):
        row = (role if game % 2 == 0 else other) * (count + 1)
        # What does not move stays.
        copy(dist, new, count)
        for i in range(count):
            p = dist[i]
            # Most configurations are so improbable that they would only cost time.
            if p > worth:
                for v in range(number):
                    out[v * games + game] += p * values[v * count + i]
                left = new[i]
                for e in range(start[row + i], start[row + i + 1]):
                    flow = p * prob[e]
                    new[child[e]] += flow
                    left -= flow
                new[i] = left
        copy(new, dist, count)


def hitting(
    goal: Ints,
    count: int,
    role: int,
    other: int,
    start: Ints,
    child: Ints,
    prob: Floats,
    one: float,
    result: Floats,
) -> None:
    """Expected games until a goal, ``[phase, configuration]``; `role` starts the next game in phase 0, `other` in 1.

    Successors must stand behind.  ``result`` is infinity everywhere at the beginning.
    """
    for i in range(count - 1, -1, -1):
        if goal[i] > 0:
            result[i] = one - one
            result[count + i] = one - one
            continue
        after = one
        leave = one - one
        row = role * (count + 1) + i
        for e in range(start[row], start[row + 1]):
            after += prob[e] * result[count + child[e]]
            leave += prob[e]
        after2 = one
        leave2 = one - one
        row = other * (count + 1) + i
        for e in range(start[row], start[row + 1]):
            after2 += prob[e] * result[child[e]]
            leave2 += prob[e]
        # Staying leads to the other phase: two linear equations for the two phases.
        det = leave + leave2 - leave * leave2
        if det > 0:
            # What is surely left is not multiplied: what comes after may be infinite.
            back = (one - leave) * after2 if leave < one else one - one
            back2 = (one - leave2) * after if leave2 < one else one - one
            result[i] = (after + back) / det
            result[count + i] = (after2 + back2) / det


def decide(
    config: Word,
    stay: float,
    lost: Floats,
    row: int,
    board: Ints,
    plan: Floats,
    reply: Ints,
) -> int:
    """Cheapest replies of a teacher who sees the markers.

    Parameters
    ----------
    stay, lost, row
        What "nothing changed" costs; what the loss of each marker costs, from ``lost[row]`` on.
    plan
        Computed here: what it costs to have d fields to go, the machine to move.
    reply
        Computed here: the reply after each marker.

    Returns
    -------
    int
        The first move of a game that the teacher starts.
    """
    length = board[LENGTH]
    step = board[STEP]
    plan[BASE] = 0.0
    plan[SHARE] = 1.0
    for d in range(1, length + 1):
        here = MARKERS + content(config, d, board) * WIDTH
        number = board[here]
        plan[BASE + d] = 0.0
        plan[SHARE + d] = 0.0 if number > 0 else 1.0
        for place in range(number):
            bit = board[FIRST + d] + board[here + 1 + place]
            to = board[REST + bit]
            base = lost[row + bit]
            share = 0.0
            if to == 0:  # the machine wins, so nothing changes
                base = 0.0
                share = 1.0
            for j in range(1, min(step, to) + 1):
                base_then = plan[BASE + to - j]
                share_then = plan[SHARE + to - j]
                # The machine is beaten, and loses this marker
                if content(config, to - j, board) == 0:
                    base_then = lost[row + bit]
                    share_then = 0.0
                if j == 1 or base_then + share_then * stay < base + share * stay:
                    base = base_then
                    share = share_then
                    reply[bit] = j
            plan[BASE + d] += base / number
            plan[SHARE + d] += share / number
    best = 1
    for j in range(2, min(step, length) + 1):
        if cost(length - j, stay, plan) < cost(length - best, stay, plan):
            best = j
    return best


def cost(d: int, stay: float, plan: Floats) -> float:
    """What it costs to have d fields to go, the machine to move."""
    return plan[BASE + d] + plan[SHARE + d] * stay


def teach(
    configs: Words,
    keys: Words,
    places: Ints,
    goal: Word,
    board: Ints,
    plan: Floats,
    reply: Ints,
    lost: Floats,
    values: Floats,
) -> None:
    """Expected games to go with the best teaching, ``values[role, configuration]`` (`matchbox.analysis.optimal`).

    Configurations are solved in the order of removal; inside one, a few rounds of policy iteration settle the value of
    "nothing changed".
    """
    enter(configs, keys, places)
    one: Word = 1
    count = places[COUNT]
    circles = board[CIRCLES]
    for i in range(count - 1, -1, -1):
        config = configs[i]
        # Nothing is left to teach.
        if config & goal == 0:
            values[i] = 0.0
            values[count + i] = 0.0
            continue
        # What a loss costs: the machine starts this game, so the teacher the next one; and the other way round.
        for bit in range(circles):
            lost[bit] = NEVER
            lost[circles + bit] = NEVER
            slot = slot_of(config & ~(one << bit), keys, places)
            if int(config >> bit) & 1 == 1 and keys[slot] != ALL:
                lost[bit] = values[count + places[PLACE + slot]]
                lost[circles + bit] = values[places[PLACE + slot]]
        # Dear, so that at first every change is preferred to staying.
        now = 1e6
        now2 = 1e6
        while True:
            decide(config, now2, lost, 0, board, plan, reply)
            base = plan[BASE + board[LENGTH]]
            share = plan[SHARE + board[LENGTH]]
            best = decide(config, now, lost, circles, board, plan, reply)
            base2 = plan[BASE + board[LENGTH] - best]
            share2 = plan[SHARE + board[LENGTH] - best]
            det = 1 - share * share2
            # Nothing ever changes: the goal cannot be reached from here.
            if det < 1e-12:
                now = inf
                now2 = inf
                break
            then = (1 + base + share * (1 + base2)) / det
            then2 = (1 + base2 + share2 * (1 + base)) / det
            change = max(then - now, now - then) + max(then2 - now2, now2 - then2)
            now = then
            now2 = then2
            if change < 1e-12:
                break
        values[i] = now
        values[count + i] = now2


def is_compiled() -> bool:
    """Whether there is a host for compiled functions."""
    return program(0).start().name != "python"


@lru_cache(maxsize=8)
def program(size: int) -> Program:
    """The program with room for at least so many bytes."""
    pages = max(16, size // 65536 + 2)
    # So that chains of similar size share one program.
    power_of_two = 1 << (pages - 1).bit_length()
    return Program(deal, play, sweep, advance, hitting, teach, pages=power_of_two)
