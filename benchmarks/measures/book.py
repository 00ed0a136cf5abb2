"""The book in a browser: every widget made alive, how long it takes, what is fetched, what axe finds."""

from __future__ import annotations

import gzip
from importlib import resources
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.measures import Table
from tests.delivery import book_site
from tests.needs import CHROMIUM, FLAGS, WAYS

__all__ = ["measure"]

FIRST, LATER, CLICK = 5.0, 2.0, 50.0
"""Seconds from "play" until a board is alive on the first page and on a later one, milliseconds of a click."""
PAGE, PLAY = 0.5, 20.0
"""Megabytes of a page with all that it loads, packed as web hosts send it, and of what "play" fetches."""
FRAMES = "[...document.querySelectorAll('.book-widget')].map(place => place.frame)"
CLICKED = """async () => {
    const root = document.querySelector(".gk-root"), times = [];
    for (let n = 0; n < 8; n++) {
        const marked = [...root.querySelectorAll("[data-hit][data-do], .gk-part-bar button[data-do]:not([disabled])")];
        const before = root.dataset.tick, begin = performance.now();
        marked[n % marked.length].dispatchEvent(new MouseEvent("click", { bubbles: true }));
        while (root.dataset.tick === before && performance.now() - begin < 5000)
            await new Promise((done) => setTimeout(done, 1));
        times.push(performance.now() - begin);
    }
    return times;
}"""


class Reader:
    """A browser with an empty cache, and what its pages ask for."""

    def __init__(self, browser: Any, address: str, scheme: str = "light") -> None:
        self.context = browser.new_context(viewport={"width": 1200, "height": 900}, color_scheme=scheme)
        self.address = address
        self.context.set_default_timeout(300_000)
        self.bodies: dict[str, bytes] = {}
        self.outside: set[str] = set()
        self.context.on("request", self.asked)

    def asked(self, request: Any) -> None:
        """Note what goes to another host."""
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.outside.add(request.url)

    def open(self, page: str) -> Any:
        """A page, and what it loads."""
        tab = self.context.new_page()
        tab.on("response", lambda answer: self.bodies.setdefault(answer.url, answer))
        tab.goto(f"{self.address}/{page}")
        tab.wait_for_timeout(1000)  # pictures that load late
        return tab


def alive(tab: Any, number: int) -> float:
    """Make one widget of a page alive; return the seconds."""
    tab.evaluate(f"number => {{ performance.clearMarks(); {FRAMES}[number].play(); }}", number)
    tab.wait_for_function("performance.getEntriesByName('alive').length || [...document.querySelectorAll('.book-line')]"
                          ".some(line => line.textContent.length > 40)", timeout=300_000)
    said = "".join(tab.locator(".book-line").all_inner_texts())
    if len(said) > 40:
        raise AssertionError(said)
    return float(tab.evaluate("performance.measure('time', 'play', 'alive').duration")) / 1000


def megabytes(reader: Reader) -> tuple[float, float]:
    """What a page loaded: as it lies on the server, and packed."""
    bodies = [answer.body() for answer in reader.bodies.values() if answer.ok]
    return sum(map(len, bodies)) / 1e6, sum(len(gzip.compress(body, 6)) for body in bodies) / 1e6


def findings(browser: Any, address: str, page: str) -> list[str]:
    """What axe finds on a page, in the light and in the dark."""
    axe = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    found = []
    for scheme in ("light", "dark"):
        reader = Reader(browser, address, scheme)
        tab = reader.open(page)
        tab.evaluate(axe)
        violations = tab.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
        found += [f"{scheme}: {one['id']} ({one['nodes'][0]['html'][:80]})" for one in violations]
        reader.context.close()
    return found


def read(browser: Any, address: str, site: Path) -> Table:
    """Go through the English book."""
    rows: list[tuple[object, ...]] = []
    missed: list[str] = []
    pages = sorted(file.name for file in (site / "en").glob("[0-9]*.html"))
    begun: list[float] = []
    clicks: list[float] = []
    reader = Reader(browser, address)
    for name in pages:
        fresh = Reader(browser, address)
        fresh.open(f"en/{name}")
        raw, packed = megabytes(fresh)
        fresh.context.close()
        tab = reader.open(f"en/{name}")
        times, waits = [], []
        for number in range(tab.evaluate(f"{FRAMES}.length")):
            try:
                times.append(alive(tab, number))
                waits += tab.evaluate(CLICKED) if number == 0 else []
            except AssertionError as error:
                missed.append(f"{name}, widget {number + 1}: {error}")
        begun += times[:1]
        clicks += waits
        found = findings(browser, address, f"en/{name}")
        missed += [f"{name}: axe, {one}" for one in found]
        if packed > PAGE:
            missed.append(f"{name} loads {packed:.2f} MB")
        rows.append((name, f"{raw:.2f} ({packed:.2f})", len(times), " ".join(f"{time:.2f}" for time in times),
                     f"{median(waits):.0f}, {max(waits):.0f}" if waits else "", len(found)))
        tab.close()
    missed += [f"asked for {url}" for url in sorted(reader.outside)]
    fetched = sum(file.stat().st_size for file in (site / "shared" / "python").iterdir()) / 1e6
    first, later, click = begun[0], max(begun[1:]), median(clicks)
    for what, figure, limit in (
            ("alive on the first page, s", first, FIRST), ("alive on a later page, s", later, LATER),
            ("a click, ms", click, CLICK), ("fetched by play, MB", fetched, PLAY)):
        if figure > limit:
            missed.append(f"{what}: {figure:.2f}")
    widgets = sum(int(str(row[2])) for row in rows)
    return Table(("page", "MB (packed)", "widgets", "alive after s", "click, ms: median, slowest", "axe"), rows, missed,
                 f"{widgets} widgets alive: the first after {first:.1f} s, on a later page {later:.1f} s at most; "
                 f"a click {click:.0f} ms; play fetches {fetched:.1f} MB; {len(reader.outside)} requests elsewhere.")


def measure() -> Table:
    """Build the book, and read it."""
    from playwright.sync_api import sync_playwright

    if not CHROMIUM:
        return Table(("what",), [], [WAYS["chromium"]])
    book_site.build()
    site = book_site.ROOT / "build" / "book"
    with book_site.served(site, {}) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            return read(browser, address, site)
        finally:
            browser.close()
