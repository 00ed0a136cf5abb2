"""What the judge says on one question: points, words, and the answer as data that can be kept."""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from boardkit.foreign_json import Json, writable
from coursekit.answers import validate
from coursekit.answers.form import possible
from coursekit.judging.stages import FEW, Policy, earned
from coursekit.marking import runner
from coursekit.marking.jobs import AskedQuestion
from coursekit.marking.result import Marked
from coursekit.marking.runner import Answer, Raised
from coursekit.practice import handin
from coursekit.practice.handin import Remark
from coursekit.questions import judge, question
from coursekit.texts import CATALOGUE, text

#: What a person must look at: the automatic score stays empty.
_BY_HAND = handin.UNREAD | {
    "manual",
    "not_literal",
    "other_set",
    "other_instance",
    "no_sandbox",
    "judge_time",
    "judge_error",
}


def named(answer: object) -> str:
    """An answer as a name: another attempt is one that was not marked before."""
    return json.dumps(answer, sort_keys=True, default=repr)


def _as_json(answer: Answer, one: AskedQuestion) -> Json:
    """What was answered, as JSON that can be kept and shown.

    A literal of Python may be none (a set, ``1e999``, ``b"x"``, keys that are no texts): it is kept in the canonical
    form of its kind, and where it has not that form as it was typed.
    """
    if answer.source is not None:
        return writable(answer.source)
    value = answer.value
    if answer.typed is not None and one.kind != "function":
        type = question(one.type)
        # What has not the form that was asked for; the judge says so
        with suppress(Exception):
            value = validate(type.kind_of(one.data), value, **type.full_form(one.data))
    with suppress(ValueError, TypeError, RecursionError):
        if json.loads(json.dumps(value, allow_nan=False)) == value:
            return writable(value)
    return writable(answer.typed) if answer.typed else runner.printable(repr(value))


def verdict_on(
    q: str,
    one: AskedQuestion,
    answer: Answer,
    remarks: list[Remark],
    ready: Callable[[], None],
) -> Marked:
    """The judge's words on one question, or the reason why there is nothing to judge."""
    shown = _as_json(answer, one)

    def refuse(reason: str, detail: str = "") -> Marked:
        # Those are told once
        if reason not in handin.UNREAD | {
            "manual",
            "not_literal",
            "not_answered",
            "other_set",
        }:
            remarks.append(Remark(reason, q, detail))
        return Marked(
            0.0,
            float(one.points),
            _reason(reason, one.lang, detail),
            answer=shown,
            manual=reason in _BY_HAND,
            sandbox=answer.sandbox,
        )

    if answer.failed:
        return refuse(answer.failed, answer.detail)
    if answer.malformed:
        points = float(one.points)
        return Marked(
            0.0, points, answer.malformed, malformed=True, answer=answer.shown
        )
    if answer.error is not None:
        return refuse("error", _in_words(answer.error, one.lang))
    ready()
    policy = Policy("", tuple(one.stages))
    name = named(shown)
    attempt = 1 + len({*one.before} - {name})
    stage = policy.stage(attempt)
    try:
        verdict = judge(
            one.type,
            one.data,
            answer.value,
            one.points,
            one.lang,
            stage,
            policy.hint(attempt),
        )
        json.dumps(verdict.to_json(), allow_nan=False)
    except Exception as error:  # a defect in one question must not cost the others
        return refuse(
            "judge_error", runner.printable(f"{type(error).__name__}: {error}")
        )
    marked = Marked(
        **vars(verdict),
        answer=shown,
        sandbox=answer.sandbox,
        attempt=attempt,
        stage=stage,
    )
    # Whatever a type of question says, its author learns of an error
    if answer.raised is not None:
        message = _with_error(marked.message, answer.raised, one.lang)
        marked = replace(marked, message=message)
    if attempt > 1 and one.first is not None and name != one.first[0]:
        few, first = possible(one.kind, one.form), one.first[1]
        said = text(
            "stages.once" if few < FEW else "stages.again",
            one.lang,
            n=attempt,
            first=first,
        )
        points = round(earned(marked.points, first, attempt, few), 2)
        marked = replace(marked, points=points, message=f"{marked.message}\n{said}")
    return replace(marked, maximum=float(one.points))


def _with_error(message: str, raised: Raised, lang: str) -> str:
    """A message that names the error of a function and the line that raised it."""
    whole = _in_words(raised, lang)
    if raised.error in message:
        return message.replace(raised.error, whole, 1)
    return f"{message}\n{text('remark.error', lang, what=whole)}"


def _in_words(raised: Raised, lang: str) -> str:
    """An error of a student's source, and the line that raised it."""
    if not raised.line:
        return raised.error
    return text("remark.in_line", lang, **vars(raised))


def _reason(reason: str, lang: str, detail: str) -> str:
    id = f"remark.{reason}"
    known = id if id in CATALOGUE else "remark.no_answer"
    return text(known, lang, what=detail, where="").strip()
