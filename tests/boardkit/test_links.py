"""Links: what is on the board as the fragment of an address, and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amakta.widget import AmaktaWidget
from boardkit.errors import UserError
from boardkit.links import link, linked, read_link
from finity_edu.widget import BoardWidget
from matchbox.widget import MatchboxWidget

PAGE = "https://example.org/board?lang=de"


@given(st.dictionaries(st.text("abcdefghij", min_size=1), st.text(min_size=1)))
def test_whatever_is_put_into_a_link_comes_out_again_and_nothing_in_it_must_be_escaped(values):
    text = link(PAGE, **values)
    assert (read_link(text) or {}) == values
    assert text.isascii()
    assert not set(' "<>\\^`{}|') & set(text)


@pytest.mark.parametrize("text", ["bga/abcd b c; posts c@A; ban +bA>B.m#", "# a machine\nlength=5 | 5:1", "", "a=b"])
def test_a_text_form_is_no_link_and_stands_for_itself(text):
    assert read_link(text) is None
    assert linked(text, "p") == text


def test_a_link_without_what_is_looked_for_says_so():
    with pytest.raises(UserError, match=r'nothing under "p" in this link: #m='):
        BoardWidget(link(m="+bN>C.m"))


def test_a_game_goes_through_a_link_with_its_moves_and_its_past():
    board = BoardWidget("bga/2 bbwwbwbw c; posts c@N y@S; blockers c@C-N.l y@C-S.r")
    board.act("choose", move="+bN>C.m")
    again = BoardWidget(board.link(PAGE))
    assert (again.position, again.moves, again.game.states) == (board.position, board.moves, board.game.states)
    stones = AmaktaWidget(board="zeile3", stones="solo")
    stones.act("hand", code="444444")
    stones.act("hit", place="-2,0")
    assert AmaktaWidget(stones.link()).game.states == stones.game.states


def test_a_machine_goes_through_a_link():
    widget = MatchboxWidget("length=5", teacher="random", seed=1)
    widget.act("train", games="10")
    other = MatchboxWidget()
    other.act("load", value=widget.link(PAGE))
    assert other.machine == widget.machine
