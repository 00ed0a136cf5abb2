"""Small faults that can be put into a module: what stands there, and what is to stand there instead.

Left out is only what does nothing, or nothing that could be wrong: docstrings and other texts, annotations,
``__all__``, ``__repr__``, imports for type checkers, `assert` (it checks, and does nothing), decorators, what stands in
an f-string, and in modules that draw the bare numbers (a pixel more or less).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

SWAPPED: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
}
OPPOSITE: dict[type, type] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}
OTHER_NAME = {"min": "max", "max": "min", "any": "all", "all": "any"}
DRAWING = re.compile(r"/draw/|boardkit/(chart|svg|plots|hexes|theme)\.py|/pictures?\.py|widget/(canvas|markup)\.py")
"""Modules in which a bare number is a place on a picture."""
SKIPPED = ast.Assert | ast.JoinedStr | ast.Import | ast.ImportFrom | ast.Global | ast.Nonlocal


@dataclass(frozen=True)
class Fault:
    """One fault.

    Attributes
    ----------
    path : str
        The module, from the root of the project.
    kind : str
        What sort of fault it is, in words.
    line, last : int
        Its first and last line.
    begin, end : int
        Its bytes.
    before, after : str
        What stands there, and what is to stand there.
    within : str
        The function that it stands in; "" if it is run by importing the module.
    """

    path: str
    kind: str
    line: int
    last: int
    begin: int
    end: int
    before: str
    after: str
    within: str

    def put_into(self, source: bytes) -> bytes:
        """The module with this fault."""
        return source[: self.begin] + self.after.encode() + source[self.end :]

    def __str__(self) -> str:
        return f"{self.path}:{self.line}  {short(self.before)} → {short(self.after)}  ({self.kind})"


def short(text: str) -> str:
    """A piece of code in one line."""
    return " ".join(text.split())


Change = tuple[str, ast.AST, str]
"""A kind of fault, the node that it changes, and what stands there afterwards."""


def written(node: ast.AST) -> str:
    """An expression as code that may stand anywhere."""
    return f"({ast.unparse(node)})"


def in_comparison(node: ast.AST) -> Iterator[Change]:
    """Off by one, or the opposite."""
    if not isinstance(node, ast.Compare) or len(node.ops) > 1:
        return
    for kind, table in (("border", SWAPPED), ("opposite", OPPOSITE)):
        if type(node.ops[0]) in table:
            yield kind, node, written(ast.Compare(node.left, [table[type(node.ops[0])]()], node.comparators))


def in_condition(node: ast.AST) -> Iterator[Change]:
    """The other branch; a case that is never reached."""
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        if not isinstance(node, ast.While):
            yield "branches swapped", node.test, f"(not {written(node.test)})"
        if isinstance(node, ast.If) or (isinstance(node, ast.While) and not isinstance(node.test, ast.Constant)):
            yield "case dropped", node.test, "False"
    elif isinstance(node, ast.comprehension):
        for test in node.ifs:
            yield "case dropped", test, "True"


def in_logic(node: ast.AST) -> Iterator[Change]:
    """And for or, a part that is not asked, a ``not`` that is missing."""
    if isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield "and/or", node, written(ast.BoolOp(other, node.values))
        for n in range(len(node.values)):
            rest = node.values[:n] + node.values[n + 1 :]
            yield "part dropped", node, written(rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not dropped", node, written(node.operand)


def is_text(node: ast.AST) -> bool:
    """Whether something is a text or a list as it stands: those are put together by ``+``."""
    if isinstance(node, ast.BinOp):
        return is_text(node.left) or is_text(node.right)
    return isinstance(node, ast.JoinedStr | ast.List | ast.Tuple | ast.ListComp) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str | bytes))


def in_sum(node: ast.AST) -> Iterator[Change]:
    """The wrong sign, or the wrong of two operands."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub) and not is_text(node):
        other = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        yield "sign", node, written(ast.BinOp(node.left, other, node.right))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield "sign", node, written(node.operand)
    elif isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add | ast.Sub) and not is_text(node.value):
        other = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        yield "sign", node, ast.unparse(ast.AugAssign(node.target, other, node.value))
    if isinstance(node, ast.Return) and isinstance(node.value, ast.BoolOp | ast.BinOp) and not is_text(node.value):
        parts = node.value.values if isinstance(node.value, ast.BoolOp) else [node.value.left, node.value.right]
        for part in parts:
            yield "other operand", node.value, written(part)


def in_number(node: ast.AST) -> Iterator[Change]:
    """One more or less; the last for the first; true for false."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield "off by one", node, str(node.value + 1)
        if node.value > 0:
            yield "off by one", node, str(node.value - 1)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield "true/false", node, str(not node.value)
    elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        for one, other in (("0", "-1"), ("-1", "0")):
            if ast.unparse(node.slice) == one:
                yield "first/last", node, f"{ast.unparse(node.value)}[{other}]"


def in_call(node: ast.AST) -> Iterator[Change]:
    """The greatest for the smallest, one for all."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in OTHER_NAME:
        yield f"{'min/max' if node.func.id[0] == 'm' else 'any/all'}", node.func, OTHER_NAME[node.func.id]


def in_statement(node: ast.AST) -> Iterator[Change]:
    """What is done not at all; a loop that ends or goes on."""
    if isinstance(node, ast.Break):
        yield "break/continue", node, "continue"
    elif isinstance(node, ast.Continue):
        yield "break/continue", node, "break"
    elif isinstance(node, ast.AugAssign) or (
            isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute | ast.Subscript)) or (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        yield "not done", node, "pass"


KINDS: tuple[Callable[[ast.AST], Iterator[Change]], ...] = (
    in_comparison, in_condition, in_logic, in_sum, in_number, in_call, in_statement)


@cache
def faults(path: str, source: bytes) -> tuple[Fault, ...]:
    """All faults that can be put into a module."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def place(node: ast.AST) -> tuple[int, int]:
        assert isinstance(node, ast.expr | ast.stmt)
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset

    found = []
    for node, within in behaviour(ast.parse(source), ""):
        for kind in KINDS:
            for name, changed, after in kind(node):
                if name == "off by one" and DRAWING.search(path):
                    continue
                begin, end = place(changed)
                assert isinstance(changed, ast.expr | ast.stmt)
                found.append(Fault(path, name, changed.lineno, changed.end_lineno or changed.lineno, begin, end,
                                   source[begin:end].decode(), after, within))
    return tuple(found)


def behaviour(node: ast.AST, within: str) -> Iterator[tuple[ast.AST, str]]:
    """All nodes that do something, and the function that each stands in."""
    if isinstance(node, SKIPPED) or (isinstance(node, ast.FunctionDef) and node.name == "__repr__"):
        return
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        return
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
        return
    yield node, within
    left_out = ["annotation", "returns", "decorator_list", "type_comment", "bases"]
    inside = within
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        for child in [*node.args.defaults, *node.args.kw_defaults]:
            if child is not None:
                yield from behaviour(child, within)
        left_out.append("args")
        inside = f"{within}.{node.name}".strip(".")
    elif isinstance(node, ast.Lambda):
        inside = within or "lambda"
    for name, value in ast.iter_fields(node):
        if name in left_out:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from behaviour(child, inside)
