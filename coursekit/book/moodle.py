"""What Moodle's assignment gives out and takes: its grading worksheet, and archives with a file for every participant.

Moodle's own number of a participant leads to a person, not a name.  It stands in the first column of the worksheet
and in the name of each folder of a download, ``Name_NUMBER_assignsubmission_file``, which ``identity.py`` reads.  An
archive that goes back has the same form: the importer of feedback files
(``mod/assign/feedback/file/importziplib.php`` in Moodle's source) cuts the name of a folder at its first four
strokes, looks the number up, and takes the rest of the path as the name of the file; a name that begins with a dot or
a tilde it passes over.
"""

import io
import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from boardkit.errors import UserError
from boardkit.messages import LANGUAGES
from coursekit.book.tables import folded, places, read_table
from coursekit.texts import CATALOGUE, message

_MONTHS = (
    "jan ene|feb|mar mär|apr abr|may mai|jun|jul|aug ago|sep|oct okt|nov|dec dez dic"
)
_TIME = re.compile(r"(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap]\.?\s?m)?", re.IGNORECASE)


@dataclass(frozen=True)
class Worksheet:
    """The grading worksheet of an assignment, as Moodle gave it out or a spreadsheet saved it.

    Parameters
    ----------
    rows : list of list of str
        The first has the headings, in the language of the site.
    """

    rows: list[list[str]]

    @classmethod
    def read(cls, file: Path) -> "Worksheet":
        """Read a file.

        Raises
        ------
        UserError
            If it is no such worksheet.
        """
        try:
            found = cls(read_table(file))
        except ValueError:
            found = cls([[]])
        if not found.rows or found.place("grade") is None:
            raise UserError(message("export.no_worksheet", file=str(file))) from None
        return found

    def place(self, what: str) -> int | None:
        """Where a column stands."""
        return next(iter(places(self.rows[0], headings(what))), None)

    def copied(self) -> list[list[str]]:
        """The rows, to be changed."""
        return [[*row] for row in self.rows]

    def _cell(self, number: int, what: str) -> str:
        place, row = self.place(what), self.rows[number]
        return row[place].strip() if place is not None and place < len(row) else ""

    def maximum(self, number: int) -> float | None:
        """How many points there are at most, as a row says."""
        text = self._cell(number, "maximum").replace(",", ".")
        return float(text) if re.fullmatch(r"\d+(\.\d+)?", text) else None

    def participant(self, number: int) -> str:
        """Moodle's number of the participant, with which a row ends its first cell: "Participant 7001"."""
        found = re.search(r"[0-9]+$", self.rows[number][0] if self.rows[number] else "")
        return found[0] if found else ""

    def came(self, number: int) -> datetime | None:
        """When somebody handed in there last."""
        return moment(self._cell(number, "submitted"))

    def handed_in(self, number: int) -> bool:
        """Whether somebody handed in there: there is a time, or where the site names none, the status says so."""
        if any(c.isdigit() for c in self._cell(number, "submitted")):
            return True
        status = folded(self._cell(number, "status"))
        return any(map(status.startswith, headings("handed_in")))

    def name(self, number: int) -> str:
        """The full name in a row."""
        return self._cell(number, "name")

    def owners(
        self, people: Mapping[str, Mapping[str, str]], numbers: Mapping[str, str]
    ) -> dict[str, int]:
        """Whose row is whose, by what identifies people in columns that are made for it; never by a guess.

        A row with another number than the one under which a student's work came is somebody else's, or the work is.
        """
        by = {what: self._column(what) for what in ("address", "id", "name")}
        number = self._numbered()
        found: dict[str, list[int]] = {}
        for student, person in people.items():
            if person["email"] and by["address"]:
                mine = by["address"].get(folded(person["email"]), [])
            else:
                mine = (
                    by["id"].get(folded(student), [])
                    or by["id"].get(folded(person.get("number", "") or student), [])
                    or number.get(numbers.get(student, ""), [])
                    or [
                        row
                        for text in _full(person)
                        for row in by["name"].get(text, [])
                    ]
                )
            same = mine
            if student in numbers and number:
                same = number.get(numbers[student], [])
            found[student] = mine if {*same} == {*mine} else []
        taken = Counter(n for mine in found.values() for n in {*mine})
        return {
            student: mine[0]
            for student, mine in found.items()
            if len({*mine}) == 1 and taken[mine[0]] == 1
        }

    def _column(self, what: str) -> dict[str, list[int]]:
        """The rows by what stands in the columns of a kind; empty if there is no such column, or nothing in it."""
        found: dict[str, list[int]] = {}
        for number, row in enumerate(self.rows[1:], 1):
            cells = {
                folded(row[place])
                for place in places(self.rows[0], headings(what))
                if place < len(row)
            }
            for text in cells - {""}:
                found.setdefault(text, []).append(number)
        return found

    def _numbered(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for number in range(1, len(self.rows)):
            if participant := self.participant(number):
                found.setdefault(participant, []).append(number)
        return found


def headings(id: str) -> set[str]:
    """One of Moodle's headings in every language: that of the site is not known."""
    return {
        folded(one)
        for lang in LANGUAGES
        for one in CATALOGUE.text(f"export.moodle.{id}", lang).split(" | ")
    }


def _full(person: Mapping[str, str]) -> set[str]:
    first, last = person["first_name"], person["last_name"]
    if not (first or last):
        return set()
    return set(map(folded, (f"{first} {last}", f"{last} {first}", f"{last}, {first}")))


def moment(text: str) -> datetime | None:
    """Read a time as Moodle writes it, in our languages, by the clock here; None if it is none.

    Examples
    --------
    >>> for text in ("Thursday, 19 November 2026, 10:37 PM", "Donnerstag, 19. November 2026, 22:37",
    ...              "jueves, 19 de noviembre de 2026, 22:37", "-"):
    ...     print(moment(text) and moment(text).strftime("%Y-%m-%d %H:%M"))
    2026-11-19 22:37
    2026-11-19 22:37
    2026-11-19 22:37
    None
    """
    clock = _TIME.search(text)
    year = re.search(r"\b20\d{2}\b", text)
    day = re.search(r"\b\d{1,2}\b", text)
    words = [word[:3] for word in folded(text).replace(",", " ").split()]
    month = [
        n
        for n, names in enumerate(_MONTHS.split("|"), 1)
        if {*names.split()} & {*words[1:]}
    ]
    if not (clock and year and day and len(month) == 1):
        return None
    hour = int(clock[1])
    if clock[3]:
        hour = hour % 12 + 12 * (clock[3][0].lower() == "p")
    try:
        found = datetime(int(year[0]), month[0], int(day[0]), hour, int(clock[2]))
    except ValueError:
        return None
    return found.astimezone()


def feedback_archive(
    worksheet: Worksheet, owners: Mapping[str, int], files: Mapping[str, Iterable[Path]]
) -> bytes:
    """Return the archive that an assignment takes under "upload multiple feedback files in a zip".

    Parameters
    ----------
    worksheet : Worksheet
    owners : dict of str to int
        The row of each student.
    files : dict of str to iterable of Path
        What each student gets.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for student, mine in files.items():
            row = owners[student]
            name = re.sub(r"[^\w-]|_", " ", worksheet.name(row)).strip() or "x"
            folder = f"{name}_{worksheet.participant(row)}_assignfeedback_file"
            for path in mine:
                archive.write(path, f"{folder}/{path.name}")
    return out.getvalue()
