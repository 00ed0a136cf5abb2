"""The one automaton of this project, in bit masks: languages, steps, pictures, questions and marks stand on it.

Here it is made, from whatever describes one, and handed on; `automatakit.automaton.masks` is how it reads words.
Both need the standard library only.

References
----------
.. [1] M. O. Rabin, D. Scott: Finite automata and their decision problems. IBM J. Res. Dev. 3 (1959) 114–125.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn, cast

import automatakit
from automatakit.automaton.errors import AutomatonError
from automatakit.automaton.expressions import letters_of, positions
from automatakit.automaton.masks import Masks, no_part
from automatakit.automaton.names import hint
from automatakit.automaton.reading import (
    Description,
    Source,
    checked_alphabet,
    parts_of,
)
from automatakit.automaton.states import (
    EPSILON,
    AutomatonJson,
    Edge,
    Point,
    State,
    label,
)

if TYPE_CHECKING:
    import networkx
    from automata.fa.dfa import DFA
    from automata.fa.nfa import NFA


class Automaton(Masks):
    """A nondeterministic finite automaton (Q, Σ, δ, q0, F), ε allowed, in bit masks.

    Parameters
    ----------
    states : tuple
        Q, in the order in which tables and pictures show them.
    alphabet : tuple of str
        Σ, sorted; single characters.
    plain : mapping of str to tuple of int
        ``plain[symbol][i]`` = mask of the heads of the arrows that leave state *i* with the symbol.
    starts, accepting_mask : int
        Masks of the start states and of the accepting ones.
    silent : tuple of int, optional
        Masks of the heads of the ε-arrows of each state; empty if there are none.
    places : mapping of state to (x, y), optional
        Where pictures put the states (right, down); equal automata may lie elsewhere.

    Examples
    --------
    >>> a = Automaton.of("bA>A bA>B wB>C", start="A", accepting="C")
    >>> a.accepts("bbw"), a.accepts("bb"), a.names(a.read("bb"))
    (True, False, ('A', 'B'))

    Signs are operations on languages: ``|`` union, ``&`` intersection, ``-`` difference, ``~`` complement, ``+``
    concatenation, ``<=`` inclusion, ``in`` for words.

    >>> "bw" in (a | "ww") & ~Automaton.of("bbw"), a <= a | "ww", (a + "ww").accepts("bwww"), (a - "bw").accepts("bw")
    (True, True, True, False)
    """

    @classmethod
    def of(
        cls,
        source: Source,
        *,
        start: State | None = None,
        accepting: Iterable[State] | None = None,
        symbols: Iterable[str] | None = None,
        order: Iterable[State] = (),
        places: Mapping[State, Point] | None = None,
    ) -> Automaton:
        """Return the automaton that something is or describes.

        Parameters
        ----------
        source
            An automaton, of this project or of automata-lib; anything with a method ``automaton()``; a graph of
            networkx (as `graph` makes it); a regular expression; or, together with ``start`` and ``accepting``,
            arrows as text or a mapping ``state → symbol → set of states``.  The symbol ``""`` (in text ``ε``) reads
            nothing.
        start, accepting
            The start state and the accepting states of a table or of arrows (as text, with blanks or commas between
            them, or as a set); anything else has its own.
        symbols
            The alphabet: by default the symbols that occur.  An automaton keeps those that it has.
        order
            The first states in pictures and tables; the others follow as a search from the start meets them.
        places
            Where pictures put the states; then this is their order, too.

        Raises
        ------
        AutomatonError
            Naming the state or the transition that is wrong.

        Examples
        --------
        >>> Automaton.of({"A": {"b": {"B"}}}, start="A", accepting={"B"}).accepts("b")
        True
        >>> Automaton.of("b(b|w)*").accepts("bww"), Automaton.of("aA>B", start="A", accepting="B").alphabet
        (True, ('a',))
        """
        # A view may lead to another one.  Classes are left alone: theirs is a function that lacks its object.
        while not isinstance(source, (cls, type)) and callable(
            made := getattr(source, "automaton", None)
        ):
            source = made()
        given = start is not None or accepting is not None
        # Arrows without a start state mean nothing, so it is an expression
        if isinstance(source, str) and not given:
            return cls._of_expression(source, symbols)
        # What is an automaton has these; another one must not be passed over in silence
        if given and not isinstance(source, (str, Mapping)):
            raise AutomatonError.of("own_parts", kind=type(source).__name__)
        if isinstance(source, cls):
            made = source
        else:
            parts = parts_of(
                cast(Description, source),
                start,
                accepting,
                symbols,
                order or places or (),
            )
            parts.setdefault("places", places)  # a graph brings its own
            made = cls.make(**parts)
        return made if symbols is None else made.over(symbols)

    @classmethod
    def _of_expression(cls, text: str, symbols: Iterable[str] | None) -> Automaton:
        """Return the automaton of the positions of an expression."""
        letters = letters_of(text) if symbols is None else checked_alphabet(symbols)
        size, rows, final = positions(text, letters)
        return cls(tuple(map(str, range(size))), tuple(rows), rows, 1, final)

    @classmethod
    def make(
        cls,
        states: Iterable[State],
        start: State,
        accepting: Iterable[State],
        edges: Iterable[Edge],
        alphabet: Iterable[str],
        places: Mapping[State, Point] | None = None,
    ) -> Automaton:
        """Return the automaton of a five-tuple; δ is a set of arrows (from, symbol, to), the symbol ``""`` is ε.

        Nothing is checked: see `of`.
        """
        states = tuple(states)
        alphabet = tuple(sorted(set(alphabet)))
        bit = {state: 1 << i for i, state in enumerate(states)}
        rows = {symbol: dict.fromkeys(states, 0) for symbol in (*alphabet, EPSILON)}
        for tail, symbol, head in edges:
            rows[symbol][tail] |= bit[head]
        final = 0
        for state in accepting:
            final |= bit[state]
        plain = {symbol: tuple(row.values()) for symbol, row in rows.items()}
        silent = plain.pop(EPSILON)
        if not any(silent):  # most automata have none, and are spared the search for it
            silent = ()
        return cls(states, alphabet, plain, bit[start], final, silent, places or {})

    @classmethod
    def from_json(cls, data: AutomatonJson) -> Automaton:
        """Read what `to_json` returns."""
        return cls.make(
            data["states"],
            data["start"],
            data["accepting"],
            ((tail, symbol, head) for tail, symbol, head in data["transitions"]),
            data["alphabet"],
        )

    def to_json(self) -> AutomatonJson:
        """Return plain data: states by their labels, ``alphabet``, ``start``, ``accepting``, ``transitions``."""
        one = self.single_start()
        index = one.index
        edges = sorted(
            one.edges, key=lambda edge: (index[edge[0]], edge[1], index[edge[2]])
        )
        return {
            "states": list(map(label, one.states)),
            "alphabet": list(one.alphabet),
            "start": label(one.start),
            "accepting": list(map(label, one.names(one.accepting_mask))),
            "transitions": [
                [label(tail), symbol, label(head)] for tail, symbol, head in edges
            ],
        }

    # What people write: the functions of the front door, as methods and as signs. They are loaded when they are used.

    def determinise(self, limit: int | None = None) -> Automaton:
        """Return `automatakit.subsets` of it."""
        return automatakit.subsets(self, limit)

    def minimise(self, limit: int | None = None) -> Automaton:
        """Return `automatakit.minimise` of it."""
        return automatakit.minimise(self, limit)

    def complement(self, limit: int | None = None) -> Automaton:
        """Return `automatakit.complement` of it."""
        return automatakit.complement(self, limit)

    def reverse(self) -> Automaton:
        """Return `automatakit.reverse` of it."""
        return automatakit.reverse(self)

    def star(self) -> Automaton:
        """Return `automatakit.star` of it."""
        return automatakit.star(self)

    def words(
        self, max_length: int | None = None, min_length: int = 0
    ) -> Iterator[str]:
        """Return `automatakit.words` of it."""
        return automatakit.words(self, max_length, min_length)

    def to_regex(self) -> str:
        """Return `automatakit.to_regex` of it."""
        return automatakit.to_regex(self)

    def equivalent(self, other: Source) -> bool:
        """Say whether it is `automatakit.equivalent` to another one; ``==`` compares states and arrows."""
        return automatakit.equivalent(self, other)

    def __contains__(self, word: str) -> bool:
        return self.accepts(word)

    def __or__(self, other: Source) -> Automaton:
        return automatakit.union(self, other)

    def __and__(self, other: Source) -> Automaton:
        return automatakit.intersection(self, other)

    def __sub__(self, other: Source) -> Automaton:
        return automatakit.product(self, other, "left only")

    def __invert__(self) -> Automaton:
        return automatakit.complement(self)

    def __add__(self, other: Source) -> Automaton:
        return automatakit.concatenation(self, other)

    def __le__(self, other: Source) -> bool:
        return automatakit.included(self, other)

    if not TYPE_CHECKING:
        # For a checker of types a name that is none stays one.

        def __getattr__(self, name: str) -> NoReturn:
            found = hint(name)
            said = f"an Automaton has no {name}" + (f"; write {found}" if found else "")
            raise AttributeError(said, name=name, obj=self)

    def automaton(self) -> Automaton:
        """Return the automaton itself, as boards and views of positions return theirs."""
        return self

    def nfa(self) -> NFA:
        """Return it as an NFA of automata-lib."""
        from automata.fa.nfa import NFA

        one = self.single_start()
        return NFA(transitions=one._rows(), **one._others())

    def dfa(self) -> DFA:
        """Return it as a DFA of automata-lib (a partial one where arrows are missing); it has to be deterministic."""
        from automata.fa.dfa import DFA

        # Automata-lib would take one head of several and keep silent.
        if not self.is_deterministic:
            raise AutomatonError.of("not_deterministic")
        one = self.single_start()
        rows: dict[State, dict[str, State]] = {state: {} for state in one.states}
        for tail, symbol, head in one.edges:
            rows[tail][symbol] = head
        return DFA(transitions=rows, **one._others(), allow_partial=not one.is_complete)

    def _rows(self) -> dict[State, dict[str, set[State]]]:
        """δ as automata-lib writes it."""
        rows: dict[State, dict[str, set[State]]] = {state: {} for state in self.states}
        for tail, symbol, head in self.edges:
            rows[tail].setdefault(symbol, set()).add(head)
        return rows

    def _others(self) -> dict[str, object]:
        """The other parts of the five-tuple, as automata-lib names them."""
        return {
            "states": set(self.states),
            "input_symbols": set(self.alphabet),
            "initial_state": self.start,
            "final_states": set(self.accepting),
        }

    def graph(self) -> networkx.MultiDiGraph:
        """Return it as a graph of networkx.

        Edges have their symbol as key and attribute ``symbol``.  Nodes have ``start`` and ``accepting``, and ``pos`` if
        it is known where pictures put them (up is positive, as matplotlib wants it).

        Examples
        --------
        >>> graph = Automaton.of("bA>B", start="A", accepting="B").graph()
        >>> list(graph.edges(data=True)), graph.nodes["B"]
        ([('A', 'B', {'symbol': 'b'})], {'start': False, 'accepting': True})
        """
        import networkx

        one = self.single_start()
        graph = networkx.MultiDiGraph(symbols="".join(one.alphabet))
        for state in one.states:
            graph.add_node(
                state, start=state == one.start, accepting=state in one.accepting
            )
            if state in one.places:
                right, down = one.places[state]
                graph.nodes[state]["pos"] = right, -down  # up is positive there
        for tail, symbol, head in one.sorted_edges():
            graph.add_edge(tail, head, key=symbol, symbol=symbol)
        return graph

    def __repr__(self) -> str:
        rows: dict[State, list[str]] = {state: [] for state in self.states}
        for (i, symbol), heads in self.drawn.cells.items():
            rows[self.states[i]].append(f"{symbol!r}: {_braced(map(repr, heads))}")
        delta = _braced(f"{state!r}: {_braced(cells)}" for state, cells in rows.items())
        start = ", ".join(map(repr, self.names(self.starts)))
        accepting = _braced(map(repr, self.names(self.accepting_mask)))
        return f"<Automaton δ={delta} start={start} accepting={accepting}>"

    def single_start(self, name: str = "start") -> Automaton:
        """Return an equal automaton with one start state: a new one, of that name, if there are none or several."""
        if self.starts.bit_count() == 1:
            return self
        # A state may have this name already.
        while name in self.index:
            name += "′"
        # Automata-lib and the text formats know one start state only: ε leads from the new one to the others.
        edges = self.edges | {
            (name, EPSILON, state) for state in self.names(self.starts)
        }
        return Automaton.make(
            (name, *self.states), name, self.accepting, edges, self.alphabet
        )

    def with_(
        self,
        *,
        states: Iterable[State] | None = None,
        start: State | None = None,
        accepting: Iterable[State] | None = None,
        edges: Iterable[Edge] | None = None,
    ) -> Automaton:
        """Return a copy with some of its parts changed; what is no state of it, or no symbol, is an error."""
        if states is None:
            states = self.states
        if accepting is None:
            accepting = self.accepting
        if edges is None:
            edges = self.edges
        states = tuple(states)
        try:
            made = Automaton.make(
                states, states[0], accepting, edges, self.alphabet, self.places
            )
        except KeyError as error:
            raise no_part(error.args[0], states, self.alphabet) from None
        # Of which there may be several, or none
        starts = self.names(self.starts) if start is None else (start,)
        return replace(made, starts=made.mask(starts))

    def renamed(self, name: Callable[[State], State]) -> Automaton:
        """Return the same automaton with other names of its states, all of them different."""
        places = {name(state): place for state, place in self.places.items()}
        states = tuple(map(name, self.states))
        if len(set(states)) < len(states):
            twice = next(state for state in states if states.count(state) > 1)
            raise AutomatonError.of("name_taken", name=label(twice))
        return replace(self, states=states, places=places)

    def over(self, symbols: Iterable[str]) -> Automaton:
        """Return the same automaton over a larger alphabet (new symbols lead nowhere)."""
        letters = checked_alphabet(symbols) | {*self.alphabet}
        if len(letters) == len(self.alphabet):
            return self
        alphabet = tuple(sorted(letters))
        nothing = (0,) * len(self.states)
        return replace(
            self,
            alphabet=alphabet,
            plain={symbol: self.plain.get(symbol, nothing) for symbol in alphabet},
        )


def _braced(texts: Iterable[str]) -> str:
    return "{" + ", ".join(texts) + "}"
