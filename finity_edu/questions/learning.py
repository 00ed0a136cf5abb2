"""Unit 6: chances and teachers of the learning machine."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from finity_edu.questions.base import Data, Judged, QuestionType, Say, register
from finity_edu.questions.judging import right
from matchbox import exact
from matchbox.rules import Rules


class LosingFields(QuestionType):
    """From which fields does the player to move lose against perfect play?"""

    id, unit, kind = "losing_fields", 6, "set of words"

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        length = (7, 9, 12, 14, 16)[difficulty - 1]
        steps = rng.choice(([1, 2, 3], [1, 2]) if difficulty < 3 else ([1, 3, 4], [1, 2, 4], [2, 3], [1, 4], [1, 2, 5]))
        return {"length": length, "moves": list(steps)}

    def form(self, data: Data) -> Mapping[str, object]:
        return {"tokens": [str(d) for d in range(1, data["length"] + 1)]}

    def lost(self, data: Data, step_wins: bool = True) -> list[int]:
        """Fields (distances) from which every move leads to a won field, or no move is possible."""
        lost = [0] if step_wins else []
        for d in range(1, data["length"] + 1):
            if not any(d - k in lost for k in data["moves"] if k <= d):
                lost.append(d)
        return [d for d in lost if d]

    def key(self, data: Data) -> list[str]:
        return [str(d) for d in self.lost(data)]

    def wrong(self, data: Data) -> Iterator[tuple[str, object]]:
        yield "counts_from_start", [str(data["length"] - d) for d in reversed(self.lost(data)) if d < data["length"]]

    def universe(self, data: Data) -> int:
        return int(data["length"])

    def reason(self, data: Data, item: str, say: Say) -> str:
        d, lost = int(item), {0, *self.lost(data)}
        k = next((k for k in data["moves"] if d - k in lost), None)
        if k is not None:
            return say("v.losing.wins", d=d, k=k, to=d - k)
        moves = ", ".join(f"{d}→{d - k}" for k in data["moves"] if k <= d) or "–"
        return say("v.losing.loses", d=d, moves=moves)

    def values(self, data: Data, say: Say) -> Mapping[str, object]:
        return {**data, "moves": ", ".join(map(str, data["moves"]))}

    def work(self, data: Data, say: Say) -> list[str]:
        return [f"- {self.reason(data, str(d), say)}" for d in range(1, data["length"] + 1)]

    def measure(self, data: Data) -> float:
        return float(data["length"])


class WinProbability(QuestionType):
    """The exact probability that the machine wins after n training games."""

    id, unit, kind = "win_probability", 6, "fraction"

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        length, games = ((3, 0), (4, 0), (4, 1), (5, 2), (5, 3))[difficulty - 1]
        teacher = rng.choice(("random", "perfect", "perfect-1", "perfect-2"))
        starter, first = (rng.choice(("machine", "human")) for _ in range(2))
        return {"length": length, "games": games, "teacher": teacher, "starter": starter, "first": first}

    def key(self, data: Data) -> str:
        curves = exact_curves(data["teacher"], data["games"], data["first"], data["length"])
        value = Fraction(curves[data["starter"] != "machine"][data["games"]])
        return f"{value.numerator}/{value.denominator}"

    def wrong(self, data: Data) -> Iterator[tuple[str, object]]:
        other = {**data, "starter": "human" if data["starter"] == "machine" else "machine"}
        yield "other_starter", self.key(other)
        if data["games"]:
            yield "never_learns", self.key({**data, "games": 0})

    def values(self, data: Data, say: Say) -> Mapping[str, object]:
        return {**data, "who": say(f"v.machine.{data['starter']}"), "one": say(f"v.machine.{data['first']}"),
                "teacher": say(f"v.machine.{data['teacher'].replace('-', '_')}")}

    def work(self, data: Data, say: Say) -> list[str]:
        """Chances of a fresh machine field by field (machine to move | opponent to move), then after each game."""
        mine, yours = fresh_chances(data["length"])
        rows = [f"- d = {d}: {mine[d]} | {yours[d]}" for d in range(1, data["length"] + 1)]
        return [*rows, *(f"- n = {n}: {self.key({**data, 'games': n})}" for n in range(data["games"] + 1))]

    def measure(self, data: Data) -> float:
        return float(data["length"] + 10 * data["games"])


@lru_cache(maxsize=64)
def exact_curves(teacher: str, games: int, first: str, length: int) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Chances after 0, 1, … training games: if the machine starts, if the opponent starts."""
    curve = exact.curve(teacher, games=games, first=first, tester="random", rules=Rules(length=length), exact=True)
    return curve.machine_starts, curve.human_starts


def fresh_chances(length: int) -> tuple[list[Fraction], list[Fraction]]:
    """Chances that a fresh machine wins with d to go against a random opponent: on its turn, on the other's."""
    mine, yours = [Fraction(0)], [Fraction(1)]  # with 0 to go the one who has just moved has won
    for d in range(1, length + 1):
        moves = range(1, min(3, d) + 1)
        mine.append(sum((yours[d - k] for k in moves), Fraction(0)) / len(moves))
        yours.append(sum((mine[d - k] for k in moves), Fraction(0)) / len(moves))
    return mine, yours


class FastestTeacher(QuestionType):
    """Expected numbers of games until play is perfect, for several teachers."""

    id, unit, kind = "fastest_teacher", 6, "table"
    TEACHERS = ("random", "perfect", "perfect-1", "epsilon:0.3", "epsilon:0.6", "perfect-2", "perfect-3")

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        length, number = ((4, 2), (5, 2), (6, 3), (7, 3), (7, 4))[difficulty - 1]
        return {"length": length, "teachers": sorted(rng.sample(self.TEACHERS[:5], number))}

    def form(self, data: Data) -> Mapping[str, object]:
        return {"rows": [*data["teachers"], "fastest"], "columns": 1}

    def games(self, data: Data, teacher: str) -> float:
        return float(exact.expected_games(teacher, rules=Rules(length=data["length"])))

    def key(self, data: Data) -> list[list[str]]:
        values = {t: self.games(data, t) for t in data["teachers"]}
        rows = [[t, "never" if v == float("inf") else f"{v:.2f}"] for t, v in values.items()]
        return [*rows, ["fastest", min(values, key=lambda t: values[t])]]

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
        given, key = {r[0]: r[1].strip().lower() for r in answer}, dict(self.key(data))
        wrong = [t for t, v in key.items() if not self.close(given.get(t, ""), v)]
        if not wrong:
            return right(say)
        found = "fastest" if "fastest" in wrong else wrong[0]
        text = say("v.teacher.fastest") if found == "fastest" else say("v.teacher.games", teacher=found,
                                                                        got=given.get(found, "–"))
        never = "rigid_never" if any(key[t] == "never" and given.get(t) != "never" for t in data["teachers"]) else None
        return Judged(1 - len(wrong) / len(key), text, found, misconception=never)

    @staticmethod
    def close(got: str, wanted: str) -> bool:
        """Within one unit of the first decimal; ``inf`` is another word for ``never``."""
        if wanted == "never" or not wanted[:1].isdigit():
            return got == wanted or (wanted == "never" and got in ("inf", "∞", "infinity"))
        try:
            return abs(float(got) - float(wanted)) <= 0.1
        except ValueError:
            return False

    def values(self, data: Data, say: Say) -> Mapping[str, object]:
        return {**data, "teachers": ", ".join(f"`{t}`" for t in data["teachers"])}

    def work(self, data: Data, say: Say) -> list[str]:
        fields = [d for d in range(1, data["length"] + 1) if d % 4]
        bad = [f"{d}.{k}" for d in fields for k in range(1, min(3, d) + 1) if k != d % 4]
        return [say("work.bad_markers", markers=" ".join(bad)), *(f"- {t}: {v}" for t, v in self.key(data))]

    def measure(self, data: Data) -> float:
        return float(data["length"] * len(data["teachers"]))


for _kind in (LosingFields, WinProbability, FastestTeacher):
    register(_kind())
