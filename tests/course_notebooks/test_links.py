"""Every link, every name of ours and every reference on the pages of the course leads somewhere."""

import re

import pytest

from notebooks import build
from tests.cases import every
from tests.course_notebooks import documents as docs

PAGES = every("path", docs.documents(), ids=lambda path: str(path.relative_to(docs.ROOT)))
LECTURES = every("path", docs.lectures(), ids=lambda path: f"{path.parent.name}-{path.stem}")


@pytest.mark.slow
@PAGES
def test_every_link_leads_to_a_file_and_a_heading_that_exist(path):
    assert list(docs.broken_links(path)) == []


@pytest.mark.slow
@PAGES
def test_names_and_files_of_the_project_that_a_page_mentions_exist(path):
    assert list(docs.unknown_names(path)) == []


@PAGES
def test_every_reference_has_an_author_a_title_and_a_year(path):
    assert {entry: lack for entry in docs.references(path) if (lack := docs.incomplete(entry))} == {}


@LECTURES
def test_every_lecture_names_books_or_papers_to_read_on(path):
    assert len(docs.references(path)) >= 2


@pytest.mark.slow
def test_every_reference_was_looked_up_and_nothing_else_is_listed():
    table = (docs.ROOT / "docs" / "references.md").read_text(encoding="utf-8").splitlines()
    rows = [line for line in table if line.startswith("| ")][1:]
    assert [row for row in rows if not re.fullmatch(r"\|(?:[^|]*\w[^|]*\|){3}", row)] == []
    found = {(path.name, entry): docs.looked_up(entry, rows) for path in docs.documents()
             for entry in docs.references(path)}
    found |= {("docstring", entry): docs.looked_up_by_title(entry, rows) for entry in docs.cited()}
    assert [where for where, row in found.items() if row is None] == []
    assert len(docs.cited()) >= 40
    assert set(rows) - set(found.values()) == set()
    entry = "M. Minsky, \"Steps toward artificial intelligence\", *Proceedings of the IRE* 49 (1961), 8–30"
    assert docs.looked_up(entry, rows)
    assert [docs.looked_up(entry.replace(*slip), rows) for slip in [("30", "31"), ("toward", "to"), ("M.", "N.")]] == [
        None, None, None]


@pytest.mark.parametrize("lang", ["en", "de", "es"])
def test_the_start_page_links_to_every_unit_in_order(lang):
    page = next(path for code, path in build.targets(build.sources(["00"])[0]) if code == lang)
    table = [line for line in docs.text_of(page).splitlines() if line.startswith("| [")]
    linked = [(page.parent / docs.links(line)[0]).resolve().name for line in table]
    assert linked == [path.name for path in docs.lectures() if path.parent == build.HERE and path.name[:2] != "00"]
    assert len(linked) == 10


@LECTURES
def test_a_unit_takes_25_to_90_minutes_and_its_sections_add_up_to_that(path):
    text = docs.text_of(path)
    total = int(re.search(r"\*\*(\d+) [Mm]inut(?:e[sn]|os)", text)[1])
    sections = [int(minutes) for minutes in re.findall(r"^##+ .*\((?:\w+, )?(\d+) min\)", text, re.M)]
    assert sum(sections or [total]) == total
    assert path.stem.startswith("00") or 25 <= total <= 90


def test_a_page_with_mistakes_is_not_passed(tmp_path, monkeypatch):
    monkeypatch.setattr(docs, "ROOT", tmp_path)
    (tmp_path / "there.md").write_text("# A heading, twice\n\n## A heading, twice\n")
    page = tmp_path / "page.md"
    page.write_text(
        "[a](there.md) [b](gone.md) [c](there.md#a-heading-twice-1) [d](there.md#elsewhere) [e](http://x)\n"
        "`finity_edu.Position.start(…)` `finity_edu.nothing` `tests/gone.py` `[no](link.md)`\n\n"
        "## Further reading\n\n* S. C. Kleene, *Events in nerve nets*, 1956.\n* *A title*, 1956.\n"
        "* A. Author,\n  \"A title\", without a year.\n"
    )
    assert [problem.split(":")[0] for problem in docs.broken_links(page)] == ["gone.md", "there.md#elsewhere", "http"]
    assert list(docs.unknown_names(page)) == ["finity_edu.nothing: cannot be imported", "tests/gone.py: no such file"]
    lacks = [docs.incomplete(entry) for entry in docs.references(page)]
    assert lacks == [None, "no author before the title", "no year"]
