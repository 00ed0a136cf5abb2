"""Games: a history over states, with the endings that need a past or a person, and games as files.

Repetition compares situations without the side to move and counts the start (A11, A12), so two passes in a
row always end a game.  Resignation and agreement are possible at any time, also when it is not one's turn.

References
----------
.. [1] Rulebook, "Ziel"; docs/amakta.md, section 8, rulings A11, A12, B5.
"""

from collections.abc import Hashable, Mapping

from amakta.rules.board import PLAYERS
from amakta.rules.errors import AmaktaError
from amakta.rules.moves import Move
from amakta.rules.state import State
from amakta.rules.texts import CATALOGUE
from boardkit.game import Game
from boardkit.gamefile import GameFile, Ply, parse_game, replayed, result_text

REPETITION = 3
"""A situation that occurs this often at the beginning of a turn ends the game."""


def new_game(start: State, moves: tuple[Move | str, ...] = ()) -> Game[State]:
    """A game from a state, with Amakta's repetition rule.

    Parameters
    ----------
    start : State
    moves : tuple of Move or str, optional
        Moves to be played at once.

    Examples
    --------
    >>> game = new_game(State.start("zeile3", "solo"), ("pass", "pass"))
    >>> game.result.kind, game.to_move
    ('repetition', None)
    >>> new_game(State.start("zeile3", "solo")).resign("B").result.winners
    frozenset({'W'})
    """
    if not isinstance(start, State):
        raise AmaktaError(CATALOGUE.message("error.no_state", value=repr(start)))
    read = tuple(move if isinstance(move, Move) else Move.parse(move) for move in moves)
    return Game(start, read, repetition=REPETITION, key=_key, seats=PLAYERS)


def _key(state: State) -> Hashable:
    """What the repetition rule compares: everything but the side to move and the counter (A11)."""
    return state.situation


def game_text(game: Game[State], tags: Mapping[str, str] | None = None) -> str:
    """A game as a file: tags, the start position, numbered moves, result; :func:`read_game` reads it back.

    Parameters
    ----------
    game : Game
    tags : mapping, optional
        Further tags, such as the names of the players and the date.

    Examples
    --------
    >>> print(game_text(new_game(State.start("zeile3", "solo"), ("pass", "pass"))))
    [Format "finity-edu/game 1"]
    [Game "Amakta"]
    [Position "zeile3 W; white 444444; black 444444"]
    [Ending "repetition"]
    [Result "1/2-1/2"]
    <BLANKLINE>
    1. pass 2. pass 1/2-1/2
    """
    result = game.result
    score = result_text(result, PLAYERS)
    # Further tags stand between these and the result, and may overwrite them.
    head = {"Game": "Amakta", "Position": str(game.start)}
    head.update(tags or {})
    if result is not None:
        head["Ending"] = result.kind
    head["Result"] = score
    plies = [Ply(str(move)) for move in game.moves]
    return str(GameFile(head, tuple(plies), score))


def read_game(text: str) -> Game[State]:
    """Read a game file and replay it.

    Raises
    ------
    GameFileError
        If the file is malformed, a move is not legal, or the moves do not lead to the result; with line and column.
    AmaktaError
        If the start position is missing or cannot be.
    """
    file = parse_game(text)
    # A file of another game would fail at its first move, with a message that helps nobody.
    if file.tags.get("Game", "Amakta") != "Amakta" or "Position" not in file.tags:
        raise AmaktaError(CATALOGUE.message("file.position"))
    start = new_game(State.parse(file.tags["Position"]))
    return replayed(file, start, lambda game, move: game.play(Move.parse(move)))
