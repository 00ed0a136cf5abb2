"""Questions whose answer is a board: lay arrows (and rings) so that certain towers win."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from automatakit.automaton.states import Edge
from automatakit.automaton.value import Automaton
from automatakit.languages.compare import equivalent, missing
from automatakit.languages.elimination import to_regex
from automatakit.languages.runs import first_run
from automatakit.languages.words import words_of_length
from coursekit.judging.credit import nearness, set_credit
from coursekit.judging.edits import board_edits
from coursekit.judging.misconceptions import variants
from coursekit.questions.base import Data, Judged, Right, Say, Wrong
from coursekit.questions.judging import assess_language, right, run_text, why_word, word_text
from coursekit.questions.sampling import of_length, random_word, search
from finity_edu.analysis.completion import to_win
from finity_edu.automata.views import ring_automaton
from finity_edu.questions.boards import BoardQuestion, position
from finity_edu.questions.laying import (
    built,
    empty_board,
    fitting,
    laid_picture,
    lay,
    meanings,
    played,
    simple_ways,
    with_way,
)
from finity_edu.questions.sketches import BOX, Sketch, fitted, possible_arrows
from finity_edu.questions.towers import tower_bits, words_of_bits
from finity_edu.rules.pieces import SIZES


class Construction(BoardQuestion):
    """Lay arrows so that of all towers of height ``data["height"]`` exactly ``data["towers"]`` win.

    If ``data["rings"]`` is true, rings count as in the game and must be laid as well.
    """

    kind = "board"

    def form(self, data: Data) -> Mapping[str, object]:
        return {"stations": position(data["board"]).board.names, "board": data["board"]}

    def solvable(self, data: Data) -> bool:
        return self.solve(data) != []

    def key(self, data: Data) -> list[str]:
        return self.solve(data)

    def solve(self, data: Data) -> list[str]:
        """A right answer, found from the public data."""
        raise NotImplementedError

    def bits(self, data: Data, edges: frozenset[Edge], rings: Mapping[str, int]) -> int:
        pos = position(data["board"])
        return tower_bits(edges, str(pos.layout.posts[0]), pos.board.end, data["height"],
                          dict(rings) if data.get("rings") else None)

    def goal(self, data: Data) -> int:
        """The towers that should win, as a bit set."""
        return sum(1 << int(w.translate(str.maketrans("bw", "01")), 2) for w in data["towers"])

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
        edges, rings, problem, unfit = fitting(data, answer, say)
        height, towers = data["height"], set(data["towers"])
        got = words_of_bits(self.bits(data, edges, rings), height)
        credit = self.credit(data, edges, rings, got, unfit) if answer else 0.0
        if problem:
            return Wrong(credit, problem)
        if got == towers:
            return right(say)
        word = min(got ^ towers, key=lambda w: (w in got, w))
        pos = position(data["board"])
        plain = built(pos, edges)
        fa = ring_automaton(plain, rings) if data.get("rings") else plain
        why = say("v.built.extra" if word in got else "v.built.missing", word=word) + " " + why_word(fa, word, say)
        if word not in got and plain.accepts(word):
            why += " " + say("v.built.rings", run=run_text(first_run(plain, word) or (), word))
        found = None
        for id, other in (("reversal", {w[::-1] for w in towers}), ("complement", {*of_length(height, "bw")} - towers),
                          ("colours_exchanged", {w.translate(str.maketrans("bw", "wb")) for w in towers})):
            found = found or (id if got == other else None)
        picture = laid_picture(pos, edges, rings, word, say)
        return Wrong(credit, why, word, picture, found)

    def credit(self, data: Data, edges: frozenset[Edge], rings: Mapping[str, int], got: set[str], unfit: int) -> float:
        """The towers as a set, or the pieces that lie wrong; nothing if every tower wins, or the others do."""
        pos, towers, universe = position(data["board"]), set(data["towers"]), 2 ** data["height"]
        if len(got) == universe or (len(got ^ towers) == universe and got):
            return 0.0
        goal = self.goal(data)
        sizes = {(s, "o", z) for s, n in rings.items() for z in SIZES[:n]} if data.get("rings") else set()
        possible = possible_arrows(pos.board)
        if data.get("rings"):
            possible += [(s, "o", z) for s in pos.board.names if s != pos.board.end for z in SIZES]

        def fits(pieces: frozenset[Edge]) -> bool:
            counts: dict[str, int] = {}
            for s, a, _ in pieces:
                if a == "o":
                    counts[s] = counts.get(s, 0) + 1
            return self.bits(data, frozenset(e for e in pieces if e[1] != "o"), counts) == goal

        slips = board_edits(edges | sizes, possible, fits)
        near = 0.0 if slips is None else nearness(slips + unfit, len(self.key(data)))
        return max(near, set_credit(len(towers), universe - len(towers), len(towers - got), len(got - towers)))

    def values(self, data: Data, say: Say) -> Mapping[str, object]:
        return {**super().values(data, say), "towers": " ".join(data["towers"])}

    def work(self, data: Data, say: Say) -> list[str]:
        return [say("work.pieces", pieces=piece) for piece in self.key(data)]


class BoardForTower(Construction):
    id, unit = "board_for_tower", 1

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        length = (3, 4, 5, 6, 8)[difficulty - 1]
        board, post = rng.choice(with_way(min(BOX, difficulty), length))
        tower = random_word(rng, length, "bw")
        return {"board": empty_board(board, post), "height": length, "towers": [tower], "rings": difficulty >= 4}

    def solve(self, data: Data) -> list[str]:
        """A way that visits no station twice spells the tower, and nothing else of its height."""
        pos, tower = position(data["board"]), data["towers"][0]
        way = simple_ways(pos.board, str(pos.layout.posts[0]), len(tower))[0]
        arrows = fitted(pos.board, zip(way, tower, way[1:], strict=False))
        rings = [f"o{s}.s" for s in way[1:-1]] if data["rings"] else []
        return sorted([*map(str, arrows), *rings])


class BoardForWords(Construction):
    """Some towers of one height, for which a board exists."""

    id, unit = "board_for_words", 1

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        height, shape = difficulty + 1, min(BOX, difficulty)
        number = rng.choice(((1, 2), (2, 3), (3,), (3,), (4,))[difficulty - 1])

        def make() -> Data:
            sketch = Sketch.random(rng, shape, 4 + 3 * difficulty, place=rng.choice(with_way(shape, height)))
            return {"board": empty_board(sketch.board, str(sketch.posts[0])), "height": height,
                    "towers": words_of_length(sketch.fa(), height)}

        return search(make, lambda data: len(data["towers"]) == number and self.solve(data) != [])

    def solve(self, data: Data) -> list[str]:
        pos, goal = position(data["board"]), self.goal(data)

        def missing(edges: frozenset[Edge]) -> str | None:
            left = words_of_bits(goal & ~self.bits(data, edges, {}), data["height"])
            return min(left) if left else None

        arrows = lay(pos, missing, lambda edges: not self.bits(data, edges, {}) & ~goal)
        return sorted(str(b) for b in arrows or ())


class BoardForRegex(BoardQuestion):
    id, unit, kind = "board_for_regex", 3, "board"

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        longest = (8, 12, 16, 22, 30)[difficulty - 1]

        def make() -> Data:
            sketch = Sketch.random(rng, min(2, difficulty - 1) + 1, 4 + difficulty)
            return {"board": empty_board(sketch.board, str(sketch.posts[0])), "regex": to_regex(sketch.fa())}

        def good(data: Data) -> bool:
            return longest // 2 < len(data["regex"]) <= longest and self.key(data) != []

        return search(make, good)

    def solvable(self, data: Data) -> bool:
        return self.key(data) != []

    def form(self, data: Data) -> Mapping[str, object]:
        return {"stations": position(data["board"]).board.names, "board": data["board"]}

    def key(self, data: Data) -> list[str]:
        pos, target = position(data["board"]), self.target(data)
        arrows = lay(pos, lambda edges: missing(target, built(pos, edges)),
                      lambda edges: missing(built(pos, edges), target) is None)
        return sorted(str(b) for b in arrows or ())

    def target(self, data: Data) -> Automaton:
        return Automaton.of(data["regex"], symbols="bw")

    def misread(self, data: Data) -> Iterator[tuple[str, Automaton]]:
        return variants(self.target(data), shown=False)

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
        edges, _, problem, unfit = fitting(data, answer, say)
        pos, target = position(data["board"]), self.target(data)

        def near() -> float:
            slips = board_edits(edges, possible_arrows(pos.board), lambda laid: equivalent(target, built(pos, laid)))
            return 0.0 if slips is None else nearness(slips + unfit, len(self.key(data)))

        judged = assess_language(self, data, built(pos, edges), say, near)
        if problem:
            return Wrong(near() if isinstance(judged, Right) else judged.credit, problem)
        if isinstance(judged, Right) or judged.witness is None:
            return judged
        word = judged.witness.replace("ε", "")
        return replace(judged, picture=laid_picture(pos, edges, {}, word, say))

    def work(self, data: Data, say: Say) -> list[str]:
        return [say("work.pieces", pieces=piece) for piece in self.key(data)]


class MovesToWin(BoardQuestion):
    """Fewest own moves (arrows and rings) that complete a path for the tower."""

    id, unit, kind, rings = "moves_to_win", 1, "list of moves", True
    example = '["+bA>B.m", "+oB.s"]'

    def form(self, data: Data) -> Mapping[str, object]:
        return {"moves": "finity", "board": data["board"], "series": True}

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        length = (3, 4, 5, 6, 8)[difficulty - 1]
        cost = (1, 2, 3, 4, 5)[difficulty - 1]

        def make() -> Sketch:
            sketch = Sketch.random(rng, difficulty - 1, 4 + 2 * difficulty)
            tower = random_word(rng, length, "bw")
            stations = [s for s in sketch.board.names if s != sketch.board.end]
            rings = {s: rng.choice((0, 1, 1, 2)) for s in stations}
            return replace(sketch.with_rings(rings), word=tower).swept()

        def good(sketch: Sketch) -> bool:
            plan = to_win(sketch.position(), 1)
            return plan is not None and len(plan) == cost and bool(plan.arrows)

        return {"board": (sketch := search(make, good)).written(), "tower": sketch.word}

    def key(self, data: Data) -> list[str]:
        plan = to_win(position(data["board"]), 1)
        return [str(m) for m in plan.moves] if plan else []

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
        start = position(data["board"])
        need = len(self.key(data))
        pos, illegal = played(start, answer[: 3 * need])  # so many are too many anyway
        other = next((move for move in answer if not move.startswith("+")), None)
        if illegal is not None or other is not None:  # what the others do without it
            pos = start
            for text in answer[: 3 * need]:
                fine, _ = meanings(pos.with_turn(1), text) if text.startswith("+") else ((), None)
                pos = pos.with_turn(1).play(fine[0]) if fine else pos
        path = pos.full_path(1)
        left = to_win(pos.with_turn(1), 1) if path is None else ()
        missing = need if left is None else len(left)
        credit = nearness(max(missing, len(answer) + missing - need), need)
        if illegal is not None:
            n, move, reason = illegal
            return Wrong(credit, say("v.plan.illegal", n=n, move=move, reason=reason), move)
        if other is not None:
            return Wrong(credit, say("v.plan.only", move=other), other)
        if path is None:
            word, reached = data["tower"], pos.reachable(1)
            text = say("v.plan.no_path", tower=word, reached=", ".join(s for s in pos.board.names if s in reached))
            return Wrong(credit, text, word_text(word))
        if len(answer) > need:
            return Wrong(credit, say("v.plan.fewer", n=len(answer)), " ".join(answer))
        return right(say)

    def work(self, data: Data, say: Say) -> list[str]:
        plan = to_win(position(data["board"]), 1)
        assert plan is not None
        return [f"- {run_text(plan.path, data['tower'])}", *(f"- {m}" for m in plan.moves)]

    def show(self, data: Data, witness: str, say: Say) -> None:
        return None
