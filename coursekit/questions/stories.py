"""Automata, expressions and words for a story: every instance makes sense in it, and what a state remembers has a name.

Each type draws from a family made for its story.  It says what a symbol stands for and which rules hold; the reader
behind them (`coursekit.questions.readers`) gives the automaton, and its memories are the names of the states.
"""

import random
from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import pairwise
from typing import Any, ClassVar

from automatakit.automaton.states import AutomatonJson
from automatakit.automaton.value import Automaton
from automatakit.draw.tables import markdown
from automatakit.languages.minimal import first_words, minimise
from automatakit.languages.operations import product
from automatakit.languages.words import shortest_word, word_counts
from coursekit.judging.misread import prefix_closure
from coursekit.questions.assessing import right, word_text
from coursekit.questions.base import (
    Data,
    Form,
    Judged,
    QuestionType,
    Say,
    Values,
    Wrong,
)
from coursekit.questions.conditions import remainder_text
from coursekit.questions.described import fewer_states
from coursekit.questions.readers import Memory, Reader, explored
from coursekit.questions.sampling import SELDOM, random_word, search
from coursekit.questions.short import symbols_in

SIZES = ((3, 4), (4, 5), (5, 6), (6, 8), (8, 10))
"""States of the smallest complete automaton, by difficulty."""
ENOUGH, COUNTED = ("length", "at_least"), ("length", "at_least", "at_most")
"""Rules on passwords that count up to a number, and all that count."""
OPEN, JAMMED, FAILED = "open", "jam", "fail"
"""Names of states that remember no number."""


class Story(QuestionType):
    """A question told in the words of a story: ``{rules}`` are numbered lines, ``{legend}`` says what symbols mean."""

    small: ClassVar[Sequence[int]] = (1, 2)

    def scene(self, rng: random.Random, difficulty: int) -> Data:
        """Draw the parameters of the story, and its ``alphabet``."""
        raise NotImplementedError

    def suits(self, data: Data, difficulty: int) -> bool:
        """Whether the answer is as large as the difficulty asks for."""
        raise NotImplementedError

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        return search(
            lambda: self.scene(rng, difficulty),
            lambda data: self.suits(data, difficulty),
        )

    def legend(self, data: Data, say: Say) -> Mapping[str, str]:
        """What each symbol stands for."""
        return {s: say(f"story.{self.id}.symbol.{s}") for s in data["alphabet"]}

    def rules_of(self, data: Data, say: Say) -> Sequence[str]:
        """The rules of the story, in the order of their numbers."""
        raise NotImplementedError

    def form(self, data: Data) -> Form:
        return {"alphabet": data["alphabet"]}

    def values(self, data: Data, say: Say) -> Values:
        legend = (f"- {s}: {text}" for s, text in self.legend(data, say).items())
        rules = list(self.rules_of(data, say))
        if len(rules) > 1:
            rules = [f"({n}) {text}" for n, text in enumerate(rules, 1)]
        return {
            **data,
            "legend": "\n".join(legend),
            "rules": "\n\n".join(rules),
            "symbols": f"{{{', '.join(data['alphabet'])}}}",
        }


class Machine(Story):
    """The answer is the automaton of a reader, whose memories have names."""

    unit, kind = 2, "automaton"
    demands: ClassVar[tuple[str, ...]] = ("deterministic", "complete")

    def form(self, data: Data) -> Form:
        return {**super().form(data), "names": ("q0", "q1", "q2", "q3")}

    def reader(self, data: Data) -> Reader:
        """What the story remembers, and when it is satisfied."""
        raise NotImplementedError

    def name(self, data: Data, memory: Memory) -> str:
        """The name of the state with a memory."""
        return str(memory)

    def state_text(self, data: Data, state: str, say: Say) -> str:
        """What a state remembers, in the words of the story."""
        raise NotImplementedError

    def own_texts(self, say: Say) -> Mapping[str, str]:
        return {part: say(f"story.{part}") for part in ("hint1", "hint2", "solution")}

    def target(self, data: Data) -> Automaton:
        """The states stand in the order in which they are found, the trap behind them."""
        fa = explored(self.reader(data), data["alphabet"])
        states = sorted(fa.states, key=lambda memory: memory in (FAILED, JAMMED))
        return fa.with_(states=states).renamed(lambda memory: self.name(data, memory))

    def key(self, data: Data) -> AutomatonJson:
        return self.target(data).to_json()

    def suits(self, data: Data, difficulty: int) -> bool:
        low, high = SIZES[difficulty - 1]
        fa = self.target(data)
        return (
            low <= len(fa.states) <= high
            and len(minimise(fa).states) == len(fa.states)
            and shortest_word(fa) is not None
        )

    def measure(self, data: Data) -> float:
        return len(self.target(data).states)

    def reason(self, data: Data, word: str, say: Say) -> str:
        fa = self.target(data)
        (state,) = fa.active(word)[-1]
        text = "reason.described" if state in fa.accepting else "reason.not_described"
        why = self.state_text(data, str(state), say)
        return say(text, word=word_text(word), why=why)

    def work(self, data: Data, say: Say) -> list[str]:
        """The table, and what each of its states remembers."""
        fa = self.target(data)
        meanings = (f"- {q}: {self.state_text(data, str(q), say)}" for q in fa.states)
        return [*markdown(fa).split("\n"), "", *meanings]


# ---------------------------------------------------------------- machines that take coins, messages, passengers
class VendingMachine(Machine):
    """Sums of coins up to a price."""

    id = "vending_machine"
    small = (1, 2, 3)
    COINS = (
        *((5, 10), (5, 20), (10, 20), (10, 50), (20, 50), (50, 100), (50, 200)),
        *((5, 10, 20), (10, 20, 50), (20, 50, 100), (50, 100, 200)),
    )
    OVER = ("kept", "refused", "jams")
    PAID = ("stays", "next")

    def scene(self, rng: random.Random, difficulty: int) -> Data:
        coins = rng.choice(self.COINS)
        button = rng.choice(("", "r"))
        return {
            "alphabet": "abc"[: len(coins)] + button,
            "coins": list(coins),
            "price": coins[0] * rng.randint(2, 12),
            "over": rng.choice(self.OVER),
            "paid": rng.choice(self.PAID),
        }

    def suits(self, data: Data, difficulty: int) -> bool:
        """No coin is worth more than the price."""
        return max(data["coins"]) <= data["price"] and super().suits(data, difficulty)

    def target(self, data: Data) -> Automaton:
        """The states stand in the order of their sums."""
        fa = super().target(data)
        sums = sorted(filter(str.isdigit, fa.states), key=int)
        return fa.with_(states=[*sums, *(q for q in fa.states if q not in sums)])

    def reader(self, data: Data) -> Reader:
        coins = dict(zip("abc", data["coins"], strict=False))
        price, over = data["price"], data["over"]

        def insert(paid: int, coin: int) -> Memory:
            if paid + coin == price or (paid + coin > price and over == "kept"):
                return OPEN
            if paid + coin > price:
                return paid if over == "refused" else JAMMED
            return paid + coin

        def step(memory: Memory, symbol: str) -> Memory:
            if symbol not in coins:
                return 0
            if memory == JAMMED or (memory == OPEN and data["paid"] == "stays"):
                return memory
            return insert(0 if memory == OPEN else memory, coins[symbol])

        return Reader(0, step, lambda memory: memory == OPEN)

    def legend(self, data: Data, say: Say) -> Mapping[str, str]:
        coins = zip("abc", data["coins"], strict=False)
        told = {s: say("story.vending_machine.coin", n=coin) for s, coin in coins}
        if "r" in data["alphabet"]:
            told["r"] = say("story.vending_machine.symbol.r")
        return told

    def rules_of(self, data: Data, say: Say) -> Sequence[str]:
        return [
            say(f"story.vending_machine.{data['over']}", price=data["price"]),
            say(f"story.vending_machine.{data['paid']}"),
        ]

    def state_text(self, data: Data, state: str, say: Say) -> str:
        if state in (OPEN, JAMMED):
            return say(f"story.vending_machine.state.{state}")
        return say("story.vending_machine.state.paid", n=int(state))


class Handshake(Machine):
    """Messages in their order; what a timeout does, and a message that is out of turn."""

    id = "handshake"
    small = (1, 2, 3, 5)
    TIMEOUTS = ("waits", "anew", "once", "twice")
    WRONG = ("ends", "ignored", "anew")
    AFTER = ("ends", "ignored")

    def scene(self, rng: random.Random, difficulty: int) -> Data:
        order = "s" + random_word(rng, rng.randint(1, 4), "sak")
        return {
            "alphabet": "".join(sorted({*order})) + "t",
            "order": order,
            "timeout": rng.choice(self.TIMEOUTS),
            "wrong": rng.choice(self.WRONG),
            "after": rng.choice(self.AFTER),
        }

    def suits(self, data: Data, difficulty: int) -> bool:
        """Of two messages in a row the second is another step, so it is another message."""
        changes = all(one != two for one, two in pairwise(data["order"]))
        return changes and super().suits(data, difficulty)

    def reader(self, data: Data) -> Reader:
        order, most = data["order"], {"once": 1, "twice": 2}.get(data["timeout"])

        def late(done: int, timeouts: int) -> Memory:
            if most is None:
                return (done if data["timeout"] == "waits" else 0), 0
            return (done, timeouts + 1) if timeouts < most else FAILED

        def step(memory: Memory, symbol: str) -> Memory:
            if memory == FAILED:
                return FAILED
            if memory == OPEN:
                return OPEN if symbol == "t" or data["after"] == "ignored" else FAILED
            done, timeouts = memory
            if symbol == "t":
                return late(done, timeouts)
            if symbol == order[done]:
                return OPEN if done + 1 == len(order) else (done + 1, timeouts)
            wrong = data["wrong"]
            return (
                memory
                if wrong == "ignored"
                else FAILED
                if wrong == "ends"
                else (0, timeouts)
            )

        return Reader((0, 0), step, lambda memory: memory == OPEN)

    def name(self, data: Data, memory: Memory) -> str:
        """The messages that came and, where they count, the timeouts: none, sa, sa_t1."""
        if memory in (OPEN, FAILED):
            return str(memory)
        done, timeouts = memory
        return (data["order"][:done] or "none") + (f"_t{timeouts}" if timeouts else "")

    def rules_of(self, data: Data, say: Say) -> Sequence[str]:
        wrong = data["wrong"]
        if wrong == "anew" and data["timeout"] in ("once", "twice"):
            wrong = "anew.counted"
        return [
            say("story.handshake.order", order=", ".join(data["order"])),
            say(f"story.handshake.timeout.{data['timeout']}"),
            say(f"story.handshake.wrong.{wrong}"),
            say(f"story.handshake.after.{data['after']}"),
        ]

    def state_text(self, data: Data, state: str, say: Say) -> str:
        if state in (OPEN, FAILED):
            return say(f"story.handshake.state.{state}")
        came, _, late = state.partition("_t")
        done = 0 if came == "none" else len(came)
        values = {"done": ", ".join(data["order"][:done]), "next": data["order"][done]}
        told = say(f"story.handshake.state.{'done' if done else 'none'}", **values)
        if not late:
            return told
        return say("story.handshake.state.late", told=told, late=int(late))


class Lift(Machine):
    """Floors; what the lift does at the top and at the bottom; whether it has fetched somebody."""

    id = "lift"
    ENDS = ("stays", "stops")

    def scene(self, rng: random.Random, difficulty: int) -> Data:
        floors = rng.randint(3, 8)
        start, fetch, *goals = rng.sample(range(floors), 3)
        return {
            "alphabet": "du",
            "floors": floors,
            "start": start,
            "fetch": rng.choice((None, fetch)),
            "goals": sorted(goals + rng.choice(([], [start]))),
            "top": rng.choice(self.ENDS),
            "bottom": rng.choice(self.ENDS),
        }

    def reader(self, data: Data) -> Reader:
        fetch, floors = data["fetch"], data["floors"]

        def step(memory: Memory, symbol: str) -> Memory:
            if memory == FAILED:
                return FAILED
            floor, fetched = memory
            floor += 1 if symbol == "u" else -1
            if not 0 <= floor < floors:
                end = data["top" if floor > 0 else "bottom"]
                return memory if end == "stays" else FAILED
            return floor, fetched or floor == fetch

        def accept(memory: Memory) -> bool:
            return memory != FAILED and memory[1] and memory[0] in data["goals"]

        return Reader((data["start"], fetch is None), step, accept)

    def name(self, data: Data, memory: Memory) -> str:
        """The floor, with a p once the passenger is in: 2, 2p."""
        if memory == FAILED:
            return FAILED
        floor, fetched = memory
        return f"{floor}" + "p" * (fetched and data["fetch"] is not None)

    def rules_of(self, data: Data, say: Say) -> Sequence[str]:
        goals = list(map(str, data["goals"]))
        last = (
            say("story.lift.goal", goal=goals[0])
            if len(goals) == 1
            else say("story.lift.goals", one=goals[0], two=goals[1])
        )
        fetch = data["fetch"]
        first = [] if fetch is None else [say("story.lift.fetch", floor=fetch)]
        return [
            say("story.lift.floors", top=data["floors"] - 1, start=data["start"]),
            say(f"story.lift.top.{data['top']}"),
            say(f"story.lift.bottom.{data['bottom']}"),
            *first,
            last,
        ]

    def state_text(self, data: Data, state: str, say: Say) -> str:
        if state == FAILED:
            return say("story.lift.state.fail")
        if state.endswith("p"):
            return say("story.lift.state.with", floor=int(state[:-1]))
        alone = "at" if data["fetch"] is None else "without"
        return say(f"story.lift.state.{alone}", floor=int(state))


class Barcode(Machine):
    """A start mark, and a sum of digits with a remainder: what a check digit does."""

    id = "barcode"
    small = (1, 2, 3, 4)

    def scene(self, rng: random.Random, difficulty: int) -> Data:
        """Up to the third level all digits count alike; then the places have weights, as in an EAN."""
        digits = rng.choice(("01", "012"))
        m = rng.randint(2, 5) if difficulty < 4 else rng.randint(3, 5)
        # A multiple of m would count nothing.
        weights = [w for w in range(1, 8) if w % m]
        return {
            "alphabet": digits,
            "mark": random_word(rng, rng.randint(0, 3), digits),
            "weights": [1] if difficulty < 4 else rng.sample(weights, 2),
            "m": m,
            "r": rng.randrange(m),
        }

    def reader(self, data: Data) -> Reader:
        """The mark first, symbol by symbol; then the weight of the next place, and the sum."""
        mark, m, weights = data["mark"], data["m"], data["weights"]

        def step(memory: Memory, symbol: str) -> Memory:
            if memory == FAILED:
                return FAILED
            read, place, total = memory
            if read < len(mark):
                return (read + 1, 0, 0) if symbol == mark[read] else FAILED
            after = (total + weights[place] * int(symbol)) % m
            return read, (place + 1) % len(weights), after

        def accept(memory: Memory) -> bool:
            return (
                memory != FAILED and memory[0] == len(mark) and memory[2] == data["r"]
            )

        return Reader((0, 0, 0), step, accept)

    def name(self, data: Data, memory: Memory) -> str:
        """Within the mark m0, m1, …, then the sum, with o or e for the next place: Σ2, Σ2o, Σ2e."""
        if memory == FAILED:
            return FAILED
        read, place, total = memory
        if read < len(data["mark"]):
            return f"m{read}"
        return f"Σ{total}" + "oe"[place] * (len(data["weights"]) > 1)

    def legend(self, data: Data, say: Say) -> Mapping[str, str]:
        return {}

    def rules_of(self, data: Data, say: Say) -> Sequence[str]:
        mark, weights, m, r = (data[name] for name in ("mark", "weights", "m", "r"))
        start = [say("story.barcode.mark", mark=mark)] if mark else []
        rest = say(remainder_text(m, r, denied=False), m=m, r=r)
        plain, weighted = ("plain_after", "sum_after") if mark else ("plain", "sum")
        part = weighted if len(weights) > 1 else plain
        text = f"story.barcode.{part}"
        told = say(text, odd=weights[0], even=weights[-1], rest=rest)
        return [*start, told]

    def state_text(self, data: Data, state: str, say: Say) -> str:
        if state == FAILED:
            return say("story.barcode.state.fail")
        if state.startswith("m"):
            return say("story.barcode.state.mark", n=int(state[1:]))
        place = {"o": "odd", "e": "even"}.get(state[-1], "plain")
        total, m = int(state.strip("Σoe")), data["m"]
        rest = say(remainder_text(m, total, denied=False), m=m, r=total)
        return say(f"story.barcode.state.{place}", rest=rest)


class PasswordRule(Machine):
    """What a password must have: a length, kinds of characters, and where they may stand."""

    id = "password_rule"
    small = (1,)
    PLACES = ("first", "not_first", "last", "not_last", "no_two")

    def scene(self, rng: random.Random, difficulty: int) -> Data:
        kinds = rng.choice(("ld", "ds", "lds", "lds"))
        rules = [
            ["length", "", rng.randint(2, 5)],
            [rng.choice(("at_least", "at_most")), rng.choice(kinds), rng.randint(1, 3)],
            [rng.choice(self.PLACES), rng.choice(kinds), 0],
        ]
        chosen = rng.sample(rules, rng.choice((2, 2, 3)))
        return {"alphabet": "".join(sorted(kinds)), "rules": chosen}

    def reader(self, data: Data) -> Reader:
        """What is remembered: for each rule how far it is met, FAILED once one never will be."""
        rules = data["rules"]

        def step(memory: Memory, symbol: str) -> Memory:
            if memory == FAILED:
                return FAILED
            after = tuple(
                _met(rule, seen, symbol)
                for rule, seen in zip(rules, memory, strict=True)
            )
            return FAILED if FAILED in after else after

        def accept(memory: Memory) -> bool:
            return memory != FAILED and all(
                _enough(rule, seen) for rule, seen in zip(rules, memory, strict=True)
            )

        return Reader(tuple("0" for _ in rules), step, accept)

    def name(self, data: Data, memory: Memory) -> str:
        """How far the rules are met, in their order: d1_n3, s2_lastd."""
        if memory == FAILED:
            return FAILED
        parts = zip(data["rules"], memory, strict=True)
        return "_".join(_name_of(rule, seen) for rule, seen in parts)

    def rules_of(self, data: Data, say: Say) -> Sequence[str]:
        return [
            say(f"story.password_rule.{id}", kind=kind, n=n)
            for id, kind, n in data["rules"]
        ]

    def state_text(self, data: Data, state: str, say: Say) -> str:
        if state == FAILED:
            return say("story.password_rule.state.fail")
        names = state.split("_")
        # A state that has counted something is not reached by the empty word.
        begun = any(name[-1] in "123456789" for name in names)
        parts = zip(data["rules"], names, strict=True)
        told = (_told_of(rule, name, begun, say) for rule, name in parts)
        return reduce(
            lambda one, two: say("story.password_rule.state.and", one=one, two=two),
            told,
        )


def _name_of(rule: Sequence[Any], seen: str) -> str:
    """A number behind what is counted (n: all characters), or what stands at the place of a rule."""
    id, kind, _ = rule
    if id in COUNTED:
        return f"{kind or 'n'}{seen}"
    if id in ("first", "not_first"):
        return "begun" if seen == "1" else "new"
    return f"{'last' if seen == '1' else 'not'}{kind}"


def _told_of(rule: Sequence[Any], name: str, begun: bool, say: Say) -> str:
    """What is remembered for a rule: a number, or one of two things about a symbol."""
    id, kind, n = rule
    if id in COUNTED:
        what = "length" if id == "length" else "kind"
        seen = int(name[1:])
        told = f"story.password_rule.state.{what}"
        if id in ENOUGH and seen == n:
            told = f"{told}.full"
        return say(told, kind=kind, n=seen)
    if id in ("first", "not_first"):
        return say(f"story.password_rule.state.begun.{int(name == 'begun')}")
    if name == f"last{kind}":
        return say("story.password_rule.state.ends", kind=kind)
    other = "other" if begun else "other_or_none"
    return say(f"story.password_rule.state.ends.{other}", kind=kind)


def _met(rule: Sequence[Any], seen: str, symbol: str) -> str:
    """How far a rule is met with one more symbol."""
    id, kind, n = rule
    hit = symbol == kind
    if id in ENOUGH:
        return str(min(n, int(seen) + (hit or id == "length")))
    if id == "at_most":
        return FAILED if hit and int(seen) == n else str(int(seen) + hit)
    if id == "no_two":
        return FAILED if hit and seen == "1" else str(int(hit))
    if id in ("last", "not_last"):
        return str(int(hit))
    if seen == "1":
        return seen
    return "1" if hit == (id == "first") else FAILED


def _enough(rule: Sequence[Any], seen: str) -> bool:
    """Whether a rule is met if nothing more comes."""
    id, _, n = rule
    if id in ENOUGH:
        return int(seen) == n
    return {"first": seen == "1", "last": seen == "1", "not_last": seen == "0"}.get(
        id, True
    )


# ---------------------------------------------------------------- motifs in a sequence, with a choice
class Motif(Machine):
    """Occurrences of one or two motifs, by an automaton that may guess where they begin."""

    id = "motif"
    small = (1,)
    demands = ("no_epsilon",)
    FORMS = ("one", "both", "gap", "end")

    def scene(self, rng: random.Random, difficulty: int) -> Data:
        form = rng.choice(self.FORMS)
        lengths = (
            rng.randint(2, 5),
            rng.randint(2, 4) if form in ("both", "gap") else 0,
        )
        first, second = (random_word(rng, n, "acgt") for n in lengths)
        gap = rng.randint(1, 3) if form == "gap" else 0
        return {"alphabet": "acgt", "form": form, "u": first, "v": second, "gap": gap}

    def target(self, data: Data) -> Automaton:
        """A way that spells the motifs, its states numbered; loops where anything may stand."""
        u, v, form = data["u"], data["v"], data["form"]
        symbols = data["alphabet"]
        way = [*u, *(symbols for _ in range(data["gap"])), *v]
        edges = [(str(i), a, str(i + 1)) for i, step in enumerate(way) for a in step]
        last = str(len(way))
        loops = {"0", last} - ({last} if form == "end" else set())
        if form == "both":
            loops.add(str(len(u)))
        edges += [(q, a, q) for q in loops for a in symbols]
        states = list(map(str, range(len(way) + 1)))
        return Automaton.make(states, "0", [last], edges, symbols)

    def own_texts(self, say: Say) -> Mapping[str, str]:
        return {}

    def suits(self, data: Data, difficulty: int) -> bool:
        low, high = SIZES[difficulty - 1]
        return low <= len(self.target(data).states) <= high

    def assess(self, data: Data, answer: AutomatonJson, say: Say) -> Judged:
        judged = super().assess(data, answer, say)
        return fewer_states(judged, len(answer["states"]), self.most(data), say)

    def most(self, data: Data) -> int:
        """So many states are enough."""
        return len(self.target(data).states)

    def legend(self, data: Data, say: Say) -> Mapping[str, str]:
        return {}

    def rules_of(self, data: Data, say: Say) -> Sequence[str]:
        values = {name: data[name] for name in ("u", "v", "gap")}
        return [say(f"story.motif.{data['form']}", **values)]

    def values(self, data: Data, say: Say) -> Values:
        (rule,) = self.rules_of(data, say)
        return {**super().values(data, say), "rule": rule, "most": self.most(data)}

    def reason(self, data: Data, word: str, say: Say) -> str:
        return fitting(self.target(data), word, say)

    def state_text(self, data: Data, state: str, say: Say) -> str:
        way = data["u"] + "·" * data["gap"] + data["v"]
        read, begun = way[: int(state)], len(data["u"])
        if data["form"] == "both" and len(read) > begun:
            more = read[begun:]
            return say("story.motif.state.later", read=data["u"], more=more)
        if not read:
            return say("story.motif.state.none")
        return say(
            f"story.motif.state.{'gap' if read[-1] == '·' else 'read'}", read=read
        )


# ---------------------------------------------------------------- expressions for a lexer
class Lexer(Story):
    """Numbers, identifiers, strings and comments of a small language."""

    id, unit, kind = "lexer", 3, "regex"
    small = (1, 2, 3)
    SYMBOLS = ((2, 3), (4, 5), (6, 8), (8, 11), (11, 15))
    """Symbols of the expression, by difficulty."""
    TOKENS = ("number", "number", "identifier", "string", "comment")
    PARTS = {
        "number": {"sign": 3, "whole": 6, "fraction": 7, "power": 3},
        "identifier": {"first": 3, "then": 4, "most": 4},
        "string": {"inside": 4, "escape": 2, "most": 3},
        "comment": {"marks": 2, "inside": 4, "most": 3},
    }
    """The parts of each token in the order of its rules, and how many rules there are to choose from."""

    def scene(self, rng: random.Random, difficulty: int) -> Data:
        token = rng.choice(self.TOKENS)
        drawn = {part: rng.randrange(n) for part, n in self.PARTS[token].items()}
        # A comment ends with its line, so no comma follows.
        listed = 0 if token == "comment" else rng.randrange(3)
        data = {"token": token, "listed": listed, **drawn}
        used = self.key({**data})
        return {"alphabet": "".join(s for s in "ldmpequcbsn" if s in used), **data}

    def suits(self, data: Data, difficulty: int) -> bool:
        low, high = self.SYMBOLS[difficulty - 1]
        return low <= self.measure(data) <= high and len(data["alphabet"]) > 1

    def key(self, data: Data) -> str:
        token, _ = self.built(data)
        more = f"{token}(c{token})*"
        return (token, more, f"({more})?")[data["listed"]]

    def built(self, data: Data) -> tuple[str, list[str]]:
        """The expression of one token, and what each of its rules adds."""
        token: tuple[str, list[str]] = getattr(self, f"_{data['token']}")(data)
        return token

    def _number(self, data: Data) -> tuple[str, list[str]]:
        sign = ("", "m?", "m")[data["sign"]]
        whole = ("dd*", "d", "dd", "ddd", "dd?", "ddd*")[data["whole"]]
        digits = ("", "(pdd*)?", "pdd*", "(pdd)?", "pdd", "(pd)?", "pd?")[
            data["fraction"]
        ]
        power = ("", "(em?dd*)?", "edd*")[data["power"]]
        return sign + whole + digits + power, [sign, whole, digits, power]

    def _identifier(self, data: Data) -> tuple[str, list[str]]:
        first = ("l", "(l|u)", "u")[data["first"]]
        then = ("(l|d)", "(l|d|u)", "d", "(l|u)")[data["then"]]
        several = (f"{then}*", f"{then}?", f"{then}{then}*", f"{then}?{then}?")
        most = several[data["most"]]
        return first + most, [first, then, most]

    def _string(self, data: Data) -> tuple[str, list[str]]:
        inside = ("l|d", "l", "l|d|u", "d")[data["inside"]]
        escaped = _one_of(f"{inside}|b(b|q)" if data["escape"] else inside)
        several = (f"{escaped}*", f"{escaped}{escaped}*", f"{escaped}?")
        most = several[data["most"]]
        pair = "b(b|q)" if data["escape"] else ""
        return f"q{most}q", [f"q`, `{_one_of(inside)}`, `q", pair, most]

    def _comment(self, data: Data) -> tuple[str, list[str]]:
        inside = ("l", "l|d", "l|d|s", "l|u")[data["inside"]]
        begin = ("s", "ss")[data["marks"]]
        body = _one_of(inside)
        most = (f"{body}*", f"{body}{body}*", f"{body}?")[data["most"]]
        return f"{begin}{most}n", [f"{begin}`, `n", body, most]

    def target(self, data: Data) -> Automaton:
        return Automaton.of(self.key(data), symbols=data["alphabet"])

    def measure(self, data: Data) -> float:
        return symbols_in(self.key(data))

    def rules_of(self, data: Data, say: Say) -> Sequence[str]:
        token, (_, pieces) = data["token"], self.built(data)
        # What adds nothing is no rule: its symbols are not there.
        told = [
            say(f"story.lexer.{token}.{part}.{data[part]}")
            for part, piece in zip(self.PARTS[token], pieces, strict=True)
            if piece
        ]
        if data["listed"]:
            told.append(say(f"story.lexer.listed.{data['listed']}"))
        return told

    def values(self, data: Data, say: Say) -> Values:
        token = say(f"story.lexer.{data['token']}")
        return {**super().values(data, say), "token": token}

    def reason(self, data: Data, word: str, say: Say) -> str:
        return fitting(self.target(data), word, say)

    def work(self, data: Data, say: Say) -> list[str]:
        token, pieces = self.built(data)
        rules = enumerate(filter(None, pieces), 1)
        lines = [f"- ({n}) `{piece}`" for n, piece in rules]
        lines += ["", say("story.lexer.token", token=token)]
        if data["listed"]:
            several = ("T(cT)*", "(T(cT)*)?")[data["listed"] - 1]
            lines += ["", say("story.lexer.list", n=len(lines) - 1, several=several)]
        return lines


def _one_of(choices: str) -> str:
    """Some symbols as one piece of an expression, in brackets where there are several."""
    return f"({choices})" if "|" in choices else choices


# ---------------------------------------------------------------- two patterns of a router
class Router(Story):
    """Two patterns of paths: a shortest path that both match."""

    id, unit, kind = "router", 4, "word"
    small = (1,)

    def scene(self, rng: random.Random, difficulty: int) -> Data:
        def pattern() -> list[str]:
            fixed = [rng.choice("abc:") for _ in range(difficulty // 2 + 2)]
            fixed.insert(rng.randrange(len(fixed) + 1), "*")
            return fixed

        return {"alphabet": "abc", "one": pattern(), "two": pattern()}

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        if rng.random() < SELDOM:
            return search(
                lambda: self.scene(rng, difficulty), lambda data: self.key(data) is None
            )
        return super().draw(rng, difficulty)

    def suits(self, data: Data, difficulty: int) -> bool:
        """Only one path answers, so that no guess does."""
        word = self.key(data)
        if word is None or len(word) != difficulty // 2 + 3:
            return False
        return bool(word_counts(self.both(data), len(word))[-1] == 1)

    def form(self, data: Data) -> Form:
        return {"none": True, "alphabet": data["alphabet"], "between": "/"}

    def pattern(self, data: Data, part: str) -> Automaton:
        """The automaton of a pattern; a state is named by how many of its parts are behind it."""
        edges, here = [], 0
        for piece in data[part]:
            if piece == "*":
                edges += [(str(here), a, str(here)) for a in data["alphabet"]]
                continue
            symbols = data["alphabet"] if piece == ":" else piece
            edges += [(str(here), a, str(here + 1)) for a in symbols]
            here += 1
        states = list(map(str, range(here + 1)))
        return Automaton.make(states, "0", [str(here)], edges, data["alphabet"])

    def both(self, data: Data) -> Automaton:
        """The automaton of the paths that both match."""
        return product(self.pattern(data, "one"), self.pattern(data, "two"), "both")

    def key(self, data: Data) -> str | None:
        return shortest_word(self.both(data))

    def measure(self, data: Data) -> float:
        return len(data["one"]) + len(data["two"])

    def assess(self, data: Data, answer: str | None, say: Say) -> Judged:
        key = self.key(data)
        if answer is None:
            return (
                right(say)
                if key is None
                else Wrong(0.0, say("v.word.exists", n=len(key)))
            )
        for number, part in (("1", "one"), ("2", "two")):
            if not self.pattern(data, part).accepts(answer):
                text = self.stopped(data, part, answer, number, say)
                return Wrong(0.0, text, word_text(answer))
        if key is not None and len(answer) > len(key):
            text = say("v.word.longer", word=word_text(answer), n=len(answer))
            return Wrong(0.0, text, word_text(answer))
        return right(say)

    def stopped(self, data: Data, part: str, path: str, number: str, say: Say) -> str:
        """How far a path matches a pattern."""
        begun = longest_beginning(self.pattern(data, part), path)
        if begun == path:
            return say("v.router.short", path=shown_path(path), n=number)
        return say(
            "v.router.no",
            path=shown_path(path),
            n=number,
            part=shown_path(begun),
            segment=path[len(begun)],
        )

    def rules_of(self, data: Data, say: Say) -> Sequence[str]:
        return [f"`{shown_pattern(data[part])}`" for part in ("one", "two")]

    def legend(self, data: Data, say: Say) -> Mapping[str, str]:
        return {}

    def work(self, data: Data, say: Say) -> list[str]:
        """A search by breadth: the first path to each pair of sets of parts that may have been matched."""
        key, lines = self.key(data), []
        patterns = [self.pattern(data, part) for part in ("one", "two")]
        for _, path in first_words(self.both(data)):
            sets = [", ".join(fa.active(path)[-1]) for fa in patterns]
            if all(sets):
                lines.append(f"- {shown_path(path)}: {' / '.join(sets)}")
            if path == key:
                break
        one, two = (len(fa.states) - 1 for fa in patterns)
        if key is None:
            told = say("story.router.none", one=one, two=two)
        else:
            told = say("story.router.found", one=one, two=two, path=shown_path(key))
        return [*lines, "", told]


def fitting(target: Automaton, word: str, say: Say) -> str:
    """Whether a word is among those that are wanted; if not, how far one of them begins like it."""
    if target.accepts(word):
        return say("story.fits", word=word_text(word))
    part = longest_beginning(target, word)
    if part == word:
        return say("story.fits_not", word=word_text(word))
    letter = word[len(part)]
    return say(
        "story.fits_until", word=word_text(word), part=word_text(part), letter=letter
    )


def longest_beginning(target: Automaton, word: str) -> str:
    """The longest beginning of a word with which an accepted one can begin; some word is accepted."""
    beginnings = prefix_closure(target)
    lengths = range(len(word), -1, -1)
    return next(word[:n] for n in lengths if beginnings.accepts(word[:n]))


def shown_path(word: str) -> str:
    """A path with a slash before each segment."""
    return "".join(f"/{segment}" for segment in word) or "/"


def shown_pattern(pattern: Sequence[str]) -> str:
    """A pattern as routers write it; free segments are numbered.

    Examples
    --------
    >>> shown_pattern(["a", ":", "*", ":"])
    '/a/:x/*/:y'
    """
    free = iter("xyzuvw")
    return "".join(
        f"/:{next(free)}" if piece == ":" else f"/{piece}" for piece in pattern
    )
