"""Numbers and texts that make no sense are refused by name before anything runs for ever or answers nothing."""

import pytest

from boardkit.errors import UserError, whole_number
from boardkit.explore import reachable_graph
from boardkit.gamefile import GameFileError, parse_game
from boardkit.messages import set_language, using_language
from boardkit.search import alpha_beta, monte_carlo
from tests.boardkit.toys import Nim
from tests.cases import every
from tests.needs import needed


@every("number", [None, "1", 1.5, -1])
@every(("ask", "name"), [
    (lambda n: alpha_beta(Nim(3), n), "depth"), (lambda n: monte_carlo(Nim(3), n, 1), "playouts"),
    (lambda n: reachable_graph(Nim(3), n), "limit"),
])
def test_what_is_counted_to_is_a_whole_number(ask, name, number):
    with pytest.raises(UserError, match=f"{name} is a whole number from [01] on, not {number!r}"):
        ask(number)


def test_a_whole_number_may_be_one_of_numpys():
    numpy = needed("numpy")
    made = whole_number("length", numpy.int64(3))
    assert (made, type(made)) == (3, int)


def test_what_is_no_text_is_no_game():
    with pytest.raises(GameFileError, match="a game must be text, not None"):
        parse_game(None)


@pytest.mark.parametrize("code", [1, b"de", ["de"]])
def test_what_is_no_text_names_no_language(code):
    with pytest.raises(ValueError, match="no texts in language"):
        set_language(code)
    with pytest.raises(ValueError, match="no texts in language"), using_language(code):
        pass
