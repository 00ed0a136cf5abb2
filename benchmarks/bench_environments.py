"""The games where people train agents, beside two that PettingZoo brings."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from benchmarks.harness import Job, faster_than_peer

STEPS = 300
MODULES = ("boardkit.env", "finity_edu.env", "amakta.env", "finity_edu.rules", "amakta.rules")


@cache
def environment(name: str) -> Any:
    """An environment by name."""
    if name == "chess":
        from pettingzoo.classic import chess_v6

        return chess_v6.env()
    if name == "connect four":
        from pettingzoo.classic import connect_four_v3

        return connect_four_v3.env()
    if name == "Finity":
        from finity_edu.env import env as finity

        return finity()
    from amakta.env import env as amakta

    return amakta()


def steps(name: str) -> Callable[[], None]:
    """Random play: observe, choose among the legal moves, step."""
    def run() -> None:
        game, rng = environment(name), random.Random(1)
        game.reset()
        for _ in range(STEPS):
            if not game.agents:
                game.reset()
            seen, _, terminated, truncated, info = game.last()
            mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
            game.step(None if terminated or truncated else int(rng.choice(mask.nonzero()[0])))

    return run


JOBS = [
    Job(f"environments: random steps of {name}", ours=steps(name), peer=steps("chess"), peer_name="PettingZoo's chess",
        operations=STEPS, unit="steps", limit=limit, modules=MODULES, rounds=3,
        needs=("pettingzoo", "chess", "pygame"))
    for name, limit in (("Finity", faster_than_peer(1)), ("Amakta", faster_than_peer(1)), ("connect four", ""))
]
