"""NFA and DFA of automata-lib, with what a learner trips over put right, and with pictures.

:class:`NFA` and :class:`DFA` are subclasses: everything that automata-lib offers still works.  They differ where
automata-lib is silent or fails in a surprising way:

* a state without arrows, and an empty board, are fine (automata-lib: ``MissingStateError``);
* transitions from unknown states, texts in place of sets of states, symbols of several letters and foreign
  symbols in a word are errors that name the place (automata-lib: silent);
* ``==`` compares languages, also between NFA and DFA and over different alphabets (automata-lib: silently False);
* ``(A ^ B).isempty()`` and its like work on a temporary (automata-lib: ``RuntimeError``);
* ``successors`` of an infinite language asks for a length instead of running for ever;
* a picture needs neither graphviz nor pygraphviz.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from automata.fa import dfa as library_dfa
from automata.fa import nfa as library_nfa

from automatakit.automaton.reading import build, check, several
from automatakit.automaton.value import EPSILON, Automaton, State, label, sort_key
from automatakit.errors import AutomatonError
from automatakit.languages import compare
from automatakit.languages import words as lexicon

if TYPE_CHECKING:
    from boardkit.svg import Picture
    from finity_edu.rules.board import Board

Point = tuple[float, float]


class _Guards:
    """What NFA and DFA have in common."""

    if TYPE_CHECKING:
        input_symbols: Any

        @cached_property
        def table(self) -> Automaton: ...

    def accepts_input(self, input_str: str) -> bool:
        """Say whether a word is accepted; a foreign symbol is an error that names its place."""
        self._check_word(input_str)
        return self.table.accepts(input_str)

    def read_input_stepwise(self, input_str: str, *args: Any, **kwargs: Any) -> Iterator[Any]:
        """As in automata-lib, after a check that the word has no foreign symbol."""
        self._check_word(input_str)
        return super().read_input_stepwise(input_str, *args, **kwargs)  # type: ignore[misc]

    def _check_word(self, word: str) -> None:
        for place, symbol in enumerate(word, start=1):
            if symbol not in self.input_symbols:
                alphabet = ", ".join(sorted(self.input_symbols))
                raise AutomatonError.of("foreign_in_word", word=word, symbol=symbol, place=place, alphabet=alphabet)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, library_nfa.NFA | library_dfa.DFA):
            return NotImplemented
        return compare.equivalent(self, other)

    __hash__ = None  # type: ignore[assignment]

    def __le__(self, other: object) -> bool:
        if not isinstance(other, library_nfa.NFA | library_dfa.DFA):
            return NotImplemented
        return compare.included(self, other)

    def __ge__(self, other: object) -> bool:
        if not isinstance(other, library_nfa.NFA | library_dfa.DFA):
            return NotImplemented
        return compare.included(other, self)

    def __lt__(self, other: object) -> bool:
        return self <= other and self != other

    def __gt__(self, other: object) -> bool:
        return self >= other and self != other

    @property
    def diagram(self) -> Picture:
        """The picture of the automaton."""
        return self.show_diagram()

    def show_diagram(self, input_str: str | None = None, **options: Any) -> Picture:
        """Return a picture of the automaton, or of its run on a word (see :mod:`automatakit.draw.automata`)."""
        from automatakit.draw import automata

        if input_str is None:
            return automata.automaton_picture(self, **options)
        from automatakit.draw import runs
        from automatakit.steps.run import RunSteps

        return runs.run_picture(RunSteps(self, input_str).last(), **options)

    def _repr_mimebundle_(self, *args: Any, **kwargs: Any) -> Any:
        return self.show_diagram()._repr_mimebundle_(*args, **kwargs)

    def _extras(self) -> dict[str, Any]:
        return {}

    def __repr__(self) -> str:
        table = self.table
        rows = []
        for i, state in enumerate(table.states):
            cells = {s: table.names(row[i]) for s, row in table.moves.items() if row[i]}
            text = ", ".join(f"{s!r}: {{{', '.join(map(repr, t))}}}" for s, t in cells.items())
            rows.append(f"{state!r}: {{{text}}}")
        start = ", ".join(map(repr, table.names(table.start_mask)))
        final = ", ".join(map(repr, table.names(table.final_mask)))
        return f"<{type(self).__name__} δ={{{', '.join(rows)}}} start={start} final={{{final}}}>"


class NFA(_Guards, library_nfa.NFA):
    """A nondeterministic finite automaton: automata-lib's NFA with guards and a picture.

    Parameters
    ----------
    states, input_symbols, transitions, initial_state, final_states
        As in automata-lib: keyword arguments; ``transitions[state][symbol]`` is a set of states, the empty text
        stands for ε.  States without arrows may be left out of ``transitions``.
    places : mapping of state to (x, y), optional
        Where pictures put the states (right, down); their order is the order of tables.
    board : Board, optional
        The board that the automaton was read from.

    Raises
    ------
    AutomatonError
        Naming the state or transition that is wrong.

    Examples
    --------
    >>> nfa = NFA(states={"A", "B"}, input_symbols={"b", "w"}, transitions={"A": {"b": {"A", "B"}}},
    ...           initial_state="A", final_states={"B"})
    >>> nfa.accepts_input("bb"), nfa.accepts_input("bw")
    (True, False)
    >>> NFA.from_regex("b(b|w)*") == NFA.from_regex("b|b(b|w)+")
    True
    """

    places: Mapping[State, Point]
    board: Board | None

    def __init__(
        self, *, states: Iterable[State], input_symbols: Iterable[str],
        transitions: Mapping[State, Mapping[str, Iterable[State]]], initial_state: State,
        final_states: Iterable[State], places: Mapping[State, Point] | None = None, board: Board | None = None,
    ) -> None:
        states, input_symbols, final_states = set(states), set(input_symbols), set(final_states)
        check(states, input_symbols, transitions, initial_state, final_states)
        rows = {
            state: {symbol: set(several(state, symbol, t)) for symbol, t in transitions.get(state, {}).items()}
            for state in states
        }
        object.__setattr__(self, "places", dict(places or {}))
        object.__setattr__(self, "board", board)
        super().__init__(
            states=states, input_symbols=input_symbols, transitions=rows,
            initial_state=initial_state, final_states=final_states,
        )

    @property
    def input_parameters(self) -> dict[str, Any]:
        """The arguments that make an equal copy."""
        return {**super().input_parameters, "places": self.places, "board": self.board}

    @property
    def order(self) -> tuple[State, ...]:
        """The order of the states in tables, as far as it is given."""
        return tuple(self.places)

    @cached_property
    def table(self) -> Automaton:
        """The automaton in bit masks: what :mod:`finity_edu.analysis` works on."""
        return build(
            self.states, self.input_symbols, self.transitions, self.initial_state, self.final_states, self.order
        )

    @property
    def has_epsilon(self) -> bool:
        """Whether some transition reads nothing."""
        return any(row.get(EPSILON) for row in self.transitions.values())

    def placed(self, places: Mapping[State, Point]) -> NFA:
        """Return the same automaton with other places for the pictures."""
        return NFA(**{**self.input_parameters, "places": places})


class DFA(_Guards, library_dfa.DFA):
    """A deterministic finite automaton: automata-lib's DFA with guards and a picture.

    Parameters
    ----------
    states, input_symbols, transitions, initial_state, final_states, allow_partial
        As in automata-lib: keyword arguments; ``transitions[state][symbol]`` is one state.
    places : mapping of state to (x, y), optional
        Where pictures put the states; their order is the order of tables.

    Examples
    --------
    >>> even = DFA(states={0, 1}, input_symbols={"b"}, transitions={0: {"b": 1}, 1: {"b": 0}},
    ...            initial_state=0, final_states={0})
    >>> even == NFA.from_regex("(bb)*"), (even ^ even).isempty()
    (True, True)
    """

    places: Mapping[State, Point]

    def __init__(
        self, *, states: Iterable[State], input_symbols: Iterable[str],
        transitions: Mapping[State, Mapping[str, State]], initial_state: State, final_states: Iterable[State],
        allow_partial: bool = False, places: Mapping[State, Point] | None = None,
    ) -> None:
        states, input_symbols, final_states = set(states), set(input_symbols), set(final_states)
        check(states, input_symbols, transitions, initial_state, final_states, lambda state, symbol, target: (target,))
        if not allow_partial:
            _require_complete(states, input_symbols, transitions)
        object.__setattr__(self, "places", dict(places or {}))
        super().__init__(
            states=states, input_symbols=input_symbols,
            transitions={state: dict(transitions.get(state, {})) for state in states},
            initial_state=initial_state, final_states=final_states, allow_partial=allow_partial,
        )

    @property
    def input_parameters(self) -> dict[str, Any]:
        """The arguments that make an equal copy."""
        return {**super().input_parameters, "places": self.places}

    @property
    def order(self) -> tuple[State, ...]:
        """The order of the states in tables, as far as it is given."""
        return tuple(self.places)

    @cached_property
    def table(self) -> Automaton:
        """The automaton in bit masks: what :mod:`finity_edu.analysis` works on."""
        return build(
            self.states, self.input_symbols, self.transitions, self.initial_state, self.final_states, self.order,
            lambda state, symbol, target: (target,),
        )

    def isempty(self) -> bool:
        """Say whether no word is accepted."""
        return lexicon.is_empty(self)

    def isfinite(self) -> bool:
        """Say whether only finitely many words are accepted."""
        return lexicon.is_finite(self)

    def cardinality(self) -> int:
        """Return the number of accepted words; an infinite language is an error."""
        return lexicon.count_all_words(self)

    def minimum_word_length(self) -> int:
        """Return the length of the shortest accepted word; an empty language is an error."""
        shortest = lexicon.shortest_word(self)
        if shortest is None:
            raise AutomatonError.of("empty_language")
        return len(shortest)

    def maximum_word_length(self) -> int | None:
        """Return the length of the longest accepted word, None if there is none; an empty language is an error."""
        if self.isempty():
            raise AutomatonError.of("empty_language")
        return lexicon.longest_length(self)

    def successors(self, *args: Any, **kwargs: Any) -> Iterator[str]:
        """As in automata-lib, but an infinite language needs ``max_length``: in the order of a dictionary the next
        word need not exist (before ``w`` come ``bw``, ``bbw``, ``bbbw``, …)."""
        if kwargs.get("max_length") is None and not self.isfinite():
            raise AutomatonError.of("endless_successors")
        return super().successors(*args, **kwargs)


def _require_complete(
    states: set[State], symbols: Iterable[str], transitions: Mapping[State, Mapping[str, State]]
) -> None:
    for state in sorted(states, key=sort_key):
        for symbol in sorted(symbols):
            if symbol not in transitions.get(state, {}):
                raise AutomatonError.of("partial_dfa", state=label(state), symbol=symbol)


def guarded(automaton: Any) -> NFA | DFA:
    """Return an automaton of automata-lib as one of this project: with guards and a picture.

    Examples
    --------
    >>> from automata.fa.nfa import NFA as Library
    >>> guarded(Library.from_regex("b*")).accepts_input("bb")
    True
    """
    if isinstance(automaton, NFA | DFA):
        return automaton
    if isinstance(automaton, library_dfa.DFA):
        return DFA(**automaton.input_parameters)
    if isinstance(automaton, library_nfa.NFA):
        return NFA(**automaton.input_parameters)
    if isinstance(automaton, Automaton):
        return from_table(automaton)
    raise AutomatonError.of("no_automaton", kind=type(automaton).__name__)


def from_table(table: Automaton) -> NFA:
    """Return a table as an NFA (a table with several initial states needs one that ε leads on from)."""
    initial = table.names(table.start_mask)
    transitions: dict[State, dict[str, set[State]]] = {state: {} for state in table.states}
    for state, symbol, target in table.arrows():
        transitions[state].setdefault(symbol, set()).add(target)
    start: State
    if len(initial) == 1:
        start = initial[0]
    else:
        start = "start"
        while start in transitions:
            start = f"{start}′"
        transitions[start] = {EPSILON: set(initial)}
    return NFA(
        states=set(transitions), input_symbols=table.alphabet, transitions=transitions, initial_state=start,
        final_states=table.names(table.final_mask),
    )


def dfa_from_table(table: Automaton) -> DFA:
    """Return a complete deterministic table as a DFA."""
    return DFA(
        states=table.states, input_symbols=table.alphabet,
        transitions={
            state: {s: table.states[row[i].bit_length() - 1] for s, row in table.moves.items() if row[i]}
            for i, state in enumerate(table.states)
        },
        initial_state=table.names(table.start_mask)[0], final_states=table.names(table.final_mask), allow_partial=True,
        places={},
    )
