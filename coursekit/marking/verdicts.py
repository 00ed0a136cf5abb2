"""What the judge says on one question, as a result keeps it: points, words, and the answer as JSON."""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from boardkit.foreign_json import writable
from coursekit.answers import validate
from coursekit.answers.form import possible
from coursekit.judging.stages import FEW, Policy, earned
from coursekit.judging.verdict import Verdict
from coursekit.marking import runner
from coursekit.marking.jobs import AskedQuestion
from coursekit.practice import handin
from coursekit.practice.handin import Remark
from coursekit.questions import judge, question
from coursekit.texts import CATALOGUE

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


def _as_json(answer: Mapping[str, Any], one: AskedQuestion) -> Any:
    """What was answered, as JSON that can be kept and shown.

    A literal of Python may be none (a set, ``1e999``, ``b"x"``, keys that are no texts): it is kept in the canonical
    form of its kind, and where it has not that form as it was typed.
    """
    if "source" in answer:
        return writable(answer["source"])
    value = answer.get("value")
    if "typed" in answer and one.kind != "function":
        type = question(one.type)
        # What has not the form that was asked for; the judge says so
        with suppress(Exception):
            value = validate(type.kind_of(one.data), value, **type.full_form(one.data))
    with suppress(ValueError, TypeError, RecursionError):
        if json.loads(json.dumps(value, allow_nan=False)) == value:
            return writable(value)
    return (
        writable(answer["typed"])
        if answer.get("typed")
        else runner.printable(repr(value))
    )


def verdict_on(
    q: str,
    one: AskedQuestion,
    answer: Mapping[str, Any],
    remarks: list[Remark],
    ready: Callable[[], None],
) -> dict[str, Any]:
    """The judge's words on one question, or the reason why there is nothing to judge."""
    shown = {"answer": _as_json(answer, one)}
    shown |= {"sandbox": answer["sandbox"]} if "sandbox" in answer else {}

    def refuse(reason: str, detail: str = "") -> dict[str, Any]:
        # Those are told once
        if reason not in handin.UNREAD | {
            "manual",
            "not_literal",
            "not_answered",
            "other_set",
        }:
            remarks.append(Remark(reason, q, detail))
        flags = {"manual": True} if reason in _BY_HAND else {}
        return (
            _nothing(one, reason, detail)
            | shown
            | flags
            | ({"unmarked": True} if reason == "no_sandbox" else {})
        )

    if "failed" in answer:
        return refuse(str(answer["failed"]), str(answer.get("detail", "")))
    if "malformed" in answer:
        return _nothing(one, "malformed") | {
            "answer": answer["shown"],
            "malformed": True,
            "message": answer["malformed"],
        }
    if "error" in answer:
        return refuse("error", _raised(answer, one.lang))
    ready()
    policy = Policy("", tuple(one.stages))
    name = named(shown["answer"])
    attempt = 1 + len({*one.before} - {name})
    stage = policy.stage(attempt)
    try:
        verdict = judge(
            one.type,
            one.data,
            answer["value"],
            one.points,
            one.lang,
            stage,
            policy.hint(attempt),
        ).to_json()
        json.dumps(verdict, allow_nan=False)
    except Exception as error:  # a defect in one question must not cost the others
        return refuse(
            "judge_error", runner.printable(f"{type(error).__name__}: {error}")
        )
    # Whatever a type of question says, its author learns of an error
    for raised in answer.get("raised", ()):
        verdict["message"] = _with_error(str(verdict["message"]), raised, one.lang)
    if attempt > 1 and one.first is not None and name != one.first[0]:
        few, first, points = (
            possible(one.kind, one.form),
            one.first[1],
            verdict["points"],
        )
        assert isinstance(points, float | int)
        verdict["points"] = round(earned(points, first, attempt, few), 2)
        said = CATALOGUE.text(
            "stages.once" if few < FEW else "stages.again",
            one.lang,
            n=attempt,
            first=first,
        )
        verdict["message"] = f"{verdict['message']}\n{said}"
    return (
        verdict
        | {"maximum": float(one.points), "attempt": attempt, "stage": stage}
        | shown
    )


def _with_error(message: str, raised: Mapping[str, Any], lang: str) -> str:
    """A message that names the error of a function and the line that raised it."""
    whole = _raised(raised, lang)
    if raised["error"] in message:
        return message.replace(raised["error"], whole, 1)
    return f"{message}\n{CATALOGUE.text('remark.error', lang, what=whole)}"


def _raised(answer: Mapping[str, Any], lang: str) -> str:
    """An error of a student's source, and the line that raised it."""
    text = str(answer["error"])
    if "line" not in answer:
        return text
    return CATALOGUE.text(
        "remark.in_line", lang, error=text, line=answer["line"], code=answer["code"]
    )


def _nothing(one: AskedQuestion, reason: str, detail: str = "") -> dict[str, Any]:
    id = f"remark.{reason}"
    text = CATALOGUE.text(
        id if id in CATALOGUE else "remark.no_answer",
        one.lang,
        what=detail,
        where="",
    )
    return Verdict(0.0, float(one.points), text.strip()).to_json() | {"answer": None}
