"""Searches that version 0.1 made (with numba), and the same searches now: every move, value and line must be equal.

``searches.jsonl`` holds 500 of them, in positions of random, greedy and searching play: all rule sets, two to four
seats, boards of one's own.  Of the moves that were not the best only a digest is kept.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from finity_edu import Position
from finity_edu.players import moves_to_complete, player, think, winning_move
from finity_edu.players.advice import most_orphans

FILE = Path(__file__).with_name("searches.jsonl")
GIVEN = ("position", "nodes", "seed", "lines", "depth")


@cache
def recorded() -> list[dict[str, Any]]:
    """What was recorded."""
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def searched(one: dict[str, Any]) -> dict[str, Any]:
    """The same search now, with what else the engine says about the position."""
    position = Position.parse(one["position"])
    thought = think(position, nodes=one["nodes"], seed=one["seed"], lines=one["lines"], depth=one["depth"])
    every = "\n".join(f"{s.move} {s.value} {' '.join(map(str, s.line))}" for s in thought.scored)
    seats = range(1, position.players + 1)
    wins = [winning_move(position, seat) for seat in seats]
    return {key: one[key] for key in GIVEN} | {
        "move": str(thought.best.move),
        "value": thought.best.value,
        "looked_ahead": thought.depth,
        "seen": thought.nodes,
        "every": hashlib.sha256(every.encode()).hexdigest()[:16],
        "greedy": str(player("greedy").choose(position, seed=one["seed"])),
        "to_complete": [moves_to_complete(position, seat) for seat in seats],
        "orphans": [most_orphans(position, seat) for seat in seats],
        "wins": [None if move is None else str(move) for move in wins],
    }
