"""What the tests of all command lines ask."""

from __future__ import annotations

from click.testing import Result


def check_mistake(result: Result, sentence: str) -> None:
    """A mistake of the user ends with code 2 and a sentence that says what is wrong, not with a traceback."""
    assert result.exit_code == 2, result.output
    assert sentence in result.stderr
    assert "Traceback" not in result.output
