"""Translated problem sets: nothing is missing, nothing is stale, and only words differ."""

from __future__ import annotations

import re
import tomllib

import pytest

from boardkit.errors import UserError
from coursekit.sets.source import translated
from tests.course.workshop import SETS, SOURCE, instance, problem_set

FILES = sorted(SOURCE.glob("ps*.*.toml"))
TRANSLATED = pytest.mark.parametrize("file", FILES, ids=[f.stem for f in FILES])


def entries(file):
    lang = file.name.split(".")[1]
    return lang, {e["en"].strip(): e[lang].strip() for e in tomllib.loads(file.read_text(encoding="utf-8"))["text"]}


def readable(name):
    """The texts of a set that people read, as authored."""
    problems = problem_set(name)
    return [c.text.strip() for c in problems.cells
            if c.kind == "markdown" or (c.kind == "question" and problems.questions[c.id].manual)]


def test_problem_set_1_exists_in_german():
    assert "ps1.de.toml" in {f.name for f in FILES}


@TRANSLATED
def test_every_text_is_translated_and_no_translation_is_stale(file):
    name = file.name.split(".")[0]
    assert name in SETS
    _, texts = entries(file)
    assert set(texts) == set(readable(name))
    assert all(en != other for en, other in texts.items())


@TRANSLATED
def test_code_numbers_and_order_are_those_of_the_original(file):
    _, texts = entries(file)
    for en, other in texts.items():
        def code(text):
            return [c.replace("your_answer", "").replace("deine_antwort", "") for c in re.findall(r"`([^`]+)`", text)]

        assert code(en) == code(other)
        for heading, again in zip(en.splitlines()[:1], other.splitlines()[:1], strict=True):
            assert re.findall(r"\d+", heading) == re.findall(r"\d+", again)
        assert re.findall(r"^\| (\d+) \|", en, re.M) == re.findall(r"^\| (\d+) \|", other, re.M)


@TRANSLATED
def test_keys_and_instances_do_not_depend_on_the_language(file):
    name, lang = file.name.split(".")[:2]
    for q in problem_set(name).questions.values():
        if not q.manual:
            one, other = instance(name, q.id, "ada"), instance(name, q.id, "ada", lang)
            assert (one["data"], one["key"]) == (other["data"], other["key"])
            assert one["text"] != other["text"]


@TRANSLATED
def test_a_release_in_that_language_is_written_in_it(file, tmp_path):
    name, lang = file.name.split(".")[:2]
    problems = translated(problem_set(name), file, lang)
    _, texts = entries(file)
    assert [c.text for c in problems.cells if c.kind == "markdown"] == [
        texts[c.text.strip()] for c in problem_set(name).cells if c.kind == "markdown"
    ]
    assert problems.digest == problem_set(name).digest
    assert translated(problem_set(name), tmp_path / "absent.toml", lang) == problem_set(name)
    incomplete = tmp_path / file.name
    incomplete.write_text('[[text]]\nen = "x"\nde = "y"\nes = "z"\n', encoding="utf-8")
    with pytest.raises(UserError, match=file.name):
        translated(problem_set(name), incomplete, lang)
