"""What lies on the table while a game is shown step by step: the picture follows the protocol event by event."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass

from matchbox.rules.dice import Throw
from matchbox.rules.machine import Event, Machine
from matchbox.rules.ruleset import Circle, Overshoot


@dataclass
class Table:
    """The visible state, changed only by `show`.

    Examples
    --------
    >>> table = Table.of(Machine())
    >>> table.show(Event("S2", "start", 9))
    >>> table.token, sum(table.counts.values())
    (9, 24)
    """

    machine: Machine
    """One that follows what is shown."""
    token: int | None = None
    dice: Throw | None = None
    leaving: Circle | None = None
    lit: int | None = None
    came: int | None = None
    """The field that the token has come from."""

    @classmethod
    def of(cls, machine: Machine, token: int | None = None) -> Table:
        """The table as a machine stands now."""
        return cls(deepcopy(machine), token)

    @property
    def counts(self) -> Counter[Circle]:
        """Markers in the boxes, per circle."""
        counts = Counter(dict.fromkeys(self.machine.rules.circles, 0))
        for box in self.machine.boxes.values():
            counts.update(marker.circle for marker in box)
        return counts

    @property
    def current(self) -> list[Circle]:
        """The circles of the current moves."""
        return [marker.circle for marker in self.machine.current]

    def show(self, event: Event) -> None:
        """Follow one event of the protocol."""
        self.machine.follow(event)
        # What has left was to be seen for one step only.
        self.leaving = None
        match event.kind:
            case "start":
                self.token = event.togo
                self.dice = None
                self.lit = None
                self.came = None
            case "look" | "look_empty":
                self.lit = event.togo
                self.dice = None
            case "throw" | "rethrow":
                self.dice = event.dice
            case "move":
                d, k = event.markers[0].circle
                self.came = d
                self.token = max(0, d - k)
                # It has lost, and the token stays where it was.
                if self.machine.rules.overshoot == Overshoot.ILLEGAL and d - k < 0:
                    self.token = d
            case "human_move":
                self.lit = None
                self.dice = None
                self.came = event.togo
                self.token = event.togo - (event.move or 0)
                if self.token < 0:  # a machine that teaches has drawn too far
                    if self.machine.rules.overshoot == Overshoot.CAP:
                        self.token = 0
                    else:
                        self.token = event.togo
            case "remove":
                self.leaving = event.markers[-1].circle
