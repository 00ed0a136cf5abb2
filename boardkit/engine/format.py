"""The binary format of WebAssembly, as far as the compiler writes it: numbers, types, instructions, a module.

References
----------
.. [1] W3C: WebAssembly Core Specification, chapter 5 (binary format). https://webassembly.github.io/spec/core/
"""

from __future__ import annotations

import ast
import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from boardkit.engine import opcodes as op

PAGE = 65536
"""Memory is counted in pages of so many bytes."""
FIRST_ADDRESS = 16
"""Constant tables stand from here on; address 0 stays free, since it would look like a missing array."""

INT, BOOL, WORD, FLOAT = "int", "bool", "u64", "float"
CODES = {INT: b"\x7f", BOOL: b"\x7f", WORD: b"\x7e", FLOAT: b"\x7c"}
"""How WebAssembly names the types: i32, i32, i64, f64."""


@dataclass(frozen=True)
class ArrayType:
    """Numbers in memory: their type, their size in bytes, and the instructions that load and store one."""

    item: str | ArrayType
    size: int
    load: int = 0
    store: int = 0

    def access(self, instruction: int, offset: int) -> bytes:
        """Code that loads or stores the number at an address plus an offset."""
        return (
            bytes([instruction])
            + unsigned(self.size.bit_length() - 1)
            + unsigned(offset)
        )


ARRAYS = {
    "i32": ArrayType(INT, 4, 0x28, 0x36),
    "i16": ArrayType(INT, 2, 0x2E, 0x3B),
    "u64": ArrayType(WORD, 8, 0x29, 0x37),
    "f64": ArrayType(FLOAT, 8, 0x2B, 0x39),
}
Type = str | ArrayType

# The instruction for each operator and type.
OPERATORS: dict[type, dict[str, int]] = {
    ast.Add: {INT: 0x6A, WORD: 0x7C, FLOAT: 0xA0},
    ast.Sub: {INT: 0x6B, WORD: 0x7D, FLOAT: 0xA1},
    ast.Mult: {INT: 0x6C, WORD: 0x7E, FLOAT: 0xA2},
    ast.Div: {FLOAT: 0xA3},
    ast.BitAnd: {INT: 0x71, WORD: 0x83},
    ast.BitOr: {INT: 0x72, WORD: 0x84},
    ast.BitXor: {INT: 0x73, WORD: 0x85},
    ast.LShift: {INT: 0x74, WORD: 0x86},
    ast.RShift: {INT: 0x75, WORD: 0x88},
    ast.Eq: {INT: 0x46, WORD: 0x51, FLOAT: 0x61},
    ast.NotEq: {INT: 0x47, WORD: 0x52, FLOAT: 0x62},
    ast.Lt: {INT: 0x48, WORD: 0x54, FLOAT: 0x63},
    ast.Gt: {INT: 0x4A, WORD: 0x56, FLOAT: 0x64},
    ast.LtE: {INT: 0x4C, WORD: 0x58, FLOAT: 0x65},
    ast.GtE: {INT: 0x4E, WORD: 0x5A, FLOAT: 0x66},
}


def unsigned(number: int) -> bytes:
    """A number as WebAssembly writes it (LEB128): seven bits a byte, the lowest first, the top bit says "more"."""
    digits = bytearray()
    while number > 127:
        digits.append(number & 127 | 128)
        number >>= 7
    digits.append(number)
    return bytes(digits)


def signed(number: int) -> bytes:
    """The same for numbers that may be negative: the last digit's bit 6 is the sign."""
    digits = bytearray()
    while not -64 <= number < 64:
        digits.append(number & 127 | 128)
        number >>= 7
    digits.append(number & 127)
    return bytes(digits)


def vector(parts: Iterable[bytes]) -> bytes:
    """A sequence: how many, then one after the other."""
    listed = list(parts)
    return unsigned(len(listed)) + b"".join(listed)


def section(number: int, content: bytes) -> bytes:
    """A part of a module."""
    return bytes([number]) + unsigned(len(content)) + content


def constant(kind: Type, value: float) -> bytes:
    """Code that puts a constant on the stack."""
    if kind == FLOAT:
        return op.FLOAT_CONST + struct.pack("<d", value)
    if kind == WORD:
        number = int(value)
        if number >= 1 << 63:  # the same 64 bits, read with a sign
            number -= 1 << 64
        return op.WORD_CONST + signed(number)
    return op.CONST + signed(int(value))


def code_of(kind: Type) -> bytes:
    """How WebAssembly names a type; an array is an address."""
    return CODES[INT if isinstance(kind, ArrayType) else kind]


def signature(parameters: Iterable[Type], result: Type | None) -> bytes:
    """The types of what a function takes and gives."""
    return (
        b"\x60"
        + vector(map(code_of, parameters))
        + vector([] if result is None else [code_of(result)])
    )


def copied(source: bytes, target: bytes, size: int) -> bytes:
    """Code that copies bytes, 16 at a time, between the addresses in two local variables."""
    code = b""
    for at in range(0, size, 16):
        value = op.GET + source + op.LOAD_16_BYTES + unsigned(at)
        code += op.GET + target + value + op.STORE_16_BYTES + unsigned(at)
    return code


def four_added(
    source: bytes, first: int, target: bytes, second: int, add: bytes
) -> bytes:
    """Code that copies four numbers of 32 bits at once, each with the same added."""
    value = (
        source + op.LOAD_16_BYTES + unsigned(first) + add + op.FOUR_TIMES + op.ADD_FOUR
    )
    return target + value + op.STORE_16_BYTES + unsigned(second)


class Constants:
    """Tables of constants, one after the other in memory."""

    def __init__(self) -> None:
        self.content = bytearray()
        self.addresses: dict[int, int] = {}

    def address(self, values: tuple[float, ...]) -> int:
        """The address of a table."""
        if id(values) not in self.addresses:
            self.content += bytes(-len(self.content) % 8)
            self.addresses[id(values)] = FIRST_ADDRESS + len(self.content)
            letter = "d" if isinstance(values[0], float) else "i"
            self.content += struct.pack(f"<{len(values)}{letter}", *values)
        return self.addresses[id(values)]


def name_of(kind: Type) -> str:
    """A type for a message."""
    if isinstance(kind, ArrayType):
        return f"an array of {name_of(kind.item)}"
    return "Word" if kind == WORD else kind


def module(
    signatures: Sequence[bytes],
    bodies: Iterable[bytes],
    exported: Mapping[str, int],
    constants: bytes,
    pages: int,
) -> bytes:
    """A module from the signatures and the code of its functions, their names outside, and its constants in memory."""
    different = list(dict.fromkeys(signatures))
    heap = -(-(FIRST_ADDRESS + len(constants)) // 16) * 16
    # What is exported: 0 a function, 2 a memory, 3 a global variable, and its number.
    names = {name: b"\0" + unsigned(number) for name, number in exported.items()}
    names["memory"] = b"\2\0"
    names["heap"] = b"\3\0"
    data = unsigned(len(constants)) + constants
    sections = [
        section(1, vector(different)),  # signatures
        section(
            3, vector(unsigned(different.index(kind)) for kind in signatures)
        ),  # functions
        section(
            5, vector([b"\1" + unsigned(pages) * 2])
        ),  # memory: as much in the end as in the beginning
        section(
            6, vector([CODES[INT] + b"\0" + constant(INT, heap) + op.END])
        ),  # global variables
        section(
            7,
            vector(
                unsigned(len(name)) + name.encode() + what
                for name, what in names.items()
            ),
        ),  # exports
        section(10, vector(unsigned(len(body)) + body for body in bodies)),  # code
        section(
            11, vector([b"\0" + constant(INT, FIRST_ADDRESS) + op.END + data])
        ),  # constants in memory
    ]
    return b"\0asm\1\0\0\0" + b"".join(sections)
