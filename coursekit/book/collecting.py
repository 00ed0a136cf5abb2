"""File what students handed in: from a folder or an archive of any learning platform to nbgrader's ``submitted``.

Whose file it is follows from where it lies, never from what it says, and the outermost folder decides: below it a
student may have named folders at will.  Whatever is not clear (an unknown name, one that only looks like a student's,
two places that claim the same student) is named and not filed; the lecturer decides.
"""

import dataclasses
import json
import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from boardkit.aside import Unfinished, bounded
from boardkit.errors import UserError
from boardkit.foreign import in_list
from coursekit.book import identity
from coursekit.book.downloads import MANY, Download, downloads
from coursekit.book.moodle import Worksheet
from coursekit.formats import HAND_IN, INSTANCES
from coursekit.marking.autograded import remark_text
from coursekit.notebooks import notebook
from coursekit.practice import handin
from coursekit.practice.handin import Remark, Submission
from coursekit.sets.course import Course, read_json, safe_id
from coursekit.sets.deadlines import Rule
from coursekit.sets.handins import HandIn, file_hand_in, filed, keep, kept, moments
from coursekit.texts import CATALOGUE, message

FILES = 20  # notebooks of one student that are read
# Bytes of all notebooks of one student in which is looked for what `submit` wrote
SEARCHED = 200 << 20
PROCESSOR = 10  # seconds of it for reading one notebook
COSTLY = 3  # notebooks of one student that may take too long to be read
NAMED = 5  # files that are named on one line
_COPY = re.compile(r"\((\d{1,4})\)|-Copy(\d{1,4})")


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
    unreadable : tuple of (str, str)
        Pairs (file, why nobody can read it), where a student handed in nothing else: it is filed all the same, so that
        it waits for a person when it is marked, unless something counts that came before.
    by_name : tuple of str
        Students of whom a platform's name is all that says whose work it is, for its number was not seen before.
    elsewhere : tuple of str
        Who handed in on the platform, as its worksheet says, and of whom nothing was filed, now or before, or only
        what the platform had at an earlier time: students, or names.
    """

    filed: Mapping[str, Filed]
    refused: tuple[tuple[str, str], ...] = ()
    passed_over: tuple[tuple[str, str], ...] = ()
    unreadable: tuple[tuple[str, str], ...] = ()
    by_name: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()


def collect(
    course: Course,
    name: str,
    folder: Path,
    pattern: str | None = None,
    new: bool = False,
    replace: bool = False,
    worksheet: Worksheet | None = None,
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
    replace : bool
        Let the files in ``folder`` count, even if newer ones were collected before.
    worksheet : Worksheet, optional
        Moodle's, of this assignment: it says whose number is whose, who handed in, and when.

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
    known: dict[str, Mapping[str, str]] = {}
    for path in course.private.glob("variants/*/*.json"):
        if safe_id(path.stem):
            known[path.stem] = {}
    known |= course.students()
    participants = identity.Participants(course, name)
    owners: Mapping[str, int] = {}
    came = {}
    if worksheet:
        owners = worksheet.owners(course.students(), participants.of_moodle())
        participants.learn({s: worksheet.participant(n) for s, n in owners.items()})
        participants.keep()
        for owner, number in owners.items():
            if when := worksheet.came(number):
                came[owner] = when
    desk = _Desk(course, name, came, replace)
    claims: dict[tuple[str, str], list[Download]] = defaultdict(list)
    loose: list[str] = []
    for found in downloads(folder):
        if found.problem and found.problem != "ours":
            desk.refuse(found.path, found.problem, limit=MANY)
            continue
        claim = identity.place_of(found.path, rule, known)
        nobodys = found.problem or found.kind() == ""
        if nobodys and "/" not in found.path and claim[1] not in known:
            loose += [] if found.problem else [found.path]
        else:
            claims[claim].append(found)
    if loose:
        # Of "." the name is empty
        place = folder.resolve().name
        desk.pass_over(place, "others", files=in_list(sorted(loose), NAMED))
    claimed = {text for _, text in claims}
    groups = course.groups(name)
    # The places that claim to be a student's, by who leads the group
    whose: dict[str, list[_Place]] = defaultdict(list)
    texts = {}
    for (top, text), files in claims.items():
        place = files[0].path
        if "/" in place:
            place = top
        student = identity.student_of(text, known, participants)
        if student is None and new and identity.may_be_new(text, known, claimed):
            student = text
        if student is None and all(one.problem for one in files):
            continue
        if student is None:
            why = identity.why_not(text, known, claimed, participants)
            desk.refused.append((place, why))
        else:
            whose[groups.lead(student)].append(_Place(student, place, files))
            texts[student] = text
    done = {}
    for lead, mine in sorted(whose.items()):
        single = desk.one_place_each(mine)
        if single and (one := desk.file(lead, single)):
            done[lead] = one
    if not (done or desk.refused or desk.unreadable):
        raise UserError(message("collect.empty", folder=str(folder)))
    by_name = []
    for student, text in texts.items():
        if groups.lead(student) in done and participants.note(text, student):
            by_name.append(student)
    if by_name:
        participants.keep()
    elsewhere = []
    if worksheet:
        elsewhere = _elsewhere(course, name, worksheet, owners, done)
    return Collected(
        done,
        tuple(sorted(desk.refused)),
        tuple(sorted(desk.passed)),
        tuple(sorted(desk.unreadable)),
        tuple(by_name),
        tuple(elsewhere),
    )


def _elsewhere(
    course: Course,
    name: str,
    worksheet: Worksheet,
    owners: Mapping[str, int],
    done: Mapping[str, Filed],
) -> list[str]:
    """Who handed in, as a worksheet says, and was not collected, neither now nor before."""
    whose = {number: student for student, number in owners.items()}
    groups = course.groups(name)
    there = course.submissions(name)
    found = []
    for number in range(1, len(worksheet.rows)):
        if not worksheet.handed_in(number):
            continue
        student = whose.get(number)
        if student is None:
            participant = worksheet.participant(number)
            found.append(f"{worksheet.name(number)} ({participant})")
            continue
        lead = groups.lead(student)
        came = worksheet.came(number)
        if lead in done or (
            lead in there and not _came_later(course, name, lead, came)
        ):
            continue
        found.append(student)
    return found


def _came_later(course: Course, name: str, student: str, came: datetime | None) -> bool:
    """Whether a student has handed in anew since all that was collected, by the platform's clock; no other can tell."""
    times = [
        moment.at
        for moment in moments(course, name, student).values()
        if moment.clock == "platform" and moment.at is not None
    ]
    return came is not None and bool(times) and came > max(times)


# ---------------------------------------------------------------------- filing


@dataclass(frozen=True)
class _Place:
    """Where a student's files lie."""

    student: str
    path: str
    files: list[Download]


@dataclass(frozen=True)
class _Candidate:
    """A file of a student's, and what it says of itself."""

    path: str
    one: HandIn
    read: Submission
    fits: bool
    own: bool
    """Whether it answers this student's own questions, and says so with their signature."""
    changed: float = 0.0

    def rank(self, rule: Rule) -> tuple[object, ...]:
        """Sort by this: the greatest counts.  What a file says of itself comes before its name and its own time."""
        by_submit = self.read.recorded and HAND_IN.name.encode() in (
            self.one.content or b""
        )
        said = self.read.said
        earliest = -1 if rule.counts == "first" else 1
        at = earliest * said.timestamp() if said else 0.0
        return (
            self.fits,
            by_submit,
            self.own,
            *rule.order(self.one.when),
            at,
            self.changed,
            _copies(self.path),
            self.path.lower().endswith(".ipynb"),
            self.path,
        )

    def order(self, rule: Rule) -> tuple[object, ...]:
        """Sort by this what came at several times: whatever it is called, and however it was written."""
        said = self.read.said
        newest = said.timestamp() if said else 0.0
        at = -newest if rule.counts == "first" else newest
        return self.read.problem is None, *rule.order(self.one.when), at


def _copies(path: str) -> int:
    """Which copy a file is, by the name that browsers, Jupyter and people give it.

    Examples
    --------
    >>> [_copies(name) for name in ("a.ipynb", "a (2).ipynb", "a-Copy3.ipynb", "a(10).answers.json")]
    [0, 2, 3, 10]
    """
    found = _COPY.search(PurePosixPath(path).name)
    return int(found[1] or found[2]) if found else 0


class _Desk:
    """Where the files of one student after the other are looked through, and one of them is filed."""

    def __init__(
        self, course: Course, name: str, came: Mapping[str, datetime], replace: bool
    ) -> None:
        self.course = course
        self.name = name
        self.came = came
        self.replace = replace
        self.now = datetime.now(UTC).replace(microsecond=0)
        self.common = _signatures(course, name, "")
        self.refused: list[tuple[str, str]] = []
        self.passed: list[tuple[str, str]] = []
        self.unreadable: list[tuple[str, str]] = []

    def refuse(self, path: str, why: str, **values: str | int) -> None:
        """Name a file of which the lecturer has to decide."""
        self.refused.append((path, CATALOGUE.text(f"collect.{why}", None, **values)))

    def pass_over(self, path: str, why: str, **values: str | int) -> None:
        """Name a file that does not count."""
        self.passed.append((path, CATALOGUE.text(f"collect.{why}", None, **values)))

    def one_place_each(self, places: list[_Place]) -> list[_Place]:
        """The places of those who have one each; others are refused."""
        by_student = defaultdict(list)
        for place in places:
            by_student[place.student].append(place)
        single = [mine[0] for mine in by_student.values() if len(mine) == 1]
        for student, mine in by_student.items():
            listed = ", ".join(place.path for place in mine)
            for place in mine if len(mine) > 1 else ():
                self.refuse(place.path, "twice", student=student, places=listed)
        return single

    def file(self, lead: str, places: list[_Place]) -> Filed | None:
        """File what counts of all that a group handed in, or one who works alone, and keep the others."""
        together = self.course.groups(self.name).with_(lead)
        signatures = self.common.union(
            *(_signatures(self.course, self.name, one) for one in together)
        )
        found: list[_Candidate] = []
        for place in places:
            found += self._looked_through(place, signatures)
        if not found:
            return None
        best = self._choose(lead, found, signatures)
        file_hand_in(self.course, self.name, lead, best.one)
        if best in found and best.read.problem:
            self._name_unreadable(best, "not_readable", lead)
            return None
        return self._said(lead, together, best)

    def _name_unreadable(self, one: _Candidate, what: str, student: str) -> None:
        """Name a file that nobody can read, and say why and what becomes of it."""
        (problem,) = one.read.remarks
        values = {"problem": remark_text(problem), "student": student}
        why = CATALOGUE.text(f"collect.{what}", None, **values)
        self.unreadable.append((one.path, why))

    def _looked_through(self, claim: _Place, signatures: set[str]) -> list[_Candidate]:
        """What may count of all that lies in a place."""
        student = claim.student
        place = claim.path
        files = claim.files
        known = len(self.refused)
        kinds: dict[str, list[Download]] = {"notebook": [], "record": [], "": []}
        ours = [one.path for one in files if one.problem]
        for one in files:
            if not one.problem:
                kinds[one.kind()].append(one)
        found = self._candidates(
            student, place, kinds["notebook"], kinds["record"], signatures
        )
        others = sorted(_within(one.path, place) for one in kinds[""])
        if not found:
            others += [] if others else sorted(_within(path, place) for path in ours)
            if others:
                listed = in_list(others, NAMED)
                self.refuse(place, "nothing", student=student, files=listed)
            elif len(self.refused) == known and not kinds["record"]:
                self.refuse(place, "nothing", student=student, files="–")
        elif others:
            self.pass_over(place, "others", files=in_list(others, NAMED))
        return found

    def _choose(
        self, student: str, found: list[_Candidate], signatures: set[str]
    ) -> _Candidate:
        """The one that counts, of these and of those that came before; all of them are kept."""
        rule = self.course.rule(self.name, student)
        before: list[_Candidate] = []
        if not self.replace:
            earlier = kept(self.course, self.name, student)
            last = filed(self.course, self.name, student)
            if last and not earlier:
                earlier.append(last)
            for one in earlier:
                again = False
                for place, new in enumerate(found):
                    if new.one.sum != one.sum:
                        continue
                    again = True
                    if new.one.clock != "platform" and one.when is not None:
                        # It came when it came first
                        found[place] = dataclasses.replace(new, one=one)
                if not again:
                    before.append(self._candidate("", one, signatures))
        best = max(found, key=lambda one: one.rank(rule))
        # Of two of the same time the first in this list counts
        best = max([best, *before], key=lambda one: one.order(rule))
        for candidate in found:
            if candidate.read.problem is None:
                keep(self.course, self.name, student, candidate.one)
            # A platform gives the hand-in of a group to each of its members
            is_shared = candidate.one.sum == best.one.sum and _top(
                candidate.path
            ) != _top(best.path)
            if candidate is best or is_shared:
                continue
            if best not in before:
                self.pass_over(candidate.path, "older", student=student)
            elif all(one.read.problem for one in found):
                self._name_unreadable(candidate, "not_readable_earlier", student)
            else:
                self.pass_over(candidate.path, "earlier", student=student)
        return best

    def _candidates(
        self,
        student: str,
        place: str,
        notebooks: list[Download],
        records: list[Download],
        signatures: set[str],
    ) -> list[_Candidate]:
        record = self._record(student, records, signatures)
        notebooks, unread = _first(sorted(notebooks, key=lambda f: (f.time, f.path)))
        if unread:
            listed = in_list(sorted(unread), NAMED)
            self.pass_over(place, "not_read", limit=FILES, files=listed)
        found: list[_Candidate] = []
        costly = 0
        for one in notebooks:
            content = one.content()
            if isinstance(content, str):
                self.refuse(one.path, content, size=one.size >> 20)
                continue
            beside = record.one.record if record else None
            read = handin.unread("too_costly")
            if costly < COSTLY:
                read = _glance(content, beside)
            costly += read.problem == "too_costly"
            if read.name not in (None, self.name):
                self.refuse(one.path, "other_set", name=str(read.name))
                continue
            handed = self._dated(student, HandIn(content, beside), read, one.time)
            found.append(self._candidate(one.path, handed, signatures, read, one.time))
        if record and not found:
            return [record]
        return found

    def _candidate(
        self,
        path: str,
        one: HandIn,
        signatures: set[str],
        read: Submission | None = None,
        changed: float = 0.0,
    ) -> _Candidate:
        read = read or _glance(one.content or b"", one.record)
        fits = read.problem is None and (read.recorded or read.name == self.name)
        return _Candidate(path, one, read, fits, read.signature in signatures, changed)

    def _dated(
        self, student: str, one: HandIn, read: Submission, changed: float
    ) -> HandIn:
        """A hand-in with its time: the platform's, or else the student's own, or the file's; never a later one."""
        times = {"platform": self.came.get(student), "student": read.said}
        if changed:
            times["file"] = datetime.fromtimestamp(changed, UTC)
        clock = next((clock for clock, when in times.items() if when), "collected")
        when = times.get(clock) or self.now
        return HandIn(one.content, one.record, min(when, self.now), clock)

    def _record(
        self, student: str, records: list[Download], signatures: set[str]
    ) -> _Candidate | None:
        """The newest record of the set that lies there, as a hand-in without a notebook."""
        empty = json.dumps(notebook([], {"finity": {"set": self.name}})).encode()
        found: list[_Candidate] = []
        for one in records[:FILES]:
            content = one.content()
            if isinstance(content, str):
                self.refuse(one.path, content, size=one.size >> 20)
                continue
            read = _glance(empty, content)
            if read.name not in (None, self.name) or _of_another(one.name, self.name):
                self.pass_over(one.path, "other_record", name=self.name)
                continue
            handed = self._dated(student, HandIn(empty, content), read, one.time)
            found.append(self._candidate(one.path, handed, signatures, read, one.time))
        for one in records[FILES:]:
            self.pass_over(one.path, "not_read", limit=FILES, files=one.path)
        best = max(found, key=lambda one: one.rank(Rule()), default=None)
        for candidate in found:
            if candidate is not best:
                self.pass_over(candidate.path, "older", student=student)
        return best

    def _said(self, student: str, together: tuple[str, ...], best: _Candidate) -> Filed:
        read, one = best.read, best.one
        remarks = list(read.remarks)
        has_own = (self.course.variants(self.name) / f"{student}.json").exists()
        common = read.signature in self.common
        whose = {*together}
        if has_own:
            # The questions of a group have the name of one of it, who may have been forgotten
            whose.add(self.course.issued(self.name, student)["student"])
        if read.student and read.student not in whose:
            remarks.append(Remark("other_variant", what=read.student[:60]))
        elif has_own and common:
            remarks.append(Remark("common"))
        elif read.recorded and not (read.signature and (read.student or not has_own)):
            remarks.append(Remark("unsigned"))
        days = self.course.rule(self.name, student).days(one.when)
        if days:
            remarks.append(Remark("late", what=str(days)))
        when = one.when.isoformat(timespec="seconds") if one.when else ""
        path = best.path or CATALOGUE.text("collect.before")
        return Filed(path, read.written or when, len(read.entries), tuple(remarks))


def _top(path: str) -> str:
    return PurePosixPath(path).parts[0] if path else ""


def _within(path: str, place: str) -> str:
    return path.removeprefix(f"{place}/")


def _of_another(file: str, name: str) -> bool:
    """Whether a record is called like that of another set."""
    found = re.fullmatch(r"(.+)\.answers[^.]*\.json", file)
    return found is not None and not found[1].endswith(name.lower())


def _signatures(course: Course, name: str, student: str) -> set[str]:
    """The signatures under which questions of a student went out; "" has those of all."""
    path = course.variants(name) / f"{student or '_common'}.json"
    if not path.is_file():
        return set()
    issued = read_json(path, INSTANCES)
    return {issued["signature"], *issued.get("earlier", [])}


def _first(notebooks: list[Download]) -> tuple[list[Download], list[str]]:
    """The notebooks that are read, what `submit` wrote first and then the newest, and the paths of the others."""
    notebooks = notebooks[::-1]
    if len(notebooks) > FILES:
        left = SEARCHED
        by_submit: list[Download] = []
        others: list[Download] = []
        for found in notebooks:
            content: bytes | str = ""
            if found.size <= left:
                content = found.content()
            left -= found.size
            if isinstance(content, bytes) and HAND_IN.name.encode() in content:
                by_submit.append(found)
            else:
                others.append(found)
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
