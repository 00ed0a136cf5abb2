"""Tries an installed automatakit that stands alone: every module, every example, and that nothing else came with it."""

import doctest
import pkgutil
import sys
from importlib import import_module
from importlib.metadata import distributions, metadata
from pathlib import Path

import automatakit

ALLOWED = {"automatakit", "lazy-loader", "packaging", "pip", "setuptools"}


def modules() -> list[str]:
    """All modules of the package."""
    found = pkgutil.walk_packages(automatakit.__path__, "automatakit.")
    return ["automatakit", *(module.name for module in found)]


def examples(module: str) -> list[doctest.DocTest]:
    """The examples of a module, but for the one that makes a graph of networkx, which is not here."""
    found = doctest.DocTestFinder().find(import_module(module))
    return [test for test in found if not test.name.endswith("Automaton.graph")]


def main() -> None:
    """Try everything."""
    assert Path(sys.prefix) in Path(automatakit.__file__).parents, "this is not the automatakit that is installed"
    more = {distribution.name for distribution in distributions()} - ALLOWED
    assert not more, f"it brought along {more}"
    missing = [name for name in automatakit.__all__ if not hasattr(automatakit, name)]
    assert not missing, f"the front door lists what is not there: {missing}"
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    for module in modules():
        for test in examples(module):
            runner.run(test)
    page = metadata("automatakit").get_payload()
    on_page = runner.run(doctest.DocTestParser().get_doctest(page, {}, "its page", None, 0))
    assert on_page.attempted, "its page has no example"
    if runner.failures:
        sys.exit(f"{runner.failures} examples say something else")
    print(f"automatakit alone: {len(modules())} modules, {runner.tries} examples: all well.")


main()
