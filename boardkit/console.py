"""What the command lines share: errors without tracebacks, ``--lang``, ``--json``, progress bars.

A user's mistake (a :class:`boardkit.errors.UserError`, a file that cannot be read) prints one message on the
error stream and ends with exit code 2.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sized
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from boardkit.errors import UserError
from boardkit.messages import LANGUAGES, get_language, using_language

__all__ = ["Group", "emit", "json_option", "progress"]

T = TypeVar("T")


def _use_language(ctx: click.Context, _option: click.Parameter, code: str | None) -> None:
    # On the outermost context, so that an error message still knows the language.
    ctx.find_root().with_resource(using_language(code))


def _lang_option() -> click.Option:
    return click.Option(
        ["--lang"], type=click.Choice(LANGUAGES), expose_value=False, is_eager=True, callback=_use_language,
        help="Language of the texts (default: the variable FINITY_LANG, else en).",
    )


class Group(click.Group):
    """A click group whose commands all know ``--lang`` and end cleanly on a user's mistake.

    Examples
    --------
    >>> from click.testing import CliRunner
    >>> @click.group(cls=Group)
    ... def main():
    ...     pass
    >>> @main.command()
    ... @json_option
    ... def fail(as_json):
    ...     raise UserError("there is no such rule set")
    >>> result = CliRunner().invoke(main, ["fail", "--lang", "de"])
    >>> result.exit_code, result.output
    (2, 'main: there is no such rule set\\n')
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params.append(_lang_option())

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Add a command, and the option ``--lang`` to it."""
        # A command may stand in several groups, and needs the option once.
        if not isinstance(cmd, Group) and all("--lang" not in option.opts for option in cmd.params):
            cmd.params.append(_lang_option())
        super().add_command(cmd, name)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; a user's mistake becomes a message and exit code 2."""
        try:
            try:
                get_language()
            except ValueError as error:  # the environment names a language that has no texts
                raise UserError(str(error)) from None
            return super().invoke(ctx)
        except UserError as error:
            message = str(error)
        except UnicodeDecodeError as error:  # a file that is no text was given as one
            message = str(error)
        except OSError as error:
            if error.filename is None:
                raise
            message = f"{error.filename}: {error.strerror}"
        click.echo(f"{ctx.find_root().info_name}: {message}", err=True)
        return ctx.exit(2)


def json_option(command: Callable[..., T]) -> Callable[..., T]:
    """Give a command the option ``--json`` (parameter ``as_json``)."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def emit(data: Any, text: str, as_json: bool) -> None:
    """Print a result: as JSON for programs, or as text for people."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=2) if as_json else text)


def progress(items: Iterable[T], description: str, total: int | None = None) -> Iterator[T]:
    """Iterate with a progress bar on the error stream; nothing is drawn where that is no terminal.

    Parameters
    ----------
    items : iterable
    description : str
        Stands before the bar.
    total : int, optional
        Number of items, where ``len`` does not tell it.
    """
    if total is None and isinstance(items, Sized):
        total = len(items)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        yield from bar.track(items, total=total, description=description)
