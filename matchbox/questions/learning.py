"""Unit 8: chances and teachers of the learning machine."""

import random
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import inf

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
from coursekit.questions.sampling import search
from matchbox.analysis import exact
from matchbox.analysis.gamelaw import Number
from matchbox.players.teachers import law
from matchbox.rules.ruleset import Rules

Marker = tuple[int, int]
Gone = frozenset[Marker]
"""The markers that a machine has lost."""
NONE = Gone()


class LosingFields(QuestionType):
    """From which fields does the player to move lose against perfect play?"""

    id, unit, kind = "losing_fields", 8, "set of words"
    small = (1, 2, 4, 5)

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        least, number = ((7, 4), (9, 5), (12, 6), (15, 6), (18, 6))[difficulty - 1]
        length = least + rng.randrange(number)
        sizes = (2, 3) if difficulty == 1 else (2, 3, 4)
        moves: list[list[int]] = []
        for size in sizes:
            moves += map(list, combinations(range(1, 9), size))

        def make() -> Data:
            return {"length": length, "moves": rng.choice(moves)}

        return search(make, lambda data: 2 <= len(self.lost(data)) <= length // 2)

    def form(self, data: Data) -> Form:
        return {"tokens": list(map(str, range(1, data["length"] + 1)))}

    def lost(self, data: Data, step_wins: bool = True) -> list[int]:
        """Fields (distances) from which every move leads to a won field, or no move is possible."""
        lost = [0] if step_wins else []
        for d in range(1, data["length"] + 1):
            if not any(d - k in lost for k in data["moves"] if k <= d):
                lost.append(d)
        return [d for d in lost if d]

    def key(self, data: Data) -> list[str]:
        return list(map(str, self.lost(data)))

    def measure(self, data: Data) -> float:
        """The fields that are decided, one after another."""
        return int(data["length"])

    def wrong(self, data: Data) -> Mistakes:
        length = data["length"]
        from_start = [str(length - d) for d in reversed(self.lost(data)) if d < length]
        yield "counts_from_start", from_start

    def reason(self, data: Data, item: str, say: Say) -> str:
        d = int(item)
        lost = {0, *self.lost(data)}
        for k in data["moves"]:
            if d - k in lost:
                return say("v.losing.wins", d=d, k=k, to=d - k)
        moves = ", ".join(f"{d}→{d - k}" for k in data["moves"] if k <= d)
        if not moves:
            return say("v.losing.stuck", d=d)
        return say("v.losing.loses", d=d, moves=moves)

    def values(self, data: Data, say: Say) -> Values:
        return {**data, "moves": ", ".join(map(str, data["moves"]))}

    def work(self, data: Data, say: Say) -> list[str]:
        return [
            f"- {self.reason(data, str(d), say)}" for d in range(1, data["length"] + 1)
        ]


class WinProbability(QuestionType):
    """The exact probability that the machine wins after n training games."""

    id, unit, kind = "win_probability", 8, "fraction"
    small = range(1, 6)
    OPPONENTS = ("random", "perfect", "perfect-1", "perfect-2")
    SIZES: tuple[tuple[Sequence[int], int], ...] = (
        (range(4, 7), 0),
        (range(7, 11), 0),
        ((4, 5), 1),
        ((4,), 2),
        ((5,), 2),
    )
    """Lengths of the board, and numbers of training games, by difficulty."""

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        lengths, games = self.SIZES[difficulty - 1]

        def make() -> Data:
            starter, first = (rng.choice(("machine", "human")) for _ in range(2))
            data = {
                "length": rng.choice(lengths),
                "games": games,
                "starter": starter,
                "tester": rng.choice(self.OPPONENTS),
            }
            if games:
                data["teacher"] = rng.choice(self.OPPONENTS)
                data["first"] = first
            return data

        def good(data: Data) -> bool:
            """Neither certain, nor the same without the lessons."""
            # If the lessons change nothing, who forgets them is right as well.
            untaught = self.key({**data, "games": 0}) if games else ""
            return self.key(data) not in ("0/1", "1/1", untaught)

        return search(make, good)

    def key(self, data: Data) -> str:
        role = 0 if data["starter"] == "machine" else 1
        if data["games"]:
            curves = exact_curves(
                data["teacher"],
                data["games"],
                data["first"],
                data["length"],
                data["tester"],
            )
            value = Fraction(curves[role][data["games"]])
        else:
            value = chances(data["length"], data["tester"])[role][-1]
        return f"{value.numerator}/{value.denominator}"

    def measure(self, data: Data) -> float:
        """The chances that are computed: field by field, and again for what each lesson leaves."""
        return int(data["length"]) * (1 + 2 * int(data["games"]))

    def wrong(self, data: Data) -> Mistakes:
        other = {
            **data,
            "starter": "human" if data["starter"] == "machine" else "machine",
        }
        yield "other_starter", self.key(other)
        if data["games"]:
            yield "never_learns", self.key({**data, "games": 0})

    def values(self, data: Data, say: Say) -> Values:
        def opponent(name: str) -> str:
            return say(f"v.machine.{name.replace('-', '_')}")

        training = ""
        if data["games"]:
            teacher = opponent(data["teacher"])
            first = say(f"v.machine.{data['first']}")
            training = (
                say("v.training", n=data["games"], teacher=teacher, one=first) + " "
            )
        return {
            **data,
            "who": say(f"v.machine.{data['starter']}"),
            "tester": opponent(data["tester"]),
            "training": training,
        }

    def rules(self, data: Data, say: Say) -> str:
        told = [say("v.machine.game"), say("v.machine.new")]
        if data["games"]:
            told.append(say("v.machine.learns"))
        return " ".join(told)

    def work(self, data: Data, say: Say) -> list[str]:
        """Chances of a fresh machine field by field, what each lesson leaves, and where it ends."""
        length = data["length"]
        role = 0 if data["starter"] == "machine" else 1
        lines = [say("work.chances")]
        mine, yours = chances(length, data["tester"])
        for d in range(1, length + 1):
            lines.append(f"- d = {d}: {mine[d]} | {yours[d]}")
        if not data["games"]:
            return lines
        lost, starts = {NONE: Fraction(1)}, data["first"] == "machine"
        for n in range(1, data["games"] + 1):
            lines += ["", say("work.next_lesson", n=n) if n > 1 else say("work.lesson")]
            lost, starts = after(lost, length, data["teacher"], starts), not starts
            for gone, probability in lost.items():
                left = chances(length, data["tester"], gone)[role][-1]
                markers = ", ".join(f"{d}.{k}" for d, k in in_order(gone)) or "–"
                lines.append(f"- {markers} ({probability}): {left}")
        lines += ["", say("work.lessons")]
        for games in range(data["games"] + 1):
            key = self.key({**data, "games": games})
            lines.append(f"- n = {games}: {key}")
        return lines


@lru_cache(maxsize=64)
def exact_curves(
    teacher: str, games: int, first: str, length: int, tester: str
) -> tuple[tuple[Number, ...], tuple[Number, ...]]:
    """Chances after 0, 1, … training games: if the machine starts, if the opponent starts."""
    curve = exact.curve(
        teacher,
        games=games,
        first=first,
        tester=tester,
        rules=Rules(length=length),
        exact=True,
    )
    return curve.machine_starts, curve.human_starts


def chances(
    length: int, tester: str, gone: Gone = NONE
) -> tuple[list[Fraction], list[Fraction]]:
    """Chances that a machine without some markers wins with d to go: on its turn, on the opponent's."""
    replies = law(tester, Rules(length=length))
    # With 0 to go the one who has just moved has won.
    mine = [Fraction(0)]
    yours = [Fraction(1)]
    for d in range(1, length + 1):
        moves = range(1, min(3, d) + 1)
        box = [k for k in moves if (d, k) not in gone]
        # An empty box resigns: its chance is 0.
        my_chance = sum((yours[d - k] for k in box), Fraction(0)) / max(1, len(box))
        your_chance = Fraction(0)
        for k, probability in zip(moves, replies[d], strict=False):
            your_chance += Fraction(probability) * mine[d - k]
        mine.append(my_chance)
        yours.append(your_chance)
    return mine, yours


def lesson(
    length: int, teacher: str, machine_first: bool, gone: Gone
) -> dict[Gone, Fraction]:
    """What is gone after a game of a machine without some markers, with probabilities: one more, or as much."""
    replies = law(teacher, Rules(length=length))
    found: dict[Gone, Fraction] = {}

    def play(d: int, machine: bool, last: Gone, p: Fraction) -> None:
        box = [k for k in range(1, min(3, d) + 1) if (d, k) not in gone]
        if machine and not box:
            # Intelligenz has just reached Goal, or the machine resigns.
            found[gone | last] = found.get(gone | last, Fraction(0)) + p
        elif d == 0:
            found[gone] = found.get(gone, Fraction(0)) + p
        elif machine:
            for k in box:
                play(d - k, False, Gone({(d, k)}), p / len(box))
        else:
            for k, chance in enumerate(replies[d], 1):
                if chance:
                    play(d - k, True, last, p * Fraction(chance))

    play(length, machine_first, NONE, Fraction(1))
    return found


def after(
    lost: dict[Gone, Fraction], length: int, teacher: str, machine_first: bool
) -> dict[Gone, Fraction]:
    """What is gone after one more game, with probabilities, if before it this was gone."""
    found: dict[Gone, Fraction] = {}
    for before, p in lost.items():
        for gone, q in lesson(length, teacher, machine_first, before).items():
            found[gone] = found.get(gone, Fraction(0)) + p * q
    return dict(sorted(found.items(), key=lambda item: in_order(item[0]), reverse=True))


def in_order(gone: Gone) -> list[Marker]:
    """Markers, those of the fields first from which it is farthest to the goal."""
    return sorted(gone, reverse=True)


@lru_cache(maxsize=512)
def expected_games(teacher: str, length: int) -> float:
    """Games that a fresh machine needs on average."""
    return float(exact.expected_games(teacher, rules=Rules(length=length)))


class FastestTeacher(QuestionType):
    """Expected numbers of games until play is perfect, for several teachers."""

    id, unit, kind = "fastest_teacher", 8, "table"
    programmers = True
    DRAWN = (
        "random",
        "perfect",
        "perfect-1",
        *(f"epsilon:0.{n:02}" for n in range(5, 100)),
    )

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        length, number = ((5, 2), (6, 3), (6, 4), (7, 4), (7, 5))[difficulty - 1]

        def make() -> Data:
            return {
                "length": length,
                "teachers": sorted(rng.sample(self.DRAWN, number)),
            }

        def clear(data: Data) -> bool:
            """The best teacher is better than the second by more than rounding."""
            # Numbers are compared to a decimal, so the best must be clear.
            best, second, *_ = sorted(
                self.games(data, teacher) for teacher in data["teachers"]
            )
            return second - best > 0.1

        return search(make, clear)

    def form(self, data: Data) -> Form:
        cells = dict.fromkeys(data["teachers"], "decimal|never")
        cells["fastest"] = data["teachers"]
        return {"rows": list(cells), "columns": 1, "cells": cells}

    def games(self, data: Data, teacher: str) -> float:
        return expected_games(teacher, data["length"])

    def key(self, data: Data) -> Rows:
        games = {teacher: self.games(data, teacher) for teacher in data["teachers"]}
        rows = []
        for teacher, number in games.items():
            rows.append([teacher, "never" if number == inf else f"{number:.2f}"])
        rows.append(["fastest", min(games, key=lambda teacher: games[teacher])])
        return rows

    def assess(self, data: Data, answer: Rows, say: Say) -> Judged:
        given = {row[0]: row[1] for row in answer}
        key = {row[0]: row[1] for row in self.key(data)}
        wrong = [name for name in key if not self.close(given.get(name, ""), key[name])]
        if not wrong:
            return right(say)
        # The question asks for it; the numbers are how one finds out.
        found = "fastest" if "fastest" in wrong else wrong[0]
        if found not in given:
            text = say("verdict.row_missing", row=found)
        elif found == "fastest":
            text = say("v.teacher.fastest", got=given[found])
        else:
            text = say("v.teacher.games", teacher=found, got=given[found])
        misconception = None
        for teacher in data["teachers"]:
            if key[teacher] == "never" and given.get(teacher) != "never":
                misconception = "rigid_never"
        credit = nearness(len(wrong), len(key) - 1)
        return Wrong(credit, text, found, misconception=misconception)

    @staticmethod
    def close(got: str, wanted: str) -> bool:
        """Within one unit of the first decimal."""
        if got[:1].isdigit() and wanted[:1].isdigit():
            return abs(float(got) - float(wanted)) <= 0.1
        return got == wanted

    def values(self, data: Data, say: Say) -> Values:
        return {**data, "teachers": ", ".join(f"`{name}`" for name in data["teachers"])}

    def rules(self, data: Data, say: Say) -> str:
        told = ("game", "new", "learns", "teachers")
        return " ".join(say(f"v.machine.{part}") for part in told)

    def work(self, data: Data, say: Say) -> list[str]:
        rules = Rules(length=data["length"])
        bad = [f"{d}.{k}" for d, k in sorted(rules.bad_on_winnable)]
        lines = [say("work.bad_markers", markers=" ".join(bad))]
        for name, value in self.key(data):
            lines.append(f"- {name}: {value}")
        return lines
