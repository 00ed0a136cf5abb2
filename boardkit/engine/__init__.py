"""Fast functions without a toolchain: a small typed subset of Python, compiled to WebAssembly.

`language` has the words of the subset, `compiler` turns functions into the bytes of a module, and a `Program` runs
them where it can: in wasmtime, in a browser, or interpreted.

>>> from boardkit.engine import Ints, Program
>>> def largest(numbers: Ints, count: int) -> int:
...     found = numbers[0]
...     for i in range(1, count):
...         found = max(found, numbers[i])
...     return found
>>> engine = Program(largest).start("python")
>>> engine.call(largest, engine.array(Ints, [3, 7, 5]), 3)
7
"""

from boardkit.engine.compiler import compile_functions
from boardkit.engine.expressions import CompileError
from boardkit.engine.hosts import Engine, Program
from boardkit.engine.language import (
    Array,
    Floats,
    Ints,
    Shorts,
    Word,
    Words,
    copy,
    copy_four,
    lowest,
    popcount,
)

__all__ = [
    "Array",
    "CompileError",
    "Engine",
    "Floats",
    "Ints",
    "Program",
    "Shorts",
    "Word",
    "Words",
    "compile_functions",
    "copy",
    "copy_four",
    "lowest",
    "popcount",
]
