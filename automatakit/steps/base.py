"""What all step objects share: an immutable sequence of moments, and the way forwards and backwards."""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn, Self

from boardkit.messages import Message

if TYPE_CHECKING:
    from boardkit.svg import Picture


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


class Steps(ABC):
    """An algorithm at one moment: ``next`` and ``back`` return the object at another moment.

    Attributes
    ----------
    at
        The number of steps done, from 0 to ``total``.
    total
        The number of steps in all.
    """

    at: int
    total: int

    def _begin(self, total: int) -> None:
        object.__setattr__(self, "total", total)
        object.__setattr__(self, "at", 0)

    def _keep(self, **values: Any) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is immutable; next(), back() and goto() return another one")

    def goto(self, at: int) -> Self:
        """Return the same algorithm after ``at`` steps (kept between 0 and ``total``)."""
        other = copy.copy(self)
        object.__setattr__(other, "at", max(0, min(at, self.total)))
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

    @abstractmethod
    def picture(self) -> Picture:
        """Return the picture of this moment."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return this moment as plain data (texts, numbers, lists), for widgets."""

    def _repr_mimebundle_(self, *args: Any, **kwargs: Any) -> Any:
        return self.picture()._repr_mimebundle_(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.at}/{self.total}: {self.text}>"
