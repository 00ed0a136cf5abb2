"""Files that outlive a session: one sample of each version stays readable for ever; a newer one is refused by name."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from boardkit.errors import UserError
from coursekit.practice import handin
from coursekit.practice.recording import Record

SAMPLES = Path(__file__).parents[1] / "formats"
ANSWERS = {"q1": 7, "q2": ["b", "bw"], "q3": None, "q4": "Because *ε*."}


@pytest.mark.parametrize("version", range(1, handin.VERSION + 1))
def test_every_version_of_a_hand_in_is_read(version):
    found = handin.read((SAMPLES / f"hand-in-{version}.ipynb").read_bytes())
    assert (found.problem, found.remarks) == (None, ())
    assert {q: e.answer for q, e in found.entries.items()} == ANSWERS
    assert found.entries["q3"].source.startswith("def answer(word):")


@pytest.mark.parametrize("version", range(1, handin.VERSION + 1))
def test_every_version_of_a_record_is_read_and_left_as_it_is(version, tmp_path):
    path = tmp_path / "hw.answers.json"
    shutil.copy(SAMPLES / f"answers-{version}.json", path)
    record = Record(path, {"set": "hw", "student": "ada", "signature": "", "lang": "en"})
    assert {q: e.answer for q, e in record.entries().items()} == ANSWERS
    assert record.news() == []
    assert path.read_bytes() == (SAMPLES / f"answers-{version}.json").read_bytes()


def test_instances_of_a_newer_version_are_refused_by_name(course):
    for student in ("ada", ""):
        path = course.variants("hw") / f"{student or '_common'}.json"
        path.write_text(json.dumps(json.loads(path.read_text()) | {"version": 2}))
        with pytest.raises(UserError, match=rf"{path.name} was written by a newer version"):
            course.issued("hw", student)
