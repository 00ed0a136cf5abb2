"""Boards of questions: their text, their light automata for the judge, their pictures."""

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import permutations
from typing import Any, ClassVar

from automatakit.automaton.states import Edge
from automatakit.automaton.value import Automaton
from automatakit.languages.runs import first_run
from boardkit.svg import Picture
from coursekit.questions.automata import AutomatonQuestion
from coursekit.questions.base import Data, Say
from finity_edu.automata.views import station_automaton
from finity_edu.draw import draw_board
from finity_edu.rules.board import Board
from finity_edu.rules.position import Position


@lru_cache(maxsize=64)
def position(text: str) -> Position:
    """A position from its text, remembered."""
    return Position.parse(text)


def edges_of(pos: Position) -> frozenset[Edge]:
    """The arrows of a position, without those that would leave the tower."""
    return frozenset(
        (b.tail, str(b.colour), b.head)
        for b in pos.layout.arrows
        if b.tail != pos.board.end
    )


@lru_cache(maxsize=64)
def station_fa(text: str, seat: int = 1) -> Automaton:
    """The station automaton of a seat: rings do not matter (a seat without post accepts nothing).

    Examples
    --------
    >>> station_fa("bga/abcd bb c; posts c@A; bridges bA>C.m bC>D.m").accepts("bb")
    True
    """
    return station_automaton(position(text), seat)


def automaton_on(board: Board, post: str, edges: Iterable[Edge]) -> Automaton:
    """The station automaton of a board with arrows that need no lanes yet."""
    return Automaton.make(board.names, post, [board.end], edges, "bw")


def rings_of(text: str, seat: int = 1) -> dict[str, int]:
    """Own rings by station."""
    return rings_in(position(text), seat)


def rings_in(pos: Position, seat: int = 1) -> dict[str, int]:
    """Rings of a seat by station, without the one on the tower."""
    return dict(
        Counter(
            r.station
            for r in pos.layout.rings
            if r.seat == seat and r.station != pos.board.end
        )
    )


def relabelled(data: Data, rng: random.Random) -> Data:
    """The same with other names of the stations: where they lie says nothing about what they are called."""
    if "board" not in data or position(data["board"]).board.is_standard:
        return data
    names = position(data["board"]).board.names
    other = dict(zip(map(ord, names), rng.sample(names, len(names)), strict=True))
    new: Data = json.loads(json.dumps(data).translate(other))
    for board in {"board", "other"} & set(new):
        in_order = re.sub(
            r"\[(.*?)\]", lambda m: f"[{' '.join(sorted(m[1].split()))}]", new[board]
        )
        new[board] = str(Position.parse(in_order))
    return new


def rings_rule(count: bool, say: Say) -> str:
    """Whether rings count in a question, said below its text."""
    if count:
        return say("question.board.with_rings")
    return say("question.board.without_rings")


class BoardQuestion(AutomatonQuestion):
    """A question that needs the game; its texts may use ``{board}``."""

    rings: ClassVar[bool] = False
    """Whether rings count, as in the game."""

    def rules(self, data: Data, say: Say) -> str:
        return rings_rule(self.rings, say)

    def followed(self, data: Data) -> Sequence[Automaton]:
        return () if self.rings else super().followed(data)


def arrows_text(text: str, say: Say) -> str:
    """A board in words: arrows, posts, rings; what the picture shows, for those who do not see it."""
    edges = {(b.tail, str(b.colour), b.head) for b in position(text).layout.arrows}
    rank = {station: i for i, station in enumerate(position(text).board.names)}
    in_order = sorted(edges, key=lambda e: (rank[e[0]], e[1], rank[e[2]]))
    rings = {
        seat: " ".join(f"{s}:{n}" for s, n in rings_of(text, seat).items())
        for seat in (1, 2)
    }
    arrows = " ".join(f"{a}{p}>{q}" for p, a, q in in_order)
    return " ".join(_in_words(text, "arrows", arrows, "rings", rings, say))


def pieces_text(text: str, say: Say) -> str:
    """The same for questions about moves: with slots, sizes and neighbours."""
    pos = position(text)
    rank = {station: i for i, station in enumerate(pos.board.names)}
    rings = {
        seat: " ".join(
            f"{r.station}.{r.size}"
            for r in pos.layout.rings
            if r.seat == seat and r.station != pos.board.end
        )
        for seat in (1, 2)
    }
    arrows = " ".join(map(str, pos.layout.arrows))
    near = [
        f"{p}–{q}" for p in rank for q in pos.board.neighbours[p] if rank[p] < rank[q]
    ]
    lines = _in_words(text, "slots", arrows, "sizes", rings, say)
    return " ".join([*lines, say("question.board.near", pairs=" ".join(near))])


def _in_words(
    text: str, how: str, arrows: str, rings_how: str, rings: dict[int, str], say: Say
) -> list[str]:
    pos = position(text)
    if arrows:
        lines = [say(f"question.board.{how}", arrows=arrows, end=pos.board.end)]
    else:
        lines = [say("question.board.bare", end=pos.board.end)]
    posts = [p for p in pos.layout.posts if p is not None]
    if posts:
        one = "question.board.post" if len(posts) == 1 else "question.board.posts"
        lines.append(say(one, one=posts[0], two=posts[-1]))
    for seat, told in rings.items():
        if told:
            lines.append(say(f"question.board.{rings_how}", seat=seat, rings=told))
    return lines


def neighbours(pos: Position) -> tuple[str, str, str]:
    """Three stations for an example: an arrow may lead from the second to the third, and from there to the first."""
    near, end = pos.board.neighbours, pos.board.end
    return next(
        (p, q, r)
        for r in pos.board.names
        for q, p in permutations(near[r], 2)
        if end not in (q, r)
    )


def legal_text(kinds: Iterable[str], say: Say) -> str:
    """The rules for some kinds of moves, numbered."""
    rules = (say(f"question.legal.{kind}") for kind in kinds)
    return "\n".join(f"{n}. {rule}" for n, rule in enumerate(rules, 1))


def board_picture(text: str, say: Say, tower: str = "", **marks: Any) -> Picture:
    """A board with marks (see `finity_edu.draw.draw_board`); the tower stands beside it only if one is given."""
    pos = position(text)
    return draw_board(
        replace(pos, word=tower) if tower else pos.layout, lang=say.lang, **marks
    )


def witness_picture(text: str, word: str, say: Say) -> Picture:
    """The board with an accepting run of a word, or with the last tokens that were still alive."""
    fa = station_fa(text)
    run = first_run(fa, word)
    if run is not None:
        return board_picture(text, say, word, path=run, word_read=len(word))
    alive = [s for s in fa.active(word) if s]
    return board_picture(
        text,
        say,
        word,
        active=alive[-1] if alive else (),
        word_read=max(0, len(alive) - 1),
    )
