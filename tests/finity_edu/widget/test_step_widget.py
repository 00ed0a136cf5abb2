"""The step widgets without a browser: stepping, predicting, choosing."""

from __future__ import annotations

import pytest
import traitlets

from automatakit import Automaton
from automatakit.widget import StepWidget
from tests.cases import IN_LANGUAGES

NFA = Automaton.of({"A": {"b": {"A", "B"}, "w": {"A"}}, "B": {"b": {"C"}, "w": {"C"}}}, start="A", accepting={"C"})
OTHER = Automaton.of({"X": {"b": {"Y"}, "w": {"X"}}, "Y": {"b": {"Y"}, "w": {"X"}}}, start="X", accepting={"Y"})


def widgets(**options: object) -> list[StepWidget]:
    return [
        StepWidget.subset(NFA, **options), StepWidget.minimise(NFA, **options), StepWidget.eliminate(NFA, **options),
        StepWidget.product(NFA, OTHER, **options), StepWidget.run(NFA, "bbw", **options),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("lang", IN_LANGUAGES)
def test_every_construction_is_stepped_to_the_end_and_back_in_every_language(lang: str) -> None:
    for widget in widgets(lang=lang):
        total = widget.value.total
        pictures = [widget.part_side]
        for _ in range(total):
            widget.act("step", by="1")
            pictures.append(widget.part_side)
        assert widget.value.done
        assert len(set(pictures)) > 1
        for expected in reversed(pictures[:-1]):
            widget.act("step", by="-1")
            assert widget.part_side == expected
        assert widget.at == 0


def test_predicting_comes_before_seeing() -> None:
    widget = StepWidget.subset(NFA, predict=True)
    widget.act("step", by="1")
    assert widget.at == 0
    assert "Predict" in widget.announcement
    widget.act("toggle", side="left", state="0")
    widget.act("predict")
    assert (widget.at, widget.asked, widget.right) == (0, 1, 0)
    assert "missing" in widget.part_status
    widget.act("toggle", side="left", state="1")
    widget.act("predict")
    assert (widget.at, widget.asked, widget.right) == (1, 2, 1)
    assert "gk-good" in widget.part_status
    widget.act("show")
    assert (widget.at, widget.asked) == (2, 2)


def test_the_empty_set_can_be_predicted() -> None:
    loop = Automaton.of({"A": {"b": {"A"}}}, start="A", accepting={"A"}, symbols="bw")
    widget = StepWidget.run(loop, "w", predict=True)
    widget.act("predict")
    assert widget.right == 1


@pytest.mark.slow
def test_a_split_a_pair_and_a_label_can_be_predicted() -> None:
    minimise = StepWidget.minimise(NFA, predict=True)
    split = minimise.value.upcoming  # type: ignore[attr-defined]
    for i in range(len(minimise.value.table.states)):  # type: ignore[attr-defined]
        if split.inside >> i & 1:
            minimise.act("toggle", side="left", state=str(i))
    minimise.act("predict")
    assert minimise.right == 1

    product = StepWidget.product(NFA, OTHER, predict=True)
    for side, states in (("left", "01"), ("right", "1")):
        for state in states:
            product.act("toggle", side=side, state=state)
    product.act("predict")
    assert product.right == 1

    eliminate = StepWidget.eliminate(NFA, predict=True)
    eliminate.act("typed", value="w")
    eliminate.act("predict")
    assert (eliminate.at, eliminate.right) == (0, 0)
    eliminate.act("typed", value="(b|w)*b")
    eliminate.act("predict")
    assert (eliminate.at, eliminate.right) == (1, 1)


def test_a_malformed_expression_is_told() -> None:
    widget = StepWidget.eliminate(NFA, predict=True)
    widget.act("typed", value="(b")
    widget.act("predict")
    assert widget.at == 0
    assert "gk-error" in widget.part_status


def test_the_state_to_be_eliminated_can_be_chosen() -> None:
    widget = StepWidget.eliminate(NFA)
    widget.act("eliminate", state="0")
    assert widget.at == 1
    assert "A" not in widget.value.left  # type: ignore[attr-defined]


def test_the_moment_can_be_observed_assigned_and_is_kept_in_bounds() -> None:
    widget, seen = StepWidget.subset(NFA), []
    widget.observe(lambda change: seen.append(change["new"]), "at")
    widget.at = 3
    assert widget.value.at == 3
    widget.at = 1000
    assert seen == [3, widget.value.total]
    with pytest.raises(traitlets.TraitError):
        widget.at = "two"


def test_unknown_keywords_raise() -> None:
    with pytest.raises(TypeError):
        StepWidget.subset(NFA, prediction=True)


def test_back_at_the_beginning_and_on_at_the_end_stay_there() -> None:
    widget = StepWidget.subset(NFA)
    widget.act("step", by="-1")
    assert widget.at == 0
    widget.act("goto", value=str(widget.value.total))
    widget.act("step", by="1")
    assert widget.at == widget.value.total


def test_beside_a_run_stands_whether_the_meanings_of_the_active_states_hold() -> None:
    parity = Automaton.of("aE>O aO>O bE>E bO>O", start="E", accepting="O")  # the second a does not lead back
    meanings = {"E": ("an even number of a", lambda w: w.count("a") % 2 == 0),
                "O": ("an odd number of a", lambda w: w.count("a") % 2 == 1)}
    widget = StepWidget.run(parity, "aba", meanings=meanings)
    said = []
    for at in range(4):
        widget.at = at
        said.append(widget.part_status)
    assert ["gk-no" in part for part in said] == [False, False, False, True]
    assert "E (an even number of a): true of ε." in said[0]
    assert "O (an odd number of a): not true of aba." in said[3]
