"""Who calls `grade`: a few processes of this machine, or a dask cluster.

A worker reads and judges in a process of its own, which says what it is at.  One that takes too long, or dies twice at
the same step (out of memory, killed), costs the question that it was at, and nobody else anything.
"""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from typing import Any

from coursekit.marking.cluster import connected
from coursekit.marking.marking import Job, Result, grade

__all__ = ["cores", "run_jobs"]

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
    return _on_cluster(jobs, scheduler) if scheduler else _in_processes(jobs, workers)


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
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                assert pipe is not None
                with suppress(OSError):
                    pipe.close()

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
    with suppress(ImportError):
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


# ---------------------------------------------------------------------- several processes


def _in_processes(jobs: Iterable[Job], number: int) -> Iterator[Result]:
    workers = [_Worker() for _ in range(number)]
    idle = list(workers)
    busy: dict[Future[Result], _Worker] = {}
    source = iter(jobs)
    threads = ThreadPoolExecutor(number)
    try:
        while True:
            while idle and (job := next(source, None)) is not None:
                worker = idle.pop()
                busy[threads.submit(worker.mark, job)] = worker
            if not busy:
                return
            for future in wait(busy, timeout=1, return_when=FIRST_COMPLETED).done:
                idle.append(busy.pop(future))
                yield future.result()
    finally:
        for worker in workers:
            worker.close()
        threads.shutdown()
        for worker in workers:
            worker.end()


# ---------------------------------------------------------------------- many machines

_WORKERS: queue.SimpleQueue[_Worker] = queue.SimpleQueue()


def _mark(job: Job) -> Result:
    """Grade a job on a worker of dask, which cannot stop a running task: a process of our own can be stopped."""
    try:
        worker = _WORKERS.get_nowait()
    except queue.Empty:
        worker = _Worker()
    try:
        return worker.mark(job)
    finally:
        _WORKERS.put(worker)


def _on_cluster(jobs: Iterable[Job], scheduler: str) -> Iterator[Result]:
    with connected(scheduler) as client:
        from distributed import as_completed

        threads = sum(client.nthreads().values())
        source = iter(jobs)
        names: dict[str, str] = {}

        def send(job: Job) -> Any:
            future = client.submit(_mark, job, pure=False)
            names[future.key] = job["student"]
            return future

        pending = as_completed([send(job) for _, job in zip(range(2 * max(1, threads)), source, strict=False)])
        for future in pending:
            student = names.pop(future.key)
            if future.status == "finished":
                yield future.result()
            else:
                yield {"student": student, "failed": str(future.exception())[:500]}
            job = next(source, None)
            if job is not None:
                pending.add(send(job))


if __name__ == "__main__":
    main()
