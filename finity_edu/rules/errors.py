"""What can go wrong, by name.

Every error is a `ValueError` with a text in the user's language that names the thing, the place and the way
out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from boardkit.errors import UserError
from boardkit.messages import Catalogue, Message

CATALOGUE = Catalogue("finity_edu")
message = CATALOGUE.message
text = CATALOGUE.text


@dataclass(frozen=True)
class Reason:
    """Why a move is not legal.

    Attributes
    ----------
    id : str
        Stable name of the rule that is broken; its text is ``reason.<id>`` in the catalogues.
    pieces : tuple of str
        Text forms of the pieces, slots or stations that cause it.
    values : mapping
        What the text of the reason mentions.

    Examples
    --------
    >>> from finity_edu.rules.position import Position
    >>> reason = Position.start(word="bbwwbwbw").why_illegal("+bN>C.l")
    >>> reason.id, reason.pieces
    ('slot_full', ('c@C-N.r',))
    """

    id: str
    pieces: tuple[str, ...] = ()
    values: Mapping[str, object] = field(default_factory=dict, hash=False)

    @property
    def message(self) -> Message:
        """The text, rendered in the current language when it is shown."""
        bare = f"reason.bare.{self.id}"
        # Where no piece may lie there is a text of its own
        if not self.pieces and bare in CATALOGUE:
            return message(bare, **self.values)
        return message(
            f"reason.{self.id}", pieces=", ".join(self.pieces), **self.values
        )

    def __str__(self) -> str:
        return str(self.message)


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a position.

    Attributes
    ----------
    id : str
        Stable name; its text is ``problem.<id>`` in the catalogues.
    values : mapping
        What the text mentions.
    grave : bool
        Whether the position cannot exist.
    """

    id: str
    values: Mapping[str, object] = field(default_factory=dict, hash=False)
    grave: bool = True

    @property
    def message(self) -> Message:
        """The text, rendered in the current language when it is shown."""
        return message(f"problem.{self.id}", **self.values)

    def __str__(self) -> str:
        return str(self.message)


class FinityError(UserError):
    """Base of every error that `finity_edu` raises for bad input."""


class NotationError(FinityError):
    """Text that cannot be read: shows the line and a caret at the place.

    Parameters
    ----------
    text : str
        The text that was read.
    column : int
        Index into `text` (0-based) of the first character that does not fit.
    expected : Message
        What would have fitted there.

    Examples
    --------
    >>> from finity_edu.rules.position import Position
    >>> try:
    ...     Position.start(word="bbwwbwbw").play("+bN-C.m")
    ... except ValueError as error:
    ...     print(error)
    expected '>' (column 4)
      +bN-C.m
         ^
    """

    def __init__(self, text: str, column: int, expected: Message) -> None:
        self.text = text
        self.column = column
        self.expected = expected
        start = text.rfind("\n", 0, column) + 1
        line = text[start:].split("\n", 1)[0]
        shown, offset = _window(line, column - start)
        super().__init__(
            message(
                "error.notation",
                expected=expected,
                column=column - start + 1,
                line=shown,
                caret=" " * offset + "^",
            )
        )


WIDTH = 100


def _window(line: str, column: int) -> tuple[str, int]:
    """Cut a long line around `column`, so that line and caret fit on a screen."""
    printable = "".join(c if c.isprintable() else "·" for c in line)
    if len(printable) <= WIDTH:
        return printable, column
    left = max(0, min(column - WIDTH // 2, len(printable) - WIDTH))
    return printable[left : left + WIDTH], column - left


class IllegalMoveError(FinityError):
    """A move that the rules do not allow here; `reason` says which rule and which pieces."""

    def __init__(self, move: str, reason: Reason) -> None:
        self.move = move
        self.reason = reason
        super().__init__(message("error.illegal", move=move, reason=reason.message))


class AmbiguousMoveError(FinityError):
    """A text that fits several legal moves; `candidates` lists them."""

    def __init__(self, move: str, candidates: tuple[str, ...]) -> None:
        self.move = move
        self.candidates = candidates
        super().__init__(
            message("error.ambiguous", move=move, candidates=", ".join(candidates))
        )


class InvalidPositionError(FinityError):
    """A position that cannot exist; `problems` lists *all* that is wrong with it."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        listed = "\n".join(f"  - {problem}" for problem in problems)
        super().__init__(message("error.position", problems=listed))


class BoardError(FinityError):
    """A board that cannot be built."""


class RuleSetError(FinityError):
    """A rule set that cannot be used; the text names file, rule set and key."""
