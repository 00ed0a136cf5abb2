"""Worked solutions: determinising and minimising, arrows and boards."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import count, pairwise

from automata.fa.dfa import DFA
from automata.fa.nfa import NFA

from finity_edu import Position
from tests.coursekit.questions.second import said as read
from tests.coursekit.questions.second.claims import Case, claim, holds
from tests.coursekit.questions.second.claims_automata import useful
from tests.coursekit.questions.second.claims_games import lost_field
from tests.coursekit.questions.second.claims_reasons import active
from tests.coursekit.questions.second.claims_solved import followers_told
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
    Reader,
    changed,
    of_arrows,
    of_json,
    words_to,
)
from tests.coursekit.questions.second.worked_runs import first_seen, tree_of


@work("determinise")
def _(case: Case, lines: Lines) -> None:
    assert lines[:2] == [f"| | {' | '.join(case.alphabet)} |", "|---" * (1 + len(case.alphabet)) + "|"]
    table = [line.strip("| ").split(" | ") for line in lines[2:]]
    heads = [row[0] for row in table]
    assert [head.startswith("→") for head in heads] == [True] + [False] * (len(heads) - 1)
    for row in table:
        marked, row[0] = "*" in row[0], row[0].lstrip("→*")
        assert marked == any(map(case.plain.accepts, read.names(row[0])))
    assert read.names(table[0][0]) == case.plain.start
    assert sorted([" ".join(sorted(read.names(cell))) for cell in row] for row in table) == sorted(case.key)


@work("minimal_states")
def _(case: Case, lines: Lines) -> None:
    heads, _, *table = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert heads == ["", "", *case.alphabet]
    found = [(marked.strip("→*"), *cells) for marked, *cells in table]
    sets = {number: read.names(s) for number, s, *_ in found}
    for marked, s, *_ in table:
        assert ("→" in marked) == (read.names(s) == case.plain.start)
        assert ("*" in marked) == any(map(case.plain.accepts, read.names(s)))
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
    found = rows(lines, r"- (\w+): (.*)")
    n = case.data["length"]
    live = [w for w in words_to(n, case.alphabet) if len(w) == n and case.plain.lives(w, case.alphabet)]
    assert [(w, read.names(sets)) for w, sets in found] == [(w, case.plain.sets(w)[-1]) for w in live]
    told = [said for said in case.said if said.id.startswith("work.uz_")]
    assert [said.values["name"] for said in told] == ["uz", "vz"]
    assert {said.id for said in told} == {"work.uz_accepted", "work.uz_rejected"}


@claim("work.uz_accepted")
def _(case: Case, name: str, word: str, sets: str) -> None:
    key = dict(case.key)
    assert word == f"{key[name[0]]}·{key['z']}"
    active(case.plain, word.replace("·", ""), sets)
    assert case.plain.wins(word.replace("·", ""))


@claim("work.uz_rejected")
def _(case: Case, name: str, word: str, sets: str) -> None:
    key = dict(case.key)
    assert word == f"{key[name[0]]}·{key['z']}"
    active(case.plain, word.replace("·", ""), sets)
    assert not case.plain.wins(word.replace("·", ""))


@claim("work.prefix_lives")
def _(case: Case, prefix: str, sets: str) -> None:
    """It is the one that loses with z."""
    key = dict(case.key)
    assert prefix in (key["u"], key["v"])
    assert not case.plain.wins(prefix + key["z"])
    _, word = read.sets(sets)
    assert word.startswith(prefix)
    active(case.plain, word, sets)
    assert case.plain.wins(word)


@work("bisimilar")
def _(case: Case, lines: Lines) -> None:
    """Every class is split by where the steps of its members lead, and the last classes are not."""
    rounds = [[read.names(block.split(" = ")[1]) for block in line.removeprefix("- ").split("; ")] for line in lines]
    assert lines == [f"- {'; '.join(f'{n} = {b}' for n, b in enumerate(re.findall(r'{.*?}', line), 1))}"
                     for line in lines]
    assert rounds[0] == [case.board.ends, {*case.board.names} - case.board.ends]
    assert sorted(map(sorted, rounds[-1])) == sorted(map(sorted, case.key))
    splits = iter([said.values for said in case.said if said.id == "work.class_split"])
    for one, two in pairwise(rounds):
        assert len(one) < len(two)
        for number, block in enumerate(one, 1):
            parts = [part for part in two if part <= block]
            if len(parts) > 1:
                split = next(splits)
                assert split["number"] == number
                assert leading(case, split["parts"], one) == parts
            assert set().union(*parts) == block
    assert next(splits, None) is None
    (last,) = [said.values["classes"] for said in case.said if said.id == "work.refined"]
    assert leading(case, last, rounds[-1], alike=False) == [block for block in rounds[-1] if len(block) > 1]


def leading(case: Case, text: str, classes: list[set[str]], alike: bool = True) -> list[set[str]]:
    """The parts of classes, each with the numbers of the classes to which its steps lead; of one class no two alike."""
    found = re.findall(r"({.*?}) \((.*?)\)(?:; |$)", text)
    assert "; ".join(f"{part} ({leads})" for part, leads in found) == text
    for part, leads in found:
        told = re.findall(r"(.) → (∅|{.*?})(?:, |$)", leads)
        assert [symbol for symbol, _ in told] == [*case.alphabet]
        for q in read.names(part):
            for symbol, numbers in told:
                heads = {*case.plain.step(q, symbol)}
                assert read.names(numbers) == {str(n) for n, block in enumerate(classes, 1) if heads & block}
    assert not alike or len({leads for _, leads in found}) == len(found)
    return [read.names(part) for part, _ in found]


@claim("work.class_split", "work.refined")
def _(case: Case, **told: object) -> None:
    """What they tell is asserted with the rounds between which they stand."""
    assert case.type == "bisimilar"
    assert told


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
        lines = nothing_else(case, lines, of_arrows(laid.arrows, laid.start, laid.ends))
        for word, run in rows(lines, r"- (\w+): (.*)"):
            is_accepting(case, run, word, laid)
        told = [word for word, _ in rows(lines, r"- (\w+): (.*)")]
        needed = [a + p + ">" + q for _, run in rows(lines, r"- (\w+): (.*)")
                  for p, a, q in re.findall(r"(?=\b(\w+) –(\w)→ (\w+))", run)]
        laid_so = [str(said.values["pieces"]).split(".")[0] for said in case.said if said.id == "work.pieces"]
        assert sorted(laid_so) == sorted(piece.split(".")[0] for piece in case.key)
        assert laid_so[: len(set(needed))] == list(dict.fromkeys(needed)) or not needed
        if case.type == "board_for_regex":
            assert told == sorted(told, key=lambda w: (len(w), w))
            assert all(map(holds(case), told))
            for arrow in frozenset(laid.arrows):
                laid.arrows -= {arrow}
                assert not all(map(laid.wins, told)), arrow
                laid.arrows |= {arrow}
        else:
            assert told == (case.data["towers"] if case.type == "board_for_words" else [])
    elif "words" in case.data:
        CHECKS[case.type](case.data, markdown(lines))
    else:
        followers_told(case)
        fa = of_json(markdown(lines))
        assert all(fa.wins(w) == holds(case)(w) for w in words_to(8, case.alphabet))


def nothing_else(case: Case, lines: Lines, reader: Reader) -> Lines:
    """Assert what comes after the runs and shows that nothing else wins; return the runs."""
    runs = [line for line in lines if "→" in line]
    if case.type == "board_for_words":
        tree_of(case, lines[len(runs) :], case.data["towers"], reader)
    elif case.type == "board_for_regex":
        first_seen(replace(case, made=replace(case.made, key=None)), lines[len(runs) :],
                   lambda word: (last_symbols(case, word), frozenset(reader.sets(word)[-1])))
    return runs


def last_symbols(case: Case, word: str) -> frozenset[str]:
    """The symbols of the expression, numbered, that may come last in a beginning: as if all were different."""
    numbers = count(1)
    linear = re.sub("[bw]", lambda _: chr(ord("A") + next(numbers)), case.data["regex"])
    spelt = dict(zip(re.findall("[A-Z]", linear), re.findall("[bw]", case.data["regex"]), strict=True))
    fa = DFA.from_nfa(NFA.from_regex(linear)).to_partial(minify=True)
    here = {("", fa.initial_state)}
    for a in word:
        here = {(c, q) for _, p in here for c, q in fa.transitions[p].items() if spelt[c] == a}
    digits = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
    return frozenset(spelt[c] + str(ord(c) - ord("A")).translate(digits) if c else "–" for c, _ in here)


@claim("work.only_these")
def _(case: Case) -> None:
    """The lines below it are asserted, down to the whole towers."""


@claim("work.read_pairs")
def _(case: Case, end: str) -> None:
    """The pairs are asserted below it; of the words that lead to them the same ones are accepted on both sides."""
    laid = Board(case.data["board"])
    laid.arrows |= arrow_set(piece.split(".")[0] for piece in case.key)
    assert laid.ends == {end}
    assert all(laid.wins(word) == holds(case)(word) for word in words_to(8))


@claim("work.prefixes_suffixes")
def _(case: Case, state: str, prefixes: str, suffixes: str) -> None:
    """All that the words have in this state, and each prefix with each suffix is one of them."""
    one, two = ({read.word(part) for part in parts.split(", ")} for parts in (prefixes, suffixes))
    wanted, fa = case.data["words"], of_json(case.key)
    assert {u + v for u in one for v in two} <= {*wanted}
    cuts = {(w[:n], w[n:]) for w in wanted for n in range(len(w) + 1) if state in fa.sets(w[:n])[-1]}
    assert ({u for u, _ in cuts}, {v for _, v in cuts}) == (one, two)


@claim("work.ring_each")
def _(case: Case, post: str, stations: str) -> None:
    """The arrows of the key leave the post and each of these stations once, and a ring lies on each but the post."""
    left = [piece[1:].split(">")[0] for piece in case.key if ">" in piece]
    assert Counter(left) == Counter([post, *stations.split(", ")])
    assert post == str(Position.parse(case.data["board"]).layout.posts[0])
    assert Counter(f"o{station}.s" for station in stations.split(", ")) == Counter(p for p in case.key if p[0] == "o")


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


def runs_as_arrows(case: Case) -> list[set[tuple[str, str, str]]]:
    """The arrows of each accepting run over the tower."""
    runs = (r for r in case.board.runs(case.data["tower"]) if r[-1] in case.board.ends)
    return [{*zip(r, case.data["tower"], r[1:], strict=False)} for r in runs]


@claim("work.one_cut")
def _(case: Case, first: str, n: int) -> None:
    runs = runs_as_arrows(case)
    assert len(runs) == n > 2
    assert all(arrow_set([first]) <= run for run in runs)


@claim("work.two_cuts")
def _(case: Case, first: str, second: str, most: int, n: int) -> None:
    runs = runs_as_arrows(case)
    assert len(runs) == n
    assert not set.intersection(*runs)
    others = [run for run in runs if not arrow_set([first]) <= run]
    assert n - len(others) == most
    assert all(arrow_set([second]) <= run for run in others)


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
    assert len({*shown}) == len(shown) == len(runs) <= 10
    for line in shown:
        is_accepting(case, line.removeprefix("- "), tower)
    for arrow, n in rows(lines[len(shown) :], r"- (.*): (\d+)"):
        assert int(n) == sum(arrow_set([arrow]) <= {*zip(r, tower, r[1:], strict=False)} for r in runs)


@work("moves_to_win")
def _(case: Case, lines: Lines) -> None:
    run, *moves = (line.removeprefix("- ") for line in lines)
    assert moves == case.key
    board = Board(str(all_played(case)))
    path = is_accepting(case, run, case.data["tower"], board)
    assert path in list(board.ring_runs(case.data["tower"]))
    (counted,) = (said for said in case.said if said.id == "work.plan_counted")
    assert told_numbers(counted.values["cost"]) == Counter(path[1:-1])


def all_played(case: Case) -> Position:
    pos = Position.parse(case.data["board"])
    for move in case.key:
        pos = pos.with_turn(1).play(move)
    return pos


def told_numbers(text: str) -> dict[str, int]:
    """Numbers by station."""
    return {s: int(n) for s, n in map(str.split, read.listed(text))}


@claim("work.plan_counted")
def _(case: Case, cost: str, rings: str, arrows: str, n: int) -> None:
    """What is missing is what the path costs beyond what lies there, and what the moves bring."""
    needed = Counter(told_numbers(cost)) - Counter(case.board.rings)
    assert needed == Counter(told_numbers(rings))
    missing = arrow_set(read.listed(arrows))
    assert not missing & case.board.arrows
    assert missing == Board(str(all_played(case))).arrows - case.board.arrows
    assert n == len(missing) + needed.total() == len(case.key)


@claim("work.plan_least")
def _(case: Case, n: int) -> None:
    """What every path lacks makes up all moves: the rings, and one arrow for each of two other reasons."""
    lacks = {said.id: said.values.get("missing", 1) for said in case.said if said.id.startswith("work.least_")}
    assert n == len(case.key) == sum(lacks.values())


@claim("work.least_rings")
def _(case: Case, n: int, there: int, missing: int) -> None:
    assert n == len(case.data["tower"]) - 1
    assert there == sum(case.board.rings.values())
    assert missing == n - there > 0


@claim("work.least_last")
def _(case: Case, symbol: str, end: str) -> None:
    assert case.data["tower"].endswith(symbol)
    assert case.board.ends == {end}
    assert not any(a == symbol and q == end for _, a, q in case.board.arrows)


@claim("work.least_stuck")
def _(case: Case, word: str, sets: str, end: str) -> None:
    """A path is stuck before its last cone, and only the last arrow leads to the tower."""
    assert case.data["tower"][:-1].startswith(word)
    assert case.board.ends == {end}
    assert not any(p == end for p, _, _ in case.board.arrows)
    active(case.plain, word, sets)
    assert not case.plain.sets(word)[-1]


@claim("work.moves_differ")
def _(case: Case, end: str) -> None:
    """No two of the reasons are of one kind."""
    assert case.board.ends == {end}
    told = [said.id for said in case.said if said.id.startswith("work.least_")]
    assert len({*told}) == len(told) >= 2


@claim("work.least")
def _(case: Case) -> None:
    """The reasons below it are claims."""


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
    """The tree of the words that are accepted; then those with the same symbols together; then the sum."""
    height = case.data["height"]
    won = [w for w in case.tall if case.plain.wins(w)]
    tree_of(case, lines[: height + 1], won, case.plain)
    told = [line for line in lines[height + 1 :] if line.startswith("- ")]
    groups, total = [], Fraction(0)
    for words, factors, value in rows(told, r"- ([\w, ]+): (.*) = (.*)"):
        some = words.split(", ")
        assert len({"".join(sorted(w)) for w in some}) == 1
        product = Fraction(1)
        for factor in factors.split(" · "):
            product *= Fraction(factor)
        assert product == Fraction(value) == sum(drawn(case, w) for w in some)
        assert all(at_random(case, w) <= 1 for w in some)
        groups += some
        total += product
    assert sorted(groups) == sorted(won)
    assert total == Fraction(case.key)
    if len(told) > 1:
        terms, result = lines[-1].split(" = ")
        assert sum(map(Fraction, terms.split(" + "))) == Fraction(result) == total
