"""Letters that are operators, separators, blanks, quotes or ε: in every format and every operation."""

from __future__ import annotations

import pickle

import pytest

from automatakit import (
    Automaton,
    AutomatonError,
    bisimulation,
    from_dot,
    from_jff,
    from_regex,
    from_tikz,
    reverse,
    tidy,
    to_dot,
    to_jff,
    to_regex,
    to_tikz,
    transition_monoid,
)
from automatakit.formats import FORMATS
from tests.automatakit.automata import all_words, random_nfa

LETTERS = "(|)*+?\\,; \t\n\r\"'ε∅[]{}$%#&^_~<>=-:.λé/n"


def odd(letter: str) -> Automaton:
    """Two states and every kind of arrow: the letter there and back, ordinary ones, and ε."""
    rows = {
        "p": {letter: {"q"}, "": {"r"}},
        "q": {letter: {"p"}, "x": {"p", "q"}},
        "r": {letter: {"q"}, "y": {"q"}},
    }
    return Automaton.of(rows, start="p", accepting={"p"})


def language(automaton: Automaton, symbols: str) -> list[str]:
    return [word for word in all_words(4, symbols) if automaton.over(symbols).accepts(word)]


WAYS = {name: (one.write, one.read) for name, one in FORMATS.items()} | {
    "JSON": (Automaton.to_json, Automaton.from_json),
    "networkx": (Automaton.graph, Automaton.of),
    "NFA of automata-lib": (Automaton.nfa, Automaton.of),
    "pickle": (pickle.dumps, pickle.loads),
    "expression": (to_regex, from_regex),
    "reverse, twice": (reverse, reverse),
}


@pytest.mark.parametrize("way", WAYS)
def test_letters_that_mean_something_elsewhere_survive_every_way_there_and_back(way):
    write, read = WAYS[way]
    for letter in LETTERS:
        automaton = odd(letter)
        back = read(write(automaton))
        assert back.alphabet == automaton.alphabet, letter
        assert language(back, automaton.alphabet) == language(automaton, automaton.alphabet), letter
    everything = Automaton.of({"p": {letter: {"q"} for letter in LETTERS}}, start="p", accepting={"q"})
    back = read(write(everything))
    assert [letter for letter in LETTERS if not back.accepts(letter)] == []


def test_a_letter_is_not_taken_for_epsilon_nor_epsilon_for_a_letter():
    both = Automaton.of({"p": {"ε": {"q"}, "": {"r"}}, "r": {"a": {"s"}}}, start="p", accepting={"q", "s"})
    for automaton in (both, reverse(reverse(both)), *(one.read(one.write(both)) for one in FORMATS.values())):
        assert language(automaton, "aε") == ["a", "ε"]
    assert len(set(both.drawn.alphabet)) == 3


def test_a_blank_in_a_jflap_file_is_a_letter_and_the_layout_of_a_file_is_none():
    text = to_jff(Automaton.of({"p": {" ": {"q"}, "": {"r"}}}, start="p", accepting={"q"}))
    assert from_jff(text).alphabet == (" ",)
    laid_out = text.replace("<read />", "<read>\n\t\t</read>").replace("<read> </read>", "<read>\n\ta\n</read>")
    assert from_jff(laid_out).alphabet == ("a",)
    assert from_jff(laid_out).has_epsilon


def test_ranges_and_several_letters_in_a_jflap_file_mean_what_jflap_takes_them_for():
    text = to_jff(Automaton.of("bA>B aB>A", start="A", accepting="B"))
    digits = from_jff(text.replace("<read>b<", "<read>[0-9]<"))
    assert digits.alphabet == (*"0123456789", "a")
    assert [word for word in all_words(3, "09a") if digits.accepts(word)] == (
        ["0", "9"] + [x + "a" + y for x in "09" for y in "09"]
    )
    several = from_jff(text.replace("<read>b<", "<read>bcb<"))
    assert [word for word in all_words(7, "abc") if several.accepts(word)] == ["bcb", "bcbabcb"]
    assert len(several.states) == 4
    assert several.states[:2] == ("A", "B")
    for wrong in ("[9-0]", "b" * 201):
        with pytest.raises(AutomatonError, match="the transition from A to B reads"):
            from_jff(text.replace("<read>b<", f"<read>{wrong}<"))


def test_a_label_that_lacks_a_symbol_is_an_error_and_not_epsilon():
    dot = to_dot(Automaton.of("aA>B", start="A", accepting="B"))
    tikz = to_tikz(Automaton.of("aA>B", start="A", accepting="B"))
    for label in (",", "a,", "a, ,b"):
        with pytest.raises(AutomatonError, match="reads –"):
            from_dot(dot.replace('label="a"', f'label="{label}"'))
        with pytest.raises(AutomatonError, match="reads –"):
            from_tikz(tikz.replace("node {a}", f"node {{{label}}}"))


def test_what_is_escaped_in_an_expression_is_a_letter():
    table = {
        r"\(a\)": ["(a)"], r"a\|b": ["a|b"], r"\\": ["\\"], r"a\ b": ["a b"], r"\ε|\∅": ["ε", "∅"],
        r"\* ?": ["", "*"], r"\(\)": ["()"],
    }
    for text, expected in table.items():
        automaton = from_regex(text)
        found = [word for word in all_words(3, automaton.alphabet) if automaton.accepts(word)]
        assert sorted(found) == sorted(expected), text
    for text, symbols in (("a\\", None), (r"\w*", "w"), (r"\#", "ab"), ("#", None), ("[a-c]", None)):
        with pytest.raises(AutomatonError, match="not a regular expression"):
            from_regex(text, symbols)


def by_hand(automaton: Automaton, state: object, word: str) -> set[object]:
    """Where a word leads from a state, along the arrows as they are drawn."""
    met, queue = {(state, 0)}, [(state, 0)]
    for here, at in queue:
        for tail, symbol, head in automaton.edges:
            if tail == here and word.startswith(symbol, at):
                there = (head, at + len(symbol))
                if there not in met:
                    met.add(there)
                    queue.append(there)
    return {here for here, at in met if at == len(word)}


def test_epsilon_counts_before_a_letter_and_before_acceptance():
    one = Automaton.of({"A": {"": {"B"}}, "C": {}, "B": {}}, start="A", accepting={"B"}, symbols="a")
    assert bisimulation(one) == (frozenset("AB"), frozenset("C"))
    short = all_words(3)
    merged = 0
    for seed in range(25):
        nfa = random_nfa(seed, states=4, epsilon=True)
        for word, relation in {w: r for r, w in transition_monoid(nfa).items()}.items():
            found = [set(nfa.names(mask)) for mask in relation]
            assert found == [by_hand(nfa, state, word) for state in nfa.states]
        for block in bisimulation(nfa):
            verdicts = {tuple(bool(by_hand(nfa, state, w) & nfa.accepting) for w in short) for state in block}
            assert len(verdicts) == 1
            merged += len(block) > 1
        several = reverse(nfa)
        assert [w for w in short if tidy(several).accepts(w)] == [w for w in short if nfa.accepts(w[::-1])]
    assert merged
