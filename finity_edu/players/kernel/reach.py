"""Partial paths on a packed position: what a seat reaches, on what its rings stay, how far its best full path leads.

A first search over masks of stations ignores how *many* rings lie on a station.  If no station would have to be left
more often than it has rings, what it finds is exact; otherwise a depth-first search counts, led by what is ahead.
"""

from __future__ import annotations

from finity_edu.players.kernel.accel import Ints, compiled, lowest, popcount
from finity_edu.players.kernel.tables import (
    AT_AHEAD,
    AT_DEPART,
    AT_EPOCH,
    AT_KEPT,
    AT_LEFT,
    AT_LENGTH,
    AT_MEMO,
    AT_POST,
    AT_REACH,
    AT_RING,
    AT_SUCC,
    AT_TODO,
    AT_WORD,
    END,
    MEMO_SIZE,
    STATIONS,
    SWEEP_WAYS,
    Tables,
)


@compiled
def update_reach(t: Tables, s: Ints, seat: int, work: Ints) -> None:
    """Compute what a seat reaches, and which arrows matter to that."""
    s[AT_REACH + seat] = 0
    s[AT_DEPART + 2 * seat] = 0
    s[AT_DEPART + 2 * seat + 1] = 0
    if s[AT_POST + seat] < 0:
        return
    small = s[AT_RING + 3 * seat]
    medium = s[AT_RING + 3 * seat + 1]
    large = s[AT_RING + 3 * seat + 2]
    ringed = small | medium | large
    not_end = ~(1 << t.numbers[END])
    word = s[AT_WORD]
    last = s[AT_LENGTH] - 1
    here = 1 << s[AT_POST + seat]
    found = here
    once = 0
    twice = 0
    thrice = 0
    more = 0
    for i in range(last + 1):
        if i > 0:
            here &= ringed
            if here == 0:
                break
            more |= thrice & here
            thrice |= twice & here
            twice |= once & here
            once |= here
        colour = word >> i & 1
        s[AT_DEPART + 2 * seat + colour] |= here
        following = 0
        while here != 0:
            following |= s[AT_SUCC + 16 * colour + lowest(here)]
            here &= here - 1
        if i < last:
            following &= not_end
        found |= following
        here = following
    two = small & medium | small & large | medium & large
    three = small & medium & large
    if (twice & ~two) | (thrice & ~three) | more:
        found = _exact_reach(t, s, seat, found, work)
    s[AT_REACH + seat] = found


@compiled
def packed_rings(t: Tables, s: Ints, seat: int) -> int:
    """Own rings on all stations, two bits a station."""
    packed = 0
    for size in range(3):
        mask = s[AT_RING + 3 * seat + size]
        while mask != 0:
            packed += 1 << 2 * lowest(mask)
            mask &= mask - 1
    return packed


@compiled
def _look_ahead(t: Tables, s: Ints, seat: int, work: Ints) -> None:
    """For each number of symbols read and station: what lies ahead if rings were only present, not counted."""
    ringed = s[AT_RING + 3 * seat] | s[AT_RING + 3 * seat + 1] | s[AT_RING + 3 * seat + 2]
    length = s[AT_LENGTH]
    for station in range(t.numbers[STATIONS]):
        work[AT_AHEAD + 16 * length + station] = 1 << station
    for i in range(length - 1, -1, -1):
        for station in range(t.numbers[STATIONS]):
            ahead = 1 << station
            if station != t.numbers[END] and (i == 0 or ringed >> station & 1):
                heads = s[AT_SUCC + 16 * (s[AT_WORD] >> i & 1) + station]
                if i < length - 1:
                    heads &= ~(1 << t.numbers[END])
                while heads != 0:
                    ahead |= work[AT_AHEAD + 16 * (i + 1) + lowest(heads)]
                    heads &= heads - 1
            work[AT_AHEAD + 16 * i + station] = ahead


@compiled
def _next_epoch(work: Ints) -> int:
    """Forget the states that earlier searches have seen."""
    epoch = work[AT_EPOCH] + 1
    if epoch >= 1 << 24:
        epoch = 1
        for i in range(MEMO_SIZE):
            work[AT_MEMO + i] = 0
    work[AT_EPOCH] = epoch
    return epoch


@compiled
def _seen(work: Ints, epoch: int, i: int, station: int, left: int) -> bool:
    """Whether this search has been in a state before (it may forget, it never errs the other way)."""
    key = (epoch << 10 | i << 4 | station) << 26 | left
    place = AT_MEMO + ((key ^ key >> 7 ^ key >> 16 ^ key >> 27) & MEMO_SIZE - 1)
    if work[place] == key:
        return True
    work[place] = key
    return False


@compiled
def _exact_reach(t: Tables, s: Ints, seat: int, most: int, work: Ints) -> int:
    """Stations reached by partial paths with rings counted; `most` is what can be hoped for."""
    _look_ahead(t, s, seat, work)
    epoch = _next_epoch(work)
    length = s[AT_LENGTH]
    word = s[AT_WORD]
    post = s[AT_POST + seat]
    not_end = ~(1 << t.numbers[END])
    heads = s[AT_SUCC + 16 * (word & 1) + post]
    if length > 1:
        heads &= not_end
    found = 1 << post | heads
    work[AT_TODO] = heads
    work[AT_LEFT] = packed_rings(t, s, seat)
    i = 0
    while i >= 0 and found != most:
        heads = work[AT_TODO + i]
        if heads == 0:
            i -= 1
            continue
        work[AT_TODO + i] = heads & heads - 1
        here = lowest(heads)
        left = work[AT_LEFT + i]
        if i + 1 == length or (left >> 2 * here & 3) == 0 or work[AT_AHEAD + 16 * (i + 1) + here] & ~found == 0:
            continue
        if _seen(work, epoch, i + 1, here, left):
            continue
        i += 1
        heads = s[AT_SUCC + 16 * (word >> i & 1) + here]
        if i < length - 1:
            heads &= not_end
        found |= heads
        work[AT_TODO + i] = heads
        work[AT_LEFT + i] = left - (1 << 2 * here)
    return found


@compiled
def most_stations(t: Tables, s: Ints, seat: int, work: Ints) -> int:
    """Number of distinct stations on the best full path of a seat, start and end included; 0 without one."""
    _look_ahead(t, s, seat, work)
    epoch = _next_epoch(work)
    length = s[AT_LENGTH]
    word = s[AT_WORD]
    post = s[AT_POST + seat]
    end = 1 << t.numbers[END]
    rings = packed_rings(t, s, seat)
    work[AT_TODO] = s[AT_SUCC + 16 * (word & 1) + post]
    work[AT_LEFT] = rings
    best = 0
    i = 0
    while i >= 0:
        heads = work[AT_TODO + i]
        if heads == 0:
            i -= 1
            continue
        left = work[AT_LEFT + i]
        if i == length - 1:
            work[AT_TODO + i] = 0
            if heads & end:
                best = max(best, 1 + _visited(t, post, rings - left))
            continue
        work[AT_TODO + i] = heads & heads - 1
        here = lowest(heads)
        if here == t.numbers[END] or (left >> 2 * here & 3) == 0 or work[AT_AHEAD + 16 * (i + 1) + here] & end == 0:
            continue
        if _seen(work, epoch, i + 1, here, left):
            continue
        i += 1
        work[AT_TODO + i] = s[AT_SUCC + 16 * (word >> i & 1) + here]
        work[AT_LEFT + i] = left - (1 << 2 * here)
    return best


@compiled
def _visited(t: Tables, post: int, spent: int) -> int:
    """Number of stations on a path, the end apart, from the rings that it has spent."""
    mask = 1 << post
    for station in range(t.numbers[STATIONS]):
        if spent >> 2 * station & 3:
            mask |= 1 << station
    return popcount(mask)


@compiled
def ways(t: Tables, s: Ints, start: int) -> int:
    """Stations to which any way along bridges leads from a station; the end is never entered."""
    not_end = ~(1 << t.numbers[END])
    found = 1 << start
    frontier = found
    while frontier != 0:
        here = lowest(frontier)
        frontier &= frontier - 1
        fresh = (s[AT_SUCC + here] | s[AT_SUCC + 16 + here]) & not_end & ~found
        found |= fresh
        frontier |= fresh
    return found


@compiled
def update_kept(t: Tables, s: Ints, seat: int) -> None:
    """Compute on which stations a seat's rings stay (the rule `sweep`); call after `update_reach`."""
    if t.numbers[SWEEP_WAYS] and s[AT_POST + seat] >= 0:
        s[AT_KEPT + seat] = ways(t, s, s[AT_POST + seat])
    else:
        s[AT_KEPT + seat] = s[AT_REACH + seat]
