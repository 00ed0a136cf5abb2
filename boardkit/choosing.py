"""Asking a program for its move: what it does wrong is told with its name, its deed and the position."""

import sys
from collections.abc import Callable, Generator
from typing import TypeVar

from boardkit.errors import UserError, what_happened
from boardkit.messages import CATALOGUE
from boardkit.protocol import AnyMove, Turned

THREADS = sys.platform != "emscripten"
"""Whether somebody can think in another thread: a browser without a server has none."""

Found = TypeVar("Found")


class PlayerFault(UserError):
    """A program that raised, gave no move or an illegal one: names the program and the position."""


def called(player: object) -> str:
    """What a player is called: by its ``name``, else by its type."""
    return str(getattr(player, "name", type(player).__name__))


def chosen(
    player: object, state: Turned[AnyMove], ask: Callable[[], AnyMove]
) -> AnyMove:
    """Ask a player for a move.

    Parameters
    ----------
    player : object
        Who is asked; called by its ``name``, else by its type.
    state : State
        The position; its method ``why_illegal`` judges the move.
    ask : callable
        Returns the move.

    Returns
    -------
    object
        A legal move.

    Raises
    ------
    PlayerFault
        If the player raises (the error is the cause), returns None, or a move that is not legal.

    Examples
    --------
    >>> chosen("me", "the start", lambda: None)
    Traceback (most recent call last):
    boardkit.choosing.PlayerFault: me has given None in place of a move. The position:
      the start
    """
    name = player if isinstance(player, str) else called(player)
    try:
        move = ask()
    except Exception as error:  # whatever a player does wrong
        problem = what_happened(error)
        raise PlayerFault(
            CATALOGUE.message(
                "player.raised", player=name, problem=problem, state=state
            )
        ) from error
    if move is None:
        raise PlayerFault(CATALOGUE.message("player.none", player=name, state=state))
    try:
        reason = state.why_illegal(move)
    except (UserError, TypeError, AttributeError) as error:  # no move at all
        reason = error
    if reason is not None:
        raise PlayerFault(
            CATALOGUE.message(
                "player.illegal",
                player=name,
                move=str(move),
                reason=reason,
                state=state,
            )
        )
    return move


def finish(pieces: Generator[None, None, Found]) -> Found:
    """Do all pieces of a thought at once; returns what comes out.

    >>> def piecewise():
    ...     yield
    ...     return "a move"
    >>> finish(piecewise())
    'a move'
    """
    while True:
        try:
            next(pieces)
        except StopIteration as end:
            found: Found = end.value
            return found
