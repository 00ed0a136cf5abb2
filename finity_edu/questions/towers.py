"""Sets of towers of one height as bit sets: bit i is the tower whose letters, bottom first, are the digits of i."""

from collections.abc import Iterable
from functools import cache

from automatakit.automaton.states import Edge

Held = tuple[tuple[str, int], ...]


def tower_bits(
    arrows: Iterable[Edge],
    start: str,
    end: str,
    length: int,
    rings: dict[str, int] | None = None,
) -> int:
    """Return the set of winning towers of one height as a bit set.

    Bit i stands for the tower whose letters, bottom first, are the binary digits of i (b = 0, w = 1).

    Parameters
    ----------
    arrows : iterable of (tail, colour, head)
    start, end : str
        Station of the post, station of the tower (nothing leaves it).
    length : int
        Height of the towers.
    rings : dict, optional
        The player's rings by station; None: rings do not matter.

    Examples
    --------
    >>> bin(tower_bits([("A", "b", "B"), ("B", "w", "C"), ("B", "b", "C")], "A", "C", 2))
    '0b11'
    """
    after: dict[str, list[tuple[str, str]]] = {}
    for p, a, q in arrows:
        after.setdefault(p, []).append((a, q))

    @cache
    def bits(p: str, left: Held | None, k: int) -> int:
        """The towers of height k that lead from a station to the end, with the rings that are left."""
        if k == 0 or p == end:
            return int(k == 0 and p == end)
        found = 0
        for a, q in after.get(p, ()):
            if left is None or q == end:
                rest = left
            elif any(s == q and n for s, n in left):
                rest = tuple((s, n - (s == q)) for s, n in left)
            else:
                continue
            found |= bits(q, rest, k - 1) << ((1 << (k - 1)) if a == "w" else 0)
        return found

    return bits(start, None if rings is None else tuple(rings.items()), length)


def words_of_bits(bits: int, height: int) -> set[str]:
    """The towers of a bit set."""
    words = set()
    while bits:
        low = bits & -bits
        words.add(
            format(low.bit_length() - 1, f"0{height}b").translate(
                str.maketrans("01", "bw")
            )
        )
        bits ^= low
    return words
