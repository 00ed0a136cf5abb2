"""The states of a small board as a labelled deterministic transition system.

States are (situation, side to move); labels are move texts; a finished state has no transitions.  The draw
rules that need a history or a counter are left out: they are about paths through this graph, not about nodes.

The graph is kept in flat arrays, because a board of seven fields already has a hundred thousand states.

References
----------
.. [1] C. Baier, J.-P. Katoen, *Principles of Model Checking*, MIT Press, 2008, chapter 2 (transition systems).
.. [2] docs/amakta.md, sections 11 and 13.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator, MutableSequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from amakta.rules.board import PLAYERS, AnyBoard, Player
from amakta.rules.errors import AmaktaError, LimitExceededError
from amakta.rules.legality import legal_moves
from amakta.rules.moves import Move, after
from amakta.rules.situation import Hand, Layout, Situation
from amakta.rules.state import State
from amakta.rules.texts import message
from boardkit.errors import whole_number

if TYPE_CHECKING:
    import networkx
    from automata.fa.dfa import DFA

Progress: TypeAlias = Callable[[int, int], None]
_Key: TypeAlias = tuple[Layout, tuple[Hand, Hand]]

LIMIT = 2_000_000


@dataclass(frozen=True, eq=False)
class Graph:
    """Reachable states, in order of discovery: 0 is the start, and levels follow each other.

    Attributes
    ----------
    board : Board or InfinitBoard
    keys : tuple
        Stones and inventories of every situation.
    situation_of, turn_of : array
        For every state the number of its situation, and 0 (White) or 1 (Black) to move.
    first : array
        Where the transitions of a state begin in `label` and `target`; one entry more than states.
    label, target : array
        For every transition the number of its label in `alphabet` and the state it leads to.
    alphabet : tuple of Move
        The labels.
    expanded : int
        States whose transitions are known; all of them unless `max_level` was given.
    level_sizes : tuple of int
        How many states lie at distance 0, 1, 2, ... from the start.

    Examples
    --------
    >>> g = explore(State.start("zeile3", "solo"))
    >>> g
    <Graph: 14 states, 8 situations, 28 transitions, 10 labels>
    >>> g.level_sizes
    (1, 2, 3, 3, 2, 2, 1)
    """

    board: AnyBoard
    keys: tuple[_Key, ...]
    situation_of: MutableSequence[int]
    turn_of: MutableSequence[int]
    first: MutableSequence[int]
    label: MutableSequence[int]
    target: MutableSequence[int]
    alphabet: tuple[Move, ...]
    expanded: int
    level_sizes: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.situation_of)

    def __repr__(self) -> str:
        sizes = f"{len(self)} states, {len(self.keys)} situations"
        return f"<Graph: {sizes}, {len(self.target)} transitions, {len(self.alphabet)} labels>"

    def state(self, i: int) -> State:
        """The state of number `i`."""
        self.check_number(i)
        situation = Situation(self.board, *self.keys[self.situation_of[i]])
        return State(situation, PLAYERS[self.turn_of[i]])

    def check_number(self, i: int) -> None:
        """Refuse what is no number of a state; a negative one would be counted from the end.

        Raises
        ------
        AmaktaError
            If it is none.
        """
        if not hasattr(i, "__index__") or not 0 <= i < len(self):
            last = len(self) - 1
            raise AmaktaError(message("graph.number", number=repr(i), last=last))

    def states(self) -> Iterator[State]:
        """All states in order."""
        return (self.state(i) for i in range(len(self)))

    def index(self, state: State) -> int:
        """The number of a state.

        Raises
        ------
        KeyError
            If it cannot be reached from the start.
        """
        # The counter of quiet moves does not tell states apart.
        key = (state.situation.stones, state.situation.hands), PLAYERS.index(state.turn)
        if state.board != self.board or key not in self._numbers:
            raise KeyError(f"not a state of this graph: {state}")
        return self._numbers[key]

    @cached_property
    def _numbers(self) -> dict[tuple[_Key, int], int]:
        places = zip(self.situation_of, self.turn_of, strict=True)
        numbers = {}
        for i, (situation, turn) in enumerate(places):
            numbers[self.keys[situation], turn] = i
        return numbers

    def __contains__(self, state: object) -> bool:
        if not isinstance(state, State):
            return False
        try:
            self.index(state)
        except KeyError:
            return False
        return True

    def turn(self, i: int) -> Player:
        """The side to move in state `i`."""
        self.check_number(i)
        return PLAYERS[self.turn_of[i]]

    def successors(self, i: int) -> MutableSequence[int]:
        """The states one move after state `i`, in the order of its legal moves."""
        return self.target[self.first[i] : self.first[i + 1]]

    def transitions(self, i: int) -> Iterator[tuple[Move, int]]:
        """Legal moves of state `i` with the states they lead to."""
        for number in range(self.first[i], self.first[i + 1]):
            yield self.alphabet[self.label[number]], self.target[number]

    @cached_property
    def winners(self) -> tuple[Player | None, ...]:
        """Who has won in every state; None while the game goes on."""
        # Once for a situation, which belongs to two states: one for each side to move.
        decided = [Situation(self.board, *key).winner() for key in self.keys]
        return tuple(decided[number] for number in self.situation_of)

    @cached_property
    def predecessors(self) -> list[list[int]]:
        """The reversed graph: for every state those from which a move leads to it, in ascending order."""
        found: list[list[int]] = [[] for _ in range(len(self))]
        for i in range(len(self)):
            for successor in self.successors(i):
                found[successor].append(i)
        return found

    def path_to(self, i: int) -> tuple[Move, ...]:
        """A shortest sequence of moves from the start to state `i` (the first one in canonical order)."""
        self.check_number(i)
        moves: list[Move] = []
        while i:
            # States are numbered as they were found, so i was found from its first predecessor.
            before = self.predecessors[i][0]
            way = self.successors(before).index(i)
            moves.append(self.alphabet[self.label[self.first[before] + way]])
            i = before
        return tuple(reversed(moves))

    def words(self, length: int) -> int:
        """Number of words of that length that can be read from the start: perft, as a matrix power.

        Examples
        --------
        >>> explore(State.start("zeile3", "solo")).words(12)
        8399
        """
        length = whole_number("length", length, 0, error=AmaktaError)
        # One row of the matrix power is enough: the words that begin at the start.
        words_to = [0] * len(self)  # for every state, how many words lead there
        words_to[0] = 1
        for _ in range(length):
            longer = [0] * len(self)
            for i, words in enumerate(words_to):
                if words:
                    for successor in self.successors(i):
                        longer[successor] += words
            words_to = longer
        return sum(words_to)

    def to_networkx(self) -> networkx.DiGraph:
        """The same as a networkx digraph.

        Nodes are the numbers of states, with ``turn``, ``winner`` and ``text``; edges carry ``move``.
        Different moves lead to different situations, so no two edges are parallel (docs/amakta.md, 7.3).
        """
        import networkx

        made = networkx.DiGraph()
        for i in range(len(self)):
            text = str(self.state(i))
            made.add_node(i, turn=self.turn(i), winner=self.winners[i], text=text)
        for i in range(len(self)):
            for move, successor in self.transitions(i):
                made.add_edge(i, successor, move=str(move))
        return made

    def to_dfa(self) -> DFA:
        """The same as a (partial) automata-lib DFA; accepting are the states that White has won."""
        from automata.fa.dfa import DFA

        # Made once: there are many more transitions than letters.
        names = {move: str(move) for move in self.alphabet}
        transitions = {}
        for i in range(len(self)):
            transitions[i] = {
                names[move]: successor for move, successor in self.transitions(i)
            }
        return DFA(
            states=set(range(len(self))),
            input_symbols=set(names.values()),
            initial_state=0,
            transitions=transitions,
            final_states={i for i, winner in enumerate(self.winners) if winner == "W"},
            allow_partial=True,
        )


def check_graph(value: object) -> None:
    """Refuse what is no graph: a state has to be explored first.

    Raises
    ------
    AmaktaError
        If it is none.
    """
    if not isinstance(value, Graph):
        raise AmaktaError(message("graph.none", value=repr(value)))


def explore(
    start: State,
    limit: int = LIMIT,
    max_level: int | None = None,
    progress: Progress | None = None,
) -> Graph:
    """Find all states that can be reached, level by level.

    Parameters
    ----------
    start : State
    limit : int
        More states than this are refused.
    max_level : int, optional
        Expand only states nearer to the start than this (for Amakta Infinit, whose graph has no end).
    progress : callable, optional
        Called as ``progress(expanded, found)`` after every 1000 states and at the end.

    Raises
    ------
    LimitExceededError
        If more than `limit` states are found; nothing is kept then.

    Examples
    --------
    >>> explore(State.start("raute4", "duo"), limit=1000)
    Traceback (most recent call last):
    amakta.rules.errors.LimitExceededError: More than 1000 states can be reached (1001 found so far). ...
    """
    if not isinstance(start, State):
        raise AmaktaError(message("error.no_state", value=repr(start)))
    whole_number("limit", limit, 1, error=AmaktaError)
    if max_level is not None:
        whole_number("max_level", max_level, 0, error=AmaktaError)
    keys: list[_Key] = [(start.situation.stones, start.situation.hands)]
    situations = {keys[0]: 0}
    situation_of = array("i", [0])
    turn_of = array("b", [PLAYERS.index(start.turn)])
    numbers = {(0, turn_of[0]): 0}
    levels = [0]
    first = array("i", [0])
    label = array("i")
    target = array("i")
    alphabet: dict[Move, int] = {}
    for i, number in enumerate(situation_of):  # which grows on the way
        if levels[i] == max_level:
            break
        me = PLAYERS[turn_of[i]]
        other = 1 - turn_of[i]
        situation = Situation(start.board, *keys[number])
        moves = legal_moves(situation, me) if situation.winner() is None else ()
        for move in moves:
            key = after(situation, me, move)
            # One look into the dictionary says whether it is new, and gives it its number if so.
            reached = situations.setdefault(key, len(keys))
            if reached == len(keys):
                keys.append(key)
            # States are situations with a side to move, so they have numbers of their own.
            there = numbers.setdefault((reached, other), len(levels))
            if there == len(levels):
                if there >= limit:
                    raise LimitExceededError(limit, there + 1)
                situation_of.append(reached)
                turn_of.append(other)
                levels.append(levels[i] + 1)
            label.append(alphabet.setdefault(move, len(alphabet)))
            target.append(there)
        first.append(len(target))
        # Rarely enough to cost nothing, often enough to be seen.
        if progress is not None and len(first) % 1000 == 1:
            progress(len(first) - 1, len(numbers))
    expanded = len(first) - 1
    if progress is not None:
        progress(expanded, len(numbers))
    # The states at the rim of a bounded exploration have no transitions.
    first.extend([len(target)] * (len(numbers) - expanded))
    return Graph(
        board=start.board,
        keys=tuple(keys),
        situation_of=situation_of,
        turn_of=turn_of,
        first=first,
        label=label,
        target=target,
        alphabet=tuple(alphabet),
        expanded=expanded,
        level_sizes=tuple(Counter(levels).values()),
    )
