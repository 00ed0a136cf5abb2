"""Tries an installed automatakit that stands alone: every module, every example, and that nothing else came with it.

With ``--page`` the examples of its page instead, one of which is an automaton of automata-lib.
"""

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


def alone(runner: doctest.DocTestRunner) -> str:
    """Try the package where nothing else is."""
    assert Path(sys.prefix) in Path(automatakit.__file__).parents, "this is not the automatakit that is installed"
    more = {distribution.name for distribution in distributions()} - ALLOWED
    assert not more, f"it brought along {more}"
    missing = [name for name in automatakit.__all__ if not hasattr(automatakit, name)]
    assert not missing, f"the front door lists what is not there: {missing}"
    for module in modules():
        for test in examples(module):
            runner.run(test)
    return f"automatakit alone: {len(modules())} modules"


def page(runner: doctest.DocTestRunner) -> str:
    """Try its page."""
    text = metadata("automatakit").get_payload()
    runner.run(doctest.DocTestParser().get_doctest(text, {}, "its page", None, 0))
    return "automatakit's page"


def main() -> None:
    """Try everything."""
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    tried = page(runner) if "--page" in sys.argv else alone(runner)
    if runner.failures or not runner.tries:
        sys.exit(f"{runner.failures} of {runner.tries} examples say something else")
    print(f"{tried}, {runner.tries} examples: all well.")


main()
