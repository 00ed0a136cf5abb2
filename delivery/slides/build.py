"""Turn the notebooks into talks that need no network: reveal.js and MathJax lie beside them.

    make slides

or, without make::

    python delivery/slides/build.py             # all notebooks
    python delivery/slides/build.py 01 03       # those whose names begin so
    python delivery/slides/build.py --core      # without what is more than the core (make slides CORE=1)

The talks land in ``build/slides``: open ``index.html`` from any static web server
(``python -m http.server -d build/slides``). Press *s* for the speaker's notes, *Esc* for the overview, and print
``NN-title.html?print-pdf`` for a PDF. The two libraries come from npm, in fixed versions, when the talks are built.
A board is a picture there, which can be played if ``build/book`` lies beside the talks (``make book`` first).
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import nbformat
from nbconvert import SlidesExporter

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

from notebooks.minutes import core_only  # noqa: E402 (what a talk leaves out, the lectures say)

SITE = ROOT / "build" / "slides"
STORE = ROOT / "build" / "slides-npm"
BOOK = ROOT / "build" / "book"
STAGE = ("960", "540")
PICTURE = re.compile(r'(<img\b[^>]*src="data:image/svg\+xml;base64,([^"]+)")')
# npm package, version, and what of it a talk loads.
LIBRARIES = [
    ("reveal.js", "5.2.1", r"LICENSE|dist/(reset\.css|reveal\.(css|js)|theme/(white\.css|fonts/.*))|plugin/notes/.*"),
    ("mathjax", "3.2.2", r"LICENSE|es5/tex-svg\.js"),
]
INDEX = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>finity-edu: talks</title>
<style>body {{ font: 20px/1.6 sans-serif; max-width: 40em; margin: 3em auto }}</style></head>
<body><main><h1>Talks</h1><ul>
{entries}
</ul></main></body></html>
"""


def fetch(name: str, version: str, wanted: str) -> None:
    """Unpack what a talk needs of an npm package; the package itself is fetched once."""
    archive = STORE / f"{name}-{version}.tgz"
    if not archive.exists():
        STORE.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(["npm", "pack", f"{name}@{version}"], cwd=STORE, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"slides: npm pack {name}@{version} failed\n{done.stderr[-2000:]}")
    with tarfile.open(archive) as packed:
        members = [m for m in packed.getmembers() if re.fullmatch(rf"package/({wanted})", m.name)]
        for member in members:
            member.name = member.name.removeprefix("package/")
        packed.extractall(SITE / "libraries" / name, members=members, filter="data")


def talk(notebook: Path, core: bool = False) -> str:
    """Write one talk, of its core alone if that is asked for; return its path below the site."""
    place = notebook.relative_to(ROOT / "notebooks").with_suffix(".html")
    lang = place.parent.name or "en"
    libraries = "../" * len(place.parent.parts) + "libraries"
    exporter = SlidesExporter(
        template_name="talk", extra_template_basedirs=[str(HERE)], reveal_url_prefix=f"{libraries}/reveal.js",
        reveal_theme="white", reveal_width=STAGE[0], reveal_height=STAGE[1],
        mathjax_url=f"{libraries}/mathjax/es5/tex-svg.js", language_code=lang,
    )  # fmt: skip
    content = nbformat.read(notebook, as_version=4)
    content.metadata["title"] = title(content)
    if core:
        content.cells = core_only(content.cells)
    page, _ = exporter.from_notebook_node(content, {"metadata": {"name": notebook.stem}})
    target = SITE / place
    target.parent.mkdir(parents=True, exist_ok=True)
    # A link to a notebook leads to its talk.
    page = re.sub(r'(href="[\w./-]+)\.ipynb(["#])', r"\1.html\2", page)
    target.write_text(playable(page, place, lang), encoding="utf-8")
    return place.as_posix()


def playable(page: str, place: Path, lang: str) -> str:
    """Name, with each picture of a board that the book makes alive, the address where it is."""
    lecture = BOOK / lang / place.name
    if not lecture.is_file():
        return page
    text = lecture.read_text(encoding="utf-8")
    alive = re.findall(r'class="book-widget" data-key="(\w+)".*?src="[^"]*/([0-9a-f]{16})\.svg"', text, re.DOTALL)
    keys = {picture: key for key, picture in alive}
    address = f"{'../' * len(place.parts)}book/{lang}/{place.name}"
    texts = re.search(r'id="book-texts">(.*?)</script>', text)
    said = json.loads(texts[1]) if texts else {}
    if not said.keys() >= {"play", "close"}:
        raise SystemExit(f"{lecture} was made by another version: make book once more, or delete {BOOK}")
    words = f'data-open="{said["play"]}" data-close="{said["close"]}"'

    def named(found: re.Match[str]) -> str:
        key = keys.get(hashlib.sha256(base64.b64decode(found[2])).hexdigest()[:16])
        return f'{found[1]} data-play="{address}?play={key}" {words}' if key else found[0]

    played = PICTURE.sub(named, page)
    if lost := [key for key in keys.values() if f"?play={key}" not in played]:
        print(f"{lecture}: {len(lost)} of its {len(keys)} boards are not on these slides; make book once more?",
              file=sys.stderr)
    return played


def title(notebook: nbformat.NotebookNode) -> str:
    """The first heading."""
    return next(line[2:] for cell in notebook.cells for line in cell.source.splitlines() if line.startswith("# "))


def main(prefixes: list[str]) -> None:
    """Build the talks, and a page that lists them."""
    core = "--core" in prefixes
    prefixes = [prefix for prefix in prefixes if prefix != "--core"]
    found = sorted(path for path in (ROOT / "notebooks").rglob("[0-9]*.ipynb")
                   if ".ipynb_checkpoints" not in path.parts)
    chosen = [path for path in found if not prefixes or any(path.name.startswith(p) for p in prefixes)]
    if not chosen:
        sys.exit(f"slides: no notebook begins with {' or '.join(prefixes)}")
    shutil.rmtree(SITE, ignore_errors=True)
    for library in LIBRARIES:
        fetch(*library)
    entries = []
    for path in chosen:
        place = talk(path, core)
        name = title(nbformat.read(path, as_version=4))
        entries.append(f'<li><a href="{place}">{name}</a></li>')
        print(f"{(SITE / place).relative_to(ROOT)}")
    (SITE / "index.html").write_text(INDEX.format(entries="\n".join(entries)), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
