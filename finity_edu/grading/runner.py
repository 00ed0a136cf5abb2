"""Run one submission in its sandbox and bring back its answers as data.

Cells run in the student's order.  Cells that are locked are never the student's: set-up code is taken from the
authored set, everything else that is locked is left out.  A cell that hits a limit costs its own question only: the
kernel is interrupted or started anew, the set-up and the student's other cells run again, and the next question goes
on.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from finity_edu.grading import sandbox
from finity_edu.grading.handin import Cell, Remark, Submission
from finity_edu.grading.handover import MAX_NOTES, NOTES
from finity_edu.grading.judging import Judge, JudgeError
from finity_edu.grading.kernel import CellResult, SandboxKernel
from finity_edu.grading.sandbox import Limits, View

__all__ = ["Remark", "Run", "inspect_cells", "run_submission"]

HELPER_SECONDS = 10.0  # one cell that answers no question
HELPERS_SECONDS = 60.0  # all of them together
# The shell keeps the watch: a notebook may well reset its own names.
_SHELL = "__import__('IPython').get_ipython()"
_WATCH = f"{_SHELL}.finity_notes = __import__('finity_edu.grading.handover', fromlist=['watch']).watch"


@dataclass
class Run:
    """What came of a submission.

    Parameters
    ----------
    answers : dict
        By question: ``{"value": …}``, ``{"missing": …}``, ``{"malformed": …}`` or ``{"failed": reason}``.
    outputs : dict
        Outputs by position of the cell.
    remarks : list of Remark
    seconds : dict
        Time by question.
    """

    answers: dict[str, dict[str, Any]] = field(default_factory=dict)
    outputs: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    remarks: list[Remark] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Step:
    """One cell to run: its position, what to run, and the question that it answers."""

    index: int
    code: str
    question: str | None = None
    locked: bool = False


def inspect_cells(submission: Submission, job: Mapping[str, Any]) -> tuple[list[Step], list[Remark]]:
    """Decide what of a submission runs, and name what is wrong with its cells.

    Parameters
    ----------
    submission : Submission
    job : dict
        See `finity_edu.grading.marking`.

    Returns
    -------
    list of Step, list of Remark
    """
    released: Mapping[str, Mapping[str, Any]] = job["cells"]
    steps: list[Step] = []
    remarks: list[Remark] = []
    seen: list[str] = []
    for index, cell in enumerate(submission.cells):
        id = _identity(cell, job, remarks)
        if id is not None and id in seen:
            remarks.append(Remark("duplicated", id))
            continue
        if id is not None:
            seen.append(id)
            remarks += _changes(id, cell, released[id])
        question = id.removesuffix("-answer") if id and id.endswith("-answer") else None
        if question in job["questions"]:
            steps.append(Step(index, cell.source, question))
        elif id is None and cell.kind == "code":
            steps.append(Step(index, cell.source))
        elif id in job["setup"]:
            steps.append(Step(index, job["setup"][id], locked=True))
    missing_setup = [Step(-1, code, locked=True) for id, code in job["setup"].items() if id not in seen]
    order = [id for id in released if id in seen]
    if seen != order:
        remarks.append(Remark("reordered"))
    asked = (q for q, one in job["questions"].items() if one["kind"] != "manual")
    remarks += [Remark("missing", q) for q in asked if f"{q}-answer" not in seen]
    if any(c.id for c in submission.cells):  # else all metadata got lost on the way, and nothing was deleted
        gone = [id for id in released if id not in seen and not id.endswith("-answer")]
        remarks += [Remark("deleted", what=", ".join(gone))] if gone else []
    elif seen:
        remarks.append(Remark("metadata_lost"))
    if submission.unreadable:
        remarks.append(Remark("unreadable_cells", what=str(submission.unreadable)))
    if not seen:
        remarks = [Remark("foreign")]
        steps = []
    return missing_setup + steps, remarks


def _identity(cell: Cell, job: Mapping[str, Any], remarks: list[Remark]) -> str | None:
    """The id of a cell: nbgrader's note, or the first line of an answer's cell."""
    if cell.id in job["cells"]:
        return cell.id
    if cell.marked and cell.marked[0] == job["set"] and f"{cell.marked[1]}-answer" in job["cells"]:
        return f"{cell.marked[1]}-answer"
    if cell.id is not None:
        remarks.append(Remark("foreign_cell", cell.id[:60]))
    return None


def _changes(id: str, cell: Cell, released: Mapping[str, Any]) -> list[Remark]:
    """Name what was changed in a cell that was handed out."""
    if cell.id is None:
        return []
    remarks = []
    if "points" in released["grader"] and cell.grader.get("points") != released["grader"]["points"]:
        remarks.append(Remark("points_changed", id, str(cell.grader.get("points"))[:20]))
    if any(cell.grader.get(k) != released["grader"].get(k) for k in ("grade", "solution", "locked", "task")):
        remarks.append(Remark("metadata_changed", id))
    if released["grader"]["locked"] and cell.source.strip() != released["source"].strip():
        remarks.append(Remark("locked_changed", id))
    return remarks


def run_submission(submission: Submission, job: Mapping[str, Any], judge: Judge) -> Run:
    """Run a submission.

    Parameters
    ----------
    submission : Submission
        A readable one.
    job : dict
        See `finity_edu.grading.marking`.
    judge : Judge
        Supplies the inputs on which functions are called.

    Returns
    -------
    Run
    """
    run = Run()
    steps, run.remarks = inspect_cells(submission, job)
    if not steps:
        return run
    limits = Limits(**job["limits"])
    shown = View.from_json(job["view"])
    with SandboxKernel(shown, limits, job["files"], protected=job["protected"]) as kernel:
        _Runner(run, kernel, job, judge).run(steps)
    return run


class _Runner:
    """The loop over the cells of one submission."""

    def __init__(self, run: Run, kernel: SandboxKernel, job: Mapping[str, Any], judge: Judge) -> None:
        self.result, self.kernel, self.job, self.judge = run, kernel, job, judge
        self.replay: list[Step] = []
        self.helpers_left = HELPERS_SECONDS
        self.broken = False
        self.notes: dict[Remark, None] = {}

    def run(self, steps: Sequence[Step]) -> None:
        self._restart()
        for step in steps:
            if self.broken:
                if step.question:
                    self.result.answers[step.question] = {"failed": "no_kernel"}
            elif step.question:
                self._answer(step)
            else:
                self._helper(step)
        self._leftovers()
        self.result.remarks += self.notes

    def _restart(self) -> None:
        """Start the kernel and bring it back to where it was."""
        if not self.kernel.start():
            if self.kernel.starts == 1:  # nothing of the student's has run: this is the machine's fault
                raise RuntimeError("the sandboxed kernel did not start")
            self.broken = True
            self.result.remarks.append(Remark("no_kernel"))
            return
        allowed = ("/usr", "/lib", "/lib64", "/bin", "/etc", "/dev", "/proc/self", "/sys", sandbox.HOME,
                   sandbox.PACKAGES, "/tmp/.ipython", "/tmp/.mpl", "/tmp/connection.json", *self.job["view"]["folders"])
        if self.job["protected"]:
            self.kernel.run(f"{_WATCH}({allowed!r})", HELPER_SECONDS, silent=True)
        steps, self.replay = self.replay, []
        for step in steps:
            self._helper(step, again=True)

    def _helper(self, step: Step, again: bool = False) -> None:
        """Run a cell that answers no question; one that spoils the kernel is not run again."""
        limit = min(HELPER_SECONDS, self.helpers_left)
        if limit <= 0:
            self.result.remarks.append(Remark("helpers_time"))
            return
        done = self.kernel.run(step.code, limit)
        self.helpers_left -= done.seconds
        if not again:
            self.result.outputs[step.index] = done.outputs
            if done.status != "ok":
                self.result.remarks.append(Remark(done.status, "", _error(done)))
        if done.status in ("ok", "error"):
            self.replay.append(step)
        if not done.alive:
            self._restart()

    def _answer(self, step: Step) -> None:
        q = step.question
        assert q is not None
        one = self.job["questions"][q]
        form = json.dumps(one["form"])
        expression = (f"__import__('finity_edu.grading.handover', fromlist=['x']).export({one['kind']!r}, {form!r}, "
                      f"globals().get('answer', ...), {self.job['limits']['answer']})")
        self.kernel.run("globals().pop('answer', None)", HELPER_SECONDS, silent=True)
        done = self.kernel.run(step.code, one["seconds"], {"answer": expression, "notes": f"{_SHELL}.finity_notes()"})
        self.result.outputs[step.index] = done.outputs
        answer = self._read(done)
        if answer.pop("callable", None):
            answer = self._interview(q, one, max(1.0, one["seconds"] - done.seconds))
        elif one["kind"] == "function" and "value" in answer:
            answer = {"failed": "no_answer"}  # only an interview may say what a function returned
        self.result.answers[q] = answer
        self.result.seconds[q] = round(done.seconds, 2)
        if "failed" in answer:
            self.result.remarks.append(Remark(answer["failed"], q, answer.get("detail", "")))
        if not self.kernel.alive:
            self._restart()

    def _read(self, done: CellResult) -> dict[str, Any]:
        """The answer that a cell left, as the sandbox tells it; anything unexpected counts as none."""
        if done.status != "ok":
            return {"failed": done.status, "detail": _error(done)}
        try:
            if "notes" in done.values:
                self._note(done.values["notes"])
            answer = json.loads(done.values["answer"])
            known = {k: answer[k] for k in ("value", "missing", "callable", "malformed", "shown") if k in answer}
        except (KeyError, ValueError, TypeError, RecursionError):
            return {"failed": "no_answer"}
        return known or {"failed": "no_answer"}

    def _note(self, text: str) -> None:
        """Take the notes of `handover.watch`; a reply of another form was forged, and that is a note as well."""
        try:
            found = json.loads(text)
            notes = [Remark(id, what=str(what)[:200]) for id in NOTES for what in found[id][:MAX_NOTES]]
        except (KeyError, ValueError, TypeError, RecursionError):
            notes = [Remark("tampered", what="notes")]
        self.notes.update(dict.fromkeys(notes))

    def _interview(self, q: str, one: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Let the judge question a function: its inputs go in, what the function returns comes out."""
        deadline = time.monotonic() + seconds

        def call(inputs: list[Any]) -> list[Any]:
            text = json.dumps(inputs)
            expression = (f"__import__('finity_edu.grading.handover', fromlist=['x'])"
                          f".call(answer, {text!r}, {self.job['limits']['answer']})")
            done = self.kernel.run("", max(0.5, deadline - time.monotonic()), {"results": expression}, silent=True)
            if done.status != "ok":
                raise _CallError(done.status)
            results = json.loads(done.values["results"])
            if not isinstance(results, list) or len(results) != len(inputs):
                raise _CallError("no_answer")
            return results

        try:
            return {"value": self.judge.interview(one["type"], one["data"], self.job["seeds"][q], call)}
        except _CallError as error:
            return {"failed": error.reason}
        except JudgeError as error:
            return {"failed": f"judge_{error.reason}"}
        except (KeyError, ValueError, TypeError, RecursionError):
            return {"failed": "no_answer"}

    def _leftovers(self) -> None:
        """Name processes that the notebook left behind; they end with the sandbox."""
        if self.job["protected"] and self.kernel.alive and (number := self.kernel.processes() - 2) > 0:
            self.result.remarks.append(Remark("leftovers", what=str(number)))


class _CallError(Exception):
    """A function could not be called to the end."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def _error(done: CellResult) -> str:
    """Name and text of the exception that a cell ended with."""
    for output in reversed(done.outputs):
        if output["output_type"] == "error":
            return f"{output['ename']}: {output['evalue']}"[:300]
    return ""
