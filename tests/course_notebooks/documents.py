"""The documents of the course as text: where they link to, which names they mention, what they cite."""

from __future__ import annotations

import importlib
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("boardkit", "automatakit", "coursekit", "finity_edu", "matchbox", "amakta")
FOLDERS = (*PACKAGES, "notebooks", "course", "docs", "delivery", "binder", "tests", "benchmarks")
MARKDOWN = ("*.md", "docs/**/*.md", "course/**/*.md")
NOTEBOOKS = "notebooks/**/[0-9]*.ipynb"

LINK = re.compile(r"(?<!\\)\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^()\s]+)\)")
FENCE = re.compile(r"^(```|~~~).*?^\1", re.M | re.S)
CODE = re.compile(r"`([^`\n]+)`")
DOTTED = re.compile(rf"(?:{'|'.join(PACKAGES)})(?:\.[A-Za-z_]\w*)+")
PATH = re.compile(rf"(?:{'|'.join(FOLDERS)})/[\w./-]*")
FURTHER = re.compile(r"^#+ (?:Further reading|Zum Weiterlesen|Para seguir leyendo|Bibliography|Literatur|"
                     r"Bibliografía)\b[^\n]*\n(.*?)(?=^# |^## |\Z)", re.M | re.S)
OURS = re.compile(r"`docs/|\]\((?:\.\./)+(?:docs/|README)")
TITLE = re.compile(r"\*[^*]{4,}\*|[\"„“«][^\"„“”»]{4,}[\"“”»]")
# Not files: names with a part left open, and names that Gymnasium gives.
PLACEHOLDER = re.compile(r"NN-|\bSET\b|-v\d+$")
GROUPS = set(re.findall(r'Registry\(\s*"([\w.]+)"', "".join(
    path.read_text(encoding="utf-8") for package in PACKAGES for path in (ROOT / package).rglob("*.py"))))
"""Groups of entry points, which look like modules."""


def documents() -> list[Path]:
    """Everything that is read as a page."""
    pages = [path for pattern in (*MARKDOWN, NOTEBOOKS) for path in sorted(ROOT.glob(pattern))]
    return [path for path in pages if ".ipynb_checkpoints" not in path.parts]


def lectures() -> list[Path]:
    """The start page and the units, without their appendices, in all languages."""
    return [path for path in documents() if path.suffix == ".ipynb" and re.match("0[0-9]-|10-", path.name)]


def text_of(path: Path) -> str:
    """The words of a page; of a notebook its markdown cells."""
    if path.suffix != ".ipynb":
        return path.read_text(encoding="utf-8")
    cells = nbformat.read(path, as_version=4).cells
    return "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


def links(text: str) -> list[str]:
    """Targets of the links on a page, outside of examples."""
    return LINK.findall(CODE.sub("", FENCE.sub("", text)))


def anchors(path: Path) -> set[str]:
    """Anchors that a page offers: as Jupyter makes them for notebooks, as GitHub for markdown, or its own."""
    headings = re.findall(r"^#{1,6} +(.+?) *#*$", FENCE.sub("", text_of(path)), re.M)
    plain = [re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", heading) for heading in headings]
    if path.suffix == ".ipynb":
        return {heading.replace(" ", "-") for heading in plain}
    slugs: dict[str, int] = {}
    found = {*re.findall(r'<a id="([^"]+)">', text_of(path))}
    for heading in plain:
        kept = "".join(c for c in heading.lower() if c in "-_ " or unicodedata.category(c)[0] in "LN")
        slug = kept.replace(" ", "-")
        found.add(f"{slug}-{slugs[slug]}" if slug in slugs else slug)
        slugs[slug] = slugs.get(slug, 0) + 1
    return found


def broken_links(path: Path) -> Iterator[str]:
    """The links of a page that lead nowhere. Addresses in the web are only looked at, not asked for."""
    for link in links(text_of(path)):
        if re.match(r"[a-z]+:", link):
            if not re.fullmatch(r"https://[\w.-]+\.[a-z]{2,}(/\S*)?|mailto:\S+@\S+", link):
                yield f"{link}: no https address"
            continue
        name, _, anchor = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        if not target.exists() or ROOT not in (target, *target.parents):
            yield f"{link}: no such file in the project"
        elif anchor and anchor not in anchors(target):
            yield f"{link}: no such heading"


def unknown_names(path: Path) -> Iterator[str]:
    """Names of our packages, and files of the project, that a page mentions although they do not exist."""
    text = FENCE.sub("", text_of(path))
    if path.name == "CHANGELOG.md":  # the first column of its table says what names were before
        text = re.sub(r"^ *\| `[^|]*\|", "", text, flags=re.M)
    for code in CODE.findall(text):
        if match := DOTTED.match(code):
            if not code.startswith(match[0] + ".") and match[0] not in GROUPS and not exists(match[0]):
                yield f"{code}: cannot be imported"
        elif PATH.fullmatch(code) and not PLACEHOLDER.search(code) and not (ROOT / code).exists():
            yield f"{code}: no such file"


def exists(name: str) -> bool:
    """Whether a dotted name is a module, or something that can be reached from one."""
    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            if not hasattr(found, part):
                return False
            found = getattr(found, part)
        return True
    return False


def references(path: Path) -> list[str]:
    """The entries of the lists of literature on a page, each on one line, without those that point into the project."""
    entries = []
    for section in FURTHER.findall(text_of(path)):
        found = re.findall(r"^[*-] (.*?)(?=^[*-] |^#|^\n|\Z)", section, re.M | re.S)
        entries += [" ".join(entry.split()) for entry in found if not OURS.search(entry)]
    return entries


def looked_up(entry: str, rows: list[str]) -> str | None:
    """The row of `docs/references.md` that has the author, the title and all numbers of a reference."""
    match = TITLE.search(entry)
    title = match[0].strip('*"„“”«»').rstrip(".").casefold() if match else "?"
    author, numbers = entry.partition(",")[0], set(re.findall(r"\d+", entry))
    return next((row for row in rows if row.startswith(f"| {author}") and title in row.casefold()
                 and numbers <= set(re.findall(r"\d+", row))), None)


def cited() -> list[str]:
    """What the docstrings of the packages cite, each on one line, but for the project and rulebooks."""
    entry = re.compile(r"^ *\.\. \[\d+\] (.*?)(?=^ *\.\. \[|\"{3}|\n\s*\n)", re.M | re.S)
    found = [" ".join(text.split()) for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))
             for text in entry.findall(path.read_text(encoding="utf-8"))]
    return [text for text in found if not re.match(r"docs/|Rulebook", text)]


def looked_up_by_title(entry: str, rows: list[str]) -> str | None:
    """The same for a docstring, which may leave out first names and the end of a title."""
    numbers = set(re.findall(r"\d+", entry))
    return next((row for row in rows if row.split(",")[0].split()[-1] in entry and (match := TITLE.search(row))
                 and match[0].strip('*"').casefold().partition(":")[0][:25] in entry.casefold()
                 and numbers <= set(re.findall(r"\d+", row))), None)


def incomplete(entry: str) -> str | None:
    """What a reference lacks: author, title or year; None if nothing."""
    title = TITLE.search(entry)
    if title is None:
        return "no title"
    before = entry[:title.start()].strip(" ,:(")
    if not re.search(r"[A-ZÄÖÜ][\w.'’-]*", before):
        return "no author before the title"
    if not re.search(r"\b(?:1[89]|20)\d\d\b", entry):
        return "no year"
    return None
