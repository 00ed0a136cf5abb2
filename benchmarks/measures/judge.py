"""Verdicts on changed right answers of every type, held to an independent procedure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from benchmarks.measures import Table
from coursekit.questions import QuestionType, all_types, judge
from tests.coursekit.questions.mutation import mutants, truly_right
from tests.coursekit.questions.sample import instance

SKIPPED = {"evaluation_function": "an answer is 200 games; tests of its own replay them"}


def told() -> Iterator[tuple[QuestionType, str | None]]:
    """Every type of question in each of its skins."""
    for kind in all_types():
        yield from ((kind, skin) for skin in kind.skins or (None,))


def disagreements(type_id: str, seeds: Iterable[int], difficulties: Iterable[int], number: int,
                  found: Counter[str] | None = None, skin: str | None = None) -> list[str]:
    """Answers on which the judge and the second method do not agree; `found` counts what was judged."""
    out, counts = [], found if found is not None else Counter[str]()
    for difficulty in difficulties:
        for seed in seeds:
            made = instance(type_id, difficulty, skin=skin, seed=seed)
            for name, answer in mutants(made, number, seed):
                verdict, right = judge(type_id, made.data, answer, 1), truly_right(made, answer)
                counts.update(["judged", "right" if right else "wrong", *["one slip"] * (name == "one slip")])
                if verdict.right != right or (verdict.points >= 1) != right or verdict.malformed:
                    out.append(f"{type_id} seed {seed} difficulty {difficulty}: {name} {answer!r} is "
                               f"{'right' if right else 'wrong'}, the judge says {verdict.status}")
    return out


def measure() -> Table:
    """Judge at least 100 changed answers of every type and skin on several instances."""
    rows, missed, total = [], [], Counter[str]()
    for kind, skin in told():
        if kind.id in SKIPPED:
            continue
        found = Counter[str]()
        wrong = disagreements(kind.id, range(3), (1, 2, 3, 4), 40, found, skin)
        total.update(found)
        missed += wrong[:3]
        rows.append((kind.id, skin or "", *(found[c] for c in ("judged", "one slip", "right", "wrong")), len(wrong)))
    missed += [f"{id}: {why}" for id, why in SKIPPED.items()]
    return Table(("type", "skin", "answers", "one slip", "right", "wrong", "disagreements"), rows, missed,
                 f"{total['judged']:,} answers of {len({row[0] for row in rows})} types in their skins, "
                 f"{sum(row[-1] for row in rows)} disagreements.")
