"""What the tests of all types of questions share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from unittest import mock

import pytest

from automatakit.draw import automata
from tests.coursekit.questions import sample


@pytest.fixture(scope="session", autouse=True)
def _instances_are_drawn_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Two processes test the same instances; the folder above theirs is common to them."""
    own = tmp_path_factory.getbasetemp()
    folder = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    sample.shared = folder / "drawn"
    sample.shared.mkdir(exist_ok=True)


@pytest.fixture(scope="package", autouse=True)
def _diagrams_are_drawn_once() -> Iterator[None]:
    """A verdict brings a picture; in three languages, or of many answers, it is the same one."""
    made: dict[tuple[object, ...], automata.Diagram] = {}
    draw = automata.clear_diagram

    def once(table: automata.Automaton, marks: automata.Marks, *more: object) -> automata.Diagram:
        key = (table, repr(marks), *more)
        if key not in made:
            made[key] = draw(table, marks, *more)
        return made[key]

    with mock.patch.object(automata, "clear_diagram", once):
        yield
