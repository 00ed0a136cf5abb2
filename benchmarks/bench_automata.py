"""Boards as automata: the fast answers beside automata-lib and networkx, on the same boards.

Random boards for four players with 64 arrows and 24 rings of one seat (more than a game allows), words of eight.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cache
from random import Random

import networkx
from automata.fa.dfa import DFA
from automata.fa.nfa import NFA

from automatakit import counterexample
from automatakit import minimise as minimise_by_us
from automatakit.automaton.states import bits
from automatakit.automaton.value import Automaton
from benchmarks.harness import Job, at_most, faster_than_peer
from finity_edu import Board, Layout, Position, load_rules
from finity_edu.analysis import ring_purchases, to_win
from finity_edu.analysis.boards import find_path, first_reached, number_of_paths
from finity_edu.analysis.seats import SeatView, seat_view
from finity_edu.automata import station_automaton, station_nfa
from finity_edu.rules.pieces import SIZES, Ring

BOARDS = 40
GAME = ("finity_edu.analysis.boards", "finity_edu.analysis.seats", "automatakit.automaton.masks")
COMPLETION = ("finity_edu.analysis.completion", "finity_edu.analysis.placing", *GAME)
LANGUAGE = ("automatakit.languages.compare", "automatakit.languages.minimal", "automatakit.automaton.masks")
State = tuple[int, int, tuple[int, ...]]


def random_position(seed: int, arrows: int = 64, rings: int = 24) -> Position:
    """A board full of arrows and rings."""
    random = Random(seed)
    board = Board.standard(4)
    wanted = [(c, *ends) for pair in board.pairs for ends in (pair, pair[::-1]) for c in "bw"]
    random.shuffle(wanted)
    lanes: dict[frozenset[str], int] = {}
    lying = []
    for colour, tail, head in wanted:
        pair = frozenset((tail, head))
        if len(lying) < arrows and lanes.get(pair, 0) < 3:
            number = next(i for i, ends in enumerate(board.pairs) if set(ends) == pair)
            four = board.arrows[3 * number + lanes.get(pair, 0)]
            lying.append(next(b for b in four if (b.colour, b.tail, b.head) == (colour, tail, head)))
            lanes[pair] = lanes.get(pair, 0) + 1
    places = [(name, size) for name in board.names if name != board.end for size in SIZES]
    own = [Ring(1, *place) for place in random.sample(places, rings)]
    word = "".join(random.choice("bw") for _ in range(8))
    return Position(load_rules("bga"), word, 1, Layout.of(board, board.starts, own, lying), ply=4)


@cache
def full() -> tuple[tuple[Position, SeatView], ...]:
    """The boards, with what the analysis reads of them."""
    return tuple((p, seat_view(p, 1)) for p in map(random_position, range(BOARDS)))


@cache
def open_boards() -> tuple[Position, ...]:
    """Boards with 64 arrows and as many rings as leave something to be added."""
    found = []
    for seed in range(10_000):
        position = random_position(seed, rings=6 + seed % 10)
        if position.result is None:
            found.append(position)
        if len(found) == BOARDS:
            break
    return tuple(found)


@cache
def starts() -> tuple[Position, ...]:
    """Empty boards for two players."""
    return tuple(Position.start(word=p.word) for p, _ in full())


# --- the peers' way: a layered graph over (symbols read, station, rings left) ------------------------------------


def layered(view: SeatView, word: str) -> networkx.DiGraph:
    """The graph of partial paths as networkx sees it."""
    graph = networkx.DiGraph()
    first: State = (0, view.start or 0, view.rings)
    graph.add_node(first)
    queue = [first]
    for node in queue:
        for target in steps(view, word, node):
            if target not in graph:
                queue.append(target)
            graph.add_edge(node, target)
    return graph


def steps(view: SeatView, word: str, node: State) -> Iterator[State]:
    """Where one symbol leads, one ring being paid for each departure but the first."""
    i, station, rings = node
    if i == len(word) or station == view.end:
        return
    if i:
        if not rings[station]:
            return
        rings = (*rings[:station], rings[station] - 1, *rings[station + 1 :])
    for head in bits(view.moves[word[i]][station]):
        if head != view.end or i == len(word) - 1:
            yield i + 1, head, rings


def decide() -> None:
    """Is there a full path?"""
    for position, view in full():
        find_path(view, position.word)


def networkx_decide() -> None:
    """The same by a search in a graph."""
    for position, view in full():
        graph = layered(view, position.word)
        reached = networkx.descendants(graph, (0, view.start, view.rings))
        any(i == 8 and station == view.end for i, station, _ in reached)


def count() -> None:
    """How many full paths?"""
    for position, view in full():
        number_of_paths(view, position.word)


def networkx_count() -> None:
    """The same by passing numbers along a graph in topological order."""
    for position, view in full():
        graph = layered(view, position.word)
        numbers = dict.fromkeys(graph, 0)
        numbers[0, view.start, view.rings] = 1
        for node in networkx.topological_sort(graph):
            for target in graph.successors(node):
                numbers[target] += numbers[node]


def reach() -> None:
    """Which stations are reached?"""
    for position, view in full():
        first_reached(position.layout, 1, view, position.word)


def networkx_reach() -> None:
    """The same by a search in a graph, with distances."""
    for position, view in full():
        graph = layered(view, position.word)
        first: dict[int, int] = {}
        for i, station, _ in networkx.single_source_shortest_path_length(graph, (0, view.start, view.rings)):
            first[station] = min(first.get(station, 99), i)


def complete() -> None:
    """What must be added to win?"""
    for position in open_boards():
        to_win(position, 1)


def complete_start() -> None:
    """The same from an empty board: twelve or thirteen moves."""
    for position in starts():
        to_win(position, 1)


def purchases() -> None:
    """Which rings are missing?"""
    for position in open_boards():
        ring_purchases(position, 1)


# --- languages ---------------------------------------------------------------------------------------------------


@cache
def pairs(clear: bool) -> tuple[tuple[Automaton, Automaton, NFA, NFA], ...]:
    """Pairs of boards: unrelated ones, or such that differ in a single arrow."""
    made = []
    for seed in range(BOARDS):
        one = random_position(seed, arrows=40, rings=0)
        if clear:
            other = random_position(seed + 500, arrows=40, rings=0)
        else:
            codes = bytearray(one.layout.slot_codes)
            slot = Random(seed).choice([s for s, code in enumerate(codes) if code])
            codes[slot] = 0
            layout = Layout(one.board, bytes(codes), one.layout.ring_codes, one.layout.post_codes)
            other = Position(one.rules, one.word, 1, layout, ply=4)
        made.append((*(station_automaton(board) for board in (one, other)), station_nfa(one), station_nfa(other)))
    return tuple(made)


def fresh(table: Automaton) -> Automaton:
    """The same table without what earlier questions have left in it."""
    return Automaton(table.states, table.alphabet, table.moves, table.start_mask, table.accepting_mask)


def compare(clear: bool) -> None:
    """The shortest counterexample, nothing known beforehand."""
    for one, other, _, _ in pairs(clear):
        counterexample(fresh(one), fresh(other))


def library_compare(clear: bool) -> None:
    """What automata-lib offers: the symmetric difference of the determinised automata."""
    for _, _, one, other in pairs(clear):
        difference = DFA.from_nfa(one) ^ DFA.from_nfa(other)
        if not difference.isempty():
            difference.minimum_word_length()


def compare_close() -> None:
    """One arrow differs."""
    compare(clear=False)


def library_compare_close() -> None:
    """The same for automata-lib."""
    library_compare(clear=False)


def compare_clear() -> None:
    """Unrelated boards."""
    compare(clear=True)


def library_compare_clear() -> None:
    """The same for automata-lib."""
    library_compare(clear=True)


@cache
def readers() -> tuple[tuple[Automaton, NFA, tuple[str, ...]], ...]:
    """Automata with words to be read."""
    random = Random(1)
    words = tuple("".join(random.choice("bw") for _ in range(8)) for _ in range(64))
    return tuple((one, plain_one, words) for one, _, plain_one, _ in pairs(True))


def read() -> None:
    """Words of eight through the lazily built subset table."""
    for table, _, words in readers():
        accepts = table.accepts
        for word in words:
            accepts(word)


def library_read() -> None:
    """The same words through automata-lib."""
    for _, nfa, words in readers():
        for word in words:
            nfa.accepts_input(word)


def minimise() -> None:
    """The minimal automaton of a board."""
    for one, _, _, _ in pairs(True):
        minimise_by_us(fresh(one))


def library_minimise() -> None:
    """The same by automata-lib."""
    for _, _, one, _ in pairs(True):
        DFA.from_nfa(one)


JOBS = [
    Job("decide a win, 64 arrows and 24 rings", ours=decide, peer=networkx_decide, peer_name="networkx",
        operations=BOARDS, unit="boards", limit=at_most(20e-6), modules=GAME, setup=full),
    Job("count full paths, 64 arrows and 24 rings", ours=count, peer=networkx_count, peer_name="networkx",
        operations=BOARDS, unit="boards", limit=at_most(60e-6), modules=GAME, setup=full),
    Job("reachable stations with prefix, 64 arrows and 24 rings", ours=reach, peer=networkx_reach,
        peer_name="networkx", operations=BOARDS, unit="boards", limit=at_most(80e-6), modules=GAME, setup=full),
    Job("what to add to win, 64 arrows", ours=complete, operations=BOARDS, unit="plans", limit=at_most(2e-3),
        modules=COMPLETION, setup=open_boards),
    Job("what to add to win, empty board (12 or 13 moves)", ours=complete_start, operations=BOARDS, unit="plans",
        limit=at_most(2e-3), modules=COMPLETION, setup=starts),
    Job("missing rings, 64 arrows", ours=purchases, operations=BOARDS, unit="boards", modules=COMPLETION,
        setup=open_boards),
    Job("word of 8 by the subset table, warm", ours=read, peer=library_read, peer_name="automata-lib",
        operations=BOARDS * 64, unit="words", limit=at_most(1e-6), modules=LANGUAGE, clock=time.process_time,
        setup=readers),
    Job("shortest counterexample, one arrow differs", ours=compare_close, peer=library_compare_close,
        peer_name="automata-lib", operations=BOARDS, unit="pairs", limit=at_most(100e-6), modules=LANGUAGE,
        clock=time.process_time),
    Job("shortest counterexample, unrelated boards", ours=compare_clear, peer=library_compare_clear,
        peer_name="automata-lib", operations=BOARDS, unit="pairs", limit=faster_than_peer(10), modules=LANGUAGE,
        clock=time.process_time),
    Job("minimal automaton of a board, 40 arrows", ours=minimise, peer=library_minimise, peer_name="automata-lib",
        operations=BOARDS, unit="boards", modules=LANGUAGE, clock=time.process_time),
]
