"""Questions whose answer is a board: lay arrows (and rings) so that certain towers win.

A skin without boards asks for an automaton instead.
"""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from automatakit.automaton.states import Edge
from automatakit.languages.compare import equivalent, missing
from automatakit.languages.elimination import to_regex
from automatakit.languages.runs import first_run
from automatakit.languages.words import words_of_length
from coursekit.judging.credit import nearness
from coursekit.judging.edits import board_edits
from coursekit.questions.assessing import assess_language, right, run_text, word_text
from coursekit.questions.base import Data, Judged, Right, Say, Wrong
from coursekit.questions.expressions import Expressed
from coursekit.questions.lengths import ForWord, ForWords, OfOneLength
from coursekit.questions.sampling import random_word, search
from coursekit.questions.skins import Space, told_in
from coursekit.questions.structure import BuildAutomaton
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


class Laid(BoardQuestion):
    """A board is laid; a skin that has no boards asks for an automaton, as the other bases of the type say."""

    kind = "board"

    def kind_of(self, data: Data) -> str:
        return "board" if told_in(data).id == "board" else "automaton"

    def laid(self, data: Data) -> list[str]:
        """Pieces that make a right board; none if none were found."""
        raise NotImplementedError

    def task(self, space: Space, difficulty: int) -> Data:
        return (
            self.draw(space.rng, difficulty)
            if space.skin.id == "board"
            else super().task(space, difficulty)
        )

    def form(self, data: Data) -> Mapping[str, object]:
        if "board" not in data:
            return super().form(data)
        return {"stations": position(data["board"]).board.names, "board": data["board"]}

    def solvable(self, data: Data) -> bool:
        return "board" not in data or self.laid(data) != []

    def key(self, data: Data) -> Any:
        return self.laid(data) if "board" in data else super().key(data)

    def work(self, data: Data, say: Say) -> list[str]:
        if "board" not in data:
            return super().work(data, say)
        return [say("work.pieces", pieces=piece) for piece in self.laid(data)]


class Construction(Laid, OfOneLength):
    """Lay arrows so that of all towers of height ``data["height"]`` exactly ``data["towers"]`` win.

    If ``data["rings"]`` is true, rings count as in the game and must be laid as well.
    """

    def bits(self, data: Data, edges: frozenset[Edge], rings: Mapping[str, int]) -> int:
        pos = position(data["board"])
        return tower_bits(
            edges,
            str(pos.layout.posts[0]),
            pos.board.end,
            data["height"],
            dict(rings) if data.get("rings") else None,
        )

    def goal(self, data: Data) -> int:
        """The towers that should win, as a bit set."""
        return sum(
            1 << int(w.translate(str.maketrans("bw", "01")), 2) for w in data["towers"]
        )

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
        if "board" not in data:
            return super().assess(data, answer, say)
        edges, rings, problem, unfit = fitting(data, answer, say)
        got = words_of_bits(self.bits(data, edges, rings), data["height"])
        credit = (
            self.credit(data, got, lambda: self.misplaced(data, edges, rings, unfit))
            if answer
            else 0.0
        )
        if problem:
            return Wrong(credit, problem)
        if got == set(data["towers"]):
            return right(say)
        pos = position(data["board"])
        plain = built(pos, edges)
        judged = self.astray(
            data,
            got,
            ring_automaton(plain, rings) if data.get("rings") else plain,
            say,
            credit,
        )
        word, text = str(judged.witness), judged.message
        if word not in got and plain.accepts(word):
            text += " " + say(
                "v.built.rings", run=run_text(first_run(plain, word) or (), word)
            )
        return replace(
            judged, message=text, picture=laid_picture(pos, edges, rings, word, say)
        )

    def misplaced(
        self, data: Data, edges: frozenset[Edge], rings: Mapping[str, int], unfit: int
    ) -> float:
        """What the pieces that lie wrong leave."""
        pos, goal = position(data["board"]), self.goal(data)
        sizes = (
            {(s, "o", z) for s, n in rings.items() for z in SIZES[:n]}
            if data.get("rings")
            else set()
        )
        possible = possible_arrows(pos.board)
        if data.get("rings"):
            possible += [
                (s, "o", z)
                for s in pos.board.names
                if s != pos.board.end
                for z in SIZES
            ]

        def fits(pieces: frozenset[Edge]) -> bool:
            counts = Counter(s for s, a, _ in pieces if a == "o")
            return (
                self.bits(data, frozenset(e for e in pieces if e[1] != "o"), counts)
                == goal
            )

        slips = board_edits(edges | sizes, possible, fits)
        blind = len(self.key(data) if data.get("rings") else self.solved(data).edges)
        return 0.0 if slips is None else nearness(slips + unfit, blind)


class BoardForTower(Construction, ForWord):
    id, unit = "board_for_tower", 1
    small: ClassVar = {"textbook": range(1, 6)}  # the question is a single word

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        length = (3, 4, 5, 6, 8)[difficulty - 1]
        board, post = rng.choice(with_way(min(BOX, difficulty), length))
        tower = random_word(rng, length, "bw")
        return {
            "board": empty_board(board, post),
            "height": length,
            "towers": [tower],
            "rings": difficulty >= 4,
        }

    def laid(self, data: Data) -> list[str]:
        """A way that visits no station twice spells the tower, and nothing else of its height."""
        pos, tower = position(data["board"]), data["towers"][0]
        way = simple_ways(pos.board, str(pos.layout.posts[0]), len(tower))[0]
        arrows = fitted(pos.board, zip(way, tower, way[1:], strict=False))
        rings = [f"o{s}.s" for s in way[1:-1]] if data["rings"] else []
        return sorted([*map(str, arrows), *rings])


class BoardForWords(Construction, ForWords):
    """Some towers of one height, for which a board exists."""

    id, unit = "board_for_words", 1
    small: ClassVar = {"textbook": range(1, 5)}

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        height, shape = difficulty + 1, min(BOX, difficulty)
        number = rng.choice(((1, 2), (2, 3), (3,), (3,), (4,))[difficulty - 1])

        def make() -> Data:
            sketch = Sketch.random(
                rng,
                shape,
                4 + 3 * difficulty,
                place=rng.choice(with_way(shape, height)),
            )
            return {
                "board": empty_board(sketch.board, str(sketch.posts[0])),
                "height": height,
                "towers": words_of_length(sketch.fa(), height),
            }

        return search(
            make, lambda data: len(data["towers"]) == number and self.laid(data) != []
        )

    def laid(self, data: Data) -> list[str]:
        pos, goal = position(data["board"]), self.goal(data)

        def missing(edges: frozenset[Edge]) -> str | None:
            left = words_of_bits(goal & ~self.bits(data, edges, {}), data["height"])
            return min(left) if left else None

        arrows = lay(pos, missing, lambda edges: not self.bits(data, edges, {}) & ~goal)
        return sorted(str(b) for b in arrows or ())


class BoardForRegex(Laid, Expressed, BuildAutomaton):
    id, unit = "board_for_regex", 3
    demands = ("no_epsilon",)

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        longest = (8, 12, 16, 22, 30)[difficulty - 1]

        def make() -> Data:
            sketch = Sketch.random(rng, min(2, difficulty - 1) + 1, 4 + difficulty)
            return {
                "board": empty_board(sketch.board, str(sketch.posts[0])),
                "regex": to_regex(sketch.fa()),
            }

        return search(
            make,
            lambda data: (
                longest // 2 < len(data["regex"]) <= longest and self.laid(data) != []
            ),
        )

    def asked(self, data: Data) -> str:
        return str(data["regex" if "board" in data else "expression"])

    def laid(self, data: Data) -> list[str]:
        pos, target = position(data["board"]), self.target(data)
        arrows = lay(
            pos,
            lambda edges: missing(target, built(pos, edges)),
            lambda edges: missing(built(pos, edges), target) is None,
        )
        return sorted(str(b) for b in arrows or ())

    def assess(self, data: Data, answer: Any, say: Say) -> Judged:
        if "board" not in data:
            return super().assess(data, answer, say)
        edges, _, problem, unfit = fitting(data, answer, say)
        pos, target = position(data["board"]), self.target(data)

        def near() -> float:
            slips = board_edits(
                edges,
                possible_arrows(pos.board),
                lambda laid: equivalent(target, built(pos, laid)),
            )
            return (
                0.0 if slips is None else nearness(slips + unfit, len(self.key(data)))
            )

        judged = assess_language(self, data, built(pos, edges), say, near)
        if problem:
            return Wrong(
                near() if isinstance(judged, Right) else judged.credit, problem
            )
        if isinstance(judged, Right) or judged.witness is None:
            return judged
        word = judged.witness.replace("ε", "")
        return replace(judged, picture=laid_picture(pos, edges, {}, word, say))


class MovesToWin(BoardQuestion):
    """Fewest moves of one player (arrows and rings) that complete a path for the tower."""

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
                fine, _ = (
                    meanings(pos.with_turn(1), text)
                    if text.startswith("+")
                    else ((), None)
                )
                pos = pos.with_turn(1).play(fine[0]) if fine else pos
        path = pos.full_path(1)
        left = to_win(pos.with_turn(1), 1) if path is None else ()
        missing = need if left is None else len(left)
        credit = nearness(max(missing, len(answer) + missing - need), need)
        if illegal is not None:
            n, move, reason = illegal
            return Wrong(
                credit, say("v.plan.illegal", n=n, move=move, reason=reason), move
            )
        if other is not None:
            return Wrong(credit, say("v.plan.only", move=other), other)
        if path is None:
            word, reached = data["tower"], pos.reachable(1)
            text = say(
                "v.plan.no_path",
                tower=word,
                reached=", ".join(s for s in pos.board.names if s in reached),
            )
            return Wrong(credit, text, word_text(word))
        if len(answer) > need:
            return Wrong(credit, say("v.plan.fewer", n=len(answer)), " ".join(answer))
        return right(say)

    def work(self, data: Data, say: Say) -> list[str]:
        plan = to_win(position(data["board"]), 1)
        assert plan is not None
        return [
            f"- {run_text(plan.path, data['tower'])}",
            *(f"- {m}" for m in plan.moves),
        ]

    def show(self, data: Data, witness: str, say: Say) -> None:
        return None
