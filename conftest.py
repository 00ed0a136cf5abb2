"""What all tests and doctests share: English to begin with, and reproducible hypothesis runs."""

import os
from importlib.util import find_spec

import pytest
from hypothesis import settings

# Sources of notebooks are no modules: they are run by the build and checked by nbval.
collect_ignore_glob = ["notebooks/src/*", "course/*"]
if not all(map(find_spec, ("gymnasium", "pettingzoo", "PIL"))):  # the extra "rl"
    collect_ignore_glob += ["*/env.py"]


def pytest_addoption(parser):
    parser.addoption("--update", action="store_true", help="Write files of what is expected anew; look at the change.")


settings.register_profile("everyday", deadline=None, derandomize=True, database=None)
settings.load_profile("everyday")


@pytest.fixture(autouse=True)
def _english():
    """Each test, and each doctest, begins in English and leaves no language behind."""
    before = os.environ.pop("FINITY_LANG", None)
    yield
    os.environ.pop("FINITY_LANG", None)
    if before is not None:
        os.environ["FINITY_LANG"] = before
