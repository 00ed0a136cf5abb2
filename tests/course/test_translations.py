"""Translated problem sets: nothing is missing, nothing is stale, and only words differ."""

from __future__ import annotations

import re

import pytest

from boardkit.errors import UserError
from boardkit.po import translations
from coursekit.sets.source import translated
from tests.course.workshop import REHEARSAL, SETS, SOURCE, instance, problem_set

FILES = sorted(SOURCE.glob("ps*.*.po"))
TRANSLATED = pytest.mark.parametrize("file", FILES, ids=[f.stem for f in FILES])


def pairs(file):
    return translations(file.read_text(encoding="utf-8"))


def test_problem_set_1_exists_in_german():
    assert "ps1.de.po" in {f.name for f in FILES}


@TRANSLATED
def test_every_text_is_translated_and_no_translation_is_stale(file):
    name = file.name.split(".")[0]
    assert name in (REHEARSAL, *SETS)
    texts = pairs(file)
    assert list(texts) == problem_set(name).texts
    assert all(en != other for en, other in texts.items())


@TRANSLATED
def test_code_numbers_and_order_are_those_of_the_original(file):
    texts = pairs(file)
    for en, other in texts.items():
        def code(text):
            return [c.replace("your_answer", "").replace("deine_antwort", "") for c in re.findall(r"`([^`]+)`", text)]

        assert code(en) == code(other)
        if en.startswith("#"):
            heading, again = en.splitlines()[0], other.splitlines()[0]
            assert re.findall(r"\d+", heading) == re.findall(r"\d+", again)
        assert re.findall(r"^\| (\d+) \|", en, re.M) == re.findall(r"^\| (\d+) \|", other, re.M)


@TRANSLATED
def test_keys_and_instances_do_not_depend_on_the_language(file):
    name, lang = file.name.split(".")[:2]
    marked = [q for q in problem_set(name).questions.values() if not q.manual]
    for q in marked[lang == "es" :: 2]:  # half of them: every type is asked in all languages elsewhere
        one, other = instance(name, q.id, "ada"), instance(name, q.id, "ada", lang)
        assert (one["data"], one["key"]) == (other["data"], other["key"])
        assert one["text"] != other["text"]


@TRANSLATED
def test_a_release_in_that_language_is_written_in_it(file, tmp_path):
    name = file.name.split(".")[0]
    problems = translated(problem_set(name), file)
    texts = pairs(file)
    assert [c.text for c in problems.cells if c.kind == "markdown"] == [
        texts[c.text.strip()] for c in problem_set(name).cells if c.kind == "markdown"
    ]
    assert problems.digest == problem_set(name).digest
    assert translated(problem_set(name), tmp_path / "absent.po") == problem_set(name)
    incomplete = tmp_path / file.name
    incomplete.write_text('msgid "x"\nmsgstr "y"\n', encoding="utf-8")
    with pytest.raises(UserError, match=file.name):
        translated(problem_set(name), incomplete)
