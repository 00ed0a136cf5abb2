"""Build the API reference from the docstrings: ``python docs/api.py [FOLDER]`` (default ``build/docs``).

Every warning is an error: a reference that its own generator does not understand helps nobody.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import sys
import typing
import warnings
from collections.abc import Iterator
from pathlib import Path

import pdoc
import pdoc.render

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("boardkit", "automatakit", "coursekit", "finity_edu", "matchbox", "amakta")


def modules() -> Iterator[str]:
    """Names of all public modules, packages first."""
    for package in PACKAGES:
        yield package
        spec = importlib.util.find_spec(package)
        assert spec is not None
        assert spec.submodule_search_locations is not None
        for module in pkgutil.walk_packages(spec.submodule_search_locations, f"{package}."):
            if not any(part.startswith("_") for part in module.name.split(".")):
                yield module.name


def resolve_named_tuples(names: list[str]) -> None:
    """A NamedTuple keeps its annotations as texts that nobody outside its module can read: read them here."""
    for name in names:
        for value in vars(importlib.import_module(name)).values():
            if isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
                home = vars(sys.modules[value.__module__])
                value.__new__.__annotations__ = typing.get_type_hints(value, home)


def load_lazy_names(names: list[str]) -> None:
    """Names that a package imports on first use are not seen by the generator: use them once."""
    for name in names:
        module = importlib.import_module(name)
        for public in getattr(module, "__all__", ()):
            if public not in vars(module):
                setattr(module, public, getattr(module, public))


def main(folder: Path = ROOT / "build" / "docs") -> None:
    """Write the pages."""
    sys.path.insert(0, str(ROOT))
    warnings.simplefilter("error", UserWarning)
    pdoc.render.configure(docformat="numpy", footer_text="finity-edu")
    # A package may name some of its modules in __all__; the others are named here, and all are meant once.
    warnings.filterwarnings("ignore", "The module specification")
    # array.array[int] in an annotation is for mypy; Python can evaluate it from 3.12 on.
    warnings.filterwarnings("ignore", "Error parsing type annotation .*'array.array' is not subscriptable")
    names = list(modules())
    load_lazy_names(names)
    resolve_named_tuples(names)
    pdoc.pdoc(*names, output_directory=folder)
    print(f"{folder}: {len(names)} modules")


if __name__ == "__main__":
    main(*(Path(argument) for argument in sys.argv[1:2]))
