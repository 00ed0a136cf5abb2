"""Every slide of every talk, in three languages: how full, how large its letters, what is wrong with it.

Its pictures are written to ``build/slides-seen``, for somebody to look at.
"""

from __future__ import annotations

import sys
from typing import Any

from benchmarks.measures import Table
from tests.course_notebooks.talks import ROOT, SIZE, faults, load, seen
from tests.delivery import book_site
from tests.needs import CHROMIUM, FLAGS, WAYS

__all__ = ["measure"]


def smallest(sizes: list[float]) -> str:
    """The smallest height of letters; a dash if there are none."""
    return f"{min(sizes):.1f}" if sizes and min(sizes) < float("inf") else "–"


def measure() -> Table:
    """Build the talks, and go through them."""
    from playwright.sync_api import sync_playwright

    if not CHROMIUM:
        return Table(("what",), [], [WAYS["chromium"]])
    build, pictures = load(), ROOT / "build" / "slides-seen"
    build.main(["0", "10"])  # the gallery is leafed through, and no talk
    rows: list[tuple[Any, ...]] = []
    missed: list[str] = []
    with book_site.served(build.SITE, {}) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for talk in sorted(build.SITE.rglob("[01]*.html")):
            page, name, slides = browser.new_page(viewport=SIZE), talk.relative_to(build.SITE).with_suffix(""), []
            for number, slide in enumerate(seen(page, f"{address}/{name}.html"), 1):
                slides.append(slide)
                missed += [f"{name}, slide {number}: {what}" for what in faults(slide)]
                page.screenshot(path=pictures / name / f"{number:02}.png")
            page.close()
            full = [slide["full"] for slide in slides]
            rows.append((name, len(slides), f"{sum(full) / len(full):.2f}", sum(part < 0.5 for part in full),
                         *(smallest([slide[what] for slide in slides]) for what in ("text", "code")),
                         smallest([figure["text"] for slide in slides for figure in slide["figures"]])))
            print(f"{name}: {len(slides)} slides", file=sys.stderr, flush=True)
        browser.close()
    number = sum(row[1] for row in rows)
    return Table(("talk", "slides", "full", "half empty", "texts, px", "code, px", "figures, px"), rows, missed,
                 f"{number} slides, {sum(row[3] for row in rows)} of them half empty; {len(missed)} faults.")
