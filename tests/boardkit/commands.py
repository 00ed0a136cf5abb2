"""What the tests of all packages ask of mistakes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from click.testing import Result

from boardkit.errors import UserError
from boardkit.messages import LANGUAGES, using_language


def check_mistake(result: Result, sentence: str) -> None:
    """A mistake of the user ends with code 2 and a sentence that says what is wrong, not with a traceback."""
    assert result.exit_code == 2, result.output
    assert sentence in result.stderr
    assert "Traceback" not in result.output


def check_told_in_every_language(ask: Callable[[], object]) -> None:
    """A mistake in a call is told in the language of the user, and in no two languages alike."""
    said = set()
    for lang in LANGUAGES:
        with using_language(lang):
            with pytest.raises(UserError) as caught:
                ask()
            said.add(str(caught.value))
    assert len(said) == len(LANGUAGES)
