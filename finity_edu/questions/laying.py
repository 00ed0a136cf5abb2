"""Boards as answers: what is laid, whether it fits, and how a board for a language is found."""

import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any, cast

from automatakit.automaton.states import Edge
from automatakit.automaton.value import Automaton
from automatakit.languages.runs import first_run
from boardkit.svg import Picture
from coursekit.answers.arrows import arrow
from coursekit.questions.base import Data, Say
from finity_edu.draw import draw_board
from finity_edu.questions.boards import automaton_on, edges_of, position, rings_in
from finity_edu.questions.sketches import Sketch, fitted, places
from finity_edu.rules.board import Board
from finity_edu.rules.errors import FinityError
from finity_edu.rules.layout import Layout
from finity_edu.rules.pieces import SIZES, Arrow, Colour, Lane, Ring
from finity_edu.rules.position import Position
from finity_edu.rules.ruleset import load_rules


class Unfit(Exception):
    """An answer that cannot lie on the board, with the text that says why."""


def laid(
    data: Data, answer: str | list[str], say: Say
) -> tuple[frozenset[Edge], dict[str, int]]:
    """The arrows and the player's rings of an answer, if they fit on the board that was given.

    An arrow that leaves the tower takes its place on the board, as in the game, and no path uses it.
    """
    given = position(data["board"])
    if isinstance(answer, str):
        pos = Position.parse(answer)
        if pos.board != given.board or pos.layout.posts[0] != given.layout.posts[0]:
            raise Unfit(say("v.laid.board"))
        return edges_of(pos), rings_in(pos)
    lanes, rings = pieces(given.board, answer, say)
    if slotted(given.board, lanes) is None:
        arrow_text = crowded(given.board, lanes)
        if arrow_text:
            raise Unfit(say("v.laid.slot", arrow=arrow_text))
    return frozenset(e for e in lanes if e[0] != given.board.end), rings


def pieces(
    board: Board, answer: list[str], say: Say
) -> tuple[dict[Edge, str], dict[str, int]]:
    """The arrows of an answer, with the slots that they say, and its rings; each of them has a place on the board."""
    rings = dict[str, int]()
    possible = {
        (p, a, q) for p in board.names for q in board.neighbours[p] for a in "bw"
    }
    lanes: dict[Edge, str] = {}
    for text in answer:
        one = arrow(text)
        if one is None:
            station = text[1:].split(".")[0]
            rings[station] = rings.get(station, 0) + 1
            if rings[station] > len(SIZES) or station == board.end:
                raise Unfit(say("v.laid.ring", ring=text))
            continue
        if one.edge not in possible:
            raise Unfit(say("v.laid.arrow", arrow=text))
        if one.lane and lanes.get(one.edge, "") not in ("", one.lane):
            raise Unfit(say("v.laid.slot", arrow=text))  # the same arrow in two slots
        lanes[one.edge] = one.lane or lanes.get(one.edge, "")
    return lanes, rings


def crowded(board: Board, lanes: Mapping[Edge, str]) -> str:
    """The first arrow for which the earlier ones leave no slot; arrows that say theirs come last.

    Empty if all fit in this order: a search that gave up proves nothing.
    """
    fitting: dict[Edge, str] = {}
    for edge, lane in sorted(lanes.items(), key=lambda item: not item[1]):
        fitting[edge] = lane
        if slotted(board, fitting) is None:
            p, a, q = edge
            return f"{a}{p}>{q}" + (f".{lane}" if lane else "")
    return ""


def slotted(
    board: Board, lanes: Mapping[Edge, str], tries: int = 5_000
) -> list[Arrow] | None:
    """Free slots for arrows, some of which say theirs (``l``, ``m`` or ``r``, else ``""``); None if there are none.

    The arrow with the fewest slots left comes first; the middle slot blocks no corner and is tried first.
    """
    mates, code = board.corner_mates, board.arrow_code
    wide: dict[Edge, list[tuple[int, Arrow]]] = {}
    for edge, lane in lanes.items():
        p, a, q = edge
        pieces = [
            Arrow(cast(Colour, a), p, q, cast(Lane, one)) for one in lane or "mlr"
        ]
        wide[edge] = [(code[piece][0], piece) for piece in pieces]
    left = [tries]

    def extend(options: dict[Edge, list[tuple[int, Arrow]]]) -> list[Arrow] | None:
        left[0] -= 1
        if not options:
            return []
        edge = min(options, key=lambda e: len(options[e]))
        for slot, piece in options[edge] if left[0] > 0 else ():
            gone = {slot, *mates[slot]}
            rest = extend(
                {
                    e: [o for o in many if o[0] not in gone]
                    for e, many in options.items()
                    if e != edge
                }
            )
            if rest is not None:
                return [piece, *rest]
        return None

    return extend(wide)


def meanings(pos: Position, text: str) -> tuple[list[str], object]:
    """The legal moves that a text can mean whose slot or size may be left out; and why there is none."""
    one, reason = arrow(text), None
    if one is not None and not one.lane:
        texts = [f"{text}.{lane}" for lane in "mlr"]
    else:
        texts = (
            [f"{text}.{size}" for size in SIZES]
            if text.startswith("+o") and "." not in text
            else [text]
        )
    found = []
    for full in texts:
        try:
            move = pos.resolve(full)
            why: object = pos.why_illegal(move)
        except FinityError as error:
            why = error
        if why is None:
            found.append(str(move))
        reason = reason or why
    return found, reason


def played(
    pos: Position, moves: Sequence[str], tries: int = 300
) -> tuple[Position, tuple[int, str, object] | None]:
    """Play moves of player 1 one after the other, choosing the slots and sizes that they leave open.

    Returns
    -------
    tuple
        The position at the end, and the first move that is illegal however one chooses: number, text, reason.
    """
    # Tries: how often something else than the first is chosen
    left, furthest = (
        [tries],
        (0, "", None),
    )

    def extend(pos: Position, i: int) -> Position | None:
        nonlocal furthest
        if i == len(moves):
            return pos
        pos = pos.with_turn(1)
        fine, reason = meanings(pos, moves[i])
        if not fine and i + 1 > furthest[0]:
            furthest = (i + 1, moves[i], reason)  # type: ignore[assignment]
        for n, move in enumerate(fine):
            left[0] -= n > 0
            end = extend(pos.play(move), i + 1) if n == 0 or left[0] > 0 else None
            if end is not None:
                return end
        return None

    end = extend(pos, 0)
    return (pos, furthest) if end is None else (end, None)


def fitting(
    data: Data, answer: str | list[str], say: Say
) -> tuple[frozenset[Edge], dict[str, int], str, int]:
    """What of an answer fits on the board: arrows, rings; what is wrong with the rest, and its number of pieces."""
    try:
        return *laid(data, answer, say), "", 0
    except Unfit as problem:
        kept: list[str] = []
        board = position(data["board"]).board
        for piece in answer if isinstance(answer, list) else ():
            with suppress(Unfit):
                lanes, _ = pieces(board, [*kept, piece], say)
                if slotted(board, lanes) is not None:
                    kept.append(piece)
        return *laid(data, kept, say), str(problem), len(answer) - len(kept)


def empty_board(board: Any, post: str) -> str:
    """The text of a board with nothing but the post of player 1."""
    posts = board.starts if board.is_standard else (post,)
    return str(
        Position(load_rules("bga"), "bbwwbwbw", 1, Layout.of(board, posts), ply=2)
    )


def built(pos: Position, edges: frozenset[Edge]) -> Automaton:
    """The station automaton of player 1 with other arrows."""
    return automaton_on(pos.board, str(pos.layout.posts[0]), edges)


@cache
def simple_ways(board: Board, post: str, length: int) -> list[list[str]]:
    """Ways of a length from the post to the end that visit no station twice, in the order of the stations."""
    found: list[list[str]] = []

    def extend(way: list[str]) -> None:
        if len(way) == length + 1:
            if way[-1] == board.end:
                found.append(way)
            return
        for q in board.neighbours[way[-1]]:
            if q not in way and (q != board.end or len(way) == length):
                extend([*way, q])

    extend([post])
    return found


@cache
def with_way(shape: int, length: int) -> list[tuple[Board, str]]:
    """Boards of a shape and posts from which a way of that length leads to the tower."""
    return [
        (board, post)
        for board, post in places(shape)
        if simple_ways(board, post, length)
    ]


def planted(
    rng: random.Random, shape: int, word: str, arrows: int, seats: int = 1
) -> Sketch:
    """A way without a detour that spells a word for player 1, and other arrows around it."""
    place = rng.choice(with_way(shape, len(word)))
    way = rng.choice(simple_ways(*place, len(word)))
    steps = [*zip(way, word, way[1:], strict=False)]
    return Sketch.random(rng, shape, arrows, seats, place, steps)


def laid_picture(
    pos: Position, edges: frozenset[Edge], rings: Mapping[str, int], word: str, say: Say
) -> Picture:
    """The student's board with an accepting run of a word, or with the last tokens that were still alive."""
    placed = [Ring(1, s, size) for s, n in rings.items() for size in SIZES[:n]]
    arrows = slotted(pos.board, dict.fromkeys(sorted(edges), "")) or fitted(
        pos.board, sorted(edges)
    )
    layout = Layout.of(pos.board, pos.layout.posts, placed, arrows)
    run = first_run(built(pos, edges), word)
    alive = [s for s in built(pos, edges).active(word) if s]
    read = len(word) if run else max(0, len(alive) - 1)
    return draw_board(
        replace(pos, word=word, layout=layout),
        path=run,
        active=() if run else alive[-1],
        word_read=read,
        lang=say.lang,
    )


def lay(
    pos: Position,
    missing: Callable[[frozenset[Edge]], str | None],
    inside: Callable[[frozenset[Edge]], bool],
    tries: int = 3000,
) -> list[Arrow] | None:
    """Lay arrows until no word is missing, never accepting a wrong one; None if the tries do not suffice.

    Parameters
    ----------
    pos : Position
        The empty board with the post.
    missing : callable
        Returns a word that should be accepted and is not yet, or None.
    inside : callable
        Whether nothing wrong is accepted (more arrows accept more words, so a bad branch can be cut at once).
    tries : int
        Sets of arrows to look at.
    """
    left = [tries]

    def extend(edges: tuple[Edge, ...]) -> tuple[Edge, ...] | None:
        word = missing(frozenset(edges))
        if word is None:
            return edges
        ways = []
        for way in walks(pos, word):
            used = dict.fromkeys(zip(way, word, way[1:], strict=False))
            ways.append([e for e in used if e not in edges])
        for new in sorted(ways, key=len):
            left[0] -= 1
            if left[0] < 0:
                return None
            more = (*edges, *new)
            if len(list(fitted(pos.board, more))) == len(more) and inside(
                frozenset(more)
            ):
                found = extend(more)
                if found is not None:
                    return found
        return None

    edges = extend(())
    return None if edges is None else list(fitted(pos.board, edges))


def walks(pos: Position, word: str) -> list[list[str]]:
    """All ways on the board that could spell a word: from the post, and to the end with the last letter only."""
    board, ways = pos.board, [[str(pos.layout.posts[0])]]
    for i in range(len(word)):
        last = i == len(word) - 1
        ways = [
            [*way, q]
            for way in ways
            for q in board.neighbours[way[-1]]
            if (q == board.end) == last
        ]
    return ways
