"""The library of automata beside those of its field: the same automata, in alternation, in CPU time.

Random deterministic automata, every second state accepting; what a library remembers of an automaton is thrown away
before each call.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache, cached_property
from random import Random
from typing import Any

from automata.fa.dfa import DFA
from automata.fa.nfa import NFA

from automatakit import count_words, equivalent, from_regex, minimise, product, subsets
from automatakit.automaton.value import Automaton
from benchmarks.harness import Job, Limit, at_most, faster_than_peer

LETTERS = "abcdefghijklmnopqrstuvwxyz"
WORD = "abbabaabba"
LONG = WORD * 1_000
EXPRESSIONS = ("(a|b)*abb", "(ab|ba)*(a|b)?b*", "a(b|a)*b(a|ab)*(bb)?a(b|a)*b(a|ab)*(bb)?")
MODULES = ("automatakit.automaton.expressions", "automatakit.automaton.masks",
           *[f"automatakit.languages.{name}" for name in ("compare", "minimal", "operations", "search", "words")])
LIB = "automata-lib"


@dataclass(frozen=True)
class Sample:
    """One automaton as each library has it."""

    ours: Automaton
    lib: Any

    @cached_property
    def twin(self) -> Any:
        """Automata-lib's once more, another object."""
        return self.lib.copy()

    @cached_property
    def definition(self) -> dict[str, Any]:
        """What ours consists of."""
        return {part.name: getattr(self.ours, part.name) for part in fields(self.ours)}

    @cached_property
    def copy(self) -> Automaton:
        """Ours once more, another object."""
        return Automaton(**self.definition)

    @property
    def fresh(self) -> Automaton:
        """Ours without what earlier questions have left in it."""
        return self.forgetful(self.ours)

    @property
    def fresh_copy(self) -> Automaton:
        """The copy likewise."""
        return self.forgetful(self.copy)

    def forgetful(self, automaton: Automaton) -> Automaton:
        """Throw away what an automaton remembers; a new object would cost time that the other library does not need."""
        definition = self.definition
        held = vars(automaton)
        held.clear()
        held.update(definition)
        return automaton

    @property
    def unread(self) -> Automaton:
        """Ours as if no word had been read yet: nothing is made anew, as nothing is on the other side."""
        vars(self.ours).pop("_was_asked", None)
        return self.ours

    @property
    def fresh_lib(self) -> Any:
        """Automata-lib's; of a DFA it remembers the words and their numbers."""
        for name in ("_word_cache", "_count_cache"):
            getattr(self.lib, name, []).clear()
        return self.lib


@cache
def dfa(states: int, symbols: int, seed: int = 1) -> Sample:
    """A random complete deterministic automaton."""
    random = Random(seed)
    alphabet = LETTERS[:symbols]
    rows = {i: {c: random.randrange(states) for c in alphabet} for i in range(states)}
    accepting = set(range(0, states, 2))
    sets = {i: {c: {head} for c, head in row.items()} for i, row in rows.items()}
    ours = Automaton.of(sets, start=0, accepting=accepting)
    five = {"states": set(rows), "input_symbols": set(alphabet), "initial_state": 0, "final_states": accepting}
    return Sample(ours, DFA(transitions=rows, **five))


@cache
def nfa(states: int) -> Sample:
    """A random automaton with two arrows of a symbol from most states."""
    random = Random(3)
    rows = {i: {c: {random.randrange(states) for _ in range(2)} for c in "ab" if random.random() < 0.8}
            for i in range(states)}
    five = {"states": set(rows), "input_symbols": {"a", "b"}, "initial_state": 0, "final_states": {1}}
    return Sample(Automaton.of(rows, start=0, accepting={1}, symbols="ab"), NFA(transitions=rows, **five))


@cache
def from_the_end(number: int) -> Sample:
    """The words with an a so many places before the last one."""
    text = "(a|b)*a" + "(a|b)" * number
    return Sample(Automaton.of(text), NFA.from_regex(text))


@cache
def of_pyformlang(sample: Callable[[], Sample], number: int = 1) -> Any:
    """The same deterministic automaton by pyformlang, once or once more."""
    from pyformlang.finite_automaton import DeterministicFiniteAutomaton

    ours = sample().ours
    other = DeterministicFiniteAutomaton()
    other.add_start_state(ours.start)
    for state in ours.accepting:
        other.add_final_state(state)
    for edge in ours.edges:
        other.add_transition(*edge)
    return other


@cache
def of_greenery(sample: Callable[[], Sample]) -> Any:
    """The same deterministic automaton by greenery."""
    from greenery import Charclass
    from greenery.fsm import Fsm

    ours = sample().ours
    symbols = {c: Charclass(((c, c),)) for c in ours.alphabet}
    rest = ~Charclass(tuple((c, c) for c in ours.alphabet))
    sink = len(ours.states)
    moves = {state: {rest: sink} for state in (*ours.states, sink)}
    moves[sink] |= dict.fromkeys(symbols.values(), sink)
    for tail, symbol, head in ours.edges:
        moves[tail][symbols[symbol]] = head
    return Fsm(alphabet={*symbols.values(), rest}, states={*moves}, initial=ours.start,
               finals=set(ours.accepting), map=moves)


def job(name: str, ours: Callable[[], Any], peer: Callable[[], Any] | None, limit: Limit | str, whom: str = LIB,
        **more: Any) -> Job:
    """A job of this table."""
    return Job(f"library: {name}", ours=ours, peer=peer, peer_name=whom if peer else "", limit=limit,
               modules=MODULES, clock=time.process_time, **more)


def beside_library(states: int, symbols: int) -> list[Job]:
    """The jobs on deterministic automata of one size."""
    one, two = dfa(states, symbols), dfa(states, symbols, 2)
    size = f"{states} states, {symbols} symbols"
    jobs = [
        job(f"minimise, {size}", lambda: minimise(one.fresh), one.lib.minify, faster_than_peer(1.2)),
        job(f"equivalent, {size}", lambda: equivalent(one.fresh, one.fresh_copy), lambda: one.lib == one.twin,
            faster_than_peer(1.5)),
        job(f"count words of 50, {size}", lambda: count_words(one.fresh, 50),
            lambda: one.fresh_lib.count_words_of_length(50), faster_than_peer(1.5)),
        job(f"first word of 10, {size}", lambda: one.unread.accepts(WORD), lambda: one.lib.accepts_input(WORD),
            faster_than_peer(1)),
        job(f"word of 10,000, {size}", lambda: one.fresh.accepts(LONG), lambda: one.lib.accepts_input(LONG),
            faster_than_peer(1.5)),
    ]
    if states <= 40:
        jobs.append(job(f"product, {size} each", lambda: product(one.fresh, two.fresh),
                        lambda: one.lib.intersection(two.lib, retain_names=True, minify=False),
                        faster_than_peer(1.5)))
    return jobs


def read_expressions() -> None:
    """Read three expressions, and a word of 100 by each."""
    for text in EXPRESSIONS:
        from_regex(text, "ab").accepts("ab" * 50)


def library_read_expressions() -> None:
    """The same by automata-lib."""
    for text in EXPRESSIONS:
        NFA.from_regex(text, input_symbols={"a", "b"}).accepts_input("ab" * 50)


def middle() -> Sample:
    """The automaton that every library here is asked about."""
    return dfa(40, 2)


def _library_equal(number: int) -> bool:
    one = from_the_end(number)
    return bool(one.lib == one.twin)


JOBS = [
    *beside_library(10, 2), *beside_library(40, 26), *beside_library(200, 2), *beside_library(1_000, 2),
    *[job(f"determinise, {n} states", lambda n=n: subsets(nfa(n).fresh),  # type: ignore[misc]
          lambda n=n: DFA.from_nfa(nfa(n).lib, retain_names=True, minify=False),  # type: ignore[misc]
          faster_than_peer(1.5)) for n in (10, 40)],
    job("read an expression and a word of 100", read_expressions, library_read_expressions, faster_than_peer(1),
        operations=3, unit="expressions"),
    job("an a 9th from the end and a copy, equivalent",
        lambda: equivalent(from_the_end(8).fresh, from_the_end(8).fresh_copy),
        lambda: _library_equal(8), faster_than_peer(10)),
    job("an a 41st from the end and a copy, equivalent",
        lambda: equivalent(from_the_end(40).fresh, from_the_end(40).fresh_copy),
        None, at_most(50e-3)),
    job("an a 41st from the end, words of 50", lambda: count_words(from_the_end(40).fresh, 50), None, at_most(50e-3)),
    job("minimise, 40 states, 2 symbols, pyformlang", lambda: minimise(middle().fresh),
        lambda: of_pyformlang(middle).minimize(), faster_than_peer(1.5), "pyformlang", needs=("pyformlang",)),
    job("equivalent, 40 states, 2 symbols, pyformlang", lambda: equivalent(middle().fresh, middle().fresh_copy),
        lambda: of_pyformlang(middle).is_equivalent_to(of_pyformlang(middle, 2)), faster_than_peer(10),
        "pyformlang", needs=("pyformlang",)),
    job("equivalent, 40 states, 2 symbols, greenery", lambda: equivalent(middle().fresh, middle().fresh_copy),
        lambda: of_greenery(middle).equivalent(of_greenery(middle)), faster_than_peer(5), "greenery",
        needs=("greenery",)),
]
"""Against the goal of each job; by the clock of the CPU."""
