"""Verdicts on changed right answers of every type, held to an independent procedure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from benchmarks.measures import Table
from coursekit.questions import all_types, judge, question
from tests.coursekit.questions.mutation import mutants, truly_right

SKIPPED = {"evaluation_function": "an answer is 200 games; tests of its own replay them"}


def disagreements(type_id: str, seeds: Iterable[int], difficulties: Iterable[int], number: int,
                  found: Counter[str] | None = None, skin: str | None = None) -> list[str]:
    """Answers on which the judge and the second method do not agree; `found` counts what was judged."""
    out, counts = [], found if found is not None else Counter[str]()
    for difficulty in difficulties:
        for seed in seeds:
            made = question(type_id).instance(seed, difficulty, skin=skin)
            for name, answer in mutants(made, number, seed):
                verdict, right = judge(type_id, made.data, answer, 1), truly_right(made, answer)
                counts.update(["judged", "right" if right else "wrong", *["one slip"] * (name == "one slip")])
                if verdict.right != right or (verdict.points >= 1) != right or verdict.malformed:
                    out.append(f"{type_id} seed {seed} difficulty {difficulty}: {name} {answer!r} is "
                               f"{'right' if right else 'wrong'}, the judge says {verdict.status}")
    return out


def measure() -> Table:
    """Judge at least 100 changed answers of every type on several instances."""
    rows, missed, total = [], [], Counter[str]()
    for kind in all_types():
        if kind.id in SKIPPED:
            continue
        found = Counter[str]()
        wrong = disagreements(kind.id, range(3), (1, 2, 3, 4), 40, found)
        total.update(found)
        missed += wrong[:3]
        rows.append((kind.id, kind.kind, *(found[c] for c in ("judged", "one slip", "right", "wrong")), len(wrong)))
    missed += [f"{id}: {why}" for id, why in SKIPPED.items()]
    return Table(("type", "kind", "answers", "one slip", "right", "wrong", "disagreements"), rows, missed,
                 f"{total['judged']:,} answers of {len(rows)} types, {sum(row[-1] for row in rows)} disagreements.")
