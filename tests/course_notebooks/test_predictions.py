"""Predict means predict: nothing on a page gives an answer away before somebody commits."""

import ast
import re
import tomllib

import nbformat
import pytest

from notebooks import build
from tests.cases import every

ASKED = tomllib.loads((build.HERE / "predictions.toml").read_text(encoding="utf-8"))
TRANSLATED = {lang: tomllib.loads((build.HERE / f"predictions.{lang}.toml").read_text(encoding="utf-8"))
              for lang in build.TRANSLATIONS}
EACH_LANGUAGE = pytest.mark.parametrize("lang", build.TRANSLATIONS)
LECTURES = build.sources([])
EACH = every("source", LECTURES, ids=lambda source: source.stem)


def cells(source, kind="code"):
    return [cell for cell in nbformat.read(dict(build.targets(source))["en"], as_version=4).cells
            if cell.cell_type == kind]


def asked(cell):
    """The call of a cell that asks for a prediction, if there is one."""
    calls = [node for node in ast.walk(ast.parse(cell.source)) if isinstance(node, ast.Call)
             and isinstance(node.func, ast.Attribute | ast.Name) and ast.unparse(node.func).split(".")[-1] == "ask"]
    return calls[0] if calls else None


def test_every_prediction_is_asked_once_and_none_is_left_over():
    ids = [call.args[0].value for source in build.sources([]) for cell in cells(source) if (call := asked(cell))]
    assert sorted(ids) == sorted(ASKED)
    assert all(set(said) <= set(ASKED) for said in TRANSLATED.values())


@EACH_LANGUAGE
def test_a_translation_asks_with_the_same_choices_and_placeholders(lang):
    def keys(said):
        return list(said["choices"]), sorted(re.findall(r"\{\w+\}", said["reveal"])), len(said.get("why", {}))

    said = TRANSLATED[lang]
    assert {id: keys(said[id]) for id in said} == {id: keys(ASKED[id]) for id in said}


@EACH_LANGUAGE
def test_what_the_code_calls_lines_axes_and_automata_is_said_in_the_readers_language(lang):
    """`coursekit.lecture.label` says it in charts, pictures and the values of a reveal; the code stays the same."""
    said = tomllib.loads((build.HERE / f"labels.{lang}.toml").read_text(encoding="utf-8"))
    named, written = set(), ""
    for source in LECTURES:
        for cell in cells(source):
            written += cell.source
            for call in (n for n in ast.walk(ast.parse(cell.source)) if isinstance(n, ast.Call)):
                labels = [kw for kw in call.keywords if kw.arg in ("title", "x_label", "y_label", "names")]
                named |= {arg.value for kw in labels for arg in ast.walk(kw.value) if isinstance(arg, ast.Constant)}
                if ast.unparse(call.func).split(".")[-1] == "Line" and isinstance(call.args[0], ast.Constant):
                    named.add(call.args[0].value)
    assert len(named) > 20
    assert {name for name in named if re.search(r"\w{2}", name)} <= set(said)
    assert {name for name in said if name not in written} <= {"repetition"}  # a kind of end, computed


@EACH
def test_what_is_right_is_computed_and_the_cell_does_not_say_it(source):
    for cell in cells(source):
        if call := asked(cell):
            right = call.args[1]
            names = [node for node in ast.walk(right) if isinstance(node, ast.Name)]
            assert names, f"{cell.source}: a constant"
            said = ASKED[call.args[0].value]["choices"]
            known = [node.value for node in ast.walk(right) if isinstance(node, ast.Constant)]
            assert len([choice for choice in said if choice in known]) != 1, f"{cell.source}: names one choice only"


@EACH
def test_the_result_stands_folded_and_the_plain_text_is_the_question(source):
    for cell in cells(source):
        if call := asked(cell):
            (output,) = cell.outputs
            assert "<details><summary>" in output.data["text/html"]
            assert "<details open" not in output.data["text/html"]
            assert output.data["text/plain"] == ASKED[call.args[0].value]["ask"].strip()
            assert "image/svg+xml" not in output.data


@EACH
def test_every_wrong_choice_is_told_what_kind_of_error_it_is(source):
    for cell in cells(source):
        if call := asked(cell):
            said = ASKED[call.args[0].value]
            words = said["choices"].values() if isinstance(said["choices"], dict) else said["choices"]
            right = re.search(r"data-right=\"\[&quot;(.*?)&quot;\]\"", cell.outputs[0].data["text/html"])[1]
            right = right.encode().decode("unicode_escape") if "\\u" in right else right
            named = {key if key in words else said["choices"][key] for key in said.get("why", {})}
            assert named == set(words) - {right}, call.args[0].value


@pytest.mark.parametrize("said_in", [ASKED, *TRANSLATED.values()], ids=["en", *TRANSLATED])
def test_a_reveal_that_begins_with_a_choice_begins_with_the_right_one(said_in):
    """The right choice is the one without a *why*."""
    for id, said in said_in.items():
        first = re.split(r"\W", said["reveal"].strip())[0].lower()
        choices = said["choices"]
        words = choices if isinstance(choices, dict) else {choice: choice for choice in choices}
        named = {key for key, word in words.items() if word.lower() == first}
        assert not named & set(said.get("why", {})), id


@EACH
def test_no_output_above_a_prediction_shows_what_it_reveals(source):
    printed = shown = ""
    for cell in cells(source):
        if call := asked(cell):
            told = re.search(r"pre-line\">(.*?)</p>", cell.outputs[0].data["text/html"], re.S)[1].strip().splitlines()
            later = told[1:] or told  # the first of several steps may be seen
            given_away = [line for line in told if len(line) > 12 and line in printed]
            given_away += [line for line in later if len(line) > 12 and line in shown]
            assert given_away == [], call.args[0].value
        else:
            printed += "".join(output.get("text", "") for output in cell.outputs)
            shown += "".join(str(output.get("data", "")) for output in cell.outputs)


@EACH
def test_no_output_below_a_prediction_in_its_section_shows_its_picture_or_its_numbers(source):
    open_ones = {}
    for cell in nbformat.read(dict(build.targets(source))["en"], as_version=4).cells:
        if cell.cell_type == "markdown":
            open_ones = {} if re.search(r"^## ", cell.source, re.M) else open_ones
        elif call := asked(cell):
            html = cell.outputs[0].data["text/html"]
            open_ones[call.args[0].value] = (re.findall(r"<desc[^>]*>(.{9,}?)</desc>", html, re.S) +
                                             re.findall(r"\d+(?:, \d+){4,}", html))
        else:
            shown = " ".join(o.get("text", "") + str(o.get("data", "")) for o in cell.outputs)
            for id, told in open_ones.items():
                assert [one for one in told if one in shown or one.replace(",", "") in shown] == [], id


@EACH
def test_a_widget_that_asks_shows_its_first_step_and_no_later_one(source):
    """The picture beside it is where no kernel runs: what is to be predicted does not stand in it."""
    for cell in cells(source):
        if "StepWidget" in cell.source and "predict=True" in cell.source:
            (output,) = cell.outputs
            assert re.search(r"<desc[^>]*>(?:Start with the set|All \d+ states in one block|Both automata|Every arrow)",
                             output.data["image/svg+xml"]), cell.source
            assert re.findall(r"<(\w+)", output.data["text/html"]) in (["style", "img"], ["style", "img", "p"])


ASKS = {"a": r"^from automata\b|\.(?:nfa|dfa|to_dfa)\(\)|\baccepts_input\(", "n": r"^import networkx.*\bnx\.\w+\("}


@pytest.mark.parametrize("unit", ["01", "02", "03", "04", "05", "06", "07", "08", "09"])
def test_a_unit_asks_the_libraries_of_the_field_what_it_asks_the_board(unit):
    code = "\n".join(cell.source for cell in cells(build.sources([f"{unit}-"])[0]))
    assert "".join(which for which, how in ASKS.items() if re.search(how, code, re.M | re.S)) == "an"


@EACH
def test_nothing_asks_for_a_prediction_in_passing_and_no_cell_holds_an_answer(source):
    for cell in cells(source, "markdown"):
        assert "**Predict" not in cell.source
    for cell in cells(source):
        assert not re.match(r"answer = (?!None|\.\.\.)", cell.source)


def test_a_cell_that_gives_its_answer_away_would_be_noticed():
    cell = nbformat.v4.new_code_cell('fe.ask("way", "yes", picture=p)')
    assert asked(cell).args[1].value == "yes"
    assert not [node for node in ast.walk(asked(cell).args[1]) if isinstance(node, ast.Name)]
    assert asked(nbformat.v4.new_code_cell("print(1)")) is None


@EACH
def test_a_figure_of_matplotlib_is_followed_by_its_numbers_which_are_compared(source):
    code = cells(source)
    for cell, below in zip(code, [*code[1:], None], strict=True):
        if any("image/png" in output.get("data", {}) for output in cell.outputs):
            told = "".join(output.get("text", "") for one in (cell, below) if one for output in one.outputs)
            assert len(re.findall(r"\d+(?:\.\d+)?", told)) >= 4, cell.source
            assert not re.search(r"(?m)^\w+ = (?:\w+\.)?plot\(", cell.source), "no picture without matplotlib"


def test_what_is_right_cannot_be_guessed_from_its_place():
    """Within a unit yes and no are mixed, and no place in a list holds more than two in five of what is right."""
    places, answers = {}, {}
    for source in LECTURES:
        for cell in cells(source):
            if not (call := asked(cell)):
                continue
            said = ASKED[call.args[0].value]
            choices = list(said["choices"])
            right = [choice for choice in choices if choice not in said.get("why", {})]
            if choices == ["yes", "no"]:
                answers.setdefault(source.stem[:2], []).extend(right)
            elif len(choices) == 4:
                places.setdefault(choices.index(*right), []).append(call.args[0].value)
    assert [unit for unit, given in answers.items() if len(given) > 2 and len(set(given)) == 1] == []
    assert max(len(ids) for ids in places.values()) <= 0.4 * sum(len(ids) for ids in places.values()), places
