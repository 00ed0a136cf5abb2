"""Wrong answers by the dozen: typical ones, changes of a right answer (`mutation`), and odd boards, moves and walks."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from finity_edu.grading.answers import MalformedAnswer, validate
from finity_edu.questions import Instance, question
from finity_edu.questions.boards import position, possible_arrows
from tests.questions import mutation

LETTERS = {"b": "w", "w": "b"}


def items(rng: random.Random, key: list[Any], other: Callable[[], Any]) -> list[Any]:
    """Some left out, exchanged, put in or moved."""
    out = list(key)
    for _ in range(rng.randint(1, 3)):
        way, i = rng.randrange(4), rng.randrange(len(out)) if out else 0
        if way == 0 and out:
            out.pop(i)
        elif way == 1 and out:
            out[i] = other()
        elif way == 2 and len(out) > 1:
            j = rng.randrange(len(out))
            out[i], out[j] = out[j], out[i]
        else:
            out.insert(i, other())
    return out


def board(rng: random.Random, made: Instance) -> list[str]:
    pos = position(made.data["board"])
    spare = [f"{a}{p}>{q}" for p, a, q in possible_arrows(pos.board)]
    arrows = [t for t in made.key if t[0] != "o"]

    def other() -> str:
        old = rng.choice(arrows)
        way = rng.randrange(6)
        tail, head = old[1:].split(".")[0].split(">")
        if way == 0:
            return LETTERS[old[0]] + old[1:]
        if way == 1:
            return f"{old[0]}{head}>{tail}"
        if way == 2 and made.data.get("rings"):
            return f"o{rng.choice(pos.board.names)}.{rng.choice('sml')}"
        if way == 3:
            return f"{old[0]}{rng.choice(pos.board.names)}>{rng.choice(pos.board.names)}"
        return rng.choice(spare) + rng.choice(["", "", ".l", ".m", ".r"])

    return items(rng, made.key, other)


def moves(rng: random.Random, made: Instance) -> list[str]:
    if "state" in made.data:
        from amakta import State

        state, out = State.parse(made.data["state"]), []
        for _ in range(rng.randint(1, 9)):
            if state.result is not None:
                break
            legal = [str(m) for m in state.legal_moves()]
            move = made.key[len(out)] if len(out) < len(made.key) and rng.random() < 0.6 else rng.choice(legal)
            move = move if move in legal or rng.random() < 0.3 else rng.choice(legal)
            out.append(move)
            if move not in legal:
                break
            state = state.play(move)
        return out
    if "boxes" in made.data:
        return [game(rng, made.data, made.key) for _ in range(rng.randint(1, 3))]
    pos = position(made.data["board"])
    arrows = [str(b) for b in pos.layout.bridges]

    def other() -> str:
        if made.type in ("useless_arrows", "make_deterministic", "stop_tower"):
            b = rng.choice(arrows).split(".")[0]
            return rng.choice([b, b, b, "-" + b, LETTERS[b[0]] + b[1:]])
        legal = [str(m) for m in pos.with_turn(1).legal_moves()]
        return rng.choice([rng.choice(legal), rng.choice(legal), f"-{rng.choice(arrows)}", f"~{rng.choice(arrows)}",
                           f"+o{rng.choice(pos.board.names)}.s", "+b" + rng.choice(arrows)[1:], "--"])

    return items(rng, made.key, other) if rng.random() < 0.8 else [other()]


def game(rng: random.Random, data: dict[str, Any], key: list[str]) -> str:
    """A game that is played by the rules, or nearly."""
    d, seat, out = data["length"], rng.choice("mh"), []
    while d > 0:
        box = data["boxes"][str(d)]
        k = rng.choice(box) if seat == "m" and box and rng.random() < 0.95 else rng.randint(1, 3 if d > 2 else d)
        out.append(f"{seat}{k}")
        d, seat = d - k, "mh"[seat == "m"] if rng.random() < 0.97 else seat
    if rng.random() < 0.1:
        out.append(rng.choice(["m-", "h1", "x2", "m1", "h7"]))
    return " ".join(out[:-1] if rng.random() < 0.05 else out)


def functions(rng: random.Random, made: Instance) -> Any:
    from finity_edu.grading.handover import asker

    if made.type != "write_accepts":
        kind = question(made.type)
        if "games" in made.data:
            few = rng.randrange(3)
            return kind.interview(made.data, rng.randrange(99), asker(
                lambda text, seat: [len(text) % (7 + few), None, 1 / (len(text) % 2)][few]))
    broken = [lambda a, s, e, t: True, lambda a, s, e, t: False, lambda a, s, e, t: len(t) % 2 == 0,
              lambda a, s, e, t: 1 / 0, lambda a, s, e, t: t, lambda a, s, e, t: any(x[0] == t[0] for x in a),
              lambda a, s, e, t: any(x.endswith(f">{e}") and x[0] == t[-1] for x in a)]
    answer = question(made.type).interview(made.data, rng.randrange(1000), asker(rng.choice(broken)))
    if rng.random() < 0.05:
        answer["results"].pop()
    return answer


def walk(rng: random.Random, made: Instance) -> list[str]:
    """A walk along the arrows of a board: for a tower from the post with its colours, else a closed one if there is."""
    if "board" not in made.data:
        return rng.choices(made.data["vertices"], k=rng.randint(2, 4))
    pos, data = position(made.data["board"]), made.data
    arrows = [(str(b.colour), b.tail, b.head) for b in pos.layout.bridges]
    way = [str(pos.layout.posts[0]) if "tower" in data else rng.choice(arrows)[1]]
    for i in range(len(data.get("tower", "123456"))):
        heads = [q for a, p, q in arrows if p == way[-1] and a == data.get("tower", a * 6)[i]]
        if not heads or ("tower" not in data and way[-1] in way[:-1]):
            break
        way.append(rng.choice(heads))
    return way[way.index(way[-1]) :] if "tower" not in data else way


def typical(made: Instance) -> Iterator[Any]:
    """Answers that are not met by chance: those of misconceptions, nothing at all, too much, another board."""
    kind, key = question(made.type), made.key
    for _, answer in kind.wrong(made.data):
        if answer is not None:
            yield answer
    if made.kind == "automaton" and made.type != "five_tuple":  # whose parts are compared, not its language
        yield from (fa.to_json() for _, fa in kind.misread(made.data))
        dead = {**key, "states": [*key["states"], "x"]}
        for letter in ("", "b"):
            yield {**dead, "transitions": [*key["transitions"], [key["start"], letter, "x"]]}
    if isinstance(key, list):
        yield []
        yield [*key, *key]
        yield key * 20
    if made.kind == "word" and kind.form(made.data).get("none") and key is not None:
        yield None
    if made.kind == "path" and key:
        yield [*key[:-1], key[0]]
        yield [key[0], *key[1:-1], *key[-2:-1]]
    if made.kind == "table":
        yield [*key, ["A B", *("A" for _ in key[0][1:])]]
        yield [*key[:-1], [key[-1][0], *("A" for _ in key[-1][1:])]]
        yield [[*row, *["1"] * 9] for row in key]
    if made.type == "pumping":
        word = "".join(row[1] for row in key)
        yield from ([["x", word], ["y", ""], ["z", ""]], [["x", ""], ["y", word], ["z", ""]])
    if made.kind == "board":
        yield "bga/abcd bb c; posts c@A; bridges bA>C.m bC>D.m"
        yield f"{made.data['board']}; bridges {key[0].split('.')[0]}.m" if ">" in key[0] else made.data["board"]


ODD = {"board": board, "list of moves": moves, "function": functions, "path": walk}


def answers(made: Instance, number: int, seed: int = 0) -> Iterator[Any]:
    """Well-formed answers in canonical form: typical ones, then so many changes of the key, the odd ones among them."""
    kind = question(made.type)
    rng, near = random.Random(f"{made.type}/{made.seed}/{seed}"), mutation.mutants(made, 30 * number, seed)
    first, odd, seen = list(typical(made)), ODD.get(made.kind), set[str]()
    for tries in range(len(first) + 30 * number):
        raw = first[tries] if tries < len(first) else odd(rng, made) if odd and tries % 2 else next(near, (0, None))[1]
        try:
            answer = validate(kind.kind, raw, **kind.form(made.data))
        except MalformedAnswer:
            continue
        text = json.dumps(answer, sort_keys=True)
        if text not in seen:
            seen.add(text)
            yield answer
        if len(seen) >= number + len(first):
            return
