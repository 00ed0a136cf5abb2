"""What the reader behind a condition remembers, in sentences: what the states mean, and why a word fits or does not.

Each family of conditions (`coursekit.questions.families`) has a function here that makes conditions of a memory: they
hold of the words after which the reader remembers just that, as long as nothing is decided.  What is decided, whatever
follows, needs no sentence of its own.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from typing import TypeAlias

from automatakit.automaton.value import Automaton
from automatakit.languages.minimal import minimise
from automatakit.languages.search import search
from coursekit.questions.conditions import Condition, clause, reader_of
from coursekit.questions.evidence import evidence
from coursekit.questions.readers import FAMILIES, Memory, Reader, explored, overlap
from coursekit.questions.say import Say

Sentences: TypeAlias = list[Condition]
"""Conditions that hold together; those that no family draws are told by a text ``memory.…``."""

MOST = 3
"""In how many ways the words that lead to a state are told; of more it is said how many there are."""

MEANT: dict[str, Callable[..., Sentences]] = {}
"""For each family: from a memory, and the family's parameters, what the words have in common."""


def meant(
    *families: str,
) -> Callable[[Callable[..., Sentences]], Callable[..., Sentences]]:
    """Note what the memories of some families mean."""

    def register(function: Callable[..., Sentences]) -> Callable[..., Sentences]:
        MEANT.update(dict.fromkeys(families, function))
        return function

    return register


def without_asides(text: str) -> str:
    """A clause without what the task has said in brackets, such as "overlapping ones count"."""
    return re.sub(r" \([^()]*\)", "", text)


# ---------------------------------------------------------------- what several families say
def so_far(word: str) -> Condition:
    """A single word."""
    return ["only", {"u": word}] if word else ["empty", {}]


def at_end(seen: str, u: str) -> Sentences:
    """The longest beginning of u at the end; of the longer ones those are named that could stand there with it."""
    longer = [u[:n] for n in range(len(seen) + 1, len(u) + 1) if u[:n].endswith(seen)]
    others: list[str] = []
    for one in longer:
        if not one.endswith(tuple(others)):
            others.append(one)
    if seen:
        return [["at_end", {"seen": seen, "others": others}] if others else ends(seen)]
    return [["not_at_end", {"others": others}]] if others else []


def ends(x: str, does: bool = True) -> Condition:
    """Whether the word ends in a symbol."""
    ending: Condition = ["ends_in", {"u": x}]
    return ending if does else ["not", ending]


def has(u: str, does: bool = True) -> Condition:
    """Whether u occurs."""
    occurring: Condition = ["contains", {"u": u}]
    return occurring if does else ["not", occurring]


def parity(n: int) -> Condition:
    """Whether the length is even or odd."""
    return ["length_modulo", {"m": 2, "r": n}]


def block_at_end(x: str, n: int) -> Condition:
    """As many x at the end, and no more."""
    return ["ends_in_block", {"x": x, "k": n}] if n else ends(x, False)


# ---------------------------------------------------------------- words within words
@meant("contains")
def _(seen: str, u: str) -> Sentences:
    return [has(u, False), *at_end(seen, u[:-1])]


@meant("ends_in")
def _(seen: str, u: str) -> Sentences:
    return at_end(seen, u)


@meant("begins_with", "beginning_of")
def _(seen: str, u: str) -> Sentences:
    return [so_far(seen)]


@meant("one_of")
def _(seen: str, words: Sequence[str]) -> Sentences:
    return [so_far(seen)]


@meant("scattered")
def _(found: int, u: str) -> Sentences:
    if not found:
        return [has(u[0], False)]
    return [["scattered_so_far", {"u": u, "seen": u[:found]}]]


@meant("occurs_exactly", "occurs_at_least")
def _(memory: tuple[str, int], u: str, k: int) -> Sentences:
    seen, number = memory
    if seen == u:
        # Once it is counted, only the beginning of the next one matters.
        seen = overlap(u[:-1])(u[:-1], u[-1])
    return [["occurs_exactly", {"u": u, "k": number}], *at_end(seen, u[:-1])]


@meant("one_before_other")
def _(memory: tuple[bool, str], u: str, v: str) -> Sentences:
    found, seen = memory
    if not found:
        return [has(u, False), *at_end(seen, u[:-1])]
    name = "after_first" if seen else "nothing_after_first"
    return [[name, {"u": u, "v": v, "x": v[0]}]]


@meant("repeats")
def _(place: int, u: str) -> Sentences:
    if not place:
        return [["repeats", {"u": u}]]
    return [["repeats_and", {"u": u, "seen": u[:place]}]]


# ---------------------------------------------------------------- how many, and how long
@meant("exactly", "at_least", "at_most")
def _(number: int, x: str, k: int) -> Sentences:
    return [["exactly", {"x": x, "k": number}]]


@meant("number_modulo")
def _(rest: int, x: str, m: int, r: int) -> Sentences:
    return [["number_modulo", {"x": x, "m": m, "r": rest}]]


@meant("difference_modulo", "same_remainder")
def _(rest: int, x: str, y: str, m: int, r: int = 0) -> Sentences:
    if not rest:
        return [["same_rest", {"x": x, "y": y, "m": m}]]
    return [["lacking", {"x": x, "y": y, "m": m, "n": rest}]]


@meant("never_ahead")
def _(ahead: int, x: str, y: str, k: int) -> Sentences:
    if not ahead:
        return [["as_many", {"x": x, "y": y}]]
    more, less = (x, y) if ahead > 0 else (y, x)
    return [["more", {"x": more, "y": less, "n": abs(ahead)}]]


@meant("both_occur")
def _(seen: frozenset[str], x: str, y: str) -> Sentences:
    return [has(x, x in seen), has(y, y in seen)]


@meant("length_modulo")
def _(rest: int, m: int, r: int) -> Sentences:
    return [["length_modulo", {"m": m, "r": rest}]]


@meant("length_exactly", "length_at_least", "length_at_most")
def _(number: int, k: int) -> Sentences:
    return [["length_exactly", {"k": number}]]


# ---------------------------------------------------------------- where
@meant("symbol_at")
def _(number: int, k: int, x: str) -> Sentences:
    return [["length_exactly", {"k": number}]]


@meant("symbol_from_end")
def _(seen: str, k: int, x: str) -> Sentences:
    return [so_far(seen) if len(seen) < k else ends(seen)]


@meant("same_ends")
def _(seen: str) -> Sentences:
    if not seen:
        return [so_far("")]
    return [["begins_with", {"u": seen[0]}], ends(seen[1])]


@meant("symbol_equals_last")
def _(memory: tuple[int, str], k: int) -> Sentences:
    number, seen = memory
    if not seen:
        return [["length_exactly", {"k": number}]]
    return [["symbol_at", {"k": k, "x": seen[0]}], ends(seen[-1])]


@meant("first_at_even")
def _(rest: int, x: str) -> Sentences:
    return [has(x, False), parity(rest)]


@meant("every_odd")
def _(rest: int, x: str) -> Sentences:
    return [["every_odd", {"x": x}], parity(rest)]


@meant("every_even")
def _(rest: int, x: str) -> Sentences:
    return [["every_even", {"x": x}], parity(rest)]


@meant("number_at_odd_modulo")
def _(memory: tuple[int, int], x: str, m: int, r: int) -> Sentences:
    rest, number = memory
    return [["number_at_odd_modulo", {"x": x, "m": m, "r": number}], parity(rest)]


@meant("after_last_modulo")
def _(rest: int | None, x: str, m: int, r: int) -> Sentences:
    if rest is None:
        return [has(x, False)]
    return [["after_last_modulo", {"x": x, "m": m, "r": rest}]]


# ---------------------------------------------------------------- one symbol and the next
@meant("followed_at_once")
def _(waiting: int, x: str, y: str) -> Sentences:
    return [ends(x, bool(waiting))]


@meant("preceded_at_once")
def _(ready: int, x: str, y: str) -> Sentences:
    return [ends(y, bool(ready))]


@meant("followed_later")
def _(waiting: int, x: str, y: str) -> Sentences:
    following: Condition = ["followed_later", {"x": x, "y": y}]
    return [["not", following] if waiting else following]


@meant("preceded_earlier")
def _(_: int, x: str, y: str) -> Sentences:
    return [has(x, False), has(y, False)]


@meant("all_before")
def _(past: int, x: str, y: str) -> Sentences:
    return [has(y, bool(past))]


@meant("no_equal_neighbours")
def _(last: str) -> Sentences:
    return [ends(last) if last else so_far("")]


@meant("changes_modulo")
def _(memory: tuple[str, int], m: int, r: int) -> Sentences:
    last, number = memory
    if not last:
        return [so_far("")]
    return [["changes_modulo", {"m": m, "r": number}], ends(last)]


@meant("spaced")
def _(number: int, x: str, k: int) -> Sentences:
    if number == k:
        return [["none_of_last", {"x": x, "k": k}]]
    return [["since_last", {"x": x, "n": number}] if number else ends(x)]


@meant("gaps_modulo")
def _(rest: int | None, x: str, m: int) -> Sentences:
    if rest is None:
        return [has(x, False)]
    return [["after_last_modulo", {"x": x, "m": m, "r": rest}]]


# ---------------------------------------------------------------- blocks
@meant("blocks_at_least")
def _(number: int | None, x: str, k: int) -> Sentences:
    return [ends(x * k) if number == k else block_at_end(x, number or 0)]


@meant("blocks_at_most")
def _(number: int | None, x: str, k: int) -> Sentences:
    return [block_at_end(x, number or 0)]


@meant("blocks_divisible")
def _(rest: int | None, x: str, m: int) -> Sentences:
    if rest is None:
        return [ends(x, False)]
    return [["last_block_modulo", {"x": x, "m": m, "r": rest}]]


@meant("number_of_blocks_exactly")
def _(memory: tuple[int, bool], x: str, k: int) -> Sentences:
    number, inside = memory
    return [["number_of_blocks_exactly", {"x": x, "k": number}], ends(x, inside)]


@meant("number_of_blocks_modulo")
def _(memory: tuple[int, bool], x: str, m: int, r: int) -> Sentences:
    number, inside = memory
    return [["number_of_blocks_modulo", {"x": x, "m": m, "r": number}], ends(x, inside)]


@meant("ends_in_block")
def _(number: int, x: str, k: int) -> Sentences:
    return [ends(x * number) if number > k else block_at_end(x, number)]


@meant("begins_with_block")
def _(number: int, x: str, k: int) -> Sentences:
    return [so_far(x * number)]


# ---------------------------------------------------------------- numbers
@meant("binary_modulo")
def _(rest: int, m: int, r: int) -> Sentences:
    return [["binary_modulo", {"m": m, "r": rest}]]


@meant("binary_backwards_modulo")
def _(memory: tuple[int, int], m: int, r: int) -> Sentences:
    rest, weight = memory
    value: Condition = ["binary_backwards_modulo", {"m": m, "r": rest}]
    return [value, parity(weight - 1)]


# ---------------------------------------------------------------- a condition while a word is read
class Part:
    """One of the conditions that a word is judged by, and what its reader makes of words."""

    def __init__(self, condition: Condition, alphabet: Sequence[str]) -> None:
        denied = condition[0] == "not"
        self.family, self.parameters = condition[1] if denied else condition
        self.reader: Reader = reader_of(condition)
        fa = explored(self.reader, alphabet)
        living, dying = fa.productive, _rejecting(fa).productive
        self.settled: dict[Memory, bool] = {}
        for state in fa.states:
            here = fa.mask([state])
            if not (here & living and here & dying):
                self.settled[state] = bool(here & living)

    def sentence(self, memory: Memory, say: Say, *, first: bool = False) -> str:
        """A clause that says what is remembered, "that end in a", or only the first of several."""
        meant = MEANT[self.family](memory, **self.parameters)
        told = [_clause(one, say) for one in (meant[:1] if first else meant)]
        text = told[-1]
        for one in reversed(told[:-1]):
            text = say("condition.and", one=one, two=text)
        return without_asides(text)


def _rejecting(fa: Automaton) -> Automaton:
    return fa.with_(accepting=frozenset(fa.states) - fa.accepting)


def _clause(condition: Condition, say: Say) -> str:
    name, *rest = condition
    if name == "not" or name in FAMILIES:
        return clause(condition, say)
    values = dict(rest[0])
    if "others" in values:
        values["others"] = reduce(
            lambda one, two: say("memory.or", one=one, two=two), values["others"]
        )
    if "r" in values:
        values["rest"] = say(
            f"condition.rest{'' if values['r'] else '_zero'}", **values
        )
    return say(f"memory.{name}", **values)


def parts_of(condition: Condition) -> list[Condition]:
    """The conditions that are joined, as they are numbered in the question; a single one alone."""
    name, *rest = condition
    return rest if name in ("and", "or") else [condition]


def why_fitting(condition: Condition, word: str, say: Say) -> str:
    """What decides whether a condition holds of a word; of two, for each whether it does, by its number."""
    parts = parts_of(condition)
    if len(parts) == 1:
        return evidence(condition, word, say)
    one, two = (_why(part, word, say) for part in parts)
    return say("part.two", one=one, two=two)


def _why(part: Condition, word: str, say: Say) -> str:
    reader = reader_of(part)
    holds = reader.accept(reduce(reader.step, word, reader.start))
    seen = evidence(part, word, say)
    return say("part.holds" if holds else "part.fails", seen=seen)


# ---------------------------------------------------------------- states
def meanings(condition: Condition, alphabet: Sequence[str], say: Say) -> dict[str, str]:
    """For each state of the smallest automaton of a condition the words that lead there, in a sentence."""
    reader = reader_of(condition)
    small = minimise(explored(reader, alphabet))
    living, dying = small.productive, _rejecting(small).productive
    found: dict[str, list[Memory]] = {str(q): [] for q in small.states}
    for memory, word in search(reader.start, alphabet, reader.step):
        (home,) = small.active(word)[-1]
        found[str(home)].append(memory)
    told: dict[str, str] = {}
    for state, memories in found.items():
        here = small.mask([state])
        if not here & living:
            told[state] = say("meaning.dead")
        elif not here & dying:
            told[state] = say("meaning.full")
        else:
            each = dict.fromkeys(_told(condition, alphabet, memories, say))
            if len(each) > MOST:
                told[state] = say("meaning.many", n=len(each))
            else:
                told[state] = say("meaning.or").join(each)
    return told


def _told(
    condition: Condition, alphabet: Sequence[str], memories: Sequence[Memory], say: Say
) -> Iterator[str]:
    """Each memory in a sentence."""
    parts = [Part(one, alphabet) for one in parts_of(condition)]
    if len(parts) == 1:
        yield from _told_alone(parts[0], alphabet, memories, say)
        return
    reached = explored(reader_of(condition), alphabet).states
    ways = (_told_together(parts, i, alphabet, memories, reached, say) for i in (0, 1))
    yield from min(ways, key=len)


def _told_together(
    parts: Sequence[Part],
    i: int,
    alphabet: Sequence[str],
    memories: Sequence[Memory],
    reached: Sequence[Memory],
    say: Say,
) -> list[str]:
    """For each memory of one of two parts what the other one remembers with it, unless that does not matter."""
    others: dict[Memory, list[Memory]] = {}
    for memory in memories:
        others.setdefault(memory[i], []).append(memory[1 - i])
    told = []
    for memory, beside in others.items():
        (same,) = _told_of(parts[i], i + 1, alphabet, [memory], say)
        if len(beside) > 1 and len(beside) == sum(one[i] == memory for one in reached):
            told.append(same)
            continue
        for other in _told_of(parts[1 - i], 2 - i, alphabet, beside, say):
            one, two = (other, same) if i else (same, other)
            told.append(say("meaning.and", one=one, two=two))
    return told


def _told_of(
    part: Part, n: int, alphabet: Sequence[str], memories: Sequence[Memory], say: Say
) -> list[str]:
    """Memories of a part with its number; what is settled is said once."""
    settled = {part.settled[memory] for memory in memories if memory in part.settled}
    told = [say("meaning.held" if held else "meaning.lost", n=n) for held in settled]
    alone = [memory for memory in memories if memory not in part.settled]
    clauses = dict.fromkeys(_told_alone(part, alphabet, alone, say))
    return told + [say("meaning.part", n=n, clause=clause) for clause in clauses]


def _told_alone(
    part: Part, alphabet: Sequence[str], memories: Sequence[Memory], say: Say
) -> Iterator[str]:
    """Each memory; the first sentence is enough for several that are all that it is true of."""
    firsts = {
        memory: part.sentence(memory, say, first=True)
        for memory in explored(part.reader, alphabet).states
        if memory not in part.settled
    }
    everywhere, here = (Counter(firsts.values()), Counter(map(firsts.get, memories)))
    for memory in memories:
        first = firsts[memory]
        if here[first] == everywhere[first] > 1:
            yield first
        else:
            yield part.sentence(memory, say)
