"""Build the book: the lecture notebooks as a static site, one for each language, with nothing fetched from elsewhere.

    make book

or, without make::

    python -m venv build/book-env
    build/book-env/bin/pip install -r delivery/book/requirements.txt -e .
    build/book-env/bin/python delivery/book/build.py            # or some: build.py 00 01

The site lands in ``build/book``; any static web server shows it (``python -m http.server -d build/book``).  Pages are
made by Sphinx.  What comes alive by "play" runs in the reader's browser, in a worker with Pyodide (`runtime.py`).
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import html
import json
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import cells
import front
import nbformat
import runtime
from runtime import HERE, ROOT

from boardkit.messages import NATIVE

WORK = ROOT / "build" / "book-work"
LANGUAGES = {lang: name for lang, name in NATIVE.items() if lang == "en" or (HERE / f"texts/book.{lang}.po").exists()}
LINK = re.compile(r"(?<!!)\[((?:[^][]|\[[^]]*\])*)\]\(([^)\s#:]+)(#[^)\s]*)?\)")
SEARCH = re.compile(r'(<button[^>]*search-button-field[^>]*?) aria-label="[^"]*"')
PICTURE = re.compile(r'src="data:image/svg\+xml;base64,([^"]+)"')
Notebook = Any  # nbformat.NotebookNode: attributes that are not known to a type checker


def texts(lang: str) -> dict[str, str]:
    """What the book says beside the lectures, by id; the English stands in the template."""
    from babel.messages.pofile import read_po

    file = HERE / "texts" / ("book.pot" if lang == "en" else f"book.{lang}.po")
    found = read_po(file.open("rb"), abort_invalid=True)
    return {str(one.context): str(one.id if lang == "en" else one.string) for one in found if one.context}


def listed(notebooks: Path, prefixes: list[str]) -> list[str]:
    """The names of the lectures, in their order; of those that begin so, if any beginning is given."""
    names = [path.name for path in sorted(notebooks.glob("[0-9]*.ipynb"))]
    chosen = [name for name in names if not prefixes or name.startswith(tuple(prefixes))]
    if not chosen:
        sys.exit(f"book: no notebook in {notebooks} begins with {' or '.join(prefixes) or 'a digit'}")
    return chosen


class Book:
    """The sources of one language, as Sphinx reads them, and the pages that it makes of them."""

    def __init__(self, lang: str, notebooks: Path, site: Path, alive: dict[str, dict[int, str]]) -> None:
        self.lang, self.notebooks, self.site, self.alive, self.texts = lang, notebooks, site, alive, texts(lang)
        self.folder = WORK / "source" / lang
        self.folder.mkdir(parents=True)
        self.documents: list[Path] = []

    def write(self) -> None:
        """Lay the sources ready."""
        for name in self.alive:
            self.lecture(name)
        for document in self.documents:  # grows meanwhile: documents lead to others
            text = self.relinked(document.read_text(encoding="utf-8"), document.parent)
            (self.folder / document.name).write_text(f"---\norphan: true\ntext_lang: en\n---\n{text}", encoding="utf-8")
        said = self.texts
        pages = "\n".join(Path(name).stem for name in self.alive)
        contents = f"```{{toctree}}\n:maxdepth: 1\n\n{pages}\n```"
        (self.folder / "index.md").write_text(
            f"# {said['title']}\n\n{said['welcome']}\n\n{contents}\n", encoding="utf-8")
        (self.folder / "open.md").write_text(
            f"---\norphan: true\n---\n# {said['open']}\n\n{said['open.how']}\n\n"
            f'<div class="book-widget" data-link data-key="open"></div>\n', encoding="utf-8")

    def lecture(self, name: str) -> None:
        """One notebook: its own language, or English with a word about it."""
        own = self.notebooks / ("" if self.lang == "en" else self.lang) / name
        path = own if own.exists() else self.notebooks / name
        notebook = nbformat.read(path, as_version=4)
        notebook.cells = [cell for cell in notebook.cells if not for_others(cell)]
        code = [cell for cell in notebook.cells if cell.cell_type == "code"]
        for number, cell in enumerate(code):
            for output in cell.outputs:
                self.picture(output)
            if source := self.alive[name].get(number):
                self.offer(cell, source)
        for cell in notebook.cells:
            if cell.cell_type == "markdown":
                cell.source = self.relinked(cell.source, path.parent)
        if path != own:
            notebook.metadata["text_lang"] = "en"
            note = f'<div class="admonition note" lang="{self.lang}"><p>{self.texts["untranslated"]}</p></div>'
            notebook.cells.insert(1, nbformat.v4.new_markdown_cell(note))
        nbformat.write(notebook, self.folder / name)

    def picture(self, output: Notebook) -> None:
        """Put the picture of an output into a file of its own, which all languages share."""

        def filed(found: re.Match[str]) -> str:
            content = base64.b64decode(found[1])
            file = self.site / "shared" / "pictures" / f"{hashlib.sha256(content).hexdigest()[:16]}.svg"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
            return f'loading="lazy" src="../shared/pictures/{file.name}"'

        data = output.get("data", {})
        if "text/html" in data:
            data["text/html"] = PICTURE.sub(filed, "".join(data["text/html"]))
            data.pop("image/svg+xml", None)

    def offer(self, cell: Notebook, source: str) -> None:
        """Put the picture of a widget into a frame with what makes it alive."""
        data = cell.outputs[-1].data
        key = hashlib.sha256(source.encode()).hexdigest()[:12]
        data["text/html"] = (f'<div class="book-widget" data-key="{key}" data-code="{html.escape(source)}">'
                             f"{data.get('text/html', '')}</div>")

    def relinked(self, text: str, folder: Path) -> str:
        """Let links lead to pages of the book; what leads out of it is a text only."""

        def leads(found: re.Match[str]) -> str:
            target = (folder / found[2]).resolve()
            anchor = found[3] or ""
            if target.name in self.alive and self.notebooks in (target.parent, target.parent.parent):
                lang = "en" if target.parent == self.notebooks else target.parent.name
                own = (self.notebooks / self.lang / target.name).exists()
                here = lang == self.lang or folder == target.parent or (lang == "en" and not own)
                return f"[{found[1]}]({target.name}{anchor})" if here else away(found[1], lang, target.stem)
            if target.suffix == ".md" and target.is_file() and target.is_relative_to(ROOT / "docs"):
                if target not in self.documents:
                    self.documents.append(target)
                return f"[{found[1]}]({target.name}{anchor})"
            return found[1]

        return LINK.sub(leads, text)


def away(text: str, lang: str, stem: str) -> str:
    """A link to a page of another language."""
    return f'<a href="../{lang}/{stem}.html" hreflang="{lang}">{text}</a>'


def for_others(cell: Notebook) -> bool:
    """What is meant for the speaker of a talk, or sets the language of a kernel."""
    notes = cell.metadata.get("slideshow", {}).get("slide_type") == "notes"
    return notes or (cell.cell_type == "code" and cell.source.startswith("%env FINITY_LANG"))


def alive(notebook: Path) -> dict[int, str]:
    """The code of each widget of a lecture, by the number of its cell; found once for each wording of its code."""
    content = nbformat.read(notebook, as_version=4)
    sources = [cell.source for cell in content.cells if cell.cell_type == "code"]
    told = json.dumps(sources).encode() + Path(cells.__file__).read_bytes()
    kept = WORK / "alive" / f"{hashlib.sha256(told).hexdigest()}.json"
    if not kept.exists():
        kept.parent.mkdir(exist_ok=True)
        for file in notebook.parent.glob("*.toml"):  # the words of predictions
            shutil.copy(file, WORK / "run")
        kept.write_text(json.dumps(dict(cells.widgets(sources, WORK / "run"))), encoding="utf-8")
    return {int(number): code for number, code in json.loads(kept.read_text(encoding="utf-8")).items()}


def pages(book: Book) -> None:
    """Let Sphinx make the pages of one language; a warning is a mistake."""
    conf = WORK / "conf" / book.lang
    shutil.copytree(HERE / "static", conf / "static")
    shutil.copytree(HERE / "templates", conf / "templates")
    (conf / "conf.py").write_text(
        (HERE / "conf.py").read_text(encoding="utf-8")
        + f"\nlanguage = {book.lang!r}\nhtml_title = {book.texts['title']!r}\nhtml_context['book'] = {book.texts!r}\n"
        f"html_context['book_languages'] = {LANGUAGES!r}\n",
        encoding="utf-8")
    runtime.run(sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "-c", conf,
                "-d", WORK / "doctrees" / book.lang, book.folder, book.site / book.lang)
    # Its name would leave out the keys that stand on it: what is written there names it well.
    for page in (book.site / book.lang).glob("*.html"):
        text = page.read_text(encoding="utf-8")
        page.write_text(SEARCH.sub(r"\1", text), encoding="utf-8")


def start() -> str:
    """The page that leads to the book in the language of the reader."""
    links = "".join(f'\n    <li><a href="{lang}/start.html" lang="{lang}">{name}</a></li>'
                    for lang, name in LANGUAGES.items())
    page = (HERE / "start.html").read_text(encoding="utf-8")
    return page.replace("LANGUAGES", json.dumps(list(LANGUAGES))).replace("LINKS", links)


def main() -> None:
    """Build the site, and say what is in it."""
    parser = argparse.ArgumentParser(description="Build the book.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="beginning of a notebook's name; all by default")
    parser.add_argument("--notebooks", type=Path, default=ROOT / "notebooks", help="the folder of the notebooks")
    parser.add_argument("--to", type=Path, default=ROOT / "build" / "book", help="the folder of the site")
    given = parser.parse_args()
    site = given.to
    for folder in (site, *(WORK / part for part in ("source", "conf", "doctrees", "run"))):
        shutil.rmtree(folder, ignore_errors=True)
    (WORK / "run").mkdir(parents=True)
    notebooks = given.notebooks.resolve()
    living = {name: alive(notebooks / name) for name in listed(notebooks, given.names)}
    for lang in LANGUAGES:
        book = Book(lang, notebooks, site, living)
        book.write()
        pages(book)
        front.write(site, lang, LANGUAGES, book.texts, living)
    shutil.rmtree(site / "jupyter_execute", ignore_errors=True)  # myst-nb's own copies of what stands in the pages
    runtime.formulas(site, WORK)
    runtime.python(site / "shared", WORK)
    (site / "index.html").write_text(start(), encoding="utf-8")
    (site / ".nojekyll").touch()  # GitHub Pages would leave out folders that begin with an underscore
    size = sum(file.stat().st_size for file in site.rglob("*") if file.is_file()) / 1e6
    print(f"{site}: {size:.0f} MB, {len(LANGUAGES)} languages, {len(living)} lectures with "
          f"{sum(map(len, living.values()))} widgets")


if __name__ == "__main__":
    main()
