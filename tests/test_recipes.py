"""Recipes of CONTRIBUTING that no other test walks through, step by step as they stand there.

The top of the recipes says which tests these are, and what was walked through by hand.
"""

import re
from importlib import resources
from pathlib import Path

from click.testing import CliRunner

import matchbox
from boardkit.messages import Catalogue
from finity_edu.cli import main
from finity_edu.draw import draw_board
from finity_edu.rules import board
from finity_edu.rules.position import Position
from finity_edu.rules.ruleset import load_rules
from matchbox.analysis.laws import TEACHERS
from matchbox.cli import main as play_matchbox
from matchbox.players import learners
from matchbox.widget.state import teachers_offered

ROOT = Path(__file__).resolve().parents[1]


def test_a_rule_set_is_a_copied_table_with_other_values(tmp_path):
    text = resources.files("finity_edu").joinpath("data/rules.toml").read_text(encoding="utf-8")
    express = re.search(r"^\[express\]\n.*?(?=^\[|\Z)", text, re.M | re.S)[0]
    mine = tmp_path / "mine.toml"
    mine.write_text(text + "\n" + express.replace("[express]", "[mine]").replace("value = 6", "value = 7"))
    shown = CliRunner().invoke(main, ["rules", "--sources", "--file", str(mine)])
    assert (shown.exit_code, "mine" in shown.output) == (0, True), shown.output
    assert load_rules("mine", mine).word_length == 7
    mine.write_text(mine.read_text().replace("word_length = { value = 7", "word_lenght = { value = 7"))
    refused = CliRunner().invoke(main, ["rules", "--file", str(mine)])
    assert refused.exit_code == 2
    assert "mine.toml" in refused.output
    assert "word_lenght" in refused.output
    assert CliRunner().invoke(main, ["perft", "1", "--rules", "bga{teleport=false}"]).exit_code == 0


def test_a_move_stands_in_the_modules_that_its_recipe_names():
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    recipe = re.search(r"^### A move for Finity\n(.*?)^###", text, re.M | re.S)[1]
    folder, told = "", set()
    for name in re.findall(r"`([\w/]+(?:\.py|/))`", recipe):
        if name.endswith("/"):
            folder = name
        else:
            told.add(name if "/" in name else folder + name)
    found = {path.relative_to(ROOT).as_posix() for path in (ROOT / "finity_edu").rglob("*.py")
             if re.search(r"\b(RemoveBlocker|UNBLOCK)\b", path.read_text("utf-8"))}
    # These ask for less than the class, or for ranges of numbers.
    less = {"finity_edu/rules/facts.py", "finity_edu/rules/validity.py", "finity_edu/draw/board.py",
            "finity_edu/players/kernel/pack.py", "finity_edu/players/kernel/tree.py",
            "finity_edu/players/kernel/evaluate.py", "tests/finity_edu/reasons.py", "docs/rulebook.py"}
    assert told - found == less
    assert found <= told


def test_the_languages_are_listed_in_one_place():
    places = ("boardkit", "automatakit", "coursekit", "finity_edu", "matchbox", "amakta", "notebooks", "course", "docs",
              "delivery", "benchmarks")
    found = {path.relative_to(ROOT).as_posix() for place in places for end in ("py", "html", "js")
             for path in (ROOT / place).rglob(f"*.{end}")
             if re.search(r'Español\b|[(\[]("en", )?"de", "es"', path.read_text("utf-8"))}
    assert found == {"boardkit/messages.py"}


def test_a_board_is_a_table_of_stations(monkeypatch, tmp_path):
    text = resources.files("finity_edu").joinpath("data/boards.toml").read_text(encoding="utf-8")
    first = re.search(r"^\[(\w+)\]\n.*?(?=^\[|\Z)", text, re.M | re.S)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "boards.toml").write_text(text + "\n" + first[0].replace(f"[{first[1]}]", "[mine]"))
    monkeypatch.setattr(board.resources, "files", lambda package: Path(tmp_path))
    board.named_boards.cache_clear()
    try:
        start = Position.start(word="bw", board="mine")
        assert "<svg" in str(draw_board(start))
    finally:
        board.named_boards.cache_clear()


def test_a_learner_is_a_class_of_ten_lines():
    lines = re.search(r"^    class .*?(?=^    matchbox)", learners.__doc__, re.M | re.S)[0]
    space = {}
    exec(re.sub("^    ", "", lines, flags=re.M), space)
    found = matchbox.simulate(machines=100, games=50, learner=space["Stubborn"], seed=1)
    assert len(found.wins_starting) == 50


def test_a_teacher_is_a_row_and_a_text(monkeypatch):
    monkeypatch.setitem(TEACHERS.known, "timid", lambda rules: {d: {1: 1} for d in range(1, rules.length + 1)})
    compared = CliRunner().invoke(play_matchbox, ["compare", "teachers", "--names", "random,timid"])
    assert compared.exit_code == 0, compared.output
    assert "timid" in compared.output
    assert "timid" not in teachers_offered()
    monkeypatch.setattr(Catalogue, "__contains__", lambda texts, id: id == "widget.teacher.timid")
    assert teachers_offered() == ["timid"]
