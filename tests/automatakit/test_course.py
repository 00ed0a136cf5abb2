"""Grammars, machines that write, what is drawn by lot, signs and names: each beside a slow and obvious way."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import automatakit
from automatakit import (
    Automaton,
    AutomatonError,
    Grammar,
    Mealy,
    Moore,
    equivalent,
    random_dfa,
    random_expression,
    random_word,
    words_of_length,
)
from automatakit import random_nfa as drawn_nfa
from automatakit.automaton.names import HERE
from tests.automatakit.automata import all_words, random_nfa
from tests.cases import every


def derived(grammar: Grammar, upto: int) -> set[str]:
    """The words of a grammar, by replacing variables as long as the words are short."""
    met = {("", grammar.start)}
    queue = [("", grammar.start)]
    found = set()
    for word, variable in queue:
        for rule in grammar.rules:
            longer = word + rule.letters
            if rule.variable != variable or len(longer) > upto:
                continue
            if rule.then is None:
                found.add(longer)
            elif (longer, rule.then) not in met:
                met.add((longer, rule.then))
                queue.append((longer, rule.then))
    return found


def test_a_grammar_derives_what_its_automaton_accepts_and_comes_back_from_its_text():
    for seed in range(30):
        nfa = random_nfa(seed, states=4, epsilon=seed % 2 == 0)
        grammar = Grammar.of(nfa)
        expected = {word for word in all_words(4) if nfa.accepts(word)}
        assert derived(grammar, 4) == expected
        assert equivalent(grammar.automaton(), nfa)
        if grammar.rules:
            assert Grammar.of(str(grammar)) == grammar
        for word in all_words(4):
            way = grammar.derivation(word)
            assert (way is not None) == (word in expected)
            if way is not None:
                assert way[0] == grammar.start
                assert way[-1] == (word or "ε")
    odd = Automaton.of({i: {"|": {i + 1}, "S": {0}, "→": {0}, "ε": {1}} for i in range(30)}, start=0, accepting={7})
    assert equivalent(Grammar.of(str(Grammar.of(odd))).automaton(), odd)


def test_grammars_as_people_write_them_are_read():
    grammar = Grammar.of("S -> 0 S | 1 A\nA -> 0A | abS | ε")
    assert [(rule.variable, rule.letters, rule.then) for rule in grammar.rules] == [
        ("S", "0", "S"), ("S", "1", "A"), ("A", "0", "A"), ("A", "ab", "S"), ("A", "", None)]
    assert grammar.automaton().accepts("010ab1")
    assert grammar.derivation("01") == ("S", "0S", "01A", "01")
    for text in ("S → a⟨end⟩ | b", r"S → a\S | b", "S → a⟨A⟩ | b"):  # no rule for end; a letter S; no rule for A
        odd = Grammar.of(text)
        assert str(odd) == text
        assert Grammar.of(str(odd)) == odd
        assert {w for w in all_words(2, "abS") if odd.automaton().over("abS").accepts(w)} == derived(odd, 2)
    named = Grammar.of("⟨start⟩ → x⟨end⟩ | y    ⟨end⟩ → ε")
    assert sorted(w for w in all_words(2, "xy") if named.automaton().accepts(w)) == ["x", "y"]


@every(("text", "mention"), [
    ("", "at least one rule"), ("aS", "begins with one variable"), ("S → a | ", "right side of S is empty"),
    ("S → aSb", "aS has something after its variable"), ("S → aA A → b", None), ("ab → c", "begins with one variable")])
def test_what_is_no_right_linear_grammar_is_refused_with_the_rule(text, mention):
    if mention is None:
        assert Grammar.of(text).automaton().accepts("ab")
        return
    with pytest.raises(AutomatonError, match=mention):
        Grammar.of(text)


def random_mealy(seed: int, size: int = 3) -> Mealy:
    rng = Random(seed)
    table = {i: {a: (rng.randrange(size), rng.choice(["0", "1", "", "10"])) for a in "bw"} for i in range(size)}
    return Mealy(0, table)


def test_machines_write_the_same_as_mealys_and_as_moores():
    lengths = set()
    for seed in range(30):
        mealy, other = random_mealy(seed), random_mealy(seed + 100, size=2)
        moore = mealy.moore()
        for word in all_words(5):
            state, written = 0, ""
            for letter in word:
                state, out = mealy.table[state][letter]
                written += out
            assert mealy.output(word) == moore.output(word) == moore.mealy().output(word) == written
            assert mealy.path(word)[-1] == state
        for one, two in ((mealy, other), (mealy, moore.mealy())):
            by_hand = next((w for w in all_words(6) if one.outputs(w) != two.outputs(w)), None)
            assert one.difference(two) == by_hand
            lengths.add(by_hand and len(by_hand))
        assert moore.difference(other.moore()) == mealy.difference(other)
        assert equivalent(mealy.automaton(), "(b|w)*")
    assert {None, 1} < lengths
    assert Moore(0, {}, {0: "a"}).difference(Moore(0, {}, {0: "b"})) == ""
    with pytest.raises(AutomatonError, match="from 0 on b"):
        Mealy(0, {0: {}}).output("b")
    none_reads_a = [Mealy(0, {0: {"b": (0, sign)}, 1: {"a": (0, "x")}}) for sign in "01"]
    assert none_reads_a[0].difference(none_reads_a[1]) == "b"


@pytest.mark.parametrize(
    ("make", "mention"),
    [
        (lambda: Mealy("e", {"e": {"a": ("e", 1)}}), r"e on a: the entry is \('e', 1\)"),
        (lambda: Mealy("e", {"e": {"a": "ef"}}), "e on a: the entry is 'ef'"),
        (lambda: Mealy("e", {"e": {"coin": ("e", "1")}}), "'coin' is not a symbol"),
        (lambda: Mealy("e", {"e": {"": ("e", "1")}}), "'' is not a symbol"),
        (lambda: Moore("e", {"e": {"a": "o"}}, {"e": "1"}), "state o has no output"),
        (lambda: Moore("e", {"e": {"a": "e"}}, {"e": 1}), "state e has no output"),
        (lambda: Moore("e", {"e": {"coin": "e"}}, {"e": "1"}), "'coin' is not a symbol"),
    ],
)
def test_a_table_of_a_machine_that_is_none_is_named(make, mention):
    with pytest.raises(AutomatonError, match=mention):
        make()


def test_machines_of_both_kinds_are_compared_without_what_the_start_writes():
    for seed in range(10):
        mealy, other = random_mealy(seed), random_mealy(seed + 100, size=2)
        assert mealy.difference(mealy.moore()) is mealy.moore().difference(mealy) is None
        assert mealy.difference(other.moore()) == mealy.moore().difference(other) == mealy.difference(other)


def test_what_is_drawn_by_lot_is_what_was_asked_for_and_the_same_again():
    for seed in range(30):
        size = 1 + seed % 6
        dfa = random_dfa(seed, size, "bw")
        assert dfa == random_dfa(seed, size, "bw") == random_dfa(Random(seed), size, "bw")
        assert (len(dfa.states), dfa.is_deterministic, dfa.is_complete) == (size, True, True)
        assert dfa.reachable.bit_count() == size
        assert dfa.accepting
        nfa = drawn_nfa(seed, size, "bw", epsilon=0.5)
        assert nfa == drawn_nfa(seed, size, "bw", epsilon=0.5)
        assert len(nfa.states) == size
        text = random_expression(seed, size, "b(")
        assert text == random_expression(seed, size, "b(")
        assert text.replace(r"\(", "b").count("b") == size
        assert Automaton.of(text, symbols="b(").alphabet == ("(", "b")
    assert len({random_dfa(seed, 4) for seed in range(50)}) > 45
    assert len({random_expression(seed, 6) for seed in range(50)}) > 45
    with pytest.raises(AutomatonError, match="symbols="):
        random_dfa(1, 3, "")


def test_a_word_by_lot_is_any_of_the_language_each_as_likely():
    language = "(a|b)*a(a|b)|b*"
    drawn = Counter(random_word(language, 4, seed) for seed in range(900))
    assert set(drawn) == set(words_of_length(language, 4))
    assert max(drawn.values()) < 1.7 * min(drawn.values())
    assert random_word(language, 4, 3) == random_word(language, 4, 3)


def test_signs_and_methods_are_the_functions():
    for seed in range(15):
        one, two = random_nfa(seed, states=3), random_nfa(seed + 40, states=3, density=0.15)
        for word in all_words(4):
            left, right = one.accepts(word), two.accepts(word)
            assert (word in one) == left
            assert (word in (one | two)) == (left or right)
            assert (word in (one & two)) == (left and right)
            assert (word in (one - two)) == (left and not right)
            assert (word in ~one) == (not left)
            assert (word in one.star()) == (word in automatakit.star(one))
        assert equivalent(one + two, automatakit.concatenation(one, two))
        assert (one <= two) == automatakit.included(one, two)
        assert one <= one | two
        assert one.minimise() == automatakit.minimise(one)
        assert one.determinise() == automatakit.subsets(one)
        assert one.complement() == automatakit.complement(one)
        assert one.reverse() == automatakit.reverse(one)
        assert one.equivalent(one.to_regex())
        assert list(one.words(3)) == list(automatakit.words(one, 3))


def test_names_of_other_libraries_lead_to_ours():
    one = Automaton.of("a*b")
    for name, here in HERE.items():
        if not hasattr(Automaton, name):
            with pytest.raises(AttributeError, match="write"):
                getattr(one, name)
        for part in here.replace("automatakit.", "\0").split("\0")[1:]:
            assert hasattr(automatakit, part.split("(")[0])
    for owner, name in ((automatakit, "minimize"), (one, "minify")):
        with pytest.raises(AttributeError, match=r"automatakit\.minimise"):
            getattr(owner, name)
    for owner in (automatakit, one):
        with pytest.raises(AttributeError):
            owner.nonsense  # noqa: B018
