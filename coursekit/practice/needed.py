"""What a function needs: the cells that define it, and those that define what it uses.

Cells are read, never run; what reading cannot see (names made by `exec`, for example) is found out when the result is
tried in a fresh namespace.
"""

import ast
import builtins
import re
import symtable
from collections.abc import Iterable, Iterator
from functools import lru_cache

_VERBS = ("show", "check", "hint", "submit")


def needed(cells: Iterable[str], name: str) -> str:
    """Return the source that defines a name, and everything that it depends on.

    Parameters
    ----------
    cells : iterable of str
        The code cells in the order in which they ran; of several that define a name the last one counts.
    name : str
        What must be defined at the end.

    Returns
    -------
    str
        The cells that are needed, in their order, without calls of ``check`` and the like.

    Examples
    --------
    >>> print(needed(["STEP = 2", "print(7)", "def f(n):\\n    return n + STEP", "check('q1', f)"], "f"))
    STEP = 2
    <BLANKLINE>
    def f(n):
        return n + STEP
    """
    wanted, found = {name}, dict[str, None]()
    for cell in reversed(list(cells)):
        source = without_verbs(cell)
        bound, changed, used = _names(source)
        if source not in found and not (
            wanted.isdisjoint(bound) and wanted.isdisjoint(changed)
        ):
            found[source] = None
            wanted -= bound  # in place: of many cells none copies what all others want
            wanted |= used
            wanted |= changed - bound
    return "\n\n".join(reversed(found))


@lru_cache(2048)
def without_verbs(cell: str) -> str:
    """Return a cell without the lines that only ask for something: ``check(…)``, ``%matplotlib``.

    Examples
    --------
    >>> without_verbs("%time\\nx = 1\\ncheck('q1', x)")
    'x = 1'
    """
    plain = re.sub(r"^[%!?].*$", "", cell, flags=re.M)
    try:
        body = ast.parse(plain).body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return plain.strip()
    lines = plain.split("\n")
    # Statements stand in order: only its neighbours can share a line with one.
    starts = [s.lineno for s in body]
    ends = [s.end_lineno or s.lineno for s in body]
    for s, before, after in zip(
        body, [0, *ends], [*starts[1:], len(lines) + 1], strict=False
    ):
        end = s.end_lineno or s.lineno
        if before < s.lineno and end < after and _only_asks(s):
            lines[s.lineno - 1 : end] = [""] * (end - s.lineno + 1)
    return "\n".join(lines).strip()


def _only_asks(s: ast.stmt) -> bool:
    return (
        isinstance(s, ast.Expr)
        and isinstance(s.value, ast.Call)
        and isinstance(s.value.func, ast.Name)
        and s.value.func.id in _VERBS
    )


def bound_names(source: str) -> frozenset[str]:
    """Return the names that a cell defines."""
    return _names(source)[0]


def missing_names(source: str) -> set[str]:
    """Return the names that a source uses and nobody defines.

    Examples
    --------
    >>> missing_names("def f(n):\\n    return len(n) + STEP")
    {'STEP'}
    """
    bound, changed, used = _names(source)
    return set((used | changed) - bound - set(dir(builtins)) - {"__name__"})


@lru_cache(2048)
def _names(source: str) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """The names that a cell binds, those whose value it changes, and those of others that it uses."""
    try:
        table = symtable.symtable(source, "cell", "exec")
        body = ast.parse(source).body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return frozenset(), frozenset(), frozenset()
    bound = {
        s.get_name()
        for s in table.get_symbols()
        if s.is_assigned() or s.is_imported() or s.is_namespace()
    }
    used = {s.get_name() for s in table.get_symbols() if s.is_referenced()}
    inner = table.get_children()
    while inner:
        one = inner.pop()
        inner += one.get_children()
        used |= {
            s.get_name()
            for s in one.get_symbols()
            if s.is_global() and s.is_referenced()
        }
    outside = [
        s
        for s in body
        if not isinstance(s, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
    ]
    nodes = [node for s in outside for node in ast.walk(s)]
    changed = {name for node in nodes for name in _changed(node)} & set(
        table.get_identifiers()
    )
    # ``a += 1`` assigns, and needs what was there before.
    only_added = {id(node.target) for node in nodes if isinstance(node, ast.AugAssign)}
    stored = [
        node
        for node in nodes
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    ]
    bound -= {node.id for node in stored} - {
        node.id for node in stored if id(node) not in only_added
    }
    return frozenset(bound), frozenset(changed), frozenset(used - bound)


def _changed(node: ast.AST) -> Iterator[str]:
    """Names whose value a statement changes without binding them anew: ``a += 1``, ``a[0] = 1``, ``a.append(1)``."""
    if isinstance(node, (ast.Assign, ast.Delete)):
        targets: list[ast.expr] = node.targets
    elif isinstance(node, ast.AugAssign):
        targets = [node.target]
    elif isinstance(node, ast.Call):
        targets = [node.func]
    else:
        return
    for target in targets:
        root: ast.expr = target
        while isinstance(root, (ast.Subscript, ast.Attribute)):
            root = root.value
        if isinstance(root, ast.Name) and (
            root is not target or isinstance(node, ast.AugAssign)
        ):
            yield root.id
