"""Single instances, on which a question, its example, a hint or a verdict once said what is not so, or too much."""

import json
import re
from fractions import Fraction

from coursekit.questions import Instance, all_types, question
from tests.cases import every
from tests.coursekit.questions.sample import instance

LISTS = ("set of words", "path", "list of moves", "board")


def example(made: Instance) -> str:
    """The example below a question that says how an answer is written."""
    told = made.asked_by.how_to_answer(made.data, made.asked_by.say("en", made.data))
    return re.findall("`([^`]+)`", told)[0]


# Spellings


def test_answers_may_be_written_as_questions_and_solutions_write_them():
    made = question("useless_arrows").instance(seed=541983, difficulty=4, skin="textbook")
    triples = [["q4", "a", "q6"], ["q6", "b", "q3"]]
    assert made.judge(triples).right
    assert made.judge(list(map(tuple, triples))).right
    made = question("fill_table").instance(seed=279259, difficulty=3)
    assert made.judge({row: "".join(cells) for row, *cells in made.key}).right
    made = question("table_filling").instance(seed=656683, difficulty=2)
    assert made.judge({" ".join(reversed(pair.split())): cell for pair, cell in made.key}).right
    made = question("epsilon_closure").instance(seed=98247, difficulty=4, skin="textbook")
    assert made.judge({f"ε({state})": cell for state, cell in made.key}).right
    made = question("router").instance(seed=539023, difficulty=3)
    assert made.judge("/b/b/a/c").right
    made = question("mini_winner").instance(seed=85480, difficulty=1)
    assert made.judge({place: "=" if who == "draw" else who for place, who in made.key}).right


# Examples of answers


@every("type_id", [kind.id for kind in all_types() if kind.kind in LISTS])
def test_the_example_below_a_question_can_be_read_on_its_instance_and_earns_nothing(type_id):
    for level in (1, 3, 5):
        made = instance(type_id, level)
        shown = example(made)
        assert made.judge(shown).points == 0, shown
        whole = json.loads(shown.replace(", …", ""))
        assert not made.judge(whole).malformed, shown


def test_the_example_of_rings_names_stations_of_the_board():
    made = question("rings_needed").instance(seed=281075, difficulty=5)
    whole = json.loads(example(made).replace(", …", ""))
    assert not made.judge(whole).malformed


def test_an_example_is_not_the_answer_where_few_items_can_be_chosen():
    for type_id, level, seeds in (("unclosed_rows", 1, (5007, 5009)), ("delta_hat", 2, (5019,))):
        for seed in seeds:
            made = question(type_id).instance(seed=seed, difficulty=level, skin="textbook")
            assert made.judge(example(made)).points == 0


# Solutions


def test_each_training_game_has_a_table_whose_mean_is_the_chance_after_it():
    made = question("win_probability").instance(seed=281075, difficulty=5)
    *_, last, _, _ = re.split(r"\n\n", made.solution)
    chances = re.findall(r"\((\S+)\): (\S+)", last)
    assert sum(Fraction(p) * Fraction(left) for p, left in chances) == Fraction(made.key)


# Hints


def test_the_third_hint_is_not_the_answer_where_the_work_is_short():
    made = question("machine_update").instance(seed=70, difficulty=1)
    assert len(made.data["games"]) == 1
    assert "–m1→" in made.hints[2]
    assert "removed" not in made.hints[2]
    made = question("build_by_meaning").instance(seed=592422, difficulty=1)
    assert made.hints[2].count("leads there") == 1 < made.solution.count("leads there")
    made = question("regex_equal").instance(seed=984237, difficulty=2)
    assert "- 0: " in made.hints[2]
    assert "- 1: " not in made.hints[2]
    made = question("most_tokens").instance(seed=7000, difficulty=1)
    assert f"{made.key}: " in made.solution
    assert f"{made.key}: " not in made.hints[2]


# What is earned


@every("type_id, seed, level, left_out, nonsense", [
    ("describe", 758670, 4, {"1": "C"}, {"1": "C", "2": "A"}),
    ("ring_language_size", 636505, 3, {"longest": 4}, {"longest": 4, "words": 99}),
    ("spot_the_error", 633762, 5, {"line": 6}, {"line": 6, "word": ""}),
])
def test_a_row_that_is_left_out_costs_as_much_as_a_wrong_one(type_id, seed, level, left_out, nonsense):
    made = question(type_id).instance(seed=seed, difficulty=level)
    lacking, wrong = made.judge(left_out, points=4), made.judge(nonsense, points=4)
    assert 0 < lacking.points == wrong.points
    assert "is missing" in lacking.message


def test_pairs_and_a_word_count_though_a_row_is_left_out():
    made = question("fooling_set").instance(seed=636505, difficulty=3)
    three = {row: cells for row, *cells in made.key[:3]}
    lacking, wrong = made.judge(three, points=4), made.judge({**three, "4": ["", ""]}, points=4)
    assert 0 < lacking.points == wrong.points
    assert not made.judge({}).points
    made = question("pumping_game").instance(seed=1, difficulty=3)
    assert made.judge({row: cells for row, *cells in made.key[:2]}, points=4).points == 2
    assert not made.judge({row: cells for row, *cells in made.key[1:]}, points=4).points


# What is said


def test_what_cannot_be_read_is_quoted_as_it_was_written():
    made = question("arden").instance(seed=896441, difficulty=2)
    one = made.data["alphabet"][0]
    told = made.judge(f"({one}Σ)*").message
    assert "'Σ'" in told
    assert f"({one}▸Σ)*" in told
    assert "'X'" in made.judge("X0").message
    word = question("regex_equal").instance(seed=1, difficulty=2)
    assert "'T'" in word.judge("T").message


def test_the_variable_that_is_asked_for_may_stand_before_its_expression():
    made = question("arden").instance(seed=896441, difficulty=2)
    assert made.judge(f"X0 = {made.key}").right
    assert made.judge(f"X1 = {made.key}").malformed


@every("type_id, lang, seed, level, once, said", [
    ("words_of_description", "en", 24, 4, r"\b1 times", "number of 0's: 1"),
    ("words_of_description", "en", 1, 5, r"positions \d+\)", "(position 3)"),
    ("words_of_description", "de", 58, 3, "1-mal hintereinander", "genau 1-mal b"),
    ("words_of_description", "es", 38, 5, "una? «", "le sigue inmediatamente «0»"),
    ("regex_simplify", "en", 204, 1, "1 symbols", "may be at most 1 "),
    ("regex_simplify", "de", 204, 1, "1 Symbolen", "höchstens 1 ist"),
])
def test_one_is_no_plural_and_a_digit_has_no_gender(type_id, lang, seed, level, once, said):
    made = question(type_id).instance(seed=seed, difficulty=level, lang=lang)
    text = made.text + made.solution
    assert not re.search(once, text)
    assert said in text


def test_no_run_needs_more_rings_on_a_station_than_fit_there():
    made = question("rings_needed").instance(seed=281075, difficulty=5)
    found = re.search(r"needs (\d) on", made.judge({}).message)
    assert int(found[1]) <= 3


def test_a_word_that_tells_two_rows_apart_but_gives_no_column_is_told_so():
    made = question("new_column").instance(seed=0, difficulty=1, skin="board")
    assert made.judge("ww").message == "ww is not the suffix of a column, made longer by one at the front."
    columns = [symbol + column for symbol in "bw" for column in made.data["endings"]]
    useless = next(word for word in columns if not made.judge(word).right)
    assert "tells no two words" in made.judge(useless).message


@every("lang, unread", [("en", "in any case"), ("de", "in jedem Fall"), ("es", "en cualquier caso")])
def test_one_coin_may_pay_the_price_and_open_the_flap_again(lang, unread):
    made = question("vending_machine").instance(seed=515364, difficulty=1, lang=lang)
    assert made.data["price"] in made.data["coins"]
    assert unread not in made.text


def test_of_two_words_that_are_one_no_run_is_printed_twice():
    made = question("inequivalent_prefixes").instance(seed=555051, difficulty=4, skin="textbook")
    alike = made.judge({"u": "010", "v": "010", "z": "0111"})
    assert alike.message == "The prefixes u and v are the same: 010. They must be different."
    made = question("ending_that_matters").instance(seed=693153, difficulty=5, skin="textbook")
    assert made.judge("cc").message.count("cdcc") == 1
