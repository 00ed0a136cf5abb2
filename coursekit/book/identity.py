"""Whose work it is, by where it lies: names of students and of learning platforms, and names that only look alike."""

import difflib
import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from boardkit.errors import UserError
from boardkit.foreign import in_line
from boardkit.whole_files import write_whole
from coursekit.formats import PARTICIPANTS
from coursekit.sets.course import Course, checked_set, read_json, safe_id
from coursekit.texts import CATALOGUE, message

_MOODLE = re.compile(
    r"(?P<name>.+?)_(?P<number>\d+)_assignsubmission_(?:file|onlinetext)"
)
_CANVAS = re.compile(
    r"(?P<name>[^\W\d_]+)_(?:late_)?(?P<number>\d+)_\d+_", re.IGNORECASE
)
_ENDING = re.compile(r"(?:\.(?:ipynb|answers|json|txt|html|pdf|py))+$", re.IGNORECASE)
_ALIKE = str.maketrans("01iаеорсухіјѕԁһοαιν", "ollaeopcyxljsdhoalv")


class Participants:
    """The numbers under which learning platforms know students, as they were first seen (``private/participants``).

    Everybody chooses a name there, and nobody a number.  Moodle numbers anew in each assignment, Canvas once for all.
    """

    def __init__(self, course: Course, name: str) -> None:
        self._file = course.private / "participants" / f"{checked_set(name)}.json"
        self._numbers: dict[str, dict[str, str]] = {"moodle": {}, "canvas": {}}
        self._certain: dict[str, str] = {}
        for path in [self._file, *sorted(self._file.parent.glob("*.json"))]:
            seen = read_json(path, PARTICIPANTS) if path.is_file() else {}
            for platform in ("moodle", "canvas") if path == self._file else ("canvas",):
                self._numbers[platform] = {
                    **seen.get(platform, {}),
                    **self._numbers[platform],
                }

    def of_moodle(self) -> dict[str, str]:
        """Moodle's numbers in this assignment, by student."""
        return self._numbers["moodle"]

    def learn(self, numbers: Mapping[str, str]) -> None:
        """Take Moodle's numbers, by student, from its own worksheet: they hold whatever was seen before."""
        known = self._numbers["moodle"]
        taken = {*numbers.values()}
        for student in [one for one, number in known.items() if number in taken]:
            del known[student]
        known.update(numbers)
        self._certain = {number: student for student, number in numbers.items()}

    def certain(self, text: str) -> str | None:
        """The student of whom Moodle itself has said that the number in a text is theirs."""
        if not _MOODLE.match(text):
            return None
        return self._certain.get(_number(text))

    def number_of(self, text: str, student: str) -> str | None:
        """The number that a student had before, on the platform that has written a text."""
        return self._numbers[_kind(text)].get(student)

    def who(self, text: str) -> str | None:
        """The student whose number stands in a text of a platform."""
        number = _number(text)
        for student, one in self._numbers[_kind(text)].items():
            if one == number:
                return student
        return None

    def note(self, text: str, student: str) -> bool:
        """Keep the number in a text of a platform, and say whether it is seen for the first time."""
        number, known = _number(text), self._numbers[_kind(text)]
        if number in ("", student) or student in known:
            return False
        known[student] = number
        return True

    def keep(self) -> None:
        """Write the numbers down."""
        write_whole(
            self._file,
            json.dumps(
                {**PARTICIPANTS.head, **self._numbers}, indent=1, sort_keys=True
            ),
            0o600,
        )


def _kind(text: str) -> str:
    return "moodle" if _MOODLE.match(text) else "canvas"


def _number(text: str) -> str:
    found = _platform(text)
    if found is None:
        return ""
    return found["number"]


def rule_of(pattern: str | None) -> re.Pattern[str] | None:
    """Return a lecturer's own rule, which must say where the student's name stands.

    Raises
    ------
    UserError
        If it is not a regular expression, or has no group ``student``.
    """
    if pattern is None:
        return None
    try:
        rule = re.compile(pattern)
    except re.error as error:
        raise UserError(
            message("collect.pattern", pattern=pattern, problem=str(error))
        ) from None
    if "student" not in rule.groupindex:
        raise UserError(message("collect.no_group", pattern=pattern))
    return rule


def _platform(text: str) -> re.Match[str] | None:
    return _MOODLE.match(text) or _CANVAS.match(text)


def place_of(
    path: str, rule: re.Pattern[str] | None, known: Mapping[str, object]
) -> tuple[str, str]:
    """Return the place that makes a claim, and the text that names the student."""
    parts = PurePosixPath(path).parts
    if rule is not None:
        found = rule.search(path)
        return parts[0], (found["student"] or "") if found else ""
    if len(parts) > 1:
        return parts[0], parts[0]
    stem = _ENDING.sub("", parts[0])
    if found := _CANVAS.match(stem):
        text = f"{found['name']}_{found['number']}_0_"  # each attempt has a number of its own
    elif found := _MOODLE.match(stem):
        text = found[0]
    else:  # the longest beginning that is a student, for there are ids with strokes
        words = stem.split("_")
        while len(words) > 1 and "_".join(words) not in known:
            words.pop()
        text = "_".join(words)
    return f"{text}*", text


def student_of(
    text: str,
    known: Mapping[str, Mapping[str, str]],
    participants: Participants | None = None,
) -> str | None:
    """Return the known student that a text names, if it names exactly one.

    A name on a platform counts as long as no number contradicts it.
    """
    text = unicodedata.normalize("NFC", text)
    if text in known:
        return text
    if not _platform(text):
        return None
    if participants and (certain := participants.certain(text)):
        return certain
    same = _namesakes(text, known)
    before = participants.who(text) if participants else None
    if before is not None:
        if same and before not in same:
            return None
        return before
    if len(same) == 1:
        if not (participants and participants.number_of(text, same[0])):
            return same[0]
        return None
    return _number(text) if not same and _number(text) in known else None


def _namesakes(text: str, known: Mapping[str, Mapping[str, str]]) -> list[str]:
    """The students whose name stands in a text of a platform."""
    found = _platform(text)
    return _called(found["name"], known) if found else []


def _called(text: str, known: Mapping[str, Mapping[str, str]]) -> list[str]:
    """The students whose full name a text is."""
    name = _letters(text)
    if not name:
        return []
    return [
        id
        for id, student in known.items()
        if name in map(_letters, _full_names(student))
    ]


def _full_names(student: Mapping[str, str]) -> list[str]:
    names = [student.get("first_name", ""), student.get("last_name", "")]
    return [" ".join(names), " ".join(reversed(names))]


def _letters(name: str) -> str:
    """A name as platforms write it: Canvas leaves out all but letters."""
    text = unicodedata.normalize("NFC", name).casefold()
    return "".join(filter(str.isalnum, text))


def _skeleton(text: str) -> str:
    """What a text looks like: without case, width and accents, and with one letter for all that look the same."""
    plain = unicodedata.normalize(
        "NFKD", unicodedata.normalize("NFKC", text).casefold()
    )
    return "".join(c for c in plain if not unicodedata.combining(c)).translate(_ALIKE)


def _alike(text: str, known: Iterable[str]) -> list[str]:
    return [id for id in known if _skeleton(id) == _skeleton(text)]


def nearest(name: str, known: Mapping[str, Mapping[str, str]]) -> list[str]:
    """The students whose id or name a text resembles most: somebody may have misspelt it."""
    looks: dict[str, list[str]] = {}
    for id, student in known.items():
        for written in (*_full_names(student), id):
            looks.setdefault(_skeleton(written), []).append(id)
    near = difflib.get_close_matches(_skeleton(name)[:100], list(looks), 3)
    return [*dict.fromkeys(id for look in near for id in looks[look])]


def check_extensions(course: Course) -> None:
    """Refuse a plan with an extension for somebody whom the course does not know: nobody would have it.

    Raises
    ------
    UserError
        Naming the nearest students.
    """
    if not any(one.extensions for one in course.plan.sets.values()):
        return
    known: dict[str, Mapping[str, str]] = {}
    for student in course.everybody():
        known[student] = {}
    known |= course.students()
    for name, one in course.plan.sets.items():
        for student in one.extensions:
            if student not in known:
                raise UserError(
                    message(
                        "plan.no_student",
                        name=name,
                        student=in_line(student),
                        near=", ".join(nearest(student, known)) or "–",
                    )
                )


def may_be_new(
    text: str, known: Mapping[str, object], claimed: Iterable[str] = ()
) -> bool:
    """Say whether a name that nobody has can become a new student's id, beside the others that come with it."""
    return safe_id(text) and not (
        _alike(text, {*known, *claimed} - {text}) or _platform(text)
    )


def why_not(
    text: str,
    known: Mapping[str, Mapping[str, str]],
    claimed: Iterable[str] = (),
    participants: Participants | None = None,
) -> str:
    """Say why a name is nobody's, with the students that may be meant."""
    if not text:
        return CATALOGUE.text("collect.whose")
    if alike := _alike(text, {*known, *claimed} - {text}):
        students = ", ".join(map(in_line, sorted(alike)))
        return CATALOGUE.text("collect.alike", name=in_line(text), students=students)
    if participants is not None and _platform(text):
        namesakes = [
            student
            for student in _namesakes(text, known)
            if participants.number_of(text, student)
        ]
        if before := participants.who(text) or next(iter(namesakes), None):
            return CATALOGUE.text(
                "collect.number",
                number=_number(text),
                student=before,
                before=participants.number_of(text, before),
            )
    platform = _platform(text)
    name = platform["name"] if platform else text
    if same := _namesakes(text, known):
        what = {"moodle": "namesakes", "canvas": "namesakes_canvas"}[_kind(text)]
        return CATALOGUE.text(
            f"collect.{what}",
            name=in_line(name),
            students=", ".join(map(in_line, same)),
        )
    if called := _called(text, known):
        return CATALOGUE.text(
            "collect.by_full_name",
            name=in_line(text),
            students=", ".join(map(in_line, called)),
        )
    students = ", ".join(nearest(name, known)) or "–"
    why = CATALOGUE.text(
        "collect.unknown" if known else "collect.nobody",
        students=students,
        name=in_line(name),
    )
    return why + (
        CATALOGUE.text("collect.or_new") if may_be_new(text, known, claimed) else ""
    )
