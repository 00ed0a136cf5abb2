"""Mark submissions: run each in its sandbox, let the judge speak, note the result.

`grade` is a pure function from a job (plain data) to a result (plain data); who calls it, and where, is the
executor's affair: this process, several processes, or the workers of a dask scheduler.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from boardkit.errors import UserError
from finity_edu.errors import CATALOGUE
from finity_edu.grading import handin, results, sandbox, variants
from finity_edu.grading.autograded import autograded
from finity_edu.grading.course import Course, read_json, write_atomically
from finity_edu.grading.judging import Judge, JudgeError
from finity_edu.grading.runner import Remark, Run, run_submission
from finity_edu.grading.sandbox import Limits, View
from finity_edu.grading.source import ProblemSet

__all__ = ["Marking", "grade"]

FORMAT = "finity-result/1"
Job = dict[str, Any]
Result = dict[str, Any]


class SandboxError(UserError):
    """This machine cannot make a sandbox."""


@cache
def local_view(hidden: str) -> View:
    """What a sandbox on this machine shows: the interpreter, and the packages of this project."""
    names = ("boardkit", "finity_edu", "matchbox", "amakta")
    folders = [place for name in names if (spec := find_spec(name)) for place in spec.submodule_search_locations or ()]
    return sandbox.view(folders, [hidden])


@cache
def require_sandbox(hidden: str) -> None:
    """Refuse to go on where no sandbox can be made.

    Raises
    ------
    SandboxError
        With the reason, and the ways out.
    """
    reason = sandbox.why_impossible(local_view(hidden))
    if reason is not None:
        raise SandboxError(CATALOGUE.message("mark.no_sandbox", reason=reason))


class Marking:
    """One problem set of a course, ready to be marked.

    Parameters
    ----------
    course : Course
    name : str
        The problem set.
    limits : Limits, optional
        What a submission may use.
    protected : bool
        False runs student code without a sandbox.
    """

    def __init__(self, course: Course, name: str, limits: Limits | None = None, protected: bool = True) -> None:
        self.course, self.name, self.protected = course, name, protected
        self.limits = limits or Limits()
        self.problems: ProblemSet = course.problem_set(name)
        self.release = _released_cells(course, name)
        self.files = _released_files(course, name)
        self.secret = course.secret()

    def job(self, student: str) -> Job:
        """Describe one submission as plain data: everything that `grade` needs, and nothing else of the course."""
        path = self.course.folder("submitted", self.name, student) / f"{self.name}.ipynb"
        issued = self.course.issued(self.name, student)
        known = issued["questions"]
        content = path.read_bytes() if path.stat().st_size <= self.limits.submission else None
        questions = {}
        for q in self.problems.questions.values():
            one = known.get(q.id, {})
            questions[q.id] = {"type": q.type, "kind": q.kind, "points": q.points, "seconds": q.seconds,
                               "form": one.get("form", {}), "data": one.get("data"), "lang": issued["lang"]}
        public = {**issued, "questions": {i: {k: v for k, v in o.items() if k not in ("data", "key", "solution")}
                                          for i, o in known.items()}}
        files = {**self.files, f"{self.name}.instances.json": json.dumps(public).encode()}
        job = {
            "set": self.name, "student": student, "content": content, "questions": questions, "lang": issued["lang"],
            "rubrics": {q.id: q.code for q in self.problems.questions.values() if q.manual},
            "cells": self.release, "setup": {i: c["source"] for i, c in self.release.items() if i.startswith("setup")},
            "files": files, "variant": {"student": issued["student"], "signature": issued["signature"]},
            "seeds": {q: variants.seed(self.secret, "interview", student, q) for q in questions},
            "limits": asdict(self.limits), "protected": self.protected, "hidden": str(self.course.root),
            "own_questions": str(self.course.own_questions) if self.course.own_questions.is_file() else "",
        }
        job["key"] = _key(job, self.problems.digest)
        return job

    def done(self, student: str, key: str) -> Result | None:
        """Return the result of exactly this submission, if it was marked already."""
        return results.latest(self.results_file(student), key)

    def results_file(self, student: str) -> Path:
        """Where a student's results are appended."""
        return self.course.results(self.name) / f"{student}.jsonl"

    def open_students(self, again: bool = False) -> list[str]:
        """Return the students whose submission is not marked yet, or all of them."""
        done = {} if again else self.marked()
        return [student for student in self.course.submissions(self.name) if student not in done]

    def note(self, result: Result) -> None:
        """Write a result down: first the notebook that people read, then the line that counts."""
        notebook = result.pop("notebook")
        folder = self.course.folder("autograded", self.name, result["student"])
        write_atomically(folder / f"{self.name}.ipynb", json.dumps(notebook, ensure_ascii=False, indent=1) + "\n")
        stamp = self.course.folder("submitted", self.name, result["student"]) / "timestamp.txt"
        if stamp.is_file():
            write_atomically(folder / "timestamp.txt", stamp.read_text(encoding="utf-8"))
        results.append(self.results_file(result["student"]), result)

    def marked(self) -> dict[str, Result]:
        """Return the results of all submissions that are marked as they lie there now."""
        found = {}
        for student in self.course.submissions(self.name):
            result = self.done(student, self.job(student)["key"])
            if result is not None:
                found[student] = result
        return found


def _key(job: Job, digest: str) -> str:
    """Name a submission together with all that decides about its points."""
    content = b"too large" if job["content"] is None else job["content"]
    parts = [digest, hashlib.sha256(content).hexdigest(), job["variant"], job["limits"], job["protected"]]
    return hashlib.sha256(variants.canonical(parts).encode()).hexdigest()


def _released_cells(course: Course, name: str) -> dict[str, dict[str, Any]]:
    """The cells that were handed out, by id, in order."""
    path = course.folder("release", name) / f"{name}.ipynb"
    if not path.is_file():
        raise UserError(CATALOGUE.message("course.not_released", name=name))
    cells = {}
    for cell in read_json(path)["cells"]:
        grader = cell["metadata"].get("nbgrader")
        if grader:
            source = cell["source"] if isinstance(cell["source"], str) else "".join(cell["source"])
            cells[grader["grade_id"]] = {"kind": cell["cell_type"], "source": source, "grader": grader}
    return cells


def _released_files(course: Course, name: str) -> dict[str, bytes]:
    """Files that were handed out beside the notebook: student code may read them."""
    return {p.name: p.read_bytes() for p in sorted(course.folder("release", name).iterdir())
            if p.is_file() and p.suffix != ".ipynb"}


# ---------------------------------------------------------------------- the pure function


def grade(job: Job, judge: Judge | None = None) -> Result:
    """Mark one submission.

    Parameters
    ----------
    job : dict
        What `Marking.job` made.
    judge : Judge, optional
        A judge to use; a fresh one is started otherwise.

    Returns
    -------
    dict
        ``student``, ``points``, ``maximum``, ``questions`` (verdict, answer and remarks of each), ``remarks``,
        ``notebook`` (for nbgrader), ``key`` (what exactly was marked).

    Raises
    ------
    SandboxError
        If this machine cannot make a sandbox and the job asks for one.
    """
    if judge is None:
        with Judge(job["own_questions"]) as own:
            return grade(job, own)
    if job["protected"]:
        require_sandbox(job["hidden"])
    submission = (handin.Submission(problem="too_large") if job["content"] is None
                  else handin.read(job["content"], job["limits"]["submission"]))
    if submission.problem:
        run = Run(remarks=[Remark(submission.problem)])
    else:
        run = run_submission(submission, {**job, "view": asdict(local_view(job["hidden"]))}, judge)
        _use_recorded(submission, job, run)
        _check_variant(submission, job, run)
    verdicts = {q: _verdict(q, one, run, judge) for q, one in job["questions"].items()}
    record = {
        "format": FORMAT, "set": job["set"], "student": job["student"], "key": job["key"],
        "protected": job["protected"],
        "points": round(sum(v["points"] for v in verdicts.values()), 2),
        "maximum": sum(v["maximum"] for v in verdicts.values()),
        "questions": verdicts, "remarks": [asdict(r) for r in run.remarks],
    }
    return {**record, "notebook": autograded(submission, job, run, verdicts)}


def _use_recorded(submission: handin.Submission, job: Job, run: Run) -> None:
    """What was handed in as data counts; that the notebook now says something else is only remarked.

    A board that was drawn with the mouse cannot be computed again from the cells.
    """
    if submission.name != job["set"]:
        if submission.name is not None:
            run.remarks.append(Remark("other_set", what=submission.name[:60]))
        return
    ignored = []
    for q, value in submission.answers.items():
        kind = job["questions"].get(q, {}).get("kind", "manual")
        if kind in ("function", "manual") or not _fits(value, job["limits"]["answer"]):
            ignored.append(q)
            continue
        now = run.answers.get(q, {})
        if "value" in now and variants.canonical(now["value"]) != variants.canonical(value):
            run.remarks.append(Remark("differs", q))
        run.answers[q] = {"value": value}
    if ignored:
        run.remarks.append(Remark("record_ignored", what=json.dumps(ignored)[1:-1][:60]))


def _fits(value: Any, limit: int) -> bool:
    """Whether a recorded answer is within the limit of what `submit` writes."""
    try:
        return len(json.dumps(value)) <= limit
    except (ValueError, RecursionError):
        return False


def _check_variant(submission: handin.Submission, job: Job, run: Run) -> None:
    """Whose questions did this student work on?  Marked are the student's own, whatever the file says."""
    claimed = submission.variant
    if submission.name != job["set"] or not claimed:
        return
    if claimed.get("student") != job["variant"]["student"]:
        run.remarks.append(Remark("other_variant", what=str(claimed.get("student"))[:60]))
    elif claimed.get("signature") != job["variant"]["signature"]:
        run.remarks.append(Remark("forged_variant"))


def _verdict(q: str, one: Mapping[str, Any], run: Run, judge: Judge) -> dict[str, Any]:
    """The judge's words on one question, or the reason why there is nothing to judge."""
    answer = run.answers.get(q, {"missing": True})
    if one["kind"] == "manual":
        return _nothing(one, "manual") | {"manual": True}
    if "value" in answer:
        try:
            verdict = judge.judge(one["type"], one["data"], answer["value"], one["points"], one["lang"])
            return verdict | {"answer": answer["value"]}
        except JudgeError as error:
            run.remarks.append(Remark(f"judge_{error.reason}", q, error.detail))
            return _nothing(one, f"judge_{error.reason}") | {"answer": answer["value"], "manual": True}
    if "malformed" in answer:
        shown = str(answer.get("shown", ""))[:500]
        verdict = _nothing(one, "malformed") | {"answer": shown, "malformed": True}
        return verdict | {"message": str(answer["malformed"])[:2000]}
    if "failed" in answer:
        return _nothing(one, str(answer["failed"]), str(answer.get("detail", ""))[:300])
    return _nothing(one, "not_answered")


def _nothing(one: Mapping[str, Any], reason: str, detail: str = "") -> dict[str, Any]:
    id = f"remark.{reason}"
    known = id in CATALOGUE.texts(one["lang"])
    text = CATALOGUE.text(id if known else "remark.no_answer", one["lang"], what=detail, where="")
    return {"points": 0.0, "maximum": float(one["points"]), "message": text.strip(), "witness": None, "picture": None,
            "misconception": None, "malformed": False, "answer": None}
