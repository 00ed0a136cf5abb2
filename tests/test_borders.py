"""The border itself: the least number that may be asked for, the greatest that is read, and the one beyond."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from random import Random

import pytest

import amakta
import automatakit as ak
import matchbox as mb
from amakta.analysis.graph import explore
from amakta.widget.preparing import whole
from automatakit.automaton.errors import _LONGEST as LONGEST
from automatakit.automaton.errors import AutomatonError
from boardkit import foreign_json
from boardkit.errors import UserError
from boardkit.explore import divide, perft, reachable_graph
from boardkit.foreign import safe_part
from boardkit.search import alpha_beta, monte_carlo
from coursekit import answers
from coursekit.answers import automata, moves, numbers, regexes, spelling, words
from coursekit.answers.spelling import Misspelt
from matchbox.analysis import exact
from matchbox.players.learners import LEARNERS
from matchbox.players.match import Match
from matchbox.rules.dice import throw, unique_maximum
from tests.boardkit.toys import Nim
from tests.needs import needed

TWO = ak.Automaton.of("bA>B wB>A", start="A", accepting="B")
LEAST: dict[str, tuple[Callable[[int], object], int]] = {
    "alpha_beta": (lambda n: alpha_beta(Nim(3), n), 0),
    "monte_carlo": (lambda n: monte_carlo(Nim(3), n, 1), 1),
    "perft": (lambda n: perft(Nim(3), n), 0),
    "divide": (lambda n: divide(Nim(3), n), 1),
    "graph": (lambda n: reachable_graph(Nim(0), n), 1),
    "words": (lambda n: list(ak.words(TWO, 3, n)), 0),
    "words up to": (lambda n: list(ak.words(TWO, n)), -1),
    "count": (lambda n: ak.count_words(TWO, n), 0),
    "counts": (lambda n: ak.word_counts(TWO, n), 0),
    "monoid": (lambda n: ak.transition_monoid(ak.minimise(ak.from_regex("()", "b")), n), 1),
    "dice": (lambda n: unique_maximum(n), 1),
    "sides": (lambda n: unique_maximum(2, n), 1),
    "sides of a throw": (lambda n: throw((1,), n, Random(1)), 2),
    "seed of a match": (lambda n: Match(seed=n), 0),
    "games of a curve": (lambda n: exact.curve(games=n, rules=mb.Rules(length=4)), 0),
    "beads": (lambda n: LEARNERS["menace"](mb.Rules(length=4), beads=n), 1),
    "number that was typed": (lambda n: whole(str(n), 3), 3),
    "graph of amakta": (lambda n: explore(amakta.State.start("zeile3", "solo"), limit=n), 1),
}


@pytest.mark.parametrize("name", LEAST)
def test_the_least_number_is_taken_and_one_less_is_refused(name: str) -> None:
    ask, least = LEAST[name]
    refused = None
    try:
        ask(least)
    except UserError as error:  # it may be too little for this question, but it is a number to ask with
        refused = str(error)
    with pytest.raises(UserError, match=str(least)) as caught:
        ask(least - 1)
    assert str(caught.value) != refused
    assert refused is None or "whole number" not in refused


def fits(read: Callable[[], object], *problems: type[Exception]) -> bool:
    """Whether something is read at all."""
    try:
        read()
    except problems:
        return False
    return True


def array(size: int) -> object:
    """An array of NumPy."""
    return needed("numpy").zeros(size, dtype=int)


def drawn(states: list[str], transitions: Sequence[list[str]] = ()) -> object:
    """An automaton of an answer, with these states and arrows."""
    return answers.validate("automaton", {"states": states, "alphabet": ["b"], "start": states[0], "accepting": [],
                                          "transitions": list(transitions)})


GREATEST: dict[str, tuple[Callable[[int], bool], int]] = {
    "depth of a file": (lambda n: fits(lambda: foreign_json.parse(b"[" * n + b"]" * n), foreign_json.Refused),
                        foreign_json.MAX_DEPTH),
    "things in a file": (lambda n: fits(lambda: foreign_json.parse(b"[1" + b",1" * (n - 1) + b"]"),
                                        foreign_json.Refused), foreign_json.MAX_ITEMS),
    "length of an expression": (lambda n: fits(lambda: answers.validate("regex", "b" * n, alphabet="bw"),
                                               answers.MalformedAnswer), regexes.MAX_LENGTH),
    "depth of an expression": (lambda n: fits(lambda: answers.validate("regex", "(" * n + "b" + ")" * n, alphabet="b"),
                                              answers.MalformedAnswer), regexes.MAX_DEPTH),
    "length of a word": (lambda n: fits(lambda: answers.validate("word", "b" * n), answers.MalformedAnswer),
                         words.MAX_WORD),
    "things in an answer": (lambda n: fits(lambda: spelling.plain([1] * n), Misspelt), spelling.MAX_ITEMS),
    "numbers of an array": (lambda n: fits(lambda: spelling.plain(array(n)), Misspelt), spelling.MAX_ITEMS),
    "depth of an answer": (lambda n: fits(lambda: spelling.plain(json.loads("[" * n + "1" + "]" * n)), Misspelt),
                           spelling.MAX_DEPTH),
    "bytes of a file's name": (lambda n: safe_part("ä" * (n // 2) + "x" * (n % 2)), 255),
    "length of a move": (lambda n: fits(lambda: moves.any_moves(["x" * n], {}), Misspelt), 200),
    "moves of an answer": (lambda n: fits(lambda: moves.list_of_moves(["x"] * n, {}), Misspelt), moves.MAX_MOVES),
    "length of a state's name": (lambda n: fits(lambda: drawn(["x" * n]), answers.MalformedAnswer), 200),
    "states of an automaton": (lambda n: fits(lambda: drawn([str(state) for state in range(n)]),
                                              answers.MalformedAnswer), automata.MAX_STATES),
    "arrows of an automaton": (lambda n: fits(lambda: drawn(["p"], [["p", "b", "p"]] * n), answers.MalformedAnswer),
                               automata.MAX_EDGES),
    "bits of a number": (lambda n: fits(lambda: answers.validate("fraction", 1 << (n - 1)), answers.MalformedAnswer),
                         numbers.MAX_BITS),
    "exponent of a number": (lambda n: isinstance(spelling.plain(Decimal(f"1e{n}")), Fraction), 999),
    "text in a message": (lambda n: "…" not in str(AutomatonError.of("no_text", value="x" * n)), LONGEST),
    "length of a text": (lambda n: fits(lambda: spelling.plain("b" * n), Misspelt), spelling.MAX_TEXT),
}


@pytest.mark.parametrize("name", GREATEST)
def test_as_much_as_the_limit_says_is_read_and_no_more(name: str) -> None:
    read, limit = GREATEST[name]
    assert [read(limit - 1), read(limit), read(limit + 1)] == [True, True, False]
