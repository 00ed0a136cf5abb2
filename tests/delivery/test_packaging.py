"""What is published: wheel and sdist are built, compared with the tree, and installed into empty environments."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from boardkit.messages import LANGUAGES
from finity_edu.players.kernel import PROGRAM

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PACKAGES = ("boardkit", "automatakit", "coursekit", "finity_edu", "matchbox", "amakta")
HERE = f"{sys.version_info[0]}.{sys.version_info[1]}"
VERSIONS = (HERE, *(version for version in ("3.11", "3.12", "3.13", "3.14") if version != HERE))

pytestmark = pytest.mark.slow


def run(*words: str | Path, cwd: Path = ROOT, code: int = 0) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment |= {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "FINITY_LANG": "en"}
    done = subprocess.run(
        [str(word) for word in words], cwd=cwd, env=environment, capture_output=True, text=True, timeout=900
    )
    assert done.returncode == code, f"{words}\n{done.stdout[-1500:]}\n{done.stderr[-1500:]}"
    return done.stdout + done.stderr


def interpreter(version: str) -> str | None:
    """A Python of this version: the one that runs the tests, one on the path, or one that pyenv manages."""
    if version == HERE:
        return sys.executable
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    managed = [str(path) for path in sorted(pyenv.glob(f"{version}.*/bin/python"))]
    for candidate in filter(None, (shutil.which(f"python{version}"), *managed)):
        if not subprocess.run([candidate, "-c", "import venv, ensurepip"], capture_output=True).returncode:
            return candidate
    return None


def new_environment(python: str, folder: Path) -> Path:
    run(python, "-m", "venv", folder)
    return folder / ("Scripts" if os.name == "nt" else "bin")


@dataclass(frozen=True)
class Built:
    sdist: Path
    wheel: Path


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The sdist of this tree, and the wheel that is built from the sdist alone."""
    folder = tmp_path_factory.mktemp("dist")
    programs = new_environment(sys.executable, folder / "builder")
    backend = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]
    run(programs / "python", "-m", "pip", "install", "-q", *backend["requires"])
    code = f"import {backend['build-backend']} as backend, sys; backend.build_sdist(sys.argv[1])"
    run(programs / "python", "-c", code, folder)
    [sdist] = folder.glob("*.tar.gz")
    run(programs / "python", "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", folder, sdist)
    [wheel] = folder.glob("*.whl")
    return Built(sdist, wheel)


def tracked(*folders: str) -> set[str]:
    git = shutil.which("git")
    listed = git and subprocess.run([git, "ls-files", "--", *folders], cwd=ROOT, capture_output=True, text=True)
    if not listed or listed.returncode:
        pytest.skip("git does not say what belongs to the project: apt install git, and run it in a clone of your own")
    return {name for name in listed.stdout.splitlines() if (ROOT / name).is_file()}


def test_the_wheel_holds_every_file_of_the_packages_and_nothing_else(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as archive:
        names = set(archive.namelist())
        module = archive.read("finity_edu/players/kernel/apply.wasm")
    sources = {name for name in tracked(*PACKAGES) if name.endswith((".po", ".pot"))}  # of what is there compiled
    assert tracked(*PACKAGES) - sources <= names
    lectures = tracked("course", "notebooks/*.ipynb", "notebooks/*.toml")
    assert {f"coursekit/shipped/{name}" for name in lectures} == {
        name for name in names if name.startswith("coursekit/shipped/")}
    assert built.wheel.stat().st_size <= 6_000_000
    assert names & sources == set()
    assert {name for name in names if name.endswith(".mo")} == {
        f"{package}/locale/{lang}/LC_MESSAGES/{package}.mo" for package in PACKAGES for lang in LANGUAGES}
    assert module == PROGRAM.module + PROGRAM.seal()
    itself = f"finity_edu-{PROJECT['version']}"
    assert {name.split("/")[0] for name in names} == {*PACKAGES, f"{itself}.dist-info", f"{itself}.data"}
    assert [name for name in names if name.startswith(f"{itself}.data/")] == [
        f"{itself}.data/data/share/jupyter/lab/settings/overrides.d/finity-edu.json"]
    assert not [name for name in names if "__pycache__" in name or name.endswith((".nbi", ".nbc"))]
    kinds = {Path(name).suffix for name in names}
    assert {".py", ".toml", ".js", ".css", ".typed"} <= kinds
    assert {Path(name).name for name in names} >= {"LICENSE", "LICENSE-TEXTS", "entry_points.txt"}


def test_the_sdist_holds_the_whole_project(built: Built) -> None:
    with tarfile.open(built.sdist) as archive:
        names = {member.name.partition("/")[2] for member in archive.getmembers()}
    assert {name for name in tracked() if name != ".ci/run"} <= names


SMOKE = """
import importlib, pkgutil
packages = ("boardkit", "automatakit", "coursekit", "finity_edu", "matchbox", "amakta")
for package in map(importlib.import_module, packages):
    assert "site-packages" in package.__file__, package.__file__
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as error:
            print("without", error.name, module.name)

import amakta, amakta.draw.board, matchbox, matchbox.draw.machine
from boardkit.errors import UserError
from boardkit.explore import perft
from boardkit.messages import LANGUAGES, using_language
from finity_edu import Position, load_rules
from finity_edu.automata import station_nfa
from finity_edu.draw import draw_board
from finity_edu.examples import example, example_game
from coursekit.questions import all_types
from finity_edu.rules.ruleset import rule_set_names

assert perft(Position.start(word="bbwwbwbw"), 1) == 214
assert perft(matchbox.Track(), 1) > 0
assert perft(amakta.State.start(board="raute4", stones="duo"), 1) > 0
board = example("worked-example")
assert station_nfa(board, 1).accepts_input("bbwwbb")
assert example_game().game.result is not None
assert [load_rules(name) for name in rule_set_names()]
assert all(kind.instance(1, 2, "en").text for kind in all_types()[:5])
for language in LANGUAGES:
    with using_language(language):
        picture = draw_board(board)
        assert str(picture).startswith("<svg") and picture.desc, language
assert matchbox.exact.curve(teacher="random", games=3).machine_starts[3] > 0.5
try:
    picture.save("board.png")
except UserError as error:
    print("figures:", error)
import finity_edu.widget, matchbox.widget, amakta.widget
for module in (finity_edu.widget, matchbox.widget, amakta.widget):
    assert [getattr(module, name) for name in module.__all__]
print("smoke test passed")
"""

@pytest.fixture(scope="module")
def installed(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Where the programs of a fresh environment with the wheel in it are, by version of Python."""
    known: dict[str, Path] = {}

    def install(version: str) -> Path:
        python = interpreter(version)
        if python is None:
            print(f"\nPython {version}: not run (no interpreter)")
            pytest.skip(f"no Python {version}: uv python install {version}, or apt install python{version}-venv")
        if version not in known:
            known[version] = new_environment(python, tmp_path_factory.mktemp("empty") / f"env{version}")
            run(known[version] / "python", "-m", "pip", "install", "-q", built.wheel)
        return known[version]

    return install


@pytest.mark.parametrize("version", VERSIONS)
def test_the_wheel_works_in_an_empty_environment(
    version: str, installed: Callable[[str], Path], tmp_path: Path
) -> None:
    programs = installed(version)
    said = run(programs / "python", "-I", "-c", SMOKE, cwd=tmp_path)
    assert said.rstrip().endswith("smoke test passed")
    missing = [line for line in said.splitlines() if line.startswith("without ")]
    for_others = {f"{package}.env" for package in ("boardkit", "finity_edu", "matchbox", "amakta")}
    for_others |= {"coursekit.book.autograde", "boardkit.figure"}
    assert {line.split()[-1] for line in missing} == for_others, "libraries for agents, nbgrader, matplotlib"
    for program in ("finity-edu", "matchbox", "amakta"):
        assert PROJECT["version"] in run(programs / program, "--version", cwd=tmp_path)
        assert "Usage" in run(programs / program, "--help", cwd=tmp_path)
    assert run(programs / "finity-edu", "perft", "1", "--word", "bbwwbwbw", cwd=tmp_path).strip() == "214"
    assert "0.4925" in run(programs / "matchbox", "curve", "--games", "1", cwd=tmp_path)
    assert run(programs / "amakta", "perft", "--depth", "1", cwd=tmp_path).split()[-1] == "4"
    print(f"\nPython {version}: passed")


OPTIONAL = {
    "lab": ("finity-edu lab", "lab"),
    "marking": ("finity-edu mark ps1", "grading"),
    "releasing": ("finity-edu release ps1", "grading"),
    "a cluster": ("finity-edu arena random greedy --games 2 --scheduler tcp://127.0.0.1:1", "cluster"),
    "a figure": ("matchbox curve --games 1 --out curve.png", "figures"),
    "a printout": ("matchbox print --format pdf", "figures"),
    "the best law": ("matchbox curve --teacher memoryless --games 2", "rl"),
}


@pytest.mark.parametrize("what", OPTIONAL)
def test_an_optional_part_that_is_missing_names_the_line_that_installs_it(
    what: str, installed: Callable[[str], Path], tmp_path: Path
) -> None:
    command, extra = OPTIONAL[what]
    program, *words = command.split()
    said = run(installed(HERE) / program, *words, cwd=tmp_path, code=2)
    assert re.search(rf"pip install [\"']finity-edu\[{extra}\][\"']", said), said
    assert "Traceback" not in said


def test_every_extra_that_a_message_names_exists() -> None:
    texts = "".join(
        (ROOT / name).read_text(encoding="utf-8") for name in tracked(*PACKAGES) if name.endswith((".toml", ".py"))
    )
    named = {extra for found in re.findall(r"finity-edu\[([a-z,]+)\]", texts) for extra in found.split(",")}
    assert named
    assert named <= set(PROJECT["optional-dependencies"])
