"""Files that outlive a session say what they are: a name and a version; each is stated once, where its files are read.

JSON has them as ``{"format": "finity-edu/answers", "version": 1, …}``; a text has ``finity-edu/game 1`` as its first
line or in its first tag. A file of an older version is read, one of a newer version is refused by name. To change a
format: raise its version, let its reader turn the older data into the new, and add a sample to ``tests/formats``; the
samples of all versions stay for ever.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from boardkit.errors import UserError
from boardkit.messages import CATALOGUE

_LINE = re.compile(r"(finity-edu/[a-z-]+) ([1-9][0-9]{0,5})")


class FormatError(UserError):
    """A file of another format than was asked for; ``found`` is what it says that it is."""

    def __init__(
        self, found: object, format: Format, file: str, problem: str = "foreign"
    ) -> None:
        self.found = str(found)[:60]
        super().__init__(
            CATALOGUE.message(
                f"format.{problem}",
                file=file or format.name,
                found=self.found,
                format=format.name,
                version=format.version,
            )
        )


class NewerFormatError(FormatError):
    """A file that was written by a newer version of this program; ``found`` is the version of its format."""


@dataclass(frozen=True)
class Format:
    """A kind of file, and the version in which it is written now.

    Examples
    --------
    >>> answers = Format("finity-edu/answers", 2)
    >>> answers.head
    {'format': 'finity-edu/answers', 'version': 2}
    >>> answers.check({"format": "finity-edu/answers", "version": 1})
    1
    >>> answers.check({"format": "finity-edu/answers", "version": 3}, "ps1.answers.json")
    Traceback (most recent call last):
    boardkit.formats.NewerFormatError: ps1.answers.json was written by a newer version of this program ...
    """

    name: str
    version: int

    @property
    def head(self) -> dict[str, object]:
        """What a JSON file begins with."""
        return {"format": self.name, "version": self.version}

    def check(self, data: object, file: str = "") -> int:
        """Return the version of the data of a file.

        Raises
        ------
        FormatError, NewerFormatError
            If they are of another format, or of a newer version than this program knows; it names the file.
        """
        head = data if isinstance(data, Mapping) else {}
        name, version = head.get("format"), head.get("version")
        if name != self.name or type(version) is not int or version < 1:
            raise FormatError(name, self, file)
        if version > self.version:
            raise NewerFormatError(version, self, file, "newer")
        return version

    @property
    def line(self) -> str:
        """What a text begins with.

        >>> Format("finity-edu/game", 1).line
        'finity-edu/game 1'
        """
        return f"{self.name} {self.version}"

    def check_line(self, line: str) -> int:
        """Return the version that such a line states; raises as `check` does."""
        found = _LINE.fullmatch(line.strip())
        return self.check(
            {"format": found[1], "version": int(found[2])}
            if found
            else {"format": line}
        )

    def body(self, text: str) -> str:
        """Return a text without the first line that says its format; it may be missing, as in files of version 0.1."""
        first, _, rest = text.partition("\n")
        if not first.startswith("finity-edu/"):
            return text
        self.check_line(first)
        return rest


def canonical(value: object) -> str:
    """Write JSON in the one way that is signed and hashed.

    Examples
    --------
    >>> canonical({"b": 1, "a": "ε"})
    '{"a":"ε","b":1}'
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
