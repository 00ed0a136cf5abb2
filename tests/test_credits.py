"""Who the games are by: said with links in every widget, in every ``--help``, on every sheet, on the start page."""

from __future__ import annotations

import importlib
import json
import re
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner

from boardkit.credits import credit_line, credit_parts
from boardkit.messages import LANGUAGES, Catalogue, using_language
from matchbox.draw.printout import PAPERS, SHEETS, sheet

ROOT = Path(__file__).parents[1]
GAMES = ("finity_edu", "matchbox", "amakta")
NAMED = {
    "finity_edu": ["Tony Mullen", "https://finitygame.com", "boardgamearena.com/gamepanel?game=finity",
                   "Peter Purgathofer", "https://piglab.org/brettspiele"],
    "matchbox": ["Intelligenz gegen Automat"],
    "amakta": ["https://huth-fehre.de/amakta"],
}


def words(text: str) -> list[str]:
    return re.findall(r"\w+", unescape(re.sub(r"<[^>]+>", " ", text)))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_language_names_the_same_people_and_addresses(game, lang):
    with using_language(lang):
        line = credit_line(Catalogue(game))
        assert [name for name in NAMED[game] if name not in line] == []
        links = re.findall(r'href="([^"]+)"', str(credit_parts(Catalogue(game))))
    assert len(links) == sum("." in name for name in NAMED[game])
    assert all(link.startswith("http") for link in links)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_help_of_every_command_line_ends_with_it(game, lang):
    main = importlib.import_module(f"{game}.cli").main
    shown = CliRunner().invoke(main, ["--help", "--lang", lang]).output
    with using_language(lang):
        assert "".join(shown.split()).endswith("".join(credit_line(Catalogue(game)).split()))


def widgets():
    from amakta.widget import AmaktaWidget
    from automatakit import Automaton
    from automatakit.widget import StepWidget
    from finity_edu import Board, Position
    from finity_edu.analysis import seat_view
    from finity_edu.widget import BoardWidget
    from matchbox.widget import MatchboxWidget

    view = seat_view(Position.start(word="bw", board=Board.named("abcd")), 1)
    assert StepWidget.subset(Automaton.of({}, start="A", accepting={"A"})).credited is None  # nobody's
    assert StepWidget.subset(Board("bA>B wB>C", start="A", end="C")).credited is not None
    return {"board": BoardWidget(), "steps": StepWidget.subset(view), "machine": MatchboxWidget(),
            "amakta": AmaktaWidget()}


def test_every_widget_says_it_in_every_language():
    for name, widget in widgets().items():
        for lang in LANGUAGES:
            widget.lang = lang
            with using_language(lang):
                assert str(credit_parts(widget.credited)) in widget.part_bar + widget.part_help, (name, lang)


@pytest.mark.parametrize("kind", SHEETS)
@pytest.mark.parametrize("paper", PAPERS)
def test_every_printed_sheet_says_it_inside_the_page(kind, paper):
    for lang in LANGUAGES:
        page = sheet(kind, paper=paper, lang=lang)
        with using_language(lang):
            line = words(credit_line(Catalogue("matchbox")))
        assert words(page.markup)[-len(line):] == line
        lowest = max(float(y) for y in re.findall(r'<text[^>]* y="([\d.]+)"', page.markup))
        assert lowest <= page.height - 10


@pytest.mark.parametrize(("lang", "folder"), [("en", "."), ("de", "de"), ("es", "es")])
def test_the_start_page_says_it_of_all_three_games(lang, folder):
    cells = json.loads((ROOT / "notebooks" / folder / "00-start-here.ipynb").read_text(encoding="utf-8"))["cells"]
    text = "".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    assert [game for game in GAMES if Catalogue(game).text("credit", lang) not in text] == []


@pytest.mark.parametrize("page", ["course/syllabus.md", "LICENSE-TEXTS", "README.md", "docs/finity.md"])
def test_no_page_claims_terms_of_a_rulebook_that_are_not_known(page):
    text = " ".join((ROOT / page).read_text(encoding="utf-8").split())
    assert "rulebooks name their own terms" not in text
    assert "rulebooks name the terms" not in text
    if "Mullen" in text and page == "course/syllabus.md":
        assert [name for names in NAMED.values() for name in names if name not in text] == []
