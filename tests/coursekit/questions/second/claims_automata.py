"""What verdicts claim of automata and their arrows: units 2 and 3."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

import networkx

from tests.coursekit.questions.second import said as read
from tests.coursekit.questions.second.claims import Case, claim
from tests.coursekit.questions.second.claims_reasons import active
from tests.coursekit.questions.second.claims_words import arrow_of
from tests.coursekit.questions.second.lines import is_accepting
from tests.coursekit.questions.second.naive import arrow_set
from tests.coursekit.questions.second.readers import (
    changed,
    of_arrows,
    of_json,
    words_to,
)

# ------------------------------------------------------------------------------------------ units 2 and 3


@claim("v.determinise.missing")
def _(case: Case, set: str, word: str) -> None:
    states = read.names(set)
    assert " ".join(sorted(states)) not in case.rows
    assert case.plain.sets(read.word(word))[-1] == states


@claim("v.determinise.extra")
def _(case: Case, set: str) -> None:
    assert " ".join(sorted(read.names(set))) in case.rows
    tried = words_to(9 if len(case.alphabet) < 3 else 6, case.alphabet)
    assert not any(case.plain.sets(w)[-1] == read.names(set) for w in tried)


@claim("v.determinise.row")
def _(case: Case, set: str, letter: str, got: str, steps: str) -> None:
    states = read.names(set)
    found = read.steps(steps)
    assert read.letter_of(steps) == letter
    assert found == {q: {*case.plain.step(q, letter)} for q in states}
    cell = case.rows[" ".join(sorted(states))][case.alphabet.index(letter)]
    assert {*cell.split()} == read.names(got) != {t for row in found.values() for t in row}


@claim("v.determinise.empty")
def _(case: Case, letter: str, got: str) -> None:
    assert {*case.rows[""][case.alphabet.index(letter)].split()} == read.names(got) != set()


@claim("v.pumping.word")
def _(case: Case, word: str, got: str) -> None:
    assert word == case.data["tower"] != read.word(got) == "".join(case.rows.get(r, [""])[0] for r in "xyz")


@claim("v.pumping.empty")
def _(case: Case) -> None:
    assert case.rows.get("y", [""]) == [""]


@claim("v.pumping.fails")
def _(case: Case, i: int, word: str) -> None:
    x, y, z = (case.rows.get(r, [""])[0] for r in "xyz")
    assert read.word(word) == x + y * i + z
    assert not case.plain.wins(x + y * i + z)


def useful(case: Case) -> set[str]:
    """Stations on some way from the post to the tower."""
    arrows = case.board.arrows

    def closure(found: set[str], edges: set[tuple[str, str]]) -> set[str]:
        while (more := found | {q for p, q in edges if p in found}) != found:
            found = more
        return found

    return closure({case.board.start}, {(p, q) for p, _, q in arrows}) & closure(
        case.board.ends, {(q, p) for p, _, q in arrows})


@claim("v.cycle.exists")
def _(case: Case, state: str) -> None:
    dfa = case.board.dfa()  # its methods need somebody who holds it
    assert case.answer == []
    assert not dfa.isfinite()
    steps = {(p, q) for p, _, q in case.board.arrows if {p, q} <= useful(case)}
    assert any(state in led(steps, q) for p, q in steps if p == state)


@claim("v.cycle.closed")
def _(case: Case) -> None:
    assert len(case.answer) < 2 or case.answer[0] != case.answer[-1]


@claim("v.cycle.arrow")
def _(case: Case, tail: str, head: str) -> None:
    assert (tail, head) in pairwise(case.answer)
    assert not any((p, q) == (tail, head) for p, _, q in case.board.arrows)


@claim("v.cycle.useless")
def _(case: Case, state: str) -> None:
    assert state in case.answer
    assert state not in useful(case)
    assert case.answer[0] == case.answer[-1]
    assert all(any((s, t) == (p, q) for s, _, t in case.board.arrows) for p, q in pairwise(case.answer))


def numbers(case: Case) -> list[int]:
    """Numbers of accepted words, counted by a row of numbers."""
    fa = case.data["automaton"]
    now, found = {fa["start"]: 1}, []
    for _ in range(40):
        found.append(sum(n for q, n in now.items() if q in fa["accepting"]))
        new: dict[str, int] = {}
        for p, _, q in fa["transitions"]:
            new[q] = new.get(q, 0) + now.get(p, 0)
        now = new
    return found


@claim("v.recurrence.many")
def _(case: Case, n: int) -> None:
    assert n == case.data["number"] < max(len(row) for row in case.rows.values())


@claim("v.recurrence.count")
def _(case: Case, n: int, words: str) -> None:
    cells = case.rows.get("a", [])
    assert n >= len(cells) or int(cells[n]) != numbers(case)[n] > 0
    found = list(map(read.word, read.listed(words)))
    reader = of_json(case.data["automaton"])
    accepted = [w for w in words_to(n, case.alphabet) if len(w) == n and reader.wins(w)]
    assert found == (accepted if len(accepted) <= 6 else [*accepted[:6], "…"])


@claim("v.recurrence.none")
def _(case: Case, n: int) -> None:
    cells = case.rows.get("a", [])
    assert numbers(case)[n] == 0
    assert n >= len(cells) or int(cells[n]) != 0


@claim("v.recurrence.break")
def _(case: Case, n: int) -> None:
    steps, values = [Fraction(x) for x in case.rows.get("c", [])], numbers(case)
    assert n >= len(steps)
    assert values[n] != sum(c * values[n - 1 - i] for i, c in enumerate(steps))


# ------------------------------------------------------------------------------------------ arrows


@claim("v.where.choice", "v.where.none")
def _(case: Case, state: str, letter: str, targets: str) -> None:
    (said,) = (s for s in case.said if s.id.startswith("v.where."))
    several = len(read.names(targets)) > 1
    assert read.names(targets) == set(case.plain.step(state, letter))
    assert several == (said.id == "v.where.choice") != (letter in case.rows.get(state, [""])[0])


def removed(case: Case) -> set[tuple[str, str, str]]:
    """The arrows that are left when those of the answer are taken away."""
    return case.board.arrows - arrow_set(t.lstrip("+-") for t in case.answer)


@claim("v.where.left")
def _(case: Case, state: str, letter: str, targets: str) -> None:
    assert read.names(targets) == {q for p, a, q in removed(case) if (p, a) == (state, letter)}
    assert len(read.names(targets)) > 1


@claim("v.arrows.foreign")
def _(case: Case, arrow: str) -> None:
    assert arrow in case.answer
    assert not arrow_of(arrow.lstrip("+-"), case.board.arrows)


@claim("v.arrows.fewer")
def _(case: Case, n: int) -> None:
    assert n == len(case.board.arrows) - len(removed(case)) > len(case.key)


def is_useful(case: Case, arrow: str) -> bool:
    """Whether an arrow lies on an accepting run; `CHECKS` vouches for the key."""
    return arrow not in case.key


def led(steps: set[tuple[str, str]], *starts: str) -> set[str]:
    """Where steps lead from states, these included."""
    found = {*starts}
    while more := {q for p, q in steps if p in found} - found:
        found |= more
    return found


@claim("v.useless.unreached")
def _(case: Case, arrow: str, tail: str, head: str) -> None:
    assert arrow in case.key
    assert {(p, q) for p, _, q in arrow_set([arrow])} == {(tail, head)}
    assert tail not in led({(p, q) for p, _, q in case.board.arrows}, case.board.start)


@claim("v.useless.dead")
def _(case: Case, arrow: str, tail: str, head: str) -> None:
    assert arrow in case.key
    assert {(p, q) for p, _, q in arrow_set([arrow])} == {(tail, head)}
    assert head not in led({(q, p) for p, _, q in case.board.arrows}, *case.board.ends)


@claim("v.useless.used")
def _(case: Case, arrow: str, run: str) -> None:
    stations, word = read.run(run)
    assert case.plain.is_run(stations, word)
    assert stations[-1] in case.board.ends
    assert arrow_set([arrow]) <= {*zip(stations, word, stations[1:], strict=False)}


@claim("v.stop.still")
def _(case: Case, word: str, run: str) -> None:
    stations, spelt = read.run(run)
    assert spelt == word == case.data["tower"]
    assert of_arrows(removed(case), case.board.start, case.board.ends).is_run(stations, word)
    assert stations[-1] in case.board.ends


@claim("v.monotonicity.kept_all")
def _(case: Case) -> None:
    assert after_change(case) >= case.board.arrows


@claim("v.monotonicity.kept_unreached")
def _(case: Case, state: str) -> None:
    [arrow] = arrow_set([case.data["changes"][int(case.about() or 0) - 1][1:]])
    assert arrow[0] == state
    assert not networkx.has_path(graph_of(case), case.board.start, state)


@claim("v.monotonicity.kept_dead")
def _(case: Case, state: str) -> None:
    [arrow] = arrow_set([case.data["changes"][int(case.about() or 0) - 1][1:]])
    assert arrow[2] == state
    assert not any(networkx.has_path(graph_of(case), state, end) for end in case.board.ends)


def graph_of(case: Case) -> networkx.DiGraph:
    graph = networkx.DiGraph([(p, q) for p, _, q in case.board.arrows])
    graph.add_nodes_from(case.board.names)
    return graph


@claim("v.monotonicity.kept_runs")
def _(case: Case, pairs: str) -> None:
    new = of_arrows(after_change(case), case.board.start, case.board.ends)
    tried = words_to(9 if len(case.alphabet) < 3 else 6, case.alphabet)
    assert not any(case.plain.wins(w) and not new.wins(w) for w in tried)
    told = [tuple(frozenset(read.names(half)) for half in pair.split(" / "))
            for pair in re.findall(r"(?:{.*?}|∅) / (?:{.*?}|∅)", pairs)]
    assert len({*told}) == len(told) <= 8
    met = {(frozenset(case.plain.sets(w)[-1]), frozenset(new.sets(w)[-1])) for w in tried}
    assert {*told} == {pair for pair in met if pair[0]}


def after_change(case: Case) -> set[tuple[str, str, str]]:
    return changed(case.board, case.data["changes"][int(case.about() or 0) - 1])


@claim("v.monotonicity.loses")
def _(case: Case, word: str, run: str, sets: str) -> None:
    new = of_arrows(after_change(case), case.board.start, case.board.ends)
    is_accepting(case, run, read.word(word))
    assert len(read.word(word)) <= 5
    assert not new.wins(read.word(word))
    active(new, read.word(word), sets)
