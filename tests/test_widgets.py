"""What all widgets have in common."""

from __future__ import annotations

import pytest

from amakta.widget import AmaktaWidget
from automatakit.widget import StepWidget
from boardkit.widget import GameWidget
from coursekit.inputs.widget import AnswerWidget
from finity_edu.widget import BoardWidget, GuessWidget
from matchbox.widget import MatchboxWidget
from tests.needs import needed


@pytest.mark.parametrize("widget", [AmaktaWidget, StepWidget, AnswerWidget, BoardWidget, GuessWidget, MatchboxWidget])
def test_whatever_a_widget_offers_to_python_the_page_has_too(widget: type[GameWidget]) -> None:
    """And it is kept with the notebook."""
    inherited = needed("anywidget").AnyWidget.class_traits()
    own = {name: trait for name, trait in widget.class_traits().items() if name not in inherited}
    assert len(own) > 5
    assert [name for name, trait in own.items() if not trait.metadata.get("sync")] == []
