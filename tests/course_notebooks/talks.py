"""A talk in a browser, slide by slide: what stands where, how large it is, what can be seen too early."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ROOT / "notebooks"
SIZE = {"width": 1280, "height": 720}
MARGIN, TEXT, LETTER = 48, 24, 18
"""On a projector of this size, in pixels: the frame; the least height of letters of texts, and of code and figures."""
SLIDE = """async () => {
    const slide = Reveal.getCurrentSlide(), stage = slide.getBoundingClientRect(), scale = Reveal.getScale();
    const folded = "aside, details:not([open]) > :not(summary)";
    const shown = (part) => !part.closest(folded) && part.getClientRects().length > 0;
    const all = (what) => [...slide.querySelectorAll(what)].filter(shown);
    const size = (part) => parseFloat(getComputedStyle(part).fontSize) * scale;
    const figures = [];
    for (const image of all("img:not(.repeated)")) {  // legible on a slide of its own
        const sizes = [...(await (await fetch(image.src)).text()).matchAll(/font-size="([0-9.]+)"/g)];
        const smallest = Math.min(...sizes.map((size) => Number(size[1])));
        figures.push({ text: smallest * scale * image.width / image.naturalWidth, alt: image.alt });
    }
    const parts = all("h1, h2, h3, p, li, summary, table, img, pre, mjx-container svg");
    const right = (part) => part.closest(".columns > div, .jp-Cell").getBoundingClientRect().right + 2;
    return { title: slide.innerText.trim().slice(0, 50), figures, height: slide.scrollHeight,
             // Of what the frame leaves: two margins of 48 px less than 540
             full: (Math.max(...parts.map((part) => part.getBoundingClientRect().bottom)) - stage.top) / 444 / scale,
             wide: slide.scrollWidth > slide.clientWidth
                 || all("pre").some((part) => part.scrollWidth > part.clientWidth)
                 || all("mjx-container svg, table, p code").some(
                     (part) => part.getBoundingClientRect().right > right(part)),
             margin: slide.matches(".whole") ? 0 : 1.5 + Math.min(
                 ...parts.map((part) => part.getBoundingClientRect().left - stage.left),
                 ...parts.map((part) => stage.right - part.getBoundingClientRect().right)),
             heading: Math.max(0, ...all(".head :is(h1, h2)").map(size)),
             letters: [...new Set(all(".columns :is(p, li)").map(size).map(Math.round))],
             whole: slide.matches(".whole"),
             text: Math.min(...all("h1, h2, h3, p, li, td, th").map(size)), code: Math.min(...all("pre").map(size)),
             torn: all("mjx-container").some((part) => /^[.,;:!?)]/.test(part.nextSibling?.data ?? "")
                 && getComputedStyle(part.parentElement).whiteSpace !== "nowrap"),
             bad: slide.querySelectorAll("mjx-merror").length, notes: slide.querySelectorAll("aside.notes").length,
             raw: /\\$[^$]*\\\\[a-z]+[^$]*\\$/.test(all("p, li, td").map((part) => part.innerText).join("")) };
}"""
TOLD = """() => [...Reveal.getCurrentSlide().querySelectorAll(".prediction")].some(
    (part, k, all) => part.querySelector("ul") && all[k + 1] && !all[k + 1].querySelector("ul")
        && getComputedStyle(all[k + 1].closest(".fragment") ?? all[k + 1]).visibility === "visible")"""
SHOWN = "() => { while (Reveal.availableFragments().next) Reveal.nextFragment(); }"
NEXT = """() => {
    if (Reveal.isLastSlide()) return false;
    Reveal.next();
    return true;
}"""


def load() -> Any:
    """The build of the talks, which is a script and no module of a package."""
    spec = importlib.util.spec_from_file_location("slides_build", ROOT / "delivery" / "slides" / "build.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def open_talk(page: Any, address: str) -> None:
    """Go to a talk, and wait until its slides are laid out."""
    page.goto(address, timeout=120_000)  # a machine that is busy with other tests takes its time
    page.wait_for_function("window.Reveal?.isReady()", timeout=120_000)


def seen(page: Any, address: str) -> Iterator[dict[str, Any]]:
    """Every slide of a talk, after all its clicks; `told` if an answer stood there before a click."""
    open_talk(page, address)
    while True:
        told = page.evaluate(TOLD)
        page.evaluate(SHOWN)
        yield {**page.evaluate(SLIDE), "told": told}
        if not page.evaluate(NEXT):
            return


def faults(slide: dict[str, Any]) -> list[str]:
    """What is wrong with a slide, a sentence each; nothing if all is well."""
    small = [f"letters of {figure['text']:.1f} px in the figure {figure['alt'][:60]!r}"
             for figure in slide["figures"] if figure["text"] and figure["text"] < LETTER]
    found = {
        "an answer before the click": slide["told"],
        "higher than the stage": slide["height"] > 540,
        "wider than the stage": slide["wide"],
        f"nearer than {MARGIN} px to an edge": not slide["whole"] and slide["margin"] < MARGIN,
        "a title that is no larger than the text": not slide["whole"]
                                                   and slide["heading"] <= max(slide["letters"], default=0),
        "four sizes of text": len(slide["letters"]) > 3,
        "a formula that is not set": slide["bad"] or slide["raw"],
        "a full stop or comma that may begin a line": slide["torn"],
        f"texts below {TEXT} px": slide["text"] and slide["text"] < TEXT,
        f"code below {LETTER} px": slide["code"] and slide["code"] < LETTER,
        "a figure without a text instead": not all(figure["alt"] for figure in slide["figures"]),
        "three quarters empty": slide["full"] < 0.25,
        "no notes for the speaker": not slide["notes"],
    }
    return small + [what for what, wrong in found.items() if wrong]
