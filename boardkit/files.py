"""Reading text files so that whatever is wrong with one names the file, in the user's language."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from boardkit.errors import UserError
from boardkit.messages import CATALOGUE, Message

_WORDS: dict[type[Exception], str] = {
    FileNotFoundError: "missing",
    IsADirectoryError: "folder",
    NotADirectoryError: "no_folder",
    PermissionError: "permission",
}

T = TypeVar("T")


def file_problem(file: str | Path, error: Exception) -> Message:
    """What is wrong with a file, headed by its name.

    Parameters
    ----------
    file : path
    error : Exception
        What reading or writing the file raised: OSError, UnicodeDecodeError, or a mistake in the text.

    Examples
    --------
    >>> print(file_problem("a.txt", FileNotFoundError()))
    a.txt: there is no such file or folder
    """
    detail: object = error
    if isinstance(error, UserError):
        detail = error.message
    elif isinstance(error, UnicodeDecodeError):
        detail = CATALOGUE.message("file.no_text")
    elif type(error) in _WORDS:
        detail = CATALOGUE.message(f"file.{_WORDS[type(error)]}")
    elif isinstance(error, OSError):
        detail = error.strerror or error
    return CATALOGUE.message("file.problem", file=str(file), detail=detail)


def read_file(file: str | Path, parse: Callable[[str], T]) -> T:
    """Read a text file and make something of it.

    Parameters
    ----------
    file : path
    parse : callable
        Gets the text; its mistakes are `UserError`.

    Raises
    ------
    UserError
        If the file cannot be read, is no text, or its text cannot be parsed: names the file.

    Examples
    --------
    >>> read_file("nowhere.txt", str)
    Traceback (most recent call last):
    boardkit.errors.UserError: nowhere.txt: there is no such file or folder
    """
    try:
        return parse(Path(file).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, UserError) as error:
        raise UserError(file_problem(file, error)) from None
