"""What a misconception makes of a question about a game's play, the learning machine or stones, by plain means."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from finity_edu import Position
from tests.coursekit.questions.second.claims import SPECIAL, Case
from tests.coursekit.questions.second.claims_boards import canonical
from tests.coursekit.questions.second.machines import Marks, outcomes
from tests.coursekit.questions.second.stones import fields_of_ring


def after_games(case: Case, rule: str) -> dict[str, list[int]]:
    """Boxes after the games of `machine_update` under another rule."""
    boxes = {d: list(b) for d, b in case.data["boxes"].items()}
    for game in case.data["games"]:
        d, used = case.data["length"], []
        for w in game.split():
            if w[0] == "m" and w != "m-":
                used.append((str(d), int(w[1:])))
            d -= 0 if w == "m-" else int(w[1:])
        won = game.split()[-1][0] == "m" and game.split()[-1] != "m-"
        if won and rule == "rewarded":
            for f, k in used:
                boxes[f] = sorted([*boxes[f], k])
        if not won:
            for f, k in {"blames_everything": used, "blames_first": used[:1]}.get(rule, used[-1:]):
                if k in boxes[f]:
                    boxes[f].remove(k)
    return boxes


def win_chance(data: dict[str, Any]) -> Fraction:
    length, starts = data["length"], data["starter"] == "machine"
    law: dict[Marks, Fraction] = {
        frozenset((d, k) for d in range(1, length + 1) for k in range(1, min(3, d) + 1)): Fraction(1)}
    for game in range(data["games"]):
        new: dict[Marks, Fraction] = {}
        begins = (data["first"] == "machine") == (game % 2 == 0)
        for marks, p in law.items():
            for (left, _), q in outcomes(marks, length, data["teacher"], begins).items():
                new[left] = new.get(left, Fraction(0)) + p * q
        law = new
    return sum((p * q for marks, p in law.items()
                for (_, won), q in outcomes(marks, length, data["tester"], starts).items() if won), Fraction(0))


def fixed(case: Case, mirrors: bool) -> int:
    """Orbits of stones without reflections, by listing all of them."""
    n, c, empty = case.data["directions"], case.data["contents"], case.data["empty"]
    found = set()
    for stone in product(range(c), repeat=n):
        if empty is None or stone.count(0) == empty:
            turns = [stone[i:] + stone[:i] for i in range(n)]
            found.add(min(turns) if mirrors else stone)
    return len(found)


def orphan_moves(case: Case, seat: int) -> set[str]:
    pos = Position.parse(case.data["board"])
    return {str(m) for m in pos.legal_moves()
            if sum(r.seat == seat for r in pos.play(m).layout.rings) < sum(r.seat == seat for r in pos.layout.rings)
            and not str(m).startswith("+o")}


SPECIAL.update({
    ("losing_fields", "counts_from_start"): lambda c: set(c.answer) == {
        str(c.data["length"] - int(d)) for d in c.key} - {"0"},
    ("win_probability", "other_starter"): lambda c: Fraction(c.answer) == win_chance(
        {**c.data, "starter": "human" if c.data["starter"] == "machine" else "machine"}),
    ("win_probability", "never_learns"): lambda c: Fraction(c.answer) == win_chance({**c.data, "games": 0}),
    ("fastest_teacher", "rigid_never"): lambda c: any(
        v == ["never"] and c.rows.get(t) != ["never"] for t, v in c.wanted.items()),
    **{("machine_update", id): lambda c, id=id: c.answer == after_games(c, id)
       for id in ("rewarded", "blames_everything", "blames_first")},
    ("unlearn_trace", "worse_after_loss"): lambda c: c.data["learner"] == "remove-last" and c.answer,
    ("orphaning_moves", "own_rings"): lambda c: canonical(c) == orphan_moves(c, 1),
    ("stone_count", "ignores_symmetry"): lambda c: c.answer == fixed(c, mirrors=False),
    ("stone_count", "ignores_mirror"): lambda c: c.answer == fixed(c, mirrors=True),
    ("reachable_positions", "counts_situations"): lambda c: c.answer == len(set.union(*fields_of_ring(c.data))),
    ("shortest_cycle", "counts_situations"): lambda c: any(s.id == "v.amakta_cycle.side" for s in c.said),
})
