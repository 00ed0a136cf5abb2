"""Wild answers, by kind: what may not fit the question at all."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from amakta import State
from coursekit.practice.handover import asker
from coursekit.questions import Instance, question
from finity_edu.questions.boards import position


def letters(made: Instance) -> str:
    """The symbols of a question."""
    return str(made.data.get("alphabet", "bw"))


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
    arrows = [(str(b.colour), b.tail, b.head) for b in pos.layout.arrows]
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
    if "automaton" in made.data:
        return wild_items(rng, made, lambda: wild_arrow(rng, made))
    pos = position(made.data["board"])
    arrows = [str(b) for b in pos.layout.arrows]

    def other() -> str:
        old = rng.choice(arrows)
        if made.type in ("useless_arrows", "make_deterministic", "stop_tower"):
            bare, colour = old.split(".")[0], "w" if old[0] == "b" else "b"
            return rng.choice([bare, bare, "-" + bare, colour + bare[1:]])
        legal = [str(m) for m in pos.with_turn(1).legal_moves()]
        return rng.choice([*rng.sample(legal, min(4, len(legal))), "-" + old, "~" + old, "+b" + old[1:], "--",
                           f"+o{rng.choice(pos.board.names)}.s"])

    return wild_items(rng, made, other) if rng.random() < 0.8 else [other()]


def wild_arrow(rng: random.Random, made: Instance) -> str:
    """An arrow of the automaton, or with another letter, or turned round."""
    arrow = str(rng.choice(question(made.type).form(made.data)["among"]))
    tail, letter, head = re.split(r" –|→ ", arrow)
    return rng.choice([arrow, arrow, f"{tail} –{rng.choice(letters(made))}→ {head}", f"{head} –{letter}→ {tail}"])


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
    "word": lambda rng, made: "".join(rng.choices(letters(made), k=rng.randint(0, len(made.key or "bbbb") + 2))),
    "number": lambda rng, made: rng.randint(0, 2 * made.key + 5),
    "table": wild_table, "path": wild_path, "automaton": wild_automaton, "board": wild_board,
    "list of moves": wild_moves, "function": wild_function,
}
