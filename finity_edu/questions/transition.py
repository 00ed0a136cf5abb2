"""Unit 7: Amakta, a game is a transition system."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from amakta import State, stones
from amakta.graph import Graph, explore
from amakta.moves import Move
from amakta.solve import Solution, retrograde
from finity_edu.questions.base import Data, Judged, QuestionType, Say, register
from finity_edu.questions.boards import search
from finity_edu.questions.judging import right

BOARD = "zeile3"


@lru_cache(maxsize=128)
def graph_of(text: str, limit: int = 4000) -> Graph:
    """The graph of all states that can be reached from a state."""
    return explore(State.parse(text), limit=limit)


@lru_cache(maxsize=128)
def solved(text: str) -> Solution:
    return retrograde(graph_of(text))


def random_stone(rng: random.Random, orientations: int) -> str:
    """A stone that can lie in 1, 2, 3 or 6 ways: the fewer, the smaller the game with it."""
    one, two = rng.sample("01245", 2)
    code = {1: one * 6, 2: (one + two) * 3, 3: (one + one + two) * 2, 6: rng.choice("1245") + "00000"}[orientations]
    return stones.canonical(code)


def start_of(rng: random.Random, difficulty: int) -> str:
    """The start of a game on the smallest board: one stone of less and less symmetry, then two stones."""
    low, high = ((6, 14), (15, 110), (111, 270), (271, 870), (871, 1500))[difficulty - 1]

    def make() -> str:
        codes = [random_stone(rng, (1, 2, 3, 6, 2)[difficulty - 1])]
        return str(State.start(BOARD, [stones.canonical("000000"), *codes] if difficulty == 5 else codes))

    return search(rng, make, lambda text: low <= len(graph_of(text)) <= high)


class StoneCount(QuestionType):
    """Burnside's lemma for other numbers of directions and contents."""

    id, unit, kind = "stone_count", 7, "number"

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        directions = (3, 4, 4, 5, 6)[difficulty - 1]
        contents = rng.choice(((2,), (2, 3), (3, 4), (3, 4), (4, 5, 6))[difficulty - 1])
        return {"directions": directions, "contents": contents}

    def key(self, data: Data) -> int:
        return stones.count(data["contents"], data["directions"])

    def wrong(self, data: Data) -> Iterator[tuple[str, object]]:
        yield "ignores_symmetry", data["contents"] ** data["directions"]
        yield "ignores_mirror", stones.count(data["contents"], data["directions"], mirrors=False)

    def work(self, data: Data, say: Say) -> list[str]:
        c, n = data["contents"], data["directions"]
        rows = []
        for name, images in self.elements(n):
            seen, cycles = set(), 0
            for i in range(n):
                if i not in seen:
                    cycles += 1
                    while i not in seen:
                        seen.add(i)
                        i = images[i]
            rows.append(f"- {name}: {c}^{cycles} = {c**cycles}")
        return rows

    @staticmethod
    def elements(n: int) -> Iterator[tuple[str, list[int]]]:
        """The symmetries: rotations ρ by k places, reflections σ."""
        for k in range(n):
            yield f"ρ{k}", [(i + k) % n for i in range(n)]
        for k in range(n):
            yield f"σ{k}", [(k - i) % n for i in range(n)]

    def measure(self, data: Data) -> float:
        return self.key(data)


class GameQuestion(QuestionType):
    """A question about the state in ``data["state"]``."""

    def values(self, data: Data, say: Say) -> Mapping[str, object]:
        return {**data, "state": data["state"]}


class ReachablePositions(GameQuestion):
    id, unit, kind = "reachable_positions", 7, "number"

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        return {"state": start_of(rng, difficulty)}

    def key(self, data: Data) -> int:
        return len(graph_of(data["state"]))

    def wrong(self, data: Data) -> Iterator[tuple[str, object]]:
        yield "counts_situations", len(graph_of(data["state"]).keys)

    def work(self, data: Data, say: Say) -> list[str]:
        return [f"- {n}: {size}" for n, size in enumerate(graph_of(data["state"]).level_sizes)]

    def measure(self, data: Data) -> float:
        return self.key(data)


def drawn_state(rng: random.Random, difficulty: int, wanted: Callable[[Solution, int], bool]) -> str:
    """A state of a small game that satisfies `wanted(solution, number)`."""
    def make() -> str | None:
        start = start_of(rng, min(4, difficulty))
        solution, graph = solved(start), graph_of(start)
        numbers = [i for i in range(len(graph)) if wanted(solution, i)]
        return str(graph.state(rng.choice(numbers))) if numbers else None

    text = search(rng, make, lambda t: t is not None)
    assert text is not None
    return text


class MiniWinner(GameQuestion):
    """Who wins, and in how many moves of both players together?"""

    id, unit, kind = "mini_winner", 7, "table"
    ROWS = ("winner", "moves")

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        if rng.random() < 0.2 and difficulty > 1:
            return {"state": drawn_state(rng, difficulty, lambda s, i: s.winner(i) is None)}
        return {"state": drawn_state(rng, difficulty, lambda s, i: s.winner(i) is not None
                                     and s.distance(i) == difficulty)}

    def form(self, data: Data) -> Mapping[str, object]:
        return {"rows": self.ROWS, "columns": 1}

    def key(self, data: Data) -> list[list[str]]:
        solution = solved(data["state"])
        winner = solution.winner(0)
        return [["winner", winner or "draw"], ["moves", str(solution.distance(0)) if winner else "–"]]

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
        given, key = {r[0]: r[1] for r in answer}, dict(self.key(data))
        winner = given.get("winner", "").strip().upper()[:1]
        if winner == key["winner"].upper()[:1] and (key["winner"] == "draw" or given.get("moves") == key["moves"]):
            return right(say)
        solution = solved(data["state"])
        line = " / ".join(str(m) for m in solution.line(0, cap=2))
        if winner != key["winner"].upper()[:1]:
            return Judged(0.0, say("v.mini.winner", line=line or "–"), line)
        return Judged(0.5, say("v.mini.moves", got=given.get("moves", "–")), given.get("moves"))

    def work(self, data: Data, say: Say) -> list[str]:
        solution = solved(data["state"])
        layers = {p: solution.layers(p) for p in ("W", "B")}
        rows = [f"- {p}: {' '.join(map(str, sizes)) or '–'}" for p, sizes in layers.items()]
        return [say("work.layers"), *rows, *(f"- {m}" for m in solution.line(0, cap=12))]

    def measure(self, data: Data) -> float:
        solution = solved(data["state"])
        return (solution.distance(0) or 0) if solution.winner(0) else len(graph_of(data["state"])) / 100


class ShortestCycle(GameQuestion):
    """A shortest way back to the same state without passing."""

    id, unit, kind = "shortest_cycle", 7, "list of moves"

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        def make() -> Data | None:
            start = start_of(rng, (1, 2, 5, 3, 4)[difficulty - 1])
            graph = graph_of(start)
            for i in rng.sample(range(len(graph)), min(6, len(graph))):
                text = str(graph.state(i))
                cycle = shortest_cycle(text)
                if cycle is not None and 2 < len(cycle) <= 8:
                    return {"state": text}
            return None

        data = search(rng, make, lambda d: d is not None)
        assert data is not None
        return data

    def key(self, data: Data) -> list[str]:
        return [str(m) for m in shortest_cycle(data["state"]) or ()]

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
        start = state = State.parse(data["state"])
        if not answer:
            return Judged(0.0, say("v.amakta_cycle.none"))
        for i, move in enumerate(answer[:50]):
            try:
                reason = state.why_illegal(move)
            except ValueError as error:
                reason = str(error)  # type: ignore[assignment]
            if reason is not None:
                return Judged(0.0, say("v.plan.illegal", n=i + 1, move=move, reason=reason), move)
            if move.split()[0] == "pass":
                return Judged(0.0, say("v.amakta_cycle.pass"), move)
            state = state.play(move)
        if state != start:
            same = state.situation == start.situation
            return Judged(0.25 if same else 0.0, say("v.amakta_cycle.side" if same else "v.amakta_cycle.open",
                                                     state=str(state)), str(state),
                          misconception="counts_situations" if same else None)
        need = len(self.key(data))
        if len(answer) > need:
            return Judged(0.6, say("v.amakta_cycle.longer", n=len(answer)), str(len(answer)))
        return right(say)

    def work(self, data: Data, say: Say) -> list[str]:
        state, lines = State.parse(data["state"]), []
        for move in self.key(data):
            state = state.play(move)
            lines.append(f"- {move}: {state}")
        return lines

    def measure(self, data: Data) -> float:
        return len(graph_of(data["state"]))


def shortest_cycle(text: str) -> tuple[Move, ...] | None:
    """The shortest closed way through a state without passes: breadth-first search in the state graph."""
    graph = graph_of(text)
    before: dict[int, tuple[int, Move]] = {}
    queue = deque([0])
    while queue:
        i = queue.popleft()
        for move, t in graph.transitions(i):
            if str(move) == "pass":
                continue
            if t == 0:
                way = [move]
                while i != 0:
                    i, move = before[i]
                    way.append(move)
                return tuple(reversed(way))
            if t not in before:
                before[t] = (i, move)
                queue.append(t)
    return None


for _kind in (StoneCount, ReachablePositions, MiniWinner, ShortestCycle):
    register(_kind())
