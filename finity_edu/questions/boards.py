"""Boards of questions: their text, their light automata for the judge, their pictures."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, ClassVar

from automatakit.languages.fa import FA, Edge
from boardkit.svg import Picture
from coursekit.questions.base import Data, QuestionType, Say
from finity_edu.rules.position import Position

__all__ = ["BoardQuestion", "arrow_texts", "arrows_text", "board_picture", "edges_of", "picture_of", "players_fa",
           "position", "relabelled", "ring_fa", "rings_in", "rings_of", "station_fa", "witness_picture"]


@lru_cache(maxsize=256)
def position(text: str) -> Position:
    """A position from its text, remembered."""
    return Position.parse(text)


def edges_of(pos: Position) -> frozenset[Edge]:
    """The arrows of a position, without those that would leave the tower."""
    return frozenset((b.tail, str(b.colour), b.head) for b in pos.layout.bridges if b.tail != pos.board.end)


@lru_cache(maxsize=256)
def station_fa(text: str, seat: int = 1) -> FA:
    """The station automaton of a seat: rings do not matter (a seat without post accepts nothing).

    Examples
    --------
    >>> station_fa("bga/abcd bb c; posts c@A; bridges bA>C.m bC>D.m").accepts("bb")
    True
    """
    pos = position(text)
    start = pos.layout.posts[seat - 1]
    final = frozenset({pos.board.end}) if start is not None else frozenset()
    return FA.make(pos.board.names, start or pos.board.names[0], final, edges_of(pos))


def players_fa(text: str) -> tuple[FA, FA]:
    """The station automata of both players."""
    return station_fa(text, 1), station_fa(text, 2)


def rings_of(text: str, seat: int = 1) -> dict[str, int]:
    """Own rings by station."""
    return rings_in(position(text), seat)


def rings_in(pos: Position, seat: int = 1) -> dict[str, int]:
    """Rings of a seat by station, without the one on the tower."""
    return dict(Counter(r.station for r in pos.layout.rings if r.seat == seat and r.station != pos.board.end))


def ring_fa(fa: FA, rings: Mapping[str, int], start_free: bool = True) -> FA:
    """The ring automaton: states (station, rings left); every departure but the first spends a ring there.

    Parameters
    ----------
    fa : FA
        The station automaton; nothing leaves its accepting states.
    rings : mapping of str to int
        Own rings by station.
    start_free : bool
        False is the misconception that even the first departure needs a ring.

    Examples
    --------
    >>> fa = FA.of("A B C", "A", "C", "AbB BbA BwC")
    >>> ring_fa(fa, {"A": 1, "B": 2}).words(4), ring_fa(fa, {"B": 2}).words(4)
    (['bbbw'], [])
    """
    def name(state: tuple[str, tuple[tuple[str, int], ...], bool]) -> str:
        station, left, first = state
        return f"{station}({' '.join(f'{s}{n}' for s, n in left if n)})" + ("°" if first else "")

    start = (fa.start, tuple(sorted(rings.items())), start_free)
    names = {start: name(start)}
    todo, edges = [start], set()
    while todo:
        state = todo.pop()
        station, left, first = state
        if station in fa.accepting:
            continue
        held = dict(left)
        if not first:
            if not held.get(station):
                continue
            held[station] -= 1
        rest = tuple(sorted(held.items()))
        for a in fa.alphabet:
            for q in fa.successors(station, a):
                new = (q, rest, False)
                if new not in names:
                    names[new] = name(new)
                    todo.append(new)
                edges.add((names[state], a, names[new]))
    final = frozenset(n for s, n in names.items() if s[0] in fa.accepting)
    return FA.make(tuple(names.values()), names[start], final, frozenset(edges), fa.alphabet)


RENAMINGS = 20
"""How often other names of the stations are tried."""


def relabelled(data: Data, rng: random.Random) -> Data:
    """The same with other names of the stations: where they lie says nothing about what they are called."""
    if "board" not in data or position(data["board"]).board.is_standard:
        return data
    names = position(data["board"]).board.names
    other = dict(zip(map(ord, names), rng.sample(names, len(names)), strict=True))
    new: Data = json.loads(json.dumps(data).translate(other))
    for board in {"board", "other"} & set(new):
        in_order = re.sub(r"\[(.*?)\]", lambda m: f"[{' '.join(sorted(m[1].split()))}]", new[board])
        new[board] = str(Position.parse(in_order))
    return new


class BoardQuestion(QuestionType):
    """A question about the board in ``data["board"]``; its texts may use ``{board}``."""

    rings: ClassVar[bool] = False
    """Whether rings count, as in the game."""

    def rules(self, data: Data, say: Say) -> str:
        if "board" not in data or self.unit == 0:
            return ""
        return say("question.board.with_rings" if data.get("rings", self.rings) else "question.board.without_rings")

    def drawn(self, seed: int, difficulty: int) -> Data:
        data, rng = super().drawn(seed, difficulty), random.Random(f"{self.id}/{difficulty}/{seed}/names")
        renamed = (relabelled(data, rng) for _ in range(RENAMINGS))
        return next(filter(self.solvable, renamed), data)

    def solvable(self, data: Data) -> bool:
        """Whether the key can still be found: a search may depend on the order of the names."""
        return True

    def values(self, data: Data, say: Say) -> Mapping[str, object]:
        return {**data, "board": arrows_text(data["board"], say)}

    def measure(self, data: Data) -> float:
        """The number of arrows."""
        return len(station_fa(data["board"]).edges)

    def show(self, data: Data, witness: str, say: Say) -> Picture | None:
        return witness_picture(data["board"], witness, say) if witness and set(witness) <= set("bw") else None


def arrow_texts(edges: Iterable[Edge], order: Sequence[str]) -> list[str]:
    """Arrows as ``bA>B``, by tail in the order of the stations."""
    rank = {s: i for i, s in enumerate(order)}
    return [f"{a or 'ε'}{p}>{q}" for p, a, q in sorted(edges, key=lambda e: (rank[e[0]], e[1], rank[e[2]]))]


def arrows_text(text: str, say: Say) -> str:
    """A board in words: arrows, posts, rings; what the picture shows, for those who do not see it."""
    pos = position(text)
    edges = {(b.tail, str(b.colour), b.head) for b in pos.layout.bridges}
    lines = [say("question.board.arrows", arrows=" ".join(arrow_texts(edges, pos.board.names)) or "–",
                 end=pos.board.end)]
    posts = [p for p in pos.layout.posts if p is not None]
    if posts:
        lines.append(say("question.board.post" if len(posts) == 1 else "question.board.posts", one=posts[0],
                         two=posts[-1]))
    for seat in (1, 2):
        if counts := rings_of(text, seat):
            lines.append(say("question.board.rings", seat=seat, rings=" ".join(f"{s}:{n}" for s, n in counts.items())))
    return " ".join(lines)


def picture_of(data: Data, say: Say) -> Picture | None:
    """The picture of the board (or boards) of an instance, with the tower if there is one."""
    from boardkit.svg import beside

    boards = [data[name] for name in ("board", "other") if name in data]
    pictures = [board_picture(text, say, str(data.get("tower", ""))) for text in boards]
    return beside(*pictures) if len(pictures) > 1 else pictures[0] if pictures else None


def board_picture(text: str, say: Say, tower: str = "", **marks: Any) -> Picture:
    """A board with marks (see `finity_edu.draw.draw_board`); the tower stands beside it only if one is given."""
    from finity_edu.draw import draw_board as draw

    pos = position(text)
    return draw(replace(pos, word=tower) if tower else pos.layout, lang=say.lang, **marks)


def witness_picture(text: str, word: str, say: Say) -> Picture:
    """The board with an accepting run of a word, or with the last tokens that were still alive."""
    fa = station_fa(text)
    run = fa.run(word)
    if run is not None:
        return board_picture(text, say, word, path=run, word_read=len(word))
    alive = [s for s in fa.active(word) if s]
    return board_picture(text, say, word, active=alive[-1] if alive else (), word_read=max(0, len(alive) - 1))
