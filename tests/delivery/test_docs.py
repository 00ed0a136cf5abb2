"""The API reference is built from the docstrings without a warning."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("pdoc") is None, reason="pdoc is not installed")
def test_the_reference_is_built_without_a_warning(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "api.py"), str(tmp_path)], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-2000:]
    for page in ("finity_edu/rules/position.html", "finity_edu/analysis/completion.html", "amakta/rules/state.html"):
        assert (tmp_path / page).is_file()
    assert "to_win" in (tmp_path / "finity_edu/analysis/completion.html").read_text(encoding="utf-8")
