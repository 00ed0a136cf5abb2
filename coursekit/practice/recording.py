"""The record of a student's answers: a file beside the notebook that outlives reloads, new kernels, crashes, tabs.

Every change reads the file anew, replaces one entry, and puts the whole file in the place of the old one, while a lock
file keeps other tabs waiting.  Nothing is kept in memory as long as the file can be written.  Standard library only,
and nothing that one operating system, or a browser, lacks.
"""

import datetime
import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import replace
from itertools import count
from pathlib import Path

from boardkit.errors import UserError
from boardkit.foreign import visible
from boardkit.foreign_json import Refused, parse, writable
from boardkit.formats import FormatError, NewerFormatError
from boardkit.messages import Message, numeral
from boardkit.whole_files import patiently, write_whole
from coursekit.formats import ANSWERS
from coursekit.practice.handin import MAX_ANSWER, MAX_SOURCE, Entry, as_json, entries_of
from coursekit.texts import message

_PATIENCE = (
    2.0  # seconds after which a lock that never changes was left behind by a crash
)


def now() -> str:
    """Return the time by this machine's clock."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")


class Record:
    """The record of one problem set in one folder.

    Parameters
    ----------
    path : Path
        ``<set>.answers.json``.
    head : mapping
        ``set``, ``student``, ``signature`` and ``lang`` of the questions.
    """

    def __init__(self, path: Path, head: Mapping[str, str]) -> None:
        self.path, self.head = path, head
        self._told: list[Message] = []
        self._unsaved: dict[str, Entry] = {}

    def entries(self) -> dict[str, Entry]:
        """Return the newest entry of each question.

        Raises
        ------
        UserError
            If the file was written by a newer version of this program.
        """
        try:
            with self._locked():
                return self._read() | self._unsaved
        except OSError as error:
            self._cannot(error)
            with suppress(OSError):  # where no lock can be written, nobody else writes
                return self._read() | self._unsaved
            return dict(self._unsaved)

    def news(self) -> list[str]:
        """Return what had to be done with the file since it was asked last: the student must learn of it."""
        told, self._told = self._told, []
        return list(dict.fromkeys(map(str, told)))

    def note(self, question: str, entry: Entry) -> Entry:
        """Put an entry in the place of the one that the question has.

        Parameters
        ----------
        question : str
        entry : Entry
            Its number and time are given here.

        Returns
        -------
        Entry
            As it was written.

        Raises
        ------
        UserError
            If the answer is too long, or the file was written by a newer version of this program; it is left as it is.
        """
        answer = writable(entry.answer)
        if (
            len(json.dumps(answer, ensure_ascii=False)) > MAX_ANSWER
            or len(entry.source) > MAX_SOURCE
        ):
            raise UserError(
                message("handin.too_long", id=question, limit=numeral(MAX_ANSWER, ","))
            )
        entry = replace(
            entry,
            answer=answer,
            text=writable(entry.text)[:MAX_SOURCE],
            source=writable(entry.source),
            time=now(),
        )
        try:
            with self._locked():
                known = self._read()
                entry = replace(
                    entry, n=max((e.n for e in known.values()), default=0) + 1
                )
                self._write(known | self._unsaved | {question: entry})
                self._unsaved.clear()
        except OSError as error:
            # In a folder that cannot be written to, the answer is kept as long as this session lives, and that is told.
            self._unsaved[question] = replace(
                entry, n=max((e.n for e in self._unsaved.values()), default=0) + 1
            )
            self._cannot(error)
        return entry

    def _locked(self) -> AbstractContextManager[None]:
        return _locked(self.path.with_name(f"{self.path.name}.lock"))

    def _cannot(self, error: OSError) -> None:
        self._told.append(
            message(
                "handin.not_recorded",
                file=self.path.name,
                problem=error.strerror or type(error).__name__,
            )
        )

    def _write(self, entries: Mapping[str, Entry]) -> None:
        data = {**ANSWERS.head, **self.head, "entries": as_json(entries)}
        write_whole(self.path, json.dumps(data, ensure_ascii=False, indent=1) + "\n")

    def _read(self) -> dict[str, Entry]:
        try:
            content = patiently(self.path.read_bytes)
        except FileNotFoundError:
            return {}
        try:
            data = parse(content)
            ANSWERS.check(data, self.path.name)
        except NewerFormatError:
            raise
        except (Refused, FormatError):
            return self._aside({}, "handin.record_damaged")
        theirs, own = data.get("student"), self.head["student"]
        if theirs and own and theirs != own:
            return self._aside(
                {}, "handin.record_foreign", student=visible(theirs)[:60]
            )
        entries, remarks = entries_of(data)
        return self._aside(entries, "handin.record_damaged") if remarks else entries

    def _aside(
        self, entries: dict[str, Entry], why: str, **values: str
    ) -> dict[str, Entry]:
        """Move a file that cannot be used out of the way, never write over it; go on with what could be read."""
        names = (
            self.path.with_name(f"{self.path.stem}.kept-{number}.json")
            for number in count(1)
        )
        kept = next(name for name in names if not name.exists())
        patiently(lambda: os.replace(self.path, kept))
        self._told.append(message(why, file=self.path.name, kept=kept.name, **values))
        if entries:
            self._write(entries)
        return entries


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold a lock file, which works on every file system; one that a crash left behind is taken over."""
    seen: tuple[int, int] | None = None
    since = time.monotonic()
    while True:
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            break
        except (
            FileExistsError,
            PermissionError,
        ) as error:  # the latter on Windows, while it is being removed
            state = None
            with suppress(OSError):
                found = path.stat()
                state = (found.st_mtime_ns, found.st_ino)
            if isinstance(error, PermissionError) and (
                not os.access(path.parent, os.W_OK)
                or time.monotonic() - since > _PATIENCE
            ):
                raise
            if state != seen:
                seen, since = state, time.monotonic()
            elif state is not None and time.monotonic() - since > _PATIENCE:
                with suppress(OSError):
                    path.unlink()
                seen = None
            time.sleep(0.01)
    try:
        yield
    finally:
        with suppress(OSError):
            path.unlink()
