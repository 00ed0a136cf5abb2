"""Who calls `grade`: a few processes of this machine, or a dask cluster.

A worker reads and judges in a process of its own, which says what it is at.  One that takes too long, or dies twice at
the same step (out of memory, killed), costs the question that it was at, and nobody else anything.
"""

import os
import queue
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from dataclasses import replace
from functools import partial
from itertools import islice

from boardkit.aside import Aside, Unfinished
from coursekit.marking.cluster import connected
from coursekit.marking.jobs import Job
from coursekit.marking.marking import Step, grade
from coursekit.marking.result import Failed, Result


def cores() -> int:
    """Number of processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_jobs(
    jobs: Iterable[Job], *, workers: int = 1, scheduler: str | None = None
) -> Iterator[Result | Failed]:
    """Grade jobs in any order, each as soon as somebody is free.

    Parameters
    ----------
    jobs : iterable of Job
        They are taken one by one: a long list is never in memory at once.
    workers : int
        Number of processes.
    scheduler : str, optional
        Address of a dask scheduler, for many machines.

    Yields
    ------
    Result or Failed

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


def _each(
    executor: Executor,
    mark: Callable[[Job], Result | Failed],
    jobs: Iterable[Job],
    number: int,
) -> Iterator[Result | Failed]:
    """Let so many jobs be under way at one time."""
    source = iter(jobs)
    under_way: dict[Future[Result | Failed], str] = {}
    while True:
        for job in islice(source, number - len(under_way)):
            under_way[executor.submit(mark, job)] = job.student
        if not under_way:
            return
        for future in wait(under_way, timeout=1, return_when=FIRST_COMPLETED).done:
            student = under_way.pop(future)
            try:
                result = future.result()
            except Exception as error:  # a machine of the cluster is gone
                result = Failed(student, str(error)[:500])
            yield result


# ---------------------------------------------------------------------- one worker


class _Worker:
    """A process that grades; what ends it, or takes too long, costs the question that it was at."""

    def __init__(self) -> None:
        self.aside = Aside("coursekit.marking.pool")
        self.steps: list[str] = []

    def _comes_to(self, step: str, seconds: float) -> None:
        self.steps.append(step)

    def mark(self, job: Job) -> Result | Failed:
        """Grade one job; a step that took too long, or at which the process died twice, is given up.

        Without any step there is nothing to give up: after two such deaths the job has failed.
        """
        given_up: dict[str, str] = {}
        tried: set[str | None] = set()
        while True:
            self.steps.clear()
            try:
                return self.aside.call(
                    _attempt,
                    replace(job, given_up=given_up),
                    seconds=job.limits.judge,
                    step=self._comes_to,
                )
            except Unfinished as error:
                # It may die before it comes to a step: while it begins, or between two jobs.
                at = self.steps[-1] if self.steps else None
                again = at in tried
                tried.add(at)
                hopeless = again if at is None else at in given_up
                if hopeless or self.aside.closed.is_set():
                    return Failed(job.student, "the worker process died")
                if at is not None and (again or error.reason == "time"):
                    given_up[at] = error.reason

    def end(self) -> None:
        """End the process; the next job gets a new one."""
        self.aside.end()

    def close(self) -> None:
        """End it for good, whatever it is at."""
        self.aside.close()


def _attempt(job: Job, step: Step) -> Result | Failed:
    try:
        return grade(job, step)
    except Exception as error:  # one submission must not stop the others
        return Failed(job.student, f"{type(error).__name__}: {error}"[:500])


_WORKERS: queue.SimpleQueue[_Worker] = queue.SimpleQueue()


def _mark(job: Job, idle: queue.SimpleQueue[_Worker] = _WORKERS) -> Result | Failed:
    """Grade a job in a process that is idle, or a new one; on a worker of dask, too, which cannot stop a task."""
    try:
        worker = idle.get_nowait()
    except queue.Empty:
        worker = _Worker()
    try:
        return worker.mark(job)
    finally:
        idle.put(worker)
