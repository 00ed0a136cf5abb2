"""Whose work it is, by where it lies: names of students and of learning platforms, and names that only look alike."""

import difflib
import re
import unicodedata
from collections.abc import Mapping
from pathlib import PurePosixPath

from boardkit.errors import UserError
from coursekit.sets.course import safe_id
from coursekit.texts import CATALOGUE

_MOODLE = re.compile(r"(?P<name>[^_]+)_(?P<number>\d+)_assignsubmission_(?:file|onlinetext)")
_CANVAS = re.compile(r"(?P<name>[^\W\d_]+)_(?:late_)?(?P<number>\d+)_\d+_", re.IGNORECASE)
_ALIKE = str.maketrans("01iаеорсухіјѕԁһοαιν", "ollaeopcyxljsdhoalv")


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
        raise UserError(CATALOGUE.message("collect.pattern", pattern=pattern, problem=str(error))) from None
    if "student" not in rule.groupindex:
        raise UserError(CATALOGUE.message("collect.no_group", pattern=pattern))
    return rule


def _platform(text: str) -> re.Match[str] | None:
    return _MOODLE.match(text) or _CANVAS.match(text)


def place_of(path: str, rule: re.Pattern[str] | None, known: Mapping[str, object]) -> tuple[str, str]:
    """Return the place that makes a claim, and the text that names the student."""
    parts = PurePosixPath(path).parts
    if rule is not None:
        found = rule.search(path)
        return parts[0], (found["student"] or "") if found else ""
    if len(parts) > 1:
        return parts[0], parts[0]
    stem = parts[0].removesuffix(".ipynb").removesuffix(".answers.json")
    if found := _CANVAS.match(stem):
        text = f"{found['name']}_{found['number']}_0_"  # each attempt has a number of its own
    elif found := _MOODLE.match(stem):
        text = found[0]
    else:  # the longest beginning that is a student, for there are ids with strokes
        words = stem.split("_")
        text = next((t for n in range(len(words), 0, -1) if (t := "_".join(words[:n])) in known), words[0])
    return f"{text}*", text


def student_of(text: str, known: Mapping[str, Mapping[str, str]]) -> str | None:
    """Return the known student that a text names, if it names exactly one."""
    text = unicodedata.normalize("NFC", text)
    if text in known:
        return text
    if found := _platform(text):
        name = _letters(found["name"])
        same = [id for id, student in known.items() if name and name in map(_letters, _full_names(student))]
        return same[0] if len(same) == 1 else found["number"] if not same and found["number"] in known else None
    return None


def _full_names(student: Mapping[str, str]) -> list[str]:
    names = [student.get("first_name", ""), student.get("last_name", "")]
    return [" ".join(names), " ".join(reversed(names))]


def _letters(name: str) -> str:
    """A name as platforms write it: Canvas leaves out all but letters."""
    return "".join(c for c in unicodedata.normalize("NFC", name).casefold() if c.isalnum())


def _skeleton(text: str) -> str:
    """What a text looks like: without case, width and accents, and with one letter for all that look the same."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(c for c in plain if not unicodedata.combining(c)).translate(_ALIKE)


def _alike(text: str, known: Mapping[str, object]) -> list[str]:
    return [id for id in known if _skeleton(id) == _skeleton(text)]


def may_be_new(text: str, known: Mapping[str, object]) -> bool:
    """Say whether a name that nobody has can become a new student's id."""
    return safe_id(text) and not (_alike(text, known) or _platform(text))


def why_not(text: str, known: Mapping[str, Mapping[str, str]]) -> str:
    """Say why a name is nobody's, with the students that may be meant."""
    if not text:
        return CATALOGUE.text("collect.whose")
    if alike := _alike(text, known):
        return CATALOGUE.text("collect.alike", name=text, students=", ".join(alike))
    platform = _platform(text)
    name = platform["name"] if platform else text
    looks = {_skeleton(written): id for id, student in known.items() for written in (*_full_names(student), id)}
    near = difflib.get_close_matches(_skeleton(name)[:100], list(looks), 3)
    students = ", ".join(dict.fromkeys(looks[n] for n in near)) or "–"
    why = CATALOGUE.text("collect.unknown" if known else "collect.nobody", students=students, name=name)
    return why + (CATALOGUE.text("collect.or_new") if may_be_new(text, known) else "")
