"""A course of one's own: a folder that one person can run for years, made of what is shipped."""

import importlib.util
import json
import keyword
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from difflib import get_close_matches
from pathlib import Path

from boardkit.errors import UserError
from boardkit.foreign import in_line
from boardkit.messages import LANGUAGES, get_language
from boardkit.po import translations
from boardkit.whole_files import write_whole
from coursekit.book.scores import Renamed, harmless_names
from coursekit.book.tables import folded, places, read_table
from coursekit.formats import COURSE
from coursekit.sets.course import Course, find_course, refuse_twins, safe_id
from coursekit.sets.groups import LARGEST, Groups
from coursekit.sets.source import in_language, read_source
from coursekit.shipped import shipped
from coursekit.texts import CATALOGUE, message

__all__ = ["STARTERS", "Made", "chosen_units", "new_course", "read_students", "start"]

STARTERS = ("question", "skin", "board", "set")
"""What `start` begins."""

_COLUMNS = ("id", "first_name", "last_name", "email", "number", "group")
_OF_PLATFORMS = ("login", "name")
_ALIKE = 0.8  # two letters in each other's place, in a word of five
_TELLING = ("id", "login", "email")


@dataclass(frozen=True)
class Made:
    """What `new_course` did: files that it wrote (relative to the folder), students whom it entered.

    ``renamed`` are names that are stored otherwise than they stand in the list; ``misspelt`` are columns of it that
    were not read, with the one that may be meant; ``not_planned`` are days that were asked for, as lines for
    ``course.toml``, where that was there already.
    """

    course: Course
    files: tuple[str, ...]
    students: int
    renamed: tuple[Renamed, ...] = ()
    misspelt: tuple[tuple[str, str], ...] = ()
    not_planned: str = ""


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
                message("new.units", part=part, units=", ".join(map(str, known)))
            )
        units |= {*wanted}
    return sorted(units)


@dataclass(frozen=True)
class Student:
    """A student in a class list."""

    id: str
    first_name: str = ""
    last_name: str = ""
    email: str = ""
    number: str = ""
    """The matriculation number."""
    group: str | None = None
    """With whom the student hands in; None if the list does not say."""

    @property
    def parts(self) -> dict[str, str]:
        """What the grade book keeps."""
        names = {part: getattr(self, part) for part in _COLUMNS[1:4]}
        return names | {"lms_user_id": self.number}


def read_students(
    file: Path, known: Mapping[str, Mapping[str, str]] | None = None
) -> list[Student]:
    """Read a class list: a table with the columns id, first_name, last_name, email, number, group, or a platform's own.

    Where there is no id, it is that of a known student with the same address; else the name for logging in, or what
    stands before the address's @ where that is enough, or the address, or the matriculation number.

    Raises
    ------
    UserError
        Naming the file and the line, if a column is missing, an id cannot be the name of a folder, or two are the same.
    """
    rows = _rows(file)
    at = _columns(rows)
    if at.keys().isdisjoint(_TELLING):
        raise UserError(
            message("new.columns", file=str(file), columns=",".join(_COLUMNS))
        )
    by_address = {
        folded(one["email"]): id for id, one in (known or {}).items() if one["email"]
    }
    found: list[dict[str, str]] = []
    lines = []
    for line, row in enumerate(rows[1:], 2):
        cells = dict.fromkeys((*_COLUMNS, *_OF_PLATFORMS), "")
        for what, place in at.items():
            if place < len(row):
                cells[what] = row[place].strip()
        # Canvas has a row of maximal points, and a student to test with; elsewhere a row without an id is a slip
        named = any(cells[what] for what in _TELLING)
        slip = "id" in at and any(cell.strip() for cell in row)
        if named or slip:
            found.append(cells)
            lines.append(line)
    short = Counter(one["email"].partition("@")[0].casefold() for one in found)
    students: dict[str, Student] = {}
    for line, one in zip(lines, found, strict=True):
        before, _, domain = one["email"].partition("@")
        enough = bool(domain) and short[before.casefold()] == 1
        taken = bool((known or {}).get(before, {}).get("email"))
        ids = (
            one["id"],
            by_address.get(folded(one["email"]), ""),
            one["login"],
            before if enough and not taken else "",
            one["email"],
            one["number"],
        )
        id = next((text for text in ids if text), "")
        if not safe_id(id):
            raise UserError(message("new.bad_id", file=str(file), line=line, id=id))
        if id in students:
            raise UserError(message("new.twice", file=str(file), line=line, id=id))
        first, last = one["first_name"], one["last_name"]
        if not (first or last):
            last, comma, first = map(str.strip, one["name"].partition(","))
            if not comma:
                first, _, last = last.rpartition(" ")
        group = None
        if "group" in at:
            group = in_line(one["group"], 40)
        students[id] = Student(id, first, last, one["email"], one["number"], group)
    return [*students.values()]


def _rows(file: Path) -> list[list[str]]:
    """The rows of a class list; none if it is no table."""
    try:
        return read_table(file)
    except ValueError:
        return []


def _columns(rows: Sequence[Sequence[str]]) -> dict[str, int]:
    """Where each column is, if there is one."""
    heads = rows[0] if rows else []
    at: dict[str, int] = {}
    for what in (*_COLUMNS[1:], *_OF_PLATFORMS):
        for place in places(heads, _headings(what)):
            at.setdefault(what, place)
    # A platform's "ID" is a number of its own
    if "id" in heads:
        at["id"] = heads.index("id")
    return at


def misspelt_columns(file: Path) -> list[tuple[str, str]]:
    """Columns of a class list that are not read, each with the missing one that has a similar heading."""
    rows = _rows(file)
    there = _columns(rows)
    known = []
    missing = {}
    for what in (*_COLUMNS, *_OF_PLATFORMS):
        for heading in _headings(what):
            known.append(folded(heading))
            if what not in there:
                missing[folded(heading)] = what
    found = []
    for head in rows[0] if rows else []:
        text = folded(head)
        if text in known:
            continue
        near = get_close_matches(text[:100], missing, 1, _ALIKE)
        # What goes on after a heading of ours is another one: Groups, Student ID
        if near and not text.startswith(near[0]):
            found.append((head, missing[near[0]]))
    return found


def _headings(what: str) -> list[str]:
    """What a column may be called, by us or by a platform, in all our languages."""
    names = [what]
    if what == "id":
        return names
    for lang in LANGUAGES:
        names += CATALOGUE.text(f"new.heading.{what}", lang).split(" | ")
    return names


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
        The units whose problem sets are wanted, as in ``1-5``; all by default, and none in a course that there is.
    students : Path, optional
        A class list (see `read_students`).
    start : date, optional
        The first day of the term: a problem set goes out every week from then on, of the units that are wanted, or
        else of all that there are.

    Raises
    ------
    UserError
        If the units or the students cannot be read; nothing is made then.
    """
    origin = shipped("course")
    if origin is None:
        raise UserError(message("new.nothing_shipped"))
    there = {}
    for file in origin.glob("source/ps*/ps*.py"):
        name = file.parent.name
        there[int(name.removeprefix("ps"))] = name
    # A course that there is gets further sets only if they are named
    is_there = (folder / "nbgrader_config.py").is_file()
    chosen: Iterable[int] = ()
    if units:
        chosen = chosen_units(units, there)
    elif not is_there:
        chosen = sorted(there)
    names = [there[unit] for unit in chosen]
    before = find_course(folder) if is_there else None
    planned = names or (before.sets() if before else [])
    known: Mapping[str, Mapping[str, str]] = {}
    if students and before:
        known = before.students()
    people = []
    misspelt = []
    if students is not None:
        people = read_students(students, known)
        misspelt = misspelt_columns(students)
    groups = _grouped(before, people)
    refuse_twins([student.id for student in people], known)
    wanted = {
        name: (origin / name).read_text(encoding="utf-8")
        for name in ("nbgrader_config.py", ".gitignore")
    }
    for name in names:
        file = origin / "source" / name / f"{name}.py"
        wanted[file.relative_to(origin).as_posix()] = _set_text(file)
    wanted["course.toml"] = _plan(planned, start)
    wanted["calendar.md"] = _calendar(planned, start)
    wanted["assistants.md"] = CATALOGUE.text("new.assistants") + "\n"
    written = [name for name in wanted if not (folder / name).exists()]
    for name in written:
        write_whole(folder / name, wanted[name])
    course = find_course(folder)
    course.secret()
    renamed: list[Renamed] = []
    if people:
        with course.gradebook() as book:
            for student in people:
                # What a longer list does not say stays
                parts = {part: text for part, text in student.parts.items() if text}
                book.update_or_create_student(student.id, **parts)
            renamed = harmless_names(book)
            book.db.commit()
        if groups != course.groups():
            course.write_groups(groups)
    not_planned = ""
    if start and "course.toml" not in written:
        not_planned = _tables(planned, start)
    return Made(
        course,
        tuple(written),
        len(people),
        tuple(renamed),
        tuple(misspelt),
        not_planned,
    )


def _grouped(course: Course | None, people: Iterable[Student]) -> Groups:
    """Who hands in with whom, as a class list says.

    Raises
    ------
    UserError
        If so many are in one group that it cannot be what is meant.
    """
    wanted = {one.id: one.group for one in people if one.group is not None}
    groups = (course.groups() if course else Groups()).regrouped(wanted)
    for name in groups.too_large():
        raise UserError(
            message(
                "new.large_group",
                group=name,
                number=len(groups.members[name]),
                most=LARGEST,
            )
        )
    return groups


def _set_text(file: Path) -> str:
    """The text of a shipped set in the language of the course, where it can be changed as it stands."""
    source = file.read_text(encoding="utf-8")
    po = file.parent.parent / f"{file.stem}.{get_language()}.po"
    if not po.is_file():
        return source
    known = translations(po.read_text(encoding="utf-8"))
    return in_language(source, read_source(file).texts, known)


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
        raise UserError(message("new.bad_name", name=in_line(name)))
    if what == "set":
        find_course(folder)
    origin = Path(__file__).parent / "starters" / what
    made = {}
    for file in sorted(origin.rglob("*.txt")):
        place = file.relative_to(origin).as_posix().removesuffix(".txt")
        made[place.replace("NAME", name)] = file
    written = [place for place in made if not (folder / place).exists()]
    # Else it was begun before, and may be installed by now
    if len(written) == len(made) and shadows(name):
        raise UserError(message("new.shadows", name=name))
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
    if not name.isidentifier():
        return False
    there = importlib.util.find_spec(name)
    # A mere folder of that name is nothing to import
    return there is not None and there.origin is not None


def _weeks(
    names: Sequence[str], start: date | None
) -> list[tuple[str, date | None, date | None]]:
    """The sets with the days on which they go out and come back."""
    if start is None:
        return [(name, None, None) for name in names]
    weeks: list[tuple[str, date | None, date | None]] = []
    for name in names:
        due = start + timedelta(weeks=1)
        weeks.append((name, start, due))
        start = due
    return weeks


def _plan(names: Sequence[str], start: date | None) -> str:
    head = {**COURSE.head, "title": CATALOGUE.text("new.title"), "lang": get_language()}
    # So far TOML is JSON
    lines = []
    for key, value in head.items():
        lines.append(f"{key} = {json.dumps(value, ensure_ascii=False)}")
    lines += [f"# {CATALOGUE.text('new.plan')}", ""]
    return "\n".join(lines) + "\n" + _tables(names, start, "weight = 1")


def _tables(names: Sequence[str], start: date | None, *more: str) -> str:
    """The sets as they stand in the plan, each with its days and what else is said of all of them."""
    lines = []
    for name, release, due in _weeks(names, start):
        lines.append(f"[sets.{name}]")
        if start:
            lines += [f"release = {release}", f"due = {due}"]
        lines += [*more, ""]
    return "\n".join(lines)


def _calendar(names: Sequence[str], start: date | None) -> str:
    columns = ("week", "set", "release", "due")
    heads = [CATALOGUE.text(f"new.calendar.{column}") for column in columns]
    rows = [
        f"| {week} | [{name}](source/{name}/{name}.py) | {release or ''} | {due or ''} |"
        for week, (name, release, due) in enumerate(_weeks(names, start), 1)
    ]
    return "\n".join(
        [
            f"# {CATALOGUE.text('new.title')}",
            "",
            f"| {' | '.join(heads)} |",
            "|---|---|---|---|",
            *rows,
            "",
        ]
    )
