"""Whose rights the hub uses where: nothing of it reaches through what students lay into their homes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from traitlets.config import Config

pwd = pytest.importorskip("pwd", reason="JupyterHub is for Unix: run it on Linux or macOS")
HUB = Path(__file__).parents[2] / "delivery" / "hub"
AS = ("import os, pathlib, pkgutil, runpy, shutil, sys; user = int(sys.argv.pop(1)); "
      "user != os.geteuid() and (os.setgroups([]), os.setgid(user), os.setuid(user)); "
      "sys.argv.pop(0); runpy.run_path(sys.argv[0], run_name='__main__')")
"""Run a file of Python as a user: the interpreter may lie where that user cannot start it."""
STUDENT = pwd.getpwnam("nobody")

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="about a hub that runs as root: run it as root")


LINKS = ("finity", "finity/00-start-here.ipynb", "finity/de")
"""Where a student may lay a link to what is root's."""


@contextmanager
def hub_and_home() -> Iterator[Path]:
    """A folder that everybody may enter, with a hub, two notebooks, and the home of a student."""
    folder = Path(tempfile.mkdtemp(prefix="finity-hub-"))
    folder.chmod(0o755)
    shutil.copytree(HUB, folder / "hub")
    for name in ("00-start-here", "de/00-start-here"):
        notebook = folder / "notebooks" / f"{name}.ipynb"
        notebook.parent.mkdir(exist_ok=True)
        notebook.write_text("ours")
    home = folder / "home"
    home.mkdir()
    if os.geteuid() == 0:
        shutil.chown(home, STUDENT.pw_uid, STUDENT.pw_gid)
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("FINITY_NOTEBOOKS", str(folder / "notebooks"))
        environment.setenv("FINITY_HUB_STATE", str(folder / "state"))
        environment.delenv("FINITY_HUB_PASSWORD", raising=False)
        try:
            yield folder
        finally:
            shutil.rmtree(folder)


@pytest.fixture
def place() -> Iterator[Path]:
    with hub_and_home() as made:
        yield made


def configured(place: Path) -> Any:
    """What the configuration says."""
    file, c = place / "hub" / "jupyterhub_config.py", Config()
    exec(compile(file.read_text(encoding="utf-8"), file, "exec"), {"get_config": lambda: c, "__file__": str(file)})
    return c


def start_server(place: Path, command: str = "true") -> subprocess.CompletedProcess[str]:
    """Do what the hub does when the student starts a server, with another command in the server's place."""
    c, home = configured(place), place / "home"
    if "pre_spawn_hook" in c.Spawner:
        user = SimpleNamespace(name=STUDENT.pw_name)
        c.Spawner.pre_spawn_hook(SimpleNamespace(user=user, environment={"HOME": str(home)}))
    interpreter, program, notebooks, *server = c.Spawner.cmd
    assert interpreter == server[0] == sys.executable
    user = STUDENT.pw_uid if os.geteuid() == 0 else os.geteuid()
    words, environment = [program, notebooks, command], {"HOME": str(home), "PATH": os.defpath}
    return subprocess.run([interpreter, "-c", AS, str(user), *words], cwd=home, env=environment, capture_output=True,
                          text=True, check=False)


def laid(place: Path, link: str, target: Path) -> None:
    """The student lays a link into the home."""
    there = place / "home" / link
    there.parent.mkdir(exist_ok=True)
    there.symlink_to(target)
    if os.geteuid() == 0:
        for made in (there, there.parent):
            os.chown(made, STUDENT.pw_uid, STUDENT.pw_gid, follow_symlinks=False)


def linked(place: Path, link: str) -> list[str]:
    """Start a server in a home with a link to what is root's; what did not hold."""
    private = place / "private"
    private.mkdir(mode=0o700)
    (private / "secret").write_text("root's")
    laid(place, link, private / "new.ipynb" if link.endswith(".ipynb") else private)
    start_server(place)
    found = [f"made {path.name}" for path in private.iterdir() if path.name != "secret"]
    return found + [f"{path.name} is the student's" for path in (private, private / "secret") if path.stat().st_uid]


@as_root
@pytest.mark.parametrize("link", LINKS)
def test_a_link_in_a_home_gives_nobody_what_is_roots(place: Path, link: str) -> None:
    assert linked(place, link) == []


def test_a_student_gets_the_notebooks_as_files_of_their_own(place: Path) -> None:
    done = start_server(place)
    assert (done.returncode, done.stderr) == (0, "")
    made = [path for path in (place / "home").rglob("*") if path.is_file()]
    assert {path.relative_to(place / "home").as_posix() for path in made} == {
        "finity/00-start-here.ipynb", "finity/de/00-start-here.ipynb"}
    assert {path.stat().st_uid for path in made} == {(place / "home").stat().st_uid}


def test_what_a_student_has_stays_as_it_is(place: Path) -> None:
    laid(place, "finity/00-start-here.ipynb", place / "home" / "elsewhere.ipynb")
    assert start_server(place).stderr == ""
    laid(place, "finity/mine.ipynb", place / "home" / "nowhere")
    (place / "home" / "finity" / "de" / "00-start-here.ipynb").write_text("my own")
    assert start_server(place).stderr == ""
    assert (place / "home" / "finity" / "de" / "00-start-here.ipynb").read_text() == "my own"
    assert (place / "home" / "finity" / "00-start-here.ipynb").is_symlink()
    assert not (place / "home" / "elsewhere.ipynb").exists()


def test_where_the_notebooks_cannot_be_given_the_server_starts_and_says_so(place: Path) -> None:
    (place / "home" / "finity").write_text("a file")
    done = start_server(place)
    assert done.returncode == 0
    assert "The notebooks were not all copied" in done.stderr
    shutil.rmtree(place / "notebooks")
    assert "cannot be read" in start_server(place).stderr


def test_one_password_for_all_is_refused_to_root(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FINITY_HUB_PASSWORD", "workshop")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(SystemExit, match="does not start as root with FINITY_HUB_PASSWORD") as refused:
        configured(place)
    assert "Start it as an ordinary account" in str(refused.value)


def test_one_password_for_all_is_said_to_be_one_account(
        place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("FINITY_HUB_PASSWORD", "workshop")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    configured(place)
    told = capsys.readouterr().err
    assert "all participants share one account" in told
    assert "take any\nname" in told


@pytest.mark.parametrize("password", [None, "workshop"])
def test_the_secrets_of_the_hub_lie_apart_and_no_server_is_let_run_as_root(
        place: Path, monkeypatch: pytest.MonkeyPatch, password: str | None) -> None:
    if password:
        monkeypatch.setenv("FINITY_HUB_PASSWORD", password)
        monkeypatch.setattr(os, "geteuid", lambda: 1000)
    c = configured(place)
    assert (place / "state").stat().st_mode & 0o777 == 0o700
    assert Path(c.JupyterHub.cookie_secret_file).parent == place / "state"
    assert c.JupyterHub.db_url == f"sqlite:///{place / 'state' / 'jupyterhub.sqlite'}"
    assert "--allow-root" not in [*c.Spawner.cmd, *c.Spawner.get("args", [])]
