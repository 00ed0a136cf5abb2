"""Worked solutions: sets and runs, numbers of words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise

from tests.coursekit.questions.second import said as read
from tests.coursekit.questions.second.automata import rules_of
from tests.coursekit.questions.second.boards import levenshtein
from tests.coursekit.questions.second.claims import Case, claim, holds
from tests.coursekit.questions.second.claims_automata import numbers
from tests.coursekit.questions.second.claims_boards import ring_board
from tests.coursekit.questions.second.claims_languages import apart
from tests.coursekit.questions.second.claims_reasons import active
from tests.coursekit.questions.second.claims_solved import followers_told
from tests.coursekit.questions.second.claims_words import five
from tests.coursekit.questions.second.languages import BUILT, HOLDS
from tests.coursekit.questions.second.lines import (
    Lines,
    is_accepting,
    markdown,
    prefixes,
    rows,
    work,
)
from tests.coursekit.questions.second.naive import words
from tests.coursekit.questions.second.readers import (
    Reader,
    after,
    expression,
    of_board,
    of_json,
    of_rings,
    with_rings,
    words_to,
)


@work("count_arrows")
def _(case: Case, lines: Lines) -> None:
    found = {s: int(n) for s, n in rows(lines, r"- (\w+): (\d+)")}
    assert found == {s: n for s in case.board.names if (n := sum(p == s for p, _, _ in case.board.arrows))}
    assert sum(found.values()) == case.key


@work("five_tuple")
def _(case: Case, lines: Lines) -> None:
    fa = markdown(lines)
    assert {tuple(t) for t in fa["transitions"]} == case.board.arrows
    assert set(fa["states"]) == set(case.board.names)
    assert (fa["start"], {*fa["accepting"]}) == (case.board.start, case.board.ends)


@work("losing_towers", "product", "reverse", "tower_automaton")
def _(case: Case, lines: Lines) -> None:
    fa = markdown(lines)  # turned round, it may start in several states
    readers = [of_json({**fa, "start": start}) for start in fa["starts"]]
    assert all(any(r.wins(w) for r in readers) == holds(case)(w) for w in words_to(8, case.alphabet))


@work("epsilon_closure")
def _(case: Case, lines: Lines) -> None:
    edges = {tuple(edge) for edge in case.data["automaton"]["transitions"]}
    found = rows(lines, r"- (\w+): ([^()]*?)(?: \((.*)\))?")
    assert {(read.word(row), frozenset(read.names(cell))) for row, cell, _ in found} == {
        (row, frozenset(cell.split())) for row, cell in case.key}
    for row, cell, ways in found:
        chains = [read.chain(way) for way in ways.split("; ")] if ways else []
        assert all((p, "", q) in edges for states, _ in chains for p, q in pairwise(states))
        assert {row, *(states[-1] for states, _ in chains)} == read.names(cell)


@work("epsilon_run")
def _(case: Case, lines: Lines) -> None:
    """From the row before by the symbol, and from there by ε: only what is not there yet."""
    silent = of_json(case.data["automaton"])
    edges = {tuple(edge) for edge in case.data["automaton"]["transitions"]}
    found = rows(lines, r"- (\w+): (∅|{.*?})(?: \((?:–([^ε])→ (∅|{.*?}))?(?:; )?(?:–ε→ ({.*?}))?\))?")
    assert [[read.word(row), *sorted(read.names(cell))] for row, cell, *_ in found] == [
        [row, *sorted(cell.split())] for row, cell in case.key]
    before = {case.data["automaton"]["start"]}
    for row, cell, symbol, reached, added in found:
        if read.word(row):
            assert symbol == row[-1]
            assert read.names(reached) == {q for p, a, q in edges if p in before and a == symbol}
        first = read.names(reached) if reached else before
        more = read.names(added) if added else set()
        assert not first & more
        before = read.names(cell)
        assert before == first | more
    assert silent.sets(read.word(found[-1][0]))[-1] == before

@work("table_filling")
def _(case: Case, lines: Lines) -> None:
    fa, found, unmarked = case.data["automaton"], {}, []
    for number, told in rows(lines, r"- (\d+|never): (.*)"):
        for one, two, why in re.findall(r"(\w+) (\w+)(?: \(([^)]*)\))?(?:, |$)", told):
            found[f"{one} {two}"] = number
            steps = re.findall(r"(.) → (\w+) (\w+)", why)
            for symbol, p, q in steps:
                assert {p, q} == {h for t, a, h in fa["transitions"] if t in (one, two) and a == symbol}
            if number == "never":
                assert [symbol for symbol, _, _ in steps] == [*case.alphabet]
                unmarked += [f"{p} {q}" for _, p, q in steps if p != q]
            elif steps:
                ((_, p, q),) = steps
                assert int(found[f"{p} {q}"]) == int(number) - 1
            else:
                assert apart(case, one, two, "")
    assert all(found[pair] == "never" for pair in unmarked)
    assert found == dict(case.key)


@work("eliminate_state")
def _(case: Case, lines: Lines) -> None:
    """Nothing but the texts below."""
    assert lines == []


def symbols_on(case: Case, p: str, q: str) -> set[str]:
    return {a for t, a, h in case.data["automaton"]["transitions"] if (t, h) == (p, q)} or {"∅"}


@claim("work.part_in")
def _(case: Case, p: str, q: str, read: str) -> None:
    assert (p, q) == (case.data["tail"], case.data["state"])
    assert {*read.split("|")} == symbols_on(case, p, q)


@claim("work.part_loop")
def _(case: Case, q: str, read: str) -> None:
    assert q == case.data["state"]
    assert {*read.split("|")} == symbols_on(case, q, q)


@claim("work.part_out")
def _(case: Case, p: str, q: str, read: str) -> None:
    assert (p, q) == (case.data["state"], case.data["head"])
    assert {*read.split("|")} == symbols_on(case, p, q)


@claim("work.part_direct")
def _(case: Case, p: str, q: str, read: str) -> None:
    assert (p, q) == (case.data["tail"], case.data["head"])
    assert {*read.split("|")} == symbols_on(case, p, q)


@claim("work.without")
def _(case: Case) -> None:
    """A loop or a direct way is missing."""
    tail, state, head = (case.data[name] for name in ("tail", "state", "head"))
    assert {"∅"} in (symbols_on(case, state, state), symbols_on(case, tail, head))


@claim("work.together")
def _(case: Case, read: str) -> None:
    matches = expression(read)
    assert all(matches(w) == holds(case)(w) for w in words_to(6, case.alphabet))


@work("dfa_of_description", "nfa_of_description", "build_by_meaning", *BUILT)
def _(case: Case, lines: Lines) -> None:
    """A table of an automaton."""
    if case.type == "automaton_of_regex":
        followers_told(case)
    table = markdown(lines)
    fa = of_json(table)
    assert all(fa.wins(w) == HOLDS[case.type](case.data)(w) for w in words_to(8, case.alphabet))
    if case.type == "difference":
        first, second = ({*case.data[name]["accepting"]} for name in ("automaton", "other"))
        halves = {pair: pair.strip("()").split(",") for pair in table["states"]}
        assert {*table["accepting"]} == {pair for pair, (p, q) in halves.items() if p in first and q not in second}


@work("grammar_of_automaton")
def _(case: Case, lines: Lines) -> None:
    found = rows(lines, r"- (\w+) → (.*)")
    assert {(state, right) for state, rights in found for right in rights.split(" | ")} == rules_of(case.board)


@work("remove_epsilon")
def _(case: Case, lines: Lines) -> None:
    table = [line for line in lines if line.startswith("|")]
    fa = markdown(table)
    assert five(fa) == five(case.key)
    given = case.data["automaton"]
    for q, closed in rows(lines[: -len(table)], r"- ε\((\w+)\) = (.*)"):
        assert read.names(closed) == set(of_json({**given, "start": q}).start)


@work("accepted")
def _(case: Case, lines: Lines) -> None:
    found = rows(lines, r"- (\w+): (.*) ([✓✗])")
    assert [w for w, _, _ in found] == case.data["towers"]
    for w, sets, sign in found:
        active(case.plain, w, sets)
        assert case.plain.wins(w) == (sign == "✓")


@work("token_sets", "delta_hat")
def _(case: Case, lines: Lines) -> None:
    prefixes(case, lines, case.plain, case.data["tower"])


@work("where_ring", "orphaned_after")
def _(case: Case, lines: Lines) -> None:
    prefixes(case, lines, with_rings(ring_board(case)), case.data["tower"], cut=True)
    stations = case.board.names if case.type == "where_ring" else case.board.rings
    told = [said for said in case.said if said.id.startswith(("v.where_ring.", "v.orphaned."))]
    assert len(told) == len(stations)
    if case.type == "orphaned_after":
        assert {said.values["station"] for said in told if said.id == "v.orphaned.gone"} == {*case.key}


@claim("work.spent", "work.ring_pairs")
def _(case: Case) -> None:
    """How states are written, which the lines below it show."""


@claim("work.first_lost")
def _(case: Case, word: str, run: str, end: str) -> None:
    assert case.board.ends == {end}
    assert word == case.key
    is_accepting(case, run, word)
    rings = of_rings(case.data["board"])
    assert not rings.wins(word)
    assert not any(case.plain.wins(w) and not rings.wins(w) for w in words_to(len(case.key) - 1))


@claim("work.longest")
def _(case: Case, n: int) -> None:
    assert n == len(case.key)
    assert not any(any(case.board.ring_runs(w)) for w in words(n + 1))


@work("synchronising_word")
def _(case: Case, lines: Lines) -> None:
    fa = of_json(case.data["automaton"])
    found = all_met(case, lines, Reader(frozenset(case.data["automaton"]["states"]), fa.step, fa.accepts), case.key)
    assert not any(len(states) == 1 for states in found[:-1])


def all_met(case: Case, lines: Lines, reader: Reader, last: str | None = None) -> list[frozenset[str]]:
    """Every line holds the sets that words of its length lead to and no shorter one; all of them, or up to a word."""
    layer, seen, shown = [""], set[frozenset[str]](), dict[str, frozenset[str]]()
    for n, told in rows(lines, r"- (\d+): (.*)"):
        entries = [entry.split(": ") for entry in told.split("; ") if told != "–"]
        for word, states in entries:
            assert len(read.word(word)) == int(n)
            shown[read.word(word)] = frozenset(read.names(states))
    assert all(frozenset(reader.sets(word)[-1]) == states for word, states in shown.items())
    assert len({*shown.values()}) == len(shown)
    while layer:
        found = {word: frozenset(reader.sets(word)[-1]) for word in layer}
        new = {states: word for word, states in reversed(found.items()) if states not in seen}
        if last is not None and len(layer[0]) == len(last):
            assert shown[last] == frozenset(reader.sets(last)[-1])
            assert {states for word, states in shown.items() if len(word) == len(last)} <= new.keys()
            break
        assert {states for word, states in shown.items() if len(word) == len(layer[0])} == new.keys()
        seen |= new.keys()
        layer = sorted(word + a for word in new.values() for a in case.alphabet)
    return list(shown.values())


@claim("work.synchronised")
def _(case: Case, word: str) -> None:
    assert word == case.key
    fa = of_json(case.data["automaton"])
    everywhere = Reader(frozenset(case.data["automaton"]["states"]), fa.step, fa.accepts)
    assert len(everywhere.sets(word)[-1]) == 1
    assert not any(len(everywhere.sets(w)[-1]) == 1 for w in words_to(len(word) - 1, case.alphabet))


@work("accepting_path")
def _(case: Case, lines: Lines) -> None:
    tower = case.data["tower"]
    forwards, backwards, run = (line.removeprefix("- ") for line in lines)
    active(case.plain, tower, forwards)
    sets, letters = read.sets(backwards)
    assert letters == tower
    runs = [r for r in case.board.runs(tower) if r[-1] in case.board.ends]
    assert sets == [{r[i] for r in runs} for i in range(len(tower) + 1)]
    is_accepting(case, run, tower)


def counted_runs(case: Case, lines: Lines, word: str) -> None:
    """For every prefix of a word the runs that end in each state; their sum stands below."""
    found = rows(lines, r"- (\w+|ε) – (.*)")
    assert [read.word(p) for p, _ in found] == [word[:i] for i in range(len(word) + 1)]
    for p, cells in found:
        ends = [r[-1] for r in case.board.runs(read.word(p))]
        told = dict(cell.split(": ") for cell in read.listed(cells) if cell != "∅")
        assert {q: int(n) for q, n in told.items()} == {q: ends.count(q) for q in ends}


@work("count_paths")
def _(case: Case, lines: Lines) -> None:
    counted_runs(case, lines, case.data["tower"])


@claim("work.sum")
def _(case: Case, terms: str, n: int) -> None:
    numbers = list(map(int, terms.split(" + ")))
    assert len(numbers) > 1
    assert sum(numbers) == n == case.key


@claim("work.part_read")
def _(case: Case, sets: str) -> None:
    active(case.plain, case.data["tower"], sets)


@work("winning_towers", "left_quotient", "only_one_wins")
def _(case: Case, lines: Lines) -> None:
    one = after(case.plain, case.data["tower"]) if case.type == "left_quotient" else case.plain
    tree_of(case, lines, case.key, one)


def tree_of(case: Case, lines: Lines, won: list[str], one: Reader) -> None:
    """The beginnings of some words, length by length, each with its set; in brackets what is cut there."""
    found = rows(lines, r"- (\d+): (.*)")
    assert [int(n) for n, _ in found] == list(range(len(won[0]) + 1))
    kept: list[str] = []
    for n, told in found:
        each = re.findall(r"(\(?)(\w+|ε) (\{.*?\}|∅)(\)?)(?:, |$)", told)
        assert ", ".join(map("{0[0]}{0[1]} {0[2]}{0[3]}".format, each)) == told
        met = [u + a for u in kept for a in case.alphabet] if kept else [""]
        kept = list(dict.fromkeys(w[: int(n)] for w in won))
        assert [read.word(w) for _, w, _, _ in each] == met
        assert [(opened, closed) for opened, _, _, closed in each] == [
            ("", "") if w in kept else ("(", ")") for w in met]
        for _, w, sets, _ in each:
            here = one.sets(read.word(w))[-1]
            if case.type == "only_one_wins":
                halves = [set(half.replace("∅", "").split()) for half in sets.strip("{}").split(" / ")]
                assert halves == [here, of_board(case.data["board"], 2).sets(read.word(w))[-1]]
            else:
                assert read.names(sets) == here


@work("words_in_out")
def _(case: Case, lines: Lines) -> None:
    found = rows(lines, r"- (in|out): (\w+): (.*)")
    assert [[row, w] for row, w, _ in found] == [[r[0], w] for r in case.key for w in r[1:]]
    for row, w, told in found:
        if row == "in":
            stations, letters = read.run(told)
            assert letters == w
            assert case.plain.is_run(stations, w)
            assert stations[-1] in case.board.ends
        else:
            assert not case.board.ends & active(case.plain, w, told)[-1]


# ------------------------------------------------------------------------------------------ numbers of words


def first_seen(case: Case, lines: Lines, of: Callable[[str], tuple[frozenset[str], ...]]) -> None:
    """Every line holds what words of its length lead to and no shorter one; the last the word sought, or nothing."""
    layer, seen = [""], set[tuple[frozenset[str], ...]]()
    found = rows(lines, r"- (\d+): (.*)")
    for n, (length, told) in enumerate(found):
        new = {of(word): word for word in layer}
        for sets in seen & new.keys():
            del new[sets]
        assert int(length) == n
        shown = [entry.split(": ", 1) for entry in told.split("; ") if told != "–"]
        pairs = {tuple(frozenset(read.names(s)) for s in pair.split(" / ")) for _, pair in shown}
        last = case.key is not None and n == len(case.key)
        assert pairs <= new.keys() if last else pairs == new.keys()
        assert not last or read.word(shown[-1][0]) == case.key
        assert len(pairs) == len(shown)
        for word, pair in shown:
            assert len(read.word(word)) == n
            assert of(read.word(word)) == tuple(frozenset(read.names(s)) for s in pair.split(" / "))
        seen |= new.keys()
        layer = [word + a for word in new.values() for a in case.alphabet]
    assert found[-1][1] == "–" if case.key is None else len(found) == len(case.key) + 1


def side_by_side(case: Case) -> list[Reader]:
    """What reads a word at the same time."""
    data, one = case.data, case.plain
    if case.type == "separating_suffix":
        return [after(one, data["u"]), after(one, data["v"])]
    two = {"shortest_only_one": lambda: of_board(data["board"], 2), "lost_by_rings": lambda: of_rings(data["board"]),
           **dict.fromkeys(("tell_apart", "equivalence", "inclusion"), lambda: of_board(data["other"])),
           "fooled_conjecture": lambda: of_json(data["conjecture"])}
    return [one, two[case.type]()] if case.type in two else [one]


def first_steps(lines: Lines, start: str, steps: set[tuple[str, str, str]], ends: set[str], found: str | None) -> None:
    """Every line holds, for each state that so many letters reach and no fewer, a step that leads there."""
    layers, seen = [{start}], {start}
    while layers[-1] and not layers[-1] & ends:
        layers.append({q for p, _, q in steps if p in layers[-1]} - seen)
        seen |= layers[-1]
    told = rows(lines, r"- (\d+): (.*)")
    assert [int(n) for n, _ in told] == list(range(len(layers)))
    assert told[0][1] == start
    for (_, line), before, layer in zip(told[1:], layers, layers[1:], strict=False):
        chains = [read.chain(step) for step in read.listed(line)]
        assert {q for (_, q), _ in chains} == layer
        assert len(chains) == len(layer)
        assert all(p in before and (p, a, q) in steps for (p, q), a in chains)
    assert len(layers) == (len(found) + 1 if found is not None else len(told))


@work("shortest_word")
def _(case: Case, lines: Lines) -> None:
    first_steps(lines, case.board.start, case.board.arrows, case.board.ends, case.key)


@work("ambiguity")
def _(case: Case, lines: Lines) -> None:
    """A pair is told in the order of the states; ≠ once the two runs have been in different ones."""
    order = case.board.names.index

    def pair(p: str, q: str, parted: bool) -> str:
        return " ".join(sorted((p, q), key=order)) + " ≠" * (parted or p != q)

    steps = {(pair(p, q, parted), a, pair(t, u, parted or p != q))
             for p, a, t in case.board.arrows for q, b, u in case.board.arrows if a == b for parted in (False, True)}
    ends = {pair(p, q, True) for p in case.board.ends for q in case.board.ends}
    start = pair(case.board.start, case.board.start, False)
    first_steps(lines, start, steps, ends, case.key)


@work("tell_apart", "equivalence", "shortest_only_one", "separating_suffix", "lost_by_rings",
      "inclusion", "universality", "fooled_conjecture")
def _(case: Case, lines: Lines) -> None:
    readers = side_by_side(case)
    first_seen(case, lines, lambda w: tuple(frozenset(r.sets(w)[-1]) for r in readers))


@work("regex_equal")
def _(case: Case, lines: Lines) -> None:
    both = [expression(case.data[name]) for name in ("expression", "second")]
    found = rows([line for line in lines if line.startswith("-")], r"- (\d+): (.*) / (.*)")
    if case.key is None:
        fa = of_json(markdown([line for line in lines if not line.startswith("-")]))
        assert all(fa.wins(w) == holds(w) for w in words_to(7, case.alphabet) for holds in both)
    else:
        assert len(found) == len(case.key) + 1
    for n, *told in found:
        assert [[*map(read.word, read.listed(cell))] for cell in told] == [
            [w for w in words(int(n), case.alphabet) if holds(w)] for holds in both]


@work("count_words")
def _(case: Case, lines: Lines) -> None:
    steps = rows([line for line in lines if "→" in line], r"- (\{.*?\}|∅): (.*)")
    for states, told in steps:
        for letter, heads in re.findall(r"(\w) → (\{.*?\}|∅)", told):
            after = [t for q in read.names(states) for t in case.plain.step(q, letter)]
            assert set(after) == read.names(heads)
    shorter = {frozenset(case.plain.sets(w)[-1]) for w in words_to(case.data["height"] - 1, case.alphabet)}
    assert {frozenset(read.names(states)) for states, _ in steps} == shorter - {frozenset()}
    for n, told in rows(lines[len(steps):], r"- (\d+): (.*)"):
        found = re.findall(r"(\{.*?\}|∅) (\d+)( ✓)?", told)
        assert ", ".join(f"{s} {c}{mark}" for s, c, mark in found) == told
        counted = Counter(frozenset(case.plain.sets(w)[-1]) for w in words(int(n), case.alphabet))
        counted.pop(frozenset(), None)
        assert {frozenset(read.names(s)): int(c) for s, c, _ in found} == counted
        assert all(bool(mark) == any(map(case.plain.accepts, read.names(s))) for s, _, mark in found)
    assert int(n) == case.data["height"]
    assert sum(int(c) for _, c, mark in found if mark) == case.key


@work("most_paths")
def _(case: Case, lines: Lines) -> None:
    """Prefixes with their runs by end, those in brackets no better than another; then the words that are left."""
    height = case.data["height"]
    layers = rows(lines[: height + 1], r"- (\d+): (.*)")
    assert [int(n) for n, _ in layers] == list(range(height + 1))
    kept = [""]
    for n, told in layers:
        ends, dropped = {}, []
        assert len(told.split("; ")) <= 8
        assert len(told) <= 350
        for entry in told.split("; "):
            word, counts = entry.strip("()").split(": ")
            found = Counter(r[-1] for r in case.board.runs(read.word(word)))
            cells = [cell.split() for cell in counts.split(", ")] if counts != "∅" else []
            assert {q: int(k) for q, k in cells} == found
            ends[read.word(word)] = found
            dropped += [read.word(word)] * entry.startswith("(")
        assert [*ends] == ([w + a for w in kept for a in case.alphabet] if n != "0" else [""])
        kept = [w for w in ends if w not in dropped]
        assert all(any(ends[w] <= ends[v] for v in kept) for w in dropped)
        assert not any(ends[w] < ends[v] for w in kept for v in kept)
    left = [(w, sums.split(" = ")[-1]) for w, sums in rows(lines[height + 1 :], r"- (\w+): (.*)")]
    assert {w for w, _ in left} == {*kept}
    numbers = [int(n) for _, n in left]
    assert [case.board.count(w) for w, _ in left] == numbers == sorted(numbers, reverse=True)
    assert left[0][0] == case.key


@claim("work.best_word", "work.alike")
def _(case: Case) -> None:
    """Headings."""


@claim("work.sets_counted")
def _(case: Case) -> None:
    """A heading."""


@work("near_misses")
def _(case: Case, lines: Lines) -> None:
    tower = case.data["tower"]
    told = rows(lines, r"- (\w+|ε): (.*) ([✓✗])")
    for w, sets, _ in told:
        active(case.plain, read.word(w), sets)
    found = {read.word(w): sign == "✓" for w, _, sign in told}
    assert found == {w: case.plain.wins(w) for w in words_to(len(tower) + 1, case.alphabet)
                     if levenshtein(w, tower) == 1}


@work("favoured")
def _(case: Case, lines: Lines) -> None:
    one, two = (of_board(case.data["board"], seat) for seat in (1, 2))
    found = rows(lines, r"- (\d+): (.*)")
    assert len(found) == case.data["height"] + 1
    for n, told in found:
        each = re.findall(r"(\{.*?\}|∅) / (\{.*?\}|∅): (\d+)", told)
        assert len(each) <= 6
        assert ", ".join(f"{a} / {b}: {c}" for a, b, c in each) == told
        shorter = words(int(n), case.alphabet)
        counted = Counter((frozenset(one.sets(w)[-1]), frozenset(two.sets(w)[-1])) for w in shorter)
        assert {(frozenset(read.names(a)), frozenset(read.names(b))): int(c) for a, b, c in each} == counted


@claim("work.split_up")
def _(case: Case, all: int, one: int, two: int, both: int, only_one: int, only_two: int, neither: int) -> None:
    first, second = (set(filter(of_board(case.data["board"], seat).wins, case.tall)) for seat in (1, 2))
    assert (all, one, two, both) == (len(case.tall), len(first), len(second), len(first & second))
    assert (only_one, only_two) == (len(first - second), len(second - first))
    assert neither == len(case.tall) - len(first | second)


@claim("v.favoured.each")
def _(case: Case, one: int, two: int) -> None:
    assert [one, two] == [sum(map(of_board(case.data["board"], seat).wins, case.tall)) for seat in (1, 2)]


@work("most_tokens")
def _(case: Case, lines: Lines) -> None:
    """To the end, or up to the word after which every state is active."""
    largest = case.plain.sets(case.key)[-1]
    last = case.key if largest == {*case.board.names} else None
    found = all_met(case, lines, case.plain, last)
    assert len(largest) == max(map(len, found))
    assert last is None or found[-1] == largest
    assert [said.id for said in case.said] == ["work.largest" if last is None else "work.all_active"]


@claim("work.largest")
def _(case: Case, word: str, most: int) -> None:
    assert word == case.key
    found, todo = set(), [frozenset(case.plain.start)]
    while todo:
        states = todo.pop()
        if states not in found:
            found.add(states)
            todo += [frozenset(t for q in states for t in case.plain.step(q, a)) for a in case.alphabet]
    assert most == max(map(len, found)) == len(case.plain.sets(word)[-1])


@claim("work.all_active")
def _(case: Case, word: str, most: int) -> None:
    assert word == case.key
    assert case.plain.sets(word)[-1] == {*case.board.names}
    assert most == len(case.board.names)


@work("longest_readable")
def _(case: Case, lines: Lines) -> None:
    """Every word that can be read, and where it leads."""
    rings = of_rings(case.data["board"])
    for n, (length, told) in enumerate(rows(lines, r"- (\d+): (.*)")):
        assert int(length) == n
        shown = [entry.split(": ") for entry in told.split("; ")]
        assert [read.word(w) for w, _ in shown] == [w for w in words(n) if any(case.board.ring_runs(w))]
        assert all(read.names(states) == rings.sets(read.word(w))[-1] for w, states in shown)
    assert n == len(case.key)
    assert n <= sum(case.board.rings.values()) + 1  # as the first hint says


@work("ring_language_size")
def _(case: Case, lines: Lines) -> None:
    """Of each length the beginnings of ring words with their states, and the words themselves."""
    rings, known = of_rings(case.data["board"]), ring_words(case)
    assert {"longest": str(max(map(len, known))), "words": str(len(known))} == dict(case.key)
    found = rows(lines, r"- (\d+): (.*)")
    assert [int(n) for n, _ in found] == list(range(max(map(len, known)) + 1))
    for n, told in found:
        each = re.findall(r"(\w+|ε) (\{.*?\})( ✓)?(?:; |$)", told)
        assert "; ".join(map("".join, ((w, " ", s, sign) for w, s, sign in each))) == told
        assert [read.word(w) for w, _, _ in each] == sorted({w[: int(n)] for w in known if len(w) >= int(n)})
        for w, states, sign in each:
            assert read.names(states) == rings.sets(read.word(w))[-1]
            assert bool(sign) == (read.word(w) in known)


def ring_words(case: Case) -> set[str]:
    """All words that win with rings: no path is longer than there are rings, and one more."""
    layer, won = [""], set()
    while layer:
        won |= {w for w in layer if case.board.ring_wins(w)}
        layer = [w + a for w in layer for a in "bw" if any(case.board.ring_runs(w + a))]
    return won


@claim("work.ring_words")
def _(case: Case, n: int, run: str, cost: str) -> None:
    stations, word = read.run(run)
    known = ring_words(case)
    assert n == len(known)
    assert len(word) == max(map(len, known))
    assert stations in [r for r in case.board.ring_runs(word) if r[-1] in case.board.ends]
    assert {s: int(k) for s, k in map(str.split, read.listed(cost))} == Counter(stations[1:-1])


def coefficients(recurrence: str) -> dict[int, int]:
    """Those of a recurrence that are not 0."""
    terms = re.findall(r"([+−]?) ?(?:(\d+)·)?a\(n−(\d+)\)", recurrence.removeprefix("a(n) = "))
    return {int(i): (-1 if sign == "−" else 1) * int(c or 1) for sign, c, i in terms}


@claim("work.recurrence")
def _(case: Case, states: int, recurrence: str, first: int, last: int) -> None:
    steps = [int(c) for _, *row in case.key[1:] for c in row]
    told = coefficients(recurrence)
    assert told == {i: c for i, c in enumerate(steps, 1) if c}
    assert (first, last) == (len(steps), len(steps) + states - 1)
    a = numbers(case)
    assert len(a) > last
    assert all(a[n] == sum(c * a[n - i] for i, c in told.items()) for n in range(first, len(a)))


@claim("work.recurrence_from")
def _(case: Case, first: int, n: int, value: int, count: int) -> None:
    steps = [int(c) for _, *row in case.key[1:] for c in row]
    a = numbers(case)
    assert (first, n, steps[-1], count) == (len(steps), len(steps) - 1, 0, a[n])
    assert sum(c * a[n - i] for i, c in enumerate(steps, 1) if c) == value != count


@work("count_recurrence")
def _(case: Case, lines: Lines) -> None:
    head = next(i for i, line in enumerate(lines) if line.startswith("| n |"))
    first = next(i for i, line in enumerate(lines) if line.startswith("- n = "))
    drawn, given = markdown(lines[:head]), of_json(case.data["automaton"])
    small = of_json(drawn)
    assert all(small.wins(w) == given.wins(w) for w in words_to(7, case.alphabet))
    for w in words_to(5, case.alphabet):  # each name is that of a state with the same language
        (home,) = small.sets(w)[-1]
        same = of_json(case.data["automaton"] | {"start": home}) if home != "∅" else None
        assert all(small.wins(w + z) == (same is not None and same.wins(z)) for z in words_to(4, case.alphabet))
    names, dashes, *counts = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[head:first]]
    assert (names, {*dashes}) == (["n", *drawn["states"]], {"---"})
    a = numbers(case)
    wanted = {p: int(p in drawn["accepting"]) for p in drawn["states"]}
    for n, (told, *row) in enumerate(counts):
        assert int(told) == n
        assert dict(zip(drawn["states"], map(int, row), strict=True)) == wanted
        assert wanted[drawn["start"]] == a[n]
        wanted = {p: sum(wanted[q] for s, _, q in drawn["transitions"] if s == p) for p in wanted}
    found = rows(lines[first:], r"- n = (\d+): (\d+) = (.*)")
    order = len(case.key[1]) - 1
    assert [(int(n), int(value)) for n, value, _ in found] == [(n, a[n]) for n in range(order, 2 * order)]
    terms = [[term.split("·") for term in sum_.split(" + ")] for _, _, sum_ in found]
    assert all([c for c, _ in row] == [f"c{'₁₂₃₄'[i]}" for i in range(order)] for row in terms)
    matrix = [[int(value) for _, value in row] for row in terms]
    assert matrix == [[a[n - i] for i in range(1, order + 1)] for n in range(order, 2 * order)]
    assert determinant(matrix) != 0


def determinant(matrix: list[list[int]]) -> int:
    """By the first row."""
    if not matrix:
        return 1
    return sum((-1) ** i * x * determinant([row[:i] + row[i + 1:] for row in matrix[1:]])
               for i, x in enumerate(matrix[0]))


@claim("work.recurrence_found")
def _(case: Case, k: int, recurrence: str) -> None:
    steps = [int(c) for _, *row in case.key[1:] for c in row]
    assert k == len(steps)
    assert coefficients(recurrence) == {i: c for i, c in enumerate(steps, 1) if c}
