"""Many machines: the client of a dask scheduler, or a message that says why there is none.

Dask asks for no password: whoever reaches a scheduler or a worker can run any program there.  So what is reached over a
network must speak TLS, where both sides show a certificate; anything else must listen on this machine alone.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING

from boardkit.errors import UserError, missing_part
from coursekit.texts import message

if TYPE_CHECKING:
    from distributed import Client

CONNECT_WITHIN = 10.0
"""Seconds to wait for a scheduler: one that is there answers within one."""


class SchedulerError(UserError):
    """An address that is none, that strangers may use as well, or at which no scheduler answers."""


@contextmanager
def connected(scheduler: str, within: float = CONNECT_WITHIN) -> Iterator[Client]:
    """A client of a scheduler, closed at the end.

    Parameters
    ----------
    scheduler : str
        Address: ``tls://192.0.2.7:8786``, or ``tcp://127.0.0.1:8786`` on this machine.
    within : float
        Seconds after which the scheduler counts as unreachable.

    Raises
    ------
    SchedulerError
        If the address is none, no scheduler answers there, or it or one of its workers can be reached by other machines
        without TLS.
    MissingPartError
        If dask.distributed is not installed.

    Examples
    --------
    >>> try:
    ...     with connected("nonsense"):
    ...         pass
    ... except ValueError as error:
    ...     print(error)
    'nonsense' is not the address of a scheduler; write protocol, machine and port, as in tls://192.0.2.7:8786.
    """
    try:
        import distributed
    except ModuleNotFoundError as error:
        raise missing_part("cluster", error) from None
    _require_closed(scheduler)
    certificates = _certificates(scheduler)
    try:
        # Asked first, since a client that finds no scheduler may wait for ever, and again when it is collected;
        # in a thread of its own, since a notebook's thread has a loop already.
        with ThreadPoolExecutor(1) as thread:
            kind = thread.submit(
                asyncio.run, asyncio.wait_for(_kind_of(scheduler, certificates), within)
            ).result()
    except Exception:  # of many kinds, if something that is no part of dask answers
        kind = None
    if kind != "Scheduler":
        raise SchedulerError(
            message("cluster.unreachable", address=scheduler, seconds=within)
        )
    with distributed.Client(scheduler, timeout=within) as client:
        for address in _doors(client):
            _require_closed(address)
        yield client


def _doors(client: Client) -> list[str]:
    """Where scheduler and workers really listen: a worker that says 127.0.0.1 may listen to all the world."""
    of_scheduler = client.run_on_scheduler(
        lambda dask_scheduler: [one.listen_address for one in dask_scheduler.listeners]
    )
    of_workers = client.run(
        lambda dask_worker: [one.listen_address for one in dask_worker.listeners]
    )
    return [*of_scheduler, *chain(*of_workers.values())]


def _require_closed(address: str) -> None:
    """Refuse an address at which strangers could run programs."""
    from distributed.comm.addressing import get_address_host

    try:
        host = get_address_host(address)
    except ValueError:
        raise SchedulerError(message("cluster.address", address=address)) from None
    if not (address.startswith(("tls://", "inproc://")) or _is_this_machine(host)):
        raise SchedulerError(message("cluster.open", address=address))


def _is_this_machine(host: str) -> bool:
    """Whether only this machine can reach a host; of names, `localhost` alone says so."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _certificates(address: str) -> dict[str, object]:
    """What dask's configuration says about the certificates of a client."""
    from distributed.security import Security

    try:
        found: dict[str, object] = Security().get_connection_args("client")
    except (OSError, ValueError) as error:
        problem = message(
            "cluster.bad_certificates", address=address, problem=str(error)
        )
        raise SchedulerError(problem) from None
    if address.startswith("tls://") and found["ssl_context"] is None:
        raise SchedulerError(message("cluster.no_certificates", address=address))
    return found


async def _kind_of(address: str, certificates: dict[str, object]) -> str:
    """What dask calls the server at an address: a scheduler, a worker …"""
    from distributed.core import rpc

    async with rpc(address, connection_args=certificates) as server:
        return str((await server.identity())["type"])
