"""Worked solutions line by line: every set, word, run and number in them, by plain means.

`WORK` (in `lines.py`, filled by `worked_*.py`) has one function for each type of question; it gets the case of the
right answer, the lines that hold no words of a language, and the texts of the catalogue (`work.…`, reasons) with their
values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from boardkit.messages import Catalogue
from coursekit.questions import Instance, question
from finity_edu import Position
from tests.coursekit.questions.second import (  # noqa: F401  (what they assert is noted on import)
    claims_learning,
    claims_reasons,
    claims_solved,
    transducers,
    worked_boards,
    worked_games,
    worked_runs,
)
from tests.coursekit.questions.second import said as read
from tests.coursekit.questions.second.claims import Case, claim
from tests.coursekit.questions.second.claims_automata import useful
from tests.coursekit.questions.second.claims_boards import tower_of
from tests.coursekit.questions.second.claims_words import five
from tests.coursekit.questions.second.lines import WORK, markdown
from tests.coursekit.questions.second.misread import through
from tests.coursekit.questions.second.naive import Board
from tests.coursekit.questions.second.said import Said


def check_work(made: Instance, lang: str) -> int:
    """Assert every line of the worked solution, and that the third hint is its beginning."""
    kind = question(made.type)
    say = kind.say(lang, made.data)
    with read.listening() as heard:
        lines = kind.work(made.data, say)
    case = Case(made, made.key, [s for s in heard if not s.nested])
    plain = []
    for line in lines:
        told, rest = [], line
        for text in sorted(case.said, key=lambda s: -len(s.text)):
            if text.text in rest:
                told, rest = [*told, text], rest.replace(text.text, "", 1)
        if told:
            head = re.fullmatch(r"(?:- )?(?:(\w+)(?: ([✓✗]))?[.:])? *", rest)
            assert head, f"written by hand: {rest!r}"
            if head[2]:
                assert (head[1] in case.key) == (head[2] == "✓")
            for text in told:
                explain(case, text, head[1])
        elif line:
            plain.append(line)
    assert made.type in WORK, f"no function of worked_*.py is the @work of {made.type}"
    WORK[made.type](case, plain)
    third = made.hints[2] if lang == made.lang else kind.hints(made.data, lang)[2]
    begun = kind.beginning(made.data, say)
    assert begun in third
    for part in begun.split("\n"):
        assert any(line.startswith(part) for line in [*lines, "```"])
    return len(lines)


def explain(case: Case, text: Said, label: str | None) -> None:
    """A text within the work: about the key's word, or about the item that stands before it."""
    about = Case(case.made, case.answer, [Said("", {"item": label or ""}, "")]) if label else case
    if text.id.startswith("v.losing."):
        about = Case(case.made, case.answer, [Said("", {"item": str(text.values["d"])}, "")])
    word = read.word(label) if label else case.key if isinstance(case.key, str) else None
    about.check(text, word=word)


# ------------------------------------------------------------------------------------------ texts of the work


@claim("work.new_sets", "work.run_needs", "work.chances", "work.lesson", "work.lessons")
def _(case: Case) -> None:
    """Headings."""


@claim("work.next_lesson")
def _(case: Case, n: int) -> None:
    assert 1 < n <= case.data["games"]


@claim("v.unlearn.never", "v.unlearn.why")
def _(case: Case) -> None:
    """Fields from which one can win are those that are no multiple of 4, and each has its marker."""
    assert case.key == []
    assert case.data["learner"] == "remove-last"
    assert all(int(d) % 4 in box for d, box in case.data["boxes"].items() if int(d) % 4)


@claim("v.unlearn.begin")
def _(case: Case, field: int, move: int) -> None:
    assert (field, move) == (case.data["field"], case.data["move"])


@claim("work.reached")
def _(case: Case, states: str) -> None:
    assert read.names(states) == reach(case.board.arrows, case.board.start)


def reach(arrows: Iterable[tuple[str, str, str]], *starts: str) -> set[str]:
    found = {*starts}
    while more := {q for p, _, q in arrows if p in found} - found:
        found |= more
    return found


@claim("work.alive")
def _(case: Case, states: str) -> None:
    assert read.names(states) == reach({(q, a, p) for p, a, q in case.board.arrows}, *case.board.ends)


@claim("work.pieces")
def _(case: Case, pieces: str) -> None:
    assert pieces in case.key


@claim("work.departures", "work.path_needs")
def _(case: Case, n: int) -> None:
    assert n == len(tower_of(case) if case.type == "winning_move" else case.data["tower"]) - 1


@claim("work.useful")
def _(case: Case, states: str) -> None:
    assert read.names(states) == useful(case)


@claim("work.bad_markers")
def _(case: Case, markers: str) -> None:
    length = case.data["length"]
    assert markers.split() == [f"{d}.{k}" for d in range(1, length + 1) for k in range(1, min(3, d) + 1)
                               if d % 4 not in (0, k)]


# ------------------------------------------------------------------------------------------ texts of questions


@claim("question.board.arrows")
def _(case: Case, arrows: str, end: str) -> None:
    board = Board(case.data["board"])
    assert end in board.ends
    assert sorted(arrows.replace("–", "").split()) == sorted(f"{a}{p}>{q}" for p, a, q in through(case))


@claim("question.board.bare")
def _(case: Case, end: str) -> None:
    board = Board(case.data["board"])
    assert end in board.ends
    assert not board.arrows


@claim("v.hamilton.forced", "v.hamilton.end")
def _(case: Case, station: str, **near: str) -> None:
    assert station not in (case.data["start"], case.data["goal"])
    found = {q for edge in case.data["graph"] if station in edge for q in edge} - {station}
    assert found == {*near.values()} if near else len(found) == 1 and case.key == []


@claim("v.update.lost_line", "v.update.won_line", "v.update.idle_line")
def _(case: Case, game: str, field: str = "", move: int = 0) -> None:
    """Before the fields to go are as many as the track is long; a game that the machine did not end it has lost."""
    fields, game = fields_and_moves(game)
    assert game in case.data["games"]
    assert fields == fields_to_go(case.data["length"], game)
    to_go, played = case.data["length"], []
    for word in game.removesuffix(" m-").split():
        if word[0] == "m":
            played.append((str(to_go), int(word[1])))
        to_go -= int(word[1])
    won = game.split()[-1][0] == "m" and not game.endswith("m-")
    if field:
        assert not won
        assert played[-1] == (field, move)
    else:
        assert won or not played


def fields_and_moves(run: str) -> tuple[list[int], str]:
    """A run such as ``5 –m1→ 4, m-``: the fields that it names, and the game."""
    fields = [int(field) for field in re.findall(r"(?<![mh])\b\d+", run)]
    return fields, " ".join(re.findall(r"[mh]\d+|m-", run))


def fields_to_go(length: int, game: str) -> list[int]:
    fields = [length]
    for word in game.removesuffix("m-").split():
        fields.append(fields[-1] - int(word[1:]))
    return fields


@claim("v.unlearn.trace")
def _(case: Case) -> None:
    """The game below it is played by the type's check."""
    assert case.data["learner"] == "remove-all"


@claim("question.board.post")
def _(case: Case, one: str, two: str) -> None:
    assert one == two == case.board.start


@claim("question.board.posts")
def _(case: Case, one: str, two: str) -> None:
    assert (one, two) == (case.board.start, Board(case.data["board"], 2).start)


@claim("question.board.slots")
def _(case: Case, arrows: str, end: str) -> None:
    board = Board(case.data["board"])
    assert {end} == board.ends
    lying = case.data["board"].partition("bridges ")[2].split(";")[0].split()
    assert sorted(arrows.split()) == sorted(lying)


@claim("question.board.sizes")
def _(case: Case, seat: int, rings: str) -> None:
    """A place of three marks a station: small, medium, large."""
    listed = case.data["board"].partition("; rings ")[2].split(";")[0].split()
    marks = [(s, size, m) for s, text in (r.split(":") for r in listed) for size, m in zip("sml", text, strict=True)]
    assert sorted(rings.split()) == sorted(f"{s}.{size}" for s, size, m in marks
                                           if m == "cyrp"[seat - 1] and s not in case.board.ends)


@claim("question.board.near")
def _(case: Case, pairs: str) -> None:
    """Neighbours are one step of six away from each other."""
    at = {name: (place.x, place.y) for name, place in Position.parse(case.data["board"]).board.stations}
    steps = {(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)}
    near = {frozenset((p, q)) for p in at for q in at if (at[q][0] - at[p][0], at[q][1] - at[p][1]) in steps}
    told = [frozenset(pair.split("–")) for pair in pairs.split()]
    assert len(told) == len(near)
    assert {*told} == near


@claim("question.board.rings")
def _(case: Case, seat: int, rings: str) -> None:
    assert {s: int(n) for s, n in (r.split(":") for r in rings.split())} == Board(case.data["board"], seat).rings


def check_text(made: Instance, lang: str) -> int:
    """Assert what the text of a question says of its board, and the numbers and tables that are worked out for it."""
    kind = question(made.type)
    say = kind.say(lang, made.data)
    with read.listening() as heard:
        values = dict(kind.values(made.data, say))
    case = Case(made, made.key, heard)
    board = [s for s in heard if s.id.startswith("question.board.")]
    for said in board[: len(board) // 2] if "other" in made.data else board:
        case.check(said)
    for said in board[len(board) // 2 :] if "other" in made.data else ():
        other = Case(made, made.key, heard)
        other.__dict__["data"] = {**made.data, "board": made.data["other"]}
        other.check(said)
    rules = {name: made.text.count(Catalogue("finity_edu").text(f"question.board.{name}", lang))
             for name in ("with_rings", "without_rings")}
    assert sum(rules.values()) == ("board" in made.data and kind.unit > 0)
    if rules["without_rings"]:
        assert kind.key({**made.data, "board": re.sub(r"; rings [^;]*", "", made.data["board"])}) == made.key
    if "board" in made.data:
        assert all(tail not in case.board.ends for tail, _, _ in through(case)), "an arrow leaves the tower"
    if "prefixes" in case.data and "table" in values:
        claims_learning.check_sheet(case, str(values["table"]))
    elif "arrows" in case.data:
        transducers.check_tables(case.data, str(values["table"]), str(values.get("other", "")))
    elif "table" in values:
        told, given = five(markdown(str(values["table"]).split("\n"))), five(case.data["automaton"])
        assert told | {"Σ": told["Σ"] - {""}} == given  # ε has a column and is no letter
    if "bound" in values:
        assert values["bound"] == (len(case.data["automaton"]["states"]) - 1) ** 2
    for said in (s for s in heard if s.id.startswith("question.move.")):
        kinds = {"-": "removes", "~": "turns", "^": "goes"}
        assert said.id.endswith(kinds.get(made.data["move"][0], "plays"))
        assert said.values["move"] == made.data["move"]
        assert said.values["piece"] in made.data["move"]
    if made.type == "hamilton":
        assert values["n"] == len(made.data["vertices"]) - 1
        assert values["graph"] == " ".join("–".join(e) for e in made.data["graph"])
    if made.type == "stone_count":
        assert values["order"] == made.data["directions"] * (1 + made.data["mirrors"])
    if isinstance(made.data.get("towers"), list):
        assert str(values["towers"]).split() == made.data["towers"]
    if made.type == "monotonicity":
        told = re.findall(r"[bw]\w+>\w+|\w+ –\w→ \w+", str(values["changes"]))
        assert told == [change[1:] for change in made.data["changes"]]
    return len(board)
