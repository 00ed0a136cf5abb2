"""How much lighter the environment in Binder is than that of version 0.1: both built, on the same base image."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measures import Table

__all__ = ["measure"]

BINDER = Path(__file__).parents[2] / "binder"
BEFORE = ("anywidget==0.11.0", "automata-lib==9.2.0", "click==8.5.1", "matplotlib==3.11.2", "nbgitpuller==1.3.0",
          "networkx==3.6.1", "numba==0.68.1", "rich==15.0.0")
"""The requirements of version 0.1."""
LIGHTER = 170
"""Megabytes."""


def size(folder: Path) -> float:
    """Megabytes of the files of a folder."""
    return sum(file.lstat().st_size for file in folder.rglob("*") if not file.is_dir()) / 1e6


def built(*requirements: str) -> list[tuple[str, float]]:
    """What requirements add to the base image: each package with its megabytes, the largest first."""
    with TemporaryDirectory() as folder:
        environment = Path(folder) / "env"
        subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
        pip = [str(environment / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-cache-dir"]
        subprocess.run([*pip, "-r", str(BINDER / "base.txt")], check=True)
        [packages] = environment.glob("lib/python*/site-packages")
        there = {entry.name for entry in packages.iterdir()}
        before = size(environment)
        subprocess.run([*pip, *requirements], check=True)
        new = [(entry.name, size(entry)) for entry in packages.iterdir() if entry.name not in there and entry.is_dir()]
        return [("all", size(environment) - before), *sorted(new, key=lambda one: -one[1])]


def measure() -> Table:
    """Build both environments."""
    old, new = built(*BEFORE), built("-r", str(BINDER / "requirements.txt"))
    lighter = old[0][1] - new[0][1]
    rows = [(name, round(megabytes), largest(parts)) for name, ((_, megabytes), *parts) in
            (("version 0.1", old), ("now", new))]
    missed = [] if lighter >= LIGHTER else [f"it is {lighter:.0f} MB lighter, not {LIGHTER}"]
    return Table(("requirements", "MB beyond the base image", "the largest parts"), rows, missed,
                 f"{lighter:.0f} MB lighter.")


def largest(parts: list[tuple[str, float]]) -> str:
    """The parts that are larger than 5 MB."""
    return ", ".join(f"{name} {megabytes:.0f}" for name, megabytes in parts if megabytes > 5)
