"""Nothing is used before it is defined: each term of the theory is marked where it first stands in a lecture."""

import re
import tomllib

from notebooks import build
from tests.course_notebooks.claims import ROOT

# A term is marked (bold or italic) where it is defined.  These are marked as well, for stress, and may stand anywhere:
# everyday words, and terms that are everyday words elsewhere (a random game).
STRESSED = {
    "set", "no", "automata-lib", "second", "one or more", "not", "same", "is", "each", "has", "all",
    "finite", "fixed", "reachable", "guess", "one", "order", "before", "last", "every", "chance",
    "instructive", "change", "winning", "lost", "drawn", "random", "arrow", "free", "path", "from the start",
    "some", "two", "win",
}
MARKED = re.compile(r"(?<![\w*\\])(\*\*?)(?=[^\s*])([^*]{2,60}?)(?<=[^\s])\1(?![\w*])")
# "**Proof.**" and "**Theorem (Kleene).**" are headings; these begin with capitals, and are terms.
NAMES = re.compile(r"[a-z]|[A-Z]{2}|ε|(?:Markov|Myhill–|Wilson|Hamiltonian|Pumping) ?\w")
# Goals, titles, tables of contents and notes for speakers announce; references quote titles; formulas say nothing.
SILENT = re.compile(r"<details><summary>For the (?:speaker|lecturer).*?</details>|^#+ [^\n]*|\]\([^)]*\)|"
                    r"^\* (?:[A-Z]\. )+.*?(?=^\* |\Z)|^\d\. [^\n]*\n(?:   [^\n]*\n)*|^You need:.*|^\| \[[^\n]*|"
                    r"\$\$?[^$]*\$\$?|`[^`\n]*`", re.M | re.S)


ASKED = tomllib.loads((build.HERE / "predictions.toml").read_text(encoding="utf-8"))


def prediction(asked):
    """What a prediction says, without its expressions."""
    said = asked["choices"]
    said = [asked["ask"], *(said.values() if isinstance(said, dict) else said), *asked.get("why", {}).values()]
    return "\n".join([*said, asked["reveal"]]).replace("*", "")


ANNOUNCES = re.compile(r"^## Recap|^\*\*Why should you care\?\*\*", re.M)


def course():
    """The text of all units, without what only announces, in their order, and of what they ask to be predicted."""
    for source in build.sources([]):
        page = source.stem.split("-")[0]
        if re.fullmatch("0[1-9]|09b", page):
            for cell in build.convert(source).cells[1:]:
                if cell.cell_type == "code":
                    yield from (prediction(ASKED[id]) for id in re.findall(r'\bask\("([\w-]+)"', cell.source))
                elif not ANNOUNCES.search(cell.source):
                    yield SILENT.sub("", cell.source)


def singular(words):
    """A term as it is looked up."""
    return re.sub(r"(?<=[^s]{3})s$", "", " ".join(words.split()).lower().rstrip("."))


def terms(text):
    """The terms that a text defines, each with the place where it is first marked."""
    found = {}
    for mark in MARKED.finditer(text):
        if NAMES.match(mark[2]) and (mark[2][-1] not in ".:?!" or mark[2] == "Pumping lemma."):
            found.setdefault(singular(mark[2]), mark.start())
    return {term: place for term, place in found.items() if term not in STRESSED}


def before_their_definition(text):
    """The terms that stand somewhere before the place where they are marked, and there."""
    for term, place in terms(text).items():
        words = re.escape(term).replace(r"\ ", r"\s+")
        first = re.search(rf"(?<![\w-]){words}s?(?!\w)", text, re.I)
        if first and first.start() < place:
            yield term, " ".join(text[max(0, first.start() - 50):first.end() + 20].split())


TEXT = "\n\n".join(course())


def test_no_term_is_used_before_it_is_defined():
    assert dict(before_their_definition(TEXT)) == {}


def test_the_terms_of_the_glossary_that_a_lecture_uses_are_defined_in_one():
    part = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").split("| **Automata** |")[1].split("| **")[0]
    rows = re.findall(r"^\| ([^|]+) \|", part, re.M)
    listed = {singular(term) for row in rows for term in re.split(r"[,:;] ?(?:it |to )?|\([^)]*\)", row)} - {""}
    assert len(listed) > 40
    used = {term for term in listed if re.search(rf"(?<![\w-]){re.escape(term)}s?(?!\w)", TEXT, re.I)}
    assert len(used) > 35
    marked = " | ".join(terms(TEXT))
    assert {term for term in used if term not in marked} == set()


def test_the_terms_on_which_the_theory_rests_are_all_defined():
    rests = {"word", "language", "language of", "dfa", "nfa", "complete", "partial", "extended transition function",
             "ε-nfa", "ε-closure", "regular", "regular expression", "product", "quotient", "myhill–nerode relation",
             "pumping lemma", "markov chain", "policy", "attractor", "bisimulation"}
    assert rests - set(terms(TEXT)) == set()


def test_what_is_stressed_stands_marked_in_a_lecture():
    assert {term for term in STRESSED if not re.search(rf"\*{re.escape(term)}s?\*", TEXT, re.I)} == set()


def test_a_term_that_is_used_before_its_definition_is_noticed():
    text = "The run of a *word*, twice. A **run** on a word, and **not** more. *Proof.* An *ε-NFA* has arrows."
    assert list(terms(text)) == ["word", "run", "ε-nfa"]
    assert list(before_their_definition(text)) == [("run", "The run of a *word*, twice.")]
