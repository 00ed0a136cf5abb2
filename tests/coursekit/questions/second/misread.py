"""What a misconception makes of a question, by plain means: an answer that is told one must be its answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from finity_edu import Position
from tests.coursekit.questions.second.automata import rules_in
from tests.coursekit.questions.second.boards import levenshtein
from tests.coursekit.questions.second.claims import (
    SPECIAL,
    Case,
    claim,
    given,
    holds,
    laid,
)
from tests.coursekit.questions.second.claims_boards import own_rings, rings_of
from tests.coursekit.questions.second.languages import HOLDS, pair, reference
from tests.coursekit.questions.second.naive import Board, words
from tests.coursekit.questions.second.readers import (
    Reader,
    of_arrows,
    of_board,
    of_json,
    with_rings,
    words_to,
)
from tests.texts import MISCONCEPTIONS

Arrows = set[tuple[str, str, str]]
Wins = Callable[[str], bool]


def next_letter(alphabet: str) -> dict[int, str]:
    return str.maketrans(alphabet, alphabet[1:] + alphabet[0])


def base(case: Case) -> tuple[Arrows, str, set[str], list[str]]:
    """Arrows, start, ends and states of what the question shows."""
    if case.type == "eliminate_state":
        tail, state, head = (case.data[name] for name in ("tail", "state", "head"))
        ways = [(tail, state), (state, state), (state, head), (tail, head)]
        return {(p, a, q) for p, a, q in case.data["automaton"]["transitions"] if (p, q) in ways}, tail, {head}, [
            tail, state, head]
    if "automaton" in case.data or "system" in case.data or case.type == "conjecture_of_table":
        fa = case.data.get("automaton") or case.data.get("system") or case.key
        return {tuple(t) for t in fa["transitions"]}, fa["start"], set(fa["accepting"]), list(fa["states"])
    if case.type == "tower_automaton":
        tower = case.data["tower"]
        names = [str(i) for i in range(len(tower) + 1)]
        return set(zip(names, tower, names[1:], strict=False)), "0", {names[-1]}, names
    if case.type in HOLDS and "board" not in case.data:
        dfa = reference(case.type, case.data)
        return ({(p, a, q) for p, row in dfa.transitions.items() for a, q in row.items()}, dfa.initial_state,
                set(dfa.final_states), list(dfa.states))
    board = case.board
    return board.arrows, board.start, board.ends, list(board.names)


def reader(arrows: Arrows, start: str, ends: Iterable[str]) -> Reader:
    return of_json({"transitions": [list(e) for e in arrows], "start": start, "accepting": list(ends)})


def stay(arrows: Arrows, states: Iterable[str], alphabet: str) -> Arrows:
    return arrows | {(q, a, q) for q in states for a in alphabet if not any(e[:2] == (q, a) for e in arrows)}


def through(case: Case) -> Arrows:
    """The arrows with those that leave the tower."""
    if "skin" in case.data:
        return case.board.arrows
    text = case.data["board"].partition("bridges")[2].split(";")[0]
    return {(w[1:].split(">")[0], w[0], w.split(">")[1].split(".")[0]) for w in text.split()}


def language(case: Case, id: str) -> list[Wins]:
    """Whether a word belongs to the language that a misconception makes; several, if any one will do."""
    arrows, start, ends, states = base(case)
    plain = reader(arrows, start, ends)
    asked = case.made.kind in ("automaton", "regex", "board") and "towers" not in case.data
    right = holds(case) if asked else plain.wins

    def last(word: str) -> set[str]:
        return plain.sets(word)[-1]

    if id == "early_arrival":
        if case.type == "losing_towers":
            return [lambda w: not any(plain.wins(w[:i]) for i in range(len(w) + 1))]
        return [lambda w: any(right(w[:i]) for i in range(len(w) + 1))]
    if id == "prefix_closure":
        if case.made.kind == "automaton":
            arrows, start = {tuple(t) for t in case.key["transitions"]}, case.key["start"]
            ends = set(case.key["accepting"])
        elif case.made.kind == "board":
            board = laid(Case(case.made, case.key, []))
            arrows, start, ends = board.arrows, board.start, board.ends
        while more := {p for p, _, q in arrows if q in ends} - ends:
            ends = ends | more
        return [reader(arrows, start, ends).wins]
    if id in ("reversal", "complement", "colours_exchanged"):
        return [{"reversal": lambda w: right(w[::-1]), "complement": lambda w: not right(w),
                 "colours_exchanged": lambda w: right(w.translate(next_letter(case.alphabet)))}[id]]
    if id == "only_end_accepts":
        return [HOLDS[case.type]({**case.data, "rules": [rule for rule in case.data["rules"] if rule[1]]})]
    if id == "eps_stay":
        return [reader(stay(arrows, states, case.alphabet), start, ends).wins]
    if id == "swap_accepting":
        return [lambda w: bool(last(w) - ends)]
    if id == "choose_at_once":
        return [lambda w: bool(last(w)) and last(w) <= ends]
    if id == "reversed_arrows":
        return [reader({(q, a, p) for p, a, q in arrows}, start, ends).wins]
    if id == "through_tower":
        return [reader(through(case), start, ends).wins]
    if id in ("arrow_reversed", "colour_swapped"):
        other = [(q, a, p) if id == "arrow_reversed" else (p, a.translate(next_letter(case.alphabet)), q)
                 for p, a, q in sorted(arrows)]
        return [reader((arrows - {e}) | {o}, start, ends).wins for e, o in zip(sorted(arrows), other, strict=True)]
    if id in ("intersection", "order_swapped", "start_accepting", "star_without_empty"):
        one, other = pair(case.data)
        exchanged = {**case.data, "automaton": case.data.get("other"), "other": case.data["automaton"]}
        back = arrows | {(q, "", start) for q in ends}
        return [{"intersection": lambda w: one(w) and other(w),
                 "order_swapped": lambda w: HOLDS[case.type](exchanged)(w),
                 "start_accepting": reader(back, start, {*ends, start}).wins,
                 "star_without_empty": lambda w: right(w) if w else one("")}[id]]
    two = of_board(case.data["board"], 2).wins if seats_of(case.data.get("board", "")) == 2 else None
    return [{"union": lambda w: plain.wins(w) or two(w), "forgets_other": lambda w: plain.wins(w),
             "other_player": lambda w: two(w), "not_reversed": plain.wins,
             "keeps_start": reader({(q, a, p) for p, a, q in arrows}, start, ends).wins,
             "no_sink_loops": lambda w: w.startswith(case.data["tower"]),
             "drops_epsilon": reader({e for e in arrows if e[1]}, start, ends).wins,
             "forgets_accepting": reader({tuple(t) for t in case.key["transitions"]}, start, ends).wins
             if case.type == "remove_epsilon" else None,
             "no_empty_set": lambda w: bool(last(w)) and not last(w) & ends}[id]]


def seats_of(board: str | dict[str, Any]) -> int:
    return len(board.get("starts", "1")) if isinstance(board, dict) else 1 + ("y@" in board)


def same_language(one: Wins, two: Wins, longest: int = 7, alphabet: str = "bw") -> bool:
    return all(one(w) == two(w) for w in words_to(longest, alphabet))


def one_change(case: Case, id: str) -> bool:
    """Whether one arrow of the answer itself, turned or recoloured, makes it right."""
    if case.made.kind == "automaton":
        arrows, start, ends = ({tuple(t) for t in case.answer["transitions"]}, case.answer["start"],
                               case.answer["accepting"])
    else:
        board = laid(case)
        arrows, start, ends = board.arrows, board.start, board.ends
    for p, a, q in arrows:
        others = [(q, a, p)] if id == "arrow_reversed" else [(p, b, q) for b in case.alphabet if a not in ("", b)]
        for new in others:
            changed = reader(arrows - {(p, a, q)} | {new}, start, ends)
            if same_language(changed.wins, holds(case), alphabet=case.alphabet):
                return True
    return False


@claim(*(f"misconception.{id}" for id in MISCONCEPTIONS))
def _(case: Case) -> None:
    found = [s.id.split(".")[1] for s in case.said if s.id.startswith("misconception.")]
    assert len(found) == 1
    assert is_answer(case, found[0]), f"{case.type}: {case.answer!r} is not the answer of {found[0]}"


def is_answer(case: Case, id: str) -> bool:
    """Whether the answer is the one that the misconception leads to."""
    data, answer, kind, type = case.data, case.answer, case.made.kind, case.type
    if (type, id) in SPECIAL:
        return bool(SPECIAL[type, id](case))
    few = data.get("towers") or data.get("words")
    if kind in ("automaton", "regex", "board") and not few:
        if id in ("arrow_reversed", "colour_swapped") and kind != "regex":
            return one_change(case, id)
        return any(same_language(given(case).wins, wins, alphabet=case.alphabet) for wins in language(case, id))
    if few and kind in ("automaton", "board"):
        all_words = words(len(few[0]), case.alphabet)
        wanted = {"reversal": {w[::-1] for w in few}, "complement": {*all_words} - {*few},
                  "colours_exchanged": {w.translate(next_letter(case.alphabet)) for w in few}}[id]
        return {w for w in all_words if given(case).wins(w)} == wanted
    if kind == "set of words":
        of = data.get("towers") or case.tall
        return any(set(answer) == {w for w in of if wins(w)} for wins in language(case, id))
    if kind == "word":
        return any(shortest(case, wins) == answer for wins in language(case, id))
    if kind == "number":
        return any(answer == wins for wins in numbers_of(case, id))
    raise AssertionError(f"nothing says what {id} makes of {type}")


def shortest(case: Case, wins: Wins) -> str | None:
    return next((w for w in words_to(12, case.alphabet) if wins(w)), None)


def runs(case: Case, arrows: Arrows, word: str) -> int:
    board = case.board
    board = Board(case.data["board"])
    board.arrows = arrows
    return board.count(word)


def numbers_of(case: Case, id: str) -> list[int]:
    arrows, _, ends, states = base(case)
    loops = {(q, a, q) for q in ends for a in case.alphabet}
    return [{"early_arrival": lambda: runs(case, arrows | loops, case.data["tower"]),
             "eps_stay": lambda: runs(case, stay(arrows, states, case.alphabet), case.data["tower"])}[id]()]


def tables(case: Case, arrows: Arrows) -> list[list[str]]:
    """Rows of `token_sets` with other arrows."""
    rows = of_arrows(arrows, case.board.start, case.board.ends).sets(case.data["tower"])
    return [[case.data["tower"][:i], " ".join(sorted(s))] for i, s in enumerate(rows)]


def misread_arrows(case: Case, id: str) -> Arrows:
    arrows, _, ends, states = base(case)
    return {"eps_stay": lambda: stay(arrows, states, case.alphabet), "through_tower": lambda: through(case),
            "early_arrival": lambda: arrows | {(q, a, q) for q in ends for a in case.alphabet},
            "reversed_arrows": lambda: {(q, a, p) for p, a, q in arrows}}[id]()


def as_sets(rows: Iterable[Iterable[str]]) -> list[list[list[str]]]:
    return sorted([sorted(cell.split()) for cell in row] for row in rows)


def subsets(r: Reader, alphabet: str) -> list[list[str]]:
    """Rows of the subset construction."""
    seen, todo = {frozenset(r.start)}, [frozenset(r.start)]
    rows = []
    for s in todo:
        after = [frozenset(t for q in s for t in r.step(q, a)) for a in alphabet]
        rows.append([" ".join(sorted(x)) for x in (s, *after)])
        for t in after:
            if t not in seen:
                seen.add(t)
                todo.append(t)
    return rows


def dead_state(case: Case) -> bool:
    return any(not any(case.plain.wins(u + v) for v in words_to(6, case.alphabet)) for u in words_to(6, case.alphabet))


def seats(case: Case, pick: Callable[[bool, bool], bool]) -> Wins:
    one, two = case.plain.wins, of_board(case.data["board"], 2).wins
    return lambda w: pick(one(w), two(w))


def both_misread(case: Case, id: str) -> Wins:
    """The two boards of a comparison, misread alike."""
    first = language(case, id)[0]
    other = Case(case.made, case.answer, case.said)
    shown = "automaton" if "automaton" in case.data else "board"
    other.__dict__["data"] = {**case.data, shown: case.data["other"]}
    second = language(other, id)[0]
    return {"inclusion": lambda w: first(w) and not second(w),
            "disjoint": lambda w: first(w) and second(w)}.get(case.type, lambda w: first(w) != second(w))


def ring_lengths(case: Case, start_free: bool) -> list[list[str]]:
    r = with_rings(case.board, start_free)
    level, won = [""], []
    while level:
        won += [w for w in level if r.wins(w)]
        level = [w + a for w in level for a in "bw" if r.sets(w + a)[-1]]
    return [["longest", str(max(map(len, won), default=0))], ["words", str(len(won))]]


def chance(case: Case, weigh: Callable[[str], Fraction]) -> bool:
    return Fraction(case.answer) == sum(map(weigh, filter(case.plain.wins, case.tall)), Fraction(0))


def drawn(case: Case, word: str) -> Fraction:
    left, p = dict.fromkeys(case.alphabet, case.data["cones"]), Fraction(1)
    for a in word:
        p *= Fraction(left[a], sum(left.values()))
        left[a] -= 1
    return p


def at_random(case: Case, word: str) -> Fraction:
    now = {case.board.start: Fraction(1)}
    for a in word:
        new: dict[str, Fraction] = {}
        for p, c in now.items():
            heads = case.plain.step(p, a)
            for q in heads:
                new[q] = new.get(q, Fraction(0)) + c / len(list(heads))
        now = new
    return sum((now.get(q, Fraction(0)) for q in case.board.ends), Fraction(0))


def closures(case: Case, grow: Callable[[str, set[str]], set[str]]) -> list[list[str]]:
    """The table of ε-closures, each changed."""
    return [[q, " ".join(sorted(grow(q, {*cell.split()})))] for q, cell in case.key]


def silent(case: Case, p: str) -> set[str]:
    return {q for tail, a, q in case.data["automaton"]["transitions"] if (tail, a) == (p, "")}


def without_epsilon(case: Case) -> list[list[str]]:
    fa, word = case.data["automaton"], case.data["word"]
    rows = of_json({**fa, "transitions": [e for e in fa["transitions"] if e[1]]}).sets(word)
    return [[word[:i], " ".join(sorted(row))] for i, row in enumerate(rows)]


SPECIAL.update({
    ("epsilon_closure", "forgets_itself"): lambda c: c.answer == closures(c, lambda q, found: found - {q}),
    ("epsilon_closure", "one_epsilon"): lambda c: c.answer == closures(c, lambda q, found: {q} | silent(c, q)),
    ("grammar_of_automaton", "reversed_arrows"): lambda c: rules_in(c.answer) == {
        (q, a + p) for p, a, q in c.board.arrows} | {(end, "ε") for end in c.board.ends},
    ("universality", "swap_accepting"): lambda c: shortest(c, language(c, "swap_accepting")[0]) == c.answer,
    ("table_filling", "counts_from_one"): lambda c: c.answer == [
        [row, n if n == "never" else str(int(n) + 1)] for row, n in c.key],
    ("epsilon_run", "drops_epsilon"): lambda c: c.answer == without_epsilon(c),
    ("five_tuple", "reversed_arrows"): lambda c: {tuple(t) for t in c.answer["transitions"]} == {
        (q, a, p) for p, a, q in c.board.arrows},
    ("accepting_path", "eps_stay"): lambda c: any(
        p == q and not c.plain.step(p, a) for p, a, q in zip(c.answer, c.data["tower"], c.answer[1:], strict=False)),
    ("accepting_path", "reversed_arrows"): lambda c: any(
        (q, a, p) in c.board.arrows for p, a, q in zip(c.answer, c.data["tower"], c.answer[1:], strict=False)),
    ("accepting_path", "early_arrival"): lambda c: (
        c.answer[-1] in c.board.ends and len(c.answer) <= len(c.data["tower"])),
    **{("delta_hat", id): lambda c, id=id: set(c.answer) == of_arrows(
        misread_arrows(c, id), c.board.start, []).sets(c.data["tower"])[-1] for id in ("eps_stay", "early_arrival")},
    **{("token_sets", id): lambda c, id=id: as_sets(r[1:] for r in c.answer) == as_sets(
        r[1:] for r in tables(c, misread_arrows(c, id)))
       for id in ("eps_stay", "early_arrival", "through_tower", "reversed_arrows")},
    **{(t, id): lambda c, id=id: shortest(c, both_misread(c, id)) == c.answer
       for t in ("tell_apart", "equivalence", "inclusion", "disjoint")
       for id in ("early_arrival", "eps_stay", "reversed_arrows", "reversal", "colours_exchanged")},
    ("count_words", "counts_runs"): lambda c: c.answer == sum(c.board.count(w) for w in c.tall),
    ("count_words", "complement"): lambda c: c.answer == sum(not c.plain.wins(w) for w in c.tall),
    ("near_misses", "only_substitutions"): lambda c: set(c.answer) == {
        w for w in words(len(c.data["tower"]), c.alphabet) if levenshtein(w, c.data["tower"]) == 1 and c.plain.wins(w)},
    ("left_quotient", "whole_tower"): lambda c: set(c.answer) == {
        c.data["tower"] + w for w in c.tall if c.plain.wins(c.data["tower"] + w)},
    ("left_quotient", "reads_anew"): lambda c: set(c.answer) == set(filter(c.plain.wins, c.tall)),
    ("only_one_wins", "other_player"): lambda c: set(c.answer) == set(
        filter(seats(c, lambda x, y: y and not x), c.tall)),
    ("only_one_wins", "forgets_other"): lambda c: set(c.answer) == set(filter(c.plain.wins, c.tall)),
    ("shortest_only_one", "other_player"): lambda c: c.answer == shortest(c, seats(c, lambda x, y: y and not x)),
    ("shortest_only_one", "forgets_other"): lambda c: c.answer == shortest(c, c.plain.wins),
    ("product", "forgets_other"): lambda c: any(
        same_language(given(c).wins, of_board(c.data["board"], seat).wins, alphabet=c.alphabet) for seat in (1, 2)),
    ("nerode_classes", "more_states"): lambda c: sorted(map(sorted, c.answer)) == sorted(sorted(
        w or "ε" for w in c.data["prefixes"] if frozenset(c.plain.sets(w)[-1]) == s)
        for s in {frozenset(c.plain.sets(w)[-1]) for w in c.data["prefixes"]}),
    ("separating_suffix", "forgets_prefix"): lambda c: c.answer == shortest(c, c.plain.wins),
    ("determinise", "no_empty_set"): lambda c: [""] * (1 + len(c.alphabet)) in [*map(list, c.key)] and "" not in c.rows,
    ("determinise", "eps_stay"): lambda c: as_sets(c.answer) == as_sets(
        subsets(of_arrows(misread_arrows(c, "eps_stay"), c.board.start, []), c.alphabet)),
    ("minimal_states", "no_empty_set"): lambda c: c.answer == c.key - 1 and dead_state(c),
    ("minimal_states", "more_states"): lambda c: c.answer in (len(c.board.names), len(subsets(c.plain, c.alphabet))),
    ("transition_monoid", "empty_path"): lambda c: c.answer == c.key - 1,
    ("where_nondeterministic", "missing_is_choice"): lambda c: any(
        not c.plain.step(q, a) for q, cells in c.rows.items() for a in cells[0].split()),
    ("monotonicity", "only_additions"): lambda c: set(c.answer) == {
        str(i) for i, change in enumerate(c.data["changes"], 1) if change[0] == "+"},
    ("rings_needed", "start_needs_ring"): lambda c: sum(own_rings(c).values()) == len(c.data["tower"]) and with_rings(
        rings_of(c, own_rings(c)), start_free=False).wins(c.data["tower"]),
    ("where_ring", "ignores_rings"): lambda c: set(c.answer) == set().union(
        *c.plain.sets(c.data["tower"])) - {c.board.start, *c.board.ends},
    ("where_ring", "through_tower"): lambda c: set(c.answer) == {*c.key, *c.board.ends},
    ("where_ring", "post_counts"): lambda c: set(c.answer) == {*c.key, c.board.start},
    ("orphaned_after", "ignores_rings"): lambda c: set(c.answer) == set(c.board.rings) - set().union(
        *of_board(str(Position.parse(c.data["board"]).play(c.data["move"]))).sets(c.data["tower"])),
    ("ring_language_size", "start_needs_ring"): lambda c: sorted(c.answer) == ring_lengths(c, False),
    ("lost_by_rings", "forgets_rings_exist"): lambda c: c.answer == shortest(c, c.plain.wins)
    and with_rings(c.board).wins(c.answer),
    ("no_pump_rings", "start_needs_ring"): lambda c: c.answer == next(
        i for i in range(1, 60) if not with_rings(c.board, False).wins(c.data["x"] + c.data["y"] * i + c.data["z"])),
    ("no_pump_rings", "last_that_works"): lambda c: c.answer == c.key - 1
    and with_rings(c.board).wins(c.data["x"] + c.data["y"] * c.answer + c.data["z"]),
    ("chance", "independent_cones"): lambda c: chance(c, lambda w: Fraction(1, len(c.alphabet) ** len(w))),
    ("chance", "probability"): lambda c: chance(c, lambda w: drawn(c, w) * at_random(c, w)),
})
