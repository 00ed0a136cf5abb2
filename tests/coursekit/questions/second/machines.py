"""The learning machine."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

from tests.coursekit.questions.second.naive import Data, check


def play(boxes: dict[int, set[int]], length: int, game: str, everything: bool = False) -> dict[int, set[int]]:
    """The learning rule once more: remove the last (or all) markers of a lost game."""
    boxes = {d: set(b) for d, b in boxes.items()}
    d, used, last = length, [], ""
    assert game
    for word in game.split():
        assert d > 0
        assert word[0] in "mh"
        assert word[0] != last[:1]
        assert last != "resigned"
        last = word[0]
        if word == "m-":
            assert not boxes[d]
            last = "resigned"
            continue
        if word[0] == "m":
            assert word[1:].isdigit()
            assert int(word[1:]) in boxes[d]
            used.append((d, int(word[1])))
        assert word[1:] in ("1", "2", "3")
        d -= int(word[1])
    assert d == 0 or last == "resigned"
    if last != "m":
        for field, k in used if everything else used[-1:]:
            boxes[field].discard(k)
    return boxes


@check("machine_update")
def _(data: Data, key: Any) -> None:
    boxes = {int(d): set(b) for d, b in data["boxes"].items()}
    for game in data["games"]:
        boxes = play(boxes, data["length"], game)
    assert key == {str(d): sorted(b) for d, b in boxes.items()}


@check("losing_fields")
def _(data: Data, key: Any) -> None:
    @lru_cache(None)
    def wins(d: int) -> bool:
        return any(d - k >= 0 and not wins(d - k) for k in data["moves"])

    assert set(key) == {str(d) for d in range(1, data["length"] + 1) if not wins(d)}


Marks = frozenset[tuple[int, int]]


def replies(teacher: str, d: int) -> list[int]:
    legal = list(range(1, min(3, d) + 1))
    if teacher == "random":
        return legal
    if d % 4:
        return [d % 4]
    return legal if teacher == "perfect" else [min(int(teacher[-1]), legal[-1])]


def outcomes(marks: Marks, length: int, teacher: str, machine_first: bool) -> dict[tuple[Marks, bool], Fraction]:
    """All games of one machine: configuration afterwards, won or not, with probabilities."""
    result: dict[tuple[Marks, bool], Fraction] = {}

    def go(d: int, machine: bool, used: tuple[tuple[int, int], ...], p: Fraction) -> None:
        def end(won: bool) -> None:
            left = marks if won or not used else marks - {used[-1]}
            result[left, won] = result.get((left, won), Fraction(0)) + p

        if d == 0:
            end(not machine)
            return
        if machine:
            box = [k for e, k in marks if e == d]
            if not box:
                end(False)
            for k in box:
                go(d - k, False, (*used, (d, k)), p / len(box))
        else:
            moves = replies(teacher, d)
            for k in moves:
                go(d - k, True, used, p / len(moves))

    go(length, machine_first, (), Fraction(1))
    return result


@check("win_probability")
def _(data: Data, key: Any) -> None:
    length = data["length"]
    full = frozenset((d, k) for d in range(1, length + 1) for k in range(1, min(3, d) + 1))
    law = {full: Fraction(1)}
    first = data.get("first") == "machine"
    for game in range(data["games"]):
        new: dict[Marks, Fraction] = {}
        for marks, p in law.items():
            for (left, _), q in outcomes(marks, length, data["teacher"], first == (game % 2 == 0)).items():
                new[left] = new.get(left, Fraction(0)) + p * q
        law = new
    starts = data["starter"] == "machine"
    chance = sum(p * q for marks, p in law.items()
                 for (_, won), q in outcomes(marks, length, data["tester"], starts).items() if won)
    assert Fraction(key) == chance


@check("fastest_teacher")
def _(data: Data, key: Any) -> None:
    """Simulated machines: the mean number of games lies within five standard errors."""
    assert [row[0] for row in key] == [*data["teachers"], "fastest"]
    length, rng, rows = data["length"], Random(1), dict(key)
    bad = {(d, k) for d in range(1, length + 1) if d % 4 for k in range(1, min(3, d) + 1) if k != d % 4}
    means = {}
    for teacher in data["teachers"]:
        samples = []
        for _ in range(120):
            marks = {(d, k) for d in range(1, length + 1) for k in range(1, min(3, d) + 1)}
            games = 0
            while marks & bad and games < 1500:
                d, machine, used = length, games % 2 == 0, []
                while d > 0:
                    if machine:
                        box = sorted(k for e, k in marks if e == d)
                        if not box:
                            break
                        k = rng.choice(box)
                        used.append((d, k))
                    else:
                        guess = teacher.startswith("epsilon") and rng.random() < float(teacher.split(":")[1])
                        k = rng.choice(replies("random" if guess else teacher.split(":")[0].replace(
                            "epsilon", "perfect"), d))
                    d -= k
                    machine = not machine
                if (d > 0 or machine) and used:
                    marks.discard(used[-1])
                games += 1
            samples.append(games)
        mean = sum(samples) / len(samples)
        error = (sum((x - mean) ** 2 for x in samples) / len(samples) ** 2) ** 0.5
        means[teacher] = mean
        if rows[teacher] == "never":
            assert max(samples) == 1500
        else:
            assert abs(mean - float(rows[teacher])) < 5 * error
    best = rows["fastest"]
    assert means[best] <= min(means.values()) * 1.25


@check("unlearn_trace")
def _(data: Data, key: Any) -> None:
    length, target = data["length"], (data["field"], data["move"])
    boxes = {int(d): set(box) for d, box in data["boxes"].items()}
    everything = data["learner"] == "remove-all"
    for game in key:
        boxes = play(boxes, length, game, everything)
    if key:
        assert target[1] not in boxes[target[0]]
        return

    def lost(d: int, machine: bool, used: frozenset[tuple[int, int]]) -> Iterator[frozenset[tuple[int, int]]]:
        """What is removed after each lost game."""
        if machine and (d == 0 or not boxes[d]):
            yield used
        for k in (sorted(boxes[d]) if machine else range(1, min(3, d) + 1)) if d else ():
            here = frozenset({(d, k)})
            yield from lost(d - k, not machine, (used | here if everything else here) if machine else used)

    for starts in (True, False):
        assert not any(target in gone for gone in lost(length, starts, frozenset()))

