"""Wrong answers are judged, and whatever the verdict says is asserted."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

from boardkit.messages import LANGUAGES
from coursekit.questions import Instance, QuestionType, judge
from tests.coursekit.questions.mutation import all_sorts
from tests.coursekit.questions.sample import instance
from tests.coursekit.questions.second import (  # noqa: F401  (what they assert is noted on import)
    claims_automata,
    claims_boards,
    claims_games,
    claims_languages,
    claims_proofs,
    claims_reasons,
    claims_words,
    misread,
    misread_games,
    said,
)
from tests.coursekit.questions.second.claims import Case, check


@dataclass
class Tally:
    """What was heard of one type of question."""

    answers: int = 0
    claims: int = 0
    ids: set[str] = field(default_factory=set)
    false: list[str] = field(default_factory=list)


def hear(made: Instance, answer: Any, lang: str) -> tuple[Any, list[said.Said]]:
    """Judge an answer and take its message apart; how many points it earns is not asked for, and takes long."""
    with said.listening() as heard, mock.patch.object(QuestionType, "language_credit", return_value=0.0):
        verdict = judge(made.type, made.data, answer, 100, lang)
    return verdict, said.parts(verdict.message, heard)


def hear_answer(made: Instance, answer: Any, tally: Tally, translations: tuple[str, ...] = LANGUAGES[1:]) -> None:
    """Assert all that is said about one answer in English, and that these translations say the same."""
    verdict, told = hear(made, answer, "en")
    if verdict.malformed or verdict.right:
        return
    tally.answers += 1
    try:
        tally.claims += check(Case(made, answer, told))
        for lang in translations:
            other = hear(made, answer, lang)[1]
            assert sorted(map(repr, (s.plain() for s in other))) == sorted(map(repr, (s.plain() for s in told))), lang
    except AssertionError as error:
        where = error.__traceback__
        while where and where.tb_next:
            where = where.tb_next
        place = f"{where.tb_frame.f_code.co_filename.split('/')[-1]}:{where.tb_lineno}" if where else ""
        tally.false.append(f"{made.type} seed {made.seed} d{made.difficulty} {json.dumps(answer)[:300]}: "
                           f"{verdict.message!r} [{place}] {error}")
    tally.ids |= ids_in(told)


def ids_in(told: list[said.Said]) -> set[str]:
    return {s.id for s in told} | {i for s in told for i in ids_in([v for v in s.values.values()
                                                                  if isinstance(v, said.Said)])}


def hear_type(type_id: str, number: int, each: int = 10, difficulties: tuple[int, ...] = (1, 2, 3, 4, 5),
              skin: str | None = None, by_turns: bool = False) -> Tally:
    """Assert what is said about at least so many wrong answers, `each` of them about one instance.

    By turns, an answer is heard in one language besides English only.
    """
    tally = Tally()
    for seed in range(1, 2 * number + 1):
        if tally.answers >= number:
            break
        made = instance(type_id, difficulties[(seed - 1) % len(difficulties)], skin=skin, seed=seed)
        for answer in all_sorts(made, each):
            turn = LANGUAGES[1 + tally.answers % 2]
            hear_answer(made, answer, tally, (turn,) if by_turns else LANGUAGES[1:])
    return tally
