"""Random boards and automata for tests, and the slow but obvious ways to answer questions about them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from automata.fa.dfa import DFA
from automata.fa.nfa import NFA

from automatakit.automaton.value import Automaton
from finity_edu import Board, Layout, Position, load_rules
from finity_edu.rules.board import named_boards
from finity_edu.rules.pieces import SIZES, Arrow, Ring


def random_board(seed: int) -> tuple[Position, str]:
    """A board with 0 to 64 possible, 0 to 24 rings of seat 1, and a word of 0 to 10 symbols.

    Standard boards for 2 to 4 players, and custom ones.  Corners are ignored: more possible than a game allows.
    """
    random = Random(seed)
    boards = [Board.standard(n) for n in (2, 3, 4)] + list(named_boards().values())
    board = random.choice(boards)
    others = [name for name in board.names if name != board.end]
    posts = random.sample(others, board.players)
    possible = [(c, *ends) for pair in board.pairs for ends in (pair, pair[::-1]) for c in "bw"]
    random.shuffle(possible)
    number = random.randint(0, min(64, len(possible)))
    used: dict[frozenset[str], int] = {}
    arrows = []
    for colour, tail, head in possible[:number]:
        lane = used.get(frozenset((tail, head)), 0)
        if lane < 3:
            used[frozenset((tail, head))] = lane + 1
            slot = 3 * next(i for i, pair in enumerate(board.pairs) if set(pair) == {tail, head}) + lane
            arrows += [b for b in board.arrows[slot] if (b.colour, b.tail, b.head) == (colour, tail, head)]
    places = [(name, size) for name in others for size in SIZES]
    rings = [Ring(1, *place) for place in random.sample(places, random.randint(0, min(24, len(places))))]
    word = "".join(random.choice("bw") for _ in range(random.randint(0, 10)))
    layout = Layout.of(board, posts, rings, arrows)
    return Position(load_rules("bga"), word or "b", 1, layout, ply=board.players), word


def arrows_of(position: Position) -> set[tuple[str, str, str]]:
    """The arrows of a board as (colour, tail, head)."""
    return {(b.colour, b.tail, b.head) for b in position.layout.arrows}


def partial_paths(position: Position, seat: int, word: str) -> Iterator[tuple[str, ...]]:
    """All partial paths, straight from the rules (FINITY.md, section 2), by trying everything."""
    arrows, end = arrows_of(position), position.board.end
    own: dict[str, int] = {}
    for ring in position.layout.rings:
        if ring.seat == seat:
            own[ring.station] = own.get(ring.station, 0) + 1
    start = position.layout.posts[seat - 1]

    def onward(path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        yield path
        i = len(path) - 1
        if i == len(word):
            return
        if i and path[1:].count(path[-1]) > own.get(path[-1], 0):
            return
        for head in position.board.neighbours[path[-1]]:
            if (word[i], path[-1], head) in arrows and (head != end or i == len(word) - 1):
                yield from onward((*path, head))

    if start is not None:
        yield from onward((start,))


def library(automaton: object) -> NFA:
    """The same automaton, by automata-lib."""
    return Automaton.of(automaton).nfa()


def library_dfa(automaton: object) -> DFA:
    """The determinised automaton, by automata-lib alone."""
    return DFA.from_nfa(library(automaton), retain_names=False, minify=True)


def random_nfa(
    seed: int, states: int = 5, density: float = 0.25, symbols: str = "bw", epsilon: bool = False
) -> Automaton:
    """A random automaton with states 0, 1, …"""
    random = Random(seed)
    letters = list(symbols) + ([""] if epsilon else [])
    transitions = {
        p: {a: {q for q in range(states) if random.random() < density * (0.4 if a == "" else 1)} for a in letters}
        for p in range(states)
    }
    final = {q for q in range(states) if random.random() < 0.35}
    return Automaton.of(transitions, start=0, accepting=final, symbols=symbols)


def all_words(length: int, symbols: str = "bw") -> list[str]:
    """All words up to a length, shortest first, then alphabetical."""
    return ["".join(letters) for n in range(length + 1) for letters in product(symbols, repeat=n)]


def runs_by_hand(table: Automaton, word: str) -> list[tuple[object, ...]]:
    """All accepting runs by following every transition, without any pruning."""
    arrows = set(table.arrows())
    runs = [(state,) for state in table.names(table.start_mask)]
    for symbol in word:
        runs = [(*run, q) for run in runs for q in table.states if (run[-1], symbol, q) in arrows]
    final = set(table.names(table.accepting_mask))
    return [run for run in runs if run[-1] in final]


def tables(number: int, **options: object) -> list[Automaton]:
    """Random automata."""
    return [random_nfa(seed, **options) for seed in range(number)]  # type: ignore[arg-type]


__all__ = [
    "Arrow", "all_words", "arrows_of", "library", "library_dfa", "partial_paths", "random_board", "random_nfa",
    "runs_by_hand", "tables",
]
