"""Judging a predicted set of states, with the misconceptions behind the usual mistakes."""

from automatakit.automaton.errors import message
from automatakit.automaton.states import mask_where
from automatakit.automaton.value import Automaton
from automatakit.steps.base import Prediction


def compare_sets(
    table: Automaton,
    said: int,
    expected: int,
    symbol: str,
    before: int | None = None,
) -> Prediction:
    """Judge a predicted set of states against the right one.

    Parameters
    ----------
    said, expected
        Masks of the predicted and the right set.
    before
        The set that was left, if known: staying there without an arrow is a mistake of its own.
    """
    name = table.set_label
    if said == expected:
        return Prediction(True, message("predict.right", states=name(expected)))
    missing = expected & ~said
    extra = said & ~expected
    if before is not None:
        # States that no arrow of the symbol leaves do not go on; who leaves them active has forgotten that.
        stayed = extra & before & ~mask_where(table.moves[symbol])
        if stayed:
            return Prediction(
                False, message("predict.stayed", states=name(stayed), symbol=symbol)
            )
    if not expected:
        return Prediction(False, message("predict.empty", symbol=symbol))
    if not extra:
        return Prediction(
            False, message("predict.missing", states=name(missing), symbol=symbol)
        )
    if not missing:
        return Prediction(
            False, message("predict.extra", states=name(extra), symbol=symbol)
        )
    return Prediction(
        False,
        message(
            "predict.both", missing=name(missing), extra=name(extra), symbol=symbol
        ),
    )
