"""The program inside of a sandbox, obeyed without one: where none can be made, its orders and replies are the same."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from typing import Any

import pytest

from coursekit.marking.sandbox_linux import Bubblewrap
from coursekit.practice import handover
from coursekit.practice.handover import REPLY, RESULT, call, told

Order = dict[str, Any]
PROGRAM = """
import io, sys
from coursekit.practice.handover import _Notebook, _reply
replies, sys.stdout = sys.stdout, io.StringIO()
notebook = _Notebook(shell={shell})
for order in sys.stdin:
    print(_reply(notebook, order), file=replies)
"""
DONE: Order = {"done": True}


def obeyed(*orders: Order | str, shell: bool = False) -> list[Any]:
    """The replies to some orders, one after the other."""
    lines = [order if isinstance(order, str) else json.dumps({"seconds": 5, "clock": 20} | order) for order in orders]
    done = subprocess.run([sys.executable, "-c", PROGRAM.format(shell=shell)], input="\n".join(lines), text=True,
                          capture_output=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def export(kind: str, limit: int = 1000, **form: Any) -> Order:
    return {"export": kind, "form": form, "limit": limit, "lang": "en"}


@pytest.mark.parametrize("shell", [False, True])
def test_cells_run_in_one_notebook_and_an_error_is_told_with_its_place(shell: bool) -> None:
    replies = obeyed({"run": "x = 1"}, {"run": "\ny = x / 0"}, {"run": "if"}, {"run": "raise SystemExit('x')"},
                     {"run": "print(show(x), x)"}, shell=shell)
    assert [replies[0], replies[-1]] == [DONE, DONE]
    assert replies[1]["error"] == "ZeroDivisionError: division by zero"
    assert replies[2]["error"].startswith("SyntaxError: invalid syntax")
    assert replies[3]["error"] == "SystemExit: x"
    assert shell or (replies[1]["line"], replies[1]["code"], replies[2]["line"]) == (2, "y = x / 0", 1)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no process can interrupt itself: run it on Linux or macOS")
@pytest.mark.parametrize("shell", [False, True])
def test_what_takes_too_long_is_stopped_and_the_next_order_is_obeyed(shell: bool) -> None:
    endless = {"run": "while True: pass", "seconds": 0.1, "clock": 3}
    idle = {"run": "import time; time.sleep(20)", "seconds": 20, "clock": 0.1}
    assert obeyed(endless, idle, {"run": "x = 1"}, shell=shell) == [{"failed": "time"}, {"failed": "time"}, DONE]


def test_an_answer_is_handed_over_once_and_in_its_canonical_form() -> None:
    replies = obeyed(
        export("word"), {"run": "answer = ' bwb '"}, export("word"), export("word"),
        {"run": "answer = 5"}, export("word"), {"run": "answer = 'b' * 99"}, export("word", 100),
        {"run": "answer = 'b' * 99"}, export("word", 101), {"run": "answer = len"}, export("function"),
        {"run": "answer = 5"}, export("function"))
    missing = {"missing": True}
    assert replies[:4] == [missing, DONE, {"value": "bwb"}, missing]
    assert (replies[5]["shown"], bool(replies[5]["malformed"])) == ("5", True)
    assert (replies[7]["shown"], "100" in replies[7]["malformed"]) == ("", True)
    assert replies[9] == {"value": "b" * 99}
    assert [replies[11], replies[13]] == [{"callable": True}, missing]  # a number is no function that was left


def test_the_function_is_the_first_of_its_names_and_else_the_answer() -> None:
    source = "def one(x): return 1\ndef two(x):\n    return 2 / x\nanswer = lambda x: 3\nfour = 4"
    replies = obeyed(
        {"inputs": [0]}, {"run": source}, {"names": ["one", "two"], "inputs": [0]},
        {"names": ["two"], "inputs": [1, 0]},
        {"names": ["four"], "inputs": [0]}, {"inputs": [0]}, "no order")
    assert replies[0] == {"error": "NameError: answer"}
    assert replies[2] == {"results": [{"value": 1}]}
    told_at = {"error": "ZeroDivisionError: division by zero", "line": 3, "code": "return 2 / x"}
    assert replies[3] == {"results": [{"value": 2.0}, told_at]}
    assert replies[4] == replies[5] == {"results": [{"value": 3}]}
    assert replies[6]["error"].startswith("JSONDecodeError")


def test_results_are_plain_data_and_bounded_one_by_one_and_together() -> None:
    numbers = pytest.importorskip("numpy", reason="numpy is not installed: pip install -e '.[all]'")
    plain = [({2, 1}, [1, 2]), ((1, (2,)), [1, [2]]), ({1: {"a"}}, {"1": ["a"]}), (math.inf, sys.float_info.max),
             (-math.inf, -sys.float_info.max), (True, True), (None, None), (1.5, 1.5), (numbers.int64(3), 3),
             (1j, "1j")]
    for value, wanted in plain:
        assert call(lambda _, value=value: value, [0]) == [{"value": wanted}], value
    assert call(lambda _: math.nan, [0]) == [{"error": "ValueError: nan"}]
    assert call(lambda a, b: a - b, [[5, 3]]) == [{"value": 2}]
    longest = "x" * (RESULT - 2)  # with its quotation marks
    assert call(lambda text: text, [longest]) == [{"value": longest}]
    assert "error" in call(lambda text: text + "x", [longest])[0]
    many = call(lambda text: text, [longest] * (REPLY // RESULT + 1))
    assert ["value" in one for one in many] == [True] * (REPLY // RESULT) + [False]


def test_what_is_told_of_an_error_is_short_and_never_fails() -> None:
    class Mute(Exception):
        def __str__(self) -> str:
            raise ValueError

    assert told(Mute()) == {"error": "Mute: ?"}
    assert told(ValueError()) == {"error": "ValueError"}
    assert len(told(ValueError("x" * 9999))["error"]) == len("ValueError: ") + 300


def test_where_bubblewrap_works_the_sandbox_does() -> None:
    """Else all tests of the sandbox would be skipped, and none would fail."""
    plain = ["--unshare-pid", "--unshare-net", "--ro-bind", "/", "/", "true"]
    works = any(subprocess.run([program, *plain], capture_output=True, check=False).returncode == 0
                for program in Bubblewrap().programs)
    assert (Bubblewrap().why_not() is None) == works


def test_the_filter_of_system_calls_jumps_to_where_it_says() -> None:
    """Run as the kernel does: what is refused, by number and by argument, and nothing else."""
    if sys.platform != "linux":
        pytest.skip("run it on Linux")
    for machine, (architecture, by_argument, refused) in handover._REFUSED.items():
        steps = handover._filter(machine)

        def verdict(number: int, argument: int = 0, arch: int = architecture, steps: Any = steps) -> str:
            data, loaded, at = {0: number, 4: arch, 16: argument}, 0, 0
            while True:
                code, yes, no, value = steps[at]
                if code == handover._END:
                    return next(name for name, end in handover._ENDS.items() if end == value)
                if code == handover._LOAD:
                    loaded, at = data[value], at + 1
                    continue
                holds = {handover._EQUAL: loaded == value, handover._AT_LEAST: loaded >= value,
                         handover._ANY_BIT: bool(loaded & value)}[code]
                at += 1 + (yes if holds else no)

        assert {verdict(number) for number in refused} == {"refuse"}
        assert verdict(1, arch=architecture + 1) == verdict(0x40000001) == "refuse"
        assert verdict(435) == "unknown"
        assert [verdict(by_argument["clone"], flags) for flags in (0, 0x10000000, 0x00010000)] == [
            "allow", "refuse", "allow"]
        assert [verdict(by_argument["prctl"], option) for option in (1, 4, 15)] == ["refuse", "refuse", "allow"]
        free = set(range(470)) - {*refused, 435}
        assert {verdict(number) for number in free} == {"allow"}
