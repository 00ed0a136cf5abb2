"""What tests of several folders share: a browser, and Ctrl-C."""

from __future__ import annotations

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
