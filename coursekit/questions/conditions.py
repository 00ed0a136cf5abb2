"""Conditions on words as a textbook writes them: "that contain aba", "in which every a is followed at once by b".

A condition is plain JSON: ``["contains", {"u": "aba"}]``, ``["not", c]``, ``["and", c, d]`` or ``["or", c, d]``.  Each
family (`coursekit.questions.families`) says how a reader with finite memory decides it.  The automaton of a condition
is its reader, explored; so each state has a meaning, namely what the reader remembers.  Sentences come from the
catalogue (``condition.contains``, ``condition.contains.not``) as relative clauses, "that contain aba"; two conditions
stand in numbered lines below each other.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from automatakit.automaton.value import Automaton

# They are all in `FAMILIES` from here on
from coursekit.questions import (
    families as families,
)
from coursekit.questions.readers import FAMILIES as FAMILIES
from coursekit.questions.readers import OTHER, REST, SYMBOL, Family, Reader, explored

Condition: TypeAlias = list[Any]
"""``[family, parameters]``, ``["not", condition]``, ``["and", condition, condition]`` or ``["or", …]``."""


def reader_of(condition: Condition) -> Reader:
    """The reader of a condition.

    Raises
    ------
    KeyError, TypeError
        If the condition names no family or not its parameters: conditions are drawn, not typed.

    Examples
    --------
    >>> reader = reader_of(["and", ["contains", {"u": "ab"}], ["not", ["ends_in", {"u": "b"}]]])
    >>> memory = reader.start
    >>> for symbol in "aba":
    ...     memory = reader.step(memory, symbol)
    >>> reader.accept(memory)
    True
    """
    name, *rest = condition
    if name == "not":
        reader = reader_of(rest[0])
        return Reader(
            reader.start, reader.step, lambda memory: not reader.accept(memory)
        )
    if name in ("and", "or"):
        one, two = map(reader_of, rest)
        joined = all if name == "and" else any
        return Reader(
            (one.start, two.start),
            lambda memory, s: (one.step(memory[0], s), two.step(memory[1], s)),
            lambda memory: joined((one.accept(memory[0]), two.accept(memory[1]))),
        )
    return FAMILIES[name].make(**rest[0])


def automaton_of(condition: Condition, alphabet: Sequence[str]) -> Automaton:
    """The complete deterministic automaton of a condition: its states are what the reader remembers.

    Examples
    --------
    >>> a = automaton_of(["number_modulo", {"x": "b", "m": 3, "r": 0}], "ab")
    >>> a.states, a.accepts("babb"), a.accepts("bab")
    ((0, 1, 2), True, False)
    """
    return explored(reader_of(condition), alphabet)


def draw_condition(
    rng: random.Random, family: Family, alphabet: Sequence[str]
) -> Condition:
    """Draw the parameters of a family, each as likely.

    Examples
    --------
    >>> draw_condition(random.Random(1), FAMILIES["followed_at_once"], "ab")
    ['followed_at_once', {'x': 'a', 'y': 'b'}]
    """
    drawn: dict[str, Any] = {}
    for name, (low, high) in family.parameters.items():
        if (low, high) == SYMBOL:
            drawn[name] = rng.choice(alphabet)
        elif (low, high) == OTHER:
            drawn[name] = rng.choice([s for s in alphabet if s != drawn["x"]])
        elif (low, high) == REST:
            drawn[name] = rng.randrange(drawn["m"])
        elif name in ("u", "v"):
            drawn[name] = "".join(rng.choices(alphabet, k=rng.randint(low, high)))
        elif name == "words":
            few = [
                "".join(rng.choices(alphabet, k=rng.randint(1, 4)))
                for _ in range(rng.randint(low, high))
            ]
            drawn[name] = sorted(set(few), key=lambda w: (len(w), w))
        else:
            drawn[name] = rng.randint(low, high)
    return [family.id, drawn]


def family_of(condition: Condition) -> str:
    """The family of a condition that may be denied."""
    return str(condition[1][0] if condition[0] == "not" else condition[0])


def clause(condition: Condition, say: Callable[..., str]) -> str:
    """A condition as a relative clause, "that contain aba"; of two, both hold: "that contain aba and that end in b"."""
    name, *rest = condition
    if name == "and":
        return say("condition.and", one=clause(rest[0], say), two=clause(rest[1], say))
    if name == "exactly" and not rest[0]["k"]:
        return clause(["not", ["contains", {"u": rest[0]["x"]}]], say)
    denied = name == "not"
    name, values = condition[1] if denied else condition
    shown = {
        key: ", ".join(value) if isinstance(value, list) else value
        for key, value in values.items()
    }
    if "r" in values:
        shown["rest"] = say(remainder_text(values["m"], values["r"], denied), **shown)
        # Elsewhere denying the remainder is enough
        denied = denied and name == "after_last_modulo"
    return say(f"condition.{name}.not" if denied else f"condition.{name}", **shown)


def remainder_text(m: int, r: int, denied: bool) -> str:
    """The text that says of a number which remainder it leaves; modulo 2 one of two words, denied or not."""
    if m == 2:
        return "condition.odd" if bool(r) != denied else "condition.even"
    return ("condition.rest" if r else "condition.rest_zero") + ".not" * denied


def told(condition: Condition, say: Callable[..., str]) -> str:
    """The end of a sentence that begins with "the words over {a, b}": a clause, or two in numbered lines.

    So no sentence has more than one reading, whatever the clauses are.
    """
    joint, *parts = condition
    if joint not in ("and", "or"):
        return f" {clause(condition, say)}."
    one, two = (clause(part, say) for part in parts)
    judged = say("condition.both_hold" if joint == "and" else "condition.one_holds")
    return f" {judged}\n\n(1) … {one},\n\n(2) … {two}."
