"""The readable engine of Finity: legal moves, perft, replay."""

from __future__ import annotations

import os
from functools import cache

from benchmarks.harness import Job, at_least, at_most
from boardkit.explore import perft
from finity_edu import Position
from finity_edu.examples import example_game
from finity_edu.rules.corpus import LoggedGame, read_corpus, replay

RULES = (
    "finity_edu.rules.board",
    "finity_edu.rules.slots",
    "finity_edu.rules.candidates",
    "finity_edu.rules.effects",
    "finity_edu.rules.facts",
    "finity_edu.rules.layout",
    "finity_edu.rules.legality",
    "finity_edu.rules.paths",
    "finity_edu.rules.position",
)
FOLDER = os.environ.get("FINITY_GAMES")


@cache
def corpus() -> tuple[LoggedGame, ...]:
    """The recorded games."""
    return read_corpus(FOLDER or "")


@cache
def middles() -> tuple[Position, ...]:
    """The middle position of each recorded two-player game, or of the shipped one."""
    if not FOLDER:
        states = example_game().game.states
        return (states[len(states) // 2],)
    lines = [replay(game).positions for game in corpus() if game.start.players == 2]
    return tuple(line[len(line) // 2] for line in lines)


def legal_moves_afresh() -> None:
    """Legal moves of positions that know nothing yet (a position keeps what it has computed)."""
    for p in middles():
        Position(p.rules, p.word, p.turn, p.layout, p.ban, p.clock, p.ply).legal_moves()


def perft_two() -> None:
    """Sequences of two moves from the start."""
    perft(Position.start(word="bbwwbwbw"), 2)


def replay_all() -> None:
    """Every recorded game, every move checked."""
    for game in corpus():
        replay(game)


JOBS = [
    Job(
        f"legal moves in the middle of {'real games' if FOLDER else 'a game'}, readable engine",
        ours=legal_moves_afresh,
        operations=len(middles()),
        unit="lists",
        limit=at_least(1000, "lists"),
        modules=RULES,
    ),
    Job("perft 2 of the two-player start, readable engine", ours=perft_two, limit=at_most(1.0), modules=RULES),
]
if FOLDER:
    JOBS.append(
        Job(
            "replay of the 215 real games",
            ours=replay_all,
            operations=10_442,
            unit="moves",
            limit=at_least(1000, "moves"),
            modules=(*RULES, "finity_edu.rules.corpus"),
            rounds=3,
        )
    )
