"""Counting and playing at random with packed positions."""

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from boardkit.engine import Ints, Word, Words, copy
from finity_edu.players.kernel import at, kind
from finity_edu.players.kernel.apply import apply
from finity_edu.players.kernel.moves import legal

States: TypeAlias = Annotated[Sequence[Ints], at.STATE_SIZE]
"""Packed positions, one after the other."""
Lists: TypeAlias = Annotated[Sequence[Ints], kind.MOST_MOVES]
"""Lists of moves."""


def random_below(dice: Words, limit: int) -> int:
    """A random number 0 … limit − 1 from two words of 32 bits (the generator xoroshiro64**).

    References
    ----------
    .. [1] D. Blackman, S. Vigna: Scrambled linear pseudorandom number generators. ACM TOMS 47 (2021) 36.
    """
    a = dice[0]
    b = dice[1]
    r: Word = a * 0x9E3779BB & 0xFFFFFFFF
    r = (r << 5 | r >> 27) & 0xFFFFFFFF
    r = r * 5 & 0xFFFFFFFF
    b ^= a
    dice[0] = ((a << 26 | a >> 6) ^ b ^ b << 9) & 0xFFFFFFFF
    dice[1] = (b << 13 | b >> 19) & 0xFFFFFFFF
    return int(r * limit >> 32)


def dice_of(seed: int) -> list[int]:
    """The state of `random_below` for a seed."""
    words = []
    x = seed & 0xFFFFFFFFFFFFFFFF
    # The mixer "splitmix64", so that neighbouring seeds are far apart
    for _ in range(2):
        x = x + 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
        z = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
        z = (z ^ z >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
        words.append((z ^ z >> 31) & 0xFFFFFFFF)
    return words if any(words) else [1, 1]


def count_sequences(
    t: Ints, states: States, lists: Lists, left: Ints, work: Ints, depth: int
) -> int:
    """Perft of ``states[0]`` for a depth of level least 1.

    There is one row of `states` and `lists` and one entry of `left` (moves not yet tried) for each level.
    """
    number = legal(t, states[0], lists[0])
    if depth == 1:
        return number
    total = 0
    level = 0
    left[0] = number
    while level >= 0:
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        copy(states[level], states[level + 1], at.STATE_SIZE)
        apply(t, states[level + 1], lists[level][left[level]], work)
        number = legal(t, states[level + 1], lists[level + 1])
        if level + 2 == depth:
            total += number
        else:
            level += 1
            left[level] = number
    return total


def random_plies(
    t: Ints,
    start: Ints,
    s: Ints,
    out: Ints,
    work: Ints,
    dice: Words,
    plies: int,
    ends: Ints,
) -> int:
    """Play random games from a start until so many moves have been played.

    At every ply all legal moves are listed and one is applied.  `s` is overwritten; ``ends[result]`` counts how the
    games ended (see `tables.TIE`).  Returns the number of finished games.
    """
    games = 0
    copy(start, s, at.STATE_SIZE)
    for _ in range(plies):
        number = legal(t, s, out)
        apply(t, s, out[random_below(dice, number)], work)
        if s[at.RESULT] != 0:
            ends[s[at.RESULT]] += 1
            games += 1
            copy(start, s, at.STATE_SIZE)
    return games


def random_game(t: Ints, s: Ints, out: Ints, work: Ints, dice: Words, cap: int) -> int:
    """Play random moves in place to the end of the game, or at most `cap` of them; returns how many."""
    plies = 0
    while plies < cap and s[at.RESULT] == 0:
        number = legal(t, s, out)
        apply(t, s, out[random_below(dice, number)], work)
        plies += 1
    return plies


def list_many(t: Ints, states: States, number: int, times: int, out: Ints) -> int:
    """List the legal moves of several positions some times; returns how many there are in all (for measuring)."""
    total = 0
    for _ in range(times):
        for i in range(number):
            total += legal(t, states[i], out)
    return total
