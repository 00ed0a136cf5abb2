"""A process beside this one: what is called there is bounded, and what becomes of it stalls nobody."""

from __future__ import annotations

import os
import sys
import time

import pytest

from boardkit import aside
from boardkit.aside import Aside, Unfinished, bounded


def two_steps(value: int, step: aside.Step) -> int:
    """A function that says what it comes to."""
    step("first", 60)
    step("second", 60)
    return value


@pytest.fixture
def beside():
    one = Aside("test")
    yield one
    one.close()


def test_a_function_is_called_in_another_process_which_serves_all_that_follow(beside):
    first = beside.call(os.getpid, seconds=60)
    assert first != os.getpid()
    assert beside.call(os.getpid, seconds=60) == first
    assert beside.call(sorted, [3, 1, 2], seconds=60) == [1, 2, 3]


def test_what_takes_too_long_by_the_clock_is_ended_and_the_next_call_gets_a_new_process(beside):
    first = beside.call(os.getpid, seconds=60)
    with pytest.raises(Unfinished) as ended:
        beside.call(time.sleep, 600, seconds=0.1)
    assert ended.value.reason == "time"
    assert beside.call(os.getpid, seconds=60) not in (first, os.getpid())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit: run it on Linux or macOS")
def test_what_takes_too_long_by_the_processor_is_ended(beside):
    with pytest.raises(Unfinished) as ended:
        beside.call(sum, range(10**12), seconds=600, processor=0)
    assert ended.value.reason == "time"
    assert beside.call(abs, -1, seconds=60, processor=1) == 1, "each call has seconds of its own"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds the memory of one process: run it on Linux")
def test_what_takes_too_much_memory_is_an_error_of_its_own(beside):
    first = beside.call(os.getpid, seconds=60)
    with pytest.raises(Unfinished, match="MemoryError") as ended:
        beside.call(bytes, 2 * aside.MEMORY, seconds=60)
    assert ended.value.reason == "error"
    assert beside.call(os.getpid, seconds=60) == first


@pytest.mark.parametrize(("function", "argument"), [(int, "x"), (os._exit, 3), (sys.exit, 3)])
def test_what_fails_or_takes_the_process_with_it_is_told(beside, function, argument):
    with pytest.raises(Unfinished) as ended:
        beside.call(function, argument, seconds=60)
    assert ended.value.reason == "error"
    assert beside.call(abs, -1, seconds=60) == 1


def test_a_call_that_was_interrupted_does_not_answer_the_next_one(beside):
    def interrupted(at: str, seconds: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        beside.call(two_steps, 1, seconds=60, step=interrupted)
    assert beside.call(abs, -2, seconds=60) == 2


def test_what_lies_in_the_current_folder_is_not_imported(beside, tmp_path, monkeypatch):
    for name in ("pickle", "json", "boardkit", "coursekit", "subprocess"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'owned')!r}, 'w')\nraise SystemExit(7)\n")
    monkeypatch.chdir(tmp_path)
    assert beside.call(os.getcwd, seconds=60) == str(tmp_path)
    assert not (tmp_path / "owned").exists()


def test_where_there_are_no_processes_the_function_is_called_here(monkeypatch):
    monkeypatch.setattr(sys, "platform", "emscripten")
    assert bounded(os.getpid) == os.getpid()
