"""The drawing for terminals."""

from __future__ import annotations

import random

import pytest

from boardkit.messages import LANGUAGES
from finity_edu import Board, Layout, Position
from finity_edu.draw.text import draw_text, legend


def middle_position(players: int, plies: int, seed: int) -> Position:
    rng = random.Random(seed)
    position = Position.start(players, word="bbwwbwbw")
    for _ in range(plies):
        if position.result is None:
            position = position.play(rng.choice(position.legal_moves()))
    return position


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_eighty_columns_are_enough(players: int, lang: str) -> None:
    for seed in range(5):
        text = draw_text(middle_position(players, 50, seed), lang=lang)
        assert max(map(len, text.splitlines())) <= 80


def test_every_station_post_ring_arrow_and_blocker_appears() -> None:
    position = middle_position(3, 50, 4)
    text = draw_text(position)
    drawing = text.partition("■")[0]
    for name in position.board.names:
        assert name in drawing
    for seat, station in enumerate(position.layout.posts, start=1):
        assert f"{station} @{'cyrp'[seat - 1]}" in drawing
    assert text.count("■→") + text.count("□→") == len(position.layout.arrows) > 5
    for blocker in position.layout.blockers:
        assert f"{'cyrp'[blocker.seat - 1]}@{blocker.slot}" in text


def test_the_map_has_north_above_the_middle() -> None:
    lines = draw_text(Position.start(word="bbwwbwbw")).splitlines()
    row = {name: next(i for i, line in enumerate(lines) if f" {name} " in line) for name in ("N", "S")}
    end = next(i for i, line in enumerate(lines) if "*C*" in line)
    assert row["N"] < end < row["S"]
    assert lines[row["N"]].index("N") == pytest.approx(lines[end].index("C"), abs=3)


def test_what_is_read_stands_in_brackets_and_the_turn_is_named() -> None:
    text = draw_text(Position.start(word="bbwwbwbw"), word_read=3)
    assert "[b b w] w b w b w" in text
    assert "c to move" in text


def test_an_empty_board_says_that_there_are_no_arrows() -> None:
    assert "no arrows" in draw_text(Layout.empty(Board.named("row")))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_legend_explains_players_and_signs(lang: str) -> None:
    from boardkit.messages import using_language

    with using_language(lang):
        text = legend(Layout.empty(Board.standard(4)))
    for sign in ("@c", "■→", "□→", "p: "):
        assert sign in text
