"""The talks: nothing is fetched from elsewhere, every slide fits, every figure can be read from the last row."""

import functools
import importlib.util
import re
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.finity_edu.widget import jupyter
from tests.needs import needs

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ROOT / "notebooks"
SLIDE = """async () => {
    const slide = Reveal.getCurrentSlide(), stage = slide.getBoundingClientRect(), scale = Reveal.getScale();
    const folded = "aside, details:not([open]) > :not(summary)";
    const shown = (part) => !part.closest(folded) && part.getClientRects().length > 0;
    const all = (what) => [...slide.querySelectorAll(what)].filter(shown);
    const size = (part) => parseFloat(getComputedStyle(part).fontSize) * scale;
    const figures = [];
    for (const image of all("img")) {
        const sizes = [...(await (await fetch(image.src)).text()).matchAll(/font-size="([0-9.]+)"/g)];
        const smallest = Math.min(...sizes.map((size) => Number(size[1])));
        figures.push({ text: smallest * scale * image.width / image.naturalWidth, alt: image.alt });
    }
    const parts = all("h1, h2, h3, p, li, summary, table, img, pre, mjx-container svg");
    const right = (part) => part.closest(".columns > div, .jp-Cell").getBoundingClientRect().right + 2;
    return { title: slide.innerText.trim().slice(0, 50), figures, height: slide.scrollHeight,
             full: (Math.max(...parts.map((part) => part.getBoundingClientRect().bottom)) - stage.top) / 540 / scale,
             wide: slide.scrollWidth > slide.clientWidth
                 || all("pre").some((part) => part.scrollWidth > part.clientWidth)
                 || all("mjx-container svg, table").some((part) => part.getBoundingClientRect().right > right(part)),
             text: Math.min(...all("h1, h2, h3, p, li, td, th").map(size)), code: Math.min(...all("pre").map(size)),
             bad: slide.querySelectorAll("mjx-merror").length, notes: slide.querySelectorAll("aside.notes").length,
             raw: /\\$[^$]*\\\\[a-z]+[^$]*\\$/.test(all("p, li, td").map((part) => part.innerText).join("")) };
}"""
TOLD = """() => [...Reveal.getCurrentSlide().querySelectorAll(".prediction")].some(
    (part, k, all) => part.querySelector("ul") && all[k + 1] && !all[k + 1].querySelector("ul")
        && getComputedStyle(all[k + 1].closest(".fragment") ?? all[k + 1]).visibility === "visible")"""
NEXT = """() => {
    while (Reveal.availableFragments().next) Reveal.nextFragment();
    if (Reveal.isLastSlide()) return false;
    Reveal.next();
    return true;
}"""


def load():
    """The build of the talks, which is a script and no module of a package."""
    spec = importlib.util.spec_from_file_location("slides_build", ROOT / "delivery" / "slides" / "build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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


def test_every_section_of_a_lecture_has_notes_for_the_speaker():
    import nbformat

    for path in sorted(NOTEBOOKS.rglob("0?-*.ipynb")):
        cells = nbformat.read(path, as_version=4).cells
        kinds = [cell.metadata.get("slideshow", {}).get("slide_type") for cell in cells]
        assert kinds[0] == "slide", path.name
        starts = [place for place, kind in enumerate(kinds) if kind == "slide"]
        assert len(starts) >= 5, path.name
        sections = zip(starts, [*starts[1:], len(cells)], strict=True)
        bare = [cells[start].source[:40] for start, end in sections if "notes" not in kinds[start:end]]
        # The page to start from is read alone: its contents, and the board that the first note is about.
        assert bare == [] or (path.name.startswith("00") and len(bare) == 2), (path.name, bare)


def test_an_unknown_name_stops_the_build(slides):
    with pytest.raises(SystemExit, match="no notebook begins with 99"):
        slides.main(["99"])


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Three talks, served on a port of this machine."""
    module = load()
    module.SITE = tmp_path_factory.mktemp("slides")
    module.ROOT, root = module.SITE.parent, module.ROOT
    (module.SITE.parent / "notebooks").symlink_to(root / "notebooks")
    module.main(["01", "05", "09"])

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(module.SITE)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


# On a projector of 1280 × 720: texts have at least 24 px, code and figures 18.
@pytest.mark.slow
@pytest.mark.browser
@needs("chromium", "npm")
@pytest.mark.parametrize("talk", ["de/01-a-board-is-an-nfa", "es/05-what-no-automaton-can-do",
                                  "09-amakta-a-game-is-a-transition-system"])
def test_every_slide_of_a_talk_fits_is_filled_and_can_be_read_from_the_last_row(site, browser, talk):
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    asked, errors = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    page.goto(f"{site}/{talk}.html", timeout=120_000)  # a machine that is busy with other tests takes its time
    page.wait_for_function("window.Reveal?.isReady()", timeout=120_000)
    told, seen = [page.evaluate(TOLD)], [page.evaluate(SLIDE)]
    while page.evaluate(NEXT):
        told.append(page.evaluate(TOLD))
        seen.append(page.evaluate(SLIDE))
    assert errors == []
    assert [url for url in asked if not url.startswith((site, "data:"))] == []
    assert len(seen) == page.evaluate("Reveal.getTotalSlides()") >= 12
    assert not any(told)  # no answer before somebody clicks
    assert {s["title"]: s["height"] for s in seen if s["height"] > 540} == {}
    assert [s["title"] for s in seen if s["wide"] or s["bad"] or s["raw"]] == []
    assert {s["title"]: s["text"] for s in seen if s["text"] and s["text"] < 24} == {}
    assert {s["title"]: s["code"] for s in seen if s["code"] and s["code"] < 18} == {}
    figures = [figure for slide in seen for figure in slide["figures"]]
    assert len(figures) >= 3
    assert [figure for figure in figures if (figure["text"] and figure["text"] < 18) or not figure["alt"]] == []
    assert [s["title"] for s in seen if s["full"] < 0.25] == []
    assert sum(s["full"] < 0.5 for s in seen) <= len(seen) / 10
    assert sum(s["full"] for s in seen) / len(seen) > 0.8
    assert all(s["notes"] for s in seen)  # what the speaker says to a section stands by each of its slides
    assert page.evaluate("document.querySelectorAll('aside.notes details:not([open])').length") == 0
    assert page.evaluate("document.querySelectorAll('mjx-container').length") > 10
    page.close()


@pytest.mark.slow
@pytest.mark.browser
@needs("chromium", "npm")
def test_whatever_stands_in_the_notebook_stands_in_the_talk(site, browser):
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.goto(f"{site}/05-what-no-automaton-can-do.html", timeout=120_000)
    page.wait_for_function("window.Reveal?.isReady()", timeout=120_000)
    counts = """html => [new DOMParser().parseFromString(html, "text/html"), document].map(page => {
        const plots = [...page.querySelectorAll(".slides pre")].filter((pre) => pre.textContent.startsWith("<Axes: "));
        return [page.querySelectorAll(".slides .jp-OutputArea-child").length - plots.length,
                page.querySelectorAll("section[data-prediction]").length,
                page.querySelectorAll(".slides .jp-RenderedMarkdown:not(aside *) > :is(p, ul, table)").length]; })"""
    before, after = page.evaluate(counts, page.request.get(page.url).text())
    assert after[0] == before[0] + before[1]  # a prediction is asked, and its result a fragment
    assert after[2] == before[2]
    page.close()


@pytest.mark.slow
@pytest.mark.browser
@needs("chromium", "npm")
def test_boards_are_alive_on_the_slides_that_voila_shows(slides, browser, tmp_path):
    """reveal.js, which Voilà asks unpkg.com for, is the one of our own slides; nothing else comes from elsewhere."""
    pytest.importorskip("voila")
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
        page.wait_for_function("document.querySelectorAll('.gk-root[data-tick]').length === 8")
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
