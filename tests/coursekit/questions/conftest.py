"""What the tests of all types of questions share."""

from __future__ import annotations

from collections.abc import Iterator
from unittest import mock

import pytest

from automatakit.draw import automata


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
