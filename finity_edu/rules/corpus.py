"""Recorded games from the server, replayed against the rules.

Reads a folder with ``games.jsonl`` (one logged game a line) and ``derived_words.jsonl`` (words with which a log
without a known word is consistent). A log names of a moved blocker only where it went, so a replay follows every
possible origin at once: a game passes if some assignment of origins fits the whole log.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from boardkit.files import file_problem
from boardkit.foreign_json import Json
from boardkit.hexes import Hex
from finity_edu.rules import pieces
from finity_edu.rules.board import Board
from finity_edu.rules.errors import CATALOGUE, FinityError, message
from finity_edu.rules.layout import Layout
from finity_edu.rules.pieces import Lane, Move
from finity_edu.rules.position import Position
from finity_edu.rules.ruleset import load_rules

_LANE: dict[str, Lane] = {"L": "l", "M": "m", "R": "r"}
_ARROW_MOVES: Mapping[str, type[pieces.ArrowMove]] = {
    "bridge_add": pieces.PlaceArrow,
    "bridge_reverse": pieces.ReverseArrow,
    "bridge_remove": pieces.RemoveArrow,
}
_RULES_BY_LENGTH = {8: "bga", 6: "express"}
_UNFINISHED = ("concede", "abandon")
_MOVES_ONLY = "draw_unclear"
_UNUSABLE = (KeyError, IndexError, TypeError, ValueError, AttributeError)
"""What an entry that is not of the format runs into."""
T = TypeVar("T")


@dataclass(frozen=True)
class LoggedGame:
    """One line of the log, with the word that the replay uses.

    Attributes
    ----------
    id : str
    start : Position
    moves : tuple of mapping
        As logged.
    result : mapping
    """

    id: str
    start: Position
    moves: tuple[Mapping[str, Json], ...]
    result: Mapping[str, Json]


@dataclass(frozen=True)
class Replay:
    """What the replay of one game gave.

    Attributes
    ----------
    id : str
    plies : int
        Moves replayed.
    problem : str or None
        What does not fit; None if everything does.
    positions : tuple of Position
        One line of positions that fits (the start first), as far as it goes.
    """

    id: str
    plies: int
    problem: str | None
    positions: tuple[Position, ...]


def read_corpus(folder: str | Path) -> tuple[LoggedGame, ...]:
    """All games of a folder.

    Raises
    ------
    FinityError
        If the files are missing or a line cannot be used; names file and line.
    """
    folder = Path(folder)
    words = dict(
        _each_line(folder / "derived_words.jsonl", lambda entry: (entry["id"], entry))
    )
    return tuple(_each_line(folder / "games.jsonl", lambda entry: _game(entry, words)))


def _each_line(path: Path, read: Callable[[Json], T]) -> Iterator[T]:
    """What each line of a file stands for."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FinityError(
            message("corpus.no_file", problem=file_problem(path, error))
        ) from None
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            yield read(json.loads(line))
        except _UNUSABLE as error:
            place, detail = f"{path}:{number}", _detail(error)
            raise FinityError(
                message("corpus.bad_line", place=place, detail=detail)
            ) from None


def _detail(error: Exception) -> str:
    """A mistake of the text speaks for itself; of any other, its kind is half of the message."""
    return str(error) if isinstance(error, ValueError) else repr(error)


def _game(
    entry: Mapping[str, Json], words: Mapping[str, Mapping[str, Json]]
) -> LoggedGame:
    word = entry["word"]
    if word is None:
        derived = words[entry["id"]]
        word = (derived["words8"] or derived["words6"])[0]
    board = Board.standard(entry["players"])
    starts = tuple(_station(board, place) for place in entry["start"])
    board = board.with_starts(starts)
    start = Position(
        load_rules(_RULES_BY_LENGTH[len(word)]), word, 1, Layout.start(board)
    )
    start.require_valid()
    result = entry["result"]
    if result["type"] == "win":
        start.full_path(result["winner"])  # the seat must exist
    return LoggedGame(str(entry["id"]), start, tuple(entry["moves"]), result)


def _station(board: Board, place: str) -> str:
    x, y = place.split(",")
    return board.at[Hex(int(x), int(y))]


def replay(game: LoggedGame) -> Replay:
    """Replay a game: every move legal, every orphan count as logged, won exactly when and by whom logged."""
    lines: list[tuple[Position, ...]] = [(game.start,)]
    for number, entry in enumerate(game.moves, start=1):
        following: dict[Position, tuple[Position, ...]] = {}
        problem = ""
        try:
            for line in lines:
                for after, trouble in _continuations(game, line[-1], entry):
                    if after is None:
                        problem = problem or trouble
                    else:
                        following.setdefault(after, (*line, after))
        except _UNUSABLE as error:
            problem = CATALOGUE.text(
                "corpus.bad_move", entry=entry, detail=_detail(error)
            )
        if not following:
            return Replay(game.id, number - 1, f"{number}: {problem}", lines[0])
        lines = list(following.values())
    fitting = [line for line in lines if _ends_as_logged(game, line[-1])]
    if not fitting:
        found = lines[0][-1].result
        problem = CATALOGUE.text(
            "corpus.result", found=found or "–", logged=dict(game.result)
        )
        return Replay(game.id, len(game.moves), problem, lines[0])
    return Replay(game.id, len(game.moves), None, fitting[0])


def _continuations(
    game: LoggedGame, position: Position, entry: Mapping[str, Json]
) -> Iterator[tuple[Position | None, str]]:
    """Positions that a logged move can lead to, or what speaks against it."""
    if entry["seat"] != position.turn:
        yield (
            None,
            CATALOGUE.text("corpus.turn", logged=entry["seat"], turn=position.turn),
        )
        return
    if entry["op"] == "skip":  # a time-out is a directive of the replay, not a move
        yield position.with_turn(position.turn % position.players + 1), ""
        return
    logged = {int(seat): number for seat, number in entry.get("orphans", {}).items()}
    for move in _meanings(position, entry):
        reason = position.why_illegal(move)
        if reason is not None:
            yield None, f"{move}: {reason}"
            continue
        orphans = position.orphans_of(move)
        after = position.play(move)
        if game.result["type"] != _MOVES_ONLY:
            if orphans != logged:
                found = dict(orphans)
                yield (
                    None,
                    CATALOGUE.text(
                        "corpus.orphans", move=move, found=found, logged=logged
                    ),
                )
                continue
            idle = entry.get("idle_left")
            limit = after.rules.idle_limit(after.players)
            if idle is not None and idle != limit - after.clock:
                yield (
                    None,
                    CATALOGUE.text(
                        "corpus.clock", move=move, clock=after.clock, left=idle
                    ),
                )
                continue
        yield after, ""


def _meanings(position: Position, entry: Mapping[str, Json]) -> list[Move]:
    """The moves that a logged entry can stand for."""
    board = position.board
    operation = entry["op"]
    if operation in _ARROW_MOVES:
        ends = _station(board, entry["from"]), _station(board, entry["to"])
        arrow = pieces.Arrow(entry["colour"], *ends, _LANE[entry["channel"]])
        return [_ARROW_MOVES[operation](arrow)]
    if operation == "ring_add":
        size = entry["size"].lower()
        return [pieces.PlaceRing(_station(board, entry["at"]), size)]
    if operation == "post_move":
        station = _station(board, entry["at"])
        return [pieces.MovePost(station), pieces.Teleport(station)]
    a, b, channel = entry["slot"]
    slot = board.slots[
        board.slot_index[
            pieces.Slot(_station(board, a), _station(board, b), _LANE[channel])
        ]
    ]
    if operation == "blocker_remove":
        return [pieces.RemoveBlocker(slot)]
    own = [
        blocker.slot
        for blocker in position.layout.blockers
        if blocker.seat == position.turn
    ]
    return [pieces.MoveBlocker(source, slot) for source in own]


def _ends_as_logged(game: LoggedGame, last: Position) -> bool:
    kind = game.result["type"]
    if kind == _MOVES_ONLY:
        return True
    if kind in _UNFINISHED:
        return last.result is None
    if kind == "win":
        return last.result is not None and last.result.winners == {
            game.result["winner"]
        }
    return last.result is not None and not last.result.winners
