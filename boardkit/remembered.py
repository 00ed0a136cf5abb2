"""Values that are asked for their hash again and again: it is computed once."""

from typing import TypeVar

T = TypeVar("T")


def hashed_once(kind: type[T]) -> type[T]:
    """Let the values of a frozen dataclass remember their hash; a copy in another process computes its own.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @hashed_once
    ... @dataclass(frozen=True)
    ... class Place:
    ...     x: int
    >>> hash(Place(1)) == hash(Place(1))
    True
    """
    compute = kind.__hash__

    def remembered(self: object) -> int:
        known: dict[str, int] = self.__dict__
        value = known.get("_hash")
        if value is None:
            value = known["_hash"] = compute(self)
        return value

    def state(self: object) -> dict[str, object]:
        # The hashes of texts, and so of all that holds texts, are others in another process.
        return {name: value for name, value in self.__dict__.items() if name != "_hash"}

    kind.__hash__ = remembered  # type: ignore[method-assign]
    kind.__getstate__ = state  # type: ignore[method-assign]
    return kind
