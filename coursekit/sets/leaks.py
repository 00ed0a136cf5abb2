"""Whether a file that students will get holds a solution of the set: its text, its marks, or the words above it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from boardkit.errors import UserError
from boardkit.foreign import in_line
from coursekit.formats import Instances
from coursekit.sets.build import answer_cells
from coursekit.sets.source import ProblemSet, solution_lines
from coursekit.texts import message

_MARKS = re.compile(r"# *(BEGIN|END) (SOLUTION|HIDDEN)")
_HEADINGS = re.compile(
    r"^[\W_]{0,12}(model (answer|solution)|sample solution|rubric|marking scheme|"
    r"musterantwort|musterlösung|bewertungsschema|lösungsskizze|"
    r"(respuesta|solución) modelo|rúbrica|criterios de corrección)s?[ \t]*([.:*_]|$)",
    re.IGNORECASE | re.MULTILINE,
)
LONG = 20  # a shorter line may stand in a file by chance


class Solutions:
    """What must not go out.

    Parameters
    ----------
    written, translated : ProblemSet
        The set as it was written, and in the language in which it goes out.
    common : dict
        The common instances, with keys.
    """

    def __init__(
        self, written: ProblemSet, translated: ProblemSet, common: Instances
    ) -> None:
        secret = [
            line
            for problems in (written, translated)
            for line in _secret_lines(problems)
        ]
        for id, one in common["questions"].items():
            if written.questions[id].kind != "function":
                secret.append(f"answer = {one['key']!r}")
            elif not written.questions[id].code.strip():
                secret += one["key"]["source"].splitlines()
        shown = [
            text
            for problems in (written, translated)
            for text in _shown(problems, common)
        ]
        self.lines = set(map(_even, secret)) - {
            _even(line) for text in shown for line in text.splitlines()
        }

    def refuse_in(self, path: Path) -> None:
        """Look into a file.

        Raises
        ------
        UserError
            If it holds a solution; it names the file, and what was found.
        """
        text = "\n".join(_texts(path))
        even = _even(text)
        found = _MARKS.search(text) or _HEADINGS.search(text)
        if found:
            lines = [found[0]]
        else:
            lines = [line for line in self.lines if len(line) >= LONG and line in even]
        if lines:
            raise UserError(
                message("course.leak", file=str(path), found=in_line(lines[0]))
            )


def _even(text: str) -> str:
    return " ".join(text.split())


def _secret_lines(problems: ProblemSet) -> Iterator[str]:
    """Model answers and rubrics, and solutions of functions."""
    for q in problems.questions.values():
        yield from q.code.splitlines() if q.manual else solution_lines(q.code)


def _shown(problems: ProblemSet, common: Instances) -> list[str]:
    """What students are to see of the authored text."""
    prose = [cell.text for cell in problems.cells if cell.kind != "question"]
    return prose + [one["cell"] for one in answer_cells(problems, common).values()]


def _texts(path: Path) -> Iterator[str]:
    """What stands in a file; of a notebook, what stands in its cells, for there a line end is written as two signs."""
    content = path.read_bytes()
    coded = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    text = content.decode("utf-16" if coded else "utf-8", "replace")
    try:
        yield from _strings(json.loads(text))
    except (ValueError, RecursionError):
        yield text


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)
    elif isinstance(value, dict):
        for one in value.values():
            yield from _strings(one)
