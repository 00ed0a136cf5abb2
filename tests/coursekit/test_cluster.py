"""Schedulers that are not there: a message, soon, wherever one is asked for."""

import socket
import time

import pytest

from boardkit.messages import LANGUAGES, using_language
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
        words = {"en": "within 0.3 seconds", "de": "innerhalb von 0,3 Sekunden", "es": "en 0,3 segundos"}
        assert words[lang] in str(caught.value)


def test_something_else_that_listens_there_is_no_scheduler():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(SchedulerError, match=address), connected(address, within=0.3):
            pass


def test_marking_on_many_machines_says_the_same():
    with pytest.raises(SchedulerError, match="'nonsense' is not the address"):
        list(run_jobs([], scheduler="nonsense"))
