"""Questions whose answer is a choice of arrows, or says what arrows do."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from automatakit.automaton.states import Edge, State, set_text
from automatakit.automaton.value import Automaton
from automatakit.languages.operations import product
from automatakit.languages.runs import accepting_runs, count_runs, first_run, least_cut
from automatakit.languages.structure import choices, useless_arrows
from automatakit.languages.words import shortest_word, useful_states
from coursekit.answers.arrows import arrow
from coursekit.judging.credit import nearness, set_credit
from coursekit.judging.misread import other_letter
from coursekit.questions.assessing import (
    right,
    run_text,
    sets_text,
    word_text,
)
from coursekit.questions.automata import AutomatonQuestion
from coursekit.questions.base import (
    Data,
    Form,
    Judged,
    Mistakes,
    Rows,
    Say,
    Values,
    Wrong,
)
from coursekit.questions.sampling import of_length, search
from coursekit.questions.skins import Drawing, Skin, Space, told_in


class WhereNondeterministic(AutomatonQuestion):
    id, unit, kind = "where_nondeterministic", 1, "table"

    def task(self, space: Space, difficulty: int) -> Data:
        drawing = space.drawn(
            difficulty, lambda d: 2 <= len(list(choices(d.fa()))) <= 1 + difficulty
        )
        return {"automaton": drawing}

    def form(self, data: Data) -> Form:
        return {"rows": self.fa(data).states, "columns": 1, "cells": "letters"}

    def full_form(self, data: Data) -> Form:
        """With an example in this automaton's names; on large boards the first is the tower."""
        fa = self.fa(data)
        _, p, q, *_ = fa.states
        x, y = fa.alphabet[:2]
        example = f'{{"{p}": "{x}", "{q}": "{x} {y}", …}}'
        return {**super().full_form(data), "example": example}

    def pairs(self, data: Data) -> list[tuple[str, str]]:
        return [(q, a) for q, a, _ in choices(self.fa(data))]

    def key(self, data: Data) -> Rows:
        found: dict[str, list[str]] = {}
        for q, a in self.pairs(data):
            found.setdefault(q, []).append(a)
        return [[q, " ".join(letters)] for q, letters in found.items()]

    def assess(self, data: Data, answer: Rows, say: Say) -> Judged:
        fa, wanted = self.fa(data), set(self.pairs(data))
        got = {(q, a) for q, cell in answer for a in cell if a in fa.alphabet}
        if got == wanted:
            return right(say)
        q, a = min(got ^ wanted)
        text = say(
            "v.where.choice" if (q, a) in wanted else "v.where.none",
            state=q,
            letter=a,
            targets=set_text(fa.successors(q, a)),
        )
        without = {
            (q, a) for q in fa.states for a in fa.alphabet if not fa.successors(q, a)
        }
        # One state alone may be a slip
        several = len({state for state, _ in got ^ wanted}) > 1
        found = "missing_is_choice" if got & without and several else None
        everywhere = [
            [a for i, a in enumerate(fa.alphabet) if n >> i & 1]
            for n in range(2 ** len(fa.alphabet))
        ]
        blind = min(
            len({(q, a) for q in fa.states for a in letters} ^ wanted)
            for letters in everywhere
        )
        credit = nearness(len(got ^ wanted), blind)
        return Wrong(credit, text, f"δ({q}, {a})", misconception=found)

    def work(self, data: Data, say: Say) -> list[str]:
        return [
            f"- δ({q}, {a}) = {set_text(targets)}"
            for q, a, targets in choices(self.fa(data))
        ]


class ArrowSet(AutomatonQuestion):
    """The answer is a set of arrows of the automaton."""

    kind = "list of moves"

    def form(self, data: Data) -> Form:
        return {
            "moves": told_in(data).moves,
            "stations": self.fa(data).states,
            "among": self.arrows(data, self.fa(data).edges),
        }

    def chosen(self, data: Data, answer: list[str]) -> tuple[set[Edge], list[str]]:
        """The arrows of an answer, and the texts that are no arrow of it."""
        edges = self.fa(data).edges
        read = {
            text: one.edge
            for text in answer
            if (one := arrow(text)) is not None and one.edge in edges
        }
        return set(read.values()), [text for text in answer if text not in read]

    @staticmethod
    def cut_credit(need: int, missing: int, chosen: int) -> float:
        """Credit of a choice of arrows where `need` suffice and `missing` more are needed still."""
        return (
            nearness(max(missing, chosen + missing - need), need + 1)
            if missing < need
            else 0.0
        )


class UselessArrows(ArrowSet):
    id, unit = "useless_arrows", 1

    def task(self, space: Space, difficulty: int) -> Data:
        def good(drawing: Drawing) -> bool:
            fa = drawing.fa()
            return (
                shortest_word(fa) is not None
                and 1 <= len(useless_arrows(fa)) <= 2 + difficulty
            )

        return {"automaton": space.drawn(difficulty, good)}

    def key(self, data: Data) -> list[str]:
        return self.arrows(data, useless_arrows(self.fa(data)))

    def assess(self, data: Data, answer: list[str], say: Say) -> Judged:
        fa = self.fa(data)
        got, foreign = self.chosen(data, answer)
        wanted = {(str(p), a, str(q)) for p, a, q in useless_arrows(fa)}
        extra = len(got - wanted) + len(foreign)
        credit = set_credit(
            len(wanted), len(fa.edges) - len(wanted), len(wanted - got), extra
        )
        if foreign:
            return Wrong(credit, say("v.arrows.foreign", arrow=foreign[0]), foreign[0])
        if got == wanted:
            return right(say)
        edge = min(got ^ wanted)
        text = self.arrows(data, [edge])[0]
        if edge in wanted:
            return Wrong(credit, self.useless(data, edge, say), text)
        return Wrong(
            credit,
            say("v.useless.used", arrow=text, run=run_text(*_run_through(fa, edge))),
            text,
        )

    def useless(self, data: Data, edge: Edge, say: Say) -> str:
        """Why an arrow is useless."""
        fa, (tail, _, head) = self.fa(data), edge
        reached = tail in fa.names(fa.reachable)
        return say(
            "v.useless.dead" if reached else "v.useless.unreached",
            arrow=self.arrows(data, [edge])[0],
            tail=tail,
            head=head,
        )

    def work(self, data: Data, say: Say) -> list[str]:
        """Both sets of states, and each useless arrow with its reason."""
        fa = self.fa(data)
        useless = set(self.key(data))
        edges = (e for e in fa.arrows() if self.arrows(data, [e])[0] in useless)
        return [
            "- " + say("work.reached", states=set_text(fa.names(fa.reachable))),
            "- " + say("work.alive", states=set_text(fa.names(fa.productive))),
            *(f"- {self.useless(data, edge, say)}" for edge in edges),
        ]

    def measure(self, data: Data) -> float:
        return len(self.fa(data).edges)


def _run_through(fa: Automaton, edge: Edge) -> tuple[tuple[str, ...], str]:
    """An accepting run through a useful arrow, and its word: shortest to its tail, shortest from its head."""
    parts = [fa.with_(accepting=frozenset({edge[0]})), fa.with_(start=edge[2])]
    first, last = (shortest_word(part) or "" for part in parts)
    return (
        *(first_run(parts[0], first) or ()),
        *(first_run(parts[1], last) or ()),
    ), first + edge[1] + last


class MakeDeterministic(ArrowSet):
    id, unit = "make_deterministic", 1

    def task(self, space: Space, difficulty: int) -> Data:
        def good(drawing: Drawing) -> bool:
            fa = drawing.fa()
            rows = len(list(choices(fa)))
            return rows > 1 and len(self.surplus(fa)) == 1 + difficulty

        return {"automaton": space.drawn(difficulty, good)}

    def surplus(self, fa: Automaton) -> list[Edge]:
        """All arrows of a letter that leave a state but the first."""
        return [(q, a, t) for q, a, targets in choices(fa) for t in targets[1:]]

    def key(self, data: Data) -> list[str]:
        return self.arrows(data, self.surplus(self.fa(data)))

    def assess(self, data: Data, answer: list[str], say: Say) -> Judged:
        fa = self.fa(data)
        got, foreign = self.chosen(data, answer)
        rest, need = fa.with_(edges=fa.edges - got), len(self.surplus(fa))
        left = self.surplus(rest)
        credit = self.cut_credit(need, len(left), len(got) + len(foreign))
        if foreign:
            return Wrong(credit, say("v.arrows.foreign", arrow=foreign[0]), foreign[0])
        if left:
            q, a, _ = left[0]
            return Wrong(
                credit,
                say(
                    "v.where.left",
                    state=q,
                    letter=a,
                    targets=set_text(rest.successors(q, a)),
                ),
                f"δ({q}, {a})",
            )
        if len(got) > need:
            return Wrong(credit, say("v.arrows.fewer", n=len(got)), str(len(got)))
        return right(say)

    def work(self, data: Data, say: Say) -> list[str]:
        found = choices(self.fa(data))
        told = (
            say("work.must_go", state=q, letter=a, targets=set_text(t), n=len(t) - 1)
            for q, a, t in found
        )
        return [f"- {line}" for line in told]


def stopping(fa: Automaton, word: str) -> frozenset[Edge]:
    """A least set of arrows without which no run accepts a word."""

    def arrows(gone: frozenset[Edge]) -> Iterable[Edge] | None:
        run = first_run(fa.with_(edges=fa.edges - gone), word)
        return None if run is None else zip(run, word, run[1:], strict=False)

    return least_cut(arrows)


def inside(runs: Sequence[tuple[State, ...]], least: int) -> bool:
    """Whether neither the arrows with which runs begin nor those with which they end are a least set."""
    return (
        len({run[1] for run in runs}) > least and len({run[-2] for run in runs}) > least
    )


MOST_RUNS = 10
"""More runs nobody writes down."""


class StopTower(ArrowSet):
    id, unit = "stop_tower", 6

    def task(self, space: Space, difficulty: int) -> Data:
        length = (4, 4, 5, 5, 6)[difficulty - 1]
        least, few = ((1, 3), (1, 3), (2, 3), (2, 4), (2, 4))[difficulty - 1]

        def fits(fa: Automaton, word: str) -> bool:
            if not few <= count_runs(fa, word) <= MOST_RUNS:
                return False
            runs = list(accepting_runs(fa, word))
            return inside(runs, least) and len(stopping(fa, word)) == least

        def fitting(fa: Automaton) -> list[str]:
            return [w for w in of_length(length, fa.alphabet) if fits(fa, w)]

        # Many arrows between few states: elsewhere hardly a word has so many runs and no narrow ends
        return space.with_word(
            difficulty,
            fitting,
            arrows=(13, 15, 18, 20, 22)[difficulty - 1],
            size=(2, 2, 2, 3, 3)[difficulty - 1],
        )

    def key(self, data: Data) -> list[str]:
        return self.arrows(data, stopping(self.fa(data), self.word(data)))

    def assess(self, data: Data, answer: list[str], say: Say) -> Judged:
        fa, tower, need = self.fa(data), self.word(data), len(self.key(data))
        got, foreign = self.chosen(data, answer)
        rest = fa.with_(edges=fa.edges - got)
        run = first_run(rest, tower)
        credit = self.cut_credit(
            need, len(stopping(rest, tower)), len(got) + len(foreign)
        )
        if foreign:
            return Wrong(credit, say("v.arrows.foreign", arrow=foreign[0]), foreign[0])
        if run:
            return Wrong(
                credit,
                say("v.stop.still", word=tower, run=run_text(run, tower)),
                run_text(run, tower),
            )
        if len(got) > need:
            return Wrong(credit, say("v.arrows.fewer", n=len(got)), str(len(got)))
        return right(say)

    def work(self, data: Data, say: Say) -> list[str]:
        fa, tower = self.fa(data), self.word(data)
        runs = list(accepting_runs(fa, tower))
        used = {
            e: sum(e in set(zip(r, tower, r[1:], strict=False)) for r in runs)
            for e in sorted(fa.edges)
        }
        rows = [
            f"- {self.arrows(data, [e])[0]}: {n}"
            for e, n in sorted(used.items(), key=lambda x: -x[1])
            if n
        ]
        first, *others = sorted(stopping(fa, tower), key=lambda e: -used[e])
        told = {"first": self.arrows(data, [first])[0], "n": len(runs)}
        if others:
            second = self.arrows(data, others)[0]
            cut = say("work.two_cuts", **told, second=second, most=used[first])
        else:
            cut = say("work.one_cut", **told)
        return [*(f"- {run_text(r, tower)}" for r in runs), "", *rows, "", cut]


def edge_of(change: str) -> Edge:
    """The arrow that a change is about."""
    one = arrow(change[1:])
    assert one is not None
    return one.edge


def changed(skin: Skin, fa: Automaton, change: str) -> Automaton:
    """An automaton after ``+bA>B`` (added), ``-`` (removed), ``~`` (turned round) or ``*`` (another symbol)."""
    p, a, q = edge = edge_of(change)
    new = {
        "+": {edge},
        "-": set(),
        "~": {(q, a, p)},
        "*": {(p, other_letter(a, fa.alphabet), q)},
    }[change[0]]
    rest = fa.edges if change[0] == "+" else fa.edges - {edge}
    return fa.with_(edges=rest | {e for e in new if skin.takes(fa, e)})


def lost(old: Automaton, new: Automaton) -> str | None:
    """A shortest word that is accepted before a change only."""
    return shortest_word(product(old, new, "left only"))


Sets: TypeAlias = tuple[tuple[State, ...], tuple[State, ...]]


def side_by_side(old: Automaton, new: Automaton) -> list[Sets]:
    """The pairs of active sets, before and after a change, as words lead to them; none goes on from an empty first."""
    found, todo = list[Sets](), [""]
    for word in todo:
        pair = old.active(word)[-1], new.active(word)[-1]
        if pair not in found and pair[0]:
            found.append(pair)
            todo += [word + letter for letter in old.alphabet]
    return found


LONGEST, MOST_PAIRS, MOST_STATES = 5, 8, 36
"""The longest witness, the most pairs of sets, and the most states in them, that a student can be expected to find."""


def by_hand(skin: Skin, fa: Automaton, change: str) -> bool:
    """Whether a change can be decided with pencil and paper."""
    if change[0] == "+":
        return True
    new = changed(skin, fa, change)
    word = lost(fa, new)
    if word is not None:
        return len(word) <= LONGEST
    if edge_of(change) in useless_arrows(fa):
        return True
    pairs = side_by_side(fa, new)
    states = sum(len(before) + len(after) for before, after in pairs)
    return len(pairs) <= MOST_PAIRS and states <= MOST_STATES


class Monotonicity(AutomatonQuestion):
    """After which changes is every word still accepted that is accepted now?"""

    id, unit, kind = "monotonicity", 4, "set of words"
    LABELS = ("1", "2", "3", "4", "5", "6")

    def followed(self, data: Data) -> tuple[Automaton, ...]:
        return ()  # its items are changes

    def task(self, space: Space, difficulty: int) -> Data:
        # All six are kept, or only the two new arrows, no more often than other answers
        losing = space.rng.choice((1, 2, 2, 3, 3, 4))

        def made() -> Data:
            drawing = space.drawn(
                difficulty,
                lambda d: len(useful_states(d.fa())) >= 3 and self.offered(space, d),
            )
            offered = self.offered(space, drawing)
            changes = [c for kind in offered for c in space.rng.sample(*kind)]
            space.rng.shuffle(changes)
            return {"automaton": drawing, "changes": changes}

        def good(data: Data) -> bool:
            fa = data["automaton"].fa()
            after = (changed(space.skin, fa, change) for change in data["changes"])
            return sum(lost(fa, new) is not None for new in after) == losing

        return search(made, good)

    def offered(self, space: Space, drawing: Drawing) -> list[tuple[list[str], int]]:
        """The changes of each kind that can be decided by hand, and how many are asked about; none if too few."""
        fa, skin, room = drawing.fa(), space.skin, drawing.room()
        there = [*fa.arrows()]
        absent = [e for e in room if e not in there]
        turned = [(p, a, q) for p, a, q in there if (q, a, p) in absent]
        recoloured = [
            (p, a, q)
            for p, a, q in there
            if (p, other_letter(a, fa.alphabet), q) not in there
        ]

        def of_kind(kind: str, edges: list[Edge]) -> list[str]:
            changes = [kind + skin.arrow(edge) for edge in edges]
            return [change for change in changes if by_hand(skin, fa, change)]

        offered = [
            (of_kind("+", absent), 2),
            (of_kind("-", there), 2),
            (of_kind("~", turned), 1),
            (of_kind("*", recoloured), 1),
        ]
        return offered if all(len(changes) >= n for changes, n in offered) else []

    def changed(self, data: Data, change: str) -> Automaton:
        return changed(told_in(data), self.fa(data), change)

    def lost(self, data: Data, change: str) -> str | None:
        """The shortest word that a change loses."""
        return lost(self.fa(data), self.changed(data, change))

    def form(self, data: Data) -> Form:
        return {"tokens": self.LABELS}

    def key(self, data: Data) -> list[str]:
        return [
            x
            for x, c in zip(self.LABELS, data["changes"], strict=True)
            if self.lost(data, c) is None
        ]

    def wrong(self, data: Data) -> Mistakes:
        yield (
            "only_additions",
            [
                x
                for x, c in zip(self.LABELS, data["changes"], strict=True)
                if c[0] == "+"
            ],
        )

    def reason(self, data: Data, item: str, say: Say) -> str:
        fa, change = self.fa(data), data["changes"][int(item) - 1]
        new, (tail, _, head) = self.changed(data, change), edge_of(change)
        word = lost(fa, new)
        if word is not None:
            run = first_run(fa, word)
            return say(
                "v.monotonicity.loses",
                word=word_text(word),
                run=run_text(run, word) if run else "",
                sets=sets_text(new, word),
            )
        if change[0] == "+":
            return say("v.monotonicity.kept_all")
        if edge_of(change) not in useless_arrows(fa):
            told = (f"{set_text(a)} / {set_text(b)}" for a, b in side_by_side(fa, new))
            return say("v.monotonicity.kept_runs", pairs=", ".join(told))
        if shortest_word(fa.with_(accepting=[tail])) is None:
            return say("v.monotonicity.kept_unreached", state=tail)
        return say("v.monotonicity.kept_dead", state=head)

    def values(self, data: Data, say: Say) -> Values:
        said = []
        for change in data["changes"]:
            letter = other_letter(edge_of(change)[1], tuple(self.alphabet(data)))
            id = f"v.monotonicity.change{'+-~*'.index(change[0])}"
            said.append(say(id, arrow=change[1:], letter=letter))
        lines = [f"{x}. {text}" for x, text in zip(self.LABELS, said, strict=True)]
        return {**super().values(data, say), "changes": "\n".join(lines)}

    def work(self, data: Data, say: Say) -> list[str]:
        return [f"{x}. {self.reason(data, x, say)}" for x in self.LABELS]
