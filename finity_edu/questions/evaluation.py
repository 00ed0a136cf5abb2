"""Unit 7: a function that plays; it is run elsewhere, here its games are judged."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from boardkit.foreign_json import Json
from coursekit.questions.assessing import right
from coursekit.questions.base import Data, Judged, Say, Values, Wrong
from coursekit.questions.functions import SHOWN, FunctionQuestion
from coursekit.questions.sampling import random_word
from finity_edu.rules.board import Board
from finity_edu.rules.position import Position

EVALUATE = """\
from finity_edu.rules.position import Position
from finity_edu.analysis.completion import to_win

def evaluate(text, seat):
    position = Position.parse(text)
    needed = {}
    for one in (1, 2):
        plan = to_win(position, one)
        needed[one] = 20 if plan is None else len(plan)  # a plan without moves: the path is complete
    mine, yours = needed[seat], needed[3 - seat]
    return yours - 2 * mine - (100 if yours <= 1 else 0)  # first stop a win, then go on with one's own way
"""
LONGEST_GAME = 40
CALLS = 400


@dataclass
class _Match:
    """One game of an evaluation against the greedy player."""

    position: Position
    seat: int
    seed: int
    moves: list[str]

    def play(self, move: object) -> None:
        self.moves.append(str(move))
        self.position = self.position.play(str(move))

    @property
    def running(self) -> bool:
        return self.position.to_move is not None and len(self.moves) < LONGEST_GAME


class EvaluationFunction(FunctionQuestion):
    """Write an evaluation that, looking one move ahead, beats the greedy player."""

    id, unit = "evaluation_function", 7
    same = True
    BOARD = "A:0,0 B:0,1 C:1,0 D*:2,0"

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        word = random_word(rng, 4, "bw")
        return {
            "stations": self.BOARD,
            "word": word,
            "games": 200,
            "percent": 35 + 5 * difficulty,
        }

    def start(self, data: Data) -> Position:
        """The start of every game."""
        return Position.start(
            word=data["word"], board=Board.parse(data["stations"], starts=("A", "B"))
        )

    def values(self, data: Data, say: Say) -> Values:
        return {**data, "position": str(self.start(data))}

    def interview(
        self, data: Data, secret_seed: int, call: Callable[[list[object]], list[object]]
    ) -> dict[str, object]:
        """Play all games at the same time, so that the function can be asked for many positions at once."""
        # Starts the compiled engine, which a browser may lack
        from finity_edu.players.opponents import (
            Greedy,
        )

        matches = [
            _Match(self.start(data), 1 + i % 2, secret_seed * 1000 + i, [])
            for i in range(data["games"])
        ]
        known: dict[tuple[str, int], float] = {}
        useless: dict[str, str] = {}
        while running := [m for m in matches if m.running]:
            for match in running:
                if match.position.to_move != match.seat:
                    match.play(
                        Greedy().choose(
                            match.position, seed=match.seed + len(match.moves)
                        )
                    )
            self._advance(
                [m for m in running if m.running and m.position.to_move == m.seat],
                call,
                known,
                useless,
            )
        games = [";".join(m.moves) for m in matches]
        return {
            "seed": secret_seed,
            "results": [*games, *([useless] if useless else [])],
        }

    @staticmethod
    def _advance(
        matches: list[_Match],
        call: Callable[[list[object]], list[object]],
        known: dict[tuple[str, int], float],
        useless: dict[str, str],
    ) -> None:
        """One move of the function's side in every game: a win if there is one, else the best value.

        The first value that is no number goes to `useless`, with the call that it came from.
        """
        asked: dict[tuple[str, int], None] = {}
        options: list[list[tuple[str, str]]] = []
        for match in matches:
            after = [
                (str(m), match.position.play(m)) for m in match.position.legal_moves()
            ]
            wins = [
                m
                for m, p in after
                if p.result is not None and match.seat in p.result.winners
            ]
            open_ = [(m, str(p)) for m, p in after if p.result is None]
            options.append([(wins[0], "")] if wins else open_ or [(after[0][0], "")])
            asked.update(
                {
                    (t, match.seat): None
                    for _, t in options[-1]
                    if t and (t, match.seat) not in known
                }
            )
        inputs: list[object] = [[text, seat] for text, seat in asked]
        results = [
            r for i in range(0, len(inputs), CALLS) for r in call(inputs[i : i + CALLS])
        ]
        for key, result in zip(asked, results, strict=True):
            got = result if isinstance(result, dict) else {}
            try:
                known[key] = float(
                    got["value"] if not isinstance(got["value"], str) else "?"
                )
            except (KeyError, ValueError, TypeError, OverflowError):
                known[key] = float("-inf")
                if not useless:
                    useless |= {
                        "call": f"{key[0]!r}, {key[1]}",
                        "got": str(got.get("error", repr(got.get("value")))),
                    }
        for match, moves in zip(matches, options, strict=True):
            match.play(max(moves, key=lambda m: known.get((m[1], match.seat), 0.0))[0])

    def assess(self, data: Data, answer: dict[str, Json], say: Say) -> Judged:
        """Replay the games; a game without a winner counts half."""
        games, points, lost = list(answer["results"]), 0.0, None
        useless = games.pop() if games and isinstance(games[-1], dict) else None
        if len(games) != data["games"]:
            return Wrong(0.0, say("v.function.short", n=data["games"], got=len(games)))
        for i, game in enumerate(games):
            position = self.start(data)
            for move in str(game).split(";"):
                position = position.play(move)
            winners = position.result.winners if position.result else frozenset()
            points += 0.5 if len(winners) != 1 else float(1 + i % 2 in winners)
            if winners and 1 + i % 2 not in winners:
                lost = lost or str(game)
        share = points / len(games)
        if share >= data["percent"] / 100:
            return right(say)
        text = say(
            "v.evaluation.share",
            got=int(100 * share),
            want=data["percent"],
            game=lost or "–",
        )
        if useless:
            text += " " + say(
                "v.evaluation.useless", call=useless["call"], got=useless["got"][:SHOWN]
            )
        return Wrong(
            min(0.9, max(0.0, (share - 0.2) / (data["percent"] / 100 - 0.2))),
            text,
            lost,
        )

    def source(self, data: Data) -> str:
        return EVALUATE

    def measure(self, data: Data) -> float:
        return float(data["percent"])
