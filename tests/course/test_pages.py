"""The pages in course/: what they promise is there, and their numbers are computed."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

import pytest

from course import pages
from coursekit.judging.stages import FEW
from coursekit.sets.source import Question
from finity_edu.course import RunSteps
from matchbox import Rules
from matchbox.analysis.exact import curve, marker_survival

COURSE = Path(__file__).parents[2] / "course"
OUTREACH = (COURSE / "outreach.md").read_text(encoding="utf-8")
SYLLABUS = (COURSE / "syllabus.md").read_text(encoding="utf-8")
TOLD = " ".join(OUTREACH.split())


@pytest.mark.slow
def test_the_table_is_what_the_program_writes_and_the_pictures_show_what_it_draws():
    for page, text in pages.written().items():
        assert page.read_text(encoding="utf-8") == text, "run  python -m course.pages"
    for file, picture in pages.pictures().items():
        assert escape(str(picture.desc), quote=False) in file.read_text(encoding="utf-8"), file


def test_a_unit_comes_after_the_one_that_the_syllabus_names():
    needs = {int(unit): int(before) for unit, before in re.findall(r"`0(\d)` [^|]*\| unit (\d) \|", SYLLABUS)}
    assert len(needs) == 8
    assert {unit: pages.before(unit) for unit in range(2, 10)} == needs


def test_the_two_hours_are_those_of_the_syllabus_without_a_gap():
    times = re.findall(r"^## (\d+)–(\d+):", OUTREACH, re.M)
    assert times == re.findall(r"^\| (\d+)–(\d+) \|", SYLLABUS, re.M)
    assert [end for _, end in times[:-1]] == [start for start, _ in times[1:]]
    assert (times[0][0], times[-1][1]) == ("0", "120")


def test_the_frozen_board_reads_what_the_page_says():
    rows = re.findall(r"^\| `(\w+)` \| (yes|no) \|", OUTREACH, re.M)
    assert len(rows) == 3
    assert [RunSteps(pages.FROZEN, tower).last().accepted for tower, _ in rows] == [says == "yes" for _, says in rows]
    assert RunSteps(pages.FROZEN, "bw").last().accepted
    assert list(RunSteps(pages.FROZEN, "bbwb").last().witness) == ["A", "C", "B", "C", "D"]
    assert "What would `bbwb` cost on the frozen board? *(Three rings: C is left twice, B once.)*" in TOLD


def test_what_the_machines_learn_in_ten_games():
    gone = {circle: 1 - kept for circle, kept in marker_survival("random", (10,))[10].items()}
    assert {circle for circle, chance in gone.items() if not chance} == {
        (9, 1), (5, 1), (1, 1), (6, 2), (2, 2), (7, 3), (3, 3)}
    assert "The 1 at 9, 5 and 1 to go, the 2 at 6 and 2, the 3 at 7 and 3" in TOLD
    (*_, (c, third), (b, second), (a, first)) = sorted((round(100 * gone[circle]), circle) for circle in gone)
    assert b == c
    assert f"the {first[1]} at {first[0]} to go in {a} of 100 machines, " in TOLD
    assert {f"the {marker} at {field}" for field, marker in (second, third)} == set(
        re.search(rf"100 machines, (.*) and (.*) in {b}\.", TOLD).groups())
    card = marker_survival("perfect-1", (10,))[10]
    assert "its boxes at 8 and 4 are empty, and those at 6, 5 and 2 are full" in TOLD
    assert all(kept < 0.001 for (field, _), kept in card.items() if field in (4, 8))
    assert {kept for (field, _), kept in card.items() if field in (6, 5, 2)} == {1}
    assert sum(curve("perfect-1", 10).machine_starts[:10:2]) < 0.5  # games won out of ten; none where the card starts
    won = [round(100 * curve(teacher, 10, tester="random").both[when])
           for teacher, when in (("random", 0), ("random", 10), ("perfect-1", 10))]
    said = "wins {} of 100 games; after ten games with such a player it wins {}, and after ten games with the card {}."
    assert said.format(*won) in TOLD


def test_the_numbers_of_the_lecturers_guide_and_of_the_readme_are_those_of_the_program():
    guide, readme = ((COURSE.parent / name).read_text(encoding="utf-8") for name in ("course/README.md", "README.md"))
    assert f"Where fewer than {FEW} answers" in guide
    assert f"| `seconds` | time limit for a function ({Question.seconds:g}) |" in guide
    weeks = [int(week) for week in re.findall(r"^\| (\d+) \| (?:`|tournament)", SYLLABUS, re.M)]
    assert weeks == list(range(1, 11))
    assert "ten weeks ready to teach" in readme
    games = (COURSE.parent / "docs" / "games.md").read_text(encoding="utf-8")
    circles = sum(len(Rules().box(field)) for field in range(1, 10))
    assert f"A machine of {circles} coloured markers and three dice" in games
