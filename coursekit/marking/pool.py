"""Who calls `grade`: a few processes of this machine, or a dask cluster.

A worker reads and judges in a process of its own, which says what it is at.  One that takes too long, or dies twice at
the same step (out of memory, killed), costs the question that it was at, and nobody else anything.
"""

import os
import pickle
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any

from coursekit.marking.cluster import connected
from coursekit.marking.marking import Job, Result, grade

_MEMORY = 1 << 30
_IMPORTS = 60.0  # seconds that a worker has to begin
_TICK = 0.2


def cores() -> int:
    """Number of processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_jobs(jobs: Iterable[Job], *, workers: int = 1, scheduler: str | None = None) -> Iterator[Result]:
    """Grade jobs in any order, each as soon as somebody is free.

    Parameters
    ----------
    jobs : iterable of dict
        They are taken one by one: a long list is never in memory at once.
    workers : int
        Number of processes.
    scheduler : str, optional
        Address of a dask scheduler, for many machines.

    Yields
    ------
    dict
        A result of `grade`, or ``{"student": …, "failed": text}`` for a submission that could not be marked here.

    Raises
    ------
    SchedulerError
        If no scheduler answers at the address.
    """
    if scheduler:
        with connected(scheduler) as client:
            number = 2 * max(1, sum(client.nthreads().values()))
            yield from _each(client.get_executor(pure=False), _mark, jobs, number)
        return
    crew = [_Worker() for _ in range(workers)]
    idle: queue.SimpleQueue[_Worker] = queue.SimpleQueue()
    for worker in crew:
        idle.put(worker)
    threads = ThreadPoolExecutor(workers)
    try:
        yield from _each(threads, partial(_mark, idle=idle), jobs, workers)
    finally:
        for worker in crew:
            worker.close()
        threads.shutdown()
        for worker in crew:
            worker.end()


def _each(executor: Executor, mark: Callable[[Job], Result], jobs: Iterable[Job], number: int) -> Iterator[Result]:
    """Let so many jobs be under way at one time."""
    source = iter(jobs)
    under_way: dict[Future[Result], str] = {}
    while True:
        for job in islice(source, number - len(under_way)):
            under_way[executor.submit(mark, job)] = job["student"]
        if not under_way:
            return
        for future in wait(under_way, timeout=1, return_when=FIRST_COMPLETED).done:
            student = under_way.pop(future)
            try:
                result = future.result()
            except Exception as error:  # a machine of the cluster is gone
                result = {"student": student, "failed": str(error)[:500]}
            yield result


# ---------------------------------------------------------------------- one worker


class _Worker:
    """A process that grades, and the thread that ends it when it takes too long."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.deadline = float("inf")
        self.late = False
        self.closed = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        while not self.closed.wait(_TICK):
            process = self.process
            if process is not None and time.monotonic() > self.deadline:
                self.late = True
                process.kill()

    def _started(self) -> subprocess.Popen[bytes]:
        if self.process is None or self.process.poll() is not None:
            environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
            # Ctrl-C is the main process's affair, on Windows as well.
            self.process = subprocess.Popen(
                [sys.executable, "-m", "coursekit.marking.pool"], env=environment, stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0))
        return self.process

    def mark(self, job: Job) -> Result:
        """Grade one job; a step that took too long, or at which the process died twice, is given up."""
        given_up: dict[str, str] = {}
        tried: set[str] = set()
        while True:
            at, self.late, self.deadline = None, False, time.monotonic() + _IMPORTS
            try:
                process = self._started()
                assert process.stdin is not None
                assert process.stdout is not None
                pickle.dump({**job, "given_up": given_up}, process.stdin)
                process.stdin.flush()
                while isinstance(told := pickle.load(process.stdout), tuple):
                    at, seconds = told
                    self.deadline = time.monotonic() + seconds
                return dict(told)
            except Exception:  # it died, perhaps in the middle of a word
                self.end()
                if self.closed.is_set() or at is None or at in given_up:
                    return {"student": job["student"], "failed": "the worker process died"}
                if self.late or at in tried:
                    given_up[at] = "time" if self.late else "error"
                tried.add(at)
            finally:
                self.deadline = float("inf")

    def end(self) -> None:
        """End the process; the next job gets a new one."""
        process, self.process = self.process, None
        if process is not None:
            with suppress(OSError), process:
                process.kill()

    def close(self) -> None:
        """End it for good, whatever it is at."""
        self.closed.set()
        if (process := self.process) is not None:
            process.kill()


def _attempt(job: Job, step: Any) -> Result:
    try:
        return grade(job, step)
    except Exception as error:  # one submission must not stop the others
        return {"student": job["student"], "failed": f"{type(error).__name__}: {error}"[:500]}


def main() -> None:
    """Grade what comes through the pipe until it is closed."""
    with suppress(ImportError, ValueError, OSError):  # Windows has no such limits, macOS refuses this one
        import resource

        # The soft limit only: a sandbox sets its own.
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    into, out = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a print in somebody's question must not disturb
    jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()

    def listen() -> None:
        try:
            while True:
                jobs.put(pickle.load(into))
        except EOFError:
            os._exit(0)  # whoever asked is gone: nothing goes on without them

    def say(told: Any) -> None:
        pickle.dump(told, out)
        out.flush()

    threading.Thread(target=listen, daemon=True).start()
    while True:
        say(_attempt(jobs.get(), lambda question, seconds: say((question, seconds))))


_WORKERS: queue.SimpleQueue[_Worker] = queue.SimpleQueue()


def _mark(job: Job, idle: queue.SimpleQueue[_Worker] = _WORKERS) -> Result:
    """Grade a job in a process that is idle, or a new one; on a worker of dask, too, which cannot stop a task."""
    try:
        worker = idle.get_nowait()
    except queue.Empty:
        worker = _Worker()
    try:
        return worker.mark(job)
    finally:
        idle.put(worker)


if __name__ == "__main__":
    main()
