"""What is no position, board, word, seat or number is refused by name: never a bare TypeError, never a quiet answer."""

import pytest

import automatakit
from automatakit import Automaton, AutomatonError
from finity_edu import (
    Board,
    BoardError,
    Layout,
    NotationError,
    Position,
    RuleSetError,
    analysis,
)
from tests.boardkit.commands import check_told_in_every_language
from tests.cases import every

START = Position.start(word="bwbwbwbw").play("+bN>C.m")
TABLE = Automaton.of({"A": {"b": {"A", "B"}}, "B": {"b": {"B"}, "w": {"A"}}}, start="A", accepting={"B"})
ABOUT_A_WORD = ["wins", "witness", "count_paths", "reach", "cut", "to_win", "ring_purchases"]
ABOUT_TOWERS = ["winning_towers", "chance_to_win"]


def asked(name, *arguments, **options):
    """The answer of a function of the analysis, with all that an iterator would yield."""
    home = analysis if name in analysis.__all__ else automatakit
    answer = getattr(home, name)(*arguments, **options)
    return list(answer) if hasattr(answer, "__next__") else answer


@every("name", ABOUT_A_WORD)
@every(("word", "place", "symbol"), [("xyz", 1, "x"), ("bxb", 2, "x"), ("bwbwbwbwé", 9, "é")])
def test_a_foreign_symbol_is_named_with_its_place_whatever_is_asked(name, word, place, symbol):
    with pytest.raises(AutomatonError, match=f"^{word}: symbol {place} is {symbol}, which is not in the alphabet"):
        asked(name, START, 1, word)


def test_a_foreign_symbol_is_named_without_rings_too():
    with pytest.raises(AutomatonError, match="symbol 2 is x"):
        asked("count_paths", START, 1, "bxb", rings=False)


@every("name", ABOUT_A_WORD)
@every("word", [1, b"bw", 2.5])
def test_what_is_no_text_is_no_word(name, word):
    with pytest.raises(AutomatonError, match="is not a word: a word is a string"):
        asked(name, START, 1, word)


@every("name", [*ABOUT_A_WORD, *ABOUT_TOWERS, "seat_view"])
@every("position", [None, "", 1, []])
def test_what_is_no_position_is_refused(name, position):
    with pytest.raises(AutomatonError, match="is not a position"):
        asked(name, position, 1)


def test_nobody_is_favoured_where_there_is_no_position():
    with pytest.raises(AutomatonError, match=r"^None is not a position"):
        analysis.favoured(None)


@every("name", [*ABOUT_A_WORD, *ABOUT_TOWERS, "seat_view"])
@every("seat", [None, "1", 0, 3, 1.5])
def test_a_seat_that_does_not_exist_is_refused(name, seat):
    with pytest.raises(AutomatonError, match="the seats are 1 to 2"):
        asked(name, START, seat)


@every("number", ["3", -2, 1.5, []])
@every("ask", [
    *((lambda n, name=name: asked(name, START, 1, n)) for name in ABOUT_TOWERS),
    lambda n: asked("favoured", START, n),
    lambda n: asked("towers", n),
    lambda n: asked("tower_chance", "bw", n),
    lambda n: asked("words", TABLE, n),
    lambda n: asked("words", TABLE, 3, n),
    lambda n: asked("words_of_length", TABLE, n),
    lambda n: asked("count_words", TABLE, n),
    lambda n: asked("word_counts", TABLE, n),
    lambda n: asked("subsets", TABLE, n),
    lambda n: asked("transition_monoid", TABLE, n),
])
def test_a_number_is_a_whole_number_that_can_be_counted_to(ask, number):
    with pytest.raises(AutomatonError, match=r"is a whole number from -?[01] on, not"):
        ask(number)


def test_the_empty_language_has_no_words_up_to_its_longest_length():
    empty = Automaton.of({"A": {"b": {"A"}}}, start="A", accepting=set())
    assert asked("words", empty, automatakit.longest_length(empty)) == []


@pytest.mark.parametrize("word", ["xyz", "bxb"])
def test_the_bag_gives_no_foreign_cones(word):
    with pytest.raises(AutomatonError, match="is x, which is not in the alphabet b, w"):
        analysis.tower_chance(word, 6)


@every("name", ["accepts", "accepting_runs", "count_runs", "pumpings"])
@every("word", [None, 1, [[]]])
def test_an_automaton_reads_texts(name, word):
    with pytest.raises(AutomatonError, match="is not a word"):
        asked(name, TABLE, word)


def test_a_list_is_no_state():
    with pytest.raises(AutomatonError, match="is not a state; the states are A, B"):
        automatakit.separating_word(TABLE, ["A"], "B")


@pytest.mark.parametrize(("rows", "options", "message"), [
    ({"q0": {"b": {"q1"}}}, {"start": "q0", "accepting": "q1"}, "the accepting states are 'q1'; write a set"),
    ({"A": {"b": {"A"}}}, {"start": "A", "accepting": 1}, "the accepting states are 1; write a set"),
    ({"A": None}, {"start": "A", "accepting": {"A"}}, "the transitions of A are None"),
    ({"A": "b"}, {"start": "A", "accepting": {"A"}}, "the transitions of A are 'b'"),
    ({"A": {"b": {"A"}}}, {"start": "A", "accepting": {"A"}, "symbols": 2}, "the alphabet is 2"),
])
def test_parts_of_an_automaton_are_what_they_should_be(rows, options, message):
    with pytest.raises(AutomatonError, match=message):
        Automaton.of(rows, **options)


@pytest.mark.parametrize("text", [None, 1, [], object()])
def test_what_is_no_text_is_no_position_move_or_board(text):
    for read in (Position.parse, START.play, START.why_illegal, START.orphans_of, START.resolve):
        with pytest.raises(NotationError):
            read(text)
    with pytest.raises(BoardError, match="is not a station"):
        Board.parse(text)
    with pytest.raises(BoardError, match="there is no board"):
        Board.named(text)


def test_a_position_that_is_no_text_says_so():
    with pytest.raises(NotationError, match=r"^expected a text \(column 1\)"):
        Position.parse(None)


@pytest.mark.parametrize("wrong", [1, [], ""])
def test_a_position_starts_with_rules_and_a_board(wrong):
    with pytest.raises(RuleSetError, match="there is no rule set"):
        Position.start(word="bwbwbwbw", rules=wrong)
    with pytest.raises(BoardError, match="there is no board"):
        Position.start(word="bwbwbwbw", board=wrong)


@pytest.mark.parametrize("place", ["00", ("0", "0"), (0,), (0, 0, 0), None, (0.5, 0), 3])
def test_a_station_lies_at_two_whole_numbers(place):
    with pytest.raises(BoardError, match="the place of station A must be two whole numbers, as in"):
        Board.custom({"A": place, "Z": (1, 0)}, end="Z")


@pytest.mark.parametrize(("stations", "options", "message"), [
    (None, {}, "map names to places"),
    ("00", {}, "map names to places"),
    ([("A", (0, 0))], {}, "map names to places"),
    ({1: (0, 0), "Z": (1, 0)}, {}, "'1' is not a station name"),
    ({"A": (0, 0), "Z": (1, 0)}, {"end": []}, "the board has no station"),
    ({"A": (0, 0), "Z": (1, 0)}, {"starts": "A"}, "the start stations are a list"),
    ({"A": (0, 0), "Z": (1, 0)}, {"starts": None}, "the start stations are a list"),
])
def test_a_board_of_ones_own_is_built_of_what_a_board_is_built_of(stations, options, message):
    with pytest.raises(BoardError, match=message):
        Board.custom(stations, **{"end": "Z", **options})


def test_the_board_of_the_box_knows_its_orders_and_stations():
    with pytest.raises(BoardError, match="'x' is not an order of seats; possible: listed, clockwise"):
        Board.standard(2, "x")
    with pytest.raises(BoardError, match="the board has no station X; there are C N"):
        Board.standard(2).place("X")
    assert Layout.start(Board.custom({"A": (0, 0), "Z": [1, 0]}, end="Z", starts=("A",))).post(1) == 0


@pytest.mark.parametrize("ask", [
    lambda: Position.parse(None), lambda: analysis.wins(START, 1, "x"), lambda: analysis.wins(START, 1, 2),
    lambda: analysis.wins(None, 1), lambda: automatakit.count_words(TABLE, -1),
    lambda: Board.custom({"A": "00"}, end="A"), lambda: Board.custom(None, end="A"),
    lambda: Automaton.of({"A": {}}, start="A", accepting="A"),
])
def test_such_a_mistake_is_told_in_the_users_language(ask):
    check_told_in_every_language(ask)
