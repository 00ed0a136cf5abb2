"""What Binder does, replayed in a clean environment: base image, requirements, copy of the repository, postBuild."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

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
    files = [str(p.relative_to(ROOT)) for p in (ROOT / "notebooks").rglob("[0-9]*.ipynb") if "." not in p.parent.name]
    for file in files:
        (tmp_path / "clone" / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "clone" / file).touch()
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(["bash", str(step)], cwd=tmp_path / "clone", check=True, env={**os.environ, "PATH": path})
    trusted = (tmp_path / "asked").read_text().split("jupyter trust ")[1].split()
    assert sorted(trusted) == sorted(files)
    assert any(file.startswith("notebooks/de/") for file in files)


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
    subprocess.run([sys.executable, "-m", "venv", str(folder / "env")], check=True)
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
    print(f"\nBinder: requirements took {seconds:.0f} s and {(_size(folder / 'env') - before) / 1e6:.0f} MB")
    yield image
    shutil.rmtree(folder, ignore_errors=True)


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
