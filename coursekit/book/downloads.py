"""What lies in a folder or an archive that came from a learning platform: bounded, not unpacked, no link followed."""

import codecs
import datetime
import os
import re
import stat
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO, Any

from boardkit.errors import UserError
from boardkit.foreign_json import LARGEST, MAX_DEPTH
from coursekit.formats import ANSWERS, HAND_IN
from coursekit.texts import message

MANY = 2_000  # entries that are looked at below one outermost folder
MAX_ENTRIES = 200_000  # entries of an archive
_HEAD = 1_000  # bytes of a file that shows whether it may be JSON
_ARCHIVES = (".zip", ".tar", ".gz", ".7z", ".rar")
# What systems, Jupyter, nbgrader and we ourselves put beside a student's work.
_PASSED = frozenset([".ds_store", "thumbs.db", "desktop.ini", "timestamp.txt"])
_OWN = (".instances.json", ".answers.json.lock")


@dataclass(frozen=True)
class Download:
    """A file that was found.

    Parameters
    ----------
    path : str
        Relative to the folder, with ``/``.
    time : float
        When it was changed.
    size : int
        In bytes, as promised.
    opened : callable or None
        Opens it.
    problem : str
        Why it is not read, "" if it can be; ``ours`` if programs put it there, and no student.
    """

    path: str
    time: float = 0.0
    size: int = 0
    opened: Callable[[], IO[Any]] | None = None
    problem: str = ""

    @property
    def name(self) -> str:
        """What it is called, in small letters."""
        return PurePosixPath(self.path).name.lower()

    def kind(self) -> str:
        """Say what it is: ``notebook``, ``record``, or "": by its name, or else by what stands in it.

        Browsers, mail programs and people name files as they like: ``ps1-handin.ipynb.txt``, ``ps1.answers (1).json``.
        """
        if self.opened is None:
            return ""
        hidden = self.name.startswith(".")
        if self.name.endswith(".ipynb") and not hidden:
            return "notebook"
        if self.name.endswith(".answers.json") and not hidden:
            return "record"
        # Of what is no JSON only the beginning is read
        if not self._begins():
            return ""
        content = self.content()
        if isinstance(content, str):
            return ""
        if ANSWERS.name.encode() in content and HAND_IN.name.encode() not in content:
            return "record"
        whole = b'"cells"' in content and b'"nbformat"' in content
        return "notebook" if whole else ""

    def _begins(self) -> bool:
        assert self.opened is not None
        try:
            with self.opened() as file:
                head: bytes = file.read(_HEAD)
        except Exception:  # whoever reads it says so
            return False
        return head.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"{")

    def content(self) -> bytes | str:
        """Return its bytes; a text is the reason why there are none, whatever was promised."""
        assert self.opened is not None
        try:
            with self.opened() as file:
                content: bytes = file.read(LARGEST + 1)
        except PermissionError:
            return "unreadable"
        except Exception:  # each method of compression has errors of its own
            return "too_large"
        return content if len(content) <= LARGEST else "too_large"


def downloads(place: Path) -> Iterator[Download]:
    """Find all files in a folder or a .zip archive.

    Raises
    ------
    UserError
        If it does not exist, or is an archive that cannot be read.
    """
    if not place.exists():
        raise UserError(message("collect.no_folder", folder=str(place)))
    return _in_archive(_archive(place)) if place.is_file() else _in_folder(place)


def _nobodys(name: str) -> bool:
    """Whether a file is none of a student's."""
    return name.lower() in _PASSED or name.startswith("._") or name.endswith(_OWN)


def _in_folder(folder: Path) -> Iterator[Download]:
    """All files below a folder; links are not followed, and each outermost folder has a budget."""
    for top in sorted(folder.iterdir()):
        left = MANY
        waiting = [top]
        while waiting:
            path = waiting.pop()
            relative = path.relative_to(folder).as_posix()
            if left == 0:
                yield Download(top.name, problem="too_many")
                break
            left -= 1
            try:
                state = path.lstat()
                if stat.S_ISDIR(state.st_mode) and path.name not in (
                    ".ipynb_checkpoints",
                    "__MACOSX",
                ):
                    if len(path.parts) - len(folder.parts) > MAX_DEPTH:
                        yield Download(relative[:200], problem="too_deep")
                        continue
                    with os.scandir(
                        path
                    ) as entries:  # not sorted as a whole: there may be millions
                        waiting += sorted(
                            Path(entry.path)
                            for entry, _ in zip(entries, range(left + 1), strict=False)
                        )
                elif stat.S_ISLNK(state.st_mode):
                    yield Download(relative, problem="link")
                elif path.suffix.lower() in _ARCHIVES:
                    yield Download(relative, problem="archive")
                elif stat.S_ISDIR(state.st_mode) or _nobodys(path.name):
                    yield Download(relative, problem="ours")
                elif stat.S_ISREG(state.st_mode):
                    yield Download(
                        relative,
                        state.st_mtime,
                        state.st_size,
                        partial(path.open, "rb"),
                    )
                else:
                    yield Download(relative)
            except (
                OSError
            ):  # one folder that may not be entered must not keep back all others
                yield Download(relative, problem="unreadable")


def _archive(file: Path) -> zipfile.ZipFile:
    with suppress(zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        archive = zipfile.ZipFile(file)
        if len(archive.infolist()) <= MAX_ENTRIES:
            return archive
    raise UserError(message("collect.bad_zip", file=str(file)))


def _in_archive(archive: zipfile.ZipFile) -> Iterator[Download]:
    """All files of an archive: it is not unpacked, and its names are only names."""
    seen = Counter[str]()
    for entry in archive.infolist():
        path = PurePosixPath(entry.filename.replace("\\", "/"))
        if entry.is_dir():
            continue
        passed = {"__MACOSX", ".ipynb_checkpoints"} & {*path.parts}
        if passed or _nobodys(path.name):
            yield Download(path.as_posix(), problem="ours")
            continue
        top = path.parts[0]
        seen[top] += 1
        if seen[top] > MANY:
            if seen[top] == MANY + 1:
                yield Download(top, problem="too_many")
        elif (
            path.is_absolute()
            or ".." in path.parts
            or re.match(r"[A-Za-z]:", entry.filename)
        ):
            yield Download(entry.filename[:200], problem="odd_path")
        elif stat.S_ISLNK(entry.external_attr >> 16):
            yield Download(entry.filename, problem="link")
        elif path.suffix.lower() in _ARCHIVES:
            yield Download(entry.filename, problem="archive")
        else:
            time = 0.0
            with suppress(ValueError):
                time = datetime.datetime(
                    *entry.date_time, tzinfo=datetime.UTC
                ).timestamp()
            yield Download(
                path.as_posix(), time, entry.file_size, partial(archive.open, entry)
            )
