"""Expressions of the subset and their types: each becomes a pair of its type and its bytes (see `compiler`)."""

from __future__ import annotations

import ast
import builtins
import linecache
import types
from abc import ABC, abstractmethod
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from typing import Annotated, Any, get_args, get_origin

from boardkit.engine import language
from boardkit.engine.format import *

WIDER = {FLOAT: b"\xb7", WORD: b"\xac"}
"""How a whole number of 32 bits becomes another number."""
BITS = {language.lowest: b"\x68", language.popcount: b"\x69"}
SMALL = 300
"""A function of at most so many nodes stands in place of its calls: a call costs more than what it does."""


class CompileError(Exception):
    """Something outside the subset; the message begins with file and line."""


@cache
def tree_of(file: str) -> dict[int, ast.FunctionDef]:
    """The functions of a file by their first lines."""
    tree = ast.parse("".join(linecache.getlines(file)))
    return {node.lineno: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


class Expressions(ABC):
    """The values in one function, its local variables, and the calls that it makes."""

    def __init__(self, module: Any, function: types.FunctionType) -> None:
        self.module = module
        self.globals, self.file = function.__globals__, function.__code__.co_filename
        self.tree = tree_of(self.file)[function.__code__.co_firstlineno]
        self.numbers: dict[str, int] = {}  # the local variables by name, and the types of all
        self.kinds: list[Type] = []
        self.inlined: list[Expressions] = []
        self.depth = 0  # of blocks around the present statement
        self.leave: int | None = None  # depth to which `return` leads in a function that stands in place of a call
        self.loops: list[tuple[int, int]] = []  # depths to which `break` and `continue` lead
        given = self.tree.args
        plain = not (given.vararg or given.kwarg or given.kwonlyargs or given.posonlyargs or given.defaults)
        self.demand(plain, self.tree, "a parameter with a default, a star or a keyword")
        self.parameters = [self.annotation(one.annotation, one) for one in given.args]
        nothing = isinstance(self.tree.returns, ast.Constant) and self.tree.returns.value is None
        self.result = None if nothing else self.annotation(self.tree.returns, self.tree)
        self.small = sum(1 for _ in ast.walk(self.tree)) <= SMALL

    @abstractmethod
    def inner(self, statements: Iterable[ast.stmt], levels: int) -> bytes:
        """Statements that stand so many blocks deeper."""

    def refused(self, node: ast.AST, what: str) -> CompileError:
        """The error for something that cannot be compiled, with its line."""
        return CompileError(f"{self.file}:{getattr(node, 'lineno', 0)}: {what} is not in the compiled subset")

    def demand(self, fulfilled: bool, node: ast.AST, what: str) -> None:
        """Stop unless something is as the subset wants it."""
        if not fulfilled:
            raise self.refused(node, what)

    # ------------------------------------------------------------------ types

    def annotation(self, node: ast.expr | None, place: ast.AST) -> Type:
        """The type that an annotation means."""
        if node is None:
            raise self.refused(place, "a parameter or result without a type")
        meant = node.value if isinstance(node, ast.Constant) else ast.unparse(node)
        kind = self.meaning(eval(meant, self.globals) if isinstance(meant, str) else meant)
        if kind is None:
            raise self.refused(place, f"the type {ast.unparse(node)}")
        return kind

    def meaning(self, meant: Any) -> Type | None:
        """The type of the subset that a type of Python means, if it means one."""
        if meant in (int, bool, float):
            return str(meant.__name__)
        if get_origin(meant) is not Annotated:
            return None
        inner, mark = get_args(meant)[:2]
        if isinstance(mark, int):
            row = self.meaning(get_args(inner)[0])
            return ArrayType(row, mark * row.size) if isinstance(row, ArrayType) else None
        return WORD if inner is int and mark == "u64" else ARRAYS.get(mark)

    def convert(self, kind: Type, code: bytes, wanted: Type, node: ast.AST) -> bytes:
        """Code for a value as another type, where nothing can be lost."""
        if kind == wanted or (kind == BOOL and wanted == INT):
            return code
        if kind in (INT, BOOL) and wanted in WIDER:
            return code + WIDER[str(wanted)]
        raise self.refused(node, f"{name_of(kind)} where {name_of(wanted)} is wanted")

    def alike(self, node: ast.AST, *values: tuple[Type, bytes]) -> tuple[Type, list[bytes]]:
        """Values brought to one type."""
        kinds = [INT if kind == BOOL else kind for kind, _ in values]
        wanted = next(kind for kind in (FLOAT, WORD, *kinds) if kind in kinds)
        return wanted, [self.convert(kind, code, wanted, node) for kind, code in values]

    # ------------------------------------------------------------------ variables

    def declare(self, name: str, kind: Type) -> int:
        """A new local variable; returns its number."""
        self.kinds.append(kind)
        self.numbers[name] = len(self.kinds) - 1
        return self.numbers[name]

    def temporary(self, kind: Type) -> bytes:
        """A new local variable without a name."""
        return unsigned(self.declare(f" {len(self.kinds)}", kind))

    # ------------------------------------------------------------------ expressions

    def known(self, node: ast.expr) -> Any:
        """The value of an expression that holds constants only; None if it holds anything else."""
        value = node.value if isinstance(node, ast.Constant) else self.outside(node)
        if isinstance(node, ast.BinOp | ast.UnaryOp):
            parts = [node.operand] if isinstance(node, ast.UnaryOp) else [node.left, node.right]
            if all(isinstance(self.known(part), int | float) for part in parts):
                with suppress(TypeError, ArithmeticError):
                    whole = ast.fix_missing_locations(ast.Expression(node))
                    value = eval(compile(whole, self.file, "eval"), self.globals)
        return value if isinstance(value, int | float | tuple) else None

    def outside(self, node: ast.expr) -> Any:
        """What a name, or a name of a module, means outside the function."""
        if isinstance(node, ast.Name) and node.id not in self.numbers:
            return self.globals.get(node.id, getattr(builtins, node.id, None))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            return getattr(self.globals.get(node.value.id), node.attr, None)
        return None

    def value(self, node: ast.expr) -> tuple[Type, bytes]:
        """Type and code of an expression."""
        value = self.known(node)
        if isinstance(value, tuple):
            kinds = {type(one) for one in value} - {bool}
            self.demand(kinds in ({int}, {float}), node, "a table of anything but whole numbers, or floats")
            address = self.module.constants.address(value)
            return ARRAYS["f64" if kinds == {float} else "i32"], constant(INT, address)
        if value is not None:
            kind = BOOL if isinstance(value, bool) else FLOAT if isinstance(value, float) else \
                INT if -(1 << 31) <= value < 1 << 31 else WORD
            self.demand(kind != WORD or 0 <= value < 1 << 64, node, "a number of more than 64 bits")
            return kind, constant(kind, value)
        name = f"of_{type(node).__name__}"
        if not hasattr(self, name):
            raise self.refused(node, f"the expression {ast.unparse(node)}")
        return getattr(self, name)(node)

    def of_Name(self, node: ast.Name) -> tuple[Type, bytes]:
        """A variable."""
        if node.id not in self.numbers:
            raise self.refused(node, f"{node.id}, which is no variable set above and no constant,")
        number = self.numbers[node.id]
        return self.kinds[number], GET + unsigned(number)

    def of_Subscript(self, node: ast.Subscript) -> tuple[Type, bytes]:
        """A number or a row of an array."""
        return self.item(*self.place(node))

    def item(self, array: ArrayType, address: bytes, offset: int) -> tuple[Type, bytes]:
        """A number in memory, or the address of a row."""
        if isinstance(array.item, ArrayType):
            return array.item, address + (constant(INT, offset) + ADD if offset else b"")
        return array.item, address + array.access(array.load, offset)

    def place(self, node: ast.expr) -> tuple[ArrayType, bytes, int]:
        """Where something stands in memory: the array, code for an address, and what is to be added to that."""
        if not isinstance(node, ast.Subscript):
            raise self.refused(node, f"the target {ast.unparse(node)}")
        offset = 0
        if isinstance(node.value, ast.Subscript):
            outer, address, offset = self.place(node.value)
            array = outer.item
        else:
            array, address = self.value(node.value)
        if not isinstance(array, ArrayType):
            raise self.refused(node, "an index into anything but an array")
        known, index = self.split(node.slice)
        if known < 0:  # WebAssembly only adds
            known, index = 0, node.slice
        if index is not None:
            scale = constant(INT, array.size) + b"\x6c"
            address += self.convert(*self.value(index), INT, node) + scale + ADD
        return array, address, offset + known * array.size

    def split(self, node: ast.expr) -> tuple[int, ast.expr | None]:
        """A sum as its constant part and the rest."""
        value = self.known(node)
        if isinstance(value, int):
            return value, None
        if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add)):
            return 0, node
        (a, left), (b, right) = self.split(node.left), self.split(node.right)
        both = ast.copy_location(ast.BinOp(left, ast.Add(), right), node) if left and right else left or right
        return a + b, both

    def of_BinOp(self, node: ast.BinOp) -> tuple[Type, bytes]:
        """A sum, a product, a shift, …."""
        return self.binary(node, node.op, self.value(node.left), node.right)

    def binary(self, node: ast.AST, op: ast.operator, left: tuple[Type, bytes], right: ast.expr) -> tuple[Type, bytes]:
        """An operation on two values of one type."""
        if isinstance(op, ast.FloorDiv | ast.Mod):
            return self.divide(node, isinstance(op, ast.Mod), left, self.known(right))
        kind, operands = self.alike(node, left, self.value(right))
        if isinstance(op, ast.Div) and kind == INT:
            kind, operands = FLOAT, [self.convert(INT, code, FLOAT, node) for code in operands]
        self.demand(kind in OPERATORS.get(type(op), ()), node, f"{type(op).__name__} of {name_of(kind)}")
        return kind, b"".join(operands) + bytes([OPERATORS[type(op)][str(kind)]])

    def divide(self, node: ast.AST, rest: bool, left: tuple[Type, bytes], divisor: Any) -> tuple[Type, bytes]:
        """Round down, as Python does; WebAssembly rounds towards 0."""
        kind, code = left
        whole = isinstance(divisor, int) and divisor > 0 and kind in (INT, WORD)
        self.demand(whole, node, "a division of anything but a whole number by a positive constant")
        by = constant(kind, divisor)
        if kind == WORD:
            return kind, code + by + (b"\x82" if rest else b"\x80")
        if divisor & divisor - 1 == 0:
            return kind, code + (constant(INT, divisor - 1) + AND if rest else
                                 constant(INT, divisor.bit_length() - 1) + b"\x75")
        kept = self.temporary(INT)
        sign = GET + kept + constant(INT, 31) + b"\x75"  # −1 if the number is negative, else 0
        if rest:
            return kind, code + by + b"\x6f" + TEE + kept + sign + by + AND + ADD
        return kind, code + TEE + kept + sign + constant(INT, divisor - 1) + AND + b"\x6b" + by + b"\x6d"

    def of_UnaryOp(self, node: ast.UnaryOp) -> tuple[Type, bytes]:
        """A sign, a negation."""
        if isinstance(node.op, ast.Not):
            return BOOL, self.condition(node.operand) + NOT
        kind, code = self.value(node.operand)
        kind = INT if kind == BOOL else kind
        if isinstance(node.op, ast.Invert) and kind in (INT, WORD):
            return kind, code + constant(kind, -1) + bytes([OPERATORS[ast.BitXor][str(kind)]])
        if isinstance(node.op, ast.USub) and kind in (INT, FLOAT):
            return (kind, code + b"\x9a") if kind == FLOAT else (kind, constant(INT, 0) + code + b"\x6b")
        raise self.refused(node, f"{type(node.op).__name__} of {name_of(kind)}")

    def of_Compare(self, node: ast.Compare) -> tuple[Type, bytes]:
        """Comparisons; a chain of them is their conjunction."""
        if len(node.ops) > 1:
            self.demand(not any(isinstance(part, ast.Call) for part in ast.walk(node)), node, "a call in a chain")
            links = zip([node.left, *node.comparators], node.ops, node.comparators, strict=False)
            single = [ast.copy_location(ast.Compare(left, [op], [right]), node) for left, op, right in links]
            return BOOL, self.condition(ast.BoolOp(ast.And(), list(single)))
        op = type(node.ops[0])
        if op not in OPERATORS:
            raise self.refused(node, f"the comparison {ast.unparse(node)}")
        kind, operands = self.alike(node, self.value(node.left), self.value(node.comparators[0]))
        self.demand(kind in OPERATORS[op], node, f"a comparison of {name_of(kind)}")
        return BOOL, b"".join(operands) + bytes([OPERATORS[op][str(kind)]])

    def condition(self, node: ast.expr) -> bytes:
        """Code for whether something holds: a number holds if it is not 0."""
        if isinstance(node, ast.BoolOp):
            *before, code = [self.condition(value) for value in node.values]
            for test in reversed(before):
                yes, no = (code, constant(BOOL, 0)) if isinstance(node.op, ast.And) else (constant(BOOL, 1), code)
                code = test + IF + CODES[BOOL] + yes + ELSE + no + END
            return code
        kind, code = self.value(node)
        self.demand(isinstance(kind, str), node, "an array as a condition")
        return code + constant(kind, 0) + bytes([OPERATORS[ast.NotEq][str(kind)]]) if kind in (WORD, FLOAT) else code

    def of_BoolOp(self, node: ast.BoolOp) -> tuple[Type, bytes]:
        """A conjunction or disjunction of truths."""
        truths = all(self.value(value)[0] == BOOL for value in node.values)
        self.demand(truths, node, "and, or between numbers, as a value,")
        return BOOL, self.condition(node)

    def of_IfExp(self, node: ast.IfExp) -> tuple[Type, bytes]:
        """One of two values; both are computed where that costs nothing."""
        values = self.value(node.body), self.value(node.orelse)
        kind, (yes, no) = (values[0][0], [code for _, code in values]) if values[0][0] == values[1][0] else \
            self.alike(node, *values)
        if all(self.known(one) is not None or isinstance(one, ast.Name) for one in (node.body, node.orelse)):
            return kind, yes + no + self.condition(node.test) + SELECT
        return kind, self.condition(node.test) + IF + code_of(kind) + yes + ELSE + no + END

    # ------------------------------------------------------------------ calls

    def of_Call(self, node: ast.Call) -> tuple[Type, bytes]:
        """What a call returns."""
        kind, code = self.call(node)
        if kind is None:
            raise self.refused(node, f"{ast.unparse(node.func)}(), which returns nothing, as a value")
        return kind, code

    def call(self, node: ast.Call) -> tuple[Type | None, bytes]:
        """Type of the result (None: there is none) and code of a call."""
        called = self.outside(node.func)
        self.demand(not node.keywords, node, "a call with keywords")
        values = [self.value(one) for one in node.args]
        if called in (min, max) and len(values) == 2:
            return self.extreme(node, called is min, values)
        if called is int and len(values) == 1:
            kind, code = values[0]
            return INT, code + {FLOAT: b"\xfc\x02", WORD: b"\xa7"}.get(str(kind), b"")
        if called in BITS:
            return INT, self.convert(*values[0], INT, node) + BITS[called]
        if called is language.copy:
            return None, self.copied(values, self.known(node.args[2]))
        if called is language.copy_four:
            return None, four_added(*self.spot(node, 0), *self.spot(node, 2), values[4][1])
        if not isinstance(called, types.FunctionType):
            name = ast.unparse(node.func)
            raise self.refused(node, f"{name if isinstance(node.func, ast.Name) else '.' + name.rpartition('.')[2]}()")
        other = self.module.function(called)
        fitting = len(other.parameters) == len(values)
        self.demand(fitting, node, f"a call of {called.__name__}() with {len(values)} arguments")
        given = [self.convert(*value, kind, node) for value, kind in zip(values, other.parameters, strict=True)]
        if other.small and other not in self.inlined:
            return other.result, self.in_place(other, given)
        return other.result, b"".join(given) + CALL + unsigned(self.module.number(other))

    def in_place(self, other: Expressions, given: list[bytes]) -> bytes:
        """The body of a small function where it is called: a block that `return` leaves."""
        outer = self.globals, self.file, self.result, self.leave, self.loops, self.numbers
        self.inlined.append(other)
        self.globals, self.file, self.result, self.loops = other.globals, other.file, other.result, []
        self.leave, self.numbers = self.depth + 1, {}
        code = b""
        for parameter, kind, value in zip(other.tree.args.args, other.parameters, given, strict=True):
            code += value + SET + unsigned(self.declare(parameter.arg, kind))
        code += BLOCK + (NOTHING if self.result is None else code_of(self.result)) + self.inner(other.tree.body, 1)
        code += END if self.result is None else UNREACHABLE + END
        self.inlined.pop()
        self.globals, self.file, self.result, self.leave, self.loops, self.numbers = outer
        return code

    def spot(self, node: ast.Call, number: int) -> tuple[bytes, int]:
        """Where four numbers stand."""
        array, index = node.args[number : number + 2]
        _, address, offset = self.place(ast.copy_location(ast.Subscript(array, index, ast.Load()), node))
        return address, offset

    def copied(self, values: list[tuple[Any, bytes]], count: Any) -> bytes:
        """Copy numbers from one array to another; so many that are known, 16 bytes at a time."""
        (array, source), (_, target), (_, number) = values
        if count is None or count * array.size % 16:
            return target + source + number + constant(INT, array.size) + b"\x6c\xfc\x0a\0\0"
        here, there = self.temporary(INT), self.temporary(INT)
        return source + SET + here + target + SET + there + copied(here, there, count * array.size)

    def extreme(self, node: ast.AST, least: bool, values: list[tuple[Type, bytes]]) -> tuple[Type, bytes]:
        """The smaller or the larger of two values."""
        kind, codes = self.alike(node, *values)
        kept = [self.temporary(kind) for _ in codes]
        test = OPERATORS[ast.LtE if least else ast.GtE][str(kind)]
        both = [code + TEE + one for code, one in zip(codes, kept, strict=True)] + [GET + one for one in kept]
        return kind, b"".join(both) + bytes([test]) + SELECT
