"""Measure this project beside its peers: both sides in one run, in alternation.

A module ``benchmarks/bench_<topic>.py`` defines ``JOBS``, a list of :class:`Job`::

    JOBS = [Job("runs of 8 symbols", ours=..., peer=..., peer_name="automata-lib", operations=100,
                unit="words", limit=faster_than_peer(10), modules=("finity_edu.analysis",))]

``bench.json`` keeps for each job what was measured, and a hash of the modules that it timed, so that
``python -m benchmarks --stale`` can name the rows that no longer describe the code.

A job without a peer of its own is measured beside a yardstick, a plain loop: so every figure is a ratio to something
named, and shows how fast the machine was at that moment.

Other work on the machine can only make a round slower.  So the figure is the fastest round, on both sides; what other
programs take away would be measured otherwise.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import json
import pkgutil
import platform
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "bench.json"
YARDSTICK = "10⁶ additions in Python"
ROUNDS, ENOUGH = 40, 2.0
"""Short jobs: so many rounds, or so many seconds."""


@dataclass(frozen=True)
class Limit:
    """What a job must reach: ``kind`` is "seconds" (at most), "rate" or "ratio" (at least)."""

    kind: str
    value: float
    unit: str = ""

    def __str__(self) -> str:
        if self.kind == "seconds":
            return f"≤ {duration(self.value)}"
        if self.kind == "rate":
            return f"≥ {self.value:,.0f} {self.unit}/s"
        return f"ratio ≥ {self.value:g}"

    def met(self, ours: float, ratio: float) -> bool:
        """Whether it is reached by ``ours`` seconds an operation and a ratio to the peer."""
        if self.kind == "seconds":
            return ours <= self.value
        if self.kind == "rate":
            return 1 / ours >= self.value
        return ratio >= self.value


def at_most(seconds: float) -> Limit:
    """One operation takes at most so many seconds."""
    return Limit("seconds", seconds)


def at_least(rate: float, unit: str = "") -> Limit:
    """At least so many operations are done in a second."""
    return Limit("rate", rate, unit)


def faster_than_peer(ratio: float) -> Limit:
    """The peer takes at least so many times as long."""
    return Limit("ratio", ratio)


@dataclass(frozen=True)
class Job:
    """Something to be measured.

    Parameters
    ----------
    name : str
        Unique among all jobs.
    ours, peer : callable
        Do the same work, without arguments; ``peer`` may be None: then one operation is compared with
        :func:`additions`.
    peer_name : str
        Whom we are compared with.
    operations : int
        How many operations one call does.
    unit : str
        What an operation is, in the plural.
    limit : Limit or str
        What must be reached; a text is printed and not checked.
    modules : tuple of str
        The modules whose speed this is; a package stands for all its modules.
    setup : callable, optional
        Called once before, outside the measurement: loads data, compiles.
    rounds : int
        How many times both sides are measured at least; short ones are measured more often, for two seconds.
    seconds : float
        A call is repeated within a round until it has taken this long.
    needs : tuple of str
        Modules that must be installed; else the job is left out, by name.
    clock : callable
        What tells the time: that of the CPU for work in one process, which others on the machine do not disturb.
    """

    name: str
    ours: Callable[[], Any]
    peer: Callable[[], Any] | None = None
    peer_name: str = ""
    operations: int = 1
    unit: str = "calls"
    limit: Limit | str = ""
    modules: tuple[str, ...] = ()
    setup: Callable[[], Any] | None = None
    rounds: int = 5
    seconds: float = 0.05
    needs: tuple[str, ...] = ()
    clock: Callable[[], float] = time.perf_counter

    @property
    def lacks(self) -> list[str]:
        """What it needs and is not installed."""
        return [name for name in self.needs if importlib.util.find_spec(name) is None]

    def __post_init__(self) -> None:
        if self.peer is None and isinstance(self.limit, Limit) and self.limit.kind == "ratio":
            raise ValueError(f"{self.name}: a ratio is demanded, but there is no peer")


def find_jobs() -> list[Job]:
    """All jobs of all modules ``benchmarks.bench_*``, in the order of the modules' names."""
    jobs: list[Job] = []
    for module in sorted(pkgutil.iter_modules([str(HERE)]), key=lambda m: m.name):
        if module.name.startswith("bench_"):
            jobs += importlib.import_module(f"benchmarks.{module.name}").JOBS
    names = [job.name for job in jobs]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ValueError(f"several jobs have the same name: {sorted(twice)}")
    return jobs


def measure(job: Job) -> dict[str, Any]:
    """Measure a job; returns its row for the table and for ``bench.json``."""
    if job.setup is not None:
        job.setup()
    peer = (job.peer, job.operations) if job.peer is not None else (additions, 1)
    sides = [(job.ours, job.operations), peer]
    calls = [_calls_within(side, job.seconds) for side, _ in sides]
    times: list[list[float]] = [[] for _ in sides]
    start = time.perf_counter()
    while len(times[0]) < job.rounds or (len(times[0]) < ROUNDS and time.perf_counter() - start < ENOUGH):
        for (side, operations), number, seen in zip(sides, calls, times, strict=True):
            begin = job.clock()
            for _ in range(number):
                side()
            seen.append((job.clock() - begin) / number / operations)
    ours, theirs = map(min, times)
    ratio = theirs / ours
    return {
        "ours": ours,
        "peer": theirs,
        "peer_name": YARDSTICK if job.peer is None else job.peer_name,
        "ratio": ratio,
        "unit": job.unit,
        "limit": str(job.limit),
        "met": job.limit.met(ours, ratio) if isinstance(job.limit, Limit) else None,
        "modules": {name: module_hash(name) for name in job.modules},
        "python": platform.python_version(),
    }


def additions() -> int:
    """Add a million numbers in a plain loop: what the machine can do just now."""
    total = 0
    for i in range(1_000_000):
        total += i
    return total


def _calls_within(side: Callable[[], Any], seconds: float) -> int:
    """Warm up, and find how many calls take about ``seconds``."""
    side()
    begin = time.perf_counter()
    side()
    return max(1, round(seconds / max(time.perf_counter() - begin, 1e-7)))


def module_hash(name: str) -> str:
    """A hash of the source of a module; of a package with everything in it."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise ValueError(f"there is no module {name!r}")
    origin = Path(spec.origin)
    files = sorted(origin.parent.rglob("*.py")) if origin.name == "__init__.py" else [origin]
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.relative_to(origin.parent).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def load(path: Path = RESULTS) -> dict[str, dict[str, Any]]:
    """The rows measured so far, by name."""
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def save(rows: dict[str, dict[str, Any]], path: Path = RESULTS) -> None:
    """Write the rows."""
    path.write_text(json.dumps(rows, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def stale(jobs: Iterable[Job], rows: dict[str, dict[str, Any]]) -> dict[str, str]:
    """Name the rows that do not describe the present code, each with the reason."""
    found = {}
    known = {job.name: job for job in jobs}
    for name, job in known.items():
        if name not in rows:
            found[name] = "never measured"
            continue
        changed = [m for m in job.modules if rows[name]["modules"].get(m) != module_hash(m)]
        if changed:
            found[name] = "changed since: " + ", ".join(changed)
    found |= {name: "there is no such job any more" for name in rows if name not in known}
    return found


def duration(seconds: float) -> str:
    """Write a time with three digits and a fitting unit.

    >>> duration(0.0000123), duration(0.25), duration(75)
    ('12.3 µs', '250 ms', '75 s')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def speed(seconds: float, unit: str) -> str:
    """Write a speed: the time of one operation, and how many there are in a second."""
    rate = 1 / seconds
    return f"{duration(seconds)} ({rate:,.0f} {unit}/s)" if rate >= 10 else duration(seconds)
