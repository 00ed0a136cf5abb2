"""Spot-checks by mutation: a wrong rule or a wrong mark does not survive the everyday tests.

Each row changes one line of a copy of the packages and runs the tests that should notice it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RULES = "tests/finity_edu/test_rule_cases.py"
POSITION = "finity_edu/rules/position.py"
LEGAL = "tests/finity_edu/test_legality.py"
CREDIT = "tests/coursekit/questions/test_credit.py"
MUTANTS = [
    ("finity_edu/rules/facts.py", "if slot in self.protected:", "if slot not in self.protected:", RULES),
    ("finity_edu/rules/facts.py", "if head == self.board.end_index:", "if head != self.board.end_index:", RULES),
    ("finity_edu/rules/facts.py", "if self.layout.top_seat(head) != self.seat:", "if False:", RULES),
    ("finity_edu/rules/facts.py", "if not self.reached >> station & 1:", "if False:", RULES),
    ("finity_edu/rules/facts.py", "if 0 in owners or self.seat in owners:", "if False:", RULES),
    ("finity_edu/rules/facts.py", "if own >> station & 1:", "if own:", RULES),
    ("finity_edu/rules/legality.py", "if not present >> code & 1:", "if True:", LEGAL),
    ("finity_edu/rules/legality.py", "if slot != barred_slot or move not in facts.barred:", "if True:", LEGAL),
    ("finity_edu/rules/options.py", "placed or orphaned,", "orphaned,", RULES),
    ("finity_edu/rules/effects.py", "return new if new.bites(rules) else None", "return new", RULES),
    ("finity_edu/rules/paths.py", "(head, left - price)", "(head, left)", RULES),
    ("finity_edu/rules/paths.py", "else ~end", "else -1", "tests/finity_edu/test_analysis_boards.py"),
    ("finity_edu/rules/paths.py", "(len(set(path)), ring_total(layout, seat))", "(len(set(path)), 0)", RULES),
    (POSITION, "self.turn % self.players + 1", "3 - self.turn", "tests/finity_edu/test_record.py"),
    ("coursekit/judging/credit.py", "if slips < blind else 0.0", "", CREDIT),
    ("coursekit/judging/credit.py", " - extra / max(1, others)", "", CREDIT),
    ("coursekit/judging/credit.py", "share = min(credit, NEARLY) if credit > 0 else 0.0", "share = credit", CREDIT),
]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mutants")
    for name in ("boardkit", "automatakit", "coursekit", "finity_edu", "matchbox", "amakta", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.nbi", "*.nbc"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def passes(folder: Path, tests: str) -> bool:
    words = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", tests]
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("FINITY_GAMES", None)
    return subprocess.run(words, cwd=folder, env=environment, capture_output=True).returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize("tests", sorted({tests for *_, tests in MUTANTS}))
def test_without_a_mutation_the_tests_pass(copy: Path, tests: str) -> None:
    assert passes(copy, tests)


@pytest.mark.slow
@pytest.mark.parametrize(("file", "line", "wrong", "tests"), MUTANTS, ids=lambda value: str(value)[:50])
def test_a_mutant_is_noticed(copy: Path, file: str, line: str, wrong: str, tests: str) -> None:
    path = copy / file
    text = path.read_text(encoding="utf-8")
    assert line in text, f"{file} has changed: choose another line"
    path.write_text(text.replace(line, wrong), encoding="utf-8")
    try:
        assert not passes(copy, tests)
    finally:
        path.write_text(text, encoding="utf-8")
