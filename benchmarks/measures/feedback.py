"""Whether what verdicts, questions and worked solutions say is so: every value in them asserted by a second method.

For every type of question, in each of its skins, so many wrong answers (those of misconceptions and random changes of
the right one) are judged in three languages; the values behind every text of the verdict are asserted from the data of
the question and the answer alone, and are the same in all languages.  The worked solutions and texts of 20 seeds are
asserted as well.
"""

from __future__ import annotations

from benchmarks.measures import Table
from benchmarks.measures.judge import told
from boardkit.messages import LANGUAGES
from coursekit.questions import QuestionType
from tests.coursekit.questions.hearing import hear_type
from tests.coursekit.questions.second.worked import check_text, check_work

WRONG, SEEDS = 100, 20
FEW = {"evaluation_function": 6}
"""An answer to this one is 200 games."""


def solutions(kind: QuestionType, skin: str | None) -> tuple[int, list[str]]:
    """Lines of worked solutions that hold, and those instances in which something does not."""
    lines, false = 0, []
    for seed in range(SEEDS):
        for lang in LANGUAGES:
            made = kind.instance(seed, 1 + seed % 5, lang, skin)
            try:
                lines += check_work(made, lang)
                check_text(made, lang)
            except AssertionError as error:
                false.append(f"{kind.id}, worked solution of seed {seed} in {lang}: {error}")
    return lines, false


def measure() -> Table:
    """Wrong answers, claims and worked solutions of every type and skin."""
    rows, missed, totals = [], [], [0, 0, 0]
    for kind, skin in told():
        number = FEW.get(kind.id, WRONG)
        heard = hear_type(kind.id, number, min(number, 10), skin=skin)
        lines, false = solutions(kind, skin)
        missed += [*heard.false, *false]
        if heard.answers < number:
            missed.append(f"{kind.id} {skin or ''}: {heard.answers} wrong answers only")
        rows.append([kind.id, skin or "", heard.answers, heard.claims, len(heard.false), lines, len(false)])
        totals = [t + n for t, n in zip(totals, (heard.answers, heard.claims, lines), strict=True)]
    columns = ["type", "skin", "wrong answers", "claims in each language", "false", "lines of solutions", "false"]
    return Table(columns, rows, missed,
                 f"{totals[0]:,} wrong answers in three languages, {totals[1]:,} claims in each; "
                 f"{totals[2]:,} lines of worked solutions.")
