"""What several tests of the learning machine use."""

from contextlib import contextmanager

import pytest

from boardkit.engine import Engine, Program


@pytest.fixture
def interpreted(monkeypatch):
    """A context in which no host compiles anything; what has been computed before is forgotten."""
    from matchbox.analysis import exact, optimal

    def forget():
        for kept in (exact._swept, optimal.clairvoyant, optimal.clairvoyant_chain):
            kept.cache_clear()

    @contextmanager
    def without_a_compiler():
        forget()
        with monkeypatch.context() as patch:
            patch.setattr(Program, "start", lambda self, host=None: Engine())
            yield
        forget()

    return without_a_compiler
