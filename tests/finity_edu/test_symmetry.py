"""Symmetries of the board commute with play wherever they keep the order of the seats.

A symmetry carries stations to stations, a mirror exchanges left and right. Seats follow their posts. Where the order
of the seats is not kept, legal moves and orphans are compared with the side to move set by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from boardkit.hexes import Hex
from finity_edu import Board, Layout, Position
from finity_edu.rules.effects import Ban
from finity_edu.rules.notation import parse_move
from finity_edu.rules.pieces import Arrow, Blocker, Move, Ring, Slot
from tests.finity_edu.boards import RULE_SETS, strewn


@dataclass(frozen=True)
class Symmetry:
    """A map of the plane, as a map of one board."""

    board: Board
    turn: int
    mirror: bool

    def hexagon(self, place: Hex) -> Hex:
        x, y = (-place.y, -place.x) if self.mirror else place
        for _ in range(self.turn):  # clockwise, by a sixth of a full turn
            x, y = x + y, -x
        return Hex(x, y)

    @property
    def keeps_board(self) -> bool:
        places = set(self.board.at)
        return {self.hexagon(place) for place in places} == places

    def station(self, name: str) -> str:
        return self.board.at[self.hexagon(self.board.place(name))]

    def lane(self, lane: str) -> str:
        return {"l": "r", "m": "m", "r": "l"}[lane] if self.mirror else lane

    def slot(self, slot: Slot) -> Slot:
        return Slot(self.station(slot.a), self.station(slot.b), self.lane(slot.lane))  # type: ignore[arg-type]

    def arrow(self, b: Arrow) -> Arrow:
        return Arrow(b.colour, self.station(b.tail), self.station(b.head), self.lane(b.lane))  # type: ignore[arg-type]

    def text(self, move: Move) -> str:
        """Carry a move over by its text."""
        text = str(move)
        if text[0] in "+~-" and text[1:2] in ("b", "w"):
            return text[0] + str(self.arrow(move.arrow))  # type: ignore[union-attr]
        if text.startswith("+o"):
            return f"+o{self.station(move.station)}.{move.size}"  # type: ignore[union-attr]
        if text.startswith("-x"):
            return f"-x{self.slot(move.slot)}"  # type: ignore[union-attr]
        if text.startswith("x"):
            return f"x{self.slot(move.source)}/{self.slot(move.target)}"  # type: ignore[union-attr,arg-type]
        if text.startswith("^"):
            return text[: text.count("^")] + self.station(move.station)  # type: ignore[union-attr]
        return text

    def position(self, p: Position, seat: Callable[[int], int]) -> Position:
        """Carry a position over; `seat` renames the seats."""
        posts: list[str | None] = [None] * p.players
        for number, name in enumerate(p.layout.posts, start=1):
            posts[seat(number) - 1] = None if name is None else self.station(name)
        layout = Layout.of(
            p.board,
            posts,
            [Ring(seat(r.seat), self.station(r.station), r.size) for r in p.layout.rings],
            [self.arrow(b) for b in p.layout.arrows],
            [Blocker(seat(b.seat), self.slot(b.slot)) for b in p.layout.blockers],
        )
        ban = p.ban and Ban(type(p.ban.move)(self.arrow(p.ban.move.arrow)), p.ban.orphaned)
        return Position(p.rules, p.word, seat(p.turn), layout, ban, p.clock, p.ply)


def symmetries(board: Board) -> list[Symmetry]:
    every = [Symmetry(board, turn, mirror) for turn in range(6) for mirror in (False, True)]
    return [s for s in every if s.keeps_board]


@pytest.mark.parametrize(("players", "number"), [(2, 4), (3, 6), (4, 12)])
def test_the_boards_have_their_symmetries(players: int, number: int) -> None:
    # Two outer stations leave a rectangle's symmetries, three a triangle's, six a hexagon's.
    assert len(symmetries(Board.standard(players))) == number


def cases(players: int, seeds: range) -> list[tuple[Position, Symmetry]]:
    positions = [strewn(seed, players, RULE_SETS[seed % 4]) for seed in seeds]
    return [(p, s) for p in positions for s in symmetries(p.board)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_moving_the_board_with_the_seats_fixed_commutes_with_play(players: int) -> None:
    for position, symmetry in cases(players, range(6)):
        moved = symmetry.position(position, lambda seat: seat)
        legal = position.legal_moves()
        carried = {symmetry.text(move): move for move in legal}
        canonical = {str(parse_move(text, moved.board)): move for text, move in carried.items()}
        assert set(canonical) == {str(move) for move in moved.legal_moves()}
        for text, move in list(canonical.items())[::11]:
            assert moved.play(text) == symmetry.position(position.play(move), lambda seat: seat)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_renaming_the_seats_in_a_circle_commutes_with_play(players: int) -> None:
    identity = Symmetry(Board.standard(players), 0, False)

    def following(seat: int) -> int:
        return seat % players + 1

    for seed in range(10):
        position = strewn(seed, players, RULE_SETS[seed % 4])
        renamed = identity.position(position, following)
        assert list(map(str, renamed.legal_moves())) == list(map(str, position.legal_moves()))
        for move in position.legal_moves()[::11]:
            assert renamed.play(move) == identity.position(position.play(move), following)


@pytest.mark.parametrize("players", [3, 4])
def test_exchanging_two_seats_keeps_legal_moves_and_orphans_with_the_side_to_move_set_by_hand(players: int) -> None:
    identity = Symmetry(Board.standard(players), 0, False)

    def exchanged(seat: int) -> int:
        return {1: 2, 2: 1}.get(seat, seat)

    for seed in range(10):
        position = strewn(seed, players, RULE_SETS[seed % 4])
        other = identity.position(position, exchanged)
        assert other == identity.position(position, exchanged).with_turn(exchanged(position.turn))
        assert list(map(str, other.legal_moves())) == list(map(str, position.legal_moves()))
        for move in position.legal_moves()[::11]:
            orphans = {exchanged(seat): n for seat, n in position.orphans_of(move).items()}
            assert other.orphans_of(move) == orphans
