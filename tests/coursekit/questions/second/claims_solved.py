"""What worked solutions claim step by step: blocks that are split, pairs, states that are removed, equations."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from itertools import count
from typing import Any

from tests.coursekit.questions.second import said as read
from tests.coursekit.questions.second.claims import Case, claim, holds
from tests.coursekit.questions.second.claims_languages import row_of
from tests.coursekit.questions.second.claims_words import five
from tests.coursekit.questions.second.lines import Lines, markdown, rows, work
from tests.coursekit.questions.second.memories import clause_holds, true_of
from tests.coursekit.questions.second.readers import (
    expression,
    of_board,
    of_json,
    words_to,
)


def steps(case: Case, id: str) -> list[dict[str, Any]]:
    """The values of the steps of one kind, in the order in which they are told."""
    return [said.values for said in case.said if said.id == id]


@claim("work.from_end", "work.new_pairs", "work.new_set_pairs", "work.minimal_below")
def _(case: Case) -> None:
    """Headings."""


@claim("work.none")
def _(case: Case) -> None:
    assert case.key is None


# ------------------------------------------------------------------------------------------ blocks


def dfa_of(case: Case) -> dict[str, Any]:
    """The automaton whose blocks are split: the one of the question, or of its numbered sets."""
    if case.type != "minimal_states":
        return case.data["automaton"]
    found = re.findall(r"^\| →?\*?(s\d+) \| (.*?) \| (s\d+) \| (s\d+) \|$", case.made.solution, re.M)
    ends = [number for number, s, *_ in found if any(map(case.plain.accepts, read.names(s)))]
    edges = [[number, a, head] for number, _, *heads in found for a, head in zip(case.alphabet, heads, strict=True)]
    return {"states": [number for number, *_ in found], "alphabet": [*case.alphabet], "start": "s0", "accepting": ends,
            "transitions": edges}


def moves(case: Case) -> dict[tuple[str, str], str]:
    return {(p, a): q for p, a, q in dfa_of(case)["transitions"]}


@claim("work.classes")
def _(case: Case, classes: str) -> None:
    blocks = [read.names(block) for block in re.findall(r"\{.*?\}", classes)]
    assert sorted(map(sorted, blocks)) == sorted(map(sorted, blocks_before(case, "")))
    assert len(blocks) == case.key


@claim("work.apart")
def _(case: Case, one: str, two: str, suffix: str, accepted: str, rejected: str) -> None:
    words = {read.word(prefix) + read.word(suffix) for prefix in (one, two)}
    assert words == {read.word(accepted), read.word(rejected)}
    assert case.plain.wins(read.word(accepted))
    assert not case.plain.wins(read.word(rejected))


@claim("work.first_blocks")
def _(case: Case, accepting: str, others: str) -> None:
    fa = dfa_of(case)
    assert read.names(accepting) == {*fa["accepting"]}
    assert read.names(others) == {*fa["states"]} - {*fa["accepting"]}


def blocks_before(case: Case, block: str) -> list[set[str]]:
    """The blocks before a block is split: those of the steps before, told again."""
    (first,) = steps(case, "work.first_blocks")
    found = [read.names(first["accepting"]), read.names(first["others"])]
    for split in steps(case, "work.split"):
        if split["block"] == block:
            return found
        found.remove(read.names(split["block"]))
        found += [read.names(part.split(" –")[0]) for part in split["parts"].split("; ")]
    return found


@claim("work.split")
def _(case: Case, symbol: str, block: str, parts: str) -> None:
    before, edges = blocks_before(case, block), moves(case)
    assert read.names(block) in before
    seen: list[str] = []
    for text in parts.split("; "):
        (part, goal), read_so = read.sets(text)
        assert read_so == symbol
        assert goal in before
        assert {edges[q, symbol] for q in part} <= goal
        seen += part
    assert sorted(seen) == sorted(read.names(block))
    assert len(parts.split("; ")) > 1


@claim("work.blocks")
def _(case: Case, names: str) -> None:
    told = dict(part.split(" = ") for part in names.split("; "))
    classes = [read.names(block) for block in told.values()]
    assert sorted(map(sorted, classes)) == sorted(map(sorted, blocks_before(case, "")))
    fa, small = case.data["automaton"], last_answer(case)
    assert told.keys() == {*small["states"]}
    assert not {*small["states"]} & {*fa["states"]}  # no name means two states
    for name, block in told.items():
        readers = [of_json({**fa, "start": q}).wins for q in read.names(block)]
        readers.append(of_json({**small, "start": name}).wins)
        for word in words_to(6, case.alphabet):
            assert len({wins(word) for wins in readers}) == 1


def last_answer(case: Case) -> dict[str, Any]:
    """The automaton with which the solution ends."""
    return json.loads(case.made.solution.rpartition("** `")[2].rstrip("`"))  # type: ignore[no-any-return]


@work("minimise")
def _(case: Case, lines: Lines) -> None:
    fa = of_json(markdown(lines))
    assert all(fa.wins(w) == holds(case)(w) for w in words_to(7, case.alphabet))
    assert five(markdown(lines)) == five(last_answer(case))


@work("disjoint")
def _(case: Case, lines: Lines) -> None:
    """Every line holds the pairs of states that words of its length lead to and no shorter one does."""
    two = of_board(case.data["other"]) if isinstance(case.data["other"], str) else of_json(case.data["other"])
    seen: set[tuple[str, str]] = set()
    found = rows(lines, r"- (\d+): (.*)")
    layer = {(p, q) for p in case.plain.start for q in two.start}
    for n, (length, told) in enumerate(found):
        assert int(length) == n
        pairs = {(p, q) for p, q in re.findall(r"\((\w+),(\w+)\)", told)}
        last = case.key is not None and n == len(case.key)
        assert pairs <= layer - seen if last else pairs == layer - seen
        assert len(pairs) == told.count("(")
        by_word = [entry.split(": ") for entry in told.split("; ") if told != "–"]
        assert len({word for word, _ in by_word}) == len(by_word)
        entries = [(word, p, q) for word, some in by_word for p, q in re.findall(r"\((\w+),(\w+)\)", some)]
        assert len(entries) == len(pairs)
        if last:
            word, p, q = entries[-1]
            assert word == case.key
            assert case.plain.accepts(p)
            assert two.accepts(q)
        for word, p, q in entries:
            assert len(read.word(word)) == n
            assert p in case.plain.sets(read.word(word))[-1]
            assert q in two.sets(read.word(word))[-1]
        seen |= layer
        layer = {(s, t) for p, q in layer for a in case.alphabet for s in case.plain.step(p, a)
                 for t in two.step(q, a)}
    assert found[-1][1] == "–" if case.key is None else len(found) == len(case.key) + 1


# ------------------------------------------------------------------------------------------ elimination


def drawn(case: Case) -> tuple[set[tuple[str, str, str]], str, set[str]]:
    """Arrows, start and accepting states of the automaton whose states are removed: ▸ and ◂ are joined by ε."""
    if case.type == "regex_of_description":
        fa = tables_of(case.made.solution.split("\n"))[-1]
        return {tuple(t) for t in fa["transitions"]}, fa["start"], {*fa["accepting"]}  # type: ignore[misc]
    return case.board.arrows, case.board.start, case.board.ends


def reads(case: Case, tail: str, head: str, gone: set[str], word: str) -> bool:
    """Whether a word is read from one state to another, with none but removed states between them."""
    arrows, start, ends = drawn(case)
    silent = {("▸", "", start), *((q, "", "◂") for q in ends)}
    todo, seen = [(tail, 0)], set()
    for here, at in todo:  # grows while it is read
        for p, a, q in arrows | silent:
            if p != here or not word.startswith(a, at):
                continue
            place = (q, at + len(a))
            if place == (head, len(word)):
                return True
            if q in gone and place not in seen:
                seen.add(place)
                todo.append(place)
    return False


@claim("work.new_ends")
def _(case: Case, start: str, ends: str) -> None:
    _, first, accepting = drawn(case)
    assert start == first
    assert {*read.listed(ends)} <= accepting


@claim("work.removed")
def _(case: Case, state: str, arrows: str) -> None:
    order = [step["state"] for step in steps(case, "work.removed")]
    assert len({*order}) == len(order)
    gone = {*order[: order.index(state) + 1]}
    found = re.findall(r"(\w+|▸) → (\w+|◂): `([^`]*)`", arrows)
    assert ", ".join(f"{p} → {q}: `{text}`" for p, q, text in found) == arrows.replace("–", "")
    for p, q, text in found:
        assert not {p, q} & gone
        matches = expression(text)
        for word in words_to(5, case.alphabet):
            assert matches(word) == reads(case, p, q, gone, word), (p, q, text, word)
    if order[-1] == state:
        ((_, _, whole),) = found
        assert whole == case.key


@work("regex_of_description")
def _(case: Case, lines: Lines) -> None:
    for fa in map(of_json, tables_of(lines)):
        assert all(fa.wins(w) == holds(case)(w) for w in words_to(8, case.alphabet))


@work("regex_of_board")
def _(case: Case, lines: Lines) -> None:
    assert lines == []


# ------------------------------------------------------------------------------------------ equations


def solves(case: Case, equation: str) -> None:
    """An equation, with the language of a state for each unknown, holds for words that are not too long."""
    system = case.data["system"]
    wins = {q: of_json({**system, "start": q}).wins for q in system["states"]}
    left, right = equation.split(" = ")
    terms = []
    for term in right.split(" | "):
        assert term
        unknown = next((q for q in wins if term.endswith(q)), "")
        factor = term.removesuffix(unknown) if unknown else term
        terms.append((expression(factor or "ε"), wins.get(unknown, lambda w: w == "")))
    for word in words_to(6, case.alphabet):
        cuts = ((word[:i], word[i:]) for i in range(len(word) + 1))
        assert wins[left](word) == any(factor(u) and rest(v) for u, v in cuts for factor, rest in terms)


@claim("work.arden")
def _(case: Case, put_in: str, before: str, after: str) -> None:
    assert put_in == ""
    unknown, right = after.split(" = ")
    assert before.startswith(f"{unknown} = ")
    assert unknown in before[3:]
    assert unknown not in right
    solves(case, before)
    solves(case, after)


@claim("work.put_in")
def _(case: Case, put_in: str, before: str, after: str) -> None:
    other, _ = put_in.split(" = ")
    assert other in before
    assert other not in after
    for equation in (put_in, before, after):
        solves(case, equation)


@work("arden")
def _(case: Case, lines: Lines) -> None:
    assert lines == []
    last = case.said[-1].values["after"]
    assert last.split(" = ")[1].replace("ε", "()") == case.key.replace("ε", "()")


# ------------------------------------------------------------------------------------------ what states mean


def tables_of(lines: Lines) -> list[dict[str, Any]]:
    """The automata whose tables stand in some lines."""
    found: list[Lines] = []
    for line in lines:
        if line.startswith("| | "):
            found.append([])
        if line.startswith("|"):
            found[-1].append(line)
    return [markdown(one) for one in found]


def table_of(case: Case) -> dict[str, Any]:
    """The automaton whose table stands first in the solution."""
    return tables_of(case.made.solution.split("\n"))[0]


@claim("meaning.state")
def _(case: Case, state: str, word: str, meaning: Any) -> None:
    """The first word that leads there; the sentence is true of it, and what is decided is so whatever follows."""
    fa = of_json(table_of(case))
    led = [w for w in words_to(7, case.alphabet) if fa.sets(w)[-1] == {state}]
    assert led[0] == read.word(word)
    if not isinstance(meaning, read.Said):
        return
    if meaning.id in ("meaning.dead", "meaning.full"):
        assert {holds(case)(led[0] + z) for z in words_to(6, case.alphabet)} == {meaning.id == "meaning.full"}
        return
    if meaning.id == "meaning.many":
        completed = {frozenset(z for z in words_to(5, case.alphabet) if holds(case)(w + z)) for w in led[:20]}
        assert (meaning.values["n"] > 3, len(completed)) == (True, 1)
        return
    assert all(remembered(case, meaning, w) for w in led)
    # Of words for which something is still open it is true only if they lead there.
    longer = words_to(5, case.alphabet)
    open_words = [w for w in longer if len({holds(case)(w + z) for z in longer}) == 2]
    assert [w for w in open_words if fa.sets(w)[-1] != {state} and remembered(case, meaning, w)] == []


@claim("meaning.start")
def _(case: Case, state: str, word: str) -> None:
    """No arrow leads back to the start."""
    fa = table_of(case)
    assert (state, word) == (fa["start"], "ε")
    assert all(head != state for _, _, head in fa["transitions"])


@claim("meaning.why_or")
def _(case: Case) -> None:
    """The same endings complete all words that lead to a state."""
    fa, endings = of_json(table_of(case)), words_to(4, case.alphabet)
    completed: dict[frozenset[str], set[str]] = {}
    for w in words_to(4, case.alphabet):
        done = {z for z in endings if holds(case)(w + z)}
        assert completed.setdefault(frozenset(fa.sets(w)[-1]), done) == done


def remembered(case: Case, said: read.Said, word: str) -> bool:
    """Whether a sentence is true of a word; of two conditions each has its part."""
    if said.id == "meaning.and":
        return all(remembered(case, said.values[name], word) for name in ("one", "two"))
    if said.id in ("meaning.part", "meaning.held", "meaning.lost"):
        part = case.data["condition"][said.values["n"]]
        later = {true_of(part, word + z) for z in words_to(5, case.alphabet)}
        if said.id == "meaning.part":
            return len(later) == 2 and clause_holds(said.values["clause"], word)
        return later == {said.id == "meaning.held"}
    return clause_holds(said, word)


@claim("work.loop")
def _(case: Case, state: str) -> None:
    x, y = (case.wanted[row][0] for row in "xy")
    assert any(run[len(x)] == run[len(x + y)] == state and run[-1] in case.board.ends
               for run in case.board.runs(case.data["tower"]))


@claim("work.goes_on")
def _(case: Case, state: str, word: str) -> None:
    assert of_json({**case.key, "start": state}).wins(read.word(word))


@claim("work.meaning")
def _(case: Case, row: str, word: str, sentence: str) -> None:
    word = read.word(word)
    true = [x for x, one in zip("ABCDEFGHIJ", case.data["sentences"], strict=False) if true_of(one, word)]
    assert true == [sentence]
    assert case.plain.sets(word)[-1] == {row}


@claim("work.fits")
def _(case: Case, row: str, sentence: str, kept: str, left_out: str) -> None:
    told = [(true, *found) for true, words in ((True, kept), (False, left_out))
            for found in re.findall(r"(\w) \((\w+)\)", words)]
    assert sorted([sentence, *(x for _, x, _ in told)]) == [*"ABCDEFGHIJ"[: len(case.data["sentences"])]]
    assert [sentence] == case.wanted[row]
    for true, x, word in told:
        one = case.data["sentences"]["ABCDEFGHIJ".index(x)]
        assert true_of(one, read.word(word)) == true != row_of(case, row).wins(read.word(word))


@claim("work.state_word")
def _(case: Case, state: str, word: str, grown: str) -> None:
    """The sentence of each state is true of the word that is said to lead there."""
    longer = dict(one.split(" → ") for one in grown.split(", "))
    assert [*longer] == [read.word(word) + a for a in case.alphabet]
    for led, q in ((read.word(word), state), *longer.items()):
        assert true_of(case.data["sentences"][int(q[1:])], led)


@claim("work.numbered")
def _(case: Case, numbered: str) -> None:
    """The symbols of the expression, each with its number behind it."""
    found = re.findall(r"([^₀-₉])([₀-₉]+)", numbered)
    assert re.sub("[₀-₉]", "", numbered) == shown(case)
    assert [symbol for symbol, _ in found] == positions(case)
    assert [unicodedata.normalize("NFKC", n) for _, n in found] == [str(n + 1) for n in range(len(found))]


@work("state_meaning", "describe", "words_of_description", "words_of_regex")
def _(case: Case, lines: Lines) -> None:
    assert lines == []


# ------------------------------------------------------------------------------------------ the question's expression


def positions(case: Case) -> list[str]:
    return [c for c in shown(case) if c in case.alphabet]


def shown(case: Case) -> str:
    """The question's expression."""
    return str(case.data["regex" if "board" in case.data else "expression"])


DIGITS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


@claim("work.may_begin", "work.may_follow", "work.may_not_follow")
def _(case: Case, state: str, symbols: str, symbol: str = "") -> None:
    """The numbers are those of the symbols; what may follow is asserted for all of them together."""
    numbered = re.findall("(.)([₀-₉]+)", symbol + symbols)
    assert all(positions(case)[int(n.translate(DIGITS)) - 1] == letter for letter, n in numbered)
    assert not symbol or f"q{symbol[1:].translate(DIGITS)}" == state
    assert bool(symbol) == (state != "q0")
    assert bool(numbered[1:] if symbol else numbered) == all(s.id != "work.may_not_follow" for s in case.said
                                                             if s.values.get("state") == state)


@claim("work.may_end", "work.may_be_empty")
def _(case: Case) -> None:
    """Asserted with what may follow."""


def followers_told(case: Case) -> None:
    """What may follow each symbol of the expression, as told, is what may follow it if all symbols are different.

    Of a symbol that words begin with, or that they end with, some word is known: what joins two of them must belong
    to the language just if the one symbol may follow the other.
    """
    letters = iter(range(ord("B"), ord("Z")))
    matches = expression("".join(chr(next(letters)) if c in case.alphabet else c for c in shown(case)))
    after: dict[str, set[str]] = {}
    ends: set[str] = set()
    for told in case.said:
        if told.id in ("work.may_begin", "work.may_follow", "work.may_not_follow"):
            here = chr(ord("A") + int(told.values["state"][1:]))
            numbers = re.findall("[₀-₉]+", told.values["symbols"])
            after[here] = {chr(ord("A") + int(n.translate(DIGITS))) for n in numbers}
        elif told.id in ("work.may_end", "work.may_be_empty"):
            ends.add(here)
    start, *symbols = after
    assert len(symbols) == len(positions(case))
    before, rest = {start: ""}, {symbol: symbol for symbol in ends}
    for _ in after:
        for one, others in after.items():
            for other in others:
                if one in before:
                    before.setdefault(other, before[one] + other)
                if other in rest:
                    rest.setdefault(one, one + rest[other])
    for one in after:
        assert matches(before[one]) == (one in ends)
        assert all(matches(before[one] + rest[other]) == (other in after[one]) for other in symbols)


def goes_on(case: Case, beginning: str) -> bool:
    matches = expression(shown(case))
    return any(matches(beginning + z) for z in words_to(8, case.alphabet))


@claim("matched.spelt")
def _(case: Case, letters: str) -> None:
    word = case.about()
    found = re.findall(r"(.)([₀-₉]+)(?:, |$)", letters)
    assert ", ".join(symbol + n for symbol, n in found) == letters
    assert [positions(case)[int(n.translate(DIGITS)) - 1] for _, n in found] == [symbol for symbol, _ in found]
    assert "".join(symbol for symbol, _ in found) == word
    assert expression(shown(case))(word)


@claim("matched.skipped")
def _(case: Case) -> None:
    assert case.about() == ""
    assert expression(shown(case))("")


@claim("matched.begins")
def _(case: Case, part: str, letter: str) -> None:
    assert str(case.about()).startswith(part + letter)
    assert goes_on(case, part)
    assert not goes_on(case, part + letter)


@lru_cache(maxsize=64)
def marked(text: str, alphabet: str) -> Callable[[str], bool]:
    """The expression, in which its n-th symbol is also read where the n-th sign of a private area stands."""
    numbers = count(0xE000)
    return expression("".join(f"({c}|{chr(next(numbers))})" if c in alphabet else c for c in text))


@lru_cache(maxsize=64)
def last_of_words(text: str, alphabet: str) -> list[int]:
    """The numbers of the symbols that are the last ones of some words."""
    size = sum(c in alphabet for c in text)
    return [n + 1 for n in range(size)
            if any(marked(text, alphabet)(w + chr(0xE000 + n)) for w in words_to(9, alphabet))]


@claim("matched.goes_on")
def _(case: Case, part: str, places: str, ends: str) -> None:
    assert case.about() == part
    assert goes_on(case, part)
    assert not expression(shown(case))(part)
    text, symbols = shown(case), "".join(case.alphabet)
    last = [n for n, c in enumerate(positions(case), 1) if c == part[-1] and any(
        marked(text, symbols)(part[:-1] + chr(0xE000 + n - 1) + z) for z in words_to(8, symbols))]
    assert places.translate(DIGITS) == ", ".join(f"{part[-1]}{n}" for n in last)
    assert ends.translate(DIGITS) == ", ".join(f"{positions(case)[n - 1]}{n}" for n in last_of_words(text, symbols))


@claim("matched.no_first")
def _(case: Case, letter: str) -> None:
    assert str(case.about()).startswith(letter)
    assert not goes_on(case, letter)


@claim("matched.not_empty")
def _(case: Case) -> None:
    assert case.about() == ""
    assert not expression(shown(case))("")
