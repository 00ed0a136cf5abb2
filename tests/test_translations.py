"""A document in another language says what the English one says: the same blocks, code, links and numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from docs import languages

PAIRS = languages.translations()
MARKDOWN = MarkdownIt("commonmark").enable("table")
NUMBER = re.compile(r"\d+(?:[., \u00a0\u202f]\d{3})*(?:[.,]\d+)?")


def english(target: str, page: Path) -> str:
    """What a link or a picture leads to: the English one of several; a heading is translated as well."""
    file, _, heading = unquote(target).partition("#")
    if re.match(r"\w+:", file):
        return target
    place = (page.parent / file).resolve() if file else page
    assert place.exists(), f"{page}: {target} leads nowhere"
    if heading and place.suffix == ".md":
        assert heading in anchors(place), f"{page}: there is no heading #{heading} in {place.name}"
    original = re.sub(r"(?<=/)(de|es)/", "", languages.original(place).relative_to(languages.ROOT).as_posix())
    return f"{original}{'#' if heading else ''}"


def anchors(page: Path) -> set[str]:
    """The headings of a page as links name them, and the places that it names itself."""
    text = page.read_text(encoding="utf-8")
    headings = {re.sub(r"[^\w\- ]", "", re.sub(r"[`*]", "", title).lower()).strip().replace(" ", "-")
                for title in re.findall(r"^#+ (.*)$", text, re.M)}
    return headings | set(re.findall(r'<a id="([^"]+)"', text))


def tags(html: str, page: Path) -> str:
    """HTML with the pictures that it leads to, without what it says of them."""
    told = re.sub(r'\s+alt="[^"]*"', "", html)
    return re.sub(r'(?<=src="|set=")[^"]+', lambda target: english(target[0], page), told)


def marks(inline: Token, page: Path) -> Iterator[str]:
    """What a paragraph, a heading or a cell has that is the same in every language."""
    for token in inline.children or []:
        if token.type == "code_inline":
            yield f"`{' '.join(token.content.split())}`"
        elif token.type == "html_inline":
            yield tags(token.content, page)
        elif token.type in ("link_open", "image"):
            yield f"-> {english(str(token.attrs.get('href', token.attrs.get('src'))), page)}"
        elif token.type == "text":
            yield from (re.sub(r"\D", "", number) for number in NUMBER.findall(token.content))


def blocks(page: Path) -> list[tuple[int, str]]:
    """A page as a list of blocks, each with its line: what kind it is, and what it must share with its translations."""
    text = languages.LINE.sub("\n\n", page.read_text(encoding="utf-8"), count=1)
    found, line = [], 0
    for token in MARKDOWN.parse(text):
        line = token.map[0] + 1 if token.map else line
        if token.type == "inline":
            found.append((line, f"{' '.join(sorted(marks(token, page)))}"))
        elif token.type == "fence" and token.info == "text":
            found.append((line, re.sub(r"\D+", " ", token.content)))
        elif token.type in ("fence", "code_block"):
            code = re.sub(" *#.*", "", token.content)
            if "TEXTS = {" in code:  # an example of texts, in each language its own
                code = re.sub('"[^"]*"', '""', code)
            found.append((line, code))
        elif token.type == "html_block":
            found.append((line, tags(token.content, page)))
        elif token.nesting != -1:
            found.append((line, f"{token.type} {token.tag}"))
    return found


@pytest.mark.parametrize(("original", "translation"), PAIRS, ids=[f"{b.parent.name}/{b.name}" for _, b in PAIRS])
def test_a_translation_has_the_blocks_code_links_and_numbers_of_the_english_document(original, translation):
    """After a change of the English text change its translations; `python docs/languages.py` writes the first line."""
    for page in (original, translation):
        line = languages.line(page)
        assert page.read_text(encoding="utf-8").startswith(line), f"{page}: run python docs/languages.py"
    for (there, wanted), (here, said) in zip(blocks(original), blocks(translation), strict=False):
        assert said == wanted, f"{translation}, line {here}, is not {original.name}, line {there}"
    assert len(blocks(original)) == len(blocks(translation))
