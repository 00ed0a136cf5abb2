"""What an NFA is, and how it reads a word."""

from collections.abc import Mapping
from itertools import pairwise, starmap
from typing import ClassVar

from automatakit.automaton.states import AutomatonJson, set_text
from automatakit.automaton.value import Automaton
from automatakit.draw.tables import markdown
from automatakit.languages.minimal import complement
from automatakit.languages.runs import count_runs, first_run
from automatakit.languages.words import shortest_word, words_of_length
from coursekit.judging.credit import nearness
from coursekit.judging.edits import path_slips
from coursekit.judging.misread import all_runs, early_arrival, eps_stay
from coursekit.questions.assessing import (
    misconception,
    right,
    run_text,
    sets_text,
    steps_text,
    why_word,
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
    for_symbols,
)
from coursekit.questions.sampling import search, varied
from coursekit.questions.skins import ARROWS, LARGEST, Drawing, Space, told_in
from coursekit.questions.solved import runs_counted, summed


class CountArrows(AutomatonQuestion):
    """Smoke question of unit 0: proves that submitting works."""

    id, unit, kind = "count_arrows", 0, "number"
    small = range(1, 6)

    def task(self, space: Space, difficulty: int) -> Data:
        return {
            "automaton": space.drawn(
                difficulty,
                arrows=5 + 3 * difficulty + space.rng.randrange(3 + difficulty),
            )
        }

    def key(self, data: Data) -> int:
        return len(self.fa(data).edges)

    def measure(self, data: Data) -> float:
        """The arrows that are counted."""
        return self.key(data)

    def work(self, data: Data, say: Say) -> list[str]:
        fa = self.fa(data)
        counts = [(s, sum(p == s for p, _, _ in fa.edges)) for s in fa.states]
        return [f"- {s}: {n}" for s, n in counts if n]


Term = tuple[int, int]
"""A factor and a summand: the index of a head, from that of its tail."""


def drawn_rule(space: Space, size: int) -> Data:
    """An automaton over q0, q1, …, by a rule: to which indices each symbol leads from any index."""
    names, rng = space.some_names(size), space.rng
    last = len(names) - 1
    terms = [(0, 0), (0, last), (1, 1), (1, -1), (1, 2), (1, -2), (2, 0), (2, 1)]
    terms += [(2, -1), (-1, last), (-1, last - 1)]
    most = 1 + size // 2
    rule = {a: rng.sample(terms, rng.randint(1, most)) for a in space.alphabet}
    accepting = sorted(rng.sample(names[1:], rng.choice((1, 2))))
    return {"rule": rule, "states": names, "accepting": accepting}


def ruled(data: Data) -> Automaton:
    """The automaton of a rule; an index that no state has gives no arrow."""
    names = data["states"]
    edges = [
        (names[i], a, names[factor * i + summand])
        for a, terms in data["rule"].items()
        for factor, summand in terms
        for i in range(len(names))
        if factor * i + summand in range(len(names))
    ]
    return Automaton.make(names, names[0], data["accepting"], edges, data["rule"])


def rule_told(data: Data) -> Mapping[str, object]:
    """The five parts as a textbook writes them, δ by its rule."""
    lines = []
    for a, terms in data["rule"].items():
        heads = ", ".join(starmap(term_text, terms))
        which = f"∈ {{{heads}}}" if len(terms) > 1 else f"= {heads}"
        lines.append(f"- δ(qᵢ, {a}) = {{qⱼ ∈ Q : j {which}}}")
    return {
        "last": data["states"][-1],
        "symbols": ", ".join(data["rule"]),
        "accepting": ", ".join(data["accepting"]),
        "rule": "\n".join(lines),
    }


def term_text(factor: int, summand: int) -> str:
    """
    >>> [term_text(*term) for term in ((0, 3), (1, 0), (1, -2), (2, 1), (-1, 4))]
    ['3', 'i', 'i − 2', '2i + 1', '4 − i']
    """
    if factor == 0:
        return f"{summand}"
    if factor < 0:
        return f"{summand} − i"
    index = "i" if factor == 1 else f"{factor}i"
    sign = "+" if summand > 0 else "−"
    return f"{index} {sign} {abs(summand)}" if summand else index


class FiveTuple(AutomatonQuestion):
    """The parts of an automaton that is drawn; where a skin shows δ itself, of one whose δ a rule says."""

    id, unit, kind = "five_tuple", 1, "automaton"

    def task(self, space: Space, difficulty: int) -> Data:
        if not space.skin.shows_delta:
            return {
                "automaton": space.drawn(
                    difficulty, lambda d: shortest_word(d.fa()) is not None
                )
            }
        arrows = for_symbols(ARROWS[difficulty - 1], space.alphabet)

        def good(data: Data) -> bool:
            fa = ruled(data)
            near = abs(len(fa.edges) - arrows) <= 1
            return near and shortest_word(fa) is not None

        return search(lambda: drawn_rule(space, difficulty - 1), good)

    def fa(self, data: Data, part: str = "automaton") -> Automaton:
        return ruled(data) if "rule" in data else super().fa(data, part)

    def values(self, data: Data, say: Say) -> Values:
        return rule_told(data) if "rule" in data else super().values(data, say)

    def key(self, data: Data) -> AutomatonJson:
        return self.fa(data).to_json()

    def work(self, data: Data, say: Say) -> list[str]:
        return markdown(self.fa(data)).split("\n")

    def assess(self, data: Data, answer: AutomatonJson, say: Say) -> Judged:
        """Every arrow, flag and name that is wrong is a slip; as many as there are arrows leave nothing."""
        key, got = self.fa(data), Automaton.from_json(answer)
        wrong_edges = key.edges ^ got.edges
        parts = {
            "Q": set(key.states) == set(got.states),
            "Σ": set(key.alphabet) == set(got.alphabet),
            "q0": key.start == got.start,
            "F": key.accepting == got.accepting,
            "δ": not wrong_edges,
        }
        if all(parts.values()):
            return right(say)
        slips = (
            max(len(key.edges - got.edges), len(got.edges - key.edges))
            + len(key.accepting ^ got.accepting)
            + len(set(key.states) ^ set(got.states))
            + (not parts["Σ"])
            + (not parts["q0"])
        )
        names = ", ".join(n for n, ok in parts.items() if not ok)
        text, witness = say("v.five_tuple.parts", parts=names), names
        if wrong_edges:
            edge = sorted(wrong_edges)[0]
            witness = told_in(data).arrow(edge)
            text += " " + say(
                "v.five_tuple.missing" if edge in key.edges else "v.five_tuple.extra",
                arrow=witness,
            )
        turned = frozenset((q, a, p) for p, a, q in key.edges)
        found = "reversed_arrows" if got.edges == turned != key.edges else None
        return Wrong(
            nearness(slips, len(key.edges)), text, witness, misconception=found
        )


class Accepted(AutomatonQuestion):
    id, unit, kind = "accepted", 1, "set of words"

    def task(self, space: Space, difficulty: int) -> Data:
        length, won = difficulty + 2, space.rng.choice((2, 3, 4))

        def good(drawing: Drawing) -> bool:
            return (
                won
                <= len(words_of_length(drawing.fa(), length))
                <= len(space.all_words(length)) - 6 + won
            )

        drawing = space.drawn(difficulty, good, more=difficulty // 5 * 4)
        fa = drawing.fa()
        wins = words_of_length(fa, length)
        tempting = [w for w in space.all_words(length) if w not in wins]
        tempting.sort(key=lambda w: -sum(map(bool, fa.active(w))))
        words = space.rng.sample(wins, won) + space.rng.sample(tempting[:8], 6 - won)
        space.rng.shuffle(words)
        return {"automaton": drawing, "words": words}

    def form(self, data: Data) -> Form:
        return {"tokens": self.part(data, "words")}

    def key(self, data: Data) -> list[str]:
        fa = self.fa(data)
        return [w for w in self.part(data, "words") if fa.accepts(w)]

    def measure(self, data: Data) -> float:
        """The symbols that are read, and the arrows."""
        return sum(map(len, self.part(data, "words"))) + len(self.fa(data).edges)

    def wrong(self, data: Data) -> Mistakes:
        fa = self.fa(data)
        for id, other in (
            ("early_arrival", early_arrival(fa)),
            ("eps_stay", eps_stay(fa)),
            ("choose_at_once", all_runs(fa)),
            ("complement", complement(fa)),
        ):
            yield id, [w for w in self.part(data, "words") if other.accepts(w)]

    def reason(self, data: Data, item: str, say: Say) -> str:
        return why_word(self.fa(data), item, say)

    def work(self, data: Data, say: Say) -> list[str]:
        fa = self.fa(data)
        return [
            f"- {w}: {sets_text(fa, w)} {'✓' if fa.accepts(w) else '✗'}"
            for w in self.part(data, "words")
        ]

    def values(self, data: Data, say: Say) -> Values:
        return {
            **super().values(data, say),
            self.name(data, "words"): " ".join(self.part(data, "words")),
        }


class TokenSets(AutomatonQuestion):
    id, unit, kind = "token_sets", 1, "table"
    bands: ClassVar = {
        "board": ((13, 18), (21, 30), (32, 45), (47, 67), (62, 88)),
        "textbook": ((19, 26), (28, 39), (40, 57), (65, 92), (85, 122)),
    }

    def task(self, space: Space, difficulty: int) -> Data:
        length = difficulty + 2
        arrows = round(for_symbols(ARROWS[difficulty - 1], space.alphabet))
        drawing = space.drawn(
            difficulty, lambda d: words_of_length(d.fa(), length), arrows=arrows
        )
        fa = drawing.fa()
        towers = sorted(
            space.some_words(length), key=lambda w: -sum(map(len, fa.active(w)))
        )
        towers = [w for w in towers if varied(fa, w, difficulty)] or towers
        return {
            "automaton": drawing,
            "word": space.rng.choice(towers[: 2 + difficulty]),
        }

    def form(self, data: Data) -> Form:
        return {
            "rows": self.prefixes(data),
            "columns": 1,
            "sets": True,
            "members": self.fa(data).states,
        }

    def prefixes(self, data: Data) -> list[str]:
        return [self.word(data)[:i] for i in range(len(self.word(data)) + 1)]

    def table(self, data: Data, fa: Automaton) -> list[list[str]]:
        return [
            [p, " ".join(sorted(s))]
            for p, s in zip(
                self.prefixes(data), fa.active(self.word(data)), strict=True
            )
        ]

    def key(self, data: Data) -> Rows:
        return self.table(data, self.fa(data))

    def wrong(self, data: Data) -> Mistakes:
        fa = self.fa(data)
        for id, other in (
            ("eps_stay", eps_stay(fa)),
            ("early_arrival", early_arrival(fa)),
            (
                "reversed_arrows",
                fa.with_(edges=frozenset((q, a, p) for p, a, q in fa.edges)),
            ),
        ):
            yield id, self.table(data, other)

    def assess(self, data: Data, answer: Rows, say: Say) -> Judged:
        fa, key, tower = self.fa(data), self.key(data), self.word(data)
        given = {r[0]: r[1] for r in answer}
        first = next(
            (i for i, (prefix, cell) in enumerate(key) if given.get(prefix) != cell),
            None,
        )
        if first is None:
            return right(say)
        before, prefix = key[first - 1][1].split() if first else [], tower[:first]
        if first == 0:
            text = say("v.token_sets.start", start=fa.start)
        elif prefix not in given:
            text = say("verdict.row_missing", row=prefix)
        elif not before:
            text = say(
                "v.token_sets.died", prefix=prefix, got=set_text(given[prefix].split())
            )
        else:
            steps = steps_text(fa, before, prefix[-1])
            text = say(
                "v.token_sets.row",
                prefix=prefix,
                got=set_text(given[prefix].split()),
                before=set_text(before),
                steps=steps,
            )
        return Wrong(
            self.credit(fa, key, given),
            text,
            tower[:first] or "ε",
            misconception=misconception(self, data, answer),
        )

    @staticmethod
    def credit(fa: Automaton, key: list[list[str]], given: Mapping[str, str]) -> float:
        """A row that is wrong is a slip, unless it follows from one's own row before.

        Nothing follows from "no tokens" and from "tokens everywhere", and tokens that were never there cannot die:
        an empty row is right only below a row that is right as well.
        """
        slips, right_before = (
            int(given.get("") != key[0][1]),
            given.get("") == key[0][1],
        )
        for (last, _), (prefix, cell) in pairwise(key):
            own, before = given.get(prefix), given.get(last, "").split()
            is_right = own == cell and (cell != "" or right_before)
            follows = {
                t for q in before if q in fa.index for t in fa.successors(q, prefix[-1])
            }
            consistent = (
                own is not None
                and 0 < len(before) < len(fa.states)
                and set(own.split()) == follows
            )
            slips += not is_right and not consistent
            right_before = is_right
        return nearness(slips, len(key) - 1) if len(set(given.values())) > 1 else 0.0

    def work(self, data: Data, say: Say) -> list[str]:
        return [f"- {word_text(p)}: {set_text(s.split())}" for p, s in self.key(data)]


class DeltaHat(AutomatonQuestion):
    id, unit, kind = "delta_hat", 1, "set of words"

    def task(self, space: Space, difficulty: int) -> Data:
        length = space.length(difficulty + 2)
        words = space.rng.sample(space.all_words(length), 8)
        size = (2, 2, 3, LARGEST, LARGEST)[difficulty - 1]
        ends = set(space.rng.sample(space.some_names(size), space.rng.choice((2, 3))))

        def fitting(fa: Automaton) -> list[str]:
            return [w for w in words if set(fa.names(fa.read(w))) == ends]

        return space.with_word(
            difficulty, fitting, size=size, arrows=8 + 2 * difficulty
        )

    def form(self, data: Data) -> Form:
        return {"tokens": list(self.fa(data).states)}

    def key(self, data: Data) -> list[str]:
        return list(self.fa(data).active(self.word(data))[-1])

    def wrong(self, data: Data) -> Mistakes:
        fa, tower = self.fa(data), self.word(data)
        yield "eps_stay", list(eps_stay(fa).active(tower)[-1])
        yield "early_arrival", list(early_arrival(fa).active(tower)[-1])

    def reason(self, data: Data, item: str, say: Say) -> str:
        fa, tower = self.fa(data), self.word(data)
        run = first_run(fa.with_(accepting=frozenset({item})), tower)
        if run:
            return say("v.delta_hat.ends", run=run_text(run, tower))
        return say("v.delta_hat.not", sets=sets_text(fa, tower), state=item)

    def work(self, data: Data, say: Say) -> list[str]:
        fa, tower = self.fa(data), self.word(data)
        return [
            f"- {word_text(tower[:i])}: {set_text(s)}"
            for i, s in enumerate(fa.active(tower))
        ]


class AcceptingPath(AutomatonQuestion):
    id, unit, kind = "accepting_path", 1, "path"

    def task(self, space: Space, difficulty: int) -> Data:
        length = difficulty + 3

        def good(drawing: Drawing) -> bool:
            fa = drawing.fa()
            return any(count_runs(fa, w) <= 3 for w in words_of_length(fa, length))

        drawing = space.drawn(difficulty, good, size=min(LARGEST, difficulty))
        fa = drawing.fa()
        words = [w for w in words_of_length(fa, length) if count_runs(fa, w) <= 3]
        return {"automaton": drawing, "word": space.rng.choice(words)}

    def form(self, data: Data) -> Form:
        return {"stations": self.fa(data).states}

    def key(self, data: Data) -> list[str]:
        return list(first_run(self.fa(data), self.word(data)) or ())

    def assess(self, data: Data, answer: list[str], say: Say) -> Judged:
        fa, tower = self.fa(data), self.word(data)
        slips = path_slips(
            answer,
            len(tower),
            fa.start,
            lambda i, q: fa.successors(q, tower[i]),
            fa.accepting,
        )
        # Start and tower are known to everybody, and the same station everywhere takes no knowledge.
        credit = nearness(slips, len(tower) - 1) if len(set(answer)) > 1 else 0.0
        if not answer or answer[0] != fa.start:
            return Wrong(
                credit, say("v.path.start", start=fa.start), " ".join(answer[:1]) or "–"
            )
        for n, (p, a, q) in enumerate(zip(answer, tower, answer[1:], strict=False), 1):
            if (p, a, q) not in fa.edges:
                backwards = "reversed_arrows" if (q, a, p) in fa.edges else None
                arrow = told_in(data).arrow((p, a, q))
                stays = "eps_stay" if p == q and not fa.successors(p, a) else backwards
                # One station alone may be a slip
                if slips < 2:
                    stays = None
                return Wrong(
                    credit,
                    say("v.path.step", n=n, arrow=arrow),
                    arrow,
                    misconception=stays,
                )
        if len(answer) != len(tower) + 1:
            early = (
                "early_arrival"
                if answer[-1] in fa.accepting and len(answer) <= len(tower)
                else None
            )
            return Wrong(
                credit,
                say("v.path.length", n=len(tower) + 1, got=len(answer)),
                " ".join(answer),
                misconception=early,
            )
        if answer[-1] not in fa.accepting:
            text = say(
                "v.path.end", end=", ".join(sorted(fa.accepting)), got=answer[-1]
            )
            return Wrong(credit, text, " ".join(answer))
        return right(say)

    def work(self, data: Data, say: Say) -> list[str]:
        """Forwards what can be reached, backwards what of it leads on to the end, and a run through that."""
        fa, tower = self.fa(data), self.word(data)
        forwards = fa.active(tower)
        useful = {q for q in forwards[-1] if q in fa.accepting}
        kept = [useful]
        for states, symbol in zip(forwards[-2::-1], reversed(tower), strict=True):
            useful = {
                q for q in states if useful.intersection(fa.successors(q, symbol))
            }
            kept.append(useful)
        sets = [
            [q for q in states if q in useful]
            for states, useful in zip(forwards, reversed(kept), strict=True)
        ]
        backwards = set_text(sets[0]) + "".join(
            f" –{a}→ {set_text(s)}" for a, s in zip(tower, sets[1:], strict=True)
        )
        return [
            f"- {sets_text(fa, tower)}",
            f"- {backwards}",
            f"- {run_text(self.key(data), tower)}",
        ]


class CountPaths(AutomatonQuestion):
    id, unit, kind = "count_paths", 1, "number"

    def task(self, space: Space, difficulty: int) -> Data:
        length = (6, 6, 7, 7, 8)[difficulty - 1]
        size, arrows = ((1, 12), (1, 14), (2, 18), (3, 22), (4, 26))[difficulty - 1]
        runs = space.rng.randint(
            *((1, 14), (2, 16), (3, 20), (5, 24), (7, 26))[difficulty - 1]
        )
        words = space.some_words(length)

        def fitting(fa: Automaton) -> list[str]:
            return [w for w in words if count_runs(fa, w) == runs]

        # Fewer on each symbol would hardly ever give so many runs
        arrows = round(for_symbols(arrows, space.alphabet))
        return space.with_word(difficulty, fitting, arrows=arrows, size=size)

    def key(self, data: Data) -> int:
        return count_runs(self.fa(data), self.word(data))

    def measure(self, data: Data) -> float:
        """The numbers that are written down: for each prefix and state the runs that end there."""
        fa = self.fa(data)
        return len(fa.edges) + sum(map(len, fa.active(self.word(data))))

    def wrong(self, data: Data) -> Mistakes:
        fa, tower = self.fa(data), self.word(data)
        yield "early_arrival", count_runs(early_arrival(fa), tower)
        yield "eps_stay", count_runs(eps_stay(fa), tower)

    def work(self, data: Data, say: Say) -> list[str]:
        fa, tower = self.fa(data), self.word(data)
        return [*runs_counted(fa, tower), *summed(fa, tower, say)]
