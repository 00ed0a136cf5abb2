"""Judging a predicted set of states, with the misconceptions behind the usual mistakes."""

from automatakit.automaton.errors import message
from automatakit.automaton.states import bits
from automatakit.automaton.value import Automaton
from automatakit.steps.base import Prediction


def compare_sets(table: Automaton, said: int, expected: int, symbol: str, before: int | None = None) -> Prediction:
    """Judge a predicted set of states against the right one.

    Parameters
    ----------
    said, expected
        Masks of the predicted and the right set.
    before
        The set that was left, if known: staying there without an arrow is a mistake of its own.
    """
    if said == expected:
        return Prediction(True, message("predict.right", states=table.set_label(expected)))
    missing, extra = expected & ~said, said & ~expected
    if before is not None and extra:
        stayed = sum(1 << i for i in bits(extra & before) if not table.moves[symbol][i])
        if stayed:
            return Prediction(False, message("predict.stayed", states=table.set_label(stayed), symbol=symbol))
    if not expected:
        return Prediction(False, message("predict.empty", symbol=symbol))
    if not extra:
        return Prediction(False, message("predict.missing", states=table.set_label(missing), symbol=symbol))
    if not missing:
        return Prediction(False, message("predict.extra", states=table.set_label(extra), symbol=symbol))
    values = {"missing": table.set_label(missing), "extra": table.set_label(extra), "symbol": symbol}
    return Prediction(False, message("predict.both", **values))
