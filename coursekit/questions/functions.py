"""Questions whose answer is a Python function; it is run elsewhere, here its results are judged."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from automatakit.languages.fa import FA
from coursekit.questions.base import Data, Judged, QuestionType, Say, Wrong
from coursekit.questions.judging import right, why_word, word_text
from coursekit.questions.registry import register
from coursekit.questions.sampling import random_word
from finity_edu.questions.boards import arrow_texts
from finity_edu.questions.sketches import Sketch
from finity_edu.rules.board import Board
from finity_edu.rules.position import Position


class FunctionQuestion(QuestionType):
    """The function is called on `probes`; every result is compared with `expected`."""

    kind = "function"

    def expected(self, data: Data, probe: list[Any]) -> object:
        """What a right function returns (plain JSON)."""
        raise NotImplementedError

    def explain(self, data: Data, probe: list[Any], say: Say) -> str:
        """Why that is right."""
        return ""

    def source(self, data: Data) -> str:
        """A right function."""
        raise NotImplementedError

    def key(self, data: Data) -> dict[str, object]:
        """The source of a right function: the one kind whose key is no answer itself."""
        return {"source": self.source(data)}

    def work(self, data: Data, say: Say) -> list[str]:
        return ["```python", *self.source(data).splitlines(), "```"]

    def beginning(self, data: Data, say: Say) -> str:
        return "\n".join([*self.work(data, say)[:4], "```"])

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
        probes: list[Any] = self.probes(data, int(answer["seed"]))
        results = answer["results"]
        if len(results) != len(probes):
            return Wrong(0.0, say("v.function.short", n=len(probes), got=len(results)))
        good = [self.matches(self.expected(data, p), r) for p, r in zip(probes, results, strict=True)]
        if all(good):
            return right(say)
        i = good.index(False)
        call = ", ".join(repr(x) for x in probes[i])
        got = results[i].get("error") or repr(results[i].get("value"))
        text = say("v.function.wrong", call=call, got=str(got)[:200], right=sum(good), all=len(good))
        return Wrong(self.credit(data, probes, good), f"{text} {self.explain(data, probes[i], say)}", f"({call})")

    @staticmethod
    def matches(expected: object, result: Any) -> bool:
        return isinstance(result, dict) and "error" not in result and result.get("value") == expected

    def credit(self, data: Data, probes: list[Any], good: list[bool]) -> float:
        """A function that returns the same for all inputs earns nothing."""
        wanted = [self.expected(data, p) for p in probes]
        shares = [sum(g for g, w in zip(good, wanted, strict=True) if w == v) / wanted.count(v)
                  for v in (True, False) if v in wanted]
        return max(0.0, sum(shares) - 1) if len(shares) == 2 else sum(good) / len(good)


ACCEPTS = """\
def accepts(arrows, start, end, tower):
    tokens = {start}
    for cone in tower:
        tokens = {a.split(">")[1] for a in arrows if a[0] == cone and a[1:].split(">")[0] in tokens}
    return end in tokens
"""


class WriteAccepts(FunctionQuestion):
    """Write the function that decides whether a tower wins."""

    id, unit = "write_accepts", 1
    same = True

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        return {"difficulty": difficulty, "length": difficulty + 2}

    def probes(self, data: Data, secret_seed: int) -> list[object]:
        rng = random.Random(secret_seed)
        out: list[object] = []
        while len(out) < 24:
            sketch = Sketch.random(rng, data["difficulty"] - 1, 4 + 2 * data["difficulty"])
            fa = sketch.fa()
            wins = fa.words(data["length"])
            tower = random_word(rng, data["length"])
            if wins and len(out) % 2:
                tower = rng.choice(wins)
            if fa.shortest() is not None:
                out.append([arrow_texts(fa.edges, fa.states), fa.start, sketch.board.end, tower])
        return out

    def expected(self, data: Data, probe: list[Any]) -> bool:
        return self.fa(probe).accepts(probe[3])

    @staticmethod
    def fa(probe: list[Any]) -> FA:
        edges = frozenset((e[1:].split(">")[0], e[0], e.split(">")[1]) for e in probe[0])
        states = sorted({q for p, _, t in edges for q in (p, t)} | {probe[1], probe[2]})
        return FA.make(tuple(states), probe[1], frozenset({probe[2]}), edges)

    def explain(self, data: Data, probe: list[Any], say: Say) -> str:
        return say("reason.word", word=word_text(probe[3]), why=why_word(self.fa(probe), probe[3], say))

    def source(self, data: Data) -> str:
        return ACCEPTS

    def measure(self, data: Data) -> float:
        return float(data["length"])


EVALUATE = """\
from finity_edu.rules.position import Position
from finity_edu.analysis.completion import to_win

def evaluate(text, seat):
    position = Position.parse(text)
    mine, yours = (len(plan) if (plan := to_win(position, s)) else 20 for s in (seat, 3 - seat))
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

    id, unit = "evaluation_function", 5
    same = True
    BOARD = "A:0,0 B:0,1 C:1,0 D*:2,0"

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        word = random_word(rng, 4)
        return {"stations": self.BOARD, "word": word, "games": 200, "percent": 35 + 5 * difficulty}

    def start(self, data: Data) -> Position:
        """The start of every game."""
        return Position.start(word=data["word"], board=Board.parse(data["stations"], starts=("A", "B")))

    def values(self, data: Data, say: Say) -> Mapping[str, object]:
        return {**data, "position": str(self.start(data))}

    def interview(self, data: Data, secret_seed: int,
                  call: Callable[[list[object]], list[object]]) -> dict[str, object]:
        """Play all games at the same time, so that the function can be asked for many positions at once."""
        from finity_edu.players.opponents import Greedy

        matches = [_Match(self.start(data), 1 + i % 2, secret_seed * 1000 + i, [])
                   for i in range(data["games"])]
        known: dict[tuple[str, int], float] = {}
        useless: dict[str, str] = {}
        while running := [m for m in matches if m.running]:
            for match in running:
                if match.position.to_move != match.seat:
                    match.play(Greedy().choose(match.position, seed=match.seed + len(match.moves)))
            self._advance([m for m in running if m.running and m.position.to_move == m.seat], call, known, useless)
        games = [";".join(m.moves) for m in matches]
        return {"seed": secret_seed, "results": [*games, *([useless] if useless else [])]}

    @staticmethod
    def _advance(matches: list[_Match], call: Callable[[list[object]], list[object]],
                 known: dict[tuple[str, int], float], useless: dict[str, str]) -> None:
        """One move of the function's side in every game: a win if there is one, else the best value.

        The first value that is no number goes to `useless`, with the call that it came from.
        """
        asked: dict[tuple[str, int], None] = {}
        options: list[list[tuple[str, str]]] = []
        for match in matches:
            after = [(str(m), match.position.play(m)) for m in match.position.legal_moves()]
            wins = [m for m, p in after if p.result is not None and match.seat in p.result.winners]
            open_ = [(m, str(p)) for m, p in after if p.result is None]
            options.append([(wins[0], "")] if wins else open_ or [(after[0][0], "")])
            asked.update({(t, match.seat): None for _, t in options[-1] if t and (t, match.seat) not in known})
        inputs: list[object] = [[text, seat] for text, seat in asked]
        results = [r for i in range(0, len(inputs), CALLS) for r in call(inputs[i : i + CALLS])]
        for key, result in zip(asked, results, strict=True):
            got = result if isinstance(result, dict) else {}
            try:
                known[key] = float(got["value"] if not isinstance(got["value"], str) else "?")
            except (KeyError, ValueError, TypeError, OverflowError):
                known[key] = float("-inf")
                if not useless:
                    useless |= {"call": f"{key[0]!r}, {key[1]}", "got": str(got.get("error", repr(got.get("value"))))}
        for match, moves in zip(matches, options, strict=True):
            match.play(max(moves, key=lambda m: known.get((m[1], match.seat), 0.0))[0])

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
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
        text = say("v.evaluation.share", got=int(100 * share), want=data["percent"], game=lost or "–")
        if useless:
            text += " " + say("v.evaluation.useless", call=useless["call"], got=useless["got"][:300])
        return Wrong(min(0.9, max(0.0, (share - 0.2) / (data["percent"] / 100 - 0.2))), text, lost)

    def source(self, data: Data) -> str:
        return EVALUATE

    def measure(self, data: Data) -> float:
        return float(data["percent"])


for _kind in (WriteAccepts, EvaluationFunction):
    register(_kind())
