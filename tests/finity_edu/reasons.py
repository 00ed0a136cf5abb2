"""Why a move is not legal, asserted from the text of the position: pieces, slots, rings and runs by plain means."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path

import finity_edu
from finity_edu import Position, load_rules
from finity_edu.rules.errors import Reason
from tests.coursekit.questions.second.naive import Board

SEATS, SIZES = "cyrp", "sml"
PACKAGE = Path(finity_edu.__file__).parent


def problems_of_the_code() -> set[str]:
    """The ids of the problems that the rules can name."""
    calls = [node for file in (PACKAGE / "rules").glob("*.py")
             for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    return {call.args[0].value for call in calls if getattr(call.func, "id", "") == "Problem"}


class Scene:
    """A position text taken apart, and a move that is not legal in it."""

    def __init__(self, position: Position, move: str) -> None:
        self.text, self.move, self.word = str(position), move, position.word
        self.rules, self.names, self.end = load_rules(position.rules.name), position.board.names, position.board.end
        self.near = position.board.neighbours
        self.seat = position.turn
        self.me = self.letters()[self.seat - 1]
        self.posts = dict(p.split("@") for p in self.section("posts"))
        self.rings = dict(r.split(":") for r in self.section("rings"))
        self.arrows, self.blockers = self.section("bridges"), self.section("blockers")
        self.ban = " ".join(self.section("ban"))
        self.ply = int((self.section("ply") or [str(len(self.letters()))])[0])

    def letters(self) -> str:
        head = self.text.split("/")[1]
        return SEATS[: int(head[0])] if head[0].isdigit() else SEATS[:2]

    def section(self, name: str) -> list[str]:
        found = re.search(rf"; {name} ([^;]*)", self.text)
        return found[1].split() if found else []

    def slot(self, arrow: str) -> str:
        """The slot of an arrow: lanes are seen from the station that comes first."""
        tail, head, lane = re.fullmatch(r"[bw](\w+)>(\w+)\.([lmr])", arrow).groups()  # type: ignore[union-attr]
        if self.names.index(tail) < self.names.index(head):
            return f"{tail}-{head}.{lane}"
        return f"{head}-{tail}.{'lmr'['rml'.index(lane)]}"

    def there(self, slot: str) -> str | None:
        """What lies in a slot."""
        return next((p for p in (*self.arrows, *self.blockers)
                     if (p.split("@")[1] if "@" in p else self.slot(p)) == slot), None)

    def top(self, station: str) -> str:
        """Who holds the highest place of a station: its post, else its smallest ring."""
        post = next((s for s, at in self.posts.items() if at == station), "")
        return post or self.rings.get(station, "").replace(".", "")[:1]

    def board(self, start: str | None = None) -> Board:
        board = Board(self.text, self.seat)
        board.start = start or board.start
        return board


REASONS: dict[str, Callable[[Scene, Reason], bool]] = {
    "game_over": lambda s, r: Position.parse(s.text).result is not None,
    "slot_full": lambda s, r: s.there(r.values["slot"]) == r.pieces[0],
    "corner": lambda s, r: r.pieces[0] in s.arrows and {
        *r.values["slot"].split(".")[0].split("-"), *s.slot(r.pieces[0]).split(".")[0].split("-")} == {
        *r.values["corner"].split("–")},
    "duplicate": lambda s, r: r.pieces[0] in s.arrows and r.pieces[0].split(".")[0] in (
        s.move[1:].split(".")[0], re.sub(r"(.)(\w+)>(\w+)", r"\1\3>\2", s.move[1:].split(".")[0])),
    "arrow_supply": lambda s, r: sum(b[0] == r.values["arrow"][0] for b in s.arrows) == int(r.values["number"]),
    "opening_fills": lambda s, r: s.ply < len(s.posts) and all(
        s.posts[p[0]] == p[2:] and p[0] != s.me and p[2:] in r.values["slot"].split(".")[0].split("-")
        for p in r.pieces),
    "opening_obstructs": lambda s, r: s.ply < len(s.posts) and all(
        s.posts[p[0]] == p[2:] and p[0] != s.me for p in r.pieces),
    "undo": lambda s, r: r.pieces == (s.ban,),
    "slot_ban": lambda s, r: r.pieces == (s.ban,) and s.ban[0] == "-",
    "no_arrow": lambda s, r: r.values["arrow"] not in s.arrows and s.there(s.slot(r.values["arrow"])) == (
        r.pieces[0] if r.pieces else None),
    "into_end": lambda s, r: r.values["arrow"] in s.arrows and f">{s.end}." in r.values["arrow"],
    "not_highest": lambda s, r: s.top(r.values["station"]) != s.me and s.top(r.values["station"]) == (
        r.pieces[0][0] if r.pieces else ""),
    "no_post": lambda s, r: s.me not in s.posts,
    "end_station": lambda s, r: r.values["station"] == s.end,
    "own_post": lambda s, r: s.posts[s.me] == r.values["station"] and r.pieces == (f"{s.me}@{r.values['station']}",),
    "opponent_post": lambda s, r: r.pieces[0][0] != s.me and s.posts[r.pieces[0][0]] == r.values["station"],
    "size_taken": lambda s, r: s.rings[r.values["station"]][SIZES.index(r.values["size"])] == r.pieces[0][0],
    "ring_supply": lambda s, r: sum(t[SIZES.index(r.values["size"])] == s.me for t in s.rings.values())
    == s.rules.ring_supply(r.values["size"]),  # type: ignore[arg-type]
    "not_largest": lambda s, r: s.rings.get(r.values["station"], "...")[SIZES.index(r.values["largest"])] == "."
    and SIZES.index(r.values["size"]) < SIZES.index(r.values["largest"]),
    "unreachable": lambda s, r: r.values["station"] not in s.board().reached(s.word),
    "no_own_blocker": lambda s, r: s.there(r.values["slot"]) == (r.pieces[0] if r.pieces else None)
    and not (r.pieces and r.pieces[0].startswith(f"{s.me}@")),
    "no_blockers": lambda s, r: not any(b[0] == s.me for b in s.blockers),
    "no_blocker": lambda s, r: "@" not in (s.there(r.values["slot"]) or ""),
    "own_blocker": lambda s, r: r.pieces == (f"{s.me}@{r.values['slot']}",) and r.pieces[0] in s.blockers,
    "too_few_arrows": lambda s, r: len(s.arrows) == int(r.values["number"]) < int(r.values["needed"]),
    "post_taken": lambda s, r: s.posts[r.pieces[0][0]] == r.values["station"],
    "no_ring_left": lambda s, r: not any(
        s.me in t and (q in s.board(r.values["station"]).reached(s.word) if s.rules.sweep == "path" else ways(s, r)(q))
        for q, t in s.rings.items()),
    "no_teleport": lambda s, r: not s.rules.teleport,
    "not_enclosed": lambda s, r: any(
        "." in s.rings.get(q, "...") or s.me in s.rings.get(q, "") for q in s.near[s.posts[s.me]] if q != s.end)
    or {*s.near[s.posts[s.me]]} <= {s.end},
    "station_not_empty": lambda s, r: s.rings[r.values["station"]] != "...",
    "pass_not_needed": lambda s, r: len(Position.parse(s.text).legal_moves()) != 1 or str(
        Position.parse(s.text).legal_moves()[0]) != "--",
}


def ways(scene: Scene, reason: Reason) -> Callable[[str], bool]:
    """Stations to which arrows lead from the new start, whatever their colours."""
    found = {reason.values["station"]}
    while more := {q for p, _, q in scene.board().arrows if p in found} - found:
        found |= more
    return found.__contains__


def holds(position: Position, move: str, reason: Reason) -> bool:
    """Whether what a reason says of a position is so."""
    return REASONS[reason.id](Scene(position, move), reason)
