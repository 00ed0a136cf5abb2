"""What tests of several folders share: a browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.needs import CHROMIUM, FLAGS, WAYS


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
