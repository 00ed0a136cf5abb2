"""The course in a browser without a server: built by one command, opened with the network cut."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.delivery import lite_site
from tests.needs import needs

pytestmark = [
    pytest.mark.slow,
    pytest.mark.browser,
    pytest.mark.xdist_group("browser"),
    needs("chromium", "npm"),  # npm brings Pyodide
]
NOTEBOOKS = [
    "00-start-here.ipynb",
    "01-a-board-is-an-nfa.ipynb",
    "06-intelligenz-gegen-automat.ipynb",
]


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    print(lite_site.build())
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with lite_site.served(port) as address:
        yield address


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs_in_the_browser_and_asks_for_nothing_outside(
        site: str, name: str, browser: Any, tmp_path: Path) -> None:
    page = browser.new_page(viewport={"width": 1200, "height": 1400})
    outside: list[str] = []
    errors: list[str] = []
    own = (site, "data:", "blob:")
    page.on("request", lambda request: None if request.url.startswith(own) else outside.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    cells = lite_site.run_notebook(page, site, name)
    page.screenshot(path=tmp_path / f"{name}.png")
    page.close()
    failed = [
        f"cell {cell['execution_count']}: {output['ename']}: {output['evalue']}"
        for cell in cells
        for output in cell["outputs"]
        if output["output_type"] == "error"
    ]
    assert failed == []
    assert all(cell["execution_count"] for cell in cells)
    assert outside == []
    assert errors == []


def test_the_lock_file_lists_only_what_lies_beside_it(site: str) -> None:
    folder = lite_site.ROOT / "build" / "lite" / "static" / "pyodide"
    packages = json.loads((folder / "pyodide-lock.json").read_text())["packages"]
    assert "finity-edu" in packages
    assert not {"numpy", "numba", "matplotlib"} & set(packages)
    for entry in packages.values():
        assert (folder / entry["file_name"]).is_file()
        assert set(entry["depends"]) <= set(packages)
