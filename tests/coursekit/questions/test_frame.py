"""The frame: a type in twenty lines, the command line, verdicts and their JSON, pictures of witnesses."""

import json

import pytest
from click.testing import CliRunner

from boardkit.errors import UserError
from boardkit.messages import LANGUAGES, using_language
from coursekit.answers import KINDS, add_kind
from coursekit.judging.verdict import Verdict
from coursekit.questions import (
    QuestionError,
    QuestionType,
    all_types,
    judge,
    question,
    register,
    registry,
)
from coursekit.questions.base import NothingFits
from coursekit.questions.sampling import search
from coursekit.questions.skins import Skin, add_skin, skins
from finity_edu.cli import main
from tests.coursekit.questions import sample

OWN = '''
class CountBlack(QuestionType):
    id, unit, kind = "count_black", 1, "number"
    texts = {"title": "Black cones", "text": "How many black cones has {tower}?", "hint1": "Black is b.",
             "hint2": "Count.", "solution": "Count the letters b."}

    def draw(self, rng, difficulty):
        return {"tower": "".join(rng.choice("bw") for _ in range(3 * difficulty))}

    def key(self, data):
        return data["tower"].count("b")

    def measure(self, data):
        return len(data["tower"])

register(CountBlack())
'''


def test_a_lecturer_adds_a_type_in_twenty_lines(monkeypatch):
    monkeypatch.setattr(registry.TYPES, "known", dict(registry.TYPES))
    assert len([line for line in OWN.strip().splitlines() if line.strip()]) <= 20
    exec(OWN, {"QuestionType": QuestionType, "register": register})
    made = question("count_black").instance(3, 2, "de")
    assert judge("count_black", made.data, made.key, 2, "de").right
    assert not judge("count_black", made.data, made.key + 1, 2, "de").right
    assert len(made.hints) == 3
    assert "(" not in made.title


def own(**changes):
    """The lecturer's type with something else in its class."""
    space = {"QuestionType": QuestionType, "register": lambda kind: kind}
    exec(OWN, space)
    return type("Own", (space["CountBlack"],), changes)()


@pytest.mark.parametrize(("changes", "named"), [
    ({"reasn": lambda self, data, item, say: ""}, "`reasn`, which nothing reads; similar: `reason`"),
    ({"asess": lambda self, data, answer, say: None}, "similar: `assess`"),
    ({"exmaple": "12"}, "similar: `example`"),
    ({"kind": "automaton"}, "must define `target` / `assess`"),
    ({"kind": "function"}, "must define `probes` / `interview`"),
    ({"kind": "numbers"}, "'numbers'; possible: word, set of words"),
    ({"draw": lambda self, rng: {}}, r"`draw` must take \(rng, difficulty\)"),
    ({"form": lambda self: {}}, r"`form` must take \(data\)"),
    ({"demands": ("smallest",)}, "'smallest'; possible: deterministic"),
    ({"texts": {"title": "Count", "hint4": "more"}}, "'hint4'; possible: title"),
    ({"id": "another", "texts": {"title": "Count"}}, r"must define `texts\['text'\]`"),
])
def test_what_the_frame_would_not_read_is_refused_when_it_is_registered(changes, named, monkeypatch):
    monkeypatch.setattr(registry.TYPES, "known", dict(registry.TYPES))
    with pytest.raises(QuestionError, match=named):
        register(own(**changes))
    assert "count_black" not in registry.TYPES.known


def test_a_class_without_what_every_type_needs_is_refused_and_helpers_of_its_own_are_fine(monkeypatch):
    monkeypatch.setattr(registry.TYPES, "known", dict(registry.TYPES))
    with pytest.raises(QuestionError, match="'Empty' must define `id`"):
        register(type("Empty", (QuestionType,), {})())
    with pytest.raises(QuestionError, match="must define `draw`"):
        register(type("Half", (QuestionType,), {"id": "half", "unit": 1, "kind": "number"})())
    register(own(towers=lambda self: [], _reasons=[], texts={**own().texts, "hint3": "Begin with {tower}."}))
    assert question("count_black").instance(1).hints[2].startswith("Begin with b")


def outline(**changes):
    """A skin that is told as the first one, under another name, with something else in its class."""
    return type("Outline", (type(skins()[0]),), {"id": "outline", "rank": 9, **changes})()


@pytest.mark.parametrize(("changes", "named"), [
    ({"pictrue": None}, "The skin 'outline' has `pictrue`, which nothing reads; similar: `picture`"),
    ({"read": lambda self, written: None}, r"`read` must take \(written, start\)"),
])
def test_a_skin_that_misspells_something_is_refused_when_it_is_registered(changes, named):
    with pytest.raises(QuestionError, match=named):
        add_skin(outline(**changes))
    with pytest.raises(QuestionError, match="The skin 'bare' must define `by_lot`"):
        add_skin(type("Bare", (Skin,), {"id": "bare", "rank": 9, "alphabet": "ab"})())
    assert {"outline", "bare"}.isdisjoint(skin.id for skin in skins())


def test_a_kind_of_answer_that_nobody_could_read_or_explain_is_refused_when_it_is_registered():
    with pytest.raises(UserError, match=r"The kind of answer 'word': `<lambda>` must take \(obj, form\)"):
        add_kind("word", lambda obj: obj)
    with pytest.raises(UserError, match=r"'song' must define `answers\.expected\.song`"):
        add_kind("song", lambda obj, form: obj)
    assert "song" not in KINDS


def test_a_question_is_told_in_the_skins_that_have_texts_for_it_and_in_no_other():
    assert "board" in question("accepted").skins
    assert question("fastest_teacher").skins == ()
    with pytest.raises(QuestionError, match="'accepted' cannot be told in the skin 'paper'; possible: board"):
        question("accepted").instance(1, skin="paper")
    with pytest.raises(QuestionError, match="In the skin 'board' the symbols are b, w"):
        question("accepted").instance(1, skin="board", alphabet="ab")
    with pytest.raises(QuestionError, match="not about an automaton"):
        question("fastest_teacher").instance(1, skin="board")


def test_a_draw_that_asks_for_too_much_begins_again_and_not_for_ever():
    def draw(self, rng, difficulty):
        return search(lambda: {"tower": "b" * rng.randrange(10)}, lambda data: len(data["tower"]) == height, 3)

    height = 7
    kind = own(draw=draw)
    assert [kind.drawn(seed, 1)["tower"] for seed in range(5)] == ["b" * 7] * 5
    height = 10
    with pytest.raises(NothingFits, match="count_black, difficulty 1, seed 4"):
        kind.drawn(4, 1)


@pytest.mark.bulk
def test_seeds_whose_first_numbers_no_board_has_get_a_question_all_the_same():
    for type_id, difficulty, seed in (("delta_hat", 4, 87), ("shortest_only_one", 5, 5001)):
        question(type_id).instance(seed, difficulty)


def test_verdicts_survive_json_and_know_their_status():
    proof = [[["A"], ["q0", "q1"]], [[], []]]
    for verdict, status in [(Verdict(2, 2, "x", right=True, certificate=proof), "right"),
                            (Verdict(1, 2, "x", "w", "<svg/>", "eps_stay"), "partial"),
                            (Verdict(0, 2, "x"), "wrong"), (Verdict(0, 2, "x", malformed=True), "malformed")]:
        assert Verdict.from_json(json.loads(json.dumps(verdict.to_json()))) == verdict
        assert verdict.status == status
        assert f"{verdict.points:g}" in str(verdict)
    with using_language("de"):
        half = Verdict(0.5, 1, "x")
        assert ("0,5/1" in str(half), "0,5 / 1" in half._repr_html_()) == (True, True)
        assert half.to_json()["points"] == 0.5
    assert "&lt;b&gt;" in Verdict(0, 1, "<b>")._repr_html_()
    assert not Verdict(0, 0, "x", malformed=True).right


def test_points_and_the_flag_cannot_contradict_each_other():
    for points, more in [(2, {}), (1, {"right": True}), (2, {"right": True, "malformed": True}), (3, {})]:
        with pytest.raises(ValueError, match="right is"):
            Verdict(points, 2, "x", **more)
    assert Verdict.from_json({"points": 2, "maximum": 2, "message": "recorded before there was the flag"}).right


def test_points_are_never_full_for_a_wrong_answer():
    made = question("winning_towers").instance(3, 5)
    nearly = [*made.key, "bbbbbbbb"] if "bbbbbbbb" not in made.key else made.key[1:]
    for points in (1, 0.5, 3, 100):
        verdict = judge("winning_towers", made.data, nearly, points)
        assert 0 < verdict.points < points


def test_the_witness_is_drawn_on_the_board():
    made = question("winning_towers").instance(3, 2)
    missing = judge("winning_towers", made.data, made.key[1:], 4)
    assert missing.witness == made.key[0]
    assert missing.picture.startswith("<svg")
    assert len(missing.picture) < 20_000
    assert "–" in missing.message  # the run that the student has overlooked


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_command_line_prints_a_question_in_every_language(lang):
    result = CliRunner().invoke(main, ["question", "token_sets", "--seed", "7", "--difficulty", "3", "--solution",
                                       "--hints", "3", "--lang", lang])
    assert result.exit_code == 0, result.output
    made = question("token_sets").instance(7, 3, lang)
    assert made.text in result.output
    assert made.solution in result.output


def test_the_command_line_speaks_json_and_lists_all_types():
    result = CliRunner().invoke(main, ["question", "chance", "--json", "--solution"])
    data = json.loads(result.output)
    assert data["key"] == question("chance").instance(1, 2).key
    rows = json.loads(CliRunner().invoke(main, ["question", "--list", "--json"]).output)
    assert {"type", "unit", "kind", "skins", "title"} == set(rows[0])
    assert {r["type"] for r in rows} >= {t.id for t in all_types()}
    assert "token_sets" in CliRunner().invoke(main, ["question", "--list"]).output


@pytest.mark.parametrize("arguments", [["token_set"], [], ["token_sets", "--difficulty", "9"],
                                       ["hamilton", "--picture", "x.svg"]])
def test_mistakes_on_the_command_line_end_with_a_message(arguments):
    result = CliRunner().invoke(main, ["question", *arguments])
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    assert len(result.output) > 20


def test_pictures_can_be_saved(tmp_path):
    path = tmp_path / "board.svg"
    result = CliRunner().invoke(main, ["question", "accepted", "--picture", str(path)])
    assert result.exit_code == 0, result.output
    assert path.read_text().startswith("<svg")


@pytest.mark.parametrize(("type_id", "kinds"), [("accepted", ["Markdown", "Picture"]), ("stone_count", ["Markdown"])])
def test_instances_show_themselves_in_a_notebook(type_id, kinds, monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.display.display", shown.append)
    made = question(type_id).instance(1)
    made._ipython_display_()
    assert [type(x).__name__ for x in shown] == kinds
    assert made.text in shown[0].data
    assert made.title in str(made)


def test_measures_draw_the_same_instances_without_the_folder_of_the_tests(monkeypatch):
    drawn = sample.instance("accepted", 1).data
    sample.drawn.cache_clear()
    monkeypatch.setattr(sample, "shared", None)
    assert sample.instance("accepted", 1).data == drawn
