"""What Binder does, replayed in a clean environment: base image, requirements, copy of the repository, postBuild."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from course.build import SECRET
from coursekit.book.collecting import collect
from coursekit.marking.marking import Marking, grade
from coursekit.sets.course import find_course
from coursekit.sets.release import release
from tests.coursekit.test_inputs_browser import press
from tests.finity_edu.widget import jupyter
from tests.needs import needs

ROOT = Path(__file__).parents[2]
BINDER = ROOT / "binder"
INDEX = re.compile(r"index-url|find-links|https?://", re.IGNORECASE)


def requirements(name: str) -> dict[str, str]:
    lines = [line.split("#")[0].strip() for line in (BINDER / name).read_text().splitlines()]
    pairs = (line.partition("==") for line in lines if line)
    return {package: version for package, _, version in pairs}


def test_everything_that_binder_installs_is_pinned_and_no_index_is_named() -> None:
    assert all(requirements("requirements.txt").values())
    for file in BINDER.iterdir():
        assert not INDEX.search(file.read_text()), file


def test_the_base_image_is_not_replaced() -> None:
    assert not set(requirements("requirements.txt")) & set(requirements("base.txt"))


def test_the_build_step_can_be_executed_and_trusts_the_notebooks_of_every_language(tmp_path: Path) -> None:
    step = BINDER / "postBuild"
    assert os.access(step, os.X_OK)
    for name in ("python", "jupyter"):  # they only write down what they are asked for
        (tmp_path / name).write_text(f'#!/bin/sh\necho {name} "$@" >> {tmp_path}/asked\n')
        (tmp_path / name).chmod(0o755)
    places = [*(ROOT / "notebooks").rglob("[0-9]*.ipynb"), *(ROOT / "course" / "exercises").rglob("*.ipynb")]
    files = [str(p.relative_to(ROOT)) for p in places if "." not in p.parent.name]
    for file in files:
        (tmp_path / "clone" / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "clone" / file).touch()
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(["bash", str(step)], cwd=tmp_path / "clone", check=True, env={**os.environ, "PATH": path})
    trusted = (tmp_path / "asked").read_text().split("jupyter trust ")[1].split()
    assert sorted(trusted) == sorted(files)
    assert any(file.startswith("notebooks/de/") for file in files)
    assert "course/exercises/ps0/ps0.ipynb" in files


@dataclass
class Image:
    """A replayed build: the environment and the repository in it."""

    python: Path
    repository: Path

    def run(self, *words: str) -> str:
        environment = {**os.environ, "PATH": f"{self.python.parent}{os.pathsep}{os.environ['PATH']}"}
        environment.pop("PYTHONPATH", None)
        done = subprocess.run(words, cwd=self.repository, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
        return done.stdout


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Image]:
    folder = tmp_path_factory.mktemp("binder")
    subprocess.run([_python(), "-m", "venv", str(folder / "env")], check=True)
    image = Image(folder / "env" / "bin" / "python", folder / "repository")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            target = image.repository / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target)
    image.run(str(image.python), "-m", "pip", "install", "-q", "-r", "binder/base.txt")
    before = _size(folder / "env")
    start = time.perf_counter()
    image.run(str(image.python), "-m", "pip", "install", "-q", "--no-cache-dir", "-r", "binder/requirements.txt")
    seconds = time.perf_counter() - start
    image.run("bash", "binder/postBuild")
    version = image.run(str(image.python), "--version").strip()
    print(f"\nBinder: {version}; requirements took {seconds:.0f} s and {(_size(folder / 'env') - before) / 1e6:.0f} MB")
    yield image
    shutil.rmtree(folder, ignore_errors=True)


def _python() -> str:
    """The Python that Binder takes, if it is on this machine; otherwise the one of the tests."""
    found = shutil.which((BINDER / "runtime.txt").read_text().strip().replace("-", ""))
    works = found and not subprocess.run([found, "-c", "import ensurepip"], capture_output=True, check=False).returncode
    return found if found and works else sys.executable


def _size(folder: Path) -> int:
    return sum(file.lstat().st_size for file in folder.rglob("*"))


@pytest.mark.slow
def test_the_start_page_and_unit_one_run_in_the_image(image: Image) -> None:
    for name in ("00-start-here", "01-a-board-is-an-nfa"):
        image.run(
            "jupyter", "nbconvert", "--to", "notebook", "--execute", f"notebooks/{name}.ipynb", "--output-dir", "ran"
        )
        assert (image.repository / "ran" / f"{name}.ipynb").is_file()


@pytest.mark.slow
def test_students_get_no_grading_tools_and_no_solutions(image: Image) -> None:
    installed = image.run(str(image.python), "-m", "pip", "list", "--format=freeze").lower()
    assert not re.search(r"^(nbgrader|otter-grader|jupytext|dask|distributed)==", installed, re.MULTILINE)
    assert "finity-edu" in installed
    assert not (image.repository / "course" / "source").exists()


@pytest.mark.slow
def test_what_is_installed_fits_together(image: Image) -> None:
    image.run(str(image.python), "-m", "pip", "check")


@pytest.mark.slow
@pytest.mark.browser
@needs("chromium")
def test_a_set_is_answered_by_clicking_kept_over_a_new_session_handed_in_and_marked(
        image: Image, browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The links of the guide: one opens a set, the other the start page, where work is downloaded and goes on."""
    course = find_course(_course(tmp_path / "course"))
    release(course, "ps0")
    key = {q: course.issued("ps0", "ada")["questions"][q]["key"] for q in ("q1", "q2")}
    monkeypatch.setenv("BINDER_LAUNCH_HOST", "https://mybinder.org/")
    with _session(image, tmp_path / "first") as address:
        page = _page(browser)
        page.goto(f"{address}/lab/tree/course/exercises/ps0/ps0.ipynb?reset")
        jupyter.run_all(page)
        assert "Download my work" in page.locator(".jp-OutputArea").first.inner_text(), "that work is lost is said here"
        for digit in str(key["q1"]):
            press(page, 0, digit, "key")
        for word in key["q2"]:
            press(page, 1, word, "pick")
        page.goto(f"{address}/lab/tree/notebooks/00-start-here.ipynb?reset")
        jupyter.run_all(page)
        with page.expect_download() as download:
            page.get_by_role("button", name="Download my work").click()
        download.value.save_as(tmp_path / "my-work.zip")
        page.close()
    # The session is over, and its disk with it; the next one begins on a copy of the image.
    with _session(image, tmp_path / "second") as address:
        page = _page(browser)
        page.goto(f"{address}/lab/tree/notebooks/00-start-here.ipynb?reset")
        jupyter.run_all(page)
        page.locator("input[type=file][accept='.zip']").set_input_files(tmp_path / "my-work.zip")
        page.get_by_text("is back").or_(page.get_by_text("are back")).first.wait_for()
        page.goto(f"{address}/lab/tree/course/exercises/ps0/ps0.ipynb?reset")
        jupyter.run_all(page)  # its last cell hands in
        page.close()
    inbox = tmp_path / "inbox" / "ada"
    inbox.mkdir(parents=True)
    shutil.copy(tmp_path / "second" / "disk" / "course" / "exercises" / "ps0" / "ps0-handin.ipynb", inbox)
    assert set(collect(course, "ps0", inbox.parent, None, True).filed) == {"ada"}
    verdicts = grade(Marking(course, "ps0").job("ada")).questions
    assert all(verdicts[q].points == verdicts[q].maximum > 0 for q in key), verdicts
    assert [q for q, verdict in verdicts.items() if verdict.points] == list(key)


@contextmanager
def _session(image: Image, folder: Path) -> Iterator[str]:
    """The address of a server of Binder, with a disk of its own, as the build left it."""
    shutil.copytree(image.repository, folder / "disk", symlinks=True)
    port = jupyter.free_port()
    address = f"http://127.0.0.1:{port}"
    with jupyter.running(jupyter.lab_arguments(port, folder / "disk"), f"{address}/api", folder, str(image.python), ""):
        yield address


def _page(browser: Any) -> Any:
    page = browser.new_page(viewport={"width": 1400, "height": 1000}, accept_downloads=True)
    page.set_default_timeout(60_000)
    return page


def _course(root: Path) -> Path:
    """A course in which everybody has the questions that lie in Binder."""
    shutil.copytree(ROOT / "course" / "source" / "ps0", root / "source" / "ps0")
    shutil.copy(ROOT / "course" / "nbgrader_config.py", root)
    (root / "private").mkdir()
    (root / "private" / "secret").write_text(SECRET)
    return root
