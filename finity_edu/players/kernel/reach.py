"""Partial paths on a packed position: what a seat reaches, on what its rings stay, how far its best full path leads.

A first search over masks of stations ignores how *many* rings lie on a station.  If no station would have to be left
more often than it has rings, what it finds is exact; otherwise a depth-first search counts, led by what is ahead.
"""

from boardkit.engine import Ints, lowest, popcount
from finity_edu.players.kernel import at
from finity_edu.players.kernel.at import RULE


def update_reach(t: Ints, s: Ints, seat: int, work: Ints) -> None:
    """Compute what a seat reaches, and which arrows matter to that."""
    s[at.REACH + seat] = 0
    s[at.DEPART + 2 * seat] = 0
    s[at.DEPART + 2 * seat + 1] = 0
    if s[at.POST + seat] < 0:
        return
    small = s[at.RING + 3 * seat]
    medium = s[at.RING + 3 * seat + 1]
    large = s[at.RING + 3 * seat + 2]
    ringed = small | medium | large
    not_end = ~(1 << t[at.END])
    last = t[at.LENGTH] - 1
    here = 1 << s[at.POST + seat]
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
        colour = t[at.WORD + i]
        s[at.DEPART + 2 * seat + colour] |= here
        following = 0
        while here != 0:
            following |= s[at.SUCC + 16 * colour + lowest(here)]
            here &= here - 1
        if i < last:
            following &= not_end
        found |= following
        here = following
    two = small & medium | small & large | medium & large
    three = small & medium & large
    if (twice & ~two) | (thrice & ~three) | more:
        found = _exact_reach(t, s, seat, found, work)
    s[at.REACH + seat] = found


def packed_rings(t: Ints, s: Ints, seat: int) -> int:
    """Own rings on all stations, two bits a station."""
    packed = 0
    for size in range(3):
        mask = s[at.RING + 3 * seat + size]
        while mask != 0:
            packed += 1 << 2 * lowest(mask)
            mask &= mask - 1
    return packed


def _look_ahead(t: Ints, s: Ints, seat: int, work: Ints) -> None:
    """For each number of symbols read and station: what lies ahead if rings were only present, not counted."""
    ringed = (
        s[at.RING + 3 * seat] | s[at.RING + 3 * seat + 1] | s[at.RING + 3 * seat + 2]
    )
    length = t[at.LENGTH]
    for station in range(t[at.STATIONS]):
        work[at.AHEAD + 16 * length + station] = 1 << station
    for i in range(length - 1, -1, -1):
        for station in range(t[at.STATIONS]):
            ahead = 1 << station
            if station != t[at.END] and (i == 0 or ringed >> station & 1):
                heads = s[at.SUCC + 16 * t[at.WORD + i] + station]
                if i < length - 1:
                    heads &= ~(1 << t[at.END])
                while heads != 0:
                    ahead |= work[at.AHEAD + 16 * (i + 1) + lowest(heads)]
                    heads &= heads - 1
            work[at.AHEAD + 16 * i + station] = ahead


def _next_epoch(work: Ints) -> int:
    """Forget the states that earlier searches have seen."""
    epoch = work[at.EPOCH] + 1
    if epoch >= 1 << 20:
        epoch = 1
        for i in range(2 * at.MEMO_SIZE):
            work[at.MEMO + i] = 0
    work[at.EPOCH] = epoch
    return epoch


def _seen(work: Ints, epoch: int, i: int, station: int, left: int) -> bool:
    """Whether this search has been in a state before (it may forget, it never errs the other way)."""
    key = epoch << 10 | i << 4 | station
    place = at.MEMO + 2 * (
        (key ^ key >> 10 ^ left ^ left >> 9 ^ left >> 17) & at.MEMO_SIZE - 1
    )
    if work[place] == key and work[place + 1] == left:
        return True
    work[place] = key
    work[place + 1] = left
    return False


def _exact_reach(t: Ints, s: Ints, seat: int, most: int, work: Ints) -> int:
    """Stations reached by partial paths with rings counted; `most` is what can be hoped for."""
    _look_ahead(t, s, seat, work)
    epoch = _next_epoch(work)
    length = t[at.LENGTH]
    post = s[at.POST + seat]
    not_end = ~(1 << t[at.END])
    heads = s[at.SUCC + 16 * t[at.WORD] + post]
    if length > 1:
        heads &= not_end
    found = 1 << post | heads
    work[at.TODO] = heads
    work[at.LEFT] = packed_rings(t, s, seat)
    i = 0
    while i >= 0 and found != most:
        heads = work[at.TODO + i]
        if heads == 0:
            i -= 1
            continue
        work[at.TODO + i] = heads & heads - 1
        here = lowest(heads)
        left = work[at.LEFT + i]
        if (
            i + 1 == length
            or (left >> 2 * here & 3) == 0
            or work[at.AHEAD + 16 * (i + 1) + here] & ~found == 0
        ):
            continue
        if _seen(work, epoch, i + 1, here, left):
            continue
        i += 1
        heads = s[at.SUCC + 16 * t[at.WORD + i] + here]
        if i < length - 1:
            heads &= not_end
        found |= heads
        work[at.TODO + i] = heads
        work[at.LEFT + i] = left - (1 << 2 * here)
    return found


def most_stations(t: Ints, s: Ints, seat: int, work: Ints) -> int:
    """Number of distinct stations on the best full path of a seat, start and end included; 0 without one."""
    _look_ahead(t, s, seat, work)
    epoch = _next_epoch(work)
    length = t[at.LENGTH]
    post = s[at.POST + seat]
    end = 1 << t[at.END]
    rings = packed_rings(t, s, seat)
    work[at.TODO] = s[at.SUCC + 16 * t[at.WORD] + post]
    work[at.LEFT] = rings
    best = 0
    i = 0
    while i >= 0:
        heads = work[at.TODO + i]
        if heads == 0:
            i -= 1
            continue
        left = work[at.LEFT + i]
        if i == length - 1:
            work[at.TODO + i] = 0
            if heads & end:
                best = max(best, 1 + _visited(t, post, rings - left))
            continue
        work[at.TODO + i] = heads & heads - 1
        here = lowest(heads)
        if (
            here == t[at.END]
            or (left >> 2 * here & 3) == 0
            or work[at.AHEAD + 16 * (i + 1) + here] & end == 0
        ):
            continue
        if _seen(work, epoch, i + 1, here, left):
            continue
        i += 1
        work[at.TODO + i] = s[at.SUCC + 16 * t[at.WORD + i] + here]
        work[at.LEFT + i] = left - (1 << 2 * here)
    return best


def _visited(t: Ints, post: int, spent: int) -> int:
    """Number of stations on a path, the end apart, from the rings that it has spent."""
    mask = 1 << post
    for station in range(t[at.STATIONS]):
        if spent >> 2 * station & 3:
            mask |= 1 << station
    return popcount(mask)


def ways(t: Ints, s: Ints, start: int) -> int:
    """Stations to which any way along arrows leads from a station; the end is never entered."""
    not_end = ~(1 << t[at.END])
    found = 1 << start
    frontier = found
    while frontier != 0:
        here = lowest(frontier)
        frontier &= frontier - 1
        fresh = (s[at.SUCC + here] | s[at.SUCC + 16 + here]) & not_end & ~found
        found |= fresh
        frontier |= fresh
    return found


def update_kept(t: Ints, s: Ints, seat: int) -> None:
    """Compute on which stations a seat's rings stay (the rule `sweep`); call after `update_reach`."""
    if t[RULE.sweep_ways] and s[at.POST + seat] >= 0:
        s[at.KEPT + seat] = ways(t, s, s[at.POST + seat])
    else:
        s[at.KEPT + seat] = s[at.REACH + seat]
