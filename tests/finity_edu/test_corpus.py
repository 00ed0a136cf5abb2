"""Games that our rules made, written as the server logs them: each replays, and no longer with one entry changed."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from finity_edu import Position
from finity_edu.rules.corpus import Replay, read_corpus, replay
from finity_edu.rules.pieces import (
    Move,
    MoveBlocker,
    MovePost,
    PlaceArrow,
    PlaceRing,
    RemoveArrow,
    RemoveBlocker,
    Slot,
    Teleport,
)
from finity_edu.rules.record import Record
from tests.finity_edu.boards import lively
from tests.finity_edu.make_goldens import FOLDER

OPERATIONS = {PlaceArrow: "bridge_add", RemoveArrow: "bridge_remove"}
WON, IDLE, OPEN = "two-express", "twenty-idle-moves", "by lot"
Entry = dict[str, Any]


@cache
def positions(name: str) -> tuple[list[Position], list[Move]]:
    """A golden game of two, or one by lot in which rings are orphaned before it is broken off."""
    moves: list[Move] = []
    if name == OPEN:
        dice, line = Random(14), [Position.start(2, word="bbwwbwbw")]
        while len(line) < 60:
            moves.append(lively(line[-1].legal_moves(), dice))
            line.append(line[-1].play(moves[-1]))
        return line, moves
    game = Record.parse((FOLDER / f"{name}.finity").read_text(encoding="utf-8")).game
    line = [game.start]
    for move in game.moves:
        line.append(line[-1].play(move))
    return line, list(game.moves)


def entry(number: int, before: Position, move: Move) -> Entry:
    """A move as it is logged."""
    after = before.play(move)
    place = {name: f"{at.x},{at.y}" for at, name in before.board.at.items()}
    orphans = {str(seat): lost for seat, lost in before.orphans_of(move).items()}
    idle = after.rules.idle_limit(after.players) - after.clock
    told: Entry = {"n": number, "seat": before.turn, "orphans": orphans, "idle_left": idle}

    def slot(one: Slot) -> Entry:
        return {"slot": [place[one.a], place[one.b], one.lane.upper()]}

    if isinstance(move, PlaceRing):
        return told | {"op": "ring_add", "at": place[move.station], "size": move.size.upper()}
    if isinstance(move, MovePost | Teleport):
        return told | {"op": "post_move", "at": place[move.station]}
    if isinstance(move, MoveBlocker):
        return told | {"op": "blocker_move"} | slot(move.target)
    if isinstance(move, RemoveBlocker):
        return told | {"op": "blocker_remove"} | slot(move.slot)
    arrow = move.arrow  # type: ignore[union-attr]
    operation = OPERATIONS.get(type(move), "bridge_reverse")
    return told | {"op": operation, "colour": arrow.colour, "from": place[arrow.tail], "to": place[arrow.head],
                   "channel": arrow.lane.upper()}


def logged(name: str) -> Entry:
    """A golden game as the line of a log."""
    line, moves = positions(name)
    place = {station: f"{at.x},{at.y}" for at, station in line[0].board.at.items()}
    result = line[-1].result
    told: Entry = {"type": "concede", "winner": 1}
    if result is not None:
        told = {"type": "win", "winner": min(result.winners)} if result.winners else {"type": "draw", "winner": None}
    return {"id": name, "players": line[0].players, "start": [place[post] for post in line[0].layout.posts if post],
            "word": line[0].word, "result": told,
            "moves": [entry(n, *step) for n, step in enumerate(zip(line[:-1], moves, strict=True), 1)]}


def replayed(folder: Path, game: Entry) -> Replay:
    folder.joinpath("derived_words.jsonl").write_text("", encoding="utf-8")
    folder.joinpath("games.jsonl").write_text(json.dumps(game), encoding="utf-8")
    (read,) = read_corpus(folder)
    return replay(read)


def test_what_our_rules_played_replays_to_the_positions_that_they_gave(tmp_path: Path) -> None:
    for name in (WON, IDLE, OPEN):
        done = replayed(tmp_path, logged(name))
        line, moves = positions(name)
        assert (done.problem, done.plies) == (None, len(moves)), name
        # From where a blocker came, the log does not say.
        told, played = ([(p.turn, p.layout.arrows, p.layout.posts, p.clock) for p in row]
                        for row in (done.positions, line))
        assert told == played, name


def test_a_log_with_one_entry_changed_does_not_replay_beyond_it(tmp_path: Path) -> None:
    changes: list[tuple[str, int, Entry]] = [
        (WON, 3, {"orphans": {"1": 1}}), (WON, 0, {"idle_left": 0}), (WON, 5, {"seat": 1}),
        (IDLE, 7, {"idle_left": 99}),
    ]
    game = logged(OPEN)
    losing = next(n for n, move in enumerate(game["moves"]) if move["orphans"])
    changes += [(OPEN, losing, {"orphans": {}}), (OPEN, losing, {"op": "bridge_add"})]
    for name, at, change in changes:
        game = logged(name)
        game["moves"][at] |= change
        done = replayed(tmp_path, game)
        assert (done.plies, (done.problem or "").partition(":")[0]) == (at, str(at + 1)), (name, at, change)


def test_a_game_that_ended_otherwise_than_logged_does_not_replay(tmp_path: Path) -> None:
    win, other, draw = {"type": "win", "winner": 2}, {"type": "win", "winner": 1}, {"type": "draw", "winner": None}
    given_up, unclear = {"type": "concede", "winner": 1}, {"type": "draw_unclear", "winner": None}
    fitting = {WON: (win, unclear), IDLE: (draw, unclear), OPEN: (given_up, unclear)}
    for name, fits in fitting.items():
        game = logged(name)
        for result in (win, other, draw, given_up, unclear):
            problem = replayed(tmp_path, game | {"result": result}).problem
            assert (problem is None) == (result in fits), (name, result, problem)


def test_where_only_the_moves_are_known_counts_are_not_compared(tmp_path: Path) -> None:
    game = logged(WON) | {"result": {"type": "draw_unclear", "winner": None}}
    game["moves"][3] |= {"orphans": {"1": 1}, "idle_left": 0}
    assert replayed(tmp_path, game).problem is None


def test_a_skip_passes_the_turn_and_is_no_move(tmp_path: Path) -> None:
    game = logged(WON) | {"result": {"type": "abandon", "winner": 1}}
    skip = {"n": 1, "seat": 1, "op": "skip"}
    done = replayed(tmp_path, game | {"moves": [skip, {**skip, "seat": 2}]})
    assert (done.problem, [position.turn for position in done.positions]) == (None, [1, 2, 1])
    assert replayed(tmp_path, game | {"moves": [skip, skip]}).plies == 1
