"""The judge: a process of its own that never runs a student's code.

It reads requests and writes verdicts, one JSON line each.  It has limits of memory, and its client has a time limit:
an answer that is built to be expensive costs its own question, and the next one gets a fresh judge.
"""

from __future__ import annotations

import json
import math
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

__all__ = ["Judge", "JudgeError"]

_SECONDS = 20.0
_MEMORY = 2 << 30


class JudgeError(Exception):
    """The judge could not come to a verdict: ``reason`` is ``time`` or ``error``, ``detail`` says more."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason, self.detail = reason, detail


class Judge:
    """The client: starts the judge when it is first needed; a context manager.

    Parameters
    ----------
    own_questions : str
        File of the lecturer's own types of questions, "" if there is none.
    seconds : float
        Time limit of one verdict.
    """

    def __init__(self, own_questions: str = "", seconds: float = _SECONDS) -> None:
        self.own_questions, self.seconds = own_questions, seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._buffer = b""

    def __enter__(self) -> Self:
        self._start()  # in the background of whatever comes first
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self._stop()

    def judge(self, type_id: str, data: Any, answer: Any, points: float, lang: str) -> dict[str, Any]:
        """Return the verdict on an answer as plain JSON.

        Raises
        ------
        JudgeError
            If there is none within the time limit.
        """
        self._send({"do": "judge", "type": type_id, "data": data, "answer": answer, "points": points, "lang": lang})
        verdict = self._receive(time.monotonic() + self.seconds)["verdict"]
        # The judge is trusted, its input is not: whatever a defect might make of it, points stay within bounds.
        earned = float(verdict["points"])
        verdict["points"] = min(max(earned, 0.0), float(points)) if math.isfinite(earned) else 0.0
        verdict["maximum"] = float(points)
        return dict(verdict)

    def interview(self, type_id: str, data: Any, seed: int, call: Callable[[list[Any]], list[Any]]) -> Any:
        """Question a function; `call` calls it on a list of inputs, elsewhere.

        Raises
        ------
        JudgeError
            If the judge fails.
        """
        self._send({"do": "interview", "type": type_id, "data": data, "seed": seed})
        try:
            while True:
                reply = self._receive(time.monotonic() + self.seconds)
                if "answer" in reply:
                    return reply["answer"]
                self._send({"results": call(reply["call"])})
        except BaseException:
            self._stop()  # in the middle of a conversation there is no way back
            raise

    # ------------------------------------------------------------------ the pipe

    def _start(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._stop()
            environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
            self._process = subprocess.Popen(
                [sys.executable, "-m", "finity_edu.grading.judging", self.own_questions], env=environment,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
        return self._process

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                assert pipe is not None
                with suppress(BrokenPipeError):
                    pipe.close()
            self._process = None
        self._buffer = b""

    def _send(self, request: dict[str, Any]) -> None:
        pipe = self._start().stdin
        assert pipe is not None
        try:
            pipe.write(json.dumps(request).encode() + b"\n")
            pipe.flush()
        except BrokenPipeError:
            self._stop()
            raise JudgeError("error", "the judge ended") from None

    def _receive(self, deadline: float) -> dict[str, Any]:
        assert self._process is not None
        assert self._process.stdout is not None
        pipe = self._process.stdout.fileno()
        while b"\n" not in self._buffer:
            ready, _, _ = select.select([pipe], [], [], max(0.0, deadline - time.monotonic()))
            part = os.read(pipe, 1 << 16) if ready else b""
            if not part:
                self._stop()
                raise JudgeError("error" if ready else "time", "the judge ended" if ready else "")
            self._buffer += part
        line, self._buffer = self._buffer.split(b"\n", 1)
        reply = json.loads(line)
        if "error" in reply:
            raise JudgeError("error", reply["error"])
        return dict(reply)


# ---------------------------------------------------------------------- the process itself


def _answer(request: dict[str, Any], say: Callable[[dict[str, Any]], None], hear: Callable[[], dict[str, Any]]) -> None:
    from finity_edu.questions import judge, question

    if request["do"] == "judge":
        verdict = judge(request["type"], request["data"], request["answer"], request["points"], request["lang"])
        say({"verdict": verdict.to_json()})
        return

    def call(inputs: list[Any]) -> list[Any]:
        say({"call": inputs})
        return list(hear()["results"])

    say({"answer": question(request["type"]).interview(request["data"], request["seed"], call)})


def main(own_questions: str = "") -> None:
    """Answer requests until there are no more."""
    import resource

    from finity_edu.grading.source import load_questions

    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    if own_questions:
        load_questions(Path(own_questions))
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    sys.stdout = sys.stderr  # a print in somebody's question must not disturb the conversation

    def say(reply: dict[str, Any]) -> None:
        out.write(json.dumps(reply) + "\n")
        out.flush()

    def hear() -> dict[str, Any]:
        line = sys.stdin.readline()
        if not line:
            raise SystemExit
        return dict(json.loads(line))

    while True:
        request = hear()
        try:
            _answer(request, say, hear)
        except Exception as error:  # a defect in one question must not cost the others
            say({"error": f"{type(error).__name__}: {error}"[:500]})


if __name__ == "__main__":
    main(*sys.argv[1:2])
