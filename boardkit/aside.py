"""A process beside this one, in which functions are called under limits of time and memory.

What strangers wrote is read there: whatever it makes of a reader, it stalls nobody else.  The process begins with the
first call, serves all that follow, and is begun anew where it had to be ended.  Where there are no processes, in a
browser, functions are called in this one.
"""

import atexit
import os
import pickle
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

MEMORY = 1 << 30
"""Bytes that the process may use, where the system knows such a limit."""
_START = 60.0  # seconds to begin in, and to import what is called
_TICK = 0.2

Step = Callable[[str, float], None]
"""Says what a function comes to next, and how many seconds that may take."""


class Unfinished(Exception):
    """A call that did not come to its end; ``reason`` is ``time`` or ``error`` (an exception, no memory, a crash)."""

    def __init__(self, reason: str, text: str = "") -> None:
        super().__init__(text or reason)
        self.reason = reason


class Aside:
    """A process in which functions are called, one after the other.

    Parameters
    ----------
    name : str
        What a list of processes shows.

    Examples
    --------
    >>> aside = Aside("example")
    >>> aside.call(sorted, [3, 1, 2], seconds=60)
    [1, 2, 3]
    >>> aside.close()
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.process: subprocess.Popen[bytes] | None = None
        self.closed = threading.Event()
        self._deadline = float("inf")
        self._late = self._busy = self._watched = False

    def call(
        self,
        function: Callable[..., Any],
        *args: object,
        seconds: float,
        processor: int | None = None,
        step: Step | None = None,
    ) -> Any:
        """Call a function of a module there.

        Parameters
        ----------
        function : callable
            With arguments and a result that `pickle` knows.
        *args
            Its arguments.
        seconds : float
            How long it may take, by the clock.
        processor : int, optional
            How many seconds of the processor it may use, where the system counts them.
        step : callable, optional
            It is told what the function says by a parameter ``step``, and the clock begins anew each time.

        Raises
        ------
        Unfinished
            If it took too long, raised an exception, or took the process with it.
        """
        if sys.platform == "emscripten":
            return function(*args) if step is None else function(*args, step=step)
        self._late = False
        self._busy = True
        self._deadline = time.monotonic() + _START
        try:
            process = self._begun()
            assert process.stdin is not None
            assert process.stdout is not None
            pickle.dump((function, args, processor, step is not None), process.stdin)
            process.stdin.flush()
            while True:
                what, told = pickle.load(process.stdout)
                if what == "done":
                    return told
                if what == "raised":
                    raise Unfinished("error", told)
                at, limit = told if what == "step" else ("", seconds)
                self._deadline = time.monotonic() + limit
                if what == "step" and step is not None:
                    step(at, limit)
        except Unfinished:
            raise
        except Exception:  # it died, perhaps in the middle of a word
            late = self._late or self._used_up()
            self.end()
            raise Unfinished("time" if late else "error") from None
        except BaseException:  # Ctrl-C: what is under way would answer the next call
            self.end()
            raise
        finally:
            self._busy, self._deadline = False, float("inf")

    def _begun(self) -> subprocess.Popen[bytes]:
        if not self._watched:
            self._watched = True
            threading.Thread(target=self._watch, daemon=True).start()
        if self.process is None or self.process.poll() is not None:
            environment = {
                **os.environ,
                "PYTHONPATH": os.pathsep.join(p for p in sys.path if p),
            }
            # -P: nothing is imported from the current folder, which may hold what students handed in.
            # Ctrl-C is the main process's affair, on Windows as well.
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "boardkit.aside", self.name],
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        return self.process

    def _watch(self) -> None:
        while not self.closed.wait(_TICK):
            process = self.process
            if process is not None and time.monotonic() > self._deadline:
                self._late = True
                process.kill()

    def _used_up(self) -> bool:
        """Whether the system ended the process because its time of the processor was over."""
        import signal

        process, number = self.process, getattr(signal, "SIGXCPU", None)
        if process is None or number is None:
            return False
        with suppress(subprocess.TimeoutExpired):
            return process.wait(5) == -number
        return False

    def end(self) -> None:
        """End the process; the next call gets a new one."""
        process, self.process = self.process, None
        if process is not None:
            with suppress(OSError), process:
                process.kill()

    def close(self) -> None:
        """End it for good, whatever it is at; a call that another thread has under way does not come to its end."""
        self.closed.set()
        if (process := self.process) is not None:
            process.kill()
        if not self._busy:
            self.end()


_READER = Aside("reader")
_ONE = threading.Lock()


def bounded(function: Callable[..., Any], *args: object, processor: int = 10) -> Any:
    """Call a function that reads what a stranger wrote, in a process that all such calls of this program share.

    Parameters
    ----------
    function : callable
        A function of a module, with arguments and a result that `pickle` knows.
    *args
        Its arguments.
    processor : int
        How many seconds of the processor it may use.

    Raises
    ------
    Unfinished
        If it takes more than that, more memory than `MEMORY`, or raises an exception.

    Examples
    --------
    >>> bounded(int, "7")
    7
    >>> bounded(int, "seven")
    Traceback (most recent call last):
    boardkit.aside.Unfinished: ValueError: invalid literal for int() with base 10: 'seven'
    """
    with _ONE:
        return _READER.call(function, *args, seconds=6 * processor, processor=processor)


atexit.register(_READER.close)


# ---------------------------------------------------------------------- the process itself


def _limit(kind: str, value: int) -> None:
    # Windows has none, macOS not all of them
    with suppress(ImportError, AttributeError, ValueError, OSError):
        import resource

        which = getattr(resource, kind)
        hard = resource.getrlimit(which)[1]
        # The soft limit only: what it starts may set its own
        resource.setrlimit(which, (value, hard))


def _served(
    function: Callable[..., Any],
    args: tuple[object, ...],
    processor: int | None,
    steps: bool,
    say: Callable[[str, object], None],
) -> None:
    """Call a function, and say what came of it."""
    say("begun", None)
    if processor is not None:
        _limit("RLIMIT_CPU", int(time.process_time()) + 2 + processor)
    more = {"step": lambda at, seconds: say("step", (at, seconds))} if steps else {}
    try:
        said = "done", function(*args, **more)
    except BaseException as error:
        said = "raised", f"{type(error).__name__}: {error}"[:500]
    say(*said)


def main() -> None:
    """Call what comes through the pipe until it is closed."""
    _limit("RLIMIT_AS", MEMORY)
    into, out = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # A print in what is called must not disturb
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    calls: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def listen() -> None:
        try:
            while True:
                calls.put(pickle.load(into))
        except EOFError:
            os._exit(0)  # whoever asked is gone: nothing goes on without them

    def say(what: str, told: object) -> None:
        pickle.dump((what, told), out)
        out.flush()

    threading.Thread(target=listen, daemon=True).start()
    while True:
        function, args, processor, steps = calls.get()
        _served(function, args, processor, steps, say)


if __name__ == "__main__":
    main()
