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
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import automatakit
from boardkit.errors import UserError, whole_number
from matchbox.analysis.chain import Chain, configurations
from matchbox.analysis.configurations import (
    Configuration,
    configuration_text,
    markers_of,
)
from matchbox.analysis.gamelaw import GameTable, Number
from matchbox.players.teachers import LawLike, law
from matchbox.rules.machine import Machine
from matchbox.rules.ruleset import Circle, Rules, Seat, message

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


def _answers(
    rules: Rules, markers: frozenset[Circle], d: int
) -> list[tuple[str, Fraction]]:
    """What the machine can do with d to go: the next state and its probability."""
    here = [k for k in rules.box(d) if (d, k) in markers]
    # Before an empty box the machine resigns (A2).
    if not here:
        return [("L", Fraction(1))]
    answers = []
    for k in here:
        rest = rules.arrival(d, k)
        state = f"H{rest}"
        if rest <= 0:
            state = "W" if rest == 0 else "L"
        answers.append((state, Fraction(1, len(here))))
    return answers


def _rules_of(configuration: Configuration, rules: Rules | None) -> Rules:
    """The rules that are given; if none are, those of the machine."""
    if rules is None and isinstance(configuration, Machine):
        return configuration.rules
    return Rules.of(rules)


def _start(rules: Rules, first: Seat | str) -> str:
    """The state at the beginning of a game."""
    mover = "M" if Seat(first) is Seat.MACHINE else "H"
    return f"{mover}{rules.length}"


def machine_nfa(
    configuration: Configuration = None,
    rules: Rules | None = None,
    first: Seat | str = "human",
) -> NFA:
    """The machine as an NFA over the moves of Intelligenz; it accepts the words on which *some* run wins.

    Examples
    --------
    >>> nfa = machine_nfa(rules=Rules(length=4))
    >>> nfa.accepts_input("3"), nfa.accepts_input("4")
    (True, False)
    """
    from automata.fa.nfa import NFA

    rules = _rules_of(configuration, rules)
    markers = markers_of(rules, configuration)
    letters = list(map(str, range(1, rules.step + 1)))
    transitions: dict[str, dict[str, set[str]]] = {
        # A game that is over ignores the rest of the word.
        "W": {letter: {"W"} for letter in letters},
        "L": {letter: {"L"} for letter in letters},
    }
    for d in range(1, rules.length + 1):
        replies = {str(j): {f"M{d - j}"} for j in rules.human_moves(d) if j < d}
        # Intelligenz reaches Goal, and has won.
        if d <= rules.step:
            replies[str(d)] = {"L"}
        transitions[f"H{d}"] = replies
        transitions[f"M{d}"] = {"": {state for state, _ in _answers(rules, markers, d)}}
    return NFA(
        states=set(transitions),
        input_symbols=set(letters),
        transitions=transitions,
        initial_state=_start(rules, first),
        final_states={"W"},
    )


def subsets(
    configuration: Configuration = None,
    rules: Rules | None = None,
    first: Seat | str = "human",
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
    raise UserError(message("error.word", word=repr(word), step=rules.step))


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
    rules = _rules_of(configuration, rules)
    markers = markers_of(rules, configuration)

    def answered(chances: Mapping[str, Fraction]) -> dict[str, Fraction]:
        """Let the machine answer where it is to move."""
        after: dict[str, Fraction] = defaultdict(Fraction)
        for state, chance in chances.items():
            if state.startswith("M"):
                for answer, probability in _answers(rules, markers, int(state[1:])):
                    after[answer] += chance * probability
            else:
                after[state] += chance
        return after

    # If the machine starts, it answers before the first letter.
    chances = answered({_start(rules, first): Fraction(1)})
    for move in _moves(rules, word):
        moved: dict[str, Fraction] = defaultdict(Fraction)
        for state, chance in chances.items():
            moved[_moved(state, move)] += chance
        chances = answered(moved)
    won = chances.get("W", Fraction(0))
    return Reading(won > 0, won == 1, won)


def _moved(state: str, move: int) -> str:
    """The state after a move of Intelligenz; where it is not to move, nothing changes."""
    if not state.startswith("H"):
        return state
    rest = int(state[1:]) - move
    if rest > 0:
        return f"M{rest}"
    # A move beyond Goal is not legal: that run ends without a win.
    return "L" if rest == 0 else "stuck"


def learning_dfa(
    rules: Rules | None = None, goal: Iterable[Circle] | None = None
) -> DFA:
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
    names = [configuration_text(rules, config) for config in chain.configs]
    transitions: dict[str, dict[str, str]] = {name: {} for name in names}
    # Both roles: as a letter it does not matter who started the game that cost the marker.
    for side in chain.edges:
        for i, edges in enumerate(side):
            for child, _ in edges:
                bit = (chain.configs[i] & ~chain.configs[child]).bit_length() - 1
                d, k = rules.circles[bit]
                transitions[names[i]][f"{d}.{k}"] = names[child]
    accepting = set()
    for name, config in zip(names, chain.configs, strict=True):
        if not markers_of(rules, config) & unwanted:
            accepting.add(name)
    return DFA(
        states=set(names),
        input_symbols={f"{d}.{k}" for d, k in rules.circles},
        transitions=transitions,
        initial_state=names[0],
        allow_partial=True,
        final_states=accepting,
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
            node = (text, seat.value)
            then = seat.other.value
            stay: Number = chain.number(1)
            for child, probability in chain.edges[side][i]:
                left = chain.configs[child]
                # Two configurations that follow each other differ in one bit.
                marker = rules.circles[(config & ~left).bit_length() - 1]
                to = (configuration_text(rules, left), then)
                graph.add_edge(node, to, probability=probability, marker=marker)
                stay -= probability
            # Without an edge where something is sure to change.
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

    for config in configurations(rules):
        text = configuration_text(rules, config)
        for starter in Seat:
            game = (text, starter.value)
            graph.add_node(game, kind="game")
            graph.add_edge(game, (*game, starter.value, rules.length, None))
            # Who is to move, fields to go, and the marker that would leave.
            todo: list[tuple[Seat, int, int | None]] = [(starter, rules.length, None)]
            done = set()
            while todo:
                here = todo.pop()
                if here in done:
                    continue
                done.add(here)
                seat, d, last = here
                node = (*game, seat.value, d, last)
                graph.add_node(
                    node, kind="decision" if seat is Seat.HUMAN else "chance"
                )
                for label, bit, rest, won in _options(table, config, seat, d):
                    blamed = last if bit is None else bit
                    if rest > 0:
                        todo.append((seat.other, rest, blamed))
                        graph.add_edge(
                            node, (*game, seat.other.value, rest, blamed), **label
                        )
                        continue
                    if won or blamed is None:
                        after = config
                    else:
                        after = table.after(config, blamed)
                    next_game = (configuration_text(rules, after), starter.other.value)
                    graph.add_edge(node, next_game, **label)
            # After each configuration, so that a large layout is refused early.
            if len(graph) > limit:
                problem = message("error.too_many", count=f"> {limit}", limit=limit)
                raise UserError(problem)
    return graph


def _options(
    table: GameTable, config: int, seat: Seat, d: int
) -> list[tuple[dict[str, Number], int | None, int, bool]]:
    """Edges out of a position: label, marker played, fields to go (0: the game is over), did the machine win."""
    if seat is Seat.HUMAN:
        return [({"action": j}, None, d - j, False) for j in table.rules.human_moves(d)]
    share, markers = table.content(config, d)
    if not markers:
        return [({"probability": Fraction(1)}, None, 0, False)]
    return [
        ({"probability": share}, bit, max(rest, 0), rest == 0)
        for bit, rest, _ in markers
    ]
