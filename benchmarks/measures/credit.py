"""What wrong answers earn: ladders of ten slips away from right answers, and answers that take no knowledge.

Functions that never look at their inputs are tried on sixty seeds of every level.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from pathlib import Path

from benchmarks.measures import Table
from benchmarks.measures.judge import SKIPPED, told
from coursekit.answers import MalformedAnswer, validate
from coursekit.questions import Instance, judge, question
from tests.coursekit.questions.mutation import blind, right_answer, slips, structured
from tests.coursekit.questions.thoughtless import unearned

STEPS, SHOWN = 10, (1, 2, 3, 5, 10)
ONE_SLIP, FAR = 0.55, 0.6
"""One slip leaves at least so much; six to ten, in answers of up to 16 pieces, at most so much."""

GUIDES = [Path(__file__).parents[2] / "course" / lang / "README.md" for lang in ("", "de", "es")]
BEGIN, END = "<!-- ladder -->", "<!-- end of ladder -->"


def walk(made: Instance, seed: int) -> list[float]:
    """Shares after 0, 1, … slips that were made one after the other."""
    rng, kind, answer = random.Random(seed), question(made.type), right_answer(made)
    shares = [judge(made.type, made.data, answer).points]
    if tokens := kind.full_form(made.data).get("tokens"):  # so few that slips at random would undo each other
        for token in rng.sample(list(tokens), min(STEPS, len(tokens))):
            answer = [x for x in tokens if (x in answer) != (x == token)]
            shares.append(judge(made.type, made.data, answer).points)
        return shares + shares[-1:] * (STEPS + 1 - len(shares))
    for _ in range(200):
        try:
            form = kind.full_form(made.data)
            answer = json.loads(json.dumps(validate(made.kind, slips(rng, made, answer, 1), **form)))
        except MalformedAnswer:  # an expression with an odd bracket
            continue
        shares.append(judge(made.type, made.data, answer).points)
        if len(shares) > STEPS:
            break
    return shares


def walks(type_id: str, seeds: Iterable[int], difficulties: Iterable[int], skin: str | None) -> list[list[float]]:
    """The walks from the answers that have several pieces."""
    out = []
    for difficulty in difficulties:
        for seed in seeds:
            made = question(type_id).instance(seed, difficulty, skin=skin)
            if structured(made):
                out.append(walk(made, seed))
    return out


def ladder(type_id: str, seeds: Sequence[int], difficulties: Sequence[int] = (3, 4), skin: str | None = None,
           more: Iterable[int] = ()) -> list[float]:
    """Mean shares after 0, 1, … slips; empty if the answers of the type are right or wrong.

    A mean of few walks says nothing: if only some instances have several pieces, `more` seeds are drawn.
    """
    found, wanted = walks(type_id, seeds, difficulties, skin), len(seeds) * len(difficulties)
    further = iter(more if found else ())
    while len(found) < wanted and (seed := next(further, None)) is not None:
        found += walks(type_id, [seed], difficulties, skin)
    return [sum(w[k] for w in found if k < len(w)) / sum(k < len(w) for w in found)
            for k in range(STEPS + 1) if any(k < len(w) for w in found)]


def paid_blind(type_id: str, seeds: Iterable[int], difficulties: Iterable[int] = (1, 2, 3, 4),
               skin: str | None = None) -> list[str]:
    """Answers that take no knowledge and are paid all the same, though they are wrong."""
    out = []
    for difficulty in difficulties:
        for seed in seeds:
            made = question(type_id).instance(seed, difficulty, skin=skin)
            for name, answer in blind(made):
                verdict = judge(type_id, made.data, answer)
                if not verdict.right and verdict.points > 0:
                    out.append(f"{type_id} seed {seed} difficulty {difficulty}: {name} earns {verdict.points}")
    return out


def unfair(type_id: str, means: Sequence[float], slack: float = 0.1) -> list[str]:
    """What is wrong with a ladder: one slip costs too much, many too little, or more slips earn more.

    A walk may undo its own slips, so that stages are compared: 1 and 2 slips, 3 to 5, 6 to 10.
    """
    if not means:
        return []
    stages = [sum(means[i:j]) / (j - i) for i, j in pairwise((1, 3, 6, STEPS + 1))]
    out = [f"{type_id}: one slip leaves {means[1]:.2f}"] * (means[1] < ONE_SLIP)
    out += [f"{type_id}: six to ten slips leave {stages[-1]:.2f}"] * (stages[-1] > FAR)
    return out + [f"{type_id}: more slips earn {y:.2f}, fewer {x:.2f}" for x, y in pairwise(stages) if y > x + slack]


def guide_table(rows: Iterable[Sequence[str]]) -> str:
    """The table of the lecturers' guide: by kind of answer, what is left after some slips, from the rows below."""
    by_kind: dict[str, list[list[float]]] = {}
    types: dict[str, set[str]] = {}
    for type_id, _skin, kind, *shares, _paid in rows:
        if shares[0] != "–":
            by_kind.setdefault(kind, []).append([float(share) for share in shares])
            types.setdefault(kind, set()).add(type_id)
    lines = ["| answer | types | " + " | ".join(f"{k} slip{'s' * (k > 1)}" for k in SHOWN) + " |",
             "|---|---|" + "---|" * len(SHOWN)]
    for kind, found in sorted(by_kind.items()):
        means = (sum(shares[k - 1] for shares in found) / len(found) for k in SHOWN)
        lines.append(f"| {kind} | {len(types[kind])} | " + " | ".join(f"{100 * mean:.0f} %" for mean in means) + " |")
    return "\n".join(lines)


def written(guide: Path, table: str) -> str:
    """A guide with a table between its marks; a translated one keeps its words and takes the figures."""
    before, rest = guide.read_text(encoding="utf-8").split(BEGIN)
    own, after = rest.split(END)
    if guide != GUIDES[0]:
        head, lines = own.strip().split("\n"), table.split("\n")
        names = [line.split("|")[1] for line in head]
        table = "\n".join([*head[:2], *("|".join(["", name, *line.split("|")[2:]])
                                        for name, line in zip(names[2:], lines[2:], strict=True))])
    return f"{before}{BEGIN}\n{table}\n{END}{after}"


def _row(type_id: str, skin: str | None) -> tuple[tuple[str, ...], list[str]]:
    means = ladder(type_id, range(8), skin=skin, more=range(8, 80))
    paid = paid_blind(type_id, range(4), skin=skin)
    shares = [f"{mean:.2f}" for mean in means[1:]]
    kind = question(type_id).instance(1, 3, skin=skin).kind
    row = (type_id, skin or "", kind, *shares, *["–"] * (STEPS - len(shares)), str(len(paid)))
    blindly = unearned(type_id, range(60), range(1, 6), skin) if kind == "function" else []
    return row, [*unfair(type_id, means), *paid[:3], *blindly]


def measure() -> Table:
    """Ladders and blind answers of every type and skin; the table of the lecturers' guides is written anew."""
    rows: list[tuple[str, ...]] = []
    missed: list[str] = []
    asked = [(kind.id, skin) for kind, skin in told() if kind.id not in SKIPPED]
    with ProcessPoolExecutor() as pool:
        for row, unmet in pool.map(_row, *zip(*asked, strict=True)):
            rows.append(row)
            missed += unmet
    for guide in GUIDES:
        guide.write_text(written(guide, guide_table(rows)), encoding="utf-8")
    pieces = {row[0] for row in rows if row[3] != "–"}
    return Table(("type", "skin", "kind", *map(str, range(1, STEPS + 1)), "blind and paid"), rows, missed,
                 f"{len(pieces)} types with several pieces, {len(missed)} demands not met.")
