"""The sandbox itself, and what happens where there is none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from finity_edu.grading import marking, sandbox
from finity_edu.grading.judging import Judge, JudgeError
from finity_edu.grading.kernel import SandboxKernel
from finity_edu.grading.sandbox import Limits
from tests.grading.test_lecturer import main
from tests.grading.workshop import hand_in, perfect

QUICK = Limits(output=2_000)


@pytest.fixture(scope="module")
def kernel():
    with SandboxKernel(marking.local_view("/nowhere"), QUICK, {"data.txt": b"seen"}) as running:
        assert running.start()
        yield running


def value(kernel: SandboxKernel, code: str, expression: str) -> str | None:
    return kernel.run(code, 5, {"x": expression}).values.get("x")


def test_only_what_is_listed_can_be_seen(kernel):
    assert value(kernel, "import os", "open('data.txt').read()") == "seen"
    assert value(kernel, "top = sorted(os.listdir('/'))", "str(top)") is not None
    here = str(Path(__file__).resolve())
    assert value(kernel, "", f"str(os.path.exists({here!r}))") == "False"
    assert value(kernel, "", "str(os.listdir('/tmp'))").count("finity-run") == 1


@pytest.mark.parametrize("path", ["/usr/x", "/etc/x", "/x", "/dev/x", "/opt/packages/finity_edu/x", sys.prefix + "/x"])
def test_the_system_cannot_be_written_to(kernel, path):
    assert kernel.run(f"open({path!r}, 'w')", 5).status == "error"


def test_there_is_no_network_no_privilege_and_no_other_process(kernel):
    assert kernel.run("import socket; socket.create_connection(('127.0.0.1', 1))", 5).status == "error"
    assert value(kernel, "import os", "str(os.getuid())") != "0"
    assert value(kernel, "", "open('/proc/self/status').read().split('CapEff:')[1].split()[0]").strip("0") == ""
    assert len(json.loads(value(kernel, "", "str([int(p) for p in os.listdir('/proc') if p.isdigit()])"))) <= 3


def test_an_interrupted_cell_leaves_the_kernel_as_it_was(kernel):
    kernel.run("kept = 41", 5)
    slow = kernel.run("import time\ntime.sleep(30)", 0.3)
    assert (slow.status, slow.alive) == ("time", True)
    assert value(kernel, "", "str(kept + 1)") == "42"


def test_output_is_cut(kernel):
    done = kernel.run("for i in range(100): print('x' * 100)", 5)
    assert done.status in ("output", "ok")
    assert sum(len(o["text"]) for o in done.outputs) <= QUICK.output


def test_where_no_sandbox_can_be_made_marking_refuses_unless_told_otherwise(course, monkeypatch):
    hand_in(course, "ada", perfect(course, "ada"))
    monkeypatch.setenv("PATH", "/nowhere")
    marking.require_sandbox.cache_clear()
    try:
        refused = CliRunner().invoke(main, ["mark", "hw", "--course", str(course.root)])
        assert refused.exit_code == 2
        assert "'bwrap' is not installed" in refused.output
        assert "--unprotected" in refused.output
        with pytest.raises(marking.SandboxError):
            marking.grade(marking.Marking(course, "hw").job("ada"))
    finally:
        marking.require_sandbox.cache_clear()


def test_a_kernel_that_does_not_start_is_nobodys_zero(course, monkeypatch):
    hand_in(course, "ada", perfect(course, "ada"))
    monkeypatch.setattr(SandboxKernel, "start", lambda self: setattr(self, "starts", 1))
    done = CliRunner().invoke(main, ["mark", "hw", "--workers", "1", "--course", str(course.root)])
    assert done.exit_code == 1
    assert "did not start" in done.output
    assert marking.Marking(course, "hw").open_students() == ["ada"]


def test_marking_without_a_sandbox_is_possible_and_says_so(course):
    hand_in(course, "ada", perfect(course, "ada"))
    done = CliRunner().invoke(main, ["mark", "hw", "--unprotected", "--workers", "1", "--course", str(course.root)])
    assert done.exit_code == 0
    assert "6 / 6" in done.output
    assert "WITHOUT a sandbox" in done.output
    again = marking.Marking(course, "hw")
    assert again.open_students() == ["ada"], "a protected run does not take over what an unprotected one said"


def test_any_jupyter_tool_can_use_the_sandbox_as_a_kernel(tmp_path):
    from jupyter_client import KernelManager
    from jupyter_client.kernelspec import KernelSpecManager

    name = sandbox.kernelspec(str(tmp_path), marking.local_view("/nowhere"))
    specs = KernelSpecManager(kernel_dirs=[str(tmp_path / "kernels")])
    sockets = tmp_path / "sockets"
    # The address of a socket that is a file has at most a hundred letters.
    short = Path("/tmp") / f"finity-test-{os.getpid()}"
    short.symlink_to(tmp_path)
    manager = KernelManager(kernel_spec_manager=specs, kernel_name=name, transport="ipc", ip=f"{short}/sockets/k",
                            connection_file=str(tmp_path / "connection.json"))
    sockets.mkdir()
    try:
        manager.start_kernel()
        client = manager.blocking_client()
        client.start_channels()
        client.wait_for_ready(timeout=30)
        told = []
        client.execute_interactive("import os; print(os.path.expanduser('~'))", timeout=10,
                                   output_hook=lambda m: told.append(m["content"].get("text", "")))
        assert "".join(told).strip() == sandbox.HOME
        client.stop_channels()
    finally:
        manager.shutdown_kernel(now=True)
        manager.context.destroy(linger=0)
        short.unlink()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can try what another user can do")
def test_the_way_into_the_sandbox_without_being_root():
    """Another user, a user namespace: the limits hold there too."""
    shown = sandbox.View("/usr/bin/python3", ())
    code = ("import os, time\nfor i in range(60):\n    try:\n        if os.fork() == 0: time.sleep(2); os._exit(0)\n"
            "    except OSError: print('limited'); break\n"
            "for place in ('/x', '/dev/x', '/usr/x'):\n    try: open(place, 'w'); print('written', place)\n"
            "    except OSError: pass")
    argv = sandbox.command(shown, Limits(processes=20), ["/usr/bin/python3", "-c", code])
    if not Path("/usr/bin/python3").exists():
        pytest.skip("no system Python to try it with")
    done = subprocess.run(["setpriv", "--reuid", "65533", "--regid", "65533", "--clear-groups", *argv],
                          capture_output=True, text=True, timeout=30, check=False)
    assert done.stdout.strip() == "limited", done.stderr


def test_the_judge_survives_what_it_is_asked():
    with Judge(seconds=10) as judge:
        with pytest.raises(JudgeError):
            judge.judge("no_such_type", {}, 1, 1, "en")
        verdict = judge.judge("count_arrows", {"board": "bga/abcd bbwwbwbw c; posts c@A; bridges wB>A.m"}, 1, 4, "en")
        assert (verdict["points"], verdict["maximum"]) == (4, 4)


def test_a_verdict_that_takes_too_long_costs_its_own_question_only():
    with Judge(seconds=0.001) as judge, pytest.raises(JudgeError, match="time"):
        judge.judge("count_arrows", {"board": "bga/abcd bbwwbwbw c; posts c@A; bridges wB>A.m"}, 1, 4, "en")


def test_what_a_killed_run_left_behind_is_swept_away(tmp_path, monkeypatch):
    from finity_edu.grading import kernel

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (tmp_path / "finity-run-999999999-x").mkdir()
    (tmp_path / f"finity-run-{os.getpid()}-x").mkdir()
    kernel.sweep()
    assert [p.name for p in tmp_path.iterdir()] == [f"finity-run-{os.getpid()}-x"]
