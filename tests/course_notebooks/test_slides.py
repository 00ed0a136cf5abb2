"""The talks: nothing is fetched from elsewhere, every slide fits, every figure can be read from the last row."""

import re

import pytest

from tests.course_notebooks.talks import NOTEBOOKS, SIZE, faults, load, open_talk, seen
from tests.delivery import book_site
from tests.finity_edu.widget import jupyter
from tests.needs import needed, needs


@pytest.fixture
def slides(tmp_path, monkeypatch):
    module = load()
    monkeypatch.setattr(module, "SITE", tmp_path)
    return module


def test_a_talk_loads_only_what_lies_beside_it_and_links_to_talks(slides):
    place = slides.talk(NOTEBOOKS / "de" / "00-start-here.ipynb")
    page = (slides.SITE / place).read_text(encoding="utf-8")
    loaded = re.findall(r'<(?:script|link|img)\b[^>]*?(?:src|href)="([^"]{1,200})', page)
    assert {address.split("/libraries/")[0] for address in loaded if "libraries" in address} == {".."}
    assert [address for address in loaded if not re.match(r"\.\./libraries/|data:", address)] == []
    assert re.findall(r"@import[^;]*|url\(['\"]?https?:[^)]*", page) == []
    assert 'href="01-a-board-is-an-nfa.html"' in page
    assert ".ipynb\"" not in page
    assert "<title>Start: endliche Automaten zum Anfassen slides</title>" in page


def test_a_book_of_another_version_is_refused_by_name_and_a_board_that_no_slide_has_is_told(
        slides, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(slides, "BOOK", tmp_path / "book")
    page = tmp_path / "book" / "en" / "00-start-here.html"
    page.parent.mkdir(parents=True)
    page.write_text('<script id="book-texts">{"play": "Play"}</script>')
    with pytest.raises(SystemExit, match=r"00-start-here\.html .* make book once more"):
        slides.talk(NOTEBOOKS / "00-start-here.ipynb")
    page.write_text('<script id="book-texts">{"play": "Play", "close": "Close"}</script>'
                    '<div class="book-widget" data-key="k1"><img src="_images/0123456789abcdef.svg"></div>')
    slides.talk(NOTEBOOKS / "00-start-here.ipynb")
    assert "00-start-here.html: 1 of its 1 boards are not on these slides" in capsys.readouterr().err


def test_every_section_of_a_lecture_has_notes_for_the_speaker():
    import nbformat

    for path in sorted(NOTEBOOKS.rglob("0*-*.ipynb")):
        cells = nbformat.read(path, as_version=4).cells
        kinds = [cell.metadata.get("slideshow", {}).get("slide_type") for cell in cells]
        assert kinds[0] == "slide", path.name
        starts = [place for place, kind in enumerate(kinds) if kind == "slide"]
        assert len(starts) >= 4, path.name
        sections = zip(starts, [*starts[1:], len(cells)], strict=True)
        bare = [cells[start].source[:40] for start, end in sections if "notes" not in kinds[start:end]]
        assert bare == [], path.name


def test_a_talk_of_the_core_leaves_out_what_is_more(slides):
    whole, core = ((slides.SITE / slides.talk(NOTEBOOKS / "01-a-board-is-an-nfa.ipynb", asked)).read_text("utf-8")
                   for asked in (False, True))
    assert "(core, " in core
    assert "(more, " in whole
    assert "(more, " not in core
    assert len(re.findall("<section", core)) < len(re.findall("<section", whole))


def test_an_unknown_name_stops_the_build(slides):
    with pytest.raises(SystemExit, match="no notebook begins with 99"):
        slides.main(["99"])


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """All talks, served on a port of this machine."""
    module = load()
    module.SITE = tmp_path_factory.mktemp("slides")
    module.ROOT, root = module.SITE.parent, module.ROOT
    (module.SITE.parent / "notebooks").symlink_to(root / "notebooks")
    module.main(["0", "10"])
    with book_site.served(module.SITE, {}) as address:
        yield address


UNITS = sorted([*NOTEBOOKS.glob("0[1-9]-*.ipynb"), *NOTEBOOKS.glob("10-*.ipynb")])


# The bulk (all talks in all languages) is measured by `benchmarks.measures.slides`.
@pytest.mark.slow
@pytest.mark.browser
@needs("chromium", "npm")
@pytest.mark.parametrize("talk", [f"{('', 'de/', 'es/')[place % 3]}{path.stem}" for place, path in enumerate(UNITS)])
def test_every_slide_of_a_talk_fits_is_filled_and_can_be_read_from_the_last_row(site, browser, talk):
    asked, errors = [], []
    page = browser.new_page(viewport=SIZE)
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    slides = list(seen(page, f"{site}/{talk}.html"))
    assert errors == []
    assert [url for url in asked if not url.startswith((site, "data:"))] == []
    assert len(slides) == page.evaluate("Reveal.getTotalSlides()") >= 5
    assert {slide["title"]: faults(slide) for slide in slides if faults(slide)} == {}
    assert sum(slide["full"] < 0.5 for slide in slides) <= 1  # none here; other fonts may need one
    assert page.evaluate("document.querySelectorAll('aside.notes details:not([open])').length") == 0
    page.close()


@pytest.mark.slow
@pytest.mark.browser
@needs("chromium", "npm")
def test_every_talk_opens_in_every_language(site, browser):
    page, errors = browser.new_page(viewport=SIZE), []
    page.on("pageerror", lambda error: errors.append((page.url, str(error))))
    for talk in sorted([*NOTEBOOKS.rglob("0*-*.ipynb"), *NOTEBOOKS.rglob("10-*.ipynb")]):
        open_talk(page, f"{site}/{talk.relative_to(NOTEBOOKS).with_suffix('.html')}")
        assert page.evaluate("Reveal.getTotalSlides()") >= 5
    assert errors == []
    page.close()


@pytest.mark.slow
@pytest.mark.browser
@needs("chromium", "npm")
def test_choices_have_letters_and_the_right_one_is_marked_by_the_click_that_brings_the_answer(site, browser):
    page = browser.new_page(viewport=SIZE)
    open_talk(page, f"{site}/01-a-board-is-an-nfa.html")
    page.evaluate("""() => {
        const asked = [...document.querySelectorAll(".reveal section section")].find((slide) =>
            slide.querySelector(".choices .custom.fragment"));
        const { h, v } = Reveal.getIndices(asked);
        Reveal.slide(h, v);
    }""")
    marked = """() => [...Reveal.getCurrentSlide().querySelectorAll(".choices li")].map(
        (choice) => getComputedStyle(choice, "::before").content.includes("✓"))"""
    shown = "() => getComputedStyle(Reveal.getCurrentSlide().querySelector('.choices .custom')).visibility"
    while page.evaluate(shown) != "visible":  # what stands before the question may come by clicks
        assert page.evaluate("Reveal.nextFragment()")
        assert not any(page.evaluate(marked))
    assert not any(page.evaluate(marked))
    page.evaluate("Reveal.nextFragment()")
    assert page.evaluate(marked).count(True) == 1
    assert page.evaluate("() => [...document.querySelectorAll('.choices:not(:has(li))')].length") == 0
    page.close()


@pytest.mark.slow
@pytest.mark.browser
@needs("chromium", "npm")
def test_whatever_stands_in_the_notebook_stands_in_the_talk(site, browser):
    page = browser.new_page(viewport=SIZE)
    open_talk(page, f"{site}/05-what-no-automaton-can-do.html")
    counts = """html => [new DOMParser().parseFromString(html, "text/html"), document].map(page => {
        return [page.querySelectorAll(".slides .jp-OutputArea-child").length,
                page.querySelectorAll("section[data-prediction], section[data-prediction] svg").length,
                page.querySelectorAll(".slides .jp-RenderedMarkdown:not(aside *) > :is(p, ul, table)").length]; })"""
    before, after = page.evaluate(counts, page.request.get(page.url).text())
    assert after[0] == before[0] + before[1]  # a prediction is asked; what came out, and its figure, are fragments
    assert after[2] == before[2]
    page.close()


@pytest.mark.slow
@pytest.mark.browser
@needs("chromium", "npm")
def test_boards_are_alive_on_the_slides_that_voila_shows(slides, browser, tmp_path):
    """reveal.js, which Voilà asks unpkg.com for, is the one of our own slides; nothing else comes from elsewhere."""
    needed("voila")
    slides.fetch(*slides.LIBRARIES[0])
    library, port = slides.SITE / "libraries" / "reveal.js", jupyter.free_port()

    def elsewhere(route):
        file = library / re.sub(r".*/reveal\.js@[\d.]+/|\?.*", "", route.request.url)
        route.fulfill(path=file, headers={"Access-Control-Allow-Origin": "*"}) if file.is_file() else route.abort()

    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.set_default_timeout(120_000)
    page.route(lambda url: not url.startswith((f"http://127.0.0.1:{port}", "data:", "blob:")), elsewhere)
    arguments = ["voila", str(NOTEBOOKS / "01-a-board-is-an-nfa.ipynb"), "--template=reveal", "--no-browser",
                 f"--port={port}", "--Voila.ip=127.0.0.1"]
    with jupyter.running(arguments, f"http://127.0.0.1:{port}/no-such-page", tmp_path):
        page.goto(f"http://127.0.0.1:{port}/")
        source = (NOTEBOOKS / "src" / "01-a-board-is-an-nfa.py").read_text(encoding="utf-8")
        widgets = len(re.findall(r"fe\.(?:ask|opening|\w+Widget)\(", source))
        page.wait_for_function(f"document.querySelectorAll('.gk-root[data-tick]').length === {widgets}")
        page.wait_for_selector(".reveal.ready")
        board = page.locator(".gk-root", has=page.locator("[data-hit][data-do]")).first
        place = board.evaluate("""part => {
            const inner = part.closest("section"), outer = inner.parentElement.closest("section");
            return [[...outer.parentElement.children].indexOf(outer), [...outer.children].indexOf(inner)];
        }""")
        page.evaluate("([h, v]) => { location.hash = `#/${h}/${v}`; }", place)
        before = board.get_attribute("data-tick")
        board.locator("[data-hit][data-do]").first.click()
        page.wait_for_function("([part, before]) => part.dataset.tick !== before", arg=[board.element_handle(), before])
