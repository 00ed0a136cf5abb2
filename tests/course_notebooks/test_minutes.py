"""What a lecture takes is computed from its slides, and its core fits an hour."""

import re

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell

from notebooks import build, minutes

UNITS = [source for source in build.sources([]) if re.match(r"(?:0[1-9]|10)-", source.stem)]


def test_the_core_of_each_unit_fits_45_minutes_and_the_whole_of_it_90():
    taken = {source.stem: minutes.sums(source) for source in UNITS}
    assert len(taken) == 10
    assert {unit: both for unit, both in taken.items() if not 0 < both[0] <= minutes.CORE} == {}
    assert {unit: both for unit, both in taken.items() if not both[0] < both[1] <= minutes.ROOM} == {}


def test_every_section_says_core_or_more_and_the_translations_say_the_same():
    unnumbered = re.compile(
        r"^## (?:Check yourself|Teste dich|Comprueba lo aprendido|Further|Zum Weiter|Para seguir)", re.M)
    for source in UNITS:
        marks = {}
        for lang, _ in build.targets(source):
            text = "\n".join(build.texts(build.convert(source, lang)))
            marks[lang] = [minutes.IS_CORE[found[1]] for found in minutes.MARK.finditer(text)]
            sections = len(re.findall(r"^## ", text, re.M)) - len(unnumbered.findall(text))
            marked = [found for found in minutes.MARK.finditer(text) if found[0].startswith("## ")]
            assert sections == len(marked), (source.stem, lang)
        assert marks["en"] == marks["de"] == marks["es"], source.stem


@pytest.mark.slow
def test_the_minutes_that_are_written_are_those_that_are_computed():
    for source in UNITS:
        for file, text in minutes.written(source).items():
            assert file.read_text(encoding="utf-8") == text, "run  python -m notebooks.minutes --write"


def shown(text, slide="slide"):
    return new_markdown_cell(text, metadata={"slideshow": {"slide_type": slide}})


def test_a_vote_a_widget_and_a_proof_take_their_time_and_what_is_skipped_takes_none():
    heading = shown("## 1 A section (core, 1 min)")
    cases = {
        minutes.SLIDE: [heading],
        minutes.SLIDE + minutes.TURN: [heading, new_code_cell('fe.ask("id", n)')],
        minutes.SLIDE + 2 * minutes.TURN: [heading, new_code_cell("fe.BoardWidget()"), shown("*Proof.* It is. ∎", "-")],
        minutes.SLIDE + 4: [heading, shown(f"*Proof.* {'word ' * (4 * minutes.BOARD - 2)}∎", "-")],
        3: [heading, shown("word " * (3 * minutes.TALK - 7), "-")],
        2 * minutes.SLIDE: [
            heading, shown("word " * 900, "skip"), shown("(9 minutes)", "notes"), shown("x", "subslide")],
    }
    for wanted, cells in cases.items():
        (part,), _ = minutes.walk(cells)
        assert abs(part.minutes - wanted) < 0.05, (wanted, part)


def test_a_talk_of_the_core_has_no_part_that_is_more_and_goes_on_after_it():
    cells = [shown("# Title"), shown("## 1 A (core, 1 min)"), shown("### Try it (more, 1 min)"),
             new_code_cell("fe.BoardWidget()"), shown("### B (core, 1 min)"), shown("## 2 C (mehr, 1 min)"), shown("c")]
    assert [cell.source[:5] for cell in minutes.core_only(cells)] == ["# Tit", "## 1 ", "### B"]
