"""What verdicts claim of functions, of the learning machine and of Amakta: units 7 to 9."""

from __future__ import annotations

import json
import re
from fractions import Fraction

from amakta import State
from coursekit.questions import question
from finity_edu import Position
from tests.coursekit.questions.second.claims import Case, called, claim, probed
from tests.coursekit.questions.second.machines import play
from tests.coursekit.questions.second.said import Said
from tests.coursekit.questions.second.stones import fate, fields_of_ring

# ------------------------------------------------------------------------------------------ functions


@claim("v.function.short")
def _(case: Case, n: int, got: int) -> None:
    assert n != got == len(case.answer["results"])
    assert n == case.data.get("games", 96)


@claim("v.function.contradiction")
def _(case: Case, call: str, one: str, other: str) -> None:
    probes = question(case.type).probes(case.data, case.answer["seed"])
    told = [(probe, str(result.get("error") or repr(result.get("value")))[:100])
            for probe, result in zip(probes, case.answer["results"], strict=True)]
    assert one != other
    [twice] = {json.dumps(probe) for probe, _ in told if ", ".join(map(repr, probe)) == call}
    assert {text for probe, text in told if json.dumps(probe) == twice} == {one, other}


@claim("v.function.wrong")
def _(case: Case, call: str, got: str, right: int, all: int) -> None:
    probes, results = question(case.type).probes(case.data, case.answer["seed"]), case.answer["results"]
    assert call == ", ".join(map(repr, probed(case)[0]))
    first = results[probes.index(probed(case)[0])]
    assert got == str(first.get("error") or repr(first.get("value")))[:100]
    good = sum("error" not in r and r.get("value") == called(p).wins(p[3])
               for p, r in zip(probes, results, strict=True))
    assert (right, all) == (good, len(probes))


@claim("v.evaluation.share")
def _(case: Case, got: int, want: int, game: str) -> None:
    def ending(moves: str) -> Position:
        kind = question(case.type)
        pos = Position.parse(str(kind.values(case.data, kind.say())["position"]))
        for move in moves.split(";"):
            pos = pos.play(move)
        return pos

    points, lost = Fraction(0), []
    for i, moves in enumerate(r for r in case.answer["results"] if isinstance(r, str)):
        result = ending(moves).result
        winners = result.winners if result else frozenset()
        points += Fraction(1, 2) if not winners else int(1 + i % 2 in winners)
        lost += [moves] if winners and 1 + i % 2 not in winners else []
    share = 100 * points / case.data["games"]
    assert got <= share < got + 1
    assert want == case.data["percent"] > share
    assert game == (lost[0] if lost else "–")


@claim("v.evaluation.useless")
def _(case: Case, call: str, got: str) -> None:
    """The call that the judge noted; what came back is no number."""
    noted = case.answer["results"][-1]
    assert (call, got) == (noted["call"], noted["got"][:100])
    text, seat = eval(call)
    assert Position.parse(text).result is None
    assert seat in (1, 2)
    assert re.fullmatch(r"-?[\d.]+(e[+-]?\d+)?|True|False", got) is None


# ------------------------------------------------------------------------------------------ the learning machine


@claim("v.update.lost")
def _(case: Case, game: str, field: str) -> None:
    assert game in case.data["games"]
    assert field == wrong_field(case)
    boxes = {int(d): set(b) for d, b in case.data["boxes"].items()}
    for one in case.data["games"]:
        new = play(boxes, case.data["length"], one)
        if one == game and new[int(field)] != boxes[int(field)]:
            return
        boxes = new
    raise AssertionError(f"{game} does not change {field}")


def wrong_field(case: Case) -> str:
    return next(s.values["row"] for s in case.said if s.id == "verdict.row")


@claim("v.update.same")
def _(case: Case, field: str) -> None:
    assert field == wrong_field(case)
    assert case.key[field] == case.data["boxes"][field]


def lost_field(case: Case, d: int) -> bool:
    return d == 0 or not any(lost_field(case, d - k) for k in case.data["moves"] if k <= d)


@claim("v.losing.stuck")
def _(case: Case, d: int) -> None:
    assert str(d) == case.about()
    assert min(case.data["moves"]) > d


@claim("v.losing.wins")
def _(case: Case, d: int, k: int, to: int) -> None:
    assert str(d) == case.about()
    assert k in case.data["moves"]
    assert to == d - k >= 0
    assert lost_field(case, to)


@claim("v.losing.loses")
def _(case: Case, d: int, moves: str) -> None:
    assert str(d) == case.about()
    assert moves.split(", ") == [f"{d}→{d - k}" for k in case.data["moves"] if k <= d]
    assert not any(lost_field(case, d - k) for k in case.data["moves"] if k <= d)


@claim("v.teacher.fastest")
def _(case: Case, got: str) -> None:
    assert got == case.rows["fastest"][0].strip().lower()
    assert got != case.wanted["fastest"][0]


@claim("v.teacher.games")
def _(case: Case, teacher: str, got: str) -> None:
    assert got == case.rows[teacher][0].strip().lower()
    right = case.wanted[teacher][0]
    try:
        assert right == "never" or abs(float(got) - float(right)) > 0.1
    except ValueError:
        assert got != right


def replay(case: Case, games: list[str]) -> dict[int, set[int]]:
    boxes = {int(d): set(b) for d, b in case.data["boxes"].items()}
    for game in games:
        boxes = play(boxes, case.data["length"], game.lower(), case.data["learner"] == "remove-all")
    return boxes


@claim("v.unlearn.possible")
def _(case: Case) -> None:
    assert case.answer == []
    assert case.data["move"] not in replay(case, case.key)[case.data["field"]]


@claim("v.unlearn.bad")
def _(case: Case, n: int, game: str, reason: Said) -> None:
    assert game == case.answer[n - 1]
    boxes, d, last = replay(case, case.answer[: n - 1]), case.data["length"], ""
    for w in game.lower().split():
        why = ("word" if not re.fullmatch(r"m-|[mh]\d+", w) else "over" if d <= 0 or last == "-" else
               "turn" if w[0] == last else "resigns" if w == "m-" and boxes[d] else
               "marker" if w[0] == "m" and w != "m-" and int(w[1:]) not in boxes[d] else
               "far" if w[0] == "h" and not 1 <= int(w[1:]) <= min(3, d) else "")
        if why:
            assert reason.id == f"v.game.{why}"
            assert reason.values["word"] == w
            return
        last, d = ("-", d) if w == "m-" else (w[0], d - int(w[1:]))
    assert reason.id == "v.game.open"
    assert d > 0


@claim("v.unlearn.still")
def _(case: Case, field: int, move: int, boxes: str) -> None:
    left = replay(case, case.answer)
    assert (field, move) == (case.data["field"], case.data["move"])
    assert move in left[field]
    shown = {int(d): {int(k) for k in box.split() if k != "–"} for d, box in (b.split(": ") for b in boxes.split("; "))}
    assert shown == left


# ------------------------------------------------------------------------------------------ Amakta


@claim("v.ring.divisor")
def _(case: Case, fields: int, step: int) -> None:
    """All fields on which White can be to move lie so far apart."""
    white, _ = fields_of_ring(case.data)
    assert fields == case.data["fields"]
    assert white == {*range(0, fields, step)}


@claim("v.ring.white")
def _(case: Case, step: int, n: int) -> None:
    white, _ = fields_of_ring(case.data)
    assert (len(white), min(white - {0}, default=case.data["fields"])) == (n, step)


@claim("v.ring.black")
def _(case: Case, first: int, n: int) -> None:
    white, black = fields_of_ring(case.data)
    assert len(black) == n
    assert black == {(field + first) % case.data["fields"] for field in white}


@claim("v.mini.stuck")
def _(case: Case, state: str, player: str) -> None:
    assert not case.data["moves"][state]
    assert case.data["turns"][state] == player


@claim("v.mini.wins")
def _(case: Case, state: str, player: str, to: str) -> None:
    assert to in case.data["moves"][state]
    assert case.data["turns"][state] == player == fate(case.data, to)


@claim("v.mini.loses")
def _(case: Case, state: str, player: str, moves: str, other: str) -> None:
    assert moves.split(", ") == case.data["moves"][state]
    assert case.data["turns"][state] == player != other
    assert {fate(case.data, to) for to in moves.split(", ")} == {other}


@claim("v.mini.draw")
def _(case: Case, state: str, player: str, to: str) -> None:
    fates = {fate(case.data, other) for other in case.data["moves"][state]}
    assert case.data["turns"][state] == player
    assert player not in fates
    assert to in case.data["moves"][state]
    assert fate(case.data, to) == "draw"


@claim("v.amakta_cycle.none")
def _(case: Case) -> None:
    assert case.answer == []
    assert case.key


@claim("v.amakta_cycle.pass")
def _(case: Case) -> None:
    assert "pass" in [m.split()[0] for m in case.answer]


def amakta_after(case: Case) -> State:
    state = State.parse(case.data["state"])
    for move in case.answer:
        state = state.play(move)
    return state


@claim("v.amakta_cycle.side")
def _(case: Case, state: str) -> None:
    end, start = amakta_after(case), State.parse(case.data["state"])
    assert str(end) == state
    assert end.situation == start.situation
    assert end.to_move != start.to_move


@claim("v.amakta_cycle.open")
def _(case: Case, state: str) -> None:
    end, start = amakta_after(case), State.parse(case.data["state"])
    assert str(end) == state
    assert end.situation != start.situation


@claim("v.amakta_cycle.longer")
def _(case: Case, n: int) -> None:
    assert n == len(case.answer) > len(case.key)
    assert amakta_after(case) == State.parse(case.data["state"])
