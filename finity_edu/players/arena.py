"""Players against each other: many games, on many cores or machines, resumable, with the table at the end.

Every two players meet equally often from random words; each word is played twice, with the seats exchanged.  With
three or four seats the players rotate through the seats, and who wins has beaten all others.  A game depends on its
number and the seed only, so it does not matter where it is played, nor in which order.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import pickle
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent import futures
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import combinations, starmap
from pathlib import Path
from random import Random
from typing import Literal, TypeAlias, TypedDict

from boardkit.choosing import chosen
from boardkit.formats import Format
from boardkit.intervals import wilson as wilson  # offered by the door of the players
from boardkit.messages import numeral
from coursekit.marking.cluster import connected
from finity_edu.players.opponents import Player, PlayerError
from finity_edu.players.ratings import Rating, elo_ratings
from finity_edu.rules.errors import CATALOGUE, message
from finity_edu.rules.position import Position
from finity_edu.rules.ruleset import load_rules

ARENA = Format("finity-edu/arena", 1)
"""Games of computer players, one a line."""

Task: TypeAlias = tuple[int, str, tuple[int, ...]]
"""Number, word, and players by seat of a game that is to be played."""
Call: TypeAlias = "tuple[Arena, int, str, tuple[int, ...]]"
"""What `play_game` is called with."""


@dataclass(frozen=True)
class Arena:
    """Who plays whom, how often and under which limits.

    Parameters
    ----------
    players : sequence of Player
        At least two, with different names.
    games : int
        Games of every pair (two seats), or in all (three and four seats).
    seconds, nodes : number, optional
        Limit for each move; 10,000 nodes if both are missing.
    seats : int
        2, 3 or 4.
    rules : str
        Rule set.
    seed : int
        Seed for words and moves.
    cap : int
        A game that is not over after so many moves counts as a draw (kind ``cap``).

    Raises
    ------
    PlayerError
        For fewer than two players, two of the same name, or bad limits.

    Examples
    --------
    >>> from finity_edu.players import player
    >>> arena = Arena([player("greedy"), player("random")], games=2, seed=1)
    >>> standings = arena.run()
    >>> standings.counts("greedy", "random")
    (2, 0, 0)
    """

    players: Sequence[Player]
    games: int = 100
    seconds: float | None = None
    nodes: int | None = None
    seats: int = 2
    rules: str = "bga"
    seed: int = 0
    cap: int = 400

    def __post_init__(self) -> None:
        names = [player.name for player in self.players]
        if len(names) < 2:
            raise _error("need_two", names=", ".join(names) or "–")
        if twice := [name for name in names if names.count(name) > 1]:
            raise _error("twice", name=twice[0])
        if self.games < 1:
            raise _error("games", games=self.games)
        for limit in (self.seconds, self.nodes):
            if limit is not None and limit <= 0:
                raise _error("limits")
        if self.seconds is None and self.nodes is None:
            object.__setattr__(self, "nodes", 10_000)
        # Refuses a bad number of seats
        Position.start(self.seats, word=self._word(0), rules=self.rules)

    def _word(self, number: int) -> str:
        return load_rules(self.rules).draw_word(Random(f"word {self.seed} {number}"))

    def schedule(self) -> list[Task]:
        """Number, word and players (by seat, as indices) of every game."""
        if self.seats == 2:
            pairs = list(combinations(range(len(self.players)), 2))
            tasks: list[Task] = []
            for game in range(self.games):
                for first, second in pairs:
                    n = len(tasks)
                    turn = (first, second)
                    if game % 2:
                        turn = (second, first)
                    tasks.append((n, self._word(n // len(pairs) // 2), turn))
            return tasks
        count = len(self.players)
        tasks = []
        for n in range(self.games):
            rotated = tuple((seat + n) % count for seat in range(self.seats))
            tasks.append((n, self._word(n // count), rotated))
        return tasks

    def settings(self) -> dict[str, object]:
        """What must be the same for games to belong together."""
        return {
            "players": [player.name for player in self.players],
            "seconds": self.seconds,
            "nodes": self.nodes,
            "seats": self.seats,
            "rules": self.rules,
            "seed": self.seed,
            "cap": self.cap,
        }

    def run(
        self,
        *,
        processes: int = 1,
        file: str | Path | None = None,
        scheduler: str | None = None,
        progress: Callable[[Iterator[Played], int], Iterator[Played]] | None = None,
    ) -> Standings:
        """Play all games that are not in the file yet.

        Parameters
        ----------
        processes : int
            How many processes of this machine play.
        file : path, optional
            Finished games are appended here, one JSON object a line; what is there already is not played again.
        scheduler : str, optional
            Address of a dask scheduler whose workers play instead.
        progress : callable, optional
            Wraps the iterator of finished games: ``progress(iterator, total)``.

        Raises
        ------
        PlayerError
            If the file belongs to another arena, or a player cannot be sent to other processes.
        SchedulerError
            If no scheduler answers at the address.
        KeyboardInterrupt
            If Ctrl-C was pressed before the first game ended. Later the games that are done make the standings.
        """
        done: dict[int, Played] = {}
        if file is not None:
            done = _read(Path(file), self)
        waiting = [task for task in self.schedule() if task[0] not in done]
        finished = self._games(waiting, processes, scheduler)
        if progress is not None:
            finished = progress(finished, len(waiting))
        try:
            for game in finished:
                if file is not None:
                    _append(Path(file), game)
                done[game.number] = game
        except KeyboardInterrupt:
            pass
        # Ctrl-C may have come between a game's line and its place among those that are done: the file knows.
        if file is not None:
            done = _read(Path(file), self)
        if not done and waiting:
            raise KeyboardInterrupt
        planned = len(self.schedule())
        games = [done[number] for number in sorted(done) if number < planned]
        return Standings(self, tuple(games))

    def _games(
        self, tasks: Sequence[Task], processes: int, scheduler: str | None
    ) -> Iterator[Played]:
        calls: list[Call] = [(self, *task) for task in tasks]
        if scheduler is not None:
            return _on_machines(scheduler, calls)
        if processes > 1 and len(calls) > 1:
            for player in self.players:
                _require_portable(player)
            return _in_processes(processes, calls)
        return starmap(play_game, calls)


@dataclass(frozen=True)
class Played:
    """A finished game.

    Attributes
    ----------
    number : int
    word : str
    players : tuple of str
        Names by seat.
    winner : int
        Seat, or 0 for a draw.
    kind : str
        Kind of the result, or ``cap``.
    moves : tuple of str
    seconds : tuple of float
        How long each move took.
    """

    number: int
    word: str
    players: tuple[str, ...]
    winner: int
    kind: str
    moves: tuple[str, ...]
    seconds: tuple[float, ...] = field(default=(), compare=False)

    def points(self, seat: int) -> float:
        """1 for a win, ½ for a draw, 0 for a loss."""
        if self.winner == 0:
            return 0.5
        return float(self.winner == seat)


def play_game(arena: Arena, number: int, word: str, turn: Sequence[int]) -> Played:
    """Play one game of an arena."""
    position = Position.start(arena.seats, word=word, rules=arena.rules)
    dice = Random(f"game {arena.seed} {number}")
    moves: list[str] = []
    times: list[float] = []
    while position.result is None and len(moves) < arena.cap:
        player = arena.players[turn[position.turn - 1]]
        begin = time.perf_counter()
        seed = dice.getrandbits(32)
        ask = partial(
            player.choose, position, seconds=arena.seconds, nodes=arena.nodes, seed=seed
        )
        move = chosen(player, position, ask)
        times.append(round(time.perf_counter() - begin, 4))
        moves.append(str(move))
        position = position.play(move)
    result = position.result
    winner, kind = 0, "cap"
    if result is not None:
        winner, kind = next(iter(result.winners), 0), result.kind
    names = tuple(arena.players[i].name for i in turn)
    return Played(
        number,
        word,
        names,
        winner,
        kind,
        tuple(moves),
        tuple(times),
    )


class Standing(TypedDict):
    """A row of the table: a player, and its games in all."""

    player: str
    elo: float
    plus_minus: float
    score: float | None
    interval: tuple[float, float] | None
    games: int
    wins: int
    draws: int
    losses: int


_COUNTS: tuple[Literal["games", "wins", "draws", "losses"], ...] = (
    "games",
    "wins",
    "draws",
    "losses",
)


@dataclass(frozen=True)
class Standings:
    """What an arena has shown so far."""

    arena: Arena
    games: tuple[Played, ...]

    def encounters(self) -> list[tuple[str, str, float]]:
        """Who met whom, and the points of the first: a winner has beaten every other seat."""
        found = []
        for game in self.games:
            for i, j in combinations(range(len(game.players)), 2):
                if (
                    game.winner in (0, i + 1, j + 1)
                    and game.players[i] != game.players[j]
                ):
                    found.append((game.players[i], game.players[j], game.points(i + 1)))
        return found

    def counts(self, name: str, other: str) -> tuple[int, int, int]:
        """Wins, draws and losses of one player against another."""
        points = []
        for a, b, of_a in self.encounters():
            if (a, b) == (name, other):
                points.append(of_a)
            elif (a, b) == (other, name):
                points.append(1 - of_a)
        return points.count(1), points.count(0.5), points.count(0)

    def ratings(self) -> dict[str, Rating]:
        """Elo ratings with 95 % intervals."""
        return elo_ratings(
            [player.name for player in self.arena.players], self.encounters()
        )

    def rows(self) -> list[Standing]:
        """One row for each player, the best first."""
        rows: list[Standing] = []
        names = [player.name for player in self.arena.players]
        for name, rating in self.ratings().items():
            counts = [self.counts(name, other) for other in names if other != name]
            wins, draws, losses = (sum(column) for column in zip(*counts, strict=True))
            played = wins + draws + losses
            score = interval = None
            if played:
                score = (wins + draws / 2) / played
                interval = wilson(wins + draws / 2, played)
            row: Standing = {
                "player": name,
                "elo": round(rating.elo, 1),
                "plus_minus": round(rating.plus_minus, 1),
                "score": score,
                "interval": interval,
                "games": played,
                "wins": wins,
                "draws": draws,
                "losses": losses,
            }
            rows.append(row)
        return sorted(rows, key=lambda row: -row["elo"])

    def to_dict(self) -> dict[str, object]:
        """Settings, table and pairs, as data."""
        pairs = []
        for a, b in combinations([player.name for player in self.arena.players], 2):
            wins, draws, losses = self.counts(a, b)
            if wins + draws + losses:
                interval = wilson(wins + draws / 2, wins + draws + losses)
                pairs.append(
                    {
                        "a": a,
                        "b": b,
                        "wins": wins,
                        "draws": draws,
                        "losses": losses,
                        "interval": interval,
                    }
                )
        return {
            "arena": self.arena.settings(),
            "games": len(self.games),
            "table": self.rows(),
            "pairs": pairs,
        }

    def __str__(self) -> str:
        """The table in the language of the moment."""
        columns = ("player", "elo", "score", "played", "wins", "draws", "losses")
        body = [[CATALOGUE.text(f"players.arena.{column}") for column in columns]]
        for row in self.rows():
            score = "–"
            if row["score"] is not None and row["interval"] is not None:
                score = f"{numeral(row['score'], '.1%')} ({_percent(row['interval'])})"
            elo = f"{row['elo']:+.0f} ± {row['plus_minus']:.0f}"
            counts = [str(row[key]) for key in _COUNTS]
            body.append([row["player"], elo, score, *counts])
        widths = [max(len(line[i]) for line in body) for i in range(len(columns))]
        limit = "counted" if self.arena.seconds is None else "timed"
        title = CATALOGUE.text(
            f"players.arena.{limit}",
            games=len(self.games),
            seconds=self.arena.seconds,
            nodes=self.arena.nodes,
        )
        lines = [title]
        for row_cells in body:
            padded = map(str.ljust, row_cells, widths)
            lines.append("  ".join(padded).rstrip())
        return "\n".join(lines)


def _percent(interval: tuple[float, float]) -> str:
    return "–".join(numeral(bound, ".1%") for bound in interval)


def _error(id: str, **values: object) -> PlayerError:
    return PlayerError(message(f"players.arena.{id}", **values))


def _read(file: Path, arena: Arena) -> dict[int, Played]:
    """Games of an earlier run; a new file gets the settings as its first line."""
    settings = json.loads(json.dumps(arena.settings()))
    text = ""
    if file.exists():
        text = file.read_text(encoding="utf-8")
    if not text:
        file.write_text(json.dumps({**ARENA.head, **settings}) + "\n", encoding="utf-8")
        return {}
    # A run that was cut off while it wrote left a part of a line.
    whole = text[: text.rfind("\n") + 1] or text
    done: dict[int, Played] = {}
    for number, line in enumerate(whole.splitlines(), start=1):
        try:
            entry = json.loads(line)
            if number == 1:
                head = entry
                found = {k: v for k, v in entry.items() if k not in ARENA.head}
                continue
            for key, value in entry.items():
                if isinstance(value, list):
                    entry[key] = tuple(value)
            done[entry["number"]] = Played(**entry)
        except (ValueError, TypeError, KeyError, AttributeError):
            raise _error("unreadable", file=str(file), line=number) from None
    if "format" in head:
        ARENA.check(head, str(file))
    if found != settings:
        keys = [key for key in settings if found.get(key) != settings[key]]
        raise _error("file", file=str(file), detail=", ".join(keys) or "?")
    if whole != text:
        file.write_text(whole, encoding="utf-8")
    return done


def _append(file: Path, game: Played) -> None:
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps(asdict(game)) + "\n")


def _require_portable(player: Player) -> None:
    try:
        pickle.dumps(player)
    except Exception:  # pickle raises errors of many kinds
        raise _error("pickle", name=player.name) from None


def _in_processes(processes: int, calls: Iterable[Call]) -> Iterator[Played]:
    # A forked child knows functions of a notebook; where there is no fork, only those of modules can be sent.
    method = "fork" if sys.platform == "linux" else "spawn"
    context = multiprocessing.get_context(method)
    # Ctrl-C reaches every process of a terminal; it is the main one's affair, and ends the others.
    # What lies in the current folder is no module of theirs, until they have the path of this process.
    os.environ.setdefault("PYTHONSAFEPATH", "1")
    quiet, others = (signal.SIGINT, signal.SIG_IGN), multiprocessing.active_children()
    with futures.ProcessPoolExecutor(
        processes, mp_context=context, initializer=signal.signal, initargs=quiet
    ) as pool:
        try:
            games = [pool.submit(play_game, *call) for call in calls]
            for future in futures.as_completed(games):
                yield future.result()
        except (KeyboardInterrupt, GeneratorExit):
            children = multiprocessing.active_children()
            pool.shutdown(wait=False, cancel_futures=True)
            for child in children:
                if child not in others:
                    child.terminate()
            raise


def _on_machines(scheduler: str, calls: Sequence[Call]) -> Iterator[Played]:
    with connected(scheduler) as client:
        from distributed import as_completed

        games = [client.submit(play_game, *call, pure=False) for call in calls]
        for future in as_completed(games):
            yield future.result()
