"""Many machines: the client of a dask scheduler, or a message that says why there is none."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from boardkit.errors import UserError, missing_part
from coursekit.texts import CATALOGUE

CONNECT_WITHIN = 10.0
"""Seconds to wait for a scheduler: one that is there answers within one."""


class SchedulerError(UserError):
    """An address that is none, or at which no scheduler answers."""


@contextmanager
def connected(scheduler: str, within: float = CONNECT_WITHIN) -> Iterator[Any]:
    """A client of a scheduler, closed at the end.

    Parameters
    ----------
    scheduler : str
        Address, as in ``tcp://192.0.2.7:8786``.
    within : float
        Seconds after which the scheduler counts as unreachable.

    Raises
    ------
    SchedulerError
        If the address is none, or no scheduler answers there.
    MissingPartError
        If dask.distributed is not installed.

    Examples
    --------
    >>> try:
    ...     with connected("nonsense"):
    ...         pass
    ... except ValueError as error:
    ...     print(error)
    'nonsense' is not the address of a scheduler; write protocol, machine and port, as in tcp://192.0.2.7:8786.
    """
    try:
        import distributed
    except ModuleNotFoundError as error:
        raise missing_part("cluster", error) from None
    try:
        # Asked first, since a client that finds no scheduler may wait for ever, and again when it is collected;
        # in a thread of its own, since a notebook's thread has a loop already.
        with ThreadPoolExecutor(1) as thread:
            kind = thread.submit(asyncio.run, asyncio.wait_for(_kind_of(scheduler), within)).result()
    except ValueError:
        raise SchedulerError(CATALOGUE.message("cluster.address", address=scheduler)) from None
    except Exception:  # of many kinds, if something that is no part of dask answers
        kind = None
    if kind != "Scheduler":
        raise SchedulerError(CATALOGUE.message("cluster.unreachable", address=scheduler, seconds=within))
    with distributed.Client(scheduler, timeout=within) as client:
        yield client


async def _kind_of(address: str) -> str:
    """What dask calls the server at an address: a scheduler, a worker …"""
    from distributed.core import rpc
    from distributed.security import Security

    async with rpc(address, connection_args=Security().get_connection_args("client")) as server:
        return str((await server.identity())["type"])
