"""Small random boards, drawn again and again until one suits a question."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice

from automatakit.automaton.states import Edge
from automatakit.automaton.value import Automaton
from boardkit.hexes import Hex
from coursekit.questions.skins import LARGEST
from finity_edu.automata.views import ring_automaton
from finity_edu.questions.boards import automaton_on
from finity_edu.rules.board import Board
from finity_edu.rules.layout import Layout
from finity_edu.rules.pieces import SIZES, Arrow, Colour, Ring
from finity_edu.rules.position import Position
from finity_edu.rules.ruleset import load_rules

BOX = LARGEST
"""Shapes 0 to 3 are boards of 4 to 7 stations; this one is the two-player board of the box."""


@dataclass(frozen=True)
class Sketch:
    """A board in the making: cheap to draw again and again until it fits."""

    board: Board
    posts: tuple[str | None, ...]
    arrows: tuple[Arrow, ...]
    rings: tuple[Ring, ...] = ()
    word: str = "bbwwbwbw"

    def room(self) -> list[Edge]:
        """Every arrow that the board has room for."""
        return possible_arrows(self.board)

    def changed(self, rng: random.Random) -> Sketch:
        """The same board with one arrow removed or recoloured."""
        arrows = list(self.arrows)
        i = rng.randrange(len(arrows))
        old = arrows.pop(i)
        colour: Colour = "w" if old.colour == "b" else "b"
        if rng.random() < 0.6 and (old.tail, colour, old.head) not in self.edges:
            arrows.insert(i, Arrow(colour, old.tail, old.head, old.lane))
        return replace(self, arrows=tuple(arrows))

    @classmethod
    def random(
        cls,
        rng: random.Random,
        shape: int,
        arrows: int,
        seats: int = 1,
        place: tuple[Board, str] | None = None,
        first: Collection[Edge] = (),
    ) -> Sketch:
        """Arrows in random free slots, none twice, and none that leaves the tower.

        `place` is the board and the post, if they are chosen already; the arrows of `first` are laid first.
        """
        board, post = place or rng.choice(places(shape))
        posts: tuple[str | None, ...] = (post,)
        if board.is_standard:
            posts = board.starts
        elif seats == 2:
            posts = (
                post,
                rng.choice([n for n in board.names if n not in (post, board.end)]),
            )
        possible = possible_arrows(board)
        rng.shuffle(possible)
        if first:
            possible = [*dict.fromkeys([*first, *possible])]
        return cls(board, posts, tuple(islice(fitted(board, possible), arrows)))

    @property
    def edges(self) -> frozenset[Edge]:
        return frozenset((b.tail, str(b.colour), b.head) for b in self.arrows)

    def fa(self, start: int = 1) -> Automaton:
        """The station automaton of a seat."""
        post = self.posts[start - 1]
        assert post is not None
        return automaton_on(self.board, post, self.edges)

    def ring_fa(self) -> Automaton:
        """The ring automaton of player 1."""
        return ring_automaton(
            self.fa(), Counter(ring.station for ring in self.rings if ring.seat == 1)
        )

    def with_rings(self, counts: Mapping[str, int], seat: int = 1) -> Sketch:
        """Rings of a seat, small ones first, beside what lies there already."""
        rings = list(self.rings)
        for station, n in counts.items():
            taken = {r.size for r in rings if r.station == station}
            rings += [
                Ring(seat, station, s) for s in [s for s in SIZES if s not in taken][:n]
            ]
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
        return Position(
            load_rules("bga"),
            self.word,
            1,
            Layout.of(self.board, self.posts, self.rings, self.arrows),
            ply=self.board.players,
        )

    def written(self) -> str:
        """The position text, the form in which boards stand in an instance."""
        return str(self.position())


@cache
def outlines(size: int) -> tuple[frozenset[Hex], ...]:
    """All compact pieces of the grid: two neighbours, then stations that touch two others each."""
    if size == 2:
        return tuple(
            frozenset({Hex(0, 0), Hex(x, y)}) for x, y in ((1, 0), (0, 1), (1, -1))
        )
    found = set()
    for cells in outlines(size - 1):
        near = {n for c in cells for n in c.neighbours()} - cells
        for new in near:
            if sum(new.distance(c) == 1 for c in cells) >= 2:
                corner = (
                    min(c.x for c in cells | {new}),
                    min(c.y for c in cells | {new}),
                )
                found.add(tuple(sorted(c.minus(corner) for c in cells | {new})))
    return tuple(map(frozenset, sorted(found)))


@cache
def places(shape: int) -> tuple[tuple[Board, str], ...]:
    """All boards of a shape with their posts: compact, the tower anywhere, no post beside it."""
    if shape == BOX:
        board = Board.standard(2)
        return ((board, str(board.starts[0])),)
    found = []
    for cells in outlines(shape + 4):
        named = dict(zip("ABCDEFGHJ", sorted(cells), strict=False))
        for end in named:
            board = Board.custom(named, end)
            found += [
                (board, post)
                for post in named
                if board.place(post).distance(board.place(end)) > 1
            ]
    return tuple(found)


def possible_arrows(board: Board) -> list[Edge]:
    """Every arrow that the board has room for, one for each direction and colour, in canonical order."""
    return [*board.possible]


def fitted(board: Board, arrows: Iterable[Edge]) -> Iterator[Arrow]:
    """Arrows in free slots for arrows, in the given order; arrows without a free slot are left out."""
    wide, taken = board.lanes, 0
    for edge in arrows:
        for arrow, slot, gone in wide[edge]:
            if not slot & taken:
                taken |= gone
                yield arrow
                break
