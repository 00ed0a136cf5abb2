"""Skins: one question, told on a board and as in a textbook; the same key, the same verdicts, each in its own words."""

import inspect
import io
import json
import re
import tokenize

import pytest
from click.testing import CliRunner

from benchmarks.measures.judge import disagreements
from boardkit.messages import LANGUAGES
from coursekit.questions import all_types, judge, question
from coursekit.questions.automata import AutomatonQuestion, TableQuestion
from coursekit.questions.skins import skins
from finity_edu.cli import main
from tests.cases import sampled
from tests.coursekit.questions.hearing import hear_type
from tests.coursekit.questions.mutation import right_answer, truly_right
from tests.coursekit.questions.sample import instance
from tests.coursekit.questions.second.worked import check_text, check_work

BOARD, TEXTBOOK = skins()
BOTH = [t.id for t in all_types() if len(t.skins) == 2]
GAME_ONLY = {
    "moves_to_win", "rings_needed", "where_ring", "longest_readable", "orphaned_after", "ring_language_size",
    "lost_by_rings", "no_pump_rings", "winning_move", "orphaning_moves",
}
BOOK_ONLY = {t.id for t in all_types() if t.skins == ("textbook",)}
TOLD = [*BOTH, *sorted(BOOK_ONLY)]
"""What the textbook tells."""

# Words of the game, as they begin; a textbook has none of them.
GAME = {
    "en": r"station|tower|\bcones?\b|board|\bpost\b|black|white|\brings?\b|token|player|colour",
    "de": r"station|turm|türm|kegel|\bbrett|pfosten|schwarz|weiß|\bringe?n?\b|(?<!gegen)spieler|farbe|\bmarken?\b",
    "es": r"estaci|torre|\bconos?\b|tablero|\bposte|\bnegr(?!ita)|blanc|anillo|ficha|jugador|\bcolor",
}

# The pumping lemma is a game against an adversary in textbooks, too: elsewhere nobody wins.
WINS = {"en": r"\bwins?\b", "de": "gewinn", "es": r"\bgana"}


def test_the_types_about_automata_have_both_skins_and_the_others_say_which():
    assert (BOARD.id, TEXTBOOK.id) == ("board", "textbook")
    about = {t.id for t in all_types() if isinstance(t, AutomatonQuestion)}
    assert about - set(BOTH) - BOOK_ONLY == GAME_ONLY
    assert len(BOTH) >= 49
    assert all(question(t).skins == ("board",) for t in GAME_ONLY)


def wrong_answers(kind, made):
    """What misconceptions lead to, and a few answers of the right form."""
    yield from (answer for _, answer in kind.wrong(made.data))
    if made.kind == "automaton":
        q = made.key["states"][0]
        yield {**made.key, "accepting": [] if q in made.key["accepting"] else [*made.key["accepting"], q]}
        yield {**made.key, "transitions": made.key["transitions"][1:]}
    elif made.kind == "partition":
        yield [[x for block in made.key for x in block]]
        yield [[x] for block in made.key for x in block]
    elif made.kind == "board":
        yield made.key[1:]
        yield [arrow.translate(str.maketrans("bw", "wb")) for arrow in made.key]
    elif made.kind == "function":
        yield from ({"seed": 3, "results": [{"value": value}] * 96} for value in (True, False, None))
    elif made.kind in ("path", "list of moves", "set of words"):
        yield made.key[1:]
        yield list(kind.form(made.data).get("stations", ()))[:2]
    elif made.kind == "table":
        yield made.key[1:]
        yield [[row[0], *made.key[-1][1:]] for row in made.key]
    elif made.kind == "number":
        yield made.key + 1
    elif made.kind == "word":
        yield from (a * n for a in kind.alphabet(made.data) for n in (1, 3))
    elif made.kind == "regex":
        yield f"({made.key})?"
        yield kind.alphabet(made.data)[0]


@pytest.mark.parametrize("levels", [(1, 2, 2), pytest.param((3, 4, 5), marks=pytest.mark.slow)], ids=["low", "high"])
@pytest.mark.parametrize("type_id", sampled(TOLD))
def test_a_textbook_question_has_a_right_key_and_speaks_of_no_game(type_id, levels):
    kind = question(type_id)
    for difficulty, lang in zip(levels, LANGUAGES, strict=True):
        made = instance(type_id, difficulty, lang, skin="textbook")
        data = json.loads(json.dumps(made.to_json()["data"]))
        assert judge(type_id, data, json.loads(json.dumps(right_answer(made))), 4, lang).status == "right"
        verdicts = [judge(type_id, data, answer, 4, lang) for answer in wrong_answers(kind, made)]
        assert any(not v.right and not v.malformed for v in verdicts)
        said = [made.title, made.text, *made.hints, made.solution, *(v.message for v in verdicts)]
        game = GAME[lang] if type_id.startswith("pumping_") else f"{GAME[lang]}|{WINS[lang]}"
        assert [re.search(game, text, re.IGNORECASE) for text in said] == [None] * len(said)
        assert made.picture is not None or isinstance(kind, TableQuestion) or "automaton" not in data


# Words of the textbook; a question about a board and a verdict on its answer have none of them (hints name notions).
BOOK = {
    "en": r"\bsymbols?\b|alphabet|start state|accepting state|\bloops?\b",
    "de": r"alphabet|\bzeichen\b|startzustand|akzeptierende[rn]? zust|schleife",
    "es": r"alfabeto|estado inicial|estados? de aceptaci|\bbucle",
}


@pytest.mark.parametrize("type_id", sampled([t for t in BOTH if not isinstance(question(t), TableQuestion)]))
def test_a_board_question_speaks_of_no_textbook(type_id):
    kind = question(type_id)
    for difficulty, lang in zip((1, 2, 3), LANGUAGES, strict=True):
        made = instance(type_id, difficulty, lang, skin="board")
        answers = wrong_answers(kind, made) if made.kind != "automaton" else ()  # whose answers have states
        verdicts = [judge(type_id, made.data, answer, 4, lang) for answer in answers]
        said = [made.title, kind.wording(made.data, lang), *(v.message for v in verdicts if not v.malformed)]
        told = [text.replace("symbols of the expression", "") for text in said]  # which has symbols beside a board, too
        assert [re.search(BOOK[lang], text, re.IGNORECASE) for text in told] == [None] * len(told)


@pytest.mark.parametrize("type_id", TOLD)
def test_any_alphabet_can_be_chosen_and_the_same_seed_gives_the_same_textbook_question(type_id):
    kind = question(type_id)
    data = kind.drawn(2, 1, "textbook", "abc")
    assert data == kind.drawn(2, 1, "textbook", "cab")
    assert data["alphabet"] == "abc"
    assert judge(type_id, data, right_answer(kind.render(data))).right


@pytest.mark.parametrize("type_id", ["most_paths", "near_misses", "most_tokens", "delta_hat", "universality",
                                     "synchronising_word", "written_apart", "count_paths", "token_sets"])
def test_hard_questions_over_four_symbols_are_found_as_well(type_id):
    """Of long words over four symbols there are so many that a draw took minutes."""
    data = question(type_id).drawn(2, 5, "textbook", "abcd")
    assert judge(type_id, data, right_answer(question(type_id).render(data))).right


@pytest.mark.parametrize("alphabet", ["ab", "abc", "abcd"])
def test_a_table_over_any_alphabet_may_lack_a_row_at_the_lowest_level(alphabet):
    """Nothing is like that if tables are as small over three symbols as over two: then nothing is ever missing."""
    kind = question("unclosed_rows")
    assert any(kind.key(kind.drawn(seed, 1, "textbook", alphabet)) for seed in range(3))


class Translation:
    """From a board to a textbook: stations become q0, q1, …, black and white become a and b."""

    def __init__(self, fa):
        self.fa, self.states = fa, {s: f"q{i}" for i, s in enumerate(fa.states if fa else ())}

    def word(self, text):
        return text.translate(str.maketrans("bw", "ab"))

    def text(self, text):
        """A name, a word, several of them, an arrow; any other text stays."""
        if arrow := re.fullmatch(r"([-+~*]?)([bw])(\w+)>(\w+)", text):
            sign, colour, tail, head = arrow.groups()
            return sign + TEXTBOOK.arrow((self.states[tail], self.word(colour), self.states[head]))
        if text[:1] in "bw" and text[1:] in self.states:  # the right side of a rule
            return self.word(text[0]) + self.states[text[1:]]
        if " " in text:
            return " ".join(map(self.text, text.split(" ")))
        return self.states.get(text, self.word(text) if set(text) <= set("bw") else text)

    def value(self, value):
        if isinstance(value, dict):
            return {key: self.value(v) for key, v in value.items()}
        if isinstance(value, list):
            return [self.value(v) for v in value]
        return self.text(value) if isinstance(value, str) else value

    def answer(self, kind, answer):
        """An answer of a kind; the arrows that are laid on a board become those of an automaton."""
        if kind == "board":
            edges = [(p, a, q) for a, p, q in re.findall(r"\b([bw])(\w+)>(\w+)", " ".join(answer))]
            return self.value(self.fa.with_(edges=edges).to_json())
        return self.word(answer) if kind in ("regex", "word") and answer is not None else self.value(answer)


def retold(kind, data):
    """The data of a board's question as those of a textbook's, and the translation of answers."""
    neutral = {name: part for part, name in BOARD.names.items() if part != "probe_length"}
    tables = isinstance(kind, TableQuestion)
    translation = Translation(None if tables or "board" not in data else kind.fa(data))
    neutral |= {"regex": "expression"} | ({"length": "probe_length"} if kind.kind == "function" else {})
    new = {"skin": "textbook", "alphabet": "ab"}
    for name, value in data.items():
        part = neutral.get(name, name)
        if kind.kind == "board" and part == "automaton":
            new["most"] = len(translation.states)  # the stations, where nothing lies yet
        elif part in ("automaton", "other"):
            fas = [BOARD.read(value, start) for start in ((1, 2) if seats(value) == 2 else (1,))]
            written = translation.value(fas[0].to_json())
            new[part] = written if len(fas) == 1 else {**written, "starts": [translation.text(fa.start) for fa in fas]}
        else:
            new[part] = translation.word(value) if part == "expression" else translation.value(value)
    return new, translation


def seats(board):
    return len(re.findall(r"\b[cy]@", board.partition("posts")[2].partition(";")[0]))


# The textbook of "five_tuple" shows no automaton
@pytest.mark.parametrize("type_id", sampled([t for t in BOTH if t != "five_tuple"]))
def test_a_board_told_as_a_textbook_has_the_same_key_and_the_same_verdicts(type_id):
    kind = question(type_id)
    made = instance(type_id, 3, seed=4)
    data, translation = retold(kind, made.data)
    if made.kind != "function":  # whose inputs are drawn anew
        assert judge(type_id, data, translation.answer(kind.kind, made.key), 4).right
    assert judge(type_id, data, right_answer(kind.render(data)), 4).right
    for answer in wrong_answers(kind, made):
        here = judge(type_id, made.data, answer, 4)
        there = judge(type_id, data, translation.answer(kind.kind, answer), 4)
        assert (here.status, here.misconception) == (there.status, there.misconception)
        if type_id == "board_for_regex":  # arrows that lie wrong are counted as well, where there is a board
            assert 0 <= here.points - there.points < 0.5
        else:
            assert here.points == there.points


def test_the_command_prints_a_question_in_a_skin_over_an_alphabet():
    done = CliRunner().invoke(main, ["question", "accepted", "--skin", "textbook", "--alphabet", "01", "--json"])
    shown = json.loads(done.output)
    assert shown["data"]["alphabet"] == "01"
    assert set("".join(shown["data"]["words"])) <= set("01")
    wrong = CliRunner().invoke(main, ["question", "accepted", "--skin", "textbook", "--alphabet", "a"])
    assert wrong.exit_code == 2
    assert "two to four different" in wrong.output


@pytest.mark.slow
@pytest.mark.parametrize("level", [2, pytest.param(4, marks=pytest.mark.slow)])
@pytest.mark.parametrize("type_id", TOLD)
def test_a_second_method_says_of_answers_in_the_textbook_what_the_judge_says(type_id, level):
    for difficulty in (1, 2):
        made = instance(type_id, difficulty, skin="textbook")
        assert truly_right(made, right_answer(made))
    assert disagreements(type_id, [1], [level], 5, skin="textbook") == []


OTHERWISE = [t for t in BOTH if question(t).kind_of({"skin": "textbook"}) != question(t).kind]
"""The textbook asks for another kind of answer than the board."""


@pytest.mark.slow
@pytest.mark.parametrize("type_id", [*OTHERWISE, "write_accepts"])
def test_an_answer_of_another_kind_is_judged_and_explained_as_well(type_id):
    assert disagreements(type_id, [1], (1, 4), 10, skin="textbook") == []
    heard = hear_type(type_id, 3, each=6, difficulties=(2,), skin="textbook")
    assert (heard.false, heard.answers >= 6) == ([], True)
    for difficulty, lang in zip((1, 2, 4), LANGUAGES, strict=True):
        made = instance(type_id, difficulty, lang, "textbook")
        assert check_work(made, lang)
        check_text(made, lang)


def test_an_instance_is_issued_and_written_with_the_kind_of_its_skin():
    assert OTHERWISE == ["board_for_tower", "board_for_words", "board_for_regex"]
    board, book = (question("board_for_tower").instance(1, 2, skin=skin) for skin in ("board", "textbook"))
    assert [(one.kind, one.to_json()["kind"]) for one in (board, book)] == [("board",) * 2, ("automaton",) * 2]


def words_of_code(source):
    """How many names, signs, numbers and texts: how it is laid out does not count."""
    counted = (tokenize.NAME, tokenize.OP, tokenize.NUMBER, tokenize.STRING)
    return sum(token.type in counted for token in tokenize.generate_tokens(io.StringIO(source).readline))


@pytest.mark.slow
def test_a_type_costs_little_for_all_skins_together():
    """A page: as much as one can have in view."""
    size = {type_id: words_of_code(inspect.getsource(type(question(type_id)))) for type_id in TOLD}
    assert {type_id: words for type_id, words in size.items() if words > 1_400} == {}


def test_five_parts_are_found_and_not_copied():
    """A textbook that showed the table δ, or a diagram, would have given the answer."""
    made = instance("five_tuple", 3, skin="textbook")
    assert made.picture is None
    assert "|---" not in made.text
    told, _, how_to_write = made.text.partition("`{")  # whose example is of no automaton in particular
    assert how_to_write
    for start, symbol, end in made.key["transitions"]:
        assert not re.search(f"{start}.*{symbol}.*{end}", told)
