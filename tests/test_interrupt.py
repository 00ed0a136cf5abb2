"""Ctrl-C, sent as a signal to the real programs: what is done is kept, and nobody sees a traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import pytest

from matchbox import Machine

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix: run it on Linux or macOS")
PROGRAMS = Path(sysconfig.get_path("scripts"))
ROOT = Path(__file__).parents[1]


def pressed(args: list[str], when: str | Path, tmp_path: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run a program as the only one of its terminal, and press Ctrl-C once it has written `when`, a text or a file."""
    command = [sys.executable, *options, str(PROGRAMS / args[0]), *args[1:]]
    environment = os.environ | {"PYTHONUNBUFFERED": "1", "PYTHONPATH": str(ROOT), "FINITY_LANG": "en"}
    with subprocess.Popen(command, cwd=tmp_path, env=environment, text=True, start_new_session=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        stream = run.stderr
        assert stream is not None
        seen = ""
        while isinstance(when, str) and when not in seen:
            line = stream.readline()
            assert line, f"never wrote {when!r}: {seen}"
            seen += line
        while isinstance(when, Path) and (not when.exists() or len(when.read_text().splitlines()) < 2):
            assert run.poll() is None, run.communicate()
            time.sleep(0.05)
        os.killpg(run.pid, signal.SIGINT)
        out, err = run.communicate(timeout=60)
    return subprocess.CompletedProcess(command, run.returncode, out, err)


@pytest.mark.parametrize("module", ["click", "boardkit.messages", "finity_edu.rules.ruleset"])
def test_while_the_program_is_still_loading(module, tmp_path):
    run = pressed(["finity-edu", "perft", "9"], f" {module}\n", tmp_path, "-X", "importtime")
    assert "Traceback" not in run.stderr
    assert run.returncode in (1, 130)  # 1 is click's own, once it is in charge


@pytest.mark.parametrize("args", [
    ["finity-edu", "perft", "9"], ["amakta", "perft", "--depth", "12"],
    ["amakta", "solve", "--board", "wabe7", "--set", "duo"], ["matchbox", "curve", "--teacher", "memoryless"],
    ["finity-edu", "arena", "strong", "advanced", "--processes", "2"],
    ["matchbox", "train", "--machines", "9000000"],
], ids=lambda args: "-".join(args[:2]))
def test_while_there_is_nothing_to_keep_yet(args, tmp_path):
    last = {"finity-edu": "finity_edu.cli", "amakta": "amakta.cli", "matchbox": "matchbox.cli"}[args[0]]
    run = pressed(args, f" {last}\n", tmp_path, "-X", "importtime")
    assert "Traceback" not in run.stderr
    assert run.returncode in (1, 130)


@pytest.mark.slow
def test_an_arena_shows_the_games_that_are_done_and_goes_on_with_them(tmp_path):
    file = tmp_path / "games.jsonl"
    args = ["finity-edu", "arena", "greedy", "random", "--games", "5000", "--nodes", "1", "--processes", "2",
            "--file", str(file), "--json"]
    run = pressed(args, file, tmp_path)
    assert run.returncode == 0
    assert "Traceback" not in run.stderr
    assert "interrupted after" in run.stderr
    assert json.loads(run.stdout)["games"] == len(file.read_text().splitlines()) - 1


def test_a_machine_in_training_is_saved(tmp_path):
    file = tmp_path / "machine.txt"
    run = pressed(["matchbox", "train", "--games", "90000000", "--save", str(file)], " matchbox.cli\n", tmp_path,
                  "-X", "importtime")
    assert "Traceback" not in run.stderr
    if run.returncode == 0:  # otherwise it had not even begun
        assert Machine.load(file.read_text())
