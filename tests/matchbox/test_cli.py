import csv
import json
import re
import xml.etree.ElementTree as ET
from math import nan

import pytest
from click.testing import CliRunner

from boardkit.errors import UserError
from boardkit.messages import LANGUAGES
from matchbox import Machine, cli
from matchbox.analysis import exact
from matchbox.cli import main
from matchbox.draw.printout import PAPERS, SHEETS, sheet, wrap
from matchbox.players.match import Match
from tests.cases import every


def run(*args, input=None, code=0):
    result = CliRunner().invoke(main, [str(a) for a in args], input=input)
    assert result.exit_code == code, result.output
    return result


def test_a_game_is_played_at_the_terminal_with_undo_and_saved(tmp_path):
    file = tmp_path / "machine.txt"
    result = run("play", "--rules", "length=4 first=human", "--save", file, input="9\n3\nu\n2\n1\nq\n")
    assert "possible: 1, 2, 3" in result.output
    assert {"A1", "A4", "A7", "I1", "S2"} <= {line.split()[0] for line in result.stdout.splitlines() if line.strip()}
    assert Machine.load(file.read_text()).rules.length == 4


def test_a_machine_that_was_saved_in_the_middle_of_a_game_plays_a_new_one(tmp_path):
    file = tmp_path / "machine.txt"
    run("play", "--rules", "length=4", input=f"save {file}\nq\n")
    assert "current" in file.read_text()
    result = run("play", "--load", file, input="q\n")
    assert "length=4 | 4:123 3:123 2:12 1:1\n" in result.output
    for text in ("foo 4.3 human", "current 2.1 4.3 human", "current 4.3", "current 4.3 you", "current human"):
        with pytest.raises(UserError, match="after the second bar"):
            Machine.load(f"length=4 | 4:12 3:123 2:2 1:1 | {text}")


def test_rigid_teachers_are_those_of_the_rules():
    rows = json.loads(run("compare", "teachers", "--rules", "step=2 length=4", "--games", 5, "--json").stdout)["rows"]
    assert [row["teacher"] for row in rows] == ["random", "perfect", "perfect-1", "perfect-2", "epsilon:0.3"]
    refused = run("curve", "--teacher", "perfect-4", "--rules", "step=2", code=2).output
    assert "perfect-2, epsilon" in refused
    assert "perfect-4" in run("curve", "--teacher", "nobody", "--rules", "step=4", code=2).output


def test_playing_can_start_with_a_trained_or_a_saved_machine(tmp_path):
    file = tmp_path / "machine.txt"
    saved = json.loads(run("train", "--games", 60, "--save", file, "--json").stdout)["machine"]
    assert file.read_text().splitlines() == ["finity-edu/machine 1", saved]
    data = json.loads(run("play", "--load", file, "--json", input="q\n").stdout)
    assert data == {"machine": data["machine"], "games": []}
    trained = json.loads(run("play", "--train", 40, "--json", input="q\n").stdout)
    assert trained["machine"].startswith("length=9")


def test_a_curve_is_written_as_csv_json_svg_png_and_pdf(tmp_path):
    names = ["c.csv", "c.json", "c.svg", "c.png", "c.pdf"]
    outs = [part for n in names for part in ("--out", tmp_path / n)]
    data = json.loads(run("curve", "--games", 12, "--tester", "perfect", "--rules", "length=5", *outs, "--json").stdout)
    rows = list(csv.DictReader((tmp_path / "c.csv").read_text().splitlines()))
    assert len(rows) == 13
    assert float(rows[3]["machine_starts"]) == pytest.approx(data["machine_starts"][3])
    assert json.loads((tmp_path / "c.json").read_text())["games"] == 12
    assert "win probability" in (tmp_path / "c.svg").read_text()
    assert (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "c.pdf").read_bytes().startswith(b"%PDF")


def test_training_reports_machines_engine_and_rates():
    result = run("train", "--machines", 50, "--games", 20, "--learner", "menace", "--lang", "de")
    assert "50 Maschinen × 20 Partien (objects" in result.stdout


@pytest.mark.parametrize("options", [("--learner", "menace"), ("--teacher", "machine"), ("--rules", "markers=2")])
def test_training_that_has_no_exact_curve_is_drawn_without_it(options, tmp_path):
    out = tmp_path / "x.svg"
    run("train", "--machines", 5, "--games", 10, "--out", out, *options)
    assert "simulated, starting" in out.read_text()
    assert "machine starts" not in out.read_text()


@pytest.mark.parametrize(("what", "options", "rows"), [
    ("teachers", "--names random,perfect-1 --games 10", 2),
    ("learners", "--names remove-last,ucb1 --games 10 --machines 10 --seed 1 --teacher perfect", 2),
    ("epsilon", "--names 0,0.5,1", 3), ("matrix", "--names random,perfect --games 10", 2),
    ("credit", "--games 10 --machines 10 --seed 1", 2),
])
def test_comparisons_print_a_table_and_draw_it(what, options, rows, tmp_path):
    args = ["compare", what, *options.split(), "--rules", "length=5", "--out", tmp_path / "x.svg",
            "--out", tmp_path / "x.csv"]
    assert len(json.loads(run(*args, "--json").stdout)["rows"]) == rows
    assert (tmp_path / "x.svg").exists()
    assert len(run(*args).stdout.splitlines()) == rows + 1


def test_the_names_of_a_comparison_are_those_in_its_picture(tmp_path):
    def picture(name, *names):
        out = tmp_path / f"{name}.svg"
        run("compare", *names, "--rules", "length=4", "--out", out)
        return out.read_text()

    wide, narrow = picture("a", "epsilon", "--names", "0,1"), picture("b", "epsilon", "--names", "0.2,0.4")
    assert wide != narrow
    assert "ε = 0.4" in narrow or "ε = 0.2" in narrow
    nine = "remove-last,never-empty,menace,menace-floor,q-learning,afterstate-td,monte-carlo,ucb1,thompson"
    drawn = picture("c", "learners", "--names", nine, "--games", 10, "--machines", 3)
    assert [name for name in nine.split(",") if f">{name}<" not in drawn] == []


def test_people_read_the_decimal_sign_of_their_language_and_programs_the_point(tmp_path):
    args = ["curve", "--games", 10, "--rules", "length=4", "--lang"]
    english, german = (run(*args, code).stdout.splitlines() for code in ("en", "de"))
    assert [line.replace(".", ",") for line in english[1:-1]] == german[1:-1]
    assert re.search(r"\d,\d{4}", german[-1])
    assert run(*args, "de", "--json").stdout == run(*args, "en", "--json").stdout
    files = [tmp_path / f"{code}.csv" for code in ("en", "de")]
    for file in files:
        run(*args, file.stem, "--out", file)
    assert files[0].read_text() == files[1].read_text()
    table = run("compare", "teachers", "--rules", "length=4", "--names", "random", "--lang", "es").stdout
    assert re.search(r"\d,\d{4}", table)
    trained = run("train", "--machines", 5, "--games", 5, "--lang", "de").stdout
    assert re.search(r"\d,\d\d Millionen", trained)
    assert not re.search(r"\d\.\d", trained)


@every("args", [
    ["curve", "--teacher", "foo"], ["curve", "--rules", "length=99"], ["curve", "--rules", "length=14"],
    ["play", "--rules", "length=5 length=6"],
    ["curve", "--out", "x.docx", "--games", "1"], ["play", "--load", "no-such-file"], ["train", "--learner", "foo"],
    ["train", "--teacher", "clairvoyant", "--engine", "masks"], ["train", "--teacher", "human"],
    ["train", "--save", "x.txt", "--teacher", "human"], ["train", "--out", "nowhere/x.csv"],
    ["train", "--save", "x.txt", "--machines", "3"], ["train", "--save", "x.txt", "--learner", "menace"],
    ["train", "--seed", str(2**63)], ["play", "--seed", "-1"],
    ["play", "--teacher", "perfect"], ["play", "--load", "x", "--rules", "length=5"],
    ["play", "--save", "nowhere/x"], ["compare", "credit", "--names", "x"],
    ["compare", "teachers", "--teacher", "perfect"], ["compare", "epsilon", "--games", "5"],
    ["compare", "matrix", "--machines", "5"], ["compare", "teachers", "--seed", "5"],
])
def test_mistakes_end_with_code_2_and_a_sentence(args):
    result = run(*args, code=2)
    assert "Traceback" not in result.output
    assert len(result.output) > 20


def test_what_the_rules_say_holds_unless_an_option_says_otherwise():
    first = {who: json.loads(run("curve", "--games", 3, "--rules", f"length=4 first={who}", "--json").stdout)
             for who in ("machine", "human")}
    assert first["human"]["first"] == "human"
    assert first["machine"]["expected_games"] != first["human"]["expected_games"]
    taught = run("curve", "--games", 9, "--rules", "length=4 teacher=perfect").stdout
    assert taught == run("curve", "--games", 9, "--rules", "length=4", "--teacher", "perfect").stdout
    seeded = [run("play", "--rules", f"length=9 {rule}", *more, input="q\n").stdout.splitlines()[4:-1]
              for rule, more in (("seed=4", ()), ("", ("--seed", 4)), ("", ("--seed", 5)))]
    assert seeded[0] == seeded[1] != seeded[2]


def test_a_file_that_is_no_machine_is_named(tmp_path):
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\xff\x00")
    assert f"{file}: this is not a text file" in run("play", "--load", file, code=2).stderr
    file.write_text("hello")
    assert f"{file}: I do not know the parameter 'hello'" in run("play", "--load", file, code=2).stderr
    file.write_text("")
    assert f"{file}: " in run("play", "--load", file, code=2).stderr


def test_the_player_gets_help_and_saves_the_machine(tmp_path):
    file = tmp_path / "machine.txt"
    result = run("play", "--rules", "length=4 first=human", input=f"help\nsave\nsave {tmp_path}\nsave {file}\nq\n")
    assert "undo" in result.stderr
    assert "Name a file" in result.stderr
    assert f"{tmp_path}: this is a folder" in result.stderr
    assert Machine.load(file.read_text()).rules.length == 4


def test_ctrl_c_keeps_what_the_machine_has_learned(tmp_path, monkeypatch):
    file, turn, presses = tmp_path / "machine.txt", Match.turn, ["Ctrl-C"]

    def interrupted(self, move=None):
        events = turn(self, move)
        if len(self.played) == 5 and presses:
            presses.pop()
            raise KeyboardInterrupt
        return events

    monkeypatch.setattr(Match, "turn", interrupted)
    result = run("train", "--games", 100, "--save", file)
    assert "Interrupted after" in result.stderr
    assert not Machine.load(file.read_text()).current


def test_ctrl_c_keeps_the_finished_rows_of_a_comparison(tmp_path, monkeypatch):
    real = exact.expected_games

    def interrupted(teacher, *args, **kwargs):
        if teacher == "epsilon:0.5":
            raise KeyboardInterrupt
        return real(teacher, *args, **kwargs)

    monkeypatch.setattr(exact, "expected_games", interrupted)
    args = ["compare", "epsilon", "--names", "0.1,0.2,0.5", "--rules", "length=4", "--out", tmp_path / "x.csv",
            "--out", tmp_path / "x.svg", "--json"]
    result = run(*args)
    assert [row["epsilon"] for row in json.loads(result.stdout)["rows"]] == ["0.1", "0.2"]
    assert "only the finished rows" in result.stderr
    assert (tmp_path / "x.csv").exists()
    assert not (tmp_path / "x.svg").exists()


@pytest.mark.slow
def test_a_long_search_says_what_it_does_and_its_result_is_shown_before_a_picture_fails(tmp_path, monkeypatch):
    result = run("curve", "--teacher", "memoryless", "--games", 2, "--rules", "length=4 seed=78")
    assert "Looking for the best law" in result.stderr

    def fails(*args, **kwargs):
        raise UserError("no pictures here")

    monkeypatch.setattr("matchbox.draw.figures.learning_curves", fails)
    result = run("curve", "--games", 2, "--rules", "length=4", "--out", tmp_path / "x.svg", code=2)
    assert "expected games until perfect" in result.stdout
    assert "no pictures here" in result.stderr


def test_every_command_has_help_and_json():
    for command in ("play", "train", "curve", "compare", "print"):
        text = run(command, "--help").stdout
        assert "--json" in text


def test_all_sheets_are_printed_in_three_languages_and_two_sizes(tmp_path):
    for code in LANGUAGES:
        for paper in PAPERS:
            run("print", "--paper", paper, "--dir", tmp_path, "--lang", code)
    assert len(list(tmp_path.glob("*.svg"))) == len(SHEETS) * 2 * 3
    for file in tmp_path.glob("*.svg"):
        root = ET.parse(file).getroot()
        assert {root.get("width"), root.get("height")} <= {"297mm", "210mm", "420mm"}
    run("print", "--sheet", "board", "--paper", "A3", "--format", "pdf", "--dir", tmp_path)
    assert (tmp_path / "matchbox-board-A3-en.pdf").read_bytes().startswith(b"%PDF")


@every("code", LANGUAGES)
@every("kind", SHEETS)
@every("text", ["length=9", "length=16 step=4 empty=keep_last overshoot=cap", "length=3 step=1"])
def test_nothing_on_a_sheet_leaves_the_paper(kind, code, text):
    from matchbox import Rules

    picture = sheet(kind, Rules.parse(text), "A4", code)
    for node in ET.fromstring(str(picture)).iter():
        if node.tag.endswith("}text") and node.text:
            size, y, x = float(node.get("font-size")), float(node.get("y")), float(node.get("x"))
            length = 0.55 * size * len(node.text)
            start = x - length / 2 if node.get("text-anchor") == "middle" else x
            assert size / 2 <= y <= picture.height - size / 2
            assert start >= -1
            assert start + length <= picture.width


def test_the_rule_sheet_explains_every_rule_that_the_protocol_names():
    from matchbox import Match, Rules

    match, named = Match(Rules(seed=2)), set()
    for _ in range(150):
        match.play_game()
        named |= {event.rule for event in match.events}
    written = {node.text for node in ET.fromstring(str(sheet("rules"))).iter() if node.tag.endswith("}text")}
    assert named == {"S2", "I1", "I2", "A1", "A2", "A4", "A5", "A7", "A8", "A9", "W", "V1", "V2", "E1"}
    assert named <= written


def test_wrapped_lines_lose_no_word():
    text = "the quick brown fox jumps over the lazy dog"
    assert " ".join(wrap(text, 12, 100)) == text


def test_the_rate_of_a_role_is_that_of_its_last_game():
    assert [cli._last(rates) for rates in ([nan, 0.25, nan, 0.5, nan], [nan])] == ["0.5000", "–"]
