"""What tests of several folders share: a browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.needs import CHROMIUM, FLAGS, WAYS

RULES = ("boardkit", "finity_edu", "matchbox", "amakta")
"""The folders whose tests count for the coverage of the rules."""

OTHERS = ("test_analysis", "test_automaton", "test_chart", "test_cli", "test_draw_automata", "test_figure",
          "test_formats", "test_lab", "test_rule_sheet", "test_simulate", "test_steps", "test_widget")
"""Files of these folders that are about something else: pictures, engines, commands; traced they take twice as long."""


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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Coverage is that of the rules by their own tests: elsewhere it would cost time and say nothing."""
    for item in items:
        if item.path.parent.name not in RULES or item.path.name.startswith(OTHERS):
            item.add_marker(pytest.mark.no_cover)
