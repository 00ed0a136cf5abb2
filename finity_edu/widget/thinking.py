"""Computer players think without stopping the page.

In a notebook the kernel has a running event loop: the player's ``choose`` runs in a worker thread and its move is
played when it comes; where there are no threads (a browser without a server) it runs in the loop. Without a loop (a
script, a test) it runs at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from finity_edu.rules.pieces import Move
from finity_edu.rules.position import Position

if TYPE_CHECKING:
    from finity_edu.widget.advice import Adviser


class Chooser(Protocol):
    """Anything that can take a seat.

    If it has a method ``stop()``, it is called when its move is not wanted; if it has a method
    ``why(position, move)``, what that returns is shown with the move.
    """

    def choose(self, position: Position) -> Move | str:
        """The move to be played; the position is not over."""


def seated(player: Chooser | str) -> Chooser:
    """A player for a seat; the name of a level is looked up.

    Raises
    ------
    PlayerError
        If there is no such level.
    """
    if not isinstance(player, str):
        return player
    from finity_edu.players import Seat  # loads the compiled engine

    return Seat(player)


class Thinking:
    """One thought at a time, which can be interrupted.

    Examples
    --------
    >>> class First:
    ...     def choose(self, position):
    ...         return position.legal_moves()[0]
    >>> thinking, moves = Thinking(), []
    >>> thinking.start(First(), Position.start(word="bbwwbwbw"), moves.append, print)
    >>> [str(move) for move in moves], thinking.busy
    (['+bC>N.m'], False)
    """

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None
        self._player: Any = None

    @property
    def busy(self) -> bool:
        """Whether a player is thinking."""
        return self._task is not None

    def start(
        self, player: Chooser | Adviser, position: Position, done: Callable[[Any], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Ask a player for a move; `done` gets it, or `failed` the error, unless `stop` comes first."""
        self.stop()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._finish(player.choose, position, done, failed)
            return
        self._player = player
        self._task = loop.create_task(self._think(player, position, done, failed))

    def _finish(self, choose: Callable[[Position], Any], position: Position, done: Callable[[Any], None],
                failed: Callable[[Exception], None]) -> None:
        try:
            move = choose(position)
        except Exception as error:  # whatever a player does wrong is shown, not raised into the page
            failed(error)
        else:
            done(move)

    async def _think(self, player: Chooser | Adviser, position: Position, done: Callable[[Any], None],
                     failed: Callable[[Exception], None]) -> None:
        loop = asyncio.get_running_loop()
        task = asyncio.current_task()
        await asyncio.sleep(0.02)  # lets the page draw the human's move first
        answer: list[Any] = []
        try:
            answer.append(await loop.run_in_executor(None, player.choose, position))
        except asyncio.CancelledError:
            return
        except RuntimeError:
            self._task = None
            self._finish(player.choose, position, done, failed)
            return
        except Exception as error:  # as above
            if self._task is task:
                self._task = None
                failed(error)
            return
        if self._task is task:
            self._task = None
            done(answer[0])

    def stop(self) -> None:
        """Interrupt the thought: its move is not played any more."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
            stop = getattr(self._player, "stop", None)
            if callable(stop):
                stop()
