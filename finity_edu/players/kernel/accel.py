"""The compiler, if there is one: with numba the kernel is machine code, without it the same functions run as Python.

The functions of this package use integers, tuples of integer sequences and loops only, so that both readings mean
the same.  Compiled code is kept on disk beside the modules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

Ints: TypeAlias = Any
"""A mutable sequence of integers: a NumPy array where the kernel is compiled, a list elsewhere."""

Function = TypeVar("Function", bound=Callable[..., Any])

try:
    import numba
    import numpy

    COMPILED = not numba.config.DISABLE_JIT
except ImportError:  # a browser, or an installation without the extra "fast"
    COMPILED = False


def forget_outdated() -> None:
    """Delete compiled code that is older than any module of this package.

    numba looks at the file of each function only; but constants and functions of other files are compiled in too.
    """
    folder = Path(__file__).parent
    newest = max(file.stat().st_mtime for file in folder.glob("*.py"))
    for file in (folder / "__pycache__").glob("*.nb[ic]"):
        if file.stat().st_mtime < newest:
            file.unlink(missing_ok=True)


if COMPILED:
    with suppress(OSError):  # not ours to delete, or not a folder at all
        forget_outdated()


def compiled(function: Function) -> Function:
    """Compile a function on first use; it neither holds the interpreter's lock nor touches Python objects."""
    return numba.njit(cache=True, nogil=True)(function) if COMPILED else function


def ints(values: Iterable[int]) -> Ints:
    """A mutable sequence of 64-bit integers."""
    return numpy.array(list(values), dtype=numpy.int64) if COMPILED else list(values)


def shorts(values: Iterable[int]) -> Ints:
    """A mutable sequence of 16-bit integers: move lists and their tables, small so that they are copied fast."""
    return numpy.array(list(values), dtype=numpy.int16) if COMPILED else list(values)


def floats(values: Iterable[float]) -> Any:
    """A mutable sequence of floating-point numbers."""
    return numpy.array(list(values), dtype=numpy.float64) if COMPILED else list(values)


def plain(numbers: Ints) -> list[int]:
    """The same numbers as a list of Python's own integers."""
    return numbers.tolist() if COMPILED else list(numbers)


def rows(number: int, length: int) -> Any:
    """Several mutable sequences of 64-bit integers, all 0."""
    return numpy.zeros((number, length), dtype=numpy.int64) if COMPILED else [[0] * length for _ in range(number)]


def short_rows(number: int, length: int) -> Any:
    """Several mutable sequences of 16-bit integers, all 0."""
    return numpy.zeros((number, length), dtype=numpy.int16) if COMPILED else [[0] * length for _ in range(number)]


# An index that cannot be negative spares the compiler a test, and lets it copy several numbers at once.
unsigned = numba.uint64 if COMPILED else int


@compiled
def copy_row(rows: Ints, first: int, width: int, add: int, out: Ints, n: int) -> None:
    """Copy `width` numbers from a place in `rows`, each with something added, to a place in `out`."""
    for i in range(unsigned(width)):
        out[unsigned(n) + i] = rows[unsigned(first) + i] + add


# Multiplying a power of two by this constant brings a different pattern to the top five bits for each exponent.
_DE_BRUIJN = 0x077CB531
_PLACES = [0] * 32
for _i in range(32):
    _PLACES[(_DE_BRUIJN << _i & 0xFFFFFFFF) >> 27] = _i
PLACES = shorts(_PLACES)


@compiled
def lowest(mask: int) -> int:
    """Number of the lowest set bit of a mask of at most 32 bits."""
    return PLACES[((mask & -mask) * 0x077CB531 & 0xFFFFFFFF) >> 27]


@compiled
def popcount(mask: int) -> int:
    """Number of set bits of a mask of at most 32 bits."""
    mask = mask - (mask >> 1 & 0x55555555)
    mask = (mask & 0x33333333) + (mask >> 2 & 0x33333333)
    mask = mask + (mask >> 4) & 0x0F0F0F0F
    return (mask * 0x01010101 & 0xFFFFFFFF) >> 24


@compiled
def random_below(dice: Ints, limit: int) -> int:
    """A random number 0 … limit − 1 from two words of 32 bits (the generator xoroshiro64**).

    References
    ----------
    .. [1] D. Blackman, S. Vigna: Scrambled linear pseudorandom number generators. ACM TOMS 47 (2021) 36.
    """
    a = dice[0]
    b = dice[1]
    r = a * 0x9E3779BB & 0xFFFFFFFF
    r = (r << 5 | r >> 27) & 0xFFFFFFFF
    r = r * 5 & 0xFFFFFFFF
    b ^= a
    dice[0] = ((a << 26 | a >> 6) ^ b ^ b << 9) & 0xFFFFFFFF
    dice[1] = (b << 13 | b >> 19) & 0xFFFFFFFF
    return r * limit >> 32


def dice_of(seed: int) -> Ints:
    """The state of `random_below` for a seed."""
    words = []
    x = seed & 0xFFFFFFFFFFFFFFFF
    for _ in range(2):  # the mixer "splitmix64", so that neighbouring seeds are far apart
        x = x + 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
        z = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
        z = (z ^ z >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
        words.append((z ^ z >> 31) & 0xFFFFFFFF)
    return ints(words if any(words) else [1, 1])
