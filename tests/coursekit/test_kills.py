"""Each command killed at three of its changes, twice at once, on a full disk: a sample of what `make measure` does."""

from __future__ import annotations

import pytest

from benchmarks.measures import kills

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("command", [name for name in kills.COMMANDS if name != "rehearse"])
def test_what_a_second_run_leaves_is_what_one_whole_run_leaves(command):
    wrong = [one for at in kills.points(command, 3) for one in kills.killed(command, at)]
    assert wrong + kills.at_once(command) == []


@pytest.mark.skipif(not kills.mountable(), reason="no small disk can be mounted: run it as root, on Linux")
@pytest.mark.parametrize("command", ["new", "release", "mark"])
def test_a_full_disk_ends_a_command_with_a_sentence(command):
    assert kills.disk_full(command, 40) == []
