"""Unit 9: Amakta, a game is a transition system."""

import random
from collections import Counter, deque
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations, product
from math import gcd
from typing import ClassVar, TypeAlias

from amakta.analysis.graph import Graph, explore
from amakta.rules import stones
from amakta.rules.errors import LimitExceededError
from amakta.rules.moves import Move
from amakta.rules.state import State
from coursekit.judging.credit import nearness
from coursekit.questions.assessing import right
from coursekit.questions.base import (
    Data,
    Form,
    Judged,
    Mistakes,
    QuestionType,
    Rows,
    Say,
    Values,
    Wrong,
)
from coursekit.questions.languages import SMALL
from coursekit.questions.sampling import search

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
    ORDERS = ((3, 4), (4, 6), (6, 8), (8, 10), (10, 12))
    """Numbers of symmetries, by difficulty."""
    LARGEST = (40, 150, 1000, 10_000, 100_000)
    """Numbers of stones, at most."""

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        low, high = self.ORDERS[difficulty - 1]
        fitting = []
        for data, key in self.all_of_them():
            order = self.measure(data)
            if low <= order <= high and 3 <= key <= self.LARGEST[difficulty - 1]:
                fitting.append(data)
        return rng.choice(fitting)

    def measure(self, data: Data) -> float:
        """The symmetries, for each of which the unchanged stones are counted."""
        return int(data["directions"]) * (2 if data["mirrors"] else 1)

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
    def ways(data: Data, cycles: list[int]) -> tuple[int, Counter[int]]:
        """The choice for a cycle that is not empty, and in how many ways so many of them are left."""
        if data["empty"] is None:
            return data["contents"], Counter([len(cycles)])
        ways: Counter[int] = Counter()
        for number in range(len(cycles) + 1):
            for chosen in combinations(cycles, number):
                if sum(chosen) == data["empty"]:
                    ways[len(cycles) - number] += 1
        return data["contents"] - 1, ways

    @classmethod
    def fixed(cls, data: Data, cycles: list[int]) -> int:
        """Stones with one content for each cycle; if the empty directions are counted, whole cycles are empty."""
        choice, ways = cls.ways(data, cycles)
        return sum(number * choice**left for left, number in ways.items())

    def key(self, data: Data) -> int:
        return self.orbits(data)

    def wrong(self, data: Data) -> Mistakes:
        yield "ignores_symmetry", self.fixed(data, [1] * data["directions"])
        if data["mirrors"]:
            yield "ignores_mirror", self.orbits({**data, "mirrors": False})

    def values(self, data: Data, say: Say) -> Values:
        values = dict(data)
        values["empty"] = ""
        values["unchanged"] = say("v.stones.unchanged", contents=data["contents"])
        if data["empty"] is not None:
            n = data["empty"]
            values["empty"] = " " + say("v.stones.empty", n=n)
            others = data["contents"] - 1
            values["unchanged"] = say("v.stones.unchanged_empty", n=n, others=others)
        if data["mirrors"]:
            values["same"] = say("v.stones.mirror")
            values["order"] = 2 * data["directions"]
        else:
            values["same"] = say("v.stones.turn")
            values["order"] = data["directions"]
        return values

    def work(self, data: Data, say: Say) -> list[str]:
        lines = []
        numbers = []
        for name, cycles in self.symmetries(data["directions"], data["mirrors"]):
            lengths = " + ".join(map(str, cycles))
            choice, ways = self.ways(data, cycles)
            number = self.fixed(data, cycles)
            terms = [_product(n, choice, left) for left, n in sorted(ways.items())]
            told = " + ".join([*terms]) or "0"
            if told != str(number):
                told += f" = {number}"
            lines.append(f"- {name} ({lengths}): {told}")
            numbers.append(str(number))
        mean = f"({' + '.join(numbers)}) / {len(numbers)} = {self.key(data)}"
        return [*lines, "", mean]


def _product(ways: int, choice: int, cycles: int) -> str:
    """So many ways, and for each of some cycles a choice: ``4 · 5³``."""
    power = f"{choice}{str(cycles).translate(SMALL)}"
    if cycles == 0:
        return str(ways)
    return power if ways == 1 else f"{ways} · {power}"


class ReachablePositions(QuestionType):
    """How many states a token on a ring of fields can reach, if two players move it in turn."""

    id, unit, kind = "reachable_positions", 9, "number"
    small = (1, 2, 3)
    FIELDS = (range(5, 8), range(8, 12), range(14, 21), range(26, 42), range(42, 60))
    """Fields of the ring, by difficulty."""

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        """The answer first, so that none comes more often than another."""
        by_key: dict[int, list[tuple[int, int]]] = {}
        for fields in self.FIELDS[difficulty - 1]:
            for step in range(1, fields // 3 + 1):
                if fields % step == 0:
                    by_key.setdefault(2 * fields // step, []).append((fields, step))
        key = rng.choice(sorted(by_key))
        fields, step = rng.choice(by_key[key])

        def number(least: int) -> int:
            """A number of fields that a move may cross: a multiple of the step away from `least`."""
            return (least + step * rng.randrange(fields)) % fields

        def make() -> Data:
            first = rng.randrange(fields)
            white = {number(first), number(first)}
            black = {number(-first), number(-first)}
            return {"fields": fields, "white": sorted(white), "black": sorted(black)}

        def good(data: Data) -> bool:
            moves = data["white"], data["black"]
            return (
                all(len(m) == 2 and 0 not in m for m in moves) and self.key(data) == key
            )

        return search(make, good)

    def states(self, data: Data) -> set[tuple[int, bool]]:
        """The states that can be reached: field, and whether White is to move."""
        new = {(0, True)}
        seen: set[tuple[int, bool]] = set()
        while new:
            seen |= new
            heads = set()
            for field, white in new:
                for n in data["white" if white else "black"]:
                    heads.add(((field + n) % data["fields"], not white))
            new = heads - seen
        return seen

    def key(self, data: Data) -> int:
        return len(self.states(data))

    def measure(self, data: Data) -> float:
        """The fields among which one looks for a pattern."""
        return int(data["fields"])

    def wrong(self, data: Data) -> Mistakes:
        yield "counts_situations", len({field for field, _ in self.states(data)})

    def values(self, data: Data, say: Say) -> Values:
        white, black = (", ".join(map(str, data[side])) for side in ("white", "black"))
        return {
            "fields": data["fields"],
            "last": data["fields"] - 1,
            "white": white,
            "black": black,
        }

    def work(self, data: Data, say: Say) -> list[str]:
        sums = []
        terms = []
        for one, two in product(data["white"], data["black"]):
            sums.append(one + two)
            terms.append(f"{one} + {two} = {one + two}")
        step = gcd(data["fields"], *sums)
        number = data["fields"] // step
        divisor = say("v.ring.divisor", fields=data["fields"], step=step)
        white = say("v.ring.white", step=step, n=number)
        black = say("v.ring.black", first=data["white"][0], n=number)
        return [
            f"- {', '.join(terms)}",
            f"- {divisor}",
            f"- {white}",
            f"- {black}",
            "",
            f"{number} + {number} = {self.key(data)}",
        ]


class MiniWinner(QuestionType):
    """Who wins from each state of a small game that is given as a graph?"""

    id, unit, kind = "mini_winner", 9, "table"
    STATES = (6, 7, 8, 9, 11)
    OTHER: ClassVar = {"W": "B", "B": "W"}

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        names = "ACDEFGHIJKL"[: self.STATES[difficulty - 1]]  # B is Black

        def make() -> Data:
            moves = {}
            for state in names:
                others = [other for other in names if other != state]
                moves[state] = sorted(rng.sample(others, rng.choice((1, 1, 2, 2, 3))))
            for state in rng.sample(names, 2 + difficulty // 4):
                moves[state] = []
            return {
                "turns": {state: rng.choice("WB") for state in names},
                "moves": moves,
            }

        def good(data: Data) -> bool:
            """Everything occurs that can, and the end is not in sight from everywhere."""
            won = self.won(data)
            winners = [who for who, _ in won.values()]
            least = 1 + difficulty // 3
            numbers = (winners.count("W"), winners.count("B"), len(names) - len(won))
            return (
                min(numbers) >= least
                and max(n for _, n in won.values()) > difficulty // 2 + 1
            )

        return search(make, good)

    def won(self, data: Data) -> dict[str, tuple[str, int]]:
        """The winner of a state, and in how many moves; a state that is missing is drawn."""
        found: dict[str, tuple[str, int]] = {}
        for n in range(len(data["moves"])):
            new = {}
            for state, moves in data["moves"].items():
                if state in found:
                    continue
                me = data["turns"][state]
                fates = [found[to][0] if to in found else "draw" for to in moves]
                if me in fates:
                    new[state] = (me, n)
                elif set(fates) <= {self.OTHER[me]}:
                    new[state] = (self.OTHER[me], n)
            found |= new
        return found

    def form(self, data: Data) -> Form:
        return {"rows": list(data["moves"]), "columns": 1, "cells": "player"}

    def key(self, data: Data) -> Rows:
        won = self.won(data)
        return [
            [state, won[state][0] if state in won else "draw"]
            for state in data["moves"]
        ]

    def measure(self, data: Data) -> float:
        """States and moves that are looked at."""
        return len(data["moves"]) + sum(map(len, data["moves"].values()))

    def values(self, data: Data, say: Say) -> Values:
        lines = []
        for state, moves in data["moves"].items():
            lines.append(
                f"- {state} ({data['turns'][state]}): {', '.join(moves) or '–'}"
            )
        return {"game": "\n".join(lines)}

    def reason(self, data: Data, item: str, say: Say) -> str:
        key = dict(self.key(data))
        me, moves = data["turns"][item], data["moves"][item]
        other = self.OTHER[me]
        if not moves:
            return say("v.mini.stuck", state=item, player=me)
        if key[item] == other:
            only = ", ".join(moves)
            return say("v.mini.loses", state=item, player=me, moves=only, other=other)
        won = self.won(data)
        same = [to for to in moves if key[to] == key[item]]
        # Of several winning moves one that wins soonest: it is known by then
        to = min(same, key=lambda to: won.get(to, ("", 0))[1])
        found = "v.mini.wins" if key[item] == me else "v.mini.draw"
        return say(found, state=item, player=me, to=to)

    def work(self, data: Data, say: Say) -> list[str]:
        won = self.won(data)
        drawn = [state for state in data["moves"] if state not in won]
        lines = []
        for n in range(max(n for _, n in won.values()) + 1):
            layer = sorted(state for state in won if won[state][1] == n)
            told = ", ".join(f"{state} {won[state][0]}" for state in layer)
            lines.append(f"- {n}: {told}")
            lines += [f"- {self.reason(data, state, say)}" for state in layer]
        lines.append(f"- =: {', '.join(drawn)}")
        lines += [f"- {self.reason(data, state, say)}" for state in drawn]
        return lines


class ShortestCycle(QuestionType):
    """A shortest way back to the same state without passing."""

    id, unit, kind = "shortest_cycle", 9, "list of moves"
    bands = ((8, 10), (12, 16), (15, 21), (18, 26), (22, 33))
    small = (1, 2)
    example = '["place -2,0 020202", "take 2,0"]'

    def form(self, data: Data) -> Form:
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

    def rules(self, data: Data, say: Say) -> str:
        return say("v.stones.notation")

    def values(self, data: Data, say: Say) -> Values:
        return {**data, "n": len(self.key(data))}

    def key(self, data: Data) -> list[str]:
        cycle = shortest_cycle(graph_of(data["state"])) or ()
        return list(map(str, cycle))

    def assess(self, data: Data, answer: list[str], say: Say) -> Judged:
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
        """The moves among which the right ones are chosen, all along the cycle."""
        state = State.parse(data["state"])
        total = 0
        for move in self.key(data):
            total += len(state.legal_moves())
            state = state.play(move)
        return total


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
