"""All texts exist in all languages, with the same placeholders, and the code asks for texts that exist."""

import ast
from pathlib import Path
from string import Formatter

import pytest

from boardkit.messages import LANGUAGES, Catalogue

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = [p for p in ("boardkit", "automatakit", "coursekit", "finity_edu", "matchbox", "amakta")
            if list((ROOT / p / "data").glob("messages*.toml"))]


def fields(text):
    """Placeholders as they stand there, each as often as it does."""
    return sorted((name, how or "") for _, name, _, how in Formatter().parse(text) if name is not None)


def placeholders(text):
    return {name.split(".")[0].split("[")[0] for name, _ in fields(text)}


@pytest.mark.parametrize("package", PACKAGES)
def test_every_text_exists_in_every_language(package):
    ids = {lang: set(Catalogue(package).texts(lang)) for lang in LANGUAGES}
    everywhere = set.union(*ids.values())
    missing = {lang: sorted(everywhere - own) for lang, own in ids.items() if everywhere - own}
    assert missing == {}


@pytest.mark.parametrize("package", PACKAGES)
def test_a_text_has_the_same_placeholders_in_every_language_and_is_never_empty(package):
    english = Catalogue(package).texts("en")
    for lang in LANGUAGES:
        texts = Catalogue(package).texts(lang)
        assert [id for id, text in texts.items() if not text.strip()] == []
        differ = {id: (fields(english[id]), fields(text)) for id, text in texts.items()
                  if fields(english[id]) != fields(text)}
        assert differ == {}


def names_of_catalogues(tree):
    """Local names that hold a catalogue: assigned from Catalogue(…) or imported in capitals."""
    names = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            call = node.value
            if ast.unparse(call.func) == "Catalogue" and call.args and isinstance(call.args[0], ast.Constant):
                names |= {ast.unparse(target): call.args[0].value for target in node.targets}
        if isinstance(node, ast.ImportFrom) and node.module:
            package = node.module.split(".")[0]
            names |= {alias.asname or alias.name: package for alias in node.names
                      if alias.name in ("CATALOGUE", "TEXTS") and package in PACKAGES}
    return names


def requests(package):
    """The texts that the code of a package asks for: place, catalogue, id (or its beginning), values."""
    for path in sorted((ROOT / package).rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = names_of_catalogues(tree)
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
                continue
            catalogue = names.get(ast.unparse(node.func.value))
            if catalogue is None or node.func.attr not in ("text", "message"):
                continue
            first, place = node.args[0], f"{path.relative_to(ROOT)}:{node.lineno}"
            if isinstance(first, ast.Constant):
                open_ended = any(keyword.arg is None for keyword in node.keywords)
                values = None if open_ended else {keyword.arg for keyword in node.keywords} - {"lang"}
                yield place, catalogue, first.value, values
            elif isinstance(first, ast.JoinedStr) and isinstance(first.values[0], ast.Constant):
                yield place, catalogue, first.values[0].value + "…", None


@pytest.mark.parametrize("package", PACKAGES)
def test_the_code_asks_only_for_texts_that_exist_and_gives_every_placeholder_a_value(package):
    problems, count = [], 0
    for place, catalogue, id, values in requests(package):
        count += 1
        texts = Catalogue(catalogue).texts("en")
        if id.endswith("…"):
            if not any(known.startswith(id[:-1]) for known in texts):
                problems.append(f"{place}: no text of {catalogue} begins with {id}")
        elif id not in texts:
            problems.append(f"{place}: {catalogue} has no text {id}")
        elif values is not None and placeholders(texts[id]) != values:
            problems.append(f"{place}: {id} wants {placeholders(texts[id])}, is given {values}")
    assert problems == []
    assert count > 0
