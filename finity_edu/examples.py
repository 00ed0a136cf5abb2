"""Positions and games that ship with the course, by name."""

import tomllib
from functools import cache
from importlib import resources

from finity_edu.rules.errors import FinityError, message
from finity_edu.rules.position import Position
from finity_edu.rules.record import Record


@cache
def _positions() -> dict[str, dict[str, str]]:
    text = (
        resources.files("finity_edu")
        .joinpath("data/positions.toml")
        .read_text(encoding="utf-8")
    )
    return tomllib.loads(text)


def example_names() -> tuple[str, ...]:
    """Names of the shipped positions.

    >>> "worked-example" in example_names()
    True
    """
    return tuple(_positions())


def example(name: str) -> Position:
    """A shipped position.

    Raises
    ------
    FinityError
        If there is none of that name.

    Examples
    --------
    >>> example("worked-example").full_path(1)
    ('A', 'B', 'C', 'A', 'B', 'C', 'D')
    """
    if name not in _positions():
        names = ", ".join(example_names())
        raise FinityError(message("record.no_example", name=name, names=names))
    return Position.parse(_positions()[name]["position"])


def example_game(name: str = "first-game") -> Record:
    """A shipped game.

    Raises
    ------
    FinityError
        If there is none of that name.

    Examples
    --------
    >>> example_game().game.result.kind
    'win'
    """
    folder = resources.files("finity_edu").joinpath("data/games")
    names = sorted(file.name.removesuffix(".finity") for file in folder.iterdir())
    if name not in names:
        raise FinityError(
            message("record.no_example", name=name, names=", ".join(names))
        )
    return Record.parse(folder.joinpath(f"{name}.finity").read_text(encoding="utf-8"))
