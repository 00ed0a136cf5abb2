"""The words of the compiled subset of Python: types for annotations, and the few functions that the compiler knows.

All of it is ordinary Python too: a function written with it runs interpreted, with the same results.

=============  ==================================================  ===========================
annotation     value                                               WebAssembly
=============  ==================================================  ===========================
``int``        whole number from −2³¹ to 2³¹ − 1                    ``i32``
``bool``       truth value                                         ``i32``
``Word``       whole number from 0 to 2⁶⁴ − 1                       ``i64``
``float``      floating-point number                               ``f64``
``Ints``       mutable sequence of ``int``                         address of 32-bit numbers
``Shorts``     the same, each from −2¹⁵ to 2¹⁵ − 1                   address of 16-bit numbers
``Words``      mutable sequence of ``Word``                        address of 64-bit numbers
``Floats``     mutable sequence of ``float``                       address of 64-bit floats
``Annotated[Sequence[Ints], 100]``    rows of 100 numbers each     address of the first row
=============  ==================================================  ===========================

Python's numbers know no bounds; the compiled ones wrap around. A program must not leave the bounds, and writes what it
means where it wants to wrap: ``x * y & 0xFFFFFFFFFFFFFFFF``.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Protocol, TypeAlias, TypeVar, overload

Number = TypeVar("Number", int, float)


class Array(Protocol[Number]):
    """Numbers that can be read and changed in place: a list, or a piece of a compiled program's memory."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Number]: ...
    @overload
    def __getitem__(self, place: int) -> Number: ...
    @overload
    def __getitem__(self, place: slice) -> list[Number]: ...
    @overload
    def __setitem__(self, place: int, value: Number) -> None: ...
    @overload
    def __setitem__(self, place: slice, value: Iterable[Number]) -> None: ...


Word: TypeAlias = Annotated[int, "u64"]
Ints: TypeAlias = Annotated[Array[int], "i32"]
Shorts: TypeAlias = Annotated[Array[int], "i16"]
Words: TypeAlias = Annotated[Array[int], "u64"]
Floats: TypeAlias = Annotated[Array[float], "f64"]


def lowest(mask: int) -> int:
    """Number of the lowest set bit of a mask that is not 0.

    >>> lowest(0b1100)
    2
    """
    return (mask & -mask).bit_length() - 1


def popcount(mask: int) -> int:
    """Number of set bits of a mask of 32 bits.

    >>> popcount(0b1101), popcount(-1)
    (3, 32)
    """
    return (mask & 0xFFFFFFFF).bit_count()


def copy(source: Array[Number], target: Array[Number], count: int) -> None:
    """Copy the first `count` numbers of one array over those of another.

    >>> row = [0, 0, 0]
    >>> copy([1, 2, 3], row, 2)
    >>> row
    [1, 2, 0]
    """
    target[:count] = source[:count]


def copy_four(
    source: Array[int], first: int, target: Array[int], place: int, add: int
) -> None:
    """Copy four numbers from a place on, each with something added.

    >>> row = [0, 0, 0, 0, 0]
    >>> copy_four([1, 2, 3, 4, 5], 1, row, 0, 10)
    >>> row
    [12, 13, 14, 15, 0]
    """
    target[place : place + 4] = [number + add for number in source[first : first + 4]]
