"""What the panel of the automaton says of a word, against reading it step by step."""

from __future__ import annotations

from itertools import product

from automatakit import Automaton
from automatakit.steps import RunSteps
from finity_edu.widget.formal import _plain_verdict

NFA = Automaton.of("bA>A bA>B wA>C bB>C wC>B", start="A", accepting="B")


def test_a_word_is_accepted_dies_at_its_first_prefix_without_a_station_or_ends_elsewhere() -> None:
    seen = set()
    for word in map("".join, (letters for n in range(5) for letters in product("bw", repeat=n))):
        here, dead = {"A"}, None
        for at, letter in enumerate(word, 1):
            here = {head for tail, symbol, head in NFA.edges if tail in here and symbol == letter}
            dead = word[:at] if not here and dead is None else dead
        accepted, said = _plain_verdict(RunSteps(NFA, word))
        assert accepted == ("B" in here), word
        outcome = "accepted" if accepted else "ends" if dead is None else "dies"
        if outcome == "dies":
            assert f" {dead} " in f" {said} ".replace(".", " ").replace(",", " "), (word, said)
        else:
            assert all(station in said for station in here if outcome == "ends" or station == "B"), (word, said)
        seen.add(outcome)
    assert seen == {"accepted", "ends", "dies"}
