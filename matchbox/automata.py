"""The machine and its learning as automata: for automata-lib and networkx.

* A machine whose markers stay put is an **NFA**: it reads the moves of Intelligenz and answers without reading (ε).
  States: ``H7`` (Intelligenz to move, 7 to go), ``M5`` (the machine to move), ``W`` and ``L`` (won, lost).
* "The machine wins on this word" has **three readings**: some run wins (angelic), every run wins (universal), and
  the probability that the dice choose a winning run.
* Learning deletes transitions; the configurations form a partially ordered **DFA** whose letters are lost markers.
* A teacher's law turns that DFA into a **Markov chain**; a teacher who may choose, into a **Markov decision process**.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

import automatakit
from boardkit.errors import UserError, whole_number
from matchbox.analysis.chain import Chain, configurations
from matchbox.analysis.configurations import Configuration, configuration_text, markers_of
from matchbox.analysis.gamelaw import GameTable
from matchbox.players.teachers import LawLike, law
from matchbox.rules.machine import Machine
from matchbox.rules.ruleset import CATALOGUE, Circle, Rules, Seat

if TYPE_CHECKING:
    import networkx
    from automata.fa.dfa import DFA
    from automata.fa.nfa import NFA

__all__ = [
    "Reading",
    "configuration_text",
    "learning_dfa",
    "machine_nfa",
    "markers_of",
    "markov_chain",
    "mdp",
    "readings",
    "subsets",
]


def _answers(rules: Rules, markers: frozenset[Circle], d: int) -> list[tuple[str, Fraction]]:
    """What the machine can do with d to go: the next state and its probability."""
    here = [k for k in rules.box(d) if (d, k) in markers]
    if not here:
        return [("L", Fraction(1))]
    rests = [rules.arrival(d, k) for k in here]
    return [
        ("W" if rest == 0 else "L" if rest < 0 else f"H{rest}", Fraction(1, len(here)))
        for rest in rests
    ]


def machine_nfa(
    configuration: Configuration = None, rules: Rules | None = None, first: Seat | str = "human"
) -> NFA:
    """The machine as an NFA over the moves of Intelligenz; it accepts the words on which *some* run wins.

    Examples
    --------
    >>> nfa = machine_nfa(rules=Rules(length=4))
    >>> nfa.accepts_input("3"), nfa.accepts_input("4")
    (True, False)
    """
    from automata.fa.nfa import NFA

    rules = Rules.of(
        configuration.rules if rules is None and isinstance(configuration, Machine) else rules
    )
    markers = markers_of(rules, configuration)
    letters = [str(j) for j in range(1, rules.step + 1)]
    transitions: dict[str, dict[str, set[str]]] = {end: {j: {end} for j in letters} for end in "WL"}
    for d in range(1, rules.length + 1):
        transitions[f"H{d}"] = {
            str(j): {f"M{d - j}" if j < d else "L"} for j in rules.human_moves(d)
        }
        transitions[f"M{d}"] = {"": {state for state, _ in _answers(rules, markers, d)}}
    start = f"{'M' if Seat(first) is Seat.MACHINE else 'H'}{rules.length}"
    return NFA(
        states=set(transitions),
        input_symbols=set(letters),
        transitions=transitions,
        initial_state=start,
        final_states={"W"},
    )


def subsets(
    configuration: Configuration = None, rules: Rules | None = None, first: Seat | str = "human"
) -> tuple[frozenset[str], ...]:
    """The sets of states that the subset construction meets, in breadth-first order; the set of no states is left out.

    Examples
    --------
    >>> len(subsets()), len(subsets(Rules().winning))   # learning makes the machine deterministic
    (14, 9)
    """
    found = automatakit.subsets(machine_nfa(configuration, rules, first))
    return tuple(states for states in found.states if states)


def _moves(rules: Rules, word: Sequence[int] | str) -> list[int]:
    known = {str(k): k for k in range(1, rules.step + 1)}
    with suppress(KeyError, TypeError):
        return [known[str(letter)] for letter in word]
    raise UserError(CATALOGUE.message("error.word", word=repr(word), step=rules.step))


@dataclass(frozen=True)
class Reading:
    """The three readings of "the machine wins".

    Attributes
    ----------
    some : bool
        Angelic: some run wins (acceptance of the NFA).
    every : bool
        Universal: every run wins.
    probability : Fraction
        The dice choose among the markers alike.
    """

    some: bool
    every: bool
    probability: Fraction


def readings(
    word: Sequence[int] | str,
    configuration: Configuration = None,
    rules: Rules | None = None,
    first: Seat | str = "human",
) -> Reading:
    """How a word of Intelligenz's moves ends.

    A run on which the game is over early ignores the rest of the word; a run on which it is not over, or on which a
    move of the word would overshoot, is not won.

    Examples
    --------
    >>> print(readings("31").probability, readings("31").some, readings("31").every)
    5/18 True False
    >>> readings("31", Rules().winning)
    Reading(some=True, every=True, probability=Fraction(1, 1))
    """
    rules = Rules.of(
        configuration.rules if rules is None and isinstance(configuration, Machine) else rules
    )
    markers = markers_of(rules, configuration)
    start = f"{'M' if Seat(first) is Seat.MACHINE else 'H'}{rules.length}"

    def answered(state: str) -> list[tuple[str, Fraction]]:
        return (
            _answers(rules, markers, int(state[1:])) if state[0] == "M" else [(state, Fraction(1))]
        )

    def moved(state: str, j: int) -> list[tuple[str, Fraction]]:
        d = int(state[1:]) if state[0] == "H" else 0
        return [
            (state if not d else f"M{d - j}" if j < d else "L" if j == d else "stuck", Fraction(1))
        ]

    chances = _spread({start: Fraction(1)}, answered)
    for j in _moves(rules, word):
        chances = _spread(_spread(chances, partial(moved, j=j)), answered)
    won = chances.get("W", Fraction(0))
    return Reading(won > 0, won == 1, won)


def _spread(
    chances: Mapping[str, Fraction], ways: Callable[[str], list[tuple[str, Fraction]]]
) -> dict[str, Fraction]:
    """Where the ways from each state lead, with probabilities."""
    new: dict[str, Fraction] = defaultdict(Fraction)
    for state, p in chances.items():
        for to, q in ways(state):
            new[to] += p * q
    return new


def learning_dfa(rules: Rules | None = None, goal: Iterable[Circle] | None = None) -> DFA:
    """The learning process as a partial DFA: states are configurations, letters ``"d.k"`` are lost markers.

    Accepting are the configurations without any marker of `goal` (default: the bad markers of winnable fields).

    Examples
    --------
    >>> dfa = learning_dfa(Rules(length=3))
    >>> len(dfa.states), dfa.initial_state, sorted(dfa.final_states)
    (8, '3:123 2:12 1:1', ['3:3 2:2 1:1'])
    """
    from automata.fa.dfa import DFA

    rules = Rules.of(rules)
    unwanted = rules.subset(rules.bad_on_winnable if goal is None else goal)
    chain = Chain(rules, law("random", rules))
    names = [configuration_text(rules, c) for c in chain.configs]
    transitions: dict[str, dict[str, str]] = {name: {} for name in names}
    for side in chain.edges:
        for i, edges in enumerate(side):
            for child, _ in edges:
                bit = (chain.configs[i] & ~chain.configs[child]).bit_length() - 1
                d, k = rules.circles[bit]
                transitions[names[i]][f"{d}.{k}"] = names[child]
    return DFA(
        states=set(names),
        input_symbols={f"{d}.{k}" for d, k in rules.circles},
        transitions=transitions,
        initial_state=names[0],
        allow_partial=True,
        final_states={
            n
            for n, c in zip(names, chain.configs, strict=True)
            if not markers_of(rules, c) & unwanted
        },
    )


def markov_chain(
    teacher: LawLike = "random", rules: Rules | None = None, exact: bool = True
) -> networkx.DiGraph:
    """The chain of games as a networkx graph.

    Nodes are ``(configuration text, who starts the next game)``; edges carry ``probability`` and the lost ``marker``
    (None: nothing changed).

    Examples
    --------
    >>> graph = markov_chain("random", Rules(length=3))
    >>> len(graph), {float(sum(p for *_, p in graph.out_edges(n, data="probability"))) for n in graph}
    (16, {1.0})
    """
    import networkx

    rules = Rules.of(rules)
    chain = Chain(rules, law(teacher, rules), Fraction if exact else float)
    graph = networkx.DiGraph()
    for i, config in enumerate(chain.configs):
        text = configuration_text(rules, config)
        for side, seat in enumerate(Seat):
            node, then = (text, seat.value), seat.other.value
            stay = chain.number(1)
            for child, p in chain.edges[side][i]:
                bit = (config & ~chain.configs[child]).bit_length() - 1
                stay -= p
                graph.add_edge(
                    node,
                    (configuration_text(rules, chain.configs[child]), then),
                    probability=p,
                    marker=rules.circles[bit],
                )
            if stay:
                graph.add_edge(node, (text, then), probability=stay, marker=None)
    return graph


def mdp(rules: Rules | None = None, limit: int = 50_000) -> networkx.MultiDiGraph:
    """The teacher as controller: a Markov decision process with alternating starters, cost 1 per game.

    Nodes carry ``kind``: ``game`` (between two games: configuration, starter), ``decision`` (Intelligenz to move) and
    ``chance`` (the machine throws).  Edges out of a decision carry ``action``, edges out of a chance ``probability``.

    Raises
    ------
    UserError
        If there are more than `limit` nodes; small layouts are meant.

    Examples
    --------
    >>> graph = mdp(Rules(length=3))
    >>> from collections import Counter
    >>> sorted(Counter(nx_kind for _, nx_kind in graph.nodes(data="kind")).items())
    [('chance', 28), ('decision', 20), ('game', 16)]
    """
    import networkx

    rules = Rules.of(rules)
    whole_number("limit", limit, 1)
    graph = networkx.MultiDiGraph()
    table = GameTable(rules, law("random", rules), Fraction)

    def enter(config: int, starter: Seat, seat: Seat, d: int, last: int | None) -> tuple[Any, ...]:
        return (configuration_text(rules, config), starter.value, seat.value, d, last)

    for config in configurations(rules):
        text = configuration_text(rules, config)
        for starter in Seat:
            node = (text, starter.value)
            graph.add_node(node, kind="game")
            todo = [(starter, rules.length, None)]
            graph.add_edge(node, enter(config, starter, *todo[0]))
            done: set[Any] = set()
            while todo:
                seat, d, last = here = todo.pop()
                if here in done:
                    continue
                done.add(here)
                name = enter(config, starter, seat, d, last)
                graph.add_node(name, kind="decision" if seat is Seat.HUMAN else "chance")
                for label, bit, rest, won in _options(table, config, seat, d):
                    blamed = last if bit is None else bit
                    if rest > 0:
                        following: Any = (seat.other, rest, blamed)
                        todo.append(following)
                        to: tuple[Any, ...] = enter(config, starter, *following)
                    else:
                        after = config if won or blamed is None else table.after(config, blamed)
                        to = (configuration_text(rules, after), starter.other.value)
                    graph.add_edge(name, to, **label)
            if len(graph) > limit:
                raise UserError(
                    CATALOGUE.message("error.too_many", count=f"> {limit}", limit=limit)
                )
    return graph


def _options(
    table: GameTable, config: int, seat: Seat, d: int
) -> list[tuple[dict[str, Any], int | None, int, bool]]:
    """Edges out of a position: label, marker played, fields to go (0: the game is over), did the machine win."""
    if seat is Seat.HUMAN:
        return [({"action": j}, None, d - j, False) for j in table.rules.human_moves(d)]
    share, markers = table.content(config, d)
    if not markers:
        return [({"probability": Fraction(1)}, None, 0, False)]
    return [({"probability": share}, bit, max(rest, 0), rest == 0) for bit, rest, _ in markers]
