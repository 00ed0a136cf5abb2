"""Expressions of the subset and their types: each becomes a pair of its type and its bytes (see `compiler`)."""

from __future__ import annotations

import ast
import builtins
import linecache
import types
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, Protocol, get_args, get_origin

from boardkit.engine import language
from boardkit.engine import opcodes as op
from boardkit.engine.format import (
    ARRAYS,
    BOOL,
    CODES,
    FLOAT,
    INT,
    OPERATORS,
    WORD,
    ArrayType,
    Constants,
    Type,
    code_of,
    constant,
    copied,
    four_added,
    name_of,
    unsigned,
)

Value = tuple[Type, bytes]
"""The type of an expression, and the code that puts it on the stack."""
WIDER = {FLOAT: op.INT_TO_FLOAT, WORD: op.INT_TO_WORD}
"""How a whole number of 32 bits becomes another number."""
WHOLE = {FLOAT: op.FLOAT_TO_INT, WORD: op.WORD_TO_INT}
"""How another number becomes a whole number of 32 bits, as ``int`` does."""
BITS = {language.lowest: op.TRAILING_ZEROS, language.popcount: op.POPCOUNT}
SMALL = 300
"""A function of at most so many nodes stands in place of its calls: a call costs more than what it does."""


class CompileError(Exception):
    """Something outside the subset; the message begins with file and line."""


@cache
def tree_of(file: str) -> dict[int, ast.FunctionDef]:
    """The functions of a file by their first lines."""
    tree = ast.parse("".join(linecache.getlines(file)))
    return {
        node.lineno: node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    }


@dataclass
class Scope:
    """Whose statements are being translated: the function's own, or those of one in place of a call."""

    globals: dict[str, Any]
    file: str
    result: Type | None = None
    leave: int | None = None
    """Depth of the block that ``return`` leaves; None: the function itself."""
    loops: list[tuple[int, int]] = field(default_factory=list)
    """Depths of the blocks that ``break`` and ``continue`` leave."""
    numbers: dict[str, int] = field(default_factory=dict)
    """The local variables by name."""


class Shared(Protocol):
    """What the functions of one module share."""

    constants: Constants

    def function(self, function: types.FunctionType) -> Expressions:
        """What is known of a function."""

    def number(self, function: Any) -> int:
        """The number of a function, which will be compiled."""


class Expressions(ABC):
    """The values in one function, its local variables, and the calls that it makes."""

    def __init__(self, module: Shared, function: types.FunctionType) -> None:
        self.module = module
        self.own = self.scope = Scope(
            function.__globals__, function.__code__.co_filename
        )
        self.tree = tree_of(self.scope.file)[function.__code__.co_firstlineno]
        self.kinds: list[
            Type
        ] = []  # of all local variables, with those of the functions that stand in place of calls
        self.inlined: list[Expressions] = []
        self.depth = 0  # of blocks around the present statement
        given = self.tree.args
        plain = not (
            given.vararg
            or given.kwarg
            or given.kwonlyargs
            or given.posonlyargs
            or given.defaults
        )
        self.demand(plain, self.tree, "a parameter with a default, a star or a keyword")
        self.parameters = [self.annotation(one.annotation, one) for one in given.args]
        nothing = (
            isinstance(self.tree.returns, ast.Constant)
            and self.tree.returns.value is None
        )
        if not nothing:
            self.scope.result = self.annotation(self.tree.returns, self.tree)
        self.small = sum(1 for _ in ast.walk(self.tree)) <= SMALL

    @abstractmethod
    def inner(self, statements: Iterable[ast.stmt], levels: int) -> bytes:
        """Statements that stand so many blocks deeper."""

    def refused(self, node: ast.AST, what: str) -> CompileError:
        """The error for something that cannot be compiled, with its line."""
        return CompileError(
            f"{self.scope.file}:{getattr(node, 'lineno', 0)}: {what} is not in the compiled subset"
        )

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
        # The program's own text, which Python itself would evaluate
        if isinstance(meant, str):
            meant = eval(meant, self.scope.globals)
        kind = self.meaning(meant)
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
            if isinstance(row, ArrayType):
                return ArrayType(row, mark * row.size)
            return None
        if inner is int and mark == "u64":
            return WORD
        return ARRAYS.get(mark)

    def convert(self, kind: Type, code: bytes, wanted: Type, node: ast.AST) -> bytes:
        """Code for a value as another type, where nothing can be lost."""
        if kind == wanted or (kind == BOOL and wanted == INT):
            return code
        if kind in (INT, BOOL) and wanted in WIDER:
            return code + WIDER[str(wanted)]
        raise self.refused(node, f"{name_of(kind)} where {name_of(wanted)} is wanted")

    def alike(self, node: ast.AST, *values: Value) -> tuple[Type, list[bytes]]:
        """Values brought to one type."""
        kinds = [INT if kind == BOOL else kind for kind, _ in values]
        wanted = kinds[0]
        for wider in (WORD, FLOAT):
            if wider in kinds:
                wanted = wider
        return wanted, [self.convert(kind, code, wanted, node) for kind, code in values]

    # ------------------------------------------------------------------ variables

    def declare(self, name: str, kind: Type) -> int:
        """A new local variable; returns its number."""
        number = len(self.kinds)
        self.kinds.append(kind)
        self.scope.numbers[name] = number
        return number

    def temporary(self, kind: Type) -> bytes:
        """A new local variable without a name."""
        return unsigned(self.declare(f" {len(self.kinds)}", kind))

    # ------------------------------------------------------------------ expressions

    def known(self, node: ast.expr) -> Any:
        """The value of an expression that holds constants only; None if it holds anything else."""
        if isinstance(node, ast.Constant):
            value = node.value
        elif isinstance(node, ast.BinOp | ast.UnaryOp):
            value = self.folded(node)
        else:
            value = self.outside(node)
        return value if isinstance(value, int | float | tuple) else None

    def folded(self, node: ast.BinOp | ast.UnaryOp) -> Any:
        """What an operation on constants gives, computed by Python itself."""
        if isinstance(node, ast.UnaryOp):
            parts = [node.operand]
        else:
            parts = [node.left, node.right]
        if not all(isinstance(self.known(part), int | float) for part in parts):
            return None
        with suppress(TypeError, ArithmeticError):
            whole = ast.fix_missing_locations(ast.Expression(node))
            return eval(compile(whole, self.scope.file, "eval"), self.scope.globals)
        return None

    def outside(self, node: ast.expr) -> Any:
        """What a name, or a name of a module, means outside the function."""
        scope = self.scope
        if isinstance(node, ast.Name) and node.id not in scope.numbers:
            return scope.globals.get(node.id, getattr(builtins, node.id, None))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            return getattr(scope.globals.get(node.value.id), node.attr, None)
        return None

    def value(self, node: ast.expr) -> Value:
        """Type and code of an expression."""
        value = self.known(node)
        if isinstance(value, tuple):
            kinds = set(map(type, value)) - {bool}
            self.demand(
                kinds in ({int}, {float}),
                node,
                "a table of anything but whole numbers, or floats",
            )
            address = self.module.constants.address(value)
            return ARRAYS["f64" if kinds == {float} else "i32"], constant(INT, address)
        if value is not None:
            kind = self.kind_of(value, node)
            return kind, constant(kind, value)
        translate = EXPRESSIONS.get(type(node))
        if translate is None:
            raise self.refused(node, f"the expression {ast.unparse(node)}")
        return translate(self, node)

    def kind_of(self, value: int | float, node: ast.expr) -> str:
        """The type of a constant."""
        if isinstance(value, bool):
            return BOOL
        if isinstance(value, float):
            return FLOAT
        if -(1 << 31) <= value < 1 << 31:
            return INT
        self.demand(0 <= value < 1 << 64, node, "a number of more than 64 bits")
        return WORD

    def variable(self, node: ast.Name) -> Value:
        """A variable."""
        if node.id not in self.scope.numbers:
            raise self.refused(
                node, f"{node.id}, which is no variable set above and no constant,"
            )
        number = self.scope.numbers[node.id]
        return self.kinds[number], op.GET + unsigned(number)

    def subscript(self, node: ast.Subscript) -> Value:
        """A number or a row of an array."""
        return self.item(*self.place(node))

    def item(self, array: ArrayType, address: bytes, offset: int) -> Value:
        """A number in memory, or the address of a row."""
        if isinstance(array.item, ArrayType):
            if offset:
                address += constant(INT, offset) + op.ADD
            return array.item, address
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
            scale = constant(INT, array.size) + op.MUL
            address += self.convert(*self.value(index), INT, node) + scale + op.ADD
        return array, address, offset + known * array.size

    def split(self, node: ast.expr) -> tuple[int, ast.expr | None]:
        """A sum as its constant part and the rest."""
        value = self.known(node)
        if isinstance(value, int):
            return value, None
        if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add)):
            return 0, node
        (a, left), (b, right) = self.split(node.left), self.split(node.right)
        if left and right:
            return a + b, ast.copy_location(ast.BinOp(left, ast.Add(), right), node)
        return a + b, left or right

    def operation(self, node: ast.BinOp) -> Value:
        """A sum, a product, a shift, …."""
        return self.binary(node, node.op, self.value(node.left), node.right)

    def binary(
        self, node: ast.AST, operator: ast.operator, left: Value, right: ast.expr
    ) -> Value:
        """An operation on two values of one type."""
        if isinstance(operator, ast.FloorDiv | ast.Mod):
            return self.divide(
                node, isinstance(operator, ast.Mod), left, self.known(right)
            )
        kind, operands = self.alike(node, left, self.value(right))
        if isinstance(operator, ast.Div) and kind == INT:
            kind, operands = (
                FLOAT,
                [self.convert(INT, code, FLOAT, node) for code in operands],
            )
        known = OPERATORS.get(type(operator), {})
        self.demand(
            kind in known, node, f"{type(operator).__name__} of {name_of(kind)}"
        )
        return kind, b"".join(operands) + bytes([known[str(kind)]])

    def divide(self, node: ast.AST, rest: bool, left: Value, divisor: Any) -> Value:
        """Round down, as Python does; WebAssembly rounds towards 0."""
        kind, code = left
        whole = isinstance(divisor, int) and divisor > 0 and kind in (INT, WORD)
        self.demand(
            whole,
            node,
            "a division of anything but a whole number by a positive constant",
        )
        by = constant(kind, divisor)
        if kind == WORD:
            return kind, code + by + (op.WORD_REM if rest else op.WORD_DIV)
        if divisor & divisor - 1 == 0:  # a power of 2
            if rest:
                return kind, code + constant(INT, divisor - 1) + op.AND
            return kind, code + constant(INT, divisor.bit_length() - 1) + op.SHIFT_RIGHT
        kept = self.temporary(INT)
        # −1 if the number is negative, else 0
        sign = op.GET + kept + constant(INT, 31) + op.SHIFT_RIGHT
        if rest:
            return (
                kind,
                code + by + op.REM + op.TEE + kept + sign + by + op.AND + op.ADD,
            )
        return kind, code + op.TEE + kept + sign + constant(
            INT, divisor - 1
        ) + op.AND + op.SUB + by + op.DIV

    def unary(self, node: ast.UnaryOp) -> Value:
        """A sign, a negation."""
        if isinstance(node.op, ast.Not):
            return BOOL, self.condition(node.operand) + op.IS_ZERO
        kind, code = self.value(node.operand)
        if kind == BOOL:
            kind = INT
        if isinstance(node.op, ast.Invert) and kind in (INT, WORD):
            return kind, code + constant(kind, -1) + bytes(
                [OPERATORS[ast.BitXor][str(kind)]]
            )
        if isinstance(node.op, ast.USub) and kind == FLOAT:
            return kind, code + op.FLOAT_NEGATE
        if isinstance(node.op, ast.USub) and kind == INT:
            return kind, constant(INT, 0) + code + op.SUB
        raise self.refused(node, f"{type(node.op).__name__} of {name_of(kind)}")

    def comparison(self, node: ast.Compare) -> Value:
        """Comparisons; a chain of them is their conjunction."""
        if len(node.ops) > 1:
            calls = any(isinstance(part, ast.Call) for part in ast.walk(node))
            self.demand(not calls, node, "a call in a chain")
            links: list[ast.expr] = []
            left = node.left
            for operator, right in zip(node.ops, node.comparators, strict=True):
                links.append(
                    ast.copy_location(ast.Compare(left, [operator], [right]), node)
                )
                left = right
            return BOOL, self.condition(ast.BoolOp(ast.And(), links))
        codes = OPERATORS.get(type(node.ops[0]))
        if codes is None:
            raise self.refused(node, f"the comparison {ast.unparse(node)}")
        kind, operands = self.alike(
            node, self.value(node.left), self.value(node.comparators[0])
        )
        self.demand(kind in codes, node, f"a comparison of {name_of(kind)}")
        return BOOL, b"".join(operands) + bytes([codes[str(kind)]])

    def condition(self, node: ast.expr) -> bytes:
        """Code for whether something holds: a number holds if it is not 0."""
        if isinstance(node, ast.BoolOp):
            *before, code = map(self.condition, node.values)
            for test in reversed(before):
                if isinstance(node.op, ast.And):
                    code = (
                        op.IF
                        + CODES[BOOL]
                        + code
                        + op.ELSE
                        + constant(BOOL, 0)
                        + op.END
                    )
                else:
                    code = (
                        op.IF
                        + CODES[BOOL]
                        + constant(BOOL, 1)
                        + op.ELSE
                        + code
                        + op.END
                    )
                code = test + code
            return code
        kind, code = self.value(node)
        self.demand(isinstance(kind, str), node, "an array as a condition")
        if kind in (WORD, FLOAT):
            code += constant(kind, 0) + bytes([OPERATORS[ast.NotEq][str(kind)]])
        return code

    def connective(self, node: ast.BoolOp) -> Value:
        """A conjunction or disjunction of truths."""
        truths = all(self.value(value)[0] == BOOL for value in node.values)
        self.demand(truths, node, "and, or between numbers, as a value,")
        return BOOL, self.condition(node)

    def choice(self, node: ast.IfExp) -> Value:
        """One of two values; both are computed where that costs nothing."""
        (kind, yes), (other, no) = self.value(node.body), self.value(node.orelse)
        if kind != other:
            kind, (yes, no) = self.alike(node, (kind, yes), (other, no))
        if self.is_cheap(node.body) and self.is_cheap(node.orelse):
            return kind, yes + no + self.condition(node.test) + op.SELECT
        return kind, self.condition(node.test) + op.IF + code_of(
            kind
        ) + yes + op.ELSE + no + op.END

    def is_cheap(self, node: ast.expr) -> bool:
        """Whether a value is a constant or a variable."""
        return isinstance(node, ast.Name) or self.known(node) is not None

    # ------------------------------------------------------------------ calls

    def result_of(self, node: ast.Call) -> Value:
        """What a call returns."""
        kind, code = self.call(node)
        if kind is None:
            raise self.refused(
                node, f"{ast.unparse(node.func)}(), which returns nothing, as a value"
            )
        return kind, code

    def call(self, node: ast.Call) -> tuple[Type | None, bytes]:
        """Type of the result (None: there is none) and code of a call."""
        called = self.outside(node.func)
        self.demand(not node.keywords, node, "a call with keywords")
        values = list(map(self.value, node.args))
        if called in (min, max) and len(values) == 2:
            return self.extreme(node, called is min, values)
        if called is int and len(values) == 1:
            kind, code = values[0]
            return INT, code + WHOLE.get(str(kind), b"")
        if called in BITS:
            return INT, self.convert(*values[0], INT, node) + BITS[called]
        if called is language.copy:
            return None, self.copied(values, self.known(node.args[2]))
        if called is language.copy_four:
            return None, four_added(
                *self.spot(node, 0), *self.spot(node, 2), values[4][1]
            )
        if not isinstance(called, types.FunctionType):
            name = ast.unparse(node.func)
            if not isinstance(node.func, ast.Name):
                name = "." + name.rpartition(".")[2]
            raise self.refused(node, f"{name}()")
        other = self.module.function(called)
        fitting = len(other.parameters) == len(values)
        self.demand(
            fitting, node, f"a call of {called.__name__}() with {len(values)} arguments"
        )
        given = [
            self.convert(*value, kind, node)
            for value, kind in zip(values, other.parameters, strict=True)
        ]
        if other.small and other not in self.inlined:
            return other.own.result, self.in_place(other, given)
        return other.own.result, b"".join(given) + op.CALL + unsigned(
            self.module.number(other)
        )

    def in_place(self, other: Expressions, given: list[bytes]) -> bytes:
        """The body of a small function where it is called: a block that `return` leaves."""
        outer = self.scope
        result = other.own.result
        self.inlined.append(other)
        self.scope = Scope(
            other.own.globals, other.own.file, result, leave=self.depth + 1
        )
        code = b""
        for parameter, kind, value in zip(
            other.tree.args.args, other.parameters, given, strict=True
        ):
            code += value + op.SET + unsigned(self.declare(parameter.arg, kind))
        body = self.inner(other.tree.body, 1)
        if result is None:
            code += op.BLOCK + op.NOTHING + body + op.END
        else:
            code += op.BLOCK + code_of(result) + body + op.UNREACHABLE + op.END
        self.inlined.pop()
        self.scope = outer
        return code

    def spot(self, node: ast.Call, number: int) -> tuple[bytes, int]:
        """Where four numbers stand."""
        array, index = node.args[number : number + 2]
        _, address, offset = self.place(
            ast.copy_location(ast.Subscript(array, index, ast.Load()), node)
        )
        return address, offset

    def copied(self, values: list[tuple[Any, bytes]], count: Any) -> bytes:
        """Copy numbers from one array to another; so many that are known, 16 bytes at a time."""
        (array, source), (_, target), (_, number) = values
        if count is None or count * array.size % 16:
            return (
                target
                + source
                + number
                + constant(INT, array.size)
                + op.MUL
                + op.COPY_MEMORY
            )
        here, there = self.temporary(INT), self.temporary(INT)
        return (
            source
            + op.SET
            + here
            + target
            + op.SET
            + there
            + copied(here, there, count * array.size)
        )

    def extreme(self, node: ast.AST, least: bool, values: list[Value]) -> Value:
        """The smaller or the larger of two values."""
        kind, codes = self.alike(node, *values)
        kept = [self.temporary(kind) for _ in codes]
        test = OPERATORS[ast.LtE if least else ast.GtE][str(kind)]
        both = b"".join(
            code + op.TEE + one for code, one in zip(codes, kept, strict=True)
        )
        again = b"".join(op.GET + one for one in kept)
        return kind, both + again + bytes([test]) + op.SELECT


EXPRESSIONS: dict[type[ast.expr], Callable[[Expressions, Any], Value]] = {
    ast.Name: Expressions.variable,
    ast.Subscript: Expressions.subscript,
    ast.BinOp: Expressions.operation,
    ast.UnaryOp: Expressions.unary,
    ast.Compare: Expressions.comparison,
    ast.BoolOp: Expressions.connective,
    ast.IfExp: Expressions.choice,
    ast.Call: Expressions.result_of,
}
"""What translates each expression of the subset that is no constant; any other is refused."""
