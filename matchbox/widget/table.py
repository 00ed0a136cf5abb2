"""What lies on the table while a game is shown step by step: the picture follows the protocol event by event."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from matchbox.rules.dice import Throw
from matchbox.rules.machine import Event, Machine
from matchbox.rules.ruleset import Circle, Overshoot, Rules


@dataclass
class Table:
    """The visible state, changed only by `show`.

    Examples
    --------
    >>> table = Table.of(Machine(Rules(length=3)))
    >>> table.show(Event("S2", "start", 3))
    >>> table.token, sum(table.counts.values())
    (3, 6)
    """

    rules: Rules
    counts: Counter[Circle]
    current: list[Circle] = field(default_factory=list)
    token: int | None = None
    dice: Throw | None = None
    leaving: Circle | None = None
    lit: int | None = None
    came: int | None = None
    """The field that the token has come from."""

    @classmethod
    def of(cls, machine: Machine, token: int | None = None) -> Table:
        """The table as a machine stands now."""
        counts = Counter(dict.fromkeys(machine.rules.circles, 0))
        for box in machine.boxes.values():
            counts.update(marker.circle for marker in box)
        current = [marker.circle for marker in machine.current]
        return cls(machine.rules, counts, current, token)

    def show(self, event: Event) -> None:
        """Follow one event of the protocol."""
        # What has left was to be seen for one step only.
        self.leaving = None
        circles = [marker.circle for marker in event.markers]
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
            case "current":
                self.counts[circles[0]] -= 1
                self.current += circles
            case "move":
                d, k = circles[0]
                self.came = d
                self.token = max(0, d - k)
                # It has lost, and the token stays where it was.
                if self.rules.overshoot == Overshoot.ILLEGAL and d - k < 0:
                    self.token = d
            case "human_move":
                self.lit = None
                self.dice = None
                self.came = event.togo
                self.token = event.togo - (event.move or 0)
                if self.token < 0:  # a machine that teaches has drawn too far
                    if self.rules.overshoot == Overshoot.CAP:
                        self.token = 0
                    else:
                        self.token = event.togo
            case "win" | "back":
                for circle in circles:
                    self.current.remove(circle)
                self.counts.update(circles)
            case "remove":
                for circle in circles:
                    self.current.remove(circle)
                self.leaving = circles[-1]
            case "refill":
                self.counts.update(circles)
