"""Schedulers that are not there, or open to strangers: a message, soon, wherever one is asked for."""

import socket
import time

import pytest

from boardkit.messages import LANGUAGES, using_language
from coursekit.marking import cluster
from coursekit.marking.cluster import SchedulerError, connected
from coursekit.marking.pool import run_jobs
from tests.needs import needed

needed("distributed")


@pytest.mark.parametrize("address", ["nonsense", "foo://192.0.2.7:8786", "tcp://:x", ""])
def test_what_is_no_address_is_refused_at_once(address):
    with pytest.raises(SchedulerError, match="is not the address of a scheduler"), connected(address):
        pass


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_scheduler_that_does_not_answer_is_given_up_in_time(lang):
    begin = time.monotonic()
    with using_language(lang), pytest.raises(SchedulerError) as caught, connected("tcp://127.0.0.1:1", within=0.3):
        pass
    assert time.monotonic() - begin < 8, "dask waits thirty seconds by itself"
    with using_language(lang):
        assert "tcp://127.0.0.1:1" in str(caught.value)
        words = {"en": "within 0.3 seconds", "de": "innerhalb von 0,3 Sekunden", "es": "En 0,3 segundos"}
        assert words[lang] in str(caught.value)


def test_something_else_that_listens_there_is_no_scheduler():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(SchedulerError, match=address), connected(address, within=0.3):
            pass


def test_marking_on_many_machines_says_the_same():
    with pytest.raises(SchedulerError, match="'nonsense' is not the address"):
        list(run_jobs([], scheduler="nonsense"))
    with pytest.raises(SchedulerError, match="no password"):
        list(run_jobs([], scheduler="tcp://192.0.2.7:8786"))


OPEN = ("tcp://192.0.2.7:8786", "192.0.2.7:8786", "tcp://scheduler.example:8786", "ws://192.0.2.7:8786",
        "wss://192.0.2.7:8786", "tcp://:8786", "tcp://0.0.0.0:8786", "tcp://127.0.0.1.example:8786",
        "tcp://127.0.0.1@192.0.2.7:8786", "tcp://[2001:db8::1]:8786")
"""Addresses that are not of this machine, or not of it alone."""


@pytest.mark.parametrize("address", OPEN)
def test_without_tls_another_machine_is_refused_before_anything_is_sent(address, monkeypatch):
    monkeypatch.setattr(cluster, "_kind_of", lambda *_: pytest.fail("it was asked"))
    with pytest.raises(SchedulerError, match=r"Dask asks for no password.*--host 127\.0\.0\.1"), connected(address):
        pass


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_said_in_the_users_language_what_is_wrong_and_what_to_do(lang):
    with using_language(lang), pytest.raises(SchedulerError) as caught, connected("tcp://192.0.2.7:8786"):
        pass
    with using_language(lang):
        assert "tls://" in str(caught.value)
        assert {"en": "no password", "de": "keinem Passwort", "es": "contraseña"}[lang] in str(caught.value)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "tcp://localhost:1", "tcp://[::1]:1", "127.0.0.1:1"])
def test_this_machine_needs_no_tls(address):
    with pytest.raises(SchedulerError, match="No dask scheduler answers"), connected(address, within=0.3):
        pass


@pytest.mark.parametrize("open_one", ["scheduler", "worker"])
def test_what_listens_to_the_network_is_refused_by_a_door_on_this_machine_too(open_one):
    """Such a worker says that its address is 127.0.0.1."""
    from distributed import Scheduler, SpecCluster, Worker

    hosts = dict.fromkeys(("scheduler", "worker"), "127.0.0.1") | {open_one: "0.0.0.0"}
    scheduler = {"cls": Scheduler, "options": {"host": hosts["scheduler"], "port": 0, "dashboard": False}}
    worker = {"cls": Worker, "options": {"host": hosts["worker"], "nthreads": 1, "dashboard": False}}
    with SpecCluster({"one": worker}, scheduler) as there:
        address = f"tcp://127.0.0.1:{there.scheduler.port}"
        refused = r"anybody who reaches tcp://0\.0\.0\.0:\d+ can run"
        with pytest.raises(SchedulerError, match=refused), connected(address):
            pass


def test_certificates_that_are_not_there_are_named():
    import dask

    with pytest.raises(SchedulerError, match="TLS__CA_FILE"), connected("tls://192.0.2.7:8786"):
        pass
    nowhere = {"distributed.comm.tls.ca-file": "/nowhere/ca.pem", "distributed.comm.tls.client.cert": "/nowhere/me.pem"}
    with (dask.config.set(nowhere), pytest.raises(SchedulerError, match="cannot be read"),
          connected("tls://192.0.2.7:8786")):
        pass


def test_with_certificates_work_is_done_over_tls_and_without_them_nobody_gets_in(tmp_path):
    import dask
    from distributed import LocalCluster

    needed("cryptography")
    from distributed.security import Security

    made = Security.temporary()
    files = {"ca-file": made.tls_ca_file, "client.cert": made.tls_client_cert, "client.key": made.tls_client_key}
    for name, pem in files.items():
        (tmp_path / name).write_text(pem)
    configured = {f"distributed.comm.tls.{name}": str(tmp_path / name) for name in files}
    with LocalCluster(n_workers=1, threads_per_worker=1, processes=False, protocol="tls://", security=made,
                      dashboard_address=None) as there:
        address = there.scheduler_address
        assert address.startswith("tls://")
        with dask.config.set(configured), connected(address) as client:
            assert client.submit(sum, [1, 2]).result() == 3
        stranger = Security.temporary()
        others = configured | {"distributed.comm.tls.client.cert": stranger.tls_client_cert,
                               "distributed.comm.tls.client.key": stranger.tls_client_key}
        with (dask.config.set(others), pytest.raises(SchedulerError, match="No dask scheduler answers"),
              connected(address, within=2)):
            pass
