"""The base of every error that a user can cause."""

from __future__ import annotations

from boardkit.messages import Message

__all__ = ["UserError"]


class UserError(ValueError):
    """Something that the user can put right: a text, a move, a file, an option.

    Parameters
    ----------
    message : Message or str
        Names the thing, the place and the way out; rendered in the language of the moment it is shown.

    Examples
    --------
    >>> from boardkit.messages import Catalogue, using_language
    >>> error = UserError(Catalogue("boardkit").message("game.over"))
    >>> str(error)
    'The game is over; undo a move to play on.'
    >>> with using_language("de"):
    ...     str(error)
    'Die Partie ist zu Ende; nimm einen Zug zurück, um weiterzuspielen.'
    """

    def __init__(self, message: Message | str) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return str(self.message)
