"""The talks: nothing is fetched from elsewhere, every slide fits, every figure can be read from the last row."""

import functools
import importlib.util
import re
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.needs import needs

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ROOT / "notebooks"
HEIGHT = 540
SLIDE = """async () => {
    const slide = Reveal.getCurrentSlide(), figures = [];
    const texts = [...slide.querySelectorAll("p, li, td")].map((element) => element.innerText).join("");
    for (const image of slide.querySelectorAll("img")) {
        const sizes = [...(await (await fetch(image.src)).text()).matchAll(/font-size="([0-9.]+)"/g)];
        const smallest = Math.min(...sizes.map((size) => Number(size[1])));
        figures.push({ text: smallest * image.width / image.naturalWidth, alt: image.alt });
    }
    return { title: slide.innerText.trim().slice(0, 50), figures, height: slide.scrollHeight,
             wide: slide.scrollWidth - slide.clientWidth, bad: slide.querySelectorAll("mjx-merror").length,
             raw: /\\$[^$]*\\\\[a-z]+[^$]*\\$/.test(texts) };
}"""
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


def test_every_lecture_has_a_first_slide_and_notes_for_the_speaker():
    import nbformat

    for path in sorted(NOTEBOOKS.rglob("0?-*.ipynb")):
        cells = nbformat.read(path, as_version=4).cells
        kinds = [cell.metadata.get("slideshow", {}).get("slide_type") for cell in cells]
        assert kinds[0] == "slide", path.name
        assert "notes" in kinds, path.name
        assert kinds.count("slide") >= 5, path.name


def test_an_unknown_name_stops_the_build(slides):
    with pytest.raises(SystemExit, match="no notebook begins with 99"):
        slides.main(["99"])


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Two talks, served on a port of this machine."""
    module = load()
    module.SITE = tmp_path_factory.mktemp("slides")
    module.ROOT, root = module.SITE.parent, module.ROOT
    (module.SITE.parent / "notebooks").symlink_to(root / "notebooks")
    module.main(["01", "09"])

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


# A slide may be scrolled by this share of the stage; and the smallest letters of its figures, in points of a slide
# 13.3 inches wide.
@pytest.mark.slow
@pytest.mark.browser
@needs("chromium", "npm")
@pytest.mark.parametrize(("talk", "scrolled", "points"), [
    ("de/01-a-board-is-an-nfa", 0, 14), ("09-amakta-a-game-is-a-transition-system", 0, 14),
])
def test_a_talk_is_stepped_through_without_the_network_and_every_slide_fits(site, browser, talk, scrolled, points):
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    asked, errors = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    page.goto(f"{site}/{talk}.html", timeout=120_000)  # a machine that is busy with other tests takes its time
    page.wait_for_function("window.Reveal?.isReady()", timeout=120_000)
    seen = [page.evaluate(SLIDE)]
    artefacts = ROOT / "build" / "screenshots" / "slides"
    artefacts.mkdir(parents=True, exist_ok=True)
    while page.evaluate(NEXT):
        seen.append(page.evaluate(SLIDE))
        page.wait_for_timeout(250)
        page.screenshot(path=artefacts / f"{Path(talk).stem[:2]}-{len(seen):02}.png")
    assert errors == []
    assert [url for url in asked if not url.startswith((site, "data:"))] == []
    assert len(seen) == page.evaluate("Reveal.getTotalSlides()") >= 20
    assert {s["title"]: s["height"] for s in seen if s["height"] > HEIGHT * (1 + scrolled)} == {}
    assert [s["title"] for s in seen if s["wide"] > 0 or s["bad"] or s["raw"]] == []
    figures = [figure for slide in seen for figure in slide["figures"]]
    assert len(figures) >= 8
    assert [figure for figure in figures if figure["text"] < points or not figure["alt"]] == []
    assert page.evaluate("document.querySelectorAll('aside.notes details[open]').length") >= 1
    assert page.evaluate("document.querySelectorAll('mjx-container').length") > 10
    page.close()


@pytest.mark.slow
@pytest.mark.browser
def test_a_slide_that_is_too_tall_goes_on_on_the_next_one(site, browser):
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.goto(f"{site}/01-a-board-is-an-nfa.html", timeout=120_000)
    page.wait_for_function("window.Reveal?.isReady()", timeout=120_000)
    counts = """html => [new DOMParser().parseFromString(html, "text/html"), document].map(
        page => [".slides section:not(:has(section))", ".slides .jp-OutputArea-child", "section[data-prediction]"].map(
            part => page.querySelectorAll(part).length))"""
    before, after = page.evaluate(counts, page.request.get(page.url).text())
    assert after[0] > before[0] + 1
    assert after[1] == before[1] + before[2]  # cut, and nothing lost; a prediction is asked, and its result a fragment
    page.close()
