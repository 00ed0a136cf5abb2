"""A kernel in a sandbox: runs cells with limits, and survives whatever they do.

The kernel is spoken to through files (ipc), because there is no network inside.  Everything that comes out of it is
foreign: messages have a maximum size, output is cut, and a reply that does not parse counts as the kernel's death.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty
from types import TracebackType
from typing import Any, Self

from finity_edu.grading import sandbox
from finity_edu.grading.sandbox import Limits, View

__all__ = ["CellResult", "SandboxKernel", "sweep"]

_TICK = 0.1  # seconds between two looks at what the sandbox uses
_GRACE = 1.0  # seconds that an interrupted cell gets to stop
_START = 30.0  # seconds to start a kernel
_PREFIX = "finity-run-"
_MESSAGE = 8 << 20  # bytes of the largest message that is accepted


def sweep() -> None:
    """Remove what runs that were killed left behind: folders whose process is gone."""
    for place in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        pid = place.name.removeprefix(_PREFIX).split("-")[0]
        if place.stat().st_uid == os.getuid() and pid.isdigit() and not Path(f"/proc/{pid}").exists():
            shutil.rmtree(place, ignore_errors=True)


@dataclass
class CellResult:
    """What became of one cell.

    Parameters
    ----------
    status : str
        ``ok``, ``error`` (an exception), ``time``, ``output``, ``memory``, ``processes``, ``disk`` (the limit that was
        hit) or ``died``.
    outputs : list of dict
        Notebook outputs, cut to the limit.
    values : dict
        The texts of the expressions that were asked for.
    alive : bool
        Whether the kernel still runs.
    seconds : float
        Time used.
    """

    status: str
    outputs: list[dict[str, Any]] = field(default_factory=list)
    values: dict[str, str] = field(default_factory=dict)
    alive: bool = True
    seconds: float = 0.0


class SandboxKernel:
    """One kernel for one submission; a context manager.

    Parameters
    ----------
    shown : View
        What the sandbox shows.
    limits : Limits
        What the submission may use.
    files : mapping of str to bytes
        Files that lie in the working folder, read-only.
    protected : bool
        False starts a plain kernel with resource limits only: it can read whatever the caller can read.
    """

    def __init__(self, shown: View, limits: Limits, files: Mapping[str, bytes] | None = None,
                 protected: bool = True) -> None:
        self.shown, self.limits, self.protected = shown, limits, protected
        self._folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
        self._folder.chmod(0o711)  # the user inside must reach its sockets, and see nothing else
        self._shared = self._folder
        self._inputs = self._folder / "files"
        self._inputs.mkdir()
        for name, content in (files or {}).items():
            (self._inputs / name).write_bytes(content)
        self._process: subprocess.Popen[bytes] | None = None
        self._client: Any = None
        self._dropped: Any = None
        self.starts = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    # ------------------------------------------------------------------ life

    def start(self) -> bool:
        """Start the kernel, or start it anew; False if it does not answer."""
        import zmq
        from jupyter_client.blocking.client import BlockingKernelClient
        from jupyter_client.connect import write_connection_file

        self.stop()
        self.starts += 1
        shared = self._shared = self._folder / f"s{self.starts}"
        shared.mkdir()
        connection = str(self._folder / f"connection{self.starts}.json")
        write_connection_file(connection, transport="ipc", ip=str(shared / "k"), shell_port=1, iopub_port=2,
                              stdin_port=3, control_port=4, hb_port=5, key=os.urandom(24).hex().encode())
        # Without a sandbox nobody else would end the kernel if this process were killed.
        environment = None if self.protected else {**os.environ, "JPY_PARENT_PID": str(os.getpid())}
        self._process = subprocess.Popen(self._argv(connection, str(shared)), cwd=self._inputs, env=environment,
                                         stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                         stderr=subprocess.DEVNULL, start_new_session=True)
        context = zmq.Context()
        context.setsockopt(zmq.MAXMSGSIZE, _MESSAGE)
        context.setsockopt(zmq.LINGER, 0)
        self._client = BlockingKernelClient(context=context, connection_file=connection)
        self._client.load_connection_file()
        self._client.start_channels(stdin=False, hb=False)
        self._dropped = self._client.iopub_channel.socket.get_monitor_socket(zmq.EVENT_DISCONNECTED)
        return self._wait_until_ready(time.monotonic() + _START)

    def _argv(self, connection: str, shared: str) -> list[str]:
        if not self.protected:
            return [*sandbox.prlimit(self.limits), *sandbox.kernel_program(self.shown.python, connection)]
        uid, inside = sandbox.own_uid(), "/tmp/connection.json"
        sandbox.prepare(connection, shared, uid)
        files = [(str(f), f"{sandbox.HOME}/{f.name}") for f in sorted(self._inputs.iterdir())]
        return sandbox.command(self.shown, self.limits, sandbox.kernel_program(self.shown.python, inside),
                               shared=shared, files=[(connection, inside), *files], uid=uid)

    def _wait_until_ready(self, deadline: float) -> bool:
        """Ask for the kernel's information until its output channel is heard as well."""
        while time.monotonic() < deadline and self.alive:
            try:
                asked = self._client.kernel_info()
                self._client.get_shell_msg(timeout=_START)
                while True:
                    message = self._client.get_iopub_msg(timeout=0.2)
                    if message["parent_header"].get("msg_id") == asked:
                        return True
            except Empty:
                continue
            except Exception:  # a broken kernel may send anything at all
                break
        self.stop()
        return False

    @property
    def alive(self) -> bool:
        """Whether the kernel's process runs."""
        return self._process is not None and self._process.poll() is None

    def stop(self) -> None:
        """Kill the sandbox with everything in it."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None
        if self._client is not None:
            self._client.iopub_channel.socket.disable_monitor()
            self._dropped.close(0)
            self._client.stop_channels()
            self._client.context.destroy(linger=0)
            self._client = None

    # ------------------------------------------------------------------ work

    def run(self, code: str, seconds: float, expressions: Mapping[str, str] | None = None,
            silent: bool = False) -> CellResult:
        """Run one cell.

        Parameters
        ----------
        code : str
            The cell.
        seconds : float
            Time limit; when it is over the cell is interrupted, and killed if that does not help.
        expressions : mapping of str to str, optional
            Expressions whose values (texts) are handed back if the cell ran without an error.
        silent : bool
            Collect no output.

        Returns
        -------
        CellResult
        """
        began = time.monotonic()
        run = _Run(self, silent)
        try:
            run.id = self._client.execute(code, silent=silent, store_history=not silent, allow_stdin=False,
                                          user_expressions=dict(expressions or {}), stop_on_error=False)
            run.listen(began + seconds)
        except Exception:  # whatever comes out of a sandbox is no reason to stop marking
            run.result.status = "died"
        if run.result.status not in ("ok", "error"):
            run.result.alive = run.result.status in ("time", "output") and self.alive and run.calm_down()
        if not run.result.alive:
            self.stop()
        run.result.seconds = time.monotonic() - began
        return run.result

    def processes(self) -> int:
        """Return how many processes there are in the sandbox, its own included."""
        return 0 if self._process is None else len(_descendants(self._process.pid))

    def overuse(self) -> str | None:
        """Name the limit that the whole sandbox exceeds (``died`` if it has ended), or None."""
        if self._process is None or self._process.poll() is not None:
            return "died"
        if self._dropped.poll(0):  # a message above the maximum size: the connection is cut
            return "output"
        pids = _descendants(self._process.pid)
        if len(pids) > self.limits.processes:
            return "processes"
        if sum(map(_resident, pids)) > self.limits.memory:
            return "memory"
        return "disk" if _used(self._shared) > self.limits.file else None


class _Run:
    """The conversation about one cell."""

    def __init__(self, kernel: SandboxKernel, silent: bool) -> None:
        self.kernel = kernel
        self.client = kernel._client
        self.silent = silent
        self.id = ""
        self.text = self.pictures = 0
        self.result = CellResult("ok")
        self.replied = False
        self.idle = False

    def listen(self, deadline: float) -> None:
        look = 0.0
        while not (self.replied and self.idle):
            now = time.monotonic()
            if now > deadline:
                self.result.status = "time"
                return
            if now >= look:
                look = now + _TICK
                if reason := self.kernel.overuse():
                    self.result.status = reason
                    return
            self._receive(min(_TICK, deadline - now + 0.01))
            if self.result.status == "output":
                return

    def _mine(self, message: Mapping[str, Any]) -> bool:
        return bool(message["parent_header"].get("msg_id") == self.id)

    def _receive(self, timeout: float) -> None:
        try:
            if not self.idle:
                self._output(self.client.get_iopub_msg(timeout=timeout))
            else:
                self._reply(self.client.get_shell_msg(timeout=timeout))
        except Empty:
            pass

    def _reply(self, message: Mapping[str, Any]) -> None:
        if not self._mine(message):
            return
        self.replied = True
        content = message["content"]
        if content["status"] != "ok":
            self.result.status = "error"
            return
        for name, value in content.get("user_expressions", {}).items():
            if value.get("status") == "ok":
                text = ast.literal_eval(value["data"]["text/plain"])
                if isinstance(text, str):
                    self.result.values[name] = text

    def _output(self, message: Mapping[str, Any]) -> None:
        if not self._mine(message):
            return
        kind, content = message["msg_type"], message["content"]
        if kind == "status":
            self.idle = content["execution_state"] == "idle"
        elif kind in ("stream", "display_data", "execute_result", "error") and not self.silent:
            self.text += len(content.get("text", ""))
            for mime, value in content.get("data", {}).items():
                if mime == "text/plain":
                    self.text += len(str(value))
                else:
                    self.pictures += len(str(value))
            limits = self.kernel.limits
            if (self.text > limits.output or self.pictures > limits.pictures) and kind != "error":
                self.result.status = "output"
            elif output := _as_output(kind, content):
                self.result.outputs.append(output)

    def calm_down(self) -> bool:
        """Interrupt the cell; True if the kernel is ready for the next one."""
        kernel, client = self.kernel, self.client
        try:
            client.control_channel.send(client.session.msg("interrupt_request", {}))
            deadline = time.monotonic() + _GRACE
            replied = idle = False
            while time.monotonic() < deadline and not kernel.overuse():
                with suppress(Empty):
                    replied = replied or self._mine(client.get_shell_msg(timeout=_TICK))
                with suppress(Empty):
                    while not idle:
                        message = client.get_iopub_msg(timeout=_TICK)
                        idle = (self._mine(message) and message["msg_type"] == "status"
                                and message["content"]["execution_state"] == "idle")
                if replied and idle:
                    return True
        except Exception:  # see SandboxKernel.run
            pass
        return False


def _as_output(kind: str, content: Mapping[str, Any]) -> dict[str, Any] | None:
    """A kernel's message as an output of a notebook, None if nothing of it is kept.

    Lecturers open these outputs in the formgrader, where a script could change grades: only plain text and bitmaps
    are kept, and these only if they are nothing else.
    """
    if kind == "stream":
        return {"output_type": "stream", "name": "stderr" if content["name"] == "stderr" else "stdout",
                "text": str(content["text"])}
    if kind == "error":
        return {"output_type": "error", "ename": str(content["ename"])[:200], "evalue": str(content["evalue"])[:2000],
                "traceback": [str(line)[:2000] for line in content["traceback"][:20]]}
    data = {k: v for k, v in content["data"].items() if isinstance(v, str) and (
        k == "text/plain" or (k == "image/png" and re.fullmatch(r"[A-Za-z0-9+/=\s]*", v)))}
    if not data:
        return None
    output = {"output_type": kind, "data": data, "metadata": {}}
    return output | {"execution_count": None} if kind == "execute_result" else output


def _descendants(pid: int) -> list[int]:
    """The processes and threads below a process, as Linux lists them."""
    found: list[int] = []
    todo: Sequence[int] = [pid]
    while todo:
        below: list[int] = []
        for parent in todo:
            try:
                for task in os.listdir(f"/proc/{parent}/task"):
                    with open(f"/proc/{parent}/task/{task}/children", encoding="ascii") as listing:
                        below += [int(child) for child in listing.read().split()]
            except (OSError, ValueError):
                continue  # gone in the meantime
        found += below
        todo = below
    return found


def _used(folder: Path) -> int:
    """Bytes below a folder that somebody may be changing; a thousand files are as bad as too many bytes."""
    total = files = 0
    for place, _, names in os.walk(folder):
        for name in names:
            files += 1
            with suppress(OSError):
                total += os.lstat(os.path.join(place, name)).st_size
        if files > 1000:
            return 1 << 60
    return total


def _resident(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/statm", encoding="ascii") as numbers:
            return int(numbers.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0
