"""The API reference is built from the docstrings without a warning."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cases import every
from tests.needs import way_to

ROOT = Path(__file__).parents[2]


@every("file", sorted(
    file for name in ("boardkit", "automatakit", "coursekit", "finity_edu", "matchbox", "amakta")
    for file in (ROOT / name).rglob("__init__.py")), ids=lambda file: file.relative_to(ROOT).parent.as_posix())
def test_the_page_of_a_package_begins_with_what_it_is_for(file: Path) -> None:
    first = (ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or "").split("\n\n")[0]
    assert len(first.split()) >= 4
    assert first.endswith((".", "::", ":")) or ">>>" in first


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("pdoc") is None, reason=way_to("pdoc"))
def test_the_reference_is_built_without_a_warning(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "api.py"), str(tmp_path)], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-2000:]
    for page in ("finity_edu/rules/position.html", "finity_edu/analysis/completion.html", "amakta/rules/state.html"):
        assert (tmp_path / page).is_file()
    assert "to_win" in (tmp_path / "finity_edu/analysis/completion.html").read_text(encoding="utf-8")
