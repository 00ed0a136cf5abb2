"""A compiler from a small typed subset of Python to WebAssembly: functions in, the bytes of one module out.

WebAssembly is a stack machine with structured control flow, so a syntax tree becomes code in one walk from the leaves
to the root: first the operands, then the operator.  Every expression is translated to a pair of its type and its
bytes; there is no other intermediate form.  What the subset does not have is refused with the line on which it stands.

References
----------
.. [1] A. Haas et al.: Bringing the web up to speed with WebAssembly. PLDI (2017) 185-200.
"""

from __future__ import annotations

import ast
import types
from collections.abc import Callable, Iterable
from typing import Any

from boardkit.engine import opcodes as op
from boardkit.engine.expressions import Expressions
from boardkit.engine.format import (
    FLOAT,
    INT,
    Constants,
    Type,
    code_of,
    constant,
    module,
    signature,
    unsigned,
    vector,
)


def compile_functions(
    exported: Iterable[Callable[..., object]], pages: int = 16
) -> bytes:
    """Compile functions, and all that they call.

    Parameters
    ----------
    exported : iterable of function
        Written in the subset (see `boardkit.engine.language`); they can be called from outside by their names.
    pages : int
        Size of the memory in units of 64 KiB; it never grows.

    Returns
    -------
    bytes
        A WebAssembly module.  It exports its ``memory``, and ``heap``, the first address that is free.

    Raises
    ------
    CompileError
        If something is outside the subset.

    Examples
    --------
    >>> from boardkit.engine import language
    >>> compile_functions([language.popcount])
    Traceback (most recent call last):
    boardkit.engine.expressions.CompileError: ...language.py:...: .bit_count() is not in the compiled subset
    """
    return Module().compile(list(exported), pages)


class Module:
    """What the functions of one module share: signatures, numbers of functions, constant tables."""

    def __init__(self) -> None:
        self.functions: list[_Function] = []
        self.known: dict[types.FunctionType, _Function] = {}
        self.constants = Constants()

    def compile(self, exported: list[Any], pages: int) -> bytes:
        """The bytes of the module."""
        names = {
            function.__name__: self.number(self.function(function))
            for function in exported
        }
        bodies: list[bytes] = []
        while len(bodies) < len(self.functions):  # each may name more of them
            bodies.append(self.functions[len(bodies)].body())
        signatures = [
            signature(function.parameters, function.own.result)
            for function in self.functions
        ]
        return module(signatures, bodies, names, bytes(self.constants.content), pages)

    def function(self, function: types.FunctionType) -> _Function:
        """What is known of a function."""
        if function not in self.known:
            self.known[function] = _Function(self, function)
        return self.known[function]

    def number(self, function: _Function) -> int:
        """The number of a function, which will be compiled."""
        if function not in self.functions:
            self.functions.append(function)
        return self.functions.index(function)


class _Function(Expressions):
    """Translates one function: its statements."""

    def body(self) -> bytes:
        """Types of the other local variables, and the code."""
        for one, kind in zip(self.tree.args.args, self.parameters, strict=True):
            self.declare(one.arg, kind)
        code = self.block(self.tree.body)
        if self.scope.result is not None:
            code += op.UNREACHABLE
        own = [b"\1" + code_of(kind) for kind in self.kinds[len(self.parameters) :]]
        return vector(own) + code + op.END

    # ------------------------------------------------------------------ statements

    def block(self, statements: Iterable[ast.stmt]) -> bytes:
        code = b""
        for statement in statements:
            translate = STATEMENTS.get(type(statement))
            if translate is None:
                raise self.refused(
                    statement, f"the statement {type(statement).__name__.lower()}"
                )
            code += translate(self, statement)
        return code

    def inner(self, statements: Iterable[ast.stmt], levels: int) -> bytes:
        """Statements that stand so many blocks deeper."""
        self.depth += levels
        code = self.block(statements)
        self.depth -= levels
        return code

    def _call(self, node: ast.Expr) -> bytes:
        if isinstance(node.value, ast.Constant):  # a docstring
            return b""
        if not isinstance(node.value, ast.Call):
            raise self.refused(node, "an expression without effect")
        kind, code = self.call(node.value)
        return code + (op.DROP if kind else b"")

    def _pass(self, node: ast.Pass) -> bytes:
        return b""

    def _return(self, node: ast.Return) -> bytes:
        scope = self.scope
        if scope.leave is None:
            leave = op.RETURN
        else:
            leave = op.BRANCH + unsigned(self.depth - scope.leave)
        if node.value is None or scope.result is None:
            return leave
        return self.convert(*self.value(node.value), scope.result, node) + leave

    def _if(self, node: ast.If) -> bytes:
        code = self.condition(node.test) + op.IF + op.NOTHING + self.inner(node.body, 1)
        if node.orelse:
            code += op.ELSE + self.inner(node.orelse, 1)
        return code + op.END

    def _while(self, node: ast.While) -> bytes:
        self.demand(not node.orelse, node, "else after a loop")
        forever = isinstance(node.test, ast.Constant) and node.test.value is True
        if forever:
            leave = b""
        else:
            leave = self.condition(node.test) + op.IS_ZERO + op.BRANCH_IF + unsigned(1)
        self.scope.loops.append((self.depth + 1, self.depth + 2))
        body = self.inner(node.body, 2)
        self.scope.loops.pop()
        again = op.BRANCH + unsigned(0)
        return (
            op.BLOCK
            + op.NOTHING
            + op.LOOP
            + op.NOTHING
            + leave
            + body
            + again
            + op.END
            + op.END
        )

    def _for(self, node: ast.For) -> bytes:
        """Count; the counter is hidden, so that the body may change its variable as in Python."""
        bounds = self._range(node)
        step = self.known(bounds[2]) if len(bounds) == 3 else 1
        if (
            not isinstance(step, int)
            or step == 0
            or not isinstance(node.target, ast.Name)
        ):
            raise self.refused(node, "a step that is not a constant")
        counter, last = self.temporary(INT), self.temporary(INT)
        code = self.convert(*self.value(bounds[0]), INT, node) + op.SET + counter
        code += self.convert(*self.value(bounds[1]), INT, node) + op.SET + last
        over = op.GREATER_OR_EQUAL if step > 0 else op.LESS_OR_EQUAL
        leave = op.GET + counter + op.GET + last + over + op.BRANCH_IF + unsigned(1)
        self.scope.loops.append((self.depth + 1, self.depth + 3))
        body = self.store_name(node.target, INT, op.GET + counter) + self.inner(
            node.body, 3
        )
        self.scope.loops.pop()
        turn = op.BLOCK + op.NOTHING + body + op.END  # `continue` leaves this block
        count = op.GET + counter + constant(INT, step) + op.ADD + op.SET + counter
        again = op.BRANCH + unsigned(0)
        return (
            code
            + op.BLOCK
            + op.NOTHING
            + op.LOOP
            + op.NOTHING
            + leave
            + turn
            + count
            + again
            + op.END
            + op.END
        )

    def _range(self, node: ast.For) -> list[ast.expr]:
        """The arguments of ``range``, the first one too."""
        called = node.iter
        counts = (
            isinstance(called, ast.Call)
            and isinstance(called.func, ast.Name)
            and called.func.id == "range"
        )
        plain = isinstance(node.target, ast.Name) and not node.orelse
        if (
            not isinstance(called, ast.Call)
            or not counts
            or not plain
            or called.keywords
        ):
            raise self.refused(node, "a for loop over anything but range()")
        if len(called.args) == 1:
            return [ast.Constant(0), *called.args]
        return called.args

    def _break(self, node: ast.Break) -> bytes:
        return op.BRANCH + unsigned(self.depth - self.scope.loops[-1][0])

    def _continue(self, node: ast.Continue) -> bytes:
        return op.BRANCH + unsigned(self.depth - self.scope.loops[-1][1])

    def _assign(self, node: ast.Assign) -> bytes:
        target = node.targets[0]
        self.demand(len(node.targets) == 1, node, "an assignment to several targets")
        if not isinstance(target, ast.Tuple):
            return self.store(target, *self.value(node.value))
        if not (
            isinstance(node.value, ast.Tuple)
            and len(node.value.elts) == len(target.elts)
        ):
            raise self.refused(node, "unpacking")
        code = b""
        stores = []
        # All values first, as Python does
        for left, right in zip(target.elts, node.value.elts, strict=True):
            kind, value = self.value(right)
            kept = self.temporary(kind)
            code += value + op.SET + kept
            stores.append((left, kind, op.GET + kept))
        return code + b"".join(self.store(*one) for one in stores)

    def _declare(self, node: ast.AnnAssign) -> bytes:
        if not isinstance(node.target, ast.Name) or node.value is None:
            raise self.refused(node, "a declaration without a value")
        wanted = self.annotation(node.annotation, node)
        return self.store_name(
            node.target, wanted, self.convert(*self.value(node.value), wanted, node)
        )

    def _change(self, node: ast.AugAssign) -> bytes:
        if isinstance(node.target, ast.Name):
            return self.store(
                node.target,
                *self.binary(node, node.op, self.variable(node.target), node.value),
            )
        array, address, offset = self.place(node.target)
        kept = self.temporary(INT)  # the address, which is computed once
        before = self.item(array, op.GET + kept, offset)
        value = self.convert(
            *self.binary(node, node.op, before, node.value), array.item, node
        )
        return address + op.TEE + kept + value + array.access(array.store, offset)

    def store(self, target: ast.expr, kind: Type, code: bytes) -> bytes:
        if isinstance(target, ast.Name):
            return self.store_name(target, kind, code)
        array, address, offset = self.place(target)
        return (
            address
            + self.convert(kind, code, array.item, target)
            + array.access(array.store, offset)
        )

    def store_name(self, target: ast.Name, kind: Type, code: bytes) -> bytes:
        """Set a local variable; its first assignment in the text gives it its type."""
        if target.id not in self.scope.numbers:
            self.declare(target.id, kind)
        number = self.scope.numbers[target.id]
        self.demand(
            (kind, self.kinds[number]) != (INT, FLOAT),
            target,
            "a whole number for a variable of type float",
        )
        return (
            self.convert(kind, code, self.kinds[number], target)
            + op.SET
            + unsigned(number)
        )


STATEMENTS: dict[type[ast.stmt], Callable[[_Function, Any], bytes]] = {
    ast.Expr: _Function._call,
    ast.Pass: _Function._pass,
    ast.Return: _Function._return,
    ast.If: _Function._if,
    ast.While: _Function._while,
    ast.For: _Function._for,
    ast.Break: _Function._break,
    ast.Continue: _Function._continue,
    ast.Assign: _Function._assign,
    ast.AnnAssign: _Function._declare,
    ast.AugAssign: _Function._change,
}
"""What translates each statement of the subset; any other is refused."""
