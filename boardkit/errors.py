"""The base of every error that a user can cause."""

from operator import index

from boardkit.messages import CATALOGUE, Message


def what_happened(error: BaseException) -> str:
    """Return the message of an error; one that was not written for people comes with its type.

    Examples
    --------
    >>> what_happened(KeyError("A")), what_happened(UserError("There is no station A."))
    ("KeyError: 'A'", 'There is no station A.')
    """
    if isinstance(error, UserError):
        return str(error)
    return f"{type(error).__name__}: {error}"


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

    def __reduce__(self) -> tuple[object, ...]:
        # An error may be made of other things than its message; between processes it travels as it is.
        return _as_it_was, (type(self), self.args, self.__dict__)


def _as_it_was(
    kind: type[UserError], arguments: tuple[object, ...], values: dict[str, object]
) -> UserError:
    error = kind.__new__(kind, *arguments)
    error.__dict__.update(values)
    return error


class MissingPartError(UserError, ModuleNotFoundError):
    """An optional library is not installed; the message holds the line that installs it."""


def missing_part(extra: str, error: ModuleNotFoundError) -> MissingPartError:
    """The error to raise where an import of an optional library has failed.

    Parameters
    ----------
    extra : str
        The extra of the distribution that brings the library.
    error : ModuleNotFoundError
        What the import raised.

    Examples
    --------
    >>> print(missing_part("rl", ModuleNotFoundError(name="scipy")))
    scipy is not installed. Install it with: pip install "finity-edu[rl]"
    """
    found = MissingPartError(
        CATALOGUE.message("part.missing", module=error.name, extra=extra)
    )
    found.name = error.name
    return found


def whole_number(
    name: str,
    value: object,
    low: int = 0,
    high: int | None = None,
    *,
    error: type[UserError] = UserError,
) -> int:
    """Return a parameter that must be a whole number in a range.

    Parameters
    ----------
    name : str
        The parameter, as the user writes it.
    value : int
        One of NumPy's will do; a truth value will not.
    low, high : int
        The least and the largest number that make sense.
    error : type
        What to raise.

    Examples
    --------
    >>> whole_number("length", 3)
    3
    >>> whole_number("length", -1)
    Traceback (most recent call last):
    boardkit.errors.UserError: length is a whole number from 0 on, not -1
    >>> whole_number("move", 4, 1, 3)
    Traceback (most recent call last):
    boardkit.errors.UserError: move is a whole number from 1 to 3, not 4
    """
    number = None
    if hasattr(value, "__index__") and not isinstance(value, bool):
        number = index(value)
    if number is None or number < low or (high is not None and number > high):
        id = "number.whole" if high is None else "number.between"
        raise error(
            CATALOGUE.message(id, name=name, value=repr(value), low=low, high=high)
        )
    return number
