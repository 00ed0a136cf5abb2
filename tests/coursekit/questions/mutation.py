"""Right answers of every type, changed a little or a lot; and answers that take no knowledge.

The everyday tests and the measurements `judge`, `credit` and `feedback` draw from here.  A slip changes one piece of an
answer: a letter, an item, a cell, a station, an arrow, a flag, a symbol, an element of a block, a marker.  What is wild
may not fit the question at all: a walk, a game, an arrow beside the board.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from fractions import Fraction
from functools import lru_cache
from itertools import islice, product
from typing import Any

from amakta import State
from coursekit.answers import MalformedAnswer, validate
from coursekit.practice.handover import asker
from coursekit.questions import Instance, question
from finity_edu import Position
from finity_edu.questions.boards import position
from tests.coursekit.questions.second import is_right
from tests.coursekit.questions.second.naive import lib, words

RIGHT_OR_WRONG = ("word", "number", "fraction")
SINGLE = ("inequivalent_prefixes", "mini_winner", "pumping", "winning_move")
"""A single word, number or yes or no in another form: a witness, a choice among few."""

Slip = Callable[[random.Random, Any, Instance], Any]


def structured(made: Instance) -> bool:
    """Whether a slip should leave most of the points: an answer of several pieces that is not itself a yes or no."""
    if made.kind in (*RIGHT_OR_WRONG, "function") or made.type in SINGLE or not made.key:
        return False
    key: Any = made.key
    pieces = sum(len(row) - 1 for row in key) if made.kind == "table" else len(
        question(made.type).form(made.data).get("tokens", key))
    return bool(pieces >= (5 if made.kind == "set of words" else 3) and (made.kind != "set of words" or len(key) > 1))


def right_answer(made: Instance) -> Any:
    """The key, or for a function what the judge hears when it questions the reference."""
    if made.kind != "function":
        return deepcopy(made.key)
    space: dict[str, Any] = {}
    exec(made.key["source"], space)  # type: ignore[index]
    function = next(v for k, v in space.items() if k in ("accepts", "evaluate"))
    return question(made.type).interview(made.data, 3, asker(function))


# ---------------------------------------------------------------- one slip, by kind


def text_slip(rng: random.Random, text: str, letters: str) -> str:
    i, what = rng.randrange(len(text) + 1), rng.choice(("", *letters))
    return text[:i] + what + text[i + rng.choice((0, 1, 1)):]


def word(rng: random.Random, answer: Any, made: Instance) -> Any:
    return "".join(rng.choice("bw") for _ in range(rng.randint(1, 5))) if answer is None else text_slip(
        rng, answer, "bw")


def items_of(made: Instance) -> list[str]:
    """What a set, or a list of moves, could hold."""
    data, form = made.data, question(made.type).form(made.data)
    if "tokens" in form:
        return list(form["tokens"])
    if made.kind == "set of words":
        n = data.get("height", len(data.get("tower", "")))
        return [w for m in ((n,) if "height" in data else (n - 1, n, n + 1)) for w in words(m)]
    if made.type in ("useless_arrows", "make_deterministic", "stop_tower"):
        arrows = Position.parse(data["board"]).layout.bridges
        return [f"{b.colour}{b.tail}>{b.head}" for b in arrows if b.tail != Position.parse(data["board"]).board.end]
    return [str(m) for m in Position.parse(data["board"]).with_turn(1).legal_moves()]


def items(rng: random.Random, answer: Any, made: Instance) -> Any:
    """One item less, more, or other."""
    answer, rest = list(answer), [x for x in items_of(made) if x not in answer]
    what = rng.choice("-+*")
    if what != "+" and answer:
        answer.pop(rng.randrange(len(answer)))
    if what != "-" and rest:
        answer.insert(rng.randint(0, len(answer)), rng.choice(rest))
    return answer


def moves(rng: random.Random, answer: Any, made: Instance) -> Any:
    if made.type == "unlearn_trace":
        if not answer:
            return ["m1 h3 m1"]
        games = [game.split() for game in answer]
        game = rng.choice(games)
        i = rng.randrange(len(game))
        game[i] = game[i][0] + rng.choice("123")
        return [" ".join(game) for game in games]
    if made.type == "shortest_cycle":
        state, texts = State.parse(made.data["state"]), list(answer)
        i = rng.randrange(len(texts)) if texts else 0
        for move in texts[:i]:
            if move not in map(str, state.legal_moves()):
                break
            state = state.play(move)
        texts[i : i + rng.choice((0, 1, 1))] = rng.choice(([], [str(rng.choice(state.legal_moves() or ("pass",)))]))
        return texts
    return items(rng, answer, made)


def cell_slip(rng: random.Random, cell: str, made: Instance) -> str:
    form = question(made.type).form(made.data)
    if form.get("sets"):
        stations = Position.parse(made.data["board"]).board.names
        return " ".join(sorted(set(cell.split()) ^ {rng.choice(stations)}))
    if cell.lstrip("-").isdigit():
        return str(int(cell) + rng.choice((-1, 1, 1, 2)))
    if made.type == "fastest_teacher":
        return rng.choice([*made.data["teachers"], "never", "7.50", "12.00"])
    return text_slip(rng, cell, "bw")


def table(rng: random.Random, answer: Any, made: Instance) -> Any:
    rows, form = deepcopy(answer), question(made.type).form(made.data)
    if form.get("cells") == "letters":  # any station may get a letter, or lose one
        cells = dict(rows)
        name = rng.choice(list(form["rows"]))
        cells[name] = " ".join(sorted(set(cells.get(name, "").split()) ^ {rng.choice("bw")}))
        return [[row, cell] for row, cell in cells.items() if cell]
    if not rows:
        return [[rng.choice(list(form["rows"])), "1"]]
    i = rng.randrange(len(rows))
    if rng.random() < 0.15:
        return rows[:i] + rows[i + 1:]
    j = rng.randrange(1, len(rows[i])) if len(rows[i]) > 1 else 0
    rows[i][j:] = [cell_slip(rng, rows[i][j], made), *rows[i][j + 1:]] if j else ["1"]
    return rows


def path(rng: random.Random, answer: Any, made: Instance) -> Any:
    stations = list(question(made.type).form(made.data)["stations"])
    if not answer:
        return rng.sample(stations, min(3, len(stations)))
    i = rng.randrange(len(answer))
    new = rng.choice([s for s in stations if s != answer[i]])
    return answer[:i] + rng.choice(([new], [new], [new], [])) + answer[i + 1:]


def automaton(rng: random.Random, answer: Any, made: Instance) -> Any:
    """Redirect, recolour, add or leave out an arrow; flip a flag; start elsewhere."""
    fa = deepcopy(answer)
    what, q = rng.choice("rrr+-cfffs"), rng.choice(fa["states"])
    if what == "f":
        fa["accepting"] = sorted(set(fa["accepting"]) ^ {q})
    elif what == "s":
        fa["start"] = q
    elif what == "+":
        fa["transitions"].append([rng.choice(fa["states"]), rng.choice("bw"), q])
    elif fa["transitions"]:
        i = rng.randrange(len(fa["transitions"]))
        p, a, t = fa["transitions"][i]
        fa["transitions"][i : i + 1] = {"r": [[p, a, q]], "c": [[p, "w" if a == "b" else "b", t]], "-": []}[what]
    return fa


def board(rng: random.Random, answer: Any, made: Instance) -> Any:
    given = Position.parse(made.data["board"]).board
    answer, what = list(answer), rng.choice("--+*c~")
    if what != "+" and answer:
        old = answer.pop(rng.randrange(len(answer)))
        if what == "c" and ">" in old:
            answer.append(("w" if old[0] == "b" else "b") + old[1:])
        if what == "~" and ">" in old:
            tail, head = old[1:].split(".")[0].split(">")
            answer.append(f"{old[0]}{head}>{tail}.{old[-1]}")
    if what in "+*":
        tail = rng.choice(given.names)  # an arrow that leaves the tower may lie there, and no path uses it
        ring = made.data.get("rings") and rng.random() < 0.3
        answer.append(f"o{tail}.{rng.choice('sml')}" if ring else
                      f"{rng.choice('bw')}{tail}>{rng.choice(list(given.neighbours[tail]))}.{rng.choice('lmr')}")
    return answer


def partition(rng: random.Random, answer: Any, made: Instance) -> Any:
    """One element moves to another block, or to one of its own."""
    blocks = [list(b) for b in answer]
    source = rng.choice(blocks)
    x = source.pop(rng.randrange(len(source)))
    rng.choice([b for b in [*blocks, []] if b is not source] if source else blocks)
    others = [b for b in blocks if b is not source]
    if others and (rng.random() < 0.7 or not source):
        rng.choice(others).append(x)
    else:
        blocks.append([x])
    return [b for b in blocks if b]


def machine(rng: random.Random, answer: Any, made: Instance) -> Any:
    boxes = {d: list(b) for d, b in answer.items()}
    d = rng.choice(list(boxes))
    boxes[d] = sorted(set(boxes[d]) ^ {rng.randint(1, min(3, int(d)))})
    return boxes


def function(rng: random.Random, answer: Any, made: Instance) -> Any:
    if made.type == "evaluation_function":  # whose results are games that were played
        return wild_function(rng, made)
    results = deepcopy(answer["results"])
    i = rng.randrange(len(results))
    results[i] = rng.choice(({"value": not results[i].get("value")}, {"error": "ZeroDivisionError: x"}, {"value": 1.5}))
    return {**answer, "results": results}


SLIPS: dict[str, Slip] = {
    "word": word, "set of words": items, "list of moves": moves, "table": table, "path": path, "automaton": automaton,
    "board": board, "partition": partition, "machine": machine, "function": function,
    "number": lambda rng, n, made: n + rng.choice((-2, -1, 1, 2, n + 1)),
    "fraction": lambda rng, f, made: rng.choice([
        str(Fraction(f) + Fraction(rng.choice((-1, 1)), Fraction(f).denominator)), f"{float(Fraction(f)):.3f}",
        f"1/{rng.randint(2, 20)}"]),
    "regex": lambda rng, text, made: text_slip(rng, text, "bw*+?|()"),
}


# ---------------------------------------------------------------- the same, said otherwise; and long approximations


def restated(rng: random.Random, answer: Any, made: Instance) -> Any:
    """Another way to say the same, with superfluous parts: right, unless the form is part of the question."""
    if made.kind == "automaton":
        fa = deepcopy(answer)
        what = rng.choice(("twin", "useless", "renamed"))
        if what == "twin":  # a state is split: both copies go on alike
            q, twin = rng.choice(fa["states"]), "twin"
            into = [e for e in fa["transitions"] if e[2] == q]
            if into:
                rng.choice(into)[2] = twin
            fa["states"].append(twin)
            fa["accepting"] += [twin] * (q in fa["accepting"])
            fa["transitions"] += [[twin, a, t] for p, a, t in fa["transitions"] if p == q]
        elif what == "useless":
            fa["states"].append("useless")
            fa["transitions"] += [["useless", a, rng.choice(fa["states"])] for a in "bw"]
        else:
            names = dict(zip(fa["states"], rng.sample([f"s{i}" for i in range(len(fa["states"]))], len(fa["states"])),
                             strict=True))
            return {**fa, "states": list(names.values()), "start": names[fa["start"]],
                    "accepting": [names[q] for q in fa["accepting"]],
                    "transitions": [[names[p], a, names[q]] for p, a, q in fa["transitions"]]}
        return fa
    if made.kind == "regex":
        return rng.choice((f"({answer})|({answer})", f"({answer})()", f"({answer})|b({answer})", f"(({answer}))?"))
    if made.kind == "list of moves" and made.type != "unlearn_trace":
        return answer * 2
    if made.kind in ("set of words", "table", "list of moves", "board"):
        return list(reversed(answer))
    return deepcopy(answer)


@lru_cache(maxsize=64)
def language(text: str, kind: str, longest: int) -> tuple[str, ...]:
    """The words of a right answer up to a length, by automata-lib."""
    from automata.fa.nfa import NFA

    nfa = NFA.from_regex(text, input_symbols={"b", "w"}) if kind == "regex" else lib(json.loads(text))
    return tuple(w for n in range(longest + 1) for w in words(n) if nfa.accepts_input(w))


def approximation(rng: random.Random, answer: Any, made: Instance) -> Any:
    """A list of words without a star: all up to some length, as an expression or as a tree."""
    source = answer if made.kind == "regex" else json.dumps(answer)
    listed = language(source, made.kind, rng.randint(2, 10))
    if made.kind == "regex":
        return "|".join(w or "()" for w in listed if len("|".join(listed)) < 1900) or "∅"
    prefixes = sorted({w[:i] for w in listed for i in range(len(w) + 1)} | {""})[:150]
    names = {w: f"t{i}" for i, w in enumerate(prefixes)}
    return {"states": list(names.values()), "alphabet": ["b", "w"], "start": names[""],
            "accepting": [names[w] for w in listed if w in names],
            "transitions": [[names[w[:-1]], w[-1], names[w]] for w in prefixes if w and w[:-1] in names]}


def slips(rng: random.Random, made: Instance, answer: Any, number: int) -> Any:
    """An answer with some slips."""
    for _ in range(number):
        answer = SLIPS[made.kind](rng, answer, made)
    return answer


def mutants(made: Instance, number: int, seed: int = 0) -> Iterator[tuple[str, Any]]:
    """Changed right answers in canonical form, with a name; at least a third has one slip."""
    rng, key = random.Random(f"{made.type} {made.data} {seed}"), right_answer(made)
    yield "key", key
    for i in range(20 * number):
        what = ("one slip", "one slip", "slips", "restated", "restated, one slip", "approximation")[i % 6]
        if what == "approximation" and made.kind not in ("automaton", "regex"):
            what = "slips"
        answer = deepcopy(key)
        if what == "approximation" or "restated" in what:
            answer = (approximation if what == "approximation" else restated)(rng, answer, made)
        answer = slips(rng, made, answer, rng.randint(2, 8) if what == "slips" else int("one" in what))
        for canonical in well_formed(made, answer):
            yield what, canonical
            number -= 1
        if number == 0:
            return


def well_formed(made: Instance, answer: Any) -> Iterator[Any]:
    """An answer in canonical form, if its form is right."""
    kind = question(made.type)
    with suppress(MalformedAnswer):
        yield json.loads(json.dumps(validate(kind.kind, answer, **kind.form(made.data))))


# ---------------------------------------------------------------- wild answers, by kind


def wild_items(rng: random.Random, made: Instance, other: Callable[[], Any]) -> list[Any]:
    """Some left out, exchanged, put in, or in another order."""
    out = list(made.key)
    for _ in range(rng.randint(1, 3)):
        i, what = rng.randrange(len(out) + 1), rng.choice("-+*~")
        if what == "~":
            rng.shuffle(out)
        else:
            out[i : i + (what != "+")] = [other()] * (what != "-")
    return out


def wild_table(rng: random.Random, made: Instance) -> Any:
    """A row of something else, a cell too many, one of another kind."""
    rows, form = deepcopy(made.key), question(made.type).form(made.data)
    names = sorted({x for row in rows for cell in row for x in cell.split()} | {"A", "B"})
    names_of_rows = [*form.get("rows", ()), " ".join(sorted(rng.sample(names, 2)))]
    row = [rng.choice(names_of_rows), *(rng.choice([*names, "", "9", "never"]) for _ in range(form.get("columns", 1)))]
    what = rng.randrange(3)
    if what or not rows:
        rows.append(row)
    else:
        rng.choice(rows).append(rng.choice(["1", "0", "b"]))
    return list({r[0]: r for r in rows}.values())


def wild_path(rng: random.Random, made: Instance) -> list[str]:
    """A walk along the arrows of the board: for a tower from the post with its colours, else a closed one."""
    if "board" not in made.data or rng.random() < 0.2:
        stations = list(question(made.type).form(made.data)["stations"])
        return rng.choices(stations, k=rng.randint(2, 4))
    pos, tower = position(made.data["board"]), made.data.get("tower")
    arrows = [(str(b.colour), b.tail, b.head) for b in pos.layout.bridges]
    way = [rng.choice(arrows)[1] if tower is None else str(pos.layout.posts[0])]
    for letter in tower or [None] * 6:
        heads = [q for a, p, q in arrows if p == way[-1] and letter in (a, None)]
        if not heads or (tower is None and way[-1] in way[:-1]):
            break
        way.append(rng.choice(heads))
    return way[way.index(way[-1]) :] if tower is None else way


def wild_automaton(rng: random.Random, made: Instance) -> Any:
    """An arrow turned round, or one that reads nothing."""
    fa: Any = deepcopy(made.key)
    if made.type in ("remove_epsilon", "reverse") and rng.random() < 0.5:
        fa["transitions"].append([rng.choice(fa["states"]), "", rng.choice(fa["states"])])
    elif fa["transitions"]:
        rng.choice(fa["transitions"]).reverse()
    return fa


def wild_board(rng: random.Random, made: Instance) -> list[str]:
    """Arrows and rings wherever somebody may want them."""
    given = position(made.data["board"]).board

    def other() -> str:
        if made.data.get("rings") and rng.random() < 0.3:
            return f"o{rng.choice(given.names)}.{rng.choice('sml')}"
        tail = rng.choice(given.names)
        head = rng.choice(given.names if rng.random() < 0.3 else given.neighbours[tail])
        return f"{rng.choice('bw')}{tail}>{head}" + rng.choice(("", "", ".l", ".m", ".r"))

    return wild_items(rng, made, other)


def wild_moves(rng: random.Random, made: Instance) -> list[str]:
    """Moves as they come, legal or not; a play of Amakta; games of a machine by its rules, or nearly."""
    if "state" in made.data:
        state, out = State.parse(made.data["state"]), list[str]()
        for known in [*made.key, *[None] * 4]:
            legal = [str(m) for m in state.legal_moves()]
            move = known if known and rng.random() < 0.6 else rng.choice(legal)
            if move not in legal and rng.random() < 0.7:
                move = rng.choice(legal)
            out.append(move)
            if move not in legal or (state := state.play(move)).result is not None:
                break
        return out[: rng.randint(1, 9)]
    if "boxes" in made.data:
        return [wild_game(rng, made.data) for _ in range(rng.randint(1, 3))]
    pos = position(made.data["board"])
    arrows = [str(b) for b in pos.layout.bridges]

    def other() -> str:
        old = rng.choice(arrows)
        if made.type in ("useless_arrows", "make_deterministic", "stop_tower"):
            bare, colour = old.split(".")[0], "w" if old[0] == "b" else "b"
            return rng.choice([bare, bare, "-" + bare, colour + bare[1:]])
        legal = [str(m) for m in pos.with_turn(1).legal_moves()]
        return rng.choice([*rng.sample(legal, min(4, len(legal))), "-" + old, "~" + old, "+b" + old[1:], "--",
                           f"+o{rng.choice(pos.board.names)}.s"])

    return wild_items(rng, made, other) if rng.random() < 0.8 else [other()]


def wild_game(rng: random.Random, data: dict[str, Any]) -> str:
    d, seat, out = data["length"], rng.choice("mh"), []
    while d > 0:
        box = data["boxes"][str(d)]
        k = rng.choice(box) if seat == "m" and box and rng.random() < 0.95 else rng.randint(1, 3 if d > 2 else d)
        out.append(f"{seat}{k}")
        d, seat = d - k, "mh"[seat == "m"] if rng.random() < 0.97 else seat
    return " ".join(rng.choice([out] * 17 + [out[:-1], [*out, "m-"], [*out, "x2"]]))


def wild_function(rng: random.Random, made: Instance) -> Any:
    """What the judge hears when it questions a program that does something else."""
    if made.type == "write_accepts":
        broken: list[Callable[..., Any]] = [
            lambda a, s, e, t: True, lambda a, s, e, t: False, lambda a, s, e, t: len(t) % 2 == 0,
            lambda a, s, e, t: 1 / 0, lambda a, s, e, t: t, lambda a, s, e, t: any(x[0] == t[0] for x in a),
            lambda a, s, e, t: any(x.endswith(f">{e}") and x[0] == t[-1] for x in a)]
    else:
        broken = [lambda text, seat: len(text) % 7, lambda text, seat: None, lambda text, seat: 1 / (len(text) % 2)]
    answer = question(made.type).interview(made.data, rng.randrange(1000), asker(rng.choice(broken)))
    return answer if rng.random() < 0.9 else {**answer, "results": answer["results"][:-1]}


WILD: dict[str, Callable[[random.Random, Instance], Any]] = {
    "word": lambda rng, made: "".join(rng.choices("bw", k=rng.randint(0, len(made.key or "bbbb") + 2))),
    "number": lambda rng, made: rng.randint(0, 2 * made.key + 5),
    "table": wild_table, "path": wild_path, "automaton": wild_automaton, "board": wild_board,
    "list of moves": wild_moves, "function": wild_function,
}


def typical(made: Instance) -> Iterator[Any]:
    """Answers that are not met by chance: those of misconceptions, nothing at all, too much, another board."""
    kind, key = question(made.type), made.key
    for _, answer in kind.wrong(made.data):
        if answer is not None:
            yield answer
    if made.kind == "automaton" and made.type != "five_tuple":  # whose parts are compared, not its language
        yield from (fa.to_json() for _, fa in kind.misread(made.data))
    if isinstance(key, list):
        yield []
        yield [*key, *key]
        yield key * 20
    if made.kind == "word" and kind.form(made.data).get("none") and key is not None:
        yield None
    if made.kind == "path" and key:
        yield [*key[:-1], key[0]]
        yield [key[0], *key[1:-1], *key[-2:-1]]
    if made.kind == "table" and {row[0] for row in key} == {"x", "y", "z"}:
        yield [["x", "".join(row[1] for row in key)], ["y", ""], ["z", ""]]
    if made.kind == "board":
        yield "bga/abcd bb c; posts c@A; bridges bA>C.m bC>D.m"
        yield f"{made.data['board']}; bridges {key[0].split('.')[0]}.m" if ">" in key[0] else made.data["board"]


def all_sorts(made: Instance, number: int, seed: int = 0) -> Iterator[Any]:
    """Well-formed answers in canonical form, no two alike: the typical ones, then so many with slips and wild ones."""
    rng, key = random.Random(f"{made.type}/{made.seed}/{seed}"), right_answer(made)
    seen: set[str] = set()

    def fresh(raw: Any) -> Iterator[Any]:
        for answer in well_formed(made, raw):
            text = json.dumps(answer, sort_keys=True)
            if text not in seen:
                seen.add(text)
                yield answer

    for raw in typical(made):
        yield from fresh(raw)
    changed = (WILD[made.kind](rng, made) if made.kind in WILD and rng.random() < 0.5 else
               slips(rng, made, deepcopy(key), rng.randint(1, 3)) for _ in range(30 * number))
    yield from islice((answer for raw in changed for answer in fresh(raw)), number)


# ---------------------------------------------------------------- what an independent procedure says


def truly_right(made: Instance, answer: Any) -> bool:
    """The second method; where it simulates, the tolerance of the question around the key that it has confirmed."""
    if made.type != "fastest_teacher":
        return is_right(made.type, made.data, answer)
    given = dict(answer)

    def close(got: str, wanted: str) -> bool:
        try:
            return got == wanted or abs(float(got) - float(wanted)) <= 0.1
        except ValueError:
            return False

    return set(given) == {row[0] for row in made.key} and all(close(given[t], v) for t, v in made.key)


# ---------------------------------------------------------------- what anybody could answer


def blind(made: Instance) -> Iterator[tuple[str, Any]]:
    """Answers that take no knowledge, by kind."""
    form, key = question(made.type).form(made.data), right_answer(made)
    if made.kind == "automaton":
        loops = {"states": ["1"], "alphabet": ["b", "w"], "start": "1",
                 "transitions": [["1", "b", "1"], ["1", "w", "1"]]}
        yield "nothing", loops | {"accepting": []}
        yield "everything", loops | {"accepting": ["1"]}
        yield "the empty word", loops | {"accepting": ["1"], "transitions": []}
        pairs = {(p, a) for p, a, _ in key["transitions"]}
        if made.type != "five_tuple" and len(pairs) == len(key["transitions"]) == 2 * len(key["states"]):
            yield "complement", key | {"accepting": sorted(set(key["states"]) - set(key["accepting"]))}
        if "automaton" in made.data:
            yield "unchanged", made.data["automaton"]
        elif "board" in made.data and made.type != "five_tuple":
            for seat in (1, 2) if made.type == "product" else (1,):
                yield f"the board of player {seat}", drawn(made.data["board"], seat)
    elif made.kind == "regex":
        yield from (("nothing", "∅"), ("the empty word", "()"), ("everything", "(b|w)*"), ("everything", "(b*w*)*"))
    elif made.kind == "set of words":
        yield "nothing", []
        universe = list(form.get("tokens", (w for n in range(9) for w in words(n))))
        yield "everything", universe
        if "tokens" in form:
            yield "complement", [x for x in universe if x not in key]
    elif made.kind == "partition":
        names = [x or "ε" for x in form["elements"]]
        yield from (("each alone", [[x] for x in names]), ("all together", [names]))
    elif made.kind == "machine":
        yield from (("unchanged", made.data["boxes"]), ("empty", {d: [] for d in form["fields"]}))
    elif made.kind in ("board", "path", "list of moves"):
        yield "nothing", []
        if made.kind == "path":
            yield from ((f"{s} everywhere", [s] * len(key or "123")) for s in form["stations"])
        elif made.type in ("useless_arrows", "make_deterministic", "stop_tower", "orphaning_moves"):
            yield "everything", items_of(made)
        elif "state" in made.data:
            some = str(State.parse(made.data["state"]).legal_moves()[-1])
            yield from (("a pass", ["pass"]), ("an impossible move", ["take 9,9"]), ("some move", [some]))
        elif made.kind == "list of moves":
            yield from (("a pass", ["--"]), ("an impossible move", ["^^C"])) if "board" in made.data else (
                ("a single move", ["m1"]),)
    elif made.kind == "table":
        rows = list(form.get("rows", [row[0] for row in key]))
        yield "no rows", []
        common = {cell for row in key for cell in row[1:]}
        for cell in sorted({"", "0", "1", "2", "3", "b", "w", *common}):
            columns = form.get("columns", max(map(len, key), default=2) - 1)
            yield f"{cell!r} everywhere", [[row, *[cell] * columns] for row in rows]
        if form.get("sets") or made.type == "where_nondeterministic":
            whole = "b w" if made.type == "where_nondeterministic" else " ".join(
                sorted(Position.parse(made.data["board"]).board.names))
            yield "all everywhere", [[row, *[whole] * form["columns"]] for row in rows]
    elif made.type == "write_accepts":
        for value in (True, False, None):
            yield str(value), {**key, "results": [{"value": value}] * len(key["results"])}
    elif made.kind == "word":
        yield from (("".join(w) or "ε", "".join(w)) for n in range(3) for w in product("bw", repeat=n))
    else:
        yield from (("0", 0), ("1", 1))


def drawn(text: str, seat: int) -> dict[str, Any]:
    """The board as it is drawn, as an automaton."""
    pos = Position.parse(text)
    end = pos.board.end
    return {"states": list(pos.board.names), "alphabet": ["b", "w"], "start": pos.layout.posts[seat - 1],
            "accepting": [end],
            "transitions": [[b.tail, str(b.colour), b.head] for b in pos.layout.bridges if b.tail != end]}
