"""The course in a browser without a server: built by one command, opened with the network cut."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.measures import lite
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
    "08-intelligenz-gegen-automat.ipynb",
    "10-guess-my-board.ipynb",
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
    assert "No module named" not in json.dumps(cells)
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


def test_a_mailed_file_opens_its_set_which_is_marked_as_on_the_desktop(
        site: str, browser: Any, tmp_path: Path) -> None:
    course = lite.made(tmp_path / "course", ["ps0"])
    texts, page = lite.answers(course, "ps0"), browser.new_page()
    content = lite_site.hand_in(page, site, course.handout("ps0", "ada") / "ps0.instances.json", "ps0", texts)
    page.close()
    found = lite.marked(course, "ps0", content)
    assert found == lite.marked(course, "ps0", lite.desktop(course, "ps0", texts))
    by_hand = sum(v.maximum for v in found.questions.values() if v.manual)
    assert found.points == found.maximum - by_hand > 0


def test_the_start_page_lists_everything_and_says_what_is_wrong_with_a_file(
        site: str, browser: Any, tmp_path: Path) -> None:
    page = browser.new_page(viewport={"width": 320, "height": 640})
    page.goto(site)
    page.wait_for_function("window.startReady && window.storageChecked")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "a phone shows all of it"
    names = [p.name for place in ("notebooks", "course/exercises") for p in (lite_site.ROOT / place).rglob("*.ipynb")
             if "." not in p.parent.name and "handin" not in p.name]
    assert page.locator("main li a").count() == len(names)
    assert page.locator("#lectures a, #exercises a").count() == len({*names})  # each once, in the reader's language
    assert page.locator("[role=alert]").count() == 0
    foreign = '{"format": "finity-edu/answers"}'
    for text, said in (("{", "no questions"), ("[]", "no questions"), (foreign, "no questions"),
                       ('{"format": "finity-edu/instances", "version": 99, "set": "ps0", "questions": {}}', "newer"),
                       ('{"format": "finity-edu/instances", "version": 1, "set": "zz", "questions": {}}', "set zz")):
        page.evaluate("document.getElementById('said').textContent = ''")
        (tmp_path / "file.json").write_text(text)
        page.set_input_files("#file", tmp_path / "file.json")
        page.get_by_role("status").get_by_text(said).wait_for()
    page.close()


@pytest.mark.parametrize(("broken", "warning"), [
    ("Object.defineProperty(window, 'indexedDB', {value: {open() { throw new Error('blocked'); }}})", "storage"),
    ("delete Navigator.prototype.serviceWorker", "worker"),
    ("IDBObjectStore.prototype.put = function() { this.transaction.abort(); }", "full"),
])
def test_a_browser_that_keeps_nothing_or_cannot_start_python_says_so(
        site: str, browser: Any, broken: str, warning: str) -> None:
    page = browser.new_page()
    page.add_init_script(broken)
    for place in ("/", "/notebooks/index.html?path=notebooks/00-start-here.ipynb", "/lab/index.html"):
        page.goto(site + place)
        page.locator(f"[role=alert][data-warning={warning}]").wait_for()
    page.close()
