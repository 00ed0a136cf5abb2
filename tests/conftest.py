"""What tests of several folders share: a browser, Ctrl-C, and what coverage looks at."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from tests.needs import CHROMIUM, FLAGS, WAYS

RULES = ("boardkit", "finity_edu", "matchbox", "amakta")
"""The folders whose tests count for the coverage of the rules."""
UNTRACED = {
    "boardkit": {"chart", "console", "figure", "links", "plots", "theme", "usage"},
    "finity_edu": {"analysis_boards", "draw_text", "garbage", "lab", "legality", "rulebook", "symmetry"},
    "matchbox": {"automaton", "figures", "properties", "rule_sheet", "simulate", "widget"},
    "amakta": {"independent", "rulebook", "stones", "widget"},
}
"""Files in them that reach at most a few lines which no other file reaches: traced, they take twice as long."""


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


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Coverage is that of the rules by their own tests: elsewhere it would cost time and say nothing.

    The mark of pytest-cov would not do: in a process of pytest-xdist it starts two tracers and stops one of them.
    """
    tracer = sys.gettrace()
    folder, name = item.path.parent.name, item.path.stem.removeprefix("test_")
    if folder not in RULES or name in UNTRACED[folder]:
        sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)
