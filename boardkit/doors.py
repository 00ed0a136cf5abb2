"""Front doors: what a package or a unit of the course offers in one place, loaded when it is first asked for."""

from collections.abc import Callable
from importlib import import_module
from types import ModuleType

import lazy_loader


def attach(
    package: str, file: str
) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """Return ``__getattr__``, ``__dir__`` and ``__all__`` for the ``__init__.py`` of a package: what its stub lists."""
    find, names, public = lazy_loader.attach_stub(package, file)

    def load(name: str) -> object:
        try:
            return find(name)
        except AttributeError as error:
            if not isinstance(error.obj, ModuleType):  # no such name
                raise
            # A module of a room, not imported before
            return import_module(f"{error.obj.__name__}.{name}")

    return load, names, public


def gather(
    module: str, *doors: str
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a module that offers what other modules do.

    Parameters
    ----------
    doors : str
        A module, for all that it offers, or a module and some of its names: "boardkit.messages:numeral". The first one
        that has a name is asked.

    Examples
    --------
    >>> find, names = gather("unit", "boardkit.hexes", "boardkit.messages:numeral")
    >>> find("numeral")(0.5), "numeral" in names()
    ('0.5', True)
    """

    def offered(door: str) -> list[str]:
        room, _, names = door.partition(":")
        if names:
            return names.split()
        found = import_module(room)
        return list(getattr(found, "__all__", ())) or [
            name
            for name, value in vars(found).items()
            if getattr(value, "__module__", "") == room and name[0] != "_"
        ]

    def load(name: str) -> object:
        for door in () if name.startswith("_") else doors:
            if name in offered(door):
                room = import_module(door.partition(":")[0])
                if hasattr(room, name):
                    return getattr(room, name)
                return import_module(f"{room.__name__}.{name}")
        raise AttributeError(
            f"module {module!r} has no attribute {name!r}",
            name=name,
            obj=import_module(module),
        )

    return load, lambda: sorted({name for door in doors for name in offered(door)})
