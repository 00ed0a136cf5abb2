"""Questions whose answer is a board: lay arrows (and rings) so that certain towers win.

A skin without boards asks for an automaton instead.
"""

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from automatakit.automaton.states import Edge, State
from automatakit.automaton.value import Automaton
from automatakit.languages.compare import equivalent, missing
from automatakit.languages.elimination import to_regex
from automatakit.languages.runs import first_run
from automatakit.languages.words import words_of_length
from automatakit.steps.base import Steps
from boardkit.foreign_json import Json
from coursekit.answers.arrows import arrow
from coursekit.judging.credit import nearness
from coursekit.judging.edits import board_edits
from coursekit.questions.assessing import (
    assess_language,
    right,
    run_text,
    sets_text,
    word_text,
)
from coursekit.questions.automata import AutomatonQuestion
from coursekit.questions.base import Data, Form, Judged, Right, Say, Values, Wrong
from coursekit.questions.expressions import AutomatonOfRegex, numbered
from coursekit.questions.lengths import ForWord, ForWords, OfOneLength
from coursekit.questions.sampling import random_word, search
from coursekit.questions.skins import Skin, Space, told_in
from coursekit.questions.solved import first_sets, tree
from finity_edu.analysis.completion import to_win
from finity_edu.questions.boards import (
    BoardQuestion,
    legal_text,
    neighbours,
    pieces_text,
    position,
    rings_of,
)
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
from finity_edu.questions.rings import cost_text, with_spent
from finity_edu.questions.sketches import BOX, Sketch, fitted, possible_arrows
from finity_edu.questions.towers import tower_bits, words_of_bits
from finity_edu.rules.pieces import SIZES


class OnBoard(AutomatonQuestion):
    """What is asked where there are boards: one is laid on which certain towers win."""

    kind = "board"

    def laid(self, data: Data) -> list[str]:
        """Pieces that make a right board; none if none were found."""
        raise NotImplementedError

    def values(self, data: Data, say: Say) -> Values:
        """The stations that are neighbours are told as well."""
        return {**super().values(data, say), "board": pieces_text(data["board"], say)}

    def form(self, data: Data) -> Form:
        return {"stations": position(data["board"]).board.names, "board": data["board"]}

    def full_form(self, data: Data) -> Form:
        """With stations for an example on this board."""
        near = neighbours(position(data["board"]))
        return {**super().full_form(data), "neighbours": near}

    def solvable(self, data: Data) -> bool:
        return self.laid(data) != []

    def key(self, data: Data) -> list[str]:
        return self.laid(data)

    def told(self, data: Data) -> list[str]:
        """Words over which runs are shown."""
        return []

    def ends_with(self, data: Data, key: list[str]) -> list[str]:
        """The pieces in the order in which the runs that are shown first need them; what they do not need is last."""
        arrows = [
            f"{symbol}{tail}>{head}"
            for word, path in self.runs(data)
            for tail, symbol, head in zip(path, word, path[1:], strict=False)
        ]
        place = {arrow: n for n, arrow in enumerate(dict.fromkeys(arrows))}
        return sorted(key, key=lambda piece: place.get(piece[:-2], len(place)))

    def pieces(self, data: Data, say: Say) -> list[str]:
        """The pieces, a line for each."""
        ordered = self.ends_with(data, self.laid(data))
        return [say("work.pieces", pieces=piece) for piece in ordered]

    def beginning(self, data: Data, say: Say) -> str:
        """No more than half of the pieces."""
        pieces = self.pieces(data, say)
        return "\n".join(pieces[: len(pieces) // 2])

    def work(self, data: Data, say: Say) -> list[str]:
        runs = [f"- {word}: {run_text(path, word)}" for word, path in self.runs(data)]
        return [*self.pieces(data, say), *([""] if runs else []), *runs]

    def automaton(self, data: Data) -> Automaton:
        """That of the board that is laid."""
        return built(position(data["board"]), edges_laid(self.laid(data)))

    def runs(self, data: Data) -> list[tuple[str, Sequence[State]]]:
        """A run over each of the words that are told, on the board that is laid."""
        fa = self.automaton(data)
        return [(word, first_run(fa, word) or ()) for word in self.told(data)]


def edges_laid(pieces: Sequence[str]) -> frozenset[Edge]:
    """The arrows among pieces."""
    arrows = (arrow(piece) for piece in pieces)
    return frozenset(one.edge for one in arrows if one is not None)


class LaidOrDrawn(AutomatonQuestion):
    """Lay a board; a skin that has no boards asks for an automaton.

    The answers differ so much that there is a question for either, without an id; this one asks the one that fits.
    """

    kind = "board"
    on_board: ClassVar[OnBoard]
    elsewhere: ClassVar[AutomatonQuestion]

    def asked_by(self, skin: Skin) -> AutomatonQuestion:
        """The question that a skin asks."""
        return self.on_board if skin.id == "board" else self.elsewhere

    def asked(self, data: Data) -> AutomatonQuestion:
        """The question that was asked."""
        return self.asked_by(told_in(data))

    def kind_of(self, data: Data) -> str:
        return self.asked(data).kind

    def task(self, space: Space, difficulty: int) -> Data:
        return self.asked_by(space.skin).task(space, difficulty)

    def solvable(self, data: Data) -> bool:
        return self.asked(data).solvable(data)

    def values(self, data: Data, say: Say) -> Values:
        return self.asked(data).values(data, say)

    def form(self, data: Data) -> Form:
        return self.asked(data).form(data)

    def full_form(self, data: Data) -> Form:
        return self.asked(data).full_form(data)

    def key(self, data: Data) -> object:
        return self.asked(data).key(data)

    def target(self, data: Data) -> Automaton:
        return self.asked(data).target(data)

    def ends_with(self, data: Data, key: Json) -> Json:
        return self.asked(data).ends_with(data, key)

    def beginning(self, data: Data, say: Say) -> str:
        return self.asked(data).beginning(data, say)

    def work(self, data: Data, say: Say) -> list[str]:
        return self.asked(data).work(data, say)

    def measure(self, data: Data) -> float:
        return self.asked(data).measure(data)

    def assess(self, data: Data, answer: Json, say: Say) -> Judged:
        return self.asked(data).assess(data, answer, say)

    def steps(self, data: Data, witness: str | None) -> Steps[object] | None:
        return self.asked(data).steps(data, witness)


class TowersOnBoard(OnBoard):
    """Lay arrows so that of all towers of height ``data["height"]`` exactly ``data["towers"]`` win.

    If ``data["rings"]`` is true, rings count as in the game and must be laid as well.
    """

    words: ClassVar[OfOneLength]
    """The same question about any automaton: it says which words are wrong, and what that costs."""

    def values(self, data: Data, say: Say) -> Values:
        rings = say("question.laid.rings") if data.get("rings") else ""
        towers = self.words.values(data, say)["towers"]
        return {**super().values(data, say), "towers": towers, "rings": rings}

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

    def assess(self, data: Data, answer: list[str], say: Say) -> Judged:
        edges, rings, problem, unfit = fitting(data, answer, say)
        got = words_of_bits(self.bits(data, edges, rings), data["height"])

        def near() -> float:
            return self.misplaced(data, edges, rings, unfit)

        credit = self.words.credit(data, got, near) if answer else 0.0
        if problem:
            return Wrong(credit, problem)
        if got == set(data["towers"]):
            return right(say)
        pos = position(data["board"])
        plain = built(pos, edges)
        counted = with_spent(plain, rings) if data.get("rings") else plain
        judged = self.words.astray(data, got, counted, say, credit)
        word, text = str(judged.witness), judged.message
        if word not in got and plain.accepts(word):
            run = run_text(first_run(plain, word) or (), word)
            text += " " + say("v.built.rings", run=run)
        picture = laid_picture(pos, edges, rings, word, say)
        return replace(judged, message=text, picture=picture)

    def misplaced(
        self, data: Data, edges: frozenset[Edge], rings: Mapping[str, int], unfit: int
    ) -> float:
        """What the pieces that lie wrong leave."""
        board, goal = position(data["board"]).board, self.goal(data)
        given: set[Edge] = set(edges)
        possible = possible_arrows(board)
        blind = len(self.words.solved(data).edges)
        if data.get("rings"):
            # A ring is a piece like an arrow, where slips are counted: its size tells rings on a station apart.
            for station, number in rings.items():
                given.update((station, "o", size) for size in SIZES[:number])
            for station in board.names:
                if station != board.end:
                    possible += [(station, "o", size) for size in SIZES]
            blind = len(self.key(data))

        def fits(pieces: frozenset[Edge]) -> bool:
            arrows = frozenset(piece for piece in pieces if piece[1] != "o")
            counts = Counter(station for station, symbol, _ in pieces if symbol == "o")
            return self.bits(data, arrows, counts) == goal

        slips = board_edits(given, possible, fits)
        return 0.0 if slips is None else nearness(slips + unfit, blind)


class TowerOnBoard(TowersOnBoard):
    """A single tower, which a way that visits no station twice can spell."""

    words = ForWord()

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
        """Such a way spells the tower, and nothing else of its height."""
        pos, tower = position(data["board"]), data["towers"][0]
        way = self.way(data)
        arrows = fitted(pos.board, zip(way, tower, way[1:], strict=False))
        rings = [f"o{s}.s" for s in way[1:-1]] if data["rings"] else []
        return sorted([*map(str, arrows), *rings])

    def ends_with(self, data: Data, key: list[str]) -> list[str]:
        """The pieces in the order of the way: before an arrow the ring for its departure."""
        place = {station: n for n, station in enumerate(self.way(data))}

        def when(piece: str) -> tuple[int, bool]:
            ring = piece.startswith("o")
            station = piece[1:].split("." if ring else ">")[0]
            return place[station], not ring

        return sorted(key, key=when)

    def work(self, data: Data, say: Say) -> list[str]:
        lines = super().work(data, say)
        if not data["rings"]:
            return lines
        way = self.way(data)
        told = say("work.ring_each", post=way[0], stations=", ".join(way[1:-1]))
        return [*lines, "", told]

    def way(self, data: Data) -> list[str]:
        """The stations of the way."""
        pos, tower = position(data["board"]), data["towers"][0]
        return simple_ways(pos.board, str(pos.layout.posts[0]), len(tower))[0]


class BoardForTower(LaidOrDrawn):
    id, unit = "board_for_tower", 1
    on_board, elsewhere = TowerOnBoard(), TowerOnBoard.words


class SomeTowersOnBoard(TowersOnBoard):
    """Some towers of one height, for which a board exists."""

    words = ForWords()

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
        return sorted(map(str, arrows or ()))

    def told(self, data: Data) -> list[str]:
        return list(data["towers"])

    def work(self, data: Data, say: Say) -> list[str]:
        """After the pieces and runs the lower parts of these towers, and that no other wins."""
        lines = tree(self.automaton(data), data["towers"])
        return [*super().work(data, say), "", say("work.only_these"), *lines]


class BoardForWords(LaidOrDrawn):
    id, unit = "board_for_words", 1
    bands: ClassVar = {"board": ((12, 16), (24, 33), (33, 46), (44, 64), (54, 80))}
    small: ClassVar = {"textbook": range(1, 5)}
    on_board, elsewhere = SomeTowersOnBoard(), SomeTowersOnBoard.words


class AutomatonWithoutEpsilon(AutomatonOfRegex):
    """The automaton of an expression; ε, which no board has, is not allowed."""

    demands = ("no_epsilon",)


class AutomatonOfBoard(AutomatonWithoutEpsilon):
    """The same, of the expression that stands beside a board."""

    def asked(self, data: Data) -> str:
        return str(data["regex"])


class RegexOnBoard(OnBoard):
    """Lay arrows so that the towers of an expression win, of any height."""

    expressed = AutomatonOfBoard()

    def target(self, data: Data) -> Automaton:
        return self.expressed.target(data)

    def measure(self, data: Data) -> float:
        return self.expressed.measure(data)

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

    def laid(self, data: Data) -> list[str]:
        pos, target = position(data["board"]), self.target(data)
        arrows = lay(
            pos,
            lambda edges: missing(target, built(pos, edges)),
            lambda edges: missing(built(pos, edges), target) is None,
        )
        pieces = sorted(map(str, arrows or ()))
        for piece in tuple(pieces):
            fewer = [one for one in pieces if one != piece]
            if missing(target, built(pos, edges_laid(fewer))) is None:
                pieces = fewer
        return pieces

    def told(self, data: Data) -> list[str]:
        """For each arrow a shortest word that no run spells without it."""
        pos, target = position(data["board"]), self.target(data)
        edges = edges_laid(self.laid(data))
        lost = {missing(target, built(pos, edges - {edge})) or "" for edge in edges}
        return sorted(lost, key=lambda word: (len(word), word))

    def work(self, data: Data, say: Say) -> list[str]:
        """After the pieces and runs the pairs of sets, which show that nothing else is accepted."""
        fa, target = self.automaton(data), self.target(data)
        marked = numbered(data["regex"], "".join(fa.alphabet))
        symbols = re.findall(r"\w[₀-₉]+", marked)
        names = dict(zip(target.states, ("–", *symbols), strict=True))
        (end,) = fa.accepting
        return [
            *super().work(data, say),
            "",
            say("work.numbered", numbered=marked),
            "",
            say("work.read_pairs", end=end),
            *first_sets((target.renamed(names.get), fa), None),
        ]

    def assess(self, data: Data, answer: list[str], say: Say) -> Judged:
        edges, _, problem, unfit = fitting(data, answer, say)
        pos, target = position(data["board"]), self.target(data)

        def fits(arrows: frozenset[Edge]) -> bool:
            return equivalent(target, built(pos, arrows))

        def near() -> float:
            slips = board_edits(edges, possible_arrows(pos.board), fits)
            if slips is None:
                return 0.0
            return nearness(slips + unfit, len(self.key(data)))

        judged = assess_language(self.expressed, data, built(pos, edges), say, near)
        if problem:
            credit = near() if isinstance(judged, Right) else judged.credit
            return Wrong(credit, problem)
        if isinstance(judged, Right) or judged.witness is None:
            return judged
        word = judged.witness.replace("ε", "")
        return replace(judged, picture=laid_picture(pos, edges, {}, word, say))


class BoardForRegex(LaidOrDrawn):
    id, unit, demands = "board_for_regex", 3, AutomatonWithoutEpsilon.demands
    bands: ClassVar = {"board": ((4, 5), (4, 6), (5, 7), (5, 7), (6, 8))}
    on_board, elsewhere = RegexOnBoard(), AutomatonWithoutEpsilon()


class MovesToWin(BoardQuestion):
    """Fewest moves of one player (arrows and rings) that complete a path for the tower."""

    id, unit, kind, rings = "moves_to_win", 1, "list of moves", True

    def values(self, data: Data, say: Say) -> Values:
        legal = legal_text(("lay", "ring"), say)
        board = pieces_text(data["board"], say)
        return {**data, "board": board, "legal": legal}

    def form(self, data: Data) -> Form:
        return {"moves": "finity", "board": data["board"], "series": True}

    def full_form(self, data: Data) -> Form:
        """With an example on this board."""
        _, q, r = neighbours(position(data["board"]))
        return {**super().full_form(data), "example": f'["+b{q}>{r}", "+o{r}", …]'}

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
            """What every path lacks is all that the cheapest one lacks."""
            fa, tower = sketch.fa(), sketch.word
            rings, last, stuck = self.lacking(fa, len(sketch.rings), tower)
            arrows = last + bool(stuck)
            if rings + arrows != cost or arrows < difficulty // 2:
                return False
            plan = to_win(sketch.position(), 1)
            return plan is not None and len(plan) == cost and bool(plan.arrows)

        return {"board": (sketch := search(make, good)).written(), "tower": sketch.word}

    @staticmethod
    def lacking(fa: Automaton, rings: int, tower: str) -> tuple[int, bool, str]:
        """What every path lacks: rings; the last arrow; the part of the tower after which no token is left, or ""."""
        (end,) = fa.accepting
        ends = {symbol for _, symbol, head in fa.edges if head == end}
        sets = fa.active(tower[:-1])
        stuck = next((tower[:i] for i, states in enumerate(sets) if not states), "")
        return max(0, len(tower) - 1 - rings), tower[-1] not in ends, stuck

    def key(self, data: Data) -> list[str]:
        plan = to_win(position(data["board"]), 1)
        return list(map(str, plan.moves)) if plan else []

    def assess(self, data: Data, answer: list[str], say: Say) -> Judged:
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
        """What the cheapest path costs, and which of that is missing."""
        plan = to_win(position(data["board"]), 1)
        assert plan is not None
        tower = data["tower"]
        lacks = Counter(move.station for move in plan.rings)
        counted = say(
            "work.plan_counted",
            cost=cost_text(plan.path),
            rings=", ".join(f"{s} {n}" for s, n in lacks.items()) or "–",
            arrows=", ".join(str(move.arrow).split(".")[0] for move in plan.arrows),
            n=len(plan),
        )
        return [
            say("work.departures", n=len(tower) - 1),
            f"- {run_text(plan.path, tower)}",
            "",
            counted,
            *(f"- {m}" for m in plan.moves),
            "",
            *self.least(data, say),
            say("work.plan_least", n=len(plan)),
        ]

    def least(self, data: Data, say: Say) -> list[str]:
        """Why every path lacks so much."""
        fa, tower, lines = self.fa(data), data["tower"], list[str]()
        there, (end,) = sum(rings_of(data["board"]).values()), fa.accepting
        rings, last, stuck = self.lacking(fa, there, tower)
        if rings:
            needed = len(tower) - 1
            lines.append(say("work.least_rings", n=needed, there=there, missing=rings))
        if last:
            lines.append(say("work.least_last", symbol=tower[-1], end=end))
        if stuck:
            sets = sets_text(fa, stuck)
            lines.append(say("work.least_stuck", word=stuck, sets=sets, end=end))
        apart = [say("work.moves_differ", end=end)] if len(lines) > 1 else []
        return [say("work.least"), *(f"- {line}" for line in lines), "", *apart]

    def beginning(self, data: Data, say: Say) -> str:
        """Not the path: the rest would follow from it."""
        return self.work(data, say)[0]

    def show(self, data: Data, witness: str, say: Say) -> None:
        return None
