"""What the command lines share: errors without tracebacks, ``--lang``, ``--json``, progress bars.

A user's mistake (a :class:`boardkit.errors.UserError`, a file that cannot be read) prints one message on the
error stream and ends with exit code 2.  So do options that would be without effect (`no_effect`, `needs`), and
files that could not be written at the end (`OutputFile`): these are refused before the work begins.
"""

import errno
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click
from click.core import ParameterSource
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from boardkit import foreign
from boardkit.credits import credit_line
from boardkit.errors import UserError
from boardkit.files import file_problem
from boardkit.messages import (
    CATALOGUE,
    LANGUAGES,
    Catalogue,
    get_language,
    using_language,
)
from boardkit.usage import Command, language_asked_for, speaking

T = TypeVar("T")


def _lang_option() -> click.Option:
    # `Group.main` has read its value already; the option is there to be checked and to stand in the help.
    help = "Language of the texts (default: the variable FINITY_LANG, else en)."
    return click.Option(
        ["--lang"],
        type=click.Choice(LANGUAGES),
        expose_value=False,
        is_eager=True,
        help=help,
    )


class Group(Command, click.Group):
    """A click group whose commands all know ``--lang`` and end cleanly on a user's mistake.

    Parameters
    ----------
    game : Catalogue, optional
        The catalogue of the game that the commands are about; the help ends with its credit.

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

    command_class = Command

    def __init__(
        self, *args: Any, game: Catalogue | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.params.append(_lang_option())

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write who the game is by."""
        if self.game is not None:
            formatter.write_paragraph()
            formatter.write_text(credit_line(self.game))

    def main(
        self, args: Sequence[str] | None = None, *more: Any, **options: Any
    ) -> Any:
        """Run a command line, in the language that it asks for from its first word on."""
        with (
            using_language(language_asked_for(sys.argv[1:] if args is None else args)),
            speaking(),
        ):
            return super().main(args, *more, **options)

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Add a command, and the option ``--lang`` to it."""
        # A command may stand in several groups, and needs the option once.
        if not isinstance(cmd, Group) and all(
            "--lang" not in option.opts for option in cmd.params
        ):
            cmd.params.append(_lang_option())
        super().add_command(cmd, name)

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; a user's mistake becomes a message and exit code 2."""
        try:
            try:
                get_language()
            except (
                ValueError
            ) as error:  # the environment names a language that has no texts
                raise UserError(str(error)) from None
            return super().invoke(ctx)
        except UserError as error:
            message = str(error)
        except UnicodeDecodeError as error:  # a file that is no text was given as one
            message = str(error)
        except (
            shutil.Error
        ) as error:  # a folder was copied: what hindered its first file
            message = error.args[0][0][-1]
        except OSError as error:
            if error.filename is None and error.errno not in (
                errno.ENOSPC,
                errno.EDQUOT,
            ):
                raise
            message = str(file_problem(error.filename or os.getcwd(), error))
        click.echo(
            f"{ctx.find_root().info_name}: {foreign.visible(message, lines=True)}",
            err=True,
        )
        return ctx.exit(2)


def json_option(command: Callable[..., T]) -> Callable[..., T]:
    """Give a command the option ``--json`` (parameter ``as_json``)."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def given(option: str) -> bool:
    """Whether the user has written an option (or argument) of the present command, as in ``given("--load")``."""
    context = click.get_current_context()
    names = [
        p.name for p in context.command.params if option in (*p.opts, *p.secondary_opts)
    ]
    return context.get_parameter_source(str(names[0])) is ParameterSource.COMMANDLINE


def no_effect(option: str, *others: str) -> None:
    """Refuse an option beside another one that leaves it without effect.

    Parameters
    ----------
    option : str
        The option that takes the place of the others, as it is written: ``--load``.
    others : str
        Those that have no effect then.

    Raises
    ------
    UserError
        If `option` is given together with one of the others; names both.
    """
    for other in others:
        if given(option) and given(other):
            refuse(other, option)


def refuse(option: str, beside: str) -> NoReturn:
    """Refuse an option that has no effect beside something else."""
    raise UserError(CATALOGUE.message("cli.no_effect", option=option, other=beside))


def needs(option: str, other: str) -> None:
    """Refuse an option that has no effect without another one.

    Raises
    ------
    UserError
        If `option` is given and the other one is not; names both.
    """
    if given(option) and not given(other):
        raise UserError(CATALOGUE.message("cli.needs", option=option, other=other))


class OutputFile(click.Path):
    """The type of an option that names a file to write: a path in an existing folder, and no folder itself."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, writable=True, path_type=Path)

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:
        """The path, if a file can be written there."""
        path = Path(value)
        if path.is_dir():
            self.fail(str(file_problem(path, IsADirectoryError())), param, ctx)
        if not path.parent.is_dir():
            self.fail(str(file_problem(path.parent, FileNotFoundError())), param, ctx)
        return super().convert(value, param, ctx)


def asked(prompt: str, err: bool = False) -> str:
    """Read a line that somebody types.

    Raises
    ------
    EOFError
        At the end of the input.
    """
    click.echo(prompt, nl=False, err=err)
    line = sys.stdin.readline()
    if not line:
        click.echo(err=err)
        raise EOFError
    return line


def emit(data: object, text: str, as_json: bool) -> None:
    """Print a result: as JSON for programs, or as text for people; neither can steer a terminal."""
    click.echo(foreign.as_json(data) if as_json else foreign.visible(text, lines=True))


def progress(
    items: Iterable[T], description: str, total: int | None = None
) -> Iterator[T]:
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
    with _bar() as bar:
        yield from bar.track(items, total=total, description=description)


def _bar() -> Progress:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    return Progress(*columns, console=console, disable=not console.is_terminal)


@contextmanager
def counting(
    description: str, total: int | None = None
) -> Iterator[Callable[..., None]]:
    """A progress bar on the error stream for something that tells how far it is.

    Yields
    ------
    callable
        To be called with what is done, and with the total if it has changed.
    """
    with _bar() as bar:
        task = bar.add_task(description, total=total)
        yield lambda done, total=None: bar.update(task, completed=done, total=total)


@contextmanager
def working(text: str) -> Iterator[Callable[[str], None]]:
    """Say on the error stream what a long computation is about.

    Yields
    ------
    callable
        Replaces the text; at a terminal only, where the text moves. Elsewhere it is printed once.
    """
    console = Console(stderr=True)
    if console.is_terminal:
        with console.status(text) as status:
            yield lambda news: status.update(news)
    else:
        click.echo(text, err=True)
        yield lambda news: None
