"""Release a problem set: build its notebooks, let nbgrader make the students' version, draw the instances."""

import io
import json
import re
import shutil
from collections.abc import Iterable, Mapping
from contextlib import redirect_stderr
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

from boardkit.errors import UserError
from boardkit.foreign_json import Json
from boardkit.whole_files import write_whole
from coursekit.answers import MalformedAnswer, validate
from coursekit.formats import INSTANCES, Instances
from coursekit.questions import question
from coursekit.questions.base import blaming
from coursekit.sets import build, leaks, variants
from coursekit.sets.course import Course, checked_student, read_json, refuse_twins
from coursekit.sets.groups import Groups
from coursekit.sets.source import ProblemSet, translated
from coursekit.texts import CATALOGUE


@dataclass(frozen=True)
class Release:
    """What a release made: the students' version, and for whom there are individual questions."""

    name: str
    folder: Path
    questions: int
    points: float
    students: tuple[str, ...]
    """For whom there are individual questions."""
    reservations: tuple[tuple[str, str], ...] = ()
    """Questions that say little about one student: its id, and ``same`` or ``small``."""
    untranslated: str = ""
    """The file of the set's translation, where there is none in the language that was asked for."""
    kept_back: tuple[str, ...] = ()
    """Files beside the text that the set does not name: they did not go out."""
    besides: tuple[str, ...] = ()
    """Files in the students' folders that this release has not put there."""
    own_before: int = 0
    """How many have own questions although the set is now the same for everybody."""
    groups: int = 0
    """How many groups hand in together."""

    @property
    def for_students(self) -> Path:
        """What is handed out: a folder for each, or one for all."""
        handout = self.folder.parent.parent / "handout" / self.name
        if self.students:
            return handout
        return self.folder


def release(
    course: Course,
    name: str,
    *,
    students: Iterable[str] = (),
    lang: str = "en",
    renew: bool = False,
) -> Release:
    """Build and release a problem set.

    Parameters
    ----------
    course : Course
    name : str
        The problem set.
    students : iterable of str
        Students who get questions of their own, besides those of the data base.
    lang : str
        Language of the questions, and of the prose where ``source/<name>.<lang>.po`` translates it.
    renew : bool
        Draw instances anew even where some were handed out already (only right before anybody has them).

    Returns
    -------
    Release

    Raises
    ------
    UserError
        If the source is wrong, a student's id cannot be the name of a folder, a file that would go out holds a
        solution, or nbgrader refuses.
    """
    file = course.folder("source", name).parent / f"{name}.{lang}.po"
    written = course.problem_set(name)
    problems = translated(written, file)
    known, more = course.students(), [*students]
    everybody = sorted(map(checked_student, {*known, *more}))
    refuse_twins(more, known)
    individual = course.plan.of(name).individual and any(
        q.variants and not q.manual for q in problems.questions.values()
    )
    wanted = everybody if individual else []
    if renew:
        (course.variants(name) / "secret").unlink(missing_ok=True)
        for student in [] if individual else everybody:
            (course.variants(name) / f"{student}.json").unlink(missing_ok=True)
            shutil.rmtree(course.handout(name, student), ignore_errors=True)
    groups = _settled_groups(course, name)
    # Slips in a type of one's own are found even where nobody lacks a question
    variants.issue(course.secret(name), name, problems.questions.values(), "", lang)
    common = _issue(course, problems, "", lang, renew)
    _check_keys(problems, common)
    public = _public(course, problems, common)
    _write_notebooks(course, problems, common, public)
    solutions = leaks.Solutions(written, problems, common)
    besides = _besides(course, problems, wanted)
    for path in besides:
        solutions.refuse_in(path)
    _nbgrader_release(course, problems, lang, solutions)
    # A group works on the questions of its lead: these are drawn first
    for student in sorted(wanted, key=lambda one: groups.lead(one) != one):
        lead = groups.lead(student)
        if lead == student or _has_other(course, name, student, lead, renew):
            own = _issue(course, problems, student, lang, renew)
        else:
            own = _as_lead(course, name, student, lead)
        _hand_out(course, name, student, _public(course, problems, own))
    notes = {
        q.id: question(q.type).reservation(
            q.difficulty, q.variants and q.seed is None, q.skin
        )
        for q in problems.questions.values()
        if not q.manual
    }
    return Release(
        name,
        course.folder("release", name),
        len(problems.questions),
        problems.maximum,
        tuple(wanted),
        tuple((id, note) for id, note in notes.items() if note is not None),
        _missing_translation(course, file, name, lang),
        _kept_back(course, problems),
        tuple(str(path.relative_to(course.root)) for path in besides),
        sum((course.variants(name) / f"{s}.json").is_file() for s in everybody)
        if not individual
        else 0,
        len(groups.members),
    )


def _settled_groups(course: Course, name: str) -> Groups:
    """The groups of the class list, as far as nobody of theirs has handed in otherwise; written down for this set."""
    now = course.groups() if course.plan.of(name).groups else Groups()
    before = course.groups(name)
    settled = now.settled(before, course.submissions(name))
    if settled != before:
        course.write_groups(settled, name)
    return settled


def _has_other(course: Course, name: str, student: str, lead: str, renew: bool) -> bool:
    """Whether other questions than the lead's were handed out to a student: before they were in a group."""
    own = course.variants(name) / f"{student}.json"
    if renew or not own.is_file():
        return False
    return read_json(own, INSTANCES)["student"] != lead


def _as_lead(course: Course, name: str, student: str, lead: str) -> Instances:
    """The questions of a group's lead, for another one of the group."""
    shared = course.variants(name) / f"{lead}.json"
    own = shared.with_name(f"{student}.json")
    write_whole(own, shared.read_bytes(), 0o600)
    record: Instances = read_json(shared, INSTANCES)
    record.pop("signature", None)
    record.pop("earlier", None)
    return record


def _check_keys(problems: ProblemSet, issued: Instances) -> None:
    """Refuse a question that its own type cannot tell, or whose right answer nobody could give in its form.

    Raises
    ------
    UserError
        Naming the question.
    """
    for id, one in issued["questions"].items():
        kind = question(one["type"])
        # What is shown only later, too: a slip in it is found now
        with blaming(one["type"]):
            kind.hints(one["data"], one["lang"])
            kind.solution(one["data"], one["lang"], one["key"])
        if one["kind"] == "function":
            continue
        try:
            validate(one["kind"], one["key"], **kind.full_form(one["data"]))
        except MalformedAnswer as error:
            raise UserError(
                CATALOGUE.message(
                    "release.bad_key",
                    name=problems.name,
                    id=id,
                    type=one["type"],
                    problem=str(error),
                )
            ) from None


def _missing_translation(course: Course, file: Path, name: str, lang: str) -> str:
    """The translation that a set lacks: in a course of that language one without any is written in it."""
    translations = [*file.parent.glob(f"{name}.*.po")]
    is_written = lang == "en" or (lang == course.plan.lang and not translations)
    return "" if is_written or file in translations else str(file)


_CACHES = {".ipynb_checkpoints", "__pycache__"}


def _files_in(folder: Path) -> list[Path]:
    """All files below a folder, without those that Jupyter and Python keep for themselves."""
    return [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not _CACHES & {*path.parts}
    ]


def _ours(problems: ProblemSet) -> set[str]:
    """What a release puts into a student's folder."""
    return {
        f"{problems.name}.ipynb",
        f"{problems.name}.instances.json",
        *problems.files,
    }


def _kept_back(course: Course, problems: ProblemSet) -> tuple[str, ...]:
    folder = course.folder("source", problems.name)
    names = [path.relative_to(folder).as_posix() for path in _files_in(folder)]
    return tuple(
        name
        for name in names
        if name not in _ours(problems) and name != f"{problems.name}.py"
    )


def _besides(
    course: Course, problems: ProblemSet, students: Iterable[str]
) -> list[Path]:
    """Files in the students' folders that this release has not put there: somebody else did, or an earlier release."""
    found = []
    for student in students:
        folder = course.handout(problems.name, student)
        found += [
            path
            for path in _files_in(folder)
            if path.relative_to(folder).as_posix() not in _ours(problems)
        ]
    return found


def _built_in_types() -> set[str]:
    """Types that the students' package has: those that a fresh import of the package knows."""
    from coursekit.questions.registry import all_types, built_in

    return {t.id for t in all_types() if built_in(t)}


def _public(course: Course, problems: ProblemSet, issued: Instances) -> Instances:
    """What a student gets."""
    cells = build.answer_cells(problems, issued)
    return variants.public(
        course.secret(problems.name), issued, _built_in_types(), cells
    )


def _issue(
    course: Course, problems: ProblemSet, student: str, lang: str, renew: bool
) -> Instances:
    """Draw instances once; what was handed out stays as it was, question by question."""
    path = course.variants(problems.name) / f"{student or '_common'}.json"
    old = read_json(path, INSTANCES) if path.exists() else {}
    issued = variants.issue(
        course.secret(problems.name),
        problems.name,
        problems.questions.values(),
        student,
        lang,
        {} if renew else old.get("questions", {}),
    )
    signature = _public(course, problems, issued)["signature"]
    # A corrected key or another wording changes the file, and no student who had the one before has changed anything.
    signatures = [old["signature"], *old.get("earlier", [])] if old else []
    earlier = [one for one in signatures if one != signature]
    record = {**issued, "signature": signature, "earlier": earlier}
    if record != old:
        text = json.dumps(record, ensure_ascii=False, indent=1) + "\n"
        write_whole(path, text, 0o600)
    return issued


def _write_notebooks(
    course: Course, problems: ProblemSet, common: Instances, public: Instances
) -> None:
    name = problems.name
    made = {
        course.folder("source", name): build.nbgrader_source(problems, common),
        course.folder("solution", name): build.solved(problems, common),
        course.root / "otter" / name: build.otter_master(problems, common),
    }
    for folder, book in made.items():
        write_whole(
            folder / f"{name}.ipynb",
            json.dumps(book, ensure_ascii=False, indent=1) + "\n",
        )
        write_whole(
            folder / f"{name}.instances.json",
            json.dumps(public, ensure_ascii=False, indent=1) + "\n",
        )


def _nbgrader_release(
    course: Course, problems: ProblemSet, lang: str, solutions: leaks.Solutions
) -> None:
    """Let nbgrader make the students' version of the notebook; what else goes out is on a list.

    nbgrader would take along whatever lies in the folder: backups that an editor made, model answers, old versions.
    """
    from nbgrader.apps import NbGraderAPI

    config = deepcopy(course.config)
    config.CourseDirectory.root = str(course.root)
    # A blank line where the solution was: the notebook still runs from top to bottom.
    config.ClearSolutions.code_stub = {"python": ""}
    config.ClearSolutions.text_stub = CATALOGUE.text("handin.your_text", lang)
    config.NbGraderAPI.log_level = 30
    # What nbgrader refuses it also deletes: it works beside the folder, and what was released stays until it is done.
    released = course.folder("release", problems.name)
    beside = released.with_name(f".{problems.name}.new")
    config.CourseDirectory.release_directory = str(beside)
    shutil.rmtree(beside, ignore_errors=True)  # of one that was killed
    source, alone = course.folder("source", problems.name), beside / ".source"
    config.CourseDirectory.source_directory = str(alone)
    try:
        (alone / problems.name).mkdir(parents=True)
        for ending in (".ipynb", ".instances.json"):
            shutil.copy(source / (problems.name + ending), alone / problems.name)
        with redirect_stderr(io.StringIO()):  # what nbgrader logs is in its result
            result = NbGraderAPI(config=config).generate_assignment(
                problems.name, force=True, create=True
            )
        made = Course(course.root, config).folder("release", problems.name)
        _succeeded(problems, result)
        for file in problems.files:
            (made / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source / file, made / file)
        for path in _files_in(made):
            solutions.refuse_in(path)
        if released.exists():
            released.rename(beside / "before")
        made.rename(released)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _succeeded(problems: ProblemSet, result: Mapping[str, Json]) -> None:
    if not result["success"]:
        # nbgrader's own last words only point to a traceback in its log: its last line says what is the matter.
        causes = re.findall(
            r"^ *([\w.]+(?:Error|Exception): .+)$", result.get("log") or "", re.M
        )
        said = (result.get("error") or "?").strip().splitlines()
        raise UserError(
            CATALOGUE.message(
                "course.nbgrader", name=problems.name, problem=(causes or said)[-1]
            )
        )


def _hand_out(course: Course, name: str, student: str, record: Instances) -> None:
    """A folder per student: the released files, with the individual questions."""
    folder = course.handout(name, student)
    shutil.copytree(course.folder("release", name), folder, dirs_exist_ok=True)
    write_whole(
        folder / f"{name}.instances.json",
        json.dumps(record, ensure_ascii=False, indent=1) + "\n",
    )
