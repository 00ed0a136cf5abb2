"""A plugin of pytest: which test runs which line, and running a choice of tests only.

``MUTANTS_RECORD`` names a folder: there the lines are recorded, test by test, with the seconds that each took.
``MUTANTS_CHOSEN`` names a folder: its file ``chosen`` has the ids of the tests that are to be run, and those that fail
are written into its file ``failed``.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

RECORD = os.environ.get("MUTANTS_RECORD")
CHOSEN = os.environ.get("MUTANTS_CHOSEN")


class Recorder:
    """Records the lines of our packages, test by test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self.coverage = coverage.Coverage(data_file=str(folder / "lines"), config_file=str(folder / "coveragerc"))
        self.coverage.start()
        os.environ["COVERAGE_PROCESS_START"] = str(folder / "coveragerc")  # for what the tests start
        self.tracer = sys.gettrace()

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Inside `tests/conftest.py`, which stops a tracer where the everyday tests need none."""
        self.coverage.switch_context(item.nodeid)
        before, begin = sys.gettrace(), sum(os.times()[:4])
        sys.settrace(self.tracer)
        try:
            return (yield)
        finally:
            sys.settrace(before)
            self.seconds[item.nodeid] = round(sum(os.times()[:4]) - begin, 4)
            self.coverage.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that is skipped or fails anyway will notice nothing."""
        if not report.passed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write what was found."""
        self.coverage.stop()
        self.coverage.save()
        passed = {test: seconds for test, seconds in self.seconds.items() if test not in self.failed}
        (self.folder / "seconds.json").write_text(json.dumps(passed, indent=0), encoding="utf-8")
        (self.folder / "failed.json").write_text(json.dumps(sorted(self.failed), indent=0), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Begin to record, if that is what is wanted."""
    if RECORD:
        config.pluginmanager.register(Recorder(Path(RECORD)), "mutants-recorder")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Only the tests that were chosen."""
    if CHOSEN:
        wanted = set((Path(CHOSEN) / "chosen").read_text(encoding="utf-8").splitlines())
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in wanted])
        items[:] = [item for item in items if item.nodeid in wanted]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Which tests fail."""
    if CHOSEN and report.failed:
        with (Path(CHOSEN) / "failed").open("a", encoding="utf-8") as file:
            file.write(f"{report.nodeid}\n")
