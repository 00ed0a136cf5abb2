"""``finity-edu lab``: started for real, asked over HTTP, and ended by Ctrl-C."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

from boardkit.errors import UserError
from boardkit.messages import using_language
from boardkit.whole_files import write_whole
from finity_edu import lab

PAGE = '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A folder that looks like the course, as the current one."""
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks" / "00-start-here.ipynb").write_text(PAGE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_folder_of_the_course_is_the_current_one_if_it_holds_the_start_page(course):
    assert lab.project_folder() == course


def test_without_notebooks_the_message_says_where_to_go(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(lab, "shipped", lambda name: None)
    with pytest.raises(UserError, match="Change to the folder of the course"):
        lab.project_folder()


def test_in_an_empty_folder_the_course_is_copied_and_what_was_changed_there_stays(tmp_path, monkeypatch):
    shipped = tmp_path / "site-packages" / "coursekit" / "shipped" / "notebooks"
    for name in ("00-start-here.ipynb", "01-more.ipynb", "de/00-start-here.ipynb"):
        write_whole(shipped / name, PAGE)
    write_whole(shipped.parent / "course" / "exercises" / "de" / "ps0" / "ps0.ipynb", PAGE)
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    monkeypatch.setattr(lab, "shipped", {"notebooks": shipped}.get)
    folder = lab.project_folder()
    assert folder == tmp_path / "empty" / "finity-edu"
    assert (folder / "course" / "exercises" / "de" / "ps0" / "ps0.ipynb").read_text() == PAGE
    with using_language("de"):
        assert lab.start_page(folder) == "notebooks/de/00-start-here.ipynb"
    with using_language("es"):
        assert lab.start_page(folder) == "notebooks/00-start-here.ipynb"
    write_whole(folder / "notebooks" / "01-more.ipynb", "my own notes")
    for name in ("00-start-here.ipynb", "01-more.ipynb"):
        write_whole(shipped / name, PAGE + "\n")
    assert lab.project_folder() == folder
    assert (folder / "notebooks" / "01-more.ipynb").read_text() == "my own notes"
    assert (folder / "notebooks" / "00-start-here.ipynb").read_text() == PAGE + "\n"


def test_without_jupyterlab_the_message_says_how_to_install_it(course, monkeypatch):
    monkeypatch.setattr(lab.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(UserError, match=r'pip install "finity-edu\[lab\]"'):
        lab.start()


@pytest.mark.slow
def test_where_jupyter_cannot_write_the_message_names_the_folder(course, tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path))
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "file" / "data"))
    with pytest.raises(UserError, match=r"file.data.runtime: .*JUPYTER_DATA_DIR"):
        lab.start()


def test_a_browser_is_opened_only_where_there_is_a_display(monkeypatch):
    monkeypatch.setattr(lab.sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not lab.has_display()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert lab.has_display()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends Ctrl-C to all: run it on Linux or macOS")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_the_lab_prints_its_address_answers_and_ends_cleanly(course, name):
    taken = socket.socket()
    with contextlib.suppress(OSError):  # somebody else has the port: as good
        taken.bind(("127.0.0.1", 8888))
        taken.listen()
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    command = [sys.executable, "-m", "finity_edu.cli", "lab"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=course,
                               env=environment | {"PYTHONUNBUFFERED": "1"})
    try:
        address = next(found[0] for line in process.stdout if (found := re.search(r"http://\S+", line)))
        assert ":8888/" not in address
        with urllib.request.urlopen(address, timeout=60) as answer:
            assert answer.status == 200
            assert b"JupyterLab" in answer.read()
        contents = re.sub(r"/doc/tree/.*\?", "/api/contents/notebooks/00-start-here.ipynb?", address)
        with urllib.request.urlopen(contents, timeout=60) as answer:
            assert answer.status == 200
        begin = time.monotonic()
        process.send_signal(getattr(signal, name))
        rest = process.stdout.read()
        assert process.wait(timeout=30) == 0
        assert "Traceback" not in rest
        assert time.monotonic() - begin < 30
        with pytest.raises(urllib.error.URLError):
            urllib.request.urlopen(address, timeout=5)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        taken.close()


@pytest.mark.parametrize(("system", "variables", "wanted"), [
    ("win32", {}, True), ("darwin", {}, True), ("linux", {}, False), ("linux", {"DISPLAY": ":0"}, True),
    ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True)])
def test_a_browser_is_opened_where_there_is_a_screen(monkeypatch, system, variables, wanted):
    monkeypatch.setattr("sys.platform", system)
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert lab.has_display() is wanted
