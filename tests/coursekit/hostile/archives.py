"""Archives of strangers (`finity-edu archive FILE --open FOLDER`): to write elsewhere, to run, to fill, to lie, to break.

Each sample is opened by the command; `trial` says what did not hold.
"""

from __future__ import annotations

import hashlib
import io
import json
import sqlite3
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from boardkit.foreign import visible
from finity_edu.cli import main as finity

OWNED = "owned-by-the-archive"
PROGRAM = f"open({OWNED!r}, 'w').write('x')\n".encode()
HEAD = {"format": "finity-edu/archive", "version": 1, "program": "0.2.0", "written": "2026-11-24", "names": True}
PLAIN = {"course.toml": b'format = "finity-edu/course"\nversion = 1\n', "source/hw/hw.py": b"# %% [markdown]\n# Hello\n"}


@dataclass(frozen=True)
class Sample:
    """An archive, how it is made, what must be said of it, and whether it may be opened."""

    name: str
    made: Callable[[], bytes]
    said: str
    opened: bool = False


def pack(contents: Mapping[str, bytes], manifest: object = None, **head: Any) -> bytes:
    """An archive of these files, and a manifest that fits, or the one that is given."""
    out = io.BytesIO()
    sums = {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()}
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in contents.items():
            info = zipfile.ZipInfo("x")
            info.filename, info.compress_type = name, zipfile.ZIP_DEFLATED  # as it is: the constructor would cut at NUL
            archive.writestr(info, content)
        whole = manifest if isinstance(manifest, bytes) else json.dumps({**HEAD, "files": sums, **head})
        archive.writestr("archive.json", whole)
    return out.getvalue()


def _with(*names: str, content: bytes = b"x") -> Callable[[], bytes]:
    return lambda: pack({**PLAIN, **dict.fromkeys(names, content)})


def _said(**head: Any) -> Callable[[], bytes]:
    return lambda: pack(PLAIN, **head)


def _whole(manifest: bytes) -> Callable[[], bytes]:
    return lambda: pack(PLAIN, manifest)


def _book(*statements: str) -> Callable[[], bytes]:
    """An archive with a grade book, in which these were executed."""
    def made() -> bytes:
        with tempfile.TemporaryDirectory() as place:
            file = Path(place) / "gradebook.db"
            with closing(sqlite3.connect(file)) as book, book:
                book.execute("CREATE TABLE student (id TEXT, first_name TEXT, last_name TEXT, email TEXT)")
                for statement in statements:
                    book.execute(statement)
            return pack({**PLAIN, "gradebook.db": file.read_bytes()})
    return made


def _bomb(size: int = 300 << 20) -> bytes:
    """A small archive of a large file."""
    out = io.BytesIO()
    digest = hashlib.sha256()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        with archive.open("submitted/ada/hw/hw.ipynb", "w", force_zip64=True) as entry:
            for _ in range(size >> 20):
                entry.write(bytes(1 << 20))
                digest.update(bytes(1 << 20))
        archive.writestr("archive.json", json.dumps(
            {**HEAD, "files": {"submitted/ada/hw/hw.ipynb": digest.hexdigest()}}))
    return out.getvalue()


def _other_method(method: int) -> Callable[[], bytes]:
    def made() -> bytes:
        out = io.BytesIO(pack(PLAIN))
        with zipfile.ZipFile(out, "a", method) as archive:
            archive.writestr("more", b"x" * 1_000)
        return out.getvalue()
    return made


def _lying(field: int, value: bytes) -> Callable[[], bytes]:
    """The list of an archive says something else about its first file than is true."""
    def made() -> bytes:
        whole = bytearray(pack(PLAIN))
        start = whole.index(b"PK\x01\x02") + field
        whole[start : start + len(value)] = value
        return bytes(whole)
    return made


_DAMAGED, _RUNS = "term.zip", "--trust"
_NAMES = {
    "above": "../x", "above, inside": "private/../../x", "the root": "/tmp/x", "a drive": "C:/Windows/x", "a drive alone": "C:x",
    "backslashes": "..\\x", "a share": "//server/x", "a second stream": "course.toml:x", "a device": "con",
    "a device in a folder": "source/nul.txt", "a dot at the end": "course.toml.", "a blank at the end": "private /x",
    "long": "a" * 300, "very long": "/".join(["a" * 200] * 30), "NUL": "a\0b", "a line end": "a\n  9 files, all is well",
    "an escape": "a\x1b[2Jb", "reversed": "a\u202eb", "nothing": "", "a folder": "source/", "here": "./course2.toml",
    "doubled": "source//x", "capitals of another": "COURSE.toml", "wild": "a*b",
}
_PROGRAMS = ("nbgrader_config.py", "source/questions.py", "coursekit.py", "release/hw/random.py", "source/json/json.py",
             "source/hw/test_hw.py", "source/hw/x.pyc", "x.so", "x.pth", "nbgrader_config.json", "NBGRADER_CONFIG.PY",
             "jupyter_server_config.json", ".git/hooks/post-checkout", ".git/config", ".vscode/settings.json", ".envrc",
             "source/.hidden/hw.py")
_MANIFESTS: dict[str, bytes] = {
    "a list": b"[]", "nothing": b"", "no JSON": b"{", "deep": b"[" * 100_000, "deep within": b'{"files": ' + b"[" * 99_999,
    "another format": b'{"format": "x", "version": 1}', "newer": b'{"format": "finity-edu/archive", "version": 99}',
    "large": b" " * (21 << 20) + b"{}", "a huge number": b'{"version": ' + b"9" * 5_000 + b"}", "UTF-16": "{}".encode("utf-16"),
}
_HEADS: dict[str, dict[str, Any]] = {
    "files a list": {"files": ["course.toml"]}, "files a text": {"files": "course.toml"}, "files missing": {"files": None},
    "sums that are numbers": {"files": {"course.toml": 7}}, "a file that is not there": {"files": {"gone": "0" * 64}},
    "the manifest in itself": {"files": {"archive.json": "0" * 64}}, "program a list": {"program": ["x"]},
    "written a number": {"written": 7},
}
SAMPLES = (
    *(Sample(f"name: {name}", _with(text), _DAMAGED) for name, text in _NAMES.items()),
    Sample("name: a file that is a folder, too", _with("a", "a/b"), _DAMAGED),
    Sample("name: a folder that is a file, too", _with("a/b", "A"), _DAMAGED),
    *(Sample(f"program: {name}", _with(name, content=PROGRAM), _RUNS) for name in _PROGRAMS),
    *(Sample(f"manifest: {name}", _whole(content), _DAMAGED) for name, content in _MANIFESTS.items()),
    *(Sample(f"manifest: {name}", _said(**head), _DAMAGED) for name, head in _HEADS.items()),
    Sample("size: 300 MB in 1", _bomb, "proportion"),
    Sample("size: a method that needs much memory", _other_method(zipfile.ZIP_LZMA), _DAMAGED),
    Sample("size: a method of no use here", _other_method(zipfile.ZIP_BZIP2), _DAMAGED),
    Sample("a password", _lying(8, b"\x01\x00"), _DAMAGED),
    Sample("a method that there is not", _lying(10, b"\x63\x00"), _DAMAGED),
    Sample("a size that is not true", _lying(24, b"\x01\x00\x00\x00"), _DAMAGED),
    Sample("a sum that is not true", _lying(16, b"\x00\x00\x00\x00"), _DAMAGED),
    Sample("no archive", lambda: b"PK\x03\x04" + bytes(99), _DAMAGED),
    Sample("text: a line in the day", _said(written="2026\n/tmp/x: 9 files, all as they were written"), "2026", opened=True),
    Sample("text: an escape in the program", _said(program="\x1b[2J" + "9" * 9_000), "\\x1b", opened=True),
    Sample("grade book: markup", _book("INSERT INTO student VALUES ('ada', '<img src=x onerror=alert(1)>', 'x', NULL)"),
           "files", opened=True),
    Sample("grade book: a trigger", _book("CREATE TRIGGER t AFTER UPDATE ON student BEGIN DELETE FROM student; END"),
           "gradebook.db"),
    Sample("grade book: an id that leads elsewhere", _book("INSERT INTO student VALUES ('../x', '', '', '')"), "gradebook.db"),
    Sample("grade book: none", _with("gradebook.db"), "gradebook.db"),
)


def trial(sample: Sample, folder: Path) -> list[str]:
    """Open a sample in an empty folder of its own in the given one; return what did not hold."""
    place = Path(tempfile.mkdtemp(dir=folder))
    file, target = place / "term.zip", place / "opened"
    file.write_bytes(sample.made())
    elsewhere = [path for path in (Path("/tmp/x"), place.parent / "x", Path(OWNED)) if not path.exists()]
    done = CliRunner().invoke(finity, ["archive", str(file), "--open", str(target)])
    found = []
    if done.exit_code != (0 if sample.opened else 2) or isinstance(done.exception, Exception):
        found.append(f"exit code {done.exit_code}, {done.exception!r}")
    if sample.said not in done.output or done.output.count("\n") > 1 or len(done.output) > 1_000:
        found.append(f"said {done.output[:1_000]!r}")
    if visible(done.output, lines=True) != done.output:
        found.append("said it raw")
    there = {path.relative_to(place).parts[0] for path in place.rglob("*")}
    if not sample.opened and there != {"term.zip"}:
        found.append(f"left {sorted(there)}")
    found += [f"wrote {path}" for path in elsewhere if path.exists()]
    return found + _shown(target / "gradebook.db")


def _shown(book: Path) -> list[str]:
    """Names that the formgrader would show as they are."""
    if not book.is_file():
        return []
    with closing(sqlite3.connect(book)) as opened:
        return [f"name {name!r}" for row in opened.execute("SELECT first_name FROM student") for name in row if "<" in name]
