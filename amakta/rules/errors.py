"""What can go wrong by a user's hand: malformed text, an illegal move, an impossible position, an unknown name.

Each is a :class:`boardkit.errors.UserError` (and so a ``ValueError``) and shows in the current language.
"""

from dataclasses import dataclass

from amakta.rules.lattice import Field
from amakta.rules.texts import CATALOGUE
from boardkit.errors import UserError
from boardkit.messages import Message


@dataclass(frozen=True)
class Reason:
    """A reason with its witnesses.

    Parameters
    ----------
    id : str
        Which rule is in the way; it has a text ``reason.<id>`` in every language.
    fields : tuple of Field
        The fields to look at.
    values : tuple of (str, object)
        What the text is filled with: counts of arrows, codes.
    """

    id: str
    fields: tuple[Field, ...] = ()
    values: tuple[tuple[str, object], ...] = ()

    @property
    def message(self) -> Message:
        """The reason as a text, rendered when it is shown."""
        return CATALOGUE.message(f"reason.{self.id}", **dict(self.values))

    def __str__(self) -> str:
        return str(self.message)


class AmaktaError(UserError):
    """Base of the errors of this package."""


class NotationError(AmaktaError):
    """Text that does not parse; `column` (from 0) is where reading stopped, and the message shows a caret there."""

    def __init__(
        self, message: Message | str, text: str, column: int | None = None
    ) -> None:
        self.text = text
        self.column = column
        if column is not None:
            caret = " " * column + "^"
            message = CATALOGUE.message(
                "error.at", message=message, text=text, caret=caret
            )
        super().__init__(message)


def no_text(value: object) -> NotationError:
    """The error for what should be a text and is none.

    Examples
    --------
    >>> print(no_text(7))
    Text is expected here, not 7.
    """
    return NotationError(
        CATALOGUE.message("error.no_text", value=repr(value)), repr(value)
    )


class IllegalMoveError(AmaktaError):
    """A well-formed move that the rules do not allow here; `reason` says why."""

    def __init__(self, move: str, reason: Reason) -> None:
        self.move = move
        self.reason = reason
        super().__init__(
            CATALOGUE.message("error.illegal", move=move, reason=reason.message)
        )


class InvalidPositionError(AmaktaError):
    """A position that cannot be; `problems` lists everything that is wrong with it."""

    def __init__(self, problems: tuple[Message, ...]) -> None:
        self.problems = problems
        # Messages within messages, so that the whole is rendered in the language of the moment.
        listed = problems[0]
        for problem in problems[1:]:
            listed = CATALOGUE.message("error.also", first=listed, second=problem)
        super().__init__(CATALOGUE.message("error.position", problems=listed))


class UnknownNameError(AmaktaError):
    """A board or set that does not exist under that name."""


class LimitExceededError(AmaktaError):
    """An exploration that met more states than the given limit; `found` of them were seen."""

    def __init__(self, limit: int, found: int) -> None:
        self.limit = limit
        self.found = found
        super().__init__(CATALOGUE.message("error.limit", limit=limit, found=found))


class SetupError(AmaktaError):
    """A step of the start procedure that is not possible now."""
