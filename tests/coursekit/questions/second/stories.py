"""Stories acted out: coins are added up, floors counted, messages crossed off; tokens are written for `re`."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from itertools import product
from typing import Any

from automata.fa.dfa import DFA
from automata.fa.nfa import NFA

from tests.coursekit.questions.second import said as read
from tests.coursekit.questions.second.claims import Case, claim
from tests.coursekit.questions.second.languages import HOLDS, asked, complete
from tests.coursekit.questions.second.lines import Lines, markdown, rows, work
from tests.coursekit.questions.second.naive import Data, check, lib
from tests.coursekit.questions.second.readers import words_to

Scene = Hashable
Act = Callable[[Data, str], tuple[bool, Scene]]
"""Whether a sequence is accepted, and all that matters of it later on."""


def acted(id: str) -> Callable[[Act], Act]:
    def register(function: Act) -> Act:
        asked(id)(lambda data: lambda word: function(data, word)[0])
        check(id)(lambda data, key: machine_is(function, data, key))
        work(id)(lambda case, lines: machine_works(case, lines))
        return function
    return register


def machine_is(act: Act, data: Data, key: Any) -> None:
    complete(key, data["alphabet"])
    found, todo, moves = {act(data, "")[1]: ""}, [""], {}
    for word in todo:  # grows while it is read
        for a in data["alphabet"]:
            scene = act(data, word + a)[1]
            todo += [] if scene in found else [word + a]
            moves.setdefault(word, {})[a] = found.setdefault(scene, word + a)
    wanted = DFA(states=set(moves), input_symbols=set(data["alphabet"]), transitions=moves, initial_state="",
                 final_states={w for w in moves if act(data, w)[0]})
    assert DFA.from_nfa(lib({**key, "alphabet": data["alphabet"]})) == wanted


def machine_works(case: Case, lines: Lines) -> None:
    """The table is the key, and there is a line for every state."""
    fa = markdown([line for line in lines if line.startswith("|")])
    assert {tuple(t) for t in fa["transitions"]} == {tuple(t) for t in case.key["transitions"]}


@acted("vending_machine")
def _(data: Data, word: str) -> tuple[bool, Scene]:
    value = {s: n for s, n in zip("abc", data["coins"], strict=False) if s in data["alphabet"]}
    money, flap, jam = 0, False, False
    for s in word:
        if s == "r":
            money, flap, jam = 0, False, False
        elif not jam and not (flap and data["paid"] == "stays"):
            money, flap = (0 if flap else money) + value[s], False
            if money > data["price"] and data["over"] == "refused":
                money -= value[s]
            jam = money > data["price"] and data["over"] == "jams"
            flap = money >= data["price"] and not jam
    return flap, (0 if flap or jam else money, flap, jam)


@acted("handshake")
def _(data: Data, word: str) -> tuple[bool, Scene]:
    wanted, late = list(data["order"]), 0
    allowed = {"once": 1, "twice": 2}.get(data["timeout"], 99)
    dead = False
    for s in word:
        if s == "t" and wanted:
            late += data["timeout"] in ("once", "twice")
            dead |= late > allowed
            wanted = list(data["order"]) if data["timeout"] == "anew" else wanted
        elif s != "t" and wanted and s == wanted[0]:
            wanted = wanted[1:]
        elif s != "t":
            dead |= data["wrong" if wanted else "after"] == "ends"
            wanted = list(data["order"]) if wanted and data["wrong"] == "anew" else wanted
    return not wanted and not dead, "dead" if dead else (len(wanted), late if wanted else 0)


@acted("lift")
def _(data: Data, word: str) -> tuple[bool, Scene]:
    floor, top = data["start"], data["floors"] - 1
    been, stopped = {floor}, False
    for s in word:
        stopped |= (s, floor, data["top"]) == ("u", top, "stops") or (s, floor, data["bottom"]) == ("d", 0, "stops")
        floor = min(top, floor + 1) if s == "u" else max(0, floor - 1)
        been |= set() if stopped else {floor}
    fetched = data["fetch"] is None or data["fetch"] in been
    return not stopped and fetched and floor in data["goals"], "stopped" if stopped else (floor, fetched)


@acted("barcode")
def _(data: Data, word: str) -> tuple[bool, Scene]:
    mark, weights = data["mark"], data["weights"]
    if len(word) < len(mark) or not word.startswith(mark):
        return False, word if mark.startswith(word) else "wrong"
    digits = [int(s) for s in word[len(mark):]]
    total = sum(weights[i % len(weights)] * digit for i, digit in enumerate(digits)) % data["m"]
    return total == data["r"], (total, len(digits) % len(weights))


RULES: dict[str, Callable[[str, str, int], bool]] = {
    "length": lambda w, x, n: len(w) >= n,
    "at_least": lambda w, x, n: w.count(x) >= n,
    "at_most": lambda w, x, n: w.count(x) <= n,
    "first": lambda w, x, n: w[:1] == x,
    "not_first": lambda w, x, n: w[:1] != x,
    "last": lambda w, x, n: w[-1:] == x,
    "not_last": lambda w, x, n: w[-1:] != x,
    "no_two": lambda w, x, n: x + x not in w,
}


@acted("password_rule")
def _(data: Data, word: str) -> tuple[bool, Scene]:
    counts = tuple(min(6, word.count(x)) for x in data["alphabet"])
    doubled = tuple(x + x in word for x in data["alphabet"])
    scene = (min(6, len(word)), counts, doubled, word[:1], word[-1:])
    return all(RULES[id](word, x, n) for id, x, n in data["rules"]), scene


# ------------------------------------------------------------------------------------------ expressions

MOTIF = {"one": "{x}*{u}{x}*", "end": "{x}*{u}", "both": "{x}*{u}{x}*{v}{x}*", "gap": "{x}*{u}{gap}{v}{x}*"}


def motif(data: Data) -> str:
    any_one = "(a|c|g|t)"
    return MOTIF[data["form"]].format(x=any_one, u=data["u"], v=data["v"], gap=any_one * data["gap"])


asked("motif")(lambda data: lambda word: re.fullmatch(motif(data), word) is not None)


@check("motif")
def _(data: Data, key: Any) -> None:
    assert len(key["states"]) <= len(data["u"] + data["v"]) + data["gap"] + 1
    assert all(a for _, a, _ in key["transitions"])
    wanted = NFA.from_regex(motif(data), input_symbols=set("acgt"))
    assert DFA.from_nfa(lib({**key, "alphabet": "acgt"})) == DFA.from_nfa(wanted)


work("motif")(machine_works)


PARTS: dict[str, dict[str, tuple[str, ...]]] = {
    "number": {
        "sign": ("", "m?", "m"), "whole": ("d+", "d", "d{2}", "d{3}", "d{1,2}", "d{2,}"),
        "fraction": ("", "(p(d+))?", "p(d+)", "(p(d{2}))?", "p(d{2})", "(p(d))?", "p(d?)"),
        "power": ("", "(em?(d+))?", "e(d+)")},
    "identifier": {"first": ("l", "(u|l)", "u"), "then": ("(d|l)", "(u|d|l)", "d", "(u|l)")},
    "string": {"inside": ("l|d", "l", "l|d|u", "d")},
    "comment": {"marks": ("s", "s{2}"), "inside": ("(l)", "(d|l)", "(s|d|l)", "(u|l)")},
}
HOW_MANY = {"identifier": ("*", "?", "+", "{0,2}"), "string": ("*", "+", "?"), "comment": ("*", "+", "?")}


def token(data: Data) -> str:
    """The expression that the rules describe, written with +, ? and numbers."""
    kind = data["token"]
    part = {name: texts[data[name]] for name, texts in PARTS[kind].items()}
    if kind == "number":
        text = "".join(part.values())
    elif kind == "identifier":
        text = part["first"] + f"({part['then']})" + HOW_MANY[kind][data["most"]]
    elif kind == "string":
        text = f"q({part['inside']}{'|bb|bq' if data['escape'] else ''}){HOW_MANY[kind][data['most']]}q"
    else:
        text = part["marks"] + part["inside"] + HOW_MANY[kind][data["most"]] + "n"
    return (text, f"({text})(c({text}))*", f"(({text})(c({text}))*)?")[data["listed"]]


asked("lexer")(lambda data: lambda word: re.fullmatch(token(data), word) is not None)


@check("lexer")
def _(data: Data, key: Any) -> None:
    assert "∅" not in key  # which automata-lib does not know, and no token is without words
    one, two = (NFA.from_regex(text, input_symbols=set(data["alphabet"])) for text in (key, token(data)))
    assert DFA.from_nfa(one) == DFA.from_nfa(two)


def lexer_rules(data: Data) -> list[str]:
    """The parts of a token about which there is a rule: all but those that never occur."""
    return [name for name in data if name not in ("alphabet", "token", "listed")
            and (name not in ("sign", "fraction", "power", "escape") or data[name])]


@claim("story.lexer.list")
def _(case: Case, n: int, several: str) -> None:
    """The number of the rule about lists; with the token in brackets for T it is what the rules describe."""
    assert n == len(lexer_rules(case.data)) + 1
    whole = several.replace("T", f"({token({**case.data, 'listed': 0})})")
    wanted = re.compile(token(case.data))
    assert all((wanted.fullmatch(w) is None) == (re.fullmatch(whole, w) is None) for w in words_to(5, case.alphabet))


@work("lexer")
def _(case: Case, lines: Lines) -> None:
    """A line for every rule about one token; the pieces of a number make it up, elsewhere the last one stands in it."""
    found = [piece.strip("`") for _, piece in rows(lines, r"- \((\d)\) (`.+`)")]
    assert len(found) == len(lexer_rules(case.data))
    (text,) = (said.values["token"] for said in case.said if said.id == "story.lexer.token")
    one = re.compile(token({**case.data, "listed": 0}))
    assert all((one.fullmatch(w) is None) == (re.fullmatch(text, w) is None) for w in words_to(5, case.alphabet))
    whole = "".join(found) if case.data["token"] == "number" else found[-1]
    assert whole in text


@claim("story.lexer.token")
def _(case: Case, token: str) -> None:
    assert token in case.key


# ------------------------------------------------------------------------------------------ patterns of paths


def matches(pattern: list[str], word: str) -> bool:
    return re.fullmatch("".join({":": "[abc]", "*": "[abc]*"}.get(piece, piece) for piece in pattern), word) is not None


asked("router")(lambda data: lambda word: matches(data["one"], word) and matches(data["two"], word))


@check("router")
def _(data: Data, key: Any) -> None:
    longest = 8 if key is None else len(key)  # longer than any two patterns have to be for a path of both
    paths = ("".join(w) for n in range(longest + 1) for w in product("abc", repeat=n))
    found = next((w for w in paths if matches(data["one"], w) and matches(data["two"], w)), None)
    assert found == key


def begins(pattern: list[str], beginning: str) -> bool:
    """Whether a path that matches a pattern can begin so: what is left of the pattern may be put behind it."""
    fitted = ["a" if piece == ":" else piece for piece in pattern if piece != "*"]
    return any(matches(pattern, beginning + "".join(fitted[n:])) for n in range(len(fitted) + 1))


@claim("v.router.no")
def _(case: Case, path: str, n: str, part: str, segment: str) -> None:
    pattern = case.data["one" if n == "1" else "two"]
    begun = part.replace("/", "")
    assert case.answer.startswith(begun + segment)
    assert begins(pattern, begun)
    assert not begins(pattern, begun + segment)


@claim("v.router.short")
def _(case: Case, path: str, n: str) -> None:
    pattern = case.data["one" if n == "1" else "two"]
    assert not matches(pattern, case.answer)
    assert begins(pattern, case.answer)


def parts_matched(pattern: list[str], path: str) -> str:
    """How many parts of a pattern, `*` not counted, a path may have matched."""
    ends = [0, *(n for n, piece in enumerate(pattern, 1) if piece != "*")]
    beginnings = [pattern[:n + (pattern[n:n + 1] == ["*"])] for n in ends]
    return ", ".join(str(n) for n, some in enumerate(beginnings) if matches(some, path))


@claim("story.router.none", "story.router.found")
def _(case: Case, one: int, two: int, path: str | None = None) -> None:
    assert (one, two) == tuple(len([p for p in case.data[part] if p != "*"]) for part in ("one", "two"))
    assert case.key == (None if path is None else path.replace("/", ""))


@work("router")
def _(case: Case, lines: Lines) -> None:
    found = [(path.replace("/", ""), one, two) for path, one, two in rows(lines, r"- (\S+): ([\d, ]+) / ([\d, ]+)")]
    firsts: dict[tuple[str, ...], tuple[str, ...]] = {}
    for path in words_to(7, "abc"):
        told = tuple(parts_matched(case.data[part], path) for part in ("one", "two"))
        if all(told):
            firsts.setdefault(told, (path, *told))
        if path == case.key:
            break
    assert found == [*firsts.values()]


@claim("story.fits")
def _(case: Case, word: str) -> None:
    assert HOLDS[case.type](case.data)(read.word(word))


def can_begin(case: Case, beginning: str) -> bool:
    """Whether a word that is wanted can begin so, by automata-lib."""
    fa = DFA.from_nfa(NFA.from_regex(motif(case.data) if case.type == "motif" else token(case.data),
                                     input_symbols=set(case.data["alphabet"])))
    state = fa.initial_state
    for symbol in beginning:
        state = fa.transitions[state].get(symbol)
        if state is None:
            return False
    rest = DFA(states=fa.states, input_symbols=fa.input_symbols, transitions=fa.transitions, initial_state=state,
               final_states=fa.final_states, allow_partial=True)
    return not rest.isempty()


@claim("story.fits_not")
def _(case: Case, word: str) -> None:
    assert not HOLDS[case.type](case.data)(read.word(word))
    assert can_begin(case, read.word(word))


@claim("story.fits_until")
def _(case: Case, word: str, part: str, letter: str) -> None:
    begun = read.word(part)
    assert read.word(word).startswith(begun + letter)
    assert can_begin(case, begun)
    assert not can_begin(case, begun + letter)


# ------------------------------------------------------------------------------------------ what states remember


@claim("story.vending_machine.state.open", "story.vending_machine.state.jam", "story.handshake.state.open",
       "story.handshake.state.fail", "story.lift.state.fail", "story.barcode.state.fail",
       "story.password_rule.state.fail", "story.motif.state.none", "story.password_rule.state.begun.0",
       "story.password_rule.state.begun.1", "story.password_rule.state.ends", "story.password_rule.state.ends.other",
       "story.password_rule.state.ends.other_or_none",
       "story.password_rule.state.length", "story.password_rule.state.length.full", "story.password_rule.state.kind",
       "story.password_rule.state.kind.full")
def _(case: Case, **values: Any) -> None:
    """What a state is called; the table is compared with the story acted out."""


@claim("story.password_rule.state.and")
def _(case: Case, one: Any, two: Any) -> None:
    for said in (one, two):
        case.check(said)


@claim("story.vending_machine.state.paid")
def _(case: Case, n: int) -> None:
    assert 0 <= n < case.data["price"]


@claim("story.handshake.state.none", "story.handshake.state.done")
def _(case: Case, done: str, next: str) -> None:
    assert case.data["order"].startswith(done.replace(", ", "") + next)


@claim("story.handshake.state.late")
def _(case: Case, told: Any, late: int) -> None:
    case.check(told)
    assert 1 <= late <= {"once": 1, "twice": 2}[case.data["timeout"]]


@claim("story.lift.state.at", "story.lift.state.with", "story.lift.state.without")
def _(case: Case, floor: int) -> None:
    assert floor < case.data["floors"]


@claim("story.barcode.state.mark")
def _(case: Case, n: int) -> None:
    assert n < len(case.data["mark"])


@claim("story.barcode.state.odd", "story.barcode.state.even", "story.barcode.state.plain")
def _(case: Case, rest: Any) -> None:
    assert 0 <= rest.values["r"] < rest.values["m"] == case.data["m"]


@claim("story.motif.state.later")
def _(case: Case, read: str, more: str) -> None:
    assert (case.data["form"], read) == ("both", case.data["u"])
    assert more
    assert case.data["v"].startswith(more)


@claim("story.motif.state.read", "story.motif.state.gap")
def _(case: Case, read: str) -> None:
    way = case.data["u"] + "·" * case.data["gap"] + case.data["v"]
    assert way.startswith(read)
    assert case.data["form"] != "both" or len(read) <= len(case.data["u"])
