"""What takes long about many machines and many configurations, in the subset of Python that `boardkit.engine` compiles.

A *configuration* is a bit mask over the circles.  A board comes as tables: the box with d fields to go begins at bit
``first[d]`` and has the bits ``fill[d]``; the marker of a bit leaves ``rest[bit]`` fields to go, negative if it
overshoots.  Of a content of a box, ``pick[content * width]`` is the number of its markers, and the next entries are
their places.  A law stands in rows of ``width`` numbers, one more than the largest step.

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


def mixed(x: Word) -> Word:
    """The finaliser of SplitMix64 (https://doi.org/10.1145/2660193.2660195)."""
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & ALL
    x = (x ^ x >> 27) * 0x94D049BB133111EB & ALL
    return x ^ x >> 31


def play(
    masks: Words,
    words: Words,
    states: Ints,
    machines: int,
    number: Word,
    seed: Word,
    begin: int,
    games: int,
    starter: int,
    human_first: bool,
    empty: int,
    all_leave: bool,
    goal: Word,
    length: int,
    first: Ints,
    fill: Ints,
    rest: Ints,
    pick: Ints,
    width: int,
    moves: Ints,
    upto: Words,
    wins: Ints,
    played: Ints,
    perfect: Ints,
) -> None:
    """Let machines play some games each, and learn.

    Every machine has random numbers of its own, made from the seed and its number: the digits of one fraction a game
    are its choices (where the teacher's moves are not equally likely, they take a fraction each).

    Parameters
    ----------
    masks, words, states
        Of each machine the configuration, where its random numbers are, and who started and won its last game.
    number
        Of the first machine.
    begin
        How many games they have played before.
    moves, upto
        The teacher's law in rows: how many moves are equally likely (0 if they are not), then the possible moves; the
        cumulated probabilities of these moves as 60-bit fractions.
    wins, played, perfect
        Counted here: games won and played, ``[role, game]`` with role 0 = the machine started; machines without a
        marker of ``goal`` before each game and after the last.
    """
    one: Word = 1
    for m in range(machines):
        mask, word = masks[m], words[m]
        human_starts, won = states[m] % 2 == 1, states[m] > 1
        if begin == 0:
            word = mixed(seed * GOLDEN + (number + m) * 0xD1342543DE82EF95 + GOLDEN & ALL)
            perfect[0] += mask & goal == 0
        for game in range(games):
            word = word + GOLDEN & ALL
            x = mixed(word) >> 64 - FRACTION
            if starter == FIXED or begin + game == 0:
                human_starts = human_first
            elif starter == ALTERNATE:
                human_starts = not human_starts
            elif starter == RANDOM:
                x = x * 2
                human_starts = x >> FRACTION == 1
                x = x & BELOW_ONE
            else:
                human_starts = won if starter == LOSER else not won
            d, human, won, last = length, human_starts, False, -1
            free: Word = 0
            while True:
                if human:
                    row = d * width
                    equal = moves[row]
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
                    if d == 0:
                        break
                human = True
                box = (int(mask >> first[d]) & fill[d]) * width
                here = pick[box]
                if here == 0:
                    break
                x = x * here
                last_drawn = first[d] + pick[box + 1 + int(x >> FRACTION)]
                x = x & BELOW_ONE
                if here > 1 or empty != KEEP_LAST:
                    last = last_drawn
                    free |= one << last
                d = rest[last_drawn]
                if d <= 0:
                    won = d == 0
                    break
            role = games if human_starts else 0
            played[role + game] += 1
            if won:
                wins[role + game] += 1
            elif last >= 0:
                mask &= ~(free if all_leave else one << last)
                if empty == REFILL:
                    for f in range(1, length + 1):
                        if int(mask >> first[f]) & fill[f] == 0:
                            mask |= (one * fill[f]) << first[f]
            perfect[game + 1] += mask & goal == 0
        masks[m] = mask
        words[m] = word
        states[m] = int(human_starts) + 2 * int(won)


def slot_of(config: Word, keys: Words, size: int) -> int:
    """Where a configuration stands in a hash table, or the free place where it would stand."""
    at = int(config * GOLDEN >> 40) & size - 1
    while keys[at] != config and keys[at] != ALL:
        at = at + 1 & size - 1
    return at


def enter(configs: Words, count: int, keys: Words, slots: Ints, size: int) -> None:
    """Fill a hash table with the places of all configurations."""
    for at in range(size):
        keys[at] = ALL
    for i in range(count):
        at = slot_of(configs[i], keys, size)
        keys[at] = configs[i]
        slots[at] = i


def sweep(
    configs: Words,
    count: int,
    keys: Words,
    slots: Ints,
    size: int,
    length: int,
    first: Ints,
    fill: Ints,
    rest: Ints,
    bits: int,
    pick: Ints,
    width: int,
    law: Floats,
    trains: Ints,
    reach: Floats,
    lost: Floats,
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
    enter(configs, count, keys, slots, size)
    one: Word = 1
    n = 0
    for role in range(2):
        start[role * (count + 1)] = n
        for i in range(count):
            config = configs[i]
            for d in range(length + 1):
                reach[d] = 0.0
            for bit in range(bits):
                lost[bit] = 0.0
            if role == 0:
                reach[length] = 1.0
            else:
                for j in range(1, min(width - 1, length) + 1):
                    reach[length - j] = law[length * width + j]
            total = 0.0
            for d in range(length, 0, -1):
                box = (int(config >> first[d]) & fill[d]) * width
                here = pick[box]
                if reach[d] == 0 or here == 0:
                    continue
                flow = reach[d] * (1.0 / here)
                for place in range(here):
                    bit = first[d] + pick[box + 1 + place]
                    to = rest[bit]
                    if to == 0:
                        total += flow
                    elif to < 0:
                        lost[bit] += flow
                    else:
                        for j in range(1, min(width - 1, to) + 1):
                            if (
                                int(config >> first[to - j]) & fill[to - j] == 0
                            ):  # the box of Goal is empty as well
                                lost[bit] += flow * law[to * width + j]
                            else:
                                reach[to - j] += flow * law[to * width + j]
            win[role * count + i] = total
            if trains[role] > 0:
                for bit in range(bits):
                    if lost[bit] > 0:
                        child[n] = slots[slot_of(config & ~(one << bit), keys, size)]
                        prob[n] = lost[bit]
                        n += 1
            start[role * (count + 1) + i + 1] = n


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
        copy(dist, new, count)
        for i in range(count):
            p = dist[i]
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
        after, leave = one, one - one
        for e in range(start[role * (count + 1) + i], start[role * (count + 1) + i + 1]):
            after += prob[e] * result[count + child[e]]
            leave += prob[e]
        after2, leave2 = one, one - one
        for e in range(start[other * (count + 1) + i], start[other * (count + 1) + i + 1]):
            after2 += prob[e] * result[child[e]]
            leave2 += prob[e]
        # Staying leads to the other phase: two linear equations for the two phases.
        det = leave + leave2 - leave * leave2
        if det > 0:
            result[i] = (after + ((one - leave) * after2 if leave < one else one - one)) / det
            result[count + i] = (
                after2 + ((one - leave2) * after if leave2 < one else one - one)
            ) / det


def decide(
    config: Word,
    stay: float,
    lost: Floats,
    row: int,
    length: int,
    first: Ints,
    fill: Ints,
    rest: Ints,
    pick: Ints,
    width: int,
    base: Floats,
    share: Floats,
    reply: Ints,
) -> int:
    """Cheapest replies of a teacher who sees the markers.

    Parameters
    ----------
    stay, lost, row
        What "nothing changed" costs; what the loss of each marker costs, from ``lost[row]`` on.
    base, share
        Computed here: the cost with d fields to go is ``base[d] + share[d] * stay``, the machine to move.
    reply
        Computed here: the reply after each marker.

    Returns
    -------
    int
        The first move of a game that the teacher starts.
    """
    base[0], share[0] = 0.0, 1.0
    for d in range(1, length + 1):
        box = (int(config >> first[d]) & fill[d]) * width
        here = pick[box]
        base[d], share[d] = 0.0, 0.0 if here > 0 else 1.0
        for place in range(here):
            bit = first[d] + pick[box + 1 + place]
            to = rest[bit]
            fixed = 0.0 if to == 0 else lost[row + bit]
            part = 1.0 if to == 0 else 0.0
            for j in range(1, min(width - 1, to) + 1):
                then = to - j
                empty = int(config >> first[then]) & fill[then] == 0
                option = lost[row + bit] if empty else base[then]
                more = 0.0 if empty else share[then]
                if j == 1 or option + more * stay < fixed + part * stay:
                    fixed, part, reply[bit] = option, more, j
            base[d] += fixed / here
            share[d] += part / here
    best = 1
    for j in range(2, min(width - 1, length) + 1):
        if (
            base[length - j] + share[length - j] * stay
            < base[length - best] + share[length - best] * stay
        ):
            best = j
    return best


def teach(
    configs: Words,
    count: int,
    keys: Words,
    slots: Ints,
    size: int,
    goal: Word,
    length: int,
    first: Ints,
    fill: Ints,
    rest: Ints,
    bits: int,
    pick: Ints,
    width: int,
    base: Floats,
    share: Floats,
    reply: Ints,
    lost: Floats,
    values: Floats,
) -> None:
    """Expected games to go with the best teaching, ``values[role, configuration]`` (`matchbox.analysis.optimal`).

    Configurations are solved in the order of removal; inside one, a few rounds of policy iteration settle the value of
    "nothing changed".
    """
    enter(configs, count, keys, slots, size)
    one: Word = 1
    for i in range(count - 1, -1, -1):
        config = configs[i]
        now, now2 = 0.0, 0.0
        if config & goal != 0:
            for bit in range(bits):
                lost[bit], lost[bits + bit] = NEVER, NEVER
                at = slot_of(config & ~(one << bit), keys, size)
                if int(config >> bit) & 1 == 1 and keys[at] != ALL:
                    lost[bit] = values[count + slots[at]]
                    lost[bits + bit] = values[slots[at]]
            now, now2 = 1e6, 1e6
            while True:
                decide(
                    config,
                    now2,
                    lost,
                    0,
                    length,
                    first,
                    fill,
                    rest,
                    pick,
                    width,
                    base,
                    share,
                    reply,
                )
                a, b = base[length], share[length]
                best = decide(
                    config,
                    now,
                    lost,
                    bits,
                    length,
                    first,
                    fill,
                    rest,
                    pick,
                    width,
                    base,
                    share,
                    reply,
                )
                a2, b2 = base[length - best], share[length - best]
                det = 1 - b * b2
                if det < 1e-12:
                    now, now2 = inf, inf
                    break
                then, then2 = (1 + a + b * (1 + a2)) / det, (1 + a2 + b2 * (1 + a)) / det
                settled = max(then - now, now - then) + max(then2 - now2, now2 - then2) < 1e-12
                now, now2 = then, then2
                if settled:
                    break
        values[i], values[count + i] = now, now2


def is_compiled() -> bool:
    """Whether there is a host for compiled functions."""
    return program(0).start().name != "python"


@lru_cache(maxsize=8)
def program(size: int) -> Program:
    """The program with room for at least so many bytes."""
    pages = max(16, size // 65536 + 2)
    return Program(play, sweep, advance, hitting, teach, pages=1 << (pages - 1).bit_length())
