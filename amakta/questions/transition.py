"""Unit 9: Amakta, a game is a transition system."""

import random
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import combinations, product
from math import gcd
from typing import Any, TypeAlias

from amakta.analysis.graph import Graph, explore
from amakta.analysis.solve import Solution, retrograde
from amakta.rules import stones
from amakta.rules.board import PLAYERS
from amakta.rules.errors import LimitExceededError
from amakta.rules.moves import Move
from amakta.rules.state import State
from coursekit.judging.credit import nearness
from coursekit.questions.assessing import right
from coursekit.questions.base import Data, Judged, QuestionType, Say, Wrong
from coursekit.questions.sampling import SELDOM, search

SIZES = (
    (6, 14),
    (15, 110),
    (111, 270),
    (271, 870),
    (871, 1500),
)
"""Numbers of states of the games, by difficulty."""

Kind: TypeAlias = tuple[str, tuple[int, ...]]

GAMES: tuple[tuple[Kind, ...], ...] = (
    (("zeile3", (1,)), ("zeile5", (1,)), ("zeile3", (1, 1))),
    (("zeile3", (2,)), ("zeile3", (3,)), ("zeile3", (1, 1)), ("zeile5", (1,))),
    (("zeile3", (2,)), ("zeile3", (3,)), ("zeile3", (1, 1)), ("zeile5", (3,))),
    (("zeile5", (2,)), ("zeile3", (6,)), ("zeile3", (1, 2))),
    (("zeile3", (1, 2)), ("zeile5", (3,)), ("zeile5", (1, 1))),
)
"""Boards, and in how many ways each stone can lie: games that often have that many states, by difficulty."""


@lru_cache(maxsize=128)
def graph_of(text: str) -> Graph:
    """The graph of all states that can be reached from a state."""
    return explore(State.parse(text), limit=SIZES[-1][1])


@lru_cache(maxsize=128)
def solved(text: str) -> Solution:
    return retrograde(graph_of(text))


def random_stone(rng: random.Random, orientations: int) -> str:
    """A stone that can lie in 1, 2, 3 or 6 ways: the fewer, the smaller the game with it."""
    one, two = rng.sample("01245", 2)
    alone = rng.choice("1245")
    codes = {
        1: one * 6,
        2: (one + two) * 3,
        3: (one + one + two) * 2,
        6: alone + "00000",
    }
    return stones.canonical(codes[orientations])


def game(rng: random.Random, difficulty: int) -> Graph:
    """A game of the size that belongs to a difficulty: small board, few stones, perhaps some moves old."""
    low, high = SIZES[difficulty - 1]

    def make() -> Graph | None:
        board, orientations = rng.choice(GAMES[difficulty - 1])
        codes = {random_stone(rng, ways) for ways in orientations}
        state = State.start(board, sorted(codes))
        for _ in range(rng.randrange(12)):
            moves = state.legal_moves()
            if moves:
                state = state.play(rng.choice(moves))
        try:
            # Larger games are given up while they are explored, so that drawing takes no time.
            return explore(state, limit=high)
        except LimitExceededError:
            return None

    return search(make, lambda graph: len(graph) >= low)


class StoneCount(QuestionType):
    """Burnside's lemma for other numbers of directions and contents, with and without mirrors and empty directions."""

    id, unit, kind = "stone_count", 9, "number"
    small = range(1, 6)
    KEYS = (
        (3, 12),
        (13, 40),
        (41, 150),
        (151, 700),
        (701, 100_000),
    )
    """Numbers of stones, by difficulty."""

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        low, high = self.KEYS[difficulty - 1]
        fitting = [data for data, key in self.all_of_them() if low <= key <= high]
        return rng.choice(fitting)

    @classmethod
    @cache
    def all_of_them(cls) -> list[tuple[Data, int]]:
        """Every instance with its key."""
        found = []
        for directions, contents, mirrors in product(
            range(3, 7), range(2, 11), (True, False)
        ):
            for empty in (None, *range(1, directions)):
                data = {
                    "directions": directions,
                    "contents": contents,
                    "mirrors": mirrors,
                    "empty": empty,
                }
                found.append((data, cls.orbits(data)))
        return found

    @classmethod
    def orbits(cls, data: Data) -> int:
        """The mean number of stones that a symmetry leaves unchanged."""
        symmetries = cls.symmetries(data["directions"], data["mirrors"])
        fixed = [cls.fixed(data, cycles) for _, cycles in symmetries]
        return sum(fixed) // len(fixed)

    @staticmethod
    def symmetries(n: int, mirrors: bool) -> Iterator[tuple[str, list[int]]]:
        """Rotations ρ by k places and reflections σ, with the lengths of their cycles of directions."""
        for k in range(n):
            yield f"ρ{k}", [n // gcd(n, k)] * gcd(n, k)
        if not mirrors:
            return
        for k in range(n):  # the one that takes direction i to k - i
            alone = sum((k - 2 * i) % n == 0 for i in range(n))
            yield f"σ{k}", [1] * alone + [2] * ((n - alone) // 2)

    @staticmethod
    def fixed(data: Data, cycles: list[int]) -> int:
        """Stones with one content for each cycle; if the empty directions are counted, whole cycles are empty."""
        contents: int = data["contents"]
        empty = data["empty"]
        if empty is None:
            return int(contents ** len(cycles))
        total = 0
        for number in range(len(cycles) + 1):
            for chosen in combinations(cycles, number):
                if sum(chosen) == empty:
                    total += int((contents - 1) ** (len(cycles) - number))
        return total

    def key(self, data: Data) -> int:
        return self.orbits(data)

    def wrong(self, data: Data) -> Iterator[tuple[str, object]]:
        yield "ignores_symmetry", self.fixed(data, [1] * data["directions"])
        if data["mirrors"]:
            yield "ignores_mirror", self.orbits({**data, "mirrors": False})

    def values(self, data: Data, say: Say) -> Mapping[str, object]:
        values = dict(data)
        values["empty"] = ""
        if data["empty"] is not None:
            values["empty"] = " " + say("v.stones.empty", n=data["empty"])
        if data["mirrors"]:
            values["same"] = say("v.stones.mirror")
            values["order"] = 2 * data["directions"]
        else:
            values["same"] = say("v.stones.turn")
            values["order"] = data["directions"]
        return values

    def work(self, data: Data, say: Say) -> list[str]:
        lines = []
        for name, cycles in self.symmetries(data["directions"], data["mirrors"]):
            lengths = " + ".join(map(str, cycles))
            lines.append(f"- {name} ({lengths}): {self.fixed(data, cycles)}")
        return lines


class GameQuestion(QuestionType):
    """A question about the state in ``data["state"]``."""

    def values(self, data: Data, say: Say) -> Mapping[str, object]:
        return data


class ReachablePositions(GameQuestion):
    id, unit, kind = "reachable_positions", 9, "number"
    small = range(1, 6)

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        return {"state": str(game(rng, difficulty).state(0))}

    def key(self, data: Data) -> int:
        return len(graph_of(data["state"]))

    def wrong(self, data: Data) -> Iterator[tuple[str, object]]:
        yield "counts_situations", len(graph_of(data["state"]).keys)

    def work(self, data: Data, say: Say) -> list[str]:
        sizes = graph_of(data["state"]).level_sizes
        return [f"- {level}: {size}" for level, size in enumerate(sizes)]


def drawn_state(
    rng: random.Random, difficulty: int, wanted: Callable[[Solution, int], bool]
) -> str:
    """A state of a small game that satisfies `wanted(solution, number)`."""

    def make() -> str | None:
        graph = game(rng, max(3, min(4, difficulty)))
        solution = retrograde(graph)
        numbers = [i for i in range(len(graph)) if wanted(solution, i)]
        return str(graph.state(rng.choice(numbers))) if numbers else None

    return search(make)


class MiniWinner(GameQuestion):
    """Who wins, and in how many moves of both players together?"""

    id, unit, kind = "mini_winner", 9, "table"
    small = range(1, 6)
    ROWS = ("winner", "moves")

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        # Odd or even: either side may be the one that wins.
        distance = 2 * difficulty - rng.randrange(2)
        balanced = rng.random() < SELDOM and difficulty > 1

        def wanted(solution: Solution, i: int) -> bool:
            # A state that is not balanced has a distance.
            return solution.distance(i) == (None if balanced else distance)

        return {"state": drawn_state(rng, difficulty, wanted)}

    def form(self, data: Data) -> Mapping[str, object]:
        return {
            "rows": self.ROWS,
            "columns": 1,
            "cells": {"winner": "player", "moves": "number|–"},
        }

    def key(self, data: Data) -> list[list[str]]:
        solution = solved(data["state"])
        winner = solution.winner(0)
        if winner is None:
            return [["winner", "draw"], ["moves", "–"]]
        return [["winner", winner], ["moves", str(solution.distance(0))]]

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
        given = {row[0]: row[1] for row in answer}
        key = {row[0]: row[1] for row in self.key(data)}
        winner = given.get("winner")
        moves = given.get("moves")
        if winner is None:
            return Wrong(0.0, say("verdict.row_missing", row="winner"))
        if winner != key["winner"]:
            line = " / ".join(map(str, solved(data["state"]).line(0, cap=2)))
            return Wrong(0.0, say("v.mini.winner", got=winner, line=line or "–"), line)
        # A draw has no number of moves, whatever stands there.
        if winner == "draw" or moves == key["moves"]:
            return right(say)
        return Wrong(0.0, say("v.mini.moves", got=given.get("moves", "–")), moves)

    def work(self, data: Data, say: Say) -> list[str]:
        solution = solved(data["state"])
        lines = [say("work.layers")]
        for player in PLAYERS:
            sizes = " ".join(map(str, solution.layers(player)))
            lines.append(f"- {player}: {sizes or '–'}")
        for move in solution.line(0, cap=12):
            lines.append(f"- {move}")
        return lines


class ShortestCycle(GameQuestion):
    """A shortest way back to the same state without passing."""

    id, unit, kind = "shortest_cycle", 9, "list of moves"
    small = range(1, 6)
    example = '["place -2,0 020202", "take 2,0"]'

    def form(self, data: Data) -> Mapping[str, object]:
        return {"moves": "amakta", "state": data["state"]}

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        def make() -> Data | None:
            graph = game(rng, difficulty)
            # A few states of a game are tried before the next game is drawn, which costs more.
            for i in rng.sample(range(len(graph)), min(6, len(graph))):
                cycle = shortest_cycle(graph, i)
                if cycle is None or not 2 < len(cycle) <= 8:
                    continue
                # The instance is the state, so what counts is the game that begins there.
                if reachable(graph, i) >= SIZES[difficulty - 1][0]:
                    return {"state": str(graph.state(i))}
            return None

        return search(make)

    def key(self, data: Data) -> list[str]:
        cycle = shortest_cycle(graph_of(data["state"])) or ()
        return [str(move) for move in cycle]

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
        start = state = State.parse(data["state"])
        if not answer:
            return Wrong(0.0, say("v.amakta_cycle.none"))
        need = len(self.key(data))
        slips = cycle_slips(graph_of(data["state"]), answer, need)
        credit = nearness(slips, need - 1)  # one move is made by chance
        for n, move in enumerate(answer, 1):
            reason: object
            try:
                reason = state.why_illegal(move)
            except ValueError as error:
                reason = error
            if reason is not None:
                return Wrong(
                    credit, say("v.plan.illegal", n=n, move=move, reason=reason), move
                )
            if move.split()[0] == "pass":
                return Wrong(credit, say("v.amakta_cycle.pass"), move)
            state = state.play(move)
        if state != start:
            if state.situation != start.situation:
                return Wrong(
                    credit, say("v.amakta_cycle.open", state=str(state)), str(state)
                )
            said = say("v.amakta_cycle.side", state=str(state))
            return Wrong(credit, said, str(state), misconception="counts_situations")
        if len(answer) > need:
            return Wrong(
                credit, say("v.amakta_cycle.longer", n=len(answer)), str(len(answer))
            )
        return right(say)

    def work(self, data: Data, say: Say) -> list[str]:
        state = State.parse(data["state"])
        lines = []
        for move in self.key(data):
            state = state.play(move)
            lines.append(f"- {move}: {state}")
        return lines

    def measure(self, data: Data) -> float:
        return len(graph_of(data["state"]))


def reachable(graph: Graph, start: int) -> int:
    """How many states a state leads to, itself included."""
    seen = {start}
    todo = [start]
    while todo:
        new = set(graph.successors(todo.pop())) - seen
        seen |= new
        todo += new
    return len(seen)


def shortest_cycle(graph: Graph, start: int = 0) -> tuple[Move, ...] | None:
    """The shortest closed way through a state without passes: breadth-first search in the state graph."""
    before: dict[int, tuple[int, Move]] = {}
    # Breadth first, so the first way back is a shortest one.
    queue = deque([start])
    while queue:
        i = queue.popleft()
        for move, successor in graph.transitions(i):
            if move.kind == "pass":
                continue
            if successor == start:
                way = [move]
                while i != start:
                    i, move = before[i]
                    way.append(move)
                return tuple(reversed(way))
            if successor not in before:
                before[successor] = (i, move)
                queue.append(successor)
    return None


def cycle_slips(graph: Graph, answer: list[str], length: int) -> int:
    """The fewest moves of an answer to change, add or leave out until it is a cycle of that length, or that length."""
    # By the state reached and the number of moves of the answer that are used up.
    slips = {(0, 0): 0}
    for _ in range(length):
        longer: dict[tuple[int, int], int] = {}
        for (i, used), before in slips.items():
            for move, successor in graph.transitions(i):
                if move.kind == "pass":
                    continue
                # Add a move, keep or change one, or leave out the one before as well
                for more in (
                    0,
                    1,
                    2,
                ):
                    taken = answer[used : used + more]
                    if len(taken) < more:
                        break
                    cost = max(1, more)
                    if taken[-1:] == [str(move)]:
                        cost -= 1
                    place = (successor, used + more)
                    if before + cost < longer.get(place, length):
                        longer[place] = before + cost
        slips = longer
    found = [
        number + len(answer) - used for (i, used), number in slips.items() if i == 0
    ]
    return min(found, default=length)
