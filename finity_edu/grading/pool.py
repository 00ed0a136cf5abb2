"""Who calls `grade`: this process, several processes, or a dask cluster.

A worker that dies (out of memory, killed) costs its submission one more try and nobody else anything.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any

from finity_edu.cluster import connected
from finity_edu.grading.judging import Judge
from finity_edu.grading.marking import Job, Result, SandboxError, grade

__all__ = ["cores", "run_jobs"]


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
        Number of processes; 1 marks in this process.
    scheduler : str, optional
        Address of a dask scheduler, for many machines.

    Yields
    ------
    dict
        A result of `grade`, or ``{"student": …, "failed": text}`` for a submission that could not be marked here.

    Raises
    ------
    SandboxError
        If a worker's machine cannot make a sandbox.
    SchedulerError
        If no scheduler answers at the address.
    """
    if scheduler:
        return _on_cluster(jobs, scheduler)
    return _in_processes(jobs, workers) if workers > 1 else _here(jobs)


def _attempt(job: Job, judge: Judge | None = None) -> Result:
    try:
        return grade(job, judge)
    except SandboxError as error:
        return {"student": job["student"], "refused": str(error)}
    except Exception as error:  # one submission must not stop the others
        return {"student": job["student"], "failed": f"{type(error).__name__}: {error}"[:500]}


def _checked(result: Result) -> Result:
    if "refused" in result:
        raise SandboxError(result["refused"])
    return result


def _here(jobs: Iterable[Job]) -> Iterator[Result]:
    judge: Judge | None = None
    try:
        for job in jobs:
            judge = judge or Judge(job["own_questions"]).__enter__()
            yield _checked(_attempt(job, judge))
    finally:
        if judge is not None:
            judge.__exit__(None, None, None)


# ---------------------------------------------------------------------- several processes


def _worker(pipe: Connection) -> None:
    """Grade what comes through the pipe until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the main process's affair
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # an exception: sandboxes are taken down on the way out
    judge: Judge | None = None
    try:
        while True:
            job = pipe.recv()
            judge = judge or Judge(job["own_questions"]).__enter__()
            pipe.send(_attempt(job, judge))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass
    finally:
        if judge is not None:
            judge.__exit__(None, None, None)


class _Workers:
    """Some processes and what each of them is at."""

    def __init__(self, number: int) -> None:
        # A fresh interpreter in each worker: forking a process with open kernels would share their sockets.
        self.context = multiprocessing.get_context("spawn")
        self.busy: dict[Connection, tuple[Any, Job]] = {}
        self.idle = [self._new() for _ in range(number)]

    def _new(self) -> tuple[Connection, Any]:
        ours, theirs = self.context.Pipe()
        process = self.context.Process(target=_worker, args=(theirs,), daemon=True)
        process.start()
        theirs.close()
        return ours, process

    def give(self, job: Job) -> None:
        pipe, process = self.idle.pop()
        self.busy[pipe] = process, job
        with suppress(BrokenPipeError, ConnectionResetError):  # it died idle; `take` finds out
            pipe.send(job)

    def take(self) -> tuple[Job, Result | None]:
        """Wait for one result; None if its worker died."""
        pipe: Any = wait(list(self.busy))[0]
        process, job = self.busy.pop(pipe)
        try:
            result: Result | None = pipe.recv()
            self.idle.append((pipe, process))
        except (EOFError, ConnectionResetError):
            process.join()
            self.idle.append(self._new())
            result = None
        return job, result

    def close(self) -> None:
        for _, process in [*self.idle, *((p, v[0]) for p, v in self.busy.items())]:
            process.terminate()
        for pipe, process in [*self.idle, *((p, v[0]) for p, v in self.busy.items())]:
            process.join()
            pipe.close()


def _in_processes(jobs: Iterable[Job], number: int) -> Iterator[Result]:
    source, again = iter(jobs), deque[Job]()
    tried: set[str] = set()
    workers = _Workers(number)
    try:
        while True:
            while workers.idle:
                job = again.popleft() if again else next(source, None)
                if job is None:
                    break
                workers.give(job)
            if not workers.busy:
                return
            job, result = workers.take()
            if result is not None:
                yield _checked(result)
            elif job["student"] in tried:
                yield {"student": job["student"], "failed": "the worker process died twice"}
            else:
                tried.add(job["student"])
                again.append(job)
    finally:
        workers.close()


# ---------------------------------------------------------------------- many machines


def _on_cluster(jobs: Iterable[Job], scheduler: str) -> Iterator[Result]:
    """Send jobs to dask workers; the time limits sit in the runner, for dask cannot stop a running task."""
    with connected(scheduler) as client:
        from distributed import as_completed

        threads = sum(client.nthreads().values())
        source = iter(jobs)
        names: dict[str, str] = {}

        def send(job: Job) -> Any:
            future = client.submit(_attempt, job, pure=False)
            names[future.key] = job["student"]
            return future

        pending = as_completed([send(job) for _, job in zip(range(2 * max(1, threads)), source, strict=False)])
        for future in pending:
            student = names.pop(future.key)
            if future.status == "finished":
                yield _checked(future.result())
            else:
                yield {"student": student, "failed": str(future.exception())[:500]}
            job = next(source, None)
            if job is not None:
                pending.add(send(job))
