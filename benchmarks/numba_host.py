"""A second compiler for the functions of an engine, to compare with: numba, which the product does not need.

`numba_host` makes a host of it, with 64-bit numbers, as version 0.1 had them.
"""

from __future__ import annotations

import types
from collections import namedtuple
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import numba
import numpy

from boardkit.engine import Engine, Program, language

__all__ = ["numba_host"]

DE_BRUIJN = 0x077CB531
PLACES = numpy.zeros(32, numpy.int64)
for _i in range(32):
    PLACES[(DE_BRUIJN << _i & 0xFFFFFFFF) >> 27] = _i


@numba.njit
def lowest(mask):  # type: ignore[no-untyped-def]
    """Number of the lowest set bit, by the top bits of a product that differ for each power of two."""
    return PLACES[((mask & -mask) * 0x077CB531 & 0xFFFFFFFF) >> 27]


@numba.njit
def popcount(mask):  # type: ignore[no-untyped-def]
    """Number of set bits of 32."""
    mask = mask & 0xFFFFFFFF
    mask = mask - (mask >> 1 & 0x55555555)
    mask = (mask & 0x33333333) + (mask >> 2 & 0x33333333)
    mask = mask + (mask >> 4) & 0x0F0F0F0F
    return (mask * 0x01010101 & 0xFFFFFFFF) >> 24


@numba.njit
def copy(source, target, count):  # type: ignore[no-untyped-def]
    """Copy the first numbers."""
    for i in range(count):
        target[i] = source[i]


@numba.njit
def copy_four(source, first, target, place, add):  # type: ignore[no-untyped-def]
    """Copy four numbers, each with something added."""
    for i in range(4):
        target[place + i] = source[first + i] + add


KNOWN = {language.lowest: lowest, language.popcount: popcount, language.copy: copy, language.copy_four: copy_four}


@cache
def compiled(function: types.FunctionType) -> Any:
    """A function as numba compiles it, with all that it calls; it happens at the first call."""
    if function in KNOWN:
        return KNOWN[function]
    scope = dict(function.__globals__)
    fast = numba.njit(nogil=True)(types.FunctionType(function.__code__, scope, function.__name__))
    scope[function.__name__] = fast
    for name in function.__code__.co_names:
        value = scope.get(name)
        if isinstance(value, types.FunctionType):
            scope[name] = compiled(value)
        elif isinstance(value, types.SimpleNamespace):  # numba knows names of numbers in a tuple
            scope[name] = namedtuple(name, vars(value))(**vars(value))
    return fast


class Numba(Engine):
    """Arrays of NumPy, functions of numba."""

    name = "numba"

    def array(self, kind: Any, values: Iterable[float]) -> Any:
        listed = list(values)
        return numpy.array(listed, numpy.float64 if kind is language.Floats else numpy.int64)

    def zeros(self, kind: Any, length: int) -> Any:
        return numpy.zeros(length, numpy.int64)

    def rows(self, kind: Any, number: int, width: int) -> Any:
        return numpy.zeros((number, width), numpy.int64)

    def call(self, function: Any, *args: Any, **kwargs: Any) -> Any:
        result = compiled(function)(*args)
        return result.item() if hasattr(result, "item") else result


def numba_host(_program: Program) -> Callable[[], Engine]:
    """The host, to be entered into `boardkit.engine.hosts.HOSTS`."""
    return Numba

