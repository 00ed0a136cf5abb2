"""Why a move is not allowed: one value per reason, with the fields and numbers that show it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from amakta.rules.lattice import Field
from amakta.rules.texts import CATALOGUE
from boardkit.messages import Message


class Why(StrEnum):
    """The reasons that exist; each has a text ``reason.<value>`` in every language."""

    GAME_OVER = "game_over"
    NO_FIELD = "no_field"
    EMPTY = "empty"
    OCCUPIED = "occupied"
    NOT_YOURS = "not_yours"
    YOURS = "yours"
    BOUND = "bound"
    NOT_CONTROLLED = "not_controlled"
    NOT_IN_HAND = "not_in_hand"
    OTHER_STONE = "other_stone"
    SAME_CODE = "same_code"
    SAME_FIELD = "same_field"
    EXPROPRIATED = "expropriated"
    NOT_EXPROPRIATED = "not_expropriated"
    BASE_WINS = "base_wins"


@dataclass(frozen=True)
class Reason:
    """A reason with its witnesses.

    Parameters
    ----------
    why : Why
        Which rule is in the way.
    fields : tuple of Field
        The fields to look at.
    values : tuple of (str, object)
        What the text is filled with: counts of arrows, codes.
    """

    why: Why
    fields: tuple[Field, ...] = ()
    values: tuple[tuple[str, object], ...] = ()

    @property
    def message(self) -> Message:
        """The reason as a text, rendered when it is shown."""
        return CATALOGUE.message(f"reason.{self.why.value}", **dict(self.values))

    def __str__(self) -> str:
        return str(self.message)
