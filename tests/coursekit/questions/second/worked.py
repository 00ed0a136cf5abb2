"""Worked solutions line by line: every set, word, run and number in them, by plain means.

`WORK` has one function for each type of question; it gets the case of the right answer, the lines that hold no words
of a language, and the texts of the catalogue (`work.…`, reasons) with their values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import pairwise
from typing import Any

from amakta import State
from boardkit.messages import Catalogue
from coursekit.questions import Instance, question
from finity_edu import Position
from tests.coursekit.questions.second import said as read
from tests.coursekit.questions.second.boards import levenshtein
from tests.coursekit.questions.second.claims import Case, active, claim, holds
from tests.coursekit.questions.second.claims_automata import numbers, useful
from tests.coursekit.questions.second.claims_boards import orphans, ring_board, tower_of
from tests.coursekit.questions.second.claims_games import lost_field
from tests.coursekit.questions.second.claims_languages import apart, row_of
from tests.coursekit.questions.second.claims_words import five, wanted_word
from tests.coursekit.questions.second.languages import BUILT, HOLDS
from tests.coursekit.questions.second.machines import outcomes, play
from tests.coursekit.questions.second.misread import at_random, drawn, through, win_chance
from tests.coursekit.questions.second.naive import CHECKS, Board, arrow_set, words
from tests.coursekit.questions.second.readers import (
    Reader,
    after,
    changed,
    expression,
    of_board,
    of_json,
    of_rings,
    with_rings,
    words_to,
)
from tests.coursekit.questions.second.said import Said
from tests.coursekit.questions.second.stones import game_graph

Lines = list[str]
WORK: dict[str, Callable[[Case, Lines], None]] = {}


def work(*types: str) -> Callable[[Callable[[Case, Lines], None]], Callable[[Case, Lines], None]]:
    def register(function: Callable[[Case, Lines], None]) -> Callable[[Case, Lines], None]:
        WORK.update(dict.fromkeys(types, function))
        return function
    return register


def check_work(made: Instance, lang: str) -> int:
    """Assert every line of the worked solution, and that the third hint is its beginning."""
    kind = question(made.type)
    say = kind.say(lang, made.data)
    with read.listening() as heard:
        lines = kind.work(made.data, say)
    case = Case(made, made.key, [s for s in heard if not s.nested])
    plain = []
    for line in lines:
        told, rest = [], line
        for text in sorted(case.said, key=lambda s: -len(s.text)):
            if text.text in rest:
                told, rest = [*told, text], rest.replace(text.text, "", 1)
        if told:
            head = re.fullmatch(r"(?:- )?(?:(\w+)[.:])? *", rest)
            assert head, f"written by hand: {rest!r}"
            for text in told:
                explain(case, text, head[1])
        elif line:
            plain.append(line)
    WORK[made.type](case, plain)
    third = made.hints[2] if lang == made.lang else kind.hints(made.data, lang)[2]
    begun = kind.beginning(made.data, say)
    assert begun in third
    assert set(begun.split("\n")) <= {*lines, "```"}
    return len(lines)


def explain(case: Case, text: Said, label: str | None) -> None:
    """A text within the work: about the key's word, or about the item that stands before it."""
    about = Case(case.made, case.answer, [Said("", {"item": label or ""}, "")]) if label else case
    if text.id.startswith("v.losing."):
        about = Case(case.made, case.answer, [Said("", {"item": str(text.values["d"])}, "")])
    word = read.word(label) if label else case.key if isinstance(case.key, str) else None
    about.check(text, word=word)


def rows(lines: Lines, pattern: str) -> list[tuple[str, ...]]:
    """The groups of every line; a line that does not match is one that nothing asserts."""
    found = []
    for line in lines:
        match = re.fullmatch(pattern, line)
        assert match, f"nothing asserts the line {line!r}"
        found.append(match.groups())
    return found


def markdown(lines: Lines) -> dict[str, Any]:
    """A table of an automaton (→ start, * accepting) in canonical JSON."""
    table = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    letters = [a.replace("ε", "") for a in table[0][1:]]
    rows_ = [(*re.fullmatch(r"(→?\*?)(.*)", name).groups(), cells)  # type: ignore[union-attr]
             for name, *cells in table[2:]]
    fa: dict[str, Any] = {"states": [s for _, s, _ in rows_], "accepting": [], "transitions": [],
                          "alphabet": letters, "starts": (starts := [])}
    for mark, state, cells in rows_:
        if "→" in mark:
            fa["start"] = state
            starts.append(state)
        if "*" in mark:
            fa["accepting"].append(state)
        fa["transitions"] += [[state, a, t] for a, cell in zip(letters, cells, strict=True)
                              for t in (cell.split(", ") if cell in fa["states"] or cell != "∅" else [])]
    return fa


# ------------------------------------------------------------------------------------------ texts of the work


@claim("work.by_length", "work.pairs", "work.layers", "work.chances", "work.lesson", "work.lessons",
       "v.unlearn.never", "v.unlearn.why")
def _(case: Case) -> None:
    """Headings; "never" is asserted by many games."""


@claim("work.reached")
def _(case: Case, states: str) -> None:
    if case.type == "orphaning_moves":
        assert set(read.listed(states)) == Board(case.data["board"], 2).reached(tower_of(case))
        return
    assert read.names(states) == reach(case.board.arrows, case.board.start)


def reach(arrows: Iterable[tuple[str, str, str]], *starts: str) -> set[str]:
    found = {*starts}
    while more := {q for p, _, q in arrows if p in found} - found:
        found |= more
    return found


@claim("work.alive")
def _(case: Case, states: str) -> None:
    assert read.names(states) == reach({(q, a, p) for p, a, q in case.board.arrows}, *case.board.ends)


@claim("work.pieces")
def _(case: Case, pieces: str) -> None:
    assert pieces in case.key


@claim("work.departures", "work.path_needs")
def _(case: Case, n: int) -> None:
    assert n == len(tower_of(case) if case.type == "winning_move" else case.data["tower"]) - 1


@claim("work.useful")
def _(case: Case, states: str) -> None:
    assert read.names(states) == useful(case)


@claim("work.bad_markers")
def _(case: Case, markers: str) -> None:
    length = case.data["length"]
    assert markers.split() == [f"{d}.{k}" for d in range(1, length + 1) for k in range(1, min(3, d) + 1)
                               if d % 4 not in (0, k)]


# ------------------------------------------------------------------------------------------ sets and runs


@work("count_arrows")
def _(case: Case, lines: Lines) -> None:
    found = {s: int(n) for s, n in rows(lines, r"- (\w+): (\d+)")}
    assert found == {s: n for s in case.board.names if (n := sum(p == s for p, _, _ in case.board.arrows))}
    assert sum(found.values()) == case.key


@work("five_tuple", "where_nondeterministic")
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


@work("words_of_description", "words_of_regex")
def _(case: Case, lines: Lines) -> None:
    assert [(w, sign == "✓") for w, sign in rows(lines, r"- (\w+) ([✓✗])")] == [
        (w, HOLDS[case.type](case.data)(w)) for w in case.data["words"]]


@work("epsilon_closure", "epsilon_run")
def _(case: Case, lines: Lines) -> None:
    assert {(read.word(row), frozenset(read.names(cell))) for row, cell in rows(lines, r"- (\w+): (.*)")} == {
        (row, frozenset(cell.split())) for row, cell in case.key}


@work("table_filling")
def _(case: Case, lines: Lines) -> None:
    for one, two, word in rows(lines, r"- (\w+) (\w+): (\w+|–)"):
        number = dict(case.key)[f"{one} {two}"]
        assert (word == "–") == (number == "never")
        if word != "–":
            assert len(read.word(word)) == int(number)
            assert apart(case, one, two, read.word(word))


@work("arden")
def _(case: Case, lines: Lines) -> None:
    """An expression for each unknown."""
    found = rows(lines, r"- (\w+) = `(.*)`")
    assert {q for q, _ in found} == set(case.data["system"]["states"])
    for q, text in found:
        reader, matches = of_json({**case.data["system"], "start": q}), expression(text)
        assert all(reader.wins(w) == matches(w) for w in words_to(7, case.alphabet))


@work("eliminate_state")
def _(case: Case, lines: Lines) -> None:
    edges = case.data["automaton"]["transitions"]
    assert [(p, q, {*symbols.split("|")} - {"∅"}) for p, q, symbols in rows(lines, r"- (\w+) → (\w+): `(.*)`")] == [
        (p, q, {a for t, a, h in edges if (t, h) == (p, q)})
        for p, q in (lambda tail, state, head: ((tail, state), (state, state), (state, head), (tail, head)))(
            *(case.data[name] for name in ("tail", "state", "head")))]


@work("state_meaning", "describe")
def _(case: Case, lines: Lines) -> None:
    for row, some in rows(lines, r"- (\w+): (.*)"):
        assert all(row_of(case, row).wins(read.word(w)) for w in read.listed(some))


@work("dfa_of_description", "regex_of_description", "nfa_of_description", "build_by_meaning", *BUILT)
def _(case: Case, lines: Lines) -> None:
    """A table of an automaton, and for each state a word that leads there."""
    table = [line for line in lines if line.startswith("|")]
    fa = of_json(markdown(table))
    assert all(fa.wins(w) == HOLDS[case.type](case.data)(w) for w in words_to(8, case.alphabet))
    for state, word in rows([line for line in lines if line not in table], r"- (\w+): (\w+)"):
        assert state in fa.sets(read.word(word))[-1]


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


def prefixes(case: Case, lines: Lines, reader: Reader, word: str, cut: bool = False) -> None:
    """One line for every prefix with the states that are active; `cut`: only while there are any."""
    sets = reader.sets(word)
    found = [(read.word(p), read.names(s)) for p, s in rows(lines, r"- (\w+|ε): (.*)")]
    assert found == [(word[:i], s) for i, s in enumerate(sets) if s or not cut]


@work("token_sets", "delta_hat")
def _(case: Case, lines: Lines) -> None:
    prefixes(case, lines, case.plain, case.data["tower"])


@work("where_ring", "orphaned_after")
def _(case: Case, lines: Lines) -> None:
    prefixes(case, lines, with_rings(ring_board(case)), case.data["tower"], cut=True)


@work("synchronising_word")
def _(case: Case, lines: Lines) -> None:
    fa = of_json(case.data["automaton"])
    everywhere = Reader(frozenset(case.data["automaton"]["states"]), fa.step, fa.accepts)
    prefixes(case, lines, everywhere, case.key)


@work("accepting_path")
def _(case: Case, lines: Lines) -> None:
    tower = case.data["tower"]
    half, whole, run = (line.removeprefix("- ") for line in lines)
    active(case.plain, tower[: len(tower) // 2], half)
    active(case.plain, tower, whole)
    is_accepting(case, run, tower)


def is_accepting(case: Case, text: str, word: str, board: Board | None = None) -> list[str]:
    stations, letters = read.run(text)
    assert letters == word
    assert stations in [r for r in (board or case.board).runs(word) if r[-1] in case.board.ends]
    return stations


@work("count_paths")
def _(case: Case, lines: Lines) -> None:
    tower = case.data["tower"]
    found = rows(lines, r"- (\w+|ε): (.*)")
    assert [read.word(p) for p, _ in found] == [tower[:i] for i in range(len(tower) + 1)]
    for p, cells in found:
        ends = [r[-1] for r in case.board.runs(read.word(p))]
        assert {q: int(n) for q, n in map(str.split, read.listed(cells) if cells != "∅" else [])} == {
            q: ends.count(q) for q in ends}


@work("winning_towers", "left_quotient", "only_one_wins")
def _(case: Case, lines: Lines) -> None:
    found = rows(lines, r"- (\w+): (.*)")
    assert [w for w, _ in found] == case.key
    for w, sets in found:
        if case.type == "only_one_wins":
            pairs, letters = read.chain(sets)
            assert letters == w
            for pair, one, two in zip(pairs, case.plain.sets(w), of_board(case.data["board"], 2).sets(w), strict=True):
                assert [set(half.replace("∅", "").split()) for half in pair.strip("{}").split(" / ")] == [one, two]
        else:
            active(after(case.plain, case.data["tower"]) if case.type == "left_quotient" else case.plain, w, sets)


@work("words_in_out")
def _(case: Case, lines: Lines) -> None:
    found = rows(lines, r"- (in|out): (\w+): (.*)")
    assert [[row, w] for row, w, _ in found] == [[r[0], w] for r in case.key for w in r[1:]]
    for row, w, sets in found:
        assert bool(case.board.ends & active(case.plain, w, sets)[-1]) == (row == "in")


# ------------------------------------------------------------------------------------------ numbers of words


def by_length(case: Case, lines: Lines, wins: Callable[[str], bool]) -> None:
    for n, count in rows(lines, r"- (\d+): (\d+)"):
        assert int(count) == sum(map(wins, words(int(n), case.alphabet)))


@work("shortest_word", "tell_apart", "equivalence", "shortest_only_one", "ambiguity", "separating_suffix",
      "lost_by_rings", "inclusion", "disjoint", "universality", "regex_equal")
def _(case: Case, lines: Lines) -> None:
    by_length(case, lines, lambda w: wanted_word(case, w))


@work("count_words")
def _(case: Case, lines: Lines) -> None:
    by_length(case, lines, case.plain.wins)
    assert lines[-1] == f"- {case.data['height']}: {case.key}"


@work("most_paths")
def _(case: Case, lines: Lines) -> None:
    runs = [line for line in lines if "→" in line]
    for w, n in rows(lines[: -len(runs)], r"- (\w+): (\d+)"):
        assert case.board.count(w) == int(n)
    assert len(runs) == 2
    for run in runs:
        is_accepting(case, run.removeprefix("- "), case.key)


@work("near_misses")
def _(case: Case, lines: Lines) -> None:
    tower = case.data["tower"]
    found = {read.word(w): sign == "✓" for w, sign in rows(lines, r"- (\w+|ε) ([✓✗])")}
    assert found == {w: case.plain.wins(w) for w in words_to(len(tower) + 1, case.alphabet)
                     if levenshtein(w, tower) == 1}


@work("favoured")
def _(case: Case, lines: Lines) -> None:
    one, two = (set(filter(of_board(case.data["board"], s).wins, case.tall)) for s in (1, 2))
    found = dict(rows(lines[:3], r"- (.*): (.*)"))
    assert {k: set(v.replace("∅", "").split()) for k, v in found.items()} == {"1": one, "2": two, "1 ∩ 2": one & two}
    assert lines[3:] == [f"- |Σ|ⁿ = {2 ** case.data['height']}"]


@work("most_tokens", "longest_readable")
def _(case: Case, lines: Lines) -> None:
    found = [(read.word(w), int(n)) for w, n in rows(lines, r"- (\w+|ε): (\d+)")]
    score = (lambda w: len(case.plain.sets(w)[-1])) if case.type == "most_tokens" else (
        lambda w: len(w) if of_rings(case.data["board"]).sets(w)[-1] else 0)
    assert found == [(case.key[:i], score(case.key[:i])) for i in range(len(case.key) + 1)]
    if case.type == "longest_readable":
        assert len(case.key) <= sum(case.board.rings.values()) + 1  # as the first hint says


@work("ring_language_size")
def _(case: Case, lines: Lines) -> None:
    found = {int(n): w.split() for n, w in rows(lines, r"- (\d+): ?(.*)")}
    assert found.pop(0, []) == []
    rings = of_rings(case.data["board"])
    for n, listed in found.items():
        assert listed == [w for w in words(n) if rings.wins(w)] if n <= 8 else all(map(rings.wins, listed))
    assert {"longest": str(max(found)), "words": str(sum(map(len, found.values())))} == {r[0]: r[1] for r in case.key}


@work("count_recurrence")
def _(case: Case, lines: Lines) -> None:
    *table, last = lines
    counts = list(map(int, last.removeprefix("- a(n): ").split(", ")))
    assert counts == numbers(case)[: len(counts)]
    found = rows(table, r"- (\w+) → (\w+), (\w+)")
    edges = {(q, a): t for q, *after in found for a, t in zip(case.alphabet, after, strict=True)}
    given = of_json(case.data["automaton"])
    ends = {"".join(w): run_det(edges, "1", w) for w in words_to(7, case.alphabet)}
    assert len({(given.wins(w), q) for w, q in ends.items()}) == len(set(ends.values()))


def run_det(edges: dict[tuple[str, str], str], q: str, word: str) -> str:
    for a in word:
        q = edges[q, a]
    return q


# ------------------------------------------------------------------------------------------ unit 2


@work("determinise")
def _(case: Case, lines: Lines) -> None:
    assert lines[:2] == [f"| | {' | '.join(case.alphabet)} |", "|---" * (1 + len(case.alphabet)) + "|"]
    table = [line.strip("| ").split(" | ") for line in lines[2:]]
    assert sorted([" ".join(sorted(read.names(cell))) for cell in row] for row in table) == sorted(case.key)


@work("minimise")
def _(case: Case, lines: Lines) -> None:
    fa, states = case.data["automaton"], case.data["automaton"]["states"]
    found = {(p, q): word for p, q, word in rows(lines, r"- (\w+), (\w+): (\w+|ε|≡)")}
    assert list(found) == [(p, q) for i, p in enumerate(states) for q in states[i + 1 :]]
    for (p, q), text in found.items():
        one, two = (of_json({**fa, "start": s}).wins for s in (p, q))
        different = [w for w in words_to(7, case.alphabet) if one(w) != two(w)]
        assert (different[0] if different else None) == (None if text == "≡" else read.word(text))


@work("minimal_states")
def _(case: Case, lines: Lines) -> None:
    assert lines[-1] == f"- |Q| = {case.key}"
    for s, *cells in rows(lines[:-1], r"- (\{.*?\}|∅): (\{.*?\}|∅), (\{.*?\}|∅)"):
        for a, cell in zip(case.alphabet, cells, strict=True):
            assert read.names(cell) == {t for q in read.names(s) for t in case.plain.step(q, a)}


@work("transition_monoid")
def _(case: Case, lines: Lines) -> None:
    fa = case.data["automaton"]
    found = {}
    for w, states, ends in rows(lines, r"- (\w+|ε): (.*) ↦ (.*)"):
        assert states.split() == fa["states"]
        assert [{t} for t in ends.split()] == [of_json({**fa, "start": q}).sets(read.word(w))[-1] for q in fa["states"]]
        found[ends] = w
    assert len(found) == len(lines) == case.key


@work("nerode_classes")
def _(case: Case, lines: Lines) -> None:
    sets = [line for line in lines if "≢" not in line]
    assert [(read.word(w), read.names(s)) for w, s in rows(sets, r"- (\w+|ε): (.*)")] == [
        (w, case.plain.sets(w)[-1]) for w in case.data["prefixes"]]
    for x, y, z in rows(lines[len(sets) :], r"- (\w+|ε) ≢ (\w+|ε): (\w+|ε)"):
        assert case.plain.wins(read.word(x) + read.word(z)) != case.plain.wins(read.word(y) + read.word(z))


@work("inequivalent_prefixes")
def _(case: Case, lines: Lines) -> None:
    for w, sets in rows(lines[:-2], r"- (\w+): (.*)"):
        assert read.names(sets) == case.plain.sets(w)[-1]
    key = dict(case.key)
    for r, (w, sets) in zip("uv", rows(lines[-2:], r"- (\w+): (.*)"), strict=True):
        assert w == key[r] + key["z"]
        active(case.plain, w, sets)


@work("bisimilar")
def _(case: Case, lines: Lines) -> None:
    rounds = [[block.split() for block in line.removeprefix("- ").split(" / ")] for line in lines]
    others = sorted(set(case.board.names) - case.board.ends)
    assert sorted(map(sorted, rounds[0])) == sorted([sorted(case.board.ends), others])
    assert sorted(map(sorted, rounds[-1])) == sorted(map(sorted, case.key))
    for one, two in pairwise(rounds):
        assert len(one) < len(two)
        assert all(any(set(b) <= set(a) for a in one) for b in two)


# ------------------------------------------------------------------------------------------ arrows and boards


@work("useless_arrows", "tower_text")
def _(case: Case, lines: Lines) -> None:
    assert lines == []


@work("board_for_tower", "board_for_words", "board_for_regex")
def _(case: Case, lines: Lines) -> None:
    """Pieces to be laid, which are told, or a table of an automaton."""
    if "board" in case.data:
        assert lines == []
    elif "words" in case.data:
        CHECKS[case.type](case.data, markdown(lines))
    else:
        fa = of_json(markdown(lines))
        assert all(fa.wins(w) == holds(case)(w) for w in words_to(8, case.alphabet))


@work("monotonicity", "losing_fields")
def _(case: Case, lines: Lines) -> None:
    assert lines == []
    if case.type == "losing_fields":
        assert case.key == [str(d) for d in range(1, case.data["length"] + 1) if lost_field(case, d)]
    else:
        assert all(changed(case.board, c) is not None for c in case.data["changes"])


@work("make_deterministic")
def _(case: Case, lines: Lines) -> None:
    found = 0
    for q, a, targets, n in rows(lines, r"- δ\((\w+), (.)\) = (.*): (\d) − 1"):
        assert read.names(targets) == set(case.plain.step(q, a))
        assert int(n) == len(read.names(targets))
        found += int(n) - 1
    assert found == len(case.key)


@work("stop_tower")
def _(case: Case, lines: Lines) -> None:
    tower = case.data["tower"]
    shown = [line for line in lines if ":" not in line]
    runs = [r for r in case.board.runs(tower) if r[-1] in case.board.ends]
    assert len({*shown}) == len(shown) == min(8, len(runs))
    for line in shown:
        is_accepting(case, line.removeprefix("- "), tower)
    for arrow, n in rows(lines[len(shown) :], r"- (.*): (\d+)"):
        assert int(n) == sum(arrow_set([arrow]) <= {*zip(r, tower, r[1:], strict=False)} for r in runs)


@work("moves_to_win")
def _(case: Case, lines: Lines) -> None:
    pos = Position.parse(case.data["board"])
    assert [line.removeprefix("- ") for line in lines[1:]] == case.key
    for move in case.key:
        pos = pos.with_turn(1).play(move)
    assert is_accepting(case, lines[0].removeprefix("- "), case.data["tower"], Board(str(pos))) in list(
        Board(str(pos)).ring_runs(case.data["tower"]))


@work("write_accepts", "evaluation_function")
def _(case: Case, lines: Lines) -> None:
    """The source is run by `CHECKS`."""
    assert "\n".join(lines[1:-1]).replace("\n\n", "\n") == case.key["source"].replace("\n\n", "\n").strip()


@work("regex_of_board")
def _(case: Case, lines: Lines) -> None:
    alive, board = useful(case), case.board
    *equations, last = lines
    assert last == f"- X({board.start}) = `{case.key}`"
    found = {p: set(terms.split(" | ")) for p, terms in rows(equations, r"- X\((\w+)\) = (.*)")}
    stops = board.ends - {p for p, _, q in board.arrows if q in alive}  # where nothing but ε is left to read
    assert found == {p: {a if q in stops else f"{a}·X({q})" for s, a, q in board.arrows if s == p and q in alive}
                     | ({"()"} if p in board.ends else set()) for p in alive - stops}


@work("pumping")
def _(case: Case, lines: Lines) -> None:
    first, *rest = lines
    stations = first.removeprefix("- ").split()
    assert stations in list(case.board.runs(case.data["tower"]))
    assert stations[-1] in case.board.ends
    key = dict(case.key)
    for i, w, sign in rows(rest, r"- i = (\d): (\w*) ([✓✗])"):
        assert w == key["x"] + key["y"] * int(i) + key["z"]
        assert case.plain.wins(w) == (sign == "✓")


@work("infinite_cycle")
def _(case: Case, lines: Lines) -> None:
    alive = useful(case)
    found = {p: set(read.listed(t)) for p, t in rows(lines, r"- (\w+) → (.*)")}
    assert found == {p: {q for s, _, q in case.board.arrows if s == p} & alive for p in alive}


@work("chance")
def _(case: Case, lines: Lines) -> None:
    found = [(w, p) for w, p in rows(lines, r"- (\w+): (.*)")]
    half = len(found) // 2
    won = [w for w in case.tall if case.plain.wins(w)]
    assert [w for w, _ in found] == won * 2
    total = Fraction(0)
    for (w, factors), (_, p) in zip(found[:half], found[half:], strict=True):
        product = Fraction(1)
        for factor in factors.split(" · "):
            product *= Fraction(factor)
        assert product == Fraction(p) == drawn(case, w)
        assert at_random(case, w) <= 1
        total += product
    assert total == Fraction(case.key)


# ------------------------------------------------------------------------------------------ rings and moves


@work("rings_needed")
def _(case: Case, lines: Lines) -> None:
    for run, cells in rows(lines, r"- (.*?): (.*)"):
        stations = is_accepting(case, run, case.data["tower"])
        assert {s: int(n) for s, n in map(str.split, cells.split(", "))} == {
            s: stations[1:-1].count(s) for s in stations[1:-1]}


@work("hamilton")
def _(case: Case, lines: Lines) -> None:
    (line,) = lines
    assert {v: int(n) for v, n in map(str.split, line.removeprefix("- ").split(", "))} == {
        v: sum(v in e for e in case.data["graph"]) for v in case.data["vertices"]}


@work("no_pump_rings")
def _(case: Case, lines: Lines) -> None:
    x, y, z = (case.data[k] for k in "xyz")
    found = rows(lines, r"- i = (\d+): (\w+) ([✓✗])")
    assert [int(i) for i, _, _ in found] == list(range(1, case.key + 1))
    for i, w, sign in found:
        assert w == x + y * int(i) + z
        assert of_rings(case.data["board"]).wins(w) == (sign == "✓") == (int(i) < case.key)


@work("winning_move")
def _(case: Case, lines: Lines) -> None:
    run, move = (line.removeprefix("- ") for line in lines)
    assert [move] == case.key
    board = Board(str(Position.parse(case.data["board"]).play(move)))
    assert is_accepting(case, run, tower_of(case), board) in list(board.ring_runs(tower_of(case)))


@work("orphaning_moves")
def _(case: Case, lines: Lines) -> None:
    found = {m: int(n) for m, n in rows(lines, r"- (\S+): (\d+)")}
    assert list(found) == case.key
    assert all(orphans(case, m) == n for m, n in found.items())
    assert all(m[0] in "-~" for m in found)  # as the first hint says


# ------------------------------------------------------------------------------------------ machines and games


@work("machine_update")
def _(case: Case, lines: Lines) -> None:
    boxes = {int(d): set(b) for d, b in case.data["boxes"].items()}
    for game, gone in zip(lines[::2], lines[1::2], strict=True):
        new = play(boxes, case.data["length"], game.removeprefix("- "))
        assert set(read.listed(gone.removeprefix("- − ").replace("∅", "–"))) == {
            f"{d}.{k}" for d in boxes for k in boxes[d] - new[d]}
        boxes = new


@work("win_probability")
def _(case: Case, lines: Lines) -> None:
    data = case.data
    full = frozenset((d, k) for d in range(1, data["length"] + 1) for k in range(1, min(3, d) + 1))

    def chance(length: int, starts: bool, marks: Any = full) -> Fraction:
        return sum((p for (_, won), p in outcomes(marks, length, data["tester"], starts).items() if won), Fraction(0))

    for d, mine, yours in rows([x for x in lines if "d = " in x], r"- d = (\d+): (\S+) \| (\S+)"):
        assert (Fraction(mine), Fraction(yours)) == (chance(int(d), True), chance(int(d), False))
    total = Fraction(0)
    for gone, p, left in rows([x for x in lines if " · " in x], r"- (\S+): (\S+) · (\S+)"):
        marks = full - {tuple(map(int, gone.split(".")))} if gone != "–" else full
        after_one = outcomes(full, data["length"], data["teacher"], data["first"] == "machine")
        assert Fraction(p) == sum((q for (m, _), q in after_one.items() if m == marks), Fraction(0))
        assert Fraction(left) == chance(data["length"], data["starter"] == "machine", marks)
        total += Fraction(p)
    assert total == (1 if data["games"] else 0)
    for n, p in rows([x for x in lines if "n = " in x], r"- n = (\d+): (\S+)"):
        assert Fraction(p) == win_chance({**data, "games": int(n)})


@work("fastest_teacher")
def _(case: Case, lines: Lines) -> None:
    assert [list(r) for r in rows(lines, r"- (\S+): (\S+)")] == case.key


@work("unlearn_trace")
def _(case: Case, lines: Lines) -> None:
    if case.key:
        begin, game = (line.removeprefix("- ") for line in lines)
        assert [game] == case.key
        assert begin == " ".join(game.split()[:2]) + " …"
    else:
        assert lines == []


@work("stone_count")
def _(case: Case, lines: Lines) -> None:
    n, found = case.data["directions"], rows(lines, r"- ([ρσ])(\d+) \((.*)\): (\d+)")
    assert len(found) == n * (2 if case.data["mirrors"] else 1)
    for kind, k, cycles, fixed in found:
        places = [(i + int(k)) % n if kind == "ρ" else (int(k) - i) % n for i in range(n)]
        sizes, left = [], set(range(n))
        while left:
            i, size = left.pop(), 1
            while (i := places[i]) in left:
                left.remove(i)
                size += 1
            sizes.append(size)
        assert sorted(map(int, cycles.split(" + "))) == sorted(sizes)
        assert int(fixed) == stones(sizes, case.data["contents"], case.data["empty"])
    assert sum(int(f[3]) for f in found) == case.key * len(found)


def stones(sizes: list[int], contents: int, empty: int | None) -> int:
    """Stones that are the same along every cycle, by the number of empty directions: a row of numbers."""
    counts = {0: 1}
    for size in sizes:
        new: dict[int, int] = {}
        for used, n in counts.items():
            new[used] = new.get(used, 0) + n * (contents - 1)
            new[used + size] = new.get(used + size, 0) + n
        counts = new
    return sum(counts.values()) if empty is None else counts.get(empty, 0)


@work("reachable_positions")
def _(case: Case, lines: Lines) -> None:
    graph, start = game_graph(State.parse(case.data["state"])), State.parse(case.data["state"])
    seen, level, sizes = {start}, [start], []
    while level:
        sizes.append(len(level))
        level = list({t for s in level for _, t in graph[s]} - seen)
        seen |= set(level)
    assert rows(lines, r"- (\d+): (\d+)") == [(str(i), str(n)) for i, n in enumerate(sizes)]
    assert sum(sizes) == case.key


@work("mini_winner")
def _(case: Case, lines: Lines) -> None:
    start = State.parse(case.data["state"])
    graph = game_graph(start)
    for player, sizes in rows(lines[:2], r"- ([WB]): (.*)"):
        known = {s for s in graph if s.result is not None and s.result.winners == {player}}
        layers = [len(known)]
        while more := {s for s, moves in graph.items() if s not in known and moves and (
                any if s.to_move == player else all)(t in known for _, t in moves)}:
            known |= more
            layers.append(len(more))
        assert [int(x) for x in sizes.split() if x != "–"] in (layers, [] if layers == [0] else layers)
    state = start
    for line in lines[2:]:
        state = state.play(line.removeprefix("- "))
    row = dict(case.key)
    if row["winner"] != "draw" and len(lines[2:]) < 12:
        assert state.result is not None
        assert state.result.winners == {row["winner"]}
        assert len(lines[2:]) == int(row["moves"])


@work("shortest_cycle")
def _(case: Case, lines: Lines) -> None:
    state = State.parse(case.data["state"])
    for move, text in rows(lines, r"- (.*?): (.*)"):
        state = state.play(move)
        assert str(state) == text
    assert state == State.parse(case.data["state"])
    assert len(lines) == len(case.key)
    assert len(lines) % 2 == 0  # as the second hint says


# ------------------------------------------------------------------------------------------ texts of questions


@claim("question.board.arrows")
def _(case: Case, arrows: str, end: str) -> None:
    board = Board(case.data["board"])
    assert end in board.ends
    assert sorted(arrows.replace("–", "").split()) == sorted(f"{a}{p}>{q}" for p, a, q in through(case))


@claim("question.board.post")
def _(case: Case, one: str, two: str) -> None:
    assert one == two == case.board.start


@claim("question.board.posts")
def _(case: Case, one: str, two: str) -> None:
    assert (one, two) == (case.board.start, Board(case.data["board"], 2).start)


@claim("question.board.rings")
def _(case: Case, seat: int, rings: str) -> None:
    assert {s: int(n) for s, n in (r.split(":") for r in rings.split())} == Board(case.data["board"], seat).rings


def check_text(made: Instance, lang: str) -> int:
    """Assert what the text of a question says of its board, and the numbers and tables that are worked out for it."""
    kind = question(made.type)
    say = kind.say(lang, made.data)
    with read.listening() as heard:
        values = dict(kind.values(made.data, say))
    case = Case(made, made.key, heard)
    board = [s for s in heard if s.id.startswith("question.board.")]
    for said in board[: len(board) // 2] if "other" in made.data else board:
        case.check(said)
    for said in board[len(board) // 2 :] if "other" in made.data else ():
        other = Case(made, made.key, heard)
        other.__dict__["data"] = {**made.data, "board": made.data["other"]}
        other.check(said)
    rules = {name: made.text.count(Catalogue("finity_edu").text(f"question.board.{name}", lang))
             for name in ("with_rings", "without_rings")}
    assert sum(rules.values()) == ("board" in made.data and kind.unit > 0)
    if rules["without_rings"]:
        assert kind.key({**made.data, "board": re.sub(r"; rings [^;]*", "", made.data["board"])}) == made.key
    if "board" in made.data:
        assert all(tail not in case.board.ends for tail, _, _ in through(case)), "an arrow leaves the tower"
    if "table" in values:
        told, given = five(markdown(str(values["table"]).split("\n"))), five(case.data["automaton"])
        assert told | {"Σ": told["Σ"] - {""}} == given  # ε has a column and is no letter
    if "bound" in values:
        assert values["bound"] == (len(case.data["automaton"]["states"]) - 1) ** 2
    if made.type == "hamilton":
        assert values["n"] == len(made.data["vertices"]) - 1
        assert values["graph"] == " ".join("–".join(e) for e in made.data["graph"])
    if made.type == "stone_count":
        assert values["order"] == made.data["directions"] * (1 + made.data["mirrors"])
    if isinstance(made.data.get("towers"), list):
        assert str(values["towers"]).split() == made.data["towers"]
    if made.type == "monotonicity":
        told = re.findall(r"[bw]\w+>\w+|\w+ –\w→ \w+", str(values["changes"]))
        assert told == [change[1:] for change in made.data["changes"]]
    return len(board)
