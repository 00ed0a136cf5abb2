"""Right answers of every type, changed a little or a lot; and answers that take no knowledge.

The everyday tests and the measurements `judge`, `credit` and `feedback` draw from here.  A slip changes one piece of an
answer: a letter, an item, a cell, a station, an arrow, a flag, a symbol, an element of a block, a marker.  What is wild
may not fit the question at all: a walk, a game, an arrow beside the board.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from itertools import islice, product
from typing import Any

from amakta import State
from coursekit.answers import MalformedAnswer, validate
from coursekit.practice.handover import asker
from coursekit.questions import Instance, question
from finity_edu import Position
from tests.coursekit.questions.second import is_right
from tests.coursekit.questions.second.naive import words
from tests.coursekit.questions.slips import SLIPS, approximation, items_of, restated
from tests.coursekit.questions.wild import WILD, letters

RIGHT_OR_WRONG = ("word", "number", "fraction")
SINGLE = ("inequivalent_prefixes", "nonregular_proof", "pumping", "pumping_game", "spot_the_error",
          "winning_move")
"""A single word, number or yes or no in another form: a witness, a choice among few."""


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
        yield json.loads(json.dumps(validate(made.kind, answer, **kind.full_form(made.data))))


def typical(made: Instance) -> Iterator[Any]:
    """Answers that are not met by chance: those of misconceptions, nothing at all, too much, another board."""
    kind, key = question(made.type), made.key
    for _, answer in kind.wrong(made.data):
        if answer is not None:
            yield answer
    if made.kind == "automaton" and made.type != "five_tuple":  # whose parts are compared, not its language
        yield from (fa.renamed(fa.states.index).to_json() for _, fa in kind.misread(made.data))
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
        loops = {"states": ["1"], "alphabet": [*letters(made)], "start": "1",
                 "transitions": [["1", a, "1"] for a in letters(made)]}
        yield "nothing", loops | {"accepting": []}
        yield "everything", loops | {"accepting": ["1"]}
        yield "the empty word", loops | {"accepting": ["1"], "transitions": []}
        pairs = {(p, a) for p, a, _ in key["transitions"] if a}
        if made.type != "five_tuple" and len(pairs) == len(key["transitions"]) == 2 * len(key["states"]):
            yield "complement", key | {"accepting": sorted(set(key["states"]) - set(key["accepting"]))}
        if "automaton" in made.data:
            yield "unchanged", made.data["automaton"]
        elif "board" in made.data and made.type != "five_tuple":
            for seat in (1, 2) if made.type == "product" else (1,):
                yield f"the board of player {seat}", drawn(made.data["board"], seat)
    elif made.kind == "regex":
        yield from (("nothing", "∅"), ("the empty word", "()"), ("everything", f"({'|'.join(letters(made))})*"),
                    ("everything", f"({''.join(a + '*' for a in letters(made))})*"))
    elif made.kind == "set of words":
        yield "nothing", []
        universe = list(form.get("tokens", (w for n in range(9) for w in words(n, letters(made)))))
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
        for cell in sorted({"", "0", "1", "2", "3", *letters(made), *common}):
            columns = form.get("columns", max(map(len, key), default=2) - 1)
            yield f"{cell!r} everywhere", [[row, *[cell] * columns] for row in rows]
        if form.get("sets") or made.type == "where_nondeterministic":
            whole = "b w" if made.type == "where_nondeterministic" else " ".join(sorted(form["members"]))
            yield "all everywhere", [[row, *[whole] * form["columns"]] for row in rows]
    elif made.type == "write_accepts":
        for value in (True, False, None):
            yield str(value), {**key, "results": [{"value": value}] * len(key["results"])}
    elif made.kind == "word":
        yield from (("".join(w) or "ε", "".join(w)) for n in range(3) for w in product(letters(made), repeat=n))
    else:
        yield from (("0", 0), ("1", 1))


def drawn(text: str, seat: int) -> dict[str, Any]:
    """The board as it is drawn, as an automaton."""
    pos = Position.parse(text)
    end = pos.board.end
    return {"states": list(pos.board.names), "alphabet": ["b", "w"], "start": pos.layout.posts[seat - 1],
            "accepting": [end],
            "transitions": [[b.tail, str(b.colour), b.head] for b in pos.layout.arrows if b.tail != end]}
