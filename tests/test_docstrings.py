"""What docstrings say of parameters, against the parameters that there are."""

import inspect
import re
from importlib import import_module

from tests.test_architecture import ENVIRONMENTS, PACKAGES, modules_of, public_things

# Parameters that are told and not there, still to be mended: none may be added, and a line goes with its docstring.
KNOWN: set[str] = set()


def told(thing):
    """The names in the section "Parameters" of a docstring."""
    section = re.search(r"^Parameters\n-+\n(.*?)(?=^\S[^\n]*\n-+\n|\Z)", inspect.getdoc(thing) or "", re.M | re.S)
    lines = section[1].splitlines() if section else []
    heads = [line.partition(" :")[0] for line in lines if line.strip() and not line.startswith(" ")]
    return [name.strip().lstrip("*") for head in heads for name in head.split(",")]


def taken(thing):
    """The names of the parameters of a function, or of a class when it is made.

    Which signature a class with both `__new__` and `__init__` has depends on the version of Python.
    """
    names = set(inspect.signature(thing).parameters)
    return names | set(inspect.signature(thing.__init__).parameters) if inspect.isclass(thing) else names


def strangers(package):
    """Parameters that a docstring of a package tells of, and that are not there."""
    for module in modules_of(package):
        if module in ENVIRONMENTS:
            continue
        for name, thing in public_things(import_module(module)):
            names = told(thing)
            if names:
                yield from (f"{module}.{name}: {stranger}" for stranger in set(names) - taken(thing))


def test_a_docstring_tells_of_no_parameter_that_is_not_there():
    found = {stranger for package in PACKAGES for stranger in strangers(package)}
    assert KNOWN - found == set(), "mended: take these lines out of KNOWN"
    assert found - KNOWN == set()


def test_the_names_in_a_docstring_are_found():
    def example(first, second, *others):
        """Do something.

        Parameters
        ----------
        first, second : int
            Two numbers.
        *others
            More.

        Returns
        -------
        int
            Another one.
        """

    assert told(example) == ["first", "second", "others"]
    assert set(told(example)) == taken(example)
