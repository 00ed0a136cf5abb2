"""The rule table as data: every case of `rule_cases.toml`, under every rule set it names."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from finity_edu import Position
from tests.cases import every
from tests.finity_edu.reasons import REASONS

CASES = tomllib.loads(Path(__file__).with_name("rule_cases.toml").read_text(encoding="utf-8"))["case"]


def under_each_rule_set() -> list[Any]:
    params = []
    for case in CASES:
        own, _, rest = case["position"].partition("/")
        for rules in (own, *case.get("also", ())):
            params.append(pytest.param(f"{rules}/{rest}", case, id=f"{case['name']} [{rules}]"))
    return params


@every(("text", "case"), under_each_rule_set())
def test_the_rule_table_holds(text: str, case: dict[str, Any]) -> None:
    position = Position.parse(text)
    reason = position.why_illegal(case["move"])
    verdict = "legal" if reason is None else reason.id
    assert verdict == case["verdict"], f"{case['source']}: {reason}"
    legal = {str(move) for move in position.legal_moves()}
    assert (str(position.resolve(case["move"])) in legal) == (case["verdict"] == "legal")
    if case["verdict"] != "legal":
        return
    after = position.play(case["move"])
    if "orphans" in case:
        assert position.orphans_of(case["move"]) == {int(s): n for s, n in case["orphans"].items()}
    if "clock" in case:
        assert after.clock == case["clock"]
    if "ban" in case:
        assert str(after.ban or "") == case["ban"]
    if "result" in case:
        assert (after.result.kind if after.result else "") == case["result"]
        assert sorted(after.result.winners if after.result else ()) == case.get("winners", [])
    if "result_text" in case:
        assert str(after.result) == case["result_text"]


def test_every_reason_occurs_in_the_table() -> None:
    by_supply = {"arrow_supply", "ring_supply"}  # need crowded boards: see test_legality
    assert {case["verdict"] for case in CASES} - {"legal"} == set(REASONS) - by_supply


@every("case", CASES, ids=lambda case: case["name"])
def test_every_case_names_its_source(case: dict[str, Any]) -> None:
    assert case["source"].strip()
