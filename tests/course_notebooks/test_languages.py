"""A translated notebook is the same notebook: code, figures, numbers, formulas and answers do not depend on words."""

import re
from collections import Counter

import nbformat

from notebooks import build
from tests.cases import every

TRANSLATED = [(source, lang) for source in build.sources([]) for lang, _ in build.targets(source) if lang != "en"]
PAIRS = every(("source", "lang"), TRANSLATED, ids=lambda value: getattr(value, "stem", value))
# What words there are in a picture: its name, its description, and the labels that are no names of states.
WORDS = re.compile(r"<(title|desc)[^>]*>.*?</\1>| (?:lang|aria-labelledby|id)=\"[^\"]*\"", re.S)
KEYS = re.compile(r"(?<!\w)[+~\-^x][bwo]?[A-Z][\w.>\-]*|\d+|\{[^}]*\}|\b[bw]{2,}\b")


def both(source, lang):
    """The committed notebook in English and in the other language."""
    english, other = (nbformat.read(path, as_version=4) for code, path in build.targets(source) if code in ("en", lang))
    return english, other


def code(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code" and cell.id != "language"]


def texts(notebook):
    return [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]


def formulas(text):
    """The formulas of a text, without the words and the line breaks in them."""
    found = re.findall(r"(\$\$?)(.+?)\1", re.sub(r"\\text\{[^}]*\}", "", text), re.S)
    return sorted(" ".join(formula.replace("{,}", ".").split()) for _, formula in found)  # 1{,}96 is 1.96


def unlike(ours, theirs):
    """What is missing in a translation, or new; a sentence that is divided may repeat a part of what stands there."""
    missing, more = Counter(ours) - Counter(theirs), Counter(theirs) - Counter(ours)
    return [*missing, *(one for one in more if not any(one in other for other in ours))]


def drawing(svg):
    """A picture without its name and description."""
    return WORDS.sub("", svg)


def shapes(svg):
    """What a picture is made of, and its labels but for those with words: these move their neighbours, and break."""
    labels = [re.sub(r"(?<=\d),(?=\d)", ".", label) for label in re.findall(r">([^<>]+)</text>", svg)]
    word = re.compile(r"(?![bw]+\b)\b[^\W\d][a-zà-ÿ]+")
    return re.findall(r"<(?!text)\w+", svg), [label for label in labels if not word.search(label)]


def test_the_start_page_and_the_first_unit_exist_in_german():
    assert {(source.stem[:2], lang) for source, lang in TRANSLATED} >= {("00", "de"), ("01", "de")}


@PAIRS
def test_the_code_is_the_same_and_only_the_language_is_set_before_it(source, lang):
    english, other = both(source, lang)
    assert [(c.id, c.source, c.metadata) for c in code(english)] == [(c.id, c.source, c.metadata) for c in code(other)]
    assert [c.source for c in other.cells if c.id == "language"] == [f"%env FINITY_LANG={lang}"]
    assert not any("FINITY_LANG" in cell.source for cell in code(other))


@PAIRS
def test_the_pictures_have_the_same_lines_and_other_descriptions(source, lang):
    english, other = both(source, lang)
    for one, two in zip(code(english), code(other), strict=True):
        for left, right in zip(one.outputs, two.outputs, strict=True):
            assert left.output_type == right.output_type
            if "image/svg+xml" not in left.get("data", {}):
                continue
            pair = left.data["image/svg+xml"], right.data["image/svg+xml"]
            assert drawing(pair[0]) == drawing(pair[1]) or shapes(pair[0]) == shapes(pair[1]), one.source
            assert f'lang="{lang}"' in pair[1]
            assert re.findall("<desc.*?</desc>", pair[0]) != re.findall("<desc.*?</desc>", pair[1])


@PAIRS
def test_what_is_printed_has_the_same_numbers_moves_words_and_sets(source, lang):
    english, other = both(source, lang)
    compared = 0
    for one, two in zip(code(english), code(other), strict=True):
        for left, right in zip(one.outputs, two.outputs, strict=True):
            if left.output_type == "stream":
                assert KEYS.findall(left.text) == KEYS.findall(right.text), one.source
                compared += len(KEYS.findall(left.text))
    assert compared or source.stem.startswith("00")  # the start page prints nothing


@PAIRS
def test_the_texts_have_the_same_formulas_code_headings_and_figures(source, lang):
    english, other = both(source, lang)
    levels = re.compile(r"^#+ |^\|", re.M)
    spans = re.compile(r"`[^`]+`|<code>.*?</code>")
    for one, two in zip(texts(english), texts(other), strict=True):
        assert unlike(formulas(one), formulas(two)) == [], one[:80]
        assert unlike(spans.findall(one), spans.findall(two)) == [], one[:80]
        assert levels.findall(one) == levels.findall(two), one[:80]
        assert one.count("<details>") == two.count("<details>")
        if "<summary>Answers" in one:
            assert len(re.findall(r"\(\d\)", one)) == len(re.findall(r"\(\d\)", two))


@PAIRS
def test_the_languages_link_to_each_other(source, lang):
    english, other = both(source, lang)
    assert f"]({lang}/{source.stem}.ipynb)" in texts(english)[0]
    assert f"](../{source.stem}.ipynb)" in texts(other)[0]


# What is called the same in every language: names of games and boards, and what code calls teachers and learners.
SAME = re.compile(r"Intelligenz gegen Automat|Start|zeile3|raute4|infinit|random|perfect(?:-1)?|epsilon:0\.3|"
                  r"afterstate-td|menace|q-learning|remove-last|thompson|`[^`]*`|- [bw]+: .*|(?:[abw]+,? )+(?:…|[ab]+)|"
                  # words of a length with their sets, rows of a table of observations
                  r"- \d+: [bwA-Z{}(), ]+|\| [bw*]+(?: \| [01])+ \|")


def shown(output):
    """The texts in what is shown, but for code and what the cell itself prints."""
    for kind, text in output.get("data", {}).items():
        if kind in ("text/html", "image/svg+xml"):
            text = re.sub(r"<(style|script)\b.*?</\1>", "", text, flags=re.S)
            yield from (part.strip() for part in re.split(r"<[^>]*>", text))
            yield from re.findall(r' (?:alt|title|placeholder|aria-label)="([^"]+)"', text)
        elif kind == "text/markdown":
            yield from text.splitlines()
    yield output.get("metadata", {}).get("image/png", {}).get("alt", "")


@PAIRS
def test_what_is_shown_is_said_in_the_readers_language(source, lang):
    english, other = both(source, lang)
    for one, two in zip(code(english), code(other), strict=True):
        if "count_black" not in one.source:  # a type of question made on the page, in English
            for left, right in zip(one.outputs, two.outputs, strict=True):
                kept = {text for text in {*shown(left)} & {*shown(right)} if re.search(r"[a-zäöü]{4}", text)}
                assert {text for text in kept if not SAME.fullmatch(text)} == set(), one.source


def test_a_picture_that_differs_is_noticed():
    left = '<svg lang="en"><title id="a">One</title><circle cx="1"/></svg>'
    right = '<svg lang="de"><title id="b">Eins</title><circle cx="1"/></svg>'
    assert drawing(left) == drawing(right)
    assert drawing(left) != drawing(right.replace('cx="1"', 'cx="2"'))
    assert shapes("<g/><text>word b</text><text>bbw</text>") == shapes("<g/><text>Wort b</text><text>bbw</text>")
    assert shapes("<g/><text>bbw</text>") != shapes("<g/><text>bwb</text>")
    assert KEYS.findall("move 20: +bN>NE.m, set {A, B}") == ["20", "+bN>NE.m", "{A, B}"]
