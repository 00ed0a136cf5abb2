"""Write the golden games anew: ``python -m tests.finity_edu.make_goldens``, then review the difference.

The games are our own: each plays to an end that shows one thing. Moves are chosen by a small plan (build towards the
tower, or at random from a seed), so that anyone can see where they come from.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from boardkit.game import Game
from finity_edu import Position
from finity_edu.rules.pieces import PlaceRing
from finity_edu.rules.record import Record, new_game

FOLDER = Path(__file__).with_name("golden")


def _random_game(seed: int, plies: int, players: int, word: str, rules: str) -> Game[Position]:
    random = Random(seed)
    game = new_game(Position.start(players, word=word, rules=rules))
    while game.result is None and len(game.moves) < plies:
        # Rings are placed eagerly: moves without them would soon end in a deadlock.
        moves = game.legal_moves()
        rings = [move for move in moves if isinstance(move, PlaceRing)]
        game = game.play(random.choice(rings if rings and random.random() < 0.4 else moves))
    return game


def _played(start: Position, moves: str) -> Game[Position]:
    return new_game(start, tuple(moves.split()))


def goldens() -> dict[str, Record]:
    """All golden games by name."""
    race = _played(Position.start(word="bw", board="triangle"), "+wA>C.m +bB>A.m +bA>B.l +oA.s")
    help_the_other = _played(Position.start(word="bb", board="row"), "+bA>B.m +wA>B.l +oB.s ~wA>B.l +bB>C.m ~bA>B.m")
    idle = new_game(Position.start(word="bbwwbwbw"))
    for n in range(20):
        slots = ("C-N.l/SW-W.m", "SW-W.m/C-N.l") if n % 2 == 0 else ("C-S.l/SE-E.m", "SE-E.m/C-S.l")
        idle = idle.play(idle.state.resolve("x" + slots[n // 2 % 2]))
    teleport = _played(
        Position.parse(
            "bga/2 bbwwbwbw y; posts c@W y@S; rings NW:yyy SW:yy.; bridges bS>SW.m bSW>NW.m; blockers c@C-N.l"
        ),
        "+oSW.l ^^E",
    )
    return {
        "race-on-a-triangle": Record(race, {"Shows": "a full path of two arrows"}, {1: "which helps the other seat"}),
        "reversal-orphans": Record(help_the_other, {"Shows": "a reversal that orphans a ring"}),
        "twenty-idle-moves": Record(idle, {"Shows": "a deadlock: ten rounds of blockers walking"}),
        "teleport": Record(teleport, {"Shows": "a full ring of opponents, and the jump out of it"}),
        "resigned": Record(
            _random_game(5, 14, 2, "bwbwbwbw", "english").resign(1), {"Shows": "a resignation under the short rules"}
        ),
        "agreed": Record(
            _random_game(6, 16, 4, "wwbbwwbb", "piglab").agree_draw(), {"Shows": "an agreed draw of four"}
        ),
        "two-random": Record(_random_game(14, 150, 2, "bbwwbwbw", "bga"), {"Shows": "random moves that happen to win"}),
        "two-express": Record(_random_game(9, 150, 2, "bwbbwb", "express"), {"Shows": "a word of six"}),
        "three-random": Record(_random_game(20, 150, 3, "wbwbbwwb", "bga"), {"Shows": "three seats"}),
        "four-piglab": Record(_random_game(0, 150, 4, "bbwwbwb", "piglab"), {"Shows": "a word of seven, four seats"}),
    }


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(exist_ok=True)
    for name, record in goldens().items():
        FOLDER.joinpath(f"{name}.finity").write_text(str(record), encoding="utf-8")


if __name__ == "__main__":
    main()
