"""Nothing is used before it is defined: each term of the theory is marked where it first stands in a lecture."""

import re

import pytest

from notebooks import build

# How a term is written, and the unit that defines it.  Where it first stands it is *marked*.
TERMS = {
    r"alphabets?": "01", r"empty word": "01", r"languages?": "01", r"nondeterministic finite automaton": "01",
    r"start state": "01", r"accepting states?": "01", r"transition function": "01", r"DFA": "01", r"runs?": "01",
    r"regular": "01", r"extended transition function": "01",
    r"powerset automaton": "02", r"worklist": "02", r"separates": "02", r"quotient": "02",
    r"Myhill–Nerode relation": "02", r"regular expressions?": "03",
    r"ε-NFA": "04", r"ε-closure": "04", r"complement": "04", r"product": "04", r"shortest counterexample": "04",
    r"decidable": "04", r"fooling set": "05", r"pumping lemma": "05", r"palindromes": "05", r"partial path": "06",
    r"full path": "06", r"ring automaton": "06", r"NP-complete": "06", r"orphans": "06", r"minimax value": "07",
    r"perft": "07", r"Wilson interval": "07", r"Markov chain": "08", r"credit assignment problem": "08",
    r"labelled deterministic transition system": "09", r"attractor": "09", r"strongly\s+connected\s+component": "09",
    r"bisimulation": "09", r"bisimilar": "09",
}
MARKED = r"(?:\*\*|\*)(?:[^*\n]* )?{}\b[^*]*?(?:\*\*|\*)"
# Goals, titles, tables of contents and notes for speakers announce; references quote titles.
SILENT = re.compile(r"<details><summary>For the (?:speaker|lecturer).*?</details>|^#+ [^\n]*|\]\([^)]*\)|"
                    r"^\* (?:[A-Z]\. )+.*?(?=^\* |\Z)|^\d\. [^\n]*\n(?:   [^\n]*\n)*|^You need:.*|^\| \[[^\n]*",
                    re.M | re.S)


def lectures():
    """The text of each unit without what only announces, in the order of the course."""
    for source in build.sources([]):
        page = source.stem.split("-")[0]
        if "01" <= page <= "09" and len(page) == 2:
            cells = [cell.source for cell in build.convert(source).cells if cell.cell_type == "markdown"]
            yield page, "\n\n".join(SILENT.sub("", cell) for cell in cells[1:] if "## Recap" not in cell)


TEXTS = dict(lectures())


@pytest.mark.parametrize("term", TERMS)
def test_a_term_is_marked_where_it_first_stands(term):
    page, place = next((page, found) for page, text in TEXTS.items() if (found := re.search(rf"\b{term}", text, re.I)))
    around = TEXTS[page][max(0, place.start() - 60): place.end() + 60]
    assert re.search(MARKED.format(term), around, re.I | re.S), f"unit {page}: {around}"
    assert page == TERMS[term], f"first in unit {page}: {around}"


def test_a_term_that_is_used_unmarked_is_noticed():
    assert re.search(MARKED.format("runs?"), "A **run** on a word")
    assert re.search(MARKED.format("alphabets?"), "An **alphabet** is")
    assert not re.search(MARKED.format("runs?"), "The run on *this* word")
