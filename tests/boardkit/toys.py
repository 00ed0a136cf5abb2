"""Two tiny games that know nothing of boardkit: they show that its tools work for any State."""

from __future__ import annotations

from dataclasses import dataclass, replace

from boardkit.errors import UserError
from boardkit.protocol import Outcome


@dataclass(frozen=True)
class Nim:
    """Take 1 to ``most`` matches from one heap; whoever takes the last one wins."""

    heap: int
    most: int = 3
    to_play: int = 1

    @property
    def to_move(self) -> int | None:
        return self.to_play if self.heap else None

    @property
    def result(self) -> Outcome | None:
        return None if self.heap else Outcome(frozenset({3 - self.to_play}), "win")

    def legal_moves(self) -> tuple[int, ...]:
        return tuple(range(1, min(self.most, self.heap) + 1))

    def play(self, move: int) -> Nim:
        if move not in self.legal_moves():
            raise UserError(f"you cannot take {move}")
        return replace(self, heap=self.heap - move, to_play=3 - self.to_play)


@dataclass(frozen=True)
class Carousel:
    """A token on a ring of fields, moved left or right for ever: no end, many repetitions."""

    size: int
    field: int = 0
    to_move: str = "W"

    result = None

    def legal_moves(self) -> tuple[str, ...]:
        return ("left", "right")

    def play(self, move: str) -> Carousel:
        step = {"left": -1, "right": 1}[move]
        return Carousel(self.size, (self.field + step) % self.size, "B" if self.to_move == "W" else "W")
