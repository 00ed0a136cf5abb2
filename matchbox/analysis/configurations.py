"""Configurations of the machine, that is which markers still lie there: from whatever names them, and as text."""

from collections.abc import Iterable
from itertools import compress

from boardkit.errors import whole_number
from matchbox.analysis.chain import full
from matchbox.rules.machine import Machine
from matchbox.rules.ruleset import Circle, Rules

Configuration = int | Machine | Iterable[Circle] | None


def markers_of(rules: Rules, configuration: Configuration = None) -> frozenset[Circle]:
    """The circles of a configuration: a bit mask, a machine, some circles, or None for all."""
    if configuration is None:
        return frozenset(rules.circles)
    if isinstance(configuration, Machine):
        return rules.subset(
            circle for circle, number in configuration.counts.items() if number
        )
    if isinstance(configuration, int):
        whole_number("configuration", configuration, 0, full(rules))
        there = (configuration >> bit & 1 for bit in range(len(rules.circles)))
        return frozenset(compress(rules.circles, there))
    return rules.subset(configuration)


def configuration_text(rules: Rules, configuration: Configuration = None) -> str:
    """The boxes of a configuration in one line, from Start to Goal.

    Examples
    --------
    >>> configuration_text(Rules(length=3))
    '3:123 2:12 1:1'
    """
    here = markers_of(rules, configuration)
    boxes = []
    for d in range(rules.length, 0, -1):
        moves = "".join(str(k) for k in rules.box(d) if (d, k) in here)
        boxes.append(f"{d}:{moves or '-'}")
    return " ".join(boxes)
