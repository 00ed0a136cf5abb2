"""Mark submissions: read the answers, let the judge speak, note the result.

`grade` is a pure function from a job (plain data) to a result (plain data); who calls it, and where, is the
executor's affair: this process, several processes, or the workers of a dask scheduler.  Answers are data: nothing of a
student's is executed but the functions that were asked for, and these only in a sandbox.
"""

import hashlib
import json
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path

from boardkit.aside import Unfinished, bounded
from boardkit.errors import UserError
from boardkit.formats import canonical
from boardkit.whole_files import write_whole
from coursekit.formats import Instances, IssuedQuestion
from coursekit.marking import by_hand, ledger, runner, sandboxes
from coursekit.marking.autograded import autograded
from coursekit.marking.jobs import AskedQuestion, Job, Paper, ReleasedCell
from coursekit.marking.result import Marked, Result
from coursekit.marking.runner import Answer
from coursekit.marking.sandbox import Limits, by_the_clock
from coursekit.marking.verdicts import named, verdict_on
from coursekit.notebooks import Notebook
from coursekit.practice import handin
from coursekit.practice.handin import Cell, Entry, Remark, Submission
from coursekit.questions import judge, question
from coursekit.questions.registry import built_in
from coursekit.sets import handins, variants
from coursekit.sets.course import Course, read_json
from coursekit.sets.handins import GONE, HandIn, sum_of
from coursekit.sets.source import ProblemSet, Question, load_questions, translated
from coursekit.texts import message

Step = Callable[[str, float], None]
_SURE = 3  # right answers more to the questions of everybody, where nothing else tells
_PRACTICE = re.compile(r"([A-Za-z0-9_-]+)-practice--?[0-9]{1,9}")


@cache
def program() -> str:
    """The version of this program, which belongs to every result."""
    return version("finity-edu")


class Marking:
    """One problem set of a course, ready to be marked.

    Parameters
    ----------
    course : Course
    name : str
        The problem set.
    limits : Limits, optional
        What a submission may use.
    execute : collection of str
        Students whose whole notebook is run, in the sandbox, for answers that stand in no record.
    """

    def __init__(
        self,
        course: Course,
        name: str,
        limits: Limits | None = None,
        execute: Collection[str] = (),
    ) -> None:
        self.course = course
        self.name = name
        self.execute = execute
        self.limits = limits or Limits()
        self.problems: ProblemSet = course.problem_set(name)
        self.released = _released(course, name)
        self.cells = _cells(self.released)
        self.secret = course.secret(name)
        self.own = course.own_types()
        self.packages = _packages(q.type for q in self.problems.questions.values())
        self.functions = [
            q.id for q in self.problems.questions.values() if q.kind == "function"
        ]
        self.setup = [c.text for c in self.problems.cells if c.kind == "setup"]
        self.common = course.issued(name, "")
        _check_released(self.problems, self.cells, self.common)
        steps = ("source", "release", "submitted", "autograded", "feedback")
        exchange = course.config.get("Exchange", {}).get(
            "root", "/usr/local/share/nbgrader/exchange"
        )
        places = {course.root, Path.home(), exchange}
        for step in steps:
            places.add(course.folder(step, name))
        self.hidden = sorted(set(map(str, places)))

    def job(self, student: str, one: HandIn | None = None) -> Job:
        """Describe one submission as plain data: everything that `grade` needs, and nothing else of the course.

        Without a hand-in it is the one that lies in nbgrader's folder.
        """
        issued = self.course.issued(self.name, student)
        if one is None:
            one = HandIn(*self.course.handed_in(self.name, student))
        records = ledger.read(self.results_file(student))
        before = ledger.by_hand_in(records).get(one.sum)
        job = Job(
            self.name,
            student,
            one.content,
            one.record,
            issued["lang"],
            self._paper(issued, records, one.sum),
            self._other_papers(student, issued, records, one.sum),
            self.cells,
            self.setup,
            {
                q: variants.seed(self.secret, "interview", student, q)
                for q in self.problems.questions
            },
            self.limits,
            self.hidden,
            program(),
            self.own,
            self.packages,
        )
        return replace(
            job,
            key=_key(job, self.problems.digest),
            # What somebody wanted to be run once is run again whenever it is marked again
            execute=student in self.execute or bool(before and before.executed),
        )

    def _other_papers(
        self,
        student: str,
        issued: Instances,
        records: list[Result],
        content: str,
    ) -> dict[str, Paper]:
        """What else may have been answered: the questions of everybody (""), those of others of the group."""
        together = self.course.groups(self.name).with_(student)
        papers = {}
        for other in ("", *together):
            if other == student:
                continue
            theirs = self.course.issued(self.name, other)
            if theirs["signature"] != issued["signature"]:
                papers[other] = self._paper(theirs, records, content)
        return papers

    def _paper(self, issued: Instances, records: list[Result], content: str) -> Paper:
        """The questions of a student, or those of everybody, and by which signatures they are known."""
        questions: dict[str, AskedQuestion] = {}
        for q in self.problems.questions.values():
            one = issued["questions"].get(q.id, {})
            questions[q.id] = AskedQuestion(
                q.type,
                q.kind,
                q.points,
                q.seconds,
                one.get("form", {}),
                one.get("data"),
                one.get("digest", ""),
                issued["lang"],
                tuple(q.stages.steps),
                uses=tuple(_uses(q, one)),
            )
        told = ledger.told(records)
        for earlier in records:
            # Of what nobody has been told nobody can have learned
            if earlier.content not in told:
                continue
            another = earlier.content != content
            for id, verdict in earlier.questions.items():
                if id in questions and verdict.attempt:
                    questions[id] = _remembered(questions[id], verdict, another)
        signatures = (issued["signature"], *issued.get("earlier", []))
        return Paper(questions, issued["student"], signatures)

    def jobs(self, student: str, again: bool = False) -> Iterator[Job]:
        """What is to be marked of a student: the hand-in that counts, or all of them where the best one does."""
        done = ledger.by_hand_in(ledger.read(self.results_file(student)))
        yield self.job(student)
        for one in self._others(student):
            job = self.job(student, one)
            if again or one.sum not in done or done[one.sum].key != job.key:
                yield job

    def _others(self, student: str) -> list[HandIn]:
        """Hand-ins besides the one in nbgrader's folder, where the best one counts."""
        if self.course.rule(self.name, student).counts != "best":
            return []
        filed = HandIn(*self.course.handed_in(self.name, student)).sum
        every = handins.kept(self.course, self.name, student)
        return [one for one in every if one.sum != filed]

    @property
    def runs_code(self) -> bool:
        """Whether anything of a student's may have to be run."""
        return bool(self.execute or self.functions)

    def foreseen(self, students: Iterable[str]) -> tuple[str, dict[str, str]]:
        """Name the sandbox in which functions will run, and what it will not run: whose, and why."""
        needed = sandboxes.imported(*self.setup)
        asked = {self.name: sandboxes.place_for(needed, self.hidden)}
        for student in students:
            with suppress(Unfinished):  # whoever marks it says so
                handed_in = self.course.handed_in(self.name, student)
                modules = bounded(_modules, *handed_in, self.functions)
                for q, needed in modules.items():
                    where = sandboxes.place_for(needed, self.hidden)
                    asked[f"{student} {q}"] = where
        for student in self.execute:
            asked[student] = sandboxes.place_for([], self.hidden, notebook=True)
        names = []
        cannot = {}
        for whose, (place, reason) in asked.items():
            if place is None:
                cannot[whose] = reason
            else:
                names.append(place.name)
        return "".join(names[:1]), cannot

    def results_file(self, student: str) -> Path:
        """Where a student's results are appended."""
        return self.course.results_of(self.name, student)

    def marked(self) -> dict[str, Result]:
        """Return what counts of each student whose submission is marked as it lies there now."""
        found = {}
        given = by_hand.by_student(by_hand.marks(self.course, self.name))
        for student in self.course.submissions(self.name):
            records = ledger.read(self.results_file(student))
            if not records:
                continue
            job = self.job(student)
            current: Result | None = records[-1]
            if self.course.rule(self.name, student).counts == "best":
                content = sum_of(job.content, job.record)
                current = ledger.by_hand_in(records).get(content)
            if current and current.key == job.key:
                mine = given.get(student, [])
                found[student], _ = by_hand.counting(
                    self.course, self.name, student, records, mine
                )
        return found

    def open_students(self, again: bool = False) -> list[str]:
        """Return the students whose submission is not marked yet, or all of them.

        What this machine could not do the last time is tried again.
        """
        done = {} if again else self.marked()
        return [
            student
            for student in self.course.submissions(self.name)
            if student in self.execute
            or student not in done
            or done[student].unmarked
            or len([*self.jobs(student)]) > 1
        ]

    def note(self, result: Result) -> None:
        """Write a result down: first the notebook that people read, then the line that counts."""
        student, file = result.student, self.results_file(result.student)
        counts = result
        if self.course.rule(self.name, student).counts == "best":
            given = by_hand.by_student(by_hand.marks(self.course, self.name))
            records = [*ledger.read(file), result]
            mine = given.get(student, [])
            counts, _ = by_hand.counting(self.course, self.name, student, records, mine)
        if counts is result:
            self.show(result)
        ledger.write(file, result)

    def show(self, result: Result) -> None:
        """Write the notebook that people read."""
        lang = self.common["lang"]
        file = self.course.folder("source", self.name).parent / f"{self.name}.{lang}.po"
        told = translated(self.problems, file).questions.values()
        rubrics = {q.id: q.code for q in told if q.manual}
        notebook = autograded(
            self.released,
            self.course.issued(self.name, result.paper),
            result,
            rubrics,
        )
        folder = self.course.folder("autograded", self.name, result.student)
        write_whole(
            folder / f"{self.name}.ipynb",
            json.dumps(notebook, ensure_ascii=False, indent=1) + "\n",
        )
        stamp = (
            self.course.folder("submitted", self.name, result.student) / "timestamp.txt"
        )
        if stamp.is_file():
            write_whole(folder / "timestamp.txt", stamp.read_text(encoding="utf-8"))


def _check_released(
    problems: ProblemSet, cells: Mapping[str, ReleasedCell], common: Instances
) -> None:
    """Refuse a set that asks for other things than its students were asked, or for other points.

    Pages, tables and grade book would each have another maximum, or answers be judged as those to another question.
    """
    name = problems.name
    for id, one in common["questions"].items():
        q = problems.questions.get(id)
        if q is not None and q.type != one["type"]:
            values = {"was": one["type"], "now": q.type}
            raise UserError(message("mark.other_type", name=name, id=id, **values))
    released = {
        id: cell.grader["points"] for id, cell in cells.items() if cell.grader["grade"]
    }
    written = {q.id: q.points for q in problems.questions.values()}
    for id in {**released, **written}:
        was, now = released.get(id), written.get(id)
        if was == now:
            continue
        what = "points"
        if now is None:
            what = "gone"
        elif was is None:
            what = "new"
        raise UserError(
            message(f"mark.other_{what}", name=name, id=id, was=was or 0, now=now or 0)
        )


def _modules(
    content: bytes | None, record: bytes | None, functions: Collection[str]
) -> dict[str, list[str]]:
    """What the functions of a hand-in import, by question."""
    entries = handin.read(content or b"", record).entries
    return {q: sandboxes.imported(entries[q].source) for q in functions if q in entries}


def _uses(question: Question, one: IssuedQuestion) -> list[str]:
    """The packages of this project that the model answer uses: whoever does the same needs no remark."""
    if question.kind != "function":
        return []
    key = one.get("key")
    model = ""
    if isinstance(key, dict):
        model = key.get("source", "")
    return sandboxes.ours(f"{question.code}\n{model}")


def _remembered(one: AskedQuestion, verdict: Marked, another: bool) -> AskedQuestion:
    """What was marked before: wrong answers of another hand-in count the attempts, and the first answer its points."""
    name = named(verdict.answer)
    before, first = one.before, one.first
    if another and not verdict.right:
        before = (*before, name)
    if first is None or first[0] == name:
        first = (name, verdict.points)
    return replace(one, before=before, first=first)


def _key(job: Job, digest: str) -> str:
    """Name a submission together with all that decides about its points."""
    files = [
        hashlib.sha256(part or b"").hexdigest() for part in (job.content, job.record)
    ]
    papers = [job.paper, *job.others.values()]
    data = []
    whose = []
    for paper in papers:
        data.append([[one.data, one.digest] for one in paper.questions.values()])
        whose.append({"student": paper.student, "signatures": paper.signatures})
    parts = [
        digest,
        files,
        data,
        whose,
        job.packages,
        asdict(job.limits),
        job.program,
        _digest(job),
    ]
    return hashlib.sha256(canonical(parts).encode()).hexdigest()


def _packages(types: Iterable[str]) -> list[str]:
    """The state of the packages of others that add these types: when one is mended, what it judged is judged anew."""
    modules = set()
    for id in types:
        if id in ("", "manual"):
            continue
        one = question(id)
        if not built_in(one):
            modules.add(type(one).__module__.partition(".")[0])
    states = []
    for name in sorted(modules):
        file = Path(getattr(sys.modules.get(name), "__file__", None) or "")
        if file.name == "__init__.py":
            files = sorted(file.parent.rglob("*.py"))
        elif file.is_file():  # around it lies a whole course
            files = [file]
        else:
            files = []
        whole = hashlib.sha256()
        for file in files:
            whole.update(hashlib.sha256(file.read_bytes()).digest())
        states.append(whole.hexdigest())
    return states


def _released(course: Course, name: str) -> Notebook:
    """The notebook that was handed out."""
    path = course.folder("release", name) / f"{name}.ipynb"
    if not path.is_file():
        raise UserError(message("course.not_released", name=name))
    return read_json(path)


def _cells(released: Notebook) -> dict[str, ReleasedCell]:
    """The cells of a notebook that nbgrader knows, by id, in order."""
    cells = {}
    for cell in released["cells"]:
        if grader := cell["metadata"].get("nbgrader"):
            source = "".join(cell["source"])
            cells[grader["grade_id"]] = ReleasedCell(cell["cell_type"], source, grader)
    return cells


def changes(before: Result | None, after: Result) -> dict[str, tuple[float, float]]:
    """Questions of the same submission that now earn other points than before: after a corrected key, for example."""
    if before is None or before.content != after.content:
        return {}
    found = {}
    for q, now in after.questions.items():
        old = before.questions.get(q)
        if old is not None and old.points != now.points:
            found[q] = (old.points, now.points)
    return found


# ---------------------------------------------------------------------- the pure function


def grade(job: Job, step: Step = lambda question, seconds: None) -> Result:
    """Mark one submission.

    Parameters
    ----------
    job : Job
        In ``given_up`` whoever watches may name steps that took too long before.
    step : callable
        Told the step that comes next (a question, "" for the file, "*" for a whole notebook), and how many seconds it
        may take.

    Returns
    -------
    Result
    """
    given_up = job.given_up
    step("", job.limits.judge)
    load_questions(**job.own_questions)
    if job.content is None:
        submission = handin.unread("unreadable")
    elif "" in given_up:
        submission = handin.unread("too_costly")
    else:
        submission = handin.read(job.content, job.record)
    if not (submission.problem or submission.recorded or _belongs(submission, job)):
        submission = handin.unread("foreign")
    fits = {other: _fits(submission, job, asked) for other, asked in job.others.items()}
    asked = max(fits, key=lambda other: fits[other], default=job.student)
    if asked != job.student and fits[asked] < _SURE:
        asked = job.student
    job = replace(job, paper=job.others.get(asked, job.paper))
    remarks = [*submission.remarks, *_whose(submission, job)]
    if fits.get("", 0) > 0 and asked in ("", job.student):
        remarks.append(Remark("maybe_common" if asked else "common"))
    entries = {q: e for q, e in submission.entries.items() if q in job.questions}
    wanted = job.execute and not submission.recorded and "*" not in given_up
    unread = [q for q in job.questions if q not in entries]
    executed: dict[str, Answer] = {}
    if wanted:
        executed = _execute(submission, job, unread, remarks, step)
    verdicts: dict[str, Marked] = {}
    unmarked = []
    for q, one in job.questions.items():
        if q in given_up:
            answer = Answer(failed=f"judge_{given_up[q]}")
        elif q in executed:
            answer = executed[q]
        else:
            answer = _answer(q, entries.get(q), submission, job, remarks, step)
        if answer.failed == "no_sandbox":
            unmarked.append(q)
        verdicts[q] = verdict_on(
            q, one, answer, remarks, partial(step, q, job.limits.judge)
        )
    return Result(
        job.set,
        job.student,
        job.key,
        verdicts,
        round(sum(one.points for one in verdicts.values()), 2),
        sum(one.maximum for one in verdicts.values()),
        sum_of(job.content, job.record),
        job.program,
        _digest(job),
        common=asked == "",
        asked=asked if asked != job.student else "",
        executed=job.execute,
        unmarked=tuple(unmarked),
        practice=_practice(submission, job),
        remarks=tuple(dict.fromkeys(remarks)),
    ).writable()


def _digest(job: Job) -> str:
    """The state of the lecturer's own types of questions, "" if there are none."""
    source = job.own_questions["source"]
    if not source:
        return ""
    return hashlib.sha256(source).hexdigest()


def _practice(submission: Submission, job: Job) -> dict[str, int]:
    """How much feedback told in practice of the set's own questions, as the student's file says."""
    stages = {}
    for id, entry in submission.entries.items():
        match = _PRACTICE.fullmatch(id)
        if entry.attempts and match and match[1] in job.questions:
            stages[id] = entry.stage
    return stages


def _belongs(submission: Submission, job: Job) -> bool:
    """Whether any cell of a notebook without a record belongs to this problem set."""
    for cell in submission.cells:
        if cell.id in job.cells:
            return True
        if cell.marked and cell.marked[0] == job.set:
            return True
    return False


def _fits(submission: Submission, job: Job, other: Paper) -> int:
    """How sure it is that somebody who has own questions answered other ones: from `_SURE` on it is.

    The signature says so.  A notebook without a record has none: then it is told by how many more of the answers that
    stand there as data are right to the others.  One or two may be right there by chance.
    """
    if submission.recorded:
        signed = submission.signature in other.signatures
        if signed and submission.student == other.student:
            return _SURE
        return 0
    return _number_right(submission, other) - _number_right(submission, job.paper)


def _number_right(submission: Submission, paper: Paper) -> int:
    """How many of the answers that stand there as data are right to these questions."""
    number = 0
    for q, entry in submission.entries.items():
        if entry.kind == "literal" and q in paper.questions:
            number += _is_right(paper.questions[q], entry)
    return number


def _is_right(one: AskedQuestion, entry: Entry) -> bool:
    if one.kind in ("function", "manual"):
        return False
    try:
        return bool(judge(one.type, one.data, entry.answer).right)
    except Exception:  # what cannot be judged is named where it is marked
        return False


def _whose(submission: Submission, job: Job) -> list[Remark]:
    """Whose questions did this student work on?  Marked are the student's own, whatever the file says."""
    if submission.name not in (None, job.set):
        return [Remark("other_set", what=str(submission.name)[:60])]
    if submission.recorded and not (
        submission.signature and (submission.student or not job.paper.student)
    ):
        return [Remark("unsigned")]
    own = submission.signature in job.paper.signatures
    if own and submission.student == GONE:
        # The questions of a group have the name of one of it
        return []
    if submission.signature and submission.student != job.paper.student:
        return [Remark("other_variant", what=submission.student[:60])]
    if submission.signature and not own:
        return [Remark("forged_variant")]
    return []


def _answer(
    q: str,
    entry: Entry | None,
    submission: Submission,
    job: Job,
    remarks: list[Remark],
    step: Step,
) -> Answer:
    """What a question was answered with."""
    one = job.questions[q]
    if submission.problem:
        return Answer(failed=submission.problem)
    if one.kind == "manual":
        text = ""
        if entry is not None and isinstance(entry.answer, str):
            text = entry.answer
        if q in job.cells and text.strip() == job.cells[q].source.strip():
            text = ""
        return Answer(text, "manual")
    if entry is None:
        for remark in submission.remarks:
            if remark.id == "not_literal" and remark.where == q:
                return Answer(failed="not_literal")
        return Answer(failed="not_answered")
    given = Answer(entry.answer)
    if entry.kind == "literal":
        given = replace(given, typed=entry.text)
    if submission.name not in (None, job.set):
        return replace(given, failed="other_set", detail=str(submission.name)[:60])
    if entry.instance and one.digest and entry.instance != one.digest:
        return Answer(entry.answer, "other_instance")
    if one.kind != "function":
        return given
    if entry.kind != "function" or not entry.source:
        return replace(given, failed="no_function")
    odd = [
        package for package in sandboxes.ours(entry.source) if package not in one.uses
    ]
    if odd:
        remarks.append(Remark("imports_ours", q, ", ".join(odd)))
    place, reason = sandboxes.place_for(
        sandboxes.imported(entry.source, *job.setup), job.hidden
    )
    if place is None:
        detail = runner.printable(reason)
        return Answer(failed="no_sandbox", detail=detail, source=entry.source)
    step(q, 300 + by_the_clock(one.seconds * runner.factor(place)))
    asked = runner.interview(
        place, entry.source, job.setup, one, job.seeds[q], job.limits
    )
    return replace(asked, source=entry.source, sandbox=place.name)


def _execute(
    submission: Submission,
    job: Job,
    unread: Collection[str],
    remarks: list[Remark],
    step: Step,
) -> dict[str, Answer]:
    """Answers that could not be read, of a notebook that is run as a whole because a lecturer asked for that."""
    place, reason = sandboxes.place_for([], job.hidden, notebook=True)
    if place is None:
        remarks.append(Remark("no_sandbox", what=runner.printable(reason)))
        return {}
    asked = {q: job.questions[q] for q in unread if job.questions[q].kind != "manual"}
    locked = {id for id, cell in job.cells.items() if cell.grader["locked"]}
    code = [
        cell
        for cell in submission.cells
        if cell.kind == "code" and cell.id not in locked
    ]
    last = {handin.question_of(cell): cell for cell in code}
    cells: list[tuple[Cell, str | None]] = []
    for cell in code:
        q = handin.question_of(cell)
        cells.append((cell, q if q in asked and last[q] is cell else None))
    step("*", 120 + by_the_clock(sum(one.seconds for one in asked.values())))
    found = runner.execute(place, cells, job.setup, asked, job.seeds, job.limits)
    remarks[:] = [r for r in remarks if r.id != "not_literal" or r.where not in found]
    for q, one in found.items():
        if one.failed != "not_answered":
            found[q] = replace(one, sandbox=place.name)
    return found
