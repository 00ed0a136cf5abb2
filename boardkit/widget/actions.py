"""What a page may ask for: actions are declared by name, where they are answered."""

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any, ClassVar, TypeVar, overload

F = TypeVar("F", bound=Callable[..., None])


@overload
def action(answer: F, /) -> F: ...


@overload
def action(answer: str, /) -> Callable[[F], F]: ...


def action(answer: Any, /) -> Any:
    """Mark a method of an `Actor` as the answer to an action of its name, or of the name given.

    What the page sends are texts; a parameter that is annotated ``int`` gets a number.
    """
    if isinstance(answer, str):
        return lambda method: _named(method, answer)
    return _named(answer, answer.__name__)


def _named(method: Any, name: str) -> Any:
    method.action = name
    return method


class Actor:
    """Something that answers a page: a widget, or one of its modes.

    Examples
    --------
    >>> class Counter(Actor):
    ...     n = 0
    ...     @action
    ...     def add(self, by: int) -> None:
    ...         self.n += by
    >>> counter = Counter()
    >>> counter.answer("add", {"by": "2"})
    True
    >>> counter.n, counter.answer("take", {})
    (2, False)
    """

    actions: ClassVar[Mapping[str, str]] = {}
    """The names of the actions, with the methods that answer them."""

    def __init_subclass__(cls, **options: object) -> None:
        super().__init_subclass__(**options)
        own = {
            method.action: name
            for name, method in vars(cls).items()
            if hasattr(method, "action")
        }
        inherited = [
            base.actions
            for base in reversed(cls.__mro__[1:])
            if issubclass(base, Actor)
        ]
        cls.actions = {
            name: method
            for table in (*inherited, own)
            for name, method in table.items()
        }

    def answer(self, do: str, data: Mapping[str, object]) -> bool:
        """Answer an action; False if there is none of this name here."""
        if do not in self.actions:
            return False
        method = getattr(self, self.actions[do])
        kinds = {
            name: parameter.annotation
            for name, parameter in signature(method).parameters.items()
        }
        method(
            **{
                name: int(str(value)) if kinds.get(name) in ("int", int) else value
                for name, value in data.items()
            }
        )
        return True
