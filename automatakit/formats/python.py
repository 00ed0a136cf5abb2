"""Python with automata-lib: the text that makes its NFA, and what its automata say of themselves."""

import ast
import re
from types import SimpleNamespace

from automatakit.automaton.errors import AutomatonError
from automatakit.automaton.value import Automaton
from automatakit.formats.naming import text_names

BEGINS = ("from automata", "NFA(", "DFA(")


def to_python(automaton: Automaton) -> str:
    """Return Python text that makes an NFA of automata-lib.

    Examples
    --------
    >>> print(to_python(Automaton.of("bA>B", start="A", accepting="B")).splitlines()[5])
        transitions={'A': {'b': {'B'}}, 'B': {}},
    """
    one = automaton.single_start()
    name = text_names(one)

    def as_set(items: list[str]) -> str:
        return f"{{{', '.join(map(repr, items))}}}" if items else "set()"

    rows = []
    for state in one.states:
        symbols = sorted({a for p, a, _ in one.edges if p == state})
        cells = (f"{a!r}: {as_set([name[q] for q in one.states if (state, a, q) in one.edges])}" for a in symbols)
        rows.append(f"{name[state]!r}: {{{', '.join(cells)}}}")
    return "\n".join([
        "from automata.fa.nfa import NFA", "", "nfa = NFA(", f"    states={as_set(list(name.values()))},",
        f"    input_symbols={as_set(list(one.alphabet))},", f"    transitions={{{', '.join(rows)}}},",
        f"    initial_state={name[one.start]!r},",
        f"    final_states={as_set([name[q] for q in one.states if q in one.accepting])},", ")", ""])


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
        tree = ast.parse(re.sub(r"\bfrozen(set|dict)\(", "(", text))  # as automata-lib writes what it holds
        call = next(node for node in ast.walk(tree) if isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Name) and node.func.id in ("DFA", "NFA"))
        parts = {str(part.arg): ast.literal_eval(part.value) for part in call.keywords}
        if isinstance(call.func, ast.Name) and call.func.id == "DFA":
            parts["allow_partial"] = True
        return Automaton.of(SimpleNamespace(**parts))
    except AutomatonError:
        raise
    except (SyntaxError, StopIteration, ValueError, TypeError, AttributeError, RecursionError, MemoryError) as error:
        raise AutomatonError.of("no_automaton", kind="Python") from error
