"""A student's work as one file: where a session forgets it, it is downloaded, and uploaded into the next one.

What counts as work is every file that is not as it was delivered: answers, changed notebooks, games, machines.
"""

import io
import json
import os
import zipfile
import zlib
from hashlib import sha256
from itertools import count
from pathlib import Path, PurePosixPath

import anywidget
import traitlets

from boardkit.errors import UserError
from boardkit.foreign import visible
from boardkit.messages import Catalogue
from boardkit.whole_files import COPIED, copied, write_whole

TEXTS = Catalogue("coursekit", "work")
text = TEXTS.text
MAX_BYTES, MAX_FILES = 50_000_000, 2_000
"""Of all files together; a browser has to hold them."""
FILE = "my-work.zip"
_WORDS = ("download", "upload", "about")


def _root() -> Path:
    """The folder of the course: where it is noted what was delivered, or where we are."""
    here = Path.cwd()
    return next(
        (place for place in (here, *here.parents) if (place / COPIED).is_file()), here
    )


def _is_work(name: PurePosixPath) -> bool:
    return not any(
        part.startswith((".", "__pycache__")) or "\\" in part for part in name.parts
    )


def pack(root: Path) -> tuple[bytes, int]:
    """Return the work below a folder as a ``.zip`` file, and how many files are in it.

    Raises
    ------
    UserError
        If it is too much for one file.
    """
    delivered = copied(root)
    out = io.BytesIO()
    number = 0
    size = 0
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(root.rglob("*")):
            name = PurePosixPath(path.relative_to(root).as_posix())
            if path.is_symlink() or not _is_work(name) or not path.is_file():
                continue
            size += path.stat().st_size if str(name) not in delivered else 0
            if size > MAX_BYTES or number >= MAX_FILES:
                raise UserError(
                    TEXTS.message(
                        "too_much", file=str(name), limit=MAX_BYTES // 1_000_000
                    )
                )
            content = path.read_bytes()
            if delivered.get(str(name)) != sha256(content).hexdigest():
                archive.writestr(str(name), content)
                number += 1
    return out.getvalue(), number


def unpack(root: Path, content: bytes) -> tuple[int, list[str]]:
    """Put work that was packed where it was; return how many files, and the names under which others were kept.

    A file that differs and is work as well is kept beside it, never overwritten.

    Raises
    ------
    UserError
        If the file is no work that was packed here, is damaged, or holds too much; then nothing was changed.
    """
    files: dict[PurePosixPath, bytes] = {}
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            listed = [one for one in archive.infolist() if not one.is_dir()]
            if (
                len(listed) > MAX_FILES
                or sum(one.file_size for one in listed) > MAX_BYTES
            ):
                raise UserError(
                    TEXTS.message("too_much", file=FILE, limit=MAX_BYTES // 1_000_000)
                )
            for one in listed:
                name = PurePosixPath(one.filename)
                if (
                    name.is_absolute()
                    or ".." in name.parts
                    or ":" in one.filename
                    or not _is_work(name)
                ):
                    raise UserError(
                        TEXTS.message("foreign", file=visible(one.filename)[:100])
                    )
                files[name] = archive.read(one)
    except (
        zipfile.BadZipFile,
        zlib.error,
        OSError,
        EOFError,
        ValueError,
        RuntimeError,
    ) as error:
        raise UserError(
            TEXTS.message("damaged", problem=visible(error)[:100])
        ) from None
    delivered, kept = copied(root), []
    for name, data in files.items():
        path = root / name
        before = path.read_bytes() if path.is_file() else data
        if before != data and delivered.get(str(name)) != sha256(before).hexdigest():
            names = (
                path.with_name(f"{path.stem}.kept-{n}{path.suffix}") for n in count(1)
            )
            beside = next(name for name in names if not name.exists())
            os.replace(path, beside)
            kept.append(beside.name)
        write_whole(path, data)
    return len(files), kept


def deliver(root: Path) -> None:
    """Note that everything below a folder is as it was delivered."""
    files = {
        p.relative_to(root).as_posix(): p
        for p in root.rglob("*")
        if p.is_file() and not p.is_symlink()
    }
    write_whole(
        root / COPIED,
        json.dumps(
            {
                name: sha256(p.read_bytes()).hexdigest()
                for name, p in files.items()
                if _is_work(PurePosixPath(name))
            }
        ),
    )


class MyWork(anywidget.AnyWidget):
    """Two buttons: download my work, and go on where I was."""

    _esm = Path(__file__).with_name("keeping.js")
    words = traitlets.Dict().tag(sync=True)

    def __init__(self, root: Path) -> None:
        super().__init__(words={word: text(word, file=FILE) for word in _WORDS})
        self.root = root
        self.on_msg(self._asked)

    def __repr__(self) -> str:
        return text("about")

    def _asked(self, _: object, content: object, buffers: list[bytes]) -> None:
        try:
            if content == "upload" and buffers:
                number, kept = unpack(self.root, bytes(buffers[0]))
                said = text("restored", n=number) + (
                    "\n" + text("kept", files=", ".join(kept)) if kept else ""
                )
                self.send({"say": said})
            else:
                packed, number = pack(self.root)
                self.send(
                    {"say": text("packed", n=number, file=FILE), "file": FILE}, [packed]
                )
        except (UserError, OSError) as error:
            self.send({"say": str(error)})


def my_work() -> MyWork:
    """Offer to download one's work, and to go on with what was downloaded before."""
    return MyWork(_root())
