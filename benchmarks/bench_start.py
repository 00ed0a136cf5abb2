"""Opening a front door: the whole process, beside one that imports nothing."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

from benchmarks.harness import Job, at_most

DOORS = ("finity_edu", "matchbox", "amakta", "automatakit", "coursekit")


def imported(*packages: str) -> Any:
    """Start a process for each package that imports it and nothing else."""
    for package in packages:
        subprocess.run([sys.executable, "-c", f"import {package}"], check=True)


JOBS = [
    Job(
        "importing a package",
        ours=lambda: imported(*DOORS), peer=lambda: imported(*["sys"] * len(DOORS)), peer_name="python -c 'import sys'",
        operations=len(DOORS), unit="imports", limit=at_most(0.15),
        modules=("boardkit.doors", "boardkit.notebook", "boardkit.views"),
    )
]
