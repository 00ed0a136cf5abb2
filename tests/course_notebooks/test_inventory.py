"""No sentence that a computation could contradict stands on a page of the course without one.

A sentence with a number, or with a word such as *always*, *shortest* or *worse*, is either held to a computation (its
words are named by a test of `test_claims_….py`), or it is listed in `settled.toml` under the reason why none is needed.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path

from notebooks import build
from tests.cases import every
from tests.course_notebooks.claims import CLAIMS, ROOT, SETS, pages, plain

for path in Path(__file__).parent.glob("test_claims_*.py"):  # their decorators fill the list of claims
    import_module(f"tests.course_notebooks.{path.stem}")
SETTLED = Path(__file__).with_name("settled.toml")
NUMBERS = "three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|hundreds?|thousands?|half|\\w+fold"
STRONG = ("always|never|only|exactly|at most|at least|shortest|longest|smallest|largest|fewest|best|worst|infinite|"
          "infinitely|unique|surely|as many as|fewer|better|worse|larger|smaller|faster|slower|longer|shorter|rises?|"
          "falls?|grows?|hurts?|soon|rarely|hardly|impossible|probably")
COUNTED = re.compile(r"\d|½|\b(?:three|four|five|six|seven|eight|nine|ten|eleven|twelve|nineteen|twenty)\b", re.I)
TELLING = re.compile(rf"\d|½|\b(?:{NUMBERS}|{STRONG})\b", re.I)
# What notes tell speakers to ask and to expect is a plan. Headings with their minutes, goals with prerequisites, and
# references are tested elsewhere; code and formulas say nothing about the world that their neighbours do not.
ELSEWHERE = re.compile(r"<details><summary>For the speaker</summary>.*?</details>|"
                       r"^#+ (?:Further reading|Bibliography).*|^#+ [^\n]*$|"
                       r"\*\*\d+ minutes(?:, \d+ of them the core)?\.\*\*.*|"
                       r"\*\*Time\*\* about .*? by hand\.|Marked by hand:[^.]*\.", re.M | re.S)
SILENT = re.compile(r"`[^`]*`|\$\$.*?\$\$|\$[^$]*\$|\]\([^)]*\)|<[^>]*>|^\| \[?\d+ |^\d+\.|\(\d\) |"
                    r"[Uu]nits? \d( to \d)?|[Ss]ections? \d|\bps\d|\bmay be \w+", re.M | re.S)
END = re.compile(r"(?<=[.!?:∎])[)\"*”]*\s+(?=[^a-z])|\n\s*\n|\n(?=[*|]|\d+\. )")
REASONS = {
    "definition": "says what a word means, or how something is written here",
    "rule": "a rule of one of the games; the tests of its rules hold it to the rule texts",
    "credit": "who made what under which terms, as the sources in the list of credits say",
    "proof": "a theorem or a step of its proof; the proof stands beside it, or the reference",
    "printed": "the code beside it prints what it says, and the notebook's outputs are compared at every build",
    "task": "asks or tells somebody to do something",
    "elsewhere": "asserted by a test of another file, which is named",
    "outlook": "an opinion, a picture of speech, or an expectation that is called one",
}
STATED = ("rule", "credit", "printed", "elsewhere")
"""What is a fact, and held to one at another place."""


def sentences(page: str) -> list[str]:
    """The sentences of a page that a computation could contradict."""
    found = []
    for cell in pages()[page, "en"]:
        text = ELSEWHERE.sub("", cell)
        for sentence in map(plain, END.split(text)):
            if not sentence.endswith("?") and TELLING.search(SILENT.sub(" ", sentence)):
                found.append(sentence)
    return found


@cache
def settled() -> dict[str, dict[str, list[str] | dict[str, str]]]:
    """For each page and reason how the sentences begin that need no computation here."""
    return tomllib.loads(SETTLED.read_text(encoding="utf-8"))


def beginnings(page: str, *reasons: str) -> list[str]:
    """How the settled sentences of a page begin; of these reasons, or of all."""
    return [plain(words) for reason, known in settled().get(page, {}).items() if reason in (reasons or REASONS)
            for words in known]


# What predictions say is right is computed: test_predictions.py.  To read all pages here would take a second of every
# run of any test.
PAGES = [source.stem.split("-")[0] for source in build.sources([])]
PAGES += [source.stem for source in sorted(SETS.glob("ps*/ps*.py"))]
PAGES += ["syllabus"]
EACH_PAGE = every("page", PAGES)


def test_no_page_is_left_out():
    assert {page for page, _ in pages()} == {*PAGES, "README", "predictions"}


def test_the_words_of_every_claim_stand_on_its_page_in_every_language():
    known = {key: plain(" ".join(cells)) for key, cells in pages().items()}
    assert [claim for claim in CLAIMS if plain(claim.words) not in known[claim.page, claim.lang]] == []


def test_a_claim_about_a_translated_page_names_the_translation():
    translated = {(page, lang) for page, lang in pages() if lang != "en"}
    counted = {(c.page, c.lang) for c in CLAIMS}
    assert translated <= counted


@every("page", lambda: sorted(pages()))
def test_no_page_claims_an_experience_that_nobody_had(page):
    claimed = re.compile(
        r"every year|each year|jedes Jahr|in our experience|erfahrungsgemäß|we have seen|nearly every(?:body|one)|"
        r"(?:students|the room|the class|die Gruppe) (?:usually|always|often|never|immer|meist)", re.I)
    assert [words for cell in pages()[page] for words in claimed.findall(cell)] == []


@every(("page", "lang"), lambda: sorted(key for key in pages() if key[1] != "en" and key[0] != "predictions"))
def test_a_translation_has_the_numbers_of_its_page(page, lang):
    def numbers(text: str) -> set[str]:
        kept = re.sub(r"\]\([^)]*\)|^## (?:Further reading|Zum Weiterlesen|Para seguir leyendo).*", "",
                      text.replace("{,}", ","), flags=re.M | re.S)
        plain = re.sub(r"(?<=\d)[.,\u202f](?=\d{3}\b)", "", kept)  # 86,185 and 86.185
        return {number.replace(",", ".") for number in re.findall(r"\d+(?:[.,]\d+)?", plain)}

    assert len(pages()[page, lang]) == len(pages()[page, "en"])
    for text, translated in zip(pages()[page, "en"], pages()[page, lang], strict=True):
        assert numbers(text) == numbers(translated), text[:80]


@EACH_PAGE
def test_every_sentence_that_a_computation_could_contradict_is_held_to_one(page):
    claimed = [plain(part) for c in CLAIMS if (c.page, c.lang) == (page, "en") for part in END.split(c.words) if part]
    known = tuple(beginnings(page))
    left = [sentence for sentence in sentences(page)
            if not any(part in sentence or sentence in part for part in claimed) and not sentence.startswith(known)]
    assert left == [], f"hold them to a computation in test_claims_….py, or give {SETTLED.relative_to(ROOT)} the reason"


@EACH_PAGE
def test_the_words_by_which_a_sentence_is_known_have_its_numbers(page):
    """Else a number could be changed, and nobody would compute it again."""
    parts = [plain(part) for c in CLAIMS if (c.page, c.lang) == (page, "en") for part in END.split(c.words) if part]
    held = [*parts, *beginnings(page, *STATED)]
    left = {}
    for sentence in sentences(page):
        known = [part for part in held if part in sentence]
        rest = sentence
        for part in sorted(known, key=len, reverse=True):
            rest = rest.replace(part, " ")
        if known and COUNTED.search(SILENT.sub(" ", rest)):
            left[sentence] = rest
    assert left == {}, f"name more of the sentence: in a claim, or in {SETTLED.name}"


def test_what_is_settled_still_stands_there_under_a_reason_that_is_known():
    for page, reasons in settled().items():
        assert set(reasons) <= set(REASONS), page
        known = beginnings(page)
        assert len(known) == len(set(known)), page
        assert [words for words in known if not any(s.startswith(words) for s in sentences(page))] == [], page
        for place in dict(reasons.get("elsewhere", {})).values():
            file, name = place.split("::")
            assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8"), page


def test_a_new_sentence_with_a_number_is_noticed(monkeypatch):
    from tests.course_notebooks import test_inventory as here

    text = ("# 3 Title (5 min)\n\nIt has 17 steps. It is short. Are there 3?\n\n"
            "See `x17` and $n_{17}$; it is *the shortest* one.")
    monkeypatch.setattr(here, "pages", lambda: {("99", "en"): (text,)})
    assert sentences("99") == ["It has 17 steps.", "See `x17` and $n_{17}$; it is *the shortest* one."]
