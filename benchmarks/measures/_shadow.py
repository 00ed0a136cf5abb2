"""A plugin of pytest: whatever a peer's own tests ask of the peer, automatakit is asked as well.

``python -m pytest -p benchmarks.measures._shadow`` in an environment with the peers (`benchmarks.measures.peers`); the
counts go to the file that ``SHADOW_REPORT`` names.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from functools import reduce
from pathlib import Path
from typing import Any

import automatakit as ak
from automatakit import Automaton

Answer = Callable[..., object]
counts: Counter[str] = Counter()
differences: list[str] = []
asking = False


# --- how a peer's automaton is read: its letters become characters of ours --------------------------------------------
def pyformlang_letters(automata: Sequence[Any], words: Sequence[Iterable[Any]]) -> dict[Any, str]:
    """A character for each symbol of automata and words."""
    symbols = [symbol for automaton in automata for symbol in automaton.symbols]
    symbols += [symbol for word in words for symbol in word]
    values = sorted({str(getattr(symbol, "value", symbol)) for symbol in symbols} - {"epsilon"})
    return {value: chr(0x4E00 + number) for number, value in enumerate(values)}


def from_pyformlang(automaton: Any, letters: dict[Any, str]) -> Automaton:
    """Our automaton of one of pyformlang; an own start leads to all of its starts."""
    names = {state: number for number, state in enumerate(automaton.states, 1)}
    rows: dict[int, dict[str, set[int]]] = {number: {} for number in range(len(names) + 1)}
    rows[0][""] = {names[state] for state in automaton.start_states}
    for tail, symbol, head in automaton:
        letter = letters.get(str(symbol.value), "")  # what is no letter is ε
        rows[names[tail]].setdefault(letter, set()).add(names[head])
    accepting = {names[state] for state in automaton.final_states}
    return Automaton.of(rows, start=0, accepting=accepting, symbols=letters.values())


def greenery_letters(automata: Sequence[Any], words: Sequence[str]) -> dict[Any, str]:
    """Characters that stand for all: wherever a range of some class begins, and behind its end."""
    chosen = {"a", *(letter for word in words for letter in word)}
    for automaton in automata:
        for charclass in automaton.alphabet:
            for first, last in charclass.ord_ranges:
                chosen |= {chr(first), chr(min(last + 1, 0x10FFFF))}
    return {letter: letter for letter in chosen}


def from_greenery(automaton: Any, letters: dict[Any, str]) -> Automaton:
    """Our automaton of one of greenery, over these characters only."""
    rows: dict[int, dict[str, set[int]]] = {state: {} for state in automaton.states}
    for state, moves in automaton.map.items():
        for letter in letters:
            heads = {head for charclass, head in moves.items() if charclass.accepts(letter)}
            if heads:
                rows[state][letter] = heads
    return Automaton.of(rows, start=automaton.initial, accepting=automaton.finals, symbols=letters.values())


# --- what is asked ----------------------------------------------------------------------------------------------------
def times(automaton: Automaton, number: int) -> Automaton:
    """A language repeated."""
    result = Automaton.of("()")
    for _ in range(number):
        result = ak.concatenation(result, automaton)
    return result


def folded(operation: Callable[[Automaton, Automaton], Automaton]) -> Answer:
    """An operation of two, for any number of automata."""
    return lambda *automata: reduce(operation, automata)


def accepts(automaton: Automaton, word: str) -> bool:
    return automaton.accepts(word)


def left_only(one: Automaton, two: Automaton) -> Automaton:
    return ak.product(one, two, "left only")


def one_only(one: Automaton, two: Automaton) -> Automaton:
    return ak.product(one, two, "one only")


def through_expression(automaton: Automaton) -> Automaton:
    return Automaton.of(ak.to_regex(automaton), symbols=automaton.alphabet)


def proper(one: Automaton, two: Automaton) -> bool:
    return ak.included(one, two) and not ak.equivalent(one, two)


PYFORMLANG: dict[str, Answer] = {
    "accepts": accepts, "is_empty": ak.is_empty, "is_equivalent_to": ak.equivalent,
    "get_complement": ak.complement, "get_intersection": ak.intersection, "get_difference": left_only,
    "reverse": ak.reverse, "minimize": ak.minimise, "to_deterministic": ak.determinise,
    "remove_epsilon_transitions": ak.remove_epsilon, "to_regex": through_expression,
    "union": ak.union, "concatenate": ak.concatenation, "kleene_star": ak.star,
}
GREENERY: dict[str, Answer] = {
    "accepts": accepts, "reduce": ak.minimise, "concatenate": folded(ak.concatenation), "star": ak.star,
    "times": times, "union": folded(ak.union), "intersection": folded(ak.intersection),
    "symmetric_difference": folded(one_only), "difference": folded(left_only),
    "everythingbut": ak.complement, "reversed": ak.reverse, "empty": ak.is_empty, "equivalent": ak.equivalent,
    "isdisjoint": ak.disjoint, "issubset": ak.included, "ispropersubset": proper, "derive": ak.left_quotient,
}


class Shadow:
    """Asks automatakit whatever a peer's class is asked."""

    def __init__(self, kinds: tuple[type, ...], automaton_of: Callable[[Any], Any], letters: Any, read: Any) -> None:
        self.kinds = kinds
        self.automaton_of = automaton_of
        self.letters = letters
        self.read = read

    def compare(self, name: str, answer: Answer, arguments: Sequence[Any], theirs: Any) -> None:
        """Compare one answer with ours; a language by equivalence, all else as it is."""
        automata = [self.automaton_of(one) for one in arguments if isinstance(one, self.kinds)]
        if not automata:  # what no languages give together is a convention of the peer, ours take at least one
            return
        rest = [one for one in arguments if not isinstance(one, self.kinds)]
        words = [list(one) for one in rest if not isinstance(one, int)]
        found = self.automaton_of(theirs) if isinstance(theirs, self.kinds) else None
        letters = self.letters([*automata, *([] if found is None else [found])], words)
        ours_of = [self.read(automaton, letters) for automaton in automata]
        spelt = ["".join(letters[str(getattr(symbol, "value", symbol))] for symbol in word
                         if str(getattr(symbol, "value", symbol)) in letters) for word in words]
        numbers = [one for one in rest if isinstance(one, int)]
        ours = answer(*ours_of, *spelt, *numbers)
        counts[name] += 1
        same = ak.equivalent(ours, self.read(found, letters)) if found is not None else bool(ours) == bool(theirs)
        if not same:
            differences.append(f"{name}: {ours} and {theirs!r} of {arguments!r}"[:600])

    def wrap(self, kind: type, name: str, answer: Answer) -> None:
        """Replace a method by one that asks both."""
        original = vars(kind)[name]

        def both(*arguments: Any) -> Any:
            global asking
            theirs = original(*arguments)
            if asking:  # what a peer asks itself is none of its tests' questions
                return theirs
            asking = True
            try:
                self.compare(f"{kind.__module__.partition('.')[0]}: {name}", answer, arguments, theirs)
            except ak.TooLargeError:
                counts["too large"] += 1
            finally:
                asking = False
            return theirs

        setattr(kind, name, both)


def shadow_pyformlang() -> None:
    """Wrap pyformlang's automata and expressions."""
    from pyformlang.finite_automaton import (
        DeterministicFiniteAutomaton,
        EpsilonNFA,
        NondeterministicFiniteAutomaton,
    )
    from pyformlang.finite_automaton.finite_automaton import FiniteAutomaton
    from pyformlang.regular_expression import Regex

    def automaton_of(one: Any) -> Any:
        if not isinstance(one, Regex):
            return one
        return deepcopy(one).to_epsilon_nfa()  # an expression counts the states that it gives away

    shadow = Shadow((FiniteAutomaton, Regex), automaton_of, pyformlang_letters, from_pyformlang)
    kinds = (FiniteAutomaton, EpsilonNFA, NondeterministicFiniteAutomaton, DeterministicFiniteAutomaton, Regex)
    for kind in kinds:
        for name in PYFORMLANG.keys() & vars(kind).keys():
            shadow.wrap(kind, name, PYFORMLANG[name])


def shadow_greenery() -> None:
    """Wrap greenery's automata."""
    from greenery.fsm import Fsm

    shadow = Shadow((Fsm,), lambda one: one, greenery_letters, from_greenery)
    for name, answer in GREENERY.items():
        shadow.wrap(Fsm, name, answer)


def pytest_configure() -> None:
    """Before any test is read."""
    {"pyformlang": shadow_pyformlang, "greenery": shadow_greenery}[os.environ["SHADOW_PEER"]]()


def pytest_unconfigure() -> None:
    """After the last test."""
    report = {"counts": counts, "differences": differences}
    Path(os.environ["SHADOW_REPORT"]).write_text(json.dumps(report, ensure_ascii=False), encoding="utf-8")
