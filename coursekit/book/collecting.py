"""File what students handed in: from a folder or an archive of any learning platform to nbgrader's ``submitted``.

Whose file it is follows from where it lies, never from what it says, and the outermost folder decides: below it a
student may have named folders at will.  Whatever is not clear (an unknown name, one that only looks like a student's,
two places that claim the same student) is named and not filed; the lecturer decides.
"""

import datetime
import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from boardkit.aside import Unfinished, bounded
from boardkit.errors import UserError
from boardkit.foreign import in_list
from boardkit.whole_files import write_whole
from coursekit.book import identity
from coursekit.book.downloads import MANY, Download, downloads
from coursekit.formats import HAND_IN
from coursekit.notebooks import notebook
from coursekit.practice import handin
from coursekit.practice.handin import Remark, Submission
from coursekit.sets.course import Course, safe_id
from coursekit.texts import CATALOGUE

FILES = 20  # notebooks of one student that are read
# Bytes of all notebooks of one student in which is looked for what `submit` wrote
SEARCHED = 200 << 20
PROCESSOR = 10  # seconds of it for reading one notebook
COSTLY = 3  # notebooks of one student that may take too long to be read
NAMED = 5  # files that are named on one line


@dataclass(frozen=True)
class Filed:
    """What was filed for one student.

    Parameters
    ----------
    path : str
        The file, relative to the folder that was collected.
    written : str
        When it was written by the student's clock, or else the time of the file.
    answered : int
        Number of answers that could be read.
    remarks : tuple of Remark
        What is unusual about it.
    """

    path: str
    written: str
    answered: int
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True)
class Collected:
    """What came of collecting.

    Parameters
    ----------
    filed : dict of str to Filed
        By student.
    refused : tuple of (str, str)
        Pairs (file or folder, why nothing of it was filed): the lecturer has to decide.
    passed_over : tuple of (str, str)
        Pairs (file, why another one of the same student counts).
    by_name : tuple of str
        Students of whom a platform's name is all that says whose work it is, for its number was not seen before.
    """

    filed: Mapping[str, Filed]
    refused: tuple[tuple[str, str], ...] = ()
    passed_over: tuple[tuple[str, str], ...] = ()
    by_name: tuple[str, ...] = ()


def collect(
    course: Course,
    name: str,
    folder: Path,
    pattern: str | None = None,
    new: bool = False,
) -> Collected:
    """File the notebooks of a folder (or a .zip archive).

    Parameters
    ----------
    course : Course
    name : str
        The problem set.
    folder : Path
        ``<student>/file.ipynb``, ``<student>.ipynb``, ``<student>_anything.ipynb``, or what "download all submissions"
        of Moodle or Canvas makes.
    pattern : str, optional
        A regular expression with a group ``student`` for any other naming; it is searched in each file's path.
    new : bool
        Take students who are not known.

    Returns
    -------
    Collected

    Raises
    ------
    UserError
        If the folder does not exist or holds no notebook, the archive is damaged, or the pattern has no group
        ``student``.
    """
    rule = identity.rule_of(pattern)
    known: dict[str, Mapping[str, str]] = {
        p.stem: {} for p in course.private.glob("variants/*/*.json") if safe_id(p.stem)
    }
    known |= course.students()
    refused: list[tuple[str, str]] = []
    passed: list[tuple[str, str]] = []
    claims: dict[tuple[str, str], list[Download]] = defaultdict(list)
    # Below each outermost folder; "" for what lies in none
    others: dict[str, list[str]] = defaultdict(list)
    for found in downloads(folder):
        if found.problem == "other":
            top, _, within = found.path.partition("/")
            others[top if within else ""].append(within or top)
        elif found.problem:
            refused.append(
                (found.path, CATALOGUE.text(f"collect.{found.problem}", limit=MANY))
            )
        else:
            path = (
                found.path[: -len(".ipynb")] + ".ipynb"
                if found.is_notebook
                else found.path
            )
            claims[identity.place_of(path, rule, known)].append(found)
    passed += [
        (
            top or folder.name,
            CATALOGUE.text("collect.others", files=in_list(sorted(paths), NAMED)),
        )
        for top, paths in others.items()
    ]
    participants = identity.Participants(course, name)
    claimed = {text for _, text in claims}
    # The places that claim to be a student's
    whose: dict[str, list[tuple[str, list[Download]]]] = defaultdict(list)
    texts = {}
    for (top, text), files in claims.items():
        place = top if "/" in files[0].path else files[0].path
        student = identity.student_of(text, known, participants)
        if student is None and new and identity.may_be_new(text, known, claimed):
            student = text
        if student is None:
            refused.append(
                (place, identity.why_not(text, known, claimed, participants))
            )
        else:
            whose[student].append((place, files))
            texts[student] = text
    filed = {}
    for student, mine in sorted(whose.items()):
        if len(mine) > 1:
            places = [place for place, _ in mine]
            why = CATALOGUE.text(
                "collect.twice", student=student, places=", ".join(places)
            )
            refused += [(place, why) for place in places]
        elif done := _file(course, name, student, mine[0][1], refused, passed):
            filed[student] = done
    if not (filed or refused):
        raise UserError(CATALOGUE.message("collect.empty", folder=str(folder)))
    by_name = [
        student for student in filed if participants.note(texts[student], student)
    ]
    if by_name:
        participants.keep()
    return Collected(
        filed, tuple(sorted(refused)), tuple(sorted(passed)), tuple(by_name)
    )


# ---------------------------------------------------------------------- filing


def _file(
    course: Course,
    name: str,
    student: str,
    files: list[Download],
    refused: list[tuple[str, str]],
    passed: list[tuple[str, str]],
) -> Filed | None:
    """File the one notebook that counts of all that a student handed in: what `submit` wrote, else the newest."""
    older = CATALOGUE.text("collect.older", student=student)
    record = _record(name, files, older, refused, passed)
    notebooks, unread = _first(
        sorted((f for f in files if f.is_notebook), key=lambda f: (f.time, f.path))
    )
    if unread:
        text = CATALOGUE.text(
            "collect.not_read", limit=FILES, files=in_list(sorted(unread), NAMED)
        )
        passed.append((files[0].path.partition("/")[0], text))
    best: tuple[tuple[bool, bool, float, str], bytes, Submission] | None = None
    costly = 0
    for found in notebooks:
        content = found.content()
        if isinstance(content, str):
            refused.append(
                (
                    found.path,
                    CATALOGUE.text(f"collect.{content}", size=found.size >> 20),
                )
            )
            continue
        read = (
            handin.unread("too_costly")
            if costly >= COSTLY
            else _glance(content, record and record[2])
        )
        costly += read.problem == "too_costly"
        if read.name not in (None, name):
            refused.append(
                (found.path, CATALOGUE.text("collect.other_set", name=str(read.name)))
            )
            continue
        rank = (
            read.problem is None and (read.recorded or read.name == name),
            _submitted(read, content),
            found.time,
            found.path,
        )
        if best is not None:
            passed.append((min(best[0], rank)[3], older))
        if best is None or rank > best[0]:
            best = rank, content, read
    if best is None and record is not None:
        content = json.dumps(notebook([], {"finity": {"set": name}})).encode()
        best = (True, False, record[0], record[1]), content, _glance(content, record[2])
    if best is None:
        return None
    (_, _, time, path), content, read = best
    _write(course, name, student, content, None if record is None else record[2])
    remarks = list(read.remarks)
    has_own = (course.variants(name) / f"{student}.json").exists()
    if read.student and read.student != student:
        remarks.append(Remark("other_variant", what=read.student[:60]))
    elif read.recorded and not (read.signature and (read.student or not has_own)):
        remarks.append(Remark("unsigned"))
    when = datetime.datetime.fromtimestamp(time, datetime.UTC).isoformat(
        timespec="seconds"
    )
    return Filed(path, read.written or when, len(read.entries), tuple(remarks))


def _record(
    name: str,
    files: list[Download],
    older: str,
    refused: list[tuple[str, str]],
    passed: list[tuple[str, str]],
) -> tuple[float, str, bytes] | None:
    """The newest record of the set that lies there: its time, its path, and what it says."""
    newest: tuple[float, str, bytes] | None = None
    for found in sorted(
        (f for f in files if not f.is_notebook),
        key=lambda f: (f.time, f.path),
        reverse=True,
    ):
        if (
            not PurePosixPath(found.path)
            .name.lower()
            .endswith(f"{name}.answers.json".lower())
        ):
            passed.append(
                (found.path, CATALOGUE.text("collect.other_record", name=name))
            )
        elif newest is not None:
            passed.append((found.path, older))
        elif isinstance(content := found.content(), str):
            refused.append(
                (
                    found.path,
                    CATALOGUE.text(f"collect.{content}", size=found.size >> 20),
                )
            )
        else:
            newest = found.time, found.path, content
    return newest


def _first(notebooks: list[Download]) -> tuple[list[Download], list[str]]:
    """The notebooks that are read, what `submit` wrote first and then the newest, and the paths of the others."""
    notebooks = notebooks[::-1]
    if len(notebooks) > FILES:
        left = SEARCHED
        by_submit: list[Download] = []
        others: list[Download] = []
        for found in notebooks:
            content = found.content() if found.size <= left else ""
            left -= found.size
            written = isinstance(content, bytes) and HAND_IN.name.encode() in content
            (by_submit if written else others).append(found)
        notebooks = by_submit + others
    return notebooks[:FILES], [found.path for found in notebooks[FILES:]]


def _glance(content: bytes, record: bytes | None) -> Submission:
    """What a file says of itself; what it makes of its reader costs nobody else anything."""
    try:
        read: Submission = bounded(
            handin.at_a_glance, content, record, processor=PROCESSOR
        )
    except Unfinished:
        return handin.unread("too_costly")
    return read


def _submitted(read: Submission, content: bytes) -> bool:
    """Whether the notebook itself has a record, so that `submit` wrote it."""
    return read.recorded and HAND_IN.name.encode() in content


def _write(
    course: Course, name: str, student: str, content: bytes, record: bytes | None
) -> None:
    """Write what was handed in; that it is collected is the time of handing in, and collecting it again is none."""
    folder = course.folder("submitted", name, student)
    answers, stamp = folder / f"{name}.answers.json", folder / "timestamp.txt"
    same = stamp.is_file() and course.handed_in(name, student) == (content, record)
    write_whole(folder / f"{name}.ipynb", content)
    if record is not None:
        write_whole(answers, record)
    else:
        answers.unlink(missing_ok=True)
    if not same:
        write_whole(
            stamp, f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d %H:%M:%S} UTC\n"
        )
