"""Functions in the compiled subset: every construction that it has, in small."""

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from boardkit.engine import (
    Floats,
    Ints,
    Shorts,
    Word,
    Words,
    copy,
    language,
    lowest,
    popcount,
)

PRIMES = (2, 3, 5, 7, 11, 13)
WEIGHTS = (0.5, -1.25, 3.0)
BASE = 12
Rows: TypeAlias = Annotated[Sequence[Ints], 8]


def fibonacci(n: int) -> int:
    """A for loop and an exchange."""
    a = 0
    b = 1
    for _ in range(n):
        a, b = b, a + b
    return a


def divided(a: int) -> int:
    """Division rounds down, for negative numbers too, as in Python."""
    return a // 7 * 100 + a % 7 * 1000 + a // 8 * 10 + a % 8 + a // BASE


def collatz(n: int) -> int:
    """A while loop with break and continue."""
    steps = 0
    while True:
        if n == 1:
            break
        steps += 1
        if n & 1:
            n = 3 * n + 1
            continue
        n >>= 1
    return steps


def counted(n: int) -> int:
    """The variable of a loop may be changed in its body, and keeps its last value; loops may run down or not at all."""
    total = 0
    i = -1
    for i in range(n, 2 * n, 3):
        total += i
        i += 100
    for j in range(n, 0, -2):
        if j % 5 == 4:
            continue
        total = 3 * total - j
    return 1000 * i + total % 1000


def logic(a: int, b: int) -> int:
    """Conditions: short circuits, chains, truth values as numbers."""
    inside = 0 < a <= b < 100
    either = a > b or not inside
    found = 0
    if inside and (a == 1 or b):
        found += 1
    if a and 100 // BASE and not either:
        found += 2
    found += 4 * (1 if either else 0) + (8 if a < b else 16 if a == b else 32) + inside
    return found - min(a, b) * max(a, b) + (-a & ~b ^ a << 2 | b >> 1)


def branches(a: int) -> int:
    """Chains of elif with returns."""
    if a < 0:
        return -1
    if a == 0:
        return 0
    if in_range(a):
        return 2
    return 1


def in_range(a: int) -> bool:
    """A function with a truth value."""
    return 10 <= a < 20


def factorial(n: int) -> int:
    """Recursion."""
    return 1 if n < 2 else n * factorial(n - 1)


def bits(mask: int) -> int:
    """The functions of the language, by name and by module."""
    return 100 * lowest(mask) + popcount(mask) + popcount(~mask) + language.lowest(mask)


def mixed(x: Words) -> None:
    """Words of 64 bits wrap where the program says so (the finaliser of SplitMix64)."""
    z: Word = x[0]
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    z = (z ^ z >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
    x[1] = z ^ z >> 31
    x[2] = z // 10 + z % 10
    x[3] = 7 if z > 1 << 40 else 8
    x[4] = int(z & 0xFFFF) * 3


def averaged(numbers: Floats, n: int) -> float:
    """Floats, mixed with whole numbers; a table of constants."""
    total = 0.0
    for i in range(n):
        total += numbers[i] * WEIGHTS[i % 3] - i
        total -= 1 if numbers[i] > 2 else 0
    return -total / n + 1 / 4 if n else 0.5


def truncated(x: float) -> int:
    """A float becomes a whole number towards 0."""
    return int(x) + int(max(x, 0.5) * 10)


def shifted(rows: Rows, order: Shorts, n: int) -> int:
    """Rows, a row as a variable, an index with an effect counted once, copies."""
    for i in range(n):
        row = rows[i]
        row[0] = i - 3
        rows[i][7] = 2 * row[0]
        order[n - 1 - i] = -i
    copy(rows[0], rows[1], 4)
    rows[n - 1][order[0] + n] += 5
    order[0] ^= 3
    return rows[1][0] + rows[n - 1][1] + PRIMES[n]


def neighbours(order: Shorts, n: int) -> int:
    """Indices that are sums with a constant on either side, which may be negative."""
    total = 0
    for i in range(1, n - 1):
        total = 3 * total + order[i + -1] - order[1 + i] + 2 * order[-1 + i] + order[i - 1]
        order[i + -1] = total & 63
    return total
