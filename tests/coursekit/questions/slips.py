"""One slip in a right answer, by kind of answer; the same answer said otherwise; and long approximations."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from functools import lru_cache
from typing import Any

from amakta import State
from coursekit.judging.misread import other_letter
from coursekit.questions import Instance, question
from finity_edu import Position
from tests.coursekit.questions.second.naive import lib, words
from tests.coursekit.questions.wild import letters, wild_function

Slip = Callable[[random.Random, Any, Instance], Any]


def text_slip(rng: random.Random, text: str, letters: str) -> str:
    i, what = rng.randrange(len(text) + 1), rng.choice(("", *letters))
    return text[:i] + what + text[i + rng.choice((0, 1, 1)):]


def word(rng: random.Random, answer: Any, made: Instance) -> Any:
    return "".join(rng.choices(letters(made), k=rng.randint(1, 5))) if answer is None else text_slip(
        rng, answer, letters(made))


def items_of(made: Instance) -> list[str]:
    """What a set, or a list of moves, could hold."""
    data, form = made.data, question(made.type).form(made.data)
    if "tokens" in form:
        return list(form["tokens"])
    if made.kind == "set of words":
        exact = data.get("height", data.get("length"))
        n = max(1, len(data.get("tower", data.get("word", data.get("row", "")))))
        return [w for m in ((n - 1, n, n + 1) if exact is None else (exact,)) for w in words(m, letters(made))]
    if "automaton" in data:
        return list(form["among"])
    if made.type in ("useless_arrows", "make_deterministic", "stop_tower"):
        arrows = Position.parse(data["board"]).layout.arrows
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


def cell_slip(rng: random.Random, row: str, cell: str, made: Instance) -> str:
    form = question(made.type).form(made.data)
    if not isinstance(kinds := form.get("cells", ""), str):  # a choice, row by row or for all
        choice = kinds[row] if isinstance(kinds, dict) else kinds
        if not isinstance(choice, str):
            return rng.choice([c for c in choice if c != cell])
    if form.get("sets"):
        return " ".join(sorted(set(cell.split()) ^ {rng.choice(form["members"])}))
    if cell.lstrip("-").isdigit():
        return str(int(cell) + rng.choice((-1, 1, 1, 2)))
    if made.type == "fastest_teacher":
        return rng.choice([*made.data["teachers"], "never", "7.50", "12.00"])
    return text_slip(rng, cell, letters(made))


def table(rng: random.Random, answer: Any, made: Instance) -> Any:
    rows, form = deepcopy(answer), question(made.type).form(made.data)
    if form.get("cells") == "letters":  # any station may get a letter, or lose one
        cells = dict(rows)
        name = rng.choice(list(form["rows"]))
        cells[name] = " ".join(sorted(set(cells.get(name, "").split()) ^ {rng.choice(letters(made))}))
        return [[row, cell] for row, cell in cells.items() if cell]
    if not rows:
        return [[rng.choice(list(form["rows"])), "1"]]
    i = rng.randrange(len(rows))
    if rng.random() < 0.15:
        return rows[:i] + rows[i + 1:]
    j = rng.randrange(1, len(rows[i])) if len(rows[i]) > 1 else 0
    rows[i][j:] = [cell_slip(rng, rows[i][0], rows[i][j], made), *rows[i][j + 1:]] if j else ["1"]
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
        fa["transitions"].append([rng.choice(fa["states"]), rng.choice(letters(made)), q])
    elif fa["transitions"]:
        i = rng.randrange(len(fa["transitions"]))
        p, a, t = fa["transitions"][i]
        fa["transitions"][i : i + 1] = {"r": [[p, a, q]], "c": [[p, other_letter(a, letters(made)), t]], "-": []}[what]
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
    "regex": lambda rng, text, made: text_slip(rng, text, letters(made) + "*+?|()"),
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
            fa["transitions"] += [["useless", a, rng.choice(fa["states"])] for a in letters(made)]
        else:
            names = dict(zip(fa["states"], rng.sample([f"s{i}" for i in range(len(fa["states"]))], len(fa["states"])),
                             strict=True))
            return {**fa, "states": list(names.values()), "start": names[fa["start"]],
                    "accepting": [names[q] for q in fa["accepting"]],
                    "transitions": [[names[p], a, names[q]] for p, a, q in fa["transitions"]]}
        return fa
    if made.kind == "regex":
        return rng.choice((f"({answer})|({answer})", f"({answer})()", f"({answer})|{letters(made)[0]}({answer})",
                           f"(({answer}))?"))
    if made.kind == "list of moves" and made.type != "unlearn_trace":
        return answer * 2
    if made.kind in ("set of words", "table", "list of moves", "board"):
        return list(reversed(answer))
    return deepcopy(answer)


@lru_cache(maxsize=64)
def language(text: str, kind: str, longest: int, alphabet: str) -> tuple[str, ...]:
    """The words of a right answer up to a length, by automata-lib."""
    from automata.fa.nfa import NFA

    nfa = NFA.from_regex(text, input_symbols=set(alphabet)) if kind == "regex" else lib(json.loads(text))
    return tuple(w for n in range(longest + 1) for w in words(n, alphabet) if nfa.accepts_input(w))


def approximation(rng: random.Random, answer: Any, made: Instance) -> Any:
    """A list of words without a star: all up to some length, as an expression or as a tree."""
    source = answer if made.kind == "regex" else json.dumps(answer)
    listed = language(source, made.kind, rng.randint(2, 10), letters(made))
    if made.kind == "regex":
        return "|".join(w or "()" for w in listed if len("|".join(listed)) < 1900) or "∅"
    prefixes = sorted({w[:i] for w in listed for i in range(len(w) + 1)} | {""})[:150]
    names = {w: f"t{i}" for i, w in enumerate(prefixes)}
    return {"states": list(names.values()), "alphabet": [*letters(made)], "start": names[""],
            "accepting": [names[w] for w in listed if w in names],
            "transitions": [[names[w[:-1]], w[-1], names[w]] for w in prefixes if w and w[:-1] in names]}
