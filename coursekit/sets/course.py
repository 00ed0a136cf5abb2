"""A course on disk: where things lie, who takes part, what is secret.

course/
  nbgrader_config.py
  course.toml                 the plan, if there is one
  source/ps1/ps1.py           authored; everything below is made of it
  source/ps1/ps1.ipynb        nbgrader's source notebook: solutions, hidden tests
  solution/ps1/               a solved copy          otter/ps1/   for ``otter assign``
  release/ps1/                what students get      handout/ps1/<student>/   the same with individual questions
  submitted/<student>/ps1/    what came back         autograded/, feedback/   as nbgrader has them
  gradebook.db                nbgrader's data base
  private/secret              the course's secret: seeds and signatures
  private/variants/ps1/       the instances that were handed out, with keys; the secret, if it was another one then
  private/groups/ps1.json     who hands in with whom; _class.json as the class list says now
  private/results/ps1/        what the judge said, one growing file per student
"""

from __future__ import annotations

import errno
import json
import logging
import os
import re
import secrets
import sys
import warnings
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import IO, TYPE_CHECKING

from boardkit.errors import UserError
from boardkit.foreign import in_line, safe_part
from boardkit.foreign_json import LARGEST, Json
from boardkit.formats import Format
from boardkit.whole_files import write_whole
from coursekit.formats import GROUPS, INSTANCES, Instances
from coursekit.sets.deadlines import Rule
from coursekit.sets.groups import Groups
from coursekit.sets.plan import Plan, read_plan
from coursekit.sets.source import (
    OwnTypes,
    ProblemSet,
    broken_python,
    load_questions,
    read_source,
)
from coursekit.texts import message

if TYPE_CHECKING:
    from nbgrader.api import Gradebook
    from nbgrader.coursedir import CourseDirectory
    from traitlets.config import Config

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@-]{0,99}")


class NoCourse(UserError):
    """There is no course in a folder."""


def safe_id(text: str) -> bool:
    """Whether a text can be a student's id or the name of a set: it becomes the name of a folder, on any system.

    Examples
    --------
    >>> safe_id("ada.l-1@uni"), safe_id("../eve"), safe_id(""), safe_id("con"), safe_id("ada.")
    (True, False, False, False, False)
    """
    return _ID.fullmatch(text) is not None and safe_part(text)


def checked_set(name: str) -> str:
    """Return the name of a set, which becomes part of a path.

    Raises
    ------
    UserError
        If it cannot be one.
    """
    if not safe_id(name):
        raise UserError(message("course.bad_set", name=in_line(name)))
    return name


def checked_student(student: str) -> str:
    """Return a student's id, which becomes part of a path.

    Raises
    ------
    UserError
        If it cannot be one.
    """
    if not safe_id(student):
        raise UserError(message("course.bad_student", student=in_line(student)))
    return student


def one_folder(ids: Iterable[str]) -> list[list[str]]:
    """Return the ids that would share a folder where a file system does not tell capitals from small letters.

    Examples
    --------
    >>> one_folder(["zoe", "bob", "Zoe"])
    [['Zoe', 'zoe']]
    """
    alike: dict[str, set[str]] = {}
    for id in ids:
        alike.setdefault(id.casefold(), set()).add(id)
    return [sorted(same) for same in alike.values() if len(same) > 1]


def read_json(path: Path, format: Format | None = None) -> Json:
    """Read a file that a command of the course has written.

    Raises
    ------
    UserError
        If it is damaged, not of the format, or of a newer version of this program: nothing is drawn or marked in its
        place.
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise damaged(path, error) from None
    if not isinstance(found, dict):
        raise damaged(path, type(found).__name__)
    if format is not None:
        format.check(found, str(path))
    return found


def lock_file(file: IO[bytes], *, wait: bool = False) -> None:
    """Keep a file to oneself until it is closed; OSError if another program has it and we do not wait."""
    if sys.platform == "win32":
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


def load_nbgrader() -> None:
    """Import nbgrader without a grammar of web addresses that takes as long as all the rest.

    No notebook's format asks for it, and jsonschema does without it, as where it is not installed.

    Raises
    ------
    ImportError
        If nbgrader is not installed.
    """
    grammar = "rfc3987_syntax"
    left_out = not {"jsonschema", grammar} & {*sys.modules}
    if left_out:
        sys.modules[grammar] = None  # type: ignore[assignment]
    try:
        import nbgrader  # noqa: F401
    finally:
        if left_out:
            del sys.modules[grammar]


def damaged(path: Path, problem: object) -> UserError:
    """What is said of a file that cannot be read, or is not what was written."""
    return UserError(message("course.damaged", file=str(path), problem=str(problem)))


@dataclass(frozen=True)
class Course:
    """A course folder.

    Parameters
    ----------
    root : Path
        The folder.
    config : traitlets Config
        What ``nbgrader_config.py`` sets.
    """

    root: Path
    config: Config

    @cached_property
    def coursedir(self) -> CourseDirectory:
        """nbgrader's own description of the folders, so that a course with other names keeps them."""
        load_nbgrader()
        from nbgrader.coursedir import CourseDirectory

        return CourseDirectory(config=self.config, root=str(self.root))

    def folder(self, step: str, name: str, student: str = "") -> Path:
        """Return nbgrader's folder of a step (``source``, ``submitted``, …).

        Raises
        ------
        UserError
            If a name, here or in what follows, would lead elsewhere.
        """
        course = self.coursedir
        whose = checked_student(student) if student else "."
        path = course.format_path(
            getattr(course, f"{step}_directory"), whose, checked_set(name)
        )
        return Path(os.path.normpath(os.path.join(course.root, path)))

    @cached_property
    def plan(self) -> Plan:
        """What the lecturer decided (``course.toml``)."""
        return read_plan(self.root / "course.toml")

    @property
    def private(self) -> Path:
        """The lecturer's own folder."""
        return self.root / "private"

    def variants(self, name: str) -> Path:
        """Where the instances of a set lie."""
        return self.private / "variants" / checked_set(name)

    def handout(self, name: str, student: str) -> Path:
        """Where a student's own version of a set lies."""
        return self.root / "handout" / checked_set(name) / checked_student(student)

    def kept(self, name: str, student: str) -> Path:
        """Where all that a student handed in is kept."""
        place = self.private / "handins" / checked_set(name)
        return place / checked_student(student)

    def results(self, name: str) -> Path:
        """Where the judge's words lie."""
        return self.private / "results" / checked_set(name)

    def results_of(self, name: str, student: str) -> Path:
        """The file of the judge's words about one student."""
        return self.results(name) / f"{checked_student(student)}.jsonl"

    def groups(self, name: str = "") -> Groups:
        """Who hands in with whom: in a set, or as the class list says now."""
        file = self._groups_file(name)
        found = read_json(file, GROUPS)["groups"] if file.is_file() else {}
        return Groups({group: tuple(mine) for group, mine in found.items()})

    def write_groups(self, groups: Groups, name: str = "") -> None:
        """Write down who hands in with whom."""
        whole = {**GROUPS.head, "groups": groups.members}
        text = json.dumps(whole, ensure_ascii=False, indent=1) + "\n"
        write_whole(self._groups_file(name), text, 0o600)

    def _groups_file(self, name: str) -> Path:
        file = f"{checked_set(name)}.json" if name else "_class.json"
        return self.private / "groups" / file

    def rule(self, name: str, student: str) -> Rule:
        """Which hand-in of a student counts, and until when: a group has the latest deadline of its members."""
        together = self.groups(name).with_(student)
        rules = [self.plan.rule(name, one) for one in together]
        return max(rules, key=lambda rule: (rule.due is None, rule.due))

    @contextmanager
    def locked(self, name: str) -> Iterator[None]:
        """Let one command at a time change a set; the system takes the lock back from one that was killed.

        Raises
        ------
        UserError
            If another one is at it.
        """
        self.private.mkdir(exist_ok=True, mode=0o700)
        self.results(name).mkdir(parents=True, exist_ok=True)
        with open(self.results(name) / ".lock", "a+b") as lock:
            try:
                lock_file(lock)
            except OSError:
                raise UserError(message("course.locked", name=name)) from None
            yield

    @contextmanager
    def all_locked(self) -> Iterator[None]:
        """Let no other command release, collect or mark any set."""
        with ExitStack() as stack:
            for name in self.sets():
                stack.enter_context(self.locked(name))
            yield

    def secret(self, name: str = "") -> bytes:
        """Return the course's secret, drawn when it is first needed, or that of a set that has another one.

        Raises
        ------
        UserError
            If the file is damaged: with another secret everybody would have other questions.
        """
        path = self.private / "secret"
        if name and (self.variants(name) / "secret").exists():
            path = self.variants(name) / "secret"
        if not path.exists():
            self.private.mkdir(exist_ok=True, mode=0o700)
            with open(self.private / ".lock", "a+b") as lock:
                lock_file(lock, wait=True)
                # The first release of another set may have drawn it meanwhile
                if not path.exists():
                    write_whole(path, secrets.token_hex(32) + "\n", 0o600)
        text = path.read_text(encoding="utf-8", errors="replace").strip()
        if re.fullmatch(r"([0-9a-f]{2}){16,}", text) is None:
            raise damaged(path, message("course.no_secret"))
        return bytes.fromhex(text)

    def renew_secret(self) -> list[str]:
        """Draw another secret for the sets that are not released yet, and return those that were: they keep theirs.

        Raises
        ------
        UserError
            If another command is at work on a set.
        """
        with self.all_locked():
            kept = sorted(
                {path.parent.name for path in self.private.glob("variants/*/*.json")}
            )
            for name in kept:
                write_whole(
                    self.variants(name) / "secret",
                    self.secret(name).hex() + "\n",
                    0o600,
                )
            write_whole(self.private / "secret", secrets.token_hex(32) + "\n", 0o600)
        return kept

    def problem_set(self, name: str) -> ProblemSet:
        """Read an authored set, after the lecturer's own types of questions.

        Raises
        ------
        UserError
            If there is none, its text is wrong, or the plan takes a question out that it does not have.
        """
        file = self.folder("source", name) / f"{name}.py"
        load_questions(**self.own_types())
        if not file.is_file():
            raise UserError(
                message(
                    "course.no_source",
                    file=str(file),
                    sets=", ".join(self.sets()) or "–",
                )
            )
        problems = read_source(file, self.plan.stages, self.plan.skin)
        for id in self.plan.of(name).full:
            if id not in problems.questions:
                raise UserError(
                    message(
                        "plan.no_question",
                        name=name,
                        id=in_line(id),
                        questions=", ".join(problems.questions),
                    )
                )
        return problems

    def taken_out(self, name: str) -> Collection[str]:
        """Return the questions of a set for which everybody who handed in has all points.

        Raises
        ------
        UserError
            If the set has no such question.
        """
        full = self.plan.of(name).full
        if full:
            self.problem_set(name)
        return full

    @property
    def own_questions(self) -> Path:
        """The lecturer's own types of questions."""
        return self.folder("source", "x").parent / "questions.py"

    def own_types(self) -> OwnTypes:
        """Return the lecturer's own types of questions."""
        file = self.own_questions
        return {
            "file": str(file),
            "source": file.read_bytes() if file.is_file() else b"",
        }

    def sets(self) -> list[str]:
        """Names of all authored sets."""
        return sorted(
            p.stem
            for p in self.folder("source", "x").parent.glob("*/*.py")
            if p.stem == p.parent.name
        )

    def issued(self, name: str, student: str) -> Instances:
        """Return the instances that a student works on: the individual ones, or the common ones if none were issued.

        Raises
        ------
        UserError
            If the set was not released, or individual instances were handed out and their record is gone or damaged.
        """
        if student and student != "_common":
            own = self.variants(name) / f"{checked_student(student)}.json"
            if own.exists():
                return read_json(own, INSTANCES)
            if self.handout(name, student).exists():
                raise damaged(own, os.strerror(errno.ENOENT))
        common = self.variants(name) / "_common.json"
        if common.exists():
            return read_json(common, INSTANCES)
        raise UserError(message("course.not_released", name=name))

    def everybody(self) -> set[str]:
        """Everybody of whom the course knows: from the data base, or by what went out, came back or was marked."""
        known = {path.stem for path in self.private.glob("variants/*/*.json")} - {
            "_common"
        }
        known |= {path.stem for path in self.private.glob("results/*/*.jsonl")}
        came = {student for name in self.sets() for student in self.submissions(name)}
        return {*self.students(), *known, *came}

    def submissions(self, name: str) -> dict[str, Path]:
        """Return the submitted notebooks by student, in order."""
        students = sorted(
            p.name for p in self.folder("submitted", name, "x").parent.parent.glob("*")
        )
        found = {
            s: self.folder("submitted", name, s) / f"{name}.ipynb"
            for s in students
            if safe_id(s)
        }
        return {student: path for student, path in found.items() if path.is_file()}

    def handed_in(self, name: str, student: str) -> tuple[bytes | None, bytes | None]:
        """Return the notebook and the record of answers that came along; no notebook where one may not be read.

        Of a file that is too large there is as much as shows that.
        """

        def beginning(path: Path) -> bytes | None:
            with suppress(FileNotFoundError), open(path, "rb") as source:
                return source.read(LARGEST + 1)
            return None

        notebook = self.folder("submitted", name, student) / f"{name}.ipynb"
        try:
            return beginning(notebook), beginning(notebook.with_suffix(".answers.json"))
        except PermissionError:
            return None, None

    @contextmanager
    def gradebook(self) -> Iterator[Gradebook]:
        """Open nbgrader's data base.

        Raises
        ------
        UserError
            If it is damaged, or another program keeps it locked.
        """
        load_nbgrader()
        import nbgrader
        from nbgrader.api import Gradebook, InvalidEntry
        from sqlalchemy.exc import DatabaseError, SAWarning

        course = self.coursedir
        # nbgrader calls the program alembic for a new data base: it lies beside the interpreter, not always on PATH.
        programs = os.path.dirname(sys.executable)
        path = os.environ.get("PATH", os.defpath)
        if programs not in path.split(os.pathsep):
            os.environ["PATH"] = os.pathsep.join([programs, path])
        # Else alembic would take settings, and with them programs, from a pyproject.toml in the current folder.
        os.environ["ALEMBIC_CONFIG"] = os.path.join(
            os.path.dirname(nbgrader.__file__), "pyproject.toml"
        )
        # On a full disk a connection cannot be reset either, which may be found out long after the sentence.
        logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL + 1)
        with warnings.catch_warnings(), _unlogged("tornado.application"):
            # Nbgrader's own way of adding a submission
            warnings.simplefilter("ignore", SAWarning)
            try:
                with Gradebook(
                    course.db_url, course.course_id or "default_course"
                ) as book:
                    yield book
            except (
                DatabaseError,
                InvalidEntry,
            ) as error:  # nbgrader says the second where the disk is full
                problem = str(getattr(error, "orig", error))
                raise UserError(
                    message("course.gradebook", url=course.db_url, problem=problem)
                ) from None

    def students(self) -> dict[str, Mapping[str, str]]:
        """Return the students of the data base: id → first name, last name, e-mail address, matriculation number."""
        with self.gradebook() as book:
            return {
                s.id: {
                    "first_name": s.first_name or "",
                    "last_name": s.last_name or "",
                    "email": s.email or "",
                    "number": s.lms_user_id or "",
                }
                for s in book.students
            }


@contextmanager
def _unlogged(name: str) -> Iterator[None]:
    """Keep a log silent: nbgrader writes tracebacks of what it raises as well."""
    log = logging.getLogger(name)
    before, log.disabled = log.disabled, True
    try:
        yield
    finally:
        log.disabled = before


def refuse_twins(new: Iterable[str], known: Iterable[str]) -> None:
    """Refuse new ids that would share a folder with another one.

    Raises
    ------
    UserError
        Naming them.

    Examples
    --------
    >>> refuse_twins(["zoe"], ["bob"])
    """
    known = {*known}
    for same in one_folder({*new, *known}):
        if not {*same} <= known:
            raise UserError(message("course.one_folder", students=", ".join(same)))


def find_course(folder: str | os.PathLike[str] | None = None) -> Course:
    """Find the course: the folder that was named, else this one, else ``course`` in it.

    Raises
    ------
    NoCourse
        The message says how to begin one.
    UserError
        If its settings cannot be read.
    """
    from traitlets.config.loader import Config, PyFileConfigLoader

    places = [Path(folder)] if folder else [Path.cwd(), Path.cwd() / "course"]
    for place in places:
        root = place.resolve()
        if (root / "nbgrader_config.py").is_file():
            try:
                config = PyFileConfigLoader(
                    "nbgrader_config.py", path=str(root)
                ).load_config()
            except Exception as error:  # it is a program
                raise broken_python(root / "nbgrader_config.py", error) from error
            return Course(root, config)
        if folder and (root / "source").is_dir():
            return Course(root, Config())
    raise NoCourse(message("course.none", place=str(places[0])))
