"""An error that points at a place with a caret points at it wherever it is shown."""

from __future__ import annotations

import re
from html import unescape

import pytest
from click.testing import CliRunner

from boardkit.messages import LANGUAGES
from coursekit.judging.verdict import Verdict
from coursekit.practice.display import Checked
from finity_edu import NotationError, Position
from tests.cases import every

WRONG = "bga/2 bwbwbbww c; posts c@N y@S; bridges bN>NE.q bS>SE.m"


def error() -> NotationError:
    with pytest.raises(NotationError) as caught:
        Position.parse(WRONG)
    return caught.value


def points_at(shown: str) -> str:
    """The letter above the caret."""
    above, caret = shown.rstrip("\n").split("\n")[-2:]
    return above[caret.index("^")]


def on_a_widget(lang: str) -> str:
    from finity_edu.widget import BoardWidget

    widget = BoardWidget(lang=lang)
    widget.refuse(error())
    widget.refresh()
    return unescape(re.search('<pre>(.*?)</pre>', widget.part_status, re.S)[1])


def on_the_command_line(lang: str) -> str:
    from finity_edu.cli import main

    result = CliRunner().invoke(main, ["perft", "1", "--position", WRONG, "--lang", lang])
    assert result.exit_code == 2
    return result.output


def in_a_verdict(lang: str) -> str:
    return unescape(re.search("<pre>(.*?)</pre>", Verdict(0, 1, str(error()), malformed=True)._repr_html_(), re.S)[1])


def in_a_check(lang: str) -> str:
    return unescape(re.search("<pre>(.*?)</pre>", Checked(False, str(error()))._repr_html_(), re.S)[1])


@every("lang", LANGUAGES)
@every("place", [on_a_widget, on_the_command_line, in_a_verdict, in_a_check])
def test_the_caret_stands_below_the_letter_that_is_wrong(place, lang):
    assert points_at(place(lang)) == "q"
