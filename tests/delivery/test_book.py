"""The book: built by one command, read and played with the network cut, and what happens when something is broken."""

from __future__ import annotations

import json
import re
import struct
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib import import_module, resources, util
from pathlib import Path
from typing import Any

import pytest

from tests.course_notebooks import talks
from tests.delivery import book_site, firefox
from tests.needs import WAYS, needs, way_to

pytestmark = [
    pytest.mark.slow,
    pytest.mark.browser,
    pytest.mark.xdist_group("browser"),
    needs("chromium", "node", "npm"),  # npm brings Pyodide and MathJax
]
FULL = """Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };"""
BLOCKED = """Object.defineProperty(window, "localStorage",
    { get() { throw new DOMException("full", "SecurityError"); } });"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("book")
    book_site.lectures(folder)
    print(book_site.build("--notebooks", folder, "--to", folder / "site"))
    return folder / "site"


@pytest.fixture(scope="module")
def faults() -> dict[str, book_site.Fault]:
    return {}


@pytest.fixture(scope="module")
def address(site: Path, faults: dict[str, book_site.Fault]) -> Iterator[str]:
    with book_site.served(site, faults) as found:
        yield found


@pytest.fixture
def context(browser: Any, address: str, faults: dict[str, book_site.Fault]) -> Iterator[Any]:
    """A reader with an empty browser; a request to another host, or an error in a page, fails the test."""
    outside: list[str] = []
    errors: list[str] = []
    reader = browser.new_context(viewport={"width": 1100, "height": 900})
    reader.set_default_timeout(120_000)
    own = (address, "data:", "blob:")
    reader.on("request", lambda request: None if request.url.startswith(own) else outside.append(request.url))
    reader.on("weberror", lambda error: errors.append(str(error.error)))
    reader.on("console", lambda line: errors.append(line.text) if "engine" in line.text else None)
    yield reader
    reader.close()
    faults.clear()
    assert outside == []
    assert [one for one in errors if one != "full"] == []  # the script of the theme does not expect a full storage


class Page(HTMLParser):
    """What a page loads, where it leads, and the places in it that can be led to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.leads: list[str] = []
        self.ids: set[str | None] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        told = dict(attributes)
        self.ids.add(told.get("id"))
        address = told.get("href") or told.get("src") or ""
        if tag == "a":
            self.leads.append(address)
        elif address and told.get("rel") not in ("next", "prev", "index", "search"):
            self.loads.append(address)


def test_every_link_leads_somewhere_and_nothing_lies_elsewhere(site: Path) -> None:
    pages = {file.resolve(): Page(file.read_text(encoding="utf-8")) for file in site.rglob("*.html")
             if "_static" not in file.parts}
    assert len(pages) >= 3 * 6
    assert {path.name for path in site.iterdir()} == {"de", "en", "es", "index.html", "shared", ".nojekyll"}
    for file, page in pages.items():
        for address in page.loads + page.leads:
            if address.startswith("data:") or (address in page.leads and re.match(r"https?:|mailto:", address)):
                continue
            name, _, anchor = address.partition("#")
            target = (file.parent / name.partition("?")[0]).resolve() if name else file
            assert target.is_file(), (file.name, address)
            if anchor and target in pages:
                assert anchor in pages[target].ids, (file.name, address)
    styles = "".join(file.read_text(encoding="utf-8") for file in site.rglob("*.css"))
    assert re.findall(r"url\(['\"]?(?:https?:)?//", styles) == []


def test_a_lecture_says_everything_before_anything_runs(site: Path) -> None:
    text = (site / "es" / "01-one.html").read_text(encoding="utf-8")
    assert 'lang="en"' in text
    assert "no está traducida" in text
    assert "<mjx-container" in text
    assert "mathjax" not in "".join(Page(text).loads).replace("/mathjax/formulas.css", "")
    assert 'loading="lazy" src="../shared/pictures/' in text
    [code] = re.findall(r'data-code="([^"]*)"', text)
    assert "board = " in code
    assert "unused" not in code
    assert "ask" not in code  # the words of a prediction are no file of the site
    assert ">a file<" not in text


def test_a_widget_gets_the_statements_that_may_change_what_it_shows_and_no_others(
        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(book_site.ROOT / "delivery" / "book")
    needed = import_module("cells").needed
    assert needed(["import a, c\nb = a.B()", "b.change()\na.picture(b).show()\nc.print(b)\nb", "b[0].turn()\na.W(b)"]
                  ) == "import a, c\nb = a.B()\nb.change()\nb[0].turn()\na.W(b)"


def test_over_a_slide_a_board_is_large_and_reads_its_tower_and_a_game_stays_a_game() -> None:
    said = """import book
book.post = lambda **message: None  # there is no page
made = []
for mode in ("edit", "play", "run"):
    widget = book.BoardWidget("bga/abcd bww c; posts c@A; bridges bA>B.m", mode=mode)
    book.present(widget)
    made.append((widget.mode, widget.large))
print(made)"""
    folders = [str(book_site.ROOT / "delivery" / "book" / part) for part in (".", "page")]
    done = subprocess.run([sys.executable, "-c", f"import sys; sys.path[:0] = {folders}\n{said}"],
                          capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[('run', True), ('play', True), ('run', True)]"


def test_what_widgets_share_is_imported_without_networkx_which_comes_when_it_is_asked_for() -> None:
    """It is most of what automata-lib imports; `warm.py` decides what everybody fetches."""
    book = book_site.ROOT / "delivery" / "book"
    warm = (book / "page" / "warm.py").read_text(encoding="utf-8")
    look = "\nprint('networkx.classes' in sys.modules, len(nfa_of('bA>B').graph()), 'networkx.classes' in sys.modules)"
    begin = f"import sys\nsys.path[:0] = {[str(book), str(book / 'page')]}\n"
    graph = "\nnfa_of = lambda arrows: fe.Board(arrows, start='A', end='B').automaton()"
    done = subprocess.run([sys.executable, "-c", begin + warm + graph + look], cwd=book_site.ROOT, text=True,
                          capture_output=True, check=False)
    assert done.stdout == "False 2 True\n", done.stderr


@pytest.mark.parametrize(("lang", "word", "said"), [
    ("en", "lecture", "Pages found"), ("de", "Weg", "Gefundene Seiten"), ("es", "estado", "Páginas encontradas")])
def test_words_are_found(context: Any, address: str, lang: str, word: str, said: str) -> None:
    page = context.new_page()
    page.goto(f"{address}/{lang}/search.html?q={word}")
    page.locator("#search-results a[href*='01-one.html']").first.wait_for()
    page.get_by_text(said).first.wait_for()


def test_a_page_is_printed_dark_on_white_with_all_of_its_code(context: Any, address: str) -> None:
    page = context.new_page()
    page.emulate_media(color_scheme="dark", media="print")
    page.goto(f"{address}/en/01-one.html")
    cut = "[...document.querySelectorAll('pre')].filter(one => one.scrollWidth > one.clientWidth).length"
    page.set_viewport_size({"width": 400, "height": 900})
    assert page.evaluate(cut) == 0
    page.evaluate("addEventListener('beforeprint', () => { printed = document.documentElement.dataset.theme; })")
    assert b"example.org/the-end" in page.pdf(height="10cm"), "all of it, however many pages that takes"
    assert page.evaluate("[printed, document.documentElement.dataset.theme]") == ["light", "dark"]


def test_a_prediction_is_made_once_and_remembered(context: Any, address: str) -> None:
    page = context.new_page()
    page.goto(f"{address}/de/01-one.html")
    asked = page.locator("[data-prediction]")
    assert not asked.get_by_text("It returns.").is_visible()
    asked.get_by_label("yes").check()
    asked.locator("button").click()
    assert asked.get_by_text("It returns.").is_visible()
    page.reload()
    assert asked.get_by_text("It returns.").is_visible()
    assert asked.get_by_label("yes").is_disabled()


def moves(page: Any) -> list[Any]:
    """What the page keeps of its games."""
    kept = page.evaluate("Object.entries(localStorage).filter(([key]) => key.startsWith('book:') && key !== 'book:try')"
                         ".map(([key, value]) => JSON.parse(value))")
    return [one["state"]["moves"] for one in kept]


def place(page: Any) -> None:
    """Click a slot, and the first thing that can be done there."""
    page.locator('.gk-root [data-hit="A-B.m"]').click()
    page.locator(".gk-root [role=menuitem]").first.wait_for()


def test_a_board_is_played_and_a_tab_that_is_closed_in_the_middle_loses_no_click(context: Any, address: str) -> None:
    page = context.new_page()
    book_site.play(page, f"{address}/en/01-one.html")
    place(page)
    page.evaluate("document.querySelector('.gk-root [role=menuitem]').click()")
    page.close()  # before Python has answered
    page = context.new_page()
    book_site.play(page, f"{address}/de/01-one.html")
    page.wait_for_function("document.querySelector('.book-widget').frame.model.get('moves') !== ''")
    assert page.locator(".gk-root").get_attribute("lang") in ("en", "de")
    assert moves(page) == [page.evaluate("document.querySelector('.book-widget').frame.model.get('moves')")]
    page.locator(".book-link").click()
    page.goto(page.locator(".book-line a").get_attribute("href"))
    book_site.alive(page)
    assert page.evaluate("document.querySelector('.book-widget').frame.model.get('moves')") != ""


def test_a_board_is_played_over_the_slide_of_a_talk(
        browser: Any, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slides = talks.load()
    for name, place in (("ROOT", tmp_path), ("SITE", tmp_path / "slides"), ("BOOK", tmp_path / "book")):
        monkeypatch.setattr(slides, name, place)
    (tmp_path / "book").symlink_to(site)
    (tmp_path / "notebooks").symlink_to(site.parent)
    for library in slides.LIBRARIES:
        slides.fetch(*library)
    slides.talk(tmp_path / "notebooks" / "01-one.ipynb")
    with book_site.served(tmp_path, {}) as address, browser.new_context(viewport=talks.SIZE) as context:
        page = context.new_page()
        talks.open_talk(page, f"{address}/slides/01-one.html")
        button = page.locator(".play").first
        number = button.evaluate("part => Reveal.getSlides().indexOf(part.closest('section'))")
        for _ in range(number):
            page.keyboard.press("Space")
        button.focus()
        page.keyboard.press("Enter")
        board = page.frame_locator(".playing iframe")
        board.locator('.gk-root [data-hit="A-B.m"]').click(timeout=120_000)
        board.locator(".gk-root [role=menuitem]").first.click()
        # Large, as a hall wants it: there the moves are not shown
        board.locator('.gk-large [data-do="undo"]:not([disabled])').wait_for(state="attached")
        page.locator(".playing button").press("Enter")
        page.locator(".playing").wait_for(state="detached")
        assert page.evaluate("Reveal.getSlides().indexOf(Reveal.getCurrentSlide())") == number


def test_on_a_phone_nothing_is_wider_than_the_screen_and_fingers_are_enough(browser: Any, address: str) -> None:
    phone = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    page = phone.new_page()
    for name in ("01-one", "02-two"):
        page.goto(f"{address}/de/{name}.html")
        fits = [page.evaluate("document.documentElement.scrollWidth <= innerWidth")]
        page.locator(".book-play").tap()
        book_site.alive(page)
        fits.append(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
        assert fits == [True, True], name
    page.goto(f"{address}/de/01-one.html")
    page.locator(".book-play").tap()
    book_site.alive(page)
    page.locator('.gk-root [data-hit="A-B.m"]').tap()  # too small for a finger: the board is enlarged
    page.locator('.gk-root.gk-enlarged [data-hit="A-B.m"]').tap()
    page.locator(".gk-root [role=menuitem]").first.tap()
    page.wait_for_function("document.querySelector('.book-widget').frame.model.get('moves') !== ''")
    phone.close()


def test_what_was_done_with_a_machine_is_done_again(context: Any, address: str) -> None:
    page = context.new_page()
    book_site.play(page, f"{address}/en/02-two.html")
    state = "['machine', 'games'].map(name => document.querySelector('.book-widget').frame.model.get(name))"
    page.locator('.gk-root select[data-do="teacher"]').select_option("random")
    page.locator('.gk-root [data-do="train"]:not([disabled])').nth(1).click()
    page.wait_for_function("document.querySelector('.book-widget').frame.model.get('games') === 10")
    before = page.evaluate(state)
    page.reload()
    page.locator(".book-play").first.click()
    book_site.alive(page)
    assert page.evaluate(state) == before


@pytest.mark.skipif(firefox.FIREFOX is None, reason=WAYS["firefox"])
def test_a_board_is_played_in_firefox_as_well(address: str) -> None:
    with firefox.opened() as page:
        page.goto(f"{address}/en/01-one.html")
        page.evaluate("document.querySelector('.book-play').click() ?? true")
        for place in ('[data-hit="A-B.m"]', "[role=menuitem]"):
            page.wait_for_function(f"document.querySelector('.gk-root {place}')", timeout=180_000)
            page.evaluate(f"document.querySelector('.gk-root {place}').dispatchEvent("
                          "new MouseEvent('click', {bubbles: true}))")
        page.wait_for_function("document.querySelector('.book-widget').frame.model.get('moves') !== ''")


@pytest.mark.parametrize("link", [
    "question=regex_of_board&seed=3", "automaton=(a%7Cb)*b", "p=bga/abcd%20bbb%20c;%20posts%20c@A"])
def test_a_link_opens_in_the_book(context: Any, address: str, link: str) -> None:
    page = context.new_page()
    page.goto(f"{address}/es/open.html#{link}")
    book_site.alive(page)
    assert page.locator(".gk-root").get_attribute("lang") == "es"
    assert page.locator(".book-question").count() == link.startswith("question")


def test_a_file_that_is_cut_short_is_named_and_can_be_fetched_again(
        context: Any, address: str, faults: dict[str, book_site.Fault]) -> None:
    faults["packages"] = lambda content: content[:len(content) // 2]
    page = context.new_page()
    page.goto(f"{address}/en/01-one.html")
    page.locator(".book-play").click()
    page.get_by_text("only part of a file arrived (packages").wait_for()
    faults.clear()
    page.get_by_role("button", name="Try again").click()
    book_site.alive(page)


def other_build(packed: bytes) -> bytes:
    """The picture of a memory as another Pyodide would have made it."""
    import gzip

    content = bytearray(gzip.decompress(packed))
    content[16:20] = struct.pack("<I", 7)
    return gzip.compress(content, 1)


@pytest.mark.parametrize("fault", [other_build, lambda content: None], ids=["stale", "missing"])
def test_without_a_fitting_picture_of_the_memory_it_takes_longer_and_works(
        context: Any, address: str, faults: dict[str, book_site.Fault], fault: book_site.Fault) -> None:
    faults["memory"] = fault
    page = context.new_page()
    book_site.play(page, f"{address}/en/01-one.html")
    place(page)


@pytest.mark.parametrize("broken", [FULL, BLOCKED], ids=["full", "blocked"])
def test_a_browser_that_keeps_nothing_says_so_and_plays(context: Any, address: str, broken: str) -> None:
    page = context.new_page()
    page.add_init_script(broken)
    book_site.play(page, f"{address}/en/01-one.html")
    place(page)
    assert page.get_by_role("alert").inner_text().startswith("Your browser cannot store anything")


def test_the_site_begins_with_a_film_that_becomes_a_board_in_the_language_of_the_reader(
        browser: Any, address: str) -> None:
    page = browser.new_page(locale="es", reduced_motion="reduce", color_scheme="dark")
    page.goto(f"{address}/index.html")
    page.wait_for_url("**/es/start.html")
    assert page.locator("h1").count() == 1
    assert page.evaluate("""() => [...document.images].filter(
        (image) => { image.loading = "eager"; return !image.alt || !image.getAttribute("src"); }).length""") == 0
    assert page.locator(".card").count() == 3
    page.locator(".film").click()
    page.frame_locator(".stage iframe").locator(".gk-root[data-tick]").wait_for(timeout=120_000)
    page.close()


@pytest.mark.skipif(util.find_spec("axe_playwright_python") is None, reason=way_to("axe-playwright-python"))
def test_axe_finds_nothing_in_the_light_and_in_the_dark(browser: Any, address: str) -> None:
    axe = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    for scheme in ("light", "dark"):
        page = browser.new_page(color_scheme=scheme)
        book_site.play(page, f"{address}/de/01-one.html")
        page.evaluate(axe)
        found = page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
        page.goto(f"{address}/de/start.html")
        page.evaluate(axe)
        found += page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
        page.close()
        assert [(one["id"], one["nodes"][0]["html"][:200]) for one in found] == [], json.dumps(scheme)
