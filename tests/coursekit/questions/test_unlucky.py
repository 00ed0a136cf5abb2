"""Single instances, on which a question, its example, a hint or a verdict once said what is not so, or too much."""

from coursekit.questions import question
from tests.cases import every

# What is said


def test_a_word_that_tells_two_rows_apart_but_gives_no_column_is_told_so():
    made = question("new_column").instance(seed=0, difficulty=1, skin="board")
    assert made.judge("ww").message == "ww is not one symbol followed by the suffix of a column."
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
