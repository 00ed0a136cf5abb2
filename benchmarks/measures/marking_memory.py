"""Memory of marking: the program and its two workers, at their largest, on honest and on hostile hand-ins.

What runs inside a sandbox has a limit of its own and is not counted.
"""

from __future__ import annotations

import json
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.measures import Table
from coursekit.marking.marking import Marking
from coursekit.marking.pool import run_jobs
from coursekit.practice.handin import Entry, compose
from tests.coursekit.hostile.files import cases
from tests.coursekit.hostile.functions import SAMPLES
from tests.coursekit.workshop import make_course

LIMIT = 400
MEGA = 1 << 20
LARGEST = 20 * MEGA


def _large() -> dict[str, bytes]:
    """Files as large as a file may be, of the parts that cost most memory for a byte."""
    head, tail = b'{"cells": [], "nbformat": 4, "x": [', b"0]}"
    room = LARGEST - len(head) - len(tail)
    return {"largest file of numbers": head + b"0," * (room // 2) + tail,
            "largest file of texts": head + b'"a",' * (room // 4) + tail,
            "largest file of one text": head + b'"' + b"a" * (room - 3) + b'",' + tail,
            "largest file of characters": head + ('"' + "ä" * ((room - 3) // 2) + '",').encode() + tail,
            "as many parts as may be": head + b'{"a":[]},' * 240_000 + tail}


def _peak(jobs: list[dict[str, Any]]) -> float:
    """Megabytes of this process's growth and of the workers together, while jobs are marked."""
    import psutil

    here = psutil.Process()
    before, most, over = here.memory_info().rss, 0, threading.Event()

    def look() -> Iterator[int]:
        yield here.memory_info().rss - before
        for child in here.children(recursive=True):
            try:
                if "coursekit.marking.pool" in child.cmdline():
                    yield child.memory_info().rss
            except psutil.Error:
                continue

    def watch() -> None:
        nonlocal most
        while not over.wait(0.005):
            most = max(most, sum(look()))

    thread = threading.Thread(target=watch)
    thread.start()
    for _ in run_jobs(jobs, workers=2):
        pass
    over.set()
    thread.join()
    return most / MEGA


def measure() -> Table:
    """Mark each sample twice at the same time, and take the most that was used."""
    import psutil

    with tempfile.TemporaryDirectory() as folder:
        course = make_course(Path(folder))
        shop = Marking(course, "hw")
        (submitted := course.folder("submitted", "hw", "ada")).mkdir(parents=True)
        (submitted / "hw.ipynb").write_bytes(b"{}")
        job = shop.job("ada")
        asked = {q: vars(one) for q, one in job.questions.items()}
        empty = psutil.Process().memory_info().rss / MEGA
        files = {name: case[0] for name, case in cases().items() if len(case[0]) > 100_000} | _large()
        for sample in SAMPLES:
            if "flood" in sample.name or "result" in sample.name or "huge" in sample.name or "message" in sample.name:
                entry = {"q3": Entry("function", None, source=sample.source, n=1)}
                book = compose("hw", asked, entry, student="", signature="", lang="en", written="")
                files[f"function {sample.name}"] = json.dumps(book).encode()
        rows = [(name, round(empty + _peak([replace(job, content=content, student=s) for s in ("ada", "bob")])))
                for name, content in files.items()]
    rows.sort(key=lambda row: -row[1])
    missed = [f"{name}: {used} MB" for name, used in rows if used > LIMIT]
    return Table(("sample", "MB"), rows, missed, f"{len(rows)} samples, at most {rows[0][1]} MB with two workers")
