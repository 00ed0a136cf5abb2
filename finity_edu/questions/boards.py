"""Small random boards for questions, and boards as the light automata of the judge."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import islice, product
from typing import Any, ClassVar, TypeVar

from boardkit.hexes import Hex
from boardkit.svg import Picture
from finity_edu.board import Board
from finity_edu.grading.languages import FA, Edge
from finity_edu.layout import Layout
from finity_edu.pieces import SIZES, Bridge, Ring
from finity_edu.position import Position
from finity_edu.questions.base import Data, NothingFits, QuestionType, Say
from finity_edu.rules import load_rules

__all__ = ["BOX", "Sketch", "arrows_text", "possible_arrows", "random_place", "ring_fa", "rings_of", "search",
           "station_fa"]

T = TypeVar("T")

SELDOM = 0.04
"""How often "there is none" is the answer: no more often than any other answer may come.

Most generators draw the answer first, evenly, and then search for a question that has it: no guess is much better than
another.
"""

BOX = 4
"""Shapes 0 to 3 are boards of 4 to 7 stations; this one is the two-player board of the box."""


@dataclass(frozen=True)
class Sketch:
    """A board in the making: cheap to draw again and again until it fits."""

    board: Board
    posts: tuple[str | None, ...]
    bridges: tuple[Bridge, ...]
    rings: tuple[Ring, ...] = ()
    word: str = "bbwwbwbw"

    @classmethod
    def random(cls, rng: random.Random, shape: int, arrows: int, seats: int = 1,
               place: tuple[Board, str] | None = None, first: Iterable[Edge] = ()) -> Sketch:
        """Arrows in random free slots, none twice, and none that leaves the tower.

        `place` is the board and the post, if they are chosen already; the arrows of `first` are laid first.
        """
        board, post = place or random_place(rng, shape)
        posts: tuple[str | None, ...] = (post,)
        if board.is_standard:
            posts = board.starts
        elif seats == 2:
            posts = (post, rng.choice([n for n in board.names if n not in (post, board.end)]))
        possible = possible_arrows(board)
        rng.shuffle(possible)
        return cls(board, posts, tuple(islice(fitted(board, dict.fromkeys([*first, *possible])), arrows)))

    @property
    def edges(self) -> frozenset[Edge]:
        return frozenset((b.tail, str(b.colour), b.head) for b in self.bridges)

    def fa(self, seat: int = 1) -> FA:
        """The station automaton of a seat."""
        start = self.posts[seat - 1]
        assert start is not None
        return FA(self.board.names, start, frozenset({self.board.end}), self.edges)

    def ring_fa(self) -> FA:
        """The ring automaton of player 1."""
        return ring_fa(self.fa(), Counter(ring.station for ring in self.rings if ring.seat == 1))

    def with_rings(self, counts: Mapping[str, int], seat: int = 1) -> Sketch:
        """Rings of a seat, small ones first, beside what lies there already."""
        rings = list(self.rings)
        for station, n in counts.items():
            taken = {r.size for r in rings if r.station == station}
            rings += [Ring(seat, station, s) for s in [s for s in SIZES if s not in taken][:n]]
        return replace(self, rings=tuple(rings))

    def swept(self) -> Sketch:
        """Without the rings of player 1 that would be orphaned."""
        sketch = self
        while True:
            reached = sketch.position().reachable(1)
            kept = tuple(r for r in sketch.rings if r.seat != 1 or r.station in reached)
            if kept == sketch.rings:
                return sketch
            sketch = replace(sketch, rings=kept)

    def position(self) -> Position:
        return Position(load_rules("bga"), self.word, 1,
                        Layout.of(self.board, self.posts, self.rings, self.bridges), ply=self.board.players)

    def text(self) -> str:
        """The position text, the form in which boards stand in an instance."""
        return str(self.position())


@cache
def outlines(size: int) -> tuple[frozenset[Hex], ...]:
    """All compact pieces of the grid: two neighbours, then stations that touch two others each."""
    if size == 2:
        return tuple(frozenset({Hex(0, 0), Hex(x, y)}) for x, y in ((1, 0), (0, 1), (1, -1)))
    found = set()
    for cells in outlines(size - 1):
        near = {n for c in cells for n in c.neighbours()} - cells
        for new in near:
            if sum(new.distance(c) == 1 for c in cells) >= 2:
                corner = min(c.x for c in cells | {new}), min(c.y for c in cells | {new})
                found.add(tuple(sorted(c.minus(corner) for c in cells | {new})))
    return tuple(frozenset(cells) for cells in sorted(found))


@cache
def places(shape: int) -> tuple[tuple[Board, str], ...]:
    """All boards of a shape with their posts."""
    if shape == BOX:
        board = Board.standard(2)
        return ((board, str(board.starts[0])),)
    return pieces(shape + 4)


@cache
def pieces(size: int) -> tuple[tuple[Board, str], ...]:
    """All compact boards of a size, with the tower anywhere, and all posts that are no neighbours of it."""
    found = []
    for cells in outlines(size):
        named = dict(zip("ABCDEFGHJ", sorted(cells), strict=False))
        for end in named:
            board = Board.custom(named, end)
            found += [(board, post) for post in named if board.place(post).distance(board.place(end)) > 1]
    return tuple(found)


def random_place(rng: random.Random, shape: int) -> tuple[Board, str]:
    """A board of a shape, and the station of the post."""
    return rng.choice(places(shape))


def possible_arrows(board: Board) -> list[Edge]:
    """Every arrow that the board has room for, one for each direction and colour, in canonical order."""
    return [arrow for arrow in lanes(board) if arrow[0] != board.end]


@cache
def lanes(board: Board) -> dict[Edge, list[tuple[Bridge, int, int]]]:
    """Bridges for every arrow, in the middle first: what slot each fills and what slots it takes, as bit sets."""
    found: dict[Edge, list[tuple[Bridge, int, int]]] = {}
    steps = [(p, q) for p in board.names for q in board.neighbours[p]]
    for (p, q), a, lane in product(steps, "bw", ("m", "l", "r")):
        bridge = Bridge(a, p, q, lane)  # type: ignore[arg-type]
        slot = board.bridge_code[bridge][0]
        gone = sum(1 << i for i in (slot, *board.corner_mates[slot]))
        found.setdefault((p, a, q), []).append((bridge, 1 << slot, gone))
    return found


def fitted(board: Board, arrows: Iterable[Edge]) -> Iterator[Bridge]:
    """Bridges in free slots for arrows, in the given order; arrows without a free slot are left out."""
    wide, taken = lanes(board), 0
    for arrow in arrows:
        for bridge, slot, gone in wide[arrow]:
            if not slot & taken:
                taken |= gone
                yield bridge
                break


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
    return FA(pos.board.names, start or pos.board.names[0], final, edges_of(pos))


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
    return FA(tuple(names.values()), names[start], final, frozenset(edges), fa.alphabet)


@cache
def of_length(n: int) -> tuple[str, ...]:
    """All words of a length, alphabetical."""
    return tuple(map("".join, product("bw", repeat=n)))


def random_word(rng: random.Random, length: int) -> str:
    """Any word of a length, each as likely."""
    return "".join(rng.choice("bw") for _ in range(length))


def search(make: Callable[[], T | None], good: Callable[[T], bool] = lambda _: True, tries: int = 20_000) -> T:
    """Draw until something is made and fits; the generators are built so that it does within a few hundred tries.

    Raises
    ------
    NothingFits
        Where what was drawn before asks for too much: `QuestionType.drawn` begins again.
    """
    for _ in range(tries):
        candidate = make()
        if candidate is not None and good(candidate):
            return candidate
    raise NothingFits(f"nothing fits within {tries} tries")


ARROWS = (5, 7, 9, 12, 16)


def draw_board(rng: random.Random, difficulty: int, good: Callable[[Sketch], object] = bool, *,
               arrows: int | None = None, more: int = 0, seats: int = 1, shape: int | None = None) -> Sketch:
    """A random board of the usual size for a difficulty that satisfies `good`.

    Parameters
    ----------
    rng : random.Random
    difficulty : int
        1 to 5: decides shape and number of arrows.
    good : callable
        Takes a `Sketch`; anything true is good.
    arrows, more, seats, shape : int
        Number of arrows, arrows on top of the usual number, posts, and shape, if not the usual ones.
    """
    number = (ARROWS[difficulty - 1] if arrows is None else arrows) + more
    where = difficulty - 1 if shape is None else shape
    return search(lambda: Sketch.random(rng, where, number, seats), lambda s: bool(good(s)))


def draw_tower(rng: random.Random, difficulty: int, fitting: Callable[[Sketch], list[str]], **size: Any) -> Data:
    """A random board on which some towers fit, and one of these."""
    sketch = draw_board(rng, difficulty, fitting, **size)
    return {"board": sketch.text(), "tower": rng.choice(fitting(sketch))}


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
        return relabelled(super().drawn(seed, difficulty), random.Random(f"{self.id}/{difficulty}/{seed}/names"))

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
