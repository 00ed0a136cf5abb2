"""Play both engines side by side and compare everything that can be asked of them."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from random import Random

import pytest

from finity_edu import Board, Position, load_rules
from finity_edu.players.kernel import Kernel
from finity_edu.rules.corpus import read_corpus, replay
from finity_edu.rules.effects import effect, next_ban, next_clock
from finity_edu.rules.pieces import Move
from tests.finity_edu.boards import lively
from tests.needs import GAMES, WAYS


@cache
def corpus_games(every: int = 5) -> tuple[tuple[Position, ...], ...]:
    """The positions of every so many of the recorded games, game by game."""
    if not GAMES:
        pytest.skip(WAYS["games"])
    games = read_corpus(GAMES)[::every]
    return tuple(done.positions for done in map(replay, games) if done.problem is None)


def corpus_positions(step: int = 1, offset: int = 0, every: int = 5) -> list[Position]:
    """Positions of every so many of the recorded games that are not over, every so many of them."""
    return [p for game in corpus_games(every) for p in game if p.result is None][offset::step]


def assert_equal_views(position: Position) -> None:
    """The same position, result, moves, reach and best paths."""
    kernel = Kernel(position)
    assert kernel.position == position
    assert kernel.result == position.result
    assert kernel.legal_moves() == position.legal_moves(), str(position)
    for seat in range(1, position.players + 1):
        assert kernel.reachable(seat) == position.reachable(seat), (seat, str(position))
        path = position.full_path(seat)
        assert kernel.stations_on_path(seat) == (len(set(path)) if path else 0)


def assert_equal_effects(position: Position, moves: tuple[Move, ...]) -> None:
    """The same pieces, orphans, clock and ban after each of these moves."""
    kernel = Kernel(position)
    before = kernel.state[:]
    for move in moves:
        kernel.state[:] = before
        orphans = kernel.play(move)
        layout, orphaned = effect(position.layout, position.turn, position.word, position.rules, move)
        after = kernel.position
        assert orphans == orphaned, f"{position}  {move}"
        assert after.layout == layout, f"{position}  {move}"
        assert after.clock == next_clock(position.clock, move, orphaned, position.rules), f"{position}  {move}"
        assert after.ban == next_ban(position.ban, move, orphaned, position.rules), f"{position}  {move}"


@cache
def own_boards() -> dict[str, Board]:
    """Boards of one's own: those that are shipped, and the largest one that fits."""
    strip = Board.custom({f"S{i}": (i // 2, i % 2) for i in range(13)}, end="S12", players=4,
                         starts=["S0", "S1", "S2", "S3"])
    return {"strip of 13": strip} | {name: Board.named(name) for name in ("abcd", "row", "triangle", "hexring")}


def play_side_by_side(players: int, rules: str, plies: int, seed: int, board: Board | None = None) -> dict[str, int]:
    """Play random games with both engines, compare at every ply, and count moves by kind and endings."""
    dice = Random(seed)
    seen: dict[str, int] = defaultdict(int)
    values = load_rules(rules)
    position, kernel = None, None
    for _ in range(plies):
        if position is None or kernel is None:
            word = values.draw_word(dice, dice.randint(values.word_min, values.word_max))
            position = Position.start(players, word=word, rules=rules, board=board)
            kernel = Kernel(position)
        assert kernel.legal_moves() == position.legal_moves(), str(position)
        move = lively(position.legal_moves(), dice)
        orphans = kernel.play(move)
        assert orphans == position.orphans_of(move), f"{position}  {move}"
        position = position.play(move)
        assert kernel.position == position, str(position)
        assert kernel.result == position.result, str(position)
        seen[type(move).__name__] += 1
        seen["orphans"] += bool(orphans)
        if position.result is not None:
            seen[position.result.kind] += 1
            position = None
    return seen
