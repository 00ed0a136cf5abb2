"""Programs think without stopping the page.

In a notebook the kernel has a running event loop: the player's ``choose`` runs in a worker thread and its move is
played when it comes; where there are no threads (a browser without a server) it runs in the loop, in pieces (its method
``choosing``), so that the page is heard meanwhile. Without a loop (a script, a test) it runs at once.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from boardkit import choosing
from boardkit.protocol import AnyMove

PIECE = 0.01
"""The page is heard after about so many seconds, if the pieces of a player are that small."""


Asked: TypeAlias = Any
"""What a program is asked about: a position, or a game with its past."""


class Chooser(Protocol):
    """Anything that can take a seat.

    If it has a method ``choosing``, which takes the same and is a generator that returns the move, it thinks in pieces
    where there are no threads; if it has a method ``stop()``, it is called when its move is not wanted; if it has a
    method ``why(position, move)``, what that returns is shown with the move.
    """

    def choose(self, position: Asked) -> AnyMove:
        """The move to be played; the game is not over."""


class Thinking:
    """One thought at a time, which can be interrupted.

    Examples
    --------
    >>> class First:
    ...     def choose(self, moves):
    ...         return moves[0]
    >>> thinking = Thinking()
    >>> thinking.start(First(), ["this", "that"], lambda found: print(found()))
    this
    >>> thinking.busy
    False
    """

    def __init__(self) -> None:
        self._task: asyncio.Task[AnyMove] | None = None
        self._player: object = None

    @property
    def busy(self) -> bool:
        """Whether a player is thinking."""
        return self._task is not None

    def start(
        self,
        player: Chooser,
        position: Asked,
        done: Callable[[Callable[[], AnyMove]], None],
    ) -> None:
        """Ask a player for a move; unless `stop` comes first, `done` gets a function that returns it, or raises."""
        self.stop()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            done(lambda: player.choose(position))
            return

        def over(task: asyncio.Task[AnyMove]) -> None:
            if self._task is task:
                self._task = None
                done(task.result)

        self._player, self._task = player, loop.create_task(_answer(player, position))
        self._task.add_done_callback(over)

    def stop(self) -> None:
        """Interrupt the thought: its move is not played any more."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
            stop = getattr(self._player, "stop", None)
            if callable(stop):
                stop()


async def _answer(player: Chooser, position: Asked) -> AnyMove:
    """What a player chooses: found in a thread, or, without threads, in pieces if the player works in pieces."""
    await asyncio.sleep(0.02)  # lets the page draw the human's move first
    in_pieces = getattr(player, "choosing", None)
    if choosing.THREADS or in_pieces is None:
        return await asyncio.get_running_loop().run_in_executor(
            None, player.choose, position
        )
    pieces, heard = in_pieces(position), time.perf_counter()
    while True:
        try:
            next(pieces)
        except StopIteration as end:
            return end.value
        if time.perf_counter() - heard > PIECE:
            await asyncio.sleep(0)  # the page may say something, for instance to stop
            heard = time.perf_counter()
