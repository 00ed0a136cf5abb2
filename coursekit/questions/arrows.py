"""Questions whose answer is a choice of arrows, or says what arrows do."""

import json
from collections.abc import Iterable

from automatakit.automaton.states import Edge, set_text
from automatakit.automaton.value import Automaton
from automatakit.languages.operations import product
from automatakit.languages.runs import accepting_runs, count_runs, first_run, least_cut
from automatakit.languages.structure import choices, useless_arrows
from automatakit.languages.words import shortest_word, useful_states
from coursekit.answers.arrows import arrow
from coursekit.judging.credit import nearness, set_credit
from coursekit.judging.misread import other_letter
from coursekit.questions.assessing import right, run_text, why_word, word_text
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
from coursekit.questions.sampling import of_length
from coursekit.questions.skins import LARGEST, Drawing, Space, told_in


class WhereNondeterministic(AutomatonQuestion):
    id, unit, kind = "where_nondeterministic", 1, "table"

    def task(self, space: Space, difficulty: int) -> Data:
        drawing = space.drawn(
            difficulty, lambda d: 1 <= len(list(choices(d.fa()))) <= 1 + difficulty
        )
        return {"automaton": drawing}

    def form(self, data: Data) -> Form:
        return {"rows": self.fa(data).states, "columns": 1, "cells": "letters"}

    def full_form(self, data: Data) -> Form:
        p, _, q, _ = told_in(data).sample
        x, y = self.fa(data).alphabet[:2]
        return {**super().full_form(data), "example": json.dumps({p: x, q: f"{x} {y}"})}

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
            return len(self.surplus(drawing.fa())) == difficulty

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


def inner(fa: Automaton, length: int, least: int) -> list[str]:
    """Words of which neither the arrows that can be the first nor those that can be the last are a least set."""
    first = [a for a in fa.alphabet if len(fa.successors(fa.start, a)) > least]
    last = [
        a
        for a in fa.alphabet
        if sum(b == a and q in fa.accepting for _, b, q in fa.edges) > least
    ]
    return (
        [w for w in of_length(length, fa.alphabet) if w[0] in first and w[-1] in last]
        if first and last
        else []
    )


class StopTower(ArrowSet):
    id, unit = "stop_tower", 6
    small = (4, 5)  # hardly any drawn board fits: the same one is told again and again

    def task(self, space: Space, difficulty: int) -> Data:
        length = (4, 4, 5, 6, 7)[difficulty - 1]
        least, runs = ((1, 2), (1, 3), (2, 3), (2, 4), (2, 4))[difficulty - 1]

        def fitting(fa: Automaton) -> list[str]:
            return [
                w
                for w in inner(fa, length, least)
                if count_runs(fa, w) >= runs and len(stopping(fa, w)) == least
            ]

        return space.with_word(
            difficulty, fitting, more=2 * difficulty, size=min(LARGEST, difficulty)
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
        most = max(used.values())
        enough = most == len(runs)
        return [
            *(f"- {run_text(r, tower)}" for r in runs[:8]),
            *["- …"] * (len(runs) > 8),
            "",
            *rows,
            "",
            say("work.one_cut" if enough else "work.two_cuts", n=len(runs), most=most),
        ]


class Monotonicity(AutomatonQuestion):
    """After which changes is every word still accepted that is accepted now?"""

    id, unit, kind = "monotonicity", 4, "set of words"
    LABELS = ("1", "2", "3", "4", "5", "6")

    def followed(self, data: Data) -> tuple[Automaton, ...]:
        return ()  # its items are changes

    def task(self, space: Space, difficulty: int) -> Data:
        drawing = space.drawn(difficulty, lambda d: len(useful_states(d.fa())) >= 3)
        there, room, rng = [*drawing.fa().arrows()], drawing.room(), space.rng
        edges = list(map(space.skin.arrow, there))
        absent = [space.skin.arrow(e) for e in room if e not in there]
        inner = [space.skin.arrow((p, a, q)) for p, a, q in there if (q, a, p) in room]
        changes = [f"+{e}" for e in rng.sample(absent, 2)] + [
            f"-{e}" for e in rng.sample(edges, 2)
        ]
        changes += ["~" + rng.choice(inner or edges), "*" + rng.choice(edges)]
        rng.shuffle(changes)
        return {"automaton": drawing, "changes": changes}

    def changed(self, data: Data, change: str) -> Automaton:
        fa = self.fa(data)
        one = arrow(change[1:])
        assert one is not None
        p, a, q = edge = one.edge
        new = {
            "+": {edge},
            "-": set(),
            "~": {(q, a, p)},
            "*": {(p, other_letter(a, fa.alphabet), q)},
        }[change[0]]
        rest = fa.edges if change[0] == "+" else fa.edges - {edge}
        return fa.with_(edges=rest | {e for e in new if told_in(data).takes(fa, e)})

    def lost(self, data: Data, change: str) -> str | None:
        """The shortest word that a change loses."""
        return shortest_word(
            product(self.fa(data), self.changed(data, change), "left only")
        )

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
        change = data["changes"][int(item) - 1]
        word = self.lost(data, change)
        if word is None:
            one = arrow(change[1:])
            assert one is not None
            used = one.edge not in useless_arrows(self.fa(data))
            kept = "kept_runs" if used else "kept_useless"
            return say(f"v.monotonicity.{'kept_all' if change[0] == '+' else kept}")
        return say(
            "v.monotonicity.loses",
            word=word_text(word),
            why=why_word(self.changed(data, change), word, say),
        )

    def values(self, data: Data, say: Say) -> Values:
        said = []
        for change in data["changes"]:
            one = arrow(change[1:])
            assert one is not None
            letter = other_letter(one.edge[1], tuple(self.alphabet(data)))
            id = f"v.monotonicity.change{'+-~*'.index(change[0])}"
            said.append(say(id, arrow=change[1:], letter=letter))
        lines = [f"{x}. {text}" for x, text in zip(self.LABELS, said, strict=True)]
        return {**super().values(data, say), "changes": "\n".join(lines)}

    def work(self, data: Data, say: Say) -> list[str]:
        return [f"{x}. {self.reason(data, x, say)}" for x in self.LABELS]
