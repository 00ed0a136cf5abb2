"""A person at the terminal: one line in, one change of the game out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from amakta.rules.board import Player
from amakta.rules.errors import AmaktaError
from amakta.rules.games import game_text, read_game
from amakta.rules.state import State
from amakta.rules.texts import CATALOGUE
from boardkit.errors import UserError
from boardkit.files import file_problem, read_file
from boardkit.game import Game

__all__ = ["answer", "ask"]


def ask(game: Game[State], people: Sequence[Player], tags: Mapping[str, str]) -> Game[State] | None:
    """Ask a person until the game goes on; None ends it without a result.

    Parameters
    ----------
    game : Game
        It is a person's turn.
    people : sequence of player
        The seats of persons; `undo` goes back to one of them.
    tags : mapping
        What a saved game says about the players.
    """
    while True:
        try:
            line = click.prompt(CATALOGUE.text("cli.prompt"), prompt_suffix=" ", err=True).strip()
        except click.Abort:  # Ctrl-C, Ctrl-D or the end of the input
            click.echo(err=True)
            return None
        if line in ("quit", "exit", "q"):
            return None
        try:
            after = answer(game, line, people, tags)
        except UserError as error:
            click.echo(str(error), err=True)
        else:
            if after is not None:
                return after


def answer(game: Game[State], line: str, people: Sequence[Player], tags: Mapping[str, str]) -> Game[State] | None:
    """Carry out one line; None if the game stays as it is.

    Raises
    ------
    UserError
        If the line is neither a command nor a move that is legal, or a file cannot be read or written.
    """
    word, _, rest = line.partition(" ")
    rest = rest.strip()
    if word in ("help", "?"):
        click.echo(CATALOGUE.text("cli.help"), err=True)
    elif word == "moves":
        found = [str(move) for move in game.legal_moves() if str(move).startswith(rest)]
        click.echo("\n".join(found) or CATALOGUE.text("cli.no_moves", prefix=rest), err=True)
    elif word == "why":
        click.echo(game.state.why_illegal(rest) or CATALOGUE.text("cli.fine", move=rest), err=True)
    elif word == "save":
        _save(game, rest, tags)
    elif word == "load":
        return read_file(_named(rest, word), read_game)
    elif line == "board":
        return game
    elif line in ("undo", "u"):
        return _undone(game, people)
    elif line == "redo":
        return game.redo()
    elif line == "resign":
        return game.resign(game.state.turn)
    elif line == "draw":
        return game.agree_draw()
    else:
        return game.play(line)
    return None


def _undone(game: Game[State], people: Sequence[Player]) -> Game[State]:
    """Without the last move, and without what the computer answered to it."""
    game = game.undo()
    while game.moves and game.state.turn not in people:
        game = game.undo()
    return game


def _named(name: str, command: str) -> str:
    if not name:
        raise AmaktaError(CATALOGUE.message("cli.no_file", command=command))
    return name


def _save(game: Game[State], name: str, tags: Mapping[str, str]) -> None:
    try:
        Path(_named(name, "save")).write_text(game_text(game, tags) + "\n", encoding="utf-8")
    except OSError as error:
        raise AmaktaError(file_problem(name, error)) from None
    click.echo(CATALOGUE.text("cli.saved", file=name), err=True)
