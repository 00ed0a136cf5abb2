"""What all step objects share: an immutable sequence of moments, and the way forwards and backwards."""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Generic, NoReturn, Self, TypeVar

from boardkit.messages import Message
from boardkit.views import seen_as

if TYPE_CHECKING:
    from boardkit.svg import Picture

E = TypeVar("E", covariant=True)
"""What a step does."""


@dataclass(frozen=True)
class Prediction:
    """What somebody predicted, judged.

    Attributes
    ----------
    right
        Whether the prediction is what comes next.
    message
        Why, or what is missing and what is too much.
    """

    right: bool
    message: Message

    def __bool__(self) -> bool:
        return self.right

    def __str__(self) -> str:
        return str(self.message)


class Steps(ABC, Generic[E]):
    """An algorithm at one moment: ``next`` and ``back`` return the object at another moment.

    Attributes
    ----------
    kind
        Which algorithm it is; texts about it begin with that.
    entries
        What each step does, from the first to the last one.
    at
        The number of steps done, from 0 to ``total``.
    """

    kind: ClassVar[str]
    entries: tuple[E, ...]
    at: int

    def _begin(self, entries: Iterable[object], **values: object) -> None:
        """Keep what each step does, and what the algorithm is about."""
        # Past __setattr__, which refuses everything.
        vars(self).update(values, entries=tuple(entries), at=0)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(
            f"{type(self).__name__} is immutable; next(), back() and goto() return another one"
        )

    def goto(self, at: int) -> Self:
        """Return the same algorithm after ``at`` steps (kept between 0 and ``total``)."""
        other = copy.copy(self)  # all moments share what has been computed
        vars(other)["at"] = max(0, min(at, self.total))
        return other

    def next(self) -> Self:
        """Return the moment after one more step; at the end, the end."""
        return self.goto(self.at + 1)

    def back(self) -> Self:
        """Return the moment one step earlier; at the beginning, the beginning."""
        return self.goto(self.at - 1)

    def first(self) -> Self:
        """Return the beginning."""
        return self.goto(0)

    def last(self) -> Self:
        """Return the end."""
        return self.goto(self.total)

    @property
    def total(self) -> int:
        """The number of steps in all."""
        return len(self.entries)

    @property
    def current(self) -> E | None:
        """What the last step did."""
        return self.entries[self.at - 1] if self.at else None

    @property
    def upcoming(self) -> E | None:
        """What the next step does."""
        return None if self.done else self.entries[self.at]

    @property
    def done(self) -> bool:
        """Whether all steps are done."""
        return self.at == self.total

    def moments(self) -> Iterable[Self]:
        """Yield the algorithm at all moments, from the beginning to the end."""
        return (self.goto(i) for i in range(self.total + 1))

    @property
    @abstractmethod
    def text(self) -> Message:
        """What happened in the last step, in words."""

    def picture(self) -> Picture:
        """Return the picture of this moment."""
        # By name: algorithms do not import pictures.
        drawn: Picture = seen_as("picture", self)
        return drawn

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str]:
        return self.picture()._repr_mimebundle_(include, exclude)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.at}/{self.total}: {self.text}>"
