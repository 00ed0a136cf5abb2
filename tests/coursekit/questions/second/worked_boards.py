"""Worked solutions: determinising and minimising, arrows and boards."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise

from finity_edu import Position
from tests.coursekit.questions.second import said as read
from tests.coursekit.questions.second.claims import Case, claim, holds
from tests.coursekit.questions.second.claims_automata import useful
from tests.coursekit.questions.second.claims_games import lost_field
from tests.coursekit.questions.second.claims_reasons import active
from tests.coursekit.questions.second.lines import (
    Lines,
    is_accepting,
    markdown,
    rows,
    work,
)
from tests.coursekit.questions.second.misread import at_random, drawn
from tests.coursekit.questions.second.naive import CHECKS, Board, arrow_set
from tests.coursekit.questions.second.readers import (
    changed,
    of_json,
    words_to,
)


@work("determinise")
def _(case: Case, lines: Lines) -> None:
    assert lines[:2] == [f"| | {' | '.join(case.alphabet)} |", "|---" * (1 + len(case.alphabet)) + "|"]
    table = [line.strip("| ").split(" | ") for line in lines[2:]]
    assert sorted([" ".join(sorted(read.names(cell))) for cell in row] for row in table) == sorted(case.key)


@work("minimal_states")
def _(case: Case, lines: Lines) -> None:
    found = rows(lines, r"- (s\d+) = (\{.*?\}|∅): (s\d+), (s\d+)")
    sets = {number: read.names(s) for number, s, *_ in found}
    for number, _, *cells in found:
        for a, cell in zip(case.alphabet, cells, strict=True):
            assert sets[cell] == {t for q in sets[number] for t in case.plain.step(q, a)}


@work("transition_monoid")
def _(case: Case, lines: Lines) -> None:
    fa = case.data["automaton"]
    heads, _, *told = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    n = len(fa["states"])
    assert heads == ["", *fa["states"], *(f"·{a}" for a in case.alphabet)]
    found = {w: cells[:n] for w, *cells in told}
    starts = [of_json({**fa, "start": q}) for q in fa["states"]]
    for w, *cells in told:
        assert [{t} for t in found[w]] == [start.sets(read.word(w))[-1] for start in starts]
        for a, longer in zip(case.alphabet, cells[n:], strict=True):
            assert [{t} for t in found[longer]] == [start.sets(read.word(w) + a)[-1] for start in starts]
    assert len({*map(tuple, found.values())}) == len(told) == case.key


@work("nerode_classes")
def _(case: Case, lines: Lines) -> None:
    assert [(read.word(w), read.names(s)) for w, s in rows(lines, r"- (\w+|ε): (.*)")] == [
        (w, case.plain.sets(w)[-1]) for w in case.data["prefixes"]]


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
    rounds = [[[*read.names(block)] for block in line.removeprefix("- ").split(" / ")] for line in lines]
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
    """Pieces to be laid, which are told, and runs over words; or a table of an automaton."""
    if "board" in case.data:
        laid = Board(case.data["board"])
        laid.arrows |= arrow_set(piece.split(".")[0] for piece in case.key if ">" in piece)
        for word, run in rows(lines, r"- (\w+): (.*)"):
            is_accepting(case, run, word, laid)
        told = [word for word, _ in rows(lines, r"- (\w+): (.*)")]
        if case.type == "board_for_regex":
            assert told == [w for w in words_to(9, "bw") if holds(case)(w)][: len(told)] != []
        else:
            assert told == (case.data["towers"] if case.type == "board_for_words" else [])
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
    assert lines == []
    assert sum(said.values["n"] for said in case.said) == len(case.key)


@claim("work.must_go")
def _(case: Case, state: str, letter: str, targets: str, n: int) -> None:
    assert read.names(targets) == set(case.plain.step(state, letter))
    assert n == len(read.names(targets)) - 1 > 0


@work("where_nondeterministic")
def _(case: Case, lines: Lines) -> None:
    found = rows(lines, r"- δ\((\w+), (.)\) = (.*)")
    assert [(q, a) for q, a, _ in found] == [(q, a) for q, letters in case.key for a in letters.split()]
    assert all(read.names(targets) == set(case.plain.step(q, a)) for q, a, targets in found)


@claim("work.one_cut", "work.two_cuts")
def _(case: Case, n: int, most: int) -> None:
    runs = [r for r in case.board.runs(case.data["tower"]) if r[-1] in case.board.ends]
    arrows = ((p, a, q) for r in runs for p, a, q in {*zip(r, case.data["tower"], r[1:], strict=False)})
    assert (n, most) == (len(runs), max(Counter(arrows).values()))
    assert (n == most) == (len(case.key) == 1)


@claim("work.no_cycle")
def _(case: Case, order: str) -> None:
    place = {q: n for n, q in enumerate(order.split(", "))}
    assert set(place) == useful(case)
    assert all(place[p] < place[q] for p, _, q in case.board.arrows if p in place and q in place)


@work("stop_tower")
def _(case: Case, lines: Lines) -> None:
    tower = case.data["tower"]
    shown = [line for line in lines if "→" in line and ":" not in line]
    runs = [r for r in case.board.runs(tower) if r[-1] in case.board.ends]
    assert len({*shown}) == len(shown) == min(8, len(runs))
    assert lines.count("- …") == (len(runs) > 8)
    for line in shown:
        is_accepting(case, line.removeprefix("- "), tower)
    for arrow, n in rows(lines[len(shown) + lines.count("- …") :], r"- (.*): (\d+)"):
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


@work("pumping")
def _(case: Case, lines: Lines) -> None:
    first, *rest = lines
    is_accepting(case, first.removeprefix("- "), case.data["tower"])
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
