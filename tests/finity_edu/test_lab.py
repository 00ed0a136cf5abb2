"""``finity-edu lab``: started for real, asked over HTTP, and ended by Ctrl-C."""

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
    monkeypatch.setattr(lab, "__file__", str(tmp_path / "site-packages" / "finity_edu" / "lab.py"))
    with pytest.raises(UserError, match="Change to the folder of the course"):
        lab.project_folder()


def test_without_jupyterlab_the_message_says_how_to_install_it(course, monkeypatch):
    monkeypatch.setattr(lab.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(UserError, match=r'pip install "finity-edu\[lab\]"'):
        lab.start()


def test_a_port_that_is_taken_is_not_offered():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        number = taken.getsockname()[1]
        assert lab.free_port(number, 5) != number
        assert lab.free_port(number, 1) != number


def test_a_browser_is_opened_only_where_there_is_a_display(monkeypatch):
    monkeypatch.setattr(lab.sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not lab.has_display()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert lab.has_display()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C cannot be sent to one process on Windows")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_the_lab_prints_its_address_answers_and_ends_cleanly(course, name):
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    command = [sys.executable, "-m", "finity_edu.cli", "lab"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=course,
                               env=environment | {"PYTHONUNBUFFERED": "1"})
    try:
        address = next(found[0] for line in process.stdout if (found := re.search(r"http://\S+", line)))
        with urllib.request.urlopen(address, timeout=60) as answer:
            assert answer.status == 200
            assert b"JupyterLab" in answer.read()
        contents = re.sub(r"/lab/tree/.*\?", "/api/contents/notebooks/00-start-here.ipynb?", address)
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
