"""Unit 8: chances and teachers of the learning machine."""

import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any

from coursekit.judging.credit import nearness
from coursekit.questions.assessing import right
from coursekit.questions.base import Data, Judged, QuestionType, Say, Wrong
from coursekit.questions.sampling import search
from matchbox.analysis import exact
from matchbox.players.teachers import law
from matchbox.rules.ruleset import Rules

Marker = tuple[int, int]


class LosingFields(QuestionType):
    """From which fields does the player to move lose against perfect play?"""

    id, unit, kind = "losing_fields", 8, "set of words"
    small = range(1, 6)

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        length = (7, 9, 12, 15, 18)[difficulty - 1] + rng.randrange(6)
        sizes = (2, 3) if difficulty == 1 else (2, 3, 4)
        moves = [list(m) for n in sizes for m in combinations(range(1, 9), n)]

        def make() -> Data:
            return {"length": length, "moves": rng.choice(moves)}

        return search(make, lambda data: 2 <= len(self.lost(data)) <= length // 2)

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
        yield (
            "counts_from_start",
            [str(data["length"] - d) for d in reversed(self.lost(data)) if d < data["length"]],
        )

    def reason(self, data: Data, item: str, say: Say) -> str:
        d, lost = int(item), {0, *self.lost(data)}
        k = next((k for k in data["moves"] if d - k in lost), None)
        if k is not None:
            return say("v.losing.wins", d=d, k=k, to=d - k)
        moves = ", ".join(f"{d}→{d - k}" for k in data["moves"] if k <= d)
        return say("v.losing.loses", d=d, moves=moves) if moves else say("v.losing.stuck", d=d)

    def values(self, data: Data, say: Say) -> Mapping[str, object]:
        return {**data, "moves": ", ".join(map(str, data["moves"]))}

    def work(self, data: Data, say: Say) -> list[str]:
        return [f"- {self.reason(data, str(d), say)}" for d in range(1, data["length"] + 1)]


class WinProbability(QuestionType):
    """The exact probability that the machine wins after n training games."""

    id, unit, kind = "win_probability", 8, "fraction"
    small = range(1, 6)
    OPPONENTS = ("random", "perfect", "perfect-1", "perfect-2")

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        lengths, games = (
            (range(3, 6), 0),
            (range(5, 11), 0),
            ((4, 5), 1),
            ((4, 5), 2),
            ((4, 5), 3),
        )[difficulty - 1]

        def make() -> Data:
            starter, first = (rng.choice(("machine", "human")) for _ in range(2))
            data = {
                "length": rng.choice(lengths),
                "games": games,
                "starter": starter,
                "tester": rng.choice(self.OPPONENTS),
            }
            return data | ({"teacher": rng.choice(self.OPPONENTS), "first": first} if games else {})

        def good(data: Data) -> bool:
            """Neither certain, nor the same without the lessons."""
            untaught = self.key({**data, "games": 0}) if games else ""
            return self.key(data) not in ("0/1", "1/1", untaught)

        return search(make, good)

    def key(self, data: Data) -> str:
        if data["games"]:
            curves = exact_curves(
                data["teacher"], data["games"], data["first"], data["length"], data["tester"]
            )
            value = Fraction(curves[data["starter"] != "machine"][data["games"]])
        else:
            value = chances(data["length"], data["tester"])[data["starter"] != "machine"][-1]
        return f"{value.numerator}/{value.denominator}"

    def wrong(self, data: Data) -> Iterator[tuple[str, object]]:
        other = {**data, "starter": "human" if data["starter"] == "machine" else "machine"}
        yield "other_starter", self.key(other)
        if data["games"]:
            yield "never_learns", self.key({**data, "games": 0})

    def values(self, data: Data, say: Say) -> Mapping[str, object]:
        def opponent(name: str) -> str:
            return say(f"v.machine.{name.replace('-', '_')}")

        training = ""
        if data["games"]:
            training = (
                say(
                    "v.training",
                    n=data["games"],
                    teacher=opponent(data["teacher"]),
                    one=say(f"v.machine.{data['first']}"),
                )
                + " "
            )
        return {
            **data,
            "who": say(f"v.machine.{data['starter']}"),
            "tester": opponent(data["tester"]),
            "training": training,
        }

    def work(self, data: Data, say: Say) -> list[str]:
        """Chances of a fresh machine field by field, what the first lesson changes, and where it ends."""
        mine, yours = chances(data["length"], data["tester"])
        rows = [
            say("work.chances"),
            *(f"- d = {d}: {mine[d]} | {yours[d]}" for d in range(1, data["length"] + 1)),
        ]
        if data["games"]:
            rows += ["", say("work.lesson")]
            for gone, p in lesson(
                data["length"], data["teacher"], data["first"] == "machine"
            ).items():
                left = chances(data["length"], data["tester"], gone)[data["starter"] != "machine"][
                    -1
                ]
                rows.append(f"- {'–' if gone is None else f'{gone[0]}.{gone[1]}'}: {p} · {left}")
            rows += ["", say("work.lessons")]
            rows += [
                f"- n = {n}: {self.key({**data, 'games': n})}" for n in range(data["games"] + 1)
            ]
        return rows


@lru_cache(maxsize=64)
def exact_curves(
    teacher: str, games: int, first: str, length: int, tester: str
) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Chances after 0, 1, … training games: if the machine starts, if the opponent starts."""
    curve = exact.curve(
        teacher, games=games, first=first, tester=tester, rules=Rules(length=length), exact=True
    )
    return curve.machine_starts, curve.human_starts


def chances(
    length: int, tester: str, gone: Marker | None = None
) -> tuple[list[Fraction], list[Fraction]]:
    """Chances that a machine without one marker, or a fresh one, wins with d to go: on its turn, on the opponent's."""
    replies = law(tester, Rules(length=length))
    mine, yours = [Fraction(0)], [Fraction(1)]  # with 0 to go the one who has just moved has won
    for d in range(1, length + 1):
        moves = range(1, min(3, d) + 1)
        box = [k for k in moves if (d, k) != gone]
        mine.append(sum((yours[d - k] for k in box), Fraction(0)) / max(1, len(box)))
        yours.append(
            sum(
                (Fraction(p) * mine[d - k] for k, p in zip(moves, replies[d], strict=False)),
                Fraction(0),
            )
        )
    return mine, yours


def lesson(length: int, teacher: str, machine_first: bool) -> dict[Marker | None, Fraction]:
    """Which marker a fresh machine loses in its first game, with probabilities; None if it wins or has not moved."""
    replies, found = law(teacher, Rules(length=length)), dict[Marker | None, Fraction]()

    def play(d: int, machine: bool, last: Marker | None, p: Fraction) -> None:
        if d == 0:
            gone = last if machine else None
            found[gone] = found.get(gone, Fraction(0)) + p
        elif machine:
            for k in range(1, min(3, d) + 1):
                play(d - k, False, (d, k), p / min(3, d))
        else:
            for k, chance in enumerate(replies[d], 1):
                if chance:
                    play(d - k, True, last, p * Fraction(chance))

    play(length, machine_first, None, Fraction(1))
    return dict(sorted(found.items(), key=lambda item: item[0] or (0, 0), reverse=True))


@lru_cache(maxsize=512)
def expected_games(teacher: str, length: int) -> float:
    """Games that a fresh machine needs on average."""
    return float(exact.expected_games(teacher, rules=Rules(length=length)))


class FastestTeacher(QuestionType):
    """Expected numbers of games until play is perfect, for several teachers."""

    id, unit, kind = "fastest_teacher", 8, "table"
    DRAWN = ("random", "perfect", "perfect-1", *(f"epsilon:0.{n:02}" for n in range(5, 100)))

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        length, number = ((5, 2), (6, 3), (6, 4), (7, 4), (7, 5))[difficulty - 1]

        def make() -> Data:
            return {"length": length, "teachers": sorted(rng.sample(self.DRAWN, number))}

        def clear(data: Data) -> bool:
            """The best teacher is better than the second by more than rounding."""
            best, second = sorted(self.games(data, t) for t in data["teachers"])[:2]
            return second - best > 0.1

        return search(make, clear)

    def form(self, data: Data) -> Mapping[str, object]:
        cells = {**dict.fromkeys(data["teachers"], "decimal|never"), "fastest": data["teachers"]}
        return {"rows": [*data["teachers"], "fastest"], "columns": 1, "cells": cells}

    def games(self, data: Data, teacher: str) -> float:
        return expected_games(teacher, data["length"])

    def key(self, data: Data) -> list[list[str]]:
        values = {t: self.games(data, t) for t in data["teachers"]}
        rows = [[t, "never" if v == float("inf") else f"{v:.2f}"] for t, v in values.items()]
        return [*rows, ["fastest", min(values, key=lambda t: values[t])]]

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
        given, key = {r[0]: r[1] for r in answer}, dict(self.key(data))
        wrong = [t for t, v in key.items() if not self.close(given.get(t, ""), v)]
        if not wrong:
            return right(say)
        found = "fastest" if "fastest" in wrong else wrong[0]
        text = (
            say("verdict.row_missing", row=found)
            if found not in given
            else say("v.teacher.fastest", got=given[found])
            if found == "fastest"
            else say("v.teacher.games", teacher=found, got=given[found])
        )
        never = (
            "rigid_never"
            if any(key[t] == "never" and given.get(t) != "never" for t in data["teachers"])
            else None
        )
        return Wrong(nearness(len(wrong), len(key) - 1), text, found, misconception=never)

    @staticmethod
    def close(got: str, wanted: str) -> bool:
        """Within one unit of the first decimal."""
        return got == wanted or (
            got[:1].isdigit() and wanted[:1].isdigit() and abs(float(got) - float(wanted)) <= 0.1
        )

    def values(self, data: Data, say: Say) -> Mapping[str, object]:
        return {**data, "teachers": ", ".join(f"`{t}`" for t in data["teachers"])}

    def work(self, data: Data, say: Say) -> list[str]:
        fields = [d for d in range(1, data["length"] + 1) if d % 4]
        bad = [f"{d}.{k}" for d in fields for k in range(1, min(3, d) + 1) if k != d % 4]
        return [
            say("work.bad_markers", markers=" ".join(bad)),
            *(f"- {t}: {v}" for t, v in self.key(data)),
        ]
