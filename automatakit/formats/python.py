"""Python with automata-lib: the text that makes its NFA, and what its automata say of themselves."""

import ast
import re
from collections.abc import Iterable
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

from automatakit.automaton.errors import AutomatonError
from automatakit.automaton.states import EPSILON
from automatakit.automaton.value import Automaton
from automatakit.formats.naming import text_names

if TYPE_CHECKING:
    from automata.fa.nfa import NFA

BEGINS = ("from automata", "NFA(", "DFA(")


def to_python(automaton: Automaton) -> str:
    """Return Python text that makes an NFA of automata-lib.

    Examples
    --------
    >>> print(to_python(Automaton.of("bA>B", start="A", accepting="B")).splitlines()[5])
        transitions={'A': {'b': {'B'}}, 'B': {}},
    """
    one = automaton.single_start()
    names = text_names(one)
    rows = []
    for state in one.states:
        cells = []
        for symbol in (EPSILON, *one.alphabet):
            heads = one.successors(state, symbol)
            if heads:
                cells.append(f"{symbol!r}: {_set_text(names[head] for head in heads)}")
        rows.append(f"{names[state]!r}: {{{', '.join(cells)}}}")
    accepting = [names[state] for state in one.states if state in one.accepting]
    lines = [
        "from automata.fa.nfa import NFA",
        "",
        "nfa = NFA(",
        f"    states={_set_text(names.values())},",
        f"    input_symbols={_set_text(one.alphabet)},",
        f"    transitions={{{', '.join(rows)}}},",
        f"    initial_state={names[one.start]!r},",
        f"    final_states={_set_text(accepting)},",
        ")",
        "",
    ]
    return "\n".join(lines)


def _set_text(texts: Iterable[str]) -> str:
    """A set as Python writes it, in the order given."""
    inside = ", ".join(map(repr, texts))
    return f"{{{inside}}}" if inside else "set()"


def from_python(text: str) -> Automaton:
    """Read the first DFA or NFA in a Python text, of which nothing is executed.

    Raises
    ------
    AutomatonError
        If there is none, or one of its five parts is missing, computed, or does not fit the others.

    Examples
    --------
    >>> from_python("DFA(states={0}, input_symbols={'a'}, transitions={0: {'a': 0}}, initial_state=0, "
    ...             "final_states={0})").accepts("aa")
    True
    """
    try:
        # As automata-lib writes what it holds
        tree = ast.parse(re.sub(r"\bfrozen(set|dict)\(", "(", text))
        kind, call = _first_call(tree)
        # Literals only: a text from somewhere is read and never run.
        parts = {str(part.arg): ast.literal_eval(part.value) for part in call.keywords}
        if kind == "DFA":
            parts["allow_partial"] = True
        # What has the five parts by these names is read as if it were automata-lib's, which need not be installed.
        return Automaton.of(cast("NFA", SimpleNamespace(**parts)))
    except AutomatonError:
        raise
    except (
        SyntaxError,
        ValueError,
        TypeError,
        AttributeError,
        RecursionError,
        MemoryError,
    ) as error:
        raise AutomatonError.of("no_automaton", kind="Python") from error


def _first_call(tree: ast.AST) -> tuple[str, ast.Call]:
    """Return which automaton a text makes first, and the call that does it."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("DFA", "NFA")
        ):
            return node.func.id, node
    raise ValueError("no automaton is made")
