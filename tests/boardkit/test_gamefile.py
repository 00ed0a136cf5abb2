import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardkit.errors import UserError
from boardkit.game import Game
from boardkit.gamefile import (
    GameFile,
    GameFileError,
    Ply,
    parse_game,
    replayed,
    result_text,
)
from boardkit.messages import using_language
from boardkit.protocol import Outcome
from tests.boardkit.toys import Nim
from tests.cases import every

WORD = st.text("abcxyz+-~^/>#?(),;:.ä", min_size=1, max_size=8).filter(lambda w: not w[0].isdigit())
SENTENCE = st.lists(WORD, max_size=5).map(" ".join)
MOVE = st.lists(WORD, min_size=1, max_size=3).map(" ".join)
RESULT = st.sampled_from(["*", "1-0", "0-1", "1/2-1/2", "0-0-1", "1/2-1/2-1/2-1/2"])
TAGS = st.dictionaries(
    st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,8}", fullmatch=True).filter(lambda name: name != "Result"),
    st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=20),
)


@settings(max_examples=40)
@given(TAGS, st.lists(st.builds(Ply, MOVE, SENTENCE), max_size=30), RESULT, SENTENCE)
def test_what_is_printed_is_read_back(tags, plies, result, comment):
    game = GameFile(tags, tuple(plies), result, comment)
    assert parse_game(str(game)) == game
    assert parse_game(str(game)).tags == tags


@given(st.text(alphabet='[]{}"\\ \n1.2*-ab0/'))
def test_garbage_raises_only_the_named_error(text):
    try:
        parse_game(text)
    except GameFileError as error:
        assert 1 <= error.line <= text.count("\n") + 1
        assert error.column >= 1


@every(
    ("text", "line", "column", "problem"),
    [
        ("1. a", 1, 5, "without a result"),
        ("", 1, 1, "without a result"),
        ('[Word bw]\n*', 1, 1, "tag line"),
        ('[A "x"]\n[A "y"]\n*', 2, 1, "a second time"),
        ('1. a\n[A "y"] *', 2, 1, "before the first move"),
        ("1. a {open\n*", 1, 6, "no closing brace"),
        ("1. a }\n*", 1, 6, "without an opening one"),
        ("1. a 3. b *", 1, 6, "number 2. was expected here, not 3."),
        ("a *", 1, 1, "number 1. was expected"),
        ("1. a {c} b *", 1, 10, "number 2. was expected here, not b"),
        ("1. a\n2. *", 2, 1, "2. is not followed by a move"),
        ("1. 2. b *", 1, 1, "1. is not followed by a move"),
        ("1. a 1-0 2. b", 1, 10, "nothing may follow"),
        ('[Result "0-1"]\n1. a 1-0', 2, 6, "result is 1-0, but the tag Result says 0-1"),
    ],
)
def test_malformed_text_is_refused_with_line_column_and_reason(text, line, column, problem):
    with pytest.raises(GameFileError, match=problem) as caught:
        parse_game(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_a_move_may_consist_of_several_words_and_of_several_lines():
    game = parse_game("1. place -1,0\n  111111 2. turn {why\n   not} *")
    assert [(ply.move, ply.comment) for ply in game.plies] == [("place -1,0 111111", ""), ("turn", "why not")]


def test_comments_stand_anywhere_and_after_the_result_too():
    game = parse_game("{before} 1. a {one} {two} 1-0 {after}")
    assert game.comment == "before"
    assert game.plies == (Ply("a", "one two after"),)


def test_a_comment_with_a_brace_cannot_be_written():
    with pytest.raises(UserError, match="closing brace"):
        GameFile(plies=(Ply("a", "b}c"),))


@pytest.mark.parametrize("tags", [{"Two words": "x"}, {"Event": "two\nlines"}, {"": "x"}])
def test_a_tag_that_could_not_be_read_back_is_refused(tags):
    with pytest.raises(UserError, match="in one line"):
        GameFile(tags)


def test_a_number_of_any_length_is_not_the_one_that_was_expected():
    """Python itself refuses to read a number of more than 4,300 digits."""
    with pytest.raises(GameFileError, match="Line 1, column 1") as caught:
        parse_game(f"{'1' * 5_000}. a *")
    assert len(str(caught.value)) < 200


def test_replaying_yields_every_position():
    heaps = [state.heap for state in parse_game("1. 2 2. 3 *").replay(Nim(5), lambda s, t: s.play(int(t)))]
    assert heaps == [3, 0]


def test_an_illegal_move_in_a_file_is_reported_with_its_place():
    game = parse_game("1. 2\n  2. 9 *")
    with pytest.raises(GameFileError, match="Line 2, column 3: you cannot take 9"):
        list(game.replay(Nim(5), lambda s, t: s.play(int(t))))


def test_errors_are_rendered_in_the_language_of_the_moment_and_survive_pickling():
    with pytest.raises(GameFileError) as caught:
        parse_game("1. a")
    error = pickle.loads(pickle.dumps(caught.value))
    with using_language("de"):
        assert str(error).startswith("Zeile 1, Spalte 5: Die Partie endet ohne Ergebnis")


def test_results_are_written_for_any_number_of_seats():
    assert result_text(Outcome(frozenset({3})), (1, 2, 3)) == "0-0-1"
    assert result_text(Outcome(), ("W", "B")) == "1/2-1/2"
    assert result_text(None) == "*"


def test_a_resignation_in_a_file_is_that_of_the_one_who_lost():
    def read(result):
        return replayed(parse_game(f'[Ending "resignation"]\n1. 2 {result}'), Game(Nim(5)), play)

    def play(game, text):
        return game.play(int(text))

    assert read("1-0").result == Outcome(frozenset({1}), "resignation")
    assert read("0-1").result == Outcome(frozenset({2}), "resignation")
    with pytest.raises(GameFileError, match=r"0-0.*\*"):  # if all have lost, who has resigned?
        read("0-0")
