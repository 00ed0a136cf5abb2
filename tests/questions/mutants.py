"""Wrong answers by the dozen: random changes of a right answer, near ones and far ones, by kind."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from finity_edu.grading.answers import MalformedAnswer, validate
from finity_edu.questions import Instance, question
from finity_edu.questions.boards import position, possible_arrows

LETTERS = {"b": "w", "w": "b"}


def word(rng: random.Random, w: str, most: int = 1) -> str:
    """A few letters put in, taken out or exchanged."""
    for _ in range(rng.randint(1, most)):
        i, way = rng.randint(0, len(w)), rng.randrange(3)
        new = rng.choice("bw") if way == 0 else LETTERS.get(w[i : i + 1], "") if way == 1 else ""
        w = w[:i] + new + w[i + (way != 0) :]
    return w


def some_word(rng: random.Random, longest: int) -> str:
    return "".join(rng.choice("bw") for _ in range(rng.randint(0, longest)))


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


def automaton(rng: random.Random, fa: dict[str, Any], epsilon: bool) -> dict[str, Any]:
    """Arrows turned, moved, recoloured, added, removed; states added; accepting states flipped; another start."""
    fa = json.loads(json.dumps(fa))
    edges, states = [tuple(t) for t in fa["transitions"]], fa["states"]
    for _ in range(rng.randint(1, 2)):
        way = rng.randrange(8)
        old = rng.choice(edges) if edges else (states[0], "b", states[0])
        new = {0: (old[2], old[1], old[0]), 1: (old[0], old[1], rng.choice(states)),
               2: (old[0], LETTERS.get(old[1], "b"), old[2]),
               3: (rng.choice(states), rng.choice("bw"), rng.choice(states))}.get(way)
        if way < 3 or way == 4:
            edges = [e for e in edges if e != old]
        if new:
            edges.append(new)
        elif way == 5:
            fa["accepting"] = sorted({*fa["accepting"]} ^ {rng.choice(states)})
        elif way == 6:
            fa["start"] = rng.choice(states)
        elif way == 7:
            twin = f"x{len(states)}"
            states.append(twin)
            edges += [(twin, a, q) for p, a, q in edges if p == old[0]] + [(old[0], old[1], twin)]
            if epsilon and rng.random() < 0.5:
                edges.append((old[0], "", twin))
    return {**fa, "transitions": sorted(set(edges))}


def expression(rng: random.Random, text: str) -> str:
    i, way = rng.randrange(len(text) + 1), rng.randrange(3)
    sign = rng.choice(["b", "w", "b*", "|w", "(b|w)", "*", "()", "?", "bw"])
    return text[:i] + (sign if way else "") + text[i + (way != 1) :]


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


def table(rng: random.Random, made: Instance, form: dict[str, Any]) -> list[list[str]]:
    rows = [list(r) for r in made.key]
    names = sorted({x for r in rows for cell in r for x in cell.split()} | {"A", "B"})
    for _ in range(rng.randint(1, 2)):
        way, i = rng.randrange(6), rng.randrange(len(rows)) if rows else 0
        if way == 0 and rows:
            rows.pop(i)
        elif way == 1 and "rows" in form:
            rows.append([rng.choice(list(form["rows"])), *(rng.choice(names) for _ in range(form.get("columns", 1)))])
        elif way == 2 and form.get("sets") and "rows" not in form:
            rows.append([" ".join(sorted(rng.sample(names, min(2, len(names))))), "", rng.choice(names)])
        elif rows and len(rows[i]) > 1:
            j = rng.randrange(1, len(rows[i]))
            cell = rows[i][j]
            if form.get("sets"):
                rows[i][j] = " ".join(sorted({*cell.split()} ^ {rng.choice(names)}))
            elif cell.lstrip("-").isdigit():
                rows[i][j] = str(int(cell) + rng.choice([-1, 1, 2]))
            elif set(cell) <= set("bw"):
                rows[i][j] = word(rng, cell, 2)
            else:
                rows[i][j] = rng.choice([*names, "", "9", "never"])
            if way == 5:
                rows[i].append(rng.choice(["1", "0", "b"]))
    return list({r[0]: r for r in rows}.values())


def partition(rng: random.Random, key: list[list[str]]) -> list[list[str]]:
    blocks = [list(b) for b in key]
    for _ in range(rng.randint(1, 2)):
        one = rng.choice(blocks)
        x = one.pop(rng.randrange(len(one)))
        (rng.choice(blocks) if rng.random() < 0.7 else blocks.append([]) or blocks[-1]).append(x)
        blocks = [b for b in blocks if b]
    return blocks


def machine(rng: random.Random, made: Instance) -> dict[str, list[int]]:
    boxes = {d: list(b) for d, b in (made.key if rng.random() < 0.7 else made.data["boxes"]).items()}
    for _ in range(rng.randint(1, 3)):
        d = rng.choice(list(boxes))
        k = rng.randint(1, 3)
        boxes[d] = sorted({*boxes[d]} ^ {k})
    return boxes


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


def walk(rng: random.Random, data: dict[str, Any]) -> list[str]:
    """A walk along the arrows of a board: for a tower from the post with its colours, else a closed one if there is."""
    pos = position(data["board"])
    arrows = [(str(b.colour), b.tail, b.head) for b in pos.layout.bridges]
    way = [str(pos.layout.posts[0]) if "tower" in data else rng.choice(arrows)[1]]
    for i in range(len(data.get("tower", "123456"))):
        heads = [q for a, p, q in arrows if p == way[-1] and a == data.get("tower", a * 6)[i]]
        if not heads or ("tower" not in data and way[-1] in way[:-1]):
            break
        way.append(rng.choice(heads))
    return way[way.index(way[-1]) :] if "tower" not in data else way


def mutant(rng: random.Random, made: Instance) -> Any:
    """One changed answer; it may be right still, or malformed."""
    form, key, kind = dict(question(made.type).form(made.data)), made.key, made.kind
    if kind == "word":
        return word(rng, key or "", 2) if rng.random() < 0.7 else some_word(rng, len(key or "bbbb") + 2)
    if kind == "number":
        return key + rng.choice([-3, -2, -1, 1, 2, 3, 10, -key]) if rng.random() < 0.9 else rng.randint(0, 2 * key + 5)
    if kind == "fraction":
        top, bottom = map(int, key.split("/"))
        return f"{top + rng.choice([-1, 1, 2])}/{bottom + rng.choice([0, 0, 1])}" if rng.random() < 0.8 else (
            f"{round(top / bottom, 3)}")
    if kind == "set of words":
        pool = list(form.get("tokens", ())) or [*key, "b"]
        return items(rng, key, lambda: rng.choice(pool) if "tokens" in form else word(rng, rng.choice(pool), 2))
    if kind == "table":
        return table(rng, made, form)
    if kind == "path" and "board" in made.data and rng.random() < 0.4:
        return walk(rng, made.data)
    if kind == "path":
        stations = list(form["stations"])
        return items(rng, key, lambda: rng.choice(stations)) if key else rng.choices(stations, k=rng.randint(2, 4))
    if kind == "automaton":
        return automaton(rng, key, made.type in ("remove_epsilon", "reverse"))
    return {"regex": lambda: expression(rng, key), "board": lambda: board(rng, made),
            "list of moves": lambda: moves(rng, made), "partition": lambda: partition(rng, key),
            "machine": lambda: machine(rng, made), "function": lambda: functions(rng, made)}[kind]()


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


def answers(made: Instance, number: int, seed: int = 0) -> Iterator[Any]:
    """Well-formed answers in canonical form: those of misconceptions first, then so many changes of the key."""
    kind = question(made.type)
    form = kind.form(made.data)
    rng = random.Random(f"{made.type}/{made.seed}/{seed}")
    seen: set[str] = set()
    first = list(typical(made))
    for tries in range(len(first) + 30 * number):
        raw = first[tries] if tries < len(first) else mutant(rng, made)
        try:
            answer = validate(kind.kind, raw, **form)
        except MalformedAnswer:
            continue
        text = json.dumps(answer, sort_keys=True)
        if text not in seen:
            seen.add(text)
            yield answer
        if len(seen) >= number + len(first):
            return
