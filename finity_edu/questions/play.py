"""Unit 7: playing Finity, positions as edits of automata."""

import random
from dataclasses import replace
from typing import Any, ClassVar

from coursekit.judging.credit import set_credit
from coursekit.questions.assessing import misconception, right, run_text
from coursekit.questions.base import Data, Form, Judged, Mistakes, Say, Values, Wrong
from coursekit.questions.sampling import random_word, search
from finity_edu.analysis.completion import to_win
from finity_edu.automata.views import ring_automaton
from finity_edu.draw import draw_board
from finity_edu.questions.boards import (
    BoardQuestion,
    automaton_on,
    edges_of,
    legal_text,
    neighbours,
    pieces_text,
    position,
    rings_of,
)
from finity_edu.questions.laying import meanings
from finity_edu.questions.rings import cost_text, token_lines
from finity_edu.questions.sketches import BOX, Sketch
from finity_edu.rules.pieces import Ring
from finity_edu.rules.position import Position


def random_position(
    rng: random.Random, shape: int, arrows: int, rings: float
) -> Position:
    """A position of two players with arrows, reachable rings of both, and a random word."""
    sketch = Sketch.random(rng, shape, arrows, seats=2)
    length = 8 if sketch.board.is_standard else shape + 2
    word = random_word(rng, length, "bw")
    sketch = replace(sketch, word=word)
    pieces: list[Ring] = []
    for seat in (1, 2):
        for _ in range(2):  # a ring may make further stations reachable
            pos = replace(sketch, rings=tuple(pieces)).position()
            for s in sorted(
                pos.reachable(seat) - {sketch.board.end, pos.layout.posts[seat - 1]}
            ):
                taken = {r.size for r in pieces if r.station == s}
                size = rng.choice("sml")
                if size not in taken and rng.random() < rings:
                    pieces.append(Ring(seat, s, size))  # type: ignore[arg-type]
    return replace(sketch, rings=tuple(pieces)).position()


class PositionQuestion(BoardQuestion):
    """A question about a position in which player 1 is to move."""

    rings = True
    legal_kinds: ClassVar[tuple[str, ...]]
    """The kinds of moves whose rules are told."""

    def picture(self, data: Data, say: Say) -> Any:
        return draw_board(position(data["board"]), lang=say.lang)

    def values(self, data: Data, say: Say) -> Values:
        return {
            "board": pieces_text(data["board"], say),
            "legal": legal_text(self.legal_kinds, say),
            "tower": position(data["board"]).word,
        }

    def form(self, data: Data) -> Form:
        return {"moves": "finity", "board": data["board"]}

    def legal(
        self, data: Data, texts: list[str]
    ) -> tuple[list[list[str]], list[tuple[int, str, object]]]:
        """What each legal text can mean here; number, text and reason of the others."""
        pos = position(data["board"])
        read = [(n, text, *meanings(pos, text)) for n, text in enumerate(texts, 1)]
        return [fine for *_, fine, _ in read if fine], [
            (n, text, why) for n, text, fine, why in read if not fine
        ]


class WinningMove(PositionQuestion):
    id, unit, kind = "winning_move", 7, "list of moves"
    legal_kinds = ("lay", "ring", "turn")

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        most, by_ring = (8, 6, 4, 3, 2)[difficulty - 1], rng.random() < 0.1

        def make() -> Data | None:
            """A position in which a plan has been carried out up to its last move."""
            pos = random_position(rng, min(3, difficulty), 4 + 3 * difficulty, 0.8)
            plan = to_win(pos, 1)
            if pos.result is not None or plan is None:
                return None
            if not plan.moves or str(plan.moves[-1]).startswith("+o") != by_ring:
                return None
            for move in plan.moves[:-1]:
                pos = replace(pos, turn=1, ban=None)
                if pos.why_illegal(move) is not None:
                    return None
                pos = pos.play(move)
            return {"board": str(replace(pos, turn=1, ban=None, clock=0))}

        def good(data: Data) -> bool:
            if position(data["board"]).result is not None:
                return False
            moves = self.winning(data)
            return (
                1 <= len(moves) <= (6 if by_ring else most)
                and any(m.startswith("+o") for m in moves) == by_ring
            )

        return search(make, good)

    def full_form(self, data: Data) -> Form:
        """In the example an arrow that lies there already, which completes no path."""
        lies = str(position(data["board"]).layout.arrows[0]).split(".")[0]
        return {**super().full_form(data), "example": f'["+{lies}"]'}

    def winning(self, data: Data) -> list[str]:
        """All moves after which player 1 has won."""
        pos = position(data["board"])
        out = []
        for move in pos.legal_moves():
            result = pos.play(move).result
            if result is not None and result.winners == frozenset({1}):
                out.append(str(move))
        return out

    def key(self, data: Data) -> list[str]:
        return self.winning(data)[:1]

    def assess(self, data: Data, answer: list[str], say: Say) -> Judged:
        pos = position(data["board"])
        moves, illegal = self.legal(data, answer)
        if illegal:
            n, move, reason = illegal[0]
            return Wrong(
                0.0, say("v.plan.illegal", n=n, move=move, reason=reason), move
            )
        if len(moves) != 1:
            return Wrong(0.0, say("v.winning.one", n=len(moves)))
        move = moves[0][0]  # in which slot an arrow lies does not matter
        after = pos.play(move)
        if after.result is not None and after.result.winners == frozenset({1}):
            return right(say)
        if after.result is not None and 2 in after.result.winners:
            return Wrong(
                0.0,
                say(
                    "v.winning.other", path=run_text(after.full_path(2) or (), pos.word)
                ),
                move,
            )
        if after.result is not None:
            return Wrong(
                0.0, say("v.winning.draw", move=move, result=after.result), move
            )
        reached = [s for s in pos.board.names if s in after.reachable(1)]
        return Wrong(
            0.0, say("v.winning.no", move=move, reached=", ".join(reached)), move
        )

    def work(self, data: Data, say: Say) -> list[str]:
        """A path that costs what is there, but for one piece."""
        pos, key = position(data["board"]), self.key(data)[0]
        path = pos.play(key).full_path(1) or ()
        piece, cost = key[1:].split(".")[0], cost_text(path)
        if key.startswith("+o"):
            reason = say("work.missing_ring", station=piece[1:], cost=cost)
        else:
            reason = say("work.missing_arrow", arrow=piece, cost=cost)
        return [
            say("work.path_needs", n=len(pos.word) - 1),
            f"- {run_text(path, pos.word)}",
            "",
            reason,
            f"- {key}",
        ]

    def beginning(self, data: Data, say: Say) -> str:
        """Not the path: the rest would follow from it."""
        return self.work(data, say)[0]


class OrphaningMoves(PositionQuestion):
    """All moves that orphan a ring of the opponent."""

    id, unit, kind = "orphaning_moves", 7, "list of moves"
    legal_kinds = ("turn", "remove")

    def draw(self, rng: random.Random, difficulty: int) -> Data:
        most = 1 + 2 * difficulty

        def make() -> Data:
            return {
                "board": str(
                    random_position(
                        rng, (1, 2, 3, 3, BOX)[difficulty - 1], 4 + 3 * difficulty, 0.6
                    )
                )
            }

        def good(data: Data) -> bool:
            pos = position(data["board"])
            return pos.result is None and 1 <= len(self.key(data)) <= most

        return search(make, good)

    def full_form(self, data: Data) -> Form:
        """With an example on this board."""
        p, q, r = neighbours(position(data["board"]))
        return {**super().full_form(data), "example": f'["-b{q}>{r}", "~w{r}>{p}", …]'}

    def key(self, data: Data) -> list[str]:
        pos = position(data["board"])
        return [str(m) for m in pos.legal_moves() if pos.orphans_of(m).get(2)]

    def wrong(self, data: Data) -> Mistakes:
        pos = position(data["board"])
        yield (
            "own_rings",
            [str(m) for m in pos.legal_moves() if pos.orphans_of(m).get(1)],
        )

    def assess(self, data: Data, answer: list[str], say: Say) -> Judged:
        pos = position(data["board"])
        moves, illegal = self.legal(data, answer)
        got, wanted = {m for fine in moves for m in fine}, set(self.key(data))
        order = list(map(str, pos.legal_moves()))
        extra = len(got - wanted) + len(illegal)
        credit = set_credit(
            len(wanted), len(order) - len(wanted), len(wanted - got), extra
        )
        if illegal:
            n, move, reason = illegal[0]
            return Wrong(
                credit, say("v.plan.illegal", n=n, move=move, reason=reason), move
            )
        if got == wanted:
            return right(say)
        move = min(got ^ wanted, key=order.index)
        lost = pos.orphans_of(move).get(2, 0)
        text = (
            say("v.orphaning.does", move=move, n=lost)
            if move in wanted
            else say("v.orphaning.not", move=move)
        )
        return Wrong(
            credit,
            text,
            move,
            misconception=misconception(self, data, sorted(got, key=order.index)),
        )

    def unreached(self, data: Data, move: str) -> list[str]:
        """The stations whose rings player 2 would not reach any more if an arrow were removed or turned."""
        pos, rings = position(data["board"]), rings_of(data["board"], 2)
        colour, ends = move[1], move[2:].split(".")[0]
        tail, head = ends.split(">")
        edges = edges_of(pos) - {(tail, colour, head)}
        if move.startswith("~") and head != pos.board.end:
            edges |= {(head, colour, tail)}
        fa = automaton_on(pos.board, str(pos.layout.posts[1]), edges)
        sets = ring_automaton(fa, rings).active(pos.word)
        reached = {state.station for states in sets for state in states}
        return [s for s in rings if s not in reached]

    def work(self, data: Data, say: Say) -> list[str]:
        """Where the tokens of player 2 come, and each move that would end that somewhere, legal or not."""
        pos, rows = position(data["board"]), []
        for move in (f"{sign}{a}" for sign in "~-" for a in pos.layout.arrows):
            stations, why = self.unreached(data, move), pos.why_illegal(move)
            if stations and why is None:
                told = say("work.orphans", move=move, stations=", ".join(stations))
                rows.append(f"- {told}")
            elif stations and move.startswith("-"):
                # The rules would say it to player 1.
                station = move.split(".")[0].split(">")[1]
                told = say("work.other_highest", move=move, station=station)
                rows.append(f"- {told}")
            elif stations:
                told = say("work.would_orphan", move=move, reason=why)
                rows.append(f"- {told}")
        last = say("work.none_else_orphans")
        return [*token_lines(data["board"], pos.word, say, 2), "", *rows, "", last]

    def measure(self, data: Data) -> float:
        return len(position(data["board"]).layout.arrows)
