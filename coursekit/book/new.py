"""A course of one's own: a folder that one person can run for years, made of what is shipped."""

import csv
import importlib.util
import json
import keyword
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from boardkit.errors import UserError
from boardkit.foreign import as_name, in_line
from boardkit.messages import get_language
from boardkit.whole_files import write_whole
from coursekit.book.scores import Renamed, harmless_names
from coursekit.formats import COURSE
from coursekit.sets.course import Course, find_course, refuse_twins, safe_id
from coursekit.shipped import shipped
from coursekit.texts import CATALOGUE

__all__ = ["STARTERS", "Made", "chosen_units", "new_course", "read_students", "start"]

STARTERS = ("question", "skin", "board", "set")
"""What `start` begins."""

_COLUMNS = ("id", "first_name", "last_name", "email")


@dataclass(frozen=True)
class Made:
    """What `new_course` did: files that it wrote (relative to the folder), students whom it entered.

    ``renamed`` are names that are stored otherwise than they stand in the list.
    """

    course: Course
    files: tuple[str, ...]
    students: int
    renamed: tuple[Renamed, ...] = ()


def chosen_units(text: str, there: Iterable[int]) -> list[int]:
    """Read which units are wanted.

    Raises
    ------
    UserError
        If it cannot be read, or names a unit that has no problem set.

    Examples
    --------
    >>> chosen_units("0,2-4", range(10))
    [0, 2, 3, 4]
    """
    known, units = sorted(there), set()
    for part in text.replace(" ", "").split(","):
        ends = re.fullmatch(r"(\d+)(?:[-–](\d+))?", part)
        wanted = range(int(ends[1]), int(ends[2] or ends[1]) + 1) if ends else range(0)
        if not wanted or not {*wanted} <= {*known}:
            raise UserError(
                CATALOGUE.message(
                    "new.units", part=part, units=", ".join(map(str, known))
                )
            )
        units |= {*wanted}
    return sorted(units)


def read_students(file: Path) -> list[dict[str, str]]:
    """Read the students of a CSV file with the columns id, first_name, last_name, email (only the first must be there).

    Raises
    ------
    UserError
        Naming the file and the line, if the column is missing or an id cannot be the name of a folder.
    """
    with file.open(newline="", encoding="utf-8-sig") as table:
        rows = csv.DictReader(table, skipinitialspace=True)
        if "id" not in (rows.fieldnames or ()):
            raise UserError(
                CATALOGUE.message(
                    "new.columns", file=str(file), columns=",".join(_COLUMNS)
                )
            )
        students = []
        for row in rows:
            if not safe_id((row["id"] or "").strip()):
                raise UserError(
                    CATALOGUE.message(
                        "new.bad_id", file=str(file), line=rows.line_num, id=row["id"]
                    )
                )
            students.append(
                {column: (row.get(column) or "").strip() for column in _COLUMNS}
            )
    return students


def new_course(
    folder: Path,
    units: str = "",
    students: Path | None = None,
    start: date | None = None,
) -> Made:
    """Make the folder of a course, or add to one what is missing in it; nothing that is there is changed.

    Parameters
    ----------
    folder : Path
    units : str
        The units whose problem sets are wanted, as in ``1-5``; all by default.
    students : Path, optional
        A CSV file (see `read_students`).
    start : date, optional
        The first day of the term: a problem set goes out every week from then on.

    Raises
    ------
    UserError
        If the units or the students cannot be read; nothing is made then.
    """
    origin = shipped("course")
    if origin is None:
        raise UserError(CATALOGUE.message("new.nothing_shipped"))
    there = {
        int(file.parent.name[2:]): file.parent.name
        for file in origin.glob("source/ps*/ps*.py")
    }
    names = [
        there[unit] for unit in (chosen_units(units, there) if units else sorted(there))
    ]
    people = read_students(students) if students is not None else []
    known = (
        find_course(folder).students()
        if people and (folder / "nbgrader_config.py").is_file()
        else {}
    )
    refuse_twins([student["id"] for student in people], known)
    wanted = {
        name: (origin / name).read_text(encoding="utf-8")
        for name in ("nbgrader_config.py", ".gitignore")
    }
    for name in names:
        for file in [
            origin / "source" / name / f"{name}.py",
            *origin.glob(f"source/{name}.*.po"),
        ]:
            wanted[file.relative_to(origin).as_posix()] = file.read_text(
                encoding="utf-8"
            )
    wanted["course.toml"] = _plan(names, start)
    wanted["calendar.md"] = _calendar(names, start)
    wanted["assistants.md"] = CATALOGUE.text("new.assistants") + "\n"
    written = [name for name in wanted if not (folder / name).exists()]
    for name in written:
        write_whole(folder / name, wanted[name])
    course = find_course(folder)
    course.secret()
    renamed = [
        Renamed(student["id"], was, as_name(was))
        for student in people
        for was in student.values()
        if was != as_name(was)
    ]
    if people:
        with course.gradebook() as book:
            for student in people:
                parts = {part: as_name(student[part]) for part in _COLUMNS[1:]}
                book.update_or_create_student(student["id"], **parts)
            renamed += harmless_names(book)
            book.db.commit()
    return Made(course, tuple(written), len(people), tuple(renamed))


def start(what: str, name: str, folder: Path) -> tuple[str, ...]:
    """Begin something of one's own: a small example that works, with a test that passes; nothing there is changed.

    Parameters
    ----------
    what : str
        One of `STARTERS`. A set goes into the folder of a course; anything else is a package that can be installed.
    name : str
        Letters, digits and underscores.
    folder : Path

    Returns
    -------
    tuple of str
        The files that were written, relative to the folder.

    Raises
    ------
    UserError
        If the name cannot be one in Python, or is that of a module that it would hide, or the folder is to be that of a
        course and is none.
    """
    if not (name.isidentifier() and name.isascii()) or keyword.iskeyword(name):
        raise UserError(CATALOGUE.message("new.bad_name", name=in_line(name)))
    if what == "set":
        find_course(folder)
    origin = Path(__file__).parent / "starters" / what
    made = {
        file.relative_to(origin)
        .as_posix()
        .removesuffix(".txt")
        .replace("NAME", name): file
        for file in sorted(origin.rglob("*.txt"))
    }
    written = [place for place in made if not (folder / place).exists()]
    # Else it was begun before, and may be installed by now
    if len(written) == len(made) and shadows(name):
        raise UserError(CATALOGUE.message("new.shadows", name=name))
    for place in written:
        text = made[place].read_text(encoding="utf-8").replace("NAME", name)
        write_whole(
            folder / place, text.replace("CLASS", name.title().replace("_", ""))
        )
    return tuple(written)


def shadows(name: str) -> bool:
    """Whether a module of this name would hide another one that something may want to import.

    Examples
    --------
    >>> shadows("json"), shadows("coursekit"), shadows("__init__"), shadows("my_type")
    (True, True, True, False)
    """
    # Python itself imports the last two
    own = {
        *sys.stdlib_module_names,
        "sitecustomize",
        "usercustomize",
    }
    if name in own or name.startswith("__"):
        return True
    there = importlib.util.find_spec(name) if name.isidentifier() else None
    # A mere folder of that name is nothing to import
    return there is not None and there.origin is not None


def _weeks(
    names: Sequence[str], start: date | None
) -> list[tuple[str, date | None, date | None]]:
    """The sets with the days on which they go out and come back."""
    return [
        (
            name,
            start and start + timedelta(weeks=week),
            start and start + timedelta(weeks=week + 1),
        )
        for week, name in enumerate(names)
    ]


def _plan(names: Sequence[str], start: date | None) -> str:
    head = {**COURSE.head, "title": CATALOGUE.text("new.title"), "lang": get_language()}
    # So far TOML is JSON
    lines = [
        f"{key} = {json.dumps(value, ensure_ascii=False)}"
        for key, value in head.items()
    ]
    lines += [f"# {CATALOGUE.text('new.plan')}", ""]
    for name, release, due in _weeks(names, start):
        days = [f"release = {release}", f"due = {due}"] if start else []
        lines += [f"[sets.{name}]", *days, "weight = 1", ""]
    return "\n".join(lines)


def _calendar(names: Sequence[str], start: date | None) -> str:
    head = "| " + " | ".join(
        CATALOGUE.text(f"new.calendar.{column}")
        for column in ("week", "set", "release", "due")
    )
    rows = [
        f"| {week} | [{name}](source/{name}/{name}.py) | {release or ''} | {due or ''} |"
        for week, (name, release, due) in enumerate(_weeks(names, start), 1)
    ]
    return "\n".join(
        [
            f"# {CATALOGUE.text('new.title')}",
            "",
            head + " |",
            "|---|---|---|---|",
            *rows,
            "",
        ]
    )
