"""What tests of several folders share: a browser, Ctrl-C, and a garbage collector that looks at what is new."""

from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from tests.needs import CHROMIUM, FLAGS, WAYS


def pytest_configure() -> None:
    """Whoever started the tests in the background has Ctrl-C ignored by all that comes of them: not here."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """What is collected stays until the end: looking for garbage in it takes a fifth of the time, and finds none."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A Chromium without a window."""
    if not CHROMIUM:
        pytest.skip(WAYS["chromium"])
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield running
        running.close()
