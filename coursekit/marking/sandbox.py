"""A sandbox for the one thing that marking executes: functions that students wrote.

`Sandbox` is what the runner asks for.  There are two: on Linux bubblewrap (`sandbox_linux`), anywhere a Python compiled
to WebAssembly (`sandbox_wasm`).  `sandboxes` takes the first that works, and nothing is ever run without one.
"""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Protocol

from boardkit.foreign_json import Json
from coursekit.shipped import packages

MEGA = 1 << 20
PACKAGES = "/packages"
"""Where this project's packages appear in a sandbox."""
OURS = packages()
ANSWERS = "questions"
"""The part of each of these packages that knows right answers; where a function runs, it is not there."""
REPLY = 5 * MEGA
"""Bytes of one reply."""
START = 60.0
"""Seconds to the first reply; a busy machine must not cost a student points."""


@dataclass(frozen=True)
class Limits:
    """What one submission may use.

    Parameters
    ----------
    memory : int
        Memory of all processes together, in bytes; the address space of one process may be half as large again.
    processes : int
        Processes and threads at one time.
    cpu : int
        Seconds of the processor that a process may use in a whole session, whatever it is asked.
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
    processes: int = 4
    cpu: int = 600
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

    def ask(self, order: Mapping[str, object], seconds: float) -> Json:
        """Send an order, which may take so many seconds of the processor, and return the reply.

        Raises
        ------
        Stopped
            If there is none in time (see `by_the_clock`), it is too long or no JSON, or too much is used.
        """

    def close(self) -> None:
        """End it with everything in it."""


class Sandbox(Protocol):
    """A way to run a student's code that can harm nobody."""

    name: str
    """What results call it."""
    notebooks: bool
    """Whether whole notebooks run in it, besides functions."""

    def __hash__(self) -> int:
        """What was measured for one is remembered."""

    def why_not(self) -> str | None:
        """Say why it cannot be used on this machine, or None if it can."""

    def lacks(self, modules: Iterable[str]) -> list[str]:
        """Name those of some modules that this machine has, and that cannot be used inside."""

    def open(self, limits: Limits, shell: bool = False) -> Session:
        """Start a session, with IPython's shell if that is asked for."""


BUSIEST = 3.0
"""So many others who wait for each core lengthen what a function may take by the clock, and no more."""


@cache
def others() -> float:
    """How many others use each core of this machine, when this process first asks: later on functions do, too."""
    if hasattr(os, "getloadavg"):
        return os.getloadavg()[0] / (os.cpu_count() or 1)
    return 1.0


def by_the_clock(seconds: float) -> float:
    """How long so many seconds of the processor may take: three times as long, and more where others use the machine.

    What sleeps must end, and other work on the machine must not cost a student points.
    """
    return (3 + 2 * min(others(), BUSIEST)) * seconds


def below(path: str, folder: str) -> bool:
    """Whether a path is a folder, or lies in it."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def places_of(*libraries: str) -> dict[str, str]:
    """Where this project's packages and some libraries lie: folders of packages, files of modules."""
    found = {name: spec for name in (*OURS, *libraries) if (spec := find_spec(name))}
    places = {
        name: next(iter(spec.submodule_search_locations or ()), spec.origin)
        for name, spec in found.items()
    }
    return {name: os.path.realpath(place) for name, place in places.items() if place}
