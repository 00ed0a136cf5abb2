"""The instructions of WebAssembly that the compiler uses, by their names.

Without another word an instruction is for whole numbers of 32 bits.

References
----------
.. [1] W3C: WebAssembly Core Specification, chapter 5 (binary format). https://webassembly.github.io/spec/core/
"""

# Control flow
UNREACHABLE, BLOCK, LOOP, IF, ELSE, END = (
    b"\x00",
    b"\x02",
    b"\x03",
    b"\x04",
    b"\x05",
    b"\x0b",
)
BRANCH, BRANCH_IF, RETURN, CALL = b"\x0c", b"\x0d", b"\x0f", b"\x10"
NOTHING = b"\x40"
"""The type of a block that leaves nothing on the stack."""
# The stack and the local variables
DROP, SELECT, GET, SET, TEE = b"\x1a", b"\x1b", b"\x20", b"\x21", b"\x22"
CONST, WORD_CONST, FLOAT_CONST = b"\x41", b"\x42", b"\x44"
# Whole numbers of 32 bits
IS_ZERO, LESS_OR_EQUAL, GREATER_OR_EQUAL = b"\x45", b"\x4c", b"\x4e"
LEADING_ZEROS, TRAILING_ZEROS, POPCOUNT = b"\x67", b"\x68", b"\x69"
ADD, SUB, MUL, DIV, REM, AND, SHIFT_RIGHT = (
    b"\x6a",
    b"\x6b",
    b"\x6c",
    b"\x6d",
    b"\x6f",
    b"\x71",
    b"\x75",
)
# Words of 64 bits, floats, conversions
WORD_DIV, WORD_REM, FLOAT_NEGATE = b"\x80", b"\x82", b"\x9a"
WORD_TO_INT, INT_TO_WORD, INT_TO_FLOAT, FLOAT_TO_INT = (
    b"\xa7",
    b"\xac",
    b"\xb7",
    b"\xfc\x02",
)
# Many numbers at once
COPY_MEMORY = b"\xfc\x0a\0\0"
LOAD_16_BYTES, STORE_16_BYTES = b"\xfd\0\2", b"\xfd\x0b\2"
FOUR_TIMES, ADD_FOUR = b"\xfd\x11", b"\xfd\xae\1"
