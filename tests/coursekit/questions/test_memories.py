"""What states mean: the sentences for what a reader remembers, and why a word fits a description."""

import random
from functools import reduce

from automatakit.automaton.value import Automaton
from coursekit.questions import question
from coursekit.questions.conditions import FAMILIES, clause, draw_condition
from coursekit.questions.evidence import evidence
from coursekit.questions.memories import (
    MEANT,
    Part,
    meanings,
    why_fitting,
    without_asides,
)
from coursekit.questions.say import Say
from tests.coursekit.questions.second.memories import seen_in, true_of
from tests.coursekit.questions.second.naive import words
from tests.coursekit.questions.second.said import listening


def after(part: Part, word: str) -> object:
    """What the reader of a condition remembers after a word."""
    return reduce(part.reader.step, word, part.reader.start)

EN = Say("en")


def test_the_reader_behind_every_family_says_what_it_remembers():
    assert set(FAMILIES) - set(MEANT) == set()


def test_as_long_as_nothing_is_decided_the_sentences_tell_the_memories_apart():
    """Of each word those of its own memory are true, and of no other memory all of them."""
    wrong = []
    for family in FAMILIES.values():
        alphabet = "01" if family.binary else "ab"
        rng = random.Random(family.id)
        for condition in (draw_condition(rng, family, alphabet) for _ in range(3)):
            part = Part(condition, alphabet)
            found = {word: after(part, word) for n in range(7) for word in words(n, alphabet)}
            open_ = {word: memory for word, memory in found.items() if memory not in part.settled}
            told = {memory: MEANT[family.id](memory, **part.parameters) for memory in open_.values()}
            for word, memory in open_.items():
                true = [some for some in told.values() if all(true_of(one, word) for one in some)]
                if told[memory] not in true or any(some != told[memory] for some in true):
                    wrong.append((condition, word, memory, true))
    assert wrong == []


def test_what_is_seen_in_a_word_is_true_and_decides_for_every_family():
    wrong = []
    for family in FAMILIES.values():
        alphabet = "01" if family.binary else "ab"
        rng = random.Random(family.id)
        for condition in (draw_condition(rng, family, alphabet) for _ in range(4)):
            fits: dict[str, bool] = {}
            for word in (word for n in range(6) for word in words(n, alphabet)):
                with listening() as heard:
                    seen = evidence(condition, word, EN)
                decided = fits.setdefault(seen, true_of(condition, word)) == true_of(condition, word)
                if not decided or not seen_in(condition, heard[-1], word):
                    wrong.append((condition, word, seen))
    assert wrong == []


def test_each_of_two_conditions_has_its_reason():
    both = ["and", ["ends_in", {"u": "cc"}], ["at_most", {"x": "d", "k": 1}]]
    assert why_fitting(both, "ddcc", EN) == (
        "(1) holds, because the word ends in cc; (2) fails, because d occurs 2 times, at the positions 1, 2")
    assert why_fitting(["occurs_at_least", {"u": "10", "k": 3}], "100100", EN) == (
        "10 occurs 2 times, at the positions 1–2, 4–5")


def test_a_state_in_which_several_memories_meet_means_one_or_the_other():
    told = meanings(["symbol_from_end", {"k": 2, "x": "a"}], "ab", EN)
    assert told["q0"] == "of length 0; or that are equal to b; or that end in bb"
    assert meanings(["contains", {"u": "a"}], "ab", EN)["q1"] == "that fit, whatever follows"


def test_a_word_of_the_star_is_cut_into_pieces_of_the_language_down_to_a_single_symbol():
    kind = question("star_construct")
    only_b = Automaton.of("bs>f bf>t wf>t ws>t bt>t wt>t", start="s", accepting="f")
    data = {"skin": "textbook", "alphabet": "bw", "automaton": only_b.to_json()}
    assert "b · b" in kind.reason(data, "bb", EN)
    assert kind.reason(data, "b", EN) == EN("reason.one_piece", word="b")
    assert kind.reason(data, "bw", EN) == EN("reason.no_cut", word="bw")


def test_a_sentence_says_all_that_is_remembered():
    for family in FAMILIES.values():
        alphabet = "01" if family.binary else "ab"
        part = Part(draw_condition(random.Random(family.id), family, alphabet), alphabet)
        for memory in {after(part, word) for n in range(5) for word in words(n, alphabet)} - {*part.settled}:
            meant = MEANT[family.id](memory, **part.parameters)
            assert part.sentence(memory, EN).count(" and ") >= len(meant) - 1
            assert all(without_asides(clause(one, EN)) in part.sentence(memory, EN)
                       for one in meant if one[0] in FAMILIES)


def test_the_words_of_two_expressions_are_listed_up_to_the_one_that_tells_them_apart():
    kind = question("regex_equal")
    data = {"skin": "textbook", "alphabet": "ab", "expression": "a*", "second": "(aa)*|a"}
    lines = kind.work(data, EN)
    assert kind.key(data) == "aaa"
    assert [line for line in lines if line.startswith("- ")] == [
        "- 0: ε / ε", "- 1: a / a", "- 2: aa / aa", "- 3: aaa / –"]
