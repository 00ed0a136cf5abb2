"""Front doors: a package offers what its stub ``__init__.pyi`` lists, and loads it when it is first asked for."""

from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

import lazy_loader


def attach(package: str, file: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return ``__getattr__``, ``__dir__`` and ``__all__`` of a package, for its ``__init__.py``."""
    find, names, public = lazy_loader.attach_stub(package, file)

    def load(name: str) -> Any:
        try:
            return find(name)
        except AttributeError as error:
            if not isinstance(error.obj, ModuleType):  # no such name
                raise
            return import_module(f"{error.obj.__name__}.{name}")  # a module of a room, not imported before

    return load, names, public
