"""Run what must be run: the functions that were handed in, and whole notebooks where a lecturer asks for it.

Each function runs in a session of its own.  The judge draws the inputs, results come back as data, and whatever is
foreign in them (texts of errors above all) is cut and made printable here.
"""

import hashlib
import json
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache

from boardkit.foreign import visible
from boardkit.foreign_json import Json
from coursekit.marking.jobs import AskedQuestion
from coursekit.marking.sandbox import Limits, Sandbox, Session, Stopped
from coursekit.practice.handin import Cell
from coursekit.questions import question

_TOLD = 100
"""Characters of an error: what it is, and no room for what a function was asked."""
# Seconds for one cell that answers no question, and for all of them
_CELL = 10.0
_CELLS = 60.0


@dataclass(frozen=True)
class Raised:
    """An error of a student's source, and the line that raised it, where that is known."""

    error: str
    line: int = 0
    code: str = ""


@dataclass(frozen=True)
class Answer:
    """What a question was answered with, or why there is nothing to judge.

    Parameters
    ----------
    value : object
        For the judge.
    failed, detail : str
        Why there is nothing to judge, by its id, and what more is known of it.
    error : Raised or None
        Why a function gave nothing.
    raised : Raised or None
        The first error of a function that gave something.
    malformed, shown : str
        Why an answer has not the form that was asked for, and the answer as a text.
    typed, source : str or None
        An answer as it was typed; the source of a function.
    sandbox : str
        Where it ran.
    """

    value: Json = None
    failed: str = ""
    detail: str = ""
    error: Raised | None = None
    raised: Raised | None = None
    malformed: str = ""
    shown: str = ""
    typed: str | None = None
    source: str | None = None
    sandbox: str = ""


def printable(text: object, limit: int = 300) -> str:
    """Foreign text on one line, every character of it visible, and no more than so many."""
    return visible(str(text)[:limit])[:limit]


_LOOP = """
import time
def answer(number):
    began = time.process_time()
    sum(i * i for i in range(number))
    return time.process_time() - began
"""
# The quickest of many short ones: WebAssembly knows no time but that on the wall
_SHORT = [20_000] * 40


@cache
def factor(sandbox: Sandbox) -> float:
    """How many times as long as here a program takes in a sandbox, at least 1: time limits are scaled by it."""
    here: dict[str, Json] = {}
    exec(_LOOP, here)
    with closing(sandbox.open(Limits())) as session:
        session.ask({"run": _LOOP}, 20)
        inside = session.ask({"inputs": _SHORT}, 60)["results"]
    return max(1.0, min(r["value"] for r in inside) / min(map(here["answer"], _SHORT)))


def _drawn_by(seed: int, source: str) -> int:
    """What the inputs for a source are drawn by: another attempt is asked what no earlier one could have told."""
    return int.from_bytes(
        hashlib.sha256(f"{seed}/{source}".encode("utf-8", "surrogatepass")).digest()
    )


def _error(told: Mapping[str, Json]) -> Raised:
    """What `handover.told` said, or what somebody said in its place."""
    error = printable(told.get("error", "?"), _TOLD)
    if isinstance(line := told.get("line"), int) and 0 < line < 100_000:
        return Raised(error, line, printable(told.get("code", ""), 100))
    return Raised(error)


def _refused(reply: Json) -> Answer:
    """A reply that is not what was asked for: an error, the end of the time, or nonsense."""
    if isinstance(reply, dict) and "error" in reply:
        return Answer(error=_error(reply))
    return Answer(failed="time" if reply == {"failed": "time"} else "no_answer")


def _results(reply: Json, number: int) -> list[dict[str, Json]]:
    results = reply.get("results") if isinstance(reply, dict) else None
    if (
        not isinstance(results, list)
        or len(results) != number
        or not all(isinstance(r, dict) for r in results)
    ):
        raise _Failed(_refused(reply))
    return [{"value": r["value"]} if "value" in r else vars(_error(r)) for r in results]


class _Failed(Exception):
    """A function could not be asked to the end."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(str(answer))
        self.answer = answer


def _ask(session: Session, one: AskedQuestion, seed: int, seconds: float) -> Answer:
    """Let a type of question ask a function that a session holds; `seconds` are the function's own."""
    left = seconds
    raised: Raised | None = None

    def call(inputs: list[object]) -> list[object]:
        nonlocal left, raised
        began = time.monotonic()
        reply = session.ask(
            {"inputs": inputs, "names": [one.form.get("name", "answer")]},
            max(left, 0.1),
        )
        left -= (time.monotonic() - began) / 3  # as generous as `Session.ask`
        results = _results(reply, len(inputs))
        for said in results:
            if raised is None and "error" in said:
                raised = Raised(**said)
        return [*results]

    try:
        value = question(one.type).interview(one.data, seed, call)
        return Answer(value, raised=raised)
    except _Failed as error:
        return error.answer
    except Stopped as error:
        return Answer(failed=error.reason)
    # A defect of the question's, or an answer that it was not made for
    except Exception as error:
        detail = printable(f"{type(error).__name__}: {error}")
        return Answer(failed="judge_error", detail=detail)


def interview(
    sandbox: Sandbox,
    source: str,
    setup: Sequence[str],
    one: AskedQuestion,
    seed: int,
    limits: Limits,
) -> Answer:
    """Question a function in a session of its own.

    Parameters
    ----------
    sandbox : Sandbox
    source : str
        What the student handed in.
    setup : sequence of str
        The set's own code, which runs before.
    one : AskedQuestion
    seed : int
        What the inputs are drawn by, together with the source.
    limits : Limits

    Returns
    -------
    Answer
    """
    seconds = one.seconds * factor(sandbox)
    try:
        with closing(sandbox.open(limits)) as session:
            for code in setup:
                session.ask({"run": code, "name": "<setup>"}, _CELL * factor(sandbox))
            done = session.ask({"run": source}, seconds)
            own = _drawn_by(seed, source)
            if done == {"done": True}:
                return _ask(session, one, own, seconds)
            return _refused(done)
    except Stopped as error:
        return Answer(failed=error.reason)


def execute(
    sandbox: Sandbox,
    cells: Sequence[tuple[Cell, str | None]],
    setup: Sequence[str],
    questions: Mapping[str, AskedQuestion],
    seeds: Mapping[str, int],
    limits: Limits,
) -> dict[str, Answer]:
    """Run a whole notebook, in its order, and bring back its answers as data.

    Parameters
    ----------
    sandbox : Sandbox
    cells : sequence of (Cell, str or None)
        The student's code cells, and the questions that they answer.
    setup : sequence of str
    questions : dict
    seeds : dict
    limits : Limits

    Returns
    -------
    dict of str to Answer
        By question.  A cell that takes too long is interrupted; one that stops the session costs what follows as well.
    """
    answers: dict[str, Answer] = {}
    others = _CELLS
    try:
        with closing(sandbox.open(limits, shell=True)) as session:
            for code in setup:
                session.ask({"run": code, "name": "<setup>"}, _CELL)
            for cell, q in cells:
                if q:
                    seconds = questions[q].seconds * factor(sandbox)
                else:
                    seconds = max(0.1, min(_CELL, others))
                # No answer of another question's.
                session.ask({"export": "", "form": {}, "limit": 0, "lang": "en"}, _CELL)
                began = time.monotonic()
                done = session.ask({"run": cell.source}, seconds)
                if q:
                    own = _drawn_by(seeds[q], cell.source)
                    answers[q] = _read(
                        session, done, questions[q], own, seconds, limits
                    )
                else:
                    others -= (time.monotonic() - began) / 3
    except Stopped as error:
        answers |= {
            q: Answer(failed=error.reason) for _, q in cells if q and q not in answers
        }
    return answers


def _read(
    session: Session,
    done: Json,
    one: AskedQuestion,
    seed: int,
    seconds: float,
    limits: Limits,
) -> Answer:
    """The answer that a cell left; anything unexpected counts as none."""
    if done != {"done": True}:
        return _refused(done)
    order = {
        "export": one.kind,
        "form": one.form,
        "limit": limits.answer,
        "lang": one.lang,
        "name": one.form.get("name", "answer"),
    }
    told = session.ask(order, _CELL)
    if not isinstance(told, dict):
        return Answer(failed="no_answer")
    if one.kind == "function" and told.get("callable"):
        return _ask(session, one, seed, seconds)
    if one.kind == "function" or "missing" in told:
        return Answer(failed="not_answered")
    if "malformed" in told:
        lines = str(told["malformed"])[:2000].splitlines()
        text = "\n".join(printable(line, 1000) for line in lines)
        return Answer(malformed=text, shown=printable(told.get("shown", ""), 500))
    if "value" in told and len(json.dumps(told["value"])) <= limits.answer:
        return Answer(told["value"])
    return Answer(failed="no_answer")
