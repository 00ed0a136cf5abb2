"""The compiler: the same results as Python for everything in its subset, and a line for everything outside."""

import importlib.util
import os
import subprocess
import sys
from array import array
from itertools import product
from pathlib import Path

import pytest

from boardkit.engine import (
    CompileError,
    Floats,
    Ints,
    Program,
    Shorts,
    Words,
    compile_functions,
)
from tests.boardkit.engine import samples
from tests.needs import needed

ROOT = Path(__file__).parents[3]
FUNCTIONS = [one for name, one in vars(samples).items() if getattr(one, "__module__", "") == samples.__name__]
PROGRAM = Program(*(one for one in FUNCTIONS if callable(one)))
NUMBERS = (-2_000_000, -100, -13, -8, -7, -1, 0, 1, 2, 5, 7, 12, 19, 63, 99, 1_000_003)


@pytest.fixture(scope="module")
def engines():
    needed("wasmtime")
    return PROGRAM.start("wasmtime"), PROGRAM.start("python")


@pytest.mark.parametrize(("function", "arguments"), [
    (samples.fibonacci, [(n,) for n in range(-2, 40)]),
    (samples.divided, [(n,) for n in (*range(-60, 60), *NUMBERS)]),
    (samples.collatz, [(n,) for n in range(1, 40)]),
    (samples.counted, [(n,) for n in range(-3, 25)]),
    (samples.logic, list(product(NUMBERS[1:-1], repeat=2))),
    (samples.branches, [(n,) for n in NUMBERS]),
    (samples.in_range, [(n,) for n in NUMBERS]),
    (samples.factorial, [(n,) for n in range(13)]),
    (samples.bits, [(n,) for n in NUMBERS if n]),
    (samples.truncated, [(x,) for x in (-2.5, -0.1, 0.0, 0.99, 1e6 + 0.5)]),
], ids=lambda one: getattr(one, "__name__", ""))  # fmt: skip
def test_numbers_are_those_of_python(engines, function, arguments):
    fast, slow = ([engine.call(function, *one) for one in arguments] for engine in engines)
    assert fast == slow


def test_words_of_64_bits_are_those_of_python(engines):
    for value in (0, 1, 12345, 2**40, 2**63 - 1, 2**63, 2**64 - 1):
        arrays = [engine.array(Words, [value, 0, 0, 0, 0]) for engine in engines]
        for engine, one in zip(engines, arrays, strict=True):
            engine.call(samples.mixed, one)
        assert list(arrays[0]) == list(arrays[1])


def test_floats_are_those_of_python_to_the_last_bit(engines):
    values = [1.7 * k**1.5 - 3 for k in range(30)]
    for n in range(30):
        fast, slow = (engine.call(samples.averaged, engine.array(Floats, values), n) for engine in engines)
        assert fast == slow


def test_rows_and_short_numbers_are_those_of_python(engines):
    seen = []
    for engine in engines:
        rows, order = engine.rows(Ints, 6, 8), engine.array(Shorts, [9] * 5)
        rows[2][3:5] = [-70_000, 70_000]
        result = engine.call(samples.shifted, rows, order, 5)
        seen.append((result, [list(row) for row in rows], list(order), len(order), rows[2][3], order[1:3]))
    assert seen[0] == seen[1]


def test_an_index_may_be_a_sum_with_a_negative_constant(engines):
    seen = []
    for engine in engines:
        order = engine.array(Shorts, [7, 1, 5, 3, 9, 2])
        seen.append((engine.call(samples.neighbours, order, 6), list(order)))
    assert seen[0] == seen[1]


def test_memory_that_was_borrowed_is_given_back(engines):
    fast = engines[0]
    before = fast.heap
    with fast.scratch():
        fast.array(Ints, range(100))
        assert fast.heap == before + 400
    assert fast.heap == before


def test_a_memory_refuses_what_does_not_fit(engines):
    numbers = engines[0].array(Ints, [1, 2, 3])
    with pytest.raises(IndexError):
        numbers[3]
    with pytest.raises(ValueError, match="2 numbers for 3 places"):
        numbers[:] = [1, 2]
    with pytest.raises(OverflowError):
        numbers[0] = 2**40


REFUSED = {
    "a: int = 2\n    return a": None,
    "return x ** 2": "Pow of int",
    "return x / 2": "float where int is wanted",
    "return x // y": "a division of anything but a whole number by a positive constant",
    "return x // -2": "a division of anything but a whole number by a positive constant",
    "return [x][0]": "the expression [x]",
    "return len(numbers)": "len()",
    "return abs(x)": "abs()",
    "return numbers.index(x)": ".index()",
    "return f(x, x, numbers, w, x)": "a call of f() with 5 arguments",
    "return f(*x)": "the expression *x",
    "return 0 < f(x, x, numbers, w) < 9": "a call in a chain",
    "return f(x=1)": "a call with keywords",
    "return nothing": "nothing, which is no variable set above and no constant,",
    "return later\n    later = 1": "later, which is no variable set above and no constant,",
    "return TEXT": "TEXT, which is no variable set above and no constant,",
    "return MIXED[x]": "a table of anything but whole numbers, or floats",
    "return x[0]": "an index into anything but an array",
    "return numbers[0.5]": "float where int is wanted",
    "return numbers": "an array of int where int is wanted",
    "return w": "Word where int is wanted",
    "return x and y": "and, or between numbers, as a value,",
    "return x > 1 and y": "and, or between numbers, as a value,",
    "return x or y > 1": "and, or between numbers, as a value,",
    "return ~0.5": "Invert of float",
    "return x in (1, 2)": "the comparison x in (1, 2)",
    "return 1 << 70": "a number of more than 64 bits",
    "return procedure(numbers)": "procedure(), which returns nothing, as a value",
    "z = 0.5\n    z = 1": "a whole number for a variable of type float",
    "z = 1\n    z = 0.5": "float where int is wanted",
    "z = y = x": "an assignment to several targets",
    "z, y = numbers": "unpacking",
    "numbers.x = 1": "the target numbers.x",
    "x + 1": "an expression without effect",
    "for z in numbers:\n        pass": "a for loop over anything but range()",
    "for z in range(1, 5, x):\n        pass": "a step that is not a constant",
    "while x:\n        x -= 1\n    else:\n        x = 1": "else after a loop",
    "if numbers:\n        x = 1": "an array as a condition",
    "assert x": "the statement assert",
    "try:\n        x = 1\n    finally:\n        x = 2": "the statement try",
    "return typed(x)": "the type str",
    "return untyped(x)": "a parameter or result without a type",
    "return starred(x)": "a parameter with a default, a star or a keyword",
}
FILE = '''"""Refused."""
from boardkit.engine import Ints, Word
TEXT, MIXED = "text", (1, 2.5)
def procedure(n: Ints) -> None: n[0] = 1
def typed(a: str) -> int: return 1
def untyped(a) -> int: return 1
def starred(*a: int) -> int: return 1
def f(x: int, y: int, numbers: Ints, w: Word) -> int:
    {body}
    return 1
'''


@pytest.mark.parametrize("body", REFUSED)
def test_what_is_outside_the_subset_is_refused_with_its_line(tmp_path, body):
    file = tmp_path / "refused.py"
    file.write_text(FILE.format(body=body))
    spec = importlib.util.spec_from_file_location("refused", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if REFUSED[body] is None:
        assert compile_functions([module.f])
        return
    with pytest.raises(CompileError) as caught:
        compile_functions([module.f])
    where, _, what = str(caught.value).partition(": ")
    name, _, line = where.rpartition(":")
    assert name == str(file)
    assert what == f"{REFUSED[body]} is not in the compiled subset"
    if "typed" not in body and "starred" not in body:  # these stand where they are declared
        assert int(line) in range(9, 9 + body.count("\n") + 1)


def test_the_same_functions_give_the_same_bytes_in_every_process():
    code = "from tests.boardkit.engine.test_compiler import PROGRAM; print(PROGRAM.module.hex())"
    found = {subprocess.run([sys.executable, "-c", code], text=True, check=True, capture_output=True, cwd=ROOT,
                            env=os.environ | {"PYTHONHASHSEED": seed}).stdout.strip() for seed in "12"}
    assert found == {PROGRAM.module.hex()}


def test_an_array_of_the_standard_library_goes_into_the_memory_as_it_is(engines):
    for engine in engines:
        assert list(engine.array(Ints, array("i", [4, -5]))) == [4, -5]
