"""What a strong player would do here, and why: moves with scores, the expected answers, and sentences.

A sentence states a fact about the move that is computed on its own (it completes, it orphans k rings, it blocks …),
not the search's bookkeeping.
"""

import re
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import inf
from threading import local
from typing import Unpack

from boardkit.choosing import finish
from boardkit.messages import Catalogue, Message
from finity_edu.players.kernel import Kernel
from finity_edu.players.thinking import Limits, Scored, Thought, thinking
from finity_edu.rules.errors import CATALOGUE, message
from finity_edu.rules.pieces import Move, PlaceArrow, seat_letter
from finity_edu.rules.position import Position

WIDTH = 8
SOON = 3
"""A plan of so few moves is called a threat."""
ALIKE = 3
"""So many moves are valued exactly for each one that is shown, since an arrow may lie in up to three lanes."""
_why = Catalogue("finity_edu", "players.why").message
UNIMPRESSIVE = {
    f"players.why.{id}"
    for id in ("quiet", "gives_up", "own_end", "detour", "helps", "allows", "hopeless")
}
"""Where nothing else is to be said about a move, the plan behind it is named."""


def moves_to_complete(position: Position, seat: int) -> int | None:
    """How many own moves with arrows and rings a seat needs at most for a full path, by the compiled engine's planning.

    Arrows are laid or turned and rings are placed; the post stays where it is (to move it may be quicker), and nothing
    is removed.  0 if there is a full path, None if no such plan is found.

    Examples
    --------
    >>> moves_to_complete(Position.start(word="bbwwbwbw"), 1)
    13
    """
    planned = _kernel(position).plan(seat, WIDTH)
    return None if planned is None else planned[0]


class _Space(local):
    """The kernel of a thread: starting one anew would take longer than a plan."""

    kernel: Kernel | None = None


_SPACE = _Space()


def _kernel(position: Position) -> Kernel:
    if _SPACE.kernel is None:
        _SPACE.kernel = Kernel(position)
        return _SPACE.kernel
    return _SPACE.kernel.load(position)


def plan(position: Position, seat: int) -> frozenset[tuple[str, str, str]]:
    """Colour, tail and head of the arrows on the way that `moves_to_complete` counts; empty if there is none.

    Examples
    --------
    >>> p = Position.parse("bga/abcd bbw c; posts c@A; rings B:c.. C:...; bridges bA>B.m bB>C.m wC>D.m")
    >>> sorted(plan(p, 1))
    [('b', 'A', 'B'), ('b', 'B', 'C'), ('w', 'C', 'D')]
    """
    planned = _kernel(position).plan(seat, WIDTH)
    if planned is None:
        return frozenset()
    stations = planned[1]
    return frozenset(zip(position.word, stations, stations[1:], strict=False))


def winning_move(position: Position, seat: int | None = None) -> Move | None:
    """A move with which a seat wins at once if it is to move now (by default the side to move); None without one.

    Examples
    --------
    >>> p = Position.parse("bga/abcd bbw c; posts c@A; rings B:c.. C:...; bridges bA>B.m bB>C.m wC>D.m")
    >>> print(winning_move(p))
    +oC.s
    """
    return _kernel(position).winning_move(position.turn if seat is None else seat)


@dataclass(frozen=True)
class Suggestion:
    """A move, its score, what is expected to follow, and why.

    Attributes
    ----------
    move : Move
    score : float
        For the side to move, in units of about one move (+1: one move ahead).
    line : tuple of Move
        The principal line, beginning with the move.
    outcome : Message
        The score in words.
    reasons : tuple of Message
        Facts that speak for the move.
    """

    move: Move
    score: float
    line: tuple[Move, ...]
    outcome: Message
    reasons: tuple[Message, ...]

    @property
    def why(self) -> str:
        """The reasons as one sentence, in the language of the moment."""
        return sentence(self.reasons)

    def __str__(self) -> str:
        return f"{self.outcome}  {' '.join(map(str, self.line))}\n    {self.why}"

    def to_dict(self) -> dict[str, object]:
        """Texts and numbers only."""
        return {
            "move": str(self.move),
            "score": self.score,
            "outcome": str(self.outcome),
            "line": list(map(str, self.line)),
            "why": self.why,
        }


@dataclass(frozen=True)
class Advice:
    """The best moves of a position; printable, and as data for widgets and programs."""

    thought: Thought
    suggestions: tuple[Suggestion, ...]

    def __str__(self) -> str:
        head = CATALOGUE.text(
            "players.advice.head",
            seat=seat_letter(self.thought.position.turn),
            depth=self.thought.depth,
            nodes=self.thought.nodes,
        )
        return "\n".join(
            [head, *(f"{n}. {one}" for n, one in enumerate(self.suggestions, start=1))]
        )

    def to_dict(self) -> dict[str, object]:
        """Texts and numbers only."""
        return {
            "position": str(self.thought.position),
            "depth": self.thought.depth,
            "nodes": self.thought.nodes,
            "moves": [one.to_dict() for one in self.suggestions],
        }


def advise(
    position: Position,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    count: int = 3,
    seed: int = 0,
) -> Advice:
    """The best moves, and why.

    Parameters
    ----------
    position : Position
        Not over.
    seconds, nodes : number, optional
        Limits, as for `thinking.think`.
    count : int
        How many moves are wanted.
    seed : int
        Decides between equals.

    Examples
    --------
    >>> p = Position.parse("bga/abcd bbw c; posts c@A; rings B:c.. C:...; bridges bA>B.m bB>C.m wC>D.m")
    >>> print(advise(p, nodes=500, count=1))  # doctest: +ELLIPSIS
    The best moves for c (1 move ahead, ... positions):
    1. wins in 1  +oC...
        Completes the path A–B–C–D.
    """
    return finish(
        advising(position, seconds=seconds, nodes=nodes, count=count, seed=seed)
    )


def advising(
    position: Position, *, count: int = 3, **limits: Unpack[Limits]
) -> Generator[None, None, Advice]:
    """The same in pieces (see `thinking.thinking`)."""
    thought = yield from thinking(position, lines=ALIKE * count, **limits)
    best = _unlike(thought.scored, count)
    return Advice(thought, tuple(_suggestion(thought, scored) for scored in best))


def _unlike(scored: Iterable[Scored], count: int) -> list[Scored]:
    """The first moves, each of another sort: the same arrow in another lane or a ring of another size is no news."""
    sorts: dict[str, Scored] = {}
    for one in scored:
        sorts.setdefault(re.sub(r"\.\w", "", str(one.move)), one)
        if len(sorts) == count:
            break
    return list(sorts.values())


def _suggestion(thought: Thought, scored: Scored) -> Suggestion:
    score = round(scored.value / 100, 2)
    if scored.wins_in is None:
        outcome = message("players.outcome.score", score=score)
    elif scored.value > 0:
        outcome = message("players.outcome.win", moves=(scored.wins_in + 1) // 2)
    else:
        outcome = message("players.outcome.loss", moves=scored.wins_in // 2)
    why = reasons(thought.position, scored.move)
    players = thought.position.players
    if len(scored.line) > players and {reason.id for reason in why} <= UNIMPRESSIVE:
        why = (*why, _why("follows", move=scored.line[players]))
    return Suggestion(scored.move, score, scored.line, outcome, why)


def sentence(messages: Iterable[Message | str]) -> str:
    """Reasons as one sentence, in the language of the moment."""
    text = "; ".join(map(str, messages))
    return text[:1].upper() + text[1:] + "."


def reasons(position: Position, move: Move) -> tuple[Message, ...]:
    """What a legal move achieves, the weightiest first; at least one message.

    Examples
    --------
    >>> p = Position.parse("bga/abcd bbw c; posts c@A; rings B:c.. C:...; bridges bA>B.m bB>C.m wC>D.m")
    >>> [str(reason) for reason in reasons(p, p.resolve("+oC.s"))]
    ['completes the path A–B–C–D']
    """
    after = position.play(move)
    seat = position.turn
    if after.result is not None:
        return (_ending(after, seat),)
    before, now = _ways(position), _ways(after)
    found = [
        *_safety(position, after, seat),
        *_own_way(after, seat, before[seat], now[seat]),
        *_orphans(position, move),
        *_other_ways(position, before, now),
        *_protection(position, after, seat),
        *_redundancy(position, after, move),
        *_reach(position, after, seat),
        *_drawbacks(position, move, before, now),
    ]
    return tuple(found) or (_why("quiet"),)


def _ending(after: Position, seat: int) -> Message:
    assert after.result is not None
    if after.result.winners == {seat}:
        return _why("completes", path="–".join(after.full_path(seat) or ()))
    return _why("ends", result=str(after.result))


def _safety(position: Position, after: Position, seat: int) -> Iterator[Message]:
    """Whether others could win at once before the move, and still can after it."""
    for other in _others(position, seat):
        threat, left = winning_move(position, other), winning_move(after, other)
        if left is not None:
            yield _why(
                "hopeless" if threat is not None else "allows",
                seat=seat_letter(other),
                move=left,
            )
        elif threat is not None:
            yield _why("blocks", seat=seat_letter(other), move=threat)


def _orphans(position: Position, move: Move) -> Iterator[Message]:
    for seat, number in sorted(position.orphans_of(move).items()):
        if seat != position.turn:
            yield _why("orphans", number=number, seat=seat_letter(seat))


def _ways(position: Position) -> dict[int, float]:
    """For each seat what `moves_to_complete` counts; infinity without a plan."""
    ways = {}
    for seat in range(1, position.players + 1):
        moves = moves_to_complete(position, seat)
        ways[seat] = inf if moves is None else moves
    return ways


def _own_way(
    after: Position, seat: int, before: float, now: float
) -> Iterator[Message]:
    threat = winning_move(after, seat)
    if threat is not None:
        yield _why("threatens", move=threat)
    elif now < before == inf:
        yield _why("opens", moves=now)
    elif now < before:
        if 2 <= now <= SOON:
            yield _why("threatens_in", moves=now)
        else:
            yield _why("approaches", moves=now, before=before)


def _other_ways(
    position: Position, before: Mapping[int, float], now: Mapping[int, float]
) -> Iterator[Message]:
    for other in _others(position, position.turn):
        if before[other] < now[other] == inf:
            yield _why("closes", seat=seat_letter(other))
        elif before[other] < now[other]:
            yield _why(
                "delays",
                seat=seat_letter(other),
                before=before[other],
                after=now[other],
            )


def _protection(position: Position, after: Position, seat: int) -> Iterator[Message]:
    """Whether the others can orphan fewer rings with one move than before, though none was given up."""
    if _rings(after, seat) < _rings(position, seat):
        return
    before, now = most_orphans(position, seat), most_orphans(after, seat)
    if now < before:
        yield _why("protects", before=before, after=now)


def _rings(position: Position, seat: int) -> int:
    return sum(ring.seat == seat for ring in position.layout.rings)


def most_orphans(position: Position, seat: int) -> int:
    """How many rings of a seat another one could orphan at most if it were to move now.

    Examples
    --------
    >>> p = Position.parse("bga/2 bbwwbwbw c; posts c@N y@S; rings NE:c.c; bridges bN>NE.m")
    >>> most_orphans(p, 1)
    2
    """
    return max(
        _kernel(position.with_turn(other)).most_orphans(seat)
        for other in _others(position, seat)
    )


def _others(position: Position, seat: int) -> list[int]:
    return [other for other in range(1, position.players + 1) if other != seat]


def _redundancy(position: Position, after: Position, move: Move) -> Iterator[Message]:
    """A twin of an arrow the other way round keeps both from being turned; told where the own plan uses one of them."""
    if not isinstance(move, PlaceArrow):
        return
    new, used = move.arrow, plan(after, position.turn)
    for lying in position.layout.arrows:
        if (lying.colour, lying.tail, lying.head) == (new.colour, new.head, new.tail):
            for arrow in (lying, new):
                if (arrow.colour, arrow.tail, arrow.head) in used:
                    yield _why("secures", arrow=arrow)
                    return


def _reach(position: Position, after: Position, seat: int) -> Iterator[Message]:
    new = after.reachable(seat) - position.reachable(seat)
    if new:
        yield _why(
            "reaches",
            stations=", ".join(name for name in position.board.names if name in new),
        )


def _drawbacks(
    position: Position,
    move: Move,
    before: Mapping[int, float],
    now: Mapping[int, float],
) -> Iterator[Message]:
    seat = position.turn
    given_up = position.orphans_of(move).get(seat, 0)
    if given_up:
        yield _why("gives_up", number=given_up)
    if before[seat] < now[seat]:
        if now[seat] == inf:
            yield _why("own_end")
        else:
            yield _why("detour", before=before[seat], after=now[seat])
    for other in _others(position, seat):
        if now[other] < before[other] < inf:
            yield _why(
                "helps", seat=seat_letter(other), before=before[other], after=now[other]
            )
